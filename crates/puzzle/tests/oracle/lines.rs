//! Kinds whose answer is lines, borders or diagonals.

use super::*;
use Site::*;

fn clues_are(p: &Puzzle, count: impl Fn(usize) -> i32) -> bool {
    let values = p.given.get("clue").map(|layer| layer.values.clone()).unwrap_or_default();
    values
        .iter()
        .enumerate()
        .all(|(at, value)| value.number().is_none_or(|number| number == count(at)))
}

/// Whether edges between points form exactly one loop: walk along it and see whether all were met.
fn one_loop(edges: &[(usize, usize)]) -> bool {
    let Some(&(start, mut here)) = edges.first() else { return false };
    let degree = |point: usize| edges.iter().filter(|e| e.0 == point || e.1 == point).count();
    if edges.iter().any(|e| degree(e.0) != 2 || degree(e.1) != 2) {
        return false;
    }
    let (mut last, mut walked) = (0, 1);
    while here != start {
        let next =
            edges.iter().position(|e| (e.0 == here || e.1 == here) && *e != edges[last]).unwrap();
        here = if edges[next].0 == here { edges[next].1 } else { edges[next].0 };
        last = next;
        walked += 1;
    }
    walked == edges.len()
}

fn slitherlink(p: &Puzzle, a: &Answer) -> bool {
    let line = |e: usize| is(a, "line", e);
    let edges: Vec<(usize, usize)> =
        (0..p.board.edges()).filter(|&e| line(e)).map(|e| p.board.edge_ends(e)).collect();
    clues_are(p, |c| {
        zugwerk_puzzle::Side::ALL.iter().filter(|&&s| line(p.board.edge(c, s))).count() as i32
    }) && one_loop(&edges)
        && (p.parameter("full") != Some(1) || edges.len() == p.board.count(Site::Vertex))
}

fn drawn(p: &Puzzle, a: &Answer) -> Vec<(usize, usize)> {
    (0..p.board.links()).filter(|&l| is(a, "line", l)).map(|l| p.board.ends(l)).collect()
}

fn masyu(p: &Puzzle, a: &Answer) -> bool {
    let lines = drawn(p, a);
    let next_to = |c: usize| -> Vec<usize> {
        lines
            .iter()
            .filter(|l| l.0 == c || l.1 == c)
            .map(|l| if l.0 == c { l.1 } else { l.0 })
            .collect()
    };
    let straight = |c: usize| {
        let ends = next_to(c);
        ends.len() == 2 && {
            let ((r, s), (t, u)) = (p.board.place(ends[0]), p.board.place(ends[1]));
            r == t || s == u
        }
    };
    one_loop(&lines)
        && (0..p.board.cells()).all(|c| {
            let ends = next_to(c);
            match p.number("pearl", c) {
                None => true,
                Some(_) if ends.len() != 2 => false,
                Some(1) => straight(c) && ends.iter().any(|&e| !straight(e)),
                Some(_) => !straight(c) && ends.iter().all(|&e| straight(e)),
            }
        })
}

fn yajilin(p: &Puzzle, a: &Answer) -> bool {
    let lines = drawn(p, a);
    let black = |c: usize| is(a, "black", c);
    let on = |c: usize| lines.iter().any(|l| l.0 == c || l.1 == c);
    one_loop(&lines)
        && (0..p.board.cells()).all(|c| match p.number("arrow", c) {
            None => black(c) != on(c) && !(black(c) && p.board.neighbours(c).any(black)),
            Some(arrow) => {
                let pointed = || {
                    let side = zugwerk_puzzle::Side::ALL[arrow as usize - 1];
                    p.board.ray(c, side).filter(|&d| black(d)).count() as i32
                };
                !black(c) && !on(c) && p.number("clue", c).is_none_or(|n| n == pointed())
            }
        })
}

fn hashi(p: &Puzzle, a: &Answer) -> bool {
    let bridges = |c: usize, d: usize| value(a, "bridge", link(p.board, c, d));
    let island = |c: usize| !p.value("clue", c).is_empty();
    let at =
        |c: usize, side: zugwerk_puzzle::Side| p.board.beside(c, side).map_or(0, |d| bridges(c, d));
    use zugwerk_puzzle::Side::*;
    let fits = |c: usize| {
        let all: i32 = p.board.neighbours(c).map(|d| bridges(c, d)).sum();
        if island(c) {
            p.number("clue", c).is_none_or(|n| n == all) && all > 0
        } else {
            at(c, Left) == at(c, Right)
                && at(c, Up) == at(c, Down)
                && (at(c, Left) == 0 || at(c, Up) == 0)
        }
    };
    let joined = parts(p.board, |c, d| bridges(c, d) > 0);
    (0..p.board.cells()).all(fits)
        && joined.iter().filter(|part| part.iter().any(|&c| island(c))).count() <= 1
}

fn dominosa(p: &Puzzle, a: &Answer) -> bool {
    let number = |c: usize| p.number("number", c).unwrap();
    let dominoes: Vec<(usize, usize)> =
        (0..p.board.links()).filter(|&l| is(a, "domino", l)).map(|l| p.board.ends(l)).collect();
    let covered =
        (0..p.board.cells()).all(|c| dominoes.iter().filter(|d| d.0 == c || d.1 == c).count() == 1);
    let mut pairs: Vec<(i32, i32)> = dominoes
        .iter()
        .map(|d| (number(d.0), number(d.1)))
        .map(|(x, y)| (x.min(y), x.max(y)))
        .collect();
    pairs.sort();
    let most = (0..p.board.cells()).map(number).max().unwrap();
    let set: Vec<(i32, i32)> = (0..=most).flat_map(|x| (x..=most).map(move |y| (x, y))).collect();
    covered && pairs == set
}

fn slant(p: &Puzzle, a: &Answer) -> bool {
    let stride = p.board.width + 1;
    let edges: Vec<(usize, usize)> = (0..p.board.cells())
        .map(|c| {
            let (row, column) = p.board.place(c);
            let corner = row * stride + column;
            if value(a, "slash", c) == 1 {
                (corner, corner + stride + 1)
            } else {
                (corner + 1, corner + stride)
            }
        })
        .collect();
    // Take away ends again and again: what is left has a loop.
    let mut left = edges.clone();
    loop {
        let degree = |v: usize| left.iter().filter(|e| e.0 == v || e.1 == v).count();
        let kept: Vec<(usize, usize)> =
            left.iter().copied().filter(|e| degree(e.0) > 1 && degree(e.1) > 1).collect();
        if kept.len() == left.len() {
            break;
        }
        left = kept;
    }
    left.is_empty()
        && clues_are(p, |v| edges.iter().filter(|e| e.0 == v || e.1 == v).count() as i32)
}

/// The pieces between borders, where no border ends inside a piece.
fn pieces(p: &Puzzle, a: &Answer) -> Option<Vec<Vec<usize>>> {
    let border = |c: usize, d: usize| is(a, "border", link(p.board, c, d));
    let found = parts(p.board, |c, d| !border(c, d));
    let clean = found.iter().all(|piece| {
        piece.iter().all(|&c| p.board.neighbours(c).all(|d| !piece.contains(&d) || !border(c, d)))
    });
    clean.then_some(found)
}

fn shikaku(p: &Puzzle, a: &Answer) -> bool {
    pieces(p, a).is_some_and(|pieces| {
        pieces.iter().all(|piece| {
            let rows = piece.iter().map(|&c| p.board.place(c).0);
            let columns = piece.iter().map(|&c| p.board.place(c).1);
            let height = rows.clone().max().unwrap() - rows.min().unwrap() + 1;
            let width = columns.clone().max().unwrap() - columns.min().unwrap() + 1;
            let clues: Vec<&Value> =
                piece.iter().map(|&c| p.value("clue", c)).filter(|v| !v.is_empty()).collect();
            width * height == piece.len()
                && clues.len() == 1
                && clues[0].number().is_none_or(|n| n == piece.len() as i32)
        })
    })
}

fn palisade(p: &Puzzle, a: &Answer) -> bool {
    let size = p.parameter("size").unwrap() as usize;
    let around = |c: usize| {
        let inner = p.board.neighbours(c).filter(|&d| is(a, "border", link(p.board, c, d))).count();
        (inner + 4 - p.board.neighbours(c).count()) as i32
    };
    clues_are(p, around)
        && pieces(p, a).is_some_and(|pieces| pieces.iter().all(|piece| piece.len() == size))
}

fn galaxies(p: &Puzzle, a: &Answer) -> bool {
    let width = 2 * p.board.width - 1;
    let dots: Vec<(usize, usize)> = (0..p.board.count(Half))
        .filter(|&at| !p.value("dot", at).is_empty())
        .map(|at| (at / width, at % width))
        .collect();
    pieces(p, a).is_some_and(|pieces| {
        let centre = |piece: &Vec<usize>| {
            // Doubled coordinates of the middle of the bounding box.
            let at: Vec<(usize, usize)> = piece.iter().map(|&c| p.board.place(c)).collect();
            let sum = |f: fn(&(usize, usize)) -> usize| {
                at.iter().map(f).min().unwrap() + at.iter().map(f).max().unwrap()
            };
            (sum(|t| t.0), sum(|t| t.1))
        };
        // A dot lies in a piece when all cells that it touches belong to it.
        let touches = |dot: (usize, usize), c: usize| {
            let (r, s) = p.board.place(c);
            (2 * r).abs_diff(dot.0) <= 1 && (2 * s).abs_diff(dot.1) <= 1
        };
        let symmetric = |piece: &Vec<usize>| {
            let (y, x) = centre(piece);
            piece.iter().all(|&c| {
                let (r, s) = p.board.place(c);
                piece.contains(&p.board.cell(y - r, x - s))
            })
        };
        pieces.iter().all(|piece| {
            let mine: Vec<_> =
                dots.iter().filter(|&&dot| piece.iter().any(|&c| touches(dot, c))).collect();
            symmetric(piece) && mine.len() == 1 && *mine[0] == centre(piece)
        })
    })
}

const LINE: &[(&str, Site, i32, i32)] = &[("line", Link, 0, 1)];
const BORDER: &[(&str, Site, i32, i32)] = &[("border", Link, 0, 1)];

/// The board cut into random rectangles: top row, left column, height, width.
fn rectangles(chance: &mut Chance, board: Board) -> Vec<(usize, usize, usize, usize)> {
    let mut taken = vec![false; board.cells()];
    let mut found = Vec::new();
    for cell in 0..board.cells() {
        let (row, column) = board.place(cell);
        while !taken[cell] {
            let (height, width) = (1 + chance.below(3), 1 + chance.below(3));
            let cells: Vec<Option<usize>> = (0..height)
                .flat_map(|r| (0..width).map(move |c| (r, c)))
                .map(|(r, c)| board.offset(cell, r as isize, c as isize).filter(|&c| !taken[c]))
                .collect();
            if cells.iter().all(|cell| cell.is_some()) {
                cells.into_iter().flatten().for_each(|cell| taken[cell] = true);
                found.push((row, column, height, width));
            }
        }
    }
    found
}

pub const ORACLES: &[Oracle] = &[
    Oracle {
        kind: "slitherlink",
        boards: &[(2, 2), (3, 2)],
        unknown: &[("line", Edge, 0, 1)],
        clues: &[("clue", Cell, 0, 4)],
        lists: false,
        base: |c, b| {
            let mut puzzle = Puzzle::new("slitherlink", b);
            puzzle.parameters.insert("full".to_string(), c.below(2) as i32);
            puzzle
        },
        check: slitherlink,
    },
    Oracle {
        kind: "masyu",
        boards: &[(3, 3), (4, 3)],
        unknown: LINE,
        clues: &[("pearl", Cell, 1, 2)],
        lists: false,
        base: |_, b| Puzzle::new("masyu", b),
        check: masyu,
    },
    Oracle {
        kind: "yajilin",
        boards: &[(3, 2), (2, 3)],
        unknown: &[("black", Cell, 0, 1), ("line", Link, 0, 1)],
        clues: &[],
        lists: false,
        base: |chance, b| {
            let mut puzzle = Puzzle::new("yajilin", b);
            for cell in 0..b.cells() {
                if chance.below(7) == 0 {
                    puzzle.layer_mut("arrow", Cell).values[cell] =
                        Value::Number(1 + chance.below(4) as i32);
                    if chance.below(3) > 0 {
                        puzzle.layer_mut("clue", Cell).values[cell] =
                            Value::Number(chance.below(2) as i32);
                    }
                }
            }
            puzzle
        },
        check: yajilin,
    },
    Oracle {
        kind: "hashi",
        boards: &[(3, 2), (4, 2), (2, 4)],
        unknown: &[("bridge", Link, 0, 2)],
        clues: &[],
        lists: false,
        base: |chance, b| {
            let mut puzzle = Puzzle::new("hashi", b);
            for cell in 0..b.cells() {
                match chance.below(6) {
                    0 | 1 => puzzle.layer_mut("clue", Cell).values[cell] = Value::Unknown,
                    2 => {
                        puzzle.layer_mut("clue", Cell).values[cell] =
                            Value::Number(1 + chance.below(4) as i32)
                    }
                    _ => {}
                }
            }
            puzzle
        },
        check: hashi,
    },
    Oracle {
        kind: "dominosa",
        boards: &[(3, 2), (4, 3)],
        unknown: &[("domino", Link, 0, 1)],
        clues: &[],
        lists: false,
        base: |chance, b| {
            let mut puzzle = Puzzle::new("dominosa", b);
            let values = if b.cells() == 6 { 2 } else { 3 };
            // Each number as often as in a full set, in any order.
            let mut bag: Vec<i32> = (0..b.cells()).map(|at| at as i32 % values).collect();
            for at in (1..bag.len()).rev() {
                bag.swap(at, chance.below(at + 1));
            }
            let layer = puzzle.layer_mut("number", Cell);
            bag.into_iter()
                .enumerate()
                .for_each(|(cell, number)| layer.values[cell] = Value::Number(number));
            puzzle
        },
        check: dominosa,
    },
    Oracle {
        kind: "slant",
        boards: &[(3, 3), (4, 3)],
        unknown: &[("slash", Cell, 1, 2)],
        clues: &[("clue", Vertex, 0, 4)],
        lists: false,
        base: |_, b| Puzzle::new("slant", b),
        check: slant,
    },
    Oracle {
        kind: "shikaku",
        boards: &[(3, 3), (4, 2)],
        unknown: BORDER,
        clues: &[],
        lists: false,
        base: |chance, b| {
            let mut puzzle = Puzzle::new("shikaku", b);
            for (row, column, height, width) in rectangles(chance, b) {
                let cell = b.cell(row + chance.below(height), column + chance.below(width));
                puzzle.layer_mut("clue", Cell).values[cell] = match chance.below(5) {
                    0 => Value::Unknown,
                    1 if chance.below(4) == 0 => Value::Number(3),
                    _ => Value::Number((height * width) as i32),
                };
            }
            puzzle
        },
        check: shikaku,
    },
    Oracle {
        kind: "palisade",
        boards: &[(3, 3), (4, 2)],
        unknown: BORDER,
        clues: &[("clue", Cell, 0, 4)],
        lists: false,
        base: |chance, b| {
            let mut puzzle = Puzzle::new("palisade", b);
            let sizes = if b.cells() == 9 { [1, 3, 9, 3] } else { [1, 2, 4, 8] };
            puzzle.parameters.insert("size".to_string(), sizes[chance.below(4)]);
            puzzle
        },
        check: palisade,
    },
    Oracle {
        kind: "galaxies",
        boards: &[(3, 2), (3, 3), (4, 2)],
        unknown: BORDER,
        clues: &[],
        lists: false,
        base: |chance, b| {
            let mut puzzle = Puzzle::new("galaxies", b);
            for (row, column, height, width) in rectangles(chance, b) {
                let (y, x) = (2 * row + height - 1, 2 * column + width - 1);
                let moved = usize::from(chance.below(12) == 0 && x > 0);
                puzzle.layer_mut("dot", Half).values[y * (2 * b.width - 1) + x - moved] =
                    Value::Number(1);
            }
            puzzle
        },
        check: galaxies,
    },
];
