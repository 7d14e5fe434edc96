//! Formulas that compare numbers of pieces: a weight for each content, a comparison, a number.

use crate::sketch::Comparison;
use zugwerk_rulebook::ground::Arena;
use zugwerk_rulebook::ground::node::{self, Id, Node};

/// Weights by content but the empty one, how their sum is compared, and with what.
pub type Linear = (Vec<i64>, Comparison, i64);

/// Weights by content, and a number.
type Sum = (Vec<i64>, i64);

/// The formula as a comparison of a weighted sum, where it is one.
pub fn linear(arena: &Arena, id: Id, contents: usize) -> Option<Linear> {
    match arena.node(id) {
        Node::Not(inner) => {
            let (weights, comparison, number) = linear(arena, inner, contents)?;
            Some((weights, comparison.contrary(), number))
        }
        Node::NonEmpty(set) => {
            let (weights, number) = counted(arena, set, contents)?;
            Some((weights, Comparison::AtLeast, 1 - number))
        }
        Node::Compare(comparison, a, b) => {
            let (one, two) = (sum(arena, a, contents)?, sum(arena, b, contents)?);
            let (weights, number) = plus(one, two, -1)?;
            let comparison = match comparison {
                node::Comparison::Equal => Comparison::Equal,
                node::Comparison::AtLeast => Comparison::AtLeast,
            };
            Some((weights, comparison, number.checked_neg()?))
        }
        _ => None,
    }
}

fn plus((mut one, number): Sum, (two, other): Sum, factor: i64) -> Option<Sum> {
    for (weight, more) in one.iter_mut().zip(two) {
        *weight = weight.checked_add(more.checked_mul(factor)?)?;
    }
    Some((one, number.checked_add(other.checked_mul(factor)?)?))
}

fn sum(arena: &Arena, id: Id, contents: usize) -> Option<Sum> {
    match arena.node(id) {
        Node::Int(number) => Some((vec![0; contents], number.into())),
        Node::Count(set) => counted(arena, set, contents),
        Node::Add(a, b) => plus(sum(arena, a, contents)?, sum(arena, b, contents)?, 1),
        Node::Subtract(a, b) => plus(sum(arena, a, contents)?, sum(arena, b, contents)?, -1),
        Node::Multiply(a, b) => {
            let (factor, other) = match (arena.node(a), arena.node(b)) {
                (Node::Int(factor), _) => (factor, b),
                (_, Node::Int(factor)) => (factor, a),
                _ => return None,
            };
            plus((vec![0; contents], 0), sum(arena, other, contents)?, factor.into())
        }
        _ => None,
    }
}

/// The number of cells on which some contents stand.
fn counted(arena: &Arena, set: Id, contents: usize) -> Option<Sum> {
    let stands = planes(arena, set, contents)?;
    let weights: Vec<i64> = stands[1..].iter().map(|stands| i64::from(*stands)).collect();
    if !stands[0] {
        return Some((weights, 0));
    }
    // Empty cells are those on which nothing stands.
    let cells = arena.board().cells().count() as i64;
    Some((weights.into_iter().map(|weight| weight - 1).collect(), cells))
}

/// By content: whether the set is of cells on which it stands; none where it is another set.
fn planes(arena: &Arena, set: Id, contents: usize) -> Option<Vec<bool>> {
    let join = |a, b, join: fn(bool, bool) -> bool| {
        let (one, two) = (planes(arena, a, contents)?, planes(arena, b, contents)?);
        Some(one.into_iter().zip(two).map(|(one, two)| join(one, two)).collect())
    };
    match arena.node(set) {
        Node::Plane(content) => {
            Some((0..=contents).map(|known| known == usize::from(content)).collect())
        }
        Node::Cells(number) => {
            let (set, all) = (arena.cells(number), arena.board().cells().count());
            (set.is_empty() || set.len() == all).then(|| vec![!set.is_empty(); contents + 1])
        }
        Node::Union(a, b) => join(a, b, |one, two| one || two),
        Node::Meet(a, b) => join(a, b, |one, two| one && two),
        Node::Complement(a) => {
            Some(planes(arena, a, contents)?.into_iter().map(|stands| !stands).collect())
        }
        _ => None,
    }
}
