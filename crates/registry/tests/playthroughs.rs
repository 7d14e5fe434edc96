//! Golden playthroughs: one file a game, which any change must reproduce. Where a change is meant,
//! `GOLDEN=write cargo test -p zugwerk-registry` writes them anew, and the difference can be read.

use std::fmt::Write;
use std::path::PathBuf;
use zugwerk_game::Rng;
use zugwerk_registry::{AnyGame, games, open};

/// The longest game that is written down.
const PLIES: usize = 40;

/// A game at random: before each move the position, how many moves there are, and a sum over all of them,
/// so that a single wrong one is noticed.
fn playthrough(game: &dyn AnyGame) -> String {
    let mut rng = Rng::new(7);
    let mut session = game.session(None).unwrap();
    let mut text = format!("{} {:?}\n", game.about().name, game.players());
    for _ in 0..PLIES {
        let mut moves = session.moves();
        // In which order moves are made is nobody's business.
        moves.sort_by(|one, other| one.text.cmp(&other.text));
        let mover = session.mover();
        let mut sum = 0_u64;
        for legal in &moves {
            for byte in legal.text.bytes().chain(legal.clicks.iter().flat_map(|c| c.bytes())) {
                sum = sum.wrapping_mul(31).wrapping_add(u64::from(byte));
            }
        }
        writeln!(text, "{} | {mover} | {} moves {sum:016x}", session.position(), moves.len())
            .unwrap();
        if moves.is_empty() {
            break;
        }
        let chosen = &moves[rng.below(moves.len())].text;
        writeln!(text, "  {chosen}").unwrap();
        let position = session.position();
        let played = session.play(chosen).unwrap();
        assert_eq!(&played, chosen);
        // What a position is written as is read back as the same position.
        let again = game.session(Some(&session.position())).unwrap();
        assert_eq!(again.position(), session.position());
        let before = game.session(Some(&position)).unwrap();
        let mut again = before.moves();
        again.sort_by(|one, other| one.text.cmp(&other.text));
        assert_eq!(again, moves, "{position}");
    }
    if let Some(end) = session.end() {
        writeln!(text, "{:?}: {}", end.winner, end.why).unwrap();
    }
    text
}

#[test]
fn every_game_plays_as_it_did() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let write = std::env::var("GOLDEN").is_ok_and(|value| value == "write");
    for about in games() {
        let game = open(&about.name, &[]).unwrap();
        let path = folder.join(format!("{}.txt", about.name));
        let text = playthrough(&*game);
        if write {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(text, golden, "{}", path.display());
    }
}
