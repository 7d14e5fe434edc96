//! The bits of one move, the laws about it, and what it does to the board.

use super::{Bits, CHANGE, EFFECT, ENOUGH, ONE_MOVE, OWN, STAY, TALL, WALK};
use crate::pos::walk;
use crate::pos::{PERIOD, SQUARES, Squares, TARGETS, squares};
use crate::position::TOO_TALL;
use crate::{Dir, Move, Player, Pos};
use zugwerk_logic::{Bit, Constraints, Folding, Law, Model, Unknowns};

/// Which moves are wanted. Whatever is not wanted is false from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// Where it begins; anywhere where not said.
    pub start: Option<Pos>,
    /// How many stones go.
    pub steps: Option<u32>,
    /// Where it ends.
    pub target: Option<Pos>,
}

impl Allowed {
    /// Every move.
    pub const ANY: Allowed = Allowed { start: None, steps: None, target: None };

    /// Whether a move is wanted.
    pub fn admits(&self, chosen: Move) -> bool {
        self.start.is_none_or(|start| start == chosen.start)
            && self.steps.is_none_or(|steps| steps == chosen.steps)
            && self.target.is_none_or(|target| target == chosen.target)
    }
}

/// A move from one position to the next.
#[derive(Clone, Debug)]
pub struct Ply {
    pub(super) from: [Bit; SQUARES],
    pub(super) to: [Bit; SQUARES],
    /// By the number of stones less one.
    pub(super) steps: Vec<Bit>,
    /// By start and steps less one: where it can end, as far as bits are known.
    targets: Vec<Vec<Squares>>,
}

impl Ply {
    /// No move at all: the mover passes.
    pub fn pass() -> Ply {
        let nothing = [Bit::FALSE; SQUARES];
        Ply { from: nothing, to: nothing, steps: Vec::new(), targets: Vec::new() }
    }

    /// Whether nothing moves.
    pub fn is_pass(&self) -> bool {
        self.from == [Bit::FALSE; SQUARES]
    }
}

/// The height that may stay.
const STAYS: usize = TOO_TALL as usize - 1;

/// A legal move and the position after it, of the allowed shape where bits may be folded; otherwise the
/// caller states what is allowed: see [`Ply::restrict`].
pub fn step(
    c: &mut impl Unknowns,
    before: &Bits,
    allowed: &Allowed,
    folding: Folding,
) -> (Ply, Bits) {
    let ply = Ply::new(c, before, allowed, folding);
    ply.state(c, before);
    let after = ply.change(c, before);
    (ply, after)
}

/// Every move of a shape that is possible as far as bits are known.
pub fn candidates(before: &Bits, allowed: &Allowed) -> Vec<Move> {
    let mut moves = Vec::new();
    let forced = Pos::all().any(|pos| {
        before.owner(pos, before.mover) == Bit::TRUE
            && before.colors(pos, STAYS).contains(&Bit::TRUE)
    });
    for start in Pos::all().filter(|pos| before.owner(*pos, before.mover) != Bit::FALSE) {
        let height = before.most_of(start);
        if forced && height <= STAYS {
            continue;
        }
        for steps in 1..=height as u32 {
            if before.colors(start, STAYS + steps as usize).contains(&Bit::TRUE) {
                continue;
            }
            let targets = squares(TARGETS[start.index()][steps as usize % PERIOD]);
            let all = targets.map(|target| Move { start, steps, target });
            moves.extend(all.filter(|chosen| allowed.admits(*chosen)));
        }
    }
    moves
}

/// A known move with each law about it stated under its name, as [`step`] does where nothing is folded away, and
/// the position after it.
pub fn stated_move(c: &mut impl Unknowns, before: &Bits, chosen: Move) -> (Ply, Bits) {
    let ply = Ply::known(chosen);
    ply.state(c, before);
    let after = ply.change(c, before);
    (ply, after)
}

/// Every move of some stones of one stack, whatever else the laws say.
pub fn thinkable(before: &Bits) -> Vec<Move> {
    let mut moves = Vec::new();
    for start in Pos::all() {
        for steps in 1..=before.most_of(start) {
            let ends = squares(walks(start, steps));
            moves.extend(ends.map(|target| Move { start, steps: steps as u32, target }));
        }
    }
    moves
}

/// The bit defined to be true where a move is legal, the move, and the position after it, which means
/// nothing where the bit is false.
pub fn fixed_move(c: &mut impl Unknowns, before: &Bits, chosen: Move) -> (Bit, Ply, Bits) {
    let ply = Ply::known(chosen);
    match legal(c, before, chosen) {
        Bit::FALSE => (Bit::FALSE, ply, before.clone()),
        legal => {
            let after = ply.change(c, before);
            (legal, ply, after)
        }
    }
}

/// The bit defined to be true where a move is legal.
pub fn legal(c: &mut impl Constraints, before: &Bits, chosen: Move) -> Bit {
    let (start, taken) = (chosen.start, chosen.steps as usize);
    let walks = TARGETS[start.index()][taken % PERIOD] >> chosen.target.index() & 1 == 1;
    let own = before.owner(start, before.mover);
    if !walks || taken == 0 || own == Bit::FALSE {
        return Bit::FALSE;
    }
    let enough = before.higher(c, start, taken - 1);
    let stays = before.higher(c, start, taken + STAYS);
    let tall = before.higher(c, start, STAYS);
    let forced = forced(c, before);
    let free = c.or(&[!forced, tall]);
    c.and(&[own, enough, !stays, free])
}

/// The bit defined to be true where the mover has a legal move: whoever owns a stack can move one.
pub fn any_move(c: &mut impl Constraints, before: &Bits) -> Bit {
    c.or(&Pos::all().map(|pos| before.owner(pos, before.mover)).collect::<Vec<_>>())
}

/// The bit defined to be true where the mover owns a stack that is too tall.
fn forced(c: &mut impl Constraints, before: &Bits) -> Bit {
    let mut ways = Vec::new();
    for pos in Pos::all() {
        let tall = before.higher(c, pos, STAYS);
        ways.push(c.and(&[before.owner(pos, before.mover), tall]));
    }
    c.or(&ways)
}

/// Where a walk of `steps` can end, its start included.
fn walks(start: Pos, steps: usize) -> Squares {
    let ends = Dir::ALL.into_iter().map(|dir| walk(start, dir, steps));
    ends.fold(0, |set, end| set | 1 << end.index())
}

impl Ply {
    /// The bits of a move on `before`.
    fn new(c: &mut impl Unknowns, before: &Bits, allowed: &Allowed, folding: Folding) -> Ply {
        let highest = Pos::all().map(|pos| before.most_of(pos)).max().unwrap_or(0);
        let mut targets = vec![vec![0; highest]; SQUARES];
        if folding == Folding::Nothing {
            for start in Pos::all() {
                for steps in 1..=highest {
                    targets[start.index()][steps - 1] = walks(start, steps);
                }
            }
        } else {
            for chosen in candidates(before, allowed) {
                targets[chosen.start.index()][chosen.steps as usize - 1] |=
                    1 << chosen.target.index();
            }
        }
        let all = |start: usize| targets[start].iter().fold(0, |all, set| all | set);
        let froms: Vec<usize> = (0..SQUARES).filter(|start| all(*start) != 0).collect();
        let tos = (0..SQUARES).fold(0, |tos, start| tos | all(start));
        let used = |steps: &usize| targets.iter().any(|of_start| of_start[*steps] != 0);
        let steps: Vec<usize> = (0..highest).filter(used).collect();
        Ply {
            from: one_hot(c, SQUARES, &froms).try_into().expect("a bit for every square"),
            to: one_hot(c, SQUARES, &squares(tos).map(Pos::index).collect::<Vec<_>>())
                .try_into()
                .expect("a bit for every square"),
            steps: one_hot(c, highest, &steps),
            targets,
        }
    }

    /// The move that is known.
    pub(super) fn known(chosen: Move) -> Ply {
        let steps = chosen.steps as usize;
        let square = |pos: Pos| std::array::from_fn(|at| (at == pos.index()).into());
        let mut targets = vec![vec![0; steps]; SQUARES];
        if steps > 0 {
            targets[chosen.start.index()][steps - 1] = walks(chosen.start, steps);
        }
        let steps = (1..=steps).map(|number| (number == steps).into()).collect();
        Ply { from: square(chosen.start), to: square(chosen.target), steps, targets }
    }

    /// States every law about the move.
    pub(super) fn state(&self, c: &mut impl Constraints, before: &Bits) {
        self.one_move(c);
        self.own(c, before);
        self.enough(c, before);
        self.walk(c);
        self.effect(c);
        self.tall(c, before);
        self.stay(c, before);
    }

    fn froms(&self) -> impl Iterator<Item = (Pos, Bit)> {
        Pos::all().zip(self.from).filter(|(_, bit)| *bit != Bit::FALSE)
    }

    fn tos(&self) -> impl Iterator<Item = (Pos, Bit)> {
        Pos::all().zip(self.to).filter(|(_, bit)| *bit != Bit::FALSE)
    }

    /// Numbers of stones that can go, and their bits.
    fn counts(&self) -> impl Iterator<Item = (usize, Bit)> + use<'_> {
        let counts = self.steps.iter().enumerate().map(|(less, bit)| (less + 1, *bit));
        counts.filter(|(_, bit)| *bit != Bit::FALSE)
    }

    fn one_move(&self, c: &mut impl Constraints) {
        c.law(Law::new(ONE_MOVE));
        for bits in [&self.from[..], &self.to, &self.steps] {
            c.exactly_one(&bits.iter().copied().filter(|b| *b != Bit::FALSE).collect::<Vec<_>>());
        }
    }

    fn own(&self, c: &mut impl Constraints, before: &Bits) {
        c.law(Law::new(OWN));
        for (start, from) in self.froms() {
            c.implies(&[from], &[before.owner(start, before.mover)]);
        }
    }

    fn enough(&self, c: &mut impl Constraints, before: &Bits) {
        c.law(Law::new(ENOUGH));
        for (start, from) in self.froms() {
            for (count, steps) in self.counts() {
                c.implies(&[from, steps], &before.colors(start, count - 1));
            }
        }
    }

    fn walk(&self, c: &mut impl Constraints) {
        c.law(Law::new(WALK));
        for (start, from) in self.froms() {
            for (count, steps) in self.counts() {
                let targets = self.targets[start.index()][count - 1];
                let ends: Vec<Bit> = squares(targets).map(|end| self.to[end.index()]).collect();
                c.implies(&[from, steps], &ends);
            }
        }
        let leads = |start: Pos, count: usize, end: Pos| {
            self.targets[start.index()][count - 1] >> end.index() & 1 == 1
        };
        for (end, to) in self.tos() {
            for (count, steps) in self.counts() {
                let starts = self.froms().filter(|(start, _)| leads(*start, count, end));
                let starts: Vec<Bit> = starts.map(|(_, from)| from).collect();
                c.implies(&[to, steps], &starts);
            }
            for (start, from) in self.froms() {
                let counts = self.counts().filter(|(count, _)| leads(start, *count, end));
                let counts: Vec<Bit> = counts.map(|(_, steps)| steps).collect();
                c.implies(&[to, from], &counts);
            }
        }
    }

    fn effect(&self, c: &mut impl Constraints) {
        c.law(Law::new(EFFECT));
        for (start, from) in self.froms() {
            c.clause(&[!from, !self.to[start.index()]]);
        }
    }

    fn tall(&self, c: &mut impl Constraints, before: &Bits) {
        let forced = forced(c, before);
        c.law(Law::new(TALL));
        for (start, from) in self.froms() {
            c.implies(&[forced, from], &before.colors(start, STAYS));
        }
    }

    fn stay(&self, c: &mut impl Constraints, before: &Bits) {
        c.law(Law::new(STAY));
        for (start, from) in self.froms() {
            for (count, steps) in self.counts() {
                for stone in before.colors(start, STAYS + count) {
                    c.implies(&[from, steps], &[!stone]);
                }
            }
        }
    }

    /// The position after the move, and the clauses that make it so.
    fn change(&self, c: &mut impl Unknowns, before: &Bits) -> Bits {
        c.law(Law::new(CHANGE));
        let lifted = self.lifted(c, before);
        let mut after = Bits::blank(before.mover.other(), before.most);
        for pos in Pos::all() {
            let (from, to) = (self.from[pos.index()], self.to[pos.index()]);
            if from == Bit::FALSE && to == Bit::FALSE {
                after.stacks[pos.index()] = before.stacks[pos.index()].clone();
                continue;
            }
            let height = self.height_after(before, pos);
            for player in Player::ALL {
                let stack = (0..height).map(|place| {
                    self.stone_after(c, before, (pos, player, place), &lifted[player as usize])
                });
                after.stacks[pos.index()][player as usize] = stack.collect();
            }
        }
        after
    }

    /// By colour and place: the stones that go.
    fn lifted(&self, c: &mut impl Unknowns, before: &Bits) -> [Vec<Bit>; 2] {
        let highest = self.counts().map(|(count, _)| count).max().unwrap_or(0);
        let known = self.froms().find(|(_, from)| *from == Bit::TRUE);
        Player::ALL.map(|player| {
            let stone = |place: usize| {
                if let Some((start, _)) = known {
                    return before.stone(start, player, place);
                }
                let bit = c.fresh();
                for (start, from) in self.froms() {
                    c.equal_if(&[from], bit, before.stone(start, player, place));
                }
                bit
            };
            (0..highest).map(stone).collect()
        })
    }

    /// The height that a stack cannot surpass after the move.
    fn height_after(&self, before: &Bits, pos: Pos) -> usize {
        let arrives = |count: usize| {
            self.froms()
                .any(|(start, _)| self.targets[start.index()][count - 1] >> pos.index() & 1 == 1)
        };
        let most = self.counts().map(|(count, _)| count).filter(|count| arrives(*count)).max();
        let most = if self.to[pos.index()] == Bit::FALSE { None } else { most };
        (before.most_of(pos) + most.unwrap_or(0)).min(before.most)
    }

    /// A stone at a place after the move.
    fn stone_after(
        &self,
        c: &mut impl Unknowns,
        before: &Bits,
        (pos, player, place): (Pos, Player, usize),
        lifted: &[Bit],
    ) -> Bit {
        let (from, to) = (self.from[pos.index()], self.to[pos.index()]);
        let was = before.stone(pos, player, place);
        // Under each condition, what it is afterwards: left as it was, uncovered, covered, or put there.
        let mut cases = vec![(vec![!from, !to], was)];
        // Stones that come back to where they began change nothing, where that is no law's business.
        let returns = self.targets[pos.index()].iter().any(|ends| ends >> pos.index() & 1 == 1);
        let (leaves, comes) = match returns {
            true => (vec![from, !to], vec![to, !from]),
            false => (vec![from], vec![to]),
        };
        if returns {
            cases.push((vec![from, to], was));
        }
        for (count, steps) in self.counts() {
            let gone = before.stone(pos, player, place + count);
            cases.push(([&leaves[..], &[steps]].concat(), gone));
            let put = match place.checked_sub(count) {
                None => lifted[place],
                Some(below) => before.stone(pos, player, below),
            };
            cases.push(([&comes[..], &[steps]].concat(), put));
        }
        cases.retain(|(condition, _)| !condition.contains(&Bit::FALSE));
        let sure = |when: &[Bit]| when.iter().all(|bit| *bit == Bit::TRUE);
        if let Some((_, known)) = cases.iter().find(|(when, _)| sure(when)) {
            return *known;
        }
        if cases.iter().all(|(_, stone)| *stone == Bit::FALSE) {
            return Bit::FALSE;
        }
        let will = c.fresh();
        for (condition, stone) in cases {
            c.equal_if(&condition, will, stone);
        }
        will
    }

    /// Forbids what is not allowed.
    pub fn restrict(&self, c: &mut impl Constraints, allowed: &Allowed) {
        for bit in self.unwanted(allowed) {
            c.clause(&[!bit]);
        }
    }

    /// The bit defined to be true where the move is allowed.
    pub fn is(&self, c: &mut impl Constraints, allowed: &Allowed) -> Bit {
        !c.or(&self.unwanted(allowed))
    }

    /// The bits that are false exactly where the move is allowed.
    fn unwanted(&self, allowed: &Allowed) -> Vec<Bit> {
        let steps = allowed.steps.map(|steps| steps as usize);
        let froms = self.froms().filter(|(pos, _)| allowed.start.is_some_and(|s| s != *pos));
        let tos = self.tos().filter(|(pos, _)| allowed.target.is_some_and(|t| t != *pos));
        let counts = self.counts().filter(|(count, _)| steps.is_some_and(|s| s != *count));
        let (froms, tos) = (froms.map(|(_, bit)| bit), tos.map(|(_, bit)| bit));
        froms.chain(tos).chain(counts.map(|(_, bit)| bit)).collect()
    }

    /// The bits that tell moves apart.
    pub fn bits(&self) -> Vec<Bit> {
        self.from.iter().chain(&self.to).chain(&self.steps).copied().collect()
    }

    /// The literals that are all true exactly for the move that a model chose.
    pub fn chosen(&self, model: &Model) -> Vec<Bit> {
        self.bits().into_iter().filter(|bit| model.is_true(*bit)).collect()
    }

    /// The move that a model chose.
    pub fn read(&self, model: &Model) -> Option<Move> {
        let (start, _) = self.froms().find(|(_, bit)| model.is_true(*bit))?;
        let (target, _) = self.tos().find(|(_, bit)| model.is_true(*bit))?;
        let (steps, _) = self.counts().find(|(_, bit)| model.is_true(*bit))?;
        Some(Move { start, steps: steps as u32, target })
    }
}

/// A bit for each of the places among `count`, known where there is only one.
fn one_hot(c: &mut impl Unknowns, count: usize, places: &[usize]) -> Vec<Bit> {
    let mut bits = vec![Bit::FALSE; count];
    match places {
        [only] => bits[*only] = Bit::TRUE,
        _ => places.iter().for_each(|&place| bits[place] = c.fresh()),
    }
    bits
}
