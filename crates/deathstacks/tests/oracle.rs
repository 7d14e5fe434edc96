//! The rules once more, written down as plainly as possible, against the fast ones: on games from
//! the start and on boards that no game leads to.

use proptest::prelude::*;
use zugwerk_deathstacks::*;

/// All legal moves by the letter of the rules.
fn plain_moves(board: &Board, mover: Player) -> Vec<Move> {
    let own: Vec<Pos> = Pos::all().filter(|&pos| board.cell(pos).owner() == Some(mover)).collect();
    let height = |pos: Pos| board.cell(pos).0.len();
    let has_tall = own.iter().any(|&pos| height(pos) > 4);
    let mut moves = Vec::new();
    for &start in &own {
        for stones in 1..=height(start) {
            if has_tall && (height(start) <= 4 || height(start) - stones > 4) {
                continue;
            }
            let mut targets: Vec<Pos> =
                Dir::ALL.iter().map(|&dir| *path(start, dir, stones).last().unwrap()).collect();
            targets.sort();
            targets.dedup();
            let steps = stones as u32;
            let real = targets.into_iter().filter(|&target| target != start);
            moves.extend(real.map(|target| Move { start, steps, target }));
        }
    }
    moves
}

/// The board after a move, by the letter of the rules.
fn plain_play(board: &Board, chosen: Move) -> Board {
    let mut rows = board.rows.clone();
    let place = |pos: Pos| ((6 - pos.row()) as usize, (pos.column() as u8 - b'a') as usize);
    let (row, column) = place(chosen.start);
    let taken: Vec<Player> = rows[row][column].0.drain(..chosen.steps as usize).collect();
    let (row, column) = place(chosen.target);
    rows[row][column].0.splice(0..0, taken);
    Board { rows }
}

/// A fold of single steps, each turning round at the edge.
fn plain_path(start: Pos, dir: Dir, steps: usize) -> Vec<Pos> {
    let name = format!("{dir:?}");
    let mut right = i32::from(name.contains("East")) - i32::from(name.contains("West"));
    let mut up = i32::from(name.contains("North")) - i32::from(name.contains("South"));
    let (mut column, mut row) = (start.column() as i32 - 'a' as i32, i32::from(start.row()));
    let mut squares = vec![start];
    for _ in 0..steps {
        if column + right < 0 || column + right > 5 {
            right = -right;
        }
        if row + up < 1 || row + up > 6 {
            up = -up;
        }
        (column, row) = (column + right, row + up);
        squares.push(Pos::new(char::from(b'a' + column as u8), row as u8).unwrap());
    }
    squares
}

fn agree<S: Stack>(board: &Board, mover: Player) {
    let position = Position::<S>::new(board, mover).unwrap();
    assert_eq!(position.board(), *board);
    let moves = plain_moves(board, mover);
    assert_eq!(position.moves().collect::<Vec<_>>(), moves, "{board} {mover}");
    assert_eq!(position.count_moves(), moves.len() as u64);
    assert_eq!(position.is_lost(), moves.is_empty());
    assert_eq!(list_moves(board, mover), moves);
    for &chosen in &moves {
        let after = plain_play(board, chosen);
        let played = position.play(chosen).unwrap();
        // Everything that is kept up to date move by move is what it would be from scratch.
        assert_eq!(played, Position::new(&after, mover.other()).unwrap(), "{board} {chosen}");
        assert!(is_valid_move(board, chosen));
    }
}

fn boards(most: usize) -> impl Strategy<Value = Board> {
    let stone = prop::sample::select(&Player::ALL[..]);
    let cell = prop_oneof![
        4 => Just(vec![]),
        3 => prop::collection::vec(stone.clone(), 1..4),
        1 => prop::collection::vec(stone, 4..most),
    ];
    prop::collection::vec(cell, 36).prop_map(|cells| {
        let mut board = Board::default();
        let squares = board.rows.iter_mut().flatten();
        squares.zip(cells).for_each(|(square, stones)| square.0 = stones);
        board
    })
}

fn moves() -> impl Strategy<Value = Move> {
    (0usize..36, 0u32..14, 0usize..36).prop_map(|(start, steps, target)| {
        let square = |index| Pos::all().nth(index).unwrap();
        Move { start: square(start), steps, target: square(target) }
    })
}

proptest! {
    #[test]
    fn games_follow_the_rules(choices in prop::collection::vec(0usize..1000, 1..150)) {
        let mut board = Board::start();
        let mut mover = Player::Red;
        for choice in choices {
            agree::<PackedStack>(&board, mover);
            let moves = plain_moves(&board, mover);
            let Some(&chosen) = moves.get(choice % moves.len().max(1)) else { break };
            board = plain_play(&board, chosen);
            mover = mover.other();
        }
        agree::<VecStack>(&board, mover);
    }

    #[test]
    fn any_board_follows_the_rules(board in boards(16), mover in prop::sample::select(&Player::ALL[..])) {
        agree::<VecStack>(&board, mover);
        if board.stones() <= PackedStack::MAX_STONES {
            agree::<PackedStack>(&board, mover);
        } else {
            prop_assert!(Position::<PackedStack>::new(&board, mover).is_err());
        }
    }

    #[test]
    fn what_is_not_listed_is_not_legal(board in boards(12), chosen in moves()) {
        let owner = board.cell(chosen.start).owner();
        let listed = owner.is_some_and(|mover| plain_moves(&board, mover).contains(&chosen));
        prop_assert_eq!(is_valid_move(&board, chosen), listed);
        for mover in Player::ALL {
            let position = Position::<VecStack>::new(&board, mover).unwrap();
            prop_assert_eq!(position.play(chosen).is_some(), listed && owner == Some(mover));
        }
    }

    #[test]
    fn a_fen_reads_back_as_it_is_written(board in boards(40)) {
        let fen = board.to_string();
        prop_assert!(validate_fen(&fen));
        prop_assert_eq!(build_board(&fen), Ok(board));
    }

    #[test]
    fn any_text_is_a_board_or_an_error(text in "[rb,/ x\\PC]{0,60}") {
        let squares = text.split('/').map(|row| row.split(',').count());
        let shape = text.split('/').count() == 6 && squares.into_iter().all(|count| count == 6);
        let letters = text.chars().all(|letter| "rb,/".contains(letter));
        prop_assert_eq!(validate_fen(&text), shape && letters);
    }

    #[test]
    fn paths_reflect_at_the_edge(start in 0usize..36, dir in 0usize..8, steps in 0usize..40) {
        let start = Pos::all().nth(start).unwrap();
        prop_assert_eq!(path(start, Dir::ALL[dir], steps), plain_path(start, Dir::ALL[dir], steps));
    }
}

#[test]
fn equal_positions_have_equal_keys_and_others_do_not() {
    // Every position within three plies of the start, by its board and mover.
    let mut known = std::collections::HashMap::new();
    let mut layer = vec![Position::<PackedStack>::new(&Board::start(), Player::Red).unwrap()];
    for _ in 0..3 {
        layer = layer.iter().flat_map(|at| at.moves().map(|m| at.play(m).unwrap())).collect();
        for position in &layer {
            let fen = (position.board().to_string(), position.mover());
            let earlier = known.entry(position.hash()).or_insert_with(|| fen.clone());
            assert_eq!(*earlier, fen);
        }
        layer.sort_by_key(Position::hash);
        layer.dedup_by_key(|position| position.hash());
    }
    assert!(known.len() > 10_000);
}
