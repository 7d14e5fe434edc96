//! Proof games and passages: from one position to another in an exact number of plies.
//!
//! Every line is tried, except those that a bound shows to be too long: each side must have enough moves
//! left to bring its men home ([`bound`]) on a board on which some men do not move any more ([`fixed`],
//! [`board`]), with as many captures by pawns as their files ask for ([`structure`]). Positions from
//! which nothing was found are remembered.

mod assignment;
mod board;
mod bound;
mod fixed;
mod structure;
mod way;

use way::Stage;
pub(crate) use way::Way;

#[cfg(test)]
mod tests;

use crate::crew::{Crew, Worker};
use crate::limits::{Shared, Watch};
use crate::solution::Lines;
use crate::solver::Options;
use crate::stipulation::Target;
use crate::table::Table;
use zugwerk_chess::{Color, Move, Piece, Position};

/// The most plies tried when no length is given.
const MOST_PLIES: u16 = 80;

/// Every line from `start` to `target` in exactly `plies`, or in as few as will do.
pub(crate) fn solve(
    start: &Position,
    target: &Target,
    plies: Option<u16>,
    table: &mut Table,
    shared: &Shared,
    options: &Options,
) -> Lines {
    let Ok(end) = target.setup.any_position() else { return Lines::default() };
    let route = Route { target, end: &end, start };
    let solve = |plies: u16, table: &mut Table| {
        table.start(table_bits(plies));
        Field { route: &route, table, shared }.solve(plies, options.threads)
    };
    let parity = target.has_turn.then_some(u16::from(start.turn() != end.turn()));
    if let Some(plies) = plies {
        if parity.is_some_and(|parity| plies % 2 != parity) {
            return Lines { plies, ..Lines::default() };
        }
        return Lines { plies, solutions: solve(plies, table), ..Lines::default() };
    }
    for plies in 0..=MOST_PLIES {
        if parity.is_some_and(|parity| plies % 2 != parity) {
            continue;
        }
        let solutions = solve(plies, table);
        if !solutions.is_empty() || shared.stop().is_some() {
            return Lines { plies, solutions, ..Lines::default() };
        }
    }
    Lines { plies: MOST_PLIES, ..Lines::default() }
}

fn table_bits(plies: u16) -> u32 {
    match plies {
        0..=6 => 10,
        7..=10 => 16,
        11..=14 => 20,
        _ => 23,
    }
}

/// Where a line must lead.
struct Route<'a> {
    target: &'a Target,
    end: &'a Position,
    start: &'a Position,
}

impl Route<'_> {
    fn way(&self) -> Way {
        Way::new(self.start, self.end, self.target.has_castling)
    }

    fn is_end(&self, position: &Position) -> bool {
        let (end, target) = (self.end, self.target);
        Color::ALL.iter().all(|&color| position.color(color) == end.color(color))
            && Piece::ALL.iter().all(|&piece| position.piece(piece) == end.piece(piece))
            && (!target.has_turn || position.turn() == end.turn())
            && (!target.has_castling || position.castling() == end.castling())
            && (!target.has_en_passant || position.en_passant() == end.en_passant())
    }
}

struct Field<'a> {
    route: &'a Route<'a>,
    table: &'a Table,
    shared: &'a Shared<'a>,
}

impl Field<'_> {
    fn solve(&self, plies: u16, threads: usize) -> Vec<Vec<Move>> {
        let crew = Crew::new();
        let traveller = || Traveller {
            route: self.route,
            table: self.table,
            crew: &crew,
            watch: Watch::new(self.shared),
            way: self.route.way(),
            line: Vec::new(),
            solutions: Vec::new(),
        };
        // A thread takes longer to start than a short search to end.
        let threads = if plies < SHARED { 1 } else { threads };
        crew.run(threads, traveller, |first| {
            if let Some(start) = first.way.begin(self.route.start, plies) {
                first.travel(start, plies);
            }
            std::mem::take(&mut first.solutions)
        })
    }
}

/// One thread on its way through all lines.
struct Traveller<'a> {
    route: &'a Route<'a>,
    table: &'a Table,
    crew: &'a Crew<Traveller<'a>>,
    watch: Watch<'a>,
    way: Way,
    line: Vec<Move>,
    solutions: Vec<Vec<Move>>,
}

const NOTHING: u16 = 1;

/// With fewer plies left, moves are not worth sharing among threads.
const SHARED: u16 = 6;

/// A stage whose moves are shared among threads.
struct Fork {
    line: Vec<Move>,
    stage: Stage,
    moves: Vec<Move>,
    left: u16,
}

impl Traveller<'_> {
    /// Collects the lines of `left` plies from here to the end.
    fn travel(&mut self, stage: Stage, left: u16) {
        let position = &stage.position;
        if left == 0 {
            if self.route.is_end(position) {
                self.solutions.push(self.line.clone());
                self.watch.count_solution();
            }
            return;
        }
        let key = self.table.key(position.key(), u64::from(left));
        if self.table.get(key) == NOTHING || self.watch.tick() {
            return;
        }
        let before = self.solutions.len();
        let moves = position.legal_moves();
        for (at, &m) in moves.iter().enumerate() {
            if left >= SHARED && self.crew.is_hungry() {
                self.share(stage, &moves[at..], left);
                break;
            }
            self.step(&stage, m, left);
            if self.watch.is_stopped() {
                break;
            }
        }
        if self.solutions.len() == before && !self.watch.is_stopped() {
            self.table.set(key, NOTHING);
        }
    }

    /// Plays `m`, the first of `left` plies, and collects what follows.
    fn step(&mut self, stage: &Stage, m: Move, left: u16) {
        if let Some(after) = self.way.step(stage, m, left - 1) {
            self.line.push(m);
            self.travel(after, left - 1);
            self.line.pop();
        }
    }

    /// Tries `moves`, each the first of `left` plies, together with other threads.
    fn share(&mut self, stage: Stage, moves: &[Move], left: u16) {
        let fork = Fork { line: self.line.clone(), stage, moves: moves.to_vec(), left };
        let mut before = std::mem::take(&mut self.solutions);
        for found in self.crew.share(self, fork, moves.len()).into_iter().flatten() {
            before.extend(found);
        }
        self.solutions = before;
    }
}

impl<'a> Worker for Traveller<'a> {
    type Node = Fork;
    type Watch = Watch<'a>;
    type Found = Vec<Vec<Move>>;
    type Aside = (Vec<Move>, Vec<Vec<Move>>);

    fn go_to(&mut self, fork: &Fork) -> Self::Aside {
        (std::mem::replace(&mut self.line, fork.line.clone()), std::mem::take(&mut self.solutions))
    }

    fn come_back(&mut self, (line, solutions): Self::Aside) {
        (self.line, self.solutions) = (line, solutions);
    }

    fn work(&mut self, fork: &Fork, at: usize) -> Option<Self::Found> {
        self.step(&fork.stage, fork.moves[at], fork.left);
        Some(std::mem::take(&mut self.solutions))
    }

    fn watch(&mut self) -> &mut Watch<'a> {
        &mut self.watch
    }
}
