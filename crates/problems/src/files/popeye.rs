//! Popeye's input: `BeginProblem` … `EndProblem`, with keywords in English, German or French.

mod writer;

use super::{Entry, EntryError, Wishes};
use crate::letters::{self, LANGUAGES};
use crate::notation::Language;
use crate::stipulation::Stipulation;
use crate::twin::{Twin, squares_in};
pub(super) use writer::twin_text;
pub use writer::{unwritable, write};
use zugwerk_chess::{Setup, Square};

/// Whether a text looks like Popeye's input.
pub fn is_popeye(text: &str) -> bool {
    Words::of(text).next().is_some_and(|word| language(word).is_some())
}

/// Every problem of a text, or why it cannot be read.
///
/// ```
/// use zugwerk_problems::files::popeye;
/// let text = "BeginProblem\nPieces White Ka3 Ra8 Black Kb1\nStipulation #2\nEndProblem\n";
/// let entries = popeye::read(text);
/// assert_eq!(entries[0].as_ref().unwrap().problem.stipulation.to_string(), "#2");
/// ```
pub fn read(text: &str) -> Vec<Result<Entry, EntryError>> {
    let mut words = Words::of(text);
    let mut entries = Vec::new();
    let Some(first) = words.next() else { return entries };
    let Some(mut language) = language(first) else {
        return vec![Err(words.wrong("expected BeginProblem".to_string()))];
    };
    loop {
        let mut reader = Reader::new(words, language);
        let result = reader.problem();
        // After an error the next problem begins behind the next end.
        let ending = match &result {
            Ok(ending) => *ending,
            Err(_) => reader.skip_to_end(),
        };
        words = reader.words;
        entries.push(result.and_then(|_| reader.entry()));
        if ending == Ending::End {
            // Files that were put together begin again.
            let Some(word) = words.next() else { return entries };
            let Some(next) = self::language(word) else {
                let problem =
                    format!("after the end of the problems comes {word:?}, expected BeginProblem");
                entries.push(Err(words.wrong(problem)));
                return entries;
            };
            language = next;
        }
    }
}

/// The language in which a problem begins.
fn language(word: &str) -> Option<Language> {
    const BEGIN: [&str; 3] = ["beginproblem", "anfangproblem", "debutprobleme"];
    let word = letters::folded(word.trim_start_matches('\u{feff}'));
    let at = BEGIN.iter().position(|begin| word.len() >= 2 && begin.starts_with(&word))?;
    Some(LANGUAGES[at])
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    End,
    Next,
}

/// The commands, in English, German and French.
const COMMANDS: [[&str; 3]; 20] = [
    ["endproblem", "endeproblem", "finprobleme"],
    ["nextproblem", "weiteresproblem", "asuivre"],
    ["twin", "zwilling", "jumeau"],
    ["zeroposition", "nullstellung", "zeroposition"],
    ["remark", "bemerkung", "remarque"],
    ["sstipulation", "sforderung", "senonce"],
    ["author", "autor", "auteur"],
    ["origin", "quelle", "source"],
    ["pieces", "steine", "pieces"],
    ["condition", "bedingung", "condition"],
    ["option", "option", "option"],
    ["stipulation", "forderung", "enonce"],
    ["protocol", "protokoll", "protocol"],
    ["title", "titel", "titre"],
    ["latexpieces", "latexsteine", "pieceslatex"],
    ["latex", "latex", "latex"],
    ["award", "auszeichnung", "prix"],
    ["initialgamearray", "partieanfangsstellung", "positioninitialpartie"],
    ["forsyth", "forsyth", "forsyth"],
    ["input", "eingabe", "entree"],
];

/// The options that matter or take numbers, in English, German and French.
const OPTIONS: [[&str; 3]; 38] = [
    ["defence", "widerlegung", "defense"],
    ["setplay", "satzspiel", "apparent"],
    ["whitetoplay", "weissbeginnt", "apparentseul"],
    ["variations", "varianten", "variantes"],
    ["movenumbers", "zugnummern", "trace"],
    ["startmovenumber", "startzugnummer", "enroute"],
    ["nowk", "ohnewk", "sansrb"],
    ["duplex", "duplex", "duplex"],
    ["nobk", "ohnesk", "sansrn"],
    ["threat", "drohung", "menace"],
    ["nothreat", "ohnedrohung", "sansmenace"],
    ["try", "verfuehrung", "essais"],
    ["maxsolutions", "maxloesungen", "maxsolutions"],
    ["maxflightsquares", "maxfluchtfelder", "maxcasesfuites"],
    ["nontrivial", "nichttrivial", "nontrivial"],
    ["keepmatingpiece", "haltemattsetzendenstein", "retienspiecematante"],
    ["enpassant", "enpassant", "enpassant"],
    ["noboard", "ohnebrett", "sansechiquier"],
    ["noshortvariations", "ohnekurzvarianten", "sansvariantescourtes"],
    ["halfduplex", "halbduplex", "demiduplex"],
    ["postkeyplay", "nachschluessel", "aprescle"],
    ["intelligent", "intelligent", "intelligent"],
    ["maxtime", "maxzeit", "maxtemps"],
    ["nocastling", "keinerochade", "sansroquer"],
    ["quodlibet", "quodlibet", "quodlibet"],
    ["stoponshortsolutions", "stopnachkurzloesungen", "finapressolutionscourtes"],
    ["beep", "pieps", "bip"],
    [
        "castlingmutuallyexclusive",
        "rochadengegenseitigausschliessend",
        "roquesmutuellementexclusifs",
    ],
    ["goalisend", "zielistende", "butestfin"],
    ["nullmoves", "nullzuege", "coupsvides"],
    ["uptomovenumber", "biszugnummer", "jusquaucoup"],
    ["trivialtriesavoid", "trivialefehlversucheunterdruecken", "trivialessaisupprimer"],
    ["suppressgrid", "ohnegitter", "sansgrille"],
    ["writegrid", "zeichnegitter", "ajoutegrille"],
    ["multisolutions", "mehrereloesungen", "multisolutions"],
    ["nosymmetry", "keinesymmetrie", "nonsymetrique"],
    ["search", "suchen", "search"],
    ["lastcapture", "letzterschlag", "derniereprise"],
];

/// The English name of what `word` abbreviates in a language: two letters are enough where only one name fits, and of
/// several names that begin with three letters or more the shortest is meant.
fn keyword(table: &[[&'static str; 3]], language: Language, word: &str) -> Option<&'static str> {
    let language = letters::number(language);
    let word = letters::folded(word);
    let fitting = table.iter().filter(|names| names[language].starts_with(&word));
    let best = fitting.clone().min_by_key(|names| names[language].len())?;
    let least = if fitting.count() == 1 { 2 } else { 3 };
    (word.len() >= least || best[language] == word).then_some(best[0])
}

/// The name in small letters of an option that is written in English, perhaps by its first letters.
pub(super) fn option(word: &str) -> Option<&'static str> {
    keyword(&OPTIONS, Language::English, word)
}

/// The words of a text, with their lines.
#[derive(Clone, Copy)]
struct Words<'a> {
    text: &'a str,
    at: usize,
    /// The line of the word read last, from 1.
    line: usize,
}

/// What stands between words: blanks, and like them signs that separate, and the end of a file of old.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ';' | ',' | '\u{1a}')
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Words<'a> {
        Words { text, at: 0, line: 1 }
    }

    fn next(&mut self) -> Option<&'a str> {
        self.next_until(is_blank)
    }

    /// A word in which signs that separate elsewhere mean something, `h#2,5` or a board.
    fn next_whole(&mut self) -> Option<&'a str> {
        let word = self.next_until(char::is_whitespace)?;
        Some(word.trim_end_matches(is_blank))
    }

    fn next_until(&mut self, ends: impl Fn(char) -> bool) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start_matches(is_blank).len());
        let rest = &self.text[start..];
        let end = rest.find(ends).unwrap_or(rest.len());
        self.line += self.text[self.at..start].matches('\n').count();
        self.at = start + end;
        (end > 0).then_some(&rest[..end])
    }

    fn peek(&self) -> Option<&'a str> {
        let mut ahead = *self;
        ahead.next()
    }

    fn rest_of_line(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let line = rest.lines().next().unwrap_or_default();
        self.at += line.len();
        line.trim()
    }

    fn wrong(&self, problem: String) -> EntryError {
        EntryError { line: self.line, problem }
    }
}

struct Reader<'a> {
    words: Words<'a>,
    language: Language,
    line: usize,
    setup: Setup,
    /// In `a=>b`, the board that the play begins with; `setup` is the one it leads to.
    start: Option<Setup>,
    wishes: Wishes,
    title: Option<String>,
    authors: Vec<String>,
    source: Option<String>,
    twins: Vec<Twin>,
    zero_position: bool,
}

impl<'a> Reader<'a> {
    fn new(words: Words<'a>, language: Language) -> Reader<'a> {
        Reader {
            line: words.line,
            words,
            language,
            setup: Setup::empty(),
            start: None,
            wishes: Wishes::default(),
            title: None,
            authors: Vec::new(),
            source: None,
            twins: Vec::new(),
            zero_position: false,
        }
    }

    fn command(&self, word: &str) -> Option<&'static str> {
        keyword(&COMMANDS, self.language, word)
    }

    fn problem(&mut self) -> Result<Ending, EntryError> {
        while let Some(word) = self.words.next() {
            match self.command(word) {
                Some("endproblem") => return Ok(Ending::End),
                Some("nextproblem") => return Ok(Ending::Next),
                Some("remark" | "protocol" | "latex" | "latexpieces" | "award") => {
                    self.words.rest_of_line();
                }
                Some("author") => self.authors.push(self.words.rest_of_line().to_string()),
                Some("origin") => self.source = Some(self.words.rest_of_line().to_string()),
                Some("title") => self.title = Some(self.words.rest_of_line().to_string()),
                Some("pieces") => self.pieces()?,
                Some("forsyth") => self.forsyth()?,
                Some("initialgamearray") => {
                    self.setup.pieces = Setup::from(&zugwerk_chess::Position::start()).pieces;
                }
                Some("stipulation") => {
                    self.wishes.stipulation = Some(self.stipulation()?);
                    // What stood there before is a, what comes is b.
                    if self.wishes.a_to_b {
                        self.start = Some(std::mem::replace(&mut self.setup, Setup::empty()));
                    }
                }
                Some("option") => self.options()?,
                Some(word @ ("twin" | "zeroposition")) => {
                    self.zero_position |= word == "zeroposition";
                    let twin = self.twin()?;
                    self.twins.push(twin);
                }
                Some("input") => {
                    let problem = "other files are not read: put their problems here".to_string();
                    return Err(self.words.wrong(problem));
                }
                Some("condition") => {
                    let name = self.words.next().unwrap_or_default();
                    return Err(self.words.wrong(format!("the condition {name} is not known")));
                }
                Some("sstipulation") => {
                    let problem = "structured stipulations are not known".to_string();
                    return Err(self.words.wrong(problem));
                }
                _ => return Err(self.words.wrong(format!("expected a command, not {word:?}"))),
            }
        }
        Err(self.words.wrong("the end of the problem is missing".to_string()))
    }

    fn skip_to_end(&mut self) -> Ending {
        while let Some(word) = self.words.next() {
            match self.command(word) {
                Some("endproblem") => return Ending::End,
                Some("nextproblem") => return Ending::Next,
                _ => {}
            }
        }
        Ending::End
    }

    fn entry(&self) -> Result<Entry, EntryError> {
        let wrong = |problem: String| EntryError { line: self.line, problem };
        let problem = self.wishes.problem(self.setup.clone(), self.start.clone()).map_err(wrong)?;
        Ok(Entry {
            line: self.line,
            name: self.title.clone(),
            authors: self.authors.clone(),
            source: self.source.clone(),
            problem,
            twins: self.twins.clone(),
            zero_position: self.zero_position,
            refutations: self.wishes.refutations,
            max_solutions: self.wishes.max_solutions,
            max_seconds: self.wishes.max_seconds,
            any_position: true,
        })
    }

    /// Colours and pieces up to the next command.
    fn pieces(&mut self) -> Result<(), EntryError> {
        let mut side = None;
        while let Some(word) = self.words.peek() {
            // A piece may look like the beginning of a command, so it is tried first.
            let mut ahead = self.words;
            ahead.next();
            let pieces = side.and_then(|color| {
                letters::pieces(Some(self.language), color, word, || ahead.next())
            });
            if let Some(pieces) = pieces {
                if word.len() == 1 {
                    self.words.next();
                }
                for (piece, square) in pieces {
                    if self.setup.pieces[square.index()].replace(piece).is_some() {
                        return Err(self.words.wrong(format!("two pieces stand on {square}")));
                    }
                }
            } else if let Some(color) = letters::color(Some(self.language), word) {
                side = Some(color);
            } else if self.command(word).is_some() {
                break;
            } else {
                self.words.next();
                return Err(self.words.wrong(format!("{word:?} is no piece of chess")));
            }
            self.words.next();
        }
        Ok(())
    }

    fn forsyth(&mut self) -> Result<(), EntryError> {
        let board = self.words.next_whole().unwrap_or_default();
        let pieces = letters::forsyth(Some(self.language), board);
        self.setup.pieces = pieces.map_err(|problem| self.words.wrong(problem))?;
        Ok(())
    }

    fn stipulation(&mut self) -> Result<Stipulation, EntryError> {
        let mut text = self.words.next_whole().unwrap_or_default().to_string();
        let read =
            |text: &str| plain_a_to_b(text).as_deref().unwrap_or(text).parse::<Stipulation>();
        let mut found = read(&text);
        // Goal and length may stand apart.
        let mut ahead = self.words;
        for _ in 0..2 {
            if found.is_ok() {
                break;
            }
            let Some(next) = ahead.next_whole() else { break };
            text.push_str(next);
            if let Ok(stipulation) = read(&text) {
                self.words = ahead;
                found = Ok(stipulation);
            }
        }
        self.wishes.a_to_b = plain_a_to_b(&text).is_some();
        found.map_err(|error| self.words.wrong(error.to_string()))
    }

    fn number(&mut self) -> Option<u32> {
        let number = self.words.peek()?.parse().ok()?;
        self.words.next();
        Some(number)
    }

    fn squares(&mut self) -> Vec<Square> {
        let mut squares = Vec::new();
        while let Some(more) = self.words.peek().and_then(squares_in) {
            squares.extend(more);
            self.words.next();
        }
        squares
    }

    /// Options up to the next command.
    fn options(&mut self) -> Result<(), EntryError> {
        while let Some(word) = self.words.peek() {
            let option = keyword(&OPTIONS, self.language, word);
            let Some(option) = option.filter(|_| !self.is_exactly_a_command(word)) else {
                if self.command(word).is_none() {
                    self.words.next();
                    return Err(self.words.wrong(format!("{word:?} is no option that is known")));
                }
                break;
            };
            self.words.next();
            let (numbers, squares) = match option {
                "enpassant" | "nocastling" | "castlingmutuallyexclusive" => {
                    (Vec::new(), self.squares())
                }
                _ => (std::iter::from_fn(|| self.number()).collect(), Vec::new()),
            };
            self.wishes
                .add(option, &numbers, squares)
                .map_err(|problem| self.words.wrong(problem))?;
        }
        Ok(())
    }

    /// Whether a word can only be a command, although an option begins like it.
    fn is_exactly_a_command(&self, word: &str) -> bool {
        let word = letters::folded(word);
        COMMANDS.iter().any(|names| names[letters::number(self.language)] == word)
    }

    /// The changes of a twin, up to the next twin or the end.
    fn twin(&mut self) -> Result<Twin, EntryError> {
        let mut text = String::new();
        while let Some(word) = self.words.peek() {
            let ends = ["endproblem", "nextproblem", "twin", "zeroposition"];
            if self.command(word).is_some_and(|command| ends.contains(&command)) {
                break;
            }
            text.push_str(word);
            text.push(' ');
            self.words.next();
        }
        Twin::read(&text, Some(self.language)).map_err(|error| self.words.wrong(error.to_string()))
    }
}

/// A stipulation like `a=>b3.5` as one of a game to the second board, which has its lengths.
fn plain_a_to_b(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let (exact, rest) =
        text.strip_prefix("exact-").map_or(("", &text[..]), |rest| ("exact-", rest));
    let (series, rest) = rest.strip_prefix("ser-").map_or(("", rest), |rest| ("ser-", rest));
    Some(format!("{exact}{series}dia {}", rest.strip_prefix("a=>b")?))
}

#[cfg(test)]
mod tests;
