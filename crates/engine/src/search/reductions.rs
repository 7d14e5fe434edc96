//! How much later moves are searched less deeply: a table by depth and move number, and what is known of
//! the move.

use super::Worker;
use super::node::Node;
use super::picker::is_noisy;
use crate::parameters::Parameters;
use zugwerk_chess::Position;

/// The table of late-move reductions, in plies.
pub(super) struct Reductions(Vec<[i8; 64]>);

impl Reductions {
    pub fn new(parameters: &Parameters) -> Reductions {
        let base = f64::from(parameters.reduction_base) / 100.0;
        let divisor = f64::from(parameters.reduction_divisor) / 100.0;
        let reduction = |depth: usize, number: usize| {
            let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            (base + product / divisor) as i8
        };
        Reductions(
            (0..64).map(|depth| std::array::from_fn(|number| reduction(depth, number))).collect(),
        )
    }

    /// The reduction of the move with this number at this depth.
    #[inline(always)]
    pub fn of(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][number.min(63)])
    }
}

impl Worker {
    /// By how many plies a later move is searched less.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn reduction<const PV: bool>(
        &mut self,
        node: &Node,
        number: usize,
        quiet: bool,
        bad_capture: bool,
        refutes: bool,
        history: i32,
        after: &Position,
    ) -> i32 {
        let mut reduction = self.reductions.of(node.depth, number);
        if quiet {
            let noisy_hash = node.hash_move.is_some_and(|m| is_noisy(node.position, m));
            reduction += i32::from(!PV) + i32::from(!node.improving) + 2 * i32::from(node.cut_node);
            reduction += i32::from(noisy_hash) - i32::from(refutes);
        } else {
            reduction += i32::from(node.cut_node) + i32::from(bad_capture) - 1;
        }
        reduction -= history / self.parameters.reduction_history;
        reduction -= i32::from(node.was_pv) + i32::from(after.is_check());
        reduction + i32::from(self.frame(node.ply + 1).cutoffs > 3)
    }
}
