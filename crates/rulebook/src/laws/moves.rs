//! Every move that may be possible on a position of which bits may be unknown: when it is, how it is written, and
//! the position after it.

use super::layout::{Bits, Layout};
use super::read::{Frame, Reader};
use super::value::{Cases, choose};
use super::{Laws, RULE, TURN};
use crate::ground::form::{Change, ChangeKind, Family, Next, Part, Side, Written};
use crate::ground::scope::StateSort;
use crate::{Move, plain};
use std::ops::ControlFlow;
use zugwerk_logic::{Bit, Constraints, Law};

/// A move that may be possible.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Whose move it is.
    pub side: usize,
    /// The move.
    pub chosen: Move,
    /// What must be true for it to be legal, each under the sentence that says so.
    pub conditions: Vec<(Law, Bit)>,
    /// How it is written.
    pub written: Vec<Item>,
    /// The position after it.
    pub after: Bits,
    /// The number of its rule, where moves of several cases of the rule may be the same.
    overlaps: Option<usize>,
}

/// A piece of a written move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A cell.
    Cell(Cases),
    /// A word.
    Word(String),
    /// A sign between them.
    Sign,
    /// A further part begins.
    Part,
}

impl Candidate {
    /// The bit defined to be true where the move is legal, as far as the conditions say.
    pub fn legal(&self, c: &mut impl Constraints) -> Bit {
        let bits: Vec<Bit> = self.conditions.iter().map(|(_, bit)| *bit).collect();
        c.and(&bits)
    }

    /// The ways it can be written, as far as [`plain`] keeps it, each with the bit that is true where it is so.
    pub fn texts(
        &self,
        c: &mut impl Constraints,
        name: impl Fn(usize) -> String,
    ) -> Vec<(String, Bit)> {
        let mut texts = vec![(String::new(), None, Bit::TRUE)];
        let mut part = false;
        for item in &self.written {
            match item {
                Item::Part => part = true,
                Item::Sign => part = false,
                Item::Word(word) => {
                    part = false;
                    let word = plain(word);
                    texts.iter_mut().for_each(|(text, ..)| *text += &word);
                }
                Item::Cell(cases) => {
                    let mut longer = Vec::new();
                    for (text, last, bit) in &texts {
                        for (cell, here) in cases.iter().filter(|(cell, _)| *cell >= 0) {
                            // A chain goes on from the cell where it was.
                            let told = part && *last == Some(cell);
                            let text = match told {
                                true => text.clone(),
                                false => format!("{text}{}", plain(&name(cell as usize))),
                            };
                            longer.push((text, Some(cell), c.and(&[*bit, here])));
                        }
                    }
                    texts = longer;
                    part = false;
                }
            }
        }
        texts.into_iter().map(|(text, _, bit)| (text, bit)).collect()
    }

    /// What tells it apart from the same move by another case of its rule; none where that is not known.
    fn key(&self) -> Option<Vec<i32>> {
        let cells = self.written.iter().filter_map(|item| match item {
            Item::Cell(cases) => Some(cases.value()),
            _ => None,
        });
        cells.collect()
    }
}

/// How to look for moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looking {
    /// Also at what no move may leave true.
    pub never: bool,
    /// At each condition by itself, under its own sentence.
    pub detailed: bool,
    /// At no more moves than this.
    pub most: usize,
}

impl Looking {
    /// Every move, with what it may not leave.
    pub const ALL: Looking = Looking { never: true, detailed: false, most: usize::MAX };
    /// Every move, whatever it leaves.
    pub const LOOSE: Looking = Looking { never: false, detailed: false, most: usize::MAX };
}

/// Where the number of moves is limited: how many choices are tried for each.
const CHOICES_FOR_A_MOVE: usize = 100;

/// How many choices are tried between two looks at the limits.
const CHOICES_BETWEEN_CHECKS: usize = 16;

/// The moves of one side that may be possible, in the order of the evaluator. Where a move is `wanted`, that one
/// alone.
pub fn candidates<C: Constraints>(
    laws: &Laws,
    c: &mut C,
    board: &Bits,
    side: usize,
    looking: Looking,
    wanted: Option<Move>,
) -> Vec<Candidate> {
    look(laws, c, board, side, looking, wanted).0
}

/// The same, and whether that are all.
pub(super) fn look<C: Constraints>(
    laws: &Laws,
    c: &mut C,
    board: &Bits,
    side: usize,
    looking: Looking,
    wanted: Option<Move>,
) -> (Vec<Candidate>, bool) {
    let turn = board.all()[laws.layout.turn];
    let is_turn = if side == 1 { turn } else { !turn };
    if is_turn == Bit::FALSE {
        return (Vec::new(), true);
    }
    let ground = &laws.ground.sides[side];
    let reader = Reader { c, arena: &ground.arena, layout: &laws.layout };
    let wanted = wanted.map(|chosen| chosen.numbers().collect());
    let mut walk = Walk {
        laws,
        reader,
        side: ground,
        me: side,
        looking,
        wanted,
        found: Vec::new(),
        looked_at: 0,
    };
    let mut frame = Frame::new(board.clone());
    let law = laws.law(TURN);
    for number in 0..ground.families.len() {
        let first = ground.families[number].first;
        if walk.is_unwanted(0, first) {
            continue;
        }
        let mut line =
            Line { chosen: Move::NONE, conditions: Vec::new(), written: Vec::new(), rule: number };
        line.condition(law, is_turn);
        line.chosen.push(first);
        if walk.family(&mut frame, &ground.families[number], line).is_break() {
            return (walk.found, false);
        }
    }
    let mut found = walk.found;
    told_once(c, &mut found);
    (found, true)
}

/// Of moves that are written alike by several cases of a rule only the first is one.
fn told_once(c: &mut impl Constraints, found: &mut [Candidate]) {
    let mut earlier: std::collections::HashMap<(usize, Vec<i32>), Vec<Bit>> = Default::default();
    for candidate in found {
        let Some(rule) = candidate.overlaps else { continue };
        let Some(key) = candidate.key() else { continue };
        let legal = candidate.legal(c);
        let told = earlier.entry((rule, key)).or_default();
        let law = candidate.conditions.last().map_or(Law::new(RULE), |(law, _)| *law);
        let first: Vec<(Law, Bit)> = told.iter().map(|bit| (law, !*bit)).collect();
        candidate.conditions.extend(first);
        told.push(legal);
    }
}

/// A move while its parts are being chosen.
#[derive(Clone)]
struct Line {
    chosen: Move,
    conditions: Vec<(Law, Bit)>,
    written: Vec<Item>,
    rule: usize,
}

impl Line {
    fn condition(&mut self, law: Law, bit: Bit) {
        if bit != Bit::TRUE {
            self.conditions.push((law, bit));
        }
    }
}

struct Walk<'a, C> {
    laws: &'a Laws<'a>,
    reader: Reader<'a, C>,
    side: &'a Side,
    me: usize,
    looking: Looking,
    /// The numbers of the only move that is looked at.
    wanted: Option<Vec<usize>>,
    found: Vec<Candidate>,
    /// Choices that were looked at.
    looked_at: usize,
}

impl<C: Constraints> Walk<'_, C> {
    /// Whether a limit was reached.
    fn is_stopped(&mut self) -> bool {
        self.looked_at.is_multiple_of(CHOICES_BETWEEN_CHECKS) && self.reader.c.is_stopped()
    }

    /// Whether a number is not the one that is wanted at this place of the move.
    fn is_unwanted(&self, at: usize, number: usize) -> bool {
        self.wanted.as_ref().is_some_and(|wanted| wanted.get(at) != Some(&number))
    }

    fn family(&mut self, frame: &mut Frame, family: &Family, mut line: Line) -> ControlFlow<()> {
        let law = self.laws.law(&family.sentence);
        let gate = self.reader.truth(frame, family.gate);
        if gate == Bit::FALSE && !self.looking.detailed {
            return ControlFlow::Continue(());
        }
        if !self.looking.detailed {
            line.condition(law, gate);
        }
        self.choose(frame, family, 0, line)
    }

    fn choose(
        &mut self,
        frame: &mut Frame,
        family: &Family,
        at: usize,
        line: Line,
    ) -> ControlFlow<()> {
        let Some(choice) = family.choices.get(at) else {
            return self.complete(frame, family, line);
        };
        let law = self.laws.law(&family.sentence);
        let from = match self.looking.detailed {
            true => self.reader.set(frame, choice.domain),
            false => self.reader.set(frame, choice.from),
        };
        for cell in (0..from.len()).filter(|cell| from[*cell] != Bit::FALSE) {
            let mut line = line.clone();
            if self.is_unwanted(line.chosen.numbers().count(), cell) || !line.chosen.push(cell) {
                continue;
            }
            self.looked_at += 1;
            let most = self.looking.most.saturating_mul(CHOICES_FOR_A_MOVE);
            if self.looked_at > most || self.is_stopped() {
                return ControlFlow::Break(());
            }
            frame.bind(choice.var, Cases::known(cell as i32));
            line.condition(law, from[cell]);
            self.choose(frame, family, at + 1, line)?;
        }
        ControlFlow::Continue(())
    }

    /// All variables of a part are chosen.
    fn complete(&mut self, frame: &mut Frame, family: &Family, mut line: Line) -> ControlFlow<()> {
        if self.looking.detailed {
            for condition in &family.conditions {
                let own = if condition.sentence.is_empty() {
                    &family.sentence
                } else {
                    &condition.sentence
                };
                let bit = self.reader.truth(frame, condition.formula);
                line.condition(self.laws.law(own), bit);
            }
        }
        if line.conditions.iter().any(|(_, bit)| *bit == Bit::FALSE) {
            return ControlFlow::Continue(());
        }
        for item in &family.written {
            match item {
                Written::Cell(id) => {
                    line.written.push(Item::Cell(self.reader.cases(frame, *id)));
                }
                Written::Known(word) => line.written.push(Item::Word(word.clone())),
                Written::Sign(sign) => {
                    line.written.push(Item::Sign);
                    if sign.starts_with(char::is_alphabetic) {
                        line.written.push(Item::Word(sign.clone()));
                    }
                }
            }
        }
        let given = self.values(frame, &family.next);
        let after = changed(&mut self.reader, frame, &family.changes);
        self.follow(after, &family.next, &given, line)
    }

    fn values(&mut self, frame: &mut Frame, next: &Next) -> Vec<Cases> {
        let (Next::End(_, values) | Next::Part(_, values)) = next;
        values.iter().map(|id| self.reader.cases(frame, *id)).collect()
    }

    fn follow(&mut self, bits: Bits, next: &Next, given: &[Cases], line: Line) -> ControlFlow<()> {
        let mut frame = Frame::new(bits);
        (0u8..).zip(given).for_each(|(var, value)| frame.bind(var, value.clone()));
        match next {
            Next::End(after, _) => self.end(frame, *after, line),
            Next::Part(number, _) => self.part(frame, &self.side.parts[*number], line),
        }
    }

    fn part(&mut self, mut frame: Frame, part: &Part, line: Line) -> ControlFlow<()> {
        let happens = self.reader.truth(&mut frame, part.condition);
        let place = line.chosen.numbers().count();
        let law = self.laws.part_law(part);
        if happens != Bit::FALSE {
            for family in &part.families {
                let mut line = line.clone();
                if self.is_unwanted(place, family.first + 1) || !line.chosen.push(family.first + 1)
                {
                    continue;
                }
                line.condition(law, happens);
                line.written.push(Item::Part);
                self.family(&mut frame, family, line)?;
            }
        }
        let mut line = line;
        if happens == Bit::TRUE || self.is_unwanted(place, 0) || !line.chosen.push(0) {
            return ControlFlow::Continue(());
        }
        line.condition(law, !happens);
        let given = self.values(&mut frame, &part.otherwise);
        self.follow(frame.bits, &part.otherwise, &given, line)
    }

    fn end(&mut self, mut frame: Frame, after: usize, mut line: Line) -> ControlFlow<()> {
        let after = &self.side.afters[after];
        if !after.changes.is_empty() {
            frame = Frame::new(changed(&mut self.reader, &mut frame, &after.changes));
        }
        if self.looking.never {
            for never in &self.side.never {
                let left = self.reader.truth(&mut frame, never.formula);
                line.condition(self.laws.law(&never.sentence), !left);
            }
        }
        if line.conditions.iter().any(|(_, bit)| *bit == Bit::FALSE) {
            return ControlFlow::Continue(());
        }
        let again: Vec<Bit> = self
            .side
            .again
            .iter()
            .map(|again| self.reader.truth(&mut frame, again.formula))
            .collect();
        let again = self.reader.c.or(&again);
        let mut bits = frame.bits.0.to_vec();
        if self.laws.ground.sides.len() == 2 {
            // The second player's turn comes where the first does not move again, or the second does.
            bits[self.laws.layout.turn] = if self.me == 0 { !again } else { again };
            bits[self.laws.layout.mover] = (self.me == 1).into();
        }
        let family = &self.side.families[line.rule];
        self.found.push(Candidate {
            side: self.me,
            chosen: line.chosen,
            conditions: line.conditions,
            written: line.written,
            after: Bits(bits.into()),
            overlaps: family.overlaps.then_some(family.rule),
        });
        match self.found.len() >= self.looking.most {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// The position after changes that look at the position before.
pub(super) fn changed<C: Constraints>(
    reader: &mut Reader<C>,
    frame: &mut Frame,
    changes: &[Change],
) -> Bits {
    let mut bits = frame.bits.0.to_vec();
    for change in changes {
        let guard = reader.truth(frame, change.guard);
        if guard == Bit::FALSE {
            continue;
        }
        match &change.kind {
            ChangeKind::PutOn { cell, content, .. } => {
                let (cell, content) = (reader.cases(frame, *cell), reader.cases(frame, *content));
                for (cell, bit) in cell.iter().filter(|(cell, _)| *cell >= 0) {
                    let there = reader.c.and(&[guard, bit]);
                    put(reader.c, reader.layout, &mut bits, cell as usize, &content, there);
                }
            }
            ChangeKind::PutAll { set, content } => {
                let (set, content) = (reader.set(frame, *set), reader.cases(frame, *content));
                for cell in 0..set.len() {
                    let there = reader.c.and(&[guard, set[cell]]);
                    put(reader.c, reader.layout, &mut bits, cell, &content, there);
                }
            }
            ChangeKind::Stack { .. } => unreachable!("a board with stacks has no laws"),
            ChangeKind::State(state, value) => {
                for (at, bit) in state_bits(reader, frame, *state, *value) {
                    bits[at] = choose(reader.c, guard, bit, bits[at]);
                }
            }
        }
    }
    Bits(bits.into())
}

fn state_bits<C: Constraints>(
    reader: &mut Reader<C>,
    frame: &mut Frame,
    state: u16,
    value: crate::ground::node::Id,
) -> Vec<(usize, Bit)> {
    let at = reader.layout.state(state);
    match reader.layout.sort(state) {
        StateSort::Flag => vec![(at, reader.truth(frame, value))],
        StateSort::Set => {
            let set = reader.set(frame, value);
            set.iter().enumerate().map(|(cell, bit)| (at + cell, *bit)).collect()
        }
        StateSort::Cell => reader.layout.state_bits(state, &reader.cases(frame, value)),
        StateSort::Number(low, high) => {
            let number = reader.cases(frame, value);
            let number = number.map(reader.c, |number| number.clamp(low, high));
            reader.layout.state_bits(state, &number)
        }
    }
}

fn put(
    c: &mut impl Constraints,
    layout: &Layout,
    bits: &mut [Bit],
    cell: usize,
    content: &Cases,
    there: Bit,
) {
    if there == Bit::FALSE {
        return;
    }
    for number in 0..layout.contents {
        let at = layout.content(cell, number);
        bits[at] = choose(c, there, content.bit(number as i32), bits[at]);
    }
}
