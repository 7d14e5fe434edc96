//! The protocol of the split pool in every order of events that the memory model allows: no thread waits for ever, every
//! task is done once, and its result comes back.

#[path = "protocol.rs"]
#[allow(dead_code, reason = "not all of it is modelled")]
#[allow(clippy::duplicate_mod, reason = "the same text on the model checker's primitives")]
mod protocol;

mod sync {
    pub(super) use loom::sync::atomic;
    pub(super) use loom::sync::{Arc, Condvar, Mutex, MutexGuard};
}

use protocol::{Listener, SplitPool, Worker};
use sync::Arc;
use sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

/// Does tasks by counting them.
struct Counter {
    done: Arc<[AtomicUsize; 2]>,
    calls: Vec<Arc<AtomicBool>>,
}

/// Whether one result is enough.
type Node = bool;

impl Worker for Counter {
    type Node = Node;
    type Found = usize;
    type Suspended = ();
    type Watch = Counter;

    fn go_to(&mut self, _: &Node) {}

    fn come_back(&mut self, (): ()) {}

    fn work(&mut self, _: &Node, at: usize) -> Option<usize> {
        self.done[at].fetch_add(1, SeqCst);
        Some(at)
    }

    fn is_enough(node: &Node, _: &usize) -> bool {
        *node
    }

    fn watch(&mut self) -> &mut Counter {
        self
    }
}

impl Listener for Counter {
    fn listen(&mut self, call: &Arc<AtomicBool>) {
        self.calls.push(call.clone());
    }

    fn ignore(&mut self) {
        self.calls.pop();
    }

    fn is_called_away(&self) -> bool {
        self.calls.iter().any(|call| call.load(SeqCst))
    }

    fn heed(&mut self) {}
}

/// One thread leads, another helps.
fn model(is_one_enough: bool) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(move || {
        let done = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]);
        let worker = || Counter { done: done.clone(), calls: Vec::new() };
        let pool = Arc::new(SplitPool::new());
        pool.expect_helpers();
        let helper = {
            let (pool, mut worker) = (pool.clone(), worker());
            loom::thread::spawn(move || pool.help_until_over(&mut worker))
        };
        let found = pool.share(&mut worker(), is_one_enough, 2);
        pool.end();
        helper.join().unwrap();
        let times = [0, 1].map(|task| done[task].load(SeqCst));
        if is_one_enough {
            assert!(found.iter().flatten().next().is_some() && times.iter().all(|&n| n <= 1));
        } else {
            assert_eq!((found, times), (vec![Some(0), Some(1)], [1, 1]));
        }
    });
}

#[test]
fn every_task_is_done_once_and_nobody_waits_for_ever() {
    model(false);
}

#[test]
fn one_result_may_be_enough() {
    model(true);
}
