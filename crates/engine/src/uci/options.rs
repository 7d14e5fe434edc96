//! The options of the engine: what a GUI may set, and to what.

use crate::strength;

/// The settings a GUI has made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub hash: usize,
    pub threads: usize,
    pub multi_pv: usize,
    pub overhead: u64,
    pub chess960: bool,
    pub show_wdl: bool,
    pub limit_strength: bool,
    pub elo: u32,
    /// Whether moves of the opening book are played without a search.
    pub own_book: bool,
    /// A book in Polyglot's format.
    pub book_file: String,
    pub syzygy_path: String,
    /// A file with another network; empty for the one in the program.
    pub eval_file: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 64,
            threads: 1,
            multi_pv: 1,
            overhead: 20,
            chess960: false,
            show_wdl: false,
            limit_strength: false,
            elo: 1600,
            own_book: false,
            book_file: String::new(),
            syzygy_path: String::new(),
            eval_file: String::new(),
        }
    }
}

/// What has to follow from a changed option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Nothing,
    Hash,
    ClearHash,
    Threads,
    MultiPv,
    Overhead,
    Strength,
    Book,
    Syzygy,
    EvalFile,
}

/// As many threads as anybody may ask for.
const MAX_THREADS: usize = 512;
/// The greatest table, in mebibytes: 64 GiB.
const MAX_HASH: usize = 65_536;

/// Stands for the network in the program.
const INTERNAL: &str = "<internal>";

impl Options {
    /// The lines that tell a GUI what can be set.
    pub fn announcement() -> Vec<String> {
        let now = Options::default();
        let spin = |name: &str, value: usize, low: usize, high: usize| {
            format!("option name {name} type spin default {value} min {low} max {high}")
        };
        let check =
            |name: &str, value: bool| format!("option name {name} type check default {value}");
        vec![
            spin("Hash", now.hash, 1, MAX_HASH),
            spin("Threads", now.threads, 1, MAX_THREADS),
            spin("MultiPV", now.multi_pv, 1, 500),
            check("Ponder", false),
            spin("Move Overhead", now.overhead as usize, 0, 5000),
            check("UCI_Chess960", now.chess960),
            check("UCI_ShowWDL", now.show_wdl),
            check("UCI_LimitStrength", now.limit_strength),
            spin(
                "UCI_Elo",
                now.elo as usize,
                strength::MIN_ELO as usize,
                strength::MAX_ELO as usize,
            ),
            check("OwnBook", now.own_book),
            "option name BookFile type string default <empty>".to_string(),
            "option name SyzygyPath type string default <empty>".to_string(),
            format!("option name EvalFile type string default {INTERNAL}"),
            "option name Clear Hash type button".to_string(),
        ]
    }

    /// Sets an option; names are compared without regard to case. The error is for the user.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, String> {
        let text = value.unwrap_or("");
        let number = |low: usize, high: usize| match text.parse::<usize>() {
            Ok(number) if (low..=high).contains(&number) => Ok(number),
            _ => Err(format!("{name} must be a number from {low} to {high}, not {text:?}")),
        };
        let truth = || match text.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("{name} must be true or false, not {text:?}")),
        };
        Ok(match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash = number(1, MAX_HASH)?;
                Change::Hash
            }
            "threads" => {
                self.threads = number(1, MAX_THREADS)?;
                Change::Threads
            }
            "multipv" => {
                self.multi_pv = number(1, 500)?;
                Change::MultiPv
            }
            "ponder" => truth().map(|_| Change::Nothing)?,
            "move overhead" => {
                self.overhead = number(0, 5000)? as u64;
                Change::Overhead
            }
            "uci_chess960" => {
                self.chess960 = truth()?;
                Change::Nothing
            }
            "uci_showwdl" => {
                self.show_wdl = truth()?;
                Change::Nothing
            }
            "uci_limitstrength" => {
                self.limit_strength = truth()?;
                Change::Strength
            }
            "uci_elo" => {
                self.elo = number(strength::MIN_ELO as usize, strength::MAX_ELO as usize)? as u32;
                Change::Strength
            }
            "ownbook" => {
                self.own_book = truth()?;
                Change::Nothing
            }
            "bookfile" => {
                self.book_file = path(text);
                Change::Book
            }
            "syzygypath" => {
                self.syzygy_path = path(text);
                Change::Syzygy
            }
            "evalfile" => {
                self.eval_file = path(text);
                Change::EvalFile
            }
            "clear hash" => Change::ClearHash,
            _ => return Err(format!("there is no option {name:?}")),
        })
    }
}

/// What a GUI has sent as the name of a file or folder; empty for none.
fn path(text: &str) -> String {
    if [INTERNAL, "<empty>"].contains(&text) { String::new() } else { text.to_string() }
}
