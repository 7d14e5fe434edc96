//! Moves that are written alike and lead to different positions: who writes one may mean the other.

use super::samples::Samples;
use crate::{RuleGame, State};
use std::collections::{HashMap, HashSet};
use zugwerk_game::{Game, Limits, Notation, Stop};

/// Two ways to make a move that is written like one.
pub struct Ambiguity {
    /// The rules that make it, by their numbers: the first is the one that is played. The same twice where a rule
    /// chooses something that is not written.
    pub rules: (usize, usize),
    /// How it is written.
    pub written: String,
    /// A position in which it can be made.
    pub position: String,
}

/// More moves are not written down.
const MOST_WRITTEN: usize = 60_000;

/// For each two rules the first ambiguity that play has come to.
pub fn ambiguities(
    game: &RuleGame,
    samples: &Samples,
    limits: &Limits,
) -> Result<Vec<Ambiguity>, Stop> {
    let every = with_every_choice(game);
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    let (mut moves, mut written) = (Vec::new(), 0);
    for position in samples.played() {
        if written > MOST_WRITTEN {
            break;
        }
        if let Some(stop) = limits.reached() {
            return Err(stop);
        }
        let state = position.state(&every);
        if every.outcome(&state).is_some() {
            continue;
        }
        moves.clear();
        every.moves(&state, &mut moves);
        written += moves.len();
        let mut first: HashMap<String, crate::Move> = HashMap::new();
        for chosen in &moves {
            let text = every.notation(&state, *chosen);
            let Some(earlier) = first.get(&text) else {
                first.insert(text, *chosen);
                continue;
            };
            let rule = |chosen| rule_of(&every, &state, chosen);
            let rules = (rule(*earlier), rule(*chosen));
            let differ = || {
                every.hash(&every.play(&state, *earlier))
                    != every.hash(&every.play(&state, *chosen))
            };
            if !known.contains(&rules) && differ() {
                known.insert(rules);
                let position = every.write_state(&state);
                found.push(Ambiguity { rules, written: text, position });
            }
        }
    }
    Ok(found)
}

/// The same game, in which choices that are not written make moves of their own.
fn with_every_choice(game: &RuleGame) -> RuleGame {
    let mut ground = game.ground().clone();
    for side in &mut ground.sides {
        side.families.iter_mut().for_each(|family| family.overlaps = false);
    }
    RuleGame::new(ground)
}

/// The number of the rule that makes a move.
fn rule_of(game: &RuleGame, state: &State, chosen: crate::Move) -> usize {
    let families = &game.ground().sides[game.mover(state)].families;
    chosen.numbers().next().and_then(|number| families.get(number)).map_or(0, |family| family.rule)
}
