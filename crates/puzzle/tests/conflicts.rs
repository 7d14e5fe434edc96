//! What is broken whatever comes, beside all the ways to fill in what is open.

use std::collections::BTreeSet;
use zugwerk_logic::Limits;
use zugwerk_puzzle::{Answer, Broken, Kind, Site, Value, check, conflicts, read};

type Laws = BTreeSet<String>;

fn laws(broken: Vec<Broken>) -> Laws {
    broken.into_iter().map(|broken| format!("{} {:?}", broken.law, broken.places)).collect()
}

/// The laws that every way to fill in the open cells breaks.
fn always_broken(kind: &Kind, text: &str, layer: &str, filled: &[Option<i32>]) -> Laws {
    let puzzle = read(text, Some(kind)).unwrap().puzzle;
    let open: Vec<usize> = (0..filled.len()).filter(|&at| filled[at].is_none()).collect();
    let ways = (0..1_u32 << open.len()).map(|bits| {
        let mut whole: Vec<Option<i32>> = filled.to_vec();
        for (bit, &at) in open.iter().enumerate() {
            whole[at] = Some((bits >> bit & 1) as i32);
        }
        laws(check(kind, &puzzle, &answer(layer, &whole), &Limits::none()).unwrap().broken)
    });
    ways.reduce(|one, other| &one & &other).unwrap()
}

fn answer(layer: &str, filled: &[Option<i32>]) -> Answer {
    let mut answer = Answer::default();
    let values = &mut answer.layer_mut(layer, Site::Cell, filled.len()).values;
    for (value, filled) in values.iter_mut().zip(filled) {
        *value = filled.map_or(Value::Empty, Value::Number);
    }
    answer
}

#[test]
fn conflicts_are_what_no_way_to_go_on_can_mend() {
    let boards = [
        ("nurikabe", "black", "puzzle nurikabe 3x3\nclue\n2..\n...\n..1\n", &[0, 8][..]),
        ("kuromasu", "black", "puzzle kuromasu 3x3\nclue\n..3\n...\n3..\n", &[2, 6][..]),
        ("akari", "lamp", "puzzle akari 3x3\nwall\n...\n.#.\n...\nclue\n...\n.2.\n...\n", &[4][..]),
    ];
    let mut seed = 3_u32;
    let mut found = 0;
    for (name, layer, text, given) in boards {
        let kind = Kind::named(name).unwrap();
        let puzzle = read(text, Some(kind)).unwrap().puzzle;
        for _ in 0..12 {
            let mut any = || {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                [None, Some(0), Some(1)][(seed >> 16) as usize % 3]
            };
            let mut filled: Vec<Option<i32>> = (0..9).map(|_| any()).collect();
            for &at in given {
                filled[at] = Some(0);
            }
            let told = conflicts(kind, &puzzle, &answer(layer, &filled), &Limits::none()).unwrap();
            let told = laws(told);
            found += told.len();
            assert_eq!(told, always_broken(kind, text, layer, &filled), "{name} {filled:?}");
        }
    }
    assert!(found > 10, "{found} conflicts");
}
