//! Running the program and reading what it says.

use assert_cmd::Command;

/// The program with these arguments, which nobody waits for longer than a minute.
pub fn zugwerk(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("zugwerk"));
    command.args(arguments).env("NO_COLOR", "1").timeout(std::time::Duration::from_secs(60));
    command
}

/// What it prints when it succeeds.
#[track_caller]
pub fn stdout(arguments: &[&str]) -> String {
    let output = zugwerk(arguments).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// The one line of complaint about bad input.
#[track_caller]
pub fn complaint(arguments: &[&str]) -> String {
    let output = zugwerk(arguments).assert().code(2).get_output().clone();
    assert!(output.stdout.is_empty());
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}
