//! The bits of one move, and which of them are known before anything is solved.

use super::castling::may_castle;
use super::{Board, Castle, Horizon, Unknowns};
use crate::{Bitboard, CastlingSide, Color, File, Rank, Role, Square, attacks};
use zugwerk_logic::{Bit, Constraints, Folding, Model};

/// Which moves are wanted: the shape of a hole or of a known move. Whatever is not wanted is false
/// from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// Squares it may start from.
    pub from: Bitboard,
    /// Squares it may end on; a castling king ends on the g- or c-file.
    pub to: Bitboard,
    /// Kinds of pieces that may move, by [`Role::index`].
    pub kinds: [bool; 6],
    /// Kinds of pieces that may stand on the target afterwards.
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
    pub(super) fn admits(&self, role: Role, from: Square, to: Square) -> bool {
        self.castling == [false; 2]
            && self.kinds[role.index()]
            && self.from.contains(from)
            && self.to.contains(to)
    }

    /// Whether a castling is wanted: its king goes to its target, or is written to take its rook.
    pub(super) fn admits_castle(&self, castle: Castle) -> bool {
        let king = Role::King.index();
        (self.castling == [false; 2] || self.castling[castle.side as usize])
            && self.kinds[king]
            && self.placed[king]
            && self.from.contains(castle.king)
            && (self.to.contains(castle.king_target()) || self.to == Bitboard::of(castle.rook))
    }
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
    /// No move at all: the side to move passes.
    pub fn pass(turn: Color) -> Ply {
        Ply {
            turn,
            from: [Bit::FALSE; 64],
            to: [Bit::FALSE; 64],
            kind: [Bit::FALSE; 6],
            placed: [Bit::FALSE; 6],
            castle: [Bit::FALSE; 2],
            en_passant: [Bit::FALSE; 8],
            targets: Box::new([[Bitboard::EMPTY; 64]; 6]),
        }
    }

    /// Whether nothing moves.
    pub fn is_pass(&self) -> bool {
        self.from == [Bit::FALSE; 64]
    }

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
        for role in Role::ALL {
            for from in Square::all() {
                let geometry = geometry(turn, role, from);
                let mut reached: Bitboard = match folding {
                    Folding::Nothing => geometry,
                    Folding::Laws => geometry
                        .into_iter()
                        .filter(|&to| {
                            allowed.admits(role, from, to)
                                && may_go(before, role, from, to)
                                && horizon.is_none_or(|h| within(h, before, role, from, to))
                        })
                        .collect(),
                };
                for castle in castles(before, role, from) {
                    let wanted = allowed.admits_castle(castle) && may_castle(before, castle);
                    let fits = horizon.is_none_or(|h| within_castling(h, castle));
                    if folding == Folding::Nothing || wanted && fits {
                        reached |= castle.written().into();
                    }
                }
                if reached.is_empty() {
                    continue;
                }
                targets[role.index()][from.index()] = reached;
                kinds[role.index()] = true;
                froms |= from.into();
                tos |= reached;
                let last = Bitboard::rank(Rank::EIGHTH.relative_to(turn));
                placed[role.index()] |= role != Role::Pawn || (reached & !last).any();
                if role == Role::Pawn && (reached & last).any() {
                    Role::PROMOTIONS.into_iter().for_each(|role| placed[role.index()] = true);
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
        let kind = one_hot(c, (0..6).filter(|role| kinds[*role]));
        // Without a pawn move what is placed is what moved.
        let placed = if kinds[0] {
            one_hot(c, (0..6).filter(|role| placed[*role]))
        } else {
            std::array::from_fn(|role| if placed[role] { kind[role] } else { Bit::FALSE })
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
        let role = |role: Role| std::array::from_fn(|at| (at == role.index()).into());
        Ply::with_bits(c, before, square(from), square(to), role(kind), role(placed), targets)
    }

    /// The same where any law may be put aside: a law about those who can go there is about this move, too.
    pub(super) fn thinkable(
        c: &mut impl Constraints,
        before: &Board,
        (kind, from, to, placed): super::FixedMove,
    ) -> Ply {
        let mut ply = Ply::known(c, before, (kind, from, to, placed));
        for role in Role::ALL {
            let castled = castles(before, role, from).map(|castle| castle.written());
            let all = geometry(before.turn, role, from) | castled.collect();
            ply.targets[role.index()][from.index()] = all & Bitboard::of(to);
        }
        ply
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
            if !targets[Role::King.index()][home].contains(target) {
                return Bit::FALSE;
            }
            let mut bits = vec![kind[Role::King.index()], from[home], to[target.index()]];
            if castle.is_like_a_step() {
                bits.push(before.castling(turn, side));
            }
            c.and(&bits)
        });
        let en_passant = File::ALL.map(|file| {
            let target = double_push_square(turn, file);
            c.and(&[kind[Role::Pawn.index()], to[target.index()], before.passed(file)])
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

    /// A piece of this kind moves.
    pub fn kind(&self, role: Role) -> Bit {
        self.kind[role.index()]
    }

    /// A piece of this kind stands on the target afterwards.
    pub fn placed(&self, role: Role) -> Bit {
        self.placed[role.index()]
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
    pub fn read(&self, model: &Model) -> Option<(Square, Square, Option<Role>)> {
        let from = Square::all().find(|square| model.is_true(self.from(*square)))?;
        let to = Square::all().find(|square| model.is_true(self.to(*square)))?;
        let placed = Role::ALL.into_iter().find(|role| model.is_true(self.placed(*role)))?;
        let promoted = model.is_true(self.kind(Role::Pawn)) && placed != Role::Pawn;
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
pub(super) fn double_push_square(turn: Color, file: File) -> Square {
    Square::at(file, Rank::SIXTH.relative_to(turn))
}

/// The castlings of the side to move that begin with a `role` on `from`.
pub(super) fn castles(
    before: &Board,
    role: Role,
    from: Square,
) -> impl Iterator<Item = Castle> + use<> {
    let castles = before.castles[before.turn.index()].into_iter();
    castles.filter(move |castle| role == Role::King && castle.king == from)
}

/// Where a piece could go from a square on some board: the law of its movement, castling aside.
pub(super) fn geometry(turn: Color, role: Role, from: Square) -> Bitboard {
    match role {
        Role::Knight => attacks::knight(from),
        Role::Bishop => attacks::bishop_rays(from),
        Role::Rook => attacks::rook_rays(from),
        Role::Queen => attacks::bishop_rays(from) | attacks::rook_rays(from),
        Role::King => attacks::king(from),
        Role::Pawn if Bitboard::BACK_RANKS.contains(from) => Bitboard::EMPTY,
        Role::Pawn => attacks::pawn(turn, from) | pawn_steps(turn, from),
    }
}

/// The one or two squares straight ahead of a pawn.
pub(super) fn pawn_steps(turn: Color, from: Square) -> Bitboard {
    let ahead = if turn == Color::White { 1 } else { -1 };
    let second = from.rank() == Rank::SECOND.relative_to(turn);
    let double = if second { from.offset(0, 2 * ahead) } else { None };
    [from.offset(0, ahead), double].into_iter().flatten().collect()
}

/// Whether a move other than castling is possible as far as the bits of the board are known.
pub(super) fn may_go(before: &Board, role: Role, from: Square, to: Square) -> bool {
    let (us, them) = (before.turn, !before.turn);
    let may_stand = |color: Color, role: Role, square: Square| {
        before.pieces[color.index()][role.index()][square.index()] != Bit::FALSE
    };
    let may_be_empty = |square: Square| before.empty(square) != Bit::FALSE;
    if !may_stand(us, role, from)
        || before.color(us, to) == Bit::TRUE
        || !attacks::between(from, to).into_iter().all(may_be_empty)
    {
        return false;
    }
    match role {
        Role::Pawn if from.file() == to.file() => may_be_empty(to),
        Role::Pawn => {
            before.color(them, to) != Bit::FALSE
                || to == double_push_square(us, to.file()) && before.passed(to.file()) != Bit::FALSE
        }
        _ => true,
    }
}

/// Whether the end of the line leaves room for a castling.
fn within_castling(horizon: &Horizon, castle: Castle) -> bool {
    horizon.may(castle.color, Role::King, castle.king_target())
        && horizon.may(castle.color, Role::Rook, castle.rook_target())
}

/// Whether the end of the line leaves room for a move.
fn within(horizon: &Horizon, before: &Board, role: Role, from: Square, to: Square) -> bool {
    let us = before.turn;
    let promotes = role == Role::Pawn && to.rank() == Rank::EIGHTH.relative_to(us);
    let arrives = if promotes {
        Role::PROMOTIONS.into_iter().any(|role| horizon.may(us, role, to))
    } else {
        horizon.may(us, role, to)
    };
    let takes = role == Role::Pawn && from.file() != to.file();
    arrives && (horizon.captures || !takes && before.empty(to) != Bit::FALSE)
}
