//! Rooms of LITS, and how far its rules lead there one by one. That is judged without clauses or solvers, in a moment, so that
//! very many rooms can be looked at.

use super::rooms::FREE;
use super::{holds_together, part};
use crate::Board;
use crate::global::{Connected, Global, Values};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use zugwerk_logic::{Bit, Limits, Stop};

/// How often, for every hundred cells, tetrominoes are exchanged where cells could join no room, and rooms begun anew where
/// some still cannot.
const IMPROVEMENTS: usize = 300;
const REPAIRS: usize = 60;
/// How far around such a cell, in steps.
const REACH: usize = 3;

/// Four cells that hold together; no shape where they form a square.
struct Way {
    cells: [usize; 4],
    shape: Option<Shape>,
}

impl Way {
    /// Whether it makes a square with cells that are shaded, or touches a tetromino of its shape; `shape_at` tells the shape
    /// of the others, where it is known.
    fn is_broken(
        &self,
        board: Board,
        is_shaded: impl Fn(usize) -> bool,
        shape_at: impl Fn(usize) -> Option<Shape>,
    ) -> bool {
        let is_black = |cell: usize| self.cells.contains(&cell) || is_shaded(cell);
        let makes_square = |&cell: &usize| {
            [(-1, -1), (-1, 1), (1, -1), (1, 1)].iter().any(|&(row, column)| {
                let others = [(row, 0), (0, column), (row, column)];
                others
                    .iter()
                    .all(|&(row, column)| board.offset(cell, row, column).is_some_and(&is_black))
            })
        };
        let touches_same =
            |&cell: &usize| board.neighbours(cell).any(|next| shape_at(next) == self.shape);
        self.shape.is_none()
            || self.cells.iter().any(makes_square)
            || self.cells.iter().any(touches_same)
    }
}

/// All tetrominoes of a board.
pub struct Tetrominoes {
    ways: Vec<Way>,
    /// By cell: those with this cell.
    at: Vec<Vec<usize>>,
}

impl Tetrominoes {
    /// Those of this board.
    pub fn on(board: Board) -> Tetrominoes {
        let mut fours: Vec<Vec<usize>> = (0..board.cells()).map(|cell| vec![cell]).collect();
        for _ in 0..3 {
            fours = fours.iter().flat_map(|cells| larger(board, cells)).collect();
            fours.sort_unstable();
            fours.dedup();
        }
        let mut all = Tetrominoes { ways: Vec::new(), at: vec![Vec::new(); board.cells()] };
        for four in fours {
            let Ok(cells) = <[usize; 4]>::try_from(&four[..]) else { continue };
            cells.iter().for_each(|&cell| all.at[cell].push(all.ways.len()));
            all.ways.push(Way { cells, shape: shape(board, &cells) });
        }
        all
    }
}

/// The cells with each of those beside them.
fn larger(board: Board, cells: &[usize]) -> Vec<Vec<usize>> {
    let beside = cells.iter().flat_map(|&cell| board.neighbours(cell));
    let with = |next: usize| {
        let mut with = cells.to_vec();
        with.push(next);
        with.sort_unstable();
        with
    };
    beside.filter(|next| !cells.contains(next)).map(with).collect()
}

/// Tetrominoes that keep the rules and rooms around them, some cells still free.
#[derive(Clone)]
pub struct Layout<'a> {
    board: Board,
    all: &'a Tetrominoes,
    /// None where one was taken away again. The room of a tetromino has its number.
    pieces: Vec<Option<usize>>,
    /// By cell: the tetromino that shades it.
    owner: Vec<usize>,
    /// By cell.
    room: Vec<usize>,
    /// By room: the tetrominoes within it.
    within: Vec<Vec<usize>>,
}

/// What is known of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Open,
    Shaded,
    Not,
}

impl<'a> Layout<'a> {
    /// Rooms all over the board whose tetrominoes follow one by one; none where chance was against it.
    pub fn random(
        board: Board,
        all: &'a Tetrominoes,
        chance: &mut StdRng,
        limits: &Limits,
    ) -> Result<Option<Layout<'a>>, Stop> {
        let mut layout = Layout::shaded(board, all, chance);
        layout.improve(chance, limits)?;
        layout.fill(chance);
        for _ in 0..REPAIRS * board.cells() / 100 {
            limits.check()?;
            let free = layout.free();
            if free.is_empty() {
                return Ok(Some(layout));
            }
            let mut next = layout.clone();
            let around = free[chance.random_range(0..free.len())];
            next.let_go(around, chance);
            if chance.random_bool(0.5) {
                next.exchange(around, chance);
                if !next.leads_to_solution() {
                    continue;
                }
            }
            next.fill(chance);
            if next.free().len() <= free.len() {
                layout = next;
            }
        }
        Ok(None)
    }

    /// Tetrominoes alone, as many as there is place for.
    pub fn shaded(board: Board, all: &'a Tetrominoes, chance: &mut StdRng) -> Layout<'a> {
        let nobody = vec![FREE; board.cells()];
        let (pieces, within) = (Vec::new(), Vec::new());
        let mut layout = Layout { board, all, pieces, owner: nobody.clone(), room: nobody, within };
        layout.place_all(chance);
        layout
    }

    /// Exchanges tetrominoes near cells that could join no room, until there are none, or for a while.
    fn improve(&mut self, chance: &mut StdRng, limits: &Limits) -> Result<(), Stop> {
        let mut lonely = self.lonely();
        for _ in 0..IMPROVEMENTS * self.board.cells() / 100 {
            limits.check()?;
            if lonely.is_empty() {
                break;
            }
            let mut next = self.clone();
            next.exchange(lonely[chance.random_range(0..lonely.len())], chance);
            let left = next.lonely();
            if left.len() <= lonely.len() {
                (*self, lonely) = (next, left);
            }
        }
        Ok(())
    }

    /// The cells of each room, and what is shaded.
    pub fn into_rooms(self) -> (Vec<usize>, Vec<bool>) {
        let shaded = self.owner.iter().map(|&owner| owner != FREE).collect();
        (self.room, shaded)
    }

    fn free(&self) -> Vec<usize> {
        (0..self.board.cells()).filter(|&cell| self.room[cell] == FREE).collect()
    }

    /// The rooms beside a cell.
    fn beside(&self, cell: usize) -> Vec<usize> {
        let mut rooms: Vec<usize> =
            self.board.neighbours(cell).map(|next| self.room[next]).collect();
        rooms.retain(|&room| room != FREE);
        rooms.sort_unstable();
        rooms.dedup();
        rooms
    }

    /// Shades tetrominoes among the free cells until there is no place for another: all of them connected.
    fn place_all(&mut self, chance: &mut StdRng) {
        let all = self.all;
        let is_free = |way: &Way| way.cells.iter().all(|&cell| self.room[cell] == FREE);
        let mut open: Vec<usize> =
            (0..all.ways.len()).filter(|&way| is_free(&all.ways[way])).collect();
        open.shuffle(chance);
        loop {
            let before = open.len();
            let mut far = Vec::new();
            for way in open {
                let cells = all.ways[way].cells;
                if cells.iter().any(|&cell| self.room[cell] != FREE) {
                    continue;
                }
                let is_shaded = |cell: usize| self.owner[cell] != FREE;
                let touches = |&cell: &usize| self.board.neighbours(cell).any(is_shaded);
                let is_first = !self.owner.iter().any(|&owner| owner != FREE);
                if !is_first && !cells.iter().any(touches) {
                    far.push(way);
                } else if !self.breaks_rule(way, FREE) {
                    let number = self.pieces.len();
                    self.pieces.push(Some(way));
                    self.within.push(Vec::new());
                    cells.iter().for_each(|&cell| self.owner[cell] = number);
                    cells.iter().for_each(|&cell| self.put(cell, number));
                }
            }
            if far.len() == before {
                return;
            }
            open = far;
        }
    }

    /// Whether a tetromino in place of one makes a square, or touches another of the same shape.
    fn breaks_rule(&self, way: usize, instead: usize) -> bool {
        let is_other = |cell: usize| self.owner[cell] != FREE && self.owner[cell] != instead;
        let shape = |cell: usize| match is_other(cell) {
            true => self.pieces[self.owner[cell]].and_then(|piece| self.all.ways[piece].shape),
            false => None,
        };
        self.all.ways[way].is_broken(self.board, is_other, shape)
    }

    /// The free cells of which each room beside them would get another tetromino that keeps the rules.
    fn lonely(&self) -> Vec<usize> {
        let keeps_rules = |way: usize, piece: usize| {
            let cells = &self.all.ways[way].cells;
            let is_shaded = |cell: usize| {
                cells.contains(&cell) || (self.owner[cell] != FREE && self.owner[cell] != piece)
            };
            !self.breaks_rule(way, piece) && holds_together(self.board, is_shaded)
        };
        let joins = |cell: usize, piece: usize| {
            !self.all.at[cell].iter().any(|&way| {
                let cells = &self.all.ways[way].cells;
                cells.iter().all(|&at| at == cell || self.room[at] == piece)
                    && keeps_rules(way, piece)
            })
        };
        let is_lonely = |&cell: &usize| {
            let beside = self.beside(cell);
            !beside.is_empty() && !beside.iter().any(|&piece| joins(cell, piece))
        };
        self.free().into_iter().filter(is_lonely).collect()
    }

    /// Exchanges a few tetrominoes around a cell for others.
    fn exchange(&mut self, around: usize, chance: &mut StdRng) {
        let reach = chance.random_range(1..=REACH);
        let mut pieces: Vec<usize> =
            self.around(around, reach).map(|cell| self.owner[cell]).collect();
        pieces.retain(|&piece| piece != FREE);
        pieces.sort_unstable();
        pieces.dedup();
        pieces.shuffle(chance);
        let before = self.clone();
        for piece in pieces.into_iter().take(chance.random_range(1..=3)) {
            self.pieces[piece] = None;
            for cell in 0..self.board.cells() {
                if self.room[cell] == piece {
                    self.owner[cell] = FREE;
                    self.put(cell, FREE);
                }
            }
        }
        if !holds_together(self.board, |cell| self.owner[cell] != FREE) {
            *self = before;
        }
        self.place_all(chance);
    }

    /// The cells within a number of steps around one.
    fn around(&self, cell: usize, reach: usize) -> impl Iterator<Item = usize> {
        let board = self.board;
        let (row, column) = board.place(cell);
        (0..board.cells()).filter(move |&other| {
            let (other_row, other_column) = board.place(other);
            row.abs_diff(other_row) + column.abs_diff(other_column) <= reach
        })
    }

    /// Gives every free cell to a room beside it where that leaves the solution easy to find.
    fn fill(&mut self, chance: &mut StdRng) {
        loop {
            let mut free = self.free();
            let before = free.len();
            free.shuffle(chance);
            for cell in free {
                let mut beside = self.beside(cell);
                beside.shuffle(chance);
                for room in beside {
                    self.put(cell, room);
                    if self.leads_to_solution() {
                        break;
                    }
                    self.put(cell, FREE);
                }
            }
            if self.free().len() == before {
                return;
            }
        }
    }

    /// Some cells around one leave their rooms, and with them those that they joined to these.
    fn let_go(&mut self, around: usize, chance: &mut StdRng) {
        for cell in self.around(around, REACH).collect::<Vec<_>>() {
            if self.owner[cell] == FREE && chance.random_bool(0.6) {
                self.put(cell, FREE);
            }
        }
        for room in 0..self.pieces.len() {
            let Some(piece) = self.pieces[room] else { continue };
            let first = self.all.ways[piece].cells[0];
            let kept = part(self.board, first, |cell| self.room[cell] == room);
            let lost = (0..self.board.cells()).filter(|&cell| self.room[cell] == room);
            let lost: Vec<usize> = lost.filter(|cell| !kept.contains(cell)).collect();
            lost.into_iter().for_each(|cell| self.put(cell, FREE));
        }
    }

    /// Takes a cell out of its room and puts it into another, or none.
    fn put(&mut self, cell: usize, room: usize) {
        let old = std::mem::replace(&mut self.room[cell], room);
        if old == room {
            return;
        }
        if old != FREE {
            let ways = &self.all.ways;
            self.within[old].retain(|&way| !ways[way].cells.contains(&cell));
        }
        if room != FREE {
            let is_within =
                |&&way: &&usize| self.all.ways[way].cells.iter().all(|&at| self.room[at] == room);
            self.within[room].extend(self.all.at[cell].iter().filter(is_within));
        }
    }

    /// Whether single rules, and looks two or three of them ahead, tell what is shaded, where it is known that free cells are not.
    fn leads_to_solution(&self) -> bool {
        let known = |&room: &usize| if room == FREE { Known::Not } else { Known::Open };
        let known = self.room.iter().map(known).collect();
        let is_new = vec![true; self.within.len()];
        let mut judge = Judge { layout: self, known, left: self.within.clone(), is_new };
        loop {
            if judge.by_rooms() | judge.by_squares() {
                continue;
            }
            if !judge.known.contains(&Known::Open) {
                return true;
            }
            if !judge.by_looking_ahead() && !judge.by_connection() {
                return false;
            }
        }
    }
}

/// What the rules tell, one after the other.
struct Judge<'a> {
    layout: &'a Layout<'a>,
    /// By cell.
    known: Vec<Known>,
    /// By room: the tetrominoes that are still possible.
    left: Vec<Vec<usize>>,
    /// By room: whether something was told of its cells since it was last looked at.
    is_new: Vec<bool>,
}

impl Judge<'_> {
    fn note(&mut self, cell: usize, known: Known) -> bool {
        let is_new = self.known[cell] == Known::Open;
        self.known[cell] = known;
        if let Some(room) = self.is_new.get_mut(self.layout.room[cell]) {
            *room |= is_new;
        }
        is_new
    }

    /// What the tetrominoes that are left in a room have in common.
    fn by_rooms(&mut self) -> bool {
        let (ways, mut is_new) = (&self.layout.all.ways, false);
        let looked_at = std::mem::replace(&mut self.is_new, vec![false; self.left.len()]);
        let mut shaded = vec![0; self.left.len()];
        for (&room, &known) in self.layout.room.iter().zip(&self.known) {
            if room != FREE && known == Known::Shaded {
                shaded[room] += 1;
            }
        }
        let mut covered = vec![0; self.known.len()];
        for (room, left) in self.left.iter_mut().enumerate().filter(|(room, _)| looked_at[*room]) {
            let known = &self.known;
            left.retain(|&way| {
                let count =
                    |kind: Known| ways[way].cells.iter().filter(|&&c| known[c] == kind).count();
                count(Known::Not) == 0 && count(Known::Shaded) == shaded[room]
            });
            left.iter().flat_map(|&way| ways[way].cells).for_each(|cell| covered[cell] += 1);
        }
        for (cell, covered) in covered.into_iter().enumerate() {
            let room = self.layout.room[cell];
            if room == FREE || !looked_at[room] || self.known[cell] != Known::Open {
                continue;
            }
            if covered == 0 {
                is_new |= self.note(cell, Known::Not);
            } else if covered == self.left[room].len() {
                is_new |= self.note(cell, Known::Shaded);
            }
        }
        is_new
    }

    /// The last cell of a square is not shaded.
    fn by_squares(&mut self) -> bool {
        let (board, mut is_new) = (self.layout.board, false);
        for cell in 0..board.cells() {
            let square = [
                Some(cell),
                board.offset(cell, 0, 1),
                board.offset(cell, 1, 0),
                board.offset(cell, 1, 1),
            ];
            let [Some(a), Some(b), Some(c), Some(d)] = square else { continue };
            let shaded =
                [a, b, c, d].into_iter().filter(|&at| self.known[at] == Known::Shaded).count();
            let open = [a, b, c, d].into_iter().find(|&at| self.known[at] == Known::Open);
            if let (3, Some(open)) = (shaded, open) {
                is_new |= self.note(open, Known::Not);
            }
        }
        is_new
    }

    /// Where all ways between shaded cells lead through one cell, that is shaded; what cannot be reached is not.
    fn by_connection(&mut self) -> bool {
        let board = self.layout.board;
        // Variables are counted from one.
        let bit = |cell: usize| Bit::variable(cell as u32 + 1);
        let pairs: Vec<(usize, usize)> = (0..board.links()).map(|link| board.ends(link)).collect();
        let nodes = (0..board.cells()).map(|cell| Some(bit(cell))).collect();
        let mut values = Values::for_variables(board.cells() + 1);
        for (cell, known) in self.known.iter().enumerate() {
            match known {
                Known::Open => {}
                Known::Shaded => values.assume(bit(cell)),
                Known::Not => values.assume(!bit(cell)),
            }
        }
        let mut found = Vec::new();
        Connected::new(Bit::TRUE, nodes, &pairs).consequences(&values, &mut found);
        let mut is_new = false;
        for (bit, _) in found {
            let known = if bit.is_negative() { Known::Not } else { Known::Shaded };
            is_new |= self.note(bit.index() - 1, known);
        }
        is_new
    }

    /// A cell after whose being shaded, or not, its room has one tetromino left, which breaks a rule.
    fn by_looking_ahead(&mut self) -> bool {
        for cell in 0..self.known.len() {
            let room = self.layout.room[cell];
            if room == FREE || self.known[cell] != Known::Open {
                continue;
            }
            for (supposed, shown) in [(true, Known::Not), (false, Known::Shaded)] {
                let fits =
                    |way: &&usize| self.layout.all.ways[**way].cells.contains(&cell) == supposed;
                let mut left = self.left[room].iter().filter(fits);
                if let (Some(&only), None) = (left.next(), left.next())
                    && self.is_broken(room, only)
                {
                    return self.note(cell, shown);
                }
            }
        }
        false
    }

    /// Whether a tetromino in a room breaks a rule, as far as others are known.
    fn is_broken(&self, room: usize, way: usize) -> bool {
        let Layout { board, all, room: rooms, .. } = self.layout;
        let is_shaded = |cell: usize| self.known[cell] == Known::Shaded;
        let shape = |cell: usize| match self.left.get(rooms[cell]).map(Vec::as_slice) {
            Some(&[only]) if is_shaded(cell) && rooms[cell] != room => all.ways[only].shape,
            _ => None,
        };
        all.ways[way].is_broken(*board, is_shaded, shape)
    }
}

/// The shapes of LITS.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    L,
    I,
    T,
    S,
}

/// The shape of four connected cells; none for a square or where there are not four.
fn shape(board: Board, cells: &[usize]) -> Option<Shape> {
    if cells.len() != 4 {
        return None;
    }
    let beside = |cell: &usize| board.neighbours(*cell).filter(|next| cells.contains(next)).count();
    let most = cells.iter().map(beside).max()?;
    let in_line = |line: fn((usize, usize)) -> usize| {
        let count = |&cell: &usize| {
            let mine = line(board.place(cell));
            cells.iter().filter(|&&other| line(board.place(other)) == mine).count()
        };
        cells.iter().map(count).max().unwrap_or(0)
    };
    match (most, in_line(|place| place.0).max(in_line(|place| place.1))) {
        (3, _) => Some(Shape::T),
        (_, 4) => Some(Shape::I),
        (_, 3) => Some(Shape::L),
        _ if cells.iter().map(beside).sum::<usize>() == 8 => None,
        _ => Some(Shape::S),
    }
}
