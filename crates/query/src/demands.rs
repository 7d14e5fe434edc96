//! The demands of a sketch in the words of its author, for sentences that say why they cannot be met.

use crate::plan::{Part, plies};
use crate::sketch::{Atom, Formula, Sketch};

/// What a sketch asks for, part by part.
#[derive(Clone, Debug, Default)]
pub struct Demands {
    condition: Vec<String>,
    /// What `expect` asks for.
    pub expect: Vec<String>,
    source: String,
}

impl Demands {
    /// The demands of a sketch that was read from `source`.
    pub fn of(sketch: &Sketch, source: &str) -> Demands {
        let texts = |formula: &Formula<Atom>| {
            formula.demands().into_iter().map(|demand| demand.text(source)).collect()
        };
        Demands {
            condition: sketch.condition.as_ref().map(texts).unwrap_or_default(),
            expect: texts(&sketch.expect),
            source: source.to_string(),
        }
    }

    /// A condition in brackets as it was written.
    pub fn text(&self, span: &crate::sketch::Span) -> &str {
        self.source.get(span.clone()).unwrap_or("[ ]")
    }

    /// A part of what `where` asks for.
    pub fn of_start(&self, number: usize) -> String {
        let text = self.condition.get(number).map_or("", String::as_str);
        format!("the sketch wants a start with {text}")
    }

    /// A part of what `expect` asks for.
    pub fn of_end(&self, number: usize) -> String {
        let text = self.expect.get(number).map_or("", String::as_str);
        format!("the sketch expects {text} at the end")
    }

    /// A move or a condition of the line, of which this many plies were played before.
    pub fn of_part<S, A>(&self, parts: &[Part<S, A>], number: usize, played: usize) -> String {
        let word = match parts.get(number) {
            Some(Part::Condition(_, span)) => {
                return format!("the sketch wants {}", self.text(span));
            }
            Some(Part::Exists(_, word)) => word.text.as_str(),
            _ => "*",
        };
        let at = ordinal(played + plies(&parts[..number]) + 1);
        format!("the sketch wants {word} as {at} move of the line")
    }
}

/// That a line has `plies`, from a start.
pub fn of_line(plies: usize, start: &str) -> String {
    match plies {
        0 => format!("the position is {start}"),
        1 => format!("the line has one legal move, from {start}"),
        _ => format!("the line has {plies} legal plies, from {start}"),
    }
}

fn ordinal(number: usize) -> String {
    match number {
        1 => "first".to_string(),
        2 => "second".to_string(),
        3 => "third".to_string(),
        number => format!("{number}th"),
    }
}
