//! Kinds whose only clues are their rooms: first what is shaded, then rooms around it.

use super::stars::solutions;
use super::tetrominoes::{Layout, Tetrominoes};
use super::{Draft, near, part, pick};
use crate::generate::layout::set_rooms;
use crate::{Board, Puzzle};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use std::collections::VecDeque;

/// The room of a cell that has none yet.
pub(super) const FREE: usize = usize::MAX;

/// Rooms around shaded cells.
#[derive(Clone)]
pub struct Rooms {
    kind: &'static str,
    board: Board,
    /// By cell.
    room: Vec<usize>,
    /// What the solution shades; these cells keep their rooms.
    shaded: Vec<bool>,
    stars: Option<i32>,
}

impl Draft for Rooms {
    fn puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::new(self.kind, self.board);
        set_rooms(&mut puzzle, &self.room);
        if let Some(stars) = self.stars {
            puzzle.parameters.insert("stars".to_string(), stars);
        }
        puzzle
    }

    fn loose(&self, others: usize) -> Option<Vec<usize>> {
        let stars = usize::try_from(self.stars?).ok()?;
        let found = solutions(self.board, &self.room, stars, others + 1)?;
        let is_loose = |cell: &usize| {
            found.iter().any(|solution| solution.contains(cell) != self.shaded[*cell])
        };
        Some((0..self.board.cells()).filter(is_loose).collect())
    }

    fn changed(&self, cells: &[usize], chance: &mut StdRng) -> Option<Box<dyn Draft>> {
        let mut changed = self.clone();
        let mut moved = 0;
        for _ in 0..30 {
            let cell = near(self.board, cells, chance);
            let others: Vec<usize> = self
                .board
                .neighbours(cell)
                .map(|next| changed.room[next])
                .filter(|&room| room != changed.room[cell])
                .collect();
            let Some(other) = pick(&others, chance) else { continue };
            // Rather out of small rooms into large ones: a room with little choice settles its neighbours.
            let size = |room: usize| changed.room.iter().filter(|&&other| other == room).count();
            let grows = size(other) < size(changed.room[cell]);
            if changed.shaded[cell]
                || !changed.can_leave(cell)
                || (grows && chance.random_bool(0.7))
            {
                continue;
            }
            changed.room[cell] = other;
            moved += 1;
            if moved == 3 || chance.random_bool(0.5) {
                break;
            }
        }
        (moved > 0).then(|| Box::new(changed) as Box<dyn Draft>)
    }
}

impl Rooms {
    /// Whether the room of a cell holds together without it.
    fn can_leave(&self, cell: usize) -> bool {
        let stays = |other: usize| other != cell && self.room[other] == self.room[cell];
        let count = (0..self.board.cells()).filter(|&other| stays(other)).count();
        let first = (0..self.board.cells()).find(|&other| stays(other));
        first.is_some_and(|first| part(self.board, first, stays).len() == count)
    }

    /// Rooms with nothing but their groups of shaded cells, and what joins the cells of a group.
    fn around(kind: &'static str, board: Board, groups: &[Vec<usize>]) -> Option<Rooms> {
        let mut room = vec![FREE; board.cells()];
        let mut shaded = vec![false; board.cells()];
        for (at, group) in groups.iter().enumerate() {
            for &cell in group {
                room[cell] = at;
                shaded[cell] = true;
            }
        }
        for (at, group) in groups.iter().enumerate() {
            let reached = part(board, group[0], |cell| room[cell] == at);
            for &cell in group.iter().filter(|cell| !reached.contains(cell)) {
                for step in joining(board, &room, cell, at)? {
                    room[step] = at;
                }
            }
        }
        Some(Rooms { kind, board, room, shaded, stars: None })
    }

    /// The rooms take in all cells that are free, at random.
    pub fn spread(mut self, chance: &mut StdRng) -> Rooms {
        let (board, room) = (self.board, &mut self.room);
        let mut order: Vec<usize> = (0..board.cells()).collect();
        while room.contains(&FREE) {
            order.shuffle(chance);
            for &cell in order.iter().filter(|_| chance.random_bool(0.5)).collect::<Vec<_>>() {
                let beside: Vec<usize> =
                    board.neighbours(cell).map(|n| room[n]).filter(|&r| r != FREE).collect();
                // Most rooms stay small, so that there is somewhere to begin.
                let size = |of: usize| room.iter().filter(|&&other| other == of).count();
                let largest = beside.iter().copied().max_by_key(|&beside| size(beside));
                let chosen = match self.kind != "starbattle" && chance.random_bool(0.8) {
                    true => largest,
                    false => pick(&beside, chance),
                };
                if room[cell] == FREE
                    && let Some(chosen) = chosen
                {
                    room[cell] = chosen;
                }
            }
        }
        self
    }

    /// The cells that belong to no room yet.
    pub fn free(&self) -> Vec<usize> {
        (0..self.board.cells()).filter(|&cell| self.room[cell] == FREE).collect()
    }

    /// Free cells beside rooms, `count` at most, each taken in by one of them.
    pub fn grown(&self, count: usize, chance: &mut StdRng) -> Rooms {
        let mut grown = self.clone();
        let mut free = self.free();
        free.shuffle(chance);
        let mut taken = 0;
        for cell in free {
            if taken == count {
                break;
            }
            if let Some(room) = pick(&grown.rooms_beside(cell), chance) {
                grown.room[cell] = room;
                taken += 1;
            }
        }
        grown
    }

    /// A free cell is taken in by each of the rooms beside it.
    pub fn grown_at(&self, cell: usize) -> Vec<Rooms> {
        let taken = |room| {
            let mut grown = self.clone();
            grown.room[cell] = room;
            grown
        };
        self.rooms_beside(cell).into_iter().map(taken).collect()
    }

    /// The rooms come in some order, and each takes in only cells of which the shaded cells of earlier rooms tell that they
    /// are not shaded. Cells without such a room stay free.
    pub fn in_order(mut self, chance: &mut StdRng) -> Rooms {
        let count = self.room.iter().filter(|&&room| room != FREE).max().map_or(0, |most| most + 1);
        let mut rank: Vec<usize> = (0..count).collect();
        rank.shuffle(chance);
        let known: Vec<Option<usize>> =
            (0..self.board.cells()).map(|cell| self.told(cell, &rank)).collect();
        loop {
            let mut free = self.free();
            free.shuffle(chance);
            for &cell in &free {
                let mut rooms = self.rooms_beside(cell);
                rooms.retain(|&room| known[cell].is_some_and(|known| rank[room] > known));
                if let Some(room) = pick(&rooms, chance) {
                    self.room[cell] = room;
                }
            }
            if self.free().len() == free.len() {
                return self;
            }
        }
    }

    /// The rank of the room after which it is known that the cell is not shaded: it lies beside a domino.
    fn told(&self, cell: usize, rank: &[usize]) -> Option<usize> {
        let shaded = |cell: usize| self.shaded[cell].then(|| rank[self.room[cell]]);
        self.board.neighbours(cell).filter_map(shaded).min()
    }

    fn rooms_beside(&self, cell: usize) -> Vec<usize> {
        let mut rooms: Vec<usize> =
            self.board.neighbours(cell).map(|next| self.room[next]).collect();
        rooms.retain(|&room| room != FREE);
        rooms.sort_unstable();
        rooms.dedup();
        rooms
    }

    /// The rooms so far as a puzzle, in which every free cell is a room of its own.
    pub fn unfinished(&self) -> Puzzle {
        let mut all = self.clone();
        for cell in self.free() {
            all.room[cell] = self.board.cells() + cell;
        }
        Draft::puzzle(&all)
    }

    /// The shaded cells of a random solution and the rooms right around them.
    pub fn seeds(kind: &str, board: Board, chance: &mut StdRng) -> Result<Option<Rooms>, String> {
        Ok(match kind {
            "lits" => Rooms::lits(board, chance),
            "norinori" => Rooms::norinori(board, chance),
            _ => Rooms::star_battle(board, chance)?,
        })
    }

    /// The same with rooms all over the board.
    pub fn first(kind: &str, board: Board, chance: &mut StdRng) -> Result<Option<Rooms>, String> {
        Ok(Rooms::seeds(kind, board, chance)?.map(|rooms| rooms.spread(chance)))
    }

    /// Star Battle: one star for each row, column and room, two on large boards.
    fn star_battle(board: Board, chance: &mut StdRng) -> Result<Option<Rooms>, String> {
        let side = board.width;
        if board.height != side || matches!(side, 2 | 3) {
            return Err(format!(
                "a star battle of {}x{} has no solution; a square of 4x4 or more is expected",
                board.width, board.height
            ));
        }
        let each = if side < 12 { 1 } else { 2 };
        let Some(stars) = placed(board, each, chance) else { return Ok(None) };
        let mut left = stars;
        left.shuffle(chance);
        let mut groups: Vec<Vec<usize>> = Vec::new();
        while let Some(star) = left.pop() {
            let mut group = vec![star];
            while group.len() < each {
                let distance = |cell: usize| {
                    let ((a, b), (c, d)) = (board.place(star), board.place(cell));
                    a.abs_diff(c) + b.abs_diff(d)
                };
                let Some(nearest) = (0..left.len()).min_by_key(|&at| distance(left[at])) else {
                    return Ok(None);
                };
                group.push(left.swap_remove(nearest));
            }
            groups.push(group);
        }
        let rooms = Rooms::around("starbattle", board, &groups);
        Ok(rooms.map(|rooms| Rooms { stars: Some(each as i32), ..rooms }))
    }

    /// Norinori: dominoes that do not touch, some of them shared by two rooms.
    fn norinori(board: Board, chance: &mut StdRng) -> Option<Rooms> {
        let mut links: Vec<usize> = (0..board.links()).collect();
        links.shuffle(chance);
        let mut shaded = vec![false; board.cells()];
        let mut dominoes: Vec<(usize, usize)> = Vec::new();
        for link in links {
            let (a, b) = board.ends(link);
            let free =
                |cell: usize| !shaded[cell] && board.neighbours(cell).all(|next| !shaded[next]);
            if free(a) && free(b) {
                shaded[a] = true;
                shaded[b] = true;
                dominoes.push((a, b));
            }
        }
        let mut groups: Vec<Vec<usize>> = Vec::new();
        while let Some((a, b)) = dominoes.pop() {
            let distance = |&(c, d): &(usize, usize)| {
                let ((r, s), (t, u)) = (board.place(b), board.place(c.min(d)));
                r.abs_diff(t) + s.abs_diff(u)
            };
            let nearest = (0..dominoes.len()).min_by_key(|&at| distance(&dominoes[at]));
            match nearest.filter(|&at| distance(&dominoes[at]) <= 3 && chance.random_bool(0.3)) {
                Some(at) => {
                    let (c, d) = dominoes.swap_remove(at);
                    // One room takes the two nearer halves.
                    groups.push(vec![b, c]);
                    groups.push(vec![a, d]);
                }
                None => groups.push(vec![a, b]),
            }
        }
        if groups.is_empty() {
            return None;
        }
        Rooms::around("norinori", board, &groups)
    }

    /// LITS: tetrominoes one beside the other, then rooms around them.
    fn lits(board: Board, chance: &mut StdRng) -> Option<Rooms> {
        let all = Tetrominoes::on(board);
        Rooms::of_layout(board, Layout::shaded(board, &all, chance))
    }

    /// The rooms of a layout; none where nothing is shaded.
    pub fn of_layout(board: Board, layout: Layout<'_>) -> Option<Rooms> {
        let (room, shaded) = layout.into_rooms();
        let is_empty = !shaded.contains(&true);
        (!is_empty).then_some(Rooms { kind: "lits", board, room, shaded, stars: None })
    }
}

/// The free cells on the shortest way from a cell to the others of its group.
fn joining(board: Board, room: &[usize], cell: usize, group: usize) -> Option<Vec<usize>> {
    let mut before = vec![FREE; board.cells()];
    let mut queue = VecDeque::from([cell]);
    before[cell] = cell;
    while let Some(at) = queue.pop_front() {
        for next in board.neighbours(at) {
            if before[next] != FREE {
                continue;
            }
            before[next] = at;
            if room[next] == group && at != cell {
                let way = std::iter::successors(Some(at), |&step| Some(before[step]));
                return Some(way.take_while(|&step| step != cell).collect());
            }
            if room[next] == FREE {
                queue.push_back(next);
            }
        }
    }
    None
}

/// `each` stars for each row and column, none beside another: row by row, and back where that fails.
fn placed(board: Board, each: usize, chance: &mut StdRng) -> Option<Vec<usize>> {
    fn go(
        board: Board,
        each: usize,
        row: usize,
        stars: &mut Vec<usize>,
        steps: &mut usize,
        chance: &mut StdRng,
    ) -> bool {
        if stars.len() == each * (row + 1) {
            return row + 1 == board.height || go(board, each, row + 1, stars, steps, chance);
        }
        let mut cells = board.row(row);
        cells.shuffle(chance);
        for cell in cells {
            *steps += 1;
            let column = board.place(cell).1;
            let full = stars.iter().filter(|&&star| board.place(star).1 == column).count() == each;
            let last = stars.last().is_some_and(|&star| board.place(star).0 == row && star > cell);
            if full || last || *steps > 20_000 || board.around(cell).any(|a| stars.contains(&a)) {
                continue;
            }
            stars.push(cell);
            if go(board, each, row, stars, steps, chance) {
                return true;
            }
            stars.pop();
        }
        false
    }
    let mut stars = Vec::new();
    go(board, each, 0, &mut stars, &mut 0, chance).then_some(stars)
}
