//! Can a side still win: how long that takes over the positions of games, and the quick test that the rules use.
//!
//! The games are played by two that take what an exchange wins and otherwise move at random, so that all phases of a game
//! occur.

use std::time::Instant;
use zugwerk_chess::{Color, Position};
use zugwerk_game::{Limits, Rng};
use zugwerk_retro::{Verdict, winnable};

const GAMES: usize = 60;
const LONGEST: usize = 200;
const ROUNDS: usize = 3;

/// Prints microseconds a position for the quick test and for both sides of the complete one, the best of several rounds.
pub fn run() {
    let positions = positions();
    let count = positions.len() as f64;
    let mut quick = f64::MAX;
    let mut complete = f64::MAX;
    let (mut dead, mut verdicts) = ([0; 2], [0; 3]);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        dead[0] = positions.iter().filter(|position| position.is_surely_dead()).count();
        quick = quick.min(start.elapsed().as_secs_f64());
        (dead[1], verdicts) = (0, [0; 3]);
        let start = Instant::now();
        for position in &positions {
            let both = Color::ALL.map(|color| winnable(position, color, &Limits::none()));
            dead[1] += usize::from(both.iter().all(|verdict| verdict.known() == Some(false)));
            for verdict in both {
                verdicts[match verdict {
                    Verdict::Yes(_) => 0,
                    Verdict::No(_) => 1,
                    Verdict::Unknown(_) => 2,
                }] += 1;
            }
        }
        complete = complete.min(start.elapsed().as_secs_f64());
    }
    let [yes, no, open] = verdicts;
    println!("winnable, {count} positions of {GAMES} games, the best of {ROUNDS} rounds");
    println!("  quick test       {:8.2} µs a position, {} dead", 1e6 * quick / count, dead[0]);
    println!(
        "  complete         {:8.2} µs a side, {} dead; {yes} yes, {no} no, {open} open",
        0.5e6 * complete / count,
        dead[1]
    );
}

fn positions() -> Vec<Position> {
    let mut rng = Rng::new(20);
    let mut positions = Vec::new();
    for _ in 0..GAMES {
        let mut position = Position::start();
        for _ in 0..LONGEST {
            let moves = position.legal_moves();
            if moves.is_empty() || position.halfmoves() >= 100 {
                break;
            }
            let wins = |m: &&zugwerk_chess::Move| {
                position.is_capture(**m) && position.see_at_least(**m, 1)
            };
            let m = match moves.iter().find(wins) {
                Some(m) if rng.below(4) > 0 => *m,
                _ => moves[rng.below(moves.len())],
            };
            position = position.play(m);
            positions.push(position.clone());
        }
    }
    positions
}
