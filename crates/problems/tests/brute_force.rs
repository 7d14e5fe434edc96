//! Every solver beside a plain one that knows no tables, nets or bounds: all keys and all lines must be the
//! same on random positions with few pieces, and mirrored problems must have mirrored answers.

mod positions;

use positions::{position, walk};
use proptest::prelude::*;
use zugwerk_chess::{Move, Position, Square};
use zugwerk_problems::{Answer, Goal, Length, Options, Play, Problem, Solver, Stipulation};

/// A plain solver of one stipulation.
struct Plain {
    stipulation: Stipulation,
}

/// Where the piece on each square stood in the diagram.
type Origins = [usize; 64];

impl Plain {
    fn reached(&self, before: &Position, m: Move) -> bool {
        let after = before.play(m);
        let is_stuck = |position: &Position| position.legal_moves().is_empty();
        let pieces = |position: &Position| position.occupied().len();
        match self.stipulation.goal {
            Goal::Mate => after.is_checkmate(),
            Goal::Stalemate => after.is_stalemate(),
            Goal::MateOrStalemate => is_stuck(&after),
            Goal::DoubleStalemate => after.is_stalemate() && is_stuck(&after.pass()),
            Goal::AutoStalemate => !after.is_check() && after.pass().is_stalemate(),
            Goal::Check => after.is_check(),
            Goal::Capture => pieces(&after) < pieces(before),
            Goal::Castling => before.san(m).starts_with("O-O"),
            Goal::EnPassant => pieces(&after) < pieces(before) && before.piece_at(m.to()).is_none(),
            Goal::Any => true,
            Goal::Square(square) => {
                before.piece_at(square) != after.piece_at(square)
                    && after.piece_at(square).is_some()
            }
            // Not by legal moves.
            Goal::DoubleMate | Goal::CounterMate | Goal::AutoMate => false,
            Goal::Circuit | Goal::Exchange | Goal::Kiss(_) | Goal::Position => false,
        }
    }

    /// As [`Plain::reached`], for goals that depend on the diagram too.
    fn reached_from(&self, origins: &Origins, before: &Position, m: Move) -> bool {
        if !self.stipulation.goal.needs_history() {
            return self.reached(before, m);
        }
        let (after, turn) = (before.play(m), before.turn());
        let next = follow(origins, before, m);
        let moved = Square::all().filter(|&square| {
            after.color(turn).contains(square) && before.piece_at(square) != after.piece_at(square)
        });
        let distance = |a: Square, b: Square| a.distance(b);
        moved.into_iter().any(|square| match self.stipulation.goal {
            Goal::Circuit => next[square.index()] == square.index(),
            Goal::Exchange => Square::all().any(|other| {
                other != square
                    && after.color(turn).contains(other)
                    && next[square.index()] == other.index()
                    && next[other.index()] == square.index()
            }),
            Goal::Kiss(kissed) => after.occupied().into_iter().any(|other| {
                let mut near = after.occupied().into_iter().filter(|&by| distance(by, other) == 1);
                next[other.index()] == kissed.index()
                    && near.next() == Some(square)
                    && near.next().is_none()
            }),
            _ => false,
        })
    }

    fn can_reach(&self, position: &Position) -> bool {
        position.legal_moves().iter().any(|&m| self.reached(position, m))
    }

    fn keys(&self, position: &Position, moves: u16) -> Vec<String> {
        let rules = self.stipulation.rules;
        if self.stipulation.play == Play::Reflex && !rules.quodlibet && self.can_reach(position) {
            return Vec::new();
        }
        let list = position.legal_moves();
        let keys = list.iter().filter(|&&m| self.is_key(position, m, moves));
        sorted(keys.map(|&m| position.uci(m)).collect())
    }

    fn is_key(&self, position: &Position, m: Move, moves: u16) -> bool {
        let Stipulation { play, exact, rules, .. } = &self.stipulation;
        let is_direct = *play == Play::Direct;
        let in_time = !exact || moves == 1;
        if self.reached(position, m) {
            if is_direct || rules.quodlibet {
                return in_time;
            }
            if rules.goal_is_end {
                return false;
            }
        }
        let after = position.play(m);
        let replies = after.legal_moves();
        let king = after.king(after.turn());
        let flights = replies.iter().filter(|reply| Some(reply.from()) == king).count();
        if rules.max_flights.is_some_and(|most| flights > usize::from(most)) {
            return false;
        }
        if is_direct && rules.goal_is_end && self.can_reach(&after) {
            return false;
        }
        let must = matches!(play, Play::Reflex | Play::SemiReflex) && self.can_reach(&after);
        if must {
            return in_time;
        }
        !replies.is_empty()
            && replies.iter().all(|&reply| {
                if *play == Play::SelfPlay && self.reached(&after, reply) {
                    return in_time;
                }
                moves > 1 && !self.keys(&after.play(reply), moves - 1).is_empty()
            })
    }

    /// The lines from here; `changes` tells for each ply to come whether the other side moves after it.
    fn lines(&self, position: &Position, changes: &[bool], origins: &Origins) -> Vec<Vec<String>> {
        let play = &self.stipulation.play;
        let moves = position.legal_moves();
        let goals: Vec<Move> =
            moves.iter().copied().filter(|&m| self.reached_from(origins, position, m)).collect();
        let ends = || goals.iter().map(|&m| vec![position.uci(m)]).collect::<Vec<_>>();
        if changes.len() == 1 {
            let forced = matches!(play, Play::HelpSelf | Play::SeriesSelf);
            return if forced && goals.len() < moves.len() { Vec::new() } else { ends() };
        }
        // Whoever can reach the goal must, and so ends the line; only before a series nobody has to.
        let Length::Halves(halves) = self.stipulation.length else { unreachable!() };
        let is_reflex = match play {
            Play::HelpReflex => true,
            Play::SeriesReflex => changes.len() <= usize::from(halves) / 2 + 1,
            _ => false,
        };
        if is_reflex && !goals.is_empty() {
            return Vec::new();
        }
        let mut lines = Vec::new();
        for &m in &moves {
            let (name, mut after) = (position.uci(m), position.play(m));
            let next = match self.stipulation.goal.needs_history() {
                true => follow(origins, position, m),
                false => *origins,
            };
            let mut add = |names: &[String], after: &Position, next: &Origins| {
                for rest in self.lines(after, &changes[1..], next) {
                    lines.push(names.iter().cloned().chain(rest).collect());
                }
            };
            let can_end = |after: &Position| {
                let replies = after.legal_moves();
                replies.iter().any(|&reply| self.reached_from(&next, after, reply))
            };
            if !changes[0] && is_reflex && can_end(&after) {
                continue;
            }
            if !changes[0] && after.is_check() {
                for &parry in
                    after.legal_moves().iter().filter(|_| self.stipulation.parry.is_some())
                {
                    let names = [name.clone(), after.uci(parry)];
                    add(&names, &after.play(parry), &follow(&next, &after, parry));
                }
                continue;
            }
            if !changes[0] {
                after = after.pass();
            }
            add(&[name], &after, &next);
        }
        if *play == Play::Reciprocal && changes.len() == 2 {
            if goals.is_empty() || lines.is_empty() {
                return Vec::new();
            }
            lines.extend(ends());
        }
        lines
    }
}

/// The origins after a move, told from what the board looks like before and after it.
fn follow(origins: &Origins, before: &Position, m: Move) -> Origins {
    let (after, turn) = (before.play(m), before.turn());
    // In Chess960 king and rook may change places.
    let changed = || Square::all().filter(|&s| before.piece_at(s) != after.piece_at(s));
    let left: Vec<Square> = changed().filter(|&s| before.color(turn).contains(s)).collect();
    let come: Vec<Square> = changed().filter(|&s| after.color(turn).contains(s)).collect();
    let mut next = *origins;
    for &to in &come {
        // Castling brings two, each of its own kind.
        let from = left
            .iter()
            .find(|&&from| left.len() == 1 || before.piece_at(from) == after.piece_at(to));
        next[to.index()] = origins[from.expect("a piece that left").index()];
    }
    next
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort();
    list
}

/// What the solver under test finds: keys as lines of one move, or lines.
fn solve(position: &Position, stipulation: &Stipulation, threads: usize) -> Vec<Vec<String>> {
    sorted(in_order(position, stipulation, threads))
}

/// The answer in the order in which it comes.
fn in_order(position: &Position, stipulation: &Stipulation, threads: usize) -> Vec<Vec<String>> {
    answers(position, stipulation, threads).0
}

/// The answer and what is shorter than asked for.
fn answers(
    position: &Position,
    stipulation: &Stipulation,
    threads: usize,
) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let problem =
        Problem { position: position.clone(), stipulation: stipulation.clone(), target: None };
    let options = Options { threads, tree: false, ..Options::default() };
    let solution = Solver::default().solve(&problem, &options);
    assert!(solution.is_complete());
    match solution.answer {
        Answer::Fight(fight) => {
            (fight.keys.iter().map(|key| vec![position.uci(key.m)]).collect(), Vec::new())
        }
        Answer::Lines(lines) => {
            let names = |lines: &[Vec<Move>]| -> Vec<Vec<String>> {
                lines.iter().map(|line| problem.uci_line(position, line)).collect()
            };
            (names(&lines.solutions), names(&lines.short))
        }
    }
}

fn plainly(position: &Position, stipulation: &Stipulation) -> Vec<Vec<String>> {
    let plain = Plain { stipulation: stipulation.clone() };
    let Length::Halves(halves) = stipulation.length else { unreachable!() };
    let (halves, intro) = (usize::from(halves), usize::from(stipulation.intro));
    let series = |reply: usize| {
        // Nobody follows the last move, and the side changes before the reply and after the intro.
        let mut changes = vec![false; intro + halves / 2 + reply];
        for ply in [intro, intro + halves / 2].into_iter().filter(|&ply| ply > 0) {
            changes[ply - 1] = true;
        }
        changes
    };
    let changes = match stipulation.play {
        Play::Help | Play::HelpSelf | Play::HelpReflex | Play::Reciprocal => vec![true; halves],
        Play::Series => series(0),
        Play::SeriesHelp | Play::SeriesSelf | Play::SeriesReflex => series(1),
        _ => {
            let keys = plain.keys(position, halves as u16 / 2);
            return keys.into_iter().map(|key| vec![key]).collect();
        }
    };
    sorted(plain.lines(position, &changes, &std::array::from_fn(|square| square)))
}

const FIGHTS: [&str; 28] = [
    "#1",
    "#2",
    "s#1",
    "s#2",
    "r#1",
    "r#2",
    "semi-r#2",
    "=1",
    "=2",
    "==2",
    "+2",
    "x2",
    "ze42",
    "#=2",
    "!=2",
    "002",
    "ep2",
    "~1",
    "exact-#2",
    "exact-s#2",
    "exact-r#2",
    "s#2 quodlibet",
    "r#2 quodlibet",
    "sx2 goalisend",
    "x2 goalisend",
    "#2 maxflights 1",
    "s=2 maxflights 0",
    "exact-+2",
];
const LINES: [&str; 48] = [
    "h#0.5",
    "h#1",
    "h#1.5",
    "h#2",
    "h=1.5",
    "h==1",
    "h#2.5",
    "hs#1",
    "hs#1.5",
    "hs#2",
    "ser-#2",
    "ser-#3",
    "ser-h#2",
    "ser-s#2",
    "ser-h=2",
    "ser-#4",
    "ser-h#3",
    "ser-s#3",
    "hs#2.5",
    "hr#1.5",
    "hr#2",
    "ser-r#2",
    "ser-r+2",
    "reci-h#1",
    "reci-h#1.5",
    "reci-h+2",
    "h!=1.5",
    "h002",
    "hep1.5",
    "1->ser-h#2",
    "2->ser-#1",
    "phser-#3",
    "phser-h#2",
    "hct2",
    "ser-ct3",
    "h<>2.5",
    "ser-<>3",
    "hke11.5",
    "h~1",
    "phser-s+2",
    "hr+2",
    "hr#2.5",
    "exact-hr+1.5",
    "hrct2",
    "ser-r+3",
    "ser-rct2",
    "1->ser-r+2",
    "phser-r+2",
];

fn mirrored(uci: &str) -> String {
    let flip = |c: char| c.to_digit(10).map_or(c, |digit| char::from(b'0' + 9 - digit as u8));
    uci.chars().map(flip).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn fights_have_the_keys_of_brute_force(position in position(5), which in 0..FIGHTS.len()) {
        let stipulation: Stipulation = FIGHTS[which].parse().unwrap();
        prop_assert_eq!(solve(&position, &stipulation, 1), plainly(&position, &stipulation));
    }

    #[test]
    fn lines_are_those_of_brute_force(position in position(4), which in 0..LINES.len()) {
        let stipulation: Stipulation = LINES[which].parse().unwrap();
        let found = solve(&position, &stipulation, 1);
        prop_assert_eq!(&found, &plainly(&position, &stipulation));
        prop_assert_eq!(&found, &solve(&position, &stipulation, 3));
    }

    #[test]
    fn shorter_lines_are_those_of_shorter_problems(position in position(4), which in 0..12usize) {
        let text = [
            "h#2", "h#2.5", "hs#2", "ser-#3", "ser-h#3", "h=2", "phser-#3", "phser-h#3", "hs+1.5", "hr+1.5", "hr+2",
            "ser-r+3",
        ][which];
        let stipulation: Stipulation = text.parse().unwrap();
        let (_, short) = answers(&position, &stipulation, 1);
        let Length::Halves(halves) = stipulation.length else { unreachable!() };
        let least = match stipulation.play {
            Play::Help | Play::HelpSelf | Play::HelpReflex => 1,
            _ => 2,
        };
        let mut expected = Vec::new();
        for fewer in (least..halves).filter(|fewer| fewer % 2 == halves % 2) {
            let shorter = Stipulation { length: Length::Halves(fewer), ..stipulation.clone() };
            expected.extend(plainly(&position, &shorter));
        }
        prop_assert_eq!(sorted(short), sorted(expected));
    }

    #[test]
    fn helpmates_of_two_moves_are_complete(position in position(5)) {
        let stipulation: Stipulation = "h#2".parse().unwrap();
        prop_assert_eq!(solve(&position, &stipulation, 1), plainly(&position, &stipulation));
    }

    #[test]
    fn mirrored_problems_have_mirrored_answers(position in position(4), which in 0..LINES.len()) {
        for text in [FIGHTS[which % 7], LINES[which % 25]] {
            let stipulation: Stipulation = text.parse().unwrap();
            let here = solve(&position, &stipulation, 1);
            let there = solve(&position.mirrored(), &stipulation, 2);
            let flipped = there.iter().map(|line| line.iter().map(|m| mirrored(m)).collect());
            prop_assert_eq!(here, sorted(flipped.collect::<Vec<Vec<String>>>()));
        }
    }

    #[test]
    fn a_to_b_is_those_of_brute_force(
        position in position(6),
        choices in proptest::collection::vec(0..1000usize, 1..4),
    ) {
        let (plies, end) = (choices.len(), walk(&position, &choices));
        prop_assume!(end.is_some());
        let end = end.unwrap();
        let stipulation: Stipulation = format!("=>{plies} {end}").parse().unwrap();
        let found = solve(&position, &stipulation, 1);
        prop_assert_eq!(&found, &ways(&position, &end, plies));
        prop_assert!(!found.is_empty());
    }
}

/// Where pieces stood in the diagram is known after parries and before both ends of a reciprocal line too.
#[test]
fn parries_and_reciprocal_ends_move_pieces() {
    for (fen, text, count) in [
        ("6k1/8/5P2/8/4P3/8/7B/7K w - - 0 1", "phser-ct3", 201),
        ("5k2/8/4K3/8/3p4/5q2/8/8 b - - 0 1", "phser-sct2", 4),
        ("8/8/8/3n4/2N5/8/8/K6k w - - 0 1", "reci-hka11", 2),
    ] {
        let (position, stipulation) = (fen.parse().unwrap(), text.parse().unwrap());
        let found = solve(&position, &stipulation, 1);
        assert_eq!(found, plainly(&position, &stipulation), "{text}");
        assert_eq!(found.len(), count, "{text}");
    }
}

/// In Chess960 castling may move only one of the two: the other comes nowhere, and so not back either.
#[test]
fn who_stays_when_castling_does_not_arrive() {
    for (fen, text, expected) in [
        ("1rk5/8/8/8/P7/8/8/R3K2R b q - 0 1", "ser-ct1", &[][..]),
        ("1rk5/8/8/8/P7/8/8/R3K2R b q - 0 1", "ser-zc81", &[]),
        ("1rk5/8/8/8/P7/8/8/R3K2R b q - 0 1", "ser-zd81", &["c8b8", "c8d8"]),
        ("6k1/8/8/8/8/8/8/4KR2 w F - 0 1", "hct0.5", &[]),
        ("6k1/8/8/8/8/8/8/4KR2 w F - 0 1", "zf11", &[]),
    ] {
        let found = solve(&fen.parse().unwrap(), &text.parse().unwrap(), 1);
        assert_eq!(found.concat(), expected, "{fen} {text}");
    }
}

/// `nontrivial`, told plainly: how it goes on is limited by what was granted before.
struct Granting {
    selfmate: bool,
    trivial: u16,
}

impl Granting {
    fn solves(&self, position: &Position, moves: u16, granted: Option<u16>) -> bool {
        let list = position.legal_moves();
        (1..=moves).any(|length| list.iter().any(|&m| self.succeeds(position, m, length, granted)))
    }

    fn meets(&self, after: &Position, reply: Move, left: u16, granted: Option<u16>) -> bool {
        let then = after.play(reply);
        self.selfmate && then.is_checkmate() || self.solves(&then, left, granted)
    }

    fn succeeds(&self, position: &Position, m: Move, length: u16, granted: Option<u16>) -> bool {
        let after = position.play(m);
        let replies = after.legal_moves();
        if replies.is_empty() {
            return !self.selfmate && after.is_check();
        }
        let mut left = granted;
        if let Some(granted) = granted
            && length > self.trivial + 1
        {
            let short = if self.selfmate { self.trivial } else { self.trivial + 1 };
            let long = replies.iter().filter(|&&reply| !self.meets(&after, reply, short, None));
            let long = long.count() as u16;
            if long > granted + 1 {
                return false;
            }
            left = Some(granted + 1 - long);
        }
        replies.iter().all(|&reply| self.meets(&after, reply, length - 1, left))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn granted_defences_are_those_of_brute_force(
        position in position(3),
        selfmate in any::<bool>(),
        more in 0..4u16,
        trivial in 0..2u16,
    ) {
        let play = if selfmate { "s#2" } else { "#3" };
        let stipulation: Stipulation =
            format!("{play} nontrivial {more} {trivial}").parse().unwrap();
        let plain = Granting { selfmate, trivial };
        let moves = if selfmate { 2 } else { 3 };
        let list = position.legal_moves();
        let is_key = |m| (1..=moves).any(|length| plain.succeeds(&position, m, length, Some(more)));
        let keys = list.iter().filter(|&&m| is_key(m)).map(|&m| vec![position.uci(m)]);
        prop_assert_eq!(solve(&position, &stipulation, 1), sorted(keys.collect()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Long enough for each side to be looked at alone.
    #[test]
    fn five_plies_from_a_to_b_are_those_of_brute_force(
        position in position(2),
        choices in proptest::collection::vec(0..1000usize, 5),
    ) {
        if let Some(end) = walk(&position, &choices) {
            let stipulation: Stipulation = format!("=>5 {end}").parse().unwrap();
            prop_assert_eq!(solve(&position, &stipulation, 1), ways(&position, &end, 5));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Searches long enough for threads to share them.
    #[test]
    fn several_threads_find_what_one_finds(
        position in position(4),
        choices in proptest::collection::vec(0..1000usize, 7),
        which in 0..5usize,
    ) {
        let text = ["#3", "s#3", "r#3", "h#2.5", "ser-h#4"][which];
        let stipulation: Stipulation = text.parse().unwrap();
        let alone = in_order(&position, &stipulation, 1);
        prop_assert_eq!(in_order(&position, &stipulation, 3), alone);
        if let Some(end) = walk(&position, &choices) {
            let stipulation: Stipulation = format!("=>7 {end}").parse().unwrap();
            let alone = in_order(&position, &stipulation, 1);
            prop_assert_eq!(in_order(&position, &stipulation, 3), alone);
        }
    }
}

/// Every way from one position to another, counters aside.
fn ways(position: &Position, end: &Position, plies: usize) -> Vec<Vec<String>> {
    if plies == 0 {
        let is_end = position.key() == end.key();
        return if is_end { vec![Vec::new()] } else { Vec::new() };
    }
    let mut lines = Vec::new();
    for &m in &position.legal_moves() {
        for rest in ways(&position.play(m), end, plies - 1) {
            lines.push([position.uci(m)].into_iter().chain(rest).collect());
        }
    }
    sorted(lines)
}
