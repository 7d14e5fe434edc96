//! How the pawns can have got past each other: the kernel of every game that leads to a position.
//!
//! Only the order of the pawns on each file counts. At the start each file has a white pawn below a black one. A
//! pawn that takes something moves to a file beside its own, anywhere in the order there, or into the place of the
//! pawn it takes; a piece may take a pawn away; a pawn with nothing before it may promote. The captures are
//! counted: no side can have lost more than is missing, and no more pawns than can be spared for the promotions that
//! the board shows. A pawn on its first rank has never moved, and nothing gets behind it but by promoting there. Every
//! game has such a kernel, so where there is none, there is no game. (The idea is that of P. Österlund's *Texel*.)

use super::material::Material;
use crate::limits::fitting;
use std::collections::HashSet;
use zugwerk_chess::{Color, File, Position, Rank, Role, Square};
use zugwerk_game::Limits;

/// A pawn: its colour and how often it has taken something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Pawn {
    color: Color,
    captures: u8,
}

/// The pawns of a file, from White's side up.
type Column = Vec<Pawn>;

/// What a search for a kernel found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kernel {
    /// There is one.
    Found,
    /// There is none.
    None,
    /// The search was given up.
    Unknown,
}

/// Looks for a kernel of a position with this material.
pub(crate) fn kernel(position: &Position, material: &Material, limits: &Limits) -> Kernel {
    let start = [Color::White, Color::Black].map(|color| Pawn { color, captures: 0 });
    let mut search = Search {
        target: File::ALL.map(|file| column(position, file)),
        bishops: material.promoted_bishops(),
        seen: HashSet::new(),
        most: match Color::ALL.map(|color| material.captures(color)).iter().sum::<usize>() {
            0..=MANY_CAPTURES => fitting(limits, MOST_STATES, STATE),
            _ => MOST_STATES_OF_MANY,
        },
        limits,
        given_up: false,
    };
    let found = search.solve(&State {
        columns: std::array::from_fn(|_| start.to_vec()),
        captures: Color::ALL.map(|color| material.captures(color)),
        pawns: Color::ALL.map(|color| material.spare_pawns(color)),
        taking: [[0; 2]; 2],
    });
    match (found, search.given_up) {
        (true, _) => Kernel::Found,
        (false, true) => Kernel::Unknown,
        (false, false) => Kernel::None,
    }
}

/// A pawn that must be there at the end: its colour and how often it can have taken something.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    color: Color,
    most_captures: u8,
}

fn column(position: &Position, file: File) -> Vec<Wanted> {
    let squares = Rank::ALL.into_iter().map(|rank| Square::at(file, rank));
    let pawns = squares.filter(|&square| position.role_at(square) == Some(Role::Pawn));
    let wanted = pawns.filter_map(|square| {
        let color = position.piece_at(square)?.color;
        let steps = square.relative_to(color).rank().index().saturating_sub(1);
        Some(Wanted { color, most_captures: steps as u8 })
    });
    wanted.collect()
}

/// Where a pawn of `color` promotes on a file.
fn last_square(color: Color, file: usize) -> Square {
    Square::at(File::new(file), Rank::new(7).relative_to(color))
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    columns: [Column; 8],
    /// By colour, the captures it may still make.
    captures: [usize; 2],
    /// By colour, its pawns that may still be taken as pawns.
    pawns: [usize; 2],
    /// By colour, how many have promoted by taking something behind a pawn that never moved, on light and on dark
    /// squares.
    taking: [[usize; 2]; 2],
}

struct Search<'a> {
    target: [Vec<Wanted>; 8],
    /// By colour, the bishops that must come from promotions on light and on dark squares.
    bishops: [[usize; 2]; 2],
    seen: HashSet<State>,
    /// How many states are kept at most.
    most: usize,
    limits: &'a Limits,
    given_up: bool,
}

/// More states than this are not kept. With many captures there nearly always is a kernel, and a proof that there
/// is none would take too long.
const MOST_STATES: usize = 400_000;
const MOST_STATES_OF_MANY: usize = 3_000;
const MANY_CAPTURES: usize = 8;
/// The bytes of a state, about.
const STATE: usize = 600;

impl Search<'_> {
    /// Whether the captures that are left can lead to what is wanted.
    fn solve(&mut self, state: &State) -> bool {
        if !(0..8).all(|file| self.keeps_unmoved(file, &state.columns[file])) {
            return false;
        }
        let bad = (0..8).filter(|&file| !self.fits(file, &state.columns[file])).count();
        if bad == 0 && self.has_bishops(state) {
            return true;
        }
        // A capture changes two files at most.
        let left: usize = state.captures.iter().sum();
        if bad > 2 * left || left == 0 || self.given_up {
            return false;
        }
        if self.seen.len() >= self.most
            || self.seen.len().is_multiple_of(1024) && self.limits.reached().is_some()
        {
            self.given_up = true;
            return false;
        }
        if !self.seen.insert(state.clone()) {
            return false;
        }
        for color in Color::ALL {
            if state.captures[color.index()] == 0 {
                continue;
            }
            for file in 0..8 {
                if self.try_pawns(state, color, file) || self.try_removals(state, color, file) {
                    return true;
                }
            }
        }
        false
    }

    /// Captures by pawns of a file.
    fn try_pawns(&mut self, state: &State, color: Color, file: usize) -> bool {
        let enemy = (!color).index();
        for at in 0..state.columns[file].len() {
            let pawn = state.columns[file][at];
            if pawn.color != color || pawn.captures >= 6 {
                continue;
            }
            let pawn = Pawn { captures: pawn.captures + 1, ..pawn };
            for beside in [file.checked_sub(1), Some(file + 1).filter(|&f| f < 8)] {
                let Some(beside) = beside else { continue };
                let mut lifted = state.clone();
                lifted.columns[file].remove(at);
                lifted.captures[color.index()] -= 1;
                if self.promotes_behind(state, color, file, at, beside) {
                    let mut next = lifted.clone();
                    let light = last_square(color, beside).is_light();
                    next.taking[color.index()][usize::from(!light)] += 1;
                    if self.solve(&next) {
                        return true;
                    }
                }
                for place in 0..=lifted.columns[beside].len() {
                    let mut next = lifted.clone();
                    next.columns[beside].insert(place, pawn);
                    if self.solve(&next) {
                        return true;
                    }
                }
                if lifted.pawns[enemy] == 0 {
                    continue;
                }
                for place in 0..lifted.columns[beside].len() {
                    if lifted.columns[beside][place].color == color {
                        continue;
                    }
                    let mut next = lifted.clone();
                    next.columns[beside][place] = pawn;
                    next.pawns[enemy] -= 1;
                    if self.solve(&next) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Captures of pawns of a file by pieces of `color`.
    fn try_removals(&mut self, state: &State, color: Color, file: usize) -> bool {
        let enemy = !color;
        if state.pawns[enemy.index()] == 0 {
            return false;
        }
        for at in 0..state.columns[file].len() {
            if state.columns[file][at].color == color {
                continue;
            }
            let mut next = state.clone();
            next.columns[file].remove(at);
            next.captures[color.index()] -= 1;
            next.pawns[enemy.index()] -= 1;
            if self.solve(&next) {
                return true;
            }
        }
        false
    }

    /// Whether a pawn of this file that has never moved is still there, with nothing behind it.
    fn keeps_unmoved(&self, file: usize, column: &Column) -> bool {
        let stays = |pawn: Option<&Pawn>, color| {
            !self.is_unmoved(file, color) || pawn == Some(&Pawn { color, captures: 0 })
        };
        stays(column.first(), Color::White) && stays(column.last(), Color::Black)
    }

    /// Whether the pawn of `color` on this file has never moved.
    fn is_unmoved(&self, file: usize, color: Color) -> bool {
        let wanted = &self.target[file];
        let outer = if color == Color::White { wanted.first() } else { wanted.last() };
        outer.is_some_and(|pawn| pawn.color == color && pawn.most_captures == 0)
    }

    /// Whether a pawn can promote by taking something on a file beside its own, behind a pawn that has never moved.
    fn promotes_behind(
        &self,
        state: &State,
        color: Color,
        file: usize,
        at: usize,
        beside: usize,
    ) -> bool {
        let column = &state.columns[file];
        let before = if color == Color::White { &column[at + 1..] } else { &column[..at] };
        self.is_unmoved(beside, !color) && before.iter().all(|pawn| pawn.color == color)
    }

    /// Whether the pawns of a file are those wanted once black ones below and white ones above have promoted.
    fn fits(&self, file: usize, column: &Column) -> bool {
        self.promotions(file, column).next().is_some()
    }

    /// The ways in which a file fits: how many promote, of White and of Black.
    fn promotions(&self, file: usize, column: &Column) -> impl Iterator<Item = [usize; 2]> {
        let wanted = &self.target[file];
        let places = (column.len() + 1).saturating_sub(wanted.len());
        (0..places).filter_map(move |below| {
            let (black, rest) = column.split_at(below);
            let (middle, white) = rest.split_at(wanted.len());
            let promote = |pawns: &[Pawn], color| pawns.iter().all(|pawn| pawn.color == color);
            let same = middle.iter().zip(wanted).all(|(pawn, wanted)| {
                pawn.color == wanted.color && pawn.captures <= wanted.most_captures
            });
            let fits = same && promote(black, Color::Black) && promote(white, Color::White);
            fits.then_some([white.len(), black.len()])
        })
    }

    /// Whether enough pawns may promote on squares of each colour for the bishops on the board.
    fn has_bishops(&self, state: &State) -> bool {
        Color::ALL.into_iter().all(|color| {
            let on = |light: bool| {
                let files = (0..8).filter(move |&f| last_square(color, f).is_light() == light);
                let most = |file: usize| {
                    let ways = self.promotions(file, &state.columns[file]);
                    ways.map(|ways| ways[color.index()]).max().unwrap_or(0)
                };
                let taking = state.taking[color.index()][usize::from(!light)];
                files.map(most).sum::<usize>() + taking
            };
            let [light, dark] = self.bishops[color.index()];
            on(true) >= light && on(false) >= dark
        })
    }
}
