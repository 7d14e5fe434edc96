//! "Every group has its size": cells that are joined form groups, and each cell knows how large its own is.

use super::forest::way;
use super::{Consequences, Global, Values};
use zugwerk_logic::Bit;

/// Links that are true join their ends into groups; between members of one group no link is false; the size of each
/// node is the number of nodes in its group. Clauses beside this law must say that joined nodes have equal sizes.
pub struct Groups {
    /// The law counts only where this bit is true.
    switch: Bit,
    links: Vec<(usize, usize, Bit)>,
    /// By node and k: its group has more than k nodes.
    larger: Vec<Vec<Bit>>,
    /// The neighbours of all nodes with their links, one after the other, and where those of each begin.
    beside: Vec<(usize, usize)>,
    places: Vec<usize>,
}

/// Nodes put together.
struct Grouped {
    group: Vec<usize>,
    before: Vec<(usize, usize)>,
    /// The nodes of all groups, and by first node where those of its group stand.
    members: Vec<usize>,
    starts: Vec<(usize, usize)>,
}

impl Grouped {
    fn members(&self, first: usize) -> &[usize] {
        let (start, end) = self.starts[first];
        &self.members[start..end]
    }

    /// The first node of every group.
    fn firsts(&self) -> impl Iterator<Item = usize> {
        self.group.iter().enumerate().filter(|(node, first)| node == *first).map(|(node, _)| node)
    }
}

impl Groups {
    /// The law; `larger[node][k]` says that the group of the node has more than k nodes, and is false beyond the end.
    pub fn new(switch: Bit, links: Vec<(usize, usize, Bit)>, larger: Vec<Vec<Bit>>) -> Groups {
        let mut places = vec![0; larger.len() + 1];
        for &(a, b, _) in &links {
            places[a + 1] += 1;
            places[b + 1] += 1;
        }
        for node in 0..larger.len() {
            places[node + 1] += places[node];
        }
        let mut free = places.clone();
        let mut beside = vec![(0, 0); 2 * links.len()];
        for (link, &(a, b, _)) in links.iter().enumerate() {
            for (from, to) in [(a, b), (b, a)] {
                beside[free[from]] = (to, link);
                free[from] += 1;
            }
        }
        Groups { switch, links, larger, beside, places }
    }

    fn at_least(&self, node: usize, size: usize) -> Bit {
        match size {
            0 => Bit::TRUE,
            _ => self.larger[node].get(size - 1).copied().unwrap_or(Bit::FALSE),
        }
    }

    /// The groups that links make which `passes` lets through: by node its group's first node, and the node and link before
    /// it on the way from there.
    fn grouped(&self, passes: impl Fn(Bit) -> bool) -> Grouped {
        let count = self.larger.len();
        let open: Vec<bool> = self.links.iter().map(|link| passes(link.2)).collect();
        let mut group = vec![usize::MAX; count];
        let mut before = vec![(usize::MAX, usize::MAX); count];
        let mut members: Vec<usize> = Vec::with_capacity(count);
        let mut starts: Vec<(usize, usize)> = vec![(0, 0); count];
        for first in 0..count {
            if group[first] != usize::MAX {
                continue;
            }
            let start = members.len();
            group[first] = first;
            members.push(first);
            let mut at = start;
            while at < members.len() {
                let node = members[at];
                at += 1;
                for &(next, link) in &self.beside[self.places[node]..self.places[node + 1]] {
                    if open[link] && group[next] == usize::MAX {
                        group[next] = first;
                        before[next] = (node, link);
                        members.push(next);
                    }
                }
            }
            starts[first] = (start, members.len());
        }
        Grouped { group, before, members, starts }
    }

    /// The literals of the links that lead out of a part.
    fn fence(&self, group: &[usize], part: &[usize]) -> Vec<Bit> {
        let beside =
            part.iter().flat_map(|&node| &self.beside[self.places[node]..self.places[node + 1]]);
        let out = beside.filter(|(next, _)| group[*next] != group[part[0]]);
        out.map(|&(_, link)| self.links[link].2).collect()
    }
}

impl Global for Groups {
    fn bits(&self) -> Vec<Bit> {
        let links = self.links.iter().map(|link| link.2);
        links.chain(self.larger.iter().flatten().copied()).chain([self.switch]).collect()
    }

    fn consequences(&mut self, values: &Values, found: &mut Consequences) {
        if values.of(self.switch) != Some(true) {
            return;
        }
        let joined = self.grouped(|bit| values.of(bit) == Some(true));
        let (tree, before) = (&joined.group, &joined.before);
        // The links by which a group holds together, as negated literals.
        let held = |root: usize| {
            let links = joined.members(root).iter().map(|&node| before[node].1);
            links.filter(|&link| link != usize::MAX).map(|link| !self.links[link].2)
        };
        let mut note = |bit: Bit, mut clause: Vec<Bit>| {
            clause.extend([!self.switch, bit]);
            match values.of(bit) {
                Some(true) => false,
                Some(false) => {
                    super::contradict(clause, values, found);
                    true
                }
                None => {
                    found.push((bit, clause));
                    false
                }
            }
        };
        // Ends of a link in one group are joined.
        for &(a, b, bit) in &self.links {
            if tree[a] == tree[b] && values.of(bit) != Some(true) {
                let clause = way(before, a, b).into_iter().map(|link| !self.links[link].2);
                if note(bit, clause.collect()) {
                    return;
                }
            }
        }
        // A group is at least as large as it is now.
        for root in joined.firsts() {
            let group = joined.members(root);
            for &node in group {
                let bit = self.at_least(node, group.len());
                if values.of(bit) != Some(true) && note(bit, held(root).collect()) {
                    return;
                }
            }
        }
        // And at most as large as it can become.
        let reachable = self.grouped(|bit| values.of(bit) != Some(false));
        for root in reachable.firsts() {
            let part = reachable.members(root);
            let too_large =
                |&&node: &&usize| values.of(self.at_least(node, part.len() + 1)) != Some(false);
            let mut fence: Option<Vec<Bit>> = None;
            for &node in part.iter().filter(too_large) {
                let fence = fence.get_or_insert_with(|| self.fence(&reachable.group, part));
                if note(!self.at_least(node, part.len() + 1), fence.clone()) {
                    return;
                }
            }
        }
        // A group that must grow and has one way out takes it; two groups that are too large together stay apart.
        for &(a, b, bit) in &self.links {
            if tree[a] != tree[b] && values.of(bit).is_none() {
                let together = joined.members(tree[a]).len() + joined.members(tree[b]).len();
                let too_large = self.at_least(a, together);
                if values.of(too_large) == Some(false) {
                    let clause = held(tree[a]).chain(held(tree[b])).chain([too_large]).collect();
                    note(!bit, clause);
                }
            }
        }
        for root in joined.firsts() {
            let group = joined.members(root);
            if values.of(self.at_least(root, group.len() + 1)) != Some(true) {
                continue;
            }
            let beside = group
                .iter()
                .flat_map(|&node| &self.beside[self.places[node]..self.places[node + 1]]);
            let exits: Vec<usize> =
                beside.filter(|(next, _)| tree[*next] != root).map(|exit| exit.1).collect();
            let mut open = exits.iter().filter(|&&link| values.of(self.links[link].2).is_none());
            let (Some(&only), None) = (open.next(), open.next()) else { continue };
            let closed = exits.iter().filter(|&&link| link != only);
            let mut clause: Vec<Bit> = closed.map(|&link| self.links[link].2).collect();
            // Inner links that are false would be contradictions, so the exits say it all.
            clause.extend(held(root));
            clause.push(!self.at_least(root, group.len() + 1));
            note(self.links[only].2, clause);
        }
    }

    fn renamed(&self, rename: &mut dyn FnMut(Bit) -> Bit) -> Box<dyn Global> {
        let links = self.links.iter().map(|&(a, b, bit)| (a, b, rename(bit))).collect();
        let larger = self.larger.iter().map(|bits| bits.iter().map(|&bit| rename(bit)).collect());
        let larger = larger.collect();
        Box::new(Groups::new(rename(self.switch), links, larger))
    }

    fn is_broken(&self, values: &Values) -> bool {
        if values.of(self.switch) != Some(true) {
            return false;
        }
        let joined = self.grouped(|bit| values.of(bit) == Some(true));
        let reach = self.grouped(|bit| values.of(bit) != Some(false));
        let torn = |&(a, b, bit): &(usize, usize, Bit)| {
            joined.group[a] == joined.group[b] && values.of(bit) == Some(false)
        };
        self.links.iter().any(torn)
            || (0..self.larger.len()).any(|node| {
                let group = joined.members(joined.group[node]);
                let part = reach.members(reach.group[node]);
                // What is known of any member's size counts, also where the literals between are missing.
                let refuses = |size: usize| {
                    group.iter().any(|&m| values.of(self.at_least(m, size)) == Some(false))
                };
                let demands = |size: usize| values.of(self.at_least(node, size)) == Some(true);
                (1..=group.len()).any(refuses)
                    || (part.len() + 1..=self.larger[node].len()).any(demands)
            })
    }
}
