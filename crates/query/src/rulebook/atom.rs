//! Statements about a position of a rulebook's game.

use crate::sketch::{Atom, Diagnostic, Formula};
use std::sync::Arc;
use zugwerk_rulebook::ast::{Expr, ExprKind, Operator};
use zugwerk_rulebook::ground::ground_formula;
use zugwerk_rulebook::{RuleGame, Rulebook, Statement};

/// What can be said of a position.
#[derive(Clone, Debug)]
pub enum RuleAtom {
    /// The line has been played by the rules: always true.
    Legal,
    /// The game is over.
    Over,
    /// Whose turn it is has no move, though no end has been reached.
    Stuck,
    /// This player has won.
    Won(usize),
    /// The game is over, and nobody has won.
    Draw,
    /// It is this player's turn.
    Turn(usize),
    /// A formula of the rulebook's language, by whose turn it is: that is `me`.
    Stated(Arc<[Statement]>),
}

/// Words that every sketch of a rulebook knows, unless the rulebook has them too.
const WORDS: [&str; 9] =
    ["legal", "over", "stuck", "draw", "wins", "won", "turn", "invariant", "goal"];

impl RuleAtom {
    /// Understands a statement.
    pub fn read(game: &RuleGame, book: &Rulebook, atom: &Atom) -> Result<RuleAtom, Diagnostic> {
        let Some(expr) = &atom.expr else {
            let message = format!("{} is no formula", atom.name.text);
            return Err(Diagnostic::new(atom.span.clone(), message, "a formula of the rulebook"));
        };
        match (how_it_stands(game, expr), &expr.kind) {
            (Some(known), _) => Ok(known),
            (None, ExprKind::Name(name)) if name == "goal" && !is_of(game, name) => {
                let goals = book.goals.iter().map(|goal| goal.formula.clone());
                let and = |one: Expr, two: Expr| Expr {
                    span: expr.span.clone(),
                    kind: ExprKind::Binary(Operator::And, Box::new(one), Box::new(two)),
                };
                match goals.reduce(and) {
                    Some(all) => stated(game, book, &all),
                    None => {
                        let message = format!("{} states no goal", book.name.text);
                        Err(Diagnostic::new(expr.span.clone(), message, "a formula"))
                    }
                }
            }
            _ => stated(game, book, expr),
        }
    }

    /// Understands a formula of the rulebook, each statement in it by itself.
    pub fn of_expr(
        game: &RuleGame,
        book: &Rulebook,
        expr: &Expr,
    ) -> Result<Formula<RuleAtom>, Diagnostic> {
        let both = |left: &Expr, right: &Expr| {
            Ok(vec![RuleAtom::of_expr(game, book, left)?, RuleAtom::of_expr(game, book, right)?])
        };
        Ok(match &expr.kind {
            ExprKind::Binary(Operator::And, left, right) => Formula::And(both(left, right)?),
            _ => Formula::Atom(match how_it_stands(game, expr) {
                Some(known) => known,
                None => stated(game, book, expr)?,
            }),
        })
    }
}

/// Whether a rulebook has a word.
fn is_of(game: &RuleGame, word: &str) -> bool {
    let words = &game.ground().words;
    words.states.iter().any(|state| state.name == word)
        || words.kinds.iter().any(|kind| kind == word)
        || words.moves.iter().any(|known| known == word)
        || words.functions.iter().any(|function| function.name.text == word)
        || words.parameters.contains_key(word)
}

/// A statement about how the game stands; none where it is a formula of the rulebook.
fn how_it_stands(game: &RuleGame, expr: &Expr) -> Option<RuleAtom> {
    let words = &game.ground().words;
    let name = |expr: &Expr| match &expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        _ => None,
    };
    let is_of_the_rulebook = |word: &str| is_of(game, word);
    let player = |expr: &Expr| {
        let name = name(expr)?;
        words.players.iter().position(|player| *player == name)
    };
    match &expr.kind {
        ExprKind::Name(word) if is_of_the_rulebook(word) => None,
        ExprKind::Name(word) => match word.as_str() {
            "legal" => Some(RuleAtom::Legal),
            "over" => Some(RuleAtom::Over),
            "stuck" => Some(RuleAtom::Stuck),
            "draw" => Some(RuleAtom::Draw),
            _ => None,
        },
        // Two words side by side are read as an owner and a piece.
        ExprKind::Owned(who, what) => {
            let wins = name(what).is_some_and(|word| {
                ["wins", "won"].contains(&word.as_str()) && !is_of_the_rulebook(&word)
            });
            wins.then(|| player(who).map(RuleAtom::Won))?
        }
        ExprKind::Call(word, arguments) if word.text == "won" && !is_of_the_rulebook("won") => {
            let [who] = &arguments[..] else { return None };
            player(who).map(RuleAtom::Won)
        }
        ExprKind::Binary(Operator::Equal, left, right)
            if name(left).as_deref() == Some("turn") && !is_of_the_rulebook("turn") =>
        {
            player(right).map(RuleAtom::Turn)
        }
        _ => None,
    }
}

fn stated(game: &RuleGame, book: &Rulebook, expr: &Expr) -> Result<RuleAtom, Diagnostic> {
    let ground = game.ground();
    let mut by_turn = Vec::new();
    for me in 0..ground.sides.len() {
        let (arena, root) = ground_formula(book, ground, me, expr).map_err(|mistake| {
            // The words of sketches are not those of the rulebook.
            let word = game_word(expr, &mistake);
            match mistake.help {
                None => mistake.suggest(&word, WORDS),
                Some(_) => mistake,
            }
        })?;
        by_turn.push(game.statement(arena, root));
    }
    Ok(RuleAtom::Stated(by_turn.into()))
}

/// The word of a formula that a mistake is about.
fn game_word(expr: &Expr, mistake: &Diagnostic) -> String {
    match &expr.kind {
        ExprKind::Name(name) if expr.span == mistake.span => name.clone(),
        _ => String::new(),
    }
}
