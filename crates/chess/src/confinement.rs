//! Where each piece can ever get, at most: who is walled in, and by what.
//!
//! A fixed point from below. At first every piece stays where it is. A piece may go wherever its steps lead over
//! squares that can ever be empty, to squares that can ever be empty or hold a piece to be taken; a square that
//! was occupied can be empty once its piece can leave or be taken; a king keeps off squares that pieces which
//! never move attack. Checks, pins and whose turn it is are left aside, so that the sets are too large rather than
//! too small: what they exclude happens in no game. (The idea is M. Ambrona's, *A Practical Algorithm for Chess
//! Unwinnability*, 2022.)

mod mates;
mod spread;

use crate::{Bitboard, CastlingSide, Color, Position, Rank, Role, Square, attacks};
use spread::{ahead, attacks_of_all};

/// What every piece of a position can ever reach.
///
/// ```
/// use zugwerk_chess::{Color, Confinement, Position, Square};
/// let walls: Position = "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1".parse().unwrap();
/// let confinement = Confinement::of(&walls);
/// assert!(confinement.fixed().contains(Square::D4));
/// assert!(!confinement.squares(Square::E1).contains(Square::E6));
/// assert!(!confinement.may_mate(Color::White) && !confinement.may_mate(Color::Black));
/// ```
#[derive(Clone, Debug)]
pub struct Confinement {
    inmates: Vec<Inmate>,
    occupied: Bitboard,
    /// Squares that can ever be empty.
    open: Bitboard,
    /// By colour, squares where a piece other than the king can ever be.
    prey: [Bitboard; 2],
    /// By colour, squares that pieces other than the king can ever attack.
    attacked: [Bitboard; 2],
    /// By colour, squares that pieces which never leave attack.
    forbidden: [Bitboard; 2],
    /// Where a pawn may be taken en passant at once.
    en_passant: Option<Square>,
    turn: Color,
    /// The side whose king takes nothing.
    peaceful: Option<Color>,
}

/// One piece, or all pieces of a kind that may arise by promotion.
#[derive(Clone, Debug)]
struct Inmate {
    color: Color,
    role: Role,
    /// Where it stands now; empty for those that are still pawns.
    home: Bitboard,
    /// Where it can ever stand.
    stands: Bitboard,
    /// What it can ever attack; of a king, also what it may not enter.
    attacks: Bitboard,
    /// Of a pawn, where it can stand without ever having taken anything.
    pure: Bitboard,
    /// Of a pawn, where it can stand after taking something.
    changed: Bitboard,
    /// Whether it can ever be taken.
    taken: bool,
    /// The walls, what could be entered and where it stood when last looked at.
    seen: [Bitboard; 4],
}

impl Position {
    /// Whether, at a frontier, no series of legal moves can lead to a mate: too little material, or walls that
    /// nobody can open. Never true of a position that can be won, but not true of every dead one either.
    ///
    /// ```
    /// use zugwerk_chess::Position;
    /// let dead = |fen: &str| fen.parse::<Position>().unwrap().is_surely_dead();
    /// assert!(dead("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1"));
    /// assert!(!dead("4k3/8/8/1p1p1p2/1P1P1P1P/8/8/4K3 w - - 0 1"));
    /// ```
    pub fn is_surely_dead(&self) -> bool {
        if self.is_insufficient_material() {
            return true;
        }
        if self.has_free_piece() || self.role(Role::King).len() < 2 {
            return false;
        }
        let mut confinement = Confinement::start(self);
        loop {
            let changed = confinement.spread(self);
            if Color::ALL.iter().any(|&winner| confinement.may_mate(winner)) {
                return false;
            }
            if !changed {
                return true;
            }
        }
    }

    /// Whether a strong piece has several squares to go to, or strong pieces and pawns of a side have many in all, so
    /// that walls are not worth a look.
    fn has_free_piece(&self) -> bool {
        const SEVERAL: usize = 5;
        const MANY: usize = 8;
        let occupied = self.occupied();
        Color::ALL.into_iter().any(|color| {
            let own = self.color(color);
            let pawns = own & self.role(Role::Pawn);
            let ahead = if color == Color::White { pawns << 8 } else { pawns >> 8 };
            let mut all = (ahead & !occupied).len();
            all >= MANY
                || [Role::Queen, Role::Rook, Role::Knight].into_iter().any(|role| {
                    (own & self.role(role)).into_iter().any(|square| {
                        let squares = (attacks::of(color, role, square, occupied) & !own).len();
                        all += squares;
                        squares >= SEVERAL || all >= MANY
                    })
                })
        })
    }

    /// Whether, at a frontier, no series of legal moves can lead to a mate by `winner`; as sound, and as incomplete,
    /// as [`Position::is_surely_dead`].
    pub fn surely_cannot_win(&self, winner: Color) -> bool {
        self.cannot_mate(winner) || !Confinement::of(self).may_mate(winner)
    }
}

impl Confinement {
    /// Looks at a position.
    pub fn of(position: &Position) -> Confinement {
        let mut confinement = Confinement::start(position);
        while confinement.spread(position) {}
        confinement
    }

    /// Looks at a position as long as the king of `color` takes nothing.
    pub fn before_king_takes(position: &Position, color: Color) -> Confinement {
        let mut confinement = Confinement { peaceful: Some(color), ..Confinement::start(position) };
        while confinement.spread(position) {}
        confinement
    }

    /// Where the piece that stands on `square` now can ever be, as what it is now.
    pub fn squares(&self, square: Square) -> Bitboard {
        let inmate = self.inmates.iter().find(|inmate| inmate.home.contains(square));
        inmate.map_or(Bitboard::EMPTY, |inmate| inmate.stands)
    }

    /// The squares whose pieces never leave and are never taken.
    pub fn fixed(&self) -> Bitboard {
        self.occupied & !self.open
    }

    /// Whether a pawn of `color` may ever promote.
    pub fn may_promote(&self, color: Color) -> bool {
        let promoted = |i: &Inmate| i.color == color && i.home.is_empty() && i.stands.any();
        self.inmates.iter().any(promoted)
    }

    fn start(position: &Position) -> Confinement {
        let occupied = position.occupied();
        let inmate = |color, role, home: Bitboard| Inmate {
            color,
            role,
            home,
            stands: home,
            attacks: Bitboard::EMPTY,
            pure: home,
            changed: Bitboard::EMPTY,
            taken: false,
            seen: [Bitboard::EMPTY; 4],
        };
        let mut inmates = Vec::with_capacity(occupied.len() + 8);
        // Kings come last: what they may enter depends on who never moves.
        for role in Role::ALL {
            for color in Color::ALL {
                for home in position.pieces(color, role) {
                    inmates.push(inmate(color, role, home.into()));
                }
                if Role::PROMOTIONS.contains(&role) && position.pieces(color, Role::Pawn).any() {
                    inmates.push(inmate(color, role, Bitboard::EMPTY));
                }
            }
        }
        let kings = position.role(Role::King);
        Confinement {
            inmates,
            occupied,
            open: !occupied,
            prey: Color::ALL.map(|color| position.color(color) & !kings),
            attacked: [Bitboard::EMPTY; 2],
            forbidden: [Bitboard::EMPTY; 2],
            en_passant: position.en_passant(),
            turn: position.turn(),
            peaceful: None,
        }
    }

    /// Lets every piece go as far as it can with the walls as they stand; returns whether anything changed.
    fn spread(&mut self, position: &Position) -> bool {
        let before = self.open;
        let mut changed = self.find_taken();
        for at in 0..self.inmates.len() {
            changed |= match self.inmates[at].role {
                Role::Pawn => self.spread_pawn(at, position),
                _ => self.spread_piece(at, position),
            };
        }
        changed || self.open != before
    }

    fn spread_piece(&mut self, at: usize, position: &Position) -> bool {
        let Inmate { color, role, home, stands: before, seen, .. } = self.inmates[at];
        if before.is_empty() {
            return false;
        }
        let walls = self.fixed();
        let mut allowed = self.open | self.prey[(!color).index()];
        if role == Role::King {
            if self.peaceful == Some(color) {
                allowed = self.open;
            }
            self.forbidden[(!color).index()] = self.guarded_by_fixed(position, !color);
            allowed &= !self.forbidden[(!color).index()];
        }
        if seen == [walls, allowed, before, before] {
            return false;
        }
        let mut stands = before;
        if position.castling().of(color).any() {
            stands |= castled(position, color, role, home);
        }
        let attacked = loop {
            let attacked = attacks_of_all(role, stands, walls);
            let more = stands | attacked & allowed;
            if more == stands {
                break attacked;
            }
            stands = more;
        };
        if role != Role::King {
            self.attacked[color.index()] |= attacked;
        }
        self.inmates[at].stands = stands;
        self.inmates[at].seen = [walls, allowed, stands, stands];
        self.inmates[at].attacks = attacked;
        self.enter(at, stands & !before)
    }

    /// The squares that pieces of `color` which never leave attack. Of a line only the first square is sure.
    fn guarded_by_fixed(&self, position: &Position, color: Color) -> Bitboard {
        let own = self.fixed() & position.color(color);
        let attacked = attacks::pawns(color, own & position.role(Role::Pawn));
        Role::ALL[1..].iter().fold(attacked, |attacked, &role| {
            attacked | attacks_of_all(role, own & position.role(role), Bitboard::ALL)
        })
    }

    fn spread_pawn(&mut self, at: usize, position: &Position) -> bool {
        let Inmate { color, stands: before, mut pure, mut changed, seen, .. } = self.inmates[at];
        let last = Bitboard::rank(Rank::new(7).relative_to(color));
        let targets = self.en_passant_targets(color, position);
        let prey = self.prey[(!color).index()] | targets;
        let passable = self.open & !self.behind_pawns(at);
        if seen == [self.open, prey, before, passable] {
            return false;
        }
        while let more = pure | pushes(color, pure, passable)
            && more != pure
        {
            pure = more;
        }
        while let taking = attacks::pawns(color, pure | changed) & prey
            && let more = changed | taking | pushes(color, changed, self.open)
            && more != changed
        {
            changed = more;
        }
        let stands = pure | changed;
        let inmate = &mut self.inmates[at];
        (inmate.stands, inmate.pure, inmate.changed) = (stands, pure, changed);
        inmate.seen = [self.open, prey, stands, passable];
        inmate.attacks = attacks::pawns(color, stands);
        self.attacked[color.index()] |= inmate.attacks;
        if let Some(passed) = self.en_passant.filter(|&p| color == self.turn && stands.contains(p))
        {
            self.open |= Square::new(passed.index() ^ 8).into();
        }
        let promoted = stands & last;
        if promoted.any() {
            for other in &mut self.inmates {
                if other.color == color && other.home.is_empty() {
                    other.stands |= promoted;
                }
            }
        }
        self.enter(at, stands & !before)
    }

    /// Squares of its own file that a pawn cannot come to without taking: those from an enemy pawn on, which cannot
    /// be taken and cannot step aside by taking, as two pawns of a file do not pass each other.
    fn behind_pawns(&self, at: usize) -> Bitboard {
        let Inmate { color, home, .. } = self.inmates[at];
        let Some(home) = home.first() else { return Bitboard::EMPTY };
        let before = ahead_of(color, home);
        let blocks = |other: &&Inmate| {
            other.color != color
                && other.role == Role::Pawn
                && !other.taken
                && (before & other.home).any()
                && other.changed.is_empty()
        };
        let blockers = self.inmates.iter().filter(blocks);
        blockers.fold(Bitboard::EMPTY, |all, other| {
            all | other.home | other.home.first().map_or(all, |square| ahead_of(color, square))
        })
    }

    /// Finds who can be taken, and returns whether there are more than before. Whoever passes in front of a pawn
    /// that has not moved may be taken en passant.
    fn find_taken(&mut self) -> bool {
        let mut takers = [Bitboard::EMPTY; 2];
        for inmate in &self.inmates {
            if inmate.role != Role::King || self.peaceful != Some(inmate.color) {
                takers[inmate.color.index()] |= inmate.attacks;
            }
        }
        let mut more = false;
        for inmate in &mut self.inmates {
            let reached = match inmate.role {
                Role::Pawn => {
                    inmate.stands | ahead(!inmate.color, inmate.stands & FOURTH_AND_FIFTH)
                }
                _ => inmate.stands,
            };
            let taken = (reached & takers[(!inmate.color).index()]).any();
            more |= taken && !inmate.taken;
            inmate.taken = taken;
        }
        more
    }

    /// Notes that a piece can be on more squares.
    fn enter(&mut self, at: usize, entered: Bitboard) -> bool {
        let Inmate { color, role, home, .. } = self.inmates[at];
        if entered.is_empty() {
            return false;
        }
        self.open |= entered | home;
        if role != Role::King {
            self.prey[color.index()] |= entered;
        }
        true
    }

    /// Squares on which a pawn of `color` may take a pawn that passes.
    fn en_passant_targets(&self, color: Color, position: &Position) -> Bitboard {
        let second = Bitboard::rank(Rank::new(1).relative_to(!color));
        let starters = position.pieces(!color, Role::Pawn) & second;
        let passed = ahead(!color, starters) & self.open;
        let double = ahead(!color, passed) & self.open;
        let now = self.en_passant.filter(|_| color == self.turn);
        ahead(color, double) | now.map_or(Bitboard::EMPTY, Bitboard::of)
    }
}

/// The ranks that pawns come to by a double step.
const FOURTH_AND_FIFTH: Bitboard = Bitboard(0x0000_00FF_FF00_0000);

/// The squares to which pawns of `color` can step without taking.
fn pushes(color: Color, pawns: Bitboard, open: Bitboard) -> Bitboard {
    let second = Bitboard::rank(Rank::new(1).relative_to(color));
    let single = ahead(color, pawns) & open;
    single | ahead(color, ahead(color, pawns & second) & open) & open
}

/// The squares of the file before a pawn.
fn ahead_of(color: Color, square: Square) -> Bitboard {
    let file = Bitboard::file(square.file());
    match color {
        Color::White => Bitboard(file.0 & (!1 << square.index())),
        Color::Black => Bitboard(file.0 & ((1 << square.index()) - 1)),
    }
}

/// Where castling may bring the king or the rook from its home.
fn castled(position: &Position, color: Color, role: Role, home: Bitboard) -> Bitboard {
    let mut targets = Bitboard::EMPTY;
    let Some(king) = position.king(color) else { return targets };
    for rook in position.castling().of(color) {
        let side = CastlingSide::of(king, rook);
        match role {
            Role::King => targets |= side.king_target(color).into(),
            Role::Rook if home.contains(rook) => targets |= side.rook_target(color).into(),
            _ => {}
        }
    }
    targets
}

#[cfg(test)]
mod tests;
