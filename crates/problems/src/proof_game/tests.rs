//! No bound may lose a game: each move of a random game must be found possible on the way to its end.

use super::distance::DistanceBound;
use super::joint::Joint;
use super::timetable::Effort;
use super::{ProofGame, Route};
use crate::limits::{Shared, SolveLimits, Watch};
use crate::positions;
use crate::split_pool::SplitPool;
use crate::stipulation::Target;
use crate::table::Table;
use proptest::prelude::*;
use std::sync::Arc;
use zugwerk_chess::{Move, Position, Rank, Role, Setup};

/// Positions with much to castle, to take, to promote and to take en passant.
const STARTS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/PPP2ppp/8/8/8/8/ppp2PPP/4K3 w - - 0 1",
    "rn2k1nr/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/RN2K1NR b KQkq - 0 1",
    "1r2k1r1/8/2n2n2/pP3Pp1/Pp3pP1/2N2N2/8/1R2K1R1 w - - 0 1",
    "8/2k5/8/1n6/2p1Q3/8/5R2/4K2R w K - 0 1",
    "1r4kr/8/3n4/8/8/4R3/8/R4RK1 w Fhb - 0 1",
    "1rk3r1/3p4/8/R7/r7/8/3P4/1RK3R1 w GBgb - 0 1",
];

fn start() -> impl Strategy<Value = Position> {
    prop_oneof![
        3 => (0..STARTS.len()).prop_map(|at| Position::from_fen(STARTS[at]).unwrap()),
        1 => positions::position(6),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn no_move_of_a_random_game_is_left_out(
        start in start(),
        choices in proptest::collection::vec(0..1000usize, 1..40),
        is_calm in any::<bool>(),
    ) {
        let mut game = vec![start.clone()];
        let mut moves = Vec::new();
        for choice in choices {
            let position = &game[game.len() - 1];
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            // Captures are rare among all moves, and most is known of them.
            let captures: Vec<_> =
                legal.iter().copied().filter(|&m| position.is_capture(m)).collect();
            // Without captures each side is looked at alone.
            if is_calm && captures.len() < legal.len() {
                let quiet: Vec<_> = legal.iter().filter(|&&m| !position.is_capture(m)).collect();
                let castling = quiet.iter().find(|m| m.is_castling() && choice % 2 == 0);
                let m = **castling.unwrap_or(&quiet[choice % quiet.len()]);
                game.push(position.play(m));
                moves.push(m);
                continue;
            }
            // So is castling, which brings two pieces that may go back one by one.
            let is_home = |m: &&Move| {
                let rank = m.from().rank().relative_to(position.turn());
                let role = position.role_at(m.from());
                rank == Rank::FIRST && matches!(role, Some(Role::King | Role::Rook))
            };
            let castling = legal.iter().find(|m| m.is_castling());
            let at_home: Vec<_> = legal.iter().filter(is_home).collect();
            let m = match (captures.get(choice % 7), castling) {
                (Some(&capture), _) if choice % 3 == 0 => capture,
                (_, Some(&castling)) if choice % 2 == 0 => castling,
                _ if choice % 5 < 2 && !at_home.is_empty() => *at_home[choice % at_home.len()],
                _ => legal[choice % legal.len()],
            };
            game.push(position.play(m));
            moves.push(m);
        }
        let end = &game[game.len() - 1];
        for rights_count in [false, true] {
            let mut way = DistanceBound::new(&start, end, rights_count);
            let mut left = moves.len() as u16;
            let mut node = way.begin(&start, left).expect("a way from the start");
            for (at, &m) in moves.iter().enumerate() {
                left -= 1;
                prop_assert!(way.leads_on(&game[at], m, left), "{} {m:?} to {end}", game[at]);
                let next = way.step(&node, m, left);
                prop_assert!(next.is_some(), "{} {m:?} with {left} left to {end}", game[at]);
                node = next.unwrap();
                for square in node.settled {
                    prop_assert_eq!(node.position.piece_at(square), end.piece_at(square));
                }
            }
        }
    }
}

/// A game in which no pawn promotes and nothing is taken but once from that ply on, with castling where it can be.
fn calm_game(
    start: &Position,
    choices: &[usize],
    mut capture: usize,
) -> (Vec<Position>, Vec<Move>) {
    let mut game = vec![start.clone()];
    let mut moves = Vec::new();
    for &choice in choices {
        let position = &game[game.len() - 1];
        let is_calm = |m: &Move| !position.is_capture(*m) && m.promoted().is_none();
        let legal: Vec<Move> = position.legal_moves().iter().copied().filter(is_calm).collect();
        let castling = legal.iter().find(|m| m.is_castling() && choice % 2 == 0);
        let captures = position.legal_moves();
        let capture_now = captures.iter().find(|&&m| position.is_capture(m));
        let officers = legal.iter().filter(|m| position.role_at(m.from()) != Some(Role::Pawn));
        let officers: Vec<&Move> = officers.collect();
        let m = match castling {
            _ if moves.len() >= capture && capture_now.is_some() => {
                capture = usize::MAX;
                *capture_now.unwrap()
            }
            Some(&castling) => castling,
            // Pawns never come back, so most of what is known is of the others.
            None if choice % 3 != 0 && !officers.is_empty() => *officers[choice % officers.len()],
            None if !legal.is_empty() => legal[choice % legal.len()],
            None => break,
        };
        game.push(position.play(m));
        moves.push(m);
    }
    (game, moves)
}

/// With a few moves only one side has a plan at first, and the other makes its own by it.
fn effort(few: usize) -> Effort {
    Effort { moves: [few, 4000], comparisons: 100_000, pawn_placements: 4 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_move_of_a_calm_game_is_missing_from_the_plans(
        start in start(),
        choices in proptest::collection::vec(0..1000usize, 1..16),
        capture in prop_oneof![Just(usize::MAX), 0..8usize],
        few in prop_oneof![0..200usize, Just(2000)],
        without in 0..3usize,
    ) {
        let (game, moves) = calm_game(&start, &choices, capture);
        let end = &game[game.len() - 1];
        let limits = SolveLimits::default();
        let shared = Shared::new(&limits);
        for rights_count in [false, true] {
            let mut way = DistanceBound::new(&start, end, rights_count);
            let mut left = moves.len() as u16;
            let mut plans = way.plans(&start, left, effort(few), &mut Watch::new(&shared));
            // As if one side had too many ways, and must make room for the other.
            if let Some(plan) = plans.get_mut(without) {
                *plan = None;
            }
            let timetable = way.timetable(&start, left, &plans, effort(few));
            let mut way = way.by_timetable(Some(Arc::new(timetable)));
            for (at, &m) in moves.iter().enumerate() {
                left -= 1;
                prop_assert!(way.leads_on(&game[at], m, left), "{} {m:?} to {end}", game[at]);
            }
        }
    }

    #[test]
    fn plans_lead_to_the_same_games_as_moves(
        start in start(),
        choices in proptest::collection::vec(0..1000usize, 1..6),
        has_castling in any::<bool>(),
        few in prop_oneof![0..30usize, Just(2000)],
    ) {
        let (game, moves) = calm_game(&start, &choices, usize::MAX);
        let end = &game[game.len() - 1];
        let setup = Setup::from_fen(&end.to_string()).unwrap();
        let target = Target { setup, has_turn: true, has_castling, has_en_passant: false };
        let route = Route { target: &target, end, start: &start, is_series: false };
        let limits = SolveLimits::default();
        let shared = Shared::new(&limits);
        let mut table = Table::new(16);
        let plies = moves.len() as u16;
        table.start(16);
        let pool = SplitPool::new();
        let search = ProofGame { route: &route, table: &table, shared: &shared };
        let mut plain = search.search_in(&pool, None);
        let begin = plain.way.begin(&start, plies).expect("a way from the start");
        plain.search(begin, plies);
        let plain = search.sort(std::mem::take(&mut plain.solutions));
        prop_assert!(plain.contains(&moves));
        let mut watch = Watch::new(&shared);
        let plans = route.way().plans(&start, plies, effort(few), &mut watch);
        if let [Some(first), Some(second)] = plans {
            let is_end = |position: &Position| route.is_end(position);
            let mut table = Table::new(16);
            table.start(16);
            let plans = [first, second];
            let joint = Joint::new(&plans, &start, plies, &is_end, &table, watch);
            prop_assert_eq!(search.sort(joint.games()), plain, "{} to {}", start, end);
        }
    }
}

/// On the squares of a pawn's way a rook has the pawn above it or below it, and along the file that does not change.
#[test]
fn a_rook_does_not_pass_a_pawn_step_by_step() {
    let [start, end] = ["8/1p2k3/8/8/1R6/8/8/4K3 w - - 0 1", "1R6/4k3/8/1p6/8/8/8/4K3 w - - 0 1"]
        .map(|fen| Position::from_fen(fen).unwrap());
    let mut way = DistanceBound::new(&start, &end, false);
    assert!(way.begin(&start, 4).is_none());
    assert!(way.begin(&start, 6).is_some());
}
