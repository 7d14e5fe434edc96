//! Games that are rulebooks, and their players.

use super::{About, Settings};
use crate::hosted::Hosted;
use crate::players::{BoxedPlayer, PlayerSpec, Players, standard};
use crate::session::AnyGame;
use std::sync::Arc;
use zugwerk_game::TextError;
use zugwerk_rulebook::{Diagnostic, RuleGame, State, ast, bundled};
use zugwerk_search::{Evaluate, Score, score};

/// The games that come with the program as rulebooks, but for those that have a room of their own.
pub fn games(others: &[About]) -> Vec<About> {
    let known = |name: &&str| others.iter().all(|about| about.name != *name);
    bundled::names().filter(known).map(about).collect()
}

fn about(name: &str) -> About {
    let book = bundled::text(name).and_then(|text| bundled::read(text).ok());
    let parameters = book.iter().flat_map(|book| &book.parameters).filter_map(|parameter| {
        match parameter.value.kind {
            ast::ExprKind::Number(value) => Some((parameter.name.text.clone(), value)),
            _ => None,
        }
    });
    About { name: name.to_string(), title: title(name), parameters: parameters.collect() }
}

/// `connect-four` is Connect Four.
fn title(name: &str) -> String {
    let capital = |word: &str| match word.split_at_checked(1) {
        Some(("a", "nd")) => word.to_string(),
        Some((first, rest)) => first.to_uppercase() + rest,
        None => String::new(),
    };
    name.split('-').map(capital).collect::<Vec<_>>().join(" ")
}

/// The game of a rulebook; `name` is what mistakes are told about.
pub fn load(name: &str, text: &str, settings: Settings) -> Result<Arc<dyn AnyGame>, TextError> {
    let settings = settings.iter().cloned().collect();
    let drawn = |mistake: Diagnostic| TextError::new(mistake.draw(name, text, false));
    let book = read(text).map_err(drawn)?;
    #[cfg_attr(not(feature = "jit"), expect(unused_mut))]
    let mut game = RuleGame::playable(&book, &settings).map_err(drawn)?;
    // What cannot be compiled is interpreted.
    #[cfg(feature = "jit")]
    game.compile();
    let mut parameters: Vec<(String, i64)> =
        game.ground().words.parameters.iter().map(|(name, value)| (name.clone(), *value)).collect();
    parameters.sort();
    let name = book.name.text;
    let about = About { title: title(&name), name, parameters };
    Ok(Arc::new(Hosted::new(about, game)))
}

/// Whether a text is the rulebook of a game, with these values for its parameters; what is wrong with it otherwise.
///
/// ```
/// let mistake = zugwerk_registry::check("game nothing\n", &[]).unwrap_err();
/// assert_eq!(mistake.message, "there are no players");
/// ```
pub fn check(text: &str, settings: Settings) -> Result<(), Diagnostic> {
    let settings = settings.iter().cloned().collect();
    RuleGame::playable(&read(text)?, &settings).map(drop)
}

/// A text read; of a puzzle, what is wrong with its laws is worth more than that it is no game.
fn read(text: &str) -> Result<ast::Rulebook, Diagnostic> {
    let book = bundled::read(text)?;
    if book.kind == ast::Kind::Puzzle {
        zugwerk_puzzle::Kind::parse(text)?;
    }
    Ok(book)
}

/// What the text of a rulebook says that a position is worth.
#[derive(Clone, Copy)]
struct Worth;

impl Evaluate<RuleGame> for Worth {
    fn evaluate(&self, game: &RuleGame, state: &State) -> Score {
        game.value(state).unwrap_or(0).clamp(-score::MAX_ESTIMATE, score::MAX_ESTIMATE)
    }
}

impl Players for RuleGame {
    fn player(&self, spec: &PlayerSpec, seed: u64) -> Result<BoxedPlayer<Self>, TextError> {
        let worth = self.ground().sides.iter().any(|side| side.value.is_some()).then_some(Worth);
        Ok(standard(spec, worth, seed))
    }
}
