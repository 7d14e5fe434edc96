//! The rules of Death Stacks as a game to search.
//!
//! 1. The board has 6×6 squares. Two red stones stand on each square of row 6, two blue ones on each
//!    of row 1. Red moves first.
//! 2. A stack belongs to the player whose colour is on top. A move takes the top `k` stones, one or
//!    more, of a stack of one's own ([`Position::moves`]).
//! 3. They go exactly `k` squares in one of eight directions, over everything in their way
//!    ([`walk`](crate::walk)). At the edge they turn back as light does from a mirror.
//! 4. They are put on top of whatever stands on the last square, in their order.
//! 5. A move must change the board.
//! 6. Too tall: a player who owns a stack of more than four stones must move from such a stack, and
//!    leave at most four stones there. How tall the target becomes does not matter.
//! 7. A player who cannot move on their turn has lost.
//! 8. Repetition, an option: the third time that a position occurs with the same player to move, the
//!    game is drawn ([`Repetition`]).

use crate::{Move, PackedStack, Player, Position, Stack};
use std::marker::PhantomData;
use zugwerk_search::{Game, Outcome};

/// Death Stacks for [`zugwerk_search`]; repetition is for whoever keeps the game's record.
#[derive(Clone, Copy, Debug)]
pub struct DeathStacks<S = PackedStack>(PhantomData<S>);

impl<S> DeathStacks<S> {
    /// The rules; there is nothing to choose.
    pub const RULES: DeathStacks<S> = DeathStacks(PhantomData);
}

impl<S> Default for DeathStacks<S> {
    fn default() -> DeathStacks<S> {
        DeathStacks::RULES
    }
}

impl<S: Stack> Game for DeathStacks<S> {
    type State = Position<S>;
    type Move = Move;

    fn moves(&self, position: &Position<S>, moves: &mut Vec<Move>) {
        position.moves().for_each(|chosen| moves.push(chosen));
    }

    fn play(&self, position: &Position<S>, chosen: Move) -> Position<S> {
        position.after(chosen)
    }

    fn outcome(&self, position: &Position<S>) -> Option<Outcome> {
        position.is_lost().then_some(Outcome::Loss)
    }

    fn hash(&self, position: &Position<S>) -> u64 {
        position.hash()
    }

    fn notation(&self, _: &Position<S>, chosen: Move) -> String {
        chosen.to_string()
    }

    fn count_moves(&self, position: &Position<S>) -> u64 {
        position.count_moves()
    }
}

/// Whether repeated positions end a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repetition {
    /// They do not, as in the course.
    #[default]
    Ignored,
    /// The third occurrence is a draw, as in the original game.
    Draw,
}

/// A game as it is played: the positions so far, and the rule about repeating them.
#[derive(Clone, Debug)]
pub struct Playing<S = PackedStack> {
    positions: Vec<Position<S>>,
    moves: Vec<Move>,
    repetition: Repetition,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// This player has won.
    Won(Player),
    /// The position has occurred three times.
    Repetition,
}

impl<S: Stack> Playing<S> {
    /// A game that starts here.
    pub fn new(start: Position<S>, repetition: Repetition) -> Playing<S> {
        Playing { positions: vec![start], moves: Vec::new(), repetition }
    }

    /// The position now.
    pub fn position(&self) -> &Position<S> {
        self.positions.last().expect("a game has at least its first position")
    }

    /// The first position.
    pub fn start(&self) -> &Position<S> {
        &self.positions[0]
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of the earlier positions, for a search that shall not repeat them.
    pub fn history(&self) -> Vec<u64> {
        self.positions[..self.moves.len()].iter().map(Position::hash).collect()
    }

    /// How the game has ended; `None` while it goes on.
    pub fn end(&self) -> Option<End> {
        let now = self.position();
        if now.is_lost() {
            return Some(End::Won(now.mover().other()));
        }
        let occurrences = self.positions.iter().filter(|position| *position == now).count();
        (self.repetition == Repetition::Draw && occurrences >= 3).then_some(End::Repetition)
    }

    /// Plays a move; `false`, and nothing changes, where it is illegal or the game is over.
    pub fn play(&mut self, chosen: Move) -> bool {
        let next = self.end().is_none().then(|| self.position().play(chosen)).flatten();
        let legal = next.is_some();
        self.positions.extend(next);
        self.moves.extend(legal.then_some(chosen));
        legal
    }

    /// Takes the last move back; `None` where there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let undone = self.moves.pop()?;
        self.positions.pop();
        Some(undone)
    }
}
