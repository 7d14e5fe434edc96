//! Check, mate and stalemate as defined bits, without trying the replies one by one.
//!
//! A reply of the side to move exists when the king has a flight, or another piece can go somewhere
//! without leaving its king in check: to a square that answers every check, and along the line of its
//! pin. A capture en passant takes two pieces off their squares and gets a test of its own. Castling
//! never is the only move, because then the king can also step where the rook would go.

use super::attack::{DIRECTIONS, Rays, in_check, rays, sliders};
use super::ply::double_push_square;
use super::{Board, Castle, castling};
use crate::{Bitboard, Color, File, Rank, Role, Square, attacks};
use zugwerk_logic::{Bit, Constraints};

/// What the side to move can do.
#[derive(Clone, Copy, Debug)]
pub struct Replies {
    /// It is in check.
    pub check: Bit,
    /// It has a legal move.
    pub any: Bit,
    /// One of its legal moves takes en passant.
    pub en_passant: Bit,
}

impl Replies {
    /// Defines the bits on `board`.
    pub fn new(c: &mut impl Constraints, board: &Board) -> Replies {
        let check = in_check(c, board, board.turn);
        let flight = flight(c, board);
        let lines = Lines::new(c, board);
        let others = lines.moves(c, board);
        let en_passant = lines.en_passant(c, board);
        // In usual chess a rook that castles could also step aside.
        let castles = board.castles[board.turn.index()];
        let unusual = |castle: &Castle| *castle != Castle::usual(castle.color, castle.side);
        let mut ways = vec![flight, others, en_passant];
        for castle in castles.into_iter().filter(unusual) {
            ways.push(castling::legal(c, board, castle));
        }
        let any = c.or(&ways);
        Replies { check, any, en_passant }
    }

    /// In check and without a legal move.
    pub fn mate(&self, c: &mut impl Constraints) -> Bit {
        c.and(&[self.check, !self.any])
    }

    /// Not in check and without a legal move.
    pub fn stalemate(&self, c: &mut impl Constraints) -> Bit {
        c.and(&[!self.check, !self.any])
    }
}

/// Whether the king can step to a square that is not attacked once the king has left its own.
fn flight(c: &mut impl Constraints, board: &Board) -> Bit {
    let (us, them) = (board.turn, !board.turn);
    let kings = &board.pieces[us.index()][Role::King.index()];
    let targets = board.possible(us, Role::King).into_iter();
    let targets = targets.fold(Bitboard::EMPTY, |all, square| all | attacks::king(square));
    if targets.is_empty() {
        return Bit::FALSE;
    }
    // The king does not hide the squares behind it.
    let open: [Bit; 64] = std::array::from_fn(|at| c.or(&[board.empty[at], kings[at]]));
    let enemies = slider_rays(c, board, them, &open);
    let mut ways = Vec::new();
    for target in targets {
        let near = attacks::king(target).into_iter().map(|square| kings[square.index()]);
        let near = c.or(&near.collect::<Vec<_>>());
        let mut attackers: Vec<Bit> = enemies.iter().map(|ray| ray[target.index()]).collect();
        for (role, origins) in [
            (Role::Pawn, attacks::pawn(us, target)),
            (Role::Knight, attacks::knight(target)),
            (Role::King, attacks::king(target)),
        ] {
            let pieces = &board.pieces[them.index()][role.index()];
            attackers.extend(origins.into_iter().map(|square| pieces[square.index()]));
        }
        let attacked = c.or(&attackers);
        let king = board.pieces[them.index()][Role::King.index()][target.index()];
        ways.push(c.and(&[near, !attacked, !board.color(us, target), !king]));
    }
    c.or(&ways)
}

/// The rays of all sliders of a colour over open squares.
fn slider_rays(c: &mut impl Constraints, board: &Board, color: Color, open: &[Bit; 64]) -> Rays {
    let pieces = &board.pieces[color.index()];
    rays(c, open, |or, direction, square| {
        or(&sliders(direction).map(|role| pieces[role.index()][square.index()]))
    })
}

/// What is known of the king's lines: checks and pins.
struct Lines {
    /// Squares seen from the king, by direction, up to the first piece.
    sight: Rays,
    /// Rays of enemy sliders, by the direction in which they run.
    enemies: Rays,
    /// A slider gives check along this direction, seen from the king.
    check: [Bit; 8],
    /// A knight or a pawn gives check from this square.
    jump: [Bit; 64],
    jumps: Bit,
    two_jumps: Bit,
    /// A piece on this square may leave it along this axis (by axis), as far as pins go.
    free: [[Bit; 64]; 4],
    /// A piece on this square is not pinned at all.
    unpinned: [Bit; 64],
}

impl Lines {
    fn new(c: &mut impl Constraints, board: &Board) -> Lines {
        let (us, them) = (board.turn, !board.turn);
        let kings = &board.pieces[us.index()][Role::King.index()];
        let sight = rays(c, &board.empty, |_, _, square| kings[square.index()]);
        let enemies = slider_rays(c, board, them, &board.empty);
        let pieces = &board.pieces[them.index()];
        let check = std::array::from_fn(|direction| {
            let mut ways = Vec::new();
            for square in Square::all() {
                let slider = sliders(direction).map(|role| pieces[role.index()][square.index()]);
                let slider = c.or(&slider);
                ways.push(c.and(&[sight[direction][square.index()], slider]));
            }
            c.or(&ways)
        });
        let near = |c: &mut dyn FnMut(&[Bit]) -> Bit, squares: Bitboard| {
            c(&squares.into_iter().map(|square| kings[square.index()]).collect::<Vec<_>>())
        };
        let jump: [Bit; 64] = std::array::from_fn(|at| {
            let square = Square::new(at);
            let knight_near = near(&mut |bits| c.or(bits), attacks::knight(square));
            let pawn_near = near(&mut |bits| c.or(bits), attacks::pawn(them, square));
            let knight = c.and(&[pieces[Role::Knight.index()][at], knight_near]);
            let pawn = c.and(&[pieces[Role::Pawn.index()][at], pawn_near]);
            c.or(&[knight, pawn])
        });
        let possible: Vec<Bit> = jump.iter().copied().filter(|&bit| bit != Bit::FALSE).collect();
        let (jumps, two_jumps) = (c.or(&possible), c.counts(2, &possible));
        // pins[axis][square]: between the king and a slider on this axis there is only this square.
        let pins: [[Bit; 64]; 4] = std::array::from_fn(|axis| {
            std::array::from_fn(|at| {
                let ways = [2 * axis, 2 * axis + 1]
                    .map(|direction| c.and(&[sight[direction][at], enemies[direction ^ 1][at]]));
                c.or(&ways)
            })
        });
        let free = std::array::from_fn(|axis| {
            std::array::from_fn(|at| {
                let others: Vec<Bit> =
                    (0..4).filter(|other| *other != axis).map(|other| !pins[other][at]).collect();
                c.and(&others)
            })
        });
        let unpinned = std::array::from_fn(|at| {
            c.and(&std::array::from_fn::<Bit, 4, _>(|axis| !pins[axis][at]))
        });
        Lines { sight, enemies, check, jump, jumps, two_jumps, free, unpinned }
    }

    /// Whether a piece that goes to `target` answers every check, where a jumping checker must stand on
    /// `taken`.
    fn answers(&self, c: &mut impl Constraints, target: Square, taken: Square) -> Bit {
        let mut all = vec![!self.two_jumps];
        all.push(c.or(&[!self.jumps, self.jump[taken.index()]]));
        for direction in 0..8 {
            let sight = self.sight[direction][target.index()];
            all.push(c.or(&[!self.check[direction], sight]));
        }
        c.and(&all)
    }

    /// Whether a piece other than the king has a legal move, captures en passant aside.
    fn moves(&self, c: &mut impl Constraints, board: &Board) -> Bit {
        let (us, them) = (board.turn, !board.turn);
        let own = &board.pieces[us.index()];
        let movers: [[Bit; 64]; 8] = std::array::from_fn(|direction| {
            std::array::from_fn(|at| {
                let slider = sliders(direction).map(|role| own[role.index()][at]);
                let slider = c.or(&slider);
                c.and(&[slider, self.free[direction / 2][at]])
            })
        });
        let runs = rays(c, &board.empty, |_, direction, square| movers[direction][square.index()]);
        let knights: [Bit; 64] =
            std::array::from_fn(|at| c.and(&[own[Role::Knight.index()][at], self.unpinned[at]]));
        let mut ways = Vec::new();
        for target in Square::all() {
            let at = target.index();
            let mut comers: Vec<Bit> = runs.iter().map(|run| run[at]).collect();
            comers.extend(attacks::knight(target).into_iter().map(|from| knights[from.index()]));
            let steps = self.pawn_step(c, board, target);
            let taking = self.pawn_captures(c, board, target);
            let comes = c.or(&comers);
            let pieces = c.and(&[comes, !board.color(us, target)]);
            let takes = c.and(&[taking, board.color(them, target)]);
            let some = c.or(&[pieces, steps, takes]);
            if some == Bit::FALSE {
                continue;
            }
            let king = board.pieces[them.index()][Role::King.index()][at];
            let answers = self.answers(c, target, target);
            ways.push(c.and(&[some, !king, answers]));
        }
        c.or(&ways)
    }

    /// Whether a pawn can step straight ahead to `target`, checks aside.
    fn pawn_step(&self, c: &mut impl Constraints, board: &Board, target: Square) -> Bit {
        let us = board.turn;
        let back = if us == Color::White { -1 } else { 1 };
        let pawns = &board.pieces[us.index()][Role::Pawn.index()];
        let Some(one) = target.offset(0, back) else { return Bit::FALSE };
        let vertical = axis_of(0, 1);
        let mut ways = vec![c.and(&[pawns[one.index()], self.free[vertical][one.index()]])];
        if target.rank() == Rank::FOURTH.relative_to(us)
            && let Some(two) = target.offset(0, 2 * back)
        {
            let free = self.free[vertical][two.index()];
            ways.push(c.and(&[pawns[two.index()], free, board.empty(one)]));
        }
        let some = c.or(&ways);
        c.and(&[some, board.empty(target)])
    }

    /// Whether a pawn could take on `target`, checks aside.
    fn pawn_captures(&self, c: &mut impl Constraints, board: &Board, target: Square) -> Bit {
        let us = board.turn;
        let pawns = &board.pieces[us.index()][Role::Pawn.index()];
        let mut ways = Vec::new();
        for from in attacks::pawn(!us, target) {
            let free = self.free[axis_between(from, target)][from.index()];
            ways.push(c.and(&[pawns[from.index()], free]));
        }
        c.or(&ways)
    }

    /// Whether a pawn can take en passant.
    fn en_passant(&self, c: &mut impl Constraints, board: &Board) -> Bit {
        let us = board.turn;
        let pawns = &board.pieces[us.index()][Role::Pawn.index()];
        let mut ways = Vec::new();
        for file in File::ALL {
            let passed = board.passed(file);
            if passed == Bit::FALSE {
                continue;
            }
            let target = double_push_square(us, file);
            let taken = Square::at(file, Rank::FIFTH.relative_to(us));
            for taker in attacks::pawn(!us, target) {
                let pawn = pawns[taker.index()];
                if pawn == Bit::FALSE {
                    continue;
                }
                let free = self.free[axis_between(taker, target)][taker.index()];
                let answers = self.answers(c, target, taken);
                let mut all = vec![passed, pawn, free, answers];
                self.both_gone(c, taker, taken, &mut all);
                ways.push(c.and(&all));
            }
        }
        c.or(&ways)
    }

    /// Adds to `all` that no line opens when the taken pawn leaves its square, or both pawns leave
    /// theirs on one rank. A line along the file stays shut: the taker stands on it.
    fn both_gone(
        &self,
        c: &mut impl Constraints,
        taker: Square,
        taken: Square,
        all: &mut Vec<Bit>,
    ) {
        for (direction, (files, ranks)) in DIRECTIONS.into_iter().enumerate() {
            if direction / 2 == axis_of(0, 1) {
                continue;
            }
            let (sight, enemy) = (&self.sight[direction], &self.enemies[direction ^ 1]);
            all.push(!c.and(&[sight[taken.index()], enemy[taken.index()]]));
            for (near, far) in [(taker, taken), (taken, taker)] {
                if near.offset(files, ranks) == Some(far) {
                    all.push(!c.and(&[sight[near.index()], enemy[far.index()]]));
                }
            }
        }
    }
}

/// The axis of a direction.
fn axis_of(files: i8, ranks: i8) -> usize {
    let index = DIRECTIONS.iter().position(|step| *step == (files, ranks));
    index.expect("one of the eight directions") / 2
}

/// The axis on which two neighbouring squares lie.
fn axis_between(from: Square, to: Square) -> usize {
    let files = to.file().index() as i8 - from.file().index() as i8;
    let ranks = to.rank().index() as i8 - from.rank().index() as i8;
    axis_of(files.signum(), ranks.signum())
}
