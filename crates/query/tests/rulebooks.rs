//! Sketches of games that are rulebooks: both engines answer alike, and what holds always is proved.

use zugwerk_game::Rng;
use zugwerk_logic::Limits;
use zugwerk_query::{Answer, Engine, Options, Question, Verdict, ask};

fn asked(text: &str, options: &Options) -> Answer {
    ask(text, options).unwrap_or_else(|mistake| panic!("{text}\n{mistake:?}"))
}

fn verdict(text: &str) -> Verdict {
    asked(text, &Options::default()).verdict
}

fn of_engine(engine: Engine) -> Options {
    Options { engine, ..Options::default() }
}

#[test]
fn what_holds_always_is_proved_or_broken() {
    let cases = [
        ("breakthrough", "count(white) <= 16", Verdict::Yes),
        ("breakthrough", "count(white) = 16", Verdict::No),
        ("breakthrough with width = 5, height = 5", "not stuck", Verdict::Yes),
        ("breakthrough with width = 5, height = 5", "not draw", Verdict::Yes),
        ("connect-four", "abs(count(yellow) - count(red)) <= 1", Verdict::Yes),
        ("connect-four", "count(yellow) = count(red)", Verdict::No),
        ("connect-four", "count(yellow) >= count(red)", Verdict::Yes),
        ("fox-and-hounds", "count(fox) = 1 and count(hound) = 4", Verdict::Yes),
        ("hex", "count(red) <= count(blue)", Verdict::No),
        ("english-draughts", "count(white) <= 12", Verdict::Yes),
        // Discs that are turned over stay on the board.
        ("othello with width = 6, height = 6", "count(disc) >= 4", Verdict::Yes),
        // So do those that are counted by the cells without them.
        ("othello with width = 4, height = 4", "count(empty) <= 12", Verdict::Yes),
        ("clobber with width = 3, height = 3", "no empty", Verdict::No),
        ("clobber with width = 3, height = 3", "some piece", Verdict::Yes),
    ];
    for (game, law, wanted) in cases {
        let text = format!("game {game}\nfrom start\nalways {law}");
        assert_eq!(verdict(&text), wanted, "{text}");
    }
}

#[test]
fn a_proof_is_checked_by_the_proof_checker() {
    let certify = Options { certify: true, ..Options::default() };
    for law in ["count(white) <= 10", "not stuck", "not draw"] {
        let text = format!("game breakthrough with width = 5, height = 5\nalways {law}");
        let answer = asked(&text, &certify);
        assert_eq!(answer.verdict, Verdict::Yes, "{law}");
        assert!(answer.certificate.is_some_and(|checked| checked.accepted), "{law}");
    }
}

#[test]
fn a_counterexample_is_a_line_of_play() {
    let answer = asked("game breakthrough\nalways count(white) = 16", &Options::default());
    let line = answer.counterexample.expect("a line").tree.trunk();
    // The shortest: the pawns meet, and one is taken.
    let moves: Vec<String> = line.into_iter().map(|name| name.text).collect();
    assert!(moves.len() >= 4, "{moves:?}");
    let text = format!("game breakthrough\nplay {}\nexpect count(white) = 15", moves.join(" "));
    assert_eq!(verdict(&text), Verdict::Yes);
}

#[test]
fn the_four_questions() {
    let win = "game tic-tac-toe\nfrom \"M1M/mm1/3 x\"\nplay ?\nexpect x wins";
    for engine in [Engine::Search, Engine::Sat] {
        let answer = asked(win, &of_engine(engine));
        assert_eq!(answer.verdict, Verdict::Yes);
        assert_eq!(answer.line_text(), "1. b3");
        let both = "game tic-tac-toe\nfrom \"M2/1m1/2M o\"\nplay ? *\nexpect not x wins";
        assert_eq!(asked(both, &of_engine(engine)).verdict, Verdict::Yes);
        let broken = "game tic-tac-toe\nfrom \"M1M/mm1/3 o\"\nplay ?\nexpect not over";
        let verify = Options { question: Some(Question::Verify), ..of_engine(engine) };
        assert_eq!(asked(broken, &verify).verdict, Verdict::No);
        let hopeless = "game tic-tac-toe\nfrom start\nplay ? ? ?\nexpect x wins";
        let debug = Options { question: Some(Question::Debug), ..of_engine(engine) };
        let answer = asked(hopeless, &debug);
        assert_eq!(answer.verdict, Verdict::No);
        assert!(!answer.core.is_empty());
    }
}

#[test]
fn a_mistake_is_explained_by_the_sentence_of_the_rule() {
    let answer = asked("game breakthrough\nplay a2-a4\nexpect legal", &Options::default());
    assert_eq!(answer.verdict, Verdict::No);
    let core = answer.core.join("; ");
    assert!(
        core.contains("a pawn steps straight ahead to an empty cell")
            || core.contains("diagonally"),
        "{core}"
    );
}

#[test]
fn holes_in_the_position() {
    let text =
        "game tic-tac-toe\nfrom \"M?M/mm1/3 x\"\nwhere count(x) = count(o)\nplay ?\nexpect x wins";
    for engine in [Engine::Search, Engine::Sat] {
        let all = Options { most: usize::MAX, ..of_engine(engine) };
        let answer = asked(text, &all);
        let mut starts: Vec<_> = answer
            .solutions
            .iter()
            .map(|s| (s.start.clone(), s.tree.trunk()[0].text.clone()))
            .collect();
        starts.sort();
        assert_eq!(starts, [(Some("M1M/mm1/3 x".to_string()), "b3".to_string())], "{engine:?}");
    }
}

#[test]
fn a_move_is_read_as_it_is_written() {
    let cases = [
        // The signs between the words of a move.
        ("domineering", "c1,c2 ?", "c1,c2"),
        ("domineering", "?,c2 ?", "c1,c2"),
        ("domineering", "(c1,c2 or c2,c3) [not c1 is empty] ?", "c1,c2"),
        // A minus is the minus of a number, and not only a sign.
        ("pentago", "\"a1/b2 by -1\"", "a1/b2 by -1"),
        ("pentago", "\"a1/b2 by 1\"", "a1/b2 by 1"),
        ("pentago", "a1b2by-1", "a1/b2 by -1"),
        ("pentago", "\"a1/b2 ? -1\"", "a1/b2 by -1"),
    ];
    for (game, play, wanted) in cases {
        let text = format!("game {game}\nplay {play}\nexpect legal");
        for engine in [Engine::Search, Engine::Sat] {
            let options =
                Options { question: Some(Question::Solve), most: usize::MAX, ..of_engine(engine) };
            let answer = asked(&text, &options);
            assert!(!answer.solutions.is_empty(), "{text}");
            for solution in answer.solutions {
                assert_eq!(solution.tree.trunk()[0].text, wanted, "{text} {engine:?}");
            }
        }
    }
}

#[test]
fn mistakes_have_a_place() {
    let wrong = |text: &str| ask(text, &Options::default()).unwrap_err();
    assert_eq!(wrong("game breakthrogh\nexpect legal").help.unwrap(), "did you mean breakthrough?");
    let mistake = wrong("game hex\nplay ?\nexpect count(rde) = 1");
    assert_eq!(mistake.help.as_deref(), Some("did you mean red?"));
    assert!(wrong("game hex\nplay zz9\nexpect legal").message.contains("not a move"));
    assert!(wrong("game hex with width = 3, hight = 3\nexpect legal").help.is_some());
    let small = wrong("game breakthrough with height = 2\nexpect legal");
    assert!(small.message.contains("breakthrough cannot be played with these values"));
    assert!(wrong("game \"mine.rules\"\nexpect legal").message.contains("cannot be read"));
    assert!(wrong("game hex\nfrom \"8/8\"\nexpect legal").expected.contains("a position such as"));
    let long = format!("game hex\nexpect {}over", "over and ".repeat(100_000));
    assert!(wrong(&long).message.contains("too long"));
    let sat = of_engine(Engine::Sat);
    let mistake = ask("game english-draughts\nplay ?\nexpect legal", &sat).unwrap_err();
    assert!(mistake.message.contains("has no laws"), "{mistake:?}");
    assert!(wrong("game hex\nalways").message.contains("too early"));
    assert!(ask("game hex\nalways invariant", &Options::default()).is_err());
}

/// Lines of play; those after the fifth have a pass.
const LINES: [&str; 9] = [
    "? ?",
    "? ? ?",
    "? *",
    "? * ?",
    "?{1..4}",
    "? -- ?",
    "series ?{2..3}",
    "-- ? *",
    "series (? *) ?",
];

/// Statements about small games, among them all that the language of rulebooks has of numbers, sets and lines.
const GAMES: [(&str, &[&str]); 7] = [
    (
        "tic-tac-toe",
        &["x wins", "o wins", "draw", "over", "b2 is empty", "count(own mark) > 1", "x mark on a1"],
    ),
    (
        "connect-four with width = 4, height = 3, length = 3",
        &[
            "yellow wins",
            "over",
            "d1 is empty",
            "yellow disc on b2",
            "some c in own disc: row(c) = 2",
        ],
    ),
    (
        "breakthrough with width = 4, height = 5",
        &["white wins", "count(black) < 8", "white pawn on b3", "no own pawn on row 2", "stuck"],
    ),
    (
        "othello with width = 4, height = 4",
        &["count(black) > count(white)", "black disc on a1", "no place", "corners meets own disc"],
    ),
    (
        "clobber with width = 3, height = 3",
        &["over", "white wins", "count(white) + count(black) <= 6", "b2 is empty", "turn = white"],
    ),
    (
        "nim with first = 2, second = 2, third = 2, height = 3",
        &["one wins", "count(coin) <= 3", "a1 is empty"],
    ),
    (
        "dots-and-boxes with width = 1, height = 2",
        &["red wins", "gained", "count(line) = 4", "turn = blue", "over"],
    ),
];

#[test]
fn both_engines_answer_random_sketches_alike() {
    let mut rng = Rng::new(19);
    let (mut yes, mut no) = (0, 0);
    for (game, statements) in GAMES {
        for _ in 0..10 {
            let pick = |rng: &mut Rng| {
                let not = if rng.below(3) == 0 { "not " } else { "" };
                format!("{not}({})", statements[rng.below(statements.len())])
            };
            let join = ["and", "or"][rng.below(2)];
            let (a, b) = (pick(&mut rng), pick(&mut rng));
            // Where a side may move again by the rules there is no pass.
            let lines = if game.starts_with("dots") { 5 } else { LINES.len() };
            let line = LINES[rng.below(lines)];
            let text = format!("game {game}\nplay {line}\nexpect {a} {join} {b}");
            for question in [None, Some(Question::Verify)] {
                if question.is_some() && line.contains('*') {
                    continue;
                }
                let answers = [Engine::Search, Engine::Sat].map(|engine| {
                    let most = if question.is_none() && !line.contains('{') { 200 } else { 1 };
                    let limits = Limits::none();
                    let certify = engine == Engine::Sat;
                    asked(&text, &Options { question, most, limits, certify, ..of_engine(engine) })
                });
                let checked = answers[1].certificate;
                assert!(checked.is_none_or(|checked| checked.accepted), "{text} {question:?}");
                assert_eq!(answers[0].verdict, answers[1].verdict, "{text} {question:?}");
                let ways = answers.each_ref().map(|answer| answer.solutions.len());
                if ways[0] < 200 {
                    assert_eq!(ways[0], ways[1], "{text} {question:?}");
                }
                match answers[0].verdict {
                    Verdict::Yes => yes += 1,
                    _ => no += 1,
                }
            }
        }
    }
    assert!(yes > 10 && no > 10, "{yes} {no}");
}

/// Statements about how many cells have something or nothing are weighed by what moves change, not counted.
#[test]
fn empty_cells_are_counted_alike_by_both_engines() {
    let games = [
        "tic-tac-toe",
        "othello with width = 4, height = 4",
        "clobber with width = 3, height = 2",
        "nim with first = 2, second = 1, third = 1, height = 2",
    ];
    let statements = [
        "some empty",
        "no empty",
        "count(empty) = 0",
        "count(empty) <= 1",
        "count(empty) > count(piece)",
        "all c in cells: c is empty",
        "all c in cells: c is not empty",
        "some c in cells: c is empty",
        "no (empty or own piece)",
        "some (empty and own piece)",
        "no piece",
        "no cells",
    ];
    let (mut yes, mut no) = (0, 0);
    for game in games {
        for (statement, line) in statements.iter().flat_map(|s| [(s, "?"), (s, "? ?"), (s, "?{3}")])
        {
            for question in [Question::Solve, Question::Verify] {
                let text = format!("game {game}\nplay {line}\nexpect {statement}");
                let verdicts = [Engine::Search, Engine::Sat].map(|engine| {
                    let question = Some(question);
                    asked(&text, &Options { question, certify: true, ..of_engine(engine) }).verdict
                });
                assert_eq!(verdicts[0], verdicts[1], "{text} {question:?}");
                *if verdicts[0] == Verdict::Yes { &mut yes } else { &mut no } += 1;
            }
        }
    }
    assert!(yes > 50 && no > 50, "{yes} {no}");
}

/// A rule less is another game: the same questions, on both engines, with replies too.
#[test]
fn rules_can_be_put_aside() {
    let count = |game: &str, rest: &str, engine| {
        let text = format!("game {game}\n{rest}");
        asked(&text, &Options { most: usize::MAX, ..of_engine(engine) }).solutions.len()
    };
    let (small, one) = ("breakthrough with width = 4, height = 5", "play ?\nexpect legal");
    for engine in [Engine::Search, Engine::Sat] {
        // Four straight steps and six diagonal ones.
        assert_eq!(count(small, one, engine), 10);
        let straight = format!("with only \"a pawn steps straight ahead to an empty cell\"\n{one}");
        assert_eq!(count(small, &straight, engine), 4);
        let diagonal = format!("without \"a pawn steps straight ahead to an empty cell\"\n{one}");
        assert_eq!(count(small, &diagonal, engine), 6);
        // Three in a row end the game no more, so that it goes on.
        let on = "from \"M1M/mm1/3 x\"\nplay b3 c2\nexpect legal";
        assert_eq!(count("tic-tac-toe", on, engine), 0);
        let line = "a full line of one's own marks";
        assert_eq!(count("tic-tac-toe", &format!("without \"{line}\"\n{on}"), engine), 1);
        let reply = format!("without \"{line}\"\nplay ? * ?\nexpect not over");
        assert_eq!(verdict(&format!("game tic-tac-toe\n{reply}")), Verdict::Yes);
    }
    let draughts = "game english-draughts\nfrom start\nwithout \"gravity\"\nplay ?\nexpect legal";
    let mistake = ask(draughts, &Options::default()).unwrap_err();
    assert!(mistake.message.contains("no law") && mistake.expected.contains("one of"));
}

#[test]
fn machines_reach_their_goals_by_the_shortest_run() {
    // Known lengths of the shortest runs.
    let runs = [
        ("wolf-goat-cabbage", 7),
        ("missionaries", 11),
        ("hanoi", 15),
        ("canal-lock", 6),
        ("lights-out with width = 3, height = 3", 5),
        ("peg-solitaire", 14),
        ("sokoban", 0),
        ("fifteen", 0),
        ("traffic-light", 0),
    ];
    for (machine, plies) in runs {
        let answer = asked(&format!("game {machine}\nfind goal"), &Options::default());
        assert_eq!(answer.verdict, Verdict::Yes, "{machine}");
        let line = answer.solutions[0].tree.trunk();
        assert!(plies == 0 || line.len() == plies, "{machine}: {line:?}");
        let moves: Vec<String> = line.iter().map(|name| format!("{:?}", name.text)).collect();
        let again = format!("game {machine}\nplay {}\nexpect goal", moves.join(" "));
        assert_eq!(verdict(&again), Verdict::Yes, "{again}");
    }
}

#[test]
fn machines_keep_their_invariants() {
    for machine in [
        "wolf-goat-cabbage",
        "missionaries",
        "hanoi",
        "canal-lock",
        "peg-solitaire",
        "sokoban",
        "fifteen",
        "traffic-light",
    ] {
        let answer = asked(&format!("game {machine}\nalways invariant"), &Options::default());
        assert_eq!(answer.verdict, Verdict::Yes, "{machine}");
        assert!(!answer.proof.is_empty());
    }
}
