//! Moves grounded: what is chosen, when, and what changes.

use super::expr::{Grounded, Grounder};
use super::form::{After, Change, ChangeKind, Choice, Family, Next, Part, Stated, Written};
use super::names;
use super::node::{Id, Node};
use super::scope::{Scope, StateSort};
use super::value::Value;
use crate::ast::{self, Effect, EffectKind, Expr, ExprKind, HeaderItem, Operator};
use crate::{Diagnostic, Span};

/// The most families of moves of a rulebook.
const MOST_FAMILIES: usize = 20_000;

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

/// A move with its variables bound, before its changes are known.
struct Draft {
    scope: Scope,
    unbound: Vec<String>,
    choices: Vec<Choice>,
    /// Conditions with the sentences of their own.
    conditions: Vec<(Id, String)>,
    /// Cells and the sets they are chosen from.
    facts: Vec<(Id, Id)>,
}

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
    fn rule_of<'b>(chain: &Chain<'b>, part: usize) -> &'b ast::Move {
        if part == 0 { chain.ast } else { &chain.parts[part - 1].part }
    }

    fn families(
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
        let overlaps = self.overlap(&families);
        families.iter_mut().for_each(|family| family.overlaps = overlaps);
        Ok(families)
    }

    fn family(
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
        for change in &mut changes {
            if let ChangeKind::PutOn { cell, was: mask, .. } = &mut change.kind {
                *mask = was(self, *cell);
            }
        }
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
        }))
    }

    /// What follows the part, with the names that are in reach there.
    fn next(
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
    fn following(
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
        contexts.parts.push(Part { name, entry, condition, optional: false, families, otherwise });
        contexts.part_keys.push((key, contexts.parts.len() - 1));
        Ok(Next::Part(contexts.parts.len() - 1, values))
    }

    /// The same rule once more, with some of its parameters given.
    fn repeat(&mut self, chain: &Chain, scope: &Scope, contexts: &mut Contexts) -> Grounded<Next> {
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
            optional: true,
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

    fn after(
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

    fn afters_of(&self, chain: &Chain) -> Vec<&'a ast::After> {
        let name = chain.ast.name.as_ref().map(|name| &name.text);
        let applies = |after: &&'a ast::After| {
            let named = after.moves.iter().any(|wanted| Some(&wanted.text) == name);
            !after.together && (after.moves.is_empty() || named)
        };
        self.book.after.iter().filter(applies).collect()
    }

    /// Whether a part from this number on, or what happens after the move, mentions the name.
    fn is_needed(&self, chain: &Chain, part: usize, name: &str) -> bool {
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
    fn handed_on(&mut self, scope: &Scope, wanted: &[String]) -> (Known, Vec<Id>, Scope) {
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

    /// The ways to bind the variables of a rule so that its conditions are known one by one.
    fn drafts(&mut self, rule: &ast::Move, scope: Scope) -> Grounded<Vec<Draft>> {
        let mut drafts = vec![Draft {
            scope,
            unbound: Vec::new(),
            choices: Vec::new(),
            conditions: Vec::new(),
            facts: Vec::new(),
        }];
        for item in &rule.header {
            let (parameters, domain) = match item {
                HeaderItem::Parameter(name, domain) => (vec![name], domain.as_ref()),
                HeaderItem::Goes(from, to) => (vec![from, to], None),
                HeaderItem::Sign(_) => continue,
            };
            for name in parameters {
                // A name that comes from an earlier part is that part's cell.
                if drafts.first().is_some_and(|draft| draft.scope.get(&name.text).is_some()) {
                    continue;
                }
                match domain {
                    None => {
                        drafts.iter_mut().for_each(|draft| draft.unbound.push(name.text.clone()))
                    }
                    Some(domain) => {
                        let mut next = Vec::new();
                        for draft in drafts {
                            let value = self.expr(domain, &mut draft.scope.clone())?;
                            next.extend(self.bind(draft, &name.text, value, &domain.span, true)?);
                        }
                        drafts = next;
                    }
                }
            }
        }
        for condition in &rule.conditions {
            let sentence =
                condition.sentence.as_ref().map_or(String::new(), |quoted| quoted.text.clone());
            for part in conjuncts(&condition.formula) {
                let mut next = Vec::new();
                for draft in drafts {
                    next.extend(self.condition(draft, part, &sentence)?);
                }
                drafts = next;
                if drafts.len() > MOST_FAMILIES {
                    let message = "this rule has too many cases";
                    return Err(Diagnostic::new(
                        part.span.clone(),
                        message,
                        format!("at most {MOST_FAMILIES}"),
                    ));
                }
            }
        }
        for draft in &mut drafts {
            let everywhere = self.arena.everywhere();
            for name in std::mem::take(&mut draft.unbound) {
                self.choose_cell(draft, &name, everywhere);
            }
        }
        Ok(drafts)
    }

    /// Adds a condition to a draft; it may bind a variable, and in several ways.
    fn condition(
        &mut self,
        mut draft: Draft,
        formula: &Expr,
        sentence: &str,
    ) -> Grounded<Vec<Draft>> {
        let introduced = match &formula.kind {
            ExprKind::In(name, domain) => {
                self.new_name(&draft, name).map(|name| (name, domain, true))
            }
            ExprKind::Binary(Operator::Equal, name, value) => {
                self.new_name(&draft, name).map(|name| (name, value, false))
            }
            // `own pawn on a`.
            ExprKind::On(pieces, place) => match &place.kind {
                ExprKind::Name(name) if draft.unbound.contains(name) => {
                    Some((name.clone(), pieces, true))
                }
                _ => None,
            },
            _ => None,
        };
        if let Some((name, expr, member)) = introduced {
            self.bind_mentioned(&mut draft, expr, &name);
            let mentions_itself = mentions(expr, &name);
            if !mentions_itself {
                let value = self.expr(expr, &mut draft.scope.clone())?;
                draft.unbound.retain(|other| *other != name);
                return self.bind(draft, &name, value, &expr.span, member);
            }
        }
        self.bind_mentioned(&mut draft, formula, "");
        let id = self.formula(formula, &mut draft.scope.clone())?;
        if self.arena.known_truth_of(id) == Some(false) {
            return Ok(Vec::new());
        }
        draft.conditions.push((id, sentence.to_string()));
        Ok(vec![draft])
    }

    /// The name that a condition introduces, if the expression is one.
    fn new_name(&mut self, draft: &Draft, expr: &Expr) -> Option<String> {
        let ExprKind::Name(name) = &expr.kind else { return None };
        let new = draft.unbound.contains(name) || !self.means_something(name, &draft.scope);
        new.then(|| name.clone())
    }

    /// Whether a name is known, so that it cannot be a new variable.
    fn means_something(&mut self, name: &str, scope: &Scope) -> bool {
        scope.get(name).is_some() || {
            let span = 0..0;
            let expr = Expr { kind: ExprKind::Name(name.to_string()), span };
            let is_function =
                self.words.functions.iter().any(|function| function.name.text == name);
            is_function || self.expr(&expr, &mut Scope::default()).is_ok()
        }
    }

    /// Parameters that a condition uses before anything says where they come from can be any cell.
    fn bind_mentioned(&mut self, draft: &mut Draft, expr: &Expr, except: &str) {
        let mut found = Vec::new();
        names::expr(expr, &mut |word| found.push(word.to_string()));
        let everywhere = self.arena.everywhere();
        for name in draft.unbound.clone() {
            if name != except && found.contains(&name) {
                draft.unbound.retain(|other| *other != name);
                self.choose_cell(draft, &name, everywhere);
            }
        }
    }

    fn choose_cell(&mut self, draft: &mut Draft, name: &str, from: Id) {
        let (var, id) = self.variable(name, &mut draft.scope);
        draft.choices.push(Choice { var, from, domain: from });
        draft.facts.push((id, from));
    }

    /// Binds a name to a value, or to each member of one.
    fn bind(
        &mut self,
        mut draft: Draft,
        name: &str,
        value: Value,
        span: &Span,
        member: bool,
    ) -> Grounded<Vec<Draft>> {
        match value {
            Value::List(values) => {
                let cells =
                    values.iter().all(|value| matches!(value, Value::Set(_) | Value::Pieces(_)));
                if cells && !values.is_empty() && !member {
                    let set = self.as_set(Value::List(values), span)?;
                    self.choose_cell(&mut draft, name, set);
                    return Ok(vec![draft]);
                }
                let mut drafts = Vec::new();
                for value in values {
                    let branch = Draft {
                        scope: draft.scope.clone(),
                        unbound: draft.unbound.clone(),
                        choices: draft.choices.clone(),
                        conditions: draft.conditions.clone(),
                        facts: draft.facts.clone(),
                    };
                    drafts.extend(self.bind_one(branch, name, value));
                }
                Ok(drafts)
            }
            Value::Set(_) | Value::Pieces(_) | Value::Kind(_)
                if member || matches!(value, Value::Set(_)) =>
            {
                let set = self.as_set(value, span)?;
                self.choose_cell(&mut draft, name, set);
                Ok(vec![draft])
            }
            Value::Number(_) if member => {
                Err(Diagnostic::new(span.clone(), "a number has no members", "a set or a list"))
            }
            value => Ok(self.bind_one(draft, name, value).into_iter().collect()),
        }
    }

    fn bind_one(&mut self, mut draft: Draft, name: &str, value: Value) -> Option<Draft> {
        if let Value::Cell(cell) = value {
            let everywhere = self.arena.everywhere();
            let there = self.arena.build(Node::In(cell, everywhere));
            match self.arena.known_truth_of(there) {
                Some(false) => return None,
                Some(true) => {}
                None => draft.conditions.push((there, String::new())),
            }
        }
        draft.scope.bind(name, value);
        Some(draft)
    }

    /// Puts each condition to the variable that decides it; `None` where nothing is possible.
    fn levels(&mut self, draft: &Draft) -> Option<(Id, Vec<Choice>)> {
        let mut gate = Vec::new();
        let mut of_choice: Vec<Vec<Id>> = vec![Vec::new(); draft.choices.len()];
        for (condition, _) in &draft.conditions {
            let last = draft
                .choices
                .iter()
                .rposition(|choice| self.arena.mentions(*condition, choice.var));
            match last {
                Some(at) => of_choice[at].push(*condition),
                None => gate.push(*condition),
            }
        }
        let gate = self.arena.all(gate);
        if self.arena.known_truth_of(gate) == Some(false) {
            return None;
        }
        let mut choices = Vec::new();
        for (choice, conditions) in draft.choices.iter().zip(of_choice) {
            let formula = self.arena.all(conditions);
            let from = self.arena.members(choice.var, choice.from, formula);
            if from == self.arena.nowhere() {
                return None;
            }
            choices.push(Choice { var: choice.var, from, domain: choice.from });
        }
        Some((gate, choices))
    }

    /// Whether a move by this name is possible for a player.
    pub fn possible(&mut self, name: &str, player: usize, span: &Span) -> Grounded<Id> {
        let asked = (name.to_string(), player);
        if self.asking.contains(&asked) {
            let message = format!("{name} is asked for in its own conditions");
            return Err(Diagnostic::new(
                span.clone(),
                message,
                "a move that does not depend on itself",
            ));
        }
        self.asking.push(asked);
        let me = std::mem::replace(&mut self.me, player);
        let book = self.book;
        let mut ways = Ok(Vec::new());
        for rule in book
            .moves
            .iter()
            .filter(|rule| rule.name.as_ref().is_some_and(|known| known.text == name))
        {
            // A name in reach where the move is asked for means nothing inside it; its variables come after all others.
            let scope = Scope::at_depth(24);
            let drafts = self.drafts(rule, scope);
            ways = ways.and_then(|mut ways: Vec<Id>| {
                for draft in drafts? {
                    ways.extend(self.exists_draft(&draft));
                }
                Ok(ways)
            });
        }
        self.me = me;
        self.asking.pop();
        Ok(self.arena.any(ways?))
    }

    /// The formula that a draft has an instance.
    fn exists_draft(&mut self, draft: &Draft) -> Option<Id> {
        let (gate, choices) = self.levels(draft)?;
        let mut inner = self.arena.truth(true);
        for choice in choices.iter().rev() {
            let members = self.arena.members(choice.var, choice.from, inner);
            inner = self.arena.build(Node::NonEmpty(members));
        }
        Some(self.arena.build(Node::And(gate, inner)))
    }

    /// How a move of the rule is written.
    fn written(&self, rule: &ast::Move, scope: &Scope) -> Vec<Written> {
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

    fn in_words(&self, value: &Value) -> String {
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

    /// The changes that effects make.
    pub fn changes(
        &mut self,
        effects: &[Effect],
        guard: Option<Id>,
        scope: &mut Scope,
        changes: &mut Vec<Change>,
    ) -> Grounded<()> {
        for effect in effects {
            match &effect.kind {
                EffectKind::Assign(place, value) => {
                    self.assign(place, value, guard, scope, changes)?
                }
                EffectKind::Goes(from, to) => {
                    let (from_value, to_value) = (self.expr(from, scope)?, self.expr(to, scope)?);
                    let (from, to) =
                        (self.as_cell(from_value, &from.span)?, self.as_cell(to_value, &to.span)?);
                    self.goes(from, to, guard, changes);
                }
                EffectKind::Swap(one, two) => {
                    let (a, b) = (self.expr(one, scope)?, self.expr(two, scope)?);
                    let (a, b) = (self.as_cell(a, &one.span)?, self.as_cell(b, &two.span)?);
                    let contents = [
                        self.arena.build(Node::ContentOf(a)),
                        self.arena.build(Node::ContentOf(b)),
                    ];
                    self.put(b, contents[0], guard, changes);
                    self.put(a, contents[1], guard, changes);
                }
                EffectKind::If(condition, inner) => {
                    let condition = self.formula(condition, scope)?;
                    let both = match guard {
                        Some(guard) => self.arena.build(Node::And(guard, condition)),
                        None => condition,
                    };
                    if self.arena.known_truth_of(both) != Some(false) {
                        self.changes(inner, Some(both), scope, changes)?;
                    }
                }
                EffectKind::All(binders, inner) => {
                    self.for_all(binders, inner, guard, scope, changes)?
                }
                EffectKind::Stack { count, from, to } => {
                    if !self.words.stacks {
                        let help = "say it of the board: board 6 x 6 stacks";
                        return Err(Diagnostic::new(
                            effect.span.clone(),
                            "this board has no stacks",
                            "a board with stacks",
                        )
                        .with_help(help));
                    }
                    let count = Some(self.number(count, scope)?);
                    let (from_value, to_value) = (self.expr(from, scope)?, self.expr(to, scope)?);
                    let (from, to) =
                        (self.as_cell(from_value, &from.span)?, self.as_cell(to_value, &to.span)?);
                    self.push(guard, ChangeKind::Stack { count, from, to }, changes);
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, guard: Option<Id>, kind: ChangeKind, changes: &mut Vec<Change>) {
        let guard = guard.unwrap_or_else(|| self.arena.truth(true));
        changes.push(Change { guard, kind });
    }

    fn put(&mut self, cell: Id, content: Id, guard: Option<Id>, changes: &mut Vec<Change>) {
        self.push(guard, ChangeKind::PutOn { cell, content, was: u64::MAX }, changes);
    }

    /// What stands on one cell goes to another.
    fn goes(&mut self, from: Id, to: Id, guard: Option<Id>, changes: &mut Vec<Change>) {
        if self.words.stacks {
            return self.push(guard, ChangeKind::Stack { count: None, from, to }, changes);
        }
        let (content, empty) =
            (self.arena.build(Node::ContentOf(from)), self.arena.build(Node::Content(0)));
        self.put(to, content, guard, changes);
        self.put(from, empty, guard, changes);
    }

    fn assign(
        &mut self,
        place: &Expr,
        value: &Expr,
        guard: Option<Id>,
        scope: &mut Scope,
        changes: &mut Vec<Change>,
    ) -> Grounded<()> {
        if let ExprKind::Name(name) = &place.kind
            && scope.get(name).is_none()
            && let Some(state) = self.words.states.iter().position(|state| state.name == *name)
        {
            let id = match self.words.states[state].sort {
                StateSort::Flag => self.formula(value, scope)?,
                StateSort::Number(..) => self.number(value, scope)?,
                StateSort::Cell => {
                    let cell = self.expr(value, scope)?;
                    self.as_cell(cell, &value.span)?
                }
                StateSort::Set => {
                    let set = self.expr(value, scope)?;
                    self.as_set(set, &value.span)?
                }
            };
            self.push(guard, ChangeKind::State(state as u16, id), changes);
            return Ok(());
        }
        let target = self.expr(place, scope)?;
        let content = self.expr(value, scope)?;
        let content = self.as_content(content, &value.span)?;
        match target {
            Value::Cell(cell) => self.put(cell, content, guard, changes),
            Value::Nothing => {}
            other => {
                let set = self.as_set(other, &place.span)?;
                if set != self.arena.nowhere() {
                    self.push(guard, ChangeKind::PutAll { set, content }, changes);
                }
            }
        }
        Ok(())
    }

    fn for_all(
        &mut self,
        binders: &[ast::Binder],
        inner: &[Effect],
        guard: Option<Id>,
        scope: &mut Scope,
        changes: &mut Vec<Change>,
    ) -> Grounded<()> {
        let Some((binder, rest)) = binders.split_first() else {
            return self.changes(inner, guard, scope, changes);
        };
        let domain = match &binder.domain {
            Some(domain) => self.expr(domain, scope)?,
            None => Value::Set(self.arena.everywhere()),
        };
        let names = scope.count();
        let (values, members) = match domain {
            Value::List(values) => (values, None),
            other => {
                let span = binder
                    .domain
                    .as_ref()
                    .map_or(binder.name.span.clone(), |domain| domain.span.clone());
                let set = self.as_set(other, &span)?;
                let board = self.words.board.clone();
                let cells = board
                    .cells()
                    .map(|cell| Value::Cell(self.arena.build(Node::Cell(cell as u16))));
                (cells.collect(), Some(set))
            }
        };
        for value in values {
            let mut conditions = Vec::from_iter(guard);
            if let (Value::Cell(cell), Some(set)) = (&value, members) {
                conditions.push(self.arena.build(Node::In(*cell, set)));
            }
            scope.bind(&binder.name.text, value);
            if let Some(condition) = &binder.condition {
                conditions.push(self.formula(condition, scope)?);
            }
            let all = self.arena.all(conditions);
            if self.arena.known_truth_of(all) != Some(false) {
                self.for_all(rest, inner, Some(all), scope, changes)?;
            }
            scope.truncate(names);
        }
        Ok(())
    }

    /// The contents, as bits, that a cell can have where the conditions hold.
    fn possible_contents(&self, cell: Id, facts: &[(Id, Id)], conditions: &[(Id, String)]) -> u64 {
        let mut possible = u64::MAX;
        for (known, set) in facts {
            if *known == cell {
                possible &= self.contents_in(*set).0;
            }
        }
        let mut open: Vec<Id> = conditions.iter().map(|(id, _)| *id).collect();
        while let Some(id) = open.pop() {
            match self.arena.node(id) {
                Node::And(a, b) => open.extend([a, b]),
                Node::In(known, set) if known == cell => possible &= self.contents_in(set).0,
                Node::Not(inner) => match self.arena.node(inner) {
                    Node::In(known, set) if known == cell => possible &= !self.contents_in(set).1,
                    _ => {}
                },
                _ => {}
            }
        }
        possible
    }

    /// The contents that the members of a set can have, and those whose cells are all in it.
    fn contents_in(&self, set: Id) -> (u64, u64) {
        match self.arena.node(set) {
            Node::Plane(content) => (1 << content, 1 << content),
            Node::Union(a, b) => {
                let ((any_a, all_a), (any_b, all_b)) = (self.contents_in(a), self.contents_in(b));
                (any_a | any_b, all_a | all_b)
            }
            Node::Meet(a, b) => {
                let ((any_a, all_a), (any_b, all_b)) = (self.contents_in(a), self.contents_in(b));
                (any_a & any_b, all_a & all_b)
            }
            Node::Complement(a) => {
                let (any, all) = self.contents_in(a);
                (!all, !any)
            }
            Node::Where(_, domain, _) => (self.contents_in(domain).0, 0),
            Node::Chain(_, _, set) => (self.contents_in(set).0, 0),
            _ => (u64::MAX, 0),
        }
    }

    /// Whether two families of one rule may make the same written move.
    fn overlap(&self, families: &[Family]) -> bool {
        super::overlap::overlap(&self.arena, families)
    }
}

fn is_parameter(rule: &ast::Move, name: &str) -> bool {
    rule.header.iter().any(|item| match item {
        HeaderItem::Parameter(known, _) => known.text == name,
        HeaderItem::Goes(from, to) => from.text == name || to.text == name,
        HeaderItem::Sign(_) => false,
    })
}

/// The parts of a conjunction.
fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Binary(Operator::And, left, right) => {
            [conjuncts(left), conjuncts(right)].concat()
        }
        _ => vec![expr],
    }
}

fn mentions(expr: &Expr, name: &str) -> bool {
    let mut found = false;
    names::expr(expr, &mut |word| found |= word == name);
    found
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
