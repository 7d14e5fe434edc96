//! Chess said in the words that every game is known by: for search, matches, text and pictures.

#[cfg(feature = "laws")]
use crate::laws;
use crate::{Bitboard, Color, End, Move, Position, SanError, Square};
use zugwerk_game::{
    Cell, Depict, Game, Grid, Judgement, Notation, Outcome, Picture, TextError, Token,
};

/// Chess as a [`Game`]. A draw by the 50-move rule ends it at once; repetition is for whoever keeps the
/// game's record.
///
/// ```
/// use zugwerk_chess::Chess;
/// use zugwerk_game::{Game, Notation};
/// let start = Chess.start();
/// let e4 = Chess.read_move(&start, "e4").unwrap();
/// let after = Chess.play(&start, e4);
/// assert_eq!(Chess.count_moves(&after), 20);
/// assert!(Chess.read_move(&after, "Nf6").is_ok());
/// // Time that runs out against a bare king is no loss.
/// let queen = Chess.read_state("7k/8/8/8/8/8/Q7/K7 w - - 0 1").unwrap();
/// assert!(!Chess.opponent_can_win(&queen));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Chess;

impl Game for Chess {
    type State = Position;
    type Move = Move;

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.extend_from_slice(&position.legal_moves());
    }

    fn play(&self, position: &Position, m: Move) -> Position {
        position.play(m)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        match position.end() {
            Some(End::Checkmate(_)) => Some(Outcome::Loss),
            Some(_) => Some(Outcome::Draw),
            None => (position.halfmoves() >= 100).then_some(Outcome::Draw),
        }
    }

    fn opponent_can_win(&self, position: &Position) -> bool {
        !position.surely_cannot_win(!position.turn())
    }

    fn hash(&self, position: &Position) -> u64 {
        position.key()
    }

    fn notation(&self, position: &Position, m: Move) -> String {
        // SAN looks at the position after the move, which an illegal one does not have.
        if position.legal_moves().contains(&m) { position.san(m) } else { position.uci(m) }
    }
}

impl Notation for Chess {
    fn players(&self) -> [String; 2] {
        [Color::White, Color::Black].map(|color| color.to_string())
    }

    fn mover(&self, position: &Position) -> usize {
        position.turn().index()
    }

    fn start(&self) -> Position {
        Position::start()
    }

    fn read_state(&self, text: &str) -> Result<Position, TextError> {
        Position::from_fen(text).map_err(TextError::new)
    }

    fn write_state(&self, position: &Position) -> String {
        position.to_string()
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, TextError> {
        position.parse_move(text).map_err(|error| match self.judge(position, text) {
            Ok(why) if !why.legal => {
                TextError::new(format!("{} is not legal: {}", why.chosen, why.why))
            }
            _ => TextError::new(error),
        })
    }

    #[cfg(feature = "laws")]
    fn judge(&self, position: &Position, text: &str) -> Result<Judgement, TextError> {
        let (from, to, promotion) =
            laws::intended_move(position, text).map_err(|error| match error {
                SanError::Illegal(_) => TextError::new(format!(
                    "{error}, and no piece of that kind is there to make it"
                )),
                error => TextError::new(error),
            })?;
        let why = laws::why(position, from, to, promotion);
        let letter = promotion.map(|role| role.letter().to_string()).unwrap_or_default();
        Ok(Judgement {
            chosen: format!("{from}{to}{letter}"),
            legal: why.legal,
            laws: why.laws.iter().map(ToString::to_string).collect(),
            why: why.text,
        })
    }

    #[cfg(not(feature = "laws"))]
    fn judge(&self, position: &Position, text: &str) -> Result<Judgement, TextError> {
        let (chosen, legal, why) = match position.parse_move(text) {
            Ok(m) => (position.uci(m), true, "it is a legal move".to_string()),
            Err(SanError::Illegal(_)) => {
                (text.trim().to_string(), false, "the rules do not allow it".to_string())
            }
            Err(error) => return Err(TextError::new(error)),
        };
        Ok(Judgement { chosen, legal, laws: Vec::new(), why })
    }

    fn ending(&self, position: &Position) -> Option<String> {
        let fifty = || (position.halfmoves() >= 100).then(|| "the 50-move rule".to_string());
        position.end().map(|end| end.to_string()).or_else(fifty)
    }
}

impl Depict for Chess {
    fn picture(&self, position: &Position) -> Picture {
        let cell = |square: Square| Cell {
            name: square.to_string(),
            x: square.file().index() as f32,
            y: square.rank().index() as f32,
            dark: !Bitboard::LIGHT.contains(square),
            tokens: position
                .piece_at(square)
                .map(|piece| Token {
                    player: Some(piece.color.index()),
                    letter: piece.figurine().to_string(),
                    sign: piece.letter(),
                })
                .into_iter()
                .collect(),
        };
        // Squares count from a1; the eighth rank is drawn first.
        let cells = Square::all().map(|square| cell(Square::new(square.index() ^ 56))).collect();
        Picture { grid: Grid::Squares, cells, lines: Vec::new(), stacks: false }
    }

    fn clicks(&self, position: &Position, m: Move) -> Vec<String> {
        let uci = position.uci(m);
        let mut clicks = vec![uci[..2].to_string(), uci[2..4].to_string()];
        clicks.extend(m.promoted().map(|role| role.to_string()));
        clicks
    }
}
