//! The laws against the fast generator, as a checker and as an encoding.

use super::*;
use crate::{MoveKind, Position, Role, Setup, Square};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use std::collections::HashSet;
use zugwerk_logic::{
    Answer, Bit, Checker, Cnf, Constraints, Encoder, End, Law, Limits, Solver, propagate,
};

const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
];

type Triple = (Square, Square, Option<Role>);

fn generated(position: &Position) -> HashSet<Triple> {
    position.legal_moves().iter().map(|m| written(position, *m)).collect()
}

/// Positions from random games, from several starts so that castling, promotion and en passant occur.
fn walk(count: usize, seed: u64, visit: impl FnMut(&Position)) {
    let starts: Vec<Position> = POSITIONS.iter().map(|fen| fen.parse().unwrap()).collect();
    walk_from(&starts, count, seed, visit);
}

pub(super) fn walk_from(
    starts: &[Position],
    count: usize,
    seed: u64,
    mut visit: impl FnMut(&Position),
) {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut position = starts[0].clone();
    for _ in 0..count {
        let moves = position.legal_moves();
        match moves.choose(&mut random) {
            Some(m) if !random.random_ratio(1, 80) => position = position.play(*m),
            _ => position = starts.choose(&mut random).unwrap().clone(),
        }
        visit(&position);
    }
}

/// What the laws must agree on with a position that came about by `Position::play`.
fn same_setup(laws: &Setup, position: &Position) -> bool {
    let expected = Setup::from(position);
    laws.pieces == expected.pieces
        && laws.turn == expected.turn
        && laws.castling == expected.castling
        && laws.double_push == position.double_push_square()
}

pub(super) fn checker_agrees_on(position: &Position) {
    let legal = generated(position);
    let by_laws: HashSet<Triple> = legal_moves(position).into_iter().collect();
    assert_eq!(by_laws, legal, "{position}");
    for &m in &position.legal_moves() {
        let (from, to, promotion) = written(position, m);
        let after = play(position, from, to, promotion).unwrap();
        assert!(same_setup(&after, &position.play(m)), "{position} {m:?}");
    }
}

fn checker_agrees(count: usize, seed: u64) {
    walk(count, seed, checker_agrees_on);
}

#[test]
fn the_checker_agrees_with_the_generator_on_random_walks() {
    checker_agrees(800, 1);
}

#[test]
#[ignore = "takes a minute"]
fn the_checker_agrees_with_the_generator_on_twenty_thousand_positions() {
    checker_agrees(20_000, 2);
}

/// Triples that `legal_moves` does not even try.
#[test]
fn no_promotion_elsewhere_and_no_move_of_others() {
    walk(40, 3, |position| {
        let legal = generated(position);
        for from in Square::all() {
            for to in Square::all() {
                for promotion in [None, Some(Role::Queen), Some(Role::King), Some(Role::Pawn)] {
                    let expected = legal.contains(&(from, to, promotion));
                    let found = broken(position, from, to, promotion).is_empty();
                    assert_eq!(found, expected, "{position} {from}{to} {promotion:?}");
                }
            }
        }
    });
}

fn perft_by_laws(position: &Position, depth: u32) -> u64 {
    let moves = legal_moves(position);
    if depth == 1 {
        return moves.len() as u64;
    }
    let children = moves.iter().map(|&(from, to, promotion)| {
        let child = play(position, from, to, promotion).unwrap().any_position().unwrap();
        perft_by_laws(&child, depth - 1)
    });
    children.sum()
}

#[test]
fn perft_by_the_checker_alone() {
    for (index, fen) in POSITIONS.iter().enumerate() {
        let depth = if [0, 2, 5].contains(&index) { 3 } else { 2 };
        let position: Position = fen.parse().unwrap();
        assert_eq!(perft_by_laws(&position, depth), crate::perft(&position, depth), "{fen}");
    }
}

#[test]
#[ignore = "takes some seconds"]
fn perft_three_by_the_checker_alone() {
    for fen in POSITIONS {
        let position: Position = fen.parse().unwrap();
        assert_eq!(perft_by_laws(&position, 3), crate::perft(&position, 3), "{fen}");
    }
}

/// Unrolls `plies` moves from a position.
pub(super) fn unrolled(position: &Position, plies: usize, folding: Folding) -> (Encoder, Line) {
    let mut encoder = Encoder::new();
    let mut line = Line::new(Board::known(position));
    for _ in 0..plies {
        line.push(step(&mut encoder, line.last(), &Allowed::ANY, folding, None));
    }
    (encoder, line)
}

pub(super) fn count_models(encoder: &Encoder, line: &Line) -> u64 {
    let mut solver = Solver::default();
    solver.load(encoder.cnf());
    let bits: Vec<_> = line.plies.iter().flat_map(|ply| ply.bits()).collect();
    let mut count = 0;
    let end = solver.enumerate(&bits, &[], &Limits::none(), |_| {
        count += 1;
        true
    });
    assert_eq!(end, End::Complete);
    count
}

#[test]
fn models_are_the_legal_lines() {
    for fen in POSITIONS {
        let position: Position = fen.parse().unwrap();
        for folding in [Folding::Laws, Folding::Nothing] {
            for plies in 1..=2 {
                let (encoder, line) = unrolled(&position, plies, folding);
                let expected = crate::perft(&position, plies as u32);
                assert_eq!(count_models(&encoder, &line), expected, "{fen} {plies} {folding:?}");
            }
        }
    }
}

/// With position and move known, unit propagation gives the position after, without any folding.
#[test]
fn propagation_plays_a_move() {
    walk(60, 5, |position| {
        let mut encoder = Encoder::new();
        let mut line = Line::new(Board::known(position));
        line.push(step(&mut encoder, line.last(), &Allowed::ANY, Folding::Nothing, None));
        let cnf: &Cnf = encoder.cnf();
        for m in &position.legal_moves() {
            let (from, to, promotion) = written(position, *m);
            let ply = &line.plies[0];
            let kind = position.role_at(from).unwrap();
            let given =
                [ply.from(from), ply.to(to), ply.kind(kind), ply.placed(promotion.unwrap_or(kind))];
            let known = propagate(cnf, &given).unwrap();
            let known: HashSet<Bit> = known.into_iter().collect();
            let mut values = vec![false; cnf.variables() + 1];
            values[0] = true;
            for bit in line.last().bits().iter().filter(|bit| bit.value().is_none()) {
                assert!(known.contains(bit) || known.contains(&!*bit), "{position} {m:?}");
                values[bit.index()] = known.contains(&Bit::variable(bit.index() as u32));
            }
            let after = line.last().read(&zugwerk_logic::Model::new(values));
            assert!(same_setup(&after, &position.play(*m)), "{position} {m:?}");
        }
    });
}

/// Check, mate and stalemate as gates on known boards.
pub(super) fn replies_agree(position: &Position) {
    let mut checker = Checker::new();
    let board = Board::known(position);
    let replies = Replies::new(&mut checker, &board);
    assert_eq!(replies.check.value(), Some(position.is_check()), "{position}");
    assert_eq!(replies.any.value(), Some(position.has_moves()), "{position}");
    assert_eq!(replies.en_passant.value(), Some(position.en_passant().is_some()), "{position}");
    let dead = insufficient_material(&mut checker, &board);
    assert_eq!(dead.value(), Some(position.is_insufficient_material()), "{position}");
    if position.is_check() || !position.has_moves() {
        let mut encoder = Encoder::new();
        encoder.law(Law::new("mate"));
        state_mate(&mut encoder, &board);
        let mut solver = Solver::default();
        solver.load(encoder.cnf());
        let mate = matches!(solver.solve(&[], &Limits::none()), Answer::Yes(_));
        assert_eq!(mate, position.is_checkmate(), "{position}");
    }
}

#[test]
fn replies_agree_on_random_walks() {
    walk(1500, 7, replies_agree);
}

/// Few pieces, kings in the open, pawns that have just made a double step: mates, pins and captures en
/// passant are frequent here.
#[test]
fn replies_agree_on_random_boards() {
    let mut random = SmallRng::seed_from_u64(11);
    let (mut tried, mut without_moves, mut with_en_passant) = (0, 0, 0);
    while tried < 5_000 {
        let mut setup = Setup::empty();
        let mut put = |letter: char, squares: &[Square]| {
            let free: Vec<_> =
                squares.iter().filter(|s| setup.pieces[s.index()].is_none()).collect();
            if let Some(square) = free.choose(&mut random) {
                setup.pieces[square.index()] = crate::Piece::from_letter(letter);
            }
        };
        let all: Vec<Square> = Square::all().collect();
        let inner: Vec<Square> = all[8..56].to_vec();
        put('K', &all[..24]);
        put('k', &all);
        if tried % 2 == 0 {
            put('p', &all[24..32]);
            put('P', &all[24..32]);
            put('P', &all[24..32]);
        }
        for letter in ["Qrb", "rqn", "bbrN", "qPpp", "rRnp", "qrB"][tried % 6].chars() {
            put(letter, if letter.eq_ignore_ascii_case(&'p') { &inner } else { &all });
        }
        let mut setup = setup.mirrored();
        setup.turn = if tried % 4 < 2 { crate::Color::White } else { crate::Color::Black };
        let pawn = Some(crate::Piece::new(!setup.turn, Role::Pawn));
        let fifth = &all[if setup.turn == crate::Color::White { 32..40 } else { 24..32 }];
        if let Some(square) = fifth.iter().find(|square| setup.pieces[square.index()] == pawn) {
            setup.double_push = Some(Square::new(square.index() ^ 8));
            if setup.any_position().is_err() {
                setup.double_push = None;
            }
        }
        let Ok(position) = setup.any_position() else { continue };
        let them = position.king(!position.turn()).unwrap();
        if position.is_attacked(them, position.turn()) {
            continue;
        }
        tried += 1;
        without_moves += usize::from(!position.has_moves());
        with_en_passant += usize::from(position.double_push_square().is_some());
        replies_agree(&position);
    }
    assert!(without_moves > 15 && with_en_passant > 200, "{without_moves} {with_en_passant}");
}

/// A pawn has just given check by a double step: often only its capture en passant is left, or not even
/// that.
#[test]
fn mate_knows_captures_en_passant() {
    let mut random = SmallRng::seed_from_u64(19);
    let (mut only_en_passant, mut mates) = (0, 0);
    for _ in 0..60_000 {
        let mut setup = Setup::from_fen("8/8/8/3p4/8/8/8/8 w - d6 0 1").unwrap();
        let mut put = |letter: char, squares: &[Square]| {
            let free: Vec<_> =
                squares.iter().filter(|s| setup.pieces[s.index()].is_none()).collect();
            if let Some(square) = free.choose(&mut random) {
                setup.pieces[square.index()] = crate::Piece::from_letter(letter);
            }
        };
        let all: Vec<Square> = Square::all().filter(|s| ![43, 51].contains(&s.index())).collect();
        put('K', &[Square::C4, Square::E4]);
        put('P', &[Square::C5, Square::E5]);
        "kqqrrbbn".chars().for_each(|letter| put(letter, &all));
        let Ok(position) = setup.position() else { continue };
        if !position.is_check() {
            continue;
        }
        let moves = position.legal_moves();
        only_en_passant +=
            usize::from(!moves.is_empty() && moves.iter().all(|m| m.kind() == MoveKind::EnPassant));
        mates += usize::from(moves.is_empty());
        replies_agree(&position);
    }
    assert!(only_en_passant > 20 && mates > 20, "{only_en_passant} {mates}");
}

/// How many lines of `plies` from the start end with mate, defined as a bit or only demanded.
fn mates_from_the_start_at(plies: usize, demanded: bool) -> u64 {
    let (mut encoder, line) = unrolled(&Position::start(), plies, Folding::Laws);
    if demanded {
        encoder.law(Law::new("mate"));
        state_mate(&mut encoder, line.last());
    } else {
        let replies = Replies::new(&mut encoder, line.last());
        let mate = replies.mate(&mut encoder);
        encoder.law(Law::new("mate"));
        encoder.hold(mate);
    }
    count_models(&encoder, &line)
}

#[test]
fn mates_from_the_start() {
    for demanded in [false, true] {
        assert_eq!(mates_from_the_start_at(3, demanded), 0);
        assert_eq!(mates_from_the_start_at(4, demanded), 8);
    }
    assert_eq!(mates_from_the_start_at(5, true), 347);
}

#[test]
#[ignore = "takes some seconds"]
fn mates_at_ply_five() {
    assert_eq!(mates_from_the_start_at(5, false), 347);
}

/// Every fixed move is legal on a board that is not known exactly where it is on the one it turns out
/// to be.
#[test]
fn fixed_moves_are_legal_where_they_are_legal() {
    walk(12, 13, |position| {
        if !position.has_moves() {
            return;
        }
        let (mut encoder, line) = unrolled(position, 1, Folding::Laws);
        let mut gates = Vec::new();
        let replies: HashSet<(Role, Triple)> = position
            .legal_moves()
            .iter()
            .flat_map(|m| {
                let next = position.play(*m);
                let moves = next.legal_moves();
                let all =
                    moves.iter().map(|r| (next.role_at(r.from()).unwrap(), written(&next, *r)));
                all.collect::<Vec<_>>()
            })
            .collect();
        for (kind, (from, to, promotion)) in replies {
            let placed = promotion.unwrap_or(kind);
            let gate = fixed_move(&mut encoder, line.last(), (kind, from, to, placed)).0;
            gates.push((kind, (from, to, promotion), gate));
        }
        let mut solver = Solver::default();
        solver.load(encoder.cnf());
        for m in &position.legal_moves() {
            let next = position.play(*m);
            let (from, to, promotion) = written(position, *m);
            let kind = position.role_at(from).unwrap();
            let ply = &line.plies[0];
            let chosen = [ply.from(from), ply.to(to), ply.placed(promotion.unwrap_or(kind))];
            let Answer::Yes(model) = solver.solve(&chosen, &Limits::none()) else { panic!() };
            let legal = generated(&next);
            for &(kind, reply, gate) in &gates {
                let expected = legal.contains(&reply) && next.role_at(reply.0) == Some(kind);
                assert_eq!(model.is_true(gate), expected, "{next} {reply:?}");
            }
        }
    });
}

/// As many ways to a random position three plies away as brute force finds.
#[test]
fn ways_to_random_targets() {
    let mut random = SmallRng::seed_from_u64(17);
    for round in 0..400 {
        let start: Position = POSITIONS[round % POSITIONS.len()].parse().unwrap();
        let mut target = start.clone();
        for _ in 0..3 {
            if let Some(m) = target.legal_moves().choose(&mut random) {
                target = target.play(*m);
            }
        }
        let placement = Setup::from(&target).pieces;
        let mut expected = 0;
        for a in &start.legal_moves() {
            let start = start.play(*a);
            for b in &start.legal_moves() {
                let start = start.play(*b);
                for c in &start.legal_moves() {
                    expected += u64::from(Setup::from(&start.play(*c)).pieces == placement);
                }
            }
        }
        let horizons = horizons(&Board::known(&start), &placement, 3);
        for known_end in [false, true] {
            let mut encoder = Encoder::new();
            let mut line = Line::new(Board::known(&start));
            for horizon in &horizons {
                let horizon = known_end.then_some(horizon);
                let before = line.last();
                line.push(step(&mut encoder, before, &Allowed::ANY, Folding::Laws, horizon));
            }
            encoder.law(Law::new("target"));
            for square in Square::all() {
                match placement[square.index()] {
                    Some(piece) => encoder.hold(line.last().piece(piece, square)),
                    None => encoder.hold(line.last().empty(square)),
                }
            }
            assert_eq!(count_models(&encoder, &line), expected, "{start} {target} {known_end}");
        }
    }
}

#[test]
fn boards_without_kings_have_no_checks() {
    let setup = Setup::from_fen("8/4p3/8/8/8/3p4/5P2/8 b - - 0 1").unwrap();
    let position = setup.any_position().unwrap();
    let (encoder, line) = unrolled(&position, 3, Folding::Laws);
    assert_eq!(count_models(&encoder, &line), crate::perft(&position, 3));
    replies_agree(&position);
}
