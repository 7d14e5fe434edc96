//! What comes back: the answer, and the line, tree, counterexample or core that shows it.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt::Write;
use zugwerk_logic::Stop;

/// The four questions, and the plain check of a line without holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// Can this line be played, and is the end as expected?
    Check,
    /// Fill the holes.
    Solve,
    /// Does it hold for every choice?
    Verify,
    /// A strategy against every reply.
    Synthesize,
    /// Why can it not be done?
    Debug,
}

/// The answer in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It can be done, it holds.
    Yes,
    /// It cannot, it does not.
    No,
    /// A limit came first.
    Limit,
}

/// A move in the two usual notations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveName {
    /// For programs: `g1f3`.
    pub code: String,
    /// For people: `Nf3`.
    pub text: String,
}

impl MoveName {
    /// No move: the side to move passes.
    pub(crate) fn pass() -> MoveName {
        let name = crate::sketch::PASS.to_string();
        MoveName { code: name.clone(), text: name }
    }
}

/// What is played from a position on: nothing, one chosen move, or every reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// The end of the line, where the expectation holds.
    End,
    /// The move that is chosen.
    Choice(Box<Branch>),
    /// Every legal reply.
    Replies(Vec<Branch>),
}

/// A move and what is played after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The move.
    pub name: MoveName,
    /// What comes then.
    pub then: Tree,
}

impl Tree {
    /// The chosen moves up to the end or the first reply.
    pub fn trunk(&self) -> Vec<MoveName> {
        let (mut moves, mut tree) = (Vec::new(), self);
        while let Tree::Choice(branch) = tree {
            moves.push(branch.name.clone());
            tree = &branch.then;
        }
        moves
    }

    /// The tree that only chooses `moves`, and ends with `end`.
    pub(crate) fn of(moves: impl DoubleEndedIterator<Item = MoveName>, end: Tree) -> Tree {
        let wrap = |then, name| Tree::Choice(Box::new(Branch { name, then }));
        moves.rev().fold(end, wrap)
    }
}

impl Serialize for Branch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("move", &self.name.code)?;
        map.serialize_entry("san", &self.name.text)?;
        match &self.then {
            Tree::End => {}
            Tree::Choice(branch) => map.serialize_entry("then", branch)?,
            Tree::Replies(replies) => map.serialize_entry("replies", replies)?,
        }
        map.end()
    }
}

/// One way to do it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The start, where the sketch left holes in it.
    pub start: Option<String>,
    /// What is played.
    pub tree: Tree,
}

/// What an engine has found for one plan.
#[derive(Default)]
pub struct Found {
    /// The ways to carry it out.
    pub solutions: Vec<Solution>,
    /// Whether these are all.
    pub complete: bool,
    /// How many positions a search looked at.
    pub positions: u64,
    /// The limit that came before the end; what was found until then is kept.
    pub stopped: Option<Stop>,
}

/// What the answer cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Statistics {
    /// Positions that the search looked at.
    #[serde(skip_serializing_if = "is_zero")]
    pub positions: u64,
    /// Variables of the solver's last question.
    #[serde(skip_serializing_if = "is_zero")]
    pub variables: u64,
    /// Clauses of the solver's last question.
    #[serde(skip_serializing_if = "is_zero")]
    pub clauses: u64,
    /// Contradictions that the solver met.
    #[serde(skip_serializing_if = "is_zero")]
    pub conflicts: u64,
    /// Seconds spent on writing clauses.
    pub encode_seconds: f64,
    /// Seconds spent in the solver.
    pub solve_seconds: f64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What was asked.
    pub question: Question,
    /// The answer.
    pub verdict: Verdict,
    /// Which engine answered: `search` or `sat`.
    pub engine: &'static str,
    /// The ways to do it: the first, or with `all` each of them.
    pub solutions: Vec<Solution>,
    /// Whether these are all ways, where more than one was asked for.
    pub complete: bool,
    /// More than one solution was asked for.
    pub many: bool,
    /// A line that breaks the expectation, for `verify`.
    pub counterexample: Option<Solution>,
    /// Why not, in sentences: they cannot all be true.
    pub core: Vec<String>,
    /// How what holds always was proved, in sentences.
    pub proof: Vec<String>,
    /// A controller: what is chosen in each position, for what is to hold always whatever the other side does.
    pub strategy: Vec<(String, MoveName)>,
    /// With replies that help it could be done: the core tells which replies refute what is chosen.
    pub refuted: bool,
    /// What it cost.
    pub statistics: Statistics,
    /// What each law costs, where that was asked for and the solver answered.
    pub profile: Option<zugwerk_logic::Profile>,
    /// The clauses of the solver's last question, where they were asked for.
    pub cnf: Option<zugwerk_logic::Cnf>,
    /// What the independent checker says of "no", where that was asked for.
    pub certificate: Option<crate::Certificate>,
    /// The number of the move and the side that the line begins with, to number moves.
    pub first_move: (u16, bool),
    /// From which solution on lines begin otherwise, and how, where either side may begin.
    pub second_start: Option<(usize, (u16, bool))>,
}

impl Answer {
    /// Whether the solutions are a list rather than one answer: more than one was asked for.
    pub fn is_list(&self) -> bool {
        self.many && !matches!(self.question, Question::Verify | Question::Debug)
    }

    /// The first solution or the counterexample as numbered moves, up to the first reply.
    pub fn line_text(&self) -> String {
        let solution = self.solutions.first().or(self.counterexample.as_ref());
        solution.map_or(String::new(), |solution| self.numbered(&solution.tree.trunk()))
    }

    /// Says from which start solutions and the counterexample come, where that is not known yet.
    pub(crate) fn name_start(&mut self, start: &str) {
        for solution in self.solutions.iter_mut().chain(&mut self.counterexample) {
            solution.start.get_or_insert_with(|| start.to_string());
        }
    }

    /// Says that replies refute every choice, where the start is not known.
    pub(crate) fn refuted_everywhere(&mut self) {
        self.refuted = true;
        let what = "from each start of this kind some reply refutes every choice";
        self.core.push(what.to_string());
    }

    /// The answer to the same question for either of two starts: at most `most` solutions of both, or what
    /// breaks one of them.
    pub(crate) fn or(mut self, mut other: Answer, most: usize) -> Answer {
        let decisive = match self.question {
            Question::Verify => Verdict::No,
            _ => Verdict::Yes,
        };
        if self.verdict != decisive && other.verdict == decisive {
            std::mem::swap(&mut self, &mut other);
        }
        if self.verdict == decisive && most == 1 {
            return self;
        }
        self.second_start = Some((self.solutions.len(), other.first_move));
        self.solutions.append(&mut other.solutions);
        self.complete &= other.complete && self.solutions.len() <= most;
        self.solutions.truncate(most);
        self.counterexample = self.counterexample.or(other.counterexample);
        self.refuted |= other.refuted;
        if self.verdict != decisive {
            self.core.append(&mut other.core);
            self.proof.append(&mut other.proof);
            if other.verdict == Verdict::Limit {
                self.verdict = Verdict::Limit;
            }
        }
        self.certificate = match (self.certificate, other.certificate) {
            (Some(one), Some(two)) => Some(crate::Certificate {
                accepted: one.accepted && two.accepted,
                proofs: one.proofs + two.proofs,
                steps: one.steps + two.steps,
            }),
            _ => None,
        };
        self.statistics.positions += other.statistics.positions;
        self.statistics.conflicts += other.statistics.conflicts;
        self.statistics.encode_seconds += other.statistics.encode_seconds;
        self.statistics.solve_seconds += other.statistics.solve_seconds;
        self
    }

    /// The moves of a solution up to the first reply, with their numbers.
    pub fn numbered_solution(&self, at: usize) -> String {
        let first = match self.second_start {
            Some((from, first)) if at >= from => first,
            _ => self.first_move,
        };
        self.solutions.get(at).map_or(String::new(), |it| numbered(first, &it.tree.trunk()))
    }

    /// Moves with their numbers: `1. e4 e5 2. Nf3`.
    pub fn numbered(&self, moves: &[MoveName]) -> String {
        numbered(self.first_move, moves)
    }

    /// The first tree, drawn as an indented list.
    pub fn tree_text(&self) -> String {
        let mut text = String::new();
        if let Some(solution) = self.solutions.first() {
            self.draw(&solution.tree, 0, 0, &mut text);
        }
        text
    }

    fn draw(&self, tree: &Tree, ply: usize, depth: usize, text: &mut String) {
        let label = |ply: usize, name: &MoveName| {
            let (first, black) = self.first_move;
            let at = ply + usize::from(black);
            let dots = if at.is_multiple_of(2) { "." } else { "..." };
            format!("{}{dots} {}", usize::from(first) + at / 2, name.text)
        };
        let mut line = |branch: &Branch| {
            let _ = write!(text, "{}{}", "  ".repeat(depth), label(ply, &branch.name));
            let (mut then, mut ply) = (&branch.then, ply + 1);
            while let Tree::Choice(next) = then {
                let _ = write!(text, "  {}", label(ply, &next.name));
                (then, ply) = (&next.then, ply + 1);
            }
            text.push('\n');
            self.draw(then, ply, depth + 1, text);
        };
        match tree {
            Tree::End => {}
            Tree::Choice(branch) => line(branch),
            Tree::Replies(replies) => replies.iter().for_each(line),
        }
    }
}

/// Moves with their numbers, the first of which has this number and may be Black's.
pub(crate) fn numbered((first, black): (u16, bool), moves: &[MoveName]) -> String {
    let mut text = String::new();
    for (at, name) in moves.iter().enumerate() {
        let ply = at + usize::from(black);
        let number = usize::from(first) + ply / 2;
        let space = if at == 0 { "" } else { " " };
        // Writing into a String cannot fail.
        let _ = match (ply % 2, at) {
            (0, _) => write!(text, "{space}{number}. {}", name.text),
            (_, 0) => write!(text, "{number}... {}", name.text),
            _ => write!(text, "{space}{}", name.text),
        };
    }
    text
}

/// The members of the JSON object, in the order in which they are documented.
impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let codes = |tree: &Tree| -> Vec<String> {
            tree.trunk().into_iter().map(|name| name.code).collect()
        };
        let is_tree = |tree: &Tree| self.question == Question::Synthesize || has_replies(tree);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("question", &self.question)?;
        map.serialize_entry("answer", &self.verdict)?;
        if let Some(solution) = self.solutions.first() {
            if let Some(start) = &solution.start {
                map.serialize_entry("position", start)?;
            }
            map.serialize_entry("line", &codes(&solution.tree))?;
            map.serialize_entry("san", &self.numbered_solution(0))?;
            if is_tree(&solution.tree) {
                map.serialize_entry("tree", &Root(&solution.tree))?;
            }
        }
        if let Some(counterexample) = &self.counterexample {
            if let Some(start) = &counterexample.start {
                map.serialize_entry("position", start)?;
            }
            map.serialize_entry("counterexample", &codes(&counterexample.tree))?;
        }
        if !self.core.is_empty() || self.question == Question::Debug {
            map.serialize_entry("core", &self.core)?;
        }
        if !self.proof.is_empty() {
            map.serialize_entry("proof", &self.proof)?;
        }
        if !self.strategy.is_empty() {
            map.serialize_entry("strategy", &Table(&self.strategy))?;
        }
        if self.is_list() {
            let lines: Vec<Vec<String>> =
                self.solutions.iter().map(|solution| codes(&solution.tree)).collect();
            map.serialize_entry("lines", &lines)?;
            if self.solutions.iter().any(|solution| solution.start.is_some()) {
                let starts: Vec<_> = self.solutions.iter().map(|s| s.start.as_deref()).collect();
                map.serialize_entry("positions", &starts)?;
            }
            map.serialize_entry("complete", &self.complete)?;
        }
        map.serialize_entry("engine", self.engine)?;
        if let Some(certificate) = &self.certificate {
            map.serialize_entry("certificate", certificate)?;
        }
        map.serialize_entry("statistics", &self.statistics)?;
        map.end()
    }
}

fn has_replies(tree: &Tree) -> bool {
    match tree {
        Tree::End => false,
        Tree::Choice(branch) => has_replies(&branch.then),
        Tree::Replies(_) => true,
    }
}

/// A controller as JSON: an object with the move for each position.
struct Table<'a>(&'a [(String, MoveName)]);

impl Serialize for Table<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(position, chosen)| (position, &chosen.code)))
    }
}

/// A whole tree as JSON: the first branch, or the replies.
struct Root<'a>(&'a Tree);

impl Serialize for Root<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Tree::Choice(branch) => branch.serialize(serializer),
            Tree::End => serializer.serialize_map(Some(0))?.end(),
            Tree::Replies(replies) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry("replies", replies)?;
                map.end()
            }
        }
    }
}
