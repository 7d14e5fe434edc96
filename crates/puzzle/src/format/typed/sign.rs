//! How values are typed.

use crate::Value;

/// How the values of a layer are typed. A dot is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::format) enum Sign {
    /// A number, `?` for one that is not told.
    Number,
    /// Numbers with commas between them.
    List,
    /// The name of a region, any word.
    Room,
    /// `#`, or a number.
    Wall,
    /// `T`.
    Tree,
    /// `W` or `B`.
    Pearl,
    /// A number and an arrow `^`, `v`, `<` or `>`; without arrow a cell that tells a number only.
    Arrow,
    /// A number and an operation `+`, `*`, `-` or `/`.
    Cage,
    /// `#`, or the sums below and to the right: `16\3`.
    Sums,
}

const ARROWS: [char; 4] = ['^', 'v', '<', '>'];
const OPERATIONS: [char; 4] = ['+', '*', '-', '/'];

impl Sign {
    /// The sign that a format line names.
    pub fn named(name: &str) -> Option<Sign> {
        Some(match name {
            "number" => Sign::Number,
            "list" => Sign::List,
            "rooms" => Sign::Room,
            "walls" => Sign::Wall,
            "trees" => Sign::Tree,
            "pearls" => Sign::Pearl,
            "arrows" => Sign::Arrow,
            "cages" => Sign::Cage,
            "sums" => Sign::Sums,
            _ => return None,
        })
    }

    /// What may be typed, for messages.
    pub fn expected(self) -> &'static str {
        match self {
            Sign::Number => "a number, \"?\" or \".\"",
            Sign::List => "numbers with commas between them or \".\"",
            Sign::Room => "the name of a region",
            Sign::Wall => "\"#\", a number on a wall or \".\"",
            Sign::Tree => "\"T\" or \".\"",
            Sign::Pearl => "\"W\", \"B\" or \".\"",
            Sign::Arrow => "a number with an arrow (\"3^\", \"3v\", \"3<\", \"3>\") or \".\"",
            Sign::Cage => "a number with an operation (\"12*\") or \".\"",
            Sign::Sums => "\"#\", the sums below and to the right (\"16\\3\") or \".\"",
        }
    }

    /// The value of a word that is not a dot.
    pub fn read(self, word: &str) -> Option<Value> {
        let number = |word: &str| {
            let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
            word.parse::<i32>().ok().filter(|_| digits)
        };
        let told = |word: &str| if word == "?" { Some(None) } else { number(word).map(Some) };
        let value = |told: Option<i32>| told.map_or(Value::Unknown, Value::Number);
        match self {
            Sign::Number => told(word).map(value),
            Sign::List => word.split(',').map(told).collect::<Option<Vec<_>>>().map(Value::List),
            Sign::Room => None,
            Sign::Wall if word == "#" => Some(Value::Unknown),
            Sign::Wall => number(word).map(Value::Number),
            Sign::Tree => (word == "T").then_some(Value::Number(1)),
            Sign::Pearl => ["W", "B"]
                .iter()
                .position(|&sign| sign == word)
                .map(|at| Value::Number(at as i32 + 1)),
            Sign::Arrow if word == "#" => Some(Value::List(vec![Some(0)])),
            Sign::Arrow => {
                let (at, rest) = suffix(word, &ARROWS);
                Some(Value::List(vec![Some(at), told(rest)?]))
            }
            Sign::Cage => match suffix(word, &OPERATIONS) {
                // A cage of one cell has no operation.
                (0, rest) => Some(Value::List(vec![Some(1), Some(number(rest)?)])),
                (at, rest) => Some(Value::List(vec![Some(at), Some(number(rest)?)])),
            },
            Sign::Sums if word == "#" => Some(Value::List(vec![None, None])),
            Sign::Sums => {
                let (down, across) = word.split_once('\\')?;
                let sum =
                    |word: &str| if word.is_empty() { Some(None) } else { number(word).map(Some) };
                Some(Value::List(vec![sum(across)?, sum(down)?]))
            }
        }
    }

    /// The word for a value that is not nothing.
    pub fn write(self, value: &Value) -> Option<String> {
        let told =
            |number: Option<i32>| number.map_or("?".to_string(), |number| number.to_string());
        let pair = || match value {
            Value::List(list) => Some((list.first().copied().flatten(), list.get(1).copied())),
            _ => None,
        };
        let letter = |signs: &[char], at: i32| {
            usize::try_from(at - 1)
                .ok()
                .and_then(|at| signs.get(at))
                .map_or(String::new(), char::to_string)
        };
        match (self, value) {
            (Sign::Wall, Value::Unknown) => Some("#".to_string()),
            (Sign::Number, Value::Unknown) => Some("?".to_string()),
            (Sign::Room, Value::Number(number)) => Some(room_name(*number)),
            (Sign::Number | Sign::Wall, Value::Number(number)) => Some(number.to_string()),
            (Sign::Tree, Value::Number(1)) => Some("T".to_string()),
            (Sign::Pearl, Value::Number(1)) => Some("W".to_string()),
            (Sign::Pearl, Value::Number(2)) => Some("B".to_string()),
            (Sign::List, Value::List(list)) if list.is_empty() => Some("0".to_string()),
            (Sign::List, Value::List(list)) => {
                Some(list.iter().map(|&number| told(number)).collect::<Vec<_>>().join(","))
            }
            (Sign::Arrow, _) => match pair()? {
                (Some(0), None) => Some("#".to_string()),
                (Some(at @ 0..=4), Some(number)) => Some(told(number) + &letter(&ARROWS, at)),
                _ => None,
            },
            (Sign::Cage, _) => match pair()? {
                (Some(at @ 1..=4), Some(Some(number))) => {
                    Some(number.to_string() + &letter(&OPERATIONS, at))
                }
                _ => None,
            },
            (Sign::Sums, _) => match pair()? {
                (None, Some(None)) => Some("#".to_string()),
                (across, Some(down)) => {
                    let sum = |sum: Option<i32>| sum.map_or(String::new(), |sum| sum.to_string());
                    Some(format!("{}\\{}", sum(down), sum(across)))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// A letter for a region, as long as there are letters.
fn room_name(number: i32) -> String {
    let letter = match number {
        0..26 => u32::try_from(number).ok().map(|at| at + 'a' as u32),
        26..52 => u32::try_from(number - 26).ok().map(|at| at + 'A' as u32),
        _ => None,
    };
    letter.and_then(char::from_u32).map_or(number.to_string(), String::from)
}

/// Which of the signs ends the word, counted from 1, and what stands before it.
fn suffix<'w>(word: &'w str, signs: &[char]) -> (i32, &'w str) {
    let found = signs.iter().position(|&sign| word.ends_with(sign));
    found.map_or((0, word), |at| (at as i32 + 1, &word[..word.len() - signs[at].len_utf8()]))
}
