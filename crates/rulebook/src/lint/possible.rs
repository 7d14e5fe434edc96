//! What play has not shown, asked of the solver: whether any position at all lets a rule apply or an end come.

use crate::RuleGame;
use crate::laws::{Laws, Looking, candidates};
use zugwerk_game::{Game, Limits, Notation};
use zugwerk_logic::{Answer, Bit, Constraints, Encoder, Solver};

/// What the solver knows of something that was not seen in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Possible {
    /// No position whatever has it.
    Nowhere,
    /// This one does.
    In(String),
    /// That is not known.
    Unknown,
}

/// Contradictions after which it is not known.
const MOST_CONFLICTS: u64 = 20_000;
/// More moves are not stated.
const MOST_MOVES: usize = 20_000;

/// Whether the rule of this sentence makes a move in some position.
pub fn applies(game: &RuleGame, sentence: &str, limits: &Limits) -> Possible {
    let ground = game.ground();
    let Ok(laws) = Laws::new(ground) else { return Possible::Unknown };
    if laws.are_whole().is_err() || ground.counts_of_moves().values().sum::<usize>() > MOST_MOVES {
        return Possible::Unknown;
    }
    let mut nowhere = true;
    for side in 0..ground.sides.len() {
        let families = ground.sides[side].families.iter();
        let firsts: Vec<_> = families
            .filter(|family| family.sentence == sentence)
            .map(|family| family.first)
            .collect();
        let mut encoder = Encoder::new().within(limits);
        let board = laws.unknown(&mut encoder, side);
        let over = laws.is_over(&mut encoder, &board);
        let all = candidates(&laws, &mut encoder, &board, side, Looking::ALL, None);
        let of_rule = all.iter().filter(|candidate| {
            candidate.chosen.numbers().next().is_some_and(|first| firsts.contains(&first))
        });
        let legal: Vec<(crate::Move, Bit)> =
            of_rule.map(|candidate| (candidate.chosen, candidate.legal(&mut encoder))).collect();
        let some = encoder.or(&legal.iter().map(|(_, bit)| *bit).collect::<Vec<_>>());
        let Some(answer) = solve(&encoder, &[some, !over], limits) else {
            return Possible::Unknown;
        };
        let Answer::Yes(model) = answer else { continue };
        nowhere = false;
        let Some(state) = laws.layout().filled(game, &board, &model) else { continue };
        // The evaluator is asked again: it shares no code with the laws.
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let chosen = legal.iter().filter(|(_, bit)| model.is_true(*bit));
        if game.outcome(&state).is_none()
            && chosen.clone().any(|(chosen, _)| moves.contains(chosen))
        {
            return Possible::In(game.write_state(&state));
        }
    }
    if nowhere { Possible::Nowhere } else { Possible::Unknown }
}

/// Whether the end of this sentence, which looks at the position alone, comes in some position.
pub fn comes(game: &RuleGame, sentence: &str, limits: &Limits) -> Possible {
    let ground = game.ground();
    let Ok(laws) = Laws::new(ground) else { return Possible::Unknown };
    let mut ends = ground.sides.iter().flat_map(|side| &side.ends);
    if ends.any(|end| end.no_move && end.sentence == sentence) {
        return Possible::Unknown;
    }
    let mut nowhere = true;
    for turn in 0..ground.sides.len() {
        let mut encoder = Encoder::new().within(limits);
        let board = laws.unknown(&mut encoder, turn);
        let reached = laws.ends_reached(&mut encoder, &board);
        let bits: Vec<Bit> = reached
            .iter()
            .filter(|(law, _)| laws.sentence(law) == Some(sentence))
            .map(|(_, bit)| *bit)
            .collect();
        let some = encoder.or(&bits);
        let Some(answer) = solve(&encoder, &[some], limits) else { return Possible::Unknown };
        let Answer::Yes(model) = answer else { continue };
        nowhere = false;
        let Some(state) = laws.layout().filled(game, &board, &model) else { continue };
        if game.ending(&state).is_some_and(|ending| ending.contains(sentence)) {
            return Possible::In(game.write_state(&state));
        }
    }
    if nowhere { Possible::Nowhere } else { Possible::Unknown }
}

/// Whether no position at all is decided by this end, since an earlier one holds wherever it does.
pub fn never_decides(game: &RuleGame, end: usize, limits: &Limits) -> bool {
    let ground = game.ground();
    let Ok(laws) = Laws::new(ground) else { return false };
    let Some(ends) = ground.sides.first().map(|side| &side.ends) else { return false };
    if ends.get(end).is_none_or(|end| end.no_move) {
        return false;
    }
    // Those before it and all that look at the position alone.
    let alone = |ends: &[crate::ground::form::End]| ends.iter().filter(|end| !end.no_move).count();
    let (before, each) = (alone(&ends[..end]), alone(ends));
    (0..ground.sides.len()).all(|turn| {
        let mut encoder = Encoder::new().within(limits);
        let board = laws.unknown(&mut encoder, turn);
        let reached = laws.ends_reached(&mut encoder, &board);
        let decides: Vec<Bit> = reached
            .chunks(each)
            .map(|ends| {
                let mut bits: Vec<Bit> = ends[..before].iter().map(|(_, bit)| !*bit).collect();
                bits.push(ends[before].1);
                encoder.and(&bits)
            })
            .collect();
        let some = encoder.or(&decides);
        matches!(solve(&encoder, &[some], limits), Some(Answer::No(..)))
    })
}

/// What a solver says of bits that are all to be true; none where that takes too long.
fn solve(encoder: &Encoder, bits: &[Bit], limits: &Limits) -> Option<Answer> {
    if encoder.stopped().is_some() {
        return None;
    }
    let limits = limits.clone().with_conflicts(MOST_CONFLICTS);
    let mut solver = Solver::default();
    solver.load_within(encoder.cnf(), &limits).ok()?;
    match solver.solve(bits, &limits) {
        Answer::Unknown(_) => None,
        answer => Some(answer),
    }
}
