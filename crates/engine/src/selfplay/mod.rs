//! Games of the engine against itself, played fast, from which an evaluation is learnt.
//!
//! Each game depends on nothing but the seed and its number, so that games can be played by any number
//! of threads, in any order, and again. [`record`] says how they are kept.

pub mod record;

use crate::control::Control;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::value::WIN_BOUND;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use record::{Ply, Record};
use zugwerk_chess::{Color, Game};

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Two games with one number are the same only if this is too.
    pub seed: u64,
    /// A search ends with the iteration in which it has seen this many nodes.
    pub nodes: u32,
}

/// Random plies at the start of a game, at least; every other game has one more.
const OPENING: usize = 8;
/// An opening that leaves one side so far ahead teaches little.
pub(crate) const UNBALANCED: i32 = 300;
/// A game in which both sides see such a lead for [`DECIDED_PLIES`] is over.
const DECIDED: i32 = 1500;
const DECIDED_PLIES: u32 = 6;
/// A late game in which neither side sees anything for [`LEVEL_PLIES`] is drawn.
const LEVEL: i32 = 6;
const LEVEL_PLIES: u32 = 12;
const LEVEL_FROM: usize = 70;
/// The longest game; longer ones are drawn.
const LONGEST: usize = 400;

/// Plays game `number`, unless `stop` says so meanwhile.
///
/// ```
/// use zugwerk_engine::Engine;
/// use zugwerk_engine::selfplay::{Rules, play};
/// let rules = Rules { seed: 1, nodes: 50 };
/// let game = play(&mut Engine::new(1), &rules, 7, &|| false).unwrap();
/// assert_eq!(play(&mut Engine::new(1), &rules, 7, &|| false).unwrap(), game);
/// assert!(play(&mut Engine::new(1), &rules, 7, &|| true).is_none());
/// ```
pub fn play(
    engine: &mut Engine,
    rules: &Rules,
    number: u32,
    stop: &dyn Fn() -> bool,
) -> Option<Record> {
    let mixed = rules.seed ^ u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut rng = SmallRng::seed_from_u64(mixed);
    let limits = Limits {
        soft_nodes: Some(rules.nodes.into()),
        // A single iteration may not take for ever.
        nodes: Some(u64::from(rules.nodes) * 16),
        ..Limits::default()
    };
    engine.clear();
    let (mut game, mut plies) = opening(&mut rng, number as usize % 2);
    let mut opening_plies = plies.len();
    let mut referee = Referee::default();
    let white_points = loop {
        if let Some(end) = game.end() {
            break points(end.winner());
        }
        if game.claim().is_some() || plies.len() >= LONGEST {
            break 1;
        }
        if stop() {
            return None;
        }
        let found = engine.search(&game, &limits, &Control::new(1, false), &|_| ());
        let best = found.best?;
        let position = game.position();
        if plies.len() == opening_plies && found.value.abs() > UNBALANCED {
            (game, plies) = opening(&mut rng, number as usize % 2);
            opening_plies = plies.len();
            continue;
        }
        if let Some(winner) = referee.verdict(position.turn(), found.value, plies.len()) {
            break points(winner);
        }
        let is_quiet =
            !position.is_check() && !position.is_capture(best) && best.promoted().is_none();
        plies.push(Ply { m: best, is_quiet, value: found.value as i16 });
        game.play(best);
    };
    Some(Record { number, opening: opening_plies as u8, white_points, plies })
}

/// Ends games whose result is beyond doubt, so that no time goes into them.
#[derive(Default)]
pub(crate) struct Referee {
    decided: u32,
    level: u32,
}

impl Referee {
    /// Who has won, or that it is a draw, now that the side to move sees `value` after this many plies.
    pub fn verdict(&mut self, turn: Color, value: i32, plies: usize) -> Option<Option<Color>> {
        let leader = if value > 0 { turn } else { !turn };
        self.decided = if value.abs() >= DECIDED { self.decided + 1 } else { 0 };
        let is_level = value.abs() <= LEVEL && plies >= LEVEL_FROM;
        self.level = if is_level { self.level + 1 } else { 0 };
        if value.abs() >= WIN_BOUND || self.decided >= DECIDED_PLIES {
            return Some(Some(leader));
        }
        (self.level >= LEVEL_PLIES || plies >= LONGEST).then_some(None)
    }
}

/// White's half points.
fn points(winner: Option<Color>) -> u8 {
    match winner {
        Some(Color::White) => 2,
        Some(Color::Black) => 0,
        None => 1,
    }
}

/// Random moves that end nothing; `more` of them than usual.
pub(crate) fn opening(rng: &mut SmallRng, more: usize) -> (Game, Vec<Ply>) {
    loop {
        let mut game = Game::default();
        let mut plies = Vec::new();
        while plies.len() < OPENING + more && game.end().is_none() {
            let moves = game.position().legal_moves();
            let m = moves[rng.random_range(0..moves.len())];
            plies.push(Ply { m, is_quiet: false, value: 0 });
            game.play(m);
        }
        if game.end().is_none() {
            return (game, plies);
        }
    }
}
