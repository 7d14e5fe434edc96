//! Finds the magic numbers in `src/sliders/magics.rs` by trial: sparse random factors until one maps
//! every relevant occupation of a square to a slot of its own, or one shared by equal reach.

#[path = "../src/sliders/rays.rs"]
mod rays;

fn main() {
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    for (name, steps) in [("ROOK", &rays::ROOK_STEPS), ("BISHOP", &rays::BISHOP_STEPS)] {
        println!("/// For the {}s, a1 to h8.", name.to_lowercase());
        println!("pub const {name}: [u64; 64] = [");
        for square in 0..64 {
            println!("    {:#018X},", find(square, steps, &mut random));
        }
        println!("];\n");
    }
}

fn find(square: usize, steps: &[(i8, i8); 4], random: &mut u64) -> u64 {
    let mask = rays::relevant(square, steps);
    let bits = mask.count_ones();
    let mut occupations = vec![0u64];
    loop {
        let next = occupations[occupations.len() - 1].wrapping_sub(mask) & mask;
        if next == 0 {
            break;
        }
        occupations.push(next);
    }
    let reach: Vec<u64> = occupations.iter().map(|&o| rays::walk(square, o, steps)).collect();
    let mut slots = vec![(0u32, 0u64); 1 << bits];
    for trial in 1.. {
        let magic = xorshift(random) & xorshift(random) & xorshift(random);
        let fits = occupations.iter().zip(&reach).all(|(&occupied, &reached)| {
            let slot = &mut slots[(occupied.wrapping_mul(magic) >> (64 - bits)) as usize];
            let free = slot.0 != trial;
            *slot = (trial, if free { reached } else { slot.1 });
            slot.1 == reached
        });
        if fits {
            return magic;
        }
    }
    unreachable!("the loop ends only by returning")
}

fn xorshift(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}
