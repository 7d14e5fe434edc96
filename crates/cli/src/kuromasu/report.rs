//! What `zugwerk kuromasu solve` says about a board, as JSON has it.

use crate::exit::Failure;
use crate::terminal::Terminal;
use serde::Serialize;
use std::io::Write;
use zugwerk_kuromasu::SolveStatistics;

/// What became of one board.
#[derive(Serialize, Default)]
pub struct Report {
    pub file: String,
    pub status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<Second>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// With --certify: whether the solutions were checked against the rules, and keep them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Of several boards: that this is not what the name of the file says, or not what was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unexpected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Stats>,
    pub seconds: f64,
    #[serde(skip)]
    pub size: Option<(usize, usize)>,
    #[serde(skip)]
    pub interrupted: bool,
}

/// How the search for solutions ended.
#[derive(Serialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Solved,
    Unsolvable,
    Limit,
    #[default]
    Error,
}

impl Status {
    pub fn word(self) -> &'static str {
        match self {
            Status::Solved => "solved",
            Status::Unsolvable => "unsolvable",
            Status::Limit => "limit",
            Status::Error => "error",
        }
    }
}

/// Another solution and the cells in which it differs, row and column counted from 0.
#[derive(Serialize)]
pub struct Second {
    pub rows: Vec<String>,
    pub differs: Vec<(usize, usize)>,
}

/// What the checker said about a proof.
#[derive(Serialize)]
pub struct Proof {
    pub valid: bool,
    pub steps: u64,
    pub cuts: usize,
}

/// What a search cost; several add up.
#[derive(Serialize, Default)]
pub struct Stats {
    open: usize,
    variables: usize,
    clauses: usize,
    decisions: u64,
    conflicts: u64,
    propagations: u64,
    cuts: u64,
    deducing: f64,
    encoding: f64,
    solving: f64,
}

impl Stats {
    pub fn new(statistics: &SolveStatistics) -> Stats {
        Stats {
            open: statistics.open,
            variables: statistics.variables,
            clauses: statistics.clauses,
            decisions: statistics.solver.decisions,
            conflicts: statistics.solver.conflicts,
            propagations: statistics.solver.propagations,
            cuts: statistics.solver.lemmas,
            deducing: statistics.deducing.as_secs_f64(),
            encoding: statistics.encoding.as_secs_f64(),
            solving: statistics.solving.as_secs_f64(),
        }
    }

    /// Three lines for people.
    pub fn print(&self, seconds: f64, terminal: &mut Terminal) -> Result<(), Failure> {
        let Stats { open, variables, clauses, decisions, conflicts, propagations, cuts, .. } = self;
        writeln!(
            terminal,
            "{open} cells open after deduction, {variables} variables, {clauses} clauses"
        )?;
        writeln!(
            terminal,
            "{decisions} decisions, {conflicts} conflicts, {propagations} propagations, {cuts} cuts"
        )?;
        writeln!(
            terminal,
            "{:.4} s deducing, {:.4} s encoding, {:.4} s solving, {seconds:.4} s in all",
            self.deducing, self.encoding, self.solving
        )?;
        Ok(())
    }
}

impl std::ops::AddAssign<&Stats> for Stats {
    fn add_assign(&mut self, other: &Stats) {
        self.open += other.open;
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.decisions += other.decisions;
        self.conflicts += other.conflicts;
        self.propagations += other.propagations;
        self.cuts += other.cuts;
        self.deducing += other.deducing;
        self.encoding += other.encoding;
        self.solving += other.solving;
    }
}
