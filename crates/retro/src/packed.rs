//! Positions in little room, for searches that keep millions of them.

use zugwerk_chess::{Bitboard, CastlingRights, Color, Piece, Position, Role, Setup, Square};

/// A position without its counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed {
    white: Bitboard,
    /// The bits of the number of the role, 1 for a pawn.
    roles: [Bitboard; 3],
    /// The rooks that may castle, of the first and of the last rank.
    castling: [u8; 2],
    passed: Option<Square>,
    turn: Color,
    chess960: bool,
}

impl From<&Position> for Packed {
    fn from(position: &Position) -> Packed {
        let mut roles = [Bitboard::EMPTY; 3];
        for role in Role::ALL {
            for (bit, plane) in roles.iter_mut().enumerate() {
                if (role.index() + 1) >> bit & 1 != 0 {
                    *plane |= position.role(role);
                }
            }
        }
        let rooks = position.castling().rooks().0;
        Packed {
            white: position.color(Color::White),
            roles,
            castling: [rooks as u8, (rooks >> 56) as u8],
            passed: position.en_passant(),
            turn: position.turn(),
            chess960: position.is_chess960(),
        }
    }
}

impl Packed {
    /// The position; `None` never comes out of a packed one.
    pub(crate) fn unpack(&self) -> Option<Position> {
        let mut setup = Setup::empty();
        let [low, middle, high] = self.roles;
        for square in low | middle | high {
            let bit = |plane: Bitboard| usize::from(plane.contains(square));
            let number = bit(low) + 2 * bit(middle) + 4 * bit(high);
            let color = if self.white.contains(square) { Color::White } else { Color::Black };
            setup.pieces[square.index()] = Some(Piece::new(color, Role::ALL[number - 1]));
        }
        let [first, last] = self.castling;
        let rooks = u64::from(first) | u64::from(last) << 56;
        setup.castling = CastlingRights::new(Bitboard(rooks));
        setup.double_push = self.passed;
        setup.turn = self.turn;
        setup.chess960 = self.chess960;
        setup.any_position().ok()
    }
}

/// A hash of everything the rules see but the counters, long enough that no two positions of a search share it.
pub(crate) fn fingerprint(position: &Position) -> u128 {
    let words = Role::ALL.map(|role| position.role(role).0);
    let mut other = position.color(Color::White).0 ^ 0x9E37_79B9_7F4A_7C15;
    for word in words {
        other = (other ^ word).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        other ^= other >> 32;
    }
    u128::from(position.key()) << 64 | u128::from(other)
}

/// Takes the hash as it is.
#[derive(Clone, Copy, Default)]
pub(crate) struct AsIs(u64);

impl std::hash::Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        // Sets of squares have their bits in few places.
        self.0 = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31);
    }

    fn write_u128(&mut self, hash: u128) {
        self.0 = hash as u64 ^ (hash >> 64) as u64;
    }
}

/// A set of fingerprints.
pub(crate) type Seen = std::collections::HashSet<u128, std::hash::BuildHasherDefault<AsIs>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpacked_it_is_what_it_was() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w Kq f6 0 1",
            "8/8/8/8/8/1k6/8/K7 b - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            assert_eq!(Packed::from(&position).unpack().unwrap().to_string(), fen);
        }
    }
}
