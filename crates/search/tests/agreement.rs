//! All exact strategies find the same value as plain minimax, at every depth, on trees of numbers and
//! on small games; the others agree wherever they claim a proof.

mod games;

use games::connect_four::{ConnectFour, Neighbours};
use games::tic_tac_toe::TicTacToe;
use games::tree::{Numbers, Shape, Tree};
use proptest::prelude::{Strategy as Generator, *};
use zugwerk_search::{Strategy, *};

/// Every strategy whose value at a given depth is minimax's by definition.
fn exact<'e, G: Game, E: Evaluate<G> + Send>(
    evaluation: &'e E,
) -> Vec<(&'static str, Box<dyn Strategy<G> + 'e>)> {
    let deepening = || Deepening::new(evaluation, 1).with(Options::exact());
    let without_aspiration = Options { aspiration: 0, ..Options::exact() };
    vec![
        ("minimax", Box::new(Minimax { evaluation })),
        ("alpha-beta", Box::new(AlphaBeta { evaluation })),
        ("ordered alpha-beta", Box::new(OrderedAlphaBeta { evaluation })),
        ("principal variation", Box::new(PrincipalVariation { evaluation })),
        ("deepening", Box::new(deepening())),
        ("deepening, full window", Box::new(deepening().with(without_aspiration))),
        ("parallel", Box::new(Parallel { search: deepening(), threads: 3 })),
    ]
}

/// Requires the value from every exact strategy, and that the line's first move is the best move.
fn all_find<G: Game, E: Evaluate<G> + Send>(
    game: &G,
    evaluation: &E,
    state: &G::State,
    depth: u32,
    value: Score,
) {
    for (name, mut strategy) in exact(evaluation) {
        let root = Root::new(state.clone());
        let found = strategy.search(game, &root, &Budget::depth(depth));
        assert_eq!(found.score, value, "{name} at depth {depth}");
        assert_eq!(found.line.first().copied(), found.best, "{name} at depth {depth}");
        // The move is worth what the strategy says it is.
        if let Some(best) = found.best {
            let mut minimax = Minimax { evaluation };
            let after = Root::new(game.play(state, best));
            if depth > 1 && game.outcome(&after.state).is_none() {
                let reply = minimax.search(game, &after, &Budget::depth(depth - 1));
                let further = |score: Score| {
                    if score::is_decisive(score) { score - score.signum() } else { score }
                };
                let sign = if game.moves_again(state, &after.state) { 1 } else { -1 };
                assert_eq!(sign * further(reply.score), value, "{name}'s move at depth {depth}");
            }
        }
    }
}

#[test]
fn a_binary_tree_worked_out_by_hand() {
    // White picks the larger of the smaller leaf of each pair, and so on upwards.
    let tree = Tree::uniform(2, &[-1, 3, 5, 1, -6, -4, 0, 9, 3, 5, 2, 7, 8, -2, 6, 4]);
    // The rows above the leaves: 3 5 -4 9 5 7 8 6 (Black moved last, so White: max) …
    // with White to move at the root the leaves' parents are Black's: -1 1 -6 0 3 2 -2 4,
    // then White's 1 0 3 4, Black's 0 3, White's 3.
    all_find(&tree, &Numbers, &tree.root(true), 4, 3);
    all_find(&tree.inverted(), &Numbers, &tree.root(false), 4, 3);
    // With Black at the root: White's 3 5 -4 9 5 7 8 6, Black's 3 -4 5 6, White's 3 6, Black's 3.
    all_find(&tree, &Numbers, &tree.root(false), 4, -3);
    all_find(&tree.inverted(), &Numbers, &tree.root(true), 4, -3);
}

#[test]
fn a_ternary_tree_worked_out_by_hand() {
    let tree = Tree::uniform(3, &[4, 8, 9, 2, 1, 9, 7, 5, 6]);
    all_find(&tree, &Numbers, &tree.root(true), 2, 5);
    all_find(&tree, &Numbers, &tree.root(false), 2, -7);
    all_find(&tree.inverted(), &Numbers, &tree.root(false), 2, 5);
}

fn shapes() -> impl Generator<Value = Shape> {
    let leaf = (-20..20i32).prop_map(Shape::Leaf);
    leaf.prop_recursive(6, 120, 4, |inner| {
        (-20..20i32, prop::collection::vec(inner, 1..5))
            .prop_map(|(value, children)| Shape::Inner(value, children))
    })
}

proptest! {
    #[test]
    fn all_agree_on_random_trees(shape in shapes(), depth in 1u32..7, white: bool) {
        let tree = Tree::new(&shape);
        let value = tree.value(0, white, depth);
        all_find(&tree, &Numbers, &tree.root(white), depth, value);
        let twin = tree.inverted();
        all_find(&twin, &Numbers, &twin.root(!white), depth, value);
    }

    #[test]
    fn all_agree_where_a_side_moves_again(
        shape in shapes(), depth in 1u32..7, white: bool, again in 1usize..5,
    ) {
        let mut tree = Tree::new(&shape);
        tree.again = again;
        all_find(&tree, &Numbers, &tree.root(white), depth, tree.value(0, white, depth));
    }

    #[test]
    fn proofs_are_true_where_a_side_moves_again(left in 1u32..18, again in 1u32..4, seed: u64) {
        let game = Matches { again };
        let root = Root::new((left, false));
        let sign = if game.wins(left) { 1 } else { -1 };
        let proved = ProofSearch::default().search(&game, &root, &Budget::default());
        prop_assert!(proved.proven);
        prop_assert_eq!(proved.score.signum(), sign);
        let sampled = MonteCarlo::whole_games(Even, seed).search(&game, &root, &Budget::nodes(20_000));
        prop_assert!(sampled.proven);
        prop_assert_eq!(sampled.score.signum(), sign);
        let bot = Bot::without_evaluation(1, seed).search(&game, &root, &Budget::nodes(50_000));
        prop_assert!(bot.proven);
        prop_assert_eq!(bot.score.signum(), sign);
    }

    #[test]
    fn all_agree_on_connect_four(opening in prop::collection::vec(0u8..5, 0..12), depth in 1u32..6) {
        let game = ConnectFour { columns: 5, rows: 4 };
        let state = connect_four_after(&game, &opening);
        prop_assume!(game.outcome(&state).is_none());
        let value = Minimax { evaluation: Neighbours }
            .search(&game, &Root::new(state), &Budget::depth(depth)).score;
        all_find(&game, &Neighbours, &state, depth, value);
    }

    #[test]
    fn a_claimed_proof_is_true(opening in prop::collection::vec(0u8..4, 4..10), seed: u64) {
        let game = ConnectFour { columns: 4, rows: 4 };
        let state = connect_four_after(&game, &opening);
        prop_assume!(game.outcome(&state).is_none());
        let root = Root::new(state);
        let truth = AlphaBeta { evaluation: Even }.search(&game, &root, &Budget::depth(16));
        prop_assert!(truth.proven);

        let solved = ProofSearch::default().search(&game, &root, &Budget::default());
        prop_assert!(solved.proven);
        prop_assert_eq!(solved.score.signum(), truth.score.signum());
        // It need not be the quickest win, but cannot be quicker than that.
        prop_assert!(solved.score.abs() <= truth.score.abs());

        let sampled = MonteCarlo::new(Even, seed).search(&game, &root, &Budget::nodes(3000));
        if sampled.proven {
            prop_assert_eq!(sampled.score.signum(), truth.score.signum());
        }

        let selective = Deepening::new(Neighbours, 1).search(&game, &root, &Budget::depth(14));
        if selective.proven {
            prop_assert_eq!(selective.score.signum(), truth.score.signum());
        }
        let greedy = Greedy::new(Neighbours, seed).search(&game, &root, &Budget::default());
        if greedy.proven {
            prop_assert_eq!(greedy.score, truth.score);
        }
    }
}

/// Take one to three matches; whoever takes the last one wins, and whoever takes exactly `again` moves
/// again.
struct Matches {
    again: u32,
}

impl Matches {
    /// Whether the side to move wins, by the definition.
    fn wins(&self, left: u32) -> bool {
        (1..=3.min(left)).any(|taken| match left - taken {
            0 => true,
            rest => self.wins(rest) == (taken == self.again),
        })
    }
}

impl Game for Matches {
    /// The matches left, and which side moves.
    type State = (u32, bool);
    type Move = u32;

    fn moves(&self, (left, _): &(u32, bool), moves: &mut Vec<u32>) {
        moves.extend(1..=3.min(*left));
    }

    fn play(&self, &(left, side): &(u32, bool), taken: u32) -> (u32, bool) {
        // The turn passes with the last match, so that its taker has always just moved.
        (left - taken, side == (taken == self.again && left > taken))
    }

    fn moves_again(&self, before: &(u32, bool), after: &(u32, bool)) -> bool {
        before.1 == after.1
    }

    fn outcome(&self, (left, _): &(u32, bool)) -> Option<Outcome> {
        (*left == 0).then_some(Outcome::Loss)
    }

    fn hash(&self, &(left, side): &(u32, bool)) -> u64 {
        u64::from(left * 2 + u32::from(side) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn notation(&self, _: &(u32, bool), taken: u32) -> String {
        taken.to_string()
    }
}

fn connect_four_after(game: &ConnectFour, opening: &[u8]) -> games::connect_four::Board {
    let mut state = (0, 0);
    for &column in opening {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        if game.outcome(&state).is_none() && moves.contains(&column) {
            state = game.play(&state, column);
        }
    }
    state
}

#[test]
fn tic_tac_toe_is_a_draw_at_every_depth() {
    for depth in 1..=9 {
        all_find(&TicTacToe, &Even, &(0, 0), depth, 0);
    }
    for (name, mut strategy) in exact::<TicTacToe, _>(&Even) {
        let found = strategy.search(&TicTacToe, &Root::new((0, 0)), &Budget::depth(9));
        let sees_everything = !name.starts_with("deepening") && name != "parallel";
        assert_eq!(found.proven, sees_everything, "{name}");
    }
    let solved = ProofSearch::default().search(&TicTacToe, &Root::new((0, 0)), &Budget::default());
    assert!(solved.proven && solved.score == 0);
}

#[test]
fn a_quick_win_is_preferred_to_a_slow_one() {
    // The mover completes a row at once on c1 (bit 2), or in three plies elsewhere.
    let state = (0b000_010_011, 0b101_001_000);
    for depth in 1..=4 {
        all_find(&TicTacToe, &Even, &state, depth, score::WIN - 1);
        for (name, mut strategy) in exact::<TicTacToe, _>(&Even) {
            let found = strategy.search(&TicTacToe, &Root::new(state), &Budget::depth(depth));
            let after = TicTacToe.play(&state, found.best.unwrap());
            assert_eq!(TicTacToe.outcome(&after), Some(Outcome::Loss), "{name}");
        }
    }
}

#[test]
fn a_lost_game_is_put_off_as_long_as_possible() {
    // Connect four in a row of the bottom: two open ends, lost in two plies whatever happens.
    let game = ConnectFour { columns: 5, rows: 4 };
    let three_in_a_row = 1 << 8 | 1 << 16 | 1 << 24;
    let state = (1 << 9 | 1 << 17, three_in_a_row);
    all_find(&game, &Even, &state, 5, 2 - score::WIN);
}

#[test]
fn a_finished_game_has_no_move() {
    let finished = (0b000_110_000, 0b000_000_111);
    for (name, mut strategy) in exact::<TicTacToe, _>(&Even) {
        let found = strategy.search(&TicTacToe, &Root::new(finished), &Budget::depth(3));
        assert_eq!((found.best, found.score), (None, -score::WIN), "{name}");
    }
    let others: [Box<dyn Strategy<TicTacToe>>; 4] = [
        Box::new(Random::new(1)),
        Box::new(Greedy::new(Even, 1)),
        Box::new(MonteCarlo::new(Even, 1)),
        Box::new(ProofSearch::default()),
    ];
    for mut strategy in others {
        let found = strategy.search(&TicTacToe, &Root::new(finished), &Budget::nodes(100));
        assert_eq!((found.best, found.score), (None, -score::WIN));
    }
}
