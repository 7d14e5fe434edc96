//! The text of a sketch cut into tokens. In a line of play a token is a whole move with its holes; in
//! a formula it is a word, a number or a sign.

use super::Span;
use logos::{Lexer, Logos};

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    pub span: Span,
    /// The first of its line.
    pub first: bool,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One of the words that begin a line.
    Keyword,
    /// A word or a number of a formula.
    Word,
    /// A move, a hole or `*`.
    Move,
    /// A text in quotes, given without them.
    Quoted,
    /// A bracket, a comma or a comparison.
    Sign,
    /// Something that no token looks like.
    Unknown,
    /// After the last token.
    End,
}

/// The words that begin a line of a sketch.
pub const KEYWORDS: [&str; 10] =
    ["game", "from", "where", "play", "expect", "always", "find", "for", "without", "with"];

#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip(r"#[^\n]*", allow_greedy = true))]
enum Plain {
    #[regex(r"[\p{Alphabetic}0-9_]+")]
    Word,
    #[regex(r#""[^"\n]*""#)]
    Quoted,
    #[regex(r"<=|>=|!=|[=<>()\[\],]")]
    Sign,
}

#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip r"[0-9]+\.+")] // the number of a move, as answers have it
#[logos(skip(r"#[^\n]*", allow_greedy = true))]
enum Play {
    // A comma or a colon stands between two words of a move: `c1,d1`.
    #[regex(r"[\p{Alphabetic}0-9?*]([,:]?[\p{Alphabetic}0-9?*=+#/\-])*")]
    #[token("--")]
    Move,
    #[regex(r#""[^"\n]*""#)]
    Quoted,
    #[regex(r"\{[ \t]*[0-9]+[ \t]*(\.\.[ \t]*[0-9]+[ \t]*)?\}")]
    Times,
    #[regex(r"[()\[]")]
    Sign,
}

/// Cuts the text into tokens, an [`Kind::End`] after the last.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut plain = Plain::lexer(text);
    // Inside the brackets of a line of play.
    let mut nested = false;
    while let Some(found) = plain.next() {
        let kind = match found {
            Ok(Plain::Word) if KEYWORDS.contains(&plain.slice()) => Kind::Keyword,
            Ok(Plain::Word) => Kind::Word,
            Ok(Plain::Quoted) => Kind::Quoted,
            Ok(Plain::Sign) => Kind::Sign,
            Err(()) => Kind::Unknown,
        };
        push(&mut tokens, &plain, kind);
        let back_to_play = nested && plain.slice() == "]";
        if kind == Kind::Keyword && plain.slice() == "play" || back_to_play {
            let mut play: Lexer<Play> = plain.morph();
            nested = lex_play(&mut tokens, &mut play);
            plain = play.morph();
        } else if kind == Kind::Keyword {
            nested = false;
        }
    }
    tokens.push(Token { kind: Kind::End, text: "", span: text.len()..text.len(), first: true });
    tokens
}

/// Reads moves up to the next keyword, or up to a bracket: then true.
fn lex_play<'a>(tokens: &mut Vec<Token<'a>>, play: &mut Lexer<'a, Play>) -> bool {
    while let Some(found) = play.next() {
        match found {
            Ok(Play::Move) if KEYWORDS.contains(&play.slice()) => {
                push(tokens, play, Kind::Keyword);
                if play.slice() != "play" {
                    return false;
                }
            }
            Ok(Play::Move) => push(tokens, play, Kind::Move),
            Ok(Play::Quoted) => push(tokens, play, Kind::Quoted),
            Ok(Play::Sign | Play::Times) => push(tokens, play, Kind::Sign),
            Err(()) => push(tokens, play, Kind::Unknown),
        }
        if play.slice() == "[" {
            return true;
        }
    }
    false
}

fn push<'a, T: Logos<'a, Source = str>>(
    tokens: &mut Vec<Token<'a>>,
    lexer: &Lexer<'a, T>,
    kind: Kind,
) {
    let text = lexer.slice();
    let text = if kind == Kind::Quoted { &text[1..text.len() - 1] } else { text };
    let end = tokens.last().map_or(0, |token| token.span.end);
    let first = tokens.is_empty() || lexer.source()[end..lexer.span().start].contains('\n');
    tokens.push(Token { kind, text, span: lexer.span(), first });
}
