//! Stacks of stones, in two sizes behind one trait: bit strings for the game as it is played, and
//! lists for boards with more stones than a bit string holds.

use crate::player::Player;

/// A stack of stones.
pub trait Stack: Clone + Default + Eq + std::fmt::Debug + Send + Sync {
    /// How many stones a board may hold, all of which might end on one square.
    const MAX_STONES: usize;

    /// A stack of one stone.
    fn single(stone: Player) -> Self;

    /// How many stones it has.
    fn height(&self) -> u32;

    /// The owner; `None` of an empty stack.
    fn owner(&self) -> Option<Player>;

    /// Takes the top `count` stones off, in their order.
    fn lift(&mut self, count: u32) -> Self;

    /// Puts `stones` on top, in their order.
    fn put(&mut self, stones: Self);

    /// The stones from the top.
    fn stones(&self) -> impl Iterator<Item = Player>;

    /// A hash of the stack on the square with this index.
    fn key(&self, square: usize) -> u64;

    /// The top stones, at most five, seen by the owner: bit 0 is the stone under the top one, 1 if it
    /// is the owner's, and a 1 stands above the last of them. 1 for a single stone.
    fn profile(&self) -> usize;
}

/// A stack of up to 31 stones: bit 0 is the top stone, 1 if it is blue, and a 1 stands above the
/// bottom stone, so that an empty stack is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedStack(u32);

impl Default for PackedStack {
    fn default() -> PackedStack {
        PackedStack(1)
    }
}

impl Stack for PackedStack {
    const MAX_STONES: usize = 31;

    #[inline]
    fn single(stone: Player) -> PackedStack {
        PackedStack(0b10 | stone as u32)
    }

    #[inline]
    fn height(&self) -> u32 {
        31 - self.0.leading_zeros()
    }

    #[inline]
    fn owner(&self) -> Option<Player> {
        match self.0 {
            1 => None,
            bits if bits & 1 == 0 => Some(Player::Red),
            _ => Some(Player::Blue),
        }
    }

    #[inline]
    fn lift(&mut self, count: u32) -> PackedStack {
        let taken = self.0 & ((1 << count) - 1) | 1 << count;
        self.0 >>= count;
        PackedStack(taken)
    }

    #[inline]
    fn put(&mut self, stones: PackedStack) {
        let count = stones.height();
        self.0 = self.0 << count | stones.0 & ((1 << count) - 1);
    }

    fn stones(&self) -> impl Iterator<Item = Player> {
        let bits = self.0;
        (0..self.height()).map(move |n| Player::ALL[(bits >> n & 1) as usize])
    }

    #[inline]
    fn key(&self, square: usize) -> u64 {
        scramble(u64::from(self.0), square)
    }

    #[inline]
    fn profile(&self) -> usize {
        let height = self.height();
        let shown = height.min(5);
        // Relative to the top stone: a stone of the same colour becomes 1.
        let same = if self.0 & 1 == 1 { self.0 } else { !self.0 };
        let below = same >> 1 & ((1 << (shown - 1)) - 1);
        (below | 1 << (shown - 1)) as usize
    }
}

/// A stack of any height, the bottom stone first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VecStack(Vec<Player>);

impl Stack for VecStack {
    const MAX_STONES: usize = u32::MAX as usize;

    fn single(stone: Player) -> VecStack {
        VecStack(vec![stone])
    }

    fn height(&self) -> u32 {
        self.0.len() as u32
    }

    fn owner(&self) -> Option<Player> {
        self.0.last().copied()
    }

    fn lift(&mut self, count: u32) -> VecStack {
        VecStack(self.0.split_off(self.0.len() - count as usize))
    }

    fn put(&mut self, mut stones: VecStack) {
        self.0.append(&mut stones.0);
    }

    fn stones(&self) -> impl Iterator<Item = Player> {
        self.0.iter().rev().copied()
    }

    fn key(&self, square: usize) -> u64 {
        self.0.iter().fold(scramble(1, square), |key, &stone| scramble(key ^ stone as u64, square))
    }

    fn profile(&self) -> usize {
        let owner = self.owner();
        let below = self.stones().skip(1).take(4).map(|stone| usize::from(Some(stone) == owner));
        let bits: Vec<usize> = below.collect();
        bits.iter().rev().fold(1, |profile, bit| profile << 1 | bit)
    }
}

/// Mixes a word with a square by one wide multiplication whose halves are folded together.
#[inline]
fn scramble(word: u64, square: usize) -> u64 {
    let salt = (square as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let product = u128::from(word.wrapping_add(salt)) * u128::from(salt.rotate_left(32) | 1);
    (product ^ (product >> 64)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn build<S: Stack>(stones: &[Player]) -> S {
        let mut stack = S::default();
        for &stone in stones.iter().rev() {
            stack.put(S::single(stone));
        }
        stack
    }

    fn stones() -> impl Strategy<Value = Vec<Player>> {
        prop::collection::vec(prop::sample::select(&Player::ALL[..]), 1..24)
    }

    proptest! {
        #[test]
        fn both_kinds_say_the_same(stones in stones(), count in 0usize..24) {
            let (mut short, mut tall) = (build::<PackedStack>(&stones), build::<VecStack>(&stones));
            prop_assert_eq!(short.stones().collect::<Vec<_>>(), stones.clone());
            prop_assert_eq!(tall.stones().collect::<Vec<_>>(), stones.clone());
            prop_assert_eq!(short.height(), tall.height());
            prop_assert_eq!(short.owner(), tall.owner());
            prop_assert_eq!(short.profile(), tall.profile());

            let count = count.min(stones.len());
            let (low, high) = (short.lift(count as u32), tall.lift(count as u32));
            prop_assert_eq!(low.stones().collect::<Vec<_>>(), &stones[..count]);
            prop_assert_eq!(high.stones().collect::<Vec<_>>(), &stones[..count]);
            prop_assert_eq!(short.stones().collect::<Vec<_>>(), &stones[count..]);
            prop_assert_eq!(tall.stones().collect::<Vec<_>>(), &stones[count..]);
            short.put(low);
            tall.put(high);
            prop_assert_eq!(short, build::<PackedStack>(&stones));
            prop_assert_eq!(tall, build::<VecStack>(&stones));
        }
    }
}
