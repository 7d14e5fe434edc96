//! Solutions of a Kakuro by the digits that can still stand in each cell: much faster than by its laws, so that a draft is
//! judged in no time.

use std::sync::OnceLock;

/// Cells with different digits, and what these add up to.
pub struct Run {
    pub cells: Vec<usize>,
    pub sum: i32,
}

/// Digits as bits: 1 is the lowest.
type Digits = u16;

const ALL: Digits = 0x1FF;
/// How many digits are tried before the laws may tell.
const STEPS: usize = 3000;

/// The cells of which single runs do not tell the digit, one after the other; all of them where the runs contradict each other.
pub fn untold(cells: usize, runs: &[Run]) -> Vec<usize> {
    let (search, mut open) = Sums::new(cells, runs, 0);
    let sound = search.narrow(&mut open);
    (0..cells).filter(|&cell| open[cell].count_ones() > 1 || !sound && open[cell] != 0).collect()
}

/// At most `most` solutions, each with a digit for every cell of a run and 0 elsewhere; none where that takes too long.
pub fn solutions(cells: usize, runs: &[Run], most: usize) -> Option<Vec<Vec<i32>>> {
    let (mut search, open) = Sums::new(cells, runs, most);
    search.fill(open);
    (search.steps > 0).then_some(search.found)
}

/// The sets of `count` different digits with this sum.
fn sets_of(count: usize, sum: i32) -> &'static [Digits] {
    const MOST_SUM: usize = 45;
    static SETS: OnceLock<Vec<Vec<Digits>>> = OnceLock::new();
    let sets = SETS.get_or_init(|| {
        let mut sets = vec![Vec::new(); 10 * (MOST_SUM + 1)];
        for digits in 0..=ALL {
            let total: usize = (0..9).filter(|digit| digits >> digit & 1 == 1).map(|d| d + 1).sum();
            sets[digits.count_ones() as usize * (MOST_SUM + 1) + total].push(digits);
        }
        sets
    });
    let sum = usize::try_from(sum).ok().filter(|&sum| sum <= MOST_SUM);
    sum.and_then(|sum| sets.get(count * (MOST_SUM + 1) + sum)).map_or(&[], Vec::as_slice)
}

struct Sums<'a> {
    runs: &'a [Run],
    /// By run: the sets of digits that add up to its sum.
    sets: Vec<&'static [Digits]>,
    found: Vec<Vec<i32>>,
    most: usize,
    steps: usize,
}

impl<'a> Sums<'a> {
    /// A search, and all digits in every cell of a run.
    fn new(cells: usize, runs: &'a [Run], most: usize) -> (Sums<'a>, Vec<Digits>) {
        let mut open = vec![0; cells];
        runs.iter().flat_map(|run| &run.cells).for_each(|&cell| open[cell] = ALL);
        let sets = runs.iter().map(|run| sets_of(run.cells.len(), run.sum)).collect();
        (Sums { runs, sets, found: Vec::new(), most, steps: STEPS }, open)
    }

    /// Tries the digits of a cell that has the fewest.
    fn fill(&mut self, mut open: Vec<Digits>) {
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 || !self.narrow(&mut open) {
            return;
        }
        let undecided = (0..open.len()).filter(|&cell| open[cell].count_ones() > 1);
        let Some(cell) = undecided.min_by_key(|&cell| open[cell].count_ones()) else {
            let digit = |&digits: &Digits| if digits == 0 { 0 } else { digits.ilog2() as i32 + 1 };
            self.found.push(open.iter().map(digit).collect());
            return;
        };
        for digit in (0..9).filter(|digit| open[cell] >> digit & 1 == 1) {
            let mut next = open.clone();
            next[cell] = 1 << digit;
            self.fill(next);
            if self.found.len() == self.most || self.steps == 0 {
                return;
            }
        }
    }

    /// Takes away digits that cannot stand in a cell, until there are none; false where a cell is left without.
    fn narrow(&self, open: &mut [Digits]) -> bool {
        loop {
            let mut narrower = false;
            for (run, sets) in self.runs.iter().zip(&self.sets) {
                let Some(changed) = narrow_run(run, sets, open) else { return false };
                narrower |= changed;
            }
            if !narrower {
                return true;
            }
        }
    }
}

/// Whether a cell of the run has lost digits; none where it has none left.
fn narrow_run(run: &Run, sets: &[Digits], open: &mut [Digits]) -> Option<bool> {
    let can: Digits = run.cells.iter().fold(0, |all, &cell| all | open[cell]);
    let fits =
        |set: &&Digits| **set & !can == 0 && run.cells.iter().all(|&cell| open[cell] & **set != 0);
    let (mut some, mut every) = (0, ALL);
    for &set in sets.iter().filter(fits) {
        some |= set;
        every &= set;
    }
    let mut narrower = false;
    for at in 0..run.cells.len() {
        let cell = run.cells[at];
        let others = || run.cells.iter().filter(|&&other| other != cell).map(|&other| open[other]);
        let taken =
            others().filter(|digits| digits.count_ones() == 1).fold(0, |all, one| all | one);
        // A digit that every set has and no other cell can take stands here.
        let only = every & !others().fold(0, |all, digits| all | digits);
        let mut left = open[cell] & some & !taken;
        if only != 0 {
            left &= only;
        }
        if left == 0 {
            return None;
        }
        narrower |= left != open[cell];
        open[cell] = left;
    }
    Some(narrower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::draft::Draft;
    use crate::generate::draft::kakuro::Kakuro;
    use crate::generate::{Symmetry, Wish};
    use crate::{Board, Kind, Next, Search};
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use zugwerk_logic::Limits;

    #[test]
    fn digits_and_laws_find_the_same_solutions() {
        let kind = Kind::named("kakuro").unwrap();
        let limits = Limits::none();
        let mut compared = 0;
        for seed in 0..40 {
            let board = Board::new(4 + seed as usize % 3, 4);
            let wish =
                Wish { board, difficulty: None, symmetry: Symmetry::None, layout: None, seed };
            let mut chance = StdRng::seed_from_u64(seed);
            let Some(draft) = Kakuro::first(&wish, &mut chance, &limits).unwrap() else { continue };
            // Boards with very many solutions tell no more than those with a hundred.
            const MOST: usize = 100;
            let Some(mut found) = solutions(board.cells(), &draft.all_runs(), MOST) else {
                continue;
            };
            let mut search = Search::new(kind, &draft.puzzle(), None, false, &limits).unwrap();
            let mut expected: Vec<Vec<i32>> = Vec::new();
            while expected.len() < MOST
                && let Next::Solution(answer) = search.next(&limits)
            {
                let digit = |cell: usize| answer.number("digit", cell).unwrap_or(0);
                expected.push((0..board.cells()).map(digit).collect());
            }
            if found.len() < MOST {
                expected.sort();
                found.sort();
                assert_eq!(found, expected, "{seed}");
                compared += 1;
            } else {
                assert_eq!(expected.len(), MOST, "{seed}");
            }
        }
        assert!(compared > 10, "only {compared} boards were compared");
    }
}
