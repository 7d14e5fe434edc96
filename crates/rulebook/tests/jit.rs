//! Compiled rules do what interpreted rules do.

use zugwerk_game::{Game, Rng};
use zugwerk_rulebook::{RuleGame, bundled};

/// Random games of this many plies at most; large trees of moves are looked at less often.
const GAMES: u64 = 6;
const PLIES: usize = 80;

fn both(text: &str, settings: &[(&str, i64)]) -> (RuleGame, RuleGame) {
    let settings = settings.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    let read = || RuleGame::read(text, &settings).unwrap();
    let mut compiled = read();
    assert!(compiled.compile());
    (read(), compiled)
}

/// Moves, what they lead to, ends, values and texts are the same.
fn agree(name: &str, settings: &[(&str, i64)], games: u64) {
    let (plain, compiled) = both(bundled::text(name).unwrap(), settings);
    for seed in 0..games {
        let mut rng = Rng::new(seed + 1);
        let (mut state, mut other) = (plain.start_position(), compiled.start_position());
        for ply in 0..PLIES {
            assert!(state == other, "{name}, seed {seed}, ply {ply}");
            assert_eq!(
                plain.outcome(&state),
                compiled.outcome(&other),
                "{name}, seed {seed}, ply {ply}"
            );
            assert_eq!(plain.value(&state), compiled.value(&other));
            if plain.outcome(&state).is_some() {
                break;
            }
            let (mut moves, mut others) = (Vec::new(), Vec::new());
            plain.moves(&state, &mut moves);
            compiled.moves(&other, &mut others);
            assert_eq!(moves, others, "{name}, seed {seed}, ply {ply}");
            assert_eq!(compiled.count_moves(&other), moves.len() as u64);
            if moves.is_empty() {
                break;
            }
            if moves.len() < 200 {
                assert_eq!(plain.leaves(&state, 1), compiled.leaves(&other, 1), "{name}");
            }
            if ply % 16 == 3 && moves.len() < 50 {
                assert_eq!(plain.leaves(&state, 2), compiled.leaves(&other, 2), "{name}");
            }
            let chosen = moves[rng.below(moves.len())];
            assert_eq!(plain.notation(&state, chosen), compiled.notation(&other, chosen));
            (state, other) = (plain.play(&state, chosen), compiled.play(&other, chosen));
        }
        // The same numbers choose the same moves.
        let (mut one, mut two) = (Rng::new(seed), Rng::new(seed));
        let played = plain.play_randomly(&plain.start_position(), 60, &mut one);
        assert!(
            played == compiled.play_randomly(&compiled.start_position(), 60, &mut two),
            "{name}"
        );
    }
}

#[test]
fn compiled_and_interpreted_agree_on_every_bundled_rulebook() {
    for name in bundled::names() {
        agree(name, &[], GAMES);
    }
}

/// The same rules on sets of one, two and four words, and on a board that is left to the interpreter.
#[test]
fn boards_of_all_widths_agree() {
    for side in [5, 10, 16] {
        for name in ["breakthrough", "othello", "gomoku", "hex", "amazons"] {
            // Amazons has queens on cells that a small board does not have.
            if side >= 10 || name != "amazons" {
                agree(name, &[("width", side), ("height", side)], 2);
            }
        }
    }
    let text = bundled::text("hex").unwrap();
    let settings = [("width".to_string(), 20), ("height".to_string(), 20)].into_iter().collect();
    let mut wide = RuleGame::read(text, &settings).unwrap();
    assert!(!wide.compile());
    assert_eq!(wide.count_moves(&wide.start_position()), 400);
}

/// A position or a move of another game is a mistake, but no read outside of memory.
#[test]
fn what_belongs_to_another_game_is_never_read_beyond_its_end() {
    let (_, small) = both(bundled::text("tic-tac-toe").unwrap(), &[]);
    let (_, large) = both(bundled::text("chess").unwrap(), &[]);
    let position = small.start_position();
    assert!(std::panic::catch_unwind(|| large.count_moves(&position)).is_err());
    let start = large.start_position();
    let mut moves = Vec::new();
    large.moves(&start, &mut moves);
    let position = large.play(&start, moves[0]);
    // Cells that tic-tac-toe does not have are none of its own.
    assert!(std::panic::catch_unwind(|| small.count_moves(&position)).is_ok());
}
