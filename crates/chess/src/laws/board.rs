//! A position as bits, each known or not.

use super::{Castle, Unknowns};
use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Piece, Position, Rank, Role, Setup, Square,
};
use zugwerk_logic::{Bit, Constraints, Model};

/// A bit for every piece on every square, for every right to castle, and for the file of a double step
/// just made. The side to move is known at every ply, so it is a plain value.
#[derive(Clone, Debug)]
pub struct Board {
    /// Whose turn it is.
    pub turn: Color,
    pub(super) pieces: [[[Bit; 64]; 6]; 2],
    /// A piece of this colour stands here: defined by `pieces`.
    pub(super) color: [[Bit; 64]; 2],
    /// No piece stands here: defined by `color`.
    pub(super) empty: [Bit; 64],
    pub(super) castling: [[Bit; 2]; 2],
    /// Where kings and rooks castle from: as plain as the turn.
    pub(super) castles: [[Castle; 2]; 2],
    pub(super) passed: [Bit; 8],
}

impl Board {
    /// The board after a pass.
    pub fn passing(&self) -> Board {
        Board { turn: !self.turn, passed: [Bit::FALSE; 8], ..self.clone() }
    }

    /// The board of a position: every bit known.
    pub fn known(position: &Position) -> Board {
        let mut board = Board::blank(position.turn());
        for square in Square::all() {
            board.set_piece(square, position.piece_at(square));
        }
        board.castles = Castle::all(position);
        board.give_rights(position.castling());
        if let Some(passed) = position.double_push_square() {
            board.passed[passed.file().index()] = Bit::TRUE;
        }
        board
    }

    fn give_rights(&mut self, rights: CastlingRights) {
        for castle in self.castles.into_iter().flatten() {
            let right = rights.rooks().contains(castle.rook);
            self.castling[castle.color.index()][castle.side as usize] = right.into();
        }
    }

    fn blank(turn: Color) -> Board {
        Board {
            turn,
            pieces: [[[Bit::FALSE; 64]; 6]; 2],
            color: [[Bit::FALSE; 64]; 2],
            empty: [Bit::TRUE; 64],
            castling: [[Bit::FALSE; 2]; 2],
            castles: Color::ALL.map(|color| CastlingSide::ALL.map(|s| Castle::usual(color, s))),
            passed: [Bit::FALSE; 8],
        }
    }

    fn set_piece(&mut self, square: Square, piece: Option<Piece>) {
        let at = square.index();
        for color in Color::ALL {
            for role in Role::ALL {
                let here = piece == Some(Piece::new(color, role));
                self.pieces[color.index()][role.index()][at] = here.into();
            }
            self.color[color.index()][at] = piece.is_some_and(|piece| piece.color == color).into();
        }
        self.empty[at] = piece.is_none().into();
    }

    /// A board on which `unknown` squares may hold anything or nothing, one piece at most; the other
    /// squares are as in `setup`, and so are the rights to castle (in the manner of usual chess) and the
    /// double step.
    pub fn with_unknown(c: &mut impl Unknowns, setup: &Setup, unknown: Bitboard) -> Board {
        let mut board = Board::blank(setup.turn);
        for square in Square::all() {
            board.set_piece(square, setup.pieces[square.index()]);
        }
        for square in unknown {
            for piece in board.pieces.iter_mut().flatten() {
                piece[square.index()] = c.fresh();
            }
            board.define(c, square);
            c.at_most_one(&board.all_pieces(square));
        }
        board.give_rights(setup.castling);
        if let Some(passed) = setup.double_push {
            board.passed[passed.file().index()] = Bit::TRUE;
        }
        board
    }

    /// A board on which every piece of `setup` may be missing, and `unknown` squares may hold anything;
    /// nothing is known of the rights to castle and of a double step.
    ///
    /// ```
    /// use zugwerk_chess::{Bitboard, Setup, laws::Board};
    /// use zugwerk_logic::{Bit, Encoder};
    ///
    /// let setup = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    /// let board = Board::relaxed(&mut Encoder::new(), &setup, Bitboard::EMPTY);
    /// assert_eq!(board.empty("e4".parse().unwrap()), Bit::TRUE);
    /// assert_eq!(board.empty("e1".parse().unwrap()).value(), None);
    /// ```
    pub fn relaxed(c: &mut impl Unknowns, setup: &Setup, unknown: Bitboard) -> Board {
        let mut board = Board::with_unknown(c, setup, unknown);
        for square in Square::all().filter(|square| !unknown.contains(*square)) {
            if let Some(piece) = setup.pieces[square.index()] {
                board.pieces[piece.color.index()][piece.role.index()][square.index()] = c.fresh();
                board.define(c, square);
            }
        }
        board.castling = board.castling.map(|sides| sides.map(|_| c.fresh()));
        board.passed = board.passed.map(|_| c.fresh());
        board
    }

    /// A board without a single known bit. What stands on it is for others to say.
    pub fn unknown(c: &mut impl Unknowns, turn: Color) -> Board {
        Board::relaxed(c, &Setup { turn, ..Setup::empty() }, Bitboard::ALL)
    }

    /// The same board, of whose rights to castle or of whose double step nothing is known.
    pub fn with_unknown_past(
        mut self,
        c: &mut impl Unknowns,
        castling: bool,
        passed: bool,
    ) -> Board {
        if castling {
            self.castling = self.castling.map(|sides| sides.map(|_| c.fresh()));
        }
        if passed {
            self.passed = self.passed.map(|_| c.fresh());
            c.at_most_one(&self.passed);
        }
        self
    }

    /// The same board, on which kings and rooks castle from where they do in `position`.
    pub fn castling_as_in(self, position: &Position) -> Board {
        Board { castles: Castle::all(position), ..self }
    }

    /// Defines colour and emptiness of a square by the pieces there.
    pub(super) fn define(&mut self, c: &mut impl Constraints, square: Square) {
        let at = square.index();
        for color in [0, 1] {
            let pieces = self.pieces[color].map(|role| role[at]);
            self.color[color][at] = c.or(&pieces);
        }
        self.empty[at] = c.and(&[!self.color[0][at], !self.color[1][at]]);
    }

    pub(super) fn all_pieces(&self, square: Square) -> [Bit; 12] {
        std::array::from_fn(|which| self.pieces[which / 6][which % 6][square.index()])
    }

    /// This piece stands here.
    pub fn piece(&self, piece: Piece, square: Square) -> Bit {
        self.pieces[piece.color.index()][piece.role.index()][square.index()]
    }

    /// A piece of this colour stands here.
    pub fn color(&self, color: Color, square: Square) -> Bit {
        self.color[color.index()][square.index()]
    }

    /// No piece stands here.
    pub fn empty(&self, square: Square) -> Bit {
        self.empty[square.index()]
    }

    /// This side may still castle to this side of the board.
    pub fn castling(&self, color: Color, side: CastlingSide) -> Bit {
        self.castling[color.index()][side as usize]
    }

    /// Where king and rook castle from.
    pub fn castle(&self, color: Color, side: CastlingSide) -> Castle {
        self.castles[color.index()][side as usize]
    }

    /// The last move was a double step on this file.
    pub fn passed(&self, file: File) -> Bit {
        self.passed[file.index()]
    }

    /// Where this piece can be, as far as bits are known.
    pub(super) fn possible(&self, color: Color, role: Role) -> Bitboard {
        let pieces = &self.pieces[color.index()][role.index()];
        Square::all().filter(|square| pieces[square.index()] != Bit::FALSE).collect()
    }

    /// All bits that tell positions apart: the pieces, the rights, the double step.
    pub fn bits(&self) -> Vec<Bit> {
        let pieces = self.pieces.iter().flatten().flatten();
        pieces.chain(self.castling.iter().flatten()).chain(&self.passed).copied().collect()
    }

    /// The position that a model gives the board, counters as at the start of a game.
    pub fn read(&self, model: &Model) -> Setup {
        let mut setup = Setup { turn: self.turn, ..Setup::empty() };
        for square in Square::all() {
            let pieces = Color::ALL
                .into_iter()
                .flat_map(|color| Role::ALL.into_iter().map(move |role| Piece::new(color, role)));
            setup.pieces[square.index()] =
                pieces.into_iter().find(|piece| model.is_true(self.piece(*piece, square)));
        }
        let mut rooks = Bitboard::EMPTY;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if model.is_true(self.castling(color, side)) {
                    rooks |= self.castle(color, side).rook.into();
                }
            }
        }
        setup.castling = CastlingRights::new(rooks);
        let usual = |castle: &Castle| *castle == Castle::usual(castle.color, castle.side);
        setup.chess960 = !self.castles.iter().flatten().all(usual);
        let passed_rank = Rank::SIXTH.relative_to(self.turn);
        let file = File::ALL.into_iter().find(|file| model.is_true(self.passed(*file)));
        setup.double_push = file.map(|file| Square::at(file, passed_rank));
        setup
    }
}
