//! Sums of two numbers.
//!
//! Small sums are written out, a clause or two for every pair of summands. That is quadratic, so large
//! ones are merged instead, as a sorting network does it (Batcher's odd-even merge): the bits of an order-encoded
//! number are sorted, and the sum of two numbers is what sorting all their bits gives.

use super::Number;
use zugwerk_logic::{Bit, Constraints, Encoder};

/// Sums of more pairs than this are merged.
const PAIRS: usize = 2000;

/// States that `a` + `b` is at least k exactly where `sum(k)` is true.
pub fn adds_up(encoder: &mut Encoder, a: &Number, b: &Number, sum: impl Fn(i32) -> Bit) {
    let pairs = (a.larger.len() + 1) * (b.larger.len() + 1);
    if pairs <= PAIRS { adds_up_by_pairs(encoder, a, b, sum) } else { merges(encoder, a, b, sum) }
}

/// A clause or two for every pair of values; where the sum is known, only the nearest pairs say
/// something new.
fn adds_up_by_pairs(encoder: &mut Encoder, a: &Number, b: &Number, sum: impl Fn(i32) -> Bit) {
    for i in a.low..=a.high() {
        for j in b.low..=b.high() {
            let is_least = i + j == a.low + b.low;
            if is_least || sum(i + j - 1) != Bit::FALSE {
                encoder.implies(&[a.at_least(i), b.at_least(j)], &[sum(i + j)]);
            }
            let is_most = i + j == a.high() + b.high();
            if is_most || sum(i + j + 2) != Bit::TRUE {
                encoder.implies(&[sum(i + j + 1)], &[a.at_least(i + 1), b.at_least(j + 1)]);
            }
        }
    }
}

fn merges(encoder: &mut Encoder, a: &Number, b: &Number, sum: impl Fn(i32) -> Bit) {
    let merged = merged(encoder, &a.larger, &b.larger);
    let low = a.low + b.low;
    encoder.hold(sum(low));
    for (k, bit) in (low + 1..).zip(merged) {
        encoder.equal(bit, sum(k));
    }
    encoder.hold(!sum(a.high() + b.high() + 1));
}

/// The bits of both, true ones first, where those of each are in that order already.
fn merged(encoder: &mut Encoder, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    match (a, b) {
        ([], one) | (one, []) => return one.to_vec(),
        ([a], [b]) => return vec![encoder.or(&[*a, *b]), encoder.and(&[*a, *b])],
        _ => {}
    }
    let every_other =
        |bits: &[Bit], first: usize| bits.iter().skip(first).step_by(2).copied().collect();
    let half = |encoder: &mut Encoder, first: usize| {
        let (a, b): (Vec<Bit>, Vec<Bit>) = (every_other(a, first), every_other(b, first));
        merged(encoder, &a, &b)
    };
    // The first, third, fifth … of each, and the others: interleaved, only neighbours may be out of order.
    let (odd, even) = (half(encoder, 0), half(encoder, 1));
    let mut sorted = vec![odd[0]];
    let mut even = even.into_iter();
    for &bit in &odd[1..] {
        match even.next() {
            None => sorted.push(bit),
            Some(other) => {
                sorted.extend([encoder.or(&[bit, other]), encoder.and(&[bit, other])]);
            }
        }
    }
    sorted.extend(even);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use zugwerk_logic::{Answer, Limits, Solver};

    /// Summands that are known in part, and cannot have every value; sums that are known in part.
    #[test]
    fn sums_of_what_is_known_in_part() {
        let (t, f) = (Bit::TRUE, Bit::FALSE);
        for shape in 0..64usize {
            for (low, high) in (0..=8).flat_map(|low| (low..=8).map(move |high| (low, high))) {
                for way in [true, false] {
                    let mut encoder = Encoder::new();
                    let [x, y, z] = [(); 3].map(|()| encoder.fresh());
                    encoder.implies(&[y], &[x]);
                    let first = [[x, x, y, y], [x, y, y, y], [t, x, x, y], [t, t, x, y]][shape % 4];
                    let second =
                        [[z, z, z, z], [t, z, z, z], [t, t, t, z], [t, t, t, t]][shape / 4 % 4];
                    let bits = (&first[..1 + shape / 16], &second[..4 - shape / 32]);
                    let a = Number::of_order(0, bits.0.to_vec());
                    let b = Number::of_order(0, bits.1.to_vec());
                    // The sum is at least `low` and at most `high`, else free.
                    let free: Vec<Bit> = (0..=8).map(|_| encoder.fresh()).collect();
                    let sum = |k: i32| {
                        let k = k as usize;
                        if k <= low {
                            t
                        } else if k > high {
                            f
                        } else {
                            free[k]
                        }
                    };
                    for k in low as i32 + 1..high as i32 {
                        encoder.implies(&[sum(k + 1)], &[sum(k)]);
                    }
                    if way {
                        adds_up_by_pairs(&mut encoder, &a, &b, sum);
                    } else {
                        merges(&mut encoder, &a, &b, sum);
                    }
                    let mut solver = Solver::default();
                    solver.load(encoder.cnf());
                    for values in 0..8 {
                        let is = |at: usize| values >> at & 1 == 1;
                        let given = |(at, bit): (usize, Bit)| if is(at) { bit } else { !bit };
                        let given = [(0, x), (1, y), (2, z)].map(given);
                        let holds = |bit: Bit| bit == t || given.contains(&bit);
                        let count = |bits: &[Bit]| bits.iter().filter(|&&b| holds(b)).count();
                        let answer = solver.solve(&given, &Limits::none());
                        let total = count(bits.0) + count(bits.1);
                        let fine = (is(0) || !is(1)) && (low..=high).contains(&total);
                        assert_eq!(
                            matches!(answer, Answer::Yes(_)),
                            fine,
                            "{shape} {low} {high} {way}"
                        );
                    }
                }
            }
        }
    }

    /// Both ways to add agree with arithmetic for all small numbers.
    #[test]
    fn sums_are_sums() {
        for (most_a, most_b) in [(0, 0), (0, 3), (1, 1), (1, 4), (2, 3), (5, 4), (3, 7), (6, 6)] {
            for way in [true, false] {
                let mut encoder = Encoder::new();
                let mut number = |most: i32| {
                    let bits: Vec<Bit> = (0..most).map(|_| encoder.fresh()).collect();
                    for pair in bits.windows(2) {
                        encoder.implies(&[pair[1]], &[pair[0]]);
                    }
                    Number::of_order(0, bits)
                };
                let (a, b, sum) = (number(most_a), number(most_b), number(most_a + most_b));
                let at_least = |k| sum.at_least(k);
                if way {
                    adds_up_by_pairs(&mut encoder, &a, &b, at_least);
                } else {
                    merges(&mut encoder, &a, &b, at_least);
                }
                let mut solver = Solver::default();
                solver.load(encoder.cnf());
                let is =
                    |number: &Number, value| [number.at_least(value), !number.at_least(value + 1)];
                for (i, j) in (0..=most_a).flat_map(|i| (0..=most_b).map(move |j| (i, j))) {
                    for total in 0..=most_a + most_b {
                        let given = [is(&a, i), is(&b, j), is(&sum, total)].concat();
                        let answer = solver.solve(&given, &Limits::none());
                        assert_eq!(matches!(answer, Answer::Yes(_)), i + j == total);
                    }
                }
            }
        }
    }
}
