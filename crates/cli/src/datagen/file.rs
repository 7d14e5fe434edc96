//! A file of games that is whole at every moment: games are only ever added at its end, each with its
//! checksum, and a torn end, left by a writer that was killed, is cut off before the next one.

use crate::exit::Failure;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use zugwerk_engine::selfplay::Rules;
use zugwerk_engine::selfplay::record::{self, Fault, HEAD, HEADER, Record};

/// A file that games are added to.
pub struct GameFile {
    name: String,
    file: File,
}

impl GameFile {
    /// Opens or begins the file for games by `rules`; also the numbers of the games it has.
    pub fn open(name: &str, rules: &Rules) -> Result<(GameFile, HashSet<u32>), Failure> {
        let failed = |error| Failure::file(name, error);
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(name)
            .map_err(failed)?;
        file.try_lock().map_err(|_| {
            Failure::bad_input(format!("{name}: another process is writing to this file"))
        })?;
        let mut have = HashSet::new();
        let mut end = HEADER as u64;
        if file.metadata().map_err(failed)?.len() == 0 {
            file.write_all(&record::header(rules)).map_err(failed)?;
        } else {
            let mut games = Games::new(name, &file)?;
            if games.rules != *rules {
                let Rules { seed, nodes } = games.rules;
                return Err(Failure::bad_input(format!(
                    "{name}: its games were played with --seed {seed} --nodes {nodes}; \
                     expected the same, or another file"
                )));
            }
            loop {
                match games.next()? {
                    Some(Ok((game, size))) => {
                        have.insert(game.number);
                        end += size as u64;
                    }
                    Some(Err(Fault::Torn)) | None => break,
                    Some(Err(fault)) => {
                        return Err(Failure::bad_input(format!("{name}: byte {end}: {fault}")));
                    }
                }
            }
        }
        file.set_len(end).map_err(failed)?;
        file.seek(SeekFrom::Start(end)).map_err(failed)?;
        Ok((GameFile { name: name.to_string(), file }, have))
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Record) -> Result<(), Failure> {
        self.file.write_all(&game.to_bytes()).map_err(|error| Failure::file(&self.name, error))
    }
}

/// The games of a file, one after another.
pub struct Games<R> {
    name: String,
    input: BufReader<R>,
    buffer: Vec<u8>,
    /// How they were played.
    pub rules: Rules,
}

/// A game and its size, or what is wrong with it.
type GameRead = Result<(Record, usize), Fault>;

impl<R: Read> Games<R> {
    pub fn new(name: &str, input: R) -> Result<Games<R>, Failure> {
        let mut games = Games {
            name: name.to_string(),
            input: BufReader::with_capacity(1 << 20, input),
            buffer: Vec::new(),
            rules: Rules { seed: 0, nodes: 0 },
        };
        games.fill(HEADER)?;
        games.rules = record::read_header(&games.buffer)
            .map_err(|fault| Failure::bad_input(format!("{name}: {fault}")))?;
        Ok(games)
    }

    /// The next game; `None` at the end.
    pub fn next(&mut self) -> Result<Option<GameRead>, Failure> {
        self.buffer.clear();
        self.fill(HEAD)?;
        if self.buffer.is_empty() {
            return Ok(None);
        }
        if let Some(head) = self.buffer.first_chunk() {
            self.fill(record::size(head))?;
        }
        Ok(Some(Record::from_bytes(&self.buffer)))
    }

    /// Reads until the buffer holds `size` bytes or there are no more.
    fn fill(&mut self, size: usize) -> Result<(), Failure> {
        let missing = size.saturating_sub(self.buffer.len()) as u64;
        match self.input.by_ref().take(missing).read_to_end(&mut self.buffer) {
            Ok(_) => Ok(()),
            Err(error) => Err(Failure::file(&self.name, error)),
        }
    }
}
