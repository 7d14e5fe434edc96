//! What was chosen in a move, in the order in which it is written.

use super::bits::Bits;
use super::code::{FamilyCode, NextCode};
use super::engine::{Engine, Moment, Scratch};
use super::moves::{Move, Numbers};
use super::state::State;
use super::tables::NO_CELL;
use crate::ground::form::{Family, Written};

/// A piece of a written move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Item<'g> {
    Cell(usize),
    Word(&'g str),
    Sign(&'g str),
    /// A further part begins.
    Part,
}

impl<B: Bits> Engine<B> {
    /// What was chosen in a move.
    pub fn describe(&self, state: &State, chosen: Move, scratch: &mut Scratch<B>) -> Vec<Item<'_>> {
        self.look(state, scratch, |m| self.describe_in_place(m, chosen))
    }

    fn describe_in_place(&self, m: &mut Moment<B>, chosen: Move) -> Vec<Item<'_>> {
        let turn = usize::from(m.head.turn);
        let (code, side) = (&self.sides[turn].code, &self.ground.sides[turn]);
        let mut numbers = chosen.numbers();
        let Some(first) = numbers.next().filter(|number| *number < side.families.len()) else {
            return Vec::new();
        };
        let (mut at, mut other) = (0, 1);
        let mut items = self.written(m, &side.families[first], &code.families[first], &numbers, at);
        let mut next = self.play_part(m, &code.families[first], &mut numbers, at, other);
        loop {
            (at, other) = (other, at);
            let NextCode::Part(number) = next else { return items };
            match numbers.next() {
                Some(index) if index > 0 && index <= side.parts[number].families.len() => {
                    items.push(Item::Part);
                    let family = &side.parts[number].families[index - 1];
                    let family_code = &code.parts[number].families[index - 1];
                    items.extend(self.written(m, family, family_code, &numbers, at));
                    next = self.play_part(m, family_code, &mut numbers, at, other);
                }
                _ => next = self.skip_part(m, number, at, other),
            }
        }
    }

    /// How one part is written.
    fn written<'g>(
        &self,
        m: &mut Moment<B>,
        family: &'g Family,
        code: &FamilyCode<B>,
        numbers: &Numbers,
        depth: usize,
    ) -> Vec<Item<'g>> {
        let turn = usize::from(m.head.turn);
        let registers = &mut m.scratch.depths[depth][turn];
        let mut ahead = Numbers { ..*numbers };
        for choice in &code.choices {
            registers.numbers[choice.register] = ahead.next().map_or(NO_CELL, |cell| cell as i32);
        }
        self.sides[turn].machine.run(&code.written, m.words, registers);
        let item = |item: &'g Written| match item {
            Written::Cell(id) => {
                usize::try_from(registers.numbers[*id as usize]).ok().map(Item::Cell)
            }
            Written::Known(word) => Some(Item::Word(word)),
            Written::Sign(sign) => Some(Item::Sign(sign)),
        };
        family.written.iter().filter_map(item).collect()
    }

    /// How the first part of a move is written, and what was chosen in the further ones.
    pub fn first_part_written(
        &self,
        m: &mut Moment<B>,
        chosen: Move,
        depth: usize,
    ) -> (Vec<Item<'_>>, Vec<usize>) {
        let turn = usize::from(m.head.turn);
        let mut numbers = chosen.numbers();
        let first = numbers.next().unwrap_or(0);
        let (family, code) =
            (&self.ground.sides[turn].families[first], &self.sides[turn].code.families[first]);
        let written = self.written(m, family, code, &numbers, depth);
        (written, numbers.skip(code.choices.len()).collect())
    }
}
