//! Random walks from many starts, and what must hold at every step whatever the oracle says.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use zugwerk_chess::{Color, EXCHANGE_VALUES, Move, MoveList, Position, Role, Setup, Square};

const STARTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "rk1bn2r/p1q1nppp/1ppp4/4p3/3PP3/2N3P1/PPPQNP1P/RK3B1R w HAha - 1 9",
];

/// Calls `check` with each position of random games, `plies` in all.
fn walk(seed: u64, plies: usize, mut check: impl FnMut(&Position, &mut SmallRng)) {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut seen = 0;
    for start in STARTS.iter().cycle() {
        let mut position: Position = start.parse().unwrap();
        for _ in 0..random.random_range(20..150) {
            check(&position, &mut random);
            seen += 1;
            if seen == plies {
                return;
            }
            let moves = position.legal_moves();
            let Some(m) = moves.choose(&mut random) else { break };
            position = position.play(*m);
        }
    }
}

fn sorted(list: &MoveList) -> Vec<Move> {
    let mut moves = list.to_vec();
    moves.sort();
    moves
}

#[test]
fn incremental_state_equals_state_from_scratch() {
    walk(1, 20_000, |position, _| {
        let fresh = Setup::from(position).position().unwrap();
        assert_eq!(position.key(), fresh.key(), "{position}");
        assert_eq!(position.checkers(), fresh.checkers(), "{position}");
        assert_eq!(position.pinned(), fresh.pinned(), "{position}");
        assert_eq!(position.en_passant(), fresh.en_passant(), "{position}");
        assert_eq!(position, &fresh);
    });
}

#[test]
fn stages_and_counts_make_up_all_moves() {
    walk(2, 20_000, |position, _| {
        let all = position.legal_moves();
        assert_eq!(position.count_moves(), all.len());
        assert_eq!(position.has_moves(), !all.is_empty());
        let (mut captures, mut quiets) = (MoveList::new(), MoveList::new());
        position.generate_captures(&mut captures);
        position.generate_quiets(&mut quiets);
        let noisy = |m: &Move| position.is_capture(*m) || m.promoted().is_some();
        assert!(captures.iter().all(noisy) && !quiets.iter().any(noisy), "{position}");
        position.generate_quiets(&mut captures);
        assert_eq!(sorted(&captures), sorted(&all), "{position}");
    });
}

#[test]
fn a_single_move_is_legal_exactly_if_it_is_generated() {
    walk(3, 300, |position, _| {
        let legal = sorted(&position.legal_moves());
        let judged = (0..=u16::MAX).filter_map(Move::from_bits).filter(|m| position.is_legal(*m));
        let mut judged: Vec<Move> = judged.collect();
        judged.sort();
        assert_eq!(judged, legal, "{position}");
    });
}

#[test]
fn a_move_gives_check_exactly_if_the_position_after_it_is_check() {
    walk(4, 20_000, |position, _| {
        let checks = position.checks();
        for m in &position.legal_moves() {
            let is_check = position.play(*m).is_check();
            assert_eq!(position.gives_check(*m), is_check, "{m:?} {position}");
            assert_eq!(checks.is_given_by(position, *m), is_check, "{m:?} {position}");
        }
    });
}

#[test]
fn mirrored_positions_have_mirrored_moves() {
    walk(5, 5_000, |position, _| {
        let mirror = position.mirrored();
        assert_eq!(mirror.mirrored(), *position);
        let flip = |square: Square| square.relative_to(Color::Black);
        let mut expected: Vec<(Square, Square, Option<Role>)> = position
            .legal_moves()
            .iter()
            .map(|m| (flip(m.from()), flip(m.to()), m.promoted()))
            .collect();
        let mut found: Vec<_> =
            mirror.legal_moves().iter().map(|m| (m.from(), m.to(), m.promoted())).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{position}");
        assert_eq!(
            mirror.end().map(|end| end.winner()),
            position.end().map(|end| end.winner().map(|w| !w))
        );
    });
}

#[test]
fn passing_twice_changes_nothing_but_the_clock() {
    walk(6, 5_000, |position, _| {
        if position.is_check() || position.pass().is_check() || position.en_passant().is_some() {
            return;
        }
        let back = position.pass().pass();
        assert_eq!(back.key(), position.key());
        assert_eq!(sorted(&back.legal_moves()), sorted(&position.legal_moves()));
    });
}

/// What a series of captures on one square wins for the side to move, by playing them all on the board.
/// `None` if check or promotion come into it, which an exchange does not look at.
fn exchange(position: &Position, square: Square) -> Option<i32> {
    if position.is_check() {
        return None;
    }
    let moves = position.legal_moves();
    let takers = moves.iter().filter(|m| m.to() == square && !m.is_castling());
    let Some(least) = takers.min_by_key(|m| position.role_at(m.from())) else { return Some(0) };
    if least.promoted().is_some() {
        return None;
    }
    let prey = EXCHANGE_VALUES[position.role_at(square)?.index()];
    Some((prey - exchange(&position.play(*least), square)?).max(0))
}

#[test]
fn static_exchange_agrees_with_playing_it_out() {
    let mut compared = 0;
    walk(7, 20_000, |position, _| {
        for m in &position.legal_moves() {
            if m.promoted().is_some() || m.is_castling() {
                continue;
            }
            let gain = position.captured(*m).map_or(0, |role| EXCHANGE_VALUES[role.index()]);
            let Some(loss) = exchange(&position.play(*m), m.to()) else { continue };
            let value = gain - loss;
            assert!(position.see_at_least(*m, value), "{m:?} {value} {position}");
            assert!(!position.see_at_least(*m, value + 1), "{m:?} {value} {position}");
            compared += 1;
        }
    });
    assert!(compared > 300_000, "only {compared} exchanges compared");
}

#[test]
fn pictures_and_fens_come_back_unchanged() {
    walk(8, 5_000, |position, _| {
        assert_eq!(Position::from_fen_strict(&position.shredder_fen()).as_ref(), Ok(position));
        if !position.is_chess960() {
            let read = Position::from_picture(&position.picture()).unwrap();
            assert_eq!(read.picture(), position.picture());
            assert_eq!(sorted(&read.legal_moves()), sorted(&position.legal_moves()));
        }
    });
}
