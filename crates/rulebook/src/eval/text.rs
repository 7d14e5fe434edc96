//! Positions as text: rows from the top with a letter for each piece, whose turn it is, and what is remembered.
//!
//! `3dD3/8 black passed=e3`: capitals are the first player's, a number counts empty cells, pieces of a stack stand
//! in brackets from the bottom.

use super::game::RuleGame;
use super::state::State;
use crate::CellSet;
use crate::ground::form::StateValue;
use crate::ground::scope::{StateSort, Words};
use zugwerk_game::TextError;

impl RuleGame {
    /// The cells by rows from the top, each from the left.
    fn rows(&self) -> Vec<Vec<usize>> {
        let board = &self.ground().words.board;
        let mut cells: Vec<usize> = board.cells().collect();
        cells.sort_by_key(|cell| {
            let (column, row) = board.place(*cell);
            (-row, column)
        });
        cells
            .chunk_by(|one, two| board.place(*one).1 == board.place(*two).1)
            .map(<[usize]>::to_vec)
            .collect()
    }

    pub(super) fn state_text(&self, state: &State) -> String {
        let words = &self.ground().words;
        let mut rows = Vec::new();
        for row in self.rows() {
            let (mut text, mut empty) = (String::new(), 0);
            for cell in row {
                let stack = self.stack(state, cell);
                if stack.is_empty() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                let letters: String = stack.iter().map(|content| letter(words, *content)).collect();
                text += &if stack.len() == 1 { letters } else { format!("({letters})") };
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            rows.push(text);
        }
        let mut text =
            format!("{} {}", rows.join("/"), words.players[usize::from(state.head.turn)]);
        for (at, variable) in words.states.iter().enumerate() {
            let value = match self.state_value(state, at) {
                StateValue::Flag(false) | StateValue::Cell(None) => continue,
                StateValue::Flag(true) => "yes".to_string(),
                StateValue::Number(number) => number.to_string(),
                StateValue::Cell(Some(cell)) => words.board.name(cell).to_string(),
                StateValue::Set(set) if set.is_empty() => continue,
                StateValue::Set(set) => {
                    let names: Vec<&str> = set.iter().map(|cell| words.board.name(cell)).collect();
                    names.join(",")
                }
            };
            text += &format!(" {}={value}", variable.name);
        }
        text
    }

    pub(super) fn read_text(&self, text: &str) -> Result<State, TextError> {
        let (state, holes) = self.read_with_holes(text)?;
        match holes.is_empty() {
            true => Ok(state),
            false => Err(TextError::new("? stands for anything in questions only".to_string())),
        }
    }

    /// Reads a position in which `?` stands for anything: the position with nothing there, and those cells.
    pub fn read_with_holes(&self, text: &str) -> Result<(State, Vec<usize>), TextError> {
        let words = &self.ground().words;
        let mut parts = text.split_whitespace();
        let board = parts.next().unwrap_or_default();
        let mut cells: Vec<Vec<u8>> = vec![Vec::new(); words.board.places()];
        let rows = self.rows();
        let texts: Vec<&str> = board.split('/').collect();
        if texts.len() != rows.len() {
            let (found, wanted) = (texts.len(), rows.len());
            return Err(TextError::new(format!(
                "{found} rows; expected {wanted} rows separated by /"
            )));
        }
        let mut holes = Vec::new();
        for (row, text) in rows.iter().zip(texts) {
            read_row(words, row, text, &mut cells, &mut holes)?;
        }
        let player = parts.next().unwrap_or(&words.players[0]);
        let turn = words.players.iter().position(|name| name == player);
        let turn = turn
            .or_else(|| words.players.iter().position(|name| name.starts_with(player)))
            .ok_or_else(|| {
                TextError::new(format!(
                    "{player:?} does not play; expected {}",
                    words.players.join(" or ")
                ))
            })?;
        let mut values: Vec<StateValue> =
            words.states.iter().map(|state| nothing(words, state.sort)).collect();
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let at = words.states.iter().position(|state| state.name == name).ok_or_else(|| {
                let known: Vec<&str> =
                    words.states.iter().map(|state| state.name.as_str()).collect();
                let expected =
                    if known.is_empty() { "nothing".to_string() } else { known.join(", ") };
                TextError::new(format!("{name:?} is nothing to remember; expected {expected}"))
            })?;
            values[at] = read_value(words, words.states[at].sort, value)
                .ok_or_else(|| TextError::new(format!("{value:?} is no value of {name}")))?;
        }
        Ok((self.position(&cells, &values, turn), holes))
    }
}

fn read_row(
    words: &Words,
    row: &[usize],
    text: &str,
    cells: &mut [Vec<u8>],
    holes: &mut Vec<usize>,
) -> Result<(), TextError> {
    let mut at = 0;
    let mut number: usize = 0;
    let mut stack: Option<Vec<u8>> = None;
    let wrong = || TextError::new(format!("{text:?} is not {} cells", row.len()));
    for sign in text.chars() {
        if let Some(digit) = sign.to_digit(10).filter(|_| stack.is_none()) {
            number = (number * 10 + digit as usize).min(10_000);
            continue;
        }
        at += std::mem::take(&mut number);
        let cell = *row.get(at).ok_or_else(wrong)?;
        match (sign, &mut stack) {
            ('(', None) if words.stacks => stack = Some(Vec::new()),
            ('?', None) => {
                holes.push(cell);
                at += 1;
            }
            (')', Some(pieces)) => {
                cells[cell] = std::mem::take(pieces);
                stack = None;
                at += 1;
            }
            _ => {
                let content = read_letter(words, sign).ok_or_else(|| {
                    let known: String = (1..=words.contents.len() as u8)
                        .map(|content| letter(words, content))
                        .collect();
                    TextError::new(format!(
                        "no piece is written {sign:?}; expected digits and {known}"
                    ))
                })?;
                match &mut stack {
                    Some(pieces) => pieces.push(content),
                    None => {
                        cells[cell] = vec![content];
                        at += 1;
                    }
                }
            }
        }
    }
    if at + number == row.len() && stack.is_none() { Ok(()) } else { Err(wrong()) }
}

/// How a content is written: in capitals for the first player.
pub(super) fn letter(words: &Words, content: u8) -> char {
    let content = &words.contents[usize::from(content) - 1];
    let letter = words.letters[content.kind];
    match content.owner {
        Some(0) => letter.to_ascii_uppercase(),
        _ => letter.to_ascii_lowercase(),
    }
}

fn read_letter(words: &Words, sign: char) -> Option<u8> {
    (1..=words.contents.len() as u8).find(|content| letter(words, *content) == sign)
}

fn nothing(words: &Words, sort: StateSort) -> StateValue {
    match sort {
        StateSort::Flag => StateValue::Flag(false),
        StateSort::Number(low, _) => StateValue::Number(low),
        StateSort::Cell => StateValue::Cell(None),
        StateSort::Set => StateValue::Set(CellSet::none(words.board.places())),
    }
}

fn read_value(words: &Words, sort: StateSort, text: &str) -> Option<StateValue> {
    Some(match sort {
        StateSort::Flag => StateValue::Flag(match text {
            "yes" | "" => true,
            "no" => false,
            _ => return None,
        }),
        StateSort::Number(low, high) => {
            let number = text.parse().ok()?;
            StateValue::Number(Some(number).filter(|number| (low..=high).contains(number))?)
        }
        StateSort::Cell => StateValue::Cell(Some(words.board.named(text)?)),
        StateSort::Set => {
            let cells =
                text.split(',').map(|name| words.board.named(name)).collect::<Option<Vec<_>>>()?;
            StateValue::Set(CellSet::of(words.board.places(), cells))
        }
    })
}
