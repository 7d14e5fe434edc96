//! Random moves, all legal ones as likely, without a list of them where that can be.

use super::bits::Bits;
use super::code::{Draw, FamilyCode};
use super::engine::{Engine, Moment, Scratch};
use super::generate::Line;
use super::moves::Move;
use super::state::State;
use super::visit::{Counter, Firsts, Lenient, Listed, Nth, Visitor};
use zugwerk_game::Rng;

/// Of no more first parts than these all ways to go on are counted.
const FEW: u64 = 10;

impl<B: Bits> Engine<B> {
    /// Plays random moves to the end, or to `most` plies, on a position; how many there were.
    pub fn playout(
        &self,
        state: &mut State,
        most: u32,
        rng: &mut Rng,
        scratch: &mut Scratch<B>,
    ) -> u32 {
        self.change(state, scratch, |m| {
            let mut plies = 0;
            while plies < most && m.head.end == 0 && self.play_random(m, rng) {
                m.scratch.journal.clear();
                plies += 1;
            }
            plies
        })
    }

    /// Plays any of the legal moves, all as likely; `false` where there is none.
    fn play_random(&self, m: &mut Moment<B>, rng: &mut Rng) -> bool {
        self.survey(m, 0);
        let chosen = match self.sides[usize::from(m.head.turn)].code.draw {
            Draw::Lenient => return self.play_lenient(m, rng),
            Draw::Flat => return self.play_flat(m, rng),
            Draw::List => self.draw_listed(m, rng),
            Draw::Parts(most) => self.draw_parts(m, most, rng),
            Draw::Count => self.draw_counted(m, rng),
        };
        chosen.map(|chosen| self.play_in_place(m, chosen, 0)).is_some()
    }

    /// Lists the moves, those that differ in the last choice together.
    fn draw_listed(&self, m: &mut Moment<B>, rng: &mut Rng) -> Option<Move> {
        let mut sets = std::mem::take(&mut m.scratch.firsts);
        sets.clear();
        let mut moves = Listed(Firsts { sets, count: 0 });
        self.generate_surveyed(m, 0, &mut moves);
        let moves = moves.0;
        let some = (moves.count > 0).then(|| rng.below(moves.count as usize) as u64);
        let chosen = some.and_then(|at| moves.nth(at));
        m.scratch.firsts = moves.sets;
        chosen
    }

    /// Plays a random move where every move is one choice.
    fn play_flat(&self, m: &mut Moment<B>, rng: &mut Rng) -> bool {
        let turn = usize::from(m.head.turn);
        let families = &self.sides[turn].code.families;
        let registers = &m.scratch.depths[0][turn];
        let moves_of = |family: &FamilyCode<B>| match &family.choices[..] {
            _ if family.absorbed || registers.numbers[family.gate as usize] == 0 => 0,
            [choice] => registers.sets[choice.from as usize].count(),
            _ => 1,
        };
        let all: u32 = families.iter().map(moves_of).sum();
        if all == 0 {
            return false;
        }
        let mut before = rng.below(all as usize) as u32;
        for (number, family) in families.iter().enumerate() {
            let count = moves_of(family);
            if before >= count {
                before -= count;
                continue;
            }
            let mut chosen = Move::NONE;
            chosen.push(number);
            if let [choice] = &family.choices[..] {
                let Some(cell) = registers.sets[choice.from as usize].nth(before) else { break };
                if let Some(touches) = &family.touches {
                    self.touch(m, &touches.effects[cell], 0, true);
                    return true;
                }
                chosen.push(cell);
            }
            self.play_in_place(m, chosen, 0);
            return true;
        }
        false
    }

    /// Counts the moves and takes one.
    fn draw_counted(&self, m: &mut Moment<B>, rng: &mut Rng) -> Option<Move> {
        let mut counter = Counter(0);
        self.generate_surveyed(m, 0, &mut counter);
        if counter.0 == 0 {
            return None;
        }
        let mut nth = Nth { before: rng.below(counter.0 as usize) as u64, chosen: None };
        self.generate_surveyed(m, 0, &mut nth);
        nth.chosen
    }

    /// Takes a first part, and keeps it with a chance that grows with the ways in which it goes on: then all moves are
    /// as likely.
    fn draw_parts(&self, m: &mut Moment<B>, most: u32, rng: &mut Rng) -> Option<Move> {
        const TRIES: u32 = 24;
        let mut firsts = Firsts { sets: std::mem::take(&mut m.scratch.firsts), count: 0 };
        firsts.sets.clear();
        self.generate_surveyed(m, 0, &mut firsts);
        let chosen = if firsts.count <= FEW {
            self.draw_of_few(m, &firsts, rng)
        } else {
            let mut tries = (0..TRIES).filter_map(|_| {
                let first = firsts.nth(rng.below(firsts.count as usize) as u64)?;
                let mut nth = Nth { before: rng.below(most as usize) as u64, chosen: None };
                self.after_first(m, first, &mut nth);
                nth.chosen
            });
            tries.next().or_else(|| self.draw_counted(m, rng))
        };
        m.scratch.firsts = firsts.sets;
        chosen
    }

    /// Counts the ways in which each of a few first parts goes on, and takes one of all.
    fn draw_of_few(&self, m: &mut Moment<B>, firsts: &Firsts<B>, rng: &mut Rng) -> Option<Move> {
        let mut ways = [0; FEW as usize];
        for (first, ways) in (0..firsts.count).zip(&mut ways) {
            let mut counter = Counter(0);
            self.after_first(m, firsts.nth(first)?, &mut counter);
            *ways = counter.0;
        }
        let all: u64 = ways.iter().sum();
        if all == 0 {
            return None;
        }
        let mut before = rng.below(all as usize) as u64;
        let first = ways.iter().position(|ways| match before.checked_sub(*ways) {
            Some(left) => {
                before = left;
                false
            }
            None => true,
        })?;
        let mut nth = Nth { before, chosen: None };
        self.after_first(m, firsts.nth(first as u64)?, &mut nth);
        nth.chosen
    }

    /// Shows in which ways a first part goes on.
    fn after_first<V: Visitor<B>>(&self, m: &mut Moment<B>, first: Move, visitor: &mut V) {
        let mut numbers = first.numbers();
        let families = &self.sides[usize::from(m.head.turn)].code.families;
        let Some(family) = numbers.next().and_then(|number| families.get(number)) else { return };
        self.deeper(m.scratch, 3);
        let mark = m.scratch.journal.len();
        let next = self.play_part(m, family, &mut numbers, 1, 2);
        m.scratch.chosen = first;
        self.follow(m, Line { most: None, base: 1 }, next, 2, visitor);
        m.scratch.chosen = Move::NONE;
        m.undo(mark);
    }

    /// Takes moves that may be forbidden until one is not.
    fn play_lenient(&self, m: &mut Moment<B>, rng: &mut Rng) -> bool {
        let sets = std::mem::take(&mut m.scratch.firsts);
        let mut moves = Lenient(Firsts { sets, count: 0 });
        moves.0.sets.clear();
        self.generate_surveyed(m, 0, &mut moves);
        let mut moves = moves.0;
        let mut played = false;
        while !played && moves.count > 0 {
            let chosen = moves.take(rng.below(moves.count as usize) as u64);
            played = chosen.is_some_and(|chosen| self.try_in_place(m, chosen, 0));
        }
        m.scratch.firsts = moves.sets;
        played
    }
}
