//! Lines that a person types: on a terminal they can be edited with the arrow keys, earlier ones come back,
//! and Ctrl-C is a word like others; elsewhere they are read as they come.

use crate::exit::Failure;
use crate::terminal::Terminal;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, IsTerminal, Write};

/// What the person did.
pub enum Typed {
    /// A line, without its end.
    Line(String),
    /// Ctrl-C, on a terminal.
    Interrupt,
    /// The input is over.
    End,
}

/// Where the person types.
pub struct Prompt {
    editor: Option<DefaultEditor>,
    /// Whether the last thing typed was Ctrl-C.
    interrupted: bool,
}

impl Prompt {
    /// Standard input.
    pub fn new() -> Prompt {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let editor = if terminal { DefaultEditor::new().ok() } else { None };
        Prompt { editor, interrupted: false }
    }

    /// Whether a person sits at a terminal.
    pub fn is_terminal(&self) -> bool {
        self.editor.is_some()
    }

    /// Asks for a line.
    pub fn read(&mut self, prompt: &str, terminal: &mut Terminal) -> Result<Typed, Failure> {
        let Some(editor) = &mut self.editor else {
            write!(terminal, "{prompt}")?;
            terminal.flush()?;
            return read_line();
        };
        terminal.flush()?;
        match editor.readline(prompt) {
            Ok(line) => {
                // A line that does not come back harms nobody.
                let _ = editor.add_history_entry(&line);
                self.interrupted = false;
                Ok(Typed::Line(line))
            }
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(error) => Err(Failure::bad_input(format!("standard input: {error}"))),
        }
    }

    /// Whether a Ctrl-C means that the person wants to leave a game: the second one in a row does, and any
    /// where there is nothing to lose. Otherwise it is said how to leave.
    pub fn leaves(&mut self, is_begun: bool, terminal: &mut Terminal) -> Result<bool, Failure> {
        if self.interrupted || !is_begun {
            return Ok(true);
        }
        self.interrupted = true;
        writeln!(terminal, "Ctrl-C again leaves the game; `save FILE` keeps it.")?;
        Ok(false)
    }
}

/// A line of standard input. Bytes that are no text are nonsense like other nonsense.
fn read_line() -> Result<Typed, Failure> {
    let mut line = Vec::new();
    match io::stdin().lock().read_until(b'\n', &mut line) {
        Ok(0) => Ok(Typed::End),
        Ok(_) => Ok(Typed::Line(String::from_utf8_lossy(&line).into_owned())),
        Err(error) => Err(Failure::file("standard input", error)),
    }
}
