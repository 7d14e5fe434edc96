//! Functions that are defined by themselves: their value is never found.

use super::expr::Grounded;
use crate::Diagnostic;
use crate::ast::{Expr, ExprKind, Function, Rulebook};
use std::collections::HashMap;

/// A mistake where a function is used in its own meaning, whether somebody calls it or not. What stands in a branch of
/// `if` may come to an end, and of a function with several lines another line may.
pub(super) fn functions_end(book: &Rulebook) -> Grounded<()> {
    let mut lines: HashMap<&str, usize> = HashMap::new();
    for function in &book.functions {
        *lines.entry(&function.name.text).or_default() += 1;
    }
    let single = |function: &&Function| lines[function.name.text.as_str()] == 1;
    let functions: Vec<&Function> = book.functions.iter().filter(single).collect();
    let places: HashMap<&str, usize> =
        functions.iter().zip(0..).map(|(function, at)| (function.name.text.as_str(), at)).collect();
    let at = |name: &str| places.get(name).copied();
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
