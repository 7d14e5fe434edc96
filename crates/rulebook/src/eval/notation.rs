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
        if let Some(found) =
            moves.iter().find(|chosen| self.notation(state, **chosen).eq_ignore_ascii_case(wanted))
        {
            let sentences = self.sentences(state, *found);
            let chosen = self.notation(state, *found);
            let why = sentences.join("; ");
            return Ok(Judgement { chosen, legal: true, laws: sentences, why });
        }
        match self.reasons_against(state, wanted) {
            Some(laws) => {
                let why = laws.join("; ");
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
