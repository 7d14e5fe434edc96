//! How a game stands on a position of which bits may be unknown: over, won, drawn.

use super::Laws;
use super::layout::Bits;
use super::moves::{Looking, candidates};
use super::read::{Frame, Reader};
use crate::ground::form::Result as EndResult;
use zugwerk_logic::{Bit, Constraints, Law};

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This player has won.
    Won(usize),
    /// Nobody has.
    Draw,
}

impl Laws<'_> {
    /// Whether an end that looks at the position alone is reached: then nobody moves.
    pub fn is_over(&self, c: &mut impl Constraints, board: &Bits) -> Bit {
        let over: Vec<Bit> = self.ends_reached(c, board).into_iter().map(|(_, bit)| bit).collect();
        c.or(&over)
    }

    /// The ends that look at the position alone, each with the bit that is true where it is reached.
    pub fn ends_reached(&self, c: &mut impl Constraints, board: &Bits) -> Vec<(Law, Bit)> {
        let mut over = Vec::new();
        for (mover, moved) in self.movers(board) {
            let side = &self.ground.sides[mover];
            let mut frame = Frame::new(board.clone());
            let mut reader = Reader { c: &mut *c, arena: &side.arena, layout: &self.layout };
            for end in side.ends.iter().filter(|end| !end.no_move) {
                let holds = reader.truth(&mut frame, end.condition);
                over.push((self.law(&end.sentence), reader.c.and(&[moved, holds])));
            }
        }
        over
    }

    /// Whether the game is over.
    pub fn over(&self, c: &mut impl Constraints, board: &Bits) -> Bit {
        let (over, any) = (self.is_over(c, board), self.any_move(c, board));
        c.or(&[over, !any])
    }

    /// Whether whose turn it is has no move, though no end that looks at the position alone is reached.
    pub fn stuck(&self, c: &mut impl Constraints, board: &Bits) -> Bit {
        let (over, any) = (self.is_over(c, board), self.any_move(c, board));
        c.and(&[!over, !any])
    }

    /// Whether the rules allow a move, whether or not the game is over.
    pub fn any_move(&self, c: &mut impl Constraints, board: &Bits) -> Bit {
        let mut legal = Vec::new();
        for side in 0..self.ground.sides.len() {
            for candidate in candidates(self, c, board, side, Looking::ALL, None) {
                legal.push(candidate.legal(c));
            }
        }
        c.or(&legal)
    }

    /// Whether the game has ended like this: the first end in the order of the text decides.
    pub fn ended(&self, c: &mut impl Constraints, board: &Bits, ending: Ending) -> Bit {
        let mut any_move = None;
        let mut ways = Vec::new();
        for (mover, moved) in self.movers(board) {
            let side = &self.ground.sides[mover];
            let mut frame = Frame::new(board.clone());
            let mut open = moved;
            for end in &side.ends {
                let mut reader = Reader { c: &mut *c, arena: &side.arena, layout: &self.layout };
                let mut holds = reader.truth(&mut frame, end.condition);
                if end.no_move {
                    let any = *any_move.get_or_insert_with(|| self.any_move(c, board));
                    holds = c.and(&[holds, !any]);
                }
                let so = match (end.result, ending) {
                    (EndResult::Wins(player), Ending::Won(wanted)) => (player == wanted).into(),
                    (EndResult::Draw, Ending::Draw) => Bit::TRUE,
                    (EndResult::Score(score), _) => {
                        let mut reader =
                            Reader { c: &mut *c, arena: &side.arena, layout: &self.layout };
                        let score = reader.cases(&mut frame, score);
                        score.any(c, |score| match ending {
                            Ending::Draw => score == 0,
                            Ending::Won(player) if player == mover => score > 0,
                            Ending::Won(_) => score < 0,
                        })
                    }
                    _ => Bit::FALSE,
                };
                ways.push(c.and(&[open, holds, so]));
                open = c.and(&[open, !holds]);
            }
            // Without an end that says so, no move left is a draw.
            if ending == Ending::Draw && open != Bit::FALSE {
                let any = *any_move.get_or_insert_with(|| self.any_move(c, board));
                ways.push(c.and(&[open, !any]));
            }
        }
        c.or(&ways)
    }

    /// Who may have moved last, with the bits that are true where they have.
    pub(super) fn movers(&self, board: &Bits) -> Vec<(usize, Bit)> {
        if self.ground.sides.len() == 1 {
            return vec![(0, Bit::TRUE)];
        }
        let second = board.all()[self.layout.mover];
        let both = [(0, !second), (1, second)];
        both.into_iter().filter(|(_, bit)| *bit != Bit::FALSE).collect()
    }
}
