//! Answers as data, the same for the command line, the server and the page.

use crate::picture::{Marks, svg_marked};
use crate::place::Place;
use crate::{
    Answer, Broken, Certificate, Ending, Explainer, Fact, Generated, GroundError, Kind, Next,
    Puzzle, Search, Step, check, conflicts, is_blank, place_name, text,
};
use serde::Serialize;
use zugwerk_logic::{Limits, Stop};

/// How a question ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", schemars(rename = "PuzzleStatus"))]
pub enum Status {
    /// There is a solution.
    Solved,
    /// There is none.
    Unsolvable,
    /// A limit came first.
    Limit,
    /// The puzzle cannot be read.
    Error,
    /// The answer is right.
    Correct,
    /// The answer is wrong, or not finished.
    Wrong,
    /// The next step was found.
    Hint,
    /// Nothing more follows: there are several solutions.
    Ambiguous,
    /// Something that was filled in is wrong.
    Mistake,
    /// A puzzle was made.
    Generated,
}

/// What is asked of [`solve`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Ask {
    /// Whether the solution is the only one.
    pub unique: bool,
    /// All solutions, at most this many.
    pub all: Option<u64>,
    /// A checked proof that there are no more.
    pub certify: bool,
}

/// The solutions of a puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PuzzleSolutions"))]
pub struct Solutions {
    /// `solved`, `unsolvable` or `limit`.
    pub status: Status,
    /// Whether the solution is the only one, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<bool>,
    /// How many were found, where all were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Whether those are all, where they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// The first solution, as rows of text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Vec<String>>,
    /// All of them, where they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Vec<String>>,
    /// The proof, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Certificate>,
    /// What went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The solutions themselves.
    #[serde(skip)]
    pub found: Vec<Answer>,
}

impl Solutions {
    /// Nothing but a status and a message.
    pub fn failed(status: Status, message: String) -> Solutions {
        Solutions {
            status,
            unique: None,
            count: None,
            complete: None,
            answer: None,
            answers: Vec::new(),
            proof: None,
            message: Some(message),
            found: Vec::new(),
        }
    }
}

/// The time was up, and there were solutions.
const MORE: &str = "the time was up before it was known whether there are more solutions";

/// Solves a puzzle.
///
/// ```
/// use zugwerk_puzzle::{Kind, read, report};
/// let document = read("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g", None).unwrap();
/// let kind = Kind::named("nurikabe").unwrap();
/// let ask = report::Ask { unique: true, ..report::Ask::default() };
/// let limits = zugwerk_logic::Limits::none();
/// let solutions = report::solve(kind, &document.puzzle, ask, &limits).unwrap();
/// assert_eq!(solutions.status, report::Status::Solved);
/// ```
pub fn solve(
    kind: &Kind,
    puzzle: &Puzzle,
    ask: Ask,
    limits: &Limits,
) -> Result<Solutions, GroundError> {
    let mut search = match Search::new(kind, puzzle, None, ask.certify, limits) {
        Err(GroundError::Limit(stop)) => {
            return Ok(Solutions::failed(Status::Limit, limit_words(stop).to_string()));
        }
        other => other?,
    };
    let wanted = match ask.all {
        Some(most) => most,
        None if ask.unique || ask.certify => 2,
        None => 1,
    };
    let mut found: Vec<Answer> = Vec::new();
    let (mut complete, mut stopped) = (false, None);
    while (found.len() as u64) < wanted {
        match search.next(limits) {
            Next::Solution(answer) => found.push(answer),
            Next::NoMore => {
                complete = true;
                break;
            }
            Next::Limit(stop) => {
                stopped = Some(stop);
                break;
            }
        }
    }
    let enough = !found.is_empty() && !ask.unique && ask.all.is_none();
    let status = match (found.is_empty(), stopped) {
        (_, Some(_)) if !enough => Status::Limit,
        (true, _) => Status::Unsolvable,
        (false, _) => Status::Solved,
    };
    let told = (complete || found.len() > 1) && (ask.unique || ask.certify);
    let rows = |answer: &Answer| text::answer_rows(kind, puzzle, answer);
    Ok(Solutions {
        status,
        unique: told.then_some(found.len() == 1 && complete),
        count: ask.all.map(|_| found.len() as u64),
        complete: ask.all.map(|_| complete),
        answer: found.first().map(rows),
        answers: if ask.all.is_some() { found.iter().map(rows).collect() } else { Vec::new() },
        proof: search.certificate(),
        message: stopped.map(|stop| match stop {
            Stop::Time if !found.is_empty() => MORE.to_string(),
            stop => limit_words(stop).to_string(),
        }),
        found,
    })
}

/// Which limit came first, in words.
pub fn limit_words(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "the time was up before an answer was found",
        Stop::Memory => "the puzzle takes more memory than is allowed",
        stop => stop.words(),
    }
}

/// A law and where it is looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PuzzleLaw"))]
pub struct LawThere {
    /// Its sentence.
    pub law: String,
    /// The places, such as `r3c4`.
    pub places: Vec<String>,
}

/// What is to be said about an answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PuzzleVerdict"))]
pub struct Checked {
    /// The kind of puzzle.
    pub kind: String,
    /// `correct`, `wrong` or `limit`.
    pub status: Status,
    /// The laws that are broken.
    pub broken: Vec<LawThere>,
    /// How many places are open.
    pub open: usize,
    /// Which limit came first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Whether nothing is filled in.
    #[serde(skip)]
    pub blank: bool,
    /// What stopped it.
    #[serde(skip)]
    pub stop: Option<Stop>,
}

/// Checks an answer.
pub fn checked(
    kind: &Kind,
    puzzle: &Puzzle,
    answer: &Answer,
    limits: &Limits,
) -> Result<Checked, GroundError> {
    let checked = |status, broken, open, stop: Option<Stop>| Checked {
        kind: kind.name().to_string(),
        status,
        broken,
        open,
        message: stop.map(|stop| limit_words(stop).to_string()),
        blank: is_blank(answer),
        stop,
    };
    let mut verdict = match check(kind, puzzle, answer, limits) {
        Err(GroundError::Limit(stop)) => {
            return Ok(checked(Status::Limit, Vec::new(), 0, Some(stop)));
        }
        other => other?,
    };
    // Where nobody has entered anything there is nothing to be right.
    if is_blank(answer) && verdict.is_correct() {
        verdict.open = puzzle.board.cells();
    }
    let status = if verdict.is_correct() { Status::Correct } else { Status::Wrong };
    let broken = laws_there(puzzle, verdict.broken);
    Ok(checked(status, broken, verdict.open, None))
}

/// The laws that are broken whatever is put into the open places; none where a limit came first.
pub fn lasting(
    kind: &Kind,
    puzzle: &Puzzle,
    answer: &Answer,
    limits: &Limits,
) -> Result<Vec<LawThere>, GroundError> {
    match conflicts(kind, puzzle, answer, limits) {
        Err(GroundError::Limit(_)) => Ok(Vec::new()),
        broken => Ok(laws_there(puzzle, broken?)),
    }
}

fn laws_there(puzzle: &Puzzle, broken: Vec<Broken>) -> Vec<LawThere> {
    let places = |places: &[Place]| places.iter().map(|&at| place_name(puzzle, at)).collect();
    let there = |it: Broken| LawThere { law: it.sentence, places: places(&it.places) };
    broken.into_iter().map(there).collect()
}

/// A fact of an explanation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PuzzleFact"))]
pub struct FactThere {
    /// The layer of the answer, or `belongs` for whose a cell is.
    pub layer: String,
    /// Where, such as `r3c4`.
    pub place: String,
    /// The value.
    pub value: i32,
    /// Whether it is this value, or another.
    pub is: bool,
}

/// A step of an explanation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PuzzleStep"))]
pub struct StepTold {
    /// What is now known.
    pub shows: Vec<FactThere>,
    /// `law`, `board`, `chain` or `search`.
    pub technique: String,
    /// The laws that it needs.
    pub laws: Vec<LawThere>,
    /// The known facts that it needs.
    pub because: Vec<FactThere>,
    /// How many links its chain has.
    pub links: usize,
    /// How hard it is.
    pub difficulty: u32,
    /// The step in words.
    pub text: String,
}

impl StepTold {
    /// A step of an explainer.
    pub fn new(puzzle: &Puzzle, explainer: &Explainer<'_>, step: &Step) -> StepTold {
        let facts = |facts: &[Fact]| facts.iter().map(|fact| fact_there(puzzle, fact)).collect();
        let law = |&at: &usize| LawThere {
            law: explainer.sentence(at).to_string(),
            places: explainer.instances()[at]
                .places
                .iter()
                .map(|&place| place_name(puzzle, place))
                .collect(),
        };
        StepTold {
            shows: facts(&step.shows),
            technique: step.technique.name().to_string(),
            laws: step.instances.iter().map(law).collect(),
            because: facts(&step.because),
            links: step.chain.len(),
            difficulty: step.difficulty,
            text: explainer.words(step),
        }
    }
}

fn fact_there(puzzle: &Puzzle, fact: &Fact) -> FactThere {
    let place = place_name(puzzle, fact.place);
    FactThere { layer: fact.layer.clone(), place, value: fact.value, is: fact.is }
}

/// An explanation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PuzzleExplanation"))]
pub struct Explained {
    /// The kind of puzzle.
    pub kind: String,
    /// `solved`, `hint`, `ambiguous`, `unsolvable`, `mistake` or `limit`.
    pub status: Status,
    /// The steps.
    pub steps: Vec<StepTold>,
    /// How it ended, in words.
    pub text: String,
    /// What was filled in and is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<FactThere>,
    /// `easy`, `medium` or `hard`, where it is solved.
    pub difficulty: Option<String>,
    /// The difficulties of all steps together.
    pub score: u32,
    /// What stopped it.
    #[serde(skip)]
    pub stop: Option<Stop>,
}

/// Explains a puzzle from what is filled in: all steps, or the next one as a hint. Each step is told as it is found.
pub fn explain(
    kind: &Kind,
    puzzle: &Puzzle,
    filled: Option<&Answer>,
    hint: bool,
    limits: &Limits,
    mut tell: impl FnMut(&StepTold, &dyn Fn() -> String),
) -> Result<Explained, GroundError> {
    let mut explained = Explained {
        kind: kind.name().to_string(),
        status: Status::Hint,
        steps: Vec::new(),
        text: String::new(),
        mistakes: Vec::new(),
        difficulty: None,
        score: 0,
        stop: None,
    };
    // A hint does not tell what is given anyway.
    let given = hint.then(|| crate::table::with_given(kind, puzzle, filled));
    let mut explainer = match Explainer::new(kind, puzzle, given.as_ref().or(filled), limits) {
        Err(GroundError::Limit(stop)) => return Ok(explained.stopped(stop)),
        other => other?,
    };
    let mut hardest = crate::Difficulty::Easy;
    loop {
        let before = explainer.answer();
        let (steps, ending) = match explainer.advance(limits) {
            Err(stop) => return Ok(explained.stopped(stop)),
            Ok(found) => found,
        };
        let after = explainer.answer();
        for step in &steps {
            hardest = hardest.max(step.grade());
            explained.score += step.difficulty;
            let told = StepTold::new(puzzle, &explainer, step);
            let answer = if step.shows.iter().any(Fact::fills) { &after } else { &before };
            tell(&told, &|| drawn(puzzle, &explainer, answer, step));
            explained.steps.push(told);
        }
        let Some(ending) = ending else {
            if hint {
                return Ok(explained);
            }
            continue;
        };
        explained.text = explainer.ending_words(&ending);
        explained.status = match &ending {
            Ending::Solved => Status::Solved,
            Ending::Ambiguous => Status::Ambiguous,
            Ending::Contradiction(..) => Status::Unsolvable,
            Ending::Mistake(facts) => {
                explained.mistakes = facts.iter().map(|fact| fact_there(puzzle, fact)).collect();
                Status::Mistake
            }
        };
        if ending == Ending::Solved {
            explained.difficulty = Some(hardest.name().to_string());
        }
        return Ok(explained);
    }
}

/// The board after a step: what it shows framed, the facts and clues that it rests on marked.
fn drawn(puzzle: &Puzzle, explainer: &Explainer<'_>, answer: &Answer, step: &Step) -> String {
    let tells = |&(site, at): &Place| {
        puzzle.given.values().any(|layer| {
            layer.site == site && layer.values.get(at).is_some_and(|value| !value.is_empty())
        })
    };
    let of_facts = |facts: &[Fact]| -> Vec<Place> { facts.iter().map(|fact| fact.place).collect() };
    let laws = step.instances.iter().map(|&at| &explainer.instances()[at].places);
    // A law about the whole board has no place that the eye should go to.
    let near = laws.filter(|places| places.len() < puzzle.board.cells());
    let clues = near.flatten().copied().filter(tells);
    let marks = Marks {
        new: of_facts(&step.shows),
        reasons: of_facts(&step.because).into_iter().chain(clues).collect(),
    };
    svg_marked(puzzle, Some(answer), &marks)
}

impl Explained {
    fn stopped(self, stop: Stop) -> Explained {
        let text = limit_words(stop).to_string();
        Explained { status: Status::Limit, text, stop: Some(stop), ..self }
    }
}

/// A new puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PuzzleMade"))]
pub struct Made {
    /// The kind of puzzle.
    pub kind: String,
    /// `generated`.
    pub status: Status,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The puzzle.
    pub text: String,
    /// Its only solution, as rows of text.
    pub answer: Vec<String>,
    /// `easy`, `medium` or `hard`.
    pub difficulty: String,
    /// A number that orders puzzles by difficulty, where its steps were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// The seed it was made from.
    pub seed: u64,
}

impl Made {
    /// What there is to say about a new puzzle, written as `text`.
    pub fn new(kind: &Kind, made: &Generated, text: String, seed: u64) -> Made {
        let board = made.puzzle.board;
        Made {
            kind: kind.name().to_string(),
            status: Status::Generated,
            width: board.width,
            height: board.height,
            text,
            answer: text::answer_rows(kind, &made.puzzle, &made.answer),
            difficulty: made.difficulty.name().to_string(),
            score: Some(made.score),
            seed,
        }
    }
}

/// A kind of puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PuzzleKind"))]
pub struct About {
    /// Its name.
    pub kind: String,
    /// What it is, in a line.
    pub about: String,
    /// Its laws as sentences.
    pub laws: Vec<String>,
    /// The layers that are given.
    pub given: Vec<String>,
    /// The layers of the answer.
    pub answer: Vec<String>,
    /// The formats that it can be written in.
    pub formats: Vec<String>,
}

impl About {
    /// What there is to say about a kind.
    pub fn new(kind: &Kind) -> About {
        let book = kind.book();
        let formats = kind.codecs().unwrap_or_default();
        About {
            kind: kind.name().to_string(),
            about: kind.about().to_string(),
            laws: (0..book.laws.len()).map(|law| kind.sentence(law).to_string()).collect(),
            given: book.given.iter().map(|given| given.name.text.clone()).collect(),
            answer: book.unknown.iter().map(|unknown| unknown.name.text.clone()).collect(),
            formats: formats
                .iter()
                .map(|codec| format!("{} {}", codec.family().word(), codec.names().join(" ")))
                .collect(),
        }
    }
}
