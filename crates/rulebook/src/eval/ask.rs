//! What can be asked of a position beside its moves: whose turn it is, and formulas that no rule has.

use super::bits::Bits;
use super::code::FormulaCode;
use super::engine::Engine;
use super::game::RuleGame;
use super::run::{Machine, Registers};
use super::state::State;
use crate::ground::Arena;
use crate::ground::node::Id;
use std::any::Any;
use std::sync::{Mutex, PoisonError};

/// A formula about positions of a game, ready to be looked at.
pub struct Statement {
    /// By width: the machine and its registers.
    prepared: Box<dyn Any + Send + Sync>,
    arena: Arena,
    root: Id,
}

struct Prepared<B> {
    machine: Machine<B>,
    code: FormulaCode,
    registers: Mutex<Registers<B>>,
}

impl Statement {
    /// A formula of an arena, for positions that this engine plays on.
    pub(super) fn new<B: Bits>(engine: &Engine<B>, arena: Arena, root: Id) -> Statement {
        let mut machine: Machine<B> = Machine::new(&arena, engine.layout.clone());
        let code = FormulaCode::new(&mut machine, root);
        let registers = Mutex::new(machine.registers());
        Statement { prepared: Box::new(Prepared { machine, code, registers }), arena, root }
    }

    /// The nodes of the formula.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The formula among its nodes.
    pub fn root(&self) -> Id {
        self.root
    }

    pub(super) fn holds<B: Bits>(&self, state: &State) -> bool {
        let Some(prepared) = self.prepared.downcast_ref::<Prepared<B>>() else { return false };
        let mut registers = prepared.registers.lock().unwrap_or_else(PoisonError::into_inner);
        prepared.machine.run(&prepared.code.program, state.words(), &mut registers);
        registers.numbers[prepared.code.root as usize] != 0
    }
}

impl std::fmt::Debug for Statement {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Statement").field("root", &self.root).finish()
    }
}

impl RuleGame {
    /// Whose turn it is, by number.
    pub fn turn(&self, state: &State) -> usize {
        usize::from(state.head.turn)
    }

    /// Who moved last, by number; before the first move, who did not begin.
    pub fn last_mover(&self, state: &State) -> usize {
        usize::from(state.head.mover).min(self.ground().sides.len() - 1)
    }

    /// Whether an end that looks at the position alone has been reached.
    pub fn is_over(&self, state: &State) -> bool {
        state.head.end > 0
    }

    /// A key of everything in a position, counters and who moved last among it.
    pub fn full_key(&self, state: &State) -> u64 {
        let mover = self.last_mover(state) as u64;
        let more = u64::from(state.head.turn) | mover << 8 | u64::from(state.head.end) << 16;
        let words = state.words().iter().copied().chain([more]);
        // Steps of SplitMix64, a word at a time.
        words.fold(0x9E37_79B9_7F4A_7C15, |key: u64, word| {
            let mut z = (key ^ word).wrapping_add(0x9E37_79B9_7F4A_7C15);
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ (z >> 31)
        })
    }
}
