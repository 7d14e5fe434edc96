//! "These are connected": a set of nodes of a graph holds together.

use super::{Consequences, Global, Values};
use zugwerk_logic::Bit;

/// The nodes whose bits are true are connected, by ways over nodes whose bits are true. A node without a bit can
/// always be passed and need not be reached.
pub struct Connected {
    /// The law counts only where this bit is true.
    switch: Bit,
    nodes: Vec<Option<Bit>>,
    /// The neighbours of all nodes, one after the other, and where those of each begin.
    neighbours: Vec<u32>,
    starts: Vec<u32>,
    search: Search,
}

/// Working memory of the depth-first search, by node; `order` are the nodes as they were met.
#[derive(Default)]
struct Search {
    /// What is known of each node: 1 in the set, -1 not, 0 open.
    state: Vec<i8>,
    when: Vec<u32>,
    low: Vec<u32>,
    parent: Vec<u32>,
    next: Vec<u32>,
    order: Vec<u32>,
    /// By place in `order`: how many nodes of the subtree, and how many of them are true.
    size: Vec<u32>,
    needed: Vec<u32>,
}

const NEVER: u32 = u32::MAX;

impl Connected {
    /// The law for these nodes and pairs of neighbours.
    pub fn new(switch: Bit, nodes: Vec<Option<Bit>>, pairs: &[(usize, usize)]) -> Connected {
        let mut starts = vec![0u32; nodes.len() + 1];
        for &(a, b) in pairs {
            starts[a + 1] += 1;
            starts[b + 1] += 1;
        }
        for at in 0..nodes.len() {
            starts[at + 1] += starts[at];
        }
        let mut free = starts.clone();
        let mut neighbours = vec![0; 2 * pairs.len()];
        for &(a, b) in pairs {
            for (from, to) in [(a, b), (b, a)] {
                neighbours[free[from] as usize] = to as u32;
                free[from] += 1;
            }
        }
        Connected { switch, nodes, neighbours, starts, search: Search::default() }
    }

    fn value(&self, values: &Values, node: usize) -> Option<bool> {
        self.nodes[node].and_then(|bit| values.of(bit))
    }

    fn neighbours(&self, node: usize) -> impl Iterator<Item = usize> {
        let range = self.starts[node] as usize..self.starts[node + 1] as usize;
        self.neighbours[range].iter().map(|&node| node as usize)
    }

    /// Walks through all that can be reached from the root, depth first (Tarjan's lowest points).
    fn walk(&mut self, root: usize) {
        let count = self.nodes.len();
        let mut s = std::mem::take(&mut self.search);
        s.when.clear();
        s.when.resize(count, NEVER);
        let state = std::mem::take(&mut s.state);
        s.low.resize(count, 0);
        s.parent.resize(count, NEVER);
        s.next.resize(count, 0);
        s.order.clear();
        s.size.clear();
        s.needed.clear();
        let mut node = root;
        let enter = |s: &mut Search, node: usize, parent: u32| {
            s.when[node] = s.order.len() as u32;
            s.low[node] = s.when[node];
            s.parent[node] = parent;
            s.next[node] = self.starts[node];
            s.order.push(node as u32);
            s.size.push(1);
            s.needed.push(u32::from(state[node] > 0));
        };
        enter(&mut s, root, NEVER);
        loop {
            if s.next[node] < self.starts[node + 1] {
                let other = self.neighbours[s.next[node] as usize] as usize;
                s.next[node] += 1;
                if s.when[other] != NEVER {
                    if other as u32 != s.parent[node] {
                        s.low[node] = s.low[node].min(s.when[other]);
                    }
                } else if state[other] >= 0 {
                    enter(&mut s, other, node as u32);
                    node = other;
                }
                continue;
            }
            let parent = s.parent[node];
            if parent == NEVER {
                break;
            }
            let (at, up) = (s.when[node] as usize, s.when[parent as usize] as usize);
            s.low[parent as usize] = s.low[parent as usize].min(s.low[node]);
            s.size[up] += s.size[at];
            s.needed[up] += s.needed[at];
            node = parent as usize;
        }
        s.state = state;
        self.search = s;
    }

    /// Notes what is known of every node.
    fn look(&mut self, values: &Values) {
        let mut state = std::mem::take(&mut self.search.state);
        state.clear();
        state.extend(self.nodes.iter().map(|node| match node.and_then(|bit| values.of(bit)) {
            None => 0,
            Some(true) => 1,
            Some(false) => -1,
        }));
        self.search.state = state;
    }

    /// The literals "this node is in after all" of the false nodes beside a set of nodes.
    fn walls(&self, inside: &[u32], clause: &mut Vec<Bit>) {
        for &node in inside {
            for other in self.neighbours(node as usize) {
                if self.search.state[other] < 0
                    && let Some(bit) = self.nodes[other]
                    && !clause.contains(&bit)
                {
                    clause.push(bit);
                }
            }
        }
    }

    /// All nodes that can be reached from `start` and were not yet, marked as reached.
    fn flood(&mut self, start: usize) -> Vec<u32> {
        let mut part = vec![start as u32];
        self.search.when[start] = 0;
        let mut at = 0;
        while at < part.len() {
            let node = part[at] as usize;
            at += 1;
            for place in self.starts[node]..self.starts[node + 1] {
                let other = self.neighbours[place as usize] as usize;
                if self.search.when[other] == NEVER && self.search.state[other] >= 0 {
                    self.search.when[other] = 0;
                    part.push(other as u32);
                }
            }
        }
        part
    }
}

impl Global for Connected {
    fn bits(&self) -> Vec<Bit> {
        self.nodes.iter().flatten().copied().chain([self.switch]).collect()
    }

    fn consequences(&mut self, values: &Values, found: &mut Consequences) {
        if values.of(self.switch) != Some(true) {
            return;
        }
        self.look(values);
        let Some(root) = self.search.state.iter().position(|&state| state > 0) else { return };
        let root_bit = self.nodes[root].unwrap_or(Bit::TRUE);
        self.walk(root);
        // What cannot be reached is not in the set; a part with a member is a contradiction.
        let reached = self.search.order.len();
        for node in 0..self.nodes.len() {
            if self.search.when[node] != NEVER || self.search.state[node] < 0 {
                continue;
            }
            let part = self.flood(node);
            let state = &self.search.state;
            let member = part.iter().find(|&&node| state[node as usize] > 0);
            let mut open = part.iter().filter_map(|&node| self.nodes[node as usize]).peekable();
            if member.is_none() && open.peek().is_none() {
                continue;
            }
            let mut clause = vec![!self.switch, !root_bit];
            self.walls(&part, &mut clause);
            if let Some(&cut_off) = member {
                clause.push(!self.nodes[cut_off as usize].unwrap_or(Bit::TRUE));
                super::contradict(clause, values, found);
                return;
            }
            found.extend(open.map(|bit| (!bit, clause.clone())));
        }
        // Where all ways to a member lead through one node, that is in the set.
        let s = &self.search;
        for at in 1..reached {
            let node = s.order[at] as usize;
            let parent = s.parent[node] as usize;
            let cuts = s.needed[at] > 0 && s.low[node] >= s.when[parent];
            if !cuts || parent == root || s.state[parent] != 0 {
                continue;
            }
            let Some(bit) = self.nodes[parent] else { continue };
            let below = &s.order[at..at + s.size[at] as usize];
            let member = below.iter().find(|&&node| s.state[node as usize] > 0);
            let Some(member) = member.and_then(|&node| self.nodes[node as usize]) else { continue };
            let mut clause = vec![!self.switch, !root_bit, !member];
            self.walls(below, &mut clause);
            found.push((bit, clause));
        }
    }

    fn renamed(&self, rename: &mut dyn FnMut(Bit) -> Bit) -> Box<dyn Global> {
        Box::new(Connected {
            switch: rename(self.switch),
            nodes: self.nodes.iter().map(|node| node.map(&mut *rename)).collect(),
            neighbours: self.neighbours.clone(),
            starts: self.starts.clone(),
            search: Search::default(),
        })
    }

    fn is_broken(&self, values: &Values) -> bool {
        if values.of(self.switch) != Some(true) {
            return false;
        }
        let members: Vec<usize> =
            (0..self.nodes.len()).filter(|&n| self.value(values, n) == Some(true)).collect();
        let Some(&first) = members.first() else { return false };
        let mut seen = vec![false; self.nodes.len()];
        seen[first] = true;
        let mut stack = vec![first];
        while let Some(node) = stack.pop() {
            for other in self.neighbours(node) {
                if !seen[other] && self.value(values, other) != Some(false) {
                    seen[other] = true;
                    stack.push(other);
                }
            }
        }
        members.iter().any(|&node| !seen[node])
    }
}
