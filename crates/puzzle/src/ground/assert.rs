//! Laws as statements: what a formula says is stated as directly as possible, and only its inner parts become gates.

use super::value::Val;
use super::{Grounded, Grounder};
use crate::number::{self, Number};
use crate::place::Place;
use zugwerk_logic::{Bit, Constraints};
use zugwerk_rulebook::ast::{Expr, ExprKind, Operator, Quantifier};

/// Counts with a condition are written out over subsets of so few bits.
const FEW: usize = 8;

impl Grounder<'_> {
    /// States a law: one instance for each choice of the variables of an outermost `all`.
    pub(super) fn state_law(&mut self, formula: &Expr) -> Grounded<()> {
        if let ExprKind::Quantified(Quantifier::All, binders, body) = &formula.kind {
            let first = self.variables.len();
            return self.each(binders, &mut |grounder, guards| {
                let mut places: Vec<Place> = Vec::new();
                for (_, value) in &grounder.variables[first..] {
                    value.spoken_of(&mut places);
                }
                grounder.statement.begin(grounder.law, places);
                grounder.assert(body, guards)
            });
        }
        if let ExprKind::Binary(Operator::And, left, right) = &formula.kind {
            self.state_law(left)?;
            return self.state_law(right);
        }
        self.statement.begin(self.law, Vec::new());
        self.assert(formula, &[])
    }

    /// States the formula for the case that all guards are true.
    fn assert(&mut self, formula: &Expr, guards: &[Bit]) -> Grounded<()> {
        if guards.contains(&Bit::FALSE) {
            return Ok(());
        }
        match &formula.kind {
            ExprKind::Binary(Operator::And, left, right) if self.is_formula(left) => {
                self.assert(left, guards)?;
                self.assert(right, guards)
            }
            ExprKind::Binary(Operator::Implies, left, right) => {
                let premises = self.conjuncts(left)?;
                let more: Vec<Bit> = guards.iter().copied().chain(premises).collect();
                self.assert(right, &more)
            }
            ExprKind::Binary(Operator::Or, left, right) if self.is_formula(left) => {
                let mut bits = self.disjuncts(left)?;
                bits.extend(self.disjuncts(right)?);
                self.clause(guards, &bits);
                Ok(())
            }
            ExprKind::Not(inner) if self.is_formula(inner) => self.deny(inner, guards),
            ExprKind::No(inner) if self.is_formula(inner) => self.deny(inner, guards),
            ExprKind::Quantified(Quantifier::All, binders, body) => {
                self.each(binders, &mut |grounder, more| {
                    let all: Vec<Bit> = guards.iter().chain(more).copied().collect();
                    grounder.assert(body, &all)
                })
            }
            ExprKind::Quantified(Quantifier::No, binders, body) => {
                self.each(binders, &mut |grounder, more| {
                    let all: Vec<Bit> = guards.iter().chain(more).copied().collect();
                    grounder.deny(body, &all)
                })
            }
            ExprKind::Quantified(Quantifier::Some, binders, body) => {
                let bits = self.instances(binders, body)?;
                self.clause(guards, &bits);
                Ok(())
            }
            ExprKind::Quantified(Quantifier::Exactly(count), binders, body) => {
                let count = self.constant(count)?;
                let bits = self.instances(binders, body)?;
                self.counted(guards, &bits, count, count);
                Ok(())
            }
            ExprKind::Quantified(Quantifier::AtLeast(count), binders, body) => {
                let count = self.constant(count)?;
                let bits = self.instances(binders, body)?;
                self.counted(guards, &bits, count, i32::MAX);
                Ok(())
            }
            ExprKind::Quantified(Quantifier::AtMost(count), binders, body) => {
                let count = self.constant(count)?;
                let bits = self.instances(binders, body)?;
                self.counted(guards, &bits, 0, count);
                Ok(())
            }
            ExprKind::Binary(operator, left, right) if is_comparison(*operator) => {
                let right = self.eval(right)?;
                // A sum that must be a known number never looks further than that.
                if let (Operator::Equal, Val::Sum(numbers)) = (operator, &right)
                    && let [number] = &numbers[..]
                    && is_plain_sum(left)
                {
                    self.reach = number.value().and_then(|value| usize::try_from(value).ok());
                }
                let left = self.eval(left);
                self.reach = None;
                self.assert_comparison(*operator, left?, right, guards, formula)
            }
            ExprKind::Call(name, arguments) if guards.is_empty() && self.states(&name.text) => {
                self.state_word(name, arguments)
            }
            _ => {
                let bit = self.bit(formula)?;
                self.clause(guards, &[bit]);
                Ok(())
            }
        }
    }

    /// States that the formula is false where all guards are true.
    fn deny(&mut self, formula: &Expr, guards: &[Bit]) -> Grounded<()> {
        match &formula.kind {
            ExprKind::Binary(Operator::And, left, right) if self.is_formula(left) => {
                let mut all = guards.to_vec();
                all.extend(self.conjuncts(left)?);
                all.extend(self.conjuncts(right)?);
                self.clause(&all, &[]);
                Ok(())
            }
            ExprKind::Binary(Operator::Or, left, right) if self.is_formula(left) => {
                self.deny(left, guards)?;
                self.deny(right, guards)
            }
            ExprKind::Not(inner) if self.is_formula(inner) => self.assert(inner, guards),
            _ => {
                let bit = self.bit(formula)?;
                self.clause(guards, &[!bit]);
                Ok(())
            }
        }
    }

    /// Whether an expression is a formula and no set, as far as its form tells.
    fn is_formula(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(_) | ExprKind::Set(_) | ExprKind::Comprehension(..) => false,
            ExprKind::Not(inner) => self.is_formula(inner),
            ExprKind::Binary(Operator::And | Operator::Or, left, _) => self.is_formula(left),
            _ => true,
        }
    }

    fn conjuncts(&mut self, expr: &Expr) -> Grounded<Vec<Bit>> {
        match &expr.kind {
            ExprKind::Binary(Operator::And, left, right) if self.is_formula(left) => {
                let mut bits = self.conjuncts(left)?;
                if !bits.contains(&Bit::FALSE) {
                    bits.extend(self.conjuncts(right)?);
                }
                Ok(bits)
            }
            _ => Ok(vec![self.bit(expr)?]),
        }
    }

    fn disjuncts(&mut self, expr: &Expr) -> Grounded<Vec<Bit>> {
        match &expr.kind {
            ExprKind::Binary(Operator::Or, left, right) if self.is_formula(left) => {
                let mut bits = self.disjuncts(left)?;
                if !bits.contains(&Bit::TRUE) {
                    bits.extend(self.disjuncts(right)?);
                }
                Ok(bits)
            }
            ExprKind::Quantified(Quantifier::Some, binders, body) => self.instances(binders, body),
            _ => Ok(vec![self.bit(expr)?]),
        }
    }

    fn clause(&mut self, guards: &[Bit], bits: &[Bit]) {
        self.statement.encoder().implies(guards, bits);
    }

    /// Between `least` and `most` of the bits are true, where all guards are.
    fn counted(&mut self, guards: &[Bit], bits: &[Bit], least: i32, most: i32) {
        let encoder = self.statement.encoder();
        let count = bits.len() as i32;
        if guards.is_empty() {
            if least > 0 {
                encoder.at_least(least as usize, bits);
            }
            match usize::try_from(most) {
                Ok(most) if (most as i64) < i64::from(count) => encoder.at_most(most, bits),
                Ok(_) => {}
                Err(_) => encoder.clause(&[]),
            }
            return;
        }
        if bits.len() <= FEW {
            for chosen in 0u32..1 << bits.len() {
                let subset = || {
                    bits.iter()
                        .enumerate()
                        .filter(|(at, _)| chosen >> at & 1 == 1)
                        .map(|(_, &bit)| bit)
                };
                if i64::from(chosen.count_ones()) == i64::from(most) + 1 {
                    let all: Vec<Bit> = guards.iter().copied().chain(subset()).collect();
                    encoder.implies(&all, &[]);
                }
                if chosen.count_ones() as i32 == count - least + 1 {
                    let one: Vec<Bit> = subset().collect();
                    encoder.implies(guards, &one);
                }
            }
            if least > count {
                encoder.implies(guards, &[]);
            }
            return;
        }
        let enough = if least > 0 { encoder.counts(least as usize, bits) } else { Bit::TRUE };
        let more =
            if most < count { encoder.counts(most.max(-1) as usize + 1, bits) } else { Bit::FALSE };
        encoder.implies(guards, &[enough]);
        encoder.implies(guards, &[!more]);
    }

    fn assert_comparison(
        &mut self,
        operator: Operator,
        left: Val,
        right: Val,
        guards: &[Bit],
        expr: &Expr,
    ) -> Grounded<()> {
        match (&left, &right) {
            (Val::Runs(bits), Val::List(list))
                if operator == Operator::Equal && guards.is_empty() =>
            {
                self.state_runs(bits, list);
                return Ok(());
            }
            (Val::Ring(ring), Val::List(list))
                if operator == Operator::Equal && guards.is_empty() =>
            {
                self.state_ring(ring, list);
                return Ok(());
            }
            (Val::Sum(_) | Val::Bit(_), Val::Sum(_) | Val::Bit(_))
                if guards.is_empty() && operator != Operator::NotEqual =>
            {
                let numbers = |value: &Val| match value {
                    Val::Sum(numbers) => numbers.clone(),
                    Val::Bit(bit) => vec![Number::of_bit(*bit)],
                    _ => Vec::new(),
                };
                self.state_comparison(operator, &numbers(&left), &numbers(&right));
                return Ok(());
            }
            _ => {}
        }
        let bit = self.compare(operator, left, right, expr)?;
        self.clause(guards, &[bit]);
        Ok(())
    }

    fn state_comparison(&mut self, operator: Operator, left: &[Number], right: &[Number]) {
        let (encoder, law) = self.statement.parts();
        if let ([a], [b]) = (left, right)
            && a.value().is_none()
            && b.value().is_none()
        {
            match operator {
                Operator::Equal => number::state_equal(encoder, a, b),
                Operator::Less => number::state_less(encoder, a, b),
                Operator::Greater => number::state_less(encoder, b, a),
                Operator::AtMost => number::state_less(encoder, a, &b.plus(1)),
                _ => number::state_less(encoder, b, &a.plus(1)),
            }
            return;
        }
        // A single number with values of its own takes or loses one of them.
        let all: Vec<Number> =
            left.iter().cloned().chain(right.iter().map(Number::negated)).collect();
        let open: Vec<&Number> = all.iter().filter(|number| number.value().is_none()).collect();
        if let (Operator::Equal, [only]) = (operator, &open[..]) {
            let known: i32 = all.iter().filter_map(Number::value).sum();
            let bit = only.is(encoder, -known);
            encoder.clause(&[bit]);
            return;
        }
        let (least, most) = match operator {
            Operator::Equal => (0, 0),
            Operator::Less => (i32::MIN / 2, -1),
            Operator::AtMost => (i32::MIN / 2, 0),
            Operator::Greater => (1, i32::MAX / 2),
            _ => (0, i32::MAX / 2),
        };
        number::sum_between(encoder, law, &all, least, most);
    }
}

/// Whether nothing but lengths of runs and known numbers are added up.
fn is_plain_sum(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number(number) => *number >= 0,
        ExprKind::Call(name, _) => name.text == "run",
        ExprKind::Binary(Operator::Plus, left, right) => is_plain_sum(left) && is_plain_sum(right),
        ExprKind::Quantified(Quantifier::Sum, _, body) => is_plain_sum(body),
        _ => false,
    }
}

fn is_comparison(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::Equal
            | Operator::NotEqual
            | Operator::Less
            | Operator::AtMost
            | Operator::Greater
            | Operator::AtLeast
    )
}
