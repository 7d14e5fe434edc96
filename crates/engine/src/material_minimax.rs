//! Plain minimax over material, as a first chess program has it: every line to a fixed depth, pawn 1,
//! knight and bishop 3, rook 5, queen 9. It is there for comparison, and as a test's reference.

use crate::value::{INFINITE, mated_in};
use zugwerk_chess::{Color, Move, Position, Role};

/// What the side to move has more in material, in hundredths of a pawn.
pub fn material(position: &Position) -> i32 {
    let worth = |color: Color| -> i32 {
        let count = |role| position.pieces(color, role).len() as i32;
        100 * count(Role::Pawn)
            + 300 * (count(Role::Knight) + count(Role::Bishop))
            + 500 * count(Role::Rook)
            + 900 * count(Role::Queen)
    };
    worth(position.turn()) - worth(!position.turn())
}

/// The best move by minimax to `depth` plies, and its value; the first of several, `None` where there is
/// no move.
///
/// ```
/// use zugwerk_engine::material_minimax;
/// let position = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1".parse().unwrap();
/// let (best, value) = material_minimax::best_move(&position, 3).unwrap();
/// assert_eq!(position.uci(best), "e4d5");
/// assert_eq!(value, 100);
/// ```
pub fn best_move(position: &Position, depth: u32) -> Option<(Move, i32)> {
    let mut best: Option<(Move, i32)> = None;
    for &m in &position.legal_moves() {
        let value = -minimax(&position.play(m), depth.saturating_sub(1), 1);
        if best.is_none_or(|(_, other)| value > other) {
            best = Some((m, value));
        }
    }
    best
}

/// The value of a position for the side to move; a mate is the better the sooner it comes.
fn minimax(position: &Position, depth: u32, ply: usize) -> i32 {
    if depth == 0 && position.has_moves() {
        return material(position);
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_check() { mated_in(ply) } else { 0 };
    }
    moves
        .iter()
        .map(|m| -minimax(&position.play(*m), depth - 1, ply + 1))
        .max()
        .unwrap_or(-INFINITE)
}
