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

use crate::limits::{Shared, Watch};
use crate::solution::Lines;
use crate::solver::Options;
use crate::stipulation::Target;
use crate::table::Table;
use crate::threads;
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
        let traveller = || Traveller {
            route: self.route,
            table: self.table,
            watch: Watch::new(self.shared),
            way: self.route.way(),
            line: Vec::new(),
            solutions: Vec::new(),
        };
        let mut first = traveller();
        let Some(start) = first.way.begin(self.route.start, plies) else { return Vec::new() };
        if threads <= 1 || plies < 4 {
            first.travel(&start, plies);
            return first.solutions;
        }
        let pairs = first.pairs(&start, plies);
        let found = threads::map(threads, pairs.len(), traveller, |traveller, at| {
            let (m, reply, stage) = &pairs[at];
            traveller.line = vec![*m, *reply];
            traveller.travel(stage, plies - 2);
            std::mem::take(&mut traveller.solutions)
        });
        found.into_iter().flatten().flatten().collect()
    }
}

/// One thread on its way through all lines.
struct Traveller<'a> {
    route: &'a Route<'a>,
    table: &'a Table,
    watch: Watch<'a>,
    way: Way,
    line: Vec<Move>,
    solutions: Vec<Vec<Move>>,
}

const NOTHING: u16 = 1;

impl Traveller<'_> {
    /// Collects the lines of `left` plies from here to the end; says whether there is one.
    fn travel(&mut self, stage: &Stage, left: u16) -> bool {
        let position = &stage.position;
        if left == 0 {
            let arrived = self.route.is_end(position);
            if arrived {
                self.solutions.push(self.line.clone());
                self.watch.count_solution();
            }
            return arrived;
        }
        let key = self.table.key(position.key(), u64::from(left));
        if self.table.get(key) == NOTHING || self.watch.tick() {
            return false;
        }
        let mut found = false;
        for &m in &position.legal_moves() {
            let Some(after) = self.way.step(stage, m, left - 1) else { continue };
            self.line.push(m);
            found |= self.travel(&after, left - 1);
            self.line.pop();
            if self.watch.is_stopped() {
                return found;
            }
        }
        if !found {
            self.table.set(key, NOTHING);
        }
        found
    }

    /// The first two plies of all lines that may lead somewhere, and where they lead.
    fn pairs(&mut self, start: &Stage, plies: u16) -> Vec<(Move, Move, Stage)> {
        let mut pairs = Vec::new();
        for &m in &start.position.legal_moves() {
            let Some(between) = self.way.step(start, m, plies - 1) else { continue };
            for &reply in &between.position.legal_moves() {
                if let Some(stage) = self.way.step(&between, reply, plies - 2) {
                    pairs.push((m, reply, stage));
                }
            }
        }
        pairs
    }
}
