//! A game as the language of sketches speaks of it: what its words mean, and which engine suits a plan.

use crate::laws::{Laws, PlanOf, Understood};
use crate::plan::{self, Part};
use crate::sketch::{Atom, Diagnostic, Formula, Sketch, Start, Word};
use zugwerk_logic::{Limits, Stop};

/// Who answers for one plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Tree search.
    Search,
    /// The solver.
    Sat,
    /// Both: the first to be done.
    Race,
}

/// More holes than this are for the solver.
pub const HOLES_TO_SEARCH: usize = 3;

/// There are more positions than a search tries one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooMany {
    /// What there is too much of.
    pub found: String,
    /// What could be searched.
    pub expected: String,
}

/// A game of the sketches.
pub trait Language {
    /// Its rules, for search and solver.
    type Rules: Laws;

    /// Whether an explanation is looked for by search, unless the solver is asked for.
    const EXPLAINED_BY_SEARCH: bool = false;

    /// Whether laws that a sketch puts aside are left out of the rules themselves.
    const REDUCES_ITSELF: bool = false;

    /// Whether it can say why nothing is found, and what breaks what should hold always.
    const EXPLAINS_ALWAYS: bool = false;

    /// Why no play leads to what a sketch wants to find, or what breaks what it wants to hold always, in sentences.
    fn explain_always(
        &self,
        _sketch: &Sketch,
        _source: &str,
        _limits: &Limits,
    ) -> Result<Vec<String>, Stop> {
        Ok(Vec::new())
    }

    /// Where a sketch starts.
    fn start(&self, start: &Start) -> Result<<Self::Rules as Laws>::Start, Diagnostic>;
    /// Two starts for one that does not say whose turn it is; none for others.
    fn starts(&self, _start: &Start) -> Option<[Start; 2]> {
        None
    }
    /// What a known move or a hole means.
    fn shape(&self, word: &Word) -> Result<ShapeOf<Self>, Diagnostic>;
    /// What a move is like that has one of several shapes; none where the game cannot say that.
    fn choice(&self, _shapes: Vec<ShapeOf<Self>>) -> Option<ShapeOf<Self>> {
        None
    }
    /// What a statement means.
    fn atom(&self, atom: &Atom) -> Result<AtomOf<Self>, Diagnostic>;
    /// The rules for a plan.
    fn rules(&self, plan: &PlanOf<Self::Rules>) -> Self::Rules;
    /// The same for a search from a position: they may know which moves cannot lead to the end.
    fn towards(&self, plan: &PlanOf<Self::Rules>, _start: &StateOf<Self>) -> Self::Rules {
        self.rules(plan)
    }
    /// Every position that a start with holes can mean.
    fn fillings(
        &self,
        rules: &Self::Rules,
        start: &<Self::Rules as Laws>::Start,
    ) -> Result<Vec<StateOf<Self>>, TooMany>;
    /// Whether every word is clear, now that the whole is known.
    fn check(&self, _sketch: &Understood<Self::Rules>) -> Result<(), Diagnostic> {
        Ok(())
    }
    /// Who should be fastest where moves of `holes` are to be found.
    fn fastest(&self, plan: &PlanOf<Self::Rules>, holes: usize, _verify: bool) -> Chosen {
        if plan.has_every() || holes <= HOLES_TO_SEARCH { Chosen::Search } else { Chosen::Sat }
    }

    /// Why the game has no laws, where it has none: then only the search answers.
    fn lawless(&self) -> Option<&str> {
        None
    }
    /// Why the solver has no law for the statement of this name, where it has none: then only the search answers.
    fn statement_without_law(&self, _name: &str) -> Option<&'static str> {
        None
    }
    /// Whether each change that a move makes can be weighed by itself, even where there are no laws.
    fn weighs(&self) -> bool {
        true
    }
    /// What the game itself says holds always.
    fn invariants(&self) -> Result<Vec<Formula<AtomOf<Self>>>, Diagnostic> {
        Ok(Vec::new())
    }

    /// What a move is like that one of several words describes.
    fn one_of(&self, words: &[Word]) -> Result<ShapeOf<Self>, Diagnostic> {
        if let [word] = words {
            return self.shape(word);
        }
        let shapes = words.iter().map(|word| self.shape(word)).collect::<Result<Vec<_>, _>>()?;
        self.choice(shapes).ok_or_else(|| {
            let span = words.first().map_or(0..0, |word| word.span.clone());
            Diagnostic::new(span, "there are no choices in lines of this game", "one move or hole")
        })
    }

    /// Understands the words of a sketch.
    fn read(&self, sketch: &Sketch) -> Result<Understood<Self::Rules>, Diagnostic> {
        let start = self.start(&sketch.from)?;
        let condition = match &sketch.condition {
            Some(formula) => Some(formula.try_map(&mut |atom| self.atom(atom))?),
            None => None,
        };
        let plans = plan::plans(
            &sketch.play,
            &sketch.expect,
            &mut |words| self.one_of(words),
            &mut |atom| self.atom(atom),
        )?;
        let always = match &sketch.always {
            Some((Formula::Atom(atom), span)) if atom.name.text == "invariant" => {
                let invariants = self.invariants()?;
                if invariants.is_empty() {
                    let message = format!("{} states no invariant", sketch.game.text);
                    return Err(Diagnostic::new(span.clone(), message, "a formula"));
                }
                Some(Formula::And(invariants))
            }
            Some((formula, _)) => Some(formula.try_map(&mut |atom| self.atom(atom))?),
            None => None,
        };
        let understood = Understood { start, condition, plans, always };
        self.check(&understood)?;
        Ok(understood)
    }
}

/// The positions of a language's game.
pub type StateOf<G> = <<G as Language>::Rules as crate::search::Rules>::State;
/// The shapes of moves of a language's game.
pub type ShapeOf<G> = <<G as Language>::Rules as crate::search::Rules>::Shape;
/// The statements of a language's game.
pub type AtomOf<G> = <<G as Language>::Rules as crate::search::Rules>::Atom;

/// How many moves of a plan have holes.
pub fn holes<L: Laws>(laws: &L, plan: &PlanOf<L>) -> usize {
    let is_hole =
        |part: &&Part<_, _>| matches!(part, Part::Exists(shape, _) if laws.is_hole(shape));
    plan.parts.iter().filter(is_hole).count()
}
