//! Iterative deepening: principal-variation search to depth 1, 2, 3, …, where each round leaves
//! behind what orders the moves of the next one: a transposition table, killer moves and history.
//! The search for everyday use.

use crate::order::Buffer;
use crate::table::{Bound, Entry, TO_THE_END};
use crate::{
    Budget, Evaluate, Found, Frontier, Game, Root, Score, Stopped, Strategy, Table, budget::Meter,
    score,
};
use memory::Memory;
use std::sync::{Arc, LazyLock};

mod memory;

/// What the search may do beyond plain principal-variation search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// A position that occurred before counts as a draw at once. Leave it on for games that can go
    /// in circles.
    pub repetition_is_draw: bool,
    /// Half the width of the window around the last score with which a round starts; 0 for none.
    pub aspiration: Score,
    /// Looks less deep at moves late in the list, and again in full at those that turn out well.
    pub late_move_reductions: bool,
    /// Gives up on a position whose estimate beats the window by this much for each ply that is
    /// left, up to a few plies; 0 for never.
    pub futility_margin: Score,
    /// Takes from the table only what was searched to exactly the depth asked for.
    pub same_depth_only: bool,
}

impl Options {
    /// Everything that makes the search fast but may change the score of a given depth.
    pub const fn selective() -> Options {
        Options {
            repetition_is_draw: true,
            aspiration: 30,
            late_move_reductions: true,
            futility_margin: 0,
            same_depth_only: false,
        }
    }

    /// Only what keeps the value of every depth equal to that of plain minimax.
    pub const fn exact() -> Options {
        Options {
            repetition_is_draw: false,
            aspiration: 30,
            late_move_reductions: false,
            futility_margin: 0,
            same_depth_only: true,
        }
    }
}

/// Called after each completed round with what was found so far.
pub type OnRound<'a, M> = &'a mut dyn FnMut(&Found<M>);

/// Iterative deepening with a transposition table.
#[derive(Clone)]
pub struct Deepening<E> {
    /// What positions at the horizon are worth.
    pub evaluation: E,
    /// What the search may do.
    pub options: Options,
    /// What earlier searches know.
    pub table: Arc<Table>,
}

impl<E> Deepening<E> {
    /// A selective search with a table of `mebibytes`.
    pub fn new(evaluation: E, mebibytes: usize) -> Deepening<E> {
        Deepening {
            evaluation,
            options: Options::selective(),
            table: Arc::new(Table::new(mebibytes)),
        }
    }

    /// The same with other options.
    pub fn with(mut self, options: Options) -> Deepening<E> {
        self.options = options;
        self
    }

    /// Searches, and tells `on_round` of every completed round.
    pub fn search_with<G: Game>(
        &self,
        game: &G,
        root: &Root<G>,
        budget: &Budget,
        first_depth: u32,
        on_round: OnRound<G::Move>,
    ) -> Found<G::Move>
    where
        E: Evaluate<G>,
    {
        let mut found = Found::without_search(game, &root.state);
        if found.proven {
            return found;
        }
        let mut tree = Tree::new(game, &self.evaluation, self.options, &self.table, root, budget);
        let last = budget.depth.unwrap_or(score::MAX_PLY as u32 / 2);
        for depth in first_depth.min(last).max(1)..=last {
            tree.saw_horizon = false;
            let Ok((score, line)) = tree.round(&root.state, depth, found.score) else { break };
            found = Found {
                best: line.first().copied().or(found.best),
                score,
                line,
                nodes: tree.meter.nodes(),
                depth,
                proven: score::is_decisive(score) || !tree.saw_horizon,
            };
            on_round(&found);
            // Nothing shorter can turn up once all shorter lines have been seen.
            let seen_enough = score::plies_to_end(score).is_none_or(|plies| plies <= depth);
            if found.proven && seen_enough {
                break;
            }
        }
        // A round that was cut short has still found its best move so far in full depth.
        if let Some((score, line)) = tree.unfinished.take() {
            found.best = line.first().copied().or(found.best);
            found.proven = score::is_decisive(score);
            (found.score, found.line) = (score, line);
        }
        found.nodes = tree.meter.nodes();
        found
    }
}

impl<G: Game, E: Evaluate<G>> Strategy<G> for Deepening<E> {
    fn search(&mut self, game: &G, root: &Root<G>, budget: &Budget) -> Found<G::Move> {
        self.table.grow_older();
        self.search_with(game, root, budget, 1, &mut |_| {})
    }

    fn new_game(&mut self) {
        self.table.clear();
    }
}

/// How many plies less to look at a move that comes after `tried` others, of the `depth` that are
/// left after it: more with either, and slowly.
fn late_move_reduction(depth: u32, tried: u32) -> u32 {
    const SIZE: usize = 64;
    static TABLE: LazyLock<Box<[[u8; SIZE]; SIZE]>> = LazyLock::new(|| {
        let formula = |depth: usize, tried: usize| {
            if depth < 2 || tried < 3 {
                return 0;
            }
            let plies = 0.5 + (depth as f64).ln() * (tried as f64).ln() / 1.5;
            (plies as u8).min(depth as u8 - 1)
        };
        Box::new(std::array::from_fn(|d| std::array::from_fn(|t| formula(d, t))))
    });
    u32::from(TABLE[(depth as usize).min(SIZE - 1)][(tried as usize).min(SIZE - 1)])
}

struct Tree<'a, G: Game, E> {
    game: &'a G,
    evaluation: &'a E,
    options: Options,
    table: &'a Table,
    meter: Meter,
    moves: Buffer<G::Move>,
    memory: Memory<G::Move>,
    /// The keys of the positions before the one at hand: the game's, then the line's.
    path: Vec<u64>,
    /// Whether anything was taken for its estimate since this was last set to false.
    saw_horizon: bool,
    /// The best move of the round under way, once its first move has been searched.
    unfinished: Option<(Score, Vec<G::Move>)>,
}

/// A score with the line that leads to it.
type Value<M> = (Score, Vec<M>);

impl<'a, G: Game, E: Evaluate<G>> Tree<'a, G, E> {
    fn new(
        game: &'a G,
        evaluation: &'a E,
        options: Options,
        table: &'a Table,
        root: &Root<G>,
        budget: &Budget,
    ) -> Tree<'a, G, E> {
        Tree {
            game,
            evaluation,
            options,
            table,
            meter: Meter::new(budget),
            moves: Buffer::default(),
            memory: Memory::default(),
            path: root.history.clone(),
            saw_horizon: false,
            unfinished: None,
        }
    }

    /// One round: a search with a window around the expected score, widened where it lies outside.
    fn round(
        &mut self,
        state: &G::State,
        depth: u32,
        expected: Score,
    ) -> Result<Value<G::Move>, Stopped> {
        let mut margin = self.options.aspiration;
        let wide = margin == 0 || depth < 3 || score::is_decisive(expected);
        let (mut alpha, mut beta) =
            if wide { (-score::WIN, score::WIN) } else { (expected - margin, expected + margin) };
        loop {
            self.unfinished = None;
            let mut line = Vec::new();
            let value = self.value(state, alpha, beta, depth, 0, &mut line)?;
            margin = margin.saturating_mul(4);
            if value <= alpha && alpha > -score::WIN {
                alpha = if margin > 1000 { -score::WIN } else { value - margin };
            } else if value >= beta && beta < score::WIN {
                beta = if margin > 1000 { score::WIN } else { value + margin };
            } else {
                self.unfinished = None;
                return Ok((value, line));
            }
        }
    }

    /// The value of `state` if it lies between `alpha` and `beta`, else a bound on its side of them.
    fn value(
        &mut self,
        state: &G::State,
        mut alpha: Score,
        mut beta: Score,
        depth: u32,
        ply: usize,
        line: &mut Vec<G::Move>,
    ) -> Result<Score, Stopped> {
        self.meter.visit()?;
        if let Some(outcome) = self.game.outcome(state) {
            return Ok(score::of_outcome(outcome, ply));
        }
        if depth == 0 || ply >= score::MAX_PLY - 1 {
            self.saw_horizon = true;
            return self.quiet_value(state, alpha, beta, ply);
        }
        let key = self.game.hash(state);
        let is_root = ply == 0;
        if !is_root && self.options.repetition_is_draw && self.path.contains(&key) {
            self.saw_horizon = true;
            return Ok(0);
        }

        // Nothing here can beat a forced end that is already known to come sooner.
        if !is_root {
            alpha = alpha.max(ply as Score - score::WIN);
            beta = beta.min(score::WIN - ply as Score - 1);
            if alpha >= beta {
                return Ok(alpha);
            }
        }

        // Only a window of some width can hold the principal variation.
        let wide = beta - alpha > 1;
        // Cheaper than a look into the table, which is a cache miss.
        if depth == 1
            && !is_root
            && let Some(frontier) = self.frontier(state, beta)?
        {
            line.extend(wide.then_some(frontier.chosen));
            return Ok(frontier.score.unwrap_or(score::WIN - ply as Score - 1));
        }

        let known = self.table.get(key, ply);
        if let Some(entry) = known
            && !is_root
            && (!wide || self.options.same_depth_only)
            && self.settles(&entry, alpha, beta, depth)
        {
            self.saw_horizon |= entry.depth < TO_THE_END && !score::is_decisive(entry.score);
            return Ok(entry.score);
        }

        let margin = self.options.futility_margin;
        if margin > 0 && !wide && depth <= 3 && !score::is_decisive(beta) {
            let estimate = self.evaluation.evaluate(self.game, state);
            if estimate - margin * depth as Score >= beta {
                self.saw_horizon = true;
                return Ok(estimate);
            }
        }

        let hash_move = known.and_then(|entry| entry.number);
        let list = {
            let (game, evaluation, memory) = (self.game, self.evaluation, &self.memory);
            self.moves.fill(game, state, |number, chosen| {
                if hash_move == Some(number as u16) {
                    Score::MAX
                } else {
                    memory.move_score(ply, chosen)
                        + if depth > 1 { evaluation.move_score(game, state, chosen) } else { 0 }
                }
            })
        };
        self.path.push(key);
        let seen_before = std::mem::replace(&mut self.saw_horizon, false);
        let before = alpha;
        let mut best = -score::WIN;
        let mut best_number = None;
        for index in list.clone() {
            let candidate = self.moves.pick(index, &list);
            let tried = (index - list.start) as u32;
            let after = self.game.play(state, candidate.chosen);
            let mut reply = Vec::new();
            let again = self.game.moves_again(state, &after);
            let value = if tried == 0 {
                self.child((&after, again), alpha, beta, depth - 1, ply + 1, &mut reply)?
            } else {
                self.scout((&after, again), alpha, beta, depth - 1, ply + 1, tried, &mut reply)?
            };
            if value > best || tried == 0 {
                best = value;
                best_number = Some(candidate.number);
                if is_root || wide && value > alpha {
                    line.clear();
                    line.push(candidate.chosen);
                    line.append(&mut reply);
                }
                if is_root && value > before {
                    self.unfinished = Some((value, line.clone()));
                }
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                self.remember_cutoff(list.start, index, depth, ply);
                break;
            }
        }
        self.path.pop();
        self.moves.release(list);
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > before => Bound::Exact,
            _ => Bound::Upper,
        };
        // A move that merely failed to raise alpha says nothing about which move is best.
        let number = best_number.filter(|_| bound != Bound::Upper);
        let is_whole = !self.saw_horizon && !self.options.same_depth_only;
        let depth = if is_whole { TO_THE_END } else { depth };
        self.saw_horizon |= seen_before;
        self.table.put(key, ply, Entry { score: best, bound, depth, number });
        Ok(best)
    }

    /// The best move one ply from the horizon, where the evaluation knows a short cut.
    #[inline]
    fn frontier(
        &mut self,
        state: &G::State,
        beta: Score,
    ) -> Result<Option<Frontier<G::Move>>, Stopped> {
        let frontier = self.evaluation.frontier(self.game, state, beta);
        if let Some(frontier) = &frontier {
            self.meter.visit_many(frontier.positions)?;
            self.saw_horizon = true;
        }
        Ok(frontier)
    }

    /// The value of a child for the side that moved, which may be the side to move there again.
    fn child(
        &mut self,
        (after, again): (&G::State, bool),
        alpha: Score,
        beta: Score,
        depth: u32,
        ply: usize,
        reply: &mut Vec<G::Move>,
    ) -> Result<Score, Stopped> {
        score::passed_on(again, (alpha, beta), |alpha, beta| {
            self.value(after, alpha, beta, depth, ply, reply)
        })
    }

    /// Asks with a window of no width whether a later move is better than what is known, looking
    /// less deep at first where that is allowed, and in full only where the answer is yes.
    #[allow(clippy::too_many_arguments)]
    fn scout(
        &mut self,
        after: (&G::State, bool),
        alpha: Score,
        beta: Score,
        depth: u32,
        ply: usize,
        tried: u32,
        reply: &mut Vec<G::Move>,
    ) -> Result<Score, Stopped> {
        let reduction =
            if self.options.late_move_reductions { late_move_reduction(depth, tried) } else { 0 };
        let seen_before = self.saw_horizon;
        let mut value = self.child(after, alpha, alpha + 1, depth - reduction, ply, reply)?;
        // What is looked at again in full does not depend on what the first look left open.
        if value > alpha && reduction > 0 {
            self.saw_horizon = seen_before;
            value = self.child(after, alpha, alpha + 1, depth, ply, reply)?;
        }
        if value > alpha && value < beta {
            self.saw_horizon = seen_before;
            reply.clear();
            value = self.child(after, alpha, beta, depth, ply, reply)?;
        }
        Ok(value)
    }

    /// Whether what the table knows answers the question.
    fn settles(&self, entry: &Entry, alpha: Score, beta: Score, depth: u32) -> bool {
        let deep_enough = if self.options.same_depth_only {
            entry.depth == depth
        } else {
            entry.depth >= depth || score::is_decisive(entry.score)
        };
        deep_enough
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            }
    }

    /// The best the side to move can get by standing still or by noisy moves alone.
    fn quiet_value(
        &mut self,
        state: &G::State,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let mut best = self.evaluation.evaluate(self.game, state);
        alpha = alpha.max(best);
        if alpha >= beta || ply >= score::MAX_PLY - 1 {
            return Ok(best);
        }
        let list = {
            let (game, evaluation) = (self.game, self.evaluation);
            self.moves.fill_with(
                |moves| evaluation.noisy(game, state, moves),
                |_, chosen| evaluation.move_score(game, state, chosen),
            )
        };
        for index in list.clone() {
            let chosen = self.moves.pick(index, &list).chosen;
            let after = self.game.play(state, chosen);
            self.meter.visit()?;
            let again = self.game.moves_again(state, &after);
            let value = score::passed_on(again, (alpha, beta), |alpha, beta| {
                match self.game.outcome(&after) {
                    Some(outcome) => Ok(score::of_outcome(outcome, ply + 1)),
                    None => self.quiet_value(&after, alpha, beta, ply + 1),
                }
            })?;
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.moves.release(list);
        Ok(best)
    }

    /// Notes the move that made the others unnecessary, and that those tried before it did not.
    fn remember_cutoff(&mut self, first: usize, cut: usize, depth: u32, ply: usize) {
        self.memory.reward(ply, self.moves.at(cut), depth);
        for index in first..cut {
            self.memory.punish(self.moves.at(index), depth);
        }
    }
}
