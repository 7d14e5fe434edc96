//! Moves of a rulebook's game as a sketch writes them, with holes.

use crate::sketch::{Diagnostic, PASS, Word, is_pass};
use zugwerk_game::{Game, Notation};
use zugwerk_rulebook::ground::form::{Family, Written};
use zugwerk_rulebook::{RuleGame, plain};

/// What a move must look like: what is [`plain`] of it, `?` for any of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleShape {
    text: String,
    /// The words of it, where nothing is missing.
    words: Vec<String>,
    /// Other ways it may look.
    others: Vec<RuleShape>,
    /// Nothing moves at all.
    pass: bool,
}

impl RuleShape {
    /// The shape that every move has.
    pub fn any() -> RuleShape {
        let (words, others) = (Vec::new(), Vec::new());
        RuleShape { text: "?".to_string(), words, others, pass: false }
    }

    /// A pass that is no move of the game.
    pub fn is_pass(&self) -> bool {
        self.pass
    }

    /// A move of one of these shapes.
    pub fn one_of(shapes: Vec<RuleShape>) -> Option<RuleShape> {
        let mut shapes = shapes.into_iter();
        let first = shapes.next()?;
        Some(RuleShape { others: shapes.collect(), ..first })
    }

    /// Understands a move, known or with holes.
    pub fn read(game: &RuleGame, word: &Word) -> Result<RuleShape, Diagnostic> {
        let known = tokens(game);
        // Where blanks are left out, `by-1` is `by` and a number, if the game has such numbers.
        let spaced = known.iter().filter(|word| word.starts_with('-')).fold(
            word.text.clone(),
            |text, number| match text.split_once(number) {
                Some((before, after)) if before.ends_with(char::is_alphabetic) => {
                    format!("{before} {number}{after}")
                }
                _ => text,
            },
        );
        let text = plain(&spaced);
        // Where a pass is a move of the game, that is meant by the word.
        if is_pass(word) && !known.contains(&text) {
            return pass(game, word);
        }
        let mut words = Vec::new();
        for piece in text.split('?') {
            let Some(found) = cut(piece, &known) else {
                let mut moves = Vec::new();
                let start = game.start();
                game.moves(&start, &mut moves);
                let example = moves.first().map(|chosen| game.notation(&start, *chosen));
                let example = example.unwrap_or_else(|| "?".to_string());
                let message = format!("{:?} is not a move", word.text);
                let expected =
                    format!("a move like {example}, a hole ?, or a part of a move and ?");
                let lines = ["expect", "from", "game", "play", "always", "where"];
                return Err(Diagnostic::new(word.span.clone(), message, expected)
                    .suggest(&word.text, lines));
            };
            words.extend(found);
        }
        Ok(RuleShape { text, words, others: Vec::new(), pass: false })
    }

    /// Whether every move is of the shape.
    pub fn is_any(&self) -> bool {
        !self.pass && self.text == "?" || self.others.iter().any(RuleShape::is_any)
    }

    /// Whether something is missing.
    pub fn is_hole(&self) -> bool {
        self.text.contains('?') || !self.others.is_empty()
    }

    /// Whether a move of which this is [`plain`] is of the shape.
    pub fn fits(&self, text: &str) -> bool {
        !self.pass && self.fits_alone(text) || self.others.iter().any(|other| other.fits(text))
    }

    fn fits_alone(&self, text: &str) -> bool {
        let Some((first, rest)) = self.text.split_once('?') else { return self.text == text };
        let Some(mut left) = text.strip_prefix(first) else { return false };
        let mut pieces: Vec<&str> = rest.split('?').collect();
        let last = pieces.pop().unwrap_or_default();
        for piece in pieces {
            match left.find(piece) {
                Some(at) => left = &left[at + piece.len()..],
                None => return false,
            }
        }
        left.ends_with(last)
    }

    /// The move with its words apart, as far as it is known.
    pub fn words(&self) -> String {
        self.words.join(" ")
    }
}

/// A pass, where passing means something.
fn pass(game: &RuleGame, word: &Word) -> Result<RuleShape, Diagnostic> {
    let sides = &game.ground().sides;
    let message = if sides.len() < 2 {
        "there is nobody to move when one passes"
    } else if sides.iter().any(|side| !side.again.is_empty()) {
        "a side may move several times here by the rules: there is no pass"
    } else {
        let (words, others) = (Vec::new(), Vec::new());
        return Ok(RuleShape { text: PASS.to_string(), words, others, pass: true });
    };
    Err(Diagnostic::new(word.span.clone(), message, "moves, one after the other"))
}

/// The words that written moves are made of.
fn tokens(game: &RuleGame) -> Vec<String> {
    let ground = game.ground();
    let board = &ground.words.board;
    let mut known: Vec<String> = board.cells().map(|cell| plain(board.name(cell))).collect();
    let families = |families: &[Family], known: &mut Vec<String>| {
        for item in families.iter().flat_map(|family| &family.written) {
            match item {
                Written::Known(word) | Written::Sign(word) => known.push(plain(word)),
                Written::Cell(_) => {}
            }
        }
    };
    for side in &ground.sides {
        families(&side.families, &mut known);
        side.parts.iter().for_each(|part| families(&part.families, &mut known));
    }
    known.retain(|word| !word.is_empty());
    known.sort();
    known.dedup();
    known
}

/// The words that a text is made of; none where it is made of others.
fn cut(text: &str, known: &[String]) -> Option<Vec<String>> {
    // By place in the text: the word that ends there, where the text up to there can be cut.
    let mut ends: Vec<Option<&str>> = vec![None; text.len() + 1];
    ends[0] = Some("");
    for at in 0..text.len() {
        if ends[at].is_none() || !text.is_char_boundary(at) {
            continue;
        }
        for word in known.iter().filter(|word| text[at..].starts_with(word.as_str())) {
            ends[at + word.len()] = Some(word);
        }
    }
    let (mut at, mut words) = (text.len(), Vec::new());
    while at > 0 {
        let word = ends[at]?;
        words.push(word.to_string());
        at -= word.len();
    }
    words.reverse();
    Some(words)
}
