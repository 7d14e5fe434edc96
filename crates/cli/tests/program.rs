//! What holds for the program as a whole: help, exit codes, pipes, signals, colours.

use assert_cmd::Command as TestCommand;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

fn program() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("zugwerk"))
}

#[test]
fn help_version_completions_and_manual_are_there() {
    for arguments in
        [&["--help"][..], &["--version"], &["completions", "bash"], &["man"], &["man", "perft"]]
    {
        TestCommand::from_std(program()).args(arguments).assert().success();
    }
    TestCommand::from_std(program()).assert().code(2);
    TestCommand::from_std(program()).args(["man", "no-such-command"]).assert().code(2);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    // Far more output than a pipe holds, so that writing fails once the reader is gone.
    let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 1\n";
    let suite = line.repeat(20_000);
    let mut child = program()
        .args(["perft", "--suite", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let _ = input.write_all(suite.as_bytes());
    });
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
#[cfg(unix)]
fn an_interrupt_exits_with_130() {
    let mut child = program().args(["perft", "12"]).stdout(Stdio::null()).spawn().unwrap();
    // The handler is installed first thing, but a busy machine may need a moment to get there.
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn colour_is_off_unless_asked_for() {
    let run = |arguments: &[&str]| {
        let output = program().args(arguments).env_remove("NO_COLOR").output().unwrap();
        String::from_utf8(output.stdout).unwrap().contains('\x1b')
    };
    assert!(!run(&["show", "start"]));
    assert!(run(&["show", "start", "--color", "always"]));
    assert!(!run(&["show", "start", "--color", "never"]));
}
