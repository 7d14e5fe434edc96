//! Leaves and playouts a second of the bundled games that RBG has too, with what that is of RBG's compiled code:
//! `cargo run --release -p zugwerk-rulebook --example speed [GAME…]`.

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

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let time = Duration::from_millis(300);
    println!(
        "{:24} {:>7} {:>9} {:>6} {:>10} {:>6} {:>7}",
        "game", "load", "leaves", "× RBG", "playouts", "× RBG", "plies"
    );
    for (name, depth, their_leaves, their_playouts) in GAMES {
        if !wanted.is_empty() && !wanted.iter().any(|word| name == word) {
            continue;
        }
        let text = bundled::text(name).expect("a bundled game");
        let begin = Instant::now();
        let game = RuleGame::read(text, &Default::default()).expect("bundled games are right");
        let load = begin.elapsed().as_secs_f64() * 1e3;
        let start = game.start_position();
        let (mut leaves, mut all) = (0, 0);
        let begin = cpu();
        while cpu() - begin < time {
            let (count, checksum) = game.leaves(&start, depth);
            std::hint::black_box(checksum);
            (leaves, all) = (count, all + count);
        }
        let best = all as f64 / (cpu() - begin).as_secs_f64() / 1e6;
        let (mut rng, mut plies, mut playouts) = (Rng::new(1), 0u64, 0u64);
        let games = (their_playouts * 3.0) as u32;
        let begin = cpu();
        while cpu() - begin < time {
            plies += game.playouts(&start, games, 1000, &mut rng);
            playouts += u64::from(games);
        }
        let rate = playouts as f64 / (cpu() - begin).as_secs_f64() / 1e3;
        println!(
            "{name:24} {load:7.1} {best:9.2} {:6.2} {rate:10.2} {:6.2} {:7.1} {leaves}",
            best / their_leaves,
            rate / their_playouts,
            plies as f64 / playouts as f64
        );
    }
}

/// The time this thread has been at work, where the system tells; else the time that has passed.
fn cpu() -> Duration {
    static BEGIN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let begin = BEGIN.get_or_init(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|line| line.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begin.elapsed(), Duration::from_nanos)
}
