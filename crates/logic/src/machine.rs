//! State machines as relations, and the four questions about them, each up to a number of steps.
//!
//! A machine says what a start is, what a step may do, and what must always hold. *Solve*: can it reach
//! a goal? *Verify*: can it break its invariant? *Synthesize*: are there inputs that reach the goal from
//! every start? *Debug*: which of its laws keep it from the goal? Chess is such a machine, and so is a
//! lock in a canal: see `examples/lock.rs`.

use crate::{Answer, Bit, Constraints, Encoder, Law, Limits, Model, Solver, Stop};

/// A state machine: its laws are stated to an encoder, each under its name.
pub trait Machine {
    /// The bits of a state.
    type State: Clone;
    /// The bits of an input: what is chosen at a step.
    type Input: Clone;

    /// A state in which the machine may start.
    fn start(&self, encoder: &mut Encoder) -> Self::State;
    /// A step from `before`: what is put in, and the state after it.
    fn step(&self, encoder: &mut Encoder, before: &Self::State) -> (Self::Input, Self::State);
    /// The bit that must be true in every state.
    fn invariant(&self, encoder: &mut Encoder, state: &Self::State) -> Bit;
    /// The bits that tell inputs apart.
    fn input_bits(&self, input: &Self::Input) -> Vec<Bit>;
    /// The bits that tell states apart.
    fn state_bits(&self, state: &Self::State) -> Vec<Bit>;
    /// An input in words.
    fn show_input(&self, input: &Self::Input, model: &Model) -> String;
    /// A state in words.
    fn show_state(&self, state: &Self::State, model: &Model) -> String;
}

/// A run of a machine in words: states, and the inputs between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The states, one more than inputs.
    pub states: Vec<String>,
    /// The inputs.
    pub inputs: Vec<String>,
}

/// A machine unrolled over some steps.
struct Run<'a, M: Machine> {
    machine: &'a M,
    states: Vec<M::State>,
    inputs: Vec<M::Input>,
}

impl<'a, M: Machine> Run<'a, M> {
    fn new(machine: &'a M, encoder: &mut Encoder) -> Run<'a, M> {
        Run { machine, states: vec![machine.start(encoder)], inputs: Vec::new() }
    }

    fn last(&self) -> &M::State {
        &self.states[self.states.len() - 1]
    }

    fn step(&mut self, encoder: &mut Encoder) {
        let (input, after) = self.machine.step(encoder, self.last());
        self.inputs.push(input);
        self.states.push(after);
    }

    fn trace(&self, model: &Model) -> Trace {
        let states = self.states.iter().map(|state| self.machine.show_state(state, model));
        let inputs = self.inputs.iter().map(|input| self.machine.show_input(input, model));
        Trace { states: states.collect(), inputs: inputs.collect() }
    }

    fn input_bits(&self) -> Vec<Bit> {
        self.inputs.iter().flat_map(|input| self.machine.input_bits(input)).collect()
    }
}

/// *Solve*: the shortest run of at most `most` steps into a state where `goal` holds.
pub fn reach<M: Machine>(
    machine: &M,
    most: usize,
    limits: &Limits,
    goal: impl Fn(&mut Encoder, &M::State) -> Bit,
) -> Result<Option<Trace>, Stop> {
    let mut encoder = Encoder::new();
    let mut solver = Solver::default();
    let mut run = Run::new(machine, &mut encoder);
    for steps in 0..=most {
        if steps > 0 {
            run.step(&mut encoder);
        }
        let wanted = goal(&mut encoder, run.last());
        solver.load(encoder.cnf());
        match solver.solve(&[wanted], limits) {
            Answer::Yes(model) => return Ok(Some(run.trace(&model))),
            Answer::No(_) => {}
            Answer::Unknown(stop) => return Err(stop),
        }
    }
    Ok(None)
}

/// *Verify*: the shortest run of at most `most` steps that breaks the invariant; none if it holds so
/// long.
pub fn verify<M: Machine>(
    machine: &M,
    most: usize,
    limits: &Limits,
) -> Result<Option<Trace>, Stop> {
    reach(machine, most, limits, |encoder, state| !machine.invariant(encoder, state))
}

/// *Synthesize*: inputs for exactly `steps` steps that can be put in from every start and always lead
/// to a state where `goal` holds, by counterexample-guided refinement.
pub fn synthesize<M: Machine>(
    machine: &M,
    steps: usize,
    limits: &Limits,
    goal: impl Fn(&mut Encoder, &M::State) -> Bit,
) -> Result<Option<Vec<String>>, Stop> {
    let unroll = |encoder: &mut Encoder| {
        let mut run = Run::new(machine, encoder);
        (0..steps).for_each(|_| run.step(encoder));
        let reached = goal(encoder, run.last());
        (run, reached)
    };
    let mut guesses = Encoder::new();
    let mut guesser = Solver::default();
    let (first, reached) = unroll(&mut guesses);
    guesses.hold(reached);
    let mut checks = Encoder::new();
    let (check, reached) = unroll(&mut checks);
    let mut checker = Solver::default();
    checker.load(checks.cnf());
    loop {
        guesser.load(guesses.cnf());
        let model = match guesser.solve(&[], limits) {
            Answer::Yes(model) => model,
            Answer::No(_) => return Ok(None),
            Answer::Unknown(stop) => return Err(stop),
        };
        let pairs = std::iter::zip(first.input_bits(), check.input_bits());
        let inputs: Vec<Bit> =
            pairs.map(|(guess, bit)| if model.is_true(guess) { bit } else { !bit }).collect();
        let Some(start) = failing_start(&mut checker, &check, &inputs, reached, limits)? else {
            return Ok(Some(first.trace(&model).inputs));
        };
        // From this start, too, the inputs must lead to the goal; and they must be others.
        let (run, reached) = unroll(&mut guesses);
        guesses.hold(reached);
        for (a, b) in std::iter::zip(first.input_bits(), run.input_bits()) {
            guesses.equal(a, b);
        }
        for (bit, value) in std::iter::zip(machine.state_bits(&run.states[0]), start) {
            guesses.equal(bit, value.into());
        }
        let others = first.input_bits().into_iter();
        let others: Vec<Bit> =
            others.map(|bit| if model.is_true(bit) { !bit } else { bit }).collect();
        guesses.clause(&others);
    }
}

/// A start from which the inputs cannot be put in, or need not lead to the goal.
fn failing_start<M: Machine>(
    checker: &mut Solver,
    check: &Run<M>,
    inputs: &[Bit],
    reached: Bit,
    limits: &Limits,
) -> Result<Option<Vec<bool>>, Stop> {
    let mut encoder = Encoder::new();
    let state = check.machine.start(&mut encoder);
    let bits = check.machine.state_bits(&state);
    let mut starts = Solver::default();
    starts.load(encoder.cnf());
    loop {
        let model = match starts.solve(&[], limits) {
            Answer::Yes(model) => model,
            Answer::No(_) => return Ok(None),
            Answer::Unknown(stop) => return Err(stop),
        };
        let values: Vec<bool> = bits.iter().map(|&bit| model.is_true(bit)).collect();
        let mut given = inputs.to_vec();
        for (bit, value) in std::iter::zip(check.machine.state_bits(&check.states[0]), &values) {
            given.push(if *value { bit } else { !bit });
        }
        for (end, wanted) in [(reached, true), (!reached, false)] {
            given.push(end);
            match checker.solve(&given, limits) {
                Answer::Unknown(stop) => return Err(stop),
                Answer::Yes(_) if !wanted => return Ok(Some(values)),
                Answer::No(_) if wanted => return Ok(Some(values)),
                _ => {}
            }
            given.pop();
        }
        let other = bits.iter().map(|&bit| if model.is_true(bit) { !bit } else { bit });
        starts.add(&other.collect::<Vec<_>>());
    }
}

/// *Debug*: the fewest laws (none of them can be left out) that keep the machine from `goal` after
/// exactly `steps` steps; none if it can be reached.
pub fn debug<M: Machine>(
    machine: &M,
    steps: usize,
    limits: &Limits,
    goal: impl Fn(&mut Encoder, &M::State) -> Bit,
) -> Result<Option<Vec<Law>>, Stop> {
    let mut encoder = Encoder::with_named_laws();
    let mut run = Run::new(machine, &mut encoder);
    (0..steps).for_each(|_| run.step(&mut encoder));
    let wanted = goal(&mut encoder, run.last());
    let laws: Vec<(Law, Bit)> = encoder.laws().collect();
    let mut solver = Solver::default();
    solver.load(encoder.cnf());
    solver.add(&[wanted]);
    let switches: Vec<Bit> = laws.iter().map(|(_, switch)| *switch).collect();
    let core = solver.minimal_core(&switches, limits)?;
    Ok(core.map(|core| {
        laws.into_iter().filter(|(_, switch)| core.contains(switch)).map(|(law, _)| law).collect()
    }))
}
