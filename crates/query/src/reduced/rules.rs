//! A game with fewer laws for the engine that searches: every move that can be thought of, each checked by the laws
//! that are left.

use crate::answer::MoveName;
use crate::laws::{Laws, LineOf};
use crate::search::Rules;
use zugwerk_logic::{Bit, Checker, Model};

/// The laws of a game but for some.
pub struct FewerLaws<'a, L: Laws> {
    /// All of them.
    pub laws: &'a L,
    /// The names of those that are put aside.
    pub put_aside: &'a [&'static str],
    /// Whether the second of two sides begins.
    pub second_begins: bool,
}

impl<L: Laws> FewerLaws<'_, L> {
    /// The laws that are left and that a move breaks.
    fn broken(&self, line: &LineOf<L>, fixed: L::Fixed) -> Vec<zugwerk_logic::Law> {
        let mut checker = Checker::new();
        self.laws.stated_move(&mut checker, line.last(), fixed);
        let broken = checker.broken().iter().copied();
        broken.filter(|law| !self.put_aside.contains(&law.name)).collect()
    }

    /// Whether a move, legal or not, is of a shape.
    fn is_of(&self, line: &LineOf<L>, fixed: L::Fixed, shape: &L::Shape) -> bool {
        let next = self.play(line, fixed);
        let mut checker = Checker::new();
        self.laws.restrict(&mut checker, &next, shape);
        let marks = self.laws.marks(&mut checker, &next, shape);
        checker.holds() && marks.iter().all(|mark| *mark == Bit::TRUE)
    }

    fn thinkable(&self, line: &LineOf<L>, shape: Option<&L::Shape>) -> Vec<L::Fixed> {
        match shape {
            Some(shape) if self.laws.is_pass(shape) => self.laws.candidates(line.last(), shape),
            _ => self.laws.thinkable(line.last(), self.put_aside),
        }
    }

    /// The laws that stand in the way of a move that a sketch names: those of the way that breaks the fewest.
    pub fn why_not(&self, line: &LineOf<L>, shape: &L::Shape) -> Vec<String> {
        let thinkable = self.laws.thinkable(line.last(), &self.all_names());
        let meant = thinkable.into_iter().filter(|fixed| self.is_of(line, *fixed, shape));
        let broken = meant.map(|fixed| self.broken(line, fixed)).min_by_key(Vec::len);
        let mut names: Vec<String> = Vec::new();
        for law in broken.unwrap_or_default() {
            let sentence = format!("by the laws, {}", self.laws.sentence(&law));
            if !names.contains(&sentence) {
                names.push(sentence);
            }
        }
        names
    }

    /// Every law that can be put aside.
    fn all_names(&self) -> Vec<&'static str> {
        self.laws.laws_to_put_aside().into_iter().map(|(_, name)| name).collect()
    }
}

impl<L: Laws> Rules for FewerLaws<'_, L> {
    type State = LineOf<L>;
    type Move = L::Fixed;
    type Shape = L::Shape;
    type Atom = L::Atom;

    fn moves(&self, line: &LineOf<L>, shape: Option<&L::Shape>) -> Vec<L::Fixed> {
        let mut moves = self.thinkable(line, shape);
        moves.retain(|fixed| {
            let shape = shape.filter(|shape| !self.laws.is_pass(shape));
            self.broken(line, *fixed).is_empty()
                && shape.is_none_or(|shape| self.is_of(line, *fixed, shape))
        });
        moves
    }

    fn play(&self, line: &LineOf<L>, chosen: L::Fixed) -> LineOf<L> {
        let mut longer = line.clone();
        longer.push(self.laws.stated_move(&mut Checker::new(), line.last(), chosen));
        longer
    }

    fn second_moves(&self, line: &LineOf<L>) -> bool {
        self.second_begins != (line.plies.len() % 2 == 1)
    }

    fn key(&self, _: &LineOf<L>) -> Option<u64> {
        None
    }

    fn holds(&self, line: &LineOf<L>, atom: &L::Atom) -> bool {
        self.laws.statement(&mut Checker::new(), line, atom) == Bit::TRUE
    }

    fn is_pass(&self, shape: &L::Shape) -> bool {
        self.laws.is_pass(shape)
    }

    fn name(&self, line: &LineOf<L>, chosen: L::Fixed) -> MoveName {
        let (ply, _) = self.laws.stated_move(&mut Checker::new(), line.last(), chosen);
        self.laws.name_of_bits(&ply, &Model::new(vec![true])).unwrap_or_else(MoveName::pass)
    }
}
