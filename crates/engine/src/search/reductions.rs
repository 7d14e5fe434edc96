//! How much later moves are searched less deeply: a table by depth and move number, and what is known of
//! the move.

use super::Worker;
use super::node::Node;
use super::picker::is_noisy;
use crate::parameters::Parameters;
use zugwerk_chess::Position;

/// The table of late-move reductions, in hundredths of a ply.
pub(super) struct Reductions(Vec<[i16; 64]>);

impl Reductions {
    pub fn new(parameters: &Parameters) -> Reductions {
        let base = f64::from(parameters.reduction_base);
        let divisor = f64::from(parameters.reduction_divisor) / 10_000.0;
        let reduction = |depth: usize, number: usize| {
            let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            (base + product / divisor) as i16
        };
        Reductions(
            (0..64).map(|depth| std::array::from_fn(|number| reduction(depth, number))).collect(),
        )
    }

    /// The reduction of the move with this number at this depth, in hundredths of a ply.
    #[inline(always)]
    pub fn of(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][number.min(63)])
    }
}

impl Worker {
    /// By how many plies a later move is searched less.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn reduction<const PV: bool>(
        &self,
        node: &Node,
        number: usize,
        quiet: bool,
        bad_capture: bool,
        refutes: bool,
        history: i32,
        after: &Position,
    ) -> i32 {
        let p = &self.parameters;
        let where_so = |holds: bool, hundredths: i32| if holds { hundredths } else { 0 };
        let mut reduction = self.reductions.of(node.depth, number);
        if quiet {
            let noisy_hash = node.hash_move.is_some_and(|m| is_noisy(node.position, m));
            reduction += where_so(!PV, p.reduction_not_pv)
                + where_so(!node.improving, p.reduction_not_improving)
                + where_so(node.cut_node, p.reduction_cut)
                + where_so(noisy_hash, p.reduction_noisy_hash)
                - where_so(refutes, p.reduction_refutation);
        } else {
            reduction += where_so(node.cut_node, p.reduction_capture_cut)
                + where_so(bad_capture, p.reduction_bad_capture)
                - p.reduction_capture;
        }
        reduction -= 100 * history / p.reduction_history;
        reduction -= where_so(node.was_pv, p.reduction_was_pv);
        reduction -= where_so(after.is_check(), p.reduction_check);
        let many = self.earlier(node.ply + 1, 0).cutoffs > 3;
        (reduction + where_so(many, p.reduction_cutoffs)) / 100
    }
}
