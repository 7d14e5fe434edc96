//! A position, and where in its words everything lies.

use crate::ground::form::Ground;
use crate::ground::scope::StateSort;

/// Positions of up to this many words need no memory of their own.
const INLINE: usize = 16;

/// A position of a rulebook: the board, what is remembered beside it, whose turn it is, and how it has ended.
#[derive(Clone, Debug)]
pub struct State {
    words: Words,
    pub(super) head: Head,
}

/// What is known of a position beside its words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// Who is to move.
    pub turn: u8,
    /// Who moved last; before the first move, who did not begin.
    pub mover: u8,
    /// 1 + the index of the end that was reached; 0 while none was.
    pub end: u8,
    /// Who has won by that end; 2: nobody.
    pub winner: u8,
    /// For each player a bit for each end that is known not to hold; those that need a look at moves aside.
    pub clean: [u16; 2],
}

#[derive(Clone, Debug)]
enum Words {
    Few(u8, [u64; INLINE]),
    Many(Box<[u64]>),
}

impl State {
    /// An empty board.
    pub(super) fn new(length: usize, turn: usize) -> State {
        let words = match length <= INLINE {
            true => Words::Few(length as u8, [0; INLINE]),
            false => Words::Many(vec![0; length].into()),
        };
        let (turn, mover) = (turn as u8, 1 - turn.min(1) as u8);
        State { words, head: Head { turn, mover, end: 0, winner: 0, clean: [0; 2] } }
    }

    /// The words of the position.
    #[inline]
    pub(super) fn words(&self) -> &[u64] {
        match &self.words {
            Words::Few(length, words) => &words[..usize::from(*length)],
            Words::Many(words) => words,
        }
    }

    /// The words, to change them.
    #[inline]
    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        match &mut self.words {
            Words::Few(length, words) => &mut words[..usize::from(*length)],
            Words::Many(words) => words,
        }
    }
}

/// Two positions are the same if everything but how they ended is.
impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.words() == other.words() && self.head.turn == other.head.turn
    }
}

impl Eq for State {}

/// Where everything lies in the words of a position.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Contents but empty: their planes come first.
    pub planes: usize,
    /// Where each state lies.
    pub states: Vec<usize>,
    /// Where the stacks begin, if there are any: a word for each place.
    pub stacks: Option<usize>,
    /// Bits of a piece in a stack.
    pub piece_bits: u32,
    /// All words.
    pub length: usize,
    /// Words that are counters, no part of what makes positions the same.
    pub counters: Vec<usize>,
}

impl Layout {
    /// The layout of a game whose sets have `set` words each.
    pub fn new(ground: &Ground, set: usize) -> Layout {
        let planes = ground.words.contents.len();
        let mut length = planes * set;
        let (mut states, mut counters) = (Vec::new(), Vec::new());
        for state in &ground.words.states {
            states.push(length);
            let words = if state.sort == StateSort::Set { set } else { 1 };
            if state.counter {
                counters.extend(length..length + words);
            }
            length += words;
        }
        let stacks = ground.words.stacks.then_some(length);
        if ground.words.stacks {
            length += ground.words.board.places();
        }
        let piece_bits = usize::BITS - planes.leading_zeros();
        Layout { planes, states, stacks, piece_bits, length, counters }
    }
}
