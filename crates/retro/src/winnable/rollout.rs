//! Random games in which both sides head for the mate: in most positions one of the first few ends with it.

use super::distance::distance_to_mate;
use zugwerk_chess::{Color, Move, Position};
use zugwerk_game::Rng;

/// A game that has not come to its mate by then is given up.
const LONGEST: usize = 60;

/// Moves tried for each one played: more would be too eager, fewer too blind.
const CHOICES: usize = 4;

/// Plays games whose moves are partly chance, the same in every run.
pub(super) struct Gambler(Rng);

impl Default for Gambler {
    fn default() -> Gambler {
        Gambler(Rng::new(1))
    }
}

impl Gambler {
    /// Plays a game, and returns it if it ends with a mate by `winner`.
    pub(super) fn play(&mut self, start: &Position, winner: Color) -> Option<Vec<Move>> {
        let mut line = Vec::with_capacity(LONGEST);
        let mut position = start.clone();
        while line.len() < LONGEST {
            let moves = position.legal_moves();
            if position.turn() == winner {
                let mates =
                    |m: &&Move| position.gives_check(**m) && position.play(**m).is_checkmate();
                if let Some(mate) = moves.iter().find(mates) {
                    line.push(*mate);
                    return Some(line);
                }
            }
            if moves.is_empty() {
                return None;
            }
            let (mut least, mut m, mut next) = self.attempt(&position, &moves, winner);
            for _ in 1..CHOICES.min(moves.len()) {
                let attempt = self.attempt(&position, &moves, winner);
                if attempt.0 < least {
                    (least, m, next) = attempt;
                }
            }
            line.push(m);
            position = next;
        }
        None
    }
    /// Any of the moves, with the position after it and how far that seems from a mate.
    #[inline(always)]
    fn attempt(
        &mut self,
        position: &Position,
        moves: &[Move],
        winner: Color,
    ) -> (usize, Move, Position) {
        let m = moves[self.0.below(moves.len())];
        let next = position.play(m);
        (distance_to_mate(&next, winner), m, next)
    }
}
