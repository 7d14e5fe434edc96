//! Mating moves, found without playing most of them.
//!
//! Only checks can mate, and a mate must take every flight of the king: a move whose piece does not attack
//! all the squares that are open to the king now cannot be one, unless it opens a line of another piece.

mod common_refutation;

pub(crate) use common_refutation::CommonRefutation;
use zugwerk_chess::{Bitboard, Color, Move, MoveKind, Position, Rank, Role, Square, attacks};

/// Calls `found` for each mating move, until it returns true. Says whether it did.
pub(crate) fn find_mates(position: &Position, mut found: impl FnMut(Move) -> bool) -> bool {
    let Some(net) = Net::new(position) else { return false };
    if position.is_check() {
        let moves = position.legal_moves();
        return moves
            .iter()
            .any(|&m| position.gives_check(m) && is_mate(&position.play(m)) && found(m));
    }
    net.find_checks(|m, moved| {
        net.may_mate(m, moved) && !net.is_taken(m) && is_mate(&position.play(m)) && found(m)
    })
}

/// Whether the side to move is mated.
#[inline]
pub(crate) fn is_mate(position: &Position) -> bool {
    position.is_check() && !position.has_moves()
}

/// The squares around a king and who bears on them, from the point of view of the side to move.
pub(crate) struct Net<'a> {
    position: &'a Position,
    us: Color,
    king: Square,
    occupied: Bitboard,
    own: Bitboard,
    kings: Bitboard,
    /// From where a piece of each kind gives check.
    check_squares: [Bitboard; 6],
    /// Our pieces that give check by leaving a line.
    discoverers: Bitboard,
    /// What our sliders attack, through the king.
    slides: Bitboard,
    /// The squares next to the king that are neither blocked by its own pieces nor attacked by us.
    pub(crate) flights: Bitboard,
}

impl<'a> Net<'a> {
    /// The net around the king of the side not to move, if there is one.
    pub(crate) fn new(position: &'a Position) -> Option<Net<'a>> {
        Net::around(position, position.turn())
    }

    /// The net that `us` has around the other king.
    pub(crate) fn around(position: &'a Position, us: Color) -> Option<Net<'a>> {
        Net::among(position, us, position.color(us))
    }

    /// The net that `us` would have around the other king with these of its pieces alone.
    #[inline]
    fn among(position: &'a Position, us: Color, own: Bitboard) -> Option<Net<'a>> {
        let them = !us;
        let king = position.king(them)?;
        let occupied = own | position.color(them);
        let queens = position.role(Role::Queen);
        let diagonal = (position.role(Role::Bishop) | queens) & own;
        let straight = (position.role(Role::Rook) | queens) & own;
        let bishop = attacks::bishop(king, occupied);
        let rook = attacks::rook(king, occupied);
        let check_squares = [
            attacks::pawn(them, king),
            attacks::knight(king),
            bishop,
            rook,
            bishop | rook,
            Bitboard::EMPTY,
        ];
        let snipers = attacks::bishop_rays(king) & diagonal & !bishop
            | attacks::rook_rays(king) & straight & !rook;
        let mut discoverers = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & occupied;
            if !blockers.several() {
                discoverers |= blockers & own;
            }
        }
        let through = occupied ^ king.into();
        let mut slides = Bitboard::EMPTY;
        for from in diagonal {
            slides |= attacks::bishop(from, through);
        }
        for from in straight {
            slides |= attacks::rook(from, through);
        }
        let around = attacks::king(king);
        let mut guarded = slides | attacks::pawns(us, position.role(Role::Pawn) & own);
        for from in position.role(Role::Knight) & own {
            guarded |= attacks::knight(from);
        }
        for from in position.role(Role::King) & own {
            guarded |= attacks::king(from);
        }
        let flights = around & !position.color(them) & !guarded;
        let kings = position.role(Role::King);
        Some(Net {
            position,
            us,
            king,
            occupied,
            own,
            kings,
            check_squares,
            discoverers,
            slides,
            flights,
        })
    }

    /// The squares next to the king that its piece, having gone from `from` to `to`, guards there; all of
    /// them where leaving `from` may open a line.
    #[inline]
    pub(crate) fn cover(&self, from: Square, to: Square, moved: Role) -> Bitboard {
        if self.slides.contains(from) {
            return Bitboard::ALL;
        }
        let occupied = (self.occupied ^ self.king.into() ^ from.into()) | to.into();
        attacks::of(self.us, moved, to, occupied)
    }

    /// The squares whose leaving may open a line: of one of our sliders, or from the king outwards.
    pub(crate) fn line_squares(&self) -> Bitboard {
        self.slides | self.check_squares[Role::Queen.index()]
    }

    /// As [`Net::cover`], if the other side's pieces did not stand in the way.
    #[inline]
    pub(crate) fn cover_at_best(&self, from: Square, to: Square, moved: Role) -> Bitboard {
        if self.slides.contains(from) {
            return Bitboard::ALL;
        }
        let occupied = (self.own ^ from.into()) | to.into();
        attacks::of(self.us, moved, to, occupied)
    }

    /// Calls `found` with origin, target and piece of each move that would give check if we were to move
    /// and pins and the safety of our king did not matter, until it returns true. Castling and captures
    /// by pawns of what is not there yet are left out.
    pub(crate) fn find_likely_checks(
        &self,
        mut found: impl FnMut(Square, Square, Role) -> bool,
    ) -> bool {
        let free = !self.own & !self.kings;
        for from in self.own {
            let Some(role) = self.position.role_at(from) else { continue };
            let mut wanted = self.check_squares[role.index()];
            if self.discoverers.contains(from) {
                wanted |= !attacks::line(self.king, from);
            }
            if role == Role::Pawn {
                let targets = self.pawn_targets(from);
                if targets.any()
                    && self
                        .pawn_checks(from, targets, &mut |m, moved| found(m.from(), m.to(), moved))
                {
                    return true;
                }
                continue;
            }
            for to in attacks::of(self.us, role, from, self.occupied) & free & wanted {
                if found(from, to, role) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a checking move takes all flights; if not, it is no mate.
    #[inline]
    fn may_mate(&self, m: Move, moved: Role) -> bool {
        // Where two pieces leave their squares, nothing is known.
        let two_leave = matches!(m.kind(), MoveKind::Castling | MoveKind::EnPassant);
        self.flights.is_empty()
            || two_leave
            || (self.flights & !self.cover(m.from(), m.to(), moved)).is_empty()
    }

    /// Whether a piece that is surely free to move takes the piece that gives check by `m`; if so, it is no mate.
    #[inline]
    fn is_taken(&self, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        let is_plain = matches!(m.kind(), MoveKind::Normal | MoveKind::Promotion(_));
        if !is_plain || self.discoverers.contains(from) {
            return false;
        }
        let occupied = (self.occupied ^ from.into()) | to.into();
        let takers = self.position.attackers(to, occupied) & !self.own & !self.kings;
        (takers & !Bitboard::of(to)).into_iter().any(|taker| {
            // Not in line with the king, it cannot be pinned; along that line it may move all the same.
            let line = attacks::line(self.king, taker);
            line.is_empty() || line.contains(to)
        })
    }

    /// Calls `found` with each legal move that gives check and the piece it ends as, until it returns
    /// true. The side to move must not be in check.
    #[inline]
    fn find_checks(&self, mut found: impl FnMut(Move, Role) -> bool) -> bool {
        let position = self.position;
        let own_king = position.king(self.us);
        let pinned = position.pinned();
        let free = !self.own & !self.kings;
        let allowed = |from: Square| match own_king {
            Some(king) if pinned.contains(from) => attacks::line(king, from),
            _ => Bitboard::ALL,
        };
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            let checks = self.check_squares[role.index()];
            for from in position.role(role) & self.own {
                let mut wanted = checks;
                if self.discoverers.contains(from) {
                    wanted |= !attacks::line(self.king, from);
                }
                let targets = attacks::of(self.us, role, from, self.occupied) & free & wanted;
                if targets.is_empty() {
                    continue;
                }
                for to in targets & allowed(from) {
                    if found(Move::normal(from, to), role) {
                        return true;
                    }
                }
            }
        }
        for from in position.role(Role::Pawn) & self.own {
            let targets = self.pawn_targets(from) & allowed(from);
            if targets.any() && self.pawn_checks(from, targets, &mut found) {
                return true;
            }
        }
        let Some(own_king) = own_king else { return false };
        if let Some(passed) = position.en_passant() {
            let takers = attacks::pawn(!self.us, passed) & position.role(Role::Pawn) & self.own;
            for from in takers {
                let m = Move::en_passant(from, passed);
                if position.is_legal(m) && position.gives_check(m) && found(m, Role::Pawn) {
                    return true;
                }
            }
        }
        if self.discoverers.contains(own_king) {
            let targets = attacks::king(own_king) & free & !attacks::line(self.king, own_king);
            for to in targets {
                let m = Move::normal(own_king, to);
                if position.is_legal(m) && found(m, Role::King) {
                    return true;
                }
            }
        }
        for rook in position.castling().of(self.us) {
            let m = Move::castling(own_king, rook);
            if position.is_legal(m) && position.gives_check(m) && found(m, Role::Rook) {
                return true;
            }
        }
        false
    }

    /// Where a pawn can go, en passant aside.
    #[inline]
    fn pawn_targets(&self, from: Square) -> Bitboard {
        let enemies = self.occupied & !self.own & !self.kings;
        let ahead = |set: Bitboard| match self.us {
            Color::White => set << 8,
            Color::Black => set >> 8,
        };
        let single = ahead(from.into()) & !self.occupied;
        let third = Bitboard::rank(Rank::THIRD.relative_to(self.us));
        let double = ahead(single & third) & !self.occupied;
        single | double | attacks::pawn(self.us, from) & enemies
    }

    #[inline]
    fn pawn_checks(
        &self,
        from: Square,
        targets: Bitboard,
        found: &mut impl FnMut(Move, Role) -> bool,
    ) -> bool {
        let last = Bitboard::rank(Rank::EIGHTH.relative_to(self.us));
        let discovers = match self.discoverers.contains(from) {
            true => !attacks::line(self.king, from),
            false => Bitboard::EMPTY,
        };
        for to in targets & !last & (self.check_squares[0] | discovers) {
            if found(Move::normal(from, to), Role::Pawn) {
                return true;
            }
        }
        for to in targets & last {
            let occupied = (self.occupied ^ from.into()) | to.into();
            for role in Role::PROMOTIONS {
                let checks = discovers.contains(to)
                    || attacks::of(self.us, role, to, occupied).contains(self.king);
                if checks && found(Move::promotion(from, to, role), role) {
                    return true;
                }
            }
        }
        false
    }
}
