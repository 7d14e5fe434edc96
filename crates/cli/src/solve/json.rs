//! Answers as JSON; `docs/problems.md` describes the members.

use super::Solved;
use serde_json::{Map, Value, json};
use zugwerk_chess::{Move, Position};
use zugwerk_game::Stop;
use zugwerk_problems::{AfterKey, Answer, Attack, Defence, Fight, Length, Lines, Problem};

/// One answer.
pub fn row(id: Option<&str>, solved: &Solved) -> Map<String, Value> {
    let Solved { problem, solution, duplex, seconds } = solved;
    let mut row = Map::new();
    if let Some(id) = id {
        row.insert("id".to_string(), json!(id));
    }
    row.insert("fen".to_string(), json!(problem.position.to_string()));
    row.insert("stipulation".to_string(), json!(problem.stipulation.to_string()));
    row.insert("complete".to_string(), json!(solution.is_complete()));
    if let Some(stop) = solution.stopped {
        row.insert("stopped".to_string(), json!(name(stop)));
    }
    if problem.can_take_king() {
        row.insert("can_take_king".to_string(), json!(true));
    }
    if !solution.spoiled_by().is_empty() {
        let moves = solution.spoiled_by().iter().map(|&m| problem.position.uci(m));
        row.insert("spoiled_by".to_string(), json!(moves.collect::<Vec<_>>()));
    }
    match &solution.answer {
        Answer::Fight(fight) => add_fight(&mut row, problem, fight),
        Answer::Lines(lines) => add_lines(&mut row, problem, lines),
    }
    row.insert("nodes".to_string(), json!(solution.nodes));
    row.insert("seconds".to_string(), json!(seconds));
    if let Some(duplex) = duplex {
        row.insert("duplex".to_string(), Value::Object(self::row(None, duplex)));
    }
    row
}

/// A line that could not be read.
pub fn error(id: &str, line: usize, message: &str) -> Value {
    json!({ "id": id, "line": line, "error": message })
}

/// A twin that cannot be made.
pub fn twin_error(letter: &str, message: &str) -> Map<String, Value> {
    let members = [("twin", letter), ("error", message)];
    members.into_iter().map(|(name, value)| (name.to_string(), json!(value))).collect()
}

pub fn name(stop: Stop) -> &'static str {
    match stop {
        Stop::Solutions => "solutions",
        Stop::Interrupted => "interrupt",
        _ => "time",
    }
}

fn add_fight(row: &mut Map<String, Value>, problem: &Problem, fight: &Fight) {
    let position = &problem.position;
    // Where no length was asked for and nothing found, there is none to tell.
    if problem.stipulation.length != Length::Shortest || !fight.keys.is_empty() {
        row.insert("moves".to_string(), json!(fight.moves));
    }
    let names = |moves: &[Move]| moves.iter().map(|&m| position.uci(m)).collect::<Vec<_>>();
    if let Some(AfterKey { threats, defences, refutations, undecided }) = &fight.after_key {
        let threats: Vec<Value> =
            threats.iter().map(|threat| attack(&position.pass(), threat)).collect();
        let defences: Vec<Value> = defences.iter().map(|d| defence(position, d)).collect();
        let refutations = names(refutations);
        let mut after_key =
            json!({ "threats": threats, "defences": defences, "refutations": refutations });
        if !undecided.is_empty() {
            after_key["undecided"] = json!(names(undecided));
        }
        row.insert("after_key".to_string(), after_key);
        return;
    }
    let keys: Vec<String> = fight.keys.iter().map(|key| position.uci(key.m)).collect();
    row.insert("keys".to_string(), json!(keys));
    if let Some(none) = fight.no_solution_in {
        row.insert("no_mate_in".to_string(), json!(none));
    }
    let is_told = |key: &Attack| {
        !key.defences.is_empty()
            || !key.threats.is_empty()
            || !key.next.is_empty()
            || key.is_cut
            || key.length == 1
    };
    if !fight.keys.is_empty() && fight.keys.iter().all(is_told) {
        let tree: Vec<Value> = fight.keys.iter().map(|key| attack(position, key)).collect();
        row.insert("tree".to_string(), json!(tree));
    }
    if problem.stipulation.set_play {
        let set = position.pass();
        let defences: Vec<Value> = fight.set_play.iter().map(|d| defence(&set, d)).collect();
        row.insert("set_play".to_string(), json!(defences));
    }
    if problem.stipulation.set_play {
        let tries: Vec<Value> = fight
            .tries
            .iter()
            .map(|attempt| {
                let after = position.play(attempt.m);
                let refutations: Vec<String> =
                    attempt.refutations.iter().map(|&m| after.uci(m)).collect();
                json!({ "move": position.uci(attempt.m), "refutations": refutations })
            })
            .collect();
        row.insert("tries".to_string(), json!(tries));
    }
}

fn attack(position: &Position, attack: &Attack) -> Value {
    let after = position.play(attack.m);
    let mut node = Map::new();
    node.insert("move".to_string(), json!(position.uci(attack.m)));
    node.insert("length".to_string(), json!(attack.length));
    if !attack.threats.is_empty() {
        let pass = after.pass();
        let threats: Vec<Value> =
            attack.threats.iter().map(|threat| self::attack(&pass, threat)).collect();
        node.insert("threats".to_string(), json!(threats));
    }
    if !attack.next.is_empty() {
        let pass = after.pass();
        let next: Vec<Value> = attack.next.iter().map(|next| self::attack(&pass, next)).collect();
        node.insert("next".to_string(), json!(next));
    }
    if attack.is_zugzwang {
        node.insert("zugzwang".to_string(), json!(true));
    }
    if attack.is_cut {
        node.insert("cut".to_string(), json!(true));
    }
    if !attack.defences.is_empty() {
        let defences: Vec<Value> = attack.defences.iter().map(|d| defence(&after, d)).collect();
        node.insert("defences".to_string(), json!(defences));
    }
    Value::Object(node)
}

fn defence(position: &Position, defence: &Defence) -> Value {
    let after = position.play(defence.m);
    let mut node = Map::new();
    node.insert("move".to_string(), json!(position.uci(defence.m)));
    if defence.reaches_goal {
        node.insert("reaches_goal".to_string(), json!(true));
    }
    if defence.replies.len() > 1 {
        node.insert("dual".to_string(), json!(true));
    }
    if !defence.replies.is_empty() {
        let replies: Vec<Value> =
            defence.replies.iter().map(|reply| attack(&after, reply)).collect();
        node.insert("replies".to_string(), json!(replies));
    }
    Value::Object(node)
}

fn add_lines(row: &mut Map<String, Value>, problem: &Problem, lines: &Lines) {
    let start = problem.start();
    row.insert("plies".to_string(), json!(lines.plies));
    let uci = |start: &Position, lines: &[Vec<_>]| -> Value {
        lines.iter().map(|line| problem.uci_line(start, line)).collect::<Vec<_>>().into()
    };
    row.insert("solutions".to_string(), uci(&start, &lines.solutions));
    if !lines.short.is_empty() {
        row.insert("short".to_string(), uci(&start, &lines.short));
    }
    if problem.stipulation.set_play {
        row.insert("set_play".to_string(), uci(&start.pass(), &lines.set_play));
    }
}
