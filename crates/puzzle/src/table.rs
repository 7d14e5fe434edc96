//! What a table needs to let people fill in a puzzle: the layers of the answer with their values, and the picture with its
//! measures.

use crate::ground::{GroundError, layers};
use crate::{Answer, Kind, Puzzle, Site, Value, picture, text};
use serde::Serialize;
use std::collections::BTreeMap;

/// A layer of the answer, to be filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PuzzleLayer"))]
pub struct AnswerLayer {
    /// Its name.
    pub name: String,
    /// The kind of place: `cell`, `link`, `edge` or `vertex`.
    pub site: String,
    /// Whether it is a set: 1 where a place is in it, 0 where not.
    pub is_set: bool,
    /// The least value.
    pub low: i32,
    /// The greatest value.
    pub high: i32,
    /// By the number of the place: what is filled in.
    pub values: Vec<Option<i32>>,
    /// The same for what is given and stays.
    pub given: Vec<Option<i32>>,
}

/// A puzzle on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PuzzleTable"))]
pub struct Table {
    /// The kind of puzzle.
    pub kind: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The puzzle as plain text, which every question takes.
    pub text: String,
    /// What is given, drawn as SVG.
    pub svg: String,
    /// The size of the picture.
    pub size: [usize; 2],
    /// Where the board begins in the picture.
    pub origin: [usize; 2],
    /// The side of a cell there.
    pub cell: usize,
    /// The layers of the answer.
    pub layers: Vec<AnswerLayer>,
}

impl Table {
    /// The table of a puzzle with what is filled in.
    pub fn new(
        kind: &Kind,
        puzzle: &Puzzle,
        answer: Option<&Answer>,
    ) -> Result<Table, GroundError> {
        let measures = picture::measures(puzzle);
        let declared = layers(kind.book(), puzzle)?;
        let layers = declared.into_iter().map(|(name, site, is_set, low, high)| {
            let count = puzzle.count(site);
            let filled = |at| answer.and_then(|answer| answer.number(&name, at));
            AnswerLayer {
                site: site_word(site).to_string(),
                is_set,
                low,
                high,
                values: (0..count).map(filled).collect(),
                given: (0..count).map(|at| stays(puzzle, &name, site, at)).collect(),
                name,
            }
        });
        Ok(Table {
            kind: kind.name().to_string(),
            width: puzzle.board.width,
            height: puzzle.board.height,
            text: text::write(kind, puzzle, None),
            svg: picture::svg(puzzle, None),
            size: measures.size,
            origin: measures.origin,
            cell: measures.cell,
            layers: layers.collect(),
        })
    }
}

/// What is given at a place of the answer: a number, or that nothing can be there.
fn stays(puzzle: &Puzzle, name: &str, site: Site, at: usize) -> Option<i32> {
    if site != Site::Cell {
        return None;
    }
    let wall = ["wall", "tree", "arrow"].iter().any(|layer| !puzzle.value(layer, at).is_empty());
    match name {
        _ if wall => Some(0),
        "digit" => puzzle.number("clue", at),
        "black" if puzzle.kind != "mosaic" && !puzzle.value("clue", at).is_empty() => {
            puzzle.given.get("clue").filter(|clue| clue.site == Site::Cell).map(|_| 0)
        }
        _ => None,
    }
}

/// What is filled in, together with what is given.
pub(crate) fn with_given(kind: &Kind, puzzle: &Puzzle, filled: Option<&Answer>) -> Answer {
    let mut answer = filled.cloned().unwrap_or_default();
    for declaration in &kind.book().unknown {
        let Some(declared) = text::declared(declaration, true) else { continue };
        let (name, count) = (&declaration.name.text, puzzle.count(declared.site));
        let layer = answer.layer_mut(name, declared.site, count);
        for (at, value) in layer.values.iter_mut().enumerate().filter(|(_, v)| v.is_empty()) {
            *value = stays(puzzle, name, declared.site, at).map_or(Value::Empty, Value::Number);
        }
    }
    answer
}

fn site_word(site: Site) -> &'static str {
    match site {
        Site::Link => "link",
        Site::Edge => "edge",
        Site::Vertex => "vertex",
        _ => "cell",
    }
}

/// The answer that someone filled in: values by layer and place.
pub fn answer_of(
    kind: &Kind,
    puzzle: &Puzzle,
    filled: &BTreeMap<String, Vec<Option<i32>>>,
) -> Result<Answer, String> {
    let mut answer = Answer::default();
    for (name, values) in filled {
        let declaration = kind.book().unknown.iter().find(|unknown| unknown.name.text == *name);
        let declared = declaration.and_then(|declaration| text::declared(declaration, true));
        let Some(declared) = declared else {
            return Err(format!("{} has no layer {name}", kind.name()));
        };
        let count = puzzle.count(declared.site);
        if values.len() != count {
            return Err(format!("{name} has {} values, {count} are expected", values.len()));
        }
        answer.layer_mut(name, declared.site, count).values =
            values.iter().map(|value| value.map_or(Value::Empty, Value::Number)).collect();
    }
    Ok(answer)
}
