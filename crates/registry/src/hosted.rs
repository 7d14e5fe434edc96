//! A game of a known type as a game chosen at run time.

use crate::About;
use crate::players::{BoxedPlayer, PlayerSpec, Players};
use crate::session::{AnyGame, Chosen, End, LegalMove, MatchReport, MatchTask, Session};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use zugwerk_game::{Depict, Judgement, Notation, Outcome, Picture, Rng, TextError};
use zugwerk_search::matches::{Contender, Match, Opening, Reason, Report, Searcher, Summary};
use zugwerk_search::{Budget, Root, divide, perft, score};

/// How a game ends where the rules do not end it.
const REPEATED: &str = "the position occurred three times";

/// A game of a known type.
pub struct Hosted<G> {
    about: About,
    game: Arc<G>,
}

impl<G> Hosted<G> {
    pub fn new(about: About, game: G) -> Hosted<G> {
        Hosted { about, game: Arc::new(game) }
    }
}

/// What a game must say of itself to be chosen at run time.
pub trait Whole: Notation + Depict + Players + Send + Sync + 'static {}

impl<G: Notation + Depict + Players + Send + Sync + 'static> Whole for G {}

impl<G: Whole> AnyGame for Hosted<G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn players(&self) -> [String; 2] {
        self.game.players()
    }

    fn session(&self, position: Option<&str>) -> Result<Box<dyn Session>, TextError> {
        let start = read(&*self.game, position)?;
        let game = self.game.clone();
        Ok(Box::new(Played {
            game,
            states: vec![start],
            moves: vec![],
            record: vec![],
            repetition: false,
            player: None,
        }))
    }

    fn play_match(
        &self,
        task: &MatchTask,
        on_game: &mut dyn FnMut(MatchReport),
        stop: &Arc<AtomicBool>,
    ) -> Result<Summary, TextError> {
        let game = &*self.game;
        let start = read(game, task.start.as_deref())?;
        // Bad descriptions are told before the first game.
        game.player(&task.a, 0)?;
        game.player(&task.b, 0)?;
        let mut rng = Rng::new(task.seed);
        let openings = (0..task.games.div_ceil(2).max(1))
            .map(|_| Opening::random(game, &start, task.random_plies, &mut rng))
            .collect();
        let (games, at_once) = (task.games, task.at_once);
        let conditions = task.conditions.clone();
        let plan = Match { games, at_once, conditions, openings, sprt: task.sprt };
        let players = |board: u64| {
            let seed = Rng::new(task.seed ^ board << 32).bits();
            let player = |spec, seed| Searcher(game.player(spec, seed).expect("tried before"));
            (player(&task.a, seed), player(&task.b, !seed))
        };
        let told = |report: Report<G>| on_game(told(game, &report));
        Ok(plan.run_until(game, players, told, stop))
    }
}

fn read<G: Notation>(game: &G, position: Option<&str>) -> Result<G::State, TextError> {
    match position {
        None | Some("start") => Ok(game.start()),
        Some(text) => game.read_state(text),
    }
}

/// A game of a match in words.
fn told<'a, G: Notation>(game: &G, report: &Report<'a, G>) -> MatchReport<'a> {
    let mut state = report.opening.start.clone();
    let start = game.write_state(&state);
    let mut moves = Vec::new();
    for &chosen in report.moves {
        moves.push(game.notation(&state, chosen));
        state = game.play(&state, chosen);
    }
    let trouble = match &report.ending.reason {
        Reason::PlayerError(trouble) => Some(trouble.to_string()),
        _ => None,
    };
    let reason = match &report.ending.reason {
        Reason::Rules => game.ending(&state).unwrap_or_else(|| Reason::Rules.to_string()),
        other => other.to_string(),
    };
    MatchReport {
        number: report.number,
        a_first: report.first == Contender::A,
        a_won: report.winner().map(|winner| winner == Contender::A),
        start,
        moves,
        reason,
        trouble,
        standing: report.standing,
    }
}

/// A game in play.
struct Played<G: Whole> {
    game: Arc<G>,
    /// The positions so far, one more than moves.
    states: Vec<G::State>,
    moves: Vec<G::Move>,
    record: Vec<String>,
    /// Whether the third occurrence of a position is a draw.
    repetition: bool,
    /// Who thought last: a player may remember what it saw.
    player: Option<(PlayerSpec, BoxedPlayer<G>)>,
}

impl<G: Whole> Played<G> {
    fn state(&self) -> &G::State {
        self.states.last().expect("a game has at least its first position")
    }

    fn legal(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            self.game.moves(self.state(), &mut moves);
        }
        moves
    }

    fn outcome(&self) -> Option<Outcome> {
        let by_rules = self.game.outcome(self.state());
        by_rules.or_else(|| self.is_repeated().then_some(Outcome::Draw))
    }

    fn is_repeated(&self) -> bool {
        if !self.repetition {
            return false;
        }
        let now = self.game.hash(self.state());
        self.states.iter().filter(|state| self.game.hash(state) == now).count() >= 3
    }

    fn line(&self, line: &[G::Move]) -> Vec<String> {
        let mut state = self.state().clone();
        let mut words = Vec::new();
        for &chosen in line {
            words.push(self.game.notation(&state, chosen));
            state = self.game.play(&state, chosen);
        }
        words
    }
}

impl<G: Whole> Session for Played<G> {
    fn draw_by_repetition(&mut self) {
        self.repetition = true;
    }

    fn position(&self) -> String {
        self.game.write_state(self.state())
    }

    fn mover(&self) -> usize {
        self.game.mover(self.state())
    }

    fn moves(&self) -> Vec<LegalMove> {
        let state = self.state();
        let option = |chosen: G::Move| LegalMove {
            text: self.game.notation(state, chosen),
            clicks: self.game.clicks(state, chosen),
            ways: self.game.ways(state, chosen),
        };
        self.legal().into_iter().map(option).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, TextError> {
        if let Some(end) = self.end() {
            return Err(TextError::new(format!("the game is over: {}", end.why)));
        }
        let chosen = self.game.read_move(self.state(), text)?;
        let written = self.game.notation(self.state(), chosen);
        let next = self.game.play(self.state(), chosen);
        self.states.push(next);
        self.moves.push(chosen);
        self.record.push(written.clone());
        Ok(written)
    }

    fn undo(&mut self) -> Option<String> {
        self.moves.pop()?;
        self.states.pop();
        self.record.pop()
    }

    fn record(&self) -> &[String] {
        &self.record
    }

    fn end(&self) -> Option<End> {
        let mover = self.mover();
        let winner = match self.outcome()? {
            Outcome::Win => Some(mover),
            Outcome::Loss => Some(1 - mover),
            Outcome::Draw => None,
        };
        let repeated = || self.is_repeated().then(|| REPEATED.to_string());
        let why = self.game.ending(self.state()).or_else(repeated).unwrap_or_default();
        Some(End { winner, why })
    }

    fn judge(&self, text: &str) -> Result<Judgement, TextError> {
        self.game.judge(self.state(), text)
    }

    fn picture(&self) -> Picture {
        self.game.picture(self.state())
    }

    fn think(&mut self, spec: &PlayerSpec, budget: &Budget) -> Result<Option<Chosen>, TextError> {
        if self.outcome().is_some() {
            return Ok(None);
        }
        let earlier = self.states[..self.moves.len()].iter();
        let history = earlier.map(|state| self.game.hash(state)).collect();
        let root = Root { state: self.state().clone(), history };
        let mut player = match self.player.take() {
            Some((known, player)) if known == *spec => player,
            _ => self.game.player(spec, self.moves.len() as u64)?,
        };
        let found = player.search(&self.game, &root, budget);
        self.player = Some((spec.clone(), player));
        let line = self.line(&found.line);
        Ok(found.best.map(|best| Chosen {
            text: self.game.notation(self.state(), best),
            score: found.score,
            proven: found.proven,
            plies: score::plies_to_end(found.score).filter(|_| found.proven),
            line,
            depth: found.depth,
            nodes: found.nodes,
        }))
    }

    fn perft(&self, depth: u32, threads: usize, stop: &AtomicBool) -> Option<u64> {
        if depth == 0 || threads <= 1 && depth < 3 {
            return Some(perft(&*self.game, self.state(), depth));
        }
        let counts = divide(&*self.game, self.state(), depth, threads, stop)?;
        Some(counts.iter().fold(0, |total: u64, (_, lines)| total.saturating_add(*lines)))
    }

    fn divide(&self, depth: u32, threads: usize, stop: &AtomicBool) -> Option<Vec<(String, u64)>> {
        let counts = divide(&*self.game, self.state(), depth, threads, stop)?;
        let name = |chosen| self.game.notation(self.state(), chosen);
        Some(counts.into_iter().map(|(chosen, lines)| (name(chosen), lines)).collect())
    }
}
