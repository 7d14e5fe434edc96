//! Why no game leads to a position, in words.

use super::material::Material;
use zugwerk_chess::{Bitboard, Color, PositionError, Role, Setup};

/// Why no game leads to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// The board itself: too many pieces, kings or checks, rights that cannot be.
    Board(PositionError),
    /// More pieces of a side must have promoted than pawns are gone.
    Promotions {
        /// The side.
        color: Color,
        /// Its pawns on the board.
        pawns: usize,
        /// The pieces that can only come from promotions.
        promoted: usize,
    },
    /// The king of a side stands where pawns that never moved do not let it get.
    ShutIn(Color),
    /// The pawns cannot have got past each other with the captures there were.
    Pawns {
        /// By colour, the pieces that can only come from promotions.
        promoted: [usize; 2],
        /// By colour, the captures it has made.
        captures: [usize; 2],
    },
    /// Nothing was taken, and by where the pieces stand the other side would be to move.
    Parity,
    /// There is no move that can have been the last.
    NoLastMove,
    /// Each of the moves that can have been the last leads back to a position that cannot come about either.
    LastMoves(Vec<(String, Impossible)>),
}

impl Impossible {
    /// What is wrong with a position of this material, whose pawns cannot have got where they are.
    pub(super) fn pawns(material: &Material) -> Impossible {
        match material.excess() {
            Some(color) if material.has_stray_king(color) => Impossible::ShutIn(color),
            Some(color) => Impossible::Promotions {
                color,
                pawns: material.count(color, 0),
                promoted: material.promoted(color),
            },
            None => Impossible::Pawns {
                promoted: Color::ALL.map(|color| material.promoted(color)),
                captures: Color::ALL.map(|color| material.captures(color)),
            },
        }
    }

    /// The reason in words, of a position with this side to move.
    pub fn words(&self, turn: Color) -> String {
        match self {
            Impossible::Board(error) => error.to_string(),
            Impossible::Promotions { color, pawns, promoted } => format!(
                "{color} has {pawns} pawns and {promoted} {} that can only come from {}",
                if *promoted == 1 { "piece" } else { "pieces" },
                if *promoted == 1 { "a promotion" } else { "promotions" }
            ),
            Impossible::ShutIn(color) => {
                format!("the {color} king cannot have got past pawns that never moved")
            }
            Impossible::Pawns { promoted, captures } => pawns(*promoted, *captures),
            Impossible::Parity => format!(
                "nothing was taken, and where the pieces stand tells for each side whether it has made an odd or an \
                 even number of moves: so {} would be to move",
                !turn
            ),
            Impossible::NoLastMove => {
                format!("no move of {} can have been the last", !turn)
            }
            Impossible::LastMoves(moves) => {
                let shown =
                    moves.iter().take(4).map(|(words, why)| format!("{words} ({})", why.short()));
                let shown: Vec<String> = shown.collect();
                let more = match moves.len().saturating_sub(shown.len()) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let mover = !turn;
                format!(
                    "every move of {mover} that can have been the last leads back to a position that cannot come about: {}{more}",
                    shown.join(", ")
                )
            }
        }
    }

    /// The squares that the reason is about, for a drawing: the pawns, or a king in check and what attacks it.
    ///
    /// ```
    /// use zugwerk_chess::{Setup, Square};
    /// use zugwerk_game::Limits;
    /// use zugwerk_retro::{Reachable, reachable};
    /// let setup = Setup::from_fen("k7/2N5/1N6/8/8/4K3/8/8 b - - 0 1").unwrap();
    /// let Reachable::No(reason) = reachable(&setup, &Limits::none()) else { panic!() };
    /// let squares: Vec<Square> = reason.squares(&setup).into_iter().collect();
    /// assert_eq!(squares, [Square::B6, Square::C7, Square::A8]);
    /// ```
    pub fn squares(&self, setup: &Setup) -> Bitboard {
        let Ok(position) = setup.position() else { return Bitboard::EMPTY };
        match self {
            Impossible::Pawns { .. } => position.role(Role::Pawn),
            Impossible::Promotions { color, .. } => {
                position.color(*color) & !position.role(Role::King)
            }
            Impossible::ShutIn(color) => {
                let own = position.pieces(*color, Role::Pawn);
                own | position.king(*color).map_or(Bitboard::EMPTY, Bitboard::of)
            }
            Impossible::NoLastMove | Impossible::LastMoves(_) if position.is_check() => {
                let king = position.king(position.turn()).map_or(Bitboard::EMPTY, Bitboard::of);
                king | position.checkers()
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// The same in few words, of a position that is not shown.
    fn short(&self) -> String {
        match self {
            Impossible::Board(error) => error.to_string(),
            Impossible::Promotions { color, .. } => format!("too many {color} pieces"),
            Impossible::ShutIn(color) => format!("the {color} king was shut in"),
            Impossible::Pawns { .. } => "the pawns cannot have passed".to_string(),
            Impossible::Parity => "the other side would be to move".to_string(),
            Impossible::NoLastMove => "no move before it".to_string(),
            Impossible::LastMoves(_) => "no two moves before it".to_string(),
        }
    }
}

fn pawns(promoted: [usize; 2], captures: [usize; 2]) -> String {
    let side = |color: Color| {
        let (promoted, captures) = (promoted[color.index()], captures[color.index()]);
        format!("{color} has {promoted} promoted and took {captures}")
    };
    format!(
        "the pawns cannot have got past each other: {}, {}; no order of captures lets that many pawns through and \
         leaves those on the board where they are",
        side(Color::White),
        side(Color::Black)
    )
}
