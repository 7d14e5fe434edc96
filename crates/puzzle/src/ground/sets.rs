//! Sets of places and what is in them.

use super::value::Val;
use super::{Grounded, Grounder};
use crate::Site;
use zugwerk_logic::{Bit, Constraints};
use zugwerk_rulebook::ast::{Expr, ExprKind, Operator};

impl Grounder<'_> {
    /// The elements of a value that is a set, or of a line, a room and the like.
    pub(super) fn members(&self, value: &Val, expr: &Expr) -> Grounded<Vec<(Val, Bit)>> {
        let cells = |cells: Vec<usize>| {
            cells.into_iter().map(|cell| (Val::Place(Site::Cell, cell), Bit::TRUE)).collect()
        };
        match value {
            Val::Set(members) => Ok(members.to_vec()),
            Val::Group(_) | Val::Place(Site::Row | Site::Column | Site::Region, _) => {
                Ok(cells(self.cells_of(value, expr)?))
            }
            Val::Nothing => Ok(Vec::new()),
            other => self.unlike(expr, other, "a set"),
        }
    }

    /// The cells of a line, a room, a square, in order.
    pub(super) fn cells_of(&self, value: &Val, expr: &Expr) -> Grounded<Vec<usize>> {
        let board = self.puzzle.board;
        match value {
            Val::Group(cells) => Ok(cells.to_vec()),
            Val::Place(Site::Cell, cell) => Ok(vec![*cell]),
            Val::Place(Site::Row, row) => Ok(board.row(*row)),
            Val::Place(Site::Column, column) => Ok(board.column(*column)),
            Val::Place(Site::Region, room) => {
                let in_room =
                    |cell: &usize| self.puzzle.number("room", *cell) == Some(*room as i32);
                Ok((0..board.cells()).filter(in_room).collect())
            }
            Val::Set(members) => {
                let cell = |(value, bit): &(Val, Bit)| match value {
                    Val::Place(Site::Cell, cell) if *bit == Bit::TRUE => Some(*cell),
                    _ => None,
                };
                match members.iter().filter(|member| member.1 != Bit::FALSE).map(cell).collect() {
                    Some(cells) => Ok(cells),
                    None => self.unlike(expr, value, "cells that are known beforehand"),
                }
            }
            Val::Nothing => Ok(Vec::new()),
            other => self.unlike(expr, other, "some cells"),
        }
    }

    /// For every place of a kind the bit that it belongs to the set.
    pub(super) fn membership(&mut self, expr: &Expr) -> Grounded<(Site, Vec<Bit>)> {
        if let Some(known) = self.layer_membership(expr) {
            return Ok(known);
        }
        let value = self.eval(expr)?;
        let members = self.members(&value, expr)?;
        let site = members.iter().find_map(|(value, _)| match value {
            Val::Place(site, _) => Some(*site),
            _ => None,
        });
        let site = site.unwrap_or(Site::Cell);
        let mut bits = vec![Bit::FALSE; self.puzzle.count(site)];
        for (value, bit) in members {
            match value {
                Val::Place(found, at) if found == site => bits[at] = bit,
                other => return self.unlike(expr, &other, "places of one kind"),
            }
        }
        Ok((site, bits))
    }

    /// The same for a layer of the answer or what is not in it: the usual case, which also tells the kind of place where
    /// there is none of it.
    fn layer_membership(&self, expr: &Expr) -> Option<(Site, Vec<Bit>)> {
        let (name, is_in) = match &expr.kind {
            ExprKind::Name(name) => (name, true),
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::Name(name) => (name, false),
                _ => return None,
            },
            _ => return None,
        };
        let unknown = self.unknown.iter().find(|it| it.name == *name && it.is_set)?;
        let bits = unknown.numbers.iter().map(|number| number.at_least(1));
        Some((unknown.site, bits.map(|bit| if is_in { bit } else { !bit }).collect()))
    }

    pub(super) fn is_in(&mut self, element: &Expr, set: &Expr) -> Grounded<Bit> {
        let element_value = self.eval(element)?;
        // The common case without a walk through the whole set.
        if let (Val::Place(site, at), ExprKind::Name(name)) = (&element_value, &set.kind)
            && let Some(unknown) = self.unknown.iter().find(|unknown| unknown.name == *name)
            && unknown.is_set
            && unknown.site == *site
        {
            return Ok(unknown.numbers[*at].at_least(1));
        }
        let set_value = self.eval(set)?;
        if let Val::Nothing = element_value {
            return Ok(Bit::FALSE);
        }
        if let (Val::Place(site, at), Val::Set(members)) = (&element_value, &set_value)
            && let Some((Val::Place(found, place), bit)) = members.get(*at)
            && (found, place) == (site, at)
        {
            return Ok(*bit);
        }
        if !matches!(
            set_value,
            Val::Set(_) | Val::Group(_) | Val::Place(Site::Row | Site::Column | Site::Region, _)
        ) {
            return self.compare(Operator::Equal, element_value, set_value, set);
        }
        let mut found = Vec::new();
        for (value, bit) in self.members(&set_value, set)? {
            let same = self.compare(Operator::Equal, element_value.clone(), value, set)?;
            found.push(self.statement.encoder().and(&[same, bit]));
        }
        Ok(self.statement.encoder().or(&found))
    }

    pub(super) fn complement(&mut self, set: &Val, expr: &Expr) -> Grounded<Val> {
        let members = self.members(set, expr)?;
        let site = members.iter().find_map(|(value, _)| match value {
            Val::Place(site, _) => Some(*site),
            _ => None,
        });
        let site = site.unwrap_or(Site::Cell);
        let mut bits = vec![Bit::TRUE; self.puzzle.count(site)];
        for (value, bit) in members {
            if let Val::Place(_, at) = value {
                bits[at] = !bit;
            }
        }
        let places = bits.into_iter().enumerate().map(|(at, bit)| (Val::Place(site, at), bit));
        Ok(Val::Set(places.filter(|place| place.1 != Bit::FALSE).collect()))
    }

    pub(super) fn combine(
        &mut self,
        operator: Operator,
        first: &Val,
        left: &Expr,
        right: &Expr,
    ) -> Grounded<Val> {
        let second = self.eval(right)?;
        if operator == Operator::And {
            return self.intersect(first, left, &second, right);
        }
        let mut members = self.members(first, left)?;
        members.extend(self.members(&second, right)?);
        Ok(Val::Set(members.into()))
    }

    pub(super) fn intersect(
        &mut self,
        first: &Val,
        left: &Expr,
        second: &Val,
        right: &Expr,
    ) -> Grounded<Val> {
        let others = self.members(second, right)?;
        let mut both = Vec::new();
        for (value, bit) in self.members(first, left)? {
            let Val::Place(site, at) = value else { continue };
            let same = |(other, _): &&(Val, Bit)| matches!(other, Val::Place(s, a) if (*s, *a) == (site, at));
            if let Some((_, other)) = others.iter().find(same) {
                both.push((value, self.statement.encoder().and(&[bit, *other])));
            }
        }
        Ok(Val::Set(both.into()))
    }
}
