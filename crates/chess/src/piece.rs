//! The men: six kinds of piece in two colours.

use crate::Color;
use std::fmt;

/// A kind of piece, whatever its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Piece {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

impl Piece {
    /// Every kind, from the pawn to the king.
    pub const ALL: [Piece; 6] =
        [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];

    /// What a pawn may become, most wanted first.
    pub const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

    /// 0 for the pawn to 5 for the king.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English letter in lower case, as UCI writes a promotion.
    pub const fn letter(self) -> char {
        ['p', 'n', 'b', 'r', 'q', 'k'][self as usize]
    }

    /// The piece of an English letter in either case.
    pub fn from_letter(letter: char) -> Option<Piece> {
        Piece::ALL.into_iter().find(|piece| piece.letter() == letter.to_ascii_lowercase())
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(["pawn", "knight", "bishop", "rook", "queen", "king"][self.index()])
    }
}

/// A piece and its colour: what can stand on a square.
///
/// ```
/// use zugwerk_chess::{Color, Man, Piece};
/// let man = Man::from_letter('n').unwrap();
/// assert_eq!(man, Man::new(Color::Black, Piece::Knight));
/// assert_eq!(man.figurine(), '♞');
/// assert_eq!(man.to_string(), "black knight");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub piece: Piece,
}

const LETTERS: [[char; 6]; 2] = [['P', 'N', 'B', 'R', 'Q', 'K'], ['p', 'n', 'b', 'r', 'q', 'k']];
const FIGURINES: [[char; 6]; 2] = [['♙', '♘', '♗', '♖', '♕', '♔'], ['♟', '♞', '♝', '♜', '♛', '♚']];

impl Man {
    /// The man of this colour and kind.
    #[inline(always)]
    pub const fn new(color: Color, piece: Piece) -> Man {
        Man { color, piece }
    }

    /// The letter in a FEN: upper case for White.
    pub const fn letter(self) -> char {
        LETTERS[self.color as usize][self.piece as usize]
    }

    /// The man of a FEN letter.
    pub fn from_letter(letter: char) -> Option<Man> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Piece::from_letter(letter).map(|piece| Man { color, piece })
    }

    /// The chess symbol of Unicode.
    pub const fn figurine(self) -> char {
        FIGURINES[self.color as usize][self.piece as usize]
    }

    /// The man of a Unicode chess symbol.
    pub fn from_figurine(figurine: char) -> Option<Man> {
        Color::ALL.into_iter().find_map(|color| {
            let piece = Piece::ALL.into_iter().find(|p| Man::new(color, *p).figurine() == figurine);
            piece.map(|piece| Man { color, piece })
        })
    }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.color, self.piece)
    }
}
