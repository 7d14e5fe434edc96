//! Which moves are possible: how the pieces move, what they may take, promotion.
//!
//! Every law is stated as clauses, in both directions where that helps a solver: from a square
//! something goes somewhere, and to a square something comes from somewhere.

use super::ply::{double_push_square, pawn_steps};
use super::{Board, Ply, castling};
use super::{KING_TAKEN, MOVEMENT, ONE_MOVE, OWN, PATH, PAWN_CAPTURE, PAWN_STEP, PROMOTION, TURN};
use crate::{Bitboard, CastlingSide, Rank, Role, Square, attacks};
use zugwerk_logic::{Bit, Constraints, Law};

/// States every law about a move that needs no look at the position after it.
pub fn state(c: &mut impl Constraints, before: &Board, ply: &Ply) {
    one_move(c, ply);
    turn(c, before, ply);
    for role in Role::ALL {
        if ply.kind(role) != Bit::FALSE {
            geometry(c, ply, role);
        }
    }
    path(c, before, ply);
    targets(c, before, ply);
    pawns(c, before, ply);
    promotion(c, ply);
    castling::state(c, before, ply);
}

/// One piece of one kind goes from one square to one other.
fn one_move(c: &mut impl Constraints, ply: &Ply) {
    c.law(Law::new(ONE_MOVE));
    for bits in [&ply.from[..], &ply.to, &ply.kind, &ply.placed] {
        c.exactly_one(&possible(bits));
    }
    for square in open(&ply.from) {
        c.clause(&[!ply.from(square), !ply.to(square)]);
    }
}

/// FIDE 1.1: players move alternately; the piece that moves is one of the side to move.
fn turn(c: &mut impl Constraints, before: &Board, ply: &Ply) {
    c.law(Law::new(TURN));
    for from in open(&ply.from) {
        c.implies(&[ply.from(from)], &[before.color(ply.turn, from)]);
        for role in Role::ALL {
            let piece = before.pieces[ply.turn.index()][role.index()][from.index()];
            if ply.kind(role) != Bit::FALSE {
                c.implies(&[ply.from(from), ply.kind(role)], &[piece]);
            }
            if piece != Bit::FALSE {
                c.implies(&[ply.from(from), piece], &[ply.kind(role)]);
            }
        }
    }
}

/// FIDE 3.2 to 3.8: where each piece goes, on a board without other pieces.
fn geometry(c: &mut impl Constraints, ply: &Ply, role: Role) {
    c.law(Law::new(MOVEMENT[role.index()]));
    let kind = ply.kind(role);
    let targets = &ply.targets[role.index()];
    let mut bits: Vec<Bit> = Vec::new();
    for from in open(&ply.from) {
        bits.clear();
        bits.extend(targets[from.index()].into_iter().map(|to| ply.to(to)));
        c.implies(&[kind, ply.from(from)], &bits);
    }
    for to in open(&ply.to) {
        bits.clear();
        let froms = open(&ply.from).filter(|from| targets[from.index()].contains(to));
        bits.extend(froms.map(|from| ply.from(from)));
        c.implies(&[kind, ply.to(to)], &bits);
    }
}

/// FIDE 3.5: queen, rook and bishop, and likewise the pawn's double step and the castling king, do
/// not move over any intervening pieces.
fn path(c: &mut impl Constraints, before: &Board, ply: &Ply) {
    c.law(Law::new(PATH));
    for from in open(&ply.from) {
        let all =
            ply.targets.iter().fold(Bitboard::EMPTY, |all, targets| all | targets[from.index()]);
        for to in all {
            if ply.to(to) == Bit::FALSE {
                continue;
            }
            for between in attacks::between(from, to) {
                c.implies(&[ply.from(from), ply.to(to)], &[before.empty(between)]);
            }
        }
    }
}

/// FIDE 3.1: no piece moves to a square occupied by one of its own side; 1.4: kings are not taken.
fn targets(c: &mut impl Constraints, before: &Board, ply: &Ply) {
    for to in open(&ply.to) {
        c.law(Law::new(OWN));
        // The king that castles in Chess960 is written to take its rook.
        let castles = CastlingSide::ALL.into_iter().filter(|side| {
            let castle = before.castle(ply.turn, *side);
            castle.written() == castle.rook && castle.rook == to
        });
        let mut fine = vec![!before.color(ply.turn, to)];
        fine.extend(castles.map(|side| ply.castle(side)));
        c.implies(&[ply.to(to)], &fine);
        c.law(Law::new(KING_TAKEN));
        let king = before.pieces[(!ply.turn).index()][Role::King.index()][to.index()];
        c.implies(&[ply.to(to)], &[!king]);
    }
}

/// FIDE 3.7: a pawn steps to empty squares and takes diagonally, en passant where the last move was
/// a double step past it.
fn pawns(c: &mut impl Constraints, before: &Board, ply: &Ply) {
    let pawn = ply.kind(Role::Pawn);
    if pawn == Bit::FALSE {
        return;
    }
    for from in open(&ply.from) {
        let targets = ply.targets[Role::Pawn.index()][from.index()];
        let steps = pawn_steps(ply.turn, from);
        c.law(Law::new(PAWN_STEP));
        for to in targets & steps {
            c.implies(&[pawn, ply.from(from), ply.to(to)], &[before.empty(to)]);
        }
        c.law(Law::new(PAWN_CAPTURE));
        for to in targets & !steps {
            let mut victims = vec![before.color(!ply.turn, to)];
            if to == double_push_square(ply.turn, to.file()) {
                victims.push(before.passed(to.file()));
            }
            c.implies(&[pawn, ply.from(from), ply.to(to)], &victims);
        }
    }
}

/// FIDE 3.7.3.3: a pawn that reaches the last rank becomes a queen, rook, bishop or knight.
fn promotion(c: &mut impl Constraints, ply: &Ply) {
    c.law(Law::new(PROMOTION));
    let (pawn, stays) = (ply.kind(Role::Pawn), ply.placed(Role::Pawn));
    let last = Bitboard::rank(Rank::EIGHTH.relative_to(ply.turn));
    for to in open(&ply.to) {
        let promoted = if last.contains(to) { !stays } else { stays };
        c.implies(&[pawn, ply.to(to)], &[promoted]);
    }
    c.implies(&[pawn], &[!ply.placed(Role::King)]);
    // That nothing else changes is not what one asks about: it belongs to what a move is.
    c.law(Law::new(ONE_MOVE));
    c.implies(&[stays], &[pawn]);
    for role in &Role::ALL[1..] {
        c.implies(&[ply.kind(*role)], &[ply.placed(*role)]);
        c.implies(&[ply.placed(*role)], &[ply.kind(*role), pawn]);
    }
}

/// The squares whose bit is not known to be false.
pub(super) fn open(bits: &[Bit; 64]) -> impl Iterator<Item = Square> {
    Square::all().filter(|square| bits[square.index()] != Bit::FALSE)
}

fn possible(bits: &[Bit]) -> Vec<Bit> {
    bits.iter().copied().filter(|&bit| bit != Bit::FALSE).collect()
}
