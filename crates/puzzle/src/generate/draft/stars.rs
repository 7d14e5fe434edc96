//! Solutions of a Star Battle, row by row: much faster than by its laws, so that a draft is judged in no time.

use crate::Board;

/// Stars for each row, column and room, none beside another.
pub struct Stars<'a> {
    board: Board,
    room: &'a [usize],
    each: u32,
    /// By room: the last row in which it can get a star.
    last: Vec<usize>,
    in_column: Vec<u32>,
    in_room: Vec<u32>,
    /// The stars so far.
    stars: Vec<usize>,
    found: Vec<Vec<usize>>,
    /// Stars that may still be tried.
    steps: usize,
}

/// How many stars are tried before the laws may tell.
const STEPS: usize = 300_000;

/// At most `most` solutions; none where that takes too long. Rooms have numbers below the number of cells.
pub fn solutions(
    board: Board,
    room: &[usize],
    each: usize,
    most: usize,
) -> Option<Vec<Vec<usize>>> {
    let mut last = vec![0; board.cells()];
    room.iter().enumerate().for_each(|(cell, &room)| last[room] = board.place(cell).0);
    let mut search = Stars {
        board,
        room,
        each: each as u32,
        last,
        in_column: vec![0; board.width],
        in_room: vec![0; board.cells()],
        stars: Vec::new(),
        found: Vec::new(),
        steps: STEPS,
    };
    search.row(0, most);
    (search.steps > 0).then_some(search.found)
}

impl Stars<'_> {
    fn is_done(&self, most: usize) -> bool {
        self.found.len() == most || self.steps == 0
    }

    /// Goes on with a row, all rows before it being filled.
    fn row(&mut self, row: usize, most: usize) {
        if row == self.board.height {
            self.found.push(self.stars.clone());
            return;
        }
        self.cell(row, 0, 0, most);
    }

    /// Goes on with a row that has `count` stars, from a column on.
    fn cell(&mut self, row: usize, from: usize, count: u32, most: usize) {
        if count == self.each {
            // A room that ends here must have its stars.
            let is_short = |cell: usize| {
                let room = self.room[cell];
                self.last[room] == row && self.in_room[room] < self.each
            };
            if !self.board.row(row).into_iter().any(is_short) {
                self.row(row + 1, most);
            }
            return;
        }
        for column in from..self.board.width {
            let cell = self.board.cell(row, column);
            let room = self.room[cell];
            let touches = |star: &usize| {
                let (above, beside) = self.board.place(*star);
                above + 1 >= row && beside.abs_diff(column) <= 1
            };
            if self.in_column[column] == self.each
                || self.in_room[room] == self.each
                || self.stars.iter().rev().take(2 * self.each as usize).any(touches)
            {
                continue;
            }
            self.steps = self.steps.saturating_sub(1);
            self.in_column[column] += 1;
            self.in_room[room] += 1;
            self.stars.push(cell);
            self.cell(row, column + 2, count + 1, most);
            self.stars.pop();
            self.in_column[column] -= 1;
            self.in_room[room] -= 1;
            if self.is_done(most) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Next, Puzzle, Search};
    use zugwerk_logic::Limits;

    #[test]
    fn rows_and_laws_find_the_same_solutions() {
        let kind = Kind::named("starbattle").unwrap();
        let limits = Limits::none();
        for (side, each, width) in [(5, 1, 2), (6, 1, 3), (8, 2, 4), (4, 1, 4), (9, 2, 9)] {
            let board = Board::new(side, side);
            // Rooms that are slanted stripes: any cells will do.
            let room: Vec<usize> =
                (0..board.cells()).map(|cell| (cell + cell / side / 2) / width % side).collect();
            let mut puzzle = Puzzle::new("starbattle", board);
            puzzle.parameters.insert("stars".to_string(), each);
            crate::generate::layout::set_rooms(&mut puzzle, &room);
            let mut search = Search::new(kind, &puzzle, None, false, &limits).unwrap();
            let mut expected: Vec<Vec<usize>> = Vec::new();
            while let Next::Solution(answer) = search.next(&limits) {
                let is_star = |cell: &usize| answer.number("star", *cell) == Some(1);
                expected.push((0..board.cells()).filter(is_star).collect());
            }
            expected.sort();
            let mut found = solutions(board, &room, each as usize, usize::MAX).unwrap();
            found.iter_mut().for_each(|stars| stars.sort_unstable());
            found.sort();
            assert_eq!(found, expected, "{side} {each}");
        }
    }
}
