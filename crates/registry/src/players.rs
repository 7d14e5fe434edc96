//! Who can play: a few words for the strategies that every game has, and the bot of the game itself.

use zugwerk_game::{Game, TextError};
use zugwerk_search::{
    AlphaBeta, Bot, Budget, Deepening, Evaluate, Even, Found, Greedy, Minimax, MonteCarlo, Options,
    OrderedAlphaBeta, PrincipalVariation, ProofSearch, Random, Root, Strategy,
};

/// A game that has players of its own.
pub trait Players: Game + Sized {
    /// The player of that description; `seed` is for what it leaves to chance.
    fn player(&self, spec: &PlayerSpec, seed: u64) -> Result<BoxedPlayer<Self>, TextError>;
}

/// A player of a game.
pub type BoxedPlayer<G> = Box<dyn Strategy<G> + Send>;

/// A player as a person names it: `bot`, `mcts`, `alpha-beta:depth=4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// The name of the strategy.
    pub name: String,
    /// A fixed depth, whatever else limits the search.
    pub depth: Option<u32>,
    /// How strong it plays.
    pub level: Level,
    /// How many threads it uses, where it can use several.
    pub threads: usize,
    /// The size of its table in mebibytes.
    pub hash: usize,
}

/// How strong a bot plays: 1 to 9, or as well as it can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level(Option<u8>);

impl Level {
    /// As well as it can.
    pub const FULL: Level = Level(None);

    /// The level of a text: `1` to `9`, or `full`.
    pub fn read(text: &str) -> Result<Level, TextError> {
        match text.parse() {
            Ok(level) if (1..=9).contains(&level) => Ok(Level(Some(level))),
            _ if text == "full" => Ok(Level(None)),
            _ => Err(TextError::new(format!("{text:?} is no level; expected 1 to 9, or full"))),
        }
    }

    /// The number, where it is one.
    pub fn number(self) -> Option<u8> {
        self.0
    }

    /// How many positions a bot of this level may visit for a move.
    fn nodes(self) -> Option<u64> {
        self.0.map(|level| 8 << (2 * u32::from(level)))
    }
}

impl PlayerSpec {
    /// The names of the strategies that every game has.
    pub const NAMES: [&str; 10] = [
        "bot",
        "mcts",
        "deepening",
        "principal-variation",
        "ordered-alpha-beta",
        "alpha-beta",
        "minimax",
        "proof",
        "greedy",
        "random",
    ];

    /// The bot of a game, at its best.
    pub fn bot() -> PlayerSpec {
        let name = "bot".to_string();
        PlayerSpec { name, depth: None, level: Level::FULL, threads: 1, hash: 16 }
    }

    /// A description such as `bot:level=3` or `minimax:depth=4`.
    pub fn read(text: &str) -> Result<PlayerSpec, TextError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let mut spec = PlayerSpec { name: name.trim().to_string(), ..PlayerSpec::bot() };
        if !PlayerSpec::NAMES.contains(&spec.name.as_str()) {
            let names = PlayerSpec::NAMES.join(", ");
            let advice = zugwerk_rulebook::advice(&spec.name, PlayerSpec::NAMES);
            return Err(TextError::new(format!(
                "there is no player {name:?}; expected {names}{advice}"
            )));
        }
        for option in options.split(',').filter(|option| !option.trim().is_empty()) {
            let wrong = || {
                let expected = "expected depth=1..64, level=1..9, threads=1..64 or hash=1..4096";
                TextError::new(format!("{option:?} is no option of a player; {expected}"))
            };
            let (key, value) = option.split_once('=').ok_or_else(wrong)?;
            let number = |most: usize| {
                let value = value.trim().parse().ok();
                value.filter(|number| (1..=most).contains(number)).ok_or_else(wrong)
            };
            match key.trim() {
                "depth" => spec.depth = Some(number(64)? as u32),
                "level" => spec.level = Level::read(value.trim())?,
                "threads" => spec.threads = number(64)?,
                "hash" => spec.hash = number(4096)?,
                _ => return Err(wrong()),
            }
        }
        Ok(spec)
    }
}

/// The strategies that need nothing but the rules and, where there is one, an evaluation.
pub fn standard<G, E>(spec: &PlayerSpec, evaluation: Option<E>, seed: u64) -> BoxedPlayer<G>
where
    G: Game + 'static,
    E: Evaluate<G> + Clone + Send + 'static,
{
    match evaluation {
        Some(evaluation) => evaluated(spec, evaluation, true, seed),
        None => evaluated(spec, Even, false, seed),
    }
}

fn evaluated<G, E>(spec: &PlayerSpec, evaluation: E, informed: bool, seed: u64) -> BoxedPlayer<G>
where
    G: Game + 'static,
    E: Evaluate<G> + Clone + Send + 'static,
{
    let limited = |strategy: BoxedPlayer<G>| -> BoxedPlayer<G> {
        Box::new(Limited { strategy, depth: spec.depth, nodes: spec.level.nodes() })
    };
    limited(match spec.name.as_str() {
        "random" => Box::new(Random::new(seed)),
        "greedy" => Box::new(Greedy::new(evaluation, seed)),
        "minimax" => Box::new(Minimax { evaluation }),
        "alpha-beta" => Box::new(AlphaBeta { evaluation }),
        "ordered-alpha-beta" => Box::new(OrderedAlphaBeta { evaluation }),
        "principal-variation" => Box::new(PrincipalVariation { evaluation }),
        // One of those that can be compared: at the same depth all of them must say the same.
        "deepening" => Box::new(Deepening {
            options: Options::exact(),
            ..Deepening::new(evaluation, spec.hash)
        }),
        "proof" => Box::new(ProofSearch::default()),
        "mcts" => Box::new(MonteCarlo::whole_games(evaluation, seed)),
        _ if informed => Box::new(Bot::with_evaluation(evaluation, spec.hash)),
        _ => Box::new(Bot::without_evaluation(spec.hash, seed)),
    })
}

/// A strategy held to a depth or a number of positions of its own.
struct Limited<G: Game> {
    strategy: BoxedPlayer<G>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl<G: Game> Strategy<G> for Limited<G> {
    fn search(&mut self, game: &G, root: &Root<G>, budget: &Budget) -> Found<G::Move> {
        let least = |own: Option<u64>, given: Option<u64>| own.into_iter().chain(given).min();
        let budget = Budget {
            depth: least(self.depth.map(u64::from), budget.depth.map(u64::from)).map(|d| d as u32),
            nodes: least(self.nodes, budget.nodes),
            ..budget.clone()
        };
        self.strategy.search(game, root, &budget)
    }

    fn new_game(&mut self) {
        self.strategy.new_game();
    }
}
