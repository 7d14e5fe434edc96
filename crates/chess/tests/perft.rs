//! Known perft counts: the six usual positions, Chess960, and the corners of the rules.

use zugwerk_chess::{Perft, Position, perft};

#[track_caller]
fn check(fen: &str, counts: &[u64]) {
    let position: Position = fen.parse().unwrap();
    for (depth, expected) in (1..).zip(counts) {
        assert_eq!(perft(&position, depth), *expected, "depth {depth} of {fen}");
    }
    let deepest = counts.len() as u32;
    let total = Perft::new(2, 1).count(&position, deepest);
    assert_eq!(total, counts[counts.len() - 1], "with threads and a table, {fen}");
    let mirrored = perft(&position.mirrored(), deepest.min(4));
    assert_eq!(mirrored, counts[deepest.min(4) as usize - 1], "mirrored, {fen}");
}

#[test]
fn the_start_position() {
    let counts = [20, 400, 8_902, 197_281, 4_865_609, 119_060_324];
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &counts);
}

#[test]
fn kiwipete() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    check(fen, &[48, 2_039, 97_862, 4_085_603, 193_690_690]);
}

#[test]
fn the_other_usual_positions() {
    check(
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2_812, 43_238, 674_624, 11_030_083],
    );
    let fen = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
    check(fen, &[6, 264, 9_467, 422_333, 15_833_292]);
    let fen = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";
    check(fen, &[44, 1_486, 62_379, 2_103_487, 89_941_194]);
    let fen = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
    check(fen, &[46, 2_079, 89_890, 3_894_594, 164_075_551]);
}

#[test]
fn chess960() {
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    check(fen, &[21, 528, 12_189, 326_672, 8_146_062]);
    let fen = "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9";
    check(fen, &[21, 807, 18_002, 667_366, 16_253_601]);
    let fen = "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9";
    check(fen, &[20, 479, 10_471, 273_318, 6_417_013]);
}

/// Positions that catch a generator: en passant that opens a line, promotion into and out of check,
/// castling past attacks, stalemate and mate by underpromotion.
#[test]
fn corners_of_the_rules() {
    for (fen, depth, count) in [
        ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1_134_888),
        ("8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1", 6, 1_038_514),
        ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1_440_467),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661_072),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803_711),
        ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1_274_206),
        ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1_720_476),
        ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3_821_001),
        ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1_004_658),
        ("4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217_342),
        ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92_683),
        ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2_217),
        ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567_584),
        ("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23_527),
    ] {
        assert_eq!(perft(&fen.parse().unwrap(), depth), count, "{fen}");
    }
}

/// Two bare kings have few positions but long games: only a table gets that deep.
#[test]
fn a_table_remembers_positions_at_each_depth() {
    let position: Position = "k7/8/8/8/8/8/8/7K w - - 0 1".parse().unwrap();
    assert_eq!(Perft::new(1, 1).count(&position, 8), perft(&position, 8));
    let deep = Perft::new(2, 16).count(&position, 16);
    let by_move: u64 = position
        .legal_moves()
        .iter()
        .map(|m| Perft::new(1, 16).count(&position.play(*m), 15))
        .sum();
    assert_eq!(deep, by_move);
    assert_eq!(Perft::new(1, 16).count(&position, 30), u64::MAX, "too many to count");
}
