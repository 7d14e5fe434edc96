//! The rules of every kind a second time, in plain Rust over finished boards: slow, and written without a look at the
//! rulebooks. Only the tests use it.

pub mod cells;
pub mod digits;
pub mod lines;

use zugwerk_puzzle::{Answer, Board, Layer, Puzzle, Site, Value};

/// A kind as the oracle knows it.
pub struct Oracle {
    pub kind: &'static str,
    /// The boards it is tried on: width and height.
    pub boards: &'static [(usize, usize)],
    /// Layers of the answer with the values they may have.
    pub unknown: &'static [(&'static str, Site, i32, i32)],
    /// Clues that may be there or not, and their values.
    pub clues: &'static [(&'static str, Site, i32, i32)],
    /// Whether clues are lists of numbers.
    pub lists: bool,
    /// What is given besides: rooms, walls.
    pub base: fn(&mut Chance, Board) -> Puzzle,
    pub check: fn(&Puzzle, &Answer) -> bool,
}

/// SplitMix64.
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }
}

/// Gives the board random connected rooms, at most `most`.
pub fn rooms(puzzle: &mut Puzzle, chance: &mut Chance, most: usize) {
    let board = puzzle.board;
    let mut room: Vec<Option<usize>> = vec![None; board.cells()];
    for number in 0..most.min(board.cells()) {
        let cell = chance.below(board.cells());
        room[cell].get_or_insert(number);
    }
    while room.contains(&None) {
        let cell = chance.below(board.cells());
        if room[cell].is_none() {
            let around: Vec<usize> = board.neighbours(cell).filter_map(|next| room[next]).collect();
            if !around.is_empty() {
                room[cell] = Some(around[chance.below(around.len())]);
            }
        }
    }
    number_rooms(puzzle, &room.into_iter().flatten().collect::<Vec<_>>());
}

/// Writes rooms, numbered in the order of their first cells.
pub fn number_rooms(puzzle: &mut Puzzle, room: &[usize]) {
    let mut order: Vec<usize> = Vec::new();
    let layer = puzzle.layer_mut("room", Site::Cell);
    for (cell, number) in room.iter().enumerate() {
        let at = order.iter().position(|known| known == number).unwrap_or_else(|| {
            order.push(*number);
            order.len() - 1
        });
        layer.values[cell] = Value::Number(at as i32);
    }
}

pub fn value(answer: &Answer, layer: &str, at: usize) -> i32 {
    answer.number(layer, at).unwrap_or_else(|| panic!("{layer} is open at {at}"))
}

pub fn is(answer: &Answer, layer: &str, at: usize) -> bool {
    value(answer, layer, at) == 1
}

/// The cells of each room.
pub fn room_cells(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let mut rooms = vec![Vec::new(); puzzle.regions()];
    for cell in 0..puzzle.board.cells() {
        rooms[puzzle.number("room", cell).unwrap() as usize].push(cell);
    }
    rooms
}

/// The parts into which the cells fall where `same` joins neighbours.
pub fn parts(board: Board, same: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut seen = vec![false; board.cells()];
    let mut parts = Vec::new();
    for start in 0..board.cells() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut part = vec![start];
        let mut at = 0;
        while at < part.len() {
            let here = part[at];
            at += 1;
            for next in board.neighbours(here) {
                if !seen[next] && same(here, next) {
                    seen[next] = true;
                    part.push(next);
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// The groups of cells for which `inside` holds.
pub fn groups(board: Board, inside: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let mut all = parts(board, |a, b| inside(a) && inside(b));
    all.retain(|part| inside(part[0]));
    all
}

/// The link between two neighbours.
pub fn link(board: Board, a: usize, b: usize) -> usize {
    (0..board.links()).find(|&l| board.ends(l) == (a.min(b), a.max(b))).unwrap()
}

/// Every answer with values in the ranges; a given clue of the same name as in `fixed` stays.
pub fn all_answers(oracle: &Oracle, puzzle: &Puzzle, mut visit: impl FnMut(&Answer)) {
    let mut answer = Answer::default();
    let mut wheels: Vec<(&str, usize, i32, i32)> = Vec::new();
    for &(name, site, low, high) in oracle.unknown {
        let count = puzzle.count(site);
        let layer = Layer { site, values: vec![Value::Number(low); count] };
        answer.layers.insert(name.to_string(), layer);
        wheels.extend((0..count).map(|at| match puzzle.number("clue", at) {
            // A given digit stays: without this the numbers would be too many.
            Some(clue) if name == "digit" && (low..=high).contains(&clue) => (name, at, clue, clue),
            _ => (name, at, low, high),
        }));
    }
    for &(name, at, low, _) in &wheels {
        answer.layers.get_mut(name).unwrap().values[at] = Value::Number(low);
    }
    loop {
        visit(&answer);
        let mut turned = 0;
        for &(name, at, low, high) in &wheels {
            let slot = &mut answer.layers.get_mut(name).unwrap().values[at];
            let now = slot.number().unwrap();
            if now < high {
                *slot = Value::Number(now + 1);
                break;
            }
            *slot = Value::Number(low);
            turned += 1;
        }
        if turned == wheels.len() {
            return;
        }
    }
}
