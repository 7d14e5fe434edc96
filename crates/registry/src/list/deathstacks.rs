//! Death Stacks in the form that fits the stones, and its players.

use crate::About;
use crate::hosted::Hosted;
use crate::players::{BoxedPlayer, PlayerSpec, Players, standard};
use crate::session::{AnyGame, MatchReport, MatchTask, Session};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use zugwerk_deathstacks::{Bot, DeathStacks, Learned, PackedStack, Stack, VecStack};
use zugwerk_game::TextError;
use zugwerk_search::matches::Summary;

impl<S: Stack + 'static> Players for DeathStacks<S> {
    fn player(&self, spec: &PlayerSpec, seed: u64) -> Result<BoxedPlayer<Self>, TextError> {
        Ok(match (spec.name.as_str(), spec.level.number()) {
            ("bot", None) => Box::new(Bot::new(spec.hash, spec.threads)),
            _ => standard(spec, Some(Learned::default()), seed),
        })
    }
}

/// The usual number of stones is played in its fast form, more of them in the one that holds any number.
pub struct AnyStones {
    few: Hosted<DeathStacks<PackedStack>>,
    many: Hosted<DeathStacks<VecStack>>,
}

impl AnyStones {
    pub fn new(about: About) -> AnyStones {
        AnyStones {
            few: Hosted::new(about.clone(), DeathStacks::RULES),
            many: Hosted::new(about, DeathStacks::RULES),
        }
    }
}

impl AnyGame for AnyStones {
    fn about(&self) -> &About {
        self.few.about()
    }

    fn players(&self) -> [String; 2] {
        self.few.players()
    }

    fn session(&self, position: Option<&str>) -> Result<Box<dyn Session>, TextError> {
        self.few.session(position).or_else(|_| self.many.session(position))
    }

    fn play_match(
        &self,
        task: &MatchTask,
        on_game: &mut dyn FnMut(MatchReport),
        stop: &Arc<AtomicBool>,
    ) -> Result<Summary, TextError> {
        match self.few.session(task.start.as_deref()) {
            Ok(_) => self.few.play_match(task, on_game, stop),
            Err(_) => self.many.play_match(task, on_game, stop),
        }
    }
}
