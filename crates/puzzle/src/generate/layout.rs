//! What is on the board before there are clues: rooms, walls, trees.

use super::{GenerateError, Symmetry};
use crate::kind::Kind;
use crate::{Answer, Board, Puzzle, Site, Value};
use rand::Rng;
use rand::rngs::StdRng;

/// Layers that belong to the layout and are no clues.
pub fn is_layout(name: &str) -> bool {
    matches!(name, "room" | "wall" | "tree" | "op" | "dot")
}

/// What a kind needs that cannot be made up here, if something is.
pub fn missing(kind: &Kind) -> Option<&'static str> {
    match kind.name() {
        "starbattle" | "lits" | "norinori" => Some("its rooms are its only clues"),
        "nurikabe" | "hashi" | "shikaku" | "galaxies" => {
            Some("its clues decide where its pieces lie")
        }
        "hitori" | "dominosa" => Some("it gives a number for every cell"),
        "kakuro" | "yajilin" | "tents" => Some("its walls and clues depend on the solution"),
        _ => None,
    }
}

/// An empty board with its layout.
pub fn base(kind: &Kind, board: Board, chance: &mut StdRng) -> Result<Puzzle, GenerateError> {
    let mut puzzle = Puzzle::new(kind.name(), board);
    match kind.name() {
        "sudoku" => {
            let Some((width, height)) = boxes(board) else {
                return Err(GenerateError::Board(format!(
                    "a sudoku of {}x{} has no boxes; a square with a side that is no prime is expected",
                    board.width, board.height
                )));
            };
            let room = |cell: usize| {
                let (row, column) = board.place(cell);
                row / height * (board.width / width) + column / width
            };
            set_rooms(&mut puzzle, &(0..board.cells()).map(room).collect::<Vec<_>>());
        }
        "keen" => {
            set_rooms(&mut puzzle, &grown(board, 2 * board.cells() / 5, 4, chance));
            for room in 0..puzzle.regions() {
                let size = (0..board.cells())
                    .filter(|&c| puzzle.number("room", c) == Some(room as i32))
                    .count();
                let op =
                    if size == 2 { chance.random_range(1..=4) } else { chance.random_range(1..=2) };
                puzzle.layer_mut("op", Site::Region).values[room] = Value::Number(op);
            }
        }
        "heyawake" => set_rooms(&mut puzzle, &rectangles(board, chance)),
        "ripple" => set_rooms(&mut puzzle, &grown(board, board.cells() / 3, 5, chance)),
        "aquarium" => {
            set_rooms(&mut puzzle, &grown(board, board.cells() / 5, board.cells(), chance))
        }
        "akari" => {
            for cell in 0..board.cells() {
                if chance.random_bool(0.12) {
                    for at in [cell, board.cells() - 1 - cell] {
                        puzzle.layer_mut("wall", Site::Cell).values[at] = Value::Number(1);
                    }
                }
            }
        }
        "palisade" => {
            let sizes: Vec<i32> = [5, 6, 4, 7, 8, 3]
                .into_iter()
                .filter(|size| board.cells() as i32 % size == 0)
                .collect();
            let Some(&size) = sizes.first() else {
                return Err(GenerateError::Board(
                    "the cells cannot be divided into pieces of 3 to 8".to_string(),
                ));
            };
            puzzle.parameters.insert("size".to_string(), size);
        }
        _ => {}
    }
    Ok(puzzle)
}

/// The sides of the boxes of a sudoku, as square as can be.
fn boxes(board: Board) -> Option<(usize, usize)> {
    let side = board.width;
    let height =
        (2..side).rev().find(|height| side.is_multiple_of(*height) && height * height <= side)?;
    (board.height == side).then_some((side / height, height))
}

/// Writes rooms, numbered in the order of their first cells.
fn set_rooms(puzzle: &mut Puzzle, rooms: &[usize]) {
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

/// Connected rooms of at most so many cells, grown from random cells.
fn grown(board: Board, seeds: usize, most: usize, chance: &mut StdRng) -> Vec<usize> {
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

/// The places that a place goes to when the board is turned, itself included.
pub fn images(board: Board, site: Site, at: usize, symmetry: Symmetry) -> Vec<usize> {
    let turned = |at: usize, quarter: bool| -> Option<usize> {
        let (height, width) = match site {
            Site::Cell => (board.height, board.width),
            Site::Vertex => (board.height + 1, board.width + 1),
            _ => return None,
        };
        let (row, column) = (at / width, at % width);
        match quarter {
            false => Some((height - 1 - row) * width + width - 1 - column),
            true => (height == width).then(|| column * width + width - 1 - row),
        }
    };
    let mut images = vec![at];
    let turns = match symmetry {
        Symmetry::None => 0,
        Symmetry::Half => 1,
        Symmetry::Quarter => 3,
    };
    for _ in 0..turns {
        let last = images[images.len() - 1];
        match turned(last, symmetry == Symmetry::Quarter) {
            Some(next) if !images.contains(&next) => images.push(next),
            _ => break,
        }
    }
    images
}
