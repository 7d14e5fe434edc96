//! "There is no loop": the edges that are in form a forest.

use super::{Consequences, Global, Values};
use zugwerk_logic::Bit;

/// The edges whose bits are true form no cycle.
pub struct Forest {
    /// The law counts only where this bit is true.
    switch: Bit,
    nodes: usize,
    edges: Vec<(usize, usize, Bit)>,
}

impl Forest {
    /// The law for edges between the nodes `0..nodes`.
    pub fn new(switch: Bit, nodes: usize, edges: Vec<(usize, usize, Bit)>) -> Forest {
        Forest { switch, nodes, edges }
    }

    /// By node: its neighbours along true edges, with the edge.
    fn trees(&self, values: &Values) -> Vec<Vec<(usize, usize)>> {
        let mut beside = vec![Vec::new(); self.nodes];
        for (edge, &(a, b, bit)) in self.edges.iter().enumerate() {
            if values.of(bit) == Some(true) {
                beside[a].push((b, edge));
                beside[b].push((a, edge));
            }
        }
        beside
    }
}

/// By node: the tree it belongs to, and the node and edge before it on the way from the tree's root.
pub(super) fn rooted(beside: &[Vec<(usize, usize)>]) -> (Vec<usize>, Vec<(usize, usize)>) {
    const NONE: usize = usize::MAX;
    let mut tree = vec![NONE; beside.len()];
    let mut before = vec![(NONE, NONE); beside.len()];
    let mut stack = Vec::new();
    for root in 0..beside.len() {
        if tree[root] != NONE {
            continue;
        }
        tree[root] = root;
        stack.push(root);
        while let Some(node) = stack.pop() {
            for &(next, edge) in &beside[node] {
                if tree[next] == NONE {
                    tree[next] = root;
                    before[next] = (node, edge);
                    stack.push(next);
                }
            }
        }
    }
    (tree, before)
}

/// The edges on the way between two nodes of one tree.
pub(super) fn way(before: &[(usize, usize)], a: usize, b: usize) -> Vec<usize> {
    let up = |mut node: usize| {
        let mut edges = Vec::new();
        while before[node].0 != usize::MAX {
            edges.push(before[node].1);
            node = before[node].0;
        }
        edges
    };
    let (mut first, mut second) = (up(a), up(b));
    while !first.is_empty() && first.last() == second.last() {
        first.pop();
        second.pop();
    }
    first.extend(second);
    first
}

impl Global for Forest {
    fn bits(&self) -> Vec<Bit> {
        self.edges.iter().map(|edge| edge.2).chain([self.switch]).collect()
    }

    fn consequences(&mut self, values: &Values, found: &mut Consequences) {
        if values.of(self.switch) != Some(true) {
            return;
        }
        let beside = self.trees(values);
        let (tree, before) = rooted(&beside);
        for (edge, &(a, b, bit)) in self.edges.iter().enumerate() {
            let in_tree = before[a].1 == edge || before[b].1 == edge;
            if tree[a] != tree[b] || in_tree || values.of(bit) == Some(false) {
                continue;
            }
            let mut clause: Vec<Bit> =
                way(&before, a, b).into_iter().map(|edge| !self.edges[edge].2).collect();
            clause.extend([!self.switch, !bit]);
            if values.of(bit) == Some(true) {
                super::contradict(clause, values, found);
                return;
            }
            found.push((!bit, clause));
        }
    }

    fn renamed(&self, rename: &mut dyn FnMut(Bit) -> Bit) -> Box<dyn Global> {
        let edges = self.edges.iter().map(|&(a, b, bit)| (a, b, rename(bit))).collect();
        Box::new(Forest { switch: rename(self.switch), nodes: self.nodes, edges })
    }

    fn is_broken(&self, values: &Values) -> bool {
        let mut parts: Vec<usize> = (0..self.nodes).collect();
        fn part(parts: &[usize], mut node: usize) -> usize {
            while parts[node] != node {
                node = parts[node];
            }
            node
        }
        values.of(self.switch) == Some(true)
            && self.edges.iter().any(|&(a, b, bit)| {
                let (a, b) = (part(&parts, a), part(&parts, b));
                let closes = values.of(bit) == Some(true) && a == b;
                if values.of(bit) == Some(true) {
                    parts[a] = b;
                }
                closes
            })
    }
}
