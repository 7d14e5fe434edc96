//! Changes of a position.

use super::bits::Bits;
use super::code::{ChangeCode, FamilyCode, Permutation};
use super::engine::{Engine, Moment};
use crate::ground::form::ChangeKind;
use crate::ground::node::Id;
use crate::ground::scope::StateSort;

impl<B: Bits> Engine<B> {
    /// Makes the changes of a family; their values are in the registers of a depth.
    #[inline]
    pub fn make(&self, family: &FamilyCode<B>, m: &mut Moment<B>, depth: usize) {
        match &family.permutation {
            Some(permutation) => self.permute(m, permutation),
            None => self.apply(&family.changes, m, depth),
        }
    }

    /// Makes changes whose values are in the registers of a depth.
    pub fn apply(&self, changes: &[ChangeCode], m: &mut Moment<B>, depth: usize) {
        let side = usize::from(m.head.turn);
        macro_rules! number {
            ($id:expr) => {
                m.scratch.depths[depth][side].numbers[*$id as usize]
            };
        }
        for code in changes {
            if let Some(guard) = &code.guard
                && number!(guard) == 0
            {
                continue;
            }
            match &code.kind {
                ChangeKind::PutOn { cell, content, .. } => {
                    let (cell, content) = (number!(cell), number!(content));
                    if cell >= 0 {
                        self.put(m, cell as usize, content, &code.leaves);
                    }
                }
                ChangeKind::PutAll { set, content } => {
                    let set = m.scratch.depths[depth][side].sets[*set as usize];
                    let content = number!(content);
                    if !set.is_none() {
                        self.put_all(m, set, content);
                    }
                }
                ChangeKind::Stack { count, from, to } => {
                    let (from, to) = (number!(from), number!(to));
                    let count = count.as_ref().map(|count| number!(count));
                    if from >= 0 && to >= 0 && from != to {
                        self.move_stack(m, count, from as usize, to as usize);
                    }
                }
                ChangeKind::State(state, value) => self.set_number(m, *state, *value, depth),
            }
        }
    }

    #[inline]
    fn put(&self, m: &mut Moment<B>, cell: usize, content: i32, leaves: &[u8]) {
        let (word, bit) = (cell / 64, 1u64 << (cell % 64));
        for plane in leaves {
            let at = (usize::from(*plane) - 1) * B::WORDS + word;
            let before = m.words[at];
            if before & bit != 0 {
                m.write(at, before & !bit);
            }
        }
        if content > 0 {
            let at = (content as usize - 1) * B::WORDS + word;
            m.write(at, m.words[at] | bit);
        }
        if let Some(stacks) = self.layout.stacks {
            m.write(stacks + cell, content as u64);
        }
    }

    /// Every content goes where the permutation says.
    pub fn permute(&self, m: &mut Moment<B>, permutation: &Permutation<B>) {
        for plane in 0..self.layout.planes {
            let before = B::load(&m.words[plane * B::WORDS..]);
            if before.and(permutation.all).is_none() {
                continue;
            }
            let mut now = before.without(permutation.to);
            for (from, offset) in &permutation.moves {
                now = now.or(before.and(*from).moved(*offset));
            }
            for at in 0..B::WORDS {
                if now.word(at) != before.word(at) {
                    m.write(plane * B::WORDS + at, now.word(at));
                }
            }
        }
    }

    fn put_all(&self, m: &mut Moment<B>, set: B, content: i32) {
        for plane in 0..self.layout.planes {
            for at in 0..B::WORDS {
                let word = set.word(at);
                let at = plane * B::WORDS + at;
                let before = m.words[at];
                let now = if plane as i32 + 1 == content { before | word } else { before & !word };
                if now != before {
                    m.write(at, now);
                }
            }
        }
        if let Some(stacks) = self.layout.stacks {
            set.all(|cell| {
                m.write(stacks + cell, content as u64);
                true
            });
        }
    }

    fn move_stack(&self, m: &mut Moment<B>, count: Option<i32>, from: usize, to: usize) {
        let Some(stacks) = self.layout.stacks else { return };
        let bits = self.layout.piece_bits;
        let (source, target) = (m.words[stacks + from], m.words[stacks + to]);
        let height = (u64::BITS - source.leading_zeros()).div_ceil(bits);
        let taken = count.map_or(height, |count| (count.max(0) as u32).min(height));
        let width = taken * bits;
        let mask = 1u64.checked_shl(width).map_or(u64::MAX, |bit| bit - 1);
        m.write(stacks + to, target.checked_shl(width).unwrap_or(0) | (source & mask));
        m.write(stacks + from, source.checked_shr(width).unwrap_or(0));
        for cell in [from, to] {
            let top = m.words[stacks + cell] & ((1 << bits) - 1);
            let (word, bit) = (cell / 64, 1u64 << (cell % 64));
            for plane in 0..self.layout.planes {
                let at = plane * B::WORDS + word;
                if m.words[at] & bit != 0 {
                    m.write(at, m.words[at] & !bit);
                }
            }
            if top > 0 {
                let at = (top as usize - 1) * B::WORDS + word;
                m.write(at, m.words[at] | bit);
            }
        }
    }

    fn set_number(&self, m: &mut Moment<B>, state: u16, value: Id, depth: usize) {
        let from = self.layout.states[usize::from(state)];
        let registers = &m.scratch.depths[depth][usize::from(m.head.turn)];
        let number = registers.numbers[value as usize];
        let number = match self.ground.words.states[usize::from(state)].sort {
            StateSort::Set => {
                let set = registers.sets[value as usize];
                for at in 0..B::WORDS {
                    if m.words[from + at] != set.word(at) {
                        m.write(from + at, set.word(at));
                    }
                }
                return;
            }
            StateSort::Number(low, high) => number.clamp(low, high),
            StateSort::Flag | StateSort::Cell => number,
        };
        let number = i64::from(number) as u64;
        if m.words[from] != number {
            m.write(from, number);
        }
    }
}
