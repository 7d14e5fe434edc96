//! Who can ever have left home: what the pawns that have never moved tell about the pieces behind them.
//!
//! A pawn on its first rank has stood there since the game began. A bishop behind two of them has never left; a rook, a
//! king or a queen may be shut in too. If such a piece is not where it can be, it was taken there, and any other of its
//! kind has promoted. Captures, checks and turns are left aside, so that the regions are too large rather than too small.

use super::cast::OFFICERS;
use zugwerk_chess::{Bitboard, Color, File, Position, Rank, Role, Square, attacks};

/// Where the pieces of the start can ever have been.
pub(super) struct Homes {
    /// Squares whose pieces have stood there since the game began.
    pub(super) walls: Bitboard,
    /// By colour and file of the start, the squares that its piece can ever have been on.
    regions: [[Bitboard; 8]; 2],
}

impl Homes {
    /// What the board tells; `unmoved` are further squares whose pieces have never moved.
    pub(super) fn of(position: &Position, unmoved: Bitboard) -> Homes {
        let pawns = position.role(Role::Pawn);
        let first = |color: Color| {
            pawns & position.color(color) & Bitboard::rank(Rank::new(1).relative_to(color))
        };
        let mut homes = Homes {
            walls: unmoved | first(Color::White) | first(Color::Black),
            regions: Color::ALL.map(|color| std::array::from_fn(|file| anywhere(color, file))),
        };
        if homes.walls.is_empty() {
            return homes;
        }
        loop {
            let before = homes.walls;
            for color in Color::ALL {
                for (file, &role) in OFFICERS.iter().enumerate() {
                    let home = home(color, file);
                    let region = homes.region(color, file, position);
                    homes.regions[color.index()][file] = region;
                    // What nobody can enter or leave stands there from the beginning, if it stands there.
                    let stands = position.pieces(color, role).contains(home);
                    if stands && region == Bitboard::of(home) {
                        homes.walls |= home.into();
                    }
                }
            }
            if homes.walls == before {
                return homes;
            }
        }
    }

    /// The squares that a piece of the start can come to, its own included.
    fn region(&self, color: Color, file: usize, position: &Position) -> Bitboard {
        let (role, home) = (OFFICERS[file], home(color, file));
        let mut region = Bitboard::of(home);
        if self.walls.contains(home) {
            return region;
        }
        let mut closed = self.walls;
        if role == Role::King {
            let pawns = self.walls & position.pieces(!color, Role::Pawn);
            closed |= attacks::pawns(!color, pawns);
        }
        region |= self.castled(color, file);
        let mut border = region;
        while border.any() {
            let step =
                |all: Bitboard, from: Square| all | attacks::of(color, role, from, self.walls);
            let reached = border.into_iter().fold(Bitboard::EMPTY, step);
            border = reached & !closed & !region;
            region |= border;
        }
        region
    }

    /// Where a king or a rook may have come by castling.
    fn castled(&self, color: Color, file: usize) -> Bitboard {
        let side = |rook: usize, king_to: usize, rook_to: usize| {
            let to = if file == rook { rook_to } else { king_to };
            match self.may_have_castled(color, rook) {
                true => Bitboard::of(home(color, to)),
                false => Bitboard::EMPTY,
            }
        };
        match file {
            0 => side(0, 2, 3),
            7 => side(7, 6, 5),
            4 => side(0, 2, 3) | side(7, 6, 5),
            _ => Bitboard::EMPTY,
        }
    }

    /// Whether the king and the rook of this file may have castled.
    pub(super) fn may_have_castled(&self, color: Color, rook: usize) -> bool {
        let (king, rook) = (home(color, 4), home(color, rook));
        let way = attacks::between(king, rook) | Bitboard::of(king) | rook.into();
        (way & self.walls).is_empty()
    }

    /// How many pieces of a kind on `squares` can be those of the start, at most.
    pub(super) fn originals(&self, color: Color, role: Role, squares: Bitboard) -> usize {
        let own = (0..8).filter(|&file| OFFICERS[file] == role);
        let regions: Vec<Bitboard> =
            own.map(|file| self.regions[color.index()][file] & squares).collect();
        // One for each region, but not the same for two.
        let all = regions.iter().fold(Bitboard::EMPTY, |all, &region| all | region);
        regions.iter().filter(|region| region.any()).count().min(all.len())
    }
}

/// Where the piece of a file could be on an empty board.
fn anywhere(color: Color, file: usize) -> Bitboard {
    match (OFFICERS[file], home(color, file).is_light()) {
        (Role::Bishop, true) => Bitboard::LIGHT,
        (Role::Bishop, false) => !Bitboard::LIGHT,
        _ => Bitboard::ALL,
    }
}

/// The square on which the piece of a file begins.
fn home(color: Color, file: usize) -> Square {
    Square::at(File::new(file), Rank::new(0).relative_to(color))
}
