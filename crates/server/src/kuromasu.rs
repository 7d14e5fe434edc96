//! Kuromasu has a solver of its own, for large boards: its hints, its new puzzles and its formats are told as those of every
//! puzzle.

use crate::error::ApiError;
use zugwerk_kuromasu as kuromasu;
use zugwerk_kuromasu::{
    Cell, Colour, Ending, Explainer, Format, GenerateError, Request, Rule, Step,
};
use zugwerk_logic::Limits;
use zugwerk_puzzle::format::Document;
use zugwerk_puzzle::report::{Explained, FactThere, LawThere, Made, Status, StepTold};
use zugwerk_puzzle::{Answer, Kind, Puzzle, Site, Value, Wish, text};

const NAME: &str = "kuromasu";
/// The layer of the answer.
const BLACK: &str = "black";

/// A text in the format that only this puzzle has, where it is one.
pub(crate) fn read(text: &str, named: Option<&Kind>) -> Option<Result<Document, String>> {
    let fits = named.is_none_or(|kind| kind.name() == NAME);
    if !fits || Format::recognise(text) != Format::Course {
        return None;
    }
    let board = Format::Course.parse(text).map_err(|error| error.to_string());
    Some(board.map(|board| Document { puzzle: board.to_rulebook(), answer: None }))
}

/// The board, where it is one of this kind.
fn board(kind: &Kind, puzzle: &Puzzle) -> Option<kuromasu::Puzzle> {
    (kind.name() == NAME).then(|| kuromasu::Puzzle::from_rulebook(puzzle).ok()).flatten()
}

/// The next step; nothing for other kinds, and where a limit came first.
pub(crate) fn hint(
    kind: &Kind,
    puzzle: &Puzzle,
    filled: Option<&Answer>,
    limits: &Limits,
) -> Option<Explained> {
    let board = board(kind, puzzle)?;
    let mut explainer = Explainer::new(&board, limits).ok()?;
    // That cells with a clue are white goes without saying, unless one was made black.
    for (cell, _) in board.clues() {
        explainer.set(cell, Colour::White);
    }
    for cell in 0..board.cells() {
        if let Some(black) = filled.and_then(|answer| answer.number(BLACK, cell)) {
            explainer.set(cell, if black == 0 { Colour::White } else { Colour::Black });
        }
    }
    let mut steps = Vec::new();
    let ending = loop {
        match explainer.next(limits).ok()? {
            Err(ending) => break Some(ending),
            Ok(step) => {
                steps.push(told(&board, &explainer, &step));
                // What only prepares a step is told with it.
                if !step.cells.is_empty() {
                    break None;
                }
            }
        }
    };
    let mistakes = match &ending {
        Some(Ending::Mistake(mistake)) => mistake.cells(),
        _ => Vec::new(),
    };
    let fact = |&cell: &Cell| fact(&board, cell, explainer.colours()[cell]);
    Some(Explained {
        kind: NAME.to_string(),
        status: match &ending {
            None => Status::Hint,
            Some(Ending::Solved) => Status::Solved,
            Some(Ending::Ambiguous) => Status::Ambiguous,
            Some(Ending::Contradiction(_)) => Status::Unsolvable,
            Some(Ending::Mistake(_)) => Status::Mistake,
        },
        steps: if ending.is_none() { steps } else { Vec::new() },
        text: ending.as_ref().map_or(String::new(), |ending| explainer.ending_words(ending)),
        mistakes: mistakes.iter().map(fact).collect(),
        difficulty: None,
        score: 0,
        stop: None,
    })
}

fn told(board: &kuromasu::Puzzle, explainer: &Explainer<'_>, step: &Step) -> StepTold {
    let law = |rule: &Rule| {
        let places = match rule {
            Rule::Number(cell) | Rule::Clue(cell) => vec![name(board, *cell)],
            _ => Vec::new(),
        };
        LawThere { law: explainer.rule_words(*rule), places }
    };
    StepTold {
        shows: step.cells.iter().map(|&(cell, colour)| fact(board, cell, colour)).collect(),
        technique: step.technique.name().to_string(),
        laws: step.rules.iter().map(law).collect(),
        because: step
            .facts
            .iter()
            .map(|&cell| fact(board, cell, explainer.colours()[cell]))
            .collect(),
        links: 0,
        difficulty: step.difficulty,
        text: explainer.words(step),
    }
}

fn fact(board: &kuromasu::Puzzle, cell: Cell, colour: Colour) -> FactThere {
    let value = i32::from(colour == Colour::Black);
    FactThere { layer: BLACK.to_string(), place: name(board, cell), value, is: true }
}

fn name(board: &kuromasu::Puzzle, cell: Cell) -> String {
    board.place(cell).to_string()
}

/// A new puzzle; nothing for other kinds, and for a layout that is given.
pub(crate) fn generate(
    kind: &Kind,
    wish: &Wish<'_>,
    limits: &Limits,
    tell: impl Fn(f64),
) -> Option<Result<Made, ApiError>> {
    if kind.name() != NAME || wish.layout.is_some() {
        return None;
    }
    let request = Request {
        height: wish.board.height,
        width: wish.board.width,
        seed: wish.seed,
        symmetry: wish.symmetry,
        difficulty: wish.difficulty,
        minimal: false,
    };
    let (mut attempt, mut most) = (0, 1);
    let generated = kuromasu::generate(&request, limits, &mut |now| {
        if now.attempt != attempt {
            (attempt, most) = (now.attempt, now.left.max(1));
        }
        tell(1.0 - now.left.min(most) as f64 / most as f64);
    });
    Some(generated.map(|made| made_of(kind, &made, wish.seed)).map_err(refused))
}

fn made_of(kind: &Kind, made: &kuromasu::Generated, seed: u64) -> Made {
    let puzzle = made.puzzle.to_rulebook();
    let mut answer = Answer::default();
    let cells = made.puzzle.cells();
    let black = answer.layer_mut(BLACK, Site::Cell, cells);
    for cell in 0..cells {
        black.values[cell] = Value::Number(i32::from(made.solution.is_black(cell)));
    }
    Made {
        kind: NAME.to_string(),
        status: Status::Generated,
        width: made.puzzle.width(),
        height: made.puzzle.height(),
        text: text::write(kind, &puzzle, None),
        answer: text::answer_rows(kind, &puzzle, &answer),
        difficulty: made.difficulty.name().to_string(),
        score: None,
        seed,
    }
}

fn refused(error: GenerateError) -> ApiError {
    match error {
        GenerateError::Size(_) | GenerateError::NoSquare => ApiError::bad("bad_size", error),
        GenerateError::Limit(_) => ApiError::new(422_u16, "limit", error),
        GenerateError::NotFound(_) => ApiError::bad("not_found", error),
    }
}
