//! Sketches as constraints: statements as defined bits, shapes as restrictions of a move.

use crate::chess::{ChessAtom, ChessPlan, ChessSketch, Counted, Promotion, Shape, placement};
use crate::plan::Part;
use crate::sketch::{Comparison, Formula};
use zugwerk_chess::laws::{self, Board, Folding, Horizon, Line, Replies, Unknowns};
use zugwerk_chess::{Color, Piece, Rank, Role, Square};
use zugwerk_logic::{Bit, Law};

/// The name under which the demands of a sketch are counted in a profile.
pub const DEMAND: &str = "what the sketch asks for";

/// A line of play as far as a statement looks at it.
pub struct Scene<'a> {
    /// The line; the statement is about its last board.
    pub line: &'a Line,
    /// Plies without a capture or a pawn move before the line began.
    pub clock: u16,
}

/// The bit defined to be true where the formula is.
pub fn formula(c: &mut impl Unknowns, scene: &Scene, formula: &Formula<ChessAtom>) -> Bit {
    match formula {
        Formula::Atom(atom) => statement(c, scene, atom),
        Formula::Not(inner) => !self::formula(c, scene, inner),
        Formula::And(parts) => {
            let bits: Vec<Bit> = parts.iter().map(|part| self::formula(c, scene, part)).collect();
            c.and(&bits)
        }
        Formula::Or(parts) => {
            let bits: Vec<Bit> = parts.iter().map(|part| self::formula(c, scene, part)).collect();
            c.or(&bits)
        }
    }
}

fn statement(c: &mut impl Unknowns, scene: &Scene, atom: &ChessAtom) -> Bit {
    let board = scene.line.last();
    match atom {
        ChessAtom::Legal => Bit::TRUE,
        ChessAtom::Mate => Replies::new(c, board).mate(c),
        ChessAtom::Stalemate => Replies::new(c, board).stalemate(c),
        ChessAtom::Check => laws::in_check(c, board, board.turn),
        ChessAtom::Dead => laws::dead_position(c, board),
        ChessAtom::Fifty => laws::fifty_moves(c, scene.clock, &scene.line.steps()),
        ChessAtom::Repetition => repetition(c, scene.line),
        ChessAtom::Draw => {
            let ways =
                [ChessAtom::Stalemate, ChessAtom::Dead, ChessAtom::Fifty, ChessAtom::Repetition];
            let ways = ways.map(|atom| statement(c, scene, &atom));
            c.or(&ways)
        }
        ChessAtom::Turn(color) => (board.turn == *color).into(),
        ChessAtom::Piece(square, piece, true) => board.piece(*piece, *square),
        ChessAtom::Piece(square, piece, false) => !board.piece(*piece, *square),
        ChessAtom::Empty(square) => board.empty(*square),
        ChessAtom::Attacked(square, color) => laws::attacked(c, board, *square, *color),
        ChessAtom::Count(what, comparison, number) => count(c, board, what, *comparison, *number),
        ChessAtom::Placement(pieces, holes) => {
            let known = Square::all().filter(|square| !holes.contains(*square));
            let bits = known.map(|square| match pieces[square.index()] {
                Some(piece) => board.piece(piece, square),
                None => board.empty(square),
            });
            c.and(&bits.collect::<Vec<_>>())
        }
        ChessAtom::Castling(rights) => {
            let bits = rights.iter().map(|(color, side)| board.castling(*color, *side));
            c.and(&bits.collect::<Vec<_>>())
        }
        ChessAtom::Passed(square) if square.rank() == Rank::new(5).relative_to(board.turn) => {
            board.passed(square.file())
        }
        ChessAtom::Passed(_) => Bit::FALSE,
    }
}

/// Whether the last position of the line stands there for the third time.
fn repetition(c: &mut impl Unknowns, line: &Line) -> Bit {
    let (last, earlier) = line.boards.split_last().expect("a line begins with a board");
    let same_side = earlier.iter().filter(|board| board.turn == last.turn);
    let same: Vec<Bit> = same_side.map(|board| laws::same_position(c, board, last)).collect();
    c.counts(2, &same)
}

fn count(
    c: &mut impl Unknowns,
    board: &Board,
    what: &Counted,
    comparison: Comparison,
    number: usize,
) -> Bit {
    let mut bits = Vec::new();
    for color in Color::ALL.into_iter().filter(|color| what.colors[color.index()]) {
        for square in Square::all() {
            if what.pieces == [true; 6] {
                bits.push(board.color(color, square));
            } else {
                let pieces = Role::ALL.into_iter().filter(|role| what.pieces[role.index()]);
                bits.extend(pieces.map(|role| board.piece(Piece::new(color, role), square)));
            }
        }
    }
    // Counters grow with the number: leave out what is known.
    let sure = bits.iter().filter(|&&bit| bit == Bit::TRUE).count();
    bits.retain(|bit| bit.value().is_none());
    let mut at_least = |number: usize| match number.checked_sub(sure) {
        None | Some(0) => Bit::TRUE,
        Some(more) if more > bits.len() => Bit::FALSE,
        Some(more) => c.counts(more, &bits),
    };
    match comparison {
        Comparison::AtLeast => at_least(number),
        Comparison::More => at_least(number + 1),
        Comparison::Less => !at_least(number),
        Comparison::AtMost => !at_least(number + 1),
        Comparison::Equal | Comparison::Different => {
            let (least, more) = (at_least(number), at_least(number + 1));
            let equal = c.and(&[least, !more]);
            if comparison == Comparison::Equal { equal } else { !equal }
        }
    }
}

/// Adds a move of a shape to the line, or states a condition. Replies `*` are for others.
pub fn part(
    c: &mut impl Unknowns,
    line: &mut Line,
    clock: u16,
    part: &Part<Shape, ChessAtom>,
    horizon: Option<&Horizon>,
) {
    match part {
        Part::Some(shape, _) => {
            let allowed = shape.allowed(line.last().turn);
            line.step_within(c, &allowed, Folding::Laws, horizon);
            c.law(Law::new(DEMAND));
            for bit in marks(c, line, shape) {
                c.hold(bit);
            }
        }
        Part::Condition(formula, _) => hold(c, &Scene { line, clock }, formula),
        Part::Every => {}
    }
}

/// What a shape asks of the last move beyond squares and pieces.
pub fn marks(c: &mut impl Unknowns, line: &Line, shape: &Shape) -> Vec<Bit> {
    let (before, after) = (&line.boards[line.boards.len() - 2], line.last());
    let Some(ply) = line.plies.last() else { return Vec::new() };
    let mut bits = Vec::new();
    if shape.capture {
        bits.push(ply.capture(c, before));
    }
    if shape.promotion == Promotion::None {
        bits.push(c.or(&[!ply.kind(Role::Pawn), ply.placed(Role::Pawn)]));
    }
    if shape.check {
        bits.push(laws::in_check(c, after, after.turn));
    }
    if shape.mate {
        bits.push(Replies::new(c, after).mate(c));
    }
    bits
}

/// States that a formula holds at the end of the line.
pub fn hold(c: &mut impl Unknowns, scene: &Scene, formula: &Formula<ChessAtom>) {
    for demand in formula.demands() {
        hold_one(c, scene, demand, Law::new(DEMAND));
    }
}

/// States under a law that one demand of a formula holds at the end of the line.
pub fn hold_one(c: &mut impl Unknowns, scene: &Scene, demand: &Formula<ChessAtom>, law: Law) {
    if matches!(demand, Formula::Atom(ChessAtom::Mate)) {
        c.law(law);
        laws::state_mate(c, scene.line.last());
        return;
    }
    let bit = formula(c, scene, demand);
    c.law(law);
    c.hold(bit);
}

/// The board that a sketch starts from, and what is asked of it.
pub fn start(c: &mut impl Unknowns, sketch: &ChessSketch) -> Line {
    let line = match sketch.start.known() {
        Some(position) => Line::new(Board::known(&position)),
        None => {
            let board = Board::with_unknown(c, &sketch.start.setup, sketch.start.holes);
            laws::possible(c, &board);
            Line::new(board)
        }
    };
    if let Some(condition) = &sketch.condition {
        hold(c, &Scene { line: &line, clock: sketch.start.setup.halfmoves }, condition);
    }
    line
}

/// The literals that are all true exactly where the unknown squares hold what they hold in `model`.
pub fn chosen_start(sketch: &ChessSketch, board: &Board, model: &zugwerk_logic::Model) -> Vec<Bit> {
    let mut literals = Vec::new();
    for square in sketch.start.holes {
        let pieces =
            Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|p| Piece::new(color, p)));
        let bits = pieces.map(|piece| board.piece(piece, square)).chain([board.empty(square)]);
        literals.extend(bits.filter(|bit| model.is_true(*bit)));
    }
    literals
}

/// What a known end says about the boards of a plan without replies; nothing where the start or the end
/// has holes.
pub fn horizons(sketch: &ChessSketch, plan: &ChessPlan) -> Vec<Horizon> {
    let plies = plan.parts.iter().filter(|part| matches!(part, Part::Some(..))).count();
    match (placement(&plan.expect), sketch.start.known()) {
        (Some(end), Some(start)) if !plan.has_every() => {
            laws::horizons(&Board::known(&start), end, plies)
        }
        _ => Vec::new(),
    }
}
