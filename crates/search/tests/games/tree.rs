//! An explicit tree of numbers as a game: what search does to it can be checked by hand.

use zugwerk_search::{Evaluate, Game, Outcome, Score};

/// A tree whose leaves have values for the first player (White, say); inner nodes have an estimate.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// Whoever moves from a node whose number is a multiple of this moves again; nobody where it is 0.
    pub again: usize,
}

#[derive(Clone, Debug)]
struct Node {
    value: Score,
    children: Vec<usize>,
}

/// A node, how deep it lies, and whether White moves there.
#[derive(Clone, Debug)]
pub struct At {
    node: usize,
    ply: usize,
    white: bool,
}

/// A tree as it is written down in a test or made up by proptest.
#[derive(Clone, Debug)]
pub enum Shape {
    Leaf(Score),
    Inner(Score, Vec<Shape>),
}

impl Tree {
    pub fn new(shape: &Shape) -> Tree {
        let mut tree = Tree { nodes: Vec::new(), again: 0 };
        tree.add(shape);
        tree
    }

    fn add(&mut self, shape: &Shape) -> usize {
        let index = self.nodes.len();
        let (value, children): (Score, &[Shape]) = match shape {
            Shape::Leaf(value) => (*value, &[]),
            Shape::Inner(value, children) => (*value, children),
        };
        self.nodes.push(Node { value, children: vec![] });
        for child in children {
            let child = self.add(child);
            self.nodes[index].children.push(child);
        }
        index
    }

    /// A tree of the given degree over a row of leaves: every `degree` neighbours get a parent until
    /// one node is left.
    pub fn uniform(degree: usize, leaves: &[Score]) -> Tree {
        let mut row: Vec<Shape> = leaves.iter().map(|&value| Shape::Leaf(value)).collect();
        while row.len() > 1 {
            row = row.chunks(degree).map(|nodes| Shape::Inner(0, nodes.to_vec())).collect();
        }
        Tree::new(&row[0])
    }

    /// The same tree with the opposite values: the other side's view.
    pub fn inverted(&self) -> Tree {
        let mut tree = self.clone();
        for node in &mut tree.nodes {
            node.value = -node.value;
        }
        tree
    }

    pub fn root(&self, white: bool) -> At {
        At { node: 0, ply: 0, white }
    }

    /// The value for the side to move by the definition, written without any search code.
    pub fn value(&self, node: usize, white: bool, depth: u32) -> Score {
        let at = &self.nodes[node];
        if depth == 0 || at.children.is_empty() {
            return if white { at.value } else { -at.value };
        }
        let value = |&child: &usize| match self.keeps_turn(node) {
            true => self.value(child, white, depth - 1),
            false => -self.value(child, !white, depth - 1),
        };
        at.children.iter().map(value).max().unwrap()
    }

    fn keeps_turn(&self, node: usize) -> bool {
        self.again > 0 && node.is_multiple_of(self.again) && !self.nodes[node].children.is_empty()
    }
}

impl Game for Tree {
    type State = At;
    type Move = usize;

    /// A leaf has one move, to itself, so that trees need not be equally deep everywhere.
    fn moves(&self, at: &At, moves: &mut Vec<usize>) {
        moves.extend(0..self.nodes[at.node].children.len().max(1));
    }

    fn play(&self, at: &At, chosen: usize) -> At {
        let node = self.nodes[at.node].children.get(chosen).copied().unwrap_or(at.node);
        At { node, ply: at.ply + 1, white: at.white == self.keeps_turn(at.node) }
    }

    fn moves_again(&self, before: &At, after: &At) -> bool {
        before.white == after.white
    }

    fn outcome(&self, _: &At) -> Option<Outcome> {
        None
    }

    fn hash(&self, at: &At) -> u64 {
        ((at.node * 2 + usize::from(at.white)) as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ (at.ply as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    fn notation(&self, _: &At, chosen: usize) -> String {
        chosen.to_string()
    }
}

/// The numbers of the nodes.
pub struct Numbers;

impl Evaluate<Tree> for Numbers {
    fn evaluate(&self, tree: &Tree, at: &At) -> Score {
        let value = tree.nodes[at.node].value;
        if at.white { value } else { -value }
    }
}
