//! Death Stacks sketches: what words, moves and positions mean there.

mod atom;
mod laws;
mod start;

pub use atom::StackAtom;
pub use start::StackStart;

use crate::answer::MoveName;
use crate::language::{Language, TooMany};
use crate::plan::Plan;
use crate::search::Rules;
use crate::sketch::{Atom, Diagnostic, Start, Word, is_pass};
use zugwerk_deathstacks::laws::Allowed;
use zugwerk_deathstacks::{Move, Player, Pos, Position, Stack};

/// A plan for Death Stacks.
pub type StackPlan = Plan<StackShape, StackAtom>;

/// What a move must be like: one of these, of which parts that are not said may be anything. None of them: a
/// pass.
pub type StackShape = Vec<Allowed>;

/// The move that a shape is, where that is known.
fn only(shape: &StackShape) -> Option<Move> {
    let [shape] = &shape[..] else { return None };
    Some(Move { start: shape.start?, steps: shape.steps?, target: shape.target? })
}

fn read_shape(word: &Word) -> Result<StackShape, Diagnostic> {
    let text = word.text.as_str();
    if is_pass(word) {
        return Ok(Vec::new());
    }
    let shape = match text.split_once('?') {
        None => text.parse::<Move>().ok().map(|chosen| Allowed {
            start: Some(chosen.start),
            steps: Some(chosen.steps),
            target: Some(chosen.target),
        }),
        Some((before, after)) => read_square(before)
            .zip(read_square(after))
            .map(|(start, target)| Allowed { start, steps: None, target }),
    };
    shape.map(|shape| vec![shape]).ok_or_else(|| {
        let message = format!("{text:?} is not a move");
        let expected = "a move like a6-2-a4, a hole like ?, a6? or ?a4, or *";
        Diagnostic::new(word.span.clone(), message, expected)
            .suggest(text, ["expect", "from", "game", "play"])
    })
}

/// A square, or nothing said; none where it is neither.
fn read_square(text: &str) -> Option<Option<Pos>> {
    if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) }
}

/// The language of Death Stacks sketches.
pub struct DeathStacks;

impl Language for DeathStacks {
    type Rules = StackRules;

    const EXPLAINED_BY_SEARCH: bool = true;

    fn start(&self, start: &Start) -> Result<StackStart, Diagnostic> {
        StackStart::read(start)
    }

    fn shape(&self, word: &Word) -> Result<StackShape, Diagnostic> {
        read_shape(word)
    }

    fn choice(&self, shapes: Vec<StackShape>) -> Option<StackShape> {
        Some(shapes.concat())
    }

    fn atom(&self, atom: &Atom) -> Result<StackAtom, Diagnostic> {
        StackAtom::read(atom)
    }

    fn rules(&self, _: &StackPlan) -> StackRules {
        StackRules
    }

    fn fillings(&self, _: &StackRules, start: &StackStart) -> Result<Vec<Position>, TooMany> {
        start.fillings()
    }
}

/// The rules of Death Stacks, for search and solver.
pub struct StackRules;

impl Rules for StackRules {
    type State = Position;
    /// None: a pass.
    type Move = Option<Move>;
    type Shape = StackShape;
    type Atom = StackAtom;

    fn moves(&self, state: &Position, shape: Option<&StackShape>) -> Vec<Option<Move>> {
        if shape.is_some_and(|shape| self.is_pass(shape)) {
            return if state.is_lost() { Vec::new() } else { vec![None] };
        }
        let fits =
            |chosen: &Move| shape.is_none_or(|shape| shape.iter().any(|one| one.admits(*chosen)));
        state.moves().filter(fits).map(Some).collect()
    }

    fn play(&self, state: &Position, chosen: Option<Move>) -> Position {
        let after = match chosen {
            Some(chosen) => state.play(chosen),
            None => Position::new(&state.board(), state.mover().other()).ok(),
        };
        after.unwrap_or_else(|| state.clone())
    }

    fn second_moves(&self, state: &Position) -> bool {
        state.mover() == Player::Blue
    }

    fn key(&self, state: &Position) -> Option<u64> {
        Some(state.hash())
    }

    fn holds(&self, state: &Position, atom: &StackAtom) -> bool {
        let owner = |pos: Pos| state.stack(pos).owner();
        let owned = |player| Pos::all().filter(|pos| owner(*pos) == Some(player)).count();
        let all_stones = || Pos::all().flat_map(|pos| state.stack(pos).stones());
        let stones = |player| all_stones().filter(|stone| *stone == player).count();
        match *atom {
            StackAtom::Legal => true,
            StackAtom::Stuck => state.moves().next().is_none(),
            StackAtom::Stones(colors, comparison, number) => {
                let counted = all_stones().filter(|stone| colors[*stone as usize]);
                comparison.holds(counted.count(), number)
            }
            StackAtom::Won(player) => state.is_lost() && state.mover() == player.other(),
            StackAtom::Turn(player) => state.mover() == player,
            StackAtom::Empty(pos) => state.stack(pos).height() == 0,
            StackAtom::Owner(pos, player, equal) => (owner(pos) == Some(player)) == equal,
            StackAtom::Height(pos, comparison, number) => {
                comparison.holds(state.stack(pos).height() as usize, number)
            }
            StackAtom::Count(player, comparison, number) => comparison.holds(owned(player), number),
            StackAtom::StonesOf(left, comparison, right) => {
                comparison.holds(stones(left), stones(right))
            }
            StackAtom::CountOf(left, comparison, right) => {
                comparison.holds(owned(left), owned(right))
            }
        }
    }

    fn is_pass(&self, shape: &StackShape) -> bool {
        shape.is_empty()
    }

    fn name(&self, _: &Position, chosen: Option<Move>) -> MoveName {
        let Some(chosen) = chosen else { return MoveName::pass() };
        MoveName { code: chosen.to_string(), text: chosen.to_string() }
    }
}
