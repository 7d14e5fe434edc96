//! The moves in save files of Simon Tatham's collection: what has been filled in. Each game has its own; what is only a mark
//! is passed over.

use super::draft::{Draft, Slot};
use super::reader::{Fault, Reader};
use crate::{Board, Side, Site, Value};

/// How the moves of a game fill in a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moves {
    pub slot: Slot,
    pub how: How,
}

/// What the moves of a game look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// A letter for each value and the column and row of a cell, or its row and column; where `toggled`, the same mark
    /// again takes it away.
    Marks { letters: Vec<(char, Option<i32>)>, row_first: bool, toggled: bool },
    /// All cells at once, as digits or with commas between them; `R` and column, row and value; `P` and value, column, row.
    Cells,
    /// All cells at once, as digits; `F`, `E`, `U` and a rectangle that is filled, empty or open.
    Rectangles,
    /// All cells at once, as bits in hexadecimal.
    Bits,
    /// `\` or `/` and a cell; `C` clears it.
    Slashes,
    /// The numbers of edges, each with `y`, `n` or `u`.
    Edges,
    /// `L`, two cells and a number of bridges between them.
    Bridges,
    /// `D` and two cells, which become a domino or none.
    Dominoes,
    /// `E` and a border between cells in half steps, which comes or goes.
    Borders,
    /// All cells at once, each a letter that tells its four sides; `F`, a cell and sides that change.
    Sides,
    /// All borders at once, first to the right of cells; `R` and a rectangle that is surrounded.
    Lattice,
    /// `R`, the sides on which the line leaves a cell, and the cell.
    Track,
}

impl How {
    /// The form that a format line names.
    pub fn named(words: &[&str]) -> Option<How> {
        Some(match words {
            ["cells"] => How::Cells,
            ["rectangles"] => How::Rectangles,
            ["bits"] => How::Bits,
            ["slashes"] => How::Slashes,
            ["edges"] => How::Edges,
            ["bridges"] => How::Bridges,
            ["dominoes"] => How::Dominoes,
            ["borders"] => How::Borders,
            ["sides"] => How::Sides,
            ["lattice"] => How::Lattice,
            ["track"] => How::Track,
            ["marks", letters @ .., "by", "row"] => marks(letters, true, false)?,
            ["marks", letters @ .., "toggled"] => marks(letters, false, true)?,
            ["marks", letters @ ..] => marks(letters, false, false)?,
            _ => return None,
        })
    }

    /// The kind of place whose layer can be filled in like this.
    pub fn site(&self) -> Site {
        match self {
            How::Edges => Site::Edge,
            How::Bridges | How::Dominoes | How::Borders => Site::Link,
            How::Sides | How::Lattice | How::Track => Site::Link,
            _ => Site::Cell,
        }
    }
}

/// `B 1 W 0 E nothing`.
fn marks(words: &[&str], row_first: bool, toggled: bool) -> Option<How> {
    let letter = |pair: &[&str]| {
        let [letter, value] = pair else { return None };
        let value = if *value == "nothing" { None } else { Some(value.parse().ok()?) };
        Some((letter.chars().next()?, value))
    };
    let letters = words.chunks(2).map(letter).collect::<Option<Vec<_>>>()?;
    Some(How::Marks { letters, row_first, toggled })
}

/// A letter and the numbers after it.
type Step = (char, Vec<i32>);

/// The steps of a move: letters with numbers, between which there may be commas and semicolons.
fn steps(text: &str) -> Result<Vec<Step>, Fault> {
    let mut reader = Reader::new(text, 0);
    let mut steps: Vec<Step> = Vec::new();
    while let Some(next) = reader.peek() {
        match (next, steps.last_mut()) {
            (',' | ';', _) => {
                reader.next();
            }
            ('0'..='9', Some((_, numbers))) => numbers.push(reader.number("a number of a move")?),
            _ => {
                reader.next();
                steps.push((next, Vec::new()));
            }
        }
    }
    Ok(steps)
}

impl Moves {
    /// Makes a move. A fault tells where in the move it is.
    pub fn make(&self, draft: &mut Draft, text: &str) -> Result<(), Fault> {
        // A solution, which tells everything at once.
        let whole = text.strip_prefix(['S', 's']);
        let board = draft.puzzle.board;
        let wrong =
            || Fault::new(0, format!("this is no move on a board of {} cells", board.cells()));
        let done = match (&self.how, whole) {
            (How::Cells | How::Rectangles, Some(all)) if !all.starts_with(';') => {
                self.set_cells(draft, all)
            }
            (How::Bits, Some(all)) => self.set_bits(draft, all),
            (How::Sides, Some(all)) => self.set_sides(draft, all),
            (How::Lattice, Some(all)) => self.set_lattice(draft, all),
            (How::Edges, all) => self.set_edges(draft, all.unwrap_or(text)),
            (_, all) => {
                let steps = steps(all.unwrap_or(text))?;
                steps.iter().try_for_each(|(letter, numbers)| self.step(draft, *letter, numbers))
            }
        };
        done.ok_or_else(wrong)
    }

    fn put(&self, draft: &mut Draft, at: usize, value: Option<i32>) {
        draft.set(&self.slot, at, value.map_or(Value::Empty, Value::Number));
    }

    /// Sets the value, or clears it where it is there already.
    fn toggle(&self, draft: &mut Draft, at: usize, value: i32) {
        let there = draft.value(&self.slot, at) == Value::Number(value);
        self.put(draft, at, Some(value).filter(|_| !there));
    }

    /// One step; none where it speaks of places that the board does not have.
    fn step(&self, draft: &mut Draft, letter: char, numbers: &[i32]) -> Option<()> {
        let board = draft.puzzle.board;
        match (&self.how, letter, numbers) {
            (How::Marks { letters, row_first, toggled }, letter, &[first, second]) => {
                if let Some((_, value)) = letters.iter().find(|(known, _)| *known == letter) {
                    let (column, row) = if *row_first { (second, first) } else { (first, second) };
                    let cell = cell(board, column, row)?;
                    match value {
                        Some(value) if *toggled => self.toggle(draft, cell, *value),
                        _ => self.put(draft, cell, *value),
                    }
                }
            }
            (How::Cells, 'R', &[column, row, value]) => {
                self.put(draft, cell(board, column, row)?, Some(value).filter(|&value| value > 0));
            }
            (How::Cells, 'P', &[value @ 0..=1, column, row]) => {
                self.put(draft, cell(board, column, row)?, Some(value));
            }
            (How::Cells, '-', &[column, row]) => self.put(draft, cell(board, column, row)?, None),
            (How::Rectangles, 'F' | 'E' | 'U', &[column, row, width, height]) => {
                let value = match letter {
                    'F' => Some(1),
                    'E' => Some(0),
                    _ => None,
                };
                for cell in rectangle(board, column, row, width, height)? {
                    self.put(draft, cell, value);
                }
            }
            (How::Slashes, '\\' | '/' | 'C', &[column, row]) => {
                let value = ['\\', '/'].iter().position(|&sign| sign == letter);
                self.put(draft, cell(board, column, row)?, value.map(|value| value as i32 + 1));
            }
            (How::Bridges, 'L', &[x1, y1, x2, y2, count]) => {
                for link in links_between(board, cell(board, x1, y1)?, cell(board, x2, y2)?)? {
                    self.put(draft, link, Some(count));
                }
            }
            (How::Dominoes, 'D', &[one, other]) => {
                let one = usize::try_from(one).ok().filter(|&cell| cell < board.cells())?;
                let side = |side: &Side| board.beside(one, *side) == usize::try_from(other).ok();
                let side = Side::ALL.into_iter().find(side)?;
                self.toggle(draft, board.link(one, side)?, 1);
            }
            (How::Borders, 'E', &[x, y]) => {
                let link = match (x % 2, y % 2) {
                    (0, 1) => board.link(cell(board, x / 2 - 1, y / 2)?, Side::Right)?,
                    (1, 0) => board.link(cell(board, x / 2, y / 2 - 1)?, Side::Down)?,
                    _ => return None,
                };
                self.toggle(draft, link, 1);
            }
            (How::Sides, 'F', &[column, row, flags]) => {
                let cell = cell(board, column, row)?;
                for (bit, side) in PALISADE_SIDES {
                    // The sides of the frame are always there.
                    if flags & bit != 0
                        && let Some(link) = board.link(cell, side)
                    {
                        self.toggle(draft, link, 1);
                    }
                }
            }
            (How::Lattice, 'R', &[column, row, width, height]) => {
                let inside = rectangle(board, column, row, width, height)?;
                for &cell in &inside {
                    for side in Side::ALL {
                        if let Some((link, other)) =
                            board.link(cell, side).zip(board.beside(cell, side))
                        {
                            self.put(draft, link, Some(i32::from(!inside.contains(&other))));
                        }
                    }
                }
            }
            (How::Track, 'R', &[flags, column, row]) => {
                let cell = cell(board, column, row)?;
                for (bit, side) in TRACK_SIDES {
                    if let Some(link) = board.link(cell, side) {
                        self.put(draft, link, Some(i32::from(flags & bit != 0)));
                    }
                }
            }
            _ => {}
        }
        Some(())
    }

    fn set_cells(&self, draft: &mut Draft, all: &str) -> Option<()> {
        let values: Vec<Option<i32>> = match all.contains(',') {
            true => all.split(',').map(|word| word.parse().ok()).collect(),
            false => all.chars().map(|c| c.to_digit(36).map(|digit| digit as i32)).collect(),
        };
        if values.len() != draft.count(&self.slot) {
            return None;
        }
        for (at, value) in values.into_iter().enumerate() {
            self.put(draft, at, Some(value?));
        }
        Some(())
    }

    fn set_bits(&self, draft: &mut Draft, all: &str) -> Option<()> {
        for at in 0..draft.count(&self.slot) {
            let digit = all.chars().nth(at / 4)?.to_digit(16)?;
            self.put(draft, at, Some((digit >> (3 - at % 4) & 1) as i32));
        }
        Some(())
    }

    fn set_sides(&self, draft: &mut Draft, all: &str) -> Option<()> {
        let board = draft.puzzle.board;
        let letters: Vec<char> = all.chars().collect();
        if letters.len() != board.cells() {
            return None;
        }
        for (cell, &letter) in letters.iter().enumerate() {
            let flags = letter as i32;
            for (bit, side) in PALISADE_SIDES {
                if let Some(link) = board.link(cell, side) {
                    self.put(draft, link, Some(i32::from(flags & bit != 0)));
                }
            }
        }
        Some(())
    }

    fn set_lattice(&self, draft: &mut Draft, all: &str) -> Option<()> {
        let digits: Vec<Option<u32>> = all.chars().map(|c| c.to_digit(2)).collect();
        if digits.len() != draft.count(&self.slot) {
            return None;
        }
        for (link, digit) in digits.into_iter().enumerate() {
            self.put(draft, link, Some(digit? as i32));
        }
        Some(())
    }

    /// Edges are numbered as cells first have them: above, to the right, below, to the left.
    fn set_edges(&self, draft: &mut Draft, all: &str) -> Option<()> {
        let board = draft.puzzle.board;
        let mut seen = vec![false; board.edges()];
        let mut edges = Vec::with_capacity(board.edges());
        for cell in 0..board.cells() {
            for side in [Side::Up, Side::Right, Side::Down, Side::Left] {
                let edge = board.edge(cell, side);
                if !std::mem::replace(&mut seen[edge], true) {
                    edges.push(edge);
                }
            }
        }
        let mut reader = Reader::new(all, 0);
        while !reader.rest().is_empty() {
            let number = reader.number("an edge").ok()?;
            let edge = *edges.get(usize::try_from(number).ok()?)?;
            let value = match reader.next()? {
                'y' => Some(1),
                'n' => Some(0),
                'u' => None,
                _ => return None,
            };
            self.put(draft, edge, value);
        }
        Some(())
    }
}

const PALISADE_SIDES: [(i32, Side); 4] =
    [(1, Side::Up), (2, Side::Right), (4, Side::Down), (8, Side::Left)];
const TRACK_SIDES: [(i32, Side); 4] =
    [(1, Side::Right), (2, Side::Up), (4, Side::Left), (8, Side::Down)];

/// The cell of a column and row.
fn cell(board: Board, column: i32, row: i32) -> Option<usize> {
    let column = usize::try_from(column).ok().filter(|&column| column < board.width)?;
    let row = usize::try_from(row).ok().filter(|&row| row < board.height)?;
    Some(board.cell(row, column))
}

/// The cells of a rectangle.
fn rectangle(board: Board, column: i32, row: i32, width: i32, height: i32) -> Option<Vec<usize>> {
    let last = |first: i32, length: i32| first.checked_add(length)?.checked_sub(1);
    cell(board, last(column, width)?, last(row, height)?)?;
    let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
    let (width, height) = (usize::try_from(width).ok()?, usize::try_from(height).ok()?);
    let rows = row..row + height;
    Some(rows.flat_map(|row| (column..column + width).map(move |c| board.cell(row, c))).collect())
}

/// The links on the straight way from one cell to another.
fn links_between(board: Board, from: usize, to: usize) -> Option<Vec<usize>> {
    let ray = |side: Side| board.ray(from, side).position(|cell| cell == to);
    let (side, steps) = Side::ALL.into_iter().find_map(|side| Some((side, ray(side)?)))?;
    let cells = std::iter::once(from).chain(board.ray(from, side)).take(steps + 1);
    cells.map(|cell| board.link(cell, side)).collect()
}
