//! The ground form made ready to run: for each family the nodes to compute before each choice and before its changes.

use crate::ground::Arena;
use crate::ground::form::{Change, ChangeKind, Family, Next, Side};
use crate::ground::node::Id;

/// The rules of one player.
#[derive(Clone, Debug)]
pub struct Code {
    /// What is computed once a position.
    pub position: Vec<Id>,
    pub families: Vec<FamilyCode>,
    pub parts: Vec<PartCode>,
    pub afters: Vec<AfterCode>,
    pub never: Vec<FormulaCode>,
    pub again: Vec<FormulaCode>,
    /// The ends that do not ask whether there is a move, all at once.
    pub quick_ends: Vec<Id>,
    /// The ends one by one.
    pub ends: Vec<FormulaCode>,
    pub value: Option<FormulaCode>,
}

/// A formula or number and what it is made of.
#[derive(Clone, Debug)]
pub struct FormulaCode {
    pub order: Vec<Id>,
    pub root: Id,
}

#[derive(Clone, Debug)]
pub struct FamilyCode {
    /// What is computed before each choice; nothing new before the first.
    pub choices: Vec<Vec<Id>>,
    /// What is computed before the changes, given the choices.
    pub before_changes: Vec<Id>,
    pub changes: Vec<ChangeCode>,
    /// What is computed to write the move.
    pub written: Vec<Id>,
    pub most: Option<FormulaCode>,
    /// A move of it is one choice and nothing else has to be looked at.
    pub plain: bool,
}

#[derive(Clone, Debug)]
pub struct ChangeCode {
    pub change: Change,
    /// The planes that a cell may have to leave.
    pub leaves: Vec<u8>,
    pub guarded: bool,
}

#[derive(Clone, Debug)]
pub struct PartCode {
    /// What is computed once, given the values from the parts before.
    pub position: Vec<Id>,
    pub families: Vec<FamilyCode>,
    /// What is computed for the values that go on where the part does not happen.
    pub otherwise: Vec<Id>,
}

#[derive(Clone, Debug)]
pub struct AfterCode {
    pub order: Vec<Id>,
    pub changes: Vec<ChangeCode>,
}

impl Code {
    pub fn new(side: &Side, contents: usize) -> Code {
        let arena = &side.arena;
        let ordered = |roots: Vec<Id>| order(arena, roots);
        let formula = |root: Id| FormulaCode { order: ordered(vec![root]), root };
        let simple = side.never.is_empty();
        let families: Vec<FamilyCode> = side
            .families
            .iter()
            .map(|family| FamilyCode::new(arena, family, 0, contents, simple))
            .collect();
        let quick: Vec<Id> =
            side.ends.iter().filter(|end| !end.no_move).map(|end| end.condition).collect();
        Code {
            position: outer(arena, &side.families, 0, &[]),
            families,
            parts: side
                .parts
                .iter()
                .map(|part| PartCode {
                    position: outer(arena, &part.families, part.entry, &[part.condition]),
                    families: part
                        .families
                        .iter()
                        .map(|family| FamilyCode::new(arena, family, part.entry, contents, false))
                        .collect(),
                    otherwise: ordered(values(&part.otherwise)),
                })
                .collect(),
            afters: side
                .afters
                .iter()
                .map(|after| AfterCode {
                    order: ordered(after.changes.iter().flat_map(roots).collect()),
                    changes: change_codes(arena, &after.changes, contents),
                })
                .collect(),
            never: side.never.iter().map(|never| formula(never.formula)).collect(),
            again: side.again.iter().map(|again| formula(again.formula)).collect(),
            quick_ends: ordered(quick),
            ends: side.ends.iter().map(|end| formula(end.condition)).collect(),
            value: side.value.map(formula),
        }
    }
}

impl FamilyCode {
    fn new(
        arena: &Arena,
        family: &Family,
        entry: usize,
        contents: usize,
        simple: bool,
    ) -> FamilyCode {
        let chosen = |id: &Id| arena.variables(*id) >> entry != 0;
        let mut done: Vec<Id> = Vec::new();
        let mut choices = Vec::new();
        for choice in &family.choices {
            let mut new = order(arena, vec![choice.from]);
            new.retain(|id| chosen(id) && !done.contains(id));
            done.extend(&new);
            choices.push(new);
        }
        let mut needed: Vec<Id> = family.changes.iter().flat_map(roots).collect();
        needed.extend(values(&family.next));
        let written = family.written.iter().filter_map(|item| match item {
            crate::ground::form::Written::Cell(id) => Some(*id),
            _ => None,
        });
        let ends = matches!(family.next, Next::End(..));
        FamilyCode {
            choices,
            before_changes: order(arena, needed),
            changes: change_codes(arena, &family.changes, contents),
            written: order(arena, written.collect()),
            most: family.most.map(|root| FormulaCode { order: order(arena, vec![root]), root }),
            plain: simple && ends && family.most.is_none() && !family.merge && !family.overlaps,
        }
    }
}

fn change_codes(arena: &Arena, changes: &[Change], contents: usize) -> Vec<ChangeCode> {
    let code = |change: &Change| {
        let leaves = match &change.kind {
            ChangeKind::PutOn { was, .. } => {
                (1..=contents as u8).filter(|content| was >> content & 1 == 1).collect()
            }
            _ => Vec::new(),
        };
        let guarded = arena.known_truth_of(change.guard) != Some(true);
        ChangeCode { change: change.clone(), leaves, guarded }
    };
    changes.iter().map(code).collect()
}

/// What a change is made of.
fn roots(change: &Change) -> Vec<Id> {
    let mut roots = vec![change.guard];
    match &change.kind {
        ChangeKind::PutOn { cell, content, .. } => roots.extend([*cell, *content]),
        ChangeKind::PutAll { set, content } => roots.extend([*set, *content]),
        ChangeKind::Stack { count, from, to } => {
            roots.extend([*from, *to]);
            roots.extend(count);
        }
        ChangeKind::State(_, value) => roots.push(*value),
    }
    roots
}

/// The values that go on to the next part.
pub fn values(next: &Next) -> Vec<Id> {
    match next {
        Next::End(_, values) | Next::Part(_, values) => values.clone(),
    }
}

/// The nodes to compute, without constants.
fn order(arena: &Arena, roots: Vec<Id>) -> Vec<Id> {
    let mut order = arena.order(roots);
    order.retain(|id| !arena.node(*id).is_constant());
    order
}

/// What families need that depends on nothing chosen in them.
fn outer(arena: &Arena, families: &[Family], entry: usize, more: &[Id]) -> Vec<Id> {
    let mut roots = more.to_vec();
    for family in families {
        roots.push(family.gate);
        roots.extend(family.choices.iter().map(|choice| choice.from));
    }
    let mut order = order(arena, roots);
    order.retain(|id| arena.variables(*id) >> entry == 0);
    order
}
