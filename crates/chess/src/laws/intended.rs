//! What a person means by a move that need not be legal: the squares, and the piece of a promotion.

use super::check::judge;
use super::{Castle, MOVEMENT, written};
use crate::{CastlingSide, Position, Role, SanError, Square};

/// From, to, and the piece of a promotion; castling is the king's move.
pub type IntendedMove = (Square, Square, Option<Role>);

/// Reads a move, legal or not: two squares (`e2e4`, `e7e8q`, also the king that takes its rook to castle)
/// or SAN. Where SAN leaves open which piece is meant, it is the one that breaks the fewest laws,
/// and of several the one nearest by file.
///
/// ```
/// use zugwerk_chess::{Position, Square, laws};
/// let meant = laws::intended_move(&Position::start(), "Bb5").unwrap();
/// assert_eq!(meant, (Square::F1, Square::B5, None));
/// ```
pub fn intended_move(position: &Position, text: &str) -> Result<IntendedMove, SanError> {
    let text = text.trim().trim_end_matches(['+', '#']);
    if let Ok(m) = position.parse_uci(text) {
        return Ok(written(position, m));
    }
    if let Some((from, to, promotion)) = two_squares(text) {
        return Ok((from, castling_target(position, from, to).unwrap_or(to), promotion));
    }
    let side = match text {
        "O-O" | "0-0" => Some(CastlingSide::King),
        "O-O-O" | "0-0-0" => Some(CastlingSide::Queen),
        _ => None,
    };
    if let Some(side) = side {
        let castle = Castle::all(position)[position.turn().index()][side as usize];
        return Ok((castle.king, castle.written(), None));
    }
    match position.parse_san(text) {
        Ok(m) => Ok(written(position, m)),
        Err(error @ SanError::Illegal(_)) => illegal_san(position, text).ok_or(error),
        Err(error) => Err(error),
    }
}

fn two_squares(text: &str) -> Option<IntendedMove> {
    let square = |at: usize| text.get(at..at + 2)?.parse::<Square>().ok();
    let promotion = match text.get(4..)? {
        "" => None,
        letter => Some(Role::from_letter(letter.chars().next().filter(|_| letter.len() == 1)?)?),
    };
    Some((square(0)?, square(2)?, promotion))
}

/// How castling is written where the king takes its own rook to castle.
fn castling_target(position: &Position, from: Square, to: Square) -> Option<Square> {
    let own = position.pieces(position.turn(), Role::Rook);
    let castles = Castle::all(position)[position.turn().index()].into_iter();
    let is_king = position.role_at(from) == Some(Role::King);
    let castle = castles.into_iter().find(|castle| castle.king == from && castle.rook == to);
    castle.filter(|_| is_king && own.contains(to)).map(Castle::written)
}

/// The piece that a SAN move which is not legal most likely means.
fn illegal_san(position: &Position, text: &str) -> Option<IntendedMove> {
    let text: String = text.chars().filter(|c| c.is_ascii_alphanumeric() && *c != 'x').collect();
    let promotion = text.chars().last().filter(char::is_ascii_uppercase);
    let promotion = promotion.and_then(Role::from_letter);
    let text = text.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let (before, target) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let target: Square = target.parse().ok()?;
    let role = match before.chars().next() {
        Some(letter) if letter.is_ascii_uppercase() => Role::from_letter(letter)?,
        _ => Role::Pawn,
    };
    let hint: Vec<char> = before.chars().filter(|c| !c.is_ascii_uppercase()).collect();
    let fits = |from: &Square| hint.iter().all(|part| from.to_string().contains(*part));
    let wrong = |from: &Square| {
        let broken = judge(position, *from, target, promotion).broken;
        let far = from.file().index().abs_diff(target.file().index());
        (broken.iter().any(|law| MOVEMENT.contains(law)), broken.len(), far)
    };
    let pieces = position.pieces(position.turn(), role).into_iter().filter(fits);
    pieces.min_by_key(wrong).map(|from| (from, target, promotion))
}
