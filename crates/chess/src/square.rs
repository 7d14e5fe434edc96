//! Squares, files and ranks.

use crate::Color;
use std::fmt;
use std::str::FromStr;

/// A column of the board, a to h.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct File(u8);

/// A row of the board, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rank(u8);

/// One of the 64 squares; a1 is 0, h1 is 7, h8 is 63.
///
/// ```
/// use zugwerk_chess::{Color, Square};
/// let square: Square = "e4".parse().unwrap();
/// assert_eq!(square, Square::E4);
/// assert_eq!(square.file().letter(), 'e');
/// assert_eq!(square.relative_to(Color::Black), Square::E5);
/// assert!("e9".parse::<Square>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// The files by name.
#[allow(missing_docs, reason = "the names say it")]
impl File {
    pub const A: File = File(0);
    pub const B: File = File(1);
    pub const C: File = File(2);
    pub const D: File = File(3);
    pub const E: File = File(4);
    pub const F: File = File(5);
    pub const G: File = File(6);
    pub const H: File = File(7);
}

impl File {
    /// The a-file to the h-file.
    pub const ALL: [File; 8] =
        [File(0), File(1), File(2), File(3), File(4), File(5), File(6), File(7)];

    /// The file with this index, 0 for a; the three low bits count.
    #[inline(always)]
    pub const fn new(index: usize) -> File {
        File(index as u8 & 7)
    }

    /// 0 for the a-file to 7 for the h-file.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// `a` to `h`.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// The file of a letter in either case.
    pub const fn from_letter(letter: char) -> Option<File> {
        match letter {
            'a'..='h' => Some(File(letter as u8 - b'a')),
            'A'..='H' => Some(File(letter as u8 - b'A')),
            _ => None,
        }
    }
}

/// The ranks by name.
///
/// ```
/// use zugwerk_chess::{Color, Rank, Square};
/// assert_eq!(Square::E4.rank(), Rank::FOURTH);
/// assert_eq!(Rank::FIRST.relative_to(Color::Black), Rank::EIGHTH);
/// ```
#[allow(missing_docs, reason = "the names say it")]
impl Rank {
    pub const FIRST: Rank = Rank(0);
    pub const SECOND: Rank = Rank(1);
    pub const THIRD: Rank = Rank(2);
    pub const FOURTH: Rank = Rank(3);
    pub const FIFTH: Rank = Rank(4);
    pub const SIXTH: Rank = Rank(5);
    pub const SEVENTH: Rank = Rank(6);
    pub const EIGHTH: Rank = Rank(7);
}

impl Rank {
    /// The first rank to the eighth.
    pub const ALL: [Rank; 8] =
        [Rank(0), Rank(1), Rank(2), Rank(3), Rank(4), Rank(5), Rank(6), Rank(7)];

    /// The rank with this index, 0 for the first; the three low bits count.
    #[inline(always)]
    pub const fn new(index: usize) -> Rank {
        Rank(index as u8 & 7)
    }

    /// 0 for the first rank to 7 for the eighth.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self.0) as char
    }

    /// The rank of a digit.
    pub const fn from_digit(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank(digit as u8 - b'1')),
            _ => None,
        }
    }

    /// The rank as `color` counts it: Black's first rank is the eighth.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Rank {
        Rank(self.0 ^ (7 * color as u8))
    }
}

impl Square {
    /// The square with this index; the six low bits count.
    #[inline(always)]
    pub const fn new(index: usize) -> Square {
        Square(index as u8 & 63)
    }

    /// The square where a file and a rank cross.
    #[inline(always)]
    pub const fn at(file: File, rank: Rank) -> Square {
        Square(rank.0 << 3 | file.0)
    }

    /// All squares, a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64u8).map(Square)
    }

    /// 0 for a1 to 63 for h8.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask restates what `new` ensures, so that indexing a table of 64 needs no check.
        (self.0 & 63) as usize
    }

    /// Its file.
    #[inline(always)]
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// Its rank.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 3)
    }

    /// The square mirrored so that `color` sees it as White does.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Square {
        Square(self.0 ^ (56 * color as u8))
    }

    /// The square `files` to the right and `ranks` up, if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let (file, rank) = (self.file().0 as i8 + files, self.rank().0 as i8 + ranks);
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Square((rank * 8 + file) as u8))
        } else {
            None
        }
    }

    /// Whether the square is a light one.
    pub const fn is_light(self) -> bool {
        (self.file().0 + self.rank().0) % 2 == 1
    }

    /// How many king's moves away `other` is on an empty board.
    pub const fn distance(self, other: Square) -> usize {
        let files = self.file().0.abs_diff(other.file().0);
        let ranks = self.rank().0.abs_diff(other.rank().0);
        if files > ranks { files as usize } else { ranks as usize }
    }
}

macro_rules! name_squares {
    ($($name:ident)*) => { name_squares!(@ 0u8; $($name)*); };
    (@ $index:expr; $name:ident $($rest:ident)*) => {
        #[allow(missing_docs)]
        impl Square { pub const $name: Square = Square($index); }
        name_squares!(@ $index + 1; $($rest)*);
    };
    (@ $index:expr;) => {};
}

name_squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a square: expected a file a to h and a rank 1 to 8")]
pub struct NotASquare(pub String);

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Square, NotASquare> {
        let mut letters = text.chars();
        let (file, rank) = (letters.next(), letters.next());
        match (file.and_then(File::from_letter), rank.and_then(Rank::from_digit), letters.next()) {
            (Some(file), Some(rank), None) => Ok(Square::at(file, rank)),
            _ => Err(NotASquare(text.chars().take(20).collect())),
        }
    }
}
