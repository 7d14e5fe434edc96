//! What people store, as text: `"e4"`, `"white knight"` as `"N"`, a position as its FEN.

use crate::{Color, Piece, Position, Square};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Serde through a text, both ways.
macro_rules! as_text {
    ($kind:ty, $write:expr, $read:expr) => {
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&$write(self))
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$kind, D::Error> {
                let text = String::deserialize(deserializer)?;
                $read(&text).map_err(D::Error::custom)
            }
        }
    };
}

as_text!(Square, |square: &Square| square.to_string(), |text: &str| text.parse::<Square>());
as_text!(Position, |position: &Position| position.to_string(), Position::from_fen);
as_text!(Color, |color: &Color| color.to_string(), |text: &str| match text {
    "white" => Ok(Color::White),
    "black" => Ok(Color::Black),
    _ => Err("expected white or black"),
});
as_text!(Piece, |piece: &Piece| piece.letter().to_string(), |text: &str| {
    let mut letters = text.chars();
    let piece = letters.next().and_then(Piece::from_letter);
    piece.filter(|_| letters.next().is_none()).ok_or("expected a letter such as N or q")
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let position = Position::start();
        let text = serde_json::to_string(&(Square::E4, Color::Black, &position)).unwrap();
        let read: (Square, Color, Position) = serde_json::from_str(&text).unwrap();
        assert_eq!(read, (Square::E4, Color::Black, position));
        assert!(serde_json::from_str::<Piece>("\"Nn\"").is_err());
        let knight = Piece::from_letter('n').unwrap();
        assert_eq!(serde_json::to_string(&knight).unwrap(), "\"n\"");
    }
}
