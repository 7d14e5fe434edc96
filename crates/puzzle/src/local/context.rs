//! How the solver of one instance of a law is made: its clauses, and whatever they rest on.

use super::memory::Memory;
use super::{Asked, Engine, Local, Pool};
use crate::global::Global;
use crate::number::Number;
use crate::unit::Unit;
use std::collections::{HashMap, HashSet};
use zugwerk_logic::{Bit, Cnf, Solver};

/// The clauses and facts of a puzzle, from which the solver of each instance is made.
pub(super) struct Context<'a> {
    pub cnf: &'a Cnf,
    pub numbers: &'a [Number],
    /// By variable of a fact: the number it tells of.
    pub number_of: Vec<Option<usize>>,
    /// By variable: whether it is a fact beside the answer.
    pub belongings: Vec<bool>,
    /// By variable: the clauses that define it.
    pub defining: Vec<Vec<usize>>,
    /// The switches of laws about the board as a whole.
    pub global: HashSet<Bit>,
    /// By variable: its bit in the instance that is looked at; none between two instances.
    pub names: Vec<Option<Bit>>,
}

impl Context<'_> {
    /// What the instance says, where that is one clause about facts.
    fn single_clause(&self, switch: Bit, clauses: &[usize]) -> Option<Vec<Bit>> {
        let [only] = clauses else { return None };
        let clause = self.cnf.clause(*only).iter().copied();
        let clause: Vec<Bit> = clause.filter(|bit| bit.index() != switch.index()).collect();
        let is_fact =
            |bit: &Bit| self.number_of[bit.index()].is_some() || self.belongings[bit.index()];
        let is_global = self.global.contains(&switch);
        (!is_global && clause.iter().all(is_fact)).then_some(clause)
    }

    /// The solver of one instance: its clauses, the definitions they rest on, and that every number has one value.
    pub fn local(
        &mut self,
        switch: Bit,
        clauses: &[usize],
        globals: &[Box<dyn Global>],
        pool: Option<&mut Pool>,
    ) -> Local {
        if let Some(clause) = self.single_clause(switch, clauses) {
            let mut scope: Vec<Bit> =
                clause.iter().map(|bit| Bit::variable(bit.index() as u32)).collect();
            scope.sort_unstable();
            let (own, names) = (Vec::new(), HashMap::new());
            let engine = Engine::Clause(clause);
            let (places, is_global, key) = (Vec::new(), false, None);
            return Local { engine, scope, own, names, places, is_global, key };
        }
        let mut cnf = Cnf::new();
        let mut names = std::mem::take(&mut self.names);
        let (mut named, mut waiting): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut rename = |bit: Bit, cnf: &mut Cnf, waiting: &mut Vec<usize>| -> Bit {
            if bit.value().is_some() {
                return bit;
            }
            if bit.index() == switch.index() {
                return if bit.is_negative() { Bit::FALSE } else { Bit::TRUE };
            }
            let own = *names[bit.index()].get_or_insert_with(|| {
                waiting.push(bit.index());
                named.push(bit.index());
                cnf.fresh()
            });
            if bit.is_negative() { !own } else { own }
        };
        for &clause in clauses {
            let own: Vec<Bit> = self
                .cnf
                .clause(clause)
                .iter()
                .map(|&bit| rename(bit, &mut cnf, &mut waiting))
                .collect();
            cnf.add(&own);
        }
        let is_global = self.global.contains(&switch);
        let mine =
            globals.iter().filter(|global| is_global && global.bits().last() == Some(&switch));
        let laws: Vec<Box<dyn Global>> = mine
            .map(|global| global.renamed(&mut |bit| rename(bit, &mut cnf, &mut waiting)))
            .collect();
        let mut scope: Vec<Bit> = Vec::new();
        let mut told = vec![false; self.numbers.len()];
        while let Some(variable) = waiting.pop() {
            if self.belongings[variable] {
                scope.push(Bit::variable(variable as u32));
                continue;
            }
            if let Some(number) = self.number_of[variable] {
                scope.push(Bit::variable(variable as u32));
                if std::mem::replace(&mut told[number], true) {
                    continue;
                }
                let bits: Vec<Bit> = self.numbers[number]
                    .bits()
                    .iter()
                    .filter(|&&bit| bit != Bit::FALSE)
                    .map(|&bit| rename(bit, &mut cnf, &mut waiting))
                    .collect();
                if bits.len() > 1 {
                    cnf.add(&bits);
                    for (at, &a) in bits.iter().enumerate() {
                        for &b in &bits[at + 1..] {
                            cnf.add(&[!a, !b]);
                        }
                    }
                }
                continue;
            }
            for &clause in &self.defining[variable] {
                let own: Vec<Bit> = self
                    .cnf
                    .clause(clause)
                    .iter()
                    .map(|&bit| rename(bit, &mut cnf, &mut waiting))
                    .collect();
                cnf.add(&own);
            }
        }
        scope.sort_unstable();
        let own: Vec<Bit> = scope.iter().filter_map(|bit| names[bit.index()]).collect();
        named.into_iter().for_each(|variable| names[variable] = None);
        self.names = names;
        let mut key = None;
        if let Some(pool) = pool.filter(|_| !is_global) {
            let clauses = cnf.clauses().flat_map(|clause| clause.iter().chain([&Bit::TRUE]));
            let said = (scope.iter().chain(&own).copied().collect(), clauses.copied().collect());
            if let Some(known) = pool.take(&said) {
                return known;
            }
            key = Some(said);
        }
        let engine = match is_global {
            true => Engine::Follow(Box::new(Unit::new(&cnf, laws))),
            false => {
                let asked = Asked { cnf: Some(cnf), solver: Solver::default() };
                Engine::Search(Box::new(asked), Memory::default())
            }
        };
        let (mut places, mut names) = (Vec::new(), HashMap::new());
        if is_global {
            names.extend(scope.iter().map(|bit| bit.index()).zip(own.iter().copied()));
            let last = own.iter().map(|bit| bit.index()).max().unwrap_or(0);
            places.resize(last + 1, None);
            own.iter().enumerate().for_each(|(place, bit)| places[bit.index()] = Some(place));
        }
        Local { engine, scope, own, names, places, is_global, key }
    }
}
