//! Simpler nodes that mean the same.

use super::Arena;
use super::node::{Comparison, Id, Node};

/// Longer runs are counted, not written out as conditions on their cells.
const LONGEST_WRITTEN_RUN: i32 = 24;

impl Arena {
    /// The simpler node that means the same, if there is one.
    pub(super) fn simplified(&mut self, node: Node) -> Option<Id> {
        use Node::*;
        let truth = |arena: &Arena, id| arena.known_truth_of(id);
        Some(match node {
            Not(a) => match self.node(a) {
                Not(inner) => inner,
                _ => return None,
            },
            And(a, b) if a == b => a,
            And(a, b) if self.node(a) == Not(b) || self.node(b) == Not(a) => self.truth(false),
            And(a, b) => match (truth(self, a), truth(self, b)) {
                (Some(true), _) => b,
                (_, Some(true)) => a,
                (Some(false), _) | (_, Some(false)) => self.truth(false),
                // One order for both.
                _ if a > b => self.build(And(b, a)),
                _ => return None,
            },
            Or(a, b) if a == b => a,
            Or(a, b) if self.node(a) == Not(b) || self.node(b) == Not(a) => self.truth(true),
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
                (one, two) if one == Complement(b) || two == Complement(a) => self.nowhere(),
                // A chain lies inside what it leads through.
                (Chain(_, _, through), _) if through == b => a,
                (_, Chain(_, _, through)) if through == a => b,
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
            Shift(a, _) | Spread(a, _) | Reach(_, a, _) | Chain(_, _, a) | PastIn(_, _, a)
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

    pub(super) fn membership_of_singleton(&mut self, singleton: Id, set: Id) -> Id {
        match self.node(singleton) {
            Node::Singleton(cell) => self.build(Node::In(cell, set)),
            _ => unreachable!("called with a singleton"),
        }
    }

    pub(super) fn simplified_membership(&mut self, cell: Id, set: Id) -> Option<Id> {
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

    pub(super) fn simplified_comparison(
        &mut self,
        comparison: Comparison,
        a: Id,
        b: Id,
    ) -> Option<Id> {
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
    pub(super) fn run_of(&mut self, cell: Id, direction: u16, set: Id, number: i32) -> Id {
        let mut all = self.truth(true);
        let mut at = cell;
        for _ in 0..number.max(0) {
            at = self.build(Node::Step(at, direction));
            let here = self.build(Node::In(at, set));
            all = self.build(Node::And(all, here));
        }
        all
    }
}
