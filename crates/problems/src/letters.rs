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

/// A keyword as it is compared: in small letters, and umlauts, ß and accents as Popeye's keywords write them.
pub(crate) fn folded(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    for letter in word.chars().flat_map(char::to_lowercase) {
        match letter {
            'ä' => folded.push_str("ae"),
            'ö' => folded.push_str("oe"),
            'ü' => folded.push_str("ue"),
            'ß' => folded.push_str("ss"),
            'à' | 'â' => folded.push('a'),
            'ç' => folded.push('c'),
            'è' | 'é' | 'ê' => folded.push('e'),
            'î' => folded.push('i'),
            'ô' => folded.push('o'),
            'û' => folded.push('u'),
            _ => folded.push(letter),
        }
    }
    folded
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
    let text = folded(text);
    // A single letter could be a piece or a command.
    let is = |name: &str| text.len() >= 2 && name.starts_with(&text);
    let languages = LANGUAGES.into_iter().filter(|&known| language.is_none_or(|it| it == known));
    languages.into_iter().find_map(|known| {
        let at = NAMES[number(known)].iter().position(|name| is(name))?;
        Some(Color::ALL[at])
    })
}

/// A piece with its squares, such as `Qe8` or `Pa2b2`. A letter alone has them in the word after it, which `next` tells.
pub(crate) fn pieces<'a>(
    language: Option<Language>,
    color: Color,
    word: &'a str,
    next: impl FnOnce() -> Option<&'a str>,
) -> Option<Vec<(Piece, Square)>> {
    let role = role(language, word.get(..1)?)?;
    let squares = if word.len() == 1 { next()? } else { &word[1..] };
    squares_in(squares).map(|squares| {
        squares.into_iter().map(|square| (Piece::new(color, role), square)).collect()
    })
}

/// The pieces of a board in Forsyth's notation with the letters of the language.
pub(crate) fn forsyth(
    language: Option<Language>,
    board: &str,
) -> Result<[Option<Piece>; 64], String> {
    let mut pieces = [None; 64];
    let too_many = || "the board has more squares than 8 by 8".to_string();
    // Squares from a8 on, and where the row ends.
    let (mut at, mut end) = (0, 8);
    let mut letters = board.chars().peekable();
    while let Some(letter) = letters.next() {
        if let Some(digit) = letter.to_digit(10) {
            let mut empty = digit as usize;
            while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                empty = (10 * empty + digit as usize - '0' as usize).min(65);
            }
            at += empty;
            // Popeye's larger numbers go on in the rows below.
            end = if empty > 8 { at.next_multiple_of(8) } else { end };
        } else if matches!(letter, '/' | ',') {
            (at, end) = (end, end + 8);
        } else {
            let role = role(language, letter.encode_utf8(&mut [0; 4])).ok_or_else(|| {
                let knight = ["S", "S", "C"][number(language.unwrap_or_default())];
                format!("{letter:?} is no piece of chess here; the knight is {knight}")
            })?;
            let white = letter.is_ascii_uppercase();
            let color = if white { Color::White } else { Color::Black };
            let slot = pieces.get_mut(at ^ 56).filter(|_| at < end);
            *slot.ok_or_else(too_many)? = Some(Piece::new(color, role));
            at += 1;
        }
        if at > end.min(64) {
            return Err(too_many());
        }
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_more_than_a_row_go_on_in_the_rows_below() {
        let board = |text: &str| forsyth(None, text);
        assert_eq!(board("4k3/24/Q7/15K/8"), board("4k3/8/8/8/Q7/8/7K/8"));
        assert_eq!(board("4k3/K3b2b/48"), board("4k3/K3b2b/8/8/8/8/8/8"));
        for text in ["ppppppppp/8", "4k4", "65", "99999999999999999999", "8/8/8/8/8/8/8/8/k7"] {
            assert!(board(text).unwrap_err().contains("8 by 8"), "{text}");
        }
        let placed = board("S7/8/8/8/8/8/8/7k").unwrap();
        assert_eq!(placed[56], Some(Piece::new(Color::White, Role::Knight)));
        assert_eq!(placed[7], Some(Piece::new(Color::Black, Role::King)));
    }
}
