//! `zugwerk uci` as a program: dialogues over pipes, every command, odd input, the end in the middle.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use zugwerk_chess::Position;

/// Longer than anything should take, even on a machine with much else to do.
const LONG: Duration = Duration::from_secs(60);
/// Long enough to hear something that should not be said.
const WHILE: Duration = Duration::from_millis(250);

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        Engine::start_with(&["uci"])
    }

    fn start_with(arguments: &[&str]) -> Engine {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("zugwerk"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Engine { input: child.stdin.take(), child, lines }
    }

    fn say(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).and_then(|()| input.flush()).unwrap();
    }

    /// All lines up to the one that begins with `word`, that one last.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.lines.recv_timeout(LONG).unwrap_or_else(|error| {
                panic!("waiting for {word}: {error}; heard {heard:#?}");
            });
            heard.push(line);
            if heard.last().unwrap().split_whitespace().next() == Some(word) {
                return heard;
            }
        }
    }

    /// Nothing that begins with `word` is said for a while.
    fn silent_about(&mut self, word: &str) {
        let end = Instant::now() + WHILE;
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            assert!(!line.starts_with(word), "unasked: {line}");
        }
    }

    fn best_move(&mut self) -> String {
        let lines = self.until("bestmove");
        lines.last().unwrap().split_whitespace().nth(1).unwrap().to_string()
    }

    fn search(&mut self, position: &str, go: &str) -> (String, Vec<String>) {
        self.say(position);
        self.say(go);
        let lines = self.until("bestmove");
        (lines.last().unwrap().split_whitespace().nth(1).unwrap().to_string(), lines)
    }

    fn ends(mut self) {
        let end = Instant::now() + LONG;
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success());
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the engine goes on after its end");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const BACK_RANK: &str = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";

/// A GUI may start the program without arguments; anybody else is told how to use it.
#[test]
fn without_arguments_it_speaks_uci_to_who_says_so() {
    let mut engine = Engine::start_with(&[]);
    engine.say("uci");
    engine.until("uciok");
    engine.say("position startpos");
    engine.say("go depth 2");
    engine.best_move();
    engine.say("quit");
    engine.ends();
    for input in ["", "help\n", "uci please\n"] {
        let done =
            assert_cmd::Command::cargo_bin("zugwerk").unwrap().write_stdin(input).output().unwrap();
        assert_eq!(done.status.code(), Some(2), "{input:?}");
        assert!(String::from_utf8_lossy(&done.stderr).contains("Usage"), "{input:?}");
    }
}

#[test]
fn eval_tells_what_each_piece_is_worth() {
    let mut engine = Engine::start();
    engine.say("position fen 4k3/pppp4/8/8/8/8/PPPP4/R3K3 w Q - 0 1");
    engine.say("eval");
    engine.say("isready");
    let said = engine.until("readyok").join("\n");
    let rook: f64 =
        said.split("R+").nth(1).unwrap().split_whitespace().next().unwrap().parse().unwrap();
    assert!(rook > 2.0, "{said}");
    assert_eq!(said.matches(" p-").count(), 4, "{said}");
}

#[test]
fn it_introduces_itself_with_its_options() {
    let mut engine = Engine::start();
    engine.say("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name Zugwerk "));
    for option in [
        "Hash type spin",
        "Threads type spin",
        "MultiPV type spin",
        "Ponder type check",
        "Move Overhead type spin",
        "UCI_Chess960 type check",
        "UCI_ShowWDL type check",
        "UCI_LimitStrength type check",
        "UCI_Elo type spin",
        "OwnBook type check",
        "BookFile type string",
        "SyzygyPath type string",
        "Clear Hash type button",
    ] {
        let wanted = format!("option name {option}");
        assert!(lines.iter().any(|line| line.starts_with(&wanted)), "{option}");
    }
}

#[test]
fn isready_and_stop_are_answered_during_a_search() {
    let mut engine = Engine::start();
    for _ in 0..5 {
        engine.say("position startpos moves e2e4 e7e5");
        engine.say("go infinite");
        engine.say("isready");
        engine.until("readyok");
        engine.say("stop");
        engine.best_move();
    }
    engine.say("stop");
    engine.silent_about("bestmove");
}

#[test]
fn each_go_has_exactly_one_bestmove_even_without_stop() {
    let mut engine = Engine::start();
    for _ in 0..4 {
        engine.say("go infinite");
    }
    engine.say("stop");
    for _ in 0..4 {
        engine.best_move();
    }
    engine.silent_about("bestmove");
}

#[test]
fn infinite_and_ponder_wait_even_when_a_mate_is_found() {
    let mut engine = Engine::start();
    engine.say(BACK_RANK);
    engine.say("go infinite");
    engine.silent_about("bestmove");
    engine.say("stop");
    assert_eq!(engine.best_move(), "a1a8");
    engine.say("go ponder wtime 1000 btime 1000");
    engine.silent_about("bestmove");
    engine.say("ponderhit");
    assert_eq!(engine.best_move(), "a1a8");
    engine.say("go ponder depth 2");
    engine.silent_about("bestmove");
    engine.say("stop");
    engine.best_move();
    engine.silent_about("bestmove");
}

#[test]
fn without_a_legal_move_the_answer_is_none() {
    let mut engine = Engine::start();
    for (fen, score) in
        [("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"), ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mate 0")]
    {
        let (m, lines) = engine.search(&format!("position fen {fen}"), "go depth 3");
        assert_eq!(m, "(none)");
        assert!(lines.iter().any(|line| line.ends_with(score)), "{lines:?}");
    }
    engine.say("go infinite");
    engine.silent_about("bestmove");
    engine.say("stop");
    assert_eq!(engine.best_move(), "(none)");
}

#[test]
fn any_subset_of_arguments_in_any_order_is_answered() {
    let mut engine = Engine::start();
    for go in [
        "go wtime 100",
        "go btime 100",
        "go movestogo 1 btime 50 wtime 50",
        "go winc 5 binc 5 wtime 20 btime 20",
        "go wtime 0 btime 0",
        "go wtime -300 btime -300 winc -1",
        "go depth wtime 50",
        "go nodes 1",
        "go mate 1 depth 3",
        "go depth 2 nodes 100000 movetime 100000",
        "go depth 99999999999999999999999 movetime 20",
        "go movetime 0",
        "go searchmoves e2e4 d2d4 depth 3",
        "go searchmoves nonsense depth 1",
    ] {
        let (m, _) = engine.search("position startpos", go);
        assert!(Position::start().parse_uci(&m).is_ok(), "{go}: {m}");
    }
}

#[test]
fn lines_are_legal_and_mates_are_counted_in_moves() {
    let mut engine = Engine::start();
    let fen = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1";
    engine.say("setoption name UCI_ShowWDL value true");
    engine.say("setoption name multipv value 3");
    let (m, lines) = engine.search(&format!("position fen {fen}"), "go depth 8");
    assert_eq!(m, "d2h6");
    let infos: Vec<&String> = lines.iter().filter(|line| line.contains(" pv ")).collect();
    assert!(infos.iter().any(|line| line.contains(" multipv 1 score mate 2 wdl 1000 0 0 ")));
    for line in infos {
        let number = |name: &str| {
            let value = line.split(&format!(" {name} ")).nth(1).unwrap();
            value.split_whitespace().next().unwrap().parse::<u64>().unwrap()
        };
        assert!(number("depth") <= number("seldepth") && number("multipv") <= 3);
        assert!(number("nodes") > 0 && number("hashfull") <= 1000);
        let _ = (number("nps"), number("time"), number("tbhits"));
        let mut position: Position = fen.parse().unwrap();
        for text in line.split(" pv ").nth(1).unwrap().split_whitespace() {
            position = position.play(position.parse_uci(text).unwrap());
        }
    }
}

#[test]
fn illegal_moves_are_named_and_the_position_before_them_stands() {
    let mut engine = Engine::start();
    engine.say("position startpos moves e2e4 e7e5 e4e5 g8f6");
    engine.say("d");
    let lines = engine.until("Checkers:");
    assert!(lines[0].starts_with("info string") && lines[0].contains("e4e5"), "{}", lines[0]);
    assert!(lines.iter().any(|line| line.contains("4p3/4P3") && line.contains(" w ")), "{lines:?}");
    engine.say("position fen nonsense");
    engine.say("position fen 8/8/8/8/8/8/8/8 w - - 0 1");
    engine.say("isready");
    let lines = engine.until("readyok");
    assert_eq!(lines.iter().filter(|line| line.starts_with("info string")).count(), 2);
}

#[test]
fn nonsense_harms_nothing() {
    let mut engine = Engine::start();
    engine.write(b"\x00\xff\xfe\x80 what\n\n   \r\n\tisready\r\n");
    engine.until("readyok");
    let mut state = 12345u32;
    let noise: Vec<u8> = (0..20_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect();
    engine.write(&noise);
    engine.write(b"\n");
    for line in [
        "setoption",
        "setoption name",
        "setoption name x value",
        "position",
        "debug on",
        "register later",
        "ponderhit",
        "help",
        "eval",
        "joho go depth 1",
    ] {
        engine.say(line);
    }
    engine.best_move();
    engine.say("isready");
    engine.until("readyok");
}

#[test]
fn options_out_of_range_are_refused_and_names_have_no_case() {
    let mut engine = Engine::start();
    for line in [
        "setoption name Hash value 0",
        "setoption name HASH value 999999999",
        "setoption name Threads value many",
        "setoption name UCI_Elo value 5000",
        "setoption name ponder value perhaps",
        "setoption name no such thing value 1",
    ] {
        engine.say(line);
        engine.say("isready");
        let lines = engine.until("readyok");
        assert!(lines[0].starts_with("info string"), "{line}");
    }
    for line in [
        "setoption name hash value 2",
        "setoption name threads value 2",
        "setoption name move OVERHEAD value 50",
        "setoption name Clear Hash",
    ] {
        engine.say(line);
    }
    engine.say("isready");
    assert_eq!(engine.until("readyok").len(), 1);
    let (m, _) = engine.search("position startpos", "go depth 6");
    assert!(Position::start().parse_uci(&m).is_ok());
}

#[test]
fn a_folder_without_tablebases_is_said_to_be_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut engine = Engine::start();
    for path in [folder.path().to_str().unwrap(), "/no/such/folder"] {
        engine.say(&format!("setoption name SyzygyPath value {path}"));
        let (_, lines) = engine.search("position fen 8/8/4k3/8/8/3QK3/8/8 w - - 0 1", "go depth 3");
        assert!(lines[0].contains("no tablebases"), "{}", lines[0]);
    }
}

#[test]
fn chess960_castles_by_king_takes_rook() {
    let mut engine = Engine::start();
    let fen = "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1";
    engine.say("setoption name UCI_Chess960 value true");
    let (m, _) = engine.search(&format!("position fen {fen}"), "go depth 3 searchmoves f1h1");
    assert_eq!(m, "f1h1");
    engine.say("setoption name UCI_Chess960 value false");
    let castles = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(engine.search(castles, "go depth 3 searchmoves e1g1").0, "e1g1");
}

#[test]
fn a_long_game_is_taken_move_by_move() {
    let mut engine = Engine::start();
    let mut moves = String::new();
    for round in 0..75 {
        for m in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            moves += &format!(" {m}");
        }
        if round % 25 == 24 {
            let (m, _) = engine.search(&format!("position startpos moves{moves}"), "go depth 3");
            assert!(Position::start().parse_uci(&m).is_ok());
        }
    }
    engine.say("position startpos");
    assert_eq!(
        engine.search("position startpos moves e2e4", "go depth 1 searchmoves e7e5").0,
        "e7e5"
    );
}

#[test]
fn the_same_search_counts_the_same_nodes_after_a_new_game() {
    let nodes = |engine: &mut Engine| {
        engine.say("ucinewgame");
        let (_, lines) = engine.search("position startpos moves d2d4 g8f6", "go depth 9");
        let info = lines.iter().rev().find(|line| line.contains(" nodes ")).unwrap().clone();
        info.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().to_string()
    };
    let mut engine = Engine::start();
    let first = nodes(&mut engine);
    engine.search(BACK_RANK, "go depth 8");
    assert_eq!(first, nodes(&mut engine));
}

#[test]
fn perft_eval_and_the_drawing_work() {
    let mut engine = Engine::start();
    engine.say("go perft 4");
    let lines = engine.until("Nodes");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 197281");
    assert_eq!(lines.len(), 21);
    engine.say("eval");
    engine.until("Evaluation:");
    engine.say("d");
    assert!(engine.until("Fen:").len() > 17);
}

#[test]
fn limited_strength_plays_legal_moves() {
    let mut engine = Engine::start();
    engine.say("setoption name UCI_LimitStrength value true");
    engine.say("setoption name UCI_Elo value 1000");
    for _ in 0..3 {
        let (m, _) = engine.search("position startpos", "go movetime 5000");
        assert!(Position::start().parse_uci(&m).is_ok());
    }
}

#[test]
fn quit_and_the_end_of_input_end_it_at_once() {
    for go in ["", "go infinite", "go ponder", "go perft 9", "go movetime 1000000"] {
        let mut engine = Engine::start();
        engine.say(go);
        engine.say("quit");
        engine.ends();
        let mut engine = Engine::start();
        engine.say(go);
        engine.input = None;
        engine.ends();
    }
}

#[test]
fn killed_in_the_middle_it_leaves_nothing_behind() {
    let mut engine = Engine::start();
    engine.say("setoption name Threads value 3");
    engine.say("go infinite");
    engine.until("info");
    engine.child.kill().unwrap();
    engine.child.wait().unwrap();
    // What it had said is still in the pipe; then that ends, for no thread holds it open.
    while engine.lines.recv_timeout(LONG) != Err(RecvTimeoutError::Disconnected) {}
}

/// An option set as soon as the move is heard counts for the next position, although the thread that
/// said the move may not have ended yet.
#[test]
fn an_option_after_the_answer_counts_at_once() {
    let mut engine = Engine::start();
    let castles = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for _ in 0..200 {
        engine.say("setoption name UCI_Chess960 value true");
        assert_eq!(engine.search(castles, "go depth 1 searchmoves e1h1").0, "e1h1");
        engine.say("setoption name UCI_Chess960 value false");
        assert_eq!(engine.search(castles, "go depth 1 searchmoves e1g1").0, "e1g1");
    }
}

/// Commands on the command line are answered one after the other, whatever standard input does.
#[test]
fn commands_as_arguments_are_answered_in_full() {
    for (commands, last) in [
        (&["go perft 3", "quit"][..], "Nodes searched: 8902"),
        (&["go depth 3"], "bestmove"),
        (&["bench 1"], "nps"),
        (&["go infinite", "quit"], ""),
    ] {
        let mut program = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("zugwerk"));
        let output = program.arg("uci").args(commands).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().last().unwrap_or_default().contains(last), "{commands:?}: {text}");
    }
}

#[test]
fn go_perft_20000_is_refused_and_does_not_overflow_the_stack() {
    let mut engine = Engine::start();
    engine.say("go perft 20000");
    let heard = engine.until("info");
    assert!(heard.last().unwrap().contains("a depth of at most"), "{heard:?}");
    engine.say("isready");
    engine.until("readyok");
    engine.say("go perft 3");
    assert_eq!(engine.until("Nodes").last().unwrap(), "Nodes searched: 8902");
}

#[test]
fn go_mate_ends_where_there_is_no_mate() {
    let mut engine = Engine::start();
    engine.say("go mate 2");
    let heard = engine.until("bestmove");
    assert!(heard.contains(&"info string there is no mate in 2".to_string()), "{heard:#?}");
    // A quiet key, and the same with one move too few.
    engine.say("position fen 8/Q7/8/8/8/8/8/2k1K2R w K - 0 1");
    engine.say("go mate 2");
    let heard = engine.until("bestmove");
    assert!(heard.last().unwrap().starts_with("bestmove a7f2"), "{heard:#?}");
    assert!(heard.iter().any(|line| line.contains("score mate 2")), "{heard:#?}");
    engine.say("go mate 1");
    assert!(engine.until("bestmove").iter().any(|line| line.contains("no mate in 1")));
}

#[test]
fn a_new_game_leaves_untouched_memory_alone() {
    let mut engine = Engine::start();
    engine.say("setoption name Hash value 2000");
    engine.say("ucinewgame");
    engine.say("setoption name Clear Hash");
    engine.say("isready");
    engine.until("readyok");
    engine.say("go depth 3");
    engine.until("bestmove");
    // Where the system does not tell there is nothing to check.
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.child.id()));
    let status = status.unwrap_or_default();
    if let Some(line) = status.lines().find(|line| line.starts_with("VmHWM:")) {
        let kibibytes: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        assert!(kibibytes < 500 << 10, "{line}");
    }
}

#[cfg(unix)]
#[test]
fn an_eval_file_without_end_is_refused() {
    let mut engine = Engine::start();
    engine.say("setoption name EvalFile value /dev/zero");
    let heard = engine.until("info");
    assert!(heard.last().unwrap().contains("/dev/zero: expected a file"), "{heard:?}");
    let large = tempfile::NamedTempFile::new().unwrap();
    large.as_file().set_len(1 << 36).unwrap();
    engine.say(&format!("setoption name EvalFile value {}", large.path().display()));
    let heard = engine.until("info");
    assert!(heard.last().unwrap().contains("not a network"), "{heard:?}");
    engine.say("isready");
    engine.until("readyok");
}

#[test]
fn a_book_move_is_played_at_once_where_the_book_is_wanted() {
    // The key of the start position in Polyglot's format, a2a4, weight 1, nothing learnt.
    let entry = [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x02, 0x18, 0, 1, 0, 0, 0, 0];
    let book = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(book.path(), entry).unwrap();
    let mut engine = Engine::start();
    engine.say("setoption name BookFile value /no/such/book.bin");
    assert!(engine.until("info").last().unwrap().contains("BookFile not changed"));
    engine.say(&format!("setoption name BookFile value {}", book.path().display()));
    assert!(engine.until("info").last().unwrap().contains("entries in the book: 1"));
    engine.say("setoption name OwnBook value true");
    engine.say("go depth 1");
    assert_eq!(engine.best_move(), "a2a4");
    // Who asks for an analysis, or for one of some moves, gets a search.
    engine.say("go depth 1 searchmoves e2e4");
    assert_eq!(engine.best_move(), "e2e4");
    engine.say("setoption name OwnBook value false");
    engine.say("go depth 6");
    assert_ne!(engine.best_move(), "a2a4");
}

#[test]
fn a_search_that_the_end_of_input_or_quit_stops_tells_its_move() {
    for end in ["", "quit\n"] {
        for go in ["go depth 6", "go infinite"] {
            let output = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("zugwerk"))
                .arg("uci")
                .write_stdin(format!("position startpos\n{go}\n{end}"))
                .timeout(LONG)
                .output()
                .unwrap();
            let said = String::from_utf8(output.stdout).unwrap();
            assert!(said.contains("bestmove ") && said.ends_with('\n'), "{go}: {said}");
        }
    }
}
