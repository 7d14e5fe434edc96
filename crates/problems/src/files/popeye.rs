//! Popeye's input: `BeginProblem` … `EndProblem`, with keywords in English, German or French.

use super::{Entry, EntryError, Wishes};
use crate::stipulation::Stipulation;
use crate::twin::{Change, Mirror, Twin, color, squares_in};
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
fn language(word: &str) -> Option<usize> {
    const BEGIN: [&str; 3] = ["beginproblem", "anfangproblem", "debutprobleme"];
    let word = word.to_ascii_lowercase();
    BEGIN.iter().position(|begin| word.len() >= 4 && begin.starts_with(&word))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    End,
    Next,
}

/// The commands, in English, German and French.
const COMMANDS: [[&str; 3]; 19] = [
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
    ["initialgamearray", "partieanfangsstellung", "positioninitialepartie"],
    ["forsyth", "forsyth", "forsyth"],
];

/// The options that matter or take numbers, in English, German and French.
const OPTIONS: [[&str; 3]; 36] = [
    ["defence", "widerlegung", "defense"],
    ["setplay", "satzspiel", "jeuapparent"],
    ["whitetoplay", "weissbeginnt", "traitauxblancs"],
    ["variations", "varianten", "variantes"],
    ["movenumbers", "zugnummern", "coupsnumerotes"],
    ["startmovenumber", "startzugnummer", "debutaucoup"],
    ["nowk", "ohnewk", "sansrb"],
    ["duplex", "duplex", "duplex"],
    ["nobk", "ohnesk", "sansrn"],
    ["threat", "drohung", "menace"],
    ["nothreat", "ohnedrohung", "sansmenace"],
    ["try", "verfuehrung", "essais"],
    ["maxsolutions", "maxloesungen", "maxsolutions"],
    ["maxflightsquares", "maxfluchtfelder", "maxfuites"],
    ["nontrivial", "nichttrivial", "nontrivial"],
    ["keepmatingpiece", "haltemattsetzendenstein", "garderpiecematante"],
    ["enpassant", "enpassant", "enpassant"],
    ["noboard", "ohnebrett", "sansechiquier"],
    ["noshortvariations", "ohnekurzvarianten", "sansvariantescourtes"],
    ["halfduplex", "halbduplex", "demiduplex"],
    ["postkeyplay", "nachschluessel", "apresclef"],
    ["intelligent", "intelligent", "intelligent"],
    ["maxtime", "maxzeit", "maxtemps"],
    ["nocastling", "keinerochade", "sansroquer"],
    ["quodlibet", "quodlibet", "quodlibet"],
    ["stoponshortsolutions", "stopnachkurzloesungen", "arretsolutionscourtes"],
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
    ["suppressgrid", "ohnegitter", "supprimergrille"],
    ["writegrid", "zeichnegitter", "ecriregrille"],
    ["multisolutions", "mehrereloesungen", "multisolutions"],
    ["nosymmetry", "keinesymmetrie", "sanssymetrie"],
];

/// The English name of what `word` abbreviates in a language; the shortest that fits.
fn keyword(table: &[[&'static str; 3]], language: usize, word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let fitting = table.iter().filter(|names| names[language].starts_with(&word));
    let best = fitting.min_by_key(|names| names[language].len());
    best.filter(|names| word.len() >= 3 || names[language] == word).map(|names| names[0])
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
    language: usize,
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
    fn new(words: Words<'a>, language: usize) -> Reader<'a> {
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
        })
    }

    /// The role of a letter in the language of the file.
    fn role(&self, letter: char) -> Option<Role> {
        let letters = ["PSBRQK", "BSLTDK", "PCFTDR"][self.language];
        letters.find(letter.to_ascii_uppercase()).map(|at| Role::ALL[at])
    }

    /// Colours and pieces up to the next command.
    fn pieces(&mut self) -> Result<(), EntryError> {
        let mut side = None;
        while let Some(word) = self.words.peek() {
            // A piece may look like the beginning of a command, so it is tried first.
            let squares = word.get(1..).and_then(squares_in);
            let role = word.chars().next().and_then(|letter| self.role(letter));
            if let (Some(color), Some(role), Some(squares)) = (side, role, squares) {
                for square in squares {
                    self.setup.pieces[square.index()] = Some(Piece::new(color, role));
                }
            } else if let Some(color) = color(word) {
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
        let mut pieces = [None; 64];
        let (mut file, mut rank) = (0, 7);
        for letter in board.chars() {
            match letter {
                '/' | ',' => (file, rank) = (0, rank - 1),
                '1'..='8' => file += letter as i32 - '0' as i32,
                _ => {
                    let role = self.role(letter).ok_or_else(|| {
                        self.words.wrong(format!(
                            "{letter:?} is no piece of chess here; the knight is {}",
                            ["S", "S", "C"][self.language]
                        ))
                    })?;
                    let white = letter.is_ascii_uppercase();
                    let color = if white { Color::White } else { Color::Black };
                    let at = usize::try_from(rank * 8 + file).ok().filter(|_| file < 8);
                    let slot = at.and_then(|at| pieces.get_mut(at));
                    let slot = slot.ok_or_else(|| {
                        self.words.wrong("the board has more squares than 8 by 8".to_string())
                    })?;
                    *slot = Some(Piece::new(color, role));
                    file += 1;
                }
            }
        }
        self.setup.pieces = pieces;
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

    fn number(&mut self) -> Option<u16> {
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
            let Some(option) = option.filter(|_| !self.is_exactly_a_command(word)) else { break };
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
        let word = word.to_ascii_lowercase();
        COMMANDS.iter().any(|names| names[self.language] == word)
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
        text.parse().map_err(|error: crate::TwinError| self.words.wrong(error.to_string()))
    }
}

/// The problems as Popeye's input, in English.
pub fn write(entries: &[Entry]) -> String {
    let mut text = String::from("BeginProblem\n");
    for (at, entry) in entries.iter().enumerate() {
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
    let stipulation = &entry.problem.stipulation;
    let plain = Stipulation::new(stipulation.play.clone(), stipulation.goal, stipulation.length);
    let plain = Stipulation {
        exact: stipulation.exact,
        intro: stipulation.intro,
        parry: stipulation.parry,
        ..plain
    };
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
            Change::Stipulation(stipulation) => {
                format!("Stipulation {}", stipulation.to_string().replace(' ', ""))
            }
        });
    }
    words.join(" ")
}

/// Two squares that are as far apart as a shift goes.
fn shift_text(files: i8, ranks: i8) -> String {
    let ends = |steps: i8| if steps < 0 { (-steps, 0) } else { (0, steps) };
    let ((file, to_file), (rank, to_rank)) = (ends(files), ends(ranks));
    let square = |file: i8, rank: i8| Square::new((rank * 8 + file) as usize);
    format!("Shift {} {}", square(file, rank), square(to_file, to_rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_problems_in_three_languages_and_goes_on_after_a_bad_one() {
        let text = "BeginProblem\nAuthor Somebody Unknown\nStip #2\nPieces White Ka3 Ra8\n\
            \x20 Black Kb1\nOpti Move Try Set Vari Defence 2\nNextProblem\n\
            Forsyth 8/8/8/8/8/8/8/n6K Stip h#2\nNextProblem\n\
            Piec White Kh1 Pa2b2 Black Kh8 stipulation h # 2.5\n\
            Opti WhiteToPlay NoCastling e1\nTwin Move a2 a3 Twin Continued Remove b2 Endp\n";
        let entries = read(text);
        assert_eq!(entries.len(), 3);
        let first = entries[0].as_ref().unwrap();
        assert_eq!(first.authors, ["Somebody Unknown"]);
        assert_eq!((first.refutations, first.problem.stipulation.set_play), (Some(2), true));
        assert!(first.problem.position.to_string().starts_with("R7/8/8/8/8/K7/8/1k6 w"));
        let second = entries[1].as_ref().unwrap_err();
        assert_eq!(second.line, 8);
        assert!(second.problem.contains("the knight is S"), "{second}");
        let third = entries[2].as_ref().unwrap();
        assert_eq!(third.problem.stipulation.to_string(), "h#2.5");
        assert_eq!(third.problems().len(), 3);
        let german = "AnfangProblem Steine Weiss Ka1 Dd1 Schwarz Kh8 Bh7 Forderung h#3 Option WeissBeginnt EndeProblem";
        let entry = read(german).remove(0).unwrap();
        assert!(entry.problem.position.to_string().starts_with("7k/7p/8/8/8/8/8/K2Q4 w"));
        assert_eq!(entry.problem.stipulation.to_string(), "h#2.5");
        let french = "DebutProbleme Pieces Blanc Ra1 Cd1 Noir Rh8 Enonce h#3 FinProbleme";
        let entry = read(french).remove(0).unwrap();
        assert!(entry.problem.position.to_string().starts_with("7k/8/8/8/8/8/8/K2N4 b"));
    }

    #[test]
    fn en_passant_is_the_square_passed_over_in_both_files() {
        for squares in ["e3", "e2 e3 e4", "e3 e4", "e2e3"] {
            let text = format!(
                "BeginProblem\nPieces White Ke1 Pe4 Black Ke8 Pd4\nStipulation h#2\nOption EnPassant {squares}\nEndProblem\n"
            );
            let entry = read(&text).remove(0).unwrap();
            assert_eq!(entry.problem.position.passed_square(), "e3".parse().ok(), "{squares}");
            let olive = format!(
                "algebraic:\n  white: [Ke1, Pe4]\n  black: [Ke8, Pd4]\nstipulation: \"h#2\"\noptions:\n  - EnPassant {squares}\n"
            );
            let entry = crate::files::olive::read(&olive).remove(0).unwrap();
            assert_eq!(entry.problem.position.passed_square(), "e3".parse().ok(), "{squares}");
        }
        let text =
            "BeginProblem\nPieces White Ke1 Black Ke8\nStip h#2\nOption EnPassant e4\nEndProblem\n";
        assert!(read(text).remove(0).unwrap_err().problem.contains("rank 3 or 6"));
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        for (text, line, part) in [
            ("BeginProblem\nPieces White Ka1\nEndProblem", 1, "no stipulation"),
            ("BeginProblem\nCondition Circe\nEndProblem", 2, "Circe is not known"),
            ("BeginProblem\nPieces White Ka1 Gb2\nEndProblem", 2, "no piece of chess"),
            ("BeginProblem\nStip h#x\nEndProblem", 2, "expected a length"),
            ("BeginProblem\nStip #2", 2, "the end of the problem is missing"),
            ("Nonsense", 1, "expected BeginProblem"),
        ] {
            let error = read(text).remove(0).unwrap_err();
            assert_eq!(error.line, line, "{error}");
            assert!(error.problem.contains(part), "{error}");
        }
    }

    #[test]
    fn reads_what_it_writes() {
        let text = "BeginProblem Author A Title B\nPieces White Ka3 Ra8 Ke1 Black Kb1\n";
        assert!(read(text)[0].is_err());
        let text = "BeginProblem\nAuthor A\nTitle B\nPieces White Ke1 Ra1h1 Pb4 Black Kb8 Qc3\nStipulation s#3\n\
            Option Set NoCastling a1 Quodlibet MaxFlight 3 NonTr 1 2 Castling a1h8 Twin Shift b1 a1 Twin Cont Mirror a1h8 Add Black Sd4\n\
            Twin Rotate 270 Substitute Q R PolishType Stip ser-h#3 EndProblem";
        let entry = read(text).remove(0).unwrap();
        let again = read(&write(std::slice::from_ref(&entry))).remove(0).unwrap();
        assert_eq!((&again.problem, &again.twins), (&entry.problem, &entry.twins));
        assert_eq!((again.authors, again.name), (entry.authors, entry.name));
    }
}
