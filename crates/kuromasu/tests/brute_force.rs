//! Every answer found twice: by the solver in all its variants, and by trying every colouring.

use proptest::prelude::*;
use std::collections::BTreeSet;
use zugwerk_kuromasu::*;
use zugwerk_logic::{Backend, Limits};

/// Boards up to 4 by 4 (and thin ones) with random clues, most of them small enough to be possible.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    let sizes = prop_oneof![
        4 => (1usize..=4, 1usize..=4),
        1 => (Just(1usize), 1usize..=9),
        1 => (1usize..=7, Just(2usize)),
    ];
    sizes.prop_flat_map(|(height, width)| {
        let clue = prop_oneof![
            7 => Just(None),
            1 => Just(Some(Clue::Unknown)),
            4 => (0u32..=9).prop_map(|number| Some(Clue::Number(number))),
        ];
        prop::collection::vec(clue, height * width).prop_map(move |clues| {
            let mut puzzle = Puzzle::new(height, width).unwrap();
            for (cell, clue) in clues.into_iter().enumerate() {
                puzzle.set_clue(cell, clue);
            }
            puzzle
        })
    })
}

/// Puzzles with at least one solution: the clues are read off a random colouring.
fn solvable() -> impl Strategy<Value = Puzzle> {
    (puzzles(), any::<u32>(), any::<u32>()).prop_map(|(mut puzzle, colours, kept)| {
        let solutions = brute_force(&Puzzle::new(puzzle.height(), puzzle.width()).unwrap());
        let mask = solutions[colours as usize % solutions.len()];
        let colouring = Colouring::new(&puzzle, |cell| mask >> cell & 1 == 1);
        for cell in 0..puzzle.cells() {
            let visible = Clue::Number(rules::visible(&puzzle, &colouring, cell));
            let keep = kept >> cell & 1 == 1 && !colouring.is_black(cell);
            puzzle.set_clue(cell, keep.then_some(visible));
        }
        puzzle
    })
}

/// All solutions as masks of the black cells.
fn brute_force(puzzle: &Puzzle) -> Vec<u32> {
    (0..1u32 << puzzle.cells())
        .filter(|mask| mask & mask >> 1 & row_mask(puzzle) == 0)
        .filter(|mask| mask & mask >> puzzle.width() == 0)
        .filter(|mask| {
            broken_rules(puzzle, &Colouring::new(puzzle, |cell| mask >> cell & 1 == 1)).is_empty()
        })
        .collect()
}

/// Cells with a right neighbour: a quick way to skip most colourings with touching black cells.
fn row_mask(puzzle: &Puzzle) -> u32 {
    (0..puzzle.cells()).filter(|cell| (cell + 1) % puzzle.width() != 0).map(|cell| 1 << cell).sum()
}

fn mask(colouring: &Colouring, cells: usize) -> u32 {
    (0..cells).map(|cell| u32::from(colouring.is_black(cell)) << cell).sum()
}

fn variants() -> Vec<Options> {
    let mut variants = Vec::new();
    for connectivity in Connectivity::ALL {
        for backend in Backend::ALL {
            for (deduce, certify) in [(true, false), (false, false), (false, true)] {
                variants.push(Options { connectivity, backend, deduce, certify });
            }
        }
    }
    variants
}

fn check(puzzle: &Puzzle) -> Result<(), TestCaseError> {
    let expected: BTreeSet<u32> = brute_force(puzzle).into_iter().collect();
    for options in variants() {
        let mut search = Search::new(puzzle, &options);
        let mut found = BTreeSet::new();
        loop {
            match search.next(&Limits::none()) {
                Next::Solution(solution) => {
                    prop_assert_eq!(broken_rules(puzzle, &solution), vec![]);
                    prop_assert!(found.insert(mask(&solution, puzzle.cells())), "found twice");
                }
                Next::NoMore => break,
                Next::Limit(stop) => prop_assert!(false, "{stop:?}"),
            }
        }
        prop_assert_eq!(&found, &expected, "{:?}", &options);
        match search.certified() {
            Some(certificate) => prop_assert!(certificate.valid, "{:?}", &options),
            None => prop_assert!(!options.certify),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_clues(puzzle in puzzles()) {
        check(&puzzle)?;
    }

    #[test]
    fn clues_of_a_solution(puzzle in solvable()) {
        check(&puzzle)?;
    }

    #[test]
    fn deduction_keeps_every_solution(puzzle in prop_oneof![puzzles(), solvable()]) {
        let solutions = brute_force(&puzzle);
        match deduce(&puzzle) {
            Err(Contradiction) => prop_assert!(solutions.is_empty()),
            Ok(colours) => for (cell, colour) in colours.into_iter().enumerate() {
                let black = |solution: &u32| solution >> cell & 1 == 1;
                match colour {
                    Colour::Open => {}
                    Colour::Black => prop_assert!(solutions.iter().all(black)),
                    Colour::White => prop_assert!(!solutions.iter().any(black)),
                }
            }
        }
    }
}

#[test]
fn every_small_board_without_clues() {
    for height in 1..=4 {
        for width in 1..=4 {
            check(&Puzzle::new(height, width).unwrap()).unwrap();
        }
    }
}
