//! Problems in which one side fights the other: directmates, selfmates, reflexmates and their like.
//!
//! The attacker's side is the same for all: some move must succeed against every defence. What a defence
//! is differs, and is told in [`directmate`] and [`selfmate`]. Shorter solutions are looked for
//! first; what was found about a position is kept in a table, as the length that succeeds and the length
//! that is known to fail.

mod directmate;
mod exact;
mod non_trivial;
mod proof;
mod selfmate;
mod shortest;
mod tree;

use crate::goal::Goal;
use crate::limits::{Shared, Watch};
use crate::self_check;
use crate::solution::{Attack, Fight};
use crate::solver::Options;
use crate::split_pool::{SplitPool, Worker};
use crate::stipulation::{FightRules, Play};
use crate::table::Table;
use zugwerk_chess::{Move, MoveList, Position};

/// What the defender may and must do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combat {
    /// He hinders the attacker from reaching the goal.
    Direct,
    /// He avoids reaching the goal himself.
    SelfPlay,
    /// He avoids it, but whoever can reach the goal must.
    Reflex,
    /// He avoids it, but must reach it if he can.
    SemiReflex,
}

impl Combat {
    pub(crate) fn of(play: &Play) -> Option<Combat> {
        match play {
            Play::Direct => Some(Combat::Direct),
            Play::SelfPlay => Some(Combat::SelfPlay),
            Play::Reflex => Some(Combat::Reflex),
            Play::SemiReflex => Some(Combat::SemiReflex),
            _ => None,
        }
    }
}

/// The rules of a fight and what its threads share.
#[derive(Clone, Copy)]
pub(crate) struct Battle<'a> {
    pub(crate) combat: Combat,
    pub(crate) goal: Goal,
    /// Whether only successes of the exact length count.
    pub(crate) exact: bool,
    pub(crate) rules: FightRules,
    pub(crate) table: &'a Table,
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) pool: &'a SplitPool<BattleSearch<'a>>,
}

/// How large a table pays for a fight of `moves`.
pub(crate) fn table_bits(moves: u16) -> u32 {
    match moves {
        0..=2 => 12,
        3 => 16,
        4 => 20,
        _ => 22,
    }
}

impl<'a> Battle<'a> {
    /// Every key, with its tree, and what else was asked for.
    pub(crate) fn solve(&self, position: &Position, moves: u16, options: &Options) -> Fight {
        // A thread takes longer to start than a mate in two to be found.
        let threads = options.thread_count(moves >= SHARED, moves >= LONG);
        self.pool.run(
            threads,
            || BattleSearch::new(*self),
            |search| search.solve(position, moves, options),
        )
    }
}

impl<'a> Battle<'a> {
    /// What follows in post-key play.
    pub(crate) fn solve_after_key(
        &self,
        position: &Position,
        moves: u16,
        options: &Options,
    ) -> Fight {
        let threads = options.thread_count(moves >= SHARED, moves >= LONG);
        let after_key = self.pool.run(
            threads,
            || BattleSearch::new(*self),
            |search| search.after_key(position, moves, options),
        );
        Fight { moves, after_key: Some(after_key), ..Fight::default() }
    }
}

impl<'a> BattleSearch<'a> {
    /// Every key, with its tree, and what else was asked for.
    fn solve(&mut self, position: &Position, moves: u16, options: &Options) -> Fight {
        if self_check::attacks_king(position) {
            return self.describe(position, moves, Vec::new(), options);
        }
        let any = self.any_long_mate(position, moves);
        let lengths = self.keys(position, moves);
        let mut fight = self.describe(position, moves, lengths, options);
        // Where the time was up before a key was found, one that a proof search knows is better than none.
        if fight.keys.is_empty() && self.battle.shared.stop().is_some() {
            fight.keys.extend(any.map(|m| Attack::bare(m, moves)));
        }
        fight
    }

    /// The first moves that succeed within `moves`, each with the length of its success.
    fn keys(&mut self, position: &Position, moves: u16) -> Vec<(Move, u16)> {
        if self.must_reach_goal(position) {
            return Vec::new();
        }
        let first_moves = self.ordered(position, moves).to_vec();
        let shared = first_moves.clone();
        let split = self.split(position, shared, Wanted::Lengths(moves));
        let pool = self.battle.pool;
        // Two first moves of a long fight lead to the same positions, so one is done after the other.
        let lengths = match moves < DEEP {
            true => pool.share(self, split, first_moves.len()),
            false => (0..first_moves.len()).map(|at| self.work(&split, at)).collect(),
        };
        let found = first_moves.iter().zip(lengths);
        found.filter_map(|(&m, found)| Some((m, found?.success()?))).collect()
    }

    /// The tree of each key, set play and tries, as far as wanted.
    fn describe(
        &mut self,
        position: &Position,
        moves: u16,
        keys: Vec<(Move, u16)>,
        options: &Options,
    ) -> Fight {
        let keys: Vec<Attack> = keys
            .into_iter()
            .map(|(m, length)| match options.tree {
                true => self.attack_tree(position, m, length, options.tree_moves),
                false => Attack::bare(m, length),
            })
            .collect();
        let mut fight = Fight { moves, keys, ..Fight::default() };
        if self.must_reach_goal(position) {
            self.battle.goal.find_moves(position, |m| {
                fight.spoiled_by.push(m);
                false
            });
        }
        if options.set_play {
            fight.set_play = self.set_play(position, moves, options.tree_moves);
            let is_key = |m: Move| fight.keys.iter().any(|key| key.m == m);
            fight.tries = self.tries(position, moves, options.refutations, is_key);
        }
        fight
    }
}

/// One thread of a fight.
pub(crate) struct BattleSearch<'a> {
    battle: Battle<'a>,
    watch: Watch<'a>,
    /// For each length, the last defences that refuted something.
    killers: Vec<[Option<Move>; 2]>,
    /// For each length, the attacker's move that last succeeded.
    threats: Vec<Option<Move>>,
    /// With `nontrivial`, how many defences that are not trivial may still be granted in this line of play.
    granted: Option<u16>,
    /// By origin and target, how much each defence has refuted.
    refutations: Box<[[u32; 64]; 64]>,
}

impl<'a> BattleSearch<'a> {
    pub(crate) fn new(battle: Battle<'a>) -> BattleSearch<'a> {
        BattleSearch {
            battle,
            watch: Watch::new(battle.shared),
            killers: vec![[None; 2]; 256],
            threats: vec![None; 256],
            granted: battle.rules.non_trivial.map(|rule| rule.more),
            refutations: Box::new([[0; 64]; 64]),
        }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.watch.is_stopped()
    }

    /// Whether the side to move succeeds within `moves`.
    pub(crate) fn solves(&mut self, position: &Position, moves: u16) -> bool {
        let Battle { combat, goal, table, .. } = self.battle;
        if moves == 1 && combat == Combat::Direct {
            self.watch.tick();
            return goal.is_near(position);
        }
        if self.battle.exact {
            return self.solves_exactly(position, moves);
        }
        let key = table.key(goal.key(position), self.salt());
        let known = Knowledge::from_bits(table.get(key));
        if known.succeeds_in(moves) {
            return true;
        }
        if moves <= known.fails || self.watch.tick() {
            return false;
        }
        if self.must_reach_goal(position) {
            table.set(key, Knowledge { succeeds: 0, fails: u16::from(u8::MAX) }.bits());
            return false;
        }
        for length in known.fails + 1..=moves {
            let success = if length == 1 && combat == Combat::Direct {
                goal.is_near(position)
            } else {
                self.solves_in(position, length)
            };
            if self.watch.is_stopped() {
                return false;
            }
            if success {
                table.set(key, Knowledge { succeeds: length, fails: length - 1 }.bits());
                return true;
            }
        }
        table.set(key, Knowledge { succeeds: known.succeeds, fails: moves }.bits());
        false
    }

    /// Whether some move succeeds within `moves`, shorter successes having been ruled out.
    fn solves_in(&mut self, position: &Position, moves: u16) -> bool {
        if moves == 2 && self.battle.combat == Combat::Direct && self.battle.goal == Goal::Mate {
            return self.mates_in_two(position);
        }
        // What succeeded against another defence is often a threat that this one does not parry.
        let threat = self.threats[usize::from(moves)].filter(|&m| position.is_legal(m));
        if let Some(m) = threat
            && self.succeeds(position, m, &position.play(m), moves)
        {
            return true;
        }
        let ordered = self.ordered(position, moves);
        for (at, &m) in ordered.iter().enumerate() {
            if Some(m) == threat {
                continue;
            }
            if moves >= SHARED && at >= ELDEST && self.battle.pool.has_idle_helper() {
                return self.share(position, &ordered[at..], moves);
            }
            if self.succeeds(position, m, &position.play(m), moves) {
                self.threats[usize::from(moves)] = Some(m);
                return true;
            }
        }
        false
    }

    /// Whether one of `list` succeeds within `moves`, found out together with other threads.
    fn share(&mut self, position: &Position, list: &[Move], moves: u16) -> bool {
        let split = self.split(position, list.to_vec(), Wanted::Any(moves));
        let pool = self.battle.pool;
        let found = pool.share(self, split, list.len());
        found.into_iter().flatten().any(|found| found.success().is_some())
    }

    /// Whether the attacker's move `m`, the first of `moves`, succeeds against every defence.
    pub(crate) fn succeeds(
        &mut self,
        position: &Position,
        m: Move,
        after: &Position,
        moves: u16,
    ) -> bool {
        let Battle { combat, goal, exact, rules, .. } = self.battle;
        let is_direct = combat == Combat::Direct;
        // Where reaching the goal means nothing, it need not be looked at.
        let is_reached = (is_direct || rules.quodlibet || rules.goal_is_end)
            && goal.is_reached(position, m, after);
        if is_reached && (is_direct || rules.quodlibet) {
            return !exact || moves == 1;
        }
        if is_reached || self.has_many_flights(after) {
            return false;
        }
        let succeeds = |search: &mut Self| match combat {
            Combat::Direct => moves > 1 && search.fails_to_hinder(after, moves - 1),
            Combat::SelfPlay => search.is_forced(after, moves),
            Combat::Reflex | Combat::SemiReflex => search.is_obliged(after, moves),
        };
        self.granting(after, moves, succeeds).unwrap_or(false)
    }

    /// Whether the defender's king has more flights than are allowed.
    fn has_many_flights(&self, position: &Position) -> bool {
        let Some(most) = self.battle.rules.max_flights else { return false };
        let king = position.king(position.turn());
        let moves = position.legal_moves();
        moves.iter().filter(|m| Some(m.from()) == king).count() > usize::from(most)
    }

    /// Whether the attacker of a reflexmate must reach the goal himself, which is not what he wants.
    fn must_reach_goal(&self, position: &Position) -> bool {
        self.battle.combat == Combat::Reflex
            && !self.battle.rules.quodlibet
            && self.battle.goal.is_near(position)
    }

    /// The attacker's moves, checks first where there is more than one move to go.
    fn ordered(&self, position: &Position, moves: u16) -> MoveList {
        if moves == 1 {
            let mut list = position.legal_moves();
            self.add_self_checks(position, &mut list);
            return list;
        }
        let (mut ordered, quiet) = checks_and_quiet_moves(position);
        for &m in &quiet {
            ordered.push(m);
        }
        self.add_self_checks(position, &mut ordered);
        ordered
    }

    /// Adds the moves with which the attacker reaches a goal that leaves his own king in check.
    fn add_self_checks(&self, position: &Position, list: &mut MoveList) {
        if self.battle.combat == Combat::Direct || self.battle.rules.quodlibet {
            for &m in &self.battle.goal.self_checks(position) {
                list.push(m);
            }
        }
    }

    /// The defender's moves, those first that have refuted most so far.
    fn ordered_defences(&self, position: &Position, moves: u16) -> MoveList {
        let list = position.legal_moves();
        // A mate in one is looked for faster than moves are sorted.
        if moves == 1 {
            return list;
        }
        let mut order: [u8; 256] = std::array::from_fn(|at| at as u8);
        let order = &mut order[..list.len().min(256)];
        // A check leaves the attacker few moves to look at.
        let merit =
            |m: Move| (position.gives_check(m), self.refutations[m.from().index()][m.to().index()]);
        order.sort_by_cached_key(|&at| std::cmp::Reverse(merit(list[usize::from(at)])));
        let mut ordered = MoveList::new();
        for &at in order.iter() {
            ordered.push(list[usize::from(at)]);
        }
        ordered
    }

    fn remember_refutation(&mut self, moves: u16, m: Move) {
        let merit = &mut self.refutations[m.from().index()][m.to().index()];
        *merit = merit.saturating_add(u32::from(moves) * u32::from(moves));
        let killers = &mut self.killers[usize::from(moves)];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
    }
}

/// The moves that give check, and the others.
fn checks_and_quiet_moves(position: &Position) -> (MoveList, MoveList) {
    let (mut checks, mut quiet) = (MoveList::new(), MoveList::new());
    for &m in &position.legal_moves() {
        if position.gives_check(m) { checks.push(m) } else { quiet.push(m) }
    }
    (checks, quiet)
}

/// With fewer moves to go, they are not worth sharing among threads.
const SHARED: u16 = 3;

/// With this many moves or more, what is worth sharing is found below the first moves.
const DEEP: u16 = 5;

/// This many moves of a position are tried before the rest is shared: where one of them succeeds, the rest is
/// not needed.
const ELDEST: usize = 5;

/// With this many moves or more, a search may go on when all others are done.
const LONG: u16 = 4;

/// A position whose moves are shared among threads.
pub(crate) struct Split {
    position: Position,
    moves: Vec<Move>,
    wanted: Wanted,
    /// What may still be granted there.
    granted: Option<u16>,
}

/// What is wanted of each move.
enum Wanted {
    /// Whether the attacker's move succeeds within this many; one that does is enough.
    Any(u16),
    /// In how many moves, at most this many, each succeeds.
    Lengths(u16),
    /// What answers the defender's move within `moves`, told `depth` moves deep.
    Replies { moves: u16, depth: u16 },
}

impl BattleSearch<'_> {
    fn split(&self, position: &Position, moves: Vec<Move>, wanted: Wanted) -> Split {
        Split { position: position.clone(), moves, wanted, granted: self.granted }
    }
}

/// What was found about one move of a split.
pub(crate) enum Found {
    /// The length of its success; 0 if it fails.
    Length(u16),
    /// What answers it.
    Replies(Vec<Attack>),
}

impl Found {
    /// The length of the success, if it is one.
    fn success(&self) -> Option<u16> {
        match self {
            Found::Length(length) => Some(*length).filter(|&length| length > 0),
            Found::Replies(_) => None,
        }
    }
}

impl<'a> Worker for BattleSearch<'a> {
    type Node = Split;
    type Watch = Watch<'a>;
    type Found = Found;
    type Suspended = Option<u16>;

    fn go_to(&mut self, split: &Split) -> Option<u16> {
        std::mem::replace(&mut self.granted, split.granted)
    }

    fn come_back(&mut self, granted: Option<u16>) {
        self.granted = granted;
    }

    fn work(&mut self, split: &Split, at: usize) -> Option<Found> {
        let (position, m) = (&split.position, split.moves[at]);
        let after = position.play(m);
        let lengths = match split.wanted {
            Wanted::Any(moves) => moves..=moves,
            Wanted::Lengths(most) if self.battle.exact => most..=most,
            Wanted::Lengths(most) => 1..=most,
            Wanted::Replies { moves, depth } => {
                let replies = self.continuations(&after, moves, depth);
                return (!self.is_stopped()).then_some(Found::Replies(replies));
            }
        };
        let found = lengths.into_iter().find(|&moves| self.succeeds(position, m, &after, moves));
        (found.is_some() || !self.is_stopped()).then(|| Found::Length(found.unwrap_or(0)))
    }

    fn is_enough(split: &Split, found: &Found) -> bool {
        matches!(split.wanted, Wanted::Any(_)) && found.success().is_some()
    }

    fn watch(&mut self) -> &mut Watch<'a> {
        &mut self.watch
    }
}

/// What the table knows of a position with the attacker to move.
struct Knowledge {
    /// The least number of moves known to succeed; 0 for none.
    succeeds: u16,
    /// The greatest number of moves known to fail; 0 for none.
    fails: u16,
}

impl Knowledge {
    fn from_bits(bits: u16) -> Knowledge {
        Knowledge { succeeds: bits >> 8, fails: bits & 0xFF }
    }

    fn bits(&self) -> u16 {
        self.succeeds << 8 | self.fails
    }

    fn succeeds_in(&self, moves: u16) -> bool {
        self.succeeds != 0 && self.succeeds <= moves
    }
}
