//! The search: principal-variation search under iterative deepening.
//!
//! [`deepening`] holds the root: depths, aspiration windows, several principal variations. [`node`] is
//! the search of one inner node, [`quiescence`] of the leaves. Each thread has a [`Worker`] of its own;
//! they share the transposition table and the wish to stop.

mod deepening;
mod extensions;
mod history;
mod history_update;
mod node;
mod picker;
mod pruning;
mod quiescence;
mod reductions;

pub(crate) use deepening::RootMove;

use crate::clock::Clock;
use crate::control::Control;
use crate::evaluation::{Evaluator, Network, pawn_wins};
use crate::limits::Limits;
use crate::parameters::Parameters;
use crate::progress::Progress;
use crate::table::Table;
use crate::tablebases::Tablebases;
use crate::value::{MAX_PLY, UNKNOWN};
use history::{History, NO_MOVE, Setting};
use picker::Scored;
use reductions::Reductions;
use std::sync::Arc;
use zugwerk_chess::{Bitboard, Move, Position, Role};

/// What all threads of one search share.
pub(crate) struct Shared<'a> {
    pub table: &'a Table,
    pub control: &'a Control,
    pub limits: &'a Limits,
    pub clock: &'a Clock,
    pub tablebases: &'a Tablebases,
    pub multi_pv: usize,
    pub report: &'a (dyn Fn(&Progress) + Sync),
}

/// What is remembered about each ply of the line being searched.
#[derive(Clone)]
struct StackEntry {
    /// The static evaluation, or [`UNKNOWN`] in check.
    evaluation: i32,
    /// The move being searched, by piece and target.
    moved: usize,
    /// The same move, if it is quiet.
    quiet: Option<Move>,
    /// The squares that the other side attacks here; known once moves are tried.
    threats: Bitboard,
    /// The move that a singular search leaves out.
    excluded: Option<Move>,
    killers: [Option<Move>; 2],
    /// How many beta cutoffs there were among the children.
    cutoffs: u32,
    /// How many double extensions led here.
    extensions: i32,
    /// The principal variation from here.
    line: Vec<Move>,
}

impl StackEntry {
    fn new() -> StackEntry {
        StackEntry {
            evaluation: UNKNOWN,
            moved: NO_MOVE,
            quiet: None,
            threats: Bitboard::EMPTY,
            excluded: None,
            killers: [None; 2],
            cutoffs: 0,
            extensions: 0,
            line: Vec::with_capacity(MAX_PLY),
        }
    }
}

/// What both sides have at the start, in pawns.
const ALL_MATERIAL: i32 = 78;

/// Plies before the root that have an entry, so that looking back needs no question.
const BEFORE_ROOT: usize = 4;

/// One thread's search.
pub(crate) struct Worker {
    pub index: usize,
    pub parameters: Parameters,
    reductions: Reductions,
    history: History,
    evaluator: Evaluator,
    stack: Vec<StackEntry>,
    /// Moves being picked, of all nodes on the line.
    moves: Vec<Scored>,
    /// Keys of the game's and the line's positions, for repetitions; the present one last.
    keys: Vec<u64>,
    nodes: u64,
    tablebase_hits: u64,
    deepest: usize,
    stopped: bool,
    pub root_moves: Vec<RootMove>,
    /// The principal variation being searched, from 0.
    pv_index: usize,
    root_depth: i32,
    pub completed_depth: i32,
    /// The side to move at the root is not played against a null move below this ply.
    null_moves_from: usize,
}

impl Worker {
    pub fn new(index: usize, network: Arc<Network>) -> Worker {
        let parameters = Parameters::default();
        Worker {
            index,
            reductions: Reductions::new(&parameters),
            parameters,
            history: History::new(),
            evaluator: Evaluator::new(network),
            stack: vec![StackEntry::new(); MAX_PLY + BEFORE_ROOT + 4],
            moves: Vec::with_capacity(4096),
            keys: Vec::with_capacity(1024),
            nodes: 0,
            tablebase_hits: 0,
            deepest: 0,
            stopped: false,
            root_moves: Vec::new(),
            pv_index: 0,
            root_depth: 0,
            completed_depth: 0,
            null_moves_from: 0,
        }
    }

    /// Forgets what was learnt.
    pub fn clear(&mut self) {
        self.history = History::new();
    }

    /// Evaluates with another network.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.evaluator = Evaluator::new(network);
    }

    /// Takes over changed numbers.
    pub fn set_parameters(&mut self, parameters: &Parameters) {
        self.parameters = parameters.clone();
        self.reductions = Reductions::new(parameters);
    }

    #[inline(always)]
    fn entry(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.stack[ply + BEFORE_ROOT]
    }

    /// The entry `plies` before `ply`.
    #[inline(always)]
    fn earlier(&self, ply: usize, plies: usize) -> &StackEntry {
        &self.stack[ply + BEFORE_ROOT - plies]
    }

    /// The moves 1, 2 and 4 plies ago.
    #[inline(always)]
    fn moves_before(&self, ply: usize) -> [usize; 3] {
        [1, 2, 4].map(|plies| self.earlier(ply, plies).moved)
    }

    /// What quiet moves of a node are judged by.
    #[inline(always)]
    fn setting(&self, position: &Position, ply: usize) -> Setting {
        Setting::new(position, self.moves_before(ply))
    }

    /// The evaluation of the line's last position: the same advantage counts for more while there is more to win it with.
    #[inline(always)]
    fn evaluated(&mut self, position: &Position) -> i32 {
        let count = |role| position.role(role).len() as i32;
        let material = count(Role::Pawn)
            + 3 * (count(Role::Knight) + count(Role::Bishop))
            + 5 * count(Role::Rook)
            + 9 * count(Role::Queen);
        let share = self.parameters.material_share;
        let whole = 100 * ALL_MATERIAL;
        self.evaluator.value(position) * (whole + share * (material - ALL_MATERIAL / 2)) / whole
    }

    /// Plays a move on the line.
    #[inline(always)]
    fn play(&mut self, shared: &Shared, position: &Position, m: Move, ply: usize) -> Position {
        let after = position.play(m);
        shared.table.prefetch(after.key());
        let entry = self.entry(ply);
        entry.moved = history::piece_square(position, m);
        entry.quiet = (!picker::is_noisy(position, m)).then_some(m);
        self.evaluator.play(position, m);
        self.keys.push(after.key());
        self.count_node(shared);
        after
    }

    /// Passes, on the line.
    fn pass(&mut self, shared: &Shared, position: &Position, ply: usize) -> Position {
        let after = position.pass();
        shared.table.prefetch(after.key());
        self.entry(ply).moved = NO_MOVE;
        self.entry(ply).quiet = None;
        self.evaluator.pass();
        self.keys.push(after.key());
        self.count_node(shared);
        after
    }

    #[inline(always)]
    fn take_back(&mut self) {
        self.evaluator.take_back();
        self.keys.pop();
    }

    /// Counts a node and now and then looks whether it is time to stop.
    #[inline(always)]
    fn count_node(&mut self, shared: &Shared) {
        self.nodes += 1;
        if self.nodes & 511 == 0 {
            self.check_limits(shared);
        }
        if let Some(limit) = shared.limits.nodes
            && self.index == 0
            && self.nodes >= limit
            && self.completed_depth >= 1
        {
            self.stopped = true;
        }
    }

    #[cold]
    fn check_limits(&mut self, shared: &Shared) {
        shared.control.report_nodes(self.index, self.nodes, self.tablebase_hits);
        if self.index == 0
            && self.completed_depth >= 1
            && shared.clock.is_out_of_time(shared.control)
        {
            shared.control.stop();
        }
        self.must_stop(shared);
    }

    /// The value of a position that is drawn by repetition, by the 50-move rule or because nobody can ever mate, or a pawn
    /// alone not win. Inside the
    /// tree one repetition is enough: who could avoid it the first time can avoid it the second time.
    #[inline]
    fn drawn(&self, position: &Position, ply: usize) -> Option<i32> {
        if position.is_insufficient_material() || pawn_wins(position) == Some(false) {
            return Some(0);
        }
        self.may_claim(position, ply).then(|| self.draw_value())
    }

    #[inline]
    fn may_claim(&self, position: &Position, ply: usize) -> bool {
        if position.halfmoves() >= 100 && (!position.is_check() || position.has_moves()) {
            return true;
        }
        let reach = (position.halfmoves() as usize).min(self.keys.len() - 1);
        let now = self.keys.len() - 1;
        let key = self.keys[now];
        let mut before_root = 0;
        let mut back = 4;
        while back <= reach {
            if self.keys[now - back] == key {
                if back < ply {
                    return true;
                }
                before_root += 1;
                if before_root == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// The value of a draw, with a grain of noise so that the search does not take all ways to one
    /// for the same.
    #[inline(always)]
    fn draw_value(&self) -> i32 {
        1 - (self.nodes & 2) as i32
    }

    fn publish(&self, shared: &Shared) {
        shared.control.report_nodes(self.index, self.nodes, self.tablebase_hits);
    }

    /// Whether somebody has asked to stop.
    fn must_stop(&mut self, shared: &Shared) -> bool {
        let wanted = shared.control.is_stopped() || self.index > 0 && shared.control.is_finished();
        self.stopped |= wanted && self.completed_depth >= 1;
        self.stopped
    }
}
