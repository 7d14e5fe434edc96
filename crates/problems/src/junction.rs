//! The places on a line of play at which several moves are left to try, so that threads can share them.
//!
//! Help is asked for at the place nearest to the start, where most is likely to follow. A move that leads to a
//! position on which another thread is at work is put off, as that thread may soon know that nothing follows.

use crate::crew::{Crew, Offer, Worker};
use std::sync::Arc;
use zugwerk_chess::{Move, MoveList, Position};

/// What the table says of a position without solutions.
pub(crate) const NOTHING: u16 = 1;

/// What the table says of a position on which some thread is at work.
pub(crate) const BUSY: u16 = 2;

/// A place whose moves are shared among threads.
pub(crate) struct Fork<P> {
    pub(crate) line: Vec<Move>,
    pub(crate) place: P,
    pub(crate) moves: Vec<Move>,
    pub(crate) left: u16,
}

/// A place on the line that is being tried.
pub(crate) struct Junction<W: Worker, P> {
    pub(crate) place: P,
    moves: Vec<Move>,
    /// The next move that was neither tried nor offered.
    next: usize,
    /// How many of the moves have not been put off.
    fresh: usize,
    /// How many plies lead here, and how many are left.
    way: usize,
    left: u16,
    /// The moves that others help with.
    offer: Option<Arc<Offer<W>>>,
}

impl<P: Clone, W: Worker<Node = Fork<P>>> Junction<W, P> {
    pub(crate) fn new(place: P, moves: &MoveList, way: usize, left: u16) -> Junction<W, P> {
        let fresh = moves.len();
        Junction { place, moves: moves.to_vec(), next: 0, fresh, way, left, offer: None }
    }

    /// The next move to try, and whether it may be put off.
    pub(crate) fn take_move(&mut self) -> Option<(Move, bool)> {
        let m = *self.moves.get(self.next)?;
        self.next += 1;
        Some((m, self.next <= self.fresh))
    }

    /// Puts a move off until all others have been tried.
    pub(crate) fn put_off(&mut self, m: Move) {
        self.moves.push(m);
    }

    /// Where others may help.
    pub(crate) fn offer(self) -> Option<Arc<Offer<W>>> {
        self.offer
    }

    /// Offers the moves that are left at the first of the junctions on `line` that has any.
    pub(crate) fn ask_for_help(junctions: &mut [Junction<W, P>], line: &[Move], crew: &Crew<W>) {
        // What was put off stays: its place in the list says so.
        let open = junctions.iter_mut().find(|junction| junction.next < junction.fresh);
        let Some(junction) = open else { return };
        let moves = junction.moves[junction.next..junction.fresh].to_vec();
        junction.next = junction.fresh;
        let pieces = moves.len();
        let (line, place) = (line[..junction.way].to_vec(), junction.place.clone());
        junction.offer = Some(crew.offer(Fork { line, place, moves, left: junction.left }, pieces));
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
