//! Matches: many games between two players, several at once, with a score that knows its error.
//!
//! ```
//! use std::time::Duration;
//! use zugwerk_search::matches::{Conditions, Match, Opening, TimeControl, Searcher};
//! # use zugwerk_search::{Game, Outcome, Random};
//! # struct Matches;
//! # impl Game for Matches {
//! #     type State = u32;
//! #     type Move = u32;
//! #     fn moves(&self, left: &u32, moves: &mut Vec<u32>) { moves.extend(1..=3.min(*left)); }
//! #     fn play(&self, left: &u32, taken: u32) -> u32 { left - taken }
//! #     fn outcome(&self, left: &u32) -> Option<Outcome> { (*left == 0).then_some(Outcome::Loss) }
//! #     fn hash(&self, left: &u32) -> u64 { u64::from(*left) }
//! #     fn notation(&self, _: &u32, taken: u32) -> String { taken.to_string() }
//! # }
//! let game = Matches; // take one to three matches, the last one wins
//! let result = Match {
//!     games: 20,
//!     at_once: 2,
//!     conditions: Conditions::new(TimeControl::Nodes(1000)),
//!     openings: vec![Opening::from_start(21)],
//!     sprt: None,
//! }
//! .run(&game, |seed| (Searcher(Random::new(seed)), Searcher(Random::new(!seed))), |_| ());
//! assert_eq!(result.standing.games(), 20);
//! ```

mod opening;
mod player;
mod referee;
mod standing;

pub use opening::Opening;
pub use player::{Choice, MoveLimit, Player, PlayerError, Searcher, Turn};
pub use referee::{Adjudication, Conditions, Ending, Reason, Seat, TimeControl, play};
pub use standing::{Decision, Sprt, Standing, elo_of_score, score_of_elo};

use crate::Game;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

/// A match between two players, A and B.
pub struct Match<G: Game> {
    /// How many games to play, if nothing ends the match earlier.
    pub games: usize,
    /// How many of them at the same time.
    pub at_once: usize,
    /// Time control and limits.
    pub conditions: Conditions,
    /// How games begin: each opening twice, then the next, and again from the first. Not empty.
    pub openings: Vec<Opening<G>>,
    /// Ends the match as soon as the test is decided.
    pub sprt: Option<Sprt>,
}

impl Conditions {
    /// This pace, 100 ms of grace, at most 400 plies, draw by threefold repetition, no adjudication.
    pub fn new(pace: TimeControl) -> Conditions {
        Conditions {
            pace,
            time_margin: Duration::from_millis(100),
            max_plies: 400,
            repetitions: Some(3),
            adjudication: None,
        }
    }
}

/// Which of the two players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Contender {
    A,
    B,
}

/// What is told about each finished game.
pub struct Report<'a, G: Game> {
    /// The number of the game, from 0. Games played at once may end out of order.
    pub number: usize,
    /// Who moved first.
    pub first: Contender,
    /// How it began.
    pub opening: &'a Opening<G>,
    /// All moves, those of the opening included.
    pub moves: &'a [G::Move],
    /// How it ended, by seats.
    pub ending: &'a Ending,
    /// The score after it.
    pub standing: &'a Standing,
}

impl<G: Game> Report<'_, G> {
    /// Who won.
    pub fn winner(&self) -> Option<Contender> {
        self.ending.winner.map(|seat| contender(self.first, seat))
    }
}

fn contender(first: Contender, seat: Seat) -> Contender {
    match (first, seat) {
        (first, Seat::First) => first,
        (Contender::A, Seat::Second) => Contender::B,
        (Contender::B, Seat::Second) => Contender::A,
    }
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The final score. Games that were under way when the test was decided are in it.
    pub standing: Standing,
    /// What the sequential test says, where there is one.
    pub decision: Option<Decision>,
}

/// A finished game on its way to the scorer.
struct Finished<M> {
    number: usize,
    moves: Vec<M>,
    ending: Ending,
}

impl<G: Game> Match<G> {
    /// Plays the match. `players` makes the two players of one board, A and B, from a number that
    /// differs from board to board; `on_game` hears of every finished game.
    pub fn run<A: Player<G>, B: Player<G>>(
        &self,
        game: &G,
        players: impl Fn(u64) -> (A, B) + Sync,
        on_game: impl FnMut(Report<G>),
    ) -> Summary {
        self.run_until(game, players, on_game, &Arc::default())
    }

    /// The same, until `stop` is raised: games under way are then abandoned.
    pub fn run_until<A: Player<G>, B: Player<G>>(
        &self,
        game: &G,
        players: impl Fn(u64) -> (A, B) + Sync,
        mut on_game: impl FnMut(Report<G>),
        stop: &Arc<AtomicBool>,
    ) -> Summary {
        let next = AtomicUsize::new(0);
        let decided = AtomicBool::new(false);
        let mut decision = self.sprt.map(|_| Decision::Open);
        let (sender, finished) = mpsc::channel();
        let mut standing = Standing::default();
        std::thread::scope(|scope| {
            for board in 0..self.at_once.clamp(1, self.games.max(1)) {
                let (sender, next, decided, players) = (sender.clone(), &next, &decided, &players);
                scope.spawn(move || {
                    let (mut a, mut b) = players(board as u64);
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let over = decided.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
                        if over || number >= self.games {
                            break;
                        }
                        let Some(end) = self.play_game(game, number, &mut a, &mut b, stop) else {
                            break;
                        };
                        if sender.send(end).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = HashMap::new();
            for end in finished {
                let report_first = first_mover(end.number);
                let points = self.count(&end, &mut standing);
                // The partner is the other game from the same opening.
                match waiting.remove(&(end.number ^ 1)) {
                    Some(other) => standing.pairs[points + other as usize] += 1,
                    None => drop(waiting.insert(end.number, points as u8)),
                }
                on_game(Report {
                    number: end.number,
                    first: report_first,
                    opening: self.opening(end.number),
                    moves: &end.moves,
                    ending: &end.ending,
                    standing: &standing,
                });
                if let (Some(sprt), Some(Decision::Open)) = (self.sprt, decision) {
                    let now = sprt.decide(&standing);
                    decision = Some(now);
                    decided.store(now != Decision::Open, Ordering::Relaxed);
                }
            }
        });
        Summary { standing, decision }
    }

    fn opening(&self, number: usize) -> &Opening<G> {
        &self.openings[number / 2 % self.openings.len()]
    }

    fn play_game<A: Player<G>, B: Player<G>>(
        &self,
        game: &G,
        number: usize,
        a: &mut A,
        b: &mut B,
        stop: &Arc<AtomicBool>,
    ) -> Option<Finished<G::Move>> {
        let (first, second): (&mut dyn Player<G>, &mut dyn Player<G>) = match first_mover(number) {
            Contender::A => (a, b),
            Contender::B => (b, a),
        };
        let opening = self.opening(number);
        let (moves, ending) = play(game, opening, &self.conditions, first, second, stop)?;
        Some(Finished { number, moves, ending })
    }

    /// Adds a game to the score; half points of A.
    fn count(&self, end: &Finished<G::Move>, standing: &mut Standing) -> usize {
        let winner = end.ending.winner.map(|seat| contender(first_mover(end.number), seat));
        match winner {
            Some(Contender::A) => {
                standing.wins += 1;
                2
            }
            None => {
                standing.draws += 1;
                1
            }
            Some(Contender::B) => {
                standing.losses += 1;
                0
            }
        }
    }
}

/// A moves first in games 0, 2, 4, …
fn first_mover(number: usize) -> Contender {
    if number.is_multiple_of(2) { Contender::A } else { Contender::B }
}
