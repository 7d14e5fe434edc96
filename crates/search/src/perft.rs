//! Perft: counts the lines of play of a given length, which checks a move generator against known
//! figures and measures its speed.

use crate::Game;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// The number of lines of exactly `depth` moves from `state`. Games that end earlier do not count.
/// The stack holds lines of some hundred moves; no longer ones are ever counted to the end.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let never = AtomicBool::new(false);
    count(game, state, depth, &mut Vec::new(), &never)
}

/// [`perft`] for each first move, on `threads` threads. `None` when `stop` was raised meanwhile.
pub fn divide<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
) -> Option<Vec<(G::Move, u64)>> {
    if depth == 0 || game.outcome(state).is_some() {
        return Some(Vec::new());
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let jobs = jobs(game, state, &moves, depth);
    let totals: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut buffer = Vec::new();
        while let Some((number, after, depth)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let lines = count(game, after, *depth, &mut buffer, stop);
            totals[*number].fetch_add(lines, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    let counts = totals.into_iter().map(AtomicU64::into_inner);
    (!stop.load(Ordering::Relaxed)).then(|| moves.into_iter().zip(counts).collect())
}

/// What the threads share out: one position for each line of up to two moves, with the number of its
/// first move and the depth that is left. One move alone would make jobs of very different sizes.
fn jobs<G: Game>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    depth: u32,
) -> Vec<(usize, G::State, u32)> {
    let mut jobs = Vec::new();
    for (number, &first) in moves.iter().enumerate() {
        let after = game.play(state, first);
        if depth < 3 {
            jobs.push((number, after, depth - 1));
        } else if game.outcome(&after).is_none() {
            let mut replies = Vec::new();
            game.moves(&after, &mut replies);
            jobs.extend(replies.iter().map(|&reply| (number, game.play(&after, reply), depth - 2)));
        }
    }
    jobs
}

/// `buffer` holds the moves of all positions on the current line.
fn count<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    buffer: &mut Vec<G::Move>,
    stop: &AtomicBool,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.outcome(state).is_some() {
        return 0;
    }
    if depth == 1 {
        return game.count_moves(state);
    }
    if depth > 3 && stop.load(Ordering::Relaxed) {
        return 0;
    }
    let first = buffer.len();
    game.moves(state, buffer);
    let mut lines = 0;
    for index in first..buffer.len() {
        let after = game.play(state, buffer[index]);
        lines += count(game, &after, depth - 1, buffer, stop);
    }
    buffer.truncate(first);
    lines
}
