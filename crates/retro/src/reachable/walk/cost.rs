//! How far a position is from the start, by the plan.

use super::board::{advance, bit, castler, is_home, occupied, role, twin, up};
use super::{Beam, State};
use crate::reachable::cast::{ABSENT, OFFICERS, first_role};
use crate::reachable::plan::{Columns, color_of};
use crate::reachable::ranks::home;
use zugwerk_chess::{Bitboard, CastlingSide, Color, Role, Square, attacks};

/// The moves that the pieces need to where the plan wants them, past the others.
#[derive(Clone, Copy)]
pub(super) struct Ways {
    own: [u8; 32],
    /// For rooks and knights, to the home of the other.
    crossed: [u8; 32],
    /// For kings and rooks, to where castling puts them, on the king's and on the queen's side.
    castled: [[u8; 2]; 32],
}

/// As far as to be no choice.
const FAR: u8 = 60;
/// The sides in the order of [`Ways::castled`].
const SIDES: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

impl Ways {
    /// The moves of two rooks or knights, of which either may have come from either side.
    fn pair(&self, piece: usize) -> i32 {
        let twin = piece ^ 7;
        let straight = self.own[piece] + self.own[twin];
        let crossed = self.crossed[piece] + self.crossed[twin];
        i32::from(straight.min(crossed))
    }

    /// What the king and the rooks of the side whose officers begin with `first` cost, walking home or castling.
    fn king_and_rooks(&self, first: usize, weight: &[i32; 6]) -> i32 {
        let (king, queenside, kingside) = (first + 4, first, first + 7);
        let [of_king, of_rook] = [Role::King, Role::Rook].map(|role| weight[role.index()]);
        let walking = of_king * i32::from(self.own[king]) + of_rook * self.pair(first);
        let castling = (0..2).map(|side| {
            // One rook goes to its castled place, the other to the corner of the other side.
            let corner = |rook: usize| match (rook == queenside) == (side == 0) {
                true => self.own[rook],
                false => self.crossed[rook],
            };
            let one = self.castled[queenside][side] + corner(kingside);
            let other = self.castled[kingside][side] + corner(queenside);
            let king = of_king * (1 + i32::from(self.castled[king][side]));
            king + of_rook * i32::from(one.min(other))
        });
        castling.fold(walking, i32::min)
    }
}

/// As many moves as no piece needs.
const NO_WAY: u8 = 8;
/// What a move on the way home costs, by role: rooks first, since others shut them out; knights are never shut out.
const HOMEWARD: [i32; 6] = [0, 3, 7, 10, 7, 7];

impl Beam<'_> {
    /// How far a position is from the start, by the plan, with the ways of its pieces.
    pub(super) fn cost(&self, state: &State, ways: &Ways) -> i32 {
        let open = self.open_promotions(state) as i32;
        let plan_is_done = state.stage == 0 && open == 0;
        let occupied = occupied(state);
        let mut cost = 400 * i32::from(state.stage) + 60 * open;
        if !plan_is_done {
            cost += 1500;
        }
        if open > 0 {
            cost += 200;
        }
        let weight = match (plan_is_done, open) {
            (true, _) => HOMEWARD,
            (_, 0) => [1; 6],
            _ => [0; 6],
        };
        // By colour, whether a piece is not yet at home.
        let mut out = [false; 2];
        for piece in 16..32_u8 {
            out[color_of(piece).index()] |= !is_home(state, piece);
            let weight = weight[first_role(piece).index()];
            cost += match (state.squares[usize::from(piece)], piece & 7) {
                (ABSENT, _) => 3 + 5 * weight,
                (_, 2 | 3 | 5) => weight * i32::from(ways.own[usize::from(piece)]),
                _ => 0,
            };
        }
        for first in [16, 24] {
            cost += weight[Role::Knight.index()] * ways.pair(first + 1);
            cost += ways.king_and_rooks(first, &weight);
        }
        for piece in 0..16_u8 {
            let square = state.squares[usize::from(piece)];
            match state.roles[usize::from(piece)] {
                _ if square == ABSENT => cost += 20,
                Role::Pawn => {
                    // A pawn at home shuts the pieces behind it out.
                    cost += match advance(piece, square) {
                        0 if out[color_of(piece).index()] => 4,
                        come => i32::from(come),
                    };
                }
                _ => cost += 8 * i32::from(ways.own[usize::from(piece)]),
            }
        }
        if !plan_is_done && open == 0 {
            cost += self.next_step_cost(state, occupied);
        }
        if plan_is_done {
            cost += 4 * self.must_move.iter().filter(|&&set| set & state.moved == 0).count() as i32;
        }
        cost + self.shut_out(state)
    }

    /// The ways of all pieces.
    pub(super) fn ways(&self, state: &State) -> Ways {
        let mut ways = Ways { own: [0; 32], crossed: [0; 32], castled: [[0; 2]; 32] };
        let occupied = occupied(state);
        let going_home = self.is_complete(state);
        for piece in (0..if going_home { 32 } else { 16 }).rev() {
            self.set_way(state, piece, occupied, &mut ways);
        }
        ways
    }

    /// The way of one piece: home, or to where it promotes.
    pub(super) fn set_way(&self, state: &State, piece: u8, occupied: Bitboard, ways: &mut Ways) {
        let (square, role) = (state.squares[usize::from(piece)], role(state, piece));
        let (own, crossed) = match () {
            _ if square == ABSENT || role == Role::Pawn => (0, 0),
            _ if piece < 16 => {
                let (promotion, _) = self.promotion[usize::from(piece)];
                (self.way(role, square, promotion, occupied), 0)
            }
            _ => {
                let to = |piece| self.way(role, square, home(piece).index() as u8, occupied);
                let twin = twin(piece);
                (to(piece), if twin == piece { 0 } else { to(twin) })
            }
        };
        ways.own[usize::from(piece)] = own;
        ways.crossed[usize::from(piece)] = crossed;
        if castler(piece) != 0 {
            let king = piece & !7 | 4;
            let can = state.castled & castler(king) == 0 && self.fixed >> king & 1 == 0;
            ways.castled[usize::from(piece)] = SIDES.map(|side| {
                let color = color_of(piece);
                let to =
                    if piece == king { side.king_target(color) } else { side.rook_target(color) };
                match square {
                    ABSENT => FAR,
                    _ if can => self.way(role, square, to.index() as u8, occupied),
                    _ => FAR,
                }
            });
        }
    }

    /// The moves from square to square past the others, one more if the last is occupied; more than any piece needs
    /// if there is no way.
    fn way(&self, role: Role, from: u8, to: u8, occupied: Bitboard) -> u8 {
        if from == to {
            return 0;
        }
        let sight = |square| attacks::of(Color::White, role, square, occupied);
        let out = sight(Square::new(usize::from(from)));
        let mut ring = bit(to);
        let blocked = u8::from((occupied & ring).any());
        let mut seen = ring;
        for moves in 1..NO_WAY {
            if (ring & out).any() {
                return moves + blocked;
            }
            let next = ring.into_iter().fold(Bitboard::EMPTY, |all, square| all | sight(square));
            ring = next & !seen & !occupied;
            if ring.is_empty() {
                break;
            }
            seen |= ring;
        }
        NO_WAY
    }

    /// How far the next step is from being taken back.
    fn next_step_cost(&self, state: &State, occupied: Bitboard) -> i32 {
        let index = usize::from(state.stage) - 1;
        let columns = &self.walk.plan.columns;
        let file_of = |columns: &Columns, pawn: u8| {
            columns.iter().position(|column| column.pawns().contains(&pawn))
        };
        let (victim, taker) = (self.walk.ranked.victims[index], self.walk.plan.steps[index].taker);
        let before = file_of(&columns[index], taker.map_or(victim, |(taker, _)| taker));
        let after = taker.map(|(_, to)| usize::from(to));
        let mut cost = 0;
        for file in before.into_iter().chain(after) {
            // The others make room by going back as far as the plan has them.
            for &pawn in columns[index + 1][file].pawns() {
                let least = self.walk.ranked.advances[index + 1][usize::from(pawn)];
                cost += 4 * i32::from(advance(pawn, state.squares[usize::from(pawn)]) - least);
            }
        }
        if let (Some(before), Some((taker, to))) = (before, taker) {
            let square = Square::new(usize::from(state.squares[usize::from(taker)]));
            let from = square.offset(before as i8 - to as i8, -up(color_of(taker)));
            cost += if from.is_some_and(|from| occupied.contains(from)) { 8 } else { 0 };
        }
        cost
    }

    /// Pieces that can no longer get home because of their own pawns.
    fn shut_out(&self, state: &State) -> i32 {
        let mut pawns = [Bitboard::EMPTY; 2];
        for piece in 0..16_u8 {
            let square = state.squares[usize::from(piece)];
            if square != ABSENT && state.roles[usize::from(piece)] == Role::Pawn {
                pawns[color_of(piece).index()] |= bit(square);
            }
        }
        let mut shut = 0;
        for color in Color::ALL {
            let ways = self.ways_home(color, pawns[color.index()]);
            let first = 16 + 8 * color.index() as u8;
            for file in [0, 2, 3, 4, 5, 7] {
                let piece = first + file;
                let square = match state.squares[usize::from(piece)] {
                    // A bishop that was taken has come out.
                    ABSENT if matches!(file, 2 | 5) => {
                        let gates = [file - 1, file + 1].map(|file| home(first - 16 + file));
                        shut += i32::from(
                            gates.iter().all(|&gate| pawns[color.index()].contains(gate)),
                        );
                        continue;
                    }
                    ABSENT => continue,
                    square => Square::new(usize::from(square)),
                };
                let home_free = ways[usize::from(file)].contains(square)
                    || matches!(file, 0 | 7) && ways[usize::from(7 - file)].contains(square);
                shut += i32::from(!home_free);
            }
        }
        150 * shut
    }

    /// From where the officers of a side get home, by file, while its pawns stand like this.
    fn ways_home(&self, color: Color, pawns: Bitboard) -> [Bitboard; 8] {
        let mut ways = self.ways[color.index()].borrow_mut();
        *ways.entry(pawns.0).or_insert_with(|| {
            std::array::from_fn(|file| {
                let role = OFFICERS[file];
                let mut seen = Bitboard::of(home(16 + 8 * color.index() as u8 + file as u8));
                let mut ring = seen;
                while ring.any() {
                    let next = ring.into_iter().fold(Bitboard::EMPTY, |all, square| {
                        all | attacks::of(color, role, square, pawns)
                    });
                    ring = next & !seen & !pawns;
                    seen |= ring;
                }
                seen
            })
        })
    }
}
