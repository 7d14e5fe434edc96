//! Writing moves: as problemists do, in SAN or in UCI, with the piece letters of several languages.

use crate::self_check;
use crate::solver::Problem;
use crate::stipulation::{Length, Play};
use zugwerk_chess::{Move, MoveKind, Position, Role, attacks};

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notation {
    /// The kind of notation.
    pub style: Style,
    /// Whose piece letters, which UCI has none of, and whose words.
    pub language: Language,
}

/// A kind of notation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// As in problem magazines: `bxa8S`, `0-0`, `exd6ep.`, `Kd5=` for a stalemate.
    #[default]
    Problemist,
    /// Standard algebraic notation: `bxa8=N`, `O-O`.
    San,
    /// As engines write: `b7a8n`, `e1g1`.
    Uci,
}

/// A language, with its piece letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// K Q R B N, and S for the knight of problemists.
    #[default]
    English,
    /// K D T L S.
    German,
    /// R D T F C.
    French,
    /// K D T L P.
    Dutch,
}

impl Notation {
    /// The letter of a piece; pawns have none.
    fn letter(self, role: Role) -> char {
        let letters = match (self.language, self.style) {
            (Language::English, Style::Problemist) => "PSBRQK",
            (Language::English, _) => "PNBRQK",
            (Language::German, _) => "BSLTDK",
            (Language::French, _) => "PCFTDR",
            (Language::Dutch, _) => "pPLTDK",
        };
        letters.as_bytes()[role.index()] as char
    }

    /// A legal move of `position`.
    ///
    /// ```
    /// use zugwerk_chess::Position;
    /// use zugwerk_problems::{Language, Notation, Style};
    /// let position: Position = "r5k1/1P6/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    /// let m = position.parse_uci("b7a8n").unwrap();
    /// let write = |style, language| Notation { style, language }.write(&position, m);
    /// assert_eq!(write(Style::San, Language::English), "bxa8=N");
    /// assert_eq!(write(Style::Problemist, Language::German), "bxa8S");
    /// assert_eq!(write(Style::Uci, Language::French), "b7a8n");
    /// ```
    pub fn write(self, position: &Position, m: Move) -> String {
        if self.style == Style::Uci {
            return position.uci(m);
        }
        if !position.is_legal(m) {
            return self.write_self_check(position, m);
        }
        let san = position.san(m);
        let mut text: String = match m.is_castling() {
            true => san,
            false => san.chars().map(|letter| self.translate(letter)).collect(),
        };
        if self.style == Style::Problemist {
            text = text.replace('O', "0").replace('=', "");
            if m.kind() == MoveKind::EnPassant {
                let end = text.find(['+', '#']).unwrap_or(text.len());
                text.insert_str(end, "ep.");
            }
            let after = position.play(m);
            if !after.is_check() && !after.has_moves() {
                text.push('=');
            }
        }
        text
    }

    /// A move that leaves the own king in check, with the mates it ends in.
    fn write_self_check(self, position: &Position, m: Move) -> String {
        let (us, from, to) = (position.turn(), m.from(), m.to());
        let mut text = String::new();
        let role = position.role_at(from).unwrap_or(Role::Pawn);
        let takes = position.is_capture(m);
        if role != Role::Pawn {
            text.push(self.letter(role));
            let likes = attacks::of(us, role, to, position.occupied()) & position.pieces(us, role);
            if likes.several() {
                text.push_str(&from.to_string());
            }
        } else if takes {
            text.push(from.file().letter());
        }
        text.push_str(if takes { "x" } else { "" });
        text.push_str(&to.to_string());
        if let Some(role) = m.promoted() {
            text.push_str(if self.style == Style::San { "=" } else { "" });
            text.push(self.letter(role));
        }
        if m.kind() == MoveKind::EnPassant && self.style == Style::Problemist {
            text.push_str("ep.");
        }
        let after = position.play(m);
        let was_mated = position.is_check() && !position.has_moves();
        text.push_str(match (self_check::is_mated(&after, !us), was_mated) {
            (true, false) => "##",
            (true, true) => "##!",
            (false, _) => " !#",
        });
        text
    }

    fn translate(self, letter: char) -> char {
        match Role::from_letter(letter) {
            Some(role) if letter.is_ascii_uppercase() => self.letter(role),
            _ => letter,
        }
    }

    /// A line of `problem` with its move numbers, from `start`.
    pub fn line(self, problem: &Problem, start: &Position, line: &[Move]) -> String {
        let positions = problem.positions(start, line);
        let mut text = String::new();
        for (ply, &m) in line.iter().enumerate() {
            if ply > 0 {
                text.push(' ');
            }
            text.push_str(&problem.number(start, line.len(), ply, &positions));
            text.push_str(&self.write(&positions[ply], m));
        }
        text
    }
}

impl Problem {
    /// Where the lines of the solution begin: the start of a game for a proof game, else the diagram.
    pub fn start(&self) -> Position {
        match self.stipulation.play {
            Play::ProofGame | Play::SeriesProofGame => Position::start(),
            _ => self.position.clone(),
        }
    }

    /// The positions before each move of a line from `start`, and the one after the last.
    pub fn positions(&self, start: &Position, line: &[Move]) -> Vec<Position> {
        let mut positions = vec![start.clone()];
        let mut is_parry = false;
        for (ply, &m) in line.iter().enumerate() {
            let after = positions[ply].play(m);
            let goes_on = !is_parry && self.goes_on(line.len(), ply);
            is_parry = goes_on && after.is_check();
            positions.push(if goes_on && !is_parry { after.pass() } else { after });
        }
        positions
    }

    /// Whether the side that makes a ply of a line of `plies`, no parry, also makes the next one, unless that is a parry.
    fn goes_on(&self, plies: usize, ply: usize) -> bool {
        let intro = usize::from(self.stipulation.intro);
        if ply < intro {
            return ply + 1 < intro;
        }
        match self.stipulation.parry {
            // However many parries there are, the series ends with the line or before its reply.
            Some(_) => ply + 1 + self.reply() < plies,
            None => ply - intro + 1 < self.series(plies),
        }
    }

    /// A line of the solution in UCI, from `start`.
    pub fn uci_line(&self, start: &Position, line: &[Move]) -> Vec<String> {
        let positions = self.positions(start, line);
        line.iter().zip(&positions).map(|(&m, position)| position.uci(m)).collect()
    }

    /// How many plies of the other side follow a series.
    fn reply(&self) -> usize {
        usize::from(matches!(
            self.stipulation.play,
            Play::SeriesHelp | Play::SeriesSelf | Play::SeriesReflex
        ))
    }

    /// Whether one side makes several moves in a row, be it one alone in a short solution.
    fn moves_in_a_row(&self) -> bool {
        self.stipulation.is_series()
            || matches!(self.stipulation.play, Play::SeriesProofGame | Play::SeriesAToB(_))
    }

    /// How many plies of a line of `plies` are made by the same side, after the intro.
    fn series(&self, plies: usize) -> usize {
        if !self.moves_in_a_row() {
            return 1;
        }
        plies.saturating_sub(self.reply() + usize::from(self.stipulation.intro))
    }

    /// What stands before a ply of a line of `plies`: `2.`, `1...` or nothing. Of the positions those before each ply
    /// are known.
    fn number(&self, start: &Position, plies: usize, ply: usize, positions: &[Position]) -> String {
        if self.moves_in_a_row() {
            let intro = usize::from(self.stipulation.intro);
            let turn = positions[ply].turn();
            let since = if ply < intro { 0 } else { intro };
            let made = positions[since..=ply].iter().filter(|before| before.turn() == turn).count();
            let is_mover = ply < intro || turn == positions[intro].turn();
            return if is_mover { format!("{made}.") } else { String::new() };
        }
        // In help play the side that moves last ends a move; elsewhere Black does.
        let late = match self.stipulation.play {
            Play::Help | Play::HelpSelf | Play::HelpReflex => plies % 2 == 1,
            Play::Reciprocal => self.halves().is_some_and(|halves| halves % 2 == 1),
            _ => start.turn() == zugwerk_chess::Color::Black,
        };
        let half = ply + usize::from(late);
        match (half % 2, ply) {
            (0, _) => format!("{}.", half / 2 + 1),
            (_, 0) => "1...".to_string(),
            _ => String::new(),
        }
    }

    /// The length asked for in half-moves, if there is one.
    pub fn halves(&self) -> Option<u16> {
        match self.stipulation.length {
            Length::Halves(halves) => Some(halves),
            Length::Shortest => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, stipulation: &str, line: &str, expected: &str) {
        let problem = Problem::new(fen, stipulation, true).unwrap();
        let start = problem.start();
        let mut position = start.clone();
        let count = line.split(' ').count();
        let (mut moves, mut is_parry) = (Vec::new(), false);
        for (ply, text) in line.split(' ').enumerate() {
            let m = position.parse_uci(text).unwrap();
            moves.push(m);
            let goes_on = !is_parry && problem.goes_on(count, ply);
            position = position.play(m);
            is_parry = goes_on && position.is_check();
            if goes_on && !is_parry {
                position = position.pass();
            }
        }
        assert_eq!(Notation::default().line(&problem, &start, &moves), expected);
        assert_eq!(problem.uci_line(&start, &moves).join(" "), line);
    }

    #[test]
    fn numbers_moves_as_problemists_do() {
        check(
            "8/4K3/8/7k/8/4p3/4QB2/8 b - - 0 1",
            "h#2",
            "h5g6 e7f8 g6h7 e2h5",
            "1.Kg6 Kf8 2.Kh7 Qh5#",
        );
        check("6k1/5ppp/8/8/8/8/6PP/R6K w - - 0 1", "h#0.5", "a1a8", "1...Ra8#");
        check("5k2/7p/8/8/4K3/Q7/8/8 b - - 0 1", "ser-h#2", "f8g7 g7h8 a3f8", "1.Kg7 2.Kh8 Qf8#");
        check("r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1", "ser-#1", "a8a1", "1.Ra1#");
        check(
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
            "dia 1.5",
            "e2e4 c7c5 g1f3",
            "1.e4 c5 2.Sf3",
        );
    }

    #[test]
    fn a_series_of_one_move_is_numbered_as_a_series() {
        let fen = "7k/p7/5KQ1/8/8/8/8/8 b - - 0 1";
        check(fen, "ser-h#2", "a7a6 g6g7", "1.a6 Qg7#");
        check(fen, "ser-h#1", "a7a6 g6g7", "1.a6 Qg7#");
    }

    #[test]
    fn a_parry_series_after_moves_of_the_other_side_is_written() {
        let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        check(fen, "1->phser-h#1", "a1a7 e8d8 h1h8", "1.Ra7 1.Kd8 Rh8#");
        check(fen, "1->phser-h#2", "h1h7 e8d8 d8e8 a1a8", "1.Rh7 1.Kd8 2.Ke8 Ra8#");
        let fen = "6k1/8/8/8/8/8/4R3/K4R2 w - - 0 1";
        check(fen, "phser-#3", "a1b1 e2g2 g8h7 f1h1", "1.Kb1 2.Rg2+ Kh7 3.Rh1#");
    }

    #[test]
    fn writes_castling_en_passant_and_stalemate() {
        let position: Position = "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1".parse().unwrap();
        let write =
            |uci: &str| Notation::default().write(&position, position.parse_uci(uci).unwrap());
        assert_eq!(write("e5d6"), "exd6ep.");
        assert_eq!(write("e1c1"), "0-0-0");
        let position: Position = "7k/5K2/8/8/8/8/8/6Q1 w - - 0 1".parse().unwrap();
        let m = position.parse_uci("g1g6").unwrap();
        assert_eq!(Notation::default().write(&position, m), "Qg6=");
    }
}
