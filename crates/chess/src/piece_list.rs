//! Positions as lists of pieces, as problemists write them: `Ke1 Qd1 Pe2 / Ke8`.

use crate::{Color, Piece, Role, Setup, Square};

impl Setup {
    /// Reads a list of pieces: White's, a stroke, Black's, and perhaps who moves (`w` or `b`, White if not said).
    /// Several squares may follow one letter, and a square without a letter holds a pawn. Nobody may castle. `None`
    /// where the text is no such list.
    ///
    /// ```
    /// use zugwerk_chess::Setup;
    /// let setup = Setup::from_piece_list("Ke1 Qd1 Pe2f2 / Ke8 a7 b").unwrap();
    /// assert_eq!(setup.position().unwrap().to_string(), "4k3/p7/8/8/8/8/4PP2/3QK3 b - - 0 1");
    /// assert!(Setup::from_piece_list("Ke1 / Ke1").is_none(), "two pieces on one square");
    /// assert!(Setup::from_piece_list("8/8/8/8/8/8/8/K1k5").is_none());
    /// ```
    pub fn from_piece_list(text: &str) -> Option<Setup> {
        let mut setup = Setup::empty();
        let (mut color, mut sides) = (Color::White, 1);
        let spaced = text.replace('/', " / ").replace(',', " ");
        let mut words = spaced.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "/" => {
                    (color, sides) = (Color::Black, sides + 1);
                }
                "w" | "b" if words.peek().is_none() && sides == 2 => {
                    setup.turn = if word == "w" { Color::White } else { Color::Black };
                }
                _ => {
                    let (role, squares) = piece_and_squares(word)?;
                    for square in squares {
                        let place = &mut setup.pieces[square.index()];
                        if place.replace(Piece::new(color, role)).is_some() {
                            return None;
                        }
                    }
                }
            }
        }
        (sides == 2).then_some(setup)
    }
}

/// `Pe2f2`, `e2`.
fn piece_and_squares(word: &str) -> Option<(Role, Vec<Square>)> {
    let letter = word.chars().next()?;
    let (role, squares) = match "KQRBNP".contains(letter) {
        true => (Role::from_letter(letter)?, &word[1..]),
        false => (Role::Pawn, word),
    };
    if squares.is_empty() || !squares.is_ascii() || !squares.len().is_multiple_of(2) {
        return None;
    }
    let read = |at: usize| squares[at..at + 2].parse::<Square>().ok();
    let squares = (0..squares.len()).step_by(2).map(read).collect::<Option<Vec<_>>>()?;
    Some((role, squares))
}
