//! Words that a condition introduces and nothing else uses: most of them were meant to be another word.
//!
//! `zzz is empty` is a condition that any empty cell fulfils, since a new word there is chosen. Where the rule never
//! speaks of it again, the choice is for nothing.

use super::drafts::{conjuncts, is_parameter};
use super::expr::{Grounded, Grounder};
use super::names;
use super::rules::Chain;
use super::scope::Scope;
use crate::Diagnostic;
use crate::ast::{Expr, ExprKind, HeaderItem, Operator};

impl Grounder<'_> {
    /// A mistake where a move or a part of it introduces a word that nothing uses.
    pub(super) fn all_words_are_used(&mut self, chain: &Chain) -> Grounded<()> {
        let rules = (0..=chain.parts.len()).map(|part| Self::rule_of(chain, part));
        let rules: Vec<_> = rules.collect();
        let mut mentioned = Vec::new();
        let mut mention = |word: &str| mentioned.push(word.to_string());
        rules.iter().for_each(|rule| names::rule(rule, &mut mention));
        for then in &chain.parts {
            then.condition.iter().for_each(|condition| names::expr(condition, &mut mention));
        }
        for after in self.afters_of(chain) {
            names::effects(&after.effects, &mut mention);
        }
        let heads = rules.iter().flat_map(|rule| &rule.header);
        for name in heads.filter_map(|item| match item {
            HeaderItem::Parameter(name, None) => Some(name),
            _ => None,
        }) {
            let elsewhere = rules.iter().filter(|rule| is_parameter(rule, &name.text)).count() > 1;
            if !elsewhere && !mentioned.contains(&name.text) {
                let message =
                    format!("{} is a parameter that nothing in this rule uses", name.text);
                let expected = "a condition or a change that speaks of it";
                return Err(Diagnostic::new(name.span.clone(), message, expected).with_help(
                    "words that are written in a move as they stand: over, to, by, from, as, at, taking",
                ));
            }
        }
        let conditions = rules.iter().flat_map(|rule| &rule.conditions);
        let introduced = conditions
            .flat_map(|condition| conjuncts(&condition.formula))
            .filter_map(|formula| introduced(formula));
        for (name, word) in introduced {
            let used = mentioned.iter().filter(|other| *other == name).count() > 1
                || rules.iter().any(|rule| is_parameter(rule, name))
                || self.means_something(name, &Scope::default());
            if used {
                continue;
            }
            let mut near = self.words.known_words();
            near.extend(rules.iter().flat_map(|rule| &rule.header).flat_map(parameters));
            near.extend(mentioned.iter().filter(|other| *other != name).cloned());
            let message = format!("{name} is a new word that nothing else in this rule uses");
            let expected = "a word of this rulebook or a parameter of the rule";
            let mistake = Diagnostic::new(word.span.clone(), message, expected)
                .with_help("to ask whether there is such a cell, write some before the set");
            return Err(mistake.suggest(name, near.iter().map(String::as_str)));
        }
        Ok(())
    }
}

/// The word that a condition would introduce.
fn introduced(formula: &Expr) -> Option<(&str, &Expr)> {
    let (ExprKind::In(word, _) | ExprKind::Binary(Operator::Equal, word, _)) = &formula.kind else {
        return None;
    };
    match &word.kind {
        ExprKind::Name(name) => Some((name, word)),
        _ => None,
    }
}

fn parameters(item: &HeaderItem) -> Vec<String> {
    match item {
        HeaderItem::Parameter(name, _) => vec![name.text.clone()],
        HeaderItem::Goes(from, to) => vec![from.text.clone(), to.text.clone()],
        HeaderItem::Sign(_) => Vec::new(),
    }
}
