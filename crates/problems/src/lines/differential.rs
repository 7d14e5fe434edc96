//! Every line found by trying every move must be found by the search, whichever way it rules mates out, where
//! castling, promotion and en passant are near.

use super::tests::{plan, solve};
use super::{Course, Ending, Plan};
use crate::goal::Goal;
use crate::scenes::scenes;
use crate::table::Table;
use std::collections::HashSet;
use zugwerk_chess::{Move, Position};

/// A search that knows nothing but the rules.
struct BruteForce {
    course: Course,
    line: Vec<Move>,
    found: Vec<Vec<Move>>,
    /// Positions from which nothing was found, with the plies left there.
    dead_ends: HashSet<(u64, u16)>,
    /// How many more moves may be tried.
    patience: usize,
}

impl BruteForce {
    /// Every line, unless there is too much to try.
    fn solve(course: Course, position: &Position, patience: usize) -> Option<Vec<Vec<Move>>> {
        let (line, found, dead_ends) = Default::default();
        let mut search = BruteForce { course, line, found, dead_ends, patience };
        search.is_small(position).then_some(())?;
        search.walk(position, course.plies).then_some(search.found)
    }

    /// Whether there seem to be few enough moves, if as many can be made later as now.
    fn is_small(&self, position: &Position) -> bool {
        let (now, then) = (position.count_moves(), position.pass().count_moves());
        let series = u32::from(self.course.series);
        let rest = u32::from(self.course.plies) - series;
        let estimate = now.saturating_pow(series + rest / 2) as f64
            * then.saturating_pow(rest.div_ceil(2)) as f64;
        !position.is_check() && estimate < self.patience as f64
    }

    fn walk(&mut self, position: &Position, left: u16) -> bool {
        let before = self.found.len();
        if self.dead_ends.contains(&(position.key(), left)) {
            return true;
        }
        let moves = position.legal_moves();
        let Some(patience) = self.patience.checked_sub(moves.len()) else { return false };
        self.patience = patience;
        if left == 1 {
            let goals: Vec<bool> = moves.iter().map(|&m| self.is_goal(position, m)).collect();
            let succeeds =
                self.course.ending != Ending::Forced || goals.iter().all(|&is_goal| is_goal);
            for (&m, _) in moves.iter().zip(goals).filter(|&(_, is_goal)| is_goal && succeeds) {
                self.found.push(self.line.iter().copied().chain([m]).collect());
            }
            return true;
        }
        let is_series = self.course.plies - left + 1 < self.course.series;
        let is_done = moves.iter().all(|&m| {
            let after = position.play(m);
            if is_series && after.is_check() {
                return true;
            }
            self.line.push(m);
            let next = if is_series { after.pass() } else { after };
            let goes_on = self.walk(&next, left - 1);
            self.line.pop();
            goes_on
        });
        if self.found.len() == before {
            self.dead_ends.insert((position.key(), left));
        }
        is_done
    }

    fn is_goal(&self, position: &Position, m: Move) -> bool {
        let gives_check = position.gives_check(m);
        match self.course.goal {
            Goal::Mate => gives_check && position.play(m).legal_moves().is_empty(),
            Goal::Stalemate => !gives_check && position.play(m).legal_moves().is_empty(),
            _ => unreachable!("only these are asked for"),
        }
    }
}

/// A series tries one side's moves alone, so that much of what it can do is seen in a short time.
const STIPULATIONS: [&str; 16] = [
    "ser-#3", "h#2.5", "ser-h#3", "h#2.5", "h#2", "h#2.5", "ser-#4", "h#2.5", "ser-s#3", "h#2.5",
    "ser-=3", "h#2.5", "ser-h=3", "h#2.5", "h=2", "hs#2.5",
];

/// Compares both ways of the search with brute force, on scenes with few enough moves.
fn compare(count: usize, stipulations: &[&str], patience: usize) -> (usize, usize) {
    let mut table = Table::new(12);
    let (mut searched, mut solved) = (0, 0);
    for (position, stipulation) in scenes(count).iter().zip(stipulations.iter().cycle()) {
        let with = plan(stipulation, position);
        let course = with.course;
        let Some(mut expected) = BruteForce::solve(course, position, patience) else { continue };
        expected.sort();
        let without = Plan { patterns: None, ..plan(stipulation, position) };
        for plan in [with, without] {
            let mut found = solve(&plan, &mut table);
            found.sort();
            let patterns = plan.patterns.is_some();
            assert_eq!(found, expected, "{position} {stipulation}, patterns: {patterns}");
        }
        searched += 1;
        solved += usize::from(!expected.is_empty());
    }
    (searched, solved)
}

#[test]
fn nothing_is_missing_where_castling_promotion_and_en_passant_are_near() {
    let (searched, solved) = compare(5_000, &STIPULATIONS, 200_000);
    assert!(searched > 1500 && solved > 200, "{solved} of {searched} have a solution");
}

/// Every fate of every piece of the stalemated side is thought of.
#[test]
fn no_stalemate_is_missing() {
    let stipulations = ["h=2", "ser-h=3", "ser-=3", "h=2", "ser-h=4", "hs=2", "h=2.5", "ser-s=3"];
    let (searched, solved) = compare(4_000, &stipulations, 60_000);
    assert!(searched > 1000 && solved > 60, "{solved} of {searched} have a solution");
}

/// The rook castles away, which is the king's move, and comes back to give mate.
#[test]
fn a_castled_rook_returns_to_its_corner() {
    let mut table = Table::new(12);
    for (fen, stipulation, solutions) in [
        ("8/8/1rn5/8/1k6/8/8/R3K3 w Q - 0 1", "h#2.5", 1),
        ("8/8/8/1bk5/1rp5/6P1/8/R3K3 b Q - 0 1", "h#3", 1),
        ("8/8/r7/1p6/k7/r2P4/8/R3K3 w Q - 0 1", "h#2.5", 10),
        ("8/8/8/r7/pr6/kN5P/r7/R3K3 w Q - 0 1", "h#2.5", 1127),
    ] {
        let position: Position = fen.parse().unwrap();
        let plan = plan(stipulation, &position);
        assert_eq!(solve(&plan, &mut table).len(), solutions, "{fen}");
    }
}
