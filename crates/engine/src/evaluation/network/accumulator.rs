//! The hidden layers of the positions along a line of play.
//!
//! A move changes two to four inputs, so the hidden layer after it is that before it with a few rows
//! added and taken away. That is done when a value is asked for, not when a move is played: most
//! positions are left without one. When a king crosses to the other half of the board its side sees
//! everything mirrored; the layer then comes from a table of the last positions seen that way round.

use super::arithmetic::{self, Width};
use super::{Layer, Network, input, is_mirrored};
use crate::value::MAX_PLY;
use std::sync::Arc;
use zugwerk_chess::{Bitboard, CastlingSide, Color, Move, MoveKind, Position, Role, Square};

type Piece = (Color, Role, Square);

/// What a move puts on the board and takes from it: no more than two pieces each.
#[derive(Clone, Copy)]
struct Change {
    added: [Piece; 2],
    removed: [Piece; 2],
    counts: [u8; 2],
}

impl Change {
    const NONE: Change = Change {
        added: [(Color::White, Role::Pawn, Square::A1); 2],
        removed: [(Color::White, Role::Pawn, Square::A1); 2],
        counts: [0; 2],
    };

    fn add(&mut self, piece: Piece) {
        self.added[self.counts[0] as usize] = piece;
        self.counts[0] += 1;
    }

    fn remove(&mut self, piece: Piece) {
        self.removed[self.counts[1] as usize] = piece;
        self.counts[1] += 1;
    }

    #[inline]
    fn of_move(before: &Position, m: Move) -> Change {
        let mut change = Change::NONE;
        let (us, them) = (before.turn(), !before.turn());
        let (from, to) = (m.from(), m.to());
        let Some(role) = before.role_at(from) else { return change };
        change.remove((us, role, from));
        if m.is_castling() {
            let side = CastlingSide::of(from, to);
            change.remove((us, Role::Rook, to));
            change.add((us, Role::King, side.king_target(us)));
            change.add((us, Role::Rook, side.rook_target(us)));
            return change;
        }
        change.add((us, m.promoted().unwrap_or(role), to));
        if m.kind() == MoveKind::EnPassant {
            change.remove((them, Role::Pawn, Square::new(to.index() ^ 8)));
        } else if let Some(captured) = before.role_at(to) {
            change.remove((them, captured, to));
        }
        change
    }
}

/// One position on the line.
#[derive(Clone, Copy)]
struct Step {
    layers: [Layer; 2],
    /// Whether the layer of White, of Black is there.
    known: [bool; 2],
    /// How it came from the position before.
    change: Change,
    mirrored: [bool; 2],
}

/// A position seen before from one side, one way round.
#[derive(Clone)]
struct Seen {
    layer: Layer,
    pieces: [[Bitboard; 6]; 2],
}

/// The hidden layers of the positions along a line.
pub(in super::super) struct Accumulator {
    network: Arc<Network>,
    width: Width,
    steps: Box<[Step]>,
    /// The last step of the line.
    last: usize,
    /// By viewer, and by whether the board is mirrored.
    seen: [[Seen; 2]; 2],
}

/// A line may be longer than the search is deep: quiescence goes on after it.
const LONGEST: usize = MAX_PLY + 8;

impl Accumulator {
    pub fn new(network: Arc<Network>) -> Accumulator {
        let nothing = Step {
            layers: [Layer::ZERO; 2],
            known: [false; 2],
            change: Change::NONE,
            mirrored: [false; 2],
        };
        let empty = Seen { layer: network.bias, pieces: [[Bitboard::EMPTY; 6]; 2] };
        let seen = std::array::from_fn(|_| std::array::from_fn(|_| empty.clone()));
        let steps = vec![nothing; LONGEST].into();
        Accumulator { network, width: Width::detect(), steps, last: 0, seen }
    }

    /// Begins a line at `position`.
    pub fn reset(&mut self, position: &Position) {
        self.last = 0;
        self.steps[0].mirrored = Color::ALL.map(|viewer| is_mirrored(position, viewer));
        self.steps[0].known = [false; 2];
    }

    /// Follows a move played in `before`.
    #[inline]
    pub fn play(&mut self, before: &Position, m: Move) {
        self.push(Change::of_move(before, m));
    }

    /// Follows a null move.
    #[inline]
    pub fn pass(&mut self) {
        self.push(Change::NONE);
    }

    #[inline]
    fn push(&mut self, change: Change) {
        let mut mirrored = self.steps[self.last].mirrored;
        for (color, role, square) in &change.added[..change.counts[0] as usize] {
            if *role == Role::King {
                mirrored[color.index()] = square.index() & 7 > 3;
            }
        }
        self.last += 1;
        let step = &mut self.steps[self.last];
        step.change = change;
        step.mirrored = mirrored;
        step.known = [false; 2];
    }

    /// Follows the taking back of a move or a null move.
    #[inline]
    pub fn take_back(&mut self) {
        self.last -= 1;
    }

    /// What the position, the last on the line, is worth to the side to move, in centipawns.
    #[inline]
    pub fn value(&mut self, position: &Position) -> i32 {
        for viewer in Color::ALL {
            if !self.steps[self.last].known[viewer.index()] {
                self.bring_up_to_date(position, viewer);
            }
        }
        let layers = &self.steps[self.last].layers;
        let us = position.turn().index();
        self.network.value(self.width, &layers[us], &layers[1 - us], position.occupied().len())
    }

    /// What the position would be worth to the side to move without one of its pieces, which is no king.
    pub fn value_without(&mut self, position: &Position, (color, role, square): Piece) -> i32 {
        self.value(position);
        let step = &self.steps[self.last];
        let mut layers = step.layers;
        for viewer in Color::ALL {
            let side = viewer.index();
            let row = input(viewer, step.mirrored[side], color, role, square);
            arithmetic::change(self.width, &mut layers[side], &[], &[&self.network.inputs[row]]);
        }
        let us = position.turn().index();
        let pieces = position.occupied().len() - 1;
        self.network.value(self.width, &layers[us], &layers[1 - us], pieces)
    }

    fn bring_up_to_date(&mut self, position: &Position, viewer: Color) {
        let side = viewer.index();
        let mirrored = self.steps[self.last].mirrored[side];
        let mut from = self.last;
        while !self.steps[from].known[side] {
            if from == 0 || self.steps[from - 1].mirrored[side] != mirrored {
                return self.refresh(position, viewer, mirrored);
            }
            from -= 1;
        }
        for at in from + 1..=self.last {
            let (before, after) = self.steps.split_at_mut(at);
            let (before, after) = (&before[at - 1], &mut after[0]);
            let row = |(color, role, square): Piece| {
                &self.network.inputs[input(viewer, mirrored, color, role, square)]
            };
            let change = &after.change;
            let (added, removed) = (change.added.map(row), change.removed.map(row));
            arithmetic::update(
                self.width,
                &before.layers[side],
                &mut after.layers[side],
                &added[..change.counts[0] as usize],
                &removed[..change.counts[1] as usize],
            );
            after.known[side] = true;
        }
    }

    /// The layer from the last position that was seen from this side and this way round.
    fn refresh(&mut self, position: &Position, viewer: Color, mirrored: bool) {
        let seen = &mut self.seen[viewer.index()][usize::from(mirrored)];
        let mut rows = [[&self.network.bias; 64]; 2];
        let mut counts = [0; 2];
        for color in Color::ALL {
            for role in Role::ALL {
                let now = position.pieces(color, role);
                let before = std::mem::replace(&mut seen.pieces[color.index()][role.index()], now);
                for (which, squares) in [now & !before, before & !now].into_iter().enumerate() {
                    for square in squares {
                        let row = input(viewer, mirrored, color, role, square);
                        rows[which][counts[which]] = &self.network.inputs[row];
                        counts[which] += 1;
                    }
                }
            }
        }
        let (added, removed) = (&rows[0][..counts[0]], &rows[1][..counts[1]]);
        arithmetic::change(self.width, &mut seen.layer, added, removed);
        let step = &mut self.steps[self.last];
        step.layers[viewer.index()] = seen.layer;
        step.known[viewer.index()] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};

    fn fresh(position: &Position) -> i32 {
        let mut accumulator = Accumulator::new(Network::embedded());
        accumulator.reset(position);
        accumulator.value(position)
    }

    /// Random lines with null moves and moves taken back, looked at now and then: always the value
    /// that a fresh start gives.
    #[test]
    fn keeping_up_to_date_gives_the_value_of_a_fresh_start() {
        let mut accumulator = Accumulator::new(Network::embedded());
        for seed in 0..60 {
            let mut rng = SmallRng::seed_from_u64(seed);
            let mut line = vec![Position::start()];
            accumulator.reset(&line[0]);
            for _ in 0..400 {
                let position = line[line.len() - 1].clone();
                let moves = position.legal_moves();
                let is_over = moves.is_empty() || line.len() > 200;
                if line.len() > 1 && (is_over || rng.random_ratio(1, 8)) {
                    line.pop();
                    accumulator.take_back();
                } else if !position.is_check() && rng.random_ratio(1, 20) {
                    line.push(position.pass());
                    accumulator.pass();
                } else {
                    let m = moves[rng.random_range(0..moves.len())];
                    line.push(position.play(m));
                    accumulator.play(&position, m);
                }
                if rng.random_ratio(1, 3) {
                    let last = &line[line.len() - 1];
                    assert_eq!(accumulator.value(last), fresh(last), "{last}");
                }
            }
        }
    }
}
