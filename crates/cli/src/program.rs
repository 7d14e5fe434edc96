//! Another program, started and spoken to over pipes: a player in matches, a patient of `uci-check`.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// A running program.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
}

/// Why a line did not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// Not in the time given.
    Late,
    /// The program has ended.
    Ended,
}

/// How many lines may wait to be read.
const MAX_LINES: usize = 10_000;
/// A longer line is taken for several.
const MAX_LINE_BYTES: u64 = 1 << 16;

impl Program {
    /// Starts a program; `command` is its name and its arguments, separated by blanks.
    pub fn start(command: &str) -> io::Result<Program> {
        let mut words = command.split_whitespace();
        let name = words.next().unwrap_or_default();
        let mut child = Command::new(name)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take();
        let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        // A program that prints without end has to wait for its reader.
        let (sender, lines) = sync_channel(MAX_LINES);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            let mut read =
                |bytes: &mut Vec<u8>| (&mut output).take(MAX_LINE_BYTES).read_until(b'\n', bytes);
            while read(&mut bytes).is_ok_and(|count| count > 0) {
                let line = String::from_utf8_lossy(&bytes).trim().to_string();
                if sender.send((Instant::now(), line)).is_err() {
                    break;
                }
                bytes.clear();
            }
        });
        Ok(Program { child, input, lines })
    }

    /// Says a line.
    pub fn say(&mut self, line: &str) -> io::Result<()> {
        self.write(format!("{line}\n").as_bytes())
    }

    /// Writes bytes as they are.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(bytes)?;
        input.flush()
    }

    /// Closes the program's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line.
    pub fn line(&mut self, patience: Duration) -> Result<(Instant, String), Silence> {
        self.lines.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Late,
            RecvTimeoutError::Disconnected => Silence::Ended,
        })
    }

    /// The next line that begins with `word`; every line before it goes to `other`.
    pub fn wait_for(
        &mut self,
        word: &str,
        patience: Duration,
        mut other: impl FnMut(&str),
    ) -> Result<(Instant, String), Silence> {
        let end = Instant::now() + patience;
        loop {
            let (at, line) = self.line(end.saturating_duration_since(Instant::now()))?;
            if line.split_whitespace().next() == Some(word) {
                return Ok((at, line));
            }
            other(&line);
        }
    }

    /// Whether the program ends of its own accord within this time.
    pub fn ends_within(&mut self, patience: Duration) -> bool {
        let end = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(_)) => return true,
                _ if Instant::now() >= end => return false,
                _ => std::thread::sleep(Duration::from_millis(2)),
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already, which is as good.
        let _ = self.say("quit");
        self.close_input();
        if !self.ends_within(Duration::from_millis(300)) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
