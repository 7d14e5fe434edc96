//! The bot of a game without an evaluation: in late positions of Connect Four, whose value proof search knows, no move
//! of it gives a win or a draw away.

use zugwerk_game::{Game, Outcome, Rng};
use zugwerk_rulebook::{RuleGame, State, bundled};
use zugwerk_search::{Attacker, Bot, Budget, ProofSearch, Root, Strategy, Verdict};

/// Fewer positions than it visits in a second on any machine of today, so that nothing hangs on the time it has.
const NODES: u64 = 20_000;
/// Positions after which a proof is given up.
const MOST_POSITIONS: u64 = 200_000;

/// What whose turn it is gets with best play: 1, 0 or -1; none where that is not soon known.
fn value(game: &RuleGame, state: &State) -> Option<i32> {
    if let Some(outcome) = game.outcome(state) {
        return Some(match outcome {
            Outcome::Win => 1,
            Outcome::Loss => -1,
            _ => 0,
        });
    }
    let wins = |attacker| {
        let root = Root::new(state.clone());
        match ProofSearch::default().prove(game, &root, attacker, &Budget::nodes(MOST_POSITIONS)).0
        {
            Verdict::Win(_) => Some(true),
            Verdict::NoWin => Some(false),
            Verdict::Unknown => None,
        }
    };
    match wins(Attacker::Mover)? {
        true => Some(1),
        false => Some(if wins(Attacker::Other)? { -1 } else { 0 }),
    }
}

fn random_move(game: &RuleGame, state: &State, rng: &mut Rng) -> State {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    game.play(state, moves[rng.below(moves.len())])
}

#[test]
fn the_bot_loses_no_won_or_drawn_late_position_of_connect_four() {
    let text = bundled::text("connect-four").unwrap();
    let game = RuleGame::read(text, &Default::default()).unwrap();
    let mut rng = Rng::new(17);
    let (mut won, mut drawn) = (0, 0);
    for _ in 0..2000 {
        if won >= 8 && drawn >= 4 {
            break;
        }
        let mut state = game.start_position();
        let discs = 24 + rng.below(8);
        let mut played = 0;
        while played < discs && game.outcome(&state).is_none() {
            state = random_move(&game, &state, &mut rng);
            played += 1;
        }
        if game.outcome(&state).is_some() {
            continue;
        }
        let Some(worth) = value(&game, &state).filter(|worth| *worth >= 0) else { continue };
        let enough = if worth == 1 { &mut won } else { &mut drawn };
        if *enough >= 8 {
            continue;
        }
        *enough += 1;
        let mut bot = Bot::without_evaluation(4, 1);
        loop {
            let found = bot.search(&game, &Root::new(state.clone()), &Budget::nodes(NODES));
            state = game.play(&state, found.best.expect("the game is not over"));
            // It is the other one's turn now.
            let left = value(&game, &state).expect("fewer cells are left than before");
            assert!(-left >= worth, "{worth} became {} in {state:?}", -left);
            if game.outcome(&state).is_some() {
                break;
            }
            state = random_move(&game, &state, &mut rng);
            if game.outcome(&state).is_some() {
                break;
            }
        }
    }
    assert!(won >= 8 && drawn >= 4, "{won} {drawn}");
}
