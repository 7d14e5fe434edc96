//! "These are connected": a set of nodes of a graph holds together.

use super::chains::Chains;
use super::{Consequences, Global, Values};
use crate::Board;
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
    /// The board, where the nodes are all its cells in order.
    board: Option<Board>,
    following: Option<Following>,
}

/// What is kept during a search on a board.
struct Following {
    chains: Chains,
    /// By variable: its cell.
    cells: Vec<u32>,
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
    side: Vec<Place>,
}

/// Where a node is seen from a part that is cut off.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Inside,
    Wall,
    Elsewhere,
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
        let (search, board, following) = (Search::default(), None, None);
        Connected { switch, nodes, neighbours, starts, search, board, following }
    }

    /// The same where the nodes are all cells of a board in order, and neighbours those that share a side.
    pub fn on_board(self, board: Board) -> Connected {
        Connected { board: Some(board), ..self }
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

    /// The literals "this node is in after all" of the few false nodes by which a set of nodes is cut off from all others but
    /// `cut`. False nodes that lie within what is cut off do not matter.
    fn walls(&mut self, inside: &[u32], cut: Option<usize>, clause: &mut Vec<Bit>) {
        let mut side = std::mem::take(&mut self.search.side);
        side.clear();
        side.resize(self.nodes.len(), Place::Elsewhere);
        inside.iter().for_each(|&node| side[node as usize] = Place::Inside);
        let mut waiting = inside.to_vec();
        while let Some(node) = waiting.pop() {
            for wall in self.neighbours(node as usize) {
                if self.search.state[wall] >= 0 || side[wall] != Place::Elsewhere {
                    continue;
                }
                let is_beyond = |&other: &usize| {
                    self.search.state[other] >= 0
                        && side[other] != Place::Inside
                        && Some(other) != cut
                };
                if self.neighbours(wall).any(|other| is_beyond(&other)) {
                    side[wall] = Place::Wall;
                    clause.extend(self.nodes[wall]);
                } else {
                    side[wall] = Place::Inside;
                    waiting.push(wall as u32);
                }
            }
        }
        self.search.side = side;
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
            let member = part.iter().copied().find(|&node| state[node as usize] > 0);
            let open: Vec<Bit> =
                part.iter().filter_map(|&node| self.nodes[node as usize]).collect();
            if member.is_none() && open.is_empty() {
                continue;
            }
            let mut clause = vec![!self.switch, !root_bit];
            self.walls(&part, None, &mut clause);
            if let Some(cut_off) = member {
                clause.push(!self.nodes[cut_off as usize].unwrap_or(Bit::TRUE));
                super::contradict(clause, values, found);
                return;
            }
            found.extend(open.into_iter().map(|bit| (!bit, clause.clone())));
        }
        // Where all ways to a member lead through one node, that is in the set.
        for at in 1..reached {
            let s = &self.search;
            let node = s.order[at] as usize;
            let parent = s.parent[node] as usize;
            let cuts = s.needed[at] > 0 && s.low[node] >= s.when[parent];
            if !cuts || parent == root || s.state[parent] != 0 {
                continue;
            }
            let Some(bit) = self.nodes[parent] else { continue };
            let below = s.order[at..at + s.size[at] as usize].to_vec();
            let member = below.iter().find(|&&node| s.state[node as usize] > 0);
            let Some(member) = member.and_then(|&node| self.nodes[node as usize]) else { continue };
            let mut clause = vec![!self.switch, !root_bit, !member];
            self.walls(&below, Some(parent), &mut clause);
            found.push((bit, clause));
        }
    }

    fn follow(&mut self) {
        // Where the law can be put aside, or cells share a bit, the whole board is looked at each time.
        let Some(board) = self.board.filter(|_| self.switch == Bit::TRUE) else { return };
        let mut cells: Vec<u32> = Vec::new();
        let mut chains = Chains::new(board);
        for (cell, bit) in self.nodes.iter().enumerate() {
            match bit.and_then(|bit| bit.value().map_or(Some(bit.index()), |_| None)) {
                Some(index) => {
                    cells.resize(cells.len().max(index + 1), NEVER);
                    if std::mem::replace(&mut cells[index], cell as u32) != NEVER {
                        return;
                    }
                }
                None if *bit == Some(Bit::FALSE) => chains.tell(Some(cell)),
                None => {}
            }
        }
        self.following = Some(Following { chains, cells });
    }

    fn told(&mut self, bit: Bit) {
        let Some(Following { chains, cells }) = &mut self.following else { return };
        let cell = cells[bit.index()] as usize;
        chains.tell((self.nodes[cell] == Some(!bit)).then_some(cell));
    }

    fn taken_back(&mut self, _: Bit) {
        if let Some(following) = &mut self.following {
            following.chains.take_back();
        }
    }

    fn news(&mut self, values: &Values, found: &mut Consequences) {
        let Some(mut following) = self.following.take() else {
            return self.consequences(values, found);
        };
        let chains = &mut following.chains;
        for cell in chains.between() {
            let Some(bit) = self.nodes[cell].filter(|&bit| values.of(bit).is_none()) else {
                continue;
            };
            let is_member = |&&cell: &&usize| self.value(values, cell) == Some(true);
            let mut told = None;
            let gaps = chains.gaps_at(cell);
            for gap in &gaps {
                let members = gap.sides.each_ref().map(|side| side.iter().find(is_member));
                if let [Some(&one), Some(&other)] = members {
                    told = Some((gap, [one, other]));
                    break;
                }
            }
            match told {
                Some((gap, members)) => {
                    let path = chains.path(cell, gap);
                    let within = members.map(|cell| !self.nodes[cell].unwrap_or(Bit::TRUE));
                    let walls = path.iter().filter_map(|&cell| self.nodes[cell]);
                    found.push((bit, within.into_iter().chain(walls).collect()));
                }
                // Whether anything lies on both sides, the whole board tells.
                None if !gaps.is_empty() => chains.close(),
                None => {}
            }
        }
        let is_closed = chains.is_closed();
        self.following = Some(following);
        if is_closed && found.is_empty() {
            self.consequences(values, found);
        }
    }

    fn renamed(&self, rename: &mut dyn FnMut(Bit) -> Bit) -> Box<dyn Global> {
        Box::new(Connected {
            switch: rename(self.switch),
            nodes: self.nodes.iter().map(|node| node.map(&mut *rename)).collect(),
            neighbours: self.neighbours.clone(),
            starts: self.starts.clone(),
            search: Search::default(),
            board: self.board,
            following: None,
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

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// Cells go in and out at random and are taken back. Whatever is told must follow, and a board that falls apart must be told
    /// as soon as everything is known.
    #[test]
    fn chains_tell_what_follows_and_miss_nothing_that_is_broken() {
        let mut random = StdRng::seed_from_u64(1);
        let (mut told, mut broken) = (0, 0);
        for round in 0..400 {
            let sizes = [(1, 5), (2, 2), (3, 3), (4, 4), (5, 3), (7, 6), (4, 1)];
            let (width, height) = sizes[round % sizes.len()];
            let board = Board::new(width, height);
            // Some cells are known from the start, some bits stand for what is out.
            let bit = |cell: usize, random: &mut StdRng| match random.random_range(0..12) {
                0 => Bit::TRUE,
                1 => Bit::FALSE,
                2..6 => !Bit::variable(cell as u32 + 1),
                _ => Bit::variable(cell as u32 + 1),
            };
            let nodes: Vec<Option<Bit>> =
                (0..board.cells()).map(|cell| Some(bit(cell, &mut random))).collect();
            let pairs: Vec<(usize, usize)> =
                (0..board.links()).map(|link| board.ends(link)).collect();
            let mut law = Connected::new(Bit::TRUE, nodes.clone(), &pairs).on_board(board);
            law.follow();
            let judge = law.renamed(&mut |bit| bit);
            let mut values = Values::for_variables(board.cells() + 1);
            let mut trail: Vec<Bit> = Vec::new();
            let out = random.random_range(0.2..0.7);
            for _ in 0..6 * board.cells() {
                let open: Vec<Bit> =
                    nodes.iter().flatten().copied().filter(|&b| values.of(b).is_none()).collect();
                if open.is_empty() || random.random_bool(0.1) {
                    for _ in 0..random.random_range(0..=trail.len()) {
                        let bit = trail.pop().expect("something was told");
                        values.set(bit, false);
                        law.taken_back(bit);
                    }
                    continue;
                }
                for _ in 0..random.random_range(1..=3usize).min(open.len()) {
                    let node = open[random.random_range(0..open.len())];
                    if values.of(node).is_none() {
                        let bit = if random.random_bool(out) { !node } else { node };
                        values.assume(bit);
                        trail.push(bit);
                        law.told(bit);
                    }
                }
                let mut found = Vec::new();
                law.news(&values, &mut found);
                for (bit, clause) in &found {
                    let others = clause.iter().filter(|other| *other != bit);
                    assert!(others.clone().all(|&other| values.of(other) == Some(false)));
                    let clause: Vec<Bit> = others.chain([bit]).copied().collect();
                    assert!(judge.is_broken(&Values::against(&clause)), "{clause:?} {nodes:?}");
                    told += 1;
                }
                if trail.len() == nodes.iter().flatten().filter(|b| b.value().is_none()).count() {
                    let is_told = found.iter().any(|&(bit, _)| values.of(bit) == Some(false));
                    assert_eq!(is_told, judge.is_broken(&values), "{nodes:?} {trail:?}");
                    broken += usize::from(is_told);
                }
            }
        }
        assert!(told > 500 && broken > 50, "{told} {broken}");
    }
}
