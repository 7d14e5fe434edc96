//! What a move does to the board: the position after it follows from the position before and the
//! move by unit propagation alone.

use super::movement::open;
use super::{Allowed, Board, CHANGE, Castle, Horizon, Ply, Unknowns};
use crate::{CastlingSide, Color, File, Rank, Role, Square};
use zugwerk_logic::{Bit, Constraints, Law};

impl Ply {
    /// The board after the move, and the clauses that make it so. Bits that the move cannot change
    /// are those of `before`.
    pub fn change(&self, c: &mut impl Unknowns, before: &Board) -> Board {
        self.change_within(c, before, None)
    }

    /// The same, where the end of the line is known.
    pub(super) fn change_within(
        &self,
        c: &mut impl Unknowns,
        before: &Board,
        horizon: Option<&Horizon>,
    ) -> Board {
        c.law(Law::new(CHANGE));
        let mut after = before.clone();
        after.turn = !self.turn;
        for square in Square::all() {
            if self.change_square(c, before, &mut after, square, horizon) {
                after.define(c, square);
                self.support_colors(c, before, &after, square);
            }
        }
        self.change_castling(c, before, &mut after);
        self.change_passed(c, &mut after);
        after
    }

    /// What a castling does to `square`.
    fn castled(&self, c: &mut impl Constraints, before: &Board, square: Square) -> Castled {
        let mut castled = Castled {
            comes: self.to(square),
            leaves: Bit::FALSE,
            arrives: [Bit::FALSE; 6],
            arrives_any: Bit::FALSE,
        };
        for side in CastlingSide::ALL {
            let (castle, castles) = (before.castle(self.turn, side), self.castle(side));
            if castles == Bit::FALSE {
                continue;
            }
            if square == castle.rook {
                castled.leaves = castles;
            }
            if square == castle.rook_target() {
                castled.arrives[Role::Rook.index()] = castles;
            }
            if castle.written() != castle.king_target() {
                if square == castle.written() {
                    castled.comes = c.and(&[self.to(square), !castles]);
                }
                if square == castle.king_target() {
                    castled.arrives[Role::King.index()] = castles;
                }
            }
        }
        castled.arrives_any = c.or(&castled.arrives);
        castled
    }

    /// The capture en passant that takes the pawn on `square`.
    fn taken_in_passing(&self, square: Square) -> Bit {
        let on_fifth = square.rank() == Rank::FIFTH.relative_to(self.turn);
        if on_fifth { self.en_passant[square.file().index()] } else { Bit::FALSE }
    }

    /// Makes and states the pieces on one square after the move; false when nothing can change there.
    fn change_square(
        &self,
        c: &mut impl Unknowns,
        before: &Board,
        after: &mut Board,
        square: Square,
        horizon: Option<&Horizon>,
    ) -> bool {
        let at = square.index();
        let (from, to) = (self.from[at], self.to[at]);
        let castled = self.castled(c, before, square);
        let comes = castled.comes;
        let passed = self.taken_in_passing(square);
        let (us, them) = (self.turn.index(), (!self.turn).index());
        let may = |color: Color, role: usize| {
            horizon.is_none_or(|horizon| horizon.may(color, Role::ALL[role], square))
        };
        let touching = [from, to, castled.leaves, castled.arrives_any, passed];
        if touching.iter().all(|&bit| bit == Bit::FALSE) {
            return leave_out_of_reach(c, before, after, square, may);
        }
        let captures = horizon.is_none_or(|horizon| horizon.captures);
        if !captures {
            c.implies(&[comes], &[before.empty(square), castled.leaves]);
        }
        for role in 0..6 {
            let (was, will) = (before.pieces[us][role][at], &mut after.pieces[us][role][at]);
            let arrives = castled.arrives[role];
            let leaves = if role == Role::Rook.index() { castled.leaves } else { Bit::FALSE };
            let placed = self.placed[role];
            *will = if !may(self.turn, role) {
                Bit::FALSE
            } else if comes == Bit::TRUE {
                placed
            } else if arrives == Bit::TRUE {
                Bit::TRUE
            } else if (from == Bit::TRUE || leaves == Bit::TRUE) && arrives == Bit::FALSE {
                Bit::FALSE
            } else if [from, comes, leaves, arrives].iter().all(|&bit| bit == Bit::FALSE) {
                was
            } else if was == Bit::FALSE
                && arrives == Bit::FALSE
                && (comes == Bit::FALSE || placed == Bit::FALSE)
            {
                Bit::FALSE
            } else {
                c.fresh()
            };
            let will = *will;
            c.implies(&[comes, placed], &[will]);
            c.implies(&[comes, will], &[placed]);
            c.implies(&[from], &[!will, arrives]);
            c.implies(&[leaves], &[!will, arrives]);
            c.implies(&[arrives], &[will]);
            c.implies(&[was], &[will, from, leaves, comes]);
            c.implies(&[will], &[was, comes, arrives]);
        }
        for role in 0..6 {
            let (was, will) = (before.pieces[them][role][at], &mut after.pieces[them][role][at]);
            let passed = if role == Role::Pawn.index() { passed } else { Bit::FALSE };
            // Where a move is known to begin, no enemy can have been.
            let gone = was == Bit::FALSE || [from, to, passed].contains(&Bit::TRUE);
            *will = if gone || !may(!self.turn, role) {
                Bit::FALSE
            } else if !captures || to == Bit::FALSE && passed == Bit::FALSE {
                was
            } else {
                c.fresh()
            };
            let will = *will;
            c.implies(&[to], &[!will]);
            c.implies(&[passed], &[!will]);
            c.implies(&[will], &[was]);
            if from != Bit::TRUE {
                c.implies(&[was], &[will, to, passed]);
            }
        }
        true
    }

    /// What follows for the colours on a square, stated so that a solver sees it before it knows
    /// which piece moves.
    fn support_colors(
        &self,
        c: &mut impl Constraints,
        before: &Board,
        after: &Board,
        square: Square,
    ) {
        let (from, to) = (self.from(square), self.to(square));
        let Castled { comes, leaves, arrives_any, .. } = self.castled(c, before, square);
        let (was, will) = (before.color(self.turn, square), after.color(self.turn, square));
        c.implies(&[comes], &[will]);
        c.implies(&[from], &[after.empty(square), arrives_any]);
        c.implies(&[was], &[will, from, leaves]);
        c.implies(&[will], &[was, comes, arrives_any]);
        let (was, will) = (before.color(!self.turn, square), after.color(!self.turn, square));
        c.implies(&[to], &[!will]);
        c.implies(&[will], &[was]);
        if from != Bit::TRUE {
            c.implies(&[was], &[will, to, self.taken_in_passing(square)]);
        }
    }

    /// A right to castle is lost when the king or that rook moves or that rook is taken.
    fn change_castling(&self, c: &mut impl Unknowns, before: &Board, after: &mut Board) {
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let Castle { king, rook, .. } = before.castle(color, side);
                let losses = if color == self.turn {
                    [self.from(king), self.from(rook)]
                } else {
                    [self.to(rook), self.to(king)]
                };
                let was = before.castling(color, side);
                let will = if was == Bit::FALSE || losses.contains(&Bit::TRUE) {
                    Bit::FALSE
                } else if losses == [Bit::FALSE; 2] {
                    was
                } else {
                    c.fresh()
                };
                after.castling[color.index()][side as usize] = will;
                for loss in losses {
                    c.implies(&[loss], &[!will]);
                }
                c.implies(&[will], &[was]);
                c.implies(&[was], &[will, losses[0], losses[1]]);
            }
        }
    }

    /// The file of a double step.
    fn change_passed(&self, c: &mut impl Constraints, after: &mut Board) {
        for file in File::ALL {
            let from = Square::at(file, Rank::SECOND.relative_to(self.turn));
            let to = Square::at(file, Rank::FOURTH.relative_to(self.turn));
            let bits = [self.kind(Role::Pawn), self.from(from), self.to(to)];
            after.passed[file.index()] = c.and(&bits);
        }
    }

    /// Forbids the squares and pieces that are not allowed; nothing is left to forbid where they were
    /// folded away.
    pub fn restrict(&self, c: &mut impl Constraints, before: &Board, allowed: &Allowed) {
        for clause in self.demands(before, allowed) {
            c.clause(&clause);
        }
    }

    /// The bit defined to be true where the squares and pieces are allowed.
    pub fn is(&self, c: &mut impl Constraints, before: &Board, allowed: &Allowed) -> Bit {
        let demands = self.demands(before, allowed);
        let bits: Vec<Bit> = demands.iter().map(|clause| c.or(clause)).collect();
        c.and(&bits)
    }

    /// The clauses that are all true exactly where the squares and pieces are allowed.
    fn demands(&self, before: &Board, allowed: &Allowed) -> Vec<Vec<Bit>> {
        let castles = CastlingSide::ALL.map(|side| (before.castle(self.turn, side), side));
        let (mut clauses, mut wanted, mut castling) = (Vec::new(), Vec::new(), Vec::new());
        for (castle, side) in castles {
            castling.push(self.castle(side));
            if allowed.admits_castle(castle) {
                wanted.push(self.castle(side));
            } else {
                clauses.push(vec![!self.castle(side)]);
            }
        }
        if allowed.castling != [false; 2] {
            clauses.push(wanted);
        }
        for square in open(&self.from).filter(|square| !allowed.from.contains(*square)) {
            clauses.push(vec![!self.from(square)]);
        }
        for square in open(&self.to).filter(|square| !allowed.to.contains(*square)) {
            clauses.push([&[!self.to(square)], &castling[..]].concat());
        }
        for role in Role::ALL {
            if !allowed.kinds[role.index()] {
                clauses.push(vec![!self.kind(role)]);
            }
            if !allowed.placed[role.index()] {
                clauses.push(vec![!self.placed(role)]);
            }
        }
        clauses
    }
}

/// What castling does to one square.
struct Castled {
    /// A piece comes here as the move is written, and no king that only seems to take its rook.
    comes: Bit,
    /// The rook leaves.
    leaves: Bit,
    /// By piece: the rook arrives; or the king, where its move is not written so.
    arrives: [Bit; 6],
    arrives_any: Bit,
}

/// States that no piece out of reach of the end stands on a square that the move does not touch; false
/// when there is nothing to state.
fn leave_out_of_reach(
    c: &mut impl Unknowns,
    before: &Board,
    after: &mut Board,
    square: Square,
    may: impl Fn(Color, usize) -> bool,
) -> bool {
    let mut stated = false;
    for color in Color::ALL {
        for role in 0..6 {
            let was = before.pieces[color.index()][role][square.index()];
            if was != Bit::FALSE && !may(color, role) {
                c.clause(&[!was]);
                after.pieces[color.index()][role][square.index()] = Bit::FALSE;
                stated = true;
            }
        }
    }
    stated
}
