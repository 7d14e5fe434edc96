//! Where a chess sketch starts: a position, or one with holes.

use crate::sketch::{Diagnostic, Start, Word};
use zugwerk_chess::{Bitboard, CastlingRights, Color, FenError, Position, Setup, Square};

/// The start of a sketch.
#[derive(Clone, Debug)]
pub struct ChessStart {
    /// The pieces that are known, the side to move and the rest.
    pub setup: Setup,
    /// The squares of which nothing is known.
    pub holes: Bitboard,
    /// Nothing is known of the rights to castle.
    pub any_castling: bool,
    /// Nothing is known of a double step before.
    pub any_passed: bool,
    position: Option<Position>,
}

impl ChessStart {
    /// Reads the start of a sketch.
    pub fn read(start: &Start) -> Result<ChessStart, Diagnostic> {
        let word = match start {
            Start::Usual => {
                return Ok(ChessStart::at(Position::start()));
            }
            Start::Position(word) => word,
        };
        let Placement { mut setup, holes, rights, any_castling, any_passed } = placement(word)?;
        let start =
            |setup, position| ChessStart { setup, holes, any_castling, any_passed, position };
        if holes.any() || any_castling || any_passed {
            setup.castling = rights;
            return Ok(start(setup, None));
        }
        let position = playable(&setup).map_err(|error| {
            Diagnostic::new(word.span.clone(), error, "a position that chess can be played from")
        })?;
        Ok(start(setup, Some(position)))
    }

    /// A position without holes.
    pub fn at(position: Position) -> ChessStart {
        let setup = Setup::from(&position);
        ChessStart {
            setup,
            holes: Bitboard::EMPTY,
            any_castling: false,
            any_passed: false,
            position: Some(position),
        }
    }

    /// The position, where it has no holes.
    pub fn known(&self) -> Option<Position> {
        self.position.clone()
    }
}

/// The position of a setup. With both kings it must be a possible one; without them the laws about
/// kings hold of themselves.
pub fn playable(setup: &Setup) -> Result<Position, zugwerk_chess::PositionError> {
    let any = setup.any_position()?;
    if Color::ALL.into_iter().all(|color| any.king(color).is_some()) {
        setup.position()
    } else {
        Ok(any)
    }
}

/// What a text says about a position.
pub struct Placement {
    /// The pieces that are known, the side to move and the rest.
    pub setup: Setup,
    /// The squares of which nothing is known.
    pub holes: Bitboard,
    /// The rights to castle as they are written, whether or not the rooks are known to be there.
    rights: CastlingRights,
    any_castling: bool,
    any_passed: bool,
}

/// The texts of a start whose side to move is `?`: White's and Black's. None for others.
pub fn both_turns(start: &Start) -> Option<[Start; 2]> {
    let Start::Position(word) = start else { return None };
    let fields: Vec<&str> = word.text.split_whitespace().collect();
    (fields.get(1) == Some(&"?")).then(|| {
        ["w", "b"].map(|turn| {
            let mut fields = fields.clone();
            fields[1] = turn;
            Start::Position(Word { text: fields.join(" "), span: word.span.clone() })
        })
    })
}

/// Reads a list of pieces, or a FEN or its first field, in which `?` is a square, rights to castle or a double
/// step of which nothing is known.
pub fn placement(word: &Word) -> Result<Placement, Diagnostic> {
    if let Some(setup) = Setup::from_piece_list(&word.text) {
        return Ok(Placement {
            setup,
            holes: Bitboard::EMPTY,
            rights: CastlingRights::NONE,
            any_castling: false,
            any_passed: false,
        });
    }
    let (first, rest) = match word.text.trim().split_once(char::is_whitespace) {
        Some((first, rest)) => (first, rest),
        None => (word.text.trim(), ""),
    };
    let mut fields: Vec<&str> = rest.split_whitespace().collect();
    let mut forget = |at: usize| {
        let unknown = fields.get(at) == Some(&"?");
        if unknown {
            fields[at] = "-";
        }
        unknown
    };
    let (any_castling, any_passed) = (forget(1), forget(2));
    let rest = &fields.join(" ");
    let mut holes = Bitboard::EMPTY;
    let mut ranks = Vec::new();
    for (row, rank) in first.split('/').enumerate() {
        let mut cells = String::new();
        for letter in rank.chars() {
            match letter.to_digit(10).filter(|digit| (1..=8).contains(digit)) {
                Some(digit) => cells.extend(std::iter::repeat_n('1', digit as usize)),
                None => cells.push(letter),
            }
        }
        for (column, _) in cells.chars().enumerate().filter(|(_, letter)| *letter == '?') {
            if row < 8 && column < 8 {
                holes |= Square::new((7 - row) * 8 + column).into();
            }
        }
        ranks.push(if rank.contains('?') { join_empty(&cells) } else { rank.to_string() });
    }
    let fen = format!("{} {rest}", ranks.join("/"));
    let setup = Setup::from_fen(fen.trim()).map_err(|error: FenError| {
        Diagnostic::new(word.span.clone(), error, "a position as FEN, with ? for unknown squares")
    })?;
    let letters = rest.split_whitespace().nth(1).unwrap_or("-");
    if holes.any() && letters.chars().any(|letter| !"KQkq-".contains(letter)) {
        let message = "rights to castle by the rook's file need a position that is known";
        return Err(Diagnostic::new(word.span.clone(), message, "some of KQkq, or -"));
    }
    let passed = rest.split_whitespace().nth(2).unwrap_or("-");
    if holes.any() && passed != "-" && setup.double_push.is_none() {
        let message = format!("nobody knows whether a pawn has just passed {passed}");
        return Err(Diagnostic::new(word.span.clone(), message, "-, or that pawn to be known"));
    }
    let corners = [('K', Square::H1), ('Q', Square::A1), ('k', Square::H8), ('q', Square::A8)];
    let rights = corners.into_iter().filter(|(letter, _)| letters.contains(*letter));
    let rights = CastlingRights::new(rights.map(|(_, square)| square).collect());
    Ok(Placement { setup, holes, rights, any_castling, any_passed })
}

/// Writes runs of empty or unknown squares as FEN wants them.
fn join_empty(cells: &str) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for letter in cells.chars().chain(['/']) {
        if letter == '1' || letter == '?' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
            empty = 0;
        }
        text.push(letter);
    }
    text.pop();
    text
}

/// The number of the first move, and whether it is Black's.
pub fn first_move(setup: &Setup) -> (u16, bool) {
    (setup.fullmoves, setup.turn == Color::Black)
}
