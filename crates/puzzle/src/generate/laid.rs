//! Puzzles whose clues stand at given places: one random solution after the other, each near the last, until the clues that it
//! has there settle it.

use super::layout::{self, is_layout};
use super::{Difficulty, GenerateError, Unsettled, Wish, fill_clues, random_solution};
use crate::kind::Kind;
use crate::local::Pool;
use crate::{Answer, Puzzle, Value};
use rand::rngs::StdRng;
use zugwerk_logic::Limits;

/// Solutions that are looked at before a new beginning.
const CHANGES: usize = 150;

/// A puzzle with clues at the places of the layout; none where its solutions did not settle it.
pub fn laid_out(
    kind: &Kind,
    wish: &Wish<'_>,
    layout: &Puzzle,
    chance: &mut StdRng,
    limits: &Limits,
) -> Result<Option<(Puzzle, Answer)>, GenerateError> {
    let is_easy = wish.difficulty == Some(Difficulty::Easy);
    let (bare, hidden) = without_numbers(layout);
    let is_drawn = layout::has_solution(kind) && !bare.given.contains_key("room");
    let mut pool = Pool::default();
    let mut best: Option<(Answer, Unsettled)> = None;
    for _ in 0..CHANGES {
        limits.check()?;
        let before = best.as_ref().map(|(answer, state)| (answer, &state.cells[..]));
        let answer = match is_drawn {
            true => layout::solution(kind, &mut bare.clone(), chance, limits)?,
            false => random_solution(kind, &hidden, before, chance, limits)?,
        };
        let Some(answer) = answer else {
            if is_drawn || best.is_some() {
                continue;
            }
            let message = "no solution has clues at all of these places".to_string();
            return Err(GenerateError::Board(message));
        };
        let mut puzzle = bare.clone();
        fill_clues(kind, &mut puzzle, &answer, limits)?;
        if !keep(&mut puzzle, layout) {
            continue;
        }
        let Some(state) = Unsettled::of(kind, &puzzle, None, is_easy, &mut pool, limits)? else {
            continue;
        };
        if state.weight == 0 {
            return Ok(Some((puzzle, state.answer)));
        }
        if best.as_ref().is_none_or(|(_, best)| state.weight <= best.weight) {
            best = Some((answer, state));
        }
    }
    Ok(None)
}

/// The layout without its clues, and with clues that are not told.
fn without_numbers(layout: &Puzzle) -> (Puzzle, Puzzle) {
    let (mut bare, mut hidden) = (layout.clone(), layout.clone());
    bare.given.retain(|name, _| is_layout(name));
    for (name, layer) in hidden.given.iter_mut().filter(|(name, _)| !is_layout(name)) {
        // A sign between two cells cannot be left untold.
        let untold = if name == "less" { Value::Empty } else { Value::Unknown };
        let clues = layer.values.iter_mut().filter(|value| !value.is_empty());
        clues.for_each(|value| *value = untold.clone());
    }
    (bare, hidden)
}

/// Takes away the clues at all other places. Whether there is one at each place of the layout.
fn keep(puzzle: &mut Puzzle, layout: &Puzzle) -> bool {
    let mut whole = true;
    for (name, layer) in puzzle.given.iter_mut().filter(|(name, _)| !is_layout(name)) {
        for (at, value) in layer.values.iter_mut().enumerate() {
            match layout.value(name, at).is_empty() {
                true => *value = Value::Empty,
                false => whole &= !value.is_empty(),
            }
        }
    }
    whole
}
