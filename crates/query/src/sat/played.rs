//! A line of known moves: the position, and the same line as known bits.

use crate::answer::MoveName;
use crate::chess::{ChessSketch, name, playable};
use zugwerk_chess::laws::{Board, FixedMove, Line, Ply, fixed_move, written};
use zugwerk_chess::{Move, Position, Role};
use zugwerk_logic::{Checker, Model};

/// Moves that have been played from a known start.
#[derive(Clone, Debug)]
pub struct Played {
    /// The position now.
    pub position: Position,
    /// The line so far, every bit known.
    pub line: Line,
    /// The moves so far.
    pub names: Vec<MoveName>,
    /// Plies without a capture or a pawn move before the first of them.
    pub clock: u16,
}

impl Played {
    /// Nothing played yet.
    pub fn new(position: Position) -> Played {
        let line = Line::new(Board::known(&position));
        let clock = position.halfmoves();
        Played { position, line, names: Vec::new(), clock }
    }

    /// The start that a model gives to the board of a sketch; none where no game has that position.
    pub fn start(sketch: &ChessSketch, board: &Board, model: &Model) -> Option<Played> {
        if let Some(position) = sketch.start.known() {
            return Some(Played::new(position));
        }
        let mut setup = board.read(model);
        setup.halfmoves = sketch.start.setup.halfmoves;
        setup.fullmoves = sketch.start.setup.fullmoves;
        Some(Played::new(playable(&setup).ok()?))
    }

    /// The legal move that a model chose.
    pub fn chosen(&self, ply: &Ply, model: &Model) -> Option<Move> {
        let (from, to, promotion) = ply.read(model)?;
        let moves = self.position.legal_moves();
        moves.iter().copied().find(|m| written(&self.position, *m) == (from, to, promotion))
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        let fixed = fixed(&self.position, m);
        let (_, ply, after) = fixed_move(&mut Checker::new(), self.line.last(), fixed);
        self.names.push(name(&self.position, m));
        self.position = self.position.play(m);
        self.line.plies.push(ply);
        self.line.boards.push(after);
    }
}

/// A legal move with what moves and what stands there then.
pub fn fixed(position: &Position, m: Move) -> FixedMove {
    let (from, to, promotion) = written(position, m);
    let kind = position.role_at(from).unwrap_or(Role::Pawn);
    (kind, from, to, promotion.unwrap_or(kind))
}
