//! A second reading of rulebooks, slow and simple: the text itself is interpreted on a board that is a plain list of
//! contents, every value tried. It shares the parser and the board with the fast reading and nothing else.

mod choices;
mod formulas;
mod value;
mod values;

use std::collections::HashMap;
use value::V;
use zugwerk_rulebook::ast::*;
use zugwerk_rulebook::ground::form::StateValue;
use zugwerk_rulebook::ground::scope::{StateSort, Words};
use zugwerk_rulebook::{CellSet, board::Board};

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub cells: Vec<Vec<u8>>,
    pub states: Vec<StateValue>,
    pub turn: usize,
}

pub struct Reference<'a> {
    pub book: &'a Rulebook,
    pub words: &'a Words,
}

type Names = HashMap<String, V>;

/// A move while it is made: the names it has bound and the position so far.
#[derive(Clone)]
struct Made {
    names: Names,
    position: Position,
}

impl Reference<'_> {
    fn board(&self) -> &Board {
        &self.words.board
    }

    /// The positions after each legal move.
    pub fn successors(&self, position: &Position) -> Vec<Position> {
        let me = position.turn;
        let mut found = Vec::new();
        for (number, rule) in self.book.moves.iter().enumerate() {
            let mut made = Vec::new();
            for names in self.choices(rule, Names::new(), position, me) {
                let after = self.apply_rule(rule, &names, position, me, true);
                self.go_on(number, rule, Made { names, position: after }, me, &mut made);
            }
            if let Some((value, _)) = &rule.most {
                let worth = |one: &Made| self.number(value, &Names::new(), &one.position, me);
                let most = made.iter().map(worth).max().unwrap_or(0);
                made.retain(|one| worth(one) == most);
            }
            let mut results = Vec::new();
            for one in made {
                let after = self.finish(rule, &one, me);
                if self
                    .book
                    .never
                    .iter()
                    .any(|law| self.truth(&law.formula, &Names::new(), &after, me))
                {
                    continue;
                }
                if !rule.merge || !results.contains(&after) {
                    results.push(after);
                }
            }
            found.extend(results);
        }
        for after in &mut found {
            let again = self
                .book
                .again
                .iter()
                .any(|law| self.truth(&law.formula, &Names::new(), after, me));
            after.turn = if again { me } else { 1 - me };
        }
        found
    }

    /// The same rule once more as long as it can, then the further parts.
    fn go_on(&self, number: usize, rule: &Move, one: Made, me: usize, made: &mut Vec<Made>) {
        if let Some(repeat) = &rule.repeat {
            let goes = repeat
                .condition
                .as_ref()
                .is_none_or(|c| self.truth(c, &one.names, &one.position, me));
            let mut names = Names::new();
            for (name, value) in &repeat.bindings {
                names.insert(name.text.clone(), self.eval(value, &one.names, &one.position, me));
            }
            let choices =
                if goes { self.choices(rule, names, &one.position, me) } else { Vec::new() };
            if !choices.is_empty() {
                if repeat.at_will {
                    self.parts(number, rule, one.clone(), me, made);
                }
                for names in choices {
                    let position = self.apply_rule(rule, &names, &one.position, me, true);
                    self.go_on(number, rule, Made { names, position }, me, made);
                }
                return;
            }
        }
        self.parts(number, rule, one, me, made);
    }

    /// The further parts of a move.
    fn parts(&self, number: usize, rule: &Move, one: Made, me: usize, made: &mut Vec<Made>) {
        let follows = |then: &&Then| match then.after.is_empty() {
            true => then.above == number,
            false => then.after.iter().any(|name| {
                name.text == "move" || rule.name.as_ref().is_some_and(|own| own.text == name.text)
            }),
        };
        let parts: Vec<&Then> = self.book.parts.iter().filter(follows).collect();
        let mut all = vec![one];
        for then in parts {
            let mut next = Vec::new();
            for one in all {
                if !then
                    .condition
                    .as_ref()
                    .is_none_or(|c| self.truth(c, &one.names, &one.position, me))
                {
                    next.push(one);
                    continue;
                }
                for names in self.choices(&then.part, one.names.clone(), &one.position, me) {
                    let position = self.apply_rule(&then.part, &names, &one.position, me, false);
                    next.push(Made { names, position });
                }
            }
            all = next;
        }
        made.extend(all);
    }

    fn finish(&self, rule: &Move, one: &Made, me: usize) -> Position {
        let mut after = one.position.clone();
        let name = rule.name.as_ref().map(|name| &name.text);
        for statement in self.book.after.iter().filter(|after| !after.together) {
            if statement.moves.is_empty()
                || statement.moves.iter().any(|wanted| Some(&wanted.text) == name)
            {
                self.effects(&statement.effects, &one.names, &one.position, me, &mut after);
            }
        }
        after
    }

    fn apply_rule(
        &self,
        rule: &Move,
        names: &Names,
        before: &Position,
        me: usize,
        first: bool,
    ) -> Position {
        let mut after = before.clone();
        if first {
            for statement in self.book.after.iter().filter(|after| after.together) {
                self.effects(&statement.effects, names, before, me, &mut after);
            }
        }
        for item in &rule.header {
            if let HeaderItem::Goes(from, to) = item {
                self.goes(&names[&from.text], &names[&to.text], before, &mut after);
            }
        }
        self.effects(&rule.effects, names, before, me, &mut after);
        after
    }

    fn goes(&self, from: &V, to: &V, before: &Position, after: &mut Position) {
        if let (Some(from), Some(to)) = (self.cell(from), self.cell(to)) {
            let moved = before.cells[from].clone();
            if self.words.stacks {
                after.cells[from].clear();
                after.cells[to].extend(moved);
            } else {
                after.cells[to] = moved;
                after.cells[from].clear();
            }
        }
    }

    fn effects(
        &self,
        effects: &[Effect],
        names: &Names,
        before: &Position,
        me: usize,
        after: &mut Position,
    ) {
        for effect in effects {
            match &effect.kind {
                EffectKind::Assign(place, value) => {
                    self.assign(place, value, names, before, me, after)
                }
                EffectKind::If(condition, inner) => {
                    if self.truth(condition, names, before, me) {
                        self.effects(inner, names, before, me, after);
                    }
                }
                EffectKind::All(binders, inner) => {
                    for names in self.bindings(binders, names, before, me) {
                        self.effects(inner, &names, before, me, after);
                    }
                }
                EffectKind::Stack { count, from, to } => {
                    let count = self.number(count, names, before, me) as usize;
                    let (from, to) =
                        (self.eval(from, names, before, me), self.eval(to, names, before, me));
                    if let (Some(from), Some(to)) = (self.cell(&from), self.cell(&to)) {
                        let stack = &before.cells[from];
                        let at = stack.len().saturating_sub(count);
                        after.cells[from] = stack[..at].to_vec();
                        after.cells[to] = [&before.cells[to][..], &stack[at..]].concat();
                    }
                }
                EffectKind::Goes(from, to) => {
                    let (from, to) =
                        (self.eval(from, names, before, me), self.eval(to, names, before, me));
                    self.goes(&from, &to, before, after);
                }
                EffectKind::Swap(one, two) => {
                    let (one, two) =
                        (self.eval(one, names, before, me), self.eval(two, names, before, me));
                    if let (Some(one), Some(two)) = (self.cell(&one), self.cell(&two)) {
                        after.cells[one] = before.cells[two].clone();
                        after.cells[two] = before.cells[one].clone();
                    }
                }
            }
        }
    }

    fn assign(
        &self,
        place: &Expr,
        value: &Expr,
        names: &Names,
        before: &Position,
        me: usize,
        after: &mut Position,
    ) {
        if let ExprKind::Name(name) = &place.kind
            && !names.contains_key(name)
            && let Some(at) = self.words.states.iter().position(|state| state.name == *name)
        {
            let value = self.eval(value, names, before, me);
            after.states[at] = match self.words.states[at].sort {
                StateSort::Flag => StateValue::Flag(value == V::Truth(true)),
                StateSort::Number(low, high) => match value {
                    V::Number(number) => {
                        StateValue::Number(number.clamp(low.into(), high.into()) as i32)
                    }
                    other => panic!("{other:?}"),
                },
                StateSort::Cell => StateValue::Cell(self.cell(&value)),
                StateSort::Set => {
                    StateValue::Set(CellSet::of(self.board().places(), self.set(&value, before)))
                }
            };
            return;
        }
        let target = self.eval(place, names, before, me);
        let content = self.content(&self.eval(value, names, before, me));
        let cells: Vec<usize> = match &target {
            V::Place(..) | V::Nothing => self.cell(&target).into_iter().collect(),
            other => self.set(other, before).into_iter().collect(),
        };
        for cell in cells {
            after.cells[cell] = if content == 0 { Vec::new() } else { vec![content] };
        }
    }

    fn content(&self, value: &V) -> u8 {
        match value {
            V::Content(content) => *content,
            V::Pieces(contents) if contents.len() == 1 => contents[0],
            V::Nothing => 0,
            V::Kind(Some(kind)) => self.words.content(None, *kind).unwrap(),
            other => panic!("{other:?}"),
        }
    }
}

fn with(names: &Names, name: &str, value: V) -> Names {
    let mut names = names.clone();
    names.insert(name.to_string(), value);
    names
}

fn plus(one: V, two: V) -> V {
    match (one, two) {
        (V::Number(one), V::Number(two)) => V::Number(one + two),
        (V::Place(x, y), V::Direction(dx, dy)) => V::Place(x + dx, y + dy),
        (V::Nothing, V::Direction(..)) => V::Nothing,
        (V::Direction(x, y), V::Direction(dx, dy)) => V::Direction(x + dx, y + dy),
        (one, V::List(values)) => {
            V::List(values.into_iter().map(|two| plus(one.clone(), two)).collect())
        }
        (V::List(values), two) => {
            V::List(values.into_iter().map(|one| plus(one, two.clone())).collect())
        }
        other => panic!("{other:?}"),
    }
}

fn negative(value: V) -> V {
    match value {
        V::Number(number) => V::Number(-number),
        V::Direction(x, y) => V::Direction(-x, -y),
        V::List(values) => V::List(values.into_iter().map(negative).collect()),
        other => panic!("{other:?}"),
    }
}

fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Binary(Operator::And, left, right) => {
            [conjuncts(left), conjuncts(right)].concat()
        }
        _ => vec![expr],
    }
}

/// Whether a word occurs in an expression, found in how it is printed.
fn mentions(expr: &Expr, name: &str) -> bool {
    format!("{expr:?}").contains(&format!("Name({name:?})"))
}
