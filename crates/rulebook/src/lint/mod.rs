//! What is odd about a game that can be read: rules that never apply, conditions that say nothing, ends that never
//! come, pieces that never move.
//!
//! A rule is looked at by taking it away. The game is played at random, and its positions are disturbed (pieces taken
//! off, put elsewhere); where the game without the rule has the same moves and the same ends in all of them, the rule
//! says nothing. So a finding is no proof, but it names the number of positions that were looked at, and for what
//! is wrong in a certain position that position.

mod ambiguous;
#[cfg(feature = "laws")]
mod possible;
mod samples;
mod solved;
mod twice;
mod variants;

use crate::ground::Settings;
use crate::{Diagnostic, RuleGame, Rulebook, Span};
use samples::Samples;
use std::time::Duration;
use variants::{Variant, variants};
use zugwerk_game::{Game, Limits, Notation, Outcome, Rng, Stop};

/// Something odd about a rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What sort of thing it is.
    pub fault: Fault,
    /// Where the rule stands in the text; of a rule that comes from another rulebook (`like …`), nowhere.
    pub span: Option<Span>,
    /// What is odd, in a sentence.
    pub message: String,
    /// A position that shows it.
    pub witness: Option<String>,
}

/// The sorts of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The game is over before the first move, or there is none.
    Start,
    /// A rule makes no move anywhere.
    NeverApplies,
    /// A condition or a law forbids nothing.
    Redundant,
    /// An effect changes nothing, or another undoes it.
    NoEffect,
    /// An end decides no game.
    NeverEnds,
    /// A rule says what another says already.
    Twice,
    /// Two moves that are written alike lead to different positions.
    Ambiguous,
    /// A kind of piece never moves, though others do.
    Immovable,
    /// A kind of piece is never seen.
    Unused,
    /// Nobody can move, and no end says who has won.
    Undecided,
    /// One side has won every game.
    OneSided,
}

impl Fault {
    /// Its name for programs.
    pub fn word(self) -> &'static str {
        match self {
            Fault::Start => "start",
            Fault::NeverApplies => "never-applies",
            Fault::Redundant => "redundant",
            Fault::NoEffect => "no-effect",
            Fault::NeverEnds => "never-ends",
            Fault::Twice => "twice",
            Fault::Ambiguous => "ambiguous",
            Fault::Immovable => "immovable",
            Fault::Unused => "unused",
            Fault::Undecided => "undecided",
            Fault::OneSided => "one-sided",
        }
    }
}

/// How much is looked at.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many random games are played.
    pub games: usize,
    /// How many positions of them, and as many disturbed ones, are kept.
    pub positions: usize,
    /// Where chance begins.
    pub seed: u64,
    /// When to stop.
    pub limits: Limits,
    /// How long games are played, and again how long their positions are looked at, before the rules come.
    pub playing: Option<Duration>,
}

impl Default for Options {
    fn default() -> Options {
        Options { games: 120, positions: 1500, seed: 1, limits: Limits::none(), playing: None }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Everything that is odd.
    pub findings: Vec<Finding>,
    /// How many positions were looked at.
    pub positions: usize,
    /// How many rules, conditions, ends and effects were looked at, and how many there are.
    pub rules: (usize, usize),
    /// The outcome with best play for who moves first, where the game is small enough to say.
    pub solved: Option<Outcome>,
    /// Whether a limit came first.
    pub stopped: Option<Stop>,
}

/// Everything that is odd about a game, as far as the limits allow.
///
/// ```
/// use zugwerk_rulebook::lint::{Fault, Options, lint};
/// let text = zugwerk_rulebook::bundled::text("breakthrough").unwrap();
/// let text = text.replace("b is empty", "b is empty, own pawn on b");
/// let book = zugwerk_rulebook::parse(&text).unwrap();
/// let options = Options { games: 5, positions: 100, ..Options::default() };
/// let report = lint(&book, &Default::default(), &options).unwrap();
/// assert!(report.findings.iter().any(|finding| finding.fault == Fault::NeverApplies));
/// ```
pub fn lint(book: &Rulebook, settings: &Settings, options: &Options) -> Result<Report, Diagnostic> {
    let game = RuleGame::from_book(book, settings)?;
    let found = Vec::new();
    let all = variants(book).len() + variants::without_an_effect(book).len();
    let (positions, looked, cut) = (0, 0, None);
    let mut linter = Linter { book, settings, options, game: &game, found, positions, looked, cut };
    let stopped = linter.look().err().or(linter.cut);
    let rules = (if stopped.is_none() { all } else { linter.looked.min(all) }, all);
    let over = linter.found.iter().any(|finding| finding.fault == Fault::Start);
    let solved = if over { None } else { solved::solve(&game, &options.limits) };
    Ok(Report { findings: linter.found, positions: linter.positions, rules, solved, stopped })
}

struct Linter<'a> {
    book: &'a Rulebook,
    settings: &'a Settings,
    options: &'a Options,
    game: &'a RuleGame,
    found: Vec<Finding>,
    positions: usize,
    /// How many rules were looked at.
    looked: usize,
    /// Fewer games were played than asked for.
    cut: Option<Stop>,
}

impl Linter<'_> {
    fn look(&mut self) -> Result<(), Stop> {
        let twice = twice::written_twice(self.book);
        for (_, second, what) in &twice {
            let message = format!("{what} is written twice");
            self.find(Fault::Twice, Some(second.clone()), message, None);
        }
        if self.starts_badly() {
            return Ok(());
        }
        let mut rng = Rng::new(self.options.seed);
        let samples = Samples::collect(self.game, self.options, &mut rng)?;
        self.positions = samples.positions.len();
        self.cut = samples.cut;
        self.look_at_games(&samples);
        self.look_at_writing(&samples)?;
        self.look_at_pieces(&samples)?;
        let twice: Vec<Span> = twice.into_iter().flat_map(|(a, b, _)| [a, b]).collect();
        self.look_at_rules(&samples, &twice)?;
        self.look_at_effects(&samples)
    }

    fn find(&mut self, fault: Fault, span: Option<Span>, message: String, witness: Option<String>) {
        let span = span.filter(|_| self.book.like.is_none());
        self.found.push(Finding { fault, span, message, witness });
    }

    fn starts_badly(&mut self) -> bool {
        let start = self.game.start_position();
        let witness = Some(self.game.write_state(&start));
        if let Some(ending) = self.game.ending(&start) {
            let message = format!("the game is over before the first move: {ending}");
            self.find(Fault::Start, None, message, witness);
            return true;
        }
        false
    }

    fn look_at_games(&mut self, samples: &Samples) {
        if let Some(position) = &samples.undecided {
            let message = "nobody can move here, and no end says who has won".to_string();
            self.find(Fault::Undecided, None, message, Some(position.clone()));
        }
        let games = samples.games;
        for (player, wins) in samples.wins.iter().enumerate() {
            if *wins == games && games >= 20 {
                let name = &self.game.ground().words.players[player];
                let message = format!("{name} won every one of {games} random games");
                self.find(Fault::OneSided, None, message, None);
            }
        }
    }

    /// Moves that are written like others and have another effect.
    fn look_at_writing(&mut self, samples: &Samples) -> Result<(), Stop> {
        for found in ambiguous::ambiguities(self.game, samples, &self.options.limits)? {
            let rule = |at: usize| {
                let rule = &self.book.moves[at];
                match (&rule.sentence, &rule.name) {
                    (Some(sentence), _) => format!("\"{}\"", sentence.text),
                    (None, Some(name)) => name.text.clone(),
                    (None, None) => "a rule without a sentence".to_string(),
                }
            };
            let ((first, second), written) = (found.rules, &found.written);
            let message = match first == second {
                true => format!(
                    "{} makes {written} in several ways that lead to different positions, and only the \
                     first of them can be played; what it chooses belongs into its head",
                    rule(first)
                ),
                false => format!(
                    "{} and {} both make {written}, and lead to different positions",
                    rule(first),
                    rule(second)
                ),
            };
            let span = self.book.moves[second].span.clone();
            self.find(Fault::Ambiguous, Some(span), message, Some(found.position));
        }
        Ok(())
    }

    /// Kinds of pieces that stand there and never move, though others of their side do, or are never seen.
    fn look_at_pieces(&mut self, samples: &Samples) -> Result<(), Stop> {
        let words = &self.game.ground().words;
        let usage = samples.usage(self.game, &self.options.limits)?;
        let contents: Vec<(String, String, usize)> = words
            .contents
            .iter()
            .enumerate()
            .filter_map(|(at, content)| {
                let owner = words.players.get(content.owner?)?.clone();
                Some((owner, words.kinds[content.kind].clone(), at + 1))
            })
            .collect();
        for (owner, kind, at) in &contents {
            let same_kind = |other: &&(String, String, usize)| other.1 == *kind;
            let mut of_kind = contents.iter().filter(same_kind);
            if !usage.seen[*at] {
                // A fox has one owner; told once for the first of the players.
                let first = of_kind.clone().next().is_some_and(|(_, _, first)| first == at);
                if first && !of_kind.any(|(_, _, other)| usage.seen[*other]) {
                    let message = format!("no {kind} was ever on the board");
                    self.find(Fault::Unused, None, message, None);
                }
            } else if !usage.moved[*at] {
                let same_side = |other: &&(String, String, usize)| other.0 == *owner;
                if contents.iter().filter(same_side).any(|(_, _, other)| usage.moved[*other]) {
                    let message = format!("the {owner} {kind} never moves, and others do");
                    self.find(Fault::Immovable, None, message, usage.standing[*at].clone());
                }
            }
        }
        Ok(())
    }

    /// Each rule taken away in its turn, but for those that are written `twice`.
    fn look_at_rules(&mut self, samples: &Samples, twice: &[Span]) -> Result<(), Stop> {
        for variant in variants(self.book) {
            if let Some(stop) = self.options.limits.reached() {
                return Err(stop);
            }
            self.looked += 1;
            let inside = |span: &Span, of: &Span| of.start <= span.start && span.end <= of.end;
            if variant.span.as_ref().is_some_and(|span| twice.iter().any(|of| inside(span, of))) {
                continue;
            }
            // Without what introduces a word, the rest means nothing: then it is needed.
            let Ok(other) = RuleGame::from_reduced(&variant.book, self.settings) else { continue };
            // What leaves out most moves before anybody plays is needed, and would take long to play without.
            if moves_of(&other) > 4 * moves_of(self.game) + 1000 {
                continue;
            }
            if samples.tell_apart(self.game, &other, &self.options.limits)? {
                continue;
            }
            if variant.fault == Fault::NeverEnds && self.is_seen_alone(&variant, samples)? {
                self.look_behind(&variant, samples)?;
                continue;
            }
            let message = self.explain(&variant, samples)?;
            let fault = variant.fault;
            // A rule that never applies has no condition worth looking at.
            let is_told = |finding: &Finding| {
                finding.fault == Fault::NeverApplies && variant.rule.is_some() && {
                    let rule = variant.rule.as_deref().unwrap_or_default();
                    finding.message.contains(rule)
                }
            };
            if fault == Fault::Redundant && self.found.iter().any(is_told) {
                continue;
            }
            let (message, witness) = self.beyond_play(&variant, message);
            self.find(fault, variant.span.clone(), message, witness);
        }
        Ok(())
    }

    /// What the solver adds to something that play has not shown: that no position has it, or one that does.
    #[cfg(feature = "laws")]
    fn beyond_play(&self, variant: &Variant, message: String) -> (String, Option<String>) {
        use possible::{Possible, applies, comes};
        let limits = &self.options.limits;
        let possible = match (variant.fault, &variant.sentence) {
            (Fault::NeverApplies, Some(sentence)) => applies(self.game, sentence, limits),
            (Fault::NeverEnds, Some(sentence)) => comes(self.game, sentence, limits),
            _ => Possible::Unknown,
        };
        match possible {
            Possible::Unknown => (message, None),
            Possible::Nowhere => {
                (format!("{message}; no position at all does, as the solver proved"), None)
            }
            Possible::In(position) => {
                (format!("{message}; the solver knows one that does"), Some(position))
            }
        }
    }

    /// Whether the solver proves that an end never is the one that decides.
    #[cfg(feature = "laws")]
    fn is_behind_others(&self, end: usize) -> bool {
        possible::never_decides(self.game, end, &self.options.limits)
    }

    #[cfg(not(feature = "laws"))]
    fn is_behind_others(&self, _: usize) -> bool {
        false
    }

    #[cfg(not(feature = "laws"))]
    fn beyond_play(&self, _: &Variant, message: String) -> (String, Option<String>) {
        (message, None)
    }

    /// Each effect taken away in its turn. A variant may have effects of the rulebook it is like for which it has no
    /// use.
    fn look_at_effects(&mut self, samples: &Samples) -> Result<(), Stop> {
        let limits = &self.options.limits;
        if self.book.like.is_some() {
            return Ok(());
        }
        for (variant, [alone, none]) in variants::without_an_effect(self.book) {
            self.looked += 1;
            let game = |book: &Rulebook| RuleGame::from_reduced(book, self.settings).ok();
            // Without what makes a word known, the rest means nothing: then it is needed.
            let Some(other) = game(&variant.book) else { continue };
            if !samples.change_alike(self.game, &other, limits)? {
                continue;
            }
            // Where the rule makes no move, nobody sees what it would do.
            let idle = |finding: &Finding| {
                let rule = variant.rule.as_deref().unwrap_or_default();
                finding.fault == Fault::NeverApplies && finding.message.contains(rule)
            };
            if self.found.iter().any(idle) {
                continue;
            }
            let undone = match (game(&alone), game(&none)) {
                (Some(alone), Some(none)) => !samples.change_alike(&alone, &none, limits)?,
                _ => false,
            };
            let what = if undone { "is undone by another effect" } else { "changes nothing" };
            let message = variant.message.replace("changes nothing", what);
            let message = format!("{message} in {} positions", samples.positions.len());
            self.find(variant.fault, variant.span.clone(), message, None);
        }
        Ok(())
    }

    /// Whether an end is seen where no other decides: another one may say the same of the same position.
    fn is_seen_alone(&self, variant: &Variant, samples: &Samples) -> Result<bool, Stop> {
        let Some(span) = &variant.span else { return Ok(false) };
        let alone = variants::with_one_end(self.book, span);
        let Ok(game) = RuleGame::from_reduced(&alone, self.settings) else { return Ok(false) };
        samples.has_end(&game, &self.options.limits)
    }

    /// An end that holds in some positions, in each of which an earlier one decides.
    fn look_behind(&mut self, variant: &Variant, samples: &Samples) -> Result<(), Stop> {
        let limits = &self.options.limits;
        let Some(at) =
            self.book.ends.iter().position(|end| Some(&end.span) == variant.span.as_ref())
        else {
            return Ok(());
        };
        if at == 0 || samples.is_decided_by(self.game, at, limits)? {
            return Ok(());
        }
        // Random play sees little; only what the solver proves is told.
        if self.is_behind_others(at) {
            let message = format!(
                "{}: an earlier end decides wherever it holds, as the solver proved",
                variant.message
            );
            self.find(Fault::NeverEnds, variant.span.clone(), message, None);
        }
        Ok(())
    }

    /// What the variant shows; for a rule that never applies also the one condition without which it would.
    fn explain(&self, variant: &Variant, samples: &Samples) -> Result<String, Stop> {
        let looked = format!("in {} positions", samples.positions.len());
        if variant.fault != Fault::NeverApplies {
            return Ok(format!("{} {looked}", variant.message));
        }
        for weaker in variants::without_a_condition(self.book, variant) {
            let Ok(other) = RuleGame::from_reduced(&weaker.book, self.settings) else { continue };
            if moves_of(&other) > 4 * moves_of(self.game) + 1000 {
                continue;
            }
            if samples.tell_apart(self.game, &other, &self.options.limits)? {
                return Ok(format!(
                    "{} {looked}; it would without {}",
                    variant.message, weaker.message
                ));
            }
        }
        Ok(format!("{} {looked}", variant.message))
    }
}

/// How many moves the rules can make, in all positions together.
fn moves_of(game: &RuleGame) -> usize {
    game.ground().counts_of_moves().values().sum()
}

/// Whether two games have the same moves and the same end in a position that both can have.
fn agree(one: (&RuleGame, &crate::State), other: (&RuleGame, &crate::State)) -> bool {
    one.0.outcome(one.1) == other.0.outcome(other.1)
        && one.0.count_moves(one.1) == other.0.count_moves(other.1)
}
