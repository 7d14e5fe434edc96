//! Explanations are checked against the rules they name; generated puzzles against what was asked.

use zugwerk_kuromasu::*;
use zugwerk_logic::Limits;

fn request(side: usize, seed: u64, difficulty: Option<Difficulty>) -> Request {
    Request {
        height: side,
        width: side,
        seed,
        symmetry: Symmetry::None,
        difficulty,
        minimal: false,
    }
}

fn make(request: &Request) -> Generated {
    generate(request, &Limits::none(), &mut |_| {}).unwrap()
}

/// All solutions, at most `most`.
fn solutions(puzzle: &Puzzle, most: usize) -> Vec<Colouring> {
    let mut search = Search::new(puzzle, &Options::default());
    let mut found = Vec::new();
    while let Next::Solution(solution) = search.next(&Limits::none()) {
        found.push(solution);
        if found.len() == most {
            break;
        }
    }
    found
}

#[test]
fn generated_puzzles_have_one_solution_and_the_wanted_difficulty() {
    for difficulty in Difficulty::ALL {
        for seed in 0..4 {
            let generated = make(&request(9, seed, Some(difficulty)));
            assert!(solutions(&generated.puzzle, 2) == std::slice::from_ref(&generated.solution));
            assert!(broken_rules(&generated.puzzle, &generated.solution).is_empty());
            assert_eq!(generated.difficulty, difficulty);
            assert_eq!(zugwerk_kuromasu::difficulty(&generated.puzzle), difficulty);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_puzzle() {
    let one = make(&request(8, 42, Some(Difficulty::Medium)));
    assert_eq!(one, make(&request(8, 42, Some(Difficulty::Medium))));
    assert_ne!(one, make(&request(8, 43, Some(Difficulty::Medium))));
}

#[test]
fn symmetric_layouts_are_symmetric() {
    for symmetry in Symmetry::ALL {
        let Generated { puzzle, .. } = make(&Request { symmetry, ..request(8, 3, None) });
        for (cell, _) in puzzle.clues() {
            let images = symmetry.images(puzzle.board(), zugwerk_puzzle::Site::Cell, cell);
            assert!(
                images.iter().all(|&image| puzzle.clue(image).is_some()),
                "{}",
                symmetry.name()
            );
        }
        assert_eq!(solutions(&puzzle, 2).len(), 1);
    }
}

#[test]
fn minimal_puzzles_need_every_clue() {
    let Generated { puzzle, .. } = make(&Request { minimal: true, ..request(8, 11, None) });
    for (cell, _) in puzzle.clues() {
        let mut fewer = puzzle.clone();
        fewer.set_clue(cell, None);
        assert_eq!(solutions(&fewer, 2).len(), 2, "the clue in cell {cell} is not needed");
    }
}

#[test]
fn tiny_and_thin_boards_can_be_generated() {
    for (height, width) in [(1, 1), (1, 2), (1, 7), (2, 2), (6, 1), (3, 2)] {
        let generated = make(&Request { height, width, ..request(1, 1, None) });
        assert_eq!(solutions(&generated.puzzle, 2), [generated.solution]);
    }
}

/// The puzzle with only the rules and the known cells that a step names; a puzzle cannot state known
/// cells, so the step is checked by brute force over the solver's variants instead: with the named
/// numbers alone, no colouring that agrees with the known cells has the other colour.
#[test]
fn every_step_follows_from_what_it_names() {
    let none = Limits::none();
    let thin = [(2, 7), (7, 2), (3, 5), (5, 3), (4, 4)];
    let sizes = thin.into_iter().flat_map(|size| (0..6).map(move |seed| (size, seed)));
    for ((height, width), seed) in sizes {
        let minimal = seed % 2 == 0;
        let Generated { puzzle, solution, .. } =
            make(&Request { height, width, minimal, ..request(1, seed, None) });
        let mut explainer = Explainer::new(&puzzle, &none).unwrap();
        loop {
            let before = explainer.colours().to_vec();
            let Ok(step) = explainer.next(&none).unwrap() else { break };
            assert_eq!(step.cells.is_empty(), !step.lemma.is_empty());
            for &(cell, colour) in &step.cells {
                assert_eq!(solution.is_black(cell), colour == Colour::Black, "{step:?}");
                assert!(
                    !possible_otherwise(&puzzle, &before, &step, cell, colour),
                    "{}",
                    explainer.words(&step)
                );
            }
        }
        assert!(!explainer.colours().contains(&Colour::Open));
    }
}

/// Each link of a chain follows from what it names, and the last one is a contradiction.
#[test]
fn every_link_follows_from_what_it_names() {
    let none = Limits::none();
    let (mut chains, mut within, mut parts) = (0, 0, 0);
    let sizes = [(2, 7), (3, 5), (4, 4)].into_iter();
    for ((height, width), seed) in sizes.flat_map(|size| (0..40).map(move |seed| (size, seed))) {
        let Generated { puzzle, .. } =
            make(&Request { height, width, minimal: true, ..request(1, seed, None) });
        // Chains are short on boards that are small enough to look at all colourings.
        let letters = if seed % 2 == 0 { usize::MAX } else { 60 };
        let mut explainer = Explainer::new(&puzzle, &none).unwrap().with_chains_of(letters);
        let (mut lemmas, mut supposed) = (Vec::new(), None);
        loop {
            let before = explainer.colours().to_vec();
            let Ok(step) = explainer.next(&none).unwrap() else { break };
            let Some(chain) = &step.chain else { continue };
            within += chain.links.iter().filter(|l| matches!(l.by, By::Chain(_))).count();
            chains += 1;
            // A part builds on nothing but what the parts before it have shown under the same supposition.
            assert!(lemmas.is_empty() || supposed == Some(chain.supposed));
            assert!(chain.shown.iter().all(|shown| lemmas.contains(shown)), "{step:?}");
            let shown = check_chain(&puzzle, before, chain, step.lemma.is_empty());
            if step.lemma.is_empty() {
                assert!(step.cells == [(chain.supposed.0, chain.supposed.1.other())]);
                (lemmas, supposed) = (Vec::new(), None);
            } else {
                parts += 1;
                assert!(step.lemma.iter().all(|&(cell, colour)| shown[cell] == colour));
                lemmas.extend(&step.lemma);
                supposed = Some(chain.supposed);
            }
        }
    }
    assert!(chains > 20 && parts > 0, "{chains} {parts}");
    println!("{chains} chains, {within} within others, {parts} in parts");
}

/// The colours after the chain, each link of which was checked.
fn check_chain(
    puzzle: &Puzzle,
    mut colours: Vec<Colour>,
    chain: &Chain,
    is_whole: bool,
) -> Vec<Colour> {
    assert_eq!(colours[chain.supposed.0], Colour::Open);
    assert!(chain.facts.iter().all(|&fact| colours[fact] != Colour::Open));
    colours[chain.supposed.0] = chain.supposed.1;
    chain.shown.iter().for_each(|&(cell, colour)| colours[cell] = colour);
    for (at, link) in chain.links.iter().enumerate() {
        let is_last = is_whole && at + 1 == chain.links.len();
        assert!(link.because.iter().all(|&cell| colours[cell] != Colour::Open), "{link:?}");
        let rules = match &link.by {
            By::Touch => vec![Rule::Touch],
            By::Cut => vec![Rule::Touch, Rule::Connected],
            By::Number(number) => vec![Rule::Number(*number)],
            By::Chain(within) => {
                check_chain(puzzle, colours.clone(), within, true);
                assert_eq!(link.shows, [(within.supposed.0, within.supposed.1.other())]);
                Vec::new()
            }
        };
        let (technique, difficulty) = (Technique::Search, 0);
        let (facts, cells) = (link.because.clone(), Vec::new());
        let lemma = Vec::new();
        let step = Step { cells, lemma, technique, rules, facts, chain: None, difficulty };
        for &(cell, colour) in &link.shows {
            let is_known = matches!(link.by, By::Chain(_));
            assert!(
                is_known || !possible_otherwise(puzzle, &colours, &step, cell, colour),
                "{link:?}"
            );
            assert_eq!(colours[cell] == colour.other(), is_last, "{link:?}");
        }
        if is_last && link.shows.is_empty() {
            let either = [Colour::Black, Colour::White];
            assert!(either.iter().all(|&c| !possible_otherwise(puzzle, &colours, &step, 0, c)));
        }
        link.shows.iter().for_each(|&(cell, colour)| colours[cell] = colour);
    }
    colours
}

/// Whether some colouring keeps the rules of the step and its facts, but not its conclusion.
fn possible_otherwise(
    puzzle: &Puzzle,
    before: &[Colour],
    step: &Step,
    cell: usize,
    colour: Colour,
) -> bool {
    (0..1u32 << puzzle.cells()).any(|mask| {
        let black = |cell: usize| mask >> cell & 1 == 1;
        if black(cell) == (colour == Colour::Black) {
            return false;
        }
        if step.facts.iter().any(|&fact| black(fact) != (before[fact] == Colour::Black)) {
            return false;
        }
        let colouring = Colouring::new(puzzle, black);
        let named = |broken: &Broken| match broken {
            Broken::Touching(..) => step.rules.contains(&Rule::Touch),
            Broken::CutOff(_) => step.rules.contains(&Rule::Connected),
            Broken::BlackClue(place) => {
                step.rules.contains(&Rule::Clue(puzzle.cell(place.row, place.column)))
            }
            Broken::Number { .. } => false,
        };
        // Numbers count what is seen from their cell, whatever its own colour.
        let number_broken = step.rules.iter().any(|rule| match *rule {
            Rule::Number(at) => {
                puzzle.clue(at) != Some(Clue::Number(rules::visible(puzzle, &colouring, at)))
            }
            _ => false,
        });
        !number_broken && !broken_rules(puzzle, &colouring).iter().any(named)
    })
}

#[test]
fn larger_boards_are_explained_to_the_end() {
    let none = Limits::none();
    for difficulty in Difficulty::ALL {
        let Generated { puzzle, solution, .. } = make(&request(10, 5, Some(difficulty)));
        let mut explainer = Explainer::new(&puzzle, &none).unwrap();
        let mut hardest = Technique::Clue;
        let ending = loop {
            match explainer.next(&none).unwrap() {
                Ok(step) => hardest = hardest.max(step.technique),
                Err(ending) => break ending,
            }
        };
        assert_eq!(ending, Ending::Solved);
        let expected = match difficulty {
            Difficulty::Easy => ..=Technique::Cut,
            Difficulty::Medium => ..=Technique::Contradiction,
            Difficulty::Hard => ..=Technique::Search,
        };
        assert_eq!(hardest.max(expected.end), expected.end);
        for cell in 0..puzzle.cells() {
            assert_eq!(explainer.colours()[cell] == Colour::Black, solution.is_black(cell));
        }
    }
}

#[test]
fn an_unsolvable_board_names_the_numbers_that_contradict_each_other() {
    let text = "w 5\nh 5\nc 0 0 9\nc 0 4 2\nc 2 2 5\n";
    let puzzle: Puzzle = text.parse().unwrap();
    let none = Limits::none();
    let mut explainer = Explainer::new(&puzzle, &none).unwrap();
    let Err(Ending::Contradiction(rules)) = explainer.next(&none).unwrap() else { panic!() };
    // The 9 needs the whole row, in which the 2 would see five cells.
    assert!(rules.contains(&Rule::Number(0)) && rules.contains(&Rule::Number(4)));
    assert!(!rules.contains(&Rule::Number(12)));
}

/// What is filled in is not to blame, so it takes no part in the answer.
/// An explanation of a board with several solutions colours exactly the cells on which they agree.
#[test]
fn what_all_solutions_share_is_found_and_nothing_else() {
    let none = Limits::none();
    for round in 0..120u64 {
        let (height, width) = [(3, 4), (4, 4), (2, 5), (1, 7), (4, 3)][round as usize % 5];
        let mut puzzle = Puzzle::new(height, width).unwrap();
        for clue in 0..round % 4 {
            let cell = (round * 7 + clue * 5) as usize % puzzle.cells();
            puzzle.set_clue(cell, Some(Clue::Number(2 + ((round * 3 + clue) % 4) as u32)));
        }
        let all = solutions(&puzzle, usize::MAX);
        if all.is_empty() {
            continue;
        }
        let mut explainer = Explainer::new(&puzzle, &none).unwrap();
        while explainer.next(&none).unwrap().is_ok() {}
        for cell in 0..puzzle.cells() {
            let black = all.iter().filter(|solution| solution.is_black(cell)).count();
            let shared = match black {
                0 => Colour::White,
                _ if black == all.len() => Colour::Black,
                _ => Colour::Open,
            };
            assert_eq!(explainer.colours()[cell], shared, "{puzzle:?} {cell}");
        }
    }
}

/// With the named clues alone there is no solution either.
#[test]
fn a_contradiction_needs_no_more_than_it_names() {
    let none = Limits::none();
    let mut state = 5u64;
    let mut random = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut contradictions = 0;
    for round in 0..1500 {
        let (height, width) = [(3, 4), (4, 4), (2, 7), (5, 3), (4, 6)][round % 5];
        let mut puzzle = Puzzle::new(height, width).unwrap();
        for cell in 0..puzzle.cells() {
            if random(3) > 0 {
                puzzle.set_clue(cell, Some(Clue::Number(2 + random(6) as u32)));
            }
        }
        let mut explainer = Explainer::new(&puzzle, &none).unwrap();
        let ending = loop {
            if let Err(ending) = explainer.next(&none).unwrap() {
                break ending;
            }
        };
        let Ending::Contradiction(rules) = ending else { continue };
        contradictions += 1;
        let mut named = Puzzle::new(height, width).unwrap();
        for rule in &rules {
            match *rule {
                Rule::Number(cell) => named.set_clue(cell, puzzle.clue(cell)),
                Rule::Clue(cell) if named.clue(cell).is_none() => {
                    named.set_clue(cell, Some(Clue::Unknown));
                }
                _ => {}
            }
        }
        assert!(solutions(&named, 1).is_empty(), "{puzzle:?}: {rules:?}");
    }
    assert!(contradictions > 1000, "{contradictions}");
}

#[test]
fn an_unsolvable_board_is_so_whatever_is_filled_in() {
    let puzzle: Puzzle = "w 5\nh 5\nc 0 0 9\nc 0 4 2\nc 2 2 5\n".parse().unwrap();
    let none = Limits::none();
    let mut explainer = Explainer::new(&puzzle, &none).unwrap();
    let bare = explainer.next(&none).unwrap();
    for (first, second) in [(0, 1), (7, 8), (20, 21)] {
        explainer.set(first, Colour::Black);
        explainer.set(second, Colour::Black);
        assert_eq!(explainer.next(&none).unwrap(), bare);
    }
}

#[test]
fn several_solutions_are_noticed() {
    let puzzle = Puzzle::new(3, 3).unwrap();
    let none = Limits::none();
    let mut explainer = Explainer::new(&puzzle, &none).unwrap();
    assert_eq!(explainer.next(&none).unwrap(), Err(Ending::Ambiguous));
}

#[test]
fn a_wrong_colour_is_named_and_the_puzzle_is_not_blamed() {
    let none = Limits::none();
    let Generated { puzzle, solution, .. } = make(&request(6, 3, None));
    for wrong in 0..puzzle.cells() {
        let mut explainer = Explainer::new(&puzzle, &none).unwrap();
        for cell in 0..puzzle.cells() {
            let black = solution.is_black(cell) != (cell == wrong);
            explainer.set(cell, if black { Colour::Black } else { Colour::White });
        }
        let ending = explainer.next(&none).unwrap().unwrap_err();
        assert_eq!(ending, Ending::Mistake(Mistake::Wrong(vec![wrong])));
        let place = puzzle.place(wrong).to_string();
        assert!(explainer.ending_words(&ending).starts_with(&format!("{place} is wrong")));
    }
}

#[test]
fn with_several_solutions_only_colours_that_none_has_are_a_mistake() {
    let none = Limits::none();
    let puzzle = Puzzle::new(3, 3).unwrap();
    for cell in 0..puzzle.cells() {
        // Each cell alone may be black, though the middle is not in the solution found first.
        let mut explainer = Explainer::new(&puzzle, &none).unwrap();
        explainer.set(cell, Colour::Black);
        assert!(explainer.next(&none).unwrap().is_ok(), "{cell}");
    }
    let mut explainer = Explainer::new(&puzzle, &none).unwrap();
    for cell in [0, 1, 6, 7, 8] {
        explainer.set(cell, if cell == 6 { Colour::White } else { Colour::Black });
    }
    let ending = explainer.next(&none).unwrap().unwrap_err();
    assert_eq!(ending, Ending::Mistake(Mistake::Together(vec![vec![0, 1], vec![7, 8]])));
    let words = "r1c1 and r1c2 are wrong together: no solution has all these colours. r3c2";
    assert!(explainer.ending_words(&ending).starts_with(words));
}
