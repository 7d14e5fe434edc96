//! The numbers of the search, tuned by play: simultaneous perturbation stochastic approximation (SPSA, Spall). All
//! numbers are moved at once by a step up or down, each at random; the engine with these numbers plays two games
//! against the one with the opposite numbers, and every number is moved a little towards the winner's.

use crate::control::Control;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::parameters::Parameters;
use crate::selfplay::{Referee, UNBALANCED, opening};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use zugwerk_chess::{Color, Game};

/// One of the numbers being tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// Its name in [`Parameters`].
    pub name: &'static str,
    /// Where it stands now; the search takes whole numbers.
    pub value: f64,
    low: i32,
    high: i32,
    /// How far it is moved up and down, at the end of the tuning.
    step: f64,
}

/// A tuning under way.
///
/// ```
/// use zugwerk_engine::Engine;
/// use zugwerk_engine::tuning::{Spsa, play_pair};
/// let mut spsa = Spsa::new(&["null_lead", "see_capture"], 2).unwrap();
/// let mut engines = [Engine::new(1), Engine::new(1)];
/// while let Some(trial) = spsa.trial(1) {
///     let points = play_pair(&mut engines, &trial, 20, &|| false).unwrap();
///     spsa.learn(&trial, points);
/// }
/// assert_eq!(spsa.pairs_done(), 2);
/// assert!(Spsa::new(&["no such number"], 2).is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    tuned: Vec<Tuned>,
    /// Pairs of games in all.
    pairs: u32,
    asked: u32,
    done: u32,
}

/// The numbers of both sides in one pair of games.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The pair's number, from 0.
    pub number: u32,
    seed: u64,
    /// Up or down, for each number that is tuned.
    signs: Vec<f64>,
    /// The numbers moved by their steps, and moved the other way.
    pub sides: [Parameters; 2],
}

// The exponents that Spall recommends, and settings that chess programmers use with them.
const STEP_EXPONENT: f64 = 0.101;
const RATE_EXPONENT: f64 = 0.602;
/// The share of all pairs by which the first steps are held back.
const STABILITY: f64 = 0.1;
/// How much of a step a win moves a number at the end.
const LAST_RATE: f64 = 0.004;

impl Spsa {
    /// A tuning of the numbers with these names, from their defaults, by `pairs` of games.
    ///
    /// # Errors
    /// A name that is none.
    pub fn new(names: &[&str], pairs: u32) -> Result<Spsa, String> {
        let table = Parameters::default().table();
        let tuned = names.iter().map(|wanted| {
            let (name, value, low, high) = *table
                .iter()
                .find(|(name, ..)| name == wanted)
                .ok_or_else(|| format!("\"{wanted}\" is no number of the search"))?;
            let step = (f64::from(value.abs()) / 8.0).max(1.0);
            Ok(Tuned { name, value: value.into(), low, high, step })
        });
        Ok(Spsa { tuned: tuned.collect::<Result<_, String>>()?, pairs, asked: 0, done: 0 })
    }

    /// The names of all numbers that have room to be tuned: not those that count a few plies.
    pub fn all_names() -> Vec<&'static str> {
        let table = Parameters::default().table();
        table.iter().filter(|(_, value, ..)| value.abs() >= 14).map(|(name, ..)| *name).collect()
    }

    /// The numbers as they stand.
    pub fn tuned(&self) -> &[Tuned] {
        &self.tuned
    }

    /// How many pairs of games it has learnt from.
    pub fn pairs_done(&self) -> u32 {
        self.done
    }

    /// Goes on where another run stopped: after `done` pairs, with these values by name.
    pub fn resume<'a>(&mut self, done: u32, values: impl Iterator<Item = (&'a str, f64)>) {
        (self.asked, self.done) = (done, done);
        for (name, value) in values {
            if let Some(tuned) = self.tuned.iter_mut().find(|tuned| tuned.name == name) {
                tuned.value = value.clamp(tuned.low.into(), tuned.high.into());
            }
        }
    }

    /// The next pair to play; `None` when all have been handed out.
    pub fn trial(&mut self, seed: u64) -> Option<Trial> {
        if self.asked == self.pairs {
            return None;
        }
        let number = self.asked;
        self.asked += 1;
        let seed = seed ^ u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut rng = SmallRng::seed_from_u64(seed);
        let grown = (f64::from(self.pairs) / f64::from(number + 1)).powf(STEP_EXPONENT);
        let mut sides = [Parameters::default(), Parameters::default()];
        let mut signs = Vec::with_capacity(self.tuned.len());
        for tuned in &self.tuned {
            let sign = if rng.random::<bool>() { 1.0 } else { -1.0 };
            for (side, sign) in sides.iter_mut().zip([sign, -sign]) {
                let exact = tuned.value + sign * grown * tuned.step;
                // Rounded at random, so that on average nothing is lost.
                let whole = (exact + rng.random::<f64>()).floor() as i32;
                side.set(tuned.name, whole.clamp(tuned.low, tuned.high));
            }
            signs.push(sign);
        }
        Some(Trial { number, seed, signs, sides })
    }

    /// Learns from a pair in which the first side won `points` more games than it lost.
    pub fn learn(&mut self, trial: &Trial, points: i32) {
        self.done += 1;
        let (all, now) = (f64::from(self.pairs), f64::from(trial.number + 1));
        let held_back = STABILITY * all;
        let rate = LAST_RATE * ((held_back + all) / (held_back + now)).powf(RATE_EXPONENT);
        // The rate belongs to the last step; earlier steps are larger and say as much less.
        let grown = (all / now).powf(STEP_EXPONENT);
        for (tuned, sign) in self.tuned.iter_mut().zip(&trial.signs) {
            tuned.value += rate / grown * tuned.step * sign * f64::from(points);
            tuned.value = tuned.value.clamp(tuned.low.into(), tuned.high.into());
        }
    }
}

/// Plays two games from one opening, each side White once, about `nodes` a move. Returns how many more games
/// the first side has won than lost; `None` where `stop` says so meanwhile.
pub fn play_pair(
    engines: &mut [Engine; 2],
    trial: &Trial,
    nodes: u64,
    stop: &dyn Fn() -> bool,
) -> Option<i32> {
    let mut rng = SmallRng::seed_from_u64(trial.seed ^ 0x5EED);
    let limits = Limits {
        soft_nodes: Some(nodes),
        // A single iteration may not take for ever.
        nodes: Some(nodes * 8),
        ..Limits::default()
    };
    for (engine, numbers) in engines.iter_mut().zip(&trial.sides) {
        engine.set_parameters(numbers);
    }
    let start = loop {
        let (game, _) = opening(&mut rng, trial.number as usize % 2);
        engines[0].clear();
        let found = engines[0].search(&game, &limits, &Control::new(1, false), &|_| ());
        if found.value.abs() <= UNBALANCED / 2 {
            break game;
        }
        if stop() {
            return None;
        }
    };
    let mut points = 0;
    for first in [Color::White, Color::Black] {
        let winner = play_game(engines, first, start.clone(), &limits, stop)?;
        points += winner.map_or(0, |color| if color == first { 1 } else { -1 });
    }
    Some(points)
}

/// Plays a game; the first engine has the colour `first`. The winner, if there is one.
fn play_game(
    engines: &mut [Engine; 2],
    first: Color,
    mut game: Game,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Option<Option<Color>> {
    for engine in &mut *engines {
        engine.clear();
    }
    let mut referee = Referee::default();
    loop {
        if let Some(end) = game.end() {
            return Some(end.winner());
        }
        if game.claim().is_some() {
            return Some(None);
        }
        if stop() {
            return None;
        }
        let turn = game.position().turn();
        let engine = &mut engines[usize::from(turn != first)];
        let found = engine.search(&game, limits, &Control::new(1, false), &|_| ());
        let plies = game.keys().len();
        if let Some(winner) = referee.verdict(turn, found.value, plies) {
            return Some(winner);
        }
        game.play(found.best?);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against a judge that likes one number large and another small, both go where they should.
    #[test]
    fn moves_every_number_towards_the_winner() {
        let mut spsa = Spsa::new(&["null_lead", "see_capture", "delta_margin"], 4000).unwrap();
        while let Some(trial) = spsa.trial(7) {
            let liked =
                |p: &Parameters| f64::from(p.null_lead) / 200.0 - f64::from(p.see_capture) / 95.0;
            let points = (liked(&trial.sides[0]) - liked(&trial.sides[1])).signum() as i32;
            spsa.learn(&trial, points);
        }
        let values: Vec<f64> = spsa.tuned().iter().map(|tuned| tuned.value).collect();
        assert!(values[0] > 230.0 && values[1] < 80.0, "{values:?}");
        // What does not matter stays where it was, but for chance.
        assert!((values[2] - 160.0).abs() < 20.0, "{values:?}");
    }

    #[test]
    fn numbers_stay_in_their_range_and_all_names_exist() {
        let names = Spsa::all_names();
        let mut spsa = Spsa::new(&names, 300).unwrap();
        while let Some(trial) = spsa.trial(1) {
            spsa.learn(&trial, if trial.signs[0] > 0.0 { 2 } else { -2 });
        }
        for (tuned, (_, _, low, high)) in spsa.tuned().iter().zip(
            Parameters::default().table().into_iter().filter(|(name, ..)| names.contains(name)),
        ) {
            assert!((f64::from(low)..=f64::from(high)).contains(&tuned.value), "{}", tuned.name);
        }
    }

    #[test]
    fn goes_on_where_it_stopped() {
        let mut spsa = Spsa::new(&["null_lead"], 10).unwrap();
        spsa.resume(9, [("null_lead", 222.5)].into_iter());
        assert_eq!(spsa.trial(1).unwrap().number, 9);
        assert!(spsa.trial(1).is_none());
        assert_eq!(spsa.tuned()[0].value, 222.5);
    }
}
