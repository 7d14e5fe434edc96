//! PGN: games with tags, comments, annotation glyphs and variations, read as a stream and written.
//!
//! A broken game is no reason to stop: it comes back with the moves up to the first illegal one and an
//! error that names it and its line, and the reader goes on with the next game.

mod lexer;
mod write;

use crate::{End, Move, Position};
use lexer::{Lexer, Token};
use std::io::{self, BufRead};

/// A game as a PGN file tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// Name and value of each tag, in order.
    pub tags: Vec<(String, String)>,
    /// The position the game began with.
    pub start: Position,
    /// The moves and all that is said of them.
    pub line: Line,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The first thing wrong with it, if anything is.
    pub error: Option<PgnError>,
    /// The first move that was played although the game had ended by itself, as after a fivefold repetition;
    /// it is kept all the same.
    pub late: Option<PgnError>,
    /// The line of the file in which it begins.
    pub first_line: usize,
}

/// A series of moves: the game itself, or a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What is said before the first move.
    pub comment: String,
    /// The moves.
    pub moves: Vec<Ply>,
}

/// A move of a game and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub m: Move,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?`, and so on.
    pub nags: Vec<u8>,
    /// What is said after it.
    pub comment: String,
    /// What else might have been played instead.
    pub variations: Vec<Line>,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct PgnError {
    /// Where.
    pub line: usize,
    /// What, in a sentence.
    pub what: String,
}

/// Variations deeper than this are a broken file.
const DEEPEST: usize = 100;
/// More plies or tags in one game are a broken file; what comes after them is not kept.
const MOST_PLIES: usize = 100_000;
const MOST_TAGS: usize = 10_000;

impl PgnGame {
    /// A game with nothing played yet.
    pub fn new(start: Position) -> PgnGame {
        PgnGame {
            tags: Vec::new(),
            start,
            line: Line::default(),
            result: "*",
            error: None,
            late: None,
            first_line: 1,
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// Appends a move to the game itself.
    pub fn push(&mut self, m: Move) -> &mut Ply {
        self.line.moves.push(Ply {
            m,
            nags: Vec::new(),
            comment: String::new(),
            variations: Vec::new(),
        });
        self.line.moves.last_mut().expect("a move was just pushed")
    }

    /// The moves of the game itself, without variations.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.line.moves.iter().map(|ply| ply.m)
    }

    /// The position after the last move.
    pub fn last_position(&self) -> Position {
        self.moves().fold(self.start.clone(), |position, m| position.play(m))
    }
}

/// Reads the games of a PGN file, one after the other, in memory for one game only.
///
/// ```
/// use zugwerk_chess::pgn::Reader;
/// let file = "[White \"Anna\"]\n\n1. e4 e5 {open} 2. Ke3 *\n";
/// let game = Reader::new(file.as_bytes()).next().unwrap().unwrap();
/// assert_eq!(game.tag("White"), Some("Anna"));
/// assert_eq!(game.line.moves[1].comment, "open");
/// assert_eq!(game.error.unwrap().to_string(), "line 3: 2. Ke3 is not a legal move here");
/// ```
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// A tag of the next game, read while looking for the end of the last one.
    pending: Option<(usize, Token)>,
}

impl<R: BufRead> Reader<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Reader<R> {
        Reader { lexer: Lexer::new(input), pending: None }
    }

    fn token(&mut self) -> io::Result<Option<(usize, Token)>> {
        match self.pending.take() {
            Some(token) => Ok(Some(token)),
            None => self.lexer.next(),
        }
    }

    fn read_game(&mut self) -> io::Result<Option<PgnGame>> {
        let mut game = PgnGame::new(Position::start());
        let mut seen_any = false;
        let mut chess960 = false;
        while let Some((line, token)) = self.token()? {
            if token != Token::Tag {
                self.pending = Some((line, token));
                break;
            }
            let [name, value] = [self.lexer.name(), self.lexer.text()]
                .map(|bytes| String::from_utf8_lossy(bytes).into_owned());
            if !seen_any {
                game.first_line = line;
            }
            seen_any = true;
            chess960 |= name == "Variant" && is_chess960(&value);
            if name == "FEN" {
                match Position::from_fen(&value) {
                    Ok(position) => game.start = position,
                    Err(error) => fail(&mut game, line, format!("the FEN tag: {error}")),
                }
            }
            if game.tags.len() < MOST_TAGS {
                game.tags.push((name, value));
            } else {
                fail(&mut game, line, format!("more than {MOST_TAGS} tags"));
            }
        }
        if chess960 {
            game.start.set_chess960(true);
        }
        if self.pending.is_none() && !seen_any {
            return Ok(None);
        }
        if let Some((line, _)) = &self.pending
            && !seen_any
        {
            game.first_line = *line;
        }
        self.read_moves(&mut game)?;
        Ok(Some(game))
    }

    fn read_moves(&mut self, game: &mut PgnGame) -> io::Result<()> {
        let mut cursor = Cursor::new(game.start.clone());
        while let Some((line, token)) = self.token()? {
            match token {
                Token::Result(result) if cursor.is_main() => {
                    game.result = result;
                    break;
                }
                Token::Tag => {
                    self.pending = Some((line, token));
                    break;
                }
                _ if game.error.is_some() => {
                    // Find the end of the game, be it inside a variation.
                    if let Token::Result(result) = token {
                        game.result = result;
                        break;
                    }
                }
                token => {
                    if let Err(what) = cursor.take(line, token, self.lexer.text()) {
                        fail(game, line, what);
                    }
                }
            }
        }
        if game.error.is_none() && !cursor.is_main() {
            fail(game, cursor.opened_in_line, "a variation is never closed".to_string());
        }
        game.late = cursor.ending.late.take();
        game.line = cursor.finish();
        Ok(())
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<PgnGame>;

    fn next(&mut self) -> Option<io::Result<PgnGame>> {
        self.read_game().transpose()
    }
}

fn is_chess960(variant: &str) -> bool {
    let variant = variant.to_ascii_lowercase();
    variant.contains("960") || variant.contains("fischer") || variant.contains("freestyle")
}

fn fail(game: &mut PgnGame, line: usize, what: String) {
    game.error.get_or_insert(PgnError { line, what });
}

/// A line that is being read.
struct OpenLine {
    line: Line,
    /// The positions before and after its last move, in turns, so that a move copies one only.
    positions: [Position; 2],
    /// Which of them is the one after it.
    now: usize,
}

impl OpenLine {
    fn new(start: Position) -> OpenLine {
        OpenLine { line: Line::default(), positions: [start.clone(), start], now: 0 }
    }

    fn before(&self) -> &Position {
        &self.positions[1 - self.now]
    }

    fn after(&self) -> &Position {
        &self.positions[self.now]
    }

    fn play(&mut self, m: Move, nag: Option<u8>) {
        let [first, second] = &mut self.positions;
        let (now, next) = if self.now == 0 { (first, second) } else { (second, first) };
        now.play_over(m, next);
        self.now = 1 - self.now;
        if self.line.moves.is_empty() {
            // Enough for most games, in one go.
            self.line.moves.reserve(64);
        }
        self.line.moves.push(Ply {
            m,
            nags: nag.into_iter().collect(),
            comment: String::new(),
            variations: Vec::new(),
        });
    }
}

/// Where in the tree of moves the reader is: the lines from the game itself down to the variation being read.
struct Cursor {
    lines: Vec<OpenLine>,
    /// The game itself, as far as its end depends on its past.
    ending: Ending,
    /// Where the last variation was opened.
    opened_in_line: usize,
    plies: usize,
}

impl Cursor {
    fn new(start: Position) -> Cursor {
        let ending = Ending::new(&start);
        let lines = vec![OpenLine::new(start)];
        Cursor { lines, ending, opened_in_line: 1, plies: 0 }
    }

    fn is_main(&self) -> bool {
        self.lines.len() == 1
    }

    fn finish(mut self) -> Line {
        while !self.is_main() {
            self.close();
        }
        self.lines.pop().map(|open| open.line).unwrap_or_default()
    }

    /// Takes a token that says `said`.
    fn take(&mut self, line_number: usize, token: Token, said: &[u8]) -> Result<(), String> {
        let depth = self.lines.len();
        let open = self.lines.last_mut().expect("the game itself is always there");
        let line = &mut open.line;
        match token {
            Token::Word => return self.word(line_number, said),
            Token::Nag => {
                let number = String::from_utf8_lossy(said).parse::<u8>();
                annotate(
                    line,
                    Some(number.map_err(|_| "$ without a number up to 255".to_string())?),
                )?;
            }
            Token::Comment => {
                let text = lexer::tidied(&String::from_utf8_lossy(said));
                let place = line.moves.last_mut().map_or(&mut line.comment, |ply| &mut ply.comment);
                if !place.is_empty() && !text.is_empty() {
                    place.push(' ');
                }
                place.push_str(&text);
            }
            Token::OpenComment => return Err("a comment is never closed".to_string()),
            Token::Open if line.moves.is_empty() => {
                return Err("a variation before the first move".to_string());
            }
            Token::Open if depth > DEEPEST => {
                return Err(format!("more than {DEEPEST} variations inside each other"));
            }
            Token::Open => {
                let start = open.before().clone();
                self.opened_in_line = line_number;
                self.lines.push(OpenLine::new(start));
            }
            Token::Close if depth == 1 => return Err("a ) without its (".to_string()),
            Token::Close => self.close(),
            Token::Tag | Token::Result(_) => {}
        }
        Ok(())
    }

    fn word(&mut self, line_number: usize, word: &[u8]) -> Result<(), String> {
        let open = self.lines.last_mut().expect("the game itself is always there");
        let after = open.after();
        // Nearly every word is a move as it stands, or the number of one.
        if let Some(m) = after.parse_exact_san(word) {
            return self.play(line_number, m, None, word);
        }
        if let [digits @ .., b'.'] = word
            && digits.iter().all(u8::is_ascii_digit)
        {
            return Ok(());
        }
        let word = &*String::from_utf8_lossy(word);
        // Castling written with zeros begins like a move number.
        let text = match word.starts_with("0-0") {
            true => word,
            false => word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '…'),
        };
        if text.is_empty() || text == "e.p." {
            return Ok(());
        }
        let nag = suffix_nag(text);
        if text.bytes().all(|byte| b"!?".contains(&byte)) {
            return annotate(&mut open.line, nag);
        }
        let m = after.parse_san(text).map_err(|error| format!("{} {error}", number(after)))?;
        self.play(line_number, m, nag, text.as_bytes())
    }

    fn play(
        &mut self,
        line_number: usize,
        m: Move,
        nag: Option<u8>,
        text: &[u8],
    ) -> Result<(), String> {
        if self.plies == MOST_PLIES {
            return Err(format!("more than {MOST_PLIES} moves in one game"));
        }
        self.plies += 1;
        let is_main = self.is_main();
        let open = self.lines.last_mut().expect("the game itself is always there");
        open.play(m, nag);
        if is_main {
            self.ending.play(open.before(), text, open.after(), line_number);
        }
        Ok(())
    }

    fn close(&mut self) {
        if let Some(variation) = self.lines.pop()
            && let Some(open) = self.lines.last_mut()
            && let Some(ply) = open.line.moves.last_mut()
            // Brackets around nothing say nothing.
            && !(variation.line.moves.is_empty() && variation.line.comment.is_empty())
        {
            ply.variations.push(variation.line);
        }
    }
}

/// Watches the game itself for its end, and for a move that comes after it.
struct Ending {
    keys: Vec<u64>,
    end: Option<End>,
    /// The first move after the end.
    late: Option<PgnError>,
}

impl Ending {
    fn new(start: &Position) -> Ending {
        Ending { keys: vec![start.key()], end: end_with_moves(start, &[]), late: None }
    }

    fn play(&mut self, before: &Position, text: &[u8], after: &Position, line: usize) {
        if let (Some(end), None) = (self.end, &self.late) {
            let text = String::from_utf8_lossy(text);
            let what = format!("{} {text} is played after the end: {end}", number(before));
            self.late = Some(PgnError { line, what });
        }
        self.keys.push(after.key());
        self.end = self.end.or_else(|| end_with_moves(after, &self.keys));
    }
}

/// How the game has ended in a position with these keys up to it, if there may still be moves in it.
fn end_with_moves(position: &Position, keys: &[u64]) -> Option<End> {
    let clock = usize::from(position.halfmoves());
    // The fifth time comes after four rounds of at least four plies.
    let is_fifth = clock >= 16 && {
        let key = position.key();
        keys.iter().rev().take(clock + 1).step_by(2).filter(|other| **other == key).count() >= 5
    };
    if is_fifth {
        return Some(End::FivefoldRepetition);
    }
    if position.is_surely_dead() {
        return Some(End::DeadPosition);
    }
    (clock >= 150).then_some(End::SeventyFiveMoves)
}

/// The number of the next move, as it is written before it.
fn number(position: &Position) -> String {
    let dots = if position.turn() == crate::Color::White { "." } else { "..." };
    format!("{}{dots}", position.fullmoves())
}

fn annotate(line: &mut Line, nag: Option<u8>) -> Result<(), String> {
    match (line.moves.last_mut(), nag) {
        (Some(ply), Some(nag)) => ply.nags.push(nag),
        (None, Some(_)) => return Err("an annotation before the first move".to_string()),
        (_, None) => {}
    }
    Ok(())
}

/// The glyph of a suffix like `!?`.
fn suffix_nag(text: &str) -> Option<u8> {
    let start = text
        .rfind(|c| c != '!' && c != '?')
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    match text.get(start..)? {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
