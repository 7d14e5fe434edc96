//! What a GUI may say, read from a line of text. Reading never fails: what makes no sense becomes
//! [`Command::Unknown`] or is left out with a note.

use std::time::Duration;

/// A line of input, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Uci,
    IsReady,
    NewGame,
    /// `None` stands for the start position.
    Position {
        fen: Option<String>,
        moves: Vec<String>,
    },
    Go(Go),
    Stop,
    PonderHit,
    Quit,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Debug(bool),
    Register,
    Bench(Option<i32>),
    Display,
    Evaluate,
    Help,
    Empty,
    /// A known command that lacks what it needs, and what that is.
    Incomplete(&'static str),
    Unknown(String),
}

/// The arguments of `go`, as they were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    pub only: Vec<String>,
    pub ponder: bool,
    pub infinite: bool,
    pub time: [Option<Duration>; 2],
    pub increment: [Option<Duration>; 2],
    pub moves_to_go: Option<u32>,
    pub depth: Option<i32>,
    pub nodes: Option<u64>,
    pub mate: Option<i32>,
    pub move_time: Option<Duration>,
    pub perft: Option<u32>,
    /// What could not be understood.
    pub ignored: Vec<String>,
}

/// Reads a line. Words before the first known command are passed over, as UCI asks.
pub(crate) fn parse(line: &str) -> Command {
    let words: Vec<&str> = line.split_whitespace().filter(|word| *word != "\0").collect();
    if words.is_empty() {
        return Command::Empty;
    }
    (0..words.len())
        .find_map(|at| known(words[at], &words[at + 1..]))
        .unwrap_or_else(|| Command::Unknown(words[0].chars().take(40).collect()))
}

fn known(word: &str, rest: &[&str]) -> Option<Command> {
    Some(match word {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "position" => {
            position(rest).unwrap_or(Command::Incomplete("position: expected startpos or fen FEN"))
        }
        "go" => Command::Go(go(rest)),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "setoption" => set_option(rest)
            .unwrap_or(Command::Incomplete("setoption: expected name NAME [value VALUE]")),
        "debug" => Command::Debug(rest.first() != Some(&"off")),
        "register" => Command::Register,
        "bench" => Command::Bench(rest.first().and_then(|depth| depth.parse().ok())),
        "d" => Command::Display,
        "eval" => Command::Evaluate,
        "help" => Command::Help,
        _ => return None,
    })
}

fn position(words: &[&str]) -> Option<Command> {
    let at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(at);
    let fen = match *start.first()? {
        "startpos" => None,
        "fen" => Some(start[1..].join(" ")),
        _ => return None,
    };
    let moves = moves.iter().skip(1).map(|word| word.to_string()).collect();
    Some(Command::Position { fen, moves })
}

fn set_option(words: &[&str]) -> Option<Command> {
    let words = words.strip_prefix(&["name"])?;
    let at = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    let (name, value) = words.split_at(at);
    let value = (!value.is_empty()).then(|| value[1..].join(" "));
    Some(Command::SetOption { name: name.join(" "), value })
}

const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "perft",
];

fn go(words: &[&str]) -> Go {
    let mut go = Go::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "searchmoves" => {
                while let Some(m) = words.next_if(|word| !KEYWORDS.contains(word)) {
                    go.only.push(m.to_string());
                }
            }
            _ if KEYWORDS.contains(&word) => {
                // A number may be missing; what follows is then the next keyword.
                let given = words.next_if(|word| !KEYWORDS.contains(word));
                match given.and_then(|text| text.parse::<i128>().ok()) {
                    Some(number) => set_number(&mut go, word, number),
                    None => go.ignored.push([word, given.unwrap_or("")].join(" ")),
                }
            }
            _ => go.ignored.push(word.to_string()),
        }
    }
    go
}

fn set_number(go: &mut Go, keyword: &str, number: i128) {
    // GUIs send negative times when the flag has fallen; there is still a move to be made.
    let number = number.clamp(0, i128::from(u32::MAX) * 1000) as u64;
    let small = number.min(i32::MAX as u64) as i32;
    let time = Some(Duration::from_millis(number));
    match keyword {
        "wtime" => go.time[0] = time,
        "btime" => go.time[1] = time,
        "winc" => go.increment[0] = time,
        "binc" => go.increment[1] = time,
        "movestogo" => go.moves_to_go = (number > 0).then_some(small as u32),
        "depth" => go.depth = Some(small.max(1)),
        "nodes" => go.nodes = Some(number.max(1)),
        "mate" => go.mate = Some(small.max(1)),
        "perft" => go.perft = Some(small as u32),
        _ => go.move_time = time,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn go_takes_any_order_and_any_subset() {
        let ms = |time| Some(Duration::from_millis(time));
        let Command::Go(go) = parse("go movestogo 5 wtime 100 searchmoves e2e4 d2d4 binc 7 ponder")
        else {
            panic!("a go command")
        };
        assert_eq!((go.time, go.increment), ([ms(100), None], [None, ms(7)]));
        assert_eq!((go.moves_to_go, go.ponder, go.infinite), (Some(5), true, false));
        assert_eq!(go.only, ["e2e4", "d2d4"]);
    }

    #[test]
    fn numbers_may_be_missing_negative_or_huge() {
        let Command::Go(go) = parse("go wtime -5 depth btime 99999999999999999999 nodes x") else {
            panic!("a go command")
        };
        assert_eq!(go.time[0], Some(Duration::ZERO));
        assert!(go.time[1].is_some() && go.depth.is_none() && go.nodes.is_none());
        assert_eq!(go.ignored, ["depth ", "nodes x"]);
    }

    #[test]
    fn options_have_blanks_and_positions_have_moves() {
        let clear = Command::SetOption { name: "Clear Hash".to_string(), value: None };
        assert_eq!(parse("setoption name Clear Hash"), clear);
        let path = Command::SetOption { name: "SyzygyPath".into(), value: Some("/a b".into()) };
        assert_eq!(parse(" setoption  name SyzygyPath value /a b\r"), path);
        let moves = vec!["e2e4".to_string()];
        assert_eq!(parse("position startpos moves e2e4"), Command::Position { fen: None, moves });
    }

    #[test]
    fn unknown_words_before_a_command_are_passed_over() {
        assert_eq!(parse("joho debug on"), Command::Debug(true));
        assert_eq!(parse("\u{fffd}\0 what"), Command::Unknown("\u{fffd}\0".to_string()));
        assert_eq!(parse(" \r\n"), Command::Empty);
        for line in ["position", "position moves e2e4", "setoption", "setoption Hash 5"] {
            assert!(matches!(parse(line), Command::Incomplete(_)), "{line}");
        }
    }

    proptest! {
        #[test]
        fn anything_can_be_read(line in "\\PC*") {
            parse(&line);
            parse(&format!("go {line}"));
            parse(&format!("position fen {line}"));
            parse(&format!("setoption {line}"));
        }
    }
}
