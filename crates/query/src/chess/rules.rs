//! Chess for the engine that searches.

use super::{ChessAtom, Counted, Shape};
use crate::answer::MoveName;
use crate::plan::Part;
use crate::search::Rules;
use crate::sketch::Formula;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use zugwerk_chess::{Color, Move, Piece, Position, Role, Setup, Square};
use zugwerk_game::Limits;
use zugwerk_problems::HelpPruning;
use zugwerk_retro::winnable;

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

/// The rules of chess for one plan; with a past only where statements need it.
pub struct ChessRules {
    needs_past: bool,
    /// What is expected can only hold in check.
    needs_check: bool,
    /// Which moves can still bring what is expected.
    help_pruning: Option<RefCell<HelpPruning>>,
    /// A statement was met whose truth took too long to tell.
    undecided: Cell<bool>,
}

impl ChessRules {
    /// The rules for a plan.
    pub fn new(plan: &super::ChessPlan) -> ChessRules {
        let needs = |formula: &Formula<ChessAtom>| formula.mentions(&ChessAtom::needs_past);
        let in_parts = plan.parts.iter().any(|part| match part {
            Part::Condition(formula, _) => needs(formula),
            _ => false,
        });
        let needs_past = in_parts || needs(&plan.expect);
        ChessRules {
            needs_past,
            needs_check: demands_check(&plan.expect),
            help_pruning: None,
            undecided: Cell::new(false),
        }
    }

    /// The rules for a plan that starts with this position, which leave out moves after which the
    /// expectation is out of reach.
    pub fn towards(plan: &super::ChessPlan, start: &Position) -> ChessRules {
        let help_pruning = help_pruning(plan, start).map(RefCell::new);
        ChessRules { help_pruning, ..ChessRules::new(plan) }
    }

    /// Whether statements of the plan depend on how a position came about.
    pub fn needs_past(&self) -> bool {
        self.needs_past
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

    /// Whether a statement is true here, if that can be told.
    fn holds(&self, atom: &ChessAtom) -> Option<bool> {
        let position = &self.position;
        Some(match atom {
            ChessAtom::Legal => true,
            ChessAtom::Mate => position.is_checkmate(),
            ChessAtom::Stalemate => position.is_stalemate(),
            ChessAtom::Check => position.is_check(),
            ChessAtom::CheckOf(color) => {
                position.king(*color).is_some_and(|king| position.is_attacked(king, !*color))
            }
            ChessAtom::Dead => return is_dead(position),
            ChessAtom::Insufficient => position.is_insufficient_material(),
            ChessAtom::Fifty => position.halfmoves() >= 100,
            ChessAtom::Repetition => self.repetitions() >= 3,
            ChessAtom::Draw => {
                !position.is_checkmate()
                    && ChessAtom::DRAWS.iter().any(|atom| self.holds(atom) == Some(true))
            }
            ChessAtom::Turn(color) => position.turn() == *color,
            ChessAtom::Piece(square, piece, equal) => {
                (position.piece_at(*square) == Some(*piece)) == *equal
            }
            ChessAtom::Empty(square) => position.piece_at(*square).is_none(),
            ChessAtom::Attacked(square, color) => position.is_attacked(*square, *color),
            ChessAtom::Count(what, comparison, number) => {
                comparison.holds(count(position, what), *number)
            }
            ChessAtom::Balance(left, comparison, right) => {
                comparison.holds(count(position, left), count(position, right))
            }
            ChessAtom::Placement(pieces, holes) => Square::all()
                .filter(|square| !holes.contains(*square))
                .all(|square| position.piece_at(square) == pieces[square.index()]),
            ChessAtom::Castling(rights) => rights.iter().all(|(color, side)| {
                let king = position.king(*color);
                king.is_some_and(|king| position.castling().rook(*color, *side, king).is_some())
            }),
            ChessAtom::Passed(square) => position.double_push_square() == Some(*square),
        })
    }
}

/// Whether no series of legal moves leads from a position to a mate; none where that takes too long to tell.
fn is_dead(position: &Position) -> Option<bool> {
    /// Enough for nearly everything, and done within a second or two.
    const BYTES: usize = 64 << 20;
    if position.is_surely_dead() {
        return Some(true);
    }
    let limits = Limits::none().with_memory(BYTES);
    let verdicts = Color::ALL.map(|color| winnable(position, color, &limits).known());
    match verdicts {
        [Some(true), _] | [_, Some(true)] => Some(false),
        [Some(false), Some(false)] => Some(true),
        _ => None,
    }
}

fn count(position: &Position, what: &Counted) -> usize {
    let pairs = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| (color, role)));
    let wanted =
        pairs.filter(|(color, role)| what.colors[color.index()] && what.pieces[role.index()]);
    wanted.map(|(color, role)| position.pieces(color, role).len()).sum()
}

impl Rules for ChessRules {
    type State = State;
    /// None: a pass.
    type Move = Option<Move>;
    type Shape = Shape;
    type Atom = ChessAtom;

    fn moves(&self, state: &State, shape: Option<&Shape>) -> Vec<Option<Move>> {
        match shape {
            Some(shape) if shape.pass => passes(&state.position),
            Some(shape) => shape.moves(&state.position).into_iter().map(Some).collect(),
            None => state.position.legal_moves().iter().copied().map(Some).collect(),
        }
    }

    fn play(&self, state: &State, chosen: Option<Move>) -> State {
        let past = self
            .needs_past
            .then(|| Rc::new(Past { key: state.position.key(), earlier: state.past.clone() }));
        let position = match chosen {
            Some(chosen) => state.position.play(chosen),
            None => state.position.pass(),
        };
        State { position, past }
    }

    fn second_moves(&self, state: &State) -> bool {
        state.position.turn() == Color::Black
    }

    fn key(&self, state: &State) -> Option<u64> {
        (!self.needs_past).then(|| state.position.key())
    }

    fn holds(&self, state: &State, atom: &ChessAtom) -> bool {
        state.holds(atom).unwrap_or_else(|| {
            self.undecided.set(true);
            false
        })
    }

    fn undecided(&self) -> bool {
        self.undecided.get()
    }

    fn name(&self, state: &State, chosen: Option<Move>) -> MoveName {
        chosen.map_or_else(MoveName::pass, |chosen| name(&state.position, chosen))
    }

    fn is_pass(&self, shape: &Shape) -> bool {
        shape.pass
    }

    fn promising(&self, state: &State, shape: &Shape, left: usize) -> Vec<Option<Move>> {
        let position = &state.position;
        if shape.pass {
            return passes(position);
        }
        let mut moves = position.legal_moves();
        if let Some(help_pruning) = &self.help_pruning {
            moves = help_pruning.borrow_mut().promising_moves(position, moves, left as u16);
        }
        let checks = left == 0 && self.needs_check;
        let fits = |m: &Move| (!checks || position.gives_check(*m)) && shape.fits(position, *m);
        moves.iter().copied().filter(fits).map(Some).collect()
    }
}

/// A pass, where the side to move is not in check.
fn passes(position: &Position) -> Vec<Option<Move>> {
    if position.is_check() { Vec::new() } else { vec![None] }
}

/// What is known about the way to the end of a plan without replies: which pieces must stand where, or
/// that there is a mate.
fn help_pruning(plan: &super::ChessPlan, start: &Position) -> Option<HelpPruning> {
    let passes =
        |part: &Part<Shape, ChessAtom>| matches!(part, Part::Exists(shape, _) if shape.pass);
    if plan.has_every() || plan.parts.iter().any(passes) {
        return None;
    }
    if let Some(pieces) = placement(&plan.expect) {
        let end = Setup { pieces: *pieces, ..Setup::empty() };
        return Some(HelpPruning::placement(start, &end.any_position().ok()?));
    }
    let kings = Color::ALL.into_iter().all(|color| start.king(color).is_some());
    let plies = plan.parts.iter().filter(|part| matches!(part, Part::Exists(..))).count();
    let mates = plan.expect.demands().contains(&&Formula::Atom(ChessAtom::Mate));
    let last = if plies.is_multiple_of(2) { !start.turn() } else { start.turn() };
    (kings && mates && plies > 0).then(|| HelpPruning::mate(last))
}

/// Where all pieces stand at the end, if a formula says so.
pub fn placement(formula: &Formula<ChessAtom>) -> Option<&[Option<Piece>; 64]> {
    formula.demands().into_iter().find_map(|demand| match demand {
        Formula::Atom(ChessAtom::Placement(pieces, holes)) if holes.is_empty() => Some(&**pieces),
        _ => None,
    })
}

/// A move in both notations.
fn name(position: &Position, chosen: Move) -> MoveName {
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
