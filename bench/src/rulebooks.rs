//! Rulebooks: leaves a second, every leaf played, and random playouts a second, beside the figures of RBG (rules
//! compiled to C++ with -Ofast on the same kind of machine), and how long a text takes to load.

use std::sync::OnceLock;
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
    ("gomoku", 3, 40.0, 11.6),
    ("hex", 3, 36.0, 14.5),
    ("nine-mens-morris", 5, 27.0, 29.7),
    ("yavalath", 4, 76.0, 128.0),
    ("pentago", 3, 6.5, 14.4),
    ("knightthrough", 4, 64.0, 52.8),
];

/// How long each figure is measured at least.
const TIME: Duration = Duration::from_millis(700);
/// Playouts end here where the rules do not end them.
const LONGEST: u32 = 1000;

pub fn run() {
    println!(
        "\nrulebooks: million leaves a second (every leaf played), thousand playouts a second, and how many times RBG's compiled code that is"
    );
    println!(
        "{:24} {:>8} {:>6} {:>9} {:>7} {:>10} {:>7} {:>7}",
        "game", "load ms", "depth", "leaves", "x RBG", "playouts", "x RBG", "plies"
    );
    for (name, depth, their_leaves, their_playouts) in GAMES {
        let text = bundled::text(name).expect("a bundled game");
        let begin = cpu_time();
        let game = RuleGame::read(text, &Default::default()).expect("bundled games are right");
        let load = (cpu_time() - begin).as_secs_f64() * 1e3;
        let start = game.start_position();
        let (mut leaves, begin) = (0, cpu_time());
        while cpu_time() - begin < TIME {
            let (count, checksum) = game.leaves(&start, depth);
            std::hint::black_box(checksum);
            leaves += count;
        }
        let leaves = leaves as f64 / (cpu_time() - begin).as_secs_f64() / 1e6;
        let (mut rng, mut playouts, mut plies) = (Rng::new(1), 0u32, 0u64);
        let begin = cpu_time();
        // A handful at a time, so that looking at the clock costs nothing.
        let handful = 1 + (their_playouts * 3.0) as u32;
        while cpu_time() - begin < TIME {
            plies += game.playouts(&start, handful, LONGEST, &mut rng);
            playouts += handful;
        }
        let rate = f64::from(playouts) / (cpu_time() - begin).as_secs_f64() / 1e3;
        println!(
            "{name:24} {load:8.1} {depth:>6} {leaves:9.2} {:7.2} {rate:10.2} {:7.2} {:7.1}",
            leaves / their_leaves,
            rate / their_playouts,
            plies as f64 / f64::from(playouts)
        );
    }
}

/// How long this thread has been at work, where the system tells; else how long ago the first call was. Others who use
/// the machine do not count.
fn cpu_time() -> Duration {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    let begin = BEGIN.get_or_init(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|line| line.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begin.elapsed(), Duration::from_nanos)
}
