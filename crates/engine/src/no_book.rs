//! In a browser there are no files, and so no opening books.

use zugwerk_chess::{Move, Position};

/// An opening book that is always empty.
#[derive(Clone, Debug, Default)]
pub struct Book;

impl Book {
    /// There is no file to open.
    pub fn open(file: &str) -> Result<Book, String> {
        Err(format!("{file}: there are no files here"))
    }

    /// How many entries it has: none.
    pub fn len(&self) -> usize {
        0
    }

    /// It always is.
    pub fn is_empty(&self) -> bool {
        true
    }

    /// No move for any position.
    pub fn choose(&self, _: &Position) -> Option<Move> {
        None
    }
}
