//! The move generator: perft of ours beside the crates `chess`, `cozy-chess` and `shakmaty`, leaves
//! counted in bulk by all four.

use crate::rounds::best_of;
use zugwerk_chess::Perft;

const POSITIONS: [(&str, &str, u32, u64); 2] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
];

/// Prints millions of leaves a second, and ours as a multiple of each peer's; then what a table and a
/// second thread add.
pub fn run() {
    beside_peers();
    with_table_and_threads();
}

fn with_table_and_threads() {
    println!("perft of ours with a table of 64 MiB and with two threads: seconds (plain ÷ with)");
    for (name, fen, depth, expected) in POSITIONS {
        let position: zugwerk_chess::Position = fen.parse().expect("a valid FEN");
        let count = |threads, table| {
            assert_eq!(Perft::new(threads, table).count(&position, depth), expected);
        };
        let contestants: &mut [&mut dyn FnMut()] =
            &mut [&mut || count(1, 0), &mut || count(2, 0), &mut || count(1, 64), &mut || {
                count(2, 64)
            }];
        let seconds = best_of(3, contestants);
        println!("  {name} depth {depth}");
        for (name, time) in ["plain", "2 threads", "table", "both"].iter().zip(&seconds) {
            println!("    {name:15}{time:8.3}   {:.2} ×", seconds[0] / time);
        }
    }
}

fn beside_peers() {
    println!("perft, bulk counting, one thread: million leaves a second (ours ÷ theirs)");
    for (name, fen, depth, expected) in POSITIONS {
        let ours: zugwerk_chess::Position = fen.parse().expect("a valid FEN");
        let chess: chess::Board = fen.parse().expect("a valid FEN");
        let cozy: cozy_chess::Board = fen.parse().expect("a valid FEN");
        let fen: shakmaty::fen::Fen = fen.parse().expect("a valid FEN");
        let shak: shakmaty::Chess =
            fen.into_position(shakmaty::CastlingMode::Standard).expect("a valid position");
        let names = ["zugwerk", "chess 3.2", "cozy-chess 0.3", "shakmaty 0.30"];
        let seconds = best_of(
            5,
            &mut [
                &mut || assert_eq!(zugwerk_chess::perft(&ours, depth), expected),
                &mut || assert_eq!(chess_perft(&chess, depth), expected),
                &mut || assert_eq!(cozy_perft(&cozy, depth), expected),
                &mut || assert_eq!(shakmaty::perft(&shak, depth), expected),
            ],
        );
        println!("  {name} depth {depth}");
        for (name, time) in names.iter().zip(&seconds) {
            let speed = expected as f64 / time / 1e6;
            println!("    {name:15}{speed:8.1}   {:.2} ×", time / seconds[0]);
        }
    }
}

fn chess_perft(board: &chess::Board, depth: u32) -> u64 {
    let moves = chess::MoveGen::new_legal(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.map(|m| chess_perft(&board.make_move_new(m), depth - 1)).sum()
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for m in moves {
                let mut child = board.clone();
                child.play_unchecked(m);
                leaves += cozy_perft(&child, depth - 1);
            }
        }
        false
    });
    leaves
}
