//! Programs run on a position.

use super::bits::Bits;
use super::fuse::Pattern;
use super::op::{Act, Fused, Op, Program};
use super::state::Layout;
use super::tables::{NO_CELL, Tables};
use crate::ground::Arena;
use crate::ground::node::{Comparison, Id, Nearness, Node};
use std::collections::HashMap;

/// The values of nodes, by their numbers. Formulas are 0 or 1, a missing cell is [`NO_CELL`].
#[derive(Clone, Debug)]
pub struct Registers<B> {
    /// Of sets.
    pub sets: Vec<B>,
    /// Of everything else.
    pub numbers: Vec<i32>,
}

/// What programs of one player's rules look things up in.
#[derive(Clone, Debug)]
pub struct Machine<B> {
    /// The nodes of the ground form, and a few more that programs share.
    pub arena: Arena,
    /// The numbers of the nodes that are variables.
    variables: Vec<Option<Id>>,
    pub tables: Tables<B>,
    pub layout: Layout,
    /// The operations that stand for many nodes.
    pub fused: Vec<Fused<B>>,
    /// Nodes that one fused operation computes.
    pub patterns: HashMap<Id, Pattern<B>>,
    /// Where walks with mirrors end, by node, where the number of steps is known.
    pub mirrors: HashMap<Id, Vec<i32>>,
}

impl<B: Bits> Machine<B> {
    /// For the nodes of an arena and positions of this layout.
    pub fn new(arena: &Arena, layout: Layout) -> Machine<B> {
        let mut variables = vec![None; 64];
        for (node, id) in arena.nodes().iter().zip(0..) {
            if let Node::Var(var) = node {
                variables[usize::from(*var)] = Some(id);
            }
        }
        let mut machine = Machine {
            arena: arena.clone(),
            variables,
            tables: Tables::new(arena),
            layout,
            fused: Vec::new(),
            patterns: HashMap::new(),
            mirrors: HashMap::new(),
        };
        for id in 0..arena.nodes().len() as Id {
            if let Some(table) = machine.mirror_table(id) {
                machine.mirrors.insert(id, table);
            }
        }
        machine
    }

    /// What a node is when it is a constant; else nothing.
    pub fn constant(&self, node: Node) -> (B, i32) {
        match node {
            Node::Truth(truth) => (B::NONE, i32::from(truth)),
            Node::Int(number) => (B::NONE, number),
            Node::Cell(cell) => (B::NONE, i32::from(cell)),
            Node::NoCell => (B::NONE, NO_CELL),
            Node::Content(content) => (B::NONE, i32::from(content)),
            Node::Cells(number) => (super::tables::known(self.arena.cells(number)), 0),
            _ => (B::NONE, 0),
        }
    }

    fn mirror_table(&self, id: Id) -> Option<Vec<i32>> {
        let Node::Mirrored(_, way, steps) = self.arena.node(id) else { return None };
        let Node::Int(steps) = self.arena.node(steps) else { return None };
        let places = 0..self.arena.board().places();
        Some(places.map(|cell| self.mirrored(cell, way, steps.into())).collect())
    }

    fn mirrored(&self, cell: usize, way: u16, steps: i64) -> i32 {
        let end = self.arena.board().mirrored(cell, self.arena.direction(way), steps);
        end.map_or(NO_CELL, |cell| cell as i32)
    }

    /// Registers with the constants in place.
    pub fn registers(&self) -> Registers<B> {
        // One more, for variables that occur nowhere.
        let nodes = self.arena.nodes().iter().copied().chain([Node::NoCell]);
        let (sets, numbers) = nodes.map(|node| self.constant(node)).unzip();
        Registers { sets, numbers }
    }

    /// Runs a program.
    #[inline]
    pub fn run(&self, program: &Program, state: &[u64], r: &mut Registers<B>) {
        #[cfg(all(feature = "jit", not(target_family = "wasm")))]
        if let Some(native) = &program.native {
            return native.run(self, state, r);
        }
        self.interpret(program, state, r);
    }

    /// Runs a program step by step.
    fn interpret(&self, program: &[Op], state: &[u64], r: &mut Registers<B>) {
        let mut at = 0;
        while let Some(op) = program.get(at) {
            at += 1;
            let to = op.to as usize;
            match op.act {
                Act::Node(node @ (Node::Where(..) | Node::Sum(..))) => {
                    self.run_loop(to, node, body_of(program, at), state, r)
                }
                Act::Node(node) => self.compute(op.to, node, state, r),
                Act::Some(var, domain, formula) => {
                    let body = body_of(program, at);
                    let var = self.variable(var);
                    let before = r.numbers[var];
                    let none = r.sets[domain as usize].all(|cell| {
                        r.numbers[var] = cell as i32;
                        self.interpret(body, state, r);
                        r.numbers[formula as usize] == 0
                    });
                    r.numbers[var] = before;
                    r.numbers[to] = i32::from(!none);
                }
                Act::AndThen(from, skip) => {
                    let value = r.numbers[from as usize];
                    r.numbers[to] = value;
                    if value == 0 {
                        at += skip as usize;
                    }
                }
                Act::OrElse(from, skip) => {
                    let value = r.numbers[from as usize];
                    r.numbers[to] = value;
                    if value != 0 {
                        at += skip as usize;
                    }
                }
                Act::Unless(formula, skip) => {
                    if r.numbers[formula as usize] == 0 {
                        at += skip as usize;
                    }
                }
                Act::UnlessSome(set, skip) => {
                    if r.sets[set as usize].is_none() {
                        at += skip as usize;
                    }
                }
                Act::Skip(skip) => at += skip as usize,
                Act::Without(a, b) => {
                    r.sets[to] = r.sets[a as usize].without(r.sets[b as usize]);
                }
                Act::CopyNumber(from) => r.numbers[to] = r.numbers[from as usize],
                Act::CopySet(from) => r.sets[to] = r.sets[from as usize],
                Act::Fused(number) => self.run_fused(to, &self.fused[number as usize], r),
            }
        }
    }

    /// Runs a body for each cell of a domain.
    fn run_loop(&self, to: usize, node: Node, body: &[Op], state: &[u64], r: &mut Registers<B>) {
        let (Node::Where(var, domain, root) | Node::Sum(var, domain, root)) = node else { return };
        let var = self.variable(var);
        let before = r.numbers[var];
        let (mut found, mut sum) = (B::NONE, 0i32);
        r.sets[domain as usize].all(|cell| {
            r.numbers[var] = cell as i32;
            self.interpret(body, state, r);
            let value = r.numbers[root as usize];
            sum = sum.wrapping_add(value);
            if value != 0 {
                found = found.or(B::bit(cell));
            }
            true
        });
        r.numbers[var] = before;
        match node {
            Node::Sum(..) => r.numbers[to] = sum,
            _ => r.sets[to] = found,
        }
    }

    fn run_fused(&self, to: usize, fused: &Fused<B>, r: &mut Registers<B>) {
        macro_rules! cell {
            ($id:expr, $missing:expr) => {
                match r.numbers[*$id as usize] {
                    ..0 => {
                        $missing;
                        return;
                    }
                    cell => cell as usize,
                }
            };
        }
        macro_rules! set {
            ($id:expr) => {
                r.sets[*$id as usize]
            };
        }
        match fused {
            Fused::Rays { cell, through, rays, ends } => {
                let cell = cell!(cell, r.sets[to] = B::NONE);
                r.sets[to] = match ends {
                    false => rays.chains(cell, set!(through)),
                    true => rays.sights(cell, set!(through)),
                };
            }
            Fused::Brackets { cell, through, into, rays } => {
                let cell = cell!(cell, r.sets[to] = B::NONE);
                r.sets[to] = rays.brackets(cell, set!(through), set!(into));
            }
            Fused::Sees { cell, through, into, rays } => {
                let cell = cell!(cell, r.numbers[to] = 0);
                r.numbers[to] = i32::from(rays.sees(cell, set!(through), set!(into)));
            }
            Fused::Meets { cell, set, table } => {
                let cell = cell!(cell, r.numbers[to] = 0);
                r.numbers[to] = i32::from(!table[cell].and(set!(set)).is_none());
            }
            Fused::Covers { known, set } => {
                r.numbers[to] = i32::from(known.without(set!(set)).is_none());
            }
            Fused::CoversOne { cell, set, table } => {
                let cell = cell!(cell, r.numbers[to] = 0);
                let set = set!(set);
                let covered = table[cell].iter().any(|known| known.without(set).is_none());
                r.numbers[to] = i32::from(covered);
            }
            Fused::Covered { set, lines } => {
                let set = set!(set);
                let covered = lines.iter().filter(|line| line.without(set).is_none());
                r.sets[to] = covered.fold(B::NONE, |all, line| all.or(*line));
            }
            Fused::Enclosing { through, into, ways } => {
                let (through, into) = (set!(through), set!(into));
                let found = |way: &u16| self.tables.enclosing(usize::from(*way), through, into);
                r.sets[to] = ways.iter().fold(B::NONE, |all, way| all.or(found(way)));
            }
            Fused::Encloses { within, through, into, ways } => {
                let (within, through, into) = (set!(within), set!(through), set!(into));
                let found = |way: &u16| self.tables.enclosing(usize::from(*way), through, into);
                let some = ways.iter().any(|way| !found(way).and(within).is_none());
                r.numbers[to] = i32::from(some);
            }
            Fused::Row { set, row } => {
                let set = set!(set);
                r.numbers[to] = i32::from(set.count() >= row.length && row.is_in(set));
            }
        }
    }

    #[inline]
    fn plane(&self, content: u8, state: &[u64]) -> B {
        if content > 0 {
            return B::load(&state[(usize::from(content) - 1) * B::WORDS..]);
        }
        let mut empty = self.tables.all;
        for plane in 0..self.layout.planes {
            empty = empty.without(B::load(&state[plane * B::WORDS..]));
        }
        empty
    }

    /// What stands on a cell.
    pub fn content(&self, cell: i32, state: &[u64]) -> i32 {
        if cell < 0 {
            return 0;
        }
        let (word, bit) = (cell as usize / 64, cell as usize % 64);
        let planes = 0..self.layout.planes;
        let found = planes.into_iter().find(|plane| state[plane * B::WORDS + word] >> bit & 1 == 1);
        found.map_or(0, |plane| plane as i32 + 1)
    }

    /// How many pieces a stack has.
    pub fn height(&self, cell: i32, state: &[u64]) -> i32 {
        let (Some(stacks), true) = (self.layout.stacks, cell >= 0) else { return 0 };
        let bits = self.layout.piece_bits;
        (u64::BITS - state[stacks + cell as usize].leading_zeros()).div_ceil(bits) as i32
    }

    #[inline]
    pub(super) fn compute(&self, id: Id, node: Node, state: &[u64], r: &mut Registers<B>) {
        use Node::*;
        let at = id as usize;
        let tables = &self.tables;
        macro_rules! number {
            ($id:expr) => {
                r.numbers[$id as usize]
            };
        }
        macro_rules! set {
            ($id:expr) => {
                r.sets[$id as usize]
            };
        }
        match node {
            Truth(_) | Int(_) | Cell(_) | NoCell | Content(_) | Cells(_) | Var(_) => {}
            Not(a) => number!(at) = 1 - number!(a),
            And(a, b) => number!(at) = number!(a) & number!(b),
            Or(a, b) => number!(at) = number!(a) | number!(b),
            In(a, b) => {
                let cell = number!(a);
                number!(at) = i32::from(cell >= 0 && set!(b).has(cell as usize));
            }
            NonEmpty(a) => number!(at) = i32::from(!set!(a).is_none()),
            SameCell(a, b) => number!(at) = i32::from(number!(a) >= 0 && number!(a) == number!(b)),
            SameContent(a, b) => number!(at) = i32::from(number!(a) == number!(b)),
            Compare(Comparison::Equal, a, b) => number!(at) = i32::from(number!(a) == number!(b)),
            Compare(Comparison::AtLeast, a, b) => number!(at) = i32::from(number!(a) >= number!(b)),
            Flag(state_at) | Number(state_at) | CellState(state_at) => {
                number!(at) = state[self.layout.states[usize::from(state_at)]] as i64 as i32;
            }
            Add(a, b) => number!(at) = number!(a).wrapping_add(number!(b)),
            Subtract(a, b) => number!(at) = number!(a).wrapping_sub(number!(b)),
            Multiply(a, b) => number!(at) = number!(a).wrapping_mul(number!(b)),
            Divide(a, b) => number!(at) = number!(a).checked_div_euclid(number!(b)).unwrap_or(0),
            Modulo(a, b) => number!(at) = number!(a).checked_rem_euclid(number!(b)).unwrap_or(0),
            Min(a, b) => number!(at) = number!(a).min(number!(b)),
            Max(a, b) => number!(at) = number!(a).max(number!(b)),
            Count(a) => number!(at) = set!(a).count() as i32,
            Run(a, way, b) => {
                let cell = number!(a);
                let chain =
                    || tables.chain(cell as usize, usize::from(way), set!(b)).count() as i32;
                number!(at) = if cell < 0 { 0 } else { chain() };
            }
            Height(a) => number!(at) = self.height(number!(a), state),
            Column(a) => {
                number!(at) = if number!(a) < 0 { 0 } else { tables.places[number!(a) as usize].0 }
            }
            Row(a) => {
                number!(at) = if number!(a) < 0 { 0 } else { tables.places[number!(a) as usize].1 }
            }
            IfNumber(a, b, c) | IfCell(a, b, c) | IfContent(a, b, c) => {
                number!(at) = if number!(a) != 0 { number!(b) } else { number!(c) };
            }
            Step(a, way) => {
                let cell = number!(a);
                number!(at) = if cell < 0 {
                    NO_CELL
                } else {
                    tables.ways[usize::from(way)].step[cell as usize]
                };
            }
            Past(a, way, b) => {
                let cell = number!(a);
                number!(at) = if cell < 0 {
                    NO_CELL
                } else {
                    tables.past(cell as usize, usize::from(way), set!(b))
                };
            }
            Mirrored(a, way, b) => {
                let (cell, steps) = (number!(a), number!(b));
                number!(at) = match self.mirrors.get(&id) {
                    _ if cell < 0 => NO_CELL,
                    Some(table) => table[cell as usize],
                    None => self.mirrored(cell as usize, way, steps.into()),
                };
            }
            At(a, b) => {
                let wanted = (number!(a), number!(b));
                let found = tables.places.iter().position(|place| *place == wanted);
                let cell = found.filter(|cell| tables.all.has(*cell));
                number!(at) = cell.map_or(NO_CELL, |cell| cell as i32);
            }
            Plane(content) => set!(at) = self.plane(content, state),
            Union(a, b) => set!(at) = set!(a).or(set!(b)),
            Meet(a, b) => set!(at) = set!(a).and(set!(b)),
            Complement(a) => set!(at) = tables.all.without(set!(a)),
            Singleton(a) => {
                let cell = number!(a);
                set!(at) = if cell < 0 { B::NONE } else { B::bit(cell as usize) };
            }
            Ray(a, way) => {
                let cell = number!(a);
                set!(at) = if cell < 0 {
                    B::NONE
                } else {
                    tables.ways[usize::from(way)].ray[cell as usize]
                };
            }
            Chain(a, way, b) => {
                let cell = number!(a);
                set!(at) = if cell < 0 {
                    B::NONE
                } else {
                    tables.chain(cell as usize, usize::from(way), set!(b))
                };
            }
            Near(a, nearness) => {
                let cell = number!(a);
                let table =
                    if nearness == Nearness::Sides { &tables.sides } else { &tables.around };
                set!(at) = if cell < 0 { B::NONE } else { table[cell as usize] };
            }
            Shift(a, way) => set!(at) = tables.shift(set!(a), usize::from(way)),
            PastIn(way, a, b) => set!(at) = tables.past_in(usize::from(way), set!(a), set!(b)),
            Spread(a, nearness) => set!(at) = tables.spread(set!(a), nearness),
            Reach(a, b, nearness) => set!(at) = tables.reach(set!(a), set!(b), nearness),
            SetState(state_at) => {
                set!(at) = B::load(&state[self.layout.states[usize::from(state_at)]..])
            }
            IfSet(a, b, c) => set!(at) = if number!(a) != 0 { set!(b) } else { set!(c) },
            Where(..) | Sum(..) => {}
            ContentOf(a) => number!(at) = self.content(number!(a), state),
        }
    }

    /// Where the value of a variable lies; one that occurs nowhere has no node and needs no place.
    #[inline]
    pub fn variable(&self, var: u8) -> usize {
        self.variables[usize::from(var)].unwrap_or(self.arena.nodes().len() as Id) as usize
    }
}

/// The body of a loop: behind the step at `at`, which skips it.
#[inline]
fn body_of(program: &[Op], at: usize) -> &[Op] {
    match program.get(at).map(|op| op.act) {
        Some(Act::Skip(length)) => &program[at + 1..at + 1 + length as usize],
        _ => &[],
    }
}
