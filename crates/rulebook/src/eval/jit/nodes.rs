//! What computes a node from its operands, as machine code.

use super::tables::Table;
use super::translate::{Translator, words_of};
use super::words::{End, Set, Writer};
use crate::eval::bits::Bits;
use crate::ground::node::{Comparison, Id, Nearness, Node};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

impl<'f, B: Bits> Translator<'_, 'f, B> {
    /// Writes what computes a node from its operands.
    pub fn node(&mut self, to: Id, node: Node) {
        use Node::*;
        match node {
            Divide(..) | Modulo(..) | At(..) => self.call(to, node),
            Mirrored(..) if !self.machine.mirrors.contains_key(&to) => self.call(to, node),
            _ if node.is_set() => {
                let set = self.set_node(node);
                self.define_set(to, set);
            }
            _ => {
                let value = self.number_node(to, node);
                self.define(to, value);
            }
        }
    }

    fn number_node(&mut self, to: Id, node: Node) -> Value {
        use Node::*;
        match node {
            Not(a) => {
                let a = self.number(a);
                self.w.builder.ins().irsub_imm(a, 1)
            }
            And(a, b) => self.of_two(a, b, |w, a, b| w.builder.ins().band(a, b)),
            Or(a, b) => self.of_two(a, b, |w, a, b| w.builder.ins().bor(a, b)),
            In(a, b) => {
                let (cell, set) = (self.number(a), self.set(b));
                self.w.has(set, cell)
            }
            NonEmpty(a) => {
                let set = self.set(a);
                self.w.is_some(set)
            }
            SameCell(a, b) => self.of_two(a, b, |w, a, b| {
                let there = w.compare_known(IntCC::SignedGreaterThanOrEqual, a, 0);
                let same = w.compare(IntCC::Equal, a, b);
                w.builder.ins().band(there, same)
            }),
            SameContent(a, b) | Compare(Comparison::Equal, a, b) => {
                self.of_two(a, b, |w, a, b| w.compare(IntCC::Equal, a, b))
            }
            Compare(Comparison::AtLeast, a, b) => {
                self.of_two(a, b, |w, a, b| w.compare(IntCC::SignedGreaterThanOrEqual, a, b))
            }
            Flag(at) | Number(at) => self.state_number(at),
            CellState(at) => {
                let cell = self.state_number(at);
                self.cell_or_none(cell)
            }
            Add(a, b) => self.of_two(a, b, |w, a, b| w.builder.ins().iadd(a, b)),
            Subtract(a, b) => self.of_two(a, b, |w, a, b| w.builder.ins().isub(a, b)),
            Multiply(a, b) => self.of_two(a, b, |w, a, b| w.builder.ins().imul(a, b)),
            Min(a, b) => self.of_two(a, b, |w, a, b| w.builder.ins().smin(a, b)),
            Max(a, b) => self.of_two(a, b, |w, a, b| w.builder.ins().smax(a, b)),
            Count(a) => {
                let set = self.set(a);
                self.w.count(set)
            }
            Run(a, way, b) => {
                let chain = self.chain(a, way, b);
                self.w.count(chain)
            }
            Height(a) => self.height(a),
            Column(a) => self.by_cell(a, Table::Columns),
            Row(a) => self.by_cell(a, Table::Rows),
            Step(a, way) => self.by_cell(a, Table::Steps(way)),
            Mirrored(a, ..) => self.by_cell(a, Table::Mirrors(to)),
            IfNumber(a, b, c) | IfCell(a, b, c) | IfContent(a, b, c) => {
                let (which, yes, no) = (self.number(a), self.number(b), self.number(c));
                self.w.builder.ins().select(which, yes, no)
            }
            Past(a, way, b) => {
                let ray = self.ray(a, way);
                let through = self.set(b);
                let blocking = self.w.without(ray, through);
                let end = self.end_of(way);
                self.w.first_cell(blocking, end)
            }
            ContentOf(a) => self.content(a),
            // Constants and variables are no steps, and others are sets.
            _ => self.w.int(0),
        }
    }

    fn set_node(&mut self, node: Node) -> Set {
        use Node::*;
        match node {
            Plane(0) => {
                let mut empty = self.all();
                for plane in 0..self.machine.layout.planes {
                    let taken = self.w.read_set(self.state, 8 * self.w.width * plane);
                    empty = self.w.without(empty, taken);
                }
                empty
            }
            Plane(content) => {
                self.w.read_set(self.state, 8 * self.w.width * (usize::from(content) - 1))
            }
            SetState(at) => {
                let from = self.machine.layout.states[usize::from(at)];
                self.w.read_set(self.state, 8 * from)
            }
            Union(a, b) => {
                let (a, b) = (self.set(a), self.set(b));
                self.w.or(a, b)
            }
            Meet(a, b) => {
                let (a, b) = (self.set(a), self.set(b));
                self.w.and(a, b)
            }
            Complement(a) => {
                let (all, set) = (self.all(), self.set(a));
                self.w.without(all, set)
            }
            Singleton(a) => {
                let cell = self.number(a);
                self.w.single(cell)
            }
            Ray(a, way) => self.ray(a, way),
            Chain(a, way, b) => self.chain(a, way, b),
            Near(a, nearness) => self.set_by_cell(a, Table::Near(nearness == Nearness::Sides)),
            Shift(a, way) => {
                let set = self.set(a);
                self.shift(set, usize::from(way))
            }
            PastIn(way, a, b) => {
                let (through, into) = (self.set(a), self.set(b));
                let way = usize::from(way);
                let from = self.known(self.machine.tables.ways[way].from);
                let (into, open) = (self.w.without(into, through), self.w.and(through, from));
                let filled = self.fill(way, into, open);
                self.shift(filled, way)
            }
            Spread(a, nearness) => {
                let set = self.set(a);
                self.spread(set, nearness)
            }
            Reach(a, b, nearness) => {
                let (from, set) = (self.set(a), self.set(b));
                self.reach(from, set, nearness)
            }
            IfSet(a, b, c) => {
                let (which, yes, no) = (self.number(a), self.set(b), self.set(c));
                self.w.choose(which, yes, no)
            }
            // Known sets are no steps, and others are none.
            _ => self.w.none(),
        }
    }

    fn of_two(&mut self, a: Id, b: Id, join: fn(&mut Writer<'f>, Value, Value) -> Value) -> Value {
        let (a, b) = (self.number(a), self.number(b));
        join(&mut self.w, a, b)
    }

    pub fn known(&mut self, set: B) -> Set {
        self.w.known(&words_of(set))
    }

    fn all(&mut self) -> Set {
        self.known(self.machine.tables.all)
    }

    /// The lowest 32 bits of a state.
    fn state_number(&mut self, at: u16) -> Value {
        let from = self.machine.layout.states[usize::from(at)];
        self.w.read(types::I32, self.state, 8 * from)
    }

    /// The end of a set at which a walk in this direction comes first.
    fn end_of(&self, way: u16) -> End {
        match self.machine.tables.ways[usize::from(way)].offset >= 0 {
            true => End::Lowest,
            false => End::Highest,
        }
    }

    /// A number by cell.
    fn by_cell(&mut self, cell: Id, table: Table) -> Value {
        let cell = self.number(cell);
        let table = self.shared.table(self.machine, table);
        let entry = self.w.entry(table, 8, cell);
        self.w.read(types::I32, entry, 0)
    }

    /// A set by cell.
    fn set_by_cell(&mut self, cell: Id, table: Table) -> Set {
        let cell = self.number(cell);
        let table = self.shared.table(self.machine, table);
        let entry = self.w.entry(table, 8 * self.w.width, cell);
        self.w.read_set(entry, 0)
    }

    fn ray(&mut self, cell: Id, way: u16) -> Set {
        self.set_by_cell(cell, Table::Rays(way))
    }

    /// The cells of a ray before the first outside a set.
    fn chain(&mut self, cell: Id, way: u16, through: Id) -> Set {
        let ray = self.ray(cell, way);
        let through = self.set(through);
        let blocking = self.w.without(ray, through);
        let before = self.w.before(blocking, self.end_of(way));
        self.w.and(ray, before)
    }

    /// What stands on a cell.
    fn content(&mut self, cell: Id) -> Value {
        let cell = self.number(cell);
        let (zero, width) = (self.w.int(0), self.w.width);
        let there = self.w.builder.ins().smax(cell, zero);
        let word = self.w.builder.ins().ushr_imm(there, 6);
        let word = self.w.builder.ins().uextend(types::I64, word);
        let offset = self.w.builder.ins().ishl_imm(word, 3);
        let address = self.w.builder.ins().iadd(self.state, offset);
        let mut content = zero;
        for plane in (0..self.machine.layout.planes).rev() {
            let word = self.w.read(types::I64, address, 8 * width * plane);
            let bit = self.w.builder.ins().ushr(word, cell);
            let bit = self.w.builder.ins().band_imm(bit, 1);
            let this = self.w.int(plane as i32 + 1);
            content = self.w.builder.ins().select(bit, this, content);
        }
        let is_cell = self.w.compare_known(IntCC::SignedGreaterThanOrEqual, cell, 0);
        self.w.builder.ins().select(is_cell, content, zero)
    }

    /// How many pieces a stack has.
    fn height(&mut self, cell: Id) -> Value {
        let zero = self.w.int(0);
        let Some(stacks) = self.machine.layout.stacks else { return zero };
        let cell = self.number(cell);
        let last = self.w.int(self.machine.arena.board().places() as i32 - 1);
        let there = self.w.builder.ins().smax(cell, zero);
        let there = self.w.builder.ins().smin(there, last);
        let there = self.w.builder.ins().uextend(types::I64, there);
        let offset = self.w.builder.ins().ishl_imm(there, 3);
        let address = self.w.builder.ins().iadd(self.state, offset);
        let stack = self.w.read(types::I64, address, 8 * stacks);
        let zeros = self.w.builder.ins().clz(stack);
        let zeros = self.w.builder.ins().ireduce(types::I32, zeros);
        let heights = self.shared.table(self.machine, Table::Heights);
        let entry = self.w.entry(heights, 8, zeros);
        let height = self.w.read(types::I32, entry, 0);
        let is_cell = self.w.compare_known(IntCC::SignedGreaterThanOrEqual, cell, 0);
        self.w.builder.ins().select(is_cell, height, zero)
    }
}
