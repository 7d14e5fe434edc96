//! Chess for the solver: what shapes and statements mean in the bits of its laws.

use super::words;
use super::{ChessAtom, ChessPlan, ChessRules, ChessStart, Counted, Promotion, Shape, State};
use super::{first_move, placement, playable, why_not};
use crate::answer::MoveName;
use crate::laws::{Laws, WeightedCount};
use crate::plan::Part;
use crate::sketch::{Comparison, Formula};
use std::cell::OnceCell;
use std::sync::Arc;
use zugwerk_chess::laws::{self, Allowed, Board, FixedMove, Horizon, Ply, Replies};
use zugwerk_chess::{CastlingSide, Color, File, Move, Piece, Rank, Role, Square};
use zugwerk_logic::{Bit, Constraints, Encoder, Folding, Law, Line, Model, Unknowns};

/// A board, and what statements about the past need of it.
#[derive(Clone)]
pub struct ChessBoard {
    /// The board.
    pub board: Board,
    /// Plies without a capture or a pawn move before the line began.
    clock: u16,
    /// The bits that tell positions apart, once somebody asks.
    identity: OnceCell<Arc<[Bit]>>,
}

impl ChessBoard {
    fn new(board: Board, clock: u16) -> ChessBoard {
        ChessBoard { board, clock, identity: OnceCell::new() }
    }

    fn after(&self, board: Board) -> ChessBoard {
        ChessBoard::new(board, self.clock)
    }

    fn identity(&self, c: &mut impl Constraints) -> &Arc<[Bit]> {
        self.identity.get_or_init(|| laws::identity(c, &self.board).into())
    }
}

type ChessLine = Line<ChessBoard, Ply>;

impl Laws for ChessRules {
    type Board = ChessBoard;
    type Ply = Ply;
    type Start = ChessStart;
    type Fixed = Option<FixedMove>;
    type Hint = Horizon;

    fn known(&self, start: &ChessStart) -> Option<State> {
        start.known().map(|position| self.start(position))
    }

    fn start_at(&self, state: &State) -> ChessStart {
        ChessStart::at(state.position.clone())
    }

    fn board(&self, state: &State) -> ChessBoard {
        ChessBoard::new(Board::known(&state.position), state.position.halfmoves())
    }

    fn unknown_board(&self, c: &mut impl Unknowns, start: &ChessStart) -> ChessBoard {
        let board = Board::with_unknown(c, &start.setup, start.holes);
        let board = board.with_unknown_past(c, start.any_castling, start.any_passed);
        laws::legal_position(c, &board);
        if start.any_passed {
            laws::can_be_taken_in_passing(c, &board);
        }
        ChessBoard::new(board, start.setup.halfmoves)
    }

    fn relaxed_board(&self, encoder: &mut Encoder, start: &ChessStart) -> ChessBoard {
        let mut board = Board::relaxed(encoder, &start.setup, start.holes);
        if let Some(position) = start.known() {
            board = board.castling_as_in(&position);
        }
        state_facts(encoder, start, &board);
        if start.known().is_none() {
            laws::legal_position(encoder, &board);
        }
        ChessBoard::new(board, start.setup.halfmoves)
    }

    fn filled(&self, start: &ChessStart, board: &ChessBoard, model: &Model) -> Option<State> {
        let mut setup = board.board.read(model);
        setup.halfmoves = start.setup.halfmoves;
        setup.fullmoves = start.setup.fullmoves;
        let position = playable(&setup).ok()?;
        // A double step past nobody who could take is none.
        let idle = start.any_passed
            && position.double_push_square().is_some()
            && position.en_passant().is_none();
        (!idle).then(|| self.start(position))
    }

    fn filling(&self, start: &ChessStart, board: &ChessBoard, model: &Model) -> Vec<Bit> {
        let board = &board.board;
        let mut literals = Vec::new();
        for square in start.holes {
            let pieces = Color::ALL.into_iter().flat_map(|c| Role::ALL.map(|r| Piece::new(c, r)));
            let bits = pieces.map(|piece| board.piece(piece, square)).chain([board.empty(square)]);
            literals.extend(bits.filter(|bit| model.is_true(*bit)));
        }
        let as_in_model = |bit: Bit| if model.is_true(bit) { bit } else { !bit };
        if start.any_castling {
            let sides =
                Color::ALL.into_iter().flat_map(|c| CastlingSide::ALL.map(|side| (c, side)));
            literals.extend(sides.map(|(color, side)| as_in_model(board.castling(color, side))));
        }
        if start.any_passed {
            literals.extend(File::ALL.into_iter().map(|file| as_in_model(board.passed(file))));
        }
        literals
    }

    fn step(
        &self,
        c: &mut impl Unknowns,
        line: &ChessLine,
        shape: Option<&Shape>,
        folding: Folding,
        hint: Option<&Horizon>,
    ) -> (Ply, ChessBoard) {
        let before = line.last();
        if shape.is_some_and(|shape| shape.pass) {
            return pass(c, before);
        }
        let allowed = shape.map_or(Allowed::ANY, |shape| shape.allowed(before.board.turn));
        let (ply, after) = laws::step(c, &before.board, &allowed, folding, hint);
        (ply, before.after(after))
    }

    fn restrict(&self, c: &mut impl Unknowns, line: &ChessLine, shape: &Shape) {
        if let Some((before, ply, _)) = line.last_step().filter(|_| !shape.pass) {
            ply.restrict(c, &before.board, &shape.allowed(before.board.turn));
        }
    }

    fn marks(&self, c: &mut impl Unknowns, line: &ChessLine, shape: &Shape) -> Vec<Bit> {
        let Some((before, ply, after)) = line.last_step().filter(|_| !shape.pass) else {
            return Vec::new();
        };
        if shape.or.is_empty() {
            return marks(c, before, ply, after, shape);
        }
        let mut ways = Vec::new();
        for shape in shape.alternatives() {
            let alone = Shape { or: Vec::new(), ..shape.clone() };
            let mut all = marks(c, before, ply, after, &alone);
            all.push(ply.is(c, &before.board, &alone.allowed(before.board.turn)));
            ways.push(c.and(&all));
        }
        vec![c.or(&ways)]
    }

    fn fixed(&self, state: &State, chosen: Option<Move>) -> Option<FixedMove> {
        let (from, to, promotion) = laws::written(&state.position, chosen?);
        let kind = state.position.role_at(from).unwrap_or(Role::Pawn);
        Some((kind, from, to, promotion.unwrap_or(kind)))
    }

    fn candidates(&self, board: &ChessBoard, shape: &Shape) -> Vec<Option<FixedMove>> {
        if shape.pass {
            return vec![None];
        }
        let all = laws::candidates(&board.board, &shape.allowed(board.board.turn));
        all.into_iter().map(Some).collect()
    }

    fn fixed_move(
        &self,
        c: &mut impl Unknowns,
        board: &ChessBoard,
        fixed: Option<FixedMove>,
    ) -> (Bit, Ply, ChessBoard) {
        let Some(fixed) = fixed else {
            let turn = board.board.turn;
            let check = laws::in_check(c, &board.board, turn);
            return (!check, Ply::pass(turn), board.after(board.board.passing()));
        };
        let (legal, ply, after) = laws::fixed_move(c, &board.board, fixed);
        (legal, ply, board.after(after))
    }

    fn any_move(&self, c: &mut impl Unknowns, board: &ChessBoard) -> Bit {
        Replies::new(c, &board.board).any
    }

    fn chosen(&self, ply: &Ply, model: &Model) -> Vec<Bit> {
        ply.chosen(model)
    }

    fn read_move(&self, state: &State, ply: &Ply, model: &Model) -> Option<Option<Move>> {
        if ply.is_pass() {
            return Some(None);
        }
        let chosen = ply.read(model)?;
        let moves = state.position.legal_moves();
        moves.iter().copied().find(|m| laws::written(&state.position, *m) == chosen).map(Some)
    }

    fn statement(&self, c: &mut impl Unknowns, line: &ChessLine, atom: &ChessAtom) -> Bit {
        let board = &line.last().board;
        match atom {
            ChessAtom::Legal => Bit::TRUE,
            ChessAtom::Mate => Replies::new(c, board).mate(c),
            ChessAtom::Stalemate => Replies::new(c, board).stalemate(c),
            ChessAtom::Check => laws::in_check(c, board, board.turn),
            ChessAtom::CheckOf(color) => laws::in_check(c, board, *color),
            // Questions with this statement are not put to the solver.
            ChessAtom::Dead => Bit::FALSE,
            ChessAtom::Insufficient => laws::insufficient_material(c, board),
            ChessAtom::Fifty => {
                let steps = line.steps();
                let steps: Vec<_> = steps.iter().map(|(board, ply)| (&board.board, *ply)).collect();
                laws::fifty_moves(c, line.boards[0].clock, &steps)
            }
            ChessAtom::Repetition => repetition(c, line),
            ChessAtom::Draw => {
                let ways = ChessAtom::DRAWS.map(|atom| self.statement(c, line, &atom));
                let (way, mate) = (c.or(&ways), Replies::new(c, board).mate(c));
                c.and(&[way, !mate])
            }
            ChessAtom::Turn(color) => (board.turn == *color).into(),
            ChessAtom::Piece(square, piece, true) => board.piece(*piece, *square),
            ChessAtom::Piece(square, piece, false) => !board.piece(*piece, *square),
            ChessAtom::Empty(square) => board.empty(*square),
            ChessAtom::Attacked(square, color) => laws::attacked(c, board, *square, *color),
            ChessAtom::Count(what, comparison, number) => {
                comparison.of_count(c, counted(board, what), *number)
            }
            ChessAtom::Balance(left, comparison, right) => {
                comparison.of_counts(c, counted(board, left), counted(board, right))
            }
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
            ChessAtom::Passed(square) if square.rank() == Rank::SIXTH.relative_to(board.turn) => {
                board.passed(square.file())
            }
            ChessAtom::Passed(_) => Bit::FALSE,
        }
    }

    fn hold(&self, c: &mut impl Unknowns, line: &ChessLine, atom: &ChessAtom, law: Law) -> bool {
        let mates = matches!(atom, ChessAtom::Mate);
        if mates {
            c.law(law);
            laws::state_mate(c, &line.last().board);
        }
        mates
    }

    fn hints(&self, start: &ChessStart, plan: &ChessPlan) -> Vec<Horizon> {
        let passes =
            plan.parts.iter().any(|part| matches!(part, Part::Exists(shape, _) if shape.pass));
        let plies = plan.parts.iter().filter(|part| matches!(part, Part::Exists(..))).count();
        match (placement(&plan.expect), start.known()) {
            (Some(end), Some(start)) if !plan.has_every() && !passes => {
                laws::horizons(&Board::known(&start), end, plies)
            }
            _ => Vec::new(),
        }
    }

    fn needs_past(&self) -> bool {
        ChessRules::needs_past(self)
    }

    fn any_board(&self, c: &mut impl Unknowns, start: &ChessStart, other: bool) -> ChessBoard {
        let turn = start.setup.turn;
        let mut board = Board::unknown(c, if other { !turn } else { turn });
        if let Some(position) = start.known() {
            board = board.castling_as_in(&position);
        }
        ChessBoard::new(board, 0)
    }

    fn loose_move(
        &self,
        c: &mut impl Unknowns,
        board: &ChessBoard,
        fixed: Option<FixedMove>,
    ) -> Option<(Bit, ChessBoard)> {
        let (possible, after) = laws::loose_move(c, &board.board, fixed?)?;
        Some((possible, board.after(after)))
    }

    /// The pieces, by colour and role.
    fn classes(&self, board: &ChessBoard) -> Vec<Vec<Bit>> {
        let pieces = Color::ALL.into_iter().flat_map(|c| Role::ALL.map(|role| Piece::new(c, role)));
        let places = |piece: Piece| Square::all().map(move |at| board.board.piece(piece, at));
        pieces.map(|piece| places(piece).collect()).collect()
    }

    fn counting(&self, atom: &ChessAtom) -> Option<WeightedCount> {
        let ChessAtom::Count(what, comparison, number) = atom else { return None };
        let counted = |class: &usize| what.colors[class / 6] && what.pieces[class % 6];
        let counted = (0..12).filter(counted).map(|class| (class, 1)).collect();
        Some((counted, *comparison, *number as i64))
    }

    fn lemmas(&self, c: &mut impl Unknowns, board: &ChessBoard) -> Vec<Bit> {
        let pairs = laws::agreement(&board.board);
        pairs.into_iter().map(|(premise, conclusion)| c.or(&[!premise, conclusion])).collect()
    }

    fn is_about_the_past(&self, atom: &ChessAtom) -> bool {
        atom.needs_past()
    }

    fn over(&self) -> Formula<ChessAtom> {
        Formula::Or([ChessAtom::Mate, ChessAtom::Stalemate].map(Formula::Atom).to_vec())
    }

    fn is_hole(&self, shape: &Shape) -> bool {
        shape.hole
    }

    fn any_shape(&self) -> Shape {
        Shape::ANY
    }

    fn is_any(&self, shape: &Shape) -> bool {
        let unmarked =
            !shape.pass && !shape.capture && !shape.check && !shape.mate && shape.or.is_empty();
        unmarked && shape.allowed(Color::White) == Allowed::ANY
    }

    fn first_move(&self, start: &ChessStart) -> (u16, bool) {
        first_move(&start.setup)
    }

    fn is_given(&self, start: &ChessStart, law: &Law, names_a_move: bool) -> bool {
        words::is_given(start, law, names_a_move)
    }

    fn fact(&self, law: &Law) -> Option<u8> {
        words::fact(law)
    }

    fn facts(&self, start: &ChessStart, facts: &[Law]) -> Vec<String> {
        words::facts(start, facts)
    }

    fn sentence(&self, law: &Law) -> String {
        words::sentence(law)
    }

    fn missing(&self, start: &ChessStart, shape: &Shape) -> Vec<String> {
        words::missing(start, shape)
    }

    fn start_in_words(&self, start: &ChessStart) -> String {
        words::start(start)
    }

    fn laws_to_put_aside(&self) -> Vec<(&'static str, &'static str)> {
        words::laws_to_put_aside()
    }

    fn thinkable(&self, board: &ChessBoard, put_aside: &[&str]) -> Vec<Option<FixedMove>> {
        laws::thinkable(&board.board, put_aside).into_iter().map(Some).collect()
    }

    fn stated_move(
        &self,
        c: &mut impl Unknowns,
        board: &ChessBoard,
        fixed: Option<FixedMove>,
    ) -> (Ply, ChessBoard) {
        let Some(fixed) = fixed else { return pass(c, board) };
        let (ply, after) = laws::stated_move(c, &board.board, fixed);
        (ply, board.after(after))
    }

    fn fixed_in(&self, ply: &Ply, model: &Model) -> Option<Option<FixedMove>> {
        if ply.is_pass() {
            return Some(None);
        }
        let (from, to, promotion) = ply.read(model)?;
        let kind = Role::ALL.into_iter().find(|role| model.is_true(ply.kind(*role)))?;
        Some(Some((kind, from, to, promotion.unwrap_or(kind))))
    }

    fn name_of_bits(&self, ply: &Ply, model: &Model) -> Option<MoveName> {
        if ply.is_pass() {
            return Some(MoveName::pass());
        }
        let (from, to, promotion) = ply.read(model)?;
        let letter = promotion
            .map_or(String::new(), |role| Piece::new(Color::Black, role).letter().to_string());
        let code = format!("{from}{to}{letter}");
        Some(MoveName { text: code.clone(), code })
    }

    fn text_of_bits(&self, board: &ChessBoard, model: &Model) -> String {
        let setup = board.board.read(model);
        format!("{} {}", setup.placement(), setup.turn.letter())
    }

    fn text(&self, state: &State) -> String {
        state.position.to_string()
    }

    fn why_not(&self, state: &State, shape: &Shape, word: &str) -> String {
        why_not(&state.position, shape, word)
    }
}

/// A pass, which is for those who are not in check.
fn pass(c: &mut impl Unknowns, before: &ChessBoard) -> (Ply, ChessBoard) {
    let turn = before.board.turn;
    let check = laws::in_check(c, &before.board, turn);
    c.law(Law::new(laws::PASS));
    c.hold(!check);
    (Ply::pass(turn), before.after(before.board.passing()))
}

/// What must be true besides the squares and pieces for a move to be of a shape.
fn marks(
    c: &mut impl Unknowns,
    before: &ChessBoard,
    ply: &Ply,
    after: &ChessBoard,
    shape: &Shape,
) -> Vec<Bit> {
    let after = &after.board;
    let mut bits = Vec::new();
    if shape.capture {
        bits.push(ply.capture(c, &before.board));
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

/// The pieces of the start, the rights to castle and the double step, each under its name.
fn state_facts(encoder: &mut Encoder, start: &ChessStart, board: &Board) {
    let setup = &start.setup;
    for square in Square::all().filter(|square| !start.holes.contains(*square)) {
        if let Some(piece) = setup.pieces[square.index()] {
            encoder.law(Law::about(words::PIECE, square.index() as u32));
            encoder.hold(board.piece(piece, square));
        }
    }
    encoder.law(Law::new(words::RIGHTS));
    for color in Color::ALL.into_iter().filter(|_| !start.any_castling) {
        for side in CastlingSide::ALL {
            let right = setup.castling.rooks().contains(board.castle(color, side).rook);
            encoder.equal(board.castling(color, side), right.into());
        }
    }
    encoder.law(Law::new(words::PASSED));
    for file in File::ALL.into_iter().filter(|_| !start.any_passed) {
        let passed = setup.double_push.is_some_and(|square| square.file() == file);
        encoder.equal(board.passed(file), passed.into());
    }
}

/// Whether the last position of the line stands there for the third time.
fn repetition(c: &mut impl Unknowns, line: &ChessLine) -> Bit {
    let (last, earlier) = line.boards.split_last().expect("a line begins with a board");
    let same_side = earlier.iter().filter(|board| board.board.turn == last.board.turn);
    let same: Vec<Bit> = same_side
        .map(|board| {
            let (earlier, later) = (board.identity(c).clone(), last.identity(c).clone());
            c.same_lists(&earlier, &later)
        })
        .collect();
    Comparison::AtLeast.of_count(c, same, 2)
}

/// A bit for each piece that is counted.
fn counted(board: &Board, what: &Counted) -> Vec<Bit> {
    let mut bits = Vec::new();
    for color in Color::ALL.into_iter().filter(|color| what.colors[color.index()]) {
        for square in Square::all() {
            if what.pieces == [true; 6] {
                bits.push(board.color(color, square));
            } else {
                let roles = Role::ALL.into_iter().filter(|role| what.pieces[role.index()]);
                bits.extend(roles.map(|role| board.piece(Piece::new(color, role), square)));
            }
        }
    }
    bits
}
