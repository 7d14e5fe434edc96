//! The two ways to know that nothing leads to a mate, the patterns and the reachability, must leave the same
//! solutions.

use super::{Course, HelpPlay, Plan};
use crate::limits::{Shared, SolveLimits};
use crate::positions;
use crate::solver::Options;
use crate::stipulation::{Length, Stipulation};
use crate::table::Table;
use proptest::prelude::*;
use zugwerk_chess::{Move, Position};

pub(super) fn solve(plan: &Plan, table: &mut Table) -> Vec<Vec<Move>> {
    table.start(12);
    let limits = SolveLimits::default();
    let shared = Shared::new(&limits);
    HelpPlay { plan, table, shared: &shared }.solve(&Options::default())
}

pub(super) fn plan<'a>(stipulation: &str, position: &'a Position) -> Plan<'a> {
    let stipulation: Stipulation = stipulation.parse().unwrap();
    let Length::Halves(halves) = stipulation.length else { unreachable!() };
    let course = Course::of(&stipulation, halves).unwrap();
    Plan::new(course, position, &Shared::new(&SolveLimits::default()), 1)
}

const STIPULATIONS: [&str; 7] = ["h#2", "h#2.5", "h#3", "hs#2.5", "ser-h#4", "ser-#4", "ser-s#4"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn patterns_and_prospect_leave_the_same_solutions(
        position in positions::position(5),
        which in 0..STIPULATIONS.len(),
    ) {
        let with = plan(STIPULATIONS[which], &position);
        prop_assume!(with.patterns.is_some());
        let without = Plan { patterns: None, ..with };
        let mut table = Table::new(12);
        let expected = solve(&without, &mut table);
        let with = plan(STIPULATIONS[which], &position);
        prop_assert_eq!(solve(&with, &mut table), expected);
    }
}
