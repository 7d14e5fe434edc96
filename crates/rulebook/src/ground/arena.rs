//! The nodes of the ground form, each kept once. Building one simplifies it: what is known is computed, and
//! questions about a walk from a cell become questions about the cells it passes.

use super::fold::Known;
use super::node::{Comparison, Id, Nearness, Node};
use crate::board::{Board, Direction};
use crate::cellset::CellSet;
use std::collections::HashMap;
use std::sync::Arc;

/// The most nodes of a rulebook.
pub const MOST_NODES: usize = 200_000;
/// Longer runs are counted, not written out as conditions on their cells.
const LONGEST_WRITTEN_RUN: i32 = 24;

/// Nodes of the ground form over one board.
#[derive(Clone, Debug)]
pub struct Arena {
    board: Arc<Board>,
    nodes: Vec<Node>,
    /// Of each node, the variables it depends on, and whether on the position.
    dependence: Vec<(u64, bool)>,
    numbers: HashMap<Node, Id>,
    sets: Vec<CellSet>,
    set_numbers: HashMap<CellSet, u32>,
    directions: Vec<Direction>,
    /// Sets made from formulas, by formula and variable.
    comprehensions: HashMap<(Id, u8), Id>,
    /// Contents of which there is at most one on the board at the start: looking at it alone is cheaper than at all
    /// cells at once.
    single: Vec<u8>,
}

impl Arena {
    /// No nodes yet.
    pub fn new(board: Arc<Board>, single: Vec<u8>) -> Arena {
        Arena {
            board,
            nodes: Vec::new(),
            dependence: Vec::new(),
            numbers: HashMap::new(),
            sets: Vec::new(),
            set_numbers: HashMap::new(),
            directions: Vec::new(),
            comprehensions: HashMap::new(),
            single,
        }
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

    fn intern(&mut self, node: Node) -> Id {
        if let Some(id) = self.numbers.get(&node) {
            return *id;
        }
        let mut variables = 0;
        let mut position = node.reads_position();
        for operand in node.operands() {
            variables |= self.variables(operand);
            position |= self.reads_position(operand);
        }
        match node {
            Node::Var(var) => variables |= 1 << var,
            // The variable is bound in the body; the domain cannot mention it.
            Node::Where(var, _, _) | Node::Sum(var, _, _) => variables &= !(1 << var),
            _ => {}
        }
        let id = self.nodes.len() as Id;
        self.nodes.push(node);
        self.dependence.push((variables, position));
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
        let constant = self.constant(known);
        self.numbers.insert(node, constant);
        constant
    }

    fn constant(&mut self, known: Known) -> Id {
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

    fn is_everywhere(&self, id: Id) -> bool {
        matches!(self.node(id), Node::Cells(number) if *self.cells(number) == self.all_cells())
    }

    /// The simpler node that means the same, if there is one.
    fn simplified(&mut self, node: Node) -> Option<Id> {
        use Node::*;
        let truth = |arena: &Arena, id| arena.known_truth_of(id);
        Some(match node {
            Not(a) => match self.node(a) {
                Not(inner) => inner,
                _ => return None,
            },
            And(a, b) if a == b => a,
            And(a, b) => match (truth(self, a), truth(self, b)) {
                (Some(true), _) => b,
                (_, Some(true)) => a,
                (Some(false), _) | (_, Some(false)) => self.truth(false),
                // One order for both.
                _ if a > b => self.build(And(b, a)),
                _ => return None,
            },
            Or(a, b) if a == b => a,
            Or(a, b) => match (truth(self, a), truth(self, b)) {
                (Some(false), _) => b,
                (_, Some(false)) => a,
                (Some(true), _) | (_, Some(true)) => self.truth(true),
                _ if a > b => self.build(Or(b, a)),
                _ => return None,
            },
            In(a, b) => return self.simplified_membership(a, b),
            NonEmpty(a) => match self.node(a) {
                Union(a, b) => {
                    let (a, b) = (self.build(NonEmpty(a)), self.build(NonEmpty(b)));
                    self.build(Or(a, b))
                }
                IfSet(condition, yes, no) => {
                    let (yes, no) = (self.build(NonEmpty(yes)), self.build(NonEmpty(no)));
                    self.choose(condition, yes, no)
                }
                Chain(cell, direction, set) => {
                    let next = self.build(Step(cell, direction));
                    self.build(In(next, set))
                }
                Ray(cell, direction) => {
                    let next = self.build(Step(cell, direction));
                    let everywhere = self.everywhere();
                    self.build(In(next, everywhere))
                }
                Meet(a, b) if matches!(self.node(a), Singleton(_)) => {
                    self.membership_of_singleton(a, b)
                }
                Meet(a, b) if matches!(self.node(b), Singleton(_)) => {
                    self.membership_of_singleton(b, a)
                }
                _ => return None,
            },
            SameCell(a, b) if a > b => self.build(SameCell(b, a)),
            SameCell(a, b) if self.node(a) == NoCell || self.node(b) == NoCell => self.truth(false),
            SameContent(a, b) => match (self.node(a), self.node(b)) {
                (Content(content), ContentOf(cell)) | (ContentOf(cell), Content(content))
                    if content > 0 =>
                {
                    let plane = self.build(Plane(content));
                    self.build(In(cell, plane))
                }
                _ => return None,
            },
            Compare(comparison, a, b) => return self.simplified_comparison(comparison, a, b),
            Add(a, b) if self.node(b) == Int(0) => a,
            Add(a, b) if self.node(a) == Int(0) => b,
            Subtract(a, b) if self.node(b) == Int(0) => a,
            Multiply(a, b) if self.node(b) == Int(1) => a,
            Multiply(a, b) if self.node(a) == Int(1) => b,
            Step(a, direction) if self.direction(direction) == (0, 0) => a,
            // Steps add up: the cells between need not be there.
            Step(a, direction) => match self.node(a) {
                NoCell => a,
                Step(from, first) => {
                    let (one, two) = (self.direction(first), self.direction(direction));
                    let both = self.direction_number((one.0 + two.0, one.1 + two.1));
                    self.build(Step(from, both))
                }
                _ => return None,
            },
            IfNumber(a, b, c) | IfCell(a, b, c) | IfSet(a, b, c) | IfContent(a, b, c) => {
                match truth(self, a) {
                    Some(true) => b,
                    Some(false) => c,
                    None if b == c => b,
                    None => return None,
                }
            }
            Union(a, b) if a == b || self.is_nowhere(b) => a,
            Union(a, b) if self.is_nowhere(a) => b,
            Union(a, b) if self.is_everywhere(a) || self.is_everywhere(b) => self.everywhere(),
            Union(a, b) if a > b => self.build(Union(b, a)),
            Meet(a, b) if a == b || self.is_everywhere(b) => a,
            Meet(a, b) if self.is_everywhere(a) => b,
            Meet(a, b) if self.is_nowhere(a) || self.is_nowhere(b) => self.nowhere(),
            Meet(a, b) => match (self.node(a), self.node(b)) {
                (Plane(one), Plane(two)) if one != two => self.nowhere(),
                (IfSet(condition, yes, no), _) if self.is_nowhere(no) => {
                    let yes = self.build(Meet(yes, b));
                    self.build(IfSet(condition, yes, no))
                }
                (_, IfSet(condition, yes, no)) if self.is_nowhere(no) => {
                    let yes = self.build(Meet(yes, a));
                    self.build(IfSet(condition, yes, no))
                }
                _ if a > b => self.build(Meet(b, a)),
                _ => return None,
            },
            Complement(a) => match self.node(a) {
                Complement(inner) => inner,
                _ => return None,
            },
            Shift(a, _) | Spread(a, _) | Reach(_, a) | Chain(_, _, a) | PastIn(_, _, a)
                if self.is_nowhere(a) =>
            {
                self.nowhere()
            }
            Where(_, domain, _) if self.is_nowhere(domain) => self.nowhere(),
            Where(_, domain, body) => match truth(self, body) {
                Some(true) => domain,
                Some(false) => self.nowhere(),
                None => return None,
            },
            _ => return None,
        })
    }

    fn membership_of_singleton(&mut self, singleton: Id, set: Id) -> Id {
        match self.node(singleton) {
            Node::Singleton(cell) => self.build(Node::In(cell, set)),
            _ => unreachable!("called with a singleton"),
        }
    }

    fn simplified_membership(&mut self, cell: Id, set: Id) -> Option<Id> {
        use Node::*;
        Some(match (self.node(cell), self.node(set)) {
            (NoCell, _) => self.truth(false),
            _ if self.is_nowhere(set) => self.truth(false),
            (Var(_) | Cell(_), _) if self.is_everywhere(set) => self.truth(true),
            // A set that is the same for all cells is looked into once.
            (_, Union(a, b)) if self.variables(set) != 0 => {
                let (a, b) = (self.build(In(cell, a)), self.build(In(cell, b)));
                self.build(Or(a, b))
            }
            (_, Meet(a, b)) if self.variables(set) != 0 => {
                let (a, b) = (self.build(In(cell, a)), self.build(In(cell, b)));
                self.build(And(a, b))
            }
            (_, Singleton(other)) => self.build(SameCell(cell, other)),
            (_, IfSet(condition, yes, no)) => {
                let (yes, no) = (self.build(In(cell, yes)), self.build(In(cell, no)));
                self.choose(condition, yes, no)
            }
            (IfCell(condition, yes, no), _) => {
                let (yes, no) = (self.build(In(yes, set)), self.build(In(no, set)));
                self.choose(condition, yes, no)
            }
            _ => return None,
        })
    }

    fn simplified_comparison(&mut self, comparison: Comparison, a: Id, b: Id) -> Option<Id> {
        use Node::*;
        Some(match (self.node(a), self.node(b)) {
            (Run(cell, direction, set), Int(number)) if number <= LONGEST_WRITTEN_RUN => {
                match comparison {
                    Comparison::AtLeast => self.run_of(cell, direction, set, number),
                    Comparison::Equal if number < 0 => self.truth(false),
                    Comparison::Equal => {
                        let reached = self.run_of(cell, direction, set, number);
                        let longer = self.run_of(cell, direction, set, number + 1);
                        let ends = self.build(Not(longer));
                        self.build(And(reached, ends))
                    }
                }
            }
            (Int(number), Run(cell, direction, set)) if number < LONGEST_WRITTEN_RUN => {
                match comparison {
                    // `number >= run`: it is not longer.
                    Comparison::AtLeast => {
                        let longer = self.run_of(cell, direction, set, number + 1);
                        self.build(Not(longer))
                    }
                    Comparison::Equal => self.build(Compare(Comparison::Equal, b, a)),
                }
            }
            (Count(set), Int(number)) => match (comparison, number) {
                (Comparison::AtLeast, 1) => self.build(NonEmpty(set)),
                (Comparison::AtLeast, ..=0) => self.truth(true),
                (Comparison::Equal, 0) => {
                    let some = self.build(NonEmpty(set));
                    self.build(Not(some))
                }
                _ => return None,
            },
            (Int(0), Count(set)) if comparison == Comparison::AtLeast => {
                let some = self.build(NonEmpty(set));
                self.build(Not(some))
            }
            _ if a == b => self.truth(true),
            _ => return None,
        })
    }

    /// The next `number` cells in a direction are all in the set.
    fn run_of(&mut self, cell: Id, direction: u16, set: Id, number: i32) -> Id {
        let mut all = self.truth(true);
        let mut at = cell;
        for _ in 0..number.max(0) {
            at = self.build(Node::Step(at, direction));
            let here = self.build(Node::In(at, set));
            all = self.build(Node::And(all, here));
        }
        all
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

    fn join(
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

    /// Whether there is at most one cell in the set, as far as the start shows.
    fn is_single(&self, set: Id) -> bool {
        match self.node(set) {
            Node::Plane(content) => self.single.contains(&content),
            Node::Meet(a, b) => self.is_single(a) || self.is_single(b),
            Node::Singleton(_) => true,
            _ => false,
        }
    }

    /// The members of `domain` for which the formula holds, the variable standing for them.
    pub fn members(&mut self, var: u8, domain: Id, formula: Id) -> Id {
        if self.is_single(domain) && self.mentions(formula, var) {
            return self.members_of_few(var, domain, formula);
        }
        // What cannot be said of all cells at once is asked of the members of what can.
        let (quick, slow) = self.split(var, formula);
        let set = self.comprehension(var, quick);
        let quick = self.build(Node::Meet(domain, set));
        match self.known_truth_of(slow) {
            Some(true) => quick,
            _ => self.build(Node::Where(var, quick, slow)),
        }
    }

    /// The same where there is hardly ever more than one cell: it is looked at by itself, what is cheap first.
    fn members_of_few(&mut self, var: u8, domain: Id, formula: Id) -> Id {
        /// More nodes are worth a look at the cheap conditions before.
        const CHEAP: usize = 12;
        let (mut open, mut domain) = (vec![formula], domain);
        let (mut cheap, mut dear) = (Vec::new(), Vec::new());
        while let Some(id) = open.pop() {
            match self.node(id) {
                Node::And(a, b) => open.extend([a, b]),
                Node::In(cell, set)
                    if self.node(cell) == Node::Var(var) && !self.mentions(set, var) =>
                {
                    domain = self.build(Node::Meet(domain, set));
                }
                _ if self.order_under(var, id).len() <= CHEAP => cheap.push(id),
                _ => dear.push(id),
            }
        }
        for group in [cheap, dear] {
            let all = self.all(group);
            domain = self.build(Node::Where(var, domain, all));
        }
        domain
    }

    /// Splits a conjunction into what can be said of all cells at once and the rest.
    fn split(&mut self, var: u8, formula: Id) -> (Id, Id) {
        if let Node::And(a, b) = self.node(formula) {
            let ((a, slow_a), (b, slow_b)) = (self.split(var, a), self.split(var, b));
            return (self.build(Node::And(a, b)), self.build(Node::And(slow_a, slow_b)));
        }
        let truth = self.truth(true);
        let set = self.comprehension(var, formula);
        match self.needs_loop(set, var, formula) {
            true => (truth, formula),
            false => (formula, truth),
        }
    }

    /// Whether the set is the formula tried cell by cell.
    fn needs_loop(&self, set: Id, var: u8, formula: Id) -> bool {
        matches!(self.node(set), Node::Where(v, _, body) if v == var && body == formula)
    }

    /// The cells for which a formula holds: written with sets where that is possible, else tried one by one.
    pub fn comprehension(&mut self, var: u8, formula: Id) -> Id {
        use Node::*;
        if let Some(id) = self.comprehensions.get(&(formula, var)) {
            return *id;
        }
        let everywhere = self.everywhere();
        let set = if !self.mentions(formula, var) {
            let nowhere = self.nowhere();
            self.build(IfSet(formula, everywhere, nowhere))
        } else if !self.reads_position(formula) && self.variables(formula) == 1 << var {
            let mut cells = [None; 64];
            let holds = |cell: &usize| {
                cells[usize::from(var)] = Some(*cell);
                self.known(formula, &mut cells) == Known::Truth(true)
            };
            let set: Vec<usize> = self.board.clone().cells().filter(holds).collect();
            self.set_of(set)
        } else {
            match self.node(formula) {
                Not(a) => {
                    let set = self.comprehension(var, a);
                    self.build(Complement(set))
                }
                And(a, b) => {
                    let (a, b) = (self.comprehension(var, a), self.comprehension(var, b));
                    self.build(Meet(a, b))
                }
                Or(a, b) => {
                    let (a, b) = (self.comprehension(var, a), self.comprehension(var, b));
                    self.build(Union(a, b))
                }
                In(cell, set) if !self.mentions(set, var) => match self.preimage(var, cell, set) {
                    Some(set) => set,
                    None => self.build(Where(var, everywhere, formula)),
                },
                SameCell(a, b) if !self.mentions(a, var) || !self.mentions(b, var) => {
                    let (with, without) = if self.mentions(a, var) { (a, b) } else { (b, a) };
                    let single = self.build(Singleton(without));
                    match self.preimage(var, with, single) {
                        Some(set) => set,
                        None => self.build(Where(var, everywhere, formula)),
                    }
                }
                NonEmpty(set) => self.meeting(var, set, formula),
                _ => self.build(Where(var, everywhere, formula)),
            }
        };
        self.comprehensions.insert((formula, var), set);
        set
    }

    /// The cells whose neighbours have a member in the set, where the formula says that.
    fn meeting(&mut self, var: u8, set: Id, formula: Id) -> Id {
        use Node::*;
        let everywhere = self.everywhere();
        let near = |arena: &Arena, id| match arena.node(id) {
            Near(cell, nearness) if arena.node(cell) == Var(var) => Some(nearness),
            _ => None,
        };
        let found = match self.node(set) {
            Meet(a, b) => match (near(self, a), near(self, b)) {
                (Some(nearness), _) if !self.mentions(b, var) => Some((b, nearness)),
                (_, Some(nearness)) if !self.mentions(a, var) => Some((a, nearness)),
                _ => None,
            },
            _ => None,
        };
        match found {
            Some((set, nearness)) => self.build(Spread(set, nearness)),
            None => self.build(Where(var, everywhere, formula)),
        }
    }

    /// The values of the variable for which `cell` is in the set.
    fn preimage(&mut self, var: u8, cell: Id, set: Id) -> Option<Id> {
        use Node::*;
        Some(match self.node(cell) {
            Var(other) if other == var => set,
            Step(from, direction) => {
                let shifted = self.build(Shift(set, direction));
                return self.preimage(var, from, shifted);
            }
            Past(from, direction, through) if !self.mentions(through, var) => {
                let behind = self.build(PastIn(direction, through, set));
                return self.preimage(var, from, behind);
            }
            _ => return None,
        })
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

    fn collect(&self, roots: impl IntoIterator<Item = Id>, wanted: impl Fn(Id) -> bool) -> Vec<Id> {
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
    fn free_of(&self, var: u8, root: Id) -> Vec<Id> {
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
        self.nodes.len() > MOST_NODES
    }

    /// The neighbours of a cell, as a set.
    pub fn near_of(&mut self, cell: Id, nearness: Nearness) -> Id {
        self.build(Node::Near(cell, nearness))
    }
}
