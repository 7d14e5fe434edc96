//! Demands, laws and men in the words of a chess player.

use super::{CONDITION, EXPECT, MAN, MOVE, PASSED, RIGHTS, WHERE};
use crate::chess::{ChessPlan, ChessSketch};
use crate::plan::Part;
use zugwerk_chess::{Bitboard, Color, Man, Position, Setup, Square, laws};
use zugwerk_logic::Law;

/// The demands of a sketch in the words of its author, for the sentences.
#[derive(Clone, Debug, Default)]
pub struct Demands {
    /// What `where` asks for, part by part.
    pub condition: Vec<String>,
    /// What `expect` asks for, part by part.
    pub expect: Vec<String>,
    /// The text of the sketch.
    pub source: String,
}

/// Laws that everyone takes for granted: they are named only where no other law is.
const GRANTED: [&str; 4] = [laws::TURN, laws::OWN, laws::KING_TAKEN, laws::PROMOTION];

/// Who puts it into words.
pub(super) struct Sentences<'a> {
    pub(super) sketch: &'a ChessSketch,
    pub(super) plan: &'a ChessPlan,
    pub(super) demands: &'a Demands,
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
        sentences
    }

    /// That the line has so many plies.
    pub(super) fn of_line(&self, plies: usize) -> String {
        let start = match self.sketch.start.known() {
            Some(position) if position == Position::start() => "the usual start".to_string(),
            Some(position) => Setup::from(&position).placement(),
            None => "a legal start of this kind".to_string(),
        };
        match plies {
            0 => format!("the position is {start}"),
            1 => format!("the line has one legal move, from {start}"),
            _ => format!("the line has {plies} legal plies, from {start}"),
        }
    }

    /// A law or a demand.
    fn sentence(&self, law: &Law) -> String {
        let Sentences { sketch, plan, demands } = self;
        let number = law.subject as usize;
        let text = |texts: &[String]| texts.get(number).cloned().unwrap_or_default();
        match law.name {
            RIGHTS => "the rights to castle are those of the start".to_string(),
            PASSED if sketch.start.setup.passed.is_some() => {
                "the last move before the start was a double step".to_string()
            }
            PASSED => "the last move before the start was no double step".to_string(),
            WHERE => format!("the sketch wants a start with {}", text(&demands.condition)),
            EXPECT => format!("the sketch expects {} at the end", text(&demands.expect)),
            MOVE => {
                let plies = plan.parts[..number].iter();
                let before = plies.filter(|part| !matches!(part, Part::Condition(..))).count();
                let word = match plan.parts.get(number) {
                    Some(Part::Some(_, word)) => word.text.as_str(),
                    _ => "?",
                };
                format!("the sketch wants {word} as {} move of the line", ordinal(before + 1))
            }
            CONDITION => {
                let span = match plan.parts.get(number) {
                    Some(Part::Condition(_, span)) => span.clone(),
                    _ => 0..0,
                };
                let text = demands.source.get(span).unwrap_or("");
                format!("the sketch wants {text}")
            }
            name => {
                match name.strip_prefix("how a ").and_then(|rest| rest.strip_suffix(" moves")) {
                    Some(piece) => format!("by the laws, a {piece} goes only where a {piece} goes"),
                    None => format!("by the laws, {name}"),
                }
            }
        }
    }
}

/// The squares of a core: one by one where they are few, else together.
fn squares_in_words(setup: &Setup, squares: Bitboard) -> Vec<String> {
    const FEW: usize = 4;
    const MANY: usize = 9;
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
    let empty: Vec<String> = squares
        .into_iter()
        .filter(|square| setup.men[square.index()].is_none())
        .map(|square| square.to_string())
        .collect();
    match empty.len() {
        0 => {}
        1 => sentences.push(format!("{} is empty at the start", empty[0])),
        MANY.. => sentences.push("but for its men the board is empty at the start".to_string()),
        _ => sentences.push(format!("these squares are empty at the start: {}", empty.join(" "))),
    }
    sentences
}

fn ordinal(number: usize) -> String {
    match number {
        1 => "first".to_string(),
        2 => "second".to_string(),
        3 => "third".to_string(),
        number => format!("{number}th"),
    }
}
