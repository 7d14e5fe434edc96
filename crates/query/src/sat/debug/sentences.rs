//! Demands, laws and pieces in the words of a chess player.

use super::{CONDITION, EXPECT, MAN, MOVE, PASSED, RIGHTS, WHERE, is_known_move};
use crate::chess::{ChessPlan, ChessSketch, Promotion, Shape};
use crate::demands::{Demands, of_line};
use crate::plan::{Part, plies};
use zugwerk_chess::{Bitboard, Color, Piece, Position, Rank, Role, Setup, Square, laws};
use zugwerk_logic::Law;

/// How each piece moves, by [`Role::index`](zugwerk_chess::Piece::index).
const WAYS: [&str; 6] = [
    "a pawn moves one step ahead, two from where it began, or takes one step diagonally",
    "a knight moves by a leap of two squares and one to the side",
    "a bishop moves on diagonals only",
    "a rook moves on ranks and files only",
    "a queen moves on ranks, files and diagonals only",
    "a king moves one step, or castles",
];

/// Who puts it into words.
pub(super) struct Sentences<'a> {
    pub(super) sketch: &'a ChessSketch,
    pub(super) plan: &'a ChessPlan,
    pub(super) demands: &'a Demands,
    /// Plies of the line that have been played before the start.
    pub(super) played: usize,
}

impl Sentences<'_> {
    /// Demands and laws one by one, pieces together.
    pub(super) fn of(&self, named: &[Law]) -> Vec<String> {
        let of_sketch = |law: &Law| [WHERE, MOVE, CONDITION, EXPECT].contains(&law.name);
        let (pieces, others): (Vec<&Law>, Vec<&Law>) =
            named.iter().partition(|law| law.name == MAN);
        let mut sentences: Vec<String> = others.iter().map(|law| self.sentence(law)).collect();
        if others.iter().all(|law| of_sketch(law)) {
            sentences.extend(named.iter().flat_map(|law| self.missing(law)));
        }
        let squares = pieces.iter().map(|law| Square::new(law.subject as usize));
        sentences.extend(pieces_in_words(&self.sketch.start.setup, squares.collect()));
        let demands = || others.iter().filter(|law| of_sketch(law));
        let known_moves =
            demands().count() > 0 && demands().all(|law| is_known_move(self.plan, law));
        if !known_moves {
            sentences.push(self.of_line());
        }
        sentences
    }

    /// Demands alone, and the line.
    pub(super) fn of_demands(&self, wanted: &[Law]) -> Vec<String> {
        let sentences = wanted.iter().map(|law| self.sentence(law));
        sentences.chain([self.of_line()]).collect()
    }

    /// What is wrong with the first move itself: there is no such piece, it is the other side's, it cannot be
    /// promoted there, or gives no check.
    fn missing(&self, law: &Law) -> Vec<String> {
        let setup = &self.sketch.start.setup;
        let first = self.plan.parts.iter().position(|part| matches!(part, Part::Some(..)));
        let shape = match self.plan.parts.get(law.subject as usize) {
            Some(Part::Some(shape, _))
                if law.name == MOVE && first == Some(law.subject as usize) =>
            {
                shape
            }
            _ => return Vec::new(),
        };
        let (turn, promotes) = (setup.turn, matches!(shape.promotion, Promotion::To(_)));
        let last = Bitboard::rank(Rank::new(7).relative_to(turn));
        if promotes && (shape.to & last).is_empty() {
            return vec![format!("by the laws, {}", laws::PROMOTION)];
        }
        let Some(position) = self.sketch.start.known() else { return Vec::new() };
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
        let piece = kind.map_or("man".to_string(), |kind| kind.to_string());
        let from = shape.from.only();
        match from.and_then(|square| position.piece_at(square).map(|piece| (square, piece))) {
            Some((square, other)) if other.color != turn => vec![
                format!("by the laws, {}", laws::TURN),
                format!("a {other} stands on {square}"),
            ],
            _ => vec![match from {
                Some(square) => format!("no {turn} {piece} stands on {square}"),
                None if shape.from == Bitboard::ALL => format!("there is no {turn} {piece}"),
                None => format!("no {turn} {piece} stands there"),
            }],
        }
    }

    /// That the line has so many plies.
    fn of_line(&self) -> String {
        let start = match self.sketch.start.known() {
            Some(position) if position == Position::start() => "the usual start".to_string(),
            Some(position) => Setup::from(&position).placement(),
            None => "a legal start of this kind".to_string(),
        };
        let line = of_line(plies(&self.plan.parts), &start);
        if self.plan.has_every() { format!("{line}, or fewer where the game ends") } else { line }
    }

    /// A law or a demand.
    fn sentence(&self, law: &Law) -> String {
        let Sentences { sketch, plan, demands, played } = self;
        let number = law.subject as usize;
        match law.name {
            RIGHTS => "the rights to castle are those of the start".to_string(),
            PASSED if sketch.start.setup.passed.is_some() => {
                "the last move before it was a double step".to_string()
            }
            PASSED => "the last move before it was no double step".to_string(),
            WHERE => demands.of_start(number),
            EXPECT => demands.of_end(number),
            MOVE | CONDITION => demands.of_part(&plan.parts, number, *played),
            name => match laws::MOVEMENT.iter().position(|law| *law == name) {
                Some(role) => format!("by the laws, {}", WAYS[role]),
                None => format!("by the laws, {name}"),
            },
        }
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
            sentences.extend(
                pieces.iter().map(|(square, piece)| format!("a {piece} stands on {square}")),
            );
        } else {
            let names: Vec<String> = pieces
                .iter()
                .map(|(square, piece)| format!("{}{square}", piece.letter()))
                .collect();
            sentences.push(format!("these {color} men stand at the start: {}", names.join(" ")));
        }
    }
    sentences
}
