//! A position: the pieces, the side to move, and what else the laws of chess need to know.

use crate::castling::Modes;
use crate::sliders::{Magic, Sliders};
use crate::{
    Bitboard, CastlingRights, Color, ExclusiveCastling, Move, Piece, Role, Square, attacks, zobrist,
};
use std::sync::LazyLock;

/// A position that the rules can be asked about. A copy is cheap.
///
/// There is no way to an impossible one: it comes from a validated [`Setup`](crate::Setup), a parsed
/// FEN, or a move played.
///
/// ```
/// use zugwerk_chess::{Color, Position, Square};
/// let start = Position::start();
/// assert_eq!(start.turn(), Color::White);
/// assert_eq!(start.legal_moves().len(), 20);
/// let after = start.play(start.parse_uci("e2e4").unwrap());
/// assert_eq!(after.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert!(after.piece_at(Square::E2).is_none());
/// ```
#[derive(Clone)]
pub struct Position {
    pub(crate) pieces: [Bitboard; 6],
    pub(crate) colors: [Bitboard; 2],
    pub(crate) board: [Option<Role>; 64],
    pub(crate) key: u64,
    /// The pieces that give check to the side to move.
    pub(crate) checkers: Bitboard,
    /// The pieces of the side to move that may only move along a line with their king.
    pub(crate) pinned: Bitboard,
    pub(crate) castling: CastlingRights,
    pub(crate) halfmoves: u16,
    pub(crate) fullmoves: u16,
    pub(crate) turn: Color,
    /// The square passed over by the last move, if that was a double step.
    pub(crate) double_push: Option<Square>,
    /// Whether a pawn can legally take on `double_push`.
    pub(crate) en_passant: bool,
    pub(crate) modes: Modes,
}

impl Position {
    /// The start of a game of chess.
    pub fn start() -> Position {
        static START: LazyLock<Position> = LazyLock::new(|| {
            crate::Setup::start().position().expect("the start position is valid")
        });
        START.clone()
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// What stands on `square`.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let role = self.board[square.index()]?;
        let is_black = self.colors[1].contains(square);
        Some(Piece::new(if is_black { Color::Black } else { Color::White }, role))
    }

    /// The kind of piece on `square`.
    #[inline(always)]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.board[square.index()]
    }

    /// Where there are pieces of `color`.
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// Where there are pieces of this kind, of either colour.
    #[inline(always)]
    pub fn role(&self, role: Role) -> Bitboard {
        self.pieces[role.index()]
    }

    /// Where there are pieces of this kind and colour.
    #[inline(always)]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.role(role) & self.color(color)
    }

    /// Where there are pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Where the king of `color` is; only a position set up without kings lacks one.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).first()
    }

    /// The rights to castle.
    #[inline(always)]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// Whether castling is read and written as in Chess960. Castling itself works the same.
    pub fn is_chess960(&self) -> bool {
        self.modes.is_chess960()
    }

    /// Reads and writes castling as in Chess960, or not.
    pub fn set_chess960(&mut self, chess960: bool) {
        self.modes.set_chess960(chess960);
    }

    /// Which castlings exclude each other.
    pub fn exclusive_castling(&self) -> ExclusiveCastling {
        self.modes.exclusive_castling()
    }

    /// Lets castlings exclude each other from now on.
    pub fn set_exclusive_castling(&mut self, pairs: ExclusiveCastling) {
        self.modes.set_exclusive_castling(pairs);
    }

    /// The square passed over by a double step in the last move, whether or not a pawn can take there.
    pub fn double_push_square(&self) -> Option<Square> {
        self.double_push
    }

    /// The square on which a pawn can legally take en passant now.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        if self.en_passant { self.double_push } else { None }
    }

    /// Plies since the last capture or pawn move, for the 50-move rule.
    #[inline(always)]
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move to be played, from 1.
    pub fn fullmoves(&self) -> u16 {
        self.fullmoves
    }

    /// The Zobrist key. Equal for positions that are the same by the repetition rule: same pieces on the
    /// same squares, same side to move, same rights to castle, same possibility to take en passant.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key after a move, but for what castling, promotion, en passant and rights to castle change:
    /// right for nearly all moves and cheap, to fetch in good time what is kept under that key.
    #[inline(always)]
    pub fn likely_key_after(&self, m: Move) -> u64 {
        let (from, to) = (m.from(), m.to());
        let Some(role) = self.role_at(from) else { return self.key };
        let taken = self.role_at(to).map_or(0, |taken| zobrist::role(!self.turn, taken, to));
        self.key
            ^ zobrist::black_to_move()
            ^ zobrist::role(self.turn, role, from)
            ^ zobrist::role(self.turn, role, to)
            ^ taken
    }

    /// The pieces that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub fn is_check(&self) -> bool {
        self.checkers.any()
    }

    /// The pieces of the side to move that are pinned to their king.
    #[inline(always)]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The pieces of both colours that attack `square`, if `occupied` were where pieces stand.
    #[inline(always)]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = self.pieces;
        attacks::pawn(Color::Black, square) & pawns & self.colors[0]
            | attacks::pawn(Color::White, square) & pawns & self.colors[1]
            | attacks::knight(square) & knights
            | attacks::king(square) & kings
            | Magic::bishop(square, occupied) & (bishops | queens)
            | Magic::rook(square, occupied) & (rooks | queens)
    }

    /// Whether a piece of `by` attacks `square`.
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        (self.attackers(square, self.occupied()) & self.color(by)).any()
    }

    /// The attack map of `color`: every square that one of its pieces attacks.
    ///
    /// ```
    /// use zugwerk_chess::{Color, Position, bitboard};
    /// assert_eq!(Position::start().attack_map(Color::White), bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     X X X X X X X X
    ///     X X X X X X X X
    ///     . X X X X X X .
    /// });
    /// ```
    pub fn attack_map(&self, color: Color) -> Bitboard {
        let (occupied, own) = (self.occupied(), self.color(color));
        let union = |roles: [Role; 2], attacks: fn(Square, Bitboard) -> Bitboard| {
            let pieces = own & (self.role(roles[0]) | self.role(roles[1]));
            pieces.into_iter().fold(Bitboard::EMPTY, |map, square| map | attacks(square, occupied))
        };
        attacks::pawns(color, own & self.role(Role::Pawn))
            | union([Role::Bishop, Role::Queen], attacks::bishop)
            | union([Role::Rook, Role::Queen], attacks::rook)
            | union([Role::Knight; 2], |square, _| attacks::knight(square))
            | union([Role::King; 2], |square, _| attacks::king(square))
    }

    /// The same position with the colours exchanged and the board turned upside down.
    pub fn mirrored(&self) -> Position {
        let setup = crate::Setup::from(self).mirrored();
        let mut mirrored = setup.any_position().expect("a mirror image is as valid");
        mirrored.set_exclusive_castling(self.exclusive_castling().mirrored());
        mirrored
    }

    /// The key computed from nothing but what is on the board.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        let mut key = zobrist::castling(self.castling.rooks());
        for square in self.occupied() {
            key ^= self.piece_at(square).map_or(0, |piece| zobrist::piece(piece, square));
        }
        if let Some(square) = self.en_passant() {
            key ^= zobrist::en_passant(square.file());
        }
        if self.turn == Color::Black { key ^ zobrist::black_to_move() } else { key }
    }
}

/// Equal if they look the same to the rules and to a FEN, move counters included.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.pieces == other.pieces
            && self.colors == other.colors
            && self.turn == other.turn
            && self.castling == other.castling
            && self.en_passant() == other.en_passant()
            && self.halfmoves == other.halfmoves
            && self.fullmoves == other.fullmoves
    }
}

impl Eq for Position {}

/// By the Zobrist key, which equal positions share.
impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// The start of a game.
impl Default for Position {
    fn default() -> Position {
        Position::start()
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{self}")
    }
}
