//! How a game ends, with what can bring an end about, so that most moves need not ask.

use super::bits::Bits;
use super::code::{FormulaCode, score};
use super::least::{Least, least_of_rows, shortest_walk};
use super::op::{Act, Fused, Row};
use super::run::Machine;
use crate::ground::Arena;
use crate::ground::form::{End, Result as EndResult};
use crate::ground::node::{Id, Nearness, Node};

/// An end of the game.
#[derive(Clone, Debug)]
pub struct EndCode<B> {
    pub formula: FormulaCode,
    pub result: EndResult,
    pub score: Option<FormulaCode>,
    /// And only when the other player has no move.
    pub no_move: bool,
    /// How it is asked.
    pub test: Test<B>,
    /// What can make it true.
    pub causes: Vec<Cause<B>>,
    /// The fewest pieces with which it can be.
    pub least: Vec<Least>,
}

/// A way to ask whether an end is reached.
#[derive(Clone, Debug)]
pub enum Test<B> {
    /// This many of a content (from number 1 on) in a row.
    Row(usize, Row<B>),
    /// No cell has the content.
    NoneOf(usize),
    /// Cells with the content connect two known sets.
    Joins(usize, [B; 2]),
    /// A formula.
    Formula,
}

/// A change of the position that can make a formula true.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause<B> {
    /// A cell of the set gets the content.
    Comes(usize, B),
    /// A cell of the set loses the content.
    Goes(usize, B),
    /// The last cell loses the content.
    LastGoes(usize),
    /// Whatever.
    Any,
}

impl<B: Bits> EndCode<B> {
    pub fn new(machine: &mut Machine<B>, end: &End) -> EndCode<B> {
        let formula = FormulaCode::new(machine, end.condition);
        let mut causes = Vec::new();
        of_formula(machine, end.condition, true, &mut causes);
        let test = test(machine, end.condition, &formula);
        let least = match &test {
            Test::Joins(content, ends) => vec![(*content, shortest_walk(&machine.tables, *ends))],
            _ => least_of_rows(machine, end.condition),
        };
        EndCode {
            test,
            causes,
            least,
            formula,
            result: end.result,
            score: score(machine, end.result),
            no_move: end.no_move,
        }
    }
}

fn test<B: Bits>(machine: &Machine<B>, condition: Id, formula: &FormulaCode) -> Test<B> {
    let arena = &machine.arena;
    let plane = |id: Id| match arena.node(id) {
        Node::Plane(content) => Some(usize::from(content)),
        _ => None,
    };
    if let Node::Not(some) = arena.node(condition)
        && let Node::NonEmpty(set) = arena.node(some)
        && let Some(content) = plane(set)
    {
        return Test::NoneOf(content);
    }
    if let Node::NonEmpty(both) = arena.node(condition)
        && let Node::Meet(a, b) = arena.node(both)
        && let Some((reach, far)) =
            known_set(arena, b).map(|far| (a, far)).or(known_set(arena, a).map(|far| (b, far)))
        && let Node::Reach(near, inside, Nearness::Sides) = arena.node(reach)
        && let Some(near) = known_set(arena, near)
        && let Some(content) = plane(inside).filter(|content| *content > 0)
    {
        return Test::Joins(content, [near, far]);
    }
    if let Some(last) = formula.program.last()
        && last.to == condition
        && formula.program.len() <= 3
        && let Some(Act::Fused(number)) =
            formula.program.iter().map(|op| op.act).find(|act| matches!(act, Act::Fused(_)))
        && let Fused::Row { set, row } = &machine.fused[number as usize]
        && let Some(content) = plane(*set).filter(|content| *content > 0)
    {
        return Test::Row(content, row.clone());
    }
    Test::Formula
}

/// What can make a formula true, or false.
fn of_formula<B: Bits>(machine: &Machine<B>, id: Id, wanted: bool, causes: &mut Vec<Cause<B>>) {
    let arena = &machine.arena;
    match arena.node(id) {
        Node::Truth(_) => {}
        Node::Not(a) => of_formula(machine, a, !wanted, causes),
        // A conjunction becomes true only when its last part does.
        Node::And(a, b) | Node::Or(a, b) => {
            of_formula(machine, a, wanted, causes);
            of_formula(machine, b, wanted, causes);
        }
        Node::NonEmpty(set) => match arena.node(set) {
            Node::Plane(content) if !wanted && content > 0 => {
                causes.push(Cause::LastGoes(usize::from(content)))
            }
            _ => of_set(machine, set, wanted, machine.tables.all, causes),
        },
        _ => causes.push(Cause::Any),
    }
}

/// What can add members to a set, or take them away; members outside `within` do not count.
fn of_set<B: Bits>(
    machine: &Machine<B>,
    id: Id,
    more: bool,
    within: B,
    causes: &mut Vec<Cause<B>>,
) {
    let (arena, all) = (&machine.arena, machine.tables.all);
    let known = |id: Id| known_set::<B>(arena, id);
    match arena.node(id) {
        Node::Cells(_) => {}
        Node::Plane(0) => {
            for content in 1..=machine.layout.planes {
                causes.push(if more {
                    Cause::Goes(content, within)
                } else {
                    Cause::Comes(content, within)
                });
            }
        }
        Node::Plane(content) => {
            let content = usize::from(content);
            causes.push(if more {
                Cause::Comes(content, within)
            } else {
                Cause::Goes(content, within)
            });
        }
        Node::Meet(a, b) => {
            let inside = |other: Id| known(other).map_or(within, |set| set.and(within));
            of_set(machine, a, more, inside(b), causes);
            of_set(machine, b, more, inside(a), causes);
        }
        Node::Union(a, b) => {
            of_set(machine, a, more, within, causes);
            of_set(machine, b, more, within, causes);
        }
        Node::Complement(a) => of_set(machine, a, !more, within, causes),
        Node::Shift(a, _) | Node::Spread(a, _) => of_set(machine, a, more, all, causes),
        Node::Reach(a, b, _) => {
            of_set(machine, a, more, all, causes);
            of_set(machine, b, more, all, causes);
        }
        _ => causes.push(Cause::Any),
    }
}

fn known_set<B: Bits>(arena: &Arena, id: Id) -> Option<B> {
    match arena.node(id) {
        Node::Cells(number) => Some(super::tables::known(arena.cells(number))),
        _ => None,
    }
}
