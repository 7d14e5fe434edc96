//! Game-tree search for any two-player game of perfect information.
