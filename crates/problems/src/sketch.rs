//! The same question as a sketch, the language in which the workbench asks about every game: known moves,
//! holes `?`, every reply `*` and an expectation.

use crate::goal::Goal;
use crate::lines::Course;
use crate::solver::Problem;
use crate::stipulation::{FightRules, Length, Play, Stipulation, Target};
use zugwerk_chess::{CastlingSide, Color, ExclusiveCastling, File, Position, Rank, Setup, Square};

impl Problem {
    /// A sketch that asks the same, if there is one: reflex play and series, quick successes other than mate and
    /// stalemate, and lengths that are left open cannot be written so. Set play and the duplex are left out.
    ///
    /// ```
    /// # use zugwerk_problems::Problem;
    /// let problem = Problem::new("8/8/8/8/8/5K2/R6p/7k w - -", "#2", false).unwrap();
    /// let sketch = "game chess\nfrom \"8/8/8/8/8/5K2/R6p/7k w - - 0 1\"\nplay (? *){1} ?\nexpect mate\n";
    /// assert_eq!(problem.sketch().as_deref(), Some(sketch));
    /// ```
    pub fn sketch(&self) -> Option<String> {
        let Length::Halves(halves) = self.stipulation.length else { return None };
        let Stipulation { goal, exact, rules, exclusive, .. } = self.stipulation;
        let is_plain = rules == FightRules::default() && exclusive == ExclusiveCastling::NONE;
        if !is_plain || exact && self.stipulation.is_battle() {
            return None;
        }
        let (play, expectation) = match &self.stipulation.play {
            Play::Direct => direct(goal, halves / 2)?,
            // A quicker selfmate would leave the sketch without a move.
            Play::SelfPlay if halves > 2 => return None,
            Play::Help | Play::SelfPlay | Play::HelpSelf => self.help(halves)?,
            Play::ProofGame => (holes(halves), arrival(&self.target()?)?),
            Play::AToB(target) => (holes(halves), arrival(target)?),
            _ => return None,
        };
        let start = match self.stipulation.play {
            Play::ProofGame => "start".to_string(),
            _ => format!("\"{}\"", self.position),
        };
        Some(format!("game chess\nfrom {start}\nplay {play}\nexpect {expectation}\n"))
    }

    fn target(&self) -> Option<Target> {
        self.target.clone().or_else(|| Target::from_fen(&self.position.to_string()).ok())
    }

    /// Both sides play for it until the last move, which may be any.
    fn help(&self, halves: u16) -> Option<(String, String)> {
        let Problem { stipulation, position, .. } = self;
        let goal = stipulation.goal;
        if stipulation.play == Play::Help {
            let last = last_move(goal, position)?;
            return Some((format!("{}{last}", holes(halves - 1)), ending(goal)?.to_string()));
        }
        if !matches!(goal, Goal::Mate | Goal::Stalemate | Goal::MateOrStalemate) {
            return None;
        }
        let course = match stipulation.play {
            Play::HelpSelf => Course::of(stipulation, halves)?,
            _ => Course::of(&Stipulation::new(Play::HelpSelf, goal, Length::Halves(2)), 2)?,
        };
        // Were there no last move, it would still be the turn of who makes it.
        let turn = match !course.last_mover(position.turn()) {
            Color::White => "white",
            Color::Black => "black",
        };
        let play = format!("{}*", holes(course.plies - 1));
        Some((play, format!("({}) and turn = {turn}", ending(goal)?)))
    }
}

/// `plies` moves that are to be found, with a blank after them.
fn holes(plies: u16) -> String {
    if plies == 0 { String::new() } else { format!("?{{{plies}}} ") }
}

fn direct(goal: Goal, moves: u16) -> Option<(String, String)> {
    match goal {
        Goal::Mate | Goal::Stalemate | Goal::MateOrStalemate => {
            let before = if moves > 1 { format!("(? *){{{}}} ", moves - 1) } else { String::new() };
            Some((format!("{before}?"), ending(goal)?.to_string()))
        }
        // Whoever gives check early need not go on, which a sketch cannot say.
        Goal::Check | Goal::Capture if moves == 1 => {
            let last = if goal == Goal::Check { "?+" } else { "?x" };
            Some((last.to_string(), ending(goal)?.to_string()))
        }
        _ => None,
    }
}

/// The last move of help play.
fn last_move(goal: Goal, position: &Position) -> Option<String> {
    match goal {
        Goal::Capture => Some("?x".to_string()),
        // Castling brings a rook too, which a sketch does not count as coming.
        Goal::Square(_) if position.castling().rooks().any() => None,
        Goal::Square(square) => Some(format!("?{square}")),
        _ => Some("?".to_string()),
    }
}

/// What is expected of the final position.
fn ending(goal: Goal) -> Option<&'static str> {
    match goal {
        Goal::Mate => Some("mate"),
        Goal::Stalemate => Some("stalemate"),
        Goal::MateOrStalemate => Some("mate or stalemate"),
        Goal::Check => Some("check"),
        Goal::Capture | Goal::Square(_) => Some("legal"),
        _ => None,
    }
}

/// That the pieces stand as the target says, and what it says of turn, castling and en passant.
fn arrival(target: &Target) -> Option<String> {
    let end = target.setup.any_position().ok()?;
    let fen = end.to_string();
    let board = fen.split_ascii_whitespace().next()?;
    let mut text = format!("position \"{board}\"");
    if target.has_turn {
        let turn = if end.turn() == Color::White { "white" } else { "black" };
        text.push_str(&format!(" and turn = {turn}"));
    }
    if target.has_castling {
        for (color, names) in [(Color::White, ["K", "Q"]), (Color::Black, ["k", "q"])] {
            for (side, name) in [CastlingSide::King, CastlingSide::Queen].into_iter().zip(names) {
                let king = end.king(color);
                let has = king.is_some_and(|king| end.castling().rook(color, side, king).is_some());
                let not = if has { "" } else { "not " };
                text.push_str(&format!(" and {not}castling {name}"));
            }
        }
    }
    if target.has_en_passant {
        text.push_str(&en_passant(&target.setup, &end));
    }
    Some(text)
}

/// What a target that speaks of en passant says: there is the one capture of its own, and no other.
fn en_passant(target: &Setup, end: &Position) -> String {
    let taken = end.en_passant();
    let rank = Rank::SIXTH.relative_to(end.turn());
    let squares = File::ALL.into_iter().map(|file| Square::at(file, rank));
    let possible = squares.filter(|square| {
        let stepped = Setup { double_push: Some(*square), ..target.clone() };
        stepped.any_position().is_ok_and(|position| position.en_passant().is_some())
    });
    let statement = |square: Square| match taken == Some(square) {
        true => format!(" and passed {square}"),
        false => format!(" and not passed {square}"),
    };
    possible.map(statement).collect()
}
