//! Measures Zugwerk beside its peers: `zugwerk-bench [SUBJECT…]`, every subject when none is named.
//!
//! Each subject is one file and prints one table. Ours and the peer run alternately in this one
//! process and the best of several rounds counts, so that a ratio needs no quiet machine.

mod deathstacks;
mod engine;
mod kuromasu;
mod machines;
mod mates;
mod perft;
mod problems;
mod puzzles;
mod python;
mod query;
mod rounds;
mod rulebooks;
mod server;
mod winnable;

/// What can be measured, in the order of the rooms.
#[rustfmt::skip]
const SUBJECTS: &[(&str, fn())] = &[
    ("perft", perft::run),
    ("winnable", winnable::run),
    ("problems", problems::run),
    ("mates", mates::run),
    ("query", query::run),
    ("engine", engine::run),
    ("deathstacks", deathstacks::run),
    ("kuromasu", kuromasu::run),
    ("puzzles", puzzles::run),
    ("rulebooks", rulebooks::run),
    ("machines", machines::run),
    ("server", server::run),
    ("python", python::run),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = wanted.iter().find(|w| !SUBJECTS.iter().any(|(name, _)| name == w)) {
        let names: Vec<&str> = SUBJECTS.iter().map(|(name, _)| *name).collect();
        eprintln!("no subject {unknown:?}; there are: {}", names.join(", "));
        std::process::exit(2);
    }
    for (name, run) in SUBJECTS {
        if wanted.is_empty() || wanted.iter().any(|w| w == name) {
            run();
        }
    }
}
