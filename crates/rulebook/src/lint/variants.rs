//! A rulebook without one of its rules.

use super::Fault;
use crate::Span;
use crate::ast::{Condition, Effect, EffectKind, Move, Rulebook};
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
    /// The sentence of the move or the end that was taken away as a whole.
    #[cfg_attr(
        not(feature = "laws"),
        allow(dead_code, reason = "only the solver is asked about it")
    )]
    pub sentence: Option<String>,
    place: Place,
}

/// A move or a part of one, by its number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Move(usize),
    Part(usize),
    /// What follows every move, by its number.
    After(usize),
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
        let sentence = end.sentence.as_ref().map(|quoted| quoted.text.clone());
        let found = variant(other, Fault::NeverEnds, end.span.clone(), message);
        all.push(Variant { sentence, ..found });
    }
    all
}

/// Every effect taken away in its turn, those inside others too, and for each the rulebook in which its rule has no
/// other, and that in which it has none: where these two differ, the effect would do something alone.
pub fn without_an_effect(book: &Rulebook) -> Vec<(Variant, [Rulebook; 2])> {
    let mut all = Vec::new();
    for place in places(book).into_iter().chain((0..book.after.len()).map(Place::After)) {
        let whole = effects_mut(&mut book.clone(), place).cloned().unwrap_or_default();
        let with = |effects: Vec<Effect>| {
            let mut other = book.clone();
            if let Some(place) = effects_mut(&mut other, place) {
                *place = effects;
            }
            other
        };
        let name = rule(book, place).map_or("what follows every move".to_string(), rule_name);
        for (at, path) in paths(&whole).into_iter().enumerate() {
            let (mut rest, mut alone) = (whole.clone(), whole.clone());
            let Some(span) = take(&mut rest, &path) else { continue };
            keep(&mut alone, &path);
            let message = format!("effect {} of {name} changes nothing", at + 1);
            let found = variant(with(rest), Fault::NoEffect, span, message);
            let found = Variant { rule: Some(name.clone()), ..found };
            all.push((found, [with(alone), with(Vec::new())]));
        }
    }
    all
}

fn effects_mut(book: &mut Rulebook, place: Place) -> Option<&mut Vec<Effect>> {
    match place {
        Place::After(at) => book.after.get_mut(at).map(|after| &mut after.effects),
        _ => rule_mut(book, place).map(|rule| &mut rule.effects),
    }
}

/// The places of effects: by number, and by numbers inside of conditional and repeated ones.
fn paths(effects: &[Effect]) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for (at, effect) in effects.iter().enumerate() {
        match &effect.kind {
            EffectKind::If(_, inner) | EffectKind::All(_, inner) if inner.len() > 1 => {
                for mut path in paths(inner) {
                    path.insert(0, at);
                    all.push(path);
                }
            }
            _ => all.push(vec![at]),
        }
    }
    all
}

fn inner(effect: &mut Effect) -> Option<&mut Vec<Effect>> {
    match &mut effect.kind {
        EffectKind::If(_, inner) | EffectKind::All(_, inner) => Some(inner),
        _ => None,
    }
}

/// Takes the effect at a place away; where it stood.
fn take(effects: &mut Vec<Effect>, path: &[usize]) -> Option<Span> {
    match path {
        [at] => (*at < effects.len()).then(|| effects.remove(*at).span),
        [at, rest @ ..] => take(inner(effects.get_mut(*at)?)?, rest),
        [] => None,
    }
}

/// Takes all effects away but the one at a place.
fn keep(effects: &mut Vec<Effect>, path: &[usize]) {
    let Some((&at, rest)) = path.split_first() else { return };
    *effects = effects.get(at).cloned().into_iter().collect();
    if let Some(inner) = effects.first_mut().and_then(inner).filter(|_| !rest.is_empty()) {
        keep(inner, rest);
    }
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
    Variant {
        book,
        fault,
        span: Some(span),
        message,
        rule: None,
        sentence: None,
        place: Place::Elsewhere,
    }
}

fn places(book: &Rulebook) -> Vec<Place> {
    let moves = (0..book.moves.len()).map(Place::Move);
    moves.chain((0..book.parts.len()).map(Place::Part)).collect()
}

fn rule(book: &Rulebook, place: Place) -> Option<&Move> {
    match place {
        Place::Move(at) => book.moves.get(at),
        Place::Part(at) => book.parts.get(at).map(|then| &then.part),
        Place::After(_) | Place::Elsewhere => None,
    }
}

fn rule_mut(book: &mut Rulebook, place: Place) -> Option<&mut Move> {
    match place {
        Place::Move(at) => book.moves.get_mut(at),
        Place::Part(at) => book.parts.get_mut(at).map(|then| &mut then.part),
        Place::After(_) | Place::Elsewhere => None,
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
    // A further part of a move is no move.
    let sentence = match place {
        Place::Move(_) => rule.sentence.as_ref().map(|quoted| quoted.text.clone()),
        _ => None,
    };
    Some(Variant { rule: Some(name), sentence, place, ..book })
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
