//! Another program, started and spoken to over pipes: a player in matches, a patient of `uci-check`.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// A running program.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    stop: Arc<AtomicBool>,
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
        let mut command = Command::new(name);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A group of its own, so that what it starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
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
        Ok(Program { child, input, lines, stop: Arc::default() })
    }

    /// Whether there is such a program to start, without starting it; if not, what is wrong.
    pub fn check(command: &str) -> Result<(), String> {
        if command.matches('"').count() % 2 == 1 {
            return Err(format!("{command}: a quotation mark is not closed"));
        }
        let name = command.split_whitespace().next().unwrap_or_default();
        if !cfg!(unix) {
            // Elsewhere the system completes names by rules of its own.
            return Ok(());
        }
        let found = match name.contains('/') {
            true => can_start(Path::new(name)),
            false => {
                let folders = std::env::var_os("PATH").unwrap_or_default();
                let mut folders = std::env::split_paths(&folders);
                match folders.any(|folder| can_start(&folder.join(name)).is_ok()) {
                    true => Ok(()),
                    false => Err("no program of this name is on the PATH"),
                }
            }
        };
        found.map_err(|what| format!("{name}: {what}"))
    }

    /// From now on, waits for lines only until `stop` is raised.
    pub fn heed(&mut self, stop: &Arc<AtomicBool>) {
        self.stop = stop.clone();
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
        const LOOK_UP: Duration = Duration::from_millis(50);
        let end = Instant::now() + patience;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK_UP)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) => {
                    if left <= LOOK_UP || self.stop.load(Ordering::Relaxed) {
                        return Err(Silence::Late);
                    }
                }
            }
        }
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

/// Whether the file is a program.
fn can_start(path: &Path) -> Result<(), &'static str> {
    let file = std::fs::metadata(path).map_err(|_| "there is no such file")?;
    if !file.is_file() {
        return Err("this is not a file; expected a program");
    }
    #[cfg(unix)]
    if std::os::unix::fs::PermissionsExt::mode(&file.permissions()) & 0o111 == 0 {
        return Err("this file cannot be executed; expected a program");
    }
    Ok(())
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already, which is as good.
        let _ = self.say("quit");
        self.close_input();
        if !self.ends_within(Duration::from_millis(300)) {
            #[cfg(unix)]
            let _ = nix::sys::signal::killpg(
                nix::unistd::Pid::from_raw(self.child.id() as i32),
                nix::sys::signal::Signal::SIGKILL,
            );
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
