//! Death Stacks for the solver: what shapes and statements mean in the bits of its laws.

use super::start::text;
use super::{StackAtom, StackRules, StackShape, StackStart, only};
use crate::answer::MoveName;
use crate::laws::{Laws, WeightedCount};
use crate::search::Rules;
use crate::sketch::{Comparison, Formula};
use zugwerk_deathstacks::laws::{self, Allowed, Bits, Ply};
use zugwerk_deathstacks::{Board, Move, Player, Pos, Position};
use zugwerk_logic::{Bit, Constraints, Encoder, Folding, Law, Line, Model, Unknowns};

/// The fact that a stack stands on a square.
const STACK: &str = "what stands on a square";

/// A pass, in questions that have one.
const PASS: &str = "nobody passes when the game is over";

impl Laws for StackRules {
    type Board = Bits;
    type Ply = Ply;
    type Start = StackStart;
    type Fixed = Option<Move>;
    type Hint = ();

    fn known(&self, start: &StackStart) -> Option<Position> {
        start.known()
    }

    fn start_at(&self, state: &Position) -> StackStart {
        StackStart::at(state)
    }

    fn board(&self, state: &Position) -> Bits {
        Bits::known(state)
    }

    fn unknown_board(&self, c: &mut impl Unknowns, start: &StackStart) -> Bits {
        Bits::with_unknown(c, &start.board, start.mover, &start.holes, start.spare())
    }

    fn relaxed_board(&self, encoder: &mut Encoder, start: &StackStart) -> Bits {
        let (bits, there) = self.unknown_board(encoder, start).relaxed(encoder);
        for (pos, bit) in there {
            encoder.law(Law::about(STACK, pos.index() as u32));
            encoder.hold(bit);
        }
        bits
    }

    fn filled(&self, start: &StackStart, board: &Bits, model: &Model) -> Option<Position> {
        Position::new(&board.read(model), start.mover).ok()
    }

    fn filling(&self, start: &StackStart, board: &Bits, model: &Model) -> Vec<Bit> {
        start.holes.iter().flat_map(|pos| board.chosen(*pos, model)).collect()
    }

    fn step(
        &self,
        c: &mut impl Unknowns,
        line: &Line<Bits, Ply>,
        shape: Option<&StackShape>,
        folding: Folding,
        _: Option<&()>,
    ) -> (Ply, Bits) {
        if shape.is_some_and(|shape| self.is_pass(shape)) {
            return self.pass(c, line.last());
        }
        let allowed = shape.and_then(alone).unwrap_or(Allowed::ANY);
        laws::step(c, line.last(), &allowed, folding)
    }

    fn restrict(&self, c: &mut impl Unknowns, line: &Line<Bits, Ply>, shape: &StackShape) {
        if let (Some((_, ply, _)), Some(allowed)) = (line.last_step(), alone(shape)) {
            ply.restrict(c, &allowed);
        }
    }

    fn marks(&self, c: &mut impl Unknowns, line: &Line<Bits, Ply>, shape: &StackShape) -> Vec<Bit> {
        let Some((_, ply, _)) = line.last_step().filter(|_| shape.len() > 1) else {
            return Vec::new();
        };
        let ways: Vec<Bit> = shape.iter().map(|allowed| ply.is(c, allowed)).collect();
        vec![c.or(&ways)]
    }

    fn fixed(&self, _: &Position, chosen: Option<Move>) -> Option<Move> {
        chosen
    }

    fn candidates(&self, board: &Bits, shape: &StackShape) -> Vec<Option<Move>> {
        if self.is_pass(shape) {
            return vec![None];
        }
        let all = laws::candidates(board, &Allowed::ANY);
        let fitting = all.into_iter().filter(|m| shape.iter().any(|allowed| allowed.admits(*m)));
        fitting.map(Some).collect()
    }

    fn fixed_move(
        &self,
        c: &mut impl Unknowns,
        board: &Bits,
        fixed: Option<Move>,
    ) -> (Bit, Ply, Bits) {
        match fixed {
            Some(fixed) => laws::fixed_move(c, board, fixed),
            None => (laws::any_move(c, board), Ply::pass(), board.passing()),
        }
    }

    fn any_move(&self, c: &mut impl Unknowns, board: &Bits) -> Bit {
        laws::any_move(c, board)
    }

    fn chosen(&self, ply: &Ply, model: &Model) -> Vec<Bit> {
        ply.chosen(model)
    }

    fn read_move(&self, state: &Position, ply: &Ply, model: &Model) -> Option<Option<Move>> {
        if ply.is_pass() {
            return Some(None);
        }
        ply.read(model).filter(|chosen| state.is_legal(*chosen)).map(Some)
    }

    fn statement(&self, c: &mut impl Unknowns, line: &Line<Bits, Ply>, atom: &StackAtom) -> Bit {
        let board = line.last();
        let owned = |player: Player| Pos::all().map(|pos| board.owner(pos, player)).collect();
        match *atom {
            StackAtom::Legal => Bit::TRUE,
            StackAtom::Won(player) if board.mover == player => Bit::FALSE,
            StackAtom::Won(_) => !laws::any_move(c, board),
            StackAtom::Stuck => {
                let all = laws::candidates(board, &Allowed::ANY);
                let legal: Vec<Bit> =
                    all.iter().map(|chosen| laws::legal(c, board, *chosen)).collect();
                !c.or(&legal)
            }
            StackAtom::Stones(colors, comparison, number) => {
                let stones = self.classes(board);
                let stones = stones.iter().zip(colors).filter(|(_, counted)| *counted);
                comparison.of_count(c, stones.flat_map(|(bits, _)| bits.clone()).collect(), number)
            }
            StackAtom::Turn(player) => (board.mover == player).into(),
            StackAtom::Empty(pos) => !board.higher(c, pos, 0),
            StackAtom::Owner(pos, player, equal) => {
                let owner = board.owner(pos, player);
                if equal { owner } else { !owner }
            }
            StackAtom::Height(pos, comparison, number) => height(c, board, pos, comparison, number),
            StackAtom::Count(player, comparison, number) => {
                comparison.of_count(c, owned(player), number)
            }
            StackAtom::StonesOf(left, comparison, right) => {
                comparison.of_counts(c, board.stones(left), board.stones(right))
            }
            StackAtom::CountOf(left, comparison, right) => {
                comparison.of_counts(c, owned(left), owned(right))
            }
        }
    }

    fn any_board(&self, c: &mut impl Unknowns, start: &StackStart, other: bool) -> Bits {
        let mover = if other { start.mover.other() } else { start.mover };
        Bits::unknown(c, mover, start.stones())
    }

    /// The stones, by colour.
    fn classes(&self, board: &Bits) -> Vec<Vec<Bit>> {
        Player::ALL.map(|player| board.stones(player)).to_vec()
    }

    fn counting(&self, atom: &StackAtom) -> Option<WeightedCount> {
        let StackAtom::Stones(colors, comparison, number) = atom else { return None };
        let counted = (0..2).filter(|color| colors[*color]).map(|color| (color, 1)).collect();
        Some((counted, *comparison, *number as i64))
    }

    fn over(&self) -> Formula<StackAtom> {
        Formula::Or(Player::ALL.map(|player| Formula::Atom(StackAtom::Won(player))).to_vec())
    }

    fn is_hole(&self, shape: &StackShape) -> bool {
        only(shape).is_none() && !self.is_pass(shape)
    }

    fn any_shape(&self) -> StackShape {
        vec![Allowed::ANY]
    }

    fn is_any(&self, shape: &StackShape) -> bool {
        shape.contains(&Allowed::ANY)
    }

    fn first_move(&self, start: &StackStart) -> (u16, bool) {
        (1, start.mover == Player::Blue)
    }

    fn is_given(&self, _: &StackStart, law: &Law, _: bool) -> bool {
        [laws::ONE_MOVE, laws::CHANGE].contains(&law.name)
    }

    fn fact(&self, law: &Law) -> Option<u8> {
        (law.name == STACK).then_some(0)
    }

    fn facts(&self, start: &StackStart, facts: &[Law]) -> Vec<String> {
        let stack = |law: &Law| {
            let pos = Pos::all().nth(law.subject as usize)?;
            let stones: String =
                start.board.cell(pos).0.iter().map(|stone| stone.letter()).collect();
            Some(format!("{stones} stands on {pos}"))
        };
        facts.iter().filter_map(stack).collect()
    }

    fn sentence(&self, law: &Law) -> String {
        law.name.to_string()
    }

    fn missing(&self, start: &StackStart, shape: &StackShape) -> Vec<String> {
        let why = start.known().zip(only(shape)).and_then(|(state, chosen)| state.why_not(chosen));
        why.into_iter().collect()
    }

    fn start_in_words(&self, start: &StackStart) -> String {
        match start.known() {
            Some(position) if position.board() == Board::start() => "the usual start".to_string(),
            Some(_) => start.text.clone(),
            None => "a start of this kind".to_string(),
        }
    }

    fn laws_to_put_aside(&self) -> Vec<(&'static str, &'static str)> {
        [laws::OWN, laws::EFFECT, laws::TALL, laws::STAY].map(|name| (name, name)).to_vec()
    }

    fn thinkable(&self, board: &Bits, _: &[&str]) -> Vec<Option<Move>> {
        laws::thinkable(board).into_iter().map(Some).collect()
    }

    fn stated_move(&self, c: &mut impl Unknowns, board: &Bits, fixed: Option<Move>) -> (Ply, Bits) {
        match fixed {
            Some(fixed) => laws::stated_move(c, board, fixed),
            None => self.pass(c, board),
        }
    }

    fn fixed_in(&self, ply: &Ply, model: &Model) -> Option<Option<Move>> {
        if ply.is_pass() { Some(None) } else { ply.read(model).map(Some) }
    }

    fn name_of_bits(&self, ply: &Ply, model: &Model) -> Option<MoveName> {
        if ply.is_pass() {
            return Some(MoveName::pass());
        }
        let code = ply.read(model)?.to_string();
        Some(MoveName { text: code.clone(), code })
    }

    fn text_of_bits(&self, board: &Bits, model: &Model) -> String {
        format!("{} {}", board.read(model), board.mover.letter())
    }

    fn text(&self, state: &Position) -> String {
        text(state)
    }

    fn why_not(&self, state: &Position, shape: &StackShape, word: &str) -> String {
        if self.is_pass(shape) {
            return format!("{word}: {PASS}");
        }
        match only(shape).and_then(|chosen| state.why_not(chosen)) {
            Some(why) => format!("by the rules, {why}"),
            None => format!("{word} is not a legal move of {}", state.mover()),
        }
    }
}

impl StackRules {
    /// A pass, which is for those who could move.
    fn pass(&self, c: &mut impl Unknowns, board: &Bits) -> (Ply, Bits) {
        let going_on = laws::any_move(c, board);
        c.law(Law::new(PASS));
        c.hold(going_on);
        (Ply::pass(), board.passing())
    }
}

/// What is allowed, where that is no choice.
fn alone(shape: &StackShape) -> Option<Allowed> {
    let [allowed] = shape[..] else { return None };
    Some(allowed)
}

/// Whether the height of a stack compares so with a number.
fn height(
    c: &mut impl Unknowns,
    board: &Bits,
    pos: Pos,
    comparison: Comparison,
    number: usize,
) -> Bit {
    // A stack has at least `n` stones where one is at place `n - 1`.
    let mut at_least = |number: usize| match number.checked_sub(1) {
        None => Bit::TRUE,
        Some(place) => board.higher(c, pos, place),
    };
    let (least, more) = (at_least(number), at_least(number.saturating_add(1)));
    match comparison {
        Comparison::AtLeast => least,
        Comparison::More => more,
        Comparison::Less => !least,
        Comparison::AtMost => !more,
        Comparison::Equal => c.and(&[least, !more]),
        Comparison::Different => !c.and(&[least, !more]),
    }
}
