//! Moves as text, and why a move is legal or not in the sentences of the rules.

use super::describe::Item;
use super::game::RuleGame;
use super::moves::Move;
use super::state::State;
use zugwerk_game::{Game, Judgement, Notation, TextError};

impl RuleGame {
    /// The move as it is written: cells and signs in the order of the rule, `/` before a further part.
    pub(super) fn move_text(&self, state: &State, chosen: Move) -> String {
        let mut text = String::new();
        let mut last_cell = None;
        let mut part = false;
        for item in self.described(state, chosen) {
            // A sign or a word stands off from what is before it unless a sign is between.
            let glued = text.is_empty() || text.ends_with(|c: char| !c.is_alphanumeric());
            match item {
                Item::Part => part = true,
                // A chain goes on from the cell where it was.
                Item::Cell(cell) if part && last_cell == Some(cell) => part = false,
                Item::Cell(cell) => {
                    text += if std::mem::take(&mut part) {
                        "/"
                    } else if glued {
                        ""
                    } else {
                        " "
                    };
                    text += self.ground().words.board.name(cell);
                    last_cell = Some(cell);
                }
                Item::Word(word) => {
                    text += if std::mem::take(&mut part) && !glued {
                        "/"
                    } else if glued {
                        ""
                    } else {
                        " "
                    };
                    text += word;
                }
                Item::Sign(sign) => {
                    part = false;
                    if sign.starts_with(char::is_alphabetic) {
                        text += &format!(" {sign} ");
                    } else {
                        text += sign;
                    }
                }
            }
        }
        text
    }

    /// The legal move that a text means: as it is written, or else by what is [`plain`] of it (`a2a3`).
    fn meant(&self, state: &State, moves: &[Move], text: &str) -> Option<Move> {
        let written: Vec<String> =
            moves.iter().map(|chosen| self.notation(state, *chosen)).collect();
        let only = |alike: &dyn Fn(&str) -> bool| {
            let mut found = (0..moves.len()).filter(|at| alike(&written[*at]));
            found.next().filter(|_| found.next().is_none())
        };
        let wanted = plain(text);
        let exact = written.iter().position(|written| written == text);
        let at = exact
            .or_else(|| only(&|written| written.eq_ignore_ascii_case(text)))
            .or_else(|| only(&|written| plain(written) == wanted))?;
        Some(moves[at])
    }

    /// The sentence of the further part in which a text differs from every legal move, where some legal move has all
    /// parts before it.
    fn part_against(&self, state: &State, moves: &[Move], text: &str) -> Option<String> {
        let words = super::judge::words(text, &self.ground().words.board);
        let mut best: Option<(usize, String)> = None;
        for chosen in moves {
            let (mut rest, mut parts) = (&words[..], 0);
            for item in self.described(state, *chosen).into_iter().chain([Item::Part]) {
                let word = match item {
                    Item::Part => {
                        parts += 1;
                        continue;
                    }
                    Item::Cell(cell) => self.ground().words.board.name(cell),
                    Item::Word(word) => word,
                    Item::Sign(sign) if sign.starts_with(char::is_alphabetic) => sign,
                    Item::Sign(_) => continue,
                };
                match rest.split_first() {
                    Some((first, others)) if *first == word.to_lowercase() => rest = others,
                    _ => break,
                }
            }
            let sentences = self.sentences(state, *chosen);
            if parts > 0
                && best.as_ref().is_none_or(|(most, _)| parts > *most)
                && let Some(sentence) = sentences.get(parts).or(sentences.last())
            {
                best = Some((parts, sentence.clone()));
            }
        }
        best.map(|(_, sentence)| sentence)
    }
}

/// A move by its letters, digits and the minus of its numbers alone, small, so that it need not be written to the
/// letter, and by the holes `?` that sketches have in it.
pub fn plain(text: &str) -> String {
    words(text, |c| c.is_alphanumeric() || c == '?').concat()
}

/// The words and numbers of a move, small. What stands between two of them is no minus: `a2-1` is a2 and 1, and `a2 -1`
/// is a2 and -1.
pub(super) fn words(text: &str, is_of_word: impl Fn(char) -> bool) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut inside = false;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let is_minus = c == '-' && !inside && rest.peek().is_some_and(char::is_ascii_digit);
        let goes_on = std::mem::replace(&mut inside, is_minus || is_of_word(c));
        if inside && !goes_on {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| inside) {
            word.extend(c.to_lowercase());
        }
    }
    words
}

/// The sentences that say something, and all of them as one.
fn told(mut laws: Vec<String>) -> (Vec<String>, String) {
    laws.retain(|law| !law.is_empty());
    let why = match laws.is_empty() {
        true => "its rule has no sentence".to_string(),
        false => laws.join("; "),
    };
    (laws, why)
}

impl Notation for RuleGame {
    fn players(&self) -> [String; 2] {
        let players = &self.ground().words.players;
        [players[0].clone(), players[players.len() - 1].clone()]
    }

    fn mover(&self, state: &State) -> usize {
        usize::from(state.head.turn)
    }

    fn start(&self) -> State {
        self.start_position()
    }

    fn read_state(&self, text: &str) -> Result<State, TextError> {
        self.read_text(text)
    }

    fn write_state(&self, state: &State) -> String {
        self.state_text(state)
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, TextError> {
        let mut moves = Vec::new();
        if self.outcome(state).is_none() {
            self.moves(state, &mut moves);
        }
        let wanted = text.trim();
        self.meant(state, &moves, wanted).ok_or_else(|| match self.judge(state, wanted) {
            Ok(judgement) => TextError::new(format!("{wanted} is not legal: {}", judgement.why)),
            Err(error) => error,
        })
    }

    fn judge(&self, state: &State, text: &str) -> Result<Judgement, TextError> {
        let wanted = text.trim();
        let mut moves = Vec::new();
        if let Some(end) = self.ending(state) {
            let why = format!("the game is over: {end}");
            return Ok(Judgement {
                chosen: wanted.to_string(),
                legal: false,
                laws: vec![end],
                why,
            });
        }
        self.moves(state, &mut moves);
        if let Some(found) = self.meant(state, &moves, wanted) {
            let (laws, why) = told(self.sentences(state, found));
            let chosen = self.notation(state, found);
            return Ok(Judgement { chosen, legal: true, laws, why });
        }
        let further = self.part_against(state, &moves, wanted).map(|law| vec![law]);
        match further.or_else(|| self.reasons_against(state, wanted)) {
            Some(laws) => {
                let (laws, why) = told(laws);
                Ok(Judgement { chosen: wanted.to_string(), legal: false, laws, why })
            }
            None => {
                let example =
                    moves.first().map_or(String::new(), |chosen| self.notation(state, *chosen));
                Err(TextError::new(format!(
                    "{wanted:?} is no move; expected a move like {example}"
                )))
            }
        }
    }

    fn ending(&self, state: &State) -> Option<String> {
        let (end, winner) = self.ended(state)?;
        let words = &self.ground().words;
        let result = match words.players.get(usize::from(winner)) {
            Some(player) => format!("{player} wins"),
            None => "draw".to_string(),
        };
        let sentence = end.map(|end| {
            self.ground().sides[usize::from(state.head.mover)].ends[end].sentence.clone()
        });
        let sentence = sentence.unwrap_or_else(|| "nobody can move".to_string());
        Some(if sentence.is_empty() { result } else { format!("{result}: {sentence}") })
    }
}
