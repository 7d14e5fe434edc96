//! A position as bits: a bit for each content of each cell, for each value of each state, and for whose turn it is.

use super::value::{Cases, NO_CELL};
use crate::ground::form::{Ground, StateValue};
use crate::ground::scope::StateSort;
use crate::{CellSet, RuleGame, State};
use std::sync::Arc;
use zugwerk_logic::{Bit, Model, Unknowns};

/// The bits of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits(pub(super) Arc<[Bit]>);

impl Bits {
    /// All of them.
    pub fn all(&self) -> &[Bit] {
        &self.0
    }
}

/// Where the bits of everything lie.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Contents of a cell, the empty one among them.
    pub contents: usize,
    places: usize,
    states: Vec<(usize, StateSort)>,
    /// True where it is the second player's turn.
    pub turn: usize,
    /// True where the second player moved last.
    pub mover: usize,
    length: usize,
}

impl Layout {
    /// The layout of a game.
    pub fn new(ground: &Ground) -> Layout {
        let contents = ground.words.contents.len() + 1;
        let places = ground.words.board.places();
        let mut length = places * contents;
        let mut states = Vec::new();
        for state in &ground.words.states {
            states.push((length, state.sort));
            length += match state.sort {
                StateSort::Flag => 1,
                StateSort::Number(low, high) => values(low, high),
                StateSort::Cell => places + 1,
                StateSort::Set => places,
            };
        }
        Layout { contents, places, states, turn: length, mover: length + 1, length: length + 2 }
    }

    /// How many bits a position has.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The bit that is true where a content stands on a cell.
    pub fn content(&self, cell: usize, content: usize) -> usize {
        cell * self.contents + content
    }

    /// The first bit of a state.
    pub fn state(&self, state: u16) -> usize {
        self.states[usize::from(state)].0
    }

    /// The values of a state that is a number or a cell, with their bits.
    pub fn state_cases(&self, bits: &Bits, state: u16) -> Vec<(i32, Bit)> {
        let (at, sort) = self.states[usize::from(state)];
        let bit = |number: usize| bits.0[at + number];
        match sort {
            StateSort::Number(low, high) => {
                (0..values(low, high)).map(|number| (low + number as i32, bit(number))).collect()
            }
            StateSort::Cell => {
                let cells = (0..self.places).map(|cell| (cell as i32, bit(cell)));
                cells.chain([(NO_CELL, bit(self.places))]).collect()
            }
            StateSort::Flag | StateSort::Set => unreachable!("neither a number nor a cell"),
        }
    }

    /// The bits of a state's value and their places, for a value within its range of which bits may be unknown.
    pub fn state_bits(&self, state: u16, value: &Cases) -> Vec<(usize, Bit)> {
        let (at, sort) = self.states[usize::from(state)];
        match sort {
            StateSort::Number(low, high) => (0..values(low, high))
                .map(|number| (at + number, value.bit(low + number as i32)))
                .collect(),
            StateSort::Cell => {
                let cells = (0..self.places).map(|cell| (at + cell, value.bit(cell as i32)));
                cells.chain([(at + self.places, value.bit(NO_CELL))]).collect()
            }
            StateSort::Flag | StateSort::Set => unreachable!("neither a number nor a cell"),
        }
    }

    /// What a state can be.
    pub fn sort(&self, state: u16) -> StateSort {
        self.states[usize::from(state)].1
    }

    /// A known position.
    pub fn known(&self, game: &RuleGame, state: &State) -> Bits {
        let mut bits = vec![Bit::FALSE; self.length];
        for cell in 0..self.places {
            let top = game.stack(state, cell).last().copied().unwrap_or(0);
            bits[self.content(cell, top.into())] = Bit::TRUE;
        }
        for at in 0..self.states.len() {
            self.put_state(&mut bits, at, &game.state_value(state, at));
        }
        bits[self.turn] = (game.turn(state) == 1).into();
        bits[self.mover] = (game.last_mover(state) == 1).into();
        Bits(bits.into())
    }

    fn put_state(&self, bits: &mut [Bit], at: usize, value: &StateValue) {
        let (from, sort) = self.states[at];
        match (value, sort) {
            (StateValue::Flag(flag), _) => bits[from] = (*flag).into(),
            (StateValue::Number(number), StateSort::Number(low, high)) => {
                bits[from + (number.clamp(&low, &high) - low) as usize] = Bit::TRUE;
            }
            (StateValue::Number(_), _) => {}
            (StateValue::Cell(cell), _) => bits[from + cell.unwrap_or(self.places)] = Bit::TRUE,
            (StateValue::Set(set), _) => set.iter().for_each(|cell| bits[from + cell] = Bit::TRUE),
        }
    }

    /// The position with anything on these cells.
    pub fn with_holes(&self, c: &mut impl Unknowns, known: &Bits, holes: &[usize]) -> Bits {
        let mut bits = known.0.to_vec();
        for cell in holes {
            self.anything(c, &mut bits, self.content(*cell, 0), self.contents);
        }
        Bits(bits.into())
    }

    /// The position of which each piece may be missing, and by cell the bit that is true where it is there.
    pub fn relaxed(&self, c: &mut impl Unknowns, board: &Bits) -> (Bits, Vec<(usize, Bit)>) {
        let mut bits = board.0.to_vec();
        let mut there = Vec::new();
        for cell in 0..self.places {
            let contents = 1..self.contents;
            let known = contents.map(|content| self.content(cell, content));
            if let Some(at) = known.into_iter().find(|at| bits[*at] == Bit::TRUE) {
                let bit = c.fresh();
                (bits[at], bits[self.content(cell, 0)]) = (bit, !bit);
                there.push((cell, bit));
            }
        }
        (Bits(bits.into()), there)
    }

    /// The position with any value of each state, and anything on each cell of the board.
    pub fn unknown(
        &self,
        c: &mut impl Unknowns,
        ground: &Ground,
        turn: usize,
        again: bool,
    ) -> Bits {
        let mut bits = vec![Bit::FALSE; self.length];
        for cell in 0..self.places {
            match ground.words.board.is_cell(cell) {
                true => self.anything(c, &mut bits, self.content(cell, 0), self.contents),
                false => bits[self.content(cell, 0)] = Bit::TRUE,
            }
        }
        for (from, sort) in self.states.iter().copied() {
            match sort {
                StateSort::Flag => bits[from] = c.fresh(),
                StateSort::Number(low, high) => {
                    self.anything(c, &mut bits, from, values(low, high));
                }
                StateSort::Cell => self.anything(c, &mut bits, from, self.places + 1),
                StateSort::Set => {
                    ground.words.board.cells().for_each(|cell| bits[from + cell] = c.fresh());
                }
            }
        }
        bits[self.turn] = (turn == 1).into();
        bits[self.mover] = match (again, ground.sides.len()) {
            (true, _) => c.fresh(),
            (false, 1) => Bit::FALSE,
            (false, _) => (turn == 0).into(),
        };
        Bits(bits.into())
    }

    /// Exactly one of a number of bits from this place on, nobody knows which.
    fn anything(&self, c: &mut impl Unknowns, bits: &mut [Bit], from: usize, count: usize) {
        let new: Vec<Bit> = (0..count).map(|_| c.fresh()).collect();
        c.exactly_one(&new);
        bits[from..from + count].copy_from_slice(&new);
    }

    /// The position that a model gives to the bits.
    pub fn filled(&self, game: &RuleGame, bits: &Bits, model: &Model) -> Option<State> {
        let is = |at: usize| model.is_true(bits.0[at]);
        let mut cells = Vec::new();
        for cell in 0..self.places {
            let content = (0..self.contents).find(|content| is(self.content(cell, *content)))?;
            cells.push(if content == 0 { Vec::new() } else { vec![content as u8] });
        }
        let mut values_of = Vec::new();
        for (from, sort) in self.states.iter().copied() {
            values_of.push(match sort {
                StateSort::Flag => StateValue::Flag(is(from)),
                StateSort::Number(low, high) => {
                    let number = (0..values(low, high)).find(|number| is(from + number))?;
                    StateValue::Number(low + number as i32)
                }
                StateSort::Cell => {
                    let cell = (0..=self.places).find(|cell| is(from + cell))?;
                    StateValue::Cell((cell < self.places).then_some(cell))
                }
                StateSort::Set => {
                    let cells = (0..self.places).filter(|cell| is(from + cell));
                    StateValue::Set(CellSet::of(self.places, cells))
                }
            });
        }
        Some(game.position(&cells, &values_of, usize::from(is(self.turn))))
    }

    /// By content but the empty one: the bits of the cells on which it stands.
    pub fn planes(&self, bits: &Bits) -> Vec<Vec<Bit>> {
        let plane = |content| (0..self.places).map(move |cell| self.content(cell, content));
        (1..self.contents).map(|content| plane(content).map(|at| bits.0[at]).collect()).collect()
    }

    /// The bits of what stands on a cell, in the order of contents.
    pub fn cell<'b>(&self, bits: &'b Bits, cell: usize) -> &'b [Bit] {
        &bits.0[self.content(cell, 0)..self.content(cell + 1, 0)]
    }
}

fn values(low: i32, high: i32) -> usize {
    (i64::from(high) - i64::from(low)).max(0) as usize + 1
}
