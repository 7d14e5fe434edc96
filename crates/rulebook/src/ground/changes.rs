//! What a move changes.

use super::expr::{Grounded, Grounder};
use super::form::{Change, ChangeKind};
use super::node::{Id, Node};
use super::scope::{Scope, StateSort};
use super::value::Value;
use crate::Diagnostic;
use crate::ast::{self, Effect, EffectKind, Expr, ExprKind};

impl<'a> Grounder<'a> {
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

    pub(super) fn push(&mut self, guard: Option<Id>, kind: ChangeKind, changes: &mut Vec<Change>) {
        let guard = guard.unwrap_or_else(|| self.arena.truth(true));
        changes.push(Change { guard, kind });
    }

    pub(super) fn put(
        &mut self,
        cell: Id,
        content: Id,
        guard: Option<Id>,
        changes: &mut Vec<Change>,
    ) {
        self.push(guard, ChangeKind::PutOn { cell, content, was: u64::MAX }, changes);
    }

    /// What stands on one cell goes to another.
    pub(super) fn goes(&mut self, from: Id, to: Id, guard: Option<Id>, changes: &mut Vec<Change>) {
        if self.words.stacks {
            return self.push(guard, ChangeKind::Stack { count: None, from, to }, changes);
        }
        let (content, empty) =
            (self.arena.build(Node::ContentOf(from)), self.arena.build(Node::Content(0)));
        self.put(to, content, guard, changes);
        self.put(from, empty, guard, changes);
    }

    pub(super) fn assign(
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
                    self.as_cell(cell, &value.span).map_err(|mistake| {
                        mistake.with_help(format!(
                            "{name} names a cell; what stands there is changed by all x in cells: if x = {name}: x := …"
                        ))
                    })?
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

    pub(super) fn for_all(
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

    /// Says of each cell that gets a content which ones it can have then: those of the position before, and what an
    /// earlier change has put there, since of two changes of one cell the later counts.
    pub(super) fn tell_contents(&self, changes: &mut [Change], was: impl Fn(&Self, Id) -> u64) {
        for at in 0..changes.len() {
            let (earlier, later) = changes.split_at_mut(at);
            if let ChangeKind::PutOn { cell, was: mask, .. } = &mut later[0].kind {
                let before = was(self, *cell);
                let come = earlier.iter().map(|change| match change.kind {
                    // Cells with different contents are different cells.
                    ChangeKind::PutOn { cell: other, .. } if was(self, other) & before == 0 => 0,
                    ChangeKind::PutAll { set, .. } if self.contents_in(set).0 & before == 0 => 0,
                    ChangeKind::PutOn { content, .. } | ChangeKind::PutAll { content, .. } => {
                        match self.arena.node(content) {
                            Node::Content(content) => 1 << content,
                            Node::ContentOf(from) => was(self, from),
                            _ => u64::MAX,
                        }
                    }
                    ChangeKind::Stack { .. } => u64::MAX,
                    ChangeKind::State(..) => 0,
                });
                *mask = come.fold(before, |all, one| all | one);
            }
        }
    }

    /// The contents, as bits, that a cell can have where the conditions hold.
    pub(super) fn possible_contents(
        &self,
        cell: Id,
        facts: &[(Id, Id)],
        conditions: &[(Id, String)],
    ) -> u64 {
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
    pub(super) fn contents_in(&self, set: Id) -> (u64, u64) {
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
}
