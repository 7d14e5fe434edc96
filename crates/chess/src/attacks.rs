//! What each piece attacks from a square, and the lines between squares.

use crate::sliders::{Magic, Sliders, rays};
use crate::{Bitboard, Color, Role, Square};
use std::sync::LazyLock;

const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

static KNIGHT: [Bitboard; 64] = leaps(&KNIGHT_STEPS);
static KING: [Bitboard; 64] = leaps(&KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];
static ROOK_RAYS: [Bitboard; 64] = slides(&rays::ROOK_STEPS);
static BISHOP_RAYS: [Bitboard; 64] = slides(&rays::BISHOP_STEPS);
static BETWEEN: [[Bitboard; 64]; 64] = lines().0;
static LINE: [[Bitboard; 64]; 64] = lines().1;

const fn leaps<const N: usize>(steps: &[(i8, i8); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut which = 0;
        while which < N {
            if let Some(target) = Square::new(square).offset(steps[which].0, steps[which].1) {
                table[square].0 |= Bitboard::of(target).0;
            }
            which += 1;
        }
        square += 1;
    }
    table
}

const fn slides(steps: &[(i8, i8); 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(rays::walk(square, 0, steps));
        square += 1;
    }
    table
}

/// For each pair of squares on a common row, column or diagonal: the squares strictly between them,
/// and the whole line from border to border.
const fn lines() -> ([[Bitboard; 64]; 64], [[Bitboard; 64]; 64]) {
    let mut between = [[Bitboard::EMPTY; 64]; 64];
    let mut line = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut which = 0;
        while which < 8 {
            let (files, ranks) = KING_STEPS[which];
            let whole = ray(from, files, ranks) | ray(from, -files, -ranks) | 1 << from;
            let (mut passed, mut at) = (0, Square::new(from));
            while let Some(next) = at.offset(files, ranks) {
                between[from][next.index()] = Bitboard(passed);
                line[from][next.index()] = Bitboard(whole);
                passed |= Bitboard::of(next).0;
                at = next;
            }
            which += 1;
        }
        from += 1;
    }
    (between, line)
}

const fn ray(from: usize, files: i8, ranks: i8) -> u64 {
    let (mut reached, mut at) = (0, Square::new(from));
    while let Some(next) = at.offset(files, ranks) {
        reached |= Bitboard::of(next).0;
        at = next;
    }
    reached
}

/// The squares a knight on `square` attacks.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares a king on `square` attacks.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares a pawn of `color` on `square` attacks.
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares all `pawns` of `color` attack together.
#[inline(always)]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = match color {
        Color::White => pawns << 8,
        Color::Black => pawns >> 8,
    };
    ahead.west() | ahead.east()
}

/// The squares a rook on `square` attacks, the first occupied one of each ray included.
///
/// ```
/// use zugwerk_chess::{Square, attacks, bitboard};
/// let occupied = bitboard! {
///     . . . . . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . . . . . . . .
///     . X . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(attacks::rook(Square::D4, occupied), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . X X . X X X X
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
/// });
/// ```
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Magic::rook(square, occupied)
}

/// The squares a bishop on `square` attacks, the first occupied one of each ray included.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Magic::bishop(square, occupied)
}

/// The squares a queen on `square` attacks, the first occupied one of each ray included.
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    rook(square, occupied) | bishop(square, occupied)
}

/// The squares a `role` of `color` on `square` attacks.
#[inline(always)]
pub fn of(color: Color, role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, square),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// How many moves a piece needs from square to square on an empty board; none where it never gets there, and for pawns.
///
/// ```
/// use zugwerk_chess::{Role, Square, attacks::distance};
/// let [a1, b2, h7]: [Square; 3] = ["a1", "b2", "h7"].map(|square| square.parse().unwrap());
/// assert_eq!(distance(Role::Knight, a1, b2), Some(4));
/// assert_eq!(distance(Role::Rook, a1, b2), Some(2));
/// assert_eq!(distance(Role::Bishop, a1, h7), None);
/// ```
#[inline]
pub fn distance(role: Role, from: Square, to: Square) -> Option<u8> {
    static TABLE: LazyLock<Box<[[[u8; 64]; 64]; 6]>> = LazyLock::new(|| {
        let mut table = Box::new([[[NEVER; 64]; 64]; 6]);
        for role in Role::ALL.into_iter().filter(|&role| role != Role::Pawn) {
            for from in Square::all() {
                table[role.index()][from.index()] = distances(role, from);
            }
        }
        table
    });
    let moves = TABLE[role.index()][from.index()][to.index()];
    (moves != NEVER).then_some(moves)
}

const NEVER: u8 = u8::MAX;

/// Breadth first from a square.
fn distances(role: Role, from: Square) -> [u8; 64] {
    let mut moves = [NEVER; 64];
    let (mut reached, mut border) = (Bitboard::EMPTY, Bitboard::of(from));
    for length in 0.. {
        if border.is_empty() {
            break;
        }
        reached |= border;
        let mut next = Bitboard::EMPTY;
        for square in border {
            moves[square.index()] = length;
            next |= of(Color::White, role, square, Bitboard::EMPTY);
        }
        border = next & !reached;
    }
    moves
}

/// The squares a rook reaches on an empty board.
#[inline(always)]
pub fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// The squares a bishop reaches on an empty board.
#[inline(always)]
pub fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// The squares strictly between two squares on a common row, column or diagonal; none otherwise.
#[inline(always)]
pub fn between(from: Square, to: Square) -> Bitboard {
    BETWEEN[from.index()][to.index()]
}

/// The whole row, column or diagonal through two different squares; empty if they share none.
#[inline(always)]
pub fn line(from: Square, to: Square) -> Bitboard {
    LINE[from.index()][to.index()]
}
