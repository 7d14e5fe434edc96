//! Cases for the seven functions that the sheet of the course and the rules settle by hand.

use zugwerk_deathstacks::*;

fn names<T: ToString>(items: impl IntoIterator<Item = T>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}

fn pos(name: &str) -> Pos {
    name.parse().unwrap()
}

fn board(fen: &str) -> Board {
    build_board(fen).unwrap()
}

#[test]
fn fens_are_valid_by_their_shape_alone() {
    let valid = [
        START,
        "rr,,,,,rr/,,,,,/,bbr,rr,,rrb,/,,,,,/,,,,,/bb,bb,,,bbrrrb,bb",
        ",,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,",
        "r,,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,",
    ];
    let invalid = [
        "",
        ",,,,,/,,,,,",
        ",,,,,/,,,,,/,,,,,/,,,,,/,,,,/,,,,,",
        ",,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,/",
        "/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,",
        ",,,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,",
        "rr,rr,rr,rr,rr,rg/,,,,,/,,,,,/,,,,,/,,,,,/bb,bb,bb,bb,bb,bb",
        "RR,,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,",
        " ,,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,",
        ",,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,\n",
    ];
    assert!(valid.iter().all(|fen| validate_fen(fen)));
    assert!(!invalid.iter().any(|fen| validate_fen(fen)));
    assert!(validate_fen(&START.replace("rr", &"rb".repeat(1000))));
}

#[test]
fn errors_name_the_place() {
    let message = |fen: &str| build_board(fen).unwrap_err().to_string();
    assert_eq!(message("rr,rr/,,"), "bad FEN: 2 rows separated by '/'; expected 6");
    assert_eq!(message(""), "bad FEN: 1 row separated by '/'; expected 6");
    let short = ",,,,,/,,,,,/,,,,,/,,,,,/,,,,/,,,,,";
    assert_eq!(message(short), "bad FEN: row 2 has 5 squares separated by ','; expected 6");
    let letter = "rr,rr,rr,rr,rr,rg/,,,,,/,,,,,/,,,,,/,,,,,/bb,bb,bb,bb,bb,bb";
    assert_eq!(message(letter), "bad FEN: 'g' on f6 (character 17); expected only 'r' and 'b'");
}

#[test]
fn paths_of_the_rules() {
    let path = |start, dir, steps| names(path(pos(start), dir, steps));
    assert_eq!(path("c2", Dir::North, 1), ["c2", "c3"]);
    assert_eq!(path("f6", Dir::NorthEast, 2), ["f6", "e5", "d4"]);
    assert_eq!(path("a1", Dir::NorthEast, 5), ["a1", "b2", "c3", "d4", "e5", "f6"]);
    assert_eq!(path("d3", Dir::North, 0), ["d3"]);
    assert_eq!(path("a2", Dir::NorthEast, 6), ["a2", "b3", "c4", "d5", "e6", "f5", "e4"]);
    assert_eq!(path("b1", Dir::West, 3), ["b1", "a1", "b1", "c1"]);
}

#[test]
fn a_player_has_won_who_owns_every_stack() {
    let won = |fen| player_won(&board(fen));
    assert_eq!(won(START), None);
    assert_eq!(won(",,,,,/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,"), None);
    let blue = "br,br,,,brr,/,,brb,,brr,/,,brrr,,b,/,,,,,/,brbrb,,,,/,b,,,,";
    assert_eq!(won(blue), Some(Player::Blue));
    let red = ",,,,,/,,rbbr,,,/rr,rb,rb,rbrr,,/,rbb,,,,/,,rbbb,rbb,,/,,,,,";
    assert_eq!(won(red), Some(Player::Red));
    let open = "br,br,,,brr,/,,brb,,brr,/,,rr,,brbbb,/,,,,,/r,brb,,,,/,,,,,";
    assert_eq!(won(open), None);
}

#[test]
fn a_single_stone_goes_to_every_neighbour() {
    let moves = possible_moves(pos("b1"), &Cell(vec![Player::Red]));
    assert_eq!(names(moves), ["b1-1-a2", "b1-1-b2", "b1-1-c2", "b1-1-a1", "b1-1-c1"]);
}

#[test]
fn a_move_changes_the_board() {
    let tall = Cell(vec![Player::Red; 11]);
    for start in Pos::all() {
        let moves = possible_moves(start, &tall);
        assert!(moves.iter().all(|chosen| chosen.target != start && chosen.steps != 10));
        let mut distinct = moves.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(moves.len(), distinct.len());
    }
}

#[test]
fn different_steps_to_the_same_square_are_different_moves() {
    // The example of the sheet: from d2 to e3 by one step, and by more with reflections.
    let moves = possible_moves(pos("d2"), &Cell(vec![Player::Red; 9]));
    let to_e3: Vec<u32> = moves
        .iter()
        .filter(|chosen| chosen.target == pos("e3"))
        .map(|chosen| chosen.steps)
        .collect();
    assert_eq!(to_e3, [1, 3, 7, 9]);
}

#[test]
fn a_tall_stack_must_be_moved_down_to_four() {
    let tall = board("bbrrbrr,bb,,rr,,/,,r,,brr,/,bbrr,,,,/,,,,,b/,,,,,/,,,,brbb,");
    let valid = |name: &str| is_valid_move(&tall, name.parse().unwrap());
    assert!(valid("a6-3-d6")); // seven stones, four stay
    assert!(valid("a6-7-d6")); // f6 and back
    assert!(!valid("a6-1-b5")); // six stay
    assert!(!valid("b6-1-b5")); // not the tall one
    assert!(valid("d6-1-d5")); // red has no tall stack
}

#[test]
fn a_player_without_stacks_has_no_move() {
    let lost = board("bbrr,bbrr,bbrr,bbrr,bbrr,bbrr/,,,,,/,,,,,/,,,,,/,,,,,/,,,,,");
    assert!(list_moves(&lost, Player::Red).is_empty());
    assert!(!list_moves(&lost, Player::Blue).is_empty());
}

/// The original game's rule, as a script of an older game server plays it.
#[test]
fn the_third_occurrence_is_a_draw_where_that_is_agreed() {
    let start = board("rrrrr,,,,,/,,,,,/,,,,,/,,,,,/,,,,,/bbbbb,,,,,");
    let round = ["a6-5-f1", "a1-5-f6", "f1-5-a6", "f6-5-a1"];
    for repetition in [Repetition::Ignored, Repetition::Draw] {
        let position = Position::<PackedStack>::new(&start, Player::Red).unwrap();
        let mut game = Playing::new(position, repetition);
        for name in round.iter().chain(&round) {
            assert_eq!(game.end(), None);
            assert!(game.play(name.parse().unwrap()), "{name}");
        }
        let drawn = repetition == Repetition::Draw;
        assert_eq!(game.end(), drawn.then_some(End::Repetition));
        assert_eq!(game.play(round[0].parse().unwrap()), !drawn);
        if drawn {
            assert_eq!(game.undo(), Some(round[3].parse().unwrap()));
            assert_eq!(game.end(), None);
        }
    }
}
