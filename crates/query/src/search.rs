//! The engine that answers by trying: every question by enumeration with the game's own rules.
//!
//! It knows no game. What has been decided once about a position at a step is remembered, so that
//! transpositions cost nothing, unless the question depends on how a position came about.

use crate::answer::{Branch, Found, MoveName, Solution, Tree};
use crate::memory::Memory;
use crate::plan::{Part, Plan, plies};
use crate::sketch::Formula;
use zugwerk_logic::{Limits, Stop};

/// What the engine needs to know of a game.
pub trait Rules {
    /// A position, and of its past what questions may depend on.
    type State: Clone;
    /// A move.
    type Move: Copy + PartialEq;
    /// The shape of a hole.
    type Shape: Clone;
    /// A statement about a position.
    type Atom: Clone;

    /// The legal moves, those of a shape where one is given.
    fn moves(&self, state: &Self::State, shape: Option<&Self::Shape>) -> Vec<Self::Move>;
    /// The position after a legal move.
    fn play(&self, state: &Self::State, chosen: Self::Move) -> Self::State;
    /// Whether it is the turn of the second of two sides.
    fn second_moves(&self, state: &Self::State) -> bool;
    /// A key of the position; none where the past matters too.
    fn key(&self, state: &Self::State) -> Option<u64>;
    /// Whether a statement is true.
    fn holds(&self, state: &Self::State, atom: &Self::Atom) -> bool;
    /// Whether a shape is that of a pass: of no legal move.
    fn is_pass(&self, shape: &Self::Shape) -> bool;
    /// Whether a statement was met whose truth took too long to tell: then what was found means nothing.
    fn undecided(&self) -> bool {
        false
    }
    /// A legal move in both notations.
    fn name(&self, state: &Self::State, chosen: Self::Move) -> MoveName;
    /// The moves of a shape after which what is expected may hold `left` plies later: at least those
    /// after which it can.
    fn promising(&self, state: &Self::State, shape: &Self::Shape, _left: usize) -> Vec<Self::Move> {
        self.moves(state, Some(shape))
    }
}

/// Positions between two looks at the limits.
const POSITIONS_BETWEEN_CHECKS: u64 = 1024;

/// A search for the answers to one plan.
pub struct Search<'a, R: Rules> {
    rules: &'a R,
    plan: &'a Plan<R::Shape, R::Atom>,
    limits: &'a Limits,
    memory: Memory,
    /// By step: the plies after it.
    left: Vec<usize>,
    /// By step: the reply that refuted last.
    killers: Vec<Option<R::Move>>,
    /// Positions looked at.
    pub positions: u64,
    /// Positions after which the search is given up.
    most: u64,
    /// Replies help: one that does is enough.
    helped: bool,
}

impl<'a, R: Rules> Search<'a, R> {
    /// A search that remembers nothing yet.
    pub fn new(
        rules: &'a R,
        plan: &'a Plan<R::Shape, R::Atom>,
        limits: &'a Limits,
    ) -> Search<'a, R> {
        let left = (0..plan.parts.len()).map(|step| plies(&plan.parts[step + 1..])).collect();
        let killers = vec![None; plan.parts.len()];
        Search {
            rules,
            plan,
            limits,
            memory: Memory::new(limits.memory()),
            left,
            killers,
            positions: 0,
            most: u64::MAX,
            helped: false,
        }
    }

    /// The same search, in which replies help.
    pub fn with_help(self) -> Search<'a, R> {
        Search { helped: true, ..self }
    }

    /// The same search, which is given up after `most` positions.
    pub fn with_most(self, most: u64) -> Search<'a, R> {
        Search { most, ..self }
    }

    /// Whether a formula is true in a position.
    pub fn true_at(&self, state: &R::State, formula: &Formula<R::Atom>) -> Result<bool, Stop> {
        let holds = formula.holds(&mut |atom| self.rules.holds(state, atom));
        if self.rules.undecided() { Err(Stop::Memory) } else { Ok(holds) }
    }

    fn count(&mut self) -> Result<(), Stop> {
        self.positions += 1;
        if self.positions > self.most {
            return Err(Stop::Conflicts);
        }
        if self.positions.is_multiple_of(POSITIONS_BETWEEN_CHECKS)
            && let Some(stop) = self.limits.reached()
        {
            return Err(stop);
        }
        Ok(())
    }

    /// The moves of a hole, without those that cannot bring what is expected.
    fn choices(&self, state: &R::State, step: usize, shape: &R::Shape) -> Vec<R::Move> {
        self.rules.promising(state, shape, self.left[step])
    }

    /// Whether what is asked can be had from step `step` on.
    pub fn value(&mut self, state: &R::State, step: usize) -> Result<bool, Stop> {
        let plan = self.plan;
        match plan.parts.get(step) {
            None => return self.true_at(state, &plan.expect),
            Some(Part::Condition(formula, _)) => {
                return Ok(self.true_at(state, formula)? && self.value(state, step + 1)?);
            }
            _ => {}
        }
        let key = self.rules.key(state).map(|key| (key, step as u16));
        if let Some(known) = key.and_then(|key| self.memory.get(key)) {
            return Ok(known);
        }
        self.count()?;
        let value = match &plan.parts[step] {
            Part::Exists(shape, _) => self.some(state, step, shape)?,
            _ => self.every(state, step)?,
        };
        // The last step is decided faster than it is looked up.
        if let Some(key) = key
            && step + 1 < plan.parts.len()
        {
            self.memory.set(key, value);
        }
        Ok(value)
    }

    fn some(&mut self, state: &R::State, step: usize, shape: &R::Shape) -> Result<bool, Stop> {
        for chosen in self.choices(state, step, shape) {
            if self.value(&self.rules.play(state, chosen), step + 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn every(&mut self, state: &R::State, step: usize) -> Result<bool, Stop> {
        let mut replies = self.rules.moves(state, None);
        if replies.is_empty() {
            return self.true_at(state, &self.plan.expect);
        }
        if let Some(killer) = self.killers[step]
            && let Some(at) = replies.iter().position(|reply| *reply == killer)
        {
            replies.swap(0, at);
        }
        for reply in replies {
            if self.value(&self.rules.play(state, reply), step + 1)? == self.helped {
                self.killers[step] = Some(reply);
                return Ok(self.helped);
            }
        }
        Ok(!self.helped)
    }

    /// The strategy from a position from which it can be had.
    pub fn tree(&mut self, state: &R::State, step: usize) -> Result<Tree, Stop> {
        match self.plan.parts.get(step) {
            None => Ok(Tree::End),
            Some(Part::Condition(..)) => self.tree(state, step + 1),
            Some(Part::Exists(shape, _)) => {
                for chosen in self.choices(state, step, shape) {
                    let next = self.rules.play(state, chosen);
                    if self.value(&next, step + 1)? {
                        let name = self.rules.name(state, chosen);
                        let then = self.tree(&next, step + 1)?;
                        return Ok(Tree::Choice(Box::new(Branch { name, then })));
                    }
                }
                Ok(Tree::End)
            }
            Some(Part::ForAll) => {
                let mut replies = Vec::new();
                for reply in self.rules.moves(state, None) {
                    let name = self.rules.name(state, reply);
                    let then = self.tree(&self.rules.play(state, reply), step + 1)?;
                    replies.push(Branch { name, then });
                }
                Ok(Tree::Replies(replies))
            }
        }
    }

    /// Calls `visit` with each way to choose the moves before the first reply, until it returns false.
    pub fn all(
        &mut self,
        state: &R::State,
        visit: &mut impl FnMut(Tree) -> bool,
    ) -> Result<(), Stop> {
        let mut names = Vec::new();
        self.all_from(state, 0, &mut names, visit).map(|_| ())
    }

    fn all_from(
        &mut self,
        state: &R::State,
        step: usize,
        names: &mut Vec<MoveName>,
        visit: &mut impl FnMut(Tree) -> bool,
    ) -> Result<bool, Stop> {
        let plan = self.plan;
        match plan.parts.get(step) {
            Some(Part::Exists(shape, _)) => {
                if !self.value(state, step)? {
                    return Ok(true);
                }
                for chosen in self.choices(state, step, shape) {
                    let next = self.rules.play(state, chosen);
                    if !self.value(&next, step + 1)? {
                        continue;
                    }
                    names.push(self.rules.name(state, chosen));
                    let more = self.all_from(&next, step + 1, names, visit)?;
                    names.pop();
                    if !more {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Some(Part::Condition(formula, _)) if self.true_at(state, formula)? => {
                self.all_from(state, step + 1, names, visit)
            }
            Some(Part::Condition(..)) => Ok(true),
            _ => {
                if !self.value(state, step)? {
                    return Ok(true);
                }
                let end = self.tree(state, step)?;
                Ok(visit(Tree::of(names.iter().cloned(), end)))
            }
        }
    }

    /// A line of legal choices that breaks a condition or the expectation, or that cannot be played
    /// on where the plan goes on; none when the plan holds for every choice.
    pub fn counterexample(&mut self, state: &R::State) -> Result<Option<Vec<MoveName>>, Stop> {
        let mut names = Vec::new();
        let broken = self.breaks(state, 0, &mut names)?;
        names.reverse();
        Ok(broken.then_some(names))
    }

    /// Whether there is such a line; its moves are put into `names`, the last first.
    fn breaks(
        &mut self,
        state: &R::State,
        step: usize,
        names: &mut Vec<MoveName>,
    ) -> Result<bool, Stop> {
        let plan = self.plan;
        let shape = match plan.parts.get(step) {
            None => return Ok(!self.true_at(state, &plan.expect)?),
            Some(Part::Condition(formula, _)) => {
                return Ok(!self.true_at(state, formula)? || self.breaks(state, step + 1, names)?);
            }
            Some(Part::Exists(shape, _)) => Some(shape),
            Some(Part::ForAll) => None,
        };
        let key = self.rules.key(state).map(|key| (key, step as u16));
        if key.is_some_and(|key| self.memory.get(key).is_some()) {
            return Ok(false);
        }
        self.count()?;
        let moves = self.rules.moves(state, shape);
        if moves.is_empty() {
            return Ok(shape.is_some() || !self.true_at(state, &plan.expect)?);
        }
        for chosen in moves {
            if self.breaks(&self.rules.play(state, chosen), step + 1, names)? {
                names.push(self.rules.name(state, chosen));
                return Ok(true);
            }
        }
        if let Some(key) = key {
            self.memory.set(key, true);
        }
        Ok(false)
    }
}

/// Adds up to `most` ways from one start to `found`. The position of that start is told with them where it
/// has a name.
pub fn search<R: Rules>(
    rules: &R,
    plan: &Plan<R::Shape, R::Atom>,
    limits: &Limits,
    (state, name): (&R::State, Option<&str>),
    most: usize,
    found: &mut Found,
) {
    let mut search = Search::new(rules, plan, limits);
    let solutions = &mut found.solutions;
    let mut all = true;
    let mut add = |tree: Tree| {
        solutions.push(Solution { start: name.map(str::to_string), tree });
        all = solutions.len() < most;
        all
    };
    let end = if most == 1 {
        search.value(state, 0).and_then(|can| {
            if can {
                add(search.tree(state, 0)?);
            }
            Ok(())
        })
    } else {
        search.all(state, &mut add)
    };
    found.stopped = end.err();
    found.complete &= all;
    found.positions += search.positions;
}
