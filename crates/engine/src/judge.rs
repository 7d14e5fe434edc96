//! The judge of moves: what a move gave away of the result to be expected, and what is said of it. Whoever
//! annotates games asks here, so that a move is judged alike everywhere.

use crate::control::Control;
use crate::engine::{Engine, Finished};
use crate::limits::Limits;
use crate::progress::Progress;
use crate::value::MATE;
use crate::wdl::Wdl;
use zugwerk_chess::{Color, Game, Move};

/// What the engine thinks of a position of a game.
#[derive(Clone, Debug)]
pub struct Opinion {
    /// The value for White; that of a game that has ended is its result.
    pub value: i32,
    /// The best move; `None` where the game has ended.
    pub best: Option<Move>,
    /// The best line.
    pub line: Vec<Move>,
}

/// What is wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// It gave a little away.
    Inaccuracy,
    /// It gave much away.
    Mistake,
    /// It gave nearly everything away.
    Blunder,
}

/// What is said of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// What the move gave away of the expected score, 0 to 1.
    pub loss: f64,
    /// What is wrong with it.
    pub mark: Option<Mark>,
    /// What should have been played instead of a marked move, up to six plies.
    pub better: Vec<Move>,
}

/// The losses from which a move is marked.
const BOUNDS: [(f64, Mark); 3] =
    [(0.20, Mark::Blunder), (0.10, Mark::Mistake), (0.05, Mark::Inaccuracy)];
/// Plies of a better line that are told.
const BETTER: usize = 6;

impl Opinion {
    /// Searches the present position of a game, unless that has ended.
    pub fn of(
        engine: &mut Engine,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(&Progress) + Sync),
    ) -> Opinion {
        if let Some(end) = game.end() {
            let value = end.winner().map_or(0, |winner| for_side(winner, MATE));
            return Opinion { value, best: None, line: Vec::new() };
        }
        let Finished { best, value, line, .. } = engine.search(game, limits, control, report);
        Opinion { value: for_side(game.position().turn(), value), best, line }
    }

    /// White's expected score, 0 to 1.
    pub fn expected(&self) -> f64 {
        expected_score(self.value)
    }
}

/// The score that a side can expect at this value, 0 to 1: a draw is a half.
///
/// ```
/// use zugwerk_engine::expected_score;
/// assert_eq!(expected_score(0), 0.5);
/// assert_eq!(expected_score(31_990), 1.0);
/// assert!((expected_score(80) + expected_score(-80) - 1.0).abs() < 1e-9);
/// ```
pub fn expected_score(value: i32) -> f64 {
    let wdl = Wdl::of(value);
    (f64::from(wdl.win) + f64::from(wdl.draw) / 2.0) / 1000.0
}

/// Judges the move of `mover` that led from the one position to the other.
pub fn judge(mover: Color, before: &Opinion, played: Move, after: &Opinion) -> Judgement {
    // The engine's own move gives nothing away, whatever a second look says.
    if before.best == Some(played) {
        return Judgement { loss: 0.0, mark: None, better: Vec::new() };
    }
    let [had, has] = [before, after].map(|opinion| expected_score(for_side(mover, opinion.value)));
    let loss = (had - has).max(0.0);
    let mark = Mark::of(loss);
    let better = match mark {
        Some(_) => before.line.iter().take(BETTER).copied().collect(),
        None => Vec::new(),
    };
    Judgement { loss, mark, better }
}

/// A value of White seen from a side, or one of that side seen from White.
fn for_side(side: Color, value: i32) -> i32 {
    if side == Color::White { value } else { -value }
}

impl Mark {
    /// The mark for a loss, if it deserves one.
    pub fn of(loss: f64) -> Option<Mark> {
        BOUNDS.iter().find(|(bound, _)| loss >= *bound).map(|(_, mark)| *mark)
    }

    /// As annotators write it: `?!`, `?` or `??`.
    pub fn glyph(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The number of the glyph in PGN.
    pub fn nag(self) -> u8 {
        match self {
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zugwerk_chess::Position;

    fn opinion(value: i32, best: Option<Move>) -> Opinion {
        Opinion { value, best, line: best.into_iter().collect() }
    }

    #[test]
    fn a_move_is_judged_for_the_side_that_made_it() {
        let start = Position::start();
        let [best, played] = ["e2e4", "g2g4"].map(|m| start.parse_uci(m).unwrap());
        let (good, bad) = (opinion(200, Some(best)), opinion(-200, None));
        let blunder = judge(Color::White, &good, played, &bad);
        assert_eq!((blunder.mark, blunder.better), (Some(Mark::Blunder), vec![best]));
        assert_eq!(judge(Color::Black, &good, played, &bad).mark, None, "Black gained by it");
        assert_eq!(judge(Color::Black, &bad, played, &good).mark, Some(Mark::Blunder));
        assert_eq!(judge(Color::White, &good, best, &bad).mark, None, "the engine's own move");
        let slight = judge(Color::White, &opinion(0, Some(best)), played, &opinion(-40, None));
        assert_eq!(slight.mark, Mark::of(slight.loss));
    }

    #[test]
    fn the_end_of_a_game_is_its_value() {
        let mut engine = Engine::new(1);
        for (fen, value) in [
            ("7k/8/8/8/8/8/8/K7 w - - 0 1", 0),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", MATE),
            ("7K/6q1/6k1/8/8/8/8/8 w - - 0 1", -MATE),
        ] {
            let game = Game::from_position(fen.parse().unwrap());
            let limits = Limits::depth(1);
            let found = Opinion::of(&mut engine, &game, &limits, &Control::new(1, false), &|_| ());
            assert_eq!((found.value, found.best), (value, None), "{fen}");
        }
    }
}
