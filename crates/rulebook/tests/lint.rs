//! The linter: silent about the games that come with the program, loud about faults that were put into them.

use zugwerk_game::{Notation, Outcome};
use zugwerk_rulebook::lint::{Options, Report, lint};
use zugwerk_rulebook::{ast::Kind, bundled};

fn report(text: &str, options: &Options) -> Report {
    let drawn = |mistake: zugwerk_rulebook::Diagnostic| mistake.draw("text", text, false);
    let book = bundled::read(text).map_err(drawn);
    let report = book.and_then(|book| lint(&book, &Default::default(), options).map_err(drawn));
    let report = report.unwrap_or_else(|mistake| panic!("{mistake}"));
    assert_eq!(report.stopped, None);
    report
}

/// Games that take too long for a test that is run often.
const SLOW: [&str; 4] = ["capablanca", "chess", "deathstacks", "gomoku"];

#[test]
fn nothing_is_odd_about_the_bundled_games() {
    for name in bundled::names().filter(|name| !SLOW.contains(name)) {
        let text = bundled::text(name).unwrap();
        if bundled::read(text).unwrap().kind != Kind::Game {
            continue;
        }
        let options = Options { games: 40, positions: 400, ..Options::default() };
        let found = report(text, &options).findings;
        assert!(found.is_empty(), "{name}: {found:#?}");
    }
}

/// A game, what is replaced in its text (everywhere), and by what.
const FAULTS: [(&str, &str, &str); 42] = [
    ("breakthrough", "b is empty", "b is empty, own pawn on b"),
    ("breakthrough", "forward(black) = south", "forward(black) = north"),
    ("breakthrough", "last(black) = row 1", "last(black) = row height"),
    ("breakthrough", "last(white) = row height", "last(white) = row 1"),
    (
        "breakthrough",
        "  me wins \"a pawn has reached the last row\" when own pawn on last(me)\n",
        "",
    ),
    ("breakthrough", "no own pawn on b", "no own pawn on b, no own pawn on b"),
    ("connect-four", "c in row 1 or c + south is not empty", "c in row 1, c + south is not empty"),
    ("connect-four", ">= length - 1", ">= length + 10"),
    ("connect-four", "c is empty", "c is not empty"),
    ("connect-four", "when no empty", "when no empty and some empty"),
    ("tic-tac-toe", "when no empty", "when no empty and some empty"),
    ("tic-tac-toe", ">= length - 1", ">= 0"),
    ("clobber", "other stone on b", "other stone on b, b is empty"),
    (
        "clobber",
        "end\n  me wins \"who cannot move has lost\" when no move of other\n",
        "end\n  draw \"no stones\" when no stone\n",
    ),
    ("clobber", "own stone on a", "own stone on a, own stone on a"),
    ("fox-and-hounds", "ways(fox) = diagonals", "ways(fox) = {southeast, southwest}"),
    ("fox-and-hounds", "fox on row 8", "fox on row 8 and no fox"),
    (
        "fox-and-hounds",
        "ways(hound) = {southeast, southwest}",
        "ways(hound) = {northeast, northwest}",
    ),
    ("knightthrough", "no own knight on b", "no own knight on b, own knight on a"),
    ("knightthrough", "when no other knight", "when no other knight and some other knight"),
    ("english-draughts", "no hop \"who can jump must\"", "no hop, no hop \"who can jump must\""),
    (
        "english-draughts",
        "(own man and last(me)) := own king",
        "(own man and own king) := own king",
    ),
    ("english-draughts", "k in {man, king}", "k in {man}"),
    ("nim", "when no coin", "when no coin and coin on a1"),
    ("ataxx", "no grow, no jump\n\n", "no grow, no jump, own stone on a1, no own stone on a1\n\n"),
    (
        "ataxx",
        "b is empty, own stone on around(b)",
        "b is empty, b is empty, own stone on around(b)",
    ),
    ("ataxx", "when no other stone", "when no other stone and some other stone"),
    ("dots-and-boxes", "when gained", "when gained and no line"),
    ("dots-and-boxes", "c in sides_of_boxes, c is empty", "c in inner, c is empty"),
    (
        "dots-and-boxes",
        "count(line) = count(sides_of_boxes)",
        "count(line) > count(sides_of_boxes)",
    ),
    ("nine-mens-morris", "placed < 2 * men", "placed > 2 * men"),
    ("nine-mens-morris", "count(own man) = 3", "count(own man) = 30"),
    ("nine-mens-morris", "when quiet >= 100", "when quiet >= 1000"),
    ("othello", "c is empty, some d", "c is empty, c is empty, some d"),
    // Effects: twice the same, none at all, and one that another undoes.
    ("othello", "do c := own disc,", "do c := own disc, c := own disc,"),
    ("othello", "turned(c, d) := own disc", "turned(c, d) := other disc"),
    (
        "ataxx",
        "(around(b) and other stone) := own stone",
        "(around(b) and other stone) := other stone",
    ),
    ("nine-mens-morris", "placed := placed + 1", "placed := placed"),
    ("nine-mens-morris", "x := empty, quiet := 0", "x := empty, quiet := quiet"),
    ("english-draughts", "a + d := empty, quiet := 0", "a + d := empty, quiet := 0, quiet := 0"),
    ("connect-four", "do c := own disc", "do c := empty, c := own disc"),
    ("dots-and-boxes", "do c := line,", "do c := line, c := line,"),
];

#[test]
fn faults_that_were_put_in_are_found() {
    let mut missed = Vec::new();
    for (name, from, to) in FAULTS {
        let text = bundled::text(name).unwrap();
        assert!(text.contains(from), "{name}: {from}");
        let options = Options { games: 30, positions: 300, ..Options::default() };
        if report(&text.replace(from, to), &options).findings.is_empty() {
            missed.push((name, from, to));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn findings_say_what_where_and_show_it() {
    let text =
        bundled::text("breakthrough").unwrap().replace("b is empty", "b is empty, own pawn on b");
    let found =
        report(&text, &Options { games: 10, positions: 100, ..Options::default() }).findings;
    let finding = &found[0];
    assert_eq!(finding.fault.word(), "never-applies");
    assert!(finding.message.contains("a pawn steps straight ahead"), "{}", finding.message);
    assert!(finding.message.contains("it would without"), "{}", finding.message);
    let span = finding.span.clone().unwrap();
    assert!(text[span].starts_with("move a -> b"));
    let text = bundled::text("clobber")
        .unwrap()
        .replace("me wins", "draw")
        .replace("no move of other", "no stone");
    let found =
        report(&text, &Options { games: 10, positions: 100, ..Options::default() }).findings;
    let undecided = found.iter().find(|finding| finding.fault.word() == "undecided").unwrap();
    let game = zugwerk_rulebook::RuleGame::read(&text, &Default::default()).unwrap();
    let state = Notation::read_state(&game, undecided.witness.as_ref().unwrap()).unwrap();
    assert_eq!(zugwerk_game::Game::count_moves(&game, &state), 0);
}

#[test]
fn effects_that_do_nothing_are_told_with_their_place() {
    let few = Options { games: 10, positions: 100, ..Options::default() };
    let text = bundled::text("othello")
        .unwrap()
        .replace("turned(c, d) := own disc", "turned(c, d) := other disc");
    let found = report(&text, &few).findings;
    let finding = found.iter().find(|finding| finding.fault.word() == "no-effect").unwrap();
    assert!(finding.message.contains("changes nothing"), "{}", finding.message);
    assert!(text[finding.span.clone().unwrap()].contains(":= other disc"));
    let text = bundled::text("connect-four")
        .unwrap()
        .replace("do c := own disc", "do c := empty, c := own disc");
    let found = report(&text, &few).findings;
    let undone = |finding: &zugwerk_rulebook::lint::Finding| finding.fault.word() == "no-effect";
    assert!(found.iter().any(undone), "{found:?}");
}

#[test]
fn small_games_are_solved() {
    let few = Options { games: 4, positions: 20, ..Options::default() };
    let solved = |name: &str| report(bundled::text(name).unwrap(), &few).solved;
    assert_eq!(solved("tic-tac-toe"), Some(Outcome::Draw));
    assert_eq!(solved("nim"), Some(Outcome::Win));
    assert_eq!(solved("hex"), None);
}

/// What play does not reach is asked of the solver: a proof that there is no such position, or one.
#[cfg(feature = "laws")]
#[test]
fn the_solver_knows_what_play_does_not_reach() {
    let few = Options { games: 10, positions: 100, ..Options::default() };
    let text =
        bundled::text("breakthrough").unwrap().replace("b is empty", "b is empty, own pawn on b");
    let found = report(&text, &few).findings;
    assert!(found[0].message.contains("the solver proved"), "{found:?}");
    // An end that only a position has which nobody reaches.
    let text = bundled::text("tic-tac-toe").unwrap().replace(
        "  draw \"the board is full\"",
        "  draw \"crosses everywhere\" when all c: x mark on c\n  draw \"the board is full\"",
    );
    let found = report(&text, &few).findings;
    let crosses = found.iter().find(|finding| finding.message.contains("crosses")).unwrap();
    assert!(crosses.message.contains("the solver knows one that does"), "{found:?}");
    let game = zugwerk_rulebook::RuleGame::read(&text, &Default::default()).unwrap();
    let state = Notation::read_state(&game, crosses.witness.as_ref().unwrap());
    assert!(game.ending(&state.unwrap()).unwrap().contains("crosses"));
}

#[cfg(feature = "laws")]
#[test]
fn ends_that_never_decide_and_rules_that_are_written_twice_are_told() {
    let few = Options { games: 30, positions: 300, ..Options::default() };
    let found = |game: &str, from: &str, to: &str| {
        let text = bundled::text(game).unwrap();
        assert!(text.contains(from), "{game}: {from}");
        let text = text.replacen(from, to, 1);
        let found = report(&text, &few).findings;
        let told = |finding: &zugwerk_rulebook::lint::Finding| {
            (finding.fault.word(), text[finding.span.clone().unwrap_or(0..0)].to_string())
        };
        found.iter().map(told).collect::<Vec<_>>()
    };
    // Behind another end that holds wherever it does; with other words than that one.
    let full = "  draw \"the board is full\" when no empty\n";
    let second = format!("{full}  draw \"no cell is empty\" when not (some empty)\n");
    let shadowed = found("tic-tac-toe", full, &second);
    assert_eq!(shadowed.len(), 1, "{shadowed:?}");
    assert!(shadowed[0].0 == "never-ends" && shadowed[0].1.contains("no cell"), "{shadowed:?}");
    let twice = found("tic-tac-toe", full, &full.repeat(2));
    assert_eq!(twice.len(), 1, "{twice:?}");
    assert_eq!(twice[0].0, "twice");
    let text = bundled::text("breakthrough").unwrap();
    let from = text.find("move a -> b \"a pawn").unwrap();
    let step = &text[from..from + text[from..].find("move a -> b \"or").unwrap()];
    let twice = found("breakthrough", step, &step.repeat(2));
    assert!(twice.len() == 1 && twice[0].0 == "twice", "{twice:?}");
}

#[test]
fn an_end_may_have_the_words_of_the_usual_one() {
    let few = Options { games: 10, positions: 100, ..Options::default() };
    let text = bundled::text("clobber").unwrap();
    let text = text.replace("who cannot move has lost", "nobody can move");
    let found = report(&text, &few).findings;
    assert!(found.is_empty(), "{found:?}");
}

/// What is said of moves that are written alike and lead to different positions.
fn ambiguous(text: &str) -> Vec<zugwerk_rulebook::lint::Finding> {
    let few = Options { games: 10, positions: 100, ..Options::default() };
    let mut found = report(text, &few).findings;
    found.retain(|finding| finding.fault.word() == "ambiguous");
    found
}

#[test]
fn two_rules_that_make_the_same_written_move() {
    let text = r#"game g
players a, b
board 3 x 3
pieces p, q
start
  row 1: a p
  row 3: b p
up(a) = north; up(b) = south
move a -> b "a piece steps and stays"
  own piece on a, b = a + up(me), b is empty
move a -> b "a man steps and becomes a queen"
  own p on a, b = a + up(me), b is empty
  do b := own q
end
  me wins "stuck" when no move of other
"#;
    let found = ambiguous(text);
    assert_eq!(found.len(), 1, "{found:?}");
    let message = &found[0].message;
    assert!(message.contains("a piece steps and stays") && message.contains("becomes a queen"));
    assert!(message.contains("\" both make a1-a2"), "{message}");
    assert!(text[found[0].span.clone().unwrap()].contains("becomes a queen"));
    let game = zugwerk_rulebook::RuleGame::read(text, &Default::default()).unwrap();
    let state = Notation::read_state(&game, found[0].witness.as_ref().unwrap()).unwrap();
    assert_eq!(zugwerk_game::Game::count_moves(&game, &state), 6);
    // Two rules that lead to the same position are no ambiguity.
    assert!(ambiguous(&text.replace("do b := own q", "do b := own p")).is_empty());
}

#[test]
fn a_choice_that_is_not_written_and_that_matters() {
    let hex = bundled::text("hex").unwrap();
    assert!(hex.contains("move place c"));
    let found = ambiguous(&hex.replace("move place c", "move place"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].message.contains("belongs into its head"), "{found:?}");
}
