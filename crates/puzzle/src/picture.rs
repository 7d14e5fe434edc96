//! A puzzle of any kind as an SVG picture: every layer is drawn by the kind of place it belongs to and by its name.

use crate::{Answer, Layer, Place, Puzzle, Site, Value};
use std::fmt::Write;

const CELL: usize = 36;
const INK: &str = "#222";
const SOLUTION: &str = "#1b7f3b";

/// The picture. What is given is black, what is filled in green.
///
/// ```
/// use zugwerk_puzzle::{Board, Puzzle, picture};
/// let svg = picture::svg(&Puzzle::new("sudoku", Board::new(4, 4)), None);
/// assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
/// ```
pub fn svg(puzzle: &Puzzle, answer: Option<&Answer>) -> String {
    svg_marked(puzzle, answer, &Marks::default())
}

/// The picture of a step of an explanation: what is new has an orange frame, its reasons a yellow ground.
pub fn svg_marked(puzzle: &Puzzle, answer: Option<&Answer>, marks: &Marks) -> String {
    Picture::new(puzzle).draw(answer, marks)
}

/// Cells that the eye is led to.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// What is new in this picture.
    pub new: Vec<Place>,
    /// The reasons for it.
    pub reasons: Vec<Place>,
}

/// The measures of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measures {
    /// Width and height of the whole.
    pub size: [usize; 2],
    /// Where the board begins.
    pub origin: [usize; 2],
    /// The side of a cell.
    pub cell: usize,
}

/// The measures of the picture of a puzzle.
pub fn measures(puzzle: &Puzzle) -> Measures {
    let picture = Picture::new(puzzle);
    Measures { size: picture.size(), origin: [picture.left, picture.top], cell: CELL }
}

struct Picture<'a> {
    puzzle: &'a Puzzle,
    /// Where the board begins: there is room for clues to the left and above.
    left: usize,
    top: usize,
    out: String,
}

impl<'a> Picture<'a> {
    fn new(puzzle: &'a Puzzle) -> Picture<'a> {
        let widest = |name: &str| {
            let layer = puzzle.given.get(name);
            let length = |value: &Value| match value {
                Value::List(list) => list.len().max(1),
                Value::Empty => 0,
                _ => 1,
            };
            layer.and_then(|layer| layer.values.iter().map(length).max()).unwrap_or(0)
        };
        let left = CELL / 2 + widest("left") * CELL * 2 / 3;
        let top = CELL / 2 + widest("top") * CELL * 2 / 3;
        Picture { puzzle, left, top, out: String::new() }
    }

    fn size(&self) -> [usize; 2] {
        let board = self.puzzle.board;
        let after =
            |name: &str| if self.puzzle.given.contains_key(name) { CELL * 2 / 3 } else { 0 };
        [
            self.left + board.width * CELL + CELL / 2 + after("right"),
            self.top + board.height * CELL + CELL / 2 + after("bottom"),
        ]
    }

    fn draw(mut self, answer: Option<&Answer>, marks: &Marks) -> String {
        let board = self.puzzle.board;
        let (width, height) = (board.width * CELL, board.height * CELL);
        let [all_width, all_height] = self.size();
        let _ = writeln!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all_width}\" height=\"{all_height}\" \
             viewBox=\"0 0 {all_width} {all_height}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
        );
        for cell in cells_of(&marks.reasons) {
            self.square(cell, 0, "fill=\"#ffe9a0\"");
        }
        if let Some(answer) = answer {
            for (name, layer) in answer.layers.iter().filter(|layer| layer.1.site == Site::Cell) {
                self.cells(name, layer, true);
            }
        }
        self.grid(width, height);
        // Numbers stand on dominoes, and islands on their bridges.
        let lies_below = |name: &str| matches!(name, "domino" | "bridge");
        let drawn = |above: bool| {
            let layers = answer.into_iter().flat_map(|answer| &answer.layers);
            layers
                .filter(move |(name, layer)| layer.site != Site::Cell && lies_below(name) != above)
        };
        for (name, layer) in drawn(false) {
            self.layer(name, layer, true);
        }
        // Clues stand on walls.
        let (walls, others): (Vec<_>, Vec<_>) =
            self.puzzle.given.iter().partition(|(name, _)| *name == "wall");
        for (name, layer) in walls.into_iter().chain(others) {
            self.layer(name, layer, false);
        }
        for (name, layer) in drawn(true) {
            self.layer(name, layer, true);
        }
        // Where a shaded cell hides the ground, a frame inside it marks the reason.
        let shaded =
            |cell: usize| answer.and_then(|answer| answer.number("black", cell)) == Some(1);
        for cell in cells_of(&marks.reasons).filter(|&cell| shaded(cell)) {
            self.square(cell, 3, "fill=\"none\" stroke=\"#ffd24a\" stroke-width=\"2\"");
        }
        for cell in cells_of(&marks.new) {
            self.square(cell, 2, "fill=\"none\" stroke=\"#e07000\" stroke-width=\"3\"");
        }
        self.out.push_str("</svg>\n");
        self.out
    }

    /// A square in a cell, this far from its sides.
    fn square(&mut self, cell: usize, inside: usize, style: &str) {
        let (x, y) = self.centre(cell);
        let (x, y, side) = (x - CELL / 2 + inside, y - CELL / 2 + inside, CELL - 2 * inside);
        let _ = writeln!(
            self.out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" {style}/>"
        );
    }

    fn grid(&mut self, width: usize, height: usize) {
        let board = self.puzzle.board;
        // Along the sides of cells a loop is drawn: only points are shown there.
        let thin = if self.puzzle.kind == "slitherlink" { "#ddd" } else { "#999" };
        for row in 0..=board.height {
            let (x, y) = (self.left, self.top + row * CELL);
            self.line(x, y, x + width, y, thin, 1);
        }
        for column in 0..=board.width {
            let (x, y) = (self.left + column * CELL, self.top);
            self.line(x, y, x, y + height, thin, 1);
        }
        let (x, y) = (self.left, self.top);
        let _ = writeln!(
            self.out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{thin}\" stroke-width=\"2\"/>"
        );
    }

    fn line(&mut self, x: usize, y: usize, to_x: usize, to_y: usize, colour: &str, width: usize) {
        let _ = writeln!(
            self.out,
            "<line x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
        );
    }

    fn circle(&mut self, x: usize, y: usize, radius: usize, fill: &str) {
        let _ = writeln!(
            self.out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"2\"/>"
        );
    }

    fn write(&mut self, x: usize, y: usize, size: usize, colour: &str, text: &str) {
        let y = y + size / 3;
        let _ = writeln!(
            self.out,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\">{text}</text>"
        );
    }

    fn centre(&self, cell: usize) -> (usize, usize) {
        let (row, column) = self.puzzle.board.place(cell);
        (self.left + column * CELL + CELL / 2, self.top + row * CELL + CELL / 2)
    }

    fn vertex(&self, vertex: usize) -> (usize, usize) {
        let stride = self.puzzle.board.width + 1;
        (self.left + vertex % stride * CELL, self.top + vertex / stride * CELL)
    }

    fn layer(&mut self, name: &str, layer: &Layer, of_answer: bool) {
        let colour = if of_answer { SOLUTION } else { INK };
        match layer.site {
            Site::Cell => self.cells(name, layer, of_answer),
            Site::Link => self.links(name, layer, colour),
            Site::Edge => {
                for (edge, value) in layer.values.iter().enumerate() {
                    if value.number() == Some(1) {
                        let (a, b) = self.puzzle.board.edge_ends(edge);
                        let ((x, y), (to_x, to_y)) = (self.vertex(a), self.vertex(b));
                        self.line(x, y, to_x, to_y, colour, 4);
                    }
                }
            }
            Site::Vertex => {
                for (vertex, value) in layer.values.iter().enumerate().filter(|v| !v.1.is_empty()) {
                    let (x, y) = self.vertex(vertex);
                    self.circle(x, y, CELL / 4, "white");
                    self.write(x, y, CELL / 3, colour, &shown(value));
                }
            }
            Site::Half => {
                let width = 2 * self.puzzle.board.width - 1;
                for at in (0..layer.values.len()).filter(|&at| !layer.values[at].is_empty()) {
                    let x = self.left + CELL / 2 + at % width * CELL / 2;
                    let y = self.top + CELL / 2 + at / width * CELL / 2;
                    self.circle(x, y, CELL / 7, "white");
                }
            }
            Site::Row | Site::Column => self.outside(name, layer, colour),
            Site::Region | Site::Whole => self.rooms(name, layer, colour),
        }
    }

    fn cells(&mut self, name: &str, layer: &Layer, of_answer: bool) {
        if name == "room" {
            return self.borders_of_rooms(layer);
        }
        let colour = if of_answer { SOLUTION } else { INK };
        let partial = of_answer && layer.values.iter().any(Value::is_empty);
        for (cell, value) in layer.values.iter().enumerate().filter(|value| !value.1.is_empty()) {
            let (x, y) = self.centre(cell);
            let filled = |picture: &mut Self, fill: &str| {
                picture.square(cell, 0, &format!("fill=\"{fill}\""));
            };
            let is_in = value.number() == Some(1);
            match name {
                "black" if is_in => filled(self, "#666"),
                "water" if is_in => filled(self, "#8ec5f0"),
                "wall" => filled(self, "#333"),
                // While cells are open, a dot tells those that are known to stay empty.
                "black" if partial && self.puzzle.value("clue", cell).is_empty() => {
                    let dot = CELL / 12;
                    let _ = writeln!(
                        self.out,
                        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{dot}\" fill=\"{SOLUTION}\"/>"
                    );
                }
                "black" | "water" => {}
                "lamp" if is_in => self.circle(x, y, CELL / 4, "#ffe066"),
                "star" if is_in => self.write(x, y, CELL * 2 / 3, colour, "★"),
                "tent" if is_in => self.write(x, y, CELL * 2 / 3, colour, "△"),
                "tree" => self.write(x, y, CELL * 2 / 3, "#2e7d32", "♣"),
                "lamp" | "star" | "tent" => {}
                "pearl" => self.circle(x, y, CELL / 3, if is_in { "white" } else { INK }),
                "slash" => {
                    let half = CELL / 2;
                    let (from, to) =
                        if is_in { (y - half, y + half) } else { (y + half, y - half) };
                    self.line(x - half, from, x + half, to, colour, 3);
                }
                "arrow" => {
                    let sign = ["", "↑", "↓", "←", "→"];
                    let at = value.number().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
                    self.write(x, y - CELL / 3, CELL / 3, colour, sign.get(at).unwrap_or(&""));
                }
                "digit" if value.number() == Some(0) && self.puzzle.kind == "kakuro" => {}
                // A given number is written where it is given.
                "digit" if self.puzzle.number("clue", cell).is_some() => {}
                "across" => {
                    self.write(x + CELL / 4, y - CELL / 4, CELL / 3, "white", &shown(value))
                }
                "down" => self.write(x - CELL / 4, y + CELL / 4, CELL / 3, "white", &shown(value)),
                // Room for what the cage asks for.
                "digit" if self.puzzle.given.contains_key("target") => {
                    self.write(x, y + CELL / 7, CELL / 2, colour, &shown(value));
                }
                "clue" if self.puzzle.kind == "hashi" => {
                    self.circle(x, y, CELL * 2 / 5, "white");
                    self.write(x, y, CELL / 2, colour, &shown(value));
                }
                "clue" if !self.puzzle.value("wall", cell).is_empty() => {
                    self.write(x, y, CELL / 2, "white", &shown(value));
                }
                _ => self.write(x, y, CELL / 2, colour, &shown(value)),
            }
        }
    }

    fn borders_of_rooms(&mut self, layer: &Layer) {
        let board = self.puzzle.board;
        for link in 0..board.links() {
            let (a, b) = board.ends(link);
            if layer.values[a] != layer.values[b] {
                self.between(link, INK);
            }
        }
    }

    /// The side between the two cells of a link.
    fn between(&mut self, link: usize, colour: &str) {
        let board = self.puzzle.board;
        let (x, y) = self.centre(board.ends(link).1);
        let half = CELL / 2;
        match board.is_right_link(link) {
            true => self.line(x - half, y - half, x - half, y + half, colour, 3),
            false => self.line(x - half, y - half, x + half, y - half, colour, 3),
        }
    }

    fn links(&mut self, name: &str, layer: &Layer, colour: &str) {
        let board = self.puzzle.board;
        for (link, value) in layer.values.iter().enumerate() {
            let Some(number) = value.number().filter(|&number| number != 0) else { continue };
            let (a, b) = board.ends(link);
            let ((x, y), (to_x, to_y)) = (self.centre(a), self.centre(b));
            match name {
                "border" => self.between(link, colour),
                "less" => {
                    let signs =
                        if board.is_right_link(link) { ["&lt;", "&gt;"] } else { ["∧", "∨"] };
                    let sign = signs[usize::from(number < 0)];
                    self.write((x + to_x) / 2, (y + to_y) / 2, CELL / 3, colour, sign);
                }
                "domino" => {
                    let (left, top) = (x - CELL / 2 + 3, y - CELL / 2 + 3);
                    let (width, height) = (to_x - x + CELL - 6, to_y - y + CELL - 6);
                    let _ = writeln!(
                        self.out,
                        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"6\" \
                         fill=\"#d9f0df\" stroke=\"{colour}\" stroke-width=\"2\"/>"
                    );
                }
                _ if number == 1 => self.line(x, y, to_x, to_y, colour, 4),
                _ => {
                    let (dx, dy) = if board.is_right_link(link) { (0, 4) } else { (4, 0) };
                    self.line(x - dx, y - dy, to_x - dx, to_y - dy, colour, 3);
                    self.line(x + dx, y + dy, to_x + dx, to_y + dy, colour, 3);
                }
            }
        }
    }

    fn outside(&mut self, name: &str, layer: &Layer, colour: &str) {
        let board = self.puzzle.board;
        for (at, value) in layer.values.iter().enumerate().filter(|value| !value.1.is_empty()) {
            let numbers: Vec<String> = match value {
                Value::List(list) => {
                    list.iter().map(|n| n.map_or("?".to_string(), |n| n.to_string())).collect()
                }
                other => vec![shown(other)],
            };
            for (step, number) in numbers.iter().rev().enumerate() {
                let away = CELL / 3 + step * CELL * 2 / 3;
                let along = at * CELL + CELL / 2;
                let (x, y) = match name {
                    "top" => (self.left + along, self.top - away),
                    "bottom" => (self.left + along, self.top + board.height * CELL + away),
                    "right" => (self.left + board.width * CELL + away, self.top + along),
                    _ => (self.left - away, self.top + along),
                };
                self.write(x, y, CELL * 2 / 5, colour, number);
            }
        }
    }

    /// Numbers of rooms stand in the corner of their first cells.
    fn rooms(&mut self, name: &str, layer: &Layer, colour: &str) {
        for (room, value) in layer.values.iter().enumerate().filter(|value| !value.1.is_empty()) {
            let is_first = |&cell: &usize| self.puzzle.number("room", cell) == Some(room as i32);
            let Some(first) = (0..self.puzzle.board.cells()).find(is_first) else { continue };
            let (x, y) = self.centre(first);
            let (x, y) = (x - CELL / 4, y - CELL / 4);
            match name {
                // It is written behind the number.
                "op" => {}
                "target" => {
                    let signs = ["", "+", "×", "−", "÷"];
                    let op = self.puzzle.number("op", room).and_then(|op| usize::try_from(op).ok());
                    let sign = op.and_then(|op| signs.get(op)).unwrap_or(&"");
                    let (x, y) = (x - CELL / 4 + 3, y + 3);
                    let _ = writeln!(
                        self.out,
                        "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" fill=\"{colour}\" \
                         text-anchor=\"start\">{}{sign}</text>",
                        CELL / 3,
                        shown(value)
                    );
                }
                _ => self.write(x, y, CELL / 3, colour, &shown(value)),
            }
        }
    }
}

/// The cells among the places.
fn cells_of(places: &[Place]) -> impl Iterator<Item = usize> {
    places.iter().filter(|place| place.0 == Site::Cell).map(|place| place.1)
}

fn shown(value: &Value) -> String {
    match value {
        Value::Empty => String::new(),
        Value::Unknown => "?".to_string(),
        Value::Number(number) => number.to_string(),
        Value::List(list) => {
            let number =
                |number: &Option<i32>| number.map_or("?".to_string(), |number| number.to_string());
            list.iter().map(number).collect::<Vec<_>>().join(" ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    #[test]
    fn clues_are_drawn_on_their_walls() {
        let mut puzzle = Puzzle::new("akari", Board::new(3, 3));
        puzzle.layer_mut("wall", Site::Cell).values[4] = Value::Number(1);
        puzzle.layer_mut("clue", Site::Cell).values[4] = Value::Number(2);
        let svg = svg(&puzzle, None);
        let (wall, clue) = (svg.find("#333").unwrap(), svg.find(">2</text>").unwrap());
        assert!(wall < clue, "{svg}");
    }

    #[test]
    fn numbers_are_drawn_on_dominoes() {
        let mut puzzle = Puzzle::new("dominosa", Board::new(2, 1));
        puzzle.layer_mut("number", Site::Cell).values.fill(Value::Number(0));
        let mut answer = Answer::default();
        answer.layer_mut("domino", Site::Link, 1).values[0] = Value::Number(1);
        let svg = svg(&puzzle, Some(&answer));
        let (domino, number) = (svg.find("rx=").unwrap(), svg.find(">0</text>").unwrap());
        assert!(domino < number, "{svg}");
    }
}
