//! Sokoban levels in the usual text format, as machines: `#` is a wall, `@` the keeper, `$` a box, `.` a goal, `*` and `+`
//! a box and the keeper on one, and a blank (also `-` or `_`) is floor. Rows end with a line break or with `|`.

use std::fmt::Write;

/// The rules of every level, after its board.
const RULES: &str = r#"
event walk a -> b "the keeper walks to an empty cell beside it"
  keeper on a, b in neighbours(a), b is empty
event push a -> b "or pushes one box to an empty cell behind it"
  keeper on a, d in sides, b = a + d, box on b, c = b + d, c is empty
  do c := box

goal "every box is in its place" all c in goals: box on c
"#;

/// The widest level.
const WIDEST: usize = 64;

/// Whether a text is a level and no rulebook: a row of nothing else, with a wall in it.
pub fn is_level(text: &str) -> bool {
    let mut rows = rows(text);
    let all = text.lines().filter(|line| !line.trim_start().starts_with(';'));
    let sign = |c: char| "#@$.*+-_| \t\r".contains(c);
    rows.any(|row| row.contains('#')) && all.flat_map(str::chars).all(sign)
}

/// The rows with a wall; what stands before and behind them, such as a title, is left out.
fn rows(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '|']).map(|row| row.trim_end()).filter(|row| row.contains('#'))
}

/// A level as the text of a machine; or what is wrong with it.
///
/// ```
/// let machine = zugwerk_rulebook::sokoban::machine("#####|#@$.#|#####").unwrap();
/// assert!(zugwerk_rulebook::RuleGame::read(&machine, &Default::default()).is_ok());
/// ```
pub fn machine(level: &str) -> Result<String, String> {
    let rows: Vec<Vec<char>> = rows(level).map(|row| row.chars().collect()).collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if width > WIDEST || rows.len() > WIDEST {
        return Err(format!("a level has at most {WIDEST} rows and columns"));
    }
    let at = |column: usize, row: usize| rows[row].get(column).copied().unwrap_or(' ');
    let floor = inside(&rows, width, &at);
    let cells = (0..rows.len()).flat_map(|row| (0..width).map(move |column| (column, row)));
    let of = |signs: &str| -> Vec<String> {
        let here = cells.clone().filter(|&(column, row)| signs.contains(at(column, row)));
        here.map(|(column, row)| name(column, rows.len() - row)).collect()
    };
    let (keepers, boxes, goals) = (of("@+"), of("$*"), of(".*+"));
    if keepers.len() != 1 {
        return Err(format!("a level has one keeper @, and here are {}", keepers.len()));
    }
    if boxes.is_empty() || boxes.len() < goals.len() || goals.is_empty() {
        let (boxes, goals) = (boxes.len(), goals.len());
        return Err(format!("{boxes} boxes $ cannot stand on all of {goals} goals ."));
    }
    let mut text = String::from("machine sokoban \"a keeper pushes boxes to their places\"\nboard");
    for row in 0..rows.len() {
        let cell = |column: usize| if floor[row * width + column] { '.' } else { ' ' };
        // Writing into a String cannot fail.
        let _ = writeln!(text, " \"{}\"", (0..width).map(cell).collect::<String>());
    }
    let _ = write!(
        text,
        "pieces keeper k of nobody, box b of nobody\nstart\n  {}: keeper\n  {}: box\n\ngoals = {{{}}}\n{RULES}\
         invariant \"no box is lost\" count(box) = {} and count(keeper) = 1\n",
        keepers[0],
        boxes.join(" "),
        goals.join(", "),
        boxes.len()
    );
    Ok(text)
}

/// Which cells are floor: what the keeper could walk to if boxes were not there.
fn inside(rows: &[Vec<char>], width: usize, at: &impl Fn(usize, usize) -> char) -> Vec<bool> {
    let mut floor = vec![false; width * rows.len()];
    let all = (0..rows.len()).flat_map(|row| (0..width).map(move |column| (column, row)));
    let mut open: Vec<(usize, usize)> =
        all.filter(|&(column, row)| "@+$*.".contains(at(column, row))).collect();
    while let Some((column, row)) = open.pop() {
        let place = row * width + column;
        if floor[place] || at(column, row) == '#' {
            continue;
        }
        floor[place] = true;
        let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        open.extend(beside.into_iter().filter_map(|(right, down): (isize, isize)| {
            let (column, row) = (column.checked_add_signed(right)?, row.checked_add_signed(down)?);
            (column < width && row < rows.len()).then_some((column, row))
        }));
    }
    floor
}

/// The name of a cell: its column in letters, and its row from below.
fn name(column: usize, row: usize) -> String {
    let letter = |number: usize| char::from(b'a' + (number % 26) as u8);
    match column {
        0..26 => format!("{}{row}", letter(column)),
        _ => format!("{}{}{row}", letter(column / 26 - 1), letter(column)),
    }
}
