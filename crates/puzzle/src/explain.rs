//! The solution step by step. A step is what one instance of a law shows by itself, with the few known facts that it needs;
//! where no law alone shows anything, something is supposed and led to a contradiction, as a chain of such steps.

mod chain;
mod closure;
mod law;
mod probe;
mod shadow;
mod step;
mod telling;
mod words;

pub(crate) use closure::Trace;
use step::SHORT;
pub use step::{BELONGS, Ending, Fact, Link, Step, Technique};

use crate::global::Values;
use crate::ground::{GroundError, Unknown, ground};
use crate::kind::Kind;
use crate::local::{Local, Pool};
use crate::number::Number;
use crate::place::Place;
use crate::statement::{Belonging, Instance, Question};
use crate::unit::Unit;
use crate::{Answer, Puzzle};
use std::collections::{HashMap, VecDeque};
use zugwerk_logic::{Answer as Solved, Bit, Limits, Solver, Stop};

/// Explains a puzzle, step by step.
pub struct Explainer<'a> {
    kind: &'a Kind,
    puzzle: &'a Puzzle,
    unknown: Vec<Unknown>,
    instances: Vec<Instance>,
    locals: Vec<Local>,
    /// Whether something that the instance speaks of has changed since it was last looked at.
    dirty: Vec<bool>,
    /// By variable: the instances that speak of it.
    speaking: Vec<Vec<usize>>,
    /// By variable: its layer and place.
    facts: HashMap<usize, (usize, usize)>,
    /// By variable that says a value of a number: which.
    values: HashMap<usize, i32>,
    /// By layer and place, where the number is known: the bit that says it.
    held: HashMap<(usize, usize), Bit>,
    /// By variable: what it says beside the answer.
    belongings: HashMap<usize, Belonging>,
    /// How many facts of the answer are known.
    answered: usize,
    known: Values,
    /// All variables that are facts or say what belongs where.
    variables: Vec<usize>,
    /// What was found last, to look near it first.
    latest: Vec<usize>,
    /// All laws together, to look a few steps ahead.
    ahead: Unit,
    question: Question,
    shadow: Option<Box<shadow::Shadow>>,
    solution: Option<Result<Vec<Bit>, Ending>>,
    /// What was filled in and has not been looked at yet.
    unproved: Vec<Bit>,
    /// Steps that were found together with the last one.
    found: VecDeque<Found>,
    /// Steps without anything to fill in that nothing has rested on yet.
    untold: Vec<Found>,
}

/// A step as it was found.
struct Found {
    step: Step,
    /// What a law about the board as a whole shows there, and the first facts of the step, of which fewer may be enough.
    rough: Option<(Vec<Bit>, Vec<Bit>)>,
}

impl From<Step> for Found {
    fn from(step: Step) -> Found {
        Found { step, rough: None }
    }
}

impl<'a> Explainer<'a> {
    /// An explainer that knows what `filled` says, or nothing.
    pub fn new(
        kind: &'a Kind,
        puzzle: &'a Puzzle,
        filled: Option<&Answer>,
        limits: &Limits,
    ) -> Result<Explainer<'a>, GroundError> {
        Explainer::with_pool(kind, puzzle, filled, None, limits)
    }

    /// The same with solvers from a pool.
    pub(crate) fn with_pool(
        kind: &'a Kind,
        puzzle: &'a Puzzle,
        filled: Option<&Answer>,
        pool: Option<&mut Pool>,
        limits: &Limits,
    ) -> Result<Explainer<'a>, GroundError> {
        let grounded = ground(kind.book(), puzzle, None, true, limits)?;
        let numbers: Vec<Number> =
            grounded.unknown.iter().flat_map(|unknown| unknown.numbers.iter().cloned()).collect();
        let locals =
            Local::all(&grounded.statement, &numbers, pool, limits).map_err(GroundError::Limit)?;
        let (mut facts, mut values) = (HashMap::new(), HashMap::new());
        for (layer, unknown) in grounded.unknown.iter().enumerate() {
            for (at, number) in unknown.numbers.iter().enumerate() {
                for bit in number.bits().iter().filter(|bit| bit.value().is_none()) {
                    facts.insert(bit.index(), (layer, at));
                }
                let single = number.single().unwrap_or_default().iter().zip(number.low()..);
                let open = single.filter(|(bit, _)| bit.value().is_none());
                values.extend(open.map(|(bit, value)| (bit.index(), value)));
            }
        }
        let count = grounded.statement.cnf().variables();
        let mut speaking: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (at, local) in locals.iter().enumerate() {
            local.scope.iter().for_each(|bit| speaking[bit.index()].push(at));
        }
        let belongings = grounded.statement.belongings().iter();
        let belongings: HashMap<usize, Belonging> =
            belongings.map(|belonging| (belonging.bit.index(), *belonging)).collect();
        let mut variables: Vec<usize> = facts.keys().chain(belongings.keys()).copied().collect();
        variables.sort_unstable();
        let laws = grounded.statement.globals().iter().map(|law| law.renamed(&mut |bit| bit));
        let ahead = Unit::new(grounded.statement.cnf(), laws.collect());
        let question = grounded.statement.into_question(Solver::default());
        let mut explainer = Explainer {
            kind,
            puzzle,
            unknown: grounded.unknown,
            instances: question.instances.clone(),
            dirty: vec![true; locals.len()],
            locals,
            speaking,
            facts,
            values,
            held: HashMap::new(),
            belongings,
            answered: 0,
            known: Values::for_variables(count),
            variables,
            latest: Vec::new(),
            ahead,
            question,
            shadow: None,
            solution: None,
            unproved: Vec::new(),
            found: VecDeque::new(),
            untold: Vec::new(),
        };
        if let Some(filled) = filled {
            explainer.fill(filled);
        }
        Ok(explainer)
    }

    /// Gives the solvers to a pool.
    pub(crate) fn give_to(self, pool: &mut Pool) {
        pool.keep(self.locals);
    }

    fn fill(&mut self, filled: &Answer) {
        let mut bits = Vec::new();
        for unknown in &self.unknown {
            for (at, number) in unknown.numbers.iter().enumerate() {
                if let Some(value) = filled.number(&unknown.name, at) {
                    bits.extend(number.telling(value));
                }
            }
        }
        bits.iter().for_each(|&bit| self.learn(bit));
        self.unproved = bits;
    }

    /// The instances of laws, by number.
    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// What is known so far.
    pub fn answer(&self) -> Answer {
        let mut answer = Answer::default();
        for unknown in &self.unknown {
            let count = unknown.numbers.len();
            let layer = answer.layer_mut(&unknown.name, unknown.site, count);
            for (at, number) in unknown.numbers.iter().enumerate() {
                let bits = number.bits();
                let told = |bit: Bit| self.value(bit);
                let is_known = match number.single() {
                    Some(single) => single.iter().any(|&bit| told(bit) == Some(true)),
                    None => bits.iter().all(|&bit| told(bit).is_some()),
                };
                if is_known {
                    layer.values[at] = crate::Value::Number(self.number_value(number));
                }
            }
        }
        answer
    }

    fn number_value(&self, number: &Number) -> i32 {
        match number.single() {
            Some(single) => {
                let at = single.iter().position(|&bit| self.value(bit) == Some(true)).unwrap_or(0);
                number.low() + at as i32
            }
            None => number.under(|bit| self.value(bit) == Some(true)),
        }
    }

    fn value(&self, bit: Bit) -> Option<bool> {
        self.known.of(bit)
    }

    fn is_known(&self, variable: usize) -> bool {
        self.value(Bit::variable(variable as u32)).is_some()
    }

    /// Takes a literal to be known, with what a number's having one value makes of it.
    fn learn(&mut self, bit: Bit) {
        if self.value(bit).is_some() {
            return;
        }
        self.known.assume(bit);
        self.latest.push(bit.index());
        for &instance in &self.speaking[bit.index()] {
            self.dirty[instance] = true;
        }
        let Some(&(layer, at)) = self.facts.get(&bit.index()) else { return };
        self.answered += 1;
        let Some(single) = self.unknown[layer].numbers[at].single().map(<[Bit]>::to_vec) else {
            return;
        };
        if !bit.is_negative() {
            self.held.insert((layer, at), bit);
            single.iter().filter(|&&other| other != bit).for_each(|&other| self.learn(!other));
        } else {
            let mut open = single.iter().filter(|&&other| self.value(other) != Some(false));
            if let (Some(&last), None) = (open.next(), open.next()) {
                self.learn(last);
            }
        }
    }

    /// The next step, or how it ends.
    pub fn next(&mut self, limits: &Limits) -> Result<Result<Step, Ending>, Stop> {
        Ok(match self.find(limits)? {
            Ok(found) => Ok(self.with_few_facts(found, limits)?),
            Err(ending) => Err(ending),
        })
    }

    /// The next step as it is found, or how it ends.
    fn find(&mut self, limits: &Limits) -> Result<Result<Found, Ending>, Stop> {
        if let Some(found) = self.found.pop_front() {
            return Ok(Ok(found));
        }
        let filled = std::mem::take(&mut self.unproved);
        if let Some(facts) = self.mistakes(&filled, limits)? {
            self.unproved = filled;
            return Ok(Err(Ending::Mistake(facts)));
        }
        if self.answered == self.facts.len() && !self.dirty.contains(&true) {
            return Ok(Err(Ending::Solved));
        }
        if let Some(outcome) = self.by_one_law(limits)? {
            return Ok(outcome);
        }
        if self.answered == self.facts.len() {
            return Ok(Err(Ending::Solved));
        }
        if let Some(step) = self.by_chain(limits)? {
            return Ok(Ok(step.into()));
        }
        Ok(self.by_contradiction(limits)?.map(Found::from))
    }

    /// Takes what a step shows to be known. Where that leaves a number only one value, the step shows this value too, and rests
    /// on what the number was known not to be.
    fn conclude(&mut self, step: &mut Step, shows: &[Bit]) {
        self.latest.clear();
        shows.iter().for_each(|&bit| self.learn(bit));
        let learnt: Vec<Bit> = self.latest.iter().map(|&at| Bit::variable(at as u32)).collect();
        for &last in learnt.iter().filter(|bit| !shows.contains(bit)) {
            let Some(&(layer, at)) = self.facts.get(&last.index()) else { continue };
            let single = self.unknown[layer].numbers[at].single();
            let Some(single) = single.filter(|_| self.value(last) == Some(true)) else { continue };
            let is_before = |other: &&Bit| other.value().is_none() && !learnt.contains(*other);
            let ruled_out = single.iter().filter(is_before);
            let because = ruled_out.filter_map(|&other| self.fact(!other));
            step.because.extend(because);
            step.shows.extend(self.fact(last));
        }
    }

    /// The facts that literals tell, each once; that a number is a value says what it is not.
    fn told(&self, bits: &[Bit]) -> Vec<Fact> {
        let mut facts: Vec<Fact> = bits.iter().filter_map(|&bit| self.fact(bit)).collect();
        let is: Vec<Place> = facts.iter().filter(|fact| fact.is).map(|fact| fact.place).collect();
        let of_layers = facts.clone();
        facts.retain(|fact| {
            fact.is || !is.contains(&fact.place) || {
                !of_layers
                    .iter()
                    .any(|other| other.is && other.place == fact.place && other.layer == fact.layer)
            }
        });
        facts.sort_by_key(|fact| (fact.place, fact.value));
        facts.dedup();
        facts
    }

    /// What a literal says.
    fn fact(&self, bit: Bit) -> Option<Fact> {
        if let Some(belonging) = self.belongings.get(&bit.index()) {
            let (layer, place) = (BELONGS.to_string(), belonging.place);
            let value = belonging.owner.1 as i32;
            return Some(Fact { layer, place, value, is: !bit.is_negative() });
        }
        let &(layer, at) = self.facts.get(&bit.index())?;
        let unknown = &self.unknown[layer];
        let number = &unknown.numbers[at];
        let place = (unknown.site, at);
        let layer = unknown.name.clone();
        if let Some(&value) = self.values.get(&bit.index()) {
            return Some(Fact { layer, place, value, is: !bit.is_negative() });
        }
        let value = number.low() + i32::from(!bit.is_negative());
        Some(Fact { layer, place, value, is: true })
    }

    /// All known facts as literals.
    fn known_bits(&self) -> Vec<Bit> {
        let bits = self.variables.iter().map(|&variable| Bit::variable(variable as u32));
        bits.filter_map(|bit| self.value(bit).map(|value| if value { bit } else { !bit })).collect()
    }

    fn switches(&self) -> Vec<Bit> {
        self.instances.iter().map(|instance| instance.switch).collect()
    }

    /// What the open facts must be: the one solution, or why there is not exactly one.
    fn solve(&mut self, limits: &Limits) -> Result<Result<Vec<Bit>, Ending>, Stop> {
        if let Some(solution) = &self.solution {
            return Ok(solution.clone());
        }
        let known = self.known_bits();
        let assumed: Vec<Bit> = known.iter().copied().chain(self.switches()).collect();
        let outcome = match self.question.solver.solve(&assumed, limits) {
            Solved::Unknown(stop) => return Err(stop),
            Solved::No(_) => {
                let core =
                    self.question.solver.small_core(&assumed, 2000, limits)?.unwrap_or_default();
                let (instances, facts) = self.split_core(&core);
                Err(Ending::Contradiction(
                    instances,
                    facts.iter().filter_map(|&b| self.fact(b)).collect(),
                ))
            }
            Solved::Yes(model) => {
                let variables = self.facts.keys().map(|&variable| Bit::variable(variable as u32));
                let mut bits: Vec<Bit> =
                    variables.map(|bit| if model.is_true(bit) { bit } else { !bit }).collect();
                bits.sort_unstable();
                Ok(bits)
            }
        };
        self.solution = Some(outcome.clone());
        Ok(outcome)
    }

    /// Those of the facts that were filled in which no solution has, or that do not go together; none where there is a
    /// solution with all of them, or none at all.
    fn mistakes(&mut self, filled: &[Bit], limits: &Limits) -> Result<Option<Vec<Fact>>, Stop> {
        let switches = self.switches();
        let holds = |bits: &[Bit], solver: &mut Solver| -> Result<bool, Stop> {
            let assumed: Vec<Bit> = bits.iter().chain(&switches).copied().collect();
            match solver.solve(&assumed, limits) {
                Solved::Unknown(stop) => Err(stop),
                solved => Ok(matches!(solved, Solved::Yes(_))),
            }
        };
        let solver = &mut self.question.solver;
        if filled.is_empty() || holds(filled, solver)? || !holds(&[], solver)? {
            return Ok(None);
        }
        let mut wrong = Vec::new();
        for &bit in filled {
            if !holds(&[bit], solver)? {
                wrong.push(bit);
            }
        }
        if wrong.is_empty() {
            let assumed: Vec<Bit> = filled.iter().chain(&switches).copied().collect();
            let core = solver.small_core(&assumed, 200, limits)?.unwrap_or_default();
            wrong.extend(filled.iter().filter(|bit| core.contains(bit)));
        }
        let mut facts: Vec<Fact> = wrong.iter().filter_map(|&bit| self.fact(bit)).collect();
        facts.dedup();
        Ok(Some(facts))
    }

    /// The instances and the facts of a core.
    fn split_core(&self, core: &[Bit]) -> (Vec<usize>, Vec<Bit>) {
        let by_switch: HashMap<usize, usize> = self
            .instances
            .iter()
            .enumerate()
            .map(|(at, instance)| (instance.switch.index(), at))
            .collect();
        let mut instances: Vec<usize> =
            core.iter().filter_map(|bit| by_switch.get(&bit.index()).copied()).collect();
        instances.sort_unstable();
        let facts =
            core.iter().copied().filter(|bit| !by_switch.contains_key(&bit.index())).collect();
        (instances, facts)
    }
}
