use super::*;

fn read(file: &str) -> Vec<PgnGame> {
    Reader::new(file.as_bytes()).map(|game| game.unwrap()).collect()
}

const ANNOTATED: &str = r#"[Event "A \"test\""]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]
[Opening "Italian"]

{before} 1. e4! e5 (1... c5 2. Nf3 {Sicilian} (2. c3)) 2. Nf3 $14 Nc6
% an escaped line
3. Bc4 ; to the end of the line
Nd4?? 1-0
"#;

#[test]
fn reads_comments_glyphs_and_variations() {
    let [game] = &read(ANNOTATED)[..] else { panic!("one game") };
    assert_eq!(game.error, None);
    assert_eq!(game.tag("Event"), Some("A \"test\""));
    assert_eq!(game.result, "1-0");
    assert_eq!(game.line.comment, "before");
    assert_eq!(game.line.moves.len(), 6);
    assert_eq!(game.line.moves[0].nags, [1]);
    assert_eq!(game.line.moves[2].nags, [14]);
    assert_eq!(game.line.moves[4].comment, "to the end of the line");
    assert_eq!(game.line.moves[5].nags, [4]);
    let variation = &game.line.moves[1].variations[0];
    assert_eq!(variation.moves[1].comment, "Sicilian");
    assert_eq!(variation.moves[1].variations[0].moves.len(), 1);
}

#[test]
fn an_empty_variation_is_none() {
    let [game] = &read("1. e4 () e5 ({only words}) 2. Nf3 (2. d4 ()) *")[..] else {
        panic!("one game")
    };
    assert_eq!(game.error, None);
    let variations: Vec<usize> = game.line.moves.iter().map(|ply| ply.variations.len()).collect();
    assert_eq!(variations, [0, 1, 1]);
    let [again] = &read(&game.to_string())[..] else { panic!("one game") };
    assert_eq!(again.line, game.line);
}

#[test]
fn writes_what_it_reads() {
    let [game] = &read(ANNOTATED)[..] else { panic!("one game") };
    let written = game.to_string();
    assert!(
        written.contains("1. e4 $1 e5 (1... c5 2. Nf3 {Sicilian} (2. c3)) 2. Nf3 $14 Nc6"),
        "{written}"
    );
    let [mut again] = <[_; 1]>::try_from(read(&written)).unwrap();
    // The roster has been filled up; all else is the same.
    again.tags.retain(|(name, _)| game.tag(name).is_some());
    again.tags.sort();
    let mut expected = game.clone();
    expected.tags.sort();
    assert_eq!(again, expected);
}

#[test]
fn a_broken_game_does_not_hide_the_next() {
    let file =
        "[White \"A\"]\n\n1. e4 e4 2. d4 (2. c4) 1-0\n\n[White \"B\"]\n\n1. d4 d5 *\n1. c4 *";
    let games = read(file);
    assert_eq!(games.len(), 3);
    assert_eq!(
        games[0].error.as_ref().unwrap().to_string(),
        "line 3: 1... e4 is not a legal move here"
    );
    assert_eq!(games[0].result, "1-0");
    assert_eq!((games[1].tag("White"), games[1].first_line), (Some("B"), 5));
    assert!(games[1].error.is_none() && games[2].error.is_none());
}

#[test]
fn a_game_without_result_ends_at_the_next_tag() {
    let games = read("1. e4\n[White \"B\"]\n1. d4 *");
    assert_eq!(games.iter().map(|game| game.line.moves.len()).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn says_what_is_never_closed() {
    let error = |file: &str| read(file)[0].error.as_ref().unwrap().to_string();
    assert_eq!(error("1. e4\n(1. d4"), "line 2: a variation is never closed");
    assert_eq!(error("1. e4\n{oh"), "line 2: a comment is never closed");
    assert_eq!(error("1. e4 )"), "line 1: a ) without its (");
    let deep = format!("1. e4 {}", "(1. d4 ".repeat(200));
    assert_eq!(error(&deep), "line 1: more than 100 variations inside each other");
}

#[test]
fn starts_from_the_fen_tag() {
    let games = read("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. 0-0 Kd7 *");
    assert_eq!(games[0].error, None);
    assert!(
        games[0].to_string().contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]")
    );
    let broken = read("[FEN \"4k3/8\"]\n\n1. e4 *");
    assert!(broken[0].error.as_ref().unwrap().to_string().starts_with("line 1: the FEN tag: "));
}

#[test]
fn an_endless_game_is_cut_off() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(30_000);
    let [game] = &read(&format!("{shuffle} *"))[..] else { panic!("one game") };
    assert_eq!(game.line.moves.len(), MOST_PLIES);
    assert_eq!(
        game.error.as_ref().unwrap().to_string(),
        "line 1: more than 100000 moves in one game"
    );
    let [game] = &read(&"[A \"b\"]\n".repeat(20_000))[..] else { panic!("one game") };
    assert_eq!(game.error.as_ref().unwrap().to_string(), "line 10001: more than 10000 tags");
}

#[test]
fn a_move_after_a_fivefold_repetition_is_told() {
    let round = "Nf3 Nf6 Ng1 Ng8 ";
    let game = |moves: String| read(&moves).remove(0);
    assert_eq!(game(format!("{} *", round.repeat(4))).late, None, "the game ends there");
    let late = game(format!("{}\n e4 e5 *", round.repeat(4)));
    assert_eq!((late.error, late.line.moves.len()), (None, 18), "the moves are kept");
    assert_eq!(
        late.late.unwrap().to_string(),
        "line 2: 9. e4 is played after the end: fivefold repetition"
    );
    // A variation is not the game.
    assert_eq!(game(format!("e4 ({}) e5 *", round.repeat(6))).late, None);
}

#[test]
fn a_move_after_the_last_gap_in_a_wall_was_closed_is_late() {
    let file = |moves| {
        let fen = "4k3/7p/8/1p1p1p2/1P1P1P1P/8/8/4K3 b - - 0 1";
        format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} 1/2-1/2\n")
    };
    assert_eq!(read(&file("1... h5")).remove(0).late, None);
    let late = read(&file("1... h5 2. Ke2")).remove(0).late.unwrap();
    assert_eq!(late.what, "2. Ke2 is played after the end: dead position");
    assert_eq!(read(&file("1... h6 2. Ke2")).remove(0).late, None);
}

#[test]
fn a_move_after_75_moves_without_progress_is_told() {
    let file = |clock: u16, moves: &str| {
        format!("[SetUp \"1\"]\n[FEN \"7k/8/8/8/8/8/R7/K7 w - - {clock} 90\"]\n\n{moves} *\n")
    };
    let late = |clock, moves| read(&file(clock, moves)).remove(0).late;
    assert_eq!(late(148, "Rb2 Kg8"), None);
    let what = late(148, "Rb2 Kg8 Rc2").unwrap().what;
    assert!(what.ends_with("after the end: 75 moves without a capture or a pawn move"), "{what}");
}
