//! Strange texts get one message with a place, quickly, and nothing else happens.

use zugwerk_game::{Game, Notation};
use zugwerk_rulebook::RuleGame;

const HEAD: &str = "game g\nplayers a, b\nboard 3 x 3\npieces man\n";
const MOVE: &str =
    "move place c \"a man goes on an empty cell\"\n  c is empty\n  do c := own man\n";

fn mistake(text: &str) -> (String, String) {
    let mistake =
        RuleGame::read(text, &Default::default()).err().unwrap_or_else(|| panic!("{text} is read"));
    assert!(!mistake.draw("g", text, false).is_empty());
    (mistake.to_string(), text.get(mistake.span.clone()).unwrap_or_default().to_string())
}

#[test]
fn words_that_mean_nothing() {
    let text = format!("{HEAD}move place c \"…\"\n  c is emtpy\n  do c := own man\n");
    let (message, marked) = mistake(&text);
    assert!(message.contains("did you mean empty?"), "{message}");
    assert_eq!(marked, "emtpy");
    let text = format!("{HEAD}move place c \"…\"\n  c is empty\n  do c := own mna\n");
    assert!(mistake(&text).0.contains("did you mean man?"));
}

#[test]
fn words_that_nothing_else_uses() {
    let text = format!("{HEAD}move place c \"…\"\n  c is empty, emtpy = cells\n");
    assert!(mistake(&text).0.contains("did you mean empty?"));
    let text = format!("{HEAD}move place spot \"…\"\n  spto is empty\n  do spot := own man\n");
    let (message, marked) = mistake(&text);
    assert!(message.contains("did you mean spot?"), "{message}");
    assert_eq!(marked, "spto");
    let text = format!("{HEAD}{MOVE}move pass \"…\"\n  zzz is empty\n");
    let (message, marked) = mistake(&text);
    assert!(message.contains("write some before the set"), "{message}");
    assert_eq!(marked, "zzz");
    let text =
        format!("{HEAD}{MOVE}then take x after place \"…\"\n  other man on x, far = x + north\n");
    assert_eq!(mistake(&text).1, "far");
    // What a later part, a change or another condition speaks of is no mistake.
    let used = [
        "move place c \"…\"\n  c is empty, n in neighbours(c), own man on n\n",
        "move place \"…\"\n  n in empty\n  do n := own man\n",
        "move place c \"…\"\n  c is empty, n = c + north\nthen take \"…\"\n  n is empty\n",
        "move pass \"…\"\n  some empty, a1 is empty\n",
    ];
    for rule in used {
        let text = format!("{HEAD}{rule}");
        if let Err(mistake) = RuleGame::read(&text, &Default::default()) {
            panic!("{text}: {mistake}");
        }
    }
}

#[test]
fn things_of_the_wrong_sort() {
    let text = format!("{HEAD}move place c \"…\"\n  own man\n");
    assert!(mistake(&text).0.contains("expected a formula"));
    let text = format!("{HEAD}move place c \"…\"\n  c is empty, count(c) + c = 3\n");
    assert!(mistake(&text).0.contains("expected a number"));
    let text = format!("{HEAD}move place c \"…\"\n  c is empty\n  do c := 3\n");
    assert!(mistake(&text).0.contains("expected one piece, or empty"));
}

#[test]
fn sizes_have_limits() {
    let (message, marked) = mistake("game g\nplayers a, b\nboard 1000 x 1000\npieces man\n");
    assert!(message.contains("1000 x 1000") && marked.contains("board"), "{message}");
    let text = format!(
        "{HEAD}move m a \"…\"\n  some x in 1..4000, y in 1..4000, z in 1..4000: x + y = z and a is empty\n"
    );
    assert!(mistake(&text).0.contains("too large"));
    let head = "game g\nplayers a, b\nboard 32 x 32\npieces man\n";
    let text = format!("{head}move k of 1..900 n of 1..900 m of 1..900 \"…\"\n  k + n = m\n");
    assert!(mistake(&text).0.contains("too many cases"));
    let text = format!(
        "{head}move place c \"…\"\n  c is empty\n  2 = count({{x in cells: some y in cells, z in cells: x next to y and y next to z}})\n"
    );
    assert!(mistake(&text).0.contains("too large"));
    let text = format!("{head}move m a b c \"…\"\n  a is empty, b is empty\n");
    assert!(mistake(&text).0.contains("too many moves"));
    let text = format!("{HEAD}f(x) = h(x)\nh(x) = f(x)\nmove m c \"…\"\n  f(c)\n");
    assert!(mistake(&text).0.contains("its own meaning"));
}

#[test]
fn ranges_have_numbers() {
    for range in ["5..3", "1..0 - 1"] {
        let text = format!("{HEAD}state n: {range} = 3\n{MOVE}");
        let (message, marked) = mistake(&text);
        assert!(message.contains("a range from"), "{message}");
        assert_eq!(marked, "n");
    }
}

#[test]
fn what_is_missing() {
    assert!(mistake("game g\nplayers a, b\npieces man\n").0.contains("there is no board"));
    assert!(mistake("game g\nboard 3 x 3\npieces man\n").0.contains("no players"));
    assert!(mistake("game g\nplayers a, b\nboard 3 x 3\n").0.contains("no pieces"));
    assert!(mistake(HEAD).0.contains("nobody can ever move"));
    for never in ["c is empty, c is not empty", "own man on c, no own man on c"] {
        let text = format!("{HEAD}move place c \"…\"\n  {never}\n  do c := own man\n");
        assert!(mistake(&text).0.contains("nobody can ever move"));
    }
    let text = format!("{HEAD}start z9: a man\n{MOVE}");
    let (message, _) = mistake(&text);
    assert!(message.contains("z9 means nothing") && message.contains("from a1 to c3"), "{message}");
    let text = format!("{HEAD}{MOVE}then take x after plaec \"…\"\n  other man on x\n");
    assert!(mistake(&text).0.contains("did you mean place?"));
}

#[test]
fn sets_are_the_same_where_their_cells_are() {
    let rule = |sets: &str| {
        let text = format!(
            "{HEAD}start\n  row 1: a man\n  row 3: b man\n{MOVE}move pass \"…\"\n  {sets}\n"
        );
        RuleGame::read(&text, &Default::default()).unwrap_or_else(|mistake| panic!("{mistake}"))
    };
    let passes = |sets: &str| {
        let game = rule(sets);
        let after = game.play(&game.start(), game.read_move(&game.start(), "b2").unwrap());
        [game.count_moves(&game.start()) == 4, game.count_moves(&after) == 3]
    };
    assert_eq!(passes("reach({a2}, empty) = row 2"), [true, false]);
    assert_eq!(passes("empty = row 2"), [true, false]);
    assert_eq!(passes("row 1 = man of a"), [true, false]);
    assert_eq!(passes("own man = other man"), [false, false]);
    assert_eq!(passes("man of b = row 3"), [true, true]);
}

#[test]
fn parameters_are_known_by_name() {
    let text = format!("{HEAD}with n = 3\n{MOVE}");
    let settings = [("m".to_string(), 4)].into_iter().collect();
    assert!(
        RuleGame::read(&text, &settings).unwrap_err().to_string().contains("has no parameter m")
    );
}

#[test]
fn a_move_that_is_not_legal_has_its_reason() {
    let game = RuleGame::read(
        zugwerk_rulebook::bundled::text("breakthrough").unwrap(),
        &Default::default(),
    )
    .unwrap();
    let start = game.start();
    let judged = game.judge(&start, "a2-a4").unwrap();
    assert!(!judged.legal);
    assert!(judged.why.contains("a pawn"), "{}", judged.why);
    assert!(game.judge(&start, "a2-a3").unwrap().legal);
    assert!(game.judge(&start, "nonsense").is_err());
    assert_eq!(game.count_moves(&start), 22);
}

#[test]
fn what_the_other_text_says_is_told_at_its_name() {
    let (message, marked) = mistake("game g like chess\ndrop knight\n");
    assert_eq!(marked, "chess", "{message}");
    assert!(message.contains("in line 6 of chess: start"), "{message}");
}
