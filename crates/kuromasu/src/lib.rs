//! Kuromasu: solve, prove, explain, generate.
