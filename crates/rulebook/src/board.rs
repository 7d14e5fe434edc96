//! The cells of a board and how they lie to one another.

use zugwerk_game::Grid;

/// A direction, in columns and rows.
pub type Direction = (i32, i32);

/// The most cells a board may have.
pub const MOST_CELLS: usize = 1024;

/// The four sides of a square.
pub const SIDES: [Direction; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The four diagonals of a square.
pub const DIAGONALS: [Direction; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The six sides of a hexagon, in columns and rows of a slanted grid.
pub const HEX_SIDES: [Direction; 6] = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];

/// A board: places in a box of columns and rows, of which some are cells.
///
/// Cells are numbered row by row from the bottom, so that a step in a direction is everywhere the same difference of
/// numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    width: usize,
    height: usize,
    exists: Vec<bool>,
    names: Vec<String>,
    grid: Grid,
    /// Of a board of points: the lines of points, in order.
    lines: Vec<Vec<usize>>,
    /// Columns and rows, counted from 1.
    places: Vec<(i32, i32)>,
}

impl Board {
    /// A rectangle of squares or hexagons, with the cells that `exists` says (columns and rows from 1).
    pub fn rectangle(
        width: usize,
        height: usize,
        grid: Grid,
        exists: impl Fn(i32, i32) -> bool,
    ) -> Board {
        let places: Vec<(i32, i32)> = (0..height)
            .flat_map(|y| (0..width).map(move |x| (x as i32 + 1, y as i32 + 1)))
            .collect();
        let names =
            places.iter().map(|(x, y)| format!("{}{y}", column_name(*x as usize))).collect();
        let exists = places.iter().map(|(x, y)| exists(*x, *y)).collect();
        Board { width, height, exists, names, grid, lines: Vec::new(), places }
    }

    /// A board of hexagons in the shape of one.
    pub fn hexagon(side: usize) -> Board {
        let (across, side) = (2 * side - 1, side as i32);
        // Of the three coordinates of a hexagon, which sum to a constant, column and row are two.
        Board::rectangle(across, across, Grid::Hexagons, |x, y| {
            (side < x + y) && (x + y < 3 * side)
        })
    }

    /// Named points; neighbours are next to each other on a line.
    pub fn points(lines: &[Vec<String>]) -> Board {
        let mut names: Vec<String> = Vec::new();
        let numbered: Vec<Vec<usize>> = lines
            .iter()
            .map(|line| {
                let number = |name: &String| {
                    names.iter().position(|known| known == name).unwrap_or_else(|| {
                        names.push(name.clone());
                        names.len() - 1
                    })
                };
                line.iter().map(number).collect()
            })
            .collect();
        let place =
            |(at, name): (usize, &String)| place_of_name(name).unwrap_or((at as i32 + 1, 1));
        let places = names.iter().enumerate().map(place).collect();
        let exists = vec![true; names.len()];
        Board {
            width: names.len(),
            height: 1,
            exists,
            names,
            grid: Grid::Points,
            lines: numbered,
            places,
        }
    }

    /// How many places there are, cells or not.
    pub fn places(&self) -> usize {
        self.exists.len()
    }

    /// The columns of the box.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The rows of the box.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The form of the cells.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Whether the place is a cell.
    pub fn is_cell(&self, place: usize) -> bool {
        self.exists.get(place) == Some(&true)
    }

    /// All cells.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.places()).filter(|place| self.exists[*place])
    }

    /// What a cell is called.
    pub fn name(&self, cell: usize) -> &str {
        &self.names[cell]
    }

    /// The cell of a name.
    pub fn named(&self, name: &str) -> Option<usize> {
        let (x, y) = match self.grid {
            Grid::Points => return self.names.iter().position(|known| known == name),
            _ => place_of_name(name)?,
        };
        self.at(x, y)
    }

    /// The column and row of a cell, counted from 1.
    pub fn place(&self, cell: usize) -> (i32, i32) {
        self.places[cell]
    }

    /// The cell in a column and row.
    pub fn at(&self, x: i32, y: i32) -> Option<usize> {
        if self.grid == Grid::Points {
            return self.places.iter().position(|place| *place == (x, y));
        }
        let inside = (1..=self.width as i32).contains(&x) && (1..=self.height as i32).contains(&y);
        let place = inside.then(|| (y as usize - 1) * self.width + x as usize - 1)?;
        self.exists[place].then_some(place)
    }

    /// The cell one step away, if there is one. Boards of points have no directions.
    pub fn step(&self, cell: usize, direction: Direction) -> Option<usize> {
        let (x, y) = self.places[cell];
        (self.grid != Grid::Points).then(|| self.at(x + direction.0, y + direction.1)).flatten()
    }

    /// The lines of a board of points; none on others.
    pub fn lines(&self) -> &[Vec<usize>] {
        &self.lines
    }

    /// The directions to neighbours that share a side.
    pub fn sides(&self) -> &'static [Direction] {
        match self.grid {
            Grid::Squares => &SIDES,
            Grid::Hexagons => &HEX_SIDES,
            Grid::Points => &[],
        }
    }

    /// The diagonals; hexagons have none.
    pub fn diagonals(&self) -> &'static [Direction] {
        if self.grid == Grid::Squares { &DIAGONALS } else { &[] }
    }

    /// All directions to neighbours.
    pub fn directions(&self) -> Vec<Direction> {
        [self.sides(), self.diagonals()].concat()
    }

    /// The cells at the edge: a neighbour by a side is missing; on boards of one colour, by a corner.
    pub fn border(&self) -> Vec<usize> {
        let by_sides = self.cells().any(|cell| !self.neighbours(cell).is_empty());
        let ways = if by_sides { self.sides() } else { self.diagonals() };
        let outer = |cell: &usize| ways.iter().any(|way| self.step(*cell, *way).is_none());
        self.cells().filter(outer).collect()
    }

    /// The cells of one colour of a chequered board; a1 is dark.
    pub fn shade(&self, dark: bool) -> impl Iterator<Item = usize> + '_ {
        self.cells().filter(move |cell| {
            let (x, y) = self.places[*cell];
            ((x + y) % 2 == 0) == dark
        })
    }

    /// The neighbours of a cell: by sides, or along the lines of a board of points.
    pub fn neighbours(&self, cell: usize) -> Vec<usize> {
        if self.grid != Grid::Points {
            return self
                .sides()
                .iter()
                .filter_map(|direction| self.step(cell, *direction))
                .collect();
        }
        let mut found = Vec::new();
        for pair in self.lines.iter().flat_map(|line| line.windows(2)) {
            for (from, to) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                if from == cell && !found.contains(&to) {
                    found.push(to);
                }
            }
        }
        found
    }

    /// The neighbours by sides and diagonals.
    pub fn around(&self, cell: usize) -> Vec<usize> {
        match self.grid {
            Grid::Points => self.neighbours(cell),
            _ => self
                .directions()
                .iter()
                .filter_map(|direction| self.step(cell, *direction))
                .collect(),
        }
    }

    /// Where a walk of `steps` ends that turns back at the edge as light does from a mirror.
    pub fn mirrored(&self, cell: usize, direction: Direction, steps: i64) -> Option<usize> {
        let (x, y) = self.places[cell];
        let fold = |from: i32, by: i32, size: usize| {
            let last = size as i64 - 1;
            if last == 0 {
                return 1;
            }
            let at = (i64::from(from) - 1 + i64::from(by) * steps).rem_euclid(2 * last);
            (if at > last { 2 * last - at } else { at }) as i32 + 1
        };
        self.at(fold(x, direction.0, self.width), fold(y, direction.1, self.height))
    }
}

/// `a` to `z`, then `aa`, `ab` and so on.
fn column_name(column: usize) -> String {
    let letter = |number: usize| char::from(b'a' + number as u8);
    match column {
        ..=26 => letter(column - 1).to_string(),
        _ => format!("{}{}", letter((column - 27) / 26 % 26), letter((column - 27) % 26)),
    }
}

/// The column and row that a name such as `b12` means.
fn place_of_name(name: &str) -> Option<(i32, i32)> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let (letters, row) = name.split_at(digits);
    let number = |c: char| c.is_ascii_lowercase().then(|| c as i32 - 'a' as i32);
    let mut letters = letters.chars();
    let column = match (letters.next(), letters.next(), letters.next()) {
        (Some(only), None, None) => number(only)? + 1,
        (Some(first), Some(second), None) => 27 + number(first)? * 26 + number(second)?,
        _ => return None,
    };
    let row: i32 = row.parse().ok().filter(|_| !row.starts_with('0'))?;
    Some((column, row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_steps() {
        let board = Board::rectangle(30, 3, Grid::Squares, |_, _| true);
        for cell in board.cells() {
            assert_eq!(board.named(board.name(cell)), Some(cell));
        }
        let b2 = board.named("b2").unwrap();
        assert_eq!(board.step(b2, (1, -1)), board.named("c1"));
        assert_eq!(board.step(board.named("a1").unwrap(), (-1, 0)), None);
        assert_eq!(board.name(26), "aa1");
    }

    #[test]
    fn hexagons() {
        assert_eq!(Board::hexagon(5).cells().count(), 61);
        let board = Board::hexagon(2);
        assert_eq!(board.cells().count(), 7);
        assert_eq!(board.neighbours(board.named("b2").unwrap()).len(), 6);
    }

    #[test]
    fn points() {
        let line = |names: &str| names.split(' ').map(String::from).collect::<Vec<_>>();
        let board = Board::points(&[line("a1 d1 g1"), line("d1 d2")]);
        let neighbours: Vec<_> =
            board.neighbours(1).into_iter().map(|cell| board.name(cell)).collect();
        assert_eq!(neighbours, ["a1", "g1", "d2"]);
    }

    #[test]
    fn mirrors() {
        let board = Board::rectangle(6, 6, Grid::Squares, |_, _| true);
        let walk = |from: &str, direction, steps| {
            board
                .name(board.mirrored(board.named(from).unwrap(), direction, steps).unwrap())
                .to_string()
        };
        assert_eq!(walk("a6", (0, 1), 2), "a4");
        assert_eq!(walk("e5", (1, 1), 3), "d4");
        assert_eq!(walk("c3", (1, 0), 10), "c3");
    }
}
