//! New puzzles: a random solution, all the clues that it keeps, and then as few of them as leave it the only one.
//!
//! A puzzle is unique by the solver's proof, and graded by its explanation.

mod layout;

use crate::explain::{Ending, Explainer, Technique};
use crate::ground::{GroundError, ground};
use crate::kind::Kind;
use crate::solve::{Next, Search, answer_of};
use crate::text::declared;
use crate::{Answer, Board, Puzzle, Site, Value};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use std::collections::HashSet;
use thiserror::Error;
use zugwerk_logic::{Answer as Found, Bit, Limits, Solver, Stop};
use zugwerk_rulebook::ast::{ExprKind, Type};

/// How hard a puzzle is to solve by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// Single laws are enough, one after the other.
    Easy,
    /// Now and then one has to suppose something and see that it leads to a contradiction.
    Medium,
    /// That is not enough either.
    Hard,
}

impl Difficulty {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

/// How clues lie on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// Anyhow.
    #[default]
    None,
    /// The same after half a turn.
    Half,
    /// The same after a quarter of a turn, on a square board.
    Quarter,
}

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The size.
    pub board: Board,
    /// At most so hard, if that matters.
    pub difficulty: Option<Difficulty>,
    /// How clues lie.
    pub symmetry: Symmetry,
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
    /// The kind needs something that cannot be made up yet.
    #[error("{0} cannot be generated: {1}")]
    Kind(String, &'static str),
    /// The board does not suit the kind.
    #[error("{0}")]
    Board(String),
    /// A limit came first.
    #[error("a limit was reached first")]
    Limit(Stop),
    /// Many tries, and none was good.
    #[error(
        "no puzzle like that was found in {0} tries; another seed, size or difficulty may help"
    )]
    Unlucky(usize),
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
const TRIES: usize = 60;

/// A new puzzle of the kind.
pub fn generate(kind: &Kind, wish: &Wish, limits: &Limits) -> Result<Generated, GenerateError> {
    if let Some(why) = layout::missing(kind) {
        return Err(GenerateError::Kind(kind.name().to_string(), why));
    }
    let mut chance = StdRng::seed_from_u64(wish.seed);
    for _ in 0..TRIES {
        limits.check()?;
        let Some(made) = attempt(kind, wish, &mut chance, limits)? else { continue };
        if wish.difficulty.is_none_or(|most| made.difficulty <= most) {
            return Ok(made);
        }
    }
    Err(GenerateError::Unlucky(TRIES))
}

fn attempt(
    kind: &Kind,
    wish: &Wish,
    chance: &mut StdRng,
    limits: &Limits,
) -> Result<Option<Generated>, GenerateError> {
    let mut puzzle = layout::base(kind, wish.board, chance)?;
    let Some(answer) = random_solution(kind, &puzzle, chance, limits)? else { return Ok(None) };
    let places = fill_clues(kind, &mut puzzle, &answer, limits)?;
    if !is_unique(kind, &puzzle, limits)? {
        return Ok(None);
    }
    strip(kind, &mut puzzle, places, wish, chance, limits)?;
    let (difficulty, score) = grade(kind, &puzzle, limits)?;
    Ok(Some(Generated { puzzle, answer, difficulty, score }))
}

/// A solution among all, by supposing things at random and dropping those that do not go together.
fn random_solution(
    kind: &Kind,
    puzzle: &Puzzle,
    chance: &mut StdRng,
    limits: &Limits,
) -> Result<Option<Answer>, GenerateError> {
    let grounded = ground(kind.book(), puzzle, None, false, limits)?;
    let unknown = grounded.unknown;
    let mut supposed: Vec<Bit> = Vec::new();
    for number in unknown.iter().flat_map(|unknown| &unknown.numbers) {
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

/// A clue: its layer and its place.
type Spot = (String, usize);

/// Gives every clue that the answer keeps. For each value, all places get it at once: where a law about the place is
/// broken, it does not fit there.
fn fill_clues(
    kind: &Kind,
    puzzle: &mut Puzzle,
    answer: &Answer,
    limits: &Limits,
) -> Result<Vec<Spot>, GenerateError> {
    let mut spots = Vec::new();
    for declaration in &kind.book().given {
        let name = declaration.name.text.as_str();
        let Some(layer) = declared(declaration, false) else { continue };
        if layer.is_set || layout::is_layout(name) || puzzle.given.contains_key(name) {
            continue;
        }
        let count = puzzle.count(layer.site);
        if let Some(digits) =
            answer.layers.get("digit").filter(|digits| name == "clue" && digits.site == layer.site)
        {
            // A given number is the number itself.
            puzzle.layer_mut(name, layer.site).values = digits.values.clone();
            spots.extend((0..count).map(|at| (name.to_string(), at)));
            continue;
        }
        if layer.is_list {
            // Which list fits is read off the answer.
            let lists = layout::lists(puzzle, answer, layer.site);
            let fits =
                |at: usize| layer.site != Site::Cell || answer.number("black", at) != Some(1);
            let places = (0..count).filter(|&at| fits(at));
            let mut values = vec![Value::Empty; count];
            for at in places {
                values[at] = Value::List(lists[at].clone());
                spots.push((name.to_string(), at));
            }
            puzzle.layer_mut(name, layer.site).values = values;
            continue;
        }
        let values = candidates(kind, puzzle, answer, &declaration.range, name);
        let mut fitting: Vec<Value> = vec![Value::Empty; count];
        for value in values {
            limits.check()?;
            let mut trial = puzzle.clone();
            let allowed = |at: &usize| layout::may_have_clue(&trial, name, *at);
            let allowed: Vec<usize> = (0..count).filter(allowed).collect();
            let slots = trial.layer_mut(name, layer.site);
            allowed.iter().for_each(|&at| slots.values[at] = value.clone());
            let grounded = ground(kind.book(), &trial, Some(answer), true, limits)?;
            let broken: HashSet<(Site, usize)> = grounded.statement.plainly_broken().collect();
            for at in allowed {
                if fitting[at].is_empty() && !broken.contains(&(layer.site, at)) {
                    fitting[at] = value.clone();
                }
            }
        }
        spots.extend(
            (0..count).filter(|&at| !fitting[at].is_empty()).map(|at| (name.to_string(), at)),
        );
        puzzle.layer_mut(name, layer.site).values = fitting;
    }
    Ok(spots)
}

/// The values that a clue can have.
fn candidates(
    kind: &Kind,
    puzzle: &Puzzle,
    answer: &Answer,
    range: &Type,
    name: &str,
) -> Vec<Value> {
    let board = puzzle.board;
    if name == "less" {
        return vec![Value::Number(1), Value::Number(-1)];
    }
    // Numbers that are also in the answer need not be guessed.
    let in_answer =
        answer.layers.values().flat_map(|layer| &layer.values).filter_map(Value::number).max();
    let side = (board.width + board.height) as i32;
    let most = match range {
        Type::Map(_, values) => match &**values {
            Type::Range(_, high) => match high.kind {
                ExprKind::Number(number) => i32::try_from(number).unwrap_or(side),
                _ => side,
            },
            _ if kind.name() == "keen" => side.pow(3).min(400),
            _ => side.max(in_answer.unwrap_or(0)),
        },
        _ => side,
    };
    (0..=most).map(Value::Number).collect()
}

/// Whether the puzzle has exactly one solution.
fn is_unique(kind: &Kind, puzzle: &Puzzle, limits: &Limits) -> Result<bool, GenerateError> {
    let mut search = Search::new(kind, puzzle, None, false, limits)?;
    for found in 0..2 {
        match search.next(limits) {
            Next::Solution(_) => {}
            Next::NoMore => return Ok(found == 1),
            Next::Limit(stop) => return Err(stop.into()),
        }
    }
    Ok(false)
}

/// Takes clues away, with those that symmetry asks for, while the solution stays the only one. Where the puzzle is to be
/// easy, its explanation must stay easy too.
fn strip(
    kind: &Kind,
    puzzle: &mut Puzzle,
    mut spots: Vec<Spot>,
    wish: &Wish,
    chance: &mut StdRng,
    limits: &Limits,
) -> Result<(), GenerateError> {
    spots.shuffle(chance);
    let mut done: HashSet<Spot> = HashSet::new();
    for (name, at) in spots {
        limits.check()?;
        if done.contains(&(name.clone(), at)) {
            continue;
        }
        let Some(layer) = puzzle.given.get(&name) else { continue };
        let (site, before) = (layer.site, layer.values.clone());
        let together = layout::images(wish.board, site, at, wish.symmetry);
        done.extend(together.iter().map(|&at| (name.clone(), at)));
        let slots = puzzle.layer_mut(&name, site);
        together.iter().for_each(|&at| slots.values[at] = Value::Empty);
        let keeps = is_unique(kind, puzzle, limits)?
            && match wish.difficulty {
                Some(most @ (Difficulty::Easy | Difficulty::Medium)) => {
                    grade(kind, puzzle, limits)?.0 <= most
                }
                _ => true,
            };
        if !keeps {
            puzzle.layer_mut(&name, site).values = before;
        }
    }
    Ok(())
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
        match explainer.next(limits)? {
            Ok(step) => {
                score += step.difficulty;
                hardest = hardest.max(match step.technique {
                    Technique::Law | Technique::Board => Difficulty::Easy,
                    Technique::Chain => Difficulty::Medium,
                    Technique::Search => Difficulty::Hard,
                });
            }
            Err(Ending::Solved) => return Ok((hardest, score)),
            Err(_) => return Ok((Difficulty::Hard, score)),
        }
    }
}
