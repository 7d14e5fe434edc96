//! The bot of a game without an evaluation: in late positions of Connect Four, whose value proof search knows, no move
//! of it gives a win or a draw away.

use std::collections::HashMap;
use zugwerk_game::{Game, Outcome, Rng};
use zugwerk_rulebook::{RuleGame, State, bundled};
use zugwerk_search::{
    Attacker, Bot, Budget, Deepening, Even, ProofSearch, Root, Strategy, Verdict,
};

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

/// Draws are proved too, not only what is won: the table knows which positions were searched to the end.
#[test]
fn small_games_are_played_perfectly() {
    for (name, settings, worth) in [
        ("tic-tac-toe", &[][..], 0),
        ("connect-four", &[("width", 4), ("height", 4)][..], 0),
        ("connect-four", &[("width", 5), ("height", 4)][..], 0),
        ("connect-four", &[("width", 4), ("height", 4), ("length", 3)][..], 1),
    ] {
        let settings =
            settings.iter().map(|(name, value): &(&str, i64)| (name.to_string(), *value)).collect();
        let game = RuleGame::read(bundled::text(name).unwrap(), &settings).unwrap();
        let root = Root::new(game.start_position());
        let found = Bot::without_evaluation(32, 1).search(&game, &root, &Budget::nodes(20_000_000));
        assert!(found.proven, "{name} {settings:?}: {} nodes", found.nodes);
        assert_eq!(found.score.signum(), worth, "{name} {settings:?}");
    }
}

/// The value of a game without circles, by trying everything.
fn tried_out(game: &RuleGame, state: &State, known: &mut HashMap<u64, i32>) -> i32 {
    match game.outcome(state) {
        Some(Outcome::Win) => return 1,
        Some(Outcome::Loss) => return -1,
        Some(_) => return 0,
        None => {}
    }
    let key = game.hash(state);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = moves.into_iter().map(|chosen| game.play(state, chosen));
    let value = after.map(|after| {
        let sign = if game.moves_again(state, &after) { 1 } else { -1 };
        sign * tried_out(game, &after, known)
    });
    let value = value.max().expect("the game is not over");
    known.insert(key, value);
    value
}

#[test]
fn what_deepening_proves_is_true() {
    let mut rng = Rng::new(5);
    let mut proven = [0; 3];
    for (name, settings) in [
        ("tic-tac-toe", &[("width", 4)][..]),
        ("connect-four", &[("width", 4), ("height", 4), ("length", 3)][..]),
        ("connect-four", &[("width", 4), ("height", 4)][..]),
        ("breakthrough", &[("width", 3), ("height", 5)][..]),
        ("clobber", &[("width", 4), ("height", 3)][..]),
        ("dots-and-boxes", &[("width", 2), ("height", 2)][..]),
        ("othello", &[("width", 4), ("height", 4)][..]),
    ] {
        let settings =
            settings.iter().map(|(name, value): &(&str, i64)| (name.to_string(), *value)).collect();
        let game = RuleGame::read(bundled::text(name).unwrap(), &settings).unwrap();
        let mut known = HashMap::new();
        // One table for all positions: what is left in it from one must hold in the others.
        let mut deepening = Deepening::new(Even, 1);
        for _ in 0..30 {
            let mut state = game.start_position();
            for _ in 0..rng.below(8) {
                if game.outcome(&state).is_none() {
                    state = random_move(&game, &state, &mut rng);
                }
            }
            let budget = Budget::nodes(1 << (6 + rng.below(8)));
            let found = deepening.search(&game, &Root::new(state.clone()), &budget);
            if found.proven {
                let value = tried_out(&game, &state, &mut known);
                assert_eq!(found.score.signum(), value, "{name}: {state:?}");
                proven[(value + 1) as usize] += 1;
            }
        }
    }
    assert!(proven.iter().all(|count| *count > 5), "{proven:?}");
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
