//! The API as its users see it: every endpoint, every error, the bounds.

mod ask;
mod bounds;
mod chess;
mod errors;
mod games;
mod puzzles;
mod tables;
