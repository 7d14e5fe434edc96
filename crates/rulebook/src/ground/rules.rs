//! Moves grounded: what is chosen, when, and what changes.

use super::drafts::{Draft, is_parameter};
use super::expr::{Grounded, Grounder};
use super::form::{After, Change, ChangeKind, Family, Needed, Next, Part, Stated, Written};
use super::names;
use super::node::{Id, Node};
use super::overlap;
use super::scope::Scope;
use super::value::Value;
use crate::ast::{self, HeaderItem};
use crate::{Diagnostic, Span};

/// The most families of moves of a rulebook.
pub(super) const MOST_FAMILIES: usize = 20_000;

/// The most moves of a family in all positions together.
const MOST_MOVES: usize = 2_000_000;

/// Parts and afters that were grounded already, by the values they were grounded for.
#[derive(Default)]
pub struct Contexts {
    pub parts: Vec<Part>,
    pub afters: Vec<After>,
    part_keys: Vec<(PartKey, usize)>,
    after_keys: Vec<(usize, Known, usize)>,
    families: usize,
}

/// What is known of the names in reach: `None` for a cell that is chosen in the game.
type Known = Vec<(String, Option<Value>)>;
/// The rule, the number of the part in it (0: the rule itself, repeated) and the names.
type PartKey = (usize, usize, Known);

/// What follows a rule: its parts.
pub struct Chain<'a> {
    pub rule: usize,
    pub ast: &'a ast::Move,
    pub parts: Vec<&'a ast::Then>,
}

impl<'a> Grounder<'a> {
    /// The families of a move.
    pub fn rule(&mut self, chain: &Chain, contexts: &mut Contexts) -> Grounded<Vec<Family>> {
        self.families(chain, 0, Scope::default(), contexts)
    }

    /// The rule of a part: 0 is the move itself.
    pub(super) fn rule_of<'b>(chain: &Chain<'b>, part: usize) -> &'b ast::Move {
        if part == 0 { chain.ast } else { &chain.parts[part - 1].part }
    }

    pub(super) fn families(
        &mut self,
        chain: &Chain,
        part: usize,
        scope: Scope,
        contexts: &mut Contexts,
    ) -> Grounded<Vec<Family>> {
        let rule = Self::rule_of(chain, part);
        let mut families = Vec::new();
        for draft in self.drafts(rule, scope)? {
            contexts.families += 1;
            if contexts.families > MOST_FAMILIES {
                let message = "this rule has too many cases";
                return Err(Diagnostic::new(
                    rule.span.clone(),
                    message,
                    format!("at most {MOST_FAMILIES} in all"),
                )
                .with_help("smaller ranges or fewer directions"));
            }
            families.extend(self.family(chain, part, draft, contexts)?);
        }
        for family in &families {
            self.few_enough_moves(family, &rule.span)?;
        }
        let overlaps = self.overlap(&families);
        families.iter_mut().for_each(|family| family.overlaps = overlaps);
        Ok(families)
    }

    /// A mistake where the free choices of a rule make more moves than can be listed.
    fn few_enough_moves(&self, family: &Family, span: &Span) -> Grounded<()> {
        let places = self.words.board.places();
        let most = places.checked_pow(family.choices.len() as u32).unwrap_or(usize::MAX);
        let counted = |most| overlap::counted_choices(&self.arena, family, most);
        if most <= MOST_MOVES || counted(MOST_MOVES + 1).is_none_or(|count| count <= MOST_MOVES) {
            return Ok(());
        }
        let expected = format!("at most {MOST_MOVES} ways to choose its parameters");
        Err(Diagnostic::new(span.clone(), "this rule makes too many moves", expected)
            .with_help("conditions that say where each parameter is, or a further part by then"))
    }

    pub(super) fn family(
        &mut self,
        chain: &Chain,
        part: usize,
        draft: Draft,
        contexts: &mut Contexts,
    ) -> Grounded<Option<Family>> {
        let rule = Self::rule_of(chain, part);
        let Some((gate, choices)) = self.levels(&draft) else { return Ok(None) };
        let was = |grounder: &Self, cell| {
            grounder.possible_contents(cell, &draft.facts, &draft.conditions)
        };
        let written = self.written(rule, &draft.scope);
        let mut changes = Vec::new();
        if part == 0 {
            for together in self.book.after.iter().filter(|after| after.together) {
                self.changes(&together.effects, None, &mut draft.scope.clone(), &mut changes)?;
            }
        }
        for item in &rule.header {
            if let HeaderItem::Goes(from, to) = item {
                let cell = |grounder: &mut Self, name: &ast::Name| {
                    let value = draft.scope.get(&name.text).cloned().unwrap_or(Value::Nothing);
                    grounder.as_cell(value, &name.span)
                };
                let (from, to) = (cell(self, from)?, cell(self, to)?);
                let known = was(self, from);
                self.goes(from, to, None, &mut changes);
                // What stood on the first cell is often known.
                if known.count_ones() == 1
                    && let Some(Change { kind: ChangeKind::PutOn { content, .. }, .. }) =
                        changes.iter_mut().rev().nth(1)
                {
                    *content = self.arena.build(Node::Content(known.trailing_zeros() as u8));
                }
            }
        }
        self.changes(&rule.effects, None, &mut draft.scope.clone(), &mut changes)?;
        self.tell_contents(&mut changes, |grounder, cell| was(grounder, cell));
        let most = match (&rule.most, part) {
            (Some((value, _)), 0) => Some(self.number(value, &mut Scope::default())?),
            _ => None,
        };
        let conditions = draft
            .conditions
            .iter()
            .map(|(formula, sentence)| Stated { formula: *formula, sentence: sentence.clone() });
        let conditions = conditions.collect();
        let sentence = rule.sentence.as_ref().map_or(String::new(), |quoted| quoted.text.clone());
        let name = rule.name.as_ref().map(|name| name.text.clone());
        let next = self.next(chain, part, &draft.scope, contexts)?;
        let (merge, rule) = (chain.ast.merge, chain.rule);
        let overlaps = false;
        Ok(Some(Family {
            rule,
            name,
            sentence,
            gate,
            choices,
            conditions,
            written,
            changes,
            next,
            most,
            merge,
            overlaps,
            first: 0,
        }))
    }

    /// What follows the part, with the names that are in reach there.
    pub(super) fn next(
        &mut self,
        chain: &Chain,
        part: usize,
        scope: &Scope,
        contexts: &mut Contexts,
    ) -> Grounded<Next> {
        let rule = Self::rule_of(chain, part);
        if part == 0 && rule.repeat.is_some() {
            return self.repeat(chain, scope, contexts);
        }
        self.following(chain, part + 1, scope, contexts)
    }

    /// The part of this number, or the end of the move.
    pub(super) fn following(
        &mut self,
        chain: &Chain,
        part: usize,
        scope: &Scope,
        contexts: &mut Contexts,
    ) -> Grounded<Next> {
        let wanted: Vec<String> = scope.names().map(|(name, _)| name.clone()).collect();
        let wanted: Vec<String> =
            wanted.into_iter().filter(|name| self.is_needed(chain, part, name)).collect();
        let (known, values, inner) = self.handed_on(scope, &wanted);
        if part > chain.parts.len() {
            return Ok(Next::End(self.after(chain, known, inner, contexts)?, values));
        }
        let key = (chain.rule, part, known);
        if let Some((_, index)) = contexts.part_keys.iter().find(|(other, _)| *other == key) {
            return Ok(Next::Part(*index, values));
        }
        let then = chain.parts[part - 1];
        let condition = match &then.condition {
            Some(condition) => self.formula(condition, &mut inner.clone())?,
            None => self.arena.truth(true),
        };
        let entry = usize::from(inner.depth);
        let otherwise = self.following(chain, part + 1, &inner, contexts)?;
        let families = self.families(chain, part, inner, contexts)?;
        let name = then.part.name.as_ref().map(|name| name.text.clone());
        let needed = Needed::Always;
        contexts.parts.push(Part { name, entry, condition, needed, families, otherwise });
        contexts.part_keys.push((key, contexts.parts.len() - 1));
        Ok(Next::Part(contexts.parts.len() - 1, values))
    }

    /// The same rule once more, with some of its parameters given.
    pub(super) fn repeat(
        &mut self,
        chain: &Chain,
        scope: &Scope,
        contexts: &mut Contexts,
    ) -> Grounded<Next> {
        let repeat = chain.ast.repeat.as_ref().expect("a rule that repeats");
        // The names that later parts need keep their values unless the next round gives them new ones.
        let mut round = Scope::at_depth(scope.depth);
        for (name, value) in scope.names() {
            let bound = repeat.bindings.iter().any(|(given, _)| given.text == *name);
            if self.is_needed(chain, 1, name) && !bound {
                round.bind(name, value.clone());
            }
        }
        for (name, value) in &repeat.bindings {
            let value = self.expr(value, &mut scope.clone())?;
            round.bind(&name.text, value);
        }
        let wanted: Vec<String> = round.names().map(|(name, _)| name.clone()).collect();
        let (known, values, mut inner) = self.handed_on(&round, &wanted);
        let key = (chain.rule, 0, known);
        if let Some((_, index)) = contexts.part_keys.iter().find(|(other, _)| *other == key) {
            return Ok(Next::Part(*index, values));
        }
        let condition = match &repeat.condition {
            Some(condition) => self.formula(condition, &mut inner.clone())?,
            None => self.arena.truth(true),
        };
        let entry = usize::from(inner.depth);
        let otherwise = self.following(chain, 1, &inner, contexts)?;
        let name = chain.ast.name.as_ref().map(|name| name.text.clone());
        let truth = self.arena.truth(true);
        // The round refers to itself as what follows, so its number must be known before its families are.
        let index = contexts.parts.len();
        contexts.parts.push(Part {
            name,
            entry,
            condition: truth,
            needed: if repeat.at_will { Needed::AtWill } else { Needed::IfPossible },
            families: Vec::new(),
            otherwise,
        });
        contexts.part_keys.push((key, index));
        // Only what the round itself gives is bound in it; the rest are new choices.
        inner.keep(|name| {
            repeat.bindings.iter().any(|(given, _)| given.text == name)
                || !is_parameter(chain.ast, name)
        });
        let families = self.families(chain, 0, inner, contexts)?;
        contexts.parts[index].condition = condition;
        contexts.parts[index].families = families;
        Ok(Next::Part(index, values))
    }

    pub(super) fn after(
        &mut self,
        chain: &Chain,
        known: Known,
        scope: Scope,
        contexts: &mut Contexts,
    ) -> Grounded<usize> {
        // All moves without special words after them share one context.
        let special = self.afters_of(chain).iter().any(|after| !after.moves.is_empty());
        let rule = if special { chain.rule } else { usize::MAX };
        let found =
            contexts.after_keys.iter().find(|(other, names, _)| *other == rule && *names == known);
        if let Some((_, _, index)) = found {
            return Ok(*index);
        }
        let mut changes = Vec::new();
        for after in self.afters_of(chain) {
            self.changes(&after.effects, None, &mut scope.clone(), &mut changes)?;
        }
        contexts.afters.push(After { entry: usize::from(scope.depth), changes });
        contexts.after_keys.push((rule, known, contexts.afters.len() - 1));
        Ok(contexts.afters.len() - 1)
    }

    pub(super) fn afters_of(&self, chain: &Chain) -> Vec<&'a ast::After> {
        let name = chain.ast.name.as_ref().map(|name| &name.text);
        let applies = |after: &&'a ast::After| {
            let named = after.moves.iter().any(|wanted| Some(&wanted.text) == name);
            !after.together && (after.moves.is_empty() || named)
        };
        self.book.after.iter().filter(applies).collect()
    }

    /// Whether a part from this number on, or what happens after the move, mentions the name.
    pub(super) fn is_needed(&self, chain: &Chain, part: usize, name: &str) -> bool {
        let mut found = false;
        let mut look = |word: &str| found |= word == name;
        for then in chain.parts.iter().skip(part.saturating_sub(1)) {
            names::rule(&then.part, &mut look);
            then.condition.iter().for_each(|condition| names::expr(condition, &mut look));
        }
        for after in self.afters_of(chain) {
            names::effects(&after.effects, &mut look);
        }
        found
    }

    /// The names that go on to the next part: what is known of them, the values of those that are cells, and the
    /// scope there.
    pub(super) fn handed_on(
        &mut self,
        scope: &Scope,
        wanted: &[String],
    ) -> (Known, Vec<Id>, Scope) {
        let (mut known, mut values, mut inner) = (Vec::new(), Vec::new(), Scope::default());
        for (at, (name, value)) in scope.names().enumerate() {
            let shadowed = scope.names().skip(at + 1).any(|(later, _)| later == name);
            if shadowed || !wanted.contains(name) {
                continue;
            }
            match value {
                Value::Cell(id) if !matches!(self.arena.node(*id), Node::Cell(_)) => {
                    known.push((name.clone(), None));
                    values.push(*id);
                    self.variable(name, &mut inner);
                }
                other => {
                    known.push((name.clone(), Some(other.clone())));
                    inner.bind(name, other.clone());
                }
            }
        }
        (known, values, inner)
    }

    /// How a move of the rule is written.
    pub(super) fn written(&self, rule: &ast::Move, scope: &Scope) -> Vec<Written> {
        let value = |name: &ast::Name| match scope.get(&name.text) {
            Some(Value::Cell(id)) => Written::Cell(*id),
            Some(value) => Written::Known(self.in_words(value)),
            None => Written::Known(name.text.clone()),
        };
        let mut written = Vec::new();
        for item in &rule.header {
            match item {
                HeaderItem::Parameter(name, _) => written.push(value(name)),
                HeaderItem::Goes(from, to) => {
                    written.extend([value(from), Written::Sign("-".to_string()), value(to)]);
                }
                HeaderItem::Sign(sign) => written.push(Written::Sign(sign.text.clone())),
            }
        }
        if written.is_empty() {
            written.extend(rule.name.as_ref().map(|name| Written::Known(name.text.clone())));
        }
        written
    }

    pub(super) fn in_words(&self, value: &Value) -> String {
        match value {
            Value::Kind(kind) => self.words.kinds.get(*kind).cloned().unwrap_or_default(),
            Value::Player(player) => self.words.players[*player].clone(),
            Value::Number(id) => match self.arena.node(*id) {
                Node::Int(number) => number.to_string(),
                _ => "?".to_string(),
            },
            Value::Direction((x, y)) => direction_name(*x, *y),
            other => other.describe().to_string(),
        }
    }

    /// Whether two families of one rule may make the same written move.
    pub(super) fn overlap(&self, families: &[Family]) -> bool {
        overlap::overlap(&self.arena, families)
    }
}

fn direction_name(x: i32, y: i32) -> String {
    let names = [
        ((0, 1), "north"),
        ((0, -1), "south"),
        ((1, 0), "east"),
        ((-1, 0), "west"),
        ((1, 1), "northeast"),
        ((-1, 1), "northwest"),
        ((1, -1), "southeast"),
        ((-1, -1), "southwest"),
    ];
    let known = names.iter().find(|(direction, _)| *direction == (x, y));
    known.map_or_else(|| format!("({x}, {y})"), |(_, name)| name.to_string())
}
