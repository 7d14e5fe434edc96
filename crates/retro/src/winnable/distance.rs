//! How near a mate seems to be: the order in which positions are tried.

use zugwerk_chess::{Bitboard, Color, Confinement, Position, Rank, Role, Square, attacks};

/// The largest score.
const FAR: usize = 511;

/// A score of `position`, smaller where a mate by `winner` seems nearer. It orders the search and decides nothing.
pub(super) fn distance_to_mate(position: &Position, winner: Color) -> usize {
    let (Some(prey), Some(hunter)) = (position.king(!winner), position.king(winner)) else {
        return FAR;
    };
    let others = position.color(!winner);
    let mut attacked = attacks::king(hunter);
    let mut score = 0;
    let seen_through = position.occupied() ^ prey.into();
    for square in position.color(winner) & !position.role(Role::King) {
        let Some(role) = position.role_at(square) else { continue };
        attacked |= attacks::of(winner, role, square, seen_through);
        if role != Role::Pawn {
            score += square.distance(prey);
        }
    }
    let flights = attacks::king(prey) & !attacked & !others;
    score += 6 * flights.len() + 3 * prey.distance(hunter) + 4 * edge_distance(prey);
    score += (others & !position.role(Role::Pawn)).len();
    let force = force(position, winner);
    if force < 9 {
        let steps = steps_to_promotion(position, winner, hunter);
        if force < 5 {
            score += 60 + 8 * steps.unwrap_or(16);
        } else {
            score += 4 * steps.unwrap_or(5).min(5);
        }
        if steps.is_none() {
            // Little force mates in a corner only, with the help of those who shut their own king in.
            score += 4 * corner_distance(prey);
        }
    }
    score.min(FAR)
}

/// The worth of the pieces; bishops on squares of one colour are worth one.
fn force(position: &Position, color: Color) -> usize {
    let own = |role| position.pieces(color, role);
    let bishops = own(Role::Bishop);
    let light = usize::from((bishops & Bitboard::LIGHT).any());
    let dark = usize::from((bishops & !Bitboard::LIGHT).any());
    9 * own(Role::Queen).len()
        + 5 * own(Role::Rook).len()
        + 3 * (own(Role::Knight).len() + light + dark)
}

/// The mates that a side of little force could give, as the walls allow them: where the other king must be,
/// and what must be done about its flights.
pub(super) struct Plan {
    winner: Color,
    mates: Vec<Mate>,
    /// How many of them, at the beginning, have the fewest flights.
    simple: usize,
}

struct Mate {
    /// The flights that only the king or pieces of the other side can close.
    flights: Bitboard,
    /// The moves of the other king from each square to the one where it is mated.
    moves: [u8; 64],
}

/// More mates than this are no guide.
const MOST_MATES: usize = 24;

impl Plan {
    /// The plan for a position, whose confinement this is.
    pub(super) fn new(position: &Position, confinement: &Confinement, winner: Color) -> Plan {
        let mut mates = Vec::new();
        if force(position, winner) < 9 && !confinement.may_promote(winner) {
            let prey = position.king(!winner);
            let region = prey.map_or(Bitboard::EMPTY, |prey| confinement.squares(prey));
            mates.extend(
                confinement
                    .mates(winner)
                    .into_iter()
                    .map(|(square, flights)| Mate { flights, moves: king_moves(square, region) }),
            );
            mates.sort_by_key(|mate| mate.flights.len());
            mates.truncate(MOST_MATES);
        }
        let fewest = mates.first().map_or(0, |mate| mate.flights.len());
        let simple = mates.iter().filter(|mate| mate.flights.len() == fewest).count();
        Plan { winner, mates, simple }
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.mates.is_empty()
    }

    /// The moves that a piece of the mated side needs to `to`, about.
    fn moves(&self, position: &Position, from: Square, to: Square) -> usize {
        match position.role_at(from) {
            Some(Role::Pawn) => {
                let side = !self.winner;
                let rank = from.relative_to(side).rank().index();
                let ahead = to.relative_to(side).rank().index().checked_sub(rank);
                ahead.filter(|_| from.file() == to.file()).unwrap_or(7 - rank + 2)
            }
            Some(Role::King) | None => 20,
            Some(role) => attacks::distance(role, from, to).map_or(20, usize::from),
        }
    }

    /// The scores of the plan: how far the pieces are from their places in the mates with the fewest flights, and in
    /// any.
    pub(super) fn distances(&self, position: &Position) -> [usize; 2] {
        let (Some(prey), Some(hunter)) = (position.king(!self.winner), position.king(self.winner))
        else {
            return [FAR; 2];
        };
        let helpers = position.color(!self.winner) & !position.role(Role::King);
        let one = |Mate { flights, moves }: &Mate| {
            let open = *flights & !helpers & !attacks::king(hunter);
            let mut free = helpers & !*flights;
            let costs = open.into_iter().map(|flight| {
                let moves = |helper: Square| (self.moves(position, helper, flight), helper);
                let nearest = free.into_iter().map(moves).min_by_key(|(moves, _)| *moves);
                let by_king = hunter.distance(flight).abs_diff(1);
                match nearest {
                    Some((moves, helper)) if moves < by_king => {
                        free ^= helper.into();
                        moves
                    }
                    _ => by_king,
                }
            });
            let costs = costs.map(|moves| moves + 2).sum::<usize>();
            6 * flights.len() + 4 * usize::from(moves[prey.index()]) + 4 * costs
        };
        let least = |mates: &[Mate]| mates.iter().map(one).min().unwrap_or(FAR).min(FAR);
        let (simple, others) = self.mates.split_at(self.simple);
        let simple = least(simple);
        [simple, simple.min(least(others))]
    }
}

/// The moves of a king within a region to `square`, from everywhere.
fn king_moves(square: Square, region: Bitboard) -> [u8; 64] {
    let mut moves = [20; 64];
    let (mut reached, mut border) = (Bitboard::of(square), Bitboard::of(square));
    for length in 0..20 {
        for square in border {
            moves[square.index()] = length;
        }
        let next = border.into_iter().fold(Bitboard::EMPTY, |next, s| next | attacks::king(s));
        border = next & region & !reached;
        reached |= border;
    }
    moves
}

fn edge_distance(square: Square) -> usize {
    from_edge(square.file().index()) + from_edge(square.rank().index())
}

fn corner_distance(square: Square) -> usize {
    from_edge(square.file().index()).max(from_edge(square.rank().index()))
}

fn from_edge(at: usize) -> usize {
    at.min(7 - at)
}

/// The steps that the most advanced pawn still has to go; a piece in its way counts two more, and the way of the king
/// to it.
fn steps_to_promotion(position: &Position, color: Color, king: Square) -> Option<usize> {
    let occupied = position.occupied();
    let pawns = position.pieces(color, Role::Pawn).into_iter();
    let steps = pawns.map(|pawn| {
        let last = Square::at(pawn.file(), Rank::new(7).relative_to(color));
        let way = attacks::between(pawn, last) | Bitboard::of(last);
        let blockers = way & occupied;
        let to_blocker = blockers.into_iter().map(|blocker| king.distance(blocker)).min();
        way.len() + 2 * blockers.len() + to_blocker.unwrap_or(0)
    });
    steps.min()
}
