//! What a position is worth to the side to move, in hundredths of a pawn, with mates and tablebase
//! wins at the two ends of the scale.

/// Mate on the board; mate in n plies is worth `MATE - n`.
pub const MATE: i32 = 32_000;
/// More than any value.
pub const INFINITE: i32 = MATE + 1;
/// The search never goes deeper than this many plies from the root.
pub const MAX_PLY: usize = 246;
/// From here on a value is a mate.
pub const MATE_BOUND: i32 = MATE - MAX_PLY as i32;
/// A win known from a tablebase, at the root; n plies later it is worth `TABLEBASE_WIN - n`.
pub const TABLEBASE_WIN: i32 = MATE_BOUND - 1;
/// From here on a value is a win by a tablebase or by mate; an evaluation stays below.
pub const WIN_BOUND: i32 = TABLEBASE_WIN - MAX_PLY as i32;
/// Stands for "not evaluated", as in check.
pub(crate) const UNKNOWN: i32 = -INFINITE - 1;

/// The value of being mated `ply` plies from the root.
#[inline(always)]
pub(crate) fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// A value as people and GUIs read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn for the side to move.
    Centipawns(i32),
    /// The side to move mates in this many moves, or is mated if negative (or 0: mated now).
    Mate(i32),
}

impl Score {
    /// The score of a search value.
    ///
    /// ```
    /// use zugwerk_engine::{MATE, Score};
    /// assert_eq!(Score::from_value(25), Score::Centipawns(25));
    /// assert_eq!(Score::from_value(MATE - 3), Score::Mate(2));
    /// assert_eq!(Score::from_value(4 - MATE), Score::Mate(-2));
    /// // The same seen from the other side.
    /// assert_eq!(Score::from_value(3 - MATE), Score::Mate(-2));
    /// ```
    pub fn from_value(value: i32) -> Score {
        if value.abs() < MATE_BOUND {
            Score::Centipawns(value)
        } else if value > 0 {
            Score::Mate((MATE - value + 1) / 2)
        } else {
            Score::Mate(-((MATE + value + 1) / 2))
        }
    }

    /// The same for the other side.
    pub fn reversed(self) -> Score {
        match self {
            Score::Centipawns(value) => Score::Centipawns(-value),
            Score::Mate(moves) => Score::Mate(-moves),
        }
    }
}

/// As UCI writes it: `cp 25` or `mate -3`.
impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Score::Centipawns(value) => write!(f, "cp {value}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// What is known about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value is this or less.
    Upper,
    /// The true value is this or more.
    Lower,
    /// This is the value.
    Exact,
}
