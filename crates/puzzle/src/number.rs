//! Whole numbers made of bits: order-encoded ("at least k"), with the bits of single values where those exist already.

mod sum;

pub use sum::adds_up;

use std::rc::Rc;
use zugwerk_logic::{Bit, Constraints, Encoder, Law};

/// A number between two bounds.
#[derive(Clone, Debug)]
pub struct Number {
    low: i32,
    /// `larger[i]`: it is larger than `low + i`.
    larger: Rc<[Bit]>,
    /// By value from `low` on: it is that value.
    single: Option<Rc<[Bit]>>,
}

/// The law of what only defines a bit, which holds whatever laws are put aside.
const DEFINITIONS: Law = Law::new("definitions");

/// States definitions under no law; the caller names its law again afterwards.
pub fn define(encoder: &mut Encoder, law: Law, state: impl FnOnce(&mut Encoder)) {
    encoder.law(DEFINITIONS);
    state(encoder);
    encoder.law(law);
}

impl Number {
    /// A known number.
    pub fn constant(value: i32) -> Number {
        Number { low: value, larger: Rc::new([]), single: None }
    }

    /// 1 where the bit is true, else 0.
    pub fn of_bit(bit: Bit) -> Number {
        match bit.value() {
            Some(known) => Number::constant(i32::from(known)),
            None => Number { low: 0, larger: Rc::new([bit]), single: None },
        }
    }

    /// A number whose value is larger than `low + i` where `larger[i]` is true; each bit implies the one before it.
    pub fn of_order(low: i32, larger: Vec<Bit>) -> Number {
        let sure = larger.iter().take_while(|&&bit| bit == Bit::TRUE).count();
        let end = larger.iter().position(|&bit| bit == Bit::FALSE).unwrap_or(larger.len());
        Number { low: low + sure as i32, larger: larger[sure.min(end)..end].into(), single: None }
    }

    /// A new unknown number with a bit for each value, exactly one of which is true.
    pub fn fresh(encoder: &mut Encoder, values: impl Iterator<Item = i32>) -> Number {
        let values: Vec<i32> = values.collect();
        let (Some(&low), Some(&high)) = (values.iter().min(), values.iter().max()) else {
            return Number::constant(0);
        };
        if low == high {
            return Number::constant(low);
        }
        let single: Vec<Bit> = (low..=high)
            .map(|value| if values.contains(&value) { encoder.fresh() } else { Bit::FALSE })
            .collect();
        encoder.exactly_one(&single);
        Number::of_single(encoder, low, single)
    }

    /// The number of which exactly one of `single` is true.
    pub fn of_single(encoder: &mut Encoder, low: i32, single: Vec<Bit>) -> Number {
        if let Some(known) = single.iter().position(|&bit| bit == Bit::TRUE) {
            return Number::constant(low + known as i32);
        }
        let mut larger = vec![Bit::FALSE; single.len() - 1];
        let mut above = Bit::FALSE;
        for at in (1..single.len()).rev() {
            above = if at == 1 { !single[0] } else { encoder.or(&[above, single[at]]) };
            larger[at - 1] = above;
        }
        Number { low, larger: larger.into(), single: Some(single.into()) }
    }

    /// Two unknown bits as a number of two values share one variable.
    pub fn fresh_pair(encoder: &mut Encoder, low: i32) -> Number {
        Number { low, larger: Rc::new([encoder.fresh()]), single: None }
    }

    /// The least value.
    pub fn low(&self) -> i32 {
        self.low
    }

    /// The greatest value.
    pub fn high(&self) -> i32 {
        self.low + self.larger.len() as i32
    }

    /// The value, if it is known.
    pub fn value(&self) -> Option<i32> {
        self.larger.is_empty().then_some(self.low)
    }

    /// It is at least `value`.
    pub fn at_least(&self, value: i32) -> Bit {
        match value - self.low {
            ..=0 => Bit::TRUE,
            above => self.larger.get(above as usize - 1).copied().unwrap_or(Bit::FALSE),
        }
    }

    /// It is `value`.
    pub fn is(&self, encoder: &mut Encoder, value: i32) -> Bit {
        if value < self.low || value > self.high() {
            return Bit::FALSE;
        }
        match &self.single {
            Some(single) => single[(value - self.low) as usize],
            None => {
                let (at_least, larger) = (self.at_least(value), self.at_least(value + 1));
                encoder.and(&[at_least, !larger])
            }
        }
    }

    /// Minus the number.
    pub fn negated(&self) -> Number {
        let larger: Vec<Bit> = self.larger.iter().rev().map(|&bit| !bit).collect();
        let single = self.single.as_ref().map(|single| single.iter().rev().copied().collect());
        Number { low: -self.high(), larger: larger.into(), single }
    }

    /// `factor` times the number, for a factor that is not negative.
    pub fn times(&self, factor: i32) -> Number {
        let larger = self.larger.iter().flat_map(|&bit| (0..factor).map(move |_| bit)).collect();
        Number { low: self.low * factor, larger, single: None }
    }

    /// The number plus a constant.
    pub fn plus(&self, constant: i32) -> Number {
        Number { low: self.low + constant, ..self.clone() }
    }

    /// The number where it lies between these bounds, else the nearer bound.
    fn clamped(&self, low: i64, high: i64) -> Number {
        let low = low.clamp(self.low.into(), self.high().into()) as i32;
        let high = high.clamp(low.into(), self.high().into()) as i32;
        if (low, high) == (self.low, self.high()) {
            return self.clone();
        }
        let from = (low - self.low) as usize;
        let larger = self.larger[from..from + (high - low) as usize].into();
        Number { low, larger, single: None }
    }

    /// The bits by which the number can be told: those of values where they exist, else the order.
    pub fn bits(&self) -> &[Bit] {
        self.single.as_deref().unwrap_or(&self.larger)
    }

    /// The bits of single values, from the least value on, where they exist.
    pub fn single(&self) -> Option<&[Bit]> {
        self.single.as_deref()
    }

    /// The literals that say that it is this value.
    pub fn telling(&self, value: i32) -> Vec<Bit> {
        match self.single() {
            Some(single) => {
                let at = usize::try_from(value - self.low).ok();
                at.and_then(|at| single.get(at)).map(|&bit| vec![bit]).unwrap_or_default()
            }
            None => (self.low + 1..=self.high())
                .map(|at| if value >= at { self.at_least(at) } else { !self.at_least(at) })
                .collect(),
        }
    }

    /// The value under a model.
    pub fn under(&self, is_true: impl Fn(Bit) -> bool) -> i32 {
        self.low + self.larger.iter().filter(|&&bit| is_true(bit)).count() as i32
    }

    /// The sum of both, defined exactly.
    pub fn add(&self, other: &Number, encoder: &mut Encoder, law: Law) -> Number {
        if let Some(value) = other.value() {
            return self.plus(value);
        }
        if let Some(value) = self.value() {
            return other.plus(value);
        }
        let low = self.low + other.low;
        let count = self.larger.len() + other.larger.len();
        let larger: Vec<Bit> = (0..count).map(|_| encoder.fresh()).collect();
        let sum = Number { low, larger: larger.into(), single: None };
        define(encoder, law, |encoder| {
            for pair in sum.larger.windows(2) {
                encoder.implies(&[pair[1]], &[pair[0]]);
            }
            adds_up(encoder, self, other, |value| sum.at_least(value));
        });
        sum
    }
}

/// States under the law that the numbers add up to something between `least` and `most`.
pub fn sum_between(encoder: &mut Encoder, law: Law, numbers: &[Number], least: i32, most: i32) {
    let low: i32 = numbers.iter().map(Number::low).sum();
    let high: i32 = numbers.iter().map(Number::high).sum();
    if least > high || most < low || least > most {
        encoder.clause(&[]);
        return;
    }
    // What is so large, or so small, that the others cannot make up for it need not be told apart.
    let (least_most, low, high) =
        ((i64::from(least), i64::from(most)), i64::from(low), i64::from(high));
    let clamped = |number: &Number| {
        let others = (low - i64::from(number.low), high - i64::from(number.high()));
        number.clamped(least_most.0 - others.1 - 1, least_most.1 - others.0 + 1)
    };
    let open: Vec<Number> = numbers.iter().filter(|n| n.value().is_none()).map(clamped).collect();
    let known: i32 = numbers.iter().filter_map(Number::value).sum();
    let (least, most) = (least - known, most - known);
    // Single bits are counted.
    if open.iter().all(|number| number.larger.len() == 1) {
        let bits: Vec<Bit> = open.iter().map(|number| number.larger[0]).collect();
        let lows: i32 = open.iter().map(Number::low).sum();
        let (least, most) = (least - lows, most - lows);
        if most < bits.len() as i32 {
            encoder.at_most(most.max(0) as usize, &bits);
        }
        if least > 0 {
            encoder.at_least(least as usize, &bits);
        }
        return;
    }
    let [first, second] = &halves(encoder, law, &open)[..] else {
        if let [only] = &open[..] {
            encoder.hold(only.at_least(least));
            encoder.hold(!only.at_least(most + 1));
        }
        return;
    };
    for i in first.low..=first.high() {
        // At least `least` in all: what the first lacks the second must have; and the other way round.
        encoder.clause(&[first.at_least(i + 1), second.at_least(least - i)]);
        encoder.implies(&[first.at_least(i)], &[!second.at_least(most - i + 1)]);
    }
}

/// The numbers added up to two, each defined exactly, by a balanced tree.
fn halves(encoder: &mut Encoder, law: Law, numbers: &[Number]) -> Vec<Number> {
    if numbers.len() < 2 {
        return Vec::new();
    }
    let (left, right) = numbers.split_at(numbers.len() / 2);
    vec![total(encoder, law, left), total(encoder, law, right)]
}

/// The sum of all, defined exactly.
pub fn total(encoder: &mut Encoder, law: Law, numbers: &[Number]) -> Number {
    match numbers {
        [] => Number::constant(0),
        [only] => only.clone(),
        _ => {
            let (left, right) = numbers.split_at(numbers.len() / 2);
            let (left, right) = (total(encoder, law, left), total(encoder, law, right));
            left.add(&right, encoder, law)
        }
    }
}

/// The bit "a equals b".
pub fn equal(encoder: &mut Encoder, a: &Number, b: &Number) -> Bit {
    let (low, high) = (a.low.max(b.low), a.high().min(b.high()));
    let both: Vec<Bit> = (low..=high)
        .map(|value| {
            let (a, b) = (a.is(encoder, value), b.is(encoder, value));
            encoder.and(&[a, b])
        })
        .collect();
    encoder.or(&both)
}

/// The bit "a is less than b".
pub fn less(encoder: &mut Encoder, a: &Number, b: &Number) -> Bit {
    if a.high() < b.low {
        return Bit::TRUE;
    }
    let between: Vec<Bit> =
        (a.low..b.high()).map(|v| encoder.and(&[!a.at_least(v + 1), b.at_least(v + 1)])).collect();
    encoder.or(&between)
}

/// States under the current law that the numbers are equal.
pub fn state_equal(encoder: &mut Encoder, a: &Number, b: &Number) {
    if a.single.is_some() && b.single.is_some() {
        for value in a.low.min(b.low)..=a.high().max(b.high()) {
            let (a, b) = (a.is(encoder, value), b.is(encoder, value));
            encoder.equal(a, b);
        }
    }
    for value in a.low.min(b.low) + 1..=a.high().max(b.high()) {
        encoder.equal(a.at_least(value), b.at_least(value));
    }
}

/// States under the current law that `a` is less than `b`.
pub fn state_less(encoder: &mut Encoder, a: &Number, b: &Number) {
    for value in a.low.min(b.low - 1)..=a.high().max(b.high()) {
        encoder.implies(&[a.at_least(value)], &[b.at_least(value + 1)]);
    }
}
