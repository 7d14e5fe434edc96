//! Union-find that can take joins back, for searches that go back too.

/// Sets of the nodes `0..count` that are joined one by one; the last joins can be taken back.
///
/// Without path compression, so that a join changes three entries only. The members of each set form a ring.
///
/// ```
/// let mut sets = zugwerk_puzzle::UnionFind::new(3);
/// let before = sets.joins();
/// sets.join(sets.root(0), sets.root(2));
/// assert_eq!(sets.root(0), sets.root(2));
/// sets.take_back(before);
/// assert_ne!(sets.root(0), sets.root(2));
/// ```
#[derive(Clone, Debug)]
pub struct UnionFind {
    parent: Vec<u32>,
    size: Vec<u32>,
    /// By node: the next of its set; two rings become one when two entries are swapped.
    next: Vec<u32>,
    joins: Vec<(u32, u32)>,
}

impl UnionFind {
    /// Every node by itself.
    pub fn new(count: usize) -> UnionFind {
        let alone: Vec<u32> = (0..count as u32).collect();
        UnionFind { parent: alone.clone(), size: vec![1; count], next: alone, joins: Vec::new() }
    }

    /// The node that stands for the set of this one.
    #[inline]
    pub fn root(&self, mut node: u32) -> u32 {
        while self.parent[node as usize] != node {
            node = self.parent[node as usize];
        }
        node
    }

    /// How many members the set of a root has.
    #[inline]
    pub fn size(&self, root: u32) -> u32 {
        self.size[root as usize]
    }

    /// The next member of the same set; the last is followed by the first.
    #[inline]
    pub fn next(&self, node: u32) -> u32 {
        self.next[node as usize]
    }

    /// The sets of two roots, which must differ, become one.
    pub fn join(&mut self, a: u32, b: u32) {
        let (from, into) = if self.size(a) > self.size(b) { (b, a) } else { (a, b) };
        self.parent[from as usize] = into;
        self.size[into as usize] += self.size[from as usize];
        self.next.swap(from as usize, into as usize);
        self.joins.push((from, into));
    }

    /// How many joins there were.
    #[inline]
    pub fn joins(&self) -> usize {
        self.joins.len()
    }

    /// Takes all joins after the first `count` back.
    pub fn take_back(&mut self, count: usize) {
        while self.joins.len() > count
            && let Some((from, into)) = self.joins.pop()
        {
            self.next.swap(from as usize, into as usize);
            self.size[into as usize] -= self.size[from as usize];
            self.parent[from as usize] = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// After any joins and steps back, the sets are those of a plain list of labels.
        #[test]
        fn sets_are_those_of_labels(steps in prop::collection::vec((0u32..9, 0u32..9, 0usize..4), 0..40)) {
            let mut sets = UnionFind::new(9);
            let mut history = vec![(0..9u32).collect::<Vec<u32>>()];
            for (a, b, back) in steps {
                let count = sets.joins().saturating_sub(back);
                sets.take_back(count);
                history.truncate(count + 1);
                let mut labels = history[count].clone();
                let (a, b) = (sets.root(a), sets.root(b));
                if a != b {
                    sets.join(a, b);
                    let (from, into) = (labels[a as usize], labels[b as usize]);
                    labels.iter_mut().filter(|label| **label == from).for_each(|label| *label = into);
                    history.push(labels.clone());
                }
                for node in 0..9u32 {
                    let own = labels[node as usize];
                    let mut members = vec![node];
                    while sets.next(*members.last().unwrap()) != node {
                        members.push(sets.next(*members.last().unwrap()));
                    }
                    members.sort_unstable();
                    let same: Vec<u32> = (0..9).filter(|&other| labels[other as usize] == own).collect();
                    prop_assert_eq!(&members, &same);
                    prop_assert_eq!(sets.size(sets.root(node)) as usize, same.len());
                    prop_assert!(same.iter().all(|&other| sets.root(other) == sets.root(node)));
                }
            }
        }
    }
}
