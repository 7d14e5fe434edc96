//! Why a move is not legal: the conditions of the rules that it breaks, each with its sentence.

use super::bits::Bits;
use super::engine::{Engine, Scratch};
use super::state::State;
use crate::ground::form::{Family, Written};
use crate::ground::node::Node;

/// More ways to choose what is not written are not tried.
const MOST_TRIED: usize = 5000;

impl<B: Bits> Engine<B> {
    /// The sentences of the rules that a move as it is written breaks, by the rule that it breaks least; `None` where
    /// no rule has moves that are written like that.
    pub fn reasons_against(
        &self,
        state: &State,
        text: &str,
        scratch: &mut Scratch<B>,
    ) -> Option<Vec<String>> {
        let turn = usize::from(state.turn);
        let side = &self.ground.sides[turn];
        let words: Vec<String> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        let mut best: Option<(usize, Vec<String>)> = None;
        for family in &side.families {
            if let Some((broken, laws)) = self.broken(state, family, &words, scratch)
                && best.as_ref().is_none_or(|(least, _)| broken < *least)
            {
                best = Some((broken, laws));
            }
        }
        best.map(|(_, laws)| laws)
    }

    /// How many conditions of a family the written move breaks, and their sentences.
    fn broken(
        &self,
        state: &State,
        family: &Family,
        words: &[String],
        scratch: &mut Scratch<B>,
    ) -> Option<(usize, Vec<String>)> {
        let turn = usize::from(state.turn);
        let board = &self.ground.words.board;
        let machine = &self.sides[turn].machine;
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
                    match machine.nodes[*id as usize] {
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
        let has_parts = matches!(family.next, crate::ground::form::Next::Part(..));
        if rest.next().is_some() && !has_parts {
            return None;
        }
        let mut best: Option<(usize, Vec<String>)> = None;
        let mut tried = 0;
        self.try_values(
            state,
            family,
            &values,
            &mut Vec::new(),
            &mut tried,
            scratch,
            &mut |registers, arena_run| {
                let matches = computed.iter().all(|(id, cell)| {
                    arena_run(*id, registers);
                    registers.numbers[*id as usize] == *cell as i32
                });
                let mut laws: Vec<String> = Vec::new();
                let mut broken = usize::from(!matches);
                if !matches {
                    laws.push(family.sentence.clone());
                }
                for condition in &family.conditions {
                    arena_run(condition.formula, registers);
                    if registers.numbers[condition.formula as usize] == 0 {
                        broken += 1;
                        let law = if condition.sentence.is_empty() {
                            &family.sentence
                        } else {
                            &condition.sentence
                        };
                        if !laws.contains(law) {
                            laws.push(law.clone());
                        }
                    }
                }
                for choice in &family.choices {
                    arena_run(choice.from, registers);
                    let value = registers.numbers[machine.variable(choice.var)];
                    if value < 0 || !registers.sets[choice.from as usize].has(value as usize) {
                        broken += 1;
                        if laws.is_empty() {
                            laws.push(family.sentence.clone());
                        }
                    }
                }
                if broken == 0 {
                    let never =
                        self.ground.sides[turn].never.iter().map(|never| never.sentence.clone());
                    laws.extend(never);
                    if laws.is_empty() {
                        laws.push(family.sentence.clone());
                    }
                }
                if best.as_ref().is_none_or(|(least, _)| broken < *least) {
                    best = Some((broken, laws));
                }
            },
        );
        best
    }

    /// Tries all values of the variables that are not written.
    #[allow(clippy::too_many_arguments, clippy::type_complexity)]
    fn try_values(
        &self,
        state: &State,
        family: &Family,
        known: &[Option<usize>],
        chosen: &mut Vec<usize>,
        tried: &mut usize,
        scratch: &mut Scratch<B>,
        visit: &mut dyn FnMut(
            &mut super::run::Registers<B>,
            &dyn Fn(crate::ground::node::Id, &mut super::run::Registers<B>),
        ),
    ) {
        let turn = usize::from(state.turn);
        let machine = &self.sides[turn].machine;
        if *tried > MOST_TRIED {
            return;
        }
        let Some(value) = known.get(chosen.len()) else {
            *tried += 1;
            let registers = self.registers(scratch, turn);
            for (choice, cell) in family.choices.iter().zip(chosen.iter()) {
                registers.numbers[machine.variable(choice.var)] = *cell as i32;
            }
            let arena = &self.ground.sides[turn].arena;
            let run = |id: crate::ground::node::Id, registers: &mut super::run::Registers<B>| {
                let mut order = arena.order([id]);
                order.retain(|id| !arena.node(*id).is_constant());
                machine.run(&order, state.words(), registers);
            };
            visit(registers, &run);
            return;
        };
        let cells: Vec<usize> = match value {
            Some(cell) => vec![*cell],
            None => self.ground.words.board.cells().collect(),
        };
        for cell in cells {
            chosen.push(cell);
            self.try_values(state, family, known, chosen, tried, scratch, visit);
            chosen.pop();
        }
    }
}
