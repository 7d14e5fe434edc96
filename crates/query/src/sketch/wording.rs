//! Statements about a game of a rulebook: formulas in the language of rulebooks, as they stand in a sketch.

use super::{Atom, Diagnostic, Formula, Span, Word};
use zugwerk_rulebook::ast::{Expr, ExprKind, Operator};
use zugwerk_rulebook::parse_formula;

/// The longest formula: formulas inside each other need a stack.
const LONGEST: usize = 4096;

/// Reads the formula that stands at a place of a text.
pub fn formula(text: &str, span: Span) -> Result<Formula<Atom>, Diagnostic> {
    if span.len() > LONGEST {
        let expected = format!("at most {LONGEST} characters");
        return Err(Diagnostic::new(span.start..span.start, "this formula is too long", expected));
    }
    // What is before the formula is blank, so that places in it are places in the text.
    let mut blank = " ".repeat(span.start);
    let mut comment = false;
    for sign in text[span].chars() {
        comment = (comment || sign == '#') && sign != '\n';
        match comment || sign.is_whitespace() {
            true => blank.extend(std::iter::repeat_n(' ', sign.len_utf8())),
            false => blank.push(sign),
        }
    }
    Ok(of_expr(parse_formula(&blank)?, text))
}

/// The same formula with its statements apart.
fn of_expr(expr: Expr, text: &str) -> Formula<Atom> {
    match expr.kind {
        ExprKind::Not(inner) => Formula::Not(Box::new(of_expr(*inner, text))),
        ExprKind::Binary(Operator::And, left, right) => {
            Formula::And(vec![of_expr(*left, text), of_expr(*right, text)])
        }
        ExprKind::Binary(Operator::Or, left, right) => {
            Formula::Or(vec![of_expr(*left, text), of_expr(*right, text)])
        }
        ExprKind::Binary(Operator::Implies, left, right) => {
            let left = Formula::Not(Box::new(of_expr(*left, text)));
            Formula::Or(vec![left, of_expr(*right, text)])
        }
        // |x| <= n says two things, each of which can be proved by itself.
        ExprKind::Binary(operator @ (Operator::AtMost | Operator::Less), left, right) if matches!(&left.kind, ExprKind::Call(name, of) if name.text == "abs" && of.len() == 1) =>
        {
            let ExprKind::Call(_, mut of) = left.kind else { unreachable!("just matched") };
            let (inner, span) = (of.remove(0), expr.span);
            let minus =
                Expr { span: inner.span.clone(), kind: ExprKind::Minus(Box::new(inner.clone())) };
            let half = |value: Expr| Expr {
                kind: ExprKind::Binary(operator, Box::new(value), right.clone()),
                span: span.clone(),
            };
            Formula::And(vec![of_expr(half(inner), text), of_expr(half(minus), text)])
        }
        _ => {
            let name = text.get(expr.span.clone()).unwrap_or_default().to_string();
            let span = expr.span.clone();
            Formula::Atom(Atom {
                name: Word { text: name, span: span.clone() },
                arguments: Vec::new(),
                quoted: None,
                comparison: None,
                compared: Vec::new(),
                span,
                expr: Some(Box::new(expr)),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn statements_are_apart_and_keep_their_places() {
        let text =
            "game breakthrough\nplay ?\nexpect count(white) <= 3 and # both\n not (a1 is empty)";
        let sketch = parse(text).unwrap();
        let [Formula::Atom(first), Formula::Not(second)] = &sketch.expect.demands()[..] else {
            panic!("{:?}", sketch.expect)
        };
        assert_eq!(&text[first.span.clone()], "count(white) <= 3");
        let Formula::Atom(second) = &**second else { panic!() };
        assert_eq!(&text[second.span.clone()], "(a1 is empty)");
    }
}
