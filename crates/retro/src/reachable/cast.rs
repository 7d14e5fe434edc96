//! Who is who: which piece of the start each piece on the board is, by a plan.

use super::plan::{Plan, Wanted, color_of};
use super::ranks::home;
use zugwerk_chess::{Color, File, Position, Rank, Role, Square, attacks};
use zugwerk_game::Rng;

/// Not on the board.
pub(super) const ABSENT: u8 = 64;

/// What the officers are at the start, by file.
pub(super) const OFFICERS: [Role; 8] = [
    Role::Rook,
    Role::Knight,
    Role::Bishop,
    Role::Queen,
    Role::King,
    Role::Bishop,
    Role::Knight,
    Role::Rook,
];

/// The 32 pieces of the start in a position: 16 pawns and 16 officers, White's by file before Black's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cast {
    /// Where each is.
    pub(super) squares: [u8; 32],
    /// What each pawn is.
    pub(super) roles: [Role; 16],
    /// Where each pawn promotes that does after the plan's last step.
    pub(super) promotion: [u8; 16],
}

/// The role of a piece at the start.
pub(super) fn first_role(piece: u8) -> Role {
    if piece < 16 { Role::Pawn } else { OFFICERS[usize::from(piece & 7)] }
}

/// Gives every piece on the board its part, so that the ways are short.
pub(super) fn cast(
    position: &Position,
    wanted: &Wanted,
    plan: &Plan,
    rng: &mut Rng,
) -> Option<Cast> {
    let mut cast = Cast { squares: [ABSENT; 32], roles: [Role::Pawn; 16], promotion: [ABSENT; 16] };
    let last = plan.columns.last()?;
    for (file, column) in last.iter().enumerate() {
        let (black, rest) = column.pawns().split_at(plan.below[file]);
        let (middle, white) = rest.split_at(wanted.columns[file].len());
        for (&pawn, &(color, advance)) in middle.iter().zip(&wanted.columns[file]) {
            let square = Square::at(File::new(file), Rank::new(1 + usize::from(advance)));
            cast.squares[usize::from(pawn)] = square.relative_to(color).index() as u8;
        }
        for &pawn in black.iter().chain(white) {
            let square = Square::at(File::new(file), Rank::new(7)).relative_to(color_of(pawn));
            cast.promotion[usize::from(pawn)] = square.index() as u8;
        }
    }
    for color in Color::ALL {
        Officers { position, color }.cast(&mut cast, rng)?;
    }
    Some(cast)
}

struct Officers<'a> {
    position: &'a Position,
    color: Color,
}

impl Officers<'_> {
    fn cast(&self, cast: &mut Cast, rng: &mut Rng) -> Option<()> {
        let first = 16 + 8 * self.color.index() as u8;
        let pawns = (0..16_u8).filter(|&pawn| {
            color_of(pawn) == self.color && cast.promotion[usize::from(pawn)] != ABSENT
        });
        let mut parts: Vec<u8> = (first..first + 8).chain(pawns).collect();
        for at in (1..parts.len()).rev() {
            parts.swap(at, rng.below(at + 1));
        }
        // Bishops are the hardest to place.
        let order = [Role::King, Role::Bishop, Role::Queen, Role::Rook, Role::Knight];
        let on_board: Vec<(Square, Role)> = order
            .into_iter()
            .flat_map(|role| {
                self.position.pieces(self.color, role).into_iter().map(move |s| (s, role))
            })
            .collect();
        // Those at home first, then those that must have promoted.
        let mut part_of: Vec<Option<usize>> = vec![None; on_board.len()];
        for officers in [true, false] {
            for at in 0..on_board.len() {
                if part_of[at].is_none() {
                    let free = (0..parts.len()).find(|&part| {
                        (parts[part] >= 16) == officers
                            && !part_of.contains(&Some(part))
                            && self.cost(cast, on_board[at], parts[part]).is_some()
                    });
                    part_of[at] = free;
                }
            }
        }
        let mut part_of: Vec<usize> = part_of.into_iter().collect::<Option<_>>()?;
        self.improve(cast, &on_board, &parts, &mut part_of);
        for (&(square, role), &part) in on_board.iter().zip(&part_of) {
            let piece = parts[part];
            cast.squares[usize::from(piece)] = square.index() as u8;
            if piece < 16 {
                cast.roles[usize::from(piece)] = role;
            }
        }
        Some(())
    }

    /// How far a piece is from what its part wants of it, if it can play it.
    fn cost(&self, cast: &Cast, (square, role): (Square, Role), piece: u8) -> Option<i32> {
        if piece >= 16 {
            let distance = attacks::distance(role, square, home(piece))?;
            return (first_role(piece) == role).then_some(i32::from(distance));
        }
        let promotion = Square::new(usize::from(cast.promotion[usize::from(piece)]));
        let distance = attacks::distance(role, square, promotion)?;
        (role != Role::King).then_some(20 + 3 * i32::from(distance))
    }

    /// Exchanges parts while that shortens the ways.
    fn improve(
        &self,
        cast: &Cast,
        on_board: &[(Square, Role)],
        parts: &[u8],
        part_of: &mut [usize],
    ) {
        let cost = |piece: usize, part: usize| self.cost(cast, on_board[piece], parts[part]);
        loop {
            let mut better = false;
            for one in 0..part_of.len() {
                for part in 0..parts.len() {
                    let Some(now) = cost(one, part_of[one]) else { continue };
                    let Some(then) = cost(one, part) else { continue };
                    let other = part_of.iter().position(|&taken| taken == part);
                    let change = match other {
                        Some(other) if other == one => continue,
                        None => Some(then - now),
                        Some(other) => cost(other, part_of[one])
                            .zip(cost(other, part))
                            .map(|(then_other, now_other)| then + then_other - now - now_other),
                    };
                    if change.is_some_and(|change| change < 0) {
                        let old = part_of[one];
                        part_of[one] = part;
                        if let Some(other) = other {
                            part_of[other] = old;
                        }
                        better = true;
                    }
                }
            }
            if !better {
                return;
            }
        }
    }
}
