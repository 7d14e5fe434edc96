//! What a formula is worth in a position.

use super::value::V;
use super::{Names, Position, Reference, negative, plus};
use std::collections::BTreeSet;
use zugwerk_rulebook::ast::*;

impl Reference<'_> {
    pub fn eval(&self, expr: &Expr, names: &Names, position: &Position, me: usize) -> V {
        let eval = |expr: &Expr| self.eval(expr, names, position, me);
        let set = |expr: &Expr| self.set(&self.eval(expr, names, position, me), position);
        match &expr.kind {
            ExprKind::Number(number) => V::Number(*number),
            ExprKind::Name(name) => self.name(name, names, position, me),
            ExprKind::Call(name, arguments)
                if name.text == "own"
                    || self.words.players.contains(&name.text)
                    || name.text == "other" =>
            {
                let owner = Box::new(Expr {
                    kind: ExprKind::Name(name.text.clone()),
                    span: name.span.clone(),
                });
                let owned = ExprKind::Owned(owner, Box::new(arguments[0].clone()));
                eval(&Expr { kind: owned, span: expr.span.clone() })
            }
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
                (V::Player(player), several) => {
                    let mine = V::Pieces(self.words.contents_of_player(player));
                    let mine = self.set(&mine, position);
                    V::Set(self.set(&several, position).intersection(&mine).copied().collect())
                }
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

    pub(super) fn member(
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

    pub(super) fn equal(&self, one: &V, two: &V, position: &Position) -> bool {
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

    pub(super) fn binary(
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
    pub(super) fn walk(
        &self,
        from: &V,
        direction: &V,
        through: &BTreeSet<usize>,
    ) -> (BTreeSet<usize>, V) {
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

    pub(super) fn call(&self, name: &str, values: Vec<V>, position: &Position, me: usize) -> V {
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
            "ray" => V::Set(self.walk(&values[0], &values[1], &board.cells().collect()).0),
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
                    let near = match values.len() {
                        3 => board.around(cell),
                        _ => board.neighbours(cell),
                    };
                    for next in near {
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
