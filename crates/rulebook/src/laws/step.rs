//! One ply: a move is chosen, the position after it follows, and what it does not touch stays.

use super::layout::Bits;
use super::moves::{Candidate, Looking, candidates};
use super::read::{Frame, Reader};
use super::value::Cases;
use super::{CHANGE, Laws, ONE_MOVE, OVER};
use crate::Move;
use std::sync::Arc;
use zugwerk_logic::{Bit, Checker, Folding, Law, Model, Unknowns};

/// The bits of a move: one for each that may be chosen.
#[derive(Clone, Debug)]
pub struct Ply {
    moves: Arc<[Choice]>,
}

/// A move that may be chosen.
#[derive(Clone, Debug)]
struct Choice {
    side: usize,
    chosen: Move,
    bit: Bit,
    /// The ways it can be written, with the bits that are true where it is so.
    texts: Vec<(String, Bit)>,
    /// The position after this move.
    after: Option<Bits>,
}

impl Ply {
    /// No move at all: whose turn it is passes.
    pub fn pass() -> Ply {
        Ply { moves: Arc::new([]) }
    }

    /// Whether nothing moves.
    pub fn is_pass(&self) -> bool {
        self.moves.is_empty()
    }

    /// A known move.
    pub fn known(side: usize, chosen: Move) -> Ply {
        Ply {
            moves: Arc::new([Choice {
                side,
                chosen,
                bit: Bit::TRUE,
                texts: Vec::new(),
                after: None,
            }]),
        }
    }

    /// The move that a model chose, and whose it is.
    pub fn read(&self, model: &Model) -> Option<(usize, Move)> {
        let found = self.moves.iter().find(|choice| model.is_true(choice.bit))?;
        Some((found.side, found.chosen))
    }

    /// The literals that are all true exactly for the move that a model chose.
    pub fn chosen(&self, model: &Model) -> Vec<Bit> {
        let found = self.moves.iter().find(|choice| model.is_true(choice.bit));
        found.map(|choice| choice.bit).into_iter().collect()
    }

    /// States that the move is written so that it fits.
    pub fn restrict(&self, c: &mut impl Unknowns, fits: impl Fn(&str) -> bool) {
        for choice in self.moves.iter() {
            let ways: Vec<Bit> =
                choice.texts.iter().filter(|(text, _)| fits(text)).map(|(_, bit)| *bit).collect();
            let mut clause = vec![!choice.bit];
            clause.extend(ways);
            c.clause(&clause);
        }
    }
}

impl Laws<'_> {
    /// By how much a move changes the sum of weights, one for each content but the empty one: what it touches is
    /// little, where to count all cells is much. None where the move was known when it was made.
    pub fn change(
        &self,
        c: &mut impl Unknowns,
        before: &Bits,
        ply: &Ply,
        weights: &[i32],
    ) -> Option<Cases> {
        if ply.is_pass() {
            return Some(Cases::known(0));
        }
        let mut all = Vec::new();
        for choice in ply.moves.iter() {
            let after = choice.after.as_ref()?;
            let mut sum = Cases::known(0);
            for cell in 0..self.ground.words.board.places() {
                let (was, is) = (self.layout.cell(before, cell), self.layout.cell(after, cell));
                if was != is {
                    let weight =
                        |content: usize| if content == 0 { 0 } else { weights[content - 1] };
                    let mut value = |bits: &[Bit]| {
                        let cases = bits.iter().enumerate().map(|(at, bit)| (weight(at), *bit));
                        Cases::new(c, cases.collect())
                    };
                    let (was, is) = (value(was), value(is));
                    let change = is.combine(c, &was, |is, was| is - was);
                    sum = sum.combine(c, &change, |one, two| one + two);
                }
            }
            for (value, bit) in sum.iter() {
                all.push((value, c.and(&[choice.bit, bit])));
            }
        }
        Some(Cases::new(c, all))
    }

    /// The position after a pass: nothing but whose turn it is changes.
    pub fn passing(&self, board: &Bits) -> Bits {
        let mut bits = board.all().to_vec();
        let second = bits[self.layout.turn];
        (bits[self.layout.turn], bits[self.layout.mover]) = (!second, second);
        Bits(bits.into())
    }

    /// A legal move that is written so that it fits, and the position after it.
    pub fn step(
        &self,
        c: &mut impl Unknowns,
        board: &Bits,
        fits: &dyn Fn(&str) -> bool,
        folding: Folding,
    ) -> (Ply, Bits) {
        let detailed = folding == Folding::Nothing;
        let looking = Looking { never: false, detailed, most: usize::MAX };
        let ends = self.ends_reached(c, board);
        for (law, reached) in ends {
            c.law(if detailed { law } else { Law::new(OVER) });
            c.clause(&[!reached]);
        }
        let mut found: Vec<(Candidate, Vec<(String, Bit)>)> = Vec::new();
        for side in 0..self.ground.sides.len() {
            for mut candidate in candidates(self, c, board, side, looking, None) {
                let texts =
                    candidate.texts(c, |cell| self.ground.words.board.name(cell).to_string());
                let ways: Vec<Bit> =
                    texts.iter().filter(|(text, _)| fits(text)).map(|(_, bit)| *bit).collect();
                let written = c.or(&ways);
                if written != Bit::FALSE {
                    if written != Bit::TRUE {
                        candidate.conditions.push((Law::new(ONE_MOVE), written));
                    }
                    found.push((candidate, texts));
                }
            }
        }
        self.choose_one(c, board, found)
    }

    fn choose_one(
        &self,
        c: &mut impl Unknowns,
        board: &Bits,
        found: Vec<(Candidate, Vec<(String, Bit)>)>,
    ) -> (Ply, Bits) {
        c.law(Law::new(ONE_MOVE));
        let bits: Vec<Bit> = match found.len() {
            1 => vec![Bit::TRUE],
            count => (0..count).map(|_| c.fresh()).collect(),
        };
        c.exactly_one(&bits);
        for ((candidate, _), bit) in found.iter().zip(&bits) {
            for (law, condition) in &candidate.conditions {
                c.law(*law);
                c.clause(&[!*bit, *condition]);
            }
        }
        let after = self.after(c, board, &found, &bits);
        self.leave_nothing_forbidden(c, &after);
        let moves = found.into_iter().zip(bits).map(|((candidate, texts), bit)| Choice {
            side: candidate.side,
            chosen: candidate.chosen,
            bit,
            texts,
            after: Some(candidate.after),
        });
        (Ply { moves: moves.collect() }, after)
    }

    /// The position after the move that is chosen.
    fn after(
        &self,
        c: &mut impl Unknowns,
        board: &Bits,
        found: &[(Candidate, Vec<(String, Bit)>)],
        bits: &[Bit],
    ) -> Bits {
        c.law(Law::new(CHANGE));
        let mut after = board.all().to_vec();
        for (at, bit) in after.iter_mut().enumerate() {
            let before = *bit;
            let will = |number: usize| found[number].0.after.all()[at];
            let touching: Vec<usize> =
                (0..found.len()).filter(|number| will(*number) != before).collect();
            let Some(first) = touching.first().map(|number| will(*number)) else { continue };
            let all = touching.len() == found.len();
            if all && touching.iter().all(|number| will(*number) == first) {
                *bit = first;
                continue;
            }
            let now = c.fresh();
            for number in &touching {
                c.equal_if(&[bits[*number]], now, will(*number));
            }
            if !all {
                // It changes only by a move that changes it.
                let mut clause: Vec<Bit> = touching.iter().map(|number| bits[*number]).collect();
                clause.extend([now, !before]);
                c.clause(&clause);
                clause.truncate(touching.len());
                clause.extend([!now, before]);
                c.clause(&clause);
            }
            *bit = now;
        }
        Bits(after.into())
    }

    /// States that the move has left nothing that no move may leave.
    fn leave_nothing_forbidden(&self, c: &mut impl Unknowns, after: &Bits) {
        for (mover, moved) in self.movers(after) {
            let side = &self.ground.sides[mover];
            let mut frame = Frame::new(after.clone());
            for never in &side.never {
                let mut reader = Reader { c: &mut *c, arena: &side.arena, layout: &self.layout };
                let left = reader.truth(&mut frame, never.formula);
                c.law(self.law(&never.sentence));
                c.clause(&[!moved, !left]);
            }
        }
    }

    /// Whether a move is legal, as far as is known, and the position after it, which means nothing where it is not;
    /// none where it cannot be legal. Where it is `loose`, neither ends nor what it leaves count.
    pub fn fixed_move(
        &self,
        c: &mut impl Unknowns,
        board: &Bits,
        (side, chosen): (usize, Move),
        loose: bool,
    ) -> Option<(Bit, Bits)> {
        let looking = if loose { Looking::LOOSE } else { Looking::ALL };
        let found = candidates(self, c, board, side, looking, Some(chosen));
        let candidate = found.into_iter().next()?;
        let mut legal = candidate.legal(c);
        if !loose {
            let over = self.is_over(c, board);
            legal = c.and(&[legal, !over]);
        }
        (legal != Bit::FALSE).then_some((legal, candidate.after))
    }

    /// Every move of either side that may be possible, whether or not the game is over and whatever it leaves: when it
    /// is, and the position after it.
    pub fn loose_moves(&self, c: &mut impl Unknowns, board: &Bits) -> Vec<(Bit, Bits)> {
        let mut moves = Vec::new();
        for side in 0..self.ground.sides.len() {
            for candidate in candidates(self, c, board, side, Looking::LOOSE, None) {
                moves.push((candidate.legal(c), candidate.after));
            }
        }
        moves.retain(|(legal, _)| *legal != Bit::FALSE);
        moves
    }

    /// Every move that may be possible as far as bits are known, written so that it fits.
    pub fn possible(&self, board: &Bits, fits: &dyn Fn(&str) -> bool) -> Vec<(usize, Move)> {
        let mut checker = Checker::new();
        if self.is_over(&mut checker, board) == Bit::TRUE {
            return Vec::new();
        }
        let mut possible = Vec::new();
        for side in 0..self.ground.sides.len() {
            for candidate in candidates(self, &mut checker, board, side, Looking::ALL, None) {
                let name = |cell| self.ground.words.board.name(cell).to_string();
                let texts = candidate.texts(&mut checker, name);
                if candidate.legal(&mut checker) != Bit::FALSE
                    && texts.iter().any(|(text, _)| fits(text))
                {
                    possible.push((side, candidate.chosen));
                }
            }
        }
        possible
    }
}
