//! One plan for every filling of a start with holes: the moves before the first reply are the same in all of
//! them, what answers the replies may differ.

use crate::answer::{Answer, MoveName, Solution, Tree, Verdict};
use crate::ask::Options;
use crate::asked::starts;
use crate::language::{Language, TooMany};
use crate::laws::{Laws, PlanOf, Understood};
use crate::plan::{Part, Plan};
use crate::sat::Sat;
use crate::search::Search;
use crate::sketch::{Formula, Start, Word};
use zugwerk_logic::Stop;

/// As many fillings for which a move fails are told, and no more.
const MOST_TOLD: usize = 5;

/// Answers for each length of the line, the shortest first, until one plan serves every filling.
pub fn answer_for_all<G: Language>(
    language: &G,
    sketch: &Understood<G::Rules>,
    options: &Options,
    answer: &mut Answer,
) -> Result<Result<(), Stop>, TooMany> {
    answer.verdict = Verdict::No;
    for plan in &sketch.plans {
        let rules = language.rules(plan);
        let states = starts(language, &rules, sketch)?;
        let most = options.most_of(plan);
        let search = Search::new(&rules, plan, &options.limits);
        let mut together =
            Together { rules: &rules, plan, search, most, names: Vec::new(), found: Vec::new() };
        let mut result = together.plans(&states, 0);
        if result.is_ok() && together.found.is_empty() {
            result = together.explain(&states, &mut answer.core);
        }
        answer.statistics.positions += together.search.positions;
        if let Err(stop) = result {
            return Ok(Err(stop));
        }
        if !together.found.is_empty() {
            answer.complete = most > 1 && together.found.len() < most;
            answer.solutions = together.found;
            answer.verdict = Verdict::Yes;
            answer.core.clear();
            answer.proof = vec![match states.len() {
                1 => "the start has one filling".to_string(),
                count => format!("the same moves serve each of {count} fillings of the start"),
            }];
            break;
        }
    }
    Ok(Ok(()))
}

/// Whether the solver can look for a filling for which moves fail: nothing is chosen after a reply.
pub fn is_for_the_solver<G: Language>(language: &G, sketch: &Understood<G::Rules>) -> bool {
    let simple = |plan: &PlanOf<G::Rules>| {
        let replied = plan.parts.iter().skip_while(|part| !matches!(part, Part::ForAll));
        replied.into_iter().all(|part| !matches!(part, Part::Exists(..)))
    };
    language.lawless().is_none() && sketch.plans.iter().all(simple)
}

/// The same where there are too many fillings to try each: moves that serve a few of them are looked for by search, a
/// filling for which these fail by the solver, and so on until there are no such moves or no such filling.
pub fn answer_by_solver<G: Language>(
    language: &G,
    sketch: &Understood<G::Rules>,
    options: &Options,
    answer: &mut Answer,
) -> Result<(), Stop> {
    let limits = options.limits.clone().with_memory(options.memory);
    let mut sat = Sat::new(&limits, options.backend, Default::default());
    answer.verdict = Verdict::No;
    answer.engine = "sat";
    let mut fillings: Vec<<G::Rules as crate::search::Rules>::State> = Vec::new();
    for plan in &sketch.plans {
        let rules = language.rules(plan);
        let filling = |text: Option<String>| {
            let word = Word { text: text?, span: 0..0 };
            rules.known(&language.start(&Start::Position(word)).ok()?)
        };
        if fillings.is_empty() {
            let any = Plan { parts: Vec::new(), expect: Formula::And(Vec::new()) };
            let found = sat.solve(&rules, sketch, &any, 1);
            if let Some(stop) = found.stopped {
                return Err(stop);
            }
            let start = found.solutions.into_iter().next().and_then(|solution| solution.start);
            fillings.extend(filling(start));
        }
        let most = options.most_of(plan);
        // Moves that are known to serve every filling.
        let mut proved: Vec<Vec<MoveName>> = Vec::new();
        loop {
            let search = Search::new(&rules, plan, &options.limits);
            let (names, found) = (Vec::new(), Vec::new());
            let mut together = Together { rules: &rules, plan, search, most, names, found };
            together.plans(&fillings, 0)?;
            answer.statistics.positions += together.search.positions;
            let candidates = together.found;
            let mut failed = None;
            for candidate in &candidates {
                let trunk = candidate.tree.trunk();
                if proved.contains(&trunk) {
                    continue;
                }
                let fixed = with_moves(language, plan, &trunk);
                match sat.verify(&rules, sketch, &fixed)? {
                    None => proved.push(trunk),
                    Some(broken) => {
                        failed = Some(filling(broken.start));
                        break;
                    }
                }
            }
            answer.statistics.conflicts = sat.statistics.conflicts;
            match failed {
                Some(Some(state)) => fillings.push(state),
                // A filling that cannot be read back: nothing is claimed.
                Some(None) => return Err(Stop::Conflicts),
                None if candidates.is_empty() => break,
                None => {
                    answer.complete = most > 1 && candidates.len() < most;
                    answer.solutions = candidates;
                    answer.verdict = Verdict::Yes;
                    let count = fillings.len();
                    let noun = if count == 1 { "one" } else { "these" };
                    answer.proof = vec![format!(
                        "no filling is left for which it fails; {count} had to be looked at, and {noun} by search"
                    )];
                    answer.core.clear();
                    return Ok(());
                }
            }
        }
        let told = few_fillings(&rules, plan, &fillings, options)?;
        answer.core = vec![match told.len() {
            0 => "no position is like the start of the sketch".to_string(),
            1 => format!("nothing serves the filling {}", told[0]),
            _ => format!("no moves serve all of these fillings: {}", told.join(", ")),
        }];
    }
    Ok(())
}

/// A plan in which the moves before the first reply are these.
fn with_moves<G: Language>(
    language: &G,
    plan: &PlanOf<G::Rules>,
    moves: &[MoveName],
) -> PlanOf<G::Rules> {
    let mut moves = moves.iter();
    type PartOf<L> = Part<<L as crate::search::Rules>::Shape, <L as crate::search::Rules>::Atom>;
    let fix = |part: &PartOf<G::Rules>| match part {
        Part::Exists(shape, word) => {
            let named = moves.next().map(|name| Word { text: name.code.clone(), ..word.clone() });
            let known = named.as_ref().and_then(|word| language.shape(word).ok());
            Part::Exists(known.unwrap_or_else(|| shape.clone()), named.unwrap_or(word.clone()))
        }
        other => other.clone(),
    };
    Plan { parts: plan.parts.iter().map(fix).collect(), expect: plan.expect.clone() }
}

/// Of fillings that no moves serve together, as few as suffice.
fn few_fillings<L: Laws>(
    rules: &L,
    plan: &PlanOf<L>,
    fillings: &[L::State],
    options: &Options,
) -> Result<Vec<String>, Stop> {
    let mut kept = fillings.to_vec();
    let mut at = 0;
    while at < kept.len() && kept.len() > 1 {
        let mut fewer = kept.clone();
        fewer.remove(at);
        let search = Search::new(rules, plan, &options.limits);
        let (names, found) = (Vec::new(), Vec::new());
        let mut together = Together { rules, plan, search, most: 1, names, found };
        together.plans(&fewer, 0)?;
        match together.found.is_empty() {
            true => kept = fewer,
            false => at += 1,
        }
    }
    Ok(kept.iter().map(|state| rules.text(state)).collect())
}

/// A search that plays the same moves from several positions.
struct Together<'a, L: Laws> {
    rules: &'a L,
    plan: &'a PlanOf<L>,
    search: Search<'a, L>,
    most: usize,
    names: Vec<MoveName>,
    found: Vec<Solution>,
}

impl<L: Laws> Together<'_, L> {
    /// Finds the ways to go on from step `step` that serve all positions. Of no positions at all, none.
    fn plans(&mut self, states: &[L::State], step: usize) -> Result<(), Stop> {
        if states.is_empty() || self.found.len() >= self.most {
            return Ok(());
        }
        for state in states {
            if !self.search.value(state, step)? {
                return Ok(());
            }
        }
        match self.plan.parts.get(step) {
            Some(Part::Condition(..)) => self.plans(states, step + 1),
            Some(Part::Exists(shape, _)) => {
                for name in self.names_of(&states[0], shape) {
                    let Some(next) = self.play_in_all(states, shape, &name) else { continue };
                    self.names.push(name);
                    self.plans(&next, step + 1)?;
                    self.names.pop();
                }
                Ok(())
            }
            // From the first reply on each filling has its own answer.
            Some(Part::ForAll) | None => {
                let tree = Tree::of(self.names.iter().cloned(), Tree::End);
                self.found.push(Solution { start: None, tree });
                Ok(())
            }
        }
    }

    fn names_of(&self, state: &L::State, shape: &L::Shape) -> Vec<MoveName> {
        let moves = self.rules.moves(state, Some(shape));
        moves.into_iter().map(|chosen| self.rules.name(state, chosen)).collect()
    }

    /// The position after the move of this name, where there is one.
    fn play(&self, state: &L::State, shape: &L::Shape, name: &MoveName) -> Option<L::State> {
        let moves = self.rules.moves(state, Some(shape));
        let same = |chosen: &L::Move| self.rules.name(state, *chosen).code == name.code;
        Some(self.rules.play(state, moves.into_iter().find(same)?))
    }

    fn play_in_all(
        &self,
        states: &[L::State],
        shape: &L::Shape,
        name: &MoveName,
    ) -> Option<Vec<L::State>> {
        states.iter().map(|state| self.play(state, shape, name)).collect()
    }

    /// The first move that serves most fillings, and those for which it fails.
    fn explain(&mut self, states: &[L::State], core: &mut Vec<String>) -> Result<(), Stop> {
        core.clear();
        if states.is_empty() {
            core.push("no position is like the start of the sketch".to_string());
            return Ok(());
        }
        let first = self.plan.parts.iter().position(|part| matches!(part, Part::Exists(..)));
        let Some((at, Part::Exists(shape, _))) = first.map(|at| (at, &self.plan.parts[at])) else {
            let failing = self.failing(states, 0)?;
            core.push(self.told("it fails for", &failing, states.len()));
            return Ok(());
        };
        let mut names: Vec<MoveName> = Vec::new();
        for state in states {
            for name in self.names_of(state, shape) {
                if !names.iter().any(|known| known.code == name.code) {
                    names.push(name);
                }
            }
        }
        let mut best: Option<(MoveName, Vec<L::State>)> = None;
        for name in names {
            let mut failing = Vec::new();
            for state in states {
                let next = self.play(state, shape, &name);
                let works = match next {
                    Some(next) => self.search.value(&next, at + 1)?,
                    None => false,
                };
                if !works {
                    failing.push(state.clone());
                }
            }
            if best.as_ref().is_none_or(|(_, fewest)| failing.len() < fewest.len()) {
                best = Some((name, failing));
            }
        }
        core.push(match best {
            None => "there is no such move in any filling".to_string(),
            Some((name, failing)) if failing.is_empty() => {
                format!("{} serves every filling, but what comes after it does not", name.text)
            }
            Some((name, failing)) => {
                let what =
                    format!("no move serves more fillings than {}, and it fails for", name.text);
                self.told(&what, &failing, states.len())
            }
        });
        Ok(())
    }

    fn failing(&mut self, states: &[L::State], step: usize) -> Result<Vec<L::State>, Stop> {
        let mut failing = Vec::new();
        for state in states {
            if !self.search.value(state, step)? {
                failing.push(state.clone());
            }
        }
        Ok(failing)
    }

    fn told(&self, what: &str, failing: &[L::State], all: usize) -> String {
        let texts: Vec<String> =
            failing.iter().take(MOST_TOLD).map(|state| self.rules.text(state)).collect();
        let more = match failing.len().saturating_sub(MOST_TOLD) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("{what} {} of {all}: {}{more}", failing.len(), texts.join(", "))
    }
}
