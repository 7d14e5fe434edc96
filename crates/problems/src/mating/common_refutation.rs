//! A defence that refutes most first moves of a mate in two at once.
//!
//! Nearly every first move fails to the same defence, and most of them change little near the king. So the
//! defence is played first, once, and the net around the king looked at: the flights that two moves must
//! take, and the checks there are. A quiet first move that does not touch the defence only adds what its own
//! piece guards then; if no check takes the flights that are left, it is refuted.

use super::Net;
use zugwerk_chess::{Bitboard, Color, Move, MoveKind, Position, Rank, Role, Square, attacks};

/// The board after the defence, without a first move.
pub(crate) struct CommonRefutation {
    us: Color,
    after: Position,
    king: Square,
    /// The squares that the defence leaves, crosses and enters.
    path: Bitboard,
    entered: Square,
    /// The defender's pieces but the king.
    obstacles: Bitboard,
    /// With all pieces of the attacker.
    whole: View,
    /// Without one piece that stands in the way of others: its square, and what there is then.
    cleared: Option<(Square, View)>,
}

/// What some pieces of the attacker bear on.
struct View {
    occupied: Bitboard,
    own: Bitboard,
    check_squares: [Bitboard; 6],
    flights: Bitboard,
    /// Whether the king is in check, so that the defence cannot be made.
    is_check: bool,
    /// Squares whose leaving may open a line.
    lines: Bitboard,
    /// Squares whose leaving may open a line or the way of a pawn.
    openers: Bitboard,
    checks: Vec<Check>,
}

/// A check that the attacker could give next, and the flights that it would take.
struct Check {
    from: Square,
    to: Square,
    taken: Bitboard,
}

impl CommonRefutation {
    /// The board after `defence`, if that is a move the defender could make now and all can be told from
    /// the board.
    pub(crate) fn new(position: &Position, defence: Move) -> Option<CommonRefutation> {
        let us = position.turn();
        let is_plain = matches!(defence.kind(), MoveKind::Normal | MoveKind::Promotion(_));
        if position.is_check() || !is_plain || position.castling().of(us).any() {
            return None;
        }
        let pass = position.pass();
        if !pass.is_legal(defence) {
            return None;
        }
        let after = pass.play(defence);
        // A pawn that may be taken en passant would be one more thing to look at.
        if let Some(passed) = after.double_push_square()
            && (attacks::pawn(!us, passed) & after.pieces(us, Role::Pawn)).any()
        {
            return None;
        }
        let king = after.king(!us)?;
        let obstacles = after.color(!us) ^ king.into();
        let whole = View::new(&after, us, after.color(us), obstacles)?;
        let (from, to) = (defence.from(), defence.to());
        let path = attacks::between(from, to) | from.into() | to.into();
        Some(CommonRefutation {
            us,
            after,
            king,
            path,
            entered: to,
            obstacles,
            whole,
            cleared: None,
        })
    }

    /// Whether no mate follows when the quiet move `m` of the position before is answered by the defence.
    /// If not, one may follow or not.
    #[inline]
    pub(crate) fn refutes(&mut self, position: &Position, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        let role = match (m.kind(), position.role_at(from)) {
            // A pawn may come beside one that has just made a double step.
            (MoveKind::Normal, Some(Role::Pawn)) if self.after.double_push_square().is_some() => {
                None
            }
            (MoveKind::Normal, role) => role,
            (MoveKind::Promotion(role), _) => Some(role),
            _ => None,
        };
        let Some(role) = role else { return false };
        if from == self.entered || self.path.contains(to) {
            return false;
        }
        if self.whole.openers.contains(from) {
            self.clear(from);
        }
        let view = match &self.cleared {
            Some((square, view)) if *square == from => view,
            _ => &self.whole,
        };
        !view.may_mate(self, Step { role, from, to })
    }

    /// Looks at the board without the piece on `from`, unless that was done last.
    fn clear(&mut self, from: Square) {
        if self.cleared.as_ref().is_none_or(|(square, _)| *square != from) {
            let own = self.whole.own ^ from.into();
            let view = View::new(&self.after, self.us, own, self.obstacles);
            self.cleared = view.map(|view| (from, view));
        }
    }
}

impl View {
    fn new(after: &Position, us: Color, own: Bitboard, obstacles: Bitboard) -> Option<View> {
        let net = Net::among(after, us, own)?;
        let lines = net.line_squares();
        let single = ahead(us, after.role(Role::Pawn) & own);
        let third = Bitboard::rank(Rank::THIRD.relative_to(us));
        let mut view = View {
            occupied: net.occupied,
            own,
            check_squares: net.check_squares,
            flights: net.flights,
            is_check: net.slides.contains(net.king),
            lines,
            openers: lines | single | ahead(us, single & third),
            checks: Vec::with_capacity(32),
        };
        view.find_checks(after, &net, us, obstacles);
        Some(view)
    }

    /// Collects the checks that can be given at once.
    fn find_checks(&mut self, after: &Position, net: &Net, us: Color, obstacles: Bitboard) {
        // What the lines of all pieces are when their own pieces get out of the way.
        let mut opened = None;
        for from in self.own {
            let Some(role) = after.role_at(from) else { continue };
            let discovered = match net.discoverers.contains(from) {
                true => !attacks::line(net.king, from),
                false => Bitboard::EMPTY,
            };
            let mut add = |to: Square, role: Role| {
                let opened = match net.slides.contains(from) {
                    true => *opened.get_or_insert_with(|| lines_of(after, net.own, obstacles)),
                    false => Bitboard::EMPTY,
                };
                let taken = opened | attacks::of(us, role, to, obstacles);
                self.checks.push(Check { from, to, taken });
            };
            if role == Role::Pawn {
                net.pawn_checks(from, net.pawn_targets(from), &mut |m, role| {
                    add(m.to(), role);
                    false
                });
                continue;
            }
            let checks = self.check_squares[role.index()] | discovered;
            for to in attacks::of(us, role, from, net.occupied) & checks {
                add(to, role);
            }
        }
    }

    /// Whether a mate may follow when `step` has been made before the defence.
    #[inline]
    fn may_mate(&self, common: &CommonRefutation, step: Step) -> bool {
        let Step { role, from, to } = step;
        // At best the next move takes its own pieces out of this one's way.
        let guarded = attacks::of(common.us, role, to, common.obstacles);
        if self.is_check || guarded.contains(common.king) && self.may_uncover(common, step) {
            return true;
        }
        let flights = self.flights & !guarded;
        let is_possible = |check: &Check| {
            check.from != from
                && check.to != to
                && (check.to == from || !self.own.contains(check.to))
        };
        self.checks.iter().any(|check| (flights & !check.taken).is_empty() && is_possible(check))
            || self.may_mate_again(common, step)
    }

    /// Whether the piece of `step` gives check, so that it hinders the defence, or one other piece can uncover
    /// its check.
    fn may_uncover(&self, common: &CommonRefutation, step: Step) -> bool {
        let between = attacks::between(step.to, common.king) & !Bitboard::of(step.from);
        !(between & self.occupied).several()
    }

    /// Whether the piece of `step` may mate by its next move.
    fn may_mate_again(&self, common: &CommonRefutation, step: Step) -> bool {
        let Step { role, from, to } = step;
        let us = common.us;
        let others = self.occupied & !(Bitboard::of(from) | to.into() | common.king.into());
        let targets = match role {
            Role::Pawn => {
                let targets = ahead(us, to.into()) | attacks::pawn(us, to);
                if (targets & Bitboard::rank(Rank::EIGHTH.relative_to(us))).any() {
                    return true;
                }
                targets
            }
            _ => attacks::of(us, role, to, others | common.king.into()),
        };
        let mut checks = self.check_squares[role.index()];
        let mut opened = Bitboard::EMPTY;
        if self.lines.contains(to) && common.obstacles.contains(to) {
            // Where it has taken a piece, it may open a line by going on.
            opened = lines_of(&common.after, self.own, common.obstacles ^ to.into());
            if self.check_squares[Role::Queen.index()].contains(to) {
                checks = Bitboard::ALL;
            }
        }
        let free = !self.own | from.into();
        (targets & free & checks).into_iter().any(|next| {
            let taken = opened | attacks::of(us, role, next, others | next.into());
            (self.flights & !taken).is_empty()
        })
    }
}

/// A first move: what the piece is after it, and where.
#[derive(Clone, Copy)]
struct Step {
    role: Role,
    from: Square,
    to: Square,
}

/// What the sliders among `own` attack past each other.
fn lines_of(position: &Position, own: Bitboard, obstacles: Bitboard) -> Bitboard {
    let queens = position.role(Role::Queen);
    let mut lines = Bitboard::EMPTY;
    for from in (position.role(Role::Bishop) | queens) & own {
        lines |= attacks::bishop(from, obstacles);
    }
    for from in (position.role(Role::Rook) | queens) & own {
        lines |= attacks::rook(from, obstacles);
    }
    lines
}

/// One step ahead.
#[inline]
fn ahead(color: Color, squares: Bitboard) -> Bitboard {
    match color {
        Color::White => squares << 8,
        Color::Black => squares >> 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 6000,
            max_global_rejects: 1 << 20,
            ..ProptestConfig::default()
        })]

        /// Every move that a defence is said to refute is one after which it can be made and no move mates.
        #[test]
        fn what_is_foiled_does_not_mate(position in crate::positions::position(9)) {
            if position.is_check() {
                return Err(TestCaseError::reject("no time to pass"));
            }
            for &defence in &position.pass().legal_moves() {
                let Some(mut common) = CommonRefutation::new(&position, defence) else { continue };
                for &m in position.legal_moves().iter().filter(|&&m| !position.gives_check(m)) {
                    if !common.refutes(&position, m) {
                        continue;
                    }
                    let first = position.play(m);
                    prop_assert!(first.is_legal(defence), "{position} {m:?} {defence:?}");
                    let second = first.play(defence);
                    for &mate in &second.legal_moves() {
                        let end = second.play(mate);
                        let is_mate = end.is_check() && end.legal_moves().is_empty();
                        prop_assert!(!is_mate, "{position} {m:?} {defence:?} {mate:?}");
                    }
                }
            }
        }
    }
}
