//! What is stated, each demand and law under its own name, so that it can be put aside.

use super::{CONDITION, EXPECT, MOVE, WHERE};
use crate::laws::{FormulaOf, Laws, LineOf, PlanOf};
use crate::plan::Part;
use crate::sat::encode;
use zugwerk_logic::{Constraints, Encoder, Folding, Law};

/// Everything that the sketch says about the line and the laws say of it, each under its name, and the line.
/// Of the demands only those that are wanted. What is said of the `start` is one of them.
pub(in crate::sat) fn state<L: Laws>(
    encoder: &mut Encoder,
    laws: &L,
    (start, plan): (Option<&FormulaOf<L>>, &PlanOf<L>),
    mut line: LineOf<L>,
    folding: Folding,
    wanted: &dyn Fn(&Law) -> bool,
) -> LineOf<L> {
    let demand = |encoder: &mut Encoder, line: &LineOf<L>, name, formula: &FormulaOf<L>| {
        for (number, part) in formula.demands().into_iter().enumerate() {
            let law = Law::about(name, number as u32);
            if wanted(&law) {
                encode::hold_one(laws, encoder, line, part, law);
            }
        }
    };
    if let Some(condition) = start {
        demand(encoder, &line, WHERE, condition);
    }
    for (number, part) in plan.parts.iter().enumerate() {
        match part {
            Part::Condition(formula, _) => {
                let law = Law::about(CONDITION, number as u32);
                if wanted(&law) {
                    encode::hold_one(laws, encoder, &line, formula, law);
                }
            }
            Part::ForAll => line.push(laws.step(encoder, &line, None, folding, None)),
            Part::Exists(shape, _) if laws.is_pass(shape) => {
                line.push(laws.step(encoder, &line, Some(shape), folding, None));
            }
            Part::Exists(shape, _) => {
                line.push(laws.step(encoder, &line, None, folding, None));
                let law = Law::about(MOVE, number as u32);
                if !wanted(&law) {
                    continue;
                }
                let marks = laws.marks(encoder, &line, shape);
                encoder.law(law);
                laws.restrict(encoder, &line, shape);
                marks.into_iter().for_each(|bit| encoder.hold(bit));
            }
        }
    }
    demand(encoder, &line, EXPECT, &plan.expect);
    line
}
