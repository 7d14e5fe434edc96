//! Chess for the engine that searches.

use super::{ChessAtom, Counted, Shape};
use crate::answer::MoveName;
use crate::search::Rules;
use crate::sketch::Formula;
use std::rc::Rc;
use zugwerk_chess::{Color, Move, Piece, Position, Square};

/// A position, and its past where that matters.
#[derive(Clone, Debug)]
pub struct State {
    /// The position.
    pub position: Position,
    past: Option<Rc<Past>>,
}

/// The keys of earlier positions, the latest first.
#[derive(Debug)]
struct Past {
    key: u64,
    earlier: Option<Rc<Past>>,
}

/// The rules of chess; with a past only where statements need it.
#[derive(Clone, Copy, Debug)]
pub struct ChessRules {
    needs_past: bool,
}

impl ChessRules {
    /// The rules for a plan.
    pub fn new(plan: &super::ChessPlan) -> ChessRules {
        let needs = |formula: &Formula<ChessAtom>| formula.mentions(&ChessAtom::needs_past);
        let in_parts = plan.parts.iter().any(|part| match part {
            crate::plan::Part::Condition(formula, _) => needs(formula),
            _ => false,
        });
        ChessRules { needs_past: in_parts || needs(&plan.expect) }
    }

    /// The state at the start of a line.
    pub fn start(&self, position: Position) -> State {
        State { position, past: None }
    }
}

impl State {
    fn repetitions(&self) -> usize {
        let (key, mut count, mut past) = (self.position.key(), 1, self.past.as_ref());
        while let Some(node) = past {
            count += usize::from(node.key == key);
            past = node.earlier.as_ref();
        }
        count
    }

    /// Whether a statement is true here.
    pub fn holds(&self, atom: &ChessAtom) -> bool {
        let position = &self.position;
        match atom {
            ChessAtom::Legal => true,
            ChessAtom::Mate => position.is_checkmate(),
            ChessAtom::Stalemate => position.is_stalemate(),
            ChessAtom::Check => position.is_check(),
            ChessAtom::Dead => position.is_insufficient_material(),
            ChessAtom::Fifty => position.halfmoves() >= 100,
            ChessAtom::Repetition => self.repetitions() >= 3,
            ChessAtom::Draw => {
                [ChessAtom::Stalemate, ChessAtom::Dead, ChessAtom::Fifty, ChessAtom::Repetition]
                    .iter()
                    .any(|atom| self.holds(atom))
            }
            ChessAtom::Turn(color) => position.turn() == *color,
            ChessAtom::Man(square, man, equal) => {
                (position.man_on(*square) == Some(*man)) == *equal
            }
            ChessAtom::Empty(square) => position.man_on(*square).is_none(),
            ChessAtom::Attacked(square, color) => position.is_attacked(*square, *color),
            ChessAtom::Count(what, comparison, number) => {
                comparison.holds(count(position, what), *number)
            }
            ChessAtom::Placement(men, holes) => Square::all()
                .filter(|square| !holes.contains(*square))
                .all(|square| position.man_on(square) == men[square.index()]),
            ChessAtom::Castling(rights) => rights.iter().all(|(color, side)| {
                let king = position.king(*color);
                king.is_some_and(|king| position.castling().rook(*color, *side, king).is_some())
            }),
        }
    }
}

fn count(position: &Position, what: &Counted) -> usize {
    let pairs = Color::ALL.into_iter().flat_map(|color| Piece::ALL.map(|piece| (color, piece)));
    let wanted =
        pairs.filter(|(color, piece)| what.colors[color.index()] && what.pieces[piece.index()]);
    wanted.map(|(color, piece)| position.men(color, piece).len()).sum()
}

impl Rules for ChessRules {
    type State = State;
    type Move = Move;
    type Shape = Shape;
    type Atom = ChessAtom;

    fn moves(&self, state: &State, shape: Option<&Shape>) -> Vec<Move> {
        match shape {
            Some(shape) => shape.moves(&state.position),
            None => state.position.legal_moves().to_vec(),
        }
    }

    fn play(&self, state: &State, chosen: Move) -> State {
        let past = self
            .needs_past
            .then(|| Rc::new(Past { key: state.position.key(), earlier: state.past.clone() }));
        State { position: state.position.play(chosen), past }
    }

    fn key(&self, state: &State) -> Option<u64> {
        (!self.needs_past).then(|| state.position.key())
    }

    fn holds(&self, state: &State, atom: &ChessAtom) -> bool {
        state.holds(atom)
    }

    fn name(&self, state: &State, chosen: Move) -> MoveName {
        name(&state.position, chosen)
    }

    fn may_reach(&self, state: &State, chosen: Move, goal: &Formula<ChessAtom>) -> bool {
        !demands_check(goal) || state.position.gives_check(chosen)
    }
}

/// A move in both notations.
pub fn name(position: &Position, chosen: Move) -> MoveName {
    MoveName { code: position.uci(chosen), text: position.san(chosen) }
}

/// Whether a formula can only hold where the side to move is in check.
pub fn demands_check(formula: &Formula<ChessAtom>) -> bool {
    match formula {
        Formula::Atom(atom) => matches!(atom, ChessAtom::Mate | ChessAtom::Check),
        Formula::And(all) => all.iter().any(demands_check),
        Formula::Or(any) => !any.is_empty() && any.iter().all(demands_check),
        Formula::Not(_) => false,
    }
}
