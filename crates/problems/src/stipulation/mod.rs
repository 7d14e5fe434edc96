//! Stipulations: what a problem asks for.

mod reader;

use crate::goal::Goal;
use std::fmt;
use zugwerk_chess::{
    CastlingSide, Color, ExclusiveCastling, FenError, PositionError, Setup, Square,
};

/// What a problem asks for.
///
/// ```
/// use zugwerk_problems::{Goal, Length, Play, Stipulation};
/// let stipulation: Stipulation = "h#2.5".parse().unwrap();
/// assert_eq!(stipulation.play, Play::Help);
/// assert_eq!(stipulation.goal, Goal::Mate);
/// assert_eq!(stipulation.length, Length::Halves(5));
/// assert_eq!(stipulation.to_string(), "h#2.5");
/// let error = "h#two".parse::<Stipulation>().unwrap_err();
/// assert_eq!(error.to_string(), "stipulation \"h#two\", column 3: expected a length like 3 or 2.5, or ?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stipulation {
    /// Who works with or against whom.
    pub play: Play,
    /// What the last move must do. Proof games and A=>B problems have the goal of their position.
    pub goal: Goal,
    /// In how many moves.
    pub length: Length,
    /// Whether set play and tries are wanted too: `+k`.
    pub set_play: bool,
    /// Whether the problem is also to be solved with the sides exchanged.
    pub duplex: bool,
    /// Whether it is to be solved with the sides exchanged only.
    pub half_duplex: bool,
    /// Whether only solutions of the exact length count: `exact-`.
    pub exact: bool,
    /// Moves of the side to move before the series of the other: `2->ser-h#4`.
    pub intro: u16,
    /// Where a check in a series is allowed and parried at once, how: `phser-`, `pser-`.
    pub parry: Option<Parry>,
    /// Which castlings exclude each other: `exclusive a1h8`.
    pub exclusive: ExclusiveCastling,
    /// What else is changed about a fight.
    pub rules: FightRules,
}

/// Changes to the rules of directmates, selfmates and their like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FightRules {
    /// In selfmates and reflexmates the attacker may reach the goal himself.
    pub quodlibet: bool,
    /// The diagram is the position after the key.
    pub post_key: bool,
    /// The play ends when the wrong side reaches the goal.
    pub goal_is_end: bool,
    /// A move that leaves the king more flights than this is refuted.
    pub max_flights: Option<u16>,
    /// How many defences may need a long answer.
    pub non_trivial: Option<NonTrivial>,
}

/// A limit to what the attacker may leave the defender: `nontrivial M N`. A defence is trivial if `trivial` moves are
/// enough against it; after each move one that is not is allowed, and in each line of play `more` of them besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NonTrivial {
    /// How many defences that are not trivial are granted besides the first after each move.
    pub more: u16,
    /// A selfmate of at most this many moves answers a trivial defence, or a mate of one move more.
    pub trivial: u16,
}

/// How a check in a series is parried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parry {
    /// By a move that helps: `phser-`, and `pser-h`.
    Helps,
    /// By any move, and the series must go on after each: `pser-`.
    Fights,
}

/// Who works with or against whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Play {
    /// The side to move reaches the goal against every defence: `#n`.
    Direct,
    /// The side to move forces the other side to reach the goal: `s#n`.
    SelfPlay,
    /// As in a selfmate, but who can reach the goal must: `r#n`.
    Reflex,
    /// As in a reflexmate, but only the other side must: `semi-r#n`.
    SemiReflex,
    /// Both sides work together; the last move reaches the goal: `h#n`.
    Help,
    /// Both sides work together until the last move can only reach the goal: `hs#n`.
    HelpSelf,
    /// Both sides work together until the last move is one that can reach the goal, and so must: `hr#n`.
    HelpReflex,
    /// As in help play, but the side not to reach the goal last could also reach it with its own last move: `reci-h#n`.
    Reciprocal,
    /// The side to move makes all the moves: `ser-#n`.
    Series,
    /// The side to move makes n moves, then the other side reaches the goal: `ser-h#n`.
    SeriesHelp,
    /// The side to move makes n moves, then the other side can only reach the goal: `ser-s#n`.
    SeriesSelf,
    /// The side to move makes n moves, then the other side can reach the goal, and so must: `ser-r#n`.
    SeriesReflex,
    /// The position of the problem is reached from the start of a game: `dia n`.
    ProofGame,
    /// Another position is reached from the position of the problem: `=>n FEN`.
    AToB(Box<Target>),
    /// The position of the problem is reached from the start of a game by White alone: `ser-dia n`.
    SeriesProofGame,
    /// Another position is reached by the side to move alone: `ser-=>n FEN`.
    SeriesAToB(Box<Target>),
}

/// A position to be reached, as far as the FEN speaks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The pieces, and the rest where it was given.
    pub setup: Setup,
    /// Whether the FEN said whose turn it is.
    pub has_turn: bool,
    /// Whether the FEN said who may castle; if not, any rights will do.
    pub has_castling: bool,
    /// Whether the FEN spoke of en passant; if not, any will do.
    pub has_en_passant: bool,
}

/// What a FEN says that the board denies: a right to castle, or an en-passant square.
pub(crate) fn impossible_rights(fen: &str) -> Option<PositionError> {
    let (taken, written) = (Setup::from_fen(fen).ok()?, Setup::from_fen_as_written(fen).ok()?);
    let is_kept = taken.castling == written.castling && taken.double_push == written.double_push;
    if is_kept { None } else { written.any_position().err() }
}

impl Target {
    /// Reads a FEN whose later fields may be missing.
    pub fn from_fen(fen: &str) -> Result<Target, FenError> {
        let setup = Setup::from_fen(fen)?;
        let fields = fen.split_ascii_whitespace().count();
        Ok(Target {
            setup,
            has_turn: fields > 1,
            has_castling: fields > 2,
            has_en_passant: fields > 3,
        })
    }
}

/// The fields of the FEN that were given.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Ok(position) = self.setup.any_position() else {
            return f.write_str(&self.setup.placement());
        };
        let given = [true, self.has_turn, self.has_castling, self.has_en_passant];
        let fen = position.to_string();
        let fields: Vec<&str> =
            fen.split(' ').zip(given).filter(|(_, given)| *given).map(|(field, _)| field).collect();
        f.write_str(&fields.join(" "))
    }
}

/// In how many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Half-moves: 5 for `2.5`. For directmates and their like twice the number of moves; for
    /// series twice the number of moves of the series; for A=>B problems the number of plies.
    Halves(u16),
    /// As few as will do: `?`.
    Shortest,
}

/// Why a text is no stipulation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stipulation {text:?}, column {column}: {problem}")]
pub struct StipulationError {
    /// The text, shortened.
    pub text: String,
    /// Where, from 1.
    pub column: usize,
    /// What is wrong, or what was expected.
    pub problem: String,
}

impl Stipulation {
    /// A stipulation without extras.
    pub fn new(play: Play, goal: Goal, length: Length) -> Stipulation {
        Stipulation {
            play,
            goal,
            length,
            set_play: false,
            duplex: false,
            half_duplex: false,
            exact: false,
            intro: 0,
            parry: None,
            exclusive: ExclusiveCastling::NONE,
            rules: FightRules::default(),
        }
    }

    /// Who begins when the FEN does not say: in help play of whole moves and in series-help play
    /// Black, elsewhere White.
    pub fn usual_turn(&self) -> Color {
        let whole = !matches!(self.length, Length::Halves(halves) if halves % 2 == 1);
        match self.play {
            Play::Help | Play::Reciprocal if whole => Color::Black,
            Play::HelpSelf | Play::HelpReflex if !whole => Color::Black,
            Play::SeriesHelp if self.intro == 0 => Color::Black,
            // After the key the defender is to move.
            _ if self.rules.post_key => Color::Black,
            _ => Color::White,
        }
    }

    /// Another stipulation for the same problem, which keeps what options said, as far as it can.
    pub(crate) fn replaced_by(&self, new: &Stipulation) -> Stipulation {
        let mut new = new.clone();
        // Castlings exclude each other because of the diagram.
        new.exclusive = self.exclusive.union(new.exclusive);
        new.set_play |= self.set_play && new.parry != Some(Parry::Fights);
        new.duplex |= self.duplex;
        new.half_duplex |= self.half_duplex;
        if new.is_battle() && new.parry.is_none() {
            let is_one_mover = new.play == Play::Direct && new.length == Length::Halves(2);
            new.rules.quodlibet |= self.rules.quodlibet;
            new.rules.post_key |= self.rules.post_key && !is_one_mover;
            new.rules.goal_is_end |= self.rules.goal_is_end;
            new.rules.max_flights = new.rules.max_flights.or(self.rules.max_flights);
            new.rules.non_trivial = new.rules.non_trivial.or(self.rules.non_trivial);
        }
        new
    }

    /// Whether one side makes several moves in a row, and then the goal is reached.
    pub(crate) fn is_series(&self) -> bool {
        matches!(self.play, Play::Series | Play::SeriesHelp | Play::SeriesSelf | Play::SeriesReflex)
    }

    /// Whether the answer is keys with a tree, not lines of moves.
    pub fn is_battle(&self) -> bool {
        self.parry == Some(Parry::Fights)
            || matches!(self.play, Play::Direct | Play::SelfPlay | Play::Reflex | Play::SemiReflex)
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.intro > 0 {
            write!(f, "{}->", self.intro)?;
        }
        if self.exact {
            f.write_str("exact-")?;
        }
        match self.parry {
            Some(Parry::Helps) => f.write_str("ph")?,
            Some(Parry::Fights) => f.write_str("p")?,
            None => {}
        }
        match &self.play {
            Play::ProofGame => write!(f, "dia {}", self.length)?,
            Play::SeriesProofGame => write!(f, "ser-dia {}", self.length)?,
            Play::AToB(target) => match self.length {
                Length::Halves(plies) => write!(f, "=>{plies} {target}")?,
                Length::Shortest => write!(f, "=>? {target}")?,
            },
            Play::SeriesAToB(target) => write!(f, "ser-=>{} {target}", self.length)?,
            play => write!(f, "{}{}{}", prefix(play), self.goal, self.length)?,
        }
        for (white, black) in self.exclusive.pairs() {
            write!(f, " exclusive {}{}", corner(Color::White, white), corner(Color::Black, black))?;
        }
        let FightRules { quodlibet, post_key, goal_is_end, max_flights, non_trivial } = self.rules;
        let words = [
            (self.set_play, " +k"),
            (self.duplex, " duplex"),
            (self.half_duplex, " halfduplex"),
            (quodlibet, " quodlibet"),
            (post_key, " postkey"),
            (goal_is_end, " goalisend"),
        ];
        for (_, word) in words.iter().filter(|(is_set, _)| *is_set) {
            f.write_str(word)?;
        }
        if let Some(flights) = max_flights {
            write!(f, " maxflights {flights}")?;
        }
        match non_trivial {
            Some(NonTrivial { more, trivial }) => write!(f, " nontrivial {more} {trivial}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Length::Halves(halves) if halves % 2 == 1 => write!(f, "{}.5", halves / 2),
            Length::Halves(halves) => write!(f, "{}", halves / 2),
            Length::Shortest => f.write_str("?"),
        }
    }
}

/// The corner from which the rook castles.
pub(crate) fn corner(color: Color, side: CastlingSide) -> Square {
    let corner = match side {
        CastlingSide::King => Square::H1,
        CastlingSide::Queen => Square::A1,
    };
    corner.relative_to(color)
}

/// The castlings of two corners that exclude each other, White's first or Black's.
pub(crate) fn exclusive_pair(corners: &[Square]) -> Option<ExclusiveCastling> {
    let [one, other] = *corners else { return None };
    let sides = CastlingSide::ALL;
    let pairs = sides.into_iter().flat_map(|white| sides.map(|black| (white, black)));
    let mut fitting = pairs.filter(|&(white, black)| {
        let (white, black) = (corner(Color::White, white), corner(Color::Black, black));
        (one, other) == (white, black) || (other, one) == (white, black)
    });
    fitting.next().map(|(white, black)| ExclusiveCastling::pair(white, black))
}

/// How each kind of play is written; longer prefixes before those they begin with.
const PREFIXES: [(&str, Play); 11] = [
    ("ser-h", Play::SeriesHelp),
    ("ser-s", Play::SeriesSelf),
    ("ser-r", Play::SeriesReflex),
    ("ser-", Play::Series),
    ("semi-r", Play::SemiReflex),
    ("reci-h", Play::Reciprocal),
    ("hs", Play::HelpSelf),
    ("hr", Play::HelpReflex),
    ("h", Play::Help),
    ("s", Play::SelfPlay),
    ("r", Play::Reflex),
];

fn prefix(play: &Play) -> &'static str {
    PREFIXES.iter().find(|(_, listed)| listed == play).map_or("", |(prefix, _)| prefix)
}
