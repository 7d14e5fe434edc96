//! The last move, taken back: every way in which a position can have come about by one move.

use zugwerk_chess::{
    Bitboard, CastlingRights, CastlingSide, Color, Move, Piece, Position, Rank, Role, Setup,
    Square, attacks,
};

/// A move that may have led to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmove {
    /// The move, as it was played.
    pub m: Move,
    /// What it took.
    pub captured: Option<Role>,
    /// The position before it. Whoever could castle then as far as the board shows may castle there.
    pub before: Position,
}

impl Unmove {
    /// The move as people write it, with what it took: `Rxa1(xN)` is not usual, `Ra8xNa1` is.
    pub fn words(&self) -> String {
        let Unmove { m, captured, before } = self;
        if m.is_castling() {
            return before.san(*m).trim_end_matches(['+', '#']).to_string();
        }
        let letter = |role: Role| match role {
            Role::Pawn => String::new(),
            _ => role.letter().to_ascii_uppercase().to_string(),
        };
        let mover = before.role_at(m.from()).map_or(String::new(), letter);
        let taken = match captured {
            Some(Role::Pawn) => "xP".to_string(),
            Some(role) => format!("x{}", letter(*role)),
            None => "-".to_string(),
        };
        let promotion = m.promoted().map_or(String::new(), |role| format!("={}", letter(role)));
        let passing = if m.kind() == zugwerk_chess::MoveKind::EnPassant { " e.p." } else { "" };
        format!("{mover}{}{taken}{}{promotion}{passing}", m.from(), m.to())
    }
}

/// Every move that may have led to `position`, by the board alone: whether the position before it can have come
/// about is another question. The counters of moves do not count; an en-passant square says what the last move was.
///
/// ```
/// use zugwerk_chess::Position;
/// use zugwerk_retro::unmoves;
/// let position: Position = "7k/8/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1".parse().unwrap();
/// let last: Vec<String> = unmoves(&position).iter().map(|last| last.words()).collect();
/// assert!(last.contains(&"Na3-b1".to_string()) && last.contains(&"Na3xRb1".to_string()));
/// assert!(!last.iter().any(|words| words.starts_with('a')));
/// ```
pub fn unmoves(position: &Position) -> Vec<Unmove> {
    let mut found = Found { position, after: Setup::from(position), unmoves: Vec::new() };
    let mover = !position.turn();
    for to in position.color(mover) {
        match position.role_at(to) {
            Some(Role::Pawn) => found.pawn(mover, to),
            Some(role) => {
                found.officer(mover, role, to);
                if role != Role::King {
                    found.promotion(mover, to);
                }
            }
            None => {}
        }
    }
    found.castling(mover);
    found.unmoves
}

/// What a move may have taken.
const PREY: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

struct Found<'a> {
    position: &'a Position,
    after: Setup,
    unmoves: Vec<Unmove>,
}

impl Found<'_> {
    fn officer(&mut self, mover: Color, role: Role, to: Square) {
        let occupied = self.position.occupied();
        for from in attacks::of(mover, role, to, occupied) & !occupied {
            self.try_move(Move::normal(from, to), role, None);
            for taken in PREY {
                self.try_move(Move::normal(from, to), role, Some(taken));
            }
        }
    }

    fn pawn(&mut self, mover: Color, to: Square) {
        let occupied = self.position.occupied();
        let rank = to.relative_to(mover).rank().index();
        let back = |square: Square| behind(mover, square);
        if let Some(one) = back(to).filter(|&one| rank >= 2 && !occupied.contains(one)) {
            self.try_move(Move::normal(one, to), Role::Pawn, None);
            if let Some(two) = back(one).filter(|&two| rank == 3 && !occupied.contains(two)) {
                self.try_move(Move::normal(two, to), Role::Pawn, None);
            }
        }
        if rank < 2 {
            return;
        }
        for from in attacks::pawn(!mover, to) & !occupied {
            for taken in PREY {
                self.try_move(Move::normal(from, to), Role::Pawn, Some(taken));
            }
            if rank == 5 {
                self.en_passant(mover, from, to);
            }
        }
    }

    fn promotion(&mut self, mover: Color, to: Square) {
        let Some(role) = self.position.role_at(to) else { return };
        if to.rank() != Rank::new(7).relative_to(mover) {
            return;
        }
        let occupied = self.position.occupied();
        if let Some(from) = behind(mover, to).filter(|&from| !occupied.contains(from)) {
            self.try_move(Move::promotion(from, to, role), Role::Pawn, None);
        }
        for from in attacks::pawn(!mover, to) & !occupied {
            for taken in &PREY[1..] {
                self.try_move(Move::promotion(from, to, role), Role::Pawn, Some(*taken));
            }
        }
    }

    fn en_passant(&mut self, mover: Color, from: Square, to: Square) {
        let (Some(pawn), Some(origin)) = (behind(mover, to), behind(!mover, to)) else { return };
        if self.position.occupied().contains(pawn) || self.position.occupied().contains(origin) {
            return;
        }
        let mut before = self.lifted(to);
        before.pieces[from.index()] = Some(Piece::new(mover, Role::Pawn));
        before.pieces[pawn.index()] = Some(Piece::new(!mover, Role::Pawn));
        before.double_push = Some(to);
        self.accept(Move::en_passant(from, to), Some(Role::Pawn), before);
    }

    fn castling(&mut self, mover: Color) {
        let occupied = self.position.occupied();
        let home = Square::E1.relative_to(mover);
        for (side, corner) in [(CastlingSide::King, Square::H1), (CastlingSide::Queen, Square::A1)]
        {
            let corner = corner.relative_to(mover);
            let (king, rook) = (side.king_target(mover), side.rook_target(mover));
            let stand = self.position.king(mover) == Some(king)
                && self.position.pieces(mover, Role::Rook).contains(rook);
            if !stand || occupied.contains(home) || occupied.contains(corner) {
                continue;
            }
            let mut before = self.lifted(king);
            before.pieces[rook.index()] = None;
            before.pieces[home.index()] = Some(Piece::new(mover, Role::King));
            before.pieces[corner.index()] = Some(Piece::new(mover, Role::Rook));
            let rights = before.castling.rooks() | Bitboard::of(corner);
            before.castling = CastlingRights::new(rights);
            self.accept(Move::castling(home, corner), None, before);
        }
    }

    /// The position after, with the mover to move again and `square` empty.
    fn lifted(&self, square: Square) -> Setup {
        let mut before = self.after.clone();
        before.turn = !before.turn;
        before.double_push = None;
        before.halfmoves = 0;
        before.pieces[square.index()] = None;
        before
    }

    fn try_move(&mut self, m: Move, role: Role, taken: Option<Role>) {
        let (from, to) = (m.from(), m.to());
        if taken == Some(Role::Pawn) && Bitboard::BACK_RANKS.contains(to) {
            return;
        }
        let mover = !self.after.turn;
        let mut before = self.lifted(to);
        before.pieces[from.index()] = Some(Piece::new(mover, role));
        before.pieces[to.index()] = taken.map(|taken| Piece::new(!mover, taken));
        self.accept(m, taken, before);
    }

    /// Keeps a move if it is legal and leads to the position.
    fn accept(&mut self, m: Move, captured: Option<Role>, before: Setup) {
        let Ok(played) = before.position() else { return };
        if !played.is_legal(m) {
            return;
        }
        let after = played.play(m);
        let position = self.position;
        let fits = after.castling() == position.castling()
            && after.en_passant() == position.en_passant()
            && position
                .double_push_square()
                .is_none_or(|passed| after.double_push_square() == Some(passed));
        debug_assert_eq!(after.occupied(), position.occupied());
        if fits {
            let before = with_rights(before, m).unwrap_or(played);
            self.unmoves.push(Unmove { m, captured, before });
        }
    }
}

/// The position before, with the right to castle that a king or rook that comes home may have had.
fn with_rights(mut before: Setup, m: Move) -> Option<Position> {
    let color = before.turn;
    let home = before.castling_at_home().of(color);
    let moved = before.pieces[m.from().index()]?.role;
    let regained = match moved {
        Role::King => home,
        Role::Rook => home & Bitboard::of(m.from()),
        _ => return None,
    };
    let rights = CastlingRights::new(before.castling.rooks() | regained);
    if rights == before.castling {
        return None;
    }
    before.castling = rights;
    before.position().ok()
}

/// The square from which a pawn of `color` steps to `square`.
fn behind(color: Color, square: Square) -> Option<Square> {
    square.offset(0, if color == Color::White { -1 } else { 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use zugwerk_game::Rng;

    const STARTS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];

    #[test]
    fn the_move_played_is_among_those_taken_back() {
        let mut rng = Rng::new(1);
        for round in 0..60 {
            let mut position: Position = STARTS[round % STARTS.len()].parse().unwrap();
            for _ in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[rng.below(moves.len())];
                let after = position.play(m);
                let found = unmoves(&after);
                let same = |last: &&Unmove| last.m == m && last.captured == position.captured(m);
                let last = found.iter().find(same);
                let last = last.unwrap_or_else(|| panic!("{} to {after}", position.san(m)));
                assert_eq!(last.before.occupied(), position.occupied());
                for last in &found {
                    assert!(last.before.legal_moves().contains(&last.m), "{after}");
                    let again = last.before.play(last.m);
                    let same = |color| again.color(color) == after.color(color);
                    assert!(Color::ALL.into_iter().all(same), "{after}: {}", last.words());
                    assert!(Role::ALL.into_iter().all(|role| again.role(role) == after.role(role)));
                }
                position = after;
            }
        }
    }

    /// All positions of few pieces, forwards: whatever leads here in one move is taken back, and nothing else.
    #[test]
    fn agrees_with_all_positions_of_three_pieces_and_their_moves() {
        let target: Position = "8/8/8/8/8/1k6/8/K6R b - - 0 1".parse().unwrap();
        let mut expected = std::collections::BTreeSet::new();
        for king in Square::all() {
            for rook in Square::all() {
                for black in [None, Some(Role::Pawn), Some(Role::Knight), Some(Role::Queen)] {
                    // What was taken stood where a white piece stands now.
                    for on in [Square::A1, Square::H1] {
                        let mut setup = Setup::empty();
                        let mut put = |square: Square, piece| {
                            setup.pieces[square.index()].replace(piece).is_none()
                        };
                        let free = put(Square::B3, Piece::new(Color::Black, Role::King))
                            && put(king, Piece::new(Color::White, Role::King))
                            && put(rook, Piece::new(Color::White, Role::Rook))
                            && black.is_none_or(|role| put(on, Piece::new(Color::Black, role)));
                        let Ok(before) = setup.position() else { continue };
                        if !free {
                            continue;
                        }
                        for &m in &before.legal_moves() {
                            if before.play(m).to_string().split(' ').next()
                                == target.to_string().split(' ').next()
                            {
                                expected.insert((m.from(), m.to(), black));
                            }
                        }
                    }
                }
            }
        }
        let few = [None, Some(Role::Pawn), Some(Role::Knight), Some(Role::Queen)];
        let pieces = [Role::King, Role::Rook];
        let found = unmoves(&target).into_iter().filter(|last| {
            few.contains(&last.captured)
                && pieces.contains(&last.before.role_at(last.m.from()).unwrap())
        });
        let found: std::collections::BTreeSet<_> =
            found.map(|last| (last.m.from(), last.m.to(), last.captured)).collect();
        assert_eq!(found, expected);
    }
}
