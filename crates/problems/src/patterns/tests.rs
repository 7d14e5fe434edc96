//! Play at random until there is a mate: on the way to it some pattern must always have been open.

use super::{OpenPatterns, Patterns};
use crate::goal::Goal;
use crate::mating;
use proptest::prelude::*;
use proptest::sample::select;
use zugwerk_chess::{Color, Move, MoveList, Piece, Position, Role, Setup, Square};

/// Positions in which mates come about easily: a strong side, a king near the edge with some pieces of its own,
/// pawns about to promote and to be taken en passant, and rooks that may castle.
fn position() -> impl Strategy<Value = Position> {
    let kinds = vec![Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let strong = proptest::collection::vec((0..64usize, select(kinds.clone())), 1..5);
    let weak = proptest::collection::vec((0..64usize, select(kinds)), 0..5);
    let homes = (any::<bool>(), any::<bool>());
    (strong, weak, 0..64usize, 0..24usize, homes, any::<bool>()).prop_filter_map(
        "an impossible position",
        |(strong, weak, king, edge, (home, corner), turn)| {
            let mut setup = Setup::empty();
            for (color, pieces) in [(Color::White, strong), (Color::Black, weak)] {
                for (square, role) in pieces {
                    setup.pieces[square] = Some(Piece::new(color, role));
                }
            }
            if home {
                setup.pieces[Square::A1.index()] = Some(Piece::new(Color::White, Role::Rook));
                setup.pieces[Square::H1.index()] = Some(Piece::new(Color::White, Role::Rook));
            }
            let king = if home { Square::E1.index() } else { king };
            setup.pieces[king] = Some(Piece::new(Color::White, Role::King));
            let edge = if corner { Square::E8.index() } else { 40 + edge };
            setup.pieces[edge] = Some(Piece::new(Color::Black, Role::King));
            setup.turn = if turn { Color::White } else { Color::Black };
            setup.castling = setup.castling_at_home();
            setup.position().ok()
        },
    )
}

/// A line of play in which White mates at the first chance, if there is one in time.
fn line_to_mate(start: &Position, choices: &[usize]) -> Option<Vec<Move>> {
    let mut position = start.clone();
    let mut line = Vec::new();
    for choice in choices {
        let mut mate = None;
        if position.turn() == Color::White {
            mating::find_mates(&position, |m| mate.replace(m).is_some());
        }
        if let Some(mate) = mate {
            line.push(mate);
            return Some(line);
        }
        let moves = position.legal_moves();
        let m = *moves.get(choice % moves.len().max(1))?;
        line.push(m);
        position = position.play(m);
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        max_global_rejects: 1 << 20,
        ..ProptestConfig::default()
    })]

    #[test]
    fn on_the_way_to_a_mate_a_pattern_is_open(
        start in position(),
        choices in proptest::collection::vec(0..1000usize, 8),
        threads in 1..=2usize,
    ) {
        let Some(line) = line_to_mate(&start, &choices) else {
            return Err(TestCaseError::reject("no mate"));
        };
        let left = |done: usize, turn: Color| {
            let plies = (line.len() - done) as u16;
            (plies.div_ceil(2), if turn == Color::White { (plies - 1) / 2 } else { plies / 2 })
        };
        let moves = left(0, start.turn());
        let patterns = Patterns::new(&start, Goal::Mate, Color::White, moves, 1 << 18, threads, || false);
        let Some(patterns) = patterns else {
            return Err(TestCaseError::reject("too many patterns"));
        };
        prop_assert!(!patterns.is_empty(), "{start} {line:?}");
        let mut open_patterns = OpenPatterns::new(&patterns);
        let mut position = start.clone();
        for (done, &m) in line.iter().enumerate().take(line.len() - 1) {
            let (mating, mated) = left(done + 1, !position.turn());
            let moves = position.legal_moves();
            let mut promising = MoveList::new();
            open_patterns.promising_moves(&position, &moves, mating, mated, &mut promising);
            prop_assert!(promising.contains(&m), "{start} {line:?}");
            prop_assert!(open_patterns.push(&position, m, mating, mated), "{start} {line:?}");
            position = position.play(m);
        }
    }
}
