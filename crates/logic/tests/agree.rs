//! Every answer found two ways: by the solvers, and by trying all assignments.

use proptest::prelude::*;
use std::collections::BTreeSet;
use zugwerk_logic::*;

/// Clauses over `variables` variables, as numbers in the manner of DIMACS.
fn clauses(variables: i32) -> impl Strategy<Value = Vec<Vec<i32>>> {
    let literal = (1..=variables, any::<bool>()).prop_map(|(v, sign)| if sign { v } else { -v });
    prop::collection::vec(prop::collection::vec(literal, 1..4), 0..40)
}

fn cnf(variables: i32, clauses: &[Vec<i32>]) -> Cnf {
    let mut cnf = Cnf::new();
    while cnf.variables() < variables as usize {
        cnf.fresh();
    }
    for clause in clauses {
        cnf.add(&clause.iter().map(|&literal| Bit::from_dimacs(literal)).collect::<Vec<_>>());
    }
    cnf
}

/// All models as masks of the true variables.
fn brute_force(variables: i32, clauses: &[Vec<i32>]) -> Vec<u32> {
    let holds =
        |mask: u32, literal: i32| (mask >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0);
    (0..1u32 << variables)
        .filter(|&mask| clauses.iter().all(|clause| clause.iter().any(|&l| holds(mask, l))))
        .collect()
}

fn mask(model: &Model, variables: u32) -> u32 {
    (0..variables).map(|v| u32::from(model.is_true(Bit::variable(v + 1))) << v).sum()
}

const VARIABLES: i32 = 8;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn enumeration_finds_every_model_once(clauses in clauses(VARIABLES)) {
        let expected = brute_force(VARIABLES, &clauses);
        let bits: Vec<Bit> = (1..=VARIABLES as u32).map(Bit::variable).collect();
        for backend in Backend::ALL {
            let mut solver = Solver::new(backend);
            solver.load(&cnf(VARIABLES, &clauses));
            let mut found = Vec::new();
            let end = solver.enumerate(&bits, &[], &Limits::none(), |model| {
                found.push(mask(model, VARIABLES as u32));
                true
            });
            found.sort_unstable();
            prop_assert_eq!(end, End::Complete);
            prop_assert_eq!(&found, &expected, "{}", backend.name());
        }
    }

    #[test]
    fn projected_enumeration_finds_every_combination_once(clauses in clauses(VARIABLES)) {
        let low: BTreeSet<u32> = brute_force(VARIABLES, &clauses).iter().map(|m| m & 7).collect();
        let bits: Vec<Bit> = (1..=3).map(Bit::variable).collect();
        for backend in Backend::ALL {
            let mut solver = Solver::new(backend);
            solver.load(&cnf(VARIABLES, &clauses));
            let mut found = Vec::new();
            solver.enumerate(&bits, &[], &Limits::none(), |model| {
                found.push(mask(model, 3));
                true
            });
            prop_assert_eq!(found.len(), low.len(), "{}", backend.name());
            prop_assert_eq!(&found.into_iter().collect::<BTreeSet<_>>(), &low);
        }
    }

    #[test]
    fn cores_are_contradictory_and_minimal(
        clauses in clauses(VARIABLES),
        signs in prop::collection::vec(any::<bool>(), VARIABLES as usize),
    ) {
        let assumptions: Vec<i32> =
            signs.iter().zip(1..).map(|(&sign, v)| if sign { v } else { -v }).collect();
        let agrees = |chosen: &[i32]| {
            let units = chosen.iter().map(|&literal| vec![literal]);
            !brute_force(VARIABLES, &clauses.iter().cloned().chain(units).collect::<Vec<_>>()).is_empty()
        };
        for backend in Backend::ALL {
            let mut solver = Solver::new(backend);
            solver.load(&cnf(VARIABLES, &clauses));
            let bits: Vec<Bit> = assumptions.iter().map(|&a| Bit::from_dimacs(a)).collect();
            match solver.minimal_core(&bits, &Limits::none()).unwrap() {
                None => prop_assert!(agrees(&assumptions)),
                Some(core) => {
                    let core: Vec<i32> = core.iter().map(|bit| bit.dimacs()).collect();
                    prop_assert!(!agrees(&core), "{}", backend.name());
                    for left_out in 0..core.len() {
                        let mut rest = core.clone();
                        rest.remove(left_out);
                        prop_assert!(agrees(&rest), "{}", backend.name());
                    }
                }
            }
            // Without patience the core may be larger than need be, but it is one.
            if let Some(core) = solver.small_core(&bits, 0, &Limits::none()).unwrap() {
                let core: Vec<i32> = core.iter().map(|bit| bit.dimacs()).collect();
                prop_assert!(!agrees(&core), "{}", backend.name());
                prop_assert!(core.iter().all(|literal| assumptions.contains(literal)));
            }
            // Left out several at a time, the rest is still a core.
            if let Some(core) = solver.rough_core(&bits, 8, 2, &Limits::none()).unwrap() {
                let core: Vec<i32> = core.iter().map(|bit| bit.dimacs()).collect();
                prop_assert!(!agrees(&core), "{}", backend.name());
            }
            // The same solver still answers the plain question afterwards.
            let answer = solver.solve(&[], &Limits::none());
            prop_assert_eq!(matches!(answer, Answer::Yes(_)), agrees(&[]));
        }
    }

    #[test]
    fn the_encoder_allows_exactly_what_the_checker_allows(
        known in prop::collection::vec(prop::option::of(any::<bool>()), 9),
        count in 0usize..10,
    ) {
        let mut encoder = Encoder::new();
        let bits: Vec<Bit> =
            known.iter().map(|&k| k.map_or_else(|| encoder.fresh(), Bit::from)).collect();
        let open: Vec<Bit> = bits.iter().copied().filter(|bit| bit.value().is_none()).collect();
        for law in 0..5 {
            let mut encoder = encoder.clone();
            state_law(&mut encoder, law, count, &bits);
            for backend in Backend::ALL {
                let mut solver = Solver::new(backend);
                solver.load(encoder.cnf());
                let mut found = BTreeSet::new();
                solver.enumerate(&open, &[], &Limits::none(), |model| {
                    found.insert(bits.iter().map(|&bit| model.is_true(bit)).collect::<Vec<_>>())
                });
                let expected: BTreeSet<Vec<bool>> = (0..1u32 << 9)
                    .map(|mask| (0..9).map(|i| mask >> i & 1 == 1).collect::<Vec<bool>>())
                    .filter(|values| {
                        known.iter().zip(values).all(|(k, v)| k.is_none_or(|k| k == *v))
                    })
                    .filter(|values| {
                        let mut checker = Checker::new();
                        let bits: Vec<Bit> = values.iter().map(|&v| Bit::from(v)).collect();
                        state_law(&mut checker, law, count, &bits);
                        assert!(checker.is_complete());
                        let sum = values.iter().filter(|&&v| v).count();
                        assert_eq!(checker.holds(), holds(law, count, sum, values));
                        checker.holds()
                    })
                    .collect();
                prop_assert_eq!(&found, &expected, "law {} by {}", law, backend.name());
            }
        }
    }

    #[test]
    fn what_is_stated_under_a_guard_holds_with_it_and_asks_for_nothing_without(
        known in prop::collection::vec(prop::option::of(any::<bool>()), 9),
        count in 0usize..10,
    ) {
        let mut encoder = Encoder::new();
        let (outer, guard) = (encoder.fresh(), encoder.fresh());
        let bits: Vec<Bit> =
            known.iter().map(|&k| k.map_or_else(|| encoder.fresh(), Bit::from)).collect();
        let open: Vec<Bit> = bits.iter().copied().filter(|bit| bit.value().is_none()).collect();
        for law in 0..5 {
            let models = |encoder: &Encoder, given: &[Bit]| {
                let mut solver = Solver::default();
                solver.load(encoder.cnf());
                let mut found = BTreeSet::new();
                solver.enumerate(&open, given, &Limits::none(), |model| {
                    found.insert(open.iter().map(|&bit| model.is_true(bit)).collect::<Vec<_>>())
                });
                found
            };
            let mut plain = encoder.clone();
            state_law(&mut plain, law, count, &bits);
            let mut guarded = encoder.clone();
            guarded.under(outer, |c| c.under(guard, |c| state_law(c, law, count, &bits)));
            prop_assert_eq!(models(&guarded, &[outer, guard]), models(&plain, &[]), "law {}", law);
            for without in [[!outer, guard], [outer, !guard]] {
                prop_assert_eq!(models(&guarded, &without).len(), 1 << open.len(), "law {}", law);
            }
        }
    }

    #[test]
    fn the_least_number_of_true_bits(clauses in clauses(VARIABLES)) {
        let least = brute_force(VARIABLES, &clauses).iter().map(|m| (m & 31).count_ones()).min();
        for backend in Backend::ALL {
            let mut encoder = Encoder::new();
            let bits: Vec<Bit> = (0..VARIABLES).map(|_| encoder.fresh()).collect();
            for clause in &clauses {
                encoder.clause(&clause.iter().map(|&l| Bit::from_dimacs(l)).collect::<Vec<_>>());
            }
            let mut solver = Solver::new(backend);
            let found = solver.minimize(&mut encoder, &bits[..5], &[], &Limits::none()).unwrap();
            prop_assert_eq!(found.map(|(count, _)| count as u32), least);
        }
    }

    #[test]
    fn propagation_derives_only_what_follows(
        clauses in clauses(VARIABLES),
        given in prop::collection::vec(1..=VARIABLES, 0..3),
    ) {
        let bits: Vec<Bit> = given.iter().map(|&v| Bit::from_dimacs(v)).collect();
        let mut all = clauses.clone();
        all.extend(given.iter().map(|&v| vec![v]));
        let models = brute_force(VARIABLES, &all);
        match propagate(&cnf(VARIABLES, &clauses), &bits) {
            Err(_) => prop_assert!(models.is_empty()),
            Ok(derived) => for bit in derived {
                let v = bit.index() as u32 - 1;
                prop_assert!(models.iter().all(|m| (m >> v & 1 == 1) != bit.is_negative()));
            }
        }
    }
}

fn state_law(c: &mut impl Constraints, law: u8, count: usize, bits: &[Bit]) {
    c.law(Law::about("counting", u32::from(law)));
    match law {
        0 => c.at_most(count, bits),
        1 => c.at_least(count, bits),
        2 => c.exactly(count, bits),
        3 => {
            let reached = c.counts(count, bits);
            c.hold(!reached);
        }
        _ => {
            let (a, b) = (c.same(bits[0], bits[1]), c.choose(bits[2], bits[3], bits[4]));
            c.equal_if(&[bits[5]], a, b);
        }
    }
}

/// What the laws of [`state_law`] mean.
fn holds(law: u8, count: usize, sum: usize, values: &[bool]) -> bool {
    match law {
        0 => sum <= count,
        1 => sum >= count,
        2 => sum == count,
        3 => sum < count,
        _ => {
            let chosen = if values[2] { values[3] } else { values[4] };
            !values[5] || (values[0] == values[1]) == chosen
        }
    }
}
