//! Why a side cannot win, in words.

use zugwerk_chess::{Bitboard, Color, Confinement, Position, Role, Square};

/// Why a side cannot win.
#[derive(Clone, Debug)]
pub enum Reason {
    /// The game is over.
    Over,
    /// A king is missing, so that nobody can be mated.
    NoKing,
    /// What is on the board does not suffice, however the pieces stand.
    Material,
    /// The pieces are walled in.
    Walls(Box<Confinement>),
    /// The other side moves nothing but its king, and the two kings never stand so that there is a mate.
    Kings,
    /// The side itself moves nothing but its king, and whenever the other king opens the walls, it has no move left.
    ShutIn,
    /// Every position that can arise was looked at.
    Searched {
        /// How many there are.
        positions: usize,
    },
}

impl PartialEq for Reason {
    fn eq(&self, other: &Reason) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl Eq for Reason {}

impl Reason {
    /// The reason why `winner` cannot win `position`, in words.
    pub fn words(&self, position: &Position, winner: Color) -> String {
        match self {
            Reason::Over if position.is_check() => format!("{} is mated", position.turn()),
            Reason::Over => format!("{} is stalemated", position.turn()),
            Reason::NoKing => "a king is missing".to_string(),
            Reason::Material => material(position, winner),
            Reason::Walls(confinement) => walls(position, confinement, winner),
            Reason::Kings => format!(
                "the {loser} king, which alone of its side can move, and the {winner} king never stand so that there is a mate",
                loser = !winner
            ),
            Reason::ShutIn => format!(
                "only the {winner} king can move, within walls that only the {loser} king can open, and whenever it does, {winner} has no move left",
                loser = !winner
            ),
            Reason::Searched { positions } => {
                format!("none of the {positions} positions that can arise is a mate")
            }
        }
    }
}

impl Reason {
    /// The squares that the reason is about, for a drawing: pieces that never move and are never taken, and the king
    /// that cannot be mated.
    ///
    /// ```
    /// use zugwerk_chess::{Color, Position, Square};
    /// use zugwerk_game::Limits;
    /// use zugwerk_retro::{Verdict, winnable};
    /// let walls: Position = "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1".parse().unwrap();
    /// let Verdict::No(reason) = winnable(&walls, Color::White, &Limits::none()) else { panic!() };
    /// let squares = reason.squares(&walls, Color::White);
    /// assert!(squares.contains(Square::D4) && squares.contains(Square::E8));
    /// assert_eq!(squares.len(), 9);
    /// ```
    pub fn squares(&self, position: &Position, winner: Color) -> Bitboard {
        let king = |color| position.king(color).map_or(Bitboard::EMPTY, Bitboard::of);
        match self {
            Reason::Walls(confinement) => confinement.fixed() | king(!winner),
            Reason::Kings => {
                Confinement::before_king_takes(position, winner).fixed() | king(!winner)
            }
            Reason::ShutIn => {
                Confinement::before_king_takes(position, !winner).fixed() | king(winner)
            }
            Reason::Over => king(position.turn()),
            Reason::Material => position.color(winner),
            Reason::NoKing | Reason::Searched { .. } => Bitboard::EMPTY,
        }
    }
}

fn material(position: &Position, winner: Color) -> String {
    let own = |role| position.pieces(winner, role).len();
    let force = match (own(Role::Knight), own(Role::Bishop)) {
        (0, 0) => return format!("{winner} has nothing but the king"),
        (1, 0) => "a knight alone",
        (0, 1) => "a bishop alone",
        _ => "bishops on squares of one colour",
    };
    let against = position.color(!winner).len() > 1;
    let help = if against { " against what the other side has" } else { " against a bare king" };
    format!("{force} cannot mate{help}")
}

fn walls(position: &Position, confinement: &Confinement, winner: Color) -> String {
    let mut parts = Vec::new();
    let fixed = confinement.fixed() & position.role(Role::Pawn);
    if fixed.any() {
        parts.push(format!("the pawns on {} never move and are never taken", list(fixed)));
    }
    for color in Color::ALL {
        let Some(king) = position.king(color) else { continue };
        let squares = confinement.squares(king);
        if squares.len() <= 1 {
            parts.push(format!("the {color} king never leaves {king}"));
        } else if squares.len() < 60 {
            parts.push(format!("the {color} king never gets beyond {}", extent(squares)));
        }
    }
    let king = position.king(!winner).map_or(Bitboard::EMPTY, |king| confinement.squares(king));
    let count = king.len();
    parts.push(match count {
        1 => format!("there it cannot be mated by anything {winner} can bring"),
        _ => format!("on none of its {count} squares can the {} king be mated", !winner),
    });
    parts.join("; ")
}

/// The squares, the first few of them.
fn list(squares: Bitboard) -> String {
    const MOST: usize = 16;
    let mut names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    if names.len() > MOST {
        names.truncate(MOST);
        names.push("…".to_string());
    }
    names.join(" ")
}

/// The squares if they are few, or else the ranks and files they lie on.
fn extent(squares: Bitboard) -> String {
    if squares.len() <= 12 {
        return list(squares);
    }
    let ranks = squares.into_iter().map(|square: Square| square.rank().digit());
    let files = squares.into_iter().map(|square: Square| square.file().letter());
    let bounds = |all: Vec<char>| {
        let (low, high) = (all.iter().min().copied(), all.iter().max().copied());
        (low.unwrap_or(' '), high.unwrap_or(' '))
    };
    let (low, high) = bounds(ranks.collect());
    let (left, right) = bounds(files.collect());
    match ((low, high), (left, right)) {
        (('1', '8'), ('a', 'h')) => format!("{} squares", squares.len()),
        (_, ('a', 'h')) => format!("ranks {low} to {high}"),
        (('1', '8'), _) => format!("files {left} to {right}"),
        _ => format!("{left}{low} to {right}{high}"),
    }
}
