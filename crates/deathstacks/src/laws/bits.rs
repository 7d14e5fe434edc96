//! A position as bits, each known or not.

use crate::pos::SQUARES;
use crate::{Board, Cell, Player, Pos, Position, Stack};
use zugwerk_logic::{Bit, Constraints, Model, Unknowns};

/// A stack as bits, by colour and by place from the top: a stone of this colour is there. Places beyond
/// the end are empty.
pub(super) type Places = [Vec<Bit>; 2];

/// The stacks of a position as bits. The mover is known at every ply, so it is a plain value.
#[derive(Clone, Debug)]
pub struct Bits {
    /// Whose turn it is.
    pub mover: Player,
    pub(super) stacks: Vec<Places>,
    /// How many stones there can be: no stack is higher.
    pub(super) most: usize,
}

impl Bits {
    /// The bits after a pass.
    pub fn passing(&self) -> Bits {
        Bits { mover: self.mover.other(), ..self.clone() }
    }

    /// The bits of a position: every one known.
    pub fn known<S: Stack>(position: &Position<S>) -> Bits {
        let mut bits = Bits { mover: position.mover(), stacks: Vec::new(), most: 0 };
        for pos in Pos::all() {
            let stones: Vec<Player> = position.stack(pos).stones().collect();
            bits.most += stones.len();
            bits.stacks.push(places(&stones, |there| there.into()));
        }
        bits
    }

    /// A board on which `unknown` squares may hold any stack, with `spare` stones of each colour for all
    /// of them together.
    pub fn with_unknown(
        c: &mut impl Unknowns,
        board: &Board,
        mover: Player,
        unknown: &[Pos],
        spare: [usize; 2],
    ) -> Bits {
        let mut bits = Bits { mover, stacks: Vec::new(), most: spare.iter().sum() };
        for pos in Pos::all() {
            let stones = &board.cell(pos).0;
            bits.most += stones.len();
            bits.stacks.push(places(stones, |there| there.into()));
        }
        c.law(zugwerk_logic::Law::new(super::POSITION));
        let height: usize = spare.iter().sum();
        let mut used = [Vec::new(), Vec::new()];
        for pos in unknown {
            let stack = unknown_stack(c, height);
            used.iter_mut().zip(&stack).for_each(|(used, stack)| used.extend(stack));
            bits.stacks[pos.index()] = stack;
        }
        for (used, spare) in used.iter().zip(spare) {
            c.at_most(spare, used);
        }
        bits
    }

    /// A position of which nothing is known, with stacks of at most `height` stones.
    pub fn unknown(c: &mut impl Unknowns, mover: Player, height: usize) -> Bits {
        let most = height * SQUARES;
        let mut bits = Bits { mover, stacks: Vec::new(), most };
        for _ in 0..SQUARES {
            bits.stacks.push(unknown_stack(c, height));
        }
        bits
    }

    /// The bits of all stones of a colour.
    pub fn stones(&self, player: Player) -> Vec<Bit> {
        self.stacks.iter().flat_map(|stack| &stack[player as usize]).copied().collect()
    }

    /// The same board, of which every stack that is known may be missing: with the bit for each of them
    /// that says that it is there.
    pub fn relaxed(mut self, c: &mut impl Unknowns) -> (Bits, Vec<(Pos, Bit)>) {
        let mut there = Vec::new();
        for pos in Pos::all() {
            let stack = &mut self.stacks[pos.index()];
            if stack.iter().flatten().any(|bit| *bit == Bit::TRUE) {
                let bit = c.fresh();
                there.push((pos, bit));
                for stone in stack.iter_mut().flatten().filter(|stone| **stone == Bit::TRUE) {
                    *stone = bit;
                }
            }
        }
        (self, there)
    }

    /// A stone of this colour is at this place from the top.
    pub fn stone(&self, pos: Pos, player: Player, place: usize) -> Bit {
        self.stacks[pos.index()][player as usize].get(place).copied().unwrap_or(Bit::FALSE)
    }

    /// The stack belongs to this player.
    pub fn owner(&self, pos: Pos, player: Player) -> Bit {
        self.stone(pos, player, 0)
    }

    /// The bit defined to be true where the stack has more stones than `height`.
    pub fn higher(&self, c: &mut impl Constraints, pos: Pos, height: usize) -> Bit {
        c.or(&self.colors(pos, height))
    }

    /// The two colours at a place.
    pub(super) fn colors(&self, pos: Pos, place: usize) -> [Bit; 2] {
        Player::ALL.map(|player| self.stone(pos, player, place))
    }

    /// The height that a stack cannot surpass as far as bits are known.
    pub(super) fn most_of(&self, pos: Pos) -> usize {
        let color = |bits: &Vec<Bit>| bits.iter().rposition(|bit| *bit != Bit::FALSE);
        self.stacks[pos.index()].iter().filter_map(color).max().map_or(0, |place| place + 1)
    }

    /// All bits that tell positions apart.
    pub fn bits(&self) -> Vec<Bit> {
        self.stacks.iter().flatten().flatten().copied().collect()
    }

    /// The literals that are all true exactly where a stack is as in a model.
    pub fn chosen(&self, pos: Pos, model: &Model) -> Vec<Bit> {
        let bits = self.stacks[pos.index()].iter().flatten();
        bits.map(|&bit| if model.is_true(bit) { bit } else { !bit }).collect()
    }

    /// The board that a model gives.
    pub fn read(&self, model: &Model) -> Board {
        let mut board = Board::default();
        for pos in Pos::all() {
            let stone = |place: usize| {
                let here = |player: &Player| model.is_true(self.stone(pos, *player, place));
                Player::ALL.into_iter().find(here)
            };
            *board.cell_mut(pos) = Cell((0..self.most_of(pos)).map_while(stone).collect());
        }
        board
    }

    pub(super) fn blank(mover: Player, most: usize) -> Bits {
        Bits { mover, stacks: vec![[Vec::new(), Vec::new()]; SQUARES], most }
    }
}

/// A stack of at most `height` stones: one at each place, and none below an empty place.
fn unknown_stack(c: &mut impl Unknowns, height: usize) -> Places {
    let stack = [0, 1].map(|_| (0..height).map(|_| c.fresh()).collect::<Vec<Bit>>());
    for place in 0..height {
        c.clause(&[!stack[0][place], !stack[1][place]]);
        if place > 0 {
            let above = [stack[0][place - 1], stack[1][place - 1]];
            stack.iter().for_each(|color| c.implies(&[color[place]], &above));
        }
    }
    stack
}

/// Stones, the top one first, as bits.
fn places(stones: &[Player], bit: impl Fn(bool) -> Bit) -> Places {
    Player::ALL.map(|player| stones.iter().map(|stone| bit(*stone == player)).collect())
}
