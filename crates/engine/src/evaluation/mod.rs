//! The evaluation: what a position is worth without looking ahead.
//!
//! The search knows only [`Evaluator`]: it is told of every move played and taken back, so that it may
//! keep up to date what it needs, and is asked for the value. Inside it is a tapered sum of weighted
//! features; a learned evaluation can take its place behind the same five functions.

mod endgame;
pub mod features;
mod tapered;
mod terms;
mod weights;

pub use tapered::Tapered;
pub use weights::WEIGHTS;

use crate::value::WIN_BOUND;
use features::{SQUARES, TEMPO};
use terms::Tally;
use zugwerk_chess::{Bitboard, CastlingSide, Color, Move, MoveKind, Piece, Position, Square};

/// Evaluates positions along a line of play.
pub(crate) struct Evaluator {
    /// The men on their squares, White's minus Black's, of every position on the line.
    placements: Vec<Tapered>,
    pawns: Vec<PawnEntry>,
}

/// A pawn structure already looked at.
#[derive(Clone, Copy, Default)]
struct PawnEntry {
    pawns: [Bitboard; 2],
    value: Tapered,
    passed: [Bitboard; 2],
}

const PAWN_ENTRIES: usize = 1 << 13;

impl Evaluator {
    pub fn new(position: &Position) -> Evaluator {
        let mut evaluator = Evaluator {
            placements: Vec::with_capacity(256),
            pawns: vec![PawnEntry::default(); PAWN_ENTRIES],
        };
        evaluator.reset(position);
        evaluator
    }

    /// Begins a line at `position`.
    pub fn reset(&mut self, position: &Position) {
        self.placements.clear();
        self.placements.push(placement(position));
    }

    /// Follows a move played in `before`.
    #[inline]
    pub fn play(&mut self, before: &Position, m: Move) {
        let now = self.placements.last().copied().unwrap_or_default() + change(before, m);
        self.placements.push(now);
    }

    /// Follows a null move.
    #[inline]
    pub fn pass(&mut self) {
        let now = self.placements.last().copied().unwrap_or_default();
        self.placements.push(now);
    }

    /// Follows the taking back of the last move or null move.
    #[inline]
    pub fn take_back(&mut self) {
        self.placements.pop();
    }

    /// What the position, the last on the line, is worth to the side to move.
    #[inline]
    pub fn value(&mut self, position: &Position) -> i32 {
        let placed = self.placements.last().copied().unwrap_or_default();
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
            fn with_bit_instructions(
                evaluator: &mut Evaluator,
                position: &Position,
                placed: Tapered,
            ) -> i32 {
                evaluator.evaluate(position, placed)
            }
            if std::is_x86_feature_detected!("popcnt")
                && std::is_x86_feature_detected!("bmi1")
                && std::is_x86_feature_detected!("bmi2")
                && std::is_x86_feature_detected!("lzcnt")
            {
                // SAFETY: the processor has just said that it has each of these features.
                return unsafe { with_bit_instructions(self, position, placed) };
            }
        }
        self.evaluate(position, placed)
    }

    #[inline(always)]
    fn evaluate(&mut self, position: &Position, placed: Tapered) -> i32 {
        debug_assert_eq!(placed, placement(position), "{position}");
        let sign = if position.turn() == Color::White { 1 } else { -1 };
        if let Some(value) = endgame::lone_king(position) {
            return sign * value;
        }
        let pawns = self.pawn_structure(position);
        let mut sums = [Sum::default(), Sum::default()];
        let passed = pawns.passed;
        terms_of_both_sides(position, passed, &mut sums);
        let total = placed + pawns.value + sums[0].0 - sums[1].0 + WEIGHTS[TEMPO] * sign;
        let value = blend(position, total, phase(position));
        (sign * value).clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }

    #[inline(always)]
    fn pawn_structure(&mut self, position: &Position) -> PawnEntry {
        let pawns = Color::ALL.map(|color| position.men(color, Piece::Pawn));
        let mixed = pawns[0].0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ pawns[1].0.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let entry = &mut self.pawns[(mixed >> 51) as usize % PAWN_ENTRIES];
        if entry.pawns != pawns {
            let mut sums = [Sum::default(), Sum::default()];
            let passed = Color::ALL.map(|us| {
                let i = us.index();
                terms::pawn_structure(pawns[i], pawns[1 - i], us, &mut sums[i])
            });
            *entry = PawnEntry { pawns, value: sums[0].0 - sums[1].0, passed };
        }
        *entry
    }
}

/// The features that pieces, kings, passed pawns and threats show, each side in its own tally.
#[inline(always)]
fn terms_of_both_sides<T: Tally>(position: &Position, passed: [Bitboard; 2], tallies: &mut [T; 2]) {
    let [white, black] = tallies;
    let (white_attacks, white_pressure) = terms::pieces(position, Color::White, white);
    let (black_attacks, black_pressure) = terms::pieces(position, Color::Black, black);
    let attacks = [white_attacks, black_attacks];
    let on_black = terms::danger(position, Color::White, &attacks, white_pressure);
    let on_white = terms::danger(position, Color::Black, &attacks, black_pressure);
    terms::side(position, Color::White, &attacks, on_black, passed[0], white);
    terms::side(position, Color::Black, &attacks, on_white, passed[1], black);
}

/// Adds up weights.
#[derive(Default)]
struct Sum(Tapered);

impl Tally for Sum {
    #[inline(always)]
    fn add(&mut self, feature: usize, times: i32) {
        self.0 += WEIGHTS[feature] * times;
    }
}

/// The value for White between its middlegame and its endgame half.
#[inline(always)]
fn blend(position: &Position, total: Tapered, phase: i32) -> i32 {
    let strong = if total.endgame() >= 0 { Color::White } else { Color::Black };
    let scale = endgame::scale(position, strong);
    (total.middlegame() * phase + total.endgame() * scale / 64 * (FULL_PHASE - phase)) / FULL_PHASE
}

/// The phase with all pieces on the board.
const FULL_PHASE: i32 = 24;

/// How much of a middlegame it is, from 24 with all pieces on the board to 0 with none.
#[inline(always)]
fn phase(position: &Position) -> i32 {
    let count = |piece| position.piece(piece).len() as i32;
    let phase = count(Piece::Knight)
        + count(Piece::Bishop)
        + 2 * count(Piece::Rook)
        + 4 * count(Piece::Queen);
    phase.min(FULL_PHASE)
}

#[inline(always)]
fn square_feature(color: Color, piece: Piece, square: Square) -> usize {
    let square = square.relative_to(color);
    let file = square.file().index();
    SQUARES + 32 * piece.index() + 4 * square.rank().index() + file.min(7 - file)
}

/// What a man on a square is worth to White.
#[inline(always)]
fn man(color: Color, piece: Piece, square: Square) -> Tapered {
    let worth = WEIGHTS[square_feature(color, piece, square)];
    if color == Color::White { worth } else { -worth }
}

/// All men on their squares.
fn placement(position: &Position) -> Tapered {
    let men = position.occupied().into_iter().filter_map(|at| Some((position.man_on(at)?, at)));
    men.fold(Tapered::default(), |sum, (m, at)| sum + man(m.color, m.piece, at))
}

/// What a move changes in [`placement`].
#[inline(always)]
fn change(before: &Position, m: Move) -> Tapered {
    let (us, them) = (before.turn(), !before.turn());
    let (from, to) = (m.from(), m.to());
    let Some(piece) = before.piece_on(from) else { return Tapered::default() };
    if m.is_castling() {
        let side = CastlingSide::of(from, to);
        return man(us, Piece::King, side.king_target(us)) - man(us, Piece::King, from)
            + man(us, Piece::Rook, side.rook_target(us))
            - man(us, Piece::Rook, to);
    }
    let mut change = man(us, m.promoted().unwrap_or(piece), to) - man(us, piece, from);
    if m.kind() == MoveKind::EnPassant {
        change -= man(them, Piece::Pawn, Square::new(to.index() ^ 8));
    } else if let Some(captured) = before.piece_on(to) {
        change -= man(them, captured, to);
    }
    change
}

/// The features of a position, for the tuner: the value is linear in the weights.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Each feature and how much more often White shows it than Black.
    pub counts: Vec<(u16, i16)>,
    /// The share of the middlegame, 0 to 1.
    pub middlegame: f32,
    /// How much the endgame half counts where White, or Black, is ahead in it.
    pub scale: [f32; 2],
}

/// The features of a position, unless it is evaluated by other means.
pub fn trace(position: &Position) -> Option<Trace> {
    if endgame::lone_king(position).is_some() {
        return None;
    }
    struct Count([i16; features::COUNT]);
    impl Tally for Count {
        fn add(&mut self, feature: usize, times: i32) {
            self.0[feature] += times as i16;
        }
    }
    let mut counts = [Count([0; features::COUNT]), Count([0; features::COUNT])];
    let pawns = Color::ALL.map(|color| position.men(color, Piece::Pawn));
    let passed = Color::ALL.map(|us| {
        let i = us.index();
        terms::pawn_structure(pawns[i], pawns[1 - i], us, &mut counts[i])
    });
    terms_of_both_sides(position, passed, &mut counts);
    for square in position.occupied() {
        if let Some(man) = position.man_on(square) {
            counts[man.color.index()].add(square_feature(man.color, man.piece, square), 1);
        }
    }
    counts[position.turn().index()].add(TEMPO, 1);
    let counts = (0..features::COUNT)
        .map(|feature| (feature as u16, counts[0].0[feature] - counts[1].0[feature]))
        .filter(|(_, count)| *count != 0)
        .collect();
    let scale = Color::ALL.map(|strong| endgame::scale(position, strong) as f32 / 64.0);
    Some(Trace { counts, middlegame: phase(position) as f32 / FULL_PHASE as f32, scale })
}

/// What a position is worth to the side to move, without looking ahead.
///
/// ```
/// use zugwerk_engine::evaluate;
/// let up_a_rook = "4k3/pppp4/8/8/8/8/PPPP4/R3K3 b - - 0 1".parse().unwrap();
/// assert!(evaluate(&up_a_rook) < -300);
/// ```
pub fn evaluate(position: &Position) -> i32 {
    Evaluator::new(position).value(position)
}
