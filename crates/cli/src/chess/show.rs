//! `zugwerk show`: a position as a diagram.

use crate::exit::{Exit, Failure, Outcome};
use crate::games;
use crate::picture;
use crate::terminal::Terminal;
use anstyle::{AnsiColor, Color as Ink, RgbColor, Style};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use zugwerk_chess::{Color, Diagram, File, Move, Position, Rank, Square};

/// Show a position: in the terminal, or as a picture
#[derive(Args)]
#[command(after_help = "\
Examples:
  zugwerk show start
  zugwerk show 'r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq -' --last h5f7
  zugwerk show start --png start.png --arrow e2e4 --flip")]
pub struct Command {
    /// The position: a FEN, `start`, or - for a FEN on standard input
    #[arg(default_value = "start")]
    fen: String,
    /// Write an SVG picture to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a PNG picture to this file
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Print the text picture that `convert` and `chesscomputer` read
    #[arg(long)]
    text: bool,
    /// Show the board from Black's side
    #[arg(long)]
    flip: bool,
    /// Mark the squares of the last move, like e2e4
    #[arg(long, value_name = "MOVE", value_parser = two_squares)]
    last: Option<(Square, Square)>,
    /// Draw an arrow, like e2e4; may be repeated
    #[arg(long, value_name = "ARROW", value_parser = two_squares)]
    arrow: Vec<(Square, Square)>,
    /// How much larger than 872 by 872 pixels a PNG is
    #[arg(long, default_value_t = 1.0, value_parser = scale)]
    scale: f32,
    #[command(flatten)]
    choice: games::Choice,
}

fn two_squares(text: &str) -> Result<(Square, Square), String> {
    let wrong = || format!("expected two squares like e2e4, found {text:?}");
    let (from, to) = text.split_at_checked(2).ok_or_else(wrong)?;
    let to = to.strip_prefix('-').unwrap_or(to);
    Ok((
        from.parse().map_err(|_| wrong())?,
        to.get(..2).and_then(|to| to.parse().ok()).ok_or_else(wrong)?,
    ))
}

fn scale(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(scale) if (0.05..=8.0).contains(&scale) => Ok(scale),
        _ => Err("expected a number from 0.05 to 8".to_string()),
    }
}

#[derive(Serialize)]
struct Shown {
    fen: String,
    turn: String,
    check: bool,
    end: Option<String>,
    moves: usize,
    key: String,
    picture: String,
}

impl Command {
    pub fn run(self, terminal: &mut Terminal) -> Outcome {
        if let Some(game) = self.choice.other_than_chess()? {
            if self.text || self.flip || self.last.is_some() || !self.arrow.is_empty() {
                let message = "--text, --flip, --last and --arrow are for chess";
                return Err(Failure::bad_input(message));
            }
            let (svg, png) = (self.svg.as_ref(), self.png.as_ref());
            let files = games::Files { svg, png, scale: self.scale };
            return games::show(&*game, &self.fen, files, terminal);
        }
        let position = super::position(&self.fen)?;
        if self.svg.is_some() || self.png.is_some() {
            let mut diagram = Diagram::new(&position);
            diagram.bottom = if self.flip { Color::Black } else { Color::White };
            diagram.last_move = self.last.map(|(from, to)| Move::normal(from, to));
            diagram.arrows = self.arrow.clone();
            let svg = diagram.svg();
            if let Some(path) = &self.svg {
                picture::write_svg(path, &svg)?;
            }
            if let Some(path) = &self.png {
                picture::write_png(path, &svg, self.scale)?;
            }
            if !terminal.json() && !self.text {
                return Ok(Exit::Answered);
            }
        }
        if terminal.json() {
            terminal.print_json(&Shown {
                fen: position.to_string(),
                turn: position.turn().to_string(),
                check: position.is_check(),
                end: position.end().map(|end| end.to_string()),
                moves: position.legal_moves().len(),
                key: format!("{:016x}", position.key()),
                picture: position.picture(),
            })?;
        } else if self.text {
            write!(terminal, "{}", position.picture())?;
        } else {
            self.board(&position, terminal)?;
        }
        Ok(Exit::Answered)
    }

    fn board(&self, position: &Position, terminal: &mut Terminal) -> Result<(), Failure> {
        let mut ranks = Rank::ALL.to_vec();
        let mut files = File::ALL.to_vec();
        if self.flip {
            files.reverse()
        } else {
            ranks.reverse()
        }
        for rank in ranks {
            let row: String = files
                .iter()
                .map(|file| self.cell(position, Square::at(*file, rank), terminal))
                .collect();
            writeln!(terminal, "{} {row}", rank.digit())?;
        }
        let letters: String = files.iter().map(|file| format!(" {} ", file.letter())).collect();
        writeln!(terminal, "  {}", letters.trim_end())?;
        writeln!(terminal, "\n{position}")?;
        writeln!(terminal, "{}", status(position))?;
        Ok(())
    }

    /// A square three columns wide; without colour, a dot marks the empty dark ones.
    fn cell(&self, position: &Position, square: Square, terminal: &Terminal) -> String {
        let piece = position.piece_at(square);
        if !terminal.color() {
            let empty = if square.is_light() { ' ' } else { '·' };
            return format!(" {} ", piece.map_or(empty, |piece| piece.figurine()));
        }
        let marked = self.last.is_some_and(|(from, to)| square == from || square == to);
        let checked = position.is_check() && position.king(position.turn()) == Some(square);
        let ground = match (checked, marked, square.is_light()) {
            (true, ..) => RgbColor(208, 80, 60),
            (_, true, _) => RgbColor(205, 190, 90),
            (_, _, true) => RgbColor(222, 204, 175),
            (_, _, false) => RgbColor(165, 125, 95),
        };
        let ink = match piece.map(|piece| piece.color) {
            Some(Color::White) => Ink::Rgb(RgbColor(255, 255, 255)),
            _ => Ink::Ansi(AnsiColor::Black),
        };
        // The filled symbols of the black pieces, coloured, read better than the hollow ones.
        let symbol = piece
            .map_or(' ', |piece| zugwerk_chess::Piece::new(Color::Black, piece.role).figurine());
        terminal.paint(
            Style::new().bg_color(Some(Ink::Rgb(ground))).fg_color(Some(ink)),
            &format!(" {symbol} "),
        )
    }
}

fn status(position: &Position) -> String {
    match position.end() {
        Some(end) => format!("The game is over: {end}."),
        None => {
            let count = position.legal_moves().len();
            let check = if position.is_check() { ", in check" } else { "" };
            format!(
                "{} to move{check}, {count} legal {}.",
                position.turn(),
                if count == 1 { "move" } else { "moves" }
            )
        }
    }
}
