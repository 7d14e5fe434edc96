//! Questions about clauses. [`Solver`] is what the crates above see; the SAT solvers behind it
//! implement one private trait, and which of them answers is chosen by [`Backend`].

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;

use crate::cdcl::Cdcl;
use crate::proof::ProofSink;
use crate::{Bit, Cnf, Limits, Propagator, Stop};

/// The SAT solvers that can answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backend {
    /// Our own solver: proofs, propagators, limits looked at often.
    #[default]
    Own,
    /// The crate `batsat`, MiniSat's algorithm in Rust.
    Batsat,
    /// CaDiCaL, a C++ solver, where the cargo feature `cadical` is on.
    #[cfg(feature = "cadical")]
    Cadical,
}

impl Backend {
    /// All of them, for comparisons.
    #[cfg(not(feature = "cadical"))]
    pub const ALL: [Backend; 2] = [Backend::Own, Backend::Batsat];
    /// All of them, for comparisons.
    #[cfg(feature = "cadical")]
    pub const ALL: [Backend; 3] = [Backend::Own, Backend::Batsat, Backend::Cadical];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Own => "own",
            Backend::Batsat => "batsat",
            #[cfg(feature = "cadical")]
            Backend::Cadical => "cadical",
        }
    }
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The clauses can be satisfied under the assumptions, like this.
    Yes(Model),
    /// They cannot; these of the assumptions are already too many (none of them when the clauses
    /// alone contradict each other).
    No(Vec<Bit>),
    /// A limit came first.
    Unknown(Stop),
}

/// A truth value for every variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    values: Vec<bool>,
}

impl Model {
    /// The model in which variable `i` has the value `values[i]`; variable 0 is the constant true.
    pub fn new(values: Vec<bool>) -> Model {
        Model { values }
    }

    /// Whether `bit` is true; a variable that the solver never saw counts as false.
    pub fn is_true(&self, bit: Bit) -> bool {
        match bit.value() {
            Some(known) => known,
            None => self.values.get(bit.index()).copied().unwrap_or(false) != bit.is_negative(),
        }
    }
}

/// What a solver has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Choices made.
    pub decisions: u64,
    /// Contradictions met, each a clause learnt.
    pub conflicts: u64,
    /// Bits that followed from others.
    pub propagations: u64,
    /// Fresh starts from the first choice.
    pub restarts: u64,
    /// Clauses that a propagator gave.
    pub lemmas: u64,
}

/// What a SAT solver must be able to do to serve as a back end.
pub(crate) trait Sat: Send {
    /// Makes the variables `1..=count` known.
    fn grow(&mut self, count: usize);
    /// Adds a clause of unknown bits.
    fn add(&mut self, clause: &[Bit]);
    /// The same for a clause of the law number `owner`.
    fn add_of(&mut self, _owner: u32, clause: &[Bit]) {
        self.add(clause);
    }
    /// By the number of a law: the conflicts that a clause of it took part in, where that is counted.
    fn conflicts_by_owner(&self) -> Vec<u64> {
        Vec::new()
    }
    /// Looks for a model under assumptions.
    fn solve(&mut self, assumptions: &[Bit], limits: &Limits) -> Answer;
    /// From now on models keep the propagator's rule.
    fn attach(&mut self, propagator: Box<dyn Propagator>, observed: &[Bit]);
    /// From now on each step is told to `proof`.
    fn log(&mut self, proof: Box<dyn ProofSink>);
    /// What it has done so far.
    fn statistics(&self) -> Statistics;
}

/// A SAT solver with clauses in it; more can be added between questions.
pub struct Solver {
    backend: Backend,
    sat: Box<dyn Sat>,
    variables: usize,
    loaded: usize,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new(Backend::default())
    }
}

impl Solver {
    /// A solver without clauses.
    pub fn new(backend: Backend) -> Solver {
        let sat: Box<dyn Sat> = match backend {
            Backend::Own => Box::new(Cdcl::new()),
            Backend::Batsat => Box::new(batsat::Batsat::new()),
            #[cfg(feature = "cadical")]
            Backend::Cadical => Box::new(cadical::Cadical::new()),
        };
        Solver { backend, sat, variables: 0, loaded: 0 }
    }

    /// From now on models also keep the rule of `propagator`, which hears of `observed` bits when
    /// they become true. A solver has one propagator at most; a later one takes its place.
    pub fn attach(&mut self, propagator: Box<dyn Propagator>, observed: &[Bit]) {
        let open: Vec<Bit> = observed.iter().copied().filter(|b| b.value().is_none()).collect();
        self.grow(open.iter().map(|bit| bit.index()).max().unwrap_or(0));
        self.sat.attach(propagator, &open);
    }

    /// From now on each step is told to `proof`. To be called before any clause is added. CaDiCaL tells
    /// nobody: there our own solver takes its place.
    pub fn log(&mut self, proof: Box<dyn ProofSink>) {
        if !matches!(self.backend, Backend::Own | Backend::Batsat) {
            *self = Solver::new(Backend::Own);
        }
        self.sat.log(proof);
    }

    /// Adds the clauses of `cnf` that came after those of the last call: a solver follows one
    /// growing `cnf`.
    pub fn load(&mut self, cnf: &Cnf) {
        // Without limits nothing stops it.
        let _ = self.load_within(cnf, &Limits::none());
    }

    /// The same within limits: where one is reached, a later call goes on.
    pub fn load_within(&mut self, cnf: &Cnf, limits: &Limits) -> Result<(), Stop> {
        /// Clauses between two looks at the limits.
        const CLAUSES_AT_ONCE: usize = 1 << 16;
        self.grow(cnf.variables());
        while self.loaded < cnf.len() {
            limits.check()?;
            let end = cnf.len().min(self.loaded + CLAUSES_AT_ONCE);
            for index in self.loaded..end {
                self.sat.add_of(cnf.owner(index), cnf.clause(index));
            }
            self.loaded = end;
        }
        Ok(())
    }

    /// Adds one clause that is not part of the loaded ones. Known bits fold away.
    pub fn add(&mut self, clause: &[Bit]) {
        if !clause.contains(&Bit::TRUE) {
            let open: Vec<Bit> = clause.iter().copied().filter(|&b| b != Bit::FALSE).collect();
            self.grow(open.iter().map(|bit| bit.index()).max().unwrap_or(0));
            self.sat.add(&open);
        }
    }

    /// A model in which all of `assumptions` are true, or why there is none.
    pub fn solve(&mut self, assumptions: &[Bit], limits: &Limits) -> Answer {
        if assumptions.contains(&Bit::FALSE) {
            return Answer::No(vec![Bit::FALSE]);
        }
        let open: Vec<Bit> = assumptions.iter().copied().filter(|&b| b != Bit::TRUE).collect();
        self.grow(open.iter().map(|bit| bit.index()).max().unwrap_or(0));
        self.sat.solve(&open, limits)
    }

    /// What the solver has done so far.
    pub fn statistics(&self) -> Statistics {
        self.sat.statistics()
    }

    /// By the number that the encoder gave a law: the conflicts that a clause of it took part in.
    pub(crate) fn conflicts_by_owner(&self) -> Vec<u64> {
        self.sat.conflicts_by_owner()
    }

    fn grow(&mut self, variables: usize) {
        if variables > self.variables {
            self.sat.grow(variables);
            self.variables = variables;
        }
    }
}
