//! The line of play with its repetitions written out, ready for an engine.

use crate::sketch::{Atom, Diagnostic, Formula, PASS, Span, Step, Word, is_pass};

/// One step of a plan: shapes `S` and statements `A` are those of a game.
#[derive(Clone, Debug)]
pub enum Part<S, A> {
    /// Some move of this shape.
    Exists(S, Word),
    /// Every legal move.
    ForAll,
    /// The position here must be like this.
    Condition(Formula<A>, Span),
}

/// How many of the parts are moves.
pub fn plies<S, A>(parts: &[Part<S, A>]) -> usize {
    parts.iter().filter(|part| !matches!(part, Part::Condition(..))).count()
}

/// A line of play of a certain length, and what is expected of its end.
#[derive(Clone, Debug)]
pub struct Plan<S, A> {
    /// What is played.
    pub parts: Vec<Part<S, A>>,
    /// What is expected.
    pub expect: Formula<A>,
}

impl<S, A> Plan<S, A> {
    /// Whether a reply `*` occurs.
    pub fn has_every(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::ForAll))
    }
}

/// The longest line: longer ones are mistakes, or take for ever.
const LONGEST: usize = 400;
/// The most lengths that ranges may combine to.
const MOST_PLANS: usize = 1000;

/// The plans of a line of play, the shortest first: one, unless there are ranges. `shape` says what a move is
/// like that one of several words describes.
pub fn plans<S: Clone, A: Clone>(
    steps: &[Step],
    expect: &Formula<Atom>,
    shape: &mut impl FnMut(&[Word]) -> Result<S, Diagnostic>,
    atom: &mut impl FnMut(&Atom) -> Result<A, Diagnostic>,
) -> Result<Vec<Plan<S, A>>, Diagnostic> {
    let expect = expect.try_map(atom)?;
    let mut lines = expand(steps, shape, atom)?;
    lines.sort_by_key(|line| plies(line));
    Ok(lines.into_iter().map(|parts| Plan { parts, expect: expect.clone() }).collect())
}

fn expand<S: Clone, A: Clone>(
    steps: &[Step],
    shape: &mut impl FnMut(&[Word]) -> Result<S, Diagnostic>,
    atom: &mut impl FnMut(&Atom) -> Result<A, Diagnostic>,
) -> Result<Vec<Vec<Part<S, A>>>, Diagnostic> {
    let mut lines = vec![Vec::new()];
    for step in steps {
        match step {
            Step::Exists(word) => {
                let shape = shape(std::slice::from_ref(word))?;
                append(&mut lines, &Part::Exists(shape, word.clone()));
            }
            Step::Choice(words, whole) => {
                append(&mut lines, &Part::Exists(shape(words)?, whole.clone()));
            }
            Step::Series(steps, span) => {
                let pass = Word { text: PASS.to_string(), span: span.clone() };
                let pass =
                    Part::Exists(shape(&[Word { text: "--".to_string(), ..pass.clone() }])?, pass);
                let inner: Vec<_> =
                    expand(steps, shape, atom)?.iter().map(|line| in_series(line, &pass)).collect();
                lines = repeat(&lines, &inner, 1, 1, span)?;
            }
            Step::ForAll(_) => append(&mut lines, &Part::ForAll),
            Step::Condition(formula, span) => {
                append(&mut lines, &Part::Condition(formula.try_map(atom)?, span.clone()));
            }
            Step::Repeat { steps, least, most, span } => {
                let inner = expand(steps, shape, atom)?;
                lines = repeat(&lines, &inner, *least, *most, span)?;
            }
        }
    }
    match lines.iter().find(|line| line.len() > LONGEST) {
        Some(_) => Err(too_much(steps)),
        None => Ok(lines),
    }
}

/// A line in which the other side passes between any two moves; where a pass is written already, no other.
fn in_series<S: Clone, A: Clone>(line: &[Part<S, A>], pass: &Part<S, A>) -> Vec<Part<S, A>> {
    let passes = |part: &Part<S, A>| matches!(part, Part::Exists(_, word) if is_pass(word));
    let mut with_passes: Vec<Part<S, A>> = Vec::new();
    // The move before was one.
    let mut moved = false;
    for part in line {
        if !matches!(part, Part::Condition(..)) {
            if moved && !passes(part) {
                with_passes.push(pass.clone());
            }
            moved = !passes(part);
        }
        with_passes.push(part.clone());
    }
    with_passes
}

fn too_much(steps: &[Step]) -> Diagnostic {
    let span = steps.first().map(|step| match step {
        Step::Exists(word) | Step::Choice(_, word) => word.span.clone(),
        Step::ForAll(span) | Step::Condition(_, span) => span.clone(),
        Step::Series(_, span) | Step::Repeat { span, .. } => span.clone(),
    });
    let expected = format!("at most {LONGEST} plies and {MOST_PLANS} different lengths");
    Diagnostic::new(span.unwrap_or(0..0), "the line of play is too long", expected)
}

fn append<S: Clone, A: Clone>(lines: &mut [Vec<Part<S, A>>], part: &Part<S, A>) {
    lines.iter_mut().for_each(|line| line.push(part.clone()));
}

/// Each of `lines` followed by `least` to `most` times one of `inner`.
fn repeat<S: Clone, A: Clone>(
    lines: &[Vec<Part<S, A>>],
    inner: &[Vec<Part<S, A>>],
    least: usize,
    most: usize,
    span: &Span,
) -> Result<Vec<Vec<Part<S, A>>>, Diagnostic> {
    let too_much = || {
        let expected = format!("at most {LONGEST} plies and {MOST_PLANS} different lengths");
        Diagnostic::new(span.clone(), "this repeats too often", expected)
    };
    let mut all = Vec::new();
    let mut now = lines.to_vec();
    for times in 0..=most {
        if times >= least {
            all.extend(now.iter().cloned());
        }
        if all.len() > MOST_PLANS || now.iter().any(|line| line.len() > LONGEST) {
            return Err(too_much());
        }
        if times < most {
            if inner.iter().all(|line| line.is_empty()) && times >= least {
                break;
            }
            let longer = now.iter().flat_map(|line| {
                inner.iter().map(move |tail| [line.as_slice(), tail.as_slice()].concat())
            });
            let longer: Vec<_> = longer.take(MOST_PLANS + 1).collect();
            now = longer;
        }
    }
    Ok(all)
}
