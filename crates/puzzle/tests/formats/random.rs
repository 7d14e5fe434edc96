//! Random puzzles and answers that a format can be asked to write.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use zugwerk_puzzle::format::Schema;
use zugwerk_puzzle::{Answer, Board, Layer, Puzzle, Site, Value};

pub fn chance(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// A puzzle with values at random, most of which some format can write.
pub fn puzzle(schema: &Schema, chance: &mut StdRng) -> Puzzle {
    let side = chance.random_range(1..=7);
    let other = match schema.kind.as_str() {
        "sudoku" | "keen" | "futoshiki" | "skyscrapers" | "starbattle" => side,
        "dominosa" => side + 1,
        _ => chance.random_range(1..=7),
    };
    let mut puzzle = Puzzle::new(&schema.kind, Board::new(other, side));
    for (name, value) in &schema.parameters {
        let value = match name.as_str() {
            "size" => chance.random_range(4..=5),
            "bridges" | "stars" => chance.random_range(1..=3),
            _ => chance.random_range(0..=*value + 1),
        };
        puzzle.parameters.insert(name.clone(), value);
    }
    if schema.given.iter().any(|(name, _)| name == "room") {
        rooms(schema, &mut puzzle, chance);
    }
    let most = chance.random_range(1..=40);
    for (name, site) in schema.given.iter().filter(|(name, _)| name != "room") {
        let count = puzzle.count(*site);
        let values = (0..count).map(|_| given(schema, name, most, chance)).collect();
        puzzle.given.insert(name.clone(), Layer { site: *site, values });
    }
    consistent(schema, &mut puzzle);
    puzzle
}

/// Rooms: boxes, or what random walls leave.
fn rooms(schema: &Schema, puzzle: &mut Puzzle, chance: &mut StdRng) {
    let board = puzzle.board;
    let boxed = schema.kind == "sudoku" && [4, 6].contains(&board.width) && chance.random();
    let mut room: Vec<usize> = (0..board.cells()).collect();
    for link in 0..board.links() {
        let (first, second) = board.ends(link);
        let open = match boxed {
            true => {
                let name = |cell| {
                    let (row, column) = board.place(cell);
                    (row / 2, column / (board.width / 2))
                };
                name(first) == name(second)
            }
            false => chance.random_ratio(2, 5),
        };
        if open {
            let (from, to) = (room[first].max(room[second]), room[first].min(room[second]));
            room.iter_mut().filter(|room| **room == from).for_each(|room| *room = to);
        }
    }
    let mut names = room.clone();
    names.sort_unstable();
    names.dedup();
    let number = |room: &usize| Value::Number(names.binary_search(room).unwrap() as i32);
    let values = room.iter().map(number).collect();
    puzzle.given.insert("room".to_string(), Layer { site: Site::Cell, values });
}

fn given(schema: &Schema, name: &str, most: i32, chance: &mut StdRng) -> Value {
    let lists = schema.kind == "nonogram" || (schema.kind == "tapa" && chance.random());
    if lists {
        let length = chance.random_range(0..=2);
        let list = (0..length).map(|_| Some(chance.random_range(1..=3))).collect();
        return if schema.kind == "tapa" && length == 0 { Value::Empty } else { Value::List(list) };
    }
    let range = match name {
        "wall" | "tree" => 1..=1,
        "less" => return Value::Number(chance.random_range(-1..=1)).filter(|&value| value != 0),
        "pearl" | "dot" => 1..=2,
        "op" => return Value::Number(chance.random_range(1..=4)),
        "target" => return Value::Number(chance.random_range(0..=300)),
        "arrow" => 0..=4,
        "number" => 1..=most.min(9),
        _ if schema.kind == "takuzu" => 0..=1,
        _ if ["slitherlink", "akari", "slant", "palisade"].contains(&schema.kind.as_str()) => 0..=3,
        _ if schema.kind == "mosaic" => 0..=9,
        _ => 1..=most,
    };
    match chance.random_range(0..8) {
        0 => Value::Unknown,
        1..4 => Value::Number(chance.random_range(range)),
        _ if name == "number" => Value::Number(chance.random_range(range)),
        _ => Value::Empty,
    }
}

trait Filter {
    fn filter(self, fits: impl Fn(&i32) -> bool) -> Value;
}

impl Filter for Value {
    fn filter(self, fits: impl Fn(&i32) -> bool) -> Value {
        match self {
            Value::Number(number) if !fits(&number) => Value::Empty,
            value => value,
        }
    }
}

/// What the kinds say about their layers: clues on walls, numbers beside arrows, lists that are long enough.
fn consistent(schema: &Schema, puzzle: &mut Puzzle) {
    for name in ["wall", "tree", "pearl", "dot", "number"] {
        if let Some(layer) = puzzle.given.get_mut(name) {
            layer.values.iter_mut().filter(|value| **value == Value::Unknown).for_each(|value| {
                *value = if name == "number" { Value::Number(1) } else { Value::Empty };
            });
        }
    }
    let cells = puzzle.board.cells();
    let has = |puzzle: &Puzzle, name: &str, cell| puzzle.number(name, cell).is_some();
    for cell in 0..cells {
        for (name, on) in
            [("clue", "wall"), ("across", "wall"), ("down", "wall"), ("clue", "arrow")]
        {
            if puzzle.given.contains_key(name) && puzzle.given.contains_key(on) {
                let nothing = !has(puzzle, on, cell);
                let value = &mut puzzle.given.get_mut(name).unwrap().values[cell];
                if nothing || (*value == Value::Unknown && on == "wall") {
                    *value = Value::Empty;
                }
            }
        }
        if let Some(arrow) = puzzle.given.get_mut("arrow") {
            let arrow = &mut arrow.values[cell];
            if *arrow == Value::Unknown {
                *arrow = Value::Number(0);
            }
        }
    }
    if schema.kind == "kakuro" {
        let board = puzzle.board;
        for (name, firsts) in [("top", board.row(0)), ("left", board.column(0))] {
            for (line, first) in firsts.into_iter().enumerate() {
                let nothing = has(puzzle, "wall", first);
                let value = &mut puzzle.given.get_mut(name).unwrap().values[line];
                if nothing || *value == Value::Unknown {
                    *value = Value::Empty;
                }
            }
        }
    }
    if schema.kind == "tapa" {
        for value in &mut puzzle.given.get_mut("clue").unwrap().values {
            *value = match std::mem::take(value) {
                Value::Unknown => Value::List(vec![None]),
                Value::Number(number) => Value::List(vec![Some(number % 9)]),
                value => value,
            };
        }
    }
}

/// An answer with values at random, not everywhere.
pub fn answer(schema: &Schema, puzzle: &Puzzle, chance: &mut StdRng) -> Answer {
    let mut answer = Answer::default();
    for (name, site) in &schema.unknown {
        let range = match name.as_str() {
            "digit" => 1..=9,
            "slash" => 1..=2,
            "bridge" => 0..=2,
            _ => 0..=1,
        };
        let values = (0..puzzle.count(*site)).map(|_| match chance.random() {
            true => Value::Number(chance.random_range(range.clone())),
            false => Value::Empty,
        });
        answer.layers.insert(name.clone(), Layer { site: *site, values: values.collect() });
    }
    answer
}
