//! Every parser on random and mutated input: no panic, and what it accepts it writes and reads again.

use proptest::prelude::*;
use zugwerk_chess::pgn::Reader;
use zugwerk_chess::{Epd, PerftCase, Position, Square};

const SEEDS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3 bm dxe3; id \"en passant\";",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 ;D1 21 ;D2 528",
    "8 ♜♞♝♛♚♝♞♜ [♛♚]☚\n7 ♟♟♟♟♟♟♟♟\n6\n5\n4     ♙\n3\n2 ♙♙♙♙ ♙♙♙\n1 ♖♘♗♕♔♗♘♖ [♕♔e3]\n  abcdefgh\n",
    "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O {castled} (1. Kd2 $5) Kd7 2. Rf7+ *\n",
    "Nbxd7+ e8=Q# O-O-O e2e4 a7a8n exd6e.p. Qh4e1!?",
];

fn try_everything(text: &str) {
    if let Ok(position) = Position::from_fen(text) {
        assert_eq!(Position::from_fen_strict(&position.to_string()), Ok(position.clone()));
        let moves = position.legal_moves();
        assert_eq!(moves.len(), position.count_moves());
        for m in &moves {
            assert_eq!(position.parse_uci(&position.uci(*m)), Ok(*m));
            assert_eq!(position.parse_san(&position.san(*m)), Ok(*m));
        }
    }
    if let Ok(position) = Position::from_picture(text) {
        assert_eq!(Position::from_picture(&position.picture()), Ok(position));
    }
    let _ = text.parse::<Epd>();
    let _ = text.parse::<PerftCase>();
    let _ = text.parse::<Square>();
    let start = Position::start();
    for word in text.split_whitespace() {
        let _ = start.parse_uci(word);
        let _ = start.parse_san(word);
    }
}

fn read_games(bytes: &[u8]) {
    for game in Reader::new(bytes).map_while(Result::ok) {
        if game.error.is_none() {
            let written = game.to_string();
            let again = Reader::new(written.as_bytes()).next().unwrap().unwrap();
            assert_eq!((again.error, again.line), (None, game.line));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn random_text(text in any::<String>(), bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        try_everything(&text);
        try_everything(&String::from_utf8_lossy(&bytes));
        read_games(&bytes);
    }

    #[test]
    fn mutated_seeds(
        seed in proptest::sample::select(&SEEDS[..]),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0..3u8, any::<char>()), 1..6),
    ) {
        let mut letters: Vec<char> = seed.chars().collect();
        for (place, kind, letter) in edits {
            let at = place.index(letters.len().max(1));
            // Letters of the seed itself go deeper into the parsers than random ones.
            let known = seed.chars().nth(letter as usize % seed.chars().count()).unwrap_or(letter);
            match kind {
                0 if at < letters.len() => { letters.remove(at); }
                1 if at < letters.len() => letters[at] = known,
                _ => letters.insert(at.min(letters.len()), if kind == 2 { known } else { letter }),
            }
        }
        let text: String = letters.into_iter().collect();
        try_everything(&text);
        read_games(text.as_bytes());
    }
}
