//! The pieces: six kinds of piece in two colours.

use crate::Color;
use std::fmt;

/// A kind of piece, whatever its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Role {
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

impl Role {
    /// Every kind, from the pawn to the king.
    pub const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// What a pawn may become, most wanted first.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

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
    pub fn from_letter(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.letter() == letter.to_ascii_lowercase())
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(["pawn", "knight", "bishop", "rook", "queen", "king"][self.index()])
    }
}

/// A piece and its colour: what can stand on a square.
///
/// ```
/// use zugwerk_chess::{Color, Piece, Role};
/// let piece = Piece::from_letter('n').unwrap();
/// assert_eq!(piece, Piece::new(Color::Black, Role::Knight));
/// assert_eq!(piece.figurine(), '♞');
/// assert_eq!(piece.to_string(), "black knight");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

const LETTERS: [[char; 6]; 2] = [['P', 'N', 'B', 'R', 'Q', 'K'], ['p', 'n', 'b', 'r', 'q', 'k']];
const FIGURINES: [[char; 6]; 2] = [['♙', '♘', '♗', '♖', '♕', '♔'], ['♟', '♞', '♝', '♜', '♛', '♚']];

impl Piece {
    /// The piece of this colour and kind.
    #[inline(always)]
    pub const fn new(color: Color, role: Role) -> Piece {
        Piece { color, role }
    }

    /// The letter in a FEN: upper case for White.
    pub const fn letter(self) -> char {
        LETTERS[self.color as usize][self.role as usize]
    }

    /// The piece of a FEN letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Role::from_letter(letter).map(|role| Piece { color, role })
    }

    /// The chess symbol of Unicode.
    pub const fn figurine(self) -> char {
        FIGURINES[self.color as usize][self.role as usize]
    }

    /// The piece of a Unicode chess symbol.
    pub fn from_figurine(figurine: char) -> Option<Piece> {
        Color::ALL.into_iter().find_map(|color| {
            let role = Role::ALL.into_iter().find(|p| Piece::new(color, *p).figurine() == figurine);
            role.map(|role| Piece { color, role })
        })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.color, self.role)
    }
}
