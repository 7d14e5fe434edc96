//! What the words of a rulebook mean: the pieces and states of the game, and the variables in reach.

use super::value::Value;
use crate::Diagnostic;
use crate::ast::{self, Rulebook};
use crate::board::Board;
use std::collections::HashMap;
use std::sync::Arc;

/// A content of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Whose it is; `None` for nobody's.
    pub owner: Option<usize>,
    /// The index of its kind.
    pub kind: usize,
}

/// Something to remember beside the board.
#[derive(Clone, Debug, PartialEq)]
pub struct StateVariable {
    /// Its name.
    pub name: String,
    /// What it can be.
    pub sort: StateSort,
    /// Whether it counts towards an end only, and is no part of what makes two positions the same.
    pub counter: bool,
}

/// What a state can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateSort {
    /// Yes or no.
    Flag,
    /// A number from the first to the last; it stays there when a rule would move it beyond.
    Number(i32, i32),
    /// A cell or none.
    Cell,
    /// A set of cells.
    Set,
}

/// The fixed words of a rulebook, with its parameters put in.
#[derive(Clone, Debug)]
pub struct Words {
    /// The board.
    pub board: Arc<Board>,
    /// Whether cells hold stacks.
    pub stacks: bool,
    /// The players.
    pub players: Vec<String>,
    /// The kinds of pieces.
    pub kinds: Vec<String>,
    /// The letters of the kinds.
    pub letters: Vec<char>,
    /// The contents of a cell from number 1 on; 0 is empty.
    pub contents: Vec<Content>,
    /// The states.
    pub states: Vec<StateVariable>,
    /// The parameters.
    pub parameters: HashMap<String, i64>,
    /// The functions.
    pub functions: Vec<ast::Function>,
    /// The names of moves.
    pub moves: Vec<String>,
}

impl Words {
    /// The number of a content.
    pub fn content(&self, owner: Option<usize>, kind: usize) -> Option<u8> {
        let wanted = Content { owner, kind };
        self.contents.iter().position(|content| *content == wanted).map(|at| at as u8 + 1)
    }

    /// The contents of a kind, of whatever player.
    pub fn contents_of_kind(&self, kind: usize) -> Vec<u8> {
        let numbered = self.contents.iter().zip(1u8..);
        numbered.filter(|(content, _)| content.kind == kind).map(|(_, number)| number).collect()
    }

    /// The contents of a player.
    pub fn contents_of_player(&self, player: usize) -> Vec<u8> {
        let numbered = self.contents.iter().zip(1u8..);
        numbered
            .filter(|(content, _)| content.owner == Some(player))
            .map(|(_, number)| number)
            .collect()
    }

    /// Everything a word can be, to find the one that was meant.
    pub fn known_words(&self) -> Vec<String> {
        let mut words: Vec<String> = BUILT_IN.iter().map(|word| word.to_string()).collect();
        words.extend(self.players.iter().cloned());
        words.extend(self.kinds.iter().cloned());
        words.extend(self.moves.iter().cloned());
        words.extend(self.parameters.keys().cloned());
        words.extend(self.states.iter().map(|state| state.name.clone()));
        words.extend(self.functions.iter().map(|function| function.name.text.clone()));
        words.sort();
        words
    }
}

/// Words that every rulebook knows.
const BUILT_IN: [&str; 51] = [
    "me",
    "other",
    "own",
    "piece",
    "empty",
    "cells",
    "none",
    "north",
    "south",
    "east",
    "west",
    "northeast",
    "northwest",
    "southeast",
    "southwest",
    "sides",
    "diagonals",
    "directions",
    "rows",
    "columns",
    "lines",
    "corners",
    "border",
    "dark",
    "light",
    "yes",
    "false",
    "true",
    "players",
    "row",
    "column",
    "cell",
    "run",
    "chain",
    "past",
    "ray",
    "sight",
    "neighbours",
    "around",
    "reach",
    "group",
    "connected",
    "count",
    "height",
    "mirrored",
    "content",
    "turns",
    "abs",
    "min",
    "max",
    "move",
];

/// Variables in reach, the innermost last.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    names: Vec<(String, Value)>,
    /// How many variables for cells are bound: the number of the next.
    pub depth: u8,
}

impl Scope {
    /// No names, but `depth` variables are bound.
    pub fn at_depth(depth: u8) -> Scope {
        Scope { names: Vec::new(), depth }
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.names.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Puts a name in reach.
    pub fn bind(&mut self, name: &str, value: Value) {
        self.names.push((name.to_string(), value));
    }

    /// How many names are in reach.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// Forgets the names after the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.names.truncate(len);
    }

    /// Forgets the names that are not wanted.
    pub fn keep(&mut self, wanted: impl Fn(&str) -> bool) {
        self.names.retain(|(name, _)| wanted(name));
    }

    /// The names in reach.
    pub fn names(&self) -> impl Iterator<Item = &(String, Value)> {
        self.names.iter()
    }
}

/// A mistake about a word.
pub fn unknown_word(words: &Words, scope: &Scope, name: &str, span: crate::Span) -> Diagnostic {
    let mut known = words.known_words();
    known.extend(scope.names().map(|(name, _)| name.clone()));
    let message = format!("{name} means nothing here");
    let expected = "a word of this rulebook, a cell or a variable";
    let mistake = Diagnostic::new(span, message, expected);
    let mut cells = words.board.cells();
    match (is_like_a_cell(name), cells.next(), cells.last()) {
        (true, Some(first), Some(last)) => {
            let (first, last) = (words.board.name(first), words.board.name(last));
            mistake.with_help(format!("the cells of the board are named from {first} to {last}"))
        }
        _ => mistake,
    }
    .suggest(name, known.iter().map(String::as_str))
}

/// Whether a word has the form of the name of a cell: `d8`.
fn is_like_a_cell(name: &str) -> bool {
    let number = name.trim_start_matches(|sign: char| sign.is_ascii_lowercase());
    number.len() < name.len() && number.parse::<u32>().is_ok()
}

/// The moves of a rulebook by name.
pub fn move_names(book: &Rulebook) -> Vec<String> {
    let mut names: Vec<String> =
        book.moves.iter().filter_map(|rule| Some(rule.name.as_ref()?.text.clone())).collect();
    names.dedup();
    names
}
