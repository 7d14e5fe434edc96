//! "No" is believed only with a proof: the checker accepts every back end's proofs, and rejects
//! what was tampered with.

use proptest::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use zugwerk_logic::*;

/// `pigeons` pigeons in one hole less: no answer, and no short proof.
fn pigeons(pigeons: usize) -> Cnf {
    let mut cnf = Cnf::new();
    let sits: Vec<Vec<Bit>> =
        (0..pigeons).map(|_| (1..pigeons).map(|_| cnf.fresh()).collect()).collect();
    sits.iter().for_each(|holes| assert!(cnf.add(holes)));
    for (at, a) in sits.iter().enumerate() {
        for b in &sits[at + 1..] {
            a.iter().zip(b).for_each(|(&a, &b)| assert!(cnf.add(&[!a, !b])));
        }
    }
    cnf
}

/// The proof that `cnf` has no model, as text.
fn drat(backend: Backend, cnf: &Cnf) -> String {
    let text = Arc::new(Mutex::new(DratWriter::new(Vec::new(), |_: &[Bit]| {})));
    let mut solver = Solver::new(backend);
    solver.log(Box::new(text.clone()));
    solver.load(cnf);
    assert_eq!(solver.solve(&[], &Limits::none()), Answer::No(Vec::new()), "{}", backend.name());
    drop(solver);
    let writer = Arc::into_inner(text).unwrap().into_inner().unwrap();
    String::from_utf8(writer.into_output()).unwrap()
}

#[test]
fn proofs_of_every_back_end_are_accepted() {
    let cnf = pigeons(8);
    for backend in Backend::ALL {
        let proof = drat(backend, &cnf);
        assert!(proof.lines().count() > 100, "long enough to be worth checking");
        check_drat(&cnf, proof.as_bytes()).unwrap();
    }
}

#[test]
fn tampered_proofs_are_rejected() {
    let cnf = pigeons(6);
    for backend in Backend::ALL {
        let proof = drat(backend, &cnf);
        let lines: Vec<&str> = proof.lines().collect();
        assert!(matches!(
            check_drat(&cnf, lines[..lines.len() / 4].join("\n").as_bytes()),
            Err(ProofError::Incomplete)
        ));
        // A claim that holds only in the end, put at the beginning.
        assert!(matches!(
            check_drat(&cnf, format!("0\n{proof}").as_bytes()),
            Err(ProofError::Step { line: 1 })
        ));
        assert!(matches!(
            check_drat(&cnf, format!("1 0\n{proof}").as_bytes()),
            Err(ProofError::Step { line: 1 })
        ));
        // The proof of another question.
        let mut weaker = pigeons(6);
        weaker.fresh();
        let clauses: Vec<Vec<Bit>> = weaker.clauses().skip(1).map(<[Bit]>::to_vec).collect();
        let mut weaker = Cnf::new();
        (0..30).for_each(|_| assert!(weaker.fresh().value().is_none()));
        clauses.iter().for_each(|clause| assert!(weaker.add(clause)));
        assert!(check_drat(&weaker, proof.as_bytes()).is_err());
    }
    for nonsense in
        ["x 0\n", "1 2\n", "1 0 2\n", "999999999999 0\n", "d\u{e9} 0\n", "200000000 0\n"]
    {
        assert!(matches!(
            check_drat(&cnf, nonsense.as_bytes()),
            Err(ProofError::Syntax { line: 1, .. })
        ));
    }
}

#[test]
fn a_flipped_literal_is_noticed() {
    // Each derived clause is needed here, so that no flip can stay harmless.
    let mut cnf = Cnf::new();
    let (a, b, c) = (cnf.fresh(), cnf.fresh(), cnf.fresh());
    for clause in [[a, b, c], [a, b, !c], [a, !b, c], [a, !b, !c]] {
        cnf.add(&clause);
        cnf.add(&[!a, clause[1], clause[2]]);
    }
    check_drat(&cnf, "1 2 0\n1 0\n-1 2 0\n0\n".as_bytes()).unwrap();
    let mut satisfiable = cnf.clone();
    let d = satisfiable.fresh();
    satisfiable.add(&[d]);
    check_drat(&satisfiable, "1 2 4 0\n0\n".as_bytes()).unwrap_err();
    check_drat(&cnf, "1 2 0\n-4 0\n0\n".as_bytes()).unwrap_err();
}

#[test]
fn limits_end_a_long_search() {
    let cnf = pigeons(14);
    for backend in Backend::ALL {
        let mut solver = Solver::new(backend);
        solver.load(&cnf);
        let few = Limits::none().with_conflicts(300);
        assert_eq!(solver.solve(&[], &few), Answer::Unknown(Stop::Conflicts));
        let short = Limits::none().with_time(Duration::from_millis(30));
        assert_eq!(solver.solve(&[], &short), Answer::Unknown(Stop::Time));
        let flag = Arc::new(AtomicBool::new(false));
        let raised = flag.clone();
        let other = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            raised.store(true, Ordering::Relaxed);
        });
        let limits = Limits::none().with_flag(flag);
        assert_eq!(solver.solve(&[], &limits), Answer::Unknown(Stop::Interrupted));
        other.join().unwrap();
        // The solver is as good as before.
        let first = Bit::variable(1);
        solver.add(&[first]);
        assert_eq!(solver.solve(&[!first], &Limits::none()), Answer::No(vec![!first]));
    }
}

/// Random clauses of three, enough of them that most questions have no answer.
fn three_sat() -> impl Strategy<Value = Vec<[i32; 3]>> {
    let literal = (1..=40i32, any::<bool>()).prop_map(|(v, sign)| if sign { v } else { -v });
    prop::collection::vec([literal.clone(), literal.clone(), literal], 150..220)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn every_no_is_proved_and_every_yes_holds(clauses in three_sat(), assumed in 1..=40i32) {
        let mut verdicts = Vec::new();
        for backend in Backend::ALL {
            let checker = Arc::new(Mutex::new(ProofChecker::new()));
            let mut solver = Solver::new(backend);
            solver.log(Box::new(checker.clone()));
            for clause in &clauses {
                solver.add(&clause.map(Bit::from_dimacs));
            }
            // Under an assumption first, so that the second question starts with learnt clauses.
            for assumptions in [vec![Bit::from_dimacs(assumed)], vec![]] {
                match solver.solve(&assumptions, &Limits::none()) {
                    Answer::Yes(model) => {
                        let holds = |clause: &[i32; 3]| {
                            clause.iter().any(|&l| model.is_true(Bit::from_dimacs(l)))
                        };
                        prop_assert!(clauses.iter().all(holds));
                        prop_assert!(assumptions.iter().all(|&bit| model.is_true(bit)));
                        verdicts.push(true);
                    }
                    Answer::No(core) => {
                        let clause: Vec<Bit> = core.iter().map(|&bit| !bit).collect();
                        let mut checker = checker.lock().unwrap();
                        prop_assert_eq!(checker.wrong_step(), None);
                        prop_assert!(checker.accepts(&clause), "{}", backend.name());
                        verdicts.push(false);
                    }
                    Answer::Unknown(stop) => prop_assert!(false, "{stop:?}"),
                }
            }
        }
        prop_assert!(verdicts.chunks(2).all(|pair| pair == &verdicts[..2]), "{:?}", verdicts);
    }
}
