//! What the clever strategies save, counted in visited positions, and that budgets are kept.

mod games;

use games::connect_four::{ConnectFour, Neighbours};
use games::tic_tac_toe::TicTacToe;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use zugwerk_search::*;

const GAME: ConnectFour = ConnectFour { columns: 6, rows: 5 };

/// Positions after a few random moves, the same in every run.
fn openings() -> Vec<Root<ConnectFour>> {
    let mut rng = Rng::new(2024);
    let mut roots = Vec::new();
    while roots.len() < 20 {
        let mut state = (0, 0);
        for _ in 0..6 {
            let mut moves = Vec::new();
            GAME.moves(&state, &mut moves);
            state = GAME.play(&state, moves[rng.below(moves.len())]);
        }
        if GAME.outcome(&state).is_none() {
            roots.push(Root::new(state));
        }
    }
    roots
}

fn nodes(mut strategy: impl Strategy<ConnectFour>, depth: u32) -> u64 {
    openings()
        .iter()
        .map(|root| {
            strategy.new_game();
            strategy.search(&GAME, root, &Budget::depth(depth)).nodes
        })
        .sum()
}

#[test]
fn each_refinement_visits_fewer_positions() {
    let evaluation = Neighbours;
    let minimax = nodes(Minimax { evaluation: &evaluation }, 6);
    let alpha_beta = nodes(AlphaBeta { evaluation: &evaluation }, 6);
    let ordered = nodes(OrderedAlphaBeta { evaluation: &evaluation }, 6);
    let variation = nodes(PrincipalVariation { evaluation: &evaluation }, 6);
    assert!(alpha_beta < minimax / 4, "{alpha_beta} of {minimax}");
    assert!(ordered < alpha_beta, "{ordered} of {alpha_beta}");
    // Without a table its second looks can cost a little more than its narrow windows save.
    assert!(variation < alpha_beta, "{variation} of {alpha_beta}");

    let ordered = nodes(OrderedAlphaBeta { evaluation: &evaluation }, 8);
    let exact = nodes(Deepening::new(&evaluation, 1).with(Options::exact()), 8);
    let selective = nodes(Deepening::new(&evaluation, 1), 8);
    assert!(exact < ordered, "{exact} of {ordered}");
    assert!(selective < exact, "{selective} of {exact}");
}

#[test]
fn a_node_budget_is_kept_and_a_move_still_comes() {
    let strategies: [Box<dyn Strategy<ConnectFour>>; 7] = [
        Box::new(Minimax { evaluation: Neighbours }),
        Box::new(AlphaBeta { evaluation: Neighbours }),
        Box::new(OrderedAlphaBeta { evaluation: Neighbours }),
        Box::new(PrincipalVariation { evaluation: Neighbours }),
        Box::new(Deepening::new(Neighbours, 1)),
        Box::new(MonteCarlo::new(Neighbours, 3)),
        Box::new(ProofSearch::default()),
    ];
    for (number, mut strategy) in strategies.into_iter().enumerate() {
        for limit in [0, 1, 2, 7, 1000, 12_345] {
            let found = strategy.search(&GAME, &Root::new((0, 0)), &Budget::nodes(limit));
            assert!(found.nodes <= limit, "strategy {number}: {} of {limit}", found.nodes);
            assert!(found.best.is_some_and(|column| column < 6), "strategy {number}");
        }
    }
}

#[test]
fn time_and_stop_flag_end_a_search_of_any_depth() {
    let short = Budget::time(Duration::from_millis(20));
    let stopped = Budget::default().stopped_by(Arc::new(AtomicBool::new(true)));
    for budget in [short, stopped] {
        for threads in [1, 3] {
            let mut strategy = Parallel::new(Neighbours, 1, threads);
            let found = strategy.search(&GAME, &Root::new((0, 0)), &budget);
            assert!(found.best.is_some());
            assert!(!found.proven);
        }
    }
}

#[test]
fn a_larger_budget_sees_deeper() {
    let mut strategy = Deepening::new(Neighbours, 1);
    let depths: Vec<u32> = [100, 10_000, 200_000]
        .iter()
        .map(|&limit| {
            Strategy::<ConnectFour>::new_game(&mut strategy);
            strategy.search(&GAME, &Root::new((0, 0)), &Budget::nodes(limit)).depth
        })
        .collect();
    assert!(depths[0] < depths[1] && depths[1] < depths[2], "{depths:?}");
}

#[test]
fn monte_carlo_finds_the_only_saving_move() {
    // The other side threatens to complete the bottom row on c1.
    let state = (1 << 4, 0b000_000_011);
    let found =
        MonteCarlo::new(Even, 7).search(&TicTacToe, &Root::new(state), &Budget::nodes(5000));
    assert_eq!(found.best, Some(2));
}

/// Walks round in a circle of six positions with a shortcut home: nobody ever wins.
struct Circle;

impl Game for Circle {
    type State = u8;
    type Move = u8;
    fn moves(&self, _: &u8, moves: &mut Vec<u8>) {
        moves.extend([1, 3]);
    }
    fn play(&self, state: &u8, by: u8) -> u8 {
        (state + by) % 12
    }
    fn outcome(&self, _: &u8) -> Option<Outcome> {
        None
    }
    fn hash(&self, state: &u8) -> u64 {
        u64::from(*state) + 1
    }
    fn notation(&self, _: &u8, by: u8) -> String {
        by.to_string()
    }
}

/// Likes odd positions, for whoever is to move there.
struct LikesOdd;

impl Evaluate<Circle> for LikesOdd {
    fn evaluate(&self, _: &Circle, state: &u8) -> Score {
        if state % 2 == 1 { 50 } else { -50 }
    }
}

#[test]
fn an_endless_game_proves_nothing_and_repetition_is_a_draw() {
    let (verdict, _) = ProofSearch::default().prove(
        &Circle,
        &Root::new(0),
        Attacker::Mover,
        &Budget::nodes(100_000),
    );
    assert_eq!(verdict, Verdict::Unknown);

    // Both moves lead to positions that occurred before: whatever they look like, they are drawn.
    let mut root = Root::<Circle>::new(0);
    root.history = (2..=12).collect();
    let found = Deepening::new(LikesOdd, 1).search(&Circle, &root, &Budget::depth(4));
    assert_eq!(found.score, 0);
}
