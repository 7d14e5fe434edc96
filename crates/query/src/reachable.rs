//! Every position that play can reach, the nearest first, as long as they are few.

use crate::answer::MoveName;
use crate::laws::FormulaOf;
use crate::laws::Laws;
use std::collections::HashSet;
use zugwerk_logic::{Limits, Stop};

/// What was found among the positions that were looked at.
pub enum Reached {
    /// The shortest line from the start with this number that breaks what was asked for.
    Broken(usize, Vec<MoveName>),
    /// All positions were seen, this many, and none breaks it.
    All(usize),
    /// None that is reached in fewer plies than this breaks it.
    Within(usize),
}

/// A position, and how it was reached.
struct Node<S, M> {
    state: S,
    /// The number of the position before, and the move that led here.
    from: Option<(usize, M)>,
}

/// Looks at up to `most` positions that play can reach from the starts.
pub fn reachable<L: Laws>(
    rules: &L,
    starts: &[L::State],
    always: &FormulaOf<L>,
    (limits, most): (&Limits, usize),
    positions: &mut u64,
) -> Result<Reached, Stop> {
    /// Positions between two looks at the limits.
    const POSITIONS_BETWEEN_CHECKS: usize = 1024;
    // Half of the memory is for the solver.
    let each = 2 * size_of::<Node<L::State, L::Move>>();
    let most = limits.memory().map_or(most, |bytes| most.min(bytes / each));
    let mut nodes: Vec<Node<L::State, L::Move>> = Vec::new();
    let mut known = HashSet::new();
    let holds = |state: &L::State| always.holds(&mut |atom| rules.holds(state, atom));
    for (number, state) in starts.iter().enumerate() {
        if !holds(state) {
            return Ok(Reached::Broken(number, Vec::new()));
        }
        if rules.key(state).is_none_or(|key| known.insert(key)) {
            nodes.push(Node { state: state.clone(), from: None });
        }
    }
    let (mut at, mut end, mut depth) = (0, nodes.len(), 1);
    while at < nodes.len() {
        if at == end {
            (end, depth) = (nodes.len(), depth + 1);
        }
        for chosen in rules.moves(&nodes[at].state, None) {
            let state = rules.play(&nodes[at].state, chosen);
            *positions += 1;
            if !holds(&state) {
                return Ok(broken(rules, &nodes, (at, chosen)));
            }
            if rules.key(&state).is_none_or(|key| known.insert(key)) {
                nodes.push(Node { state, from: Some((at, chosen)) });
            }
        }
        at += 1;
        if at.is_multiple_of(POSITIONS_BETWEEN_CHECKS) {
            limits.check()?;
        }
        if nodes.len() > most {
            return Ok(Reached::Within(depth));
        }
    }
    Ok(Reached::All(nodes.len()))
}

/// The line that ends with a move from a position.
fn broken<L: Laws>(
    rules: &L,
    nodes: &[Node<L::State, L::Move>],
    (mut at, mut chosen): (usize, L::Move),
) -> Reached {
    let mut names = Vec::new();
    loop {
        names.push(rules.name(&nodes[at].state, chosen));
        match nodes[at].from {
            Some(before) => (at, chosen) = before,
            None => break,
        }
    }
    names.reverse();
    Reached::Broken(at, names)
}
