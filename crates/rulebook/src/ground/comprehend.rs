//! The cells for which something holds, as sets that are computed for all cells at once where that is possible.

use super::Arena;
use super::fold::Known;
use super::node::{Id, Node};

impl Arena {
    /// Whether there is at most one cell in the set, as far as the start shows.
    pub(super) fn is_single(&self, set: Id) -> bool {
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
        if self.known_truth_of(slow) == Some(true) {
            return self.build(Node::Meet(domain, set));
        }
        // Cells that are left out here and there stay outside: rules that differ in them alone then ask once.
        let (set, wide) = self.without_wide(set);
        let quick = self.build(Node::Meet(domain, set));
        let found = self.build(Node::Where(var, quick, slow));
        self.build(Node::Meet(found, wide))
    }

    /// A set as what two sets have in common, of which the second is known and has most of the cells.
    fn without_wide(&mut self, set: Id) -> (Id, Id) {
        let everywhere = self.everywhere();
        match self.node(set) {
            Node::Cells(number) => {
                let most = self.cells(number).iter().count() * 2 >= self.board().cells().count();
                if most { (everywhere, set) } else { (set, everywhere) }
            }
            Node::Meet(a, b) => {
                let ((a, wide_a), (b, wide_b)) = (self.without_wide(a), self.without_wide(b));
                (self.build(Node::Meet(a, b)), self.build(Node::Meet(wide_a, wide_b)))
            }
            _ => (set, everywhere),
        }
    }

    /// The same where there is hardly ever more than one cell: it is looked at by itself, what is cheap first.
    pub(super) fn members_of_few(&mut self, var: u8, domain: Id, formula: Id) -> Id {
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
    pub(super) fn split(&mut self, var: u8, formula: Id) -> (Id, Id) {
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
    pub(super) fn needs_loop(&self, set: Id, var: u8, formula: Id) -> bool {
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
    pub(super) fn meeting(&mut self, var: u8, set: Id, formula: Id) -> Id {
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
    pub(super) fn preimage(&mut self, var: u8, cell: Id, set: Id) -> Option<Id> {
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
}
