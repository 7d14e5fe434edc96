//! Programs written as functions of machine code. What a step computes is kept in variables of the function, and in the
//! registers only where another program, or the engine, reads it there.

use super::tables::Shared;
use super::words::{MOST, Set, Writer};
use crate::eval::bits::Bits;
use crate::eval::op::{Act, Op};
use crate::eval::run::Machine;
use crate::ground::node::{Id, Node};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, Block, InstBuilder, MemFlags, Signature, StackSlotData, StackSlotKind, Value, types,
};
use cranelift_frontend::Variable;
use std::collections::{BTreeMap, HashMap};

/// Writes one program as a function.
pub struct Translator<'t, 'f, B> {
    pub w: Writer<'f>,
    pub machine: &'t Machine<B>,
    pub shared: &'t mut Shared,
    /// The position.
    pub state: Value,
    /// The registers.
    sets: Value,
    numbers: Value,
    /// What the interpreter is called with.
    context: Value,
    places: HashMap<Id, Place>,
    /// The nodes whose values are in variables at this place of the program, in the order in which they came there.
    trail: Vec<Id>,
}

/// The variables of a node.
#[derive(Clone, Copy)]
struct Place {
    number: Option<Variable>,
    set: Option<[Variable; MOST]>,
    /// Whether they have a value at this place of the program.
    assigned: bool,
}

/// A loop over the cells of a set, and what it makes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loop {
    Where,
    Sum,
    Some,
}

impl<'t, 'f, B: Bits> Translator<'t, 'f, B> {
    /// The function's parameters are the position, the registers of sets and of numbers, and a context.
    pub fn new(
        mut w: Writer<'f>,
        machine: &'t Machine<B>,
        shared: &'t mut Shared,
    ) -> Translator<'t, 'f, B> {
        let entry = w.block();
        w.builder.append_block_params_for_function_params(entry);
        w.begin(entry);
        let [state, sets, numbers, context] =
            [0, 1, 2, 3].map(|at| w.builder.block_params(entry)[at]);
        let (places, trail) = (HashMap::new(), Vec::new());
        Translator { w, machine, shared, state, sets, numbers, context, places, trail }
    }

    /// Writes a whole program.
    pub fn program(mut self, ops: &[Op]) {
        self.range(ops, 0, ops.len());
        self.w.builder.ins().return_(&[]);
        self.w.builder.finalize();
    }

    /// Writes some steps of a program; skips lead no further than to their end.
    fn range(&mut self, ops: &[Op], from: usize, to: usize) {
        // Where skips lead to, with how many nodes are assigned on all ways there.
        let mut joins: BTreeMap<usize, (Block, usize)> = BTreeMap::new();
        let (mut at, mut reached) = (from, true);
        loop {
            if let Some((block, mark)) = joins.remove(&at) {
                if reached {
                    self.w.builder.ins().jump(block, &[]);
                }
                self.w.begin(block);
                self.forget(mark);
                // What is forgotten here is not there further down either.
                joins.values_mut().for_each(|(_, other)| *other = mark.min(*other));
                reached = true;
            }
            if at >= to {
                return;
            }
            let op = ops[at];
            at += 1;
            if !reached {
                continue;
            }
            match op.act {
                Act::AndThen(from, skip) => {
                    let value = self.number(from);
                    self.define(op.to, value);
                    let out = self.join_at(&mut joins, at + skip as usize, to);
                    self.w.only_if(value, out);
                }
                Act::OrElse(from, skip) => {
                    let value = self.number(from);
                    self.define(op.to, value);
                    let out = self.join_at(&mut joins, at + skip as usize, to);
                    self.w.unless(value, out);
                }
                Act::Unless(formula, skip) => {
                    let value = self.number(formula);
                    let out = self.join_at(&mut joins, at + skip as usize, to);
                    self.w.only_if(value, out);
                }
                Act::UnlessSome(set, skip) => {
                    let set = self.set(set);
                    let value = self.w.joined(set);
                    let out = self.join_at(&mut joins, at + skip as usize, to);
                    self.w.only_if(value, out);
                }
                Act::Skip(skip) => {
                    let out = self.join_at(&mut joins, at + skip as usize, to);
                    self.w.builder.ins().jump(out, &[]);
                    reached = false;
                }
                Act::Without(a, b) => {
                    let (a, b) = (self.set(a), self.set(b));
                    let set = self.w.without(a, b);
                    self.define_set(op.to, set);
                }
                Act::CopyNumber(from) => {
                    let value = self.number(from);
                    self.define(op.to, value);
                }
                Act::CopySet(from) => {
                    let set = self.set(from);
                    self.define_set(op.to, set);
                }
                Act::Fused(number) => self.fused(op.to, number),
                Act::Some(var, domain, root) => {
                    at = self.whole_loop(ops, at, op.to, Loop::Some, (var, domain, root));
                }
                Act::Node(Node::Where(var, domain, root)) => {
                    at = self.whole_loop(ops, at, op.to, Loop::Where, (var, domain, root));
                }
                Act::Node(Node::Sum(var, domain, root)) => {
                    at = self.whole_loop(ops, at, op.to, Loop::Sum, (var, domain, root));
                }
                Act::Node(node) => self.node(op.to, node),
            }
        }
    }

    /// The block that skips to a step lead to; what is assigned from here on may not be assigned there.
    fn join_at(
        &mut self,
        joins: &mut BTreeMap<usize, (Block, usize)>,
        at: usize,
        end: usize,
    ) -> Block {
        let mark = self.trail.len();
        let (block, least) = joins.entry(at.min(end)).or_insert_with(|| (self.w.block(), mark));
        *least = mark.min(*least);
        *block
    }

    /// What was assigned since need not be assigned here.
    fn forget(&mut self, mark: usize) {
        for id in self.trail.split_off(mark) {
            if let Some(place) = self.places.get_mut(&id) {
                place.assigned = false;
            }
        }
    }

    fn place(&mut self, id: Id) -> &mut Place {
        self.places.entry(id).or_insert(Place { number: None, set: None, assigned: false })
    }

    /// The value of a node that is no set.
    pub fn number(&mut self, id: Id) -> Value {
        let node = self.machine.arena.node(id);
        if node.is_constant() {
            let number = self.machine.constant(node).1;
            return self.w.int(number);
        }
        if let Place { number: Some(variable), assigned: true, .. } = *self.place(id) {
            return self.w.builder.use_var(variable);
        }
        self.shared.loaded.insert(id);
        let value = self.load_number(id);
        let value = if matches!(node, Node::Var(_)) { self.cell_or_none(value) } else { value };
        self.assign(id, value);
        value
    }

    /// The value of a set.
    pub fn set(&mut self, id: Id) -> Set {
        let node = self.machine.arena.node(id);
        if node.is_constant() {
            let known = words_of(self.machine.constant(node).0);
            return self.w.known(&known);
        }
        if let Place { set: Some(variables), assigned: true, .. } = *self.place(id) {
            return self.w.use_set(&variables);
        }
        self.shared.loaded.insert(id);
        let offset = 8 * self.w.width * id as usize;
        let sets = self.sets;
        let set = self.w.each(|w, at| {
            let offset = (offset + 8 * at) as i32;
            w.builder.ins().load(types::I64, MemFlags::trusted(), sets, offset)
        });
        self.assign_set(id, set);
        set
    }

    fn load_number(&mut self, id: Id) -> Value {
        self.w.builder.ins().load(types::I32, MemFlags::trusted(), self.numbers, 4 * id as i32)
    }

    /// A number from outside, taken for a cell only if there can be one: tables are read without a further look.
    pub fn cell_or_none(&mut self, value: Value) -> Value {
        let next = self.w.builder.ins().iadd_imm(value, 1);
        let most = 64 * self.w.width as i64;
        let valid = self.w.builder.ins().icmp_imm(IntCC::UnsignedLessThanOrEqual, next, most);
        let none = self.w.int(-1);
        self.w.builder.ins().select(valid, value, none)
    }

    fn assigned(&mut self, id: Id) {
        let place = self.place(id);
        if !place.assigned {
            place.assigned = true;
            self.trail.push(id);
        }
    }

    fn assign(&mut self, id: Id, value: Value) {
        match self.place(id).number {
            Some(variable) => self.w.builder.def_var(variable, value),
            None => self.place(id).number = Some(self.w.variable(types::I32, value)),
        }
        self.assigned(id);
    }

    fn assign_set(&mut self, id: Id, set: Set) {
        match self.place(id).set {
            Some(variables) => self.w.define_set(&variables, set),
            None => self.place(id).set = Some(self.w.set_variable(set)),
        }
        self.assigned(id);
    }

    /// The node has this value from here on.
    pub fn define(&mut self, id: Id, value: Value) {
        self.assign(id, value);
        if self.shared.is_stored(id) {
            let (numbers, offset) = (self.numbers, 4 * id as i32);
            self.w.builder.ins().store(MemFlags::trusted(), value, numbers, offset);
        }
    }

    /// The same for a set.
    pub fn define_set(&mut self, id: Id, set: Set) {
        self.assign_set(id, set);
        if self.shared.is_stored(id) {
            for at in 0..self.w.width {
                let offset = 8 * (self.w.width * id as usize + at) as i32;
                let sets = self.sets;
                self.w.builder.ins().store(MemFlags::trusted(), set.0[at], sets, offset);
            }
        }
    }

    /// A loop whose body comes behind the skip at `at`; where it goes on.
    fn whole_loop(
        &mut self,
        ops: &[Op],
        at: usize,
        to: Id,
        kind: Loop,
        (var, domain, root): (u8, Id, Id),
    ) -> usize {
        let body = match ops.get(at).map(|op| op.act) {
            Some(Act::Skip(length)) => at + 1..at + 1 + length as usize,
            _ => at..at,
        };
        let var = self.machine.variable(var) as Id;
        let domain = self.set(domain);
        // The variable has its value back behind the loop.
        let place = *self.place(var);
        let before = match place {
            Place { number: Some(variable), assigned: true, .. } => {
                Some(self.w.builder.use_var(variable))
            }
            _ if self.shared.is_stored(var) => Some(self.load_number(var)),
            _ => None,
        };
        let was_assigned = place.assigned;
        let mark = self.trail.len();
        let made = self.looped(ops, body.clone(), domain, var, kind, root);
        self.forget(mark);
        if let Some(before) = before {
            match was_assigned {
                true => self.define(var, before),
                false => {
                    let (numbers, offset) = (self.numbers, 4 * var as i32);
                    self.w.builder.ins().store(MemFlags::trusted(), before, numbers, offset);
                }
            }
        }
        match made {
            Made::Number(value) => self.define(to, value),
            Made::Set(set) => self.define_set(to, set),
        }
        body.end
    }

    /// The loop itself: over the words of the domain, and over the cells of each.
    fn looped(
        &mut self,
        ops: &[Op],
        body: std::ops::Range<usize>,
        domain: Set,
        var: Id,
        kind: Loop,
        root: Id,
    ) -> Made {
        let width = self.w.width;
        let slot = |this: &mut Self| {
            let data = StackSlotData::new(StackSlotKind::ExplicitSlot, 8 * width as u32, 3);
            let slot = this.w.builder.create_sized_stack_slot(data);
            this.w.builder.ins().stack_addr(types::I64, slot, 0)
        };
        let (zero, nothing) = (self.w.word(0), self.w.int(0));
        let several = (width > 1).then(|| {
            let (from, found) = (slot(self), slot(self));
            for at in 0..width {
                self.w.builder.ins().store(MemFlags::trusted(), domain.0[at], from, 8 * at as i32);
            }
            (from, found, self.w.variable(types::I64, zero))
        });
        let left = self.w.variable(types::I64, domain.0[0]);
        let (found, sum) =
            (self.w.variable(types::I64, zero), self.w.variable(types::I32, nothing));
        let [words, cells, inside, done, exit] = [(); 5].map(|()| self.w.block());
        self.w.enter(words);
        if let Some((from, _, at)) = several {
            let at = self.w.builder.use_var(at);
            let from = self.w.builder.ins().iadd(from, at);
            let word = self.w.builder.ins().load(types::I64, MemFlags::trusted(), from, 0);
            self.w.builder.def_var(left, word);
            self.w.builder.def_var(found, zero);
        }
        self.w.enter(cells);
        let now = self.w.builder.use_var(left);
        self.w.branch(now, inside, done);
        self.w.begin(inside);
        let place = self.w.builder.ins().ctz(now);
        let cell = match several {
            // Eight bytes of a word are 64 cells.
            Some((_, _, at)) => {
                let at = self.w.builder.use_var(at);
                let first = self.w.builder.ins().ishl_imm(at, 3);
                self.w.builder.ins().iadd(first, place)
            }
            None => place,
        };
        let cell = self.w.builder.ins().ireduce(types::I32, cell);
        self.define(var, cell);
        let less = self.w.builder.ins().iadd_imm(now, -1);
        let rest = self.w.builder.ins().band(now, less);
        self.w.builder.def_var(left, rest);
        self.range(ops, body.start, body.end);
        let value = self.number(root);
        match kind {
            Loop::Where => {
                let bit = self.w.builder.ins().bxor(now, rest);
                let bit = self.w.builder.ins().select(value, bit, zero);
                let before = self.w.builder.use_var(found);
                let more = self.w.builder.ins().bor(before, bit);
                self.w.builder.def_var(found, more);
            }
            Loop::Sum => {
                let before = self.w.builder.use_var(sum);
                let more = self.w.builder.ins().iadd(before, value);
                self.w.builder.def_var(sum, more);
            }
            Loop::Some => {
                let some = self.w.compare_known(IntCC::NotEqual, value, 0);
                self.w.builder.def_var(sum, some);
                self.w.unless(value, exit);
            }
        }
        self.w.builder.ins().jump(cells, &[]);
        self.w.builder.seal_block(cells);
        self.w.begin(done);
        if let Some((_, made, at)) = several {
            let here = self.w.builder.use_var(at);
            let word = self.w.builder.use_var(found);
            let made = self.w.builder.ins().iadd(made, here);
            self.w.builder.ins().store(MemFlags::trusted(), word, made, 0);
            let next = self.w.builder.ins().iadd_imm(here, 8);
            self.w.builder.def_var(at, next);
            let goes_on =
                self.w.builder.ins().icmp_imm(IntCC::UnsignedLessThan, next, 8 * width as i64);
            self.w.branch(goes_on, words, exit);
        } else {
            self.w.builder.ins().jump(exit, &[]);
        }
        self.w.builder.seal_block(words);
        self.w.begin(exit);
        match (kind, several) {
            (Loop::Where, None) => {
                let found = self.w.builder.use_var(found);
                Made::Set(self.w.each(|_, _| found))
            }
            (Loop::Where, Some((_, made, _))) => Made::Set(self.w.each(|w, at| {
                w.builder.ins().load(types::I64, MemFlags::trusted(), made, 8 * at as i32)
            })),
            _ => Made::Number(self.w.builder.use_var(sum)),
        }
    }

    /// Lets the interpreter compute a node.
    pub fn call(&mut self, to: Id, node: Node) {
        // It reads the registers.
        self.shared.loaded.extend(node.operands());
        let step = self.shared.step(to, node);
        let mut signature = Signature::new(self.shared.convention);
        signature.params.extend([AbiParam::new(types::I64); 2]);
        let signature = self.w.builder.import_signature(signature);
        let function = self.w.word(self.shared.interpreter as u64);
        let step = self.w.word(step as u64);
        let context = self.context;
        self.w.builder.ins().call_indirect(signature, function, &[context, step]);
        let value = self.load_number(to);
        self.assign(to, value);
    }
}

/// What a loop has made.
enum Made {
    Number(Value),
    Set(Set),
}

/// The words of a known set.
pub fn words_of<B: Bits>(set: B) -> [u64; MOST] {
    std::array::from_fn(|at| if at < B::WORDS { set.word(at) } else { 0 })
}
