//! Every solver beside a plain one that knows no tables, nets or bounds: all keys and all lines must be the
//! same on random positions with few pieces, and mirrored problems must have mirrored answers.

mod positions;

use positions::{position, walk};
use proptest::prelude::*;
use zugwerk_chess::{Move, Position};
use zugwerk_problems::{Answer, Goal, Length, Options, Play, Problem, Solver, Stipulation};

/// A plain solver of one stipulation.
struct Plain {
    play: Play,
    goal: Goal,
}

impl Plain {
    fn reached(&self, before: &Position, m: Move) -> bool {
        let after = before.play(m);
        match self.goal {
            Goal::Mate => after.is_checkmate(),
            Goal::Stalemate => after.is_stalemate(),
            Goal::MateOrStalemate => after.legal_moves().is_empty(),
            Goal::Check => after.is_check(),
            Goal::Capture => after.occupied().len() < before.occupied().len(),
            Goal::Square(square) => {
                before.piece_at(square) != after.piece_at(square)
                    && after.piece_at(square).is_some()
            }
            Goal::Position => false,
        }
    }

    fn can_reach(&self, position: &Position) -> bool {
        position.legal_moves().iter().any(|&m| self.reached(position, m))
    }

    fn keys(&self, position: &Position, moves: u16) -> Vec<String> {
        if self.play == Play::Reflex && self.can_reach(position) {
            return Vec::new();
        }
        let list = position.legal_moves();
        let keys = list.iter().filter(|&&m| self.is_key(position, m, moves));
        sorted(keys.map(|&m| position.uci(m)).collect())
    }

    fn is_key(&self, position: &Position, m: Move, moves: u16) -> bool {
        if self.play == Play::Direct && self.reached(position, m) {
            return true;
        }
        let after = position.play(m);
        let replies = after.legal_moves();
        let must = matches!(self.play, Play::Reflex | Play::SemiReflex) && self.can_reach(&after);
        !replies.is_empty()
            && replies.iter().all(|&reply| {
                if must || self.play == Play::SelfPlay && self.reached(&after, reply) {
                    return true;
                }
                moves > 1 && !self.keys(&after.play(reply), moves - 1).is_empty()
            })
    }

    /// The lines of `plies`, of which the first `series` are made by one side.
    fn lines(&self, position: &Position, plies: usize, series: usize) -> Vec<Vec<String>> {
        let forced = matches!(self.play, Play::HelpSelf | Play::SeriesSelf);
        let moves = position.legal_moves();
        if plies == 1 && forced && !moves.iter().all(|&m| self.reached(position, m)) {
            return Vec::new();
        }
        let mut lines = Vec::new();
        for &m in &moves {
            let name = position.uci(m);
            if plies == 1 {
                if self.reached(position, m) {
                    lines.push(vec![name]);
                }
                continue;
            }
            let mut after = position.play(m);
            if series > 1 {
                if after.is_check() {
                    continue;
                }
                after = after.pass();
            }
            for rest in self.lines(&after, plies - 1, series.saturating_sub(1)) {
                lines.push([name.clone()].into_iter().chain(rest).collect());
            }
        }
        lines
    }
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
    let problem =
        Problem { position: position.clone(), stipulation: stipulation.clone(), target: None };
    let options = Options { threads, tree: false, ..Options::default() };
    let solution = Solver::default().solve(&problem, &options);
    assert!(solution.is_complete());
    match solution.answer {
        Answer::Fight(fight) => fight.keys.iter().map(|key| vec![position.uci(key.m)]).collect(),
        Answer::Lines(lines) => {
            lines.solutions.iter().map(|line| problem.uci_line(position, line)).collect()
        }
    }
}

fn plainly(position: &Position, stipulation: &Stipulation) -> Vec<Vec<String>> {
    let plain = Plain { play: stipulation.play.clone(), goal: stipulation.goal };
    let Length::Halves(halves) = stipulation.length else { unreachable!() };
    let (plies, series) = match stipulation.play {
        Play::Help | Play::HelpSelf => (usize::from(halves), 1),
        Play::Series => (usize::from(halves / 2), usize::from(halves / 2)),
        Play::SeriesHelp | Play::SeriesSelf => {
            (usize::from(halves / 2) + 1, usize::from(halves / 2))
        }
        _ => {
            let keys = plain.keys(position, halves / 2);
            return keys.into_iter().map(|key| vec![key]).collect();
        }
    };
    sorted(plain.lines(position, plies, series))
}

const FIGHTS: [&str; 13] =
    ["#1", "#2", "s#1", "s#2", "r#1", "r#2", "semi-r#2", "=1", "=2", "==2", "+2", "x2", "ze42"];
const LINES: [&str; 19] = [
    "h#0.5", "h#1", "h#1.5", "h#2", "h=1.5", "h==1", "h#2.5", "hs#1", "hs#1.5", "hs#2", "ser-#2",
    "ser-#3", "ser-h#2", "ser-s#2", "ser-h=2", "ser-#4", "ser-h#3", "ser-s#3", "hs#2.5",
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
    fn helpmates_of_two_moves_are_complete(position in position(5)) {
        let stipulation: Stipulation = "h#2".parse().unwrap();
        prop_assert_eq!(solve(&position, &stipulation, 1), plainly(&position, &stipulation));
    }

    #[test]
    fn mirrored_problems_have_mirrored_answers(position in position(4), which in 0..LINES.len()) {
        for text in [FIGHTS[which % 7], LINES[which]] {
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
