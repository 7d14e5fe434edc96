//! Scenes in which a bound that counts moves can go wrong: castling at hand, pawns about to promote or to be taken
//! en passant, a king among pieces of its own. The same scenes in every run.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use zugwerk_chess::Position;

/// The first `count` scenes that are positions.
pub fn scenes(count: usize) -> Vec<Position> {
    let mut runner = TestRunner::deterministic();
    let choices = proptest::collection::vec(any::<u16>(), 40);
    let mut scenes = Vec::with_capacity(count);
    while scenes.len() < count {
        let choices = choices.new_tree(&mut runner).expect("a list of numbers").current();
        scenes.extend(Position::from_fen(&Sketch::new(choices).fen()).ok());
    }
    scenes
}

/// A board in the making; White is about to mate or to be mated.
struct Sketch {
    choices: std::vec::IntoIter<u16>,
    board: [Option<char>; 64],
    passed: Option<usize>,
}

impl Sketch {
    fn new(choices: Vec<u16>) -> Sketch {
        Sketch { choices: choices.into_iter(), board: [None; 64], passed: None }
    }

    /// A number below `most`.
    fn choose(&mut self, most: usize) -> usize {
        usize::from(self.choices.next().unwrap_or(0)) % most
    }

    fn letter(&mut self, letters: &str) -> char {
        let at = self.choose(letters.len());
        char::from(letters.as_bytes()[at])
    }

    /// Puts something on a square that is free; pawns not on the first and last rank.
    fn put(&mut self, square: usize, letter: char) {
        let is_edge = !(8..56).contains(&square);
        if self.board[square].is_none() && !(is_edge && letter.eq_ignore_ascii_case(&'p')) {
            self.board[square] = Some(letter);
        }
    }

    fn fen(mut self) -> String {
        let king = match self.choose(4) {
            0 | 1 => self.castling(),
            2 => self.promotion(),
            _ => self.en_passant(),
        };
        // On an edge its file is left open, where a rook can give check.
        let around: &[i32] = match king % 8 {
            0 => &[-7, 1, 9],
            7 => &[-9, -1, 7],
            _ => &[-9, -8, -7, -1, 1, 7, 8, 9],
        };
        for _ in 0..self.choose(5) {
            let square = king as i32 + around[self.choose(around.len())];
            let letter = self.letter("pppnnbrq");
            if (0..64).contains(&square) {
                self.put(square as usize, letter);
            }
        }
        for _ in 0..self.choose(3) {
            let (square, letter) = (self.choose(64), self.letter("PPNBRQ"));
            self.put(square, letter);
        }
        let (turn, mirror) = (self.choose(2) == 0, self.choose(2) == 0);
        self.write(turn || self.passed.is_some(), mirror)
    }

    /// White may castle, perhaps Black too; where Black's king stands.
    fn castling(&mut self) -> usize {
        let rooks = self.choose(3);
        self.put(4, 'K');
        if rooks != 1 {
            self.put(0, 'R');
        }
        if rooks != 0 {
            self.put(7, 'R');
        }
        let king = match self.choose(4) {
            0 => 60,
            // On the file of a rook, where it mates most easily, or near it.
            1 | 2 => 16 + 8 * self.choose(3) + [0, 1, 6, 7][self.choose(4)],
            _ => self.choose(48),
        };
        self.put(king, 'k');
        if king == 60 {
            let corner = [56, 63][self.choose(2)];
            self.put(corner, 'r');
        }
        king
    }

    /// Pawns of both sides near their last rank.
    fn promotion(&mut self) -> usize {
        let (white, king) = (self.choose(64), 40 + self.choose(24));
        self.put(king, 'k');
        self.put(white, 'K');
        for _ in 0..=self.choose(2) {
            let square = 40 + self.choose(16);
            self.put(square, 'P');
        }
        for _ in 0..self.choose(3) {
            let square = 8 + self.choose(16);
            self.put(square, 'p');
        }
        king
    }

    /// A black pawn beside a white one, or about to come there.
    fn en_passant(&mut self) -> usize {
        let (white, king, file) = (self.choose(64), 24 + self.choose(40), self.choose(7));
        self.put(king, 'k');
        self.put(32 + file, 'P');
        let has_stepped = self.choose(2) == 0;
        self.put(if has_stepped { 33 } else { 49 } + file, 'p');
        self.passed = (has_stepped && self.board[33 + file] == Some('p')).then_some(41 + file);
        self.put(white, 'K');
        let (square, letter) = (self.choose(64), self.letter("BRQ"));
        self.put(square, letter);
        king
    }

    fn write(&self, white: bool, mirror: bool) -> String {
        let seen = |square: usize| match mirror {
            true => self.board[square ^ 56].map(|letter| match letter.is_ascii_uppercase() {
                true => letter.to_ascii_lowercase(),
                false => letter.to_ascii_uppercase(),
            }),
            false => self.board[square],
        };
        let rank = |rank: usize| -> String {
            let letters = (0..8).map(|file| seen(rank * 8 + file));
            letters.map(|letter| letter.map_or("1".to_string(), String::from)).collect()
        };
        let board: Vec<String> = (0..8).rev().map(rank).collect();
        let rights = [(4, 7, "KR"), (4, 0, "QR"), (60, 63, "kr"), (60, 56, "qr")];
        let rights: String = rights
            .iter()
            .filter(|(king, rook, names)| {
                let king_letter = if *king == 4 { 'K' } else { 'k' };
                seen(*king) == Some(king_letter) && seen(*rook) == names.chars().nth(1)
            })
            .filter_map(|(_, _, names)| names.chars().next())
            .collect();
        let passed = self.passed.map(|square| if mirror { square ^ 56 } else { square });
        let passed = passed.map_or("-".to_string(), |square| {
            format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1)
        });
        let turn = if white != mirror { "w" } else { "b" };
        let rights = if rights.is_empty() { "-" } else { &rights };
        format!("{} {turn} {rights} {passed} 0 1", board.join("/"))
    }
}
