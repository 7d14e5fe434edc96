//! The evaluation sees both sides alike, and its short cut says what the long way says.

use proptest::prelude::*;
use zugwerk_deathstacks::*;
use zugwerk_search::{
    Budget, Deepening, Evaluate, Game, Minimax, Options, Root, Score, Strategy as _,
};

static RULES: DeathStacks = DeathStacks::RULES;

fn after(choices: &[usize]) -> Position {
    let mut position = Position::new(&Board::start(), Player::Red).unwrap();
    for &choice in choices {
        let moves: Vec<Move> = position.moves().collect();
        if !moves.is_empty() {
            position = position.play(moves[choice % moves.len()]).unwrap();
        }
    }
    position
}

fn games(plies: usize) -> impl Strategy<Value = Position> {
    prop::collection::vec(0usize..1000, 0..plies).prop_map(|choices| after(&choices))
}

/// The board turned round with colours exchanged and the other player to move.
fn from_the_other_side(position: &Position) -> Position {
    let mut board = position.board();
    board.rows.reverse();
    for cell in board.rows.iter_mut().flatten() {
        cell.0.iter_mut().for_each(|stone| *stone = stone.other());
    }
    Position::new(&board, position.mover().other()).unwrap()
}

proptest! {
    #[test]
    fn both_sides_are_seen_alike(position in games(120)) {
        let twin = from_the_other_side(&position);
        let evaluation = Learned::default();
        prop_assert_eq!(evaluation.evaluate(&RULES, &position), evaluation.evaluate(&RULES, &twin));
        prop_assert_eq!(Ownership.evaluate(&RULES, &position), Ownership.evaluate(&RULES, &twin));
    }

    #[test]
    fn the_frontier_is_the_best_of_all_moves(position in games(200)) {
        prop_assume!(!position.is_lost());
        let evaluation = Learned::default();
        let moves: Vec<Move> = position.moves().collect();
        // The value of each move; `None` wins at once.
        let values: Vec<Option<Score>> = moves
            .iter()
            .map(|&chosen| {
                let after = RULES.play(&position, chosen);
                (!after.is_lost()).then(|| -evaluation.evaluate(&RULES, &after))
            })
            .collect();
        let frontier = evaluation.frontier(&RULES, &position, Score::MAX).unwrap();
        prop_assert_eq!(moves[usize::from(frontier.number)], frontier.chosen);
        prop_assert_eq!(values[usize::from(frontier.number)], frontier.score);
        match frontier.score {
            None => prop_assert!(values.contains(&None)),
            Some(score) => {
                prop_assert!(values.iter().all(|value| value.is_some_and(|value| value <= score)));
                prop_assert_eq!(frontier.positions, moves.len() as u64);
            }
        }
        // With a bound it may stop early, at a move that reaches the bound.
        let bound = values.iter().flatten().copied().max().unwrap_or(0) - 20;
        let early = evaluation.frontier(&RULES, &position, bound).unwrap();
        prop_assert_eq!(values[usize::from(early.number)], early.score);
        prop_assert!(early.score.is_none_or(|score| score >= bound));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Iterative deepening with everything switched on that may not change the value.
    #[test]
    fn deepening_agrees_with_minimax(position in games(150), depth in 1u32..4) {
        prop_assume!(!position.is_lost());
        let root = Root::new(position);
        let evaluation = Learned::default();
        let reference = Minimax { evaluation }.search(&RULES, &root, &Budget::depth(depth));
        let found = Deepening::new(evaluation, 1)
            .with(Options::exact())
            .search(&RULES, &root, &Budget::depth(depth));
        prop_assert_eq!(found.score, reference.score);
    }
}
