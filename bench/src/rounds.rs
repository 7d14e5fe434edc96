//! Fair timing on a machine that is not quiet.

use std::time::Instant;

/// Runs the contestants in turn, `rounds` times each, and returns the fastest time of each in seconds.
pub fn best_of(rounds: usize, contestants: &mut [&mut dyn FnMut()]) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; contestants.len()];
    for _ in 0..rounds {
        for (time, contestant) in best.iter_mut().zip(contestants.iter_mut()) {
            let start = Instant::now();
            contestant();
            *time = time.min(start.elapsed().as_secs_f64());
        }
    }
    best
}
