//! The evaluator and the laws are two readings of one ground form: each is the other's test.

mod games;

use zugwerk_game::{Game, Outcome, Rng};
use zugwerk_logic::{Answer, Bit, Checker, Encoder, Folding, Limits, Solver};
use zugwerk_rulebook::laws::{Ending, Laws, Looking, Ply, candidates};
use zugwerk_rulebook::{RuleGame, State, plain};

/// Games with values for their parameters that make them small.
const GAMES: [(&str, &[(&str, i64)]); 30] = [
    ("amazons", &[]),
    ("ataxx", &[("width", 4), ("height", 4)]),
    ("breakthrough", &[("width", 5), ("height", 5)]),
    ("capablanca", &[]),
    ("clobber", &[("width", 4), ("height", 4)]),
    ("connect-four", &[]),
    ("domineering", &[("width", 4), ("height", 4)]),
    ("dots-and-boxes", &[("width", 2), ("height", 2)]),
    ("fox-and-hounds", &[]),
    ("gomoku", &[("width", 6), ("height", 6)]),
    ("hex", &[("width", 4), ("height", 4)]),
    ("knightthrough", &[("width", 6), ("height", 6)]),
    ("los-alamos", &[]),
    ("nim", &[]),
    ("nine-mens-morris", &[("men", 3)]),
    ("othello", &[("width", 6), ("height", 6)]),
    ("pentago", &[]),
    ("tic-tac-toe", &[]),
    ("yavalath", &[("side", 3)]),
    ("chess", &[]),
    ("brandub", &[]),
    ("isolation", &[("width", 4), ("height", 4)]),
    ("konane", &[("size", 4)]),
    ("lines-of-action", &[]),
    ("minishogi", &[]),
    ("sweeper", &[]),
    ("quixo", &[]),
    ("pente", &[("size", 5)]),
    ("hasami-shogi", &[]),
    ("atari-go", &[("size", 4)]),
];

/// Games of which fewer positions are compared, and no lines counted.
const LARGE: [&str; 7] = [
    "amazons",
    "capablanca",
    "los-alamos",
    "chess",
    "minishogi",
    "lines-of-action",
    "hasami-shogi",
];

fn open(name: &str, settings: &[(&str, i64)]) -> RuleGame {
    let settings = settings.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    RuleGame::read(&games::text(name), &settings).unwrap()
}

/// What the laws say of a known position is what the evaluator says: moves, next positions, ends.
fn compare(name: &str, game: &RuleGame, laws: &Laws, state: &State) {
    let text = || format!("{name} {}", zugwerk_game::Notation::write_state(game, state));
    let layout = laws.layout();
    let board = layout.known(game, state);
    let c = &mut Checker::new();
    let side = game.turn(state);
    let found = candidates(laws, c, &board, side, Looking::ALL, None);
    let mut by_laws: Vec<_> = Vec::new();
    for candidate in &found {
        let legal = candidate.legal(c).value().expect("every bit is known");
        if legal {
            let after = game.play(state, candidate.chosen);
            assert_eq!(candidate.after, layout.known(game, &after), "{}", text());
            let names = candidate.texts(c, |cell| game.ground().words.board.name(cell).to_string());
            let written = plain(&game.notation(state, candidate.chosen));
            assert_eq!(names, [(written, Bit::TRUE)], "{}", text());
            by_laws.push(candidate.chosen);
        }
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    assert_eq!(moves.len(), by_laws.len(), "{}", text());
    assert!(moves.iter().all(|chosen| by_laws.contains(chosen)), "{}", text());
    assert_eq!(laws.is_over(c, &board).value(), Some(game.is_over(state)), "{}", text());
    let outcome = game.outcome(state);
    let won = |player: usize| match outcome {
        Some(Outcome::Win) => side == player,
        Some(Outcome::Loss) => side != player,
        _ => false,
    };
    for player in [0, 1] {
        let said = laws.ended(c, &board, Ending::Won(player)).value();
        assert_eq!(said, Some(won(player)), "{player} {}", text());
    }
    let draw = laws.ended(c, &board, Ending::Draw).value();
    assert_eq!(draw, Some(outcome == Some(Outcome::Draw)), "{}", text());
}

#[test]
fn evaluator_and_laws_agree_in_random_play() {
    let mut rng = Rng::new(5);
    for (name, settings) in GAMES {
        let game = open(name, settings);
        let laws = Laws::new(game.ground()).unwrap();
        let large = LARGE.contains(&name);
        let games = if large { 1 } else { 4 };
        for _ in 0..games {
            let mut state = game.start_position();
            let mut moves = Vec::new();
            for ply in 0..60 {
                if !large || ply % 12 == 0 {
                    compare(name, &game, &laws, &state);
                }
                moves.clear();
                game.moves(&state, &mut moves);
                if moves.is_empty() || game.outcome(&state).is_some() {
                    break;
                }
                state = game.play(&state, moves[rng.below(moves.len())]);
            }
        }
    }
}

/// How many lines of `plies` a solver finds.
fn lines(game: &RuleGame, laws: &Laws, plies: usize) -> u64 {
    let mut encoder = Encoder::new();
    let mut board = laws.layout().known(game, &game.start_position());
    let mut line: Vec<Ply> = Vec::new();
    for _ in 0..plies {
        let (ply, after) = laws.step(&mut encoder, &board, &|_| true, Folding::Laws);
        line.push(ply);
        board = after;
    }
    let mut solver = Solver::default();
    solver.load(encoder.cnf());
    let mut count = 0;
    while let Answer::Yes(model) = solver.solve(&[], &Limits::none()) {
        count += 1;
        let other: Vec<Bit> =
            line.iter().flat_map(|ply| ply.chosen(&model)).map(|bit| !bit).collect();
        solver.add(&other);
    }
    count
}

#[test]
fn a_solver_counts_as_many_lines_as_the_evaluator() {
    for (name, settings) in GAMES {
        // Some thousand lines each are enough.
        let plies = match name {
            _ if LARGE.contains(&name) => 0,
            "pentago" => 1,
            _ => 2,
        };
        let game = open(name, settings);
        let laws = Laws::new(game.ground()).unwrap();
        for depth in 1..=plies {
            let wanted = game.leaves(&game.start_position(), depth).0;
            assert_eq!(lines(&game, &laws, depth), wanted, "{name} {depth}");
        }
    }
}

/// Stating every move of a large game takes long: a limit is looked at meanwhile.
#[test]
fn a_limit_ends_the_look_at_all_moves() {
    let game = open("breakthrough", &[]);
    let laws = Laws::new(game.ground()).unwrap();
    let moves = |limits: Limits| {
        let mut encoder = Encoder::new().within(&limits);
        let board = laws.unknown(&mut encoder, 0);
        let moves = laws.loose_moves(&mut encoder, &board).len();
        (moves, encoder.stopped())
    };
    let (all, none) = moves(Limits::none());
    assert!(all > 100 && none.is_none(), "{all}");
    let over = Limits::none().with_deadline(std::time::Instant::now());
    let (found, stop) = moves(over);
    assert!(found < all && stop.is_some(), "{found} of {all}");
}

#[test]
fn what_cannot_be_stated_is_told() {
    let why = |name| {
        let game = open(name, &[]);
        Laws::new(game.ground()).and_then(|laws| laws.are_whole()).unwrap_err()
    };
    assert_eq!(why("deathstacks"), "its cells hold stacks");
    assert_eq!(why("english-draughts"), "hop goes on as long as it can");
    assert_eq!(why("international-draughts"), "hop compares a move with all others");
}
