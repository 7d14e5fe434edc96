//! Positions of a game: from random play, and the same with pieces taken off or put elsewhere.

use super::{Options, agree};
use crate::ground::form::StateValue;
use crate::ground::scope::StateSort;
use crate::{RuleGame, State};
use zugwerk_game::{Game, Limits, Notation, Outcome, Rng, Stop};

/// A game that is longer than this is given up: not every game must end.
const LONGEST: usize = 600;

/// A position in numbers, which any variant of the game can take.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    cells: Vec<Vec<u8>>,
    values: Vec<StateValue>,
    turn: usize,
}

impl Position {
    fn of(game: &RuleGame, state: &State) -> Position {
        let words = &game.ground().words;
        Position {
            cells: (0..words.board.places()).map(|cell| game.stack(state, cell)).collect(),
            values: (0..words.states.len()).map(|at| game.state_value(state, at)).collect(),
            turn: game.mover(state),
        }
    }

    pub fn state(&self, game: &RuleGame) -> State {
        game.position(&self.cells, &self.values, self.turn)
    }
}

/// What was seen in random games.
pub struct Samples {
    /// Positions of games first, then disturbed ones.
    pub positions: Vec<Position>,
    /// By position: the end and the number of moves there.
    known: Vec<(Option<Outcome>, u64)>,
    /// How many of them come from games.
    played: usize,
    /// How many games were played to their end.
    pub games: usize,
    /// How many of them each player won.
    pub wins: Vec<usize>,
    /// A position of a game in which nobody could move and no end had come.
    pub undecided: Option<String>,
    /// Why there are fewer than were asked for.
    pub cut: Option<Stop>,
}

/// What pieces do, by their numbers.
pub struct Usage {
    pub seen: Vec<bool>,
    pub moved: Vec<bool>,
    /// A position with the piece.
    pub standing: Vec<Option<String>>,
}

impl Samples {
    pub fn collect(game: &RuleGame, options: &Options, rng: &mut Rng) -> Result<Samples, Stop> {
        let players = game.ground().words.players.len();
        let mut samples = Samples {
            positions: vec![Position::of(game, &game.start_position())],
            known: Vec::new(),
            played: 0,
            games: 0,
            wins: vec![0; players],
            undecided: None,
            cut: None,
        };
        let within = || match options.playing {
            Some(time) => options.limits.clone().with_time(time),
            None => options.limits.clone(),
        };
        let playing = within();
        for _ in 0..options.games {
            samples.play(game, options, &playing, rng);
            if samples.cut.is_some() {
                break;
            }
        }
        samples.played = samples.positions.len();
        // The early positions have most that can happen to them.
        for at in 0..samples.played {
            let from = if at % 2 == 0 { at } else { at % EARLY.min(samples.played) };
            let disturbed = disturb(game, &samples.positions[from], rng);
            samples.positions.push(disturbed);
        }
        let looking = within();
        for position in &samples.positions {
            if let Some(stop) = looking.reached() {
                samples.cut = Some(stop);
                break;
            }
            let state = position.state(game);
            samples.known.push((game.outcome(&state), game.count_moves(&state)));
        }
        samples.positions.truncate(samples.known.len());
        options.limits.check()?;
        Ok(samples)
    }

    /// One random game, of which some positions are kept.
    fn play(&mut self, game: &RuleGame, options: &Options, limits: &Limits, rng: &mut Rng) {
        let mut state = game.start_position();
        let mut path = Vec::new();
        let mut moves = Vec::new();
        for ply in 0.. {
            if ply % 16 == 0
                && let Some(stop) = limits.reached()
            {
                self.cut = Some(stop);
                break;
            }
            if let Some(outcome) = game.outcome(&state) {
                self.end(game, &state, outcome);
                break;
            }
            if ply == LONGEST {
                break;
            }
            moves.clear();
            game.moves(&state, &mut moves);
            let Some(chosen) = moves.get(rng.below(moves.len().max(1))) else { break };
            state = game.play(&state, *chosen);
            path.push(state.clone());
        }
        // The last positions are where games are decided, so they are always kept.
        let wanted = (options.positions / options.games.max(1)).max(4);
        let last = path.len().saturating_sub(3);
        for (at, state) in path.iter().enumerate() {
            if at >= last || rng.below(path.len()) < wanted {
                self.positions.push(Position::of(game, state));
            }
        }
    }

    fn end(&mut self, game: &RuleGame, state: &State, outcome: Outcome) {
        self.games += 1;
        let mover = game.mover(state);
        match outcome {
            Outcome::Win => self.wins[mover] += 1,
            Outcome::Loss if self.wins.len() == 2 => self.wins[1 - mover] += 1,
            _ => {}
        }
        if game.ended(state).is_some_and(|(end, _)| end.is_none()) {
            self.undecided.get_or_insert_with(|| game.write_state(state));
        }
    }

    /// The positions of games, none of them disturbed.
    pub fn played(&self) -> &[Position] {
        &self.positions[..self.played.min(self.positions.len())]
    }

    /// Which pieces are seen in games, and which of them leave their cells.
    pub fn usage(&self, game: &RuleGame, limits: &Limits) -> Result<Usage, Stop> {
        // Contents are numbered from 1.
        let contents = game.ground().words.contents.len() + 1;
        let mut usage = Usage {
            seen: vec![false; contents],
            moved: vec![false; contents],
            standing: vec![None; contents],
        };
        let mut moves = Vec::new();
        for (at, position) in self.positions.iter().enumerate() {
            if let Some(stop) = limits.reached() {
                return Err(stop);
            }
            let state = position.state(game);
            for content in position.cells.iter().flatten() {
                let content = usize::from(*content);
                if at < self.played {
                    usage.seen[content] = true;
                }
                if usage.standing[content].is_none() {
                    usage.standing[content] = Some(game.write_state(&state));
                }
            }
            if usage.moved.iter().all(|moved| *moved) || game.outcome(&state).is_some() {
                continue;
            }
            moves.clear();
            game.moves(&state, &mut moves);
            let step = moves.len().div_ceil(MOST_PLAYED).max(1);
            for chosen in moves.iter().step_by(step) {
                let after = Position::of(game, &game.play(&state, *chosen));
                mark_moved(position, &after, &mut usage.moved);
            }
        }
        Ok(usage)
    }

    /// Whether another game, of the same words, has come to an end that its text knows in one of the positions.
    pub fn has_end(&self, other: &RuleGame, limits: &Limits) -> Result<bool, Stop> {
        for (at, position) in self.positions.iter().enumerate() {
            if at % 16 == 0
                && let Some(stop) = limits.reached()
            {
                return Err(stop);
            }
            if other.ended(&position.state(other)).is_some_and(|(end, _)| end.is_some()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether it is this end, and none before it, that decides in one of the positions or after a move from there.
    pub fn is_decided_by(
        &self,
        game: &RuleGame,
        end: usize,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let decides =
            |state: &State| game.ended(state).is_some_and(|(found, _)| found == Some(end));
        let mut moves = Vec::new();
        for (at, position) in self.positions.iter().enumerate() {
            if at % 16 == 0
                && let Some(stop) = limits.reached()
            {
                return Err(stop);
            }
            let state = position.state(game);
            if decides(&state) {
                return Ok(true);
            }
            if self.known[at].0.is_some() {
                continue;
            }
            moves.clear();
            game.moves(&state, &mut moves);
            let step = moves.len().div_ceil(TRIED).max(1);
            if moves.iter().step_by(step).any(|chosen| decides(&game.play(&state, *chosen))) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether another game, of the same words, has other moves or other ends in one of the positions, or after a
    /// move from there.
    pub fn tell_apart(
        &self,
        game: &RuleGame,
        other: &RuleGame,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let (mut moves, mut others) = (Vec::new(), Vec::new());
        for (at, position) in self.positions.iter().enumerate() {
            if at % 16 == 0
                && let Some(stop) = limits.reached()
            {
                return Err(stop);
            }
            let there = position.state(other);
            if self.known[at] != (other.outcome(&there), other.count_moves(&there)) {
                return Ok(true);
            }
            if self.known[at].0.is_some() || at % 4 != 0 {
                continue;
            }
            // Ends and further moves depend on what was played, so some moves are played too.
            let here = position.state(game);
            moves.clear();
            game.moves(&here, &mut moves);
            others.clear();
            other.moves(&there, &mut others);
            for step in 0..TRIED.min(moves.len()) {
                let number = (at + step * 7) % moves.len();
                let (chosen, same) = (moves[number], others[number]);
                if game.notation(&here, chosen) != other.notation(&there, same) {
                    return Ok(true);
                }
                let (next, beside) = (game.play(&here, chosen), other.play(&there, same));
                if game.mover(&next) != other.mover(&beside)
                    || !agree((game, &next), (other, &beside))
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

impl Samples {
    /// Whether two games, of the same moves, make the same of every position by every move.
    pub fn change_alike(
        &self,
        game: &RuleGame,
        other: &RuleGame,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let (mut moves, mut others) = (Vec::new(), Vec::new());
        for position in &self.positions {
            if let Some(stop) = limits.reached() {
                return Err(stop);
            }
            let (here, there) = (position.state(game), position.state(other));
            let over = game.outcome(&here);
            if over != other.outcome(&there) {
                return Ok(false);
            }
            if over.is_some() {
                continue;
            }
            moves.clear();
            game.moves(&here, &mut moves);
            others.clear();
            other.moves(&there, &mut others);
            if moves.len() != others.len() {
                return Ok(false);
            }
            let step = moves.len().div_ceil(MOST_PLAYED).max(1);
            for (chosen, same) in moves.iter().zip(&others).step_by(step) {
                let (next, beside) = (game.play(&here, *chosen), other.play(&there, *same));
                if game.notation(&here, *chosen) != other.notation(&there, *same)
                    || Position::of(game, &next) != Position::of(other, &beside)
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// Of a position with more moves only some are played.
const MOST_PLAYED: usize = 40;

/// From how many of the first positions half of the disturbed ones come.
const EARLY: usize = 8;

/// How many moves of a position are tried.
const TRIED: usize = 3;

/// Marks the contents that have left a cell and arrived on another.
fn mark_moved(before: &Position, after: &Position, moved: &mut [bool]) {
    let count = |stack: &[u8], content: u8| stack.iter().filter(|c| **c == content).count();
    let cells = || before.cells.iter().zip(&after.cells);
    for content in 0..moved.len() as u8 {
        let left = cells().any(|(old, new)| count(new, content) < count(old, content));
        let arrived = cells().any(|(old, new)| count(new, content) > count(old, content));
        moved[usize::from(content)] |= left && arrived;
    }
}

/// A position with some pieces taken off or exchanged, all empty cells filled, or some pieces put elsewhere.
fn disturb(game: &RuleGame, position: &Position, rng: &mut Rng) -> Position {
    let mut disturbed = position.clone();
    let words = &game.ground().words;
    let (cells, contents) = (disturbed.cells.len(), words.contents.len());
    let any = |rng: &mut Rng| rng.below(contents.max(1)) as u8 + 1;
    // Out of eight: a few pieces off, half of them, nearly all, all of one sort, a full board, others instead.
    let chance = match rng.below(8) {
        0 => 1,
        1 | 2 => 4,
        3 => 7,
        4 => {
            let gone = any(rng);
            disturbed.cells.iter_mut().for_each(|stack| stack.retain(|content| *content != gone));
            0
        }
        5 => {
            let empty = disturbed.cells.iter_mut().filter(|stack| stack.is_empty());
            empty.for_each(|stack| stack.push(any(rng)));
            0
        }
        6 => {
            for stack in &mut disturbed.cells {
                if let Some(top) = stack.last_mut().filter(|_| rng.below(4) == 0) {
                    *top = any(rng);
                }
            }
            3
        }
        _ => 0,
    };
    if rng.below(8) == 0 {
        for (value, state) in disturbed.values.iter_mut().zip(&words.states) {
            if let (StateValue::Number(number), StateSort::Number(_, most)) = (value, state.sort) {
                *number = most;
            }
        }
    }
    disturbed.cells.iter_mut().filter(|_| rng.below(8) < chance).for_each(Vec::clear);
    for _ in 0..rng.below(4) {
        let (from, to) = (rng.below(cells), rng.below(cells));
        if disturbed.cells[to].is_empty() {
            disturbed.cells[to] = std::mem::take(&mut disturbed.cells[from]);
        }
    }
    if words.players.len() > 1 && rng.below(2) == 0 {
        disturbed.turn = 1 - disturbed.turn.min(1);
    }
    disturbed
}
