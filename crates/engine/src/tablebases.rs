//! Endgame tablebases in Syzygy's format: whether a position with few pieces is won, drawn or lost.

use crate::convert::to_shakmaty;
use crate::search::RootMove;
use crate::value::{Bound, TABLEBASE_WIN, WIN_BOUND};
use shakmaty::Chess;
use shakmaty_syzygy::{AmbiguousWdl, Dtz, MaybeRounded, Tablebase};
use zugwerk_chess::{Game, Position};

/// The tablebases at hand; none to begin with.
#[derive(Default)]
pub struct Tablebases {
    tables: Option<Tablebase<Chess>>,
    files: usize,
    problem: Option<String>,
}

/// What a tablebase says about a position in the tree.
pub(crate) struct Found {
    pub value: i32,
    pub bound: Bound,
}

/// The rank of a root move that wins by the fastest way to a capture or pawn move.
const WON: i32 = 2000;

impl Tablebases {
    /// The tablebases in the folders of `path`, separated as the system separates paths.
    pub fn open(path: &str) -> Tablebases {
        let mut opened = Tablebases::default();
        if path.is_empty() {
            return opened;
        }
        let mut tables = Tablebase::new();
        for folder in std::env::split_paths(path) {
            match tables.add_directory(&folder) {
                Ok(files) => opened.files += files,
                Err(error) => opened.problem = Some(format!("{}: {error}", folder.display())),
            }
        }
        if opened.files > 0 {
            opened.tables = Some(tables);
        }
        opened
    }

    /// What there is, in words.
    pub fn describe(&self) -> String {
        match (&self.tables, &self.problem) {
            (Some(tables), _) => {
                format!("{} tablebase files, up to {} pieces", self.files, tables.max_pieces())
            }
            (None, Some(problem)) => format!("no tablebases: {problem}"),
            (None, None) => "no tablebases".to_string(),
        }
    }

    /// The value of an inner node. Asked only just after a capture or pawn move, where the 50-move rule
    /// cannot spoil the answer.
    #[inline]
    pub(crate) fn value(&self, position: &Position, ply: usize) -> Option<Found> {
        let tables = self.tables.as_ref()?;
        if position.halfmoves() != 0
            || position.castling().rooks().any()
            || position.occupied().len() > tables.max_pieces()
        {
            return None;
        }
        let win = TABLEBASE_WIN - ply as i32;
        Some(match tables.probe_wdl(&to_shakmaty(position)?).ok()? {
            AmbiguousWdl::Win => Found { value: win, bound: Bound::Lower },
            AmbiguousWdl::Loss => Found { value: -win, bound: Bound::Upper },
            _ => Found { value: 0, bound: Bound::Exact },
        })
    }

    /// Ranks the moves at the root, so that the search considers only those that keep the result and, when
    /// winning, make progress.
    pub(crate) fn rank(&self, game: &Game, moves: &mut [RootMove]) {
        let Some(tables) = &self.tables else { return };
        let position = game.position();
        if position.castling().rooks().any() || position.occupied().len() > tables.max_pieces() {
            return;
        }
        let ranks: Option<Vec<i32>> =
            moves.iter().map(|m| rank_of(tables, &position.play(m.line[0]))).collect();
        // A missing table makes the ranks of the others useless.
        for (m, rank) in moves.iter_mut().zip(ranks.unwrap_or_default()) {
            m.tablebase_rank = rank;
        }
        moves.sort_by_key(|m| std::cmp::Reverse(m.tablebase_rank));
    }

    /// The value to tell for a root move of this rank.
    pub(crate) fn root_value(&self, rank: i32, value: i32) -> i32 {
        match rank {
            0 => value,
            DRAWN => 0,
            1.. => value.max(WIN_BOUND),
            _ => value.min(-WIN_BOUND),
        }
    }
}

/// The rank of a draw; 0 means that nothing is known.
const DRAWN: i32 = -1;

/// The rank of a move that leads to `after`.
fn rank_of(tables: &Tablebase<Chess>, after: &Position) -> Option<i32> {
    if after.is_checkmate() {
        return Some(2 * WON);
    }
    let position = to_shakmaty(after)?;
    let plies = match tables.probe_dtz(&position) {
        Ok(MaybeRounded::Precise(Dtz(plies)) | MaybeRounded::Rounded(Dtz(plies))) => plies,
        Err(_) => return None,
    };
    let halfmoves = i32::from(after.halfmoves());
    let in_time = halfmoves + plies.abs() <= 100;
    Some(match plies.signum() {
        // The opponent loses: the sooner the better.
        -1 if in_time => WON + plies,
        1 if in_time => -WON + plies,
        _ => DRAWN,
    })
}
