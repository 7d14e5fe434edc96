//! The tree of a fight as text, one defence a line.

use crate::notation::Notation;
use crate::solution::{AfterKey, Attack, Defence, Fight};
use crate::solver::Problem;
use zugwerk_chess::Position;

/// Set play, tries and the tree of each key.
pub fn write_fight(problem: &Problem, fight: &Fight, notation: Notation) -> String {
    let words = notation.language;
    let mut writer = Writer { notation, text: String::new() };
    let position = &problem.position;
    if !fight.set_play.is_empty() {
        writer.text.push_str(&format!("{}:\n", words.set_play()));
        let set = position.pass();
        for defence in &fight.set_play {
            writer.defence(&set, defence, 1, 1);
        }
    }
    for attempt in &fight.tries {
        let after = position.play(attempt.m);
        let refutations: Vec<String> = attempt
            .refutations
            .iter()
            .map(|&m| format!("1...{}!", notation.write(&after, m)))
            .collect();
        let m = notation.write(position, attempt.m);
        let (word, refutations) = (words.attempt(), refutations.join(", "));
        writer.text.push_str(&format!("{word}: 1.{m}? {refutations}\n"));
    }
    if let Some(after_key) = &fight.after_key {
        writer.after_key(position, after_key);
    }
    for (at, key) in fight.keys.iter().enumerate() {
        let short = key.length < fight.moves;
        let mark = match (at, short) {
            (_, true) => format!("! ({})", words.short(key.length)),
            (0, _) => "!".to_string(),
            _ => format!("! ({})", words.cook()),
        };
        writer.attack(position, key, 1, 0, &mark);
    }
    writer.text
}

struct Writer {
    notation: Notation,
    text: String,
}

impl Writer {
    fn indent(&mut self, depth: usize) {
        self.text.extend(std::iter::repeat_n("  ", depth));
    }

    /// What follows a key that is not shown.
    fn after_key(&mut self, position: &Position, after_key: &AfterKey) {
        let words = self.notation.language;
        for threat in &after_key.threats {
            self.text.push_str(&format!("{}:\n", words.threat()));
            self.attack(&position.pass(), threat, 2, 1, "");
        }
        for defence in &after_key.defences {
            self.defence(position, defence, 1, 0);
        }
        for &m in &after_key.refutations {
            self.text.push_str(&format!("1...{}!\n", self.notation.write(position, m)));
        }
    }

    /// The attacker's move on a line of its own, and under it what follows.
    fn attack(
        &mut self,
        position: &Position,
        attack: &Attack,
        number: u16,
        depth: usize,
        mark: &str,
    ) {
        self.indent(depth);
        let m = self.notation.write(position, attack.m);
        // The sign of a countermate is no part of the mark.
        let blank = if m.ends_with('!') && !mark.is_empty() { " " } else { "" };
        self.text.push_str(&format!("{number}.{m}{blank}{mark}"));
        self.consequences(position, attack, number, depth);
    }

    /// The rest of the attacker's line, from the threats on.
    fn consequences(&mut self, position: &Position, attack: &Attack, number: u16, depth: usize) {
        let words = self.notation.language;
        let after = position.play(attack.m);
        let (short, long): (Vec<&Attack>, Vec<&Attack>) =
            attack.threats.iter().partition(|threat| is_leaf(threat));
        if !short.is_empty() {
            let pass = after.pass();
            let threats: Vec<String> = short
                .iter()
                .map(|threat| format!("{}.{}", number + 1, self.notation.write(&pass, threat.m)))
                .collect();
            self.text.push_str(&format!(" ({} {})", words.threat(), threats.join(", ")));
        }
        if attack.is_zugzwang {
            self.text.push_str(&format!(" {}", words.zugzwang()));
        }
        if attack.is_cut {
            self.text.push_str(&format!(" … {} {}", words.within(), attack.length));
        }
        if let [next] = &attack.next[..] {
            let pass = after.pass();
            let m = self.notation.write(&pass, next.m);
            self.text.push_str(&format!(" {}.{m}", number + 1));
            return self.consequences(&pass, next, number + 1, depth);
        }
        self.text.push('\n');
        for next in &attack.next {
            self.attack(&after.pass(), next, number + 1, depth + 1, "");
        }
        for threat in long {
            self.indent(depth + 1);
            self.text.push_str(&format!("{}:\n", words.threat()));
            self.attack(&after.pass(), threat, number + 1, depth + 2, "");
        }
        for defence in &attack.defences {
            self.defence(&after, defence, number, depth + 1);
        }
    }

    fn defence(&mut self, position: &Position, defence: &Defence, number: u16, depth: usize) {
        self.indent(depth);
        self.text.push_str(&format!("{number}...{}", self.notation.write(position, defence.m)));
        let after = position.play(defence.m);
        let several = defence.replies.len() > 1;
        let dual = format!(" ({})\n", self.notation.language.dual());
        if defence.replies.iter().all(is_leaf) {
            for (at, reply) in defence.replies.iter().enumerate() {
                let slash = if at > 0 { " /" } else { "" };
                let reply = self.notation.write(&after, reply.m);
                self.text.push_str(&format!("{slash} {}.{reply}", number + 1));
            }
            self.text.push_str(if several { &dual } else { "\n" });
        } else if let [reply] = &defence.replies[..] {
            let m = self.notation.write(&after, reply.m);
            self.text.push_str(&format!(" {}.{m}", number + 1));
            self.consequences(&after, reply, number + 1, depth);
        } else {
            self.text.push_str(&dual);
            for reply in &defence.replies {
                self.attack(&after, reply, number + 1, depth + 1, "");
            }
        }
    }
}

/// Whether nothing is told of what follows.
fn is_leaf(attack: &Attack) -> bool {
    attack.threats.is_empty()
        && attack.next.is_empty()
        && attack.defences.is_empty()
        && !attack.is_cut
}
