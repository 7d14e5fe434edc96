//! Property-directed reachability (Bradley's IC3, in the form of Eén, Mishchenko and Brayton): clauses that hold in
//! every position, found one by one from positions that would lead to a bad one.
//!
//! A position is a side to move and a set of bits. Level `i` has clauses that hold in every position which play
//! reaches within `i` plies; where two levels have the same clauses, these hold always. What is found is proved again,
//! clause by clause, where a certificate is wanted.

use super::Proof;
use crate::laws::{FormulaOf, Laws, Understood};
use crate::sat::{Sat, Session, encode, timed};
use std::collections::{BinaryHeap, HashMap};
use zugwerk_logic::{Answer, Bit, Constraints, Encoder, Folding, Line, Model, Stop};

/// Levels after which it is given up.
const MOST_LEVELS: usize = 120;
/// Clauses after which it is given up.
const MOST_CLAUSES: usize = 20_000;
/// Literals that are tried in vain before a clause is taken as it is.
const MOST_FAILED_LITERALS: usize = 12;

/// Bits by number, each with its value.
type Cube = Vec<(usize, bool)>;

/// What came of it.
pub enum Found {
    /// It holds always, by this many clauses.
    Proved(Proof),
    /// Some line breaks it.
    Broken,
    /// Nothing, within reason.
    Open,
}

/// One side to move, and a position of which nothing is known.
struct Place<L: Laws> {
    /// The position by itself: it may have no move.
    still: Still<L>,
    /// Any move in it.
    step: Step<L>,
}

struct Still<L: Laws> {
    session: Session,
    board: L::Board,
    bits: Vec<Bit>,
    /// The position is bad.
    bad: Bit,
    /// By level: true where its clauses count.
    levels: Vec<Bit>,
    /// The moves that were looked at one by one.
    moves: HashMap<Vec<Bit>, Option<Looked>>,
}

/// Whether a move is legal, whether it is the turn of who began after it, and the position then.
type Looked = (Bit, Bit, Vec<Bit>);

struct Step<L: Laws> {
    session: Session,
    ply: L::Ply,
    before: Vec<Bit>,
    after: Vec<Bit>,
    /// After the move it is the turn of the side that began.
    begins: Bit,
    levels: Vec<Bit>,
}

/// A set of positions from which a bad one is reached, to be shown unreachable at a level.
#[derive(PartialEq, Eq)]
struct Obligation {
    level: usize,
    place: usize,
    cube: Cube,
}

impl Ord for Obligation {
    /// The lowest level first.
    fn cmp(&self, other: &Obligation) -> std::cmp::Ordering {
        other.level.cmp(&self.level).then_with(|| other.cube.len().cmp(&self.cube.len()))
    }
}

impl PartialOrd for Obligation {
    fn partial_cmp(&self, other: &Obligation) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

struct Search<'a, L: Laws> {
    laws: &'a L,
    sketch: &'a Understood<L>,
    places: Vec<Place<L>>,
    /// The values of the bits in the start.
    start: Vec<bool>,
    /// By level: the cubes that no position within it is in, where no higher level says so.
    blocked: Vec<Vec<(usize, Cube)>>,
}

/// Tries to show that a formula holds in every position that play can reach.
pub fn prove<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    always: &FormulaOf<L>,
) -> Result<Found, Stop> {
    let Some(state) = laws.known(&sketch.start) else { return Ok(Found::Open) };
    let start: Vec<bool> =
        laws.bits(&laws.board(&state)).iter().map(|bit| *bit == Bit::TRUE).collect();
    if start.is_empty() {
        return Ok(Found::Open);
    }
    let mut places = vec![place(sat, laws, sketch, always, false, false)?];
    if places[0].step.begins != Bit::TRUE {
        places.push(place(sat, laws, sketch, always, true, false)?);
    }
    let mut search = Search { laws, sketch, places, start, blocked: Vec::new() };
    search.run(sat, always)
}

fn place<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    always: &FormulaOf<L>,
    other: bool,
    proved: bool,
) -> Result<Place<L>, Stop> {
    let mut encoder = sat.encoder();
    let (line, bad) = timed(sat, || {
        let line = Line::new(laws.any_board(&mut encoder, &sketch.start, other));
        let bad = !encode::formula(laws, &mut encoder, &line, always);
        (line, bad)
    });
    let board = line.boards[0].clone();
    let still = Still {
        bits: laws.bits(&board),
        session: opened(sat, encoder, proved)?,
        board,
        bad,
        levels: Vec::new(),
        moves: HashMap::new(),
    };
    let mut encoder = sat.encoder();
    let line = timed(sat, || {
        let mut line = Line::new(laws.any_board(&mut encoder, &sketch.start, other));
        line.push(laws.step(&mut encoder, &line, None, Folding::Laws, None));
        line
    });
    let step = Step {
        session: opened(sat, encoder, proved)?,
        ply: line.plies[0].clone(),
        before: laws.bits(&line.boards[0]),
        after: laws.bits(&line.boards[1]),
        begins: laws.begins(&sketch.start, &line.boards[1]),
        levels: Vec::new(),
    };
    Ok(Place { still, step })
}

fn opened(sat: &Sat, encoder: Encoder, proved: bool) -> Result<Session, Stop> {
    match encoder.stopped() {
        Some(stop) => Err(stop),
        None => Ok(Session::new(sat, encoder, proved)),
    }
}

/// The literals that say that bits have the values of a cube.
fn literals(bits: &[Bit], cube: &[(usize, bool)]) -> Vec<Bit> {
    cube.iter().map(|(at, value)| if *value { bits[*at] } else { !bits[*at] }).collect()
}

impl<L: Laws> Search<'_, L> {
    fn run(&mut self, sat: &mut Sat, always: &FormulaOf<L>) -> Result<Found, Stop> {
        self.add_level();
        self.add_level();
        while self.blocked.len() <= MOST_LEVELS {
            let top = self.blocked.len() - 1;
            while let Some((place, cube)) = self.bad_position(sat, top)? {
                if !self.block(sat, Obligation { level: top, place, cube })? {
                    return Ok(Found::Broken);
                }
                if self.blocked.iter().map(Vec::len).sum::<usize>() > MOST_CLAUSES {
                    return Ok(Found::Open);
                }
            }
            self.add_level();
            for level in 1..self.blocked.len() - 1 {
                self.push_on(sat, level)?;
                if self.blocked[level].is_empty() {
                    return self.proved(sat, always, level + 1);
                }
            }
        }
        Ok(Found::Open)
    }

    fn add_level(&mut self) {
        self.blocked.push(Vec::new());
        for Place { still, step } in &mut self.places {
            still.levels.push(still.session.encoder.fresh());
            step.levels.push(step.session.encoder.fresh());
        }
    }

    /// The assumptions that only clauses of a level and above count for a move. Level 0 is the start itself.
    fn at_level(&self, place: usize, level: usize) -> Option<Vec<Bit>> {
        let step = &self.places[place].step;
        if level > 0 {
            return Some(step.levels[level..].to_vec());
        }
        // Only the side that begins moves in the start.
        let all: Cube = self.start.iter().copied().enumerate().collect();
        (place == 0).then(|| literals(&step.before, &all))
    }

    /// A bad position that the clauses of a level allow, with bits that do not matter left out.
    fn bad_position(&mut self, sat: &mut Sat, level: usize) -> Result<Option<(usize, Cube)>, Stop> {
        for place in 0..self.places.len() {
            let still = &mut self.places[place].still;
            let mut assumed = still.levels[level..].to_vec();
            assumed.push(still.bad);
            if let Answer::Yes(model) = still.session.solve(sat, &assumed)? {
                let (whole, bad) = (position(&still.bits, &model), still.bad);
                return Ok(Some((place, self.lifted(sat, place, whole, &[bad])?)));
            }
        }
        Ok(None)
    }

    /// A part of a position that already makes all of these bits true.
    fn lifted(
        &mut self,
        sat: &mut Sat,
        place: usize,
        whole: Cube,
        bits: &[Bit],
    ) -> Result<Cube, Stop> {
        let still = &mut self.places[place].still;
        let switch = still.session.encoder.fresh();
        let mut clause: Vec<Bit> = bits.iter().map(|bit| !*bit).collect();
        clause.push(!switch);
        still.session.solver.add(&clause);
        let stated = literals(&still.bits, &whole);
        let mut assumed = stated.clone();
        assumed.push(switch);
        let core = still.session.solve(sat, &assumed)?;
        still.session.solver.add(&[!switch]);
        Ok(match core {
            Answer::No(core) => {
                let kept = whole.iter().zip(&stated).filter(|(_, bit)| core.contains(bit));
                kept.map(|(literal, _)| *literal).collect()
            }
            _ => whole,
        })
    }

    /// Shows that a set of positions is not reached within its level; false where it is.
    fn block(&mut self, sat: &mut Sat, first: Obligation) -> Result<bool, Stop> {
        let top = first.level;
        let mut open = BinaryHeap::from([first]);
        while let Some(next) = open.pop() {
            if next.level == 0 || self.has_start(next.place, &next.cube) {
                return Ok(false);
            }
            match self.predecessor(sat, next.place, &next.cube, next.level)? {
                Before::These(place, cube) => {
                    open.push(Obligation { level: next.level - 1, place, cube });
                    open.push(next);
                }
                Before::Nothing(core) => {
                    let cube = self.generalized(sat, &next, core)?;
                    let mut level = next.level;
                    while level < top {
                        match self.predecessor(sat, next.place, &cube, level + 1)? {
                            Before::Nothing(_) => level += 1,
                            Before::These(..) => break,
                        }
                    }
                    self.add(next.place, cube, level);
                    if level < top {
                        open.push(Obligation { level: level + 1, ..next });
                    }
                }
            }
        }
        Ok(true)
    }

    fn has_start(&self, place: usize, cube: &[(usize, bool)]) -> bool {
        place == 0 && cube.iter().all(|(at, value)| self.start[*at] == *value)
    }

    fn add(&mut self, place: usize, cube: Cube, level: usize) {
        let Place { still, step } = &mut self.places[place];
        let halves = [
            (&mut still.session, &still.bits, &still.levels),
            (&mut step.session, &step.before, &step.levels),
        ];
        for (session, bits, levels) in halves {
            let mut clause: Vec<Bit> = literals(bits, &cube).iter().map(|bit| !*bit).collect();
            clause.push(!levels[level]);
            session.solver.add(&clause);
        }
        self.blocked[level].push((place, cube));
    }

    /// A position of the level below from which some move leads into a set of positions; where there is none, the
    /// part of the set that shows it.
    fn predecessor(
        &mut self,
        sat: &mut Sat,
        into: usize,
        cube: &[(usize, bool)],
        level: usize,
    ) -> Result<Before, Stop> {
        let mut needed = vec![false; cube.len()];
        for place in 0..self.places.len() {
            let Some(mut assumed) = self.at_level(place, level - 1) else { continue };
            let known = &mut self.places[place].step;
            let begins = if into == 0 { known.begins } else { !known.begins };
            if begins == Bit::FALSE {
                continue;
            }
            let after = literals(&known.after, cube);
            assumed.push(begins);
            assumed.extend(&after);
            // A position of the set itself is no way into it.
            let itself = (place == into && level > 1).then(|| {
                let switch = known.session.encoder.fresh();
                let mut clause: Vec<Bit> =
                    literals(&known.before, cube).iter().map(|bit| !*bit).collect();
                clause.push(!switch);
                known.session.solver.add(&clause);
                switch
            });
            assumed.extend(itself);
            let answer = known.session.solve(sat, &assumed);
            if let Some(switch) = itself {
                known.session.solver.add(&[!switch]);
            }
            match answer? {
                Answer::Yes(model) => {
                    let whole = position(&known.before, &model);
                    let cube = self.regressed(sat, place, whole, into, cube, &model)?;
                    return Ok(Before::These(place, cube));
                }
                Answer::No(core) => {
                    let used = after.iter().zip(&mut needed).filter(|(bit, _)| core.contains(bit));
                    used.for_each(|(_, needed)| *needed = true);
                }
                Answer::Unknown(stop) => return Err(stop),
            }
        }
        let kept = cube.iter().zip(needed).filter(|(_, needed)| *needed);
        Ok(Before::Nothing(kept.map(|(literal, _)| *literal).collect()))
    }

    /// The part of a position from which the same move is legal and leads into the set as well.
    fn regressed(
        &mut self,
        sat: &mut Sat,
        place: usize,
        whole: Cube,
        into: usize,
        cube: &[(usize, bool)],
        model: &Model,
    ) -> Result<Cube, Stop> {
        let (laws, start) = (self.laws, &self.sketch.start);
        let Place { still, step } = &mut self.places[place];
        let key = laws.chosen(&step.ply, model);
        if !still.moves.contains_key(&key) {
            let looked = laws.fixed_in(&step.ply, model).map(|fixed| {
                let (legal, _, after) =
                    laws.fixed_move(&mut still.session.encoder, &still.board, fixed);
                (legal, laws.begins(start, &after), laws.bits(&after))
            });
            still.moves.insert(key.clone(), looked);
        }
        let Some(Some((legal, begins, after))) = still.moves.get(&key).cloned() else {
            return Ok(whole);
        };
        let mut wanted = vec![legal, if into == 0 { begins } else { !begins }];
        wanted.extend(literals(&after, cube));
        wanted.retain(|bit| *bit != Bit::TRUE);
        self.lifted(sat, place, whole, &wanted)
    }

    /// Fewer literals of a set of positions that are still not reached within its level; `core` is enough but for the
    /// start, which must stay outside.
    fn generalized(&mut self, sat: &mut Sat, whole: &Obligation, core: Cube) -> Result<Cube, Stop> {
        let place = whole.place;
        let mut cube = self.without_start(place, core, &whole.cube);
        let (mut at, mut failed) = (0, 0);
        while at < cube.len() && failed < MOST_FAILED_LITERALS && cube.len() > 1 {
            let mut fewer = cube.clone();
            fewer.remove(at);
            if self.has_start(place, &fewer) {
                at += 1;
                continue;
            }
            match self.predecessor(sat, place, &fewer, whole.level)? {
                Before::Nothing(core) => cube = self.without_start(place, core, &fewer),
                Before::These(..) => (at, failed) = (at + 1, failed + 1),
            }
        }
        Ok(cube)
    }

    /// A part of a set of positions, with a literal more where the start would be in it.
    fn without_start(&self, place: usize, mut part: Cube, whole: &[(usize, bool)]) -> Cube {
        if self.has_start(place, &part) {
            part.extend(whole.iter().find(|(at, value)| self.start[*at] != *value));
            part.sort_unstable();
        }
        part
    }

    /// Clauses of a level that hold one ply later, too, go to the next.
    fn push_on(&mut self, sat: &mut Sat, level: usize) -> Result<(), Stop> {
        for (place, cube) in std::mem::take(&mut self.blocked[level]) {
            match self.predecessor(sat, place, &cube, level + 1)? {
                Before::Nothing(_) => self.add(place, cube, level + 1),
                Before::These(..) => self.blocked[level].push((place, cube)),
            }
        }
        Ok(())
    }

    /// The clauses from a level on hold always: told, and shown again where that is wanted.
    fn proved(
        &mut self,
        sat: &mut Sat,
        always: &FormulaOf<L>,
        level: usize,
    ) -> Result<Found, Stop> {
        let lemmas: Vec<(usize, Cube)> = self.blocked[level..].concat();
        if !self.is_inductive(sat, always, &lemmas)? {
            debug_assert!(false, "clauses of a fixed point are inductive");
            return Ok(Found::Open);
        }
        let clauses = match lemmas.len() {
            1 => "one clause".to_string(),
            count => format!("{count} clauses"),
        };
        let how =
            format!("{clauses} that hold in the start, that no move breaks, and that imply it");
        Ok(Found::Proved(Proof::Done(vec![how])))
    }

    /// Whether clauses hold in the start, no move breaks them, and they imply the formula.
    fn is_inductive(
        &self,
        sat: &mut Sat,
        always: &FormulaOf<L>,
        lemmas: &[(usize, Cube)],
    ) -> Result<bool, Stop> {
        if lemmas.iter().any(|(place, cube)| self.has_start(*place, cube)) {
            return Ok(false);
        }
        for number in 0..self.places.len() {
            let proved = sat.wants_proofs();
            let Place { mut still, mut step } =
                place(sat, self.laws, self.sketch, always, number == 1, proved)?;
            for (_, cube) in lemmas.iter().filter(|(place, _)| *place == number) {
                for (session, bits) in
                    [(&mut still.session, &still.bits), (&mut step.session, &step.before)]
                {
                    let clause: Vec<Bit> = literals(bits, cube).iter().map(|bit| !*bit).collect();
                    session.encoder.clause(&clause);
                }
            }
            if !is_refuted(sat, &mut still.session, &[still.bad])? {
                return Ok(false);
            }
            for (into, cube) in lemmas {
                let mut bits = literals(&step.after, cube);
                bits.push(if *into == 0 { step.begins } else { !step.begins });
                if !is_refuted(sat, &mut step.session, &bits)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// What leads into a set of positions.
enum Before {
    /// These positions of a side, by one move.
    These(usize, Cube),
    /// Nothing; this part of the set is enough to see it.
    Nothing(Cube),
}

/// The bits of a position in a model.
fn position(bits: &[Bit], model: &Model) -> Cube {
    let open = bits.iter().enumerate().filter(|(_, bit)| bit.value().is_none());
    open.map(|(at, bit)| (at, model.is_true(*bit))).collect()
}

/// Whether bits cannot all be true, which is certified.
fn is_refuted(sat: &mut Sat, session: &mut Session, bits: &[Bit]) -> Result<bool, Stop> {
    if bits.contains(&Bit::FALSE) {
        return Ok(true);
    }
    if !matches!(session.solve(sat, bits)?, Answer::No(_)) {
        return Ok(false);
    }
    let clause: Vec<Bit> = bits.iter().filter(|bit| **bit != Bit::TRUE).map(|bit| !*bit).collect();
    session.certify(sat, &clause);
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Options;
    use crate::asked::starts;
    use crate::language::Language;
    use crate::reachable::{Reached, reachable};
    use crate::rulebook::Rulebooks;
    use crate::sat::Wanted;
    use crate::sketch::parse;
    use zugwerk_logic::{Backend, Limits};

    /// Where play reaches few positions, each can be looked at: what is proved holds in all, and what is said to break
    /// does.
    #[test]
    fn clauses_agree_with_every_position() {
        let cases = [
            ("hanoi with discs = 2", "disc on a1 or disc on b1 or disc on c1"),
            ("hanoi with discs = 2", "not (disc on c1 and disc on c2)"),
            ("canal-lock", "not (lower and upper)"),
            ("canal-lock", "not high"),
            ("canal-lock", "lower implies not high"),
            ("wolf-goat-cabbage", "no piece on row 2 or some piece on row 1"),
            ("traffic-light", "not (car on a2 and car on b2)"),
            ("traffic-light", "not (car on b2 and car on a1)"),
            (
                "nim with first = 2, second = 1, third = 1, height = 2",
                "coin on a2 implies coin on a1",
            ),
            ("nim with first = 2, second = 1, third = 1, height = 2", "coin on a1 or coin on b1"),
            ("nim with first = 2, second = 1, third = 1, height = 2", "not draw"),
            ("tic-tac-toe", "not (x mark on a1 and o mark on a1)"),
            ("dots-and-boxes with width = 1, height = 1", "gained implies over"),
            ("clobber with width = 2, height = 2", "not (a1 is empty and a2 is empty)"),
            (
                "breakthrough with width = 2, height = 4",
                "not (white pawn on a1 and black pawn on a1)",
            ),
            ("breakthrough with width = 2, height = 4", "not draw"),
            (
                "connect-four with width = 2, height = 2, length = 2",
                "a2 is empty or not (a1 is empty)",
            ),
        ];
        let limits = Limits::none();
        let mut decided = 0;
        for (game, formula) in cases {
            for not in ["", "not "] {
                let text = format!("game {game}\nalways {not}({formula})");
                let sketch = parse(&text).unwrap();
                let language = Rulebooks::open(&sketch, &Options::default()).unwrap();
                let sketch = language.read(&sketch).unwrap_or_else(|m| panic!("{text} {m:?}"));
                let always = sketch.always.clone().unwrap();
                let rules = language.rules(&sketch.plans[0]);
                let from = starts(&language, &rules, &sketch).unwrap();
                let all = reachable(&rules, &from, &always, (&limits, usize::MAX), &mut 0).unwrap();
                let holds = matches!(all, Reached::All(_));
                let wanted = Wanted { certificate: true, ..Wanted::default() };
                let mut sat = Sat::new(&limits, Backend::Own, wanted);
                match prove(&mut sat, &rules, &sketch, &always).unwrap() {
                    Found::Proved(_) => {
                        assert!(holds, "{text}");
                        assert!(sat.certificate.is_none_or(|checked| checked.accepted), "{text}");
                    }
                    Found::Broken => assert!(!holds, "{text}"),
                    Found::Open => continue,
                }
                decided += 1;
            }
        }
        assert!(decided > 30, "{decided}");
    }
}
