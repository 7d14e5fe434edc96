//! Questions to the laws of chess: the SAT solvers and the search side by side, each on questions that end
//! in "no" or in every solution, so that no lucky guess decides.

use std::time::{Duration, Instant};
use zugwerk_logic::{Backend, Limits};
use zugwerk_query::{Answer, Engine, Options, Question, Verdict, ask};

/// A name, the question and the sketch.
type Case = (&'static str, Option<Question>, String);

fn chess(from: &str, play: &str, expect: &str) -> String {
    let from = if from == "start" { from.to_string() } else { format!("\"{from}\"") };
    format!("game chess\nfrom {from}\nplay {play}\nexpect {expect}\n")
}

/// The end of an opening line, to be reached again.
fn reached(line: &str) -> (usize, String) {
    let mut position = zugwerk_chess::Position::start();
    let moves: Vec<&str> = line.split_whitespace().collect();
    for text in &moves {
        position = position.play(position.parse_san(text).expect("a legal line"));
    }
    let placement = zugwerk_chess::Setup::from(&position).placement();
    (moves.len(), placement)
}

fn cases() -> Vec<Case> {
    let again = "position \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\"";
    let mut cases = vec![(
        "three pawns, three plies",
        None,
        chess("8/4p3/8/8/8/3p4/5P2/8 b - - 0 1", "? ? ?", "position \"8/8/4p3/8/8/5P2/3p4/8\""),
    )];
    // Plies short of the line that leads there: opening lines have many orders of moves. The games with
    // captures have one or few.
    for (name, line, short) in [
        ("to a position in 6 plies", "e4 e5 Nf3 Nc6 Bb5 a6", 0),
        ("to a position in 8 plies", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6", 0),
        ("8 plies are too few", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7", 2),
        ("10 plies are too few", "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5", 2),
        ("proof game of 8 plies", "d4 e6 d5 exd5 Qxd5 h6 Qe6+ fxe6", 0),
        ("proof game of 10 plies", "f4 c5 f5 c4 f6 c3 fxe7 cxd2+ Bxd2 Nxe7", 0),
        ("proof game of 12 plies", "e4 f6 e5 f5 e6 dxe6 Nf3 Qxd2+ Kxd2 Nd7 Kc3 Ndf6", 0),
        ("proof game of 14 plies", "h4 c5 h5 c4 h6 c3 hxg7 cxd2+ Nxd2 Qb6 Ndf3 Qxf2+ Kxf2 Nf6", 0),
        (
            "proof game of 16 plies",
            "h4 c5 h5 c4 h6 c3 hxg7 cxd2+ Nxd2 Qb6 Ndf3 Qxf2+ Kxf2 Nf6 gxh8=R Ng8",
            0,
        ),
    ] {
        let (plies, placement) = reached(line);
        let play = format!("?{{{}}}", plies - short);
        cases.push((name, None, chess("start", &play, &format!("position \"{placement}\""))));
    }
    for (name, plies) in [
        ("start again after 7 plies", 7),
        ("start again after 11 plies", 11),
        ("start again after 15 plies", 15),
        ("start again after 19 plies", 19),
    ] {
        cases.push((name, None, chess("start", &format!("?{{{plies}}}"), again)));
    }
    cases.extend([
        ("mates at ply 4", None, chess("start", "?{4}", "mate")),
        ("mates at ply 5", None, chess("start", "?{5}", "mate")),
        ("#2, all keys", None, chess("8/Q7/8/8/8/8/8/2k1K2R w K - 0 1", "? * ?", "mate")),
        (
            "#2, all keys, many pieces",
            None,
            chess("1n6/8/5B2/pp6/6K1/8/6Nk/Q7 w - - 0 1", "? * ?", "mate"),
        ),
        ("h#2, all solutions", None, chess("8/4K3/8/7k/8/4p3/4QB2/8 b - - 0 1", "?{4}", "mate")),
        (
            "no h#3 with bishop and knight",
            None,
            chess("8/3K4/8/8/8/8/3k4/4B2N b - - 0 1", "?{6}", "mate"),
        ),
        ("debug: a bishop behind its pawn", Some(Question::Debug), chess("start", "f1c4", "legal")),
        (
            "debug: castling through check",
            Some(Question::Debug),
            chess("r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq - 0 1", "O-O", "legal"),
        ),
        ("debug: no mate in 3 plies", Some(Question::Debug), chess("start", "?{3}", "mate")),
    ]);
    cases
}

/// More time than this is not taken.
const LONGEST: Duration = Duration::from_secs(20);

/// The best of three rounds, of one where that takes long; no time where the limit came first.
fn timed(
    question: Option<Question>,
    sketch: &str,
    engine: Engine,
    backend: Backend,
) -> (Answer, Option<f64>) {
    let round = || {
        let limits = Limits::none().with_time(LONGEST);
        let options =
            Options { question, engine, backend, limits, most: usize::MAX, ..Options::default() };
        let start = Instant::now();
        let answer = ask(sketch, &options).expect("a sketch");
        (answer, start.elapsed().as_secs_f64())
    };
    let (answer, mut best) = round();
    // Long ones vary little, and everything together is to take a minute or two.
    if best < 1.0 {
        (0..2).for_each(|_| best = best.min(round().1));
    }
    let seconds = (answer.verdict != Verdict::Limit).then_some(best);
    (answer, seconds)
}

/// Prints sizes and times of each question.
pub fn run() {
    println!(
        "questions to the laws of chess, all solutions, best of 3, seconds; - is more than 20"
    );
    let names = Backend::ALL.map(|backend| format!("{:>9}", backend.name())).concat();
    println!(
        "  {:34}{:>6}{:>10}{:>10}{:>9}{names}{:>9}{:>9}",
        "question", "found", "variables", "clauses", "encode", "search", "auto"
    );
    let found = |answer: &Answer| answer.solutions.len().max(answer.core.len());
    let show = |seconds: Option<f64>| match seconds {
        Some(seconds) => format!("{seconds:9.4}"),
        None => format!("{:>9}", "-"),
    };
    for (name, question, sketch) in cases() {
        let (answer, auto) = timed(question, &sketch, Engine::Auto, Backend::Own);
        let mut sizes = answer.statistics.clone();
        let mut times = String::new();
        for backend in Backend::ALL {
            let (other, seconds) = timed(question, &sketch, Engine::Sat, backend);
            assert!(seconds.is_none() || found(&answer) == found(&other), "{name}");
            times += &show(seconds);
            if backend == Backend::Own {
                sizes = other.statistics;
            }
        }
        // The search knows no cores.
        let search = match question {
            Some(Question::Debug) => format!("{:>9}", ""),
            _ => {
                let (other, seconds) = timed(question, &sketch, Engine::Search, Backend::Own);
                assert!(seconds.is_none() || found(&answer) == found(&other), "{name}");
                show(seconds)
            }
        };
        println!(
            "  {name:34}{:6}{:10}{:10}{:9.4}{times}{search}{}",
            found(&answer),
            sizes.variables,
            sizes.clauses,
            sizes.encode_seconds,
            show(auto)
        );
    }
    if let Some(peak) = peak_memory() {
        println!("  peak memory of all these questions together: {peak} MiB");
    }
}

/// The most memory that this process has had, where the system says so.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
}
