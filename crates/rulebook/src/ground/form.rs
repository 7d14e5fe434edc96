//! The ground form of a game: families of moves with their conditions and changes, and how it ends.

use super::Arena;
use super::node::Id;
use super::scope::Words;
use crate::cellset::CellSet;

/// A game with its parameters put in. Everything that plays it or reasons about it reads this.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Its name.
    pub name: String,
    /// What it is, in a sentence.
    pub about: Option<String>,
    /// The words: board, players, pieces, states.
    pub words: Words,
    /// Words about how the board looks.
    pub look: Vec<String>,
    /// The rules as each player reads them: `me` is the index.
    pub sides: Vec<Side>,
    /// The start.
    pub start: Start,
    /// At which occurrence of a position the game is drawn, and its sentence.
    pub repetition: Option<(u32, String)>,
}

impl Ground {
    /// How many moves each rule can make, in all positions and for all players together, by its index in the text.
    /// Of a move in parts, the first part counts.
    pub fn counts_of_moves(&self) -> std::collections::BTreeMap<usize, usize> {
        const MOST_COUNTED: usize = 1_000_000;
        let mut counts = std::collections::BTreeMap::new();
        for side in &self.sides {
            for family in &side.families {
                *counts.entry(family.rule).or_default() +=
                    super::overlap::count_choices(&side.arena, family, MOST_COUNTED);
            }
        }
        counts
    }
}

/// The position at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// The contents of each place, from the bottom of a stack to its top.
    pub cells: Vec<Vec<u8>>,
    /// The values of the states.
    pub states: Vec<StateValue>,
    /// Who moves.
    pub turn: usize,
}

/// The value of a state.
#[derive(Clone, Debug, PartialEq)]
pub enum StateValue {
    /// Of a flag.
    Flag(bool),
    /// Of a number.
    Number(i32),
    /// Of a cell.
    Cell(Option<usize>),
    /// Of a set.
    Set(CellSet),
}

/// The rules as one player reads them.
#[derive(Clone, Debug)]
pub struct Side {
    /// The nodes of all formulas below.
    pub arena: Arena,
    /// The moves, or their first parts.
    pub families: Vec<Family>,
    /// Further parts of moves.
    pub parts: Vec<Part>,
    /// What happens after a move.
    pub afters: Vec<After>,
    /// What no move may leave true.
    pub never: Vec<Stated>,
    /// When this player, having moved, moves once more.
    pub again: Vec<Stated>,
    /// How the game can end after a move of this player.
    pub ends: Vec<End>,
    /// What a position is worth to this player, if the text says.
    pub value: Option<Id>,
}

/// A formula with its sentence.
#[derive(Clone, Debug)]
pub struct Stated {
    /// The formula.
    pub formula: Id,
    /// The sentence; empty where there is none.
    pub sentence: String,
}

/// Moves that differ only in the cells that stand for the variables.
#[derive(Clone, Debug)]
pub struct Family {
    /// The index of the rule in the text.
    pub rule: usize,
    /// The name of the rule, if it has one.
    pub name: Option<String>,
    /// Its sentence.
    pub sentence: String,
    /// What must hold whatever the variables are.
    pub gate: Id,
    /// The variables, each with the set it is chosen from; a set may depend on the variables before it.
    pub choices: Vec<Choice>,
    /// The conditions one by one, as the text has them, for reasons.
    pub conditions: Vec<Stated>,
    /// How the move is written.
    pub written: Vec<Written>,
    /// What changes, in terms of the position before; of two changes of one place the later counts.
    pub changes: Vec<Change>,
    /// What follows in the same move.
    pub next: Next,
    /// Only the moves with the largest value are legal: the number, asked after the last part.
    pub most: Option<Id>,
    /// Moves that lead to the same position are one.
    pub merge: bool,
    /// Two families of one rule may make the same move.
    pub overlaps: bool,
    /// The first of the families beside it that differ only in the set of the last choice: all their moves are named by
    /// it, so that they can be made as one.
    pub first: usize,
}

/// A variable and the set it is chosen from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The variable.
    pub var: u8,
    /// The set, with all conditions that this choice decides.
    pub from: Id,
    /// The set without them.
    pub domain: Id,
}

/// A piece of a written move.
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    /// A cell, the value of a parameter.
    Cell(Id),
    /// A parameter with a known value, such as a piece.
    Known(String),
    /// A word or sign between them.
    Sign(String),
}

/// What follows a part of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// The move ends, and this happens (an index of `afters`), with the values of its variables.
    End(usize, Vec<Id>),
    /// A further part (an index of `parts`), with the values of its variables.
    Part(usize, Vec<Id>),
}

/// A further part of a move. Its formulas look at the position that the parts before have left.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// How many of the first variables are values from the parts before.
    pub entry: usize,
    /// It happens only if this holds.
    pub condition: Id,
    /// Whether a move can do without it where its condition holds.
    pub needed: Needed,
    /// The ways it can happen.
    pub families: Vec<Family>,
    /// What follows where it does not happen.
    pub otherwise: Next,
}

/// Whether a move can do without a further part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needed {
    /// A move without it is not legal.
    Always,
    /// Where it is possible: going on as long as one can.
    IfPossible,
    /// Never: who moves may go on or not.
    AtWill,
}

/// What happens after a move.
#[derive(Clone, Debug)]
pub struct After {
    /// How many variables are values from the move.
    pub entry: usize,
    /// What changes.
    pub changes: Vec<Change>,
}

/// A change of the position.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// It happens only if this holds.
    pub guard: Id,
    /// What changes.
    pub kind: ChangeKind,
}

/// What changes.
#[derive(Clone, Debug, PartialEq)]
pub enum ChangeKind {
    /// A cell gets a content; `was` has a bit for each content that it can have had.
    PutOn {
        /// The cell.
        cell: Id,
        /// The content.
        content: Id,
        /// What it can have been.
        was: u64,
    },
    /// All cells of a set get a content.
    PutAll {
        /// The set.
        set: Id,
        /// The content.
        content: Id,
    },
    /// The topmost pieces of a stack go on top of another.
    Stack {
        /// How many; all of them where it is missing.
        count: Option<Id>,
        /// From where.
        from: Id,
        /// To where.
        to: Id,
    },
    /// A state gets a value of its sort.
    State(u16, Id),
}

/// How a game can end.
#[derive(Clone, Debug)]
pub struct End {
    /// Who wins.
    pub result: Result,
    /// The sentence.
    pub sentence: String,
    /// When.
    pub condition: Id,
    /// And only when the other player has no move.
    pub no_move: bool,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    /// This player.
    Wins(usize),
    /// Nobody.
    Draw,
    /// Who has just moved where the number is positive, the other where it is negative.
    Score(Id),
}
