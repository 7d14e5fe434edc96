//! The nodes of the ground form, each kept once. Building one simplifies it: what is known is computed, and
//! questions about a walk from a cell become questions about the cells it passes.

use super::fold::Known;
use super::node::{Id, Nearness, Node};
use crate::board::{Board, Direction};
use crate::cellset::CellSet;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most nodes of a rulebook.
pub const MOST_NODES: usize = 200_000;

/// How many values may be computed while rules are read.
const MOST_WORK: usize = 20_000_000;

/// How much has been computed of what is known before any position is; nested quantifiers can ask for any amount.
#[derive(Debug)]
struct Work {
    done: AtomicUsize,
    most: usize,
}

impl Clone for Work {
    fn clone(&self) -> Work {
        Work { done: AtomicUsize::new(self.done.load(Ordering::Relaxed)), most: self.most }
    }
}

/// Nodes of the ground form over one board.
#[derive(Clone, Debug)]
pub struct Arena {
    pub(super) board: Arc<Board>,
    nodes: Vec<Node>,
    /// Of each node, the variables it depends on, and whether on the position.
    dependence: Vec<(u64, bool)>,
    /// Of each node, how often at worst its innermost part is asked: loops over cells within loops over cells.
    rounds: Vec<u64>,
    numbers: HashMap<Node, Id>,
    sets: Vec<CellSet>,
    set_numbers: HashMap<CellSet, u32>,
    directions: Vec<Direction>,
    /// Sets made from formulas, by formula and variable.
    pub(super) comprehensions: HashMap<(Id, u8), Id>,
    /// Contents of which there is at most one on the board at the start: looking at it alone is cheaper than at all
    /// cells at once.
    pub(super) single: Vec<u8>,
    work: Work,
}

impl Arena {
    /// No nodes yet.
    pub fn new(board: Arc<Board>, single: Vec<u8>) -> Arena {
        Arena {
            board,
            nodes: Vec::new(),
            dependence: Vec::new(),
            rounds: Vec::new(),
            numbers: HashMap::new(),
            sets: Vec::new(),
            set_numbers: HashMap::new(),
            directions: Vec::new(),
            comprehensions: HashMap::new(),
            single,
            work: Work { done: AtomicUsize::new(0), most: MOST_WORK },
        }
    }

    /// Some more has been computed; whether that was too much.
    #[inline]
    pub(super) fn works(&self, amount: usize) -> bool {
        // Who reads rules does so alone: nothing is lost between the two steps.
        let done = self.work.done.load(Ordering::Relaxed).saturating_add(amount);
        self.work.done.store(done, Ordering::Relaxed);
        done > self.work.most
    }

    /// How much has been computed.
    pub(super) fn work(&self) -> usize {
        self.work.done.load(Ordering::Relaxed)
    }

    /// The rules have been read, and were not too much: what is computed of them from now on is bounded by that.
    pub(super) fn close(&mut self) {
        self.work.most = usize::MAX;
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// A node.
    pub fn node(&self, id: Id) -> Node {
        self.nodes[id as usize]
    }

    /// All nodes, in order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A known set by its number.
    pub fn cells(&self, number: u32) -> &CellSet {
        &self.sets[number as usize]
    }

    /// The known sets.
    pub fn sets(&self) -> &[CellSet] {
        &self.sets
    }

    /// A direction by its number.
    pub fn direction(&self, number: u16) -> Direction {
        self.directions[usize::from(number)]
    }

    /// The directions that occur.
    pub fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// The variables that a node depends on, as bits.
    pub fn variables(&self, id: Id) -> u64 {
        self.dependence[id as usize].0
    }

    /// Whether a node depends on the variable.
    pub fn mentions(&self, id: Id, var: u8) -> bool {
        self.variables(id) >> var & 1 == 1
    }

    /// Whether a node depends on the position.
    pub fn reads_position(&self, id: Id) -> bool {
        self.dependence[id as usize].1
    }

    /// How often at worst the innermost part of a node is asked.
    pub fn rounds(&self, id: Id) -> u64 {
        self.rounds[id as usize]
    }

    /// How many cells a set can have, as far as that is seen at once.
    fn most_members(&self, set: Id) -> u64 {
        match self.node(set) {
            Node::Cells(number) => self.cells(number).iter().count() as u64,
            Node::Meet(a, b) => self.most_members(a).min(self.most_members(b)),
            _ if self.is_single(set) => 1,
            _ => self.board.places() as u64,
        }
    }

    pub(crate) fn all_cells(&self) -> CellSet {
        CellSet::of(self.board.places(), self.board.cells())
    }

    /// The number of a direction.
    pub fn direction_number(&mut self, direction: Direction) -> u16 {
        let known = self.directions.iter().position(|other| *other == direction);
        known.unwrap_or_else(|| {
            self.directions.push(direction);
            self.directions.len() - 1
        }) as u16
    }

    /// The node for a known set.
    pub fn set(&mut self, set: CellSet) -> Id {
        let number = match self.set_numbers.get(&set) {
            Some(number) => *number,
            None => {
                let number = self.sets.len() as u32;
                self.set_numbers.insert(set.clone(), number);
                self.sets.push(set);
                number
            }
        };
        self.intern(Node::Cells(number))
    }

    /// The known set of these cells.
    pub fn set_of(&mut self, cells: impl IntoIterator<Item = usize>) -> Id {
        let set = CellSet::of(self.board.places(), cells);
        self.set(set)
    }

    /// All cells.
    pub fn everywhere(&mut self) -> Id {
        let all = self.all_cells();
        self.set(all)
    }

    /// No cell.
    pub fn nowhere(&mut self) -> Id {
        self.set_of([])
    }

    /// The formula that is always true or always false.
    pub fn truth(&mut self, truth: bool) -> Id {
        self.intern(Node::Truth(truth))
    }

    /// A number.
    pub fn int(&mut self, number: i64) -> Id {
        self.intern(Node::Int(number.clamp(i32::MIN.into(), i32::MAX.into()) as i32))
    }

    pub(super) fn intern(&mut self, node: Node) -> Id {
        if let Some(id) = self.numbers.get(&node) {
            return *id;
        }
        let mut variables = 0;
        let mut position = node.reads_position();
        let mut rounds = 1;
        for operand in node.operands() {
            rounds = rounds.max(self.rounds(operand));
            variables |= self.variables(operand);
            position |= self.reads_position(operand);
        }
        match node {
            Node::Var(var) => variables |= 1 << var,
            // The variable is bound in the body; the domain cannot mention it.
            Node::Where(var, domain, body) | Node::Sum(var, domain, body) => {
                variables &= !(1 << var);
                rounds = rounds.max(self.rounds(body).saturating_mul(self.most_members(domain)));
            }
            _ => {}
        }
        let id = self.nodes.len() as Id;
        self.nodes.push(node);
        self.dependence.push((variables, position));
        self.rounds.push(rounds);
        self.numbers.insert(node, id);
        id
    }

    /// Builds a node: the simplest one that means the same.
    pub fn build(&mut self, node: Node) -> Id {
        if let Some(id) = self.numbers.get(&node) {
            return *id;
        }
        if let Some(id) = self.simplified(node) {
            return id;
        }
        let id = self.intern(node);
        if node.is_constant() || self.variables(id) != 0 || self.reads_position(id) {
            return id;
        }
        let known = self.known(id, &mut [None; 64]);
        if self.is_full() {
            return id;
        }
        let constant = self.constant(known);
        self.numbers.insert(node, constant);
        constant
    }

    pub(super) fn constant(&mut self, known: Known) -> Id {
        match known {
            Known::Truth(truth) => self.truth(truth),
            Known::Int(number) => self.int(number),
            Known::Cell(None) => self.intern(Node::NoCell),
            Known::Cell(Some(cell)) => self.intern(Node::Cell(cell as u16)),
            Known::Set(set) => self.set(set),
            Known::Content(content) => self.intern(Node::Content(content)),
        }
    }

    /// A known truth.
    pub fn known_truth_of(&self, id: Id) -> Option<bool> {
        match self.node(id) {
            Node::Truth(truth) => Some(truth),
            _ => None,
        }
    }

    pub(crate) fn is_nowhere(&self, id: Id) -> bool {
        matches!(self.node(id), Node::Cells(number) if self.cells(number).is_empty())
    }

    pub(super) fn is_everywhere(&self, id: Id) -> bool {
        matches!(self.node(id), Node::Cells(number) if *self.cells(number) == self.all_cells())
    }

    /// The formula that is one of two, by a condition.
    pub fn choose(&mut self, condition: Id, yes: Id, no: Id) -> Id {
        let otherwise = self.build(Node::Not(condition));
        let (yes, no) =
            (self.build(Node::And(condition, yes)), self.build(Node::And(otherwise, no)));
        self.build(Node::Or(yes, no))
    }

    /// All of them, as a tree of little depth.
    pub fn all(&mut self, mut formulas: Vec<Id>) -> Id {
        self.join(&mut formulas, Node::And, |arena| arena.truth(true))
    }

    /// At least one of them.
    pub fn any(&mut self, mut formulas: Vec<Id>) -> Id {
        self.join(&mut formulas, Node::Or, |arena| arena.truth(false))
    }

    /// The sets put together.
    pub fn union(&mut self, mut sets: Vec<Id>) -> Id {
        self.join(&mut sets, Node::Union, |arena| arena.nowhere())
    }

    /// The numbers added up.
    pub fn sum(&mut self, mut numbers: Vec<Id>) -> Id {
        self.join(&mut numbers, Node::Add, |arena| arena.int(0))
    }

    pub(super) fn join(
        &mut self,
        ids: &mut Vec<Id>,
        with: fn(Id, Id) -> Node,
        none: fn(&mut Arena) -> Id,
    ) -> Id {
        while ids.len() > 1 {
            let pairs: Vec<Vec<Id>> = ids.chunks(2).map(<[Id]>::to_vec).collect();
            *ids = pairs
                .into_iter()
                .map(
                    |pair| {
                        if pair.len() == 2 { self.build(with(pair[0], pair[1])) } else { pair[0] }
                    },
                )
                .collect();
        }
        ids.first().copied().unwrap_or_else(|| none(self))
    }

    /// The nodes that the roots are made of, in an order in which operands come first, without what stands under a
    /// variable that is bound inside.
    pub fn order(&self, roots: impl IntoIterator<Item = Id>) -> Vec<Id> {
        self.collect(roots, |_| true)
    }

    /// The nodes under `root` that depend on the variable.
    pub fn order_under(&self, var: u8, root: Id) -> Vec<Id> {
        self.collect([root], |id| self.mentions(id, var) && self.node(id) != Node::Var(var))
    }

    pub(super) fn collect(
        &self,
        roots: impl IntoIterator<Item = Id>,
        wanted: impl Fn(Id) -> bool,
    ) -> Vec<Id> {
        let mut open: Vec<Id> = roots.into_iter().filter(|id| wanted(*id)).collect();
        let mut found = std::collections::BTreeSet::new();
        while let Some(id) = open.pop() {
            if !found.insert(id) {
                continue;
            }
            match self.node(id) {
                Node::Where(var, domain, body) | Node::Sum(var, domain, body) => {
                    open.push(domain);
                    // Of the body, what does not depend on the variable is computed outside.
                    open.extend(self.free_of(var, body));
                }
                node => open.extend(node.operands()),
            }
            open.retain(|id| wanted(*id));
        }
        found.into_iter().filter(|id| !matches!(self.node(*id), Node::Var(_))).collect()
    }

    /// The largest parts of a node that do not depend on the variable.
    pub(super) fn free_of(&self, var: u8, root: Id) -> Vec<Id> {
        let (mut open, mut seen, mut free) =
            (vec![root], std::collections::HashSet::new(), Vec::new());
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            if !self.mentions(id, var) {
                free.push(id);
                continue;
            }
            match self.node(id) {
                Node::Where(inner, domain, body) | Node::Sum(inner, domain, body) => {
                    open.push(domain);
                    // What is free of both is computed outside; the rest belongs to the inner loop.
                    let under = self.free_of(inner, body);
                    open.extend(under);
                }
                node => open.extend(node.operands()),
            }
        }
        free
    }

    /// Whether the rulebook has become too large.
    pub fn is_full(&self) -> bool {
        self.nodes.len() > MOST_NODES || self.works(0)
    }

    /// The neighbours of a cell, as a set.
    pub fn near_of(&mut self, cell: Id, nearness: Nearness) -> Id {
        self.build(Node::Near(cell, nearness))
    }
}
