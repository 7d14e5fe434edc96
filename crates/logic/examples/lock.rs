//! A lock in a canal, in the manner of a B machine: variables, an invariant, operations with guards.
//! `cargo run -p zugwerk-logic --example lock` asks the four questions about it.
//!
//! The lock has an upper and a lower gate and holds water at the upper or the lower level. A gate may
//! be open only at its level, and never both are. The careless lock forgets a guard.

use zugwerk_logic::machine::{Machine, debug, reach, synthesize, verify};
use zugwerk_logic::{Bit, Constraints, Encoder, Law, Limits, Model};

/// The lock, with or without the guard "fill and drain only behind shut gates".
struct Lock {
    careful: bool,
}

#[derive(Clone)]
struct State {
    upper_open: Bit,
    lower_open: Bit,
    full: Bit,
}

const OPERATIONS: [&str; 4] = ["turn upper gate", "turn lower gate", "fill", "drain"];

impl Machine for Lock {
    type State = State;
    type Input = [Bit; 4];

    /// All gates are shut; the water may stand either way.
    fn start(&self, encoder: &mut Encoder) -> State {
        State { upper_open: Bit::FALSE, lower_open: Bit::FALSE, full: encoder.fresh() }
    }

    fn step(&self, e: &mut Encoder, before: &State) -> ([Bit; 4], State) {
        let input = [e.fresh(), e.fresh(), e.fresh(), e.fresh()];
        let [upper, lower, fill, drain] = input;
        e.law(Law::new("one operation at a time"));
        e.exactly_one(&input);
        e.law(Law::new("the upper gate turns only at the upper level"));
        e.implies(&[upper], &[before.full]);
        e.law(Law::new("the lower gate turns only at the lower level"));
        e.implies(&[lower], &[!before.full]);
        if self.careful {
            e.law(Law::new("fill and drain only behind shut gates"));
            for water in [fill, drain] {
                e.implies(&[water], &[!before.upper_open]);
                e.implies(&[water], &[!before.lower_open]);
            }
        }
        let flows = e.choose(drain, Bit::FALSE, before.full);
        let after = State {
            upper_open: e.choose(upper, !before.upper_open, before.upper_open),
            lower_open: e.choose(lower, !before.lower_open, before.lower_open),
            full: e.choose(fill, Bit::TRUE, flows),
        };
        (input, after)
    }

    fn invariant(&self, e: &mut Encoder, state: &State) -> Bit {
        let upper = e.or(&[!state.upper_open, state.full]);
        let lower = e.or(&[!state.lower_open, !state.full]);
        e.and(&[upper, lower])
    }

    fn input_bits(&self, input: &[Bit; 4]) -> Vec<Bit> {
        input.to_vec()
    }

    fn state_bits(&self, state: &State) -> Vec<Bit> {
        vec![state.upper_open, state.lower_open, state.full]
    }

    fn show_input(&self, input: &[Bit; 4], model: &Model) -> String {
        let chosen = std::iter::zip(input, OPERATIONS).find(|(bit, _)| model.is_true(**bit));
        chosen.map_or("nothing", |(_, name)| name).to_string()
    }

    fn show_state(&self, state: &State, model: &Model) -> String {
        let gate = |open: Bit| if model.is_true(open) { "open" } else { "shut" };
        let water = if model.is_true(state.full) { "high" } else { "low" };
        format!("upper {}, lower {}, water {water}", gate(state.upper_open), gate(state.lower_open))
    }
}

fn main() {
    let limits = Limits::none();
    let both_open = |e: &mut Encoder, state: &State| e.and(&[state.upper_open, state.lower_open]);
    let lower_open = |_: &mut Encoder, state: &State| state.lower_open;
    let careful = Lock { careful: true };
    let careless = Lock { careful: false };

    let trace = reach(&careful, 5, &limits, lower_open).expect("no limit").expect("a way");
    println!("solve: the lower gate opens after {:?}", trace.inputs);

    assert_eq!(verify(&careful, 12, &limits), Ok(None));
    println!("verify: the careful lock keeps its invariant for 12 steps");
    let trace = verify(&careless, 12, &limits).expect("no limit").expect("a counterexample");
    println!("verify: the careless lock breaks it:");
    for (number, state) in trace.states.iter().enumerate() {
        let input = number.checked_sub(1).map_or("start", |at| trace.inputs[at].as_str());
        println!("  {input}: {state}");
    }

    let inputs = synthesize(&careful, 3, &limits, lower_open).expect("no limit");
    println!("synthesize: from either level the lower gate is open after {inputs:?}");
    assert_eq!(inputs.map(|inputs| inputs.len()), Some(3));

    let laws = debug(&careful, 4, &limits, both_open).expect("no limit").expect("a core");
    println!("debug: both gates are never open after 4 steps because of");
    laws.iter().for_each(|law| println!("  {}", law.name));
}
