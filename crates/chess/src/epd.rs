//! EPD: a position with operations such as `bm Nf3; id "test 7";`, and suites of perft counts.

use crate::Position;
use crate::fen::{FenError, shorten};

/// A position and what is said of it.
///
/// ```
/// use zugwerk_chess::Epd;
/// let epd: Epd = r#"6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8; id "back rank; mate";"#.parse().unwrap();
/// assert_eq!(epd.operands("bm"), Some(&["Ra8".to_string()][..]));
/// assert_eq!(epd.operands("id").unwrap()[0], "back rank; mate");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position; its move counters come from the operations `hmvc` and `fmvn` or from a full FEN.
    pub position: Position,
    /// Each operation with its operands, in order.
    pub operations: Vec<(String, Vec<String>)>,
}

/// What is wrong with a line of EPD.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each is its own message")]
pub enum EpdError {
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error("the operation {0} has an opening quotation mark without a closing one")]
    OpenQuote(String),
    #[error(
        "{0:?} is not a perft count: expected D, a depth up to 30, a blank and a number, like \";D3 8902\""
    )]
    Count(String),
}

impl Epd {
    /// The operands of an operation, if it is there.
    pub fn operands(&self, operation: &str) -> Option<&[String]> {
        self.operations
            .iter()
            .find(|(name, _)| name == operation)
            .map(|(_, operands)| &operands[..])
    }
}

impl std::str::FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Epd, EpdError> {
        let (fen, rest) = split_fen(line);
        let mut position = Position::from_fen(&fen)?;
        let operations = read_operations(rest)?;
        let number = |name: &str| {
            let operands = operations.iter().find(|(found, _)| found == name)?;
            operands.1.first()?.parse::<u16>().ok()
        };
        position.halfmoves = number("hmvc").unwrap_or(position.halfmoves);
        position.fullmoves = number("fmvn").unwrap_or(position.fullmoves).max(1);
        Ok(Epd { position, operations })
    }
}

/// Splits the four fields of an EPD, or the six of a FEN, from what follows.
fn split_fen(line: &str) -> (String, &str) {
    let mut fields = Vec::new();
    let mut rest = line.trim();
    while fields.len() < 6 {
        let end = rest.find([' ', '\t', ';']).unwrap_or(rest.len());
        let field = &rest[..end];
        let is_counter = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
        if field.is_empty() || fields.len() >= 4 && !is_counter {
            break;
        }
        fields.push(field);
        rest = rest[end..].trim_start_matches([' ', '\t']);
    }
    (fields.join(" "), rest)
}

fn read_operations(text: &str) -> Result<Vec<(String, Vec<String>)>, EpdError> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut letters = text.chars().peekable();
    loop {
        match letters.peek() {
            None | Some(';') => {
                let mut all = words.drain(..);
                if let Some(name) = all.next() {
                    operations.push((name, all.collect()));
                }
                if letters.next().is_none() {
                    return Ok(operations);
                }
            }
            Some('"') => {
                letters.next();
                let mut word = String::new();
                loop {
                    match letters.next() {
                        Some('"') => break,
                        Some(letter) => word.push(letter),
                        None => {
                            let name = words.first().map_or("", String::as_str);
                            return Err(EpdError::OpenQuote(shorten(name)));
                        }
                    }
                }
                words.push(word);
            }
            Some(blank) if blank.is_whitespace() => {
                letters.next();
            }
            Some(_) => {
                let mut word = String::new();
                while let Some(letter) = letters.next_if(|l| *l != ';' && !l.is_whitespace()) {
                    word.push(letter);
                }
                words.push(word);
            }
        }
    }
}

/// A line of a perft suite: a position and the number of leaves at some depths.
///
/// ```
/// use zugwerk_chess::PerftCase;
/// let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400";
/// let case: PerftCase = line.parse().unwrap();
/// assert_eq!(case.counts, [(1, 20), (2, 400)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftCase {
    /// Where to count from.
    pub position: Position,
    /// Depths and their counts.
    pub counts: Vec<(u32, u64)>,
}

/// Depths up to this can be asked for; no tree deeper than that is counted in a lifetime.
const DEEPEST: u32 = 30;

fn count(depth: &str, leaves: &str) -> Option<(u32, u64)> {
    let depth = depth.trim().parse().ok().filter(|depth| *depth <= DEEPEST)?;
    Some((depth, leaves.trim().parse().ok()?))
}

impl PerftCase {
    /// Reads a suite: one case a line, or blocks of `epd FEN` and `perft DEPTH COUNT` lines. Each case
    /// comes with the number of its line; so does an error.
    pub fn read_suite(text: &str) -> Result<Vec<(usize, PerftCase)>, (usize, EpdError)> {
        let mut cases: Vec<(usize, PerftCase)> = Vec::new();
        for (at, line) in text.trim_start_matches('\u{FEFF}').lines().enumerate() {
            let (number, line) = (at + 1, line.trim());
            let wrong = |error: EpdError| (number, error);
            match line.split_once(' ') {
                _ if line.is_empty() || line.starts_with('#') => {}
                Some(("id", _)) => {}
                Some(("epd", epd)) => {
                    let epd: Epd = epd.parse().map_err(wrong)?;
                    cases.push((number, PerftCase { position: epd.position, counts: Vec::new() }));
                }
                Some(("perft", rest)) => {
                    let found = rest
                        .trim()
                        .split_once(' ')
                        .and_then(|(depth, leaves)| count(depth, leaves));
                    match (found, cases.last_mut()) {
                        (Some(found), Some((_, case))) => case.counts.push(found),
                        _ => return Err(wrong(EpdError::Count(shorten(line)))),
                    }
                }
                _ => cases.push((number, line.parse().map_err(wrong)?)),
            }
        }
        Ok(cases)
    }
}

impl std::str::FromStr for PerftCase {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<PerftCase, EpdError> {
        let mut parts = line.split(';');
        let position = Position::from_fen(parts.next().unwrap_or(""))?;
        let counts = parts.map(str::trim).filter(|part| !part.is_empty()).map(|part| {
            let count = part.strip_prefix(['D', 'd']).and_then(|rest| {
                let (depth, leaves) = rest.split_once(char::is_whitespace)?;
                count(depth, leaves)
            });
            count.ok_or_else(|| EpdError::Count(shorten(part)))
        });
        Ok(PerftCase { position, counts: counts.collect::<Result<_, _>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_come_in_lines_or_in_blocks() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let lines =
            PerftCase::read_suite(&format!("\u{FEFF}{start} 0 1 ;D1 20\n# note\n")).unwrap();
        let blocks = PerftCase::read_suite(&format!("id x\nepd {start}\nperft 1 20\n")).unwrap();
        assert_eq!((lines[0].0, blocks[0].0), (1, 2));
        assert_eq!(lines[0].1, blocks[0].1);
        let (line, error) = PerftCase::read_suite(&format!("\n{start} ;D300 5")).unwrap_err();
        assert_eq!(line, 2);
        assert!(error.to_string().starts_with("\"D300 5\" is not a perft count"), "{error}");
    }
}
