//! Who wins a small game with best play.

use crate::{RuleGame, State};
use std::collections::HashMap;
use zugwerk_game::{Game, Limits, Outcome};

/// Larger games are not solved here.
const MOST_POSITIONS: usize = 60_000;

/// What a position is worth to its mover: lost, drawn, won.
type Worth = i8;

/// The outcome for who moves first, where that can be found out quickly. Games in which positions can come again
/// are left alone: what they are worth depends on how they came about.
pub fn solve(game: &RuleGame, limits: &Limits) -> Option<Outcome> {
    let mut solver = Solver { game, limits, known: HashMap::new() };
    Some(match solver.worth(&game.start_position(), 0)? {
        1 => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    })
}

struct Solver<'a> {
    game: &'a RuleGame,
    limits: &'a Limits,
    /// By key; nothing while a position is being looked at.
    known: HashMap<u64, Option<Worth>>,
}

impl Solver<'_> {
    fn worth(&mut self, state: &State, depth: usize) -> Option<Worth> {
        if let Some(outcome) = self.game.outcome(state) {
            return Some(match outcome {
                Outcome::Win => 1,
                Outcome::Draw => 0,
                Outcome::Loss => -1,
            });
        }
        let key = self.game.hash(state);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let is_large = self.known.len() >= MOST_POSITIONS || depth > 200;
        if is_large || self.limits.reached().is_some() {
            return None;
        }
        self.known.insert(key, None);
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let mut best = -1;
        for chosen in moves {
            let next = self.game.play(state, chosen);
            let worth = self.worth(&next, depth + 1)?;
            let mine = if self.game.moves_again(state, &next) { worth } else { -worth };
            best = best.max(mine);
            if best == 1 {
                break;
            }
        }
        self.known.insert(key, Some(best));
        Some(best)
    }
}
