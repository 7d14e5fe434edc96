//! The text of a sketch: from characters to a tree, the same for every game.
//!
//! What the words mean to a game (is this a move, is there such a square?) is decided later, by that
//! game; here is only the grammar, written out in `docs/sketches.md`.

mod lexer;
mod parser;
mod wording;

pub use parser::{ROOMS, parse};
pub use zugwerk_rulebook::{Diagnostic, Span};

use zugwerk_logic::{Bit, Constraints};
use zugwerk_rulebook::ast::Expr;

/// A piece of the text and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The characters.
    pub text: String,
    /// Where they stand.
    pub span: Span,
}

/// Whether a word of the line of play says that the side to move passes.
pub fn is_pass(word: &Word) -> bool {
    word.text == PASS || word.text == "--"
}

/// How a pass is written.
pub const PASS: &str = "pass";

/// A sketch as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Sketch {
    /// The name of the game.
    pub game: Word,
    /// The name is that of a file with its rules.
    pub file: bool,
    /// Values for the parameters of its rulebook.
    pub settings: Vec<(Word, i64)>,
    /// The position to start from: a text in quotes, or the word `start`.
    pub from: Start,
    /// What the start must be like where it has holes.
    pub condition: Option<Formula<Atom>>,
    /// The line of play.
    pub play: Vec<Step>,
    /// What is asked of the final position.
    pub expect: Formula<Atom>,
    /// Laws that are put aside.
    pub without: Vec<Word>,
    /// The only laws that are not put aside, where there are such lines.
    pub with_only: Vec<Word>,
    /// Where it says that one plan must serve every filling of the start.
    pub for_all: Option<Span>,
    /// What is asked of every position that play can reach, and where that stands: then there is no line
    /// of play and no end.
    pub always: Option<(Formula<Atom>, Span)>,
    /// A position is to be found: what is asked always is the contrary.
    pub finds: bool,
}

impl Sketch {
    /// The first statement of this kind, wherever it stands.
    pub fn find(&self, kind: &impl Fn(&Atom) -> bool) -> Option<&Atom> {
        fn in_steps<'a>(steps: &'a [Step], kind: &impl Fn(&Atom) -> bool) -> Option<&'a Atom> {
            steps.iter().find_map(|step| match step {
                Step::Condition(formula, _) => formula.find(kind),
                Step::Repeat { steps, .. } => in_steps(steps, kind),
                _ => None,
            })
        }
        let always = self.always.as_ref().map(|(formula, _)| formula);
        let formulas = [self.condition.as_ref(), Some(&self.expect), always];
        let mut formulas = formulas.into_iter().flatten();
        formulas.find_map(|formula| formula.find(kind)).or_else(|| in_steps(&self.play, kind))
    }
}

/// Where a sketch starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// `from start`, or nothing said.
    Usual,
    /// `from "…"`.
    Position(Word),
}

/// A part of the line of play.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A known move or a hole, to be chosen by whoever asks.
    Exists(Word),
    /// `(e4 or d4)`: one of several, chosen by whoever asks; and all of it.
    Choice(Vec<Word>, Word),
    /// `*`: every legal reply.
    ForAll(Span),
    /// `series`: these moves are all of one side, the other one passes between them.
    Series(Vec<Step>, Span),
    /// `[ … ]`: asked of the position at this point.
    Condition(Formula<Atom>, Span),
    /// Steps played several times in a row.
    Repeat {
        /// What is repeated.
        steps: Vec<Step>,
        /// How often at least.
        least: usize,
        /// How often at most.
        most: usize,
        /// The place of the numbers.
        span: Span,
    },
}

/// A formula over statements of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula<A> {
    /// A statement.
    Atom(A),
    /// The contrary.
    Not(Box<Formula<A>>),
    /// All of these.
    And(Vec<Formula<A>>),
    /// One of these.
    Or(Vec<Formula<A>>),
}

impl<A> Formula<A> {
    /// The same formula over other statements.
    pub fn try_map<B, E>(&self, map: &mut impl FnMut(&A) -> Result<B, E>) -> Result<Formula<B>, E> {
        Ok(match self {
            Formula::Atom(atom) => Formula::Atom(map(atom)?),
            Formula::Not(inner) => Formula::Not(Box::new(inner.try_map(map)?)),
            Formula::And(all) => {
                Formula::And(all.iter().map(|f| f.try_map(map)).collect::<Result<_, _>>()?)
            }
            Formula::Or(any) => {
                Formula::Or(any.iter().map(|f| f.try_map(map)).collect::<Result<_, _>>()?)
            }
        })
    }

    /// Whether the formula is true, given which statements are.
    pub fn holds(&self, truth: &mut impl FnMut(&A) -> bool) -> bool {
        match self {
            Formula::Atom(atom) => truth(atom),
            Formula::Not(inner) => !inner.holds(truth),
            Formula::And(all) => all.iter().all(|f| f.holds(truth)),
            Formula::Or(any) => any.iter().any(|f| f.holds(truth)),
        }
    }

    /// Whether one of the statements is of this kind.
    pub fn mentions(&self, kind: &impl Fn(&A) -> bool) -> bool {
        self.find(kind).is_some()
    }

    /// The first statement of this kind.
    fn find(&self, kind: &impl Fn(&A) -> bool) -> Option<&A> {
        match self {
            Formula::Atom(atom) => Some(atom).filter(|atom| kind(atom)),
            Formula::Not(inner) => inner.find(kind),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().find_map(|f| f.find(kind)),
        }
    }

    /// The parts that must all hold.
    pub fn demands(&self) -> Vec<&Formula<A>> {
        match self {
            Formula::And(all) => all.iter().flat_map(|f| f.demands()).collect(),
            other => vec![other],
        }
    }
}

impl Formula<Atom> {
    /// The formula as it stands in the text, on one line.
    pub fn text(&self, source: &str) -> String {
        let join = |parts: &[Formula<Atom>], word: &str| {
            let parts: Vec<String> = parts.iter().map(|part| part.text(source)).collect();
            format!("({})", parts.join(word))
        };
        match self {
            Formula::Atom(atom) => {
                let text = source.get(atom.span.clone()).unwrap_or(&atom.name.text);
                text.split_whitespace().collect::<Vec<_>>().join(" ")
            }
            Formula::Not(inner) => format!("not {}", inner.text(source)),
            Formula::And(all) => join(all, " and "),
            Formula::Or(any) => join(any, " or "),
        }
    }
}

/// A statement as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Atom {
    /// The statement where it is a formula in the language of rulebooks: then nothing else is said of it.
    pub expr: Option<Box<Expr>>,
    /// The word it begins with.
    pub name: Word,
    /// The words after it, or in its parentheses.
    pub arguments: Vec<Word>,
    /// A text in quotes after it.
    pub quoted: Option<Word>,
    /// What it is compared with.
    pub comparison: Option<(Comparison, Word)>,
    /// The words in parentheses after what it is compared with, as in `count(white) > count(black)`.
    pub compared: Vec<Word>,
    /// All of it.
    pub span: Span,
}

/// How two things are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Comparison {
    Equal,
    Different,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Comparison {
    /// Whether it holds between two numbers.
    pub fn holds<N: Ord>(self, left: N, right: N) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::Different => left != right,
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::More => left > right,
            Comparison::AtLeast => left >= right,
        }
    }
    /// What holds where it does not.
    pub(crate) fn contrary(self) -> Comparison {
        match self {
            Comparison::Equal => Comparison::Different,
            Comparison::Different => Comparison::Equal,
            Comparison::Less => Comparison::AtLeast,
            Comparison::AtMost => Comparison::More,
            Comparison::More => Comparison::AtMost,
            Comparison::AtLeast => Comparison::Less,
        }
    }

    /// The bit defined to be true where it holds between how many of the bits on the left and of those on the
    /// right are true.
    pub(crate) fn of_counts(
        self,
        c: &mut impl Constraints,
        left: Vec<Bit>,
        right: Vec<Bit>,
    ) -> Bit {
        // Those on the left and those that are missing on the right, against all there could be there.
        let all = right.len();
        let bits = left.into_iter().chain(right.into_iter().map(|bit| !bit));
        self.of_count(c, bits.collect(), all)
    }

    /// The bit defined to be true where it holds between how many of `bits` are true and a number.
    pub(crate) fn of_count(
        self,
        c: &mut impl Constraints,
        mut bits: Vec<Bit>,
        number: usize,
    ) -> Bit {
        // Counters grow with the number: leave out what is known.
        let sure = bits.iter().filter(|&&bit| bit == Bit::TRUE).count();
        bits.retain(|bit| bit.value().is_none());
        let mut at_least = |number: usize| match number.checked_sub(sure) {
            None | Some(0) => Bit::TRUE,
            Some(more) if more > bits.len() => Bit::FALSE,
            Some(more) => c.counts(more, &bits),
        };
        match self {
            Comparison::AtLeast => at_least(number),
            Comparison::More => at_least(number.saturating_add(1)),
            Comparison::Less => !at_least(number),
            Comparison::AtMost => !at_least(number.saturating_add(1)),
            Comparison::Equal | Comparison::Different => {
                let (least, more) = (at_least(number), at_least(number.saturating_add(1)));
                let equal = c.and(&[least, !more]);
                if self == Comparison::Equal { equal } else { !equal }
            }
        }
    }
}
