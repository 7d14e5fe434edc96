//! Plans of games: which pawns take what, so that all pawns get where a position has them, or through to promote.
//!
//! A plan is a short sequence of captures between the start and the position, the *steps*. Between two of them, in a
//! *stage*, anything may move but the order of the pawns on the files does not change. All promotions come after the
//! last step, but for those of pawns that are to be taken as pieces. That is less than all games can do, and it is
//! enough for nearly all positions that a game can lead to.

use super::material::Material;
use std::collections::HashSet;
use zugwerk_chess::{Color, File, Position, Rank, Role, Square};
use zugwerk_game::{Limits, Rng};

/// One of the sixteen pawns of the start: White's by their file, then Black's.
pub(super) type Pawn = u8;

/// The colour of a pawn, or of any of the 32 pieces of the start.
pub(super) fn color_of(piece: u8) -> Color {
    if piece & 8 == 0 { Color::White } else { Color::Black }
}

/// The pawns of a file, from White's side up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Column {
    length: u8,
    pawns: [Pawn; 6],
}

impl Column {
    pub(super) fn pawns(&self) -> &[Pawn] {
        &self.pawns[..usize::from(self.length)]
    }

    fn remove(&mut self, at: usize) -> Pawn {
        let pawn = self.pawns[at];
        self.pawns.copy_within(at + 1.., at);
        self.length -= 1;
        self.pawns[usize::from(self.length)] = 0;
        pawn
    }

    /// Whether there was room for one more.
    fn insert(&mut self, at: usize, pawn: Pawn) -> bool {
        let length = usize::from(self.length);
        if length == self.pawns.len() {
            return false;
        }
        self.pawns.copy_within(at..length, at + 1);
        self.pawns[at] = pawn;
        self.length += 1;
        true
    }
}

pub(super) type Columns = [Column; 8];

/// What a step takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Victim {
    /// A piece that never was a pawn.
    Officer,
    /// A pawn where it stands.
    Pawn(Pawn),
    /// A pawn that has promoted.
    Promoted(Pawn),
}

/// A capture of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The side that takes.
    pub(super) color: Color,
    /// The pawn that takes, and the file it takes to; a piece if there is none.
    pub(super) taker: Option<(Pawn, u8)>,
    pub(super) victim: Victim,
}

/// The captures of a plan, and the pawns before, between and after them.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    pub(super) columns: Vec<Columns>,
    /// By file, the pawns that promote after the last step, those of Black at the lower end.
    pub(super) below: [usize; 8],
}

/// What is wanted: the pawns on the board, and how many pieces of each kind are missing.
pub(super) struct Wanted {
    /// By file from White's side up: the colour of a pawn and the ranks it has come along.
    pub(super) columns: [Vec<(Color, u8)>; 8],
    /// By colour, the pieces taken that never were pawns.
    officers: [u8; 2],
    /// By colour, the pawns taken, as pawns or promoted.
    losses: [u8; 2],
    /// By colour, the promoted bishops on light and on dark squares.
    bishops: [[usize; 2]; 2],
}

impl Wanted {
    pub(super) fn of(position: &Position) -> Wanted {
        let material = Material::of(position);
        let column = |file: File| {
            let squares = Rank::ALL.into_iter().map(|rank| Square::at(file, rank));
            let pawns = squares.filter(|&square| position.role_at(square) == Some(Role::Pawn));
            let with_color = pawns.filter_map(|square| {
                let color = position.piece_at(square)?.color;
                let advance = square.relative_to(color).rank().index().saturating_sub(1);
                Some((color, advance as u8))
            });
            with_color.collect()
        };
        let lost_officers = |color| material.missing_officers(color) as u8;
        let lost = |color| material.missing(color) as u8;
        Wanted {
            columns: File::ALL.map(column),
            officers: Color::ALL.map(lost_officers),
            losses: Color::ALL.map(|color| lost(color).saturating_sub(lost_officers(color))),
            bishops: material.promoted_bishops(),
        }
    }
}

impl Wanted {
    /// Whether the pawns that are wanted where they began are still there, with nothing behind them.
    fn keeps_unmoved(&self, columns: &Columns) -> bool {
        (0..8).all(|file| {
            let (column, wanted) = (columns[file].pawns(), &self.columns[file]);
            let white = wanted.first() == Some(&(Color::White, 0));
            let black = wanted.last() == Some(&(Color::Black, 0));
            (!white || column.first() == Some(&(file as Pawn)))
                && (!black || column.last() == Some(&(file as Pawn + 8)))
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    columns: Columns,
    taken: [u8; 16],
    officers: [u8; 2],
    losses: [u8; 2],
}

struct Search<'a> {
    wanted: &'a Wanted,
    rng: &'a mut Rng,
    limits: &'a Limits,
    seen: HashSet<State>,
    most: usize,
    path: Vec<(Step, Columns)>,
    below: [usize; 8],
}

/// What a search for a plan found.
pub(super) enum Planned {
    Plan(Plan),
    /// There is none of this kind.
    None,
    /// There was too much to look at.
    GivenUp,
}

/// A plan, another one each time as chance will have it, of at most `most` arrangements of the pawns.
pub(super) fn plan(wanted: &Wanted, most: usize, rng: &mut Rng, limits: &Limits) -> Planned {
    let mut start = [Column::default(); 8];
    for (file, column) in start.iter_mut().enumerate() {
        column.insert(0, file as u8);
        column.insert(1, file as u8 + 8);
    }
    let state =
        State { columns: start, taken: [0; 16], officers: wanted.officers, losses: wanted.losses };
    let seen = HashSet::new();
    let mut search = Search { wanted, rng, limits, seen, most, path: Vec::new(), below: [0; 8] };
    if !search.solve(&state) {
        let complete = search.seen.len() < most && limits.reached().is_none();
        return if complete { Planned::None } else { Planned::GivenUp };
    }
    let mut columns = vec![start];
    columns.extend(search.path.iter().map(|(_, columns)| *columns));
    let steps = search.path.iter().map(|(step, _)| *step).collect();
    Planned::Plan(Plan { steps, columns, below: search.below })
}

impl Search<'_> {
    fn solve(&mut self, state: &State) -> bool {
        let bad = self.bad(state);
        if bad == 0 && self.promotes_bishops(state) {
            return true;
        }
        let left: u8 = state.officers.iter().chain(&state.losses).sum();
        if bad > 2 * usize::from(left)
            || left == 0
            || self.seen.len() >= self.most
            || self.seen.len().is_multiple_of(256) && self.limits.reached().is_some()
            || !self.seen.insert(state.clone())
        {
            return false;
        }
        let mut next = Vec::new();
        for color in Color::ALL {
            for file in 0..8 {
                self.pawn_captures(state, color, file, &mut next);
                self.removals(state, color, file, &mut next);
            }
        }
        next.retain(|(_, state)| self.wanted.keeps_unmoved(&state.columns));
        let mut ranked: Vec<(usize, Step, State)> = next
            .into_iter()
            .map(|(step, state)| {
                // A piece that takes a pawn helps one file, a pawn that takes one helps two.
                (8 * self.bad(&state) + self.rng.below(12), step, state)
            })
            .collect();
        ranked.sort_by_key(|(rank, ..)| *rank);
        for (_, step, state) in ranked {
            self.path.push((step, state.columns));
            if self.solve(&state) {
                return true;
            }
            self.path.pop();
            if self.seen.len() >= self.most {
                return false;
            }
        }
        false
    }

    fn pawn_captures(
        &self,
        state: &State,
        color: Color,
        file: usize,
        next: &mut Vec<(Step, State)>,
    ) {
        let enemy = (!color).index();
        for (at, &pawn) in state.columns[file].pawns().iter().enumerate() {
            if color_of(pawn) != color || state.taken[usize::from(pawn)] >= 5 {
                continue;
            }
            for to in [file.wrapping_sub(1), file + 1] {
                if to >= 8 {
                    continue;
                }
                let mut lifted = state.clone();
                lifted.columns[file].remove(at);
                lifted.taken[usize::from(pawn)] += 1;
                let step = |victim| Step { color, taker: Some((pawn, to as u8)), victim };
                if state.losses[enemy] > 0 {
                    for place in 0..lifted.columns[to].pawns().len() {
                        let victim = lifted.columns[to].pawns[place];
                        if color_of(victim) != color {
                            let mut after = lifted.clone();
                            after.columns[to].pawns[place] = pawn;
                            after.losses[enemy] -= 1;
                            next.push((step(Victim::Pawn(victim)), after));
                        }
                    }
                }
                for place in 0..=lifted.columns[to].pawns().len() {
                    let mut after = lifted.clone();
                    if !after.columns[to].insert(place, pawn) {
                        continue;
                    }
                    if state.officers[enemy] > 0 {
                        let mut after = after.clone();
                        after.officers[enemy] -= 1;
                        next.push((step(Victim::Officer), after));
                    }
                    if state.losses[enemy] > 0 {
                        self.promoted(state, &after, step, next);
                    }
                }
            }
        }
    }

    /// The same capture of each pawn that may have promoted before it.
    fn promoted(
        &self,
        before: &State,
        after: &State,
        step: impl Fn(Victim) -> Step,
        next: &mut Vec<(Step, State)>,
    ) {
        let color = !step(Victim::Officer).color;
        let first = |column: &Column| {
            let pawns = column.pawns();
            if color == Color::White { pawns.last().copied() } else { pawns.first().copied() }
        };
        for file in 0..8 {
            let victim = first(&before.columns[file]).filter(|&pawn| color_of(pawn) == color);
            let Some(victim) = victim.filter(|_| first(&after.columns[file]) == victim) else {
                continue;
            };
            let mut after = after.clone();
            let length = after.columns[file].pawns().len();
            let at = if color == Color::White { length - 1 } else { 0 };
            after.columns[file].remove(at);
            after.losses[color.index()] -= 1;
            next.push((step(Victim::Promoted(victim)), after));
        }
    }

    /// Captures of pawns of a file by pieces of `color`.
    fn removals(&self, state: &State, color: Color, file: usize, next: &mut Vec<(Step, State)>) {
        let enemy = (!color).index();
        if state.losses[enemy] == 0 {
            return;
        }
        for (at, &victim) in state.columns[file].pawns().iter().enumerate() {
            if color_of(victim) != color {
                let mut after = state.clone();
                after.columns[file].remove(at);
                after.losses[enemy] -= 1;
                next.push((Step { color, taker: None, victim: Victim::Pawn(victim) }, after));
            }
        }
    }

    /// How many files are not yet as they are wanted.
    fn bad(&self, state: &State) -> usize {
        (0..8).filter(|&file| self.ways(file, state).next().is_none()).count()
    }

    /// The ways in which the pawns of a file are those wanted once black ones below and white ones above have
    /// promoted: how many are below.
    fn ways<'s>(&'s self, file: usize, state: &'s State) -> impl Iterator<Item = usize> + 's {
        let wanted = &self.wanted.columns[file];
        let column = state.columns[file].pawns();
        let places = (column.len() + 1).saturating_sub(wanted.len());
        (0..places).filter(move |&below| {
            let (black, rest) = column.split_at(below);
            let (middle, white) = rest.split_at(wanted.len());
            black.iter().all(|&pawn| color_of(pawn) == Color::Black)
                && white.iter().all(|&pawn| color_of(pawn) == Color::White)
                && middle.iter().zip(wanted).all(|(&pawn, &(color, advance))| {
                    color_of(pawn) == color && state.taken[usize::from(pawn)] <= advance
                })
        })
    }

    /// Whether enough pawns promote on squares of each colour for the bishops on the board. Sets `below`.
    fn promotes_bishops(&mut self, state: &State) -> bool {
        for _ in 0..4 {
            for file in 0..8 {
                let ways: Vec<usize> = self.ways(file, state).collect();
                self.below[file] = ways[self.rng.below(ways.len())];
            }
            let enough = Color::ALL.into_iter().all(|color| {
                let mut on = [0; 2];
                for file in 0..8 {
                    let last = Square::at(File::new(file), Rank::new(7).relative_to(color));
                    on[usize::from(!last.is_light())] += self.promoting(file, state, color);
                }
                let [light, dark] = self.wanted.bishops[color.index()];
                on[0] >= light && on[1] >= dark
            });
            if enough {
                return true;
            }
        }
        false
    }

    fn promoting(&self, file: usize, state: &State, color: Color) -> usize {
        let below = self.below[file];
        match color {
            Color::Black => below,
            Color::White => {
                state.columns[file].pawns().len() - below - self.wanted.columns[file].len()
            }
        }
    }
}
