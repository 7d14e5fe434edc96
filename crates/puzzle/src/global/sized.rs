//! "Every group of equal numbers has as many cells as the number says": looked at number by number, since the cells that can
//! still have one number must have room for a group of its size.

use super::{Consequences, Global, Values, contradict};
use zugwerk_logic::Bit;

/// Neighbours of equal numbers form groups, and the number of each node is the size of its group.
pub struct Sized {
    /// The law counts only where this bit is true.
    switch: Bit,
    /// By node: its neighbours.
    beside: Vec<Vec<usize>>,
    /// By size less one, and node: the node has this number.
    is: Vec<Vec<Bit>>,
}

/// Connected parts of some nodes.
struct Parts {
    /// By node: its part, if it has one.
    of: Vec<Option<usize>>,
    /// The nodes of each, in an order in which any first few are connected.
    nodes: Vec<Vec<usize>>,
}

impl Sized {
    /// The law; `is[size - 1][node]` says that the node has this number.
    pub fn new(switch: Bit, beside: Vec<Vec<usize>>, is: Vec<Vec<Bit>>) -> Sized {
        Sized { switch, beside, is }
    }

    /// What is connected to a node through nodes that `pass`, the nearest first; no more than `most` nodes.
    fn reached(
        &self,
        from: usize,
        most: usize,
        seen: &mut [bool],
        pass: impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        let mut nodes = vec![from];
        seen[from] = true;
        let mut at = 0;
        while let Some(&node) = nodes.get(at) {
            at += 1;
            for &next in &self.beside[node] {
                if nodes.len() < most && !seen[next] && pass(next) {
                    seen[next] = true;
                    nodes.push(next);
                }
            }
        }
        nodes
    }

    fn parts(&self, pass: impl Fn(usize) -> bool) -> Parts {
        let count = self.beside.len();
        let (mut of, mut nodes) = (vec![None; count], Vec::new());
        let mut seen = vec![false; count];
        for from in 0..count {
            if !seen[from] && pass(from) {
                let part = self.reached(from, count, &mut seen, &pass);
                part.iter().for_each(|&node| of[node] = Some(nodes.len()));
                nodes.push(part);
            }
        }
        Parts { of, nodes }
    }

    /// The nodes around a part.
    fn fence(&self, part: &[usize]) -> Vec<usize> {
        let mut fence: Vec<usize> =
            part.iter().flat_map(|&node| &self.beside[node]).copied().collect();
        fence.sort_unstable();
        fence.dedup();
        fence.retain(|node| !part.contains(node));
        fence
    }

    /// What follows for one number.
    fn of_size(&self, size: usize, values: &Values, found: &mut Consequences) {
        let is = &self.is[size - 1];
        let value = |node: usize| values.of(is[node]);
        let room = self.parts(|node| value(node) != Some(false));
        if room.nodes.is_empty() {
            return;
        }
        let groups = self.parts(|node| value(node) == Some(true));
        let mut note = |bit: Bit, mut clause: Vec<Bit>| {
            clause.extend([bit, !self.switch]);
            match values.of(bit) {
                Some(true) => {}
                Some(false) => contradict(clause, values, found),
                None => found.push((bit, clause)),
            }
        };
        // There is room for the group.
        for part in room.nodes.iter().filter(|part| part.len() < size) {
            let fence: Vec<Bit> = self.fence(part).into_iter().map(|node| is[node]).collect();
            part.iter().for_each(|&node| note(!is[node], fence.clone()));
        }
        // No group is too large, not even two that a node joins.
        for group in groups.nodes.iter().filter(|group| group.len() > size) {
            let clause = group[1..=size].iter().map(|&node| !is[node]).collect();
            note(!is[group[0]], clause);
        }
        for node in (0..is.len()).filter(|&node| value(node).is_none()) {
            let mut joined: Vec<usize> =
                self.beside[node].iter().filter_map(|&next| groups.of[next]).collect();
            joined.sort_unstable();
            joined.dedup();
            let nodes = || joined.iter().flat_map(|&group| &groups.nodes[group]);
            if nodes().count() + 1 > size && !joined.is_empty() {
                note(!is[node], nodes().map(|&other| !is[other]).collect());
            }
        }
        // A group that is too small takes each node without which it has no room.
        for group in groups.nodes.iter().filter(|group| group.len() < size) {
            let without = |node: Option<usize>| {
                let mut seen = vec![false; is.len()];
                node.into_iter().for_each(|node| seen[node] = true);
                self.reached(group[0], size, &mut seen, |it| value(it) != Some(false))
            };
            // Only the nodes of a way to have room can be those that every way needs.
            let near = without(None);
            if near.len() < size {
                continue;
            }
            for node in near.into_iter().filter(|&node| value(node).is_none()) {
                let left = without(Some(node));
                if left.len() < size {
                    let fence = self.fence(&left).into_iter().filter(|&it| it != node);
                    let clause = fence.map(|it| is[it]).chain([!is[group[0]]]).collect();
                    note(is[node], clause);
                }
            }
        }
    }
}

impl Global for Sized {
    fn bits(&self) -> Vec<Bit> {
        self.is.iter().flatten().copied().chain([self.switch]).collect()
    }

    fn consequences(&mut self, values: &Values, found: &mut Consequences) {
        if values.of(self.switch) == Some(true) {
            for size in 1..=self.is.len() {
                self.of_size(size, values, found);
            }
        }
    }

    fn renamed(&self, rename: &mut dyn FnMut(Bit) -> Bit) -> Box<dyn Global> {
        let is = self.is.iter().map(|bits| bits.iter().map(|&bit| rename(bit)).collect());
        let is = is.collect();
        Box::new(Sized::new(rename(self.switch), self.beside.clone(), is))
    }

    fn is_broken(&self, values: &Values) -> bool {
        if values.of(self.switch) != Some(true) {
            return false;
        }
        self.is.iter().zip(1..).any(|(is, size)| {
            let value = |node: usize| values.of(is[node]);
            let mut nodes = (0..is.len()).filter(|&node| value(node) == Some(true));
            nodes.any(|node| {
                let reach = |least: Option<bool>| {
                    let pass = |it: usize| value(it) == Some(true) || value(it) == least;
                    self.reached(node, is.len(), &mut vec![false; is.len()], pass).len()
                };
                reach(Some(true)) > size || reach(None) < size
            })
        })
    }
}
