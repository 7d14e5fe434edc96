//! Lines of a function that an earlier line leaves nothing to say.

use super::expr::Grounded;
use super::scope::Words;
use crate::Diagnostic;
use crate::ast::{Function, Rulebook};
use crate::bundled::APART;

/// A mistake where a line of a function stands behind one that fits wherever it does: the first that fits counts. The
/// lines of a variant may well stand before those of the rulebook that it is like.
pub(super) fn each_has_its_own(book: &Rulebook, words: &Words) -> Grounded<()> {
    let is_constant = |word: &String| words.players.contains(word) || words.kinds.contains(word);
    let covers = |one: &Function, two: &Function| {
        one.name.text == two.name.text
            && one.name.span.start / APART == two.name.span.start / APART
            && one.parameters.len() == two.parameters.len()
            && one
                .parameters
                .iter()
                .zip(&two.parameters)
                .all(|(one, two)| !is_constant(&one.text) || one.text == two.text)
    };
    for (at, function) in book.functions.iter().enumerate() {
        if book.functions[..at].iter().any(|earlier| covers(earlier, function)) {
            let parameters: Vec<&str> =
                function.parameters.iter().map(|parameter| parameter.text.as_str()).collect();
            let name = match parameters.is_empty() {
                true => function.name.text.clone(),
                false => format!("{}({})", function.name.text, parameters.join(", ")),
            };
            let message = format!("{name} has a value already, by a line before this one");
            let expected = "one line for each case";
            return Err(Diagnostic::new(function.name.span.clone(), message, expected));
        }
    }
    Ok(())
}
