//! What single words of the language mean, and how moves are read and judged.

mod games;

use zugwerk_game::{Game, Notation};
use zugwerk_rulebook::RuleGame;

fn open(text: &str) -> RuleGame {
    RuleGame::read(text, &Default::default()).unwrap_or_else(|mistake| panic!("{mistake:?}"))
}

/// The start of a game in which men are placed on the cells that `start` says.
fn started(board: &str, start: &str) -> String {
    let game = open(&format!(
        "game g\nplayers white, black\nboard {board}\npieces man\nstart\n  {start}\n\
         move place c \"a man goes on an empty cell\"\n  c is empty\n  do c := own man\n\
         end\n  draw \"the board is full\" when no empty\n"
    ));
    game.write_state(&game.start())
}

#[test]
fn cells_of_a_start_are_joined_and_left_out() {
    assert_eq!(started("4 x 3", "row 1 without corners: white man"), "4/4/1MM1 white");
    let both = "(row 1 or row 3) without corners: white man";
    assert_eq!(started("4 x 3", both), "1MM1/4/1MM1 white");
    assert_eq!(started("4 x 3", "row 1 or a3: white man"), "M3/4/MMMM white");
    assert_eq!(started("3 x 3", "rows 1..2 without {a1, b2}: white man"), "3/M1M/1MM white");
}

#[test]
fn colours_and_the_border_of_boards() {
    assert_eq!(started("3 x 2", "dark: white man; light: black man"), "mMm/MmM white");
    assert_eq!(started("4 x 4", "border: white man"), "MMMM/M2M/M2M/MMMM white");
    // Cells of a board of one colour touch by corners only.
    assert_eq!(started("6 x 6 dark", "border: white man"), "MMM/M2/2M/M2/2M/MMM white");
    assert_eq!(started("hexagon 2", "border: white man"), "MM/M1M/MM white");
}

#[test]
fn who_may_go_on_may_also_stop() {
    let game = open(&games::text("halma"));
    let mut moves = Vec::new();
    let state = game.read_state("6/6/3m2/6/1m4/M5 white").unwrap();
    game.moves(&state, &mut moves);
    let mut written: Vec<String> = moves.iter().map(|m| game.notation(&state, *m)).collect();
    written.sort();
    assert_eq!(written, ["a1-a2", "a1-b1", "a1-c3", "a1-c3-e5"]);
}

#[test]
fn moves_are_read_by_their_letters_and_digits() {
    let game = open(&games::text("breakthrough"));
    let start = game.start();
    for text in ["a2-a3", "A2-A3", "a2a3", "a2 a3", " a2->a3 "] {
        let chosen = game.read_move(&start, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.notation(&start, chosen), "a2-a3");
        assert!(game.judge(&start, text).unwrap().legal);
    }
    for text in ["a2-a5", "a2a5"] {
        let judged = game.judge(&start, text).unwrap();
        assert!(!judged.legal);
        assert_eq!(judged.why, "a pawn steps straight ahead to an empty cell", "{text}");
    }
    assert!(game.judge(&start, "a2z9").is_err());
}

#[test]
fn a_wrong_further_part_is_the_reason() {
    let game = open(&games::text("amazons"));
    let start = game.start();
    let arrow = "and shoots an arrow the same way from where it stands";
    for text in ["d1-d6", "d1-d6/d6", "d1d6 a10"] {
        let judged = game.judge(&start, text).unwrap();
        assert!(!judged.legal && judged.laws == [arrow], "{text}: {judged:?}");
    }
    let judged = game.judge(&start, "d1-e4/e5").unwrap();
    assert_eq!(judged.laws, ["a queen moves along a line over empty cells"]);
}

#[test]
fn a_number_below_zero_is_another_one() {
    let text = "game g\nplayers a, b\nboard 4 x 1\npieces man\nstart\n  a1: a man\n  d1: b man\n\
        move shift c by s of -2..2 \"a man goes to the side\"\n  own man on c, s != 0\n  \
        c + east * s is empty \"the cell must be empty\"\n  do c + east * s := own man, c := empty\n";
    let game = RuleGame::read(text, &Default::default()).unwrap_or_else(|m| panic!("{m}"));
    let start = game.start_position();
    let judged =
        |text: &str| game.judge(&start, text).map(|told| (told.chosen, told.legal, told.why));
    assert_eq!(judged("a1by1").unwrap().0, "a1 by 1");
    // It was read as the same move without the minus.
    let (_, legal, why) = judged("a1 by -1").unwrap();
    assert_eq!((legal, why.as_str()), (false, "the cell must be empty"));
    assert!(game.read_move(&start, "a1 by -2").is_err());
}
