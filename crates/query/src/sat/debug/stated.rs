//! What is stated, each demand, law and piece under its own name, so that it can be put aside.

use super::{CONDITION, EXPECT, MAN, MOVE, PASSED, RIGHTS, WHERE};
use crate::chess::{ChessAtom, ChessPlan, ChessSketch};
use crate::plan::Part;
use crate::sat::encode::{self, Scene};
use crate::sketch::Formula;
use zugwerk_chess::laws::{self, Allowed, Board, Folding, Line};
use zugwerk_chess::{CastlingSide, Color, File, Square};
use zugwerk_logic::{Constraints, Encoder, Law};

/// Everything that the sketch says about the line and the laws say of it, each under its name.
/// Of the demands only those that are wanted.
pub(super) fn state(
    encoder: &mut Encoder,
    sketch: &ChessSketch,
    plan: &ChessPlan,
    mut line: Line,
    folding: Folding,
    wanted: &dyn Fn(&Law) -> bool,
) {
    let clock = sketch.start.setup.halfmoves;
    let demand = |encoder: &mut Encoder, line: &Line, name, formula: &Formula<ChessAtom>| {
        for (number, part) in formula.demands().into_iter().enumerate() {
            let law = Law::about(name, number as u32);
            if wanted(&law) {
                encode::hold_one(encoder, &Scene { line, clock }, part, law);
            }
        }
    };
    if let Some(condition) = &sketch.condition {
        demand(encoder, &line, WHERE, condition);
    }
    for (number, part) in plan.parts.iter().enumerate() {
        match part {
            Part::Condition(formula, _) => {
                let law = Law::about(CONDITION, number as u32);
                if wanted(&law) {
                    encode::hold_one(encoder, &Scene { line: &line, clock }, formula, law);
                }
            }
            Part::Every => line.step(encoder, &Allowed::ANY, folding),
            Part::Some(shape, _) => {
                let allowed = shape.allowed(line.last().turn);
                line.step(encoder, &Allowed::ANY, folding);
                let law = Law::about(MOVE, number as u32);
                if !wanted(&law) {
                    continue;
                }
                let marks = encode::marks(encoder, &line, shape);
                encoder.law(law);
                if let Some(ply) = line.plies.last() {
                    ply.restrict(encoder, &line.boards[line.boards.len() - 2], &allowed);
                }
                marks.into_iter().for_each(|bit| encoder.hold(bit));
            }
        }
    }
    demand(encoder, &line, EXPECT, &plan.expect);
}

/// The pieces of the start, the rights to castle and the double step.
pub(super) fn state_start(encoder: &mut Encoder, sketch: &ChessSketch, board: &Board) {
    let setup = &sketch.start.setup;
    for square in Square::all().filter(|square| !sketch.start.holes.contains(*square)) {
        if let Some(piece) = setup.pieces[square.index()] {
            encoder.law(Law::about(MAN, square.index() as u32));
            encoder.hold(board.piece(piece, square));
        }
    }
    encoder.law(Law::new(RIGHTS));
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            let right = setup.castling.rooks().contains(board.castle(color, side).rook);
            encoder.equal(board.castling(color, side), right.into());
        }
    }
    encoder.law(Law::new(PASSED));
    for file in File::ALL {
        let passed = setup.passed.is_some_and(|square| square.file() == file);
        encoder.equal(board.passed(file), passed.into());
    }
    if sketch.start.holes.any() {
        laws::possible(encoder, board);
    }
}
