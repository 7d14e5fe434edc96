//! Unit propagation alone: what follows from clauses without choosing anything.
//!
//! With a position and a move known, the laws of a game give the position after the move this way,
//! so that the laws themselves are an interpreter.

use crate::{Bit, Cnf};

/// The bits that follow from `given`, those of the given ones that are unknown included, or the
/// number of a clause that they contradict.
///
/// ```
/// use zugwerk_logic::{Cnf, propagate};
/// let mut cnf = Cnf::new();
/// let (a, b, c) = (cnf.fresh(), cnf.fresh(), cnf.fresh());
/// cnf.add(&[!a, b]);
/// cnf.add(&[!b, c]);
/// assert_eq!(propagate(&cnf, &[a]), Ok(vec![a, b, c]));
/// assert_eq!(propagate(&cnf, &[a, !b]), Err(0));
/// ```
pub fn propagate(cnf: &Cnf, given: &[Bit]) -> Result<Vec<Bit>, usize> {
    let mut propagation = Propagation::new(cnf);
    for (index, clause) in cnf.clauses().enumerate() {
        match clause {
            [] => return Err(index),
            [unit] => propagation.assign(*unit),
            _ => {}
        }
    }
    given.iter().filter(|bit| bit.value().is_none()).for_each(|&bit| propagation.assign(bit));
    if given.contains(&Bit::FALSE) {
        return Err(usize::MAX);
    }
    propagation.run()
}

/// For each literal the clauses that contain its negation, and how many literals of each clause
/// are not false yet.
struct Propagation<'a> {
    cnf: &'a Cnf,
    occurrences: Vec<Vec<u32>>,
    open: Vec<u32>,
    values: Vec<Option<bool>>,
    trail: Vec<Bit>,
    clash: bool,
}

impl Propagation<'_> {
    fn new(cnf: &Cnf) -> Propagation<'_> {
        let mut occurrences = vec![Vec::new(); 2 * cnf.variables() + 2];
        let mut open = Vec::with_capacity(cnf.len());
        for (index, clause) in cnf.clauses().enumerate() {
            clause.iter().for_each(|&bit| occurrences[(!bit).code()].push(index as u32));
            open.push(clause.len() as u32);
        }
        let values = vec![None; cnf.variables() + 1];
        Propagation { cnf, occurrences, open, values, trail: Vec::new(), clash: false }
    }

    fn value(&self, bit: Bit) -> Option<bool> {
        self.values[bit.index()].map(|value| value != bit.is_negative())
    }

    fn assign(&mut self, bit: Bit) {
        match self.value(bit) {
            Some(true) => {}
            Some(false) => self.clash = true,
            None => {
                self.values[bit.index()] = Some(!bit.is_negative());
                self.trail.push(bit);
            }
        }
    }

    fn run(mut self) -> Result<Vec<Bit>, usize> {
        let mut next = 0;
        while next < self.trail.len() {
            let bit = self.trail[next];
            next += 1;
            for at in 0..self.occurrences[bit.code()].len() {
                let index = self.occurrences[bit.code()][at] as usize;
                self.open[index] -= 1;
                if self.open[index] > 1 {
                    continue;
                }
                let clause = self.cnf.clause(index);
                match clause.iter().find(|&&bit| self.value(bit) != Some(false)) {
                    Some(&last) => self.assign(last),
                    None => return Err(index),
                }
            }
        }
        if self.clash { Err(self.falsified()) } else { Ok(self.trail) }
    }

    /// A clause that is false already, after two contradicting bits were given.
    fn falsified(&self) -> usize {
        let is_false = |clause: &[Bit]| clause.iter().all(|&bit| self.value(bit) == Some(false));
        self.cnf.clauses().position(is_false).unwrap_or(usize::MAX)
    }
}
