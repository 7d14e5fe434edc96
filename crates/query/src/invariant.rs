//! `always`: what holds in every position that play can reach. A few positions are looked at first, then a
//! proof is tried, then the shortest line that breaks it is looked for.

use crate::answer::{Answer, Solution, Tree, Verdict};
use crate::asked::starts;
use crate::language::Language;
use crate::laws::{FormulaOf, Laws, Understood};
use crate::reachable::{Reached, reachable};
use crate::sat::Sat;
use crate::sat::always::counting::is_count;
use crate::sat::always::{Bounded, Proof, bounded, pdr, prove, prove_by_weights};
use zugwerk_logic::{Limits, Stop};

/// Positions that are looked at before anything is proved, and where nothing can be.
const FIRST_LOOK: usize = 20_000;
const LONG_LOOK: usize = 2_000_000;
/// Where the first positions are already this many plies deep, there are few at each depth: all of them are sooner
/// looked at than anything is proved.
const NARROW: usize = 64;
/// Plies of the longest line that breaks something.
const LONGEST: usize = 400;

/// Answers whether a formula holds always, in the answer.
pub fn verify_always<G: Language>(
    language: &G,
    sketch: &Understood<G::Rules>,
    always: &FormulaOf<G::Rules>,
    (sat, limits): (&mut Sat, &Limits),
    answer: &mut Answer,
) -> Result<(), Stop> {
    let plan = &sketch.plans[0];
    let rules = language.rules(plan);
    // A start with many fillings is for the solver alone.
    let starts = starts(language, &rules, sketch).unwrap_or_default();
    let known = rules.known(&sketch.start).is_some();
    let (mut deep, mut narrow) = (0, false);
    if !starts.is_empty() && starts.len() < FIRST_LOOK {
        for most in [FIRST_LOOK, LONG_LOOK] {
            let positions = &mut answer.statistics.positions;
            match reachable(&rules, &starts, always, (limits, most), positions)? {
                Reached::Broken(start, names) => {
                    answer.verdict = Verdict::No;
                    answer.engine = "search";
                    let text = (!known).then(|| rules.text(&starts[start]));
                    let tree = Tree::of(names.into_iter(), Tree::End);
                    answer.counterexample = Some(Solution { start: text, tree });
                    return Ok(());
                }
                Reached::All(count) => {
                    answer.verdict = Verdict::Yes;
                    answer.engine = "search";
                    let noun = if count == 1 { "position" } else { "positions" };
                    answer.proof =
                        vec![format!("play can reach {count} {noun}, and it holds in each")];
                    return Ok(());
                }
                Reached::Within(depth) => deep = depth,
            }
            let first = most == FIRST_LOOK;
            narrow |= first && deep >= NARROW;
            if language.lawless().is_some() {
                if first
                    && language.weighs()
                    && let Proof::Done(how) = prove_by_weights(sat, &rules, sketch, always)?
                {
                    answer.engine = "sat";
                    answer.verdict = Verdict::Yes;
                    answer.proof = how;
                    return Ok(());
                }
                answer.engine = "search";
                answer.verdict = Verdict::Limit;
                continue;
            }
            answer.engine = "sat";
            if first != narrow
                && let Proof::Done(how) = prove(sat, &rules, sketch, always)?
            {
                answer.verdict = Verdict::Yes;
                answer.proof = how;
                return Ok(());
            }
            sat.certificate = None;
        }
    } else if language.lawless().is_some() {
        answer.verdict = Verdict::Limit;
        return Ok(());
    } else {
        answer.engine = "sat";
        match bounded::search(sat, &rules, sketch, always, (0, 0))? {
            Bounded::Broken(solution) => {
                answer.verdict = Verdict::No;
                answer.counterexample = Some(solution);
                return Ok(());
            }
            Bounded::Ended(_) | Bounded::Unbroken => {}
        }
        if let Proof::Done(how) = prove(sat, &rules, sketch, always)? {
            answer.verdict = Verdict::Yes;
            answer.proof = how;
            return Ok(());
        }
        sat.certificate = None;
    }
    if language.lawless().is_some() {
        return Ok(());
    }
    answer.engine = "sat";
    // What counts is not for clauses.
    let counts = always.demands().into_iter().any(|demand| is_count(&rules, demand));
    let found = if counts { pdr::Found::Open } else { pdr::prove(sat, &rules, sketch, always)? };
    match found {
        pdr::Found::Proved(Proof::Done(how)) => {
            answer.verdict = Verdict::Yes;
            answer.proof = how;
            return Ok(());
        }
        // The shortest line that breaks it is found faster by itself.
        pdr::Found::Broken | pdr::Found::Open | pdr::Found::Proved(Proof::Open) => {}
    }
    sat.certificate = None;
    match bounded::search(sat, &rules, sketch, always, (deep, LONGEST))? {
        Bounded::Broken(solution) => {
            answer.verdict = Verdict::No;
            answer.counterexample = Some(solution);
        }
        Bounded::Ended(plies) => {
            answer.verdict = Verdict::Yes;
            answer.proof = vec![format!("every line of play ends before {plies} plies, unbroken")];
        }
        Bounded::Unbroken => answer.verdict = Verdict::Limit,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Chess;
    use crate::sat::Wanted;
    use crate::sketch::parse;
    use rand::rngs::SmallRng;
    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};
    use zugwerk_logic::Backend;

    const ATOMS: [&str; 11] = [
        "count(K) <= 1",
        "count(white) <= 1",
        "count(all) = 2",
        "a1 = K",
        "check",
        "turn = white",
        "empty h8",
        "check(white)",
        "count(q) = 0",
        "count(P) < 1",
        "castling K",
    ];

    /// Two kings have some thousand positions: whatever is proved holds in each of them, and what some line
    /// breaks is never proved.
    #[test]
    fn what_is_proved_holds_in_every_position() {
        let mut random = SmallRng::seed_from_u64(77);
        let (mut proved, mut broken) = (0, 0);
        // Where a single question is hard, nothing is proved, which is no mistake.
        let limits = Limits::none().with_conflicts(2000);
        for _ in 0..48 {
            let [a, b] = [0, 1].map(|_| ATOMS.choose(&mut random).unwrap());
            let join = ["and", "or", "or not"].choose(&mut random).unwrap();
            let not = if random.random_ratio(1, 2) { "not " } else { "" };
            let text = format!(
                "game chess\nfrom \"k7/8/8/8/8/8/8/K7 w - - 0 1\"\nalways {not}{a} {join} {b}"
            );
            let sketch = Chess.read(&parse(&text).unwrap()).unwrap();
            let always = sketch.always.clone().unwrap();
            let rules = Chess.rules(&sketch.plans[0]);
            let starts = starts(&Chess, &rules, &sketch).unwrap();
            let reached =
                reachable(&rules, &starts, &always, (&limits, usize::MAX), &mut 0).unwrap();
            let holds = matches!(reached, Reached::All(_));
            if matches!(reached, Reached::Broken(_, ref names) if names.is_empty()) {
                continue;
            }
            let mut sat = Sat::new(&limits, Backend::Own, Wanted::default());
            let proof = prove(&mut sat, &rules, &sketch, &always).unwrap_or(Proof::Open);
            assert!(holds || proof == Proof::Open, "{text}");
            proved += usize::from(proof != Proof::Open);
            broken += usize::from(!holds);
        }
        assert!(proved > 2 && broken > 2, "{proved} {broken}");
    }
}
