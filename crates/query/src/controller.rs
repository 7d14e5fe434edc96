//! A controller: a choice for each position of its own with which a formula holds always, or with which a position is
//! reached, whatever the other side does. The side to move in the start is the controller, the other one its environment.
//!
//! Every position is looked at once; then those from which the other side can force the contrary are found backwards
//! (attractors of a game on a graph). The table is played through from the start before it is told.

use crate::answer::{Answer, MoveName, Solution, Tree, Verdict};
use crate::language::Language;
use crate::laws::{FormulaOf, Laws, Understood};
use crate::search::Rules;
use std::collections::HashMap;
use zugwerk_logic::{Limits, Stop};

/// More positions than this are not looked at.
const MOST_POSITIONS: usize = 1_000_000;
/// Positions between two looks at the limits.
const POSITIONS_BETWEEN_CHECKS: usize = 1024;

/// Finds a controller for a sketch whose start is known, or a line on which the other side is too strong.
pub fn synthesize<G: Language>(
    language: &G,
    sketch: &Understood<G::Rules>,
    (always, finds): (&FormulaOf<G::Rules>, bool),
    limits: &Limits,
    answer: &mut Answer,
) -> Result<(), Stop> {
    let rules = language.rules(&sketch.plans[0]);
    let Some(start) = rules.known(&sketch.start) else { return Ok(()) };
    answer.engine = "search";
    let holds = |state: &StateOf<G>| always.holds(&mut |atom| rules.holds(state, atom));
    let graph = Graph::explore(&rules, start.clone(), &holds, limits)?;
    answer.statistics.positions += graph.nodes.len() as u64;
    // Who finds wants to get to where the formula fails; who keeps it must not be driven there.
    let ranks = graph.attractor(finds, limits)?;
    let wins = ranks[0].is_some() == finds;
    if !wins {
        answer.verdict = Verdict::No;
        let line = graph.worst_line(&rules, &ranks, finds);
        let tree = Tree::of(line.into_iter(), Tree::End);
        if !finds {
            answer.counterexample = Some(Solution { start: None, tree });
            answer.core.push("the other side can force this, whatever is chosen".to_string());
        } else {
            answer.core.push("the other side can keep it away for ever".to_string());
        }
        return Ok(());
    }
    let table = graph.table(&rules, &ranks, finds);
    let positions = replay(&rules, &start, &table, &holds, finds);
    debug_assert!(positions.is_some(), "a controller that fails");
    let Some(positions) = positions else {
        answer.verdict = Verdict::Limit;
        return Ok(());
    };
    answer.verdict = Verdict::Yes;
    let what = if finds { "reaches it" } else { "keeps it" };
    answer.proof = vec![format!(
        "the table {what} in every one of {positions} positions that play with it leads to, each looked at again"
    )];
    answer.strategy = table.into_iter().collect();
    answer.strategy.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(())
}

type StateOf<G> = <<G as Language>::Rules as crate::search::Rules>::State;

/// The positions that play can lead to, and the moves between them.
struct Graph<L: Laws> {
    nodes: Vec<Node<L>>,
}

struct Node<L: Laws> {
    state: L::State,
    /// It is the controller's turn.
    own: bool,
    /// The formula does not hold here: nobody looks further.
    broken: bool,
    moves: Vec<(L::Move, usize)>,
}

impl<L: Laws> Graph<L> {
    fn explore(
        rules: &L,
        start: L::State,
        holds: &impl Fn(&L::State) -> bool,
        limits: &Limits,
    ) -> Result<Graph<L>, Stop> {
        let first = rules.second_moves(&start);
        let node = |state: L::State| {
            let (own, broken) = (rules.second_moves(&state) == first, !holds(&state));
            Node { state, own, broken, moves: Vec::new() }
        };
        let mut known = HashMap::new();
        let mut nodes = Vec::new();
        known.extend(rules.key(&start).map(|key| (key, 0)));
        nodes.push(node(start));
        let mut at = 0;
        while at < nodes.len() {
            if at.is_multiple_of(POSITIONS_BETWEEN_CHECKS) {
                limits.check()?;
            }
            if nodes.len() > MOST_POSITIONS {
                return Err(Stop::Memory);
            }
            if !nodes[at].broken {
                for chosen in rules.moves(&nodes[at].state, None) {
                    let state = rules.play(&nodes[at].state, chosen);
                    // Statements about the past are refused: every position has a key.
                    let key = rules.key(&state).unwrap_or_default();
                    let to = *known.entry(key).or_insert(nodes.len());
                    if to == nodes.len() {
                        nodes.push(node(state));
                    }
                    nodes[at].moves.push((chosen, to));
                }
            }
            at += 1;
        }
        Ok(Graph { nodes })
    }

    /// By position: in how many moves one side can force the formula to fail, the controller where that is what it
    /// wants. Who has no move is forced to nothing.
    fn attractor(&self, controller: bool, limits: &Limits) -> Result<Vec<Option<u32>>, Stop> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            node.moves.iter().for_each(|(_, to)| before[*to].push(at));
        }
        let mut left: Vec<usize> = self.nodes.iter().map(|node| node.moves.len()).collect();
        let mut ranks: Vec<Option<u32>> = vec![None; self.nodes.len()];
        let mut open: Vec<usize> =
            (0..self.nodes.len()).filter(|at| self.nodes[*at].broken).collect();
        open.iter().for_each(|at| ranks[*at] = Some(0));
        let mut rank = 0;
        while !open.is_empty() {
            limits.check()?;
            rank += 1;
            let mut next = Vec::new();
            for from in open.iter().flat_map(|to| &before[*to]) {
                left[*from] -= 1;
                let chooses = self.nodes[*from].own == controller;
                if ranks[*from].is_none() && (chooses || left[*from] == 0) {
                    ranks[*from] = Some(rank);
                    next.push(*from);
                }
            }
            open = next;
        }
        Ok(ranks)
    }

    /// What the controller chooses in a position from which it wins.
    fn choice(&self, at: usize, ranks: &[Option<u32>], finds: bool) -> Option<(L::Move, usize)> {
        let moves = self.nodes[at].moves.iter();
        match finds {
            true => moves.filter(|(_, to)| ranks[*to].is_some()).min_by_key(|(_, to)| ranks[*to]),
            false => moves.into_iter().find(|(_, to)| ranks[*to].is_none()),
        }
        .copied()
    }

    /// The controller's choices in all positions that they lead to.
    fn table(&self, rules: &L, ranks: &[Option<u32>], finds: bool) -> HashMap<String, MoveName> {
        let mut table = HashMap::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![0];
        seen[0] = true;
        while let Some(at) = open.pop() {
            let node = &self.nodes[at];
            let next: Vec<usize> = match node.own {
                _ if node.broken => Vec::new(),
                false => node.moves.iter().map(|(_, to)| *to).collect(),
                true => match self.choice(at, ranks, finds) {
                    Some((chosen, to)) => {
                        table.insert(rules.text(&node.state), rules.name(&node.state, chosen));
                        vec![to]
                    }
                    None => Vec::new(),
                },
            };
            for to in next.into_iter().filter(|to| !std::mem::replace(&mut seen[*to], true)) {
                open.push(to);
            }
        }
        table
    }

    /// A line on which the other side forces the formula to fail as fast as it can, and the controller holds out.
    fn worst_line(&self, rules: &L, ranks: &[Option<u32>], finds: bool) -> Vec<MoveName> {
        let (mut at, mut names) = (0, Vec::new());
        while !finds && !self.nodes[at].broken {
            let moves = self.nodes[at].moves.iter().filter(|(_, to)| ranks[*to].is_some());
            let step = match self.nodes[at].own {
                true => moves.max_by_key(|(_, to)| ranks[*to]),
                false => moves.min_by_key(|(_, to)| ranks[*to]),
            };
            let Some(&(chosen, to)) = step else { break };
            names.push(rules.name(&self.nodes[at].state, chosen));
            at = to;
        }
        names
    }
}

/// Plays the table against every move of the other side, with the rules alone: how many positions that leads to, or
/// none where it fails somewhere.
fn replay<L: Laws>(
    rules: &L,
    start: &L::State,
    table: &HashMap<String, MoveName>,
    holds: &impl Fn(&L::State) -> bool,
    finds: bool,
) -> Option<usize> {
    let first = rules.second_moves(start);
    // By position: it is on the line that is being played, or done with.
    let mut seen: HashMap<u64, bool> = HashMap::new();
    let mut line: Vec<(u64, Vec<L::State>)> = Vec::new();
    let mut next = Some(start.clone());
    loop {
        if let Some(state) = next.take() {
            let key = rules.key(&state)?;
            match seen.get(&key) {
                // Who goes round in circles gets nowhere.
                Some(true) if finds => return None,
                Some(_) => {}
                None => {
                    let kept = holds(&state);
                    if !finds && !kept {
                        return None;
                    }
                    let mut after = Vec::new();
                    if kept {
                        let mut moves = rules.moves(&state, None);
                        if rules.second_moves(&state) == first && !moves.is_empty() {
                            let chosen = table.get(&rules.text(&state))?;
                            moves.retain(|known| rules.name(&state, *known) == *chosen);
                            moves.truncate(1);
                            if moves.is_empty() {
                                return None;
                            }
                        }
                        if finds && moves.is_empty() {
                            return None;
                        }
                        after = moves.into_iter().map(|m| rules.play(&state, m)).collect();
                    }
                    seen.insert(key, true);
                    line.push((key, after));
                }
            }
        }
        let Some((key, after)) = line.last_mut() else { return Some(seen.len()) };
        match after.pop() {
            Some(state) => next = Some(state),
            None => {
                seen.insert(*key, false);
                line.pop();
            }
        }
    }
}
