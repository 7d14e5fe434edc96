//! The verdicts against brute force, by replay, and in the mirror.

use super::*;
use std::collections::HashSet;
use zugwerk_chess::{Piece, Rank, Role, Setup, Square};
use zugwerk_game::Rng;

/// All positions that can arise, looked at without any thought; `None` where they are more than `most`.
fn brute_force(start: &Position, winner: Color, most: usize) -> Option<bool> {
    let mut seen = HashSet::from([start.key()]);
    let mut open = vec![start.clone()];
    while let Some(position) = open.pop() {
        if position.turn() != winner && position.is_checkmate() {
            return Some(true);
        }
        for &m in &position.legal_moves() {
            let next = position.play(m);
            // A bare king mates nobody.
            if next.color(winner).several() && seen.insert(next.key()) {
                open.push(next);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(false)
}

fn assert_witness(position: &Position, winner: Color, line: &[Move]) {
    let mut end = position.clone();
    for &m in line {
        assert!(end.legal_moves().contains(&m), "{position}: {m:?} is not legal in {end}");
        end = end.play(m);
    }
    assert!(end.is_checkmate() && end.turn() != winner, "{position}: {end} is no mate");
}

/// A wall of pawns head to head, which may have a gap or a pawn too many, the kings and perhaps another piece.
fn walled(rng: &mut Rng) -> Option<Position> {
    let mut setup = Setup::empty();
    let (rank, first) = (2 + rng.below(3), rng.below(2));
    for file in (first..8).step_by(2) {
        for (color, rank) in [(Color::White, rank), (Color::Black, rank + 1)] {
            if rng.below(24) > 0 {
                setup.pieces[8 * rank + file] = Some(Piece::new(color, Role::Pawn));
            }
        }
    }
    if rng.below(4) == 0 {
        let (color, at) = (Color::ALL[rng.below(2)], 8 + rng.below(48));
        setup.pieces[at] = Some(Piece::new(color, Role::Pawn));
    }
    for color in Color::ALL {
        let extra = [None, None, None, None, Some(Role::Bishop), Some(Role::Knight)];
        for role in [Some(Role::King), extra[rng.below(extra.len())]].into_iter().flatten() {
            let free: Vec<usize> = (0..64).filter(|&at| setup.pieces[at].is_none()).collect();
            setup.pieces[free[rng.below(free.len())]] = Some(Piece::new(color, role));
        }
    }
    setup.turn = Color::ALL[rng.below(2)];
    setup.position().ok()
}

/// Few pieces crowded into a corner, where mates and stalemates are near.
fn crowded(rng: &mut Rng) -> Option<Position> {
    let mut setup = Setup::empty();
    let mut place = |piece: Piece| {
        let square = Square::new(8 * rng.below(4) + rng.below(4));
        let on_edge = [Rank::new(0), Rank::new(7)].contains(&square.rank());
        if setup.pieces[square.index()].is_none() && !(piece.role == Role::Pawn && on_edge) {
            setup.pieces[square.index()] = Some(piece);
        }
    };
    for color in Color::ALL {
        place(Piece::new(color, Role::King));
    }
    for (color, role) in [
        (Color::White, Role::Pawn),
        (Color::White, Role::Bishop),
        (Color::Black, Role::Pawn),
        (Color::Black, Role::Pawn),
        (Color::Black, Role::Knight),
    ] {
        place(Piece::new(color, role));
    }
    setup.turn = Color::ALL[rng.below(2)];
    setup.position().ok()
}

#[test]
fn a_yes_is_a_legal_line_and_brute_force_finds_nothing_after_a_no() {
    let mut rng = Rng::new(3);
    let (mut yes, mut no, mut complete) = (0, 0, 0);
    for round in 0..120 {
        let made = if round % 3 == 0 { crowded(&mut rng) } else { walled(&mut rng) };
        let Some(position) = made else { continue };
        for winner in Color::ALL {
            match winnable(&position, winner, &Limits::none()) {
                Verdict::Yes(line) => {
                    assert_witness(&position, winner, &line);
                    yes += 1;
                }
                Verdict::No(_) => {
                    let found = brute_force(&position, winner, 10_000);
                    assert_ne!(found, Some(true), "{position} for {winner}");
                    no += 1;
                    complete += usize::from(found.is_some());
                }
                Verdict::Unknown(stop) => panic!("{position}: {stop}"),
            }
        }
    }
    assert!(yes > 50 && no > 15 && complete > 10, "{yes} yes, {no} no, {complete} complete");
}

/// With three pieces every position can be looked at: a lone piece wins, or it does not.
#[test]
fn a_lone_piece_wins_or_does_not() {
    for (role, expected) in [
        (Role::Queen, true),
        (Role::Rook, true),
        (Role::Bishop, false),
        (Role::Knight, false),
        (Role::Pawn, true),
    ] {
        let mut setup = Setup::empty();
        setup.pieces[Square::A1.index()] = Some(Piece::new(Color::White, Role::King));
        setup.pieces[Square::D4.index()] = Some(Piece::new(Color::White, role));
        setup.pieces[Square::G7.index()] = Some(Piece::new(Color::Black, Role::King));
        setup.turn = Color::Black;
        let position = setup.any_position().unwrap();
        let verdict = winnable(&position, Color::White, &Limits::none());
        assert_eq!(verdict.known(), Some(expected), "{role:?}");
        if expected {
            assert_eq!(brute_force(&position, Color::White, 1_000_000), Some(true));
        }
    }
}

#[test]
fn random_games_are_winnable_until_they_are_dead() {
    let mut rng = Rng::new(5);
    for _ in 0..12 {
        let mut position = Position::start();
        for ply in 0..400 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[rng.below(moves.len())]);
            if ply % 40 != 0 {
                continue;
            }
            let verdicts = Color::ALL.map(|winner| winnable(&position, winner, &Limits::none()));
            let mirrored = Color::ALL.map(|w| winnable(&position.mirrored(), !w, &Limits::none()));
            for winner in Color::ALL {
                let verdict = &verdicts[winner.index()];
                assert_eq!(verdict.known(), mirrored[winner.index()].known(), "{position}");
                assert!(verdict.known() != Some(true) || !position.surely_cannot_win(winner));
                if let Verdict::Yes(line) = verdict {
                    assert_witness(&position, winner, line);
                }
            }
            let dead = verdicts.iter().all(|verdict| verdict.known() == Some(false));
            assert!(dead || !position.is_surely_dead(), "{position}");
        }
    }
}

/// Positions that take a search; the verdicts are known from elsewhere.
#[test]
fn hard_positions() {
    for (fen, white, black) in [
        ("1k6/1P1p1p1p/BP6/1P6/8/8/3P1PKP/8 w - -", true, false),
        ("7k/8/8/3B4/8/6p1/1b4Pp/2b4K w - -", true, false),
        ("4k3/8/3pBp2/3PbP2/3pBp2/3PbP2/8/4K3 w - -", true, true),
        ("5r1k/6P1/7K/5q2/8/8/8/8 b - -", false, true),
        ("8/8/8/8/8/2N5/8/kNKN4 w - -", true, false),
        ("BBRRRK1k/PPPPPP2/7p/7P/8/8/8/7B w - -", false, false),
    ] {
        let position = Setup::from_fen(fen).unwrap().any_position().unwrap();
        for (winner, expected) in [(Color::White, white), (Color::Black, black)] {
            let verdict = winnable(&position, winner, &Limits::none());
            assert_eq!(verdict.known(), Some(expected), "{fen} for {winner}");
            if let Verdict::Yes(line) = verdict {
                assert_witness(&position, winner, &line);
            }
        }
    }
}

#[test]
fn a_game_that_is_over_is_won_or_not() {
    let mate: Position = "R6k/8/6K1/8/8/8/8/8 b - - 0 1".parse().unwrap();
    assert_eq!(winnable(&mate, Color::White, &Limits::none()), Verdict::Yes(Vec::new()));
    assert_eq!(winnable(&mate, Color::Black, &Limits::none()), Verdict::No(Reason::Over));
    let stalemate: Position = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse().unwrap();
    assert_eq!(winnable(&stalemate, Color::White, &Limits::none()), Verdict::No(Reason::Over));
}

#[test]
fn a_limit_leaves_the_question_open() {
    let limits = Limits::none().with_time(std::time::Duration::ZERO);
    let position = Setup::from_fen("1k6/1P1p1p1p/BP6/1P6/8/8/3P1PKP/8 w - -").unwrap();
    let verdict = winnable(&position.any_position().unwrap(), Color::Black, &limits);
    assert_eq!(verdict, Verdict::Unknown(Stop::Time));
}

#[test]
fn kings_that_keep_off_or_are_shut_in_for_good_are_no_matter_of_search() {
    for fen in [
        "8/8/7p/2b2p1P/1bkb1p1K/2b2Pp1/6P1/8 b - - 0 1",
        "8/b7/1b5p/2b2p1P/3b1p1K/4bPp1/6P1/5kb1 b - - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        for position in [position.mirrored(), position] {
            let verdict = |winner| winnable(&position, winner, &Limits::none());
            assert_eq!(verdict(position.turn()), Verdict::No(Reason::Kings), "{position}");
            assert_eq!(verdict(!position.turn()), Verdict::No(Reason::ShutIn), "{position}");
        }
    }
}

/// A bare king between pawns that cannot move, against a king and bishops: small enough for brute force.
#[test]
fn the_duel_of_kings_agrees_with_brute_force() {
    let mut rng = Rng::new(5);
    let (mut compared, mut kept_off, mut shut_in) = (0, 0, 0);
    for _ in 0..4000 {
        let mut setup = Setup::empty();
        for (at, color, role) in [
            (31, Color::White, Role::King),
            (39, Color::White, Role::Pawn),
            (14, Color::White, Role::Pawn),
            (21, Color::White, Role::Pawn),
            (47, Color::Black, Role::Pawn),
            (22, Color::Black, Role::Pawn),
            (29, Color::Black, Role::Pawn),
            (37, Color::Black, Role::Pawn),
        ] {
            if rng.below(12) > 0 || role == Role::King {
                setup.pieces[at] = Some(Piece::new(color, role));
            }
        }
        for role in [Role::King, Role::Bishop] {
            let free: Vec<usize> = (0..64).filter(|&at| setup.pieces[at].is_none()).collect();
            setup.pieces[free[rng.below(free.len())]] = Some(Piece::new(Color::Black, role));
        }
        setup.turn = Color::ALL[rng.below(2)];
        let Ok(position) = setup.position() else { continue };
        let confinement = Confinement::of(&position);
        if duel::stays_shut_in(&position, Color::White)
            && let Some(won) = brute_force(&position, Color::White, 20_000)
        {
            assert!(!won, "{position}");
            shut_in += usize::from(confinement.may_mate(Color::White));
        }
        if !duel::keeps_off(&position, Color::Black) {
            continue;
        }
        if let Some(won) = brute_force(&position, Color::Black, 20_000) {
            assert!(!won, "{position}");
            compared += 1;
            kept_off += usize::from(confinement.may_mate(Color::Black));
        }
        if compared > 40 {
            break;
        }
    }
    assert!(compared > 10 && kept_off > 0, "{compared} compared, {kept_off} by the kings alone");
    assert!(shut_in > 0, "none shut in");
}

/// All positions of two kings and their pawns at the edge: a yes is replayed, a no searched to its end without any thought.
#[test]
fn kings_and_pawns_agree_with_brute_force() {
    let pawn = |color| Some(Piece::new(color, Role::Pawn));
    let king = |color| Some(Piece::new(color, Role::King));
    let (mut yes, mut no) = (0, 0);
    // Pawns head to head at the edge, or one alone that is about to promote or to be taken, and the kings near.
    for at in 0..24 * 24 * 5 * 2 {
        let square = |at: usize| 8 * (at % 8) + at / 8 % 3;
        let (white, black) = (square(at), square(at / 24));
        let (rank, turn) = (1 + at / 576 % 5, at / 2880);
        let mut setup = Setup::empty();
        setup.pieces[8 * rank] = pawn(Color::White);
        if at % 3 > 0 {
            setup.pieces[8 * (rank + 1)] = pawn(Color::Black);
        }
        if white == black || [white, black].iter().any(|&at| setup.pieces[at].is_some()) {
            continue;
        }
        (setup.pieces[white], setup.pieces[black]) = (king(Color::White), king(Color::Black));
        setup.turn = Color::ALL[turn];
        let Ok(position) = setup.position() else { continue };
        for winner in Color::ALL {
            match winnable(&position, winner, &Limits::none()) {
                Verdict::Yes(line) => {
                    assert_witness(&position, winner, &line);
                    yes += 1;
                }
                Verdict::No(_) => {
                    if !position.cannot_mate(winner) {
                        let found = brute_force(&position, winner, 100_000);
                        assert_eq!(found, Some(false), "{position} for {winner}");
                        no += 1;
                    }
                }
                Verdict::Unknown(stop) => panic!("{position}: {stop}"),
            }
        }
    }
    assert!(yes > 500 && no > 5, "{yes} yes, {no} no");
}
