//! The cheapest assignment of pieces to places, by the Hungarian method, with the prices that prove it.

/// More pieces are not assigned.
pub(super) const MOST_MEN: usize = 16;

/// The cost of what cannot be; any sum with it in it is at least this.
pub(super) const IMPOSSIBLE: i32 = 1000;

/// What each piece costs in each place. There are at least as many pieces as places; the pieces left over cost
/// nothing.
pub(super) struct Costs {
    pieces: usize,
    places: usize,
    costs: [[i32; MOST_MEN]; MOST_MEN],
}

impl Costs {
    /// Costs of nothing, for at most [`MOST_MEN`] pieces.
    pub(super) fn new(pieces: usize, places: usize) -> Costs {
        debug_assert!(places <= pieces && pieces <= MOST_MEN);
        Costs { pieces, places, costs: [[0; MOST_MEN]; MOST_MEN] }
    }

    #[inline]
    pub(super) fn set(&mut self, piece: usize, place: usize, cost: i32) {
        self.costs[place][piece] = cost;
    }

    /// The cheapest way to give each place a piece of its own.
    pub(super) fn assign(&self) -> Assignment<'_> {
        let pieces = self.pieces;
        // Piece and place 0 are nobody and nowhere, where each augmenting path begins.
        let mut piece_prices = [0; MOST_MEN + 1];
        let mut place_prices = [0; MOST_MEN + 1];
        let mut place_of = [0; MOST_MEN + 1];
        for place in 1..=self.places {
            place_of[0] = place;
            let mut piece = 0;
            let mut least = [i32::MAX; MOST_MEN + 1];
            let mut came_from = [0; MOST_MEN + 1];
            let mut seen = [false; MOST_MEN + 1];
            while place_of[piece] != 0 {
                seen[piece] = true;
                let at = place_of[piece];
                let (mut step, mut next) = (i32::MAX, 0);
                for other in (1..=pieces).filter(|&other| !seen[other]) {
                    let cost =
                        self.costs[at - 1][other - 1] - place_prices[at] - piece_prices[other];
                    if cost < least[other] {
                        (least[other], came_from[other]) = (cost, piece);
                    }
                    if least[other] < step {
                        (step, next) = (least[other], other);
                    }
                }
                for other in 0..=pieces {
                    if seen[other] {
                        place_prices[place_of[other]] += step;
                        piece_prices[other] -= step;
                    } else if other > 0 {
                        least[other] -= step;
                    }
                }
                piece = next;
            }
            while piece != 0 {
                place_of[piece] = place_of[came_from[piece]];
                piece = came_from[piece];
            }
        }
        Assignment { costs: self, cost: -piece_prices[0], piece_prices, place_prices }
    }
}

/// A cheapest assignment.
pub(super) struct Assignment<'a> {
    costs: &'a Costs,
    /// What it costs.
    pub(super) cost: i32,
    /// None is greater than 0, and those of pieces left over are 0.
    piece_prices: [i32; MOST_MEN + 1],
    place_prices: [i32; MOST_MEN + 1],
}

impl Assignment<'_> {
    /// How much more than the cheapest assignment any with this piece in this place costs, at least.
    pub(super) fn excess(&self, piece: usize, place: usize) -> i32 {
        self.costs.costs[place][piece] - self.piece_prices[piece + 1] - self.place_prices[place + 1]
    }

    /// The same, of assignments with this piece left over.
    fn excess_without(&self, piece: usize) -> i32 {
        if self.costs.pieces > self.costs.places {
            -self.piece_prices[piece + 1]
        } else {
            IMPOSSIBLE
        }
    }

    /// Whether this piece has this place in every assignment of at most `slack` more than the cheapest.
    pub(super) fn is_certain(&self, piece: usize, place: usize, slack: i32) -> bool {
        let Costs { pieces, places, .. } = *self.costs;
        let no_place_else =
            || (0..places).all(|other| other == place || self.excess(piece, other) > slack);
        let nobody_else =
            || (0..pieces).all(|other| other == piece || self.excess(other, place) > slack);
        self.excess_without(piece) > slack && no_place_else() || nobody_else()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The costs of all assignments, each with the pieces in the order of the places.
    fn all(costs: &[Vec<i32>], pieces: usize) -> Vec<(i32, Vec<usize>)> {
        let Some((first, rest)) = costs.split_last() else { return vec![(0, Vec::new())] };
        let mut found = Vec::new();
        for (cost, taken) in all(rest, pieces) {
            for piece in (0..pieces).filter(|piece| !taken.contains(piece)) {
                let taken = taken.iter().copied().chain([piece]).collect();
                found.push((cost + first[piece], taken));
            }
        }
        found
    }

    /// The costs of each place, by pieces.
    fn table() -> impl Strategy<Value = (usize, Vec<Vec<i32>>)> {
        let cost = prop_oneof![4 => 0..6, 1 => Just(IMPOSSIBLE)];
        (1..6usize).prop_flat_map(move |pieces| {
            let row = proptest::collection::vec(cost.clone(), pieces);
            (Just(pieces), proptest::collection::vec(row, 0..=pieces))
        })
    }

    proptest! {
        #[test]
        fn is_the_cheapest_and_knows_what_is_certain((pieces, rows) in table()) {
            let mut costs = Costs::new(pieces, rows.len());
            for (place, row) in rows.iter().enumerate() {
                for (piece, &cost) in row.iter().enumerate() {
                    costs.set(piece, place, cost);
                }
            }
            let found = costs.assign();
            let every = all(&rows, pieces);
            prop_assert_eq!(found.cost, every.iter().map(|(cost, _)| *cost).min().unwrap());
            for piece in 0..pieces {
                for place in 0..rows.len() {
                    let with = every.iter().filter(|(_, taken)| taken[place] == piece);
                    let least = with.map(|(cost, _)| *cost).min().unwrap();
                    prop_assert!(found.cost + found.excess(piece, place) <= least);
                    for slack in 0..3 {
                        let mut near = every.iter().filter(|(cost, _)| *cost <= found.cost + slack);
                        if found.is_certain(piece, place, slack) {
                            prop_assert!(near.all(|(_, taken)| taken[place] == piece));
                        }
                    }
                }
            }
        }
    }
}
