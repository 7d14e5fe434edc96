//! The functions of the language: what they take and what they give.

use super::sort::{Sort, Typed};
use super::{Checked, Checker};
use crate::Site;
use zugwerk_rulebook::Diagnostic;
use zugwerk_rulebook::ast::{Expr, ExprKind, Name};

/// What a function takes in one place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wants {
    /// A place of this kind.
    At(Site),
    /// A cell or a vertex.
    Corner,
    /// A direction.
    Side,
    /// A number that is known beforehand.
    Constant,
    /// A number.
    Number,
    /// A set, or a place that has cells.
    Elements,
    /// The cells of a line, a room, a set.
    Cells,
    /// A set of such places.
    Set(Site),
    /// A set of such places that is known beforehand.
    KnownSet(Site),
    /// A set of cells, links or edges.
    Graph,
    /// A set of links or edges.
    Lines,
    /// The name of something unknown that has a value for every cell.
    Map,
    /// The name of something given at such places.
    Given(Site),
}

/// What a function gives.
#[derive(Clone, Copy)]
enum Gives {
    /// A place, known.
    At(Site),
    /// A direction, known.
    Side,
    /// A number that is known where the arguments are.
    Number,
    /// A number that is not known beforehand.
    Unknown,
    /// A known set of places.
    Set(Site),
    /// Some cells in order, known.
    Group,
    /// A known set of such groups.
    Groups,
    /// Lengths of runs.
    Runs,
    /// A law.
    Law,
}

const CELL: Wants = Wants::At(Site::Cell);
const SET: Wants = Wants::Set(Site::Cell);
const KNOWN: Wants = Wants::KnownSet(Site::Cell);

/// Every function of the language.
const WORDS: [(&str, &[Wants], Gives); 45] = [
    ("neighbours", &[CELL], Gives::Set(Site::Cell)),
    ("around", &[CELL], Gives::Set(Site::Cell)),
    ("block", &[CELL], Gives::Set(Site::Cell)),
    ("ray", &[CELL, Wants::Side], Gives::Set(Site::Cell)),
    ("after", &[CELL, Wants::Side, KNOWN], Gives::Set(Site::Cell)),
    ("basin", &[CELL], Gives::Set(Site::Cell)),
    ("seen", &[CELL, KNOWN], Gives::Set(Site::Cell)),
    ("links", &[CELL], Gives::Set(Site::Link)),
    ("edges", &[Wants::Corner], Gives::Set(Site::Edge)),
    ("link", &[CELL, Wants::Side], Gives::At(Site::Link)),
    ("first", &[Wants::At(Site::Link)], Gives::At(Site::Cell)),
    ("second", &[Wants::At(Site::Link)], Gives::At(Site::Cell)),
    ("opposite", &[Wants::Side], Gives::Side),
    ("side", &[Wants::Constant], Gives::Side),
    ("row", &[CELL], Gives::At(Site::Row)),
    ("column", &[CELL], Gives::At(Site::Column)),
    ("room", &[CELL], Gives::At(Site::Region)),
    ("frame", &[CELL], Gives::Number),
    ("size", &[Wants::Elements], Gives::Number),
    ("distance", &[CELL, CELL], Gives::Number),
    ("reverse", &[Wants::Cells], Gives::Group),
    ("start", &[Wants::Cells, KNOWN], Gives::Group),
    ("stretches", &[KNOWN], Gives::Groups),
    ("strips", &[Wants::Constant], Gives::Groups),
    ("spans", &[Wants::Constant], Gives::Groups),
    ("run", &[CELL, Wants::Side, SET], Gives::Unknown),
    ("runs", &[Wants::Cells, SET], Gives::Runs),
    ("ring", &[CELL, SET], Gives::Runs),
    ("visible", &[Wants::Map, Wants::Cells], Gives::Unknown),
    ("shape", &[SET, Wants::At(Site::Region)], Gives::Unknown),
    ("meets", &[Wants::Map, Wants::At(Site::Vertex)], Gives::Unknown),
    ("abs", &[Wants::Number], Gives::Unknown),
    ("largest", &[Wants::Given(Site::Cell)], Gives::Number),
    ("differ", &[Wants::Map, Wants::Cells], Gives::Law),
    ("connected", &[Wants::Graph], Gives::Law),
    ("anchored", &[SET], Gives::Law),
    ("loop", &[Wants::Lines], Gives::Law),
    ("forest", &[Wants::Map], Gives::Law),
    ("islands", &[SET, Wants::Given(Site::Cell)], Gives::Law),
    ("sized", &[Wants::Map], Gives::Law),
    ("divided", &[Wants::Set(Site::Link), Wants::Constant], Gives::Law),
    ("rectangles", &[Wants::Set(Site::Link), Wants::Given(Site::Cell)], Gives::Law),
    ("galaxies", &[Wants::Set(Site::Link), Wants::Given(Site::Half)], Gives::Law),
    ("paired", &[KNOWN, SET], Gives::Law),
    ("multiply", &[Wants::Map, Wants::Cells, Wants::Number], Gives::Law),
];

/// The names of all functions of the language.
pub fn functions() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(name, ..)| *name)
}

impl Checker<'_> {
    /// A function of the language.
    pub(super) fn function_word(
        &mut self,
        name: &Name,
        arguments: &[Expr],
        stated: bool,
    ) -> Checked<Typed> {
        let Some((_, wants, gives)) = WORDS.iter().find(|(word, ..)| *word == name.text) else {
            return Err(self.no_function(name));
        };
        if wants.len() != arguments.len() {
            return Err(wrong_count(name, wants.len(), arguments.len()));
        }
        let mut known = true;
        for (wants, argument) in wants.iter().zip(arguments) {
            known &= self.argument(*wants, argument)?;
        }
        Ok(match gives {
            Gives::At(site) => Sort::Place(*site).with(known),
            Gives::Side => Sort::Side.with(known),
            Gives::Number => Sort::Number.with(known),
            Gives::Unknown => Sort::Number.with(false),
            Gives::Set(site) => Sort::set(Sort::Place(*site)).with(known),
            Gives::Group => Sort::Group.with(known),
            Gives::Groups => Sort::set(Sort::Group).with(known),
            Gives::Runs => Sort::Runs.with(false),
            Gives::Law if stated => Sort::Formula.with(false),
            Gives::Law => {
                let message = format!("{} cannot stand inside another formula", name.text);
                let expected = "a law of its own, or one after all … over what is given";
                return Err(Diagnostic::new(name.span.clone(), message, expected));
            }
        })
    }

    /// Looks at an argument; whether it is known beforehand.
    fn argument(&mut self, wants: Wants, argument: &Expr) -> Checked<bool> {
        match wants {
            Wants::Map => return self.map_name(argument).map(|()| true),
            Wants::Given(site) => return self.given_name(argument, site).map(|()| true),
            Wants::Constant => return self.constant(argument).map(|()| true),
            Wants::Number => return self.number(argument),
            _ => {}
        }
        let value = self.eval(argument)?;
        let places = |site| value.sort.element().is_some_and(|of| of.may_be(&Sort::Place(site)));
        let (fits, expected) = match wants {
            Wants::At(site) => (value.sort.may_be(&Sort::Place(site)), super::sort::one(site)),
            Wants::Corner => {
                let corner = [Site::Cell, Site::Vertex].map(Sort::Place);
                (corner.iter().any(|sort| value.sort.may_be(sort)), "a cell or a vertex")
            }
            Wants::Side => (value.sort.may_be(&Sort::Side), "a direction"),
            Wants::Elements => (value.sort.element().is_some(), "a set"),
            Wants::Cells => (value.sort.has_cells(), "some cells"),
            Wants::Set(site) | Wants::KnownSet(site) => {
                (places(site), if site == Site::Link { "a set of links" } else { "a set of cells" })
            }
            Wants::Graph => {
                let sites = [Site::Cell, Site::Link, Site::Edge];
                (sites.into_iter().any(places), "a set of cells, links or edges")
            }
            _ => {
                let sites = [Site::Link, Site::Edge];
                (sites.into_iter().any(places), "a set of links or edges")
            }
        };
        if !fits {
            return self.unlike(argument, &value.sort, expected);
        }
        if matches!(wants, Wants::KnownSet(_)) && !value.known {
            let expected = "a set that is known beforehand";
            return self.mistake(&argument.span, "this set is unknown", expected);
        }
        Ok(value.known)
    }

    /// The name of something unknown with a value for every cell.
    fn map_name(&mut self, argument: &Expr) -> Checked<()> {
        let unknown = self.book.unknown.iter().map(|unknown| unknown.name.text.as_str());
        let ExprKind::Name(name) = &argument.kind else {
            return self.mistake(
                &argument.span,
                "this is nothing unknown",
                "the name of an unknown",
            );
        };
        match self.layer(name) {
            Some(layer) if !layer.given && layer.site == Site::Cell => {
                self.used.insert(name.clone());
                Ok(())
            }
            Some(layer) if !layer.given => {
                let message = format!("{name} has no value for every cell");
                self.mistake(&argument.span, message, "an unknown such as digit: cell -> 1..N")
            }
            _ => {
                let message = format!("nothing unknown is called {name}");
                let expected = "the name of an unknown";
                Err(Diagnostic::new(argument.span.clone(), message, expected)
                    .suggest(name, unknown))
            }
        }
    }

    /// The name of something given at such places.
    fn given_name(&mut self, argument: &Expr, site: Site) -> Checked<()> {
        let ExprKind::Name(name) = &argument.kind else {
            let expected = "the name of something given";
            return self.mistake(&argument.span, "this is nothing given", expected);
        };
        let layer = self.given_layer(&Name { text: name.clone(), span: argument.span.clone() })?;
        if layer.site != site {
            let message = format!("{name} stands at {}", super::sort::many(layer.site));
            let expected = format!("something given at {}", super::sort::many(site));
            return Err(Diagnostic::new(argument.span.clone(), message, expected));
        }
        Ok(())
    }
}

/// A function with too many or too few arguments.
pub(super) fn wrong_count(name: &Name, wants: usize, found: usize) -> Diagnostic {
    let count = |count: usize| match count {
        1 => "one argument".to_string(),
        _ => format!("{count} arguments"),
    };
    let message = format!("{} takes {}, found {found}", name.text, count(wants));
    Diagnostic::new(name.span.clone(), message, count(wants))
}
