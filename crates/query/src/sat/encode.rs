//! Sketches as constraints: formulas as defined bits, parts of a plan as moves and demands.

use crate::laws::{FormulaOf, Laws, LineOf, Understood};
use crate::plan::Part;
use crate::sketch::Formula;
use zugwerk_logic::{Bit, Folding, Law, Line, Unknowns};

/// The name under which the demands of a sketch are counted in a profile.
pub const DEMAND: &str = "what the sketch asks for";

/// The bit defined to be true where the formula is, at the end of the line.
pub fn formula<L: Laws>(
    laws: &L,
    c: &mut impl Unknowns,
    line: &LineOf<L>,
    formula: &FormulaOf<L>,
) -> Bit {
    let mut bits = |parts: &[FormulaOf<L>]| -> Vec<Bit> {
        parts.iter().map(|part| self::formula(laws, c, line, part)).collect()
    };
    match formula {
        Formula::Atom(atom) => laws.statement(c, line, atom),
        Formula::Not(inner) => !self::formula(laws, c, line, inner),
        Formula::And(parts) => {
            let bits = bits(parts);
            c.and(&bits)
        }
        Formula::Or(parts) => {
            let bits = bits(parts);
            c.or(&bits)
        }
    }
}

/// Adds a move of a shape to the line, or states a condition. Replies `*` are for others.
pub fn part<L: Laws>(
    laws: &L,
    c: &mut impl Unknowns,
    line: &mut LineOf<L>,
    part: &Part<L::Shape, L::Atom>,
    hint: Option<&L::Hint>,
) {
    match part {
        Part::Exists(shape, _) => {
            line.push(laws.step(c, line, Some(shape), Folding::Laws, hint));
            c.law(Law::new(DEMAND));
            for bit in laws.marks(c, line, shape) {
                c.hold(bit);
            }
        }
        Part::Condition(formula, _) => hold(laws, c, line, formula),
        Part::ForAll => {}
    }
}

/// States that a formula holds at the end of the line.
pub fn hold<L: Laws>(laws: &L, c: &mut impl Unknowns, line: &LineOf<L>, formula: &FormulaOf<L>) {
    for demand in formula.demands() {
        hold_one(laws, c, line, demand, Law::new(DEMAND));
    }
}

/// States under a law that one demand of a formula holds at the end of the line.
pub fn hold_one<L: Laws>(
    laws: &L,
    c: &mut impl Unknowns,
    line: &LineOf<L>,
    demand: &FormulaOf<L>,
    law: Law,
) {
    if let Formula::Atom(atom) = demand
        && laws.hold(c, line, atom, law)
    {
        return;
    }
    let bit = formula(laws, c, line, demand);
    c.law(law);
    c.hold(bit);
}

/// The board that a sketch starts from.
pub fn start_board<L: Laws>(laws: &L, c: &mut impl Unknowns, start: &L::Start) -> L::Board {
    match laws.known(start) {
        Some(state) => laws.board(&state),
        None => laws.unknown_board(c, start),
    }
}

/// The line without moves from the start of a sketch, and what is asked of the start.
pub fn start<L: Laws>(laws: &L, c: &mut impl Unknowns, sketch: &Understood<L>) -> LineOf<L> {
    let line = Line::new(start_board(laws, c, &sketch.start));
    if let Some(condition) = &sketch.condition {
        hold(laws, c, &line, condition);
    }
    line
}
