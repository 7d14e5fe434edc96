//! What the engine says: lines of text for a GUI.

use crate::engine::Finished;
use crate::progress::{Info, Progress};
use crate::value::Bound;
use crate::wdl::Wdl;
use std::fmt::Write;
use zugwerk_chess::{File, Move, Position, Rank, Square};

/// News from a search of `root`.
pub(super) fn progress(root: &Position, progress: &Progress, show_wdl: bool) -> String {
    match progress {
        Progress::Line(found) => info(root, found, show_wdl),
        Progress::CurrentMove { depth, m, number } => {
            format!("info depth {depth} currmove {} currmovenumber {number}", root.uci(*m))
        }
    }
}

fn info(root: &Position, info: &Info, show_wdl: bool) -> String {
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}",
        info.depth,
        info.deepest.max(info.depth as usize),
        info.rank,
        info.score()
    );
    match info.bound {
        Bound::Upper => text.push_str(" upperbound"),
        Bound::Lower => text.push_str(" lowerbound"),
        Bound::Exact => {}
    }
    if show_wdl {
        let wdl = Wdl::of(info.value);
        let _ = write!(text, " wdl {} {} {}", wdl.win, wdl.draw, wdl.loss);
    }
    let _ = write!(
        text,
        " nodes {} nps {} hashfull {} tbhits {} time {} pv {}",
        info.nodes,
        info.nodes_per_second(),
        info.permille_full,
        info.tablebase_hits,
        info.time.as_millis(),
        line(root, &info.line)
    );
    text
}

/// Moves one after the other, each written in its own position.
fn line(root: &Position, moves: &[Move]) -> String {
    let mut position = root.clone();
    let texts = moves.iter().map(|m| {
        let text = position.uci(*m);
        position = position.play(*m);
        text
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// The answer to `go`.
pub(super) fn best_move(root: &Position, found: &Finished) -> String {
    let Some(best) = found.best else { return "bestmove (none)".to_string() };
    let mut text = format!("bestmove {}", root.uci(best));
    if let Some(ponder) = found.ponder {
        let _ = write!(text, " ponder {}", root.play(best).uci(ponder));
    }
    text
}

/// A drawing of the board with the FEN and the key.
pub(super) fn board(position: &Position) -> Vec<String> {
    let border = "+---+---+---+---+---+---+---+---+";
    let mut lines = vec![border.to_string()];
    for rank in Rank::ALL.into_iter().rev() {
        let row = File::ALL.map(|file| {
            position
                .piece_at(Square::at(file, rank))
                .map_or(' ', |piece| piece.letter())
                .to_string()
        });
        lines.push(format!("| {} | {}", row.join(" | "), rank.digit()));
        lines.push(border.to_string());
    }
    lines.push("  a   b   c   d   e   f   g   h".to_string());
    lines.push(format!("Fen: {position}"));
    lines.push(format!("Key: {:016X}", position.key()));
    let checkers: Vec<String> =
        position.checkers().into_iter().map(|square| square.to_string()).collect();
    lines.push(format!("Checkers: {}", checkers.join(" ")));
    lines
}

/// Shown by `help`.
pub(super) const HELP: &str = "\
Zugwerk speaks UCI, the language of chess GUIs:
  uci, isready, ucinewgame, setoption name N [value V], debug on|off, register
  position startpos|fen F [moves M ...]
  go [searchmoves M ...] [ponder] [infinite] [wtime T] [btime T] [winc T] [binc T]
     [movestogo N] [depth N] [nodes N] [mate N] [movetime T] [perft N]
  stop, ponderhit, quit
and, for people:
  d            draw the position
  eval         evaluate the position without looking ahead, and each piece
  bench [N]    search fixed positions to depth N and print the number of nodes
  help         this text";

/// Values of pieces as lines of text, each where its piece stands, seen from White's side.
pub(super) fn values_on_board(position: &Position, values: &[(Square, i32)]) -> Vec<String> {
    let cell = |square| {
        let value = values.iter().find(|value| value.0 == square).map(|value| value.1);
        match (position.piece_at(square), value) {
            (None, _) => ".".to_string(),
            (Some(piece), None) => piece.letter().to_string(),
            (Some(piece), Some(value)) => {
                format!("{}{:+.2}", piece.letter(), f64::from(value) / 100.0)
            }
        }
    };
    let row = |rank: Rank| {
        let cells = File::ALL.iter().map(|file| format!(" {:<7}", cell(Square::at(*file, rank))));
        format!("{}{}", rank.digit(), cells.collect::<String>()).trim_end().to_string()
    };
    let files = File::ALL.iter().map(|file| format!(" {:<7}", file.letter())).collect::<String>();
    let mut lines: Vec<String> = Rank::ALL.into_iter().rev().map(row).collect();
    lines.push(format!(" {}", files.trim_end()));
    lines
}
