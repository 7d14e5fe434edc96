//! What is done with moves that are found: listed, counted, or one of them taken.

use super::bits::Bits;
use super::engine::{Engine, Moment};
use super::generate::MOST_COMPARED;
use super::moves::Move;

/// What is done with a move that was found; `false` ends the search for more.
pub trait Visitor<B: Bits>: Sized {
    /// Whether moves are played before they are shown.
    const PLAYS: bool;
    /// Whether it matters only that there is a move.
    const ANY: bool = false;
    /// How much of a move must be known.
    const SCOPE: Scope = Scope::Legal;

    /// A legal move: what was chosen lies in the scratch memory, registers from `depth` on are free, and the value is
    /// by which the rule compares its moves.
    fn found(&mut self, engine: &Engine<B>, m: &mut Moment<B>, depth: usize, value: i32) -> bool;

    /// Whether moves are counted and summed up only: then those whose effect is known may be told all together, by
    /// [`leaves`](Self::leaves).
    fn sums_up(&self) -> bool {
        false
    }

    /// This many moves were played, with what was made of the positions after them.
    fn leaves(&mut self, _count: u64, _checksum: u64) {}

    /// All cells of a set are legal last choices, or last but those in parts that can happen in several ways each.
    fn found_all(&mut self, _: &mut Moment<B>, _: B, _: u32) -> Wish {
        Wish::Each
    }
}

/// How much of a move must be known before it is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All of it, and that it is legal.
    Legal,
    /// All of it; it may leave a position that no move may leave.
    Lenient,
    /// Its first part; what follows may turn out impossible.
    First,
}

/// What a visitor wants to be shown of many moves.
pub enum Wish {
    /// One after the other.
    Each,
    /// Those with this last choice.
    Only(usize),
    /// No more of these; whether others.
    Done(bool),
}

/// No more moves of one position are listed: parts that choose freely, one after the other, would fill any memory.
const MOST_LISTED: usize = 4_000_000;

/// The list of all moves.
impl<B: Bits> Visitor<B> for Vec<Move> {
    const PLAYS: bool = false;

    fn found(&mut self, _: &Engine<B>, m: &mut Moment<B>, _: usize, _: i32) -> bool {
        self.push(m.scratch.chosen);
        self.len() < MOST_LISTED
    }

    fn found_all(&mut self, m: &mut Moment<B>, set: B, ways: u32) -> Wish {
        if ways > 1 {
            return Wish::Each;
        }
        Wish::Done(set.all(|cell| {
            let mut chosen = m.scratch.chosen;
            if chosen.push(cell) {
                self.push(chosen);
            }
            self.len() < MOST_LISTED
        }))
    }
}

/// The list of all moves with the values by which their rule compares them.
impl<B: Bits> Visitor<B> for Vec<(Move, i32)> {
    const PLAYS: bool = false;

    fn found(&mut self, _: &Engine<B>, m: &mut Moment<B>, _: usize, value: i32) -> bool {
        self.push((m.scratch.chosen, value));
        self.len() <= MOST_COMPARED
    }
}

/// The list of all moves that may leave a position that no move may leave, those that differ in the last choice together.
pub struct Lenient<B>(pub Firsts<B>);

impl<B: Bits> Visitor<B> for Lenient<B> {
    const PLAYS: bool = false;
    const SCOPE: Scope = Scope::Lenient;

    #[inline]
    fn found(&mut self, engine: &Engine<B>, m: &mut Moment<B>, depth: usize, value: i32) -> bool {
        self.0.found(engine, m, depth, value) && self.0.sets.len() < MOST_LISTED
    }

    #[inline]
    fn found_all(&mut self, m: &mut Moment<B>, set: B, ways: u32) -> Wish {
        match set.is_none() {
            true => Wish::Done(true),
            false => self.0.found_all(m, set, ways),
        }
    }
}

/// The list of all legal moves, those that differ in the last choice together.
pub struct Listed<B>(pub Firsts<B>);

impl<B: Bits> Visitor<B> for Listed<B> {
    const PLAYS: bool = false;

    #[inline]
    fn found(&mut self, engine: &Engine<B>, m: &mut Moment<B>, depth: usize, value: i32) -> bool {
        self.0.found(engine, m, depth, value) && self.0.sets.len() < MOST_LISTED
    }

    #[inline]
    fn found_all(&mut self, m: &mut Moment<B>, set: B, ways: u32) -> Wish {
        match (set.is_none(), ways) {
            (true, _) => Wish::Done(true),
            (false, 1) => self.0.found_all(m, set, ways),
            _ => Wish::Each,
        }
    }
}

/// The list of all first parts of moves, those that differ in the last choice together.
pub struct Firsts<B> {
    /// What was chosen, and of which set one more cell is.
    pub sets: Vec<(Move, Option<B>)>,
    /// How many there are.
    pub count: u64,
}

impl<B: Bits> Firsts<B> {
    /// The first part that `before` others come before.
    #[inline]
    pub fn nth(&self, mut before: u64) -> Option<Move> {
        for (chosen, set) in &self.sets {
            let count = set.map_or(1, |set| u64::from(set.count()));
            if before < count {
                let mut chosen = *chosen;
                let whole = set
                    .is_none_or(|set| set.nth(before as u32).is_some_and(|cell| chosen.push(cell)));
                return whole.then_some(chosen);
            }
            before -= count;
        }
        None
    }
}

impl<B: Bits> Firsts<B> {
    /// Takes the one that `before` others come before off the list.
    #[inline]
    pub fn take(&mut self, mut before: u64) -> Option<Move> {
        for (chosen, set) in &mut self.sets {
            let count = set.map_or(1, |set| u64::from(set.count()));
            if before < count {
                self.count -= 1;
                let mut taken = *chosen;
                let Some(cells) = set.as_mut() else {
                    *set = Some(B::NONE);
                    return Some(taken);
                };
                let cell = cells.nth(before as u32)?;
                *cells = cells.without(B::bit(cell));
                return taken.push(cell).then_some(taken);
            }
            before -= count;
        }
        None
    }
}

impl<B: Bits> Visitor<B> for Firsts<B> {
    const PLAYS: bool = false;
    const SCOPE: Scope = Scope::First;

    #[inline]
    fn found(&mut self, _: &Engine<B>, m: &mut Moment<B>, _: usize, _: i32) -> bool {
        self.count += 1;
        self.sets.push((m.scratch.chosen, None));
        true
    }

    #[inline]
    fn found_all(&mut self, m: &mut Moment<B>, set: B, _: u32) -> Wish {
        self.count += u64::from(set.count());
        self.sets.push((m.scratch.chosen, Some(set)));
        Wish::Done(true)
    }
}

/// Counts.
pub struct Counter(pub u64);

impl<B: Bits> Visitor<B> for Counter {
    const PLAYS: bool = false;

    #[inline]
    fn found(&mut self, _: &Engine<B>, _: &mut Moment<B>, _: usize, _: i32) -> bool {
        self.0 += 1;
        true
    }

    #[inline]
    fn found_all(&mut self, _: &mut Moment<B>, set: B, ways: u32) -> Wish {
        self.0 += u64::from(set.count() * ways);
        Wish::Done(true)
    }
}

/// Looks whether there is any.
pub struct Any(pub bool);

impl<B: Bits> Visitor<B> for Any {
    const PLAYS: bool = false;
    const ANY: bool = true;

    fn found(&mut self, _: &Engine<B>, _: &mut Moment<B>, _: usize, _: i32) -> bool {
        self.0 = true;
        false
    }

    fn found_all(&mut self, _: &mut Moment<B>, set: B, _: u32) -> Wish {
        self.0 |= !set.is_none();
        Wish::Done(!self.0)
    }
}

/// Takes the move that a given number of others come before.
pub struct Nth {
    pub before: u64,
    pub chosen: Option<Move>,
}

impl<B: Bits> Visitor<B> for Nth {
    const PLAYS: bool = false;

    #[inline]
    fn found(&mut self, _: &Engine<B>, m: &mut Moment<B>, _: usize, _: i32) -> bool {
        if self.before == 0 {
            self.chosen = Some(m.scratch.chosen);
            return false;
        }
        self.before -= 1;
        true
    }

    #[inline]
    fn found_all(&mut self, m: &mut Moment<B>, set: B, ways: u32) -> Wish {
        let count = u64::from(set.count() * ways);
        if self.before >= count {
            self.before -= count;
            return Wish::Done(true);
        }
        let ways = u64::from(ways);
        let Some(cell) = set.nth((self.before / ways) as u32) else { return Wish::Done(false) };
        self.before %= ways;
        if ways > 1 {
            return Wish::Only(cell);
        }
        let mut chosen = m.scratch.chosen;
        if chosen.push(cell) {
            self.chosen = Some(chosen);
        }
        Wish::Done(false)
    }
}
