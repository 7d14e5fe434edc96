//! Functions that are defined by themselves: their value is never found.

use super::expr::Grounded;
use crate::Diagnostic;
use crate::ast::{Expr, ExprKind, Function, Rulebook};

/// A mistake where a function is used in its own meaning, whether somebody calls it or not. What stands in a branch of
/// `if` may come to an end, and of a function with several lines another line may.
pub(super) fn functions_end(book: &Rulebook) -> Grounded<()> {
    let single = |function: &&Function| {
        book.functions.iter().filter(|other| other.name.text == function.name.text).count() == 1
    };
    let functions: Vec<&Function> = book.functions.iter().filter(single).collect();
    let at = |name: &str| functions.iter().position(|function| function.name.text == name);
    let uses: Vec<Vec<(usize, &Expr)>> = functions
        .iter()
        .map(|function| {
            let mut used = Vec::new();
            let own = |name: &str| function.parameters.iter().any(|own| own.text == name);
            always(&function.body, &mut |name, expr| {
                used.extend(at(name).filter(|_| !own(name)).map(|at| (at, expr)));
            });
            used
        })
        .collect();
    for (start, function) in functions.iter().enumerate() {
        let mut seen = vec![false; functions.len()];
        let mut open = vec![start];
        while let Some(from) = open.pop() {
            for &(to, expr) in &uses[from] {
                if to == start {
                    let message = format!("{} is used in its own meaning", function.name.text);
                    let expected = "functions that do not go round in a circle";
                    return Err(Diagnostic::new(expr.span.clone(), message, expected));
                }
                if !std::mem::replace(&mut seen[to], true) {
                    open.push(to);
                }
            }
        }
    }
    Ok(())
}

/// Calls `found` with every word that an expression needs to have a value.
fn always<'a>(expr: &'a Expr, found: &mut dyn FnMut(&str, &'a Expr)) {
    match &expr.kind {
        ExprKind::Name(name) => found(name, expr),
        ExprKind::Call(name, arguments) => {
            found(&name.text, expr);
            arguments.iter().for_each(|argument| always(argument, found));
        }
        ExprKind::Set(elements) => elements.iter().for_each(|element| always(element, found)),
        ExprKind::Not(a) | ExprKind::Minus(a) | ExprKind::No(a) | ExprKind::Some(a) => {
            always(a, found);
        }
        ExprKind::Has(a, _) => always(a, found),
        ExprKind::Vector(a, b)
        | ExprKind::Owned(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::In(a, b)
        | ExprKind::NotIn(a, b)
        | ExprKind::On(a, b) => {
            always(a, found);
            always(b, found);
        }
        ExprKind::If(condition, ..) => always(condition, found),
        ExprKind::Number(_) => {}
        // Variables may hide a function, and may have nothing to run through.
        ExprKind::Quantified(..) | ExprKind::Comprehension(..) => {}
    }
}
