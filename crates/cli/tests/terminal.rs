//! What a person sees at a terminal: the tests sit at the other end of one.
#![cfg(unix)]

use nix::pty::{Winsize, openpty};
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Longer than anything should take, even on a machine with much else to do.
const LONG: Duration = Duration::from_secs(60);

struct Person {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    seen: String,
}

impl Person {
    /// Sits down at the program, started with these arguments.
    fn at(arguments: &[&str]) -> Person {
        let size = Winsize { ws_row: 24, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0 };
        let pair = openpty(Some(&size), None).unwrap();
        let end = || Stdio::from(pair.slave.try_clone().unwrap());
        let child = Command::new(assert_cmd::cargo::cargo_bin!("zugwerk"))
            .args(arguments)
            .env("TERM", "xterm")
            .env("NO_COLOR", "1")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        drop(pair.slave);
        let keyboard = File::from(pair.master);
        let mut output = keyboard.try_clone().unwrap();
        let (sender, screen) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Person { child, keyboard, screen, seen: String::new() }
    }

    fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until this appears, and looks only at what comes after it from then on.
    fn sees(&mut self, expected: &str) {
        let start = Instant::now();
        loop {
            if let Some(at) = self.seen.find(expected) {
                self.seen.drain(..at + expected.len());
                return;
            }
            let left = LONG.saturating_sub(start.elapsed());
            match self.screen.recv_timeout(left) {
                Ok(bytes) => self.seen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(error) => panic!("waiting for {expected:?}: {error}; seen {:?}", self.seen),
            }
        }
    }

    fn end(mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }
}

#[test]
fn arrow_keys_bring_lines_back_and_edit_them() {
    let mut person = Person::at(&["play", "--time", "0.01"]);
    person.sees("> ");
    person.types("e2e5\r");
    person.sees("e2e5 is not legal");
    person.sees("> ");
    // The last line again, its last letter replaced.
    person.types("\x1b[A\x7f4\r");
    person.sees("The engine plays");
    person.types("quit\r");
    assert_eq!(person.end().code(), Some(0));
}

#[test]
fn ctrl_c_does_not_drop_a_game_without_a_word() {
    let mut person = Person::at(&["play", "--time", "0.01"]);
    person.sees("> ");
    person.types("e4\r");
    person.sees("The engine plays");
    person.sees("> ");
    person.types("\x03");
    person.sees("Ctrl-C again leaves the game");
    person.sees("> ");
    person.types("\x03");
    person.sees("1. e4");
    assert_eq!(person.end().code(), Some(130));
    let mut person = Person::at(&["deathstacks", "play", "--time", "10"]);
    person.sees("red> ");
    person.types("a6-2-a4\r");
    person.sees("blue plays");
    person.sees("red> ");
    person.types("\x03");
    person.sees("Ctrl-C again leaves the game");
    person.sees("> ");
    person.types("\x03");
    person.sees("a6-2-a4");
    assert_eq!(person.end().code(), Some(130));
}

#[test]
fn long_work_shows_that_it_goes_on() {
    let mut person = Person::at(&["perft", "6"]);
    person.sees("% done, ");
    person.sees("119060324");
    assert_eq!(person.end().code(), Some(0));
    let fen = "8/8/8/8/8/2k5/8/K6R w - - 0 1";
    let mut person = Person::at(&["solve", fen, "#12", "--time", "2"]);
    person.sees("#12: searching, ");
    assert!(person.end().code().is_some());
}
