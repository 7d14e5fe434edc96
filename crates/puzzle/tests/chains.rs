//! Chains tell everything that they rest on.

use zugwerk_logic::Limits;
use zugwerk_puzzle::{Ending, Explainer, Fact, Kind, Step, read};

/// Fillominos whose chains give one cell two values.
const FILLOMINOS: [&str; 3] = [
    "fillomino\n..6..\n..355\n.335.\n5.4..\n..22.\n",
    "fillomino\n.....\n.1442\n7....\n.8...\n.73.3\n",
    "fillomino\n.....\n.8..6\n6.86.\n.1.8.\n3.81.\n",
];

fn steps(text: &str) -> Vec<Step> {
    let limits = Limits::none();
    let document = read(text, None).unwrap();
    let kind = Kind::named(&document.puzzle.kind).unwrap();
    let mut explainer = Explainer::new(kind, &document.puzzle, None, &limits).unwrap();
    let mut steps = Vec::new();
    loop {
        match explainer.next(&limits).unwrap() {
            Ok(step) => steps.push(step),
            Err(ending) => {
                assert_eq!(ending, Ending::Solved, "{text}");
                return steps;
            }
        }
    }
}

/// Whether a fact is among these, or follows from them by a place's having one value of 1 to `most`.
fn follows(fact: &Fact, known: &[Fact], most: i32) -> bool {
    let here = |other: &&Fact| (&other.layer, other.place) == (&fact.layer, fact.place);
    let is_told = |value: i32, is: bool| {
        known.iter().filter(here).any(|other| other.value == value && other.is == is)
    };
    let others = || (1..=most).filter(|&value| value != fact.value);
    is_told(fact.value, fact.is)
        || match fact.is {
            true => others().all(|value| is_told(value, false)),
            false => others().any(|value| is_told(value, true)),
        }
}

#[test]
fn a_chain_rests_on_what_is_known_supposed_or_shown_before() {
    for text in FILLOMINOS {
        let steps = steps(text);
        let shown = steps.iter().flat_map(|step| &step.shows);
        let most = shown.map(|fact| fact.value).max().unwrap();
        let mut known: Vec<Fact> = Vec::new();
        let mut clashes = 0;
        for step in &steps {
            // What only the supposition gives is nothing that the step rests on.
            for fact in &step.because {
                assert!(follows(fact, &known, most), "{text}{fact:?} of {step:?}");
            }
            let opposite = step.shows.iter().map(|fact| Fact { is: !fact.is, ..fact.clone() });
            let mut told: Vec<Fact> = known.iter().cloned().chain(opposite).collect();
            for link in &step.chain {
                // A law shows one thing after the other, and what it showed first may show the next.
                told.extend(link.shows.iter().cloned());
                for fact in &link.because {
                    assert!(follows(fact, &told, most), "{text}{fact:?} of {link:?}");
                    let is_clash = |other: &&Fact| {
                        fact.is && other.is && other.place == fact.place && *other != fact
                    };
                    clashes += link.because.iter().filter(is_clash).count();
                }
            }
            known.extend(step.shows.iter().cloned());
        }
        assert!(clashes > 0, "no chain of this puzzle gives a cell two values: {text}");
    }
}
