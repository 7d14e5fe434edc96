//! The position at the start: what stands where, and what is remembered.

use super::build::grounder;
use super::expr::{Grounded, Grounder};
use super::form::{Start, StateValue};
use super::node::{Id, Node};
use super::scope::{Scope, StateSort, Words};
use crate::Diagnostic;
use crate::ast::{self, Expr, Placement, Rulebook};
use crate::cellset::CellSet;

/// Reads the position at the start.
pub fn start(book: &Rulebook, words: &Words) -> Grounded<Start> {
    let mut cells: Vec<Vec<u8>> = vec![Vec::new(); words.board.places()];
    let mut turn = 0;
    let mut grounder = grounder(book, words, 0, Vec::new());
    let scope = &mut Scope::default();
    for placement in &book.start {
        match placement {
            Placement::Turn(name) => {
                let found = words.players.iter().position(|player| *player == name.text);
                turn = found.ok_or_else(|| {
                    Diagnostic::new(
                        name.span.clone(),
                        format!("{} does not play", name.text),
                        words.players.join(" or "),
                    )
                    .suggest(&name.text, words.players.iter().map(String::as_str))
                })?;
            }
            Placement::Rows(rows) => read_rows(words, rows, &mut cells)?,
            Placement::Pieces { places, pieces, .. } => {
                let mut stack = Vec::new();
                for piece in pieces {
                    let value = grounder.expr(piece, scope)?;
                    let content = grounder.as_content(value, &piece.span)?;
                    match grounder.arena.node(content) {
                        Node::Content(content) => stack.push(content),
                        _ => {
                            return Err(Diagnostic::new(
                                piece.span.clone(),
                                "not a known piece",
                                "a piece",
                            ));
                        }
                    }
                }
                if stack.len() > 1 && !words.stacks {
                    let span = pieces[1].span.clone();
                    return Err(Diagnostic::new(span, "a second piece on one cell", "one piece")
                        .with_help("a board with stacks says so: board 6 x 6 stacks"));
                }
                stack.retain(|content| *content != 0);
                for place in places {
                    let value = grounder.expr(place, scope)?;
                    let set = grounder.as_set(value, &place.span)?;
                    let set = known_set(&grounder, set, place)?;
                    if set.is_empty() {
                        return Err(Diagnostic::new(
                            place.span.clone(),
                            "there is no such cell",
                            "cells of the board",
                        ));
                    }
                    if let Some(cell) = set.iter().find(|cell| is_taken(&cells[*cell], &stack)) {
                        return Err(taken_twice(words, place, (cell, &cells[cell]), &stack));
                    }
                    set.iter().for_each(|cell| cells[cell] = stack.clone());
                }
            }
        }
    }
    let states = states_at_start(book, words, &mut grounder)?;
    Ok(Start { cells, states, turn })
}

/// Whether something else was put on a cell before; a cell may be emptied again.
fn is_taken(before: &[u8], stack: &[u8]) -> bool {
    !before.is_empty() && !stack.is_empty() && before != stack
}

/// Two lines of the start that speak of the same cell.
fn taken_twice(
    words: &Words,
    place: &Expr,
    (cell, before): (usize, &[u8]),
    stack: &[u8],
) -> Diagnostic {
    let piece = |stack: &[u8]| {
        let content = stack.last().and_then(|top| words.contents.get(usize::from(*top) - 1));
        content.map_or("nothing".to_string(), |content| {
            let owner = content.owner.and_then(|owner| words.players.get(owner));
            let kind = &words.kinds[content.kind];
            owner.map_or(kind.clone(), |owner| format!("{owner} {kind}"))
        })
    };
    let (name, here, there) = (words.board.name(cell), piece(stack), piece(before));
    let message = format!("{name} gets {here} at the start, and has {there} already");
    let mistake =
        Diagnostic::new(place.span.clone(), message, "one line of the start for each cell");
    match words.parameters.is_empty() {
        true => mistake,
        false => {
            mistake.with_help("or other values for the parameters: the board may be too small")
        }
    }
}

fn known_set(grounder: &Grounder, set: Id, place: &Expr) -> Grounded<CellSet> {
    match grounder.arena.node(set) {
        Node::Cells(number) => Ok(grounder.arena.cells(number).clone()),
        _ => Err(Diagnostic::new(
            place.span.clone(),
            "these cells change during the game",
            "cells of the board",
        )),
    }
}

fn states_at_start(
    book: &Rulebook,
    words: &Words,
    grounder: &mut Grounder,
) -> Grounded<Vec<StateValue>> {
    let scope = &mut Scope::default();
    let mut values = Vec::new();
    for (state, variable) in book.states.iter().zip(&words.states) {
        let value = match (&state.start, variable.sort) {
            (None, StateSort::Flag) => StateValue::Flag(false),
            (None, StateSort::Number(low, _)) => StateValue::Number(low),
            (None, StateSort::Cell) => StateValue::Cell(None),
            (None, StateSort::Set) => StateValue::Set(CellSet::none(words.board.places())),
            (Some(expr), sort) => {
                let changes = || {
                    Diagnostic::new(
                        expr.span.clone(),
                        "this is not known at the start",
                        "a known value",
                    )
                };
                let value = grounder.expr(expr, scope)?;
                match sort {
                    StateSort::Flag => {
                        let id = grounder.as_formula(value, &expr.span)?;
                        StateValue::Flag(grounder.arena.known_truth_of(id).ok_or_else(changes)?)
                    }
                    StateSort::Number(low, high) => {
                        let number = grounder.known_number(expr, scope)?;
                        if !(i64::from(low)..=i64::from(high)).contains(&number) {
                            let message = format!("{} begins with {number}", state.name.text);
                            let expected = format!("a number from {low} to {high}");
                            return Err(Diagnostic::new(expr.span.clone(), message, expected));
                        }
                        StateValue::Number(number as i32)
                    }
                    StateSort::Cell => {
                        let id = grounder.as_cell(value, &expr.span)?;
                        match grounder.arena.node(id) {
                            Node::Cell(cell) => StateValue::Cell(Some(cell.into())),
                            Node::NoCell => StateValue::Cell(None),
                            _ => return Err(changes()),
                        }
                    }
                    StateSort::Set => {
                        let id = grounder.as_set(value, &expr.span)?;
                        StateValue::Set(known_set(grounder, id, expr)?)
                    }
                }
            }
        };
        values.push(value);
    }
    Ok(values)
}

/// Rows from the top as in a FEN: letters in capitals are the first player's.
fn read_rows(words: &Words, rows: &ast::Quoted, cells: &mut [Vec<u8>]) -> Grounded<()> {
    let wrong =
        |message: String, expected: String| Diagnostic::new(rows.span.clone(), message, expected);
    let lines: Vec<&str> = rows.text.split('/').collect();
    let board = &words.board;
    if lines.len() != board.height() {
        return Err(wrong(
            format!("{} rows", lines.len()),
            format!("{} rows separated by /", board.height()),
        ));
    }
    for (at, line) in lines.iter().enumerate() {
        let row = (board.height() - at) as i32;
        let (mut column, mut number) = (1i32, 0i32);
        for sign in line.chars() {
            if let Some(digit) = sign.to_digit(10) {
                number = number.saturating_mul(10).saturating_add(digit as i32);
                continue;
            }
            column = column.saturating_add(std::mem::take(&mut number));
            let owner = usize::from(!sign.is_uppercase());
            let kind = words.letters.iter().position(|letter| letter.eq_ignore_ascii_case(&sign));
            let content = kind.and_then(|kind| {
                words.content(Some(owner), kind).or_else(|| words.content(None, kind))
            });
            let Some(content) = content else {
                let letters: Vec<String> = words.letters.iter().map(char::to_string).collect();
                return Err(wrong(
                    format!("no piece is written {sign}"),
                    format!("digits and {}", letters.join(", ")),
                ));
            };
            let Some(cell) = board.at(column, row) else {
                return Err(wrong(
                    format!("row {row} is too long"),
                    format!("{} cells", board.width()),
                ));
            };
            cells[cell] = vec![content];
            column += 1;
        }
        column = column.saturating_add(number);
        if column != board.width() as i32 + 1 {
            return Err(wrong(
                format!("row {row} has {} cells", column - 1),
                format!("{} cells", board.width()),
            ));
        }
    }
    Ok(())
}

/// Contents of which there is exactly one at the start, and none appears by itself.
pub fn single_contents(words: &Words, start: &Start) -> Vec<u8> {
    let count = |content: u8| start.cells.iter().filter(|stack| stack.contains(&content)).count();
    (1..=words.contents.len() as u8).filter(|content| count(*content) == 1).collect()
}
