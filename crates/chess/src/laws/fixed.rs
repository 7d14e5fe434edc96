//! One fixed move on a board that is not known: whether it is legal there, and the board after it.

use super::castling::{self, may_castle};
use super::ply::{castles, double_push_square, geometry, may_go};
use super::{Allowed, Board, MOVEMENT, PROMOTION, Ply, Unknowns, in_check, movement, safety};
use crate::{Bitboard, Rank, Role, Square, attacks};
use zugwerk_logic::{Bit, Constraints};

/// The bit defined to be true where a `kind` on `from` may legally go to `to` and stand there as
/// `placed`, the move, and the board after it, which means nothing where the bit is false.
pub fn fixed_move(
    c: &mut impl Unknowns,
    before: &Board,
    (kind, from, to, placed): FixedMove,
) -> (Bit, Ply, Board) {
    let (possible, ply) = possible_move(c, before, (kind, from, to, placed));
    if possible == Bit::FALSE {
        return (Bit::FALSE, ply, before.clone());
    }
    let after = ply.change(c, before);
    let check = in_check(c, &after, before.turn);
    (c.and(&[possible, !check]), ply, after)
}

/// The same without a look at the safety of the king, which is what costs most: the bit is true at least
/// where the move is legal. None where it never is.
pub fn loose_move(c: &mut impl Unknowns, before: &Board, fixed: FixedMove) -> Option<(Bit, Board)> {
    let (possible, ply) = possible_move(c, before, fixed);
    (possible != Bit::FALSE).then(|| (possible, ply.change(c, before)))
}

/// Whether a move is possible but for the safety of the king, and the move.
fn possible_move(
    c: &mut impl Unknowns,
    before: &Board,
    (kind, from, to, placed): FixedMove,
) -> (Bit, Ply) {
    let ply = Ply::known(c, before, (kind, from, to, placed));
    let mut ways = vec![step(c, before, (kind, from, to, placed))];
    for castle in castles(before, kind, from).filter(|castle| castle.written() == to) {
        ways.push(castling::possible(c, before, castle));
    }
    (c.or(&ways), ply)
}

/// Whether the move, castling aside, is possible but for the safety of the king.
fn step(c: &mut impl Constraints, before: &Board, (kind, from, to, placed): FixedMove) -> Bit {
    let (us, them) = (before.turn, !before.turn);
    if !geometry(us, kind, from).contains(to) {
        return Bit::FALSE;
    }
    let mut all = vec![
        before.pieces[us.index()][kind.index()][from.index()],
        !before.color(us, to),
        !before.pieces[them.index()][Role::King.index()][to.index()],
    ];
    all.extend(attacks::between(from, to).into_iter().map(|square| before.empty(square)));
    let last = to.rank() == Rank::EIGHTH.relative_to(us);
    let promotes = kind == Role::Pawn && last;
    all.push((if promotes { Role::PROMOTIONS.contains(&placed) } else { placed == kind }).into());
    match kind {
        Role::Pawn if from.file() == to.file() => all.push(before.empty(to)),
        Role::Pawn => {
            let passed = to == double_push_square(us, to.file());
            let passed = if passed { before.passed(to.file()) } else { Bit::FALSE };
            all.push(c.or(&[before.color(them, to), passed]));
        }
        _ => {}
    }
    c.and(&all)
}

/// A move of known squares and kinds: what moves, from where, to where, and what stands there then.
pub type FixedMove = (Role, Square, Square, Role);

/// Every move of the allowed shape that is possible as far as the bits of the board are known.
pub fn candidates(before: &Board, allowed: &Allowed) -> Vec<FixedMove> {
    let mut moves = Vec::new();
    let last = Bitboard::rank(Rank::EIGHTH.relative_to(before.turn));
    for kind in Role::ALL {
        for from in before.possible(before.turn, kind) {
            for to in geometry(before.turn, kind, from) {
                if !allowed.admits(kind, from, to) || !may_go(before, kind, from, to) {
                    continue;
                }
                let promotes = kind == Role::Pawn && last.contains(to);
                let placed = if promotes { Role::PROMOTIONS.to_vec() } else { vec![kind] };
                let placed = placed.into_iter().filter(|role| allowed.placed[role.index()]);
                moves.extend(placed.map(|placed| (kind, from, to, placed)));
            }
            for castle in castles(before, kind, from) {
                if allowed.admits_castle(castle) && may_castle(before, castle) {
                    moves.push((kind, from, castle.written(), kind));
                }
            }
        }
    }
    moves
}

/// A move of known squares and kinds with each law about it stated under its name, as [`step`](super::step) does
/// where nothing is folded away, and the board after it.
pub fn stated_move(c: &mut impl Unknowns, before: &Board, fixed: FixedMove) -> (Ply, Board) {
    let ply = Ply::thinkable(c, before, fixed);
    movement::state(c, before, &ply);
    let after = ply.change(c, before);
    safety::state(c, &after);
    (ply, after)
}

/// Every move that a piece of the side to move could make if these laws did not hold, and if no other kept it.
pub fn thinkable(before: &Board, put_aside: &[&str]) -> Vec<FixedMove> {
    let mut moves = Vec::new();
    for kind in Role::ALL {
        let anywhere = put_aside.contains(&MOVEMENT[kind.index()]);
        let changes = kind == Role::Pawn;
        let placed: Vec<Role> = match (changes, put_aside.contains(&PROMOTION)) {
            (true, true) => Role::ALL.to_vec(),
            (true, false) => Role::PROMOTIONS.into_iter().chain([Role::Pawn]).collect(),
            (false, _) => vec![kind],
        };
        for from in before.possible(before.turn, kind) {
            let castled = castles(before, kind, from).map(|castle| castle.written());
            let near = geometry(before.turn, kind, from) | castled.collect();
            for to in if anywhere { Bitboard::ALL } else { near } {
                moves.extend(placed.iter().map(|placed| (kind, from, to, *placed)));
            }
        }
    }
    moves
}
