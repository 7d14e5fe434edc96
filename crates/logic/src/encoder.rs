//! Laws turned into clauses for a solver.

use crate::deferred::Deferred;
use crate::profile::{Cost, Profile};
use crate::{Bit, Cnf, Constraints, Law, Limits, Model, Solver, Stop, Unknowns};
use std::collections::HashMap;
use std::sync::Arc;
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
    /// Clauses hold only where this is true; see [`Encoder::under`].
    premise: Bit,
    deferred: Deferred,
    limits: Limits,
    /// Literals until the next look at the limits.
    patience: usize,
    stopped: Option<Stop>,
    contradictory: bool,
    scratch: Vec<Bit>,
}

/// Literals between two looks at the limits.
const LITERALS_BETWEEN_CHECKS: usize = 1 << 16;
/// Bytes for a gate: its inputs, its name and its place in the table.
const GATE: usize = 72;
/// Bytes for a clause apart from its literals, here and in a solver.
const CLAUSE: usize = 40;
/// Bytes for a literal, here and in a solver.
const LITERAL: usize = 8;

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
            premise: Bit::TRUE,
            deferred: Deferred::default(),
            limits: Limits::none(),
            patience: LITERALS_BETWEEN_CHECKS,
            stopped: None,
            contradictory: false,
            scratch: Vec::new(),
        }
    }

    /// An encoder that gives each law a switch.
    pub fn with_named_laws() -> Encoder {
        Encoder { named: true, ..Encoder::new() }
    }

    /// The same encoder, which looks at these limits as it writes. Where one is reached it takes in
    /// nothing more, and [`Encoder::stopped`] says so.
    pub fn within(self, limits: &Limits) -> Encoder {
        Encoder { limits: limits.clone(), ..self }
    }

    /// The limit that was reached: the clauses are not complete then.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// Whether the clauses contradict each other as they stand: one of them is empty. Whatever comes
    /// after it does not matter.
    pub fn is_contradictory(&self) -> bool {
        self.contradictory
    }

    /// About how many bytes the clauses take, in here and in a solver that has read them.
    pub fn memory(&self) -> usize {
        self.cnf.literals() * LITERAL + self.cnf.len() * CLAUSE + self.gates.len() * GATE
    }

    /// States constraints that hold only where `guard` is true. Definitions hold without it.
    ///
    /// ```
    /// use zugwerk_logic::{Answer, Constraints, Encoder, Limits, Solver};
    /// let mut encoder = Encoder::new();
    /// let (guard, a, b) = (encoder.fresh(), encoder.fresh(), encoder.fresh());
    /// encoder.under(guard, |encoder| encoder.at_most_one(&[a, b]));
    /// let mut solver = Solver::default();
    /// solver.load(encoder.cnf());
    /// assert!(matches!(solver.solve(&[a, b], &Limits::none()), Answer::Yes(_)));
    /// assert!(matches!(solver.solve(&[a, b, guard], &Limits::none()), Answer::No(_)));
    /// ```
    pub fn under<T>(&mut self, guard: Bit, state: impl FnOnce(&mut Encoder) -> T) -> T {
        let outer = self.premise;
        self.premise = self.and(&[outer, guard]);
        let result = state(self);
        self.premise = outer;
        result
    }

    /// Whether a model gives lists that were compared by [`Constraints::same_lists`] another truth than
    /// the bit that stands for it. The definitions of such bits are added: solve again then.
    pub fn refine(&mut self, model: &Model) -> bool {
        let wrong = self.deferred.contradicted(model);
        for (law, bit, pairs) in &wrong {
            let mut equal = Vec::with_capacity(pairs.len());
            for &(a, b) in pairs {
                let same = self.fresh();
                for clause in [[!same, !a, b], [!same, a, !b], [same, a, b], [same, !a, !b]] {
                    self.add(*law, &clause);
                }
                equal.push(!same);
                self.add(*law, &[!*bit, same]);
            }
            equal.push(*bit);
            self.add(*law, &equal);
        }
        !wrong.is_empty()
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

    /// The bits that are defined as conjunctions, and of what.
    pub fn conjunctions(&self) -> HashMap<Bit, &[Bit]> {
        self.gates.iter().map(|(inputs, gate)| (*gate, &inputs[..])).collect()
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
        if self.stopped.is_some() {
            return;
        }
        if self.cnf.add_of(law, bits) {
            let cost = &mut self.laws[law].2;
            cost.clauses += 1;
            cost.literals += bits.len();
            self.contradictory |= bits.iter().all(|&bit| bit == Bit::FALSE);
            match self.patience.checked_sub(bits.len() + 1) {
                Some(left) => self.patience = left,
                None => self.look_at_limits(),
            }
        }
    }

    fn look_at_limits(&mut self) {
        self.patience = LITERALS_BETWEEN_CHECKS;
        let large = self.limits.memory().is_some_and(|most| self.memory() > most);
        self.stopped = if large { Some(Stop::Memory) } else { self.limits.reached() };
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
    fn is_stopped(&mut self) -> bool {
        if self.stopped.is_none() {
            self.look_at_limits();
        }
        self.stopped.is_some()
    }

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
        if switch == Bit::TRUE && self.premise == Bit::TRUE {
            self.add(self.current, bits);
        } else {
            let mut clause = std::mem::take(&mut self.scratch);
            clause.clear();
            clause.extend([!switch, !self.premise]);
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
            _ if self.stopped.is_some() => return self.cnf.fresh(),
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
    /// Large comparisons are not written down before a model needs them: see [`Encoder::refine`].
    fn same_lists(&mut self, a: &Arc<[Bit]>, b: &Arc<[Bit]>) -> Bit {
        if let Some(known) = self.deferred.known(a, b) {
            return known;
        }
        let bit = self.fresh();
        self.deferred.add(self.current, bit, a, b);
        bit
    }
}

impl Unknowns for Encoder {
    fn fresh(&mut self) -> Bit {
        Encoder::fresh(self)
    }
}
