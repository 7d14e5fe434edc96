//! Taking a game back by a plan, from a position to the start: a beam search over retractions.
//!
//! Only what the plan allows is taken back ([`back`]): pawns and captures in its order, promotions where it has them,
//! pieces anywhere. The cost of a position is how far its pieces are from where the plan wants them next ([`cost`]).

mod back;
mod board;
mod cost;

use super::cast::{ABSENT, Cast};
use super::plan::{Plan, Victim, color_of};
use super::ranks::{Ranked, home};
use crate::limits::fitting;
use crate::packed::AsIs;
use board::{castler, is_home, occupied, twin};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;
use zugwerk_chess::{Bitboard, Color, File, Position, Rank, Role, Square};
use zugwerk_game::{Limits, Rng};

/// A move of the game: from, to, and what a pawn became.
pub(super) type Played = (Square, Square, Option<Role>);

/// Everything about a plan that taking back needs.
pub(super) struct Walk<'a> {
    pub(super) target: &'a Position,
    pub(super) plan: &'a Plan,
    pub(super) ranked: &'a Ranked,
    pub(super) cast: &'a Cast,
    pub(super) limits: &'a Limits,
    /// How many positions are kept of each number of moves.
    pub(super) width: usize,
}

#[derive(Clone, Copy)]
struct State {
    squares: [u8; 32],
    roles: [Role; 16],
    /// The steps of the plan that are not yet taken back.
    stage: u8,
    turn: Color,
    /// The kings and rooks that have moved, as bits of [`castler`].
    moved: u8,
    /// The kings and rooks that must not have moved before, since they castle later.
    castled: u8,
}

#[derive(Clone, Copy)]
struct Node {
    state: State,
    hash: u64,
    cost: i32,
    parent: u32,
    played: Played,
}

/// The game that the plan leads to, if the search finds it.
pub(super) fn walk(walk: &Walk, rng: &mut Rng) -> Option<Vec<Played>> {
    Beam::new(walk, rng).run(rng)
}

/// By the pawns of a side, from where its officers get home, by file.
type WaysHome = HashMap<u64, [Bitboard; 8], BuildHasherDefault<AsIs>>;

struct Beam<'a> {
    walk: &'a Walk<'a>,
    /// By colour, the pieces that the plan does not take; those that are absent come back in this order.
    free: [Vec<u8>; 2],
    /// Where and in which stage each pawn promotes.
    promotion: [(u8, u8); 16],
    /// Kings and rooks that may still castle at the end.
    fixed: u32,
    /// Of each of these sets one must have moved.
    must_move: Vec<u8>,
    keys: Vec<[u64; 64]>,
    /// By colour and its pawns, from where its officers get home.
    ways: [RefCell<WaysHome>; 2],
}

impl<'a> Beam<'a> {
    fn new(walk: &'a Walk<'a>, rng: &mut Rng) -> Beam<'a> {
        let last_stage = walk.plan.steps.len() as u8;
        let mut promotion = walk.cast.promotion.map(|square| (square, last_stage));
        for (stage, step) in walk.plan.steps.iter().enumerate() {
            if let Victim::Promoted(pawn) = step.victim {
                let columns = &walk.plan.columns[stage];
                let file = columns.iter().position(|column| column.pawns().contains(&pawn));
                let last = Rank::new(7).relative_to(color_of(pawn));
                let square = Square::at(File::new(file.unwrap_or(0)), last);
                promotion[usize::from(pawn)] = (square.index() as u8, stage as u8);
            }
        }
        let mut free = Color::ALL.map(|color| {
            let mut pieces: Vec<u8> = (0..32).filter(|&piece| color_of(piece) == color).collect();
            pieces.retain(|piece| !walk.ranked.victims.contains(piece));
            pieces
        });
        for pieces in &mut free {
            for at in (1..pieces.len()).rev() {
                pieces.swap(at, rng.below(at + 1));
            }
            // Those that have yet to take back a promotion first.
            pieces.sort_by_key(|&piece| piece >= 16);
        }
        let mut seed = Rng::new(7);
        let keys = (0..32 + 6).map(|_| std::array::from_fn(|_| seed.bits())).collect();
        let mut beam = Beam {
            walk,
            free,
            promotion,
            fixed: 0,
            must_move: Vec::new(),
            keys,
            ways: Default::default(),
        };
        beam.castling();
        beam
    }

    /// What the rights to castle say about kings and rooks that stand at home.
    fn castling(&mut self) {
        let rights = self.walk.target.castling().rooks();
        for color in Color::ALL {
            let king = 20 + 8 * color.index() as u8;
            if self.walk.target.king(color) != Some(home(king)) {
                continue;
            }
            for rook in [king - 4, king + 3] {
                if rights.contains(home(rook)) {
                    self.fixed |= 1 << rook | 1 << king;
                } else if self.walk.cast.squares[usize::from(rook)] == home(rook).index() as u8 {
                    self.must_move.push(castler(rook) | castler(king));
                }
            }
        }
    }

    fn run(&self, rng: &mut Rng) -> Option<Vec<Played>> {
        let squares = self.walk.cast.squares;
        let fixed_stay = (0..32_u8).filter(|piece| self.fixed >> piece & 1 != 0);
        for piece in fixed_stay {
            if squares[usize::from(piece)] != home(piece).index() as u8 {
                return None;
            }
        }
        let state = State {
            squares,
            roles: self.walk.cast.roles,
            stage: self.walk.plan.steps.len() as u8,
            turn: self.walk.target.turn(),
            moved: 0,
            castled: 0,
        };
        let played = (Square::A1, Square::A1, None);
        let mut nodes = vec![Node { state, hash: 0, cost: 0, parent: 0, played }];
        let mut seen: HashSet<u64, BuildHasherDefault<AsIs>> = HashSet::default();
        let mut level = 0..1;
        let most = fitting(self.walk.limits, MOST_NODES, NODE);
        let (mut best, mut since) = (i32::MAX, 0);
        let mut next: Vec<Node> = Vec::new();
        while !level.is_empty() && since < MOST_LEVELS_WITHOUT_GAIN {
            next.clear();
            for index in level.clone() {
                if self.walk.limits.reached().is_some() {
                    return None;
                }
                if self.is_start(&nodes[index].state) {
                    return Some(line(&nodes, index));
                }
                let first = index == 0;
                let before = self.ways(&nodes[index].state);
                self.retract(&nodes[index].state, first, |state, piece, played| {
                    let hash = self.hash(&state);
                    if !seen.contains(&hash) {
                        // The ways of the others are nearly as they were.
                        let mut ways = before;
                        self.set_way(&state, piece, occupied(&state), &mut ways);
                        let cost = self.cost(&state, &ways);
                        next.push(Node { state, hash, cost, parent: index as u32, played });
                    }
                });
            }
            let many = 3 * self.walk.width;
            if next.len() > many {
                next.select_nth_unstable_by_key(many, |node| node.cost);
                next.truncate(many);
            }
            for node in &mut next {
                node.cost =
                    self.cost(&node.state, &self.ways(&node.state)) + rng.below(NOISE) as i32;
            }
            next.sort_unstable_by_key(|node| node.cost);
            let from = nodes.len();
            for node in &next {
                if nodes.len() - from < self.walk.width && seen.insert(node.hash) {
                    nodes.push(*node);
                }
            }
            level = from..nodes.len();
            let cost = next.first().map_or(i32::MAX, |node| node.cost);
            since += 1;
            if cost < best {
                (best, since) = (cost, 0);
            }
            if nodes.len() > most {
                return None;
            }
        }
        None
    }

    fn is_start(&self, state: &State) -> bool {
        state.turn == Color::White
            && (0..32_u8).all(|piece| is_home(state, piece))
            && state.roles.iter().all(|&role| role == Role::Pawn)
            && self.must_move.iter().all(|set| set & state.moved != 0)
    }

    fn hash(&self, state: &State) -> u64 {
        let mut hash = u64::from(state.moved) << 8
            | u64::from(state.castled) << 16
            | state.turn.index() as u64;
        for (piece, &square) in state.squares.iter().enumerate() {
            if square != ABSENT {
                hash ^= self.keys[piece.min(usize::from(twin(piece as u8)))][usize::from(square)];
            }
        }
        for (pawn, role) in state.roles.iter().enumerate() {
            hash ^= self.keys[32 + role.index()][pawn];
        }
        hash
    }
}

/// The search is given up after this many levels without a better cost.
const MOST_LEVELS_WITHOUT_GAIN: usize = 40;
/// The costs are blurred by so much.
const NOISE: usize = 4;
/// At most this many positions are kept in all, and the bytes of each.
const MOST_NODES: usize = 1_000_000;
const NODE: usize = 120;

/// The game from the start that leads to the target, seen from the last node.
fn line(nodes: &[Node], last: usize) -> Vec<Played> {
    let mut line = Vec::new();
    let mut index = last;
    while index != 0 {
        line.push(nodes[index].played);
        index = nodes[index].parent as usize;
    }
    line
}
