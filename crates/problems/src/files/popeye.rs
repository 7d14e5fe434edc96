//! Popeye's input: `BeginProblem` … `EndProblem`, with keywords in English, German or French.

use super::{Entry, EntryError, Wishes};
use crate::letters::{self, LANGUAGES};
use crate::notation::Language;
use crate::stipulation::Play;
use crate::stipulation::Stipulation;
use crate::twin::{Change, Mirror, Twin, squares_in};
use zugwerk_chess::{Color, Piece, Role, Setup, Square};

/// Whether a text looks like Popeye's input.
pub fn is_popeye(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| language(word).is_some())
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
    let mut words = Words { text, at: 0 };
    let mut entries = Vec::new();
    let Some(first) = words.next() else { return entries };
    let Some(language) = language(first) else {
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
        if ending != Ending::Next {
            return entries;
        }
    }
}

/// The language in which a problem begins.
fn language(word: &str) -> Option<Language> {
    const BEGIN: [&str; 3] = ["beginproblem", "anfangproblem", "debutprobleme"];
    let word = letters::folded(word.trim_start_matches('\u{feff}'));
    let at = BEGIN.iter().position(|begin| word.len() >= 3 && begin.starts_with(&word))?;
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

/// The English name of what `word` abbreviates in a language; the shortest that fits.
fn keyword(table: &[[&'static str; 3]], language: Language, word: &str) -> Option<&'static str> {
    let language = letters::number(language);
    let word = letters::folded(word);
    let fitting = table.iter().filter(|names| names[language].starts_with(&word));
    let best = fitting.min_by_key(|names| names[language].len());
    best.filter(|names| word.len() >= 3 || names[language] == word).map(|names| names[0])
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
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start().len());
        let rest = &self.text[start..];
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
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

    /// The line of the word read last.
    fn line(&self) -> usize {
        self.text[..self.at].matches('\n').count() + 1
    }

    fn wrong(&self, problem: String) -> EntryError {
        EntryError { line: self.line(), problem }
    }
}

struct Reader<'a> {
    words: Words<'a>,
    language: Language,
    line: usize,
    setup: Setup,
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
            line: words.line(),
            words,
            language,
            setup: Setup::empty(),
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
                Some("stipulation") => self.wishes.stipulation = Some(self.stipulation()?),
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
        let problem = self.wishes.problem(self.setup.clone()).map_err(wrong)?;
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
        })
    }

    /// Colours and pieces up to the next command.
    fn pieces(&mut self) -> Result<(), EntryError> {
        let mut side = None;
        while let Some(word) = self.words.peek() {
            // A piece may look like the beginning of a command, so it is tried first.
            let pieces = side.and_then(|color| letters::pieces(Some(self.language), color, word));
            if let Some(pieces) = pieces {
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
        let board = self.words.next().unwrap_or_default();
        let pieces = letters::forsyth(Some(self.language), board);
        self.setup.pieces = pieces.map_err(|problem| self.words.wrong(problem))?;
        Ok(())
    }

    fn stipulation(&mut self) -> Result<Stipulation, EntryError> {
        let mut text = self.words.next().unwrap_or_default().to_string();
        let mut found = text.parse::<Stipulation>();
        // Goal and length may stand apart.
        let mut ahead = self.words;
        for _ in 0..2 {
            if found.is_ok() {
                break;
            }
            let Some(next) = ahead.next() else { break };
            text.push_str(next);
            if let Ok(stipulation) = text.parse() {
                self.words = ahead;
                found = Ok(stipulation);
            }
        }
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

/// Why Popeye cannot be asked this.
pub fn unwritable(entry: &Entry) -> Option<String> {
    let is_unknown =
        |asked: &&Stipulation| matches!(asked.play, Play::AToB(_) | Play::SeriesAToB(_));
    let changes = entry.twins.iter().flat_map(|twin| &twin.changes);
    let in_twins = changes.filter_map(|change| match change {
        Change::Stipulation(stipulation) => Some(&**stipulation),
        _ => None,
    });
    let unknown = std::iter::once(&entry.problem.stipulation).chain(in_twins).find(is_unknown)?;
    Some(format!("Popeye's input cannot say {unknown}; olive and latex can"))
}

/// The problems as Popeye's input, in English; those are left out that it cannot say.
pub fn write(entries: &[Entry]) -> String {
    let entries = entries.iter().filter(|entry| unwritable(entry).is_none());
    let mut text = String::from("BeginProblem\n");
    for (at, entry) in entries.enumerate() {
        if at > 0 {
            text.push_str("NextProblem\n");
        }
        write_entry(entry, &mut text);
    }
    text.push_str("EndProblem\n");
    text
}

fn write_entry(entry: &Entry, text: &mut String) {
    let mut add = |command: &str, rest: &str| text.push_str(&format!("{command} {rest}\n"));
    for author in &entry.authors {
        add("Author", author);
    }
    for (command, rest) in [("Origin", &entry.source), ("Title", &entry.name)] {
        if let Some(rest) = rest {
            add(command, rest);
        }
    }
    let position = &entry.problem.position;
    for color in Color::ALL {
        let names = super::olive::piece_names(position, color);
        if !names.is_empty() {
            let side = if color == Color::White { "Pieces White" } else { "       Black" };
            add(side, &names.join(" "));
        }
    }
    let plain = super::olive::plain(&entry.problem.stipulation);
    add("Stipulation", &plain.to_string().replace(' ', ""));
    let options = super::olive::options(entry);
    if !options.is_empty() {
        add("Option", &options.join(" "));
    }
    for (at, twin) in entry.twins.iter().enumerate() {
        let command = if at == 0 && entry.zero_position { "ZeroPosition" } else { "Twin" };
        add(command, &twin_text(twin));
    }
}

/// A twin as it is read.
pub(super) fn twin_text(twin: &Twin) -> String {
    let mut words: Vec<String> = Vec::new();
    if twin.is_continued {
        words.push("Continued".to_string());
    }
    let letter = |role: Role| super::olive::letter(role);
    for change in &twin.changes {
        words.push(match change {
            Change::Move(from, to) => format!("Move {from} {to}"),
            Change::Exchange(one, other) => format!("Exchange {one} {other}"),
            Change::Remove(square) => format!("Remove {square}"),
            Change::Add(piece, square) => {
                let color = if piece.color == Color::White { "White" } else { "Black" };
                format!("Add {color} {}{square}", letter(piece.role))
            }
            Change::Substitute(old, new) => {
                format!("Substitute {} {}", letter(*old), letter(*new))
            }
            Change::Rotate(quarters) => format!("Rotate {}", u16::from(*quarters) * 90),
            Change::Mirror(mirror) => match mirror {
                Mirror::Files => "Mirror a1<-->h1".to_string(),
                Mirror::Ranks => "Mirror a1<-->a8".to_string(),
                Mirror::LongDiagonal => "Mirror a1<-->h8".to_string(),
                Mirror::OtherDiagonal => "Mirror a8<-->h1".to_string(),
            },
            Change::Shift(files, ranks) => shift_text(*files, *ranks),
            Change::Polish => "PolishType".to_string(),
            Change::Board(pieces) => format!("Forsyth {}", forsyth_text(pieces)),
            // The fields of a FEN stay apart.
            Change::Stipulation(stipulation) => match stipulation.play {
                Play::AToB(_) | Play::SeriesAToB(_) => format!("Stipulation {stipulation}"),
                _ => format!("Stipulation {}", stipulation.to_string().replace(' ', "")),
            },
        });
    }
    words.join(" ")
}

/// A board in Forsyth's notation, with S for the knight.
fn forsyth_text(pieces: &[Option<Piece>; 64]) -> String {
    let row = |rank: &[Option<Piece>]| {
        let mut row = String::new();
        for run in rank.chunk_by(|one, other| one.is_none() && other.is_none()) {
            match run[0] {
                None => row.push_str(&run.len().to_string()),
                Some(piece) => row.push(match (piece.color, super::olive::letter(piece.role)) {
                    (Color::White, letter) => letter,
                    (Color::Black, letter) => letter.to_ascii_lowercase(),
                }),
            }
        }
        row
    };
    pieces.chunks(8).rev().map(row).collect::<Vec<_>>().join("/")
}

/// Two squares that are as far apart as a shift goes.
fn shift_text(files: i8, ranks: i8) -> String {
    let ends = |steps: i8| if steps < 0 { (-steps, 0) } else { (0, steps) };
    let ((file, to_file), (rank, to_rank)) = (ends(files), ends(ranks));
    let square = |file: i8, rank: i8| Square::new((rank * 8 + file) as usize);
    format!("Shift {} {}", square(file, rank), square(to_file, to_rank))
}

#[cfg(test)]
mod tests;
