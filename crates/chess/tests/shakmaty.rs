//! The crate `shakmaty` as an oracle: random games from many starts, and everything the two libraries
//! can both say of every position in them.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use std::collections::HashMap;
use zugwerk_chess::{Color, End, Position};

/// Starts that reach the corners of the rules soon: castling, promotion, en passant, pins, endings.
const STARTS: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/8/3k4/8/2bK4/8/4B3/8 w - - 0 1",
    "8/8/2k2n2/8/2K2N2/8/8/8 w - - 90 60",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "rk1bn2r/p1q1nppp/1ppp4/4p3/3PP3/2N3P1/PPPQNP1P/RK3B1R w HAha - 1 9",
];

struct Pair {
    ours: Position,
    theirs: Chess,
}

impl Pair {
    fn new(fen: &str) -> Pair {
        let ours: Position = fen.parse().unwrap();
        let mode = CastlingMode::from_chess960(ours.is_chess960());
        let theirs = fen.parse::<Fen>().unwrap().into_position(mode).unwrap();
        Pair { ours, theirs }
    }

    fn mode(&self) -> CastlingMode {
        CastlingMode::from_chess960(self.ours.is_chess960())
    }

    /// Compares moves in both notations, then everything else.
    fn check(&self) {
        let (ours, theirs) = (&self.ours, &self.theirs);
        let mut our_moves: Vec<(String, String)> =
            ours.legal_moves().iter().map(|m| (ours.uci(*m), ours.san(*m))).collect();
        let mut their_moves: Vec<(String, String)> = theirs
            .legal_moves()
            .iter()
            .map(|m| {
                let san = SanPlus::from_move(theirs.clone(), *m).to_string();
                (m.to_uci(self.mode()).to_string(), san)
            })
            .collect();
        our_moves.sort();
        their_moves.sort();
        assert_eq!(our_moves, their_moves, "{ours}");

        let fen = Fen::from_position(theirs, EnPassantMode::Legal);
        assert_eq!(ours.to_string(), fen.to_string());
        assert_eq!(Position::from_fen_strict(&ours.to_string()).as_ref(), Ok(ours));
        assert_eq!(ours.is_check(), theirs.is_check());
        assert_eq!(ours.is_checkmate(), theirs.is_checkmate());
        assert_eq!(ours.is_stalemate(), theirs.is_stalemate());
        assert_eq!(ours.is_insufficient_material(), theirs.is_insufficient_material());
        for (color, theirs_color) in
            [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)]
        {
            let expected = theirs.has_insufficient_material(theirs_color);
            assert_eq!(ours.cannot_mate(color), expected, "{color} {ours}");
        }
    }

    fn play(&mut self, uci: &str) {
        self.ours = self.ours.play(self.ours.parse_uci(uci).unwrap());
        let m = uci.parse::<UciMove>().unwrap().to_move(&self.theirs).unwrap();
        self.theirs.play_unchecked(m);
    }
}

#[test]
fn agrees_on_every_position_of_random_games() {
    let mut random = SmallRng::seed_from_u64(1);
    let mut plies = 0;
    // Equal keys here must mean equal keys there, and the other way round.
    let mut keys: HashMap<u64, u64> = HashMap::new();
    let mut back: HashMap<u64, u64> = HashMap::new();
    while plies < 24_000 {
        for start in STARTS {
            let mut pair = Pair::new(start);
            for _ in 0..random.random_range(20..200) {
                pair.check();
                plies += 1;
                let (ours, Zobrist64(theirs)) =
                    (pair.ours.key(), pair.theirs.zobrist_hash(EnPassantMode::Legal));
                // Rights to castle differ in Chess960 from those of the same squares in chess.
                if !pair.ours.is_chess960() {
                    assert_eq!(*keys.entry(ours).or_insert(theirs), theirs, "{}", pair.ours);
                    assert_eq!(*back.entry(theirs).or_insert(ours), ours, "{}", pair.ours);
                }
                let moves = pair.ours.legal_moves();
                let Some(m) = moves.choose(&mut random) else { break };
                let uci = pair.ours.uci(*m);
                pair.play(&uci);
            }
        }
    }
}

#[test]
fn agrees_on_how_games_end() {
    let mut random = SmallRng::seed_from_u64(2);
    let mut ends = HashMap::new();
    for round in 0..300 {
        let mut pair = Pair::new(STARTS[round % STARTS.len()]);
        loop {
            let end = pair.ours.end();
            let outcome = match pair.theirs.outcome() {
                shakmaty::Outcome::Known(shakmaty::KnownOutcome::Decisive { winner }) => {
                    Some(Some(winner))
                }
                shakmaty::Outcome::Known(shakmaty::KnownOutcome::Draw) => Some(None),
                shakmaty::Outcome::Unknown => None,
            };
            // Of the rules about the clock shakmaty's positions know nothing.
            let ours = end.filter(|end| *end != End::SeventyFiveMoves).map(|end| {
                end.winner().map(|color| match color {
                    Color::White => shakmaty::Color::White,
                    Color::Black => shakmaty::Color::Black,
                })
            });
            assert_eq!(ours, outcome, "{}", pair.ours);
            if let Some(end) = end {
                *ends.entry(std::mem::discriminant(&end)).or_insert(0) += 1;
                break;
            }
            let moves = pair.ours.legal_moves();
            let uci = pair.ours.uci(*moves.choose(&mut random).unwrap());
            pair.play(&uci);
        }
    }
    // The walk must have seen every kind of end that a position alone can have.
    for kind in [End::Stalemate, End::DeadPosition, End::Checkmate(Color::White)] {
        assert!(ends.contains_key(&std::mem::discriminant(&kind)), "{kind} never happened");
    }
}
