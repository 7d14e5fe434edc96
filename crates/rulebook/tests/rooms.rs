//! The rulebooks of chess and Death Stacks beside the rooms that were written by hand.

use zugwerk_chess::Chess;
use zugwerk_deathstacks::{DeathStacks, VecStack};
use zugwerk_game::{Game, Notation, Rng};
use zugwerk_rulebook::{RuleGame, bundled};

fn load(name: &str) -> RuleGame {
    RuleGame::read(bundled::text(name).unwrap(), &Default::default()).unwrap()
}

/// Lines of play whether or not a draw could be claimed on the way.
fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|chosen| perft(game, &game.play(state, chosen), depth - 1)).sum()
}

/// A FEN as the rulebook writes it.
fn translated(fen: &str) -> String {
    let parts: Vec<&str> = fen.split(' ').collect();
    let turn = if parts[1] == "w" { "white" } else { "black" };
    let mut unmoved = Vec::new();
    for (letter, cells) in
        [('K', ["e1", "h1"]), ('Q', ["e1", "a1"]), ('k', ["e8", "h8"]), ('q', ["e8", "a8"])]
    {
        if parts[2].contains(letter) {
            unmoved.extend(cells);
        }
    }
    let mut text = format!("{} {turn}", parts[0]);
    if !unmoved.is_empty() {
        text += &format!(" unmoved={}", unmoved.join(","));
    }
    if parts[3] != "-" {
        text += &format!(" passed={}", parts[3]);
    }
    text
}

#[test]
fn chess_counts_what_the_room_counts() {
    let game = load("chess");
    for (fen, depth) in [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3),
        ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 3),
        ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", 3),
        ("rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 3),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 3),
        ("8/8/8/8/8/8/6k1/4K2R w K - 0 1", 4),
    ] {
        let ours = game.read_state(&translated(fen)).unwrap();
        let theirs = Chess.read_state(fen).unwrap();
        assert_eq!(perft(&game, &ours, depth), perft(&Chess, &theirs, depth), "{fen}");
    }
}

#[test]
fn death_stacks_has_the_moves_of_the_room() {
    let (game, room) = (load("deathstacks"), DeathStacks::<VecStack>::RULES);
    let mut rng = Rng::new(5);
    for _ in 0..3 {
        let (mut ours, mut theirs) = (game.start(), room.start());
        for _ in 0..60 {
            assert_eq!(game.outcome(&ours), room.outcome(&theirs));
            if game.outcome(&ours).is_some() {
                break;
            }
            let (mut our_moves, mut their_moves) = (Vec::new(), Vec::new());
            game.moves(&ours, &mut our_moves);
            room.moves(&theirs, &mut their_moves);
            let mut our_texts: Vec<String> =
                our_moves.iter().map(|chosen| game.notation(&ours, *chosen)).collect();
            let mut their_texts: Vec<String> =
                their_moves.iter().map(|chosen| room.notation(&theirs, *chosen)).collect();
            let text = our_texts[rng.below(our_texts.len())].clone();
            our_texts.sort();
            their_texts.sort();
            assert_eq!(our_texts, their_texts);
            let our_move = game.read_move(&ours, &text).unwrap();
            let their_move = room.read_move(&theirs, &text).unwrap();
            (ours, theirs) = (game.play(&ours, our_move), room.play(&theirs, their_move));
        }
    }
}
