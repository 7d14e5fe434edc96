//! The Universal Chess Interface: a session between a GUI and the engine.
//!
//! The session does no input or output of its own: it is fed lines and hands lines to an [`Output`].
//! [`Session::handle`] never waits for a search, so that whoever reads the input is always back at
//! once for the next line; a search runs on a thread of its own.

mod command;
mod format;
mod mate;
mod options;
mod search;

use crate::book::Book;
use crate::control::Control;
use crate::engine::Engine;
use crate::evaluation::{self, Network};
use crate::tablebases::Tablebases;
use command::{Command, Go};
pub use mate::MateSolver;
use options::{Change, Options};
use search::Running;
use std::sync::Arc;
use std::time::Duration;
use zugwerk_chess::{Color, Game, Position};

/// Takes a line of output, without its end, from any thread.
pub type Output = Arc<dyn Fn(&str) + Send + Sync>;

/// Whether the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// More input is welcome.
    Continue,
    /// The GUI has said `quit`.
    Quit,
}

/// A session.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use zugwerk_engine::uci::{Flow, Session};
/// let said = Arc::new(Mutex::new(Vec::new()));
/// let ear = said.clone();
/// let mut session = Session::new(Arc::new(move |line: &str| ear.lock().unwrap().push(line.to_string())));
/// assert_eq!(session.handle(b"isready\r\n"), Flow::Continue);
/// assert_eq!(*said.lock().unwrap(), ["readyok"]);
/// assert_eq!(session.handle(b"quit"), Flow::Quit);
/// ```
pub struct Session {
    output: Output,
    options: Options,
    /// The game being played, as the last `position` told it.
    game: Game,
    told: Told,
    /// The engine, unless a search has it.
    engine: Option<Engine>,
    running: Option<Running>,
    /// Options set during a search, which take effect after it.
    waiting: Vec<(String, Option<String>)>,
    debug: bool,
    memory: Option<usize>,
    /// Decides whether there is a mate, for `go mate`.
    mate_solver: Option<MateSolver>,
    /// The network that evaluates, also while a search has the engine.
    network: Arc<Network>,
    book: Book,
    /// Bytes of the stack of a searching thread.
    stack: usize,
}

/// The words of the last `position`, as far as they were good.
#[derive(Default)]
struct Told {
    fen: Option<String>,
    moves: Vec<String>,
    chess960: bool,
}

impl Session {
    /// A session that speaks to `output`.
    pub fn new(output: Output) -> Session {
        let options = Options::default();
        Session {
            output,
            engine: Some(new_engine(&options)),
            options,
            game: Game::default(),
            told: Told::default(),
            running: None,
            waiting: Vec::new(),
            debug: false,
            memory: None,
            mate_solver: None,
            network: Network::embedded(),
            book: Book::default(),
            stack: Engine::STACK,
        }
    }

    /// Refuses tables of more than `mebibytes`, the memory at hand.
    pub fn with_memory(mut self, mebibytes: usize) -> Session {
        self.memory = Some(mebibytes);
        self
    }

    /// Asks `solver` beside the search when a `go` wants a mate, so that it ends where there is none.
    pub fn with_mate_solver(mut self, solver: MateSolver) -> Session {
        self.mate_solver = Some(solver);
        self
    }

    /// Takes a line of input, whatever it may be.
    pub fn handle(&mut self, line: &[u8]) -> Flow {
        let line = String::from_utf8_lossy(line);
        match command::parse(&line) {
            Command::Uci => self.introduce(),
            Command::IsReady => self.say("readyok"),
            Command::NewGame => self.new_game(),
            Command::Position { fen, moves } => self.set_position(fen, &moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => {
                if let Some(running) = &self.running {
                    running.stop();
                }
            }
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.ponder_hit();
                }
            }
            Command::Quit => return Flow::Quit,
            Command::SetOption { name, value } => self.set_option(name, value),
            Command::Debug(on) => self.debug = on,
            Command::Register => self.note("no registration is needed"),
            Command::Bench(depth) => self.start(move |output, control, engine| {
                search::bench(&output, &control, depth);
                Some(engine)
            }),
            Command::Display => {
                for line in format::board(self.game.position()) {
                    self.say(&line);
                }
            }
            Command::Evaluate => self.evaluate(),
            Command::Help => {
                for line in format::HELP.lines() {
                    self.say(line);
                }
            }
            Command::Empty => {}
            Command::Incomplete(expected) => self.note(expected),
            Command::Unknown(word) => {
                self.note(&format!("unknown command {word:?}; help tells what there is"));
            }
        }
        Flow::Continue
    }

    /// Waits for the end of the work under way, unless only a `stop` would end it.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take_if(|running| !running.is_endless()) {
            self.engine = running.join();
        }
    }

    /// Stops the search that runs, if there is one, and waits for its move.
    pub fn finish(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop();
            self.engine = running.join();
        }
    }

    fn say(&self, line: &str) {
        (self.output)(line);
    }

    fn note(&self, text: &str) {
        self.say(&format!("info string {text}"));
    }

    fn introduce(&self) {
        self.say(concat!("id name Zugwerk ", env!("CARGO_PKG_VERSION")));
        self.say("id author the Zugwerk developers");
        for line in Options::announcement() {
            self.say(&line);
        }
        self.note(&describe(&Network::embedded()));
        self.say("uciok");
    }

    fn new_game(&mut self) {
        self.clear(Engine::clear);
        self.told = Told::default();
        self.game = Game::default();
    }

    /// Lets the engine forget on a thread of its own: a large table takes its time.
    fn clear(&mut self, clear: fn(&mut Engine)) {
        let cleared = self.begin(false, false, move |_, control, mut engine| {
            clear(&mut engine);
            control.answer();
            Some(engine)
        });
        if !cleared {
            clear(self.engine());
        }
    }

    /// The engine, after ending the search that has it, if any.
    fn engine(&mut self) -> &mut Engine {
        if let Some(running) = self.running.take() {
            self.engine = running.end();
        }
        let engine = match self.engine.take() {
            Some(engine) => engine,
            // A search that broke down has taken the engine with it.
            None => new_engine(&self.options),
        };
        self.engine = Some(engine);
        for (name, value) in std::mem::take(&mut self.waiting) {
            self.apply_option(&name, value.as_deref());
        }
        self.engine.get_or_insert_with(|| Engine::new(1))
    }

    fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.is_over())
    }

    fn set_option(&mut self, name: String, value: Option<String>) {
        if self.is_searching() {
            self.waiting.push((name, value));
        } else {
            self.engine();
            self.apply_option(&name, value.as_deref());
        }
    }

    fn apply_option(&mut self, name: &str, value: Option<&str>) {
        if self.set_parameter(name, value) {
            return;
        }
        let mut changed = self.options.clone();
        let change = match changed.set(name, value) {
            Ok(change) => change,
            Err(message) => return self.note(&message),
        };
        let Some(engine) = &mut self.engine else { return };
        match change {
            Change::Nothing => {}
            Change::Hash => {
                let wanted = changed.hash;
                let fits = self.memory.is_none_or(|memory| wanted <= memory);
                if !fits || !engine.set_hash(wanted) {
                    return self.note(&format!(
                        "there is no memory for a hash of {wanted} MiB; it stays at {} MiB",
                        self.options.hash
                    ));
                }
            }
            Change::ClearHash => self.clear(Engine::clear_hash),
            Change::Threads => engine.set_threads(changed.threads),
            Change::MultiPv => engine.set_multi_pv(changed.multi_pv),
            Change::Overhead => engine.set_overhead(Duration::from_millis(changed.overhead)),
            Change::Strength => {
                engine.set_strength(changed.limit_strength.then_some(changed.elo));
            }
            Change::Book if changed.book_file.is_empty() => self.book = Book::default(),
            Change::Book => match Book::open(&changed.book_file) {
                Ok(book) => {
                    self.note(&format!("entries in the book: {}", book.len()));
                    self.book = book;
                }
                Err(message) => return self.note(&format!("BookFile not changed: {message}")),
            },
            Change::Syzygy => {
                let tablebases = Tablebases::open(&changed.syzygy_path);
                let note = tablebases.describe();
                engine.set_tablebases(tablebases);
                self.note(&note);
            }
            Change::EvalFile => match network(&changed.eval_file) {
                Ok(network) => {
                    let note = describe(&network);
                    engine.set_network(network.clone());
                    self.network = network;
                    self.note(&note);
                }
                Err(message) => return self.note(&format!("EvalFile not changed: {message}")),
            },
        }
        self.options = changed;
    }

    /// Sets a number of the search by its name, for tuning; such options are not announced.
    fn set_parameter(&mut self, name: &str, value: Option<&str>) -> bool {
        let Some(engine) = &mut self.engine else { return false };
        let mut parameters = engine.parameters().clone();
        let number = value.and_then(|value| value.parse().ok());
        let known = number.is_some_and(|number| parameters.set(name, number));
        if known {
            engine.set_parameters(&parameters);
        }
        known
    }

    fn set_position(&mut self, fen: Option<String>, moves: &[String]) {
        if !self.is_searching() {
            // Options that waited for the end of a search count from here on.
            self.engine();
        }
        let goes_on = self.told.fen == fen
            && self.told.chess960 == self.options.chess960
            && moves.starts_with(&self.told.moves);
        if !goes_on {
            let mut start = match &fen {
                None => Position::start(),
                Some(fen) => match Position::from_fen(fen) {
                    Ok(position) => position,
                    Err(error) => return self.note(&format!("position not changed: {error}")),
                },
            };
            start.set_chess960(self.options.chess960);
            self.game = Game::from_position(start);
            self.told = Told { fen, moves: Vec::new(), chess960: self.options.chess960 };
        }
        for text in &moves[self.told.moves.len()..] {
            match self.game.position().parse_uci(text) {
                Ok(m) => self.game.play(m),
                Err(error) => {
                    return self.note(&format!(
                        "move {} of the list: {error}; the position before it stands",
                        self.told.moves.len() + 1
                    ));
                }
            }
            self.told.moves.push(text.clone());
        }
    }

    fn evaluate(&self) {
        let position = self.game.position();
        let network = self.network.clone();
        let value = evaluation::evaluate_with(network.clone(), position);
        let white = if position.turn() == Color::White { value } else { -value };
        self.say(&format!(
            "Evaluation: {:+.2} (White's view, without looking ahead)",
            f64::from(white) / 100.0
        ));
        self.say("Each piece as the network sees it: the value less that without the piece");
        for line in
            format::values_on_board(position, &evaluation::values_by_piece(network, position))
        {
            self.say(&line);
        }
    }

    fn go(&mut self, go: &Go) {
        self.engine();
        for words in &go.ignored {
            self.note(&format!("go: {:?} is ignored", words.trim_end()));
        }
        let game = self.game.clone();
        if let Some(depth) = go.perft {
            return self.start(move |output, control, engine| {
                search::perft(&output, &control, game.position(), depth);
                Some(engine)
            });
        }
        let limits = search::limits(game.position(), go);
        if limits.only.is_empty() && !go.only.is_empty() {
            self.note("go: none of the searchmoves is legal here; all moves are searched");
        }
        if self.debug {
            self.note(&format!("{limits:?}"));
        }
        let show_wdl = self.options.show_wdl;
        let endless = limits.infinite || go.ponder;
        if self.options.own_book
            && !endless
            && limits.mate.is_none()
            && go.only.is_empty()
            && let Some(m) = self.book.choose(game.position())
        {
            self.note("from the book");
            return search::known_move(&self.output, game.position(), Some(m));
        }
        let solver = self.mate_solver.clone().filter(|_| !endless && limits.only.is_empty());
        let root = game.position().clone();
        let begun = self.begin(go.ponder, endless, move |output, control, engine| {
            let search = |output: &Output| {
                search::search(output, &control, engine, &game, &limits, show_wdl)
            };
            match solver.zip(limits.mate) {
                Some((solver, moves)) => {
                    mate::search(&output, &control, &game, &solver, moves, search)
                }
                None => search(&output),
            }
        });
        if !begun {
            self.note(NO_THREAD);
            search::known_move(&self.output, &root, root.legal_moves().first().copied());
        }
    }

    /// Starts work that is no search.
    fn start(
        &mut self,
        work: impl FnOnce(Output, Arc<Control>, Engine) -> Option<Engine> + Send + 'static,
    ) {
        if !self.begin(false, false, work) {
            self.note(NO_THREAD);
        }
    }

    /// Starts work with the engine on a thread of its own; `false` where there is none to be had.
    fn begin(
        &mut self,
        pondering: bool,
        endless: bool,
        work: impl FnOnce(Output, Arc<Control>, Engine) -> Option<Engine> + Send + 'static,
    ) -> bool {
        self.engine();
        let Some(engine) = self.engine.take() else { return false };
        match Running::new(self.output.clone(), engine, self.stack, pondering, work) {
            Ok(running) => {
                self.running = Some(if endless { running.without_end() } else { running });
                true
            }
            Err(engine) => {
                self.engine = Some(*engine);
                false
            }
        }
    }
}

const NO_THREAD: &str = "no thread can be started for this";

/// The network of a file, or the one in the program where the name is empty.
fn network(file: &str) -> Result<Arc<Network>, String> {
    if file.is_empty() {
        return Ok(Network::embedded());
    }
    Network::open(file).map(Arc::new)
}

fn describe(network: &Network) -> String {
    format!("evaluation by network {:08x}", network.checksum())
}

fn new_engine(options: &Options) -> Engine {
    let mut engine = Engine::new(options.hash);
    engine.stay_on_thread();
    engine.set_threads(options.threads);
    engine.set_multi_pv(options.multi_pv);
    engine.set_overhead(Duration::from_millis(options.overhead));
    if let Ok(network) = network(&options.eval_file) {
        engine.set_network(network);
    }
    engine
}

/// A search must not outlive its session.
impl Drop for Session {
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// A session and all it has said.
    fn session() -> (Session, Arc<Mutex<Vec<String>>>) {
        let said = Arc::new(Mutex::new(Vec::new()));
        let ear = said.clone();
        let output: Output = Arc::new(move |line| ear.lock().unwrap().push(line.to_string()));
        (Session::new(output), said)
    }

    #[test]
    fn where_no_thread_can_be_started_there_is_still_a_best_move() {
        let (mut session, said) = session();
        // More than any address space has.
        session.stack = 1 << 60;
        for line in ["position startpos moves e2e4", "go depth 3", "ucinewgame", "go nodes 5"] {
            session.handle(line.as_bytes());
        }
        session.stack = Engine::STACK;
        session.handle(b"go depth 1");
        session.wait();
        let said = said.lock().unwrap();
        let best: Vec<&String> = said.iter().filter(|line| line.starts_with("bestmove ")).collect();
        assert_eq!(best.len(), 3, "{said:#?}");
        assert!(said[0].contains("no thread"), "{said:#?}");
        let after_e4 = Position::start().play(Position::start().parse_uci("e2e4").unwrap());
        let words: Vec<&str> = best[0].split_whitespace().collect();
        assert!(after_e4.parse_uci(words[1]).is_ok(), "{best:?}");
    }

    #[test]
    fn the_table_is_cleared_before_the_next_search() {
        let (mut session, said) = session();
        let mut nodes = || {
            session.handle(b"position startpos");
            session.handle(b"go depth 6");
            session.wait();
            session.handle(b"ucinewgame");
            let said = std::mem::take(&mut *said.lock().unwrap());
            let last = said.iter().rfind(|line| line.contains(" nodes ")).unwrap().clone();
            let mut words = last.split_whitespace().skip_while(|word| *word != "nodes");
            words.nth(1).unwrap().parse::<u64>().unwrap()
        };
        let first = nodes();
        assert_eq!((nodes(), nodes()), (first, first));
    }
}
