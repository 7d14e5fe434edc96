//! A classical evaluation, as textbooks have it: material, and for each kind of piece where it stands. It is there
//! for teaching and for comparing search algorithms; the engine itself evaluates with its network.

use zugwerk_chess::{Color, Position, Role, Square};

/// One part of the evaluation, in hundredths of a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// What is looked at.
    pub name: &'static str,
    /// What White has of it, and Black.
    pub sides: [i32; 2],
}

/// What a position is worth to the side to move: the sum of all [`components`].
///
/// ```
/// use zugwerk_engine::classical;
/// let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse().unwrap();
/// assert_eq!(classical::evaluate(&start), 0);
/// ```
pub fn evaluate(position: &Position) -> i32 {
    let [white, black] = Color::ALL.map(|color| {
        let placed = Role::ALL.iter().map(|role| placement(position, color, *role));
        material(position, color) + placed.sum::<i32>()
    });
    if position.turn() == Color::White { white - black } else { black - white }
}

/// The evaluation part by part.
///
/// ```
/// use zugwerk_engine::classical;
/// let ahead = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse().unwrap();
/// let components = classical::components(&ahead);
/// assert_eq!((components[0].name, components[0].sides), ("material", [500, 0]));
/// let value: i32 = components.iter().map(|part| part.sides[0] - part.sides[1]).sum();
/// assert_eq!(value, classical::evaluate(&ahead));
/// ```
pub fn components(position: &Position) -> Vec<Component> {
    let both = |of: &dyn Fn(Color) -> i32| Color::ALL.map(of);
    let material = Component { name: "material", sides: both(&|c| material(position, c)) };
    let placed = NAMES.iter().zip(Role::ALL).map(|(name, role)| Component {
        name,
        sides: both(&|color| placement(position, color, role)),
    });
    std::iter::once(material).chain(placed).collect()
}

/// By [`Role`].
const NAMES: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "king"];
/// By [`Role`]; a king is not counted.
const WORTH: [i32; 6] = [100, 320, 330, 500, 900, 0];

fn material(position: &Position, color: Color) -> i32 {
    let count = |role| position.pieces(color, role).len() as i32;
    Role::ALL.iter().map(|role| WORTH[role.index()] * count(*role)).sum()
}

/// How well the pieces of a kind stand.
fn placement(position: &Position, color: Color, role: Role) -> i32 {
    let pieces = position.pieces(color, role).into_iter();
    pieces.map(|square| on_square(position, color, role, square)).sum()
}

fn on_square(position: &Position, color: Color, role: Role, square: Square) -> i32 {
    let file = square.file().index();
    // Seen from its own side.
    let rank = match color {
        Color::White => square.rank().index(),
        Color::Black => 7 - square.rank().index(),
    };
    let from_edge = |line: usize| line.min(7 - line);
    // 0 on the edge of the board, 3 in its centre.
    let ring = from_edge(file).min(from_edge(rank));
    match role {
        Role::Pawn => {
            let centre = if (2..=5).contains(&file) { 3 * from_edge(file) as i32 } else { 0 };
            [0, 0, 2, 8, 18, 35, 60, 0][rank] + if rank >= 3 { centre } else { 0 }
        }
        Role::Knight => [-30, -8, 10, 20][ring],
        Role::Bishop => [-8, 5, 8, 12][ring],
        Role::Rook => [0, 0, 3, 5][from_edge(file)] + if rank == 6 { 20 } else { 0 },
        Role::Queen => [-5, 0, 3, 5][ring],
        Role::King => {
            let sheltered = match rank {
                0 => [20, 25, 5, -10][from_edge(file)],
                _ => -20 * (rank as i32).min(3),
            };
            let active = [-30, -5, 15, 30][ring];
            // From a safe king to an active one, as pieces leave the board.
            let left = pieces_left(position);
            (sheltered * left + active * (ALL_PIECES - left)) / ALL_PIECES
        }
    }
}

/// [`pieces_left`] at the start of a game.
const ALL_PIECES: i32 = 24;

/// How much of both sides' pieces is on the board: 1 for a knight or bishop, 2 for a rook, 4 for a queen.
fn pieces_left(position: &Position) -> i32 {
    let weights = [(Role::Knight, 1), (Role::Bishop, 1), (Role::Rook, 2), (Role::Queen, 4)];
    let left = weights.map(|(role, weight)| weight * position.role(role).len() as i32);
    left.iter().sum::<i32>().min(ALL_PIECES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_the_sum_of_its_components_and_the_same_for_both_colours() {
        for fen in crate::bench::POSITIONS {
            let position: Position = fen.parse().unwrap();
            let sum: i32 =
                components(&position).iter().map(|part| part.sides[0] - part.sides[1]).sum();
            let sign = if position.turn() == Color::White { 1 } else { -1 };
            assert_eq!(evaluate(&position), sign * sum, "{fen}");
            assert_eq!(evaluate(&position), evaluate(&position.mirrored()), "{fen}");
        }
    }
}
