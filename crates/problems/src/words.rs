//! The problemists' words that stand among the moves of a solution.

use crate::notation::Language;

impl Language {
    /// What would happen in the diagram if the other side were to move.
    ///
    /// ```
    /// assert_eq!(zugwerk_problems::Language::German.set_play(), "Satzspiel");
    /// ```
    pub fn set_play(self) -> &'static str {
        self.choose("Set play", "Satzspiel", "Jeu apparent", "Schijnspel")
    }

    /// Solutions shorter than asked for.
    pub fn short_solutions(self) -> &'static str {
        self.choose(
            "Short solutions (cooks)",
            "Kurzlösungen (Nebenlösungen)",
            "Solutions courtes (démolitions)",
            "Korte oplossingen (nevenoplossingen)",
        )
    }

    /// A first move that nearly works.
    pub(crate) fn attempt(self) -> &'static str {
        self.choose("Try", "Verführung", "Essai", "Verleiding")
    }

    /// What would follow if the defender passed.
    pub(crate) fn threat(self) -> &'static str {
        self.choose("threat", "Drohung", "menace", "dreiging")
    }

    /// Only the duty to move harms the defender.
    pub(crate) fn zugzwang(self) -> &'static str {
        self.choose("zugzwang", "Zugzwang", "blocus", "zetdwang")
    }

    /// A second key.
    pub(crate) fn cook(self) -> &'static str {
        self.choose("cook", "Nebenlösung", "démolition", "nevenoplossing")
    }

    /// A second answer to a defence.
    pub(crate) fn dual(self) -> &'static str {
        self.choose("dual", "Dual", "dual", "duaal")
    }

    /// A key that needs fewer moves than asked for.
    pub(crate) fn short(self, moves: u16) -> String {
        let short = self.choose("short", "kurz", "court", "kort");
        let noun = match moves {
            1 => self.choose("move", "Zug", "coup", "zet"),
            _ => self.choose("moves", "Züge", "coups", "zetten"),
        };
        format!("{short}: {moves} {noun}")
    }

    /// Before the number of moves of what is not told.
    pub(crate) fn within(self) -> &'static str {
        self.choose("in", "in", "en", "in")
    }

    fn choose(
        self,
        english: &'static str,
        german: &'static str,
        french: &'static str,
        dutch: &'static str,
    ) -> &'static str {
        match self {
            Language::English => english,
            Language::German => german,
            Language::French => french,
            Language::Dutch => dutch,
        }
    }
}
