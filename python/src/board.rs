//! A chess board with its past, under the names that python-chess gave it.

use crate::errors;
use crate::legal_moves::LegalMoves;
use crate::moves::Move;
use pyo3::prelude::*;
use pyo3::types::PyList;
use zugwerk_chess::{
    self as chess, Bitboard, Color, Diagram, Game, MoveList, Position, Role, Setup, Square, attacks,
};

/// A position and the moves that led to it.
#[pyclass(subclass, module = "zugwerk._zugwerk")]
pub struct Board {
    pub(crate) position: Position,
    /// The positions before, each with the move played there; no move where a side passed.
    past: Vec<(Position, Option<chess::Move>)>,
}

/// A board of a FEN, even if no game could lead to it.
fn read(fen: Option<&str>, chess960: bool) -> PyResult<Position> {
    let setup = match fen {
        Some(fen) => Setup::from_fen(fen).map_err(errors::input)?,
        None => Setup::empty(),
    };
    let mut position = setup.any_position().map_err(errors::input)?;
    if chess960 {
        position.set_chess960(true);
    }
    Ok(position)
}

fn color(color: bool) -> Color {
    if color { Color::White } else { Color::Black }
}

fn square(index: u8) -> PyResult<Square> {
    if index > 63 {
        return Err(errors::input(format!("{index} is no square: expected 0 to 63")));
    }
    Ok(Square::new(index.into()))
}

fn role(piece_type: u8) -> PyResult<Role> {
    let role = usize::from(piece_type).checked_sub(1).and_then(|at| Role::ALL.get(at));
    role.copied()
        .ok_or_else(|| errors::input(format!("{piece_type} is no kind of piece: expected 1 to 6")))
}

impl Board {
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The same as a game, from where nobody passed any more.
    pub fn game(&self) -> Game {
        let from = self.past.iter().rposition(|(_, m)| m.is_none()).map_or(0, |at| at + 1);
        let start = self.past.get(from).map_or(&self.position, |(position, _)| position);
        let mut game = Game::from_position(start.clone());
        self.past[from..].iter().filter_map(|(_, m)| *m).for_each(|m| game.play(m));
        game
    }

    fn legal(&self, m: &Move) -> PyResult<chess::Move> {
        m.legal(&self.position).ok_or_else(|| {
            let what = format!("illegal move: {} in {}", m.uci(), self.position);
            errors::IllegalMoveError::new_err(what)
        })
    }

    /// Plays a legal move, or passes.
    fn play(&mut self, m: Option<chess::Move>) -> PyResult<()> {
        let next = match m {
            Some(m) => self.position.play(m),
            None if self.position.is_check() => {
                return Err(errors::IllegalMoveError::new_err("nobody can pass in check"));
            }
            None => self.position.pass(),
        };
        self.past.push((std::mem::replace(&mut self.position, next), m));
        Ok(())
    }

    fn push_legal<'py>(
        &mut self,
        py: Python<'py>,
        m: Option<chess::Move>,
    ) -> PyResult<Bound<'py, Move>> {
        let object = self.object(py, m)?;
        self.play(m)?;
        Ok(object)
    }

    fn read_uci(&self, uci: &str) -> PyResult<Option<chess::Move>> {
        match uci {
            "0000" => Ok(None),
            _ => self.position.parse_uci(uci).map(Some).map_err(|error| errors::uci(&error)),
        }
    }

    fn parse(&self, san: &str) -> PyResult<Option<chess::Move>> {
        match san {
            "--" | "Z0" | "0000" | "@@@@" => Ok(None),
            _ => self.position.parse_san(san).map(Some).map_err(|error| errors::san(&error)),
        }
    }

    fn object<'py>(&self, py: Python<'py>, m: Option<chess::Move>) -> PyResult<Bound<'py, Move>> {
        m.map_or(Move::null(), |m| Move::of(&self.position, m)).object(py)
    }

    pub fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut moves = MoveList::new();
        self.position.generate_all(&mut moves);
        let (turn, chess960) = (self.position.turn(), self.position.is_chess960());
        let mut objects = Vec::with_capacity(moves.len());
        for m in moves.iter() {
            objects.push(Move::by(turn, chess960, *m).object(py)?);
        }
        PyList::new(py, objects)
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen=Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), *, chess960=false))]
    fn new(fen: Option<&str>, chess960: bool) -> PyResult<Board> {
        Ok(Board { position: read(fen, chess960)?, past: Vec::new() })
    }

    /// Puts the position of a FEN on the board and forgets the moves.
    fn set_fen(&mut self, fen: &str) -> PyResult<()> {
        *self = Board { position: read(Some(fen), self.position.is_chess960())?, past: Vec::new() };
        Ok(())
    }

    /// Puts the pieces on the squares of the start and forgets the moves.
    fn reset(&mut self) {
        *self = Board { position: Position::start(), past: Vec::new() };
    }

    /// Forgets the moves, not the position.
    fn clear_stack(&mut self) {
        self.past.clear();
    }

    /// Becomes a copy of another board.
    #[pyo3(signature = (other, stack=true))]
    fn _assign(&mut self, other: &Board, stack: bool) {
        self.position = other.position.clone();
        self.past = if stack { other.past.clone() } else { Vec::new() };
    }

    /// The position at the start, without the moves.
    fn _assign_root(&mut self, other: &Board) {
        self.position = other.past.first().map_or(&other.position, |(first, _)| first).clone();
        self.past = Vec::new();
    }

    #[getter]
    fn turn(&self) -> bool {
        self.position.turn() == Color::White
    }

    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.position.fullmoves()
    }

    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.position.halfmoves()
    }

    #[getter]
    fn chess960(&self) -> bool {
        self.position.is_chess960()
    }

    /// The square that a pawn has just passed by a double step.
    #[getter]
    fn ep_square(&self) -> Option<usize> {
        self.position.double_push_square().map(Square::index)
    }

    /// The squares of the rooks that may castle, as bits.
    #[getter]
    fn castling_rights(&self) -> u64 {
        self.position.castling().rooks().0
    }

    /// The moves played so far.
    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let moves: PyResult<Vec<_>> = self
            .past
            .iter()
            .map(|(position, m)| m.map_or(Move::null(), |m| Move::of(position, m)).object(py))
            .collect();
        PyList::new(py, moves?)
    }

    /// The legal moves.
    #[getter]
    fn legal_moves(slf: Py<Board>) -> LegalMoves {
        LegalMoves::new(slf)
    }

    /// Plies since the start of the game, by turn and move number.
    fn ply(&self) -> u32 {
        2 * (u32::from(self.position.fullmoves()).saturating_sub(1)) + u32::from(!self.turn())
    }

    #[pyo3(signature = (*, shredder=false, en_passant="legal"))]
    fn fen(&self, shredder: bool, en_passant: &str) -> PyResult<String> {
        let fen = if shredder { self.position.shredder_fen() } else { self.position.to_string() };
        let passed = match en_passant {
            "legal" => return Ok(fen),
            "fen" => self.position.double_push_square(),
            "xfen" => self.position.double_push_square().filter(|to| {
                let us = self.position.turn();
                let pawns = self.position.pieces(us, Role::Pawn);
                !(attacks::pawn(!us, *to) & pawns).is_empty()
            }),
            other => {
                let what = format!("en_passant={other:?}: expected legal, fen or xfen");
                return Err(errors::input(what));
            }
        };
        let mut fields: Vec<String> = fen.split(' ').map(str::to_string).collect();
        fields[3] = passed.map_or("-".to_string(), |square| square.to_string());
        Ok(fields.join(" "))
    }

    fn board_fen(&self) -> String {
        Setup::from(&self.position).placement()
    }

    /// The Zobrist key: equal where the repetition rule takes positions for the same.
    fn key(&self) -> u64 {
        self.position.key()
    }

    /// What keeps this from being a position of a game; `None` where nothing does.
    fn problem(&self) -> Option<String> {
        Setup::from(&self.position).position().err().map(|error| error.to_string())
    }

    // The pieces.

    /// The piece on a square as a letter, as FEN writes it.
    fn _letter(&self, at: u8) -> PyResult<Option<char>> {
        Ok(self.position.piece_at(square(at)?).map(chess::Piece::letter))
    }

    fn piece_type_at(&self, at: u8) -> PyResult<Option<usize>> {
        Ok(self.position.role_at(square(at)?).map(|role| role.index() + 1))
    }

    fn color_at(&self, at: u8) -> PyResult<Option<bool>> {
        Ok(self.position.piece_at(square(at)?).map(|piece| piece.color == Color::White))
    }

    fn king(&self, side: bool) -> Option<usize> {
        self.position.king(color(side)).map(Square::index)
    }

    /// The squares of the pieces of a kind and colour, as bits.
    fn pieces_mask(&self, piece_type: u8, side: bool) -> PyResult<u64> {
        Ok(self.position.pieces(color(side), role(piece_type)?).0)
    }

    /// The squares of a colour's pieces, as bits.
    fn _side_mask(&self, side: bool) -> u64 {
        self.position.color(color(side)).0
    }

    #[getter]
    fn occupied(&self) -> u64 {
        self.position.occupied().0
    }

    fn attackers_mask(&self, side: bool, at: u8) -> PyResult<u64> {
        let attackers = self.position.attackers(square(at)?, self.position.occupied());
        Ok((attackers & self.position.color(color(side))).0)
    }

    fn attacks_mask(&self, at: u8) -> PyResult<u64> {
        let at = square(at)?;
        let piece = self.position.piece_at(at);
        Ok(piece
            .map_or(Bitboard::EMPTY, |piece| {
                attacks::of(piece.color, piece.role, at, self.position.occupied())
            })
            .0)
    }

    fn is_attacked_by(&self, side: bool, at: u8) -> PyResult<bool> {
        Ok(self.position.is_attacked(square(at)?, color(side)))
    }

    fn checkers_mask(&self) -> u64 {
        self.position.checkers().0
    }

    // How it stands.

    fn is_check(&self) -> bool {
        self.position.is_check()
    }

    fn is_checkmate(&self) -> bool {
        self.position.is_checkmate()
    }

    fn is_stalemate(&self) -> bool {
        self.position.is_stalemate()
    }

    fn is_insufficient_material(&self) -> bool {
        self.has_insufficient_material(true) && self.has_insufficient_material(false)
    }

    fn has_insufficient_material(&self, side: bool) -> bool {
        self.position.cannot_mate(color(side))
    }

    fn is_seventyfive_moves(&self) -> bool {
        self.position.halfmoves() >= 150 && self.position.has_moves()
    }

    fn is_fifty_moves(&self) -> bool {
        self.position.halfmoves() >= 100 && self.position.has_moves()
    }

    fn is_fivefold_repetition(&self) -> bool {
        self.is_repetition(5)
    }

    #[pyo3(signature = (count=3))]
    fn is_repetition(&self, count: usize) -> bool {
        let reach = usize::from(self.position.halfmoves());
        // It is the same side's turn in every second position only.
        reach + 2 >= 2 * count && {
            let past = self.past.iter().rev().take(reach).skip(1).step_by(2);
            past.filter(|(before, _)| before.key() == self.position.key()).count() + 1 >= count
        }
    }

    fn can_claim_fifty_moves(&self) -> bool {
        let after = |m: &chess::Move| self.position.play(*m);
        self.is_fifty_moves()
            || self.position.halfmoves() >= 99
                && self
                    .position
                    .legal_moves()
                    .iter()
                    .map(after)
                    .any(|position| position.halfmoves() >= 100 && position.has_moves())
    }

    fn can_claim_threefold_repetition(&self) -> bool {
        self.is_repetition(3)
            || self.position.legal_moves().iter().any(|m| {
                let after = self.position.play(*m);
                let reach = usize::from(after.halfmoves());
                let now = std::iter::once(&self.position);
                let past = now.chain(self.past.iter().rev().map(|(position, _)| position));
                past.take(reach).filter(|before| before.key() == after.key()).count() >= 2
            })
    }

    /// The number of python-chess's `Termination` and the winner, once the game is over.
    #[pyo3(signature = (claim_draw=false))]
    fn _outcome(&self, claim_draw: bool) -> Option<(u8, Option<bool>)> {
        if !self.position.has_moves() && self.position.is_check() {
            return Some((1, Some(!self.turn())));
        }
        if self.is_insufficient_material() {
            return Some((3, None));
        }
        if !self.position.has_moves() {
            return Some((2, None));
        }
        let ends = [
            (4, self.position.halfmoves() >= 150),
            (5, self.is_repetition(5)),
            (6, claim_draw && self.can_claim_fifty_moves()),
            (7, claim_draw && self.can_claim_threefold_repetition()),
        ];
        ends.into_iter().find(|(_, ended)| *ended).map(|(end, _)| (end, None))
    }

    #[pyo3(signature = (*, claim_draw=false))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self._outcome(claim_draw).is_some()
    }

    // Moves.

    fn is_legal(&self, m: &Bound<Move>) -> bool {
        m.get().legal(&self.position).is_some()
    }

    fn is_capture(&self, m: &Bound<Move>) -> bool {
        let m = m.get();
        let enemies = self.position.color(!self.position.turn());
        !m.is_null() && enemies.contains(Square::new(m.to_square.into()))
            || self.takes_in_passing(m)
    }

    fn is_en_passant(&self, m: &Bound<Move>) -> bool {
        self.takes_in_passing(m.get())
    }

    fn is_zeroing(&self, m: &Bound<Move>) -> bool {
        let from = Square::new(m.get().from_square.into());
        !m.get().is_null() && self.position.role_at(from) == Some(Role::Pawn) || self.is_capture(m)
    }

    fn is_castling(&self, m: &Bound<Move>) -> bool {
        m.get().legal(&self.position).is_some_and(|m| m.is_castling())
    }

    fn gives_check(&self, m: &Bound<Move>) -> PyResult<bool> {
        Ok(self.position.gives_check(self.legal(m.get())?))
    }

    fn has_legal_en_passant(&self) -> bool {
        self.position.en_passant().is_some()
    }

    /// Plays a legal move; the null move passes.
    fn push(&mut self, m: &Bound<Move>) -> PyResult<()> {
        let m = m.get();
        let m = if m.is_null() { None } else { Some(self.legal(m)?) };
        self.play(m)
    }

    /// Takes the last move back.
    fn pop<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, Move>> {
        let Some((position, m)) = self.past.pop() else {
            return Err(pyo3::exceptions::PyIndexError::new_err("pop from a board without moves"));
        };
        self.position = position;
        self.object(py, m)
    }

    /// The last move.
    fn peek<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Move>> {
        let Some((position, m)) = self.past.last() else {
            return Err(pyo3::exceptions::PyIndexError::new_err("a board without moves"));
        };
        m.map_or(Move::null(), |m| Move::of(position, m)).object(py)
    }

    fn push_san<'py>(&mut self, py: Python<'py>, san: &str) -> PyResult<Bound<'py, Move>> {
        let m = self.parse(san)?;
        self.push_legal(py, m)
    }

    fn push_uci<'py>(&mut self, py: Python<'py>, uci: &str) -> PyResult<Bound<'py, Move>> {
        let m = self.read_uci(uci)?;
        self.push_legal(py, m)
    }

    fn parse_san<'py>(&self, py: Python<'py>, san: &str) -> PyResult<Bound<'py, Move>> {
        self.object(py, self.parse(san)?)
    }

    fn parse_uci<'py>(&self, py: Python<'py>, uci: &str) -> PyResult<Bound<'py, Move>> {
        self.object(py, self.read_uci(uci)?)
    }

    /// A legal move as people write it.
    fn san(&self, m: &Bound<Move>) -> PyResult<String> {
        if m.get().is_null() {
            return Ok("--".to_string());
        }
        Ok(self.position.san(self.legal(m.get())?))
    }

    /// A legal move as UCI writes it.
    fn uci(&self, m: &Bound<Move>) -> String {
        m.get().legal(&self.position).map_or_else(|| m.get().uci(), |m| self.position.uci(m))
    }

    /// All legal moves as people write them.
    pub fn legal_san(&self) -> Vec<String> {
        self.position.legal_moves().iter().map(|m| self.position.san(*m)).collect()
    }

    /// How many lines of `depth` moves there are.
    #[pyo3(signature = (depth, *, threads=1))]
    fn perft(&self, py: Python, depth: u32, threads: usize) -> PyResult<u64> {
        let position = self.position.clone();
        if depth > 20 {
            return Err(errors::input(format!("depth {depth}: expected at most 20")));
        }
        // Each first move by itself, so that Ctrl-C need not wait for all of them.
        crate::interruptible::interruptible(py, move |stop| {
            perft(&position, depth, threads.max(1), stop)
        })
    }

    /// The position with colours and sides exchanged.
    fn _mirror(&mut self) {
        *self = Board { position: self.position.mirrored(), past: Vec::new() };
    }

    /// A diagram as SVG: arrows are pairs of squares.
    #[pyo3(signature = (*, flipped=false, arrows=Vec::new(), coordinates=true))]
    fn svg(&self, flipped: bool, arrows: Vec<(u8, u8)>, coordinates: bool) -> PyResult<String> {
        let mut diagram = Diagram::new(&self.position);
        diagram.bottom = color(!flipped);
        diagram.last_move = self.past.last().and_then(|(_, m)| *m);
        diagram.coordinates = coordinates;
        for (from, to) in arrows {
            diagram.arrows.push((square(from)?, square(to)?));
        }
        Ok(diagram.svg())
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        other.cast::<Board>().is_ok_and(|other| {
            other.try_borrow().is_ok_and(|other| {
                self.position == other.position
                    && self.position.is_chess960() == other.position.is_chess960()
            })
        })
    }
}

impl Board {
    /// Becomes the board after the moves of a game.
    pub fn become_game(&mut self, game: &chess::pgn::PgnGame) {
        self.become_position(&game.start);
        for m in game.moves() {
            let next = self.position.play(m);
            self.past.push((std::mem::replace(&mut self.position, next), Some(m)));
        }
    }

    /// Becomes a board without a past.
    pub fn become_position(&mut self, position: &Position) {
        *self = Board { position: position.clone(), past: Vec::new() };
    }

    fn takes_in_passing(&self, m: &Move) -> bool {
        self.position.double_push_square().map(Square::index) == Some(m.to_square.into())
            && self.position.role_at(Square::new(m.from_square.into())) == Some(Role::Pawn)
            && m.from_square % 8 != m.to_square % 8
    }
}

fn perft(
    position: &Position,
    depth: u32,
    threads: usize,
    stop: &std::sync::atomic::AtomicBool,
) -> u64 {
    if depth == 0 || stop.load(std::sync::atomic::Ordering::Relaxed) {
        return 1;
    }
    if depth <= 5 {
        return chess::Perft::new(threads.min(64), 0).count(position, depth);
    }
    let moves = position.legal_moves();
    moves.iter().map(|m| perft(&position.play(*m), depth - 1, threads, stop)).sum()
}
