//! Mate, asserted rather than computed: what must be found where a king is mated.
//!
//! [`Replies`](super::Replies) defines a bit for mate, in both directions. Where mate is demanded, less will do: bits
//! that may only be true for a reason. A *checker* gives check. Every square next to the king is attacked or held
//! by its own men. Unless there is a second checker, no man that is not pinned can go to a square that
//! would answer the check; a pinned man never can, because its line and that of the check meet only
//! in the king. A capture en passant leaves the checker where it is, or opens a line to the king.

use super::ply::passed_square;
use super::sight::{DIRECTIONS, origins, sliders};
use super::{Board, Unknowns};
use crate::{Bitboard, Color, File, Piece, Rank, Square, attacks};
use zugwerk_logic::Bit;

/// States that the side to move is mated, under the law that was named last.
pub fn state_mate(c: &mut impl Unknowns, board: &Board) {
    let mate = Mate { board, us: board.turn, kings: board.possible(board.turn, Piece::King) };
    let kings: Vec<Bit> = mate.kings.into_iter().map(|square| mate.king(square)).collect();
    c.clause(&kings);
    let rays = mate.rays(c);
    mate.no_flight(c, &rays);
    let checker = mate.checker(c);
    let double = mate.second_checker(c, &checker);
    let answers = mate.answers(c, &checker);
    let pinned = mate.pinned(c, &rays);
    mate.no_answer(c, double, &answers, &pinned);
    mate.no_en_passant(c, &checker);
}

/// Bits by square.
type Squares = [Bit; 64];

struct Mate<'a> {
    board: &'a Board,
    /// The side that is mated.
    us: Color,
    /// Where its king may stand.
    kings: Bitboard,
}

impl Mate<'_> {
    fn own(&self, piece: Piece, square: Square) -> Bit {
        self.board.men[self.us.index()][piece.index()][square.index()]
    }

    fn enemy(&self, piece: Piece, square: Square) -> Bit {
        self.board.men[(!self.us).index()][piece.index()][square.index()]
    }

    fn king(&self, square: Square) -> Bit {
        self.own(Piece::King, square)
    }

    /// By direction and square: only true where an enemy slider attacks the square in that direction, the
    /// king hiding nothing.
    fn rays(&self, c: &mut impl Unknowns) -> [Squares; 8] {
        let mut rays = [[Bit::FALSE; 64]; 8];
        for (direction, (files, ranks)) in DIRECTIONS.into_iter().enumerate() {
            for square in along(files, ranks) {
                let Some(before) = square.offset(-files, -ranks) else { continue };
                let begins = sliders(direction).map(|piece| self.enemy(piece, before));
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

    /// Every square next to the king is attacked, or a man of its own stands there.
    fn no_flight(&self, c: &mut impl Unknowns, rays: &[Squares; 8]) {
        let around = self.kings.into_iter().fold(Bitboard::EMPTY, |all, k| all | attacks::king(k));
        for target in around {
            let mut attackers: Vec<Bit> = rays.iter().map(|ray| ray[target.index()]).collect();
            for piece in [Piece::Pawn, Piece::Knight, Piece::King] {
                let origins = origins(!self.us, piece, target).into_iter();
                attackers.extend(origins.map(|square| self.enemy(piece, square)));
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

    /// A man gives check, and stands on one of the squares whose bits come back.
    fn checker(&self, c: &mut impl Unknowns) -> Squares {
        let mut checkers = [Bit::FALSE; 64];
        for square in Square::all() {
            if self.board.color(!self.us, square) != Bit::FALSE {
                checkers[square.index()] = c.fresh();
                self.gives_check(c, checkers[square.index()], square);
            }
        }
        let some: Vec<Bit> = checkers.into_iter().filter(|bit| *bit != Bit::FALSE).collect();
        c.clause(&some);
        checkers
    }

    /// Where `checker` is true, the man on `square` gives check.
    fn gives_check(&self, c: &mut impl Unknowns, checker: Bit, square: Square) {
        for king in self.kings {
            let attacks = |piece: &Piece| origins(!self.us, *piece, king).contains(square);
            let men = self.enemies(square, Piece::ALL.into_iter().filter(attacks));
            let premises = [checker, self.king(king)];
            c.implies(&premises, &men);
            if !men.is_empty() {
                for open in attacks::between(square, king) {
                    c.implies(&premises, &[self.board.empty(open)]);
                }
            }
        }
    }

    /// Which of these enemies may stand on a square.
    fn enemies(&self, square: Square, pieces: impl Iterator<Item = Piece>) -> Vec<Bit> {
        let men = pieces.map(|piece| self.enemy(piece, square));
        men.filter(|bit| *bit != Bit::FALSE).collect()
    }

    /// A bit that is only true where another man gives check too. In a game one of the two slides, but not in
    /// every position that can be set up.
    fn second_checker(&self, c: &mut impl Unknowns, first: &Squares) -> Bit {
        let double = c.fresh();
        let mut some = vec![!double];
        for square in Square::all().filter(|square| first[square.index()] != Bit::FALSE) {
            let second = c.fresh();
            c.clause(&[!second, !first[square.index()]]);
            self.gives_check(c, second, square);
            some.push(second);
        }
        c.clause(&some);
        double
    }

    /// True at least for the squares on which a man would answer the check: the checker's own, and those
    /// between it and the king.
    fn answers(&self, c: &mut impl Unknowns, checker: &Squares) -> Squares {
        let mut answers = *checker;
        for square in self.board.possible_empty() {
            answers[square.index()] = c.fresh();
            c.implies(&[checker[square.index()]], &[answers[square.index()]]);
        }
        for square in Square::all().filter(|square| checker[square.index()] != Bit::FALSE) {
            for king in self.kings {
                for between in attacks::between(square, king) {
                    let premises = [checker[square.index()], self.king(king)];
                    c.implies(&premises, &[answers[between.index()]]);
                }
            }
        }
        answers
    }

    /// Only true for squares that lie alone between the king and an enemy slider.
    fn pinned(&self, c: &mut impl Unknowns, rays: &[Squares; 8]) -> Squares {
        let mut pins: [Vec<Bit>; 64] = [const { Vec::new() }; 64];
        for (direction, (files, ranks)) in DIRECTIONS.into_iter().enumerate() {
            let mut seen = [Bit::FALSE; 64];
            for square in along(files, ranks) {
                let Some(before) = square.offset(-files, -ranks) else { continue };
                let (king, further) = (self.king(before), seen[before.index()]);
                if king == Bit::FALSE && further == Bit::FALSE {
                    continue;
                }
                let sees = c.fresh();
                c.clause(&[!sees, king, further]);
                c.clause(&[!sees, king, self.board.empty(before)]);
                seen[square.index()] = sees;
                let ray = rays[direction ^ 1][square.index()];
                if ray != Bit::FALSE && self.board.color(self.us, square) != Bit::FALSE {
                    let pin = c.fresh();
                    c.implies(&[pin], &[sees]);
                    c.implies(&[pin], &[ray]);
                    pins[square.index()].push(pin);
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

    /// Unless the check is double, no man but the king goes to a square that answers it.
    fn no_answer(&self, c: &mut impl Unknowns, double: Bit, answers: &Squares, pinned: &Squares) {
        let mut clause = Vec::new();
        for target in Square::all().filter(|square| answers[square.index()] != Bit::FALSE) {
            for piece in Piece::ALL.into_iter().filter(|piece| *piece != Piece::King) {
                let comes_from = match piece {
                    Piece::Pawn => origins(self.us, piece, target) | steps_to(self.us, target),
                    _ => origins(self.us, piece, target),
                };
                for from in comes_from {
                    let man = self.own(piece, from);
                    if man == Bit::FALSE {
                        continue;
                    }
                    clause.clear();
                    clause.extend([double, !answers[target.index()], !man, pinned[from.index()]]);
                    let between = attacks::between(from, target).into_iter();
                    clause.extend(between.map(|square| !self.board.empty(square)));
                    if piece == Piece::Pawn {
                        let empty = self.board.empty(target);
                        clause.push(if from.file() == target.file() { !empty } else { empty });
                    }
                    c.clause(&clause);
                }
            }
        }
    }

    /// A capture en passant neither takes the checker nor stops it, or it opens a line to the king.
    fn no_en_passant(&self, c: &mut impl Unknowns, checker: &Squares) {
        for file in File::ALL.into_iter().filter(|file| self.board.passed(*file) != Bit::FALSE) {
            let target = passed_square(self.us, file);
            let taken = Square::at(file, Rank::new(4).relative_to(self.us));
            for taker in origins(self.us, Piece::Pawn, target) {
                let pawn = self.own(Piece::Pawn, taker);
                if pawn == Bit::FALSE {
                    continue;
                }
                let mut ways = vec![self.checker_stays(c, checker, target, taken)];
                self.opened_lines(c, target, Bitboard::of(taker) | Bitboard::of(taken), &mut ways);
                c.implies(&[self.board.passed(file), pawn], &ways);
            }
        }
    }

    /// A bit that is only true where the checker does not stand on `taken`, nor behind `target`.
    fn checker_stays(
        &self,
        c: &mut impl Unknowns,
        checker: &Squares,
        target: Square,
        taken: Square,
    ) -> Bit {
        let stays = c.fresh();
        c.clause(&[!stays, !checker[taken.index()]]);
        for king in self.kings {
            for square in attacks::bishop_rays(king) | attacks::rook_rays(king) {
                if attacks::between(square, king).contains(target) {
                    c.clause(&[!stays, !checker[square.index()], !self.king(king)]);
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
                let slides = |piece: &Piece| origins(!self.us, *piece, king).contains(square);
                let sliders = [Piece::Bishop, Piece::Rook, Piece::Queen].into_iter();
                let men = self.enemies(square, sliders.filter(slides));
                if (between & left).is_empty() || between.contains(target) || men.is_empty() {
                    continue;
                }
                let way = c.fresh();
                c.implies(&[way], &[self.king(king)]);
                c.implies(&[way], &men);
                for open in between & !left {
                    c.implies(&[way], &[self.board.empty(open)]);
                }
                ways.push(way);
            }
        }
    }
}

/// All squares, in the order in which a ray of this direction runs over them.
fn along(files: i8, ranks: i8) -> impl Iterator<Item = Square> {
    let backwards = (ranks, files) < (0, 0);
    (0..64).map(move |at| Square::new(if backwards { 63 - at } else { at }))
}

/// From where a pawn steps to a square.
fn steps_to(color: Color, target: Square) -> Bitboard {
    let back = if color == Color::White { -1 } else { 1 };
    let double = target.rank() == Rank::new(3).relative_to(color);
    let two = if double { target.offset(0, 2 * back) } else { None };
    let one = target.offset(0, back).filter(|from| !Bitboard::BACK_RANKS.contains(*from));
    [one, two].into_iter().flatten().collect()
}
