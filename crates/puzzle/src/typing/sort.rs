//! What an expression of a law can be, before there is a board.

use crate::Site;

/// The sort of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A truth value.
    Formula,
    /// A number.
    Number,
    /// A place of one kind.
    Place(Site),
    /// A row or a column.
    Line,
    /// A direction.
    Side,
    /// Some cells in order: a square, a strip.
    Group,
    /// A set of such values.
    Set(Box<Sort>),
    /// The lengths of runs along a line or around a cell.
    Runs,
    /// Several given numbers.
    List,
    /// Nothing is known of it, so nothing is wrong with it.
    Any,
}

/// A sort, and whether the value is known as soon as there is a board, or only with the answer.
#[derive(Clone, Debug)]
pub struct Typed {
    pub sort: Sort,
    pub known: bool,
}

impl Sort {
    pub fn known(self) -> Typed {
        Typed { sort: self, known: true }
    }

    pub fn with(self, known: bool) -> Typed {
        Typed { sort: self, known }
    }

    pub fn set(of: Sort) -> Sort {
        Sort::Set(Box::new(of))
    }

    /// What the elements are, of a set or of a place that has cells.
    pub fn element(&self) -> Option<Sort> {
        match self {
            Sort::Set(element) => Some((**element).clone()),
            Sort::Group | Sort::Line => Some(Sort::Place(Site::Cell)),
            Sort::Place(Site::Row | Site::Column | Site::Region) => Some(Sort::Place(Site::Cell)),
            Sort::Any => Some(Sort::Any),
            _ => None,
        }
    }

    /// Whether it stands for cells in order: those of a line, a room, a set.
    pub fn has_cells(&self) -> bool {
        *self == Sort::Place(Site::Cell)
            || self.element().is_some_and(|element| element.may_be(&Sort::Place(Site::Cell)))
    }

    /// Whether a value of this sort may be one of the other.
    pub fn may_be(&self, other: &Sort) -> bool {
        let is_line = |sort: &Sort| matches!(sort, Sort::Place(Site::Row | Site::Column));
        match (self, other) {
            (Sort::Any, _) | (_, Sort::Any) => true,
            (Sort::Line, sort) | (sort, Sort::Line) => *sort == Sort::Line || is_line(sort),
            (Sort::Set(a), Sort::Set(b)) => a.may_be(b),
            _ => self == other,
        }
    }

    /// The sort of what is one or the other.
    pub fn join(self, other: Sort) -> Sort {
        match (self, other) {
            (a, b) if a == b => a,
            (Sort::Set(a), Sort::Set(b)) => Sort::set(a.join(*b)),
            (a, b) if a.may_be(&b) && a != Sort::Any && b != Sort::Any => Sort::Line,
            _ => Sort::Any,
        }
    }

    /// What messages call it.
    pub fn what(&self) -> String {
        match self {
            Sort::Formula => "a truth value".to_string(),
            Sort::Number => "a number".to_string(),
            Sort::Place(site) => one(*site).to_string(),
            Sort::Line => "a row or column".to_string(),
            Sort::Side => "a direction".to_string(),
            Sort::Group => "a set of cells".to_string(),
            Sort::Set(element) => match &**element {
                Sort::Place(site) => format!("a set of {}", many(*site)),
                Sort::Line => "a set of rows and columns".to_string(),
                Sort::Side => "a set of directions".to_string(),
                Sort::Number => "a set of numbers".to_string(),
                _ => "a set".to_string(),
            },
            Sort::Runs | Sort::List => "a list of numbers".to_string(),
            Sort::Any => "something".to_string(),
        }
    }
}

/// A place of a kind, as messages call it.
pub fn one(site: Site) -> &'static str {
    match site {
        Site::Cell => "a cell",
        Site::Vertex => "a vertex",
        Site::Edge => "an edge",
        Site::Link => "a link",
        Site::Row => "a row",
        Site::Column => "a column",
        Site::Region => "a room",
        Site::Half => "a half",
        Site::Whole => "the board",
    }
}

/// Several of them.
pub fn many(site: Site) -> &'static str {
    match site {
        Site::Cell => "cells",
        Site::Vertex => "vertices",
        Site::Edge => "edges",
        Site::Link => "links",
        Site::Row => "rows",
        Site::Column => "columns",
        Site::Region => "rooms",
        Site::Half => "halves",
        Site::Whole => "boards",
    }
}
