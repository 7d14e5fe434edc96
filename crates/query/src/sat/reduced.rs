//! The game with fewer laws: what could be played if one of them did not hold.
//!
//! Every law is stated under its name and nothing is folded away, so that those that are put aside really say
//! nothing. What is played then is read off the bits, since the game's own rules know no such moves.

use super::debug::stated;
use super::{Sat, Session, encode, timed};
use crate::answer::{Found, MoveName, Solution, Tree};
use crate::laws::{Laws, PlanOf, Understood};
use zugwerk_logic::{Answer, Bit, Folding, Line, Stop};

/// Up to `most` ways to carry out a plan without replies where the laws that are put aside do not hold, and the
/// position at the end of the first.
pub fn solve<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    plan: &PlanOf<L>,
    (put_aside, most): (&[&str], usize),
) -> (Found, Option<String>) {
    let mut found = Found::default();
    let mut end = None;
    found.stopped = fill(sat, laws, (sketch, plan), put_aside, most, &mut found, &mut end).err();
    (found, end)
}

fn fill<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    (sketch, plan): (&Understood<L>, &PlanOf<L>),
    put_aside: &[&str],
    most: usize,
    found: &mut Found,
    end: &mut Option<String>,
) -> Result<(), Stop> {
    let mut encoder = sat.encoder_of_names();
    let line = timed(sat, || {
        let line = Line::new(encode::start_board(laws, &mut encoder, &sketch.start));
        let asked = (sketch, plan);
        stated::state(&mut encoder, laws, asked, line, Folding::Nothing, &|_| true)
    });
    let switches: Vec<Bit> = encoder
        .laws()
        .filter(|(law, _)| !put_aside.contains(&law.name))
        .map(|(_, switch)| switch)
        .collect();
    let mut session = Session::new(sat, encoder, false);
    switches.iter().for_each(|switch| session.solver.add(&[*switch]));
    while found.solutions.len() < most {
        let Answer::Yes(model) = session.solve(sat, &[])? else {
            found.complete = true;
            break;
        };
        let unknown = laws.known(&sketch.start).is_none();
        let start = laws.filled(&sketch.start, &line.boards[0], &model);
        let mut chosen = laws.filling(&sketch.start, &line.boards[0], &model);
        let mut names: Vec<MoveName> = Vec::new();
        for ply in &line.plies {
            chosen.extend(laws.chosen(ply, &model));
            names.extend(laws.name_of_bits(ply, &model));
        }
        if let Some(start) = start {
            let text = unknown.then(|| laws.text(&start));
            end.get_or_insert_with(|| laws.text_of_bits(line.last(), &model));
            let tree = Tree::of(names.into_iter(), Tree::End);
            found.solutions.push(Solution { start: text, tree });
        }
        let other: Vec<Bit> = chosen.iter().map(|&bit| !bit).collect();
        session.solver.add(&other);
        if other.is_empty() {
            found.complete = true;
            break;
        }
    }
    session.close(sat, false);
    Ok(())
}
