//! All the clues that an answer has.

use super::{GenerateError, layout};
use crate::ground::ground;
use crate::kind::Kind;
use crate::text::declared;
use crate::{Answer, Puzzle, Site, Value};
use std::collections::HashSet;
use zugwerk_logic::Limits;
use zugwerk_rulebook::ast::{ExprKind, Type};

/// A clue: its layer and its place.
pub type Spot = (String, usize);

/// Gives every clue that the answer keeps. For each value, all places get it at once: where a law about the place is
/// broken, it does not fit there.
pub fn fill_clues(
    kind: &Kind,
    puzzle: &mut Puzzle,
    answer: &Answer,
    limits: &Limits,
) -> Result<Vec<Spot>, GenerateError> {
    let mut spots = Vec::new();
    for declaration in &kind.book().given {
        let name = declaration.name.text.as_str();
        let Some(layer) = declared(declaration, false) else { continue };
        if layer.is_set || layout::is_layout(name) || puzzle.given.contains_key(name) {
            continue;
        }
        let count = puzzle.count(layer.site);
        if let Some(digits) =
            answer.layers.get("digit").filter(|digits| name == "clue" && digits.site == layer.site)
        {
            // A given number is the number itself.
            puzzle.layer_mut(name, layer.site).values = digits.values.clone();
            spots.extend((0..count).map(|at| (name.to_string(), at)));
            continue;
        }
        if layer.is_list {
            // Which list fits is read off the answer.
            let lists = layout::lists(puzzle, answer, layer.site);
            let fits =
                |at: usize| layer.site != Site::Cell || answer.number("black", at) != Some(1);
            let places = (0..count).filter(|&at| fits(at));
            let mut values = vec![Value::Empty; count];
            for at in places {
                values[at] = Value::List(lists[at].clone());
                spots.push((name.to_string(), at));
            }
            puzzle.layer_mut(name, layer.site).values = values;
            continue;
        }
        let values = candidates(puzzle, answer, &declaration.range, name);
        let mut fitting: Vec<Value> = vec![Value::Empty; count];
        for value in values {
            limits.check()?;
            let mut trial = puzzle.clone();
            let allowed = |at: &usize| layout::may_have_clue(&trial, name, *at);
            let allowed: Vec<usize> = (0..count).filter(allowed).collect();
            let slots = trial.layer_mut(name, layer.site);
            allowed.iter().for_each(|&at| slots.values[at] = value.clone());
            let grounded = ground(kind.book(), &trial, Some(answer), true, limits)?;
            let broken: HashSet<(Site, usize)> = grounded.statement.plainly_broken().collect();
            for at in allowed {
                if fitting[at].is_empty() && !broken.contains(&(layer.site, at)) {
                    fitting[at] = value.clone();
                }
            }
        }
        spots.extend(
            (0..count).filter(|&at| !fitting[at].is_empty()).map(|at| (name.to_string(), at)),
        );
        puzzle.layer_mut(name, layer.site).values = fitting;
    }
    Ok(spots)
}

/// The values that a clue can have.
fn candidates(puzzle: &Puzzle, answer: &Answer, range: &Type, name: &str) -> Vec<Value> {
    let board = puzzle.board;
    if name == "less" {
        return vec![Value::Number(1), Value::Number(-1)];
    }
    // Numbers that are also in the answer need not be guessed.
    let in_answer =
        answer.layers.values().flat_map(|layer| &layer.values).filter_map(Value::number).max();
    let side = (board.width + board.height) as i32;
    let most = match range {
        Type::Map(_, values) => match &**values {
            Type::Range(_, high) => match high.kind {
                ExprKind::Number(number) => i32::try_from(number).unwrap_or(side),
                _ => side,
            },
            _ => side.max(in_answer.unwrap_or(0)),
        },
        _ => side,
    };
    (0..=most).map(Value::Number).collect()
}
