//! The text picture of a board: chess symbols in rows, readable by people and programs.
//!
//! ```text
//! 8 ♜♞♝♛♚♝♞♜ [♛♚]☚
//! 7 ♟♟♟♟♟♟♟♟
//! 6
//! 5
//! 4     ♙
//! 3
//! 2 ♙♙♙♙ ♙♙♙
//! 1 ♖♘♗♕♔♗♘♖ [♕♔e3]
//!   abcdefgh
//! ```
//!
//! A row is its digit, a blank and eight cells; an empty cell is a blank, and blanks at the end may be
//! missing. Rows 8 and 1 carry a bracket with the rights to castle of their side, queen for long and king
//! for short, and, if that side has just made a double step, the square it passed over. The hand `☚`
//! points at the row of the side to move. Blank lines before the picture, and whatever stands below row 1,
//! are passed over; a square that nobody can have passed over is left out, as in a FEN.

use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Piece, Position, PositionError, Rank,
    Role, Setup, Square,
};

const HAND: char = '☚';

/// What is wrong with a text picture, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each is its own message")]
pub enum PictureError {
    #[error("line {line}: expected row {row}, beginning with \"{row} \"")]
    Row { line: usize, row: char },
    #[error(
        "line {line}, column {column}: {found:?} is not a cell: expected a chess symbol or a blank"
    )]
    Cell { line: usize, column: usize, found: char },
    #[error("line {line}: row {row} has more than 8 cells")]
    TooLong { line: usize, row: char },
    #[error(
        "line {line}: row {row} lacks its bracket: expected [ queen or blank, king or blank, perhaps a square ]"
    )]
    NoBracket { line: usize, row: char },
    #[error(
        "line {line}: the bracket of row {row} holds {found:?}: expected queen or blank, king or blank, perhaps a square"
    )]
    Bracket { line: usize, row: char, found: String },
    #[error("line {line}: expected nothing more but {HAND}, found {found:?}")]
    AfterBracket { line: usize, found: String },
    #[error("no row carries {HAND}: expected it behind row 8 or row 1, on the side to move")]
    NoHand,
    #[error("both sides carry {HAND}: expected it on the side to move alone")]
    TwoHands,
    #[error(
        "the side to move has a square in its bracket: expected it with the side that has just moved"
    )]
    PassedByMover,
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl Position {
    /// Reads a text picture; see the [module](self).
    ///
    /// ```
    /// use zugwerk_chess::Position;
    /// let start = Position::start();
    /// assert_eq!(Position::from_picture(&start.picture()), Ok(start));
    /// ```
    pub fn from_picture(text: &str) -> Result<Position, PictureError> {
        let setup = Setup::from_picture(text)?;
        match setup.position() {
            // As in a FEN, an impossible square for en passant is left out.
            Err(PositionError::EnPassant(..)) => {
                Ok(Setup { double_push: None, ..setup }.position()?)
            }
            position => Ok(position?),
        }
    }

    /// Draws the text picture, ending with a line break.
    pub fn picture(&self) -> String {
        let mut picture = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            picture.extend([rank.digit(), ' ']);
            for file in File::ALL {
                let piece = self.piece_at(Square::at(file, rank));
                picture.push(piece.map_or(' ', Piece::figurine));
            }
            if let Some(color) = owner(rank) {
                picture.push_str(&self.bracket(color));
            }
            picture.push('\n');
        }
        picture.push_str("  abcdefgh\n");
        picture
    }

    fn bracket(&self, color: Color) -> String {
        let may = |side, role| {
            let rook = self.king(color).and_then(|king| self.castling().rook(color, side, king));
            rook.map_or(' ', |_| Piece::new(color, role).figurine())
        };
        let (long, short) =
            (may(CastlingSide::Queen, Role::Queen), may(CastlingSide::King, Role::King));
        let to_move = self.turn() == color;
        let passed = self.double_push_square().filter(|_| !to_move);
        let passed = passed.map(|square| square.to_string()).unwrap_or_default();
        let hand = if to_move { HAND.to_string() } else { String::new() };
        format!(" [{long}{short}{passed}]{hand}")
    }
}

impl Setup {
    /// Reads a text picture as it is written, possible or not.
    pub fn from_picture(text: &str) -> Result<Setup, PictureError> {
        read(text)
    }
}

/// The side whose bracket stands on `rank`.
fn owner(rank: Rank) -> Option<Color> {
    match rank.index() {
        0 => Some(Color::White),
        7 => Some(Color::Black),
        _ => None,
    }
}

fn read(text: &str) -> Result<Setup, PictureError> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim_end_matches('\r')));
    // Blank lines may come before it; the line of the files and whatever comes after row 1 says nothing.
    let mut lines = lines.skip_while(|(_, line)| line.trim().is_empty());
    let mut setup = Setup::empty();
    let mut last = 0;
    let mut hands = Vec::new();
    let mut passed = Vec::new();
    for rank in Rank::ALL.into_iter().rev() {
        let row = rank.digit();
        let (line, content) = lines.next().unwrap_or((last + 1, ""));
        last = line;
        let content = content.strip_prefix(row).ok_or(PictureError::Row { line, row })?;
        let content = match content.strip_prefix(' ') {
            Some(content) => content,
            None if content.is_empty() => content,
            None => return Err(PictureError::Row { line, row }),
        };
        let cells = match owner(rank) {
            None => content,
            Some(color) => {
                let (cells, bracket) =
                    content.split_once('[').ok_or(PictureError::NoBracket { line, row })?;
                let square = read_bracket(&mut setup, color, bracket, line, &mut hands)?;
                passed.extend(square.map(|square| (color, square)));
                cells
            }
        };
        read_cells(&mut setup, cells, rank, line)?;
    }
    setup.turn = match hands[..] {
        [] => return Err(PictureError::NoHand),
        [color] => color,
        _ => return Err(PictureError::TwoHands),
    };
    for (color, square) in passed {
        if color == setup.turn {
            return Err(PictureError::PassedByMover);
        }
        setup.double_push = Some(square);
    }
    Ok(setup)
}

fn read_cells(setup: &mut Setup, cells: &str, rank: Rank, line: usize) -> Result<(), PictureError> {
    // Some editors add the selector that asks for plain text symbols.
    let symbols = cells.chars().filter(|symbol| *symbol != '\u{FE0E}');
    for (at, symbol) in symbols.enumerate() {
        if symbol == ' ' {
            continue;
        }
        if at >= 8 {
            return Err(PictureError::TooLong { line, row: rank.digit() });
        }
        let piece = Piece::from_figurine(symbol);
        let piece = piece.ok_or(PictureError::Cell { line, column: at + 3, found: symbol })?;
        setup.pieces[Square::at(File::new(at), rank).index()] = Some(piece);
    }
    Ok(())
}

/// Reads what follows the opening bracket; returns the square passed over, if it is there.
fn read_bracket(
    setup: &mut Setup,
    color: Color,
    text: &str,
    line: usize,
    hands: &mut Vec<Color>,
) -> Result<Option<Square>, PictureError> {
    let row = Rank::FIRST.relative_to(color).digit();
    let (inside, after) = text.split_once(']').ok_or(PictureError::NoBracket { line, row })?;
    let wrong = || PictureError::Bracket { line, row, found: crate::fen::shorten(inside) };
    let symbols: Vec<char> = inside.chars().filter(|symbol| *symbol != '\u{FE0E}').collect();
    let [long, short, square @ ..] = &symbols[..] else { return Err(wrong()) };
    let mut rooks = setup.castling.rooks();
    for (found, role, file) in [(long, Role::Queen, 0), (short, Role::King, 7)] {
        if *found == Piece::new(color, role).figurine() {
            let rank = Rank::FIRST.relative_to(color);
            rooks |= Bitboard::of(Square::at(File::new(file), rank));
        } else if *found != ' ' {
            return Err(wrong());
        }
    }
    setup.castling = CastlingRights::new(rooks);
    match after.trim() {
        "" => {}
        hand if hand.trim_end_matches('\u{FE0E}') == "☚" => hands.push(color),
        other => {
            return Err(PictureError::AfterBracket { line, found: crate::fen::shorten(other) });
        }
    }
    if square.is_empty() {
        return Ok(None);
    }
    let square: String = square.iter().collect();
    square.trim().parse().map(Some).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    const AFTER_E4: &str = "8 ♜♞♝♛♚♝♞♜ [♛♚]☚
7 ♟♟♟♟♟♟♟♟
6         \n5         \n4     ♙   \n3         \n2 ♙♙♙♙ ♙♙♙
1 ♖♘♗♕♔♗♘♖ [♕♔e3]
  abcdefgh
";

    #[test]
    fn draws_the_square_passed_over_with_the_side_that_just_moved() {
        let start = Position::start();
        let after = start.play(start.parse_uci("e2e4").unwrap());
        assert_eq!(after.picture(), AFTER_E4);
        assert_eq!(Position::from_picture(AFTER_E4), Ok(after));
    }

    #[test]
    fn blanks_at_the_end_may_be_missing() {
        let trimmed: Vec<&str> = AFTER_E4.lines().map(str::trim_end).collect();
        let read = Position::from_picture(&trimmed.join("\r\n")).unwrap();
        assert_eq!(read.picture(), AFTER_E4);
    }

    #[test]
    fn blank_lines_before_no_files_and_text_behind_are_passed_over() {
        let rows: Vec<&str> = AFTER_E4.lines().take(8).collect();
        let rows = rows.join("\n");
        for picture in [
            format!("\n  \n\r\n{AFTER_E4}"),
            rows.clone(),
            format!("{rows}\n"),
            format!("{AFTER_E4}\nWhite has just moved.\n"),
            format!("{rows}\nWhite has just moved.\n"),
        ] {
            let read = Position::from_picture(&picture).map(|position| position.picture());
            assert_eq!(read.as_deref(), Ok(AFTER_E4), "{picture}");
        }
        let error = Position::from_picture(&format!("\n\n{}", rows.replacen("6 ", "x", 1)));
        assert_eq!(error.unwrap_err().to_string(), "line 5: expected row 6, beginning with \"6 \"");
    }

    #[test]
    fn an_impossible_square_for_en_passant_is_left_out_as_in_a_fen() {
        for square in ["d3", "a6", "e4"] {
            let picture = AFTER_E4.replacen("[♕♔e3]", &format!("[♕♔{square}]"), 1);
            let fen = format!("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq {square} 0 1");
            let read = Position::from_picture(&picture).unwrap();
            assert_eq!(read.double_push_square(), None, "{square}");
            assert_eq!(Position::from_fen(&fen).unwrap().picture(), read.picture());
            assert!(
                Setup::from_picture(&picture).unwrap().double_push.is_some(),
                "as it is written"
            );
        }
    }

    #[test]
    fn errors_name_the_place() {
        let error = |from: &str, to: &str| {
            Position::from_picture(&AFTER_E4.replacen(from, to, 1)).unwrap_err().to_string()
        };
        assert_eq!(
            error("4     ♙", "4    e♙"),
            "line 5, column 6: 'e' is not a cell: expected a chess symbol or a blank"
        );
        assert_eq!(error("3  ", "2  "), "line 6: expected row 3, beginning with \"3 \"");
        assert_eq!(
            error("☚", ""),
            "no row carries ☚: expected it behind row 8 or row 1, on the side to move"
        );
        assert_eq!(
            error("[♕♔e3]", "[♕♔e9]"),
            "line 8: the bracket of row 1 holds \"♕♔e9\": expected queen or blank, king or blank, perhaps a square"
        );
        assert_eq!(error("♚♝", " ♝"), "no black king");
        assert_eq!(
            Position::from_picture("").unwrap_err().to_string(),
            "line 1: expected row 8, beginning with \"8 \""
        );
    }
}
