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
        self.position.end().or_else(|| {
            if self.repetitions() >= 5 {
                Some(End::FivefoldRepetition)
            } else if self.position.halfmoves() >= 150 {
                Some(End::SeventyFiveMoves)
            } else {
                None
            }
        })
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
    /// How the game has ended by this position alone: mate, stalemate or a dead position.
    pub fn end(&self) -> Option<End> {
        if !self.has_moves() {
            return Some(if self.is_check() {
                End::Checkmate(self.turn())
            } else {
                End::Stalemate
            });
        }
        self.is_insufficient_material().then_some(End::DeadPosition)
    }

    /// Whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_moves()
    }

    /// Whether the side to move has no move and is not in check.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_moves()
    }

    /// Whether neither side could ever mate with the men on the board, however badly the other plays:
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
            // A lone knight mates only with the help of an enemy man that shuts its king in.
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
