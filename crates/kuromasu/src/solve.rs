//! Solutions of a puzzle: deduce what is plain, ask the solver for the rest.

use crate::chains::Chains;
use crate::connect::{Connectivity, separates};
use crate::deduce::{Colour, deduce_within};
use crate::encode::{Cells, local_rules, not_both_black, numbers_share_runs, unconstrained_cells};
use crate::rules::broken_rules;
use crate::{Cell, Colouring, Puzzle};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use zugwerk_game::Instant;
use zugwerk_logic::{
    Answer, Backend, Bit, Cnf, Encoder, Limits, Model, ProofChecker, Solver, Statistics, Stop,
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
    puzzle: Arc<Puzzle>,
    options: Options,
    stage: Stage,
    encoder: Encoder,
    cells: Cells,
    /// Cells that are taken to be white at first because no number cares.
    idle: Vec<u32>,
    solver: Solver,
    proof: Option<Arc<Mutex<ProofChecker>>>,
    statistics: SolveStatistics,
}

/// How far a search is.
enum Stage {
    /// Nothing is deduced or encoded yet.
    New,
    /// Deduction and idleness have left nothing to ask the solver.
    Filled,
    /// The solver is asked.
    Solving,
    /// This solution was found, with all idle cells white.
    Found(Colouring),
    /// Those idle cells of it that may become black do so, one at a time.
    Varying { base: Colouring, variants: Vec<u32>, next: usize },
    /// There are no more solutions.
    Done,
}

/// What a search has cost so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolveStatistics {
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

/// Literals that may wait to be handed to the solver.
const BATCH: usize = 1 << 18;

impl Search {
    /// A search that has not begun.
    pub fn new(puzzle: &Puzzle, options: &Options) -> Search {
        Search {
            puzzle: Arc::new(puzzle.clone()),
            options: options.clone(),
            stage: Stage::New,
            encoder: Encoder::new(),
            cells: Cells { black: Vec::new() },
            idle: Vec::new(),
            solver: Solver::new(options.backend),
            proof: None,
            statistics: SolveStatistics::default(),
        }
    }

    /// Another solution, different from all before.
    pub fn next(&mut self, limits: &Limits) -> Next {
        match self.step(limits) {
            Err(stop) => Next::Limit(stop),
            Ok(Some(solution)) => Next::Solution(solution),
            Ok(None) => {
                self.stage = Stage::Done;
                Next::NoMore
            }
        }
    }

    fn step(&mut self, limits: &Limits) -> Result<Option<Colouring>, Stop> {
        limits.check()?;
        if let Stage::New = self.stage {
            self.begin(limits)?;
        }
        if let Stage::Found(base) = &self.stage {
            let (base, variants) = (base.clone(), self.variants(base));
            self.stage = Stage::Varying { base, variants, next: 0 };
        }
        if let Stage::Varying { base, variants, next } = &mut self.stage {
            if let Some(&blackened) = variants.get(*next) {
                *next += 1;
                let black = |cell| cell == blackened as Cell || base.is_black(cell);
                return Ok(Some(Colouring::new(&self.puzzle, black)));
            }
            self.encode_unconstrained_cells();
        }
        match self.stage {
            Stage::Filled => Ok(self.filled()),
            Stage::Solving => self.solve(limits),
            _ => Ok(None),
        }
    }

    /// Deduces, and encodes what deduction leaves open.
    fn begin(&mut self, limits: &Limits) -> Result<(), Stop> {
        let start = Instant::now();
        let puzzle = &self.puzzle;
        let Options { connectivity, certify, .. } = self.options;
        let deduced = match self.options.deduce && !certify {
            true => deduce_within(puzzle, limits)?,
            false => Ok(vec![Colour::Open; puzzle.cells()]),
        };
        let deducing = start.elapsed();
        self.statistics.deducing = deducing;
        let Ok(mut colours) = deduced else {
            self.stage = Stage::Done;
            return Ok(());
        };
        let count = |colours: &[Colour]| colours.iter().filter(|&&c| c == Colour::Open).count();
        self.statistics.open = count(&colours);
        if !connectivity.is_clauses() {
            self.idle = unconstrained_cells(puzzle, &colours);
            self.idle.iter().for_each(|&cell| colours[cell as Cell] = Colour::White);
        }
        let (mut encoder, mut solver) = (Encoder::new(), Solver::new(self.options.backend));
        let proof = certify.then(|| Arc::new(Mutex::new(ProofChecker::new())));
        if let Some(proof) = &proof {
            solver.log(Box::new(proof.clone()));
        }
        let cells = Cells::new(&mut encoder, &colours);
        let mut stage = Stage::Filled;
        if count(&colours) > 0 {
            drop(colours);
            let mut pause = |encoder: &mut Encoder| {
                if encoder.cnf().literals() > BATCH {
                    solver.load(encoder.cnf());
                    encoder.forget_clauses();
                }
                limits.check()
            };
            let sights = local_rules(&mut encoder, puzzle, &cells, &mut pause)?;
            if !certify {
                numbers_share_runs(&mut encoder, puzzle, &cells, &sights);
            }
            connectivity.encode(&mut encoder, puzzle, &cells, limits)?;
            drop(sights);
            encoder.forget_gates();
            solver.load(encoder.cnf());
            encoder.forget_clauses();
            connectivity.attach(&mut solver, puzzle, &cells, Bit::TRUE);
            stage = Stage::Solving;
        }
        (self.encoder, self.cells, self.solver, self.proof) = (encoder, cells, solver, proof);
        self.stage = stage;
        self.count_effort(start.elapsed() - deducing);
        Ok(())
    }

    /// The only candidate where nothing is open. What deduction filled in need not be all rules.
    fn filled(&mut self) -> Option<Colouring> {
        let solution = self.colouring(&Model::new(Vec::new()));
        if !broken_rules(&self.puzzle, &solution).is_empty() {
            return None;
        }
        self.stage = match self.idle.is_empty() {
            true => Stage::Done,
            false => Stage::Found(solution.clone()),
        };
        Some(solution)
    }

    fn solve(&mut self, limits: &Limits) -> Result<Option<Colouring>, Stop> {
        let start = Instant::now();
        let answer = self.solver.solve(&[], limits);
        self.statistics.solving += start.elapsed();
        self.statistics.solver = self.solver.statistics();
        match answer {
            Answer::Unknown(stop) => Err(stop),
            Answer::No(_) => Ok(None),
            Answer::Yes(model) => {
                let solution = self.colouring(&model);
                if self.idle.is_empty() {
                    self.exclude(&solution, None);
                } else {
                    self.stage = Stage::Found(solution.clone());
                }
                Ok(Some(solution))
            }
        }
    }

    /// The idle cells that may be black instead of white in this solution, one at a time.
    fn variants(&self, base: &Colouring) -> Vec<u32> {
        let chains = Chains::new(&self.puzzle, base);
        let touches = |cell| self.puzzle.neighbours(cell).any(|beside| base.is_black(beside));
        let fits = |cell: Cell| !touches(cell) && !chains.would_close(&self.puzzle, cell);
        self.idle.iter().copied().filter(|&cell| fits(cell as Cell)).collect()
    }

    /// Lets the solver colour the idle cells as well, and excludes the solutions found before that.
    fn encode_unconstrained_cells(&mut self) {
        let start = Instant::now();
        let before = std::mem::replace(&mut self.stage, Stage::Solving);
        let (puzzle, encoder) = (&self.puzzle, &mut self.encoder);
        let idle = std::mem::take(&mut self.idle);
        let idle = idle.iter().map(|&cell| cell as Cell);
        idle.clone().for_each(|cell| self.cells.black[cell] = encoder.fresh());
        for cell in idle {
            not_both_black(encoder, &self.cells, cell, puzzle.neighbours(cell));
        }
        self.solver.load(encoder.cnf());
        encoder.forget_clauses();
        self.options.connectivity.attach(&mut self.solver, puzzle, &self.cells, Bit::TRUE);
        self.count_effort(start.elapsed());
        if let Stage::Varying { base, variants, .. } = before {
            self.exclude(&base, None);
            variants.into_iter().for_each(|cell| self.exclude(&base, Some(cell as Cell)));
        }
    }

    fn count_effort(&mut self, encoding: Duration) {
        self.statistics.variables = self.encoder.cnf().variables();
        self.statistics.clauses = self.encoder.cnf().len();
        self.statistics.encoding += encoding;
    }

    /// From now on, only other solutions than this one, or than this one with one more cell black.
    fn exclude(&mut self, solution: &Colouring, blackened: Option<Cell>) {
        let cells = self.cells.black.iter().enumerate();
        let open = cells.filter(|(_, bit)| bit.value().is_none());
        let differs = open.map(|(cell, &black)| {
            let was_black = solution.is_black(cell) || blackened == Some(cell);
            if was_black { !black } else { black }
        });
        self.solver.add(&differs.collect::<Vec<_>>());
    }

    fn colouring(&self, model: &Model) -> Colouring {
        Colouring::new(&self.puzzle, |cell| model.is_true(self.cells.black[cell]))
    }

    /// Whether the proof that there are no more solutions holds: every derived clause follows, the
    /// contradiction is reached, and every cut is one. None before [`Next::NoMore`], or when no proof
    /// was asked for.
    pub fn certified(&self) -> Option<Certificate> {
        let proof = self.proof.as_ref().filter(|_| matches!(self.stage, Stage::Done))?;
        let mut proof = proof.lock().unwrap_or_else(PoisonError::into_inner);
        let cells = self.cells.black.iter().enumerate();
        let open = cells.filter(|(_, black)| black.value().is_none());
        let cells: HashMap<Bit, Cell> = open.map(|(cell, &black)| (!black, cell)).collect();
        let cell = |bit: &Bit| cells.get(bit).copied();
        let is_cut = |lemma: &Vec<Bit>| {
            let cells: Option<Vec<usize>> = lemma.iter().map(cell).collect();
            cells.is_some_and(|cells| separates(&self.puzzle, &cells))
        };
        let valid = proof.accepts(&[]) && proof.lemmas().iter().all(is_cut);
        Some(Certificate { valid, steps: proof.steps(), cuts: proof.lemmas().len() })
    }

    /// What the search has cost so far.
    pub fn statistics(&self) -> SolveStatistics {
        self.statistics
    }
}

/// All rules of a puzzle as clauses, for other solvers.
pub struct Clauses {
    encoder: Encoder,
    cells: Cells,
}

impl Clauses {
    /// Nothing is deduced beforehand. Rule 4 is missing where `connectivity` cannot state it in
    /// clauses, see [`Connectivity::is_clauses`].
    pub fn new(
        puzzle: &Puzzle,
        connectivity: Connectivity,
        limits: &Limits,
    ) -> Result<Clauses, Stop> {
        let mut encoder = Encoder::new();
        let cells = Cells::new(&mut encoder, &vec![Colour::Open; puzzle.cells()]);
        local_rules(&mut encoder, puzzle, &cells, &mut |_| limits.check())?;
        connectivity.encode(&mut encoder, puzzle, &cells, limits)?;
        Ok(Clauses { encoder, cells })
    }

    /// The clauses.
    pub fn cnf(&self) -> &Cnf {
        self.encoder.cnf()
    }

    /// The bit of each cell, true for black.
    pub fn bits(&self) -> &[Bit] {
        &self.cells.black
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
