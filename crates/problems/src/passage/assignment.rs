//! The cheapest assignment of men to places, by the Hungarian method, with the prices that prove it.

/// More men are not assigned.
pub(super) const MOST_MEN: usize = 16;

/// The cost of what cannot be; any sum with it in it is at least this.
pub(super) const IMPOSSIBLE: i32 = 1000;

/// What each man costs in each place. There are at least as many men as places; the men left over cost
/// nothing.
pub(super) struct Costs {
    men: usize,
    places: usize,
    costs: [[i32; MOST_MEN]; MOST_MEN],
}

impl Costs {
    /// Costs of nothing, for at most [`MOST_MEN`] men.
    pub(super) fn new(men: usize, places: usize) -> Costs {
        debug_assert!(places <= men && men <= MOST_MEN);
        Costs { men, places, costs: [[0; MOST_MEN]; MOST_MEN] }
    }

    #[inline]
    pub(super) fn set(&mut self, man: usize, place: usize, cost: i32) {
        self.costs[place][man] = cost;
    }

    /// The cheapest way to give each place a man of its own.
    pub(super) fn assign(&self) -> Assignment<'_> {
        let men = self.men;
        // Man and place 0 are nobody and nowhere, where each augmenting path begins.
        let mut man_prices = [0; MOST_MEN + 1];
        let mut place_prices = [0; MOST_MEN + 1];
        let mut place_of = [0; MOST_MEN + 1];
        for place in 1..=self.places {
            place_of[0] = place;
            let mut man = 0;
            let mut least = [i32::MAX; MOST_MEN + 1];
            let mut came_from = [0; MOST_MEN + 1];
            let mut seen = [false; MOST_MEN + 1];
            while place_of[man] != 0 {
                seen[man] = true;
                let at = place_of[man];
                let (mut step, mut next) = (i32::MAX, 0);
                for other in (1..=men).filter(|&other| !seen[other]) {
                    let cost = self.costs[at - 1][other - 1] - place_prices[at] - man_prices[other];
                    if cost < least[other] {
                        (least[other], came_from[other]) = (cost, man);
                    }
                    if least[other] < step {
                        (step, next) = (least[other], other);
                    }
                }
                for other in 0..=men {
                    if seen[other] {
                        place_prices[place_of[other]] += step;
                        man_prices[other] -= step;
                    } else if other > 0 {
                        least[other] -= step;
                    }
                }
                man = next;
            }
            while man != 0 {
                place_of[man] = place_of[came_from[man]];
                man = came_from[man];
            }
        }
        Assignment { costs: self, cost: -man_prices[0], man_prices, place_prices }
    }
}

/// A cheapest assignment.
pub(super) struct Assignment<'a> {
    costs: &'a Costs,
    /// What it costs.
    pub(super) cost: i32,
    /// None is greater than 0, and those of men left over are 0.
    man_prices: [i32; MOST_MEN + 1],
    place_prices: [i32; MOST_MEN + 1],
}

impl Assignment<'_> {
    /// How much more than the cheapest assignment any with this man in this place costs, at least.
    pub(super) fn excess(&self, man: usize, place: usize) -> i32 {
        self.costs.costs[place][man] - self.man_prices[man + 1] - self.place_prices[place + 1]
    }

    /// The same, of assignments with this man left over.
    fn excess_without(&self, man: usize) -> i32 {
        if self.costs.men > self.costs.places { -self.man_prices[man + 1] } else { IMPOSSIBLE }
    }

    /// Whether this man has this place in every assignment of at most so much more than the cheapest.
    pub(super) fn is_certain(&self, man: usize, place: usize, slack: i32) -> bool {
        let Costs { men, places, .. } = *self.costs;
        let no_place_else =
            || (0..places).all(|other| other == place || self.excess(man, other) > slack);
        let nobody_else =
            || (0..men).all(|other| other == man || self.excess(other, place) > slack);
        self.excess_without(man) > slack && no_place_else() || nobody_else()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The costs of all assignments, each with the men in the order of the places.
    fn all(costs: &[Vec<i32>], men: usize) -> Vec<(i32, Vec<usize>)> {
        let Some((first, rest)) = costs.split_last() else { return vec![(0, Vec::new())] };
        let mut found = Vec::new();
        for (cost, taken) in all(rest, men) {
            for man in (0..men).filter(|man| !taken.contains(man)) {
                let taken = taken.iter().copied().chain([man]).collect();
                found.push((cost + first[man], taken));
            }
        }
        found
    }

    /// The costs of each place, by men.
    fn table() -> impl Strategy<Value = (usize, Vec<Vec<i32>>)> {
        let cost = prop_oneof![4 => 0..6, 1 => Just(IMPOSSIBLE)];
        (1..6usize).prop_flat_map(move |men| {
            let row = proptest::collection::vec(cost.clone(), men);
            (Just(men), proptest::collection::vec(row, 0..=men))
        })
    }

    proptest! {
        #[test]
        fn is_the_cheapest_and_knows_what_is_certain((men, rows) in table()) {
            let mut costs = Costs::new(men, rows.len());
            for (place, row) in rows.iter().enumerate() {
                for (man, &cost) in row.iter().enumerate() {
                    costs.set(man, place, cost);
                }
            }
            let found = costs.assign();
            let every = all(&rows, men);
            prop_assert_eq!(found.cost, every.iter().map(|(cost, _)| *cost).min().unwrap());
            for man in 0..men {
                for place in 0..rows.len() {
                    let with = every.iter().filter(|(_, taken)| taken[place] == man);
                    let least = with.map(|(cost, _)| *cost).min().unwrap();
                    prop_assert!(found.cost + found.excess(man, place) <= least);
                    for slack in 0..3 {
                        let mut near = every.iter().filter(|(cost, _)| *cost <= found.cost + slack);
                        if found.is_certain(man, place, slack) {
                            prop_assert!(near.all(|(_, taken)| taken[place] == man));
                        }
                    }
                }
            }
        }
    }
}
