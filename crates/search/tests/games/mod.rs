//! Small games for the tests, each a page long.

#![allow(dead_code)] // each test file uses some of them

pub mod connect_four;
pub mod tic_tac_toe;
pub mod tree;
