//! Clauses: what laws become and what solvers read.

use crate::Bit;
use std::io::{self, Write};

/// A conjunction of clauses over variables counted from 1.
#[derive(Clone, Debug, Default)]
pub struct Cnf {
    variables: u32,
    /// How many clauses came before those that are still here.
    forgotten: usize,
    literals: Vec<Bit>,
    ends: Vec<usize>,
    /// Whose clause each is, as the encoder counts its laws.
    owners: Vec<u32>,
}

impl Cnf {
    /// No variables and no clauses.
    pub fn new() -> Cnf {
        Cnf::default()
    }

    /// The positive literal of a new variable.
    pub fn fresh(&mut self) -> Bit {
        self.variables += 1;
        Bit::variable(self.variables)
    }

    /// How many variables there are; they are `1..=variables`.
    pub fn variables(&self) -> usize {
        self.variables as usize
    }

    /// How many clauses there are, forgotten ones included.
    pub fn len(&self) -> usize {
        self.forgotten + self.ends.len()
    }

    /// Whether there are no clauses.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Gives back the memory of the clauses so far, for whoever has handed them to a solver and needs
    /// them no more. They go on being counted.
    pub fn forget(&mut self) {
        self.forgotten = self.len();
        (self.literals, self.ends, self.owners) = Default::default();
    }

    /// How many literals the clauses that are not forgotten have together.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// Adds the clause "one of `bits`". Known bits fold away: a clause with a true bit vanishes.
    /// Returns whether a clause was added.
    pub fn add(&mut self, bits: &[Bit]) -> bool {
        self.add_of(0, bits)
    }

    /// The same for a clause of the law that the encoder counts as number `owner`.
    pub(crate) fn add_of(&mut self, owner: usize, bits: &[Bit]) -> bool {
        if bits.contains(&Bit::TRUE) {
            return false;
        }
        let known = |bit: &Bit| bit.index() <= self.variables();
        debug_assert!(bits.iter().all(known), "a literal of a variable that was never made");
        self.literals.extend(bits.iter().filter(|&&bit| bit != Bit::FALSE));
        self.ends.push(self.literals.len());
        self.owners.push(owner as u32);
        true
    }

    /// The clause number `index`, counted from 0; it must not be forgotten.
    pub fn clause(&self, index: usize) -> &[Bit] {
        let index = index - self.forgotten;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.literals[start..self.ends[index]]
    }

    /// Whose clause number `index` is.
    pub(crate) fn owner(&self, index: usize) -> u32 {
        self.owners[index - self.forgotten]
    }

    /// All clauses in the order in which they were added, without forgotten ones.
    pub fn clauses(&self) -> impl Iterator<Item = &[Bit]> {
        (self.forgotten..self.len()).map(|index| self.clause(index))
    }

    /// Writes the clauses in the DIMACS format that every SAT solver reads.
    pub fn write_dimacs(&self, mut out: impl Write) -> io::Result<()> {
        writeln!(out, "p cnf {} {}", self.variables, self.len())?;
        for clause in self.clauses() {
            for literal in clause {
                write!(out, "{} ", literal.dimacs())?;
            }
            writeln!(out, "0")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_bits_fold_away() {
        let mut cnf = Cnf::new();
        let (a, b) = (cnf.fresh(), cnf.fresh());
        assert!(cnf.add(&[a, Bit::FALSE, !b]));
        assert!(!cnf.add(&[a, Bit::TRUE]));
        assert_eq!(cnf.clauses().collect::<Vec<_>>(), [[a, !b]]);
    }

    #[test]
    fn dimacs_lists_every_clause() {
        let mut cnf = Cnf::new();
        let (a, b) = (cnf.fresh(), cnf.fresh());
        cnf.add(&[a, !b]);
        cnf.add(&[]);
        let mut text = Vec::new();
        cnf.write_dimacs(&mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "p cnf 2 2\n1 -2 0\n0\n");
    }
}
