//! A rulebook as a game that everything else can play.

use super::ask::Statement;
use super::bits::{Bits, Wide};
use super::describe::Item;
use super::engine::{Engine, Scratch};
use super::moves::Move;
use super::state::State;
use super::visit::Counter;
use crate::ast::{Kind, Placement};
use crate::ground::form::{Ground, Next, StateValue};
use crate::ground::node::Id;
use crate::ground::{Arena, Settings, ground, ground_reduced};
use crate::{Diagnostic, Rulebook};
use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use zugwerk_game::{Game, Outcome, Rng};

/// A game read from a rulebook.
///
/// ```
/// use zugwerk_game::Game;
/// use zugwerk_rulebook::RuleGame;
///
/// let text = r#"
/// game tiny
/// players x, o
/// board 2 x 2
/// pieces mark
/// move place c "a mark goes on an empty cell"
///   c is empty
///   do c := own mark
/// end draw "the board is full" when no empty
/// "#;
/// let game = RuleGame::read(text, &Default::default()).unwrap();
/// assert_eq!(game.count_moves(&game.start_position()), 4);
/// ```
#[derive(Debug)]
pub struct RuleGame {
    ground: Arc<Ground>,
    engine: Width,
    number: u64,
}

/// Engines for sets of all widths.
#[derive(Debug)]
enum Width {
    One(Engine<u64>),
    Two(Engine<u128>),
    Four(Engine<Wide<4>>),
    Sixteen(Engine<Wide<16>>),
}

/// Runs an expression with the engine, whatever its width, and scratch memory for it.
macro_rules! with_engine {
    ($game:expr, $engine:ident, $scratch:ident, $body:expr) => {
        match &$game.engine {
            Width::One($engine) => with_scratch($game.number, $engine, |$scratch| $body),
            Width::Two($engine) => with_scratch($game.number, $engine, |$scratch| $body),
            Width::Four($engine) => with_scratch($game.number, $engine, |$scratch| $body),
            Width::Sixteen($engine) => with_scratch($game.number, $engine, |$scratch| $body),
        }
    };
}

thread_local! {
    /// Scratch memory of the games that this thread has played, by their numbers.
    static SCRATCH: RefCell<Vec<(u64, Box<dyn Any>)>> = const { RefCell::new(Vec::new()) };
}

/// How many games a thread keeps scratch memory for.
const KEPT: usize = 4;

/// Lends the scratch memory of this thread for a game; a nested use gets new memory.
fn with_scratch<B: Bits, T>(
    number: u64,
    engine: &Engine<B>,
    work: impl FnOnce(&mut Scratch<B>) -> T,
) -> T {
    let kept = SCRATCH.with_borrow_mut(|kept| {
        let at = kept.iter().position(|(other, _)| *other == number)?;
        kept.swap_remove(at).1.downcast::<Scratch<B>>().ok()
    });
    let mut scratch = kept.unwrap_or_else(|| Box::new(engine.scratch()));
    let result = work(&mut scratch);
    SCRATCH.with_borrow_mut(|kept| {
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push((number, scratch));
    });
    result
}

static NUMBERS: AtomicU64 = AtomicU64::new(0);

impl RuleGame {
    /// Reads a game from its text, with values for its parameters.
    pub fn read(text: &str, settings: &Settings) -> Result<RuleGame, Diagnostic> {
        RuleGame::from_book(&crate::bundled::read(text)?, settings)
    }

    /// Grounds a game that was parsed.
    pub fn from_book(book: &Rulebook, settings: &Settings) -> Result<RuleGame, Diagnostic> {
        Ok(RuleGame::new(ground(book, settings)?))
    }

    /// The same for a game that is to be played from its start: somebody must have a first move there, or an end say who has won.
    ///
    /// ```
    /// let text = "game g\nplayers a, b\nboard 3 x 3\npieces man\nmove x -> y \"a step\"\n  own man on x, y is empty\n";
    /// let book = zugwerk_rulebook::parse(text).unwrap();
    /// let mistake = zugwerk_rulebook::RuleGame::playable(&book, &Default::default()).err().unwrap();
    /// assert!(mistake.message.contains("the board is empty at the start"));
    /// ```
    pub fn playable(book: &Rulebook, settings: &Settings) -> Result<RuleGame, Diagnostic> {
        let game = RuleGame::from_book(book, settings)?;
        game.can_begin(book)?;
        Ok(game)
    }

    /// A mistake where nobody can make a first move and no end says who has won, or where there are too many moves.
    fn can_begin(&self, book: &Rulebook) -> Result<(), Diagnostic> {
        let start = self.start_position();
        let (mut counter, kind) = (Counter(0), book.kind);
        let gave_up = with_engine!(self, engine, scratch, {
            scratch.gave_up = false;
            engine.look(&start, scratch, |m| engine.generate(m, 0, &mut counter));
            scratch.gave_up
        });
        if gave_up {
            let endless = book.moves.iter().find(|rule| rule.repeat.is_some());
            let span = endless.map_or(&book.name.span, |rule| &rule.span).clone();
            let message = "there are too many ways to go on at the start";
            let mistake = Diagnostic::new(span, message, "a rule that comes to an end soon")
                .with_help("what repeats must use something up: a piece that is taken, a cell");
            return Err(crate::bundled::told_in_variant(mistake, book));
        }
        if kind != Kind::Game || counter.0 > 0 {
            return Ok(());
        }
        let place = book.start.iter().find_map(|placement| match placement {
            Placement::Pieces { span, .. } => Some(span.clone()),
            Placement::Rows(rows) => Some(rows.span.clone()),
            Placement::Turn(_) => None,
        });
        let mistake = match place {
            None => {
                let message = "the board is empty at the start, and nobody can move";
                Diagnostic::new(book.name.span.clone(), message, "pieces that stand there")
                    .with_help("write start, and below it lines such as row 1: white pawn")
            }
            Some(_) if self.ended(&start).is_some_and(|(end, _)| end.is_some()) => return Ok(()),
            Some(span) => {
                let expected = "a start from which somebody can move";
                Diagnostic::new(span, "nobody can move at the start", expected)
            }
        };
        Err(crate::bundled::told_in_variant(mistake, book))
    }

    /// Grounds a game that was parsed and from which something was taken away, to see what it is for.
    pub fn from_reduced(book: &Rulebook, settings: &Settings) -> Result<RuleGame, Diagnostic> {
        Ok(RuleGame::new(ground_reduced(book, settings)?))
    }

    /// A game from its ground form.
    pub fn new(ground: Ground) -> RuleGame {
        let ground = Arc::new(ground);
        let engine = match ground.words.board.places() {
            ..=64 => Width::One(Engine::new(ground.clone())),
            65..=128 => Width::Two(Engine::new(ground.clone())),
            129..=256 => Width::Four(Engine::new(ground.clone())),
            _ => Width::Sixteen(Engine::new(ground.clone())),
        };
        RuleGame { ground, engine, number: NUMBERS.fetch_add(1, Ordering::Relaxed) }
    }

    /// Compiles the rules to machine code, where that can be done; whether it was. Moves and positions stay what they are.
    #[cfg(all(feature = "jit", not(target_family = "wasm")))]
    pub fn compile(&mut self) -> bool {
        match &mut self.engine {
            Width::One(engine) => engine.compile(),
            Width::Two(engine) => engine.compile(),
            Width::Four(engine) => engine.compile(),
            Width::Sixteen(engine) => engine.compile(),
        }
    }

    /// The ground form: conditions and changes of every family of moves.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The position at the start.
    pub fn start_position(&self) -> State {
        with_engine!(self, engine, scratch, engine.start(scratch))
    }

    /// How many lines of play of this length begin here, every last move really played; and a checksum of the leaves.
    pub fn leaves(&self, state: &State, depth: usize) -> (u64, u64) {
        with_engine!(self, engine, scratch, engine.leaves(state, depth, scratch))
    }

    /// Plays this many random games of at most `most` plies each; how many plies there were in all.
    pub fn playouts(&self, state: &State, games: u32, most: u32, rng: &mut Rng) -> u64 {
        with_engine!(self, engine, scratch, {
            (0..games)
                .map(|_| u64::from(engine.playout(&mut state.clone(), most, rng, scratch)))
                .sum()
        })
    }

    /// What a position is worth to the side to move, if the text says.
    pub fn value(&self, state: &State) -> Option<i32> {
        with_engine!(self, engine, scratch, engine.value(state, scratch))
    }

    /// What stands on a cell as numbers of contents, the lowest first.
    pub fn stack(&self, state: &State, cell: usize) -> Vec<u8> {
        with_engine!(self, engine, _scratch, engine.stack(state.words(), cell))
    }

    /// The value of a state, by its index.
    pub fn state_value(&self, state: &State, at: usize) -> StateValue {
        with_engine!(self, engine, _scratch, engine.state_value(state.words(), at))
    }

    /// A position with these stacks of contents, these values of states, and this player to move.
    pub fn position(&self, cells: &[Vec<u8>], values: &[StateValue], turn: usize) -> State {
        with_engine!(self, engine, scratch, engine.position(cells, values, turn, scratch))
    }

    /// Makes a formula ready to be looked at in positions of this game.
    pub fn statement(&self, arena: Arena, root: Id) -> Statement {
        with_engine!(self, engine, _scratch, Statement::new(engine, arena, root))
    }

    /// Whether a statement that was made ready by this game is true.
    pub fn holds(&self, statement: &Statement, state: &State) -> bool {
        match &self.engine {
            Width::One(_) => statement.holds::<u64>(state),
            Width::Two(_) => statement.holds::<u128>(state),
            Width::Four(_) => statement.holds::<Wide<4>>(state),
            Width::Sixteen(_) => statement.holds::<Wide<16>>(state),
        }
    }

    /// The end that was reached, by its index for who moved last, and who has won (2: nobody).
    pub(crate) fn ended(&self, state: &State) -> Option<(Option<usize>, u8)> {
        with_engine!(self, engine, scratch, engine.ended(state, scratch))
    }

    pub(super) fn described(&self, state: &State, chosen: Move) -> Vec<Item<'_>> {
        with_engine!(self, engine, scratch, engine.describe(state, chosen, scratch))
    }

    pub(super) fn reasons_against(&self, state: &State, text: &str) -> Option<Vec<String>> {
        with_engine!(self, engine, _scratch, engine.reasons_against(state, text))
    }

    /// The sentences of the rules by which a legal move is played.
    pub fn sentences(&self, state: &State, chosen: Move) -> Vec<String> {
        let side = &self.ground.sides[usize::from(state.head.turn)];
        let mut numbers = chosen.numbers();
        let Some(first) = numbers.next().and_then(|number| side.families.get(number)) else {
            return Vec::new();
        };
        let mut sentences = vec![first.sentence.clone()];
        first.choices.iter().for_each(|_| {
            numbers.next();
        });
        let mut next = &first.next;
        while let Next::Part(number, _) = next {
            let part = &side.parts[*number];
            match numbers.next() {
                Some(index) if index > 0 && index <= part.families.len() => {
                    let family = &part.families[index - 1];
                    if !sentences.contains(&family.sentence) {
                        sentences.push(family.sentence.clone());
                    }
                    family.choices.iter().for_each(|_| {
                        numbers.next();
                    });
                    next = &family.next;
                }
                _ => next = &part.otherwise,
            }
        }
        sentences
    }
}

impl Game for RuleGame {
    type State = State;
    type Move = Move;

    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        with_engine!(self, engine, scratch, {
            engine.look(state, scratch, |m| engine.generate(m, 0, moves))
        });
    }

    fn play(&self, state: &State, chosen: Move) -> State {
        with_engine!(self, engine, scratch, engine.play(state, chosen, scratch))
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let (_, winner) = with_engine!(self, engine, scratch, engine.ended(state, scratch))?;
        Some(match winner {
            2 => Outcome::Draw,
            winner if winner == state.head.turn => Outcome::Win,
            _ => Outcome::Loss,
        })
    }

    fn hash(&self, state: &State) -> u64 {
        // Fibonacci hashing of one word after the other (Knuth 6.4), finished as SplitMix64 does.
        let counters = with_engine!(self, engine, _scratch, engine.layout.counters.clone());
        let mut key = u64::from(state.head.turn);
        for (at, word) in state.words().iter().enumerate() {
            if !counters.contains(&at) {
                key = (key.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                key ^= key >> 29;
            }
        }
        key = (key ^ (key >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        key ^ (key >> 31)
    }

    fn moves_again(&self, before: &State, after: &State) -> bool {
        before.head.turn == after.head.turn
    }

    fn notation(&self, state: &State, chosen: Move) -> String {
        self.move_text(state, chosen)
    }

    fn play_randomly(&self, state: &State, most: usize, rng: &mut Rng) -> (State, bool) {
        let mut after = state.clone();
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        with_engine!(self, engine, scratch, engine.playout(&mut after, most, rng, scratch));
        let same = after.head.turn == state.head.turn;
        (after, same)
    }

    fn count_moves(&self, state: &State) -> u64 {
        let mut counter = Counter(0);
        with_engine!(self, engine, scratch, {
            engine.look(state, scratch, |m| engine.generate(m, 0, &mut counter))
        });
        counter.0
    }
}
