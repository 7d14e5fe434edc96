//! Whether a side could make its way alone: in exactly the moves that it has, with its own pieces in each other's way, but of the
//! other side only those that stay.
//!
//! A count of moves knows nothing of pieces that block each other, nor that a knight cannot lose a single move. A side
//! alone has so few positions that all of this can be searched; what is found holds wherever the other side stands, so it is
//! remembered. Only for the time when nothing more is taken and no pawn promotes, and with no obstacles of the other side but
//! those that never move: the answers would be sharper with those that have come to stay, but fewer of them the same.

use super::board::Board;
use super::placement::{Placement, Solo};
use zugwerk_chess::{Bitboard, Color, Position};

/// The ways of one side alone to the end.
pub(super) struct Alone {
    solo: Solo,
    /// By the pieces and the moves left: the key, and the answer in its lowest bit.
    known: Vec<u64>,
    /// Steps that a question may take.
    trust: u32,
    /// Steps that the question now asked may still take.
    patience: u32,
    /// Steps that all questions have taken.
    pub(super) steps: u64,
}

/// Answers that are remembered, a power of two.
const KNOWN: usize = 1 << 20;

/// A question that takes more steps is not answered.
const MOST_STEPS: u32 = 50_000;

impl Alone {
    /// A side on a board with the pieces that never move.
    pub(super) fn new(end: &Position, color: Color, rights_count: bool, board: &Board) -> Alone {
        let solo = Solo::new(end, color, rights_count, board);
        Alone { solo, known: Vec::new(), trust: MOST_STEPS, patience: 0, steps: 0 }
    }

    /// Whether the side may come to the end in exactly `moves`; true where that is not known.
    pub(super) fn may_arrive(&mut self, position: &Position, moves: u16) -> bool {
        let placement = Placement::of(position, self.solo.color);
        if !self.solo.knows(&placement) {
            return true;
        }
        if self.known.is_empty() {
            self.known = vec![0; KNOWN];
        }
        self.patience = self.trust;
        let arrives = self.solo.least(&placement) <= u32::from(moves)
            && arrives(&self.solo, &mut self.known, &mut self.patience, &placement, moves);
        self.steps += u64::from(self.trust - self.patience);
        // Where most questions take too long, they are not worth so much.
        if !arrives {
            self.trust = (2 * self.trust).min(MOST_STEPS);
        } else if self.patience == 0 {
            self.trust -= self.trust / 8;
        }
        arrives
    }
}

/// Whether the side may come to the end in exactly `moves`, which are not too few for its pieces one by one.
fn arrives(
    solo: &Solo,
    known: &mut [u64],
    patience: &mut u32,
    placement: &Placement,
    moves: u16,
) -> bool {
    if moves == 0 {
        return solo.is_end(placement);
    }
    let key = placement.key(moves) & !1;
    let at = (key >> 1) as usize & (KNOWN - 1);
    if known[at] & !1 == key {
        return known[at] & 1 != 0;
    }
    if *patience == 0 {
        return true;
    }
    *patience -= 1;
    let left = moves - 1;
    let arrives = solo.any_step(placement, left, Bitboard::EMPTY, |step| {
        arrives(solo, known, patience, &step.after, left)
    });
    known[at] = key | u64::from(arrives);
    arrives
}
