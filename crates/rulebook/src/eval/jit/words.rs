//! Sets of cells as machine words of a function that is being written.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlags, Type, Value, types};
use cranelift_frontend::{FunctionBuilder, Variable};

/// Sets of more words are left to the interpreter.
pub const MOST: usize = 4;

/// A set of cells; of the words only as many as the board needs have a meaning.
#[derive(Clone, Copy)]
pub struct Set(pub [Value; MOST]);

/// Which end of a set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    Lowest,
    Highest,
}

/// Writes the steps of one function.
pub struct Writer<'f> {
    pub builder: FunctionBuilder<'f>,
    /// How many words a set has.
    pub width: usize,
}

impl Writer<'_> {
    pub fn word(&mut self, word: u64) -> Value {
        self.builder.ins().iconst(types::I64, word as i64)
    }

    pub fn int(&mut self, number: i32) -> Value {
        self.builder.ins().iconst(types::I32, i64::from(number as u32))
    }

    /// Each word of a new set, made from its number.
    pub fn each(&mut self, mut make: impl FnMut(&mut Self, usize) -> Value) -> Set {
        let mut words = [Value::from_u32(0); MOST];
        for (at, word) in words.iter_mut().enumerate().take(self.width) {
            *word = make(self, at);
        }
        Set(words)
    }

    pub fn none(&mut self) -> Set {
        self.each(|w, _| w.word(0))
    }

    pub fn known(&mut self, words: &[u64]) -> Set {
        self.each(|w, at| w.word(words[at]))
    }

    pub fn and(&mut self, a: Set, b: Set) -> Set {
        self.each(|w, at| w.builder.ins().band(a.0[at], b.0[at]))
    }

    pub fn or(&mut self, a: Set, b: Set) -> Set {
        self.each(|w, at| w.builder.ins().bor(a.0[at], b.0[at]))
    }

    pub fn without(&mut self, a: Set, b: Set) -> Set {
        self.each(|w, at| w.builder.ins().band_not(a.0[at], b.0[at]))
    }

    /// One of two sets, by a number that is 0 or not.
    pub fn choose(&mut self, which: Value, yes: Set, no: Set) -> Set {
        self.each(|w, at| w.builder.ins().select(which, yes.0[at], no.0[at]))
    }

    /// A word that is 0 where the set is empty.
    pub fn joined(&mut self, set: Set) -> Value {
        (1..self.width).fold(set.0[0], |all, at| self.builder.ins().bor(all, set.0[at]))
    }

    /// A comparison as 0 or 1.
    pub fn compare(&mut self, how: IntCC, a: Value, b: Value) -> Value {
        let truth = self.builder.ins().icmp(how, a, b);
        self.builder.ins().uextend(types::I32, truth)
    }

    /// The same with a known number.
    pub fn compare_known(&mut self, how: IntCC, a: Value, b: i64) -> Value {
        let truth = self.builder.ins().icmp_imm(how, a, b);
        self.builder.ins().uextend(types::I32, truth)
    }

    pub fn is_some(&mut self, set: Set) -> Value {
        let all = self.joined(set);
        self.compare_known(IntCC::NotEqual, all, 0)
    }

    pub fn is_none(&mut self, set: Set) -> Value {
        let all = self.joined(set);
        self.compare_known(IntCC::Equal, all, 0)
    }

    pub fn count(&mut self, set: Set) -> Value {
        let mut sum = self.builder.ins().popcnt(set.0[0]);
        for at in 1..self.width {
            let more = self.builder.ins().popcnt(set.0[at]);
            sum = self.builder.ins().iadd(sum, more);
        }
        self.builder.ins().ireduce(types::I32, sum)
    }

    /// Moved so that what lay `offset` cells further lies here.
    pub fn moved(&mut self, set: Set, offset: i32) -> Set {
        let by = offset.unsigned_abs();
        let (words, bits) = ((by / 64) as usize, i64::from(by % 64));
        let width = self.width;
        self.each(|w, at| {
            let (near, far) = match offset >= 0 {
                true => (at.checked_add(words), at.checked_add(words + 1)),
                false => (at.checked_sub(words), at.checked_sub(words + 1)),
            };
            let inside = |at: Option<usize>| at.filter(|at| *at < width).map(|at| set.0[at]);
            let (near, far) = (inside(near), inside(far).filter(|_| bits > 0));
            let ins = |w: &mut Self, word, down, bits| match down {
                true => w.builder.ins().ushr_imm(word, bits),
                false => w.builder.ins().ishl_imm(word, bits),
            };
            let near = near.map(|word| ins(w, word, offset >= 0, bits));
            let far = far.map(|word| ins(w, word, offset < 0, 64 - bits));
            match (near, far) {
                (Some(near), Some(far)) => w.builder.ins().bor(near, far),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => w.word(0),
            }
        })
    }

    /// For each word, all ones where no word before it has a member, else 0; words are taken from the given end.
    fn open(&mut self, set: Set, end: End) -> [Option<Value>; MOST] {
        let mut open = [None; MOST];
        let mut before: Option<Value> = None;
        for step in 0..self.width {
            let at = if end == End::Lowest { step } else { self.width - 1 - step };
            open[at] = before.map(|before| {
                let none = self.builder.ins().icmp_imm(IntCC::Equal, before, 0);
                let none = self.builder.ins().uextend(types::I64, none);
                self.builder.ins().ineg(none)
            });
            before = Some(match before {
                Some(before) => self.builder.ins().bor(before, set.0[at]),
                None => set.0[at],
            });
        }
        open
    }

    fn by_words(
        &mut self,
        set: Set,
        end: End,
        mut make: impl FnMut(&mut Self, Value) -> Value,
    ) -> Set {
        let open = self.open(set, end);
        self.each(|w, at| {
            let word = make(w, set.0[at]);
            match open[at] {
                Some(open) => w.builder.ins().band(word, open),
                None => word,
            }
        })
    }

    /// Where a word is 0, one value, else 1 or more ones shifted to its highest member.
    fn at_highest(&mut self, word: Value, ones: u64, if_none: u64) -> Value {
        let zeros = self.builder.ins().clz(word);
        let place = self.builder.ins().irsub_imm(zeros, 63);
        let ones = self.word(ones);
        let shifted = self.builder.ins().ishl(ones, place);
        let if_none = self.word(if_none);
        self.builder.ins().select(word, shifted, if_none)
    }

    /// All cells before the first member from an end; every cell where there is none.
    pub fn before(&mut self, set: Set, end: End) -> Set {
        self.by_words(set, end, |w, word| match end {
            End::Lowest => {
                let less = w.builder.ins().iadd_imm(word, -1);
                w.builder.ins().band_not(less, word)
            }
            End::Highest => w.at_highest(word, u64::MAX - 1, u64::MAX),
        })
    }

    /// The same with that member.
    pub fn up_to(&mut self, set: Set, end: End) -> Set {
        self.by_words(set, end, |w, word| match end {
            End::Lowest => {
                let less = w.builder.ins().iadd_imm(word, -1);
                w.builder.ins().bxor(less, word)
            }
            End::Highest => w.at_highest(word, u64::MAX, u64::MAX),
        })
    }

    /// That member alone.
    pub fn first(&mut self, set: Set, end: End) -> Set {
        self.by_words(set, end, |w, word| match end {
            End::Lowest => {
                let negative = w.builder.ins().ineg(word);
                w.builder.ins().band(word, negative)
            }
            End::Highest => w.at_highest(word, 1, 0),
        })
    }

    /// The number of that member, or -1.
    pub fn first_cell(&mut self, set: Set, end: End) -> Value {
        let mut found = self.word(u64::MAX);
        for step in 0..self.width {
            // What is looked at last wins.
            let at = if end == End::Lowest { self.width - 1 - step } else { step };
            let here = match end {
                End::Lowest => self.builder.ins().ctz(set.0[at]),
                End::Highest => {
                    let zeros = self.builder.ins().clz(set.0[at]);
                    self.builder.ins().irsub_imm(zeros, 63)
                }
            };
            let cell = self.builder.ins().iadd_imm(here, 64 * at as i64);
            found = self.builder.ins().select(set.0[at], cell, found);
        }
        self.builder.ins().ireduce(types::I32, found)
    }

    /// Whether there is such a cell and it is in the set.
    pub fn has(&mut self, set: Set, cell: Value) -> Value {
        let mut word = set.0[0];
        for at in 1..self.width {
            let here =
                self.builder.ins().icmp_imm(IntCC::SignedGreaterThanOrEqual, cell, 64 * at as i64);
            word = self.builder.ins().select(here, set.0[at], word);
        }
        // Shifts look at the lowest six bits of the distance.
        let bit = self.builder.ins().ushr(word, cell);
        let bit = self.builder.ins().ireduce(types::I32, bit);
        let there = self.compare_known(IntCC::SignedGreaterThanOrEqual, cell, 0);
        self.builder.ins().band(bit, there)
    }

    /// The set of one cell; none where it is missing.
    pub fn single(&mut self, cell: Value) -> Set {
        let one = self.word(1);
        let bit = self.builder.ins().ishl(one, cell);
        let zero = self.word(0);
        let at_word = self.builder.ins().sshr_imm(cell, 6);
        self.each(|w, at| {
            let here = w.builder.ins().icmp_imm(IntCC::Equal, at_word, at as i64);
            w.builder.ins().select(here, bit, zero)
        })
    }

    /// Reads from memory that nothing changes meanwhile.
    pub fn read(&mut self, kind: Type, address: Value, offset: usize) -> Value {
        let flags = MemFlags::trusted().with_readonly().with_can_move();
        self.builder.ins().load(kind, flags, address, offset as i32)
    }

    /// A set of such memory.
    pub fn read_set(&mut self, address: Value, offset: usize) -> Set {
        self.each(|w, at| w.read(types::I64, address, offset + 8 * at))
    }

    /// The address of the entry of a cell (-1: missing) in a table whose entries have a size and whose entry for a
    /// missing cell comes first.
    pub fn entry(&mut self, table: *const u64, size: usize, cell: Value) -> Value {
        let cell = self.builder.ins().sextend(types::I64, cell);
        let distance = self.builder.ins().imul_imm(cell, size as i64);
        let first = self.word((table as usize + size) as u64);
        self.builder.ins().iadd(first, distance)
    }

    /// A variable of the function with a first value.
    pub fn variable(&mut self, kind: Type, value: Value) -> Variable {
        let variable = self.builder.declare_var(kind);
        self.builder.def_var(variable, value);
        variable
    }

    pub fn set_variable(&mut self, set: Set) -> [Variable; MOST] {
        let mut variables = [Variable::from_u32(0); MOST];
        for (variable, word) in variables.iter_mut().zip(set.0).take(self.width) {
            *variable = self.variable(types::I64, word);
        }
        variables
    }

    pub fn use_set(&mut self, variables: &[Variable; MOST]) -> Set {
        self.each(|w, at| w.builder.use_var(variables[at]))
    }

    pub fn define_set(&mut self, variables: &[Variable; MOST], set: Set) {
        for (variable, word) in variables.iter().zip(set.0).take(self.width) {
            self.builder.def_var(*variable, word);
        }
    }

    pub fn block(&mut self) -> Block {
        self.builder.create_block()
    }

    /// Goes on in a block from here, and writes there next.
    pub fn enter(&mut self, block: Block) {
        self.builder.ins().jump(block, &[]);
        self.builder.switch_to_block(block);
    }

    /// Goes on in one of two blocks.
    pub fn branch(&mut self, value: Value, yes: Block, no: Block) {
        self.builder.ins().brif(value, yes, &[], no, &[]);
    }

    /// Goes on to `out` where the value is 0, and writes on behind.
    pub fn only_if(&mut self, value: Value, out: Block) {
        let next = self.block();
        self.branch(value, next, out);
        self.begin(next);
    }

    /// Goes on to `out` where the value is not 0, and writes on behind.
    pub fn unless(&mut self, value: Value, out: Block) {
        let next = self.block();
        self.branch(value, out, next);
        self.begin(next);
    }

    /// Writes in a block that nothing more will lead to.
    pub fn begin(&mut self, block: Block) {
        self.builder.switch_to_block(block);
        self.builder.seal_block(block);
    }
}
