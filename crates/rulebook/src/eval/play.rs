//! Moves played, and how a game ends.

use super::bits::Bits;
use super::code::{FamilyCode, NextCode};
use super::end::{EndCode, Test};
use super::engine::{Engine, Moment, Scratch};
use super::moves::{Move, Numbers};
use super::state::State;
use super::tables::NO_CELL;
use super::touch::{Effect, MOST};
use super::visit::{Any, Visitor};
use crate::ground::form::Result as EndResult;
use crate::ground::node::Nearness;

/// Plays all lines of a length and counts them.
struct Leaves {
    left: usize,
    count: u64,
    /// Made of all leaves, so that none of them can be left out.
    checksum: u64,
}

impl<B: Bits> Visitor<B> for Leaves {
    const PLAYS: bool = true;

    #[inline]
    fn sums_up(&self) -> bool {
        self.left == 1
    }

    #[inline]
    fn leaves(&mut self, count: u64, checksum: u64) {
        self.count += count;
        self.checksum = self.checksum.wrapping_mul(3) ^ checksum;
    }

    #[inline(always)]
    fn found(&mut self, engine: &Engine<B>, m: &mut Moment<B>, depth: usize, _: i32) -> bool {
        if self.left == 1 {
            self.count += 1;
            self.checksum = self.checksum.wrapping_mul(3) ^ m.words[0] ^ u64::from(m.head.end);
        } else if m.head.end == 0 {
            self.left -= 1;
            engine.generate(m, depth, self);
            self.left += 1;
        }
        true
    }
}

impl<B: Bits> Engine<B> {
    /// The position after a legal move.
    pub fn play(&self, state: &State, chosen: Move, scratch: &mut Scratch<B>) -> State {
        let mut after = state.clone();
        self.change(&mut after, scratch, |m| self.play_in_place(m, chosen, 0));
        after
    }

    /// Plays a legal move; the registers from `depth` on are free.
    pub fn play_in_place(&self, m: &mut Moment<B>, chosen: Move, depth: usize) {
        self.make_move(m, chosen, depth, false);
    }

    /// Plays a move that may be forbidden; whether it was not.
    pub fn try_in_place(&self, m: &mut Moment<B>, chosen: Move, depth: usize) -> bool {
        self.make_move(m, chosen, depth, true)
    }

    fn make_move(&self, m: &mut Moment<B>, chosen: Move, depth: usize, judged: bool) -> bool {
        let side = &self.sides[usize::from(m.head.turn)];
        let mut numbers = chosen.numbers();
        let Some(family) = numbers.next().and_then(|number| side.code.families.get(number)) else {
            return false;
        };
        if let (Some(touches), [_]) = (&family.touches, &family.choices[..])
            && let Some(effect) = numbers.next().and_then(|cell| touches.effects.get(cell))
        {
            self.touch(m, effect, depth, false);
            return true;
        }
        self.deeper(m.scratch, depth + 1);
        let mark = m.scratch.journal.len();
        // Two sets of registers take turns.
        let (mut at, mut other) = (depth, depth + 1);
        let mut next = self.play_part(m, family, &mut numbers, at, other);
        loop {
            (at, other) = (other, at);
            match next {
                NextCode::End(after) => {
                    self.after(m, after, at);
                    if judged && self.is_forbidden(m, depth) {
                        m.undo(mark);
                        return false;
                    }
                    self.finish(m, depth);
                    return true;
                }
                NextCode::Part(number) => {
                    let part = &side.code.parts[number];
                    match numbers.next() {
                        Some(index) if index > 0 && index <= part.families.len() => {
                            next = self.play_part(
                                m,
                                &part.families[index - 1],
                                &mut numbers,
                                at,
                                other,
                            );
                        }
                        _ => next = self.skip_part(m, number, at, other),
                    }
                }
            }
        }
    }

    /// Plays a move whose effect is known, so that it can be taken back or, which is sooner done, for good.
    #[inline(always)]
    pub fn touch(&self, m: &mut Moment<B>, effect: &Effect, depth: usize, for_good: bool) {
        let mut taken = 0;
        for touch in &effect.touches[..usize::from(effect.length).min(MOST)] {
            let at = usize::from(touch.word);
            let before = m.words[at];
            taken |= before & touch.takes;
            let now = before & !touch.clear | touch.set;
            if for_good {
                m.words[at] = now;
            } else {
                m.write(at, now);
            }
        }
        self.finish_touch(m, effect, taken != 0, depth);
    }

    /// Makes the changes of one part in the registers of one depth, and hands its values on to those of another.
    pub fn play_part(
        &self,
        m: &mut Moment<B>,
        family: &FamilyCode<B>,
        numbers: &mut Numbers,
        depth: usize,
        other: usize,
    ) -> NextCode {
        let turn = usize::from(m.head.turn);
        let registers = &mut m.scratch.depths[depth][turn];
        for choice in &family.choices {
            registers.numbers[choice.register] = numbers.next().map_or(NO_CELL, |cell| cell as i32);
        }
        self.sides[turn].machine.run(&family.full, m.words, registers);
        self.make(family, m, depth);
        self.hand_on(m, &family.values, family.next, depth, other);
        family.next
    }

    /// A part does not happen.
    pub fn skip_part(
        &self,
        m: &mut Moment<B>,
        number: usize,
        depth: usize,
        other: usize,
    ) -> NextCode {
        let turn = usize::from(m.head.turn);
        let side = &self.sides[turn];
        let part = &side.code.parts[number];
        side.machine.run(&part.otherwise, m.words, &mut m.scratch.depths[depth][turn]);
        self.hand_on(m, &part.otherwise_values, part.otherwise_next, depth, other);
        part.otherwise_next
    }

    /// What happens after a move of the player whose turn it still is; the values are in the registers of this depth.
    pub fn after(&self, m: &mut Moment<B>, number: usize, depth: usize) {
        let turn = usize::from(m.head.turn);
        let side = &self.sides[turn];
        let after = &side.code.afters[number];
        if !after.changes.is_empty() {
            side.machine.run(&after.program, m.words, &mut m.scratch.depths[depth][turn]);
            self.apply(&after.changes, m, depth);
        }
    }

    /// Whether the position after a move is one that no move may leave.
    pub fn is_forbidden(&self, m: &mut Moment<B>, depth: usize) -> bool {
        let turn = usize::from(m.head.turn);
        let side = &self.sides[turn];
        let registers = &mut m.scratch.depths[depth][turn];
        side.code.never.iter().any(|never| {
            side.machine.run(&never.program, m.words, registers);
            registers.numbers[never.root as usize] != 0
        })
    }

    /// A move of the player whose turn it still is has been made: how does it end, and who is next?
    pub fn finish(&self, m: &mut Moment<B>, depth: usize) {
        let mover = usize::from(m.head.turn);
        m.head.mover = mover as u8;
        m.head.clean = [0; 2];
        self.judge(m, mover, u16::MAX, None, depth);
        self.pass_turn(m, mover, depth);
    }

    /// The same where the effect of the move says what it can have brought about.
    #[inline(always)]
    pub fn finish_touch(&self, m: &mut Moment<B>, effect: &Effect, taken: bool, depth: usize) {
        let mover = usize::from(m.head.turn) & 1;
        m.head.mover = mover as u8;
        m.head.clean[1 - mover] &= !effect.disturbs;
        let asked = effect.ends | if taken { effect.ends_by_taking } else { 0 };
        if asked | self.sides[mover].code.asked & !m.head.clean[mover] != 0 {
            self.judge(m, mover, asked, effect.placed, depth);
        }
        self.pass_turn(m, mover, depth);
    }

    #[inline(always)]
    fn pass_turn(&self, m: &mut Moment<B>, mover: usize, depth: usize) {
        if self.sides.len() == 2 && !self.moves_again(m, mover, depth) {
            m.head.turn = 1 - m.head.turn;
        }
    }

    /// Whether who has moved moves once more.
    #[inline(always)]
    fn moves_again(&self, m: &mut Moment<B>, mover: usize, depth: usize) -> bool {
        let side = &self.sides[mover];
        !side.code.again.is_empty()
            && side.code.again.iter().any(|again| {
                let registers = &mut m.scratch.depths[depth][mover];
                side.machine.run(&again.program, m.words, registers);
                registers.numbers[again.root as usize] != 0
            })
    }

    /// Looks whether the move of `mover` that led here has ended the game, as far as no move need be looked for. Where
    /// none of the ends held before, only those that are asked for (a bit each) need be looked at, and only what a
    /// content that came to a cell has done.
    pub fn judge(
        &self,
        m: &mut Moment<B>,
        mover: usize,
        asked: u16,
        placed: Option<(u8, u16)>,
        depth: usize,
    ) {
        let clean = m.head.clean[mover & 1];
        (m.head.end, m.head.winner) = (0, 0);
        for (at, end) in self.sides[mover].code.ends.iter().enumerate() {
            // Beyond the number of bits nothing is known.
            let bit = 1u16.checked_shl(at as u32).unwrap_or(0);
            if end.no_move || clean & bit != 0 && asked & bit == 0 {
                continue;
            }
            let placed = placed.filter(|_| clean & bit != 0);
            let too_few = placed.is_none() && self.has_too_few(m, end, 0);
            if !too_few && self.holds(m, mover, end, placed, depth) {
                m.head.end = at as u8 + 1;
                m.head.winner = self.winner(m, mover, end, depth);
                m.head.clean[mover & 1] = 0;
                return;
            }
            m.head.clean[mover & 1] |= bit;
        }
    }

    #[inline(always)]
    fn holds(
        &self,
        m: &mut Moment<B>,
        mover: usize,
        end: &EndCode<B>,
        placed: Option<(u8, u16)>,
        depth: usize,
    ) -> bool {
        let plane = |content: usize| B::load(&m.words[(content - 1) * B::WORDS..]);
        match &end.test {
            Test::Row(content, row) => match placed {
                Some((came, cell)) if B::WORDS > 1 && usize::from(came) == *content => {
                    row.is_through(plane(*content), usize::from(cell))
                }
                _ => row.is_in(plane(*content)),
            },
            Test::Joins(content, ends) => {
                let (set, tables) = (plane(*content), &self.sides[mover].machine.tables);
                match placed {
                    Some((came, cell)) if usize::from(came) == *content => {
                        tables.joins_through(usize::from(cell), set, *ends)
                    }
                    _ => !tables.reach(ends[0], set, Nearness::Sides).and(ends[1]).is_none(),
                }
            }
            Test::NoneOf(0) => {
                let all = &self.all;
                (0..B::WORDS).all(|word| {
                    let taken = (0..self.layout.planes)
                        .fold(0, |taken, plane| taken | m.words[plane * B::WORDS + word]);
                    all[word] & !taken == 0
                })
            }
            Test::NoneOf(content) => plane(*content).is_none(),
            Test::Formula => {
                let registers = &mut m.scratch.depths[depth][mover];
                self.sides[mover].machine.run(&end.formula.program, m.words, registers);
                registers.numbers[end.formula.root as usize] != 0
            }
        }
    }

    /// Who wins by an end; 2: nobody.
    fn winner(&self, m: &mut Moment<B>, mover: usize, end: &EndCode<B>, depth: usize) -> u8 {
        match (end.result, &end.score) {
            (EndResult::Wins(player), _) => player as u8,
            (_, Some(score)) => {
                let registers = &mut m.scratch.depths[depth][mover];
                self.sides[mover].machine.run(&score.program, m.words, registers);
                match registers.numbers[score.root as usize] {
                    0 => 2,
                    1.. => mover as u8,
                    _ => 1 - mover as u8,
                }
            }
            _ => 2,
        }
    }

    /// The end that was reached and who has won (2: nobody); `None` while the game goes on. Without an end that says
    /// so, no move left is a draw.
    pub fn ended(&self, state: &State, scratch: &mut Scratch<B>) -> Option<(Option<usize>, u8)> {
        let head = state.head;
        let quick = (head.end > 0).then(|| (Some(usize::from(head.end) - 1), head.winner));
        let mover = usize::from(head.mover).min(self.sides.len() - 1);
        let ends = &self.sides[mover].code.ends;
        let before = quick.map_or(ends.len(), |(end, _)| end.unwrap_or(0));
        let asks = ends[..before].iter().any(|end| end.no_move);
        if quick.is_some() && !asks {
            return quick;
        }
        self.look(state, scratch, |m| {
            let mut any = Any(false);
            self.generate(m, 0, &mut any);
            if any.0 {
                return quick;
            }
            for (at, end) in ends[..before].iter().enumerate().filter(|(_, end)| end.no_move) {
                if self.holds(m, mover, end, None, 0) {
                    return Some((Some(at), self.winner(m, mover, end, 0)));
                }
            }
            quick.or(Some((None, 2)))
        })
    }

    /// How many lines of play there are of this length, every last move really played, and a checksum of them.
    pub fn leaves(&self, state: &State, depth: usize, scratch: &mut Scratch<B>) -> (u64, u64) {
        if depth == 0 || state.head.end > 0 {
            return (u64::from(depth == 0), 0);
        }
        let mut leaves = Leaves { left: depth, count: 0, checksum: 0 };
        self.look(state, scratch, |m| self.generate(m, 0, &mut leaves));
        (leaves.count, leaves.checksum)
    }

    /// What a position is worth to the side to move, if the text says.
    pub fn value(&self, state: &State, scratch: &mut Scratch<B>) -> Option<i32> {
        let turn = usize::from(state.head.turn);
        let side = &self.sides[turn];
        let value = side.code.value.as_ref()?;
        self.deeper(scratch, 0);
        let registers = &mut scratch.depths[0][turn];
        side.machine.run(&value.program, state.words(), registers);
        Some(registers.numbers[value.root as usize])
    }
}
