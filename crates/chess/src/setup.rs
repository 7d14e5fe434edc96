//! Pieces on a board that may or may not be a possible position, and the check that tells.

use crate::castling::Modes;
use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Piece, Position, Rank, Role, Square,
    attacks,
};

/// What a person set up: any pieces anywhere. [`Setup::position`] tells whether chess can be played on.
///
/// ```
/// use zugwerk_chess::{Color, Piece, Role, PositionError, Setup, Square};
/// let mut setup = Setup::empty();
/// setup.pieces[Square::E1.index()] = Some(Piece::new(Color::White, Role::King));
/// assert_eq!(setup.position().unwrap_err(), PositionError::NoKing(Color::Black));
/// setup.pieces[Square::E8.index()] = Some(Piece::new(Color::Black, Role::King));
/// assert!(setup.position().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// What stands on each square, a1 to h8.
    pub pieces: [Option<Piece>; 64],
    /// Whose turn it is.
    pub turn: Color,
    /// The rooks that may castle.
    pub castling: CastlingRights,
    /// The square passed over by a double step in the last move.
    pub double_push: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move to be played.
    pub fullmoves: u16,
    /// Whether castling is written as in Chess960.
    pub chess960: bool,
}

/// Why no game of chess can have this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each is its own message")]
pub enum PositionError {
    #[error("no {0} king")]
    NoKing(Color),
    #[error("{1} {0} kings, expected one")]
    SeveralKings(Color, usize),
    #[error("a {0} pawn on {1}: no pawn can stand on the first or last rank")]
    PawnOnBackRank(Color, Square),
    #[error("{1} {0} pawns, at most 8 are possible")]
    TooManyPawns(Color, usize),
    #[error("{1} {0} pieces, at most {2} are possible")]
    TooManyMen(Color, usize, usize),
    #[error(
        "{1} {0} pieces beyond the first set with {2} pawns: more promotions than missing pawns"
    )]
    TooManyPromotions(Color, usize, usize),
    #[error("{0} can capture the king: {other} is in check but {0} is to move", other = !*.0)]
    KingCanBeCaptured(Color),
    #[error("{0} is in check from {1} pieces at once, at most two are possible")]
    TooManyCheckers(Color, usize),
    #[error("{0} is in check from {1} and {2}, which no single move can cause")]
    ImpossibleCheck(Color, Square, Square),
    #[error("{0} may castle with {1}, but there is no {0} rook")]
    NoCastlingRook(Color, Square),
    #[error("{0} may castle, but its king is not on its back rank")]
    CastlingKingMoved(Color),
    #[error("{0} may castle with two rooks on the same side of its king")]
    SeveralCastlingRooks(Color),
    #[error("castling with a king on {0} and a rook on {1} is Chess960, which was not asked for")]
    Chess960(Square, Square),
    #[error("en passant on {0}: {1}")]
    EnPassant(Square, EnPassantError),
}

/// What is wrong with an en-passant square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each is its own message")]
pub enum EnPassantError {
    #[error("expected a square on rank {0}")]
    WrongRank(char),
    #[error("the square is not empty")]
    Occupied,
    #[error("no {0} pawn on {1} has just made a double step")]
    NoPawn(Color, Square),
    #[error("a piece on {0} stands where the pawn came from")]
    OriginOccupied(Square),
    #[error("the check cannot come from a double step")]
    ImpossibleCheck,
}

/// The pieces of a colour of a full set, pawns to king.
const FULL_SET: [usize; 6] = [8, 2, 2, 2, 1, 1];

/// The most pieces of a colour in a position that need not be possible (see `MoveList`'s capacity).
const MOST_MEN: usize = 18;

impl Setup {
    /// An empty board, White to move.
    pub fn empty() -> Setup {
        Setup {
            pieces: [None; 64],
            turn: Color::White,
            castling: CastlingRights::NONE,
            double_push: None,
            halfmoves: 0,
            fullmoves: 1,
            chess960: false,
        }
    }

    /// The start of a game.
    pub fn start() -> Setup {
        use Role::*;
        let mut setup = Setup::empty();
        for (file, role) in
            [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook].into_iter().enumerate()
        {
            for color in Color::ALL {
                let place =
                    |rank| Square::at(File::new(file), Rank::new(rank).relative_to(color)).index();
                setup.pieces[place(0)] = Some(Piece::new(color, role));
                setup.pieces[place(1)] = Some(Piece::new(color, Pawn));
            }
        }
        setup.castling = CastlingRights::new(
            [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect(),
        );
        setup
    }

    /// The position, if a game of chess could go on from it.
    pub fn position(&self) -> Result<Position, PositionError> {
        let material = Color::ALL.into_iter().flat_map(|color| self.material_errors(color)).next();
        material.map_or(Ok(()), Err)?;
        let position = self.any_position()?;
        for color in Color::ALL {
            if position.king(color).is_none() {
                return Err(PositionError::NoKing(color));
            }
        }
        let their_king = position.king(!self.turn);
        if their_king.is_some_and(|king| position.is_attacked(king, self.turn)) {
            return Err(PositionError::KingCanBeCaptured(self.turn));
        }
        let checkers = position.checkers().len();
        if checkers > 2 {
            return Err(PositionError::TooManyCheckers(self.turn, checkers));
        }
        Ok(position)
    }

    /// Everything that keeps [`Setup::position`] from being a position, not only the first thing. What depends on
    /// both kings, such as who is in check, is looked at once the pieces themselves are possible.
    ///
    /// ```
    /// use zugwerk_chess::{Color, PositionError, Setup};
    /// let setup = Setup::from_fen("P7/8/8/8/8/8/8/4K3 w").unwrap();
    /// let a8 = "a8".parse().unwrap();
    /// let errors = [PositionError::PawnOnBackRank(Color::White, a8), PositionError::NoKing(Color::Black)];
    /// assert_eq!(setup.errors(), errors);
    /// ```
    pub fn errors(&self) -> Vec<PositionError> {
        let mut errors = Vec::new();
        for color in Color::ALL {
            errors.extend(self.pieces_errors(color));
            errors.extend(self.material_errors(color));
        }
        let position = self.unchecked();
        for color in Color::ALL {
            let is_told = |error| matches!(error, PositionError::NoKing(_));
            errors.extend(self.check_castling(&position, color).err().filter(|e| !is_told(*e)));
        }
        errors.extend(self.check_passed(&position).err());
        if errors.is_empty() {
            errors.extend(self.position().err());
        }
        errors
    }

    /// The position, if it could also be the one after a move: two pieces at once give check only by a
    /// discovered check, and a double step leaves no check standing that was there before it. Test positions break this often enough that only strict reading asks for it.
    pub fn reachable_position(&self) -> Result<Position, PositionError> {
        let position = self.position()?;
        check_double_check(&position)?;
        check_double_step(&position)?;
        Ok(position)
    }

    /// The position, even if no game could reach it: kings and order may be missing, a side may have
    /// left its king to be taken (it never is), and there may be a few pieces too many. What the rules
    /// cannot work with is still refused: two kings of a colour, pawns on the last ranks, rights to
    /// castle without a rook.
    pub fn any_position(&self) -> Result<Position, PositionError> {
        let pieces = Color::ALL.into_iter().flat_map(|color| self.pieces_errors(color)).next();
        pieces.map_or(Ok(()), Err)?;
        let mut position = self.unchecked();
        for color in Color::ALL {
            self.check_castling(&position, color)?;
        }
        self.check_passed(&position)?;
        position.double_push = self.double_push;
        position.refresh();
        Ok(position)
    }

    /// The same with the colours exchanged and the board turned upside down.
    pub fn mirrored(&self) -> Setup {
        let mut setup = self.clone();
        for square in Square::all() {
            let piece =
                self.pieces[square.index()].map(|piece| Piece::new(!piece.color, piece.role));
            setup.pieces[square.relative_to(Color::Black).index()] = piece;
        }
        setup.turn = !self.turn;
        setup.castling = CastlingRights(self.castling.0.flip());
        setup.double_push = self.double_push.map(|square| square.relative_to(Color::Black));
        setup
    }

    /// The rights to castle that the composers' rule gives: king and rook at home may castle.
    pub fn castling_at_home(&self) -> CastlingRights {
        let stands = |square: Square, color, role| {
            self.pieces[square.index()] == Some(Piece::new(color, role))
        };
        let rooks = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().filter(|&rook| {
            let color = if rook.rank() == Rank::FIRST { Color::White } else { Color::Black };
            let king = Square::E1.relative_to(color);
            stands(king, color, Role::King) && stands(rook, color, Role::Rook)
        });
        CastlingRights::new(rooks.collect())
    }

    fn count(&self, color: Color) -> [usize; 6] {
        let mut count = [0; 6];
        for piece in self.pieces.iter().flatten().filter(|piece| piece.color == color) {
            count[piece.role.index()] += 1;
        }
        count
    }

    /// What the rules cannot work with.
    fn pieces_errors(&self, color: Color) -> Vec<PositionError> {
        let (count, mut errors) = (self.count(color), Vec::new());
        let kings = count[Role::King.index()];
        if kings > 1 {
            errors.push(PositionError::SeveralKings(color, kings));
        }
        let pieces = count.iter().sum();
        if pieces > MOST_MEN {
            errors.push(PositionError::TooManyMen(color, pieces, MOST_MEN));
        }
        let pawn = Some(Piece::new(color, Role::Pawn));
        let pawns = Bitboard::BACK_RANKS.into_iter().filter(|at| self.pieces[at.index()] == pawn);
        errors.extend(pawns.map(|square| PositionError::PawnOnBackRank(color, square)));
        errors
    }

    /// What no game leads to, though the rules can work with it.
    fn material_errors(&self, color: Color) -> Vec<PositionError> {
        let (count, mut errors) = (self.count(color), Vec::new());
        let (pieces, pawns) = (count.iter().sum(), count[0]);
        if count[Role::King.index()] == 0 {
            errors.push(PositionError::NoKing(color));
        }
        if pawns > 8 {
            errors.push(PositionError::TooManyPawns(color, pawns));
        }
        if (17..=MOST_MEN).contains(&pieces) {
            errors.push(PositionError::TooManyMen(color, pieces, 16));
        }
        let promoted = (1..5).map(|role| count[role].saturating_sub(FULL_SET[role])).sum();
        if promoted + pawns > 8 && pawns <= 8 {
            errors.push(PositionError::TooManyPromotions(color, promoted, pawns));
        }
        errors
    }

    fn check_castling(&self, position: &Position, color: Color) -> Result<(), PositionError> {
        let rooks = self.castling.of(color);
        let Some(first) = rooks.first() else { return Ok(()) };
        let king = position.king(color).ok_or(PositionError::NoKing(color))?;
        if king.rank() != first.rank() {
            return Err(PositionError::CastlingKingMoved(color));
        }
        for rook in rooks {
            if !position.pieces(color, Role::Rook).contains(rook) {
                return Err(PositionError::NoCastlingRook(color, rook));
            }
            let side = CastlingSide::of(king, rook);
            if self.castling.rook(color, side, king) != Some(rook) {
                return Err(PositionError::SeveralCastlingRooks(color));
            }
            let usual = king.file() == File::E && matches!(rook.file().index(), 0 | 7);
            if !usual && !self.chess960 {
                return Err(PositionError::Chess960(king, rook));
            }
        }
        Ok(())
    }

    fn check_passed(&self, position: &Position) -> Result<(), PositionError> {
        let Some(square) = self.double_push else { return Ok(()) };
        let (us, them) = (self.turn, !self.turn);
        let wrong = |error| Err(PositionError::EnPassant(square, error));
        let rank = Rank::SIXTH.relative_to(us);
        if square.rank() != rank {
            return wrong(EnPassantError::WrongRank(rank.digit()));
        }
        if position.occupied().contains(square) {
            return wrong(EnPassantError::Occupied);
        }
        let forward = if us == Color::White { 1 } else { -1 };
        let (pawn, origin) = (square.offset(0, -forward), square.offset(0, forward));
        let (pawn, origin) = (pawn.unwrap_or(square), origin.unwrap_or(square));
        if !position.pieces(them, Role::Pawn).contains(pawn) {
            return wrong(EnPassantError::NoPawn(them, pawn));
        }
        if position.occupied().contains(origin) {
            return wrong(EnPassantError::OriginOccupied(origin));
        }
        Ok(())
    }

    /// The position with everything in it but the en-passant square and what follows from the rest.
    fn unchecked(&self) -> Position {
        let mut position = Position {
            pieces: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            board: self.pieces.map(|piece| piece.map(|piece| piece.role)),
            key: 0,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling: self.castling,
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves.max(1),
            turn: self.turn,
            double_push: None,
            en_passant: false,
            modes: Modes::default(),
        };
        position.set_chess960(self.chess960);
        for square in Square::all() {
            if let Some(piece) = self.pieces[square.index()] {
                position.pieces[piece.role.index()] |= square.into();
                position.colors[piece.color.index()] |= square.into();
            }
        }
        position
    }
}

/// Two pieces that jump cannot give check at once, nor two on one line through the king, except that a
/// pawn that promotes beside the king may open its rank.
fn check_double_check(position: &Position) -> Result<(), PositionError> {
    let Some(king) = position.king(position.turn()) else { return Ok(()) };
    let checkers = position.checkers();
    let mut pair = checkers.into_iter();
    let (Some(first), Some(second)) = (pair.next(), pair.next()) else { return Ok(()) };
    let jumpers = position.role(Role::Pawn) | position.role(Role::Knight);
    let two_jumpers = !(checkers & !jumpers).any();
    let last = Rank::EIGHTH.relative_to(!position.turn());
    let one_line = attacks::line(king, first).contains(second) && king.rank() != last;
    if two_jumpers || one_line {
        return Err(PositionError::ImpossibleCheck(position.turn(), first, second));
    }
    Ok(())
}

/// With the pawn of a double step back where it came from, nothing else may have given check already.
fn check_double_step(position: &Position) -> Result<(), PositionError> {
    let (us, them) = (position.turn(), !position.turn());
    let (Some(passed), Some(king)) = (position.double_push_square(), position.king(us)) else {
        return Ok(());
    };
    let (pawn, origin) = match us {
        Color::White => (Square::new(passed.index() - 8), Square::new(passed.index() + 8)),
        Color::Black => (Square::new(passed.index() + 8), Square::new(passed.index() - 8)),
    };
    let before = position.occupied() ^ pawn.into() ^ origin.into();
    let checkers = position.attackers(king, before) & position.color(them) & !Bitboard::of(pawn);
    match checkers.is_empty() {
        true => Ok(()),
        false => Err(PositionError::EnPassant(passed, EnPassantError::ImpossibleCheck)),
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        let mut pieces = [None; 64];
        for square in position.occupied() {
            pieces[square.index()] = position.piece_at(square);
        }
        Setup {
            pieces,
            turn: position.turn,
            castling: position.castling,
            double_push: position.double_push,
            halfmoves: position.halfmoves,
            fullmoves: position.fullmoves,
            chess960: position.is_chess960(),
        }
    }
}
