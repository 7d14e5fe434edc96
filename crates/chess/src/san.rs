//! Moves as people write them: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
//!
//! Reading is generous: too much or too little disambiguation, zeros for castling, a missing `=` or `x`,
//! and any check, mate or comment marks are taken as long as exactly one legal move fits. Writing is exact.

use crate::fen::shorten;
use crate::{Bitboard, CastlingSide, Color, File, Move, Position, Rank, Role, Square, attacks};

/// Why a text is no move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each is its own message")]
pub enum SanError {
    #[error("{0:?} is not a move: expected something like Nf3, exd5, O-O or e8=Q")]
    Syntax(String),
    #[error("{0} is not a legal move here")]
    Illegal(String),
    #[error("{0} may mean {1}")]
    Ambiguous(String, String),
}

impl Position {
    /// A line of legal moves as people write it: `1. f3 e5 2. g4 Qh4#`.
    ///
    /// ```
    /// use zugwerk_chess::Position;
    /// let position: Position = "7k/8/6K1/8/8/8/8/R7 b - - 0 5".parse().unwrap();
    /// let line = [position.parse_san("Kg8").unwrap()];
    /// assert_eq!(position.san_line(&line), "5... Kg8");
    /// ```
    pub fn san_line(&self, line: &[Move]) -> String {
        let mut position = self.clone();
        let mut words = Vec::with_capacity(line.len());
        for (at, &m) in line.iter().enumerate() {
            let number = position.fullmoves();
            let san = position.san(m);
            words.push(match position.turn() {
                Color::White => format!("{number}. {san}"),
                Color::Black if at == 0 => format!("{number}... {san}"),
                Color::Black => san,
            });
            position = position.play(m);
        }
        words.join(" ")
    }

    /// Reads a legal move.
    ///
    /// ```
    /// use zugwerk_chess::Position;
    /// let position = Position::start();
    /// assert_eq!(position.parse_san("Nf3"), position.parse_san("Ng1-f3!?"));
    /// assert_eq!(position.parse_san("Nd2").unwrap_err().to_string(), "Nd2 is not a legal move here");
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        if let Some(found) = self.parse_exact_san(text.as_bytes()) {
            return Ok(found);
        }
        let pattern = Pattern::read(text).ok_or_else(|| SanError::Syntax(shorten(text)))?;
        let mut fitting = pattern.fitting(self);
        match (fitting.next(), fitting.next()) {
            (None, _) => Err(SanError::Illegal(shorten(text))),
            (Some(found), None) => Ok(found),
            (Some(first), Some(second)) => {
                let all = [first, second].into_iter().chain(fitting).map(|m| self.san(m));
                Err(SanError::Ambiguous(shorten(text), all.collect::<Vec<_>>().join(" or ")))
            }
        }
    }

    /// The move that a text means if that is written exactly, as nearly all are: what [`Position::parse_san`] finds, sooner.
    /// `None` where it is written otherwise, is castling or en passant, or fits no move or several.
    #[inline]
    pub(crate) fn parse_exact_san(&self, text: &[u8]) -> Option<Move> {
        let Pattern::Move { role, file, rank, to, promoted } = Pattern::exact(text)? else {
            return None;
        };
        let us = self.turn();
        let is_pawn = role == Role::Pawn;
        let on_last = is_pawn && to.rank() == Rank::EIGHTH.relative_to(us);
        if self.color(us).contains(to)
            || self.role(Role::King).contains(to)
            || on_last != promoted.is_some()
            || is_pawn && self.en_passant() == Some(to)
        {
            return None;
        }
        let origins = self.origins(role, to)
            & self.pieces(us, role)
            & file.map_or(Bitboard::ALL, Bitboard::file)
            & rank.map_or(Bitboard::ALL, Bitboard::rank);
        let mut fitting = origins.into_iter().filter(|from| {
            (!is_pawn || self.is_pawn_step(us, *from, to)) && self.is_safe_step(role, *from, to)
        });
        let from = fitting.next()?;
        let m = promoted.map_or(Move::normal(from, to), |role| Move::promotion(from, to, role));
        fitting.next().is_none().then_some(m)
    }

    /// Reads a legal move in either of the two usual notations, UCI or SAN.
    pub fn parse_move(&self, text: &str) -> Result<Move, SanError> {
        self.parse_uci(text).or_else(|_| self.parse_san(text))
    }

    /// Writes a legal move of this position.
    pub fn san(&self, m: Move) -> String {
        let mut san = self.san_without_check(m);
        let after = self.play(m);
        if after.is_check() {
            san.push(if after.has_moves() { '+' } else { '#' });
        }
        san
    }

    fn san_without_check(&self, m: Move) -> String {
        let (from, to) = (m.from(), m.to());
        if m.is_castling() {
            return match CastlingSide::of(from, to) {
                CastlingSide::King => "O-O".to_string(),
                CastlingSide::Queen => "O-O-O".to_string(),
            };
        }
        let mut san = String::new();
        match self.role_at(from) {
            None | Some(Role::Pawn) => {
                if self.is_capture(m) {
                    san.push(from.file().letter());
                }
            }
            Some(role) => {
                san.push(role.letter().to_ascii_uppercase());
                self.push_origin(m, role, &mut san);
            }
        }
        if self.is_capture(m) {
            san.push('x');
        }
        san.push_str(&to.to_string());
        if let Some(role) = m.promoted() {
            san.extend(['=', role.letter().to_ascii_uppercase()]);
        }
        san
    }

    /// As much of the square of origin as tells the move from those of like pieces: the file if that
    /// will do, else the rank, else both.
    fn push_origin(&self, m: Move, role: Role, san: &mut String) {
        let (from, to) = (m.from(), m.to());
        let likely = attacks::of(self.turn(), role, to, self.occupied())
            & self.pieces(self.turn(), role)
            & !Bitboard::of(from);
        let rivals: Bitboard =
            likely.into_iter().filter(|rival| self.is_legal(Move::normal(*rival, to))).collect();
        if rivals.is_empty() {
            return;
        }
        let same_file = (rivals & Bitboard::file(from.file())).any();
        let same_rank = (rivals & Bitboard::rank(from.rank())).any();
        if !same_file || same_rank {
            san.push(from.file().letter());
        }
        if same_file {
            san.push(from.rank().digit());
        }
    }
}

/// What a move must be like to fit a text.
#[derive(Debug, PartialEq, Eq)]
enum Pattern {
    Castling(CastlingSide),
    Move { role: Role, file: Option<File>, rank: Option<Rank>, to: Square, promoted: Option<Role> },
}

impl Pattern {
    /// Reads a move as it is written exactly, which is how nearly all are: the same as [`Pattern::read`] finds, sooner.
    fn exact(text: &[u8]) -> Option<Pattern> {
        let text = match text {
            [rest @ .., b'+' | b'#'] => rest,
            _ => text,
        };
        let role = match text.first()? {
            b'N' => Role::Knight,
            b'B' => Role::Bishop,
            b'R' => Role::Rook,
            b'Q' => Role::Queen,
            b'K' => Role::King,
            _ => Role::Pawn,
        };
        let text = if role == Role::Pawn { text } else { &text[1..] };
        let (text, promoted) = match text {
            [rest @ .., b'=', b'N'] => (rest, Some(Role::Knight)),
            [rest @ .., b'=', b'B'] => (rest, Some(Role::Bishop)),
            [rest @ .., b'=', b'R'] => (rest, Some(Role::Rook)),
            [rest @ .., b'=', b'Q'] => (rest, Some(Role::Queen)),
            _ => (text, None),
        };
        let [origin @ .., to_file @ b'a'..=b'h', to_rank @ b'1'..=b'8'] = text else { return None };
        let origin = match origin {
            [rest @ .., b'x'] => rest,
            _ => origin,
        };
        let file = |letter: u8| File::new(usize::from(letter - b'a'));
        let rank = |digit: u8| Rank::new(usize::from(digit - b'1'));
        let (from_file, from_rank) = match *origin {
            [] => (None, None),
            [letter @ b'a'..=b'h'] => (Some(file(letter)), None),
            [digit @ b'1'..=b'8'] => (None, Some(rank(digit))),
            [letter @ b'a'..=b'h', digit @ b'1'..=b'8'] => (Some(file(letter)), Some(rank(digit))),
            _ => return None,
        };
        let to = Square::at(file(*to_file), rank(*to_rank));
        Some(Pattern::Move { role, file: from_file, rank: from_rank, to, promoted })
    }

    fn read(text: &str) -> Option<Pattern> {
        let text = text.trim_end_matches(['+', '#', '!', '?']).trim_end();
        let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
        match text {
            "O-O" | "0-0" | "o-o" => return Some(Pattern::Castling(CastlingSide::King)),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Pattern::Castling(CastlingSide::Queen)),
            _ => {}
        }
        // One sign between the squares; only the colon of a capture may also follow them.
        if text.matches(['x', ':', '-']).count() > 1 || text.ends_with(['x', '-']) {
            return None;
        }
        let mut letters = Letters::of(text.bytes().filter(|byte| !b"x:-=()".contains(byte)))?;
        let role_of =
            |letter: u8| Role::from_letter(letter.into()).filter(|_| letter.is_ascii_uppercase());
        let role = letters.first().and_then(role_of);
        if role.is_some() {
            letters.skip_first();
        }
        let promoted = letters.last().and_then(role_of);
        if promoted.is_some() {
            letters.pop();
        }
        let rank_of_target = Rank::from_digit(letters.pop()?.into())?;
        let file_of_target = lower_file(letters.pop()?.into())?;
        let (mut file, mut rank) = (None, None);
        while let Some(letter) = letters.first() {
            letters.skip_first();
            let letter = char::from(letter);
            match (lower_file(letter), Rank::from_digit(letter)) {
                (Some(found), _) if file.is_none() && rank.is_none() => file = Some(found),
                (_, Some(found)) if rank.is_none() => rank = Some(found),
                _ => return None,
            }
        }
        let to = Square::at(file_of_target, rank_of_target);
        Some(Pattern::Move { role: role.unwrap_or(Role::Pawn), file, rank, to, promoted })
    }

    /// The legal moves that fit.
    fn fitting<'a>(&self, position: &'a Position) -> impl Iterator<Item = Move> + use<'a> {
        let us = position.turn();
        let (castling, origins, to, promoted) = match *self {
            Pattern::Castling(side) => {
                let rook = position
                    .king(us)
                    .and_then(|king| Some((king, position.castling().rook(us, side, king)?)));
                let castling = rook.map(|(king, rook)| Move::castling(king, rook));
                (castling, Bitboard::EMPTY, Square::A1, None)
            }
            Pattern::Move { role, file, rank, to, promoted } => {
                let mut origins = position.origins(role, to) & position.pieces(us, role);
                if let Some(file) = file {
                    origins &= Bitboard::file(file);
                }
                if let Some(rank) = rank {
                    origins &= Bitboard::rank(rank);
                }
                if promoted.is_some_and(|role| !Role::PROMOTIONS.contains(&role)) {
                    origins = Bitboard::EMPTY;
                }
                (None, origins, to, promoted)
            }
        };
        let is_pawn = move |from: Square| position.role_at(from) == Some(Role::Pawn);
        let step = move |from: Square| match promoted {
            Some(role) => Move::promotion(from, to, role),
            None if position.en_passant() == Some(to)
                && from.file() != to.file()
                && is_pawn(from) =>
            {
                Move::en_passant(from, to)
            }
            None => Move::normal(from, to),
        };
        let moves = castling.into_iter().chain(origins.into_iter().map(step));
        moves.filter(|m| position.is_legal(*m))
    }
}

impl Position {
    /// The squares from which a piece of the side to move may reach `to`, and some from which it may not.
    fn origins(&self, role: Role, to: Square) -> Bitboard {
        let us = self.turn();
        if role != Role::Pawn {
            return attacks::of(us, role, to, self.occupied());
        }
        let back = if us == Color::White { -1 } else { 1 };
        let steps = [back, 2 * back].into_iter().filter_map(|ranks| to.offset(0, ranks));
        attacks::pawn(!us, to) | steps.collect::<Bitboard>()
    }
}

/// The letters of a move, of which there are few.
struct Letters {
    bytes: [u8; Letters::MOST],
    from: usize,
    to: usize,
}

impl Letters {
    /// A piece, two squares and a promotion.
    const MOST: usize = 6;

    /// `None` where there are too many.
    fn of(letters: impl Iterator<Item = u8>) -> Option<Letters> {
        let mut all = Letters { bytes: [0; Letters::MOST], from: 0, to: 0 };
        for letter in letters {
            *all.bytes.get_mut(all.to)? = letter;
            all.to += 1;
        }
        Some(all)
    }

    fn first(&self) -> Option<u8> {
        self.bytes[self.from..self.to].first().copied()
    }

    fn last(&self) -> Option<u8> {
        self.bytes[self.from..self.to].last().copied()
    }

    fn skip_first(&mut self) {
        self.from += 1;
    }

    fn pop(&mut self) -> Option<u8> {
        let last = self.last()?;
        self.to -= 1;
        Some(last)
    }
}

fn lower_file(letter: char) -> Option<File> {
    File::from_letter(letter).filter(|_| letter.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, uci: &str, san: &str) {
        let position: Position = fen.parse().unwrap();
        let m = position.parse_uci(uci).unwrap();
        assert_eq!(position.san(m), san);
        assert_eq!(position.parse_san(san), Ok(m));
    }

    #[test]
    fn disambiguates_by_file_then_rank_then_both() {
        check("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "a1d1", "Rad1");
        check("4k3/8/R7/8/8/8/R7/6K1 w - - 0 1", "a6a4", "R6a4");
        check("5k2/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1");
    }

    #[test]
    fn a_pinned_rival_needs_no_disambiguation() {
        check("4k3/4r3/8/8/8/4N3/8/4K1N1 w - - 0 1", "g1e2", "Ne2");
    }

    #[test]
    fn marks_captures_promotions_castling_check_and_mate() {
        check("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "exd8=N");
        check("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+");
        check("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+");
        check("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "O-O-O");
        check("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#");
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6");
    }

    #[test]
    fn both_readers_of_a_move_agree() {
        // Every text of the letters that moves are made of, up to a length.
        fn all(text: &mut String, letters: usize) {
            let exact = Pattern::exact(text.as_bytes());
            assert!(exact.is_none() || exact == Pattern::read(text), "{text}: {exact:?}");
            if letters > 0 {
                for letter in "NKae18x=+-".chars() {
                    text.push(letter);
                    all(text, letters - 1);
                    text.pop();
                }
            }
        }
        all(&mut String::new(), 5);
        for text in ["Qa1xh8+", "Nb1c3", "exd8=Q#", "a7xb8=N", "R1xa5", "e4"] {
            let exact = Pattern::exact(text.as_bytes());
            assert!(exact.is_some() && exact == Pattern::read(text), "{text}: {exact:?}");
        }
    }

    #[test]
    fn what_is_written_exactly_means_the_same_sooner() {
        let generously = |position: &Position, text: &str| {
            let mut fitting = Pattern::read(text)?.fitting(position);
            let found = fitting.next();
            if fitting.next().is_none() { found } else { None }
        };
        let mut random = 0x2545_F491_4F6C_DD1Du64;
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/1P4P1/8/3pP3/2pP4/2Q2q2/1p4p1/R3K2R w KQkq d6 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ];
        for start in starts {
            let mut position: Position = start.parse().unwrap();
            for _ in 0..60 {
                for to in Square::all() {
                    for text in ["", "e", "N", "Ng", "R1", "B", "Q", "K", "Kd", "bx", "gx"] {
                        for promotion in ["", "=N", "=Q"] {
                            let text = format!("{text}{to}{promotion}");
                            let exact = position.parse_exact_san(text.as_bytes());
                            let generous = generously(&position, &text);
                            assert!(exact.is_none() || exact == generous, "{text} in {position}");
                        }
                    }
                }
                let moves = position.legal_moves();
                for m in moves.iter() {
                    let exact = position.parse_exact_san(position.san(*m).as_bytes());
                    let is_rare = m.is_castling() || m.kind() == crate::MoveKind::EnPassant;
                    assert_eq!(exact, (!is_rare).then_some(*m), "{m:?} in {position}");
                }
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let Some(m) = moves.get((random >> 33) as usize % moves.len().max(1)) else {
                    break;
                };
                position = position.play(*m);
            }
        }
    }

    #[test]
    fn reads_what_people_write() {
        let position: Position = "r3k2r/1P6/8/3p4/4P3/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
        for (text, uci) in [
            ("0-0-0", "e1c1"),
            ("ed", "?"),
            ("ed5", "e4d5"),
            ("ed5:", "e4d5"),
            ("e4d5xx", "?"),
            ("e4-xd5", "?"),
            ("e4xd5", "e4d5"),
            ("b8Q", "b7b8q"),
            ("bxa8=N!?", "b7a8n"),
            ("Ra1xa8", "a1a8"),
            ("R1a5", "a1a5"),
        ] {
            let read = position.parse_san(text).ok().map(|m| position.uci(m));
            assert_eq!(read.as_deref().unwrap_or("?"), uci, "{text}");
        }
        let error = "4k3/8/8/8/8/8/8/R4RK1 w - - 0 1".parse::<Position>().unwrap().parse_san("Rd1");
        assert_eq!(error.unwrap_err().to_string(), "Rd1 may mean Rad1 or Rfd1");
    }
}
