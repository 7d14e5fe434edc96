//! Static exchange evaluation: what a capture is worth after all recaptures on its square.

use crate::{Bitboard, Color, Move, MoveKind, Position, Role, Square, attacks};

/// The values used in exchanges, pawn to king, in hundredths of a pawn.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

impl Position {
    /// Whether the exchange that a legal move begins on its target square wins at least `threshold`
    /// hundredths of a pawn for the side to move, if both sides may stop at any time and always take
    /// with their least valuable piece. Pins are respected while the pinning piece stands.
    ///
    /// ```
    /// use zugwerk_chess::Position;
    /// let position: Position = "4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1".parse().unwrap();
    /// let takes = position.parse_uci("e1e5").unwrap();
    /// assert!(position.see_at_least(takes, -400) && !position.see_at_least(takes, -399));
    /// ```
    pub fn see_at_least(&self, m: Move, threshold: i32) -> bool {
        if m.is_castling() {
            return threshold <= 0;
        }
        let (from, to) = (m.from(), m.to());
        let Some(role) = self.role_at(from) else { return false };
        let value = |role: Role| EXCHANGE_VALUES[role.index()];
        let mut occupied = (self.occupied() ^ from.into()) | to.into();
        let mut gain = self.captured(m).map_or(0, value);
        let mut at_stake = value(role);
        match m.kind() {
            MoveKind::EnPassant => occupied ^= Square::new(to.index() ^ 8).into(),
            MoveKind::Promotion(promoted) => {
                gain += value(promoted) - value(Role::Pawn);
                at_stake = value(promoted);
            }
            _ => {}
        }
        // `balance` is what the side that moved last has won beyond the threshold if it stops here.
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        balance -= at_stake;
        if balance >= 0 {
            return true;
        }
        let mut side = !self.turn();
        let mut attackers = self.attackers(to, occupied) & occupied;
        let mut mover_holds = true;
        loop {
            attackers &= occupied;
            let own = attackers & self.color(side);
            if own.is_empty() {
                break;
            }
            let own = self.unpinned(own, side, to, occupied);
            let Some((attacker, square)) = self.least_valuable(own) else { break };
            // The king may take only what nothing defends.
            if attacker == Role::King && (attackers & self.color(!side)).any() {
                break;
            }
            mover_holds = !mover_holds;
            balance = -balance - 1 - value(attacker);
            if balance >= 0 {
                break;
            }
            occupied ^= square.into();
            attackers |= self.revealed(to, occupied);
            side = !side;
        }
        mover_holds
    }

    /// The attackers that are not held by a pin to their king off the line to `to`.
    fn unpinned(
        &self,
        attackers: Bitboard,
        side: Color,
        to: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let Some(king) = self.king(side) else { return attackers };
        let [_, _, bishops, rooks, queens, _] = self.pieces;
        let pinners = (attacks::rook_rays(king) & (rooks | queens)
            | attacks::bishop_rays(king) & (bishops | queens))
            & self.color(!side)
            & occupied;
        let mut free = attackers;
        for pinner in pinners {
            let blockers = attacks::between(king, pinner) & occupied;
            if !blockers.several() && !attacks::line(king, pinner).contains(to) {
                free &= !blockers;
            }
        }
        free
    }

    fn least_valuable(&self, attackers: Bitboard) -> Option<(Role, Square)> {
        Role::ALL
            .into_iter()
            .find_map(|role| (attackers & self.role(role)).first().map(|square| (role, square)))
    }

    /// Sliders that see `to` through the squares that are empty now.
    fn revealed(&self, to: Square, occupied: Bitboard) -> Bitboard {
        let [_, _, bishops, rooks, queens, _] = self.pieces;
        (attacks::bishop(to, occupied) & (bishops | queens)
            | attacks::rook(to, occupied) & (rooks | queens))
            & occupied
    }
}
