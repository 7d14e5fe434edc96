//! Plays fast games of the engine against itself and prints their quiet positions, for the tuner.
//!
//! `selfplay GAMES NODES SEED`: a line for each position, `FEN;VALUE;RESULT`, both seen by White, the
//! result as 1, 0.5 or 0. Games begin with random moves, so that no two are alike.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::io::Write;
use zugwerk_chess::{Color, Game, Position};
use zugwerk_engine::{Control, Engine, Limits, WIN_BOUND};

fn main() -> std::io::Result<()> {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [games, nodes, seed] = numbers[..] else {
        eprintln!("usage: selfplay GAMES NODES SEED");
        std::process::exit(2);
    };
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut engine = Engine::new(16);
    let mut out = std::io::stdout().lock();
    for _ in 0..games {
        engine.clear();
        let (positions, result) = play(&mut engine, nodes, &mut rng);
        for (position, value) in positions {
            writeln!(out, "{position};{value};{result}")?;
        }
        out.flush()?;
    }
    Ok(())
}

/// A position and its value for White.
type Scored = (Position, i32);

/// Plays a game; its quiet positions, and its result for White.
fn play(engine: &mut Engine, nodes: u64, rng: &mut SmallRng) -> (Vec<Scored>, f32) {
    let mut game = random_opening(rng);
    let mut positions = Vec::new();
    let (mut decided, mut level) = (0, 0);
    loop {
        if let Some(end) = game.end() {
            return (positions, result(end.winner()));
        }
        if game.claim().is_some() || game.moves().len() > 400 {
            return (positions, 0.5);
        }
        let control = Control::new(1, false);
        let limit = Limits::nodes(rng.random_range(nodes * 3 / 4..=nodes * 5 / 4));
        let found = engine.search(&game, &limit, &control, &|_| ());
        let Some(best) = found.best else { return (positions, 0.5) };
        let position = game.position();
        let value = if position.turn() == Color::White { found.value } else { -found.value };
        decided = if value.abs() > 2000 { decided + 1 } else { 0 };
        level = if value.abs() < 8 && game.moves().len() > 80 { level + 1 } else { 0 };
        if decided >= 5 || value.abs() >= WIN_BOUND {
            return (positions, if value > 0 { 1.0 } else { 0.0 });
        }
        if level >= 16 {
            return (positions, 0.5);
        }
        let quiet = !position.is_check() && !position.is_capture(best) && best.promoted().is_none();
        if quiet && game.moves().len() >= 12 {
            positions.push((position.clone(), value));
        }
        game.play(best);
    }
}

fn result(winner: Option<Color>) -> f32 {
    match winner {
        Some(Color::White) => 1.0,
        Some(Color::Black) => 0.0,
        None => 0.5,
    }
}

/// Eight or nine random moves that end nothing.
fn random_opening(rng: &mut SmallRng) -> Game {
    loop {
        let mut game = Game::default();
        for _ in 0..rng.random_range(8..=9) {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[rng.random_range(0..moves.len())]);
        }
        if game.end().is_none() && zugwerk_engine::evaluate(game.position()).abs() < 400 {
            return game;
        }
    }
}
