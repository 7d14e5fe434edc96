//! Rulebooks: any text is a rulebook or gets a diagnosis, and a game of it can be begun.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zugwerk_game::Game;
use zugwerk_rulebook::RuleGame;

fuzz_target!(|text: &str| {
    match RuleGame::read(text, &Default::default()) {
        Err(mistake) => {
            let _ = mistake.draw("text", text, false);
        }
        Ok(game) => {
            let start = game.start_position();
            if game.outcome(&start).is_none() {
                let mut moves = Vec::new();
                game.moves(&start, &mut moves);
                for chosen in moves.into_iter().take(20) {
                    let _ = game.notation(&start, chosen);
                    let _ = game.hash(&game.play(&start, chosen));
                }
            }
        }
    }
});
