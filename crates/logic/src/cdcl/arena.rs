//! Where clauses live: one block of memory, three words of header before the literals.

use crate::Bit;

/// The place of a clause in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClauseRef(pub u32);

const HEADER: usize = 3;
const LEARNT: u32 = 1;
const DELETED: u32 = 2;
const GLUE_SHIFT: u32 = 2;

/// Places are numbers of 31 bits, since the lists of watches use the last one. So many words fewer are taken, so that what one
/// step adds still fits.
const ROOM: usize = (1 << 31) - (1 << 27);

/// All clauses of two literals or more.
pub struct Arena {
    /// For each clause: its length, its flags and glue (whose it is where it was not learnt), its
    /// activity (an `f32`), its literals.
    words: Vec<Word>,
    /// How many words there may be.
    room: usize,
}

impl Default for Arena {
    fn default() -> Arena {
        Arena { words: Vec::new(), room: ROOM }
    }
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
    /// Whether no clause may be added any more.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.words.len() >= self.room
    }

    /// Leaves room for fewer words, as if memory were small.
    #[cfg(test)]
    pub fn shrink(&mut self, words: usize) {
        self.room = words;
    }

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

    pub fn is_deleted(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & DELETED != 0
    }

    /// The first clause at this place or after it that is not deleted, and the place behind it. From
    /// place 0 on this leads through all clauses, which may change meanwhile.
    pub fn next(&self, mut place: usize) -> Option<(ClauseRef, usize)> {
        while place < self.words.len() {
            let clause = ClauseRef(place as u32);
            place += HEADER + self.len(clause);
            if !self.is_deleted(clause) {
                return Some((clause, place));
            }
        }
        None
    }

    /// Closes the gaps that deleted clauses left; where each of the others is now.
    pub fn compact(&mut self) -> Moves {
        let mut moves = Moves::default();
        let (mut place, mut end) = (0, 0);
        while let Some((clause, behind)) = self.next(place) {
            let start = clause.0 as usize;
            if start > place || place == 0 {
                moves.shifts.push((clause.0, (start - end) as u32));
            }
            self.words.copy_within(start..behind, end);
            end += behind - start;
            place = behind;
        }
        self.words.truncate(end);
        moves
    }
}

/// How clauses moved when gaps were closed.
#[derive(Default)]
pub struct Moves {
    /// From this old place on, clauses moved down by so much.
    shifts: Vec<(u32, u32)>,
}

impl Moves {
    /// The new place of a clause that was not deleted.
    pub fn of(&self, old: ClauseRef) -> ClauseRef {
        let at = self.shifts.partition_point(|&(from, _)| from <= old.0);
        let shift = at.checked_sub(1).map_or(0, |last| self.shifts[last].1);
        ClauseRef(old.0 - shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_closed_and_nothing_else_changes() {
        let bits: Vec<Bit> = (1..=6).map(Bit::variable).collect();
        for deleted in 0..64u32 {
            let mut arena = Arena::default();
            let old: Vec<ClauseRef> =
                (1..=6).map(|len| arena.push(&bits[..len], len % 2 == 0, len as u32)).collect();
            for (at, &clause) in old.iter().enumerate() {
                if deleted >> at & 1 == 1 {
                    arena.delete(clause);
                }
            }
            let kept: Vec<ClauseRef> =
                old.iter().copied().filter(|&clause| !arena.is_deleted(clause)).collect();
            let before: Vec<(Vec<Bit>, u32)> =
                kept.iter().map(|&c| (arena.literals(c).collect(), arena.glue(c))).collect();
            let moves = arena.compact();
            let mut place = 0;
            for (&clause, before) in kept.iter().zip(before) {
                let (next, behind) = arena.next(place).unwrap();
                assert_eq!(next, moves.of(clause));
                assert_eq!((arena.literals(next).collect(), arena.glue(next)), before);
                place = behind;
            }
            assert!(arena.next(place).is_none());
        }
    }
}
