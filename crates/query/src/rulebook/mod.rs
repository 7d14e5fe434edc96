//! Sketches of games that are rulebooks: what words, moves and positions mean there.
//!
//! A statement is a formula of the rulebook's own language, in which `me` is whose turn it is, or one of a few words
//! about how the game stands.

mod atom;
mod debug;
mod laws;
mod linear;
mod shape;

pub use atom::RuleAtom;
pub use shape::RuleShape;

use crate::answer::MoveName;
use crate::ask::Options;
use crate::language::{Chosen, Language, TooMany};
use crate::plan::Plan;
use crate::reduced::names_put_aside;
use crate::search::Rules;
use crate::sketch::{Atom, Diagnostic, Formula, ROOMS, Sketch, Start, Word};
use std::sync::{Arc, OnceLock};
use zugwerk_game::{Game, Notation, Outcome};
use zugwerk_logic::{Limits, Stop};
use zugwerk_rulebook::ground::Settings;
use zugwerk_rulebook::ground::form::StateValue;
use zugwerk_rulebook::{Move, RuleGame, Rulebook, State, bundled, reduced, sentences, sokoban};

/// More positions than this are not tried one by one.
const MOST_FILLINGS: usize = 20_000;
/// More lines than this are also given to the solver.
const LINES_TO_SEARCH: f64 = 3e5;

/// The language of sketches of one rulebook.
pub struct Rulebooks {
    game: Arc<RuleGame>,
    book: Arc<Rulebook>,
    settings: Settings,
    /// The start of the sketch is a level, of which the game is made.
    level: bool,
    lawless: OnceLock<Option<String>>,
}

impl Rulebooks {
    /// The game that a sketch is about.
    pub fn open(sketch: &Sketch, options: &Options) -> Result<Rulebooks, Diagnostic> {
        let span = sketch.game.span.clone();
        let name = &sketch.game.text;
        let level = level(sketch);
        let book = match (sketch.file, &options.rulebook) {
            _ if level.is_some() => {
                let wrong = |mistake: Diagnostic| match level {
                    Some(word) => Diagnostic { span: word.span.clone(), ..mistake },
                    None => mistake,
                };
                Arc::new(bundled::read(level.map_or("", |word| &word.text)).map_err(wrong)?)
            }
            (true, Some(book)) => book.clone(),
            (true, None) => {
                let message = format!("the file {name:?} cannot be read from here");
                return Err(Diagnostic::new(span, message, "the name of a game"));
            }
            (false, _) => match bundled::text(name).or_else(|| bundled::machine(name)) {
                // The bundled texts are tested to be free of mistakes.
                Some(text) => Arc::new(bundled::read(text)?),
                None => {
                    let known =
                        ROOMS.into_iter().chain(bundled::names()).chain(bundled::machines());
                    let known: Vec<&str> = known.collect();
                    let message = format!("there is no game {name:?}");
                    let expected = "a game that comes with the program, or a file in quotes";
                    return Err(Diagnostic::new(span, message, expected).suggest(name, known));
                }
            },
        };
        let book = match sketch.without.is_empty() && sketch.with_only.is_empty() {
            true => book,
            false => Arc::new(with_fewer_rules(sketch, &book)?),
        };
        let mut settings = options.settings.clone();
        for (name, value) in &sketch.settings {
            let known: Vec<&str> =
                book.parameters.iter().map(|parameter| parameter.name.text.as_str()).collect();
            if !known.contains(&name.text.as_str()) {
                let message = format!("{} has no parameter {}", book.name.text, name.text);
                let expected = if known.is_empty() { "none".to_string() } else { known.join(", ") };
                let found = Diagnostic::new(name.span.clone(), message, expected);
                return Err(found.suggest(&name.text, known));
            }
            settings.insert(name.text.clone(), *value);
        }
        // A mistake here is one of the values that were given: its place in the rulebook is not in the sketch.
        let game = RuleGame::from_book(&book, &settings).map_err(|mistake| {
            let name = &book.name.text;
            let message = match sketch.settings.is_empty() {
                true => mistake.message,
                false => format!("{name} cannot be played with these values: {}", mistake.message),
            };
            Diagnostic::new(span, message, mistake.expected)
        })?;
        let level = level.is_some();
        Ok(Rulebooks { game: Arc::new(game), book, settings, level, lawless: OnceLock::new() })
    }
}

/// The level of Sokoban that a sketch starts from.
fn level(sketch: &Sketch) -> Option<&Word> {
    let Start::Position(word) = &sketch.from else { return None };
    let named = !sketch.file && sketch.game.text == "sokoban";
    (named && sokoban::is_level(&word.text)).then_some(word)
}

/// The rulebook without what a sketch puts aside: a game like any other.
fn with_fewer_rules(sketch: &Sketch, book: &Rulebook) -> Result<Rulebook, Diagnostic> {
    let known: Vec<(&str, &str)> = sentences(book).into_iter().map(|name| (name, name)).collect();
    let aside = names_put_aside(sketch, &known)?;
    Ok(reduced(book, |sentence| !aside.contains(&sentence)))
}

impl Language for Rulebooks {
    type Rules = RuleRules;

    const REDUCES_ITSELF: bool = true;
    const EXPLAINS_ALWAYS: bool = true;

    fn explain_always(
        &self,
        sketch: &Sketch,
        source: &str,
        limits: &Limits,
    ) -> Result<Vec<String>, Stop> {
        match sketch.finds {
            true => self.in_the_way(sketch, source, limits),
            false => self.what_breaks(sketch, source, limits),
        }
    }

    fn start(&self, start: &Start) -> Result<RuleStart, Diagnostic> {
        let usual = || {
            let state = self.game.start_position();
            Ok(RuleStart { text: "start".to_string(), state, holes: Vec::new() })
        };
        let Start::Position(word) = start else {
            return usual();
        };
        if self.level {
            return usual();
        }
        let (state, holes) = self.game.read_with_holes(&word.text).map_err(|error| {
            let example = self.game.write_state(&self.game.start_position());
            let expected = format!("a position such as {example}");
            Diagnostic::new(word.span.clone(), error.to_string(), expected)
        })?;
        Ok(RuleStart { text: word.text.clone(), state, holes })
    }

    fn shape(&self, word: &Word) -> Result<RuleShape, Diagnostic> {
        RuleShape::read(&self.game, word)
    }

    fn choice(&self, shapes: Vec<RuleShape>) -> Option<RuleShape> {
        RuleShape::one_of(shapes)
    }

    fn atom(&self, atom: &Atom) -> Result<RuleAtom, Diagnostic> {
        RuleAtom::read(&self.game, &self.book, atom)
    }

    fn rules(&self, _: &Plan<RuleShape, RuleAtom>) -> RuleRules {
        RuleRules { game: self.game.clone(), in_parts: self.lawless().is_some() }
    }

    fn fillings(&self, rules: &RuleRules, start: &RuleStart) -> Result<Vec<State>, TooMany> {
        rules.fillings(start)
    }

    fn fastest(&self, plan: &Plan<RuleShape, RuleAtom>, holes: usize, verify: bool) -> Chosen {
        let moves = self.game.count_moves(&self.game.start_position()).max(2) as f64;
        match verify || plan.has_every() || moves.powi(holes as i32) <= LINES_TO_SEARCH {
            true => Chosen::Search,
            false => Chosen::Race,
        }
    }

    fn lawless(&self) -> Option<&str> {
        let why = || {
            let laws = zugwerk_rulebook::laws::Laws::new(self.game.ground());
            laws.and_then(|laws| laws.are_whole()).err()
        };
        self.lawless.get_or_init(why).as_deref()
    }

    fn weighs(&self) -> bool {
        zugwerk_rulebook::laws::Laws::new(self.game.ground()).is_ok()
    }

    fn invariants(&self) -> Result<Vec<Formula<RuleAtom>>, Diagnostic> {
        let read = |law: &zugwerk_rulebook::ast::Law| {
            let span = law.formula.span.clone();
            let atom = RuleAtom::of_expr(&self.game, &self.book, &law.formula);
            atom.map_err(|mistake| Diagnostic::new(span, mistake.message, mistake.expected))
        };
        self.book.invariants.iter().map(read).collect()
    }
}

/// Where a sketch of a rulebook starts.
#[derive(Clone, Debug)]
pub struct RuleStart {
    /// As it was written.
    text: String,
    /// The position, with nothing in its holes.
    state: State,
    /// The cells on which anything may stand.
    holes: Vec<usize>,
}

/// The rules of a rulebook, for search and solver.
pub struct RuleRules {
    game: Arc<RuleGame>,
    /// Moves are looked at part by part only: the whole of them cannot be stated.
    in_parts: bool,
}

impl RuleRules {
    /// A position with these contents on some cells, in which it is this side's turn.
    fn with(&self, state: &State, contents: &[(usize, u8)], turn: usize) -> State {
        let words = &self.game.ground().words;
        let mut cells: Vec<Vec<u8>> =
            (0..words.board.places()).map(|cell| self.game.stack(state, cell)).collect();
        for (cell, content) in contents {
            cells[*cell] = if *content == 0 { Vec::new() } else { vec![*content] };
        }
        let values: Vec<StateValue> =
            (0..words.states.len()).map(|at| self.game.state_value(state, at)).collect();
        self.game.position(&cells, &values, turn)
    }

    fn fillings(&self, start: &RuleStart) -> Result<Vec<State>, TooMany> {
        let contents = self.game.ground().words.contents.len() as u8;
        let mut all = vec![start.state.clone()];
        for hole in &start.holes {
            if all.len() * (usize::from(contents) + 1) > MOST_FILLINGS {
                return Err(TooMany {
                    found: format!("{} holes are too many to try all fillings", start.holes.len()),
                    expected: "fewer holes".to_string(),
                });
            }
            let more = all.iter().flat_map(|state| {
                (0..=contents).map(move |content| {
                    self.with(state, &[(*hole, content)], self.game.turn(state))
                })
            });
            all = more.collect();
        }
        Ok(all)
    }

    /// The move as it is written, as far as that counts.
    fn plain(&self, state: &State, chosen: Move) -> String {
        zugwerk_rulebook::plain(&self.game.notation(state, chosen))
    }
}

impl Rules for RuleRules {
    type State = State;
    /// None: a pass.
    type Move = Option<Move>;
    type Shape = RuleShape;
    type Atom = RuleAtom;

    fn moves(&self, state: &State, shape: Option<&RuleShape>) -> Vec<Option<Move>> {
        if shape.is_some_and(RuleShape::is_pass) {
            let over = self.game.outcome(state).is_some();
            return if over { Vec::new() } else { vec![None] };
        }
        let mut moves = Vec::new();
        if self.game.is_over(state) {
            return Vec::new();
        }
        self.game.moves(state, &mut moves);
        if let Some(shape) = shape.filter(|shape| !shape.is_any()) {
            moves.retain(|chosen| shape.fits(&self.plain(state, *chosen)));
        }
        moves.into_iter().map(Some).collect()
    }

    fn play(&self, state: &State, chosen: Option<Move>) -> State {
        match chosen {
            Some(chosen) => self.game.play(state, chosen),
            None => self.with(state, &[], 1 - self.game.turn(state)),
        }
    }

    fn second_moves(&self, state: &State) -> bool {
        self.game.turn(state) == 1
    }

    fn key(&self, state: &State) -> Option<u64> {
        Some(self.game.full_key(state))
    }

    fn holds(&self, state: &State, atom: &RuleAtom) -> bool {
        let turn = self.game.turn(state);
        match atom {
            RuleAtom::Legal => true,
            RuleAtom::Turn(player) => turn == *player,
            RuleAtom::Over => self.game.outcome(state).is_some(),
            RuleAtom::Stuck => !self.game.is_over(state) && self.game.count_moves(state) == 0,
            RuleAtom::Draw => self.game.outcome(state) == Some(Outcome::Draw),
            RuleAtom::Won(player) => match self.game.outcome(state) {
                Some(Outcome::Win) => turn == *player,
                Some(Outcome::Loss) => turn != *player,
                _ => false,
            },
            RuleAtom::Stated(by_turn) => {
                by_turn.get(turn).is_some_and(|said| self.game.holds(said, state))
            }
        }
    }

    fn is_pass(&self, shape: &RuleShape) -> bool {
        shape.is_pass()
    }

    fn name(&self, state: &State, chosen: Option<Move>) -> MoveName {
        let Some(chosen) = chosen else { return MoveName::pass() };
        let text = self.game.notation(state, chosen);
        MoveName { code: text.clone(), text }
    }
}
