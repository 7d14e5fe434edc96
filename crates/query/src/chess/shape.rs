//! Moves with holes in them: `?`, `N?`, `?xf7`, `e2?`, `?=N`, `O?`, and known moves, which are shapes
//! that only one move fits.

use crate::sketch::{Diagnostic, Word, is_pass};
use winnow::combinator::{alt, eof, opt, terminated};
use winnow::prelude::*;
use winnow::token::one_of;
use zugwerk_chess::{
    Bitboard, CastlingSide, Color, File, Move, MoveKind, Position, Rank, Role, Square, laws,
};

/// What a move must be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// There is a `?` in it: the solver chooses.
    pub hole: bool,
    /// What moves; anything where not said.
    pub kind: Option<Role>,
    /// Where from.
    pub from: Bitboard,
    /// Where to; a castling king ends on the g- or c-file.
    pub to: Bitboard,
    /// It takes something.
    pub capture: bool,
    /// What a pawn becomes.
    pub promotion: Promotion,
    /// It gives check.
    pub check: bool,
    /// It gives mate.
    pub mate: bool,
    /// Nothing moves at all.
    pub pass: bool,
    /// It castles, to one of these sides; both are false where it need not castle.
    pub castling: [bool; 2],
    /// Or it is like one of these.
    pub or: Vec<Shape>,
}

/// What is said of promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// Nothing.
    Any,
    /// There is none.
    None,
    /// To this piece.
    To(Role),
}

impl Shape {
    /// What every move is like.
    pub const ANY: Shape = Shape {
        hole: true,
        kind: None,
        from: Bitboard::ALL,
        to: Bitboard::ALL,
        capture: false,
        promotion: Promotion::Any,
        check: false,
        mate: false,
        pass: false,
        castling: [false; 2],
        or: Vec::new(),
    };

    /// A pass.
    pub fn passing() -> Shape {
        Shape { hole: false, pass: true, ..Shape::ANY }
    }

    /// Reads a move or a hole.
    pub fn read(word: &Word) -> Result<Shape, Diagnostic> {
        let text = word.text.as_str();
        if is_pass(word) {
            return Ok(Shape::passing());
        }
        read_shape(text).ok_or_else(|| {
            let shown: String = text.chars().take(20).collect();
            let found = Diagnostic::new(
                word.span.clone(),
                format!("{shown:?} is not a move"),
                "a move like e2e4 or Nf3, a hole like ?, N? or ?xf7, or *",
            );
            let keywords = ["expect", "where", "from", "game", "play"];
            if text.contains('*') {
                return found.with_help("* stands alone: every legal reply");
            }
            found.suggest(text, keywords)
        })
    }

    /// The shapes of a choice; only this one where there is none.
    pub fn alternatives(&self) -> impl Iterator<Item = &Shape> {
        std::iter::once(self).chain(&self.or)
    }

    /// Whether a legal move of `position` fits.
    pub fn fits(&self, position: &Position, m: Move) -> bool {
        !self.pass && self.alternatives().any(|shape| shape.fits_itself(position, m))
    }

    fn fits_itself(&self, position: &Position, m: Move) -> bool {
        let (us, castles) = (position.turn(), m.is_castling());
        let target =
            if castles { CastlingSide::of(m.from(), m.to()).king_target(us) } else { m.to() };
        let kind = position.role_at(m.from());
        let promotion = match self.promotion {
            Promotion::Any => true,
            Promotion::None => m.promoted().is_none(),
            Promotion::To(role) => m.promoted() == Some(role),
        };
        // Chess960 writes castling as the king taking its rook.
        let to = self.to.contains(target) || castles && self.to == Bitboard::of(m.to());
        let basic = self.kind.is_none_or(|wanted| kind == Some(wanted))
            && self.from.contains(m.from())
            && to
            && promotion
            && (!self.capture || position.is_capture(m))
            && self.fits_castling(m);
        basic
            && (!self.check || position.gives_check(m))
            && (!self.mate || position.play(m).is_checkmate())
    }

    fn fits_castling(&self, m: Move) -> bool {
        if self.castling == [false; 2] {
            return true;
        }
        m.kind() == MoveKind::Castling && self.castling[CastlingSide::of(m.from(), m.to()) as usize]
    }

    /// The legal moves that fit.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let moves = position.legal_moves();
        moves.iter().copied().filter(|m| self.fits(position, *m)).collect()
    }

    /// The squares and pieces of the shape, for the solver, where `turn` moves. Of a choice nothing is said here.
    pub fn allowed(&self, turn: Color) -> laws::Allowed {
        if !self.or.is_empty() {
            return laws::Allowed::ANY;
        }
        let mut allowed = laws::Allowed { from: self.from, to: self.to, ..laws::Allowed::ANY };
        if let Some(kind) = self.kind {
            allowed.kinds = std::array::from_fn(|role| role == kind.index());
        }
        if let Promotion::To(role) = self.promotion {
            allowed.kinds =
                std::array::from_fn(|kind| kind == Role::Pawn.index() && allowed.kinds[kind]);
            allowed.placed = std::array::from_fn(|kind| kind == role.index());
            allowed.to &= Bitboard::rank(Rank::EIGHTH.relative_to(turn));
        }
        if self.castling != [false; 2] {
            allowed.kinds =
                std::array::from_fn(|kind| kind == Role::King.index() && allowed.kinds[kind]);
            allowed.castling = self.castling;
        }
        allowed
    }
}

/// Reads a shape, all of the text.
fn read_shape(text: &str) -> Option<Shape> {
    terminated(alt((castling, long, short)), eof).parse(text).ok()
}

/// `O-O`, `O-O-O`, `O?`.
fn castling(input: &mut &str) -> ModalResult<Shape> {
    let letter = || one_of(['O', '0', 'o']);
    letter().parse_next(input)?;
    let (hole, castling) = if opt('?').parse_next(input)?.is_some() {
        (true, [true, true])
    } else {
        ('-', letter()).parse_next(input)?;
        match opt(('-', letter())).parse_next(input)? {
            None => (false, [true, false]),
            Some(_) => (false, [false, true]),
        }
    };
    let (check, mate) = marks(input)?;
    Ok(Shape { hole, castling, check, mate, ..Shape::ANY })
}

/// Two squares, `e2e4`, `e7e8q`, or with a dash and in either case, `E2-E4`.
fn long(input: &mut &str) -> ModalResult<Shape> {
    let from = (any_file, rank).parse_next(input)?;
    opt('-').parse_next(input)?;
    let to = (any_file, rank).parse_next(input)?;
    let promoted =
        opt((opt('='), one_of(['q', 'r', 'b', 'n', 'Q', 'R', 'B', 'N']))).parse_next(input)?;
    let (check, mate) = marks(input)?;
    let promotion = match promoted.and_then(|(_, letter)| Role::from_letter(letter)) {
        Some(role) => Promotion::To(role),
        None => Promotion::None,
    };
    let square = |(file, rank)| Bitboard::of(Square::at(file, rank));
    Ok(Shape {
        hole: false,
        from: square(from),
        to: square(to),
        promotion,
        check,
        mate,
        ..Shape::ANY
    })
}

/// `Nf3`, `exd5`, `R1a3`, `e8=Q+`, and with holes `N?`, `?xf7`, `e2?`, `?e4`, `?=N`, `?+`.
fn short(input: &mut &str) -> ModalResult<Shape> {
    let kind = opt(one_of(['K', 'Q', 'R', 'B', 'N', 'P'])).parse_next(input)?;
    let kind = kind.and_then(Role::from_letter);
    let first = (opt(file), opt(rank)).parse_next(input)?;
    let hole = opt('?').parse_next(input)?.is_some();
    let capture = opt('x').parse_next(input)?.is_some();
    opt('-').parse_next(input)?;
    let second = (opt(file), opt(rank)).parse_next(input)?;
    let promoted = opt((opt('='), one_of(['Q', 'R', 'B', 'N']))).parse_next(input)?;
    let (check, mate) = marks(input)?;
    let is_square = |place: (Option<File>, Option<Rank>)| place.0.is_some() && place.1.is_some();
    let nothing = (None, None);
    // Without a hole or a capture between them, the only square is the target.
    let (from, to) = match (hole || capture, second == nothing) {
        (false, true) => (nothing, first),
        _ => (first, second),
    };
    let promoted = promoted.and_then(|(_, letter)| Role::from_letter(letter));
    let complete = hole || is_square(to);
    let nonsense = !complete || promoted.is_some() && !matches!(kind, None | Some(Role::Pawn));
    if nonsense {
        return winnow::combinator::fail.parse_next(input);
    }
    let promotion = match promoted {
        Some(role) => Promotion::To(role),
        None if hole => Promotion::Any,
        None => Promotion::None,
    };
    // SAN names a piece unless it is a pawn.
    let kind = if hole { kind } else { Some(kind.unwrap_or(Role::Pawn)) };
    Ok(Shape {
        hole,
        kind,
        from: squares(from),
        to: squares(to),
        capture,
        promotion,
        check,
        mate,
        ..Shape::ANY
    })
}

fn marks(input: &mut &str) -> ModalResult<(bool, bool)> {
    let mark = opt(one_of(['+', '#'])).parse_next(input)?;
    Ok((mark.is_some(), mark == Some('#')))
}

fn file(input: &mut &str) -> ModalResult<File> {
    one_of('a'..='h').verify_map(File::from_letter).parse_next(input)
}

fn any_file(input: &mut &str) -> ModalResult<File> {
    one_of(('a'..='h', 'A'..='H')).verify_map(File::from_letter).parse_next(input)
}

fn rank(input: &mut &str) -> ModalResult<Rank> {
    one_of('1'..='8').verify_map(Rank::from_digit).parse_next(input)
}

fn squares((file, rank): (Option<File>, Option<Rank>)) -> Bitboard {
    file.map_or(Bitboard::ALL, Bitboard::file) & rank.map_or(Bitboard::ALL, Bitboard::rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of a position that fit a text, in SAN.
    fn fitting(fen: &str, text: &str) -> Vec<String> {
        let position: Position = fen.parse().unwrap();
        let shape = read_shape(text).unwrap_or_else(|| panic!("{text}"));
        let mut names: Vec<String> =
            shape.moves(&position).iter().map(|m| position.san(*m)).collect();
        names.sort();
        names
    }

    #[test]
    fn shapes_fit_what_they_say() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        for (text, expected) in [
            ("?xf7", "Nxf7"),
            ("O?", "O-O O-O-O"),
            ("O-O", "O-O"),
            ("e1c1", "O-O-O"),
            ("N?x", "Nxd7 Nxf7 Nxg6"),
            ("N?b5", "Nb5"),
            ("g2?", "g3 g4 gxh3"),
            ("P?g4", "g4"),
            ("dxe6", "dxe6"),
            ("Ncb1", "Nb1"),
            ("E1-D1", "Kd1"),
            ("Rb1", "Rb1"),
        ] {
            assert_eq!(fitting(kiwipete, text).join(" "), expected, "{text}");
        }
        assert_eq!(fitting(kiwipete, "?").len(), 48);
        let promotions = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(fitting(promotions, "?=N").join(" "), "e8=N exd8=N");
        assert_eq!(fitting(promotions, "?+").join(" "), "e8=Q+ e8=R+ exd8=Q+ exd8=R+");
        assert_eq!(fitting(promotions, "e7e8q").join(" "), "e8=Q+");
        assert_eq!(fitting(promotions, "e7e8").join(" "), "");
        assert_eq!(fitting("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "?#").join(" "), "Ra8#");
    }

    #[test]
    fn nonsense_is_no_shape() {
        for text in ["", "expct", "e9", "N", "e", "??", "?*", "e2e9", "N=Q", "O-", "Ng?=Q", "xx"] {
            assert_eq!(read_shape(text), None, "{text}");
        }
    }
}
