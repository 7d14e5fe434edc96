//! One instance of a law by itself: a small solver that knows nothing else, to see what follows from it alone.
//!
//! A law about the board as a whole is not searched for all that follows, which nobody could see either: it is followed from one
//! consequence to the next.

mod context;
mod memory;

use crate::number::Number;
use crate::statement::Statement;
use crate::unit::Unit;
use context::Context;
use memory::{Known, Mask, Memory, Shown, has};
use std::collections::HashMap;
use zugwerk_logic::{Answer, Bit, Cnf, Limits, Model, Solver, Stop};

/// An instance of a law with the facts it speaks of.
pub struct Local {
    engine: Engine,
    /// The variables of facts that it speaks of.
    pub scope: Vec<Bit>,
    /// By place in the scope: its bit here.
    own: Vec<Bit>,
    /// By variable of the puzzle, where laws are followed: its bit here.
    names: HashMap<usize, Bit>,
    /// By variable here, where laws are followed: its place in the scope, if it has one.
    places: Vec<Option<usize>>,
    /// Whether it looks at many places at once.
    pub is_global: bool,
    /// What it says, where it goes back to a pool.
    key: Option<Key>,
}

/// What a law says: its scope, and its clauses one after the other.
type Key = (Vec<Bit>, Vec<Bit>);

/// The most solvers in a pool before it begins anew.
const MOST_KEPT: usize = 4000;

/// Solvers of laws with what they have found out, kept for other puzzles of the same kind and size that have the same laws.
#[derive(Default)]
pub struct Pool(HashMap<Key, Local>);

impl Pool {
    /// Keeps these for the next puzzle.
    pub fn keep(&mut self, locals: Vec<Local>) {
        if self.0.len() > MOST_KEPT {
            self.0.clear();
        }
        for mut local in locals {
            if let Some(key) = local.key.take() {
                self.0.insert(key, local);
            }
        }
    }

    fn take(&mut self, key: &Key) -> Option<Local> {
        let local = self.0.remove(key)?;
        Some(Local { key: Some(key.clone()), ..local })
    }
}

enum Engine {
    /// A single clause about facts.
    Clause(Vec<Bit>),
    Search(Box<Asked>, Memory),
    Follow(Box<Unit>),
}

/// A law's clauses, given to a solver once something is asked: on a large board most laws wait long for that.
struct Asked {
    cnf: Option<Cnf>,
    solver: Solver,
}

impl Asked {
    fn solver(&mut self) -> &mut Solver {
        if let Some(cnf) = self.cnf.take() {
            self.solver.load(&cnf);
        }
        &mut self.solver
    }
}

/// What follows from one instance of a law: a fact, and the facts it needs.
pub type Consequence = (Bit, Vec<Bit>);

/// What a law says to what is known.
pub enum Outcome {
    /// These facts are new.
    Follows(Vec<Consequence>),
    /// These known facts already contradict it.
    Contradiction(Vec<Bit>),
}

impl Local {
    /// The local solvers of all instances. `numbers` are those whose bits are facts.
    pub fn all(
        statement: &Statement,
        numbers: &[Number],
        mut pool: Option<&mut Pool>,
        limits: &Limits,
    ) -> Result<Vec<Local>, Stop> {
        let cnf = statement.cnf();
        let count = cnf.variables() + 1;
        let mut number_of: Vec<Option<usize>> = vec![None; count];
        for (at, number) in numbers.iter().enumerate() {
            for bit in number.bits().iter().filter(|bit| bit.value().is_none()) {
                number_of[bit.index()] = Some(at);
            }
        }
        let switches: HashMap<usize, usize> = statement
            .instances()
            .iter()
            .enumerate()
            .map(|(at, i)| (i.switch.index(), at))
            .collect();
        let mut own: Vec<Vec<usize>> = vec![Vec::new(); statement.instances().len()];
        // Definitions by the variable that was made last: the one they define.
        let mut defining: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (at, clause) in cnf.clauses().enumerate() {
            let switch = clause
                .iter()
                .find_map(|bit| switches.get(&bit.index()).filter(|_| bit.is_negative()));
            match switch {
                Some(&instance) => own[instance].push(at),
                None => {
                    let last = clause.iter().map(|bit| bit.index()).max().unwrap_or(0);
                    defining[last].push(at);
                }
            }
        }
        let mut belongings = vec![false; count];
        for belonging in statement.belongings() {
            belongings[belonging.bit.index()] = true;
        }
        let global =
            statement.globals().iter().filter_map(|law| law.bits().last().copied()).collect();
        let names = vec![None; count];
        let mut context = Context { cnf, numbers, number_of, belongings, defining, global, names };
        own.iter()
            .enumerate()
            .map(|(at, clauses)| {
                limits.check()?;
                let switch = statement.instances()[at].switch;
                Ok(context.local(switch, clauses, statement.globals(), pool.as_deref_mut()))
            })
            .collect()
    }

    fn name(&self, bit: Bit) -> Option<Bit> {
        let own = *self.names.get(&bit.index())?;
        Some(if bit.is_negative() { !own } else { own })
    }

    /// What follows from this law and what is known; each with the few facts that it needs where `reasons` are wanted.
    pub fn consequences(
        &mut self,
        known: impl Fn(Bit) -> Option<bool>,
        reasons: bool,
        limits: &Limits,
    ) -> Result<Outcome, Stop> {
        match &self.engine {
            Engine::Clause(clause) => Ok(clause_consequences(clause, known)),
            Engine::Search(..) => self.searched(known, reasons, limits),
            Engine::Follow(_) => {
                let (found, broken) = self.followed(known, reasons, limits)?;
                let Some(clause) = broken else { return Ok(Outcome::Follows(found)) };
                let Engine::Follow(unit) = &self.engine else {
                    return Ok(Outcome::Follows(found));
                };
                Ok(Outcome::Contradiction(self.facts(&unit.grounds(&clause, None))))
            }
        }
    }

    /// What the law shows, one consequence after the other, each with the facts right before it, and the facts by which it
    /// is broken in the end, where it is.
    pub fn derivation(
        &mut self,
        known: impl Fn(Bit) -> Option<bool>,
        limits: &Limits,
    ) -> Result<(Vec<Consequence>, Option<Vec<Bit>>), Stop> {
        if !matches!(self.engine, Engine::Follow(_)) {
            return Ok(match self.consequences(known, true, limits)? {
                Outcome::Follows(found) => (found, None),
                Outcome::Contradiction(facts) => (Vec::new(), Some(facts)),
            });
        }
        let (found, broken) = self.followed(known, true, limits)?;
        Ok((found, broken.map(|clause| self.near(&clause, None))))
    }

    /// What one consequence after the other shows, in order, with the facts right before each, which may be among those that
    /// were just shown; and the clause that is broken in the end, where one is.
    fn followed(
        &mut self,
        known: impl Fn(Bit) -> Option<bool>,
        reasons: bool,
        limits: &Limits,
    ) -> Result<(Vec<Consequence>, Option<Vec<Bit>>), Stop> {
        let literal = |(&bit, &own): (&Bit, &Bit)| known(bit).map(|on| if on { own } else { !own });
        let given: Vec<Bit> = self.scope.iter().zip(&self.own).filter_map(literal).collect();
        let Engine::Follow(unit) = &mut self.engine else { return Ok((Vec::new(), None)) };
        let broken = unit.follow(&given, limits)?;
        let Engine::Follow(unit) = &self.engine else { return Ok((Vec::new(), None)) };
        let mut found = Vec::new();
        for &own in unit.trail() {
            let Some(shown) = self.fact(own).filter(|&bit| known(bit).is_none()) else { continue };
            let because = match reasons {
                true => self.near(unit.reason(own), Some(own)),
                false => Vec::new(),
            };
            found.push((shown, because));
        }
        Ok((found, broken))
    }

    /// The fact that a bit here says.
    fn fact(&self, own: Bit) -> Option<Bit> {
        let place = self.places.get(own.index()).copied().flatten()?;
        let bit = self.scope[place];
        Some(if own == self.own[place] { bit } else { !bit })
    }

    fn facts(&self, own: &[Bit]) -> Vec<Bit> {
        own.iter().filter_map(|&bit| self.fact(bit)).collect()
    }

    /// The facts right before a clause all of whose literals but perhaps `shown` are false.
    fn near(&self, clause: &[Bit], shown: Option<Bit>) -> Vec<Bit> {
        let Engine::Follow(unit) = &self.engine else { return Vec::new() };
        let is_told = |variable: usize| self.places.get(variable).is_some_and(Option::is_some);
        self.facts(&unit.near_grounds(clause, shown, is_told))
    }

    /// Fewer facts that show the same, where there are: only laws that are followed may name too many.
    pub fn shortened(
        &mut self,
        shown: &[Bit],
        mut because: Vec<Bit>,
        limits: &Limits,
    ) -> Result<Vec<Bit>, Stop> {
        let own: Vec<Bit> = shown.iter().filter_map(|&bit| self.name(bit)).collect();
        // Many are left out at once first, then fewer, in the end each by itself.
        let mut many = (because.len().next_power_of_two() / 2).max(1);
        while many > 0 {
            let mut at = 0;
            while at < because.len() {
                let mut fewer = because.clone();
                fewer.drain(at..because.len().min(at + many));
                let given: Vec<Bit> = fewer.iter().filter_map(|&fact| self.name(fact)).collect();
                let Engine::Follow(unit) = &mut self.engine else { return Ok(because) };
                let broken = unit.follow(&given, limits)?.is_some();
                if broken || own.iter().any(|&own| unit.value(own) != Some(true)) {
                    at += many;
                    continue;
                }
                let grounds = own.iter().flat_map(|&own| unit.grounds(unit.reason(own), Some(own)));
                let grounds: Vec<Bit> = grounds.collect();
                let kept = self.named(&fewer, &grounds);
                at = because.iter().take(at).filter(|fact| kept.contains(fact)).count();
                because = kept;
            }
            many /= 2;
        }
        Ok(because)
    }

    /// Everything that the law shows, by search. What was found before is looked at first: ways to keep the law that
    /// agree with what is known rule out most of what could follow, and what followed from facts that are known still does.
    fn searched(
        &mut self,
        known: impl Fn(Bit) -> Option<bool>,
        reasons: bool,
        limits: &Limits,
    ) -> Result<Outcome, Stop> {
        let Local { engine, scope, own, .. } = self;
        let Engine::Search(asked, memory) = engine else {
            return Ok(Outcome::Follows(Vec::new()));
        };
        let solver = asked.solver();
        let mut facts = Known::new(scope.len());
        for (place, &bit) in scope.iter().enumerate() {
            if let Some(value) = known(bit) {
                facts.note(place, value);
            }
        }
        let given = literals(own, &facts);
        let mut support = memory.support(&facts);
        if !support.any {
            match solver.solve(&given, limits) {
                Answer::Unknown(stop) => return Err(stop),
                Answer::No(_) => {
                    let core = solver.minimal_core(&given, limits)?.unwrap_or_default();
                    let broken = literals(scope, &needs(own, &core, None));
                    return Ok(Outcome::Contradiction(broken));
                }
                Answer::Yes(model) => {
                    let model = mask(own, &model);
                    support.add(&model);
                    memory.keep_model(model);
                }
            }
        }
        let mut found: Vec<Shown> = Vec::new();
        for at in memory.follows(&facts) {
            let shown = memory.shown(at);
            if !reasons || shown.is_minimal {
                found.push(shown.clone());
                continue;
            }
            let (place, value) = (shown.place, shown.value);
            let mut trial = literals(own, &shown.needs);
            trial.push(if value { !own[place] } else { own[place] });
            let core = solver.minimal_core(&trial, limits)?.unwrap_or_default();
            let shorter =
                Shown { place, value, needs: needs(own, &core, Some(place)), is_minimal: true };
            memory.replace(at, shorter.clone());
            found.push(shorter);
        }
        let is_found = |found: &[Shown], place: usize| found.iter().any(|it| it.place == place);
        // A fact follows where no model has its opposite: every model found rules out many.
        for (place, &fact) in scope.iter().enumerate().rev() {
            let undecided = has(&support.on, place) != has(&support.off, place);
            if !undecided || known(fact).is_some() || is_found(&found, place) {
                continue;
            }
            let value = has(&support.on, place);
            let mut trial = given.clone();
            trial.push(if value { !own[place] } else { own[place] });
            let core = match solver.solve(&trial, limits) {
                Answer::Unknown(stop) => return Err(stop),
                Answer::Yes(model) => {
                    let model = mask(own, &model);
                    support.add(&model);
                    memory.keep_model(model);
                    continue;
                }
                Answer::No(_) if reasons => {
                    solver.minimal_core(&trial, limits)?.unwrap_or_default()
                }
                Answer::No(core) => core,
            };
            let needs = needs(own, &core, Some(place));
            let shown = Shown { place, value, needs, is_minimal: reasons };
            memory.keep_shown(shown.clone());
            found.push(shown);
        }
        let told = |shown: Shown| {
            let bit = scope[shown.place];
            (if shown.value { bit } else { !bit }, literals(scope, &shown.needs))
        };
        Ok(Outcome::Follows(found.into_iter().map(told).collect()))
    }

    /// Those of the facts whose bits here are in the core.
    fn named(&self, facts: &[Bit], core: &[Bit]) -> Vec<Bit> {
        let is_in = |fact: &&Bit| self.name(**fact).is_some_and(|own| core.contains(&own));
        facts.iter().filter(is_in).copied().collect()
    }
}

/// What follows from one clause.
fn clause_consequences(clause: &[Bit], known: impl Fn(Bit) -> Option<bool>) -> Outcome {
    let nothing = Outcome::Follows(Vec::new());
    let mut open = None;
    for &bit in clause {
        match known(bit) {
            Some(true) => return nothing,
            Some(false) => {}
            None if open.is_some() => return nothing,
            None => open = Some(bit),
        }
    }
    let because = clause.iter().filter(|&&bit| Some(bit) != open).map(|&bit| !bit).collect();
    match open {
        Some(bit) => Outcome::Follows(vec![(bit, because)]),
        None => Outcome::Contradiction(because),
    }
}

/// The literals of what is known.
fn literals(bits: &[Bit], known: &Known) -> Vec<Bit> {
    let literal =
        |(place, &bit): (usize, &Bit)| match (has(&known.on, place), has(&known.off, place)) {
            (true, _) => Some(bit),
            (_, true) => Some(!bit),
            _ => None,
        };
    bits.iter().enumerate().filter_map(literal).collect()
}

/// The facts in a core of given literals; the one that was tried against them is none, for it is not given.
fn needs(own: &[Bit], core: &[Bit], tried: Option<usize>) -> Known {
    let mut known = Known::new(own.len());
    for bit in core {
        let place = own.iter().position(|other| other.index() == bit.index());
        if let Some(place) = place.filter(|&place| Some(place) != tried) {
            known.note(place, own[place] == *bit);
        }
    }
    known
}

/// A model as the set of places that are true in it.
fn mask(own: &[Bit], model: &Model) -> Mask {
    let mut known = Known::new(own.len());
    for (place, &bit) in own.iter().enumerate() {
        if model.is_true(bit) {
            known.note(place, true);
        }
    }
    known.on
}
