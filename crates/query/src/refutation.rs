//! What breaks a plan: the replies that refute what is chosen before them, and where a counterexample ends.

use crate::answer::{Answer, MoveName};
use crate::demands::Demands;
use crate::plan::{Part, Plan};
use crate::search::{Rules, Search};
use zugwerk_logic::{Limits, Stop};

/// The chosen moves up to the first reply, and the reply that refutes them: none where there is no reply
/// and the end is not as expected.
type Refutation = (Vec<MoveName>, Option<MoveName>);

/// More would tell nobody more.
const MOST: usize = 300;

/// Says in the answer which reply refutes each way to choose the moves before the first reply. Ways that
/// break a condition before are left out.
pub fn explain_replies<R: Rules>(
    rules: &R,
    plan: &Plan<R::Shape, R::Atom>,
    state: &R::State,
    limits: &Limits,
    answer: &mut Answer,
) -> Result<(), Stop> {
    let search = Search::new(rules, plan, limits);
    let mut refuter = Refuter { rules, plan, search, told: Vec::new(), found: Vec::new() };
    refuter.refute(state, 0, &mut Vec::new())?;
    answer.refuted = true;
    answer.core = sentences(&refuter.found, answer);
    Ok(())
}

/// How a line of play breaks a plan, in a sentence.
pub fn how_it_breaks<R: Rules>(
    rules: &R,
    plan: &Plan<R::Shape, R::Atom>,
    start: R::State,
    line: &[MoveName],
    demands: &Demands,
) -> String {
    let (mut state, mut line) = (start, line.iter());
    for part in &plan.parts {
        let (shape, stuck) = match part {
            Part::Condition(formula, span) => {
                if !formula.holds(&mut |atom| rules.holds(&state, atom)) {
                    return format!("{} does not hold there", demands.text(span));
                }
                continue;
            }
            Part::Exists(_, word) if word.text == "?" => (None, "there is no move".to_string()),
            Part::Exists(shape, word) => {
                (Some(shape), format!("{} cannot be played there", word.text))
            }
            Part::ForAll => {
                let what = "there is no reply, and the end is not as expected";
                (None, what.to_string())
            }
        };
        let Some(next) = line.next() else { return stuck };
        let moves = rules.moves(&state, shape);
        match moves.into_iter().find(|m| rules.name(&state, *m) == *next) {
            Some(chosen) => state = rules.play(&state, chosen),
            None => return stuck,
        }
    }
    let failed = plan.expect.demands().into_iter().zip(&demands.expect);
    let failed = failed.filter(|(demand, _)| !demand.holds(&mut |atom| rules.holds(&state, atom)));
    let failed: Vec<&str> = failed.map(|(_, text)| text.as_str()).collect();
    format!("{} does not hold there", failed.join(" and "))
}

/// One sentence for each reply, those that refute most first.
fn sentences(found: &[Refutation], answer: &Answer) -> Vec<String> {
    let mut groups: Vec<(&Option<MoveName>, Vec<String>)> = Vec::new();
    for (chosen, reply) in found {
        let line = answer.numbered(chosen);
        match groups.iter_mut().find(|(other, _)| *other == reply) {
            Some((_, lines)) => lines.push(line),
            None => groups.push((reply, vec![line])),
        }
    }
    groups.sort_by_key(|(_, lines)| std::cmp::Reverse(lines.len()));
    let sentence = |(reply, lines): &(&Option<MoveName>, Vec<String>)| {
        let everything = lines.len() == found.len() && lines.len() > 1 && found.len() < MOST;
        let what = if everything { "every choice".to_string() } else { lines.join(", ") };
        match (reply, lines.len() == 1 || everything) {
            (Some(reply), true) => format!("{what} is refuted by {}", reply.text),
            (Some(reply), false) => format!("{what} are refuted by {}", reply.text),
            (None, _) => format!("after {what} there is no reply, and the end is not as expected"),
        }
    };
    groups.iter().map(sentence).collect()
}

struct Refuter<'a, R: Rules> {
    rules: &'a R,
    plan: &'a Plan<R::Shape, R::Atom>,
    search: Search<'a, R>,
    /// Replies that have refuted something, to be tried first: few replies are a good explanation.
    told: Vec<R::Move>,
    found: Vec<Refutation>,
}

impl<R: Rules> Refuter<'_, R> {
    fn refute(
        &mut self,
        state: &R::State,
        step: usize,
        names: &mut Vec<MoveName>,
    ) -> Result<(), Stop> {
        if self.found.len() >= MOST {
            return Ok(());
        }
        let plan = self.plan;
        match plan.parts.get(step) {
            None => {}
            Some(Part::Condition(formula, _)) if self.search.true_at(state, formula)? => {
                self.refute(state, step + 1, names)?;
            }
            Some(Part::Condition(..)) => {}
            Some(Part::Exists(shape, _)) => {
                for chosen in self.rules.moves(state, Some(shape)) {
                    names.push(self.rules.name(state, chosen));
                    self.refute(&self.rules.play(state, chosen), step + 1, names)?;
                    names.pop();
                }
            }
            Some(Part::ForAll) => {
                let mut replies = self.rules.moves(state, None);
                if replies.is_empty() && !self.search.true_at(state, &plan.expect)? {
                    self.found.push((names.clone(), None));
                }
                replies.sort_by_key(|reply| !self.told.contains(reply));
                for reply in replies {
                    if !self.search.value(&self.rules.play(state, reply), step + 1)? {
                        if !self.told.contains(&reply) {
                            self.told.push(reply);
                        }
                        let name = self.rules.name(state, reply);
                        self.found.push((names.clone(), Some(name)));
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}
