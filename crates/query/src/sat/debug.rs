//! Why it cannot be done: the smallest set of named demands, laws and men that already conflicts.
//!
//! Here nothing is folded away: the men stand on their squares only as long as that is assumed, and
//! every law holds only as long as it is. What the solver can do without is left out one by one.

use super::encode::{self, Scene};
use super::{Sat, Session, timed};
use crate::chess::{ChessAtom, ChessPlan, ChessSketch};
use crate::plan::Part;
use crate::sketch::Formula;
use zugwerk_chess::laws::{self, Allowed, Board, Folding, Line};
use zugwerk_chess::{Bitboard, CastlingSide, Color, File, Man, Setup, Square};
use zugwerk_logic::{Answer, Bit, Constraints, Encoder, Law, Stop};

/// The demands of a sketch in the words of its author, for the sentences.
#[derive(Clone, Debug, Default)]
pub struct Demands {
    /// What `where` asks for, part by part.
    pub condition: Vec<String>,
    /// What `expect` asks for, part by part.
    pub expect: Vec<String>,
    /// The text of the sketch.
    pub source: String,
}

const MAN: &str = "what stands on a square";
const RIGHTS: &str = "the rights to castle";
const PASSED: &str = "the last move before the start";
const WHERE: &str = "where";
const MOVE: &str = "move";
const CONDITION: &str = "condition";
const EXPECT: &str = "expect";

/// Sentences that cannot all be true; none when the plan can be carried out, with replies that help.
pub fn debug(
    sat: &mut Sat,
    sketch: &ChessSketch,
    plan: &ChessPlan,
    demands: &Demands,
) -> Result<Option<Vec<String>>, Stop> {
    let encoder = timed(sat, || state(sketch, plan));
    let mut switches: Vec<(Law, Bit)> = encoder.laws().collect();
    // What a move is cannot be put aside; demands stay in the core longest, empty squares shortest.
    let hard = |law: &Law| [laws::ONE_MOVE, laws::CHANGE].contains(&law.name);
    let always: Vec<Bit> =
        switches.iter().filter(|(law, _)| hard(law)).map(|(_, switch)| *switch).collect();
    switches.retain(|(law, _)| !hard(law));
    switches.sort_by_key(|(law, _)| match law.name {
        MAN => usize::from(sketch.start.setup.men[law.subject as usize % 64].is_some()),
        PASSED | RIGHTS => 2,
        WHERE | MOVE | CONDITION | EXPECT => 4,
        _ => 3,
    });
    let mut session = Session::new(sat, encoder, false);
    always.iter().for_each(|&switch| session.solver.add(&[switch]));
    let assumptions: Vec<Bit> = switches.iter().map(|(_, switch)| *switch).collect();
    let core = match session.solve(sat, &assumptions)? {
        Answer::No(core) => minimal(sat, &mut session, &assumptions, core),
        _ => {
            session.close(sat, false);
            return Ok(None);
        }
    };
    let named: Vec<Law> = switches
        .iter()
        .rev()
        .filter(|(_, switch)| core.contains(switch))
        .map(|(law, _)| *law)
        .collect();
    session.close(sat, false);
    let of_squares = |law: &&Law| law.name == MAN;
    let others = named.iter().filter(|law| !of_squares(law));
    let mut sentences: Vec<String> =
        others.map(|law| sentence(sketch, plan, demands, law)).collect();
    let squares = named.iter().filter(of_squares).map(|law| Square::new(law.subject as usize));
    sentences.extend(squares_in_words(&sketch.start.setup, squares.collect()));
    Ok(Some(sentences))
}

/// The squares of a core: one by one where they are few, else together.
fn squares_in_words(setup: &Setup, squares: Bitboard) -> Vec<String> {
    const FEW: usize = 4;
    let mut sentences = Vec::new();
    for color in Color::ALL {
        let men: Vec<(Square, Man)> = squares
            .into_iter()
            .filter_map(|square| Some((square, setup.men[square.index()]?)))
            .filter(|(_, man)| man.color == color)
            .collect();
        if men.len() <= FEW {
            sentences.extend(men.iter().map(|(square, man)| format!("a {man} stands on {square}")));
        } else {
            let names: Vec<String> =
                men.iter().map(|(square, man)| format!("{}{square}", man.letter())).collect();
            sentences.push(format!("these {color} men stand at the start: {}", names.join(" ")));
        }
    }
    let empty: Vec<String> = squares
        .into_iter()
        .filter(|square| setup.men[square.index()].is_none())
        .map(|square| square.to_string())
        .collect();
    match empty.len() {
        0 => {}
        1 => sentences.push(format!("{} is empty at the start", empty[0])),
        _ => sentences.push(format!("these squares are empty at the start: {}", empty.join(" "))),
    }
    sentences
}

/// Leaves out of the core what it does not need. Where time is up, what is left is still a core.
fn minimal(sat: &mut Sat, session: &mut Session, all: &[Bit], core: Vec<Bit>) -> Vec<Bit> {
    let keep = |core: &[Bit], all: &[Bit]| -> Vec<Bit> {
        all.iter().copied().filter(|bit| core.contains(bit)).collect()
    };
    let mut open = keep(&core, all);
    let mut needed: Vec<Bit> = Vec::new();
    while !open.is_empty() {
        let tried = open.remove(0);
        let rest: Vec<Bit> = needed.iter().chain(&open).copied().collect();
        match session.solve(sat, &rest) {
            Ok(Answer::No(core)) => open = keep(&core, &open),
            Ok(_) => needed.push(tried),
            Err(_) => {
                needed.push(tried);
                needed.extend(open);
                return needed;
            }
        }
    }
    needed
}

/// Everything that the sketch says and the laws say, each under its name.
fn state(sketch: &ChessSketch, plan: &ChessPlan) -> Encoder {
    let mut encoder = Encoder::with_named_laws();
    let clock = sketch.start.setup.halfmoves;
    let board = Board::unknown(&mut encoder, sketch.start.setup.turn);
    state_start(&mut encoder, sketch, &board);
    let mut line = Line::new(board);
    let demand = |encoder: &mut Encoder, line: &Line, name, formula: &Formula<ChessAtom>| {
        for (number, part) in formula.demands().into_iter().enumerate() {
            let bit = encode::formula(encoder, &Scene { line, clock }, part);
            encoder.law(Law::about(name, number as u32));
            encoder.hold(bit);
        }
    };
    if let Some(condition) = &sketch.condition {
        demand(&mut encoder, &line, WHERE, condition);
    }
    for (number, part) in plan.parts.iter().enumerate() {
        match part {
            Part::Condition(formula, _) => {
                let bit = encode::formula(&mut encoder, &Scene { line: &line, clock }, formula);
                encoder.law(Law::about(CONDITION, number as u32));
                encoder.hold(bit);
            }
            Part::Every => line.step(&mut encoder, &Allowed::ANY, Folding::Nothing),
            Part::Some(shape, _) => {
                let allowed = shape.allowed(line.last().turn);
                line.step(&mut encoder, &Allowed::ANY, Folding::Nothing);
                let marks = encode::marks(&mut encoder, &line, shape);
                encoder.law(Law::about(MOVE, number as u32));
                if let Some(ply) = line.plies.last() {
                    ply.restrict(&mut encoder, &allowed);
                }
                marks.into_iter().for_each(|bit| encoder.hold(bit));
            }
        }
    }
    demand(&mut encoder, &line, EXPECT, &plan.expect);
    encoder
}

fn state_start(encoder: &mut Encoder, sketch: &ChessSketch, board: &Board) {
    let setup = &sketch.start.setup;
    for square in Square::all().filter(|square| !sketch.start.holes.contains(*square)) {
        encoder.law(Law::about(MAN, square.index() as u32));
        encoder.hold(match setup.men[square.index()] {
            Some(man) => board.man(man, square),
            None => board.empty(square),
        });
    }
    encoder.law(Law::new(RIGHTS));
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            let rook = match side {
                CastlingSide::King => Square::H1.relative_to(color),
                CastlingSide::Queen => Square::A1.relative_to(color),
            };
            encoder
                .equal(board.castling(color, side), setup.castling.rooks().contains(rook).into());
        }
    }
    encoder.law(Law::new(PASSED));
    for file in File::ALL {
        let passed = setup.passed.is_some_and(|square| square.file() == file);
        encoder.equal(board.passed(file), passed.into());
    }
    if sketch.start.holes.any() {
        laws::possible(encoder, board);
    }
}

/// A law or a demand in the words of a chess player.
fn sentence(sketch: &ChessSketch, plan: &ChessPlan, demands: &Demands, law: &Law) -> String {
    let number = law.subject as usize;
    let text = |texts: &[String]| texts.get(number).cloned().unwrap_or_default();
    match law.name {
        RIGHTS => "the rights to castle are those of the start".to_string(),
        PASSED if sketch.start.setup.passed.is_some() => {
            "the last move before the start was a double step".to_string()
        }
        PASSED => "the last move before the start was no double step".to_string(),
        WHERE => format!("the sketch wants a start with {}", text(&demands.condition)),
        EXPECT => format!("the sketch expects {} at the end", text(&demands.expect)),
        MOVE => {
            let plies = plan.parts[..number].iter();
            let before = plies.filter(|part| !matches!(part, Part::Condition(..))).count();
            let word = match plan.parts.get(number) {
                Some(Part::Some(_, word)) => word.text.as_str(),
                _ => "?",
            };
            format!("the sketch wants {word} as {} move of the line", ordinal(before + 1))
        }
        CONDITION => {
            let span = match plan.parts.get(number) {
                Some(Part::Condition(_, span)) => span.clone(),
                _ => 0..0,
            };
            let text = demands.source.get(span).unwrap_or("");
            format!("the sketch wants {text}")
        }
        name => format!("by the laws, {name}"),
    }
}

fn ordinal(number: usize) -> String {
    match number {
        1 => "first".to_string(),
        2 => "second".to_string(),
        3 => "third".to_string(),
        number => format!("{number}th"),
    }
}
