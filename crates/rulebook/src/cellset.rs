//! A set of cells that is known when the rules are read.

/// A set of cells, a bit for each place of the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CellSet(Box<[u64]>);

impl CellSet {
    /// The empty set on a board with `places`.
    pub fn none(places: usize) -> CellSet {
        CellSet(vec![0; places.div_ceil(64)].into())
    }

    /// The set of these cells.
    pub fn of(places: usize, cells: impl IntoIterator<Item = usize>) -> CellSet {
        let mut set = CellSet::none(places);
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }

    /// Puts a cell in.
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Whether the cell is in.
    pub fn contains(&self, cell: usize) -> bool {
        self.0.get(cell / 64).is_some_and(|word| word >> (cell % 64) & 1 == 1)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The cells in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.0.len() * 64).filter(|cell| self.contains(*cell))
    }

    /// The bits, sixty-four places a word.
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// Both sets put together word by word.
    pub fn zip(&self, other: &CellSet, join: impl Fn(u64, u64) -> u64) -> CellSet {
        CellSet(self.0.iter().zip(&other.0).map(|(one, two)| join(*one, *two)).collect())
    }
}
