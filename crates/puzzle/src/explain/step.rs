//! What an explanation consists of: facts, steps, and how it ends.

use crate::generate::Difficulty;
use crate::place::Place;

/// A fact: the number of a place in a layer of the answer is, or is not, a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// The layer of the answer.
    pub layer: String,
    /// Where.
    pub place: Place,
    /// The value.
    pub value: i32,
    /// Whether it is this value, or another.
    pub is: bool,
}

impl Fact {
    /// Whether it is something to fill in, and not only what cannot be.
    pub(crate) fn fills(&self) -> bool {
        self.is && self.layer != BELONGS
    }
}

/// The layer of facts beside the answer: whose a cell is. The value is the number of the owner's place.
pub const BELONGS: &str = "belongs";

/// How a step is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// One law alone, about a few places.
    Law,
    /// One law alone, about the board as a whole.
    Board,
    /// Something is supposed and leads to a contradiction, one law after the other.
    Chain,
    /// Several laws together, and no simple chain.
    Search,
}

impl Technique {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Technique::Law => "law",
            Technique::Board => "board",
            Technique::Chain => "chain",
            Technique::Search => "search",
        }
    }
}

/// A link of a chain: by this law and these facts, those follow; nothing follows where the law is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Which instance of a law.
    pub instance: usize,
    /// What it needs.
    pub because: Vec<Fact>,
    /// What it shows.
    pub shows: Vec<Fact>,
}

/// One step of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is now known.
    pub shows: Vec<Fact>,
    /// How it was found.
    pub technique: Technique,
    /// The instances of laws that it needs.
    pub instances: Vec<usize>,
    /// The facts that were known and that it needs.
    pub because: Vec<Fact>,
    /// The chain from the opposite to a contradiction.
    pub chain: Vec<Link>,
    /// How hard it is.
    pub difficulty: u32,
}

/// The most laws of a chain that counts as easy: a look ahead.
pub(super) const SHORT: usize = 3;

impl Step {
    /// How hard a puzzle with this as its hardest step is.
    pub fn grade(&self) -> Difficulty {
        match self.technique {
            Technique::Law | Technique::Board => Difficulty::Easy,
            Technique::Chain if self.instances.len() <= SHORT => Difficulty::Easy,
            Technique::Chain => Difficulty::Medium,
            Technique::Search => Difficulty::Hard,
        }
    }
}

/// How an explanation ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Everything is filled in.
    Solved,
    /// Nothing more follows: there are several solutions.
    Ambiguous,
    /// These instances of laws contradict each other, and the facts that were filled in.
    Contradiction(Vec<usize>, Vec<Fact>),
    /// These facts were filled in and are wrong, or do not go together.
    Mistake(Vec<Fact>),
}
