//! Lists of runs: the blocks of a line, and those around a cell.

use super::Grounder;
use zugwerk_logic::{Bit, Constraints};

impl Grounder<'_> {
    /// The runs of true bits have these lengths in this order. An automaton walks along the line, with a bit for each of its
    /// states at each cell; a state needs one before it and one behind it, so that unit propagation finds all that
    /// follows for the line.
    pub(super) fn state_runs(&mut self, bits: &[Bit], list: &[Option<i32>]) {
        let lengths: Vec<i32> =
            list.iter().map(|length| length.unwrap_or(-1)).filter(|&length| length != 0).collect();
        // The states: gaps may be stayed in, and so may a run whose length is not told.
        let mut states: Vec<(bool, bool)> = vec![(false, true)];
        for (at, &length) in lengths.iter().enumerate() {
            if at > 0 {
                states.push((false, true));
            }
            match length {
                -1 => states.push((true, true)),
                _ => states.extend((0..length).map(|_| (true, false))),
            }
        }
        states.push((false, true));
        let last = states.len() - 1;
        // The first and the last gap may be empty, so the walk may begin and end beside them.
        let starts = |state: usize| state == 0 || (state == 1 && !lengths.is_empty());
        let ends = |state: usize| state == last || (state + 1 == last && !lengths.is_empty());
        let encoder = self.statement.encoder();
        if lengths.is_empty() {
            bits.iter().for_each(|&bit| encoder.hold(!bit));
            return;
        }
        let possible = possible_states(bits.len(), &states, starts, ends);
        let walk: Vec<Vec<Bit>> = possible
            .iter()
            .map(|at| {
                at.iter().map(|&can| if can { encoder.fresh() } else { Bit::FALSE }).collect()
            })
            .collect();
        for (at, &bit) in bits.iter().enumerate() {
            let (mut black, mut white) = (vec![!bit], vec![bit]);
            for (state, &(is_black, stays)) in states.iter().enumerate() {
                let here = walk[at][state];
                if here == Bit::FALSE {
                    continue;
                }
                encoder.implies(&[here], &[if is_black { bit } else { !bit }]);
                if is_black {
                    black.push(here)
                } else {
                    white.push(here)
                }
                if at > 0 {
                    let mut before = vec![];
                    if stays {
                        before.push(walk[at - 1][state]);
                    }
                    if state > 0 {
                        before.push(walk[at - 1][state - 1]);
                    }
                    encoder.implies(&[here], &before);
                }
                if at + 1 < bits.len() {
                    let mut behind = vec![];
                    if stays {
                        behind.push(walk[at + 1][state]);
                    }
                    if state < last {
                        behind.push(walk[at + 1][state + 1]);
                    }
                    encoder.implies(&[here], &behind);
                }
            }
            encoder.clause(&black);
            encoder.clause(&white);
        }
    }

    /// The runs around a cell have these lengths in some order: one bit for every way to shade the ring.
    pub(super) fn state_ring(&mut self, ring: &[Option<Bit>], list: &[Option<i32>]) {
        let present: Vec<usize> = (0..ring.len()).filter(|&at| ring[at].is_some()).collect();
        let encoder = self.statement.encoder();
        let mut ways = Vec::new();
        for chosen in 0u32..1 << present.len() {
            let mut shaded = [false; 8];
            present.iter().enumerate().for_each(|(bit, &at)| shaded[at] = chosen >> bit & 1 == 1);
            let literals: Vec<Bit> = present
                .iter()
                .filter_map(|&at| ring[at].map(|bit| if shaded[at] { bit } else { !bit }))
                .collect();
            if literals.contains(&Bit::FALSE) || !fits(&runs_around(&shaded), list) {
                continue;
            }
            let way = encoder.fresh();
            literals.iter().for_each(|&literal| encoder.implies(&[way], &[literal]));
            ways.push(way);
        }
        encoder.clause(&ways);
    }
}

/// By cell and state: whether some walk along the line passes there.
fn possible_states(
    length: usize,
    states: &[(bool, bool)],
    starts: impl Fn(usize) -> bool,
    ends: impl Fn(usize) -> bool,
) -> Vec<Vec<bool>> {
    let mut forward = vec![vec![false; states.len()]; length];
    let mut backward = forward.clone();
    for at in 0..length {
        for (state, &(_, stays)) in states.iter().enumerate() {
            forward[at][state] = match at {
                0 => starts(state),
                _ => (stays && forward[at - 1][state]) || (state > 0 && forward[at - 1][state - 1]),
            };
        }
    }
    for at in (0..length).rev() {
        for (state, _) in states.iter().enumerate() {
            backward[at][state] = match at + 1 == length {
                true => ends(state),
                false => {
                    let stays = states[state].1 && backward[at + 1][state];
                    stays || backward[at + 1].get(state + 1).copied().unwrap_or(false)
                }
            };
        }
    }
    for (forward, backward) in forward.iter_mut().zip(&backward) {
        forward.iter_mut().zip(backward).for_each(|(a, b)| *a &= *b);
    }
    forward
}

/// The lengths of the runs of a closed ring of eight cells.
fn runs_around(shaded: &[bool; 8]) -> Vec<i32> {
    let Some(gap) = shaded.iter().position(|&is| !is) else { return vec![8] };
    let mut runs = Vec::new();
    let mut length = 0;
    for step in 1..=8 {
        if shaded[(gap + step) % 8] {
            length += 1;
        } else if length > 0 {
            runs.push(length);
            length = 0;
        }
    }
    runs
}

/// Whether these runs are those of the list in some order. No run at all is told as a single 0, as pzpr has it, so that
/// a single number that is not told may be 0 too.
fn fits(runs: &[i32], list: &[Option<i32>]) -> bool {
    let mut left = if runs.is_empty() { vec![0] } else { runs.to_vec() };
    let wanted = if list.is_empty() { &[Some(0)] } else { list };
    wanted.len() == left.len()
        && wanted.iter().flatten().all(|length| {
            let found = left.iter().position(|run| run == length);
            found.map(|at| left.swap_remove(at)).is_some()
        })
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_single_unknown_length_may_be_zero() {
        assert!(fits(&[], &[None]) && fits(&[], &[Some(0)]) && fits(&[3], &[None]));
        assert!(!fits(&[], &[None, None]) && !fits(&[2], &[Some(0)]) && !fits(&[], &[Some(1)]));
        assert!(fits(&[1, 2], &[Some(2), None]) && !fits(&[1, 1], &[Some(1), Some(2)]));
    }
}
