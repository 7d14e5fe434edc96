//! Which mates the reach of the pieces still allows.

use super::{Confinement, Inmate};
use crate::{Bitboard, Color, Role, Square, attacks};

impl Confinement {
    /// Whether a mate by `winner` is not ruled out.
    pub fn may_mate(&self, winner: Color) -> bool {
        let Some(trial) = Trial::new(self, winner) else { return false };
        trial.squares().into_iter().any(|square| trial.nets(square).next().is_some())
    }

    /// Where the winner's king may stand when the other king is mated on `square`.
    pub fn mating_kings(&self, winner: Color, square: Square) -> Bitboard {
        let Some(trial) = Trial::new(self, winner) else { return Bitboard::EMPTY };
        if !trial.squares().contains(square) {
            return Bitboard::EMPTY;
        }
        let mut nets: Vec<Bitboard> = trial.nets(square).collect();
        nets.sort_unstable();
        nets.dedup();
        let places = trial.hunter.stands & !attacks::king(square) & !Bitboard::of(square);
        let closes = |place: &Square| {
            nets.iter().any(|&flights| trial.may_block(flights & !attacks::king(*place)))
        };
        places.into_iter().filter(closes).fold(Bitboard::EMPTY, |all, place| all | place.into())
    }

    /// Where the king of the other side may be mated, each square with the flights that must be closed there by
    /// the winner's king or by pieces of the mated side, as few as may be.
    pub fn mates(&self, winner: Color) -> Vec<(Square, Bitboard)> {
        let Some(trial) = Trial::new(self, winner) else { return Vec::new() };
        let squares = trial.squares().into_iter();
        let least = |square| trial.nets(square).min_by_key(|flights| flights.len());
        squares.filter_map(|square| Some((square, least(square)?))).collect()
    }
}

/// One side tries to mate the other.
struct Trial<'a> {
    confinement: &'a Confinement,
    winner: Color,
    prey: &'a Inmate,
    hunter: &'a Inmate,
    /// Squares that the winner's pieces but the king can ever attack.
    attacked: Bitboard,
    /// Squares where the other side's pieces but the king can ever stand.
    blocked: Bitboard,
}

impl Trial<'_> {
    fn new(confinement: &Confinement, winner: Color) -> Option<Trial<'_>> {
        let king = |color: Color| {
            let is_king = |i: &&Inmate| i.role == Role::King && i.color == color;
            confinement.inmates.iter().rev().find(is_king)
        };
        Some(Trial {
            confinement,
            winner,
            prey: king(!winner)?,
            hunter: king(winner)?,
            attacked: confinement.attacked[winner.index()],
            blocked: confinement.prey[(!winner).index()],
        })
    }

    /// Where the king can be attacked.
    fn squares(&self) -> Bitboard {
        self.prey.stands & self.attacked
    }

    /// For each piece that may give check to a king on `square`, from each of its squares: the flights that neither
    /// it nor the winner's other pieces may attack, if they can be closed otherwise.
    fn nets(&self, square: Square) -> impl Iterator<Item = Bitboard> {
        let around = attacks::king(square);
        let walls = self.confinement.fixed() & !Bitboard::of(square);
        let winner = self.winner;
        let gives_check = move |inmate: &&Inmate| {
            inmate.color == winner && inmate.role != Role::King && inmate.attacks.contains(square)
        };
        let checkers = self.confinement.inmates.iter().filter(gives_check);
        checkers.flat_map(move |checker| {
            let others = self.attacked_without(checker);
            let from = attacks::of(!winner, checker.role, square, walls) & checker.stands;
            let flights = from.into_iter().map(move |from| {
                around & !others & !attacks::of(winner, checker.role, from, walls)
            });
            flights.filter(move |&flights| self.may_close(square, flights))
        })
    }

    /// What the winner's pieces but one and the king may attack.
    fn attacked_without(&self, piece: &Inmate) -> Bitboard {
        let helps = |other: &&Inmate| {
            let is_other = !std::ptr::eq(*other, piece) || piece.home.is_empty();
            other.color == self.winner && other.role != Role::King && is_other
        };
        let others = self.confinement.inmates.iter().filter(helps);
        others.fold(Bitboard::EMPTY, |all, other| all | other.attacks)
    }

    /// Whether flights around a king on `square` can be closed all at once by the winner's king, which is in one
    /// place only, or by pieces of the king's own side, one for each.
    fn may_close(&self, square: Square, flights: Bitboard) -> bool {
        let places = self.hunter.stands & !attacks::king(square) & !Bitboard::of(square);
        if places.is_empty() {
            return false;
        }
        if self.may_block(flights) {
            return true;
        }
        let near = flights.into_iter().fold(Bitboard::EMPTY, |near, s| near | attacks::king(s));
        (near & places).into_iter().any(|place| self.may_block(flights & !attacks::king(place)))
    }

    /// Whether there may be a piece of the king's own side on each of `flights` at once.
    fn may_block(&self, flights: Bitboard) -> bool {
        if (flights & !self.blocked).any() {
            return false;
        }
        if !flights.several() {
            return true;
        }
        let mut taken = [Bitboard::EMPTY; 8];
        (0..flights.len()).all(|at| {
            let mut asked = 0;
            self.find_blocker(flights, at, &mut taken, &mut asked)
        })
    }

    /// Finds a piece for the flight `at` in the order of squares, if need be by moving others (augmenting paths);
    /// `taken` has for each flight the piece that stands there, by its number, `asked` those already asked.
    fn find_blocker(
        &self,
        flights: Bitboard,
        at: usize,
        taken: &mut [Bitboard; 8],
        asked: &mut u64,
    ) -> bool {
        let Some(flight) = flights.into_iter().nth(at) else { return false };
        for (number, inmate) in self.confinement.inmates.iter().enumerate() {
            if inmate.color == self.winner
                || inmate.role == Role::King
                || *asked >> number & 1 != 0
                || !self.can_be(inmate, flight)
            {
                continue;
            }
            // Pieces that arise by promotion are many: the pawns they come from are counted instead.
            if inmate.home.is_empty() {
                continue;
            }
            *asked |= 1 << number;
            let piece = Bitboard(1 << number);
            let holder = taken.iter().position(|&other| other == piece);
            if holder.is_none_or(|other| self.find_blocker(flights, other, taken, asked)) {
                taken[at] = piece;
                return true;
            }
        }
        false
    }

    /// Whether a piece can ever be on `square`, promoted if it is a pawn.
    fn can_be(&self, inmate: &Inmate, square: Square) -> bool {
        if inmate.stands.contains(square) {
            return true;
        }
        let last = match inmate.color {
            Color::White => Bitboard(0xFF << 56),
            Color::Black => Bitboard(0xFF),
        };
        let promotes = inmate.role == Role::Pawn && (inmate.stands & last).any();
        let promoted = |i: &&Inmate| i.color == inmate.color && i.home.is_empty();
        promotes
            && self.confinement.inmates.iter().filter(promoted).any(|i| i.stands.contains(square))
    }
}
