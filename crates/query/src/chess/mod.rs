//! Chess sketches: what words, moves and positions mean in chess.

mod ask;
mod atom;
mod race;
mod rules;
mod shape;
mod start;

pub use ask::ask;
pub use atom::{ChessAtom, Counted};
use rules::demands_check;
pub use rules::{ChessRules, name, placement};
pub use shape::{Promotion, Shape};
pub use start::{ChessStart, first_move, playable};

use crate::plan::{self, Plan};
use crate::sketch::{Diagnostic, Formula, Sketch};
use zugwerk_chess::{Position, laws};

/// A plan for chess.
pub type ChessPlan = Plan<Shape, ChessAtom>;

/// A sketch that has been understood.
pub struct ChessSketch {
    /// Where it starts.
    pub start: ChessStart,
    /// What the start must be like.
    pub condition: Option<Formula<ChessAtom>>,
    /// The lines of play, the shortest first.
    pub plans: Vec<ChessPlan>,
}

impl ChessSketch {
    /// Understands the words of a sketch.
    pub fn read(sketch: &Sketch) -> Result<ChessSketch, Diagnostic> {
        let start = ChessStart::read(&sketch.from)?;
        let condition = match &sketch.condition {
            Some(formula) => Some(formula.try_map(&mut |atom| ChessAtom::read(atom))?),
            None => None,
        };
        let plans = plan::plans(
            &sketch.play,
            &sketch.expect,
            &mut |word| Shape::read(word),
            &mut |atom| ChessAtom::read(atom),
        )?;
        let sketch = ChessSketch { start, condition, plans };
        sketch.refuse_ambiguous()?;
        Ok(sketch)
    }

    /// A known move that may mean two moves, as long as the position is known.
    fn refuse_ambiguous(&self) -> Result<(), Diagnostic> {
        let (Some(start), Some(plan)) = (self.start.known(), self.plans.first()) else {
            return Ok(());
        };
        let mut position = start;
        for part in &plan.parts {
            let (shape, word) = match part {
                plan::Part::Some(shape, word) if !shape.hole => (shape, word),
                plan::Part::Condition(..) => continue,
                _ => break,
            };
            let fitting = shape.moves(&position);
            match fitting[..] {
                [only] => position = position.play(only),
                [] => break,
                _ => {
                    let names: Vec<String> = fitting.iter().map(|m| position.san(*m)).collect();
                    let message = format!("{} may mean {}", word.text, names.join(" or "));
                    return Err(Diagnostic::new(word.span.clone(), message, "one move")
                        .with_help(format!("write {}, or a hole such as ?", names.join(" or "))));
                }
            }
        }
        Ok(())
    }
}

/// Why no legal move of the position is as a known move of a sketch says.
pub fn why_not(position: &Position, shape: &Shape, text: &str) -> String {
    let silent = Shape { check: false, mate: false, ..shape.clone() };
    if !silent.moves(position).is_empty() {
        let what = if shape.mate { "mate" } else { "check" };
        return format!("{text}: the move is legal, but it does not give {what}");
    }
    match laws::meant(position, text)
        .map(|(from, to, promotion)| laws::why(position, from, to, promotion))
    {
        Ok(why) if !why.legal => format!("{text}: {}", why.text),
        _ => format!("{text} is not a legal move of {} in {position}", position.turn()),
    }
}
