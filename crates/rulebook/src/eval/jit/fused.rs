//! Operations that do the work of many nodes, and those that look at neighbours, as machine code.

use super::tables::Table;
use super::translate::{Translator, words_of};
use super::words::{End, Set};
use crate::eval::bits::Bits;
use crate::eval::op::{Fused, Rays, Row};
use crate::ground::node::{Id, Nearness};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

/// Up to this many known sets are written one after the other; more are a loop over a table.
const FEW_LINES: usize = 24;

impl<B: Bits> Translator<'_, '_, B> {
    /// Writes a fused operation.
    pub fn fused(&mut self, to: Id, number: u32) {
        let machine = self.machine;
        match &machine.fused[number as usize] {
            Fused::Rays { cell, through, rays, ends } => {
                let (cell, through) = (self.number(*cell), self.set(*through));
                let mut found = self.w.none();
                for (ray, end) in self.rays_of(cell, number, rays) {
                    let blocking = self.w.without(ray, through);
                    let open = match ends {
                        false => self.w.before(blocking, end),
                        true => self.w.up_to(blocking, end),
                    };
                    let chain = self.w.and(ray, open);
                    found = self.w.or(found, chain);
                }
                self.define_set(to, found);
            }
            Fused::Brackets { cell, through, into, rays } => {
                let (cell, through) = (self.number(*cell), self.set(*through));
                let into = self.set(*into);
                let (mut found, none) = (self.w.none(), self.w.none());
                for (ray, end) in self.rays_of(cell, number, rays) {
                    let blocking = self.w.without(ray, through);
                    let first = self.w.first(blocking, end);
                    let bracket = self.w.and(first, into);
                    let is_bracketed = self.w.joined(bracket);
                    let before = self.w.before(blocking, end);
                    let chain = self.w.and(ray, before);
                    let chain = self.w.choose(is_bracketed, chain, none);
                    found = self.w.or(found, chain);
                }
                self.define_set(to, found);
            }
            Fused::Sees { cell, through, into, rays } => {
                let (cell, through) = (self.number(*cell), self.set(*through));
                let into = self.set(*into);
                let nothing = self.w.int(0);
                let seen = self.w.variable(types::I32, nothing);
                let end = self.w.block();
                let all = self.shared.table(machine, Table::AllRays(number));
                let all = self.w.entry(all, 8 * self.w.width, cell);
                let all = self.w.read_set(all, 0);
                let near = self.w.and(all, into);
                let near = self.w.joined(near);
                self.w.only_if(near, end);
                let mut found = self.w.none();
                for (ray, end) in self.rays_of(cell, number, rays) {
                    let blocking = self.w.without(ray, through);
                    let first = self.w.first(blocking, end);
                    let first = self.w.and(first, into);
                    found = self.w.or(found, first);
                }
                let some = self.w.is_some(found);
                self.w.builder.def_var(seen, some);
                self.w.enter(end);
                self.w.builder.seal_block(end);
                let seen = self.w.builder.use_var(seen);
                self.define(to, seen);
            }
            Fused::Meets { cell, set, .. } => {
                let (cell, set) = (self.number(*cell), self.set(*set));
                let table = self.shared.table(machine, Table::Meets(number));
                let entry = self.w.entry(table, 8 * self.w.width, cell);
                let known = self.w.read_set(entry, 0);
                let common = self.w.and(known, set);
                let some = self.w.is_some(common);
                self.define(to, some);
            }
            Fused::Covers { known, set } => {
                let (known, set) = (self.known(*known), self.set(*set));
                let missing = self.w.without(known, set);
                let all = self.w.is_none(missing);
                self.define(to, all);
            }
            Fused::CoversOne { cell, set, .. } => {
                let (cell, set) = (self.number(*cell), self.set(*set));
                let places = self.shared.table(machine, Table::Covering(number));
                let entry = self.w.entry(places, 16, cell);
                let begin = self.w.read(types::I64, entry, 0);
                let end = self.w.read(types::I64, entry, 8);
                let covers = self.any_of_lines(begin, end, |this, line| {
                    let missing = this.w.without(line, set);
                    this.w.is_none(missing)
                });
                self.define(to, covers);
            }
            Fused::Covered { set, lines } => {
                let set = self.set(*set);
                let found = self.covered(set, number, lines);
                self.define_set(to, found);
            }
            Fused::Enclosing { through, into, ways } => {
                let (through, into) = (self.set(*through), self.set(*into));
                let mut found = self.w.none();
                for way in ways {
                    let here = self.enclosing(usize::from(*way), through, into);
                    found = self.w.or(found, here);
                }
                self.define_set(to, found);
            }
            Fused::Encloses { within, through, into, ways } => {
                let (within, through) = (self.set(*within), self.set(*through));
                let into = self.set(*into);
                let nothing = self.w.int(0);
                let some = self.w.variable(types::I32, nothing);
                let end = self.w.block();
                for way in ways {
                    let here = self.enclosing(usize::from(*way), through, into);
                    let here = self.w.and(here, within);
                    let here = self.w.is_some(here);
                    self.w.builder.def_var(some, here);
                    self.w.unless(here, end);
                }
                self.w.enter(end);
                self.w.builder.seal_block(end);
                let some = self.w.builder.use_var(some);
                self.define(to, some);
            }
            Fused::Row { set, row } => {
                let set = self.set(*set);
                let value = self.row(set, row);
                self.define(to, value);
            }
        }
    }

    /// The rays from a cell, each with the end of a set at which it begins.
    fn rays_of(&mut self, cell: Value, number: u32, rays: &Rays<B>) -> Vec<(Set, End)> {
        let table = self.shared.table(self.machine, Table::FusedRays(number));
        let size = 8 * self.w.width;
        let entry = self.w.entry(table, size * rays.ways, cell);
        (0..rays.ways)
            .map(|way| {
                let end = if way < rays.upwards { End::Lowest } else { End::Highest };
                (self.w.read_set(entry, size * way), end)
            })
            .collect()
    }

    /// Whether a test holds for one of the known sets between two addresses.
    fn any_of_lines(
        &mut self,
        begin: Value,
        end: Value,
        test: impl FnOnce(&mut Self, Set) -> Value,
    ) -> Value {
        let nothing = self.w.int(0);
        let (address, some) =
            (self.w.variable(types::I64, begin), self.w.variable(types::I32, nothing));
        let [next, inside, exit] = [(); 3].map(|()| self.w.block());
        self.w.enter(next);
        let here = self.w.builder.use_var(address);
        let left = self.w.builder.ins().icmp(IntCC::UnsignedLessThan, here, end);
        self.w.branch(left, inside, exit);
        self.w.begin(inside);
        let line = self.w.read_set(here, 0);
        let holds = test(self, line);
        self.w.builder.def_var(some, holds);
        let behind = self.w.builder.ins().iadd_imm(here, 8 * self.w.width as i64);
        self.w.builder.def_var(address, behind);
        self.w.branch(holds, exit, next);
        self.w.builder.seal_block(next);
        self.w.begin(exit);
        self.w.builder.use_var(some)
    }

    /// All members of known sets that lie in a set.
    fn covered(&mut self, set: Set, number: u32, lines: &[B]) -> Set {
        let none = self.w.none();
        if lines.len() <= FEW_LINES {
            let mut found = none;
            for line in lines {
                let line = self.known(*line);
                let missing = self.w.without(line, set);
                let missing = self.w.joined(missing);
                let line = self.w.choose(missing, none, line);
                found = self.w.or(found, line);
            }
            return found;
        }
        let found = self.w.set_variable(none);
        let begin = self.shared.table(self.machine, Table::Lines(number)) as u64;
        let end = begin + (8 * self.w.width * lines.len()) as u64;
        let (begin, end) = (self.w.word(begin), self.w.word(end));
        self.any_of_lines(begin, end, |this, line| {
            let missing = this.w.without(line, set);
            let missing = this.w.joined(missing);
            let line = this.w.choose(missing, none, line);
            let before = this.w.use_set(&found);
            let more = this.w.or(before, line);
            this.w.define_set(&found, more);
            this.w.int(0)
        });
        self.w.use_set(&found)
    }

    /// The cells from which a step leads into the set.
    pub fn shift(&mut self, set: Set, way: usize) -> Set {
        let way = &self.machine.tables.ways[way];
        let moved = self.w.moved(set, way.offset);
        let from = self.w.known(&words_of(way.from));
        self.w.and(moved, from)
    }

    /// The members of the second set from which a walk inside it leads to one of the first, with the first.
    pub fn fill(&mut self, way: usize, found: Set, open: Set) -> Set {
        let (mut found, mut open) = (found, open);
        let (offset, longest) =
            (self.machine.tables.ways[way].offset, self.machine.tables.longest as i32);
        // Kogge and Stone's parallel prefix, as in the interpreter.
        let mut steps = 1;
        while steps < longest {
            let moved = self.w.moved(found, offset * steps);
            let moved = self.w.and(open, moved);
            found = self.w.or(found, moved);
            let moved = self.w.moved(open, offset * steps);
            open = self.w.and(open, moved);
            steps *= 2;
        }
        found
    }

    /// The cells from which a walk that begins in the first set, and goes on inside it, ends in the second.
    fn enclosing(&mut self, way: usize, through: Set, into: Set) -> Set {
        let outside = self.w.without(into, through);
        let next = self.shift(outside, way);
        let found = self.w.and(through, next);
        let fill = |this: &mut Self| {
            let from = this.known(this.machine.tables.ways[way].from);
            let open = this.w.and(through, from);
            let filled = this.fill(way, found, open);
            this.shift(filled, way)
        };
        if self.w.width == 1 {
            return fill(self);
        }
        let made = self.w.set_variable(found);
        let end = self.w.block();
        let some = self.w.joined(found);
        self.w.only_if(some, end);
        let filled = fill(self);
        self.w.define_set(&made, filled);
        self.w.enter(end);
        self.w.builder.seal_block(end);
        self.w.use_set(&made)
    }

    /// The cells that are neighbours of a member.
    pub fn spread(&mut self, set: Set, nearness: Nearness) -> Set {
        let tables = &self.machine.tables;
        let sides = nearness == Nearness::Sides;
        let ways = if sides { &tables.side_ways } else { &tables.around_ways };
        let mut found = self.w.none();
        for way in ways {
            let shifted = self.shift(set, *way);
            found = self.w.or(found, shifted);
        }
        if !ways.is_empty() {
            return found;
        }
        // The neighbours of one member after the other.
        let table = self.shared.table(self.machine, Table::Near(sides));
        let (left, found) = (self.w.set_variable(set), self.w.set_variable(found));
        let [next, inside, exit] = [(); 3].map(|()| self.w.block());
        self.w.enter(next);
        let now = self.w.use_set(&left);
        let some = self.w.joined(now);
        self.w.branch(some, inside, exit);
        self.w.begin(inside);
        let first = self.w.first(now, End::Lowest);
        let rest = self.w.without(now, first);
        self.w.define_set(&left, rest);
        let cell = self.w.first_cell(now, End::Lowest);
        let entry = self.w.entry(table, 8 * self.w.width, cell);
        let near = self.w.read_set(entry, 0);
        let before = self.w.use_set(&found);
        let more = self.w.or(before, near);
        self.w.define_set(&found, more);
        self.w.builder.ins().jump(next, &[]);
        self.w.builder.seal_block(next);
        self.w.begin(exit);
        self.w.use_set(&found)
    }

    /// The members of a set that a walk inside it connects with one of another.
    pub fn reach(&mut self, from: Set, set: Set, nearness: Nearness) -> Set {
        let first = self.w.and(from, set);
        let found = self.w.set_variable(first);
        let [next, exit] = [(); 2].map(|()| self.w.block());
        self.w.enter(next);
        let now = self.w.use_set(&found);
        let near = self.spread(now, nearness);
        let near = self.w.and(near, set);
        let new = self.w.without(near, now);
        let more = self.w.or(now, near);
        self.w.define_set(&found, more);
        let some = self.w.joined(new);
        self.w.branch(some, next, exit);
        self.w.builder.seal_block(next);
        self.w.begin(exit);
        now
    }

    /// Whether there is a row in the set.
    fn row(&mut self, set: Set, row: &Row<B>) -> Value {
        let nothing = self.w.int(0);
        let some = self.w.variable(types::I32, nothing);
        let end = self.w.block();
        let count = self.w.count(set);
        let enough = self.w.builder.ins().icmp_imm(
            IntCC::UnsignedGreaterThanOrEqual,
            count,
            i64::from(row.length),
        );
        self.w.only_if(enough, end);
        let mut all = self.w.none();
        for way in &row.ways {
            let mut found = set;
            for (offset, from) in &way.doubling {
                let (moved, from) = (self.w.moved(found, *offset), self.known(*from));
                let moved = self.w.and(moved, from);
                found = self.w.and(found, moved);
            }
            if row.exact {
                for (offset, from) in &way.beyond {
                    let (moved, from) = (self.w.moved(set, *offset), self.known(*from));
                    let moved = self.w.and(moved, from);
                    found = self.w.without(found, moved);
                }
            }
            all = self.w.or(all, found);
        }
        let here = self.w.is_some(all);
        self.w.builder.def_var(some, here);
        self.w.enter(end);
        self.w.builder.seal_block(end);
        self.w.builder.use_var(some)
    }
}
