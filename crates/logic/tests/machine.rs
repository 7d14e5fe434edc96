//! The four questions, asked of a counter that is small enough to know all its answers.

use zugwerk_logic::machine::{Machine, debug, reach, synthesize, verify};
use zugwerk_logic::{Bit, Constraints, Encoder, Law, Limits, Model};

/// Counts from 0 to 7: an input bit adds one, or nothing. It may start at 0 or 1.
struct Counter {
    /// It does not go beyond 6.
    stops: bool,
}

fn at(encoder: &mut Encoder, state: &[Bit; 3], value: u32) -> Bit {
    let bits: Vec<Bit> =
        (0..3).map(|i| if value >> i & 1 == 1 { state[i] } else { !state[i] }).collect();
    encoder.and(&bits)
}

impl Machine for Counter {
    type State = [Bit; 3];
    type Input = Bit;

    fn start(&self, encoder: &mut Encoder) -> [Bit; 3] {
        [encoder.fresh(), Bit::FALSE, Bit::FALSE]
    }

    fn step(&self, e: &mut Encoder, &[a, b, c]: &[Bit; 3]) -> (Bit, [Bit; 3]) {
        let add = e.fresh();
        let carry = e.and(&[add, a]);
        let carried = e.and(&[carry, b]);
        let after = [!e.same(a, add), !e.same(b, carry), !e.same(c, carried)];
        if self.stops {
            let seven = at(e, &after, 7);
            e.law(Law::new("six is enough"));
            e.hold(!seven);
        }
        (add, after)
    }

    fn invariant(&self, encoder: &mut Encoder, state: &[Bit; 3]) -> Bit {
        !at(encoder, state, 7)
    }

    fn input_bits(&self, input: &Bit) -> Vec<Bit> {
        vec![*input]
    }

    fn state_bits(&self, state: &[Bit; 3]) -> Vec<Bit> {
        state.to_vec()
    }

    fn show_input(&self, input: &Bit, model: &Model) -> String {
        if model.is_true(*input) { "add" } else { "wait" }.to_string()
    }

    fn show_state(&self, state: &[Bit; 3], model: &Model) -> String {
        let value: u32 = (0..3).map(|i| u32::from(model.is_true(state[i])) << i).sum();
        value.to_string()
    }
}

#[test]
fn solve_finds_the_shortest_run() {
    let machine = Counter { stops: false };
    let five = |e: &mut Encoder, state: &[Bit; 3]| at(e, state, 5);
    let trace = reach(&machine, 9, &Limits::none(), five).unwrap().unwrap();
    assert_eq!(trace.states, ["1", "2", "3", "4", "5"]);
    assert_eq!(trace.inputs, ["add"; 4]);
    assert_eq!(reach(&machine, 3, &Limits::none(), five), Ok(None));
}

#[test]
fn verify_returns_the_run_that_breaks_the_invariant() {
    let trace = verify(&Counter { stops: false }, 9, &Limits::none()).unwrap().unwrap();
    assert_eq!(trace.states.last().map(String::as_str), Some("7"));
    assert_eq!(trace.inputs.len(), 6);
    assert_eq!(verify(&Counter { stops: false }, 5, &Limits::none()), Ok(None));
    assert_eq!(verify(&Counter { stops: true }, 12, &Limits::none()), Ok(None));
}

/// No inputs lead both starts to 3, because they stay one apart; but some lead both beyond 3, and the
/// counter that stops at 6 refuses too many additions from the higher start.
#[test]
fn synthesize_wants_inputs_for_every_start() {
    let machine = Counter { stops: true };
    let three = |e: &mut Encoder, state: &[Bit; 3]| at(e, state, 3);
    let beyond = |_: &mut Encoder, state: &[Bit; 3]| state[2];
    assert_eq!(synthesize(&machine, 4, &Limits::none(), three), Ok(None));
    for steps in 4..=7 {
        let inputs = synthesize(&machine, steps, &Limits::none(), beyond).unwrap().unwrap();
        let added = inputs.iter().filter(|input| *input == "add").count();
        assert!((4..=5).contains(&added), "{inputs:?}");
    }
    assert_eq!(synthesize(&machine, 3, &Limits::none(), beyond), Ok(None));
}

#[test]
fn debug_names_the_law_in_the_way() {
    let seven = |e: &mut Encoder, state: &[Bit; 3]| at(e, state, 7);
    let core = debug(&Counter { stops: true }, 6, &Limits::none(), seven).unwrap().unwrap();
    assert_eq!(core, [Law::new("six is enough")]);
    assert_eq!(debug(&Counter { stops: false }, 6, &Limits::none(), seven), Ok(None));
}
