//! Reading twins, with words in English, German or French.

use super::{Change, Mirror, Twin, TwinError};
use crate::letters::{self, LANGUAGES};
use crate::notation::Language;
use crate::stipulation::Stipulation;
use std::str::FromStr;
use zugwerk_chess::{Role, Square};

/// The words of a twin, in English, German and French; the beginning of one is enough where it has three letters.
const WORDS: [[&[&str]; 3]; 13] = [
    [&["continued"], &["ferner", "fortgesetzt"], &["enplus", "continue"]],
    [&["move"], &["versetze"], &["deplacement", "deplacer"]],
    [&["exchange"], &["tausche"], &["echange", "permuter"]],
    [&["remove"], &["entferne"], &["ote", "oter"]],
    [&["add"], &["hinzufuegen"], &["ajoute", "ajouter"]],
    [&["substitute"], &["ersetze"], &["remplace", "remplacer"]],
    [&["rotate"], &["drehung"], &["rotation"]],
    [&["mirror"], &["spiegelung"], &["miroir"]],
    [&["shift"], &["verschiebung", "verschiebe"], &["translation"]],
    [&["polishtype"], &["farbwechsel", "polnischertyp"], &["couleurechange", "typepolonais"]],
    [&["stipulation"], &["forderung"], &["enonce"]],
    [&["condition"], &["bedingung"], &["condition"]],
    [&["forsyth"], &["forsyth"], &["forsyth"]],
];

/// Which of the words a text is, in the language or in any.
fn keyword(language: Option<Language>, text: &str) -> Option<&'static str> {
    let text = letters::folded(text);
    let is_meant = |word: &&str| *word == text || text.len() >= 3 && word.starts_with(&text);
    let fits = |words: &&[&[&'static str]; 3]| {
        let mut languages = words.iter().zip(LANGUAGES);
        languages.any(|(words, known)| {
            language.is_none_or(|it| it == known) && words.iter().any(is_meant)
        })
    };
    WORDS.iter().find(fits).map(|words| words[0][0])
}

impl Twin {
    /// Reads a twin in a language of Popeye's input, with its words and its letters of pieces.
    pub(crate) fn read(text: &str, language: Option<Language>) -> Result<Twin, TwinError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut reader = Reader { words: &words, at: 0, language };
        let mut twin = Twin::default();
        while let Some(word) = reader.next() {
            match keyword(language, word) {
                Some("continued") => twin.is_continued = true,
                Some("add") => reader.add(&mut twin.changes)?,
                Some("remove") => {
                    twin.changes.extend(reader.list_of_squares()?.into_iter().map(Change::Remove));
                }
                Some("condition") => {
                    return Err(reader.wrong("fairy conditions are not known".into()));
                }
                Some(word) => {
                    let change = reader.change(word)?;
                    twin.changes.push(change);
                }
                None => {
                    let number = letters::number(language.unwrap_or_default());
                    let known: Vec<&str> = WORDS
                        .iter()
                        .filter(|words| words[0][0] != "condition")
                        .map(|words| words[number][0])
                        .collect();
                    let known = known.join(", ");
                    return Err(reader.wrong(format!("expected one of {known}, not {word:?}")));
                }
            }
        }
        match twin.changes.is_empty() {
            true => Err(TwinError { word: words.len() + 1, problem: "expected a change".into() }),
            false => Ok(twin),
        }
    }
}

/// Words of any of the three languages, with English letters of pieces.
impl FromStr for Twin {
    type Err = TwinError;

    fn from_str(text: &str) -> Result<Twin, TwinError> {
        Twin::read(text, None)
    }
}

struct Reader<'a> {
    words: &'a [&'a str],
    at: usize,
    language: Option<Language>,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.at).copied();
        self.at += usize::from(word.is_some());
        word
    }

    /// An error at the word read last.
    fn wrong(&self, problem: String) -> TwinError {
        TwinError { word: self.at.max(1), problem }
    }

    fn expected(&mut self, what: &str) -> Result<&'a str, TwinError> {
        self.next().ok_or(TwinError {
            word: self.words.len() + 1,
            problem: format!("expected {what} at the end"),
        })
    }

    fn square(&mut self) -> Result<Square, TwinError> {
        let word = self.expected("a square")?;
        word.to_ascii_lowercase()
            .parse()
            .map_err(|_| self.wrong(format!("expected a square like e4, not {word:?}")))
    }

    /// Two squares, apart or written as one word, `a1h1` or `a1<-->h1`.
    fn squares(&mut self) -> Result<(Square, Square), TwinError> {
        let word = self.expected("two squares")?.to_ascii_lowercase();
        let pair = word.get(..2).zip(word.get(word.len().saturating_sub(2)..));
        if word.len() >= 4
            && let Some((one, other)) = pair
            && let (Ok(one), Ok(other)) = (one.parse(), other.parse())
        {
            return Ok((one, other));
        }
        self.at -= 1;
        Ok((self.square()?, self.square()?))
    }

    fn role(&mut self) -> Result<Role, TwinError> {
        let word = self.expected("a piece")?;
        letters::role(self.language, word).ok_or_else(|| {
            self.wrong(format!("expected a piece like {}, not {word:?}", self.queen()))
        })
    }

    /// The letter of the queen, for messages.
    fn queen(&self) -> &'static str {
        ["Q", "D", "D"][letters::number(self.language.unwrap_or_default())]
    }

    fn change(&mut self, word: &str) -> Result<Change, TwinError> {
        Ok(match word {
            "move" => {
                let (from, to) = self.squares()?;
                Change::Move(from, to)
            }
            "exchange" => {
                let (one, other) = self.squares()?;
                Change::Exchange(one, other)
            }
            "substitute" => Change::Substitute(self.role()?, self.role()?),
            "rotate" => match self.expected("90, 180 or 270")? {
                "90" => Change::Rotate(1),
                "180" => Change::Rotate(2),
                "270" => Change::Rotate(3),
                other => {
                    return Err(self.wrong(format!("expected 90, 180 or 270, not {other:?}")));
                }
            },
            "mirror" => {
                let (from, to) = self.squares()?;
                Change::Mirror(mirror(from, to).ok_or_else(|| {
                    self.wrong("expected a1 h1, a1 a8, a1 h8 or a8 h1 after mirror".into())
                })?)
            }
            "shift" => {
                let (from, to) = self.squares()?;
                let lines =
                    |square: Square| (square.file().index() as i8, square.rank().index() as i8);
                let ((file, rank), (to_file, to_rank)) = (lines(from), lines(to));
                Change::Shift(to_file - file, to_rank - rank)
            }
            "polishtype" => Change::Polish,
            "forsyth" => {
                let board = self.expected("a board")?;
                let pieces = letters::forsyth(self.language, board);
                Change::Board(Box::new(pieces.map_err(|problem| self.wrong(problem))?))
            }
            _ => {
                let stipulation = self.stipulation()?;
                Change::Stipulation(Box::new(stipulation))
            }
        })
    }

    /// A stipulation, as many words of it as make one: `dia 3.5`, `#2 +k`.
    fn stipulation(&mut self) -> Result<Stipulation, TwinError> {
        let first = self.at;
        self.expected("a stipulation")?;
        // It ends before the next change, if not sooner.
        let is_change = |word: &&str| keyword(self.language, word).is_some();
        let most = self.words[self.at..].iter().take_while(|word| !is_change(word)).count();
        let whole = (first + 1..=self.at + most).rev().find_map(|end| {
            let stipulation = self.words[first..end].join(" ").parse::<Stipulation>().ok()?;
            Some((end, stipulation))
        });
        match whole {
            Some((end, stipulation)) => {
                self.at = end;
                Ok(stipulation)
            }
            None => {
                let text = self.words[first..self.at + most].join(" ");
                let error = text.parse::<Stipulation>().err();
                Err(self.wrong(error.map_or_else(String::new, |error| error.to_string())))
            }
        }
    }

    /// One square or several, like `a1`, `a1b2` or `a1 b2`.
    fn list_of_squares(&mut self) -> Result<Vec<Square>, TwinError> {
        let word = self.expected("a square")?;
        let mut squares = squares_in(word)
            .ok_or_else(|| self.wrong(format!("expected a square like e4, not {word:?}")))?;
        while let Some(more) = self.words.get(self.at).and_then(|word| squares_in(word)) {
            squares.extend(more);
            self.at += 1;
        }
        Ok(squares)
    }

    /// Colours and pieces with their squares, like `white Qe8 Pa2b2 black Kh8`.
    fn add(&mut self, changes: &mut Vec<Change>) -> Result<(), TwinError> {
        let word = self.expected("white or black")?;
        let mut color = letters::color(self.language, word)
            .ok_or_else(|| self.wrong(format!("expected white or black, not {word:?}")))?;
        loop {
            let before = changes.len();
            while let Some(word) = self.next() {
                let squares = || self.words.get(self.at).copied();
                let Some(pieces) = letters::pieces(self.language, color, word, squares) else {
                    self.at -= 1;
                    break;
                };
                self.at += usize::from(word.len() == 1);
                changes.extend(pieces.into_iter().map(|(piece, at)| Change::Add(piece, at)));
            }
            if changes.len() == before {
                return Err(self.wrong(format!("expected pieces like {}e8", self.queen())));
            }
            // The other colour may follow.
            let next = self.words.get(self.at);
            match next.and_then(|word| letters::color(self.language, word)) {
                Some(other) => (color, self.at) = (other, self.at + 1),
                None => return Ok(()),
            }
        }
    }
}

fn mirror(from: Square, to: Square) -> Option<Mirror> {
    let is = |one: Square, other: Square| (from, to) == (one, other) || (to, from) == (one, other);
    match () {
        () if is(Square::A1, Square::H1) => Some(Mirror::Files),
        () if is(Square::A1, Square::A8) => Some(Mirror::Ranks),
        () if is(Square::A1, Square::H8) => Some(Mirror::LongDiagonal),
        () if is(Square::A8, Square::H1) => Some(Mirror::OtherDiagonal),
        () => None,
    }
}

/// The squares of a word like `a2b2`; `None` for any other word.
pub(crate) fn squares_in(text: &str) -> Option<Vec<Square>> {
    if text.is_empty() || !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    let text = text.to_ascii_lowercase();
    (0..text.len()).step_by(2).map(|at| text[at..at + 2].parse().ok()).collect()
}
