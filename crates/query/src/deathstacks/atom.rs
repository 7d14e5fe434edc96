//! Statements about a Death Stacks position.

use crate::sketch::{Atom, Comparison, Diagnostic, Word};
use zugwerk_deathstacks::{Player, Pos};

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
    /// The mover has no legal move.
    Stuck,
    /// How many stones of these colours there are, by [`Player`] as a number.
    Stones([bool; 2], Comparison, usize),
    /// How many stacks a player owns.
    Count(Player, Comparison, usize),
    /// How many stones of one colour there are, compared with those of the other.
    StonesOf(Player, Comparison, Player),
    /// How many stacks a player owns, compared with those of another.
    CountOf(Player, Comparison, Player),
}

impl StackAtom {
    /// Understands a statement.
    pub fn read(atom: &Atom) -> Result<StackAtom, Diagnostic> {
        let usage = |example: &str| {
            let message = format!("{} is not used like this", atom.name.text);
            Diagnostic::new(atom.span.clone(), message, example)
        };
        let arguments = &atom.arguments[..];
        if let Some(word) = atom.compared.first() {
            let same = |name: &str| atom.name.text == name;
            return match (arguments, &atom.comparison, &atom.compared[..]) {
                ([left], Some((comparison, name)), [right]) if same(&name.text) => {
                    let (left, right) = (read_player(left)?, read_player(right)?);
                    match name.text.as_str() {
                        "stones" => Ok(StackAtom::StonesOf(left, *comparison, right)),
                        "count" => Ok(StackAtom::CountOf(left, *comparison, right)),
                        _ => Err(usage("stones(red) > stones(blue)")),
                    }
                }
                _ => {
                    let message = "only numbers of the same kind are compared";
                    let expected = "count(red) > count(blue) or stones(red) > stones(blue)";
                    Err(Diagnostic::new(word.span.clone(), message, expected))
                }
            };
        }
        match (atom.name.text.as_str(), arguments, &atom.comparison) {
            ("legal", [], None) => Ok(StackAtom::Legal),
            ("stuck", [], None) => Ok(StackAtom::Stuck),
            ("stones", [what], Some((comparison, number))) => {
                let colors = match what.text.as_str() {
                    "all" => [true; 2],
                    _ => {
                        let player = read_player(what)?;
                        Player::ALL.map(|color| color == player)
                    }
                };
                Ok(StackAtom::Stones(colors, *comparison, read_number(number)?))
            }
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
            ("stuck", ..) => Err(usage("stuck")),
            ("stones", ..) => Err(usage("stones(red) = 12")),
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
                let known = ["legal", "won", "turn", "empty", "height", "count", "stones", "stuck"];
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
