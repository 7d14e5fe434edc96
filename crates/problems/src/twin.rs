//! Twins: problems that come from another by small changes to the board or to what is asked.
//!
//! They are written as problemists write them for Popeye: `move a3 b4`, `remove e5 add white Qe8`, `mirror a1 h1`,
//! `rotate 90`, `continued shift a1 a2`, `stipulation h#3`.

mod reader;

use crate::problem::ProblemError;
use crate::solver::Problem;
use crate::stipulation::Stipulation;
pub(crate) use reader::squares_in;
use zugwerk_chess::{CastlingRights, File, Piece, Position, Rank, Role, Setup, Square};

/// The changes that lead to a twin.
///
/// ```
/// use zugwerk_problems::{Problem, Twin};
/// let problem = Problem::new("6k1/5ppp/8/8/8/8/6PP/R6K w - -", "#1", false).unwrap();
/// let twin: Twin = "move a1 b1 remove h2".parse().unwrap();
/// let twin = problem.twin(&twin, false).unwrap();
/// assert!(twin.position.to_string().starts_with("6k1/5ppp/8/8/8/8/6P1/1R5K w"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Twin {
    /// Whether they are made to the twin before, not to the diagram.
    pub is_continued: bool,
    /// The changes, in order.
    pub changes: Vec<Change>,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A piece goes from one square to another; what stood there is gone.
    Move(Square, Square),
    /// What stands on two squares is exchanged.
    Exchange(Square, Square),
    /// A piece is taken off.
    Remove(Square),
    /// A piece is put on.
    Add(Piece, Square),
    /// All pieces of one role become pieces of another.
    Substitute(Role, Role),
    /// The board is turned to the left by this many quarters.
    Rotate(u8),
    /// The board is mirrored so that the first square comes to the second.
    Mirror(Mirror),
    /// All pieces go this many files and ranks further.
    Shift(i8, i8),
    /// All pieces change their colour.
    Polish,
    /// Another board.
    Board(Box<[Option<Piece>; 64]>),
    /// Something else is asked.
    Stipulation(Box<Stipulation>),
}

/// Lines to mirror a board at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mirror {
    /// a1 comes to h1.
    Files,
    /// a1 comes to a8.
    Ranks,
    /// a1 comes to h8.
    LongDiagonal,
    /// a8 comes to h1.
    OtherDiagonal,
}

/// Why a text is no twin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("twin, word {word}: {problem}")]
pub struct TwinError {
    /// Which word, from 1.
    pub word: usize,
    /// What is wrong, or what was expected.
    pub problem: String,
}

impl Problem {
    /// The problem after the changes of a twin. Where king and rooks at home might castle, they may in the twin; other
    /// rights stay with kings and rooks that stay, and the square of en passant where the board still allows it.
    pub fn twin(&self, twin: &Twin, any_position: bool) -> Result<Problem, ProblemError> {
        let mut setup = Setup::from(&self.position);
        let mut stipulation = self.stipulation.clone();
        let is_usual = setup.castling == setup.castling_at_home();
        for change in &twin.changes {
            match change {
                Change::Stipulation(new) => stipulation = stipulation.replaced_by(new),
                change => change.apply(&mut setup)?,
            }
        }
        setup.castling = match is_usual {
            true => setup.castling_at_home(),
            false => remaining_rights(&self.position, &setup),
        };
        if stipulation != self.stipulation {
            let changes_sides = stipulation.usual_turn() != self.stipulation.usual_turn();
            setup.turn = if changes_sides { !setup.turn } else { setup.turn };
        }
        if setup.any_position().is_err() {
            setup.double_push = None;
        }
        let position = if any_position { setup.any_position() } else { setup.position() };
        let position = position.map_err(|error| match setup.any_position() {
            Ok(_) => ProblemError::Impossible(error),
            Err(error) => ProblemError::Unusable(error),
        })?;
        let target = self.target.clone().map(|target| crate::Target { setup, ..target });
        Ok(Problem::of(position, stipulation, target))
    }

    /// The problem, unless it is a `zero_position`, and its twins, each after the changes to the diagram or to the twin
    /// before it.
    pub fn twins(
        &self,
        twins: &[Twin],
        zero_position: bool,
        any_position: bool,
    ) -> Vec<Result<Problem, ProblemError>> {
        let mut all: Vec<Result<Problem, ProblemError>> = Vec::new();
        if !zero_position {
            all.push(Ok(self.clone()));
        }
        for twin in twins {
            let before = match all.last() {
                Some(before) if twin.is_continued => before.clone(),
                _ => Ok(self.clone()),
            };
            all.push(before.and_then(|before| before.twin(twin, any_position)));
        }
        all
    }
}

impl Change {
    /// Makes the change to a board; a stipulation is not on it.
    fn apply(&self, setup: &mut Setup) -> Result<(), ProblemError> {
        match *self {
            Change::Board(ref pieces) => setup.pieces = **pieces,
            Change::Move(from, to) => {
                let piece = setup.pieces[from.index()].take();
                setup.pieces[to.index()] = Some(piece.ok_or(ProblemError::NoPiece(from))?);
            }
            Change::Exchange(one, other) => setup.pieces.swap(one.index(), other.index()),
            Change::Remove(square) => {
                let piece = setup.pieces[square.index()].take();
                piece.ok_or(ProblemError::NoPiece(square))?;
            }
            Change::Add(piece, square) => setup.pieces[square.index()] = Some(piece),
            Change::Substitute(old, new) => {
                for piece in setup.pieces.iter_mut().flatten().filter(|piece| piece.role == old) {
                    piece.role = new;
                }
            }
            Change::Polish => {
                for piece in setup.pieces.iter_mut().flatten() {
                    piece.color = !piece.color;
                }
            }
            Change::Rotate(quarters) => {
                for _ in 0..quarters % 4 {
                    rearrange(setup, |file, rank| Some((7 - rank, file)))?;
                }
            }
            Change::Mirror(mirror) => rearrange(setup, |file, rank| {
                Some(match mirror {
                    Mirror::Files => (7 - file, rank),
                    Mirror::Ranks => (file, 7 - rank),
                    Mirror::LongDiagonal => (7 - rank, 7 - file),
                    Mirror::OtherDiagonal => (rank, file),
                })
            })?,
            Change::Shift(files, ranks) => rearrange(setup, |file, rank| {
                let on_board = |line: i8| (0..8).contains(&line);
                let (file, rank) = (file + files, rank + ranks);
                (on_board(file) && on_board(rank)).then_some((file, rank))
            })?,
            Change::Stipulation(_) => {}
        }
        Ok(())
    }
}

/// The rights to castle of `before` whose king and rook stand in `after` where they stood.
fn remaining_rights(before: &Position, after: &Setup) -> CastlingRights {
    let stays = |square: Square| before.piece_at(square) == after.pieces[square.index()];
    let remains = |&rook: &Square| {
        let color = before.piece_at(rook).map(|piece| piece.color);
        stays(rook) && color.and_then(|color| before.king(color)).is_some_and(stays)
    };
    CastlingRights::new(before.castling().rooks().into_iter().filter(remains).collect())
}

/// Brings every piece from its file and rank to others, and the square of en passant with them; an error if one would leave the board.
fn rearrange(
    setup: &mut Setup,
    to: impl Fn(i8, i8) -> Option<(i8, i8)>,
) -> Result<(), ProblemError> {
    let to = |square: Square| {
        let (file, rank) = to(square.file().index() as i8, square.rank().index() as i8)?;
        Some(Square::at(File::ALL[file as usize], Rank::ALL[rank as usize]))
    };
    let before = std::mem::replace(&mut setup.pieces, [None; 64]);
    for square in Square::all() {
        let Some(piece) = before[square.index()] else { continue };
        let there = to(square).ok_or(ProblemError::OffBoard(square))?;
        setup.pieces[there.index()] = Some(piece);
    }
    setup.double_push = setup.double_push.and_then(to);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn twin(fen: &str, text: &str) -> Result<String, String> {
        let problem = Problem::new(fen, "h#2", true).unwrap();
        let twin: Twin = text.parse().map_err(|error: TwinError| error.to_string())?;
        let twin = problem.twin(&twin, true).map_err(|error| error.to_string())?;
        Ok(twin.position.to_string().split(' ').next().unwrap_or_default().to_string())
    }

    #[test]
    fn every_kind_of_change() {
        let fen = "k7/8/8/8/8/8/P7/K1R5";
        for (text, board) in [
            ("move a2 b3", "k7/8/8/8/8/1P6/8/K1R5"),
            ("exchange a1 c1", "k7/8/8/8/8/8/P7/R1K5"),
            ("rem c1", "k7/8/8/8/8/8/P7/K7"),
            ("remove c1 a2", "k7/8/8/8/8/8/8/K7"),
            ("remove c1a2 move a1 b1", "k7/8/8/8/8/8/8/1K6"),
            ("add white Qh8 Sg1h1 remove c1", "k6Q/8/8/8/8/8/P7/K5NN"),
            ("substitute R B", "k7/8/8/8/8/8/P7/K1B5"),
            ("rotate 180", "5R1K/7P/8/8/8/8/8/7k"),
            ("remove a2 rotate 90", "8/8/8/8/8/7R/8/k6K"),
            ("mirror a1<-->h1", "7k/8/8/8/8/8/7P/5R1K"),
            ("mirror a1a8", "K1R5/P7/8/8/8/8/8/k7"),
            ("remove a2 mirror a1 h8", "k6K/8/7R/8/8/8/8/8"),
            ("remove a2 mirror a8 h1", "8/8/8/8/8/R7/8/K6k"),
            ("add black Pd5 remove a8 add black Kb6 shift a1 b2", "8/2k5/4p3/8/8/1P6/1K1R4/8"),
            ("polishtype", "K7/8/8/8/8/8/p7/k1r5"),
            ("add white Qd4 Black Sb8 P d7e7", "kn6/3pp3/8/8/3Q4/8/P7/K1R5"),
            ("versetze a2 b3 entferne c1", "k7/8/8/8/8/1P6/8/K7"),
            ("forsyth 8/8/8/3k4/8/8/8/S6K", "8/8/8/3k4/8/8/8/N6K"),
        ] {
            assert_eq!(twin(fen, text).as_deref(), Ok(board), "{text}");
        }
    }

    #[test]
    fn rights_stay_where_the_board_still_allows_them() {
        for (fen, text, rights) in [
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "stipulation h#3", "w - d6"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "move e1 a1", "w - d6"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "mirror a1 h1", "w - e6"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "shift a1 b1", "w - e6"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "move d5 c5", "w - -"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "rotate 180", "w - -"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "polishtype", "w - -"),
            ("5k2/8/8/8/8/8/8/1R3KR1 b GB -", "stipulation h#3", "b KQ -"),
            ("5k2/8/8/8/8/8/8/1R3KR1 b GB -", "remove g1", "b Q -"),
            ("5k2/8/8/8/8/8/8/1R3KR1 b GB -", "move f1 e1", "b - -"),
            ("4k3/8/8/8/8/8/8/R3K2R b K -", "move e8 d8", "b K -"),
            ("4k3/8/8/8/8/8/8/R3K2R b KQ -", "move a1 b1", "b K -"),
            ("4k3/8/8/8/8/8/8/1R2K2R b K -", "move b1 a1", "b KQ -"),
        ] {
            let problem = Problem::new(fen, "h#2", true).unwrap();
            let twin = problem.twin(&text.parse().unwrap(), false).unwrap();
            let fen = twin.position.to_string();
            assert_eq!(
                fen.split(' ').skip(1).take(3).collect::<Vec<_>>().join(" "),
                rights,
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let fen = "k7/8/8/8/8/8/P7/K1R5";
        for (text, part) in [
            ("", "word 1: expected a change"),
            ("jump a1 b1", "word 1: expected one of continued, move"),
            ("move a1", "word 3: expected a square"),
            ("move a1 z9", "word 3: expected a square like e4"),
            ("rotate 45", "word 2: expected 90"),
            ("mirror a1 b1", "expected a1 h1"),
            ("add green Qa3", "white or black"),
            ("stipulation h#x", "expected a length"),
            ("condition circe", "fairy conditions"),
            ("remove d4", "nothing stands on d4"),
            ("add white Qa3 black", "expected pieces like Qe8"),
            ("shift a1 b1 shift a1 h1", "off the board"),
        ] {
            let error = twin(fen, text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn a_stipulation_may_have_several_words() {
        let asked = |text: &str| {
            let problem = Problem::new("k7/8/8/8/8/8/P7/K1R5", "h#2", true).unwrap();
            let twin: Twin = text.parse().unwrap();
            problem.twin(&twin, true).unwrap().stipulation.to_string()
        };
        assert_eq!(asked("stipulation dia 3.5"), "dia 3.5");
        assert_eq!(asked("stipulation #2 +k duplex"), "#2 +k duplex");
        assert_eq!(asked("stipulation h # 2.5 remove a2"), "h#2.5");
        let board = "k7/8/8/8/8/P7/8/K1R5 b - -";
        let to = format!("stipulation =>1 {board}");
        assert_eq!(asked(&to), format!("=>1 {board}"));
        let error = "stipulation #2 foo".parse::<Twin>().unwrap_err();
        assert!(error.to_string().contains("word 3"), "{error}");
    }

    #[test]
    fn twins_go_on_from_the_diagram_or_from_the_twin_before() {
        let problem = Problem::new("k7/8/8/8/8/8/P7/K1R5", "h#2", true).unwrap();
        let twins: Vec<Twin> = ["move c1 d1", "continued remove a2", "stipulation #3"]
            .iter()
            .map(|t| t.parse().unwrap())
            .collect();
        let boards = |zero: bool| -> Vec<String> {
            let all = problem.twins(&twins, zero, true).into_iter();
            all.map(|twin| twin.unwrap().position.to_string()).collect()
        };
        assert_eq!(boards(false).len(), 4);
        let all = boards(true);
        assert!(all[0].starts_with("k7/8/8/8/8/8/P7/K2R4 b"), "{all:?}");
        assert!(all[1].starts_with("k7/8/8/8/8/8/8/K2R4 b"), "{all:?}");
        // Black begins a helpmate, White a directmate.
        assert!(all[2].starts_with("k7/8/8/8/8/8/P7/K1R5 w"), "{all:?}");
    }
}
