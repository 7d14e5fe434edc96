//! `zugwerk serve` as a program: it answers, refuses what it must, and ends cleanly on a signal.

use assert_cmd::Command as TestCommand;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

fn program() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("zugwerk"))
}

/// A running server and its address.
fn start(arguments: &[&str]) -> (Child, String) {
    let mut child =
        program().args(["serve", "--json"]).args(arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let news: serde_json::Value = serde_json::from_str(&line).unwrap();
    let address = news["url"].as_str().unwrap().strip_prefix("http://").unwrap().to_string();
    (child, address)
}

fn get(address: &str, path: &str, host: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn it_answers_and_ends_cleanly_on_either_signal() {
    for name in ["-TERM", "-INT"] {
        let (mut child, address) = start(&["--addr", "127.0.0.1:0", "--host", "board.example"]);
        assert!(get(&address, "/healthz", "localhost").starts_with("HTTP/1.1 200"));
        assert!(get(&address, "/", "board.example:80").contains("<title>Zugwerk</title>"));
        assert!(get(&address, "/healthz", "evil.example").starts_with("HTTP/1.1 421"));
        // A search that nobody ends.
        let mut stream = TcpStream::connect(&address).unwrap();
        let request = "POST /api/v1/chess/analyse HTTP/1.1\r\nHost: localhost\r\n\
            Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
        stream.write_all(request.as_bytes()).unwrap();
        stream.read_exact(&mut [0; 200]).unwrap();
        signal(&child, name);
        assert_eq!(child.wait().unwrap().code(), Some(0), "{name}");
    }
}

#[test]
fn a_taken_port_is_told_or_passed_over() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let assert = TestCommand::from_std(program()).args(["serve", "--addr", &address]).assert();
    let output = assert.code(2).get_output().clone();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("cannot listen") && message.contains("leave --addr out"), "{message}");
    // Without --addr any free port will do, whether or not the usual one is taken.
    let usual = TcpListener::bind("127.0.0.1:8080");
    let (mut child, address) = start(&[]);
    assert!(get(&address, "/healthz", "localhost").starts_with("HTTP/1.1 200"));
    child.kill().unwrap();
    child.wait().unwrap();
    drop(usual);
}

#[test]
fn bad_arguments_are_refused() {
    for arguments in [
        &["--addr", "nowhere"][..],
        &["--threads", "0"],
        &["--hash", "0"],
        &["--addr", "127.0.0.1"],
    ] {
        TestCommand::from_std(program()).arg("serve").args(arguments).assert().code(2);
    }
}
