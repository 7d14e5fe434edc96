//! Matches: who wins is counted right, whatever the players do.

mod games;

use games::tic_tac_toe::TicTacToe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use zugwerk_search::matches::*;
use zugwerk_search::{Deepening, Even, Game, Random, Rng, Score};

fn settings(games: usize, at_once: usize) -> Match<TicTacToe> {
    Match {
        games,
        at_once,
        conditions: Conditions::new(TimeControl::Nodes(20_000)),
        openings: vec![Opening::from_start((0, 0))],
        sprt: None,
    }
}

fn perfect() -> Searcher<Deepening<Even>> {
    Searcher(Deepening::new(Even, 1))
}

#[test]
fn perfect_players_draw_and_beat_random_ones() {
    let standing = settings(10, 2).run(&TicTacToe, |_| (perfect(), perfect()), |_| ()).standing;
    assert_eq!((standing.wins, standing.draws, standing.losses), (0, 10, 0));
    assert_eq!(standing.pairs, [0, 0, 5, 0, 0]);

    let mut numbers = Vec::new();
    let standing = settings(40, 2)
        .run(
            &TicTacToe,
            |seed| (perfect(), Searcher(Random::new(seed))),
            |report| {
                numbers.push(report.number);
                assert_eq!(report.ending.reason, Reason::Rules);
                // Replay the game: it ends where and as the report says.
                let last = report.moves.iter().fold((0, 0), |state, &chosen| {
                    assert_eq!(TicTacToe.outcome(&state), None);
                    TicTacToe.play(&state, chosen)
                });
                assert!(TicTacToe.outcome(&last).is_some());
                assert_ne!(report.winner(), Some(Contender::B));
            },
        )
        .standing;
    numbers.sort();
    assert_eq!(numbers, (0..40).collect::<Vec<_>>());
    assert_eq!(standing.losses, 0);
    assert!(standing.wins > 20, "{standing:?}");
    assert_eq!(standing.pairs.iter().sum::<u32>(), 20);
}

/// A player that misbehaves in one way.
enum Bad {
    Panics,
    Crashes,
    CannotStart,
    PlaysIllegally,
    Sleeps,
}

impl Player<TicTacToe> for Bad {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        match self {
            Bad::CannotStart => Err(PlayerError::Crashed("no such program".into())),
            _ => Ok(()),
        }
    }

    fn choose(&mut self, _: &TicTacToe, _: &Turn<TicTacToe>) -> Result<Choice<u8>, PlayerError> {
        match self {
            Bad::Panics => panic!("on purpose"),
            Bad::Crashes | Bad::CannotStart => Err(PlayerError::Crashed("exit code 1".into())),
            Bad::PlaysIllegally => Ok(Choice { chosen: 99, score: None }),
            Bad::Sleeps => {
                std::thread::sleep(Duration::from_millis(400));
                Ok(Choice { chosen: 0, score: None })
            }
        }
    }
}

#[test]
fn a_player_that_misbehaves_loses_and_the_match_goes_on() {
    let kinds: [(fn() -> Bad, Reason); 5] = [
        (|| Bad::Panics, Reason::PlayerError(PlayerError::Crashed("on purpose".into()))),
        (|| Bad::Crashes, Reason::PlayerError(PlayerError::Crashed("exit code 1".into()))),
        (|| Bad::CannotStart, Reason::PlayerError(PlayerError::Crashed("no such program".into()))),
        // In the notation of the game, not as the number 99.
        (|| Bad::PlaysIllegally, Reason::PlayerError(PlayerError::Illegal("a34".into()))),
        (|| Bad::Sleeps, Reason::Time),
    ];
    for (make, reason) in kinds {
        let mut settings = settings(4, 2);
        settings.conditions.pace = TimeControl::Time(Duration::from_millis(5));
        settings.conditions.time_margin = Duration::from_millis(300);
        let standing = settings
            .run(
                &TicTacToe,
                |seed| (make(), Searcher(Random::new(seed))),
                |report| {
                    assert_eq!(report.winner(), Some(Contender::B));
                    assert_eq!(report.ending.reason, reason);
                },
            )
            .standing;
        assert_eq!(standing.losses, 4);
    }
}

#[test]
fn time_is_not_lost_to_a_player_that_cannot_win_any_more() {
    let mut settings = settings(2, 1);
    settings.conditions.pace = TimeControl::Time(Duration::from_millis(5));
    settings.conditions.time_margin = Duration::from_millis(300);
    // One square is left, and every row has a mark of the side to move.
    let (own, other) = (0b1_0000_1110, 0b0_0111_0001);
    settings.openings = vec![Opening::from_start((own, other))];
    let mut reasons = Vec::new();
    let standing = settings
        .run(
            &TicTacToe,
            |seed| (Bad::Sleeps, Searcher(Random::new(seed))),
            |report| reasons.push(report.ending.reason.clone()),
        )
        .standing;
    assert_eq!((standing.draws, reasons), (2, vec![Reason::Time, Reason::Rules]));
}

#[test]
fn a_clock_runs_down_over_the_game() {
    let mut settings = settings(2, 1);
    settings.conditions.pace = TimeControl::Clock(Duration::from_millis(700), Duration::ZERO);
    settings.conditions.time_margin = Duration::ZERO;
    let standing = settings
        .run(
            &TicTacToe,
            |_| (Slow, Searcher(Random::new(3))),
            |report| assert_eq!(report.ending.reason, Reason::Time),
        )
        .standing;
    assert_eq!(standing.losses, 2);
}

/// Takes 400 ms for each move: fine for one move, too slow for two.
struct Slow;

impl Player<TicTacToe> for Slow {
    fn choose(
        &mut self,
        game: &TicTacToe,
        turn: &Turn<TicTacToe>,
    ) -> Result<Choice<u8>, PlayerError> {
        std::thread::sleep(Duration::from_millis(400));
        let mut moves = Vec::new();
        game.moves(turn.state, &mut moves);
        Ok(Choice { chosen: moves[0], score: None })
    }
}

#[test]
fn openings_are_played_from_both_sides() {
    let mut rng = Rng::new(5);
    let openings: Vec<_> =
        (0..3).map(|_| Opening::random(&TicTacToe, &(0, 0), 3, &mut rng)).collect();
    let mut settings = settings(6, 1);
    settings.openings = openings.clone();
    let mut seen = Vec::new();
    settings.run(
        &TicTacToe,
        |seed| (Searcher(Random::new(seed)), Searcher(Random::new(seed + 9))),
        |report| seen.push((report.first, report.moves[..3].to_vec())),
    );
    for (number, (first, moves)) in seen.iter().enumerate() {
        assert_eq!(*moves, openings[number / 2].moves);
        assert_eq!(*first, if number % 2 == 0 { Contender::A } else { Contender::B });
    }
}

#[test]
fn a_sequential_test_ends_the_match_early() {
    let mut settings = settings(100_000, 2);
    settings.sprt = Some(Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 });
    let players = |seed| (perfect(), Searcher(Random::new(seed)));
    let summary = settings.run(&TicTacToe, players, |_| ());
    assert!(summary.standing.games() < 1000, "{summary:?}");
    assert_eq!(summary.decision, Some(Decision::Accepted));
}

#[test]
fn a_match_can_be_called_off() {
    let stop = Arc::new(AtomicBool::new(false));
    let players = |_| (perfect(), perfect());
    let raise = |report: Report<TicTacToe>| stop.store(report.number >= 2, Ordering::Relaxed);
    let standing = settings(100_000, 1).run_until(&TicTacToe, players, raise, &stop).standing;
    assert!(standing.games() < 10);
}

/// Moves in a line for ever.
struct Endless;

impl Game for Endless {
    type State = u64;
    type Move = u8;
    fn moves(&self, _: &u64, moves: &mut Vec<u8>) {
        moves.push(0);
    }
    fn play(&self, state: &u64, _: u8) -> u64 {
        state + 1
    }
    fn outcome(&self, _: &u64) -> Option<zugwerk_search::Outcome> {
        None
    }
    fn hash(&self, state: &u64) -> u64 {
        state % 8
    }
    fn notation(&self, _: &u64, _: u8) -> String {
        "on".into()
    }
}

/// Thinks that whoever moves first is winning.
struct Believer;

impl Player<Endless> for Believer {
    fn choose(&mut self, _: &Endless, turn: &Turn<Endless>) -> Result<Choice<u8>, PlayerError> {
        let score: Score = if turn.moves.len().is_multiple_of(2) { 500 } else { -500 };
        Ok(Choice { chosen: 0, score: Some(score) })
    }
}

#[test]
fn endless_games_are_ended_by_the_conditions() {
    let mut settings = Match {
        games: 1,
        at_once: 1,
        conditions: Conditions::new(TimeControl::Depth(1)),
        openings: vec![Opening::from_start(0)],
        sprt: None,
    };
    let ending = |settings: &Match<Endless>| {
        let mut result = None;
        settings.run(
            &Endless,
            |_| (Believer, Believer),
            |report| result = Some((report.moves.len(), report.ending.clone())),
        );
        result.unwrap()
    };
    let draw = |reason| Ending { winner: None, reason };
    assert_eq!(ending(&settings), (16, draw(Reason::Repetition)));
    settings.conditions.repetitions = None;
    assert_eq!(ending(&settings), (400, draw(Reason::TooLong)));
    settings.conditions.adjudication = Some(Adjudication { score: 400, plies: 6 });
    let won = Ending { winner: Some(Seat::First), reason: Reason::Adjudicated };
    assert_eq!(ending(&settings), (6, won));
}

#[test]
fn a_game_without_a_partner_counts_too() {
    // A pair that was shared and a loss: the score of all three is in the middle, not that of the pair.
    let standing = Standing { wins: 1, draws: 0, losses: 2, pairs: [0, 0, 1, 0, 0] };
    let (elo, low, high) = standing.elo();
    assert!((elo - elo_of_score(1.0 / 3.0)).abs() < 1e-9);
    let half = 1.959_964 * ((4.0 / 36.0 + 1.0 / 9.0) / 9.0f64).sqrt();
    assert!((low - elo_of_score(1.0 / 3.0 - half)).abs() < 1e-9);
    assert!((high - elo_of_score(1.0 / 3.0 + half)).abs() < 1e-9);
    for (wins, draws, losses, pairs) in
        [(3, 0, 0, [0, 0, 0, 0, 1]), (2, 0, 3, [1, 0, 1, 0, 0]), (0, 5, 4, [2, 0, 2, 0, 0])]
    {
        let (elo, low, high) = Standing { wins, draws, losses, pairs }.elo();
        assert!(low <= elo && elo <= high, "{wins} {draws} {losses}: {low} {elo} {high}");
    }
}
