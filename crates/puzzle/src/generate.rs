//! New puzzles: a random solution, all the clues that it keeps, and then as few of them as leave it the only one; or, where
//! clues lie where the solution wants them, a draft that is changed until its solution is the only one.
//!
//! A puzzle is unique by the solver's proof, and graded by its explanation.

mod clues;
mod draft;
mod grow;
mod laid;
mod layout;
mod outline;
mod strip;
mod symmetry;

use crate::explain::{Ending, Explainer};
use crate::ground::{GroundError, ground};
use crate::kind::Kind;
use crate::local::Pool;
use crate::place::Place;
use crate::solve::{Search, answer_of};
use crate::{Answer, Board, Puzzle, Side, Site, Value};
use clues::{Spot, fill_clues};
use draft::Draft;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
pub use symmetry::Symmetry;
use thiserror::Error;
use zugwerk_logic::{Answer as Found, Bit, Limits, Solver, Stop};

/// How hard a puzzle is to solve by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// Single laws are enough, one after the other, and here and there a look two or three steps ahead.
    Easy,
    /// Now and then one has to suppose something and follow it further, until it leads to a contradiction.
    Medium,
    /// That is not enough either.
    Hard,
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// The size.
    pub board: Board,
    /// So hard, or as near below it as a few tries lead, if that matters.
    pub difficulty: Option<Difficulty>,
    /// How clues lie.
    pub symmetry: Symmetry,
    /// A puzzle of this size whose clues tell where those of the new one stand, and whose rooms and walls are kept.
    pub layout: Option<&'a Puzzle>,
    /// The same seed gives the same puzzle.
    pub seed: u64,
}

/// A new puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub answer: Answer,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// The difficulties of all steps together: a number that orders puzzles.
    pub score: u32,
}

/// Why there is no new puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// The board does not suit the kind.
    #[error("{0}")]
    Board(String),
    /// A limit came first.
    #[error("{}", limit_words(.0))]
    Limit(Stop),
    /// Many tries, and none was good.
    #[error(
        "no puzzle like that was found in {0} tries; another seed, size or difficulty may help"
    )]
    Unlucky(usize),
}

fn limit_words(stop: &Stop) -> &'static str {
    match stop {
        Stop::Time => {
            "no puzzle like that was found in time; more time, another seed, size or difficulty may help"
        }
        stop => crate::report::limit_words(*stop),
    }
}

impl From<Stop> for GenerateError {
    fn from(stop: Stop) -> GenerateError {
        GenerateError::Limit(stop)
    }
}

impl From<GroundError> for GenerateError {
    fn from(error: GroundError) -> GenerateError {
        match error {
            GroundError::Limit(stop) => GenerateError::Limit(stop),
            GroundError::Puzzle(what) | GroundError::Value(what, _) => GenerateError::Board(what),
            GroundError::Rulebook(mistake) => GenerateError::Board(mistake.to_string()),
        }
    }
}

/// Tries before giving up.
const TRIES: usize = 200;
/// Tries for a puzzle that is exactly as hard as wanted, once one is there that is not too hard.
const EXACT: usize = 8;
/// The same where each takes long and is changed to get harder.
const EXACT_HARDENED: usize = 2;
/// Changes to make a settled draft harder.
const HARDENINGS: usize = 150;
/// Changes of a draft before another is begun, and those without any progress.
const CHANGES: usize = 1500;
const CHANGES_WITHOUT_GAIN: usize = 250;
/// The same where a draft was almost right from the beginning.
const SOON: usize = 8;
/// How many times more often a draft is changed that tells by itself whether it is settled.
const QUICK: usize = 8;
/// What several solutions weigh, more than any that is hard to find.
const SEVERAL: usize = 1_000_000;
/// How many other solutions are looked at to see which places are not settled.
const OTHERS: usize = 3;

/// A new puzzle of the kind.
///
/// ```
/// use zugwerk_puzzle::{Board, Difficulty, Kind, Symmetry, Wish, generate};
/// let wish = Wish {
///     board: Board::new(5, 5),
///     difficulty: Some(Difficulty::Easy),
///     symmetry: Symmetry::None,
///     layout: None,
///     seed: 1,
/// };
/// let tents = Kind::named("tents").unwrap();
/// let made = generate(tents, &wish, &zugwerk_logic::Limits::none()).unwrap();
/// assert_eq!(made.difficulty, Difficulty::Easy);
/// ```
pub fn generate(kind: &Kind, wish: &Wish<'_>, limits: &Limits) -> Result<Generated, GenerateError> {
    check_wish(kind, wish)?;
    let mut chance = StdRng::seed_from_u64(wish.seed);
    let mut best: Option<Generated> = None;
    let exact = if draft::is_followed(kind.name()) { EXACT_HARDENED } else { EXACT };
    for tried in 0..TRIES {
        if best.is_some() && tried >= exact {
            break;
        }
        let made = match limits.check().map_err(GenerateError::from) {
            Ok(()) => attempt(kind, wish, &mut chance, limits),
            Err(stop) => Err(stop),
        };
        let made = match made {
            Err(GenerateError::Limit(Stop::Time)) if best.is_some() => break,
            made => made?,
        };
        let Some(made) = made else { continue };
        match wish.difficulty {
            None => return Ok(made),
            Some(wanted) if made.difficulty == wanted => return Ok(made),
            Some(most) => {
                let is_better = best.as_ref().is_none_or(|best| best.score < made.score);
                if made.difficulty < most && is_better {
                    best = Some(made);
                }
            }
        }
    }
    best.ok_or(GenerateError::Unlucky(TRIES))
}

/// What cannot be had is told at once.
fn check_wish(kind: &Kind, wish: &Wish<'_>) -> Result<(), GenerateError> {
    let (board, name) = (wish.board, kind.name());
    if wish.symmetry != Symmetry::None && draft::suits(name) && !draft::turns(name) {
        let message = format!(
            "the clues of {name} lie where the solution wants them, so they cannot be symmetric"
        );
        return Err(GenerateError::Board(message));
    }
    if let Some(layout) = wish.layout {
        if draft::suits(name) && name != "kakuro" {
            let message = format!(
                "the clues of {name} lie where the solution wants them, so their places cannot be given"
            );
            return Err(GenerateError::Board(message));
        }
        if layout.board != board {
            let given = layout.board;
            let message = format!(
                "the layout is {}x{}, a board of {}x{} was asked for",
                given.width, given.height, board.width, board.height
            );
            return Err(GenerateError::Board(message));
        }
        let is_clue = |name: &String| !layout::is_layout(name) || name == "wall";
        let mut clues = layout.given.iter().filter(|(name, _)| is_clue(name));
        if clues.all(|(_, layer)| layer.values.iter().all(Value::is_empty)) {
            let message = "the layout has no place for a clue; in a grid, ? is one";
            return Err(GenerateError::Board(message.to_string()));
        }
        if wish.symmetry != Symmetry::None {
            let message = "a layout says where clues stand already; symmetry cannot be asked for";
            return Err(GenerateError::Board(message.to_string()));
        }
    }
    let least = draft::least_cells(name);
    if board.cells() < least {
        let message = format!(
            "a {name} of {}x{} has no solution; at least {least} cells are expected",
            board.width, board.height
        );
        return Err(GenerateError::Board(message));
    }
    if name == "takuzu" && (board.width % 2 == 1 || board.height % 2 == 1) {
        let message = format!(
            "a takuzu of {}x{} has no solution; even sides are expected",
            board.width, board.height
        );
        return Err(GenerateError::Board(message));
    }
    if wish.symmetry == Symmetry::Quarter && board.width != board.height {
        let message = format!(
            "a board of {}x{} is not the same after a quarter of a turn; a square is expected",
            board.width, board.height
        );
        return Err(GenerateError::Board(message));
    }
    Ok(())
}

fn attempt(
    kind: &Kind,
    wish: &Wish<'_>,
    chance: &mut StdRng,
    limits: &Limits,
) -> Result<Option<Generated>, GenerateError> {
    let is_easy = begins_easy(kind, wish);
    let grows = is_easy && draft::grows(kind.name());
    let made = match draft::suits(kind.name()) {
        true => {
            let first = match grows {
                true => grow::grown(kind, wish.board, chance, limits)?,
                false => draft::first(kind.name(), wish, chance, limits)?,
            };
            let Some(first) = first else { return Ok(None) };
            if grows {
                // The whole explanation sees a little more than the quick look at each change.
                let made = settled_as(kind, first.puzzle(), limits)?;
                if let Some(made) = made.filter(|made| made.difficulty == Difficulty::Easy) {
                    return match wish.difficulty {
                        Some(wanted) => hardened(kind, first, made, wanted, chance, limits),
                        None => Ok(made),
                    }
                    .map(Some);
                }
            }
            let patience = if grows { SOON } else { CHANGES_WITHOUT_GAIN };
            let settled = settled(kind, wish, first, patience, chance, limits)?;
            let Some((draft, puzzle, answer)) = settled else { return Ok(None) };
            match wish.difficulty.filter(|&wanted| is_easy && wanted > Difficulty::Easy) {
                Some(wanted) => {
                    let (difficulty, score) = grade(kind, &puzzle, limits)?;
                    let easy = Generated { puzzle, answer, difficulty, score };
                    return hardened(kind, draft, easy, wanted, chance, limits).map(Some);
                }
                None => relieved(kind, wish, puzzle, answer, chance, limits)?,
            }
        }
        false => match wish.layout {
            Some(layout) => laid::laid_out(kind, wish, layout, chance, limits)?,
            None => stripped(kind, wish, chance, limits)?,
        },
    };
    let Some((puzzle, answer)) = made else { return Ok(None) };
    let (difficulty, score) = grade(kind, &puzzle, limits)?;
    Ok(Some(Generated { puzzle, answer, difficulty, score }))
}

/// Whether the puzzle is to be easy: also where nothing is said, and at first where a harder one is wanted, if easy ones are
/// found much sooner.
fn begins_easy(kind: &Kind, wish: &Wish<'_>) -> bool {
    wish.difficulty == Some(Difficulty::Easy) || draft::is_followed(kind.name())
}

/// A settled draft, changed anywhere while its solution stays the only one and it gets no easier, until it is as hard as wanted.
fn hardened(
    kind: &Kind,
    mut draft: Box<dyn Draft>,
    mut made: Generated,
    wanted: Difficulty,
    chance: &mut StdRng,
    limits: &Limits,
) -> Result<Generated, GenerateError> {
    for _ in 0..HARDENINGS {
        if made.difficulty == wanted {
            break;
        }
        let Some(changed) = draft.changed(&[], chance) else { continue };
        let next = match settled_as(kind, changed.puzzle(), limits) {
            Err(GenerateError::Limit(Stop::Time)) => break,
            next => next?,
        };
        if let Some(next) =
            next.filter(|next| next.difficulty <= wanted && next.score >= made.score)
        {
            (draft, made) = (changed, next);
        }
    }
    Ok(made)
}

/// The puzzle with its solution and how hard it is; none where it has not exactly one solution.
fn settled_as(
    kind: &Kind,
    puzzle: Puzzle,
    limits: &Limits,
) -> Result<Option<Generated>, GenerateError> {
    let found = Search::new(kind, &puzzle, None, false, limits)?.loose(1, limits)?;
    let Some((answer, _)) = found.filter(|(_, loose)| loose.is_empty()) else { return Ok(None) };
    let (difficulty, score) = grade(kind, &puzzle, limits)?;
    Ok(Some(Generated { puzzle, answer, difficulty, score }))
}

/// A draft with its puzzle and its only solution.
type Settled = (Box<dyn Draft>, Puzzle, Answer);

/// The draft, changed until its solution is the only one, and easy to find where that is wanted.
fn settled(
    kind: &Kind,
    wish: &Wish<'_>,
    mut draft: Box<dyn Draft>,
    patience: usize,
    chance: &mut StdRng,
    limits: &Limits,
) -> Result<Option<Settled>, GenerateError> {
    let is_easy = begins_easy(kind, wish);
    let mut puzzle = draft.puzzle();
    let others = draft.loose(OTHERS);
    // A draft that judges itself is changed in no time.
    let often = if others.is_some() { QUICK } else { 1 };
    let mut pool = Pool::default();
    let first = Unsettled::of(kind, &puzzle, others, is_easy, &mut pool, limits)?;
    let Some(mut state) = first else { return Ok(None) };
    let mut idle = 0;
    for _ in 0..often * CHANGES {
        if state.weight == 0 {
            return Ok(Some((draft, puzzle, state.answer)));
        }
        // Once it has one solution, only the laws tell how easy it is, and that takes time.
        let patience = if state.weight > SEVERAL { often * patience } else { patience };
        if idle > patience {
            break;
        }
        limits.check()?;
        idle += 1;
        let Some(changed) = draft.changed(&state.cells, chance) else { continue };
        let trial = changed.puzzle();
        let others = changed.loose(OTHERS);
        let next = Unsettled::of(kind, &trial, others, is_easy, &mut pool, limits)?;
        let Some(next) = next else { continue };
        if next.weight <= state.weight {
            if next.weight < state.weight {
                idle = 0;
            }
            (draft, puzzle, state) = (changed, trial, next);
        }
    }
    Ok(None)
}

/// The puzzle without the clues that it can do without, where it may lose some.
fn relieved(
    kind: &Kind,
    wish: &Wish<'_>,
    puzzle: Puzzle,
    answer: Answer,
    chance: &mut StdRng,
    limits: &Limits,
) -> Result<Option<(Puzzle, Answer)>, GenerateError> {
    let Some(name) = draft::spare(kind.name()) else { return Ok(Some((puzzle, answer))) };
    let count = puzzle.given.get(name).map_or(0, |layer| layer.values.len());
    let spots = (0..count).filter(|&at| !puzzle.value(name, at).is_empty());
    let spots = spots.map(|at| (name.to_string(), at)).collect();
    let stripped = strip::strip(kind, &puzzle, &answer, spots, wish, chance, limits)?;
    Ok(stripped.map(|puzzle| (puzzle, answer)))
}

/// What is not settled about a puzzle yet.
struct Unsettled {
    /// A solution.
    answer: Answer,
    /// Where others differ, or where single laws do not lead.
    cells: Vec<usize>,
    /// How much: several solutions weigh more than a hard one.
    weight: usize,
}

impl Unsettled {
    /// None where there is no solution. `others` are the cells where other solutions differ, if that is known.
    fn of(
        kind: &Kind,
        puzzle: &Puzzle,
        others: Option<Vec<usize>>,
        is_easy: bool,
        pool: &mut Pool,
        limits: &Limits,
    ) -> Result<Option<Unsettled>, GenerateError> {
        let (mut answer, mut places, mut weight) = (Answer::default(), Vec::new(), 0);
        let is_told = others.is_some();
        if let Some(cells) = others.filter(|cells| !cells.is_empty()) {
            let weight = SEVERAL + cells.len();
            return Ok(Some(Unsettled { answer, cells, weight }));
        }
        // Where other solutions take long to find, how far single laws lead tells enough.
        let by_laws = is_easy && (is_told || draft::is_followed(kind.name()));
        if !by_laws {
            let mut search = Search::new(kind, puzzle, None, false, limits)?;
            let Some(found) = search.loose(OTHERS, limits)? else { return Ok(None) };
            (answer, places) = found;
            weight = if places.is_empty() { 0 } else { SEVERAL + places.len() };
        }
        if is_easy && weight == 0 {
            let mut explainer = Explainer::with_pool(kind, puzzle, None, Some(pool), limits)?;
            if !explainer.closure(|_| true, &[], limits)?.solved {
                places = explainer.open_places();
                weight = places.len().max(1);
            }
            explainer.give_to(pool);
        }
        if by_laws && weight == 0 {
            let mut search = Search::new(kind, puzzle, None, false, limits)?;
            let Some(found) = search.loose(1, limits)? else { return Ok(None) };
            (answer, places) = found;
            weight = if places.is_empty() { 0 } else { SEVERAL };
        }
        let mut cells: Vec<usize> =
            places.into_iter().flat_map(|place| cells_of(puzzle.board, place)).collect();
        cells.sort_unstable();
        cells.dedup();
        Ok(Some(Unsettled { answer, cells, weight }))
    }
}

/// The cells of a place.
fn cells_of(board: Board, (site, at): Place) -> Vec<usize> {
    match site {
        Site::Cell => vec![at],
        Site::Link => {
            let (a, b) = board.ends(at);
            vec![a, b]
        }
        Site::Edge => {
            let has = |cell: &usize| Side::ALL.iter().any(|&side| board.edge(*cell, side) == at);
            (0..board.cells()).filter(has).collect()
        }
        _ => Vec::new(),
    }
}

/// All the clues that a random solution has, less those that can be done without.
fn stripped(
    kind: &Kind,
    wish: &Wish<'_>,
    chance: &mut StdRng,
    limits: &Limits,
) -> Result<Option<(Puzzle, Answer)>, GenerateError> {
    let mut puzzle = layout::base(kind, wish, chance)?;
    let solution = match layout::has_solution(kind) {
        true => layout::solution(kind, &mut puzzle, chance, limits)?,
        false => random_solution(kind, &puzzle, None, chance, limits)?,
    };
    let Some(answer) = solution else { return Ok(None) };
    let spots = fill_clues(kind, &mut puzzle, &answer, limits)?;
    let stripped = strip::strip(kind, &puzzle, &answer, spots, wish, chance, limits)?;
    Ok(stripped.map(|puzzle| (puzzle, answer)))
}

/// A solution among all, by supposing things at random and dropping those that do not go together; most of it as in the one
/// before, but for what lies at these cells.
fn random_solution(
    kind: &Kind,
    puzzle: &Puzzle,
    before: Option<(&Answer, &[usize])>,
    chance: &mut StdRng,
    limits: &Limits,
) -> Result<Option<Answer>, GenerateError> {
    let grounded = ground(kind.book(), puzzle, None, false, limits)?;
    let unknown = grounded.unknown;
    let mut supposed: Vec<Bit> = Vec::new();
    let places = unknown.iter().flat_map(|layer| {
        layer.numbers.iter().enumerate().map(move |(at, number)| (layer, at, number))
    });
    for (layer, at, number) in places {
        if let Some((answer, loose)) = before
            && let Some(value) = answer.number(&layer.name, at)
            && chance.random_bool(0.9)
            && !cells_of(puzzle.board, (layer.site, at)).iter().any(|cell| loose.contains(cell))
        {
            supposed.extend(number.telling(value).into_iter().filter(|bit| bit.value().is_none()));
            continue;
        }
        let bits: Vec<Bit> =
            number.bits().iter().copied().filter(|bit| bit.value().is_none()).collect();
        if bits.is_empty() || chance.random_bool(0.5) {
            continue;
        }
        let bit = bits[chance.random_range(0..bits.len())];
        supposed.push(if bits.len() > 1 || chance.random_bool(0.5) { bit } else { !bit });
    }
    supposed.shuffle(chance);
    let mut question = grounded.statement.into_question(Solver::default());
    loop {
        match question.solver.solve(&supposed, limits) {
            Found::Yes(model) => return Ok(Some(answer_of(&unknown, &model))),
            Found::Unknown(stop) => return Err(stop.into()),
            Found::No(core) if core.is_empty() => return Ok(None),
            Found::No(core) => {
                let dropped = core[chance.random_range(0..core.len())];
                supposed.retain(|&bit| bit != dropped);
            }
        }
    }
}

/// How hard a puzzle is: by its hardest step, and all its steps together.
pub fn grade(
    kind: &Kind,
    puzzle: &Puzzle,
    limits: &Limits,
) -> Result<(Difficulty, u32), GenerateError> {
    let mut explainer = Explainer::new(kind, puzzle, None, limits)?;
    let (mut hardest, mut score) = (Difficulty::Easy, 0);
    loop {
        let (steps, ending) = explainer.advance(limits)?;
        for step in steps {
            score += step.difficulty;
            hardest = hardest.max(step.grade());
        }
        match ending {
            None => {}
            Some(Ending::Solved) => return Ok((hardest, score)),
            Some(_) => return Ok((Difficulty::Hard, score)),
        }
    }
}

/// Whether a puzzle is no harder than that.
fn is_at_most(
    kind: &Kind,
    puzzle: &Puzzle,
    most: Difficulty,
    limits: &Limits,
) -> Result<bool, GenerateError> {
    let mut explainer = Explainer::new(kind, puzzle, None, limits)?;
    loop {
        let (steps, ending) = explainer.advance(limits)?;
        if steps.iter().any(|step| step.grade() > most) {
            return Ok(false);
        }
        if let Some(ending) = ending {
            return Ok(ending == Ending::Solved);
        }
    }
}
