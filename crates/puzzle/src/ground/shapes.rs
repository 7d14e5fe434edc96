//! Tetrominoes in rooms.

use super::value::Val;
use super::{Grounded, Grounder};
use crate::number::Number;
use crate::{Board, Site};
use std::collections::BTreeSet;
use zugwerk_logic::{Bit, Constraints};
use zugwerk_rulebook::ast::Expr;

impl Grounder<'_> {
    /// The shape of the cells of the set in a room: 1 to 5 for I, O, T, S, L (turned and mirrored ones are the same), 0
    /// where they form no tetromino.
    pub(super) fn shape(&mut self, set: &Expr, room: &Expr) -> Grounded<Val> {
        let Val::Place(Site::Region, number) = self.eval(room)? else { return Ok(Val::Nothing) };
        if let Some(shape) = self.shapes.get(&number) {
            return Ok(Val::Sum(vec![shape.clone()]));
        }
        let (_, bits) = self.membership(set)?;
        let cells = self.cells_of(&Val::Place(Site::Region, number), room)?;
        let mut ways: Vec<Vec<Bit>> = vec![Vec::new(); 6];
        let encoder = self.statement.encoder();
        for four in tetrominoes(self.puzzle.board, &cells) {
            let literal =
                |&cell: &usize| if four.contains(&cell) { bits[cell] } else { !bits[cell] };
            let all: Vec<Bit> = cells.iter().map(literal).collect();
            ways[shape_of(self.puzzle.board, &four)].push(encoder.and(&all));
        }
        let mut single: Vec<Bit> = ways.iter().map(|ways| encoder.or(ways)).collect();
        single[0] = !encoder.or(&single[1..]);
        let shape = Number::of_single(encoder, 0, single);
        self.shapes.insert(number, shape.clone());
        Ok(Val::Sum(vec![shape]))
    }
}

/// All connected sets of four of the cells.
fn tetrominoes(board: Board, cells: &[usize]) -> BTreeSet<Vec<usize>> {
    let mut grown: BTreeSet<Vec<usize>> = cells.iter().map(|&cell| vec![cell]).collect();
    for _ in 0..3 {
        let mut larger = BTreeSet::new();
        for part in &grown {
            for &cell in part {
                for next in board
                    .neighbours(cell)
                    .filter(|next| cells.contains(next) && !part.contains(next))
                {
                    let mut with = part.clone();
                    with.push(next);
                    with.sort_unstable();
                    larger.insert(with);
                }
            }
        }
        grown = larger;
    }
    grown
}

/// The number of the shape, told by how many neighbours each of the four cells has among the others.
fn shape_of(board: Board, four: &[usize]) -> usize {
    let degree = |cell: usize| board.neighbours(cell).filter(|next| four.contains(next)).count();
    let mut degrees: Vec<usize> = four.iter().map(|&cell| degree(cell)).collect();
    degrees.sort_unstable();
    let places = four.iter().map(|&cell| board.place(cell));
    let (rows, columns): (BTreeSet<usize>, BTreeSet<usize>) = places.unzip();
    match degrees[..] {
        [2, 2, 2, 2] => 2,
        [1, 1, 1, 3] => 3,
        _ if rows.len() == 1 || columns.len() == 1 => 1,
        // S has its two middle cells in different columns and rows of ends; L keeps three in one line.
        _ if has_three_in_line(board, four) => 5,
        _ => 4,
    }
}

fn has_three_in_line(board: Board, four: &[usize]) -> bool {
    let in_line = |place: fn((usize, usize)) -> usize| {
        four.iter().any(|&cell| {
            four.iter()
                .filter(|&&other| place(board.place(other)) == place(board.place(cell)))
                .count()
                == 3
        })
    };
    in_line(|place| place.0) || in_line(|place| place.1)
}
