//! A second reading of rulebooks, slow and simple: the text itself is interpreted on a board that is a plain list of
//! contents, every value tried. It shares the parser and the board with the fast reading and nothing else.

mod value;

use std::collections::{BTreeSet, HashMap};
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
                for names in choices {
                    let position = self.apply_rule(rule, &names, &one.position, me, true);
                    self.go_on(number, rule, Made { names, position }, me, made);
                }
                return;
            }
        }
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

    /// All ways to choose what a rule leaves open, each written choice once.
    fn choices(&self, rule: &Move, names: Names, position: &Position, me: usize) -> Vec<Names> {
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

    fn satisfy(
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

    fn is_known(&self, name: &str) -> bool {
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

    fn place(&self, cell: usize) -> V {
        let (x, y) = self.board().place(cell);
        V::Place(x, y)
    }

    fn cell(&self, value: &V) -> Option<usize> {
        match value {
            V::Place(x, y) => self.board().at(*x, *y),
            V::Nothing => None,
            other => panic!("{other:?} is no cell"),
        }
    }

    fn top(&self, position: &Position, cell: usize) -> u8 {
        position.cells[cell].last().copied().unwrap_or(0)
    }

    fn set(&self, value: &V, position: &Position) -> BTreeSet<usize> {
        match value {
            V::Set(set) => set.clone(),
            V::Place(..) | V::Nothing => self.cell(value).into_iter().collect(),
            V::Pieces(contents) => self
                .board()
                .cells()
                .filter(|cell| contents.contains(&self.top(position, *cell)))
                .collect(),
            V::Kind(kind) => {
                let is = |content: u8| {
                    content > 0
                        && kind.is_none_or(|kind| {
                            self.words.contents[usize::from(content) - 1].kind == kind
                        })
                };
                self.board().cells().filter(|cell| is(self.top(position, *cell))).collect()
            }
            V::List(values) => values.iter().flat_map(|value| self.set(value, position)).collect(),
            other => panic!("{other:?} is no set"),
        }
    }

    /// The elements of a list, or the cells of a set.
    fn members(&self, value: &V, position: &Position) -> Vec<V> {
        match value {
            V::List(values) => values.clone(),
            V::Direction(..) => vec![value.clone()],
            other => self.set(other, position).into_iter().map(|cell| self.place(cell)).collect(),
        }
    }

    fn bindings(
        &self,
        binders: &[Binder],
        names: &Names,
        position: &Position,
        me: usize,
    ) -> Vec<Names> {
        let Some((binder, rest)) = binders.split_first() else { return vec![names.clone()] };
        let members = match &binder.domain {
            Some(domain) => self.members(&self.eval(domain, names, position, me), position),
            None => self.board().cells().map(|cell| self.place(cell)).collect(),
        };
        let mut all = Vec::new();
        for value in members {
            let names = with(names, &binder.name.text, value);
            if binder
                .condition
                .as_ref()
                .is_none_or(|condition| self.truth(condition, &names, position, me))
            {
                all.extend(self.bindings(rest, &names, position, me));
            }
        }
        all
    }

    pub fn truth(&self, expr: &Expr, names: &Names, position: &Position, me: usize) -> bool {
        match self.eval(expr, names, position, me) {
            V::Truth(truth) => truth,
            V::Moves(name, player) => self.possible(&name, player, position),
            other => panic!("{other:?} is no formula"),
        }
    }

    fn possible(&self, name: &str, player: usize, position: &Position) -> bool {
        let named = |rule: &&Move| rule.name.as_ref().is_some_and(|own| own.text == name);
        self.book
            .moves
            .iter()
            .filter(named)
            .any(|rule| !self.choices(rule, Names::new(), position, player).is_empty())
    }

    fn number(&self, expr: &Expr, names: &Names, position: &Position, me: usize) -> i64 {
        match self.eval(expr, names, position, me) {
            V::Number(number) => number,
            other => panic!("{other:?} is no number"),
        }
    }

    fn name(&self, name: &str, names: &Names, position: &Position, me: usize) -> V {
        if let Some(value) = names.get(name) {
            return value.clone();
        }
        let words = self.words;
        let directions =
            |all: &[(i32, i32)]| V::List(all.iter().map(|(x, y)| V::Direction(*x, *y)).collect());
        if let Some(number) = words.parameters.get(name) {
            return V::Number(*number);
        }
        if let Some(player) = words.players.iter().position(|known| known == name) {
            return V::Player(player);
        }
        if let Some(kind) = words.kinds.iter().position(|known| known == name) {
            return V::Kind(Some(kind));
        }
        if let Some(at) = words.states.iter().position(|state| state.name == name) {
            return match &position.states[at] {
                StateValue::Flag(flag) => V::Truth(*flag),
                StateValue::Number(number) => V::Number((*number).into()),
                StateValue::Cell(cell) => cell.map_or(V::Nothing, |cell| self.place(cell)),
                StateValue::Set(set) => V::Set(set.iter().collect()),
            };
        }
        if words.functions.iter().any(|function| function.name.text == name) {
            return self.call(name, Vec::new(), position, me);
        }
        if words.moves.iter().any(|known| known == name) {
            return V::Moves(name.to_string(), me);
        }
        let board = self.board();
        match name {
            "me" | "own" => V::Player(me),
            "other" => V::Player(1 - me),
            "piece" => V::Kind(None),
            "empty" => V::Pieces(vec![0]),
            "none" | "nothing" => V::Nothing,
            "true" | "yes" => V::Truth(true),
            "false" => V::Truth(false),
            "cells" => V::Set(board.cells().collect()),
            "sides" => directions(board.sides()),
            "diagonals" => directions(board.diagonals()),
            "directions" => directions(&board.directions()),
            "north" => V::Direction(0, 1),
            "south" => V::Direction(0, -1),
            "east" => V::Direction(1, 0),
            "west" => V::Direction(-1, 0),
            "northeast" => V::Direction(1, 1),
            "northwest" => V::Direction(-1, 1),
            "southeast" => V::Direction(1, -1),
            "southwest" => V::Direction(-1, -1),
            "lines" => V::List(
                board.lines().iter().map(|line| V::Set(line.iter().copied().collect())).collect(),
            ),
            _ => match board.named(name) {
                Some(cell) => self.place(cell),
                None => panic!("{name} means nothing"),
            },
        }
    }

    pub fn eval(&self, expr: &Expr, names: &Names, position: &Position, me: usize) -> V {
        let eval = |expr: &Expr| self.eval(expr, names, position, me);
        let set = |expr: &Expr| self.set(&self.eval(expr, names, position, me), position);
        match &expr.kind {
            ExprKind::Number(number) => V::Number(*number),
            ExprKind::Name(name) => self.name(name, names, position, me),
            ExprKind::Call(name, arguments) => {
                self.call(&name.text, arguments.iter().map(eval).collect(), position, me)
            }
            ExprKind::Vector(x, y) => match (eval(x), eval(y)) {
                (V::Number(x), V::Number(y)) => V::Direction(x as i32, y as i32),
                other => panic!("{other:?}"),
            },
            ExprKind::Owned(owner, kind) => match (eval(owner), eval(kind)) {
                (V::Player(player), V::Kind(None)) => {
                    V::Pieces(self.words.contents_of_player(player))
                }
                (V::Player(player), V::Kind(Some(kind))) => {
                    V::Pieces(vec![self.words.content(Some(player), kind).unwrap()])
                }
                (V::Player(player), V::Moves(name, _)) => V::Moves(name, player),
                other => panic!("{other:?}"),
            },
            ExprKind::Not(inner) => match eval(inner) {
                V::Truth(truth) => V::Truth(!truth),
                V::Moves(name, player) => V::Truth(!self.possible(&name, player, position)),
                value => {
                    let inside = self.set(&value, position);
                    V::Set(self.board().cells().filter(|cell| !inside.contains(cell)).collect())
                }
            },
            ExprKind::Minus(inner) => negative(eval(inner)),
            ExprKind::Binary(operator, left, right) => {
                self.binary(*operator, left, right, names, position, me)
            }
            ExprKind::In(element, members) => {
                V::Truth(self.member(element, members, names, position, me))
            }
            ExprKind::NotIn(element, members) => {
                let value = eval(element);
                let there =
                    !matches!(value, V::Place(..) | V::Nothing) || self.cell(&value).is_some();
                V::Truth(there && !self.member(element, members, names, position, me))
            }
            ExprKind::On(pieces, place) => {
                let pieces = set(pieces);
                V::Truth(self.set(&eval(place), position).iter().any(|cell| pieces.contains(cell)))
            }
            ExprKind::No(inner) | ExprKind::Some(inner) => {
                let some = match eval(inner) {
                    V::Truth(truth) => truth,
                    V::Moves(name, player) => self.possible(&name, player, position),
                    value => !self.set(&value, position).is_empty(),
                };
                V::Truth(some == matches!(expr.kind, ExprKind::Some(_)))
            }
            ExprKind::Has(..) => panic!("only puzzles have what is given"),
            ExprKind::Quantified(quantifier, binders, body) => {
                let ways = self.bindings(binders, names, position, me);
                let holds = |names: &Names| self.truth(body, names, position, me);
                let count = || ways.iter().filter(|names| holds(names)).count() as i64;
                let number = |expr: &Expr| self.number(expr, names, position, me);
                match quantifier {
                    Quantifier::All => V::Truth(ways.iter().all(holds)),
                    Quantifier::Some => V::Truth(ways.iter().any(holds)),
                    Quantifier::No => V::Truth(!ways.iter().any(holds)),
                    Quantifier::Count => V::Number(count()),
                    Quantifier::Exactly(wanted) => V::Truth(count() == number(wanted)),
                    Quantifier::AtLeast(wanted) => V::Truth(count() >= number(wanted)),
                    Quantifier::AtMost(wanted) => V::Truth(count() <= number(wanted)),
                    Quantifier::Sum => {
                        V::Number(ways.iter().map(|n| self.number(body, n, position, me)).sum())
                    }
                    Quantifier::Min => V::Number(
                        ways.iter().map(|n| self.number(body, n, position, me)).min().unwrap_or(0),
                    ),
                    Quantifier::Max => V::Number(
                        ways.iter().map(|n| self.number(body, n, position, me)).max().unwrap_or(0),
                    ),
                }
            }
            ExprKind::Set(elements) => V::List(elements.iter().map(eval).collect()),
            ExprKind::Comprehension(binder, formula) => {
                let ways = self.bindings(std::slice::from_ref(binder), names, position, me);
                let kept =
                    ways.into_iter().filter(|names| self.truth(formula, names, position, me));
                V::List(kept.map(|names| names[&binder.name.text].clone()).collect())
            }
            ExprKind::If(condition, yes, no) => {
                if self.truth(condition, names, position, me) {
                    eval(yes)
                } else {
                    eval(no)
                }
            }
        }
    }

    fn member(
        &self,
        element: &Expr,
        members: &Expr,
        names: &Names,
        position: &Position,
        me: usize,
    ) -> bool {
        let value = self.eval(element, names, position, me);
        match (value, self.eval(members, names, position, me)) {
            (value @ (V::Place(..) | V::Nothing), members) => {
                self.cell(&value).is_some_and(|cell| self.set(&members, position).contains(&cell))
            }
            (value, members) => self.equal(&value, &members, position),
        }
    }

    fn equal(&self, one: &V, two: &V, position: &Position) -> bool {
        match (one, two) {
            (V::Place(..) | V::Nothing, V::Place(..)) | (V::Place(..), V::Nothing) => {
                match (self.cell(one), self.cell(two), two) {
                    (None, _, V::Nothing) => true,
                    (Some(one), Some(two), _) => one == two,
                    _ => false,
                }
            }
            (V::Place(..), V::Set(_) | V::List(_) | V::Pieces(_)) => {
                self.cell(one).is_some_and(|cell| self.set(two, position).contains(&cell))
            }
            (element, V::List(values)) => {
                values.iter().any(|value| self.equal(element, value, position))
            }
            (V::Content(_), _) | (_, V::Content(_)) => self.content(one) == self.content(two),
            _ => one == two,
        }
    }

    fn binary(
        &self,
        operator: Operator,
        left: &Expr,
        right: &Expr,
        names: &Names,
        position: &Position,
        me: usize,
    ) -> V {
        let one = self.eval(left, names, position, me);
        let truth = |value: &V| match value {
            V::Truth(truth) => *truth,
            V::Moves(name, player) => self.possible(name, *player, position),
            other => panic!("{other:?}"),
        };
        let logical = matches!(one, V::Truth(_) | V::Moves(..));
        match operator {
            Operator::And if logical && !truth(&one) => return V::Truth(false),
            Operator::Or if logical && truth(&one) => return V::Truth(true),
            Operator::Implies if !truth(&one) => return V::Truth(true),
            _ => {}
        }
        let two = self.eval(right, names, position, me);
        let numbers = || match (&one, &two) {
            (V::Number(one), V::Number(two)) => (*one, *two),
            other => panic!("{other:?}"),
        };
        match operator {
            Operator::And | Operator::Or | Operator::Implies if logical => V::Truth(truth(&two)),
            Operator::Or if matches!(one, V::Direction(..)) => V::List(vec![one, two]),
            Operator::Or if matches!(&one, V::List(v) if matches!(v.first(), Some(V::Direction(..)))) =>
            {
                let (V::List(one), V::List(two)) = (one, two) else { panic!("lists") };
                V::List([one, two].concat())
            }
            Operator::And | Operator::Or | Operator::Without => {
                let (one, two) = (self.set(&one, position), self.set(&two, position));
                V::Set(match operator {
                    Operator::And => one.intersection(&two).copied().collect(),
                    Operator::Or => one.union(&two).copied().collect(),
                    _ => one.difference(&two).copied().collect(),
                })
            }
            Operator::Implies => panic!("formulas"),
            Operator::Equal => V::Truth(self.equal(&one, &two, position)),
            Operator::NotEqual => {
                let there = |value: &V| {
                    !matches!(value, V::Place(..) | V::Nothing) || self.cell(value).is_some()
                };
                V::Truth(there(&one) && there(&two) && !self.equal(&one, &two, position))
            }
            Operator::Less => V::Truth(numbers().0 < numbers().1),
            Operator::AtMost => V::Truth(numbers().0 <= numbers().1),
            Operator::Greater => V::Truth(numbers().0 > numbers().1),
            Operator::AtLeast => V::Truth(numbers().0 >= numbers().1),
            Operator::Plus => plus(one, two),
            Operator::Minus => plus(one, negative(two)),
            Operator::Times => match (one, two) {
                (V::Direction(x, y), V::Number(n)) | (V::Number(n), V::Direction(x, y)) => {
                    V::Direction(x * n as i32, y * n as i32)
                }
                (V::Number(one), V::Number(two)) => V::Number(one * two),
                other => panic!("{other:?}"),
            },
            Operator::Divide => V::Number(numbers().0.div_euclid(numbers().1)),
            Operator::Modulo => V::Number(numbers().0.rem_euclid(numbers().1)),
            Operator::Range => V::List((numbers().0..=numbers().1).map(V::Number).collect()),
        }
    }

    /// The cells of a set that follow in a direction, and the first cell after them.
    fn walk(&self, from: &V, direction: &V, through: &BTreeSet<usize>) -> (BTreeSet<usize>, V) {
        let mut passed = BTreeSet::new();
        let (Some(_), V::Direction(..)) = (self.cell(from), direction) else {
            return (passed, V::Nothing);
        };
        let mut at = plus(from.clone(), direction.clone());
        while let Some(cell) = self.cell(&at) {
            if !through.contains(&cell) {
                return (passed, at);
            }
            passed.insert(cell);
            at = plus(at, direction.clone());
        }
        (passed, V::Nothing)
    }

    fn call(&self, name: &str, values: Vec<V>, position: &Position, me: usize) -> V {
        let words = self.words;
        let clauses = words.functions.iter().filter(|function| function.name.text == name);
        let mut user = false;
        for function in clauses {
            user = true;
            let fits = function.parameters.iter().zip(&values).all(|(parameter, value)| {
                let player = words.players.iter().position(|known| *known == parameter.text);
                let kind = words.kinds.iter().position(|known| *known == parameter.text);
                player.is_none_or(|player| *value == V::Player(player))
                    && kind.is_none_or(|kind| *value == V::Kind(Some(kind)))
            });
            if fits && function.parameters.len() == values.len() {
                let names =
                    function.parameters.iter().map(|name| name.text.clone()).zip(values).collect();
                return self.eval(&function.body, &names, position, me);
            }
        }
        assert!(!user, "no line of {name} fits");
        let set = |at: usize| self.set(&values[at], position);
        let board = self.board();
        let empty = || -> BTreeSet<usize> {
            board.cells().filter(|c| self.top(position, *c) == 0).collect()
        };
        let near = |find: &dyn Fn(usize) -> Vec<usize>| {
            V::Set(self.set(&values[0], position).into_iter().flat_map(find).collect())
        };
        match name {
            "row" | "column" | "rows" | "columns" => {
                let place = |cell: usize| {
                    let (x, y) = board.place(cell);
                    i64::from(if name.starts_with("row") { y } else { x })
                };
                match &values[0] {
                    V::Place(..) => V::Number(self.cell(&values[0]).map_or(0, place)),
                    V::Number(number) => {
                        V::Set(board.cells().filter(|cell| place(*cell) == *number).collect())
                    }
                    V::List(numbers) => V::Set(
                        board
                            .cells()
                            .filter(|cell| numbers.contains(&V::Number(place(*cell))))
                            .collect(),
                    ),
                    other => panic!("{other:?}"),
                }
            }
            "run" => V::Number(self.walk(&values[0], &values[1], &set(2)).0.len() as i64),
            "chain" => V::Set(self.walk(&values[0], &values[1], &set(2)).0),
            "past" => self.walk(&values[0], &values[1], &set(2)).1,
            "sight" => {
                let (mut seen, first) = self.walk(&values[0], &values[1], &empty());
                seen.extend(self.cell(&first));
                V::Set(seen)
            }
            "neighbours" => near(&|cell| board.neighbours(cell)),
            "around" => near(&|cell| board.around(cell)),
            "reach" | "group" => {
                let inside = set(1);
                let mut open: Vec<usize> = set(0).intersection(&inside).copied().collect();
                let mut found: BTreeSet<usize> = open.iter().copied().collect();
                while let Some(cell) = open.pop() {
                    for next in board.neighbours(cell) {
                        if inside.contains(&next) && found.insert(next) {
                            open.push(next);
                        }
                    }
                }
                V::Set(found)
            }
            "count" => V::Number(set(0).len() as i64),
            "height" => {
                V::Number(self.cell(&values[0]).map_or(0, |cell| position.cells[cell].len() as i64))
            }
            "content" => {
                V::Content(self.cell(&values[0]).map_or(0, |cell| self.top(position, cell)))
            }
            "mirrored" => match (&values[0], &values[1], &values[2]) {
                (from, V::Direction(x, y), V::Number(steps)) => {
                    // One step after the other, turning at each edge.
                    let Some(cell) = self.cell(from) else { return V::Nothing };
                    let ((mut column, mut row), (mut dx, mut dy)) = (board.place(cell), (*x, *y));
                    for _ in 0..*steps {
                        if column + dx < 1 || column + dx > board.width() as i32 {
                            dx = -dx;
                        }
                        if row + dy < 1 || row + dy > board.height() as i32 {
                            dy = -dy;
                        }
                        (column, row) = (column + dx, row + dy);
                    }
                    V::Place(column, row)
                }
                other => panic!("{other:?}"),
            },
            "turns" => match (&values[0], &values[1]) {
                (V::Number(x), V::Number(y)) => {
                    let (x, y) = (*x as i32, *y as i32);
                    let mut all = Vec::new();
                    for (x, y) in
                        [(x, y), (y, x), (y, -x), (x, -y), (-x, -y), (-y, -x), (-y, x), (-x, y)]
                    {
                        if !all.contains(&V::Direction(x, y)) {
                            all.push(V::Direction(x, y));
                        }
                    }
                    V::List(all)
                }
                other => panic!("{other:?}"),
            },
            "cell" => match (&values[0], &values[1]) {
                (V::Number(x), V::Number(y)) => V::Place(*x as i32, *y as i32),
                other => panic!("{other:?}"),
            },
            _ => panic!("the function {name} is not known"),
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
