//! Runs a test suite: `suite FILE.epd MILLISECONDS [NAME=NUMBER…]`, each position searched by one thread for
//! that long, or `suite FILE.epd 100000n` for 100 000 nodes; a name is one of the search's numbers.
//!
//! Prints how many of the moves `bm` (or not `am`) were found and, where the file gives points for moves
//! (`c8` the points, `c9` the moves), the share of them.

use std::time::Duration;
use zugwerk_chess::{Epd, Game};
use zugwerk_engine::{Control, Engine, Limits};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let effort = words.get(1).and_then(|word| match word.strip_suffix('n') {
        Some(nodes) => nodes.parse().ok().map(Limits::nodes),
        None => word.parse().ok().map(|time| Limits::time(Duration::from_millis(time))),
    });
    let (Some(path), Some(limits)) = (words.first(), effort) else {
        eprintln!("usage: suite FILE.epd MILLISECONDS|NODESn [NAME=NUMBER…]");
        std::process::exit(2);
    };
    let text = std::fs::read_to_string(path).expect("a file of EPD lines");
    let mut engine = Engine::new(64);
    let mut parameters = engine.parameters().clone();
    for (name, number) in words[2..].iter().filter_map(|word| word.split_once('=')) {
        let known = number.parse().is_ok_and(|number| parameters.set(name, number));
        assert!(known, "there is no number {name} that can be {number}");
    }
    engine.set_parameters(&parameters);
    let (mut solved, mut total, mut points, mut most) = (0, 0, 0, 0);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let epd: Epd = line.parse().expect("a line of EPD");
        engine.clear();
        let game = Game::from_position(epd.position.clone());
        let found = engine.search(&game, &limits, &Control::new(1, false), &|_| ());
        let Some(best) = found.best else { continue };
        let names = |operation: &str| -> Option<bool> {
            let moves = epd.operands(operation)?;
            Some(moves.iter().any(|san| epd.position.parse_san(san) == Ok(best)))
        };
        let good = names("bm").unwrap_or(true) && !names("am").unwrap_or(false);
        total += 1;
        solved += i32::from(good);
        let joined = |operation: &str| epd.operands(operation).map(|words| words.join(" "));
        if let (Some(scores), Some(moves)) = (joined("c8"), joined("c9")) {
            let mut pairs = scores.split_whitespace().zip(moves.split_whitespace());
            let played = epd.position.uci(best);
            let score = pairs.find(|(_, m)| *m == played).and_then(|(score, _)| score.parse().ok());
            points += score.unwrap_or(0);
            most += 100;
        }
        if !good && most == 0 {
            let id = epd.operands("id").map(|words| words.join(" ")).unwrap_or_default();
            println!("{id}: played {}", epd.position.san(best));
        }
    }
    println!("{solved} of {total} solved");
    if most > 0 {
        println!("{points} of {most} points, {:.1} %", 100.0 * f64::from(points) / f64::from(most));
    }
}
