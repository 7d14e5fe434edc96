//! Reading a problem: a FEN as people have it, and a stipulation.

use crate::self_check;
use crate::solver::Problem;
use crate::stipulation::{Play, Stipulation, StipulationError, Target, impossible_rights};
use zugwerk_chess::{Color, FenError, Position, PositionError, Setup, Square};

/// Why a problem cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each is its own message")]
pub enum ProblemError {
    #[error(transparent)]
    Stipulation(#[from] StipulationError),
    #[error("FEN: {0}")]
    Fen(#[from] FenError),
    #[error("no game can have this position: {0}")]
    Impossible(PositionError),
    #[error("nothing can be solved in this position: {0}")]
    Unusable(PositionError),
    #[error("the sides cannot be exchanged: the side that is not to move then would be in check")]
    NoDuplex,
    #[error("nothing stands on {0}")]
    NoPiece(Square),
    #[error("the piece on {0} would go off the board")]
    OffBoard(Square),
}

impl Problem {
    /// Reads a problem. Where the FEN does not say who moves, the stipulation does; where it does not say
    /// who may castle, king and rook at home may. A position that no game can have is refused, and so are rights
    /// to castle and en-passant squares that the board denies, unless `any_position`, which leaves those out.
    pub fn new(fen: &str, stipulation: &str, any_position: bool) -> Result<Problem, ProblemError> {
        Problem::with(fen, stipulation.parse()?, any_position)
    }

    /// As [`Problem::new`], with a stipulation already read.
    pub fn with(
        fen: &str,
        stipulation: Stipulation,
        any_position: bool,
    ) -> Result<Problem, ProblemError> {
        let mut setup = Setup::from_fen(fen)?;
        let fields = fen.split_ascii_whitespace().count();
        let is_proof_game = matches!(stipulation.play, Play::ProofGame | Play::SeriesProofGame);
        let target = is_proof_game.then(|| Target::from_fen(fen)).transpose()?;
        if fields < 2 {
            setup.turn = match (is_proof_game, stipulation.length) {
                // The side that did not make the last ply.
                (true, crate::Length::Halves(halves)) if halves % 2 == 1 => Color::Black,
                _ => stipulation.usual_turn(),
            };
        }
        if fields < 3 && !is_proof_game {
            setup.castling = setup.castling_at_home();
        }
        if !any_position && let Some(error) = impossible_rights(fen) {
            return Err(ProblemError::Impossible(error));
        }
        let position = match any_position {
            true => setup.any_position().map_err(ProblemError::Unusable)?,
            false => setup.position().map_err(|error| match setup.any_position() {
                Ok(_) => ProblemError::Impossible(error),
                Err(error) => ProblemError::Unusable(error),
            })?,
        };
        let problem = Problem::of(position, stipulation, target);
        match problem.stipulation.half_duplex {
            true => problem.duplex().ok_or(ProblemError::NoDuplex),
            false => Ok(problem),
        }
    }

    /// A problem of a position, in which castlings may exclude each other.
    pub(crate) fn of(
        mut position: Position,
        stipulation: Stipulation,
        target: Option<Target>,
    ) -> Problem {
        position.set_exclusive_castling(stipulation.exclusive);
        Problem { position, stipulation, target }
    }

    /// A problem of a board that was read from something other than a FEN: the stipulation says who begins unless
    /// `turn` does, and positions that no game can have are taken.
    pub(crate) fn of_setup(
        mut setup: Setup,
        stipulation: Stipulation,
        turn: Option<Color>,
    ) -> Result<Problem, ProblemError> {
        setup.turn = turn.unwrap_or(stipulation.usual_turn());
        let is_proof_game = matches!(stipulation.play, Play::ProofGame | Play::SeriesProofGame);
        if is_proof_game && let crate::Length::Halves(halves) = stipulation.length {
            setup.turn = if halves % 2 == 1 { Color::Black } else { Color::White };
        }
        let target = is_proof_game.then(|| Target {
            setup: setup.clone(),
            has_turn: true,
            has_castling: false,
            has_en_passant: false,
        });
        if stipulation.half_duplex {
            // The side that would begin otherwise must not be in check. En passant belongs to the side that begins.
            let others = Setup { double_push: None, ..setup.clone() };
            if others.any_position().is_ok_and(|position| position.is_check()) {
                return Err(ProblemError::NoDuplex);
            }
            setup.turn = !setup.turn;
        }
        let position = setup.any_position().map_err(ProblemError::Unusable)?;
        Ok(Problem::of(position, stipulation, target))
    }

    /// Whether the side to move could take the other king, in a position that no game can have. As for Popeye, there is no
    /// play then, set play aside.
    pub fn can_take_king(&self) -> bool {
        let is_proof_game =
            matches!(self.stipulation.play, Play::ProofGame | Play::SeriesProofGame);
        !is_proof_game && self_check::attacks_king(&self.position)
    }

    /// The same problem with the sides exchanged, as `duplex` asks for it; `None` where the side to move
    /// is in check, so that the other cannot move.
    pub fn duplex(&self) -> Option<Problem> {
        let mut setup = Setup::from(&self.position);
        if self.position.is_check() {
            return None;
        }
        setup.turn = !setup.turn;
        setup.double_push = None;
        let position = setup.any_position().ok()?;
        let mut duplex = Problem::of(position, self.stipulation.clone(), self.target.clone());
        duplex.stipulation.duplex = false;
        Some(duplex)
    }
}
