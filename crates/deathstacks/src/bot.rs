//! The bot: iterative deepening with the learned evaluation, and a proof search for wins that lie
//! too deep for it.

use crate::evaluation::Learned;
use crate::moves::Move;
use crate::rules::DeathStacks;
use crate::stack::Stack;
use zugwerk_search::{
    Attacker, Budget, Deepening, Found, Options, Parallel, ProofSearch, Root, Strategy, Verdict,
    score,
};

/// A player of Death Stacks.
#[derive(Clone)]
pub struct Bot {
    search: Parallel<Learned<'static>>,
    /// The share of the time that goes into looking for forced wins.
    proof_share: f64,
}

impl Bot {
    /// The usual share of the time that goes into looking for forced wins.
    pub const PROOF_SHARE: f64 = 0.0;

    /// How the bot searches.
    pub const OPTIONS: Options = Options { futility_margin: 45, ..Options::selective() };

    /// A bot that thinks on `threads` threads with a table of `mebibytes`.
    pub fn new(mebibytes: usize, threads: usize) -> Bot {
        let search = Deepening::new(Learned::default(), mebibytes).with(Bot::OPTIONS);
        let threads = threads.max(1);
        Bot { search: Parallel { search, threads }, proof_share: Bot::PROOF_SHARE }
    }

    /// The same bot with other weights and another share of the time for proofs: for experiments.
    pub fn with(mut self, evaluation: Learned<'static>, proof_share: f64) -> Bot {
        self.search.search.evaluation = evaluation;
        self.proof_share = proof_share.clamp(0.0, 0.9);
        self
    }
}

impl<S: Stack> Strategy<DeathStacks<S>> for Bot {
    fn search(
        &mut self,
        game: &DeathStacks<S>,
        root: &Root<DeathStacks<S>>,
        budget: &Budget,
    ) -> Found<Move> {
        let share = |part: f64| Budget {
            nodes: budget.nodes.map(|nodes| (nodes as f64 * part) as u64),
            time: budget.time.map(|time| time.mul_f64(part)),
            ..budget.clone()
        };
        let limited = budget.nodes.is_some() || budget.time.is_some();
        if self.proof_share == 0.0 || !limited {
            return self.search.search(game, root, budget);
        }
        let mut found = self.search.search(game, root, &share(1.0 - self.proof_share));
        if found.best.is_none() || score::is_decisive(found.score) {
            return found;
        }
        let proof_budget = Budget { depth: None, ..share(self.proof_share) };
        let (verdict, nodes) =
            ProofSearch::default().prove(game, root, Attacker::Mover, &proof_budget);
        found.nodes += nodes;
        if let Verdict::Win(line) = verdict {
            found.best = line.first().copied();
            found.score = score::WIN - line.len() as score::Score;
            found.proven = true;
            found.line = line;
        }
        found
    }

    fn new_game(&mut self) {
        Strategy::<DeathStacks<S>>::new_game(&mut self.search);
    }
}
