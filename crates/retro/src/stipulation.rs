//! Retractions: take back a move, then play on.

use crate::unmove::{Unmove, unmoves};
use zugwerk_chess::{Move, Position};

/// What is asked about the moves that can have been the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retraction {
    /// Which there are (`retract 1`).
    LastMoves,
    /// After which of them, taken back, the same side could have mated at once (`-1 & #1`).
    ThenMate,
    /// After which of them, taken back, the other side could be brought to mate in one: the side that takes back then
    /// plays another move, after which it is mated (`-1 & h#1`).
    ThenHelpmate,
}

/// One answer: a move taken back, and what is played instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retracted {
    /// The move taken back.
    pub last: Unmove,
    /// What is played instead.
    pub line: Vec<Move>,
}

impl Retraction {
    /// Reads `retract 1` or `-1`, alone or with `& #1` or `& h#1` after it.
    pub fn read(text: &str) -> Option<Retraction> {
        let words: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let words = words.to_ascii_lowercase();
        match words.strip_prefix("retract1").or(words.strip_prefix("-1"))? {
            "" => Some(Retraction::LastMoves),
            "&#1" => Some(Retraction::ThenMate),
            "&h#1" => Some(Retraction::ThenHelpmate),
            _ => None,
        }
    }

    /// Every solution. The side that is not to move in `position` made the last move, and takes it back.
    ///
    /// ```
    /// use zugwerk_chess::Position;
    /// use zugwerk_retro::Retraction;
    /// let position: Position = "6k1/8/5RK1/8/8/8/8/8 b - - 0 1".parse().unwrap();
    /// let mates = Retraction::read("-1 & #1").unwrap().solve(&position);
    /// let words = |r: &zugwerk_retro::Retracted| (r.last.words(), r.last.before.san(r.line[0]));
    /// assert!(mates.iter().map(words).any(|w| w == ("Ra6-f6".into(), "Ra8#".into())));
    /// ```
    pub fn solve(self, position: &Position) -> Vec<Retracted> {
        let mut found = Vec::new();
        for last in unmoves(position) {
            let before = last.before.clone();
            let moves = before.legal_moves();
            match self {
                Retraction::LastMoves => found.push(Retracted { last, line: Vec::new() }),
                Retraction::ThenMate => {
                    let mates = moves.iter().filter(|&&m| before.play(m).is_checkmate());
                    let all = mates.map(|&m| Retracted { last: last.clone(), line: vec![m] });
                    found.extend(all);
                }
                Retraction::ThenHelpmate => {
                    for &m in &moves {
                        let next = before.play(m);
                        let replies = next.legal_moves();
                        let mates =
                            replies.iter().filter(|&&reply| next.play(reply).is_checkmate());
                        let lines = mates.map(|&reply| vec![m, reply]);
                        found.extend(lines.map(|line| Retracted { last: last.clone(), line }));
                    }
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_usual_words() {
        assert_eq!(Retraction::read("retract 1"), Some(Retraction::LastMoves));
        assert_eq!(Retraction::read("-1 & #1"), Some(Retraction::ThenMate));
        assert_eq!(Retraction::read(" -1&h#1"), Some(Retraction::ThenHelpmate));
        assert_eq!(Retraction::read("#1"), None);
    }

    /// Castling counts after the king has been taken back to its home.
    #[test]
    fn taken_back_a_king_may_castle() {
        let home = unmoves(&"8/8/8/8/8/8/k3K3/7R b - - 0 1".parse().unwrap());
        let back = home.iter().find(|last| last.words() == "Ke1-e2").unwrap();
        assert!(back.before.castling().rooks().any());
    }

    #[test]
    fn a_mate_after_a_retraction_is_one() {
        let position: Position = "k7/8/1K6/8/7R/8/8/8 b - - 0 1".parse().unwrap();
        let solutions = Retraction::ThenMate.solve(&position);
        assert!(solutions.iter().any(|solution| solution.last.words() == "Rg4-h4"));
        for Retracted { last, line } in &solutions {
            assert!(last.before.legal_moves().contains(&line[0]));
            assert!(last.before.play(line[0]).is_checkmate());
        }
    }

    #[test]
    fn a_helpmate_after_a_retraction_ends_in_mate() {
        let position: Position = "7k/8/5K2/8/8/8/8/R7 b - - 0 1".parse().unwrap();
        for solution in Retraction::ThenHelpmate.solve(&position) {
            let end = solution.line.iter().fold(solution.last.before.clone(), |p, m| p.play(*m));
            assert!(end.is_checkmate());
        }
    }
}
