//! Many pieces of work on several threads, with the results in the order of the pieces.

use crate::exit::Failure;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

/// What is left to do, shared by all threads.
pub struct Queue<'a, I, R> {
    inputs: &'a [I],
    next: &'a AtomicUsize,
    stop: &'a AtomicBool,
    results: Sender<(usize, R)>,
}

impl<I, R> Queue<'_, I, R> {
    /// Does the work of one thread, until nothing is left, someone says stop, or nobody wants the results.
    pub fn run(&self, mut work: impl FnMut(&I) -> R) {
        while !self.stop.load(Ordering::Relaxed) {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(input) = self.inputs.get(at) else { return };
            if self.results.send((at, work(input))).is_err() {
                return;
            }
        }
    }
}

/// Runs `worker` on `jobs` threads, each of which takes inputs from the queue, and gives each input with its result
/// to `show` as soon as those before it have been shown. Where `show` fails, the threads end after what they do now.
pub fn in_order<I: Sync, R: Send>(
    inputs: &[I],
    jobs: usize,
    stop: &AtomicBool,
    worker: impl Fn(&Queue<I, R>) + Sync,
    mut show: impl FnMut(&I, R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(inputs.len()) {
            let queue = Queue { inputs, next: &next, stop, results: sender.clone() };
            let worker = &worker;
            // The longest chess problems go some hundred plies deep.
            let thread = std::thread::Builder::new().stack_size(32 << 20);
            let work = move || worker(&queue);
            thread.spawn_scoped(scope, work).map_err(Failure::bad_input)?;
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut inputs = inputs.iter().enumerate();
        let mut due = inputs.next();
        for (at, result) in receiver {
            waiting.insert(at, result);
            while let Some((number, input)) = due
                && let Some(result) = waiting.remove(&number)
            {
                show(input, result)?;
                due = inputs.next();
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whoever_is_done_first() {
        let inputs: Vec<u64> = (0..200).collect();
        let mut shown = Vec::new();
        let worker = |queue: &Queue<u64, u64>| {
            queue.run(|input| (0..(200 - input) * 50).fold(*input, |sum, n| sum ^ n ^ n))
        };
        let done = in_order(&inputs, 4, &AtomicBool::new(false), worker, |input, result| {
            shown.push((*input, result));
            Ok(())
        });
        assert!(done.is_ok());
        assert_eq!(shown, inputs.iter().map(|n| (*n, *n)).collect::<Vec<_>>());
    }

    #[test]
    fn what_cannot_be_shown_ends_the_work() {
        let done = AtomicUsize::new(0);
        let worker = |queue: &Queue<(), ()>| {
            queue.run(|()| {
                done.fetch_add(1, Ordering::Relaxed);
                std::thread::yield_now();
            })
        };
        let inputs = vec![(); 100_000];
        let shown = in_order(&inputs, 2, &AtomicBool::new(false), worker, |(), ()| {
            Err(Failure::bad_input("nobody reads"))
        });
        assert!(shown.is_err());
        assert!(done.load(Ordering::Relaxed) < inputs.len());
    }

    #[test]
    fn a_raised_flag_ends_the_work() {
        let stop = AtomicBool::new(true);
        let worker = |queue: &Queue<u8, u8>| queue.run(|input| *input);
        let mut shown = 0;
        let done = in_order(&[1, 2, 3], 2, &stop, worker, |_, _| {
            shown += 1;
            Ok(())
        });
        assert!(done.is_ok() && shown == 0);
    }
}
