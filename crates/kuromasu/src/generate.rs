//! New puzzles: a random solution, all its numbers, and then as many of them taken away as the wanted
//! difficulty allows. Every puzzle that comes out has exactly one solution, which is proved each time.

mod strip;

use crate::forest::{BlackForest, splits_line};
use crate::probe::difficulty_within;
use crate::rules::visible;
use crate::solve::{Next, Options, Search};
use crate::{Cell, Clue, Colouring, Puzzle, SizeError};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng, rngs::StdRng};
use strip::Strip;
use thiserror::Error;
use zugwerk_logic::{Limits, Stop};
use zugwerk_puzzle::{Difficulty, Site, Symmetry};

/// The word for a symmetry in Kuromasu's own commands, where half a turn is a turn.
pub fn symmetry_name(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::Half => "turn",
        other => other.name(),
    }
}

/// What kind of puzzle to make.
#[derive(Clone, Debug)]
pub struct Request {
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
    /// The same request with the same seed gives the same puzzle.
    pub seed: u64,
    /// How the clues are laid out.
    pub symmetry: Symmetry,
    /// How hard it shall be; any when none is named.
    pub difficulty: Option<Difficulty>,
    /// Whether no clue may be left that could be taken away.
    pub minimal: bool,
}

/// A new puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Colouring,
    /// How hard it is.
    pub difficulty: Difficulty,
}

/// Why there is no new puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// There are no such boards.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Only squares are the same after a quarter of a turn.
    #[error("a board that is the same after a quarter of a turn is a square")]
    NoSquare,
    /// A limit came first.
    #[error("a limit was reached before a puzzle was found")]
    Limit(Stop),
    /// Nothing that fits turned up.
    #[error("no {} puzzle turned up in {ATTEMPTS} attempts; try a larger board or another difficulty", .0.name())]
    NotFound(Difficulty),
}

/// Solutions tried before giving up.
const ATTEMPTS: usize = 200;

/// Makes a puzzle. `progress` hears of each attempt, and of the clues left and still to be tried.
pub fn generate(
    request: &Request,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<Generated, GenerateError> {
    let empty = Puzzle::new(request.height, request.width)?;
    if request.symmetry == Symmetry::Quarter && request.height != request.width {
        return Err(GenerateError::NoSquare);
    }
    let mut random = StdRng::seed_from_u64(request.seed);
    for attempt in 1..=ATTEMPTS {
        let density = random.random_range(0.35..0.6);
        let solution = random_solution(&empty, density, &mut random);
        let full = with_all_numbers(&empty, &solution, request.symmetry);
        let mut report = |clues, left| progress(Progress { attempt, clues, left });
        let mut order = firsts(&full, request.symmetry);
        order.shuffle(&mut random);
        let strip = Strip { full: &full, solution: &solution, symmetry: request.symmetry, limits };
        let stripped = strip.run(order, request, &mut report).map_err(GenerateError::Limit)?;
        let Some(puzzle) = stripped else { continue };
        let found = difficulty_within(&puzzle, limits).map_err(GenerateError::Limit)?;
        if request.difficulty.is_some_and(|wanted| wanted != found) {
            continue;
        }
        match only_solution(&puzzle, limits) {
            Err(stop) => return Err(GenerateError::Limit(stop)),
            Ok(true) => return Ok(Generated { puzzle, solution, difficulty: found }),
            Ok(false) => {}
        }
    }
    Err(GenerateError::NotFound(request.difficulty.unwrap_or(Difficulty::Easy)))
}

/// How far the generator is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The solution that is tried, counted from 1.
    pub attempt: usize,
    /// Clues on the board now.
    pub clues: usize,
    /// Clues (or groups of them, in a symmetric layout) still to be tried.
    pub left: usize,
}

/// A random colouring that keeps rules 1 and 4: cells in random order become black with this
/// probability where the rules let them.
fn random_solution(puzzle: &Puzzle, density: f64, random: &mut StdRng) -> Colouring {
    let mut order: Vec<Cell> = (0..puzzle.cells()).collect();
    order.shuffle(random);
    let mut black = vec![false; puzzle.cells()];
    let mut white: Vec<bool> = (0..puzzle.cells()).map(|cell| splits_line(puzzle, cell)).collect();
    let mut forest = BlackForest::new(puzzle);
    let mut forced = Vec::new();
    for cell in order {
        let touches = puzzle.neighbours(cell).any(|next| black[next]);
        if white[cell] || touches || !random.random_bool(density) {
            continue;
        }
        black[cell] = true;
        forced.clear();
        forest.insert(cell, &mut forced);
        forced.iter().for_each(|&cell| white[cell] = true);
    }
    Colouring::new(puzzle, |cell| black[cell])
}

/// The clues of a puzzle with this symmetry, the first of each group that belongs together.
fn firsts(puzzle: &Puzzle, symmetry: Symmetry) -> Vec<Cell> {
    let is_first = |&cell: &Cell| {
        let images = symmetry.images(puzzle.board(), Site::Cell, cell);
        images.iter().all(|&image| cell <= image)
    };
    puzzle.clues().map(|(cell, _)| cell).filter(is_first).collect()
}

/// A number in every white cell whose images under the symmetry are white too.
fn with_all_numbers(empty: &Puzzle, solution: &Colouring, symmetry: Symmetry) -> Puzzle {
    let mut full = empty.clone();
    for cell in 0..empty.cells() {
        if symmetry
            .images(empty.board(), Site::Cell, cell)
            .iter()
            .all(|&image| !solution.is_black(image))
        {
            full.set_clue(cell, Some(Clue::Number(visible(empty, solution, cell))));
        }
    }
    full
}

/// Whether the puzzle has exactly one solution.
fn only_solution(puzzle: &Puzzle, limits: &Limits) -> Result<bool, Stop> {
    let mut search = Search::new(puzzle, &Options::default());
    let mut count = 0;
    loop {
        match search.next(limits) {
            Next::Limit(stop) => return Err(stop),
            Next::NoMore => return Ok(count == 1),
            Next::Solution(_) => count += 1,
        }
        if count > 1 {
            return Ok(false);
        }
    }
}
