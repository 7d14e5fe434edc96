//! The course of a line: who moves when, and how it must end.

use super::origins::Origins;
use super::{LAST_PAIR, find_moves};
use crate::goal::Goal;
use crate::stipulation::{Play, Stipulation};
use zugwerk_chess::{Color, Move, Position};

/// Who moves when, and how a line must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Course {
    /// How many plies there are, parries aside.
    pub(crate) plies: u16,
    /// How many of the first plies are made by one side before the other begins its series.
    pub(crate) intro: u16,
    /// How many plies after that are made by the same side.
    pub(crate) series: u16,
    /// How the last moves reach the goal.
    pub(crate) ending: Ending,
    /// What the last move reaches.
    pub(crate) goal: Goal,
    /// Whether a check in the series is parried at once by a move that helps.
    pub(crate) parry: bool,
}

/// How the last moves of a line reach the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The last move reaches it.
    Reached,
    /// Every move there reaches it.
    Forced,
    /// The last move reaches it, and no move before it could: whoever can must.
    Reflex,
    /// The last move reaches it, or in its stead the move before it.
    Reciprocal,
}

impl Course {
    /// The course of a stipulation of `halves` half-moves, if it is one of lines.
    pub(crate) fn of(stipulation: &Stipulation, halves: u16) -> Option<Course> {
        let moves = halves / 2;
        let (plies, series, ending) = match stipulation.play {
            Play::Help => (halves, 1, Ending::Reached),
            Play::Reciprocal => (halves, 1, Ending::Reciprocal),
            Play::HelpSelf => (halves, 1, Ending::Forced),
            Play::HelpReflex => (halves, 1, Ending::Reflex),
            Play::Series => (moves, moves, Ending::Reached),
            Play::SeriesHelp => (moves + 1, moves, Ending::Reached),
            Play::SeriesSelf => (moves + 1, moves, Ending::Forced),
            Play::SeriesReflex => (moves + 1, moves, Ending::Reflex),
            _ => return None,
        };
        let Stipulation { goal, intro, parry, .. } = *stipulation;
        let parry = parry.is_some();
        Some(Course { plies: intro + plies, intro, series, ending, goal, parry })
    }

    /// The courses of the same stipulation with fewer moves, the longest first.
    pub(crate) fn shorter(stipulation: &Stipulation, halves: u16) -> Vec<Course> {
        let least = match stipulation.play {
            Play::Help | Play::HelpSelf | Play::HelpReflex => 1,
            _ => 2,
        };
        let fewer = (least..halves).rev().filter(|fewer| fewer % 2 == halves % 2);
        fewer.filter_map(|halves| Course::of(stipulation, halves)).collect()
    }

    /// The course without its first ply.
    pub(crate) fn without_first(self) -> Course {
        let plies = self.plies - 1;
        match self.intro {
            0 => Course { plies, series: self.series.saturating_sub(1).max(1), ..self },
            intro => Course { plies, intro: intro - 1, ..self },
        }
    }

    /// Whether the side that makes the ply with `left` to come, itself included, also makes the next one.
    pub(super) fn goes_on(self, left: u16) -> bool {
        let ply = self.plies - left;
        match ply.checked_sub(self.intro) {
            Some(ply) => ply + 1 < self.series,
            None => ply + 1 < self.intro,
        }
    }

    /// Whether the ply with `left` to come, itself included, is none of those before the series of the other side.
    pub(super) fn is_after_intro(self, left: u16) -> bool {
        self.plies - left >= self.intro
    }

    /// The moves of the side that makes the last move, and of the other, with `left` plies to come. Only for courses
    /// without an intro.
    pub(super) fn moves_left(self, left: u16) -> (u16, u16) {
        if self.series == self.plies {
            (left, 0)
        } else if self.series > 1 {
            (1, left - 1)
        } else {
            (left.div_ceil(2), left / 2)
        }
    }

    /// Whether the moves that each side makes are known, so that it can be told what they may lead to.
    pub(super) fn has_known_moves(self) -> bool {
        self.intro == 0 && !self.parry
    }

    /// With this few plies left the moves alone are looked at, and no patterns.
    pub(super) fn last_looked_at(self) -> u16 {
        if self.goal == Goal::Mate { LAST_PAIR } else { 1 }
    }

    /// Whether it can be told before the end that no mate will be reached.
    pub(super) fn asks_for_mate(self) -> bool {
        self.goal == Goal::Mate && self.has_known_moves()
    }

    /// Who makes the last move, if `first` makes the first.
    pub(crate) fn last_mover(self, first: Color) -> Color {
        let changes = u16::from(self.intro > 0) + self.plies - self.intro - self.series;
        if changes.is_multiple_of(2) { first } else { !first }
    }

    /// The moves with which the side that must not reach the goal can do so in the diagram, and so must.
    pub(crate) fn spoiled_by(self, position: &Position) -> Vec<Move> {
        let is_obliged = self.ending == Ending::Reflex
            && self.intro == 0
            && self.last_mover(position.turn()) != position.turn();
        if !is_obliged {
            return Vec::new();
        }
        let origins = self.goal.needs_history().then(Origins::of_diagram);
        let mut moves = Vec::new();
        find_moves(self.goal, position, origins.as_ref(), |m| {
            moves.push(m);
            false
        });
        moves
    }

    /// With how many moves left it pays to ask whether a mate is possible: the tables for more cost more
    /// than they save, the sooner the shorter the course.
    pub(super) fn foresight(self) -> u16 {
        if self.plies <= 6 { 2 } else { 3 }
    }
}
