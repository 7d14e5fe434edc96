//! Depth-first proof-number search (Nagai's df-pn) for a mate within a bound: finds deep and narrow mates
//! that trying one length after the other would come to late.
//!
//! A node is a position with the moves left, so no line repeats one. The table is of a fixed size; what it
//! forgets is searched again.

use super::BattleSearch;
use crate::mating;
use crate::table::mix;
use zugwerk_chess::{Move, Position};

/// Proof and disproof number: how many open questions stand before either.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const SURE: u32 = 1 << 28;
const PROVEN: Numbers = Numbers { proof: 0, disproof: SURE };
const DISPROVEN: Numbers = Numbers { proof: SURE, disproof: 0 };

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    numbers: Numbers,
}

/// Entries in the table, a power of two.
const ENTRIES: usize = 1 << 20;

/// A search for a mate within a bound.
pub(super) struct Proof<'f, 'a> {
    search: &'f mut BattleSearch<'a>,
    entries: Vec<Entry>,
    nodes: u64,
    most_nodes: u64,
}

/// A move and what follows it.
struct Child {
    m: Move,
    position: Position,
    key: u64,
    /// Known without a search.
    sure: Option<Numbers>,
    first: Numbers,
}

impl<'f, 'a> Proof<'f, 'a> {
    pub(super) fn new(search: &'f mut BattleSearch<'a>, most_nodes: u64) -> Proof<'f, 'a> {
        let empty = Entry { key: 0, numbers: Numbers { proof: 1, disproof: 1 } };
        Proof { search, entries: vec![empty; ENTRIES], nodes: 0, most_nodes }
    }

    /// A first move that mates within `moves` by force, if one is found with the nodes given.
    pub(super) fn find(&mut self, position: &Position, moves: u16) -> Option<Move> {
        self.nodes = 0;
        let root = self.search(position, moves, true, SURE, SURE);
        if root.proof != 0 {
            return None;
        }
        // If the table has forgotten the proof meanwhile, nothing is claimed.
        let children = self.children(position, moves, true);
        children.iter().find(|child| self.numbers(child).proof == 0).map(|child| child.m)
    }

    /// Whether the defender, who is to move and can, is mated within `moves` whatever he does, as far as that is found with the
    /// nodes given.
    pub(super) fn is_mated(&mut self, position: &Position, moves: u16) -> bool {
        self.nodes = 0;
        position.has_moves() && self.search(position, moves, false, SURE, SURE).proof == 0
    }

    /// Works on a node until a threshold is reached. `attacks` tells whose move it is.
    fn search(
        &mut self,
        position: &Position,
        moves: u16,
        attacks: bool,
        most_proof: u32,
        most_disproof: u32,
    ) -> Numbers {
        self.nodes += 1;
        let key = node_key(position, moves);
        let children = self.children(position, moves, attacks);
        loop {
            let numbers = self.combine(&children, attacks);
            let stop = self.nodes > self.most_nodes || self.search.watch.tick();
            if numbers.proof >= most_proof || numbers.disproof >= most_disproof || stop {
                self.entries[key as usize & (ENTRIES - 1)] = Entry { key, numbers };
                return numbers;
            }
            // The child most worth it is worked on until another one is worth more.
            let rank = |numbers: Numbers| if attacks { numbers.proof } else { numbers.disproof };
            let (mut best, mut best_rank, mut second_rank) = (0, u32::MAX, u32::MAX);
            for (at, child) in children.iter().enumerate() {
                let rank = rank(self.numbers(child));
                if rank < best_rank {
                    (best, second_rank, best_rank) = (at, best_rank, rank);
                } else {
                    second_rank = second_rank.min(rank);
                }
            }
            let child = &children[best];
            let now = self.numbers(child);
            let patience = second_rank.saturating_add(1);
            let left = if attacks { moves - 1 } else { moves };
            let (proof, disproof) = match attacks {
                true => (most_proof.min(patience), most_disproof - numbers.disproof + now.disproof),
                false => (most_proof - numbers.proof + now.proof, most_disproof.min(patience)),
            };
            self.search(&child.position, left, !attacks, proof, disproof);
        }
    }

    /// The numbers of a node from those of its children.
    fn combine(&self, children: &[Child], attacks: bool) -> Numbers {
        let mut all = if attacks { DISPROVEN } else { PROVEN };
        for child in children {
            let Numbers { proof, disproof } = self.numbers(child);
            if attacks {
                all.proof = all.proof.min(proof);
                all.disproof = (all.disproof + disproof).min(SURE);
            } else {
                all.proof = (all.proof + proof).min(SURE);
                all.disproof = all.disproof.min(disproof);
            }
        }
        all
    }

    fn numbers(&self, child: &Child) -> Numbers {
        let entry = &self.entries[child.key as usize & (ENTRIES - 1)];
        match child.sure {
            Some(numbers) => numbers,
            None if entry.key == child.key => entry.numbers,
            None => child.first,
        }
    }

    fn children(&self, position: &Position, moves: u16, attacks: bool) -> Vec<Child> {
        let left = if attacks { moves - 1 } else { moves };
        let list = position.legal_moves();
        list.iter()
            .map(|&m| {
                let after = position.play(m);
                let key = node_key(&after, left);
                let (sure, first) =
                    if attacks { defence(&after, left) } else { attack(&after, left) };
                Child { m, position: after, key, sure, first }
            })
            .collect()
    }
}

/// What is known at once of a position with the defender to move: mated, safe, or harder to mate the more
/// moves it has.
fn defence(position: &Position, left: u16) -> (Option<Numbers>, Numbers) {
    let replies = position.count_moves() as u32;
    let first = Numbers { proof: replies.max(1), disproof: 1 };
    let sure = match (replies, position.is_check()) {
        (0, true) => Some(PROVEN),
        (0, false) => Some(DISPROVEN),
        _ if left == 0 => Some(DISPROVEN),
        _ => None,
    };
    (sure, first)
}

/// What is known at once of a position with the attacker to move.
fn attack(position: &Position, left: u16) -> (Option<Numbers>, Numbers) {
    let first = Numbers { proof: 1, disproof: 1 };
    let sure = match mating::find_mates(position, |_| true) {
        true => Some(PROVEN),
        false if left == 1 => Some(DISPROVEN),
        false => None,
    };
    (sure, first)
}

fn node_key(position: &Position, moves: u16) -> u64 {
    mix(position.key() ^ u64::from(moves) << 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Goal;
    use crate::battle::{Battle, Combat};
    use crate::limits::{Shared, SolveLimits};
    use crate::stipulation::FightRules;
    use crate::table::Table;

    /// What `ask` says of a search of its own.
    fn with_search<T>(ask: impl FnOnce(&mut BattleSearch) -> T) -> T {
        let limits = SolveLimits::default();
        let shared = Shared::new(&limits);
        let mut table = Table::new(16);
        table.start(16);
        let (combat, goal) = (Combat::Direct, Goal::Mate);
        let (table, shared, pool) = (&table, &shared, &crate::split_pool::SplitPool::new());
        let rules = FightRules::default();
        let battle = Battle { combat, goal, exact: false, rules, table, shared, pool };
        ask(&mut BattleSearch::new(battle))
    }

    /// What is found within a bound, checked by the search that tries every move.
    fn find(fen: &str, bound: u16) -> bool {
        let position: Position = fen.parse().unwrap();
        with_search(|search| {
            let found = Proof::new(search, 50_000).find(&position, bound);
            if let Some(m) = found {
                assert!(search.succeeds(&position, m, &position.play(m), bound), "{fen} {m:?}");
            }
            found.is_some()
        })
    }

    /// Queen and rook against a king and a pawn, somewhere, with Black to move.
    fn ending(seed: u64) -> Option<Position> {
        let mut board = [None; 64];
        for (at, piece) in "KQRkp".chars().enumerate() {
            let square = &mut board[mix(seed * 5 + at as u64) as usize % 64];
            if square.replace(piece).is_some() {
                return None;
            }
        }
        let rank = |squares: &[Option<char>]| -> String {
            squares.iter().map(|square| square.unwrap_or(' ')).collect()
        };
        let ranks: Vec<String> = board.chunks(8).map(rank).collect();
        let mut ranks = ranks.join("/");
        for empty in (1..=8).rev() {
            ranks = ranks.replace(&" ".repeat(empty), &empty.to_string());
        }
        format!("{ranks} b - - 0 1").parse().ok()
    }

    /// With nodes enough, a defender is found mated where the search that tries every move finds him so.
    #[test]
    fn knows_who_is_mated() {
        let mut mated = 0;
        let endings = (0..5000).filter_map(ending).filter(Position::has_moves).take(300);
        for (position, bound) in endings.zip([1, 2, 3].into_iter().cycle()) {
            let (proven, searched) = with_search(|search| {
                let proven = Proof::new(search, 50_000).is_mated(&position, bound);
                (proven, search.fails_to_hinder(&position, bound))
            });
            assert_eq!(proven, searched, "{position} within {bound}");
            mated += usize::from(proven);
        }
        assert!((10..290).contains(&mated), "{mated}");
    }

    #[test]
    fn finds_mates_that_hold_and_no_others() {
        assert!(find("8/8/7k/R7/1R6/8/8/4K3 w - - 0 1", 2));
        assert!(find("8/8/7k/R7/1R6/8/8/4K3 w - - 0 1", 4));
        assert!(find("k7/8/2K5/8/8/8/8/1Q6 w - - 0 1", 3));
        assert!(!find("8/8/7k/R7/1R6/8/8/4K3 w - - 0 1", 1));
        assert!(!find("8/8/7k/8/1N6/8/8/4K3 w - - 0 1", 4));
    }
}
