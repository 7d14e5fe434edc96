//! What else can be said in a sketch: starts of which more is unknown than squares, one plan for all fillings, and
//! fewer laws. Where fillings can be tried one by one, that is the second opinion.

use std::collections::BTreeSet;
use zugwerk_chess::{Color, Piece, Position, Role, Setup, Square};
use zugwerk_query::{Answer, Engine, Options, Question, Verdict, ask};

fn asked(sketch: &str, options: &Options) -> Answer {
    ask(sketch, options)
        .unwrap_or_else(|mistake| panic!("{}", mistake.draw("sketch", sketch, false)))
}

fn all(engine: Engine) -> Options {
    Options { engine, most: 1000, ..Options::default() }
}

fn mistake(sketch: &str) -> String {
    ask(sketch, &Options::default()).unwrap_err().to_string()
}

/// The starts of an answer with their lines.
fn starts(answer: &Answer) -> BTreeSet<(String, String)> {
    let line = |at: usize| answer.numbered_solution(at);
    let solutions = answer.solutions.iter().enumerate();
    solutions.map(|(at, s)| (s.start.clone().unwrap_or_default(), line(at))).collect()
}

#[test]
fn rights_double_steps_and_the_side_to_move_can_be_unknown() {
    let castling = "game chess\nfrom \"4k3/8/8/8/8/8/8/R3K2R w ? -\"\nplay O?\nexpect legal";
    let [search, sat] = [Engine::Search, Engine::Sat].map(|engine| asked(castling, &all(engine)));
    assert_eq!(starts(&search), starts(&sat));
    assert_eq!(search.solutions.len(), 4, "K, Q, and KQ both ways");
    let passing = "game chess\nfrom \"4k3/8/8/2pPp1pP/8/8/8/4K3 w - ?\"\nplay ?x\nexpect legal";
    let [search, sat] = [Engine::Search, Engine::Sat].map(|engine| asked(passing, &all(engine)));
    assert_eq!(starts(&search), starts(&sat));
    let fens: Vec<&str> = search.solutions.iter().filter_map(|s| s.start.as_deref()).collect();
    assert_eq!(fens.len(), 3, "{fens:?}");
    let turn = "game chess\nfrom \"7k/6pp/8/8/r2R4/8/6PP/7K ? - -\"\nplay ?\nexpect check";
    let [search, sat] = [Engine::Search, Engine::Sat].map(|engine| asked(turn, &all(engine)));
    assert_eq!(starts(&search), starts(&sat));
    let lines: Vec<String> = starts(&search).into_iter().map(|(_, line)| line).collect();
    assert!(lines.iter().any(|line| line.starts_with("1. Rd8")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("1... Ra1")), "{lines:?}");
    // With White to move Black stands in check: that half is no position.
    let half = "game chess\nfrom \"4k3/4Q3/4K3/8/8/8/8/8 ? - -\"\nplay\nexpect mate";
    assert_eq!(asked(half, &Options::default()).verdict, Verdict::Yes);
}

#[test]
fn a_list_of_pieces_is_a_position() {
    let sketch = "game chess\nfrom \"Kf6 Qg1 / Kh8 b\"\nplay Kh7 Qg7\nexpect mate";
    assert_eq!(asked(sketch, &Options::default()).verdict, Verdict::Yes);
    let end = "game chess\nfrom \"Ka1 / Kc2\"\nplay Ka2\nexpect position \"Ka2 / Kc2\"";
    assert_eq!(asked(end, &Options::default()).verdict, Verdict::Yes);
}

#[test]
fn one_plan_serves_all_fillings_or_fails_for_some() {
    let sketch = |holes: &str, word: &str| {
        format!(
            "game chess\nfrom \"7k/5K2/8/6Q1/8/8/8/{holes} w - -\"\nfor all\n{word}\nexpect mate"
        )
    };
    let answer = asked(&sketch("?7", "play ?"), &all(Engine::Search));
    let found: BTreeSet<String> =
        answer.solutions.iter().map(|s| s.tree.trunk()[0].code.clone()).collect();
    // By hand: the moves that mate in each filling.
    let mut wanted: Option<BTreeSet<String>> = None;
    let pieces = Color::ALL.into_iter().flat_map(|c| Role::ALL.map(|r| Some(Piece::new(c, r))));
    for piece in pieces.chain([None]) {
        let mut setup = Setup::from_fen("7k/5K2/8/6Q1/8/8/8/8 w - -").unwrap();
        setup.pieces[Square::A1.index()] = piece;
        let Ok(position) = setup.position() else { continue };
        let mates = |m: &&zugwerk_chess::Move| position.play(**m).is_checkmate();
        let moves = position.legal_moves();
        let codes = moves.iter().filter(mates).map(|m| position.uci(*m)).collect();
        wanted = Some(match wanted {
            None => codes,
            Some(earlier) => earlier.intersection(&codes).cloned().collect(),
        });
    }
    assert_eq!(Some(found), wanted);
    assert!(answer.complete);
    // A black rook on h1 takes on the file: nothing there serves all.
    let answer = asked(&sketch("7?", "play Q?h"), &Options::default());
    assert_eq!(answer.verdict, Verdict::No);
    assert!(answer.core[0].contains("fails for"), "{:?}", answer.core);
    let position: Position =
        answer.core[0].split(": ").nth(1).unwrap().split(", ").next().unwrap().parse().unwrap();
    assert!(position.piece_at("h1".parse().unwrap()).is_some());
    // The solver gives the same answers, and answers where there are too many fillings.
    for (holes, play) in
        [("?7", "play ?"), ("7?", "play Q?h"), ("??6", "play ?"), ("3?4", "play ? *")]
    {
        let [search, sat] =
            [Engine::Search, Engine::Sat].map(|engine| asked(&sketch(holes, play), &all(engine)));
        assert_eq!(search.verdict, sat.verdict, "{holes}");
        assert_eq!(starts(&search), starts(&sat), "{holes}");
    }
    let many = asked(&sketch("????1???", "play ?"), &Options::default());
    assert_eq!((many.verdict, many.engine), (Verdict::No, "sat"));
    // The fillings that are named have no mating move in common.
    let named = many.core[0].trim_start_matches("nothing serves the filling ");
    let fens = named.trim_start_matches("no moves serve all of these fillings: ").split(", ");
    let mates = fens.map(|fen| {
        let position: Position = fen.parse().unwrap();
        let mates = |m: &&zugwerk_chess::Move| position.play(**m).is_checkmate();
        let moves = position.legal_moves();
        moves.iter().filter(mates).map(|m| position.uci(*m)).collect::<BTreeSet<String>>()
    });
    let common = mates.reduce(|one, two| one.intersection(&two).cloned().collect());
    assert_eq!(common, Some(BTreeSet::new()), "{:?}", many.core);
    let helped = sketch("??????2", "play ?").replace("for all", "where count(black) = 1\nfor all");
    assert_eq!(asked(&helped, &Options::default()).verdict, Verdict::Yes);
    let replies = sketch("????1???", "play ? * ?");
    assert!(mistake(&replies).contains("tries unknown squares one by one"));
    assert!(mistake("game chess\nfor some\nplay ?\nexpect mate").contains("cannot stand here"));
}

#[test]
fn laws_can_be_put_aside() {
    let sketch = |laws: &str, play: &str, expect: &str| {
        format!("game chess\nfrom start\n{laws}\nplay {play}\nexpect {expect}")
    };
    let jumps = "without \"no piece but the knight jumps over others\"";
    assert_eq!(asked(&sketch("", "Qd3", "legal"), &Options::default()).verdict, Verdict::No);
    let answer = asked(&sketch(jumps, "Qd3", "legal"), &Options::default());
    assert_eq!(answer.verdict, Verdict::Yes);
    assert!(
        answer.proof[0].contains("rnbqkbnr/pppppppp/8/8/8/3Q4/PPPPPPPP/RNB1KBNR b"),
        "{:?}",
        answer.proof
    );
    // Jumping over its own pieces a rook of a1 reaches a3 to a6, and takes on a7 and a8, and so on.
    let answer = asked(&sketch(jumps, "a1?", "legal"), &all(Engine::Auto));
    assert!(answer.complete);
    assert_eq!(answer.solutions.len(), 6, "a3 to a8");
    // A king that may stay in check: the pinned piece moves.
    let pinned = |law: &str| {
        format!("game chess\nfrom \"4r2k/8/8/8/8/8/4N3/4K3 w - -\"\n{law}\nplay N?\nexpect legal")
    };
    assert_eq!(asked(&pinned(""), &Options::default()).verdict, Verdict::No);
    let law = "without \"a king is never left in check\"";
    assert_eq!(asked(&pinned(law), &all(Engine::Auto)).solutions.len(), 6);
    let verify = Options { question: Some(Question::Verify), ..Options::default() };
    let never =
        "game chess\nfrom \"4r2k/8/8/8/8/8/4N3/4K3 w - -\"\nplay ?\nexpect not check(white)";
    assert_eq!(asked(never, &verify).verdict, Verdict::Yes);
    let broken = asked(&never.replace("play", &format!("{law}\nplay")), &verify);
    assert_eq!(broken.verdict, Verdict::No);
    assert!(broken.counterexample.is_some());
    let unknown = mistake(&sketch("without \"gravity\"", "?", "legal"));
    assert!(unknown.contains("no law"), "{unknown}");
    // With one law only, pieces of both sides go where they like, but one's own are not taken.
    let own = "with only \"no piece takes one of its own side\"";
    assert_eq!(asked(&sketch(own, "Nb3", "legal"), &Options::default()).verdict, Verdict::Yes);
}

#[test]
fn one_side_moves_several_times() {
    // Alone White mates in four: king's pawn, bishop, queen, and takes on f7.
    let mate = "game chess\nfrom start\nplay series ?{1..4}\nexpect mate";
    for engine in [Engine::Search, Engine::Sat] {
        let answer = asked(mate, &Options { engine, ..Options::default() });
        assert_eq!(answer.verdict, Verdict::Yes);
        let line = answer.line_text();
        assert!(line.contains("pass 4. ") && line.ends_with('#'), "{line}");
        // An answer is a line again.
        let again = format!("game chess\nfrom start\nplay {line}\nexpect mate");
        assert_eq!(asked(&again, &Options { engine, ..Options::default() }).verdict, Verdict::Yes);
        let faster = "game chess\nfrom start\nplay series ?{1..3}\nexpect mate";
        assert_eq!(asked(faster, &Options { engine, ..Options::default() }).verdict, Verdict::No);
        // A series of helped moves, and then the mate: 1.f3 2.g4 and the queen.
        let helped = "game chess\nfrom start\nplay e4 e5 series (f3 g4) ?\nexpect check";
        assert_eq!(asked(helped, &Options { engine, ..Options::default() }).verdict, Verdict::Yes);
        // Nobody passes in check, and a double step is forgotten by a pass.
        let check = "game chess\nfrom \"4k3/8/8/8/8/8/4R3/4K3 b - -\"\nplay pass\nexpect legal";
        assert_eq!(asked(check, &Options { engine, ..Options::default() }).verdict, Verdict::No);
        let forgotten =
            "game chess\nfrom \"4k3/8/8/3pP3/8/8/8/4K3 w - d6\"\nplay -- -- exd6\nexpect legal";
        assert_eq!(
            asked(forgotten, &Options { engine, ..Options::default() }).verdict,
            Verdict::No
        );
    }
    let debug = Options { question: Some(Question::Debug), ..Options::default() };
    let answer = asked("game chess\nplay series (e4 Qh5 Qxf7 Qe8)\nexpect legal", &debug);
    assert_eq!(answer.verdict, Verdict::No);
    assert!(answer.core.iter().any(|why| why.contains("in check does not pass")), "{answer:?}");
    assert!(mistake("game chess\nplay series\nexpect mate").contains("cannot stand here"));
    assert!(mistake("game chess\nplay (pass or e4)\nexpect mate").contains("among others"));
    assert!(mistake("game hanoi\nplay ? pass\nexpect legal").contains("nobody to move"));
    assert!(mistake("game dots-and-boxes\nplay series ?{2}\nexpect legal").contains("no pass"));
}

#[test]
fn choices_are_between_moves() {
    let sketch = "game chess\nfrom start\nplay (e4 or d4)\nexpect legal";
    assert_eq!(asked(sketch, &all(Engine::Search)).solutions.len(), 2);
    assert_eq!(asked(sketch, &all(Engine::Sat)).solutions.len(), 2);
    // Each reply has its own answer.
    let replies =
        "game chess\nfrom \"k7/2Q5/1K6/8/8/8/7p/8 b - -\"\nplay * (Qb7 or Qc8 or Qa7)\nexpect mate";
    assert_eq!(asked(replies, &Options::default()).verdict, Verdict::Yes);
    assert!(
        mistake("game chess\nplay (e4 e5 or d4)\nexpect legal").contains("between single moves")
    );
    assert!(mistake("game chess\nplay e4 or d4\nexpect legal").contains("cannot stand here"));
}
