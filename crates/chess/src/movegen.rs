//! Generating moves: only legal ones, nothing tried and taken back.
//!
//! One generator, written once, runs for each colour, each [`Stage`] and each [`Sink`]: a list, a
//! counter, or the question whether there is any move at all. Moves that cannot be legal are never made:
//! pinned pieces keep to their line, and in check only captures of the checker and interpositions count.

use crate::sliders::{Sliders, multiversion};
use crate::{Bitboard, CastlingSide, Color, Move, MoveList, Position, Rank, Role, Square, attacks};

impl Position {
    /// Every legal move.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate_all(&mut list);
        list
    }

    /// Appends every legal move to `list`.
    #[inline]
    pub fn generate_all(&self, list: &mut MoveList) {
        list_all(self, list);
    }

    /// Appends the legal captures and promotions, en passant included: the noisy moves of a search.
    /// In check these are the evasions among them.
    #[inline]
    pub fn generate_captures(&self, list: &mut MoveList) {
        list_captures(self, list);
    }

    /// Appends the legal moves that [`Position::generate_captures`] leaves out.
    #[inline]
    pub fn generate_quiets(&self, list: &mut MoveList) {
        list_quiets(self, list);
    }

    /// How many legal moves there are, without listing them.
    #[inline]
    pub fn count_moves(&self) -> usize {
        count_all(self)
    }

    /// Whether there is a legal move.
    #[inline]
    pub fn has_moves(&self) -> bool {
        any_move(self)
    }
}

multiversion! { #[inline] fn list_all(p: &Position, list: &mut MoveList) = list_stage_all; }
multiversion! { #[inline] fn list_captures(p: &Position, list: &mut MoveList) = list_stage_captures; }
multiversion! { #[inline] fn list_quiets(p: &Position, list: &mut MoveList) = list_stage_quiets; }
multiversion! { #[inline] fn count_all(p: &Position) -> usize = count; }
multiversion! { #[inline] fn any_move(p: &Position) -> bool = any; }

/// Every move.
const ALL: u8 = 0;
/// Captures and promotions.
const CAPTURES: u8 = 1;
/// The rest.
const QUIETS: u8 = 2;

#[inline(always)]
pub(crate) fn list_stage_all<S: Sliders>(position: &Position, list: &mut MoveList) {
    generate::<S, _, ALL>(position, list);
}

#[inline(always)]
fn list_stage_captures<S: Sliders>(position: &Position, list: &mut MoveList) {
    generate::<S, _, CAPTURES>(position, list);
}

#[inline(always)]
fn list_stage_quiets<S: Sliders>(position: &Position, list: &mut MoveList) {
    generate::<S, _, QUIETS>(position, list);
}

#[inline(always)]
pub(crate) fn count<S: Sliders>(position: &Position) -> usize {
    let mut count = Count(0);
    generate::<S, _, ALL>(position, &mut count);
    count.0
}

#[inline(always)]
fn any<S: Sliders>(position: &Position) -> bool {
    let mut any = Any(false);
    generate::<S, _, ALL>(position, &mut any);
    any.0
}

/// Where generated moves go.
trait Sink {
    /// Moves of the piece on `from` to each of `targets`.
    fn moves(&mut self, from: Square, targets: Bitboard);
    /// Moves of pawns to each of `targets`, each from `step` squares before it.
    fn pawn_moves(&mut self, targets: Bitboard, step: i8);
    /// Promotions on each of `targets`.
    fn promotions(&mut self, targets: Bitboard, step: i8);
    /// One castling or capture en passant.
    fn special(&mut self, m: Move);
    /// Whether no more moves are wanted.
    #[inline(always)]
    fn is_done(&self) -> bool {
        false
    }
}

#[inline(always)]
fn origin(target: Square, step: i8) -> Square {
    Square::new(target.index().wrapping_sub(step as usize))
}

impl Sink for MoveList {
    #[inline(always)]
    fn moves(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::normal(from, to));
        }
    }

    #[inline(always)]
    fn pawn_moves(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            self.push(Move::normal(origin(to, step), to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            for role in Role::PROMOTIONS {
                self.push(Move::promotion(origin(to, step), to, role));
            }
        }
    }

    #[inline(always)]
    fn special(&mut self, m: Move) {
        self.push(m);
    }
}

struct Count(usize);

impl Sink for Count {
    #[inline(always)]
    fn moves(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn pawn_moves(&mut self, targets: Bitboard, _: i8) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i8) {
        self.0 += 4 * targets.len();
    }

    #[inline(always)]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
}

struct Any(bool);

impl Sink for Any {
    #[inline(always)]
    fn moves(&mut self, _: Square, targets: Bitboard) {
        self.0 |= targets.any();
    }

    #[inline(always)]
    fn pawn_moves(&mut self, targets: Bitboard, _: i8) {
        self.0 |= targets.any();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i8) {
        self.0 |= targets.any();
    }

    #[inline(always)]
    fn special(&mut self, _: Move) {
        self.0 = true;
    }

    #[inline(always)]
    fn is_done(&self) -> bool {
        self.0
    }
}

#[inline(always)]
fn generate<S: Sliders, K: Sink, const STAGE: u8>(position: &Position, sink: &mut K) {
    match position.turn {
        Color::White => Generator::<S, K, STAGE, true>::new(position, sink).run(),
        Color::Black => Generator::<S, K, STAGE, false>::new(position, sink).run(),
    }
}

struct Generator<'a, S, K, const STAGE: u8, const WHITE: bool> {
    position: &'a Position,
    sink: &'a mut K,
    own: Bitboard,
    enemies: Bitboard,
    occupied: Bitboard,
    sliders: std::marker::PhantomData<S>,
}

impl<'a, S: Sliders, K: Sink, const STAGE: u8, const WHITE: bool>
    Generator<'a, S, K, STAGE, WHITE>
{
    const US: Color = if WHITE { Color::White } else { Color::Black };

    #[inline(always)]
    fn new(position: &'a Position, sink: &'a mut K) -> Self {
        let (own, enemies) = if WHITE {
            (position.colors[0], position.colors[1])
        } else {
            (position.colors[1], position.colors[0])
        };
        let sliders = std::marker::PhantomData;
        Generator { position, sink, own, enemies, occupied: own | enemies, sliders }
    }

    #[inline(always)]
    fn own(&self, role: Role) -> Bitboard {
        self.position.role(role) & self.own
    }

    #[inline(always)]
    fn enemies(&self, role: Role) -> Bitboard {
        self.position.role(role) & self.enemies
    }

    #[inline(always)]
    fn run(mut self) {
        // A king is never taken, even where a position was set up so that it could be.
        let stage = match STAGE {
            CAPTURES => self.enemies & !self.position.role(Role::King),
            QUIETS => !self.occupied,
            _ => !self.own & !self.position.role(Role::King),
        };
        let mut evasion = Bitboard::ALL;
        let king = self.own(Role::King).first();
        if let Some(king) = king {
            self.king_moves(king, stage);
            let checkers = self.position.checkers;
            if checkers.any() {
                if checkers.several() {
                    return;
                }
                evasion = attacks::between(king, checkers.lowest()) | checkers;
            } else if STAGE != CAPTURES {
                self.castling(king);
            }
        }
        if self.sink.is_done() {
            return;
        }
        self.pawns(king, evasion);
        if self.sink.is_done() {
            return;
        }
        self.pieces(king, stage & evasion);
    }

    #[inline(always)]
    fn king_moves(&mut self, king: Square, stage: Bitboard) {
        let mut targets = attacks::king(king) & stage;
        if targets.is_empty() {
            return;
        }
        targets &= !attacks::pawns(!Self::US, self.enemies(Role::Pawn));
        let through_king = self.occupied ^ king.into();
        for target in targets {
            if self.is_attacked(target, through_king) {
                targets ^= target.into();
            }
        }
        self.sink.moves(king, targets);
    }

    /// Whether an enemy other than a pawn attacks `square`, if `occupied` were where pieces stand.
    #[inline(always)]
    fn is_attacked(&self, square: Square, occupied: Bitboard) -> bool {
        let queens = self.position.role(Role::Queen);
        let attackers = attacks::knight(square) & self.position.role(Role::Knight)
            | attacks::king(square) & self.position.role(Role::King)
            | S::bishop(square, occupied) & (self.position.role(Role::Bishop) | queens)
            | S::rook(square, occupied) & (self.position.role(Role::Rook) | queens);
        (attackers & self.enemies).any()
    }

    /// Castling: nothing stands on the way of king and rook, and no square that the king crosses or
    /// reaches is attacked.
    #[inline(always)]
    fn castling(&mut self, king: Square) {
        let rooks = self.position.castling.of(Self::US);
        if rooks.is_empty() {
            return;
        }
        for rook in rooks {
            if self.may_castle(king, rook) {
                self.sink.special(Move::castling(king, rook));
            }
        }
    }

    #[inline(always)]
    fn may_castle(&self, king: Square, rook: Square) -> bool {
        let side = CastlingSide::of(king, rook);
        let (king_target, rook_target) = (side.king_target(Self::US), side.rook_target(Self::US));
        let king_way = attacks::between(king, king_target) | king_target.into();
        let rook_way = attacks::between(rook, rook_target) | rook_target.into();
        let others = self.occupied ^ king.into() ^ rook.into();
        if ((king_way | rook_way) & others).any() {
            return false;
        }
        let pawn_attacks = attacks::pawns(!Self::US, self.enemies(Role::Pawn));
        if (pawn_attacks & king_way).any() {
            return false;
        }
        // In Chess960 the rook may have shielded the king, so look at the board after castling. While the
        // king is on its way the rook has not moved yet, but an attack through it along the back rank
        // would reach the king's target too.
        let after = others | rook_target.into();
        king_way.into_iter().all(|square| !self.is_attacked(square, after))
    }

    /// Knights, bishops, rooks and queens.
    #[inline(always)]
    fn pieces(&mut self, king: Option<Square>, targets: Bitboard) {
        let pinned = self.position.pinned;
        let queens = self.own(Role::Queen);
        let diagonal = self.own(Role::Bishop) | queens;
        let straight = self.own(Role::Rook) | queens;
        for from in self.own(Role::Knight) & !pinned {
            self.sink.moves(from, attacks::knight(from) & targets);
        }
        for from in diagonal & !pinned {
            self.sink.moves(from, S::bishop(from, self.occupied) & targets);
        }
        for from in straight & !pinned {
            self.sink.moves(from, S::rook(from, self.occupied) & targets);
        }
        if let Some(king) = king
            && pinned.any()
        {
            for from in diagonal & pinned {
                let line = attacks::line(king, from);
                self.sink.moves(from, S::bishop(from, self.occupied) & targets & line);
            }
            for from in straight & pinned {
                let line = attacks::line(king, from);
                self.sink.moves(from, S::rook(from, self.occupied) & targets & line);
            }
        }
    }

    /// Pawns, all at once; pinned ones apart, each along its line.
    #[inline(always)]
    fn pawns(&mut self, king: Option<Square>, evasion: Bitboard) {
        let pawns = self.own(Role::Pawn);
        let pinned = pawns & self.position.pinned;
        self.pawn_moves(pawns & !pinned, evasion);
        if let Some(king) = king {
            for pawn in pinned {
                self.pawn_moves(pawn.into(), evasion & attacks::line(king, pawn));
            }
        }
        if STAGE != QUIETS
            && self.position.en_passant
            && let Some(passed) = self.position.double_push
        {
            self.en_passant(passed);
        }
    }

    #[inline(always)]
    fn pawn_moves(&mut self, pawns: Bitboard, allowed: Bitboard) {
        let last = Bitboard::rank(Rank::EIGHTH.relative_to(Self::US));
        let third = Bitboard::rank(Rank::THIRD.relative_to(Self::US));
        let (ahead, step) = if WHITE { (pawns << 8, 8) } else { (pawns >> 8, -8) };

        let pushes = ahead & !self.occupied;
        let single = pushes & allowed;
        if STAGE != CAPTURES {
            let second = pushes & third;
            let double = if WHITE { second << 8 } else { second >> 8 } & !self.occupied & allowed;
            self.sink.pawn_moves(single & !last, step);
            self.sink.pawn_moves(double, 2 * step);
        }
        if STAGE == QUIETS {
            return;
        }
        let prey = self.enemies & allowed & !self.position.role(Role::King);
        let (west, east) = (ahead.west() & prey, ahead.east() & prey);
        self.sink.pawn_moves(west & !last, step - 1);
        self.sink.pawn_moves(east & !last, step + 1);
        if ((single | west | east) & last).any() {
            self.sink.promotions(single & last, step);
            self.sink.promotions(west & last, step - 1);
            self.sink.promotions(east & last, step + 1);
        }
    }

    /// Captures en passant are rare and treacherous (two pieces leave a line at once), so each is tried.
    #[inline(never)]
    fn en_passant(&mut self, passed: Square) {
        let pawn = Square::new(passed.index() ^ 8);
        for taker in attacks::pawn(!Self::US, passed) & self.own(Role::Pawn) {
            if self.position.is_safe_en_passant::<S>(taker, passed, pawn) {
                self.sink.special(Move::en_passant(taker, passed));
            }
        }
    }
}
