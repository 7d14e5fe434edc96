//! "Every group has its size": cells that are joined form groups, and each cell knows how large its own is.

use super::forest::{rooted, way};
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
}

impl Groups {
    /// The law; `larger[node][k]` says that the group of the node has more than k nodes, and is false beyond the end.
    pub fn new(switch: Bit, links: Vec<(usize, usize, Bit)>, larger: Vec<Vec<Bit>>) -> Groups {
        Groups { switch, links, larger }
    }

    fn at_least(&self, node: usize, size: usize) -> Bit {
        match size {
            0 => Bit::TRUE,
            _ => self.larger[node].get(size - 1).copied().unwrap_or(Bit::FALSE),
        }
    }

    /// By node: its neighbours along links that `passes` lets through, with the link.
    fn beside(&self, passes: impl Fn(Bit) -> bool) -> Vec<Vec<(usize, usize)>> {
        let mut beside = vec![Vec::new(); self.larger.len()];
        for (link, &(a, b, bit)) in self.links.iter().enumerate() {
            if passes(bit) {
                beside[a].push((b, link));
                beside[b].push((a, link));
            }
        }
        beside
    }

    /// The least and the most nodes that the group of `node` can have by what is known of its number.
    fn bounds(&self, node: usize, values: &Values) -> (usize, usize) {
        let bits = &self.larger[node];
        let least = bits.iter().take_while(|&&bit| values.of(bit) == Some(true)).count();
        let most = bits.iter().take_while(|&&bit| values.of(bit) != Some(false)).count();
        (least, most)
    }
}

/// The nodes of each tree by its root.
fn members(tree: &[usize]) -> Vec<Vec<usize>> {
    let mut members = vec![Vec::new(); tree.len()];
    tree.iter().enumerate().for_each(|(node, &root)| members[root].push(node));
    members
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
        let (tree, before) = rooted(&self.beside(|bit| values.of(bit) == Some(true)));
        let members_of = members(&tree);
        // The links by which a group holds together, as negated literals.
        let held = |root: usize| {
            let links = members_of[root].iter().map(|&node| before[node].1);
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
                let clause = way(&before, a, b).into_iter().map(|link| !self.links[link].2);
                if note(bit, clause.collect()) {
                    return;
                }
            }
        }
        // A group is at least as large as it is now.
        for (root, group) in members_of.iter().enumerate().filter(|(_, group)| !group.is_empty()) {
            for &node in group {
                if note(self.at_least(node, group.len()), held(root).collect()) {
                    return;
                }
            }
        }
        // And at most as large as it can become.
        let (reach, _) = rooted(&self.beside(|bit| values.of(bit) != Some(false)));
        let reachable = members(&reach);
        let mut fence: Vec<Vec<Bit>> = vec![Vec::new(); self.larger.len()];
        for &(a, b, bit) in &self.links {
            if reach[a] != reach[b] {
                fence[reach[a]].push(bit);
                fence[reach[b]].push(bit);
            }
        }
        for (root, part) in reachable.iter().enumerate().filter(|(_, part)| !part.is_empty()) {
            for &node in part {
                if note(!self.at_least(node, part.len() + 1), fence[root].clone()) {
                    return;
                }
            }
        }
        // A group that must grow and has one way out takes it; two groups that are too large together stay apart.
        let mut exits: Vec<Vec<usize>> = vec![Vec::new(); self.larger.len()];
        for (link, &(a, b, bit)) in self.links.iter().enumerate() {
            if tree[a] != tree[b] {
                exits[tree[a]].push(link);
                exits[tree[b]].push(link);
                let together = members_of[tree[a]].len() + members_of[tree[b]].len();
                let too_large = self.at_least(a, together);
                if values.of(bit).is_none() && values.of(too_large) == Some(false) {
                    let clause = held(tree[a]).chain(held(tree[b])).chain([too_large]).collect();
                    note(!bit, clause);
                }
            }
        }
        for (root, group) in members_of.iter().enumerate().filter(|(_, group)| !group.is_empty()) {
            let mut open =
                exits[root].iter().filter(|&&link| values.of(self.links[link].2).is_none());
            let (Some(&only), None) = (open.next(), open.next()) else { continue };
            if self.bounds(root, values).0 > group.len() {
                let closed = exits[root].iter().filter(|&&link| link != only);
                let mut clause: Vec<Bit> = closed.map(|&link| self.links[link].2).collect();
                // Inner links that are false would be contradictions, so the exits say it all.
                clause.extend(held(root));
                clause.push(!self.at_least(root, group.len() + 1));
                note(self.links[only].2, clause);
            }
        }
    }

    fn renamed(&self, rename: &mut dyn FnMut(Bit) -> Bit) -> Box<dyn Global> {
        let links = self.links.iter().map(|&(a, b, bit)| (a, b, rename(bit))).collect();
        let larger = self.larger.iter().map(|bits| bits.iter().map(|&bit| rename(bit)).collect());
        let larger = larger.collect();
        Box::new(Groups { switch: rename(self.switch), links, larger })
    }

    fn is_broken(&self, values: &Values) -> bool {
        if values.of(self.switch) != Some(true) {
            return false;
        }
        let parts = |passes: &dyn Fn(Bit) -> bool| {
            let (tree, _) = rooted(&self.beside(passes));
            tree
        };
        let joined = parts(&|bit| values.of(bit) == Some(true));
        let reach = parts(&|bit| values.of(bit) != Some(false));
        let (joined_members, reach_members) = (members(&joined), members(&reach));
        let torn = |&(a, b, bit): &(usize, usize, Bit)| {
            joined[a] == joined[b] && values.of(bit) == Some(false)
        };
        self.links.iter().any(torn)
            || (0..self.larger.len()).any(|node| {
                let (group, part) = (&joined_members[joined[node]], &reach_members[reach[node]]);
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
