//! The evaluation against itself: colours exchanged, and computed anew.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use zugwerk_chess::{Color, Position};
use zugwerk_engine::evaluate;
use zugwerk_engine::evaluation::{WEIGHTS, trace};

/// Positions of random games, from the opening to the ending.
fn random_positions(games: u64) -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut position = Position::start();
        for _ in 0..300 {
            let moves = position.legal_moves();
            if position.end().is_some() {
                break;
            }
            position = position.play(moves[rng.random_range(0..moves.len())]);
            positions.push(position.clone());
        }
    }
    positions
}

#[test]
fn mirrored_positions_are_worth_exactly_the_same_to_the_side_to_move() {
    for position in random_positions(40) {
        assert_eq!(evaluate(&position), evaluate(&position.mirrored()), "{position}");
    }
}

#[test]
fn the_tuner_sees_the_same_value_as_the_search() {
    for position in random_positions(20) {
        let Some(trace) = trace(&position) else { continue };
        let (mut middlegame, mut endgame) = (0.0f32, 0.0f32);
        for (feature, count) in &trace.counts {
            let weight = WEIGHTS[*feature as usize];
            middlegame += weight.middlegame() as f32 * f32::from(*count);
            endgame += weight.endgame() as f32 * f32::from(*count);
        }
        let scale = trace.scale[usize::from(endgame < 0.0)];
        let value = trace.middlegame * middlegame + (1.0 - trace.middlegame) * scale * endgame;
        let expected = if position.turn() == Color::White { value } else { -value };
        let found = evaluate(&position) as f32;
        assert!((found - expected).abs() < 3.0, "{position}: {found} is not {expected}");
    }
}

#[test]
fn hopeless_advantages_are_worth_little() {
    for fen in [
        "8/8/8/3k4/8/8/3NK3/8 w - - 0 1",
        "8/8/8/3k4/8/8/2NNK3/8 w - - 0 1",
        "8/8/3k4/3b4/8/8/3RK3/8 w - - 0 1",
        "k7/8/1K6/8/P7/8/3B4/8 w - - 0 1",
    ] {
        let value = evaluate(&fen.parse().unwrap());
        assert!(value.abs() < 60, "{fen}: {value}");
    }
}
