//! The smallest program that asks: `cargo run -p zugwerk-query --example ask -- FILE [sat|search]`.

use zugwerk_query::{Engine, Options, ask};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(path) = arguments.next() else {
        eprintln!("expected the file with the sketch");
        std::process::exit(2);
    };
    let engine = match arguments.next().as_deref() {
        Some("sat") => Engine::Sat,
        Some("search") => Engine::Search,
        _ => Engine::Auto,
    };
    let text = std::fs::read_to_string(&path).expect("a readable file");
    let options = Options { engine, most: usize::MAX, ..Options::default() };
    match ask(&text, &options) {
        Ok(answer) => println!("{}", serde_json::to_string(&answer).expect("JSON")),
        Err(mistake) => eprintln!("{}", mistake.draw(&path, &text, false)),
    }
}
