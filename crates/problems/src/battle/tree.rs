//! The tree of a solution: threats, defences, continuations, set play and tries.

use super::{BattleSearch, Combat, Found, Wanted};
use crate::self_check;
use crate::solution::{AfterKey, Attack, Defence, Try};
use crate::solver::Options;
use zugwerk_chess::{Move, MoveList, Position};

/// With fewer moves to go, a part of the tree is told before another thread has come to help.
const SHARED_TREE: u16 = 2;

impl BattleSearch<'_> {
    /// What happens after `m`, which is known to succeed in `length` moves; `depth` moves of it are told.
    pub(super) fn attack_tree(
        &mut self,
        position: &Position,
        m: Move,
        length: u16,
        depth: u16,
    ) -> Attack {
        let after = position.play(m);
        let mut attack = Attack::bare(m, length);
        let direct = self.battle.combat == Combat::Direct;
        let may_reach = direct || self.battle.rules.quodlibet;
        if may_reach && self.battle.goal.is_reached(position, m, &after) {
            return attack;
        }
        if depth <= 1 && length > 1 {
            attack.is_cut = true;
            return attack;
        }
        let left = if direct { length - 1 } else { length };
        self.granting(&after, length, |search| {
            attack.threats = search.threats(&after, left, depth);
            attack.is_zugzwang = attack.threats.is_empty() && !after.is_check() && length > 1;
            let threats: Vec<Move> = attack.threats.iter().map(|threat| threat.m).collect();
            attack.defences = search.defences(&after, left, depth, &threats);
        });
        if self.is_stopped() {
            // What was found before the limit is not the whole truth about this move.
            return Attack { is_cut: true, ..Attack::bare(m, length) };
        }
        attack
    }

    /// What would succeed if the defender passed.
    fn threats(&mut self, after: &Position, left: u16, depth: u16) -> Vec<Attack> {
        let left = if self.battle.combat == Combat::Direct { left } else { left - 1 };
        if after.is_check() || left == 0 {
            return Vec::new();
        }
        self.continuations(&after.pass(), left, depth.saturating_sub(1))
    }

    /// The defences, those that the `threats` answer left out.
    fn defences(
        &mut self,
        after: &Position,
        left: u16,
        depth: u16,
        threats: &[Move],
    ) -> Vec<Defence> {
        let Combat::Direct = self.battle.combat else {
            return self.self_defences(after, left, depth);
        };
        let mut defences = Vec::new();
        let all = self.replies(after, after.legal_moves().to_vec(), left, depth);
        for (m, replies) in all {
            let answered = replies.iter().any(|reply| threats.contains(&reply.m));
            let shorter = replies.first().is_some_and(|reply| reply.length < left);
            if !answered || shorter && left > 1 {
                defences.push(Defence { m, reaches_goal: false, replies });
            }
        }
        defences
    }

    fn self_defences(&mut self, after: &Position, left: u16, depth: u16) -> Vec<Defence> {
        let goal = self.battle.goal;
        let must = self.battle.combat != Combat::SelfPlay && goal.is_near(after);
        let moves = goal.moves(after);
        let reaches_goal = |m: &Move| goal.is_reached(after, *m, &after.play(*m));
        let open = moves.iter().copied().filter(|m| !must && left > 1 && !reaches_goal(m));
        let mut answered =
            self.replies(after, open.collect(), left - 1, depth).into_iter().peekable();
        let mut defences = Vec::new();
        for &m in moves.iter().filter(|m| !must || reaches_goal(m)) {
            let replies =
                answered.next_if(|(answered, _)| *answered == m).map(|(_, replies)| replies);
            let replies = replies.unwrap_or_default();
            defences.push(Defence { m, reaches_goal: reaches_goal(&m), replies });
        }
        defences
    }

    /// What answers each of the defender's moves, those that were looked at before a limit came; shared among
    /// threads where that pays.
    fn replies(
        &mut self,
        after: &Position,
        moves: Vec<Move>,
        left: u16,
        depth: u16,
    ) -> Vec<(Move, Vec<Attack>)> {
        let depth = depth.saturating_sub(1);
        let mut all = Vec::with_capacity(moves.len());
        for (at, &m) in moves.iter().enumerate() {
            if left >= SHARED_TREE && self.battle.pool.has_idle_helper() {
                let rest = moves[at..].to_vec();
                let wanted = Wanted::Replies { moves: left, depth };
                let split = self.split(after, rest.clone(), wanted);
                let pool = self.battle.pool;
                let found = pool.share(self, split, rest.len());
                let told = rest.into_iter().zip(found).filter_map(|(m, found)| match found? {
                    Found::Replies(replies) => Some((m, replies)),
                    Found::Length(_) => None,
                });
                all.extend(told);
                return all;
            }
            let replies = self.continuations(&after.play(m), left, depth);
            all.push((m, replies));
            if self.is_stopped() {
                break;
            }
        }
        all
    }

    /// The moves that succeed in the fewest moves, at most `moves`.
    pub(super) fn continuations(
        &mut self,
        position: &Position,
        moves: u16,
        depth: u16,
    ) -> Vec<Attack> {
        let shortest = if self.battle.exact { moves } else { 1 };
        for length in shortest..=moves {
            if !self.solves(position, length) {
                continue;
            }
            let mut found = MoveList::new();
            let mut list = position.legal_moves();
            self.add_self_checks(position, &mut list);
            for &m in &list {
                if self.succeeds(position, m, &position.play(m), length) {
                    found.push(m);
                }
            }
            return found.iter().map(|&m| self.attack_tree(position, m, length, depth)).collect();
        }
        Vec::new()
    }

    /// What would happen if the defender were to move: his moves that have an answer.
    pub(super) fn set_play(&mut self, position: &Position, moves: u16, depth: u16) -> Vec<Defence> {
        let direct = self.battle.combat == Combat::Direct;
        if position.is_check() || direct && moves == 1 {
            return Vec::new();
        }
        let set = position.pass();
        let left = if direct { moves - 1 } else { moves };
        // Of a selfmate set play is told only where every move of the diagram is met.
        if !direct && self.possible_defences(&set).iter().any(|&m| !self.meets(&set, m, moves)) {
            return Vec::new();
        }
        let mut defences = self.defences(&set, left, depth, &[]);
        defences.retain(|defence| defence.reaches_goal || !defence.replies.is_empty());
        defences
    }

    /// First moves that fail to at most `most` defences.
    pub(super) fn tries(
        &mut self,
        position: &Position,
        moves: u16,
        most: usize,
        is_key: impl Fn(Move) -> bool,
    ) -> Vec<Try> {
        if self.must_reach_goal(position) || self_check::attacks_king(position) {
            return Vec::new();
        }
        let mut tries = Vec::new();
        for &m in position.legal_moves().iter().filter(|&&m| !is_key(m)) {
            let after = position.play(m);
            let mut refutations = MoveList::new();
            self.granting(&after, moves, |search| {
                for &reply in &search.possible_defences(&after) {
                    if !search.meets(&after, reply, moves) {
                        refutations.push(reply);
                    }
                    if refutations.len() > most || search.is_stopped() {
                        break;
                    }
                }
            });
            if (1..=most).contains(&refutations.len()) && !self.is_stopped() {
                tries.push(Try { m, refutations: refutations.to_vec() });
            }
        }
        tries
    }

    /// What follows a key that has been made, told as far as wanted.
    pub(super) fn after_key(
        &mut self,
        position: &Position,
        moves: u16,
        options: &Options,
    ) -> AfterKey {
        let direct = self.battle.combat == Combat::Direct;
        let left = if direct { moves - 1 } else { moves };
        let depth = options.tree_moves;
        let (mut refutations, mut undecided) = (Vec::new(), Vec::new());
        if !self.is_surely_mated(position, left) {
            for &m in &self.possible_defences(position) {
                match self.meets(position, m, moves) {
                    true => {}
                    // What a search says that was stopped means nothing.
                    false if self.is_stopped() => undecided.push(m),
                    false => refutations.push(m),
                }
            }
        }
        if !options.tree {
            return AfterKey { refutations, undecided, ..AfterKey::default() };
        }
        let threats = self.threats(position, left, depth);
        let answered: Vec<Move> = threats.iter().map(|threat| threat.m).collect();
        let mut defences = self.defences(position, left, depth, &answered);
        defences.retain(|defence| defence.reaches_goal || !defence.replies.is_empty());
        AfterKey { threats, defences, refutations, undecided }
    }

    /// The moves that the defender may make: in a reflexmate only those that reach the goal, where there are any.
    fn possible_defences(&self, after: &Position) -> MoveList {
        let goal = self.battle.goal;
        match self.battle.combat {
            Combat::Direct => after.legal_moves(),
            Combat::SelfPlay => goal.moves(after),
            Combat::Reflex | Combat::SemiReflex => {
                let mut reaching = MoveList::new();
                goal.find_moves(after, |m| {
                    reaching.push(m);
                    false
                });
                if reaching.is_empty() { after.legal_moves() } else { reaching }
            }
        }
    }

    /// Whether the defence `reply` to the first of `moves` does not help.
    pub(super) fn meets(&mut self, after: &Position, reply: Move, moves: u16) -> bool {
        let position = after.play(reply);
        let goal = self.battle.goal;
        let is_over = match self.battle.combat {
            Combat::Direct => false,
            Combat::SelfPlay => goal.is_reached(after, reply, &position),
            Combat::Reflex | Combat::SemiReflex => goal.is_near(after),
        };
        if is_over {
            // Where the exact length counts, reaching the goal too early refutes.
            return !self.battle.exact || moves == 1;
        }
        moves > 1 && self.solves(&position, moves - 1)
    }
}
