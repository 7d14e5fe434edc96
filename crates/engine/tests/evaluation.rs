//! The evaluation against itself: colours exchanged, sides exchanged, and computed anew.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use zugwerk_chess::Position;
use zugwerk_engine::evaluate;

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

/// Files exchanged, a for h: nothing but castling knows the difference.
#[test]
fn positions_exchanged_left_for_right_are_worth_the_same() {
    for position in random_positions(40) {
        let fen = position.to_string();
        let fields: Vec<&str> = fen.split(' ').collect();
        let rows: Vec<String> =
            fields[0].split('/').map(|row| row.chars().rev().collect()).collect();
        let exchanged = format!("{} {} - - {} 1", rows.join("/"), fields[1], fields[4]);
        let exchanged: Position = exchanged.parse().unwrap();
        assert_eq!(evaluate(&position), evaluate(&exchanged), "{position}");
    }
}

#[test]
fn a_piece_more_is_worth_about_a_piece() {
    for (fen, least) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", -60),
        ("rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 40),
        ("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 200),
        ("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1", 300),
        ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 500),
    ] {
        let value = evaluate(&fen.parse().unwrap());
        assert!(value >= least, "{fen}: {value}");
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
