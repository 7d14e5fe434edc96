//! What a game tells the solver: positions and moves as bits, the laws between them, what statements and
//! shapes mean in bits, and how all of it is read back and said in words.
//!
//! [`Rules`] are the same game for the search. One implementation of both makes a game one of the
//! sketches: everything in [`sat`](crate::sat) is written once over them.

use crate::plan::Plan;
use crate::search::Rules;
use crate::sketch::{Comparison, Formula};
use zugwerk_logic::{Bit, Encoder, Folding, Law, Line, Model, Unknowns};

/// A line of play of a game, as bits.
pub type LineOf<L> = Line<<L as Laws>::Board, <L as Laws>::Ply>;
/// A plan for a game.
pub type PlanOf<L> = Plan<<L as Rules>::Shape, <L as Rules>::Atom>;
/// A formula over the statements of a game.
pub type FormulaOf<L> = Formula<<L as Rules>::Atom>;

/// Classes of things with the weights they are counted with, how the sum is compared, and with what.
pub type WeightedCount = (Vec<(usize, i64)>, Comparison, i64);

/// A game as laws.
pub trait Laws: Rules {
    /// The bits of a position, and of its past what statements depend on.
    type Board: Clone;
    /// The bits of a move.
    type Ply: Clone;
    /// A start as a sketch gives it, perhaps with holes.
    type Start;
    /// A move without holes on a position that need not be known.
    type Fixed: Copy + PartialEq;
    /// What a known end says about one move of the line.
    type Hint;

    /// The position, where the start has no holes.
    fn known(&self, start: &Self::Start) -> Option<Self::State>;
    /// The start that is this position.
    fn start_at(&self, state: &Self::State) -> Self::Start;
    /// A position as known bits.
    fn board(&self, state: &Self::State) -> Self::Board;
    /// A start with holes, and the laws about what may be in them.
    fn unknown_board(&self, c: &mut impl Unknowns, start: &Self::Start) -> Self::Board;
    /// A start of which everything may be missing. What is there is stated, each fact under a law of its
    /// own, for [`Laws::facts`] to say.
    fn relaxed_board(&self, c: &mut Encoder, start: &Self::Start) -> Self::Board;
    /// The position that a model gives to a start; none where no game has it.
    fn filled(&self, start: &Self::Start, board: &Self::Board, m: &Model) -> Option<Self::State>;
    /// The literals that are all true exactly where the holes hold what they hold in a model.
    fn filling(&self, start: &Self::Start, board: &Self::Board, model: &Model) -> Vec<Bit>;

    /// A legal move from the end of a line and the board after it. Where bits may be folded it is of the
    /// shape, but for what [`Laws::marks`] say; otherwise any.
    fn step(
        &self,
        c: &mut impl Unknowns,
        line: &LineOf<Self>,
        shape: Option<&Self::Shape>,
        folding: Folding,
        hint: Option<&Self::Hint>,
    ) -> (Self::Ply, Self::Board);
    /// States that the last move, which was any, is of the shape, but for what [`Laws::marks`] say.
    fn restrict(&self, c: &mut impl Unknowns, line: &LineOf<Self>, shape: &Self::Shape);
    /// Further bits that must be true for the last move to be of the shape.
    fn marks(
        &self,
        _c: &mut impl Unknowns,
        _line: &LineOf<Self>,
        _shape: &Self::Shape,
    ) -> Vec<Bit> {
        Vec::new()
    }
    /// A legal move of a known position as a fixed one.
    fn fixed(&self, state: &Self::State, chosen: Self::Move) -> Self::Fixed;
    /// Every move of a shape, but for its marks, that is possible as far as bits are known.
    fn candidates(&self, board: &Self::Board, shape: &Self::Shape) -> Vec<Self::Fixed>;
    /// Whether a fixed move is legal, the move, and the board after it, which means nothing where the bit
    /// is false.
    fn fixed_move(
        &self,
        c: &mut impl Unknowns,
        board: &Self::Board,
        fixed: Self::Fixed,
    ) -> (Bit, Self::Ply, Self::Board);
    /// Whether there is a legal move.
    fn any_move(&self, c: &mut impl Unknowns, board: &Self::Board) -> Bit;
    /// The literals that are all true exactly for the move that a model chose.
    fn chosen(&self, ply: &Self::Ply, model: &Model) -> Vec<Bit>;
    /// The legal move of a position that a model chose.
    fn read_move(&self, state: &Self::State, ply: &Self::Ply, model: &Model) -> Option<Self::Move>;

    /// The bit defined to be true where a statement is, at the end of a line.
    fn statement(&self, c: &mut impl Unknowns, line: &LineOf<Self>, atom: &Self::Atom) -> Bit;
    /// States under a law that a statement holds at the end of a line, where there is a better way than by
    /// its bit: then true.
    fn hold(
        &self,
        _c: &mut impl Unknowns,
        _line: &LineOf<Self>,
        _atom: &Self::Atom,
        _law: Law,
    ) -> bool {
        false
    }
    /// What a known end says about each move of a plan; nothing where there is nothing to say.
    fn hints(&self, _start: &Self::Start, _plan: &PlanOf<Self>) -> Vec<Self::Hint> {
        Vec::new()
    }
    /// Whether statements of the plan depend on how a position came about.
    fn needs_past(&self) -> bool {
        false
    }

    /// A position of which nothing is known but whose turn it is: the side that moves first in a start, or
    /// the other one. What every position is like by the way bits stand for it is stated.
    fn any_board(&self, c: &mut impl Unknowns, start: &Self::Start, other: bool) -> Self::Board;
    /// A fixed move without every law: what must be true for it to be legal, and the board after it; none
    /// where it cannot be legal.
    fn loose_move(
        &self,
        c: &mut impl Unknowns,
        board: &Self::Board,
        fixed: Self::Fixed,
    ) -> Option<(Bit, Self::Board)> {
        let (legal, _, after) = self.fixed_move(c, board, fixed);
        (legal != Bit::FALSE).then_some((legal, after))
    }
    /// What can be counted on a board: for each class of things the bits of which each stands for one.
    fn classes(&self, board: &Self::Board) -> Vec<Vec<Bit>>;
    /// A statement that compares how many things of some classes there are with a number.
    fn counting(&self, atom: &Self::Atom) -> Option<WeightedCount>;
    /// All bits of a board, always in the same order; none where it is not to be looked at bit by bit.
    fn bits(&self, _board: &Self::Board) -> Vec<Bit> {
        Vec::new()
    }
    /// Whether it is the turn of the side that moves first in a start.
    fn begins(&self, _start: &Self::Start, _board: &Self::Board) -> Bit {
        Bit::FALSE
    }
    /// The move that a model chose, where its position need not be known.
    fn fixed_in(&self, _ply: &Self::Ply, _model: &Model) -> Option<Self::Fixed> {
        None
    }
    /// Every change that a move, or some part of it, can make on a board of which nothing is known, and when; none where
    /// moves are fixed one by one.
    fn changes(
        &self,
        _c: &mut impl Unknowns,
        _board: &Self::Board,
    ) -> Option<Vec<(Bit, Self::Board)>> {
        None
    }
    /// Whether the sides move in turn, whatever is played, and each by one change.
    fn alternates(&self) -> bool {
        true
    }
    /// What may well hold in every position and helps to prove other things; always in the same order.
    fn lemmas(&self, _c: &mut impl Unknowns, _board: &Self::Board) -> Vec<Bit> {
        Vec::new()
    }
    /// Whether a statement depends on how a position came about.
    fn is_about_the_past(&self, _atom: &Self::Atom) -> bool {
        false
    }

    /// What is true where the game is over.
    fn over(&self) -> FormulaOf<Self>;
    /// Whether more than one move can be of the shape.
    fn is_hole(&self, shape: &Self::Shape) -> bool;
    /// The shape that every move has.
    fn any_shape(&self) -> Self::Shape;
    /// Whether every move is of the shape.
    fn is_any(&self, shape: &Self::Shape) -> bool;
    /// The number of the first move, and whether the second side makes it.
    fn first_move(&self, start: &Self::Start) -> (u16, bool);

    /// Whether a law is not one to be put aside in an explanation: it says what a move is, or is about
    /// nobody. Some laws are on the mind only of those who name a move.
    fn is_given(&self, start: &Self::Start, law: &Law, names_a_move: bool) -> bool;
    /// Whether a law is a fact of the start, and how early an explanation should do without it: the
    /// smallest number first.
    fn fact(&self, law: &Law) -> Option<u8>;
    /// Facts of the start in sentences.
    fn facts(&self, start: &Self::Start, facts: &[Law]) -> Vec<String>;
    /// A law in a sentence that begins with a small letter.
    fn sentence(&self, law: &Law) -> String;
    /// What is wrong with the first move of a line itself, where no law says it.
    fn missing(&self, _start: &Self::Start, _shape: &Self::Shape) -> Vec<String> {
        Vec::new()
    }
    /// The start in an explanation.
    fn start_in_words(&self, start: &Self::Start) -> String;
    /// The laws that can be put aside, in sentences and as they are named; others a move cannot do without.
    fn laws_to_put_aside(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }
    /// Every fixed move that is one but for these laws, and for others that are stated of it.
    fn thinkable(&self, _board: &Self::Board, _put_aside: &[&str]) -> Vec<Self::Fixed> {
        Vec::new()
    }
    /// A fixed move with each law about it stated under its name, and the board after it.
    fn stated_move(
        &self,
        c: &mut impl Unknowns,
        board: &Self::Board,
        fixed: Self::Fixed,
    ) -> (Self::Ply, Self::Board) {
        let (legal, ply, after) = self.fixed_move(c, board, fixed);
        c.hold(legal);
        (ply, after)
    }
    /// A move as a model has it, legal or not.
    fn name_of_bits(&self, _ply: &Self::Ply, _model: &Model) -> Option<crate::answer::MoveName> {
        None
    }
    /// A position as a model has it, possible or not.
    fn text_of_bits(&self, _board: &Self::Board, _model: &Model) -> String {
        String::new()
    }
    /// A position as text.
    fn text(&self, state: &Self::State) -> String;
    /// Why no legal move of the position is as a known move of a sketch says, written `word` there.
    fn why_not(&self, state: &Self::State, shape: &Self::Shape, word: &str) -> String;
}

/// A sketch that has been understood.
pub struct Understood<L: Laws> {
    /// Where it starts.
    pub start: L::Start,
    /// What the start must be like.
    pub condition: Option<FormulaOf<L>>,
    /// The lines of play, the shortest first.
    pub plans: Vec<PlanOf<L>>,
    /// What is asked of every position that play can reach.
    pub always: Option<FormulaOf<L>>,
}
