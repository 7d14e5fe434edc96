//! Twins: problems that come from another by small changes to the board or to what is asked.
//!
//! They are written as problemists write them for Popeye: `move a3 b4`, `remove e5 add white Qe8`, `mirror a1 h1`,
//! `rotate 90`, `continued shift a1 a2`, `stipulation h#3`.

use crate::letters::{self, LANGUAGES};
use crate::notation::Language;
use crate::problem::ProblemError;
use crate::solver::Problem;
use crate::stipulation::Stipulation;
use std::str::FromStr;
use zugwerk_chess::{CastlingRights, File, Piece, Rank, Role, Setup, Square};

/// The changes that lead to a twin.
///
/// ```
/// use zugwerk_problems::{Problem, Twin};
/// let problem = Problem::new("6k1/5ppp/8/8/8/8/6PP/R6K w - -", "#1", false).unwrap();
/// let twin: Twin = "move a1 b1 remove h2".parse().unwrap();
/// let twin = problem.twin(&twin, false).unwrap();
/// assert!(twin.position.to_string().starts_with("6k1/5ppp/8/8/8/8/6P1/1R5K w"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Twin {
    /// Whether they are made to the twin before, not to the diagram.
    pub is_continued: bool,
    /// The changes, in order.
    pub changes: Vec<Change>,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A piece goes from one square to another; what stood there is gone.
    Move(Square, Square),
    /// What stands on two squares is exchanged.
    Exchange(Square, Square),
    /// A piece is taken off.
    Remove(Square),
    /// A piece is put on.
    Add(Piece, Square),
    /// All pieces of one role become pieces of another.
    Substitute(Role, Role),
    /// The board is turned to the left by this many quarters.
    Rotate(u8),
    /// The board is mirrored so that the first square comes to the second.
    Mirror(Mirror),
    /// All pieces go this many files and ranks further.
    Shift(i8, i8),
    /// All pieces change their colour.
    Polish,
    /// Another board.
    Board(Box<[Option<Piece>; 64]>),
    /// Something else is asked.
    Stipulation(Box<Stipulation>),
}

/// Lines to mirror a board at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mirror {
    /// a1 comes to h1.
    Files,
    /// a1 comes to a8.
    Ranks,
    /// a1 comes to h8.
    LongDiagonal,
    /// a8 comes to h1.
    OtherDiagonal,
}

/// Why a text is no twin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("twin, word {word}: {problem}")]
pub struct TwinError {
    /// Which word, from 1.
    pub word: usize,
    /// What is wrong, or what was expected.
    pub problem: String,
}

impl Problem {
    /// The problem after the changes of a twin. Where king and rooks at home might castle, they may in the twin.
    pub fn twin(&self, twin: &Twin, any_position: bool) -> Result<Problem, ProblemError> {
        let mut setup = Setup::from(&self.position);
        let mut stipulation = self.stipulation.clone();
        let is_usual = setup.castling == setup.castling_at_home();
        for change in &twin.changes {
            match change {
                // Castlings exclude each other because of the diagram.
                Change::Stipulation(new) => {
                    let exclusive = stipulation.exclusive.union(new.exclusive);
                    stipulation = Stipulation { exclusive, ..(**new).clone() };
                }
                change => change.apply(&mut setup)?,
            }
        }
        let at_home = setup.castling_at_home();
        setup.castling = if is_usual {
            at_home
        } else {
            CastlingRights::new(setup.castling.rooks() & at_home.rooks())
        };
        setup.passed = None;
        if stipulation != self.stipulation {
            let changes_sides = stipulation.usual_turn() != self.stipulation.usual_turn();
            setup.turn = if changes_sides { !setup.turn } else { setup.turn };
        }
        let position = if any_position { setup.any_position() } else { setup.position() };
        let position = position.map_err(|error| match setup.any_position() {
            Ok(_) => ProblemError::Impossible(error),
            Err(error) => ProblemError::Unusable(error),
        })?;
        let target = self.target.clone().map(|target| crate::Target { setup, ..target });
        Ok(Problem::of(position, stipulation, target))
    }

    /// The problem, unless it is a `zero_position`, and its twins, each after the changes to the diagram or to the twin
    /// before it.
    pub fn twins(
        &self,
        twins: &[Twin],
        zero_position: bool,
        any_position: bool,
    ) -> Vec<Result<Problem, ProblemError>> {
        let mut all: Vec<Result<Problem, ProblemError>> = Vec::new();
        if !zero_position {
            all.push(Ok(self.clone()));
        }
        for twin in twins {
            let before = match all.last() {
                Some(before) if twin.is_continued => before.clone(),
                _ => Ok(self.clone()),
            };
            all.push(before.and_then(|before| before.twin(twin, any_position)));
        }
        all
    }
}

impl Change {
    /// Makes the change to a board; a stipulation is not on it.
    fn apply(&self, setup: &mut Setup) -> Result<(), ProblemError> {
        match *self {
            Change::Board(ref pieces) => setup.pieces = **pieces,
            Change::Move(from, to) => {
                let piece = setup.pieces[from.index()].take();
                setup.pieces[to.index()] = Some(piece.ok_or(ProblemError::NoPiece(from))?);
            }
            Change::Exchange(one, other) => setup.pieces.swap(one.index(), other.index()),
            Change::Remove(square) => {
                let piece = setup.pieces[square.index()].take();
                piece.ok_or(ProblemError::NoPiece(square))?;
            }
            Change::Add(piece, square) => setup.pieces[square.index()] = Some(piece),
            Change::Substitute(old, new) => {
                for piece in setup.pieces.iter_mut().flatten().filter(|piece| piece.role == old) {
                    piece.role = new;
                }
            }
            Change::Polish => {
                for piece in setup.pieces.iter_mut().flatten() {
                    piece.color = !piece.color;
                }
            }
            Change::Rotate(quarters) => {
                for _ in 0..quarters % 4 {
                    rearrange(setup, |file, rank| Some((7 - rank, file)))?;
                }
            }
            Change::Mirror(mirror) => rearrange(setup, |file, rank| {
                Some(match mirror {
                    Mirror::Files => (7 - file, rank),
                    Mirror::Ranks => (file, 7 - rank),
                    Mirror::LongDiagonal => (7 - rank, 7 - file),
                    Mirror::OtherDiagonal => (rank, file),
                })
            })?,
            Change::Shift(files, ranks) => rearrange(setup, |file, rank| {
                let on_board = |line: i8| (0..8).contains(&line);
                let (file, rank) = (file + files, rank + ranks);
                (on_board(file) && on_board(rank)).then_some((file, rank))
            })?,
            Change::Stipulation(_) => {}
        }
        Ok(())
    }
}

/// Brings every piece from its file and rank to others; an error if one would leave the board.
fn rearrange(
    setup: &mut Setup,
    to: impl Fn(i8, i8) -> Option<(i8, i8)>,
) -> Result<(), ProblemError> {
    let before = std::mem::replace(&mut setup.pieces, [None; 64]);
    for square in Square::all() {
        let Some(piece) = before[square.index()] else { continue };
        let (file, rank) = (square.file().index() as i8, square.rank().index() as i8);
        let (file, rank) = to(file, rank).ok_or(ProblemError::OffBoard(square))?;
        let square = Square::at(File::ALL[file as usize], Rank::ALL[rank as usize]);
        setup.pieces[square.index()] = Some(piece);
    }
    Ok(())
}

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
    let text = text.to_ascii_lowercase();
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
            "remove" => Change::Remove(self.square()?),
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
                let text = self.expected("a stipulation")?;
                let stipulation =
                    text.parse::<Stipulation>().map_err(|error| self.wrong(error.to_string()))?;
                Change::Stipulation(Box::new(stipulation))
            }
        })
    }

    /// A colour and pieces with their squares, like `white Qe8 Pa2b2`.
    fn add(&mut self, changes: &mut Vec<Change>) -> Result<(), TwinError> {
        let word = self.expected("white or black")?;
        let color = letters::color(self.language, word)
            .ok_or_else(|| self.wrong(format!("expected white or black, not {word:?}")))?;
        let before = changes.len();
        while let Some(word) = self.next() {
            match letters::pieces(self.language, color, word) {
                Some(pieces) => {
                    changes.extend(pieces.into_iter().map(|(piece, at)| Change::Add(piece, at)));
                }
                None => {
                    self.at -= 1;
                    break;
                }
            }
        }
        match changes.len() == before {
            true => Err(self.wrong(format!("expected pieces like {}e8", self.queen()))),
            false => Ok(()),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn twin(fen: &str, text: &str) -> Result<String, String> {
        let problem = Problem::new(fen, "h#2", true).unwrap();
        let twin: Twin = text.parse().map_err(|error: TwinError| error.to_string())?;
        let twin = problem.twin(&twin, true).map_err(|error| error.to_string())?;
        Ok(twin.position.to_string().split(' ').next().unwrap_or_default().to_string())
    }

    #[test]
    fn every_kind_of_change() {
        let fen = "k7/8/8/8/8/8/P7/K1R5";
        for (text, board) in [
            ("move a2 b3", "k7/8/8/8/8/1P6/8/K1R5"),
            ("exchange a1 c1", "k7/8/8/8/8/8/P7/R1K5"),
            ("rem c1", "k7/8/8/8/8/8/P7/K7"),
            ("add white Qh8 Sg1h1 remove c1", "k6Q/8/8/8/8/8/P7/K5NN"),
            ("substitute R B", "k7/8/8/8/8/8/P7/K1B5"),
            ("rotate 180", "5R1K/7P/8/8/8/8/8/7k"),
            ("remove a2 rotate 90", "8/8/8/8/8/7R/8/k6K"),
            ("mirror a1<-->h1", "7k/8/8/8/8/8/7P/5R1K"),
            ("mirror a1a8", "K1R5/P7/8/8/8/8/8/k7"),
            ("remove a2 mirror a1 h8", "k6K/8/7R/8/8/8/8/8"),
            ("remove a2 mirror a8 h1", "8/8/8/8/8/R7/8/K6k"),
            ("add black Pd5 remove a8 add black Kb6 shift a1 b2", "8/2k5/4p3/8/8/1P6/1K1R4/8"),
            ("polishtype", "K7/8/8/8/8/8/p7/k1r5"),
            ("versetze a2 b3 entferne c1", "k7/8/8/8/8/1P6/8/K7"),
            ("forsyth 8/8/8/3k4/8/8/8/S6K", "8/8/8/3k4/8/8/8/N6K"),
        ] {
            assert_eq!(twin(fen, text).as_deref(), Ok(board), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let fen = "k7/8/8/8/8/8/P7/K1R5";
        for (text, part) in [
            ("", "word 1: expected a change"),
            ("jump a1 b1", "word 1: expected one of continued, move"),
            ("move a1", "word 3: expected a square"),
            ("move a1 z9", "word 3: expected a square like e4"),
            ("rotate 45", "word 2: expected 90"),
            ("mirror a1 b1", "expected a1 h1"),
            ("add green Qa3", "white or black"),
            ("stipulation h#x", "expected a length"),
            ("condition circe", "fairy conditions"),
            ("remove d4", "nothing stands on d4"),
            ("shift a1 b1 shift a1 h1", "off the board"),
        ] {
            let error = twin(fen, text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn twins_go_on_from_the_diagram_or_from_the_twin_before() {
        let problem = Problem::new("k7/8/8/8/8/8/P7/K1R5", "h#2", true).unwrap();
        let twins: Vec<Twin> = ["move c1 d1", "continued remove a2", "stipulation #3"]
            .iter()
            .map(|t| t.parse().unwrap())
            .collect();
        let boards = |zero: bool| -> Vec<String> {
            let all = problem.twins(&twins, zero, true).into_iter();
            all.map(|twin| twin.unwrap().position.to_string()).collect()
        };
        assert_eq!(boards(false).len(), 4);
        let all = boards(true);
        assert!(all[0].starts_with("k7/8/8/8/8/8/P7/K2R4 b"), "{all:?}");
        assert!(all[1].starts_with("k7/8/8/8/8/8/8/K2R4 b"), "{all:?}");
        // Black begins a helpmate, White a directmate.
        assert!(all[2].starts_with("k7/8/8/8/8/8/P7/K1R5 w"), "{all:?}");
    }
}
