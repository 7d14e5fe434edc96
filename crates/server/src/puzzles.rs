//! The table for puzzles of every kind: what there is, a puzzle with its picture and layers, solve, check, explain, generate and
//! convert, with the members that the command line prints.

use crate::Shared;
use crate::api::{Api, Named, Pairs};
use crate::error::{ApiError, chosen};
use crate::kuromasu;
use crate::progress::{Length, Progress, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Duration;
use zugwerk_logic::Limits;
use zugwerk_puzzle::format::{Document, Family, Formats};
use zugwerk_puzzle::report::{
    About, Ask, Checked, Explained, LawThere, Made, Solutions, Status, checked, explain, lasting,
    limit_words, solve as solutions,
};
use zugwerk_puzzle::table::{Table, answer_of};
use zugwerk_puzzle::{
    Board, Difficulty, GenerateError, GroundError, Kind, Symmetry, Wish, generate, read, text,
};

pub(crate) fn endpoints(api: Api) -> Api {
    api.gets("/puzzles", "The kinds of puzzles", "application/json", list)
        .answers_about(
            "/puzzles/{name}/show",
            "A puzzle with its picture, the layers of its answer, and its other formats",
            show,
        )
        .answers_about("/puzzles/{name}/convert", "The same puzzle in another format", convert)
        .streams_about::<_, Verdict>(
            "/puzzles/{name}/check",
            Length::Short,
            "Whether an answer is right, and the laws that are broken",
            check,
        )
        .streams_about::<_, Solved>(
            "/puzzles/{name}/solve",
            Length::Long,
            "The solutions of a puzzle",
            solve,
        )
        .streams_about::<_, Explanation>(
            "/puzzles/{name}/explain",
            Length::Long,
            "The solution step by step, or the next step",
            explained,
        )
        .streams_about::<_, Fresh>(
            "/puzzles/{name}/generate",
            Length::Long,
            "A new puzzle with exactly one solution",
            generated,
        )
}

/// The name under which the kind is read from the text.
const ANY: &str = "any";
/// The longest text, in bytes, and the most cells that are taken on.
const MOST_TEXT: usize = 256 << 10;
const MOST_CELLS: usize = 2_500;
const MOST_SIDE: usize = 40;
const CHECK_TIME: Duration = Duration::from_secs(10);
const HINT_TIME: Duration = Duration::from_secs(10);
const SOLVE_TIME: Duration = Duration::from_secs(120);
const GENERATE_TIME: Duration = Duration::from_secs(120);

fn list(_: &Pairs) -> Result<String, ApiError> {
    let kinds: Vec<About> = Kind::all().map(About::new).collect();
    Ok(json!({ "puzzles": kinds }).to_string())
}

/// A puzzle, with what is filled in.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PuzzleQuestion")]
pub(crate) struct Question {
    /// The puzzle in any format: an address, a `pzprv3` file, a game ID, plain text.
    puzzle: String,
    /// The answer as rows of text, as the command line prints it.
    answer: Option<Vec<String>>,
    /// The answer as values by layer and place, as `show` lists them; null where nothing is filled in.
    filled: Option<BTreeMap<String, Vec<Option<i32>>>>,
}

/// The kind that the path names, if it names one.
fn kind(name: &str) -> Result<Option<&'static Kind>, ApiError> {
    match name {
        ANY => Ok(None),
        name => Kind::named(name).map(Some).ok_or_else(|| {
            ApiError::bad("no_such_puzzle", format!("{name:?} is no kind of puzzle"))
        }),
    }
}

impl Question {
    /// The puzzle and its kind, with the answer that comes with it.
    fn document(&self, name: &str) -> Result<(&'static Kind, Document), ApiError> {
        let bad = |what: String| ApiError::bad("bad_puzzle", what).at("puzzle");
        let named = kind(name)?;
        if self.puzzle.len() > MOST_TEXT {
            return Err(bad(format!("the puzzle has more than {MOST_TEXT} bytes")));
        }
        let own = |error| kuromasu::read(&self.puzzle, named).unwrap_or(Err(error));
        let mut document = read(&self.puzzle, named).or_else(own).map_err(bad)?;
        let known = Kind::named(&document.puzzle.kind).or(named);
        let kind =
            known.ok_or_else(|| bad(format!("{} is no known kind", document.puzzle.kind)))?;
        let cells = document.puzzle.board.cells();
        if cells > MOST_CELLS {
            return Err(bad(format!(
                "the board has {cells} cells, at most {MOST_CELLS} are expected"
            )));
        }
        if let Some(rows) = &self.answer {
            let answer = text::read_answer(kind, &document.puzzle, &rows.join("\n"));
            let wrong = |error| ApiError::bad("bad_answer", error).at("answer");
            document.answer = Some(answer.map_err(wrong)?);
        }
        if let Some(filled) = &self.filled {
            let wrong = |what| ApiError::bad("bad_answer", what).at("filled");
            document.answer = Some(answer_of(kind, &document.puzzle, filled).map_err(wrong)?);
        }
        Ok((kind, document))
    }
}

fn wrong(error: GroundError) -> ApiError {
    let what = match error {
        GroundError::Limit(stop) => return limit(limit_words(stop)),
        GroundError::Puzzle(what) | GroundError::Value(what, _) => what,
        GroundError::Rulebook(mistake) => mistake.to_string(),
    };
    ApiError::bad("bad_puzzle", what).at("puzzle")
}

/// Nothing is wrong with the question, but a limit came before the answer.
fn limit(which: impl ToString) -> ApiError {
    ApiError::new(422_u16, "limit", which)
}

/// Half of what a search may take: the other half is the solver's own.
fn limits(shared: &Shared, time: Duration) -> Limits {
    Limits::none().with_time(time).with_memory(shared.settings.search_memory << 19)
}

/// A puzzle on the table.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PuzzleShown")]
pub(crate) struct Shown {
    #[serde(flatten)]
    table: Table,
    /// What it is, in a line.
    about: String,
    /// Its laws as sentences.
    laws: Vec<String>,
    /// What the laws count with, by name, such as how many stars a row has; 1 or 0 where a law is asked for or not.
    parameters: Vec<(String, i32)>,
    /// The puzzle in other formats, by name, where they can write it: `url`, `id`, `pzprv3`.
    formats: BTreeMap<&'static str, String>,
}

fn show(_: &Shared, Named(name, question): Named<Question>) -> Result<Shown, ApiError> {
    let (kind, document) = question.document(&name)?;
    let table = Table::new(kind, &document.puzzle, document.answer.as_ref()).map_err(wrong)?;
    let About { about, mut laws, .. } = About::new(kind);
    laws.dedup();
    let told = |(name, usual): (String, i32)| {
        let value = document.puzzle.parameter(&name).unwrap_or(usual);
        (name, value)
    };
    let parameters = kind.schema().parameters.into_iter().map(told).collect();
    let written = |to: &str| Some(write(kind, &document, to).ok()?.trim_end().to_string());
    let formats =
        ["url", "id", "pzprv3"].into_iter().filter_map(|to| Some((to, written(to)?))).collect();
    Ok(Shown { table, about, laws, parameters, formats })
}

/// What to write, and how.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "PuzzleConvertQuestion")]
pub(crate) struct Conversion {
    #[serde(flatten)]
    question: Question,
    /// `text`, `url`, `pzprv3` or `id`; `text` if not given.
    to: Option<String>,
}

/// A puzzle in another format.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PuzzleConverted")]
pub(crate) struct Converted {
    kind: String,
    width: usize,
    height: usize,
    text: String,
}

fn convert(_: &Shared, Named(name, wanted): Named<Conversion>) -> Result<Converted, ApiError> {
    let (kind, document) = wanted.question.document(&name)?;
    let to = wanted.to.as_deref().unwrap_or("text");
    let written = write(kind, &document, to);
    let text = written.map_err(|what| ApiError::bad("bad_format", what).at("to"))?;
    let board = document.puzzle.board;
    let kind = kind.name().to_string();
    Ok(Converted { kind, width: board.width, height: board.height, text })
}

fn write(kind: &Kind, document: &Document, to: &str) -> Result<String, String> {
    let family = match to {
        "text" => return Ok(text::write(kind, &document.puzzle, document.answer.as_ref())),
        "url" => Family::Address,
        "pzprv3" => Family::File,
        "id" => Family::GameId,
        _ => return Err(format!("{to:?} is not text, url, pzprv3 or id")),
    };
    let formats = Formats::new(kind.codecs().map_err(|error| error.to_string())?);
    let written = formats.write(family, &document.puzzle, document.answer.as_ref());
    written.map_err(|error| error.to_string())
}

/// What is told of an answer.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "PuzzleCheckNews")]
pub(crate) enum Verdict {
    Done {
        #[serde(flatten)]
        checked: Checked,
        /// The laws that are broken whatever is put into the open places.
        conflicts: Vec<LawThere>,
    },
}

fn check(shared: &Shared, Named(name, question): Named<Question>) -> Result<Work, ApiError> {
    let (kind, document) = question.document(&name)?;
    let limits = limits(shared, CHECK_TIME);
    Ok(Box::new(move |progress| {
        let limits = limits.with_flag(progress.flag());
        let answer = document.answer.unwrap_or_default();
        let checked = checked(kind, &document.puzzle, &answer, &limits).map_err(wrong)?;
        let conflicts = match checked.status {
            Status::Wrong => lasting(kind, &document.puzzle, &answer, &limits).map_err(wrong)?,
            _ => Vec::new(),
        };
        progress.send(&Verdict::Done { checked, conflicts });
        Ok(())
    }))
}

/// What to solve.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "PuzzleSolveQuestion")]
pub(crate) struct Wanted {
    #[serde(flatten)]
    question: Question,
    /// Whether the solution is the only one.
    #[serde(default)]
    unique: bool,
    /// Whether a proof of that is to be checked.
    #[serde(default)]
    certify: bool,
}

/// What is told of the solutions.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "PuzzleSolveNews")]
pub(crate) enum Solved {
    Done {
        kind: String,
        #[serde(flatten)]
        solutions: Solutions,
    },
}

fn solve(shared: &Shared, Named(name, wanted): Named<Wanted>) -> Result<Work, ApiError> {
    let (kind, document) = wanted.question.document(&name)?;
    let limits = limits(shared, SOLVE_TIME);
    Ok(Box::new(move |progress| {
        let limits = limits.with_flag(progress.flag());
        let ask = Ask { unique: wanted.unique, all: None, certify: wanted.certify };
        let solutions = solutions(kind, &document.puzzle, ask, &limits).map_err(wrong)?;
        progress.send(&Solved::Done { kind: kind.name().to_string(), solutions });
        Ok(())
    }))
}

/// What to explain.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "PuzzleExplainQuestion")]
pub(crate) struct Puzzling {
    #[serde(flatten)]
    question: Question,
    /// Only the next step.
    #[serde(default)]
    hint: bool,
}

/// What is told of the way to the solution.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "PuzzleExplainNews")]
pub(crate) enum Explanation {
    Done(Explained),
}

fn explained(shared: &Shared, Named(name, wanted): Named<Puzzling>) -> Result<Work, ApiError> {
    let (kind, document) = wanted.question.document(&name)?;
    let limits = limits(shared, if wanted.hint { HINT_TIME } else { SOLVE_TIME });
    Ok(Box::new(move |progress: &Progress| {
        let limits = limits.with_flag(progress.flag());
        let (puzzle, answer) = (&document.puzzle, document.answer.as_ref());
        let own = || kuromasu::hint(kind, puzzle, answer, &limits);
        let told = match wanted.hint.then(own).flatten() {
            Some(told) => told,
            None => {
                explain(kind, puzzle, answer, wanted.hint, &limits, |_, _| ()).map_err(wrong)?
            }
        };
        progress.send(&Explanation::Done(told));
        Ok(())
    }))
}

/// What kind of puzzle to make.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PuzzleGenerateQuestion")]
pub(crate) struct Order {
    /// Columns, 1 to 40.
    width: usize,
    /// Rows, 1 to 40.
    height: usize,
    /// `easy`, `medium` or `hard`; any if not given.
    difficulty: Option<String>,
    /// How clues lie: `none`, `half` or `quarter` of a turn, `mirror` or `cross` (mirrored both ways).
    symmetry: Option<String>,
    /// A puzzle of the kind and size, in any format: clues stand where it has them, and its rooms and walls are kept.
    layout: Option<String>,
    /// The same seed gives the same puzzle; 1 if not given.
    seed: Option<u64>,
}

/// What is told of a new puzzle.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "PuzzleGenerateNews")]
pub(crate) enum Fresh {
    /// How much of an attempt is done, 0 to 1, where that is known.
    Progress {
        share: f64,
    },
    Done(Made),
}

fn generated(shared: &Shared, Named(name, order): Named<Order>) -> Result<Work, ApiError> {
    let kind = kind(&name)?.ok_or_else(|| {
        ApiError::bad("no_such_puzzle", "expected the name of a kind; see /puzzles")
    })?;
    for (place, side) in [("width", order.width), ("height", order.height)] {
        if !(1..=MOST_SIDE).contains(&side) {
            let message = format!("a side of 1 to {MOST_SIDE} cells, please");
            return Err(ApiError::bad("bad_size", message).at(place));
        }
    }
    let grades = Difficulty::ALL.map(|difficulty| (difficulty.name(), difficulty));
    let symmetries = Symmetry::ALL.map(|symmetry| (symmetry.name(), symmetry));
    let seed = order.seed.unwrap_or(1);
    let board = Board::new(order.width, order.height);
    let difficulty = chosen("difficulty", order.difficulty.as_deref(), &grades)?;
    let symmetry = chosen("symmetry", order.symmetry.as_deref(), &symmetries)?.unwrap_or_default();
    let layout = match &order.layout {
        None => None,
        Some(text) => {
            let bad = |what: String| ApiError::bad("bad_puzzle", what).at("layout");
            if text.len() > MOST_TEXT {
                return Err(bad(format!("the layout has more than {MOST_TEXT} bytes")));
            }
            let layout = read(text, Some(kind)).map_err(bad)?.puzzle;
            if layout.kind != kind.name() {
                return Err(bad(format!("this is a {}, a {name} is expected", layout.kind)));
            }
            Some(layout)
        }
    };
    let limits = limits(shared, GENERATE_TIME);
    Ok(Box::new(move |progress| {
        let limits = limits.with_flag(progress.flag());
        let wish = Wish { board, difficulty, symmetry, layout: layout.as_ref(), seed };
        let tell = |share| progress.offer(&Fresh::Progress { share });
        if let Some(made) = kuromasu::generate(kind, &wish, &limits, tell) {
            progress.send(&Fresh::Done(made?));
            return Ok(());
        }
        let made = generate(kind, &wish, &limits).map_err(|error| match error {
            GenerateError::Board(_) => ApiError::bad("bad_size", error),
            GenerateError::Limit(_) => limit(error),
            GenerateError::Unlucky(_) => ApiError::bad("not_found", error),
        })?;
        let written = text::write(kind, &made.puzzle, None);
        progress.send(&Fresh::Done(Made::new(kind, &made, written, seed)));
        Ok(())
    }))
}
