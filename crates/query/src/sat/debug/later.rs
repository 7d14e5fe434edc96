//! The known moves at the beginning of a line, played before anything else is asked.

use super::super::Sat;
use super::{Conflict, MOVE, conflict};
use crate::answer::{MoveName, numbered};
use crate::laws::{Laws, PlanOf, Understood};
use crate::plan::{Part, Plan};
use zugwerk_logic::{Law, Stop};

/// The rest of a sketch after moves that are known.
pub(super) struct Later<L: Laws> {
    pub(super) sketch: Understood<L>,
    plan: PlanOf<L>,
    pub(super) names: Vec<MoveName>,
    /// The number of the first of them, and whether it is Black's.
    first_move: (u16, bool),
    /// The next move is known, too, and is not legal.
    illegal: bool,
}

impl<L: Laws> Later<L> {
    /// The known moves in a sentence.
    pub(super) fn beginning(&self) -> String {
        format!("the line begins {}", numbered(self.first_move, &self.names))
    }

    /// The few demands that conflict, and the plan up to where they do. That a move is illegal says more
    /// than that there is none at all.
    pub(super) fn conflict(&self, sat: &mut Sat, laws: &L) -> Result<Option<Conflict<L>>, Stop> {
        if !self.illegal {
            return conflict(sat, laws, &self.sketch, &self.plan);
        }
        let mut plan = self.plan.clone();
        plan.parts.truncate(1);
        Ok(Some((plan, vec![Law::about(MOVE, 0)])))
    }
}

/// What is left of a plan when the known moves at its beginning have been played, as far as that can be
/// done; none where that is nothing, or where the past matters.
pub(super) fn after_known_moves<L: Laws>(
    laws: &L,
    whole: &Understood<L>,
    plan: &PlanOf<L>,
) -> Option<Later<L>> {
    let mut state = laws.known(&whole.start)?;
    let (mut names, mut done, mut illegal) = (Vec::new(), 0, false);
    for part in &plan.parts {
        match part {
            Part::Exists(shape, _) if !laws.is_hole(shape) => {
                match laws.moves(&state, Some(shape))[..] {
                    [only] => {
                        names.push(laws.name(&state, only));
                        state = laws.play(&state, only);
                    }
                    _ => {
                        illegal = true;
                        break;
                    }
                }
            }
            Part::Condition(formula, _) if formula.holds(&mut |atom| laws.holds(&state, atom)) => {}
            _ => break,
        }
        done += 1;
    }
    if names.is_empty() || laws.needs_past() {
        return None;
    }
    let plan = Plan { parts: plan.parts[done..].to_vec(), expect: plan.expect.clone() };
    let start = laws.start_at(&state);
    let sketch = Understood { start, condition: None, plans: Vec::new(), always: None };
    Some(Later { sketch, plan, names, first_move: laws.first_move(&whole.start), illegal })
}
