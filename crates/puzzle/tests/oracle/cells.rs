//! Kinds whose answer is a set of cells.

use super::*;
use Site::*;

fn row_and_column(board: Board) -> Vec<Vec<usize>> {
    (0..board.height)
        .map(|r| board.row(r))
        .chain((0..board.width).map(|c| board.column(c)))
        .collect()
}

fn touch(board: Board, black: impl Fn(usize) -> bool) -> bool {
    (0..board.links()).any(|l| {
        let (a, b) = board.ends(l);
        black(a) && black(b)
    })
}

fn square(board: Board, black: impl Fn(usize) -> bool) -> bool {
    (0..board.cells()).any(|c| {
        let four = [Some(c), board.offset(c, 0, 1), board.offset(c, 1, 0), board.offset(c, 1, 1)];
        four.iter().all(|cell| cell.is_some_and(&black))
    })
}

fn sees(board: Board, cell: usize, white: impl Fn(usize) -> bool) -> i32 {
    1 + zugwerk_puzzle::Side::ALL
        .iter()
        .map(|&side| board.ray(cell, side).take_while(|&c| white(c)).count() as i32)
        .sum::<i32>()
}

fn clues_are(puzzle: &Puzzle, count: impl Fn(usize) -> i32) -> bool {
    let values = puzzle.given.get("clue").map(|layer| layer.values.clone()).unwrap_or_default();
    values.iter().enumerate().all(|(at, value)| match value {
        Value::Number(number) => *number == count(at),
        _ => true,
    })
}

fn clue_cells_are_not(puzzle: &Puzzle, black: impl Fn(usize) -> bool) -> bool {
    (0..puzzle.board.cells()).all(|c| puzzle.value("clue", c).is_empty() || !black(c))
}

fn outside(puzzle: &Puzzle, inside: impl Fn(usize) -> bool) -> bool {
    let board = puzzle.board;
    let fits = |layer: &str, at: usize, cells: Vec<usize>| {
        puzzle
            .number(layer, at)
            .is_none_or(|n| n == cells.iter().filter(|&&c| inside(c)).count() as i32)
    };
    (0..board.width).all(|c| fits("top", c, board.column(c)))
        && (0..board.height).all(|r| fits("left", r, board.row(r)))
}

fn kuromasu(p: &Puzzle, a: &Answer) -> bool {
    let black = |c| is(a, "black", c);
    !touch(p.board, black)
        && groups(p.board, |c| !black(c)).len() <= 1
        && clue_cells_are_not(p, black)
        && clues_are(p, |c| sees(p.board, c, |d| !black(d)))
}

fn cave(p: &Puzzle, a: &Answer) -> bool {
    let black = |c| is(a, "black", c);
    let at_frame = |c: &usize| p.board.neighbours(*c).count() < 4;
    groups(p.board, |c| !black(c)).len() <= 1
        && groups(p.board, black).iter().all(|rock| rock.iter().any(at_frame))
        && clue_cells_are_not(p, black)
        && clues_are(p, |c| sees(p.board, c, |d| !black(d)))
}

fn hitori(p: &Puzzle, a: &Answer) -> bool {
    let black = |c| is(a, "black", c);
    let twice = row_and_column(p.board).iter().any(|line| {
        let white: Vec<i32> =
            line.iter().filter(|&&c| !black(c)).filter_map(|&c| p.number("number", c)).collect();
        (0..white.len()).any(|i| white[..i].contains(&white[i]))
    });
    !twice && !touch(p.board, black) && groups(p.board, |c| !black(c)).len() <= 1
}

fn nurikabe(p: &Puzzle, a: &Answer) -> bool {
    let black = |c| is(a, "black", c);
    let islands = groups(p.board, |c| !black(c)).iter().all(|island| {
        let clues: Vec<&Value> =
            island.iter().map(|&c| p.value("clue", c)).filter(|v| !v.is_empty()).collect();
        clues.len() == 1 && clues[0].number().is_none_or(|n| n == island.len() as i32)
    });
    islands
        && clue_cells_are_not(p, black)
        && groups(p.board, black).len() <= 1
        && !square(p.board, black)
}

fn heyawake(p: &Puzzle, a: &Answer) -> bool {
    let black = |c| is(a, "black", c);
    let rooms = room_cells(p);
    let room = |c: usize| p.number("room", c);
    // A run of white cells may cross one border at most.
    let lines = row_and_column(p.board).iter().all(|line| {
        line.split(|&c| black(c))
            .all(|run| run.windows(2).filter(|w| room(w[0]) != room(w[1])).count() < 2)
    });
    lines
        && !touch(p.board, black)
        && groups(p.board, |c| !black(c)).len() <= 1
        && clues_are(p, |r| rooms[r].iter().filter(|&&c| black(c)).count() as i32)
}

fn runs(bits: impl Iterator<Item = bool>) -> Vec<Option<i32>> {
    let text: String = bits.map(|b| if b { '#' } else { ' ' }).collect();
    text.split_whitespace().map(|run| Some(run.len() as i32)).collect()
}

fn nonogram(p: &Puzzle, a: &Answer) -> bool {
    let fits = |layer: &str, at: usize, cells: Vec<usize>| match p.value(layer, at) {
        Value::List(list) => {
            let list: Vec<Option<i32>> = list.iter().copied().filter(|l| *l != Some(0)).collect();
            list == runs(cells.into_iter().map(|c| is(a, "black", c)))
        }
        _ => true,
    };
    (0..p.board.width).all(|c| fits("top", c, p.board.column(c)))
        && (0..p.board.height).all(|r| fits("left", r, p.board.row(r)))
}

fn akari(p: &Puzzle, a: &Answer) -> bool {
    let wall = |c: usize| !p.value("wall", c).is_empty();
    let lamp = |c: usize| is(a, "lamp", c);
    (0..p.board.cells()).all(|c| {
        let lit: usize = zugwerk_puzzle::Side::ALL
            .iter()
            .map(|&side| {
                p.board.ray(c, side).take_while(|&d| !wall(d)).filter(|&d| lamp(d)).count()
            })
            .sum();
        let beside = p.board.neighbours(c).filter(|&d| lamp(d)).count() as i32;
        let clue = p.number("clue", c).is_none_or(|n| n == beside);
        clue && if wall(c) { !lamp(c) } else { lamp(c) != (lit > 0) }
    })
}

fn starbattle(p: &Puzzle, a: &Answer) -> bool {
    let star = |c: &usize| is(a, "star", *c);
    let stars = p.parameter("stars").unwrap_or(1) as usize;
    let near = (0..p.board.cells()).any(|c| star(&c) && p.board.around(c).any(|d| star(&d)));
    !near
        && row_and_column(p.board)
            .iter()
            .chain(&room_cells(p))
            .all(|u| u.iter().filter(|c| star(c)).count() == stars)
}

/// A perfect matching by trying everything.
fn matched(board: Board, trees: &[usize], tents: &mut Vec<usize>) -> bool {
    let Some((&tree, rest)) = trees.split_first() else { return tents.is_empty() };
    (0..tents.len()).any(|at| {
        let tent = tents[at];
        if !board.neighbours(tree).any(|c| c == tent) {
            return false;
        }
        tents.remove(at);
        let fits = matched(board, rest, tents);
        tents.insert(at, tent);
        fits
    })
}

fn tents(p: &Puzzle, a: &Answer) -> bool {
    let tent = |c: usize| is(a, "tent", c);
    let cells = || 0..p.board.cells();
    let trees: Vec<usize> = cells().filter(|&c| !p.value("tree", c).is_empty()).collect();
    let mut tents: Vec<usize> = cells().filter(|&c| tent(c)).collect();
    !tents.iter().any(|c| trees.contains(c))
        && !tents.iter().any(|&c| p.board.around(c).any(tent))
        && outside(p, tent)
        && matched(p.board, &trees, &mut tents)
}

fn norinori(p: &Puzzle, a: &Answer) -> bool {
    let black = |c: &usize| is(a, "black", *c);
    room_cells(p).iter().all(|r| r.iter().filter(|c| black(c)).count() == 2)
        && (0..p.board.cells())
            .all(|c| !black(&c) || p.board.neighbours(c).filter(|d| black(d)).count() == 1)
}

fn tapa(p: &Puzzle, a: &Answer) -> bool {
    let black = |c: usize| is(a, "black", c);
    let fits = |c: usize| match p.value("clue", c) {
        Value::List(list) => {
            let ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];
            let shaded: Vec<bool> =
                ring.iter().map(|&(r, d)| p.board.offset(c, r, d).is_some_and(black)).collect();
            let mut found = match shaded.iter().position(|b| !b) {
                None => vec![Some(8)],
                Some(gap) => runs((0..8).map(|i| shaded[(gap + i) % 8])),
            };
            let mut wanted: Vec<Option<i32>> =
                list.iter().copied().filter(|l| *l != Some(0)).collect();
            found.sort();
            wanted.sort();
            found == wanted
        }
        _ => true,
    };
    (0..p.board.cells()).all(fits)
        && clue_cells_are_not(p, black)
        && !square(p.board, black)
        && groups(p.board, black).len() <= 1
}

/// The shape up to turning and mirroring: the least of its eight pictures.
fn picture(board: Board, cells: &[usize]) -> Vec<(i32, i32)> {
    let at: Vec<(i32, i32)> =
        cells.iter().map(|&c| board.place(c)).map(|(r, c)| (r as i32, c as i32)).collect();
    (0..8)
        .map(|way| {
            let turn = |&(r, c): &(i32, i32)| {
                let (r, c) = if way & 1 == 1 { (c, r) } else { (r, c) };
                (if way & 2 == 2 { -r } else { r }, if way & 4 == 4 { -c } else { c })
            };
            let turned: Vec<(i32, i32)> = at.iter().map(turn).collect();
            let (top, left) = (
                turned.iter().map(|t| t.0).min().unwrap(),
                turned.iter().map(|t| t.1).min().unwrap(),
            );
            let mut moved: Vec<(i32, i32)> =
                turned.iter().map(|t| (t.0 - top, t.1 - left)).collect();
            moved.sort();
            moved
        })
        .min()
        .unwrap()
}

fn lits(p: &Puzzle, a: &Answer) -> bool {
    let black = |c: usize| is(a, "black", c);
    let rooms: Vec<Vec<usize>> =
        room_cells(p).into_iter().map(|r| r.into_iter().filter(|&c| black(c)).collect()).collect();
    let whole =
        |cells: &Vec<usize>| cells.len() == 4 && groups(p.board, |c| cells.contains(&c)).len() == 1;
    let room = |c: usize| p.number("room", c).unwrap() as usize;
    rooms.iter().all(whole)
        && !square(p.board, black)
        && groups(p.board, black).len() <= 1
        && (0..p.board.links()).all(|l| {
            let (c, d) = p.board.ends(l);
            let apart = room(c) == room(d) || !black(c) || !black(d);
            apart || picture(p.board, &rooms[room(c)]) != picture(p.board, &rooms[room(d)])
        })
}

fn mosaic(p: &Puzzle, a: &Answer) -> bool {
    clues_are(p, |c| p.board.around(c).chain([c]).filter(|&d| is(a, "black", d)).count() as i32)
}

fn aquarium(p: &Puzzle, a: &Answer) -> bool {
    let water = |c: usize| is(a, "water", c);
    let row = |c: usize| p.board.place(c).0;
    let rooms = room_cells(p);
    // All cells that are joined to the cell by cells of its tank that lie no higher.
    let joined = |cell: usize, room: &[usize]| {
        let mut joined = vec![cell];
        loop {
            let new = room.iter().find(|&&c| {
                row(c) >= row(cell)
                    && !joined.contains(&c)
                    && p.board.neighbours(c).any(|other| joined.contains(&other))
            });
            match new {
                Some(&new) => joined.push(new),
                None => return joined,
            }
        }
    };
    let level = rooms.iter().all(|room| {
        room.iter().filter(|&&c| water(c)).all(|&c| match p.parameter("regions") {
            Some(1) => room.iter().all(|&other| row(other) < row(c) || water(other)),
            _ => joined(c, room).into_iter().all(water),
        })
    });
    level && outside(p, water)
}

fn with_rooms(kind: &str, chance: &mut Chance, board: Board, most: usize) -> Puzzle {
    let mut puzzle = Puzzle::new(kind, board);
    rooms(&mut puzzle, chance, most);
    puzzle
}

fn sprinkle(kind: &str, layer: &str, chance: &mut Chance, board: Board, odds: usize) -> Puzzle {
    let mut puzzle = Puzzle::new(kind, board);
    for cell in 0..board.cells() {
        if chance.below(odds) == 0 {
            puzzle.layer_mut(layer, Cell).values[cell] = Value::Number(1);
        }
    }
    puzzle
}

const BLACK: &[(&str, Site, i32, i32)] = &[("black", Cell, 0, 1)];

pub const ORACLES: &[Oracle] = &[
    Oracle {
        kind: "kuromasu",
        boards: &[(3, 3), (4, 3), (5, 2), (1, 4)],
        unknown: BLACK,
        clues: &[("clue", Cell, 1, 8)],
        lists: false,
        base: |_, b| Puzzle::new("kuromasu", b),
        check: kuromasu,
    },
    Oracle {
        kind: "cave",
        boards: &[(3, 3), (4, 3)],
        unknown: BLACK,
        clues: &[("clue", Cell, 1, 8)],
        lists: false,
        base: |_, b| Puzzle::new("cave", b),
        check: cave,
    },
    Oracle {
        kind: "hitori",
        boards: &[(3, 3), (4, 3)],
        unknown: BLACK,
        clues: &[],
        lists: false,
        base: |chance, b| {
            let mut puzzle = Puzzle::new("hitori", b);
            for cell in 0..b.cells() {
                if chance.below(8) > 0 {
                    puzzle.layer_mut("number", Cell).values[cell] =
                        Value::Number(1 + chance.below(4) as i32);
                }
            }
            puzzle
        },
        check: hitori,
    },
    Oracle {
        kind: "nurikabe",
        boards: &[(3, 3), (4, 3), (5, 2)],
        unknown: BLACK,
        clues: &[],
        lists: false,
        base: |chance, b| {
            let mut puzzle = Puzzle::new("nurikabe", b);
            for cell in 0..b.cells() {
                match chance.below(20) {
                    0..4 => {
                        puzzle.layer_mut("clue", Cell).values[cell] =
                            Value::Number(1 + chance.below(4) as i32)
                    }
                    4 => puzzle.layer_mut("clue", Cell).values[cell] = Value::Unknown,
                    _ => {}
                }
            }
            puzzle
        },
        check: nurikabe,
    },
    Oracle {
        kind: "heyawake",
        boards: &[(3, 3), (4, 3), (5, 2)],
        unknown: BLACK,
        clues: &[("clue", Region, 0, 4)],
        lists: false,
        base: |c, b| with_rooms("heyawake", c, b, 4),
        check: heyawake,
    },
    Oracle {
        kind: "nonogram",
        boards: &[(3, 3), (4, 3)],
        unknown: BLACK,
        clues: &[("top", Column, 0, 0), ("left", Row, 0, 0)],
        lists: true,
        base: |_, b| Puzzle::new("nonogram", b),
        check: nonogram,
    },
    Oracle {
        kind: "akari",
        boards: &[(3, 3), (4, 3)],
        unknown: &[("lamp", Cell, 0, 1)],
        clues: &[],
        lists: false,
        base: |chance, b| {
            let mut puzzle = sprinkle("akari", "wall", chance, b, 4);
            for cell in 0..b.cells() {
                if !puzzle.value("wall", cell).is_empty() && chance.below(2) == 0 {
                    puzzle.layer_mut("clue", Cell).values[cell] =
                        Value::Number(chance.below(3) as i32);
                }
            }
            puzzle
        },
        check: akari,
    },
    Oracle {
        kind: "starbattle",
        boards: &[(4, 4)],
        unknown: &[("star", Cell, 0, 1)],
        clues: &[],
        lists: false,
        base: |c, b| with_rooms("starbattle", c, b, 4),
        check: starbattle,
    },
    Oracle {
        kind: "tents",
        boards: &[(3, 3), (4, 3)],
        unknown: &[("tent", Cell, 0, 1)],
        clues: &[("top", Column, 0, 3), ("left", Row, 0, 3)],
        lists: false,
        base: |c, b| sprinkle("tents", "tree", c, b, 5),
        check: tents,
    },
    Oracle {
        kind: "norinori",
        boards: &[(3, 3), (4, 3)],
        unknown: BLACK,
        clues: &[],
        lists: false,
        base: |c, b| with_rooms("norinori", c, b, 3),
        check: norinori,
    },
    Oracle {
        kind: "tapa",
        boards: &[(3, 3), (4, 3)],
        unknown: BLACK,
        clues: &[("clue", Cell, 0, 0)],
        lists: true,
        base: |_, b| Puzzle::new("tapa", b),
        check: tapa,
    },
    Oracle {
        kind: "lits",
        boards: &[(4, 3), (4, 4)],
        unknown: BLACK,
        clues: &[],
        lists: false,
        base: |c, b| with_rooms("lits", c, b, 2),
        check: lits,
    },
    Oracle {
        kind: "mosaic",
        boards: &[(3, 3), (4, 3)],
        unknown: BLACK,
        clues: &[("clue", Cell, 0, 9)],
        lists: false,
        base: |_, b| Puzzle::new("mosaic", b),
        check: mosaic,
    },
    Oracle {
        kind: "aquarium",
        boards: &[(3, 3), (4, 3)],
        unknown: &[("water", Cell, 0, 1)],
        clues: &[("top", Column, 0, 4), ("left", Row, 0, 4)],
        lists: false,
        base: |c, b| {
            let mut puzzle = with_rooms("aquarium", c, b, 6);
            puzzle.parameters.insert("regions".to_string(), c.below(2) as i32);
            puzzle
        },
        check: aquarium,
    },
];
