//! Why a move is legal or not, in the words of a chess player: the law, the pieces and the squares.

use super::Castle;
use super::check::{Judged, judge};
use super::{
    CASTLING_CHECK, CASTLING_PATH, CASTLING_RIGHT, KING_TAKEN, MOVEMENT, OWN, PATH, PAWN_CAPTURE,
    PAWN_STEP, PROMOTION, SAFETY, TURN,
};
use crate::{Bitboard, CastlingSide, Color, Piece, Position, Rank, Role, Square, attacks};

/// The judgement of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// Whether the move is legal.
    pub legal: bool,
    /// The laws that it breaks.
    pub laws: Vec<&'static str>,
    /// The reason in a sentence, without a full stop.
    pub text: String,
}

/// Judges a move from `from` to `to`; castling is the king's move of two squares.
///
/// ```
/// use zugwerk_chess::{Position, Square, laws};
/// let position: Position = "r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
/// let why = laws::why(&position, Square::E1, Square::G1, None);
/// assert_eq!(why.text, "the king would pass f1, which the bishop on c4 attacks");
/// ```
pub fn why(position: &Position, from: Square, to: Square, promotion: Option<Role>) -> Why {
    let judged = judge(position, from, to, promotion);
    let scene = Scene { position, from, to, promotion, judged: &judged };
    if judged.broken.is_empty() {
        return Why { legal: true, laws: Vec::new(), text: scene.describe() };
    }
    let mut reasons: Vec<String> = Vec::new();
    for law in judged.broken.iter().filter(|law| scene.is_told(law)) {
        let reason = scene.reason(law);
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    Why { legal: false, laws: judged.broken.clone(), text: reasons.join("; ") }
}

struct Scene<'a> {
    position: &'a Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
    judged: &'a Judged,
}

impl Scene<'_> {
    fn turn(&self) -> Color {
        self.position.turn()
    }

    fn role(&self) -> Role {
        self.position.role_at(self.from).unwrap_or(Role::Pawn)
    }

    /// The castling that the move is, where it is one.
    fn castle(&self) -> Option<Castle> {
        let castles = Castle::all(self.position)[self.turn().index()].into_iter();
        let written = |castle: &Castle| {
            let rook_is_there = self.position.castling().rooks().contains(castle.rook);
            self.role() == Role::King
                && self.from == castle.king
                && self.to == castle.written()
                && (rook_is_there || !castle.is_like_a_step())
        };
        castles.into_iter().find(written)
    }

    /// "the pawn on e2".
    fn piece_at(&self, square: Square) -> String {
        match self.position.role_at(square) {
            Some(role) => format!("the {role} on {square}"),
            None => format!("nothing on {square}"),
        }
    }

    /// Whether it helps to say that this law is broken, beside the others that are.
    fn is_told(&self, law: &str) -> bool {
        let broken = &self.judged.broken;
        match law {
            // What stands between king and rook says enough.
            PATH | OWN => self.castle().is_none() || !broken.contains(&CASTLING_PATH),
            // There is something to take, but it is one's own.
            PAWN_CAPTURE => !broken.contains(&OWN),
            PROMOTION => broken.len() == 1,
            _ => true,
        }
    }

    fn reason(&self, law: &str) -> String {
        let (from, to, role) = (self.from, self.to, self.role());
        match law {
            TURN => match self.position.piece_at(from) {
                None => format!("no piece stands on {from}"),
                Some(Piece { color, role }) => {
                    format!("the {role} on {from} is {color}, and {} is to move", self.turn())
                }
            },
            OWN if from == to => "a move goes to another square".to_string(),
            OWN => format!("{} of the same side stands on {to}", self.blocker(to)),
            KING_TAKEN => format!("the king on {to} cannot be taken, kings never are"),
            PATH => self.blocked_path(attacks::between(from, to)),
            PAWN_STEP => {
                format!(
                    "a pawn steps only to an empty square, and {} is in its way",
                    self.piece_at(to)
                )
            }
            PAWN_CAPTURE => self.no_capture(),
            PROMOTION => self.wrong_promotion(),
            CASTLING_RIGHT => format!(
                "{} may not castle to that side: its king or rook there has moved, or is gone",
                self.turn()
            ),
            CASTLING_PATH => {
                let free = self.castle().map_or(Bitboard::EMPTY, Castle::free);
                self.blocked_path(free)
            }
            CASTLING_CHECK => self.castling_check(),
            SAFETY => self.unsafe_king(),
            _ if MOVEMENT.contains(&law) => {
                format!("{} cannot go to {to}: {}", self.piece_at(from), habit(role))
            }
            other => other.to_string(),
        }
    }

    fn blocker(&self, square: Square) -> String {
        self.position.role_at(square).map_or("a piece".to_string(), |role| format!("a {role}"))
    }

    fn blocked_path(&self, between: Bitboard) -> String {
        let blockers: Vec<String> = (between & self.position.occupied())
            .into_iter()
            .map(|square| self.piece_at(square))
            .collect();
        let stands = if blockers.len() == 1 { "stands" } else { "stand" };
        format!("{} {stands} in between", blockers.join(" and "))
    }

    fn no_capture(&self) -> String {
        let to = self.to;
        if to.rank() == Rank::SIXTH.relative_to(self.turn()) {
            return format!(
                "a pawn moves diagonally only to take: {to} is empty, and the last move was no double \
                 step past it"
            );
        }
        format!("a pawn moves diagonally only to take, and {to} is empty")
    }

    fn wrong_promotion(&self) -> String {
        let last = self.to.rank() == Rank::EIGHTH.relative_to(self.turn());
        match (self.role(), self.promotion) {
            (Role::Pawn, None) => format!(
                "a pawn on the last rank must become a queen, rook, bishop or knight: write {}{}q",
                self.from, self.to
            ),
            (Role::Pawn, Some(role)) if last => format!("a pawn cannot become a {role}"),
            (Role::Pawn, Some(_)) => format!("{} is not on the last rank", self.to),
            (role, _) => format!("only a pawn is promoted, not a {role}"),
        }
    }

    fn castling_check(&self) -> String {
        let them = !self.turn();
        let name = |attackers: Bitboard| {
            let names: Vec<String> = attackers.into_iter().map(|s| self.piece_at(s)).collect();
            names.join(" and ")
        };
        let occupied = self.position.occupied();
        let attackers =
            |square| self.position.attackers(square, occupied) & self.position.color(them);
        if attackers(self.from).any() {
            return format!(
                "the king does not castle out of check, which {} gives",
                name(attackers(self.from))
            );
        }
        let passed = self.castle().map_or(Bitboard::EMPTY, Castle::passed);
        let passed = passed.into_iter().find(|square| attackers(*square).any()).unwrap_or(self.to);
        let verb = if attackers(passed).several() { "attack" } else { "attacks" };
        format!("the king would pass {passed}, which {} {verb}", name(attackers(passed)))
    }

    /// The king is attacked after the move: by whom, and what that has to do with the move.
    fn unsafe_king(&self) -> String {
        let (us, them) = (self.turn(), !self.turn());
        let Some(after) = &self.judged.after else { return SAFETY.to_string() };
        let occupied: Bitboard =
            Square::all().filter(|square| after.pieces[square.index()].is_some()).collect();
        let of = |color, role| -> Bitboard {
            let piece = Some(Piece::new(color, role));
            Square::all().filter(|square| after.pieces[square.index()] == piece).collect()
        };
        let Some(king) = of(us, Role::King).first() else { return SAFETY.to_string() };
        let attackers: Vec<(Role, Square)> = Role::ALL
            .into_iter()
            .flat_map(|role| of(them, role).into_iter().map(move |square| (role, square)))
            .filter(|&(role, square)| attacks::of(them, role, square, occupied).contains(king))
            .collect();
        let names = |attackers: &[(Role, Square)]| {
            let names = attackers.iter().map(|(role, square)| format!("the {role} on {square}"));
            names.collect::<Vec<_>>().join(" and ")
        };
        if self.role() == Role::King {
            let verb = if attackers.len() > 1 { "attack" } else { "attacks" };
            return format!("the king would stand on {king}, which {} {verb}", names(&attackers));
        }
        let checkers = self.position.attackers(king, self.position.occupied());
        let (checks, pins): (Vec<_>, Vec<_>) =
            attackers.into_iter().partition(|(_, square)| checkers.contains(*square));
        let attackers = names(&pins);
        if !checks.is_empty() {
            let verb = if checks.len() > 1 { "give" } else { "gives" };
            let open = match pins.len() {
                0 => String::new(),
                _ => format!(", and would open it to {attackers}"),
            };
            return format!(
                "it does not answer the check that {} {verb} to the king on {king}{open}",
                names(&checks)
            );
        }
        let is_en_passant = self.role() == Role::Pawn
            && self.from.file() != self.to.file()
            && self.position.role_at(self.to).is_none();
        if is_en_passant {
            return format!(
                "taking en passant removes both pawns, and would leave the king on {king} to {attackers}"
            );
        }
        format!(
            "{} is pinned: it would leave the king on {king} to {attackers}",
            self.piece_at(self.from)
        )
    }

    /// A legal move in words.
    fn describe(&self) -> String {
        let (from, to, role) = (self.from, self.to, self.role());
        if let Some(castle) = self.castle() {
            let name = match castle.side {
                CastlingSide::King => "short",
                CastlingSide::Queen => "long",
            };
            return format!(
                "{} castles {name}: king and rook have not moved, nothing stands in their way, and the \
                 king is not attacked on its way",
                self.turn()
            );
        }
        let mut text = match self.position.role_at(to) {
            Some(victim) => format!("the {role} on {from} takes the {victim} on {to}"),
            None if role == Role::Pawn && from.file() != to.file() => {
                format!("the pawn on {from} takes en passant on {to}")
            }
            None => format!("the {role} goes from {from} to {to}"),
        };
        if let Some(role) = self.promotion {
            text.push_str(&format!(" and becomes a {role}"));
        }
        text
    }
}

/// How a piece moves, in a clause.
fn habit(role: Role) -> &'static str {
    match role {
        Role::Pawn => {
            "a pawn steps straight ahead, twice from its first square, and takes diagonally"
        }
        Role::Knight => "a knight jumps two squares one way and one the other",
        Role::Bishop => "a bishop moves along diagonals",
        Role::Rook => "a rook moves along ranks and files",
        Role::Queen => "a queen moves along ranks, files and diagonals",
        Role::King => "a king steps to a neighbouring square, or castles from its first square",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, code: &str, expected: &str) {
        let position = crate::Setup::from_fen(fen).unwrap().any_position().unwrap();
        let square = |at: usize| code[at..at + 2].parse::<Square>().unwrap();
        let promotion = code[4..].chars().next().and_then(Role::from_letter);
        let why = why(&position, square(0), square(2), promotion);
        assert_eq!(why.text, expected);
        assert_eq!(why.legal, position.parse_uci(code).is_ok());
    }

    #[test]
    fn reasons_name_law_men_and_squares() {
        const CASTLING: &str = "r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq - 0 1";
        check(CASTLING, "e1g1", "the king would pass f1, which the bishop on c4 attacks");
        check(CASTLING, "e1f1", "the king would stand on f1, which the bishop on c4 attacks");
        check(
            CASTLING,
            "a1b2",
            "the rook on a1 cannot go to b2: a rook moves along ranks and files",
        );
        check(CASTLING, "a8b8", "the rook on a8 is black, and white is to move");
        check(CASTLING, "d4d5", "no piece stands on d4");
        check(CASTLING, "e1e1", "a move goes to another square");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(start, "f1c4", "the pawn on e2 stands in between");
        check(start, "a1a2", "a pawn of the same side stands on a2");
        check(
            "4k3/8/8/8/8/2N5/3P4/4K3 w - - 0 1",
            "d2c3",
            "a knight of the same side stands on c3",
        );
        check(
            "1K3Nr1/2b5/8/8/8/8/8/6k1 w - - 98 1",
            "f8h7",
            "it does not answer the check that the bishop on c7 gives to the king on b8, and would \
             open it to the rook on g8",
        );
        check(start, "e2d3", "a pawn moves diagonally only to take, and d3 is empty");
        check(
            "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1",
            "e2c3",
            "the knight on e2 is pinned: it would leave the king on e1 to the rook on e4",
        );
        check(
            "4k3/8/8/8/4r3/8/3N4/4K3 w - - 0 1",
            "d2b3",
            "it does not answer the check that the rook on e4 gives to the king on e1",
        );
        check(
            "8/4P3/8/8/8/8/8/K1k5 w - - 0 1",
            "e7e8",
            "a pawn on the last rank must become a queen, rook, bishop or knight: write e7e8q",
        );
    }

    #[test]
    fn says_legal_exactly_for_the_legal_moves() {
        says_legal_exactly(60);
    }

    #[test]
    #[ignore = "takes half a minute"]
    fn says_legal_exactly_for_the_legal_moves_of_a_thousand_positions() {
        says_legal_exactly(1000);
    }

    fn says_legal_exactly(positions: usize) {
        let mut position = Position::start();
        for step in 0..positions {
            let moves = position.legal_moves();
            for from in Square::all() {
                for to in Square::all() {
                    let castles_to = |m: &crate::Move| {
                        m.is_castling()
                            && CastlingSide::of(m.from(), m.to()).king_target(position.turn()) == to
                    };
                    let expected = moves.iter().any(|m| {
                        m.from() == from
                            && m.promoted().is_none()
                            && (castles_to(m) || !m.is_castling() && m.to() == to)
                    });
                    let why = why(&position, from, to, None);
                    assert_eq!(why.legal, expected, "{position} {from}{to}");
                    assert!(!why.text.is_empty());
                }
            }
            match moves.get((step * 7 + step / 60 * 5 + 3) % moves.len().max(1)) {
                Some(m) if !position.is_insufficient_material() => position = position.play(*m),
                _ => position = Position::start(),
            }
        }
    }
}
