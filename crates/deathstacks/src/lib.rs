//! The rules of Death Stacks and a bot that plays it.
