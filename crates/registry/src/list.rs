//! The list of games: one line for each.

use crate::hosted::Hosted;
use crate::session::AnyGame;
use serde::Serialize;
use std::sync::{Arc, OnceLock};
use zugwerk_chess::Chess;
use zugwerk_game::TextError;

mod chess;
mod deathstacks;
mod rulebook;

pub use chess::chess_player;
pub use rulebook::{check, load};

/// Values put in for the parameters of a game: `("width", 6)`.
pub type Settings<'a> = &'a [(String, i64)];

/// A game in a few words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct About {
    /// What `--game` calls it.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// Its parameters and their usual values.
    pub parameters: Vec<(String, i64)>,
}

impl About {
    fn plain(name: &str, title: &str) -> About {
        About { name: name.to_string(), title: title.to_string(), parameters: Vec::new() }
    }
}

/// Every game that is known by a name.
pub fn games() -> Vec<About> {
    known().to_vec()
}

/// The same, made of the texts once.
fn known() -> &'static [About] {
    static KNOWN: OnceLock<Vec<About>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let mut games =
            vec![About::plain("chess", "Chess"), About::plain("deathstacks", "Death Stacks")];
        games.extend(rulebook::games(&games));
        games
    })
}

/// The game of a name.
pub fn open(name: &str, settings: Settings) -> Result<Arc<dyn AnyGame>, TextError> {
    let Some(about) = known().iter().find(|about| about.name == name).cloned() else {
        let names: Vec<&str> = known().iter().map(|about| about.name.as_str()).collect();
        let expected = names.join(", ");
        let advice = zugwerk_rulebook::advice(name, names);
        return Err(TextError::new(format!(
            "there is no game {name:?}; expected {expected}{advice}"
        )));
    };
    if let Some((unknown, _)) =
        settings.iter().find(|(set, _)| about.parameters.iter().all(|(known, _)| known != set))
    {
        let known: Vec<&str> = about.parameters.iter().map(|(name, _)| name.as_str()).collect();
        let expected = if known.is_empty() { "none".to_string() } else { known.join(", ") };
        let advice = zugwerk_rulebook::advice(unknown, known);
        return Err(TextError::new(format!(
            "{name} has no parameter {unknown:?}; expected {expected}{advice}"
        )));
    }
    Ok(match name {
        "chess" => Arc::new(Hosted::new(about, Chess)),
        "deathstacks" => Arc::new(deathstacks::AnyStones::new(about)),
        _ => load(name, zugwerk_rulebook::bundled::text(name).unwrap_or_default(), settings)?,
    })
}

/// The text of a game's rules, where it is a rulebook.
pub fn rules(name: &str) -> Option<String> {
    zugwerk_rulebook::bundled::text(name).map(str::to_string)
}
