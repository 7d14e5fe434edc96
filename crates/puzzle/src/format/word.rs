//! Values that stand as words in the rows of a grid.

use crate::Value;

/// How the values of a layer look as words. A dot is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A number; the sign of unknown ones is the format's.
    Number,
    /// A number after `q`.
    Question,
    /// `#` for 1, `+` for 0.
    Shading,
    /// 1.
    One,
    /// `A` for 1, `-` for 0.
    Tent,
    /// Numbers with commas between them.
    List,
    /// 0 for nothing, -1 for 0, other numbers as they are.
    Line,
    /// The same, 2 as 1.
    Border,
}

impl Word {
    /// The word that a format line names.
    pub fn named(name: &str) -> Option<Word> {
        Some(match name {
            "number" => Word::Number,
            "question" => Word::Question,
            "shading" => Word::Shading,
            "one" => Word::One,
            "tent" => Word::Tent,
            "list" => Word::List,
            "line" => Word::Line,
            "border" => Word::Border,
            _ => return None,
        })
    }

    /// What is written for nothing.
    pub fn nothing(self) -> &'static str {
        if matches!(self, Word::Line | Word::Border) { "0" } else { "." }
    }

    /// The value of a word that is not the one for nothing.
    pub fn read(self, word: &str, unknown: &str) -> Option<Value> {
        let number = |word: &str| {
            let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
            word.parse().ok().filter(|_| digits)
        };
        match self {
            Word::Number if word == unknown => Some(Value::Unknown),
            Word::Number => number(word).map(Value::Number),
            Word::Question => number(word.strip_prefix('q')?).map(Value::Number),
            Word::Shading => signs(word, ["+", "#"]),
            Word::One => (word == "1").then_some(Value::Number(1)),
            Word::Tent => signs(word, ["-", "A"]),
            Word::List => {
                let numbers = word.split(',');
                let value = |word: &str| match word == unknown {
                    true => Some(None),
                    false => number(word).map(Some),
                };
                numbers.map(value).collect::<Option<Vec<_>>>().map(Value::List)
            }
            Word::Line | Word::Border if word == "-1" => Some(Value::Number(0)),
            Word::Border if word == "2" => Some(Value::Number(1)),
            Word::Line | Word::Border => number(word).map(Value::Number),
        }
    }

    /// The word for a value that is not nothing.
    pub fn write(self, value: &Value, unknown: &str) -> Option<String> {
        let number = value.number();
        let natural = number.filter(|&number| number >= 0);
        let one_of =
            |signs: [&str; 2]| Some(signs.get(usize::try_from(number?).ok()?)?.to_string());
        match self {
            Word::Number if *value == Value::Unknown => Some(unknown.to_string()),
            Word::Number => natural.map(|number| number.to_string()),
            Word::Question => natural.map(|number| format!("q{number}")),
            Word::Shading => one_of(["+", "#"]),
            Word::One => number.filter(|&number| number == 1).map(|_| "1".to_string()),
            Word::Tent => one_of(["-", "A"]),
            Word::List => {
                let list = match value {
                    Value::List(list) => list.clone(),
                    Value::Unknown => vec![None],
                    _ => vec![natural],
                };
                let word = |number: &Option<i32>| {
                    number.map_or(unknown.to_string(), |number| number.to_string())
                };
                Some(list.iter().map(word).collect::<Vec<_>>().join(","))
            }
            Word::Line | Word::Border if number == Some(0) => Some("-1".to_string()),
            Word::Line | Word::Border => natural.map(|number| number.to_string()),
        }
    }
}

fn signs(word: &str, signs: [&str; 2]) -> Option<Value> {
    signs.iter().position(|&sign| sign == word).map(|value| Value::Number(value as i32))
}
