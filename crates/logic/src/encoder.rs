//! Laws turned into clauses for a solver.

use crate::profile::{Cost, Profile};
use crate::{Bit, Cnf, Constraints, Law, Solver};
use std::collections::HashMap;
use std::time::Duration;

/// Collects the clauses of laws. Known bits fold away; what a law costs is counted under its name.
///
/// An encoder made with [`Encoder::with_named_laws`] can put each law aside again: its clauses hold
/// only where the law's switch is true. Assume all switches to ask about all laws together; a
/// solver's answer "no" then tells which laws conflict.
///
/// ```
/// use zugwerk_logic::{Answer, Constraints, Encoder, Law, Limits, Solver};
/// let mut encoder = Encoder::new();
/// let (a, b) = (encoder.fresh(), encoder.fresh());
/// encoder.law(Law::new("one of two"));
/// encoder.exactly_one(&[a, b]);
/// let mut solver = Solver::default();
/// solver.load(encoder.cnf());
/// let Answer::Yes(model) = solver.solve(&[!a], &Limits::none()) else { panic!() };
/// assert!(model.is_true(b));
/// ```
#[derive(Clone, Debug)]
pub struct Encoder {
    cnf: Cnf,
    gates: HashMap<Box<[Bit]>, Bit>,
    laws: Vec<(Law, Bit, Cost)>,
    index: HashMap<Law, usize>,
    current: usize,
    named: bool,
    scratch: Vec<Bit>,
}

impl Default for Encoder {
    fn default() -> Encoder {
        Encoder::new()
    }
}

impl Encoder {
    /// An encoder whose laws always hold.
    pub fn new() -> Encoder {
        Encoder {
            cnf: Cnf::new(),
            gates: HashMap::new(),
            laws: vec![(Law::new("definitions"), Bit::TRUE, Cost::default())],
            index: HashMap::from([(Law::new("definitions"), 0)]),
            current: 0,
            named: false,
            scratch: Vec::new(),
        }
    }

    /// An encoder that gives each law a switch.
    pub fn with_named_laws() -> Encoder {
        Encoder { named: true, ..Encoder::new() }
    }

    /// A new unknown bit.
    pub fn fresh(&mut self) -> Bit {
        self.laws[self.current].2.variables += 1;
        self.cnf.fresh()
    }

    /// The clauses so far.
    pub fn cnf(&self) -> &Cnf {
        &self.cnf
    }

    /// Gives back the memory of the clauses so far, see [`Cnf::forget`].
    pub fn forget_clauses(&mut self) {
        self.cnf.forget();
    }

    /// Gives back the memory of the gates so far: one with the same inputs gets a bit of its own from now on.
    pub fn forget_gates(&mut self) {
        self.gates = HashMap::new();
    }

    /// The laws stated so far with their switches, without those that are definitions only. The
    /// switch is `TRUE` where laws are not named.
    pub fn laws(&self) -> impl Iterator<Item = (Law, Bit)> {
        self.laws[1..].iter().map(|&(law, switch, _)| (law, switch))
    }

    /// What each law costs, instances of a law added up.
    pub fn profile(&self) -> Profile {
        Profile::new(self.laws.iter().map(|&(law, _, cost)| (law.name, cost)))
    }

    /// The same with what `solver`, which has read these clauses, met in its search of so much time.
    pub fn profile_of(&self, solver: &Solver, time: Duration) -> Profile {
        let conflicts = solver.conflicts_by_owner();
        let laws = self.laws.iter().enumerate().map(|(owner, &(law, _, cost))| {
            (law.name, Cost { conflicts: conflicts.get(owner).copied().unwrap_or(0), ..cost })
        });
        Profile { time, ..Profile::new(laws) }
    }

    fn add(&mut self, law: usize, bits: &[Bit]) {
        if self.cnf.add_of(law, bits) {
            let cost = &mut self.laws[law].2;
            cost.clauses += 1;
            cost.literals += bits.len();
        }
    }

    /// At most one by splitting: few bits pairwise, more through a representative for every few.
    fn at_most_one_of(&mut self, bits: &[Bit]) {
        const PAIRWISE: usize = 6;
        const GROUP: usize = 4;
        if bits.len() <= PAIRWISE {
            for (i, &a) in bits.iter().enumerate() {
                bits[i + 1..].iter().for_each(|&b| self.clause(&[!a, !b]));
            }
            return;
        }
        let mut representatives = Vec::with_capacity(bits.len().div_ceil(GROUP));
        for group in bits.chunks(GROUP) {
            self.at_most_one_of(group);
            let representative = self.fresh();
            group.iter().for_each(|&bit| self.clause(&[!bit, representative]));
            representatives.push(representative);
        }
        self.at_most_one_of(&representatives);
    }

    /// At most `count` by a sequential counter (Sinz 2005): `seen[k]`, at least k + 1 so far.
    fn at_most_counted(&mut self, count: usize, bits: &[Bit]) {
        let mut seen: Vec<Bit> = Vec::new();
        for (i, &bit) in bits.iter().enumerate() {
            if i == bits.len() - 1 {
                self.clause(&[!bit, !seen[count - 1]]);
                return;
            }
            let next: Vec<Bit> = (0..count.min(i + 1)).map(|_| self.fresh()).collect();
            for (k, &reached) in next.iter().enumerate() {
                let below = if k == 0 { Bit::TRUE } else { seen[k - 1] };
                self.clause(&[!below, !bit, reached]);
                if let Some(&before) = seen.get(k) {
                    self.clause(&[!before, reached]);
                }
            }
            if seen.len() == count {
                self.clause(&[!bit, !seen[count - 1]]);
            }
            seen = next;
        }
    }
}

impl Constraints for Encoder {
    fn law(&mut self, law: Law) {
        if self.laws[self.current].0 == law {
            return;
        }
        self.current = match self.index.get(&law) {
            Some(&known) => known,
            None => {
                let switch = if self.named { self.cnf.fresh() } else { Bit::TRUE };
                self.laws.push((law, switch, Cost::default()));
                self.index.insert(law, self.laws.len() - 1);
                self.laws.len() - 1
            }
        };
    }

    fn clause(&mut self, bits: &[Bit]) {
        let switch = self.laws[self.current].1;
        if switch == Bit::TRUE {
            self.add(self.current, bits);
        } else {
            let mut clause = std::mem::take(&mut self.scratch);
            clause.clear();
            clause.push(!switch);
            clause.extend(bits);
            self.add(self.current, &clause);
            self.scratch = clause;
        }
    }

    fn and(&mut self, bits: &[Bit]) -> Bit {
        let mut inputs: Vec<Bit> = bits.iter().copied().filter(|&bit| bit != Bit::TRUE).collect();
        inputs.sort_unstable();
        inputs.dedup();
        let contradicts = |pair: &[Bit]| pair[0] == !pair[1];
        if inputs.contains(&Bit::FALSE) || inputs.windows(2).any(contradicts) {
            return Bit::FALSE;
        }
        match inputs[..] {
            [] => return Bit::TRUE,
            [only] => return only,
            _ => {}
        }
        if let Some(&gate) = self.gates.get(&inputs[..]) {
            return gate;
        }
        let gate = self.fresh();
        let mut last = vec![gate];
        for &input in &inputs {
            self.add(self.current, &[!gate, input]);
            last.push(!input);
        }
        self.add(self.current, &last);
        self.gates.insert(inputs.into(), gate);
        gate
    }

    fn at_most(&mut self, count: usize, bits: &[Bit]) {
        let sure = bits.iter().filter(|&&bit| bit == Bit::TRUE).count();
        let open: Vec<Bit> = bits.iter().copied().filter(|bit| bit.value().is_none()).collect();
        match count.checked_sub(sure) {
            None => self.clause(&[]),
            Some(left) if left >= open.len() => {}
            Some(0) => open.iter().for_each(|&bit| self.clause(&[!bit])),
            Some(1) => self.at_most_one_of(&open),
            Some(left) => self.at_most_counted(left, &open),
        }
    }
}
