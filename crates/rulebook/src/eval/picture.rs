//! The board of a rulebook drawn, and the clicks that make a move.

use super::describe::Item;
use super::game::RuleGame;
use super::moves::Move;
use super::state::State;
use super::text::letter;
use zugwerk_game::{Cell, Depict, Grid, Picture, Token};

/// The distance of rows of hexagons: half the square root of three.
const HEX_ROW: f32 = 0.866_025_4;

impl Depict for RuleGame {
    fn picture(&self, state: &State) -> Picture {
        let words = &self.ground().words;
        let board = &words.board;
        let has = |word: &str| self.ground().look.iter().any(|known| known == word);
        let chequered = has("chequered") || has("dark") || has("light");
        let mut cells: Vec<usize> = board.cells().collect();
        cells.sort_by_key(|cell| {
            let (column, row) = board.place(*cell);
            (-row, column)
        });
        let cell = |cell: &usize| {
            let (column, row) = board.place(*cell);
            let (column, row_up) = (column as f32 - 1.0, row as f32 - 1.0);
            let (x, y) = match board.grid() {
                // Rows of hexagons stand half a cell aside of each other.
                Grid::Hexagons => (column + row_up / 2.0, row_up * HEX_ROW),
                _ => (column, row_up),
            };
            let dark = chequered && (board.place(*cell).0 + row) % 2 == 0;
            let tokens =
                self.stack(state, *cell).into_iter().map(|content| self.token(content)).collect();
            Cell { name: board.name(*cell).to_string(), x, y, dark, tokens }
        };
        let place = |wanted: usize| cells.iter().position(|cell| *cell == wanted).unwrap_or(0);
        let pairs = board.lines().iter().flat_map(|line| line.windows(2));
        let mut lines: Vec<(usize, usize)> =
            pairs.map(|pair| (place(pair[0]), place(pair[1]))).collect();
        lines.sort_unstable();
        lines.dedup();
        let grid = if has("points") { Grid::Points } else { board.grid() };
        if has("points") {
            let step =
                |cell: &usize, way| board.step(*cell, way).map(|next| (place(*cell), place(next)));
            lines = cells
                .iter()
                .flat_map(|cell| [step(cell, (1, 0)), step(cell, (0, 1))])
                .flatten()
                .collect();
        }
        Picture { grid, cells: cells.iter().map(cell).collect(), lines, stacks: words.stacks }
    }

    fn clicks(&self, state: &State, chosen: Move) -> Vec<String> {
        let mut clicks: Vec<String> = Vec::new();
        for item in self.described(state, chosen) {
            let click = match item {
                Item::Cell(cell) => self.ground().words.board.name(cell).to_string(),
                Item::Word(word) => word.to_string(),
                Item::Sign(_) | Item::Part => continue,
            };
            // A chain goes on from the cell where it was.
            if clicks.last() != Some(&click) {
                clicks.push(click);
            }
        }
        clicks
    }
}

impl RuleGame {
    fn token(&self, content: u8) -> Token {
        let words = &self.ground().words;
        let piece = &words.contents[usize::from(content) - 1];
        let only = words.kinds.len() == 1;
        let sign = match piece.owner {
            Some(player) if only => ['x', 'o'][player.min(1)],
            _ => letter(words, content),
        };
        let letter = if only { String::new() } else { words.letters[piece.kind].to_string() };
        Token { player: piece.owner, letter, sign }
    }
}
