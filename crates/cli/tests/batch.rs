//! `zugwerk batch`: rows in, rows out, whatever happens in between.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Stdio;

fn zugwerk() -> Command {
    Command::cargo_bin("zugwerk").unwrap()
}

fn write_job(folder: &Path, rows: &[Value]) -> String {
    let path = folder.join("job.jsonl");
    let text: String = rows.iter().map(|row| format!("{row}\n")).collect();
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

fn read(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Some thousand small questions.
fn many(count: usize) -> Vec<Value> {
    let row = |id| json!({"id": id, "do": "solve", "fen": "8/Q7/8/8/8/8/8/2k1K2R w K -", "stipulation": "#2"});
    (0..count).map(row).collect()
}

#[test]
fn every_row_is_answered_as_its_command_would() {
    let folder = tempfile::tempdir().unwrap();
    let job = write_job(
        folder.path(),
        &[
            json!({"id": "a", "do": "solve", "fen": "8/Q7/8/8/8/8/8/2k1K2R w K - 0 1", "stipulation": "#2"}),
            json!({"id": "b", "do": "query", "sketch": "game chess\nplay f2f3 ? g2g4 ?\nexpect mate", "all": true}),
            json!({"id": "c", "do": "analyse", "fen": "6k1/5ppp/8/8/8/8/6PP/R6K w - - 0 1", "depth": 4}),
            json!({"id": "d", "do": "nonsense"}),
            json!({"id": "e", "do": "solve", "fen": "rubbish", "stipulation": "#2"}),
            json!([1, 2]),
            json!({"id": "g", "do": "perft", "depth": 2, "game": "deathstacks"}),
            json!({"id": "h", "do": "moves", "fen": "start", "nonsense": 3}),
            json!({"id": "i", "do": "annotate", "pgn": "1. f3 e5 2. g4 Qh4# 0-1", "depth": 2}),
            json!({"id": "j", "do": "puzzle", "verb": "generate", "kind": "sudoku", "size": "4x4"}),
            json!({"id": "k", "do": "puzzle", "verb": "paint", "text": "?"}),
            json!({"id": "m", "do": "winnable", "fen": "-"}),
            json!({"id": "l", "do": "match", "game": "breakthrough", "a": "random", "games": 2, "nodes": 10}),
        ],
    );
    let out = folder.path().join("out.jsonl");
    for _ in 0..2 {
        zugwerk().args(["batch", &job, "--jobs", "2", "--out"]).arg(&out).assert().success();
    }
    let rows = read(&out);
    let numbers: Vec<u64> = rows.iter().map(|row| row["row"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=13).collect::<Vec<u64>>());
    let failed: Vec<u64> = rows
        .iter()
        .filter(|row| row.get("error").is_some())
        .map(|row| row["row"].as_u64().unwrap())
        .collect();
    assert_eq!(failed, [4, 5, 6, 8, 11, 12]);
    assert_eq!(rows[1]["lines"].as_array().unwrap().len(), 2);
    assert_eq!(rows[2]["lines"][0]["mate"], 1);
    assert_eq!(rows[6]["nodes"], 2304);
    assert!(rows[8]["pgn"].as_str().unwrap().contains("[%eval"), "{}", rows[8]);
    assert_eq!(rows[9]["status"], "generated");
    assert_eq!(rows[10]["error"], "verb: expected solve, check, explain, convert, generate");
    assert_eq!(rows[12]["games"], 2);
    let alone =
        zugwerk().args(["solve", "8/Q7/8/8/8/8/8/2k1K2R w K - 0 1", "#2", "--json"]).output();
    let alone: Value = serde_json::from_slice(&alone.unwrap().stdout).unwrap();
    for (member, value) in alone.as_object().unwrap() {
        if !["schema", "seconds"].contains(&member.as_str()) && !member.contains("second") {
            assert_eq!(&rows[0][member], value, "{member}");
        }
    }
}

#[test]
fn a_killed_batch_goes_on_without_loss_or_doubles() {
    let folder = tempfile::tempdir().unwrap();
    let job = write_job(folder.path(), &many(3000));
    let out = folder.path().join("out.jsonl");
    fs::write(&out, "").unwrap();
    for part in 1..4 {
        let mut running = std::process::Command::new(assert_cmd::cargo::cargo_bin("zugwerk"))
            .args(["batch", &job, "--jobs", "2", "--out"])
            .arg(&out)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let lines = || fs::read(&out).unwrap().iter().filter(|&&byte| byte == b'\n').count();
        while lines() < 400 * part && running.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        running.kill().unwrap();
        running.wait().unwrap();
    }
    // A line that was cut in the middle counts for nothing.
    let mut text = fs::read_to_string(&out).unwrap();
    text.truncate(text.len() - 5);
    fs::write(&out, text).unwrap();
    zugwerk().args(["batch", &job, "--jobs", "2", "--out"]).arg(&out).assert().success();
    let rows = read(&out);
    assert_eq!(rows.len(), 3000);
    let ids: BTreeSet<u64> = rows.iter().map(|row| row["id"].as_u64().unwrap()).collect();
    assert_eq!(ids.len(), 3000);
    assert!(rows.iter().all(|row| row.get("error").is_none()));
}

#[test]
fn rows_of_all_lengths_keep_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let depth = |n: u64| if n.is_multiple_of(45) { 4 } else { 1 };
    let rows: Vec<Value> =
        (0..500).map(|n| json!({"id": n, "do": "perft", "depth": depth(n)})).collect();
    let job = write_job(folder.path(), &rows);
    let out = folder.path().join("out.jsonl");
    zugwerk().args(["batch", &job, "--jobs", "3", "--out"]).arg(&out).assert().success();
    let expected = (0..500).map(|n| (n + 1, n, if depth(n) == 4 { 197_281 } else { 20 }));
    let number = |row: &Value, member: &str| row[member].as_u64().unwrap();
    let answers = read(&out);
    let found =
        answers.iter().map(|row| (number(row, "row"), number(row, "id"), number(row, "nodes")));
    assert!(found.eq(expected));
}

#[test]
fn shards_share_the_work_out() {
    let folder = tempfile::tempdir().unwrap();
    let job = write_job(folder.path(), &many(10));
    let mut all = BTreeSet::new();
    for part in 1..=3 {
        let out = folder.path().join(format!("out-{part}.jsonl"));
        let shard = format!("{part}/3");
        zugwerk().args(["batch", &job, "--shard", &shard, "--out"]).arg(&out).assert().success();
        for row in read(&out) {
            assert!(all.insert(row["row"].as_u64().unwrap()));
        }
    }
    assert_eq!(all, (1..=10).collect());
}

#[test]
fn a_file_that_is_no_result_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let job = write_job(folder.path(), &many(1));
    let out = folder.path().join("precious.txt");
    fs::write(&out, "my notes\n").unwrap();
    zugwerk().args(["batch", &job, "--out"]).arg(&out).assert().code(2);
    assert_eq!(fs::read_to_string(&out).unwrap(), "my notes\n");
    zugwerk().args(["batch", "no-such-file", "--out"]).arg(&out).assert().code(2);
    zugwerk().args(["batch", &job, "--shard", "4/3", "--out"]).arg(&out).assert().code(2);
}

#[test]
fn answers_of_another_job_are_not_taken_for_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.jsonl");
    let job = write_job(folder.path(), &many(5));
    zugwerk().args(["batch", &job, "--out"]).arg(&out).assert().success();
    let before = fs::read_to_string(&out).unwrap();
    let mut other = many(8);
    other[3] = json!({"id": "another", "do": "perft", "depth": 2});
    let job = write_job(folder.path(), &other);
    let run = zugwerk().args(["batch", &job, "--jobs", "2", "--out"]).arg(&out).assert().code(2);
    let error = String::from_utf8_lossy(&run.get_output().stderr).to_string();
    assert!(error.contains("another job: its answer to row 4"), "{error}");
    assert_eq!(fs::read_to_string(&out).unwrap(), before);
}
