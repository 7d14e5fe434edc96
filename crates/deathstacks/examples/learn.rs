//! Learns the weights of the evaluation from games that the bot plays against itself, and writes them
//! as `weights.rs`:
//!
//!     cargo run --release --example learn -- GAMES NODES SEED [WEIGHTS.txt] > new.rs
//!
//! Each round plays GAMES games at NODES positions a move with the weights so far (a text of numbers,
//! else those built in), then fits all weights at once to how the games ended, by logistic regression.

use std::time::Instant;
use zugwerk_deathstacks::{Board, Bot, DeathStacks, FEATURES, Learned, Player, Position, features};
use zugwerk_search::{Budget, Deepening, Game, Rng, Root, Strategy, score};

static GAME: DeathStacks = DeathStacks::<zugwerk_deathstacks::PackedStack>::RULES;

/// A position as the fit sees it: its features, and how well the mover did from there, from 0 to 1.
/// While the game is played, that is the search's own opinion.
struct Sample {
    features: Vec<(u16, i8)>,
    result: f32,
}

/// How much the end of the game, and opinions later in it, count against the opinion at hand:
/// TD(λ), since a blunder 50 plies later says little about this position.
const LAMBDA: f32 = 0.95;

/// Games longer than this are drawn.
const PLY_CAP: usize = 240;

/// The score that makes the better side win three games in four is 100.
const SCALE: f32 = 91.0;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, usual: u64| {
        arguments.get(index).and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (games, nodes, seed) = (number(0, 2000), number(1, 2000), number(2, 1));
    let mut weights = *Learned::default().weights;
    if let Some(path) = arguments.get(3) {
        let text = std::fs::read_to_string(path).expect("the file of weights can be read");
        let read: Vec<i16> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        weights = read.try_into().expect("one number for each feature");
    }
    let samples = play(games, nodes, seed, &weights);
    print_as_rust(&fit(&samples, &weights));
}

fn play(games: u64, nodes: u64, seed: u64, weights: &[i16; FEATURES]) -> Vec<Sample> {
    let mut rng = Rng::new(seed);
    let mut samples = Vec::new();
    let (mut plies, mut draws) = (0, 0);
    let begin = Instant::now();
    let mut search = Deepening::new(Learned { weights }, 8).with(Bot::OPTIONS);
    for game in 0..games {
        Strategy::<DeathStacks>::new_game(&mut search);
        let first = samples.len();
        let (winner, length) = play_one(&mut search, nodes, &mut rng, &mut samples);
        plies += length;
        draws += u64::from(winner.is_none());
        look_back(&mut samples[first..], winner);
        if (game + 1) % 200 == 0 {
            eprintln!(
                "{} games, {} samples, {:.0} plies a game, {draws} drawn, {:.0} s",
                game + 1,
                samples.len(),
                plies as f64 / (game + 1) as f64,
                begin.elapsed().as_secs_f64()
            );
        }
    }
    samples.into_iter().map(|(_, sample)| sample).collect()
}

/// Replaces the opinions of one game by what became of them, from the end backwards.
fn look_back(samples: &mut [(Player, Sample)], winner: Option<Player>) {
    let mut for_red = match winner {
        None => 0.5,
        Some(winner) => f32::from(u8::from(winner == Player::Red)),
    };
    for (mover, sample) in samples.iter_mut().rev() {
        let seen_by_mover = |value: f32| if *mover == Player::Red { value } else { 1.0 - value };
        let opinion = seen_by_mover(sample.result);
        sample.result = seen_by_mover(for_red);
        for_red = LAMBDA * for_red + (1.0 - LAMBDA) * opinion;
    }
}

/// Plays one game from a random opening; the winner, and how many plies it took.
fn play_one(
    search: &mut Deepening<Learned>,
    nodes: u64,
    rng: &mut Rng,
    samples: &mut Vec<(Player, Sample)>,
) -> (Option<Player>, usize) {
    let mut root: Root<DeathStacks> =
        Root::new(Position::new(&Board::start(), Player::Red).expect("24 stones fit"));
    let opening = 4 + rng.below(10);
    for ply in 0..PLY_CAP {
        if root.state.is_lost() {
            return (Some(root.state.mover().other()), ply);
        }
        let is_random = ply < opening || rng.below(25) == 0;
        let chosen = if is_random {
            let moves: Vec<_> = root.state.moves().collect();
            moves[rng.below(moves.len())]
        } else {
            let found = search.search(&GAME, &root, &Budget::nodes(nodes));
            if score::is_decisive(found.score) {
                let wins = found.score > 0;
                let mover = root.state.mover();
                return (Some(if wins { mover } else { mover.other() }), ply);
            }
            let mut list = Vec::new();
            features(&root.state, |feature, times| list.push((feature as u16, times as i8)));
            let opinion = 1.0 / (1.0 + (-found.score as f32 / SCALE).exp());
            samples.push((root.state.mover(), Sample { features: list, result: opinion }));
            found.best.expect("the game goes on")
        };
        root.history.push(root.state.hash());
        root.state = GAME.play(&root.state, chosen);
    }
    (None, PLY_CAP)
}

/// Logistic regression by AdaGrad, pulled a little towards nought.
fn fit(samples: &[Sample], start: &[i16; FEATURES]) -> [i16; FEATURES] {
    let mut weights = start.map(f32::from);
    let mut seen = [1e-6f32; FEATURES];
    let mut rng = Rng::new(7);
    let held_out = samples.len() / 10;
    let guess = |weights: &[f32; FEATURES], sample: &Sample| {
        let sum: f32 =
            sample.features.iter().map(|&(f, n)| weights[f as usize] * f32::from(n)).sum();
        1.0 / (1.0 + (-sum / SCALE).exp())
    };
    for round in 0..30 {
        let rate = 6.0 / (1.0 + round as f32 * 0.3);
        for _ in 0..samples.len() {
            let sample = &samples[held_out + rng.below(samples.len() - held_out)];
            let error = guess(&weights, sample) - sample.result;
            for &(feature, times) in &sample.features {
                let feature = feature as usize;
                let slope = error * f32::from(times) + 2e-6 * weights[feature];
                seen[feature] += slope * slope;
                weights[feature] -= rate * slope / seen[feature].sqrt();
            }
        }
        let loss: f32 = samples[..held_out]
            .iter()
            .map(|sample| {
                let guess = guess(&weights, sample).clamp(1e-6, 1.0 - 1e-6);
                -(sample.result * guess.ln() + (1.0 - sample.result) * (1.0 - guess).ln())
            })
            .sum();
        eprintln!("round {round}: loss on games not learned from {:.5}", loss / held_out as f32);
    }
    weights.map(|weight| weight.round().clamp(-3000.0, 3000.0) as i16)
}

fn print_as_rust(weights: &[i16; FEATURES]) {
    println!("//! What each feature of the evaluation is worth; written by `examples/learn.rs`.\n");
    println!("use crate::evaluation::FEATURES;\n");
    println!("#[rustfmt::skip]\npub(crate) const WEIGHTS: [i16; FEATURES] = [");
    for row in weights.chunks(16) {
        let words: Vec<String> = row.iter().map(|weight| format!("{weight},")).collect();
        println!("    {}", words.join(" "));
    }
    println!("];");
}
