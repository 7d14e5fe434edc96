//! Demands, laws and men in the words of a chess player.

use super::{CONDITION, EXPECT, MAN, MOVE, PASSED, RIGHTS, WHERE};
use crate::chess::{ChessPlan, ChessSketch};
use crate::demands::{Demands, of_line};
use crate::plan::Part;
use zugwerk_chess::{Bitboard, Color, Man, Position, Setup, Square, laws};
use zugwerk_logic::Law;

/// Laws that everyone takes for granted: they are named only where no other law is.
const GRANTED: [&str; 4] = [laws::TURN, laws::OWN, laws::KING_TAKEN, laws::PROMOTION];

/// How each piece moves, by [`Piece::index`](zugwerk_chess::Piece::index).
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
    /// Demands and laws one by one, squares together.
    pub(super) fn of(&self, named: &[Law]) -> Vec<String> {
        let of_squares = |law: &&Law| law.name == MAN;
        let of_sketch = |law: &Law| [WHERE, MOVE, CONDITION, EXPECT, MAN].contains(&law.name);
        let granted = |law: &Law| GRANTED.contains(&law.name);
        let telling = named.iter().any(|law| !of_sketch(law) && !granted(law));
        let others = named.iter().filter(|law| !(of_squares(law) || telling && granted(law)));
        let mut sentences: Vec<String> = others.map(|law| self.sentence(law)).collect();
        let squares = named.iter().filter(of_squares).map(|law| Square::new(law.subject as usize));
        sentences.extend(squares_in_words(&self.sketch.start.setup, squares.collect()));
        if !telling {
            sentences.extend(named.iter().filter_map(|law| self.missing(law)));
        }
        sentences
    }

    /// That the man which is to make the first move is not there.
    fn missing(&self, law: &Law) -> Option<String> {
        let setup = &self.sketch.start.setup;
        let first = self.plan.parts.iter().position(|part| matches!(part, Part::Some(..)));
        let shape = match self.plan.parts.get(law.subject as usize)? {
            Part::Some(shape, _) if law.name == MOVE && first == Some(law.subject as usize) => {
                shape
            }
            _ => return None,
        };
        let own = |square: &Square| {
            let man = setup.men[square.index()].filter(|man| man.color == setup.turn);
            man.is_some_and(|man| shape.kind.is_none_or(|kind| kind == man.piece))
        };
        if self.sketch.start.holes.any() || shape.from.into_iter().any(|square| own(&square)) {
            return None;
        }
        let (turn, man) =
            (setup.turn, shape.kind.map_or("man".to_string(), |kind| kind.to_string()));
        Some(match shape.from.only() {
            Some(square) => format!("no {turn} {man} stands on {square}"),
            None if shape.from == Bitboard::ALL => format!("there is no {turn} {man}"),
            None => format!("no {turn} {man} stands there"),
        })
    }

    /// That the line has so many plies.
    pub(super) fn of_line(&self, plies: usize) -> String {
        let start = match self.sketch.start.known() {
            Some(position) if position == Position::start() => "the usual start".to_string(),
            Some(position) => Setup::from(&position).placement(),
            None => "a legal start of this kind".to_string(),
        };
        of_line(plies, &start)
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
                Some(piece) => format!("by the laws, {}", WAYS[piece]),
                None => format!("by the laws, {name}"),
            },
        }
    }
}

/// The men of a core: one by one where they are few, else together.
fn squares_in_words(setup: &Setup, squares: Bitboard) -> Vec<String> {
    const FEW: usize = 4;
    let mut sentences = Vec::new();
    for color in Color::ALL {
        let men: Vec<(Square, Man)> = squares
            .into_iter()
            .filter_map(|square| Some((square, setup.men[square.index()]?)))
            .filter(|(_, man)| man.color == color)
            .collect();
        if men.len() <= FEW {
            sentences.extend(men.iter().map(|(square, man)| format!("a {man} stands on {square}")));
        } else {
            let names: Vec<String> =
                men.iter().map(|(square, man)| format!("{}{square}", man.letter())).collect();
            sentences.push(format!("these {color} men stand at the start: {}", names.join(" ")));
        }
    }
    sentences
}
