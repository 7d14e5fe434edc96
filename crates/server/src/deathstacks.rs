//! The Death Stacks table: positions with every move and its way over the board, and the bot.

use crate::Shared;
use crate::api::Api;
use crate::error::{ApiError, within};
use crate::progress::{Length, Work};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use zugwerk_deathstacks::{
    Board, Bot, DeathStacks, Dir, End, Move, Player, Playing, Pos, Position, Repetition, START,
    Short, Stack, Tall, path,
};
use zugwerk_search::{Budget, Root, Strategy, score};

pub(crate) fn endpoints(api: Api) -> Api {
    api.answers(
        "/deathstacks/position",
        "A position: its stacks, legal moves, and how the game stands",
        standing,
    )
    .streams::<_, News>("/deathstacks/move", Length::Short, "Choose a move to play", choose)
}

/// The longest game that is taken on.
const MOST_MOVES: usize = 2000;

/// The most stones that are taken on; the rules do not count them.
const MOST_STONES: usize = 1000;

/// A position: a board, who moves first, and the moves since.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DeathStacksPlace")]
pub(crate) struct Place {
    /// Rows 6 to 1 joined by `/`, squares by `,`, stones `r` and `b` from the top, at most 1000 of
    /// them; the start if none.
    fen: Option<String>,
    /// Who moves first; red if not given.
    player: Option<Side>,
    /// Moves such as `a6-2-a4`.
    #[serde(default)]
    moves: Vec<String>,
    /// Whether the third occurrence of a position is a draw.
    #[serde(default)]
    repetition: bool,
}

#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Side {
    Red,
    Blue,
}

impl From<Player> for Side {
    fn from(player: Player) -> Side {
        match player {
            Player::Red => Side::Red,
            Player::Blue => Side::Blue,
        }
    }
}

/// What is known about a position.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DeathStacksStanding")]
pub(crate) struct Standing {
    fen: String,
    mover: Side,
    /// The stones of each square from the top, `a6` first, row by row.
    stacks: Vec<String>,
    moves: Vec<Way>,
    /// The mover's stacks that are too tall: one of them must move.
    too_tall: Vec<String>,
    end: Option<Ended>,
}

/// A move and the squares it passes.
#[derive(Serialize, JsonSchema)]
struct Way {
    r#move: String,
    start: String,
    steps: u32,
    target: String,
    /// The ways there, start and target included: two directions may lead to the same square.
    paths: Vec<Vec<String>>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DeathStacksEnded")]
struct Ended {
    winner: Option<Side>,
    reason: &'static str,
}

impl Place {
    /// The board at the start.
    fn board(&self) -> Result<Board, ApiError> {
        let fen = self.fen.as_deref().map_or(START, str::trim);
        let board =
            Board::from_fen(fen).map_err(|error| ApiError::bad("bad_fen", error).at("fen"))?;
        match board.stones() {
            0..=MOST_STONES => Ok(board),
            found => {
                let message =
                    format!("{found} stones on the board; expected at most {MOST_STONES}");
                Err(ApiError::bad("bad_fen", message).at("fen"))
            }
        }
    }

    /// The game that starts on `board`.
    fn game<S: Stack>(&self, board: &Board) -> Result<Playing<S>, ApiError> {
        let first = match self.player {
            Some(Side::Blue) => Player::Blue,
            _ => Player::Red,
        };
        let start = Position::new(board, first)
            .map_err(|error| ApiError::bad("bad_fen", error).at("fen"))?;
        let repetition = if self.repetition { Repetition::Draw } else { Repetition::Ignored };
        let mut game = Playing::new(start, repetition);
        if self.moves.len() > MOST_MOVES {
            let message = format!("more than {MOST_MOVES} moves");
            return Err(ApiError::bad("too_long", message).at("moves"));
        }
        for (number, text) in self.moves.iter().enumerate() {
            let place = format!("moves/{number}");
            let chosen: Move =
                text.parse().map_err(|error| ApiError::bad("bad_move", error).at(&place))?;
            if !game.play(chosen) {
                let why = game.position().why_not(chosen).filter(|_| game.end().is_none());
                let why = why.unwrap_or_else(|| "the game is over".to_string());
                return Err(ApiError::bad("bad_move", format!("{chosen}: {why}")).at(&place));
            }
        }
        Ok(game)
    }
}

fn standing(_: &Shared, place: Place) -> Result<Standing, ApiError> {
    let game: Playing<Tall> = place.game(&place.board()?)?;
    let position = game.position();
    let board = position.board();
    let moves: Vec<Move> =
        if game.end().is_some() { Vec::new() } else { position.moves().collect() };
    let too_tall = Pos::all().filter(|&pos| {
        let cell = board.cell(pos);
        cell.owner() == Some(position.mover()) && cell.0.len() > 4
    });
    let ended = |end| match end {
        End::Won(player) => {
            Ended { winner: Some(player.into()), reason: "the other side has no move" }
        }
        End::Repetition => Ended { winner: None, reason: "the position occurred three times" },
    };
    let stones = |pos| board.cell(pos).0.iter().map(|stone| stone.letter()).collect();
    Ok(Standing {
        fen: board.to_string(),
        mover: position.mover().into(),
        stacks: Pos::all().map(stones).collect(),
        too_tall: too_tall.map(|pos| pos.to_string()).collect(),
        moves: moves.into_iter().map(Way::new).collect(),
        end: game.end().map(ended),
    })
}

impl Way {
    fn new(chosen: Move) -> Way {
        let ways = Dir::ALL.into_iter().map(|dir| path(chosen.start, dir, chosen.steps as usize));
        let paths = ways
            .filter(|way| way.last() == Some(&chosen.target))
            .map(|way| way.iter().map(Pos::to_string).collect())
            .collect();
        Way {
            r#move: chosen.to_string(),
            start: chosen.start.to_string(),
            steps: chosen.steps,
            target: chosen.target.to_string(),
            paths,
        }
    }
}

/// Where to choose a move, and how long to think.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DeathStacksMoveQuestion")]
pub(crate) struct Choose {
    place: Place,
    /// 1 to 60 000; 500 if not given.
    millis: Option<u64>,
    /// Looks this many plies ahead at most, 1 to 1000: a weaker bot.
    depth: Option<u32>,
}

/// What the bot tells.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "DeathStacksNews")]
pub(crate) enum News {
    Done {
        best: Option<String>,
        /// For the side to move; 0 is even.
        score: i32,
        /// In how many plies the game ends by force, if the bot sees it; negative where the mover loses.
        end_in: Option<i32>,
        depth: u32,
        nodes: u64,
        line: Vec<String>,
    },
}

/// Mebibytes of the bot's table.
const BOT_TABLE: usize = 16;

fn choose(_: &Shared, wanted: Choose) -> Result<Work, ApiError> {
    let millis = within("millis", wanted.millis, 1..=60_000)?.unwrap_or(500);
    let depth = within("depth", wanted.depth, 1..=1000)?;
    let budget = Budget { depth, ..Budget::time(Duration::from_millis(millis)) };
    let board = wanted.place.board()?;
    // The usual number of stones is searched in its fast form.
    if board.stones() <= Short::MAX_STONES {
        Ok(think(wanted.place.game::<Short>(&board)?, budget))
    } else {
        Ok(think(wanted.place.game::<Tall>(&board)?, budget))
    }
}

fn think<S: Stack + 'static>(game: Playing<S>, budget: Budget) -> Work {
    Box::new(move |progress| {
        progress.send(&match game.end() {
            Some(end) => ended(end),
            None => searched(&game, &budget.stopped_by(progress.flag())),
        });
        Ok(())
    })
}

/// There is nothing to choose in a game that is over.
fn ended(end: End) -> News {
    let (score, end_in) = match end {
        End::Won(_) => (-score::WIN, Some(0)),
        End::Repetition => (0, None),
    };
    News::Done { best: None, score, end_in, depth: 0, nodes: 0, line: Vec::new() }
}

fn searched<S: Stack>(game: &Playing<S>, budget: &Budget) -> News {
    let root = Root { state: game.position().clone(), history: game.history() };
    let found = Bot::new(BOT_TABLE, 1).search(&DeathStacks::RULES, &root, budget);
    let end_in = score::plies_to_end(found.score)
        .map(|plies| if found.score > 0 { plies as i32 } else { -(plies as i32) });
    News::Done {
        best: found.best.map(|best| best.to_string()),
        score: found.score,
        end_in,
        depth: found.depth,
        nodes: found.nodes,
        line: found.line.iter().map(Move::to_string).collect(),
    }
}
