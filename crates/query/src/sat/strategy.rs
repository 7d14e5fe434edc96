//! Filling holes, and strategies against every reply, by counterexample-guided refinement.
//!
//! The solver guesses the moves up to the first `*`. A second solver looks for the reply that refutes
//! them; where it finds one, the first learns that after this reply, too, the rest must be possible,
//! and guesses again. The refuting solver learns in the same way from the lines that answer its
//! replies.

use super::encode;
use super::played::Played;
use super::{Sat, Session, timed};
use crate::answer::{Branch, Found, Solution, Tree};
use crate::laws::{Laws, LineOf, PlanOf, Understood};
use crate::plan::Part;
use zugwerk_logic::{Answer, Bit, Checker, Constraints, Encoder, Folding, Stop};

type Parts<'a, L> =
    &'a [Part<<L as crate::search::Rules>::Shape, <L as crate::search::Rules>::Atom>];

/// Up to `most` ways to carry out the plan.
pub fn solve<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    plan: &PlanOf<L>,
    most: usize,
) -> Found {
    let mut found = Found::default();
    let game = Plans { laws, plan };
    found.stopped = game.find(sat, sketch, most, &mut found).err();
    found
}

/// The laws and the plan that is to be carried out.
struct Plans<'a, L: Laws> {
    laws: &'a L,
    plan: &'a PlanOf<L>,
}

/// Parts, and those after a reply, if there is one.
type Split<'a, S, A> = (&'a [Part<S, A>], Option<&'a [Part<S, A>]>);

/// The parts before the first reply, and those after it, if there is one.
pub(super) fn split<S, A>(parts: &[Part<S, A>]) -> Split<'_, S, A> {
    match parts.iter().position(|part| matches!(part, Part::ForAll)) {
        Some(at) => (&parts[..at], Some(&parts[at + 1..])),
        None => (parts, None),
    }
}

/// How something can be had: what is played, and the moves of it up to the next reply.
type Way<T, M> = Option<(T, Vec<M>)>;

/// What replies can do.
enum Defence<M> {
    /// Nothing: each is answered.
    Fails(Vec<Branch>),
    /// This reply cannot be answered; none where there is no reply and the expectation does not hold.
    Refutes(Option<M>),
}

impl<L: Laws> Plans<'_, L> {
    fn find(
        &self,
        sat: &mut Sat,
        sketch: &Understood<L>,
        most: usize,
        found: &mut Found,
    ) -> Result<(), Stop> {
        let (laws, plan) = (self.laws, self.plan);
        let (prefix, rest) = split(&plan.parts);
        let mut encoder = sat.encoder();
        let line = timed(sat, || {
            let mut line = encode::start(laws, &mut encoder, sketch);
            let hints = laws.hints(&sketch.start, plan);
            for part in prefix {
                let hint = hints.get(line.plies.len());
                encode::part(laws, &mut encoder, &mut line, part, hint);
                if encoder.stopped().is_some() || encoder.is_contradictory() {
                    return line;
                }
            }
            if rest.is_none() {
                encode::hold(laws, &mut encoder, &line, &plan.expect);
            }
            line
        });
        let mut session = Session::new(sat, encoder, true);
        while found.solutions.len() < most {
            let first = found.solutions.is_empty();
            if first {
                session.keep_clauses(sat, &[]);
            }
            let answer = session.solve(sat, &[])?;
            if first {
                // What the solver needed to know is part of the question.
                session.keep_clauses(sat, &[]);
            }
            let Answer::Yes(model) = answer else {
                found.complete = true;
                break;
            };
            let mut chosen = laws.filling(&sketch.start, &line.boards[0], &model);
            let start = Played::start(laws, &sketch.start, &line.boards[0], &model);
            let unknown_start = laws.known(&sketch.start).is_none();
            if let Some(mut played) = start {
                let text = unknown_start.then(|| laws.text(&played.state));
                for ply in &line.plies {
                    chosen.extend(laws.chosen(ply, &model));
                    match laws.read_move(&played.state, ply, &model) {
                        Some(m) => played.play(laws, m),
                        None => debug_assert!(false, "the laws allow what the generator does not"),
                    }
                }
                let end = match rest {
                    None => Some(Tree::End),
                    Some(rest) => match self.defend(sat, &played, rest)? {
                        Defence::Fails(replies) => Some(Tree::Replies(replies)),
                        Defence::Refutes(reply) => {
                            if let Some(reply) = reply {
                                let fixed = laws.fixed(&played.state, reply);
                                timed(sat, || self.learn(&mut session.encoder, &line, rest, fixed));
                            }
                            None
                        }
                    },
                };
                if let Some(end) = end {
                    let tree = Tree::of(played.names.into_iter(), end);
                    found.solutions.push(Solution { start: text, tree });
                }
            }
            let other: Vec<Bit> = chosen.iter().map(|&bit| !bit).collect();
            session.encoder.clause(&other);
        }
        // Without the ways that have been found nothing is left: that there are no more is proved, too.
        session.close(sat, found.complete);
        Ok(())
    }

    /// After one more reply, where that is legal, the rest must be possible too. Says nothing where the
    /// rest has replies of its own: then only the refuted moves are put aside.
    fn learn(&self, encoder: &mut Encoder, line: &LineOf<L>, rest: Parts<L>, reply: L::Fixed) {
        if split(rest).1.is_some() {
            return;
        }
        let laws = self.laws;
        let (legal, ply, after) = laws.fixed_move(encoder, line.last(), reply);
        let mut line = line.clone();
        line.push((ply, after));
        encoder.under(legal, |c| {
            rest.iter().for_each(|part| encode::part(laws, c, &mut line, part, None));
            encode::hold(laws, c, &line, &self.plan.expect);
        });
    }

    /// Looks for a reply after which the rest cannot be had.
    fn defend(
        &self,
        sat: &mut Sat,
        played: &Played<L>,
        rest: Parts<L>,
    ) -> Result<Defence<L::Move>, Stop> {
        let laws = self.laws;
        let mut encoder = sat.encoder();
        let line = timed(sat, || {
            let mut line = played.line.clone();
            line.push(laws.step(&mut encoder, &line, None, Folding::Laws, None));
            line
        });
        let Some(ply) = line.plies.last() else { return Ok(Defence::Fails(Vec::new())) };
        let mut session = Session::new(sat, encoder, true);
        let mut answered: Vec<(L::Move, Branch)> = Vec::new();
        while let Answer::Yes(model) = session.solve(sat, &[])? {
            let Some(reply) = laws.read_move(&played.state, ply, &model) else {
                debug_assert!(false, "the laws allow what the generator does not");
                break;
            };
            let Some((branch, answering)) = self.answer(sat, played, rest, reply)? else {
                return Ok(Defence::Refutes(Some(reply)));
            };
            timed(sat, || {
                self.avoid(&mut session.encoder, &line, rest, (played, reply), &answering);
            });
            let other: Vec<Bit> = laws.chosen(ply, &model).into_iter().map(|bit| !bit).collect();
            session.encoder.clause(&other);
            answered.push((reply, branch));
        }
        // Replies that known answers already meet were not looked at one by one.
        let mut replies = Vec::new();
        for reply in laws.moves(&played.state, None) {
            let known = answered.iter().position(|(answered, _)| *answered == reply);
            let branch = match known {
                Some(at) => Some(answered.swap_remove(at).1),
                None => self.answer(sat, played, rest, reply)?.map(|(branch, _)| branch),
            };
            match branch {
                Some(branch) => replies.push(branch),
                None => return Ok(Defence::Refutes(Some(reply))),
            }
        }
        if replies.is_empty() {
            session.certify(sat, &[]);
            let end = encode::formula(laws, &mut Checker::new(), &played.line, &self.plan.expect);
            let holds = end == Bit::TRUE;
            return Ok(if holds { Defence::Fails(replies) } else { Defence::Refutes(None) });
        }
        Ok(Defence::Fails(replies))
    }

    /// How the rest can be had after a reply: the branch, and the moves up to the next reply.
    fn answer(
        &self,
        sat: &mut Sat,
        played: &Played<L>,
        rest: Parts<L>,
        reply: L::Move,
    ) -> Result<Way<Branch, L::Move>, Stop> {
        let mut next = played.clone();
        next.play(self.laws, reply);
        let then = self.win(sat, &next, rest)?;
        let name = self.laws.name(&played.state, reply);
        Ok(then.map(|(then, moves)| (Branch { name, then }, moves)))
    }

    /// How the rest can be had from here: the tree, and the moves up to the next reply.
    fn win(
        &self,
        sat: &mut Sat,
        played: &Played<L>,
        parts: Parts<L>,
    ) -> Result<Way<Tree, L::Move>, Stop> {
        let laws = self.laws;
        let (prefix, rest) = split(parts);
        let known = played.line.plies.len();
        let mut encoder = sat.encoder();
        let line = timed(sat, || {
            let mut line = played.line.clone();
            for part in prefix {
                encode::part(laws, &mut encoder, &mut line, part, None);
            }
            if rest.is_none() {
                encode::hold(laws, &mut encoder, &line, &self.plan.expect);
            }
            line
        });
        let mut session = Session::new(sat, encoder, true);
        while let Answer::Yes(model) = session.solve(sat, &[])? {
            let (mut next, mut moves, mut chosen) = (played.clone(), Vec::new(), Vec::new());
            for ply in &line.plies[known..] {
                chosen.extend(laws.chosen(ply, &model));
                if let Some(m) = laws.read_move(&next.state, ply, &model) {
                    moves.push(m);
                    next.play(laws, m);
                }
            }
            let names = next.names[played.names.len()..].iter().cloned();
            let Some(rest) = rest else { return Ok(Some((Tree::of(names, Tree::End), moves))) };
            match self.defend(sat, &next, rest)? {
                Defence::Fails(replies) => {
                    return Ok(Some((Tree::of(names, Tree::Replies(replies)), moves)));
                }
                Defence::Refutes(Some(reply)) => {
                    let fixed = laws.fixed(&next.state, reply);
                    timed(sat, || self.learn(&mut session.encoder, &line, rest, fixed));
                }
                Defence::Refutes(None) => {}
            }
            let other: Vec<Bit> = chosen.iter().map(|&bit| !bit).collect();
            session.encoder.clause(&other);
        }
        session.certify(sat, &[]);
        Ok(None)
    }

    /// The refuting solver learns a line that answers one reply: other replies must not allow it. Only
    /// where the line ends the plan, so that playing it is all that is needed.
    fn avoid(
        &self,
        encoder: &mut Encoder,
        line: &LineOf<L>,
        rest: Parts<L>,
        (played, reply): (&Played<L>, L::Move),
        answer: &[L::Move],
    ) {
        if split(rest).1.is_some() {
            return;
        }
        let laws = self.laws;
        let mut state = laws.play(&played.state, reply);
        let (mut line, mut all) = (line.clone(), Vec::new());
        let mut moves = answer.iter();
        for part in rest {
            match part {
                Part::Exists(shape, _) => {
                    let Some(&m) = moves.next() else { return };
                    let fixed = laws.fixed(&state, m);
                    let (legal, ply, after) = laws.fixed_move(encoder, line.last(), fixed);
                    state = laws.play(&state, m);
                    line.push((ply, after));
                    all.push(legal);
                    all.extend(laws.marks(encoder, &line, shape));
                }
                Part::Condition(formula, _) => {
                    all.push(encode::formula(laws, encoder, &line, formula));
                }
                Part::ForAll => return,
            }
        }
        all.push(encode::formula(laws, encoder, &line, &self.plan.expect));
        let other: Vec<Bit> = all.iter().map(|&bit| !bit).collect();
        encoder.clause(&other);
    }
}
