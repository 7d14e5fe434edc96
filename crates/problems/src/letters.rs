//! The letters and colours of problemists in English, German and French, as Popeye reads them.

use crate::notation::Language;
use crate::twin::squares_in;
use zugwerk_chess::{Color, Piece, Role, Square};

/// The languages of Popeye's input.
pub(crate) const LANGUAGES: [Language; 3] = [Language::English, Language::German, Language::French];

/// Which of the languages it is.
pub(crate) fn number(language: Language) -> usize {
    LANGUAGES.iter().position(|&known| known == language).unwrap_or(0)
}

/// A role by its letter. Where no language is said it is English, with S or N for the knight.
pub(crate) fn role(language: Option<Language>, text: &str) -> Option<Role> {
    let mut letters = text.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
    let letter = letter.to_ascii_uppercase();
    if language.is_none() && letter == 'N' {
        return Some(Role::Knight);
    }
    let known = ["PSBRQK", "BSLTDK", "PCFTDR"][number(language.unwrap_or_default())];
    known.find(letter).map(|at| Role::ALL[at])
}

/// A colour by the beginning of its name; where no language is said, in any of them.
pub(crate) fn color(language: Option<Language>, text: &str) -> Option<Color> {
    const NAMES: [[&str; 2]; 3] = [["white", "black"], ["weiss", "schwarz"], ["blanc", "noir"]];
    let text = text.to_ascii_lowercase();
    // A single letter could be a piece or a command.
    let is = |name: &str| text.len() >= 2 && name.starts_with(&text);
    let languages = LANGUAGES.into_iter().filter(|&known| language.is_none_or(|it| it == known));
    languages.into_iter().find_map(|known| {
        let at = NAMES[number(known)].iter().position(|name| is(name))?;
        Some(Color::ALL[at])
    })
}

/// A piece with its squares, such as `Qe8` or `Pa2b2`.
pub(crate) fn pieces(
    language: Option<Language>,
    color: Color,
    word: &str,
) -> Option<Vec<(Piece, Square)>> {
    let role = role(language, word.get(..1)?)?;
    squares_in(&word[1..]).map(|squares| {
        squares.into_iter().map(|square| (Piece::new(color, role), square)).collect()
    })
}

/// The pieces of a board in Forsyth's notation with the letters of the language.
pub(crate) fn forsyth(
    language: Option<Language>,
    board: &str,
) -> Result<[Option<Piece>; 64], String> {
    let mut pieces = [None; 64];
    let (mut file, mut rank) = (0, 7);
    for letter in board.chars() {
        match letter {
            '/' | ',' => (file, rank) = (0, rank - 1),
            '1'..='8' => file += letter as i32 - '0' as i32,
            _ => {
                let role = role(language, letter.encode_utf8(&mut [0; 4])).ok_or_else(|| {
                    let knight = ["S", "S", "C"][number(language.unwrap_or_default())];
                    format!("{letter:?} is no piece of chess here; the knight is {knight}")
                })?;
                let white = letter.is_ascii_uppercase();
                let color = if white { Color::White } else { Color::Black };
                let at = usize::try_from(rank * 8 + file).ok().filter(|_| file < 8);
                let slot = at.and_then(|at| pieces.get_mut(at));
                *slot.ok_or("the board has more squares than 8 by 8")? =
                    Some(Piece::new(color, role));
                file += 1;
            }
        }
    }
    Ok(pieces)
}
