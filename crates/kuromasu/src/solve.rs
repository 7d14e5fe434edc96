//! Solutions of a puzzle: deduce what is plain, ask the solver for the rest.

use crate::connect::{Connectivity, separates};
use crate::deduce::{Colour, deduce};
use crate::encode::{Cells, local_rules, numbers_share_runs};
use crate::rules::broken_rules;
use crate::{Colouring, Puzzle};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use zugwerk_logic::{
    Answer, Backend, Bit, Cnf, Encoder, Limits, Model, Profile, ProofChecker, Solver, Statistics,
    Stop,
};

/// How to look for solutions.
#[derive(Clone, Debug)]
pub struct Options {
    /// How the solver learns of rule 4.
    pub connectivity: Connectivity,
    /// Which solver.
    pub backend: Backend,
    /// Whether plain deduction goes first.
    pub deduce: bool,
    /// Whether every "no more solutions" comes with a checked proof. The proof is about the bare
    /// rules, so deduction stays out of it.
    pub certify: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            connectivity: Connectivity::default(),
            backend: Backend::default(),
            deduce: true,
            certify: false,
        }
    }
}

/// What a search for the next solution found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A solution that was not there before.
    Solution(Colouring),
    /// There are no more.
    NoMore,
    /// A limit came first.
    Limit(Stop),
}

/// A search for the solutions of a puzzle, one after the other.
///
/// ```
/// use zugwerk_kuromasu::{Next, Options, Puzzle, Search};
/// use zugwerk_logic::Limits;
/// let puzzle: Puzzle = "w 6\nh 5\nc 0 4 6\nc 1 3 5\nc 1 5 8\nc 3 2 10\nc 3 0 8\nc 4 1 9".parse().unwrap();
/// let mut search = Search::new(&puzzle, &Options::default());
/// let Next::Solution(solution) = search.next(&Limits::none()) else { panic!() };
/// assert_eq!(solution.rows('w', 'b').next().unwrap(), "wwwbww");
/// assert_eq!(search.next(&Limits::none()), Next::NoMore);
/// ```
pub struct Search {
    puzzle: Puzzle,
    connectivity: Connectivity,
    encoder: Encoder,
    cells: Cells,
    solver: Solver,
    proof: Option<Arc<Mutex<ProofChecker>>>,
    contradiction: bool,
    open: usize,
    effort: Effort,
}

/// What a search has cost so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Cells that deduction left open.
    pub open: usize,
    /// Variables of the encoding.
    pub variables: usize,
    /// Clauses of the encoding.
    pub clauses: usize,
    /// Time spent deducing.
    pub deducing: Duration,
    /// Time spent encoding.
    pub encoding: Duration,
    /// Time spent solving.
    pub solving: Duration,
    /// What the solver did.
    pub solver: Statistics,
}

impl Search {
    /// Deduces and encodes; the solver has not run yet.
    pub fn new(puzzle: &Puzzle, options: &Options) -> Search {
        let start = Instant::now();
        let plain = options.deduce && !options.certify;
        let deduced = if plain { deduce(puzzle) } else { Ok(vec![Colour::Open; puzzle.cells()]) };
        let deducing = start.elapsed();
        let contradiction = deduced.is_err();
        let colours = deduced.unwrap_or_default();
        let mut encoder = Encoder::new();
        let cells = Cells::new(&mut encoder, &colours);
        let mut solver = Solver::new(options.backend);
        let proof = options.certify.then(|| Arc::new(Mutex::new(ProofChecker::new())));
        if let Some(proof) = &proof {
            solver.log(Box::new(proof.clone()));
        }
        let open = colours.iter().filter(|&&colour| colour == Colour::Open).count();
        if open > 0 {
            let sights = local_rules(&mut encoder, puzzle, &cells);
            if !options.certify {
                numbers_share_runs(&mut encoder, puzzle, &cells, &sights);
            }
            options.connectivity.encode(&mut encoder, puzzle, &cells);
            solver.load(encoder.cnf());
            options.connectivity.attach(&mut solver, puzzle, &cells, Bit::TRUE);
        }
        let effort = Effort {
            open,
            variables: encoder.cnf().variables(),
            clauses: encoder.cnf().len(),
            deducing,
            encoding: start.elapsed() - deducing,
            ..Effort::default()
        };
        Search {
            puzzle: puzzle.clone(),
            connectivity: options.connectivity,
            encoder,
            cells,
            solver,
            proof,
            contradiction,
            open,
            effort,
        }
    }

    /// Another solution, different from all before.
    pub fn next(&mut self, limits: &Limits) -> Next {
        if self.contradiction {
            return Next::NoMore;
        }
        if self.open == 0 {
            // Deduction filled the board; what it filled in need not be all rules.
            self.contradiction = true;
            let solution = self.colouring(&Model::new(Vec::new()));
            let valid = broken_rules(&self.puzzle, &solution).is_empty();
            return if valid { Next::Solution(solution) } else { Next::NoMore };
        }
        let start = Instant::now();
        let answer = self.solver.solve(&[], limits);
        self.effort.solving += start.elapsed();
        self.effort.solver = self.solver.statistics();
        match answer {
            Answer::Unknown(stop) => Next::Limit(stop),
            Answer::No(_) => {
                self.contradiction = true;
                Next::NoMore
            }
            Answer::Yes(model) => {
                let differs = |&bit: &Bit| if model.is_true(bit) { !bit } else { bit };
                let blocked: Vec<Bit> = self.cells.black.iter().map(differs).collect();
                let open = |bit: &&Bit| bit.value().is_none();
                let blocked: Vec<Bit> = blocked.iter().filter(open).copied().collect();
                self.solver.add(&blocked);
                Next::Solution(self.colouring(&model))
            }
        }
    }

    fn colouring(&self, model: &Model) -> Colouring {
        Colouring::new(&self.puzzle, |cell| model.is_true(self.cells.black[cell]))
    }

    /// Whether the proof that there are no more solutions holds: every derived clause follows, the
    /// contradiction is reached, and every cut is one. None before [`Next::NoMore`], or when no proof
    /// was asked for.
    pub fn certified(&self) -> Option<Certificate> {
        let proof = self.proof.as_ref().filter(|_| self.contradiction)?;
        let mut proof = proof.lock().unwrap_or_else(PoisonError::into_inner);
        let cell = |bit: &Bit| self.cells.black.iter().position(|&black| black == !*bit);
        let is_cut = |lemma: &Vec<Bit>| {
            let cells: Option<Vec<usize>> = lemma.iter().map(cell).collect();
            cells.is_some_and(|cells| separates(&self.puzzle, &cells))
        };
        let valid = proof.accepts(&[]) && proof.lemmas().iter().all(is_cut);
        Some(Certificate { valid, steps: proof.steps(), cuts: proof.lemmas().len() })
    }

    /// What the search has cost so far.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// The clauses as given to the solver. With [`Connectivity::Trees`] and [`Connectivity::Steps`]
    /// they hold all rules; otherwise rule 4 is missing.
    pub fn cnf(&self) -> &Cnf {
        self.encoder.cnf()
    }

    /// Whether [`Search::cnf`] holds all rules.
    pub fn is_self_contained(&self) -> bool {
        matches!(self.connectivity, Connectivity::Trees | Connectivity::Steps)
    }

    /// The bit of each cell, true for black, known where deduction found the colour.
    pub fn bits(&self) -> &[Bit] {
        &self.cells.black
    }

    /// What each rule costs in variables and clauses.
    pub fn profile(&self) -> Profile {
        self.encoder.profile()
    }
}

/// The outcome of checking a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Whether it proves what it should.
    pub valid: bool,
    /// Derived clauses checked.
    pub steps: u64,
    /// Cuts checked.
    pub cuts: usize,
}
