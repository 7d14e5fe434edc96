//! The words of a game: its parameters, players, board, pieces and states, each with a meaning of its own.

use super::build::{Settings, grounder};
use super::expr::Grounded;
use super::scope::{Content, Scope, StateSort, StateVariable, Words, move_names};
use crate::Diagnostic;
use crate::ast::{self, Expr, HeaderItem, Kind, Rulebook, Shape, Type};
use crate::board::{Board, MOST_CELLS};
use std::collections::HashMap;
use std::sync::Arc;
use zugwerk_game::Grid;

/// The most states of a rulebook.
const MOST_STATES: usize = 64;
/// The most pieces of all kinds and players.
const MOST_CONTENTS: usize = 60;

/// The words of a rulebook with these values for its parameters.
pub(super) fn words(book: &Rulebook, settings: &Settings) -> Grounded<Words> {
    let nothing = Words {
        board: Arc::new(Board::rectangle(1, 1, Grid::Squares, |_, _| true)),
        stacks: false,
        players: Vec::new(),
        kinds: Vec::new(),
        letters: Vec::new(),
        contents: Vec::new(),
        states: Vec::new(),
        parameters: HashMap::new(),
        functions: Vec::new(),
        moves: Vec::new(),
    };
    let mut words = nothing;
    words.parameters = parameters(book, &words, settings)?;
    words.players = players(book)?;
    let board = book.board.as_ref().ok_or_else(|| {
        Diagnostic::new(book.name.span.clone(), "there is no board", "a line such as board 8 x 8")
    })?;
    words.board = Arc::new(lay_out(book, board, &words)?);
    words.stacks = board.words.iter().any(|word| word.text == "stacks");
    pieces(book, &mut words)?;
    words.functions = book.functions.clone();
    words.moves = move_names(book);
    for state in &book.states {
        let sort = state_sort(book, state, &words)?;
        words.states.push(StateVariable {
            name: state.name.text.clone(),
            sort,
            counter: state.counter,
        });
    }
    if book.states.len() > MOST_STATES {
        let span = book.states[MOST_STATES].name.span.clone();
        return Err(Diagnostic::new(span, "too many states", format!("at most {MOST_STATES}")));
    }
    names_are_new(book, &words.board)?;
    super::circles::functions_end(book)?;
    super::clauses::each_has_its_own(book, &words)?;
    Ok(words)
}

/// Words that are a value wherever they stand, so that nothing else can be called so.
const TAKEN: [&str; 18] = [
    "me",
    "other",
    "own",
    "piece",
    "empty",
    "none",
    "nothing",
    "nobody",
    "true",
    "false",
    "yes",
    "cells",
    "players",
    "sides",
    "diagonals",
    "directions",
    "corners",
    "border",
];

/// Directions, of which a player with that name would take the meaning; a state may hide one that no rule needs.
const DIRECTIONS: [&str; 8] =
    ["north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest"];

/// No two things may have one name, and none that of a cell or of a value that every rulebook knows.
fn names_are_new(book: &Rulebook, board: &Board) -> Grounded<()> {
    let mistake = |name: &ast::Name, message: String| {
        Err(Diagnostic::new(name.span.clone(), message, "a name of its own"))
    };
    if let Some(name) = book.players.iter().find(|name| DIRECTIONS.contains(&name.text.as_str())) {
        return mistake(name, format!("{} means something else already", name.text));
    }
    let mut known: Vec<&str> = Vec::new();
    let names = book.parameters.iter().map(|parameter| &parameter.name);
    let names = names.chain(&book.players).chain(book.pieces.iter().map(|piece| &piece.name));
    for name in names.chain(book.states.iter().map(|state| &state.name)) {
        if known.contains(&name.text.as_str()) {
            return mistake(name, format!("{} is the name of something else already", name.text));
        }
        means_nothing_else(name, board)?;
        known.push(&name.text);
    }
    for function in &book.functions {
        let name = &function.name;
        if known.contains(&name.text.as_str()) {
            return mistake(name, format!("{} is the name of something else already", name.text));
        }
    }
    let rules = book.moves.iter().chain(book.parts.iter().map(|then| &then.part));
    for item in rules.flat_map(|rule| &rule.header) {
        let (one, two) = match item {
            HeaderItem::Parameter(name, _) => (name, name),
            HeaderItem::Goes(from, to) => (from, to),
            HeaderItem::Sign(_) => continue,
        };
        // A parameter may hide a cell: nobody writes both in one rule.
        is_not_taken(one)?;
        is_not_taken(two)?;
    }
    Ok(())
}

/// A mistake where a name is that of a value that every rulebook knows.
fn is_not_taken(name: &ast::Name) -> Grounded<()> {
    if !TAKEN.contains(&name.text.as_str()) {
        return Ok(());
    }
    let message = format!("{} means something else already", name.text);
    Err(Diagnostic::new(name.span.clone(), message, "a name of its own"))
}

/// The same, or that of a cell.
fn means_nothing_else(name: &ast::Name, board: &Board) -> Grounded<()> {
    is_not_taken(name)?;
    if board.named(&name.text).is_none() {
        return Ok(());
    }
    let message = format!("{} is a cell of the board", name.text);
    Err(Diagnostic::new(name.span.clone(), message, "a name of its own"))
}

fn parameters(
    book: &Rulebook,
    words: &Words,
    settings: &Settings,
) -> Grounded<HashMap<String, i64>> {
    for name in settings.keys() {
        if !book.parameters.iter().any(|parameter| parameter.name.text == *name) {
            let known: Vec<&str> =
                book.parameters.iter().map(|parameter| parameter.name.text.as_str()).collect();
            let message = format!("{} has no parameter {name}", book.name.text);
            let expected = if known.is_empty() { "none".to_string() } else { known.join(", ") };
            return Err(
                Diagnostic::new(book.name.span.clone(), message, expected).suggest(name, known)
            );
        }
    }
    let mut words = words.clone();
    for parameter in &book.parameters {
        let given = settings.get(&parameter.name.text).copied();
        let value = match given {
            Some(value) => value,
            None => {
                let mut grounder = grounder(book, &words, 0, Vec::new());
                grounder.known_number(&parameter.value, &mut Scope::default())?
            }
        };
        if i32::try_from(value).is_err() {
            let message = format!("{} = {value} is too large to count with", parameter.name.text);
            let expected = format!("a number from {} to {}", i32::MIN, i32::MAX);
            return Err(Diagnostic::new(parameter.name.span.clone(), message, expected));
        }
        words.parameters.insert(parameter.name.text.clone(), value);
    }
    within_bounds(book, &words)?;
    Ok(words.parameters)
}

/// Every parameter must have one of the values that its line allows.
fn within_bounds(book: &Rulebook, words: &Words) -> Grounded<()> {
    let mut grounder = grounder(book, words, 0, Vec::new());
    for parameter in &book.parameters {
        let Some((low, high)) = &parameter.bounds else { continue };
        let scope = &mut Scope::default();
        let (low, high) = (grounder.known_number(low, scope)?, grounder.known_number(high, scope)?);
        let name = &parameter.name.text;
        let value = words.parameters.get(name).copied().unwrap_or(0);
        if !(low..=high).contains(&value) {
            let expected = format!("a number from {low} to {high}");
            let message = format!("{name} = {value}");
            return Err(Diagnostic::new(parameter.name.span.clone(), message, expected));
        }
    }
    Ok(())
}

fn players(book: &Rulebook) -> Grounded<Vec<String>> {
    let names: Vec<String> = book.players.iter().map(|player| player.text.clone()).collect();
    match (book.kind, names.len()) {
        (Kind::Game, 2) => Ok(names),
        (Kind::Machine, 0) => Ok(vec!["you".to_string()]),
        (Kind::Machine, 1 | 2) => Ok(names),
        (_, 0) => Err(Diagnostic::new(
            book.name.span.clone(),
            "there are no players",
            "a line such as players white, black",
        )),
        (_, count) => {
            let span = book.players[0].span.start..book.players[count - 1].span.end;
            Err(Diagnostic::new(span, format!("{count} players"), "two players"))
        }
    }
}

fn lay_out(book: &Rulebook, board: &ast::Board, words: &Words) -> Grounded<Board> {
    let mut grounder = grounder(book, words, 0, Vec::new());
    let mut size = |expr: &Expr| grounder.known_number(expr, &mut Scope::default());
    let has = |word: &str| board.words.iter().any(|known| known.text == word);
    const KNOWN: [&str; 7] = ["dark", "light", "hex", "chequered", "points", "stacks", "plain"];
    if let Some(word) = board.words.iter().find(|word| !KNOWN.contains(&word.text.as_str())) {
        let message = format!("{} says nothing about a board", word.text);
        return Err(Diagnostic::new(word.span.clone(), message, KNOWN.join(", "))
            .suggest(&word.text, KNOWN));
    }
    let checked = |width: i64, height: i64| -> Grounded<(usize, usize)> {
        let cells = width.saturating_mul(height);
        if width < 1 || height < 1 || cells > MOST_CELLS as i64 {
            let message = format!("a board of {width} x {height} cells");
            let expected = format!("between 1 and {MOST_CELLS} cells");
            let mistake = Diagnostic::new(board.span.clone(), message, expected);
            return Err(match book.parameters.is_empty() {
                true => mistake,
                false => mistake.with_help("set other values for its parameters"),
            });
        }
        Ok((width as usize, height as usize))
    };
    match &board.shape {
        Shape::Rectangle(width, height) => {
            let (width, height) = checked(size(width)?, size(height)?)?;
            let grid = if has("hex") { Grid::Hexagons } else { Grid::Squares };
            let (dark, light) = (has("dark"), has("light"));
            let exists = move |x: i32, y: i32| match (x + y) % 2 == 0 {
                true => !light,
                false => !dark,
            };
            Ok(Board::rectangle(width, height, grid, exists))
        }
        Shape::Hexagon(side) => {
            let side = size(side)?;
            if side < 1 {
                let message = format!("a hexagon with sides of {side} cells");
                let expected = "sides of at least one cell";
                return Err(Diagnostic::new(board.span.clone(), message, expected));
            }
            let across = side.saturating_mul(2).saturating_sub(1);
            checked(across, across)?;
            Ok(Board::hexagon(side as usize))
        }
        Shape::Points(lines) => {
            let names: Vec<Vec<String>> = lines
                .iter()
                .map(|line| line.iter().map(|name| name.text.clone()).collect())
                .collect();
            let count: usize = names.iter().map(Vec::len).sum();
            if count == 0 || count > MOST_CELLS {
                let message = format!("a board of {count} points");
                return Err(Diagnostic::new(board.span.clone(), message, "lines such as a1 d1 g1"));
            }
            Ok(Board::points(&names))
        }
        Shape::Picture(rows) => {
            let width = rows.iter().map(|row| row.text.chars().count()).max().unwrap_or(0);
            let (width, height) = checked(width as i64, rows.len() as i64)?;
            let cells: Vec<Vec<bool>> =
                rows.iter().rev().map(|row| row.text.chars().map(|c| c != ' ').collect()).collect();
            let exists = |x: i32, y: i32| {
                cells[y as usize - 1].get(x as usize - 1).copied().unwrap_or(false)
            };
            Ok(Board::rectangle(width, height, Grid::Squares, exists))
        }
    }
}

fn pieces(book: &Rulebook, words: &mut Words) -> Grounded<()> {
    for piece in &book.pieces {
        let kind = words.kinds.len();
        if words.kinds.contains(&piece.name.text) {
            let message = format!("{} is a kind of piece already", piece.name.text);
            return Err(Diagnostic::new(piece.name.span.clone(), message, "each kind once"));
        }
        let letter = piece.letter.as_ref().unwrap_or(&piece.name);
        let sign = letter.text.chars().next().unwrap_or('?');
        if let Some(at) = words.letters.iter().position(|other| other.eq_ignore_ascii_case(&sign)) {
            let (name, other) = (&piece.name.text, &words.kinds[at]);
            let message = format!("{name} is written {sign}, as {other} is");
            let help = format!(
                "write another letter after the name, such as {name} {}",
                free_letter(book, name)
            );
            return Err(Diagnostic::new(letter.span.clone(), message, "a letter of its own")
                .with_help(help));
        }
        words.kinds.push(piece.name.text.clone());
        words.letters.push(sign);
        match piece.owned {
            true => {
                (0..words.players.len())
                    .for_each(|owner| words.contents.push(Content { owner: Some(owner), kind }));
            }
            false => words.contents.push(Content { owner: None, kind }),
        }
    }
    match words.contents.len() {
        0 => Err(Diagnostic::new(
            book.name.span.clone(),
            "there are no pieces",
            "a line such as pieces pawn",
        )),
        count if count > MOST_CONTENTS => {
            let span = book.pieces[book.pieces.len() - 1].name.span.clone();
            Err(Diagnostic::new(
                span,
                format!("{count} kinds of pieces of all players"),
                format!("at most {MOST_CONTENTS}"),
            ))
        }
        _ => Ok(()),
    }
}

/// A letter that no piece has: one of the name, or else of the alphabet.
fn free_letter(book: &Rulebook, name: &str) -> char {
    let first = |piece: &ast::Piece| {
        piece.letter.as_ref().unwrap_or(&piece.name).text.chars().next().unwrap_or('?')
    };
    let is_free = |sign: &char| {
        sign.is_ascii_alphabetic()
            && !book.pieces.iter().any(|piece| first(piece).eq_ignore_ascii_case(sign))
    };
    name.chars().chain('a'..='z').find(is_free).unwrap_or('?')
}

fn state_sort(book: &Rulebook, state: &ast::State, words: &Words) -> Grounded<StateSort> {
    let mut grounder = grounder(book, words, 0, Vec::new());
    let mut range = |expr: &Expr| grounder.known_number(expr, &mut Scope::default());
    let span = state.name.span.clone();
    match &state.range {
        Type::Flag => Ok(StateSort::Flag),
        Type::Range(low, high) => {
            let (low, high) = (range(low)?, range(high)?);
            match (i32::try_from(low), i32::try_from(high)) {
                (Ok(low), Ok(high)) if low <= high => Ok(StateSort::Number(low, high)),
                _ => {
                    let message = format!("a range from {low} to {high}");
                    Err(Diagnostic::new(span, message, "a range such as 0..100"))
                }
            }
        }
        Type::Number => {
            Err(Diagnostic::new(span, "a number without bounds", "a range such as 0..100"))
        }
        Type::Element(name) if name.text == "cell" => Ok(StateSort::Cell),
        Type::SetOf(name) if name.text == "cells" => Ok(StateSort::Set),
        Type::Optional(inner) if matches!(&**inner, Type::Element(name) if name.text == "cell") => {
            Ok(StateSort::Cell)
        }
        _ => Err(Diagnostic::new(
            span,
            "a game cannot remember this",
            "flag, 0..9, cell or none, set of cells",
        )),
    }
}
