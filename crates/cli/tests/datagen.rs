//! `zugwerk datagen`: games in a file that survives being killed.

use assert_cmd::Command;
use predicates::prelude::*;
use std::path::Path;
use std::time::Duration;

fn zugwerk(arguments: &[&str], file: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("zugwerk"));
    command.arg("datagen").args(arguments).arg(file);
    command
}

const RULES: [&str; 4] = ["--nodes", "40", "--seed", "9"];

fn play(games: &str, threads: &str, file: &Path) {
    zugwerk(&[&RULES[..], &["--games", games, "--threads", threads]].concat(), file)
        .assert()
        .success();
}

/// The games of a file, apart from their order.
fn games(file: &Path) -> Vec<Vec<u8>> {
    let bytes = std::fs::read(file).unwrap();
    let mut rest = &bytes[24..];
    let mut games = Vec::new();
    while !rest.is_empty() {
        let plies = usize::from(u16::from_le_bytes([rest[8], rest[9]]));
        let (game, after) = rest.split_at(12 + 4 * plies);
        games.push(game.to_vec());
        rest = after;
    }
    games.sort();
    games
}

#[test]
fn threads_interruptions_and_a_torn_end_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, torn) = (folder.path().join("whole"), folder.path().join("torn"));
    play("6", "2", &whole);
    play("3", "1", &torn);
    let bytes = std::fs::read(&torn).unwrap();
    std::fs::write(&torn, &bytes[..bytes.len() - 7]).unwrap();
    zugwerk(&["verify"], &torn).assert().code(1).stdout(predicate::str::contains("in the middle"));
    play("6", "1", &torn);
    assert_eq!(games(&whole), games(&torn));
    assert_eq!(games(&whole).len(), 6);
    zugwerk(&["verify"], &torn).assert().success().stdout(predicate::str::contains("6 games"));
}

#[test]
fn killed_at_any_moment_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    for milliseconds in [50, 120, 200] {
        let arguments = [&RULES[..], &["--games", "100000"]].concat();
        // The time-out kills it.
        let ended = zugwerk(&arguments, &file).timeout(Duration::from_millis(milliseconds)).ok();
        assert!(ended.is_err());
    }
    let before = games_or_none(&file);
    play(&(before + 2).to_string(), "1", &file);
    zugwerk(&["verify"], &file).assert().success();
    assert_eq!(games(&file).len(), before + 2);
}

/// How many whole games there are.
fn games_or_none(file: &Path) -> usize {
    let bytes = std::fs::read(file).unwrap_or_default();
    let (mut at, mut count) = (24, 0);
    while let Some(head) = bytes.get(at..at + 12) {
        at += 12 + 4 * usize::from(u16::from_le_bytes([head[8], head[9]]));
        count += usize::from(at <= bytes.len());
    }
    count
}

#[test]
fn changed_bytes_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    play("2", "1", &file);
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[60] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    zugwerk(&["verify"], &file).assert().code(1).stdout(predicate::str::contains("checksum"));
    zugwerk(&["stats"], &file).assert().code(2).stderr(predicate::str::contains("game 1"));
    zugwerk(&RULES, &file).assert().code(2).stderr(predicate::str::contains("byte 24"));
}

#[test]
fn the_statistics_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    play("4", "1", &file);
    let output = zugwerk(&["stats", "--json"], &file).assert().success().get_output().clone();
    let stats: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let number = |name: &str| stats[name].as_u64().unwrap();
    assert_eq!(number("games"), 4);
    assert_eq!(number("white_wins") + number("draws") + number("black_wins"), 4);
    let by_value: u64 =
        stats["by_value"].as_array().unwrap().iter().filter_map(|n| n.as_u64()).sum();
    assert_eq!(by_value, number("quiet"));
    assert!(number("quiet") < number("positions"));
    zugwerk(&["stats"], &file).assert().success().stdout(predicate::str::contains("4 games"));
}

#[test]
fn other_files_and_other_rules_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    play("1", "1", &file);
    zugwerk(&["--nodes", "41", "--seed", "9"], &file)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("--seed 9 --nodes 40"));
    std::fs::write(&file, "[Event \"?\"]").unwrap();
    for arguments in [&["verify"][..], &["stats"], &RULES] {
        zugwerk(arguments, &file).assert().code(2).stderr(predicate::str::contains("zwgames1"));
    }
    let missing = folder.path().join("no/such/folder");
    for arguments in [&["verify"][..], &["stats"], &RULES] {
        zugwerk(arguments, &missing).assert().code(2);
    }
}
