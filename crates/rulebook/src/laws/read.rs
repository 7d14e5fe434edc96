//! Nodes of the ground form read on a position of which bits may be unknown.

use super::layout::{Bits, Layout};
use super::value::{Cases, NO_CELL, Value, at_least, choose, count};
use crate::ground::Arena;
use crate::ground::node::{Comparison, Id, Nearness, Node};
use std::collections::HashMap;
use std::rc::Rc;
use zugwerk_logic::{Bit, Constraints};

/// A position that nodes are read on, with the values of variables, and what was read already.
pub struct Frame {
    pub bits: Bits,
    variables: Vec<Option<(Cases, u32)>>,
    /// By the node and the values of the variables that occur in it.
    memo: HashMap<(Id, Vec<u32>), Value>,
    /// The number of the next value that is not known.
    next: u32,
}

impl Frame {
    pub fn new(bits: Bits) -> Frame {
        Frame { bits, variables: vec![None; 64], memo: HashMap::new(), next: 1 << 20 }
    }

    /// Gives a variable a value.
    pub fn bind(&mut self, var: u8, cases: Cases) {
        let key = match cases.value() {
            Some(cell) => cell.wrapping_add(1) as u32,
            None => {
                self.next += 1;
                self.next
            }
        };
        self.variables[usize::from(var)] = Some((cases, key));
    }

    fn key(&self, mut variables: u64) -> Vec<u32> {
        let mut key = Vec::new();
        while variables != 0 {
            let var = variables.trailing_zeros() as usize;
            key.push(self.variables[var].as_ref().map_or(u32::MAX, |(_, key)| *key));
            variables &= variables - 1;
        }
        key
    }
}

/// Reads nodes of one player's rules.
pub struct Reader<'a, C> {
    pub c: &'a mut C,
    pub arena: &'a Arena,
    pub layout: &'a Layout,
}

impl<C: Constraints> Reader<'_, C> {
    pub fn truth(&mut self, frame: &mut Frame, id: Id) -> Bit {
        match self.read(frame, id) {
            Value::Truth(bit) => bit,
            _ => unreachable!("node {id} is no formula"),
        }
    }

    pub fn cases(&mut self, frame: &mut Frame, id: Id) -> Cases {
        match self.read(frame, id) {
            Value::Cases(cases) => cases,
            _ => unreachable!("node {id} is no number, cell or content"),
        }
    }

    pub fn set(&mut self, frame: &mut Frame, id: Id) -> Rc<[Bit]> {
        match self.read(frame, id) {
            Value::Set(set) => set,
            _ => unreachable!("node {id} is no set"),
        }
    }

    /// The value of a node.
    pub fn read(&mut self, frame: &mut Frame, id: Id) -> Value {
        if let Node::Var(var) = self.arena.node(id) {
            let bound = &frame.variables[usize::from(var)];
            return Value::Cases(bound.as_ref().map_or(Cases::known(NO_CELL), |(c, _)| c.clone()));
        }
        let key = (id, frame.key(self.arena.variables(id)));
        if let Some(known) = frame.memo.get(&key) {
            return known.clone();
        }
        let value = self.compute(frame, id);
        frame.memo.insert(key, value.clone());
        value
    }

    fn compute(&mut self, frame: &mut Frame, id: Id) -> Value {
        use Node::*;
        let node = self.arena.node(id);
        match node {
            Truth(_) | Not(_) | And(..) | Or(..) | In(..) | NonEmpty(_) | SameCell(..)
            | SameContent(..) | Compare(..) | Flag(_) => Value::Truth(self.formula(frame, node)),
            _ if node.is_set() => Value::Set(self.members(frame, node).into()),
            _ => Value::Cases(self.number(frame, node)),
        }
    }

    fn formula(&mut self, frame: &mut Frame, node: Node) -> Bit {
        use Node::*;
        match node {
            Truth(truth) => truth.into(),
            Not(a) => !self.truth(frame, a),
            And(a, b) => match self.truth(frame, a) {
                Bit::FALSE => Bit::FALSE,
                first => {
                    let second = self.truth(frame, b);
                    self.c.and(&[first, second])
                }
            },
            Or(a, b) => match self.truth(frame, a) {
                Bit::TRUE => Bit::TRUE,
                first => {
                    let second = self.truth(frame, b);
                    self.c.or(&[first, second])
                }
            },
            In(a, b) => {
                let (cell, set) = (self.cases(frame, a), self.set(frame, b));
                let mut bits = Vec::new();
                for (cell, bit) in cell.iter().filter(|(cell, _)| *cell >= 0) {
                    bits.push(self.c.and(&[bit, set[cell as usize]]));
                }
                self.c.or(&bits)
            }
            NonEmpty(a) => {
                let set = self.set(frame, a);
                self.c.or(&set)
            }
            SameCell(a, b) => {
                let (one, two) = (self.cases(frame, a), self.cases(frame, b));
                one.same(self.c, &two, |cell| cell >= 0)
            }
            SameContent(a, b) => {
                let (one, two) = (self.cases(frame, a), self.cases(frame, b));
                one.same(self.c, &two, |_| true)
            }
            Compare(comparison, a, b) => self.compare(frame, comparison, a, b),
            Flag(state) => frame.bits.0[self.layout.state(state)],
            _ => unreachable!("{node:?} is no formula"),
        }
    }

    fn compare(&mut self, frame: &mut Frame, comparison: Comparison, a: Id, b: Id) -> Bit {
        // A number of members compared with a known number needs one counter only.
        match (self.arena.node(a), self.arena.node(b)) {
            (Node::Count(set), Node::Int(number)) => {
                let set = self.set(frame, set);
                let least = at_least(self.c, number, &set);
                if comparison == Comparison::AtLeast {
                    return least;
                }
                let more = at_least(self.c, number.saturating_add(1), &set);
                return match number < 0 {
                    true => Bit::FALSE,
                    false => self.c.and(&[least, !more]),
                };
            }
            (Node::Int(number), Node::Count(set)) if comparison == Comparison::AtLeast => {
                let set = self.set(frame, set);
                return !at_least(self.c, number.saturating_add(1), &set);
            }
            _ => {}
        }
        let (one, two) = (self.cases(frame, a), self.cases(frame, b));
        match comparison {
            Comparison::Equal => one.same(self.c, &two, |_| true),
            Comparison::AtLeast => one.relation(self.c, &two, |one, two| one >= two),
        }
    }

    fn number(&mut self, frame: &mut Frame, node: Node) -> Cases {
        use Node::*;
        let board = self.arena.board();
        match node {
            Int(number) => Cases::known(number),
            Add(a, b) => self.combine(frame, a, b, i32::wrapping_add),
            Subtract(a, b) => self.combine(frame, a, b, i32::wrapping_sub),
            Multiply(a, b) => self.combine(frame, a, b, i32::wrapping_mul),
            Divide(a, b) => {
                self.combine(frame, a, b, |one, two| one.checked_div_euclid(two).unwrap_or(0))
            }
            Modulo(a, b) => {
                self.combine(frame, a, b, |one, two| one.checked_rem_euclid(two).unwrap_or(0))
            }
            Min(a, b) => self.combine(frame, a, b, i32::min),
            Max(a, b) => self.combine(frame, a, b, i32::max),
            Count(a) => {
                let set = self.set(frame, a);
                count(self.c, &set)
            }
            Run(a, way, b) => {
                let (cell, set) = (self.cases(frame, a), self.set(frame, b));
                let mut cases = Vec::new();
                for (cell, bit) in cell.iter() {
                    let mut open = bit;
                    let ray = self.ray(cell, way);
                    for (steps, next) in ray.iter().enumerate() {
                        cases.push((steps as i32, self.c.and(&[open, !set[*next]])));
                        open = self.c.and(&[open, set[*next]]);
                    }
                    cases.push((ray.len() as i32, open));
                }
                Cases::new(self.c, cases)
            }
            Height(_) => unreachable!("a board with stacks has no laws"),
            Column(a) => {
                let cell = self.cases(frame, a);
                cell.map(self.c, |cell| if cell < 0 { 0 } else { board.place(cell as usize).0 })
            }
            Row(a) => {
                let cell = self.cases(frame, a);
                cell.map(self.c, |cell| if cell < 0 { 0 } else { board.place(cell as usize).1 })
            }
            Number(state) | CellState(state) => {
                let cases = self.layout.state_cases(&frame.bits, state);
                Cases::new(self.c, cases)
            }
            IfNumber(a, b, c) | IfCell(a, b, c) | IfContent(a, b, c) => {
                match self.truth(frame, a) {
                    Bit::TRUE => self.cases(frame, b),
                    Bit::FALSE => self.cases(frame, c),
                    condition => {
                        let (yes, no) = (self.cases(frame, b), self.cases(frame, c));
                        yes.choose(self.c, condition, &no)
                    }
                }
            }
            Sum(var, domain, body) => {
                let domain = self.set(frame, domain);
                let mut sum = Cases::known(0);
                let before = frame.variables[usize::from(var)].clone();
                for cell in (0..domain.len()).filter(|cell| domain[*cell] != Bit::FALSE) {
                    frame.bind(var, Cases::known(cell as i32));
                    let term = self.cases(frame, body);
                    let term = term.choose(self.c, domain[cell], &Cases::known(0));
                    sum = sum.combine(self.c, &term, i32::wrapping_add);
                }
                frame.variables[usize::from(var)] = before;
                sum
            }
            Cell(cell) => Cases::known(cell.into()),
            NoCell => Cases::known(NO_CELL),
            Step(a, way) => {
                let (cell, direction) = (self.cases(frame, a), self.arena.direction(way));
                cell.map(self.c, |cell| match usize::try_from(cell) {
                    Ok(cell) if direction != (0, 0) => {
                        board.step(cell, direction).map_or(NO_CELL, |cell| cell as i32)
                    }
                    _ => NO_CELL,
                })
            }
            Past(a, way, b) => {
                let (cell, set) = (self.cases(frame, a), self.set(frame, b));
                let mut cases = Vec::new();
                for (cell, bit) in cell.iter() {
                    let mut open = bit;
                    for next in self.ray(cell, way) {
                        cases.push((next as i32, self.c.and(&[open, !set[next]])));
                        open = self.c.and(&[open, set[next]]);
                    }
                    cases.push((NO_CELL, open));
                }
                Cases::new(self.c, cases)
            }
            Mirrored(a, way, b) => {
                let direction = self.arena.direction(way);
                self.combine(frame, a, b, |cell, steps| {
                    let end = usize::try_from(cell).ok();
                    let end = end.and_then(|cell| board.mirrored(cell, direction, steps.into()));
                    end.map_or(NO_CELL, |cell| cell as i32)
                })
            }
            At(a, b) => {
                self.combine(frame, a, b, |x, y| board.at(x, y).map_or(NO_CELL, |cell| cell as i32))
            }
            Content(content) => Cases::known(content.into()),
            ContentOf(a) => {
                let cell = self.cases(frame, a);
                let mut cases = Vec::new();
                for (cell, bit) in cell.iter() {
                    match usize::try_from(cell) {
                        Err(_) => cases.push((0, bit)),
                        Ok(cell) => {
                            for content in 0..self.layout.contents {
                                let there = frame.bits.0[self.layout.content(cell, content)];
                                cases.push((content as i32, self.c.and(&[bit, there])));
                            }
                        }
                    }
                }
                Cases::new(self.c, cases)
            }
            _ => unreachable!("{node:?} is no number, cell or content"),
        }
    }

    fn combine(
        &mut self,
        frame: &mut Frame,
        a: Id,
        b: Id,
        combine: impl Fn(i32, i32) -> i32,
    ) -> Cases {
        let (one, two) = (self.cases(frame, a), self.cases(frame, b));
        one.combine(self.c, &two, combine)
    }

    /// The cells in a direction.
    fn ray(&self, cell: i32, way: u16) -> Vec<usize> {
        let (board, direction) = (self.arena.board(), self.arena.direction(way));
        let next = |cell: &usize| board.step(*cell, direction).filter(|_| direction != (0, 0));
        let first = usize::try_from(cell).ok().as_ref().and_then(next);
        std::iter::successors(first, next).take(board.places()).collect()
    }

    fn members(&mut self, frame: &mut Frame, node: Node) -> Vec<Bit> {
        use Node::*;
        let board = self.arena.board();
        let places = board.places();
        let mut found = vec![Bit::FALSE; places];
        match node {
            Plane(content) => {
                for cell in board.cells() {
                    found[cell] = frame.bits.0[self.layout.content(cell, content.into())];
                }
            }
            Cells(number) => {
                self.arena.cells(number).iter().for_each(|cell| found[cell] = Bit::TRUE);
            }
            Union(a, b) => {
                let (one, two) = (self.set(frame, a), self.set(frame, b));
                (0..places).for_each(|cell| found[cell] = self.c.or(&[one[cell], two[cell]]));
            }
            Meet(a, b) => {
                let (one, two) = (self.set(frame, a), self.set(frame, b));
                (0..places).for_each(|cell| found[cell] = self.c.and(&[one[cell], two[cell]]));
            }
            Complement(a) => {
                let set = self.set(frame, a);
                board.cells().for_each(|cell| found[cell] = !set[cell]);
            }
            Singleton(a) => {
                for (cell, bit) in self.cases(frame, a).iter().filter(|(cell, _)| *cell >= 0) {
                    found[cell as usize] = bit;
                }
            }
            Ray(a, way) => {
                let mut ways: Vec<Vec<Bit>> = vec![Vec::new(); places];
                for (cell, bit) in self.cases(frame, a).iter() {
                    self.ray(cell, way).into_iter().for_each(|next| ways[next].push(bit));
                }
                (0..places).for_each(|cell| found[cell] = self.c.or(&ways[cell]));
            }
            Chain(a, way, b) => {
                let (cell, set) = (self.cases(frame, a), self.set(frame, b));
                let mut ways: Vec<Vec<Bit>> = vec![Vec::new(); places];
                for (cell, bit) in cell.iter() {
                    let mut open = bit;
                    for next in self.ray(cell, way) {
                        open = self.c.and(&[open, set[next]]);
                        ways[next].push(open);
                    }
                }
                (0..places).for_each(|cell| found[cell] = self.c.or(&ways[cell]));
            }
            Near(a, nearness) => {
                let mut ways: Vec<Vec<Bit>> = vec![Vec::new(); places];
                for (cell, bit) in self.cases(frame, a).iter().filter(|(cell, _)| *cell >= 0) {
                    let near = self.arena.near(cell as usize, nearness);
                    near.into_iter().for_each(|next| ways[next].push(bit));
                }
                (0..places).for_each(|cell| found[cell] = self.c.or(&ways[cell]));
            }
            Shift(a, way) => {
                let (set, direction) = (self.set(frame, a), self.arena.direction(way));
                for cell in board.cells().filter(|_| direction != (0, 0)) {
                    found[cell] = board.step(cell, direction).map_or(Bit::FALSE, |to| set[to]);
                }
            }
            PastIn(way, a, b) => {
                let (through, into) = (self.set(frame, a), self.set(frame, b));
                for cell in board.cells() {
                    let (mut open, mut ways) = (Bit::TRUE, Vec::new());
                    for next in self.ray(cell as i32, way) {
                        ways.push(self.c.and(&[open, !through[next], into[next]]));
                        open = self.c.and(&[open, through[next]]);
                    }
                    found[cell] = self.c.or(&ways);
                }
            }
            Spread(a, nearness) => {
                let set = self.set(frame, a);
                found = self.spread(&set, nearness);
            }
            Reach(a, b, nearness) => {
                let (from, set) = (self.set(frame, a), self.set(frame, b));
                (0..places).for_each(|cell| found[cell] = self.c.and(&[from[cell], set[cell]]));
                // A way inside the set is at most as long as the set is large.
                for _ in 0..set.iter().filter(|bit| **bit != Bit::FALSE).count() {
                    let near = self.spread(&found, nearness);
                    let more = (0..places).map(|cell| {
                        let reached = self.c.and(&[near[cell], set[cell]]);
                        self.c.or(&[found[cell], reached])
                    });
                    let more: Vec<Bit> = more.collect();
                    if more == found {
                        break;
                    }
                    found = more;
                }
            }
            SetState(state) => {
                let at = self.layout.state(state);
                found.copy_from_slice(&frame.bits.0[at..at + places]);
            }
            IfSet(a, b, c) => {
                let condition = self.truth(frame, a);
                let (yes, no) = (self.set(frame, b), self.set(frame, c));
                for cell in 0..places {
                    found[cell] = choose(self.c, condition, yes[cell], no[cell]);
                }
            }
            Where(var, domain, body) => {
                let domain = self.set(frame, domain);
                let before = frame.variables[usize::from(var)].clone();
                for cell in (0..places).filter(|cell| domain[*cell] != Bit::FALSE) {
                    frame.bind(var, Cases::known(cell as i32));
                    let holds = self.truth(frame, body);
                    found[cell] = self.c.and(&[domain[cell], holds]);
                }
                frame.variables[usize::from(var)] = before;
            }
            _ => unreachable!("{node:?} is no set"),
        }
        found
    }

    /// The neighbours of the members of a set.
    fn spread(&mut self, set: &[Bit], nearness: Nearness) -> Vec<Bit> {
        let mut ways: Vec<Vec<Bit>> = vec![Vec::new(); set.len()];
        for cell in (0..set.len()).filter(|cell| set[*cell] != Bit::FALSE) {
            for next in self.arena.near(cell, nearness) {
                ways[next].push(set[cell]);
            }
        }
        ways.iter().map(|ways| self.c.or(ways)).collect()
    }
}
