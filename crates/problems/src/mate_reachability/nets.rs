//! What the mating side can guard: for each square of the king, the sets of neighbours that can be left
//! unguarded while the king is in check.

use super::Sets;
use super::paths::{FAR, reach};
use std::sync::OnceLock;
use zugwerk_chess::{Bitboard, CastlingSide, Color, Position, Rank, Role, Square, attacks};

/// The nets of one placement of the mating side's pieces, with a number of moves to come. What they are around
/// each king is computed when it is first asked for.
pub(super) struct Nets {
    color: Color,
    moves: u16,
    pieces: Vec<Guard>,
    /// The pieces after each castling that is possible.
    castled: Vec<Vec<Guard>>,
    known: Bitboard,
    /// For each king the sets of its neighbours that remain open in some net, and their supersets.
    open: Box<[Sets; 64]>,
    /// For each king the size of the smallest such set; 9 where there is no net.
    least: [u8; 64],
}

/// The neighbours guarded, one bit for each direction, and the check.
type Mask = u16;
const CHECK: Mask = 1 << 8;
const FULL: Mask = (1 << 9) - 1;

const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The square next to `king` in each direction.
#[inline]
pub(super) fn neighbours(king: Square) -> &'static [Option<Square>; 8] {
    static TABLE: [[Option<Square>; 8]; 64] = {
        let mut table = [[None; 8]; 64];
        let mut at = 0;
        while at < 64 * 8 {
            let (files, ranks) = DIRECTIONS[at % 8];
            table[at / 8][at % 8] = Square::new(at / 8).offset(files, ranks);
            at += 1;
        }
        table
    };
    &TABLE[king.index()]
}

/// Which neighbours of a king a set of squares contains; those off the board count as contained.
fn mask(king: Square, guarded: Bitboard) -> Mask {
    let mut mask = if guarded.contains(king) { CHECK } else { 0 };
    for (at, square) in neighbours(king).iter().enumerate() {
        if square.is_none_or(|square| guarded.contains(square)) {
            mask |= 1 << at;
        }
    }
    mask
}

/// What a piece can guard around each king after at most `moves`, best sets only.
fn options(color: Color, role: Role, from: Square, moves: u16) -> &'static [Vec<Mask>; 64] {
    type Slot = OnceLock<Box<[Vec<Mask>; 64]>>;
    static TABLE: [[[[Slot; FAR as usize]; 64]; 6]; 2] =
        [const { [const { [const { [const { OnceLock::new() }; FAR as usize] }; 64] }; 6] }; 2];
    let moves = moves.min(FAR - 1);
    let slot = &TABLE[color.index()][role.index()][from.index()][usize::from(moves)];
    slot.get_or_init(|| {
        let reached = reach(color, role, from).after(moves);
        let mut attacks_there = Vec::new();
        for role in Role::ALL {
            for square in reached[role.index()] {
                attacks_there.push(attacks::of(color, role, square, Bitboard::EMPTY));
            }
        }
        let mut options = Box::new([const { Vec::new() }; 64]);
        for king in Square::all() {
            for &guarded in &attacks_there {
                add(&mut options[king.index()], mask(king, guarded));
            }
        }
        options
    })
}

/// Adds a set unless one at least as large is there, and removes those that it makes needless.
fn add(best: &mut Vec<Mask>, mask: Mask) {
    if best.iter().any(|&other| other & mask == mask) {
        return;
    }
    best.retain(|&other| other & mask != other);
    best.push(mask);
}

/// A piece of the mating side; one that has castled has moved.
struct Guard {
    role: Role,
    square: Square,
    has_moved: bool,
}

impl Nets {
    pub(super) fn new(position: &Position, color: Color, moves: u16) -> Nets {
        let pieces: Vec<Guard> = position
            .color(color)
            .into_iter()
            .filter_map(|square| {
                let role = position.role_at(square)?;
                Some(Guard { role, square, has_moved: false })
            })
            .collect();
        let castling = position.castling().of(color).into_iter();
        let castled = castling.zip(position.king(color).into_iter().cycle());
        let castled = castled.map(|(rook, king)| castle(&pieces, color, king, rook)).collect();
        Nets {
            color,
            moves,
            pieces,
            castled,
            known: Bitboard::EMPTY,
            open: Box::new([[0; 4]; 64]),
            least: [9; 64],
        }
    }

    /// The size of the smallest set of neighbours that a net around `king` leaves open.
    #[inline]
    pub(super) fn least_open(&mut self, king: Square) -> u8 {
        self.know(king);
        self.least[king.index()]
    }

    /// The sets of neighbours of `king` that a net leaves open, and their supersets.
    #[inline]
    pub(super) fn open(&mut self, king: Square) -> &Sets {
        self.know(king);
        &self.open[king.index()]
    }

    /// Whether a king is in a net if its own `pieces` stand still.
    #[inline]
    pub(super) fn hold(&mut self, king: Square, pieces: Bitboard) -> bool {
        let mut blocked = 0;
        for (at, square) in neighbours(king).iter().enumerate() {
            blocked |= usize::from(square.is_some_and(|square| pieces.contains(square))) << at;
        }
        self.open(king)[blocked / 64] >> (blocked % 64) & 1 != 0
    }

    #[inline]
    fn know(&mut self, king: Square) {
        if !self.known.contains(king) {
            self.known |= king.into();
            self.find(king);
        }
    }

    #[cold]
    fn find(&mut self, king: Square) {
        let mut masks = nets_of(self.color, &self.pieces, self.moves, king);
        for pieces in self.castled.iter().filter(|_| self.moves > 0) {
            masks.extend(nets_of(self.color, pieces, self.moves - 1, king));
        }
        let mut open = [0; 4];
        for mask in masks.into_iter().filter(|mask| mask & CHECK != 0) {
            let set = usize::from(!mask & 0xFF);
            open[set / 64] |= 1 << (set % 64);
            let least = &mut self.least[king.index()];
            *least = (*least).min(set.count_ones() as u8);
        }
        self.open[king.index()] = with_supersets(open);
    }
}

/// The pieces after castling.
fn castle(pieces: &[Guard], color: Color, king: Square, rook: Square) -> Vec<Guard> {
    let side = CastlingSide::of(king, rook);
    pieces
        .iter()
        .map(|piece| match piece.square {
            square if square == king => {
                Guard { square: side.king_target(color), has_moved: true, ..*piece }
            }
            square if square == rook => {
                Guard { square: side.rook_target(color), has_moved: true, ..*piece }
            }
            _ => Guard { ..*piece },
        })
        .collect()
}

/// The best nets of `pieces` around `king`.
fn nets_of(color: Color, pieces: &[Guard], moves: u16, king: Square) -> Vec<Mask> {
    let occupied: Bitboard = pieces.iter().map(|piece| piece.square).collect();
    let fifth = Bitboard::rank(Rank::FIFTH.relative_to(color));
    let takes_en_passant =
        pieces.iter().any(|piece| piece.role == Role::Pawn && fifth.contains(piece.square));
    // Before the last move there is no check, so a piece that does not move gives check only when
    // the last move opens its line: from a piece between, or by a capture en passant.
    let can_open = |piece: &Guard| {
        piece.has_moved
            || matches!(piece.role, Role::Bishop | Role::Rook | Role::Queen)
                && (moves >= 2
                    || takes_en_passant
                    || (attacks::between(piece.square, king) & occupied).any())
    };
    best_nets(color, pieces, moves, king, can_open)
}

/// The best sets that `pieces` can guard around `king` in `moves`, shared out in any way.
fn best_nets(
    color: Color,
    pieces: &[Guard],
    moves: u16,
    king: Square,
    can_open: impl Fn(&Guard) -> bool,
) -> Vec<Mask> {
    // For each number of moves spent, the best sets so far.
    let mut spent: Vec<Vec<Mask>> = vec![Vec::new(); usize::from(moves) + 1];
    spent[0].push(0);
    for piece in pieces {
        let mut still = options(color, piece.role, piece.square, 0)[king.index()][0];
        if moves == 0 || !can_open(piece) {
            still &= if piece.has_moved { FULL } else { !CHECK };
        }
        let mut next: Vec<Vec<Mask>> = vec![Vec::new(); spent.len()];
        for (before, masks) in spent.iter().enumerate() {
            for &mask in masks {
                add(&mut next[before], mask | still);
                for more in 1..spent.len() - before {
                    let options = options(color, piece.role, piece.square, more as u16);
                    for &option in &options[king.index()] {
                        add(&mut next[before + more], mask | option);
                    }
                }
            }
        }
        spent = next;
    }
    let mut best = Vec::new();
    for mask in spent.into_iter().flatten() {
        add(&mut best, mask);
    }
    best
}

/// All sets that contain one of `sets`.
fn with_supersets(mut sets: Sets) -> Sets {
    const LACKS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0x0000_FFFF_0000_FFFF,
        0x0000_0000_FFFF_FFFF,
    ];
    for (bit, lacks) in LACKS.into_iter().enumerate() {
        for word in &mut sets {
            *word |= (*word & lacks) << (1 << bit);
        }
    }
    sets[1] |= sets[0];
    sets[3] |= sets[2];
    sets[2] |= sets[0];
    sets[3] |= sets[1];
    sets
}
