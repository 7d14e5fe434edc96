//! Why a move is illegal, in the words of the rules.

use crate::position::TOO_TALL;
use crate::{Move, Pos, Position, Stack};

impl<S: Stack> Position<S> {
    /// Why the mover may not play `chosen`; none where it is legal.
    ///
    /// ```
    /// use zugwerk_deathstacks::{Board, Player, Position, PackedStack};
    ///
    /// let start: Position<PackedStack> = Position::new(&Board::start(), Player::Red).unwrap();
    /// let why = start.why_not("c3-1-c4".parse().unwrap());
    /// assert_eq!(why.as_deref(), Some("c3 is empty"));
    /// assert_eq!(start.why_not("a6-2-a4".parse().unwrap()), None);
    /// ```
    pub fn why_not(&self, chosen: Move) -> Option<String> {
        if self.is_legal(chosen) {
            return None;
        }
        let (start, mover) = (chosen.start, self.mover());
        let stack = self.stack(start);
        let height = stack.height();
        let is_tall = |pos: &Pos| {
            let stack = self.stack(*pos);
            stack.owner() == Some(mover) && stack.height() >= TOO_TALL
        };
        let tall: Vec<String> = Pos::all().filter(is_tall).map(|pos| pos.to_string()).collect();
        Some(match stack.owner() {
            None => format!("{start} is empty"),
            Some(owner) if owner != mover => format!("the stack on {start} is {owner}"),
            _ if !tall.is_empty() && !is_tall(&start) => {
                format!("{mover} must move from a stack that is too tall: {}", tall.join(", "))
            }
            _ if height < chosen.steps && height == 1 => format!("{start} has only one stone"),
            _ if height < chosen.steps => format!("{start} has only {height} stones"),
            _ if chosen.steps == 0 => "a move takes at least one stone".to_string(),
            _ if height - chosen.steps >= TOO_TALL => {
                format!("at most four stones may stay on {start}")
            }
            _ if start == chosen.target => "a move must change the board".to_string(),
            _ if chosen.steps == 1 => {
                format!("one step from {start} does not lead to {}", chosen.target)
            }
            _ => format!("{} steps from {start} do not lead to {}", chosen.steps, chosen.target),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Board, Move, Player, Pos, Position, VecStack};

    /// Every move of some positions is legal exactly where there is no reason against it.
    #[test]
    fn a_reason_for_every_illegal_move_and_for_no_other() {
        for (fen, mover) in [
            ("rr,rr,rr,rr,rr,rr/,,,,,/,,,,,/,,,,,/,,,,,/bb,bb,bb,bb,bb,bb", Player::Red),
            (",,rrrrrb,,,/,,,,,/,rb,,,,/,,,br,,/,,,,bbbbbb,/,,r,,,", Player::Blue),
            (",,,,,/,,,,,/,,,,,/,,,,,/,,,,,/r,,,,,", Player::Blue),
        ] {
            let position: Position<VecStack> =
                Position::new(&Board::from_fen(fen).unwrap(), mover).unwrap();
            let legal: Vec<Move> = position.moves().collect();
            for start in Pos::all() {
                for target in Pos::all() {
                    for steps in 1..=8 {
                        let chosen = Move { start, steps, target };
                        let why = position.why_not(chosen);
                        assert_eq!(why.is_none(), legal.contains(&chosen), "{chosen} {why:?}");
                    }
                }
            }
        }
    }
}
