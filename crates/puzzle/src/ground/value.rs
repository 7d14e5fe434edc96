//! What an expression can be.

use crate::number::Number;
use crate::place::Place;
use crate::{Side, Site};
use std::rc::Rc;
use zugwerk_logic::Bit;

/// A value during grounding.
#[derive(Clone, Debug)]
pub enum Val {
    /// A truth value.
    Bit(Bit),
    /// A sum of numbers.
    Sum(Vec<Number>),
    /// A number that is not told.
    Hidden,
    /// Nothing stands there, or there is no such place.
    Nothing,
    /// A place.
    Place(Site, usize),
    /// A direction.
    Side(Side),
    /// Some cells in a row, a square or the like.
    Group(Rc<[usize]>),
    /// Values, each with the bit that it belongs to the set.
    Set(Rc<[(Val, Bit)]>),
    /// The lengths of runs of true bits, in a line or around a cell.
    Runs(Rc<[Bit]>),
    /// The same around a cell: pieces of the ring, and whether it closes.
    Ring(Rc<[Option<Bit>]>),
    /// Several given numbers.
    List(Rc<[Option<i32>]>),
}

impl Val {
    /// A known number.
    pub fn constant(value: i32) -> Val {
        Val::Sum(vec![Number::constant(value)])
    }

    /// A set of places that is known.
    pub fn places(site: Site, places: impl IntoIterator<Item = usize>) -> Val {
        Val::Set(places.into_iter().map(|at| (Val::Place(site, at), Bit::TRUE)).collect())
    }

    /// The places that the value speaks of.
    pub fn spoken_of(&self, places: &mut Vec<Place>) {
        match self {
            Val::Place(site, at) => places.push((*site, *at)),
            Val::Group(cells) => places.extend(cells.iter().map(|&cell| (Site::Cell, cell))),
            _ => {}
        }
    }

    /// What messages call such a value.
    pub fn what(&self) -> &'static str {
        match self {
            Val::Bit(_) => "a truth value",
            Val::Sum(_) | Val::Hidden | Val::Nothing => "a number",
            Val::Place(..) => "a place",
            Val::Side(_) => "a direction",
            Val::Group(_) | Val::Set(_) => "a set",
            Val::Runs(_) | Val::Ring(_) | Val::List(_) => "a list of numbers",
        }
    }
}
