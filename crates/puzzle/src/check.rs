//! Is an answer right? If not, which laws are broken, and where?

use crate::ground::{GroundError, ground};
use crate::kind::Kind;
use crate::statement::{Instance, Place};
use crate::text::declared;
use crate::{Answer, Puzzle, Site, Value};
use zugwerk_logic::{Answer as Found, Bit, Limits, Solver};

/// A law that an answer breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The number of the law in its rulebook; beyond all of them for a value that is no value at all.
    pub law: usize,
    /// Its sentence.
    pub sentence: String,
    /// Where: the places that this instance of the law speaks of.
    pub places: Vec<Place>,
}

/// What is wrong with an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The broken laws.
    pub broken: Vec<Broken>,
    /// How many places are still open.
    pub open: usize,
}

impl Verdict {
    /// Whether everything is filled in and no law is broken.
    pub fn is_correct(&self) -> bool {
        self.broken.is_empty() && self.open == 0
    }
}

/// Checks an answer against the laws. A place that nobody has put into a set is not in it, and a given number need not be filled
/// in again; where other places are open, a law is broken if no way to fill them in can keep it.
pub fn check(
    kind: &Kind,
    puzzle: &Puzzle,
    answer: &Answer,
    limits: &Limits,
) -> Result<Verdict, GroundError> {
    let answer = finished(kind, puzzle, answer);
    let grounded = match ground(kind.book(), puzzle, Some(&answer), true, limits) {
        Err(GroundError::Value(sentence, place)) => {
            let broken = vec![Broken { law: usize::MAX, sentence, places: vec![place] }];
            return Ok(Verdict { broken, open: 0 });
        }
        other => other?,
    };
    let numbers = grounded.unknown.iter().flat_map(|unknown| &unknown.numbers);
    let open = numbers.filter(|number| number.value().is_none()).count();
    let mut question = grounded.statement.into_question(Solver::default());
    let instances = std::mem::take(&mut question.instances);
    let say = |instance: &Instance| Broken {
        law: instance.law,
        sentence: kind.sentence(instance.law).to_string(),
        places: instance.places.clone(),
    };
    let mut broken = Vec::new();
    for instance in &instances {
        match question.solver.solve(&[instance.switch], limits) {
            Found::Yes(_) => {}
            Found::No(_) => broken.push(say(instance)),
            Found::Unknown(stop) => return Err(GroundError::Limit(stop)),
        }
    }
    if broken.is_empty() {
        // Each law alone can be kept: perhaps not all of them together.
        let switches: Vec<Bit> = instances.iter().map(|instance| instance.switch).collect();
        let core = question.solver.minimal_core(&switches, limits).map_err(GroundError::Limit)?;
        let core = core.unwrap_or_default();
        broken.extend(instances.iter().filter(|instance| core.contains(&instance.switch)).map(say));
    }
    Ok(Verdict { broken, open })
}

/// The answer with what goes without saying.
fn finished(kind: &Kind, puzzle: &Puzzle, answer: &Answer) -> Answer {
    let mut finished = answer.clone();
    for declaration in &kind.book().unknown {
        let Some(declared) = declared(declaration, true) else { continue };
        let count = puzzle.count(declared.site);
        let layer = finished.layer_mut(&declaration.name.text, declared.site, count);
        let is_drawn = matches!(declared.site, Site::Link | Site::Edge);
        for (at, value) in layer.values.iter_mut().enumerate().filter(|(_, value)| value.is_empty())
        {
            let is_wall = declared.site == Site::Cell && !puzzle.value("wall", at).is_empty();
            *value = match puzzle.given.get("clue").filter(|clue| clue.site == declared.site) {
                _ if declared.is_set || is_drawn || is_wall => Value::Number(0),
                Some(clue) => clue
                    .values
                    .get(at)
                    .filter(|v| v.number().is_some())
                    .cloned()
                    .unwrap_or_default(),
                None => Value::Empty,
            };
        }
    }
    finished
}

/// An answer in which nothing is filled in.
pub fn is_blank(answer: &Answer) -> bool {
    let blank = |value: &Value| matches!(value, Value::Empty | Value::Number(0));
    answer.layers.values().all(|layer| layer.values.iter().all(blank))
}

/// A place in words: `r3c4` for cells, and the like.
pub fn place_name(puzzle: &Puzzle, place: Place) -> String {
    let board = puzzle.board;
    let cell = |cell: usize| {
        let (row, column) = board.place(cell);
        format!("r{}c{}", row + 1, column + 1)
    };
    match place {
        (Site::Cell, at) => cell(at),
        (Site::Link, at) => {
            let (a, b) = board.ends(at);
            format!("{}-{}", cell(a), cell(b))
        }
        (Site::Edge, at) => {
            let (a, b) = board.edge_ends(at);
            format!("{}-{}", vertex_name(board.width, a), vertex_name(board.width, b))
        }
        (Site::Vertex, at) => vertex_name(board.width, at),
        (Site::Row, at) => format!("row {}", at + 1),
        (Site::Column, at) => format!("column {}", at + 1),
        (Site::Region, at) => {
            let first = (0..board.cells()).find(|&c| puzzle.number("room", c) == Some(at as i32));
            first.map_or(format!("room {}", at + 1), |first| format!("the room of {}", cell(first)))
        }
        (Site::Half, at) => {
            let width = 2 * board.width - 1;
            let half = |doubled: usize| match doubled % 2 {
                0 => format!("{}", doubled / 2 + 1),
                _ => format!("{}.5", doubled / 2 + 1),
            };
            format!("the dot at r{}c{}", half(at / width), half(at % width))
        }
        (Site::Whole, _) => "the board".to_string(),
    }
}

fn vertex_name(width: usize, vertex: usize) -> String {
    format!("v{}.{}", vertex / (width + 1), vertex % (width + 1))
}
