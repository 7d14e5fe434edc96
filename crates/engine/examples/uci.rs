use std::io::{self, BufRead, Write};
use std::sync::Arc;
use zugwerk_engine::uci::{Flow, Session};
fn main() {
    let mut session = Session::new(Arc::new(|line: &str| {
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    }));
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if session.handle(&line) == Flow::Quit {
            break;
        }
    }
}
