//! The terms of the evaluation: which features a position shows, and how often.
//!
//! One text serves two readers. For the search a [`Tally`] adds up weights; for the tuner it counts.

use super::features::*;
use zugwerk_chess::{Bitboard, Color, File, Piece, Position, Rank, Square, attacks};

/// What is done with a feature that was found.
pub(super) trait Tally {
    /// The side has `feature`, `times` times.
    fn add(&mut self, feature: usize, times: i32);
}

/// What one side's men attack.
#[derive(Clone, Copy, Default)]
pub(super) struct Attacks {
    /// By pawns, knights, bishops, rooks, queens and the king.
    by: [Bitboard; 6],
    all: Bitboard,
    twice: Bitboard,
}

impl Attacks {
    #[inline(always)]
    fn note(&mut self, piece: Piece, squares: Bitboard) {
        self.by[piece.index()] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }
}

/// The pawn structure of one side; returns its passed pawns.
#[inline(always)]
pub(super) fn pawn_structure<T: Tally>(
    own: Bitboard,
    enemies: Bitboard,
    us: Color,
    tally: &mut T,
) -> Bitboard {
    let own_attacks = attacks::pawns(us, own);
    let enemy_attacks = attacks::pawns(!us, enemies);
    let own_span = span(us, own_attacks);
    let mut passed = Bitboard::EMPTY;
    for pawn in own {
        let rank = pawn.relative_to(us).rank().index();
        let ahead = forward(us, Bitboard::of(pawn));
        let path = span(us, ahead);
        let neighbours = neighbour_files(pawn.file());
        if ((path | span(us, ahead.west() | ahead.east())) & enemies).is_empty()
            && (path & own).is_empty()
        {
            passed |= pawn.into();
        }
        if (path & own).any() {
            tally.add(DOUBLED, 1);
        }
        if (neighbours & own).is_empty() {
            tally.add(ISOLATED, 1);
        } else if !own_span.contains(pawn) && (ahead & (enemy_attacks | enemies)).any() {
            tally.add(BACKWARD, 1);
        }
        let beside = Bitboard::of(pawn).west() | Bitboard::of(pawn).east();
        if (beside & own).any() {
            tally.add(PHALANX + rank, 1);
        }
        if own_attacks.contains(pawn) {
            tally.add(DEFENDED + rank, 1);
        }
    }
    passed
}

/// Everything but the men on their squares, the pawn structure and the tempo, for one side.
#[inline(always)]
pub(super) fn side<T: Tally>(
    position: &Position,
    us: Color,
    attacks: &[Attacks; 2],
    danger: i32,
    passed: Bitboard,
    tally: &mut T,
) {
    passed_pawns(position, us, attacks, passed, tally);
    shelter(position, us, tally);
    threats(position, us, attacks, tally);
    tally.add(KING_DANGER + danger.clamp(0, 39) as usize, 1);
}

/// Knights, bishops, rooks and queens: mobility and posts. Returns what the side attacks, and how
/// strongly its pieces press on the enemy king.
#[inline(always)]
pub(super) fn pieces<T: Tally>(position: &Position, us: Color, tally: &mut T) -> (Attacks, i32) {
    let them = !us;
    let own = position.color(us);
    let occupied = position.occupied();
    let own_pawns = position.men(us, Piece::Pawn);
    let enemy_pawns = position.men(them, Piece::Pawn);
    let pawn_attacks = attacks::pawns(us, own_pawns);
    let enemy_pawn_attacks = attacks::pawns(them, enemy_pawns);
    let enemy_span = span(them, enemy_pawn_attacks);
    let zone = position.king(them).map_or(Bitboard::EMPTY, |king| king_zone(them, king));

    let mut found = Attacks::default();
    found.note(Piece::Pawn, pawn_attacks);
    if let Some(king) = position.king(us) {
        found.note(Piece::King, attacks::king(king));
    }
    let king_and_low_pawns =
        position.men(us, Piece::King) | own_pawns & (backward(us, occupied) | low_ranks(us));
    let area = !(enemy_pawn_attacks | king_and_low_pawns);
    let queens = position.men(us, Piece::Queen);
    let (mut attackers, mut pressure) = (0, 0);
    let rows = [
        (Piece::Knight, KNIGHT_MOBILITY, 2),
        (Piece::Bishop, BISHOP_MOBILITY, 2),
        (Piece::Rook, ROOK_MOBILITY, 3),
        (Piece::Queen, QUEEN_MOBILITY, 4),
    ];
    for (piece, mobility, weight) in rows {
        for square in position.men(us, piece) {
            // Through own queens (and rooks in line) an attack goes on.
            let reach = match piece {
                Piece::Knight => attacks::knight(square),
                Piece::Bishop => attacks::bishop(square, occupied ^ queens),
                Piece::Rook => {
                    attacks::rook(square, occupied ^ queens ^ position.men(us, Piece::Rook))
                }
                _ => attacks::queen(square, occupied),
            };
            found.note(piece, reach);
            tally.add(mobility + (reach & area).len(), 1);
            let pressed = reach & zone & !enemy_pawn_attacks;
            if pressed.any() {
                attackers += 1;
                pressure += weight + pressed.len() as i32;
            }
            let defended_outpost = pawn_attacks.contains(square)
                && !enemy_span.contains(square)
                && beyond_middle(us).contains(square);
            match piece {
                Piece::Knight if defended_outpost => tally.add(OUTPOST, 1),
                Piece::Bishop => {
                    if defended_outpost {
                        tally.add(OUTPOST + 1, 1);
                    }
                    let colour = if square.is_light() { Bitboard::LIGHT } else { !Bitboard::LIGHT };
                    tally.add(BISHOP_PAWNS, (own_pawns & colour).len() as i32);
                }
                Piece::Rook => {
                    let file = Bitboard::file(square.file());
                    if (file & own_pawns).is_empty() {
                        let open = (file & enemy_pawns).is_empty();
                        tally.add(ROOK_FILE + usize::from(!open), 1);
                    }
                }
                _ => {}
            }
        }
    }
    let bishops = own & position.piece(Piece::Bishop);
    if (bishops & Bitboard::LIGHT).any() && (bishops & !Bitboard::LIGHT).any() {
        tally.add(BISHOP_PAIR, 1);
    }
    // One piece alone is no attack.
    (found, if attackers >= 2 { pressure } else { pressure / 3 })
}

/// How strongly the king of the other side is attacked: pressure on its surroundings and safe checks.
#[inline(always)]
pub(super) fn danger(position: &Position, us: Color, attacks: &[Attacks; 2], pressure: i32) -> i32 {
    let them = !us;
    let Some(king) = position.king(them) else { return 0 };
    let (own, enemy) = (&attacks[us.index()], &attacks[them.index()]);
    let occupied = position.occupied() ^ position.men(them, Piece::Queen);
    let weak = own.all & !enemy.twice & (!enemy.all | enemy.by[5] | enemy.by[4]);
    let safe = !position.color(us) & (!enemy.all | weak & own.twice);
    let straight = attacks::rook(king, occupied);
    let diagonal = attacks::bishop(king, occupied);
    let mut danger = pressure;
    if (straight & own.by[3] & safe).any() {
        danger += 5;
    }
    if ((straight | diagonal) & own.by[4] & safe & !enemy.by[4]).any() {
        danger += 4;
    }
    if (diagonal & own.by[2] & safe).any() {
        danger += 3;
    }
    if (attacks::knight(king) & own.by[1] & safe).any() {
        danger += 4;
    }
    danger += (attacks::king(king) & weak).len() as i32;
    if position.men(us, Piece::Queen).is_empty() { danger / 2 } else { danger }
}

#[inline(always)]
fn passed_pawns<T: Tally>(
    position: &Position,
    us: Color,
    attacks: &[Attacks; 2],
    passed: Bitboard,
    tally: &mut T,
) {
    for pawn in passed {
        let rank = pawn.relative_to(us).rank().index();
        tally.add(PASSED + rank, 1);
        if rank < 3 {
            continue;
        }
        let ahead = forward(us, Bitboard::of(pawn));
        if (ahead & (position.occupied() | attacks[(!us).index()].all)).is_empty() {
            tally.add(PASSED_FREE + rank, 1);
        }
        if let (Some(ahead), Some(own), Some(enemy)) =
            (ahead.first(), position.king(us), position.king(!us))
        {
            tally.add(PASSED_OWN_KING + own.distance(ahead), 1);
            tally.add(PASSED_ENEMY_KING + enemy.distance(ahead), 1);
        }
    }
}

/// The pawns of both sides before the king.
#[inline(always)]
fn shelter<T: Tally>(position: &Position, us: Color, tally: &mut T) {
    let Some(king) = position.king(us) else { return };
    let front = front(us, king.rank());
    let own = position.men(us, Piece::Pawn) & front;
    let enemies = position.men(!us, Piece::Pawn) & front;
    let middle = king.file().index().clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let row = if file == king.file().index() { 0 } else { 8 };
        let squares = Bitboard::file(File::new(file));
        tally.add(SHELTER + row + nearest_rank(us, own & squares), 1);
        tally.add(STORM + row + nearest_rank(us, enemies & squares), 1);
    }
}

#[inline(always)]
fn threats<T: Tally>(position: &Position, us: Color, attacks: &[Attacks; 2], tally: &mut T) {
    let them = !us;
    let (own, enemy) = (&attacks[us.index()], &attacks[them.index()]);
    let count =
        |squares: Bitboard, piece: Piece| (squares & position.men(them, piece)).len() as i32;
    let minor = own.by[1] | own.by[2];
    for (at, piece) in
        [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter().enumerate()
    {
        tally.add(PAWN_THREAT + at, count(own.by[0], piece));
        tally.add(MINOR_THREAT + at, count(minor, piece));
    }
    for (at, piece) in [Piece::Knight, Piece::Bishop, Piece::Queen].into_iter().enumerate() {
        tally.add(ROOK_THREAT + at, count(own.by[3], piece));
    }
    let men = position.color(them) & !position.piece(Piece::King);
    tally.add(HANGING, (men & own.all & !enemy.all).len() as i32);

    let pushed = forward(us, position.men(us, Piece::Pawn)) & !position.occupied();
    let third = Bitboard::rank(Rank::new(2).relative_to(us));
    let pushed = pushed | forward(us, pushed & third) & !position.occupied();
    let safe = pushed & !enemy.by[0] & (own.all | !enemy.all);
    let pieces = men & !position.piece(Piece::Pawn);
    tally.add(PUSH_THREAT, (attacks::pawns(us, safe) & pieces & !own.by[0]).len() as i32);
}

/// The rank of the pawn nearest to the first rank, as `us` counts; 0 for none.
#[inline(always)]
fn nearest_rank(us: Color, pawns: Bitboard) -> usize {
    if pawns.is_empty() {
        return 0;
    }
    match us {
        Color::White => pawns.0.trailing_zeros() as usize / 8,
        Color::Black => pawns.0.leading_zeros() as usize / 8,
    }
}

/// The king's neighbourhood and the three squares further ahead.
#[inline(always)]
fn king_zone(color: Color, king: Square) -> Bitboard {
    let near = attacks::king(king) | king.into();
    near | forward(color, near)
}

#[inline(always)]
fn forward(us: Color, squares: Bitboard) -> Bitboard {
    match us {
        Color::White => squares << 8,
        Color::Black => squares >> 8,
    }
}

#[inline(always)]
fn backward(us: Color, squares: Bitboard) -> Bitboard {
    forward(!us, squares)
}

/// The squares and all squares ahead of them.
#[inline(always)]
fn span(us: Color, squares: Bitboard) -> Bitboard {
    match us {
        Color::White => {
            let squares = squares | squares << 8;
            let squares = squares | squares << 16;
            squares | squares << 32
        }
        Color::Black => {
            let squares = squares | squares >> 8;
            let squares = squares | squares >> 16;
            squares | squares >> 32
        }
    }
}

/// The ranks from `rank` on, as `us` looks.
#[inline(always)]
fn front(us: Color, rank: Rank) -> Bitboard {
    match us {
        Color::White => Bitboard(!0 << (8 * rank.index())),
        Color::Black => Bitboard(!0 >> (8 * (7 - rank.index()))),
    }
}

#[inline(always)]
fn low_ranks(us: Color) -> Bitboard {
    front(!us, Rank::new(2).relative_to(us))
}

#[inline(always)]
fn beyond_middle(us: Color) -> Bitboard {
    front(us, Rank::new(3).relative_to(us)) & front(!us, Rank::new(5).relative_to(us))
}

#[inline(always)]
fn neighbour_files(file: File) -> Bitboard {
    let file = Bitboard::file(file);
    file.west() | file.east()
}
