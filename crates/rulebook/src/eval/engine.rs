//! Moves found and played on positions of one width.

use super::bits::Bits;
use super::code::{ChangeCode, Code, FamilyCode, values};
use super::moves::{Move, Numbers};
use super::run::{Machine, Registers};
use super::state::{Layout, State};
use super::tables::NO_CELL;
use crate::ground::form::{
    ChangeKind, Family, Ground, Next, Part, Result as EndResult, Side, StateValue, Written,
};
use crate::ground::node::Id;
use crate::ground::scope::StateSort;
use std::sync::Arc;
use zugwerk_game::Rng;

/// The deepest chain of parts of one move.
const DEEPEST: usize = 64;

/// A game ready to be played, with sets of this width.
#[derive(Debug)]
pub struct Engine<B> {
    pub ground: Arc<Ground>,
    pub sides: Vec<SideEngine<B>>,
    pub layout: Layout,
}

#[derive(Debug)]
pub struct SideEngine<B> {
    pub machine: Machine<B>,
    pub code: Code,
}

/// Registers to compute in: for each depth of a move in parts, for each player.
#[derive(Debug)]
pub struct Scratch<B> {
    depths: Vec<Vec<Registers<B>>>,
}

/// Memory for the levels of a tree of play.
#[derive(Default)]
pub struct Tree {
    levels: Vec<(Vec<Move>, State)>,
    /// Made of all leaves, so that none of them can be left out.
    pub checksum: u64,
}

/// What is done with a move that was found; `false` ends the search for more.
pub trait Sink {
    /// A legal move, and the position after it where that is known.
    fn found(&mut self, chosen: Move) -> bool;
    /// Several moves of a family at once, if they need not be told apart.
    fn found_many(&mut self, _count: u32) -> Option<bool> {
        None
    }
}

impl Sink for Vec<Move> {
    #[inline]
    fn found(&mut self, chosen: Move) -> bool {
        self.push(chosen);
        true
    }
}

/// Counts.
pub struct Counter(pub u64);

impl Sink for Counter {
    #[inline]
    fn found(&mut self, _: Move) -> bool {
        self.0 += 1;
        true
    }

    #[inline]
    fn found_many(&mut self, count: u32) -> Option<bool> {
        self.0 += u64::from(count);
        Some(true)
    }
}

/// Looks whether there is any.
pub struct Any(pub bool);

impl Sink for Any {
    fn found(&mut self, _: Move) -> bool {
        self.0 = true;
        false
    }

    fn found_many(&mut self, count: u32) -> Option<bool> {
        self.0 |= count > 0;
        Some(!self.0)
    }
}

/// A move while its parts are being chosen.
struct Line<'a> {
    rule: &'a Family,
    chosen: Move,
}

impl<B: Bits> Engine<B> {
    pub fn new(ground: Arc<Ground>) -> Engine<B> {
        let layout = Layout::new(&ground, B::WORDS);
        let contents = ground.words.contents.len();
        let sides = ground.sides.iter().map(|side| SideEngine {
            machine: Machine::new(&side.arena, layout.clone()),
            code: Code::new(side, contents),
        });
        let sides = sides.collect();
        Engine { ground, sides, layout }
    }

    pub fn scratch(&self) -> Scratch<B> {
        Scratch { depths: Vec::new() }
    }

    /// The registers of a depth, made when first needed.
    fn deeper(&self, scratch: &mut Scratch<B>, depth: usize) {
        while scratch.depths.len() <= depth {
            scratch.depths.push(self.sides.iter().map(|side| side.machine.registers()).collect());
        }
    }

    /// The registers that nothing else uses at this moment.
    pub(super) fn registers<'s>(
        &self,
        scratch: &'s mut Scratch<B>,
        side: usize,
    ) -> &'s mut Registers<B> {
        self.deeper(scratch, 0);
        &mut scratch.depths[0][side]
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
        let mover = usize::from(state.mover).min(self.sides.len() - 1);
        self.judge(mover, &mut state, scratch);
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

    /// Tells the sink every legal move.
    pub fn generate(&self, state: &State, scratch: &mut Scratch<B>, sink: &mut impl Sink) {
        let turn = usize::from(state.turn);
        let (engine, side) = (&self.sides[turn], &self.ground.sides[turn]);
        self.deeper(scratch, 0);
        engine.machine.run(&engine.code.position, state.words(), &mut scratch.depths[0][turn]);
        // Moves of rules that need a comparison with others are collected first.
        let mut at = 0;
        while at < side.families.len() {
            let rule = side.families[at].rule;
            let end =
                at + side.families[at..].iter().take_while(|family| family.rule == rule).count();
            let collects = side.families[at].overlaps
                || side.families[at].merge
                || side.families[at].most.is_some();
            let goes_on = match collects {
                true => self.generate_compared(state, at..end, scratch, sink),
                false => (at..end).all(|number| {
                    let (family, code) = (&side.families[number], &engine.code.families[number]);
                    let registers = &scratch.depths[0][turn];
                    if !code.plain || family.choices.len() != 1 {
                        let found = &mut |chosen, _: i32, _: &[i32]| sink.found(chosen);
                        return self.family_moves(state, side, engine, number, scratch, found);
                    }
                    if registers.numbers[family.gate as usize] == 0 {
                        return true;
                    }
                    let from = registers.sets[family.choices[0].from as usize];
                    let many = sink.found_many(from.count());
                    many.unwrap_or_else(|| from.all(|cell| sink.found(Move::simple(number, cell))))
                }),
            };
            if !goes_on {
                return;
            }
            at = end;
        }
    }

    /// The moves of a rule of which only some count: those with the largest value, one of those alike.
    fn generate_compared(
        &self,
        state: &State,
        families: std::ops::Range<usize>,
        scratch: &mut Scratch<B>,
        sink: &mut impl Sink,
    ) -> bool {
        let turn = usize::from(state.turn);
        let (engine, side) = (&self.sides[turn], &self.ground.sides[turn]);
        let (merge, overlaps) =
            (side.families[families.start].merge, side.families[families.start].overlaps);
        let mut found: Vec<(Move, i32, Option<State>, Vec<i32>)> = Vec::new();
        for family in families {
            self.family_moves(
                state,
                side,
                engine,
                family,
                scratch,
                &mut |chosen, value, written| {
                    // How the first part is written, and what was chosen in the further ones.
                    let mut key = Vec::new();
                    if overlaps {
                        let first = 1 + side.families[family].choices.len();
                        key.extend_from_slice(written);
                        key.extend(chosen.numbers().skip(first).map(|number| number as i32));
                    }
                    found.push((chosen, value, None, key));
                    true
                },
            );
        }
        let most = found.iter().map(|(_, value, ..)| *value).max().unwrap_or(0);
        found.retain(|(_, value, ..)| *value == most);
        let mut kept: Vec<(Move, i32, Option<State>, Vec<i32>)> = Vec::new();
        for mut entry in found {
            if overlaps && kept.iter().any(|other| other.3 == entry.3) {
                continue;
            }
            if merge {
                let after = self.play(state, entry.0, scratch);
                if kept.iter().any(|other| other.2.as_ref() == Some(&after)) {
                    continue;
                }
                entry.2 = Some(after);
            }
            kept.push(entry);
        }
        if merge {
            // Playing has used the registers that the next rules need.
            engine.machine.run(&engine.code.position, state.words(), &mut scratch.depths[0][turn]);
        }
        kept.into_iter().all(|(chosen, ..)| sink.found(chosen))
    }

    /// Calls `found` with each legal move of a family, its value where the rule has one, and how it is written where
    /// that tells moves apart.
    fn family_moves(
        &self,
        state: &State,
        side: &Side,
        engine: &SideEngine<B>,
        number: usize,
        scratch: &mut Scratch<B>,
        found: &mut Found,
    ) -> bool {
        let turn = usize::from(state.turn);
        let (family, code) = (&side.families[number], &engine.code.families[number]);
        if scratch.depths[0][turn].numbers[family.gate as usize] == 0 {
            return true;
        }
        let mut chosen = Move::NONE;
        chosen.push(number);
        self.choose(
            state,
            family,
            code,
            0,
            chosen,
            0,
            scratch,
            &mut Line { rule: family, chosen },
            found,
        )
    }

    /// Chooses the variables of a family from number `at` on.
    #[allow(clippy::too_many_arguments)]
    fn choose(
        &self,
        state: &State,
        family: &Family,
        code: &FamilyCode,
        at: usize,
        chosen: Move,
        depth: usize,
        scratch: &mut Scratch<B>,
        line: &mut Line,
        found: &mut Found,
    ) -> bool {
        let turn = usize::from(state.turn);
        let machine = &self.sides[turn].machine;
        let Some(choice) = family.choices.get(at) else {
            if code.plain {
                return found(chosen, 0, &[]);
            }
            return self.complete(state, family, code, chosen, depth, scratch, line, found);
        };
        if !code.choices[at].is_empty() {
            machine.run(&code.choices[at], state.words(), &mut scratch.depths[depth][turn]);
        }
        let var = machine.variable(choice.var);
        let from = scratch.depths[depth][turn].sets[choice.from as usize];
        if code.plain && at + 1 == family.choices.len() {
            return from.all(|cell| {
                let mut chosen = chosen;
                chosen.push(cell);
                found(chosen, 0, &[])
            });
        }
        from.all(|cell| {
            scratch.depths[depth][turn].numbers[var] = cell as i32;
            let mut chosen = chosen;
            !chosen.push(cell)
                || self.choose(state, family, code, at + 1, chosen, depth, scratch, line, found)
        })
    }

    /// All variables of a part are chosen: what follows?
    #[allow(clippy::too_many_arguments)]
    fn complete(
        &self,
        state: &State,
        family: &Family,
        code: &FamilyCode,
        chosen: Move,
        depth: usize,
        scratch: &mut Scratch<B>,
        line: &mut Line,
        found: &mut Found,
    ) -> bool {
        let turn = usize::from(state.turn);
        let machine = &self.sides[turn].machine;
        let registers = &mut scratch.depths[depth][turn];
        machine.run(&code.before_changes, state.words(), registers);
        let mut written = [0; 8];
        let mut written_length = 0;
        if depth == 0 && line.rule.overlaps {
            machine.run(&code.written, state.words(), registers);
            for item in &family.written {
                if let Written::Cell(id) = item
                    && written_length < written.len()
                {
                    written[written_length] = registers.numbers[*id as usize];
                    written_length += 1;
                }
            }
            // What is known in words tells moves apart as well.
            let words = family.written.iter().filter_map(|item| match item {
                Written::Known(word) => Some(word.as_str()),
                _ => None,
            });
            if written_length < written.len() {
                written[written_length] = words.fold(0i32, |sum, word| {
                    word.bytes().fold(sum.wrapping_mul(31), |sum, byte| {
                        sum.wrapping_mul(257) ^ i32::from(byte)
                    })
                });
                written_length += 1;
            }
        }
        line.chosen = chosen;
        let needs_position = !self.ground.sides[turn].never.is_empty()
            || line.rule.most.is_some()
            || !matches!(family.next, Next::End(..));
        if !needs_position {
            return found(chosen, 0, &written[..written_length]);
        }
        let mut after = state.clone();
        self.apply(&code.changes, registers, after.words_mut());
        let given: Vec<i32> =
            values(&family.next).iter().map(|id| registers.numbers[*id as usize]).collect();
        let mut found_written =
            |chosen: Move, value: i32, _: &[i32]| found(chosen, value, &written[..written_length]);
        self.follow(
            &after,
            &family.next,
            &given,
            chosen,
            depth + 1,
            scratch,
            line,
            &mut found_written,
        )
    }

    /// What follows a part, with the values it hands on.
    #[allow(clippy::too_many_arguments)]
    fn follow(
        &self,
        state: &State,
        next: &Next,
        given: &[i32],
        chosen: Move,
        depth: usize,
        scratch: &mut Scratch<B>,
        line: &mut Line,
        found: &mut Found,
    ) -> bool {
        let turn = usize::from(state.turn);
        let (engine, side) = (&self.sides[turn], &self.ground.sides[turn]);
        self.deeper(scratch, depth);
        match next {
            Next::End(after, _) => {
                let value = match &line.rule.most {
                    Some(most) => {
                        let code =
                            engine.code.families.iter().find_map(|code| {
                                code.most.as_ref().filter(|code| code.root == *most)
                            });
                        let registers = &mut scratch.depths[depth][turn];
                        code.map_or(0, |code| {
                            engine.machine.run(&code.order, state.words(), registers);
                            registers.numbers[code.root as usize]
                        })
                    }
                    None => 0,
                };
                if engine.code.never.is_empty() {
                    return found(chosen, value, &[]);
                }
                let mut last = state.clone();
                self.after(*after, given, &mut last, depth, scratch);
                if self.is_forbidden(&last, turn, &mut scratch.depths[depth][turn]) {
                    return true;
                }
                found(chosen, value, &[])
            }
            Next::Part(number, _) => {
                if depth >= DEEPEST {
                    return true;
                }
                let (part, code) = (&side.parts[*number], &engine.code.parts[*number]);
                let registers = &mut scratch.depths[depth][turn];
                for (var, value) in (0..part.entry as u8).zip(given) {
                    registers.numbers[engine.machine.variable(var)] = *value;
                }
                engine.machine.run(&code.position, state.words(), registers);
                let happens = registers.numbers[part.condition as usize] != 0;
                let mut some = false;
                if happens {
                    for (index, (family, family_code)) in
                        part.families.iter().zip(&code.families).enumerate()
                    {
                        if scratch.depths[depth][turn].numbers[family.gate as usize] == 0 {
                            continue;
                        }
                        let mut longer = chosen;
                        if !longer.push(index + 1) {
                            continue;
                        }
                        // The entry values must be in place again: a deeper part may have used the same registers.
                        let registers = &mut scratch.depths[depth][turn];
                        for (var, value) in (0..part.entry as u8).zip(given) {
                            registers.numbers[engine.machine.variable(var)] = *value;
                        }
                        let mut told = |chosen: Move, value: i32, written: &[i32]| {
                            some = true;
                            found(chosen, value, written)
                        };
                        if !self.choose(
                            state,
                            family,
                            family_code,
                            0,
                            longer,
                            depth,
                            scratch,
                            line,
                            &mut told,
                        ) {
                            return false;
                        }
                    }
                }
                // A move without a part that has to happen is no move; going on as long as one can ends by itself.
                if happens && (!part.optional || some) {
                    return true;
                }
                self.skip_part(state, part, *number, given, chosen, depth, scratch, line, found)
            }
        }
    }

    /// The part does not happen.
    #[allow(clippy::too_many_arguments)]
    fn skip_part(
        &self,
        state: &State,
        part: &Part,
        number: usize,
        given: &[i32],
        mut chosen: Move,
        depth: usize,
        scratch: &mut Scratch<B>,
        line: &mut Line,
        found: &mut Found,
    ) -> bool {
        let values = self.otherwise_values(state, part, number, given, depth, scratch);
        if !chosen.push(0) {
            return true;
        }
        self.follow(state, &part.otherwise, &values, chosen, depth + 1, scratch, line, found)
    }

    fn otherwise_values(
        &self,
        state: &State,
        part: &Part,
        number: usize,
        given: &[i32],
        depth: usize,
        scratch: &mut Scratch<B>,
    ) -> Vec<i32> {
        let turn = usize::from(state.turn);
        let engine = &self.sides[turn];
        let registers = &mut scratch.depths[depth][turn];
        for (var, value) in (0..part.entry as u8).zip(given) {
            registers.numbers[engine.machine.variable(var)] = *value;
        }
        engine.machine.run(&engine.code.parts[number].otherwise, state.words(), registers);
        values(&part.otherwise).iter().map(|id| registers.numbers[*id as usize]).collect()
    }

    /// Whether the position after a move is one that no move may leave.
    fn is_forbidden(&self, state: &State, mover: usize, registers: &mut Registers<B>) -> bool {
        let engine = &self.sides[mover];
        engine.code.never.iter().any(|never| {
            engine.machine.run(&never.order, state.words(), registers);
            registers.numbers[never.root as usize] != 0
        })
    }

    /// What happens after a move of the player whose turn it still is.
    fn after(
        &self,
        number: usize,
        given: &[i32],
        state: &mut State,
        depth: usize,
        scratch: &mut Scratch<B>,
    ) {
        let turn = usize::from(state.turn);
        let engine = &self.sides[turn];
        let code = &engine.code.afters[number];
        if code.changes.is_empty() {
            return;
        }
        let registers = &mut scratch.depths[depth][turn];
        for (var, value) in (0..given.len() as u8).zip(given) {
            registers.numbers[engine.machine.variable(var)] = *value;
        }
        engine.machine.run(&code.order, state.words(), registers);
        self.apply(&code.changes, registers, state.words_mut());
    }

    /// Makes changes whose values are in the registers.
    fn apply(&self, changes: &[ChangeCode], registers: &Registers<B>, words: &mut [u64]) {
        let number = |id: Id| registers.numbers[id as usize];
        for code in changes {
            if code.guarded && number(code.change.guard) == 0 {
                continue;
            }
            match &code.change.kind {
                ChangeKind::PutOn { cell, content, .. } => {
                    let cell = number(*cell);
                    if cell >= 0 {
                        self.put(words, cell as usize, number(*content), &code.leaves);
                    }
                }
                ChangeKind::PutAll { set, content } => {
                    let (set, content) = (registers.sets[*set as usize], number(*content));
                    for plane in 0..self.layout.planes {
                        let from = plane * B::WORDS;
                        let left = B::load(&words[from..]).without(set);
                        let now = if plane as i32 + 1 == content { left.or(set) } else { left };
                        now.store(&mut words[from..]);
                    }
                    if let Some(stacks) = self.layout.stacks {
                        set.all(|cell| {
                            words[stacks + cell] = content as u64;
                            true
                        });
                    }
                }
                ChangeKind::Stack { count, from, to } => {
                    let (from, to) = (number(*from), number(*to));
                    if from >= 0 && to >= 0 && from != to {
                        self.move_stack(words, count.map(number), from as usize, to as usize);
                    }
                }
                ChangeKind::State(state, value) => {
                    self.set_number(words, *state, *value, registers)
                }
            }
        }
    }

    #[inline]
    fn put(&self, words: &mut [u64], cell: usize, content: i32, leaves: &[u8]) {
        let (word, bit) = (cell / 64, 1u64 << (cell % 64));
        for plane in leaves {
            words[(usize::from(*plane) - 1) * B::WORDS + word] &= !bit;
        }
        if content > 0 {
            words[(content as usize - 1) * B::WORDS + word] |= bit;
        }
        if let Some(stacks) = self.layout.stacks {
            words[stacks + cell] = content as u64;
        }
    }

    fn move_stack(&self, words: &mut [u64], count: Option<i32>, from: usize, to: usize) {
        let Some(stacks) = self.layout.stacks else { return };
        let bits = self.layout.piece_bits;
        let (source, target) = (words[stacks + from], words[stacks + to]);
        let height = (u64::BITS - source.leading_zeros()).div_ceil(bits);
        let taken = count.map_or(height, |count| (count.max(0) as u32).min(height));
        let width = taken * bits;
        let mask = 1u64.checked_shl(width).map_or(u64::MAX, |bit| bit - 1);
        words[stacks + to] = target.checked_shl(width).unwrap_or(0) | (source & mask);
        words[stacks + from] = source.checked_shr(width).unwrap_or(0);
        for cell in [from, to] {
            let top = words[stacks + cell] & ((1 << bits) - 1);
            let (word, bit) = (cell / 64, 1u64 << (cell % 64));
            for plane in 0..self.layout.planes {
                words[plane * B::WORDS + word] &= !bit;
            }
            if top > 0 {
                words[(top as usize - 1) * B::WORDS + word] |= bit;
            }
        }
    }

    fn set_number(&self, words: &mut [u64], state: u16, value: Id, registers: &Registers<B>) {
        let from = self.layout.states[usize::from(state)];
        let number = registers.numbers[value as usize];
        match self.ground.words.states[usize::from(state)].sort {
            StateSort::Set => registers.sets[value as usize].store(&mut words[from..]),
            StateSort::Number(low, high) => words[from] = i64::from(number.clamp(low, high)) as u64,
            StateSort::Flag | StateSort::Cell => words[from] = i64::from(number) as u64,
        }
    }

    /// The position after a legal move.
    pub fn play(&self, state: &State, chosen: Move, scratch: &mut Scratch<B>) -> State {
        let mut after = state.clone();
        self.play_on(&mut after, chosen, scratch);
        after
    }

    /// Plays a legal move on a position.
    pub fn play_on(&self, state: &mut State, chosen: Move, scratch: &mut Scratch<B>) {
        self.deeper(scratch, 0);
        let mover = usize::from(state.turn);
        let mut numbers = chosen.numbers();
        let Some(family) = numbers.next() else { return };
        let side = &self.ground.sides[mover];
        let code = &self.sides[mover].code.families[family];
        let next = self.play_part(state, &side.families[family], code, &mut numbers, scratch);
        self.play_rest(state, next, numbers, scratch);
        state.mover = mover as u8;
        self.judge(mover, state, scratch);
        self.pass_turn(mover, state, scratch);
    }

    fn pass_turn(&self, mover: usize, state: &mut State, scratch: &mut Scratch<B>) {
        if self.sides.len() != 2 {
            return;
        }
        let engine = &self.sides[mover];
        let registers = &mut scratch.depths[0][mover];
        let again = engine.code.again.iter().any(|again| {
            engine.machine.run(&again.order, state.words(), registers);
            registers.numbers[again.root as usize] != 0
        });
        if !again {
            state.turn = 1 - state.turn;
        }
    }

    /// Makes the changes of one part; what follows it, with its values.
    fn play_part<'g>(
        &self,
        state: &mut State,
        family: &'g Family,
        code: &FamilyCode,
        numbers: &mut Numbers,
        scratch: &mut Scratch<B>,
    ) -> (&'g Next, Vec<i32>) {
        let mover = usize::from(state.turn);
        let machine = &self.sides[mover].machine;
        let registers = &mut scratch.depths[0][mover];
        for choice in &family.choices {
            registers.numbers[machine.variable(choice.var)] =
                numbers.next().map_or(NO_CELL, |cell| cell as i32);
        }
        machine.run(&code.before_changes, state.words(), registers);
        self.apply(&code.changes, registers, state.words_mut());
        let given = match &family.next {
            Next::End(_, values) | Next::Part(_, values) if values.is_empty() => Vec::new(),
            next => values(next).iter().map(|id| registers.numbers[*id as usize]).collect(),
        };
        (&family.next, given)
    }

    /// Plays the further parts of a move and what happens after it.
    fn play_rest(
        &self,
        state: &mut State,
        (mut next, mut given): (&Next, Vec<i32>),
        mut numbers: Numbers,
        scratch: &mut Scratch<B>,
    ) {
        let mover = usize::from(state.turn);
        let side = &self.ground.sides[mover];
        loop {
            match next {
                Next::End(after, _) => return self.after(*after, &given, state, 0, scratch),
                Next::Part(number, _) => {
                    let (part, code) =
                        (&side.parts[*number], &self.sides[mover].code.parts[*number]);
                    let machine = &self.sides[mover].machine;
                    match numbers.next() {
                        Some(index) if index > 0 && index <= part.families.len() => {
                            let registers = &mut scratch.depths[0][mover];
                            for (var, value) in (0..part.entry as u8).zip(&given) {
                                registers.numbers[machine.variable(var)] = *value;
                            }
                            let (family, code) =
                                (&part.families[index - 1], &code.families[index - 1]);
                            (next, given) =
                                self.play_part(state, family, code, &mut numbers, scratch);
                        }
                        _ => {
                            given = self.otherwise_values(state, part, *number, &given, 0, scratch);
                            next = &part.otherwise;
                        }
                    }
                }
            }
        }
    }

    /// How many lines of play there are of this length; every last move is really played, into `checksum`.
    pub fn leaves(
        &self,
        state: &State,
        depth: usize,
        tree: &mut Tree,
        scratch: &mut Scratch<B>,
    ) -> u64 {
        if state.end > 0 {
            return 0;
        }
        while tree.levels.len() <= depth {
            tree.levels.push((Vec::new(), state.clone()));
        }
        let (mut moves, mut after) =
            std::mem::replace(&mut tree.levels[depth], (Vec::new(), State::new(0, 0)));
        moves.clear();
        self.generate(state, scratch, &mut moves);
        let mut count = 0;
        for chosen in &moves {
            after.copy_from(state);
            self.play_on(&mut after, *chosen, scratch);
            if depth > 1 {
                count += self.leaves(&after, depth - 1, tree, scratch);
            } else {
                tree.checksum ^= after.words()[0];
                count += 1;
            }
        }
        tree.levels[depth] = (moves, after);
        count
    }

    /// Plays random moves to the end, or to `most` plies; how many there were.
    pub fn playout(
        &self,
        start: &State,
        most: u32,
        rng: &mut Rng,
        tree: &mut Tree,
        scratch: &mut Scratch<B>,
    ) -> u32 {
        if tree.levels.is_empty() {
            tree.levels.push((Vec::new(), start.clone()));
        }
        let (mut moves, mut state) =
            std::mem::replace(&mut tree.levels[0], (Vec::new(), State::new(0, 0)));
        state.copy_from(start);
        let mut plies = 0;
        while plies < most && state.end == 0 {
            moves.clear();
            self.generate(&state, scratch, &mut moves);
            if moves.is_empty() {
                break;
            }
            self.play_on(&mut state, moves[rng.below(moves.len())], scratch);
            plies += 1;
        }
        tree.checksum ^= state.words()[0];
        tree.levels[0] = (moves, state);
        plies
    }

    /// Looks whether the move of `mover` that led here has ended the game, as far as no move need be looked for.
    fn judge(&self, mover: usize, state: &mut State, scratch: &mut Scratch<B>) {
        let (engine, side) = (&self.sides[mover], &self.ground.sides[mover]);
        (state.end, state.winner) = (0, 0);
        if side.ends.is_empty() {
            return;
        }
        self.deeper(scratch, 0);
        let registers = &mut scratch.depths[0][mover];
        engine.machine.run(&engine.code.quick_ends, state.words(), registers);
        let holds = |(_, end): &(usize, &crate::ground::form::End)| {
            !end.no_move && registers.numbers[end.condition as usize] != 0
        };
        if let Some((at, end)) = side.ends.iter().enumerate().find(holds) {
            state.end = at as u8 + 1;
            state.winner = self.winner(end.result, mover, state, &mut scratch.depths[0][mover]);
        }
    }

    /// Who wins; 2: nobody.
    fn winner(
        &self,
        result: EndResult,
        mover: usize,
        state: &State,
        registers: &mut Registers<B>,
    ) -> u8 {
        match result {
            EndResult::Wins(player) => player as u8,
            EndResult::Draw => 2,
            EndResult::Score(score) => {
                let mut order = self.ground.sides[mover].arena.order([score]);
                order.retain(|id| !self.ground.sides[mover].arena.node(*id).is_constant());
                self.sides[mover].machine.run(&order, state.words(), registers);
                match registers.numbers[score as usize] {
                    0 => 2,
                    1.. => mover as u8,
                    _ => 1 - mover as u8,
                }
            }
        }
    }

    /// Whether there is a legal move.
    pub fn has_move(&self, state: &State, scratch: &mut Scratch<B>) -> bool {
        let mut any = Any(false);
        self.generate(state, scratch, &mut any);
        any.0
    }

    /// The end that was reached and who has won (2: nobody); `None` while the game goes on. Without an end that says
    /// so, no move left is a draw.
    pub fn ended(&self, state: &State, scratch: &mut Scratch<B>) -> Option<(Option<usize>, u8)> {
        let quick = (state.end > 0).then(|| (Some(usize::from(state.end) - 1), state.winner));
        let mover = usize::from(state.mover).min(self.sides.len() - 1);
        let side = &self.ground.sides[mover];
        let before = quick.map_or(side.ends.len(), |(end, _)| end.unwrap_or(0));
        let asks = side.ends[..before].iter().any(|end| end.no_move);
        if quick.is_some() && !asks {
            return quick;
        }
        if self.has_move(state, scratch) {
            return quick;
        }
        let engine = &self.sides[mover];
        for (at, end) in side.ends[..before].iter().enumerate().filter(|(_, end)| end.no_move) {
            let registers = &mut scratch.depths[0][mover];
            engine.machine.run(&engine.code.ends[at].order, state.words(), registers);
            if registers.numbers[end.condition as usize] != 0 {
                return Some((Some(at), self.winner(end.result, mover, state, registers)));
            }
        }
        quick.or(Some((None, 2)))
    }
}

/// A piece of a written move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    Cell(usize),
    Word(String),
    Sign(String),
    /// A further part begins.
    Part,
}

impl<B: Bits> Engine<B> {
    /// What was chosen in a move, in the order in which it is written.
    pub fn describe(&self, state: &State, chosen: Move, scratch: &mut Scratch<B>) -> Vec<Item> {
        self.deeper(scratch, 0);
        let mut state = state.clone();
        let mover = usize::from(state.turn);
        let (engine, side) = (&self.sides[mover], &self.ground.sides[mover]);
        let mut numbers = chosen.numbers();
        let mut items = Vec::new();
        let Some(first) = numbers.next().filter(|number| *number < side.families.len()) else {
            return items;
        };
        let (family, code) = (&side.families[first], &engine.code.families[first]);
        let (mut next, mut given) =
            self.describe_part(&mut state, family, code, &mut numbers, &mut items, scratch);
        loop {
            let Next::Part(number, _) = next else { return items };
            let (part, code) = (&side.parts[*number], &engine.code.parts[*number]);
            match numbers.next() {
                Some(index) if index > 0 && index <= part.families.len() => {
                    items.push(Item::Part);
                    for (var, value) in (0..part.entry as u8).zip(&given) {
                        scratch.depths[0][mover].numbers[engine.machine.variable(var)] = *value;
                    }
                    let (family, code) = (&part.families[index - 1], &code.families[index - 1]);
                    (next, given) = self.describe_part(
                        &mut state,
                        family,
                        code,
                        &mut numbers,
                        &mut items,
                        scratch,
                    );
                }
                _ => {
                    given = self.otherwise_values(&state, part, *number, &given, 0, scratch);
                    next = &part.otherwise;
                }
            }
        }
    }

    /// Writes one part and plays it.
    fn describe_part<'g>(
        &self,
        state: &mut State,
        family: &'g Family,
        code: &FamilyCode,
        numbers: &mut Numbers,
        items: &mut Vec<Item>,
        scratch: &mut Scratch<B>,
    ) -> (&'g Next, Vec<i32>) {
        let mover = usize::from(state.turn);
        let machine = &self.sides[mover].machine;
        let registers = &mut scratch.depths[0][mover];
        let mut ahead = Numbers { ..*numbers };
        for choice in &family.choices {
            registers.numbers[machine.variable(choice.var)] =
                ahead.next().map_or(NO_CELL, |cell| cell as i32);
        }
        machine.run(&code.written, state.words(), registers);
        items.extend(family.written.iter().filter_map(|item| match item {
            Written::Cell(id) => {
                usize::try_from(registers.numbers[*id as usize]).ok().map(Item::Cell)
            }
            Written::Known(word) => Some(Item::Word(word.clone())),
            Written::Sign(sign) => Some(Item::Sign(sign.clone())),
        }));
        self.play_part(state, family, code, numbers, scratch)
    }

    /// What a position is worth to the side to move, if the text says.
    pub fn value(&self, state: &State, scratch: &mut Scratch<B>) -> Option<i32> {
        self.deeper(scratch, 0);
        let turn = usize::from(state.turn);
        let engine = &self.sides[turn];
        let value = engine.code.value.as_ref()?;
        let registers = &mut scratch.depths[0][turn];
        engine.machine.run(&value.order, state.words(), registers);
        Some(registers.numbers[value.root as usize])
    }
}

type Found<'f> = dyn FnMut(Move, i32, &[i32]) -> bool + 'f;
