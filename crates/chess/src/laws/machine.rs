//! Chess as a state machine: what can be asked of any machine can be asked of it.

use super::{Allowed, Board, Folding, Ply, movement, safety};
use crate::{Piece, Position, Role, Square};
use zugwerk_logic::machine::Machine;
use zugwerk_logic::{Bit, Constraints, Encoder, Model};

/// The machine that starts with a position and makes legal moves.
///
/// ```
/// use zugwerk_chess::{Position, laws::{ChessMachine, Replies}};
/// use zugwerk_logic::{Limits, machine};
/// let chess = ChessMachine::new(&Position::start());
/// let mate = machine::reach(&chess, 4, &Limits::none(), |encoder, board| {
///     Replies::new(encoder, board).mate(encoder)
/// });
/// assert_eq!(mate.unwrap().unwrap().inputs[3], "d8h4");
/// assert_eq!(machine::verify(&chess, 2, &Limits::none()), Ok(None));
/// ```
#[derive(Clone, Debug)]
pub struct ChessMachine {
    start: Board,
}

impl ChessMachine {
    /// The machine that starts with this position.
    pub fn new(start: &Position) -> ChessMachine {
        ChessMachine { start: Board::known(start) }
    }
}

impl Machine for ChessMachine {
    type State = Board;
    type Input = Ply;

    fn start(&self, _: &mut Encoder) -> Board {
        self.start.clone()
    }

    fn step(&self, encoder: &mut Encoder, before: &Board) -> (Ply, Board) {
        let ply = Ply::new(encoder, before, &Allowed::ANY, Folding::Laws, None);
        movement::state(encoder, before, &ply);
        let after = ply.change(encoder, before);
        safety::state(encoder, &after);
        (ply, after)
    }

    /// No square holds two pieces, and the kings that were there at the start are still there, once each.
    fn invariant(&self, encoder: &mut Encoder, board: &Board) -> Bit {
        let mut all = Vec::new();
        for square in Square::all() {
            all.push(!encoder.counts(2, &board.all_pieces(square)));
        }
        for color in crate::Color::ALL {
            if self.start.possible(color, Role::King).any() {
                let king = Piece::new(color, Role::King);
                let kings: Vec<Bit> =
                    Square::all().map(|square| board.piece(king, square)).collect();
                all.push(encoder.or(&kings));
                all.push(!encoder.counts(2, &kings));
            }
        }
        encoder.and(&all)
    }

    fn input_bits(&self, ply: &Ply) -> Vec<Bit> {
        ply.bits()
    }

    fn state_bits(&self, board: &Board) -> Vec<Bit> {
        board.bits()
    }

    fn show_input(&self, ply: &Ply, model: &Model) -> String {
        match ply.read(model) {
            Some((from, to, promotion)) => {
                let letter = promotion.map(|role| role.letter().to_string());
                format!("{from}{to}{}", letter.unwrap_or_default())
            }
            None => "no move".to_string(),
        }
    }

    fn show_state(&self, board: &Board, model: &Model) -> String {
        let setup = board.read(model);
        format!("{} {}", setup.placement(), setup.turn.letter())
    }
}
