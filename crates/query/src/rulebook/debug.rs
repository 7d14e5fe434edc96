//! Why a run cannot be had, and what breaks what should hold always: rules are taken away one by one, and every
//! position of what is left is looked at.

use super::Rulebooks;
use crate::language::Language;
use crate::reachable::{Reached, reachable};
use crate::sketch::{Atom, Formula, Sketch};
use std::sync::{Arc, OnceLock};
use zugwerk_logic::{Limits, Stop};
use zugwerk_rulebook::ast::{Condition, Expr, ExprKind, Kind, Law, Move, Operator, Rulebook};
use zugwerk_rulebook::{RuleGame, parse_formula};

/// More positions of a rulebook with fewer rules are not looked at: what was taken away then counts as needed.
const MOST: usize = 100_000;

/// Something that keeps a run from going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// A condition of an event, by their numbers.
    Condition(usize, usize),
    /// An end, after which nothing happens.
    End(usize),
    /// A law: what no event may leave true.
    Never(usize),
}

impl Rulebooks {
    /// The few rules that keep every run from what a sketch wants to find; none where that is not known.
    pub(super) fn in_the_way(
        &self,
        sketch: &Sketch,
        source: &str,
        limits: &Limits,
    ) -> Result<Vec<String>, Stop> {
        if !matches!(self.reached(&self.book, sketch, limits)?, Some(Reached::All(_))) {
            return Ok(Vec::new());
        }
        // What an event is, is taken for granted where laws and other named rules are reason enough.
        let (named, plain): (Vec<Rule>, Vec<Rule>) =
            restrictions(&self.book).into_iter().partition(|rule| self.has_a_name(*rule));
        let without_laws = self.reached(&with_only(&self.book, &plain), sketch, limits)?;
        let rules = match without_laws {
            Some(Reached::All(_)) => self.needed(sketch, (plain, Vec::new()), limits)?,
            _ => self.needed(sketch, (named, plain), limits)?,
        };
        let goal = match &sketch.always {
            Some((Formula::Not(wanted), _)) => {
                match (written(wanted, source), &self.book.goals[..]) {
                    (word, [Law { sentence: Some(goal), .. }]) if word == "goal" => {
                        format!("the sketch wants the goal {:?}", goal.text)
                    }
                    (wanted, _) => format!("the sketch wants a position with {wanted}"),
                }
            }
            _ => "the sketch wants such a position".to_string(),
        };
        let told = rules.iter().map(|rule| format!("by the rules, {}", self.named(*rule)));
        let told: Vec<String> = match rules.is_empty() {
            true => vec!["what the events do to the start".to_string()],
            false => told.collect(),
        };
        Ok([goal].into_iter().chain(told).collect())
    }

    /// The rules that cannot be spared, if what is given holds too.
    fn needed(
        &self,
        sketch: &Sketch,
        (rules, given): (Vec<Rule>, Vec<Rule>),
        limits: &Limits,
    ) -> Result<Vec<Rule>, Stop> {
        let mut rules = minimal(rules, |fewer| {
            let book = with_only(&self.book, &[fewer, &given].concat());
            Ok(matches!(self.reached(&book, sketch, limits)?, Some(Reached::All(_))))
        })?;
        // Without what introduces a word nothing means anything: that is no reason.
        let alone = |rule: &Rule| {
            let others = restrictions(&self.book).into_iter().filter(|other| other != rule);
            let book = with_only(&self.book, &others.collect::<Vec<_>>());
            RuleGame::from_reduced(&book, &self.settings).is_ok()
        };
        rules.retain(alone);
        Ok(rules)
    }

    /// Whether a rule has a sentence of its own.
    fn has_a_name(&self, rule: Rule) -> bool {
        match rule {
            Rule::Condition(event, number) => {
                self.book.moves[event].conditions[number].sentence.is_some()
            }
            Rule::End(_) | Rule::Never(_) => true,
        }
    }

    /// What the end of a counterexample breaks, which events would have to be left out, and what a law would do.
    pub(super) fn what_breaks(
        &self,
        sketch: &Sketch,
        source: &str,
        limits: &Limits,
    ) -> Result<Vec<String>, Stop> {
        let mut told = Vec::new();
        if let Some(last) = self.broken_demands(sketch, source, limits)? {
            told.push(last);
        }
        let broken = self.reached(&self.book, sketch, limits)?;
        if matches!(broken, Some(Reached::Broken(_, line)) if !line.is_empty()) {
            let events = minimal((0..self.book.moves.len()).collect(), |fewer| {
                let book = without_events(&self.book, fewer);
                Ok(matches!(self.reached(&book, sketch, limits)?, Some(Reached::All(_))))
            })?;
            let names: Vec<String> =
                events.iter().map(|at| quoted(&self.book.moves[*at], *at)).collect();
            told.push(format!("it would hold without {}", names.join(" and ")));
        }
        told.extend(self.with_a_law(sketch, limits)?);
        Ok(told)
    }

    /// What no longer holds at the end of a shortest line.
    fn broken_demands(
        &self,
        sketch: &Sketch,
        source: &str,
        limits: &Limits,
    ) -> Result<Option<String>, Stop> {
        let Some((formula, _)) = &sketch.always else { return Ok(None) };
        let mut broken: Vec<(usize, String)> = Vec::new();
        let mut look = |part: Formula<_>, name: String| -> Result<(), Stop> {
            let one = Sketch { always: Some((part, 0..0)), ..sketch.clone() };
            if let Some(Reached::Broken(_, line)) = self.reached(&self.book, &one, limits)? {
                broken.push((line.len(), name));
            }
            Ok(())
        };
        match formula {
            Formula::Atom(atom) if atom.name.text == "invariant" => {
                for invariant in &self.book.invariants {
                    let mut part = atom.clone();
                    part.expr = Some(Box::new(invariant.formula.clone()));
                    part.name.text.clear();
                    let name = invariant.sentence.as_ref().map(|quoted| quoted.text.clone());
                    let name = name.map_or("an invariant".to_string(), |name| format!("{name:?}"));
                    look(Formula::Atom(part), name)?;
                }
            }
            _ => {
                for part in formula.demands() {
                    look(part.clone(), part.text(source))?;
                }
            }
        }
        broken.sort();
        let nearest = broken.first().map(|(plies, _)| *plies);
        let names = broken.iter().filter(|(plies, _)| Some(*plies) == nearest);
        let names: Vec<&str> = names.map(|(_, name)| name.as_str()).collect();
        let noun = if names.len() == 1 { "does" } else { "do" };
        Ok((!names.is_empty()).then(|| format!("{} {noun} not hold there", names.join(" and "))))
    }

    /// What is left of a machine under a law that forbids what breaks it.
    fn with_a_law(&self, sketch: &Sketch, limits: &Limits) -> Result<Option<String>, Stop> {
        let Some((formula, _)) = &sketch.always else { return Ok(None) };
        let kept = match formula {
            Formula::Atom(atom) if atom.name.text == "invariant" => {
                let all = self.book.invariants.iter().map(|law| law.formula.clone());
                all.reduce(|one, two| binary(Operator::And, one, two))
            }
            formula => expression(formula),
        };
        // In games a law speaks of who has moved, a sketch of who is to move.
        let (Some(kept), Kind::Machine, true) = (kept, self.book.kind, self.book.players.len() < 2)
        else {
            return Ok(None);
        };
        let mut book = (*self.book).clone();
        let span = kept.span.clone();
        let formula = Expr { span: span.clone(), kind: ExprKind::Not(Box::new(kept)) };
        book.never.push(Law { sentence: None, formula, span });
        let Some(Reached::All(count)) = self.reached(&book, sketch, limits)? else {
            return Ok(None);
        };
        let noun = if count == 1 { "position" } else { "positions" };
        let left = format!(
            "with a law that forbids every event that breaks it, {count} {noun} can be reached"
        );
        if book.goals.is_empty() {
            return Ok(Some(left));
        }
        let Ok(goal) = crate::sketch::parse("game any\nfind goal") else { return Ok(Some(left)) };
        let goal = Sketch { always: goal.always, finds: true, ..sketch.clone() };
        Ok(Some(match self.reached(&book, &goal, limits)? {
            Some(Reached::Broken(_, run)) => {
                format!("{left}, and the goal still in {} events", run.len())
            }
            Some(Reached::All(_)) => format!("{left}, and the goal no more"),
            _ => left,
        }))
    }

    /// Every position that a rulebook lets play reach, as far as they are few; none where it means nothing.
    fn reached(
        &self,
        book: &Rulebook,
        sketch: &Sketch,
        limits: &Limits,
    ) -> Result<Option<Reached>, Stop> {
        limits.check()?;
        let Ok(game) = RuleGame::from_reduced(book, &self.settings) else { return Ok(None) };
        let other = Rulebooks {
            game: Arc::new(game),
            book: Arc::new(book.clone()),
            settings: self.settings.clone(),
            level: self.level,
            lawless: OnceLock::new(),
        };
        let Ok(understood) = other.read(sketch) else { return Ok(None) };
        let Some(always) = &understood.always else { return Ok(None) };
        let rules = other.rules(&understood.plans[0]);
        let starts = other.fillings(&rules, &understood.start).unwrap_or_default();
        if starts.is_empty() {
            return Ok(None);
        }
        reachable(&rules, &starts, always, (limits, MOST), &mut 0).map(Some)
    }

    /// A rule in the words of the rulebook.
    fn named(&self, rule: Rule) -> String {
        match rule {
            Rule::Condition(event, number) => {
                let condition = &self.book.moves[event].conditions[number];
                let event = quoted(&self.book.moves[event], event);
                match &condition.sentence {
                    Some(sentence) => format!("{:?} of {event}", sentence.text),
                    None => format!("condition {} of {event}", number + 1),
                }
            }
            Rule::End(at) => match &self.book.ends[at].sentence {
                Some(sentence) => format!("it ends: {:?}", sentence.text),
                None => "it ends".to_string(),
            },
            Rule::Never(at) => match &self.book.never[at].sentence {
                Some(sentence) => format!("never {:?}", sentence.text),
                None => "a law never".to_string(),
            },
        }
    }
}

/// What is left when everything is left out, one by one, without which `suffices` still says yes.
fn minimal<T: Copy>(
    mut items: Vec<T>,
    mut suffices: impl FnMut(&[T]) -> Result<bool, Stop>,
) -> Result<Vec<T>, Stop> {
    let mut at = 0;
    while at < items.len() {
        let mut fewer = items.clone();
        fewer.remove(at);
        if suffices(&fewer)? {
            items = fewer;
        } else {
            at += 1;
        }
    }
    Ok(items)
}

/// What can be taken away of a rulebook so that more can happen: conditions first, laws last.
fn restrictions(book: &Rulebook) -> Vec<Rule> {
    let conditions = book.moves.iter().enumerate().flat_map(|(event, rule)| {
        // A rule that repeats without what bounds it has no end of moves.
        let many =
            if rule.repeat.is_some() || rule.most.is_some() { 0 } else { rule.conditions.len() };
        (0..many).map(move |number| Rule::Condition(event, number))
    });
    let ends = (0..book.ends.len()).map(Rule::End);
    conditions.chain(ends).chain((0..book.never.len()).map(Rule::Never)).collect()
}

/// A rulebook with no other restrictions than these.
fn with_only(book: &Rulebook, rules: &[Rule]) -> Rulebook {
    let mut other = book.clone();
    for (event, rule) in other.moves.iter_mut().enumerate() {
        if rule.repeat.is_some() || rule.most.is_some() {
            continue;
        }
        let mut number = 0;
        rule.conditions.retain(|_| {
            number += 1;
            rules.contains(&Rule::Condition(event, number - 1))
        });
    }
    let mut at = 0;
    other.ends.retain(|_| {
        at += 1;
        rules.contains(&Rule::End(at - 1))
    });
    let mut at = 0;
    other.never.retain(|_| {
        at += 1;
        rules.contains(&Rule::Never(at - 1))
    });
    other
}

/// A rulebook in which these events never happen.
fn without_events(book: &Rulebook, events: &[usize]) -> Rulebook {
    let mut other = book.clone();
    for at in events {
        let never = parse_formula("1 = 2").ok();
        let never = never.map(|formula| Condition { formula, sentence: None });
        other.moves[*at].conditions.extend(never);
    }
    other
}

/// An event as it is called.
fn quoted(event: &Move, at: usize) -> String {
    let sentence = event.sentence.as_ref().map(|quoted| &quoted.text);
    let name = sentence.or(event.name.as_ref().map(|name| &name.text));
    name.map_or(format!("event {}", at + 1), |name| format!("{name:?}"))
}

/// A formula as it was written, but for blanks and brackets.
fn written(formula: &Formula<Atom>, source: &str) -> String {
    let parts: Vec<String> = formula.demands().iter().map(|part| part.text(source)).collect();
    parts.join(" and ")
}

fn binary(operator: Operator, one: Expr, two: Expr) -> Expr {
    let span = one.span.clone();
    Expr { span, kind: ExprKind::Binary(operator, Box::new(one), Box::new(two)) }
}

/// A formula of a sketch as one of a rulebook; none where it has words that a rulebook has not.
fn expression(formula: &Formula<Atom>) -> Option<Expr> {
    let all = |parts: &[Formula<Atom>], operator| {
        let parts: Option<Vec<Expr>> = parts.iter().map(expression).collect();
        parts?.into_iter().reduce(|one, two| binary(operator, one, two))
    };
    match formula {
        Formula::Atom(atom) => atom.expr.as_deref().cloned(),
        Formula::Not(inner) => {
            let inner = expression(inner)?;
            Some(Expr { span: inner.span.clone(), kind: ExprKind::Not(Box::new(inner)) })
        }
        Formula::And(parts) => all(parts, Operator::And),
        Formula::Or(parts) => all(parts, Operator::Or),
    }
}
