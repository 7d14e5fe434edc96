//! How games of self-play are kept: four bytes a position.
//!
//! A file begins with a [`Header`] of 24 bytes: `zwgames1`, the seed (8 bytes), the nodes a move
//! (4 bytes), and 4 bytes 0. Games follow, in any order. All numbers have their lowest byte first.
//!
//! | bytes | of a game |
//! |---|---|
//! | 4 | CRC-32 of the rest |
//! | 4 | its number |
//! | 2 | its plies, those of the opening included |
//! | 1 | plies of the random opening |
//! | 1 | White's half points: 0, 1 or 2 |
//! | 4 each | plies: the move (2), and its value for the side that moves (2, signed, centipawns) |
//!
//! A game starts from the usual position. A move has its origin in bits 0 to 5, its target in bits 6 to
//! 11 (for castling, the rook's square) and its kind in bits 12 to 14: 0 plain, 1 castling, 2 en passant,
//! 4 to 7 promotion to knight, bishop, rook, queen. Bit 15 says that the position before the move is quiet:
//! no check, and the move neither captures nor promotes.

use super::Rules;
use zugwerk_chess::{End, Game, Move};

/// One move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub m: Move,
    /// Whether the position before it is fit to learn from.
    pub is_quiet: bool,
    /// What the search gave it, for the side that moves.
    pub value: i16,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number among those of its seed.
    pub number: u32,
    /// How many plies at its start are random.
    pub opening: u8,
    /// White's half points.
    pub white_points: u8,
    /// All moves.
    pub plies: Vec<Ply>,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It does not begin as a file of games does.
    NotGames,
    /// It ends within a game, as when the writer was killed.
    Torn,
    /// The bytes of a game are not those that were written.
    Checksum,
    /// A game has no such move.
    Move,
    /// The result is none, or not that of the position on the board.
    Result,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Fault::NotGames => "not a file of self-play games (expected it to begin with zwgames1)",
            Fault::Torn => "the file ends in the middle of a game",
            Fault::Checksum => "the checksum does not fit the game",
            Fault::Move => "a move is not legal",
            Fault::Result => "the result does not fit the game",
        })
    }
}

const MAGIC: &[u8; 8] = b"zwgames1";
/// Bytes before the first game.
pub const HEADER: usize = 24;
/// Bytes of a game before its plies.
pub const HEAD: usize = 12;

/// The bytes of the game that begins with this head.
pub fn size(head: &[u8; HEAD]) -> usize {
    HEAD + 4 * usize::from(u16::from_le_bytes(array(&head[8..])))
}

/// The beginning of a file of games played by these rules.
pub fn header(rules: &Rules) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(MAGIC);
    bytes[8..16].copy_from_slice(&rules.seed.to_le_bytes());
    bytes[16..20].copy_from_slice(&rules.nodes.to_le_bytes());
    bytes
}

/// The rules by which the games of a file were played.
pub fn read_header(bytes: &[u8]) -> Result<Rules, Fault> {
    let bytes: &[u8; HEADER] = bytes.first_chunk().ok_or(Fault::NotGames)?;
    if &bytes[..8] != MAGIC {
        return Err(Fault::NotGames);
    }
    Ok(Rules {
        seed: u64::from_le_bytes(array(&bytes[8..])),
        nodes: u32::from_le_bytes(array(&bytes[16..])),
    })
}

/// The first `N` bytes.
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    std::array::from_fn(|i| bytes[i])
}

impl Record {
    /// The game as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        bytes.extend(self.number.to_le_bytes());
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        bytes.extend([self.opening, self.white_points]);
        for ply in &self.plies {
            // The top bit of a move's 16 is always set: the mark for quiet positions takes its place.
            let bits = if ply.is_quiet { ply.m.bits() } else { ply.m.bits() & 0x7FFF };
            bytes.extend(bits.to_le_bytes());
            bytes.extend(ply.value.to_le_bytes());
        }
        let sum = crc32fast::hash(&bytes[4..]);
        bytes[..4].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The game at the start of `bytes`, and how many bytes it takes.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Record, usize), Fault> {
        let head: &[u8; HEAD] = bytes.first_chunk().ok_or(Fault::Torn)?;
        let size = size(head);
        let bytes = bytes.get(..size).ok_or(Fault::Torn)?;
        if crc32fast::hash(&bytes[4..]) != u32::from_le_bytes(array(head)) {
            return Err(Fault::Checksum);
        }
        let plies = bytes[HEAD..].chunks_exact(4).map(|ply| {
            let bits = u16::from_le_bytes(array(ply));
            let m = Move::from_bits(bits | 0x8000).ok_or(Fault::Move)?;
            let value = i16::from_le_bytes(array(&ply[2..]));
            Ok(Ply { m, is_quiet: bits >> 15 == 1, value })
        });
        let record = Record {
            number: u32::from_le_bytes(array(&head[4..])),
            opening: head[10],
            white_points: head[11],
            plies: plies.collect::<Result<_, Fault>>()?,
        };
        Ok((record, size))
    }

    /// Replays the game: every move must be legal, and the result that of the rules where these decide. Walls of pawns are not
    /// seen by every player: a game may go on behind them, but is a draw.
    pub fn check(&self) -> Result<(), Fault> {
        if self.white_points > 2 || usize::from(self.opening) > self.plies.len() {
            return Err(Fault::Result);
        }
        let mut game = Game::default();
        for ply in &self.plies {
            let end = game.end();
            let behind_walls =
                end == Some(End::DeadPosition) && !game.position().is_insufficient_material();
            if behind_walls && self.white_points != 1 {
                return Err(Fault::Result);
            }
            let is_over = end.is_some() && !behind_walls;
            if is_over || !game.position().is_legal(ply.m) {
                return Err(Fault::Move);
            }
            game.play(ply.m);
        }
        match game.end() {
            Some(end) if super::points(end.winner()) != self.white_points => Err(Fault::Result),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::selfplay::play;

    fn game() -> Record {
        play(&mut Engine::new(1), &Rules { seed: 5, nodes: 30 }, 3, &|| false).unwrap()
    }

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let game = game();
        assert_eq!(game.check(), Ok(()));
        let mut bytes = game.to_bytes();
        let size = bytes.len();
        bytes.extend(b"more");
        assert_eq!(Record::from_bytes(&bytes), Ok((game, size)));
    }

    #[test]
    fn every_torn_end_and_every_changed_byte_is_noticed() {
        let bytes = game().to_bytes();
        for length in 0..bytes.len() {
            assert_eq!(Record::from_bytes(&bytes[..length]), Err(Fault::Torn));
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(Record::from_bytes(&changed).is_err(), "byte {at}");
        }
    }

    #[test]
    fn a_header_says_how_the_games_were_played() {
        let rules = Rules { seed: 0x0123_4567_89AB_CDEF, nodes: 5000 };
        assert_eq!(read_header(&header(&rules)), Ok(rules));
        assert_eq!(read_header(b"zwgames1"), Err(Fault::NotGames));
        assert_eq!(read_header(&[0; HEADER]), Err(Fault::NotGames));
    }

    #[test]
    fn a_false_move_and_a_false_result_are_found() {
        let mut game = game();
        game.white_points = 3;
        assert_eq!(game.check(), Err(Fault::Result));
        game.white_points = 1;
        game.plies.swap(0, 1);
        assert_eq!(game.check(), Err(Fault::Move));
    }

    /// After the 87th ply the pawns are a wall that nobody can open: dead by the rules, but the GPU's players go on.
    #[test]
    fn a_game_behind_a_wall_of_pawns_may_go_on_and_is_a_draw() {
        let moves = "f2f3 e7e5 c2c4 g8f6 d1b3 b7b6 a2a3 c7c6 b3a4 d7d5 c4d5 c8d7 d5c6 b8c6 a4d1 g7g6 e2e3 d7e6 \
            f1b5 a8c8 g1e2 f8g7 d1c2 e8g8 b5c6 d8d6 e1g1 c8c6 b1c3 f8d8 f1e1 f6d5 d2d3 d5c3 e2c3 c6c8 \
            e3e4 d6d3 c2d3 d8d3 c1e3 g7f8 a1d1 d3e3 e1e3 f8c5 g1f2 c5d4 f2e2 g8f8 e2d2 d4e3 d2e3 f8e7 \
            c3d5 e6d5 d1d5 c8c2 d5d2 c2c7 d2d5 c7c2 d5d2 c2d2 e3d2 e7d6 d2c3 d6c5 b2b4 c5c6 h2h4 b6b5 \
            g2g3 c6c7 c3b3 c7b6 f3f4 f7f6 f4e5 f6e5 g3g4 h7h5 g4g5 b6c6 a3a4 a7a6 a4a5 c6d7 b3c2";
        let mut game = Game::default();
        let mut plies = Vec::new();
        for (ply, text) in moves.split(' ').enumerate() {
            assert_eq!(game.end(), (ply >= 87).then_some(End::DeadPosition));
            let m = game.position().parse_uci(text).unwrap();
            plies.push(Ply { m, is_quiet: false, value: 0 });
            game.play(m);
        }
        let mut record = Record { number: 0, opening: 8, white_points: 1, plies };
        assert_eq!(record.check(), Ok(()));
        record.white_points = 2;
        assert_eq!(record.check(), Err(Fault::Result));
    }
}
