//! Every kind against a brute force over small boards: the same solutions, all of them, and proofs that hold.

mod oracle;

use oracle::{Chance, Oracle, all_answers};
use std::collections::BTreeSet;
use zugwerk_logic::Limits;
use zugwerk_puzzle::{
    Answer, BELONGS, Board, Ending, Explainer, Kind, Next, Puzzle, Search, Value, check, text,
};

/// Answers in an order, to be compared.
fn key(oracle: &Oracle, answer: &Answer) -> Vec<i32> {
    let layers = oracle.unknown.iter().map(|unknown| &answer.layers[unknown.0]);
    layers.flat_map(|layer| layer.values.iter().map(|value| value.number().unwrap())).collect()
}

fn solutions_by_force(oracle: &Oracle, puzzle: &Puzzle) -> Vec<Answer> {
    let mut found = Vec::new();
    all_answers(oracle, puzzle, |answer| {
        if (oracle.check)(puzzle, answer) {
            found.push(answer.clone());
        }
    });
    found
}

fn solutions(kind: &Kind, puzzle: &Puzzle) -> Vec<Answer> {
    let limits = Limits::none();
    let mut search =
        Search::new(kind, puzzle, None, true, &limits).unwrap_or_else(|e| panic!("{e:?}"));
    let mut found = Vec::new();
    loop {
        match search.next(&limits) {
            Next::Solution(answer) => found.push(answer),
            Next::NoMore => break,
            Next::Limit(stop) => panic!("{stop:?}"),
        }
        assert!(found.len() < 100_000);
    }
    let certificate = search.certificate().expect("a proof was asked for");
    assert!(certificate.valid, "{certificate:?} {puzzle:?}");
    found
}

/// Sets random clues that one of the solutions without clues keeps.
fn with_clues(oracle: &Oracle, base: &Puzzle, solution: &Answer, chance: &mut Chance) -> Puzzle {
    let mut puzzle = base.clone();
    let rare = 2 + chance.below(4);
    for &(layer, site, low, high) in oracle.clues {
        for at in 0..puzzle.count(site) {
            if chance.below(rare) > 0 {
                continue;
            }
            let candidates: Vec<Value> = match oracle.lists {
                false => {
                    (low..=high).filter(|&v| v != 0 || layer != "less").map(Value::Number).collect()
                }
                true => lists().into_iter().map(Value::List).collect(),
            };
            let fitting = candidates.into_iter().find(|value| {
                puzzle.layer_mut(layer, site).values[at] = value.clone();
                (oracle.check)(&puzzle, solution)
            });
            puzzle.layer_mut(layer, site).values[at] = fitting.unwrap_or_default();
        }
    }
    puzzle
}

/// All lists of a few small numbers.
fn lists() -> Vec<Vec<Option<i32>>> {
    let mut all = vec![vec![Some(0)]];
    for a in 1..=8 {
        all.push(vec![Some(a)]);
        for b in 1..=4 {
            all.push(vec![Some(a), Some(b)]);
            for c in 1..=2 {
                all.push(vec![Some(a), Some(b), Some(c)]);
            }
        }
    }
    all
}

/// Every step is true of all solutions, and the end is the right one.
fn explains(kind: &Kind, puzzle: &Puzzle, expected: &[Answer]) {
    let limits = Limits::none();
    let mut explainer =
        Explainer::new(kind, puzzle, None, &limits).unwrap_or_else(|e| panic!("{e:?}"));
    let mut shown = explainer.answer();
    loop {
        match explainer.next(&limits).unwrap() {
            Ok(step) => {
                assert!(!step.shows.is_empty() && !explainer.words(&step).is_empty());
                for fact in step.shows.iter().filter(|fact| fact.layer != BELONGS) {
                    let holds = |answer: &Answer| {
                        (answer.number(&fact.layer, fact.place.1) == Some(fact.value)) == fact.is
                    };
                    assert!(expected.iter().all(holds), "{step:?} {puzzle:?}");
                    if let Some(layer) = shown.layers.get_mut(&fact.layer).filter(|_| fact.is) {
                        layer.values[fact.place.1] = Value::Number(fact.value);
                    }
                }
            }
            Err(Ending::Solved) => {
                assert_eq!(expected.len(), 1, "{puzzle:?}");
                assert_eq!(shown, expected[0], "a value was never shown");
                assert_eq!(explainer.answer(), expected[0]);
                return;
            }
            Err(Ending::Ambiguous) => return assert!(expected.len() > 1, "{puzzle:?}"),
            Err(ending @ (Ending::Contradiction(..) | Ending::Mistake(_))) => {
                assert!(expected.is_empty(), "{} {puzzle:?}", explainer.ending_words(&ending));
                return;
            }
        }
    }
}

/// Right answers are right and others are not, also after a way through text.
fn checks(oracle: &Oracle, kind: &Kind, puzzle: &Puzzle, expected: &[Answer], chance: &mut Chance) {
    let limits = Limits::none();
    if let Some(answer) = expected.first() {
        let written = text::write(kind, puzzle, Some(answer));
        let (read, read_answer) =
            text::read(kind, &written).unwrap_or_else(|e| panic!("{e} in {written}"));
        assert_eq!(read_answer.as_ref(), Some(answer), "{written}");
        assert!(check(kind, &read, answer, &limits).unwrap().is_correct(), "{written}");
        let rows = text::answer_rows(kind, puzzle, answer).join("\n");
        assert_eq!(text::read_answer(kind, puzzle, &rows).as_ref(), Ok(answer), "{rows}");
    }
    let mut wrong = expected.first().cloned();
    if wrong.is_none() {
        all_answers(oracle, puzzle, |answer| {
            wrong.get_or_insert_with(|| answer.clone());
        });
    }
    let Some(mut wrong) = wrong else { return };
    for &(name, _, low, high) in oracle.unknown {
        let values = &mut wrong.layers.get_mut(name).unwrap().values;
        let at = chance.below(values.len());
        values[at] = Value::Number(low + chance.below((high - low + 1) as usize) as i32);
    }
    let verdict = check(kind, puzzle, &wrong, &limits).unwrap();
    assert_eq!(
        verdict.is_correct(),
        (oracle.check)(puzzle, &wrong),
        "{verdict:?} {puzzle:?} {wrong:?}"
    );
}

fn try_kind(oracle: &Oracle, rounds: usize) {
    // Random sums seldom fit together.
    let rounds = if oracle.kind == "kakuro" { 5 * rounds } else { rounds };
    let kind = Kind::named(oracle.kind).expect("a known kind");
    let mut chance = Chance(7);
    let (mut solvable, mut unique) = (0, 0);
    for round in 0..rounds {
        let (width, height) = oracle.boards[round % oracle.boards.len()];
        let mut puzzle = (oracle.base)(&mut chance, Board::new(width, height));
        let mut expected = solutions_by_force(oracle, &puzzle);
        if !oracle.clues.is_empty() && !expected.is_empty() {
            let chosen = chance.below(expected.len());
            puzzle = with_clues(oracle, &puzzle, &expected[chosen].clone(), &mut chance);
            expected = solutions_by_force(oracle, &puzzle);
        }
        let found = solutions(kind, &puzzle);
        let expected_keys: BTreeSet<Vec<i32>> = expected.iter().map(|a| key(oracle, a)).collect();
        let found_keys: BTreeSet<Vec<i32>> = found.iter().map(|a| key(oracle, a)).collect();
        assert_eq!(found_keys.len(), found.len(), "{}: a solution came twice", oracle.kind);
        assert_eq!(found_keys, expected_keys, "{puzzle:?}");
        explains(kind, &puzzle, &expected);
        checks(oracle, kind, &puzzle, &expected, &mut chance);
        solvable += usize::from(!expected.is_empty());
        unique += usize::from(expected.len() == 1);
    }
    assert!(solvable > 0, "{}: no board of {rounds} had a solution", oracle.kind);
    println!("{}: {solvable} solvable, {unique} unique of {rounds}", oracle.kind);
}

#[test]
fn kinds_with_cells_agree() {
    oracle::cells::ORACLES.iter().for_each(|oracle| try_kind(oracle, 20));
}

#[test]
fn kinds_with_digits_agree() {
    oracle::digits::ORACLES.iter().for_each(|oracle| try_kind(oracle, 12));
}

#[test]
fn kinds_with_lines_agree() {
    oracle::lines::ORACLES.iter().for_each(|oracle| try_kind(oracle, 14));
}

#[test]
fn every_kind_has_an_oracle() {
    let all =
        [oracle::cells::ORACLES, oracle::digits::ORACLES, oracle::lines::ORACLES].concat_names();
    let known: BTreeSet<String> = Kind::all().map(|kind| kind.name().to_string()).collect();
    assert_eq!(all, known);
}

trait Names {
    fn concat_names(&self) -> BTreeSet<String>;
}

impl Names for [&[Oracle]; 3] {
    fn concat_names(&self) -> BTreeSet<String> {
        self.iter()
            .flat_map(|oracles| oracles.iter())
            .map(|oracle| oracle.kind.to_string())
            .collect()
    }
}
