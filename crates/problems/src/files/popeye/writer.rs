//! Writing problems as Popeye's input.

use crate::files::{Entry, olive};
use crate::stipulation::{Length, Play, Stipulation};
use crate::twin::{Change, Mirror, Twin};
use zugwerk_chess::{Color, Piece, Position, Role, Square};

/// Whether the second board says all there is to say about what is to be reached, and the length is known.
fn is_said_by_boards(asked: &Stipulation) -> bool {
    let (Play::AToB(target) | Play::SeriesAToB(target)) = &asked.play else { return true };
    let setup = &target.setup;
    let has_stepped = |(at, piece): (usize, &Option<Piece>)| {
        let ahead = piece.map(|piece| Square::new(at).relative_to(piece.color).rank().digit());
        piece.is_some_and(|piece| piece.role == Role::Pawn) && ahead == Some('4')
    };
    asked.length != Length::Shortest
        && !(target.has_castling && setup.castling_at_home().rooks().any())
        && !(target.has_en_passant && setup.pieces.iter().enumerate().any(has_stepped))
}

/// Why Popeye cannot be asked this.
pub fn unwritable(entry: &Entry) -> Option<String> {
    if !is_said_by_boards(&entry.problem.stipulation) {
        let asked = &entry.problem.stipulation;
        return Some(format!(
            "Popeye's input says only the number of moves and the board that {asked} leads to; olive and latex say all"
        ));
    }
    let is_unknown =
        |asked: &&Stipulation| matches!(asked.play, Play::AToB(_) | Play::SeriesAToB(_));
    let changes = entry.twins.iter().flat_map(|twin| &twin.changes);
    let in_twins = changes.filter_map(|change| match change {
        Change::Stipulation(stipulation) => Some(&**stipulation),
        _ => None,
    });
    let unknown = in_twins.into_iter().find(is_unknown)?;
    Some(format!("Popeye's input cannot say {unknown} in a twin; olive and latex can"))
}

/// The problems as Popeye's input, in English; those are left out that it cannot say.
pub fn write(entries: &[Entry]) -> String {
    let entries = entries.iter().filter(|entry| unwritable(entry).is_none());
    let mut text = String::from("BeginProblem\n");
    for (at, entry) in entries.enumerate() {
        if at > 0 {
            text.push_str("NextProblem\n");
        }
        write_entry(entry, &mut text);
    }
    text.push_str("EndProblem\n");
    text
}

fn write_entry(entry: &Entry, text: &mut String) {
    let mut add = |command: &str, rest: &str| text.push_str(&format!("{command} {rest}\n"));
    for author in &entry.authors {
        add("Author", author);
    }
    for (command, rest) in [("Origin", &entry.source), ("Title", &entry.name)] {
        if let Some(rest) = rest {
            add(command, rest);
        }
    }
    let position = &entry.problem.position;
    let add_pieces = |text: &mut String, position: &Position| {
        let mut command = "Pieces";
        for color in Color::ALL {
            let names = olive::piece_names(position, color);
            if !names.is_empty() {
                let side = if color == Color::White { "White" } else { "Black" };
                text.push_str(&format!("{command:6} {side} {}\n", names.join(" ")));
                command = "";
            }
        }
    };
    add_pieces(text, position);
    let mut add = |command: &str, rest: &str| text.push_str(&format!("{command} {rest}\n"));
    let plain = olive::plain(&entry.problem.stipulation);
    let exact = if plain.exact { "exact-" } else { "" };
    let mut options = olive::options(entry);
    match &plain.play {
        Play::AToB(_) => {
            add("Stipulation", &format!("{exact}a=>b{}", plain.length));
            // Black begins, whatever the length.
            options.retain(|option| option != "HalfDuplex");
            if position.turn() == Color::White {
                options.push("WhiteToPlay".to_string());
            }
        }
        Play::SeriesAToB(_) => add("Stipulation", &format!("{exact}ser-a=>b{}", plain.length)),
        _ => add("Stipulation", &plain.to_string().replace(' ', "")),
    }
    if !options.is_empty() {
        add("Option", &options.join(" "));
    }
    if let Play::AToB(target) | Play::SeriesAToB(target) = &plain.play
        && let Ok(reached) = target.setup.any_position()
    {
        add_pieces(text, &reached);
    }
    let mut add = |command: &str, rest: &str| text.push_str(&format!("{command} {rest}\n"));
    for (at, twin) in entry.twins.iter().enumerate() {
        let command = if at == 0 && entry.zero_position { "ZeroPosition" } else { "Twin" };
        add(command, &twin_text(twin));
    }
}

/// A twin as it is read.
pub(crate) fn twin_text(twin: &Twin) -> String {
    let mut words: Vec<String> = Vec::new();
    if twin.is_continued {
        words.push("Continued".to_string());
    }
    let letter = |role: Role| olive::letter(role);
    for change in &twin.changes {
        words.push(match change {
            Change::Move(from, to) => format!("Move {from} {to}"),
            Change::Exchange(one, other) => format!("Exchange {one} {other}"),
            Change::Remove(square) => format!("Remove {square}"),
            Change::Add(piece, square) => {
                let color = if piece.color == Color::White { "White" } else { "Black" };
                format!("Add {color} {}{square}", letter(piece.role))
            }
            Change::Substitute(old, new) => {
                format!("Substitute {} {}", letter(*old), letter(*new))
            }
            Change::Rotate(quarters) => format!("Rotate {}", u16::from(*quarters) * 90),
            Change::Mirror(mirror) => match mirror {
                Mirror::Files => "Mirror a1<-->h1".to_string(),
                Mirror::Ranks => "Mirror a1<-->a8".to_string(),
                Mirror::LongDiagonal => "Mirror a1<-->h8".to_string(),
                Mirror::OtherDiagonal => "Mirror a8<-->h1".to_string(),
            },
            Change::Shift(files, ranks) => shift_text(*files, *ranks),
            Change::Polish => "PolishType".to_string(),
            Change::Board(pieces) => format!("Forsyth {}", forsyth_text(pieces)),
            // The fields of a FEN stay apart.
            Change::Stipulation(stipulation) => match stipulation.play {
                Play::AToB(_) | Play::SeriesAToB(_) => format!("Stipulation {stipulation}"),
                _ => format!("Stipulation {}", stipulation.to_string().replace(' ', "")),
            },
        });
    }
    words.join(" ")
}

/// A board in Forsyth's notation, with S for the knight.
fn forsyth_text(pieces: &[Option<Piece>; 64]) -> String {
    let row = |rank: &[Option<Piece>]| {
        let mut row = String::new();
        for run in rank.chunk_by(|one, other| one.is_none() && other.is_none()) {
            match run[0] {
                None => row.push_str(&run.len().to_string()),
                Some(piece) => row.push(match (piece.color, olive::letter(piece.role)) {
                    (Color::White, letter) => letter,
                    (Color::Black, letter) => letter.to_ascii_lowercase(),
                }),
            }
        }
        row
    };
    pieces.chunks(8).rev().map(row).collect::<Vec<_>>().join("/")
}

/// Two squares that are as far apart as a shift goes.
fn shift_text(files: i8, ranks: i8) -> String {
    let ends = |steps: i8| if steps < 0 { (-steps, 0) } else { (0, steps) };
    let ((file, to_file), (rank, to_rank)) = (ends(files), ends(ranks));
    let square = |file: i8, rank: i8| Square::new((rank * 8 + file) as usize);
    format!("Shift {} {}", square(file, rank), square(to_file, to_rank))
}
