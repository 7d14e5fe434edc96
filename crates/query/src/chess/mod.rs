//! Chess sketches: what words, moves and positions mean in chess.

mod atom;
mod laws;
mod rules;
mod shape;
mod start;
mod words;

pub use atom::{ChessAtom, Counted};
use rules::demands_check;
pub use rules::{ChessRules, State, placement};
pub use shape::{Promotion, Shape};
pub use start::{ChessStart, first_move, playable};

use crate::language::{Chosen, HOLES_TO_SEARCH, Language, TooMany};
use crate::laws::Understood;
use crate::plan::{Part, Plan};
use crate::sketch::{Atom, Diagnostic, Start, Word};
use zugwerk_chess::{CastlingRights, Color, File, Piece, Position, Rank, Role, Setup, Square};

/// A plan for chess.
pub type ChessPlan = Plan<Shape, ChessAtom>;

/// More unknown squares than this are not tried one by one.
const SQUARES_TO_SEARCH: usize = 4;

/// The language of chess sketches.
pub struct Chess;

impl Language for Chess {
    type Rules = ChessRules;

    fn start(&self, start: &Start) -> Result<ChessStart, Diagnostic> {
        ChessStart::read(start)
    }

    fn shape(&self, word: &Word) -> Result<Shape, Diagnostic> {
        Shape::read(word)
    }

    fn choice(&self, mut shapes: Vec<Shape>) -> Option<Shape> {
        let first = shapes.pop()?;
        Some(Shape { hole: true, or: shapes, ..first })
    }

    fn atom(&self, atom: &Atom) -> Result<ChessAtom, Diagnostic> {
        ChessAtom::read(atom)
    }

    fn statement_without_law(&self, name: &str) -> Option<&'static str> {
        (name == atom::DEAD).then_some(
            "it speaks of every game that may follow, and the laws of one position \
             (insufficient tells whether too little is left to mate)",
        )
    }

    fn starts(&self, start: &Start) -> Option<[Start; 2]> {
        start::both_turns(start)
    }

    fn rules(&self, plan: &ChessPlan) -> ChessRules {
        ChessRules::new(plan)
    }

    fn towards(&self, plan: &ChessPlan, start: &State) -> ChessRules {
        ChessRules::towards(plan, &start.position)
    }

    fn fillings(&self, rules: &ChessRules, start: &ChessStart) -> Result<Vec<State>, TooMany> {
        if start.holes.len() > SQUARES_TO_SEARCH {
            let holes = start.holes.len();
            let found =
                format!("the search tries unknown squares one by one, and here are {holes}");
            let expected = format!("at most {SQUARES_TO_SEARCH} of them, or the solver");
            return Err(TooMany { found, expected });
        }
        let mut setups = vec![start.setup.clone()];
        for square in start.holes {
            let pieces = Color::ALL.into_iter().flat_map(|c| Role::ALL.map(|r| Piece::new(c, r)));
            let choices: Vec<Option<Piece>> = pieces.map(Some).chain([None]).collect();
            let fill = |setup: &Setup, piece: Option<Piece>| {
                let mut next = setup.clone();
                next.pieces[square.index()] = piece;
                next
            };
            let filled =
                setups.iter().flat_map(|setup| choices.iter().map(|piece| fill(setup, *piece)));
            setups = filled.collect();
        }
        if start.any_castling {
            setups = setups.iter().flat_map(with_any_rights).collect();
        }
        if start.any_passed {
            setups = setups.iter().flat_map(with_any_double_step).collect();
        }
        let positions = setups.iter().filter_map(|setup| {
            let position = playable(setup).ok()?;
            // A double step past nobody who could take is none.
            if start.any_passed && setup.double_push.is_some() && position.en_passant().is_none() {
                return None;
            }
            Color::ALL.into_iter().all(|color| position.king(color).is_some()).then_some(position)
        });
        Ok(positions.map(|position| rules.start(position)).collect())
    }

    /// A known move that may mean two moves is refused as long as the position is known.
    fn check(&self, sketch: &Understood<ChessRules>) -> Result<(), Diagnostic> {
        let (Some(start), Some(plan)) = (sketch.start.known(), sketch.plans.first()) else {
            return Ok(());
        };
        let mut position = start;
        for part in &plan.parts {
            let (shape, word) = match part {
                Part::Exists(shape, word) if !shape.hole => (shape, word),
                Part::Condition(..) => continue,
                _ => break,
            };
            if shape.pass {
                if position.is_check() {
                    break;
                }
                position = position.pass();
                continue;
            }
            let fitting = shape.moves(&position);
            match fitting[..] {
                [only] => position = position.play(only),
                [] => break,
                _ => {
                    let names: Vec<String> = fitting.iter().map(|m| position.san(*m)).collect();
                    let message = format!("{} may mean {}", word.text, names.join(" or "));
                    return Err(Diagnostic::new(word.span.clone(), message, "one move")
                        .with_help(format!("write {}, or a hole such as ?", names.join(" or "))));
                }
            }
        }
        Ok(())
    }

    /// The search where there are few holes, the solver where there are many, and both where the end is
    /// known well enough to lead a search.
    fn fastest(&self, plan: &ChessPlan, holes: usize, verify: bool) -> Chosen {
        // Where only checks count at the end, the last hole costs the search next to nothing.
        let mates = demands_check(&plan.expect);
        if plan.has_every() || holes <= HOLES_TO_SEARCH + usize::from(mates) {
            Chosen::Search
        } else if !verify && (mates || placement(&plan.expect).is_some()) {
            Chosen::Race
        } else {
            Chosen::Sat
        }
    }
}

/// A setup with each of the rights to castle that its kings and rooks at home can have.
fn with_any_rights(setup: &Setup) -> Vec<Setup> {
    let rooks: Vec<_> = setup.castling_at_home().rooks().into_iter().collect();
    let chosen = |set: usize| {
        let kept = rooks.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
        CastlingRights::new(kept.map(|(_, rook)| *rook).collect())
    };
    (0..1 << rooks.len()).map(|set| Setup { castling: chosen(set), ..setup.clone() }).collect()
}

/// A setup without a double step before it, and with each; most are impossible.
fn with_any_double_step(setup: &Setup) -> Vec<Setup> {
    let rank = Rank::SIXTH.relative_to(setup.turn);
    let squares = File::ALL.into_iter().map(|file| Some(Square::at(file, rank)));
    squares.chain([None]).map(|double_push| Setup { double_push, ..setup.clone() }).collect()
}

/// Why no legal move of the position is as a known move of a sketch says.
pub fn why_not(position: &Position, shape: &Shape, text: &str) -> String {
    if shape.pass {
        return format!("{text}: {}", zugwerk_chess::laws::PASS);
    }
    let silent = Shape { check: false, mate: false, ..shape.clone() };
    if !silent.moves(position).is_empty() {
        let what = if shape.mate { "mate" } else { "check" };
        return format!("{text}: the move is legal, but it does not give {what}");
    }
    match zugwerk_chess::laws::intended_move(position, text)
        .map(|(from, to, promotion)| zugwerk_chess::laws::why(position, from, to, promotion))
    {
        Ok(why) if !why.legal => format!("{text}: {}", why.text),
        _ => format!("{text} is not a legal move of {} in {position}", position.turn()),
    }
}
