//! What compiled code looks things up in.

use super::translate::words_of;
use crate::eval::bits::Bits;
use crate::eval::op::Fused;
use crate::eval::run::Machine;
use crate::eval::tables::NO_CELL;
use crate::ground::node::{Id, Node};
use cranelift_codegen::isa::CallConv;
use std::collections::{HashMap, HashSet};

/// What the functions of one player's rules share: tables, and what is known of registers.
pub struct Shared {
    tables: HashMap<Table, Box<[u64]>>,
    /// Steps that are left to the interpreter.
    #[expect(clippy::vec_box, reason = "compiled code knows where they lie")]
    steps: Vec<Box<(Id, Node)>>,
    /// The nodes that some program reads from its register.
    pub loaded: HashSet<Id>,
    /// The nodes whose values are written to their registers, once that is known.
    stored: Option<HashSet<Id>>,
    /// The address of the function that interprets a step.
    pub interpreter: usize,
    /// How functions are called on this machine.
    pub convention: CallConv,
}

/// A table. Those by cell have an entry for a missing cell first and then one for each cell that a set has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// Numbers by cell.
    Columns,
    Rows,
    Steps(u16),
    Mirrors(Id),
    /// Numbers by the zeros before the first one of a stack.
    Heights,
    /// Sets by cell.
    Rays(u16),
    Near(bool),
    /// Of fused operations: several sets by cell, sets by cell, where the sets of a cell lie, and a list of sets.
    FusedRays(u32),
    AllRays(u32),
    Meets(u32),
    Covering(u32),
    Lines(u32),
}

impl Shared {
    pub fn new(interpreter: usize, convention: CallConv) -> Shared {
        Shared {
            tables: HashMap::new(),
            steps: Vec::new(),
            loaded: HashSet::new(),
            stored: None,
            interpreter,
            convention,
        }
    }

    /// All programs have been seen: what none of them reads, nor anybody else, need not be written to registers.
    pub fn store_only(&mut self, read: HashSet<Id>) {
        self.stored = Some(self.loaded.union(&read).copied().collect());
    }

    pub fn is_stored(&self, id: Id) -> bool {
        self.stored.as_ref().is_none_or(|stored| stored.contains(&id))
    }

    /// Where a step lies that is left to the interpreter.
    pub fn step(&mut self, id: Id, node: Node) -> *const (Id, Node) {
        self.steps.push(Box::new((id, node)));
        &raw const **self.steps.last().expect("it was put there")
    }

    /// Where a table lies.
    pub fn table<B: Bits>(&mut self, machine: &Machine<B>, table: Table) -> *const u64 {
        if let Table::Covering(number) = table
            && !self.tables.contains_key(&table)
        {
            let lines = self.table(machine, Table::Lines(number)) as u64;
            self.tables.insert(table, covering(machine, number, lines));
        }
        self.tables.entry(table).or_insert_with(|| made(machine, table)).as_ptr()
    }
}

fn made<B: Bits>(machine: &Machine<B>, table: Table) -> Box<[u64]> {
    let tables = &machine.tables;
    let word = |number: i32| vec![number as u32 as u64];
    let by_number = |missing: i32, numbers: &[i32]| {
        by_cell::<B>(word(missing), numbers.len(), |cell| word(numbers[cell]))
    };
    let by_set =
        |sets: &[B]| by_cell::<B>(words(&[B::NONE]), sets.len(), |cell| words(&sets[cell..=cell]));
    let fused = |number: u32| &machine.fused[number as usize];
    match table {
        Table::Columns => by_number(0, &tables.places.iter().map(|at| at.0).collect::<Vec<_>>()),
        Table::Rows => by_number(0, &tables.places.iter().map(|at| at.1).collect::<Vec<_>>()),
        Table::Steps(way) => by_number(NO_CELL, &tables.ways[usize::from(way)].step),
        Table::Mirrors(id) => {
            by_number(NO_CELL, machine.mirrors.get(&id).map_or(&[][..], |table| table))
        }
        Table::Heights => {
            let bits = machine.layout.piece_bits.max(1);
            let height = |zeros: u32| u64::from((u64::BITS - zeros).div_ceil(bits));
            [0].into_iter().chain((0..=u64::BITS).map(height)).collect()
        }
        Table::Rays(way) => by_set(&tables.ways[usize::from(way)].ray),
        Table::Near(sides) => by_set(if sides { &tables.sides } else { &tables.around }),
        Table::FusedRays(number) => match fused(number) {
            Fused::Rays { rays, .. } | Fused::Brackets { rays, .. } | Fused::Sees { rays, .. } => {
                let missing = words(&vec![B::NONE; rays.ways]);
                by_cell::<B>(missing, rays.all.len(), |cell| {
                    words(&rays.rays[cell * rays.ways..(cell + 1) * rays.ways])
                })
            }
            _ => Box::default(),
        },
        Table::AllRays(number) => match fused(number) {
            Fused::Sees { rays, .. } => by_set(&rays.all),
            _ => Box::default(),
        },
        Table::Meets(number) => match fused(number) {
            Fused::Meets { table, .. } => by_set(table),
            _ => Box::default(),
        },
        Table::Lines(number) => match fused(number) {
            Fused::Covered { lines, .. } => words(lines).into(),
            Fused::CoversOne { table, .. } => words(&table.concat()).into(),
            _ => Box::default(),
        },
        Table::Covering(_) => Box::default(),
    }
}

/// By cell, where the sets that belong to it begin and end.
fn covering<B: Bits>(machine: &Machine<B>, number: u32, lines: u64) -> Box<[u64]> {
    let Fused::CoversOne { table, .. } = &machine.fused[number as usize] else {
        return Box::default();
    };
    let size = 8 * B::WORDS as u64;
    let mut ends = vec![lines];
    for sets in table {
        ends.push(ends[ends.len() - 1] + size * sets.len() as u64);
    }
    by_cell::<B>(vec![lines, lines], table.len(), |cell| ends[cell..cell + 2].to_vec())
}

/// Entries for a missing cell and for every cell; those that the board does not have are missing too.
fn by_cell<B: Bits>(
    missing: Vec<u64>,
    cells: usize,
    entry: impl Fn(usize) -> Vec<u64>,
) -> Box<[u64]> {
    let others = (0..64 * B::WORDS).flat_map(|cell| match cell < cells {
        true => entry(cell),
        false => missing.clone(),
    });
    missing.iter().copied().chain(others).collect()
}

fn words<B: Bits>(sets: &[B]) -> Vec<u64> {
    sets.iter().flat_map(|set| words_of(*set).into_iter().take(B::WORDS)).collect()
}
