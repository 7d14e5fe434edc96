//! Proof-number search (df-pn): proves forced wins, however deep and narrow, by always working where
//! the fewest open questions stand between it and a proof.

use crate::budget::Meter;
use crate::{Budget, Found, Game, Outcome, Root, Stopped, Strategy, score};
use std::collections::HashMap;

/// What a proof search can say about "does this side win by force?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// Yes, along this line against the toughest defence that was met. Not always the shortest win.
    Win(Vec<M>),
    /// No: the other side can at least draw.
    NoWin,
    /// The budget was spent first, or the answer hangs on repeated positions.
    Unknown,
}

/// Which side is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attacker {
    /// The side to move at the root.
    Mover,
    /// The other one.
    Other,
}

/// Depth-first proof-number search (Nagai 2002). A draw, and a repeated position on the line, count
/// as a failure of the attacker.
#[derive(Clone, Debug)]
pub struct ProofSearch {
    /// How many positions are remembered at most, about 40 bytes each.
    pub max_positions: usize,
}

impl Default for ProofSearch {
    fn default() -> ProofSearch {
        ProofSearch { max_positions: 2_000_000 }
    }
}

impl ProofSearch {
    /// Whether `attacker` wins by force from `root`, and how many positions it took to see.
    pub fn prove<G: Game>(
        &self,
        game: &G,
        root: &Root<G>,
        attacker: Attacker,
        budget: &Budget,
    ) -> (Verdict<G::Move>, u64) {
        let max_ply = budget.depth.map_or(score::MAX_PLY, |depth| depth as usize);
        let mut tree = Tree {
            game,
            meter: Meter::new(budget),
            known: HashMap::new(),
            max_positions: self.max_positions,
            max_ply: max_ply.min(score::MAX_PLY),
            path: root.history.clone(),
            doubtful: false,
        };
        let attacks = attacker == Attacker::Mover;
        let result =
            tree.work(&root.state, attacks, 0, Numbers { proof: INFINITE, disproof: INFINITE });
        let numbers = tree
            .known
            .get(&game.hash(&root.state))
            .copied()
            .unwrap_or(tree.ended(&root.state, attacks).unwrap_or(OPEN));
        let (win, no_win) = if attacks {
            (numbers.proof == 0, numbers.disproof == 0)
        } else {
            (numbers.disproof == 0, numbers.proof == 0)
        };
        let verdict = match result {
            Ok(()) if win => Verdict::Win(tree.line(&root.state, attacks)),
            Ok(()) if no_win && !tree.doubtful => Verdict::NoWin,
            _ => Verdict::Unknown,
        };
        (verdict, tree.meter.nodes())
    }
}

/// As a strategy it plays a proven win, avoids nothing and estimates nothing: for positions where
/// there is something to prove.
impl<G: Game> Strategy<G> for ProofSearch {
    fn search(&mut self, game: &G, root: &Root<G>, budget: &Budget) -> Found<G::Move> {
        let mut found = Found::without_search(game, &root.state);
        if found.proven {
            return found;
        }
        for attacker in [Attacker::Mover, Attacker::Other] {
            let (verdict, nodes) = self.prove(game, root, attacker, budget);
            found.nodes += nodes;
            if let Verdict::Win(line) = verdict {
                found.depth = line.len() as u32;
                let sign = if attacker == Attacker::Mover { 1 } else { -1 };
                found.score = sign * (score::WIN - line.len() as score::Score);
                found.best = line.first().copied().or(found.best);
                (found.line, found.proven) = (line, true);
                break;
            }
            // Neither side wins by force: that is a draw.
            found.proven = verdict == Verdict::NoWin && (attacker == Attacker::Other);
            if verdict == Verdict::Unknown {
                break;
            }
        }
        found
    }
}

const INFINITE: u32 = u32::MAX / 4;

/// How many open positions must at least be settled to prove, and to disprove, that the side to move
/// reaches its aim. The attacker's aim is to win, the defender's not to lose.
#[derive(Clone, Copy, Debug)]
struct Numbers<T = u32> {
    proof: T,
    disproof: T,
}

impl Numbers {
    /// The same for the other side.
    fn reversed(self) -> Numbers {
        Numbers { proof: self.disproof, disproof: self.proof }
    }
}

/// A position one move on: its key, and whether the same side moves again.
struct Child<G: Game> {
    state: G::State,
    key: u64,
    again: bool,
}

/// What is remembered of a position: its numbers and, once settled, the plies to the end.
#[derive(Clone, Copy, Debug)]
struct Known {
    proof: u32,
    disproof: u32,
    plies: u32,
}

impl Known {
    /// The same for the other side.
    fn reversed(self) -> Known {
        Known { proof: self.disproof, disproof: self.proof, plies: self.plies }
    }
}

const OPEN: Known = Known { proof: 1, disproof: 1, plies: 0 };
const REACHED: Known = Known { proof: 0, disproof: INFINITE, plies: 0 };
const FAILED: Known = Known { proof: INFINITE, disproof: 0, plies: 0 };

struct Tree<'a, G: Game> {
    game: &'a G,
    meter: Meter,
    known: HashMap<u64, Known>,
    max_positions: usize,
    max_ply: usize,
    path: Vec<u64>,
    /// Whether some line ended by repetition or by its length, so that a failed attack proves nothing.
    doubtful: bool,
}

impl<G: Game> Tree<'_, G> {
    /// Works on `state` until one of its numbers reaches its limit, and stores them.
    fn work(
        &mut self,
        state: &G::State,
        attacks: bool,
        ply: usize,
        limit: Numbers,
    ) -> Result<(), Stopped> {
        self.meter.visit()?;
        let key = self.game.hash(state);
        if let Some(end) = self.ended(state, attacks) {
            self.known.insert(key, end);
            return Ok(());
        }
        if self.known.len() >= self.max_positions {
            return Err(Stopped);
        }
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let children: Vec<Child<G>> = moves
            .iter()
            .map(|&chosen| {
                let after = self.game.play(state, chosen);
                let again = self.game.moves_again(state, &after);
                Child { key: self.game.hash(&after), state: after, again }
            })
            .collect();
        self.path.push(key);
        loop {
            let (here, next) = self.sum_up(&children, attacks, ply);
            if here.proof >= limit.proof || here.disproof >= limit.disproof {
                self.path.pop();
                self.known.insert(key, here);
                return Ok(());
            }
            let child_limit = Numbers {
                proof: (limit.disproof - here.disproof).saturating_add(next.proof).min(INFINITE),
                // Staying a little longer than the second best child allows saves coming back often.
                disproof: limit.proof.min(next.second + next.second / 4 + 1),
            };
            let child = &children[next.index];
            let child_limit = if child.again { child_limit.reversed() } else { child_limit };
            self.work(&child.state, attacks == child.again, ply + 1, child_limit)?;
        }
    }

    /// The numbers of a position from those of its children, and which child to work on next.
    fn sum_up(&mut self, children: &[Child<G>], attacks: bool, ply: usize) -> (Known, Next) {
        let mut here = Known { proof: INFINITE, disproof: 0, plies: 0 };
        let mut next = Next { index: 0, proof: 0, second: INFINITE };
        let (mut quickest, mut slowest) = (u32::MAX, 0);
        for (index, Child { state, key, again }) in children.iter().enumerate() {
            let child = self.look_up(state, *key, attacks == *again, ply + 1);
            let child = if *again { child.reversed() } else { child };
            here.disproof = (here.disproof + child.proof).min(INFINITE);
            if child.disproof < here.proof {
                next = Next { index, proof: child.proof, second: here.proof };
                here.proof = child.disproof;
            } else {
                next.second = next.second.min(child.disproof);
            }
            if child.disproof == 0 {
                quickest = quickest.min(child.plies);
            }
            slowest = slowest.max(child.plies);
        }
        if here.proof == 0 {
            here.disproof = INFINITE;
            here.plies = quickest + 1;
        } else if here.disproof == 0 {
            here.proof = INFINITE;
            here.plies = slowest + 1;
        }
        (here, next)
    }

    fn look_up(&mut self, state: &G::State, key: u64, attacks: bool, ply: usize) -> Known {
        if self.path.contains(&key) || ply >= self.max_ply && self.game.outcome(state).is_none() {
            self.doubtful = true;
            return if attacks { FAILED } else { REACHED };
        }
        match self.known.get(&key) {
            Some(known) => *known,
            None => self.ended(state, attacks).unwrap_or(OPEN),
        }
    }

    /// The numbers of a finished game.
    fn ended(&self, state: &G::State, attacks: bool) -> Option<Known> {
        Some(match (self.game.outcome(state)?, attacks) {
            (Outcome::Win, _) | (Outcome::Draw, false) => REACHED,
            (Outcome::Loss, _) | (Outcome::Draw, true) => FAILED,
        })
    }

    /// The attacker's win from a settled position: its quickest known move, the slowest reply.
    fn line(&mut self, state: &G::State, attacks: bool) -> Vec<G::Move> {
        let (mut state, mut attacks) = (state.clone(), attacks);
        let mut line = Vec::new();
        while self.game.outcome(&state).is_none() && line.len() < score::MAX_PLY {
            let mut moves = Vec::new();
            self.game.moves(&state, &mut moves);
            let settled = moves.iter().filter_map(|&chosen| {
                let after = self.game.play(&state, chosen);
                let again = self.game.moves_again(&state, &after);
                let known = match self.game.outcome(&after) {
                    Some(_) => self.ended(&after, attacks == again)?,
                    None => *self.known.get(&self.game.hash(&after))?,
                };
                let known = if again { known.reversed() } else { known };
                let wins = if attacks { known.disproof == 0 } else { known.proof == 0 };
                wins.then_some((known.plies, chosen, after, again))
            });
            let step = if attacks {
                settled.min_by_key(|(plies, ..)| *plies)
            } else {
                settled.max_by_key(|(plies, ..)| *plies)
            };
            let Some((_, chosen, after, again)) = step else { break };
            line.push(chosen);
            state = after;
            attacks = attacks == again;
        }
        line
    }
}

/// The child to work on: its place, its proof number, and the disproof number of the runner-up.
struct Next {
    index: usize,
    proof: u32,
    second: u32,
}
