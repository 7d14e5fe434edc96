//! Words that state something about the board as a whole: connected, one loop, islands, pieces.

use super::value::Val;
use super::{Grounded, Grounder};
use crate::number::Number;
use crate::{Side, Site, Value};
use zugwerk_logic::{Bit, Constraints};
use zugwerk_rulebook::ast::{Expr, ExprKind, Name};

impl Grounder<'_> {
    /// Whether a word states something by itself.
    pub(super) fn states(&self, word: &str) -> bool {
        const WORDS: [&str; 12] = [
            "differ",
            "connected",
            "anchored",
            "loop",
            "forest",
            "islands",
            "sized",
            "divided",
            "rectangles",
            "galaxies",
            "paired",
            "multiply",
        ];
        WORDS.contains(&word) && self.function(word).is_none()
    }

    /// States what such a word says.
    pub(super) fn state_word(&mut self, name: &Name, arguments: &[Expr]) -> Grounded<()> {
        match (name.text.as_str(), arguments) {
            ("differ", [map, group]) => self.differ(map, group),
            ("connected", [set]) => self.connected(set, false),
            ("anchored", [set]) => self.connected(set, true),
            ("loop", [lines]) => self.one_loop(lines),
            ("forest", [map]) => {
                let edges = self.diagonals(map)?;
                self.statement.forest(self.puzzle.count(Site::Vertex), edges);
                Ok(())
            }
            ("islands", [set, clue]) => self.islands(set, clue),
            ("sized", [map]) => self.sized(map),
            ("divided", [border, size]) => self.divided(border, size),
            ("rectangles", [border, clue]) => self.rectangles(border, clue),
            ("galaxies", [border, dot]) => self.galaxies(border, dot),
            ("paired", [first, second]) => self.paired(first, second),
            ("multiply", [map, group, product]) => self.multiply_to(map, group, product),
            _ => self.mistake(
                &name.span,
                format!("{} does not take {} arguments", name.text, arguments.len()),
                "as many as it is defined for",
            ),
        }
    }

    /// No value of the map twice on the group.
    fn differ(&mut self, map: &Expr, group: &Expr) -> Grounded<()> {
        let numbers = self.numbers_of(map, group)?;
        let encoder = self.statement.encoder();
        let low = numbers.iter().map(|number| number.low()).min().unwrap_or(0);
        let high = numbers.iter().map(|number| number.high()).max().unwrap_or(0);
        // With as many places as values, every value occurs.
        let all_occur = numbers.len() as i32 == high - low + 1;
        for value in low..=high {
            let bits: Vec<Bit> = numbers.iter().map(|number| number.is(encoder, value)).collect();
            encoder.at_most_one(&bits);
            if all_occur {
                encoder.clause(&bits);
            }
        }
        Ok(())
    }

    /// The pairs of neighbouring places, with vertices as further nodes between edges and links.
    fn graph(&self, site: Site) -> (usize, Vec<(usize, usize)>) {
        let board = self.puzzle.board;
        match site {
            Site::Link => {
                let ends = |link| {
                    let (a, b) = board.ends(link);
                    [(link, board.links() + a), (link, board.links() + b)]
                };
                (board.cells(), (0..board.links()).flat_map(ends).collect())
            }
            Site::Edge => {
                let ends = |edge| {
                    let (a, b) = board.edge_ends(edge);
                    [(edge, board.edges() + a), (edge, board.edges() + b)]
                };
                (board.count(Site::Vertex), (0..board.edges()).flat_map(ends).collect())
            }
            _ => (0, (0..board.links()).map(|link| board.ends(link)).collect()),
        }
    }

    fn connected(&mut self, set: &Expr, anchored: bool) -> Grounded<()> {
        let (site, bits) = self.membership(set)?;
        let (between, mut pairs) = self.graph(site);
        if site == Site::Cell && !anchored {
            self.statement.connected_on(self.puzzle.board, bits, &pairs);
            return Ok(());
        }
        let mut nodes: Vec<Option<Bit>> = bits.into_iter().map(Some).collect();
        nodes.extend((0..between).map(|_| None));
        if anchored {
            let board = self.puzzle.board;
            let at_frame = |cell: &usize| board.links_at(*cell).count() < 4;
            pairs.extend((0..board.cells()).filter(at_frame).map(|cell| (cell, nodes.len())));
            nodes.push(Some(Bit::TRUE));
        }
        self.statement.connected(nodes, &pairs);
        Ok(())
    }

    /// The lines form one loop: two of them at a point or none, and all connected.
    fn one_loop(&mut self, lines: &Expr) -> Grounded<()> {
        let (site, bits) = self.membership(lines)?;
        let board = self.puzzle.board;
        let (between, pairs) = self.graph(site);
        let point = if site == Site::Edge { Site::Vertex } else { Site::Cell };
        let mut at_point: Vec<Vec<Bit>> = vec![Vec::new(); between];
        pairs.iter().for_each(|&(line, end)| at_point[end - bits.len()].push(bits[line]));
        let encoder = self.statement.encoder();
        encoder.clause(&bits);
        let mut nodes: Vec<Option<Bit>> = bits.iter().copied().map(Some).collect();
        nodes.extend((0..between).map(|_| None));
        self.statement.connected(nodes, &pairs);
        let ends = pairs.chunks(2).zip(&bits);
        let lines = ends.map(|(two, &bit)| (two[0].1 - bits.len(), two[1].1 - bits.len(), bit));
        self.statement.circuit(between, lines.collect());
        debug_assert_eq!(between, board.count(point));
        for (at, lines) in at_point.iter().enumerate() {
            self.statement.begin(self.law, vec![(point, at)]);
            let encoder = self.statement.encoder();
            encoder.at_most(2, lines);
            for (one, &line) in lines.iter().enumerate() {
                let others = lines
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != one)
                    .map(|(_, &bit)| bit);
                encoder.implies(&[line], &others.collect::<Vec<_>>());
            }
        }
        Ok(())
    }

    fn layer_name<'e>(&self, expr: &'e Expr) -> Grounded<&'e str> {
        match &expr.kind {
            ExprKind::Name(name) => Ok(name),
            _ => self.mistake(&expr.span, "this is nothing given", "the name of something given"),
        }
    }

    /// Every group of the set has exactly one number, its size. Each cell that may belong to the island of a number has a bit for
    /// it; the bits of one number are connected and as many as it says.
    fn islands(&mut self, set: &Expr, clue: &Expr) -> Grounded<()> {
        let (_, land) = self.membership(set)?;
        let name = self.layer_name(clue)?;
        let board = self.puzzle.board;
        let clues: Vec<(usize, Option<i32>)> = (0..board.cells())
            .filter(|&cell| !self.puzzle.value(name, cell).is_empty())
            .map(|cell| (cell, self.puzzle.number(name, cell)))
            .collect();
        let mut owners: Vec<Vec<(usize, Bit)>> = vec![Vec::new(); board.cells()];
        for (island, &(root, size)) in clues.iter().enumerate() {
            for cell in self.within_reach(root, size, &clues) {
                let bit = match cell == root {
                    true => Bit::TRUE,
                    false => self.statement.belongs((Site::Cell, cell), (Site::Cell, root)),
                };
                owners[cell].push((island, bit));
            }
        }
        let of = |cell: usize, island: usize| -> Bit {
            owners[cell].iter().find(|owner| owner.0 == island).map_or(Bit::FALSE, |owner| owner.1)
        };
        for cell in 0..board.cells() {
            // On land a cell belongs to one island, and its neighbours on land to the same.
            self.statement.begin(self.law, vec![(Site::Cell, cell)]);
            let encoder = self.statement.encoder();
            let bits: Vec<Bit> = owners[cell].iter().map(|owner| owner.1).collect();
            encoder.implies(&[land[cell]], &bits);
            encoder.at_most_one(&bits);
            bits.iter()
                .filter(|&&bit| bit != Bit::TRUE)
                .for_each(|&bit| encoder.implies(&[bit], &[land[cell]]));
            for next in board.neighbours(cell) {
                for &(island, bit) in &owners[cell] {
                    encoder.implies(&[bit, land[cell], land[next]], &[of(next, island)]);
                }
            }
        }
        for (island, &(root, size)) in clues.iter().enumerate() {
            self.look_at_limits()?;
            self.statement.begin(self.law, vec![(Site::Cell, root)]);
            let mine: Vec<usize> =
                (0..board.cells()).filter(|&cell| of(cell, island) != Bit::FALSE).collect();
            let bits: Vec<Bit> = mine.iter().map(|&cell| of(cell, island)).collect();
            let encoder = self.statement.encoder();
            encoder.hold(land[root]);
            match size.map(usize::try_from) {
                Some(Ok(size)) => encoder.exactly(size, &bits),
                Some(Err(_)) => encoder.clause(&[]),
                None => {}
            }
            self.connected_cells(&mine, bits);
        }
        Ok(())
    }

    /// The cells that an island of this size around `root` can reach without touching another number.
    fn within_reach(
        &self,
        root: usize,
        size: Option<i32>,
        clues: &[(usize, Option<i32>)],
    ) -> Vec<usize> {
        let board = self.puzzle.board;
        let is_clue = |cell: usize| clues.iter().any(|clue| clue.0 == cell && cell != root);
        let free = |cell: usize| !is_clue(cell) && !board.neighbours(cell).any(is_clue);
        let mut distance = vec![None; board.cells()];
        distance[root] = Some(1);
        let mut reached = vec![root];
        let mut at = 0;
        while at < reached.len() {
            let cell = reached[at];
            at += 1;
            let steps = distance[cell].unwrap_or(0);
            if size.is_some_and(|size| steps >= size) {
                continue;
            }
            for next in board.neighbours(cell) {
                if distance[next].is_none() && free(next) {
                    distance[next] = Some(steps + 1);
                    reached.push(next);
                }
            }
        }
        reached
    }

    /// The cells of a part of the board whose bits are true are connected.
    fn connected_cells(&mut self, cells: &[usize], bits: Vec<Bit>) {
        let board = self.puzzle.board;
        let mut index = vec![usize::MAX; board.cells()];
        cells.iter().enumerate().for_each(|(at, &cell)| index[cell] = at);
        let pairs: Vec<(usize, usize)> = cells
            .iter()
            .flat_map(|&cell| {
                [Side::Right, Side::Down].map(|side| (cell, board.beside(cell, side)))
            })
            .filter_map(|(cell, next)| next.map(|next| (index[cell], index[next])))
            .filter(|pair| pair.1 != usize::MAX)
            .collect();
        self.statement.connected(bits.into_iter().map(Some).collect(), &pairs);
    }

    /// Every group of cells with equal numbers has as many cells as the number says.
    fn sized(&mut self, map: &Expr) -> Grounded<()> {
        let numbers = self.map(map)?;
        let board = self.puzzle.board;
        let encoder = self.statement.encoder();
        numbers.iter().for_each(|number| encoder.clause(&[number.at_least(1)]));
        let most = numbers.iter().map(Number::high).max().unwrap_or(0);
        let is = (1..=most).map(|size| {
            numbers.iter().map(|number| number.is(encoder, size)).collect::<Vec<Bit>>()
        });
        let is = is.collect();
        let beside = (0..board.cells()).map(|cell| board.neighbours(cell).collect()).collect();
        self.statement.sized(beside, is);
        Ok(())
    }

    /// The borders divide the board into pieces of one size.
    fn divided(&mut self, border: &Expr, size: &Expr) -> Grounded<()> {
        let (_, borders) = self.membership(border)?;
        let board = self.puzzle.board;
        let size = usize::try_from(self.constant(size)?).unwrap_or(0);
        if size == 0 || !board.cells().is_multiple_of(size) {
            self.statement.encoder().clause(&[]);
            return Ok(());
        }
        let links = (0..board.links()).map(|link| {
            let (a, b) = board.ends(link);
            (a, b, !borders[link])
        });
        let links = links.collect();
        self.statement.groups(links, vec![vec![Bit::TRUE; size]; board.cells()]);
        Ok(())
    }

    /// Every piece is a rectangle with exactly one number, its area.
    fn rectangles(&mut self, border: &Expr, clue: &Expr) -> Grounded<()> {
        let (_, borders) = self.membership(border)?;
        let name = self.layer_name(clue)?;
        let board = self.puzzle.board;
        let clues: Vec<usize> =
            (0..board.cells()).filter(|&cell| !self.puzzle.value(name, cell).is_empty()).collect();
        let mut covering: Vec<Vec<Bit>> = vec![Vec::new(); board.cells()];
        for &root in &clues {
            self.look_at_limits()?;
            let mut ways = Vec::new();
            for cells in self.rectangles_around(root, self.puzzle.number(name, root), &clues) {
                let inside = |cell: usize| cells.contains(&cell);
                let literals: Vec<Bit> = cells
                    .iter()
                    .flat_map(|&cell| Side::ALL.map(|side| (cell, side)))
                    .filter_map(|(cell, side)| {
                        let next = board.beside(cell, side)?;
                        let border = borders[board.link(cell, side)?];
                        Some(if inside(next) { !border } else { border })
                    })
                    .collect();
                let way = self.statement.encoder().and(&literals);
                ways.push(way);
                cells.iter().for_each(|&cell| covering[cell].push(way));
            }
            self.statement.begin(self.law, vec![(Site::Cell, root)]);
            self.statement.encoder().exactly_one(&ways);
        }
        for (cell, ways) in covering.iter().enumerate().filter(|(cell, _)| !clues.contains(cell)) {
            self.statement.begin(self.law, vec![(Site::Cell, cell)]);
            self.statement.encoder().exactly_one(ways);
        }
        Ok(())
    }

    /// The cells of each rectangle around a number, of its area and without a second number.
    fn rectangles_around(
        &self,
        root: usize,
        area: Option<i32>,
        clues: &[usize],
    ) -> Vec<Vec<usize>> {
        let board = self.puzzle.board;
        let (row, column) = board.place(root);
        let mut found = Vec::new();
        for (top, left) in (0..=row).flat_map(|top| (0..=column).map(move |left| (top, left))) {
            for (bottom, right) in
                (row..board.height).flat_map(|b| (column..board.width).map(move |r| (b, r)))
            {
                let size = (bottom - top + 1) * (right - left + 1);
                if area.is_some_and(|area| area != size as i32) {
                    continue;
                }
                let cells: Vec<usize> = (top..=bottom)
                    .flat_map(|row| (left..=right).map(move |column| board.cell(row, column)))
                    .collect();
                if cells.iter().filter(|cell| clues.binary_search(cell).is_ok()).count() == 1 {
                    found.push(cells);
                }
            }
        }
        found
    }

    /// Every piece has exactly one dot, and is symmetric about it.
    fn galaxies(&mut self, border: &Expr, dot: &Expr) -> Grounded<()> {
        let (_, borders) = self.membership(border)?;
        let name = self.layer_name(dot)?;
        let board = self.puzzle.board;
        let width = 2 * board.width - 1;
        let dots: Vec<usize> = (0..self.puzzle.count(Site::Half))
            .filter(|&at| !matches!(self.puzzle.value(name, at), Value::Empty))
            .collect();
        let mirror = |cell: usize, dot: usize| -> Option<usize> {
            let (row, column) = board.place(cell);
            let row = (dot / width).checked_sub(row).filter(|&row| row < board.height)?;
            let column =
                (dot % width).checked_sub(column).filter(|&column| column < board.width)?;
            Some(board.cell(row, column))
        };
        // The cells under a dot belong to it and to no other.
        let under = |cell: usize, dot: usize| {
            let (row, column) = board.place(cell);
            (2 * row).abs_diff(dot / width) <= 1 && (2 * column).abs_diff(dot % width) <= 1
        };
        let mut owners: Vec<Vec<Bit>> = vec![vec![Bit::FALSE; dots.len()]; board.cells()];
        let mut lying = vec![0; board.cells()];
        for &dot in &dots {
            (0..board.cells()).filter(|&cell| under(cell, dot)).for_each(|cell| lying[cell] += 1);
        }
        for (piece, &dot) in dots.iter().enumerate() {
            self.look_at_limits()?;
            for cell in 0..board.cells() {
                let Some(other) = mirror(cell, dot) else { continue };
                let taken = |cell: usize| lying[cell] > usize::from(under(cell, dot));
                if taken(cell) || taken(other) || other < cell {
                    continue;
                }
                let bit = match under(cell, dot) {
                    true => Bit::TRUE,
                    false => self.statement.belongs((Site::Cell, cell), (Site::Half, dot)),
                };
                owners[cell][piece] = bit;
                owners[other][piece] = bit;
            }
        }
        for (link, &border) in borders.iter().enumerate() {
            self.look_at_limits()?;
            let (a, b) = board.ends(link);
            self.statement.begin(self.law, vec![(Site::Cell, a), (Site::Cell, b)]);
            let encoder = self.statement.encoder();
            for (&mine, &other) in owners[a].iter().zip(&owners[b]) {
                encoder.implies(&[mine, other], &[!border]);
                encoder.implies(&[mine, !other], &[border]);
                encoder.implies(&[!mine, other], &[border]);
            }
        }
        for (cell, owners) in owners.iter().enumerate() {
            self.look_at_limits()?;
            self.statement.begin(self.law, vec![(Site::Cell, cell)]);
            self.statement.encoder().exactly_one(owners);
        }
        for (piece, &dot) in dots.iter().enumerate() {
            self.look_at_limits()?;
            self.statement.begin(self.law, vec![(Site::Half, dot)]);
            let mine: Vec<usize> =
                (0..board.cells()).filter(|&cell| owners[cell][piece] != Bit::FALSE).collect();
            let bits = mine.iter().map(|&cell| owners[cell][piece]).collect();
            self.connected_cells(&mine, bits);
        }
        Ok(())
    }

    /// Each member of the first set has a neighbour in the second for itself, and the second has no others.
    fn paired(&mut self, first: &Expr, second: &Expr) -> Grounded<()> {
        let given = self.known_set(first)?;
        let (_, bits) = self.membership(second)?;
        let board = self.puzzle.board;
        let mut ties: Vec<Vec<Bit>> = vec![Vec::new(); board.cells()];
        for cell in (0..board.cells()).filter(|&cell| given[cell]) {
            for next in
                board.neighbours(cell).filter(|&next| !given[next] && bits[next] != Bit::FALSE)
            {
                let tie = self.statement.belongs((Site::Cell, next), (Site::Cell, cell));
                ties[cell].push(tie);
                ties[next].push(tie);
            }
        }
        for cell in 0..board.cells() {
            self.statement.begin(self.law, vec![(Site::Cell, cell)]);
            let encoder = self.statement.encoder();
            encoder.at_most_one(&ties[cell]);
            if given[cell] {
                encoder.clause(&ties[cell]);
            } else {
                encoder.implies(&[bits[cell]], &ties[cell]);
                ties[cell].iter().for_each(|&tie| encoder.implies(&[tie], &[bits[cell]]));
            }
        }
        Ok(())
    }

    /// The numbers of a map on a group have this product: a walk along the cells, with a bit for every product so far and value.
    fn multiply_to(&mut self, map: &Expr, group: &Expr, product: &Expr) -> Grounded<()> {
        let numbers = self.numbers_of(map, group)?;
        let target = match self.eval(product)? {
            Val::Hidden => return Ok(()),
            Val::Sum(target) => self.total(&target).value(),
            _ => None,
        };
        let encoder = self.statement.encoder();
        let Some(target) = target.filter(|&target| target > 0 && !numbers.is_empty()) else {
            encoder.clause(&[]);
            return Ok(());
        };
        // By cell: the steps (product before, value, product after) and their bits.
        let mut steps: Vec<Vec<(i32, i32, i32, Bit)>> = Vec::new();
        let mut before: Vec<i32> = vec![1];
        for (at, number) in numbers.iter().enumerate() {
            let mut here = Vec::new();
            for (&so_far, value) in before
                .iter()
                .flat_map(|p| (number.low().max(1)..=number.high()).map(move |v| (p, v)))
            {
                let after = so_far.saturating_mul(value);
                let fits =
                    if at + 1 == numbers.len() { after == target } else { target % after == 0 };
                if fits {
                    here.push((so_far, value, after, encoder.fresh()));
                }
            }
            before = here.iter().map(|step| step.2).collect();
            before.sort_unstable();
            before.dedup();
            steps.push(here);
        }
        for (at, number) in numbers.iter().enumerate() {
            for &(so_far, value, after, step) in &steps[at] {
                let is = number.is(encoder, value);
                encoder.implies(&[step], &[is]);
                if at > 0 {
                    let ways: Vec<Bit> =
                        steps[at - 1].iter().filter(|s| s.2 == so_far).map(|s| s.3).collect();
                    encoder.implies(&[step], &ways);
                }
                if let Some(next) = steps.get(at + 1) {
                    let ways: Vec<Bit> =
                        next.iter().filter(|s| s.0 == after).map(|s| s.3).collect();
                    encoder.implies(&[step], &ways);
                }
            }
            for value in number.low()..=number.high() {
                let is = number.is(encoder, value);
                let ways: Vec<Bit> =
                    steps[at].iter().filter(|s| s.1 == value).map(|s| s.3).collect();
                encoder.implies(&[is], &ways);
            }
        }
        Ok(())
    }
}
