//! What people store, as text: `"e4"`, `"white knight"` as `"N"`, a position as its FEN, a move as `"e2e4"`, `"e7e8q"`,
//! `"e1h1 castling"` or `"e5d6 en passant"`: no position is needed to read it.

use crate::{Color, Move, Piece, Position, Role, Square};
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
as_text!(Role, |role: &Role| role.letter().to_string(), |text: &str| {
    let role = text.parse().ok().and_then(Role::from_letter);
    role.ok_or("expected a letter such as n or q")
});
as_text!(Move, |m: &Move| format!("{m:?}"), |text: &str| {
    read_move(text).ok_or("expected a move such as e2e4, e7e8q, e1h1 castling or e5d6 en passant")
});

/// Reads what the debug text of a move says.
fn read_move(text: &str) -> Option<Move> {
    let (squares, kind) =
        text.split_once(' ').map_or((text, None), |(squares, kind)| (squares, Some(kind)));
    let (from, to) = (squares.get(..2)?.parse().ok()?, squares.get(2..4)?.parse().ok()?);
    match (squares.get(4..)?, kind) {
        ("", None) => Some(Move::normal(from, to)),
        ("", Some("castling")) => Some(Move::castling(from, to)),
        ("", Some("en passant")) => Some(Move::en_passant(from, to)),
        (letter, None) => {
            let role = letter.parse().ok().and_then(Role::from_letter)?;
            Role::PROMOTIONS.contains(&role).then(|| Move::promotion(from, to, role))
        }
        _ => None,
    }
}

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

    #[test]
    fn moves_are_read_back() {
        // Castling, en passant and promotions.
        let fens = [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1",
        ];
        for fen in fens {
            for &m in Position::from_fen(fen).unwrap().legal_moves().iter() {
                let text = serde_json::to_string(&m).unwrap();
                assert_eq!(serde_json::from_str::<Move>(&text).unwrap(), m, "{text}");
            }
        }
        for wrong in ["", "e2", "e2e9", "e7e8k", "e7e8qq", "e2e4 ", "e1g1 castles", "é2e4"] {
            assert!(serde_json::from_str::<Move>(&format!("{wrong:?}")).is_err(), "{wrong}");
        }
        assert_eq!(serde_json::to_string(&Role::Rook).unwrap(), "\"r\"");
    }
}
