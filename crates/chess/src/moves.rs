//! A move in 16 bits, and a list of moves that needs no allocation.

use crate::{Role, Square};
use std::fmt;
use std::mem::MaybeUninit;
use std::num::NonZeroU16;
use std::ops::Deref;

/// A move: where from, where to, and what is special about it.
///
/// Castling is written as the king taking its own rook, which is unambiguous in Chess960 too. A move
/// says nothing of the position it belongs to; see [`Position::is_legal`](crate::Position::is_legal).
///
/// ```
/// use zugwerk_chess::{Move, MoveKind, Role, Square};
/// let capture = Move::promotion(Square::B7, Square::A8, Role::Knight);
/// assert_eq!(capture.kind(), MoveKind::Promotion(Role::Knight));
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

/// What is special about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A piece goes to a square and takes what stands there, if anything.
    Normal,
    /// The king and the rook on the target square castle.
    Castling,
    /// A pawn takes a pawn that has just passed it by a double step.
    EnPassant,
    /// A pawn reaches the last rank and becomes this piece.
    Promotion(Role),
}

const CASTLING: u16 = 1 << 12;
const EN_PASSANT: u16 = 2 << 12;
const PROMOTION: u16 = 4 << 12;

impl Move {
    #[inline(always)]
    const fn pack(from: Square, to: Square, kind: u16) -> Move {
        // The top bit is always set, which makes room for `None` in an `Option<Move>`.
        let bits = 1 << 15 | kind | (to.index() as u16) << 6 | from.index() as u16;
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => unreachable!(),
        }
    }

    /// A move without anything special.
    #[inline(always)]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move::pack(from, to, 0)
    }

    /// Castling of the king with the rook.
    #[inline(always)]
    pub const fn castling(king: Square, rook: Square) -> Move {
        Move::pack(king, rook, CASTLING)
    }

    /// A capture en passant.
    #[inline(always)]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move::pack(from, to, EN_PASSANT)
    }

    /// A promotion; anything but knight, bishop and rook makes a queen.
    #[inline(always)]
    pub const fn promotion(from: Square, to: Square, role: Role) -> Move {
        let code = match role {
            Role::Knight => 0,
            Role::Bishop => 1,
            Role::Rook => 2,
            _ => 3,
        };
        Move::pack(from, to, PROMOTION | code << 12)
    }

    /// Where it starts.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new(self.0.get() as usize)
    }

    /// Where it ends; for castling, the rook's square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new((self.0.get() >> 6) as usize)
    }

    /// What is special about it.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match self.0.get() >> 12 & 7 {
            0 => MoveKind::Normal,
            1 => MoveKind::Castling,
            4 => MoveKind::Promotion(Role::Knight),
            5 => MoveKind::Promotion(Role::Bishop),
            6 => MoveKind::Promotion(Role::Rook),
            7 => MoveKind::Promotion(Role::Queen),
            _ => MoveKind::EnPassant,
        }
    }

    /// The piece a pawn becomes, if it does.
    #[inline(always)]
    pub const fn promoted(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }

    /// Whether it is castling.
    #[inline(always)]
    pub const fn is_castling(self) -> bool {
        self.0.get() >> 12 & 7 == 1
    }

    /// The 16 bits, never 0, for a transposition table or a file.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move of 16 bits from [`Move::bits`]; other bits give `None` or some move, legal or not.
    #[inline(always)]
    pub fn from_bits(bits: u16) -> Option<Move> {
        let known = bits >> 15 == 1 && bits >> 12 & 7 != 3;
        NonZeroU16::new(bits).filter(|_| known).map(Move)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.kind() {
            MoveKind::Normal => Ok(()),
            MoveKind::Castling => write!(f, " castling"),
            MoveKind::EnPassant => write!(f, " en passant"),
            MoveKind::Promotion(role) => write!(f, "{}", role.letter()),
        }
    }
}

/// No position has more moves: at most 18 pieces of a colour, at most 27 moves each, two castlings.
const CAPACITY: usize = 512;

/// The moves of a position, on the stack.
pub struct MoveList {
    moves: [MaybeUninit<Move>; CAPACITY],
    len: usize,
}

impl MoveList {
    /// An empty list.
    #[inline(always)]
    pub fn new() -> MoveList {
        MoveList { moves: [const { MaybeUninit::uninit() }; CAPACITY], len: 0 }
    }

    /// Empties the list.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends a move.
    ///
    /// # Panics
    /// If 512 moves are in the list, more than any position has.
    #[inline(always)]
    pub fn push(&mut self, m: Move) {
        self.moves[self.len].write(m);
        self.len += 1;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        // SAFETY: `push` has written the first `len` moves, and `len` never exceeds the capacity
        // because `push` indexes with it.
        unsafe { std::slice::from_raw_parts(self.moves.as_ptr().cast(), self.len) }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
