//! Moves that are searched deeper than others.

use super::node::Node;
use super::{Shared, Worker};
use crate::table::Entry;
use crate::value::{Bound, WIN_BOUND};
use zugwerk_chess::Move;

impl Worker {
    /// By how many plies to search a move deeper, or the value of the node where that settles it.
    pub(super) fn extension<const PV: bool>(
        &mut self,
        shared: &Shared,
        node: &Node,
        m: Move,
        excluded: Option<Move>,
    ) -> Result<i32, i32> {
        if let Some(entry) = node.known
            && node.ply > 0
            && Some(m) == node.hash_move
            && excluded.is_none()
            && node.depth >= self.parameters.singular_depth
            && entry.depth >= node.depth - 3
            && entry.bound != Bound::Upper
            && entry.value.abs() < WIN_BOUND
            && (node.ply as i32) < 2 * self.root_depth
        {
            return self.singular::<PV>(shared, node, &entry, m);
        }
        // Check extension, where it cannot explode.
        Ok(i32::from(node.in_check && node.depth <= self.parameters.check_extension_depth))
    }

    /// Singular extension: a hash move that is much better than all others deserves more depth.
    fn singular<const PV: bool>(
        &mut self,
        shared: &Shared,
        node: &Node,
        entry: &Entry,
        m: Move,
    ) -> Result<i32, i32> {
        let bound = entry.value - node.depth * self.parameters.singular_margin / 16;
        self.entry(node.ply).excluded = Some(m);
        let depth = (node.depth - 1) / 2;
        let value = self.node::<false>(
            shared,
            node.position,
            bound - 1,
            bound,
            depth,
            node.ply,
            node.cut_node,
        );
        self.entry(node.ply).excluded = None;
        if self.stopped {
            return Err(0);
        }
        if value < bound {
            let much = !PV && value < bound - self.parameters.double_extension;
            return Ok(1 + i32::from(much && self.entry(node.ply).extensions <= 8));
        }
        if bound >= node.beta {
            // Multi-cut: another move refutes the last one too.
            return Err(bound);
        }
        Ok(if entry.value >= node.beta {
            -2
        } else if node.cut_node {
            -1
        } else {
            0
        })
    }
}
