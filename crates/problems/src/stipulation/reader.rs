//! How problemists write stipulations.
//!
//! The grammar, blanks allowed between any two parts:
//!
//! ```text
//! stipulation = [ number "->" ] [ "exact-" ] ( play goal length | "dia" length | "=>" plies FEN
//!             | "ser-dia" number | "ser-=>" number FEN ) { extra }
//! play        = "" | "s" | "r" | "semi-r" | "h" | "hs" | "hr" | "reci-h" | series [ "h" | "s" | "r" ]
//! series      = "ser-" | "pser-" | "phser-"
//! goal        = "#" | "=" | "==" | "#=" | "!=" | "##" | "##!" | "!#" | "+" | "x" | "%" | "00" | "ep" | "~" | "ct" | "<>"
//!             | "z" square | "k" square
//! length      = number [ ".5" | ",5" | "½" ] | "?"
//! plies       = number | "?"
//! extra       = "+k" | "duplex" | "halfduplex" | "quodlibet" | "postkey" | "goalisend" | "maxflights" number
//!             | "nontrivial" number number | "exclusive" corner corner
//! ```

use super::{
    Length, NonTrivial, PREFIXES, Parry, Play, Stipulation, StipulationError, Target,
    exclusive_pair, impossible_rights,
};
use crate::goal::Goal;
use std::str::FromStr;
use zugwerk_chess::Square;

/// The longest length that is read.
const MOST_MOVES: u16 = 200;

impl FromStr for Stipulation {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Stipulation, StipulationError> {
        let mut reader = Reader { text, at: 0 };
        let intro = reader.intro()?;
        let exact = reader.take("exact-");
        reader.skip_blanks();
        let mut stipulation = if reader.take("dia") {
            Stipulation::new(Play::ProofGame, Goal::Position, reader.length()?)
        } else if reader.take("ser-dia") {
            Stipulation::new(Play::SeriesProofGame, Goal::Position, reader.whole_length()?)
        } else if reader.take("=>") {
            reader.a_to_b(false)?
        } else if reader.take("ser-=>") {
            reader.a_to_b(true)?
        } else {
            reader.play()?
        };
        if intro > 0 && !stipulation.is_series() {
            reader.at = 0;
            return Err(reader.error("only a series can come after moves of the other side".into()));
        }
        (stipulation.intro, stipulation.exact) = (intro, exact);
        let stipulation = reader.extras(stipulation)?;
        if stipulation.duplex && stipulation.half_duplex {
            reader.at = 0;
            return Err(reader.expected("duplex or halfduplex, not both"));
        }
        if stipulation.parry == Some(Parry::Fights) && (intro > 0 || stipulation.set_play) {
            reader.at = 0;
            let problem =
                "a series with parries of the defender has no moves before it, and no set play";
            return Err(reader.error(problem.into()));
        }
        Ok(stipulation)
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

    /// The moves before the series, if there are any: `2->`.
    fn intro(&mut self) -> Result<u16, StipulationError> {
        self.skip_blanks();
        let start = self.at;
        if let Some(moves) = self.number()? {
            self.skip_blanks();
            if self.take("->") {
                self.skip_blanks();
                return Ok(moves);
            }
        }
        // A goal may begin with digits.
        self.at = start;
        Ok(0)
    }

    fn extras(&mut self, mut stipulation: Stipulation) -> Result<Stipulation, StipulationError> {
        loop {
            self.skip_blanks();
            let start = self.at;
            if self.rest().is_empty() {
                return Ok(stipulation);
            } else if self.take("+k") || self.take("*") {
                stipulation.set_play = true;
            } else if self.take("duplex") {
                stipulation.duplex = true;
            } else if self.take("halfduplex") {
                stipulation.half_duplex = true;
            } else if self.take("exclusive") {
                let corners = [self.square()?, self.square()?];
                let pair = exclusive_pair(&corners);
                self.at = if pair.is_some() { self.at } else { start };
                let pair = pair.ok_or_else(|| self.expected("exclusive and two corners like a1h8"));
                stipulation.exclusive = stipulation.exclusive.union(pair?);
            } else if !stipulation.is_battle() || stipulation.parry.is_some() {
                return Err(self.expected("the end, +k, duplex, halfduplex or exclusive a1h8"));
            } else if self.take("quodlibet") {
                stipulation.rules.quodlibet = true;
            } else if self.take("postkey") {
                stipulation.rules.post_key = true;
                if stipulation.play == Play::Direct && stipulation.length == Length::Halves(2) {
                    self.at = start;
                    return Err(self.error("after the key of a one-mover there is no play".into()));
                }
            } else if self.take("goalisend") {
                stipulation.rules.goal_is_end = true;
            } else if self.take("maxflights") {
                let flights = self.number_after_blanks("a number of flights")?;
                stipulation.rules.max_flights = Some(flights);
            } else if self.take("nontrivial") {
                let more = self.number_after_blanks("a number of defences")?;
                let trivial = self.number_after_blanks("a number of moves")?;
                stipulation.rules.non_trivial = Some(NonTrivial { more, trivial });
            } else {
                return Err(self.expected(
                    "the end, +k, duplex, halfduplex, exclusive a1h8, quodlibet, postkey, goalisend, maxflights N or \
                     nontrivial M N",
                ));
            }
        }
    }

    fn play(&mut self) -> Result<Stipulation, StipulationError> {
        let mut parry = if self.take_before("ph", "ser-") {
            Some(Parry::Helps)
        } else if self.take_before("p", "ser-") {
            Some(Parry::Fights)
        } else {
            None
        };
        let found = PREFIXES.iter().find(|(prefix, _)| self.take(prefix));
        let play = found.map_or(Play::Direct, |(_, play)| play.clone());
        // Where the other side helps in the end, it helps in parrying too.
        if play == Play::SeriesHelp {
            parry = parry.map(|_| Parry::Helps);
        }
        self.skip_blanks();
        let goal_start = self.at;
        let goal = self.goal(play == Play::Direct)?;
        let stipulation =
            |length| Stipulation { parry, ..Stipulation::new(play.clone(), goal, length) };
        if goal.needs_history() && stipulation(Length::Shortest).is_battle() {
            self.at = goal_start;
            return Err(self.error("ct, <> and k are for help play and series".into()));
        }
        self.skip_blanks();
        let start = self.at;
        let length = self.length()?;
        let refuse = |reader: &mut Reader, problem: &str| {
            reader.at = start;
            Err(reader.error(problem.to_string()))
        };
        match length {
            Length::Shortest if play != Play::Direct || goal != Goal::Mate => refuse(
                self,
                "only directmates, proof games and A=>B problems can leave the length open",
            ),
            Length::Halves(0 | 1) if play != Play::Help => {
                refuse(self, "the shortest length is 1 move")
            }
            Length::Halves(0) => refuse(self, "the shortest length is 0.5 moves"),
            Length::Halves(halves)
                if halves % 2 == 1
                    && !matches!(
                        play,
                        Play::Help | Play::HelpSelf | Play::HelpReflex | Play::Reciprocal
                    ) =>
            {
                refuse(self, "only help play and proof games have lengths with .5")
            }
            _ => Ok(stipulation(length)),
        }
    }

    fn goal(&mut self, can_be_play: bool) -> Result<Goal, StipulationError> {
        let goals = [
            ("##!", Goal::CounterMate),
            ("##", Goal::DoubleMate),
            ("!#", Goal::AutoMate),
            ("#=", Goal::MateOrStalemate),
            ("==", Goal::DoubleStalemate),
            ("!=", Goal::AutoStalemate),
            ("#", Goal::Mate),
            ("=", Goal::Stalemate),
            ("+", Goal::Check),
            ("x", Goal::Capture),
            ("%", Goal::Capture),
            ("00", Goal::Castling),
            ("ep", Goal::EnPassant),
            ("~", Goal::Any),
            ("ct", Goal::Circuit),
            ("<>", Goal::Exchange),
        ];
        if let Some((_, goal)) = goals.iter().find(|(token, _)| self.take(token)) {
            return Ok(*goal);
        }
        if self.take("z") {
            return Ok(Goal::Square(self.square()?));
        }
        if self.take("k") {
            return Ok(Goal::Kiss(self.square()?));
        }
        let goals = "a goal: # = == #= != ## ##! !# + x % 00 ep ~ ct <>, or z or k and a square";
        Err(if can_be_play {
            let plays = "s r h hs hr reci-h ser- ser-h ser-s ser-r semi-r";
            self.expected(&format!("{plays}, dia, => or {goals}"))
        } else {
            self.expected(goals)
        })
    }

    fn square(&mut self) -> Result<Square, StipulationError> {
        self.skip_blanks();
        let square = self.rest().get(..2).and_then(|name| name.parse::<Square>().ok());
        let square = square.ok_or_else(|| self.expected("a square like e8"))?;
        self.at += 2;
        Ok(square)
    }

    /// Takes `token` if `next` follows.
    fn take_before(&mut self, token: &str, next: &str) -> bool {
        let start = self.at;
        let is_there = self.take(token) && {
            let after = self.at;
            let is_there = self.take(next);
            self.at = after;
            is_there
        };
        if !is_there {
            self.at = start;
        }
        is_there
    }

    /// A length in whole moves, of a series.
    fn whole_length(&mut self) -> Result<Length, StipulationError> {
        self.skip_blanks();
        match self.number()? {
            Some(moves) => Ok(Length::Halves(2 * moves)),
            None => Err(self.expected("a number of moves")),
        }
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

    fn number_after_blanks(&mut self, what: &str) -> Result<u16, StipulationError> {
        self.skip_blanks();
        self.number()?.ok_or_else(|| self.expected(what))
    }

    fn length(&mut self) -> Result<Length, StipulationError> {
        self.skip_blanks();
        if self.take("?") {
            return Ok(Length::Shortest);
        }
        let whole = self.number()?;
        if [".5", ",5", "½"].iter().any(|half| self.take(half)) {
            return Ok(Length::Halves(2 * whole.unwrap_or(0) + 1));
        }
        self.take(".0");
        match whole {
            Some(moves) => Ok(Length::Halves(2 * moves)),
            None => Err(self.expected("a length like 3 or 2.5, or ?")),
        }
    }

    fn a_to_b(&mut self, is_series: bool) -> Result<Stipulation, StipulationError> {
        self.skip_blanks();
        let length = if is_series {
            self.whole_length()?
        } else if self.take("?") {
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
        let end = [" +k", " duplex", " halfduplex", " exclusive"]
            .iter()
            .filter_map(|extra| rest.find(extra))
            .min();
        let fen = &rest[..end.unwrap_or(rest.len())];
        let target = Target::from_fen(fen).map_err(|error| self.error(error.to_string()))?;
        if let Some(error) = impossible_rights(fen) {
            return Err(self.error(error.to_string()));
        }
        self.at += fen.len();
        let target = Box::new(target);
        let play = if is_series { Play::SeriesAToB(target) } else { Play::AToB(target) };
        Ok(Stipulation::new(play, Goal::Position, length))
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
            "pser-#3",
            "exact-pser-s=2",
            "phser-s#3",
            "##2",
            "h##!2.5",
            "ser-!#3",
            "h#3 exclusive h1a8 exclusive a1h8",
            "#3 exclusive a1a8 maxflights 1",
            "s#9 maxflights 2 nontrivial 1 0",
            "hr#3",
            "reci-h#2",
            "ser-r#4",
            "exact-#3",
            "exact-h#2.5",
            "2->ser-h#4",
            "phser-h#6",
            "ser-dia 9",
            "ser-=>3 8/8/8/8/8/1k6/8/K7",
            "h#=2",
            "ser-!=7",
            "h003",
            "ep2",
            "h~1",
            "ser-ct10",
            "h<>3",
            "hka74",
            "s#3 quodlibet",
            "#3 postkey",
            "sx2 goalisend",
            "#4 maxflights 2",
            "h#2 halfduplex",
            "=>3 8/8/8/8/8/1k6/8/K7",
            "=>? 4k3/8/8/8/8/8/8/4K2R b K - +k",
        ] {
            assert_eq!(text.parse::<Stipulation>().unwrap().to_string(), text);
        }
        for (text, meant) in [
            (" H # 3 ", "h#3"),
            ("z e8 2", "ze82"),
            ("dia7.5", "dia 7.5"),
            ("#=2", "#=2"),
            ("%1", "x1"),
            ("pser-h#2", "phser-h#2"),
            ("3 -> ser-h#2", "3->ser-h#2"),
            ("h#.5", "h#0.5"),
            ("#2+k", "#2 +k"),
            ("=>4 8/8/8/8/8/1k6/8/K7 b duplex", "=>4 8/8/8/8/8/1k6/8/K7 b duplex"),
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
            ("=>3 4k3/8/8/8/8/8/8/4K3 b K", 5, "no white rook"),
            ("ct2", 1, "for help play and series"),
            ("2->h#3", 1, "only a series"),
            ("#1 postkey", 4, "no play"),
            ("2->pser-#2", 1, "no moves before it"),
            ("h#2 postkey", 5, "expected the end"),
            ("#3 maxflights", 14, "a number of flights"),
            ("#3 exclusive a1h1", 4, "two corners"),
            ("s#3 nontrivial 1", 17, "a number of moves"),
            ("h#ä", 3, "expected a length"),
            ("h#2 duplex halfduplex", 1, "duplex or halfduplex, not both"),
        ] {
            let error = text.parse::<Stipulation>().unwrap_err();
            assert_eq!(error.column, column, "{error}");
            assert!(error.problem.contains(part), "{error}");
        }
    }
}
