//! Whether different choices can be written as the same move, so that it must be counted once.

use super::Arena;
use super::form::{Family, Written};
use super::node::{Id, Node};
use crate::cellset::CellSet;
use std::collections::HashSet;

/// More combinations are not looked at: then it is said that they may overlap.
const MOST_LOOKED_AT: usize = 100_000;
/// No more is computed for that.
const MOST_WORK: usize = 4_000_000;

/// Whether two choices of the families of one rule may be written as the same move.
pub fn overlap(arena: &Arena, families: &[Family]) -> bool {
    let mut seen = HashSet::new();
    let contents = |family: &Family| -> Vec<u64> {
        family.choices.iter().map(|choice| contents_in(arena, choice.from)).collect()
    };
    // Where every family knows what stands on its first cells, different pieces make different moves.
    let telling = families
        .iter()
        .all(|family| contents(family).first().is_some_and(|mask| mask.count_ones() == 1));
    let mut looked = Looked { combinations: 0, until: arena.work().saturating_add(MOST_WORK) };
    for family in families {
        let piece = if telling { contents(family)[0] } else { 0 };
        let mut cells = [None; 64];
        if !look(arena, family, 0, &mut cells, piece, &mut seen, &mut looked) {
            return true;
        }
    }
    false
}

/// Says of each family which is the first that differs from it only in the set of the last choice. Their moves do not
/// overlap, so that the choice tells them apart.
pub fn name_alike(arena: &Arena, families: &mut [Family]) {
    let alike = |one: &Family, two: &Family| {
        let Some(last) = one.choices.last() else { return false };
        let before = one.choices.len() - 1;
        // A choice that depends on nothing is as quickly made family by family.
        let depends = before > 0 || arena.variables(last.from) != 0;
        depends
            && one.choices.len() == two.choices.len()
            && one.choices[..before] == two.choices[..before]
            && two.choices.last().is_some_and(|other| other.var == last.var)
            && (one.rule, one.gate, &one.written) == (two.rule, two.gate, &two.written)
            && (&one.changes, &one.next, one.most) == (&two.changes, &two.next, two.most)
            && !one.overlaps
            && !two.overlaps
            && one.merge == two.merge
    };
    for at in 0..families.len() {
        let first = (0..at).find(|other| {
            families[*other].first == *other && alike(&families[at], &families[*other])
        });
        families[at].first = first.unwrap_or(at);
    }
}

/// How many ways there are to choose the variables of a family, positions aside; at most `most`, which is also
/// said where counting takes too long.
pub fn count_choices(arena: &Arena, family: &Family, most: usize) -> usize {
    counted_choices(arena, family, most).unwrap_or(most)
}

/// The same; `None` where counting takes too long.
pub fn counted_choices(arena: &Arena, family: &Family, most: usize) -> Option<usize> {
    fn count(
        arena: &Arena,
        family: &Family,
        at: usize,
        cells: &mut [Option<usize>; 64],
        (most, until): (usize, usize),
    ) -> Option<usize> {
        let Some(choice) = family.choices.get(at) else { return Some(1) };
        let members: Vec<usize> = bound(arena, choice.from, cells).iter().collect();
        let mut total = 0;
        for member in members {
            cells[usize::from(choice.var)] = Some(member);
            total += count(arena, family, at + 1, cells, (most.saturating_sub(total), until))?;
            if total >= most {
                return Some(most);
            }
            if arena.work() > until {
                return None;
            }
        }
        Some(total)
    }
    let until = arena.work().saturating_add(MOST_WORK);
    count(arena, family, 0, &mut [None; 64], (most, until))
}

/// How many combinations have been looked at, and how much may have been computed until that ends.
struct Looked {
    combinations: usize,
    until: usize,
}

/// Goes through the values of the variables from number `at` on; `false` where two are written alike.
fn look(
    arena: &Arena,
    family: &Family,
    at: usize,
    cells: &mut [Option<usize>; 64],
    piece: u64,
    seen: &mut HashSet<(u64, Vec<String>)>,
    looked: &mut Looked,
) -> bool {
    let Some(choice) = family.choices.get(at) else {
        looked.combinations += 1;
        let written = family.written.iter().map(|item| match item {
            Written::Cell(id) if !arena.reads_position(*id) => {
                format!("{:?}", arena.known(*id, cells))
            }
            Written::Cell(_) => "?".to_string(),
            Written::Known(word) | Written::Sign(word) => word.clone(),
        });
        return looked.combinations <= MOST_LOOKED_AT && seen.insert((piece, written.collect()));
    };
    let members: Vec<usize> = bound(arena, choice.from, cells).iter().collect();
    members.into_iter().all(|member| {
        cells[usize::from(choice.var)] = Some(member);
        arena.work() <= looked.until && look(arena, family, at + 1, cells, piece, seen, looked)
    })
}

/// The cells that a set can have in any position.
pub(crate) fn bound(arena: &Arena, set: Id, cells: &mut [Option<usize>; 64]) -> CellSet {
    let known = |node: Id, cells: &mut [Option<usize>; 64]| match arena.known(node, cells) {
        super::fold::Known::Set(set) => set,
        _ => arena.all_cells(),
    };
    if !arena.reads_position(set) {
        return known(set, cells);
    }
    let ray = |cell: Id, direction: u16, cells: &mut [Option<usize>; 64]| {
        if arena.reads_position(cell) {
            return arena.all_cells();
        }
        let super::fold::Known::Cell(from) = arena.known(cell, cells) else {
            return arena.all_cells();
        };
        let step = |cell: &usize| arena.board().step(*cell, arena.direction(direction));
        let first = from.as_ref().and_then(step);
        CellSet::of(arena.board().places(), std::iter::successors(first, step))
    };
    match arena.node(set) {
        Node::Meet(a, b) => bound(arena, a, cells).zip(&bound(arena, b, cells), |a, b| a & b),
        Node::Union(a, b) => bound(arena, a, cells).zip(&bound(arena, b, cells), |a, b| a | b),
        Node::IfSet(_, a, b) => bound(arena, a, cells).zip(&bound(arena, b, cells), |a, b| a | b),
        Node::Where(var, domain, body) => {
            let members: Vec<usize> = bound(arena, domain, cells).iter().collect();
            let before = cells[usize::from(var)];
            let possible = members.into_iter().filter(|member| {
                cells[usize::from(var)] = Some(*member);
                may_hold(arena, body, cells)
            });
            let possible = CellSet::of(arena.board().places(), possible.collect::<Vec<_>>());
            cells[usize::from(var)] = before;
            possible
        }
        Node::Chain(cell, direction, _) => ray(cell, direction, cells),
        Node::Singleton(cell) => match arena.node(cell) {
            Node::Past(from, direction, _) => ray(from, direction, cells),
            _ => arena.all_cells(),
        },
        Node::Shift(_, direction) => {
            let exists =
                |cell: &usize| arena.board().step(*cell, arena.direction(direction)).is_some();
            CellSet::of(arena.board().places(), arena.board().cells().filter(exists))
        }
        _ => arena.all_cells(),
    }
}

/// Whether a formula can hold in some position, as far as its parts show that ask for none.
fn may_hold(arena: &Arena, formula: Id, cells: &mut [Option<usize>; 64]) -> bool {
    arena.works(1);
    match arena.node(formula) {
        Node::And(a, b) => may_hold(arena, a, cells) && may_hold(arena, b, cells),
        _ if arena.reads_position(formula) => true,
        _ if (0..64)
            .any(|var| arena.mentions(formula, var) && cells[usize::from(var)].is_none()) =>
        {
            true
        }
        _ => arena.known(formula, cells) == super::fold::Known::Truth(true),
    }
}

/// The contents, as bits, that the members of a set can have.
fn contents_in(arena: &Arena, set: Id) -> u64 {
    match arena.node(set) {
        Node::Plane(content) => 1 << content,
        Node::Union(a, b) => contents_in(arena, a) | contents_in(arena, b),
        Node::Meet(a, b) => contents_in(arena, a) & contents_in(arena, b),
        Node::Where(_, domain, _) => contents_in(arena, domain),
        Node::IfSet(_, a, b) => contents_in(arena, a) | contents_in(arena, b),
        Node::Cells(number) if arena.cells(number).is_empty() => 0,
        _ => u64::MAX,
    }
}
