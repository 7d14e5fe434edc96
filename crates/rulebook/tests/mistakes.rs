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
    // A rule without a sentence has no reason to tell, and says so.
    let text = format!("{HEAD}move c\n  c is empty\n  do c := own man\n");
    let game = RuleGame::read(&text, &Default::default()).unwrap();
    let judged = game.judge(&game.start(), "b2").unwrap();
    assert!(judged.legal && judged.laws.is_empty());
    assert_eq!(judged.why, "its rule has no sentence");
}

#[test]
fn what_the_other_text_says_is_told_at_its_name() {
    let (message, marked) = mistake("game g like chess\ndrop knight\n");
    assert_eq!(marked, "chess", "{message}");
    assert!(message.contains("in line 6 of chess: start"), "{message}");
}

#[test]
fn starts_that_contradict_themselves() {
    let (message, marked) =
        mistake(&format!("{HEAD}start\n  row 1: a man\n  a1 b2: b man\n{MOVE}"));
    assert!(message.contains("a1 gets b man at the start, and has a man already"), "{message}");
    assert_eq!(marked, "a1");
    let (message, marked) = wrong_setting("breakthrough", "height", 2);
    assert!(message.contains("the board may be too small"), "{message}");
    assert_eq!(marked, "rows height - 1..height");
    // The same once more, or nothing after all, is no contradiction.
    let fine = format!("{HEAD}start\n  row 1: a man\n  a1: a man\n  b1: empty\n{MOVE}");
    assert!(RuleGame::read(&fine, &Default::default()).is_ok());
    let (message, marked) = mistake(&format!("{HEAD}state n: 0..9 = 12\n{MOVE}"));
    assert!(message.contains("n begins with 12: expected a number from 0 to 9"), "{message}");
    assert_eq!(marked, "12");
}

/// What is told about a bundled game with this value of a parameter.
fn wrong_setting(game: &str, name: &str, value: i64) -> (String, String) {
    let text = zugwerk_rulebook::bundled::text(game).unwrap();
    let settings = [(name.to_string(), value)].into();
    let mistake = RuleGame::read(text, &settings).err().unwrap();
    (mistake.to_string(), text[mistake.span].to_string())
}

#[test]
fn values_that_cannot_be() {
    let (message, marked) = wrong_setting("nim", "first", 99);
    assert!(message.contains("first = 99: expected a number from 1 to 9"), "{message}");
    assert_eq!(marked, "first");
    let (message, _) = wrong_setting("othello", "width", 1 << 40);
    assert!(message.contains("too large to count with"), "{message}");
    let (message, _) = wrong_setting("othello", "width", 1 << 20);
    assert!(message.contains("set other values for its parameters"), "{message}");
    let (message, _) = mistake(&HEAD.replace("3 x 3", "3000 x 3000"));
    assert!(!message.contains("parameters"), "{message}");
    let (message, marked) = mistake(&format!("{HEAD}repetition 1 \"once\"\n{MOVE}"));
    assert!(message.contains("from 2 to 1000"), "{message}");
    assert_eq!(marked, "1");
}

#[test]
fn pieces_that_look_alike() {
    let text = format!("{HEAD}{MOVE}").replace("pieces man", "pieces man, mole");
    let (message, marked) = mistake(&text);
    assert!(message.contains("mole is written m, as man is"), "{message}");
    assert!(message.contains("such as mole o"), "{message}");
    assert_eq!(marked, "mole");
    let text = text.replace("mole", "mole M");
    assert_eq!(mistake(&text).1, "M");
}

#[test]
fn functions_without_an_end_are_found_though_nobody_calls_them() {
    let (message, marked) = mistake(&format!("{HEAD}{MOVE}deep(c) = 1 + deep(c + north)\n"));
    assert!(message.contains("deep is used in its own meaning"), "{message}");
    assert_eq!(marked, "deep(c + north)");
    let (message, _) = mistake(&format!("{HEAD}{MOVE}f(c) = g(c)\ng(c) = f(c)\n"));
    assert!(message.contains("in a circle"), "{message}");
    let fine = format!(
        "{HEAD}{MOVE}way(a) = north\nway(b) = way(a)\nf(k) = if k = 0 then 0 else f(k - 1)\n"
    );
    assert!(RuleGame::read(&fine, &Default::default()).is_ok());
}

#[test]
fn a_division_by_zero() {
    for formula in ["count(own man) / 0 = 1", "1 mod (2 - 2) = 0", "3 / (n - 3) = 1"] {
        let text = format!("{HEAD}with n = 3\n{MOVE}end\n  draw \"…\" when {formula}\n");
        assert!(mistake(&text).0.contains("a division by zero"), "{formula}");
    }
}

#[test]
fn a_game_that_cannot_begin() {
    let step = "move x -> y \"a man steps\"\n  own man on x, y is empty\n";
    let playable = |text: &str| {
        let book = zugwerk_rulebook::parse(text).unwrap();
        RuleGame::playable(&book, &Default::default()).err().map(|mistake| mistake.to_string())
    };
    let none = playable(&format!("{HEAD}{step}")).unwrap();
    assert!(none.contains("the board is empty at the start, and nobody can move"), "{none}");
    let stuck = playable(&format!("{HEAD}start\n  cells: a man\n{step}")).unwrap();
    assert!(stuck.contains("nobody can move at the start"), "{stuck}");
    let end = "end\n  me wins \"who cannot move has lost\" when no move of other\n";
    assert_eq!(playable(&format!("{HEAD}start\n  cells: a man\n{step}{end}")), None);
    assert_eq!(playable(&format!("{HEAD}{MOVE}")), None);
}

#[test]
fn whose_piece_was_meant() {
    let rule = |who: &str| format!("{HEAD}move place c \"…\"\n  {who} on c\n  do c := own man\n");
    for (who, said, help) in [
        ("own mna", "mna is no piece", "did you mean man?"),
        ("ohter man", "ohter does not play", "did you mean other?"),
        ("blue man", "blue does not play: expected own, other, a or b before a piece", ""),
    ] {
        let (message, marked) = mistake(&rule(who));
        assert!(message.contains(said) && message.contains(help), "{who}: {message}");
        assert!(who.contains(&marked), "{marked}");
    }
}

#[test]
fn sets_are_joined_in_parentheses() {
    for (condition, marked, help) in [
        ("c in corners or border", "border", "x in (A or B)"),
        ("c in corners or cell(2, 2)", "cell(2, 2)", "x in (A or B)"),
        ("some neighbours(c) and empty", "empty", "some (A and B)"),
    ] {
        let rule = format!("{HEAD}move place c \"…\"\n  {condition}\n  do c := own man\n");
        let (message, found) = mistake(&rule);
        assert!(message.contains(help), "{message}");
        assert_eq!(found, marked);
    }
}

/// Reads a text on a small stack, as a browser or a thread of a server has it; `None` where it is a game.
fn told_on_a_small_stack(text: String) -> Option<String> {
    let read = move || RuleGame::read(&text, &Default::default()).err().map(|it| it.to_string());
    std::thread::Builder::new().stack_size(1 << 20).spawn(read).unwrap().join().unwrap()
}

#[test]
fn texts_that_are_nested_too_deeply_or_go_on_for_too_long() {
    let function = |body: String| format!("{HEAD}{MOVE}f = {body}\nend draw \"…\" when f = 3\n");
    let many = 20_000;
    for body in [
        "{x in ".repeat(many),
        "{x in ".repeat(40),
        "row ".repeat(many),
        "count x in ".repeat(many),
        "some x in (".repeat(40),
        format!("{}cells{}", "some x in (".repeat(40), ")".repeat(40)),
        format!("{}1{}", "1 <= (".repeat(50), ") <= 2".repeat(50)),
        format!("{}1", "1 + ".repeat(many)),
        format!("{}1", "if 1 = 1 then 2 else ".repeat(many / 2)),
        format!("{}{{a1}}", "{a1} or ".repeat(many)),
    ] {
        let start: String = body.chars().take(20).collect();
        let told = told_on_a_small_stack(function(body)).unwrap_or_else(|| panic!("{start}"));
        assert!(
            told.contains("nested too deeply") || told.contains("goes on for too long"),
            "{start}: {told}"
        );
    }
    // What a page needs is read: terms in a chain, functions that use functions.
    assert_eq!(told_on_a_small_stack(function(format!("{}1", "count(man) + ".repeat(200)))), None);
    let terms = "count(man) + ".repeat(200);
    let functions: String = (0..30).map(|at| format!("f{at} = f{} + {terms}1\n", at + 1)).collect();
    let text = format!("{HEAD}{MOVE}{functions}f30 = 1\nend draw \"…\" when f0 = 3\n");
    assert!(told_on_a_small_stack(text).unwrap().contains("nested too deeply"));
    let conditions = "c is empty, ".repeat(many);
    let text = format!("{HEAD}move place c \"…\"\n  {conditions}\n  do c := own man\n");
    assert!(mistake(&text).0.contains("goes on for too long"));
    let text = format!("{HEAD}{MOVE}{}", "# a remark\n".repeat(40_000));
    assert!(mistake(&text).0.contains("a text of 440"), "{}", mistake(&text).0);
}

#[test]
fn words_of_a_page_length_are_not_told_whole() {
    let (message, _) = mistake(&format!("{HEAD}{MOVE}{} {}\n", "x".repeat(90_000), "y".repeat(90)));
    assert!(message.len() < 2_000, "{}", message.len());
}

#[test]
fn functions_that_use_too_many_others() {
    let functions: String = (0..60).map(|at| format!("f{at} = f{}\n", at + 1)).collect();
    let text = format!("{HEAD}{MOVE}{functions}f60 = 1\nend draw \"…\" when f0 = 3\n");
    assert!(mistake(&text).0.contains("at most 40 functions, one within the other"));
}

#[test]
fn directions_that_no_board_is_large_enough_for() {
    let step = |way: &str| {
        format!(
            "{HEAD}start\n  row 1: a man\n  row 3: b man\nmove x -> y \"…\"\n  own man on x, y = x + {way}, y is empty\n"
        )
    };
    for way in ["(2147483647, 1)", "(1, 0) * 2147483647", "turns(1, 60000)", "(9999, 0) * 2"] {
        assert!(mistake(&step(way)).0.contains("a direction of"), "{way}");
    }
    assert!(RuleGame::read(&step("(0, 4000) - (0, 3999)"), &Default::default()).is_ok());
    let (message, _) = mistake(&step("north * count(man)"));
    assert!(message.contains("choose it: n in 1..9"), "{message}");
}

#[test]
fn rules_with_too_many_variables_or_parts() {
    let cells: Vec<String> = (0..70).map(|at| format!("c{at}")).collect();
    let used = cells.iter().map(|cell| format!("{cell} is empty")).collect::<Vec<_>>().join(", ");
    let text = format!("{HEAD}move place {} \"…\"\n  {used}\n", cells.join(" "));
    assert!(mistake(&text).0.contains("too many variables at once: expected at most 60"));
    let nested: String = cells.iter().map(|cell| format!("some {cell}: ")).collect();
    let text = format!("{HEAD}{MOVE}end draw \"…\" when {nested}c0 = c69\n");
    assert!(mistake(&text).0.contains("nested too deeply"));
    let parts: String = (0..30)
        .map(|at| format!("then t{at} x \"…\"\n  x is empty\n  do x := own man\n"))
        .collect();
    let (message, marked) = mistake(&format!("{HEAD}{MOVE}{parts}"));
    assert!(message.contains("a move of too many parts"), "{message}");
    assert!(marked.contains("then t20"), "{marked}");
}

#[test]
fn a_row_of_the_start_with_too_many_cells() {
    let text = format!("{HEAD}start \"2147483647m/3/3\"\n{MOVE}");
    assert!(mistake(&text).0.contains("row 3 is too long"));
    let text = format!("{HEAD}start \"m2147483647/3/3\"\n{MOVE}");
    assert!(mistake(&text).0.contains("expected 3 cells"));
}

#[test]
fn parameters_of_a_head_that_nothing_uses() {
    let text = format!("{HEAD}move place onto c \"…\"\n  c is empty\n  do c := own man\n");
    let (message, marked) = mistake(&text);
    assert!(message.contains("is a parameter that nothing in this rule uses"), "{message}");
    assert!(message.contains("over, to, by"), "{message}");
    assert_eq!(marked, "onto");
    for fine in ["move place at c \"…\"", "move place k of 1..2 c \"…\""] {
        let text = format!("{HEAD}{fine}\n  c is empty\n  do c := own man\n");
        assert!(RuleGame::read(&text, &Default::default()).is_ok(), "{fine}");
    }
}

#[test]
fn domains_that_are_joined() {
    let count = |domain: &str| {
        let text = format!("{HEAD}{MOVE}end draw \"…\" when 5 = count c in {domain}: c is empty\n");
        let game = RuleGame::read(&text, &Default::default()).unwrap();
        game.outcome(&game.start()).is_some()
    };
    assert!(count("row 1 or {a2, b2}"));
    assert!(count("rows 1..2 and not {a1}"));
    assert!(count("(row 1 or column 1)"));
    assert!(!count("row 1 or row 2"));
}

#[test]
fn a_rule_that_goes_on_and_on() {
    // Nothing is taken, so that there is always a further jump.
    let lines = zugwerk_rulebook::bundled::text("international-draughts").unwrap().lines();
    let lines: Vec<&str> = lines.filter(|line| !line.contains("jumped over twice")).collect();
    let book = zugwerk_rulebook::parse(&lines.join("\n")).unwrap();
    let told = RuleGame::playable(&book, &Default::default()).err().unwrap().to_string();
    assert!(told.contains("too many ways to go on"), "{told}");
    // Whoever asks all the same gets some of the moves.
    let game = RuleGame::from_book(&book, &Default::default()).unwrap();
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    assert!(moves.len() < 4_000_000);
}

#[test]
fn a_variant_drops_laws_and_keeps_further_parts() {
    let berolina = "game berolina like chess\nmove advance a -> b \"a pawn steps diagonally ahead\"\n  own pawn on a, b = a + up(me) + (east or west), b is empty\ndrop \"stalemate\"\n";
    let game = RuleGame::read(berolina, &Default::default()).unwrap();
    let state = game.read_state("4k3/P7/8/8/8/8/8/4K3 white").unwrap();
    let promotes = |text: &str| game.read_move(&state, text).is_ok();
    assert!(promotes("a7-b8=queen") || promotes("a7-b8=q"), "{:?}", {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        moves.iter().map(|chosen| game.notation(&state, *chosen)).collect::<Vec<_>>()
    });
    let (message, marked) = mistake("game g like chess\ndrop \"no such sentence\"\n");
    assert!(message.contains("the sentence of a law or an end"), "{message}");
    assert_eq!(marked, "\"no such sentence\"");
    let (message, _) = mistake("game g like chess\ndrop \"stalmate\"\n");
    assert!(message.contains("did you mean stalemate?"), "{message}");
}

#[test]
fn loops_within_loops_that_would_take_for_ever() {
    let text = "game g\nplayers a, b\nboard 32 x 32\npieces man\nmove place c \"…\"\n  c is empty\n  all x in cells, \
        y in cells, z in cells, w in cells: x is empty or y is empty or z is empty or w is man\n  do c := own man\n";
    let (message, _) = mistake(text);
    assert!(message.contains("too often"), "{message}");
    let small = text.replace("32 x 32", "5 x 5");
    assert!(RuleGame::read(&small, &Default::default()).is_ok());
}

#[test]
fn the_only_word_of_a_head_that_the_rule_speaks_of_is_a_parameter() {
    let text = format!("{HEAD}move c \"…\"\n  c is empty\n  do c := own man\n");
    let game = RuleGame::read(&text, &Default::default()).unwrap();
    let (start, mut moves) = (game.start(), Vec::new());
    game.moves(&start, &mut moves);
    assert_eq!(moves.len(), 9);
    assert_eq!(game.notation(&start, moves[4]), "b2");
    let text = format!("{HEAD}{MOVE}then x \"…\"\n  x is empty\n  do x := other man\n");
    let game = RuleGame::read(&text, &Default::default()).unwrap();
    moves.clear();
    game.moves(&start, &mut moves);
    let mut written: Vec<_> = moves.iter().map(|m| game.notation(&start, *m)).collect();
    written.sort();
    written.dedup();
    assert_eq!(written.len(), 72);
}

#[test]
fn a_choice_that_is_written_like_a_quantifier() {
    let text =
        format!("{HEAD}move a -> b \"…\"\n  own man on a, d of sides, b = a + d, b is empty\n");
    assert!(mistake(&text).0.contains("write d in sides"));
}

#[test]
fn what_follows_a_move_that_is_not_there() {
    let text = format!("{HEAD}{MOVE}after plaec \"taken off again\"\n  do a1 := empty\n");
    let (message, marked) = mistake(&text);
    assert!(message.contains("there is no move plaec: expected place"), "{message}");
    assert!(message.contains("did you mean place?"), "{message}");
    assert_eq!(marked, "plaec");
    let unnamed = "move c \"…\"\n  c is empty\n  do c := own man\n";
    let text = format!("{HEAD}{unnamed}then x after place \"…\"\n  x is empty\n");
    let (message, _) = mistake(&text);
    assert!(
        message.contains("expected a move with that name, as in move place a -> b"),
        "{message}"
    );
    let fine = format!("{HEAD}{MOVE}after place \"taken off again\"\n  do a1 := empty\n");
    let with = RuleGame::read(&fine, &Default::default()).unwrap();
    assert_eq!(with.leaves(&with.start(), 3).0, 529);
}

#[test]
fn goals_and_invariants_are_read_with_the_rules() {
    let machine = |line: &str| {
        format!(
            "machine m\nboard 3 x 3\npieces man\nevent place c \"…\"\n  c is empty\n  do c := own man\n{line}\n"
        )
    };
    for (line, said, place) in [
        ("goal \"…\" count(man) = 2 and q7 is man", "q7 means nothing here", "q7"),
        ("invariant \"…\" zzz = 3", "zzz means nothing here", "zzz"),
        ("goal \"…\" count(man)", "expected a formula", "count(man)"),
    ] {
        let (message, marked) = mistake(&machine(line));
        assert!(message.contains(said), "{line}: {message}");
        assert_eq!(marked, place);
    }
    // An invariant may also speak of how the game stands.
    let game =
        format!("{HEAD}{MOVE}invariant \"…\" count(man) <= 9 and not (no cells) and legal\n");
    for line in [
        "invariant \"…\" turn = a",
        "invariant \"…\" b won and count(man) <= 9",
        "invariant \"…\" won(a)",
        "goal \"…\" no own man on a1",
    ] {
        let text = format!("{game}{line}\n");
        assert_eq!(RuleGame::read(&text, &Default::default()).err(), None, "{line}");
    }
}

#[test]
fn functions_with_two_values() {
    let two = |lines: &str| format!("{HEAD}{MOVE}{lines}\n");
    for (lines, said) in [
        ("f = 1\nf = 2", "f has a value already"),
        ("f(a) = 1; f(a) = 2", "f(a) has a value already"),
        ("f(x) = 1\nf(y) = 2", "f(y) has a value already"),
        ("f(x) = 1\nf(a) = 2", "f(a) has a value already"),
    ] {
        let (message, marked) = mistake(&two(lines));
        assert!(message.contains(said), "{lines}: {message}");
        assert_eq!(marked, "f");
    }
    for fine in ["f(a) = 1; f(b) = 2", "f(a) = 1; f(x) = 2", "f(x) = 1; f(x, y) = 2"] {
        assert_eq!(RuleGame::read(&two(fine), &Default::default()).err(), None, "{fine}");
    }
}

#[test]
fn statements_of_other_kinds_of_rulebooks() {
    for line in ["given clue: cell -> number", "unknown black: set of cells", "format pzpr x: clue"]
    {
        let (message, marked) = mistake(&format!("{HEAD}{MOVE}{line}\n"));
        assert!(message.contains("a statement of a puzzle, and this is a game"), "{message}");
        assert!(line.starts_with(&marked), "{marked}");
    }
    let (message, marked) = mistake(&format!("{HEAD}{}", MOVE.replace("move", "event")));
    assert!(message.contains("is a move in a game"), "{message}");
    assert_eq!(marked, "event");
}

#[test]
fn names_that_mean_something_else() {
    let text = format!("{HEAD}{MOVE}");
    for (text, said, place) in [
        (format!("{text}state me: 0..3\n"), "me means something else already", "me"),
        (text.replace("players a, b", "players me, other"), "me means something else", "me"),
        (text.replace("players a, b", "players north, south"), "north means something", "north"),
        (text.replace("players a, b", "players a1, b1"), "a1 is a cell of the board", "a1"),
        (format!("{text}state a1: flag\n"), "a1 is a cell of the board", "a1"),
        (
            format!(
                "{HEAD}move me \"…\"\n  b2 is empty\n  do me := own man\nmove x -> me \"…\"\n  own man on x\n"
            ),
            "me means something else already",
            "me",
        ),
        (text.replace("pieces man", "pieces man, man"), "man is a kind of piece already", "man"),
        (text.replace("3 x 3", "hexagon 0"), "a hexagon with sides of 0 cells", "board hexagon 0"),
    ] {
        let (message, marked) = mistake(&text);
        assert!(message.contains(said), "{message}");
        assert_eq!(marked, place);
    }
    // A state may be called like a direction that no rule needs; all machines of the program are read.
    for name in zugwerk_rulebook::bundled::machines() {
        let text = zugwerk_rulebook::bundled::machine(name).unwrap();
        assert_eq!(RuleGame::read(text, &Default::default()).err(), None, "{name}");
    }
}

#[test]
fn a_cell_that_a_state_names_is_not_cleared_by_the_state() {
    let text = format!("{HEAD}state hit: cell or none\n{MOVE}")
        .replace(":= own man", ":= own man, hit := empty");
    let (message, _) = mistake(&text);
    assert!(message.contains("all x in cells: if x = hit: x := …"), "{message}");
}

#[test]
fn the_reason_is_that_of_the_piece_that_stands_there() {
    let game =
        RuleGame::read(zugwerk_rulebook::bundled::text("chess").unwrap(), &Default::default());
    let game = game.unwrap();
    for (text, why) in
        [("e2-e5", "second row it may step twice"), ("e2-d3", "pawn takes"), ("b1-b3", "knight")]
    {
        let judged = game.judge(&game.start(), text).unwrap();
        assert!(!judged.legal && judged.why.contains(why), "{text}: {}", judged.why);
    }
}
