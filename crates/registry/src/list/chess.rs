//! The players of chess: the engine, and the strategies of every game with a classical evaluation.

use crate::players::{BoxedPlayer, PlayerSpec, Players, standard};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use zugwerk_chess::{Chess, Game as History, Position};
use zugwerk_engine::{Control, Engine, Limits, Score as EngineScore, classical};
use zugwerk_game::TextError;
use zugwerk_search::{Budget, Evaluate, Found, Root, Score, Strategy, score};

impl Players for Chess {
    fn player(&self, spec: &PlayerSpec, seed: u64) -> Result<BoxedPlayer<Self>, TextError> {
        Ok(chess_player(spec, seed))
    }
}

/// The player of chess with that description; `seed` is for what it leaves to chance.
///
/// ```
/// use zugwerk_chess::{Chess, Position};
/// use zugwerk_registry::{PlayerSpec, chess_player};
/// use zugwerk_search::{Budget, Root};
/// let back_rank: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1".parse().unwrap();
/// let mut player = chess_player(&PlayerSpec::read("alpha-beta").unwrap(), 1);
/// let found = player.search(&Chess, &Root::new(back_rank.clone()), &Budget::depth(2));
/// assert_eq!(back_rank.san(found.best.unwrap()), "Ra8#");
/// ```
pub fn chess_player(spec: &PlayerSpec, seed: u64) -> BoxedPlayer<Chess> {
    if spec.name != "bot" {
        return standard(spec, Some(Classical), seed);
    }
    let mut engine = Engine::new(spec.hash);
    engine.set_threads(spec.threads);
    // Level 1 is a beginner, level 9 a strong club player.
    engine.set_strength(spec.level.number().map(|level| 600 + 200 * u32::from(level)));
    Box::new(Enlisted(engine))
}

/// Material, and where the pieces stand.
#[derive(Clone, Copy)]
struct Classical;

impl Evaluate<Chess> for Classical {
    fn evaluate(&self, _: &Chess, position: &Position) -> Score {
        classical::evaluate(position)
    }
}

/// The engine as a strategy like any other. It sees repetitions from the root on.
struct Enlisted(Engine);

impl Strategy<Chess> for Enlisted {
    fn search(
        &mut self,
        _: &Chess,
        root: &Root<Chess>,
        budget: &Budget,
    ) -> Found<zugwerk_chess::Move> {
        let game = History::from_position(root.state.clone());
        let limits = Limits {
            depth: budget.depth.map(|depth| depth as i32),
            nodes: budget.nodes,
            move_time: budget.time,
            ..Limits::default()
        };
        let control = Control::new(self.0.threads(), false);
        let found = watched(&control, budget.stop.as_deref(), || {
            self.0.search(&game, &limits, &control, &|_| ())
        });
        let score = match EngineScore::from_value(found.value) {
            EngineScore::Mate(moves) if moves > 0 => score::WIN - (2 * moves - 1),
            EngineScore::Mate(moves) => -score::WIN - 2 * moves,
            EngineScore::Centipawns(value) => {
                value.clamp(-score::MAX_ESTIMATE, score::MAX_ESTIMATE)
            }
        };
        let proven = score::is_decisive(score);
        let (line, nodes, depth) = (found.line, found.nodes, found.depth.max(0) as u32);
        Found { best: found.best, score, line, nodes, depth, proven }
    }
}

/// Runs a search, and ends it early when `stop` is raised.
fn watched<T>(control: &Control, stop: Option<&AtomicBool>, search: impl FnOnce() -> T) -> T {
    // In a browser there is no thread to watch: who wants an end there ends the whole worker.
    let Some(stop) = stop.filter(|_| !cfg!(target_family = "wasm")) else { return search() };
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                if stop.load(Ordering::Relaxed) {
                    control.stop();
                    return;
                }
                std::thread::park_timeout(Duration::from_millis(5));
            }
        });
        let found = search();
        over.store(true, Ordering::Relaxed);
        found
    })
}
