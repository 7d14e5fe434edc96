//! Random games attack every "no", and known positions every "no proof".

use super::*;
use zugwerk_chess::{File, Piece, Rank, Square};
use zugwerk_game::Rng;

/// A game in which pawns run and take, so that much is promoted.
fn wild_game(rng: &mut Rng, plies: usize, mut look: impl FnMut(&Position, &[Move])) {
    let mut position = Position::start();
    let mut line = Vec::new();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        let by_pawn = |m: &&Move| position.role_at(m.from()) == Some(Role::Pawn);
        let pawns: Vec<Move> = moves.iter().filter(by_pawn).copied().collect();
        let m = match rng.below(3) {
            0 if !pawns.is_empty() => pawns[rng.below(pawns.len())],
            _ => moves[rng.below(moves.len())],
        };
        position = position.play(m);
        line.push(m);
        look(&position, &line);
    }
}

#[test]
fn no_position_of_a_game_is_called_impossible() {
    let mut rng = Rng::new(11);
    let (mut looked_at, mut promoted) = (0, 0);
    for _ in 0..8 {
        let mut at = 0;
        wild_game(&mut rng, 140, |position, line| {
            at += 1;
            if at % 20 != 0 {
                return;
            }
            let found = retract::impossible(position, &Effort::FULL, &Limits::none());
            assert_eq!(found, None, "{}", Position::start().san_line(line));
            looked_at += 1;
            let material = material::Material::of(position);
            promoted += Color::ALL.iter().map(|&c| material.promoted(c)).sum::<usize>();
        });
    }
    assert!(looked_at > 30 && promoted > 5, "{looked_at} positions, {promoted} promoted");
}

#[test]
fn what_cannot_be_is_not_reachable() {
    for fen in [
        // Too many pieces, a pawn that never was, a check that nothing gave.
        "rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQKNR w kq - 0 1",
        // A pawn has promoted, and nothing was taken.
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPQ/RNBQKBNR b KQkq - 0 1",
        // A pawn that took nothing stands on another file.
        "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq - 0 1",
        // Black to move, but White cannot have moved: every piece is shut in.
        "4k3/8/8/8/8/8/PPPPPPPP/R1BQKB1R b KQ - 0 1",
        // A bishop that was never let out is not where it was, and no pawn is missing.
        "rnbqkbnr/pppppp1p/8/8/1B6/8/PPPPPPPP/RN1QKBNR b KQkq - 0 1",
        // The king was never let out either.
        "rnbq1bnr/pppppppp/8/8/4k3/8/PPPP1PPP/RNBQKBNR w KQ - 0 1",
        // Two knights give check at once.
        "k7/2N5/1N6/8/8/4K3/8/8 b - - 0 1",
    ] {
        let setup = Setup::from_fen(fen).unwrap();
        assert_eq!(reachable(&setup, &Limits::none()).known(), Some(false), "{fen}");
        let mirror = reachable(&setup.mirrored(), &Limits::none());
        assert_eq!(mirror.known(), Some(false), "{fen} mirrored");
    }
}

#[test]
fn counting_is_certified_exactly_where_it_refutes() {
    let mut rng = Rng::new(6);
    let (mut refuted, mut possible) = (0, 0);
    for _ in 0..300 {
        let mut setup = Setup::empty();
        // Pawns at home as they stand, and pieces at random: many or few, so that both answers come up.
        let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        for color in Color::ALL {
            let rank = Rank::new(1).relative_to(color);
            for file in File::ALL {
                if rng.below(6) > 0 {
                    let at = Square::at(file, rank).index();
                    setup.pieces[at] = Some(Piece::new(color, Role::Pawn));
                }
            }
            for number in 0..1 + rng.below(8) {
                let role = if number == 0 { Role::King } else { roles[rng.below(4)] };
                let free: Vec<usize> = (0..64).filter(|&at| setup.pieces[at].is_none()).collect();
                setup.pieces[free[rng.below(free.len())]] = Some(Piece::new(color, role));
            }
        }
        let Ok(position) = setup.any_position() else { continue };
        let material = material::Material::of(&position);
        let too_many = |color| material.count(color, 0) + material.promoted(color) > 8;
        let expected = Color::ALL.into_iter().any(too_many);
        let certificate = certify_counting(&setup);
        assert_eq!(certificate.is_some(), expected, "{position}");
        if let Some(Certificate { color, laws, .. }) = certificate {
            assert!(too_many(color) && laws.len() >= 2, "{position}: {laws:?}");
        }
        *(if expected { &mut refuted } else { &mut possible }) += 1;
    }
    assert!(refuted > 50 && possible > 50, "{refuted} refuted, {possible} possible");
}

/// White begins, so that this has no mirror image.
#[test]
fn the_wrong_side_to_move_is_told() {
    for fen in [
        // Black to move after an even number of moves: only knights can have moved, or rooks to and fro.
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/1RBQKBNR b Kkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
        "rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1",
    ] {
        let setup = Setup::from_fen(fen).unwrap();
        let found = reachable(&setup, &Limits::none());
        assert_eq!(found, Reachable::No(Impossible::Parity), "{fen}");
        let right = Setup { turn: !setup.turn, ..setup };
        assert_eq!(reachable(&right, &Limits::none()).known(), Some(true), "{fen}");
    }
}

/// Games in which little is taken, looked at by what tells odd from even and who was let out.
#[test]
fn quiet_games_contradict_nothing() {
    let mut rng = Rng::new(9);
    let (mut told, mut shut_in) = (0, 0);
    for game in 0..400 {
        let mut position = Position::start();
        for _ in 0..6 + game % 30 {
            // Mostly knights and rooks, since pawns that have gone two ranks leave everything open.
            let moves = position.legal_moves();
            let quiet: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|m| {
                    let pawn = position.role_at(m.from()) == Some(Role::Pawn);
                    position.role_at(m.to()).is_none() && (!pawn || rng.below(40) == 0)
                })
                .collect();
            let Some(&m) = quiet.get(rng.below(quiet.len().max(1))) else { break };
            position = position.play(m);
            assert!(!parity::contradicts(&position), "{position}");
            let material = material::Material::of(&position);
            assert_eq!(material.excess(), None, "{position}");
            assert_eq!(Color::ALL.map(|color| material.promoted(color)), [0, 0], "{position}");
            // The same with the other side to move, which then is the wrong one.
            let mut other = Setup::from(&position);
            other.turn = !other.turn;
            other.double_push = None;
            told += usize::from(other.position().is_ok_and(|p| parity::contradicts(&p)));
            shut_in +=
                usize::from(homes::Homes::of(&position, Default::default()).walls.len() > 16);
        }
    }
    assert!(told > 500 && shut_in > 500, "{told} told, {shut_in} with pieces that never left");
}

#[test]
fn the_start_is_reached_without_a_move() {
    assert_eq!(reachable(&Setup::start(), &Limits::none()), Reachable::Yes(Vec::new()));
}

/// Plays a game and compares its end with the position, all but the counters.
fn leads_to(line: &[Move], target: &Position) -> bool {
    let end = line.iter().fold(Position::start(), |position, &m| {
        assert!(position.is_legal(m), "{target}: {}", position.san(m));
        position.play(m)
    });
    let board =
        |position: &Position| position.to_string().split(' ').take(4).collect::<Vec<_>>().join(" ");
    board(&end) == board(target)
}

#[test]
fn games_are_found_and_lead_to_the_position() {
    for fen in [
        // With an en-passant square, with a right to castle and a side that has castled, and with promotions.
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "r1bqr1k1/pp1nb1p1/4p2p/3p1p2/3P4/P1N1PNP1/1PQ2PP1/3RKB1R w K - 0 1",
        "1R2Rb1Q/2K2k2/2bn1BQ1/N2r4/2b4r/1nQn1RN1/1rPRpQ1B/1qb2B2 b - - 0 1",
    ] {
        let setup = Setup::from_fen(fen).unwrap();
        for setup in [setup.mirrored(), setup] {
            let target = setup.position().unwrap();
            match reachable(&setup, &Limits::none()) {
                Reachable::Yes(line) => assert!(leads_to(&line, &target), "{target}"),
                other => panic!("{target}: {other:?}"),
            }
        }
    }
}

/// The positions from which one legal move leads to this one, found by trying everything; no castling here.
fn predecessors(position: &Position) -> Vec<Position> {
    let after = Setup::from(position);
    let mover = !position.turn();
    let mut found = Vec::new();
    for to in position.color(mover) {
        let Some(role) = position.role_at(to) else { continue };
        for from in (!position.occupied()).into_iter() {
            for was in [role, Role::Pawn] {
                for taken in [None].into_iter().chain(Role::ALL[..5].iter().map(|r| Some(*r))) {
                    let mut before = after.clone();
                    before.turn = mover;
                    before.double_push = None;
                    before.pieces[from.index()] = Some(Piece::new(mover, was));
                    before.pieces[to.index()] = taken.map(|role| Piece::new(!mover, role));
                    let Ok(before) = before.position() else { continue };
                    let leads = |m: &&Move| {
                        m.from() == from && m.to() == to && same(&before.play(**m), position)
                    };
                    if before.legal_moves().iter().any(|m| leads(&m)) {
                        found.push(before);
                    }
                }
            }
        }
    }
    found
}

/// Whether `moves` can have led to a position, by trying everything.
fn has_past(position: &Position, moves: usize) -> bool {
    moves == 0 || predecessors(position).iter().any(|before| has_past(before, moves - 1))
}

#[test]
fn few_pieces_agree_with_brute_force() {
    let mut rng = Rng::new(4);
    let (mut some, mut none) = (0, 0);
    while some + none < 200 {
        let mut setup = Setup::empty();
        let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
        // Near the corner, where there is little room for a last move.
        for (color, role) in [
            (Color::White, Role::King),
            (Color::Black, Role::King),
            (Color::White, roles[rng.below(5)]),
            (Color::White, roles[rng.below(5)]),
        ] {
            let at = Square::at(File::new(rng.below(4)), Rank::new(4 + rng.below(4)));
            setup.pieces[at.index()] = Some(Piece::new(color, role));
        }
        setup.turn = Color::Black;
        let Ok(position) = setup.position() else { continue };
        if !position.is_check() {
            continue;
        }
        let past = has_past(&position, 3);
        for position in [position.mirrored(), position] {
            let found = retract::impossible(&position, &Effort::FULL, &Limits::none());
            assert_eq!(found.is_none(), past, "{position}: {found:?}");
        }
        some += usize::from(past);
        none += usize::from(!past);
    }
    assert!(some > 50 && none > 10, "{some} have a past, {none} have none");
}
