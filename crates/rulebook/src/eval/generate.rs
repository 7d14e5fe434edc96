//! Moves found, part by part, on a position that is changed and changed back.

use super::bits::Bits;
use super::code::{FamilyCode, FormulaCode, NextCode};
use super::engine::{Engine, Moment};
use super::moves::Move;
use super::touch::{MOST, Touches};
use super::visit::{Any, Scope, Visitor, Wish};
use crate::ground::form::Needed;
use std::ops::Range;

/// The deepest chain of parts of one move.
const DEEPEST: usize = 64;
/// How many parts of moves are tried in one position. A rule that goes on and on has more ways than anybody can wait for.
const MOST_TRIED: usize = 1_000_000;
/// How many moves of a rule are compared with each other.
pub const MOST_COMPARED: usize = 200_000;

/// The rule whose moves are being put together.
#[derive(Clone, Copy)]
pub struct Line<'c> {
    /// The number by which its moves are compared.
    pub most: Option<&'c FormulaCode>,
    /// The depth of its first part.
    pub base: usize,
}

impl<B: Bits> Engine<B> {
    /// Shows every legal move; `false` where the visitor wanted no more.
    pub fn generate<V: Visitor<B>>(
        &self,
        m: &mut Moment<B>,
        depth: usize,
        visitor: &mut V,
    ) -> bool {
        self.survey(m, depth);
        self.generate_surveyed(m, depth, visitor)
    }

    /// Computes what is asked of a position once.
    pub fn survey(&self, m: &mut Moment<B>, depth: usize) {
        let turn = usize::from(m.head.turn);
        let side = &self.sides[turn];
        self.deeper(m.scratch, depth + 1);
        side.machine.run(&side.code.position, m.words, &mut m.scratch.depths[depth][turn]);
    }

    /// Shows every legal move of a position that has been surveyed at this depth.
    pub fn generate_surveyed<V: Visitor<B>>(
        &self,
        m: &mut Moment<B>,
        depth: usize,
        visitor: &mut V,
    ) -> bool {
        let turn = usize::from(m.head.turn);
        let code = &self.sides[turn].code;
        let before = std::mem::replace(&mut m.scratch.chosen, Move::NONE);
        let tried = std::mem::replace(&mut m.scratch.tried, 0);
        let goes_on = code.rules.iter().all(|(families, compared)| {
            if *compared {
                return self.compared_moves(m, families.clone(), depth, visitor);
            }
            families.clone().all(|number| {
                let family = &code.families[number];
                if family.absorbed
                    || m.scratch.depths[depth][turn].numbers[family.gate as usize] == 0
                {
                    return true;
                }
                m.scratch.chosen.push(number);
                let goes_on =
                    self.choose(m, Line { most: None, base: depth }, family, 0, depth, visitor);
                m.scratch.chosen.truncate(0);
                goes_on
            })
        });
        m.scratch.chosen = before;
        m.scratch.tried = tried;
        goes_on
    }

    /// The moves of a rule of which only some count: those with the largest value, one of those alike.
    fn compared_moves<V: Visitor<B>>(
        &self,
        m: &mut Moment<B>,
        families: Range<usize>,
        depth: usize,
        visitor: &mut V,
    ) -> bool {
        let turn = usize::from(m.head.turn);
        let code = &self.sides[turn].code;
        let mut found: Vec<(Move, i32)> = Vec::new();
        for number in families.clone() {
            let family = &code.families[number];
            if family.absorbed || m.scratch.depths[depth][turn].numbers[family.gate as usize] == 0 {
                continue;
            }
            m.scratch.chosen.push(number);
            // Where there is one, the largest is one.
            if V::ANY {
                let mut any = Any(false);
                self.choose(m, Line { most: None, base: depth }, family, 0, depth, &mut any);
                m.scratch.chosen.truncate(0);
                match any.0 {
                    true => return visitor.found(self, m, depth + 1, 0),
                    false => continue,
                }
            }
            let line = Line { most: family.most.as_ref(), base: depth };
            self.choose(m, line, family, 0, depth, &mut found);
            m.scratch.chosen.truncate(0);
        }
        if found.len() > MOST_COMPARED {
            m.scratch.gave_up = true;
            found.truncate(MOST_COMPARED);
        }
        let most = found.iter().map(|(_, value)| *value).max().unwrap_or(0);
        found.retain(|(_, value)| *value == most);
        if found.len() > 1 {
            self.drop_alike(m, &mut found, families.start, depth);
        }
        found.into_iter().all(|(chosen, value)| {
            m.scratch.chosen = chosen;
            let goes_on = match V::PLAYS {
                false => visitor.found(self, m, depth + 1, value),
                true => self
                    .with_move(m, chosen, depth + 1, |m| visitor.found(self, m, depth + 2, value)),
            };
            m.scratch.chosen = Move::NONE;
            goes_on
        })
    }

    /// Plays a move, does something, and takes it back.
    fn with_move<T>(
        &self,
        m: &mut Moment<B>,
        chosen: Move,
        depth: usize,
        work: impl FnOnce(&mut Moment<B>) -> T,
    ) -> T {
        let (mark, head) = (m.scratch.journal.len(), m.head);
        self.play_in_place(m, chosen, depth);
        let result = work(m);
        m.undo(mark);
        m.head = head;
        result
    }

    /// Of moves that are written alike, or that lead to the same position where the rule says so, keeps the first.
    fn drop_alike(
        &self,
        m: &mut Moment<B>,
        found: &mut Vec<(Move, i32)>,
        first: usize,
        depth: usize,
    ) {
        let family = &self.ground.sides[usize::from(m.head.turn)].families[first];
        if family.overlaps {
            let mut seen = std::collections::HashSet::new();
            found.retain(|(chosen, _)| seen.insert(self.first_part_written(m, *chosen, depth + 1)));
        }
        if family.merge {
            let mut seen = std::collections::HashSet::new();
            found.retain(|(chosen, _)| {
                seen.insert(self.with_move(m, *chosen, depth + 1, |m| m.words.to_vec()))
            });
        }
    }

    /// Chooses the variables of a family from number `at` on.
    fn choose<V: Visitor<B>>(
        &self,
        m: &mut Moment<B>,
        line: Line,
        code: &FamilyCode<B>,
        at: usize,
        depth: usize,
        visitor: &mut V,
    ) -> bool {
        let turn = usize::from(m.head.turn);
        let Some(choice) = code.choices.get(at) else {
            return self.complete(m, line, code, depth, visitor);
        };
        if !choice.program.is_empty() {
            let machine = &self.sides[turn].machine;
            machine.run(&choice.program, m.words, &mut m.scratch.depths[depth][turn]);
        }
        let mut from = m.scratch.depths[depth][turn].sets[choice.from as usize];
        if at + 1 == code.choices.len() {
            if V::PLAYS
                && let Some(touches) = &code.touches
            {
                return self.touch_all(m, touches, from, depth, visitor);
            }
            let ways = match V::SCOPE {
                Scope::Legal => code.ways,
                Scope::Lenient => code.lenient_ways,
                Scope::First => Some(1),
            };
            if !V::PLAYS
                && let Some(ways) = ways
                && line.most.is_none()
            {
                m.scratch.found += u64::from(!from.is_none());
                match visitor.found_all(m, from, ways) {
                    Wish::Done(goes_on) => return goes_on,
                    Wish::Only(cell) => from = B::bit(cell),
                    Wish::Each => {}
                }
            }
        }
        let length = m.scratch.chosen.length();
        from.all(|cell| {
            m.scratch.depths[depth][turn].numbers[choice.register] = cell as i32;
            if !m.scratch.chosen.push(cell) {
                return true;
            }
            let goes_on = self.choose(m, line, code, at + 1, depth, visitor);
            m.scratch.chosen.truncate(length);
            goes_on
        })
    }

    /// Plays every move of a family whose effects are known by their last choice.
    fn touch_all<V: Visitor<B>>(
        &self,
        m: &mut Moment<B>,
        touches: &Touches<B>,
        from: B,
        depth: usize,
        visitor: &mut V,
    ) -> bool {
        let head = m.head;
        if visitor.sums_up() && self.sides[usize::from(head.turn)].code.again.is_empty() {
            let (count, checksum) = self.touch_leaves(m, touches, from, depth);
            m.scratch.found += count;
            visitor.leaves(count, checksum);
            return true;
        }
        from.all(|cell| {
            let effect = &touches.effects[cell];
            let length = usize::from(effect.length);
            let (mut before, mut taken) = ([0; MOST], 0);
            for at in 0..length {
                let touch = &effect.touches[at % MOST];
                let word = &mut m.words[usize::from(touch.word)];
                before[at % MOST] = *word;
                taken |= *word & touch.takes;
                *word = *word & !touch.clear | touch.set;
            }
            self.finish_touch(m, effect, taken != 0, depth + 1);
            m.scratch.found += 1;
            let goes_on = visitor.found(self, m, depth + 1, 0);
            for at in 0..length {
                m.words[usize::from(effect.touches[at % MOST].word)] = before[at % MOST];
            }
            m.head = head;
            goes_on
        })
    }

    /// Plays every such move and takes it back; how many there were, and a checksum of the positions after them.
    fn touch_leaves(
        &self,
        m: &mut Moment<B>,
        touches: &Touches<B>,
        from: B,
        depth: usize,
    ) -> (u64, u64) {
        let (head, mover) = (m.head, usize::from(m.head.turn) & 1);
        let unknown = self.sides[mover].code.asked & !head.clean[mover];
        let far = self.out_of_reach(m, mover);
        // What was there is read from a copy: no move then waits for the one before to be taken back.
        let mut before = std::mem::take(&mut m.scratch.before);
        before.clear();
        before.extend_from_slice(m.words);
        let (mut count, mut checksum) = (0, 0u64);
        from.all(|cell| {
            let effect = &touches.effects[cell];
            let touched = &effect.touches[..usize::from(effect.length).min(MOST)];
            let mut taken = 0;
            for touch in touched {
                let at = usize::from(touch.word);
                let word = before[at];
                taken |= word & touch.takes;
                let now = word & !touch.clear | touch.set;
                checksum = checksum.rotate_left(5) ^ now;
                m.words[at] = now;
            }
            let asked = effect.ends | if taken != 0 { effect.ends_by_taking } else { 0 };
            let far = if effect.placed.is_some() { far } else { 0 };
            if (asked | unknown) & !far != 0 {
                self.judge(m, mover, asked, effect.placed, depth + 1);
                checksum ^= u64::from(m.head.end);
                m.head = head;
            }
            for touch in touched {
                let at = usize::from(touch.word);
                m.words[at] = before[at];
            }
            count += 1;
            true
        });
        m.scratch.before = before;
        (count, checksum)
    }

    /// All variables of a part are chosen: what follows?
    fn complete<V: Visitor<B>>(
        &self,
        m: &mut Moment<B>,
        line: Line,
        code: &FamilyCode<B>,
        depth: usize,
        visitor: &mut V,
    ) -> bool {
        let is_whole = match V::SCOPE {
            Scope::Legal => code.plain,
            Scope::Lenient => matches!(code.next, NextCode::End(_)),
            Scope::First => true,
        };
        if !V::PLAYS && is_whole && line.most.is_none() {
            m.scratch.found += 1;
            return visitor.found(self, m, depth + 1, 0);
        }
        let turn = usize::from(m.head.turn);
        let machine = &self.sides[turn].machine;
        if !code.fresh.is_empty() {
            machine.run(&code.fresh, m.words, &mut m.scratch.depths[depth][turn]);
        }
        let mark = m.scratch.journal.len();
        self.make(code, m, depth);
        self.hand_on(m, &code.values, code.next, depth, depth + 1);
        let goes_on = self.follow(m, line, code.next, depth + 1, visitor);
        m.undo(mark);
        goes_on
    }

    /// Gives the values that a part hands on to the registers of another depth.
    #[inline]
    pub fn hand_on(
        &self,
        m: &mut Moment<B>,
        values: &[crate::ground::node::Id],
        next: NextCode,
        from: usize,
        to: usize,
    ) {
        if values.is_empty() {
            return;
        }
        let turn = usize::from(m.head.turn);
        let code = &self.sides[turn].code;
        self.deeper(m.scratch, from.max(to));
        let entry = match next {
            NextCode::End(after) => &code.afters[after].entry,
            NextCode::Part(part) => &code.parts[part].entry,
        };
        for (value, register) in values.iter().zip(entry) {
            let value = m.scratch.depths[from][turn].numbers[*value as usize];
            m.scratch.depths[to][turn].numbers[*register] = value;
        }
    }

    /// What follows a part; the values it hands on are in the registers of this depth.
    pub fn follow<V: Visitor<B>>(
        &self,
        m: &mut Moment<B>,
        line: Line,
        next: NextCode,
        depth: usize,
        visitor: &mut V,
    ) -> bool {
        self.deeper(m.scratch, depth + 1);
        m.scratch.tried += 1;
        if m.scratch.tried > MOST_TRIED {
            m.scratch.gave_up = true;
            return false;
        }
        match next {
            NextCode::End(after) => self.end_move(m, line, after, depth, visitor),
            NextCode::Part(_) if depth - line.base >= DEEPEST => true,
            NextCode::Part(number) => {
                let turn = usize::from(m.head.turn);
                let side = &self.sides[turn];
                let part = &side.code.parts[number];
                let registers = &mut m.scratch.depths[depth][turn];
                side.machine.run(&part.position, m.words, registers);
                if registers.numbers[part.condition as usize] != 0 {
                    let before = m.scratch.found;
                    if !self.part_moves(m, line, &part.families, depth, visitor) {
                        return false;
                    }
                    // A move without a part that has to happen is none; going on as long as one can ends by itself.
                    let may_end = match part.needed {
                        Needed::Always => false,
                        Needed::IfPossible => m.scratch.found == before,
                        Needed::AtWill => true,
                    };
                    if !may_end {
                        return true;
                    }
                }
                let length = m.scratch.chosen.length();
                if !m.scratch.chosen.push(0) {
                    return true;
                }
                let registers = &mut m.scratch.depths[depth][turn];
                side.machine.run(&part.otherwise, m.words, registers);
                self.hand_on(m, &part.otherwise_values, part.otherwise_next, depth, depth + 1);
                let goes_on = self.follow(m, line, part.otherwise_next, depth + 1, visitor);
                m.scratch.chosen.truncate(length);
                goes_on
            }
        }
    }

    /// The ways in which a further part can happen.
    fn part_moves<V: Visitor<B>>(
        &self,
        m: &mut Moment<B>,
        line: Line,
        families: &[FamilyCode<B>],
        depth: usize,
        visitor: &mut V,
    ) -> bool {
        let turn = usize::from(m.head.turn);
        let length = m.scratch.chosen.length();
        families.iter().enumerate().all(|(index, family)| {
            if family.absorbed
                || m.scratch.depths[depth][turn].numbers[family.gate as usize] == 0
                || !m.scratch.chosen.push(index + 1)
            {
                return true;
            }
            let goes_on = self.choose(m, line, family, 0, depth, visitor);
            m.scratch.chosen.truncate(length);
            goes_on
        })
    }

    /// Nothing more is chosen: is the move legal?
    fn end_move<V: Visitor<B>>(
        &self,
        m: &mut Moment<B>,
        line: Line,
        after: usize,
        depth: usize,
        visitor: &mut V,
    ) -> bool {
        let turn = usize::from(m.head.turn);
        let side = &self.sides[turn];
        let value = line.most.map_or(0, |most| {
            let registers = &mut m.scratch.depths[depth + 1][turn];
            side.machine.run(&most.program, m.words, registers);
            registers.numbers[most.root as usize]
        });
        let (mark, head) = (m.scratch.journal.len(), m.head);
        let judged = !side.code.never.is_empty() && V::SCOPE == Scope::Legal;
        if V::PLAYS || judged {
            self.after(m, after, depth);
        }
        let mut goes_on = true;
        if !judged || !self.is_forbidden(m, depth) {
            if V::PLAYS {
                self.finish(m, depth);
            }
            m.scratch.found += 1;
            goes_on = visitor.found(self, m, depth + 1, value);
        }
        m.undo(mark);
        m.head = head;
        goes_on
    }
}
