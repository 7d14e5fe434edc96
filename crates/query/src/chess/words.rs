//! Laws, facts and moves in the words of a chess player.

use super::{ChessStart, Promotion, Shape};
use zugwerk_chess::{Bitboard, Color, Piece, Position, Rank, Role, Setup, Square, laws};
use zugwerk_logic::Law;

/// The facts of a start: a piece on its square, the rights, the double step before it.
pub const PIECE: &str = "what stands on a square";
pub const RIGHTS: &str = "the rights to castle";
pub const PASSED: &str = "the last move before the start";

/// How each piece moves, by [`Role::index`].
const WAYS: [&str; 6] = [
    "a pawn moves one step ahead, two from where it began, or takes one step diagonally",
    "a knight moves by a leap of two squares and one to the side",
    "a bishop moves on diagonals only",
    "a rook moves on ranks and files only",
    "a queen moves on ranks, files and diagonals only",
    "a king moves one step, or castles",
];

/// Whether a law is not to be put aside.
pub fn is_given(start: &ChessStart, law: &Law, names_a_move: bool) -> bool {
    const MOVING: [&str; 3] = [laws::ONE_MOVE, laws::CHANGE, laws::TURN];
    // Castling and en passant are on the mind of those who name a move, and of nobody else.
    const PAST: [&str; 3] = [RIGHTS, PASSED, laws::CASTLING_RIGHT];
    MOVING.contains(&law.name)
        || !names_a_move && PAST.contains(&law.name)
        || is_about_nobody(start, law)
}

/// Whether a law is about a piece that neither side has or can get.
fn is_about_nobody(start: &ChessStart, law: &Law) -> bool {
    let stands = |role: Role| start.setup.pieces.iter().flatten().any(|m| m.role == role);
    let pawns = [laws::PAWN_STEP, laws::PAWN_CAPTURE, laws::PROMOTION].contains(&law.name);
    let role = Role::ALL.into_iter().find(|role| laws::MOVEMENT[role.index()] == law.name);
    let role = if pawns { Some(Role::Pawn) } else { role };
    let some = |role| stands(role) || stands(Role::Pawn) && role != Role::King;
    start.holes.is_empty() && role.is_some_and(|role| !some(role))
}

/// Pieces are left out of an explanation first.
pub fn fact(law: &Law) -> Option<u8> {
    match law.name {
        PIECE => Some(0),
        RIGHTS | PASSED => Some(1),
        _ => None,
    }
}

/// Facts in sentences, pieces together.
pub fn facts(start: &ChessStart, facts: &[Law]) -> Vec<String> {
    let others = facts.iter().filter_map(|law| match law.name {
        RIGHTS => Some("the rights to castle are those of the start"),
        PASSED if start.setup.double_push.is_some() => {
            Some("the last move before it was a double step")
        }
        PASSED => Some("the last move before it was no double step"),
        _ => None,
    });
    let pieces = facts.iter().filter(|law| law.name == PIECE);
    let squares = pieces.map(|law| Square::new(law.subject as usize));
    let pieces = pieces_in_words(&start.setup, squares.collect());
    others.map(str::to_string).chain(pieces).collect()
}

/// The laws that can be put aside: the sentences that may be written, and the names.
pub fn laws_to_put_aside() -> Vec<(&'static str, &'static str)> {
    let ways = (0..6).flat_map(|role| {
        [(WAYS[role], laws::MOVEMENT[role]), (laws::MOVEMENT[role], laws::MOVEMENT[role])]
    });
    let others = [
        laws::PATH,
        laws::OWN,
        laws::KING_TAKEN,
        laws::PAWN_STEP,
        laws::PAWN_CAPTURE,
        laws::PROMOTION,
        laws::CASTLING_RIGHT,
        laws::CASTLING_PATH,
        laws::CASTLING_CHECK,
        laws::SAFETY,
    ];
    let also = [("a king is never left in check", laws::SAFETY)];
    others.into_iter().map(|name| (name, name)).chain(ways).chain(also).collect()
}

/// A law in a sentence.
pub fn sentence(law: &Law) -> String {
    let role = laws::MOVEMENT.iter().position(|movement| *movement == law.name);
    role.map_or(law.name, |role| WAYS[role]).to_string()
}

/// What is wrong with the first move itself: there is no such piece, it is the other side's, it cannot be
/// promoted there, or gives no check.
pub fn missing(start: &ChessStart, shape: &Shape) -> Vec<String> {
    if !shape.or.is_empty() || shape.pass {
        return Vec::new();
    }
    let (turn, promotes) = (start.setup.turn, matches!(shape.promotion, Promotion::To(_)));
    let last = Bitboard::rank(Rank::EIGHTH.relative_to(turn));
    if promotes && (shape.to & last).is_empty() {
        return vec![format!("by the laws, {}", laws::PROMOTION)];
    }
    let Some(position) = start.known() else { return Vec::new() };
    let kind = if promotes { Some(Role::Pawn) } else { shape.kind };
    let own = |square: Square| {
        let piece = position.piece_at(square).filter(|piece| piece.color == turn);
        piece.is_some_and(|piece| kind.is_none_or(|kind| kind == piece.role))
    };
    if shape.from.into_iter().any(own) {
        let silent = Shape { check: false, mate: false, ..shape.clone() };
        let what = if shape.mate { "mate" } else { "check" };
        let plays = !silent.moves(&position).is_empty();
        return plays.then(|| format!("this move does not give {what}")).into_iter().collect();
    }
    let piece = kind.map_or("piece".to_string(), |kind| kind.to_string());
    let from = shape.from.only();
    match from.and_then(|square| position.piece_at(square).map(|piece| (square, piece))) {
        Some((square, other)) if other.color != turn => {
            vec![format!("by the laws, {}", laws::TURN), format!("a {other} stands on {square}")]
        }
        _ => vec![match from {
            Some(square) => format!("no {turn} {piece} stands on {square}"),
            None if shape.from == Bitboard::ALL => format!("there is no {turn} {piece}"),
            None => format!("no {turn} {piece} stands there"),
        }],
    }
}

/// The start in an explanation.
pub fn start(start: &ChessStart) -> String {
    match start.known() {
        Some(position) if position == Position::start() => "the usual start".to_string(),
        Some(position) => Setup::from(&position).placement(),
        None => "a legal start of this kind".to_string(),
    }
}

/// The pieces of a core: one by one where they are few, else together.
fn pieces_in_words(setup: &Setup, squares: Bitboard) -> Vec<String> {
    const FEW: usize = 4;
    let mut sentences = Vec::new();
    for color in Color::ALL {
        let pieces: Vec<(Square, Piece)> = squares
            .into_iter()
            .filter_map(|square| Some((square, setup.pieces[square.index()]?)))
            .filter(|(_, piece)| piece.color == color)
            .collect();
        if pieces.len() <= FEW {
            let sentence =
                |(square, piece): &(Square, Piece)| format!("a {piece} stands on {square}");
            sentences.extend(pieces.iter().map(sentence));
        } else {
            let names: Vec<String> = pieces
                .iter()
                .map(|(square, piece)| format!("{}{square}", piece.letter()))
                .collect();
            sentences.push(format!("these {color} pieces stand at the start: {}", names.join(" ")));
        }
    }
    sentences
}
