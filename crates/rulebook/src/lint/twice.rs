//! Rules that are written twice.

use crate::Span;
use crate::ast::{Quoted, Rulebook};
use std::fmt::Debug;

/// Moves, laws and ends that say the same word by word, whatever their sentences: where the first and the second of them
/// stand, and what the second is called.
pub fn written_twice(book: &Rulebook) -> Vec<(Span, Span, String)> {
    let name = |sentence: &Option<Quoted>, otherwise: &str| match sentence {
        Some(quoted) => format!("\"{}\"", quoted.text),
        None => otherwise.to_string(),
    };
    let mut all: Vec<(String, Span, String)> = Vec::new();
    // A part of a move belongs to the move above it, and two moves with a part each may well begin alike.
    let with_parts = |at: usize| book.parts.iter().any(|then| then.above == at);
    for (_, rule) in book.moves.iter().enumerate().filter(|(at, _)| !with_parts(*at)) {
        let conditions: Vec<_> =
            rule.conditions.iter().map(|condition| &condition.formula).collect();
        let says = shape(&(
            (&rule.name, rule.merge),
            &rule.header,
            conditions,
            &rule.effects,
            (&rule.repeat, rule.most.as_ref().map(|(most, _)| most)),
        ));
        all.push((format!("move {says}"), rule.span.clone(), name(&rule.sentence, "a rule")));
    }
    for (word, laws) in [("never", &book.never), ("again", &book.again)] {
        let laws = laws.iter().map(|law| {
            (
                format!("{word} {}", shape(&law.formula)),
                law.span.clone(),
                name(&law.sentence, "a law"),
            )
        });
        all.extend(laws);
    }
    for end in &book.ends {
        let says = shape(&(&end.result, &end.condition));
        all.push((format!("end {says}"), end.span.clone(), name(&end.sentence, "an end")));
    }
    let mut twice = Vec::new();
    for (at, (says, span, what)) in all.iter().enumerate() {
        if let Some((_, first, _)) = all[..at].iter().find(|(earlier, ..)| earlier == says) {
            twice.push((first.clone(), span.clone(), what.clone()));
        }
    }
    twice
}

/// What a piece of text says, without the places of its words.
fn shape(piece: &impl Debug) -> String {
    let text = format!("{piece:?}");
    let mut parts = text.split("span: ");
    let mut shape = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let rest = part.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
        shape.push_str(rest);
    }
    shape
}
