//! Death Stacks as text and as a picture.

use crate::{Board, DeathStacks, Dir, Move, Player, Pos, Position, Stack, path};
use zugwerk_game::{Cell, Depict, Grid, Judgement, Notation, Picture, TextError, Token};

/// What a position is written as.
const EXPECTED: &str = "expected a board as FEN, and r or b for the mover";
/// The most stones that are read; the rules do not count them.
const MOST_STONES: usize = 1000;
/// The longest way that is worth drawing: there and back again.
const LONGEST_WAY: u32 = 10;

impl<S: Stack> Notation for DeathStacks<S> {
    fn players(&self) -> [String; 2] {
        Player::ALL.map(|player| player.to_string())
    }

    fn mover(&self, position: &Position<S>) -> usize {
        usize::from(position.mover() == Player::Blue)
    }

    fn start(&self) -> Position<S> {
        Position::new(&Board::start(), Player::Red).expect("the usual start has few stones")
    }

    fn read_state(&self, text: &str) -> Result<Position<S>, TextError> {
        let (board, mover) = match text.trim().split_once(char::is_whitespace) {
            Some((board, mover)) => (board, mover.trim()),
            None => (text.trim(), "r"),
        };
        let mover = match mover {
            "r" | "red" => Player::Red,
            "b" | "blue" => Player::Blue,
            other => return Err(TextError::new(format!("the mover is {other:?}; {EXPECTED}"))),
        };
        let board = Board::from_fen(board).map_err(TextError::new)?;
        let stones = board.stones();
        if stones > MOST_STONES {
            let what = format!("{stones} stones on the board; expected at most {MOST_STONES}");
            return Err(TextError::new(what));
        }
        Position::new(&board, mover).map_err(TextError::new)
    }

    fn write_state(&self, position: &Position<S>) -> String {
        format!("{} {}", position.board(), position.mover().letter())
    }

    fn judge(&self, position: &Position<S>, text: &str) -> Result<Judgement, TextError> {
        // A6 2 a4 is as clear as a6-2-a4.
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let chosen: Move = words.join("-").parse().map_err(TextError::new)?;
        let broken = position.why_not(chosen);
        Ok(Judgement {
            chosen: chosen.to_string(),
            legal: broken.is_none(),
            laws: broken.iter().cloned().collect(),
            why: broken.unwrap_or_else(|| {
                let stones = if chosen.steps == 1 {
                    "stone goes one square"
                } else {
                    "stones go as many squares"
                };
                format!("{} {stones}, to {}", chosen.steps, chosen.target)
            }),
        })
    }

    fn read_move(&self, position: &Position<S>, text: &str) -> Result<Move, TextError> {
        let why = self.judge(position, text)?;
        match why.legal {
            true => why.chosen.parse().map_err(TextError::new),
            false => Err(TextError::new(format!("{} is not legal: {}", why.chosen, why.why))),
        }
    }

    fn ending(&self, position: &Position<S>) -> Option<String> {
        let winner = position.mover().other();
        position.is_lost().then(|| format!("{winner} owns every stack and has won"))
    }
}

impl<S: Stack> Depict for DeathStacks<S> {
    fn picture(&self, position: &Position<S>) -> Picture {
        let board = position.board();
        let stone = |player: &Player| Token {
            player: Some(usize::from(*player == Player::Blue)),
            letter: String::new(),
            sign: player.letter(),
        };
        let cell = |pos: Pos| Cell {
            name: pos.to_string(),
            x: f32::from(pos.column() as u8 - b'a'),
            y: f32::from(pos.row() - 1),
            dark: (pos.column() as u8 + pos.row()).is_multiple_of(2),
            tokens: board.cell(pos).0.iter().rev().map(stone).collect(),
        };
        let mut squares: Vec<Pos> = Pos::all().collect();
        squares.sort_by_key(|pos| (std::cmp::Reverse(pos.row()), pos.column()));
        Picture {
            grid: Grid::Squares,
            cells: squares.into_iter().map(cell).collect(),
            lines: Vec::new(),
            stacks: true,
        }
    }

    fn clicks(&self, _: &Position<S>, chosen: Move) -> Vec<String> {
        vec![chosen.start.to_string(), chosen.steps.to_string(), chosen.target.to_string()]
    }

    fn ways(&self, _: &Position<S>, chosen: Move) -> Vec<Vec<String>> {
        // A longer way only goes to and fro over the same squares.
        if chosen.steps > LONGEST_WAY {
            return Vec::new();
        }
        let ways = Dir::ALL.into_iter().map(|dir| path(chosen.start, dir, chosen.steps as usize));
        let there = ways.filter(|way| way.last() == Some(&chosen.target));
        let mut ways: Vec<Vec<String>> =
            there.map(|way| way.iter().map(Pos::to_string).collect()).collect();
        // At the edge two directions are one way.
        ways.sort();
        ways.dedup();
        ways
    }
}
