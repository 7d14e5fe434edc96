//! The places of a rectangular board, each kind numbered from 0.
//!
//! | site | how many | number |
//! |---|---|---|
//! | cell | H · W | `row * W + column` |
//! | vertex (a corner of cells) | (H + 1)(W + 1) | `row * (W + 1) + column` |
//! | edge (a side of a cell, the frame included) | (H + 1) W + H (W + 1) | first the horizontal ones, `row * W + column` with row 0 … H; then the vertical ones, `(H + 1) * W + row * (W + 1) + column` with column 0 … W |
//! | link (two cells with a common side) | H (W − 1) + (H − 1) W | first those to the right of a cell, `row * (W − 1) + column`; then those below a cell, `H * (W − 1) + row * W + column` |
//! | row, column | H, W | from the top, from the left |
//! | region | as many as the layer `room` names | its number there |
//! | half (centres of cells, links and inner vertices) | (2H − 1)(2W − 1) | `y * (2W − 1) + x`; even y and x are cells |
//! | whole | 1 | 0 |
//!
//! A link is also the inner edge that it crosses: a border between two cells and a line between their centres
//! have the same number.

/// What a layer has a value for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Site {
    /// The cells.
    Cell,
    /// The corners of cells.
    Vertex,
    /// The sides of cells, those of the frame included.
    Edge,
    /// Pairs of cells with a common side.
    Link,
    /// The rows, for clues to the left or right of the board.
    Row,
    /// The columns, for clues above or below the board.
    Column,
    /// The given regions.
    Region,
    /// Centres of cells, of links and of inner vertices.
    Half,
    /// The board as a whole.
    Whole,
}

/// A direction along rows or columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// To a smaller row.
    Up,
    /// To a larger row.
    Down,
    /// To a smaller column.
    Left,
    /// To a larger column.
    Right,
}

impl Side {
    /// All four, as puzz.link numbers them from 1.
    pub const ALL: [Side; 4] = [Side::Up, Side::Down, Side::Left, Side::Right];

    /// The step in rows and columns.
    pub const fn step(self) -> (isize, isize) {
        match self {
            Side::Up => (-1, 0),
            Side::Down => (1, 0),
            Side::Left => (0, -1),
            Side::Right => (0, 1),
        }
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Side::Up => "up",
            Side::Down => "down",
            Side::Left => "left",
            Side::Right => "right",
        }
    }

    /// The side across.
    pub const fn opposite(self) -> Side {
        match self {
            Side::Up => Side::Down,
            Side::Down => Side::Up,
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// How many columns.
    pub width: usize,
    /// How many rows.
    pub height: usize,
}

impl Board {
    /// A board of these numbers of columns and rows.
    pub const fn new(width: usize, height: usize) -> Board {
        Board { width, height }
    }

    /// How many cells there are.
    pub const fn cells(self) -> usize {
        self.width * self.height
    }

    /// How many links there are.
    pub const fn links(self) -> usize {
        self.right_links() + self.height.saturating_sub(1) * self.width
    }

    /// How many edges there are.
    pub const fn edges(self) -> usize {
        self.horizontal_edges() + self.height * (self.width + 1)
    }

    /// How many places of the kind there are; for regions, ask the puzzle.
    pub fn count(self, site: Site) -> usize {
        match site {
            Site::Cell => self.cells(),
            Site::Vertex => (self.width + 1) * (self.height + 1),
            Site::Edge => self.edges(),
            Site::Link => self.links(),
            Site::Row => self.height,
            Site::Column => self.width,
            Site::Region => 0,
            Site::Half => (2 * self.width).saturating_sub(1) * (2 * self.height).saturating_sub(1),
            Site::Whole => 1,
        }
    }

    const fn right_links(self) -> usize {
        self.height * self.width.saturating_sub(1)
    }

    const fn horizontal_edges(self) -> usize {
        (self.height + 1) * self.width
    }

    /// The number of the cell.
    pub const fn cell(self, row: usize, column: usize) -> usize {
        row * self.width + column
    }

    /// The row and column of a cell.
    pub const fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.width, cell % self.width)
    }

    /// The cell `rows` down and `columns` to the right, if the board has it.
    pub fn offset(self, cell: usize, rows: isize, columns: isize) -> Option<usize> {
        let (row, column) = self.place(cell);
        let row = row.checked_add_signed(rows).filter(|&row| row < self.height)?;
        let column = column.checked_add_signed(columns).filter(|&column| column < self.width)?;
        Some(self.cell(row, column))
    }

    /// The cell beside `cell`, if the board has it.
    pub fn beside(self, cell: usize, side: Side) -> Option<usize> {
        let (rows, columns) = side.step();
        self.offset(cell, rows, columns)
    }

    /// The cells with a common side.
    pub fn neighbours(self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, column) = self.place(cell);
        let up = (row > 0).then(|| cell - self.width);
        let down = (row + 1 < self.height).then(|| cell + self.width);
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < self.width).then(|| cell + 1);
        [up, down, left, right].into_iter().flatten()
    }

    /// The cells with a common corner and no common side.
    pub fn diagonals(self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, column) = self.place(cell);
        let (left, right) = (column > 0, column + 1 < self.width);
        let (up, down) = (row > 0, row + 1 < self.height);
        let up_left = (up && left).then(|| cell - self.width - 1);
        let up_right = (up && right).then(|| cell - self.width + 1);
        let down_left = (down && left).then(|| cell + self.width - 1);
        let down_right = (down && right).then(|| cell + self.width + 1);
        [up_left, up_right, down_left, down_right].into_iter().flatten()
    }

    /// Whether the cell is in the outermost row or column.
    pub fn on_frame(self, cell: usize) -> bool {
        let (row, column) = self.place(cell);
        row == 0 || column == 0 || row + 1 == self.height || column + 1 == self.width
    }

    /// The cells with a common side or corner.
    pub fn around(self, cell: usize) -> impl Iterator<Item = usize> {
        let steps = (-1..=1).flat_map(|rows| (-1..=1).map(move |columns| (rows, columns)));
        steps
            .filter(|&step| step != (0, 0))
            .filter_map(move |(rows, columns)| self.offset(cell, rows, columns))
    }

    /// The cells from `cell` (not included) to the frame.
    pub fn ray(self, cell: usize, side: Side) -> impl Iterator<Item = usize> {
        let (row, column) = self.place(cell);
        let (count, step) = match side {
            Side::Up => (row, -(self.width as isize)),
            Side::Down => (self.height - 1 - row, self.width as isize),
            Side::Left => (column, -1),
            Side::Right => (self.width - 1 - column, 1),
        };
        (1..=count as isize).map(move |distance| cell.wrapping_add_signed(distance * step))
    }

    /// The cells of a row, from the left.
    pub fn row(self, row: usize) -> Vec<usize> {
        (0..self.width).map(|column| self.cell(row, column)).collect()
    }

    /// The cells of a column, from the top.
    pub fn column(self, column: usize) -> Vec<usize> {
        (0..self.height).map(|row| self.cell(row, column)).collect()
    }

    /// The link from `cell` to the cell beside it, if there is one.
    pub fn link(self, cell: usize, side: Side) -> Option<usize> {
        let other = self.beside(cell, side)?;
        let (row, column) = self.place(cell.min(other));
        Some(match side {
            Side::Left | Side::Right => row * (self.width - 1) + column,
            Side::Up | Side::Down => self.right_links() + row * self.width + column,
        })
    }

    /// The two cells of a link, the left or upper one first.
    pub fn ends(self, link: usize) -> (usize, usize) {
        match link.checked_sub(self.right_links()) {
            None => {
                let first = self.cell(link / (self.width - 1), link % (self.width - 1));
                (first, first + 1)
            }
            Some(down) => (down, down + self.width),
        }
    }

    /// Whether the link joins a cell to the one on its right (and not to the one below it).
    pub const fn is_right_link(self, link: usize) -> bool {
        link < self.right_links()
    }

    /// The edge on a side of a cell.
    pub fn edge(self, cell: usize, side: Side) -> usize {
        let (row, column) = self.place(cell);
        let vertical = self.horizontal_edges() + row * (self.width + 1) + column;
        match side {
            Side::Up => row * self.width + column,
            Side::Down => (row + 1) * self.width + column,
            Side::Left => vertical,
            Side::Right => vertical + 1,
        }
    }

    /// Whether the edge is a piece of a horizontal line.
    pub const fn is_horizontal(self, edge: usize) -> bool {
        edge < self.horizontal_edges()
    }

    /// The two vertices of an edge, the left or upper one first.
    pub fn edge_ends(self, edge: usize) -> (usize, usize) {
        let stride = self.width + 1;
        match edge.checked_sub(self.horizontal_edges()) {
            None => {
                let first = edge / self.width * stride + edge % self.width;
                (first, first + 1)
            }
            Some(vertical) => (vertical, vertical + stride),
        }
    }

    /// The edges that meet in a vertex.
    pub fn edges_at(self, vertex: usize) -> Vec<usize> {
        let (row, column) = (vertex / (self.width + 1), vertex % (self.width + 1));
        let mut edges = Vec::with_capacity(4);
        let vertical = |row: usize| self.horizontal_edges() + row * (self.width + 1) + column;
        if row > 0 {
            edges.push(vertical(row - 1));
        }
        if row < self.height {
            edges.push(vertical(row));
        }
        if column > 0 {
            edges.push(row * self.width + column - 1);
        }
        if column < self.width {
            edges.push(row * self.width + column);
        }
        edges
    }

    /// The links of a cell.
    pub fn links_at(self, cell: usize) -> impl Iterator<Item = usize> {
        Side::ALL.into_iter().filter_map(move |side| self.link(cell, side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_and_edge_is_found_from_its_ends() {
        for board in [Board::new(1, 1), Board::new(4, 1), Board::new(1, 3), Board::new(4, 3)] {
            let mut links = vec![0; board.links()];
            let mut edges = vec![0; board.edges()];
            for cell in 0..board.cells() {
                for side in Side::ALL {
                    edges[board.edge(cell, side)] += 1;
                    if let Some(link) = board.link(cell, side) {
                        links[link] += 1;
                        let (a, b) = board.ends(link);
                        let other = board.beside(cell, side).unwrap();
                        assert_eq!((a, b), (cell.min(other), cell.max(other)));
                    }
                }
            }
            assert!(links.iter().all(|&count| count == 2));
            assert!(edges.iter().all(|&count| count == 1 || count == 2));
            let mut ends = vec![0; board.edges()];
            for vertex in 0..board.count(Site::Vertex) {
                for edge in board.edges_at(vertex) {
                    let (a, b) = board.edge_ends(edge);
                    assert!(a == vertex || b == vertex);
                    ends[edge] += 1;
                }
            }
            assert!(ends.iter().all(|&count| count == 2));
        }
    }
}
