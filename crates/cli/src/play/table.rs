//! The table at which a person and the engine sit: the game, the clocks, the engine.

use super::Level;
use crate::interrupt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use zugwerk_chess::pgn::PgnGame;
use zugwerk_chess::{Color, File, Game, Position, Rank, Square, laws};
use zugwerk_engine::{Control, Engine, GameClock, Limits, Score};

pub struct Table {
    game: Game,
    /// The person's side; none where both are.
    person: Option<Color>,
    engine: Engine,
    level: Level,
    move_time: Duration,
    /// What White and Black have left, and what is added for each move.
    clocks: Option<([Duration; 2], Duration)>,
    /// Who has overstepped the time.
    flag: Option<Color>,
}

impl Table {
    pub fn new(
        start: Position,
        person: Option<Color>,
        level: Level,
        move_time: Duration,
        clock: Option<(Duration, Duration)>,
    ) -> Table {
        let mut engine = Engine::new(64);
        engine.set_strength(level);
        let clocks = clock.map(|(time, added)| ([time; 2], added));
        Table {
            game: Game::from_position(start),
            person,
            engine,
            level,
            move_time,
            clocks,
            flag: None,
        }
    }

    pub fn position(&self) -> &Position {
        self.game.position()
    }

    pub fn start(&self) -> &Position {
        self.game.start()
    }

    pub fn person(&self) -> Option<Color> {
        self.person
    }

    pub fn level(&self) -> Level {
        self.level
    }

    pub fn set_level(&mut self, level: Level) {
        self.level = level;
        self.engine.set_strength(level);
    }

    /// The engine takes over the person's side, or that of whoever is to move.
    pub fn change_sides(&mut self) {
        self.person = Some(!self.person.unwrap_or(self.position().turn()));
    }

    pub fn engine_is_to_move(&self) -> bool {
        self.result().is_none() && !self.person_is_to_move()
    }

    fn person_is_to_move(&self) -> bool {
        self.person.is_none_or(|person| person == self.position().turn())
    }

    /// How the game stands, if it is over: the result and the reason. Draws that may be claimed are.
    fn result(&self) -> Option<(&'static str, String)> {
        if let Some(end) = self.game.end() {
            return Some((end.result(), end.to_string()));
        }
        if let Some(loser) = self.flag {
            let result = if loser == Color::White { "0-1" } else { "1-0" };
            return Some((result, format!("{loser} has overstepped the time")));
        }
        self.game.claim().map(|claim| ("1/2-1/2", claim.to_string()))
    }

    /// Whether there are moves that would be lost.
    pub fn is_begun(&self) -> bool {
        !self.game.moves().is_empty()
    }

    /// The engine moves, at once when `stop` is raised; what it played, in words.
    pub fn answer(&mut self, stop: &AtomicBool) -> String {
        let limits = match self.clocks {
            Some((left, increment)) => {
                let left = left[self.position().turn().index()];
                let clock = GameClock { left, increment, moves_to_go: None };
                Limits { clock: Some(clock), ..Limits::default() }
            }
            None => Limits::time(self.move_time),
        };
        let control = Control::new(1, false);
        let found = interrupt::watched(stop, &control, || {
            self.engine.search(&self.game, &limits, &control, &|_| ())
        });
        let Some(best) = found.best else { return String::new() };
        let san = self.position().san(best);
        self.press_clock(control.elapsed());
        self.game.play(best);
        format!("The engine plays {san}.")
    }

    /// The person moves, having thought for so long.
    pub fn person_moves(&mut self, text: &str, thought: Duration) -> Result<(), String> {
        if let Some((_, reason)) = self.result() {
            return Err(format!(
                "The game is over: {reason}. `new` begins another, `undo` goes back."
            ));
        }
        let m = self.position().parse_move(text).map_err(|error| {
            let why = laws::intended_move(self.position(), text).ok();
            let why = why.map(|(from, to, role)| laws::why(self.position(), from, to, role));
            match why.filter(|why| !why.legal) {
                Some(why) => format!("{text} is not legal: {}.", why.text),
                None => format!("{error}. Try `help`."),
            }
        })?;
        self.press_clock(thought);
        if self.flag.is_none() {
            self.game.play(m);
        }
        Ok(())
    }

    fn press_clock(&mut self, used: Duration) {
        let turn = self.position().turn();
        if let Some((left, added)) = &mut self.clocks {
            let clock = &mut left[turn.index()];
            if used > *clock {
                self.flag = Some(turn);
            }
            *clock = clock.saturating_sub(used) + *added;
        }
    }

    /// Takes back to the person's last turn.
    pub fn undo(&mut self) -> bool {
        self.flag = None;
        let mut undone = self.game.take_back().is_some();
        while undone && !self.person_is_to_move() {
            if self.game.take_back().is_none() {
                // The engine began: its first move comes again.
                undone = true;
                break;
            }
        }
        undone
    }

    /// What the engine would play, at full strength, at once when `stop` is raised.
    pub fn hint(&mut self, stop: &AtomicBool) -> String {
        self.engine.set_strength(None);
        let control = Control::new(1, false);
        let limits = Limits::time(self.move_time.min(Duration::from_secs(5)));
        let found = interrupt::watched(stop, &control, || {
            self.engine.search(&self.game, &limits, &control, &|_| ())
        });
        self.engine.set_strength(self.level);
        match found.best {
            Some(best) => {
                let score = match Score::from_value(found.value) {
                    Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
                    Score::Mate(moves) => format!("mate in {}", moves.abs()),
                };
                format!("{} ({score})", self.position().san(best))
            }
            None => "The game is over.".to_string(),
        }
    }

    pub fn prompt(&self) -> String {
        let clocks = self.clocks.map(|(left, _)| {
            let [white, black] = left.map(|time| {
                let seconds = time.as_secs();
                format!("{}:{:02}", seconds / 60, seconds % 60)
            });
            format!("[{white} - {black}] ")
        });
        clocks.unwrap_or_default()
    }

    /// The board from the person's side, and how the game stands.
    pub fn drawing(&self) -> String {
        let mut ranks = Rank::ALL.to_vec();
        let mut files = File::ALL.to_vec();
        match self.person {
            Some(Color::Black) => files.reverse(),
            _ => ranks.reverse(),
        }
        let mut text = String::from("\n");
        for rank in ranks {
            let cell = |file: &File| {
                let square = Square::at(*file, rank);
                let empty = if square.is_light() { ' ' } else { '·' };
                self.position().piece_at(square).map_or(empty, |piece| piece.figurine()).to_string()
            };
            let row: Vec<String> = files.iter().map(cell).collect();
            text += &format!("  {}  {}\n", rank.digit(), row.join(" "));
        }
        let letters: Vec<String> = files.iter().map(|file| file.letter().to_string()).collect();
        text += &format!("\n     {}\n\n", letters.join(" "));
        if let Some((result, reason)) = self.result() {
            text += &format!("The game is over: {reason}. {result}\n");
        } else if self.position().is_check() {
            text += "Check.\n";
        }
        text
    }

    /// The game as PGN.
    pub fn pgn(&self) -> String {
        let mut game = PgnGame::new(self.game.start().clone());
        let engine = match self.level {
            Some(elo) => format!("Zugwerk at {elo} Elo"),
            None => "Zugwerk".to_string(),
        };
        let you = "You".to_string();
        let names = match self.person {
            Some(Color::White) => [you, engine],
            Some(Color::Black) => [engine, you],
            None => [you.clone(), you],
        };
        for (tag, name) in ["White", "Black"].into_iter().zip(names) {
            game.tags.push((tag.to_string(), name));
        }
        for &m in self.game.moves() {
            game.push(m);
        }
        game.result = self.result().map_or("*", |(result, _)| result);
        game.to_string()
    }
}
