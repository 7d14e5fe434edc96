//! Why a move is not legal: the conditions of the rules that it breaks, each with its sentence.

use super::bits::Bits;
use super::emit::Emitter;
use super::engine::Engine;
use super::run::{Machine, Registers};
use super::state::State;
use crate::board::Board;
use crate::ground::form::{Family, Next, Stated, Written};
use crate::ground::node::{Id, Node};
use std::cmp::Reverse;

/// More ways to choose what is not written are not tried.
const MOST_TRIED: usize = 5000;

/// The words of a move as somebody has written it; cells may stand side by side, as in `a2a3`.
pub(super) fn words(text: &str, board: &Board) -> Vec<String> {
    super::notation::words(text, char::is_alphanumeric)
        .into_iter()
        .flat_map(|word| cells_of(&word, board).unwrap_or(vec![word]))
        .collect()
}

/// The cells that a word is made of: each ends in digits, and a letter begins the next.
fn cells_of(word: &str, board: &Board) -> Option<Vec<String>> {
    let mut cells = vec![String::new()];
    let mut digit = false;
    for c in word.chars() {
        if std::mem::replace(&mut digit, c.is_ascii_digit()) && !digit {
            cells.push(String::new());
        }
        cells.last_mut()?.push(c);
    }
    cells.iter().all(|cell| board.named(cell).is_some()).then_some(cells)
}

impl<B: Bits> Engine<B> {
    /// The sentences of the rules that a move as it is written breaks, by the rule that it comes nearest to; `None`
    /// where no rule has moves that are written like that.
    pub fn reasons_against(&self, state: &State, text: &str) -> Option<Vec<String>> {
        let turn = usize::from(state.head.turn);
        let side = &self.ground.sides[turn];
        let words = words(text, &self.ground.words.board);
        // Programs are written for this question alone.
        let mut machine = self.sides[turn].machine.clone();
        let mut best: Option<(Distance, Vec<String>)> = None;
        for family in &side.families {
            if let Some((distance, laws)) = self.broken(state, family, &words, &mut machine)
                && best.as_ref().is_none_or(|(least, _)| distance < *least)
            {
                best = Some((distance, laws));
            }
        }
        best.map(|(_, laws)| laws)
    }

    /// How far a family is from the written move, and the sentences of the conditions that it breaks.
    fn broken(
        &self,
        state: &State,
        family: &Family,
        words: &[String],
        machine: &mut Machine<B>,
    ) -> Option<(Distance, Vec<String>)> {
        let turn = usize::from(state.head.turn);
        let board = &self.ground.words.board;
        let mut values: Vec<Option<usize>> = vec![None; family.choices.len()];
        let mut rest = words.iter();
        let mut computed = Vec::new();
        for item in &family.written {
            match item {
                Written::Sign(sign) if sign.starts_with(char::is_alphabetic) => {
                    rest.next().filter(|word| *word == sign)?;
                }
                Written::Sign(_) => {}
                Written::Known(word) => {
                    rest.next().filter(|found| **found == word.to_lowercase())?;
                }
                Written::Cell(id) => {
                    let cell = board.named(rest.next()?)?;
                    match machine.arena.node(*id) {
                        Node::Var(var) if family.choices.iter().any(|choice| choice.var == var) => {
                            let at = family.choices.iter().position(|choice| choice.var == var)?;
                            values[at] = Some(cell);
                        }
                        _ => computed.push((*id, cell)),
                    }
                }
            }
        }
        // Further words belong to further parts, which only some rules have.
        let has_parts = matches!(family.next, Next::Part(..));
        if rest.next().is_some() && !has_parts {
            return None;
        }
        let mut roots: Vec<Id> = computed.iter().map(|(id, _)| *id).collect();
        roots.extend(family.conditions.iter().map(|condition| condition.formula));
        roots.extend(family.choices.iter().flat_map(|choice| [choice.from, choice.domain]));
        let program = Emitter::whole(machine, roots);
        let variables: Vec<usize> =
            family.choices.iter().map(|choice| machine.variable(choice.var)).collect();
        let cells: Vec<usize> = board.cells().collect();
        let mut registers = machine.registers();
        let mut best: Option<(Distance, Vec<String>)> = None;
        let mut tried = 0;
        for_all_values(&cells, &values, &mut Vec::new(), &mut |chosen| {
            tried += 1;
            for (variable, cell) in variables.iter().zip(chosen) {
                registers.numbers[*variable] = *cell as i32;
            }
            machine.run(&program, state.words(), &mut registers);
            let (distance, mut laws) = broken_laws(family, &computed, &variables, &registers);
            if distance.broken == 0 {
                let never = &self.ground.sides[turn].never;
                laws.extend(never.iter().map(|never| never.sentence.clone()));
                if laws.is_empty() {
                    laws.push(family.sentence.clone());
                }
            }
            if best.as_ref().is_none_or(|(least, _)| distance < *least) {
                best = Some((distance, laws));
            }
            tried <= MOST_TRIED
        });
        best
    }
}

/// How far a rule is from a move as it is written. The rule that is meant is one of the piece that stands there, then
/// one that goes this way, then one that little speaks against, and that late.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Distance {
    /// The first cell is none that the rule begins with.
    other_piece: bool,
    /// A cell that the rule computes is another one.
    other_way: bool,
    /// How many conditions do not hold.
    broken: usize,
    /// How many conditions hold before the first that does not.
    kept: Reverse<usize>,
}

/// How far a rule is from a move with the values in the registers, and the sentences that do not hold.
fn broken_laws<B: Bits>(
    family: &Family,
    computed: &[(Id, usize)],
    variables: &[usize],
    registers: &Registers<B>,
) -> (Distance, Vec<String>) {
    let number = |id: Id| registers.numbers[id as usize];
    let is_in =
        |set: Id, value: i32| value >= 0 && registers.sets[set as usize].has(value as usize);
    let first = family.choices.first().zip(variables.first());
    let other_piece =
        first.is_some_and(|(choice, variable)| !is_in(choice.domain, registers.numbers[*variable]));
    let matches = computed.iter().all(|(id, cell)| number(*id) == *cell as i32);
    let mut laws: Vec<String> = Vec::new();
    let mut broken = usize::from(!matches);
    if !matches {
        laws.push(family.sentence.clone());
    }
    let fails = |condition: &&Stated| number(condition.formula) == 0;
    let kept = family.conditions.iter().take_while(|condition| !fails(condition)).count();
    for condition in family.conditions.iter().filter(fails) {
        broken += 1;
        let unsaid = condition.sentence.is_empty();
        let law = if unsaid { &family.sentence } else { &condition.sentence };
        if !laws.contains(law) {
            laws.push(law.clone());
        }
    }
    for (choice, variable) in family.choices.iter().zip(variables) {
        if !is_in(choice.from, registers.numbers[*variable]) {
            broken += 1;
            if laws.is_empty() {
                laws.push(family.sentence.clone());
            }
        }
    }
    let distance = Distance { other_piece, other_way: !matches, broken, kept: Reverse(kept) };
    (distance, laws)
}

/// Goes through all values of the variables that are not known, while `visit` says so.
fn for_all_values(
    cells: &[usize],
    known: &[Option<usize>],
    chosen: &mut Vec<usize>,
    visit: &mut dyn FnMut(&[usize]) -> bool,
) -> bool {
    let Some(value) = known.get(chosen.len()) else { return visit(chosen) };
    let values = value.as_ref().map_or(cells, std::slice::from_ref);
    values.iter().all(|cell| {
        chosen.push(*cell);
        let goes_on = for_all_values(cells, known, chosen, visit);
        chosen.pop();
        goes_on
    })
}
