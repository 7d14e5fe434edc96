//! `go mate N`: the search looks for the mate, and beside it a solver decides whether there is one, so that
//! the question ends either way.

use super::Output;
use crate::control::Control;
use crate::engine::Engine;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use zugwerk_chess::{Game, Move, Position};

/// Decides whether the side to move can mate in `moves` or fewer: the first move of a shortest mate
/// and its length, or that there is none. Nothing where the flag is raised first.
pub type MateSolver =
    Arc<dyn Fn(&Position, u16, Arc<AtomicBool>) -> Option<Option<(Move, u16)>> + Send + Sync>;

/// Runs `search` until it ends by itself or the solver has decided.
pub(super) fn search(
    output: &Output,
    control: &Control,
    game: &Game,
    solver: &MateSolver,
    moves: i32,
    search: impl FnOnce(&Output) -> Option<Engine>,
) -> Option<Engine> {
    let root = game.position();
    let moves = u16::try_from(moves).unwrap_or(u16::MAX);
    let over = Arc::new(AtomicBool::new(false));
    // What the search says last is held back until it is known whether the solver knows better.
    let last = Arc::new(Mutex::new(None));
    let held: Output = {
        let (output, last) = (output.clone(), last.clone());
        Arc::new(move |line: &str| match line.starts_with("bestmove") {
            true => *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(line.to_string()),
            false => output(line),
        })
    };
    let (engine, decided) = std::thread::scope(|scope| {
        let ends = over.clone();
        let decide = move || {
            let decided = solver(root, moves, ends);
            if decided.is_some() {
                control.stop();
            }
            decided
        };
        let thread = std::thread::Builder::new().stack_size(Engine::STACK);
        let solving = thread.spawn_scoped(scope, decide);
        let engine = search(&held);
        over.store(true, Ordering::Relaxed);
        (engine, solving.ok().and_then(|solving| solving.join().ok().flatten()))
    });
    let last = last.lock().unwrap_or_else(PoisonError::into_inner).take();
    match decided {
        Some(Some((m, length))) => {
            let m = root.uci(m);
            output(&format!("info depth {} score mate {length} pv {m}", 2 * length - 1));
            output(&format!("bestmove {m}"));
        }
        decided => {
            if decided == Some(None) {
                output(&format!("info string there is no mate in {moves}"));
            }
            if let Some(line) = last {
                output(&line);
            }
        }
    }
    engine
}
