//! Opening books in Polyglot's format (`.bin`): for a position, by its key, moves with their weights.

use crate::convert::to_shakmaty;
use crate::named_file;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Position as _};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Read;
use zugwerk_chess::{Move, Position, Role};

/// An opening book; without moves to begin with.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// Sorted by key.
    entries: Vec<Entry>,
}

/// A line of the book. What Polyglot learnt from its own games is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    key: u64,
    m: u16,
    weight: u16,
}

/// Bytes of an entry in a file.
const ENTRY: usize = 16;
/// The largest file that is read, in bytes; the largest books are half of it.
const LARGEST: u64 = 1 << 30;

impl Book {
    /// The book of a file with this name, or what is wrong with it.
    pub fn open(file: &str) -> Result<Book, String> {
        let failed = |error: std::io::Error| format!("{file}: {error}");
        let mut opened = named_file::open(file)?;
        if opened.metadata().map_err(failed)?.len() > LARGEST {
            return Err(format!("{file}: expected at most {LARGEST} bytes"));
        }
        let mut bytes = Vec::new();
        opened.read_to_end(&mut bytes).map_err(failed)?;
        Book::from_bytes(&bytes).map_err(|message| format!("{file}: {message}"))
    }

    /// The book in the bytes of a file.
    ///
    /// ```
    /// use zugwerk_chess::Position;
    /// use zugwerk_engine::Book;
    /// // The key of the start position, e2e4, weight 5, nothing learnt.
    /// let bytes = [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c, 0, 5, 0, 0, 0, 0];
    /// let book = Book::from_bytes(&bytes).unwrap();
    /// let start = Position::start();
    /// assert_eq!(start.uci(book.choose(&start).unwrap()), "e2e4");
    /// assert!(Book::from_bytes(&bytes[1..]).is_err());
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, String> {
        if bytes.is_empty() || !bytes.len().is_multiple_of(ENTRY) {
            let (found, expected) = (bytes.len(), format!("a multiple of {ENTRY}"));
            return Err(format!("not a Polyglot book: {found} bytes (expected {expected})"));
        }
        let number = |bytes: &[u8]| bytes.iter().fold(0, |n, byte| n << 8 | u64::from(*byte));
        let mut entries: Vec<Entry> = bytes
            .chunks_exact(ENTRY)
            .map(|entry| Entry {
                key: number(&entry[..8]),
                m: number(&entry[8..10]) as u16,
                weight: number(&entry[10..12]) as u16,
            })
            .collect();
        entries.sort_unstable();
        Ok(Book { entries })
    }

    /// How many entries it has.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The legal moves that it has for a position, with their weights.
    pub fn moves(&self, position: &Position) -> Vec<(Move, u16)> {
        if self.is_empty() {
            return Vec::new();
        }
        let Some(key) = key(position) else { return Vec::new() };
        let first = self.entries.partition_point(|entry| entry.key < key);
        let here = self.entries[first..].iter().take_while(|entry| entry.key == key);
        let legal = position.legal_moves();
        let find = |encoded: u16| legal.iter().copied().find(|m| encode(*m) == encoded);
        here.filter_map(|entry| Some((find(entry.m)?, entry.weight))).collect()
    }

    /// One of the moves at random, the heavier the likelier; those without weight are never played.
    pub fn choose(&self, position: &Position) -> Option<Move> {
        let moves = self.moves(position);
        let total: u32 = moves.iter().map(|(_, weight)| u32::from(*weight)).sum();
        if total == 0 {
            return None;
        }
        let mut rng = SmallRng::seed_from_u64(RandomState::new().build_hasher().finish());
        let mut rest = rng.random_range(0..total);
        moves.into_iter().find_map(|(m, weight)| match rest.checked_sub(weight.into()) {
            Some(less) => {
                rest = less;
                None
            }
            None => Some(m),
        })
    }
}

/// Polyglot's key of a position.
fn key(position: &Position) -> Option<u64> {
    // It counts an en-passant square wherever a pawn stands beside, pinned or not.
    let Zobrist64(key) = to_shakmaty(position)?.zobrist_hash(EnPassantMode::PseudoLegal);
    Some(key)
}

/// A move as Polyglot writes it; castling is the king's way to the rook's square, as ours is.
fn encode(m: Move) -> u16 {
    let promoted = match m.promoted() {
        None | Some(Role::Pawn | Role::King) => 0,
        Some(Role::Knight) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(Role::Queen) => 4,
    };
    promoted << 12 | (m.from().index() as u16) << 6 | m.to().index() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys that Polyglot's author published with the format.
    #[test]
    fn keys_are_those_of_the_format() {
        for (fen, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            (
                "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
                0x0756_b944_61c5_0fb0,
            ),
            (
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
                0x22a4_8b5a_8e47_ff78,
            ),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
            (
                "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
                0x3c81_23ea_7b06_7637,
            ),
        ] {
            assert_eq!(key(&fen.parse().unwrap()), Some(expected), "{fen}");
        }
    }

    /// A pinned pawn beside a double step counts in the format: with the square the key is another than without it.
    #[test]
    fn a_pinned_pawn_beside_a_double_step_counts() {
        for (with, without, expected) in [
            (
                "8/8/8/K2Pp2r/8/8/8/4k3 w - e6 0 1",
                "8/8/8/K2Pp2r/8/8/8/4k3 w - - 0 1",
                0xde01_b3f9_8e24_1665,
            ),
            (
                "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
                "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1",
                0x7ddd_0eef_bfc8_435a,
            ),
        ] {
            let (with, without): (Position, Position) =
                (with.parse().unwrap(), without.parse().unwrap());
            assert_eq!(with.legal_moves()[..], without.legal_moves()[..]);
            assert_eq!(key(&with), Some(expected), "{with}");
            assert_ne!(key(&without), Some(expected), "{without}");
        }
    }

    fn entry(fen: &str, uci: &str, weight: u16) -> Vec<u8> {
        let position: Position = fen.parse().unwrap();
        let m = encode(position.parse_uci(uci).unwrap());
        let learnt = [0; 4];
        let key = key(&position).unwrap().to_be_bytes();
        [&key[..], &m.to_be_bytes(), &weight.to_be_bytes(), &learnt].concat()
    }

    #[test]
    fn finds_castling_and_promotions_and_never_an_illegal_or_weightless_move() {
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let promotion = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
        let mut bytes = entry(castling, "e1g1", 3);
        bytes.extend(entry(castling, "e1c1", 0));
        bytes.extend(entry(promotion, "a7a8n", 1));
        let mut broken = entry(promotion, "a7a8q", 9);
        broken[9] ^= 1; // a square that the pawn cannot reach
        bytes.extend(broken);
        let book = Book::from_bytes(&bytes).unwrap();
        for (fen, expected) in [(castling, "e1g1"), (promotion, "a7a8n")] {
            let position: Position = fen.parse().unwrap();
            for _ in 0..20 {
                assert_eq!(position.uci(book.choose(&position).unwrap()), expected);
            }
        }
        assert_eq!(book.moves(&castling.parse().unwrap()).len(), 2);
        assert_eq!(book.choose(&Position::start()), None);
    }

    #[test]
    fn heavier_moves_are_chosen_more_often() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let bytes = [entry(start, "e2e4", 9000), entry(start, "d2d4", 1000)].concat();
        let (book, position) = (Book::from_bytes(&bytes).unwrap(), Position::start());
        let heavier =
            (0..1000).filter(|_| position.uci(book.choose(&position).unwrap()) == "e2e4").count();
        // Nine hundred are expected, with a standard deviation of ten.
        assert!((700..1000).contains(&heavier), "{heavier}");
    }
}
