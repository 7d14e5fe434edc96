//! Squares, and walking over the board with reflection at its edge.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Rows and columns of the board.
pub const SIDE: usize = 6;

/// Squares of the board.
pub const SQUARES: usize = SIDE * SIDE;

/// A square of the board, `a1` to `f6`.
///
/// ```
/// use zugwerk_deathstacks::Pos;
/// let corner: Pos = "f6".parse().unwrap();
/// assert_eq!((corner.column(), corner.row()), ('f', 6));
/// assert_eq!(Pos::new('f', 6), Some(corner));
/// assert_eq!(Pos::new('g', 1), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pos(u8);

impl Pos {
    /// The square in this column (`a` to `f`) and row (1 to 6), where there is one.
    pub fn new(column: char, row: u8) -> Option<Pos> {
        let inside = ('a'..='f').contains(&column) && (1..=6).contains(&row);
        inside.then(|| Pos((6 - row) * 6 + (column as u8 - b'a')))
    }

    /// Every square, row by row as a FEN lists them: a6, b6, …, f1.
    pub fn all() -> impl Iterator<Item = Pos> {
        (0..SQUARES as u8).map(Pos)
    }

    /// The column, `a` to `f`.
    pub fn column(self) -> char {
        char::from(b'a' + self.0 % 6)
    }

    /// The row, 1 to 6.
    pub fn row(self) -> u8 {
        6 - self.0 / 6
    }

    /// The place in the order of [`Pos::all`].
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The square at this place, which must be below 36.
    pub(crate) const fn at(index: usize) -> Pos {
        assert!(index < SQUARES);
        Pos(index as u8)
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.column(), self.row())
    }
}

/// The text is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a square; expected a1 to f6")]
pub struct PosError(pub String);

impl FromStr for Pos {
    type Err = PosError;

    fn from_str(text: &str) -> Result<Pos, PosError> {
        let mut letters = text.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(column), Some(row), None) => {
                row.to_digit(10).and_then(|row| Pos::new(column, row as u8))
            }
            _ => None,
        }
        .ok_or_else(|| PosError(text.to_string()))
    }
}

/// One of the eight directions of the compass; north is towards row 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names say it
pub enum Dir {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Dir {
    /// All eight, clockwise from north.
    pub const ALL: [Dir; 8] = [
        Dir::North,
        Dir::NorthEast,
        Dir::East,
        Dir::SouthEast,
        Dir::South,
        Dir::SouthWest,
        Dir::West,
        Dir::NorthWest,
    ];

    /// Steps to the right and steps down (towards row 1).
    const fn deltas(self) -> (i32, i32) {
        match self {
            Dir::North => (0, -1),
            Dir::NorthEast => (1, -1),
            Dir::East => (1, 0),
            Dir::SouthEast => (1, 1),
            Dir::South => (0, 1),
            Dir::SouthWest => (-1, 1),
            Dir::West => (-1, 0),
            Dir::NorthWest => (-1, -1),
        }
    }
}

/// After this many steps in any direction a walk is back where it began, and goes on as it began.
pub const PERIOD: usize = 10;

/// Where a walk of `steps` from `start` ends. The edge reflects at the middle of the border square,
/// each coordinate on its own: 0 1 2 3 4 5 4 3 2 1 0 1 …
pub const fn walk(start: Pos, dir: Dir, steps: usize) -> Pos {
    let (right, down) = dir.deltas();
    let steps = (steps % PERIOD) as i32;
    let column = reflect(start.0 as i32 % 6 + right * steps);
    let line = reflect(start.0 as i32 / 6 + down * steps);
    Pos((line * 6 + column) as u8)
}

/// A coordinate that ran straight on, folded back into 0 to 5.
const fn reflect(coordinate: i32) -> i32 {
    let folded = coordinate.rem_euclid(PERIOD as i32);
    if folded <= 5 { folded } else { PERIOD as i32 - folded }
}

/// A set of squares, bit `n` for the square with index `n`.
pub(crate) type Squares = u64;

/// The squares of a set in the order of [`Pos::all`].
pub(crate) fn squares(mut set: Squares) -> impl Iterator<Item = Pos> {
    std::iter::from_fn(move || {
        let index = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (index < 64).then_some(Pos(index as u8))
    })
}

/// `TARGETS[square][steps % 10]`: where `steps` stones from `square` can go. Directions that lead to
/// the same square are one move, and a walk back to its start is none.
pub(crate) static TARGETS: [[Squares; PERIOD]; SQUARES] = targets();

const fn targets() -> [[Squares; PERIOD]; SQUARES] {
    let mut table = [[0; PERIOD]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut steps = 0;
        while steps < PERIOD {
            let mut dir = 0;
            while dir < Dir::ALL.len() {
                table[square][steps] |= 1 << walk(Pos(square as u8), Dir::ALL[dir], steps).0;
                dir += 1;
            }
            table[square][steps] &= !(1 << square);
            steps += 1;
        }
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back_as_it_is_written() {
        for pos in Pos::all() {
            assert_eq!(pos.to_string().parse(), Ok(pos));
            assert_eq!(Pos::at(pos.index()), pos);
        }
        for wrong in ["", "a", "a0", "a7", "g1", "A1", "a11", "1a", "ä1", "a٣"] {
            assert!(wrong.parse::<Pos>().is_err(), "{wrong:?}");
        }
    }

    /// The table against single steps that turn round at the edge, as a person moves a stone.
    #[test]
    fn targets_are_where_single_steps_lead() {
        for start in Pos::all() {
            for steps in 1..=PERIOD {
                let mut expected = 0;
                for dir in Dir::ALL {
                    let (mut right, mut down) = dir.deltas();
                    let (mut x, mut y) = (start.index() as i32 % 6, start.index() as i32 / 6);
                    for _ in 0..steps {
                        if !(0..6).contains(&(x + right)) {
                            right = -right;
                        }
                        if !(0..6).contains(&(y + down)) {
                            down = -down;
                        }
                        (x, y) = (x + right, y + down);
                    }
                    expected |= 1u64 << (y * 6 + x);
                }
                expected &= !(1 << start.index());
                assert_eq!(TARGETS[start.index()][steps % PERIOD], expected, "{start} {steps}");
            }
        }
    }

    /// Why a player who owns a stack always has a move.
    #[test]
    fn only_whole_periods_lead_nowhere() {
        for targets in &TARGETS {
            assert_eq!(targets[0], 0);
            assert!(targets[1..].iter().all(|&set| set != 0));
        }
    }
}
