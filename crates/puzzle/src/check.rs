//! Is an answer right? If not, which laws are broken, and where?

use crate::ground::{GroundError, ground};
use crate::kind::Kind;
use crate::place::Place;
use crate::statement::Instance;
use crate::table::with_given;
use crate::text::declared;
use crate::{Answer, Puzzle, Site, Value};
use zugwerk_logic::{Answer as Found, Bit, Limits, Solver};

/// A law that an answer breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The number of the law in its rulebook; beyond all of them for a value that is no value at all.
    pub law: usize,
    /// Its sentence.
    pub sentence: String,
    /// Where: the places that this instance of the law speaks of.
    pub places: Vec<Place>,
}

/// What is wrong with an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The broken laws.
    pub broken: Vec<Broken>,
    /// How many places are still open.
    pub open: usize,
}

impl Verdict {
    /// Whether everything is filled in and no law is broken.
    pub fn is_correct(&self) -> bool {
        self.broken.is_empty() && self.open == 0
    }
}

/// Checks an answer against the laws. A place that nobody has put into a set is not in it, and a given number need not be filled
/// in again; where other places are open, a law is broken if no way to fill them in can keep it.
pub fn check(
    kind: &Kind,
    puzzle: &Puzzle,
    answer: &Answer,
    limits: &Limits,
) -> Result<Verdict, GroundError> {
    judged(kind, puzzle, &finished(kind, puzzle, answer), true, limits)
}

/// The laws that are broken already, whatever is put into the open places: each is looked at alone.
pub fn conflicts(
    kind: &Kind,
    puzzle: &Puzzle,
    answer: &Answer,
    limits: &Limits,
) -> Result<Vec<Broken>, GroundError> {
    let answer = with_given(kind, puzzle, Some(answer));
    Ok(judged(kind, puzzle, &answer, false, limits)?.broken)
}

/// The laws that cannot be kept with an answer: each alone, and all of them together where that is asked.
fn judged(
    kind: &Kind,
    puzzle: &Puzzle,
    answer: &Answer,
    together: bool,
    limits: &Limits,
) -> Result<Verdict, GroundError> {
    let grounded = match ground(kind.book(), puzzle, Some(answer), true, limits) {
        Err(GroundError::Value(sentence, place)) => {
            let broken = vec![Broken { law: usize::MAX, sentence, places: vec![place] }];
            return Ok(Verdict { broken, open: 0 });
        }
        other => other?,
    };
    let numbers = grounded.unknown.iter().flat_map(|unknown| &unknown.numbers);
    let open = numbers.filter(|number| number.value().is_none()).count();
    let mut question = grounded.statement.into_question(Solver::default());
    let instances = std::mem::take(&mut question.instances);
    let say = |instance: &Instance| Broken {
        law: instance.law,
        sentence: kind.sentence(instance.law).to_string(),
        places: instance.places.clone(),
    };
    let mut broken = Vec::new();
    for instance in &instances {
        match question.solver.solve(&[instance.switch], limits) {
            Found::Yes(_) => {}
            Found::No(_) => broken.push(say(instance)),
            Found::Unknown(stop) => return Err(GroundError::Limit(stop)),
        }
    }
    if together && broken.is_empty() {
        // Each law alone can be kept: perhaps not all of them together.
        let switches: Vec<Bit> = instances.iter().map(|instance| instance.switch).collect();
        let core = question.solver.minimal_core(&switches, limits).map_err(GroundError::Limit)?;
        let core = core.unwrap_or_default();
        broken.extend(instances.iter().filter(|instance| core.contains(&instance.switch)).map(say));
    }
    Ok(Verdict { broken, open })
}

/// The answer with what goes without saying.
fn finished(kind: &Kind, puzzle: &Puzzle, answer: &Answer) -> Answer {
    let mut finished = answer.clone();
    for declaration in &kind.book().unknown {
        let Some(declared) = declared(declaration, true) else { continue };
        let count = puzzle.count(declared.site);
        let layer = finished.layer_mut(&declaration.name.text, declared.site, count);
        let is_drawn = matches!(declared.site, Site::Link | Site::Edge);
        for (at, value) in layer.values.iter_mut().enumerate().filter(|(_, value)| value.is_empty())
        {
            let is_wall = declared.site == Site::Cell && !puzzle.value("wall", at).is_empty();
            *value = match puzzle.given.get("clue").filter(|clue| clue.site == declared.site) {
                _ if declared.is_set || is_drawn || is_wall => Value::Number(0),
                Some(clue) => clue
                    .values
                    .get(at)
                    .filter(|v| v.number().is_some())
                    .cloned()
                    .unwrap_or_default(),
                None => Value::Empty,
            };
        }
    }
    finished
}

/// An answer in which nothing is filled in.
pub fn is_blank(answer: &Answer) -> bool {
    let blank = |value: &Value| matches!(value, Value::Empty | Value::Number(0));
    answer.layers.values().all(|layer| layer.values.iter().all(blank))
}
