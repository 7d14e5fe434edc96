//! Laws about the board as a whole, followed during the search instead of written out as clauses.
//!
//! Each [`Global`] looks at what is known of its bits and says what follows, with the clause by which it follows.
//! [`Globals`] is the one propagator that a solver hears of; it keeps the values and the reasons of all of them.

mod chains;
mod circuit;
mod connected;
mod forest;
mod groups;
mod sized;

pub(crate) use circuit::Circuit;
pub(crate) use connected::Connected;
pub(crate) use forest::Forest;
pub(crate) use groups::Groups;
pub(crate) use sized::Sized;

use zugwerk_logic::{Bit, Model, Propagator};

/// What is known of the bits.
#[derive(Clone, Debug, Default)]
pub struct Values {
    by_variable: Vec<i8>,
}

impl Values {
    /// Nothing known of `count` variables.
    pub(crate) fn for_variables(count: usize) -> Values {
        Values { by_variable: vec![0; count] }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.by_variable.fill(0);
    }

    /// The truth value of `bit`, if it is known.
    #[inline]
    pub fn of(&self, bit: Bit) -> Option<bool> {
        if let Some(known) = bit.value() {
            return Some(known);
        }
        match self.by_variable.get(bit.index()).copied().unwrap_or(0) {
            0 => None,
            value => Some((value > 0) != bit.is_negative()),
        }
    }

    pub(crate) fn set(&mut self, bit: Bit, known: bool) {
        let value = if bit.is_negative() { -1 } else { 1 };
        self.by_variable[bit.index()] = if known { value } else { 0 };
    }

    pub(crate) fn grow(&mut self, bit: Bit) {
        if self.by_variable.len() <= bit.index() {
            self.by_variable.resize(bit.index() + 1, 0);
        }
    }

    /// Takes `bit` to be true.
    pub fn assume(&mut self, bit: Bit) {
        if bit.value().is_none() {
            self.grow(bit);
            self.set(bit, true);
        }
    }

    /// The values that make every literal of a clause false.
    fn against(clause: &[Bit]) -> Values {
        let mut values = Values::default();
        clause.iter().for_each(|&bit| values.assume(!bit));
        values
    }

    /// The values of a complete model for these bits.
    fn of_model(model: &Model, bits: &[Bit]) -> Values {
        let mut values = Values::default();
        bits.iter().for_each(|&bit| values.assume(if model.is_true(bit) { bit } else { !bit }));
        values
    }
}

/// What follows, each bit with its clause.
pub type Consequences = Vec<(Bit, Vec<Bit>)>;

/// A law that looks at many bits at once.
pub trait Global: Send {
    /// The bits it speaks of, its switch included.
    fn bits(&self) -> Vec<Bit>;

    /// What follows from what is known: a bit, and the clause that says so, in which the bit occurs and every other
    /// literal is false. A bit that is known to be false is a contradiction. Known bits may occur in clauses. Nothing follows
    /// while the law's switch is not known to be true.
    fn consequences(&mut self, values: &Values, found: &mut Consequences);

    /// Whether the law, with everything in it known or open as in `values`, cannot be kept. This is how a stranger to
    /// the search judges a clause, so it must not trust what `consequences` does.
    fn is_broken(&self, values: &Values) -> bool;

    /// From now on a search tells every bit that becomes known, and takes bits back in the opposite order.
    fn follow(&mut self) {}

    /// A bit became true in the search.
    fn told(&mut self, _: Bit) {}

    /// The bit that was told last is open again.
    fn taken_back(&mut self, _: Bit) {}

    /// What follows during the search that is followed. It may be less than all, as long as a law that is broken is told at the
    /// latest when all its bits are known.
    fn news(&mut self, values: &Values, found: &mut Consequences) {
        self.consequences(values, found);
    }

    /// The same law about other bits: those that `rename` gives for these.
    fn renamed(&self, rename: &mut dyn FnMut(Bit) -> Bit) -> Box<dyn Global>;
}

/// Notes a clause of which at most one literal is not false: that one follows, or else the clause is a contradiction.
fn contradict(clause: Vec<Bit>, values: &Values, found: &mut Consequences) {
    let open = clause.iter().copied().find(|&bit| values.of(bit).is_none());
    let implied = open.or_else(|| clause.iter().copied().find(|bit| bit.value().is_none()));
    found.push((implied.unwrap_or(Bit::FALSE), clause));
}

/// All global laws of a puzzle, as one propagator.
pub struct Globals {
    laws: Vec<Box<dyn Global>>,
    /// By variable: the laws that speak of it.
    watchers: Vec<Vec<u32>>,
    waiting: Vec<bool>,
    values: Values,
    trail: Vec<Bit>,
    /// By literal: the clause by which it followed last.
    reasons: Vec<Vec<Bit>>,
    /// A bit that is always true: the reason of what follows from nothing else.
    anchor: Bit,
    found: Consequences,
}

impl Globals {
    /// The propagator of these laws. `anchor` is a variable that a clause makes true.
    pub fn new(laws: Vec<Box<dyn Global>>, anchor: Bit) -> Globals {
        let mut globals = Globals {
            waiting: vec![true; laws.len()],
            watchers: Vec::new(),
            values: Values::default(),
            trail: Vec::new(),
            reasons: Vec::new(),
            anchor,
            found: Vec::new(),
            laws,
        };
        globals.values.grow(anchor);
        for (law, bits) in globals.laws.iter().map(|law| law.bits()).enumerate() {
            for bit in bits.into_iter().filter(|bit| bit.value().is_none()) {
                globals.values.grow(bit);
                if globals.watchers.len() <= bit.index() {
                    globals.watchers.resize_with(bit.index() + 1, Vec::new);
                }
                let watchers = &mut globals.watchers[bit.index()];
                if watchers.last() != Some(&(law as u32)) {
                    watchers.push(law as u32);
                }
            }
        }
        globals.laws.iter_mut().for_each(|law| law.follow());
        globals.reasons.resize_with(2 * globals.values.by_variable.len(), Vec::new);
        globals
    }

    /// The bits that a solver must tell.
    pub fn observed(&self) -> Vec<Bit> {
        let watched = self.watchers.iter().enumerate().filter(|(_, laws)| !laws.is_empty());
        let variables = watched.map(|(index, _)| Bit::variable(index as u32)).chain([self.anchor]);
        variables.flat_map(|bit| [bit, !bit]).collect()
    }

    /// Whether some law cannot be kept where every literal of the clause is false: then the clause follows from it.
    pub fn justify(laws: &[Box<dyn Global>], clause: &[Bit]) -> bool {
        let values = Values::against(clause);
        laws.iter().any(|law| law.is_broken(&values))
    }

    fn literal(bit: Bit) -> usize {
        2 * bit.index() + usize::from(bit.is_negative())
    }
}

impl Propagator for Globals {
    fn assigned(&mut self, bit: Bit, _: &mut Vec<Bit>) {
        self.values.set(bit, true);
        self.trail.push(bit);
        if let Some(watchers) = self.watchers.get(bit.index()) {
            for &law in watchers {
                self.waiting[law as usize] = true;
                self.laws[law as usize].told(bit);
            }
        }
    }

    fn settle(&mut self, implied: &mut Vec<Bit>) {
        for at in 0..self.laws.len() {
            if !std::mem::take(&mut self.waiting[at]) {
                continue;
            }
            self.found.clear();
            self.laws[at].news(&self.values, &mut self.found);
            for (bit, mut clause) in self.found.drain(..) {
                if self.values.of(bit) == Some(true) {
                    continue;
                }
                clause.retain(|&reason| reason != Bit::FALSE && reason != bit);
                if clause.is_empty() {
                    clause.push(!self.anchor);
                }
                debug_assert!(clause.iter().all(|&b| self.values.of(b) == Some(false)));
                self.reasons[Self::literal(bit)] = clause;
                implied.push(bit);
            }
            if !implied.is_empty() {
                // The others go on once this is known.
                self.waiting[at] = true;
                return;
            }
        }
    }

    fn retract(&mut self, count: usize) {
        let keep = self.trail.len() - count;
        for bit in self.trail.drain(keep..).rev() {
            self.values.set(bit, false);
            for &law in self.watchers.get(bit.index()).into_iter().flatten() {
                self.laws[law as usize].taken_back(bit);
            }
        }
    }

    fn explain(&mut self, bit: Bit, clause: &mut Vec<Bit>) {
        clause.push(bit);
        clause.extend(&self.reasons[Self::literal(bit)]);
    }

    fn broken(&mut self, model: &Model) -> Vec<Vec<Bit>> {
        let mut clauses = Vec::new();
        for law in &mut self.laws {
            let values = Values::of_model(model, &law.bits());
            let mut found = Vec::new();
            law.consequences(&values, &mut found);
            for (bit, mut clause) in found {
                if values.of(bit) == Some(false) {
                    clause.retain(|&literal| literal != Bit::FALSE && literal != bit);
                    clause.push(bit);
                    clause.retain(|&literal| literal != Bit::FALSE);
                    clauses.push(clause);
                }
            }
        }
        clauses
    }
}
