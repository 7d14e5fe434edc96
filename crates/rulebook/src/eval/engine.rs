//! A game ready to be played on positions of one width.

use super::bits::Bits;
use super::code::Code;
use super::end::EndCode;
use super::moves::Move;
use super::run::{Machine, Registers};
use super::state::{Head, Layout, State};
use super::tables::NO_CELL;
use crate::ground::form::{Ground, StateValue};
use crate::ground::scope::StateSort;
use std::sync::Arc;

/// A game ready to be played, with sets of this width.
#[derive(Debug)]
pub struct Engine<B> {
    pub ground: Arc<Ground>,
    pub sides: Vec<SideEngine<B>>,
    pub layout: Layout,
    /// All cells, in words.
    pub all: Vec<u64>,
}

#[derive(Debug)]
pub struct SideEngine<B> {
    pub machine: Machine<B>,
    pub code: Code<B>,
}

/// Memory to work in.
#[derive(Debug)]
pub struct Scratch<B> {
    /// Registers for each depth of a tree of moves and of their parts, for each player.
    pub depths: Vec<Vec<Registers<B>>>,
    /// The words that were changed, with what they were, so that changes can be undone.
    pub journal: Vec<(u32, u64)>,
    /// What has been chosen of the move that is being put together.
    pub chosen: Move,
    /// How many parts of moves were tried in this position.
    pub tried: usize,
    /// Whether so many were tried, or moves compared, in some position that the rest was left out.
    pub gave_up: bool,
    /// How many moves were found.
    pub found: u64,
    /// A list of moves, or of their first parts.
    pub firsts: Vec<(Move, Option<B>)>,
    /// The words of a position whose moves are being played.
    pub before: Vec<u64>,
}

/// A position that is being worked on in place.
pub struct Moment<'a, B> {
    pub words: &'a mut [u64],
    pub(super) head: Head,
    pub scratch: &'a mut Scratch<B>,
}

impl<B: Bits> Moment<'_, B> {
    /// Changes a word so that it can be undone.
    #[inline]
    pub fn write(&mut self, at: usize, word: u64) {
        let place = &mut self.words[at];
        self.scratch.journal.push((at as u32, *place));
        *place = word;
    }

    /// Takes back all changes since the journal had this length.
    #[inline]
    pub fn undo(&mut self, since: usize) {
        while self.scratch.journal.len() > since {
            let Some((at, word)) = self.scratch.journal.pop() else { return };
            self.words[at as usize] = word;
        }
    }
}

impl<B: Bits> Engine<B> {
    pub fn new(ground: Arc<Ground>) -> Engine<B> {
        let layout = Layout::new(&ground, B::WORDS);
        let mut machines: Vec<Machine<B>> =
            ground.sides.iter().map(|side| Machine::new(&side.arena, layout.clone())).collect();
        let ends: Vec<Vec<EndCode<B>>> = machines
            .iter_mut()
            .zip(&ground.sides)
            .map(|(machine, side)| side.ends.iter().map(|end| EndCode::new(machine, end)).collect())
            .collect();
        let sides = machines.into_iter().enumerate().map(|(at, mut machine)| {
            let theirs = (at < 2).then(|| ends.get(1 - at)).flatten().map_or(&[][..], |ends| ends);
            let code = Code::new(&mut machine, &ground.sides[at], &ends[at], theirs);
            SideEngine { machine, code }
        });
        let sides: Vec<SideEngine<B>> = sides.collect();
        let mut all = vec![0; B::WORDS];
        sides[0].machine.tables.all.store(&mut all);
        Engine { ground: ground.clone(), sides, layout, all }
    }

    pub fn scratch(&self) -> Scratch<B> {
        Scratch {
            depths: Vec::new(),
            journal: Vec::new(),
            chosen: Move::NONE,
            tried: 0,
            gave_up: false,
            found: 0,
            firsts: Vec::new(),
            before: Vec::new(),
        }
    }

    /// Makes the registers of a depth, if they are not there.
    #[inline]
    pub fn deeper(&self, scratch: &mut Scratch<B>, depth: usize) {
        while scratch.depths.len() <= depth {
            scratch.depths.push(self.sides.iter().map(|side| side.machine.registers()).collect());
        }
    }

    /// Works on a position; what changes in it is kept.
    pub fn change<T>(
        &self,
        state: &mut State,
        scratch: &mut Scratch<B>,
        work: impl FnOnce(&mut Moment<B>) -> T,
    ) -> T {
        self.deeper(scratch, 1);
        scratch.journal.clear();
        let head = state.head;
        let mut moment = Moment { words: state.words_mut(), head, scratch };
        let result = work(&mut moment);
        state.head = moment.head;
        result
    }

    /// Works on a copy of a position.
    pub fn look<T>(
        &self,
        state: &State,
        scratch: &mut Scratch<B>,
        work: impl FnOnce(&mut Moment<B>) -> T,
    ) -> T {
        self.change(&mut state.clone(), scratch, work)
    }

    /// The position at the start.
    pub fn start(&self, scratch: &mut Scratch<B>) -> State {
        let start = &self.ground.start;
        self.position(&start.cells, &start.states, start.turn, scratch)
    }

    /// A position with these stacks and values.
    pub fn position(
        &self,
        cells: &[Vec<u8>],
        values: &[StateValue],
        turn: usize,
        scratch: &mut Scratch<B>,
    ) -> State {
        let mut state = State::new(self.layout.length, turn);
        for (cell, stack) in cells.iter().enumerate() {
            self.set_stack(state.words_mut(), cell, stack);
        }
        for (at, value) in values.iter().enumerate() {
            self.set_state(state.words_mut(), at, value);
        }
        // The game may be over before it begins.
        let mover = usize::from(state.head.mover).min(self.sides.len() - 1);
        self.change(&mut state, scratch, |moment| self.judge(moment, mover, u16::MAX, None, 0));
        state
    }

    /// The value of a state.
    pub fn state_value(&self, words: &[u64], at: usize) -> StateValue {
        let from = self.layout.states[at];
        let number = words[from] as i64;
        match self.ground.words.states[at].sort {
            StateSort::Flag => StateValue::Flag(number != 0),
            StateSort::Number(..) => StateValue::Number(number as i32),
            StateSort::Cell => StateValue::Cell(usize::try_from(number).ok()),
            StateSort::Set => {
                let mut cells = Vec::new();
                B::load(&words[from..]).all(|cell| {
                    cells.push(cell);
                    true
                });
                StateValue::Set(crate::CellSet::of(self.ground.words.board.places(), cells))
            }
        }
    }

    /// What stands on a cell, the lowest first.
    pub fn stack(&self, words: &[u64], cell: usize) -> Vec<u8> {
        let machine = &self.sides[0].machine;
        match self.layout.stacks {
            None => Some(machine.content(cell as i32, words))
                .filter(|content| *content > 0)
                .map(|c| c as u8)
                .into_iter()
                .collect(),
            Some(stacks) => {
                let (bits, mut left, mut stack) =
                    (self.layout.piece_bits, words[stacks + cell], Vec::new());
                while left != 0 {
                    stack.push((left & ((1 << bits) - 1)) as u8);
                    left >>= bits;
                }
                stack.reverse();
                stack
            }
        }
    }

    /// Puts pieces on a cell, the lowest first.
    pub fn set_stack(&self, words: &mut [u64], cell: usize, stack: &[u8]) {
        let (word, bit) = (cell / 64, 1u64 << (cell % 64));
        for plane in 0..self.layout.planes {
            words[plane * B::WORDS + word] &= !bit;
        }
        if let Some(top) = stack.last() {
            words[(usize::from(*top) - 1) * B::WORDS + word] |= bit;
        }
        if let Some(stacks) = self.layout.stacks {
            let bits = self.layout.piece_bits;
            words[stacks + cell] = stack
                .iter()
                .fold(0, |sum, piece| sum.checked_shl(bits).unwrap_or(0) | u64::from(*piece));
        }
    }

    pub fn set_state(&self, words: &mut [u64], at: usize, value: &StateValue) {
        let from = self.layout.states[at];
        match value {
            StateValue::Flag(flag) => words[from] = u64::from(*flag),
            StateValue::Number(number) => words[from] = i64::from(*number) as u64,
            StateValue::Cell(cell) => {
                words[from] = cell.map_or(i64::from(NO_CELL), |cell| cell as i64) as u64
            }
            StateValue::Set(set) => super::tables::known::<B>(set).store(&mut words[from..]),
        }
    }
}
