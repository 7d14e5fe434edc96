//! Puzzles and answers as plain text, the same way for every kind: what `solve` prints and `check` reads.
//!
//! The first line names the kind, the size and the parameters; then come the layers, each under its name, those of the answer
//! under `answer`. Layers of cells and vertices are rows of words (`.` nothing, `#` in the set, `?` a number that is not told,
//! `1,2` a list); layers of links and edges are drawn, with `-` and `|` where something is; clues outside are one line of
//! words.

use crate::format::{is_from_one, rooms};
use crate::ground::site_of;
use crate::kind::Kind;
use crate::{Answer, Layer, Puzzle, Site, Value};
use crate::{Board, Side};
use std::collections::{HashMap, HashSet};
use thiserror::Error;
use zugwerk_rulebook::ast::{Declaration, Type};

/// What is wrong with a text, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct TextError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong and what was expected.
    pub what: String,
}

/// How a layer is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The kind of place.
    pub site: Site,
    /// Whether it is a set.
    pub is_set: bool,
    /// Whether its values are lists of numbers.
    pub is_list: bool,
    /// Whether it belongs to the answer: there `.` says that a cell is not in the set, and `?` that it is open.
    pub is_answer: bool,
}

/// How a declaration of a rulebook lays out its layer.
pub fn declared(declaration: &Declaration, is_answer: bool) -> Option<Declared> {
    let (site, is_set, is_list) = match &declaration.range {
        Type::SetOf(site) => (site, true, false),
        Type::Map(site, range) => (site, false, matches!(**range, Type::ListOf(_))),
        _ => return None,
    };
    Some(Declared { site: site_of(&site.text)?, is_set, is_list, is_answer })
}

/// Writes a puzzle, and the answer where there is one.
pub fn write(kind: &Kind, puzzle: &Puzzle, answer: Option<&Answer>) -> String {
    let mut text = format!("puzzle {} {}x{}", puzzle.kind, puzzle.board.width, puzzle.board.height);
    let usual = kind.schema().parameters;
    for (name, value) in puzzle
        .parameters
        .iter()
        .filter(|&(name, value)| !usual.iter().any(|known| (&known.0, &known.1) == (name, value)))
    {
        text.push_str(&format!(" {name}={value}"));
    }
    text.push('\n');
    for declaration in &kind.book().given {
        let name = &declaration.name.text;
        if let (Some(layer), Some(declared)) =
            (puzzle.given.get(name), declared(declaration, false))
        {
            text.push_str(&format!("{name}\n"));
            rows(puzzle.board, name, layer, declared).iter().for_each(|row| push(&mut text, row));
        }
    }
    if let Some(answer) = answer {
        for row in answer_rows(kind, puzzle, answer) {
            push(&mut text, &row);
        }
    }
    text
}

fn push(text: &mut String, row: &str) {
    text.push_str(row.trim_end());
    text.push('\n');
}

/// The answer alone: `answer` and a name before the rows of each layer.
pub fn answer_rows(kind: &Kind, puzzle: &Puzzle, answer: &Answer) -> Vec<String> {
    let mut all = Vec::new();
    for declaration in &kind.book().unknown {
        let name = &declaration.name.text;
        if let (Some(layer), Some(declared)) =
            (answer.layers.get(name), declared(declaration, true))
        {
            all.push(format!("answer {name}"));
            all.extend(rows(puzzle.board, name, layer, declared));
        }
    }
    all
}

/// The rows of one layer.
pub fn rows(board: Board, name: &str, layer: &Layer, declared: Declared) -> Vec<String> {
    match layer.site {
        Site::Link | Site::Edge | Site::Half => drawn(board, name, layer),
        site => {
            let words: Vec<String> =
                layer.values.iter().map(|value| word(value, declared)).collect();
            let columns = columns(board, site, words.len()).max(1);
            let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(1);
            let line = |words: &[String]| {
                let padded: Vec<String> =
                    words.iter().map(|word| format!("{word:>width$}")).collect();
                padded.join(if width == 1 && site == Site::Cell { "" } else { " " })
            };
            words.chunks(columns).map(line).collect()
        }
    }
}

fn columns(board: Board, site: Site, count: usize) -> usize {
    match site {
        Site::Cell => board.width,
        Site::Vertex => board.width + 1,
        _ => count,
    }
}

fn word(value: &Value, declared: Declared) -> String {
    match value {
        Value::Empty if declared.is_answer && declared.is_set => "?".to_string(),
        Value::Empty => ".".to_string(),
        Value::Unknown => "?".to_string(),
        Value::Number(0) if declared.is_set => ".".to_string(),
        Value::Number(1) if declared.is_set => "#".to_string(),
        Value::Number(number) => number.to_string(),
        Value::List(list) if list.is_empty() => "0".to_string(),
        Value::List(list) => {
            let word = |number: &Option<i32>| number.map_or("?".to_string(), |n| n.to_string());
            list.iter().map(word).collect::<Vec<_>>().join(",")
        }
    }
}

/// The characters of a drawn layer: where each place stands, and the signs of its values.
struct Drawing {
    height: usize,
    width: usize,
    /// By place: row, column, and the sign of the value 1.
    places: Vec<(usize, usize, char)>,
    /// What stands at the points between.
    points: Vec<(usize, usize, char)>,
}

fn drawing(board: Board, name: &str, site: Site) -> Drawing {
    let grid = |height: usize, width: usize| {
        (0..height).flat_map(move |y| (0..width).map(move |x| (y, x)))
    };
    match site {
        Site::Edge => {
            let mut places = vec![(0, 0, ' '); board.edges()];
            for cell in 0..board.cells() {
                let (row, column) = board.place(cell);
                for side in Side::ALL {
                    let (down, right) = side.step();
                    let y = (2 * row + 1).checked_add_signed(down).unwrap_or(0);
                    let x = (2 * column + 1).checked_add_signed(right).unwrap_or(0);
                    let edge = board.edge(cell, side);
                    places[edge] = (y, x, if board.is_horizontal(edge) { '-' } else { '|' });
                }
            }
            let (height, width) = (2 * board.height + 1, 2 * board.width + 1);
            let points =
                grid(board.height + 1, board.width + 1).map(|(y, x)| (2 * y, 2 * x, '+')).collect();
            Drawing { height, width, places, points }
        }
        Site::Link => {
            // A border lies across the line between two centres.
            let signs = if name == "border" { ('|', '-') } else { ('-', '|') };
            let places = (0..board.links()).map(|link| {
                let (row, column) = board.place(board.ends(link).0);
                match board.is_right_link(link) {
                    true => (2 * row, 2 * column + 1, signs.0),
                    false => (2 * row + 1, 2 * column, signs.1),
                }
            });
            let points =
                grid(board.height, board.width).map(|(y, x)| (2 * y, 2 * x, '.')).collect();
            let (height, width) = (2 * board.height - 1, 2 * board.width - 1);
            Drawing { height, width, places: places.collect(), points }
        }
        _ => {
            let (height, width) = (2 * board.height - 1, 2 * board.width - 1);
            let places = grid(height, width).map(|(y, x)| (y, x, 'o')).collect();
            Drawing { height, width, places, points: Vec::new() }
        }
    }
}

impl Drawing {
    /// The first sign that stands where none is expected, or another than is expected between the places, with its row and
    /// column and what is expected there.
    fn refuse_others(&self, rows: &[Vec<char>]) -> Result<(), (usize, usize, char, String)> {
        let places: HashSet<(usize, usize)> = self.places.iter().map(|&(y, x, _)| (y, x)).collect();
        let points: HashMap<(usize, usize), char> =
            self.points.iter().map(|&(y, x, sign)| ((y, x), sign)).collect();
        for (y, row) in rows.iter().enumerate() {
            for (x, &found) in row.iter().enumerate() {
                let point = points.get(&(y, x));
                if found == ' ' || places.contains(&(y, x)) || point == Some(&found) {
                    continue;
                }
                let expected = match point {
                    Some(sign) => format!("{sign:?}"),
                    None if y >= self.height => format!("no more than {} rows", self.height),
                    None => "a blank".to_string(),
                };
                return Err((y, x, found, expected));
            }
        }
        Ok(())
    }
}

fn drawn(board: Board, name: &str, layer: &Layer) -> Vec<String> {
    let drawing = drawing(board, name, layer.site);
    let mut signs = vec![vec![' '; drawing.width]; drawing.height];
    for &(y, x, sign) in &drawing.points {
        signs[y][x] = sign;
    }
    for (&(y, x, sign), value) in drawing.places.iter().zip(&layer.values) {
        signs[y][x] = match value {
            Value::Number(1) => sign,
            Value::Number(-1) => 'x',
            Value::Number(number @ 2..=9) => char::from_digit(*number as u32, 10).unwrap_or('9'),
            Value::Unknown => '?',
            Value::Empty if layer.site == Site::Half => '.',
            _ => ' ',
        };
    }
    signs.into_iter().map(|row| row.into_iter().collect()).collect()
}

/// Whether a text begins like one of ours.
pub fn is_text(text: &str) -> bool {
    text.trim_start().starts_with("puzzle ")
}

/// Whether a line is the first of a text of ours, or of a grid that tells its kind and size.
pub fn is_head(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_size = |word: &str| {
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        word.split_once('x').is_some_and(|(width, height)| is_number(width) && is_number(height))
    };
    is_text(line) || (words.next().is_some_and(is_name) && words.next().is_some_and(is_size))
}

/// The kind that a text says it is of.
pub fn kind_of(text: &str) -> Option<&str> {
    text.split_whitespace().nth(1).filter(|_| is_text(text))
}

/// Reads a puzzle, and the answer where there is one.
pub fn read(kind: &Kind, text: &str) -> Result<(Puzzle, Option<Answer>), TextError> {
    let mut lines = text.lines().enumerate().skip_while(|(_, line)| line.trim().is_empty());
    let (at, head) = lines.next().unwrap_or((0, ""));
    let mut puzzle = head_line(kind, head).map_err(|what| TextError { line: at + 1, what })?;
    let mut answer = Answer::default();
    let rest: Vec<(usize, &str)> = lines.collect();
    read_layers(kind, &rest, &mut puzzle, &mut answer)?;
    let takes_rooms = kind.book().given.iter().any(|given| given.name.text == "room");
    if takes_rooms && !puzzle.given.contains_key("room") {
        let what = format!("expected the layer room: {} needs to know its regions", kind.name());
        let boxes = rooms::boxes(puzzle.board).filter(|_| kind.name() == "sudoku");
        let size = boxes.ok_or(TextError { line: at + 1, what })?;
        puzzle.layer_mut("room", Site::Cell).values = rooms::boxed(puzzle.board, size);
    }
    Ok((puzzle, Some(answer).filter(|answer| !answer.layers.is_empty())))
}

/// Reads the rows of an answer alone.
pub fn read_answer(kind: &Kind, puzzle: &Puzzle, text: &str) -> Result<Answer, TextError> {
    let lines: Vec<(usize, &str)> = text.lines().enumerate().collect();
    let mut answer = Answer::default();
    let named = lines.iter().position(|line| line.1.starts_with("answer"));
    match (named, kind.book().unknown.as_slice()) {
        // Rows without a name, where there is only one layer they can belong to.
        (None, [only]) => {
            if let Some(declared) = declared(only, true) {
                let layer = read_rows(puzzle, &only.name.text, declared, &lines)?;
                answer.layers.insert(only.name.text.clone(), layer);
            }
        }
        (first, _) => {
            let lines = &lines[first.unwrap_or(0)..];
            read_layers(kind, lines, &mut puzzle.clone(), &mut answer)?;
        }
    }
    Ok(answer)
}

fn head_line(kind: &Kind, head: &str) -> Result<Puzzle, String> {
    let mut words = head.split_whitespace();
    let expected = || format!("expected a first line such as puzzle {} 10x10", kind.name());
    if words.next() != Some("puzzle") || words.next() != Some(kind.name()) {
        return Err(expected());
    }
    let (width, height) =
        words.next().and_then(|size| size.split_once('x')).ok_or_else(expected)?;
    let side = |text: &str| text.parse().ok().filter(|side| (1..=1000).contains(side));
    let (Some(width), Some(height)) = (side(width), side(height)) else {
        return Err("the sides of the board must be from 1 to 1000".to_string());
    };
    let mut puzzle = Puzzle::new(kind.name(), Board::new(width, height));
    puzzle.parameters = kind.schema().parameters.into_iter().collect();
    for word in words {
        let (name, value) =
            word.split_once('=').ok_or_else(|| format!("expected name=number, found {word:?}"))?;
        let value = value
            .parse()
            .map_err(|_| format!("expected a number after {name}=, found {value:?}"))?;
        if !kind.book().parameters.iter().any(|known| known.name.text == name) {
            return Err(format!("{name} is no parameter of {}", kind.name()));
        }
        puzzle.parameters.insert(name.to_string(), value);
    }
    Ok(puzzle)
}

/// Reads layers under their names into the puzzle and the answer.
fn read_layers(
    kind: &Kind,
    lines: &[(usize, &str)],
    puzzle: &mut Puzzle,
    answer: &mut Answer,
) -> Result<(), TextError> {
    let given = kind.book().given.iter().map(|declaration| (false, declaration));
    let unknown = kind.book().unknown.iter().map(|declaration| (true, declaration));
    let known: Vec<(bool, &Declaration)> = given.chain(unknown).collect();
    let named = |line: &str| {
        let (is_answer, name) = match line.trim().strip_prefix("answer ") {
            Some(name) => (true, name.trim()),
            None => (false, line.trim()),
        };
        known.iter().find(|(of_answer, declaration)| {
            *of_answer == is_answer && declaration.name.text == name
        })
    };
    let mut at = 0;
    while at < lines.len() {
        let (number, line) = lines[at];
        if line.trim().is_empty() {
            at += 1;
            continue;
        }
        let Some((is_answer, declaration)) = named(line) else {
            let names: Vec<&str> =
                known.iter().map(|(_, declaration)| declaration.name.text.as_str()).collect();
            let what = format!(
                "expected the name of a layer ({}), found {:?}",
                names.join(", "),
                line.trim()
            );
            return Err(TextError { line: number + 1, what });
        };
        let end = (at + 1..lines.len())
            .find(|&next| named(lines[next].1).is_some())
            .unwrap_or(lines.len());
        let (name, body) = (&declaration.name.text, &lines[at + 1..end]);
        at = end;
        let Some(declared) = declared(declaration, *is_answer) else { continue };
        let mut layer = read_rows(puzzle, name, declared, body)?;
        if is_from_one(declaration) {
            layer.without_zeros();
        }
        match is_answer {
            true => answer.layers.insert(name.clone(), layer),
            false => puzzle.given.insert(name.clone(), layer),
        };
    }
    Ok(())
}

fn read_rows(
    puzzle: &Puzzle,
    name: &str,
    declared: Declared,
    lines: &[(usize, &str)],
) -> Result<Layer, TextError> {
    let board = puzzle.board;
    let count = puzzle.count(declared.site);
    let mut layer = Layer::new(declared.site, count);
    let first = lines.first().map_or(0, |line| line.0) + 1;
    if matches!(declared.site, Site::Link | Site::Edge | Site::Half) {
        let drawing = drawing(board, name, declared.site);
        let rows: Vec<Vec<char>> =
            lines.iter().map(|line| line.1.trim_end().chars().collect()).collect();
        drawing.refuse_others(&rows).map_err(|(y, x, found, expected)| TextError {
            line: first + y,
            what: format!("expected {expected} in column {} of {name}, found {found:?}", x + 1),
        })?;
        for (place, &(y, x, sign)) in drawing.places.iter().enumerate() {
            let found = rows.get(y).and_then(|row| row.get(x)).copied().unwrap_or(' ');
            layer.values[place] = match found {
                '.' if declared.site == Site::Half => Value::Empty,
                ' ' if declared.site == Site::Half => Value::Empty,
                ' ' if name == "less" => Value::Empty,
                ' ' | '.' => Value::Number(0),
                '?' => Value::Empty,
                'x' => Value::Number(-1),
                _ if found == sign => Value::Number(1),
                '1'..='9' => Value::Number(found as i32 - '0' as i32),
                _ => {
                    let what = format!(
                        "expected {sign:?} or a blank in column {} of {name}, found {found:?}",
                        x + 1
                    );
                    return Err(TextError { line: first + y, what });
                }
            };
        }
        return Ok(layer);
    }
    let columns = columns(board, declared.site, count);
    let mut words: Vec<Value> = Vec::with_capacity(count);
    for &(number, line) in lines.iter().filter(|line| !line.1.trim().is_empty()) {
        let line = line.trim();
        let parts: Vec<String> =
            match line.contains(' ') || declared.site != Site::Cell || columns == 1 {
                true => line.split_whitespace().map(str::to_string).collect(),
                false => line.chars().map(String::from).collect(),
            };
        if parts.len() != columns {
            let what = format!("expected {columns} values of {name}, found {}", parts.len());
            return Err(TextError { line: number + 1, what });
        }
        for part in parts {
            let value = read_word(&part, declared);
            let what = || format!("expected a number, ., ? or # in {name}, found {part:?}");
            words.push(value.ok_or_else(|| TextError { line: number + 1, what: what() })?);
        }
    }
    if declared.site == Site::Region {
        // How many rooms there are is told by another layer.
        return Ok(Layer { site: declared.site, values: words });
    }
    if words.len() != count {
        let what = format!("expected {count} values of {name}, found {}", words.len());
        return Err(TextError { line: first, what });
    }
    layer.values = words;
    Ok(layer)
}

fn read_word(word: &str, declared: Declared) -> Option<Value> {
    let number = |word: &str| if word == "?" { Some(None) } else { word.parse().ok().map(Some) };
    Some(match word {
        "." if declared.is_answer && declared.is_set => Value::Number(0),
        "." => Value::Empty,
        "#" if declared.is_set => Value::Number(1),
        "?" if declared.is_answer => Value::Empty,
        _ if declared.is_list => {
            Value::List(word.split(',').map(number).collect::<Option<Vec<_>>>()?)
        }
        "?" => Value::Unknown,
        _ => Value::Number(word.parse().ok()?),
    })
}
