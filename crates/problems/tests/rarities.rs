//! What only problemists ask for, beside plain solvers written again from nothing: mates by moves that leave the own
//! king in check, parry series, castlings that exclude each other.

mod positions;

use positions::position;
use proptest::prelude::*;
use zugwerk_chess::{Color, Move, Piece, Position, Role, Setup, Square};
use zugwerk_problems::{Answer, Attack, Goal, Notation, Options, Problem, Solver, write_fight};

fn answer(position: &Position, stipulation: &str) -> Answer {
    let mut position = position.clone();
    let stipulation: zugwerk_problems::Stipulation = stipulation.parse().unwrap();
    position.set_exclusive_castling(stipulation.exclusive);
    let problem = Problem { position, stipulation, target: None };
    let solution = Solver::default().solve(&problem, &Options::default());
    assert!(solution.is_complete());
    solution.answer
}

/// Keys, or lines, as sorted texts.
fn solve(position: &Position, stipulation: &str) -> Vec<String> {
    let problem = Problem {
        position: position.clone(),
        stipulation: stipulation.parse().unwrap(),
        target: None,
    };
    sorted(match answer(position, stipulation) {
        Answer::Fight(fight) => fight.keys.iter().map(|key| position.uci(key.m)).collect(),
        Answer::Lines(lines) => {
            lines.solutions.iter().map(|line| problem.uci_line(position, line).join(" ")).collect()
        }
    })
}

fn sorted(mut list: Vec<String>) -> Vec<String> {
    list.sort();
    list
}

/// A board of squares, on which nobody castles and a king is a piece like others: who takes it is out of check.
#[derive(Clone)]
struct Board {
    pieces: [Option<Piece>; 64],
    passed: Option<usize>,
}

impl Board {
    fn of(position: &Position) -> Board {
        let setup = Setup::from(position);
        Board { pieces: setup.pieces, passed: setup.double_push.map(Square::index) }
    }

    fn attacks(&self, from: usize, to: usize) -> bool {
        let Some(piece) = self.pieces[from] else { return false };
        let files = (to % 8) as i32 - (from % 8) as i32;
        let ranks = (to / 8) as i32 - (from / 8) as i32;
        let (far, near) = (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()));
        let is_free = || {
            (1..far).all(|step| {
                let (file, rank) = (files / far * step, ranks / far * step);
                self.pieces[(from as i32 + rank * 8 + file) as usize].is_none()
            })
        };
        let (straight, diagonal) = (far > 0 && near == 0, far > 0 && near == far);
        match piece.role {
            Role::Pawn => {
                files.abs() == 1 && ranks == if piece.color == Color::White { 1 } else { -1 }
            }
            Role::Knight => (far, near) == (2, 1),
            Role::King => far == 1,
            Role::Bishop => diagonal && is_free(),
            Role::Rook => straight && is_free(),
            Role::Queen => (straight || diagonal) && is_free(),
        }
    }

    fn is_check(&self, color: Color) -> bool {
        let king = self.pieces.iter().position(|&at| at == Some(Piece::new(color, Role::King)));
        king.is_some_and(|king| {
            (0..64).any(|from| {
                self.pieces[from].is_some_and(|piece| piece.color != color)
                    && self.attacks(from, king)
            })
        })
    }

    /// Every move of the pieces, whatever becomes of the own king.
    fn moves(&self, color: Color) -> Vec<(String, Board)> {
        let mut moves = Vec::new();
        for from in 0..64 {
            let Some(piece) = self.pieces[from].filter(|piece| piece.color == color) else {
                continue;
            };
            for to in 0..64 {
                let there = self.pieces[to];
                if there.is_some_and(|there| there.color == color) {
                    continue;
                }
                let takes_passed = self.passed == Some(to) && self.attacks(from, to);
                let goes = match piece.role {
                    Role::Pawn if there.is_none() && !takes_passed => self.steps(color, from, to),
                    _ => self.attacks(from, to),
                };
                if !goes {
                    continue;
                }
                let is_last = piece.role == Role::Pawn && matches!(to / 8, 0 | 7);
                let roles: &[Role] = if is_last { &Role::PROMOTIONS } else { &[piece.role] };
                for &role in roles {
                    let mut after = Board { passed: None, ..self.clone() };
                    after.pieces[from] = None;
                    after.pieces[to] = Some(Piece::new(color, role));
                    if piece.role == Role::Pawn && takes_passed {
                        after.pieces[to ^ 8] = None;
                    }
                    if piece.role == Role::Pawn && from.abs_diff(to) == 16 {
                        after.passed = Some((from + to) / 2);
                    }
                    let letter = if is_last { role.letter().to_string() } else { String::new() };
                    let name = format!("{}{}{letter}", Square::new(from), Square::new(to));
                    moves.push((name, after));
                }
            }
        }
        moves
    }

    fn steps(&self, color: Color, from: usize, to: usize) -> bool {
        let (ahead, home) = if color == Color::White { (8, 1) } else { (-8, 6) };
        let single = (from as i32 + ahead) as usize;
        let is_double = from / 8 == home
            && to as i32 == from as i32 + 2 * ahead
            && self.pieces[single].is_none();
        to == single || is_double
    }

    fn can_move(&self, color: Color) -> bool {
        self.moves(color).iter().any(|(_, after)| !after.is_check(color))
    }

    fn is_mated(&self, color: Color) -> bool {
        // Nobody takes en passant but the side to move, and a pawn passes only the other side's.
        let turned = Board {
            passed: self.passed.filter(|&passed| (passed / 8 == 5) == (color == Color::White)),
            ..self.clone()
        };
        turned.is_check(color) && !turned.can_move(color)
    }

    /// The moves of `color` that reach one of the goals.
    fn reaching(&self, color: Color, goal: Goal) -> Vec<String> {
        let is_possible = match goal {
            Goal::DoubleMate => self.can_move(color),
            Goal::CounterMate => self.is_mated(color),
            _ => true,
        };
        let reaches = |after: &Board| {
            after.is_mated(color) && (goal == Goal::AutoMate || after.is_mated(!color))
        };
        let moves = self.moves(color).into_iter();
        moves.filter(|(_, after)| is_possible && reaches(after)).map(|(name, _)| name).collect()
    }
}

/// Kings near each other and a few strong pieces around them.
fn crowded(random: &mut u64) -> Option<Position> {
    let mut next = |most: usize| {
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (*random >> 33) as usize % most
    };
    let mut setup = Setup::empty();
    let (file, rank) = (next(8), next(3));
    let mut place = |file: usize, rank: usize, color, role| {
        let at = &mut setup.pieces[rank.min(7) * 8 + file.min(7)];
        if at.is_none() && (role != Role::Pawn || (1..7).contains(&rank)) {
            *at = Some(Piece::new(color, role));
        }
    };
    place(file, rank, Color::White, Role::King);
    place((file + 2).min(7), rank + next(3), Color::Black, Role::King);
    for _ in 0..5 + next(4) {
        let color = if next(2) == 0 { Color::White } else { Color::Black };
        let role = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn][next(5)];
        place(next(8), next(6), color, role);
    }
    setup.turn = if next(2) == 0 { Color::White } else { Color::Black };
    setup.position().ok()
}

#[test]
fn moves_into_check_reach_the_goals_of_a_plain_board() {
    let mut random = 7;
    let goals = [Goal::DoubleMate, Goal::CounterMate, Goal::AutoMate];
    let mut found = [0; 3];
    for _ in 0..6000 {
        let Some(position) = crowded(&mut random) else { continue };
        let board = Board::of(&position);
        for (goal, found) in goals.into_iter().zip(&mut found) {
            let expected = sorted(board.reaching(position.turn(), goal));
            *found += expected.len();
            assert_eq!(solve(&position, &format!("{goal}1")), expected, "{position} {goal}");
        }
    }
    assert!(found.iter().all(|&found| found > 0), "{found:?}");
}

#[test]
fn help_and_force_lead_to_moves_into_check() {
    let mut random = 11;
    let mut found = 0;
    for _ in 0..400 {
        let Some(position) = crowded(&mut random) else { continue };
        for goal in [Goal::DoubleMate, Goal::CounterMate, Goal::AutoMate] {
            let (mut lines, mut keys) = (Vec::new(), Vec::new());
            for &m in &position.legal_moves() {
                let after = position.play(m);
                let ends = Board::of(&after).reaching(after.turn(), goal);
                let name = position.uci(m);
                lines.extend(ends.iter().map(|end| format!("{name} {end}")));
                if !ends.is_empty() && after.legal_moves().is_empty() {
                    keys.push(name);
                }
            }
            found += lines.len() + keys.len();
            assert_eq!(solve(&position, &format!("h{goal}1")), sorted(lines), "{position} {goal}");
            assert_eq!(solve(&position, &format!("s{goal}1")), sorted(keys), "{position} {goal}");
        }
    }
    assert!(found > 0);
}

/// A parry series, told plainly.
fn parries(position: &Position, moves: u16, ends: &dyn Fn(&Position, Move) -> bool) -> Vec<Move> {
    let is_key = |m: Move| (1..=moves).any(|length| goes_on(position, m, length, ends));
    position.legal_moves().iter().copied().filter(|&m| is_key(m)).collect()
}

fn goes_on(
    position: &Position,
    m: Move,
    length: u16,
    ends: &dyn Fn(&Position, Move) -> bool,
) -> bool {
    if length == 1 {
        return ends(position, m);
    }
    let after = position.play(m);
    if after.is_check() {
        let replies = after.legal_moves();
        return !replies.is_empty()
            && replies.iter().all(|&r| !parries(&after.play(r), length - 1, ends).is_empty());
    }
    let next = after.pass();
    next.legal_moves().iter().any(|&m| goes_on(&next, m, length - 1, ends))
}

/// Checks that every end of a tree reaches its goal, and that no parry is missing.
fn check_tree(position: &Position, attack: &Attack, is_self: bool) {
    assert!(position.is_legal(attack.m));
    let after = position.play(attack.m);
    if attack.length == 1 {
        assert!(is_self || after.is_checkmate(), "{position}");
        assert!(!is_self || attack.defences.iter().all(|d| after.play(d.m).is_checkmate()));
        return;
    }
    if after.is_check() {
        assert_eq!(attack.defences.len(), after.legal_moves().len(), "{position}");
        for defence in &attack.defences {
            assert!(!defence.replies.is_empty(), "{position}");
            let then = after.play(defence.m);
            defence.replies.iter().for_each(|reply| check_tree(&then, reply, is_self));
        }
    } else {
        assert!(!attack.next.is_empty(), "{position}");
        attack.next.iter().for_each(|next| check_tree(&after.pass(), next, is_self));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn parry_series_are_those_of_brute_force(position in position(3), is_self in any::<bool>()) {
        let stipulation = if is_self { "pser-s#3" } else { "pser-#3" };
        let ends = |position: &Position, m: Move| {
            let after = position.play(m);
            let replies = after.legal_moves();
            match is_self {
                false => after.is_checkmate(),
                true => !replies.is_empty() && replies.iter().all(|&r| after.play(r).is_checkmate()),
            }
        };
        let keys = parries(&position, 3, &ends);
        let names = keys.iter().map(|&m| position.uci(m)).collect();
        prop_assert_eq!(solve(&position, stipulation), sorted(names));
        let Answer::Fight(fight) = answer(&position, stipulation) else { unreachable!() };
        fight.keys.iter().for_each(|key| check_tree(&position, key, is_self));
    }

    #[test]
    fn castlings_that_exclude_each_other_are_never_in_one_line(
        pieces in proptest::collection::vec((0..64usize, 0..8usize), 0..4),
        pair in 0..4usize,
        which in 0..4usize,
    ) {
        let mut setup = Setup::from(&"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse::<Position>().unwrap());
        for (square, kind) in pieces {
            let color = if kind < 4 { Color::White } else { Color::Black };
            let role = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen][kind % 4];
            setup.pieces[square].get_or_insert(Piece::new(color, role));
        }
        let position = setup.position();
        prop_assume!(position.is_ok());
        let position = position.unwrap();
        let (white, black) = (["a1", "h1"][pair / 2], ["a8", "h8"][pair % 2]);
        let stipulation = ["h#1.5", "h002", "2->ser-h001", "h+1.5"][which];
        let castling = |rook: &str| match rook {
            "a1" => "e1c1", "h1" => "e1g1", "a8" => "e8c8", _ => "e8g8",
        };
        let mut expected = solve(&position, stipulation);
        expected.retain(|line| {
            let has = |rook| line.split(' ').any(|m| m == castling(rook));
            !(has(white) && has(black))
        });
        let exclusive = format!("{stipulation} exclusive {white}{black}");
        prop_assert_eq!(solve(&position, &exclusive), expected);
    }
}

#[test]
fn mates_by_moves_into_check_are_written_as_such() {
    for (fen, stipulation, text) in [
        ("k7/8/8/8/r5PK/1r6/8/3b4 w - - 0 1", "!#1", "1.g5 !#!\n"),
        ("1RK5/k7/8/2qr4/8/8/8/8 w - - 0 1", "##!1", "1.Kb7##! !\n"),
        (
            "7b/6P1/8/R7/np6/kP6/P7/KB6 w - - 0 1",
            "##!2",
            "1.Ra8! zugzwang\n  1...Bxg7# 2.Rxa4##!\n",
        ),
    ] {
        let problem = Problem::new(fen, stipulation, false).unwrap();
        let solution = Solver::default().solve(&problem, &Options::default());
        let Answer::Fight(fight) = solution.answer else { unreachable!() };
        assert_eq!(write_fight(&problem, &fight, Notation::default()), text);
    }
}

/// Lines, and shorter ones, as texts of UCI moves.
fn lines(fen: &str, stipulation: &str) -> (Vec<String>, Vec<String>) {
    let problem = Problem::new(fen, stipulation, true).unwrap();
    let solution = Solver::default().solve(&problem, &Options::default());
    let Answer::Lines(lines) = solution.answer else { unreachable!() };
    let texts = |lines: &[Vec<Move>]| -> Vec<String> {
        let start = &problem.position;
        lines.iter().map(|line| problem.uci_line(start, line).join(" ")).collect()
    };
    (texts(&lines.solutions), texts(&lines.short))
}

#[test]
fn a_side_that_can_take_the_king_is_not_mated() {
    for (fen, stipulation, only) in [
        ("7q/6rB/8/8/8/K7/8/k7 b", "h##!2", "g7g4 h7b1 h8c3 a3a2"),
        ("8/8/8/6p1/4K1kN/6P1/4p1pq/7R b", "h##2", "g4h3 e4f3 g5g4 f3g2"),
        ("7q/6r1/8/8/8/K7/8/kB6 b", "ser-h##!2", "g7g4 h8c3 a3a2"),
    ] {
        assert_eq!(lines(fen, stipulation), (vec![only.to_string()], vec![]), "{stipulation}");
    }
}

#[test]
fn no_moves_at_all_are_no_shorter_game() {
    for (stipulation, count) in
        [("ser-=>2 8/8/8/8/8/k7/8/K6N w - -", 3), ("=>4 8/8/8/8/8/k7/8/K6N w - -", 9)]
    {
        let (solutions, short) = lines("8/8/8/8/8/k7/8/K6N w - - 0 1", stipulation);
        assert_eq!((solutions.len(), short), (count, Vec::new()), "{stipulation}");
    }
}

#[test]
fn in_help_reflexmates_whoever_can_mate_must() {
    let none: Vec<String> = Vec::new();
    let one = |line: &str| vec![line.to_string()];
    for (fen, stipulation, solutions, short) in [
        ("8/8/7p/8/8/kp5P/p7/K7 b", "hr#1.5", none.clone(), one("b3b2")),
        ("8/8/7p/8/8/kp3P2/p7/K7 w", "hr#2", none.clone(), one("f3f4 b3b2")),
        ("8/8/8/1Q6/8/k1p5/8/KB6 w", "exact-hr#2", one("b5e2 a3b3 e2b2 c3b2"), none.clone()),
        ("1k6/8/K4Q2/7r/6r1/8/8/8 w", "hr#1", none.clone(), none.clone()),
    ] {
        assert_eq!(lines(fen, stipulation), (solutions, short), "{stipulation}");
    }
    let problem = Problem::new("1k6/8/K4Q2/7r/6r1/8/8/8 w", "hr#1", false).unwrap();
    let solution = Solver::default().solve(&problem, &Options::default());
    let spoiled_by = solution.spoiled_by().iter().map(|&m| problem.position.uci(m));
    assert_eq!(spoiled_by.collect::<Vec<_>>(), ["f6d8"]);
}
