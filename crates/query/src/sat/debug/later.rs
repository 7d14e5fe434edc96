//! The known moves at the beginning of a line, played before anything else is asked.

use super::super::Sat;
use super::{MOVE, conflict};
use crate::answer::{MoveName, numbered};
use crate::chess::{ChessPlan, ChessRules, ChessSketch, ChessStart, first_move};
use crate::plan::Part;
use crate::search::Rules;
use zugwerk_logic::{Law, Stop};

/// The rest of a sketch after moves that are known.
pub(super) struct Later {
    pub(super) sketch: ChessSketch,
    plan: ChessPlan,
    pub(super) names: Vec<MoveName>,
    /// The number of the first of them, and whether it is Black's.
    first_move: (u16, bool),
    /// The next move is known, too, and is not legal.
    illegal: bool,
}

impl Later {
    /// The known moves in a sentence.
    pub(super) fn beginning(&self) -> String {
        format!("the line begins {}", numbered(self.first_move, &self.names))
    }

    /// The few demands that conflict, and the plan up to where they do. That a move is illegal says more
    /// than that there is none at all.
    pub(super) fn conflict(&self, sat: &mut Sat) -> Result<Option<(ChessPlan, Vec<Law>)>, Stop> {
        if !self.illegal {
            return conflict(sat, &self.sketch, &self.plan);
        }
        let mut plan = self.plan.clone();
        plan.parts.truncate(1);
        Ok(Some((plan, vec![Law::about(MOVE, 0)])))
    }
}

/// What is left of a plan when the known moves at its beginning have been played, as far as that can be
/// done; none where that is nothing, or where the past matters.
pub(super) fn after_known_moves(whole: &ChessSketch, plan: &ChessPlan) -> Option<Later> {
    let rules = ChessRules::new(plan);
    let mut state = rules.start(whole.start.known()?);
    let (mut names, mut done, mut illegal) = (Vec::new(), 0, false);
    for part in &plan.parts {
        match part {
            Part::Some(shape, _) if !shape.hole => match rules.moves(&state, Some(shape))[..] {
                [only] => {
                    names.push(rules.name(&state, only));
                    state = rules.play(&state, only);
                }
                _ => {
                    illegal = true;
                    break;
                }
            },
            Part::Condition(formula, _) if formula.holds(&mut |atom| state.holds(atom)) => {}
            _ => break,
        }
        done += 1;
    }
    let plan = ChessPlan { parts: plan.parts[done..].to_vec(), expect: plan.expect.clone() };
    let start = ChessStart::at(state.position.clone());
    let sketch = ChessSketch { start, condition: None, plans: Vec::new() };
    let first_move = first_move(&whole.start.setup);
    let later = Later { sketch, plan, names, first_move, illegal };
    (!later.names.is_empty() && !rules.needs_past()).then_some(later)
}
