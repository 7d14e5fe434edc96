//! Forced mates of unknown length.

use super::{Field, Fighter};
use crate::solution::Fight;
use crate::solver::Options;
use zugwerk_chess::Position;

impl Field<'_> {
    /// The keys of the shortest success, by trying one length after the other up to `most`.
    pub(crate) fn solve_shortest(
        &self,
        position: &Position,
        most: u16,
        options: &Options,
    ) -> Fight {
        let mut fighter = Fighter::new(*self);
        let mut ruled_out = None;
        for moves in 1..=most {
            if fighter.solves(position, moves) {
                let mut fight = self.solve(position, moves, options);
                fight.no_solution_in = ruled_out;
                return fight;
            }
            if fighter.is_stopped() {
                break;
            }
            ruled_out = Some(moves);
        }
        Fight { moves: ruled_out.unwrap_or(0), no_solution_in: ruled_out, ..Fight::default() }
    }
}
