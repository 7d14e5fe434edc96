//! A game: a position with its history, and how it stands by FIDE's laws.

use crate::{Bitboard, Color, Move, Position};

/// A position and how it came about, as repetition needs it.
///
/// ```
/// use zugwerk_chess::{Claim, Game};
/// let mut game = Game::default();
/// for m in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
///     game.play(game.position().parse_uci(m).unwrap());
/// }
/// assert_eq!(game.repetitions(), 3);
/// assert_eq!(game.claim(), Some(Claim::ThreefoldRepetition));
/// assert_eq!(game.end(), None); // It is a claim: the players may go on.
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    /// The key of every position so far, the present one last.
    keys: Vec<u64>,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// This colour has been mated.
    Checkmate(Color),
    /// The side to move has no move and is not in check.
    Stalemate,
    /// No series of legal moves can lead to mate.
    DeadPosition,
    /// The position has occurred five times.
    FivefoldRepetition,
    /// 75 moves of each side without a capture or a pawn move.
    SeventyFiveMoves,
}

/// A draw that the side to move may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The position has occurred three times.
    ThreefoldRepetition,
    /// 50 moves of each side without a capture or a pawn move.
    FiftyMoves,
}

impl End {
    /// Who has won, if it is not a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            End::Checkmate(loser) => Some(!loser),
            _ => None,
        }
    }

    /// The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            End::Checkmate(Color::Black) => "checkmate, white wins",
            End::Checkmate(Color::White) => "checkmate, black wins",
            End::Stalemate => "stalemate",
            End::DeadPosition => "dead position",
            End::FivefoldRepetition => "fivefold repetition",
            End::SeventyFiveMoves => "75 moves without a capture or a pawn move",
        })
    }
}

impl std::fmt::Display for Claim {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Claim::ThreefoldRepetition => "threefold repetition",
            Claim::FiftyMoves => "50 moves without a capture or a pawn move",
        })
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::from_position(Position::start())
    }
}

impl Game {
    /// A game that begins with `start`.
    pub fn from_position(start: Position) -> Game {
        let keys = vec![start.key()];
        Game { position: start.clone(), start, moves: Vec::new(), keys }
    }

    /// The position the game began with.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of all positions so far, the present one last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.position = self.position.play(m);
        self.keys.push(self.position.key());
        self.moves.push(m);
    }

    /// Takes back the last move, if there is one.
    pub fn take_back(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.keys.pop();
        self.position = self.moves.iter().fold(self.start.clone(), |position, m| position.play(*m));
        Some(last)
    }

    /// How often the present position has occurred, now included.
    pub fn repetitions(&self) -> usize {
        let reach = self.position.halfmoves() as usize + 1;
        let key = self.position.key();
        self.keys.iter().rev().take(reach).step_by(2).filter(|other| **other == key).count()
    }

    /// How the game has ended, if it has. Mate stands above every draw on the same move.
    pub fn end(&self) -> Option<End> {
        self.position.end().or_else(|| (self.repetitions() >= 5).then_some(End::FivefoldRepetition))
    }

    /// The draw that the side to move may claim, if any, in a game that has not ended.
    pub fn claim(&self) -> Option<Claim> {
        if self.end().is_some() {
            None
        } else if self.repetitions() >= 3 {
            Some(Claim::ThreefoldRepetition)
        } else if self.position.halfmoves() >= 100 {
            Some(Claim::FiftyMoves)
        } else {
            None
        }
    }
}

impl Position {
    /// How the game has ended by this position alone: mate, stalemate, a dead position as far as
    /// [`Position::is_surely_dead`] tells, or 75 moves on its clock.
    pub fn end(&self) -> Option<End> {
        if !self.has_moves() {
            return Some(if self.is_check() {
                End::Checkmate(self.turn())
            } else {
                End::Stalemate
            });
        }
        if self.is_surely_dead() {
            return Some(End::DeadPosition);
        }
        (self.halfmoves() >= 150).then_some(End::SeventyFiveMoves)
    }

    /// Whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_moves()
    }

    /// Whether the side to move has no move and is not in check.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_moves()
    }

    /// Whether neither side could ever mate with the pieces on the board, however badly the other plays:
    /// bare kings, a single knight, or bishops all on squares of one colour.
    pub fn is_insufficient_material(&self) -> bool {
        let [pawns, knights, bishops, rooks, queens, kings] = self.pieces;
        if (pawns | rooks | queens).any() || kings.len() < 2 {
            return false;
        }
        if knights.any() {
            return bishops.is_empty() && !knights.several();
        }
        (bishops & Bitboard::LIGHT).is_empty() || (bishops & !Bitboard::LIGHT).is_empty()
    }

    /// Whether `color` could never mate with what the two sides have, however the other side plays.
    pub fn cannot_mate(&self, color: Color) -> bool {
        let own = self.color(color);
        let other = self.color(!color);
        let [pawns, knights, bishops, rooks, queens, kings] = self.pieces;
        if (own & (pawns | rooks | queens)).any() {
            return false;
        }
        let other_blockers = other & !(kings | queens);
        if (own & knights).any() {
            // A lone knight mates only with the help of an enemy piece that shuts its king in.
            return own.len() == 2 && other_blockers.is_empty();
        }
        if (own & bishops).any() {
            let one_colour =
                (bishops & Bitboard::LIGHT).is_empty() || (bishops & !Bitboard::LIGHT).is_empty();
            return one_colour && ((pawns | knights) & other).is_empty();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            let m = game.position().parse_uci(text).unwrap();
            game.play(m);
        }
    }

    #[test]
    fn threefold_is_a_claim_and_fivefold_an_end() {
        let mut game = Game::default();
        for round in 1..=4 {
            assert_eq!((game.repetitions(), game.end()), (round, None));
            play(&mut game, "g1f3 g8f6 f3g1 f6g8");
        }
        assert_eq!(game.end(), Some(End::FivefoldRepetition));
        assert_eq!(game.claim(), None);
        game.take_back();
        assert_eq!((game.end(), game.claim()), (None, Some(Claim::ThreefoldRepetition)));
    }

    #[test]
    fn a_lost_right_to_castle_makes_another_position() {
        let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
        let mut game = Game::from_position(start);
        play(&mut game, "e1e2 e8e7 e2e1 e7e8");
        assert_eq!(game.repetitions(), 1);
        play(&mut game, "e1e2 e8e7 e2e1 e7e8");
        assert_eq!(game.repetitions(), 2);
    }

    #[test]
    fn only_a_real_capture_en_passant_makes_another_position() {
        // After e2e4 no pawn can take on e3, so the position comes back with the knights.
        let mut game = Game::default();
        play(&mut game, "e2e4 g8f6 g1f3 f6g8 f3g1");
        assert_eq!(game.repetitions(), 2);
        // After e2e4 the pawn on d4 can take, so the first time was another position.
        let start = "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1".parse().unwrap();
        let mut game = Game::from_position(start);
        play(&mut game, "e2e4 g8f6 g1f3 f6g8 f3g1");
        assert_eq!(game.repetitions(), 1);
        // Here the pawn stands beside it but is pinned to its king: no capture, the same position.
        let start = "8/8/8/8/k2p3R/8/4P3/4K1N1 w - - 0 1".parse().unwrap();
        let mut game = Game::from_position(start);
        play(&mut game, "e2e4 a4a5 g1f3 a5a4 f3g1");
        assert_eq!(game.repetitions(), 2);
    }

    #[test]
    fn fifty_moves_is_a_claim_and_seventy_five_an_end_unless_mate() {
        let at = |clock: u16| {
            let fen = format!("7k/8/8/8/8/8/R7/K7 w - - {clock} 90");
            let mut game = Game::from_position(fen.parse().unwrap());
            play(&mut game, "a2b2");
            (game.claim(), game.end())
        };
        assert_eq!(at(98), (None, None));
        assert_eq!(at(99), (Some(Claim::FiftyMoves), None));
        assert_eq!(at(148), (Some(Claim::FiftyMoves), None));
        assert_eq!(at(149), (None, Some(End::SeventyFiveMoves)));
        let over: Position = "7k/8/6K1/8/8/8/8/R7 w - - 150 90".parse().unwrap();
        assert_eq!(over.end(), Some(End::SeventyFiveMoves), "by the position alone");
        let mut game = Game::from_position("7k/8/6K1/8/8/8/R7/8 w - - 149 90".parse().unwrap());
        play(&mut game, "a2a8");
        assert_eq!(game.end(), Some(End::Checkmate(Color::Black)));
        assert_eq!(game.end().map(End::result), Some("1-0"));
    }

    #[test]
    fn a_game_ends_when_the_last_gap_in_a_wall_is_closed() {
        let start = "4k3/8/8/1p1p1p1p/1P1P1P2/7P/8/4K3 w - - 0 1".parse().unwrap();
        let mut game = Game::from_position(start);
        assert_eq!(game.end(), None);
        play(&mut game, "h3h4");
        assert_eq!(game.end(), Some(End::DeadPosition));
    }

    #[test]
    fn material_that_cannot_mate() {
        for (pieces, dead) in
            [("K", true), ("KN", true), ("KB", true), ("KNN", false), ("KP", false), ("KR", false)]
        {
            let fen = format!("k7/8/8/8/8/8/{pieces}{}/8 w - - 0 1", 8 - pieces.len());
            let position: Position = fen.parse().unwrap();
            assert_eq!(position.is_insufficient_material(), dead, "{pieces}");
        }
        let bishops = |fen: &str| fen.parse::<Position>().unwrap().is_insufficient_material();
        assert!(bishops("k1b5/8/8/8/8/8/8/KB6 w - - 0 1"));
        assert!(!bishops("kb6/8/8/8/8/8/8/KB6 w - - 0 1"));
    }
}
