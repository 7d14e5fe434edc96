//! Rulebooks: leaves a second, every leaf played, and random playouts a second, beside the figures of RBG (rules
//! compiled to C++ with -Ofast on the same kind of machine), and how long a text takes to load. With the feature `jit` the
//! same compiled to machine code stands beside it.

use std::time::{Duration, Instant};
use zugwerk_game::Rng;
use zugwerk_rulebook::{RuleGame, bundled};

/// A game, the depth to count to (so that a round takes a few milliseconds), and RBG's million leaves and thousand playouts a second.
const GAMES: [(&str, usize, f64, f64); 14] = [
    ("tic-tac-toe", 5, 13.0, 1770.0),
    ("breakthrough", 4, 55.0, 31.8),
    ("connect-four", 6, 26.9, 592.0),
    ("othello", 6, 3.2, 14.6),
    ("english-draughts", 4, 6.2, 47.0),
    ("international-draughts", 3, 1.3, 3.2),
    ("amazons", 1, 55.0, 2.6),
    ("chess", 3, 5.3, 0.727),
    ("gomoku", 2, 40.0, 11.6),
    ("hex", 2, 36.0, 14.5),
    ("nine-mens-morris", 2, 27.0, 29.7),
    ("yavalath", 3, 76.0, 128.0),
    ("pentago", 1, 6.5, 14.4),
    ("knightthrough", 3, 64.0, 52.8),
];

/// How long each figure is measured at least.
const TIME: Duration = Duration::from_millis(700);
/// Playouts end here where the rules do not end them.
const LONGEST: u32 = 1000;
/// How often each text is loaded.
const LOADS: u32 = 5;

pub fn run() {
    println!(
        "\nrulebooks: million leaves a second (every leaf played), thousand playouts a second, and how many times RBG's compiled code that is"
    );
    let columns = format!("{:>9} {:>7} {:>10} {:>7}", "leaves", "x RBG", "playouts", "x RBG");
    let compiled =
        if cfg!(feature = "jit") { format!("{columns}  (compiled)") } else { String::new() };
    println!("{:24} {:>6} {:>7} {columns}  {compiled}", "game", "depth", "plies");
    for (name, depth, their_leaves, their_playouts) in GAMES {
        let text = bundled::text(name).expect("a bundled game");
        #[cfg_attr(not(feature = "jit"), expect(unused_mut))]
        let mut game = RuleGame::read(text, &Default::default()).expect("bundled games are right");
        let measured = |game: &RuleGame| {
            let (leaves, rate, length) = measure(game, depth, their_playouts);
            let ratios = (leaves / their_leaves, rate / their_playouts);
            (format!("{leaves:9.2} {:7.2} {rate:10.2} {:7.2}", ratios.0, ratios.1), length)
        };
        let (interpreted, length) = measured(&game);
        print!("{name:24} {depth:>6} {length:7.1} {interpreted}");
        #[cfg(feature = "jit")]
        if game.compile() {
            print!("  {}", measured(&game).0);
        }
        println!();
    }
    println!(
        "\nrulebooks: milliseconds from the text to a game that can be played{}, the best of {LOADS}",
        if cfg!(feature = "jit") { ", and to compile it" } else { "" }
    );
    for name in bundled::names() {
        let (load, compile) = load(bundled::text(name).expect("a bundled game"));
        let compile = compile.map(|time| format!(" {time:8.1}")).unwrap_or_default();
        println!("{name:24} {load:8.1}{compile}");
    }
}

/// Million leaves and thousand playouts a second, and how many plies a playout has.
fn measure(game: &RuleGame, depth: usize, their_playouts: f64) -> (f64, f64, f64) {
    let start = game.start_position();
    let leaves = best_rate(|| {
        let (leaves, checksum) = game.leaves(&start, depth);
        std::hint::black_box(checksum);
        leaves
    }) / 1e6;
    let (mut rng, mut playouts, mut plies) = (Rng::new(1), 0u64, 0u64);
    let handful = (their_playouts * 0.5).ceil() as u32;
    // A round of a few short games is over sooner, so plies are counted.
    let rate = best_rate(|| {
        let played = game.playouts(&start, handful, LONGEST, &mut rng);
        (plies, playouts) = (plies + played, playouts + u64::from(handful));
        played
    });
    let length = plies as f64 / playouts as f64;
    (leaves, rate / length / 1e3, length)
}

/// Milliseconds to load a game, and to compile it where that can be done.
fn load(text: &str) -> (f64, Option<f64>) {
    let mut load = f64::INFINITY;
    #[cfg_attr(not(feature = "jit"), expect(unused_mut))]
    let mut compile = None;
    for _ in 0..LOADS {
        let begin = Instant::now();
        #[cfg_attr(not(feature = "jit"), expect(unused_mut))]
        let mut game = RuleGame::read(text, &Default::default()).expect("bundled games are right");
        std::hint::black_box(&game);
        load = begin.elapsed().as_secs_f64().min(load / 1e3) * 1e3;
        #[cfg(feature = "jit")]
        {
            let begin = Instant::now();
            if game.compile() {
                let time = begin.elapsed().as_secs_f64() * 1e3;
                compile = Some(compile.map_or(time, |least: f64| least.min(time)));
            }
        }
    }
    (load, compile)
}

/// How many a second the best of many short rounds did: the others had to share the machine.
fn best_rate(mut round: impl FnMut() -> u64) -> f64 {
    let (begin, mut best) = (Instant::now(), 0.0f64);
    while begin.elapsed() < TIME {
        let start = Instant::now();
        let count = round();
        best = best.max(count as f64 / start.elapsed().as_secs_f64());
    }
    best
}
