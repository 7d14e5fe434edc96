//! The encodings of values one after the other, by the words that name them in a format line.

use super::reader::{Fault, Reader};
use super::symbol::{End, Letters, Sequence, Symbol};
use crate::Value;

/// The encoding that a word names in addresses of puzz.link.
pub(super) fn address(word: &str) -> Option<&'static Sequence> {
    Some(match word {
        "number16" => &NUMBER16,
        "number10" => &NUMBER10,
        "number4" => &NUMBER4,
        "base36" => &BASE36,
        "circles" => &CIRCLES,
        "spots" => &SPOTS,
        "dots" => &DOTS,
        "tapa" => &TAPA,
        "arrows" => &ARROWS,
        _ => return None,
    })
}

/// The encoding that a word names in game IDs of Simon Tatham's collection.
pub(super) fn game_id(word: &str) -> Option<&'static Sequence> {
    Some(match word {
        "numbers" => &NUMBERS,
        "digits" => &ID_DIGITS,
        "nonzero" => &NONZERO,
        "trimmed" => &TRIMMED,
        "islands" => &ISLANDS,
        "walls" => &WALLS,
        "pearls" => &PEARLS,
        "bits" => &BITS,
        "spots" => &TREES,
        "dots" => &ID_DOTS,
        "base36" => &ID_BASE36,
        "brackets" => &BRACKETS,
        "edges" => &EDGES,
        _ => return None,
    })
}

const fn digits(prefix: Option<char>, width: usize, offset: i32, least: i32, most: i32) -> Symbol {
    Symbol::Digits { prefix, base: 16, width, offset, least, most }
}

const UNKNOWN: Symbol = Symbol::Sign('.', Value::Unknown);
const DECIMAL_DIGIT: Symbol =
    Symbol::Digits { prefix: None, base: 10, width: 1, offset: 0, least: 0, most: 9 };
const TWENTY_BLANKS: Symbol = Symbol::Blanks { first: 'g', most: 20 };
const ALL_LETTERS: Symbol = Symbol::Blanks { first: 'a', most: 26 };

static NUMBER16: Sequence = Sequence {
    symbols: &[
        UNKNOWN,
        digits(None, 1, 0, 0, 15),
        digits(Some('-'), 2, 0, 16, 255),
        digits(Some('+'), 3, 0, 256, 4095),
        digits(Some('='), 3, 4096, 4096, 8191),
        digits(Some('%'), 3, 8192, 8192, 12239),
        digits(Some('*'), 4, 12240, 12240, 77775),
        digits(Some('$'), 5, 77776, 77776, 1_126_351),
        TWENTY_BLANKS,
    ],
    end: End::Last,
};

static NUMBER10: Sequence =
    Sequence { symbols: &[UNKNOWN, DECIMAL_DIGIT, ALL_LETTERS], end: End::Last };

static NUMBER4: Sequence = Sequence {
    symbols: &[
        UNKNOWN,
        Symbol::Before { first: 0, values: 5, most: 2, beyond: true },
        TWENTY_BLANKS,
    ],
    end: End::Last,
};

static BASE36: Sequence = Sequence {
    symbols: &[
        Symbol::Digits { prefix: None, base: 36, width: 1, offset: 0, least: 0, most: 35 },
        Symbol::Digits { prefix: Some('-'), base: 36, width: 2, offset: 0, least: 36, most: 1295 },
        Symbol::Sign('@', Value::Unknown),
        Symbol::Sign('%', Value::Unknown),
        Symbol::Sign('.', Value::Empty),
    ],
    end: End::Last,
};

static CIRCLES: Sequence =
    Sequence { symbols: &[Symbol::Packed { radix: 3, count: 3 }], end: End::Last };

static SPOTS: Sequence = Sequence {
    symbols: &[
        Symbol::Before { first: 1, values: 1, most: 17, beyond: false },
        Symbol::Blanks { first: 'i', most: 18 },
    ],
    end: End::Last,
};

static DOTS: Sequence = Sequence {
    symbols: &[Symbol::Before { first: 1, values: 2, most: 7, beyond: true }, TWENTY_BLANKS],
    end: End::Last,
};

static TAPA: Sequence = Sequence {
    symbols: &[
        Symbol::Own {
            begins: |c| ('0'..='f').contains(&c) || c == '.',
            read: tapa,
            write: write_tapa,
        },
        TWENTY_BLANKS,
    ],
    end: End::Last,
};

static ARROWS: Sequence = Sequence {
    symbols: &[
        Symbol::Own {
            begins: |c| c.is_ascii_digit() || c == '-' || c == '+',
            read: arrow,
            write: write_arrow,
        },
        ALL_LETTERS,
    ],
    end: End::Last,
};

static NUMBERS: Sequence = Sequence { symbols: &[Symbol::Decimal, ALL_LETTERS], end: End::Last };

static ID_DIGITS: Sequence = Sequence { symbols: &[DECIMAL_DIGIT, ALL_LETTERS], end: End::Last };

static NONZERO: Sequence = Sequence {
    symbols: &[
        Symbol::Digits { prefix: None, base: 10, width: 1, offset: 0, least: 1, most: 9 },
        ALL_LETTERS,
    ],
    end: End::Last,
};

static TRIMMED: Sequence = Sequence { symbols: &[DECIMAL_DIGIT, ALL_LETTERS], end: End::Filled };

static ISLANDS: Sequence = Sequence {
    symbols: &[
        DECIMAL_DIGIT,
        Symbol::Own {
            begins: |c| ('A'..='G').contains(&c),
            read: |reader| Ok(capital(reader, 10)),
            write: |value| write_capital(value, 10, 7),
        },
        ALL_LETTERS,
    ],
    end: End::Last,
};

static WALLS: Sequence = Sequence {
    symbols: &[
        Symbol::Sign('B', Value::Unknown),
        Symbol::Digits { prefix: None, base: 10, width: 1, offset: 0, least: 0, most: 4 },
        ALL_LETTERS,
    ],
    end: End::Last,
};

static PEARLS: Sequence = Sequence {
    symbols: &[
        Symbol::Sign('W', Value::Number(1)),
        Symbol::Sign('B', Value::Number(2)),
        ALL_LETTERS,
    ],
    end: End::Last,
};

static BITS: Sequence = Sequence {
    symbols: &[Symbol::After(&[
        Letters { value: 0, none: 'a', one: 'b', most: 24, long: 'z' },
        Letters { value: 1, none: 'A', one: 'B', most: 24, long: 'Z' },
    ])],
    end: End::Behind(0),
};

const TREE_LETTERS: &[Letters] = &[Letters { value: 1, none: '_', one: 'a', most: 25, long: 'z' }];

static TREES: Sequence = Sequence { symbols: &[Symbol::After(TREE_LETTERS)], end: End::Behind(1) };

/// Borders between cells, 1 where there is one.
pub(super) static EDGES: Sequence =
    Sequence { symbols: &[Symbol::After(TREE_LETTERS)], end: End::Behind(1) };

static ID_DOTS: Sequence = Sequence {
    symbols: &[Symbol::After(&[
        Letters { value: 1, none: 'a', one: 'b', most: 24, long: 'z' },
        Letters { value: 2, none: 'A', one: 'B', most: 24, long: 'z' },
    ])],
    end: End::Filled,
};

static ID_BASE36: Sequence = Sequence {
    symbols: &[
        Symbol::Digits { prefix: None, base: 36, width: 1, offset: 0, least: 0, most: 35 },
        Symbol::Own {
            begins: |c| c.is_ascii_uppercase(),
            read: |reader| Ok(capital(reader, 36)),
            write: |value| write_capital(value, 36, 26),
        },
    ],
    end: End::Last,
};

static BRACKETS: Sequence =
    Sequence { symbols: &[DECIMAL_DIGIT, Symbol::Bracketed], end: End::Last };

/// Five borders a digit.
pub(super) static BORDERS: Sequence =
    Sequence { symbols: &[Symbol::Packed { radix: 2, count: 5 }], end: End::Last };

/// The letter A is `first`.
fn capital(reader: &mut Reader, first: i32) -> Value {
    let letter = reader.next().unwrap_or('A');
    Value::Number(first + letter as i32 - 'A' as i32)
}

fn write_capital(value: &Value, first: i32, count: i32) -> Option<String> {
    let letter = value.number()?.checked_sub(first).filter(|letter| (0..count).contains(letter))?;
    char::from_u32('A' as u32 + letter as u32).map(String::from)
}

/// Tapa's numbers, several in two characters: two below 6, three below 4 or four below 2, 0 for unknown ones.
const TAPA_PAIRS: [(usize, u32, u32); 3] = [(2, 6, 360), (3, 4, 396), (4, 2, 460)];

fn tapa(reader: &mut Reader) -> Result<Value, Fault> {
    let at = reader.at();
    let letter = reader.next().unwrap_or('.');
    match letter {
        '.' => return Ok(Value::List(vec![None])),
        '9' => return Ok(Value::List(vec![Some(1); 4])),
        '0'..='8' => return Ok(Value::List(vec![letter.to_digit(10).map(|digit| digit as i32)])),
        _ => {}
    }
    let second = reader.peek().filter(|c| !c.is_ascii_uppercase()).and_then(|c| c.to_digit(36));
    let code = letter.to_digit(36).zip(second).map(|(first, second)| first * 36 + second);
    let fits = |&(count, base, offset): &(usize, u32, u32)| {
        code?.checked_sub(offset).filter(|&code| code < base.pow(count as u32))
    };
    let Some((&(count, base, _), mut code)) =
        TAPA_PAIRS.iter().find_map(|pair| Some((pair, fits(pair)?)))
    else {
        return Err(Fault::new(at, "expected several numbers of a Tapa clue as a0 to d7"));
    };
    reader.next();
    let mut numbers = vec![None; count];
    for number in numbers.iter_mut().rev() {
        *number = Some((code % base) as i32).filter(|&number| number > 0);
        code /= base;
    }
    Ok(Value::List(numbers))
}

fn write_tapa(value: &Value) -> Option<String> {
    let numbers = match value {
        Value::List(numbers) => numbers.clone(),
        Value::Number(number) => vec![Some(*number)],
        Value::Unknown => vec![None],
        Value::Empty => return None,
    };
    match numbers[..] {
        [None] => return Some(".".to_string()),
        [Some(number @ 0..=8)] => return Some(number.to_string()),
        [Some(1), Some(1), Some(1), Some(1)] => return Some("9".to_string()),
        _ => {}
    }
    let &(_, base, offset) = TAPA_PAIRS.iter().find(|(count, ..)| *count == numbers.len())?;
    let mut code = 0;
    for number in numbers {
        let digit = match number {
            None => 0,
            Some(number) => {
                u32::try_from(number).ok().filter(|number| (1..base).contains(number))?
            }
        };
        code = code * base + digit;
    }
    let code = code + offset;
    Some([code / 36, code % 36].iter().filter_map(|&digit| char::from_digit(digit, 36)).collect())
}

/// A number of `width` hexadecimal digits.
fn hexadecimal(reader: &mut Reader, width: usize) -> Result<Option<i32>, Fault> {
    let mut number = 0;
    for _ in 0..width {
        let Some(digit) = reader.peek().and_then(|c| c.to_digit(16)) else {
            let what = format!("expected a hexadecimal digit of a clue, found {}", reader.found());
            return Err(reader.fault(what));
        };
        reader.next();
        number = number * 16 + digit as i32;
    }
    Ok(Some(number))
}

/// An arrow and its number as a pair: the direction, then the number; a cell without clue has the direction alone.
fn arrow(reader: &mut Reader) -> Result<Value, Fault> {
    let at = reader.at();
    let first = reader.next().unwrap_or('+');
    let pair = match first {
        '+' => vec![Some(0)],
        '-' => vec![hexadecimal(reader, 1)?, hexadecimal(reader, 3)?],
        _ => {
            let digit = first.to_digit(10).unwrap_or(0) as i32;
            match digit {
                5.. => vec![Some(digit - 5), hexadecimal(reader, 2)?],
                _ if reader.skip('.') => vec![Some(digit), None],
                _ => vec![Some(digit), hexadecimal(reader, 1)?],
            }
        }
    };
    match pair[0] {
        Some(0..=4) => Ok(Value::List(pair)),
        _ => Err(Fault::new(at, "expected an arrow from 0 to 4")),
    }
}

fn write_arrow(value: &Value) -> Option<String> {
    let Value::List(pair) = value else { return None };
    let side = pair.first().copied().flatten().filter(|side| (0..=4).contains(side))?;
    match pair.get(1) {
        None if side == 0 => Some("+".to_string()),
        None => None,
        Some(None) => Some(format!("{side}.")),
        Some(Some(number @ 0..=15)) => Some(format!("{side}{number:x}")),
        Some(Some(number @ 16..=255)) => Some(format!("{}{number:x}", side + 5)),
        Some(Some(number @ 256..=4095)) => Some(format!("-{side}{number:x}")),
        Some(Some(_)) => None,
    }
}
