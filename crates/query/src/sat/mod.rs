//! The engine that asks a SAT solver about the laws of a game.
//!
//! A line without replies `*` is one question: [`encode`] writes it down, the solver fills the holes.
//! Replies are met by counterexample-guided refinement in [`strategy`]. [`verify`] looks for a line
//! that breaks the expectation, [`debug`] for the few demands, laws and pieces that conflict.

pub mod always;
mod debug;
mod encode;
mod played;
pub mod reduced;
mod strategy;
mod verify;

use crate::answer::{Found, Solution, Statistics};
use crate::ask::Certificate;
use crate::demands::Demands;
use crate::laws::{Laws, PlanOf, Understood};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use zugwerk_game::Instant;
use zugwerk_logic::{
    Answer, Backend, Bit, Cnf, Encoder, Limits, Profile, ProofChecker, Solver, Stop,
};

/// What is kept for those who ask what a question cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// The cost of each law.
    pub profile: bool,
    /// The clauses.
    pub cnf: bool,
    /// Proofs of refutations, checked.
    pub certificate: bool,
}

/// The engine, and what it has done so far.
pub struct Sat<'a> {
    limits: &'a Limits,
    backend: Backend,
    wanted: Wanted,
    /// The names of the laws that do not hold, in questions about fewer laws.
    pub put_aside: Vec<&'static str>,
    /// What it cost.
    pub statistics: Statistics,
    /// What each law cost in the last question.
    pub profile: Option<Profile>,
    /// The clauses of the last question.
    pub cnf: Option<Cnf>,
    /// What the checker says of every refutation so far.
    pub certificate: Option<Certificate>,
}

impl<'a> Sat<'a> {
    /// An engine that has done nothing yet.
    pub fn new(limits: &'a Limits, backend: Backend, wanted: Wanted) -> Sat<'a> {
        Sat {
            limits,
            backend,
            wanted,
            put_aside: Vec::new(),
            statistics: Statistics::default(),
            profile: None,
            cnf: None,
            certificate: None,
        }
    }

    /// Up to `most` ways to carry out the plan.
    pub fn solve<L: Laws>(
        &mut self,
        laws: &L,
        sketch: &Understood<L>,
        plan: &PlanOf<L>,
        most: usize,
    ) -> Found {
        strategy::solve(self, laws, sketch, plan, most)
    }

    /// A line that breaks the plan, with the start where that has holes.
    pub fn verify<L: Laws>(
        &mut self,
        laws: &L,
        sketch: &Understood<L>,
        plan: &PlanOf<L>,
    ) -> Result<Option<Solution>, Stop> {
        verify::verify(self, laws, sketch, plan)
    }

    /// The demands, laws and facts that already conflict, in sentences; none when they do not.
    pub fn debug<L: Laws>(
        &mut self,
        laws: &L,
        sketch: &Understood<L>,
        plan: &PlanOf<L>,
        demands: &Demands,
    ) -> Result<Option<Vec<String>>, Stop> {
        debug::debug(self, laws, sketch, plan, demands)
    }

    /// Whether refutations are to be proved.
    fn wants_proofs(&self) -> bool {
        self.wanted.certificate
    }

    /// An encoder that looks at the limits.
    fn encoder(&self) -> Encoder {
        Encoder::new().within(self.limits)
    }

    /// The same, in which every law can be put aside.
    fn encoder_of_names(&self) -> Encoder {
        Encoder::with_named_laws().within(self.limits)
    }
}

/// A solver that follows an encoder, with the engine's books.
struct Session {
    encoder: Encoder,
    solver: Solver,
    proof: Option<Arc<Mutex<ProofChecker>>>,
    conflicts: u64,
    time: Duration,
    /// Steps of the proof that are in the books already.
    checked: u64,
}

impl Session {
    /// A session whose refutations are `proved` where that is wanted.
    fn new(sat: &Sat, encoder: Encoder, proved: bool) -> Session {
        let mut solver = Solver::new(sat.backend);
        let proof = (proved && sat.wanted.certificate).then(|| {
            let checker = Arc::new(Mutex::new(ProofChecker::new()));
            solver.log(Box::new(checker.clone()));
            checker
        });
        Session { encoder, solver, proof, conflicts: 0, time: Duration::ZERO, checked: 0 }
    }

    /// Asks the solver about all clauses so far.
    fn solve(&mut self, sat: &mut Sat, assumptions: &[Bit]) -> Result<Answer, Stop> {
        self.solve_within(sat, assumptions, sat.limits)
    }

    /// The same with limits of its own.
    fn solve_within(
        &mut self,
        sat: &mut Sat,
        assumptions: &[Bit],
        limits: &Limits,
    ) -> Result<Answer, Stop> {
        let start = Instant::now();
        let answer = self.solve_refined(assumptions, limits);
        self.time += start.elapsed();
        sat.statistics.solve_seconds += start.elapsed().as_secs_f64();
        let conflicts = self.solver.statistics().conflicts;
        sat.statistics.conflicts += conflicts - self.conflicts;
        self.conflicts = conflicts;
        match answer? {
            Answer::Unknown(stop) => Err(stop),
            answer => Ok(answer),
        }
    }

    /// Asks until the model fits the comparisons that are not written down.
    fn solve_refined(&mut self, assumptions: &[Bit], limits: &Limits) -> Result<Answer, Stop> {
        loop {
            if let Some(stop) = self.encoder.stopped() {
                return Err(stop);
            }
            self.solver.load_within(self.encoder.cnf(), limits)?;
            match self.solver.solve(assumptions, limits) {
                Answer::Yes(model) if self.encoder.refine(&model) => {}
                answer => return Ok(answer),
            }
        }
    }

    /// Has the proof checked that the solver has just refuted its clauses, or that `clause` follows from
    /// them.
    fn certify(&mut self, sat: &mut Sat, clause: &[Bit]) {
        let Some(proof) = &self.proof else { return };
        let mut checker = proof.lock().unwrap_or_else(PoisonError::into_inner);
        let nothing = Certificate { accepted: true, proofs: 0, steps: 0 };
        let earlier = sat.certificate.unwrap_or(nothing);
        sat.certificate = Some(Certificate {
            accepted: earlier.accepted && checker.accepts(clause),
            proofs: earlier.proofs + 1,
            steps: earlier.steps + checker.steps() - self.checked,
        });
        self.checked = checker.steps();
    }

    /// Writes into the engine's books what this session, the main one of a plan, was like.
    fn close(mut self, sat: &mut Sat, refuted: bool) {
        if refuted {
            self.certify(sat, &[]);
        }
        sat.statistics.variables = self.encoder.cnf().variables() as u64;
        sat.statistics.clauses = self.encoder.cnf().len() as u64;
        if sat.wanted.profile {
            sat.profile = Some(self.encoder.profile_of(&self.solver, self.time));
        }
    }

    /// Keeps the clauses so far for those who want to see them, and that each of `bits` is true.
    fn keep_clauses(&self, sat: &mut Sat, bits: &[Bit]) {
        if sat.wanted.cnf {
            let mut cnf = self.encoder.cnf().clone();
            bits.iter().for_each(|&bit| {
                cnf.add(&[bit]);
            });
            sat.cnf = Some(cnf);
        }
    }
}

/// Runs `work` and adds its time to what encoding took.
fn timed<T>(sat: &mut Sat, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    sat.statistics.encode_seconds += start.elapsed().as_secs_f64();
    result
}
