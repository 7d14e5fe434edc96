//! The file of answers: only ever appended to, a whole line at a time.

use super::question::label;
use crate::exit::Failure;
use serde_json::Value;
use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};

/// A file of answers, open for more, and locked against a second batch.
pub struct Output {
    path: String,
    file: File,
    done: HashMap<u64, u64>,
}

impl Output {
    /// Opens the file, makes it where there is none, notes which rows it has, and drops a last line that
    /// a killed batch left unfinished.
    pub fn open(path: &str) -> Result<Output, Failure> {
        let at = |error| Failure::file(path, error);
        let open = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = open.map_err(at)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::bad_input(format!("{path}: another batch writes to it")));
            }
            Err(TryLockError::Error(error)) => return Err(at(error)),
        }
        let mut done = HashMap::new();
        let mut whole = 0;
        let mut number = 0;
        let mut lines = BufReader::new(&mut file);
        loop {
            let mut line = Vec::new();
            let length = lines.read_until(b'\n', &mut line).map_err(at)?;
            if length == 0 || line.last() != Some(&b'\n') {
                break;
            }
            number += 1;
            let answer = serde_json::from_slice::<Value>(&line).unwrap_or_default();
            let row = answer.get("row").and_then(Value::as_u64).ok_or_else(|| {
                let what = "is no answer of a batch; expected an object with a member row";
                Failure::bad_input(format!("{path}: line {number} {what}"))
            })?;
            done.insert(row, label(&answer));
            whole += length as u64;
        }
        file.set_len(whole).map_err(at)?;
        file.seek(SeekFrom::End(0)).map_err(at)?;
        Ok(Output { path: path.to_string(), file, done })
    }

    /// The rows that were there when the file was opened, with the [`label`] of each.
    pub fn take_done(&mut self) -> HashMap<u64, u64> {
        std::mem::take(&mut self.done)
    }

    /// Adds answers, a line each; of a line that is cut short when the program is killed, nothing counts.
    pub fn append(&mut self, lines: &[u8]) -> Result<(), Failure> {
        self.file.write_all(lines).map_err(|error| Failure::file(&self.path, error))
    }
}
