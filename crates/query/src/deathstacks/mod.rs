//! Death Stacks sketches, for the engine that searches.

mod ask;

pub use ask::ask;

use crate::answer::MoveName;
use crate::plan::{self, Plan};
use crate::search::Rules;
use crate::sketch::{Atom, Comparison, Diagnostic, Sketch, Start, Word};
use zugwerk_deathstacks::{Board, Move, Player, Pos, Position, Stack};

/// What a move must be like: parts that are not said may be anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackShape {
    start: Option<Pos>,
    steps: Option<u32>,
    target: Option<Pos>,
}

impl StackShape {
    /// What every move is like.
    pub const ANY: StackShape = StackShape { start: None, steps: None, target: None };

    /// The move that it is, where that is known.
    pub fn only(&self) -> Option<Move> {
        Some(Move { start: self.start?, steps: self.steps?, target: self.target? })
    }

    /// Whether more than one move can fit.
    pub fn is_hole(&self) -> bool {
        self.only().is_none()
    }

    fn read(word: &Word) -> Result<StackShape, Diagnostic> {
        let text = word.text.as_str();
        let shape = match text.split_once('?') {
            None => text.parse::<Move>().ok().map(|chosen| StackShape {
                start: Some(chosen.start),
                steps: Some(chosen.steps),
                target: Some(chosen.target),
            }),
            Some((before, after)) => read_square(before)
                .zip(read_square(after))
                .map(|(start, target)| StackShape { start, steps: None, target }),
        };
        shape.ok_or_else(|| {
            let message = format!("{text:?} is not a move");
            let expected = "a move like a6-2-a4, a hole like ?, a6? or ?a4, or *";
            Diagnostic::new(word.span.clone(), message, expected)
                .suggest(text, ["expect", "from", "game", "play"])
        })
    }
}

/// A square, or nothing said; none where it is neither.
fn read_square(text: &str) -> Option<Option<Pos>> {
    if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) }
}

/// What can be said of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StackAtom {
    /// The line has been played by the rules: always true.
    Legal,
    /// This player has won.
    Won(Player),
    /// It is this player's turn.
    Turn(Player),
    /// Nothing stands here.
    Empty(Pos),
    /// The stack here belongs to this player, or does not.
    Owner(Pos, Player, bool),
    /// How high the stack here is.
    Height(Pos, Comparison, usize),
    /// How many stacks a player owns.
    Count(Player, Comparison, usize),
}

impl StackAtom {
    fn read(atom: &Atom) -> Result<StackAtom, Diagnostic> {
        let usage = |example: &str| {
            let message = format!("{} is not used like this", atom.name.text);
            Diagnostic::new(atom.span.clone(), message, example)
        };
        let arguments = &atom.arguments[..];
        match (atom.name.text.as_str(), arguments, &atom.comparison) {
            ("legal", [], None) => Ok(StackAtom::Legal),
            ("won", [player], None) => Ok(StackAtom::Won(read_player(player)?)),
            ("turn", [], Some((Comparison::Equal, player))) => {
                Ok(StackAtom::Turn(read_player(player)?))
            }
            ("empty", [square], None) => Ok(StackAtom::Empty(read_pos(square)?)),
            ("height", [square], Some((comparison, number))) => {
                Ok(StackAtom::Height(read_pos(square)?, *comparison, read_number(number)?))
            }
            ("count", [player], Some((comparison, number))) => {
                Ok(StackAtom::Count(read_player(player)?, *comparison, read_number(number)?))
            }
            ("legal", ..) => Err(usage("legal")),
            ("won", ..) => Err(usage("won(red)")),
            ("turn", ..) => Err(usage("turn = red")),
            ("empty", ..) => Err(usage("empty a4")),
            ("height", ..) => Err(usage("height(a4) >= 3")),
            ("count", ..) => Err(usage("count(blue) = 0")),
            (name, [], Some((comparison, player))) if name.parse::<Pos>().is_ok() => {
                let equal = match comparison {
                    Comparison::Equal => true,
                    Comparison::Different => false,
                    _ => return Err(usage("a4 = red")),
                };
                Ok(StackAtom::Owner(read_pos(&atom.name)?, read_player(player)?, equal))
            }
            (name, ..) => {
                let message = format!("{name:?} is no statement about a position");
                let expected = "won(red), a4 = red, height(a4) >= 3, count(blue) = 0 or empty a4";
                let known = ["legal", "won", "turn", "empty", "height", "count"];
                Err(Diagnostic::new(atom.name.span.clone(), message, expected).suggest(name, known))
            }
        }
    }
}

fn read_pos(word: &Word) -> Result<Pos, Diagnostic> {
    word.text.parse().map_err(|error| Diagnostic::new(word.span.clone(), error, "a1 to f6"))
}

fn read_player(word: &Word) -> Result<Player, Diagnostic> {
    let found = Player::ALL.into_iter().find(|player| player.to_string() == word.text);
    found.ok_or_else(|| {
        let message = format!("{:?} is not a player", word.text);
        Diagnostic::new(word.span.clone(), message, "red or blue")
            .suggest(&word.text, ["red", "blue"])
    })
}

fn read_number(word: &Word) -> Result<usize, Diagnostic> {
    word.text.parse().map_err(|_| {
        let message = format!("{:?} is not a number", word.text);
        Diagnostic::new(word.span.clone(), message, "a number such as 3")
    })
}

/// A plan for Death Stacks.
pub type StackPlan = Plan<StackShape, StackAtom>;

/// Understands the words of a sketch.
pub fn read(sketch: &Sketch) -> Result<(Position, Vec<StackPlan>), Diagnostic> {
    if let Some(condition) = &sketch.condition {
        let span = match condition.demands().first() {
            Some(crate::sketch::Formula::Atom(atom)) => atom.span.clone(),
            _ => 0..0,
        };
        return Err(Diagnostic::new(
            span,
            "a position of Death Stacks has no holes to constrain",
            "no line where",
        ));
    }
    let position = match &sketch.from {
        Start::Usual => Position::new(&Board::start(), Player::Red),
        Start::Position(word) => {
            let wrong = |error: &dyn std::fmt::Display| {
                let expected = "a board as FEN, and r or b for the mover";
                Diagnostic::new(word.span.clone(), error, expected)
            };
            let (board, mover) = match word.text.trim().split_once(char::is_whitespace) {
                Some((board, mover)) => (board, mover.trim()),
                None => (word.text.trim(), "r"),
            };
            let mover = match mover {
                "r" | "red" => Player::Red,
                "b" | "blue" => Player::Blue,
                other => return Err(wrong(&format!("the mover is {other:?}"))),
            };
            let board = Board::from_fen(board).map_err(|error| wrong(&error))?;
            Position::new(&board, mover).map_err(|error| wrong(&error)).map(Ok)?
        }
    };
    let position = position.map_err(|error| Diagnostic::new(0..0, error, "fewer stones"))?;
    let plans = plan::plans(
        &sketch.play,
        &sketch.expect,
        &mut |word| StackShape::read(word),
        &mut |atom| StackAtom::read(atom),
    )?;
    Ok((position, plans))
}

/// The rules of Death Stacks for the search.
pub struct StackRules;

impl Rules for StackRules {
    type State = Position;
    type Move = Move;
    type Shape = StackShape;
    type Atom = StackAtom;

    fn moves(&self, state: &Position, shape: Option<&StackShape>) -> Vec<Move> {
        let fits = |chosen: &Move| {
            shape.is_none_or(|shape| {
                shape.start.is_none_or(|start| start == chosen.start)
                    && shape.steps.is_none_or(|steps| steps == chosen.steps)
                    && shape.target.is_none_or(|target| target == chosen.target)
            })
        };
        state.moves().filter(fits).collect()
    }

    fn play(&self, state: &Position, chosen: Move) -> Position {
        state.play(chosen).unwrap_or_else(|| state.clone())
    }

    fn key(&self, state: &Position) -> Option<u64> {
        Some(state.hash())
    }

    fn holds(&self, state: &Position, atom: &StackAtom) -> bool {
        let owner = |pos: Pos| state.stack(pos).owner();
        match *atom {
            StackAtom::Legal => true,
            StackAtom::Won(player) => state.is_lost() && state.mover() == player.other(),
            StackAtom::Turn(player) => state.mover() == player,
            StackAtom::Empty(pos) => state.stack(pos).height() == 0,
            StackAtom::Owner(pos, player, equal) => (owner(pos) == Some(player)) == equal,
            StackAtom::Height(pos, comparison, number) => {
                comparison.holds(state.stack(pos).height() as usize, number)
            }
            StackAtom::Count(player, comparison, number) => {
                let owned = Pos::all().filter(|pos| owner(*pos) == Some(player)).count();
                comparison.holds(owned, number)
            }
        }
    }

    fn name(&self, _: &Position, chosen: Move) -> MoveName {
        MoveName { code: chosen.to_string(), text: chosen.to_string() }
    }
}
