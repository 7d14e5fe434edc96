//! The conditions of a move put in order: what is chosen from which set, and what must hold.

use super::expr::{Grounded, Grounder};
use super::form::Choice;
use super::names;
use super::node::{Id, Node};
use super::rules::MOST_FAMILIES;
use super::scope::Scope;
use super::value::Value;
use crate::ast::{self, Expr, ExprKind, HeaderItem, Operator};
use crate::{Diagnostic, Span};

/// A move with its variables bound, before its changes are known.
pub(super) struct Draft {
    pub(super) scope: Scope,
    pub(super) unbound: Vec<String>,
    pub(super) choices: Vec<Choice>,
    /// Conditions with the sentences of their own.
    pub(super) conditions: Vec<(Id, String)>,
    /// Cells and the sets they are chosen from.
    pub(super) facts: Vec<(Id, Id)>,
}

impl<'a> Grounder<'a> {
    /// The ways to bind the variables of a rule so that its conditions are known one by one.
    pub(super) fn drafts(&mut self, rule: &ast::Move, scope: Scope) -> Grounded<Vec<Draft>> {
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
                            too_many_cases(&next, &domain.span)?;
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
                    too_many_cases(&next, &part.span)?;
                }
                drafts = next;
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
    pub(super) fn condition(
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
    pub(super) fn new_name(&mut self, draft: &Draft, expr: &Expr) -> Option<String> {
        let ExprKind::Name(name) = &expr.kind else { return None };
        let new = draft.unbound.contains(name) || !self.means_something(name, &draft.scope);
        new.then(|| name.clone())
    }

    /// Whether a name is known, so that it cannot be a new variable.
    pub(super) fn means_something(&mut self, name: &str, scope: &Scope) -> bool {
        scope.get(name).is_some() || {
            let span = 0..0;
            let expr = Expr { kind: ExprKind::Name(name.to_string()), span };
            let is_function =
                self.words.functions.iter().any(|function| function.name.text == name);
            is_function || self.expr(&expr, &mut Scope::default()).is_ok()
        }
    }

    /// Parameters that a condition uses before anything says where they come from can be any cell.
    pub(super) fn bind_mentioned(&mut self, draft: &mut Draft, expr: &Expr, except: &str) {
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

    pub(super) fn choose_cell(&mut self, draft: &mut Draft, name: &str, from: Id) {
        let (var, id) = self.variable(name, &mut draft.scope);
        draft.choices.push(Choice { var, from, domain: from });
        draft.facts.push((id, from));
    }

    /// Binds a name to a value, or to each member of one.
    pub(super) fn bind(
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

    pub(super) fn bind_one(&mut self, mut draft: Draft, name: &str, value: Value) -> Option<Draft> {
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
    pub(super) fn levels(&mut self, draft: &Draft) -> Option<(Id, Vec<Choice>)> {
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
    pub(super) fn exists_draft(&mut self, draft: &Draft) -> Option<Id> {
        let (gate, choices) = self.levels(draft)?;
        let mut inner = self.arena.truth(true);
        for choice in choices.iter().rev() {
            let members = self.arena.members(choice.var, choice.from, inner);
            inner = self.arena.build(Node::NonEmpty(members));
        }
        Some(self.arena.build(Node::And(gate, inner)))
    }
}

/// A mistake where the choices of a rule that are known when it is read have become too many.
fn too_many_cases(drafts: &[Draft], span: &Span) -> Grounded<()> {
    if drafts.len() <= MOST_FAMILIES {
        return Ok(());
    }
    let message = "this rule has too many cases";
    let expected = format!("at most {MOST_FAMILIES}");
    Err(Diagnostic::new(span.clone(), message, expected)
        .with_help("smaller ranges or fewer directions"))
}

pub(super) fn is_parameter(rule: &ast::Move, name: &str) -> bool {
    rule.header.iter().any(|item| match item {
        HeaderItem::Parameter(known, _) => known.text == name,
        HeaderItem::Goes(from, to) => from.text == name || to.text == name,
        HeaderItem::Sign(_) => false,
    })
}

/// The parts of a conjunction.
pub(super) fn conjuncts(expr: &Expr) -> Vec<&Expr> {
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
