//! The shortest line after which something does not hold, ply by ply.

use crate::answer::{Solution, Tree};
use crate::laws::{FormulaOf, Laws, Understood};
use crate::sat::played::Played;
use crate::sat::{Sat, Session, encode, timed};
use zugwerk_logic::{Answer, Bit, Checker, Constraints, Folding, Line, Stop};

/// What was found up to some number of plies.
pub enum Bounded {
    /// A line that breaks it.
    Broken(Solution),
    /// There is no line of this many plies any more, and none broke it.
    Ended(usize),
    /// No line of at most this many plies breaks it.
    Unbroken,
}

/// Looks at every line of at most `most` plies, the shortest first, but for those that are shorter than
/// `least`, which are known not to break it.
pub fn search<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    always: &FormulaOf<L>,
    (least, most): (usize, usize),
) -> Result<Bounded, Stop> {
    let mut session = Session::new(sat, sat.encoder(), true);
    let mut line = timed(sat, || encode::start(laws, &mut session.encoder, sketch));
    for plies in 0..=most {
        if plies > 0 {
            let step =
                timed(sat, || laws.step(&mut session.encoder, &line, None, Folding::Laws, None));
            line.push(step);
        }
        if plies < least {
            continue;
        }
        let broken = timed(sat, || !encode::formula(laws, &mut session.encoder, &line, always));
        session.keep_clauses(sat, &[broken]);
        loop {
            let model = match session.solve(sat, &[broken])? {
                Answer::Yes(model) => model,
                Answer::No(core) if core.is_empty() => {
                    session.close(sat, true);
                    return Ok(Bounded::Ended(plies));
                }
                _ => break,
            };
            let start = Played::start(laws, &sketch.start, &line.boards[0], &model);
            let Some(mut played) = start else {
                let chosen = laws.filling(&sketch.start, &line.boards[0], &model);
                let other: Vec<Bit> = chosen.iter().map(|&bit| !bit).collect();
                session.encoder.clause(&other);
                continue;
            };
            let text = laws.known(&sketch.start).is_none().then(|| laws.text(&played.state));
            for ply in &line.plies {
                if let Some(chosen) = laws.read_move(&played.state, ply, &model) {
                    played.play(laws, chosen);
                }
            }
            session.close(sat, false);
            let tree = Tree::of(played.names.into_iter(), Tree::End);
            return Ok(Bounded::Broken(Solution { start: text, tree }));
        }
        session.certify(sat, &[!broken]);
    }
    session.close(sat, false);
    Ok(Bounded::Unbroken)
}

/// Whether a demand holds in the start, whatever is in its holes.
pub fn holds_at_start<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    demand: &FormulaOf<L>,
) -> Result<bool, Stop> {
    Ok(matches!(search(sat, laws, sketch, demand, (0, 0))?, Bounded::Unbroken))
}

/// Which lemmas of the game hold in the start.
pub fn lemmas_at_start<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
) -> Result<Vec<bool>, Stop> {
    if let Some(state) = laws.known(&sketch.start) {
        let lemmas = laws.lemmas(&mut Checker::new(), &laws.board(&state));
        return Ok(lemmas.into_iter().map(|lemma| lemma == Bit::TRUE).collect());
    }
    let mut session = Session::new(sat, sat.encoder(), false);
    let line: Line<_, L::Ply> = encode::start(laws, &mut session.encoder, sketch);
    let lemmas = laws.lemmas(&mut session.encoder, line.last());
    let mut hold = Vec::new();
    for lemma in lemmas {
        hold.push(matches!(session.solve(sat, &[!lemma])?, Answer::No(_)));
    }
    Ok(hold)
}
