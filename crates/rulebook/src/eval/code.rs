//! The ground form made ready to run: for each family the programs before each choice and before its changes.

use super::bits::Bits;
use super::emit::{Emitter, Have, free_of};
use super::end::EndCode;
use super::op::Program;
use super::run::Machine;
use super::shape::{absorb, fixed_ways, most_ways, permutation};
use super::touch::{MOST_ENDS, Touches};
use crate::ground::Arena;
use crate::ground::form::{
    Change, ChangeKind, Family, Needed, Next, Result as EndResult, Side, Written,
};
use crate::ground::node::{Id, Node};
use std::ops::Range;

/// The rules of one player.
#[derive(Clone, Debug)]
pub struct Code<B> {
    /// What is computed once a position.
    pub position: Program,
    /// The families rule by rule; of some rules only some of the moves count, so that all must be known first.
    pub rules: Vec<(Range<usize>, bool)>,
    /// The ends that need no look at moves, a bit for each.
    pub asked: u16,
    /// How a random move is found.
    pub draw: Draw,
    pub families: Vec<FamilyCode<B>>,
    pub parts: Vec<PartCode<B>>,
    pub afters: Vec<AfterCode>,
    pub never: Vec<FormulaCode>,
    pub again: Vec<FormulaCode>,
    pub ends: Vec<EndCode<B>>,
    pub value: Option<FormulaCode>,
}

/// How a random move is found, so that all legal moves are as likely.
#[derive(Clone, Copy, Debug)]
pub enum Draw {
    /// From the list of all moves, those that differ in the last choice together.
    List,
    /// From the list of moves that may be forbidden, until one is not.
    Lenient,
    /// By counting, where each last choice goes on in as many ways.
    Count,
    /// By counting in the sets alone: every family has at most one choice, and nothing follows.
    Flat,
    /// A first part and then what follows, given up with the chance that makes up for how many ways there are, of so
    /// many at most.
    Parts(u32),
}

/// A formula or number and the program that computes it from nothing.
#[derive(Clone, Debug)]
pub struct FormulaCode {
    pub program: Program,
    pub root: Id,
}

/// A family of moves, or of a part of moves.
#[derive(Clone, Debug)]
pub struct FamilyCode<B> {
    /// What must hold.
    pub gate: Id,
    /// The variables: the register, the set, and what is computed before it is looked at.
    pub choices: Vec<ChoiceCode>,
    /// What is computed before the changes where the choices have just been made.
    pub fresh: Program,
    /// The same from nothing but the values of the variables.
    pub full: Program,
    pub changes: Vec<ChangeCode>,
    /// What the next part, or what happens after the move, is told.
    pub values: Vec<Id>,
    pub next: NextCode,
    /// What is computed to write the move, from nothing.
    pub written: Program,
    pub most: Option<FormulaCode>,
    /// All choices are moves: nothing follows, and no position is forbidden.
    pub plain: bool,
    /// What a move does, by its last choice, where that says it all.
    pub touches: Option<Touches<B>>,
    /// What it does where contents only change places.
    pub permutation: Option<Permutation<B>>,
    /// In how many ways each last choice goes on to a move, where that is the same in all positions.
    pub ways: Option<u32>,
    /// The same where moves may leave a position that no move may leave.
    pub lenient_ways: Option<u32>,
    /// Another family makes its moves too.
    pub absorbed: bool,
}

/// Contents that change places.
#[derive(Clone, Debug)]
pub struct Permutation<B> {
    /// All cells that it is about.
    pub all: B,
    /// Where something may come to.
    pub to: B,
    /// The cells whose contents move by the same offset.
    pub moves: Vec<(B, i32)>,
}

#[derive(Clone, Debug)]
pub struct ChoiceCode {
    pub register: usize,
    pub from: Id,
    pub program: Program,
}

/// What follows a part.
#[derive(Clone, Copy, Debug)]
pub enum NextCode {
    /// The move ends, and this happens.
    End(usize),
    /// A further part.
    Part(usize),
}

#[derive(Clone, Debug)]
pub struct ChangeCode {
    pub guard: Option<Id>,
    pub kind: ChangeKind,
    /// The planes that a cell may have to leave.
    pub leaves: Vec<u8>,
}

#[derive(Clone, Debug)]
pub struct PartCode<B> {
    /// The registers of the values from the parts before.
    pub entry: Vec<usize>,
    pub condition: Id,
    pub needed: Needed,
    /// What is computed once, given the values from the parts before.
    pub position: Program,
    pub families: Vec<FamilyCode<B>>,
    /// What is computed for the values that go on where the part does not happen.
    pub otherwise: Program,
    pub otherwise_values: Vec<Id>,
    pub otherwise_next: NextCode,
}

#[derive(Clone, Debug)]
pub struct AfterCode {
    /// The registers of the values from the move.
    pub entry: Vec<usize>,
    pub program: Program,
    pub changes: Vec<ChangeCode>,
}

impl<B: Bits> Code<B> {
    /// The code of a player whose ends are given, and those of the other player.
    pub fn new(
        machine: &mut Machine<B>,
        side: &Side,
        ends: &[EndCode<B>],
        theirs: &[EndCode<B>],
    ) -> Code<B> {
        let simple = side.never.is_empty();
        let (position, mut families) = family_codes(machine, &side.families, 0, &[], simple);
        let mut parts: Vec<PartCode<B>> = side
            .parts
            .iter()
            .map(|part| {
                let (position, families) =
                    family_codes(machine, &part.families, part.entry, &[part.condition], simple);
                let (otherwise_next, otherwise_values) = next_code(&part.otherwise);
                PartCode {
                    entry: registers(machine, part.entry),
                    condition: part.condition,
                    needed: part.needed,
                    position,
                    families,
                    otherwise: Emitter::whole(machine, otherwise_values.clone()),
                    otherwise_values,
                    otherwise_next,
                }
            })
            .collect();
        let afters: Vec<AfterCode> = side
            .afters
            .iter()
            .map(|after| {
                let changes = change_codes(machine, &after.changes);
                AfterCode {
                    entry: registers(machine, after.entry),
                    program: Emitter::whole(
                        machine,
                        changes.iter().flat_map(roots).collect::<Vec<_>>(),
                    ),
                    changes,
                }
            })
            .collect();
        let fixed: Vec<Option<u32>> = parts.iter().map(|part| fixed_ways(machine, part)).collect();
        for family in &mut families {
            if let NextCode::Part(part) = family.next {
                family.ways = fixed[part].filter(|_| simple);
            }
        }
        if simple {
            let all =
                families.iter_mut().chain(parts.iter_mut().flat_map(|part| &mut part.families));
            for family in all {
                if let NextCode::End(after) = family.next
                    && afters[after].changes.is_empty()
                {
                    family.touches = Touches::new(machine, family, ends, theirs);
                }
            }
        }
        let rules = rules(&side.families);
        Code {
            position,
            draw: match () {
                _ if rules.iter().any(|(_, compared)| *compared) => Draw::List,
                _ if !simple => Draw::Lenient,
                _ if families.iter().all(|family| family.plain && family.choices.len() < 2) => {
                    Draw::Flat
                }
                _ if families.iter().any(|family| family.ways.is_some_and(|ways| ways > 1)) => {
                    Draw::Count
                }
                _ => most_ways(machine, &families, &parts).map_or(Draw::List, Draw::Parts),
            },
            rules,
            asked: (0..MOST_ENDS)
                .filter(|at| ends.get(*at).is_some_and(|end| !end.no_move))
                .fold(0, |bits, at| bits | 1 << at),
            families,
            parts,
            afters,
            never: side
                .never
                .iter()
                .map(|never| FormulaCode::new(machine, never.formula))
                .collect(),
            again: side
                .again
                .iter()
                .map(|again| FormulaCode::new(machine, again.formula))
                .collect(),
            ends: ends.to_vec(),
            value: side.value.map(|value| FormulaCode::new(machine, value)),
        }
    }
}

impl FormulaCode {
    pub fn new<B: Bits>(machine: &mut Machine<B>, root: Id) -> FormulaCode {
        FormulaCode { program: Emitter::whole(machine, [root]), root }
    }
}

/// The score that decides who wins, if it is one.
pub fn score<B: Bits>(machine: &mut Machine<B>, result: EndResult) -> Option<FormulaCode> {
    match result {
        EndResult::Score(score) => Some(FormulaCode::new(machine, score)),
        _ => None,
    }
}

/// The ranges of families of one rule each, and whether their moves are compared with each other.
fn rules(families: &[Family]) -> Vec<(Range<usize>, bool)> {
    let mut rules: Vec<(Range<usize>, bool)> = Vec::new();
    for (at, family) in families.iter().enumerate() {
        let compared = family.overlaps || family.merge || family.most.is_some();
        match rules.last_mut() {
            Some((range, _)) if families[range.start].rule == family.rule => range.end = at + 1,
            _ => rules.push((at..at + 1, compared)),
        }
    }
    rules
}

fn registers<B: Bits>(machine: &Machine<B>, entry: usize) -> Vec<usize> {
    (0..entry as u8).map(|var| machine.variable(var)).collect()
}

fn next_code(next: &Next) -> (NextCode, Vec<Id>) {
    match next {
        Next::End(after, values) => (NextCode::End(*after), values.clone()),
        Next::Part(part, values) => (NextCode::Part(*part), values.clone()),
    }
}

/// The program that is run once a position, and the families, which go on from there.
fn family_codes<B: Bits>(
    machine: &mut Machine<B>,
    families: &[Family],
    entry: usize,
    more: &[Id],
    simple: bool,
) -> (Program, Vec<FamilyCode<B>>) {
    let chosen = !0u64 << entry;
    let sets = absorb(machine, families);
    let changed: Vec<Vec<Id>> = families
        .iter()
        .map(|family| {
            let changes = change_codes(machine, &family.changes);
            needed(&changes, &permutation(machine, &changes))
        })
        .collect();
    let mut emitter = Emitter::new(machine, Have::default());
    more.iter().for_each(|id| emitter.need(*id));
    let mut haves: Vec<Have> = Vec::new();
    let (mut at, mut number) = (0, 0);
    while at < families.len() {
        let gate = families[at].gate;
        let same = families[at..].iter().take_while(|family| family.gate == gate).count();
        emitter.only_if(gate, |emitter| {
            for sets in &sets[at..at + same] {
                for from in sets.iter().flatten() {
                    for free in free_of(emitter.arena(), chosen, *from) {
                        emitter.need(free);
                    }
                }
                if sets.is_some() {
                    for root in &changed[number] {
                        for free in free_of(emitter.arena(), chosen, *root) {
                            emitter.need(free);
                        }
                    }
                }
                number += 1;
                haves.push(emitter.have());
            }
        });
        // What can never happen is never asked for.
        haves.resize(at + same, Have::default());
        at += same;
    }
    let (position, _) = emitter.finish();
    let mut codes = Vec::new();
    for ((family, have), sets) in families.iter().zip(haves).zip(sets) {
        let mut family = family.clone();
        let absorbed = sets.is_none();
        for (choice, from) in family.choices.iter_mut().zip(sets.unwrap_or_default()) {
            choice.from = from;
        }
        let mut code = family_code(machine, &family, have, simple);
        code.absorbed = absorbed;
        codes.push(code);
    }
    (position, codes)
}

fn family_code<B: Bits>(
    machine: &mut Machine<B>,
    family: &Family,
    mut have: Have,
    simple: bool,
) -> FamilyCode<B> {
    let mut choices = Vec::new();
    for choice in &family.choices {
        let mut emitter = Emitter::new(machine, have);
        emitter.need(choice.from);
        let program;
        (program, have) = emitter.finish();
        choices.push(ChoiceCode {
            register: machine.variable(choice.var),
            from: choice.from,
            program,
        });
    }
    let changes = change_codes(machine, &family.changes);
    let (next, values) = next_code(&family.next);
    let permutation = permutation(machine, &changes);
    let mut needed = needed(&changes, &permutation);
    needed.extend(&values);
    let mut emitter = Emitter::new(machine, have);
    needed.iter().for_each(|id| emitter.need(*id));
    let (fresh, _) = emitter.finish();
    let written = family.written.iter().filter_map(|item| match item {
        Written::Cell(id) => Some(*id),
        _ => None,
    });
    FamilyCode {
        gate: family.gate,
        choices,
        fresh,
        full: Emitter::whole(machine, needed),
        changes,
        values,
        next,
        written: Emitter::whole(machine, written),
        most: family.most.map(|root| FormulaCode::new(machine, root)),
        plain: simple && matches!(next, NextCode::End(_)),
        touches: None,
        permutation,
        ways: (simple && matches!(next, NextCode::End(_))).then_some(1),
        lenient_ways: matches!(next, NextCode::End(_)).then_some(1),
        absorbed: false,
    }
}

/// The changes; sets that get the same content become one.
fn change_codes<B: Bits>(machine: &mut Machine<B>, changes: &[Change]) -> Vec<ChangeCode> {
    let contents = machine.layout.planes as u8;
    let mut codes: Vec<ChangeCode> = Vec::new();
    for change in changes {
        let truth = machine.arena.known_truth_of(change.guard);
        if truth == Some(false) {
            continue;
        }
        let guard = (truth != Some(true)).then_some(change.guard);
        let mut change = change.clone();
        if let ChangeKind::PutAll { set, content } = &mut change.kind
            && machine.arena.node(*content) == Node::Content(0)
            && codes.iter().all(|earlier| empties(&machine.arena, &earlier.kind))
        {
            *set = without_pieces(&machine.arena, *set);
        }
        if let ChangeKind::PutAll { set, content } = change.kind
            && let Some(ChangeCode {
                guard: before,
                kind: ChangeKind::PutAll { set: with, content: same },
                ..
            }) = codes.last_mut()
            && *before == guard
            && *same == content
        {
            *with = machine.arena.build(Node::Union(*with, set));
            continue;
        }
        let leaves = match &change.kind {
            ChangeKind::PutOn { was, .. } => {
                (1..=contents).filter(|content| was >> content & 1 == 1).collect()
            }
            _ => Vec::new(),
        };
        codes.push(ChangeCode { guard, kind: change.kind.clone(), leaves });
    }
    codes
}

/// Whether a change puts nothing on any cell.
fn empties(arena: &Arena, change: &ChangeKind) -> bool {
    match change {
        ChangeKind::PutOn { content, .. } | ChangeKind::PutAll { content, .. } => {
            arena.node(*content) == Node::Content(0)
        }
        ChangeKind::Stack { .. } => false,
        ChangeKind::State(..) => true,
    }
}

/// A set that becomes empty before anything comes to it: to ask whether something stands there is for nothing.
fn without_pieces(arena: &Arena, set: Id) -> Id {
    let is_piece = |id| match arena.node(id) {
        Node::Complement(empty) => arena.node(empty) == Node::Plane(0),
        _ => false,
    };
    match arena.node(set) {
        Node::Meet(a, b) if is_piece(b) => a,
        Node::Meet(a, b) if is_piece(a) => b,
        _ => set,
    }
}

/// What changes are made of; contents that only change places need nothing.
fn needed<B>(changes: &[ChangeCode], permutation: &Option<Permutation<B>>) -> Vec<Id> {
    match permutation {
        Some(_) => Vec::new(),
        None => changes.iter().flat_map(roots).collect(),
    }
}

/// What a change is made of.
pub fn roots(change: &ChangeCode) -> Vec<Id> {
    let mut roots: Vec<Id> = change.guard.into_iter().collect();
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
