//! Which words occur in a piece of text.

use crate::ast::{Binder, Effect, EffectKind, Expr, ExprKind, Move, Quantifier};

/// Calls `found` with every word of an expression that may be a variable.
pub fn expr(expr: &Expr, found: &mut dyn FnMut(&str)) {
    match &expr.kind {
        ExprKind::Number(_) => {}
        ExprKind::Name(name) => found(name),
        ExprKind::Call(_, arguments) | ExprKind::Set(arguments) => {
            arguments.iter().for_each(|argument| self::expr(argument, found));
        }
        ExprKind::Not(a)
        | ExprKind::Minus(a)
        | ExprKind::No(a)
        | ExprKind::Some(a)
        | ExprKind::Has(a, _) => {
            self::expr(a, found);
        }
        ExprKind::Vector(a, b)
        | ExprKind::Owned(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::In(a, b)
        | ExprKind::NotIn(a, b)
        | ExprKind::On(a, b) => {
            self::expr(a, found);
            self::expr(b, found);
        }
        ExprKind::If(a, b, c) => [a, b, c].into_iter().for_each(|part| self::expr(part, found)),
        ExprKind::Quantified(quantifier, binders, body) => {
            if let Quantifier::Exactly(number)
            | Quantifier::AtLeast(number)
            | Quantifier::AtMost(number) = quantifier
            {
                self::expr(number, found);
            }
            self::binders(binders, found);
            self::expr(body, found);
        }
        ExprKind::Comprehension(binder, body) => {
            binders(std::slice::from_ref(binder), found);
            self::expr(body, found);
        }
    }
}

fn binders(binders: &[Binder], found: &mut dyn FnMut(&str)) {
    let parts = binders.iter().flat_map(|binder| binder.domain.iter().chain(&binder.condition));
    parts.for_each(|part| expr(part, found));
}

/// The same for effects.
pub fn effects(effects: &[Effect], found: &mut dyn FnMut(&str)) {
    for effect in effects {
        match &effect.kind {
            EffectKind::Assign(a, b) | EffectKind::Goes(a, b) | EffectKind::Swap(a, b) => {
                expr(a, found);
                expr(b, found);
            }
            EffectKind::If(condition, inner) => {
                expr(condition, found);
                self::effects(inner, found);
            }
            EffectKind::All(all, inner) => {
                binders(all, found);
                self::effects(inner, found);
            }
            EffectKind::Stack { count, from, to } => {
                [count, from, to].into_iter().for_each(|part| expr(part, found))
            }
        }
    }
}

/// The same for a move or a part of one.
pub fn rule(rule: &Move, found: &mut dyn FnMut(&str)) {
    rule.conditions.iter().for_each(|condition| expr(&condition.formula, found));
    effects(&rule.effects, found);
    if let Some(repeat) = &rule.repeat {
        repeat.bindings.iter().for_each(|(_, value)| expr(value, found));
        repeat.condition.iter().for_each(|condition| expr(condition, found));
    }
}
