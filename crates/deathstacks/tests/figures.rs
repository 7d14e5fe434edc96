//! Known counts of the game tree.

use std::sync::atomic::AtomicBool;
use zugwerk_deathstacks::{
    Board, DeathStacks, PackedStack, Player, Position, START, Stack, VecStack,
};
use zugwerk_search::{divide, perft};

fn count<S: Stack>(fen: &str, player: Player, depth: u32) -> u64 {
    let position = Position::<S>::new(&Board::from_fen(fen).unwrap(), player).unwrap();
    perft(&DeathStacks::default(), &position, depth)
}

#[test]
fn from_the_start() {
    for (depth, lines) in [(0, 1), (1, 48), (2, 2304), (3, 116_928), (4, 5_930_128)] {
        assert_eq!(count::<PackedStack>(START, Player::Red, depth), lines, "depth {depth}");
    }
}

#[test]
fn from_the_start_five_deep_on_two_threads() {
    let position = Position::<PackedStack>::new(&Board::start(), Player::Red).unwrap();
    let lines = divide(&DeathStacks::default(), &position, 5, 2, &AtomicBool::new(false)).unwrap();
    assert_eq!(lines.len(), 48);
    assert_eq!(lines.iter().map(|(_, lines)| lines).sum::<u64>(), 309_812_386);
}

/// VecStack stacks on both sides, walks of ten steps, few stacks, a win at hand: positions picked for the
/// corners of the rules, counted by two other programs.
#[test]
fn from_positions_at_the_corners_of_the_rules() {
    use Player::{Blue, Red};
    for (fen, player, lines) in [
        ("rr,,,,,rr/,,,,,/,bbr,rr,,rrb,/,,,,,/,,,,,/bb,bb,,,bbrrrb,bb", Red, 54_076),
        ("rr,,,,,rr/,,,,,/,bbr,rr,,rrb,/,,,,,/,,,,,/bb,bb,,,bbrrrb,bb", Blue, 45_975),
        (",,brrbr,,,rrbr/b,,,,r,/,rb,,,b,b/,,rb,,rrbrb,/,,,,,/b,b,,,,", Blue, 23_843),
        ("r,brbbbrrrrr,,,,/r,,,,,r/,,,,,/,,,,,/,,,b,,/,,rbbbrb,rbbb,,", Red, 16_588),
        ("r,,,,,/,brbrbrrbrbbrbrr,,brr,,/,,,,,/,,,,,/,,,,,/,brbb,,,b,", Red, 2_294),
        (",,,,,/,,,,,/,,,r,,/,,,,br,brbrbrrrrbrrbbbrrbb/,,,,,/b,,,,,b", Blue, 6_154),
        ("rbrbrbrbrbrr,,,,,/,b,,,rr,/,,bb,,,/,,,r,,b/,b,,,rr,/,,,,,bb", Red, 10_753),
        (",,,,,/,,r,rbr,,/,,,,rb,rbrb/,,r,,rb,br/,,,,,rbbbbrrbb/,,,,,", Red, 6_240),
    ] {
        assert_eq!(count::<PackedStack>(fen, player, 3), lines, "{fen}");
        assert_eq!(count::<VecStack>(fen, player, 3), lines, "{fen}");
    }
}
