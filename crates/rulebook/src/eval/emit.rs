//! From nodes to programs: each node is computed once, what a formula or a choice does not need is skipped, and
//! patterns of many nodes become one operation.

use super::bits::Bits;
use super::op::{Act, Op, Program};
use super::run::Machine;
use crate::ground::Arena;
use crate::ground::node::{Id, Node};
use std::collections::HashSet;

/// Writes a program.
pub struct Emitter<'m, B> {
    pub machine: &'m mut Machine<B>,
    program: Vec<Op>,
    /// The nodes whose values are in their registers at this place of the program.
    have: Have,
}

/// Nodes that have been computed.
#[derive(Clone, Debug, Default)]
pub struct Have {
    nodes: HashSet<Id>,
    /// In the order in which they came.
    trail: Vec<Id>,
}

impl<'m, B: Bits> Emitter<'m, B> {
    /// Begins a program where these nodes have been computed.
    pub fn new(machine: &'m mut Machine<B>, have: Have) -> Emitter<'m, B> {
        Emitter { machine, program: Vec::new(), have }
    }

    /// A program that computes these nodes from nothing.
    pub fn whole(machine: &mut Machine<B>, roots: impl IntoIterator<Item = Id>) -> Program {
        let mut emitter = Emitter::new(machine, Have::default());
        roots.into_iter().for_each(|root| emitter.need(root));
        emitter.finish().0
    }

    /// The program, and what has been computed at its end.
    pub fn finish(self) -> (Program, Have) {
        (self.program.into(), self.have)
    }

    /// What has been computed so far.
    pub fn have(&self) -> Have {
        self.have.clone()
    }

    pub fn arena(&self) -> &Arena {
        &self.machine.arena
    }

    pub fn has(&self, id: Id) -> bool {
        let node = self.arena().node(id);
        node.is_constant() || matches!(node, Node::Var(_)) || self.have.nodes.contains(&id)
    }

    fn now(&mut self, id: Id) {
        if self.have.nodes.insert(id) {
            self.have.trail.push(id);
        }
    }

    /// Forgets what has been computed since.
    fn forget(&mut self, since: usize) {
        for id in self.have.trail.split_off(since) {
            self.have.nodes.remove(&id);
        }
    }

    /// Adds a step that skips; [`skip_to_here`](Self::skip_to_here) says where to.
    fn skip(&mut self, to: Id, act: Act) -> usize {
        self.program.push(Op { to, act });
        self.program.len() - 1
    }

    fn skip_to_here(&mut self, from: usize) {
        let length = (self.program.len() - from - 1) as u32;
        match &mut self.program[from].act {
            Act::AndThen(_, skip)
            | Act::OrElse(_, skip)
            | Act::Unless(_, skip)
            | Act::UnlessSome(_, skip)
            | Act::Skip(skip) => *skip = length,
            _ => unreachable!("only skips are set"),
        }
    }

    /// What `work` emits is run only if the formula holds; it counts as computed within only.
    pub fn only_if(&mut self, formula: Id, work: impl FnOnce(&mut Self)) {
        self.need(formula);
        match self.arena().known_truth_of(formula) {
            Some(true) => work(self),
            Some(false) => {}
            None => {
                let since = self.have.trail.len();
                let skip = self.skip(0, Act::Unless(formula, 0));
                work(self);
                self.skip_to_here(skip);
                self.forget(since);
            }
        }
    }

    /// Makes sure that a node is computed.
    pub fn need(&mut self, id: Id) {
        if self.has(id) {
            return;
        }
        if !self.fuse(id) {
            self.emit(id);
        }
        self.now(id);
    }

    fn emit(&mut self, id: Id) {
        let node = self.arena().node(id);
        match node {
            Node::And(..) | Node::Or(..) => self.emit_junction(id),
            Node::IfNumber(a, b, c) | Node::IfCell(a, b, c) | Node::IfContent(a, b, c)
                if self.is_dear(b) || self.is_dear(c) =>
            {
                self.emit_choice(id, [a, b, c], Act::CopyNumber)
            }
            Node::IfSet(a, b, c) if self.is_dear(b) || self.is_dear(c) => {
                self.emit_choice(id, [a, b, c], Act::CopySet)
            }
            Node::NonEmpty(set) if !self.has(set) => match self.arena().node(set) {
                Node::Where(var, domain, body) => {
                    self.emit_loop(id, var, domain, body, Act::Some(var, domain, body))
                }
                _ => self.emit_plain(id, node),
            },
            Node::Meet(a, b) => self.emit_meet(id, a, b),
            Node::Where(var, domain, body) | Node::Sum(var, domain, body) => {
                self.emit_loop(id, var, domain, body, Act::Node(node))
            }
            _ => self.emit_plain(id, node),
        }
    }

    fn emit_plain(&mut self, id: Id, node: Node) {
        node.operands().for_each(|operand| self.need(operand));
        self.program.push(Op { to: id, act: Act::Node(node) });
    }

    /// Where one of two sets is empty, a dear other one is not computed.
    fn emit_meet(&mut self, id: Id, a: Id, b: Id) {
        const DEAR: u32 = 8;
        if self.emit_step(id, a, b) {
            return;
        }
        let (cheap, dear) = if self.cost(a) <= self.cost(b) { (a, b) } else { (b, a) };
        if self.cost(dear) < DEAR {
            return self.emit_without(id, a, b);
        }
        self.need(cheap);
        // What many sets are made of is computed for all of them.
        for plain in self.plain_parts(dear) {
            self.need(plain);
        }
        self.program.push(Op { to: id, act: Act::CopySet(cheap) });
        let since = self.have.trail.len();
        let skip = self.skip(0, Act::UnlessSome(cheap, 0));
        self.need(dear);
        self.program.push(Op { to: id, act: Act::Node(Node::Meet(cheap, dear)) });
        self.skip_to_here(skip);
        self.forget(since);
    }

    /// A step is possible from known cells only: to meet with those says nothing more.
    fn emit_step(&mut self, id: Id, a: Id, b: Id) -> bool {
        for (known, shifted) in [(a, b), (b, a)] {
            let (Node::Cells(number), Node::Shift(set, way)) =
                (self.arena().node(known), self.arena().node(shifted))
            else {
                continue;
            };
            let cells: B = super::tables::known(self.arena().cells(number));
            let from = self.machine.tables.ways[usize::from(way)].from;
            if from.without(cells).is_none() && !self.has(shifted) {
                self.need(set);
                self.program.push(Op { to: id, act: Act::Node(Node::Shift(set, way)) });
                return true;
            }
        }
        false
    }

    /// What two sets have in common; where one is all but a set, that one is taken away.
    fn emit_without(&mut self, id: Id, a: Id, b: Id) {
        for (set, other) in [(a, b), (b, a)] {
            if let Node::Complement(away) = self.arena().node(other)
                && !self.has(other)
            {
                self.need(set);
                self.need(away);
                self.program.push(Op { to: id, act: Act::Without(set, away) });
                return;
            }
        }
        self.emit_plain(id, Node::Meet(a, b));
    }

    /// The largest parts of a set that are contents of cells joined without looking at any neighbour.
    fn plain_parts(&self, id: Id) -> Vec<Id> {
        fn is_plain(arena: &Arena, id: Id) -> bool {
            match arena.node(id) {
                Node::Plane(_) => true,
                Node::Union(a, b) => is_plain(arena, a) && is_plain(arena, b),
                _ => false,
            }
        }
        let (mut open, mut parts) = (vec![id], Vec::new());
        while let Some(id) = open.pop() {
            match self.arena().node(id) {
                _ if is_plain(self.arena(), id) => parts.push(id),
                Node::Where(_, domain, _) | Node::Sum(_, domain, _) => open.push(domain),
                node => open.extend(node.operands()),
            }
        }
        parts
    }

    /// A fused operation, whose operands have been computed.
    pub fn emit_fused(&mut self, to: Id, fused: super::op::Fused<B>) {
        let number = self.machine.fused.len() as u32;
        self.machine.fused.push(fused);
        self.program.push(Op { to, act: Act::Fused(number) });
    }

    /// One of two values: only that one is computed.
    fn emit_choice(&mut self, id: Id, [condition, yes, no]: [Id; 3], copy: fn(Id) -> Act) {
        self.need(condition);
        let since = self.have.trail.len();
        let otherwise = self.skip(0, Act::Unless(condition, 0));
        self.need(yes);
        self.program.push(Op { to: id, act: copy(yes) });
        let end = self.skip(0, Act::Skip(0));
        self.forget(since);
        self.skip_to_here(otherwise);
        self.need(no);
        self.program.push(Op { to: id, act: copy(no) });
        self.forget(since);
        self.skip_to_here(end);
    }

    /// A loop over the cells of a domain. What does not depend on the variable is computed before, if there is a cell.
    fn emit_loop(&mut self, id: Id, var: u8, domain: Id, body: Id, act: Act) {
        self.need(domain);
        let since = self.have.trail.len();
        let none = self.skip(0, Act::UnlessSome(domain, 0));
        for free in free_of(self.arena(), 1 << var, body) {
            self.need(free);
        }
        self.skip_to_here(none);
        self.program.push(Op { to: id, act });
        // Values for other cells are none for these.
        let arena = &self.machine.arena;
        let stale: Vec<Id> =
            self.have.nodes.iter().copied().filter(|id| arena.mentions(*id, var)).collect();
        for id in stale {
            self.have.nodes.remove(&id);
        }
        let inner = self.have.trail.len();
        let skip = self.skip(0, Act::Skip(0));
        self.need(body);
        self.skip_to_here(skip);
        self.forget(inner);
        self.forget(since);
    }

    /// All or one of several formulas, the cheapest first, and no more than are needed.
    fn emit_junction(&mut self, id: Id) {
        let is_and = matches!(self.arena().node(id), Node::And(..));
        let mut leaves = self.fused_leaves(id, is_and);
        leaves.sort_by_key(|leaf| (!self.has(*leaf), self.cost(*leaf)));
        let mut skips = Vec::new();
        let last = leaves.len() - 1;
        let mut since = None;
        for (at, leaf) in leaves.into_iter().enumerate() {
            self.need(leaf);
            since.get_or_insert(self.have.trail.len());
            if at == last {
                self.program.push(Op { to: id, act: Act::CopyNumber(leaf) });
            } else {
                let act = if is_and { Act::AndThen(leaf, 0) } else { Act::OrElse(leaf, 0) };
                skips.push(self.skip(id, act));
            }
        }
        skips.into_iter().for_each(|skip| self.skip_to_here(skip));
        self.forget(since.unwrap_or(0));
    }

    /// The formulas that a tree of conjunctions or disjunctions joins.
    pub fn leaves(&self, id: Id, is_and: bool) -> Vec<Id> {
        let (mut open, mut leaves) = (vec![id], Vec::new());
        while let Some(id) = open.pop() {
            match self.arena().node(id) {
                Node::And(a, b) if is_and && !self.has(id) => open.extend([b, a]),
                Node::Or(a, b) if !is_and && !self.has(id) => open.extend([b, a]),
                _ if !leaves.contains(&id) => leaves.push(id),
                _ => {}
            }
        }
        leaves
    }

    fn is_dear(&self, id: Id) -> bool {
        !self.has(id) && self.cost(id) > 2
    }

    /// About how many steps a node takes, as far as it is not computed yet; large numbers are cut off.
    fn cost(&self, id: Id) -> u32 {
        const MOST: u32 = 400;
        let (mut open, mut seen, mut sum) = (vec![id], HashSet::new(), 0);
        while let Some(id) = open.pop() {
            if self.has(id) || !seen.insert(id) {
                continue;
            }
            let node = self.arena().node(id);
            sum += match node {
                Node::PastIn(..) => 10,
                Node::Where(..) | Node::Sum(..) | Node::Reach(..) => 40,
                Node::Spread(..) => 8,
                Node::Past(..) | Node::Chain(..) | Node::Run(..) | Node::ContentOf(_) => 3,
                _ => 1,
            };
            if sum > MOST {
                break;
            }
            open.extend(node.operands());
        }
        sum.min(MOST)
    }
}

/// The largest parts of a node that depend on none of the variables (a bit for each), constants aside.
pub fn free_of(arena: &Arena, variables: u64, root: Id) -> Vec<Id> {
    let (mut open, mut seen, mut free) = (vec![root], HashSet::new(), Vec::new());
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        if arena.variables(id) & variables == 0 {
            let node = arena.node(id);
            if !node.is_constant() && !matches!(node, Node::Var(_)) {
                free.push(id);
            }
            continue;
        }
        match arena.node(id) {
            Node::Where(inner, domain, body) | Node::Sum(inner, domain, body) => {
                open.push(domain);
                // What depends on the inner variable belongs to the inner loop.
                open.extend(free_of(arena, 1 << inner, body));
            }
            node => open.extend(node.operands()),
        }
    }
    free
}
