//! A rulebook with fewer rules: what is left where some of its sentences do not hold.

use crate::ast::{Condition, Expr, Move, Quoted, Rulebook};
use crate::parse_formula;

/// The sentences of a rulebook that can be put aside, in the order of the text.
///
/// ```
/// let book = zugwerk_rulebook::bundled::read(zugwerk_rulebook::bundled::text("breakthrough").unwrap()).unwrap();
/// assert!(zugwerk_rulebook::sentences(&book).contains(&"the other side has no pawn left"));
/// ```
pub fn sentences(book: &Rulebook) -> Vec<&str> {
    let rules = book.moves.iter().chain(book.parts.iter().map(|then| &then.part));
    let mut all: Vec<&Option<Quoted>> = Vec::new();
    for rule in rules {
        all.push(&rule.sentence);
        all.extend(rule.conditions.iter().map(|condition| &condition.sentence));
        all.extend(rule.most.iter().map(|(_, sentence)| sentence));
    }
    all.extend(book.never.iter().chain(&book.again).map(|law| &law.sentence));
    all.extend(book.ends.iter().map(|end| &end.sentence));
    all.extend(book.repetition.iter().map(|repetition| &repetition.sentence));
    let mut seen = std::collections::HashSet::new();
    let texts = all.into_iter().flatten().map(|quoted| quoted.text.as_str());
    texts.filter(|text| seen.insert(*text)).collect()
}

/// The rulebook in which only those sentences hold that are `kept`. A move or a part of one without its sentence is
/// not made at all; a condition, a law, an end that is put aside asks for nothing.
pub fn reduced(book: &Rulebook, kept: impl Fn(&str) -> bool) -> Rulebook {
    let mut book = book.clone();
    let kept =
        |sentence: &Option<Quoted>| sentence.as_ref().is_none_or(|quoted| kept(&quoted.text));
    // Switched off, and not taken away: other rules may speak of a move by its name.
    let reduce = |rule: &mut Move| {
        if !kept(&rule.sentence) {
            rule.conditions.extend(never().map(|formula| Condition { formula, sentence: None }));
        }
        rule.conditions.retain(|condition| kept(&condition.sentence));
        if rule.most.as_ref().is_some_and(|(_, sentence)| !kept(sentence)) {
            rule.most = None;
        }
    };
    book.moves.iter_mut().for_each(reduce);
    for then in &mut book.parts {
        if !kept(&then.part.sentence) {
            then.condition = never();
        }
        then.part.conditions.retain(|condition| kept(&condition.sentence));
    }
    book.never.retain(|law| kept(&law.sentence));
    book.again.retain(|law| kept(&law.sentence));
    book.ends.retain(|end| kept(&end.sentence));
    if book.repetition.as_ref().is_some_and(|repetition| !kept(&repetition.sentence)) {
        book.repetition = None;
    }
    book
}

/// What is never true.
pub(crate) fn never() -> Option<Expr> {
    parse_formula("1 = 2").ok()
}
