//! The fast reading of every bundled rulebook and the slow one agree about every move and every next position of
//! random games.

mod games;
mod reference;

use reference::{Position, Reference};
use std::collections::HashMap;
use zugwerk_game::{Game, Notation, Rng};
use zugwerk_rulebook::{RuleGame, State, bundled};

/// A position in the words of the slow reading.
fn plain(game: &RuleGame, state: &State) -> Position {
    let words = &game.ground().words;
    Position {
        cells: (0..words.board.places()).map(|cell| game.stack(state, cell)).collect(),
        states: (0..words.states.len()).map(|at| game.state_value(state, at)).collect(),
        turn: game.mover(state),
    }
}

fn agree(name: &str, games: u32, plies: u32) {
    let book = bundled::read(&games::text(name)).unwrap();
    let game = RuleGame::from_book(&book, &Default::default()).unwrap();
    let reference = Reference { book: &book, words: &game.ground().words };
    let mut rng = Rng::new(11);
    for _ in 0..games {
        let mut state = game.start();
        for _ in 0..plies {
            if game.outcome(&state).is_some() {
                break;
            }
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let text = |position: &Position| {
                game.write_state(&game.position(&position.cells, &position.states, position.turn))
            };
            let mut fast: Vec<String> =
                moves.iter().map(|chosen| game.write_state(&game.play(&state, *chosen))).collect();
            let mut slow: Vec<String> =
                reference.successors(&plain(&game, &state)).iter().map(text).collect();
            fast.sort();
            slow.sort();
            assert_eq!(fast, slow, "{name}: {}", game.write_state(&state));
            // No two moves are written alike, and what is written is read back.
            let mut written: Vec<String> =
                moves.iter().map(|chosen| game.notation(&state, *chosen)).collect();
            let chosen = moves[rng.below(moves.len())];
            assert_eq!(
                game.read_move(&state, &game.notation(&state, chosen)).unwrap(),
                chosen,
                "{name}"
            );
            written.sort();
            written.dedup();
            assert_eq!(written.len(), moves.len(), "{name}: {}", game.write_state(&state));
            assert_eq!(game.count_moves(&state), moves.len() as u64);
            state = game.play(&state, chosen);
            // A position that is written and read back is the same.
            let again = game.read_state(&game.write_state(&state)).unwrap();
            assert!(again == state && game.hash(&again) == game.hash(&state), "{name}");
        }
    }
}

#[test]
fn small_boards() {
    for name in [
        "tic-tac-toe",
        "connect-four",
        "nim",
        "fox-and-hounds",
        "clobber",
        "pentago",
        "dots-and-boxes",
    ] {
        agree(name, 2, 30);
    }
}

#[test]
fn placing_and_lines() {
    for name in ["hex", "gomoku", "yavalath", "domineering", "othello", "ataxx"] {
        agree(name, 1, 24);
    }
}

#[test]
fn moving_and_taking() {
    for name in ["breakthrough", "knightthrough", "english-draughts", "nine-mens-morris"] {
        agree(name, 2, 60);
    }
}

#[test]
fn long_captures() {
    agree("international-draughts", 2, 70);
}

#[test]
fn arrows() {
    agree("amazons", 1, 2);
}

#[test]
fn stacks() {
    agree("deathstacks", 1, 12);
}

#[test]
fn chess_and_its_variants() {
    for name in ["los-alamos", "chess", "capablanca"] {
        agree(name, 1, 30);
    }
}

#[test]
fn games_of_others() {
    for name in ["lines-of-action", "konane", "brandub", "minishogi", "sweeper"] {
        agree(name, 2, 60);
    }
    for name in ["antichess", "isolation", "knightmate", "grasshopper-chess", "racing-kings"] {
        agree(name, 1, 20);
    }
    for name in ["quixo", "pente", "hasami-shogi", "atari-go", "halma"] {
        agree(name, 1, 20);
    }
}

/// From positions of a random game, random moves lead everywhere a legal move leads, nowhere else, and everywhere about
/// as often.
fn draws_evenly(name: &str, plies: usize) {
    const EACH: usize = 30;
    let game = RuleGame::read(&games::text(name), &Default::default()).unwrap();
    let mut rng = Rng::new(5);
    let (state, _) = game.play_randomly(&game.start(), plies, &mut rng);
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let mut reached: HashMap<u64, (usize, usize)> = HashMap::new();
    for chosen in &moves {
        reached.entry(game.hash(&game.play(&state, *chosen))).or_default().0 += 1;
    }
    for _ in 0..EACH * moves.len() {
        let (after, same) = game.play_randomly(&state, 1, &mut rng);
        assert_eq!(same, game.moves_again(&state, &after), "{name}");
        let entry = reached.get_mut(&game.hash(&after));
        entry.unwrap_or_else(|| panic!("{name}: {}", game.write_state(&after))).1 += 1;
    }
    for (ways, count) in reached.values() {
        assert!((ways * EACH / 8..=ways * EACH * 5 / 2).contains(count), "{name}: {ways} {count}");
    }
}

#[test]
fn random_moves_are_legal_and_all_as_likely() {
    for (name, plies) in [
        ("breakthrough", 20),
        ("othello", 20),
        ("connect-four", 10),
        ("chess", 31),
        ("amazons", 30),
        ("pentago", 8),
        ("nine-mens-morris", 9),
        ("english-draughts", 12),
        ("international-draughts", 25),
        ("dots-and-boxes", 12),
        ("deathstacks", 6),
        ("minishogi", 30),
        ("isolation", 6),
    ] {
        draws_evenly(name, plies);
    }
}
