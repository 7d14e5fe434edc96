//! All, some, exactly, at least, at most, counts and sums.

use super::value::Val;
use super::{Grounded, Grounder};
use crate::Site;
use crate::number::Number;
use zugwerk_logic::{Bit, Constraints};
use zugwerk_rulebook::ast::{Binder, Expr, Quantifier};

impl Grounder<'_> {
    pub(super) fn quantified(
        &mut self,
        quantifier: &Quantifier,
        binders: &[Binder],
        body: &Expr,
    ) -> Grounded<Val> {
        let at_least = |grounder: &mut Self, count: i32, bits: &[Bit]| match usize::try_from(count)
        {
            Ok(count) => grounder.statement.encoder().counts(count, bits),
            Err(_) => Bit::TRUE,
        };
        Ok(match quantifier {
            Quantifier::All => {
                let mut bits = Vec::new();
                self.each(binders, &mut |grounder, guards| {
                    let mut either: Vec<Bit> = guards.iter().map(|&guard| !guard).collect();
                    either.push(grounder.bit(body)?);
                    bits.push(grounder.statement.encoder().or(&either));
                    Ok(())
                })?;
                Val::Bit(self.statement.encoder().and(&bits))
            }
            Quantifier::Some | Quantifier::No => {
                let bits = self.instances(binders, body)?;
                let some = self.statement.encoder().or(&bits);
                Val::Bit(if *quantifier == Quantifier::No { !some } else { some })
            }
            Quantifier::Exactly(count) => {
                let count = self.constant(count)?;
                let bits = self.instances(binders, body)?;
                let (enough, more) =
                    (at_least(self, count, &bits), at_least(self, count + 1, &bits));
                Val::Bit(self.statement.encoder().and(&[enough, !more]))
            }
            Quantifier::AtLeast(count) => {
                let count = self.constant(count)?;
                let bits = self.instances(binders, body)?;
                Val::Bit(at_least(self, count, &bits))
            }
            Quantifier::AtMost(count) => {
                let count = self.constant(count)?;
                let bits = self.instances(binders, body)?;
                Val::Bit(!at_least(self, count + 1, &bits))
            }
            Quantifier::Count => {
                let bits = self.instances(binders, body)?;
                Val::Sum(bits.into_iter().map(Number::of_bit).collect())
            }
            Quantifier::Sum => {
                let mut numbers = Vec::new();
                self.each(binders, &mut |grounder, guards| {
                    let Some(number) = grounder.number(body)? else { return Ok(()) };
                    numbers.push(grounder.guarded(&number, guards));
                    Ok(())
                })?;
                Val::Sum(numbers)
            }
            Quantifier::Min | Quantifier::Max => {
                let mut numbers = Vec::new();
                self.each(binders, &mut |grounder, _| {
                    numbers.extend(grounder.number(body)?);
                    Ok(())
                })?;
                self.extreme(&numbers, *quantifier == Quantifier::Max)
            }
        })
    }

    /// The number where all guards are true, else 0.
    fn guarded(&mut self, number: &Number, guards: &[Bit]) -> Number {
        if guards.is_empty() {
            return number.clone();
        }
        let encoder = self.statement.encoder();
        let on = encoder.and(guards);
        let (low, high) = (number.low().min(0), number.high().max(0));
        let larger = (low + 1..=high)
            .map(|value| encoder.choose(on, number.at_least(value), Bit::from(value <= 0)));
        Number::of_order(low, larger.collect())
    }

    fn extreme(&mut self, numbers: &[Number], largest: bool) -> Val {
        let (Some(low), Some(high)) =
            (numbers.iter().map(Number::low).min(), numbers.iter().map(Number::high).max())
        else {
            return Val::Nothing;
        };
        let encoder = self.statement.encoder();
        let larger = (low + 1..=high).map(|value| {
            let bits: Vec<Bit> = numbers.iter().map(|number| number.at_least(value)).collect();
            if largest { encoder.or(&bits) } else { encoder.and(&bits) }
        });
        Val::Sum(vec![Number::of_order(low, larger.collect())])
    }

    /// The bits of all instances: guards and body.
    pub(super) fn instances(&mut self, binders: &[Binder], body: &Expr) -> Grounded<Vec<Bit>> {
        let mut bits = Vec::new();
        self.each(binders, &mut |grounder, guards| {
            let mut all = guards.to_vec();
            all.push(grounder.bit(body)?);
            bits.push(grounder.statement.encoder().and(&all));
            Ok(())
        })?;
        Ok(bits)
    }

    /// Runs `visit` for every choice of the binders, with the bits on which the choice depends.
    pub(super) fn each(
        &mut self,
        binders: &[Binder],
        visit: &mut dyn FnMut(&mut Self, &[Bit]) -> Grounded<()>,
    ) -> Grounded<()> {
        self.each_from(binders, &mut Vec::new(), visit)
    }

    fn each_from(
        &mut self,
        binders: &[Binder],
        guards: &mut Vec<Bit>,
        visit: &mut dyn FnMut(&mut Self, &[Bit]) -> Grounded<()>,
    ) -> Grounded<()> {
        let Some((binder, rest)) = binders.split_first() else { return visit(self, guards) };
        self.look_at_limits()?;
        let members = match &binder.domain {
            None => (0..self.puzzle.board.cells())
                .map(|cell| (Val::Place(Site::Cell, cell), Bit::TRUE))
                .collect(),
            Some(domain) => {
                let value = self.eval(domain)?;
                self.members(&value, domain)?
            }
        };
        for (value, bit) in members {
            if bit == Bit::FALSE {
                continue;
            }
            self.variables.push((binder.name.text.clone(), value));
            let kept = guards.len();
            if bit != Bit::TRUE {
                guards.push(bit);
            }
            let condition = match &binder.condition {
                None => Ok(Bit::TRUE),
                Some(condition) => self.bit(condition),
            };
            let outcome = condition.and_then(|condition| match condition {
                Bit::FALSE => Ok(()),
                _ => {
                    if condition != Bit::TRUE {
                        guards.push(condition);
                    }
                    self.each_from(rest, guards, visit)
                }
            });
            guards.truncate(kept);
            self.variables.pop();
            outcome?;
        }
        Ok(())
    }
}
