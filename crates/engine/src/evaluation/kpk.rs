//! King and pawn against king, solved: a bit for each position, found backwards from the promotions when first needed.

use std::sync::LazyLock;
use zugwerk_chess::{Bitboard, Color, File, Position, Rank, Role, Square, attacks};

/// Two sides to move, 24 squares of the pawn (files a to d, the others are their mirror image), two kings.
const POSITIONS: usize = 2 * 24 * 64 * 64;

static WINS: LazyLock<Vec<u64>> = LazyLock::new(solve);

/// Makes the table now, so that no search has to.
pub(super) fn prepare() {
    LazyLock::force(&WINS);
}

/// Where there is nothing but the kings and one pawn: whether its side wins.
#[inline]
pub(crate) fn pawn_wins(position: &Position) -> Option<bool> {
    if position.occupied().len() != 3 {
        return None;
    }
    let pawn = position.role(Role::Pawn).only()?;
    let strong = position.piece_at(pawn)?.color;
    let (king, lone) = (position.king(strong)?, position.king(!strong)?);
    let seen = |square: Square| {
        let square = square.relative_to(strong);
        if pawn.file().index() < 4 { square } else { mirrored(square) }
    };
    let ending = Ending {
        strong_moves: position.turn() == strong,
        king: seen(king),
        lone: seen(lone),
        pawn: seen(pawn),
    };
    let index = ending.index();
    Some(WINS[index / 64] >> (index % 64) & 1 == 1)
}

/// A position with a white pawn on one of the files a to d.
#[derive(Clone, Copy)]
struct Ending {
    strong_moves: bool,
    king: Square,
    lone: Square,
    pawn: Square,
}

impl Ending {
    fn index(self) -> usize {
        let pawn = 4 * (self.pawn.rank().index() - 1) + self.pawn.file().index();
        ((usize::from(self.strong_moves) * 24 + pawn) * 64 + self.king.index()) * 64
            + self.lone.index()
    }

    fn at(index: usize) -> Ending {
        let pawn = index / 4096 % 24;
        Ending {
            strong_moves: index / 4096 >= 24,
            king: Square::new(index / 64 % 64),
            lone: Square::new(index % 64),
            pawn: Square::at(File::new(pawn % 4), Rank::new(1 + pawn / 4)),
        }
    }

    fn is_legal(self) -> bool {
        let apart =
            self.king != self.pawn && self.lone != self.pawn && self.king.distance(self.lone) > 1;
        apart && !(self.strong_moves && attacks::pawn(Color::White, self.pawn).contains(self.lone))
    }

    /// Whether the side to move, or the one that has moved, reaches a win; `is_win` knows those that are nearer.
    fn wins(self, is_win: impl Fn(Ending) -> bool) -> bool {
        let beside = attacks::king(self.king);
        let (moving, other) =
            if self.strong_moves { (self.king, self.lone) } else { (self.lone, self.king) };
        let mut targets = attacks::king(moving) & !attacks::king(other);
        if self.strong_moves {
            targets &= !Bitboard::from(self.pawn);
            let after = |king| Ending { strong_moves: false, king, ..self };
            return targets.into_iter().any(|to| is_win(after(to))) || self.pushes_win(is_win);
        }
        targets &= !attacks::pawn(Color::White, self.pawn);
        if !beside.contains(self.pawn) && targets.contains(self.pawn) {
            return false;
        }
        targets &= !Bitboard::from(self.pawn);
        let after = |lone| Ending { strong_moves: true, lone, ..self };
        let mated = attacks::pawn(Color::White, self.pawn).contains(self.lone);
        if targets.is_empty() { mated } else { targets.into_iter().all(|to| is_win(after(to))) }
    }

    fn pushes_win(self, is_win: impl Fn(Ending) -> bool) -> bool {
        let free = |square: Square| square != self.king && square != self.lone;
        let Some(to) = self.pawn.offset(0, 1).filter(|to| free(*to)) else { return false };
        if to.rank() == Rank::new(7) {
            // The new queen, or rook where a queen would stalemate, must not be lost at once.
            return self.lone.distance(to) > 1 || self.king.distance(to) == 1;
        }
        let after = |pawn| Ending { strong_moves: false, pawn, ..self };
        let twice = (self.pawn.rank() == Rank::new(1)).then(|| to.offset(0, 1)).flatten();
        is_win(after(to)) || twice.is_some_and(|to| free(to) && is_win(after(to)))
    }
}

fn mirrored(square: Square) -> Square {
    Square::new(square.index() ^ 7)
}

/// Looks at what is not yet won until nothing changes any more: what is left is drawn.
fn solve() -> Vec<u64> {
    let mut wins = vec![0u64; POSITIONS / 64];
    let mut open: Vec<usize> =
        (0..POSITIONS).filter(|index| Ending::at(*index).is_legal()).collect();
    loop {
        let before = open.len();
        open.retain(|&index| {
            let is_win = |ending: Ending| {
                let index = ending.index();
                wins[index / 64] >> (index % 64) & 1 == 1
            };
            let found = Ending::at(index).wins(is_win);
            wins[index / 64] |= u64::from(found) << (index % 64);
            !found
        });
        if open.len() == before {
            return wins;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zugwerk_chess::{Piece, Setup};

    fn position(ending: Ending) -> Option<Position> {
        let mut setup = Setup::empty();
        for (square, color, role) in [
            (ending.king, Color::White, Role::King),
            (ending.lone, Color::Black, Role::King),
            (ending.pawn, Color::White, Role::Pawn),
        ] {
            setup.pieces[square.index()] = Some(Piece::new(color, role));
        }
        setup.turn = if ending.strong_moves { Color::White } else { Color::Black };
        setup.position().ok()
    }

    #[test]
    fn as_many_are_won_as_is_known() {
        assert_eq!(WINS.iter().map(|word| word.count_ones()).sum::<u32>(), 111_282);
    }

    /// The table against the rules: the strong side wins by some move, the other loses by all.
    #[test]
    fn every_verdict_follows_from_those_a_move_later() {
        let won = |position: &Position| match pawn_wins(position) {
            Some(won) => won,
            // The pawn was taken, or is a piece now, which nobody may take.
            None => {
                let heavy = position.role(Role::Queen) | position.role(Role::Rook);
                let lost = position.legal_moves().iter().any(|m| position.is_capture(*m));
                heavy.any() && !lost && (position.is_check() || position.has_moves())
            }
        };
        let mut seen = 0;
        for index in 0..POSITIONS {
            let ending = Ending::at(index);
            let Some(position) = ending.is_legal().then(|| position(ending)).flatten() else {
                continue;
            };
            seen += 1;
            let moves = position.legal_moves();
            let mut after = moves.iter().map(|m| won(&position.play(*m)));
            let follows = match ending.strong_moves {
                true => after.any(|won| won),
                false if moves.is_empty() => position.is_check(),
                false => after.all(|won| won),
            };
            assert_eq!(pawn_wins(&position), Some(follows), "{position}");
            assert_eq!(pawn_wins(&position.mirrored()), Some(follows), "{position}");
        }
        assert!(seen > 160_000, "{seen}");
    }
}
