//! The rulebooks that come with the program.

use crate::ast::{After, Function, Law, Move, Name, Quoted, Rulebook, Then};
use crate::parser::parse_from;
use crate::{Diagnostic, parse, sokoban};

macro_rules! bundle {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../rulebooks/", $name, ".rules")))),*]
    };
}

/// The games, by name, with their texts.
const GAMES: [(&str, &str); 23] = bundle![
    "amazons",
    "ataxx",
    "breakthrough",
    "capablanca",
    "chess",
    "clobber",
    "connect-four",
    "deathstacks",
    "domineering",
    "dots-and-boxes",
    "english-draughts",
    "fox-and-hounds",
    "gomoku",
    "hex",
    "international-draughts",
    "knightthrough",
    "los-alamos",
    "nim",
    "nine-mens-morris",
    "othello",
    "pentago",
    "tic-tac-toe",
    "yavalath",
];

/// The machines, by name, with their texts.
const MACHINES: [(&str, &str); 10] = bundle![
    "machines/canal-lock",
    "machines/fifteen",
    "machines/hanoi",
    "machines/lights-out",
    "machines/missionaries",
    "machines/peg-solitaire",
    "machines/sokoban",
    "machines/traffic-light",
    "machines/water-tank",
    "machines/wolf-goat-cabbage",
];

/// The names of the machines that come with the program: `machines/hanoi` is `hanoi`.
pub fn machines() -> impl Iterator<Item = &'static str> {
    MACHINES.iter().map(|(name, _)| name.trim_start_matches("machines/"))
}

/// The text of a machine that comes with the program.
pub fn machine(name: &str) -> Option<&'static str> {
    machines().position(|known| known == name).map(|at| MACHINES[at].1)
}

/// The names of the games that come with the program.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|(name, _)| *name)
}

/// The text of a game that comes with the program.
pub fn text(name: &str) -> Option<&'static str> {
    GAMES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Reads a text; where it is like another rulebook, with what that one says and this one does not.
/// A level of Sokoban is read as its machine.
pub fn read(text: &str) -> Result<Rulebook, Diagnostic> {
    if sokoban::is_level(text) {
        let wrong = |message| Diagnostic::new(0..0, message, "a level such as #####|#@$.#|#####");
        return read_from(&sokoban::machine(text).map_err(wrong)?, 0);
    }
    read_from(text, 0)
}

/// Places in the text that a rulebook is like are counted from here on, those in what that is like from twice as far.
pub(crate) const APART: usize = 1 << 26;

fn read_from(text: &str, origin: usize) -> Result<Rulebook, Diagnostic> {
    let book = parse_from(text, origin)?;
    let Some(like) = &book.like else { return Ok(book) };
    let Some(base) = self::text(&like.text) else {
        let message = format!("there is no rulebook {}", like.text);
        let known: Vec<&str> = names().collect();
        return Err(Diagnostic::new(like.span.clone(), message, known.join(", "))
            .suggest(&like.text, known));
    };
    // A bundled text is like no other that is like it in turn: the depth is bounded by their number.
    let base = read_from(base, origin + APART)?;
    variant(base, book)
}

/// A mistake whose place is in the text that a rulebook is like, told at the word that names that text.
pub(crate) fn told_in_variant(mistake: Diagnostic, book: &Rulebook) -> Diagnostic {
    let (Some(like), true) = (&book.like, mistake.span.start >= APART) else { return mistake };
    let mut name = like.text.clone();
    for _ in 1..mistake.span.start / APART {
        let base = text(&name).and_then(|text| parse(text).ok()).and_then(|book| book.like);
        name = base.map_or(name, |like| like.text);
    }
    let text = text(&name).unwrap_or_default();
    let at = (mistake.span.start % APART).min(text.len());
    let line = text[..at].matches('\n').count();
    let said = text.lines().nth(line).unwrap_or_default().trim();
    let message = format!("{}, in line {} of {name}: {said}", mistake.message, line + 1);
    Diagnostic { message, span: like.span.clone(), ..mistake }
}

/// A rulebook that differs from another.
fn variant(base: Rulebook, book: Rulebook) -> Result<Rulebook, Diagnostic> {
    let is_dropped = |name: &str| book.dropped.iter().any(|dropped| dropped.text == name);
    let names = |rule: &Move| rule.name.as_ref().map(|name| name.text.clone());
    let sentences = sentences(&base);
    if let Some(unknown) = book.dropped.iter().find(|dropped| {
        let piece = base.pieces.iter().any(|piece| piece.name.text == dropped.text);
        let rule = base.moves.iter().chain(base.parts.iter().map(|then| &then.part));
        let law = sentences.contains(&dropped.text.as_str());
        !piece && !law && !rule.into_iter().any(|rule| names(rule).as_ref() == Some(&dropped.text))
    }) {
        let message = format!("{} has no {}", base.name.text, unknown.text);
        let moves = base.moves.iter().chain(base.parts.iter().map(|then| &then.part));
        let moves = moves.filter_map(|rule| rule.name.as_ref());
        let known = base.pieces.iter().map(|piece| &piece.name).chain(moves);
        let known = known.map(|name| name.text.as_str()).chain(sentences);
        let expected = "the name of a move or a piece, or the sentence of a law or an end";
        return Err(
            Diagnostic::new(unknown.span.clone(), message, expected).suggest(&unknown.text, known)
        );
    }
    let replaced = |list: &[Name], name: &Name| list.iter().any(|new| new.text == name.text);
    let mut result = book.clone();

    let new: Vec<Name> = book.parameters.iter().map(|parameter| parameter.name.clone()).collect();
    result.parameters =
        base.parameters.into_iter().filter(|old| !replaced(&new, &old.name)).collect();
    result.parameters.extend(book.parameters);
    result.board = book.board.or(base.board);
    result.players = if book.players.is_empty() { base.players } else { book.players };
    result.pieces = base.pieces.into_iter().filter(|piece| !is_dropped(&piece.name.text)).collect();
    result.pieces.extend(book.pieces);
    result.start = if book.start.is_empty() { base.start } else { book.start };
    let new: Vec<Name> = book.states.iter().map(|state| state.name.clone()).collect();
    result.states = base.states.into_iter().filter(|old| !replaced(&new, &old.name)).collect();
    result.states.extend(book.states);
    let shape = |function: &Function| {
        let parameters: Vec<String> =
            function.parameters.iter().map(|name| name.text.clone()).collect();
        (function.name.text.clone(), parameters)
    };
    let new: Vec<_> = book.functions.iter().map(shape).collect();
    let kept = base.functions.into_iter().filter(|old| {
        !new.contains(&shape(old))
            && !old.parameters.iter().any(|parameter| is_dropped(&parameter.text))
    });
    result.functions = book.functions.into_iter().chain(kept).collect();
    merge_moves(&mut result, base.moves, base.parts, &is_dropped);
    let holds =
        |sentence: &Option<Quoted>| !sentence.as_ref().is_some_and(|it| is_dropped(&it.text));
    let laws = |laws: Vec<Law>| laws.into_iter().filter(|law| holds(&law.sentence));
    let after = base.after.into_iter().filter(|after| holds(&after.sentence));
    let after: Vec<After> =
        after.filter_map(|after| still_following(after, &result.moves)).collect();
    result.after.splice(0..0, after);
    result.never.splice(0..0, laws(base.never));
    result.again.splice(0..0, laws(base.again));
    if result.ends.is_empty() {
        result.ends = base.ends.into_iter().filter(|end| holds(&end.sentence)).collect();
    }
    if result.values.is_empty() {
        result.values = base.values;
    }
    result.repetition = book.repetition.or(base.repetition);
    Ok(result)
}

/// What follows moves, without those that the variant has dropped; nothing if it has none of them.
fn still_following(mut after: After, moves: &[Move]) -> Option<After> {
    let of_every_move = after.moves.is_empty();
    after.moves.retain(|name| {
        moves.iter().any(|rule| rule.name.as_ref().is_some_and(|own| own.text == name.text))
    });
    (of_every_move || !after.moves.is_empty()).then_some(after)
}

/// The sentences by which a variant can drop what they say.
fn sentences(base: &Rulebook) -> Vec<&str> {
    let laws = base.never.iter().chain(&base.again).map(|law| &law.sentence);
    let after = base.after.iter().map(|after| &after.sentence);
    let ends = base.ends.iter().map(|end| &end.sentence);
    laws.chain(after).chain(ends).flatten().map(|sentence| sentence.text.as_str()).collect()
}

/// The moves of the base that are neither dropped nor said anew, then those of the variant; the same for parts.
fn merge_moves(
    result: &mut Rulebook,
    moves: Vec<Move>,
    parts: Vec<Then>,
    is_dropped: &dyn Fn(&str) -> bool,
) {
    let anew: Vec<String> =
        result.moves.iter().filter_map(|rule| Some(rule.name.as_ref()?.text.clone())).collect();
    let goes = |rule: &Move| {
        rule.name.as_ref().is_some_and(|name| is_dropped(&name.text) || anew.contains(&name.text))
    };
    let mut places = Vec::new();
    let mut kept: Vec<Move> = Vec::new();
    for rule in moves {
        places.push((!goes(&rule)).then_some(kept.len()));
        if !goes(&rule) {
            kept.push(rule);
        }
    }
    let before = kept.len();
    let mut kept_parts: Vec<Then> = Vec::new();
    for mut then in parts {
        then.after.retain(|name| {
            name.text == "move"
                || anew.contains(&name.text)
                || kept
                    .iter()
                    .any(|rule| rule.name.as_ref().is_some_and(|own| own.text == name.text))
        });
        let place = places.get(then.above).copied().flatten();
        if goes(&then.part) || place.is_none() && then.after.is_empty() {
            continue;
        }
        then.above = place.unwrap_or(0);
        kept_parts.push(then);
    }
    kept.append(&mut result.moves);
    result.moves = kept;
    for then in &mut result.parts {
        then.above += before;
    }
    kept_parts.append(&mut result.parts);
    result.parts = kept_parts;
}
