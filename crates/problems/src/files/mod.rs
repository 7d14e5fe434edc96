//! The files that problemists have: Popeye's input, Olive's YAML, diagrams for LaTeX.

pub mod latex;
pub mod olive;
pub mod popeye;

use crate::problem::ProblemError;
use crate::solver::Problem;
use crate::stipulation::{NonTrivial, Play, Stipulation, Target, exclusive_pair};
use crate::twin::Twin;
use zugwerk_chess::{CastlingRights, Color, ExclusiveCastling, Setup, Square};

/// One problem of a file, with what is said about it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// Its name or number, where it has one.
    pub name: Option<String>,
    /// Who made it.
    pub authors: Vec<String>,
    /// Where it was published.
    pub source: Option<String>,
    /// The problem.
    pub problem: Problem,
    /// Its twins.
    pub twins: Vec<Twin>,
    /// Whether only the twins are to be solved.
    pub zero_position: bool,
    /// The most refutations of a try, where that is said.
    pub refutations: Option<usize>,
    /// How many solutions are enough, where that is said.
    pub max_solutions: Option<usize>,
    /// After how many seconds to stop, where that is said.
    pub max_seconds: Option<u32>,
    /// Whether twins may have positions that no game can have.
    pub any_position: bool,
}

impl Entry {
    /// An entry about which nothing more is known.
    pub fn of(problem: Problem) -> Entry {
        Entry {
            line: 1,
            name: None,
            authors: Vec::new(),
            source: None,
            problem,
            twins: Vec::new(),
            zero_position: false,
            refutations: None,
            max_solutions: None,
            max_seconds: None,
            any_position: true,
        }
    }

    /// The problems to solve, each with its letter where there are several.
    pub fn problems(&self) -> Vec<(Option<String>, Result<Problem, ProblemError>)> {
        let all = self.problem.twins(&self.twins, self.zero_position, self.any_position);
        // A lone twin of a zero position is called `a`: only a problem without twins needs no letter.
        let twins = !self.twins.is_empty();
        letters().zip(all).map(|(letter, twin)| (Some(letter).filter(|_| twins), twin)).collect()
    }

    /// Why no file can say it: rights to castle that only Chess960 has are in none of the formats.
    pub fn unwritable(&self) -> Option<String> {
        let position = &self.problem.position;
        let at_home = Setup::from(position).castling_at_home().rooks();
        let other = (position.castling().rooks() & !at_home).into_iter().next()?;
        Some(format!(
            "the right to castle with the rook on {other} is one of Chess960, which these files cannot say"
        ))
    }

    /// The twins, each with its letter.
    fn twins(&self) -> impl Iterator<Item = (String, &Twin)> {
        letters().skip(usize::from(!self.zero_position)).zip(&self.twins)
    }
}

/// How twins are called: a to z, then z1, z2 and so on.
fn letters() -> impl Iterator<Item = String> {
    let more = (1..).map(|number: usize| format!("z{number}"));
    ('a'..='z').map(String::from).chain(more)
}

/// The side that begins because of what is asked, unless something else is said.
fn natural_turn(stipulation: &Stipulation) -> Color {
    match (&stipulation.play, stipulation.length) {
        (Play::ProofGame | Play::SeriesProofGame, crate::Length::Halves(halves)) => {
            if halves % 2 == 1 { Color::Black } else { Color::White }
        }
        _ => stipulation.usual_turn(),
    }
}

/// A problem of a file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct EntryError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
}

/// What a file says about a problem besides its board.
#[derive(Default)]
struct Wishes {
    stipulation: Option<Stipulation>,
    white_to_play: bool,
    set_play: bool,
    duplex: bool,
    half_duplex: bool,
    post_key: bool,
    quodlibet: bool,
    goal_is_end: bool,
    max_flights: Option<u16>,
    non_trivial: Option<NonTrivial>,
    exclusive: ExclusiveCastling,
    refutations: Option<usize>,
    max_solutions: Option<usize>,
    max_seconds: Option<u32>,
    passed: Option<Square>,
    no_castling: Vec<Square>,
    /// Whether Popeye's `a=>b` is asked, which is read as a game to its second board.
    a_to_b: bool,
}

impl Wishes {
    /// Takes an option by its English name, in small letters, with what stands behind it. Options about how solutions
    /// are shown mean nothing here.
    fn add(&mut self, option: &str, numbers: &[u32], squares: Vec<Square>) -> Result<(), String> {
        let number = numbers.first().copied();
        let small = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
        match option {
            "setplay" | "try" => self.set_play = true,
            "whitetoplay" => self.white_to_play = true,
            "duplex" => self.duplex = true,
            "halfduplex" => self.half_duplex = true,
            "postkeyplay" => self.post_key = true,
            "quodlibet" => self.quodlibet = true,
            "goalisend" => self.goal_is_end = true,
            // Whoever asks for refutations wants to see tries.
            "defence" => {
                self.refutations = number.filter(|&most| most > 0).map(|most| most as usize);
                self.set_play |= self.refutations.is_some();
            }
            "maxsolutions" => self.max_solutions = number.map(|most| most as usize),
            "maxtime" => self.max_seconds = number,
            "maxflightsquares" => self.max_flights = number.map(small),
            "enpassant" => {
                // The square passed over, alone or among where the pawn came from and went to.
                let is_passed = |square: &Square| matches!(square.rank().digit(), '3' | '6');
                let passed = squares.into_iter().find(is_passed);
                self.passed = Some(passed.ok_or("en passant needs a square of rank 3 or 6")?);
            }
            "nocastling" => self.no_castling = squares,
            "nontrivial" => match *numbers {
                [more, trivial] => {
                    let (more, trivial) = (small(more), small(trivial));
                    self.non_trivial = Some(NonTrivial { more, trivial });
                }
                _ => return Err("the option NonTrivial needs two numbers".to_string()),
            },
            "castlingmutuallyexclusive" => {
                let pair = exclusive_pair(&squares)
                    .ok_or("CastlingMutuallyExclusive needs two corners like a1h8")?;
                self.exclusive = self.exclusive.union(pair);
            }
            "nullmoves" => {
                return Err(format!("the option {option} is not known"));
            }
            _ => {}
        }
        Ok(())
    }

    /// The problem of a board; in `a=>b` of the one to be reached, and of the one at the `start`.
    fn problem(&self, mut setup: Setup, start: Option<Setup>) -> Result<Problem, String> {
        let mut stipulation = self.stipulation.clone().ok_or("it has no stipulation")?;
        let is_empty = |setup: &Setup| setup.pieces.iter().all(Option::is_none);
        let mut turn = None;
        if let Some(start) = start.filter(|_| self.a_to_b) {
            if is_empty(&start) || is_empty(&setup) {
                let problem =
                    "a=>b needs two boards: pieces before the stipulation and pieces after it";
                return Err(problem.to_string());
            }
            let setup = std::mem::replace(&mut setup, start);
            let (has_turn, has_castling, has_en_passant) = (false, false, false);
            let target = Box::new(Target { setup, has_turn, has_castling, has_en_passant });
            stipulation.play = match stipulation.play {
                Play::SeriesProofGame => Play::SeriesAToB(target),
                _ => {
                    // Popeye lets Black begin unless White is said to, whatever the length.
                    turn = Some(Color::Black);
                    Play::AToB(target)
                }
            };
        }
        if is_empty(&setup) {
            return Err("there are no pieces".to_string());
        }
        if self.white_to_play {
            turn = Some(Color::White);
            // Where White begins, the last of the whole moves is half a one.
            if matches!(stipulation.play, Play::Help | Play::Reciprocal)
                && let crate::Length::Halves(halves) = stipulation.length
                && halves % 2 == 0
            {
                stipulation.length = crate::Length::Halves(halves - 1);
            }
        }
        stipulation.set_play |= self.set_play;
        stipulation.duplex |= self.duplex;
        stipulation.half_duplex |= self.half_duplex;
        stipulation.rules.post_key |= self.post_key;
        stipulation.rules.quodlibet |= self.quodlibet;
        stipulation.rules.goal_is_end |= self.goal_is_end;
        stipulation.rules.max_flights = self.max_flights.or(stipulation.rules.max_flights);
        stipulation.rules.non_trivial = self.non_trivial.or(stipulation.rules.non_trivial);
        stipulation.exclusive = self.exclusive.union(stipulation.exclusive);
        let forbidden = self.no_castling.iter().copied().collect();
        let king_is_forbidden = |color: Color| {
            let king = zugwerk_chess::Piece::new(color, zugwerk_chess::Role::King);
            self.no_castling.iter().any(|square| setup.pieces[square.index()] == Some(king))
        };
        let mut rights = setup.castling_at_home();
        for color in Color::ALL {
            let lost = if king_is_forbidden(color) { rights.of(color) } else { forbidden };
            rights = CastlingRights::new(rights.rooks() & !(rights.of(color) & lost));
        }
        setup.castling = rights;
        setup.double_push = self.passed;
        let begins = turn.unwrap_or(stipulation.usual_turn());
        let begins = if stipulation.half_duplex { !begins } else { begins };
        if let Some(passed) = self.passed
            && passed.relative_to(begins).rank().digit() != '6'
        {
            let rank = if begins == Color::White { 6 } else { 3 };
            return Err(format!(
                "en passant {passed}: {begins} begins, expected a square on rank {rank}"
            ));
        }
        Problem::of_setup(setup, stipulation, turn).map_err(|error| error.to_string())
    }
}
