//! What earlier parts of the search have taught: which moves were good, which answers refuted which
//! moves, and how far the evaluation was off.

use crate::parameters::Parameters;
use crate::prefetch::prefetch;
use crate::value::WIN_BOUND;
use zugwerk_chess::{Bitboard, Color, Move, Position, Role};

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

/// What quiet moves of a node are judged by.
#[derive(Clone, Copy)]
pub(super) struct Setting {
    /// The moves 1, 2 and 4 plies ago, by piece and target.
    pub before: [usize; 3],
    /// The squares that the other side attacks.
    pub threats: Bitboard,
    /// The pawn structure.
    pawns: usize,
}

impl Setting {
    #[inline(always)]
    pub fn new(position: &Position, before: [usize; 3]) -> Setting {
        Setting {
            before,
            threats: position.attack_map(!position.turn()),
            pawns: (pawn_mix(position) >> 55) as usize % PAWN_ENTRIES,
        }
    }
}

/// The tables of one thread.
pub(crate) struct History {
    /// Quiet moves by colour, by whether origin and target are attacked, by origin and target.
    quiet: Vec<i16>,
    /// Captures by piece, target and victim.
    capture: Vec<i16>,
    /// Moves by piece and target, after an earlier move by piece and target.
    continuation: Vec<i16>,
    /// Quiet moves by pawn structure, piece and target.
    pawns: Vec<i16>,
    /// Error of the evaluation by pawn structure, by the pieces of each colour, by the minor and by the major pieces, and by
    /// the last two moves.
    correction: [Vec<i16>; CORRECTIONS],
}

/// The places of a position's corrections, in each table.
#[derive(Clone, Copy)]
pub(super) struct Corrections([usize; CORRECTIONS]);

const PAWN_ENTRIES: usize = 512;
const CORRECTIONS: usize = 6;
const CORRECTION_ENTRIES: usize = 1 << 14;
/// Corrections are kept in this part of a point.
const CORRECTION_GRAIN: i32 = 64;
const CORRECTION_LIMIT: i32 = 64 * CORRECTION_GRAIN;

impl History {
    pub fn new() -> History {
        History {
            quiet: vec![0; 2 * 4 * 64 * 64],
            capture: vec![0; PIECE_SQUARES * 6],
            continuation: vec![0; (PIECE_SQUARES + 1) * PIECE_SQUARES],
            pawns: vec![0; PAWN_ENTRIES * PIECE_SQUARES],
            correction: [(); CORRECTIONS].map(|()| vec![0; 2 * CORRECTION_ENTRIES]),
        }
    }

    #[inline(always)]
    fn quiet_index(turn: Color, m: Move, threats: Bitboard) -> usize {
        let attacked = |square| usize::from(threats.contains(square));
        let case = turn.index() * 4 + attacked(m.from()) * 2 + attacked(m.to());
        case * 4096 + m.from().index() * 64 + m.to().index()
    }

    /// How good a quiet move has been, on its own, after the moves before, and with these pawns.
    #[inline(always)]
    pub fn quiet(
        &self,
        position: &Position,
        m: Move,
        setting: &Setting,
        parameters: &Parameters,
    ) -> i32 {
        let here = piece_square(position, m);
        let after = |earlier: usize| i32::from(self.continuation[earlier * PIECE_SQUARES + here]);
        let pawns = i32::from(self.pawns[setting.pawns * PIECE_SQUARES + here]);
        i32::from(self.quiet[History::quiet_index(position.turn(), m, setting.threats)])
            + after(setting.before[0])
            + after(setting.before[1])
            + after(setting.before[2]) / 2
            + pawns * parameters.pawn_history / 64
    }

    /// Rewards a quiet move, or punishes it with a negative bonus.
    pub fn update_quiet(&mut self, position: &Position, m: Move, setting: &Setting, bonus: i32) {
        let here = piece_square(position, m);
        gravitate(&mut self.pawns[setting.pawns * PIECE_SQUARES + here], bonus);
        self.update_main(position.turn(), m, setting.threats, bonus);
        self.update_continuation(here, setting.before, bonus);
    }

    /// Rewards or punishes a quiet move by piece and target `here`, after the moves `before`.
    pub fn update_continuation(&mut self, here: usize, before: [usize; 3], bonus: i32) {
        for earlier in before {
            if earlier != NO_MOVE {
                gravitate(&mut self.continuation[earlier * PIECE_SQUARES + here], bonus);
            }
        }
    }

    /// Rewards or punishes a quiet move on its own, where the other side attacks the squares `threats`.
    pub fn update_main(&mut self, turn: Color, m: Move, threats: Bitboard, bonus: i32) {
        gravitate(&mut self.quiet[History::quiet_index(turn, m, threats)], bonus);
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

    /// Where the corrections of a position are. The processor is asked for them, so that they are there when the evaluation is.
    #[inline]
    pub fn corrections(&self, position: &Position, before: [usize; 3]) -> Corrections {
        let indices = correction_indices(position, before);
        for (table, index) in self.correction.iter().zip(indices) {
            prefetch(&table[index]);
        }
        Corrections(indices)
    }

    /// A static evaluation, put right by what was found under similar positions.
    #[inline]
    pub fn corrected(
        &self,
        Corrections(indices): Corrections,
        evaluation: i32,
        parameters: &Parameters,
    ) -> i32 {
        let [pawns, white, black, minor, major, moves]: [i32; CORRECTIONS] =
            std::array::from_fn(|which| i32::from(self.correction[which][indices[which]]));
        let finer = minor * parameters.correction_minor
            + major * parameters.correction_major
            + moves * parameters.correction_moves;
        let correction = 2 * pawns + white + black + finer / 64;
        let value = evaluation + correction / (3 * CORRECTION_GRAIN);
        value.clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }

    /// Learns that a search to `depth` found `error` more than the static evaluation.
    pub fn correct(&mut self, position: &Position, before: [usize; 3], depth: i32, error: i32) {
        let weight = (depth + 1).min(16);
        let target = (error * CORRECTION_GRAIN).clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT);
        for (table, index) in self.correction.iter_mut().zip(correction_indices(position, before)) {
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

const FACTORS: [u64; 6] = [
    0x9E37_79B9_7F4A_7C15,
    0xC2B2_AE3D_27D4_EB4F,
    0x1656_67B1_9E37_79F9,
    0xD6E8_FEB8_6659_FD93,
    0xA076_1D64_78BD_642F,
    0xE703_7ED1_A0B4_28DB,
];

/// A number that stands for the pawns of both sides.
#[inline(always)]
fn pawn_mix(position: &Position) -> u64 {
    let pawns = |color| position.pieces(color, Role::Pawn).0;
    pawns(Color::White).wrapping_mul(FACTORS[0])
        ^ pawns(Color::Black).wrapping_mul(FACTORS[1]).rotate_left(17)
}

/// Where the corrections for a position are: by pawns, by White's and by Black's other pieces, by minor and by major
/// pieces of both, and by the last two moves.
#[inline(always)]
fn correction_indices(position: &Position, before: [usize; 3]) -> [usize; CORRECTIONS] {
    let place = |mixed: u64| {
        (mixed >> 50) as usize % CORRECTION_ENTRIES + position.turn().index() * CORRECTION_ENTRIES
    };
    let pieces = |color: Color, role: Role| position.pieces(color, role).0;
    let others = |color: Color| {
        Role::ALL[1..].iter().fold(0u64, |mixed, role| {
            (mixed ^ pieces(color, *role)).wrapping_mul(FACTORS[role.index()]).rotate_left(29)
        })
    };
    let of_both = |roles: [Role; 2]| {
        Color::ALL.into_iter().fold(0u64, |mixed, color| {
            roles.into_iter().fold(mixed, |mixed, role| {
                (mixed ^ pieces(color, role)).wrapping_mul(FACTORS[role.index()]).rotate_left(29)
            })
        })
    };
    let moves = (before[0] * (PIECE_SQUARES + 1) + before[1] + 1) as u64;
    [
        place(pawn_mix(position)),
        place(others(Color::White).wrapping_mul(FACTORS[0])),
        place(others(Color::Black).wrapping_mul(FACTORS[1])),
        place(of_both([Role::Knight, Role::Bishop]).wrapping_mul(FACTORS[0])),
        place(of_both([Role::Rook, Role::Queen]).wrapping_mul(FACTORS[1])),
        place(moves.wrapping_mul(FACTORS[0])),
    ]
}
