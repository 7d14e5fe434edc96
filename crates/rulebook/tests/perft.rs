//! Counts of lines of play that others have counted too.

mod games;

use std::collections::HashMap;
use zugwerk_game::Game;
use zugwerk_rulebook::{RuleGame, State};

fn load(name: &str, settings: &[(&str, i64)]) -> RuleGame {
    let text = &games::text(name);
    let settings: HashMap<String, i64> =
        settings.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    RuleGame::read(text, &settings)
        .unwrap_or_else(|mistake| panic!("{}", mistake.draw(name, text, false)))
}

fn perft(game: &RuleGame, state: &State, depth: u32) -> u64 {
    if game.outcome(state).is_some() {
        return 0;
    }
    if depth == 1 {
        return game.count_moves(state);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().map(|chosen| perft(game, &game.play(state, chosen), depth - 1)).sum()
}

fn counts(name: &str, settings: &[(&str, i64)], wanted: &[u64]) {
    let game = load(name, settings);
    let start = game.start_position();
    let found: Vec<u64> =
        (1..=wanted.len() as u32).map(|depth| perft(&game, &start, depth)).collect();
    assert_eq!(found, wanted, "{name}");
    // The count that plays every leaf in place.
    let played: Vec<u64> = (1..=wanted.len()).map(|depth| game.leaves(&start, depth).0).collect();
    assert_eq!(played, wanted, "{name}");
}

#[test]
fn tic_tac_toe() {
    counts("tic-tac-toe", &[], &[9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872, 0]);
}

#[test]
fn connect_four() {
    counts("connect-four", &[], &[7, 49, 343, 2401, 16_807, 117_649, 823_536]);
}

#[test]
fn breakthrough() {
    counts("breakthrough", &[], &[22, 484, 11_132, 256_036]);
}

#[test]
fn knightthrough() {
    counts("knightthrough", &[], &[40, 1600, 63_520]);
}

#[test]
fn othello() {
    counts("othello", &[], &[4, 12, 56, 244, 1396, 8200, 55_092, 390_216]);
}

#[test]
fn hex() {
    counts("hex", &[], &[121, 14_520]);
}

#[test]
fn gomoku() {
    counts("gomoku", &[], &[225, 50_400]);
}

#[test]
fn yavalath() {
    counts("yavalath", &[], &[61, 3660, 215_940]);
}

#[test]
fn ataxx() {
    counts("ataxx", &[], &[16, 256, 6460, 155_888]);
}

/// Counted by small programs in Python that share nothing with this one.
#[test]
fn games_nobody_has_published() {
    counts("domineering", &[], &[56, 2940, 146_580]);
    counts("clobber", &[], &[49, 2116, 80_063]);
    counts("dots-and-boxes", &[], &[24, 552, 12_144, 255_024]);
    counts("nim", &[], &[12, 113, 810, 4338, 17_496, 53_442]);
    counts("fox-and-hounds", &[], &[2, 14, 56, 344, 1032, 6264, 23_387]);
    counts("lines-of-action", &[], &[36, 1244, 44_952]);
    counts("konane", &[], &[4, 12, 28, 156, 668, 4192]);
    counts("isolation", &[], &[235, 52_900]);
}

/// As other programs for variants of chess count them.
#[test]
fn variants_of_chess() {
    counts("knightmate", &[], &[18, 324, 6765, 139_774]);
    counts("grasshopper-chess", &[], &[28, 782, 22_314, 635_298]);
    counts("antichess", &[], &[20, 400, 8067, 153_299]);
    counts("racing-kings", &[], &[21, 421, 11_264, 296_242]);
    counts("minishogi", &[], &[14, 181, 2512, 35_401]);
}

#[test]
fn amazons() {
    counts("amazons", &[], &[2176]);
    counts("amazons", &[("width", 10), ("height", 10)], &[2176]);
    // On smaller boards the queens begin a third from the corners, as they do on the usual one.
    counts("amazons", &[("width", 8), ("height", 8)], &[1232]);
    counts("amazons", &[("width", 5), ("height", 7)], &[538]);
}

#[test]
fn pentago() {
    counts("pentago", &[], &[288, 80_640]);
}

#[test]
fn nine_mens_morris() {
    counts("nine-mens-morris", &[], &[24, 552, 12_144, 255_024]);
}

#[test]
fn english_draughts() {
    counts("english-draughts", &[], &[7, 49, 302, 1469, 7361, 36_768, 179_740]);
}

#[test]
fn international_draughts() {
    counts("international-draughts", &[], &[9, 81, 658, 4265, 27_117, 167_140]);
}

#[test]
fn death_stacks() {
    counts("deathstacks", &[], &[48, 2304, 116_928]);
}

#[test]
fn chess() {
    counts("chess", &[], &[20, 400, 8902, 197_281]);
}

#[test]
fn capablanca() {
    counts("capablanca", &[], &[28, 784, 25_228]);
}

#[test]
fn los_alamos() {
    counts("los-alamos", &[], &[10, 100]);
}

#[test]
fn the_small_games_begin() {
    for (name, first) in [
        ("clobber", 49),
        ("domineering", 56),
        ("nim", 12),
        ("fox-and-hounds", 2),
        ("dots-and-boxes", 24),
    ] {
        counts(name, &[], &[first]);
    }
}
