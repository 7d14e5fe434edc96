//! The table for any game: what there is to play, positions with every move and its clicks, and the bot.

use crate::Shared;
use crate::api::{Api, Named, Pairs};
use crate::error::{ApiError, within};
use crate::mistake::Mistake;
use crate::progress::{Length, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use zugwerk_registry::{AnyGame, Chosen, Level, PlayerSpec, Session};
use zugwerk_search::Budget;

pub(crate) fn endpoints(api: Api) -> Api {
    api.gets("/games", "The games that can be played", "application/json", list)
        .answers_about(
            "/games/{name}/position",
            "A position of a game: its board, legal moves with their clicks, and how the game stands",
            standing,
        )
        .answers("/rules/check", "What is wrong with the rulebook of a game", check)
        .answers_about("/games/{name}/why", "Why a move is legal or not", why)
        .streams_about::<_, Found>(
            "/games/{name}/move",
            Length::Short,
            "Choose a move to play",
            choose,
        )
}

/// The longest game that is taken on.
const MOST_MOVES: usize = 2000;
/// The longest rulebook, in bytes.
const MOST_RULES: usize = 64 << 10;
/// The name under which a question brings its own rules.
const OWN: &str = "own";

/// A rulebook.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RulesText")]
pub(crate) struct Rules {
    rules: String,
    /// Values for its parameters.
    #[serde(default)]
    settings: Vec<(String, i64)>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RulesChecked")]
pub(crate) struct Checked {
    mistake: Option<Mistake>,
}

fn check(_: &Shared, Rules { rules, settings }: Rules) -> Result<Checked, ApiError> {
    check_length(&rules)?;
    let mistake = zugwerk_registry::check(&rules, &settings).err();
    Ok(Checked { mistake: mistake.map(|mistake| Mistake::new(&mistake, "rules", &rules)) })
}

fn check_length(rules: &str) -> Result<(), ApiError> {
    if rules.len() <= MOST_RULES {
        return Ok(());
    }
    let message = format!("the rules have more than {MOST_RULES} bytes");
    Err(ApiError::bad("bad_rules", message).at("rules"))
}

fn list(_: &Pairs) -> Result<String, ApiError> {
    Ok(json!({ "games": zugwerk_registry::games() }).to_string())
}

/// A position of a game: where it started, and the moves since.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "GamePlace")]
pub(crate) struct Place {
    /// The position as text; the usual start if none.
    position: Option<String>,
    /// The moves since, as the game writes them.
    #[serde(default)]
    moves: Vec<String>,
    /// Values for the parameters of the game, such as `["width", 6]`.
    #[serde(default)]
    settings: Vec<(String, i64)>,
    /// The text of a rulebook, where the game is `own`.
    rules: Option<String>,
    /// Whether the third occurrence of a position is a draw, where the rules do not say so.
    #[serde(default)]
    repetition: bool,
}

impl Place {
    fn game(&self, name: &str) -> Result<Arc<dyn AnyGame>, ApiError> {
        let bad = |error| ApiError::bad("bad_rules", error).at("rules");
        match (name, &self.rules) {
            (OWN, Some(text)) => {
                check_length(text)?;
                let loaded = zugwerk_registry::load("the rules", text, &self.settings);
                loaded.map_err(|error| self.bad_settings(text).unwrap_or_else(|| bad(error)))
            }
            (OWN, None) => {
                Err(ApiError::bad("bad_rules", "expected the text of a rulebook").at("rules"))
            }
            (name, _) => zugwerk_registry::open(name, &self.settings).map_err(|error| {
                if !zugwerk_registry::games().iter().any(|about| about.name == name) {
                    return ApiError::bad("no_such_game", error);
                }
                let text = zugwerk_registry::rules(name);
                let unknown = || ApiError::bad("bad_settings", error).at("settings");
                text.and_then(|text| self.bad_settings(&text)).unwrap_or_else(unknown)
            }),
        }
    }

    /// What is wrong with the values for the parameters, where the rules are right without them.
    fn bad_settings(&self, rules: &str) -> Option<ApiError> {
        let mistake = zugwerk_registry::check(rules, &self.settings).err()?;
        zugwerk_registry::check(rules, &[]).ok()?;
        let message = format!("{}: expected {}", mistake.message, mistake.expected);
        Some(ApiError::bad("bad_settings", message).at("settings"))
    }

    fn session(&self, game: &dyn AnyGame) -> Result<Box<dyn Session>, ApiError> {
        self.played(game).map(|(session, _)| session)
    }

    /// The game after its moves, and who made each of them.
    fn played(&self, game: &dyn AnyGame) -> Result<(Box<dyn Session>, Vec<usize>), ApiError> {
        let mut session = game
            .session(self.position.as_deref())
            .map_err(|error| ApiError::bad("bad_position", error).at("position"))?;
        if self.repetition {
            session.draw_by_repetition();
        }
        if self.moves.len() > MOST_MOVES {
            let message = format!("more than {MOST_MOVES} moves");
            return Err(ApiError::bad("too_long", message).at("moves"));
        }
        let mut movers = Vec::new();
        for (number, text) in self.moves.iter().enumerate() {
            let wrong = |error| ApiError::bad("bad_move", error).at(format!("moves/{number}"));
            movers.push(session.mover());
            session.play(text).map_err(wrong)?;
        }
        Ok((session, movers))
    }
}

/// What is known about a position.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "GameStanding")]
pub(crate) struct Standing {
    game: String,
    title: String,
    /// The values of the parameters.
    settings: Vec<(String, i64)>,
    /// The players, first the one who begins.
    players: [String; 2],
    position: String,
    /// Whose turn it is: an index into the players.
    mover: usize,
    /// The board: the form of its cells, the cells with what stands on them, lines between them.
    picture: Value,
    /// Every legal move, as text, with the clicks that make it.
    moves: Vec<Value>,
    /// The moves so far as the game writes them.
    record: Vec<String>,
    /// Who made each of them: a player may have several turns in a row.
    movers: Vec<usize>,
    /// Who won (an index, or null for a draw) and why, where the game is over.
    end: Option<Value>,
    /// The rules as a text.
    rules: Option<String>,
}

fn standing(_: &Shared, Named(name, place): Named<Place>) -> Result<Standing, ApiError> {
    let game = place.game(&name)?;
    let (session, movers) = place.played(&*game)?;
    let about = game.about();
    Ok(Standing {
        game: about.name.clone(),
        title: about.title.clone(),
        settings: about.parameters.clone(),
        players: game.players(),
        position: session.position(),
        mover: session.mover(),
        picture: told(session.picture()),
        moves: session.moves().into_iter().map(told).collect(),
        record: session.record().to_vec(),
        movers,
        end: session.end().map(told),
        rules: place.rules.clone().or_else(|| zugwerk_registry::rules(&name)),
    })
}

/// What another room tells, as it tells it.
fn told(value: impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

/// A move to be judged.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "GameMove")]
pub(crate) struct Judged {
    place: Place,
    r#move: String,
}

/// What the rules say of a move.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "GameJudgement")]
pub(crate) struct Told {
    r#move: String,
    legal: bool,
    /// The rules that decide it.
    laws: Vec<String>,
    why: String,
}

fn why(_: &Shared, Named(name, asked): Named<Judged>) -> Result<Told, ApiError> {
    let game = asked.place.game(&name)?;
    let session = asked.place.session(&*game)?;
    let judged = session.judge(&asked.r#move);
    let judged = judged.map_err(|error| ApiError::bad("bad_move", error).at("move"))?;
    let (r#move, legal, laws, why) = (judged.chosen, judged.legal, judged.laws, judged.why);
    Ok(Told { r#move, legal, laws, why })
}

/// Where to choose a move, and how long to think.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "GameChoose")]
pub(crate) struct Choose {
    place: Place,
    /// 1 to 60 000; 500 if not given.
    millis: Option<u64>,
    /// How strong the bot plays, 1 to 9; as well as it can if not given.
    level: Option<u8>,
}

/// What the bot tells.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "GameFound")]
pub(crate) enum Found {
    Done {
        best: Option<String>,
        /// For the side to move; 0 is even.
        score: i32,
        /// Whether the score is the true value of the game.
        proven: bool,
        /// In how many plies the game ends by force, where that is known.
        plies: Option<u32>,
        depth: u32,
        nodes: u64,
        line: Vec<String>,
    },
}

fn choose(_: &Shared, Named(name, wanted): Named<Choose>) -> Result<Work, ApiError> {
    let millis = within("millis", wanted.millis, 1..=60_000)?.unwrap_or(500);
    let level = within("level", wanted.level, 1..=9)?;
    let level = match level {
        Some(level) => Level::read(&level.to_string()).map_err(|_| ApiError::internal())?,
        None => Level::FULL,
    };
    let game = wanted.place.game(&name)?;
    let mut session = wanted.place.session(&*game)?;
    Ok(Box::new(move |progress| {
        let budget = Budget::time(Duration::from_millis(millis)).stopped_by(progress.flag());
        let bot = PlayerSpec { level, ..PlayerSpec::bot() };
        let chosen = session.think(&bot, &budget).map_err(|_| ApiError::internal())?;
        progress.send(&done(chosen));
        Ok(())
    }))
}

fn done(chosen: Option<Chosen>) -> Found {
    match chosen {
        Some(Chosen { text, score, proven, plies, line, depth, nodes }) => {
            Found::Done { best: Some(text), score, proven, plies, depth, nodes, line }
        }
        None => Found::Done {
            best: None,
            score: 0,
            proven: true,
            plies: None,
            depth: 0,
            nodes: 0,
            line: Vec::new(),
        },
    }
}
