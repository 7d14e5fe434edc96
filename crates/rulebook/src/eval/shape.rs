//! What can be known of families of moves before any position is: which are one, how many ways there are to go on.

use super::bits::Bits;
use super::code::{ChangeCode, FamilyCode, NextCode, PartCode, Permutation};
use super::run::Machine;
use crate::ground::form::{ChangeKind, Family};
use crate::ground::node::{Id, Node};

/// In how many ways at most a first part goes on, if all go on with one further part.
pub fn most_ways<B: Bits>(
    machine: &Machine<B>,
    families: &[FamilyCode<B>],
    parts: &[PartCode<B>],
) -> Option<u32> {
    let arena = &machine.arena;
    let mut most = 0;
    for family in families {
        let NextCode::Part(part) = family.next else { return None };
        let part = &parts[part];
        if family.ways.is_some() || arena.known_truth_of(part.condition) != Some(true) {
            return None;
        }
        let ends = |family: &FamilyCode<B>| family.plain && family.choices.len() == 1;
        if !part.families.iter().all(ends) {
            return None;
        }
        // What the choice depends on is one value of the first part.
        let froms = part.families.iter().filter(|family| !family.absorbed);
        let froms: Vec<Id> = froms.map(|family| family.choices[0].from).collect();
        let variables = froms.iter().fold(0, |all, from| all | arena.variables(*from));
        if variables.count_ones() > 1 {
            return None;
        }
        for cell in arena.board().cells() {
            let mut cells = [Some(cell); 64];
            let count =
                |from: &Id| crate::ground::overlap::bound(arena, *from, &mut cells).iter().count();
            most = most.max(froms.iter().map(count).sum::<usize>() as u32);
        }
    }
    Some(most).filter(|most| *most > 0)
}

/// In how many ways a part happens, if that is the same in all positions.
pub fn fixed_ways<B: Bits>(machine: &Machine<B>, part: &PartCode<B>) -> Option<u32> {
    let is_true = |formula| machine.arena.known_truth_of(formula) == Some(true);
    let fixed =
        |family: &FamilyCode<B>| is_true(family.gate) && family.choices.is_empty() && family.plain;
    let all = is_true(part.condition) && part.families.iter().all(fixed);
    all.then_some(part.families.len() as u32).filter(|ways| *ways > 0)
}

/// How contents change places, if that is all that happens and its cells are known.
pub fn permutation<B: Bits>(
    machine: &Machine<B>,
    changes: &[ChangeCode],
) -> Option<Permutation<B>> {
    let arena = &machine.arena;
    if machine.layout.stacks.is_some() || changes.len() < 2 {
        return None;
    }
    let mut permutation = Permutation { all: B::NONE, to: B::NONE, moves: Vec::new() };
    for change in changes {
        let (None, ChangeKind::PutOn { cell, content, .. }) = (change.guard, &change.kind) else {
            return None;
        };
        let Node::ContentOf(from) = arena.node(*content) else { return None };
        let (Node::Cell(to), Node::Cell(from)) = (arena.node(*cell), arena.node(from)) else {
            return None;
        };
        let (to, from) = (usize::from(to), usize::from(from));
        if permutation.to.has(to) {
            return None;
        }
        permutation.to = permutation.to.or(B::bit(to));
        permutation.all = permutation.all.or(B::bit(to)).or(B::bit(from));
        let offset = from as i32 - to as i32;
        match permutation.moves.iter_mut().find(|(_, other)| *other == offset) {
            Some((cells, _)) => *cells = cells.or(B::bit(from)),
            None => permutation.moves.push((B::bit(from), offset)),
        }
    }
    Some(permutation)
}

/// Families that differ only in the set their last choice is from become one: of each family the sets it chooses from,
/// or `None` where another makes its moves too.
pub fn absorb<B: Bits>(machine: &mut Machine<B>, families: &[Family]) -> Vec<Option<Vec<Id>>> {
    let mut sets: Vec<Option<Vec<Id>>> = Vec::new();
    for (at, family) in families.iter().enumerate() {
        let own: Vec<Id> = family.choices.iter().map(|choice| choice.from).collect();
        if family.first == at {
            sets.push(Some(own));
            continue;
        }
        if let (Some(Some(sets)), Some(from)) = (sets.get_mut(family.first), own.last())
            && let Some(with) = sets.last_mut()
        {
            *with = union(machine, *with, *from);
        }
        sets.push(None);
    }
    sets
}

/// The union of two sets, where what both are cut down to stays outside.
fn union<B: Bits>(machine: &mut Machine<B>, one: Id, two: Id) -> Id {
    let arena = &mut machine.arena;
    if let (Node::Meet(a, b), Node::Meet(c, d)) = (arena.node(one), arena.node(two)) {
        for (left, common, right, other) in [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)]
        {
            if common == other {
                let both = arena.build(Node::Union(left, right));
                return arena.build(Node::Meet(both, common));
            }
        }
    }
    arena.build(Node::Union(one, two))
}
