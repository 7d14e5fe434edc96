//! Where clauses live: one block of memory, three words of header before the literals.

use crate::Bit;

/// The place of a clause in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClauseRef(pub u32);

const HEADER: usize = 3;
const LEARNT: u32 = 1;
const DELETED: u32 = 2;
const GLUE_SHIFT: u32 = 2;

/// All clauses of two literals or more.
#[derive(Default)]
pub struct Arena {
    /// For each clause: its length, its flags and glue (whose it is where it was not learnt), its
    /// activity (an `f32`), its literals.
    words: Vec<Word>,
}

/// A number of the header or a literal; the clause's place tells which.
#[derive(Clone, Copy)]
pub struct Word(Bit);

impl Word {
    /// The literal, where this is one.
    #[inline]
    pub fn literal(self) -> Bit {
        self.0
    }

    fn number(self) -> u32 {
        self.0.code() as u32
    }

    fn of(number: u32) -> Word {
        Word(Bit::from_code(number))
    }
}

impl Arena {
    pub fn push(&mut self, literals: &[Bit], learnt: bool, glue: u32) -> ClauseRef {
        let place = ClauseRef(self.words.len() as u32);
        let flags = (u32::from(learnt) * LEARNT) | (glue << GLUE_SHIFT);
        self.words.extend([literals.len() as u32, flags, 0f32.to_bits()].map(Word::of));
        self.words.extend(literals.iter().map(|&bit| Word(bit)));
        place
    }

    #[inline]
    pub fn len(&self, clause: ClauseRef) -> usize {
        self.words[clause.0 as usize].number() as usize
    }

    /// The literal number `at` of the clause.
    #[inline]
    pub fn literal(&self, clause: ClauseRef, at: usize) -> Bit {
        self.words[clause.0 as usize + HEADER + at].0
    }

    #[inline]
    pub fn literals(&self, clause: ClauseRef) -> impl ExactSizeIterator<Item = Bit> {
        let start = clause.0 as usize + HEADER;
        self.words[start..start + self.len(clause)].iter().map(|word| word.0)
    }

    /// The literals of the clause, to be put in another order.
    #[inline]
    pub fn literals_mut(&mut self, clause: ClauseRef) -> &mut [Word] {
        let (start, len) = (clause.0 as usize + HEADER, self.len(clause));
        &mut self.words[start..start + len]
    }

    fn flags(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 1].number()
    }

    pub fn is_learnt(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & LEARNT != 0
    }

    pub fn glue(&self, clause: ClauseRef) -> u32 {
        self.flags(clause) >> GLUE_SHIFT
    }

    /// Whose clause it is, for one that was not learnt.
    pub fn owner(&self, clause: ClauseRef) -> usize {
        self.glue(clause) as usize
    }

    pub fn activity(&self, clause: ClauseRef) -> f32 {
        f32::from_bits(self.words[clause.0 as usize + 2].number())
    }

    pub fn set_activity(&mut self, clause: ClauseRef, activity: f32) {
        self.words[clause.0 as usize + 2] = Word::of(activity.to_bits());
    }

    pub fn delete(&mut self, clause: ClauseRef) {
        let flags = self.flags(clause) | DELETED;
        self.words[clause.0 as usize + 1] = Word::of(flags);
    }

    /// All clauses that are not deleted, in the order of their places.
    pub fn clauses(&self) -> impl Iterator<Item = ClauseRef> {
        let mut place = 0;
        std::iter::from_fn(move || {
            while place < self.words.len() {
                let clause = ClauseRef(place as u32);
                place += HEADER + self.len(clause);
                if self.flags(clause) & DELETED == 0 {
                    return Some(clause);
                }
            }
            None
        })
    }

    /// Closes the gaps that deleted clauses left. Returns old and new places, in order.
    pub fn compact(&mut self) -> Vec<(ClauseRef, ClauseRef)> {
        let moves: Vec<ClauseRef> = self.clauses().collect();
        let mut words = Vec::with_capacity(self.words.len());
        let moved = moves.into_iter().map(|old| {
            let new = ClauseRef(words.len() as u32);
            let start = old.0 as usize;
            words.extend(&self.words[start..start + HEADER + self.len(old)]);
            (old, new)
        });
        let moved = moved.collect();
        self.words = words;
        moved
    }
}
