//! The workbench without a server: the questions of its HTTP interface, answered by a module of WebAssembly
//! in a worker of the page.
//!
//! The page writes the address and the body of a question into room that [`reserve`] gave, and calls
//! [`ask`]. What is told comes back through `page.tell`: news of work that takes time, and at last the answer or
//! what is wrong, each as JSON. There is one thread; to end a question early the page ends the worker.
//!
//! It is compiled twice: with the feature `chess` for questions about chess alone, which a visitor asks first, and
//! with everything. The network of the engine is a file of its own, which the page hands to [`network`] before it asks.

use std::cell::RefCell;
use zugwerk_server::{Inside, Settings};

/// What a text told to the page is.
#[repr(u32)]
enum Kind {
    Event = 0,
    Answer = 1,
    Error = 2,
}

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    #[link_name = "tell"]
    fn page_tell(kind: u32, text: *const u8, length: usize);
}

/// Tells the page a text.
fn tell(kind: Kind, text: &str) {
    #[cfg(target_family = "wasm")]
    // SAFETY: the page reads the whole text before it returns, and writes nothing.
    unsafe {
        page_tell(kind as u32, text.as_ptr(), text.len());
    }
    // On other machines there is no page; the crate is built there to be checked with all others.
    #[cfg(not(target_family = "wasm"))]
    let _ = (kind as u32, text);
}

thread_local! {
    #[cfg(feature = "chess")]
    static INSIDE: Inside = Inside::chess(Settings::browser());
    #[cfg(not(feature = "chess"))]
    static INSIDE: Inside = Inside::new(Settings::browser());
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Room for a question of `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        room.clear();
        room.resize(length, 0);
        room.as_mut_ptr()
    })
}

/// Takes the network of the engine, which is in the room: whether it is whole.
#[unsafe(no_mangle)]
pub extern "C" fn network() -> bool {
    let bytes = ROOM.take();
    #[cfg(target_family = "wasm")]
    return zugwerk_engine::evaluation::Network::provide(&bytes).is_ok();
    #[cfg(not(target_family = "wasm"))]
    zugwerk_engine::evaluation::Network::from_bytes(&bytes).is_ok()
}

/// Answers the question in the room: its address are the first `path` bytes, its body is the rest.
#[unsafe(no_mangle)]
pub extern "C" fn ask(path: usize) {
    let question = ROOM.take();
    let (path, body) = question.split_at(path.min(question.len()));
    let path = String::from_utf8_lossy(path);
    match INSIDE.with(|inside| inside.ask(&path, body, |news| tell(Kind::Event, news))) {
        Ok(answer) => tell(Kind::Answer, &answer),
        Err(error) => tell(Kind::Error, &error),
    }
}
