//! The laws of one puzzle, stated: clauses, global laws, and a list of all instances of laws with their places.

use crate::Board;
use crate::global::{Circuit, Connected, Forest, Global, Globals, Groups, Sized, Values};
use crate::place::Place;
use zugwerk_logic::{Bit, Cnf, Constraints, Encoder, Law, Limits, Solver, Stop};

/// One instance of a law: the law and what it speaks of here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The number of the law in its rulebook.
    pub law: usize,
    /// The places that were put in for its variables.
    pub places: Vec<Place>,
    /// The bit that must be assumed for the instance to count; true where laws are not told apart.
    pub switch: Bit,
}

/// A fact beside the answer that laws speak of: which piece a cell belongs to, or which tree a tent goes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Belonging {
    /// True where it does.
    pub bit: Bit,
    /// What belongs.
    pub place: Place,
    /// Whose it is.
    pub owner: Place,
}

/// Collects the laws of a puzzle.
pub struct Statement {
    encoder: Encoder,
    named: bool,
    globals: Vec<Box<dyn Global>>,
    instances: Vec<Instance>,
    belongings: Vec<Belonging>,
    anchor: Bit,
}

const NAME: &str = "law";

impl Statement {
    /// Nothing stated yet. Where laws are `named`, each instance can be put aside. What is stated looks at the limits.
    pub fn new(named: bool, limits: &Limits) -> Statement {
        let encoder = if named { Encoder::with_named_laws() } else { Encoder::new() };
        let mut encoder = encoder.within(limits);
        let anchor = encoder.fresh();
        encoder.hold(anchor);
        Statement {
            encoder,
            named,
            globals: Vec::new(),
            instances: Vec::new(),
            belongings: Vec::new(),
            anchor,
        }
    }

    /// What follows belongs to a new instance of a law.
    pub fn begin(&mut self, law: usize, places: Vec<Place>) {
        let mut switch = Bit::TRUE;
        if self.named {
            self.encoder.law(Law::about(NAME, self.instances.len() as u32));
            switch = self.encoder.laws().last().map_or(Bit::TRUE, |(_, switch)| switch);
        }
        self.instances.push(Instance { law, places, switch });
    }

    /// The law under which clauses are stated now.
    pub fn law(&self) -> Law {
        match self.instances.len() {
            0 => Law::new("definitions"),
            _ if !self.named => Law::new("definitions"),
            count => Law::about(NAME, count as u32 - 1),
        }
    }

    fn switch(&self) -> Bit {
        self.instances.last().map_or(Bit::TRUE, |instance| instance.switch)
    }

    /// Where clauses go.
    pub fn encoder(&mut self) -> &mut Encoder {
        &mut self.encoder
    }

    /// The encoder and the current law.
    pub fn parts(&mut self) -> (&mut Encoder, Law) {
        let law = self.law();
        (&mut self.encoder, law)
    }

    /// Names a new bit that says whose a place is.
    pub fn belongs(&mut self, place: Place, owner: Place) -> Bit {
        let bit = self.encoder.fresh();
        self.belongings.push(Belonging { bit, place, owner });
        bit
    }

    /// What belongs to what, as far as laws speak of it.
    pub fn belongings(&self) -> &[Belonging] {
        &self.belongings
    }

    /// All instances so far.
    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// The limit that was reached while laws were stated: not all of them are.
    pub fn stopped(&self) -> Option<Stop> {
        self.encoder.stopped()
    }

    /// The clauses so far.
    pub fn cnf(&self) -> &Cnf {
        self.encoder.cnf()
    }

    /// The global laws so far.
    pub fn globals(&self) -> &[Box<dyn Global>] {
        &self.globals
    }

    /// The places of the instances that are broken whatever is filled in.
    pub fn plainly_broken(&self) -> impl Iterator<Item = Place> {
        let off: std::collections::HashSet<usize> = self
            .cnf()
            .clauses()
            .filter_map(|clause| match clause {
                [only] if only.is_negative() => Some(only.index()),
                _ => None,
            })
            .collect();
        let broken =
            self.instances.iter().filter(move |instance| off.contains(&instance.switch.index()));
        broken.flat_map(|instance| instance.places.iter().copied())
    }

    /// The nodes that are in are connected; a node without a bit can always be passed.
    pub fn connected(&mut self, nodes: Vec<Option<Bit>>, pairs: &[(usize, usize)]) {
        let law = Connected::new(self.switch(), nodes, pairs);
        self.add(Box::new(law));
    }

    /// The cells of a board that are in are connected.
    pub fn connected_on(&mut self, board: Board, cells: Vec<Bit>, pairs: &[(usize, usize)]) {
        let nodes = cells.into_iter().map(Some).collect();
        let law = Connected::new(self.switch(), nodes, pairs).on_board(board);
        self.add(Box::new(law));
    }

    /// The edges that are in form no loop.
    pub fn forest(&mut self, nodes: usize, edges: Vec<(usize, usize, Bit)>) {
        let law = Forest::new(self.switch(), nodes, edges);
        self.add(Box::new(law));
    }

    /// Where the lines that are in close a loop, there are no others.
    pub fn circuit(&mut self, nodes: usize, lines: Vec<(usize, usize, Bit)>) {
        let law = Circuit::new(self.switch(), nodes, lines);
        self.add(Box::new(law));
    }

    /// Groups have their sizes, see [`Groups`].
    pub fn groups(&mut self, links: Vec<(usize, usize, Bit)>, larger: Vec<Vec<Bit>>) {
        let law = Groups::new(self.switch(), links, larger);
        self.add(Box::new(law));
    }

    /// Groups of equal numbers have these as their sizes, see [`Sized`].
    pub fn sized(&mut self, beside: Vec<Vec<usize>>, is: Vec<Vec<Bit>>) {
        let law = Sized::new(self.switch(), beside, is);
        self.add(Box::new(law));
    }

    fn add(&mut self, law: Box<dyn Global>) {
        let bits = law.bits();
        let switch = self.switch();
        let open = bits.iter().any(|&bit| bit.value().is_none() && bit != switch);
        if open {
            self.globals.push(law);
            return;
        }
        // Everything is known already.
        let mut values = Values::default();
        values.assume(switch);
        if law.is_broken(&values) {
            self.encoder.clause(&[]);
        }
    }

    /// Hands everything to a solver.
    pub fn into_question(self, mut solver: Solver) -> Question {
        solver.load(self.encoder.cnf());
        let sizes = (self.encoder.cnf().variables(), self.encoder.cnf().len());
        let has_globals = !self.globals.is_empty();
        let mut judges = Vec::new();
        if has_globals {
            judges = self.globals.iter().map(|law| law.renamed(&mut |bit| bit)).collect();
            let globals = Globals::new(self.globals, self.anchor);
            let observed = globals.observed();
            solver.attach(Box::new(globals), &observed);
        }
        Question { solver, instances: self.instances, judges, sizes }
    }
}

/// A solver that knows the laws.
pub struct Question {
    /// The solver.
    pub solver: Solver,
    /// All instances of laws.
    pub instances: Vec<Instance>,
    /// The global laws once more, to judge the clauses that were derived from them.
    pub judges: Vec<Box<dyn Global>>,
    /// How many variables and clauses there are.
    pub sizes: (usize, usize),
}
