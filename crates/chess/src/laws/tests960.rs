//! The laws of castling in Chess960 against the fast generator.

use super::tests::{checker_agrees_on, count_models, replies_agree, unrolled, walk_from};
use super::*;
use crate::{CastlingSide, Color, Piece, Position, Role, Setup, Square};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

/// Kings and rooks somewhere on the first ranks with their rights, and few other pieces: castling is frequent,
/// also where a rook shields its king, and where it is the only move.
fn castlers(count: usize, seed: u64) -> Vec<Position> {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut setup = Setup { chess960: true, ..Setup::empty() };
        let mut rooks = crate::Bitboard::EMPTY;
        for color in Color::ALL {
            let mut files: Vec<usize> = (0..8).collect();
            let mut three: Vec<usize> =
                (0..3).map(|_| files.swap_remove(random.random_range(0..files.len()))).collect();
            three.sort_unstable();
            for (at, role) in [Role::Rook, Role::King, Role::Rook].into_iter().enumerate() {
                let square = Square::new(three[at]).relative_to(color);
                setup.pieces[square.index()] = Some(Piece::new(color, role));
                if role == Role::Rook && random.random_ratio(4, 5) {
                    rooks |= square.into();
                }
            }
        }
        setup.castling = crate::CastlingRights::new(rooks);
        for letter in ["", "q", "rb", "QrnP", "PPPpp", "qRRbn"].choose(&mut random).unwrap().chars()
        {
            let ranks = if letter.eq_ignore_ascii_case(&'p') { 8..56 } else { 0..64 };
            let square = random.random_range(ranks);
            if setup.pieces[square].is_none() {
                setup.pieces[square] = Piece::from_letter(letter);
            }
        }
        setup.turn = *Color::ALL.choose(&mut random).unwrap();
        positions.extend(setup.position().ok());
    }
    positions
}

fn castles(position: &Position) -> usize {
    position.legal_moves().iter().filter(|m| m.is_castling()).count()
}

#[test]
fn the_checker_agrees_with_the_generator() {
    let starts = castlers(300, 1);
    assert!(starts.iter().map(castles).sum::<usize>() > 60);
    starts.iter().for_each(checker_agrees_on);
    walk_from(&starts, 500, 2, checker_agrees_on);
}

/// Every pair of squares, also those that `legal_moves` does not try.
#[test]
fn why_says_legal_exactly_for_the_legal_moves() {
    for position in castlers(25, 3) {
        let legal: Vec<_> = position.legal_moves().iter().map(|m| written(&position, *m)).collect();
        for from in Square::all() {
            for to in Square::all() {
                let why = why(&position, from, to, None);
                assert_eq!(why.legal, legal.contains(&(from, to, None)), "{position} {from}{to}");
                assert!(!why.text.is_empty());
            }
        }
    }
}

#[test]
fn models_are_the_legal_lines() {
    for (round, position) in castlers(60, 4).into_iter().enumerate() {
        let plies = 1 + round % 2;
        let folding = [Folding::Laws, Folding::Nothing][round / 2 % 2];
        let (encoder, line) = unrolled(&position, plies, folding);
        let expected = crate::perft(&position, plies as u32);
        assert_eq!(count_models(&encoder, &line), expected, "{position} {plies} {folding:?}");
    }
}

#[test]
fn replies_agree_where_castling_may_be_all_that_is_left() {
    castlers(1500, 5).iter().for_each(replies_agree);
    // The king stays where it is, and only its rook can go anywhere: over it.
    let position: Position = "5r2/8/8/8/8/7k/7P/6KR w H - 0 1".parse().unwrap();
    assert!(position.legal_moves().iter().all(|m| m.is_castling()));
    replies_agree(&position);
}

#[test]
fn castling_is_written_as_usual_where_it_is_usual() {
    let usual = Castle::usual(Color::Black, CastlingSide::Queen);
    assert_eq!((usual.king, usual.written()), (Square::E8, Square::C8));
    let other = Castle { king: Square::F8, ..usual };
    assert_eq!(other.written(), Square::A8);
}
