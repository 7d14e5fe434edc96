//! The whole of a game grounded: its words first, then its start, then the rules for each player.

use super::Arena;
use super::drafts::conjuncts;
use super::expr::{Grounded, Grounder, too_large};
use super::form::{End, Ground, Result as EndResult, Side, Stated};
use super::node::Id;
use super::rules::{Chain, Contexts};
use super::scope::{Scope, Words};
use super::start::{single_contents, start};
use super::value::Value;
use super::words::words;
use crate::Diagnostic;
use crate::ast::{self, Expr, ExprKind, Kind, Operator, Rulebook};
use std::collections::HashMap;

/// Values for the parameters of a rulebook, by name.
pub type Settings = HashMap<String, i64>;

/// How many further parts a move has at most.
const MOST_PARTS: usize = 20;

/// Grounds a game or a machine with these values for its parameters.
pub fn ground(book: &Rulebook, settings: &Settings) -> Grounded<Ground> {
    ground_book(book, settings, true)
        .map_err(|mistake| crate::bundled::told_in_variant(mistake, book))
}

/// The same for a rulebook from which something was taken away: a word that only this used may be left.
pub fn ground_reduced(book: &Rulebook, settings: &Settings) -> Grounded<Ground> {
    ground_book(book, settings, false)
}

fn ground_book(book: &Rulebook, settings: &Settings, whole: bool) -> Grounded<Ground> {
    if book.kind == Kind::Puzzle {
        let puzzle = Diagnostic::new(book.name.span.clone(), "this is a puzzle", "a game");
        return Err(puzzle.with_help("a puzzle is solved with zugwerk puzzle solve --kind FILE"));
    }
    let words = words(book, settings)?;
    if whole {
        moves_followed_exist(book, &words)?;
    }
    let start = start(book, &words)?;
    let single = single_contents(&words, &start);
    let mut sides = Vec::new();
    for me in 0..words.players.len() {
        sides.push(side(book, &words, me, single.clone(), whole)?);
    }
    if sides.iter().all(|side| side.families.is_empty()) {
        let span = book
            .moves
            .first()
            .map_or(book.name.span.clone(), |rule| rule.span.start..rule.span.start + 4);
        return Err(Diagnostic::new(
            span,
            "nobody can ever move",
            "a move that some position allows",
        ));
    }
    if whole {
        questions_mean_something(book, &words)?;
    }
    let look = book
        .board
        .iter()
        .flat_map(|board| board.words.iter().map(|word| word.text.clone()))
        .collect();
    let repetition = match &book.repetition {
        Some(repetition) => {
            let mut grounder = grounder(book, &words, 0, Vec::new());
            let times = grounder.known_number(&repetition.times, &mut Scope::default())?;
            if !(2..=1000).contains(&times) {
                let message = format!("a repetition of {times}");
                let span = repetition.times.span.clone();
                return Err(Diagnostic::new(span, message, "a number from 2 to 1000"));
            }
            let sentence =
                repetition.sentence.as_ref().map_or(String::new(), |quoted| quoted.text.clone());
            Some((times as u32, sentence))
        }
        None => None,
    };
    let (name, about) = (book.name.text.clone(), book.about.clone());
    Ok(Ground { name, about, words, look, sides, start, repetition })
}

/// A mistake where a part or a change follows a move that is not there: it would never happen.
fn moves_followed_exist(book: &Rulebook, words: &Words) -> Grounded<()> {
    let followed = book.parts.iter().flat_map(|then| &then.after);
    let followed = followed.chain(book.after.iter().flat_map(|after| &after.moves));
    let unknown = |name: &&ast::Name| name.text != "move" && !words.moves.contains(&name.text);
    let Some(name) = followed.into_iter().find(unknown) else { return Ok(()) };
    let message = format!("there is no move {}", name.text);
    let expected = match words.moves.is_empty() {
        true => format!("a move with that name, as in move {} a -> b", name.text),
        false => words.moves.join(", "),
    };
    Err(Diagnostic::new(name.span.clone(), message, expected)
        .suggest(&name.text, words.moves.iter().map(String::as_str)))
}

/// A mistake in a goal or an invariant, which nobody may have asked about yet.
fn questions_mean_something(book: &Rulebook, words: &Words) -> Grounded<()> {
    for me in 0..words.players.len() {
        let check = |formula: &Expr| -> Grounded<()> {
            let mut grounder = grounder(book, words, me, Vec::new());
            grounder.formula(formula, &mut Scope::default())?;
            too_large(&grounder.arena, &formula.span)
        };
        book.goals.iter().try_for_each(|goal| check(&goal.formula))?;
        // Of an invariant a question also understands how the game stands.
        let parts = book.invariants.iter().flat_map(|invariant| conjuncts(&invariant.formula));
        parts.filter(|part| !says_how_it_stands(part, words)).try_for_each(check)?;
    }
    Ok(())
}

/// Whether a formula is one of `legal`, `over`, `stuck`, `draw`, `turn = white`, `white won` and `won(white)`.
fn says_how_it_stands(formula: &Expr, words: &Words) -> bool {
    let name = |expr: &Expr| match &expr.kind {
        ExprKind::Name(name) => name.clone(),
        _ => String::new(),
    };
    let plays = |expr: &Expr| words.players.contains(&name(expr));
    match &formula.kind {
        ExprKind::Name(word) => ["legal", "over", "stuck", "draw"].contains(&word.as_str()),
        ExprKind::Owned(who, what) => plays(who) && ["wins", "won"].contains(&name(what).as_str()),
        ExprKind::Call(word, arguments) => {
            word.text == "won" && arguments.len() == 1 && plays(&arguments[0])
        }
        ExprKind::Binary(Operator::Equal, left, right) => name(left) == "turn" && plays(right),
        _ => false,
    }
}

/// Grounds a formula that is no rule, as a question has it: its nodes, and which of them it is. `me` is this player.
pub fn ground_formula(
    book: &Rulebook,
    game: &Ground,
    me: usize,
    formula: &Expr,
) -> Grounded<(Arena, Id)> {
    // A question may start anywhere: of nothing is it known that there is just one.
    let mut grounder = grounder(book, &game.words, me, Vec::new());
    let id = grounder.formula(formula, &mut Scope::default())?;
    too_large(&grounder.arena, &formula.span)?;
    grounder.arena.close();
    Ok((grounder.arena, id))
}

pub(super) fn grounder<'a>(
    book: &'a Rulebook,
    words: &'a Words,
    me: usize,
    single: Vec<u8>,
) -> Grounder<'a> {
    let arena = Arena::new(words.board.clone(), single);
    Grounder {
        book,
        words,
        arena,
        me,
        steps: 0,
        calls: 0,
        depth: 0,
        crowded: false,
        asking: Vec::new(),
    }
}

fn side(book: &Rulebook, words: &Words, me: usize, single: Vec<u8>, whole: bool) -> Grounded<Side> {
    let mut grounder = grounder(book, words, me, single);
    let mut contexts = Contexts::default();
    let mut families = Vec::new();
    for (rule, ast) in book.moves.iter().enumerate() {
        let follows = |then: &&ast::Then| match then.after.is_empty() {
            true => then.above == rule,
            false => then.after.iter().any(|name| {
                name.text == "move" || ast.name.as_ref().is_some_and(|own| own.text == name.text)
            }),
        };
        let parts = book.parts.iter().filter(follows).collect();
        let chain = Chain { rule, ast, parts };
        if let Some(then) = chain.parts.get(MOST_PARTS) {
            let expected = format!("at most {MOST_PARTS}");
            return Err(Diagnostic::new(
                then.part.span.clone(),
                "a move of too many parts",
                expected,
            ));
        }
        families.extend(grounder.rule(&chain, &mut contexts)?);
        grounder.not_crowded(&ast.span)?;
        too_large(&grounder.arena, &ast.span)?;
        if whole {
            grounder.all_words_are_used(&chain)?;
        }
    }
    let stated = |grounder: &mut Grounder, laws: &[ast::Law]| -> Grounded<Vec<Stated>> {
        let one = |law: &ast::Law| {
            let sentence =
                law.sentence.as_ref().map_or(String::new(), |quoted| quoted.text.clone());
            Ok(Stated { formula: grounder.formula(&law.formula, &mut Scope::default())?, sentence })
        };
        laws.iter().map(one).collect()
    };
    let never = stated(&mut grounder, &book.never)?;
    let again = stated(&mut grounder, &book.again)?;
    let ends =
        book.ends.iter().map(|end| ground_end(&mut grounder, end)).collect::<Grounded<Vec<_>>>()?;
    let mut values = Vec::new();
    for value in &book.values {
        values.push(grounder.number(value, &mut Scope::default())?);
    }
    let value = (!values.is_empty()).then(|| grounder.arena.sum(values));
    too_large(&grounder.arena, &book.name.span)?;
    grounder.arena.close();
    let (mut parts, afters) = (contexts.parts, contexts.afters);
    super::overlap::name_alike(&grounder.arena, &mut families);
    for part in &mut parts {
        super::overlap::name_alike(&grounder.arena, &mut part.families);
    }
    Ok(Side { arena: grounder.arena, families, parts, afters, never, again, ends, value })
}

fn ground_end(grounder: &mut Grounder, end: &ast::End) -> Grounded<End> {
    let scope = &mut Scope::default();
    let result = match &end.result {
        ast::Result::Draw => EndResult::Draw,
        ast::Result::Score(score) => EndResult::Score(grounder.number(score, scope)?),
        ast::Result::Wins(who) => match grounder.expr(who, scope)? {
            Value::Player(player) => EndResult::Wins(player),
            other => {
                let message = format!("{} cannot win", other.describe());
                return Err(Diagnostic::new(who.span.clone(), message, "me, other or a player"));
            }
        },
    };
    let sentence = end.sentence.as_ref().map_or(String::new(), |quoted| quoted.text.clone());
    let (mut no_move, mut formulas) = (false, Vec::new());
    let mut open: Vec<&Expr> = end.condition.iter().collect();
    while let Some(part) = open.pop() {
        match &part.kind {
            ExprKind::Binary(Operator::And, left, right) => open.extend([&**right, &**left]),
            ExprKind::No(inner)
                if matches!(grounder.expr(inner, scope), Ok(Value::Moves(None, _))) =>
            {
                if grounder.expr(inner, scope)? != Value::Moves(None, 1 - grounder.me) {
                    let message = "who has just moved is not to move";
                    return Err(Diagnostic::new(part.span.clone(), message, "no move of other"));
                }
                no_move = true;
            }
            _ => formulas.push(grounder.formula(part, scope)?),
        }
    }
    let condition = grounder.arena.all(formulas);
    Ok(End { result, sentence, condition, no_move })
}
