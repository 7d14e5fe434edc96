//! What is on the board before there are clues: rooms, walls, trees.

use super::outline::Outline;
use super::{GenerateError, Wish};
use crate::format::rooms;
use crate::kind::Kind;
use crate::{Answer, Board, Puzzle, Side, Site, Value};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use zugwerk_logic::{Limits, Stop};

/// Layers that belong to the layout and are no clues.
pub fn is_layout(name: &str) -> bool {
    matches!(name, "room" | "wall")
}

/// An empty board with its layout.
pub fn base(kind: &Kind, wish: &Wish<'_>, chance: &mut StdRng) -> Result<Puzzle, GenerateError> {
    let board = wish.board;
    let mut puzzle = Puzzle::new(kind.name(), board);
    match kind.name() {
        "sudoku" => {
            let Some(size) = rooms::boxes(board).filter(|&(_, height)| height > 1) else {
                return Err(GenerateError::Board(format!(
                    "a sudoku of {}x{} has no boxes; a square with a side that is no prime is expected",
                    board.width, board.height
                )));
            };
            puzzle.layer_mut("room", Site::Cell).values = rooms::boxed(board, size);
        }
        "heyawake" => set_rooms(&mut puzzle, &rectangles(board, chance)),
        "akari" => {
            for cell in 0..board.cells() {
                if chance.random_bool(0.12) {
                    for at in wish.symmetry.or_half().images(board, Site::Cell, cell) {
                        puzzle.layer_mut("wall", Site::Cell).values[at] = Value::Number(1);
                    }
                }
            }
        }
        "aquarium" => {
            set_rooms(&mut puzzle, &grown(board, board.cells() / 5, board.cells(), chance))
        }
        // How large the rooms of a kind of one's own should be is not known: the next try has others.
        _ if !has_solution(kind) && takes_rooms(kind) => {
            let rooms = chance.random_range(board.cells() / 5..=board.cells() / 2);
            set_rooms(&mut puzzle, &grown(board, rooms, board.cells(), chance))
        }
        _ => {}
    }
    Ok(puzzle)
}

/// Whether rooms are given.
fn takes_rooms(kind: &Kind) -> bool {
    kind.book().given.iter().any(|given| given.name.text == "room")
}

/// Writes rooms, numbered in the order of their first cells.
pub fn set_rooms(puzzle: &mut Puzzle, rooms: &[usize]) {
    let mut order: Vec<usize> = Vec::new();
    let layer = puzzle.layer_mut("room", Site::Cell);
    for (cell, room) in rooms.iter().enumerate() {
        let at = order.iter().position(|known| known == room).unwrap_or_else(|| {
            order.push(*room);
            order.len() - 1
        });
        layer.values[cell] = Value::Number(at as i32);
    }
}

/// Connected rooms of at most this many cells, grown from random cells.
pub fn grown(board: Board, seeds: usize, most: usize, chance: &mut StdRng) -> Vec<usize> {
    let mut room: Vec<Option<usize>> = vec![None; board.cells()];
    let mut sizes: Vec<usize> = Vec::new();
    for _ in 0..seeds.max(1) {
        let cell = chance.random_range(0..board.cells());
        if room[cell].is_none() {
            room[cell] = Some(sizes.len());
            sizes.push(1);
        }
    }
    while room.contains(&None) {
        let open: Vec<usize> = (0..board.cells()).filter(|&cell| room[cell].is_none()).collect();
        let cell = open[chance.random_range(0..open.len())];
        let beside: Vec<usize> = board
            .neighbours(cell)
            .filter_map(|next| room[next])
            .filter(|&room| sizes[room] < most)
            .collect();
        let full = board.neighbours(cell).all(|next| room[next].is_some());
        match beside.is_empty() {
            false => {
                let chosen = beside[chance.random_range(0..beside.len())];
                room[cell] = Some(chosen);
                sizes[chosen] += 1;
            }
            // Enclosed by full rooms, or on its own for now and then.
            true if full || chance.random_bool(0.02) => {
                room[cell] = Some(sizes.len());
                sizes.push(1);
            }
            true => {}
        }
    }
    room.into_iter().flatten().collect()
}

/// Rooms that are rectangles.
fn rectangles(board: Board, chance: &mut StdRng) -> Vec<usize> {
    let mut room: Vec<Option<usize>> = vec![None; board.cells()];
    let mut count = 0;
    for cell in 0..board.cells() {
        while room[cell].is_none() {
            let (height, width): (i32, i32) =
                (chance.random_range(1..=3), chance.random_range(1..=3));
            let steps = (0..height).flat_map(|r| (0..width).map(move |c| (r, c)));
            let cells: Option<Vec<usize>> = steps
                .map(|(r, c)| {
                    board.offset(cell, r as isize, c as isize).filter(|&cell| room[cell].is_none())
                })
                .collect();
            if let Some(cells) = cells {
                cells.into_iter().for_each(|cell| room[cell] = Some(count));
                count += 1;
            }
        }
    }
    room.into_iter().flatten().collect()
}

/// Whether a solution of the kind is made by [`solution`] and need not be searched.
pub fn has_solution(kind: &Kind) -> bool {
    matches!(kind.name(), "slitherlink" | "fillomino" | "ripple")
}

/// A random solution of such a kind; none where chance was against it.
pub fn solution(
    kind: &Kind,
    puzzle: &mut Puzzle,
    chance: &mut StdRng,
    limits: &Limits,
) -> Result<Option<Answer>, Stop> {
    let board = puzzle.board;
    let mut answer = Answer::default();
    match kind.name() {
        "slitherlink" => {
            let layer = answer.layer_mut("line", Site::Edge, board.edges());
            layer.values.fill(Value::Number(0));
            for edge in Outline::random(board, chance).edges() {
                layer.values[edge] = Value::Number(1);
            }
        }
        "fillomino" => {
            let layer = answer.layer_mut("digit", Site::Cell, board.cells());
            let Some(groups) = groups(board, chance, limits)? else { return Ok(None) };
            layer.values = groups.into_iter().map(Value::Number).collect();
        }
        "ripple" => {
            let Some(ripple) = Ripple::random(board, chance, limits)? else { return Ok(None) };
            set_rooms(puzzle, &ripple.room);
            let layer = answer.layer_mut("digit", Site::Cell, board.cells());
            layer.values = ripple.digit.into_iter().map(Value::Number).collect();
        }
        _ => return Ok(None),
    }
    Ok(Some(answer))
}

/// Rooms with their numbers, from 1 on, where equal numbers keep their distance.
#[derive(Clone)]
struct Ripple {
    board: Board,
    /// By cell; `FREE` where there is none yet.
    room: Vec<usize>,
    digit: Vec<i32>,
    sizes: Vec<usize>,
}

const FREE: usize = usize::MAX;

impl Ripple {
    const LARGEST: usize = 6;
    const TRIES: usize = 4000;

    /// Rooms grow together with their numbers. Where cells are left over, the rooms around one of them are given up and
    /// others grow there, until none is left.
    fn random(board: Board, chance: &mut StdRng, limits: &Limits) -> Result<Option<Ripple>, Stop> {
        let cells = board.cells();
        let (room, digit) = (vec![FREE; cells], vec![0; cells]);
        let mut ripple = Ripple { board, room, digit, sizes: Vec::new() };
        ripple.grow(chance);
        for _ in 0..Ripple::TRIES {
            limits.check()?;
            let left = ripple.left();
            if left.is_empty() {
                return Ok(Some(ripple));
            }
            let mut next = ripple.clone();
            let cell = left[chance.random_range(0..left.len())];
            let beside: Vec<usize> = board.neighbours(cell).map(|other| next.room[other]).collect();
            for room in beside.into_iter().filter(|&room| room != FREE) {
                if chance.random_bool(0.7) {
                    next.give_up(room);
                }
            }
            next.grow(chance);
            if next.left().len() <= left.len() {
                ripple = next;
            }
        }
        Ok(None)
    }

    fn left(&self) -> Vec<usize> {
        (0..self.board.cells()).filter(|&cell| self.room[cell] == FREE).collect()
    }

    fn give_up(&mut self, room: usize) {
        for cell in 0..self.room.len() {
            if self.room[cell] == room {
                (self.room[cell], self.digit[cell]) = (FREE, 0);
            }
        }
        self.sizes[room] = 0;
    }

    fn fits(&self, cell: usize, number: i32) -> bool {
        let seen = |side| {
            self.board.ray(cell, side).take(number as usize).any(|c| self.digit[c] == number)
        };
        self.room[cell] == FREE && !Side::ALL.into_iter().any(seen)
    }

    fn put(&mut self, cell: usize, room: usize) {
        self.sizes[room] += 1;
        (self.room[cell], self.digit[cell]) = (room, self.sizes[room] as i32);
    }

    fn grow(&mut self, chance: &mut StdRng) {
        let board = self.board;
        let mut order = self.left();
        order.shuffle(chance);
        for &first in &order {
            if !self.fits(first, 1) {
                continue;
            }
            let (wanted, mine) = (chance.random_range(2..=5), self.sizes.len());
            self.sizes.push(0);
            self.put(first, mine);
            let mut cells = vec![first];
            while cells.len() < wanted {
                let number = cells.len() as i32 + 1;
                let beside = cells.iter().flat_map(|&cell| board.neighbours(cell));
                let next: Vec<usize> = beside.filter(|&next| self.fits(next, number)).collect();
                let Some(&next) = next.get(chance.random_range(0..next.len().max(1))) else {
                    break;
                };
                self.put(next, mine);
                cells.push(next);
            }
        }
        // What is left joins a room beside it.
        for _ in 0..Ripple::LARGEST {
            for &cell in &order {
                let beside = board.neighbours(cell).map(|next| self.room[next]);
                let joins = beside.filter(|&at| {
                    at != FREE
                        && self.sizes[at] < Ripple::LARGEST
                        && self.fits(cell, self.sizes[at] as i32 + 1)
                });
                if let Some(at) = joins.min_by_key(|&at| self.sizes[at]) {
                    self.put(cell, at);
                }
            }
        }
    }
}

/// By cell the size of its group, where groups of one size nowhere touch: cells change their groups until that is so.
fn groups(board: Board, chance: &mut StdRng, limits: &Limits) -> Result<Option<Vec<i32>>, Stop> {
    const LARGEST: usize = 8;
    let mut group = grown(board, board.cells() / 4, LARGEST, chance);
    let size = |group: &[usize], of: usize| group.iter().filter(|&&other| other == of).count();
    let clashes = |group: &[usize]| -> Vec<usize> {
        let mut sizes = vec![0; board.cells()];
        group.iter().for_each(|&at| sizes[at] += 1);
        let clash = |&link: &usize| {
            let (a, b) = board.ends(link);
            group[a] != group[b] && sizes[group[a]] == sizes[group[b]]
        };
        (0..board.links()).filter(clash).collect()
    };
    let mut clashing = clashes(&group);
    for _ in 0..100 * board.cells() {
        limits.check()?;
        if clashing.is_empty() {
            return Ok(Some(group.iter().map(|&at| size(&group, at) as i32).collect()));
        }
        let (a, b) = board.ends(clashing[chance.random_range(0..clashing.len())]);
        let mut around: Vec<usize> =
            [a, b].into_iter().flat_map(|cell| board.neighbours(cell)).collect();
        around.extend([a, b, a, b]);
        around.shuffle(chance);
        let cell = around[0];
        let mut others: Vec<usize> = board.neighbours(cell).map(|next| group[next]).collect();
        // A cell may also begin a group of its own.
        others.extend((0..board.cells()).find(|at| !group.contains(at)));
        let mut changed = group.clone();
        changed[cell] = others[chance.random_range(0..others.len())];
        let holds = super::draft::holds_together(board, |other| changed[other] == group[cell]);
        let fits = size(&changed, changed[cell]) <= LARGEST && holds;
        let next = clashes(&changed);
        // Now and then a step back leads on.
        if fits && (next.len() <= clashing.len() || chance.random_bool(0.02)) {
            (group, clashing) = (changed, next);
        }
    }
    Ok(None)
}

/// Whether a clue may stand there.
pub fn may_have_clue(puzzle: &Puzzle, name: &str, at: usize) -> bool {
    match (puzzle.kind.as_str(), name) {
        ("akari", "clue") => !puzzle.value("wall", at).is_empty(),
        _ => true,
    }
}

/// The runs that an answer has along each line, or around each cell.
pub fn lists(puzzle: &Puzzle, answer: &Answer, site: Site) -> Vec<Vec<Option<i32>>> {
    let board = puzzle.board;
    let black = |cell: usize| answer.number("black", cell) == Some(1);
    let runs = |shaded: Vec<bool>| -> Vec<Option<i32>> {
        let parts = shaded.split(|&is| !is).map(<[bool]>::len).filter(|&length| length > 0);
        let mut runs: Vec<Option<i32>> = parts.map(|length| Some(length as i32)).collect();
        if runs.is_empty() {
            runs.push(Some(0));
        }
        runs
    };
    match site {
        Site::Row => (0..board.height)
            .map(|row| runs(board.row(row).into_iter().map(black).collect()))
            .collect(),
        Site::Column => (0..board.width)
            .map(|c| runs(board.column(c).into_iter().map(black).collect()))
            .collect(),
        _ => {
            let ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];
            let around = |cell: usize| {
                let shaded: Vec<bool> = ring
                    .iter()
                    .map(|&(r, c)| board.offset(cell, r, c).is_some_and(black))
                    .collect();
                let gap = shaded.iter().position(|&is| !is).unwrap_or(0);
                let mut list = runs((0..8).map(|step| shaded[(gap + step) % 8]).collect());
                list.sort_unstable();
                list
            };
            (0..board.cells()).map(around).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn solutions_that_take_long_on_large_boards_look_at_the_limits() {
        let limits = Limits::none().with_flag(Arc::new(AtomicBool::new(true)));
        for name in ["fillomino", "ripple"] {
            let kind = Kind::named(name).unwrap();
            let mut puzzle = Puzzle::new(name, Board::new(8, 8));
            let mut chance = StdRng::seed_from_u64(1);
            let found = solution(kind, &mut puzzle, &mut chance, &limits);
            assert_eq!(found, Err(Stop::Interrupted), "{name}");
        }
    }
}
