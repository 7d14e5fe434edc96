//! The ground rules as laws for a solver: positions and moves as bits, and what must be true between them.
//!
//! The same families of moves that the evaluator plays are read here on positions of which bits may be unknown. Every
//! relation is stated against [`Constraints`](zugwerk_logic::Constraints) under the sentence of its rule.
//!
//! ```
//! use zugwerk_logic::{Answer, Constraints, Encoder, Folding, Limits, Solver};
//! use zugwerk_rulebook::laws::{Ending, Laws};
//! use zugwerk_rulebook::{RuleGame, bundled};
//!
//! let game = RuleGame::read(bundled::text("tic-tac-toe").unwrap(), &Default::default()).unwrap();
//! let laws = Laws::new(game.ground()).unwrap();
//! let mut encoder = Encoder::new();
//! let mut board = laws.layout().known(&game, &game.start_position());
//! for _ in 0..4 {
//!     (_, board) = laws.step(&mut encoder, &board, &|_| true, Folding::Laws);
//! }
//! let won = laws.ended(&mut encoder, &board, Ending::Won(0));
//! let mut solver = Solver::default();
//! solver.load(encoder.cnf());
//! assert!(matches!(solver.solve(&[won], &Limits::none()), Answer::No(_)));
//! ```

mod ends;
mod layout;
mod moves;
mod parts;
mod read;
mod step;
mod value;

pub use ends::Ending;
pub use layout::{Bits, Layout};
pub use moves::{Candidate, Item, Looking, candidates};
pub use parts::MOST_CHANGES;
pub use step::Ply;
pub use value::Cases;

use crate::ground::Arena;
use crate::ground::form::{Family, Ground, Needed, Part};
use crate::ground::node::Id;
use read::{Frame, Reader};
use zugwerk_logic::{Bit, Constraints, Law};

/// The sentences of the rules; see [`Laws::sentence`].
pub const RULE: &str = "the rules of the game";
/// Exactly one move is made.
pub const ONE_MOVE: &str = "a turn is one move";
/// A move changes what its rule says and nothing else.
pub const CHANGE: &str = "a move changes what its rule says";
/// Nobody moves once the game is over.
pub const OVER: &str = "nobody moves when the game is over";

const TURN: &str = "it is the other side's turn";

/// The most bits of a position.
const MOST_BITS: usize = 20_000;
/// The most moves of a game, on all positions together, that are stated one by one.
const MOST_MOVES: usize = 30_000;

/// The laws of a game.
#[derive(Clone, Debug)]
pub struct Laws<'g> {
    ground: &'g Ground,
    layout: Layout,
    sentences: Vec<&'g str>,
}

impl<'g> Laws<'g> {
    /// The laws of a game; where it has a rule of which nothing can be stated, which.
    pub fn new(ground: &'g Ground) -> Result<Laws<'g>, String> {
        if ground.words.stacks {
            return Err("its cells hold stacks".to_string());
        }
        let layout = Layout::new(ground);
        if layout.length() > MOST_BITS {
            return Err(format!("a position has more than {MOST_BITS} bits"));
        }
        let mut laws = Laws { ground, layout, sentences: Vec::new() };
        laws.sentences = laws.all_sentences();
        Ok(laws)
    }

    /// Whether whole moves can be stated: else why not. What each part of a move changes can be.
    pub fn are_whole(&self) -> Result<(), String> {
        for side in &self.ground.sides {
            for family in &side.families {
                let name = || match &family.name {
                    Some(name) => name.clone(),
                    None => format!("{:?}", family.sentence),
                };
                if family.most.is_some() {
                    return Err(format!("{} compares a move with all others", name()));
                }
                if family.merge {
                    return Err(format!("{} takes moves to the same position as one", name()));
                }
            }
            if let Some(part) = side.parts.iter().find(|part| part.needed != Needed::Always) {
                let name = part.name.as_deref().unwrap_or("a move");
                return Err(match part.needed {
                    Needed::AtWill => format!("{name} goes on as often as one likes"),
                    _ => format!("{name} goes on as long as it can"),
                });
            }
        }
        let mut encoder = zugwerk_logic::Encoder::new();
        let mut count = 0;
        for side in 0..self.ground.sides.len() {
            let board = self.layout.unknown(&mut encoder, self.ground, side, false);
            let looking = Looking { never: false, detailed: false, most: MOST_MOVES + 1 - count };
            let checker = &mut zugwerk_logic::Checker::new();
            let (found, all) = moves::look(self, checker, &board, side, looking, None);
            count += found.len();
            if !all {
                return Err(format!(
                    "it has more than {MOST_MOVES} moves on all positions together"
                ));
            }
        }
        Ok(())
    }

    /// Where the bits of a position lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The ground form.
    pub fn ground(&self) -> &'g Ground {
        self.ground
    }

    /// Whether some move may leave the turn with who made it.
    pub fn may_move_again(&self) -> bool {
        self.ground.sides.iter().any(|side| !side.again.is_empty())
    }

    /// A position of which nothing is known but whose turn it is.
    pub fn unknown(&self, c: &mut impl zugwerk_logic::Unknowns, turn: usize) -> Bits {
        self.layout.unknown(c, self.ground, turn, self.may_move_again())
    }

    /// The bit defined to be true where a formula is.
    pub fn formula(&self, c: &mut impl Constraints, arena: &Arena, id: Id, board: &Bits) -> Bit {
        let mut frame = Frame::new(board.clone());
        Reader { c, arena, layout: &self.layout }.truth(&mut frame, id)
    }

    /// The sentence of a law, where it is one of a rule.
    pub fn sentence(&self, law: &Law) -> Option<&'g str> {
        let known = (law.name == RULE).then(|| self.sentences.get(law.subject as usize))?;
        known.copied()
    }

    /// Whether a law only says whose turn it is.
    pub fn is_about_turns(&self, law: &Law) -> bool {
        self.sentence(law) == Some(TURN)
    }

    fn law(&self, sentence: &str) -> Law {
        let found = self.sentences.iter().position(|known| *known == sentence);
        Law::about(RULE, found.unwrap_or(0) as u32)
    }

    fn part_law(&self, part: &Part) -> Law {
        self.law(part.families.first().map_or("", |family| &family.sentence))
    }

    fn all_sentences(&self) -> Vec<&'g str> {
        let mut all = vec![RULE, TURN];
        let family = |all: &mut Vec<&'g str>, family: &'g Family| {
            all.push(&family.sentence);
            all.extend(family.conditions.iter().map(|condition| condition.sentence.as_str()));
        };
        for side in &self.ground.sides {
            side.families.iter().for_each(|known| family(&mut all, known));
            let parts = side.parts.iter().flat_map(|part| &part.families);
            parts.for_each(|known| family(&mut all, known));
            all.extend(side.never.iter().map(|never| never.sentence.as_str()));
            all.extend(side.ends.iter().map(|end| end.sentence.as_str()));
        }
        let mut seen = std::collections::HashSet::new();
        all.retain(|sentence| !sentence.is_empty() && seen.insert(*sentence));
        all
    }
}
