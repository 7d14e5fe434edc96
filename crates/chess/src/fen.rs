//! FEN, with X-FEN and Shredder-FEN for Chess960.
//!
//! Reading is strict or forgiving. Forgiving takes what people paste: fields at the end may be missing,
//! blanks may be several, rights to castle without their rook and impossible en-passant squares are
//! dropped. Strict wants all six fields and refuses what contradicts the board.

use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Piece, Position, PositionError, Rank,
    Role, Setup, Square,
};
use std::fmt;
use std::str::FromStr;

/// What is wrong with a FEN, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each is its own message")]
pub enum FenError {
    #[error("the FEN is empty: expected at least the placement of the pieces")]
    Empty,
    #[error("the placement has {0} ranks, expected 8 separated by \"/\"")]
    Ranks(usize),
    #[error("rank {0} has {1} squares, expected 8")]
    RankLength(char, usize),
    #[error("rank {0} has {1:?}, expected one of PNBRQKpnbrqk or a digit 1 to 8")]
    Piece(char, char),
    #[error("rank {0} has two digits in a row")]
    Digits(char),
    #[error("the side to move is {0:?}, expected w or b")]
    Turn(String),
    #[error("the castling rights are {0:?}, expected - or some of KQkq or the files of the rooks")]
    Castling(String),
    #[error("the en-passant square is {0:?}, expected - or a square like e3")]
    EnPassant(String),
    #[error("the halfmove clock is {0:?}, expected a number from 0 to 9999")]
    Halfmoves(String),
    #[error("the move number is {0:?}, expected a number from 1 to 9999")]
    Fullmoves(String),
    #[error("there is no field for {0}")]
    Missing(&'static str),
    #[error("after the FEN comes {0:?}, expected its end")]
    Extra(String),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("{}", joined(.0))]
    Positions(Vec<PositionError>),
}

/// All that is wrong with a position, in one line.
fn joined(errors: &[PositionError]) -> String {
    errors.iter().map(PositionError::to_string).collect::<Vec<_>>().join("; ")
}

impl Position {
    /// Reads a FEN as people paste it; see the [module](self) for what is forgiven.
    ///
    /// ```
    /// use zugwerk_chess::Position;
    /// let position = Position::from_fen("8/8/8/8/8/1k6/8/K7  b").unwrap();
    /// assert_eq!(position.to_string(), "8/8/8/8/8/1k6/8/K7 b - - 0 1");
    /// let error = Position::from_fen("8/8/8/9/8/1k6/8/K7 b").unwrap_err();
    /// assert_eq!(error.to_string(), "rank 5 has 9 squares, expected 8");
    /// ```
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        let setup = Setup::from_fen(fen)?;
        setup.position().map_err(|first| match setup.errors() {
            all if all.len() > 1 => FenError::Positions(all),
            _ => FenError::Position(first),
        })
    }

    /// Reads a FEN that must be complete and true in every field.
    pub fn from_fen_strict(fen: &str) -> Result<Position, FenError> {
        Ok(Setup::from_fen_strict(fen)?.reachable_position()?)
    }

    /// The Shredder-FEN, which names the files of the rooks that may castle: `HAha` for `KQkq`.
    pub fn shredder_fen(&self) -> String {
        self.write_fen(true)
    }

    fn write_fen(&self, shredder: bool) -> String {
        let setup = Setup::from(self);
        let passed = self.en_passant().map_or("-".to_string(), |square| square.to_string());
        format!(
            "{} {} {} {passed} {} {}",
            setup.placement(),
            self.turn().letter(),
            castling_letters(self, shredder),
            self.halfmoves(),
            self.fullmoves()
        )
    }
}

/// The FEN; en passant is written only where a pawn can legally take, castling as in X-FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.write_fen(false))
    }
}

/// Reads what [`Display`](fmt::Display) writes: a FEN with all six fields, and with no rights that cannot be.
/// [`Position::from_fen`] reads what people paste.
///
/// ```
/// use zugwerk_chess::Position;
/// assert!("4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse::<Position>().is_ok());
/// let error = "4k3/8/8/8/8/8/8/4K2R w Q - 0 1".parse::<Position>().unwrap_err();
/// assert_eq!(error.to_string(), "white may castle with a1, but there is no white rook");
/// assert!("4k3/8/8/8/8/8/8/4K3 w - -".parse::<Position>().is_err());
/// ```
impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Position, FenError> {
        Ok(Setup::from_fen_strict(fen)?.position()?)
    }
}

impl Setup {
    /// Reads a FEN forgivingly.
    pub fn from_fen(fen: &str) -> Result<Setup, FenError> {
        let mut setup = read(fen, false)?;
        setup.drop_impossible_rights();
        if setup.double_push.is_some()
            && matches!(setup.any_position(), Err(PositionError::EnPassant(..)))
        {
            setup.double_push = None;
        }
        Ok(setup)
    }

    /// Reads a FEN forgivingly, but with the rights to castle and the en-passant square as they are written,
    /// possible or not; [`Setup::from_fen`] drops those that are not.
    ///
    /// ```
    /// use zugwerk_chess::Setup;
    /// let fen = "4k3/8/8/8/8/8/8/4K3 w K -";
    /// assert!(Setup::from_fen(fen).unwrap().position().is_ok());
    /// let error = Setup::from_fen_as_written(fen).unwrap().position().unwrap_err();
    /// assert_eq!(error.to_string(), "white may castle with h1, but there is no white rook");
    /// ```
    pub fn from_fen_as_written(fen: &str) -> Result<Setup, FenError> {
        read(fen, false)
    }

    /// Reads a FEN that must be complete.
    pub fn from_fen_strict(fen: &str) -> Result<Setup, FenError> {
        read(fen, true)
    }

    /// The first field of a FEN.
    pub fn placement(&self) -> String {
        let rows = Rank::ALL.into_iter().rev().map(|rank| {
            let mut row = String::new();
            let mut empty = 0;
            for file in File::ALL {
                match self.pieces[Square::at(file, rank).index()] {
                    None => empty += 1,
                    Some(piece) => {
                        push_empty(&mut row, std::mem::take(&mut empty));
                        row.push(piece.letter());
                    }
                }
            }
            push_empty(&mut row, empty);
            row
        });
        rows.collect::<Vec<_>>().join("/")
    }

    /// Drops the rights to castle whose king or rook is not there.
    fn drop_impossible_rights(&mut self) {
        let has = |square: Square, color, role| {
            self.pieces[square.index()] == Some(Piece::new(color, role))
        };
        let rooks = self.castling.rooks().into_iter().filter(|&rook| {
            let color = back_rank_owner(rook);
            let king_home =
                File::ALL.iter().any(|file| has(Square::at(*file, rook.rank()), color, Role::King));
            king_home && has(rook, color, Role::Rook)
        });
        self.castling = CastlingRights::new(rooks.collect());
    }
}

fn back_rank_owner(square: Square) -> Color {
    if square.rank() == Rank::FIRST { Color::White } else { Color::Black }
}

fn push_empty(row: &mut String, empty: u8) {
    if empty > 0 {
        row.push((b'0' + empty) as char);
    }
}

fn read(fen: &str, strict: bool) -> Result<Setup, FenError> {
    let mut fields = fen.split_ascii_whitespace();
    if strict && (fen.contains("  ") || fen.trim() != fen || fen.contains(['\t', '\n', '\r'])) {
        return Err(FenError::Extra("more than single blanks".to_string()));
    }
    let mut setup = Setup::empty();
    setup.pieces = read_placement(fields.next().ok_or(FenError::Empty)?, strict)?;
    let mut field = |name| match fields.next() {
        None if strict => Err(FenError::Missing(name)),
        field => Ok(field),
    };
    if let Some(turn) = field("the side to move")? {
        setup.turn = match turn {
            "w" => Color::White,
            "b" => Color::Black,
            "W" | "white" if !strict => Color::White,
            "B" | "black" if !strict => Color::Black,
            _ => return Err(FenError::Turn(shorten(turn))),
        };
    }
    if let Some(castling) = field("castling rights")? {
        read_castling(&mut setup, castling)?;
    }
    if let Some(square) = field("the en-passant square")?
        && square != "-"
    {
        let parsed: Option<Square> = square.parse().ok();
        setup.double_push = Some(parsed.ok_or_else(|| FenError::EnPassant(shorten(square)))?);
    }
    if let Some(clock) = field("the halfmove clock")? {
        setup.halfmoves = number(clock).ok_or_else(|| FenError::Halfmoves(shorten(clock)))?;
    }
    if let Some(count) = field("the move number")? {
        let number = number(count).filter(|number| !strict || *number > 0);
        setup.fullmoves = number.ok_or_else(|| FenError::Fullmoves(shorten(count)))?.max(1);
    }
    match fields.next() {
        Some(extra) => Err(FenError::Extra(shorten(extra))),
        None => Ok(setup),
    }
}

/// Reads the first field of a FEN.
pub(crate) fn read_placement(text: &str, strict: bool) -> Result<[Option<Piece>; 64], FenError> {
    let mut pieces = [None; 64];
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 8 {
        return Err(FenError::Ranks(rows.len()));
    }
    for (row, rank) in rows.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        let mut after_digit = false;
        for letter in row.chars() {
            let empty = letter.to_digit(10).filter(|digit| (1..=9).contains(digit));
            if empty.is_some() && after_digit && strict {
                return Err(FenError::Digits(rank.digit()));
            }
            after_digit = empty.is_some();
            if let Some(empty) = empty {
                file += empty as usize;
                continue;
            }
            let piece = Piece::from_letter(letter).ok_or(FenError::Piece(rank.digit(), letter))?;
            if file < 8 {
                pieces[Square::at(File::new(file), rank).index()] = Some(piece);
            }
            file += 1;
        }
        if file != 8 {
            return Err(FenError::RankLength(rank.digit(), file));
        }
    }
    Ok(pieces)
}

/// Reads rights to castle: `KQkq` for the outermost rooks, or the files of the rooks.
fn read_castling(setup: &mut Setup, text: &str) -> Result<(), FenError> {
    let wrong = || FenError::Castling(shorten(text));
    if text == "-" {
        return Ok(());
    }
    let mut rooks = Bitboard::EMPTY;
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rank = Rank::FIRST.relative_to(color);
        let file = match letter.to_ascii_lowercase() {
            'k' => outermost_rook(setup, color, CastlingSide::King),
            'q' => outermost_rook(setup, color, CastlingSide::Queen),
            other => File::from_letter(other).ok_or_else(wrong)?,
        };
        let rook = Bitboard::of(Square::at(file, rank));
        if (rooks & rook).any() {
            return Err(wrong());
        }
        rooks |= rook;
        let king = setup.pieces[Square::at(File::E, rank).index()];
        let king_at_home = king == Some(Piece::new(color, Role::King));
        setup.chess960 |= !king_at_home || !matches!(file.index(), 0 | 7);
    }
    setup.castling = CastlingRights::new(rooks);
    Ok(())
}

/// The file of the rook that `K` or `Q` speaks of in X-FEN; the corner if there is none.
fn outermost_rook(setup: &Setup, color: Color, side: CastlingSide) -> File {
    let rank = Rank::FIRST.relative_to(color);
    let is = |file: File, role| {
        setup.pieces[Square::at(file, rank).index()] == Some(Piece::new(color, role))
    };
    let king = File::ALL.into_iter().find(|file| is(*file, Role::King));
    let mut inwards: Vec<File> = match side {
        CastlingSide::King => File::ALL.into_iter().rev().collect(),
        CastlingSide::Queen => File::ALL.to_vec(),
    };
    let corner = inwards[0];
    inwards.retain(|file| king.is_none_or(|king| (*file > king) == (side == CastlingSide::King)));
    inwards.into_iter().find(|file| is(*file, Role::Rook)).unwrap_or(corner)
}

/// The rights to castle as a FEN writes them.
fn castling_letters(position: &Position, shredder: bool) -> String {
    let setup = Setup::from(position);
    let mut letters = String::new();
    for color in Color::ALL {
        let Some(king) = position.king(color) else { continue };
        for side in CastlingSide::ALL {
            let Some(rook) = position.castling().rook(color, side, king) else { continue };
            let is_outermost = outermost_rook(&setup, color, side) == rook.file();
            let letter = match side {
                _ if shredder || !is_outermost => rook.file().letter(),
                CastlingSide::King => 'k',
                CastlingSide::Queen => 'q',
            };
            letters.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
    if letters.is_empty() { "-".to_string() } else { letters }
}

fn number(text: &str) -> Option<u16> {
    let digits = text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

/// Enough of a wrong word to recognise it in a message.
pub(crate) fn shorten(word: &str) -> String {
    match word.char_indices().nth(20) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn error(fen: &str) -> String {
        Position::from_fen_strict(fen).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_place() {
        assert_eq!(
            error("8/8/8/8/8/8/8 w - - 0 1"),
            "the placement has 7 ranks, expected 8 separated by \"/\""
        );
        assert_eq!(error("8/8/8/7/8/8/8/8 w - - 0 1"), "rank 5 has 7 squares, expected 8");
        assert_eq!(error("8/8/8/8/8/8/8/K7 w - - 0 1"), "no black king");
        assert_eq!(
            error("k7/8/8/8/8/8/8/KR6 x - - 0 1"),
            "the side to move is \"x\", expected w or b"
        );
        assert_eq!(
            error("k7/8/8/8/8/8/8/RK6 w - - 0 1"),
            "white can capture the king: black is in check but white is to move"
        );
        assert_eq!(error("k7/8/8/8/8/8/8/KR6 w - - 0"), "there is no field for the move number");
        assert_eq!(
            error("4k3/8/8/8/8/8/8/4K2R w Q - 0 1"),
            "white may castle with a1, but there is no white rook"
        );
        assert_eq!(
            error("4k3/8/8/8/4P3/8/8/4K3 b - e6 0 1"),
            "en passant on e6: expected a square on rank 3"
        );
    }

    #[test]
    fn forgiving_drops_what_cannot_be() {
        let read = |fen: &str| Position::from_fen(fen).unwrap().to_string();
        assert_eq!(read("4k3/8/8/8/8/8/8/4K2R w KQkq e6"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert_eq!(read(" 4k3/8/8/8/8/8/8/4K2R\tb\n"), "4k3/8/8/8/8/8/8/4K2R b - - 0 1");
    }

    #[test]
    fn x_fen_names_the_file_of_an_inner_rook() {
        let fen = "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1";
        let position = Position::from_fen_strict(fen).unwrap();
        assert!(position.is_chess960());
        assert_eq!(position.to_string(), fen);
        let outer = Position::from_fen_strict("4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1").unwrap();
        assert_eq!(outer.shredder_fen(), "4k3/8/8/8/8/8/8/R1R1K3 w A - 0 1");
    }

    #[test]
    fn en_passant_is_written_only_where_a_pawn_can_take() {
        let open = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3";
        assert_eq!(Position::from_fen_strict(open).unwrap().to_string(), open);
        let idle = Position::from_fen_strict(
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        )
        .unwrap();
        assert_eq!(idle.double_push_square(), Some(Square::E3));
        assert_eq!(idle.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    }
}
