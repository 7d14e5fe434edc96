//! The players of Death Stacks.

use crate::players::{BoxedPlayer, PlayerSpec, Players, standard};
use zugwerk_deathstacks::{Bot, DeathStacks, Learned, Stack};
use zugwerk_game::TextError;

impl<S: Stack + 'static> Players for DeathStacks<S> {
    fn player(&self, spec: &PlayerSpec, seed: u64) -> Result<BoxedPlayer<Self>, TextError> {
        Ok(match (spec.name.as_str(), spec.level.number()) {
            ("bot", None) => Box::new(Bot::new(spec.hash, spec.threads)),
            _ => standard(spec, Some(Learned::default()), seed),
        })
    }
}
