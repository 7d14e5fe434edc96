//! The chess engine: nodes to a fixed depth beside the release before, and time to depth beside the peers
//! that are installed.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use zugwerk_engine::bench;

/// Nodes that each release took for the bench, the newest last.
const RELEASES: &[(&str, u64)] = &[("the tapered evaluation", 1_185_313)];

/// Engines that speak UCI and may be installed, with where Debian puts them.
const PEERS: [(&str, &str); 2] =
    [("stockfish", "/usr/games/stockfish"), ("toga2", "/usr/games/toga2")];
/// The depth to which peers and ours search for the comparison of time.
const PEER_DEPTH: i32 = 12;

/// Prints the signature, nodes a second, and time to depth.
pub fn run() {
    println!("engine, one thread: {} positions to depth {}", bench::POSITIONS.len(), bench::DEPTH);
    let ours = bench::run(bench::DEPTH, || false);
    let speed = ours.nodes as f64 / ours.time.as_secs_f64() / 1000.0;
    println!("    {:15}{:>12} nodes {:>8.0} thousand a second", "now", ours.nodes, speed);
    for (release, nodes) in RELEASES {
        let ratio = ours.nodes as f64 / *nodes as f64;
        println!("    {release:15}{nodes:>12} nodes   now {ratio:.2} × as many");
    }
    println!(
        "  seconds to depth {PEER_DEPTH} on the same positions (depths of engines differ in kind)"
    );
    let start = Instant::now();
    bench::run(PEER_DEPTH, || false);
    println!("    {:15}{:8.2}", "zugwerk", start.elapsed().as_secs_f64());
    for (name, path) in PEERS {
        match time_to_depth(path) {
            Some(time) => println!("    {name:15}{:8.2}", time.as_secs_f64()),
            None => println!("    {name:15} not installed"),
        }
    }
}

/// How long a program takes for the positions; `None` where it cannot be run. Chess960 is left out.
fn time_to_depth(path: &str) -> Option<Duration> {
    let mut child = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut input = child.stdin.take()?;
    let mut output = BufReader::new(child.stdout.take()?);
    let mut wait = |word: &str| -> Option<()> {
        let mut line = String::new();
        while !line.starts_with(word) {
            line.clear();
            if output.read_line(&mut line).ok()? == 0 {
                return None;
            }
        }
        Some(())
    };
    writeln!(input, "uci\nsetoption name Hash value 16").ok()?;
    wait("uciok")?;
    let start = Instant::now();
    for fen in &bench::POSITIONS[..bench::POSITIONS.len() - 1] {
        writeln!(input, "ucinewgame\nposition fen {fen}\ngo depth {PEER_DEPTH}").ok()?;
        wait("bestmove")?;
    }
    let time = start.elapsed();
    writeln!(input, "quit").ok()?;
    child.wait().ok()?;
    Some(time)
}
