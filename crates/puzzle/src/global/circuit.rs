//! "One loop": lines that close a loop leave none outside it.

use super::forest::way;
use super::{Consequences, Global, Values};
use zugwerk_logic::Bit;

/// Where the lines that are in have a cycle, they are that cycle and nothing else. Clauses beside this law say that two
/// lines or none meet in every point.
pub struct Circuit {
    /// The law counts only where this bit is true.
    switch: Bit,
    nodes: usize,
    /// The two points of every line, and whether it is in.
    lines: Vec<(usize, usize, Bit)>,
}

impl Circuit {
    /// The law for lines between the points `0..nodes`.
    pub fn new(switch: Bit, nodes: usize, lines: Vec<(usize, usize, Bit)>) -> Circuit {
        Circuit { switch, nodes, lines }
    }

    fn drawn(&self, values: &Values) -> Vec<usize> {
        let is_in = |&line: &usize| values.of(self.lines[line].2) == Some(true);
        (0..self.lines.len()).filter(is_in).collect()
    }
}

impl Global for Circuit {
    fn bits(&self) -> Vec<Bit> {
        self.lines.iter().map(|line| line.2).chain([self.switch]).collect()
    }

    fn consequences(&mut self, values: &Values, found: &mut Consequences) {
        if values.of(self.switch) != Some(true) {
            return;
        }
        let drawn = self.drawn(values);
        let mut beside: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.nodes];
        for &line in &drawn {
            let (a, b, _) = self.lines[line];
            beside[a].push((b, line));
            beside[b].push((a, line));
        }
        let (tree, before) = super::forest::rooted(&beside);
        for (line, &(a, b, bit)) in self.lines.iter().enumerate() {
            let in_tree = before[a].1 == line || before[b].1 == line;
            if tree[a] != tree[b] || in_tree || values.of(bit) == Some(false) {
                continue;
            }
            let path = way(&before, a, b);
            let outside = drawn.iter().find(|&&other| other != line && !path.contains(&other));
            let Some(&outside) = outside else { continue };
            let mut clause: Vec<Bit> = path.iter().map(|&line| !self.lines[line].2).collect();
            clause.extend([!self.lines[outside].2, !self.switch, !bit]);
            if values.of(bit) == Some(true) {
                super::contradict(clause, values, found);
                return;
            }
            found.push((!bit, clause));
        }
    }

    fn renamed(&self, rename: &mut dyn FnMut(Bit) -> Bit) -> Box<dyn Global> {
        let lines = self.lines.iter().map(|&(a, b, bit)| (a, b, rename(bit))).collect();
        Box::new(Circuit { switch: rename(self.switch), nodes: self.nodes, lines })
    }

    fn is_broken(&self, values: &Values) -> bool {
        if values.of(self.switch) != Some(true) {
            return false;
        }
        // What is left when loose ends are taken off again and again has a cycle.
        let drawn = self.drawn(values);
        let mut left = drawn.clone();
        loop {
            let mut ends = vec![0; self.nodes];
            for &line in &left {
                ends[self.lines[line].0] += 1;
                ends[self.lines[line].1] += 1;
            }
            let before = left.len();
            left.retain(|&line| ends[self.lines[line].0] > 1 && ends[self.lines[line].1] > 1);
            if left.len() == before {
                break;
            }
        }
        let Some(&first) = left.first() else { return false };
        // All of it must be one cycle, and nothing else drawn.
        let mut on_it = vec![false; self.nodes];
        on_it[self.lines[first].0] = true;
        let mut count = 0;
        loop {
            let grown = left.iter().filter(|&&line| {
                let (a, b, _) = self.lines[line];
                on_it[a] != on_it[b]
            });
            let points: Vec<usize> =
                grown.flat_map(|&line| [self.lines[line].0, self.lines[line].1]).collect();
            if points.is_empty() {
                break;
            }
            points.into_iter().for_each(|point| on_it[point] = true);
        }
        for &line in &left {
            count += usize::from(on_it[self.lines[line].0]);
        }
        let points = on_it.iter().filter(|&&is| is).count();
        count < drawn.len() || count != points
    }
}
