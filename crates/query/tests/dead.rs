//! Dead positions in sketches: what FIDE calls so on the search, and never something else on the solver.

use zugwerk_query::{Answer, Engine, Options, Question, Verdict, ask};

const WALLS: &str = "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1";

fn answer(sketch: &str, options: &Options) -> Answer {
    ask(sketch, options).unwrap_or_else(|mistake| panic!("{}", mistake.draw("s", sketch, false)))
}

fn verdict(from: &str, play: &str, expect: &str) -> Verdict {
    let sketch = format!("game chess\nfrom \"{from}\"\nplay {play}\nexpect {expect}\n");
    let found = answer(&sketch, &Options::default());
    assert_eq!(found.engine, "search", "{sketch}");
    found.verdict
}

#[test]
fn walls_are_dead_though_the_material_would_do() {
    assert_eq!(verdict(WALLS, "?", "dead"), Verdict::Yes);
    assert_eq!(verdict(WALLS, "?", "dead and not insufficient"), Verdict::Yes);
    assert_eq!(verdict(WALLS, "?", "insufficient"), Verdict::No);
    // The last gap is closed by one move only.
    let gap = "4k3/7p/8/1p1p1p2/1P1P1P1P/8/8/4K3 b - - 0 1";
    let sketch = format!("game chess\nfrom \"{gap}\"\nplay ?\nexpect dead\n");
    let found = answer(&sketch, &Options { most: 10, ..Options::default() });
    let moves: Vec<String> =
        found.solutions.iter().map(|way| way.tree.trunk()[0].text.clone()).collect();
    assert_eq!((moves, found.complete), (vec!["h5".to_string()], true));
}

#[test]
fn a_mate_that_takes_a_search_is_no_dead_position() {
    // Both sides can still be mated, though not by anything that the walls show.
    let bishops = "4k3/8/3pBp2/3PbP2/3pBp2/3PbP2/8/4K3 w - - 0 1";
    assert_eq!(verdict(bishops, "?", "not dead"), Verdict::Yes);
    // Stalemated or mated, nobody can mate any more: the rule ends what has already ended.
    assert_eq!(verdict("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7", "dead and stalemate"), Verdict::Yes);
}

#[test]
fn conditions_repetitions_and_holes_mean_the_same() {
    assert_eq!(verdict(WALLS, "? [dead] ?", "legal"), Verdict::Yes);
    assert_eq!(verdict(WALLS, "(? [not dead]){1..2}", "legal"), Verdict::No);
    let holes =
        "game chess\nfrom \"4k3/8/8/1p1p1p1?/1P1P1P1P/8/8/4K3 w\"\nwhere dead\nexpect legal\n";
    let found = answer(holes, &Options { most: 20, ..Options::default() });
    let starts: Vec<&str> = found.solutions.iter().filter_map(|way| way.start.as_deref()).collect();
    assert!(starts.contains(&WALLS), "{starts:?}");
    assert!(starts.iter().all(|start| !start.contains("1p1p1p2/")), "{starts:?}");
}

#[test]
fn the_solver_refuses_what_it_has_no_law_for() {
    let dead = format!("game chess\nfrom \"{WALLS}\"\nplay ?\nexpect dead\n");
    let options = Options::default();
    for options in [
        Options { engine: Engine::Sat, ..options.clone() },
        Options { certify: true, ..options.clone() },
        Options { cnf: true, ..options.clone() },
        Options { profile: true, ..options.clone() },
    ] {
        let mistake = ask(&dead, &options).unwrap_err();
        assert!(mistake.to_string().contains("dead is not for the solver"), "{mistake}");
    }
    for sketch in
        ["game chess\nalways not dead\n".to_string(), format!("{dead}without \"no law\"\n")]
    {
        let mistake = ask(&sketch, &options).unwrap_err();
        assert!(mistake.to_string().contains("dead is not for the solver"), "{mistake}");
    }
    // Too little material is a law.
    let sat = Options { engine: Engine::Sat, ..options };
    assert_eq!(answer(&dead.replace("dead", "insufficient"), &sat).verdict, Verdict::No);
    let bare = "game chess\nfrom \"8/8/8/8/8/2k5/1p6/K7 w - - 0 1\"\nplay ?\nexpect insufficient\n";
    let found = [Engine::Search, Engine::Sat]
        .map(|engine| answer(bare, &Options { engine, ..sat.clone() }).verdict);
    assert_eq!(found[0], found[1]);
}

#[test]
fn an_explanation_is_found_by_search() {
    let sketch = format!("game chess\nfrom \"{WALLS}\"\nplay ?\nexpect not dead\n");
    let debug = Options { question: Some(Question::Debug), ..Options::default() };
    let found = answer(&sketch, &debug);
    assert_eq!((found.verdict, found.engine), (Verdict::No, "search"));
    assert!(found.core.iter().any(|why| why.contains("not dead")), "{:?}", found.core);
}
