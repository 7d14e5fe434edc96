//! The two kings alone: where one side can move nothing but its king, both kings can be followed through all they can
//! do, whatever the winner's other pieces do meanwhile.
//!
//! A mate needs the winner's king on certain squares ([`Confinement::mating_kings`]). Whether it can be there when the
//! other king is, and the winner on the move, is a question of two pieces. The mated side must have had a move before, which
//! is what the walls alone do not see.

use zugwerk_chess::{Bitboard, Color, Confinement, Position, Role, Square, attacks};

/// Whether the kings can never stand so that `winner` mates. Never true of a position that `winner` can win.
pub(super) fn keeps_off(position: &Position, winner: Color) -> bool {
    let (Some(prey), Some(hunter)) = (position.king(!winner), position.king(winner)) else {
        return false;
    };
    // What holds until the winner's king takes something, if it ever does.
    let confinement = Confinement::before_king_takes(position, winner);
    let others = position.color(!winner) & !Bitboard::of(prey);
    if (others & !confinement.fixed()).any() || position.castling().rooks().any() {
        return false;
    }
    let pawns = attacks::pawns(!winner, others & position.role(Role::Pawn));
    let mut duel = Duel {
        flees: confinement.squares(prey),
        follows: confinement.squares(hunter),
        takes: others & !pawns,
        mating: [None; 64],
        lines: [Role::Rook, Role::Bishop].map(|role| {
            let sliders = position.pieces(winner, role) | position.pieces(winner, Role::Queen);
            sliders.any() || confinement.may_promote(winner)
        }),
        confinement,
        winner,
    };
    !duel.may_mate(prey, hunter, position.turn() == winner)
}

/// Whether `winner`, who has nothing to move but the king, is shut in for good: the walls open only by something that
/// the other king takes, and whenever it can take something, the winner has no move left. Never true of a position that
/// `winner` can win.
pub(super) fn stays_shut_in(position: &Position, winner: Color) -> bool {
    let (Some(prey), Some(hunter)) = (position.king(!winner), position.king(winner)) else {
        return false;
    };
    let confinement = Confinement::before_king_takes(position, !winner);
    let own = position.color(winner) & !Bitboard::of(hunter);
    if (own & !confinement.fixed()).any()
        || position.castling().rooks().any()
        || confinement.may_mate(winner)
    {
        return false;
    }
    let takes = own & !attacks::pawns(winner, own & position.role(Role::Pawn));
    let (flees, follows) = (confinement.squares(prey), confinement.squares(hunter));
    let near = |king: Square| attacks::king(king) | Bitboard::of(king);
    let mut seen = [[false; 64 * 64]; 2];
    let mut open = vec![(prey, hunter, position.turn() == winner)];
    while let Some((prey, hunter, winner_moves)) = open.pop() {
        let pair = 64 * prey.index() + hunter.index();
        if std::mem::replace(&mut seen[usize::from(winner_moves)][pair], true) {
            continue;
        }
        let steps = |prey: Square| attacks::king(hunter) & follows & !near(prey);
        if winner_moves {
            open.extend(steps(prey).into_iter().map(|hunter| (prey, hunter, false)));
            continue;
        }
        // Another piece moves, or the king.
        open.push((prey, hunter, true));
        let reached = attacks::king(prey) & !near(hunter);
        open.extend((reached & flees).into_iter().map(|prey| (prey, hunter, true)));
        if (reached & takes).into_iter().any(|taken| steps(taken).any()) {
            return false;
        }
    }
    true
}

struct Duel {
    /// Where the king that is to be mated can ever be, and the other.
    flees: Bitboard,
    follows: Bitboard,
    /// What the winner's king might take: pieces that no pawn protects.
    takes: Bitboard,
    /// By square of the one, where the other must be.
    mating: [Option<Bitboard>; 64],
    /// Whether the winner has pieces that a king can uncover on straight and on diagonal lines.
    lines: [bool; 2],
    confinement: Confinement,
    winner: Color,
}

impl Duel {
    /// Goes through every pair of squares that the kings can come to, from these.
    fn may_mate(&mut self, prey: Square, hunter: Square, winner_moves: bool) -> bool {
        let mut seen = [[false; 64 * 64]; 2];
        let mut open = vec![(prey, hunter, winner_moves)];
        while let Some((prey, hunter, winner_moves)) = open.pop() {
            let pair = 64 * prey.index() + hunter.index();
            if std::mem::replace(&mut seen[usize::from(winner_moves)][pair], true) {
                continue;
            }
            let near = |king: Square| attacks::king(king) | Bitboard::of(king);
            if !winner_moves {
                let steps = attacks::king(prey) & self.flees & !near(hunter);
                open.extend(steps.into_iter().map(|prey| (prey, hunter, true)));
                continue;
            }
            let mating = self.mating_kings(prey);
            // Another piece moves.
            if mating.contains(hunter) {
                return true;
            }
            open.push((prey, hunter, false));
            for to in attacks::king(hunter) & self.follows & !near(prey) {
                if mating.contains(to) && self.may_uncover(hunter, prey) {
                    return true;
                }
                open.push((prey, to, false));
            }
            // Something is taken: either that was the last move of the game, or too much may happen.
            for to in attacks::king(hunter) & self.takes & !near(prey) {
                let steps = attacks::king(prey) & self.flees & !near(to);
                if steps.any() || self.may_uncover(hunter, prey) {
                    return true;
                }
            }
        }
        false
    }

    fn mating_kings(&mut self, prey: Square) -> Bitboard {
        let (confinement, winner) = (&self.confinement, self.winner);
        let known = &mut self.mating[prey.index()];
        *known.get_or_insert_with(|| confinement.mating_kings(winner, prey))
    }

    /// Whether the winner's king may give check by leaving a line to the other.
    fn may_uncover(&self, hunter: Square, prey: Square) -> bool {
        let [straight, diagonal] = self.lines;
        if (attacks::between(hunter, prey) & self.confinement.fixed()).any() {
            return false;
        }
        straight && attacks::rook_rays(prey).contains(hunter)
            || diagonal && attacks::bishop_rays(prey).contains(hunter)
    }
}
