//! Why a move is illegal, in a sentence.

use super::Place;
use crate::Shared;
use crate::error::ApiError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use zugwerk_chess::{Bitboard, Color, Piece, Position, Square, attacks};

/// A move and where it is tried.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    #[serde(default)]
    place: Place,
    /// In UCI notation.
    r#move: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Reason {
    legal: bool,
    /// A sentence.
    reason: String,
}

pub(crate) fn answer(_: &Shared, wanted: Wanted) -> Result<Reason, ApiError> {
    let game = wanted.place.game()?;
    let text = wanted.r#move.trim();
    let position = game.position();
    if let Ok(m) = position.parse_move(text) {
        let reason = format!("{} is legal", position.san(m));
        return Ok(Reason { legal: true, reason });
    }
    let reason = sentence(position, text).ok_or_else(|| {
        ApiError::bad("bad_move", format!("{text:?} is not a move; expected one such as e2e4"))
            .at("move")
    })?;
    Ok(Reason { legal: false, reason })
}

/// Why the move `text`, in UCI notation, is illegal; `None` where it is legal or no such move.
pub(crate) fn sentence(position: &Position, text: &str) -> Option<String> {
    let from: Square = text.get(..2)?.parse().ok()?;
    let to: Square = text.get(2..4)?.parse().ok()?;
    if !matches!(text.len(), 4 | 5) || position.parse_uci(text).is_ok() {
        return None;
    }
    Some(format!("{from}{to}: {}", reason(position, from, to)))
}

fn reason(position: &Position, from: Square, to: Square) -> String {
    let us = position.turn();
    let Some(man) = position.man_on(from) else { return format!("nothing stands on {from}") };
    let name = |piece: Piece| format!("{piece:?}").to_lowercase();
    let color = |color: Color| super::standing::color_name(color);
    if man.color != us {
        return format!(
            "it is {}'s turn, and the {} on {from} is {}",
            color(us),
            name(man.piece),
            color(man.color)
        );
    }
    if from == to {
        return "a move must lead to another square".to_string();
    }
    if let Some(other) = position.man_on(to)
        && other.color == us
        && !is_castling(position, from, to)
    {
        return format!("{to} is taken by {}'s own {}", color(us), name(other.piece));
    }
    if is_castling(position, from, to) {
        return castling(position, from, to);
    }
    let pseudo = match man.piece {
        Piece::Pawn => pawn(position, from, to),
        piece => {
            let free = attacks::of(us, piece, from, Default::default()).contains(to);
            let reached = attacks::of(us, piece, from, position.occupied()).contains(to);
            match (free, reached) {
                (false, _) => Some(format!("a {} does not move from {from} to {to}", name(piece))),
                (true, false) => {
                    let blockers = attacks::between(from, to) & position.occupied();
                    let on = blockers.first().map_or(String::new(), |on| format!(" on {on}"));
                    Some(format!("the {}'s way is blocked{on}", name(piece)))
                }
                _ => None,
            }
        }
    };
    pseudo.unwrap_or_else(|| exposes(position, from, to))
}

fn is_castling(position: &Position, from: Square, to: Square) -> bool {
    let files = from.file().index().abs_diff(to.file().index());
    position.piece_on(from) == Some(Piece::King) && from.rank() == to.rank() && files == 2
}

fn castling(position: &Position, from: Square, to: Square) -> String {
    let us = position.turn();
    let short = to.file().index() > from.file().index();
    let side = if short { "king's" } else { "queen's" };
    let rights = position.castling().of(us);
    let has_right =
        rights.into_iter().any(|rook| (rook.file().index() > from.file().index()) == short);
    if !has_right {
        return format!("there is no right to castle on the {side} side (king or rook has moved)");
    }
    if let Some(checker) = position.checkers().first() {
        return format!("a king in check may not castle, and {checker} gives check");
    }
    let attacked = (attacks::between(from, to) | to.into())
        .into_iter()
        .find(|&square| position.is_attacked(square, !us));
    if let Some(square) = attacked {
        let by = (position.attackers(square, position.occupied()) & position.color(!us)).first();
        let by = by.map_or(String::new(), |by| format!(" from {by}"));
        return format!("the king would pass or reach {square}, which is attacked{by}");
    }
    "between king and rook something stands in the way".to_string()
}

fn pawn(position: &Position, from: Square, to: Square) -> Option<String> {
    let us = position.turn();
    let taken = position.occupied().contains(to);
    let same_file = from.file() == to.file();
    if attacks::pawn(us, from).contains(to) {
        let empty = !taken && position.en_passant() != Some(to);
        return empty.then(|| format!("a pawn moves aslant only to take, and {to} is empty"));
    }
    let ahead = to.rank().index() as i32 - from.rank().index() as i32;
    let ahead = if us == Color::White { ahead } else { -ahead };
    let home = if us == Color::White { 1 } else { 6 };
    match ahead {
        1 if same_file && taken => Some(format!("the pawn's way is blocked on {to}")),
        1 if same_file => None,
        2 if same_file && from.rank().index() == home => {
            let blocked = (attacks::between(from, to) | to.into()) & position.occupied();
            blocked.first().map(|on| format!("the pawn's way is blocked on {on}"))
        }
        2 if same_file => Some("only a pawn that has not moved may go two squares".to_string()),
        _ => Some(format!("a pawn does not move from {from} to {to}")),
    }
}

/// The man moves so, but the own king would be, or stay, in check.
fn exposes(position: &Position, from: Square, to: Square) -> String {
    let us = position.turn();
    let is_king = position.piece_on(from) == Some(Piece::King);
    let Some(king) = (if is_king { Some(to) } else { position.king(us) }) else {
        return "it is not legal here".to_string();
    };
    let after = (position.occupied() & !Bitboard::of(from)) | to.into();
    let attackers = position.attackers(king, after) & position.color(!us) & !Bitboard::of(to);
    match attackers.first() {
        Some(by) if is_king => format!("the king would stand in check from {by}"),
        Some(by) if position.is_check() => {
            format!("the king on {king} would stay in check from {by}")
        }
        Some(by) => format!("the king on {king} would stand in check from {by}"),
        None => {
            "it is not legal here; a pawn that reaches the last row must become a piece".to_string()
        }
    }
}
