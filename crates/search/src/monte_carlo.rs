//! Monte-Carlo tree search: grows a tree towards the moves that won most of the games played out from
//! them, and needs no evaluation, though it can use one where a playout gets too long.

use crate::Rng;
use crate::budget::Meter;
use crate::{Budget, Evaluate, Found, Game, Outcome, Root, Strategy, score};

/// UCT (Kocsis and Szepesvári 2006) with proven ends carried up the tree (Winands, Björnsson and
/// Saito 2008, "Monte-Carlo tree search solver").
#[derive(Clone, Debug)]
pub struct MonteCarlo<E> {
    /// What a game is worth that was not over when the playout was.
    pub evaluation: E,
    /// How eagerly little-tried moves are tried again.
    pub exploration: f64,
    /// How many random moves a playout has at most.
    pub playout_cap: usize,
    /// The estimate that counts as three wins in four.
    pub scale: f64,
    /// How many positions the tree holds at most.
    pub max_positions: usize,
    rng: Rng,
}

impl<E> MonteCarlo<E> {
    /// A search with common settings, whose playouts follow from `seed`.
    pub fn new(evaluation: E, seed: u64) -> MonteCarlo<E> {
        MonteCarlo {
            evaluation,
            exploration: 1.0,
            playout_cap: 8,
            scale: 100.0,
            max_positions: 2_000_000,
            rng: Rng::new(seed),
        }
    }

    /// A search whose playouts go on until the game is over, for games without an evaluation.
    pub fn whole_games(evaluation: E, seed: u64) -> MonteCarlo<E> {
        MonteCarlo { playout_cap: 1000, ..MonteCarlo::new(evaluation, seed) }
    }
}

impl<G: Game, E: Evaluate<G>> Strategy<G> for MonteCarlo<E> {
    fn search(&mut self, game: &G, root: &Root<G>, budget: &Budget) -> Found<G::Move> {
        let mut found = Found::without_search(game, &root.state);
        if found.proven {
            return found;
        }
        let mut tree = Tree { game, settings: self, nodes: vec![Node::new(None)], deepest: 0 };
        let mut meter = Meter::new(budget);
        let unlimited = budget.nodes.is_none() && budget.time.is_none() && budget.stop.is_none();
        // Without any limit of its own a Monte-Carlo search would never end.
        let mut playouts = if unlimited { 10_000 } else { u64::MAX };
        while tree.nodes[0].proven.is_none() && playouts > 0 {
            if meter.visit().is_err() || meter.is_over() {
                break;
            }
            tree.grow(&root.state);
            playouts -= 1;
        }
        let line = tree.line();
        found.best = line.first().copied().or(found.best);
        found.line = line;
        found.nodes = meter.nodes();
        found.depth = tree.deepest;
        let top = &tree.nodes[0];
        found.proven = top.proven.is_some();
        found.score = match top.proven {
            Some((outcome, plies)) => score::of_outcome(outcome, plies as usize),
            None => (top.mean() * 1000.0) as score::Score,
        };
        found
    }
}

struct Node<M> {
    /// The move that leads here; none at the root.
    chosen: Option<M>,
    /// Where the children start in the arena, and how many there are.
    children: Option<(usize, usize)>,
    visits: f64,
    /// The results so far, each from −1 (lost) to 1 (won), for the side to move here.
    total: f64,
    /// The proven end for the side to move here, and the plies to it.
    proven: Option<(Outcome, u32)>,
    /// Whether the side that moved here moves again.
    again: bool,
}

impl<M> Node<M> {
    fn new(chosen: Option<M>) -> Node<M> {
        Node { chosen, children: None, visits: 0.0, total: 0.0, proven: None, again: false }
    }

    /// A value for the side to move here as the side sees it that moved here.
    fn passed_on(&self, value: f64) -> f64 {
        if self.again { value } else { -value }
    }

    /// The proven end as the side sees it that moved here.
    fn proven_for_parent(&self) -> Option<(Outcome, u32)> {
        self.proven.map(|(end, plies)| (if self.again { end } else { end.reversed() }, plies))
    }

    fn mean(&self) -> f64 {
        if self.visits > 0.0 { self.total / self.visits } else { 0.0 }
    }
}

struct Tree<'a, G: Game, E> {
    game: &'a G,
    settings: &'a mut MonteCarlo<E>,
    nodes: Vec<Node<G::Move>>,
    deepest: u32,
}

impl<G: Game, E: Evaluate<G>> Tree<'_, G, E> {
    /// One round: down the tree, one new layer, one playout, and the result back up.
    fn grow(&mut self, root: &G::State) {
        let mut state = root.clone();
        let mut path = vec![0];
        loop {
            let index = path[path.len() - 1];
            if let Some(outcome) = self.game.outcome(&state) {
                self.nodes[index].proven = Some((outcome, 0));
            }
            if self.nodes[index].proven.is_some() || path.len() >= score::MAX_PLY {
                break;
            }
            if self.nodes[index].children.is_none() {
                let fresh = self.nodes[index].visits == 0.0 && path.len() > 1;
                if fresh || self.nodes.len() >= self.settings.max_positions {
                    break;
                }
                self.expand(index, &state);
            }
            let child = self.select(index);
            let chosen = self.nodes[child].chosen.expect("a child has a move");
            let after = self.game.play(&state, chosen);
            self.nodes[child].again = self.game.moves_again(&state, &after);
            state = after;
            path.push(child);
        }
        self.deepest = self.deepest.max(path.len() as u32 - 1);
        let last = path[path.len() - 1];
        let mut result = match self.nodes[last].proven {
            Some((outcome, _)) => value_of(outcome),
            None => self.play_out(&state),
        };
        for &index in path.iter().rev() {
            self.settle(index);
            if let Some((outcome, _)) = self.nodes[index].proven {
                result = value_of(outcome);
            }
            self.nodes[index].visits += 1.0;
            self.nodes[index].total += result;
            result = self.nodes[index].passed_on(result);
        }
    }

    fn expand(&mut self, index: usize, state: &G::State) {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        self.nodes[index].children = Some((self.nodes.len(), moves.len()));
        self.nodes.extend(moves.into_iter().map(|chosen| Node::new(Some(chosen))));
    }

    /// The child with the best upper confidence bound, leaving out those that are settled.
    fn select(&mut self, index: usize) -> usize {
        let (first, count) = self.nodes[index].children.expect("only expanded nodes select");
        let spread = self.settings.exploration * self.nodes[index].visits.max(1.0).ln().sqrt();
        let bound = |child: &Node<G::Move>| match child {
            child if child.proven.is_some() => f64::NEG_INFINITY,
            child if child.visits == 0.0 => f64::INFINITY,
            child => child.passed_on(child.mean()) + spread / child.visits.sqrt(),
        };
        // Start anywhere, so that untried moves come in random order.
        let start = self.settings.rng.below(count);
        (0..count)
            .map(|offset| first + (start + offset) % count)
            .max_by(|&a, &b| bound(&self.nodes[a]).total_cmp(&bound(&self.nodes[b])))
            .expect("a game that goes on has a move")
    }

    /// Random moves from `state`; the result is for the side to move there.
    fn play_out(&mut self, state: &G::State) -> f64 {
        let MonteCarlo { playout_cap, rng, .. } = &mut *self.settings;
        let (state, same) = self.game.play_randomly(state, *playout_cap, rng);
        let sign = if same { 1.0 } else { -1.0 };
        if let Some(outcome) = self.game.outcome(&state) {
            return sign * value_of(outcome);
        }
        let estimate = f64::from(self.settings.evaluation.evaluate(self.game, &state));
        // tanh(0.55) is one half, that is three wins in four.
        sign * (0.55 * estimate / self.settings.scale).tanh()
    }

    /// Proves the node if its children do: one move that wins, or all moves known.
    fn settle(&mut self, index: usize) {
        let Some((first, count)) = self.nodes[index].children else { return };
        let children = &self.nodes[first..first + count];
        let ends = |outcome| {
            children.iter().filter_map(move |child| match child.proven_for_parent() {
                Some((end, plies)) if end == outcome => Some(plies + 1),
                _ => None,
            })
        };
        self.nodes[index].proven = if let Some(plies) = ends(Outcome::Win).min() {
            Some((Outcome::Win, plies))
        } else if children.iter().any(|child| child.proven.is_none()) {
            None
        } else if let Some(plies) = ends(Outcome::Draw).min() {
            Some((Outcome::Draw, plies))
        } else {
            ends(Outcome::Loss).max().map(|plies| (Outcome::Loss, plies))
        };
    }

    /// The move to play and its expected replies: proven wins first, then the most visited.
    fn line(&self) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut index = 0;
        while let Some((first, count)) = self.nodes[index].children {
            let worth = |child: &Node<G::Move>| match child.proven_for_parent() {
                Some((Outcome::Win, plies)) => f64::MAX / (1.0 + f64::from(plies)),
                Some((Outcome::Loss, plies)) => f64::from(plies) - 1e9,
                _ => child.visits,
            };
            let best = (first..first + count)
                .max_by(|&a, &b| worth(&self.nodes[a]).total_cmp(&worth(&self.nodes[b])));
            let Some(best) = best else { break };
            if self.nodes[best].visits == 0.0 && !line.is_empty() {
                break;
            }
            line.extend(self.nodes[best].chosen);
            index = best;
        }
        line
    }
}

fn value_of(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win => 1.0,
        Outcome::Loss => -1.0,
        Outcome::Draw => 0.0,
    }
}
