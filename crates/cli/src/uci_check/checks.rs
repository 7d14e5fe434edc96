//! The checks, each a short dialogue with a freshly started program.

use crate::program::{Program, Silence};
use std::time::{Duration, Instant};
use zugwerk_chess::Position;

/// A remark on what was seen, or what is wrong.
type Verdict = Result<String, String>;
/// A check of the program started by this command.
type Check = fn(&str) -> Verdict;

/// Every check with its name.
pub const CHECKS: &[(&str, Check)] = &[
    ("introduces itself", introduces_itself),
    ("declares its options well", declares_options),
    ("answers isready", answers_isready),
    ("answers isready during a search", answers_isready_during_search),
    ("stops at once, with one bestmove", stops_at_once),
    ("says nothing to stop without a search", silent_without_search),
    ("does not end go infinite by itself", infinite_waits),
    ("does not end go ponder by itself", ponder_waits),
    ("answers within movetime", keeps_movetime),
    ("answers go with any subset of arguments", any_arguments),
    ("answers in checkmate and stalemate", answers_without_moves),
    ("counts mates in moves, with their sign", counts_mates),
    ("has legal lines, castling and promotions", legal_lines),
    ("searches searchmoves only", searches_only),
    ("gives MultiPV lines that differ", multi_pv),
    ("castles by king takes rook in Chess960", chess960),
    ("takes option names in any case", option_case),
    ("plays on after 600 plies", long_game),
    ("survives nonsense, CRLF and illegal moves", survives_nonsense),
    ("quits during a search", quits),
    ("ends with its input", ends_with_input),
];

/// How long an engine may take for what should take no time, on a busy machine.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
const BACK_RANK: &str = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";

/// A program after its introduction, and what it said in it.
struct Session {
    program: Program,
    introduction: Vec<String>,
}

fn explain(silence: Silence) -> String {
    match silence {
        Silence::Late => "no answer".to_string(),
        Silence::Ended => "the program ended".to_string(),
    }
}

impl Session {
    fn new(command: &str) -> Result<Session, String> {
        let mut program = Program::start(command).map_err(|error| error.to_string())?;
        program.say("uci").map_err(|error| error.to_string())?;
        let mut introduction = Vec::new();
        let listen = |line: &str| introduction.push(line.to_string());
        program
            .wait_for("uciok", ANSWER_TIMEOUT, listen)
            .map_err(|silence| format!("uciok: {}", explain(silence)))?;
        Ok(Session { program, introduction })
    }

    fn say(&mut self, line: &str) -> Result<Instant, String> {
        let now = Instant::now();
        self.program.say(line).map_err(|error| format!("{line:?}: {error}"))?;
        Ok(now)
    }

    /// The next line that begins with `word`, when it came, and the lines before it.
    fn wait(&mut self, word: &str) -> Result<(Instant, String, Vec<String>), String> {
        let mut before = Vec::new();
        let listen = |line: &str| before.push(line.to_string());
        match self.program.wait_for(word, ANSWER_TIMEOUT, listen) {
            Ok((at, line)) => Ok((at, line, before)),
            Err(silence) => Err(format!("{word}: {}", explain(silence))),
        }
    }

    /// Whether no line that begins with `word` comes for a while.
    fn is_silent(&mut self, word: &str, time: Duration) -> Result<(), String> {
        match self.program.wait_for(word, time, |_| ()) {
            Ok((_, line)) => Err(format!("unasked: {line:?}")),
            Err(Silence::Late) => Ok(()),
            Err(Silence::Ended) => Err("the program ended".to_string()),
        }
    }

    fn has_option(&self, name: &str) -> bool {
        let start = format!("option name {name} type ").to_ascii_lowercase();
        self.introduction.iter().any(|line| line.to_ascii_lowercase().starts_with(&start))
    }

    /// The move of a `go`, and the lines before it.
    fn go(&mut self, position: &str, go: &str) -> Result<(String, Vec<String>), String> {
        self.say(position)?;
        self.say(go)?;
        let (_, line, before) =
            self.wait("bestmove").map_err(|error| format!("{go:?}: {error}"))?;
        Ok((line.split_whitespace().nth(1).unwrap_or("").to_string(), before))
    }
}

fn milliseconds(from: Instant, to: Instant) -> String {
    format!("{} ms", to.saturating_duration_since(from).as_millis())
}

fn legal(fen: &str, text: &str) -> Result<(), String> {
    let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
    position.parse_uci(text).map(|_| ()).map_err(|error| error.to_string())
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn introduces_itself(command: &str) -> Verdict {
    let session = Session::new(command)?;
    let find = |word: &str| session.introduction.iter().find(|line| line.starts_with(word));
    find("id author ").ok_or("no id author")?;
    Ok(find("id name ").ok_or("no id name")?[8..].to_string())
}

fn declares_options(command: &str) -> Verdict {
    let session = Session::new(command)?;
    let options = session.introduction.iter().filter(|line| line.starts_with("option "));
    let mut count = 0;
    for line in options {
        count += 1;
        let rest = line.strip_prefix("option name ").ok_or_else(|| format!("{line:?}"))?;
        let (_, kind) = rest.split_once(" type ").ok_or_else(|| format!("no type: {line:?}"))?;
        let words: Vec<&str> = kind.split_whitespace().collect();
        let good = match words[0] {
            "spin" => words.len() == 7 && words[2].parse::<i64>().is_ok(),
            "check" => matches!(words[1..], ["default", "true" | "false"]),
            "combo" => words.contains(&"var"),
            "button" | "string" => true,
            _ => false,
        };
        if !good {
            return Err(format!("{line:?}"));
        }
    }
    Ok(format!("{count} options"))
}

fn answers_isready(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    let asked = session.say("isready")?;
    let (at, ..) = session.wait("readyok")?;
    Ok(milliseconds(asked, at))
}

fn answers_isready_during_search(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    session.say("position startpos")?;
    session.say("go infinite")?;
    std::thread::sleep(Duration::from_millis(200));
    let asked = session.say("isready")?;
    let (at, ..) = session.wait("readyok")?;
    session.say("stop")?;
    session.wait("bestmove")?;
    Ok(milliseconds(asked, at))
}

fn stops_at_once(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    let mut worst = Duration::ZERO;
    for _ in 0..10 {
        session.say("position startpos moves e2e4 e7e5")?;
        session.say("go infinite")?;
        std::thread::sleep(Duration::from_millis(30));
        let asked = session.say("stop")?;
        let (at, ..) = session.wait("bestmove")?;
        worst = worst.max(at.saturating_duration_since(asked));
    }
    session.is_silent("bestmove", Duration::from_millis(200))?;
    if worst > Duration::from_secs(1) {
        return Err(format!("took {} ms", worst.as_millis()));
    }
    Ok(format!("10 times, at most {} ms", worst.as_millis()))
}

fn silent_without_search(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    session.say("stop")?;
    session.is_silent("bestmove", Duration::from_millis(300))?;
    Ok(String::new())
}

fn infinite_waits(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    session.say(BACK_RANK)?;
    session.say("go infinite")?;
    session.is_silent("bestmove", Duration::from_millis(700))?;
    session.say("stop")?;
    session.wait("bestmove").map(|(_, line, _)| line)
}

fn ponder_waits(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    session.say(BACK_RANK)?;
    session.say("go ponder wtime 1000 btime 1000")?;
    session.is_silent("bestmove", Duration::from_millis(700))?;
    session.say("ponderhit")?;
    session.wait("bestmove")?;
    session.say("go ponder wtime 1000 btime 1000")?;
    session.say("stop")?;
    session.wait("bestmove")?;
    session.is_silent("bestmove", Duration::from_millis(200))?;
    Ok("hit and miss".to_string())
}

fn keeps_movetime(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    session.say("position startpos")?;
    let asked = session.say("go movetime 500")?;
    let (at, ..) = session.wait("bestmove")?;
    let took = at.saturating_duration_since(asked);
    if took > Duration::from_millis(700) {
        return Err(format!("took {} of 500 ms", took.as_millis()));
    }
    Ok(format!("{} of 500 ms", took.as_millis()))
}

fn any_arguments(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    let all = [
        "go wtime 100",
        "go btime 50 wtime 50",
        "go winc 10 binc 10 movestogo 1 btime 200 wtime 200",
        "go wtime 0 btime 0",
        "go wtime -100 btime 1000",
        "go movestogo 40 wtime 300 btime 300",
        "go nodes 500",
        "go nodes 1",
        "go depth 1 wtime 1000 btime 1000",
        "go mate 1 movetime 100",
    ];
    for go in all {
        let (m, _) = session.go("position startpos", go)?;
        legal(START, &m).map_err(|error| format!("{go}: {error}"))?;
    }
    Ok(format!("{} forms", all.len()))
}

fn answers_without_moves(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    for fen in ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        let (m, _) = session.go(&format!("position fen {fen}"), "go depth 3")?;
        if m != "(none)" && m != "0000" {
            return Err(format!("bestmove {m} without a legal move"));
        }
    }
    Ok(String::new())
}

fn counts_mates(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    let cases = [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1),
        ("kbK5/pp6/RP6/8/8/8/8/8 b - - 1 1", -1),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 2),
    ];
    for (fen, mate) in cases {
        let (_, lines) = session.go(&format!("position fen {fen}"), "go depth 8")?;
        let wanted = format!("score mate {mate} ");
        let last = lines.iter().rev().find(|line| line.contains(" score "));
        if !last.is_some_and(|line| format!("{line} ").contains(&wanted)) {
            return Err(format!("{fen}: expected {wanted}found {last:?}"));
        }
    }
    Ok("mate in 1, 2 and being mated".to_string())
}

fn legal_lines(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    let mut lines = 0;
    for fen in [
        START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/P1k5/8/8/8/8/5K1p/8 w - - 0 1",
        "rnbqkb1r/ppp2ppp/5n2/3pp3/8/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 5",
        "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    ] {
        let (m, before) = session.go(&format!("position fen {fen}"), "go movetime 150")?;
        legal(fen, &m)?;
        for line in before {
            let Some((_, moves)) = line.split_once(" pv ") else { continue };
            lines += 1;
            let mut position = Position::from_fen(fen).map_err(|error| error.to_string())?;
            for text in moves.split_whitespace() {
                let m = position.parse_uci(text).map_err(|error| format!("{line:?}: {error}"))?;
                position = position.play(m);
            }
        }
    }
    Ok(format!("{lines} lines"))
}

fn searches_only(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    let (m, _) = session.go("position startpos", "go depth 5 searchmoves a2a3 h2h3")?;
    match m.as_str() {
        "a2a3" | "h2h3" => Ok(m),
        _ => Err(format!("played {m}")),
    }
}

fn multi_pv(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    if !session.has_option("MultiPV") {
        return Ok("has no MultiPV".to_string());
    }
    session.say("setoption name MultiPV value 3")?;
    let (_, lines) = session.go("position startpos", "go depth 6")?;
    let mut first: Vec<&str> = lines
        .iter()
        .rev()
        .filter_map(|line| line.split_once(" pv ")?.1.split_whitespace().next())
        .take(3)
        .collect();
    first.sort_unstable();
    first.dedup();
    if first.len() == 3 { Ok(first.join(" ")) } else { Err(format!("last lines: {first:?}")) }
}

fn chess960(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    if !session.has_option("UCI_Chess960") {
        return Ok("has no UCI_Chess960".to_string());
    }
    session.say("setoption name UCI_Chess960 value true")?;
    let castle = "go depth 4 searchmoves f1g1 f1h1";
    let (m, _) = session
        .go("position fen 4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "go depth 4 searchmoves f1h1")?;
    if m != "f1h1" {
        return Err(format!("{castle:?} gave {m}"));
    }
    session.say("position fen 4k3/8/8/8/8/8/8/R4K1R w HA - 0 1 moves f1a1 e8e7")?;
    session.say("go depth 2")?;
    session.wait("bestmove").map(|(_, line, _)| line)
}

fn option_case(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    session.say("setoption name hAsH value 8")?;
    session.say("setoption name CLEAR HASH")?;
    session.say("setoption name no such option value 7")?;
    session.say("setoption name Hash value 99999999999999")?;
    session.say("isready")?;
    session.wait("readyok")?;
    Ok(String::new())
}

fn long_game(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(150);
    let (m, _) = session.go(&format!("position startpos moves {shuffle}"), "go depth 4")?;
    legal(START, &m)?;
    Ok(m)
}

fn survives_nonsense(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    let nonsense: [&[u8]; 7] = [
        b"\x00\xff\xfe garbage\n",
        b"   \r\n",
        b"position startpos moves e2e5 zzzz\r\n",
        b"position fen not a fen\n",
        b"go\tdepth\t1\r\n",
        b"setoption\n",
        b"ucinewgame\r\n",
    ];
    for bytes in nonsense {
        session.program.write(bytes).map_err(|error| error.to_string())?;
    }
    session.wait("bestmove")?;
    let (m, _) = session.go("position startpos", "go depth 3")?;
    legal(START, &m)?;
    Ok(String::new())
}

fn quits(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    session.say("go infinite")?;
    std::thread::sleep(Duration::from_millis(100));
    let asked = session.say("quit")?;
    if !session.program.ends_within(ANSWER_TIMEOUT) {
        return Err("still running".to_string());
    }
    Ok(milliseconds(asked, Instant::now()))
}

fn ends_with_input(command: &str) -> Verdict {
    let mut session = Session::new(command)?;
    session.say("go infinite")?;
    std::thread::sleep(Duration::from_millis(100));
    session.program.close_input();
    let asked = Instant::now();
    if !session.program.ends_within(ANSWER_TIMEOUT) {
        return Err("still running".to_string());
    }
    Ok(milliseconds(asked, Instant::now()))
}
