//! The nodes of a line of play at which several moves are left to try, so that threads can share them.
//!
//! A node is split as near to the start as possible, where most is likely to follow. A move that leads to a
//! position on which another thread is at work is deferred, as that thread may soon know that nothing follows: the idea
//! of ABDADA (Jean-Christophe Weill, "The ABDADA Distributed Minimax Search Algorithm", ICCA Journal 19(1), 1996).

use crate::split_pool::{SplitPoint, SplitPool, Worker};
use std::sync::Arc;
use zugwerk_chess::{Move, MoveList, Position};

/// What the table says of a position without solutions.
pub(crate) const NO_SOLUTION: u16 = 1;

/// What the table says of a position on which some thread is at work.
pub(crate) const BUSY: u16 = 2;

/// A node whose moves are shared among threads.
pub(crate) struct Split<P> {
    pub(crate) line: Vec<Move>,
    pub(crate) place: P,
    pub(crate) moves: Vec<Move>,
    pub(crate) left: u16,
}

/// A node on the line that is being tried.
pub(crate) struct SplitCandidate<W: Worker, P> {
    pub(crate) place: P,
    moves: Vec<Move>,
    /// The next move that was neither tried nor split off.
    next: usize,
    /// How many of the moves have not been deferred.
    fresh: usize,
    /// How many plies lead here, and how many are left.
    way: usize,
    left: u16,
    /// The moves that others help with.
    split_point: Option<Arc<SplitPoint<W>>>,
}

impl<P: Clone, W: Worker<Node = Split<P>>> SplitCandidate<W, P> {
    pub(crate) fn new(place: P, moves: &MoveList, way: usize, left: u16) -> SplitCandidate<W, P> {
        let fresh = moves.len();
        SplitCandidate {
            place,
            moves: moves.to_vec(),
            next: 0,
            fresh,
            way,
            left,
            split_point: None,
        }
    }

    /// The next move to try, and whether it may be deferred.
    pub(crate) fn take_move(&mut self) -> Option<(Move, bool)> {
        let m = *self.moves.get(self.next)?;
        self.next += 1;
        Some((m, self.next <= self.fresh))
    }

    /// Defers a move until all others have been tried.
    pub(crate) fn defer(&mut self, m: Move) {
        self.moves.push(m);
    }

    /// Where others may help.
    pub(crate) fn split_point(self) -> Option<Arc<SplitPoint<W>>> {
        self.split_point
    }

    /// Splits off the moves that are left at the first of the candidates on `line` that has any.
    pub(crate) fn split_first(
        candidates: &mut [SplitCandidate<W, P>],
        line: &[Move],
        pool: &SplitPool<W>,
    ) {
        // What was deferred stays: its place in the list says so.
        let open = candidates.iter_mut().find(|candidate| candidate.next < candidate.fresh);
        let Some(candidate) = open else { return };
        let moves = candidate.moves[candidate.next..candidate.fresh].to_vec();
        candidate.next = candidate.fresh;
        let tasks = moves.len();
        let (line, place) = (line[..candidate.way].to_vec(), candidate.place.clone());
        candidate.split_point =
            Some(pool.split(Split { line, place, moves, left: candidate.left }, tasks));
    }
}

/// Puts lines found by several threads in the order of the moves but the last: those that share all others
/// were found together, in their own order.
pub(crate) fn sort_lines(
    lines: &mut [Vec<Move>],
    start: &Position,
    play: impl Fn(&Position, Move, usize) -> Position,
) {
    lines.sort_by_cached_key(|line| {
        let mut position = start.clone();
        let mut ranks = Vec::with_capacity(line.len());
        for (at, &m) in line.iter().enumerate().take(line.len().saturating_sub(1)) {
            ranks.push(position.legal_moves().iter().position(|&other| other == m));
            position = play(&position, m, at);
        }
        ranks
    });
}
