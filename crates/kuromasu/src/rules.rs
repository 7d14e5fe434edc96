//! The rules of Kuromasu, checked on a colouring.
//!
//! 1. No two black cells touch by a side.
//! 2. Cells with a clue are white.
//! 3. A number counts the white cells seen from its cell, along the row and the column up to the
//!    first black cell, itself included.
//! 4. All white cells are connected by their sides.
//!
//! This file shares nothing with the encodings for the solver, so that each can catch the other's
//! mistakes.

use crate::{Cell, Clue, Colouring, Place, Puzzle};
use std::fmt;
use zugwerk_puzzle::Side;

/// A rule that a colouring breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// Two black cells touch.
    Touching(Place, Place),
    /// A cell with a clue is black.
    BlackClue(Place),
    /// A number is not what its cell sees.
    Number {
        /// Where the number stands.
        place: Place,
        /// What it says.
        number: u32,
        /// What is seen.
        seen: u32,
    },
    /// White cells that are cut off from the largest part of the white cells.
    CutOff(Vec<Place>),
}

impl Broken {
    /// The name of the rule.
    pub fn rule(&self) -> &'static str {
        match self {
            Broken::Touching(..) => "touch",
            Broken::BlackClue(_) => "clue",
            Broken::Number { .. } => "number",
            Broken::CutOff(_) => "connected",
        }
    }

    /// The cells concerned.
    pub fn places(&self) -> Vec<Place> {
        match self {
            Broken::Touching(a, b) => vec![*a, *b],
            Broken::BlackClue(place) | Broken::Number { place, .. } => vec![*place],
            Broken::CutOff(places) => places.clone(),
        }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Touching(a, b) => write!(f, "the black cells {a} and {b} touch"),
            Broken::BlackClue(place) => write!(f, "{place} has a clue but is black"),
            Broken::Number { place, number, seen } => {
                write!(f, "the {number} in {place} sees {seen}")
            }
            Broken::CutOff(places) => {
                let list: Vec<String> = places.iter().take(12).map(Place::to_string).collect();
                let verb = if places.len() == 1 { "is" } else { "are" };
                write!(f, "{}", list.join(", "))?;
                if places.len() > list.len() {
                    write!(f, " and {} more", places.len() - list.len())?;
                }
                write!(f, " {verb} cut off from the other white cells")
            }
        }
    }
}

/// Every rule that `colouring` breaks, with its cells; empty for a solution.
pub fn broken_rules(puzzle: &Puzzle, colouring: &Colouring) -> Vec<Broken> {
    let mut broken = touching(puzzle, colouring);
    broken.extend(clues(puzzle, colouring));
    broken.extend(cut_off(puzzle, colouring));
    broken
}

/// Rule 1.
fn touching(puzzle: &Puzzle, colouring: &Colouring) -> Vec<Broken> {
    let mut broken = Vec::new();
    for cell in (0..puzzle.cells()).filter(|&cell| colouring.is_black(cell)) {
        for next in puzzle.neighbours(cell) {
            if next > cell && colouring.is_black(next) {
                broken.push(Broken::Touching(puzzle.place(cell), puzzle.place(next)));
            }
        }
    }
    broken
}

/// Rules 2 and 3.
fn clues(puzzle: &Puzzle, colouring: &Colouring) -> Vec<Broken> {
    let mut broken = Vec::new();
    for (cell, clue) in puzzle.clues() {
        let place = puzzle.place(cell);
        if colouring.is_black(cell) {
            broken.push(Broken::BlackClue(place));
        } else if let Clue::Number(number) = clue {
            let seen = visible(puzzle, colouring, cell);
            if seen != number {
                broken.push(Broken::Number { place, number, seen });
            }
        }
    }
    broken
}

/// How many white cells the white `cell` sees, itself included.
pub fn visible(puzzle: &Puzzle, colouring: &Colouring, cell: Cell) -> u32 {
    let seen = |direction| {
        puzzle.ray(cell, direction).take_while(|&next| !colouring.is_black(next)).count()
    };
    1 + Side::ALL.into_iter().map(seen).sum::<usize>() as u32
}

/// Rule 4: every part of the white cells but the largest is cut off.
fn cut_off(puzzle: &Puzzle, colouring: &Colouring) -> Vec<Broken> {
    let mut parts: Vec<Vec<Cell>> = Vec::new();
    let mut reached = vec![false; puzzle.cells()];
    for start in 0..puzzle.cells() {
        if reached[start] || colouring.is_black(start) {
            continue;
        }
        reached[start] = true;
        let mut part = vec![start];
        let mut next = 0;
        while next < part.len() {
            for cell in puzzle.neighbours(part[next]) {
                if !reached[cell] && !colouring.is_black(cell) {
                    reached[cell] = true;
                    part.push(cell);
                }
            }
            next += 1;
        }
        parts.push(part);
    }
    let largest = parts.iter().enumerate().max_by_key(|(_, part)| part.len()).map(|(at, _)| at);
    let others = parts.iter().enumerate().filter(|&(at, _)| Some(at) != largest);
    others
        .map(|(_, part)| {
            let mut part = part.clone();
            part.sort_unstable();
            Broken::CutOff(part.into_iter().map(|cell| puzzle.place(cell)).collect())
        })
        .collect()
}
