//! Proofs as text: a derived clause a line, ended by 0, a dropped one after the letter `d`.

use super::{ProofChecker, ProofSink};
use crate::{Bit, Cnf};
use std::io::{self, BufRead, Write};
use thiserror::Error;

/// Writes the steps of a proof as DRAT text. Clauses of the question are not part of the proof;
/// those of a propagator belong into the question's file, so the writer hands them to `lemmas`.
pub struct DratWriter<W, F> {
    out: W,
    lemmas: F,
    failure: Option<io::Error>,
}

impl<W: Write + Send, F: FnMut(&[Bit]) + Send> DratWriter<W, F> {
    /// Writes to `out`; calls `lemmas` for each clause of a propagator.
    pub fn new(out: W, lemmas: F) -> DratWriter<W, F> {
        DratWriter { out, lemmas, failure: None }
    }

    /// Ends the proof; the first error of writing, if there was one.
    pub fn finish(mut self) -> io::Result<()> {
        match self.failure.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }

    /// Where the proof was written to.
    pub fn into_output(self) -> W {
        self.out
    }

    fn line(&mut self, start: &str, clause: &[Bit]) {
        let mut text = String::from(start);
        for bit in clause {
            text.push_str(&bit.dimacs().to_string());
            text.push(' ');
        }
        text.push_str("0\n");
        if self.failure.is_none() {
            self.failure = self.out.write_all(text.as_bytes()).err();
        }
    }
}

impl<W: Write + Send, F: FnMut(&[Bit]) + Send> ProofSink for DratWriter<W, F> {
    fn input(&mut self, _: &[Bit]) {}

    fn lemma(&mut self, clause: &[Bit]) {
        (self.lemmas)(clause);
    }

    fn learn(&mut self, clause: &[Bit]) {
        self.line("", clause);
    }

    fn delete(&mut self, clause: &[Bit]) {
        self.line("d ", clause);
    }
}

/// Why a proof is not accepted.
#[derive(Debug, Error)]
pub enum ProofError {
    /// The text is not a proof.
    #[error("line {line}: {what:?} is not a literal; expected a number, 0 at the end")]
    Syntax {
        /// Counted from 1.
        line: usize,
        /// The word that stands there.
        what: String,
    },
    /// A clause of the proof does not follow from those before it.
    #[error("line {line}: this clause does not follow by unit propagation")]
    Step {
        /// Counted from 1.
        line: usize,
    },
    /// The proof ends before the contradiction.
    #[error("the proof ends without a contradiction")]
    Incomplete,
    /// The proof cannot be read.
    #[error("cannot read the proof: {0}")]
    Io(#[from] io::Error),
}

/// Checks a proof in DRAT text that `cnf` has no model, line by line: the proof is never held in
/// memory as a whole.
pub fn check_drat(cnf: &Cnf, proof: impl BufRead) -> Result<(), ProofError> {
    let mut checker = ProofChecker::new();
    cnf.clauses().for_each(|clause| checker.input(clause));
    for (text, line) in proof.lines().zip(1..) {
        let text = text?;
        let (delete, literals) = match text.trim().strip_prefix('d') {
            Some(rest) => (true, rest),
            None => (false, text.trim()),
        };
        if literals.is_empty() || literals.starts_with('c') {
            continue;
        }
        let clause = parse_clause(literals, line)?;
        if delete {
            checker.delete(&clause);
        } else {
            checker.learn(&clause);
        }
        if checker.wrong_step().is_some() {
            return Err(ProofError::Step { line });
        }
    }
    if checker.accepts(&[]) { Ok(()) } else { Err(ProofError::Incomplete) }
}

fn parse_clause(text: &str, line: usize) -> Result<Vec<Bit>, ProofError> {
    /// More variables than any question of ours has; a larger number would only waste memory.
    const MOST: u32 = 1 << 26;
    let mut clause = Vec::new();
    let mut words = text.split_ascii_whitespace();
    let wrong = |what: &str| ProofError::Syntax { line, what: what.to_string() };
    for word in words.by_ref() {
        match word.parse::<i32>() {
            Ok(0) => {
                return match words.next() {
                    None => Ok(clause),
                    Some(extra) => Err(wrong(extra)),
                };
            }
            Ok(literal) if literal.unsigned_abs() <= MOST => clause.push(Bit::from_dimacs(literal)),
            _ => return Err(wrong(word)),
        }
    }
    Err(wrong(""))
}
