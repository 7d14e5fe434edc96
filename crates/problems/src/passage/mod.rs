//! Proof games and passages: from one position to another in an exact number of plies.
//!
//! Every line is tried, except those that a bound shows to be too long: each side must have enough moves
//! left to bring its pieces home ([`bound`]) on a board on which some pieces do not move any more ([`fixed`],
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
use crate::junction::{self, BUSY, Fork, Junction, NOTHING};
use crate::limits::{Shared, Watch};
use crate::solution::Lines;
use crate::solver::Options;
use crate::stipulation::Target;
use crate::table::Table;
use zugwerk_chess::{Color, Move, MoveList, Position, Role};

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
        Field { route: &route, table, shared }.solve(plies, options)
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
            && Role::ALL.iter().all(|&role| position.role(role) == end.role(role))
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
    fn solve(&self, plies: u16, options: &Options) -> Vec<Vec<Move>> {
        let crew = Crew::new();
        let traveller = || Traveller {
            route: self.route,
            table: self.table,
            crew: &crew,
            watch: Watch::new(self.shared),
            way: self.route.way(),
            line: Vec::new(),
            junctions: Vec::new(),
            solutions: Vec::new(),
        };
        // A thread takes longer to start than a short search to end.
        let hands = options.hands(plies >= SHARED, plies >= LONG);
        crew.run(hands, traveller, |first| {
            if let Some(start) = first.way.begin(self.route.start, plies) {
                first.travel(start, plies);
            }
            let mut solutions = std::mem::take(&mut first.solutions);
            if crew.has_several() {
                let play = |position: &Position, m: Move, _| position.play(m);
                junction::sort_lines(&mut solutions, self.route.start, play);
            }
            solutions
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
    /// The stages of this line with enough plies left to share them, the first one first.
    junctions: Vec<Junction<Traveller<'a>, Stage>>,
    solutions: Vec<Vec<Move>>,
}

/// With fewer plies left, moves are not worth sharing among threads.
const SHARED: u16 = 6;

/// With so many plies, a search may go on when all others are done.
const LONG: u16 = 12;

impl<'a> Traveller<'a> {
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
        if left >= SHARED && self.crew.is_shared() {
            if self.crew.has_several() {
                self.table.set(key, BUSY);
            }
            self.cross(stage, &moves, left);
        } else {
            for &m in &moves {
                if let Some(after) = self.way.step(&stage, m, left - 1) {
                    self.go(m, after, left);
                }
                if self.watch.is_stopped() {
                    break;
                }
            }
        }
        if !self.watch.is_stopped() {
            let nothing = self.solutions.len() == before;
            self.table.set(key, if nothing { NOTHING } else { 0 });
        }
    }

    /// Collects the lines that follow `m`, the first of `left` plies, which leads to `after`.
    fn go(&mut self, m: Move, after: Stage, left: u16) {
        self.line.push(m);
        self.travel(after, left - 1);
        self.line.pop();
    }

    /// Tries all moves of a stage at which others may help.
    fn cross(&mut self, stage: Stage, moves: &MoveList, left: u16) {
        let depth = self.junctions.len();
        self.junctions.push(Junction::new(stage, moves, self.line.len(), left));
        while let Some((m, is_fresh)) = self.junctions[depth].take_move() {
            if self.crew.is_hungry() {
                Junction::ask_for_help(&mut self.junctions, &self.line, self.crew);
            }
            if let Some(after) = self.way.step(&self.junctions[depth].place, m, left - 1) {
                let key = self.table.key(after.position.key(), u64::from(left - 1));
                if is_fresh && self.table.get(key) == BUSY {
                    self.junctions[depth].put_off(m);
                    continue;
                }
                self.go(m, after, left);
            }
            if self.watch.is_stopped() {
                break;
            }
        }
        if let Some(offer) = self.junctions.pop().and_then(Junction::offer) {
            let mut before = std::mem::take(&mut self.solutions);
            for found in self.crew.finish(self, &offer).into_iter().flatten() {
                before.extend(found);
            }
            self.solutions = before;
        }
    }
}

impl<'a> Worker for Traveller<'a> {
    type Node = Fork<Stage>;
    type Watch = Watch<'a>;
    type Found = Vec<Vec<Move>>;
    type Aside = (Vec<Move>, Vec<Vec<Move>>, Vec<Junction<Traveller<'a>, Stage>>);

    fn go_to(&mut self, fork: &Fork<Stage>) -> Self::Aside {
        let line = std::mem::replace(&mut self.line, fork.line.clone());
        (line, std::mem::take(&mut self.solutions), std::mem::take(&mut self.junctions))
    }

    fn come_back(&mut self, (line, solutions, junctions): Self::Aside) {
        (self.line, self.solutions, self.junctions) = (line, solutions, junctions);
    }

    fn work(&mut self, fork: &Fork<Stage>, at: usize) -> Option<Self::Found> {
        let m = fork.moves[at];
        if let Some(after) = self.way.step(&fork.place, m, fork.left - 1) {
            self.go(m, after, fork.left);
        }
        Some(std::mem::take(&mut self.solutions))
    }

    fn watch(&mut self) -> &mut Watch<'a> {
        &mut self.watch
    }
}
