use super::*;

#[test]
fn reads_problems_in_three_languages_and_goes_on_after_a_bad_one() {
    let text = "BeginProblem\nAuthor Somebody Unknown\nStip #2\nPieces White Ka3 Ra8\n\
        \x20 Black Kb1\nOpti Move Try Set Vari Defence 2\nNextProblem\n\
        Forsyth 8/8/8/8/8/8/8/n6K Stip h#2\nNextProblem\n\
        Piec White Kh1 Pa2b2 Black Kh8 stipulation h # 2.5\n\
        Opti WhiteToPlay NoCastling e1\nTwin Move a2 a3 Twin Continued Remove b2 Endp\n";
    let entries = read(text);
    assert_eq!(entries.len(), 3);
    let first = entries[0].as_ref().unwrap();
    assert_eq!(first.authors, ["Somebody Unknown"]);
    assert_eq!((first.refutations, first.problem.stipulation.set_play), (Some(2), true));
    assert!(first.problem.position.to_string().starts_with("R7/8/8/8/8/K7/8/1k6 w"));
    let second = entries[1].as_ref().unwrap_err();
    assert_eq!(second.line, 8);
    assert!(second.problem.contains("the knight is S"), "{second}");
    let third = entries[2].as_ref().unwrap();
    assert_eq!(third.problem.stipulation.to_string(), "h#2.5");
    assert_eq!(third.problems().len(), 3);
    let german = "AnfangProblem Steine Weiss Ka1 Dd1 Schwarz Kh8 Bh7 Forderung h#3 Option WeissBeginnt EndeProblem";
    let entry = read(german).remove(0).unwrap();
    assert!(entry.problem.position.to_string().starts_with("7k/7p/8/8/8/8/8/K2Q4 w"));
    assert_eq!(entry.problem.stipulation.to_string(), "h#2.5");
    let french = "DebutProbleme Pieces Blanc Ra1 Cd1 Noir Rh8 Enonce h#3 FinProbleme";
    let entry = read(french).remove(0).unwrap();
    assert!(entry.problem.position.to_string().starts_with("7k/8/8/8/8/8/8/K2N4 b"));
}

/// The boards of a problem and its twins.
fn boards(text: &str) -> Vec<String> {
    let problems = read(text).remove(0).unwrap().problems();
    let board = |problem: crate::Problem| {
        problem.position.to_string().split(' ').next().unwrap_or_default().to_string()
    };
    problems.into_iter().map(|(_, problem)| board(problem.unwrap())).collect()
}

#[test]
fn twins_speak_the_language_of_their_file() {
    // B is a bishop in English and a pawn in German, R a rook in English and a king in French.
    let german = "AnfangProblem Steine Weiss Ke1 Schwarz Kc5 Tb4 Forderung h#3 Zwilling hinzu schw Bh6\n\
        zwilling ferner ersetze t l zwilling Farbwechsel zwilling Verschiebung a1 b1 EndeProblem";
    assert_eq!(
        boards(german),
        [
            "8/8/8/2k5/1r6/8/8/4K3",
            "8/8/7p/2k5/1r6/8/8/4K3",
            "8/8/7p/2k5/1b6/8/8/4K3",
            "8/8/8/2K5/1R6/8/8/4k3",
            "8/8/8/3k4/2r5/8/8/5K2",
        ]
    );
    let french = "DebutProbleme Pieces Blanc Re1 Noir Rc5 Tb4 Enonce h#3 Jumeau Ote c5 Ajoute Noir Rd5\n\
        jumeau deplacement b4 b5 jumeau echange b4 c5 jumeau remplace t f jumeau forsyth r7/8/8/8/8/8/8/R6C FinProbleme";
    assert_eq!(
        boards(french),
        [
            "8/8/8/2k5/1r6/8/8/4K3",
            "8/8/8/3k4/1r6/8/8/4K3",
            "8/8/8/1rk5/8/8/8/4K3",
            "8/8/8/2r5/1k6/8/8/4K3",
            "8/8/8/2k5/1b6/8/8/4K3",
            "k7/8/8/8/8/8/8/K6N",
        ]
    );
    // The beginning of Black is also that of Blanc.
    let english = "Beg Piec whi Ke1 bla Kc5 Stip h#3 Twin Add Bla Bb5 EndProblem";
    assert_eq!(boards(english)[1], "8/8/8/1bk5/8/8/8/4K3");
    let error = read("BeginProblem Pieces White Ke1 Black Kc5 Stip h#3 Twin Foo EndProblem");
    assert!(error[0].as_ref().unwrap_err().problem.contains("expected one of continued, move"));
}

#[test]
fn options_in_french_and_limits_are_read() {
    let text = "DebutProbleme Pieces Blanc Re1 Noir Rc5 Enonce h#3\n\
        Option Apparent MaxCasesFuites 3 MaxSolutions 4 MaxTemps 5 FinProbleme";
    let entry = read(text).remove(0).unwrap();
    assert!(entry.problem.stipulation.set_play);
    assert_eq!(entry.problem.stipulation.rules.max_flights, Some(3));
    assert_eq!((entry.max_solutions, entry.max_seconds), (Some(4), Some(5)));
    let again = read(&write(std::slice::from_ref(&entry))).remove(0).unwrap();
    assert_eq!((again.max_solutions, again.max_seconds), (Some(4), Some(5)));
    // Tries with up to this many refutations are wanted.
    let text = "BeginProblem Pieces White Ke1 Black Kc5 Stip #2 Option Defence 2 EndProblem";
    let entry = read(text).remove(0).unwrap();
    assert_eq!((entry.refutations, entry.problem.stipulation.set_play), (Some(2), true));
}

#[test]
fn the_side_to_move_and_en_passant_survive() {
    for (fen, asked) in [
        ("8/8/8/8/8/1k6/8/R3K3 b Q -", "#2"),
        ("7k/8/5K2/8/8/8/8/6R1 w - -", "h#2"),
        ("7k/8/5K2/8/8/8/8/6R1 b - -", "h#2.5"),
        ("4k3/8/8/8/Pp6/8/8/4K3 b - a3", "#2"),
        ("4k3/8/8/pP6/8/8/8/4K3 w - a6", "h#2"),
        ("7k/8/5K2/8/8/8/8/6R1 b - -", "ser-#3"),
    ] {
        let entry = Entry::of(crate::Problem::new(fen, asked, false).unwrap());
        let popeye = read(&write(std::slice::from_ref(&entry))).remove(0).unwrap();
        let olive = super::super::olive::write(std::slice::from_ref(&entry));
        let olive = super::super::olive::read(&olive).remove(0).unwrap();
        for again in [popeye, olive] {
            assert_eq!(again.problem.position, entry.problem.position, "{fen} {asked}");
        }
        let latex = crate::files::latex::write(std::slice::from_ref(&entry));
        assert!(latex.contains("HalfDuplex"), "{latex}");
    }
    let home = "=>1 7k/8/8/8/8/8/8/R3K3 w Q -";
    let reached = crate::Problem::new("7k/8/8/8/8/8/8/RK6 w - -", home, false).unwrap();
    assert!(unwritable(&Entry::of(reached)).unwrap().contains("the board that =>1"));
}

#[test]
fn en_passant_is_the_square_passed_over_in_both_files() {
    for squares in ["e3", "e2 e3 e4", "e3 e4", "e2e3"] {
        let text = format!(
            "BeginProblem\nPieces White Ke1 Pe4 Black Ke8 Pd4\nStipulation h#2\nOption EnPassant {squares}\nEndProblem\n"
        );
        let entry = read(&text).remove(0).unwrap();
        assert_eq!(entry.problem.position.double_push_square(), "e3".parse().ok(), "{squares}");
        let olive = format!(
            "algebraic:\n  white: [Ke1, Pe4]\n  black: [Ke8, Pd4]\nstipulation: \"h#2\"\noptions:\n  - EnPassant {squares}\n"
        );
        let entry = crate::files::olive::read(&olive).remove(0).unwrap();
        assert_eq!(entry.problem.position.double_push_square(), "e3".parse().ok(), "{squares}");
    }
    let text =
        "BeginProblem\nPieces White Ke1 Black Ke8\nStip h#2\nOption EnPassant e4\nEndProblem\n";
    assert!(read(text).remove(0).unwrap_err().problem.contains("rank 3 or 6"));
    let text = text.replace("EnPassant e4", "EnPassant d6");
    let error = read(&text).remove(0).unwrap_err().problem;
    assert_eq!(error, "en passant d6: black begins, expected a square on rank 3");
}

#[test]
fn says_what_is_wrong_and_where() {
    for (text, line, part) in [
        ("BeginProblem\nPieces White Ka1\nEndProblem", 1, "no stipulation"),
        ("BeginProblem\nCondition Circe\nEndProblem", 2, "Circe is not known"),
        ("BeginProblem\nPieces White Ka1 Gb2\nEndProblem", 2, "no piece of chess"),
        ("BeginProblem\nStip h#x\nEndProblem", 2, "expected a length"),
        ("BeginProblem\nStip #2", 2, "the end of the problem is missing"),
        ("Nonsense", 1, "expected BeginProblem"),
        ("BeginProblem\nStip #2\nEndProblem", 1, "no pieces"),
        ("BeginProblem\nPieces White Ke1 Qe1\nEndProblem", 2, "two pieces stand on e1"),
        ("BeginProblem\nOption Foo\nEndProblem", 2, "is no option that is known"),
        ("BeginProblem\nInput x\nEndProblem", 2, "other files are not read"),
    ] {
        let error = read(text).remove(0).unwrap_err();
        assert_eq!(error.line, line, "{error}");
        assert!(error.problem.contains(part), "{error}");
    }
}

#[test]
fn reads_what_it_writes() {
    let text = "BeginProblem Author A Title B\nPieces White Ka3 Ra8 Ke1 Black Kb1\n";
    assert!(read(text)[0].is_err());
    let text = "BeginProblem\nAuthor A\nTitle B\nPieces White Ke1 Ra1h1 Pb4 Black Kb8 Qc3\nStipulation s#3\n\
        Option Set NoCastling a1 Quodlibet MaxFlight 3 NonTr 1 2 Castling a1h8 Twin Shift b1 a1 Twin Cont Mirror a1h8 Add Black Sd4\n\
        Twin Rotate 270 Substitute Q R PolishType Stip ser-h#3 EndProblem";
    let entry = read(text).remove(0).unwrap();
    let again = read(&write(std::slice::from_ref(&entry))).remove(0).unwrap();
    assert_eq!((&again.problem, &again.twins), (&entry.problem, &entry.twins));
    assert_eq!((again.authors, again.name), (entry.authors, entry.name));
}

#[test]
fn keywords_with_umlauts_and_accents_are_those_without() {
    let german = "AnfangProblem Steine Weiß Ka1 Dd1 Schwarz Kh8 Forderung #3\n\
        Option Verführung MaxLösungen 100000 Zwilling Hinzufügen Weiß Ba2 EndeProblem";
    let entry = read(german).remove(0).unwrap();
    assert!(entry.problem.stipulation.set_play);
    assert_eq!(entry.max_solutions, Some(100_000));
    assert_eq!(boards(german), ["7k/8/8/8/8/8/8/K2Q4", "7k/8/8/8/8/8/P7/K2Q4"]);
    let french = "\u{feff}DébutProblème Pièces Blanc Ra1 Noir Rh8 Énoncé h#3 Jumeau Déplacement a1 b1 FinProblème";
    assert!(is_popeye(french));
    assert_eq!(boards(french), ["7k/8/8/8/8/8/8/K7", "7k/8/8/8/8/8/8/1K6"]);
}

#[test]
fn a_twin_that_asks_for_something_else_keeps_the_options() {
    let text = "BeginProblem Pieces White Ka1 Qd1 Black Kh8 Stipulation h#3 Option SetPlay Duplex\n\
        Twin Stipulation h # 2 Twin Stipulation #3 Twin Stipulation pser-#2 EndProblem";
    let asked = |text: &str| -> Vec<String> {
        let problems = read(text).remove(0).unwrap().problems();
        problems.into_iter().map(|(_, problem)| problem.unwrap().stipulation.to_string()).collect()
    };
    assert_eq!(asked(text), ["h#3 +k duplex", "h#2 +k duplex", "#3 +k duplex", "pser-#2 duplex"]);
    let text = "BeginProblem Pieces White Ka1 Qd1 Black Kh8 Stipulation s#3 Option Quodlibet PostKeyPlay\n\
        Twin Stipulation s#2 Twin Stipulation h#2 Twin Stipulation #1 EndProblem";
    let expected = ["s#3 quodlibet postkey", "s#2 quodlibet postkey", "h#2", "#1 quodlibet"];
    assert_eq!(asked(text), expected);
}

#[test]
fn more_twins_than_letters_are_all_written() {
    let twins: String =
        (0..30).map(|at| format!("Twin Move a1 {}3\n", ["b", "c"][at % 2])).collect();
    let text = format!("BeginProblem Pieces White Ka1 Black Kh8 Stip h#3 {twins} EndProblem");
    let entry = read(&text).remove(0).unwrap();
    let letters: Vec<String> = entry.problems().into_iter().filter_map(|(name, _)| name).collect();
    assert_eq!((letters.len(), &letters[25][..], &letters[30][..]), (31, "z", "z5"));
    let olive = super::super::olive::write(std::slice::from_ref(&entry));
    let again = super::super::olive::read(&olive).remove(0).unwrap();
    assert_eq!((again.twins.len(), again.twins), (30, entry.twins));
}

#[test]
fn rights_of_chess960_are_refused_and_not_lost() {
    let entry = |fen: &str| Entry::of(crate::Problem::new(fen, "h#2", false).unwrap());
    let why = entry("rk3r2/8/8/8/8/8/8/3K2R1 w Kkq -").unwritable().unwrap();
    assert!(why.contains("rook on g1"), "{why}");
    assert_eq!(entry("r3k2r/8/8/8/8/8/8/3K2R1 w kq -").unwritable(), None);
}

#[test]
fn a_to_b_has_a_second_board() {
    let text = "anfa\nsteine weiss Kd1 Lf2 schwarz Kc3 Ta2\nforderung ser-a=>b11\nsteine weiss Kh5 Le1 schwarz Kc3\n\
        weiter stei weis Ka1 schw Kh8 ford a=>b1 opti weiss stei weis Kb1 schw Kg8\n\
        weiter stei weis Ka1 schw Kh8 ford a=>b0.5 fors 6k1/8/8/8/8/8/8/K7\n\
        weiter stei weis Ka1 schw Kh8 ford a=>b 1.5 stei weis Kb1 schw Kh7 weiter\n\
        stei weis Ka1 schw Kh8 ford a=>b2 ende\n";
    let entries = read(text);
    let asked: Vec<(String, String)> = entries
        .iter()
        .flatten()
        .map(|entry| (entry.problem.stipulation.to_string(), entry.problem.position.to_string()))
        .collect();
    let board = "7k/8/8/8/8/8/8/K7";
    let expected = [
        ("ser-=>11 8/8/8/7K/8/2k5/8/4B3", "8/8/8/8/8/2k5/r4B2/3K4 w - - 0 1".to_string()),
        ("=>2 6k1/8/8/8/8/8/8/1K6", format!("{board} w - - 0 1")),
        ("=>1 6k1/8/8/8/8/8/8/K7", format!("{board} b - - 0 1")),
        ("=>3 8/7k/8/8/8/8/8/1K6", format!("{board} b - - 0 1")),
    ];
    for ((stipulation, fen), found) in expected.iter().zip(&asked) {
        assert_eq!((*stipulation, &fen[..]), (&found.0[..], &found.1[..]));
    }
    let missing = entries[4].as_ref().unwrap_err();
    assert!(missing.problem.contains("a=>b needs two boards"), "{missing}");
    for entry in entries.iter().flatten() {
        let written = write(std::slice::from_ref(entry));
        let again = read(&written).remove(0).unwrap();
        assert_eq!(again.problem, entry.problem, "{written}");
    }
}

#[test]
fn commas_and_semicolons_separate_and_pieces_may_stand_apart_from_squares() {
    let text = "BeginProblem;\nPieces White Kf8, Sf7; Black K h8 P g7h7;\nStipulation h#2,5;\nOption SetPlay, Duplex;\n\
        Twin Add White Qd4 Black Sb8 P a7;\nEndProblem;\n";
    assert!(is_popeye(text));
    let entry = read(text).remove(0).unwrap();
    assert_eq!(entry.problem.stipulation.to_string(), "h#2.5 +k duplex");
    assert_eq!(boards(text), ["5K1k/5Npp/8/8/8/8/8/8", "1n3K1k/p4Npp/8/8/3Q4/8/8/8"]);
    let short = "be pi wh Kf8 bl Kh8 st h#1 en";
    assert!(is_popeye(short));
    assert_eq!(boards(short), ["5K1k/8/8/8/8/8/8/8"]);
}

#[test]
fn what_comes_after_the_end_is_read_or_told() {
    let one = "BeginProblem\nPieces White Ka1 Black Kh8\nStip h#1\nEndProblem\n";
    let german = "Anfang\nSteine Weiss Ka1 Schwarz Kh8\nFord h#1\nEnde\n\u{1a}";
    let entries = read(&format!("{one}{german}"));
    let lines: Vec<usize> = entries.iter().map(|entry| entry.as_ref().unwrap().line).collect();
    assert_eq!(lines, [1, 5]);
    let entries = read(&format!("{one}\nStip h#2\n"));
    let error = entries[1].as_ref().unwrap_err();
    assert_eq!(error.line, 6);
    assert!(error.problem.contains("comes \"Stip\", expected BeginProblem"), "{error}");
}
