//! Where a Death Stacks sketch starts: a position, or one with stacks that are not known.

use crate::language::TooMany;
use crate::sketch::{Diagnostic, Start, Word};
use zugwerk_deathstacks::laws::STONES;
use zugwerk_deathstacks::{Board, Cell, Player, Pos, Position};

/// The start of a sketch.
#[derive(Clone, Debug)]
pub struct StackStart {
    /// The stacks that are known.
    pub board: Board,
    /// Who is to move.
    pub mover: Player,
    /// The squares of which nothing is known.
    pub holes: Vec<Pos>,
    /// As the sketch names it.
    pub text: String,
    position: Option<Position>,
}

/// More ways to fill the holes than this are not tried one by one.
const MOST_FILLINGS: usize = 20_000;

impl StackStart {
    /// Reads the start of a sketch.
    pub fn read(start: &Start) -> Result<StackStart, Diagnostic> {
        let Start::Position(word) = start else {
            let start = StackStart::new(Board::start(), Player::Red, Vec::new());
            let text = "the usual start".to_string();
            return start
                .map(|start| StackStart { text, ..start })
                .map_err(|e| wrong(&no_word(), e));
        };
        let (board, mover) = match word.text.trim().split_once(char::is_whitespace) {
            Some((board, mover)) => (board, mover.trim()),
            None => (word.text.trim(), "r"),
        };
        let mover = match mover {
            "r" | "red" => Player::Red,
            "b" | "blue" => Player::Blue,
            other => return Err(wrong(word, format!("the mover is {other:?}"))),
        };
        let cells = board.split('/').flat_map(|row| row.split(','));
        let holes = Pos::all().zip(cells).filter(|(_, cell)| cell.trim() == "?");
        let holes = holes.map(|(pos, _)| pos).collect();
        let known: Vec<String> = board
            .split('/')
            .map(|row| row.split(',').map(blank).collect::<Vec<_>>().join(","))
            .collect();
        let board = Board::from_fen(&known.join("/")).map_err(|error| wrong(word, error))?;
        let start = StackStart::new(board, mover, holes).map_err(|error| wrong(word, error))?;
        Ok(StackStart { text: word.text.clone(), ..start })
    }

    /// A position without holes.
    pub fn at(position: &Position) -> StackStart {
        let (board, mover) = (position.board(), position.mover());
        let text = text(position);
        StackStart { board, mover, holes: Vec::new(), text, position: Some(position.clone()) }
    }

    fn new(board: Board, mover: Player, holes: Vec<Pos>) -> Result<StackStart, impl ToString> {
        let position = Position::new(&board, mover)?;
        let position = Some(position).filter(|_| holes.is_empty());
        let text = board.to_string();
        Ok::<_, zugwerk_deathstacks::TooManyStones>(StackStart {
            board,
            mover,
            holes,
            text,
            position,
        })
    }

    /// The position, where it has no holes.
    pub fn known(&self) -> Option<Position> {
        self.position.clone()
    }

    /// How many stones there can be.
    pub fn stones(&self) -> usize {
        let spare: usize = if self.holes.is_empty() { 0 } else { self.spare().iter().sum() };
        self.board.stones() + spare
    }

    /// The stones of each colour that may be in the holes.
    pub fn spare(&self) -> [usize; 2] {
        Player::ALL.map(|player| {
            let stones = self.board.rows.iter().flatten().flat_map(|cell| &cell.0);
            STONES.saturating_sub(stones.filter(|stone| **stone == player).count())
        })
    }

    /// Every position that it can be.
    pub fn fillings(&self) -> Result<Vec<Position>, TooMany> {
        let mut boards = vec![(self.board.clone(), self.spare())];
        for pos in &self.holes {
            let mut filled = Vec::new();
            for (board, spare) in &boards {
                for (stack, spare) in stacks(*spare, MOST_FILLINGS) {
                    let mut board = board.clone();
                    board.rows[pos.index() / 6][pos.index() % 6] = Cell(stack);
                    filled.push((board, spare));
                }
                if filled.len() > MOST_FILLINGS {
                    let found = format!(
                        "the search tries unknown stacks one by one, and here are more than {MOST_FILLINGS}"
                    );
                    let expected = "fewer stones that are not known, or the solver".to_string();
                    return Err(TooMany { found, expected });
                }
            }
            boards = filled;
        }
        let position = |(board, _): &(Board, [usize; 2])| Position::new(board, self.mover).ok();
        Ok(boards.iter().filter_map(position).collect())
    }
}

/// Every stack of at most `most` stones of each colour, with what is left of them; a little more than
/// `most` where there are more.
fn stacks(spare: [usize; 2], most: usize) -> Vec<(Vec<Player>, [usize; 2])> {
    let mut all = vec![(Vec::new(), spare)];
    let mut at = 0;
    while at < all.len() && all.len() <= most {
        let (stack, spare): (Vec<Player>, [usize; 2]) = all[at].clone();
        for player in Player::ALL.into_iter().filter(|player| spare[*player as usize] > 0) {
            let mut rest = spare;
            rest[player as usize] -= 1;
            all.push(([stack.as_slice(), &[player]].concat(), rest));
        }
        at += 1;
    }
    all
}

fn blank(cell: &str) -> &str {
    if cell.trim() == "?" { "" } else { cell }
}

fn no_word() -> Word {
    Word { text: String::new(), span: 0..0 }
}

fn wrong(word: &Word, error: impl ToString) -> Diagnostic {
    let expected = "a board as FEN with ? for a stack that is not known, and r or b for the mover";
    Diagnostic::new(word.span.clone(), error.to_string(), expected)
}

/// A position as a sketch gives it.
pub fn text(position: &Position) -> String {
    let mover = if position.mover() == Player::Red { "r" } else { "b" };
    format!("{} {mover}", position.board())
}
