// Sliding by walking: the definition that the tables are built from and tested against. The build
// script includes this file, so it uses plain integers and nothing of the crate.

/// The steps of a rook, as files and ranks.
pub const ROOK_STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The steps of a bishop.
pub const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Every square that a slider on `square` reaches, up to and including the first occupied one.
pub const fn walk(square: usize, occupied: u64, steps: &[(i8, i8); 4]) -> u64 {
    let (mut reached, mut which) = (0, 0);
    while which < 4 {
        let (mut file, mut rank) = ((square % 8) as i8, (square / 8) as i8);
        loop {
            file += steps[which].0;
            rank += steps[which].1;
            if file < 0 || file > 7 || rank < 0 || rank > 7 {
                break;
            }
            let bit = 1 << (rank * 8 + file);
            reached |= bit;
            if occupied & bit != 0 {
                break;
            }
        }
        which += 1;
    }
    reached
}

/// The squares whose occupation matters: the reach on an empty board without the last square of
/// each ray.
pub const fn relevant(square: usize, steps: &[(i8, i8); 4]) -> u64 {
    let (mut mask, mut which) = (0, 0);
    while which < 4 {
        let (mut file, mut rank) = ((square % 8) as i8, (square / 8) as i8);
        loop {
            let next = (file + 2 * steps[which].0, rank + 2 * steps[which].1);
            file += steps[which].0;
            rank += steps[which].1;
            if next.0 < 0 || next.0 > 7 || next.1 < 0 || next.1 > 7 {
                break;
            }
            mask |= 1 << (rank * 8 + file);
        }
        which += 1;
    }
    mask
}
