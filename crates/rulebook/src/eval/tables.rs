//! What a board says about steps and rays, as tables of sets.

use super::bits::Bits;
use crate::CellSet;
use crate::ground::Arena;
use crate::ground::node::Nearness;

/// No cell, in a table of steps.
pub const NO_CELL: i32 = -1;

/// The tables of one board and the directions that its rules use.
#[derive(Clone, Debug)]
pub struct Tables<B> {
    /// All cells.
    pub all: B,
    /// By direction.
    pub ways: Vec<Way<B>>,
    /// The neighbours of each cell by sides.
    pub sides: Vec<B>,
    /// The neighbours of each cell by sides and corners.
    pub around: Vec<B>,
    /// The directions by which cells are neighbours, where shifts find them.
    pub side_ways: Vec<usize>,
    /// The same with diagonals.
    pub around_ways: Vec<usize>,
    /// The larger of width and height: no walk is longer.
    pub longest: u32,
    /// Column and row of each place.
    pub places: Vec<(i32, i32)>,
}

/// A direction on a board.
#[derive(Clone, Debug)]
pub struct Way<B> {
    /// By how much the number of a cell changes.
    pub offset: i32,
    /// The cells from which a step is possible.
    pub from: B,
    /// Where a step leads, or [`NO_CELL`].
    pub step: Vec<i32>,
    /// The cells in this direction.
    pub ray: Vec<B>,
}

impl<B: Bits> Tables<B> {
    /// The tables of an arena.
    pub fn new(arena: &Arena) -> Tables<B> {
        let board = arena.board();
        let mut directions = arena.directions().to_vec();
        let mut number = |direction: &(i32, i32)| {
            let known = directions.iter().position(|other| other == direction);
            known.unwrap_or_else(|| {
                directions.push(*direction);
                directions.len() - 1
            })
        };
        let side_ways: Vec<usize> = board.sides().iter().map(&mut number).collect();
        let around_ways: Vec<usize> = board.directions().iter().map(&mut number).collect();
        let ways = directions.iter().map(|direction| Way::new(arena, *direction)).collect();
        let near = |nearness: Nearness| {
            let of = |place| match board.is_cell(place) {
                true => bits(arena.near(place, nearness)),
                false => B::NONE,
            };
            (0..board.places()).map(of).collect()
        };
        Tables {
            all: bits(board.cells()),
            ways,
            sides: near(Nearness::Sides),
            around: near(Nearness::Around),
            side_ways,
            around_ways,
            longest: board.width().max(board.height()) as u32,
            places: (0..board.places()).map(|place| board.place(place)).collect(),
        }
    }

    /// The cells from which a step leads into the set.
    #[inline]
    pub fn shift(&self, set: B, way: usize) -> B {
        let way = &self.ways[way];
        let moved = if way.offset >= 0 {
            set.down(way.offset as u32)
        } else {
            set.up(way.offset.unsigned_abs())
        };
        moved.and(way.from)
    }

    /// The cells from which the first cell outside `through` is in `into`.
    pub fn past_in(&self, way: usize, through: B, into: B) -> B {
        let open = through.and(self.ways[way].from);
        self.shift(self.fill(way, into.without(through), open), way)
    }

    /// The cells that are neighbours of a member.
    pub fn spread(&self, set: B, nearness: Nearness) -> B {
        let ways = match nearness {
            Nearness::Sides => &self.side_ways,
            Nearness::Around => &self.around_ways,
        };
        if ways.is_empty() {
            let table = if nearness == Nearness::Sides { &self.sides } else { &self.around };
            let mut found = B::NONE;
            set.all(|cell| {
                found = found.or(table[cell]);
                true
            });
            return found;
        }
        ways.iter().fold(B::NONE, |found, way| found.or(self.shift(set, *way)))
    }

    /// The members of `set` that a walk inside it connects with one of `from`.
    pub fn reach(&self, from: B, set: B, nearness: Nearness) -> B {
        let mut found = from.and(set);
        loop {
            let more = found.or(self.spread(found, nearness).and(set));
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// Whether a walk over neighbours inside a set, by way of one of its members, joins two others that no other walk
    /// joins.
    pub fn joins_through(&self, cell: usize, set: B, [near, far]: [B; 2]) -> bool {
        let (is_near, is_far) = (near.has(cell), far.has(cell));
        let beside = self.sides[cell].and(set);
        if beside.is_none() {
            return is_near && is_far;
        }
        if set.and(near).is_none() || set.and(far).is_none() {
            return false;
        }
        // Where its neighbours are joined beside it, and it is no end itself, it joins nothing new.
        if !is_near && !is_far {
            let Some(first) = beside.lowest() else { return false };
            let mut joined = B::bit(first);
            loop {
                let mut more = joined;
                joined.all(|cell| {
                    more = more.or(self.sides[cell].and(beside));
                    true
                });
                if more == joined {
                    break;
                }
                joined = more;
            }
            if joined == beside {
                return false;
            }
        }
        let (mut seen, mut open) = (B::bit(cell), B::bit(cell));
        let (mut is_near, mut is_far) = (is_near, is_far);
        while let Some(cell) = open.lowest() {
            open = open.without(B::bit(cell));
            let new = self.sides[cell].and(set).without(seen);
            seen = seen.or(new);
            open = open.or(new);
            is_near |= !new.and(near).is_none();
            is_far |= !new.and(far).is_none();
            if is_near && is_far {
                return true;
            }
        }
        is_near && is_far
    }

    /// The cells from which a walk that begins in the first set, and goes on inside it, ends in the second.
    #[inline]
    pub fn enclosing(&self, way: usize, through: B, into: B) -> B {
        let found = through.and(self.shift(into.without(through), way));
        // On a board of one word the work is quicker than a guess.
        if B::WORDS > 1 && found.is_none() {
            return found;
        }
        let open = through.and(self.ways[way].from);
        self.shift(self.fill(way, found, open), way)
    }

    /// The members of the second set from which a walk inside it leads to one of the first, with the first.
    #[inline]
    fn fill(&self, way: usize, found: B, open: B) -> B {
        let (mut found, mut open) = (found, open);
        let offset = self.ways[way].offset;
        let by = offset.unsigned_abs();
        // Kogge and Stone's parallel prefix: a walk doubles its length each time.
        let mut steps = 1;
        if offset >= 0 {
            while steps < self.longest {
                found = found.or(open.and(found.down(by * steps)));
                open = open.and(open.down(by * steps));
                steps *= 2;
            }
        } else {
            while steps < self.longest {
                found = found.or(open.and(found.up(by * steps)));
                open = open.and(open.up(by * steps));
                steps *= 2;
            }
        }
        found
    }

    /// The first cell of a ray outside the set, or [`NO_CELL`].
    #[inline]
    pub fn past(&self, cell: usize, way: usize, through: B) -> i32 {
        let way = &self.ways[way];
        let blocking = way.ray[cell].without(through);
        let first = if way.offset >= 0 { blocking.lowest() } else { blocking.highest() };
        first.map_or(NO_CELL, |cell| cell as i32)
    }

    /// The cells of a ray before the first outside the set.
    #[inline]
    pub fn chain(&self, cell: usize, way: usize, through: B) -> B {
        let Way { offset, ray, .. } = &self.ways[way];
        let blocking = ray[cell].without(through);
        let first = if *offset >= 0 { blocking.lowest() } else { blocking.highest() };
        match first {
            None => ray[cell],
            Some(first) => ray[cell].without(ray[first]).without(B::bit(first)),
        }
    }
}

impl<B: Bits> Way<B> {
    fn new(arena: &Arena, direction: (i32, i32)) -> Way<B> {
        let board = arena.board();
        let next = |cell: &usize| board.step(*cell, direction).filter(|_| direction != (0, 0));
        let step = |place| match board.is_cell(place) {
            true => next(&place).map_or(NO_CELL, |cell| cell as i32),
            false => NO_CELL,
        };
        let ray = |place| match board.is_cell(place) {
            true => bits(std::iter::successors(next(&place), next)),
            false => B::NONE,
        };
        Way {
            offset: direction.0 + direction.1 * board.width() as i32,
            from: bits(board.cells().filter(|cell| next(cell).is_some())),
            step: (0..board.places()).map(step).collect(),
            ray: (0..board.places()).map(ray).collect(),
        }
    }
}

/// The set of these cells.
pub fn bits<B: Bits>(cells: impl IntoIterator<Item = usize>) -> B {
    cells.into_iter().fold(B::NONE, |set, cell| set.or(B::bit(cell)))
}

/// A known set.
pub fn known<B: Bits>(set: &CellSet) -> B {
    bits(set.iter())
}
