//! Solutions of a puzzle of any kind, one after the other, and the proof that there are no more.

use crate::global::Globals;
use crate::ground::{GroundError, Unknown, ground};
use crate::kind::Kind;
use crate::number::Number;
use crate::place::Place;
use crate::statement::Question;
use crate::{Answer, Puzzle};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use zugwerk_logic::{Bit, Limits, Model, ProofChecker, Solver, Statistics, Stop};

/// What a search for the next solution found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A solution that was not there before.
    Solution(Answer),
    /// There are no more.
    NoMore,
    /// A limit came first.
    Limit(Stop),
}

/// The outcome of checking a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PuzzleProof"))]
pub struct Certificate {
    /// Whether it proves what it should.
    pub valid: bool,
    /// Derived clauses checked.
    pub steps: u64,
    /// Clauses of global laws, each judged by itself.
    pub lemmas: usize,
}

/// A search for the solutions of a puzzle.
pub struct Search {
    question: Question,
    unknown: Vec<Unknown>,
    proof: Option<Arc<Mutex<ProofChecker>>>,
    done: bool,
}

impl Search {
    /// A search among the ways to fill in what `answer` leaves open. With `certify`, every step is checked as it is made.
    pub fn new(
        kind: &Kind,
        puzzle: &Puzzle,
        answer: Option<&Answer>,
        certify: bool,
        limits: &Limits,
    ) -> Result<Search, GroundError> {
        let grounded = ground(kind.book(), puzzle, answer, false, limits)?;
        let mut solver = Solver::default();
        let proof = certify.then(|| Arc::new(Mutex::new(ProofChecker::new())));
        if let Some(proof) = &proof {
            solver.log(Box::new(proof.clone()));
        }
        let question = grounded.statement.into_question(solver);
        Ok(Search { question, unknown: grounded.unknown, proof, done: false })
    }

    /// Another solution, different from all before.
    pub fn next(&mut self, limits: &Limits) -> Next {
        if self.done {
            return Next::NoMore;
        }
        match self.question.solver.solve(&[], limits) {
            zugwerk_logic::Answer::Unknown(stop) => Next::Limit(stop),
            zugwerk_logic::Answer::No(_) => {
                self.done = true;
                Next::NoMore
            }
            zugwerk_logic::Answer::Yes(model) => {
                let answer = answer_of(&self.unknown, &model);
                self.exclude(&model);
                Next::Solution(answer)
            }
        }
    }

    /// A solution, and the places whose values other solutions change, as far as `others` show.
    pub(crate) fn loose(
        &mut self,
        others: usize,
        limits: &Limits,
    ) -> Result<Option<(Answer, Vec<Place>)>, Stop> {
        let first = match self.question.solver.solve(&[], limits) {
            zugwerk_logic::Answer::Unknown(stop) => return Err(stop),
            zugwerk_logic::Answer::No(_) => return Ok(None),
            zugwerk_logic::Answer::Yes(model) => model,
        };
        let mut loose: BTreeSet<Place> = BTreeSet::new();
        for _ in 0..others {
            // Some place that is not loose yet has another value.
            let mut differs = Vec::new();
            for (_, number) in places(&self.unknown).filter(|(place, _)| !loose.contains(place)) {
                let open = number.bits().iter().filter(|bit| bit.value().is_none());
                differs.extend(open.map(|&bit| if first.is_true(bit) { !bit } else { bit }));
            }
            self.question.solver.add(&differs);
            match self.question.solver.solve(&[], limits) {
                zugwerk_logic::Answer::Unknown(stop) => return Err(stop),
                zugwerk_logic::Answer::No(_) => break,
                zugwerk_logic::Answer::Yes(other) => {
                    let value =
                        |number: &Number, model: &Model| number.under(|bit| model.is_true(bit));
                    let changed = places(&self.unknown)
                        .filter(|(_, number)| value(number, &first) != value(number, &other));
                    loose.extend(changed.map(|(place, _)| place));
                }
            }
        }
        Ok(Some((answer_of(&self.unknown, &first), loose.into_iter().collect())))
    }

    /// From now on, only other solutions.
    fn exclude(&mut self, model: &Model) {
        let bits = self
            .unknown
            .iter()
            .flat_map(|unknown| &unknown.numbers)
            .flat_map(|number| number.bits());
        let open = bits.filter(|bit| bit.value().is_none());
        // Of the bits of single values the true one says it all.
        let differs: Vec<Bit> =
            open.map(|&bit| if model.is_true(bit) { !bit } else { bit }).collect();
        self.question.solver.add(&differs);
    }

    /// Whether the proof that there are no more solutions holds: every derived clause follows, the contradiction is reached,
    /// and every clause of a global law is one. None before [`Next::NoMore`], or when no proof was asked for.
    pub fn certificate(&self) -> Option<Certificate> {
        let proof = self.proof.as_ref().filter(|_| self.done)?;
        let mut proof = proof.lock().unwrap_or_else(PoisonError::into_inner);
        let judged =
            proof.lemmas().iter().all(|lemma| Globals::justify(&self.question.judges, lemma));
        let valid = proof.accepts(&[]) && judged;
        Some(Certificate { valid, steps: proof.steps(), lemmas: proof.lemmas().len() })
    }

    /// What the solver did so far.
    pub fn statistics(&self) -> Statistics {
        self.question.solver.statistics()
    }

    /// How many variables and clauses there are.
    pub fn sizes(&self) -> (usize, usize) {
        self.question.sizes
    }
}

/// All places of the answer with their numbers.
fn places(unknown: &[Unknown]) -> impl Iterator<Item = (Place, &Number)> {
    unknown.iter().flat_map(|unknown| {
        unknown.numbers.iter().enumerate().map(|(at, number)| ((unknown.site, at), number))
    })
}

/// The layers of the answer under a model.
pub fn answer_of(unknown: &[Unknown], model: &Model) -> Answer {
    let layer =
        |unknown: &Unknown| (unknown.name.clone(), unknown.layer(&|bit| model.is_true(bit)));
    Answer { layers: unknown.iter().map(layer).collect() }
}
