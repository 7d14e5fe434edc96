//! What earlier parts of the search have taught: which moves were good, which answers refuted which
//! moves, and how far the evaluation was off.

use crate::value::WIN_BOUND;
use zugwerk_chess::{Color, Move, Position, Role};

/// No history score is greater than this.
const LIMIT: i32 = 16_384;

/// A piece of a colour on a square: 12 × 64, and one more for "no move".
pub(super) const PIECE_SQUARES: usize = 12 * 64;
/// Stands for the null move or no move at all.
pub(super) const NO_MOVE: usize = PIECE_SQUARES;

/// The piece that a move moves, with its colour, and where it goes.
#[inline(always)]
pub(super) fn piece_square(position: &Position, m: Move) -> usize {
    let role = position.role_at(m.from()).unwrap_or(Role::Pawn);
    (6 * position.turn().index() + role.index()) * 64 + m.to().index()
}

/// The tables of one thread.
pub(crate) struct History {
    /// Quiet moves by colour, origin and target.
    quiet: Vec<i16>,
    /// Captures by piece, target and victim.
    capture: Vec<i16>,
    /// Moves by piece and target, after an earlier move by piece and target.
    continuation: Vec<i16>,
    /// The answer that refuted a move by piece and target.
    counter: Vec<Option<Move>>,
    /// Error of the evaluation by pawn structure, and by the pieces of each colour.
    correction: [Vec<i16>; 3],
}

const CORRECTION_ENTRIES: usize = 1 << 14;
/// Corrections are kept in this part of a point.
const CORRECTION_GRAIN: i32 = 64;
const CORRECTION_LIMIT: i32 = 64 * CORRECTION_GRAIN;

impl History {
    pub fn new() -> History {
        History {
            quiet: vec![0; 2 * 64 * 64],
            capture: vec![0; PIECE_SQUARES * 6],
            continuation: vec![0; (PIECE_SQUARES + 1) * PIECE_SQUARES],
            counter: vec![None; PIECE_SQUARES + 1],
            correction: [(); 3].map(|()| vec![0; 2 * CORRECTION_ENTRIES]),
        }
    }

    #[inline(always)]
    fn quiet_index(turn: Color, m: Move) -> usize {
        turn.index() * 4096 + m.from().index() * 64 + m.to().index()
    }

    /// How good a quiet move has been, on its own and after the moves `before` (1, 2 and 4 plies ago).
    #[inline(always)]
    pub fn quiet(&self, position: &Position, m: Move, before: [usize; 3]) -> i32 {
        let here = piece_square(position, m);
        let after = |earlier: usize| i32::from(self.continuation[earlier * PIECE_SQUARES + here]);
        i32::from(self.quiet[History::quiet_index(position.turn(), m)])
            + after(before[0])
            + after(before[1])
            + after(before[2]) / 2
    }

    /// Rewards a quiet move, or punishes it with a negative bonus.
    pub fn update_quiet(&mut self, position: &Position, m: Move, before: [usize; 3], bonus: i32) {
        let here = piece_square(position, m);
        gravitate(&mut self.quiet[History::quiet_index(position.turn(), m)], bonus);
        for earlier in before {
            if earlier != NO_MOVE {
                gravitate(&mut self.continuation[earlier * PIECE_SQUARES + here], bonus);
            }
        }
    }

    #[inline(always)]
    fn capture_index(position: &Position, m: Move) -> usize {
        let victim = position.captured(m).unwrap_or(Role::Pawn);
        piece_square(position, m) * 6 + victim.index()
    }

    /// How good a capture has been.
    #[inline(always)]
    pub fn capture(&self, position: &Position, m: Move) -> i32 {
        i32::from(self.capture[History::capture_index(position, m)])
    }

    /// Rewards or punishes a capture.
    pub fn update_capture(&mut self, position: &Position, m: Move, bonus: i32) {
        gravitate(&mut self.capture[History::capture_index(position, m)], bonus);
    }

    /// What refuted the last move.
    #[inline(always)]
    pub fn counter(&self, last: usize) -> Option<Move> {
        self.counter[last]
    }

    /// Notes that `answer` refuted the last move.
    pub fn set_counter(&mut self, last: usize, answer: Move) {
        self.counter[last] = Some(answer);
    }

    /// A static evaluation, put right by what was found under similar positions.
    #[inline]
    pub fn corrected(&self, position: &Position, evaluation: i32) -> i32 {
        let [pawns, white, black] = correction_indices(position);
        let correction = 2 * i32::from(self.correction[0][pawns])
            + i32::from(self.correction[1][white])
            + i32::from(self.correction[2][black]);
        let value = evaluation + correction / (3 * CORRECTION_GRAIN);
        value.clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }

    /// Learns that a search to `depth` found `error` more than the static evaluation.
    pub fn correct(&mut self, position: &Position, depth: i32, error: i32) {
        let weight = (depth + 1).min(16);
        let target = (error * CORRECTION_GRAIN).clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT);
        for (table, index) in self.correction.iter_mut().zip(correction_indices(position)) {
            let entry = &mut table[index];
            *entry = ((i32::from(*entry) * (256 - weight) + target * weight) / 256) as i16;
        }
    }
}

/// Moves a score towards the bonus, the slower the nearer it is to its limit.
#[inline(always)]
fn gravitate(score: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    *score += (bonus - i32::from(*score) * bonus.abs() / LIMIT) as i16;
}

/// Where the corrections for a position are: by pawns, by White's and by Black's other pieces.
#[inline(always)]
fn correction_indices(position: &Position) -> [usize; 3] {
    const FACTORS: [u64; 6] = [
        0x9E37_79B9_7F4A_7C15,
        0xC2B2_AE3D_27D4_EB4F,
        0x1656_67B1_9E37_79F9,
        0xD6E8_FEB8_6659_FD93,
        0xA076_1D64_78BD_642F,
        0xE703_7ED1_A0B4_28DB,
    ];
    let place = |mixed: u64| {
        (mixed >> 50) as usize % CORRECTION_ENTRIES + position.turn().index() * CORRECTION_ENTRIES
    };
    let pieces = |color: Color, role: Role| position.pieces(color, role).0;
    let pawns = pieces(Color::White, Role::Pawn).wrapping_mul(FACTORS[0])
        ^ pieces(Color::Black, Role::Pawn).wrapping_mul(FACTORS[1]).rotate_left(17);
    let others = |color: Color| {
        Role::ALL[1..].iter().fold(0u64, |mixed, role| {
            (mixed ^ pieces(color, *role)).wrapping_mul(FACTORS[role.index()]).rotate_left(29)
        })
    };
    [
        place(pawns),
        place(others(Color::White).wrapping_mul(FACTORS[0])),
        place(others(Color::Black).wrapping_mul(FACTORS[1])),
    ]
}
