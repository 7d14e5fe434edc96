//! The bits of one move, and which of them are known before anything is solved.

use super::castling::may_castle;
use super::{Board, Castle, Horizon, Unknowns};
use crate::{Bitboard, CastlingSide, Color, File, Piece, Rank, Square, attacks};
use zugwerk_logic::{Bit, Constraints, Model};

/// Which moves are wanted: the shape of a hole or of a known move. Whatever is not wanted is false
/// from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// Squares it may start from.
    pub from: Bitboard,
    /// Squares it may end on; a castling king ends on the g- or c-file.
    pub to: Bitboard,
    /// Kinds of men that may move, by [`Piece::index`].
    pub kinds: [bool; 6],
    /// Kinds of men that may stand on the target afterwards.
    pub placed: [bool; 6],
    /// The sides to one of which it must castle; both are false where it need not.
    pub castling: [bool; 2],
}

impl Allowed {
    /// Every move.
    pub const ANY: Allowed = Allowed {
        from: Bitboard::ALL,
        to: Bitboard::ALL,
        kinds: [true; 6],
        placed: [true; 6],
        castling: [false; 2],
    };

    /// Whether a move other than castling is wanted.
    pub(super) fn admits(&self, piece: Piece, from: Square, to: Square) -> bool {
        self.castling == [false; 2]
            && self.kinds[piece.index()]
            && self.from.contains(from)
            && self.to.contains(to)
    }

    /// Whether a castling is wanted: its king goes to its target, or is written to take its rook.
    pub(super) fn admits_castle(&self, castle: Castle) -> bool {
        let king = Piece::King.index();
        (self.castling == [false; 2] || self.castling[castle.side as usize])
            && self.kinds[king]
            && self.placed[king]
            && self.from.contains(castle.king)
            && (self.to.contains(castle.king_target()) || self.to == Bitboard::of(castle.rook))
    }
}

/// Whether laws may be used to make bits known early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folding {
    /// A bit that no possible move sets is false, a square that no possible move touches stays as it
    /// is. Small and fast.
    Laws,
    /// Nothing follows unless a law that is stated says so; needed where laws are put aside.
    Nothing,
}

/// A move from one board to the next: who moves, from where to where, and what stands there then.
/// Castling is the king's move of two squares; see [`Castle::written`].
#[derive(Clone, Debug)]
pub struct Ply {
    /// Who moves.
    pub turn: Color,
    pub(super) from: [Bit; 64],
    pub(super) to: [Bit; 64],
    pub(super) kind: [Bit; 6],
    pub(super) placed: [Bit; 6],
    /// The move is this castling.
    pub(super) castle: [Bit; 2],
    /// The move takes en passant on this file.
    pub(super) en_passant: [Bit; 8],
    /// Where each kind may go from each square: by geometry, and as far as known squares allow.
    pub(super) targets: Box<[[Bitboard; 64]; 6]>,
}

impl Ply {
    /// The bits of a move on `before`. States nothing yet: see [`movement`](super::movement).
    pub fn new(
        c: &mut impl Unknowns,
        before: &Board,
        allowed: &Allowed,
        folding: Folding,
        horizon: Option<&Horizon>,
    ) -> Ply {
        let turn = before.turn;
        let mut targets = Box::new([[Bitboard::EMPTY; 64]; 6]);
        let (mut froms, mut tos) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let (mut kinds, mut placed) = ([false; 6], [false; 6]);
        for piece in Piece::ALL {
            for from in Square::all() {
                let geometry = geometry(turn, piece, from);
                let mut reached: Bitboard = match folding {
                    Folding::Nothing => geometry,
                    Folding::Laws => geometry
                        .into_iter()
                        .filter(|&to| {
                            allowed.admits(piece, from, to)
                                && may_go(before, piece, from, to)
                                && horizon.is_none_or(|h| within(h, before, piece, from, to))
                        })
                        .collect(),
                };
                for castle in castles(before, piece, from) {
                    let wanted = allowed.admits_castle(castle) && may_castle(before, castle);
                    let fits = horizon.is_none_or(|h| within_castling(h, castle));
                    if folding == Folding::Nothing || wanted && fits {
                        reached |= castle.written().into();
                    }
                }
                if reached.is_empty() {
                    continue;
                }
                targets[piece.index()][from.index()] = reached;
                kinds[piece.index()] = true;
                froms |= from.into();
                tos |= reached;
                let last = Bitboard::rank(Rank::new(7).relative_to(turn));
                placed[piece.index()] |= piece != Piece::Pawn || (reached & !last).any();
                if piece == Piece::Pawn && (reached & last).any() {
                    Piece::PROMOTIONS.into_iter().for_each(|piece| placed[piece.index()] = true);
                }
            }
        }
        if folding == Folding::Nothing {
            (froms, tos, kinds, placed) = (Bitboard::ALL, Bitboard::ALL, [true; 6], [true; 6]);
        } else {
            std::iter::zip(&mut placed, allowed.placed).for_each(|(bit, allowed)| *bit &= allowed);
        }
        let from = one_hot(c, froms.into_iter().map(Square::index));
        let to = one_hot(c, tos.into_iter().map(Square::index));
        let kind = one_hot(c, (0..6).filter(|piece| kinds[*piece]));
        // Without a pawn move what is placed is what moved.
        let placed = if kinds[0] {
            one_hot(c, (0..6).filter(|piece| placed[*piece]))
        } else {
            std::array::from_fn(|piece| if placed[piece] { kind[piece] } else { Bit::FALSE })
        };
        Ply::with_bits(c, before, from, to, kind, placed, targets)
    }

    /// The move of known squares and kinds.
    pub(super) fn known(
        c: &mut impl Constraints,
        before: &Board,
        (kind, from, to, placed): super::FixedMove,
    ) -> Ply {
        let mut targets = Box::new([[Bitboard::EMPTY; 64]; 6]);
        let castled = castles(before, kind, from).map(|castle| castle.written());
        let all = geometry(before.turn, kind, from) | castled.collect();
        targets[kind.index()][from.index()] = all & Bitboard::of(to);
        let square = |square: Square| std::array::from_fn(|at| (at == square.index()).into());
        let piece = |piece: Piece| std::array::from_fn(|at| (at == piece.index()).into());
        Ply::with_bits(c, before, square(from), square(to), piece(kind), piece(placed), targets)
    }

    fn with_bits(
        c: &mut impl Constraints,
        before: &Board,
        from: [Bit; 64],
        to: [Bit; 64],
        kind: [Bit; 6],
        placed: [Bit; 6],
        targets: Box<[[Bitboard; 64]; 6]>,
    ) -> Ply {
        let turn = before.turn;
        let castle = CastlingSide::ALL.map(|side| {
            let castle = before.castle(turn, side);
            let (home, target) = (castle.king.index(), castle.written());
            if !targets[Piece::King.index()][home].contains(target) {
                return Bit::FALSE;
            }
            let mut bits = vec![kind[Piece::King.index()], from[home], to[target.index()]];
            if castle.is_like_a_step() {
                bits.push(before.castling(turn, side));
            }
            c.and(&bits)
        });
        let en_passant = File::ALL.map(|file| {
            let target = passed_square(turn, file);
            c.and(&[kind[Piece::Pawn.index()], to[target.index()], before.passed(file)])
        });
        Ply { turn, from, to, kind, placed, castle, en_passant, targets }
    }

    /// It starts here.
    pub fn from(&self, square: Square) -> Bit {
        self.from[square.index()]
    }

    /// It ends here.
    pub fn to(&self, square: Square) -> Bit {
        self.to[square.index()]
    }

    /// A man of this kind moves.
    pub fn kind(&self, piece: Piece) -> Bit {
        self.kind[piece.index()]
    }

    /// A man of this kind stands on the target afterwards.
    pub fn placed(&self, piece: Piece) -> Bit {
        self.placed[piece.index()]
    }

    /// It castles to this side.
    pub fn castle(&self, side: CastlingSide) -> Bit {
        self.castle[side as usize]
    }

    /// The bit defined to be true when the move takes something.
    pub fn capture(&self, c: &mut impl Constraints, before: &Board) -> Bit {
        let mut ways = self.en_passant.to_vec();
        for square in Square::all().filter(|square| self.to(*square) != Bit::FALSE) {
            ways.push(c.and(&[self.to(square), before.color(!self.turn, square)]));
        }
        c.or(&ways)
    }

    /// The bits that tell moves apart.
    pub fn bits(&self) -> Vec<Bit> {
        self.from.iter().chain(&self.to).chain(&self.placed).copied().collect()
    }

    /// The literals that are all true exactly for the move that `model` chose.
    pub fn chosen(&self, model: &Model) -> Vec<Bit> {
        self.bits().into_iter().filter(|bit| model.is_true(*bit)).collect()
    }

    /// The move that a model chose: from, to, and the piece of a promotion.
    pub fn read(&self, model: &Model) -> Option<(Square, Square, Option<Piece>)> {
        let from = Square::all().find(|square| model.is_true(self.from(*square)))?;
        let to = Square::all().find(|square| model.is_true(self.to(*square)))?;
        let placed = Piece::ALL.into_iter().find(|piece| model.is_true(self.placed(*piece)))?;
        let promoted = model.is_true(self.kind(Piece::Pawn)) && placed != Piece::Pawn;
        Some((from, to, promoted.then_some(placed)))
    }
}

/// A bit for each of the places, known where there is only one.
fn one_hot<const N: usize>(c: &mut impl Unknowns, places: impl Iterator<Item = usize>) -> [Bit; N] {
    let mut bits = [Bit::FALSE; N];
    let places: Vec<usize> = places.collect();
    match places[..] {
        [only] => bits[only] = Bit::TRUE,
        _ => places.iter().for_each(|&place| bits[place] = c.fresh()),
    }
    bits
}

/// Where a pawn of `turn` lands when it takes en passant on `file`.
pub(super) fn passed_square(turn: Color, file: File) -> Square {
    Square::at(file, Rank::new(5).relative_to(turn))
}

/// The castlings of the side to move that begin with a `piece` on `from`.
pub(super) fn castles(
    before: &Board,
    piece: Piece,
    from: Square,
) -> impl Iterator<Item = Castle> + use<> {
    let castles = before.castles[before.turn.index()].into_iter();
    castles.filter(move |castle| piece == Piece::King && castle.king == from)
}

/// Where a piece could go from a square on some board: the law of its movement, castling aside.
pub(super) fn geometry(turn: Color, piece: Piece, from: Square) -> Bitboard {
    match piece {
        Piece::Knight => attacks::knight(from),
        Piece::Bishop => attacks::bishop_rays(from),
        Piece::Rook => attacks::rook_rays(from),
        Piece::Queen => attacks::bishop_rays(from) | attacks::rook_rays(from),
        Piece::King => attacks::king(from),
        Piece::Pawn if Bitboard::BACK_RANKS.contains(from) => Bitboard::EMPTY,
        Piece::Pawn => attacks::pawn(turn, from) | pawn_steps(turn, from),
    }
}

/// The one or two squares straight ahead of a pawn.
pub(super) fn pawn_steps(turn: Color, from: Square) -> Bitboard {
    let ahead = if turn == Color::White { 1 } else { -1 };
    let second = from.rank() == Rank::new(1).relative_to(turn);
    let double = if second { from.offset(0, 2 * ahead) } else { None };
    [from.offset(0, ahead), double].into_iter().flatten().collect()
}

/// Whether a move other than castling is possible as far as the bits of the board are known.
pub(super) fn may_go(before: &Board, piece: Piece, from: Square, to: Square) -> bool {
    let (us, them) = (before.turn, !before.turn);
    let may_stand = |color: Color, piece: Piece, square: Square| {
        before.men[color.index()][piece.index()][square.index()] != Bit::FALSE
    };
    let may_be_empty = |square: Square| before.empty(square) != Bit::FALSE;
    if !may_stand(us, piece, from)
        || before.color(us, to) == Bit::TRUE
        || !attacks::between(from, to).into_iter().all(may_be_empty)
    {
        return false;
    }
    match piece {
        Piece::Pawn if from.file() == to.file() => may_be_empty(to),
        Piece::Pawn => {
            before.color(them, to) != Bit::FALSE
                || to == passed_square(us, to.file()) && before.passed(to.file()) != Bit::FALSE
        }
        _ => true,
    }
}

/// Whether the end of the line leaves room for a castling.
fn within_castling(horizon: &Horizon, castle: Castle) -> bool {
    horizon.may(castle.color, Piece::King, castle.king_target())
        && horizon.may(castle.color, Piece::Rook, castle.rook_target())
}

/// Whether the end of the line leaves room for a move.
fn within(horizon: &Horizon, before: &Board, piece: Piece, from: Square, to: Square) -> bool {
    let us = before.turn;
    let promotes = piece == Piece::Pawn && to.rank() == Rank::new(7).relative_to(us);
    let arrives = if promotes {
        Piece::PROMOTIONS.into_iter().any(|piece| horizon.may(us, piece, to))
    } else {
        horizon.may(us, piece, to)
    };
    let takes = piece == Piece::Pawn && from.file() != to.file();
    arrives && (horizon.captures || !takes && before.empty(to) != Bit::FALSE)
}
