//! Death Stacks: counting the game tree, and searching it beside the crate `minimax`, which gets the
//! same position type, the same moves and the same evaluation.

use minimax::Strategy as _;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use zugwerk_deathstacks::{Board, Bot, DeathStacks, Learned, Move, Player, Position};
use zugwerk_search::{Budget, Deepening, Evaluate, Root, Strategy, divide};

static RULES: DeathStacks = DeathStacks::RULES;

/// The game as `minimax` wants it.
struct Theirs;

impl minimax::Game for Theirs {
    type S = Position;
    type M = Move;

    fn generate_moves(position: &Position, moves: &mut Vec<Move>) -> Option<minimax::Winner> {
        position.moves().for_each(|chosen| moves.push(chosen));
        Theirs::get_winner(position)
    }

    fn apply(position: &mut Position, chosen: Move) -> Option<Position> {
        Some(zugwerk_search::Game::play(&RULES, position, chosen))
    }

    fn get_winner(position: &Position) -> Option<minimax::Winner> {
        position.is_lost().then_some(minimax::Winner::PlayerJustMoved)
    }

    fn zobrist_hash(position: &Position) -> u64 {
        position.hash()
    }
}

#[derive(Clone, Default)]
struct SameEvaluation(Learned<'static>);

impl minimax::Evaluator for SameEvaluation {
    type G = Theirs;

    fn evaluate(&self, position: &Position) -> minimax::Evaluation {
        self.0.evaluate(&RULES, position).clamp(-30_000, 30_000) as minimax::Evaluation
    }
}

/// The start and two positions out of games.
const POSITIONS: [(&str, &str, Player); 3] = [
    ("start", zugwerk_deathstacks::START, Player::Red),
    ("middle", "rr,r,,,r,/,rr,,,,/br,r,rrb,,,/rb,,r,,,/,,,b,,b/bbb,b,,,bbb,", Player::Red),
    ("late", "bbb,,r,r,,/,,rrb,,r,rr/,rb,,,,/r,b,,,b,bbr/,br,,,,/,bb,,r,,", Player::Red),
];

/// A table for everyone.
const MEBIBYTES: usize = 64;

fn position(fen: &str, player: Player) -> Position {
    let board = Board::from_fen(fen).expect("the benchmark's boards are good");
    Position::new(&board, player).expect("they have 24 stones")
}

pub fn run() {
    count_the_tree();
    search_to_a_depth();
    search_for_five_seconds();
}

fn count_the_tree() {
    println!("Death Stacks: lines of play from the start, one thread");
    println!("{:>5} {:>16} {:>8} {:>16}", "depth", "lines", "s", "lines/s");
    for (depth, expected) in [(5, 309_812_386u64), (6, 16_152_330_034)] {
        let begin = processor_seconds();
        let start = position(zugwerk_deathstacks::START, Player::Red);
        let counts = divide(&RULES, &start, depth, 1, &AtomicBool::new(false));
        let lines: u64 = counts.iter().flatten().map(|(_, lines)| lines).sum();
        let seconds = processor_seconds() - begin;
        assert_eq!(lines, expected, "depth {depth}");
        println!("{depth:>5} {lines:>16} {seconds:>8.2} {:>16.0}", lines as f64 / seconds);
    }
}

/// Nodes and seconds of a search.
type Effort = (u64, f64);

fn search_to_a_depth() {
    println!("\nDeath Stacks: the same depth, one thread, the best of three rounds each");
    println!(
        "{:>8} {:>5} {:>10} {:>11} {:>11} {:>11} {:>7} {:>7}",
        "position", "depth", "nodes", "nodes/s", "their nodes", "nodes/s", "ratio", "time"
    );
    for (name, fen, player) in POSITIONS {
        let root = position(fen, player);
        let depth = 7;
        let (mut ours, mut theirs) = ((0, f64::MAX), (0, f64::MAX));
        for _ in 0..3 {
            ours = faster(ours, repeated(|| our_search(&root, Budget::depth(depth)).0));
            theirs = faster(theirs, repeated(|| their_search(&root, depth as u8, None).0));
        }
        let rate = |(nodes, seconds): Effort| nodes as f64 / seconds;
        println!(
            "{name:>8} {depth:>5} {:>10} {:>11.0} {:>11} {:>11.0} {:>6.2}x {:>6.1}x",
            ours.0,
            rate(ours),
            theirs.0,
            rate(theirs),
            rate(ours) / rate(theirs),
            theirs.1 / ours.1
        );
    }
}

/// One search's share of as many as fill a third of a second, since clocks are too coarse for one.
fn repeated(mut search: impl FnMut() -> Effort) -> Effort {
    let (mut nodes, mut seconds, mut times) = (0, 0.0, 0);
    while seconds < 0.3 {
        let effort = search();
        nodes += effort.0;
        seconds += effort.1;
        times += 1;
    }
    (nodes / times, seconds / times as f64)
}

fn faster(a: Effort, b: Effort) -> Effort {
    if b.1 < a.1 { b } else { a }
}

/// The time that this thread has had a processor, which other programs do not change; where the
/// system does not tell, the time of day.
fn processor_seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |time| time / 1e9)
}

fn search_for_five_seconds() {
    println!("\nDeath Stacks: depth after 5 s, one thread");
    println!("{:>8} {:>6} {:>7} {:>11}", "position", "ours", "theirs", "difference");
    let time = Duration::from_secs(5);
    for (name, fen, player) in POSITIONS {
        let root = position(fen, player);
        let ours = our_search(&root, Budget::time(time)).1;
        let theirs = their_search(&root, 99, Some(time)).1;
        println!("{name:>8} {ours:>6} {theirs:>7} {:>+11}", ours as i64 - theirs as i64);
    }
}

fn our_search(root: &Position, budget: Budget) -> (Effort, u32) {
    let mut search = Deepening::new(Learned::default(), MEBIBYTES).with(Bot::OPTIONS);
    let root = Root::new(root.clone());
    // Writes to the whole table, so that the system's work of handing out its pages is done before
    // the clock starts. Their table is written to in full when it is made.
    Strategy::<DeathStacks>::new_game(&mut search);
    let begin = processor_seconds();
    let found = search.search(&RULES, &root, &budget);
    ((found.nodes, processor_seconds() - begin), found.depth)
}

fn their_search(root: &Position, depth: u8, time: Option<Duration>) -> (Effort, u32) {
    let options = minimax::IterativeOptions::new()
        .with_table_byte_size(MEBIBYTES << 20)
        .with_aspiration_window(30)
        .with_null_window_search(true)
        .with_countermoves()
        .with_countermove_history();
    let mut search = minimax::IterativeSearch::new(SameEvaluation::default(), options);
    match time {
        Some(time) => search.set_timeout(time),
        None => search.set_max_depth(depth),
    }
    let begin = processor_seconds();
    search.choose_move(root);
    let seconds = processor_seconds() - begin;
    // The crate tells its counts only in words: "Explored N nodes to depth D."
    let words = search.stats(&mut root.clone());
    let number_after = |word: &str| -> u64 {
        let rest = words.split(word).nth(1).unwrap_or("").trim_start();
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap_or(0)
    };
    let nodes = number_after("Explored") + number_after("next depth hit");
    ((nodes, seconds), number_after("to depth") as u32)
}
