//! A rulebook without one of its rules.

use super::Fault;
use crate::Span;
use crate::ast::{Condition, Move, Rulebook};
use crate::reduced::never;

/// A rulebook from which something was taken away.
pub struct Variant {
    pub book: Rulebook,
    /// What it is where nobody notices.
    pub fault: Fault,
    /// Where it stood.
    pub span: Option<Span>,
    /// What to say then.
    pub message: String,
    /// The rule that it belongs to, as it is called.
    pub rule: Option<String>,
    place: Place,
}

/// A move or a part of one, by its number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Move(usize),
    Part(usize),
    Elsewhere,
}

/// Every rule taken away in its turn: moves and their parts before their conditions, then laws and ends.
pub fn variants(book: &Rulebook) -> Vec<Variant> {
    let mut all = Vec::new();
    for place in places(book) {
        all.extend(switched_off(book, place));
    }
    for place in places(book) {
        all.extend(weakened(book, place));
    }
    for (at, law) in book.never.iter().enumerate() {
        let mut other = book.clone();
        other.never.remove(at);
        let name = called(law.sentence.as_ref().map(|s| s.text.as_str()), "a law never");
        all.push(variant(
            other,
            Fault::Redundant,
            law.span.clone(),
            format!("{name} forbids nothing"),
        ));
    }
    for (at, law) in book.again.iter().enumerate() {
        let mut other = book.clone();
        other.again.remove(at);
        let name = called(law.sentence.as_ref().map(|s| s.text.as_str()), "a second move");
        all.push(variant(
            other,
            Fault::NeverApplies,
            law.span.clone(),
            format!("{name} never comes about"),
        ));
    }
    for (at, end) in book.ends.iter().enumerate() {
        let mut other = book.clone();
        other.ends.remove(at);
        let name = called(end.sentence.as_ref().map(|s| s.text.as_str()), "an end");
        let message = format!("{name} decides no game");
        all.push(variant(other, Fault::NeverEnds, end.span.clone(), message));
    }
    all
}

/// The rulebook in which nothing but the end at this place decides a game.
pub fn with_one_end(book: &Rulebook, span: &Span) -> Rulebook {
    let mut other = book.clone();
    other.ends.retain(|end| end.span == *span);
    other
}

/// The variants of a rule that never applies, each with one condition less and switched on; the message is the
/// condition.
pub fn without_a_condition(book: &Rulebook, of: &Variant) -> Vec<Variant> {
    weakened(book, of.place)
        .into_iter()
        .map(|mut weaker| {
            weaker.message =
                weaker.message.split(" forbids").next().unwrap_or_default().to_string();
            weaker
        })
        .collect()
}

fn variant(book: Rulebook, fault: Fault, span: Span, message: String) -> Variant {
    Variant { book, fault, span: Some(span), message, rule: None, place: Place::Elsewhere }
}

fn places(book: &Rulebook) -> Vec<Place> {
    let moves = (0..book.moves.len()).map(Place::Move);
    moves.chain((0..book.parts.len()).map(Place::Part)).collect()
}

fn rule(book: &Rulebook, place: Place) -> Option<&Move> {
    match place {
        Place::Move(at) => book.moves.get(at),
        Place::Part(at) => book.parts.get(at).map(|then| &then.part),
        Place::Elsewhere => None,
    }
}

fn rule_mut(book: &mut Rulebook, place: Place) -> Option<&mut Move> {
    match place {
        Place::Move(at) => book.moves.get_mut(at),
        Place::Part(at) => book.parts.get_mut(at).map(|then| &mut then.part),
        Place::Elsewhere => None,
    }
}

/// The rule with a condition that is never true.
fn switched_off(book: &Rulebook, place: Place) -> Option<Variant> {
    let rule = rule(book, place)?;
    let name = rule_name(rule);
    let mut other = book.clone();
    rule_mut(&mut other, place)?.conditions.push(Condition { formula: never()?, sentence: None });
    let message = format!("{name} never applies");
    let span = rule.span.clone();
    let book = variant(other, Fault::NeverApplies, span, message);
    Some(Variant { rule: Some(name), place, ..book })
}

/// The rule without each of its conditions.
fn weakened(book: &Rulebook, place: Place) -> Vec<Variant> {
    let Some(rule) = rule(book, place) else { return Vec::new() };
    // A rule that repeats without what bounds it has no end of moves.
    if rule.repeat.is_some() || rule.most.is_some() {
        return Vec::new();
    }
    let name = rule_name(rule);
    let without = |at: usize| {
        let mut other = book.clone();
        let condition = rule_mut(&mut other, place)?.conditions.remove(at);
        let span = condition.formula.span.clone();
        let what = match &condition.sentence {
            Some(sentence) => format!("\"{}\"", sentence.text),
            None => format!("condition {} of {name}", at + 1),
        };
        let found = variant(other, Fault::Redundant, span, format!("{what} forbids nothing"));
        Some(Variant { rule: Some(name.clone()), place, ..found })
    };
    (0..rule.conditions.len()).filter_map(without).collect()
}

fn rule_name(rule: &Move) -> String {
    let name = rule.name.as_ref().map(|name| name.text.as_str());
    called(rule.sentence.as_ref().map(|s| s.text.as_str()).or(name), "a rule without a sentence")
}

fn called(sentence: Option<&str>, otherwise: &str) -> String {
    sentence.map_or(otherwise.to_string(), |sentence| format!("\"{sentence}\""))
}
