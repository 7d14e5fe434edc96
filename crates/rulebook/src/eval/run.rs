//! Nodes of the ground form computed on a position.

use super::bits::Bits;
use super::state::Layout;
use super::tables::{NO_CELL, Tables};
use crate::board::{Board, Direction};
use crate::ground::Arena;
use crate::ground::node::{Comparison, Id, Nearness, Node};

/// The values of nodes, by their numbers. Formulas are 0 or 1, a missing cell is [`NO_CELL`].
#[derive(Clone, Debug)]
pub struct Registers<B> {
    /// Of sets.
    pub sets: Vec<B>,
    /// Of everything else.
    pub numbers: Vec<i32>,
}

/// The nodes of one player's rules, ready to be computed.
#[derive(Clone, Debug)]
pub struct Machine<B> {
    pub nodes: Vec<Node>,
    /// Of a node that binds a variable: what is computed for each of its values.
    bodies: Vec<Vec<Id>>,
    /// The numbers of the nodes that are variables.
    pub variables: Vec<Option<Id>>,
    pub tables: Tables<B>,
    pub layout: Layout,
    constants: Registers<B>,
    board: Board,
    directions: Vec<Direction>,
    /// Where walks with mirrors end, by node, where the number of steps is known.
    mirrors: Vec<Option<Vec<i32>>>,
}

impl<B: Bits> Machine<B> {
    /// The nodes of an arena, for positions of this layout.
    pub fn new(arena: &Arena, layout: Layout) -> Machine<B> {
        let tables = Tables::new(arena);
        let nodes = arena.nodes().to_vec();
        let bodies = nodes.iter().map(|node| match node {
            Node::Where(var, _, body) | Node::Sum(var, _, body) => arena.order_under(*var, *body),
            _ => Vec::new(),
        });
        let bodies = bodies.collect();
        let mut constants =
            Registers { sets: vec![B::NONE; nodes.len()], numbers: vec![0; nodes.len()] };
        let mut variables = vec![None; 64];
        for (at, node) in nodes.iter().enumerate() {
            match node {
                Node::Truth(truth) => constants.numbers[at] = i32::from(*truth),
                Node::Int(number) => constants.numbers[at] = *number,
                Node::Cell(cell) => constants.numbers[at] = i32::from(*cell),
                Node::NoCell => constants.numbers[at] = NO_CELL,
                Node::Content(content) => constants.numbers[at] = i32::from(*content),
                Node::Cells(number) => constants.sets[at] = tables.sets[*number as usize],
                Node::Var(var) => variables[usize::from(*var)] = Some(at as Id),
                _ => {}
            }
        }
        let (board, directions) = (arena.board().clone(), arena.directions().to_vec());
        let mirrors = vec![None; nodes.len()];
        let mut machine = Machine {
            nodes,
            bodies,
            variables,
            tables,
            layout,
            constants,
            board,
            directions,
            mirrors,
        };
        machine.mirrors = (0..machine.nodes.len()).map(|at| machine.mirror_table(at)).collect();
        machine
    }

    fn mirror_table(&self, at: usize) -> Option<Vec<i32>> {
        let Node::Mirrored(_, way, steps) = self.nodes[at] else { return None };
        let Node::Int(steps) = self.nodes[steps as usize] else { return None };
        let ends = (0..self.board.places()).map(|cell| self.mirrored(cell, way, steps.into()));
        Some(ends.collect())
    }

    fn mirrored(&self, cell: usize, way: u16, steps: i64) -> i32 {
        let end = self.board.mirrored(cell, self.directions[usize::from(way)], steps);
        end.map_or(NO_CELL, |cell| cell as i32)
    }

    /// Registers with the constants in place.
    pub fn registers(&self) -> Registers<B> {
        self.constants.clone()
    }

    /// Computes nodes in order; what they are made of must have been computed.
    pub fn run(&self, ids: &[Id], state: &[u64], registers: &mut Registers<B>) {
        for id in ids {
            self.compute(*id, state, registers);
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

    fn compute(&self, id: Id, state: &[u64], r: &mut Registers<B>) {
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
        match self.nodes[at] {
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
            Sum(var, domain, body) => {
                let var = self.variable(var);
                let (before, mut sum) = (number!(var), 0i32);
                set!(domain).all(|cell| {
                    r.numbers[var] = cell as i32;
                    self.run(&self.bodies[at], state, r);
                    sum = sum.wrapping_add(r.numbers[body as usize]);
                    true
                });
                number!(var) = before;
                number!(at) = sum;
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
                number!(at) = match &self.mirrors[at] {
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
            Reach(a, b) => set!(at) = tables.reach(set!(a), set!(b)),
            SetState(state_at) => {
                set!(at) = B::load(&state[self.layout.states[usize::from(state_at)]..])
            }
            IfSet(a, b, c) => set!(at) = if number!(a) != 0 { set!(b) } else { set!(c) },
            Where(var, domain, body) => {
                let var = self.variable(var);
                let (before, mut found) = (number!(var), B::NONE);
                set!(domain).all(|cell| {
                    r.numbers[var] = cell as i32;
                    self.run(&self.bodies[at], state, r);
                    if r.numbers[body as usize] != 0 {
                        found = found.or(B::bit(cell));
                    }
                    true
                });
                number!(var) = before;
                set!(at) = found;
            }
            ContentOf(a) => number!(at) = self.content(number!(a), state),
        }
    }

    /// Where the value of a variable lies; one that occurs nowhere has no node and needs no place.
    pub fn variable(&self, var: u8) -> usize {
        self.variables[usize::from(var)].map_or(0, |id| id as usize)
    }
}
