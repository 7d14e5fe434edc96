//! Regions of cells and the borders between them.

use crate::{Board, Side, Value};

/// The regions that the borders leave, numbered in the order of their first cells; `open` tells of a link whether its
/// cells belong together.
pub(super) fn regions(board: Board, open: impl Fn(usize) -> bool) -> Vec<i32> {
    let mut room = vec![-1; board.cells()];
    let mut count = 0;
    for first in 0..board.cells() {
        if room[first] >= 0 {
            continue;
        }
        room[first] = count;
        let mut left = vec![first];
        while let Some(cell) = left.pop() {
            for side in Side::ALL {
                let Some((link, other)) = board.link(cell, side).zip(board.beside(cell, side))
                else {
                    continue;
                };
                if room[other] < 0 && open(link) {
                    room[other] = count;
                    left.push(other);
                }
            }
        }
        count += 1;
    }
    room
}

/// The same regions, numbered in the order of their first cells.
pub(super) fn numbered(room: &[Value]) -> Vec<Value> {
    let mut names: Vec<(&Value, i32)> = Vec::new();
    let mut by_name = std::collections::HashMap::new();
    for value in room {
        let next = names.len() as i32;
        by_name.entry(value).or_insert_with(|| {
            names.push((value, next));
            next
        });
    }
    room.iter().map(|value| Value::Number(by_name[value])).collect()
}

/// The cell of each region that comes first, by the number of the region.
pub(super) fn first_cells(room: &[Value]) -> Vec<usize> {
    let mut first = Vec::new();
    for (cell, value) in room.iter().enumerate() {
        let Some(region) = value.number().and_then(|region| usize::try_from(region).ok()) else {
            continue;
        };
        if region >= first.len() {
            first.resize(region + 1, usize::MAX);
        }
        first[region] = first[region].min(cell);
    }
    first
}

/// Whether there is a border, by link.
pub(super) fn borders(board: Board, room: &[Value]) -> Vec<bool> {
    let differ = |link| {
        let (first, second) = board.ends(link);
        room.get(first) != room.get(second)
    };
    (0..board.links()).map(differ).collect()
}

/// The boxes of a sudoku as pzpr has them: as square as can be, wider than high.
pub(crate) fn boxes(board: Board) -> Option<(usize, usize)> {
    let size = board.width;
    let height =
        (1..=size).rev().find(|height| height * height <= size && size.is_multiple_of(*height))?;
    (board.height == size).then_some((size / height, height))
}

/// The boxes of these numbers of columns and rows, as regions.
pub(crate) fn boxed(board: Board, (width, height): (usize, usize)) -> Vec<Value> {
    let across = board.width.div_ceil(width);
    let region = |cell| {
        let (row, column) = board.place(cell);
        Value::Number((row / height * across + column / width) as i32)
    };
    (0..board.cells()).map(region).collect()
}
