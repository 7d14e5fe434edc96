//! The ranks of a plan's captures: how far each pawn must have come after each step, and which piece is taken there.

use super::plan::{Column, Pawn, Plan, Victim, color_of};
use zugwerk_chess::{Color, File, Rank, Role, Square};
use zugwerk_game::Rng;

/// How far each of the sixteen pawns has come from home, in ranks.
pub(super) type Advances = [u8; 16];

/// A plan whose captures have their places.
#[derive(Clone, Debug)]
pub(super) struct Ranked {
    /// By stage, how far each pawn must have come at least.
    pub(super) advances: Vec<Advances>,
    /// By step, which of the 32 pieces of the start is taken.
    pub(super) victims: Vec<u8>,
}

/// The rank of a pawn, 0 for White's first.
pub(super) fn rank_of(pawn: Pawn, advance: u8) -> u8 {
    match color_of(pawn) {
        Color::White => 1 + advance,
        Color::Black => 6 - advance,
    }
}

/// Gives every capture of a plan its rank. `most` is how far each pawn may come, `officers` are the pieces that are
/// taken without having been pawns, with the squares they can be taken on.
pub(super) fn ranked(
    plan: &Plan,
    most: &Advances,
    officers: &[(u8, Role)],
    rng: &mut Rng,
) -> Option<Ranked> {
    let mut search = Search {
        plan,
        most,
        officers: officers.to_vec(),
        rng,
        advances: vec![[0; 16]],
        victims: Vec::new(),
        nodes: 0,
    };
    search.step().then_some(Ranked { advances: search.advances, victims: search.victims })
}

struct Search<'a> {
    plan: &'a Plan,
    most: &'a Advances,
    officers: Vec<(u8, Role)>,
    rng: &'a mut Rng,
    advances: Vec<Advances>,
    victims: Vec<u8>,
    nodes: usize,
}

/// More ranks than this are not tried.
const MOST_NODES: usize = 3_000;

impl Search<'_> {
    fn step(&mut self) -> bool {
        let index = self.victims.len();
        let Some(step) = self.plan.steps.get(index) else { return true };
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return false;
        }
        let advances = self.advances[index];
        let after = &self.plan.columns[index + 1];
        let Some((taker, to)) = step.taker else {
            let Victim::Pawn(victim) = step.victim else { return false };
            return self.go_on(victim, advances);
        };
        let color = color_of(taker);
        let before = &self.plan.columns[index];
        let from = before.iter().position(|column| column.pawns().contains(&taker));
        let Some(from) = from else { return false };
        let now = advances[usize::from(taker)];
        for advance in now + 1..=self.most[usize::from(taker)].min(5) {
            let mut advances = advances;
            // To the square from which it takes, the others making room for it.
            advances[usize::from(taker)] = advance - 1;
            if !self.make_room(&before[from], taker, &mut advances) {
                break;
            }
            if let Victim::Pawn(victim) = step.victim
                && !self.bring(
                    &before[usize::from(to)],
                    victim,
                    rank_of(taker, advance),
                    &mut advances,
                )
            {
                continue;
            }
            advances[usize::from(taker)] = advance;
            if !self.make_room(&after[usize::from(to)], taker, &mut advances) {
                continue;
            }
            let square = Square::at(
                File::new(usize::from(to)),
                Rank::new(usize::from(rank_of(taker, advance))),
            );
            match step.victim {
                Victim::Pawn(victim) | Victim::Promoted(victim) => {
                    if self.go_on(victim, advances) {
                        return true;
                    }
                }
                Victim::Officer => {
                    if self.officer(!color, square, advances) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Goes on with each of the pieces of `color` that may be taken on `square`.
    fn officer(&mut self, color: Color, square: Square, advances: Advances) -> bool {
        let mut may: Vec<(u8, Role)> = self.officers.clone();
        may.retain(|&(piece, role)| {
            color_of(piece) == color
                && (role != Role::Bishop || home(piece).is_light() == square.is_light())
        });
        let first = self.rng.below(may.len().max(1));
        may.rotate_left(first);
        // A bishop can be taken on one half of the squares only.
        may.sort_by_key(|&(_, role)| role == Role::Bishop);
        may.dedup_by_key(|&mut (_, role)| role);
        for (piece, role) in may {
            let at = self.officers.iter().position(|&officer| officer == (piece, role));
            let Some(at) = at else { continue };
            let officer = self.officers.remove(at);
            if self.go_on(piece, advances) {
                return true;
            }
            self.officers.insert(at, officer);
        }
        false
    }

    fn go_on(&mut self, victim: u8, advances: Advances) -> bool {
        self.victims.push(victim);
        self.advances.push(advances);
        if self.step() {
            return true;
        }
        self.victims.pop();
        self.advances.pop();
        false
    }

    /// Moves the pawns of a column on until they stand in its order with `fixed` where it is. Whether they can.
    fn make_room(&self, column: &Column, fixed: Pawn, advances: &mut Advances) -> bool {
        let pawns = column.pawns();
        let Some(at) = pawns.iter().position(|&pawn| pawn == fixed) else { return false };
        let rank = |pawn: Pawn, advances: &Advances| rank_of(pawn, advances[usize::from(pawn)]);
        let mut below = rank(fixed, advances);
        for &pawn in &pawns[at + 1..] {
            if rank(pawn, advances) <= below {
                if color_of(pawn) == Color::Black {
                    return false;
                }
                advances[usize::from(pawn)] = below;
            }
            below = rank(pawn, advances);
        }
        let mut above = rank(fixed, advances);
        for &pawn in pawns[..at].iter().rev() {
            if rank(pawn, advances) >= above {
                if color_of(pawn) == Color::White || above == 0 {
                    return false;
                }
                advances[usize::from(pawn)] = 7 - above;
            }
            above = rank(pawn, advances);
        }
        pawns.iter().all(|&pawn| advances[usize::from(pawn)] <= self.most[usize::from(pawn)].min(5))
    }

    /// Moves a pawn on to a rank, if it can get there.
    fn bring(&self, column: &Column, pawn: Pawn, rank: u8, advances: &mut Advances) -> bool {
        let advance = match color_of(pawn) {
            Color::White => i16::from(rank) - 1,
            Color::Black => 6 - i16::from(rank),
        };
        let now = i16::from(advances[usize::from(pawn)]);
        if advance < now || advance > 5 {
            return false;
        }
        advances[usize::from(pawn)] = advance as u8;
        self.make_room(column, pawn, advances)
    }
}

/// Where a piece stands at the start.
pub(super) fn home(piece: u8) -> Square {
    let file = File::new(usize::from(piece & 7));
    let rank = if piece < 16 { 1 } else { 0 };
    Square::at(file, Rank::new(rank).relative_to(color_of(piece)))
}
