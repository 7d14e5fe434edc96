//! Mate, asserted rather than computed: what must be found where a king is mated.
//!
//! [`Replies`](super::Replies) defines a bit for mate, in both directions. Where mate is demanded, less will do: bits
//! that may only be true for a reason. Some piece gives check: a slider along one of eight directions, or a knight
//! or pawn from one of ten places beside the king. Every square next to the king is attacked or held
//! by its own pieces. Unless there are two checks, no piece that is not pinned can go to a square that
//! would answer the check; a pinned piece never can, because its line and that of the check meet only
//! in the king. A capture en passant leaves a check as it is, or opens a line to the king.

use super::attack::{DIRECTIONS, origins, sliders};
use super::ply::double_push_square;
use super::{Board, Unknowns};
use crate::{Bitboard, Color, File, Rank, Role, Square, attacks};
use zugwerk_logic::Bit;

/// States that the side to move is mated, under the law that was named last.
pub fn state_mate(c: &mut impl Unknowns, board: &Board) {
    Mate::of(board).state(c);
}

/// Bits by square.
type Squares = [Bit; 64];

/// From where a piece gives check, seen from the king.
#[derive(Clone, Copy)]
enum Place {
    /// From further on in this direction.
    Along(usize),
    /// From a fixed number of files and ranks away: a knight or a pawn.
    Beside(i8, i8),
}

/// A check that may be given, and the bit that is only true where it is.
type Check = (Place, Bit);

/// A bit that is only true where two checks are given.
fn second(c: &mut impl Unknowns, checks: &[Check]) -> Bit {
    if checks.len() < 2 {
        return Bit::FALSE;
    }
    let double = c.fresh();
    for left_out in 0..checks.len() {
        let others = checks.iter().enumerate().filter(|(at, _)| *at != left_out);
        let others: Vec<Bit> = others.map(|(_, (_, bit))| *bit).collect();
        c.implies(&[double], &others);
    }
    double
}

struct Mate<'a> {
    board: &'a Board,
    /// The side that is mated.
    us: Color,
    /// Where its king may stand.
    kings: Bitboard,
}

impl Mate<'_> {
    fn of(board: &Board) -> Mate<'_> {
        Mate { board, us: board.turn, kings: board.possible(board.turn, Role::King) }
    }

    fn state(&self, c: &mut impl Unknowns) {
        let kings: Vec<Bit> = self.kings.into_iter().map(|square| self.king(square)).collect();
        c.clause(&kings);
        let (rays, sight) = (self.rays(c), self.sight(c));
        self.no_flight(c, &rays);
        let checks = self.checks(c, &rays);
        let double = second(c, &checks);
        let answers = self.answers(c, &checks, &sight);
        let pinned = self.pinned(c, &rays, &sight);
        self.no_answer(c, double, &answers, &pinned);
        self.no_en_passant(c, &checks, &sight);
    }

    fn own(&self, role: Role, square: Square) -> Bit {
        self.board.pieces[self.us.index()][role.index()][square.index()]
    }

    fn enemy(&self, role: Role, square: Square) -> Bit {
        self.board.pieces[(!self.us).index()][role.index()][square.index()]
    }

    fn king(&self, square: Square) -> Bit {
        self.own(Role::King, square)
    }

    /// By direction and square: only true where an enemy slider attacks the square in that direction, the
    /// king hiding nothing.
    fn rays(&self, c: &mut impl Unknowns) -> [Squares; 8] {
        let mut rays = [[Bit::FALSE; 64]; 8];
        for (direction, (files, ranks)) in DIRECTIONS.into_iter().enumerate() {
            for square in along(files, ranks) {
                let Some(before) = square.offset(-files, -ranks) else { continue };
                let begins = sliders(direction).map(|role| self.enemy(role, before));
                let further = rays[direction][before.index()];
                if begins == [Bit::FALSE; 2] && further == Bit::FALSE {
                    continue;
                }
                let ray = c.fresh();
                c.clause(&[!ray, begins[0], begins[1], further]);
                let open = [self.board.empty(before), self.king(before)];
                c.clause(&[!ray, begins[0], begins[1], open[0], open[1]]);
                rays[direction][square.index()] = ray;
            }
        }
        rays
    }

    /// Every square next to the king is attacked, or a piece of its own stands there.
    fn no_flight(&self, c: &mut impl Unknowns, rays: &[Squares; 8]) {
        let around = self.kings.into_iter().fold(Bitboard::EMPTY, |all, k| all | attacks::king(k));
        for target in around {
            let mut attackers: Vec<Bit> = rays.iter().map(|ray| ray[target.index()]).collect();
            for role in [Role::Pawn, Role::Knight, Role::King] {
                let origins = origins(!self.us, role, target).into_iter();
                attackers.extend(origins.map(|square| self.enemy(role, square)));
            }
            attackers.push(self.board.color(self.us, target));
            attackers.retain(|bit| *bit != Bit::FALSE);
            // Named, because up to eight kings ask for it.
            let closed = c.fresh();
            attackers.push(!closed);
            c.clause(&attackers);
            for king in attacks::king(target) & self.kings {
                c.implies(&[self.king(king)], &[closed]);
            }
        }
    }

    /// By direction and square: whether the king sees the square, up to the first piece.
    fn sight(&self, c: &mut impl Unknowns) -> [Squares; 8] {
        let mut sight = [[Bit::FALSE; 64]; 8];
        for (direction, (files, ranks)) in DIRECTIONS.into_iter().enumerate() {
            for square in along(files, ranks) {
                let Some(before) = square.offset(-files, -ranks) else { continue };
                let (king, further) = (self.king(before), sight[direction][before.index()]);
                let open = self.board.empty(before);
                let goes_on = further != Bit::FALSE && open != Bit::FALSE;
                if !goes_on {
                    sight[direction][square.index()] = king;
                    continue;
                }
                let sees = c.fresh();
                c.implies(&[king], &[sees]);
                c.implies(&[further, open], &[sees]);
                c.implies(&[sees], &[king, further]);
                c.implies(&[sees], &[king, open]);
                sight[direction][square.index()] = sees;
            }
        }
        sight
    }

    /// Some piece gives check: one of these bits is true, each only where there is such a check.
    fn checks(&self, c: &mut impl Unknowns, rays: &[Squares; 8]) -> Vec<Check> {
        let mut checks = Vec::new();
        for direction in 0..8 {
            // A slider that the king sees in one direction attacks it in the opposite one.
            let ray = &rays[direction ^ 1];
            if self.kings.into_iter().any(|king| ray[king.index()] != Bit::FALSE) {
                let check = c.fresh();
                for king in self.kings {
                    c.implies(&[check, self.king(king)], &[ray[king.index()]]);
                }
                checks.push((Place::Along(direction), check));
            }
        }
        let knights = KNIGHT.map(|step| (Role::Knight, step));
        let ahead = if self.us == Color::White { 1 } else { -1 };
        let pawns = [(Role::Pawn, (-1, ahead)), (Role::Pawn, (1, ahead))];
        for (role, step) in knights.into_iter().chain(pawns) {
            let piece = |king: Square| {
                king.offset(step.0, step.1).map_or(Bit::FALSE, |from| self.enemy(role, from))
            };
            if self.kings.into_iter().any(|king| piece(king) != Bit::FALSE) {
                let check = c.fresh();
                for king in self.kings {
                    c.implies(&[check, self.king(king)], &[piece(king)]);
                }
                checks.push((Place::Beside(step.0, step.1), check));
            }
        }
        let some: Vec<Bit> = checks.iter().map(|(_, bit)| *bit).collect();
        c.clause(&some);
        checks
    }

    /// Which of these enemies may stand on a square.
    fn enemies(&self, square: Square, pieces: impl Iterator<Item = Role>) -> Vec<Bit> {
        let pieces = pieces.map(|role| self.enemy(role, square));
        pieces.filter(|bit| *bit != Bit::FALSE).collect()
    }

    /// True at least for the squares on which a piece would answer a check: the checker's own, and those
    /// between it and the king.
    fn answers(&self, c: &mut impl Unknowns, checks: &[Check], sight: &[Squares; 8]) -> Squares {
        let mut answers = [Bit::FALSE; 64];
        for &(place, check) in checks {
            match place {
                Place::Along(direction) => {
                    for square in Square::all() {
                        let premises = [check, sight[direction][square.index()]];
                        follows(c, premises, &mut answers[square.index()]);
                    }
                }
                Place::Beside(files, ranks) => {
                    for king in self.kings {
                        if let Some(from) = king.offset(files, ranks) {
                            follows(c, [check, self.king(king)], &mut answers[from.index()]);
                        }
                    }
                }
            }
        }
        answers
    }

    /// Only true for squares that lie alone between the king and an enemy slider.
    fn pinned(&self, c: &mut impl Unknowns, rays: &[Squares; 8], sight: &[Squares; 8]) -> Squares {
        let mut pins: [Vec<Bit>; 64] = [const { Vec::new() }; 64];
        for square in Square::all() {
            let at = square.index();
            if self.board.color(self.us, square) == Bit::FALSE {
                continue;
            }
            for direction in 0..8 {
                let (sees, ray) = (sight[direction][at], rays[direction ^ 1][at]);
                if sees != Bit::FALSE && ray != Bit::FALSE {
                    let pin = c.fresh();
                    c.implies(&[pin], &[sees]);
                    c.implies(&[pin], &[ray]);
                    pins[at].push(pin);
                }
            }
        }
        pins.map(|pins| match pins[..] {
            [] => Bit::FALSE,
            [only] => only,
            _ => {
                let pinned = c.fresh();
                c.implies(&[pinned], &pins);
                pinned
            }
        })
    }

    /// Unless the check is double, no piece but the king goes to a square that answers it.
    fn no_answer(&self, c: &mut impl Unknowns, double: Bit, answers: &Squares, pinned: &Squares) {
        let mut clause = Vec::new();
        for target in Square::all().filter(|square| answers[square.index()] != Bit::FALSE) {
            for role in Role::ALL.into_iter().filter(|role| *role != Role::King) {
                let comes_from = match role {
                    Role::Pawn => origins(self.us, role, target) | steps_to(self.us, target),
                    _ => origins(self.us, role, target),
                };
                for from in comes_from {
                    let piece = self.own(role, from);
                    if piece == Bit::FALSE {
                        continue;
                    }
                    clause.clear();
                    clause.extend([double, !answers[target.index()], !piece, pinned[from.index()]]);
                    let between = attacks::between(from, target).into_iter();
                    clause.extend(between.map(|square| !self.board.empty(square)));
                    if role == Role::Pawn {
                        let empty = self.board.empty(target);
                        clause.push(if from.file() == target.file() { !empty } else { empty });
                    }
                    c.clause(&clause);
                }
            }
        }
    }

    /// A capture en passant leaves a check as it is, or it opens a line to the king.
    fn no_en_passant(&self, c: &mut impl Unknowns, checks: &[Check], sight: &[Squares; 8]) {
        for file in File::ALL.into_iter().filter(|file| self.board.passed(*file) != Bit::FALSE) {
            let target = double_push_square(self.us, file);
            let taken = Square::at(file, Rank::FIFTH.relative_to(self.us));
            let takers = origins(self.us, Role::Pawn, target).into_iter();
            let takers = takers.filter(|taker| self.own(Role::Pawn, *taker) != Bit::FALSE);
            let takers: Vec<Square> = takers.collect();
            if takers.is_empty() {
                continue;
            }
            let stays: Vec<Bit> =
                checks.iter().map(|check| self.stays(c, check, sight, target, taken)).collect();
            for taker in takers {
                let mut ways = stays.clone();
                self.opened_lines(c, target, Bitboard::of(taker) | Bitboard::of(taken), &mut ways);
                c.implies(&[self.board.passed(file), self.own(Role::Pawn, taker)], &ways);
            }
        }
    }

    /// A bit that is only true where this check is given, not by the piece on `taken`, and not over `target`.
    fn stays(
        &self,
        c: &mut impl Unknowns,
        &(place, check): &Check,
        sight: &[Squares; 8],
        target: Square,
        taken: Square,
    ) -> Bit {
        let stays = c.fresh();
        c.implies(&[stays], &[check]);
        match place {
            Place::Along(direction) => {
                c.implies(&[stays], &[!sight[direction][target.index()]]);
            }
            Place::Beside(files, ranks) => {
                if let Some(king) = taken.offset(-files, -ranks) {
                    c.implies(&[stays], &[!self.king(king)]);
                }
            }
        }
        stays
    }

    /// Adds bits, each only true where an enemy slider attacks the king over a square that is left, and not
    /// over `target`.
    fn opened_lines(
        &self,
        c: &mut impl Unknowns,
        target: Square,
        left: Bitboard,
        ways: &mut Vec<Bit>,
    ) {
        for king in self.kings {
            for square in (attacks::bishop_rays(king) | attacks::rook_rays(king)) & !left {
                let between = attacks::between(square, king);
                let slides = |role: &Role| origins(!self.us, *role, king).contains(square);
                let sliders = [Role::Bishop, Role::Rook, Role::Queen].into_iter();
                let pieces = self.enemies(square, sliders.filter(slides));
                if (between & left).is_empty() || between.contains(target) || pieces.is_empty() {
                    continue;
                }
                let way = c.fresh();
                c.implies(&[way], &[self.king(king)]);
                c.implies(&[way], &pieces);
                for open in between & !left {
                    c.implies(&[way], &[self.board.empty(open)]);
                }
                ways.push(way);
            }
        }
    }
}

/// States that `bit` follows; makes it where it is the first time that it can.
fn follows(c: &mut impl Unknowns, premises: [Bit; 2], bit: &mut Bit) {
    if premises.contains(&Bit::FALSE) {
        return;
    }
    if *bit == Bit::FALSE {
        *bit = c.fresh();
    }
    c.implies(&premises, &[*bit]);
}

/// From where a knight attacks.
const KNIGHT: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// All squares, in the order in which a ray of this direction runs over them.
fn along(files: i8, ranks: i8) -> impl Iterator<Item = Square> {
    let backwards = (ranks, files) < (0, 0);
    (0..64).map(move |at| Square::new(if backwards { 63 - at } else { at }))
}

/// From where a pawn steps to a square.
fn steps_to(color: Color, target: Square) -> Bitboard {
    let back = if color == Color::White { -1 } else { 1 };
    let double = target.rank() == Rank::FOURTH.relative_to(color);
    let two = if double { target.offset(0, 2 * back) } else { None };
    let one = target.offset(0, back).filter(|from| !Bitboard::BACK_RANKS.contains(*from));
    [one, two].into_iter().flatten().collect()
}
