//! A match of any game, with the players that every game has.

use super::{How, Scorer, Settings};
use crate::exit::{Failure, Outcome};
use crate::games::Choice;
use crate::interrupt;
use crate::terminal::Terminal;
use clap::Args;
use zugwerk_registry::{MatchReport, MatchTask, PlayerSpec};

/// Who plays, and which game.
#[derive(Args)]
pub struct Task {
    /// The first player: bot, mcts, alpha-beta:depth=4, random and others
    #[arg(long, value_name = "PLAYER", default_value = "bot")]
    a: String,
    /// The second player
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    b: String,
    /// The position that games start from
    #[arg(long, value_name = "POSITION")]
    start: Option<String>,
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    settings: Settings,
}

impl Task {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        let game = self.choice.open()?;
        let player = |text: &String| PlayerSpec::read(text).map_err(Failure::bad_input);
        let task = MatchTask {
            a: player(&self.a)?,
            b: player(&self.b)?,
            games: self.settings.games as usize,
            at_once: self.settings.at_once as usize,
            conditions: self.settings.conditions(Some(3)),
            sprt: self.settings.sprt,
            random_plies: self.settings.random_plies,
            seed: self.settings.seed,
            start: self.start.clone(),
        };
        let mut scorer = Scorer::new(&self.settings)?;
        let mut on_game = |report: MatchReport| {
            let how = match (&report.trouble, report.reason.as_str()) {
                (Some(trouble), _) => How::PlayerError(trouble.clone()),
                (None, "time") => How::Time,
                (None, end) => How::Played(end.to_string()),
            };
            let written = written(&report);
            scorer.note(report.number, report.a_won, how, &written, report.standing);
        };
        let summary =
            game.play_match(&task, &mut on_game, &interrupt::flag()).map_err(Failure::bad_input)?;
        scorer.finish(&summary, terminal)
    }
}

/// A game in one line: who won, where it started, its moves.
fn written(report: &MatchReport) -> String {
    let first = if report.a_first { "A" } else { "B" };
    let result = match report.a_won {
        Some(true) => "A wins",
        Some(false) => "B wins",
        None => "drawn",
    };
    let moves = report.moves.join(" ");
    format!("{first} first, {result} ({}): {}: {moves}", report.reason, report.start)
}
