//! What every strategy has in common: it gets a position and a budget, and says what it found.

use crate::{Budget, Game, Score, Stopped, budget::Meter, score};

/// A way to choose a move.
pub trait Strategy<G: Game> {
    /// Searches `root` within `budget`.
    fn search(&mut self, game: &G, root: &Root<G>, budget: &Budget) -> Found<G::Move>;

    /// Forgets what earlier searches have left behind, before a new game.
    fn new_game(&mut self) {}
}

/// Where a search starts: a position, and the keys of the positions that the game went through
/// before it, so that a strategy can avoid repeating them.
#[derive(Clone, Debug)]
pub struct Root<G: Game> {
    /// The position to move in.
    pub state: G::State,
    /// The keys of the earlier positions, oldest first.
    pub history: Vec<u64>,
}

impl<G: Game> Root<G> {
    /// A position without a past.
    pub fn new(state: G::State) -> Root<G> {
        Root { state, history: Vec::new() }
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The move to play; `None` only where the game is over.
    pub best: Option<M>,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// The line that the search expects, `best` first.
    pub line: Vec<M>,
    /// How many positions were visited.
    pub nodes: u64,
    /// How many plies ahead the last completed search looked.
    pub depth: u32,
    /// Whether the score is the true value of the game and not an estimate.
    pub proven: bool,
}

impl<M: Copy> Found<M> {
    /// The answer where there is nothing to search: the game has ended, or the budget is nothing.
    pub(crate) fn without_search<G: Game<Move = M>>(game: &G, state: &G::State) -> Found<M> {
        let outcome = game.outcome(state);
        let mut moves = Vec::new();
        if outcome.is_none() {
            game.moves(state, &mut moves);
        }
        Found {
            best: moves.first().copied(),
            score: outcome.map_or(0, |end| score::of_outcome(end, 0)),
            line: moves.first().copied().into_iter().collect(),
            nodes: 0,
            depth: 0,
            proven: outcome.is_some(),
        }
    }
}

/// What one search to a fixed depth brought home.
pub(crate) struct Iteration<M> {
    pub score: Score,
    pub line: Vec<M>,
    /// Whether some line was cut off by the depth, so that the score rests on an estimate.
    pub saw_horizon: bool,
}

/// Runs a search of fixed depth: once where the budget names only a depth, else deeper and deeper
/// until the budget is spent or the answer is proven.
pub(crate) fn deepen<G: Game>(
    game: &G,
    root: &Root<G>,
    budget: &Budget,
    mut search: impl FnMut(u32, &mut Meter) -> Result<Iteration<G::Move>, Stopped>,
) -> Found<G::Move> {
    let mut found = Found::without_search(game, &root.state);
    if found.proven {
        return found;
    }
    let mut meter = Meter::new(budget);
    let last = budget.depth.unwrap_or(score::MAX_PLY as u32).min(score::MAX_PLY as u32);
    let first = if budget.nodes.is_none() && budget.time.is_none() { last.max(1) } else { 1 };
    let first = if budget.depth.is_none() { 1 } else { first };
    for depth in first..=last {
        let Ok(iteration) = search(depth, &mut meter) else { break };
        found.score = iteration.score;
        found.best = iteration.line.first().copied().or(found.best);
        found.line = iteration.line;
        found.depth = depth;
        found.proven = score::is_decisive(iteration.score) || !iteration.saw_horizon;
        if found.proven {
            break;
        }
    }
    found.nodes = meter.nodes();
    found
}
