//! `zugwerk tune`: numbers in a file that goes on where it stopped.

use assert_cmd::Command;
use predicates::prelude::*;
use std::path::Path;

fn tune(file: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("zugwerk"));
    command.arg("tune").arg(file).args(["--nodes", "20"]).args(arguments);
    command
}

#[test]
fn goes_on_where_it_stopped_and_refuses_what_does_not_fit() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("numbers.json");
    let numbers = ["--pairs", "6", "--only", "null_lead,see_capture", "--threads", "2"];
    tune(&file, &[&numbers[..], &["--time", "0.000001"]].concat()).assert().code(3);
    tune(&file, &numbers).assert().success().stdout(
        predicate::str::contains("after 6 of 6 pairs").and(predicate::str::contains("null_lead")),
    );
    let state: serde_json::Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(state["pairs"], 6);
    assert!((80.0..=400.0).contains(&state["values"]["null_lead"].as_f64().unwrap()));

    tune(&file, &["--pairs", "7"]).assert().code(2).stderr(predicate::str::contains("--pairs 6"));
    tune(&file, &["--pairs", "6", "--only", "null_lead"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("other numbers"));
    tune(&file, &["--only", "nonsense"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("\"nonsense\" is no number of the search"));
    std::fs::write(&file, "nonsense").unwrap();
    tune(&file, &numbers).assert().code(2).stderr(predicate::str::contains("no file of"));
}
