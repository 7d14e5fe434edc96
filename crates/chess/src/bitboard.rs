//! Sets of squares.

use crate::{File, Rank, Square};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of squares, one bit each.
///
/// ```
/// use zugwerk_chess::{Bitboard, Square, bitboard};
/// let ring = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . X X X . .
///     . . . X . X . .
///     . . . X X X . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(ring.len(), 8);
/// assert!(ring.contains(Square::D3) && !ring.contains(Square::E4));
/// assert_eq!(ring.into_iter().next(), Some(Square::D3));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

const A_FILE: u64 = 0x0101_0101_0101_0101;

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The light squares.
    pub const LIGHT: Bitboard = Bitboard(0x55AA_55AA_55AA_55AA);
    /// The first and the eighth rank.
    pub const BACK_RANKS: Bitboard = Bitboard(0xFF00_0000_0000_00FF);

    /// The squares of a file.
    #[inline(always)]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(A_FILE << file.index())
    }

    /// The squares of a rank.
    #[inline(always)]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xFF << (8 * rank.index()))
    }

    /// One square.
    #[inline(always)]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// Whether there is no square in it.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is a square in it.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether there are two or more squares in it.
    #[inline(always)]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares there are.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `square` is in it.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The lowest square, if there is one.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.lowest()) }
    }

    /// The only square, if there is exactly one.
    pub const fn only(self) -> Option<Square> {
        if self.several() { None } else { self.first() }
    }

    /// The lowest square of a set known not to be empty (h8 or a1 otherwise: wrong, never unsafe).
    #[inline(always)]
    pub(crate) const fn lowest(self) -> Square {
        Square::new(self.0.trailing_zeros() as usize)
    }

    /// The set moved one file to the left.
    #[inline(always)]
    pub const fn west(self) -> Bitboard {
        Bitboard(self.0 >> 1 & !(A_FILE << 7))
    }

    /// The set moved one file to the right.
    #[inline(always)]
    pub const fn east(self) -> Bitboard {
        Bitboard(self.0 << 1 & !A_FILE)
    }

    /// The set seen from the other side of the board.
    #[inline(always)]
    pub const fn flip(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// Reads a drawing: eight rows from the eighth rank down, `X` for a square of the set.
    #[doc(hidden)]
    pub const fn drawn(drawing: &str) -> Bitboard {
        let bytes = drawing.as_bytes();
        let (mut set, mut seen, mut at) = (0u64, 0, 0);
        while at < bytes.len() {
            let mark = bytes[at];
            if mark == b'X' || mark == b'.' {
                assert!(seen < 64, "a drawn bitboard has 64 squares, this one has more");
                if mark == b'X' {
                    set |= 1 << (seen ^ 56);
                }
                seen += 1;
            } else {
                assert!(mark.is_ascii_whitespace(), "a drawn bitboard is made of X and .");
            }
            at += 1;
        }
        assert!(seen == 64, "a drawn bitboard has 64 squares, this one has fewer");
        Bitboard(set)
    }
}

/// A [`Bitboard`] literal, drawn from the eighth rank down: `X` for a square of the set.
#[macro_export]
macro_rules! bitboard {
    ($($drawing:tt)*) => {
        const { $crate::Bitboard::drawn(stringify!($($drawing)*)) }
    };
}

/// The squares of a [`Bitboard`], from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.into())
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

macro_rules! set_operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident $symbol:tt;)*) => { $(
        impl $operator for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard { Bitboard(self.0 $symbol other.0) }
        }
        impl $assign for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Bitboard) { self.0 = self.0 $symbol other.0; }
        }
    )* };
}

set_operators! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl Shl<u32> for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn shl(self, by: u32) -> Bitboard {
        Bitboard(self.0 << by)
    }
}

impl Shr<u32> for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn shr(self, by: u32) -> Bitboard {
        Bitboard(self.0 >> by)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "bitboard! {{")?;
        for rank in Rank::ALL.into_iter().rev() {
            let row =
                File::ALL.map(|file| if self.contains(Square::at(file, rank)) { "X" } else { "." });
            writeln!(f, "    {}", row.join(" "))?;
        }
        write!(f, "}}")
    }
}
