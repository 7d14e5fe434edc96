//! The last move pair of a helpmate: one side moves so that the other mates.
//!
//! Most moves of the side that is mated change nothing about the net around its king, so the net is looked
//! at once: which checks would take all flights but at most one? A move that neither blocks that flight
//! nor opens a line, frees a pawn, takes something or offers itself to a pawn cannot help, and is not
//! even played.

use super::HelpSearch;
use crate::mating::Net;
use zugwerk_chess::{Bitboard, Color, Move, Position, Rank, Role, Square, attacks};

impl HelpSearch<'_> {
    /// Collects the ways to move here and be mated by the next move.
    pub(super) fn last_pair(&mut self, position: &Position) {
        if self.watch.tick() {
            return;
        }
        let mut moves = position.legal_moves();
        if let Some(reachability) = &mut self.reachability {
            moves = reachability.last_moves(position, &moves);
        }
        if moves.is_empty() {
            return;
        }
        let helpful = Helpful::new(position);
        for &m in &moves {
            if helpful.includes(position, m) {
                self.line.push(m);
                self.last(&position.play(m));
                self.line.pop();
            }
            if self.watch.is_stopped() {
                break;
            }
        }
    }
}

/// The moves after which the side to move could be mated.
pub(super) struct Helpful {
    /// Whether nothing is known and every move is to be tried.
    all: bool,
    king: Option<Square>,
    /// Squares worth leaving: a line of the mating side or to the king, or the way of a pawn, runs there.
    origins: Bitboard,
    /// Squares worth entering: the one flight that a check leaves open, and where a pawn can take.
    targets: Bitboard,
}

impl Helpful {
    pub(super) fn new(position: &Position) -> Helpful {
        let us = position.turn();
        let them = !us;
        let mut helpful = Helpful {
            all: true,
            king: position.king(us),
            origins: Bitboard::EMPTY,
            targets: Bitboard::EMPTY,
        };
        // In check, and where the other side may castle, too much can change.
        if position.is_check() || position.castling().of(them).any() {
            return helpful;
        }
        let Some(net) = Net::around(position, them) else { return helpful };
        let pawns = position.pieces(them, Role::Pawn);
        let ahead = |set: Bitboard| match them {
            Color::White => set << 8,
            Color::Black => set >> 8,
        };
        let third = Bitboard::rank(Rank::THIRD.relative_to(them));
        let single = ahead(pawns);
        helpful.origins = net.line_squares() | single | ahead(single & third);
        helpful.targets = attacks::pawns(them, pawns);
        helpful.all = false;
        net.find_likely_checks(|from, to, moved| {
            let open = net.flights & !net.cover_at_best(from, to, moved);
            if open.is_empty() {
                helpful.all = true;
            } else if !open.several() {
                helpful.targets |= open;
            }
            helpful.all
        });
        helpful
    }

    #[inline]
    pub(super) fn includes(&self, position: &Position, m: Move) -> bool {
        let from = m.from();
        self.all
            || Some(from) == self.king
            || self.origins.contains(from)
            || self.targets.contains(m.to())
            || position.is_capture(m)
            || position.role_at(from) == Some(Role::Pawn)
                && from.index().abs_diff(m.to().index()) == 16
    }
}
