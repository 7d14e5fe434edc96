//! Rulebooks: leaves a second, every leaf played, and random playouts a second, beside the figures of RBG (rules
//! compiled to C++ with -Ofast on the same kind of machine), and how long a text takes to load.

use std::time::{Duration, Instant};
use zugwerk_game::Rng;
use zugwerk_rulebook::{RuleGame, bundled};

/// A game, the depth to count to, and RBG's million leaves and thousand playouts a second.
const GAMES: [(&str, usize, f64, f64); 14] = [
    ("tic-tac-toe", 9, 13.0, 1770.0),
    ("breakthrough", 5, 55.0, 31.8),
    ("connect-four", 8, 26.9, 592.0),
    ("othello", 8, 3.2, 14.6),
    ("english-draughts", 8, 6.2, 47.0),
    ("international-draughts", 6, 1.3, 3.2),
    ("amazons", 2, 55.0, 2.6),
    ("chess", 4, 5.3, 0.727),
    ("gomoku", 2, 40.0, 11.6),
    ("hex", 3, 36.0, 14.5),
    ("nine-mens-morris", 4, 27.0, 29.7),
    ("yavalath", 3, 76.0, 128.0),
    ("pentago", 2, 6.5, 14.4),
    ("knightthrough", 4, 64.0, 52.8),
];

/// How long each figure is measured at least.
const TIME: Duration = Duration::from_millis(700);
/// Playouts end here where the rules do not end them.
const LONGEST: u32 = 1000;

pub fn run() {
    println!(
        "\nrulebooks: million leaves a second, thousand playouts a second, plies of a playout (RBG compiled in brackets)"
    );
    println!(
        "{:24} {:>8} {:>9} {:>16} {:>20} {:>7}",
        "game", "load ms", "depth", "leaves", "playouts", "plies"
    );
    for (name, depth, their_leaves, their_playouts) in GAMES {
        let text = bundled::text(name).expect("a bundled game");
        let begin = Instant::now();
        let game = RuleGame::read(text, &Default::default()).expect("bundled games are right");
        let load = begin.elapsed().as_secs_f64() * 1e3;
        let start = game.start_position();
        let mut best = 0.0f64;
        let begin = Instant::now();
        while begin.elapsed() < TIME {
            let round = Instant::now();
            let (leaves, checksum) = game.leaves(&start, depth);
            std::hint::black_box(checksum);
            best = best.max(leaves as f64 / round.elapsed().as_secs_f64() / 1e6);
        }
        let (mut rng, mut playouts, mut plies) = (Rng::new(1), 0u32, 0u64);
        let begin = Instant::now();
        while begin.elapsed() < TIME {
            plies += game.playouts(&start, 10, LONGEST, &mut rng);
            playouts += 10;
        }
        let rate = f64::from(playouts) / begin.elapsed().as_secs_f64() / 1e3;
        let length = plies as f64 / f64::from(playouts);
        println!(
            "{name:24} {load:8.1} {depth:>9} {best:8.2} ({their_leaves:>5}) {rate:10.2} ({their_playouts:>7}) {length:7.1}"
        );
    }
}
