//! Stipulations: what a problem asks for, and how problemists write it.
//!
//! The grammar, blanks allowed between any two parts:
//!
//! ```text
//! stipulation = ( play goal length | "dia" length | "=>" plies FEN ) { "+k" | "duplex" }
//! play        = "" | "s" | "r" | "semi-r" | "h" | "hs" | "ser-" | "ser-h" | "ser-s"
//! goal        = "#" | "=" | "==" | "#=" | "+" | "x" | "z" square
//! length      = number [ ".5" ] | "?"
//! plies       = number | "?"
//! ```

use crate::goal::Goal;
use std::fmt;
use std::str::FromStr;
use zugwerk_chess::{Color, FenError, Setup, Square};

/// What a problem asks for.
///
/// ```
/// use zugwerk_problems::{Goal, Length, Play, Stipulation};
/// let stipulation: Stipulation = "h#2.5".parse().unwrap();
/// assert_eq!(stipulation.play, Play::Help);
/// assert_eq!(stipulation.goal, Goal::Mate);
/// assert_eq!(stipulation.length, Length::Halves(5));
/// assert_eq!(stipulation.to_string(), "h#2.5");
/// let error = "h#two".parse::<Stipulation>().unwrap_err();
/// assert_eq!(error.to_string(), "stipulation \"h#two\", column 3: expected a length like 3 or 2.5, or ?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stipulation {
    /// Who works with or against whom.
    pub play: Play,
    /// What the last move must do. Proof games and passages have the goal of their position.
    pub goal: Goal,
    /// In how many moves.
    pub length: Length,
    /// Whether set play and tries are wanted too: `+k`.
    pub set_play: bool,
    /// Whether the problem is also to be solved with the sides exchanged.
    pub duplex: bool,
}

/// Who works with or against whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Play {
    /// The side to move reaches the goal against every defence: `#n`.
    Direct,
    /// The side to move forces the other side to reach the goal: `s#n`.
    SelfPlay,
    /// As in a selfmate, but who can reach the goal must: `r#n`.
    Reflex,
    /// As in a reflexmate, but only the other side must: `semi-r#n`.
    SemiReflex,
    /// Both sides work together; the last move reaches the goal: `h#n`.
    Help,
    /// Both sides work together until the last move can only reach the goal: `hs#n`.
    HelpSelf,
    /// The side to move makes all the moves: `ser-#n`.
    Series,
    /// The side to move makes n moves, then the other side reaches the goal: `ser-h#n`.
    SeriesHelp,
    /// The side to move makes n moves, then the other side can only reach the goal: `ser-s#n`.
    SeriesSelf,
    /// The position of the problem is reached from the start of a game: `dia n`.
    ProofGame,
    /// Another position is reached from the position of the problem: `=>n FEN`.
    Passage(Box<Target>),
}

/// A position to be reached, as far as the FEN speaks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The men, and the rest where it was given.
    pub setup: Setup,
    /// Whether the FEN said whose turn it is.
    pub has_turn: bool,
    /// Whether the FEN said who may castle; if not, any rights will do.
    pub has_castling: bool,
    /// Whether the FEN spoke of en passant; if not, any will do.
    pub has_en_passant: bool,
}

impl Target {
    /// Reads a FEN whose later fields may be missing.
    pub fn from_fen(fen: &str) -> Result<Target, FenError> {
        let setup = Setup::from_fen(fen)?;
        let fields = fen.split_ascii_whitespace().count();
        Ok(Target {
            setup,
            has_turn: fields > 1,
            has_castling: fields > 2,
            has_en_passant: fields > 3,
        })
    }
}

/// In how many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Half-moves: 5 for `2.5`. For directmates and their like twice the number of moves; for
    /// series twice the number of moves of the series; for passages the number of plies.
    Halves(u16),
    /// As few as will do: `?`.
    Shortest,
}

/// The longest length that is read.
const MOST_MOVES: u16 = 200;

/// Why a text is no stipulation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stipulation {text:?}, column {column}: {problem}")]
pub struct StipulationError {
    /// The text, shortened.
    pub text: String,
    /// Where, from 1.
    pub column: usize,
    /// What is wrong, or what was expected.
    pub problem: String,
}

impl Stipulation {
    /// A stipulation without extras.
    pub fn new(play: Play, goal: Goal, length: Length) -> Stipulation {
        Stipulation { play, goal, length, set_play: false, duplex: false }
    }

    /// A directmate in `moves`.
    pub fn mate_in(moves: u16) -> Stipulation {
        Stipulation::new(Play::Direct, Goal::Mate, Length::Halves(2 * moves))
    }

    /// Who begins when the FEN does not say: in help play of whole moves and in series-help play
    /// Black, elsewhere White.
    pub fn usual_turn(&self) -> Color {
        let whole = !matches!(self.length, Length::Halves(halves) if halves % 2 == 1);
        match self.play {
            Play::Help if whole => Color::Black,
            Play::HelpSelf if !whole => Color::Black,
            Play::SeriesHelp => Color::Black,
            _ => Color::White,
        }
    }

    /// Whether the answer is keys with a tree, not lines of moves.
    pub fn is_battle(&self) -> bool {
        matches!(self.play, Play::Direct | Play::SelfPlay | Play::Reflex | Play::SemiReflex)
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.play {
            Play::ProofGame => write!(f, "dia {}", self.length)?,
            Play::Passage(target) => {
                match self.length {
                    Length::Halves(plies) => write!(f, "=>{plies} ")?,
                    Length::Shortest => f.write_str("=>? ")?,
                }
                f.write_str(&target.setup.placement())?;
            }
            play => write!(f, "{}{}{}", prefix(play), self.goal, self.length)?,
        }
        if self.set_play {
            f.write_str(" +k")?;
        }
        if self.duplex {
            f.write_str(" duplex")?;
        }
        Ok(())
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Length::Halves(halves) if halves % 2 == 1 => write!(f, "{}.5", halves / 2),
            Length::Halves(halves) => write!(f, "{}", halves / 2),
            Length::Shortest => f.write_str("?"),
        }
    }
}

/// How each kind of play is written; longer prefixes before those they begin with.
const PREFIXES: [(&str, Play); 8] = [
    ("ser-h", Play::SeriesHelp),
    ("ser-s", Play::SeriesSelf),
    ("ser-", Play::Series),
    ("semi-r", Play::SemiReflex),
    ("hs", Play::HelpSelf),
    ("h", Play::Help),
    ("s", Play::SelfPlay),
    ("r", Play::Reflex),
];

fn prefix(play: &Play) -> &'static str {
    PREFIXES.iter().find(|(_, listed)| listed == play).map_or("", |(prefix, _)| prefix)
}

impl FromStr for Stipulation {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Stipulation, StipulationError> {
        let mut reader = Reader { text, at: 0 };
        reader.skip_blanks();
        let mut stipulation = if reader.take("dia") {
            Stipulation::new(Play::ProofGame, Goal::Position, reader.length()?)
        } else if reader.take("=>") {
            reader.passage()?
        } else {
            reader.play()?
        };
        loop {
            reader.skip_blanks();
            if reader.rest().is_empty() {
                return Ok(stipulation);
            } else if reader.take("+k") {
                stipulation.set_play = true;
            } else if reader.take("duplex") {
                stipulation.duplex = true;
            } else {
                return Err(reader.expected("the end, +k or duplex"));
            }
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Takes `token`, in either case, and says whether it was there.
    fn take(&mut self, token: &str) -> bool {
        let there =
            self.rest().get(..token.len()).is_some_and(|start| start.eq_ignore_ascii_case(token));
        if there {
            self.at += token.len();
        }
        there
    }

    fn error(&self, problem: String) -> StipulationError {
        let mut text: String = self.text.chars().take(40).collect();
        if text.len() < self.text.len() {
            text.push('…');
        }
        StipulationError { text, column: self.text[..self.at].chars().count() + 1, problem }
    }

    fn expected(&self, what: &str) -> StipulationError {
        self.error(format!("expected {what}"))
    }

    fn play(&mut self) -> Result<Stipulation, StipulationError> {
        let found = PREFIXES.iter().find(|(prefix, _)| self.take(prefix));
        let play = found.map_or(Play::Direct, |(_, play)| play.clone());
        self.skip_blanks();
        let goal = self.goal(play == Play::Direct)?;
        self.skip_blanks();
        let start = self.at;
        let length = self.length()?;
        let refuse = |reader: &mut Reader, problem: &str| {
            reader.at = start;
            Err(reader.error(problem.to_string()))
        };
        match length {
            Length::Shortest if play != Play::Direct || goal != Goal::Mate => {
                refuse(self, "only directmates, proof games and passages can leave the length open")
            }
            Length::Halves(0 | 1) if play != Play::Help => {
                refuse(self, "the shortest length is 1 move")
            }
            Length::Halves(0) => refuse(self, "the shortest length is 0.5 moves"),
            Length::Halves(halves)
                if halves % 2 == 1 && !matches!(play, Play::Help | Play::HelpSelf) =>
            {
                refuse(self, "only help play and proof games have lengths with .5")
            }
            _ => Ok(Stipulation::new(play, goal, length)),
        }
    }

    fn goal(&mut self, can_be_play: bool) -> Result<Goal, StipulationError> {
        let goals = [
            ("#=", Goal::MateOrStalemate),
            ("==", Goal::MateOrStalemate),
            ("#", Goal::Mate),
            ("=", Goal::Stalemate),
            ("+", Goal::Check),
            ("x", Goal::Capture),
        ];
        if let Some((_, goal)) = goals.iter().find(|(token, _)| self.take(token)) {
            return Ok(*goal);
        }
        if self.take("z") {
            self.skip_blanks();
            let square = self.rest().get(..2).and_then(|name| name.parse::<Square>().ok());
            let square = square.ok_or_else(|| self.expected("a square like e8 after z"))?;
            self.at += 2;
            return Ok(Goal::Square(square));
        }
        let goals = "a goal: # = == + x or z and a square";
        Err(if can_be_play {
            self.expected(&format!("s r h hs ser- ser-h ser-s semi-r, dia, => or {goals}"))
        } else {
            self.expected(goals)
        })
    }

    fn number(&mut self) -> Result<Option<u16>, StipulationError> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Ok(None);
        }
        match self.rest()[..digits].parse::<u16>() {
            Ok(number) if number <= MOST_MOVES => {
                self.at += digits;
                Ok(Some(number))
            }
            _ => Err(self.error(format!("the longest length is {MOST_MOVES}"))),
        }
    }

    fn length(&mut self) -> Result<Length, StipulationError> {
        self.skip_blanks();
        if self.take("?") {
            return Ok(Length::Shortest);
        }
        let whole = self.number()?;
        if self.take(".5") {
            return Ok(Length::Halves(2 * whole.unwrap_or(0) + 1));
        }
        self.take(".0");
        match whole {
            Some(moves) => Ok(Length::Halves(2 * moves)),
            None => Err(self.expected("a length like 3 or 2.5, or ?")),
        }
    }

    fn passage(&mut self) -> Result<Stipulation, StipulationError> {
        self.skip_blanks();
        let length = if self.take("?") {
            Length::Shortest
        } else {
            match self.number()? {
                Some(plies) => Length::Halves(plies),
                None => return Err(self.expected("a number of plies, or ?")),
            }
        };
        if !self.rest().starts_with([' ', '\t']) {
            return Err(self.expected("a blank and the FEN to be reached"));
        }
        self.skip_blanks();
        // The extras come last, so the FEN is what is before them.
        let rest = self.rest();
        let end = [" +k", " duplex"].iter().filter_map(|extra| rest.find(extra)).min();
        let fen = &rest[..end.unwrap_or(rest.len())];
        match Target::from_fen(fen) {
            Ok(target) => {
                self.at += fen.len();
                Ok(Stipulation::new(Play::Passage(Box::new(target)), Goal::Position, length))
            }
            Err(error) => Err(self.error(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_what_it_reads() {
        for text in [
            "#2",
            "s#3",
            "r#2",
            "semi-r#2",
            "h#4",
            "h#2.5",
            "hs#3",
            "hs#2.5",
            "ser-#5",
            "ser-h#7",
            "ser-s#4",
            "=3",
            "==2",
            "h=3",
            "ser-h=4",
            "ze82",
            "hza13",
            "x1",
            "+4",
            "#?",
            "dia 7.5",
            "dia ?",
            "h#3 duplex",
            "#2 +k",
            "#2 +k duplex",
        ] {
            assert_eq!(text.parse::<Stipulation>().unwrap().to_string(), text);
        }
        for (text, meant) in [
            (" H # 3 ", "h#3"),
            ("z e8 2", "ze82"),
            ("dia7.5", "dia 7.5"),
            ("#=2", "==2"),
            ("h#.5", "h#0.5"),
            ("#2+k", "#2 +k"),
            ("=>4 8/8/8/8/8/1k6/8/K7 b duplex", "=>4 8/8/8/8/8/1k6/8/K7 duplex"),
        ] {
            assert_eq!(text.parse::<Stipulation>().unwrap().to_string(), meant);
        }
    }

    #[test]
    fn says_where_and_what_was_expected() {
        for (text, column, part) in [
            ("", 1, "expected s r h"),
            ("q#2", 1, "expected s r h"),
            ("h2", 2, "expected a goal"),
            ("h#", 3, "expected a length"),
            ("#2 foo", 4, "expected the end"),
            ("#2.5", 2, "only help play"),
            ("s#?", 3, "leave the length open"),
            ("#0", 2, "shortest length is 1"),
            ("h#0", 3, "0.5 moves"),
            ("#99999999999999", 2, "the longest length is 200"),
            ("zi9 3", 2, "expected a square"),
            ("=>3", 4, "FEN to be reached"),
            ("=>3 8/8", 5, "2 ranks"),
            ("h#ä", 3, "expected a length"),
        ] {
            let error = text.parse::<Stipulation>().unwrap_err();
            assert_eq!(error.column, column, "{error}");
            assert!(error.problem.contains(part), "{error}");
        }
    }
}
