//! Rulebooks: any text is a rulebook or gets a diagnosis, and a game of it can be begun, where moves are counted, listed and
//! played alike.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugwerk_game::{Game, Rng};
use zugwerk_rulebook::RuleGame;

/// Positions with more moves are not looked at.
const MANY: u64 = 2_000;

fuzz_target!(|text: &str| {
    match RuleGame::read(text, &Default::default()) {
        Err(mistake) => {
            let _ = mistake.draw("text", text, false);
            assert!(mistake.span.end <= text.len());
        }
        Ok(game) => {
            let (mut state, mut rng) = (game.start_position(), Rng::new(1));
            for _ in 0..8 {
                let count = game.count_moves(&state);
                if game.outcome(&state).is_some() || count > MANY {
                    return;
                }
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                assert_eq!(count, moves.len() as u64);
                assert_eq!(count, game.leaves(&state, 1).0);
                for chosen in moves.iter().take(20) {
                    let _ = game.notation(&state, *chosen);
                    let _ = game.hash(&game.play(&state, *chosen));
                }
                state = game.play(&state, moves[rng.below(moves.len())]);
            }
        }
    }
});
