//! The board as a picture in the terminal.

use super::{read_board, read_player};
use crate::exit::{Exit, Outcome};
use crate::terminal::Terminal;
use anstyle::{AnsiColor, Style};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use zugwerk_deathstacks::{Board, Cell, Player, START, player_won};

/// Draw a board
#[derive(Args)]
#[command(
    after_help = "Example:\n  zugwerk deathstacks show rr,,,,,rr/,,,,,/,bbr,rr,,rrb,/,,,,,/,,,,,/bb,bb,,,bbrrrb,bb r"
)]
pub struct Show {
    /// The board; the start position when left out, - for standard input
    #[arg(default_value = START, hide_default_value = true)]
    fen: String,
    /// Who is to move, r or b
    player: Option<String>,
}

impl Show {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        #[derive(Serialize)]
        struct Shown {
            fen: String,
            player: Option<char>,
            stones: usize,
            won: Option<char>,
        }
        let board = read_board(&self.fen)?;
        let player = self.player.as_deref().map(read_player).transpose()?;
        let won = player_won(&board);
        if terminal.json() {
            terminal.print_json(&Shown {
                fen: board.to_string(),
                player: player.map(Player::letter),
                stones: board.stones(),
                won: won.map(Player::letter),
            })?;
            return Ok(Exit::Answered);
        }
        let picture = picture(&board, terminal);
        write!(terminal, "{picture}")?;
        if let Some(winner) = won {
            writeln!(terminal, "{winner} owns every stack")?;
        } else if let Some(player) = player {
            writeln!(terminal, "{player} to move")?;
        }
        Ok(Exit::Answered)
    }
}

/// A square shows at most this many stones.
const MOST_SHOWN: usize = 12;

/// The board with a frame; each stack from the top stone on the left to the bottom on the right.
pub fn picture(board: &Board, terminal: &Terminal) -> String {
    let cells = || board.rows.iter().flatten();
    let width = cells().map(|cell| label(cell).len()).max().unwrap_or(0).max(3);
    let rule = |left, middle, right| {
        format!("   {left}{}{right}\n", vec!["─".repeat(width + 2); 6].join(middle))
    };
    let mut text = rule("┌", "┬", "┐");
    for (line, row) in board.rows.iter().enumerate() {
        if line > 0 {
            text += &rule("├", "┼", "┤");
        }
        let squares: Vec<String> = row.iter().map(|cell| paint(cell, width, terminal)).collect();
        text += &format!(" {} │ {} │\n", 6 - line, squares.join(" │ "));
    }
    text += &rule("└", "┴", "┘");
    let columns: Vec<String> =
        "abcdef".chars().map(|name| format!("{name:^w$}", w = width + 2)).collect();
    text + "    " + columns.join(" ").trim_end() + "\n"
}

/// The stones as letters, the top one first; a tall stack ends in the number of stones not shown.
fn label(cell: &Cell) -> String {
    let letters: String = cell.0.iter().take(MOST_SHOWN).map(|stone| stone.letter()).collect();
    match cell.0.len().saturating_sub(MOST_SHOWN) {
        0 => letters,
        more => format!("{letters}+{more}"),
    }
}

/// The stones in their colours, the owner's in bold, filled up to the width.
fn paint(cell: &Cell, width: usize, terminal: &Terminal) -> String {
    let label = label(cell);
    let mut text = String::new();
    for (depth, letter) in label.chars().enumerate() {
        let style = match Player::from_letter(letter) {
            Some(Player::Red) => Style::new().fg_color(Some(AnsiColor::BrightRed.into())),
            Some(Player::Blue) => Style::new().fg_color(Some(AnsiColor::BrightBlue.into())),
            None => Style::new(),
        };
        let style = if depth == 0 { style.bold().underline() } else { style };
        text += &terminal.paint(style, letter.encode_utf8(&mut [0; 4]));
    }
    text + &" ".repeat(width - label.len())
}
