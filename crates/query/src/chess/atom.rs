//! Statements about a chess position.

use crate::chess::start::{Placement, placement};
use crate::sketch::{Atom, Comparison, Diagnostic, Word};
use zugwerk_chess::{Bitboard, CastlingSide, Color, Piece, Role, Square};

/// What can be said of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChessAtom {
    /// The line has been played by the rules: always true.
    Legal,
    /// The side to move is mated.
    Mate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// The side to move is in check.
    Check,
    /// The king of this side is attacked, whoever is to move.
    CheckOf(Color),
    /// Stalemate, too little material, 50 moves, or the third repetition, and no mate.
    Draw,
    /// No series of legal moves leads to a mate.
    Dead,
    /// Too little is left to mate.
    Insufficient,
    /// 50 moves of each side without a capture or a pawn move.
    Fifty,
    /// The position stands for the third time in this line.
    Repetition,
    /// It is this side's turn.
    Turn(Color),
    /// This piece stands here, or does not.
    Piece(Square, Piece, bool),
    /// Nothing stands here.
    Empty(Square),
    /// A piece of this colour attacks the square.
    Attacked(Square, Color),
    /// How many there are of some pieces.
    Count(Counted, Comparison, usize),
    /// How many there are of some pieces, compared with how many there are of others.
    Balance(Counted, Comparison, Counted),
    /// What stands where; squares of the set may hold anything.
    Placement(Box<[Option<Piece>; 64]>, Bitboard),
    /// These rights to castle.
    Castling(Vec<(Color, CastlingSide)>),
    /// The last move was a double step past this square.
    Passed(Square),
}

/// Which pieces are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// By [`Color::index`].
    pub colors: [bool; 2],
    /// By [`Role::index`].
    pub pieces: [bool; 6],
}

const NAMES: [&str; 17] = [
    "legal",
    "mate",
    "stalemate",
    "check",
    "draw",
    "dead",
    "insufficient",
    "fifty",
    "repetition",
    "turn",
    "empty",
    "attacked",
    "count",
    "position",
    "castling",
    "passed",
    "not",
];

/// The statement that speaks of every game that may follow, which no law about one position does.
pub const DEAD: &str = "dead";

impl ChessAtom {
    /// The ways to a draw, where the game has not ended in mate.
    pub const DRAWS: [ChessAtom; 4] =
        [ChessAtom::Stalemate, ChessAtom::Insufficient, ChessAtom::Fifty, ChessAtom::Repetition];

    /// Understands a statement.
    pub fn read(atom: &Atom) -> Result<ChessAtom, Diagnostic> {
        let plain = |meaning: ChessAtom| {
            let extra = atom.arguments.first().or(atom.quoted.as_ref());
            let compared = atom.comparison.as_ref().map(|(_, word)| word);
            match extra.or(compared) {
                None => Ok(meaning),
                Some(extra) => Err(Diagnostic::new(
                    extra.span.clone(),
                    format!("{} stands alone", atom.name.text),
                    "and, or, or the next line",
                )),
            }
        };
        if let Some(extra) = atom.compared.first()
            && atom.name.text != "count"
        {
            let message = "only numbers are compared with numbers";
            return Err(Diagnostic::new(
                extra.span.clone(),
                message,
                "count(white) > count(black)",
            ));
        }
        match atom.name.text.as_str() {
            "legal" => plain(ChessAtom::Legal),
            "mate" => plain(ChessAtom::Mate),
            "stalemate" => plain(ChessAtom::Stalemate),
            "check" => match (&atom.arguments[..], &atom.comparison, &atom.quoted) {
                ([color], None, None) => Ok(ChessAtom::CheckOf(read_color(color)?)),
                _ => plain(ChessAtom::Check),
            },
            "draw" => plain(ChessAtom::Draw),
            DEAD => plain(ChessAtom::Dead),
            "insufficient" => plain(ChessAtom::Insufficient),
            "fifty" => plain(ChessAtom::Fifty),
            "repetition" => plain(ChessAtom::Repetition),
            "turn" => match (&atom.arguments[..], &atom.comparison, &atom.quoted) {
                ([], Some((Comparison::Equal, word)), None) | ([word], None, None) => {
                    Ok(ChessAtom::Turn(read_color(word)?))
                }
                _ => Err(usage(atom, "turn = white")),
            },
            "empty" => match (&atom.arguments[..], &atom.comparison, &atom.quoted) {
                ([square], None, None) => Ok(ChessAtom::Empty(read_square(square)?)),
                _ => Err(usage(atom, "empty f1")),
            },
            "attacked" => match (&atom.arguments[..], &atom.comparison, &atom.quoted) {
                ([square, color], None, None) => {
                    Ok(ChessAtom::Attacked(read_square(square)?, read_color(color)?))
                }
                _ => Err(usage(atom, "attacked(f1, black)")),
            },
            "count" => match (&atom.arguments[..], &atom.comparison, &atom.quoted) {
                ([what], Some((comparison, other)), None) if !atom.compared.is_empty() => {
                    match (other.text.as_str(), &atom.compared[..]) {
                        ("count", [right]) => Ok(ChessAtom::Balance(
                            read_counted(what)?,
                            *comparison,
                            read_counted(right)?,
                        )),
                        _ => Err(usage(atom, "count(white) > count(black)")),
                    }
                }
                ([what], Some((comparison, number)), None) => {
                    Ok(ChessAtom::Count(read_counted(what)?, *comparison, read_number(number)?))
                }
                _ => Err(usage(atom, "count(white) <= 5")),
            },
            "position" => match (&atom.arguments[..], &atom.comparison, &atom.quoted) {
                ([], None, Some(text)) => {
                    let Placement { setup, holes, .. } = placement(text)?;
                    Ok(ChessAtom::Placement(Box::new(setup.pieces), holes))
                }
                _ => Err(usage(atom, "position \"8/8/8/4k3/8/8/8/4K3\"")),
            },
            "castling" => match (&atom.arguments[..], &atom.comparison, &atom.quoted) {
                ([rights], None, None) => Ok(ChessAtom::Castling(read_rights(rights)?)),
                _ => Err(usage(atom, "castling KQ")),
            },
            "passed" => match (&atom.arguments[..], &atom.comparison, &atom.quoted) {
                ([square], None, None) => Ok(ChessAtom::Passed(read_square(square)?)),
                _ => Err(usage(atom, "passed e3")),
            },
            _ => read_piece(atom),
        }
    }

    /// Whether it depends on how the position came about.
    pub fn needs_past(&self) -> bool {
        matches!(self, ChessAtom::Draw | ChessAtom::Fifty | ChessAtom::Repetition)
    }
}

fn usage(atom: &Atom, example: &str) -> Diagnostic {
    let message = format!("{} is not used like this", atom.name.text);
    Diagnostic::new(atom.span.clone(), message, example)
}

/// `e4 = P`, `e4 != p`.
fn read_piece(atom: &Atom) -> Result<ChessAtom, Diagnostic> {
    let Ok(square) = atom.name.text.parse::<Square>() else {
        let found = format!("{:?} is no statement about a position", atom.name.text);
        let expected = "a statement such as mate, check, e4 = P or count(white) <= 5";
        return Err(Diagnostic::new(atom.name.span.clone(), found, expected)
            .suggest(&atom.name.text, NAMES));
    };
    match (&atom.arguments[..], &atom.comparison, &atom.quoted) {
        ([], Some((comparison @ (Comparison::Equal | Comparison::Different), word)), None) => {
            let letter = word.text.chars().next().filter(|_| word.text.chars().count() == 1);
            let piece = letter.and_then(Piece::from_letter).ok_or_else(|| {
                let message = format!("{:?} is no piece", word.text);
                Diagnostic::new(
                    word.span.clone(),
                    message,
                    "one of PNBRQK for White, pnbrqk for Black",
                )
            })?;
            Ok(ChessAtom::Piece(square, piece, *comparison == Comparison::Equal))
        }
        _ => Err(usage(atom, &format!("{square} = P"))),
    }
}

fn read_square(word: &Word) -> Result<Square, Diagnostic> {
    word.text.parse().map_err(|_| {
        Diagnostic::new(word.span.clone(), format!("{:?} is not a square", word.text), "a1 to h8")
    })
}

fn read_color(word: &Word) -> Result<Color, Diagnostic> {
    let found = Color::ALL.into_iter().find(|color| color.to_string() == word.text);
    found.ok_or_else(|| {
        let message = format!("{:?} is not a side", word.text);
        Diagnostic::new(word.span.clone(), message, "white or black")
            .suggest(&word.text, ["white", "black"])
    })
}

fn read_number(word: &Word) -> Result<usize, Diagnostic> {
    word.text.parse().ok().filter(|number| *number <= 64).ok_or_else(|| {
        let message = format!("{:?} is not a number of pieces", word.text);
        Diagnostic::new(word.span.clone(), message, "0 to 64")
    })
}

fn read_counted(word: &Word) -> Result<Counted, Diagnostic> {
    let all = Counted { colors: [true; 2], pieces: [true; 6] };
    let text = word.text.as_str();
    if text == "all" || text == "men" {
        return Ok(all);
    }
    if let Some(color) = Color::ALL.into_iter().find(|color| color.to_string() == text) {
        return Ok(Counted { colors: std::array::from_fn(|c| c == color.index()), ..all });
    }
    let only = |role: Role| std::array::from_fn(|p| p == role.index());
    if let Some(role) = Role::ALL.into_iter().find(|role| role.to_string() == text) {
        return Ok(Counted { pieces: only(role), ..all });
    }
    let letter = text.chars().next().filter(|_| text.chars().count() == 1);
    match letter.and_then(Piece::from_letter) {
        Some(piece) => Ok(Counted {
            colors: std::array::from_fn(|c| c == piece.color.index()),
            pieces: only(piece.role),
        }),
        None => {
            let message = format!("{text:?} cannot be counted");
            let expected = "a piece such as q or P, a kind such as pawn, white, black or all";
            let known =
                ["white", "black", "all", "pawn", "knight", "bishop", "rook", "queen", "king"];
            Err(Diagnostic::new(word.span.clone(), message, expected).suggest(text, known))
        }
    }
}

fn read_rights(word: &Word) -> Result<Vec<(Color, CastlingSide)>, Diagnostic> {
    let right = |letter: char| match letter {
        'K' => Some((Color::White, CastlingSide::King)),
        'Q' => Some((Color::White, CastlingSide::Queen)),
        'k' => Some((Color::Black, CastlingSide::King)),
        'q' => Some((Color::Black, CastlingSide::Queen)),
        _ => None,
    };
    word.text.chars().map(right).collect::<Option<Vec<_>>>().ok_or_else(|| {
        let message = format!("{:?} are no rights to castle", word.text);
        Diagnostic::new(word.span.clone(), message, "some of K, Q, k, q")
    })
}
