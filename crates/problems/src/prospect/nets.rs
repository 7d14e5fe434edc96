//! What the mating side can guard: for each square of the king, the sets of neighbours that can be left
//! unguarded while the king is in check.

use super::Sets;
use super::paths::{FAR, reach};
use std::sync::OnceLock;
use zugwerk_chess::{Bitboard, CastlingSide, Color, Piece, Position, Rank, Square, attacks};

/// The nets of one placement of the mating side's men, with so many moves to come.
pub(super) struct Nets {
    /// The squares on which a king can be in check.
    pub(super) kings: Bitboard,
    /// For each of them the sets of its neighbours that remain open in some net.
    pub(super) open: Box<[Sets; 64]>,
}

/// The neighbours guarded, one bit for each direction, and the check.
type Mask = u16;
const CHECK: Mask = 1 << 8;
const FULL: Mask = (1 << 9) - 1;

const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The square next to `king` in each direction.
pub(super) fn neighbours(king: Square) -> [Option<Square>; 8] {
    DIRECTIONS.map(|(files, ranks)| king.offset(files, ranks))
}

/// Which neighbours of a king a set of squares contains; those off the board count as contained.
fn mask(king: Square, guarded: Bitboard) -> Mask {
    let mut mask = if guarded.contains(king) { CHECK } else { 0 };
    for (at, square) in neighbours(king).into_iter().enumerate() {
        if square.is_none_or(|square| guarded.contains(square)) {
            mask |= 1 << at;
        }
    }
    mask
}

/// What a man can guard around each king after exactly so many moves or fewer, best sets only.
fn options(color: Color, piece: Piece, from: Square, moves: u16) -> &'static [Vec<Mask>; 64] {
    type Slot = OnceLock<Box<[Vec<Mask>; 64]>>;
    static TABLE: [[[[Slot; FAR as usize]; 64]; 6]; 2] =
        [const { [const { [const { [const { OnceLock::new() }; FAR as usize] }; 64] }; 6] }; 2];
    let moves = moves.min(FAR - 1);
    let slot = &TABLE[color.index()][piece.index()][from.index()][usize::from(moves)];
    slot.get_or_init(|| {
        let reached = reach(color, piece, from).after(moves);
        let mut attacks_there = Vec::new();
        for piece in Piece::ALL {
            for square in reached[piece.index()] {
                attacks_there.push(attacks::of(color, piece, square, Bitboard::EMPTY));
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

/// A man of the mating side; one that has castled has moved.
struct Guard {
    piece: Piece,
    square: Square,
    has_moved: bool,
}

impl Nets {
    pub(super) fn new(position: &Position, color: Color, moves: u16, domain: Bitboard) -> Nets {
        let mut nets = Nets { kings: Bitboard::EMPTY, open: Box::new([[0; 4]; 64]) };
        let men: Vec<Guard> = position
            .color(color)
            .into_iter()
            .filter_map(|square| {
                let piece = position.piece_on(square)?;
                Some(Guard { piece, square, has_moved: false })
            })
            .collect();
        nets.add_all(color, &men, moves, domain);
        let Some(king) = position.king(color) else { return nets };
        if moves == 0 {
            return nets;
        }
        for rook in position.castling().of(color) {
            let side = CastlingSide::of(king, rook);
            let castled: Vec<Guard> = men
                .iter()
                .map(|man| match man.square {
                    square if square == king => {
                        Guard { square: side.king_target(color), has_moved: true, ..*man }
                    }
                    square if square == rook => {
                        Guard { square: side.rook_target(color), has_moved: true, ..*man }
                    }
                    _ => Guard { ..*man },
                })
                .collect();
            nets.add_all(color, &castled, moves - 1, domain);
        }
        nets
    }

    /// Adds the nets of `men` around each king of the domain.
    fn add_all(&mut self, color: Color, men: &[Guard], moves: u16, domain: Bitboard) {
        let occupied: Bitboard = men.iter().map(|man| man.square).collect();
        let fifth = Bitboard::rank(Rank::new(4).relative_to(color));
        let takes_en_passant =
            men.iter().any(|man| man.piece == Piece::Pawn && fifth.contains(man.square));
        for king in domain {
            // Before the last move there is no check, so a man that does not move gives check only when
            // the last move opens its line: from a man between, or by a capture en passant.
            let can_open = |man: &Guard| {
                man.has_moved
                    || matches!(man.piece, Piece::Bishop | Piece::Rook | Piece::Queen)
                        && (moves >= 2
                            || takes_en_passant
                            || (attacks::between(man.square, king) & occupied).any())
            };
            for mask in best_nets(color, men, moves, king, can_open) {
                if mask & CHECK != 0 {
                    let open = usize::from(!mask & 0xFF);
                    self.open[king.index()][open / 64] |= 1 << (open % 64);
                    self.kings |= king.into();
                }
            }
        }
    }
}

/// The best sets that `men` can guard around `king` in so many moves, shared out in any way.
fn best_nets(
    color: Color,
    men: &[Guard],
    moves: u16,
    king: Square,
    can_open: impl Fn(&Guard) -> bool,
) -> Vec<Mask> {
    // For each number of moves spent, the best sets so far.
    let mut spent: Vec<Vec<Mask>> = vec![Vec::new(); usize::from(moves) + 1];
    spent[0].push(0);
    for man in men {
        let mut still = options(color, man.piece, man.square, 0)[king.index()][0];
        if moves == 0 || !can_open(man) {
            still &= if man.has_moved { FULL } else { !CHECK };
        }
        let mut next: Vec<Vec<Mask>> = vec![Vec::new(); spent.len()];
        for (before, masks) in spent.iter().enumerate() {
            for &mask in masks {
                add(&mut next[before], mask | still);
                for more in 1..spent.len() - before {
                    let options = options(color, man.piece, man.square, more as u16);
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
