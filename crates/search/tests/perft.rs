//! Perft on games whose figures are known, with one thread and several.

mod games;

use games::connect_four::ConnectFour;
use games::tic_tac_toe::TicTacToe;
use std::sync::atomic::AtomicBool;
use zugwerk_search::{divide, perft};

#[test]
fn tic_tac_toe_figures() {
    // Nine, nine times eight, …; from five moves on some games are over. 46 080 draws and 81 792
    // wins on the last square make 127 872 games of nine moves.
    let figures = [1, 9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872];
    for (depth, figure) in figures.into_iter().enumerate() {
        assert_eq!(perft(&TicTacToe, &(0, 0), depth as u32), figure, "depth {depth}");
    }
}

#[test]
fn connect_four_figures() {
    let game = ConnectFour { columns: 7, rows: 6 };
    let figures = [1, 7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234];
    for (depth, figure) in figures.into_iter().enumerate() {
        assert_eq!(perft(&game, &(0, 0), depth as u32), figure, "depth {depth}");
    }
}

#[test]
fn dividing_adds_up_on_any_number_of_threads() {
    let game = ConnectFour { columns: 7, rows: 6 };
    let never = AtomicBool::new(false);
    for depth in 1..=7 {
        let one = divide(&game, &(0, 0), depth, 1, &never).unwrap();
        assert_eq!(one.len(), 7);
        assert_eq!(one.iter().map(|(_, lines)| lines).sum::<u64>(), perft(&game, &(0, 0), depth));
        assert_eq!(divide(&game, &(0, 0), depth, 4, &never).unwrap(), one);
    }
    assert_eq!(divide(&game, &(0, 0), 7, 2, &AtomicBool::new(true)), None);
}
