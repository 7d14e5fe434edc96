//! What follows without trying anything: the first thing a person would fill in, and enough for
//! many a puzzle.
//!
//! Three deductions run until none of them gives anything new: the neighbours of a black cell are
//! white; a number rules out colours along its row and column; a cell whose blackness would close a
//! loop of black cells is white.

mod lengths;

use crate::forest::{BlackForest, splits_line};
use crate::probe::Chain;
use crate::{Cell, Clue, Puzzle};
use lengths::Lengths;
use std::sync::Arc;
use zugwerk_logic::{Limits, Stop};
use zugwerk_puzzle::Side;

/// What is known of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Nothing yet.
    #[default]
    Open,
    /// It is white.
    White,
    /// It is black.
    Black,
}

impl Colour {
    /// The colour that a letter or sign stands for, wherever boards are written: `w` or `□`, `b` or `■` or
    /// `#`, and `.`, `x` or `?` for an open cell.
    ///
    /// ```
    /// use zugwerk_kuromasu::Colour;
    /// assert_eq!(Colour::from_letter('W'), Some(Colour::White));
    /// assert_eq!(Colour::from_letter('.'), Some(Colour::Open));
    /// assert_eq!(Colour::from_letter('5'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Colour> {
        Some(match letter {
            'w' | 'W' | '□' => Colour::White,
            'b' | 'B' | '■' | '#' => Colour::Black,
            '.' | 'x' | 'X' | '?' => Colour::Open,
            _ => return None,
        })
    }

    /// Black for white and white for black.
    pub fn other(self) -> Colour {
        match self {
            Colour::Open => Colour::Open,
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

/// The rules cannot be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;

/// What plain deduction finds out about each cell.
pub fn deduce(puzzle: &Puzzle) -> Result<Vec<Colour>, Contradiction> {
    let mut deduction = Deduction::new(puzzle)?;
    deduction.run()?;
    Ok(deduction.colours)
}

/// The same, unless a limit comes first.
pub(crate) fn deduce_within(
    puzzle: &Puzzle,
    limits: &Limits,
) -> Result<Result<Vec<Colour>, Contradiction>, Stop> {
    match Deduction::new(puzzle) {
        Err(contradiction) => Ok(Err(contradiction)),
        Ok(mut deduction) => Ok(deduction.run_within(limits)?.map(|()| deduction.colours)),
    }
}

/// Why a cell has its colour. There is one for each cell of a board, so it is kept small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// It was given, or assumed.
    Given,
    /// The cell has a clue.
    Clue,
    /// This neighbour is black.
    Beside(u32),
    /// The number in this cell.
    Number(u32),
    /// It would cut white cells off.
    Cut,
    /// The other colour was supposed and refuted, by this chain.
    Refuted(u32),
}

/// A board on which colours are filled in.
#[derive(Clone)]
pub(crate) struct Deduction<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) colours: Vec<Colour>,
    pub(crate) forest: BlackForest,
    /// By cell: why it has its colour, and how many cells had one before it.
    pub(crate) reasons: Vec<(Why, u32)>,
    pub(crate) filled: u32,
    /// Nothing more is deduced once this many cells are filled.
    pub(crate) most: u32,
    /// At a contradiction: the cell and the reason for the colour it cannot have, or the number that
    /// cannot be reached.
    pub(crate) conflict: Option<(Cell, Why)>,
    /// The chains that refuted something on the way.
    pub(crate) refuted: Vec<Arc<Chain>>,
    /// Cells whose consequences are still to be drawn.
    news: Vec<Cell>,
    /// Numbers to look at again, each at most once.
    numbers: Vec<u32>,
    waiting: Vec<bool>,
    lines: LongLines,
    white: Vec<Cell>,
    found: Vec<(Cell, Colour)>,
}

/// The numbers of each row and of each column, where these are so long that walking along them to the
/// end from every cell would take too long.
#[derive(Clone, Default)]
struct LongLines {
    /// How far to walk.
    short: usize,
    rows: Vec<Vec<u32>>,
    columns: Vec<Vec<u32>>,
}

impl LongLines {
    const SHORT: usize = 256;

    fn longer_than(short: usize, puzzle: &Puzzle) -> LongLines {
        let (height, width) = (puzzle.height(), puzzle.width());
        let lines =
            |count: usize, length: usize| vec![Vec::new(); if length > short { count } else { 0 }];
        let mut long =
            LongLines { short, rows: lines(height, width), columns: lines(width, height) };
        for (cell, clue) in puzzle.clues() {
            if let Clue::Number(_) = clue {
                let (row, column) = (cell / width, cell % width);
                long.rows.get_mut(row).into_iter().for_each(|line| line.push(cell as u32));
                long.columns.get_mut(column).into_iter().for_each(|line| line.push(cell as u32));
            }
        }
        long
    }

    /// The numbers in a direction that are farther than one walks.
    fn beyond(&self, puzzle: &Puzzle, cell: Cell, direction: Side) -> &[u32] {
        let (line, step) = match direction {
            Side::Left | Side::Right => (self.rows.get(cell / puzzle.width()), 1),
            Side::Up | Side::Down => (self.columns.get(cell % puzzle.width()), puzzle.width()),
        };
        let line = line.map_or(&[][..], Vec::as_slice);
        let far = self.short * step;
        match direction {
            Side::Up | Side::Left => {
                &line[..line.partition_point(|&number| (number as Cell) + far < cell)]
            }
            Side::Right | Side::Down => {
                &line[line.partition_point(|&number| number as Cell <= cell + far)..]
            }
        }
    }
}

impl<'a> Deduction<'a> {
    /// An empty board, not looked at yet.
    pub(crate) fn start(puzzle: &'a Puzzle) -> Deduction<'a> {
        Deduction {
            puzzle,
            colours: vec![Colour::Open; puzzle.cells()],
            forest: BlackForest::new(puzzle),
            reasons: vec![(Why::Given, 0); puzzle.cells()],
            filled: 0,
            most: u32::MAX,
            conflict: None,
            refuted: Vec::new(),
            news: Vec::new(),
            numbers: Vec::new(),
            waiting: vec![false; puzzle.cells()],
            lines: LongLines::longer_than(LongLines::SHORT, puzzle),
            white: Vec::new(),
            found: Vec::new(),
        }
    }

    pub(crate) fn new(puzzle: &'a Puzzle) -> Result<Deduction<'a>, Contradiction> {
        let mut deduction = Deduction::start(puzzle);
        deduction.look_at_board()?;
        Ok(deduction)
    }

    /// Fills in what the board itself says: cells with a clue are white.
    pub(crate) fn look_at_board(&mut self) -> Result<(), Contradiction> {
        for (cell, clue) in self.puzzle.clues() {
            self.fill(cell, Colour::White, Why::Clue)?;
            if let Clue::Number(_) = clue {
                self.waiting[cell] = true;
                self.numbers.push(cell as u32);
            }
        }
        for cell in (0..self.puzzle.cells()).filter(|&cell| splits_line(self.puzzle, cell)) {
            self.fill(cell, Colour::White, Why::Cut)?;
        }
        // All these cells are white, and every number waits to be looked at already.
        self.news = Vec::new();
        Ok(())
    }

    /// The deduction that knows these colours already.
    pub(crate) fn from_colours(
        puzzle: &'a Puzzle,
        colours: &[Colour],
    ) -> Result<Deduction<'a>, Contradiction> {
        let mut deduction = Deduction::new(puzzle)?;
        for (cell, &colour) in colours.iter().enumerate() {
            if colour != Colour::Open {
                deduction.set(cell, colour)?;
            }
        }
        deduction.run()?;
        Ok(deduction)
    }

    /// What one number alone says, where these colours are known.
    pub(crate) fn number_alone(
        puzzle: &'a Puzzle,
        colours: &[Colour],
        number: Cell,
    ) -> Result<Vec<(Cell, Colour)>, Contradiction> {
        let mut found = Vec::new();
        if let Some(Clue::Number(value)) = puzzle.clue(number) {
            let known = |cell: Cell| colours[cell];
            count(puzzle, known, number, value, |cell, colour| match colours[cell] {
                Colour::Open => {
                    found.push((cell, colour));
                    Ok(())
                }
                known if known == colour => Ok(()),
                _ => Err(Contradiction),
            })?;
        }
        Ok(found)
    }

    /// Gives the cell a colour; what follows is found by [`Deduction::run`].
    pub(crate) fn set(&mut self, cell: Cell, colour: Colour) -> Result<(), Contradiction> {
        self.fill(cell, colour, Why::Given)
    }

    pub(crate) fn fill(
        &mut self,
        cell: Cell,
        colour: Colour,
        why: Why,
    ) -> Result<(), Contradiction> {
        match self.colours[cell] {
            Colour::Open => {
                self.colours[cell] = colour;
                self.reasons[cell] = (why, self.filled);
                self.filled += 1;
                self.news.push(cell);
                Ok(())
            }
            known if known == colour => Ok(()),
            _ => {
                self.conflict = Some((cell, why));
                Err(Contradiction)
            }
        }
    }

    /// Deduces until nothing new comes up.
    pub(crate) fn run(&mut self) -> Result<(), Contradiction> {
        // Without limits there is nothing to stop for.
        self.run_within(&Limits::none()).unwrap_or(Ok(()))
    }

    /// The same, unless a limit comes first; what was found until then stays.
    pub(crate) fn run_within(
        &mut self,
        limits: &Limits,
    ) -> Result<Result<(), Contradiction>, Stop> {
        /// Cells and numbers looked at between two looks at the limits.
        const LOOKS_BETWEEN_CHECKS: u64 = 1024;
        for looks in 1u64.. {
            let outcome = if let Some(cell) = self.news.pop() {
                self.wake_numbers(cell);
                if self.colours[cell] == Colour::Black { self.surround(cell) } else { Ok(()) }
            } else if let Some(number) = self.numbers.pop() {
                self.waiting[number as Cell] = false;
                self.count(number as Cell)
            } else {
                break;
            };
            if outcome.is_err() {
                return Ok(outcome);
            }
            if self.filled > self.most {
                break;
            }
            if looks.is_multiple_of(LOOKS_BETWEEN_CHECKS) {
                limits.check()?;
            }
        }
        Ok(Ok(()))
    }

    /// The neighbours of a black cell are white, and so are the cells that it would close a loop with.
    fn surround(&mut self, cell: Cell) -> Result<(), Contradiction> {
        for next in self.puzzle.neighbours(cell) {
            self.fill(next, Colour::White, Why::Beside(cell as u32))?;
        }
        let mut white = std::mem::take(&mut self.white);
        white.clear();
        self.forest.insert(cell, &mut white);
        for &forced in &white {
            self.fill(forced, Colour::White, Why::Cut)?;
        }
        self.white = white;
        Ok(())
    }

    /// The numbers that may see the cell deserve another look.
    fn wake_numbers(&mut self, cell: Cell) {
        let Deduction { puzzle, colours, waiting, numbers, lines, .. } = self;
        let mut wake = |number: Cell| {
            if !std::mem::replace(&mut waiting[number], true) {
                numbers.push(number as u32);
            }
        };
        for direction in Side::ALL {
            let mut ends = false;
            for seen in puzzle.ray(cell, direction).take(lines.short) {
                if let Some(Clue::Number(_)) = puzzle.clue(seen) {
                    wake(seen);
                }
                ends = colours[seen] == Colour::Black;
                if ends {
                    break;
                }
            }
            if !ends {
                let beyond = lines.beyond(puzzle, cell, direction);
                beyond.iter().for_each(|&number| wake(number as Cell));
            }
        }
    }

    fn count(&mut self, cell: Cell) -> Result<(), Contradiction> {
        let Some(Clue::Number(number)) = self.puzzle.clue(cell) else { return Ok(()) };
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        let known = |cell: Cell| self.colours[cell];
        let counted = count(self.puzzle, known, cell, number, |cell, colour| {
            found.push((cell, colour));
            Ok(())
        });
        if counted.is_err() {
            self.conflict = Some((cell, Why::Number(cell as u32)));
            return counted;
        }
        for &(seen, colour) in &found {
            self.fill(seen, colour, Why::Number(cell as u32))?;
        }
        self.found = found;
        Ok(())
    }
}

/// Which lengths of sight in the four directions add up to the number, and what that says about the
/// cells: `set` hears of each.
fn count(
    puzzle: &Puzzle,
    known: impl Fn(Cell) -> Colour,
    cell: Cell,
    number: u32,
    mut set: impl FnMut(Cell, Colour) -> Result<(), Contradiction>,
) -> Result<(), Contradiction> {
    let (most, others) = (puzzle.height() + puzzle.width() - 1, number.checked_sub(1));
    let Some(others) = others.filter(|_| number as usize <= most) else {
        return Err(Contradiction);
    };
    if others > Lengths::MOST {
        return Ok(());
    }
    let [up, left, right, down] =
        Side::ALL.map(|direction| lengths(puzzle.ray(cell, direction).map(&known), others));
    let (row, column) = (left.plus(right), up.plus(down));
    let rows = row.and(column.mirrored(others));
    let columns = column.and(row.mirrored(others));
    let fitting = [
        up.fitting(down, columns),
        left.fitting(right, rows),
        right.fitting(left, rows),
        down.fitting(up, columns),
    ];
    for (direction, lengths) in Side::ALL.into_iter().zip(fitting) {
        let (Some(least), Some(most)) = (lengths.least(), lengths.most()) else {
            return Err(Contradiction);
        };
        for (seen, distance) in puzzle.ray(cell, direction).zip(1..=least + 1) {
            if distance <= least {
                set(seen, Colour::White)?;
            } else if least == most {
                set(seen, Colour::Black)?;
            }
        }
    }
    Ok(())
}

/// How far one may see along these cells, given what is known of them, up to `most`.
fn lengths(mut cells: impl Iterator<Item = Colour>, most: u32) -> Lengths {
    let mut lengths = Lengths::default();
    for length in 0..=most {
        match cells.next() {
            None | Some(Colour::Black) => {
                lengths.insert(length);
                break;
            }
            Some(Colour::Open) => lengths.insert(length),
            Some(Colour::White) => {}
        }
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Request, Symmetry, generate};
    use zugwerk_logic::Limits;

    /// What the lists of long lines find is what walking along the lines finds.
    #[test]
    fn lists_of_numbers_deduce_the_same() {
        for seed in 0..40 {
            let (symmetry, difficulty) = (Symmetry::None, Some(crate::Difficulty::Easy));
            let (height, width, minimal) = (7, 9, false);
            let request = Request { height, width, seed, symmetry, difficulty, minimal };
            let generated = generate(&request, &Limits::none(), &mut |_| ()).unwrap();
            let puzzle = &generated.puzzle;
            let mut listed = Deduction::new(puzzle).unwrap();
            listed.lines = LongLines::longer_than(0, puzzle);
            listed.run().unwrap();
            assert!(listed.colours.contains(&Colour::Black));
            assert_eq!(Ok(listed.colours), deduce(puzzle), "seed {seed}");
        }
    }
}
