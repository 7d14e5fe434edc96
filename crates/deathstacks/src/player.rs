//! The two players.

use std::fmt;

/// A player, and the colour of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Starts on row 6 and moves first.
    Red,
    /// Starts on row 1.
    Blue,
}

impl Player {
    /// Both players, the first mover first.
    pub const ALL: [Player; 2] = [Player::Red, Player::Blue];

    /// The opponent.
    pub fn other(self) -> Player {
        match self {
            Player::Red => Player::Blue,
            Player::Blue => Player::Red,
        }
    }

    /// `r` or `b`.
    pub fn letter(self) -> char {
        match self {
            Player::Red => 'r',
            Player::Blue => 'b',
        }
    }

    /// The player whose letter this is.
    ///
    /// ```
    /// use zugwerk_deathstacks::Player;
    /// assert_eq!(Player::from_letter('b'), Some(Player::Blue));
    /// assert_eq!(Player::from_letter('B'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Player> {
        Player::ALL.into_iter().find(|player| player.letter() == letter)
    }
}

/// `red` or `blue`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Player::Red => "red",
            Player::Blue => "blue",
        })
    }
}
