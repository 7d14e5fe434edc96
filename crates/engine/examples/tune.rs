//! Finds the weights of the evaluation from self-play (Texel's method): logistic regression of the games'
//! results, mixed with the search's own values, on the features of their positions, by Adam.
//!
//! `tune [--from-zero] EPOCHS FILE…` reads what `selfplay` printed and prints the file
//! `evaluation/weights.rs`.

use std::io::{BufRead, BufReader};
use zugwerk_chess::Position;
use zugwerk_engine::evaluation::features::{COUNT, ROWS, SQUARES};
use zugwerk_engine::evaluation::{Trace, WEIGHTS, trace};

/// How much the game's result counts against the search's value.
const RESULT_SHARE: f32 = 0.4;
/// Holds weights that the data say little about where they began.
const HOLD: f32 = 1e-7;

/// A position: its features and what it was worth.
struct Sample {
    trace: Trace,
    target: f32,
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let from_zero = words.iter().position(|word| word == "--from-zero").map(|at| words.remove(at));
    let epochs: usize = words.first().and_then(|word| word.parse().ok()).unwrap_or_else(|| {
        eprintln!("usage: tune [--from-zero] EPOCHS FILE…");
        std::process::exit(2);
    });
    let mut lines = Vec::new();
    for path in &words[1..] {
        let file = std::fs::File::open(path).expect("a file that selfplay wrote");
        lines.extend(BufReader::new(file).lines().map_while(Result::ok));
    }
    let scale = fit_scale(&lines);
    let samples: Vec<Sample> = lines.iter().filter_map(|line| sample(line, scale)).collect();
    eprintln!("{} positions, scale {scale:.1}", samples.len());
    let mut weights = start(from_zero.is_some());
    // The last games are kept back to see whether the rest teaches something general.
    let (learnt, held) = samples.split_at(samples.len() - samples.len() / 15);
    let held: Vec<&Sample> = held.iter().collect();
    let mut learnt: Vec<&Sample> = learnt.iter().collect();
    descend(&mut weights, &mut learnt, &held, epochs, scale);
    print(&weights);
}

fn sample(line: &str, scale: f32) -> Option<Sample> {
    let (fen, value, result) = fields(line)?;
    let position: Position = fen.parse().ok()?;
    let target = RESULT_SHARE * result + (1.0 - RESULT_SHARE) * sigmoid(value / scale);
    Some(Sample { trace: trace(&position)?, target })
}

fn fields(line: &str) -> Option<(&str, f32, f32)> {
    let mut fields = line.split(';');
    Some((fields.next()?, fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The scale on which the search's values predict the results best.
fn fit_scale(lines: &[String]) -> f32 {
    let pairs: Vec<(f32, f32)> =
        lines.iter().step_by(7).filter_map(|line| fields(line).map(|(_, v, r)| (v, r))).collect();
    let error = |scale: f32| -> f64 {
        pairs.iter().map(|(v, r)| f64::from((sigmoid(v / scale) - r).powi(2))).sum()
    };
    let candidates = (8..80).map(|step| 5.0 * step as f32);
    candidates.min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(150.0)
}

type Weights = Vec<[f32; 2]>;

fn start(from_zero: bool) -> Weights {
    let mut weights: Weights = (0..COUNT)
        .map(|at| [WEIGHTS[at].middlegame() as f32, WEIGHTS[at].endgame() as f32])
        .collect();
    if from_zero {
        let worth = [100.0, 300.0, 300.0, 500.0, 900.0, 0.0];
        for (at, weight) in weights.iter_mut().enumerate() {
            *weight = [worth.get(at / 32).copied().unwrap_or(0.0); 2];
        }
    }
    weights
}

/// The value for White.
fn value(trace: &Trace, weights: &Weights) -> (f32, f32) {
    let (mut middlegame, mut endgame) = (0.0, 0.0);
    for (feature, count) in &trace.counts {
        let [m, e] = weights[*feature as usize];
        middlegame += m * f32::from(*count);
        endgame += e * f32::from(*count);
    }
    let scale = trace.scale[usize::from(endgame < 0.0)];
    (trace.middlegame * middlegame + (1.0 - trace.middlegame) * scale * endgame, scale)
}

fn error(samples: &[&Sample], weights: &Weights, scale: f32) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|s| f64::from((sigmoid(value(&s.trace, weights).0 / scale) - s.target).powi(2)))
        .sum();
    sum / samples.len().max(1) as f64
}

fn descend(
    weights: &mut Weights,
    learnt: &mut [&Sample],
    held: &[&Sample],
    epochs: usize,
    scale: f32,
) {
    const BATCH: usize = 8192;
    let begin = weights.clone();
    let mut first = vec![[0.0f32; 2]; COUNT];
    let mut second = vec![[0.0f32; 2]; COUNT];
    let mut step = 0;
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    for epoch in 0..epochs {
        for at in (1..learnt.len()).rev() {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            learnt.swap(at, (random >> 33) as usize % (at + 1));
        }
        // The rate falls to a tenth over the run.
        let rate = 2.0 * 0.1f32.powf(epoch as f32 / epochs as f32);
        for batch in learnt.chunks(BATCH) {
            let gradient = gradient(batch, weights, scale);
            step += 1;
            for at in 0..COUNT {
                for half in 0..2 {
                    let g = gradient[at][half] + HOLD * (weights[at][half] - begin[at][half]);
                    first[at][half] = 0.9 * first[at][half] + 0.1 * g;
                    second[at][half] = 0.999 * second[at][half] + 0.001 * g * g;
                    let m = first[at][half] / (1.0 - 0.9f32.powi(step));
                    let v = second[at][half] / (1.0 - 0.999f32.powi(step));
                    weights[at][half] -= rate * m / (v.sqrt() + 1e-9);
                }
            }
        }
        if epoch % 5 == 4 || epoch == 0 {
            let (e, h) = (error(learnt, weights, scale), error(held, weights, scale));
            eprintln!("epoch {:3}: error {e:.6}, on games held back {h:.6}", epoch + 1);
        }
    }
}

/// How the error of a batch changes with each weight.
fn gradient(batch: &[&Sample], weights: &Weights, scale: f32) -> Weights {
    let mut gradient = vec![[0.0f32; 2]; COUNT];
    for sample in batch {
        let (value, endgame_scale) = value(&sample.trace, weights);
        let guess = sigmoid(value / scale);
        let slope = (guess - sample.target) * guess * (1.0 - guess) / batch.len() as f32;
        let middlegame = slope * sample.trace.middlegame;
        let endgame = slope * (1.0 - sample.trace.middlegame) * endgame_scale;
        for (feature, count) in &sample.trace.counts {
            gradient[*feature as usize][0] += middlegame * f32::from(*count);
            gradient[*feature as usize][1] += endgame * f32::from(*count);
        }
    }
    gradient
}

/// Prints the weights as source text.
fn print(weights: &Weights) {
    println!(
        "//! The weights of the features, found by `examples/tune.rs` from games of the engine"
    );
    println!("//! against itself. That program writes this file; do not edit it by hand.\n");
    println!("use super::features::COUNT;\nuse super::tapered::Tapered;\n");
    println!("const fn w(middlegame: i32, endgame: i32) -> Tapered {{");
    println!("    Tapered::new(middlegame, endgame)\n}}\n");
    println!("/// What each feature is worth, by its place in [`features`](super::features).");
    println!("#[rustfmt::skip]\npub static WEIGHTS: [Tapered; COUNT] = [");
    for (name, first, count) in ROWS {
        println!("    // {name}");
        let width = if *first == SQUARES { 4 } else { 8 };
        for row in weights[*first..first + count].chunks(width) {
            let cells: Vec<String> = row
                .iter()
                .map(|[m, e]| format!("w({}, {})", m.round() as i32, e.round() as i32))
                .collect();
            println!("    {},", cells.join(", "));
        }
    }
    println!("];");
}
