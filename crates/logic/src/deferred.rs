//! Comparisons of long lists that are written down only where a model needs them.
//!
//! A line of play of `n` positions has `n²/2` pairs of them, and a question about repetition speaks of
//! every pair; but in one line only few positions are equal. So the bit of a comparison begins without
//! a definition. A model that gives it the wrong truth brings the definition, for that pair alone.

use crate::{Bit, Model};
use std::collections::HashMap;
use std::sync::Arc;

/// The law under which lists are compared, the bit of the comparison, and the pairs of bits that must be
/// equal for it to be true.
pub type Definition = (usize, Bit, Vec<(Bit, Bit)>);

/// The comparisons that have no definition yet.
#[derive(Clone, Debug, Default)]
pub struct Deferred {
    lists: Vec<Arc<[Bit]>>,
    /// By the address of a list, which is kept alive here: its number.
    numbers: HashMap<usize, usize>,
    bits: HashMap<(usize, usize), Bit>,
    open: Vec<Comparison>,
}

/// The bit of a comparison, and the numbers of the lists that it compares.
#[derive(Clone, Debug)]
struct Comparison {
    law: usize,
    bit: Bit,
    lists: (usize, usize),
}

impl Deferred {
    /// The bit of a comparison that folds away or has been made before.
    pub fn known(&mut self, a: &Arc<[Bit]>, b: &Arc<[Bit]>) -> Option<Bit> {
        if pairs(a, b).next().is_none() {
            return Some(Bit::TRUE);
        }
        let differ = |(a, b): (Bit, Bit)| a == !b;
        if pairs(a, b).any(differ) {
            return Some(Bit::FALSE);
        }
        let lists = (self.number(a), self.number(b));
        self.bits.get(&lists).copied()
    }

    /// A comparison whose bit is yet without a definition.
    pub fn add(&mut self, law: usize, bit: Bit, a: &Arc<[Bit]>, b: &Arc<[Bit]>) {
        let lists = (self.number(a), self.number(b));
        self.bits.insert(lists, bit);
        self.open.push(Comparison { law, bit, lists });
    }

    fn number(&mut self, list: &Arc<[Bit]>) -> usize {
        *self.numbers.entry(list.as_ptr() as usize).or_insert_with(|| {
            self.lists.push(list.clone());
            self.lists.len() - 1
        })
    }

    /// The definitions of all bits to which a model gives the wrong truth; they count as made.
    pub fn contradicted(&mut self, model: &Model) -> Vec<Definition> {
        if self.open.is_empty() {
            return Vec::new();
        }
        let lists = &self.lists;
        let value = |list: &Arc<[Bit]>| -> Vec<bool> {
            list.iter().map(|&bit| model.is_true(bit)).collect()
        };
        let values: Vec<Vec<bool>> = lists.iter().map(value).collect();
        let mut wrong = Vec::new();
        self.open.retain(|comparison| {
            let (a, b) = comparison.lists;
            let right = (values[a] == values[b]) == model.is_true(comparison.bit);
            if !right {
                let pairs = pairs(&lists[a], &lists[b]).collect();
                wrong.push((comparison.law, comparison.bit, pairs));
            }
            right
        });
        wrong
    }
}

/// The pairs of bits that are not the same bit.
fn pairs(a: &[Bit], b: &[Bit]) -> impl Iterator<Item = (Bit, Bit)> {
    a.iter().copied().zip(b.iter().copied()).filter(|(a, b)| a != b)
}

#[cfg(test)]
mod tests {
    use crate::{Answer, Bit, Constraints, Encoder, Limits, Solver};
    use std::sync::Arc;

    /// Whether the clauses can be satisfied with all definitions that models ask for.
    fn satisfiable(encoder: &mut Encoder, assumptions: &[Bit]) -> bool {
        let mut solver = Solver::default();
        loop {
            solver.load(encoder.cnf());
            match solver.solve(assumptions, &Limits::none()) {
                Answer::Yes(model) if encoder.refine(&model) => {}
                answer => return matches!(answer, Answer::Yes(_)),
            }
        }
    }

    /// A comparison means what it says for every value of its bits, whichever way it is asked.
    #[test]
    fn a_deferred_comparison_means_what_it_says() {
        for values in 0u32..64 {
            let mut encoder = Encoder::new();
            let bits: Vec<Bit> = (0..6).map(|_| encoder.fresh()).collect();
            let (a, b): (Arc<[Bit]>, Arc<[Bit]>) = (bits[..3].into(), bits[3..].into());
            let same = encoder.same_lists(&a, &b);
            assert_eq!(encoder.same_lists(&a, &b), same);
            for (at, &bit) in bits.iter().enumerate() {
                encoder.equal(bit, (values >> at & 1 == 1).into());
            }
            let equal = values & 7 == values >> 3;
            assert_eq!(satisfiable(&mut encoder, &[same]), equal, "{values:b}");
            assert_eq!(satisfiable(&mut encoder, &[!same]), !equal, "{values:b}");
        }
    }

    #[test]
    fn known_comparisons_fold_away() {
        let mut encoder = Encoder::new();
        let bit = encoder.fresh();
        let list = |bits: &[Bit]| -> Arc<[Bit]> { bits.into() };
        assert_eq!(encoder.same_lists(&list(&[bit]), &list(&[bit])), Bit::TRUE);
        assert_eq!(encoder.same_lists(&list(&[bit]), &list(&[!bit])), Bit::FALSE);
        let (a, b) = (list(&[bit, Bit::TRUE]), list(&[bit, Bit::FALSE]));
        assert_eq!(encoder.same_lists(&a, &b), Bit::FALSE);
    }
}
