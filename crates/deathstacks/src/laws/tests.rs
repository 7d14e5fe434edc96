//! The laws against the fast rules: on random positions they allow the same moves and make the same of
//! them, whether they are checked, or solved for.

use super::*;
use crate::{Board, Player, Pos, VecStack};
use zugwerk_logic::{Bit, Encoder, End, Folding, Limits, Line, Model, Solver, propagate};

/// A position some random moves after the start. A linear congruential generator is enough here.
fn random_position(seed: u64) -> Position {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99_991);
        (state >> 33) as usize % below
    };
    let mut position: Position = Position::new(&Board::start(), Player::Red).unwrap();
    for _ in 0..random(60) {
        let moves: Vec<Move> = position.moves().collect();
        if moves.is_empty() {
            break;
        }
        position = position.play(moves[random(moves.len())]).unwrap();
    }
    position
}

#[test]
fn the_laws_forbid_what_the_rules_forbid() {
    for seed in 0..40 {
        let position = random_position(seed);
        for start in Pos::all() {
            for target in Pos::all() {
                for steps in 0..=position.stack(start).height() + 1 {
                    let chosen = Move { start, steps, target };
                    let broken = broken(&position, chosen);
                    let board = position.board();
                    assert_eq!(broken.is_empty(), position.is_legal(chosen), "{board} {chosen}");
                }
            }
        }
    }
}

#[test]
fn a_fixed_move_is_legal_and_plays_as_in_the_rules() {
    for seed in 40..80 {
        let position = random_position(seed);
        let before = Bits::known(&position);
        for chosen in candidates(&before, &Allowed::ANY) {
            let (legal, _, after) = fixed_move(&mut Checker::new(), &before, chosen);
            assert_eq!(legal == Bit::TRUE, position.is_legal(chosen));
            if let Some(next) = position.play(chosen) {
                assert_eq!(after.read(&Model::new(vec![true])), next.board(), "{chosen}");
                assert_eq!(after.mover, next.mover());
            }
        }
        let legal: Vec<Move> = position.moves().collect();
        assert!(legal.iter().all(|m| candidates(&before, &Allowed::ANY).contains(m)));
        assert_eq!(any_move(&mut Checker::new(), &before) == Bit::TRUE, !legal.is_empty());
    }
}

/// All models of one and of two plies are the legal lines, and lead where the rules lead.
#[test]
fn models_are_the_legal_lines() {
    for seed in 80..92 {
        let position = random_position(seed);
        for folding in [Folding::Laws, Folding::Nothing] {
            for plies in 1..=2 {
                if plies == 2 && (folding == Folding::Nothing || seed % 4 != 0) {
                    continue;
                }
                let mut encoder = Encoder::new();
                let mut line = Line::new(Bits::known(&position));
                for _ in 0..plies {
                    line.push(step(&mut encoder, line.last(), &Allowed::ANY, folding));
                }
                let mut solver = Solver::default();
                solver.load(encoder.cnf());
                let bits: Vec<Bit> = line.plies.iter().flat_map(|ply| ply.bits()).collect();
                let mut count = 0;
                let end = solver.enumerate(&bits, &[], &Limits::none(), |model| {
                    let mut now = position.clone();
                    for (ply, after) in line.plies.iter().zip(&line.boards[1..]) {
                        now = now.play(ply.read(model).unwrap()).expect("a legal move");
                        assert_eq!(after.read(model), now.board());
                    }
                    count += 1;
                    true
                });
                assert_eq!(end, End::Complete);
                let expected: usize = match plies {
                    1 => position.moves().count(),
                    _ => position.moves().map(|m| position.play(m).unwrap().moves().count()).sum(),
                };
                assert_eq!(count, expected, "{} {folding:?}", position.board());
            }
        }
    }
}

/// With position and move known, unit propagation gives the position after, without any folding.
#[test]
fn propagation_plays_a_move() {
    for seed in 92..97 {
        let position = random_position(seed);
        let mut encoder = Encoder::new();
        let before = Bits::known(&position);
        let (ply, after) = step(&mut encoder, &before, &Allowed::ANY, Folding::Nothing);
        for chosen in position.moves() {
            let given = [
                ply.from[chosen.start.index()],
                ply.to[chosen.target.index()],
                ply.steps[chosen.steps as usize - 1],
            ];
            let known = propagate(encoder.cnf(), &given).unwrap();
            let mut values = vec![false; encoder.cnf().variables() + 1];
            values[0] = true;
            known.iter().for_each(|bit| values[bit.index()] = !bit.is_negative());
            let fixed =
                |bit: &Bit| bit.value().is_some() || known.contains(bit) || known.contains(&!*bit);
            assert!(after.bits().iter().all(fixed), "{chosen}");
            let next = position.play(chosen).unwrap();
            assert_eq!(after.read(&Model::new(values)), next.board(), "{chosen}");
        }
    }
}

/// Boards with more stones than a game has are checked as well.
#[test]
fn tall_boards_are_checked() {
    let fen = format!(",,{},,,/,,,,,/,,,,,/,,,,,/,,,,,/bb,,,,,", "r".repeat(40));
    let position: Position<VecStack> =
        Position::new(&Board::from_fen(&fen).unwrap(), Player::Red).unwrap();
    let start: Pos = "c6".parse().unwrap();
    let (mut legal, mut all) = (0, 0);
    for target in Pos::all() {
        for steps in [1, 30, 34, 35, 36, 39, 40, 41] {
            let chosen = Move { start, steps, target };
            assert_eq!(broken(&position, chosen).is_empty(), position.is_legal(chosen), "{chosen}");
            legal += usize::from(position.is_legal(chosen));
            all += 1;
        }
    }
    assert!(legal > 5 && legal < all, "{legal}");
}
