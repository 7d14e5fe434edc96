//! The memory of `zugwerk serve` stays bounded whatever its clients send: measured at its peak, for the
//! whole program.
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// More mebibytes than the program may ever have had.
const BOUND: u64 = 500;

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Server {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("zugwerk"))
            .args(["serve", "--json", "--addr", "127.0.0.1:0", "--threads", "4"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let news: serde_json::Value = serde_json::from_str(&line).unwrap();
        let address = news["url"].as_str().unwrap().strip_prefix("http://").unwrap().to_string();
        Server { child, address }
    }

    /// A connection on which a question of `length` bytes has begun.
    fn ask(&self, path: &str, length: usize, body: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let head = format!(
            "POST /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n"
        );
        // A question may be refused before all of it was sent.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        stream
    }

    /// The most memory that the program has had, in mebibytes.
    fn peak(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
    }

    /// Small questions are still answered, and the memory stayed within its bound.
    fn check(&self) {
        let mut health = TcpStream::connect(&self.address).unwrap();
        health
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            .unwrap();
        assert!(rest(health).starts_with("HTTP/1.1 200"));
        let peak = self.peak();
        assert!(peak < BOUND, "{peak} MiB were in use");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A body of a mebibyte that takes many times as much once it is read.
fn many_moves() -> String {
    let moves = vec!["\"\""; (1 << 20) / 3 - 20];
    format!("{{\"place\":{{\"moves\":[{}]}}}}", moves.join(","))
}

#[test]
fn four_large_sketches_are_bounded() {
    for sketch in [
        "game chess\nplay ?{60}\nexpect mate\n",
        "game chess\nplay ?{400}\nexpect repetition\n",
        "game chess\nplay (? [not repetition]){200}\nexpect legal\n",
    ] {
        let server = Server::start();
        let body = serde_json::json!({ "sketch": sketch, "question": "solve", "seconds": 5 });
        let body = body.to_string();
        let ask = || server.ask("/sketches/ask", body.len(), body.as_bytes());
        let asked: Vec<TcpStream> = (0..4).map(|_| ask()).collect();
        for stream in asked {
            let answer = rest(stream);
            assert!(answer.contains("\"type\":\"answer\""), "{answer}");
        }
        server.check();
    }
}

#[test]
fn three_hundred_large_bodies_are_bounded() {
    let server = Server::start();
    let body = many_moves();
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..300)
            .map(|number| {
                let path = ["/chess/analyse", "/chess/report"][number % 2];
                let (server, body) = (&server, body.as_bytes());
                scope.spawn(move || rest(server.ask(path, body.len(), body)))
            })
            .collect();
        let answers: Vec<String> =
            clients.into_iter().map(|client| client.join().unwrap()).collect();
        let status = |code: &str| answers.iter().filter(|answer| answer.contains(code)).count();
        assert!(status("too_long") > 0, "{}", answers[0]);
    });
    server.check();
}

#[test]
fn unfinished_bodies_are_bounded() {
    let server = Server::start();
    let body = vec![b' '; (1 << 20) - 1];
    let open: Vec<TcpStream> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..505)
            .map(|_| {
                let (server, body) = (&server, &body);
                scope.spawn(move || {
                    let stream = server.ask("/chess/position", body.len() + 1, body);
                    stream.set_nonblocking(true).unwrap();
                    stream
                })
            })
            .collect();
        clients.into_iter().map(|client| client.join().unwrap()).collect()
    });
    server.check();
    drop(open);
}
