//! The cheapest assignment of men to places, by the Hungarian method, with the prices that prove it.

/// More men are not assigned.
pub(super) const MOST_MEN: usize = 16;

/// The cost of what cannot be; any sum with it in it is at least this.
pub(super) const IMPOSSIBLE: i32 = 1000;

/// What each man costs in each place; as many places as men.
pub(super) struct Costs {
    len: usize,
    costs: [[i32; MOST_MEN]; MOST_MEN],
}

impl Costs {
    /// Costs of nothing, for at most [`MOST_MEN`] men.
    pub(super) fn new(men: usize) -> Costs {
        Costs { len: men.min(MOST_MEN), costs: [[0; MOST_MEN]; MOST_MEN] }
    }

    pub(super) fn set(&mut self, man: usize, place: usize, cost: i32) {
        self.costs[man][place] = cost;
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The cheapest way to give each man a place of his own.
    pub(super) fn assign(&self) -> Assignment<'_> {
        let len = self.len;
        // Man and place 0 are nobody and nowhere, where each augmenting path begins.
        let mut man_prices = [0; MOST_MEN + 1];
        let mut place_prices = [0; MOST_MEN + 1];
        let mut man_at = [0; MOST_MEN + 1];
        for man in 1..=len {
            man_at[0] = man;
            let mut place = 0;
            let mut least = [i32::MAX; MOST_MEN + 1];
            let mut came_from = [0; MOST_MEN + 1];
            let mut seen = [false; MOST_MEN + 1];
            while man_at[place] != 0 {
                seen[place] = true;
                let at = man_at[place];
                let (mut step, mut next) = (i32::MAX, 0);
                for other in (1..=len).filter(|&other| !seen[other]) {
                    let cost = self.costs[at - 1][other - 1] - man_prices[at] - place_prices[other];
                    if cost < least[other] {
                        (least[other], came_from[other]) = (cost, place);
                    }
                    if least[other] < step {
                        (step, next) = (least[other], other);
                    }
                }
                for other in 0..=len {
                    if seen[other] {
                        man_prices[man_at[other]] += step;
                        place_prices[other] -= step;
                    } else if other > 0 {
                        least[other] -= step;
                    }
                }
                place = next;
            }
            while place != 0 {
                man_at[place] = man_at[came_from[place]];
                place = came_from[place];
            }
        }
        Assignment { costs: self, cost: -place_prices[0], man_prices, place_prices }
    }
}

/// A cheapest assignment.
pub(super) struct Assignment<'a> {
    costs: &'a Costs,
    /// What it costs.
    pub(super) cost: i32,
    man_prices: [i32; MOST_MEN + 1],
    place_prices: [i32; MOST_MEN + 1],
}

impl Assignment<'_> {
    /// How much more than the cheapest assignment any with this man in this place costs, at least.
    pub(super) fn excess(&self, man: usize, place: usize) -> i32 {
        self.costs.costs[man][place] - self.man_prices[man + 1] - self.place_prices[place + 1]
    }

    /// Whether this man has this place in every assignment of at most so much more than the cheapest.
    pub(super) fn is_certain(&self, man: usize, place: usize, slack: i32) -> bool {
        let len = self.costs.len;
        (0..len).all(|other| other == place || self.excess(man, other) > slack)
            || (0..len).all(|other| other == man || self.excess(other, place) > slack)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The costs of all assignments, each with its places in the order of the men.
    fn all(costs: &[Vec<i32>], taken: &mut Vec<usize>, found: &mut Vec<(i32, Vec<usize>)>) {
        if taken.len() == costs.len() {
            let cost = taken.iter().enumerate().map(|(man, &place)| costs[man][place]).sum();
            found.push((cost, taken.clone()));
            return;
        }
        for place in 0..costs.len() {
            if !taken.contains(&place) {
                taken.push(place);
                all(costs, taken, found);
                taken.pop();
            }
        }
    }

    fn square(len: usize) -> impl Strategy<Value = Vec<Vec<i32>>> {
        let cost = prop_oneof![4 => 0..6, 1 => Just(IMPOSSIBLE)];
        proptest::collection::vec(proptest::collection::vec(cost, len), len)
    }

    proptest! {
        #[test]
        fn is_the_cheapest_and_knows_what_is_certain(rows in (1..6usize).prop_flat_map(square)) {
            let mut costs = Costs::new(rows.len());
            for (man, row) in rows.iter().enumerate() {
                for (place, &cost) in row.iter().enumerate() {
                    costs.set(man, place, cost);
                }
            }
            let found = costs.assign();
            let mut every = Vec::new();
            all(&rows, &mut Vec::new(), &mut every);
            prop_assert_eq!(found.cost, every.iter().map(|(cost, _)| *cost).min().unwrap());
            for man in 0..rows.len() {
                for place in 0..rows.len() {
                    let with = every.iter().filter(|(_, places)| places[man] == place);
                    let least = with.map(|(cost, _)| *cost).min().unwrap();
                    prop_assert!(found.cost + found.excess(man, place) <= least);
                    for slack in 0..3 {
                        let near = every.iter().filter(|(cost, _)| *cost <= found.cost + slack);
                        if found.is_certain(man, place, slack) {
                            prop_assert!(near.clone().all(|(_, places)| places[man] == place));
                        }
                    }
                }
            }
        }
    }
}
