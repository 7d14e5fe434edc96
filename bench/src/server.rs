//! The server over loopback: requests a second of cheap endpoints, time to the engine's first line,
//! memory with many sessions, and the weight of the page.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use zugwerk_server::{Settings, bind, serve};

/// Prints the figures.
pub fn run() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("threads can be had");
    let listener = runtime
        .block_on(bind(SocketAddr::from(([127, 0, 0, 1], 0)), false))
        .expect("a port of this machine is free");
    let address = listener.local_addr().expect("it listens");
    runtime.spawn(serve(listener, Settings::default(), std::future::pending()));
    println!("server, one client on one connection");
    let requests: [(&str, &str, &str, &str); 3] = [
        ("GET /healthz", "GET", "/healthz", ""),
        ("the page", "GET", "/", ""),
        ("a chess position", "POST", "/api/v1/chess/position", r#"{"moves":["e4","e5","Nf3"]}"#),
    ];
    for (name, method, path, body) in requests {
        println!("  {name:28}{:8.0} requests/s", requests_a_second(address, method, path, body));
    }
    let mut times: Vec<Duration> = (0..20).map(|_| first_line(address, "bench")).collect();
    times.sort_unstable();
    let millis = |time: Duration| time.as_secs_f64() * 1000.0;
    println!(
        "  {:28}{:8.1} ms (median of 20; the slowest {:.1})",
        "first line of the engine",
        millis(times[10]),
        millis(times[19])
    );
    for number in 0..50 {
        first_line(address, &format!("idle-{number}"));
    }
    if let Some(mebibytes) = resident() {
        println!("  {:28}{mebibytes:8} MiB resident", "after 50 sessions");
    }
    let weight: usize = ["/", "/page.js", "/page.css", "/icon.svg"]
        .into_iter()
        .map(|path| body_length(address, path))
        .sum();
    println!("  {:28}{:8.1} kB compressed", "the whole page", weight as f64 / 1000.0);
}

fn head(method: &str, path: &str, body: &str) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Sends a request and reads the head of the answer; returns the length of its body.
fn ask(stream: &mut BufReader<TcpStream>, request: &str) -> Option<usize> {
    stream.get_mut().write_all(request.as_bytes()).expect("the server listens");
    let mut length = None;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).expect("the server answers");
        if line.trim().is_empty() {
            return length;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok();
        }
    }
}

fn connect(address: SocketAddr) -> BufReader<TcpStream> {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_nodelay(true).expect("a socket has this option");
    BufReader::new(stream)
}

fn body_length(address: SocketAddr, path: &str) -> usize {
    ask(&mut connect(address), &head("GET", path, "")).unwrap_or(0)
}

fn requests_a_second(address: SocketAddr, method: &str, path: &str, body: &str) -> f64 {
    let mut stream = connect(address);
    let request = head(method, path, body);
    let (start, mut count) = (Instant::now(), 0);
    while start.elapsed() < Duration::from_secs(2) {
        let length = ask(&mut stream, &request).expect("a body of known length");
        let mut body = vec![0; length];
        stream.read_exact(&mut body).expect("the body arrives");
        count += 1;
    }
    f64::from(count) / start.elapsed().as_secs_f64()
}

/// The time from the request to the first piece of news; then the client goes away.
fn first_line(address: SocketAddr, session: &str) -> Duration {
    let mut stream = connect(address);
    let body = format!(r#"{{"session":"{session}","lines":3}}"#);
    let start = Instant::now();
    ask(&mut stream, &head("POST", "/api/v1/chess/analyse", &body));
    let mut line = String::new();
    while !line.starts_with("data:") {
        line.clear();
        stream.read_line(&mut line).expect("news arrive");
    }
    start.elapsed()
}

/// The memory of this process, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}
