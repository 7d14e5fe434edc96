//! Combinators for values that are written one after the other in few characters. A [`Symbol`] says how some of the
//! values look; reading and writing both follow from it. A [`Sequence`] is the list of symbols that an encoding has.

use super::reader::{Fault, Reader};
use crate::Value;

/// How some values are written.
#[derive(Debug)]
pub(super) enum Symbol {
    /// A character that stands for one value.
    Sign(char, Value),
    /// This many digits of a base, lower case, for the values from `least` to `most`; what they say is added to `offset`.
    Digits { prefix: Option<char>, base: u32, width: usize, offset: i32, least: i32, most: i32 },
    /// A decimal number, with `_` between it and a number before it.
    Decimal,
    /// A number of more than one digit in brackets.
    Bracketed,
    /// A run of empty places: `first` is one, the letters after it are more, up to `most`.
    Blanks { first: char, most: usize },
    /// A value from `first` on, one of `values`, with up to `most` empty places after it: the digit in base 36 is the
    /// value less `first`, and `values` more for each empty place. These may lie beyond the end where `beyond`.
    Before { first: i32, values: i32, most: usize, beyond: bool },
    /// Empty places and the value after them.
    After(&'static [Letters]),
    /// `count` values below `radix`, none for 0, as one digit in base 36; what is missing at the end is 0.
    Packed { radix: u32, count: usize },
    /// A value that is written in a way of its own.
    Own { begins: fn(char) -> bool, read: ReadOwn, write: fn(&Value) -> Option<String> },
}

/// Reads a value that is written in a way of its own.
pub(super) type ReadOwn = fn(&mut Reader) -> Result<Value, Fault>;

/// The letters for a value after empty places.
#[derive(Debug)]
pub(super) struct Letters {
    pub value: i32,
    /// Directly.
    pub none: char,
    /// After one empty place; the letters that follow it are for more.
    pub one: char,
    /// The most empty places that the letters tell.
    pub most: usize,
    /// Stands for [`LONG`] empty places and no value.
    pub long: char,
}

/// How many empty places the letter for a long run stands for.
const LONG: usize = 25;

/// Where a sequence ends.
#[derive(Debug)]
pub(super) enum End {
    /// At the last place.
    Last,
    /// At a value behind the last place.
    Behind(i32),
    /// At the last place that is not empty.
    Filled,
}

/// An encoding of values one after the other.
#[derive(Debug)]
pub(super) struct Sequence {
    /// The first one that can write a value writes it.
    pub symbols: &'static [Symbol],
    pub end: End,
}

impl Sequence {
    /// How tightly a text of this encoding is bound to it: one that may stop anywhere least, one that tells every place by
    /// itself most.
    pub fn tightness(&self) -> u8 {
        let skips = |symbol: &Symbol| {
            matches!(symbol, Symbol::Blanks { .. } | Symbol::Before { .. } | Symbol::After(_))
        };
        match self.end {
            End::Filled => 0,
            _ if self.symbols.iter().any(skips) => 1,
            _ => 2,
        }
    }

    /// Reads `count` values.
    pub fn read(&self, reader: &mut Reader, count: usize) -> Result<Vec<Value>, Fault> {
        let wanted = count + usize::from(matches!(self.end, End::Behind(_)));
        let mut values: Vec<Value> = Vec::new();
        while values.len() < wanted {
            let next = reader.peek();
            let symbol = next.and_then(|next| self.symbols.iter().find(|s| s.begins(next)));
            let Some(symbol) = symbol else {
                if matches!(self.end, End::Filled) {
                    break;
                }
                let done = values.len();
                return Err(reader.fault(match next {
                    None => format!("the text ends after {done} of {wanted} places"),
                    Some(next) => {
                        format!("{next:?} means nothing here (place {} of {wanted})", done + 1)
                    }
                }));
            };
            let at = reader.at();
            symbol.read(reader, &mut values)?;
            if values.len() > wanted && !symbol.may_overrun() {
                return Err(Fault::new(
                    at,
                    format!("this goes beyond the last of {wanted} places"),
                ));
            }
        }
        if let End::Behind(value) = self.end
            && values.get(count) != Some(&Value::Number(value))
        {
            return Err(reader.fault("the empty places behind the last one are not ended"));
        }
        values.resize(count, Value::Empty);
        Ok(values)
    }

    /// Writes the values, or tells which one cannot be written.
    pub fn write(&self, values: &[Value], out: &mut String) -> Result<(), usize> {
        let ended: Vec<Value>;
        let mut values = values;
        match self.end {
            End::Last => {}
            End::Behind(value) => {
                ended = values.iter().cloned().chain([Value::Number(value)]).collect();
                values = &ended;
            }
            End::Filled => {
                let last = values.iter().rposition(|value| !value.is_empty());
                values = &values[..last.map_or(0, |last| last + 1)];
            }
        }
        let mut at = 0;
        let mut numbers = false;
        while at < values.len() {
            let start = out.len();
            let mut written = None;
            for symbol in self.symbols {
                if numbers && matches!(symbol, Symbol::Decimal) && values[at].number().is_some() {
                    out.push('_');
                }
                written = symbol.write(&values[at..], out);
                if written.is_some() {
                    numbers = matches!(symbol, Symbol::Decimal);
                    break;
                }
                out.truncate(start);
            }
            at += written.ok_or(at)?;
        }
        Ok(())
    }
}

/// The digit in base 36.
fn digit(value: usize) -> Option<char> {
    u32::try_from(value).ok().and_then(|value| char::from_digit(value, 36))
}

/// What a digit of the base says; capital letters are none.
fn digit_value(letter: char, base: u32) -> Option<u32> {
    letter.to_digit(base).filter(|_| !letter.is_ascii_uppercase())
}

/// How many values at the start are empty.
fn blanks(values: &[Value]) -> usize {
    values.iter().take_while(|value| value.is_empty()).count()
}

/// How far one character is behind another.
fn distance(from: char, to: char) -> Option<usize> {
    (to as u32).checked_sub(from as u32).map(|distance| distance as usize)
}

/// The character so far behind another.
fn behind(from: char, distance: usize) -> char {
    char::from_u32(from as u32 + distance as u32).unwrap_or(from)
}

impl Symbol {
    /// Whether the symbol can begin with the character.
    fn begins(&self, next: char) -> bool {
        match self {
            Symbol::Sign(sign, _) => next == *sign,
            Symbol::Digits { prefix: Some(prefix), .. } => next == *prefix,
            Symbol::Digits { base, least, most, offset, .. } => {
                let fits = |digit: u32| (*least..=*most).contains(&(digit as i32 + offset));
                digit_value(next, *base).is_some_and(fits)
            }
            Symbol::Decimal => next.is_ascii_digit() || next == '_',
            Symbol::Bracketed => next == '[',
            Symbol::Blanks { first, most } => distance(*first, next).is_some_and(|d| d < *most),
            Symbol::Before { values, most, .. } => digit_value(next, 36)
                .is_some_and(|digit| digit < *values as u32 * (*most as u32 + 1)),
            Symbol::After(letters) => letters.iter().any(|letters| letters.begins(next)),
            Symbol::Packed { radix, count } => {
                digit_value(next, 36).is_some_and(|digit| digit < radix.pow(*count as u32))
            }
            Symbol::Own { begins, .. } => begins(next),
        }
    }

    /// Whether what the symbol says may lie beyond the last place.
    fn may_overrun(&self) -> bool {
        matches!(self, Symbol::Packed { .. } | Symbol::Before { beyond: true, .. })
    }

    /// Reads what the symbol says; its first character fits.
    fn read(&self, reader: &mut Reader, values: &mut Vec<Value>) -> Result<(), Fault> {
        let at = reader.at();
        let mut empty = |count: usize| values.extend((0..count).map(|_| Value::Empty));
        match self {
            Symbol::Sign(_, value) => {
                reader.next();
                values.push(value.clone());
            }
            Symbol::Digits { prefix, base, width, offset, .. } => {
                if prefix.is_some() {
                    reader.next();
                }
                let mut number = 0;
                for _ in 0..*width {
                    let digit = reader.peek().and_then(|next| digit_value(next, *base));
                    let Some(digit) = digit else {
                        let found = reader.found();
                        let what = format!("expected {width} digits in base {base}, found {found}");
                        return Err(reader.fault(what));
                    };
                    reader.next();
                    number = number * *base as i32 + digit as i32;
                }
                values.push(Value::Number(number + offset));
            }
            Symbol::Decimal => {
                reader.skip('_');
                values.push(Value::Number(reader.number("the value of a place")?));
            }
            Symbol::Bracketed => {
                reader.next();
                values.push(Value::Number(reader.number("the value in brackets")?));
                if !reader.skip(']') {
                    return Err(reader.fault("expected a closing bracket"));
                }
            }
            Symbol::Blanks { first, .. } => {
                let next = reader.next().unwrap_or(*first);
                empty(distance(*first, next).unwrap_or(0) + 1);
            }
            Symbol::Before { first, values: several, .. } => {
                let digit = reader.next().and_then(|next| digit_value(next, 36)).unwrap_or(0);
                values.push(Value::Number(first + digit as i32 % several));
                values.extend((0..digit as i32 / several).map(|_| Value::Empty));
            }
            Symbol::After(all) => {
                let next = reader.next().unwrap_or_default();
                match all.iter().find_map(|letters| letters.blanks(next)) {
                    Some((count, Some(value))) => {
                        empty(count);
                        values.push(Value::Number(value));
                    }
                    Some((count, None)) => empty(count),
                    None => return Err(Fault::new(at, "this letter means nothing here")),
                }
            }
            Symbol::Packed { radix, count } => {
                let mut packed = reader.next().and_then(|next| digit_value(next, 36)).unwrap_or(0);
                let mut digits = vec![0; *count];
                for digit in digits.iter_mut().rev() {
                    *digit = packed % radix;
                    packed /= radix;
                }
                let value = |digit| match digit {
                    0 => Value::Empty,
                    digit => Value::Number(digit as i32),
                };
                values.extend(digits.into_iter().map(value));
            }
            Symbol::Own { read, .. } => values.push(read(reader)?),
        }
        Ok(())
    }

    /// Writes the first of the values, and those after it that the symbol tells with it; how many, if it can.
    fn write(&self, values: &[Value], out: &mut String) -> Option<usize> {
        let (first, rest) = values.split_first()?;
        match self {
            Symbol::Sign(sign, value) => {
                out.push(*sign);
                (value == first).then_some(1)
            }
            Symbol::Digits { prefix, base, width, offset, least, most } => {
                let number = first.number().filter(|number| (least..=most).contains(&number))?;
                out.extend(prefix);
                let mut left = usize::try_from(number - offset).ok()?;
                let mut digits = Vec::new();
                for _ in 0..*width {
                    digits.push(digit(left % *base as usize)?);
                    left /= *base as usize;
                }
                out.extend(digits.iter().rev());
                (left == 0).then_some(1)
            }
            Symbol::Decimal => {
                let number = first.number().filter(|&number| number >= 0)?;
                out.push_str(&number.to_string());
                Some(1)
            }
            Symbol::Bracketed => {
                let number = first.number().filter(|&number| number > 9)?;
                out.push_str(&format!("[{number}]"));
                Some(1)
            }
            Symbol::Blanks { first, most } => {
                let run = blanks(values).min(*most);
                out.push(behind(*first, run.checked_sub(1)?));
                Some(run)
            }
            Symbol::Before { first: least, values: several, most, beyond } => {
                let value = first.number().and_then(|number| number.checked_sub(*least))?;
                let value =
                    usize::try_from(value).ok().filter(|&value| value < *several as usize)?;
                let run = blanks(rest);
                let all_empty = *beyond && run == rest.len();
                let run = if all_empty { *most } else { run.min(*most) };
                out.push(digit(value + *several as usize * run)?);
                Some((run + 1).min(values.len()))
            }
            Symbol::After(letters) => {
                let run = blanks(values);
                let value = values.get(run)?.number()?;
                letters.iter().find(|letters| letters.value == value)?.write(run, out);
                Some(run + 1)
            }
            Symbol::Packed { radix, count } => {
                let mut packed = 0;
                for at in 0..*count {
                    let value = match values.get(at).unwrap_or(&Value::Empty) {
                        Value::Empty => 0,
                        Value::Number(number) => u32::try_from(*number).ok()?,
                        _ => return None,
                    };
                    packed = packed * radix + Some(value).filter(|value| value < radix)?;
                }
                out.push(digit(packed as usize)?);
                Some((*count).min(values.len()))
            }
            Symbol::Own { write, .. } => {
                out.push_str(&write(first)?);
                Some(1)
            }
        }
    }
}

impl Letters {
    fn begins(&self, next: char) -> bool {
        self.blanks(next).is_some()
    }

    /// How many empty places the letter stands for, and the value after them.
    fn blanks(&self, next: char) -> Option<(usize, Option<i32>)> {
        if next == self.none {
            return Some((0, Some(self.value)));
        }
        if next == self.long {
            return Some((LONG, None));
        }
        let further = distance(self.one, next).filter(|&distance| distance < self.most)?;
        Some((further + 1, Some(self.value)))
    }

    fn write(&self, mut run: usize, out: &mut String) {
        while run > self.most {
            out.push(self.long);
            run -= LONG;
        }
        out.push(if run == 0 { self.none } else { behind(self.one, run - 1) });
    }
}
