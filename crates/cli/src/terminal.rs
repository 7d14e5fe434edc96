//! Where output goes: text for people, JSON for programs, colour and progress only on a terminal.

use crate::exit::Failure;
use anstyle::Style;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Read, Stdout, Write};

/// The version of every JSON object we print; see `docs/json.md`.
pub const SCHEMA: &str = "zugwerk/1";

/// The options that every command takes.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Print JSON for programs instead of text for people
    #[arg(long, global = true, help_heading = "Output")]
    json: bool,
    /// Colour the output (the variable NO_COLOR switches it off too)
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Output"
    )]
    color: When,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

/// Standard output, buffered, and what the person asked of it; or a place in memory, for a program that
/// wants what a command prints.
pub struct Terminal {
    out: Out,
    json: bool,
    color: bool,
}

impl Terminal {
    /// Standard output under these options.
    pub fn new(options: &Options) -> Terminal {
        let color = match options.color {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !no_color && io::stdout().is_terminal()
            }
        };
        let out = Out::Standard(BufWriter::new(io::stdout()));
        Terminal { out, json: options.json, color }
    }

    /// A terminal that keeps the JSON that is printed.
    pub fn collecting() -> Terminal {
        Terminal { out: Out::Memory(Vec::new()), json: true, color: false }
    }

    /// What was printed to a terminal that keeps it.
    pub fn collected(self) -> Vec<u8> {
        match self.out {
            Out::Memory(bytes) => bytes,
            Out::Standard(_) => Vec::new(),
        }
    }

    /// Whether the person wants JSON.
    pub fn json(&self) -> bool {
        self.json
    }

    /// Whether output may be coloured.
    pub fn color(&self) -> bool {
        self.color
    }

    /// `text` in `style`, or plain where colours are off.
    pub fn paint(&self, style: Style, text: &str) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_string() }
    }

    /// Prints `value` as one line of JSON, with the schema's version as its first member.
    pub fn print_json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        #[derive(Serialize)]
        struct Versioned<'a, T> {
            schema: &'static str,
            #[serde(flatten)]
            value: &'a T,
        }
        serde_json::to_writer(&mut self.out, &Versioned { schema: SCHEMA, value })
            .map_err(io::Error::from)?;
        Ok(writeln!(self.out)?)
    }

    /// Whether a person watches, so that progress on standard error makes sense.
    pub fn shows_progress() -> bool {
        !ASKED.get() && io::stderr().is_terminal()
    }

    /// Writes out what is still buffered.
    pub fn finish(mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }
}

impl Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Where a terminal writes to.
enum Out {
    Standard(BufWriter<Stdout>),
    Memory(Vec<u8>),
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Out::Standard(out) => out.write(bytes),
            Out::Memory(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::Standard(out) => out.flush(),
            Out::Memory(_) => Ok(()),
        }
    }
}

thread_local! {
    /// What this thread reads as standard input instead of it.
    static INPUT: RefCell<Option<String>> = const { RefCell::new(None) };
    /// Whether a program asked, and not a person who watches.
    static ASKED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` for a program that asks; `input` is its standard input where there is one.
pub fn with_input<T>(input: Option<String>, work: impl FnOnce() -> T) -> T {
    INPUT.set(input);
    let before = ASKED.replace(true);
    let done = work();
    ASKED.set(before);
    INPUT.set(None);
    done
}

/// Standard input, or what this thread was given for it.
pub fn standard_input() -> Box<dyn Read + Send> {
    match INPUT.take() {
        Some(text) => Box::new(io::Cursor::new(text.into_bytes())),
        // A program that asks has said everything; nobody types what a row does not have.
        None if ASKED.get() => Box::new(io::empty()),
        None => Box::new(io::stdin()),
    }
}

/// `text`, cut where it is longer than `most` characters: what someone typed or sent, to be echoed.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// More than this is not read from one file, so that an endless one does not eat all memory.
const MOST_BYTES: u64 = 1 << 30;

/// The bytes of the file at `path`, or of standard input where `path` is `-`.
pub fn read_bytes(path: &str) -> Result<Vec<u8>, Failure> {
    let name = if path == "-" { "standard input" } else { path };
    let source: Box<dyn Read> = match path {
        "-" => standard_input(),
        _ => Box::new(File::open(path).map_err(|error| Failure::file(path, error))?),
    };
    let mut bytes = Vec::new();
    let read = source.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::file(name, error))?;
    if bytes.len() as u64 > MOST_BYTES {
        let message = format!("{name} has more than 1 GiB; split it into smaller files");
        return Err(Failure::BadInput(message));
    }
    Ok(without_mark(bytes))
}

/// The bytes without the byte order mark with which some editors begin a file.
fn without_mark(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        bytes.drain(..3);
    }
    bytes
}

/// The text of the file at `path`, or of standard input where `path` is `-`.
pub fn read_text(path: &str) -> Result<String, Failure> {
    text(path, read_bytes(path)?)
}

/// The same where a person wrote the text: at most a megabyte is read, so that an endless file does no harm.
pub fn read_short_text(path: &str) -> Result<String, Failure> {
    const MOST: u64 = 1 << 20;
    let read = |from: &mut dyn Read| {
        let mut bytes = Vec::new();
        from.take(MOST + 1).read_to_end(&mut bytes).map(|_| bytes)
    };
    let (name, bytes) = match path {
        "-" => ("standard input", read(&mut standard_input())),
        _ => (path, std::fs::File::open(path).and_then(|mut file| read(&mut file))),
    };
    let bytes = bytes.map_err(|error| Failure::file(name, error))?;
    if bytes.len() as u64 > MOST {
        return Err(Failure::BadInput(format!("{name}: too long, expected at most 1 MiB of text")));
    }
    text(path, without_mark(bytes))
}

fn text(path: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let name = if path == "-" { "standard input" } else { path };
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        Failure::BadInput(format!("{name}: line {line} is not UTF-8 text"))
    })
}
