//! Counting by weights, as the place invariants of Petri nets: a weight for each class of things such that
//! no move raises the weighted sum, and the start is not above the bound.
//!
//! Each ground move is looked at on a board of which nothing is known. Most need no solver: what the move
//! takes and puts is known from its conditions. Where a move does raise the sum, what it takes is given
//! more weight (a pawn that becomes a queen weighs as much as a queen), and all moves are looked at again.

use super::Proof;
use crate::laws::{FormulaOf, Laws, Understood, WeightedCount};
use crate::sat::{Sat, Session, timed};
use crate::sketch::{Comparison, Formula};
use std::collections::HashMap;
use zugwerk_logic::{Answer, Bit, Constraints, Model, Stop};

/// Conflicts after which a move counts as one that raises a sum.
const MOST_CONFLICTS: u64 = 20_000;
/// More changed bits than this are first looked at place by place.
const MANY: usize = 6;
/// More bits at one place are not looked at in every way.
const MOST_AT_A_PLACE: usize = 8;
/// More weight than this is not tried.
const HEAVIEST: i64 = 64;

/// By how much a move of the side that begins, and one of the other, may raise the sum: what one side raises the other
/// must lower again, where they move in turn.
const ALLOWED: [[i64; 2]; 5] = [[0, 0], [1, -1], [-1, 1], [2, -2], [-2, 2]];

/// Whether a demand is a statement about numbers.
pub fn is_count<L: Laws>(laws: &L, demand: &FormulaOf<L>) -> bool {
    count(laws, demand).is_some()
}

fn count<L: Laws>(laws: &L, demand: &FormulaOf<L>) -> Option<WeightedCount> {
    match demand {
        Formula::Atom(atom) => laws.counting(atom),
        Formula::Not(inner) => {
            let (classes, comparison, number) = count(laws, inner)?;
            Some((classes, comparison.contrary(), number))
        }
        _ => None,
    }
}

/// Tries to prove that a statement about numbers, which holds in the start, holds always.
pub fn prove<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
    demand: &FormulaOf<L>,
) -> Result<Proof, Stop> {
    let Some((classes, comparison, number)) = count(laws, demand) else { return Ok(Proof::Open) };
    // With a sign of -1 what is shown is that the number does not fall.
    let signs: &[i64] = match comparison {
        Comparison::AtMost | Comparison::Less => &[1],
        Comparison::AtLeast | Comparison::More => &[-1],
        Comparison::Equal => &[1, -1],
        Comparison::Different => return Ok(Proof::Open),
    };
    let bound = match comparison {
        Comparison::Less => number - 1,
        Comparison::More => number + 1,
        _ => number,
    };
    let mut moves = Moves::new(sat, laws, sketch)?;
    let mut looked_at = 0;
    for &sign in signs {
        match moves.weigh(sat, laws, sketch, &classes, sign, sign * bound)? {
            Some(count) => looked_at = count,
            None => return Ok(Proof::Open),
        }
    }
    let what = if signs.len() == 1 { "breaks the bound" } else { "changes the number" };
    Ok(Proof::Done(vec![format!(
        "no move {what}, by weights that were checked for each of {looked_at} moves"
    )]))
}

/// For each class of things how many of them there are at most in every position, where that is proved and
/// is none or one: rules about what nobody has, or has only once, are then of no use to a counterexample.
pub fn few<L: Laws>(
    sat: &mut Sat,
    laws: &L,
    sketch: &Understood<L>,
) -> Result<Vec<Option<usize>>, Stop> {
    let Some(state) = laws.known(&sketch.start) else { return Ok(Vec::new()) };
    let classes = laws.classes(&laws.board(&state));
    let mut moves = Moves::new(sat, laws, sketch)?;
    let mut few = Vec::new();
    for (class, bits) in classes.iter().enumerate() {
        let number = bits.iter().filter(|bit| **bit == Bit::TRUE).count();
        let bound = number as i64;
        let counted = (&[(class, 1)][..], 1, bound);
        let is_few =
            number <= 1 && moves.weigh_with(sat, laws, sketch, counted, ALLOWED[0])?.is_some();
        few.push(is_few.then_some(number));
    }
    Ok(few)
}

/// A ground move: when it is possible, and by class the bits before and after it that differ.
struct Ground {
    /// 0: of the side that begins.
    side: usize,
    possible: Bit,
    /// By class: bits that were, and bits that will be.
    changes: Vec<(Vec<Bit>, Vec<Bit>)>,
    /// The same by place, where all classes have the same places: each class with its bits before and after.
    places: Vec<Vec<(usize, Bit, Bit)>>,
}

/// Every ground move of either side.
struct Moves {
    session: Session,
    moves: Vec<Ground>,
    classes: usize,
}

impl Moves {
    /// The moves, or the limit that came before all of them were looked at: without one of them nothing is proved.
    fn new<L: Laws>(sat: &mut Sat, laws: &L, sketch: &Understood<L>) -> Result<Moves, Stop> {
        let (mut encoder, limits) = (sat.encoder(), sat.limits);
        let (mut moves, mut count) = (Vec::new(), 0);
        timed(sat, || {
            for other in [false, true] {
                let board = laws.any_board(&mut encoder, &sketch.start, other);
                for lemma in laws.lemmas(&mut encoder, &board) {
                    encoder.hold(lemma);
                }
                let before = laws.classes(&board);
                count = before.len();
                let found = laws.changes(&mut encoder, &board).unwrap_or_else(|| {
                    let fixed = laws.candidates(&board, &laws.any_shape()).into_iter();
                    fixed
                        .take_while(|_| limits.reached().is_none())
                        .filter_map(|fixed| laws.loose_move(&mut encoder, &board, fixed))
                        .collect()
                });
                for (possible, after) in found {
                    let after = laws.classes(&after);
                    let places = by_place(&before, &after);
                    let changes = before.iter().zip(&after);
                    let changes = changes.map(|(before, after)| differing(before, after)).collect();
                    let side = usize::from(other);
                    moves.push(Ground { side, possible, changes, places });
                }
            }
        });
        match encoder.stopped().or(limits.reached()) {
            Some(stop) => Err(stop),
            None => Ok(Moves { session: Session::new(sat, encoder, true), moves, classes: count }),
        }
    }

    /// Looks for weights, at least those of what is counted times `sign`, with which no move raises the weighted sum
    /// by more than it may and no sum is above `bound`: how many moves were looked at, or none.
    fn weigh<L: Laws>(
        &mut self,
        sat: &mut Sat,
        laws: &L,
        sketch: &Understood<L>,
        counted: &[(usize, i64)],
        sign: i64,
        bound: i64,
    ) -> Result<Option<usize>, Stop> {
        let ways = if laws.alternates() { ALLOWED.len() } else { 1 };
        for allowed in &ALLOWED[..ways] {
            let found = self.weigh_with(sat, laws, sketch, (counted, sign, bound), *allowed)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn weigh_with<L: Laws>(
        &mut self,
        sat: &mut Sat,
        laws: &L,
        sketch: &Understood<L>,
        (counted, sign, bound): (&[(usize, i64)], i64, i64),
        allowed: [i64; 2],
    ) -> Result<Option<usize>, Stop> {
        let mut weights = vec![0; self.classes];
        counted.iter().for_each(|(class, weight)| weights[*class] = sign * weight);
        let first = weights.clone();
        loop {
            // The sum is at its highest in the start, or after the first move.
            let highest = bound - allowed[0].max(0);
            if !self.starts_within(laws, sketch, &weights, &first, allowed, highest) {
                return Ok(None);
            }
            let Some((side, change)) = self.raising(sat, &weights, allowed)? else {
                return Ok(Some(self.moves.len()));
            };
            // What the move takes gets more weight, as much as makes up for what it puts.
            let rise: i64 =
                change.iter().zip(&weights).map(|(number, weight)| number * weight).sum();
            let rise = rise - allowed[side];
            let taken = (0..self.classes).filter(|class| change[*class] < 0);
            let Some(lightest) = taken.min_by_key(|class| weights[*class]) else {
                return Ok(None);
            };
            let more = (rise - 1) / -change[lightest] + 1;
            weights[lightest] += more;
            if weights[lightest] > HEAVIEST {
                return Ok(None);
            }
        }
    }

    /// Whether the weighted sum of the start is at most `bound`; no where the start has holes and more
    /// weight than what is counted.
    fn starts_within<L: Laws>(
        &self,
        laws: &L,
        sketch: &Understood<L>,
        weights: &[i64],
        first: &[i64],
        allowed: [i64; 2],
        bound: i64,
    ) -> bool {
        match laws.known(&sketch.start) {
            Some(state) => {
                let classes = laws.classes(&laws.board(&state));
                let number = |class: &Vec<Bit>| class.iter().filter(|b| **b == Bit::TRUE).count();
                let sums = classes.iter().zip(weights).map(|(c, weight)| number(c) as i64 * weight);
                sums.sum::<i64>() <= bound
            }
            // That what is counted is within the bound is known; nothing is known of more.
            None => weights == first && allowed == [0, 0],
        }
    }

    /// How a move that raises the weighted sum by more than it may changes the number of things in each class, and
    /// whose it is; none where no move does.
    fn raising(
        &mut self,
        sat: &mut Sat,
        weights: &[i64],
        allowed: [i64; 2],
    ) -> Result<Option<(usize, Vec<i64>)>, Stop> {
        let doubtful = {
            let known = self.session.encoder.conjunctions();
            let doubtful = |ground: &Ground| weighed(ground, weights, allowed[ground.side], &known);
            self.moves
                .iter()
                .enumerate()
                .filter_map(|(at, g)| Some((at, doubtful(g)?)))
                .collect::<Vec<_>>()
        };
        for (at, (bits, least)) in doubtful {
            if bits.len() > MANY && self.no_place_raises(sat, at, weights, allowed)? {
                continue;
            }
            let encoder = &mut self.session.encoder;
            let raised = encoder.counts(least, &bits);
            let possible = self.moves[at].possible;
            let limits = sat.limits.clone().with_conflicts(MOST_CONFLICTS);
            match self.session.solve_within(sat, &[possible, raised], &limits) {
                // Not decided soon: no weight can be given to anything for it.
                Err(Stop::Conflicts) => {
                    return Ok(Some((self.moves[at].side, vec![0; self.classes])));
                }
                Err(stop) => return Err(stop),
                Ok(Answer::Yes(model)) => {
                    let change = self.moves[at].changes.iter().map(|change| number(change, &model));
                    return Ok(Some((self.moves[at].side, change.collect())));
                }
                _ => self.session.certify(sat, &[!possible, !raised]),
            }
        }
        Ok(None)
    }

    /// Whether the most that a move can add at each place is together not more than it may: discs that are turned
    /// over stay where they are, which a solver does not see in a count of the whole board.
    fn no_place_raises(
        &mut self,
        sat: &mut Sat,
        at: usize,
        weights: &[i64],
        allowed: [i64; 2],
    ) -> Result<bool, Stop> {
        let ground = &self.moves[at];
        let (possible, allowed) = (ground.possible, allowed[ground.side]);
        if ground.places.is_empty() {
            return Ok(false);
        }
        let given = given(possible, &self.session.encoder.conjunctions());
        let of_place = |changed: &Vec<(usize, Bit, Bit)>| {
            let mut bits = Vec::new();
            let rises = changed.iter().map(|&(class, before, after)| {
                let weight = weights[class];
                weigh_bit(-weight, before, &given, &mut bits)
                    + weigh_bit(weight, after, &given, &mut bits)
            });
            let rise: i64 = rises.sum();
            (rise, bits)
        };
        let places: Vec<(i64, Vec<Bit>)> = ground.places.iter().map(of_place).collect();
        // By place, what it can add at most, as far as is known.
        let mut most: Vec<usize> = places.iter().map(|(_, bits)| bits.len()).collect();
        let sum = |most: &[usize]| {
            let each = places.iter().zip(most).map(|((rise, _), more)| rise + *more as i64);
            each.sum::<i64>()
        };
        // That a place adds nothing is refuted by little; that it must take something away is asked only then.
        for least in [0, i64::MIN] {
            for (at, (rise, bits)) in places.iter().enumerate() {
                while most[at] > 0 && rise + most[at] as i64 > least && sum(&most) > allowed {
                    match self.can_add(sat, possible, bits, most[at]) {
                        Err(Stop::Conflicts) => return Ok(false),
                        Err(stop) => return Err(stop),
                        Ok(true) => break,
                        Ok(false) => {}
                    }
                    most[at] -= 1;
                }
            }
        }
        Ok(sum(&most) <= allowed)
    }

    /// Whether at least `least` of a few bits can be true where a move is possible. Each way is asked about by itself:
    /// what contradicts it is then near, while a question about a counter would wander over the whole board.
    fn can_add(
        &mut self,
        sat: &mut Sat,
        possible: Bit,
        bits: &[Bit],
        least: usize,
    ) -> Result<bool, Stop> {
        let mut single: Vec<(Bit, usize)> = Vec::new();
        for bit in bits {
            match single.iter_mut().find(|(known, _)| known == bit) {
                Some((_, count)) => *count += 1,
                None => single.push((*bit, 1)),
            }
        }
        if single.len() > MOST_AT_A_PLACE {
            return Ok(true);
        }
        for way in 0..1usize << single.len() {
            let is_true = |at: &usize| way >> at & 1 == 1;
            let sum: usize = (0..single.len()).filter(is_true).map(|at| single[at].1).sum();
            if sum < least {
                continue;
            }
            let literal = |at: usize| if is_true(&at) { single[at].0 } else { !single[at].0 };
            let mut asked = vec![possible];
            asked.extend((0..single.len()).map(literal));
            let limits = sat.limits.clone().with_conflicts(MOST_CONFLICTS);
            match self.session.solve_within(sat, &asked, &limits)? {
                Answer::Yes(_) => return Ok(true),
                _ => {
                    let clause: Vec<Bit> = asked.iter().map(|bit| !*bit).collect();
                    self.session.certify(sat, &clause);
                }
            }
        }
        Ok(false)
    }
}

/// What changes at each place, where every class has as many.
fn by_place(before: &[Vec<Bit>], after: &[Vec<Bit>]) -> Vec<Vec<(usize, Bit, Bit)>> {
    let count = before.first().map_or(0, Vec::len);
    if before.iter().chain(after).any(|class| class.len() != count) {
        return Vec::new();
    }
    let pairs = |place: usize| {
        let both = before.iter().zip(after).enumerate();
        let both = both.map(|(class, (before, after))| (class, before[place], after[place]));
        both.filter(|(_, before, after)| before != after).collect::<Vec<_>>()
    };
    (0..count).map(pairs).filter(|changed| !changed.is_empty()).collect()
}

/// How many more things there are after a move than before, in a model.
fn number((before, after): &(Vec<Bit>, Vec<Bit>), model: &Model) -> i64 {
    let count = |bits: &[Bit]| bits.iter().filter(|bit| model.is_true(**bit)).count() as i64;
    count(after) - count(before)
}

/// What is true where a move is possible.
fn given(possible: Bit, conjunctions: &HashMap<Bit, &[Bit]>) -> Vec<Bit> {
    let mut given = Vec::new();
    let mut open = vec![possible];
    while let Some(bit) = open.pop() {
        given.push(bit);
        open.extend(conjunctions.get(&bit).into_iter().copied().flatten());
    }
    given
}

/// The least that a bit of this weight adds, and the bits of which each adds one more.
fn weigh_bit(weight: i64, bit: Bit, given: &[Bit], bits: &mut Vec<Bit>) -> i64 {
    if bit == Bit::TRUE || given.contains(&bit) {
        return weight;
    }
    if bit == Bit::FALSE || given.contains(&!bit) {
        return 0;
    }
    let (count, counted) = if weight > 0 { (weight, bit) } else { (-weight, !bit) };
    bits.extend((0..count).map(|_| counted));
    weight.min(0)
}

/// The bits that are not in both lists.
fn differing(before: &[Bit], after: &[Bit]) -> (Vec<Bit>, Vec<Bit>) {
    if before.len() == after.len() {
        let pairs = before.iter().zip(after).filter(|(before, after)| before != after);
        let (was, will): (Vec<Bit>, Vec<Bit>) = pairs.unzip();
        return without_common(was, will);
    }
    without_common(before.to_vec(), after.to_vec())
}

fn without_common(before: Vec<Bit>, mut after: Vec<Bit>) -> (Vec<Bit>, Vec<Bit>) {
    let mut places: HashMap<Bit, Vec<usize>> = HashMap::new();
    for (at, bit) in after.iter().enumerate() {
        places.entry(*bit).or_default().push(at);
    }
    let mut gone = vec![false; after.len()];
    let mut left = Vec::new();
    for bit in before {
        match places.get_mut(&bit).and_then(Vec::pop) {
            Some(at) => gone[at] = true,
            None => left.push(bit),
        }
    }
    let mut at = 0;
    after.retain(|_| {
        at += 1;
        !gone[at - 1]
    });
    (left, after)
}

/// Bits of which at least the number returned must be true for a move to raise the weighted sum by more than is allowed; none where
/// it cannot.
fn weighed(
    ground: &Ground,
    weights: &[i64],
    allowed: i64,
    conjunctions: &HashMap<Bit, &[Bit]>,
) -> Option<(Vec<Bit>, usize)> {
    let given = given(ground.possible, conjunctions);
    // The sum rises where `rise` and the bits, each as +1, are together more than 0.
    let (mut rise, mut bits) = (0, Vec::new());
    for ((before, after), weight) in ground.changes.iter().zip(weights) {
        for (sign, changed) in [(-1, before), (1, after)] {
            let weight = sign * weight;
            for &bit in changed {
                rise += weigh_bit(weight, bit, &given, &mut bits);
            }
        }
    }
    let least = allowed + 1 - rise;
    (least <= bits.len() as i64).then_some((bits, least.max(0) as usize))
}
