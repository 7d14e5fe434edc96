//! Which values a move may choose: every one is tried.

use super::value::V;
use super::{Names, Position, Reference, conjuncts, mentions, with};
use zugwerk_rulebook::ast::*;

impl Reference<'_> {
    /// All ways to choose what a rule leaves open, each written choice once.
    pub(super) fn choices(
        &self,
        rule: &Move,
        names: Names,
        position: &Position,
        me: usize,
    ) -> Vec<Names> {
        let mut parameters: Vec<(String, Option<&Expr>)> = Vec::new();
        for item in &rule.header {
            match item {
                HeaderItem::Parameter(name, domain) => {
                    parameters.push((name.text.clone(), domain.as_ref()))
                }
                HeaderItem::Goes(from, to) => {
                    parameters.push((from.text.clone(), None));
                    parameters.push((to.text.clone(), None));
                }
                HeaderItem::Sign(_) => {}
            }
        }
        let mut ways = vec![names];
        let mut open = Vec::new();
        for (name, domain) in &parameters {
            if ways.first().is_some_and(|names| names.contains_key(name)) {
                continue;
            }
            match domain {
                None => open.push(name.clone()),
                Some(domain) => {
                    ways = ways
                        .iter()
                        .flat_map(|names| {
                            let members =
                                self.members(&self.eval(domain, names, position, me), position);
                            members.into_iter().map(move |value| with(names, name, value))
                        })
                        .collect();
                }
            }
        }
        let mut result: Vec<Names> = Vec::new();
        let conditions: Vec<&Expr> =
            rule.conditions.iter().flat_map(|c| conjuncts(&c.formula)).collect();
        for names in ways {
            self.satisfy(&conditions, &open, names, position, me, &mut |names| {
                let same =
                    |other: &Names| parameters.iter().all(|(name, _)| other[name] == names[name]);
                if !result.iter().any(same) {
                    result.push(names);
                }
            });
        }
        result
    }

    pub(super) fn satisfy(
        &self,
        conditions: &[&Expr],
        open: &[String],
        names: Names,
        position: &Position,
        me: usize,
        found: &mut dyn FnMut(Names),
    ) {
        let everywhere = || self.board().cells().map(|cell| self.place(cell)).collect::<Vec<_>>();
        let Some((condition, rest)) = conditions.split_first() else {
            let Some((name, more)) = open.split_first() else { return found(names) };
            for value in everywhere() {
                self.satisfy(conditions, more, with(&names, name, value), position, me, found);
            }
            return;
        };
        let new = |expr: &Expr| match &expr.kind {
            ExprKind::Name(name) if open.contains(name) => Some(name.clone()),
            ExprKind::Name(name) if !names.contains_key(name) && !self.is_known(name) => {
                Some(name.clone())
            }
            _ => None,
        };
        let introduced = match &condition.kind {
            ExprKind::In(name, domain) => new(name).map(|name| (name, domain, true)),
            ExprKind::Binary(Operator::Equal, name, value) => {
                new(name).map(|name| (name, value, false))
            }
            _ => None,
        };
        let mentioned = |expr: &Expr, except: &str| {
            open.iter().find(|name| *name != except && mentions(expr, name)).cloned()
        };
        let (first, except) = match &introduced {
            Some((name, expr, _)) => (mentioned(expr, name), name.as_str()),
            None => (mentioned(condition, ""), ""),
        };
        let _ = except;
        if let Some(name) = first {
            let more: Vec<String> = open.iter().filter(|other| **other != name).cloned().collect();
            for value in everywhere() {
                self.satisfy(conditions, &more, with(&names, &name, value), position, me, found);
            }
            return;
        }
        if let Some((name, expr, member)) = introduced {
            let more: Vec<String> = open.iter().filter(|other| **other != name).cloned().collect();
            let value = self.eval(expr, &names, position, me);
            let values = match (&value, member) {
                (V::List(_) | V::Set(_) | V::Pieces(_), _) => self.members(&value, position),
                (_, true) => self.members(&value, position),
                (_, false) => vec![value],
            };
            for value in values {
                if matches!(value, V::Place(..) | V::Nothing) && self.cell(&value).is_none() {
                    continue;
                }
                self.satisfy(rest, &more, with(&names, &name, value), position, me, found);
            }
            return;
        }
        if self.truth(condition, &names, position, me) {
            self.satisfy(rest, open, names, position, me, found);
        }
    }

    pub(super) fn is_known(&self, name: &str) -> bool {
        let words = self.words;
        const BUILT_IN: [&str; 25] = [
            "me",
            "other",
            "own",
            "piece",
            "empty",
            "cells",
            "none",
            "nothing",
            "north",
            "south",
            "east",
            "west",
            "northeast",
            "northwest",
            "southeast",
            "southwest",
            "sides",
            "diagonals",
            "directions",
            "lines",
            "corners",
            "true",
            "false",
            "yes",
            "players",
        ];
        words.parameters.contains_key(name)
            || words
                .players
                .iter()
                .chain(&words.kinds)
                .chain(&words.moves)
                .any(|known| known == name)
            || words.states.iter().any(|state| state.name == name)
            || words.functions.iter().any(|function| function.name.text == name)
            || BUILT_IN.contains(&name)
            || self.board().named(name).is_some()
    }
}
