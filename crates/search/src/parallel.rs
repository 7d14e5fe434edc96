//! Iterative deepening on several threads that share one transposition table ("lazy SMP"): each
//! searches the whole tree, half of them one ply ahead, and finds in the table what the others have
//! already done.

use crate::{Budget, Deepening, Evaluate, Found, Game, Root, Strategy};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// [`Deepening`] on `threads` threads.
#[derive(Clone)]
pub struct Parallel<E> {
    /// The search that every thread runs.
    pub search: Deepening<E>,
    /// How many threads search; one searches on the caller's thread.
    pub threads: usize,
}

impl<E> Parallel<E> {
    /// Searches on `threads` threads with one table of `mebibytes`.
    pub fn new(evaluation: E, mebibytes: usize, threads: usize) -> Parallel<E> {
        Parallel { search: Deepening::new(evaluation, mebibytes), threads: threads.max(1) }
    }
}

impl<G: Game, E: Evaluate<G> + Send> Strategy<G> for Parallel<E> {
    fn search(&mut self, game: &G, root: &Root<G>, budget: &Budget) -> Found<G::Move> {
        self.search.table.grow_older();
        let finished = Arc::new(AtomicBool::new(false));
        // The helpers end when the first thread has ended, whatever ended it.
        let helpers_budget = Budget {
            depth: budget.depth.map(|depth| depth.saturating_add(1)),
            nodes: None,
            time: None,
            stop: Some(finished.clone()),
        };
        let search = &self.search;
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads)
                .map(|number| {
                    let budget = &helpers_budget;
                    let first_depth = 1 + number as u32 % 2;
                    scope.spawn(move || {
                        search.search_with(game, root, budget, first_depth, &mut |_| {})
                    })
                })
                .collect();
            let mut found = search.search_with(game, root, budget, 1, &mut |_| {});
            finished.store(true, Ordering::Relaxed);
            for helper in helpers {
                let other = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                found.nodes += other.nodes;
            }
            found
        })
    }

    fn new_game(&mut self) {
        self.search.table.clear();
    }
}
