//! A position in the form in which it is searched: stacks as bit strings, sets of owned and of tall
//! stacks, and a hash that each move updates.

use crate::board::Board;
use crate::moves::Move;
use crate::player::Player;
use crate::pos::{PERIOD, Pos, SQUARES, Squares, TARGETS, squares};
use crate::stack::{PackedStack, Stack};
use thiserror::Error;

/// The height that a stack of the mover must not keep.
pub const TOO_TALL: u32 = 5;

/// A board and who is to move. `Position` (with bit strings for stacks) holds up to 31 stones, the
/// game has 24; `Position<VecStack>` holds any number.
///
/// ```
/// use zugwerk_deathstacks::{Board, Player, Position};
/// let position: Position = Position::new(&Board::start(), Player::Red).unwrap();
/// assert_eq!(position.moves().count(), 48);
/// let after = position.play("a6-2-a4".parse().unwrap()).unwrap();
/// assert_eq!(after.board().to_string(), ",rr,rr,rr,rr,rr/,,,,,/rr,,,,,/,,,,,/,,,,,/bb,bb,bb,bb,bb,bb");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position<S = PackedStack> {
    stacks: [S; SQUARES],
    /// The squares that each player owns, by [`Player`] as a number.
    owned: [Squares; 2],
    /// The stacks of at least [`TOO_TALL`] stones.
    tall: Squares,
    mover: Player,
    hash: u64,
}

/// The board holds more stones than this kind of position can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{found} stones on the board; expected at most {most}")]
pub struct TooManyStones {
    found: usize,
    most: usize,
}

/// Makes the hash of a board depend on who is to move.
const BLUE_TO_MOVE: u64 = 0xA24B_AED4_963E_E407;

impl<S: Stack> Position<S> {
    /// The position with this board and mover.
    pub fn new(board: &Board, mover: Player) -> Result<Position<S>, TooManyStones> {
        let found = board.stones();
        if found > S::MAX_STONES {
            return Err(TooManyStones { found, most: S::MAX_STONES });
        }
        let mut position = Position {
            stacks: std::array::from_fn(|_| S::default()),
            owned: [0; 2],
            tall: 0,
            mover,
            hash: if mover == Player::Blue { BLUE_TO_MOVE } else { 0 },
        };
        for pos in Pos::all() {
            for &stone in board.cell(pos).0.iter().rev() {
                position.stacks[pos.index()].put(S::single(stone));
            }
            position.hash ^= position.stacks[pos.index()].key(pos.index());
            position.note(pos.index());
        }
        Ok(position)
    }

    /// The board as the rules describe it.
    pub fn board(&self) -> Board {
        let mut board = Board::default();
        for pos in Pos::all() {
            board.cell_mut(pos).0 = self.stacks[pos.index()].stones().collect();
        }
        board
    }

    /// Who is to move.
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// What stands on a square.
    pub fn stack(&self, pos: Pos) -> &S {
        &self.stacks[pos.index()]
    }

    /// A key of board and mover.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Whether the mover has lost, which is to say, has no move: a player who owns a stack can
    /// always move one.
    pub fn is_lost(&self) -> bool {
        self.owned[self.mover as usize] == 0
    }

    pub(crate) fn owned(&self, player: Player) -> Squares {
        self.owned[player as usize]
    }

    pub(crate) fn tall(&self) -> Squares {
        self.tall
    }

    /// The stacks that the mover may move: the tall ones where there are any, else all.
    pub(crate) fn movable(&self) -> Squares {
        let owned = self.owned[self.mover as usize];
        match owned & self.tall {
            0 => owned,
            tall => tall,
        }
    }

    /// The mover's legal moves, by start, steps and target.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        squares(self.movable()).flat_map(move |start| {
            let height = self.stacks[start.index()].height();
            (fewest(height)..=height).flat_map(move |steps| {
                let targets = TARGETS[start.index()][steps as usize % PERIOD];
                squares(targets).map(move |target| Move { start, steps, target })
            })
        })
    }

    /// How many legal moves the mover has.
    pub fn count_moves(&self) -> u64 {
        let mut count = 0;
        for start in squares(self.movable()) {
            let height = self.stacks[start.index()].height();
            for steps in fewest(height)..=height {
                count += u64::from(TARGETS[start.index()][steps as usize % PERIOD].count_ones());
            }
        }
        count
    }

    /// Whether the mover may play `chosen`.
    pub fn is_legal(&self, chosen: Move) -> bool {
        let height = self.stacks[chosen.start.index()].height();
        let targets = TARGETS[chosen.start.index()][chosen.steps as usize % PERIOD];
        self.movable() >> chosen.start.index() & 1 == 1
            && (fewest(height)..=height).contains(&chosen.steps)
            && targets >> chosen.target.index() & 1 == 1
    }

    /// The position after `chosen`, where it is legal.
    pub fn play(&self, chosen: Move) -> Option<Position<S>> {
        self.is_legal(chosen).then(|| self.after(chosen))
    }

    /// The position after the legal move `chosen`.
    #[inline]
    pub(crate) fn after(&self, chosen: Move) -> Position<S> {
        let mut next = self.clone();
        let (start, target) = (chosen.start.index(), chosen.target.index());
        next.hash ^= BLUE_TO_MOVE ^ next.stacks[start].key(start) ^ next.stacks[target].key(target);
        let stones = next.stacks[start].lift(chosen.steps);
        next.stacks[target].put(stones);
        next.hash ^= next.stacks[start].key(start) ^ next.stacks[target].key(target);
        next.note(start);
        next.note(target);
        next.mover = self.mover.other();
        next
    }

    /// Brings the sets up to date with the stack on a square.
    #[inline]
    fn note(&mut self, square: usize) {
        let bit = 1 << square;
        let stack = &self.stacks[square];
        for player in Player::ALL {
            self.owned[player as usize] &= !bit;
        }
        if let Some(owner) = stack.owner() {
            self.owned[owner as usize] |= bit;
        }
        if stack.height() >= TOO_TALL {
            self.tall |= bit;
        } else {
            self.tall &= !bit;
        }
    }
}

/// How many stones must at least leave a stack of this height: one, and all above the fourth.
#[inline]
pub(crate) fn fewest(height: u32) -> u32 {
    (height + 1).saturating_sub(TOO_TALL).max(1)
}
