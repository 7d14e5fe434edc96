//! Kinds whose answer is a number for every cell.

use super::*;
use Site::*;

fn all_lines(board: Board) -> Vec<Vec<usize>> {
    (0..board.height)
        .map(|r| board.row(r))
        .chain((0..board.width).map(|c| board.column(c)))
        .collect()
}

fn clues_stay(p: &Puzzle, a: &Answer) -> bool {
    (0..p.board.cells()).all(|c| p.number("clue", c).is_none_or(|n| n == value(a, "digit", c)))
}

fn differ(a: &Answer, cells: &[usize]) -> bool {
    let mut values: Vec<i32> = cells.iter().map(|&c| value(a, "digit", c)).collect();
    values.sort();
    values.windows(2).all(|w| w[0] != w[1])
}

fn latin(p: &Puzzle, a: &Answer) -> bool {
    clues_stay(p, a) && all_lines(p.board).iter().all(|u| differ(a, u))
}

fn sudoku(p: &Puzzle, a: &Answer) -> bool {
    let n = p.board.width;
    let diagonals = p.parameter("diagonal") != Some(1)
        || (differ(a, &(0..n).map(|i| i * n + i).collect::<Vec<_>>())
            && differ(a, &(0..n).map(|i| i * n + n - 1 - i).collect::<Vec<_>>()));
    latin(p, a) && diagonals && room_cells(p).iter().all(|r| differ(a, r))
}

fn takuzu(p: &Puzzle, a: &Answer) -> bool {
    let lines: Vec<Vec<i32>> = all_lines(p.board)
        .iter()
        .map(|u| u.iter().map(|&c| value(a, "digit", c)).collect())
        .collect();
    let equal =
        |from: usize, to: usize| (from..to).any(|i| (from..i).any(|j| lines[i] == lines[j]));
    let twice = p.parameter("distinct") == Some(1)
        && (equal(0, p.board.height) || equal(p.board.height, lines.len()));
    clues_stay(p, a)
        && !twice
        && lines.iter().all(|u| {
            2 * u.iter().sum::<i32>() == u.len() as i32
                && u.windows(3).all(|w| w[0] != w[1] || w[1] != w[2])
        })
}

fn skyscrapers(p: &Puzzle, a: &Answer) -> bool {
    let seen = |cells: Vec<usize>| {
        let heights: Vec<i32> = cells.into_iter().map(|c| value(a, "digit", c)).collect();
        (0..heights.len()).filter(|&i| heights[..i].iter().all(|h| *h < heights[i])).count() as i32
    };
    let fits = |layer: &str, at: usize, cells: Vec<usize>| {
        p.number(layer, at).is_none_or(|n| n == seen(cells))
    };
    let back = |cells: Vec<usize>| cells.into_iter().rev().collect::<Vec<_>>();
    latin(p, a)
        && (0..p.board.width).all(|i| {
            fits("top", i, p.board.column(i))
                && fits("bottom", i, back(p.board.column(i)))
                && fits("left", i, p.board.row(i))
                && fits("right", i, back(p.board.row(i)))
        })
}

fn futoshiki(p: &Puzzle, a: &Answer) -> bool {
    let order = (0..p.board.links()).all(|l| {
        let (c, d) = p.board.ends(l);
        let difference = value(a, "digit", d) - value(a, "digit", c);
        p.number("less", l).is_none_or(|sign| difference.signum() == sign)
    });
    latin(p, a) && order
}

fn keen(p: &Puzzle, a: &Answer) -> bool {
    let cages = room_cells(p).iter().enumerate().all(|(r, cells)| {
        let (Some(op), Some(target)) = (p.number("op", r), p.number("target", r)) else {
            return true;
        };
        let values: Vec<i32> = cells.iter().map(|&c| value(a, "digit", c)).collect();
        let (low, high) = (*values.iter().min().unwrap(), *values.iter().max().unwrap());
        match op {
            1 => values.iter().sum::<i32>() == target,
            2 => values.iter().product::<i32>() == target,
            3 => high - low == target,
            _ => high == low * target,
        }
    });
    latin(p, a) && cages
}

fn fillomino(p: &Puzzle, a: &Answer) -> bool {
    let digit = |c: usize| value(a, "digit", c);
    clues_stay(p, a)
        && parts(p.board, |c, d| digit(c) == digit(d)).iter().all(|g| g.len() as i32 == digit(g[0]))
}

fn kakuro(p: &Puzzle, a: &Answer) -> bool {
    let wall = |c: usize| !p.value("wall", c).is_empty();
    let digit = |c: usize| value(a, "digit", c);
    let filled = (0..p.board.cells()).all(|c| wall(c) == (digit(c) == 0));
    let run = |cells: Vec<usize>, clue: Option<i32>| {
        let run: Vec<usize> = cells.into_iter().take_while(|&c| !wall(c)).collect();
        clue.is_none_or(|n| n == run.iter().map(|&c| digit(c)).sum::<i32>())
    };
    let side = zugwerk_puzzle::Side::Right;
    let below = zugwerk_puzzle::Side::Down;
    filled
        && all_lines(p.board).iter().all(|u| u.split(|&c| wall(c)).all(|run| differ(a, run)))
        && (0..p.board.cells()).filter(|&c| wall(c)).all(|c| {
            run(p.board.ray(c, side).collect(), p.number("across", c))
                && run(p.board.ray(c, below).collect(), p.number("down", c))
        })
        && (0..p.board.height).all(|r| run(p.board.row(r), p.number("left", r)))
        && (0..p.board.width).all(|c| run(p.board.column(c), p.number("top", c)))
}

fn ripple(p: &Puzzle, a: &Answer) -> bool {
    let digit = |c: usize| value(a, "digit", c);
    let rooms =
        room_cells(p).iter().all(|r| differ(a, r) && r.iter().all(|&c| digit(c) <= r.len() as i32));
    let apart = all_lines(p.board).iter().all(|u| {
        (0..u.len()).all(|i| {
            (0..i).all(|j| digit(u[i]) != digit(u[j]) || (i - j - 1) as i32 >= digit(u[i]))
        })
    });
    clues_stay(p, a) && rooms && apart
}

pub const ORACLES: &[Oracle] = &[
    Oracle {
        kind: "sudoku",
        boards: &[(4, 4)],
        unknown: &[("digit", Cell, 1, 4)],
        clues: &[],
        lists: false,
        base: |chance, b| {
            let mut puzzle = Puzzle::new("sudoku", b);
            if chance.below(3) == 0 {
                puzzle.parameters.insert("diagonal".to_string(), 1);
            }
            let boxes: Vec<usize> = (0..16).map(|c| c / 8 * 2 + c % 4 / 2).collect();
            number_rooms(&mut puzzle, &boxes);
            let square = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
            for (cell, &digit) in square.iter().enumerate() {
                if chance.below(2) == 0 || cell < 4 {
                    puzzle.layer_mut("clue", Cell).values[cell] = Value::Number(digit);
                }
            }
            puzzle
        },
        check: sudoku,
    },
    Oracle {
        kind: "takuzu",
        boards: &[(4, 3), (4, 4), (2, 4)],
        unknown: &[("digit", Cell, 0, 1)],
        clues: &[],
        lists: false,
        base: |chance, b| {
            let mut puzzle = Puzzle::new("takuzu", b);
            puzzle.parameters.insert("distinct".to_string(), chance.below(2) as i32);
            for cell in 0..b.cells() {
                if chance.below(5) == 0 {
                    puzzle.layer_mut("clue", Cell).values[cell] =
                        Value::Number(chance.below(2) as i32);
                }
            }
            puzzle
        },
        check: takuzu,
    },
    Oracle {
        kind: "skyscrapers",
        boards: &[(3, 3)],
        unknown: &[("digit", Cell, 1, 3)],
        clues: &[
            ("top", Column, 1, 3),
            ("bottom", Column, 1, 3),
            ("left", Row, 1, 3),
            ("right", Row, 1, 3),
        ],
        lists: false,
        base: |_, b| Puzzle::new("skyscrapers", b),
        check: skyscrapers,
    },
    Oracle {
        kind: "futoshiki",
        boards: &[(3, 3)],
        unknown: &[("digit", Cell, 1, 3)],
        clues: &[("less", Link, -1, 1)],
        lists: false,
        base: |_, b| Puzzle::new("futoshiki", b),
        check: futoshiki,
    },
    Oracle {
        kind: "keen",
        boards: &[(3, 3)],
        unknown: &[("digit", Cell, 1, 3)],
        clues: &[("target", Region, 0, 18)],
        lists: false,
        base: |chance, b| {
            let mut puzzle = Puzzle::new("keen", b);
            rooms(&mut puzzle, chance, 6);
            for room in 0..puzzle.regions() {
                let op = 1 + chance.below(4) as i32;
                puzzle.layer_mut("op", Region).values[room] = Value::Number(op);
            }
            puzzle
        },
        check: keen,
    },
    Oracle {
        kind: "fillomino",
        boards: &[(3, 2), (2, 2), (4, 2)],
        unknown: &[("digit", Cell, 1, 5)],
        clues: &[],
        lists: false,
        base: |chance, b| {
            let mut puzzle = Puzzle::new("fillomino", b);
            for cell in 0..b.cells() {
                // No open part larger than the numbers that are tried.
                if chance.below(3) == 0 || cell % 5 == 4 || cell == 0 {
                    let clue = 1 + chance.below(if b.cells() > 6 { 3 } else { 4 }) as i32;
                    puzzle.layer_mut("clue", Cell).values[cell] = Value::Number(clue);
                }
            }
            puzzle
        },
        check: fillomino,
    },
    Oracle {
        kind: "kakuro",
        boards: &[(3, 2)],
        unknown: &[("digit", Cell, 0, 9)],
        clues: &[],
        lists: false,
        base: |chance, b| {
            let mut puzzle = Puzzle::new("kakuro", b);
            for cell in 0..b.cells() {
                if chance.below(3) == 0 || cell == 4 {
                    puzzle.layer_mut("wall", Cell).values[cell] = Value::Number(1);
                    let (down, across) = (chance.below(11), chance.below(18));
                    puzzle.layer_mut("down", Cell).values[cell] =
                        if down > 2 { Value::Number(down as i32) } else { Value::Empty };
                    puzzle.layer_mut("across", Cell).values[cell] =
                        if across > 9 { Value::Number(across as i32) } else { Value::Empty };
                }
            }
            // A clue over no cells at all would make every board unsolvable.
            for cell in 0..b.cells() {
                for (layer, next) in
                    [("across", b.offset(cell, 0, 1)), ("down", b.offset(cell, 1, 0))]
                {
                    if next.is_none_or(|next| !puzzle.value("wall", next).is_empty())
                        && puzzle.given.contains_key(layer)
                    {
                        puzzle.layer_mut(layer, Cell).values[cell] = Value::Empty;
                    }
                }
            }
            for row in 0..b.height {
                if puzzle.value("wall", row * b.width).is_empty() && chance.below(2) == 0 {
                    puzzle.layer_mut("left", Row).values[row] =
                        Value::Number(1 + chance.below(16) as i32);
                }
            }
            for column in 0..b.width {
                if puzzle.value("wall", column).is_empty() && chance.below(2) == 0 {
                    puzzle.layer_mut("top", Column).values[column] =
                        Value::Number(1 + chance.below(16) as i32);
                }
            }
            puzzle
        },
        check: kakuro,
    },
    Oracle {
        kind: "ripple",
        boards: &[(3, 3), (4, 2)],
        unknown: &[("digit", Cell, 1, 4)],
        clues: &[],
        lists: false,
        base: |chance, b| {
            loop {
                let mut puzzle = Puzzle::new("ripple", b);
                rooms(&mut puzzle, chance, 6);
                if super::room_cells(&puzzle).iter().any(|room| room.len() > 4) {
                    continue;
                }
                if chance.below(2) == 0 {
                    let cell = chance.below(b.cells());
                    puzzle.layer_mut("clue", Cell).values[cell] =
                        Value::Number(1 + chance.below(3) as i32);
                }
                return puzzle;
            }
        },
        check: ripple,
    },
];
