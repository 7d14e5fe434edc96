//! The seven functions of the course, under their Rust names: a thin view of [`Position`].

use crate::board::{Board, Cell, FenError};
use crate::moves::Move;
use crate::player::Player;
use crate::pos::{Dir, PERIOD, Pos, TARGETS, squares, walk};
use crate::position::Position;
use crate::stack::VecStack;

/// Whether `fen` is a board: six rows of six squares with nothing but `r` and `b`. How many stones
/// there are, and whether a game can lead there, does not matter.
///
/// ```
/// use zugwerk_deathstacks::{START, validate_fen};
/// assert!(validate_fen(START));
/// assert!(validate_fen(",,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,"));
/// assert!(!validate_fen("rr,rr/,,"));
/// ```
pub fn validate_fen(fen: &str) -> bool {
    build_board(fen).is_ok()
}

/// The board that `fen` describes, or what is wrong with it and where.
///
/// ```
/// use zugwerk_deathstacks::build_board;
/// let error = build_board(",,,,,/,,x,,,/,,,,,/,,,,,/,,,,,/,,,,,").unwrap_err();
/// assert_eq!(error.to_string(), "bad FEN: 'x' on c5 (character 9); expected only 'r' and 'b'");
/// ```
pub fn build_board(fen: &str) -> Result<Board, FenError> {
    Board::from_fen(fen)
}

/// The squares of a walk of `steps`, the start first and the target last.
///
/// ```
/// use zugwerk_deathstacks::{Dir, Pos, path};
/// let names: Vec<String> =
///     path("f6".parse().unwrap(), Dir::NorthEast, 2).iter().map(Pos::to_string).collect();
/// assert_eq!(names, ["f6", "e5", "d4"]);
/// ```
pub fn path(pos: Pos, dir: Dir, steps: usize) -> Vec<Pos> {
    (0..=steps).map(|taken| walk(pos, dir, taken)).collect()
}

/// The player who has won, that is, whose colour is on top of every stack; nobody has on an empty
/// board.
///
/// ```
/// use zugwerk_deathstacks::{Player, build_board, player_won};
/// let board = build_board("rb,,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,r").unwrap();
/// assert_eq!(player_won(&board), Some(Player::Red));
/// ```
pub fn player_won(board: &Board) -> Option<Player> {
    let owns = |player| board.rows.iter().flatten().any(|cell| cell.owner() == Some(player));
    match (owns(Player::Red), owns(Player::Blue)) {
        (true, false) => Some(Player::Red),
        (false, true) => Some(Player::Blue),
        _ => None,
    }
}

/// Every move of the stack `cell` standing on `pos`, with nothing known about the rest of the board:
/// the rule about tall stacks is therefore not applied.
///
/// ```
/// use zugwerk_deathstacks::{Cell, Player, possible_moves};
/// let moves = possible_moves("a1".parse().unwrap(), &Cell(vec![Player::Red]));
/// let names: Vec<String> = moves.iter().map(|chosen| chosen.to_string()).collect();
/// assert_eq!(names, ["a1-1-a2", "a1-1-b2", "a1-1-b1"]);
/// ```
pub fn possible_moves(pos: Pos, cell: &Cell) -> Vec<Move> {
    (1..=cell.0.len() as u32)
        .flat_map(|steps| {
            let targets = TARGETS[pos.index()][steps as usize % PERIOD];
            squares(targets).map(move |target| Move { start: pos, steps, target })
        })
        .collect()
}

/// Whether the owner of the stack on `chosen.start` may play `chosen`.
///
/// ```
/// use zugwerk_deathstacks::{Board, is_valid_move};
/// assert!(is_valid_move(&Board::start(), "a6-2-a4".parse().unwrap()));
/// assert!(!is_valid_move(&Board::start(), "a6-3-a3".parse().unwrap())); // two stones only
/// assert!(!is_valid_move(&Board::start(), "a3-1-a4".parse().unwrap())); // none at all
/// ```
pub fn is_valid_move(board: &Board, chosen: Move) -> bool {
    let owner = board.cell(chosen.start).owner();
    owner.is_some_and(|player| position(board, player).is_legal(chosen))
}

/// Every move that `player` may play, by start, steps and target.
///
/// ```
/// use zugwerk_deathstacks::{Board, Player, list_moves};
/// assert_eq!(list_moves(&Board::start(), Player::Blue).len(), 48);
/// ```
pub fn list_moves(board: &Board, player: Player) -> Vec<Move> {
    position(board, player).moves().collect()
}

fn position(board: &Board, player: Player) -> Position<VecStack> {
    Position::new(board, player).expect("a text of four billion stones does not fit into memory")
}
