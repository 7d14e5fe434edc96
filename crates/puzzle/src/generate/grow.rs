//! Easy puzzles whose only clues are their rooms. At first the rooms are no larger than what is shaded in them and everything
//! else is known; then they take in one cell after the other, as long as single laws still lead to the solution. For LITS
//! that is told by its rules alone, without laws and solvers.

use super::GenerateError;
use super::draft::Draft;
use super::draft::rooms::Rooms;
use super::draft::tetrominoes::{Layout, Tetrominoes};
use crate::explain::{Explainer, Fact};
use crate::kind::Kind;
use crate::local::Pool;
use crate::{Board, Site};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use std::collections::HashSet;
use zugwerk_logic::Limits;

/// Beginnings that are looked at for the one that leaves the fewest cells.
const SEEDS: usize = 30;
const ORDERS: usize = 20;
const TRIED: usize = 8;
/// With more cells than these that can go nowhere, another beginning is better.
const FEW: usize = 3;
/// Cells that are first tried together.
const TOGETHER: usize = 8;

/// Rooms that lead to the solution easily but for the cells that came last, where those can go nowhere.
pub fn grown(
    kind: &Kind,
    board: Board,
    chance: &mut StdRng,
    limits: &Limits,
) -> Result<Option<Box<dyn Draft>>, GenerateError> {
    if kind.name() == "lits" {
        return lits(board, chance, limits);
    }
    // Most laws stay as they are when one room takes in a cell.
    let mut pool = Pool::default();
    let mut begun: Vec<Rooms> = Vec::new();
    for _ in 0..SEEDS {
        limits.check()?;
        let seeds = Rooms::seeds(kind.name(), board, chance).map_err(GenerateError::Board)?;
        let Some(seeds) = seeds else { continue };
        begun.extend((0..ORDERS).map(|_| seeds.clone().in_order(chance)));
    }
    begun.sort_by_key(|rooms| rooms.free().len());
    let mut rooms = None;
    for best in begun.into_iter().take(TRIED) {
        if is_easy(kind, &best, &mut pool, limits)? {
            rooms = Some(best);
            break;
        }
    }
    let Some(mut rooms) = rooms else { return Ok(None) };
    let mut together = TOGETHER;
    while together > 1 && !rooms.free().is_empty() {
        let next = rooms.grown(together, chance);
        match is_easy(kind, &next, &mut pool, limits)? {
            true => rooms = next,
            false => together /= 2,
        }
    }
    loop {
        let before = rooms.free().len();
        let mut free = rooms.free();
        free.shuffle(chance);
        for cell in free {
            let mut choices = rooms.grown_at(cell);
            choices.shuffle(chance);
            for next in choices {
                if is_easy(kind, &next, &mut pool, limits)? {
                    rooms = next;
                    break;
                }
            }
        }
        let left = rooms.free().len();
        if left == before || left == 0 {
            return Ok((left <= FEW).then(|| Box::new(rooms.spread(chance)) as Box<dyn Draft>));
        }
    }
}

/// Rooms around tetrominoes, judged by the rules of LITS alone.
fn lits(
    board: Board,
    chance: &mut StdRng,
    limits: &Limits,
) -> Result<Option<Box<dyn Draft>>, GenerateError> {
    let all = Tetrominoes::on(board);
    let layout = Layout::random(board, &all, chance, limits)?;
    let rooms = layout.and_then(|layout| Rooms::of_layout(board, layout));
    Ok(rooms.map(|rooms| Box::new(rooms) as Box<dyn Draft>))
}

/// Whether single laws lead to the solution where it is known that the free cells are not shaded.
fn is_easy(
    kind: &Kind,
    rooms: &Rooms,
    pool: &mut Pool,
    limits: &Limits,
) -> Result<bool, GenerateError> {
    let puzzle = rooms.unfinished();
    let mut explainer = Explainer::with_pool(kind, &puzzle, None, Some(pool), limits)?;
    let Some(unknown) = kind.book().unknown.first() else { return Ok(false) };
    let (mut known, mut alone) = (Vec::new(), HashSet::new());
    for cell in rooms.free() {
        let (layer, place) = (unknown.name.text.clone(), (Site::Cell, cell));
        known.extend(explainer.literals(&Fact { layer, place, value: 0, is: true }));
        alone.extend(puzzle.number("room", cell).map(|room| (Site::Region, room as usize)));
    }
    let instances = explainer.instances().iter();
    let counts: Vec<bool> =
        instances.map(|law| !law.places.iter().any(|place| alone.contains(place))).collect();
    let trace = explainer.closure(|at| counts[at], &[(Vec::new(), known)], limits)?;
    explainer.give_to(pool);
    Ok(trace.solved)
}
