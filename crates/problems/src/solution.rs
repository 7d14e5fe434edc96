//! What a solver found: keys with their trees, or lines, and whether that is all there is.

use zugwerk_chess::Move;
use zugwerk_game::Stop;

/// The answer to a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What was found.
    pub answer: Answer,
    /// Why the search ended early; `None` when everything was searched.
    pub stopped: Option<Stop>,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// For directmates, selfmates, reflexmates.
    Fight(Fight),
    /// For help play, series, proof games and A=>B problems.
    Lines(Lines),
}

/// Every key of a problem in which one side fights the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fight {
    /// The length that was asked for, or the shortest one found.
    pub moves: u16,
    /// The keys; more than one means that the problem is cooked.
    pub keys: Vec<Attack>,
    /// The defender's moves in the diagram that have an answer already, where asked for.
    pub set_play: Vec<Defence>,
    /// Moves that nearly work, where asked for.
    pub tries: Vec<Try>,
    /// The greatest length known to have no solution.
    pub no_solution_in: Option<u16>,
    /// Moves of a reflexmate's attacker that reach the goal in the diagram, which he must not be able to.
    pub spoiled_by: Vec<Move>,
    /// What follows in post-key play, instead of keys.
    pub after_key: Option<AfterKey>,
}

/// The play after a key that is not shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AfterKey {
    /// What would follow if the defender passed.
    pub threats: Vec<Attack>,
    /// The defences; those answered by a threat are left out.
    pub defences: Vec<Defence>,
    /// The defences that have no answer; with any the key is none.
    pub refutations: Vec<Move>,
    /// The defences of which a limit left unknown whether they have one.
    pub undecided: Vec<Move>,
}

/// A move of the attacker that succeeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The move.
    pub m: Move,
    /// The number of the attacker's moves until the goal is reached, this one included.
    pub length: u16,
    /// What would follow if the defender passed.
    pub threats: Vec<Attack>,
    /// What the same side plays next in a series.
    pub next: Vec<Attack>,
    /// Whether there is no threat, and only the duty to move harms the defender.
    pub is_zugzwang: bool,
    /// The defences; those answered by a threat are left out.
    pub defences: Vec<Defence>,
    /// Whether the tree ends here only because no more of it was wanted.
    pub is_cut: bool,
}

impl Attack {
    /// An attack of which nothing more is told.
    pub fn bare(m: Move, length: u16) -> Attack {
        Attack {
            m,
            length,
            threats: Vec::new(),
            next: Vec::new(),
            is_zugzwang: false,
            defences: Vec::new(),
            is_cut: false,
        }
    }
}

/// A move of the defender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The move.
    pub m: Move,
    /// Whether it reaches the goal, as the attacker of a selfmate wants.
    pub reaches_goal: bool,
    /// The attacker's answers; more than one is a dual.
    pub replies: Vec<Attack>,
}

/// A first move that nearly works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// The move.
    pub m: Move,
    /// The defences that refute it.
    pub refutations: Vec<Move>,
}

/// Every solution of a problem whose solutions are lines of play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The number of plies that was asked for, or the smallest one found.
    pub plies: u16,
    /// The solutions, in the order of the moves.
    pub solutions: Vec<Vec<Move>>,
    /// Shorter solutions, the longest first; each is a cook.
    pub short: Vec<Vec<Move>>,
    /// The solutions if the first half-move is left out, where asked for.
    pub set_play: Vec<Vec<Move>>,
    /// In help and series that end as a reflexmate, moves that reach the goal in the diagram for the side that must not.
    pub spoiled_by: Vec<Move>,
}

impl Solution {
    /// Whether everything was searched.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }

    /// Moves that reach the goal in the diagram of a problem with the rules of a reflexmate, so that there is no solution.
    pub fn spoiled_by(&self) -> &[Move] {
        match &self.answer {
            Answer::Fight(fight) => &fight.spoiled_by,
            Answer::Lines(lines) => &lines.spoiled_by,
        }
    }

    /// How many solutions are shorter than asked for.
    pub fn short_count(&self) -> usize {
        match &self.answer {
            Answer::Fight(_) => 0,
            Answer::Lines(lines) => lines.short.len(),
        }
    }

    /// How many keys or solutions there are.
    pub fn count(&self) -> usize {
        match &self.answer {
            Answer::Fight(fight) => match &fight.after_key {
                Some(AfterKey { refutations, undecided, .. }) => {
                    usize::from(refutations.is_empty() && undecided.is_empty())
                }
                None => fight.keys.len(),
            },
            Answer::Lines(lines) => lines.solutions.len(),
        }
    }
}
