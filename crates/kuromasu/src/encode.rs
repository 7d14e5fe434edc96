//! The rules as clauses: one function a rule, its sentence above it.
//!
//! The unknowns are the cells, true for black. Cells that are known already are constants and fold
//! away. Rule 4 has several encodings, which are in `connect`.

use crate::deduce::Colour;
use crate::forest::splits_line;
use crate::{Cell, Clue, Puzzle};
use std::collections::HashMap;
use zugwerk_logic::{Bit, Constraints, Encoder, Law, Stop};
use zugwerk_puzzle::{Number, Side, adds_up};

/// Rule 1 about a cell.
pub const TOUCH: &str = "no two black cells touch";
/// Rule 2 about a cell.
pub const CLUE: &str = "cells with a clue are white";
/// Rule 3 about a cell.
pub const NUMBER: &str = "a number counts the white cells it sees";
/// Rule 4.
pub const CONNECTED: &str = "all white cells are connected";

/// A bit for every cell: true for black.
pub struct Cells {
    pub black: Vec<Bit>,
}

impl Cells {
    /// Unknown bits for the open cells, constants for the others.
    pub fn new(encoder: &mut Encoder, colours: &[Colour]) -> Cells {
        let mut bit = |colour: &Colour| match colour {
            Colour::Open => encoder.fresh(),
            Colour::White => Bit::FALSE,
            Colour::Black => Bit::TRUE,
        };
        Cells { black: colours.iter().map(&mut bit).collect() }
    }

    pub fn white(&self, cell: Cell) -> Bit {
        !self.black[cell]
    }
}

/// Rules 1 to 3. Returns what each number sees, for [`numbers_share_runs`]. Numbers may be many and
/// need many clauses, so `pause` is called after each of them.
pub fn local_rules(
    encoder: &mut Encoder,
    puzzle: &Puzzle,
    cells: &Cells,
    pause: &mut dyn FnMut(&mut Encoder) -> Result<(), Stop>,
) -> Result<Vec<Sight>, Stop> {
    no_two_black_touch(encoder, puzzle, cells);
    clues_are_white(encoder, puzzle, cells);
    let mut sights = Vec::new();
    for (cell, clue) in puzzle.clues() {
        if let Clue::Number(number) = clue {
            sights.extend(number_counts_what_it_sees(encoder, puzzle, cells, cell, number));
            pause(encoder)?;
        }
    }
    Ok(sights)
}

/// No two black cells touch by a side.
fn no_two_black_touch(encoder: &mut Encoder, puzzle: &Puzzle, cells: &Cells) {
    for cell in 0..puzzle.cells() {
        not_both_black(encoder, cells, cell, puzzle.neighbours(cell).filter(|&next| next > cell));
    }
}

/// The cell and any one of the others are not both black.
pub fn not_both_black(
    encoder: &mut Encoder,
    cells: &Cells,
    cell: Cell,
    others: impl Iterator<Item = Cell>,
) {
    encoder.law(Law::new(TOUCH));
    for other in others {
        encoder.clause(&[cells.white(cell), cells.white(other)]);
    }
}

/// Cells with a clue are white.
fn clues_are_white(encoder: &mut Encoder, puzzle: &Puzzle, cells: &Cells) {
    for (cell, _) in puzzle.clues() {
        encoder.law(Law::about(CLUE, cell as u32));
        encoder.hold(cells.white(cell));
    }
}

/// A number counts the white cells seen from its cell, itself included.
///
/// How far one sees in each direction is an order-encoded number: at least k, the first k cells are all
/// white. Left and right add up to a number of their own, and what is missing to the whole must
/// be seen up and down.
fn number_counts_what_it_sees(
    encoder: &mut Encoder,
    puzzle: &Puzzle,
    cells: &Cells,
    cell: Cell,
    number: u32,
) -> Option<Sight> {
    encoder.law(Law::about(NUMBER, cell as u32));
    let most = puzzle.height() + puzzle.width() - 1;
    let Some(others) = (number as usize).checked_sub(1).filter(|&others| others < most) else {
        encoder.clause(&[]);
        return None;
    };
    let mut reach = |direction| {
        let mut reached = Bit::TRUE;
        let ray = within_reach(puzzle, cell, direction, others);
        let bits = ray.map(|seen| {
            reached = encoder.and(&[reached, cells.white(seen)]);
            reached
        });
        Number::of_order(0, bits.take_while(|&bit| bit != Bit::FALSE).collect())
    };
    let [up, down, left, right] = Side::ALL.map(&mut reach);
    let others = others as i32;
    let least = left.low() + right.low();
    let most = others.min(left.high() + right.high());
    let order = (1..=most).map(|k| if k <= least { Bit::TRUE } else { encoder.fresh() }).collect();
    let row = Number::of_order(0, order);
    for k in 1..row.high() {
        encoder.clause(&[row.at_least(k), !row.at_least(k + 1)]);
    }
    adds_up(encoder, &left, &right, |sum| row.at_least(sum));
    let sight = Sight { cell, others, row, left, right, up, down };
    adds_up(encoder, &sight.up, &sight.down, |sum| sight.column_at_least(sum));
    Some(sight)
}

/// The cells in a direction that matter to a number which sees `others`: those, and where it ends.
fn within_reach(
    puzzle: &Puzzle,
    cell: Cell,
    direction: Side,
    others: usize,
) -> impl Iterator<Item = Cell> + use<> {
    puzzle.ray(cell, direction).take(others + 1)
}

/// The open cells without clue that matter to no number, whatever the other open cells become. A
/// solution in which such a cell is black is one also with that cell white.
pub fn unconstrained_cells(puzzle: &Puzzle, colours: &[Colour]) -> Vec<u32> {
    let open = |cell: Cell| colours[cell] == Colour::Open && !splits_line(puzzle, cell);
    let mut idle: Vec<bool> =
        (0..puzzle.cells()).map(|cell| open(cell) && puzzle.clue(cell).is_none()).collect();
    for (cell, clue) in puzzle.clues() {
        if let Clue::Number(number) = clue {
            for direction in Side::ALL {
                within_reach(puzzle, cell, direction, (number as usize).saturating_sub(1))
                    .take_while(|&seen| colours[seen] != Colour::Black)
                    .for_each(|seen| idle[seen] = false);
            }
        }
    }
    (0..puzzle.cells() as u32).filter(|&cell| idle[cell as Cell]).collect()
}

/// Two numbers that see each other stand in the same run of white cells, so both see as much of their
/// row (or column).
///
/// This follows from rule 3, but not by unit propagation: each number may know the length of the run
/// without knowing where it begins. On minimal boards it saves two conflicts in five.
pub fn numbers_share_runs(encoder: &mut Encoder, puzzle: &Puzzle, cells: &Cells, sights: &[Sight]) {
    let switches: HashMap<Law, Bit> = encoder.laws().collect();
    for here in sights {
        for direction in [Side::Right, Side::Down] {
            let next = puzzle.ray(here.cell, direction).zip(1..).find_map(|(cell, distance)| {
                let at = sights.binary_search_by_key(&cell, |sight| sight.cell).ok()?;
                Some((&sights[at], distance))
            });
            let Some((there, distance)) = next else { continue };
            let along_row = direction == Side::Right;
            let (onward, back) = match along_row {
                true => (&here.right, &there.left),
                false => (&here.down, &there.up),
            };
            // How far each can see at the most follows from its number, so both numbers answer for all of it.
            encoder.law(here.law());
            let both = switches[&there.law()];
            let both_white = [both, cells.white(here.cell), cells.white(there.cell)];
            let joined = onward.at_least(distance);
            encoder.equal_if(&both_white, joined, back.at_least(distance));
            let run = |sight: &Sight, length| match along_row {
                true => sight.row.at_least(length),
                false => sight.column_at_least(length),
            };
            let shared = [both, cells.white(here.cell), joined];
            for length in 1..=here.others.max(there.others) {
                encoder.equal_if(&shared, run(here, length), run(there, length));
            }
        }
    }
}

/// What a number sees: how far in each direction, and how much along the row.
pub struct Sight {
    cell: Cell,
    /// How many cells it sees besides its own.
    others: i32,
    row: Number,
    left: Number,
    right: Number,
    up: Number,
    down: Number,
}

impl Sight {
    fn law(&self) -> Law {
        Law::about(NUMBER, self.cell as u32)
    }

    /// The column sees at least `count` exactly when the row sees fewer than the rest and one more.
    fn column_at_least(&self, count: i32) -> Bit {
        !self.row.at_least(self.others + 1 - count)
    }
}
