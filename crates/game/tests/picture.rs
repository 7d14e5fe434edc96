//! Pictures of boards have the names of rows and columns at their edges.

use zugwerk_game::{Cell, Grid, Picture};

/// A board of hexagons with cells of these columns and rows.
fn hexagons(places: &[(u8, i32)]) -> Picture {
    let cell = |&(column, row): &(u8, i32)| Cell {
        name: format!("{}{row}", char::from(b'a' + column - 1)),
        x: f32::from(column) + row as f32 / 2.0,
        y: row as f32 * 0.866_025_4,
        dark: false,
        tokens: Vec::new(),
    };
    Picture {
        grid: Grid::Hexagons,
        cells: places.iter().map(cell).collect(),
        lines: vec![],
        stacks: false,
    }
}

#[test]
fn hexagons_have_coordinates() {
    let rhombus: Vec<_> =
        (1..=3).flat_map(|row| (1..=3).map(move |column| (column, row))).collect();
    let text = hexagons(&rhombus).text();
    assert_eq!(text, "3    . . .\n2   . . .\n1  . . .\n  a b c\n");
    let hexagon = [(2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (1, 3), (2, 3)];
    let text = hexagons(&hexagon).text();
    assert_eq!(text, "3   . .\n2  . . .\n1 a . .\n   b c\n");
}

#[test]
fn columns_of_a_board_with_gaps_are_all_named() {
    let cell =
        |name: &str, x: f32, y: f32| Cell { name: name.into(), x, y, dark: false, tokens: vec![] };
    let cells = vec![cell("b2", 1.0, 1.0), cell("a1", 0.0, 0.0)];
    let picture = Picture { grid: Grid::Squares, cells, lines: vec![], stacks: false };
    assert_eq!(picture.text(), "2   .\n1 .\n  a b\n");
    assert_eq!(picture.svg().matches("class=\"name\"").count(), 4);
}
