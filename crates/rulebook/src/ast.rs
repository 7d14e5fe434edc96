//! A rulebook as it was written: what the parser makes of the text, before anybody asks what its words mean.

use crate::Span;

/// A word and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The characters.
    pub text: String,
    /// Where they stand.
    pub span: Span,
}

/// What a text describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Players move in turn.
    Game,
    /// Something is given, something unknown, and laws hold between them.
    Puzzle,
    /// Events change a state.
    Machine,
}

impl Kind {
    /// The word that a rulebook of this kind begins with.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Game => "game",
            Kind::Puzzle => "puzzle",
            Kind::Machine => "machine",
        }
    }
}

/// A whole text. Statements of one sort stand in the order of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Rulebook {
    /// Game, puzzle or machine.
    pub kind: Kind,
    /// Its name, such as `connect-four`.
    pub name: Name,
    /// `like chess`: the rulebook that this one differs from.
    pub like: Option<Name>,
    /// `drop castle`: moves of that rulebook that this one does not have.
    pub dropped: Vec<Name>,
    /// A sentence after the name: what it is in a line.
    pub about: Option<String>,
    /// `with width = 7, height = 6`.
    pub parameters: Vec<Parameter>,
    /// `board …`.
    pub board: Option<Board>,
    /// `players white, black`.
    pub players: Vec<Name>,
    /// `pieces pawn p, arrow of nobody`.
    pub pieces: Vec<Piece>,
    /// `start …`.
    pub start: Vec<Placement>,
    /// `state passed: cell or none`, `counter quiet: 0..100`.
    pub states: Vec<State>,
    /// `forward(white) = north`.
    pub functions: Vec<Function>,
    /// `move …` with the parts that follow it, and the `event …` of a machine.
    pub moves: Vec<Move>,
    /// `then …`: parts of moves, each with the moves it follows.
    pub parts: Vec<Then>,
    /// `every move do …` and `after every move do …`.
    pub after: Vec<After>,
    /// `never …`: what no move may leave true.
    pub never: Vec<Law>,
    /// `again …`: when the same player moves once more.
    pub again: Vec<Law>,
    /// `end …`, in the order in which they are looked at.
    pub ends: Vec<End>,
    /// `value …`: what a position is worth to `me`.
    pub values: Vec<Expr>,
    /// `repetition 3 "…"`: how often a position may occur before the game is drawn.
    pub repetition: Option<Repetition>,
    /// `given clue: cell -> number`.
    pub given: Vec<Declaration>,
    /// `unknown black: set of cells`.
    pub unknown: Vec<Declaration>,
    /// `law "…" formula`.
    pub laws: Vec<Law>,
    /// `goal "…" formula`.
    pub goals: Vec<Law>,
    /// `invariant "…" formula`.
    pub invariants: Vec<Law>,
    /// `format …` and `look …`, as words.
    pub directives: Vec<Directive>,
}

/// A number that can be set from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// Its value where nobody says otherwise; earlier parameters may occur in it.
    pub value: Expr,
    /// `in 1..height`: the least and the greatest value; any parameter may occur in them.
    pub bounds: Option<(Expr, Expr)>,
}

/// The board.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Which cells there are.
    pub shape: Shape,
    /// Further words: `dark`, `hex`, `chequered`.
    pub words: Vec<Name>,
    /// Where it stands.
    pub span: Span,
}

/// Which cells a board has.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// `width x height`.
    Rectangle(Expr, Expr),
    /// `hexagon side`: a board of hexagons, in the shape of one.
    Hexagon(Expr),
    /// `points` and lines of named points: `lines a1 d1 g1, …`.
    Points(Vec<Vec<Name>>),
    /// Rows of a picture in quotes, from the top; a space is no cell.
    Picture(Vec<Quoted>),
}

/// A text in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quoted {
    /// The characters between the quotes.
    pub text: String,
    /// Where it stands, quotes included.
    pub span: Span,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its name.
    pub name: Name,
    /// How it is written, if that is said.
    pub letter: Option<Name>,
    /// Whether it belongs to a player, or `of nobody`.
    pub owned: bool,
}

/// A line of `start`.
#[derive(Clone, Debug, PartialEq)]
pub enum Placement {
    /// `d5 e4: black disc`; several pieces one after the other make a stack, from the bottom.
    Pieces {
        /// Cells or sets of cells.
        places: Vec<Expr>,
        /// What stands there.
        pieces: Vec<Expr>,
        /// Where the line stands.
        span: Span,
    },
    /// Rows from the top as in a FEN: letters, digits for empty cells, `/` between rows.
    Rows(Quoted),
    /// `turn black`: who moves first.
    Turn(Name),
}

/// Something to remember beside the board.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Its name.
    pub name: Name,
    /// What it can be.
    pub range: Type,
    /// What it is at the start.
    pub start: Option<Expr>,
    /// `counter`: counts towards an end, and is no part of what makes two positions the same.
    pub counter: bool,
}

/// What a state, something given or something unknown can be.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// `number`: a whole number without a bound of its own.
    Number,
    /// `1..N`.
    Range(Box<Expr>, Box<Expr>),
    /// `flag`.
    Flag,
    /// `cell`, `edge`, `row`, `direction` …: one element of a set known by that word.
    Element(Name),
    /// `set of cells`, `set of edges`: a subset of what the word names.
    SetOf(Name),
    /// `list of number`: several, in order.
    ListOf(Box<Type>),
    /// `cell -> 1..N`: one value for each element of what the word names.
    Map(Name, Box<Type>),
    /// `white, black`: one of some words.
    Words(Vec<Name>),
    /// `… or none`, `… or nothing`.
    Optional(Box<Type>),
}

/// `given` or `unknown`.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// Its name.
    pub name: Name,
    /// What it can be.
    pub range: Type,
}

/// `name(parameters) = expr`; several clauses with constants as parameters make one function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Parameters; a word that already means something (a player, a piece) is a constant that must match.
    pub parameters: Vec<Name>,
    /// What it is equal to.
    pub body: Expr,
}

/// A move of a game or an event of a machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// Its name, if it has one.
    pub name: Option<Name>,
    /// What is chosen, and how a move is written.
    pub header: Vec<HeaderItem>,
    /// What the rule says in a sentence.
    pub sentence: Option<Quoted>,
    /// When it applies.
    pub conditions: Vec<Condition>,
    /// What it changes beside `a -> b`.
    pub effects: Vec<Effect>,
    /// `repeat a = b`: goes on with these values as long as it can.
    pub repeat: Option<Repeat>,
    /// `most count(taken) "…"`: only those with the largest value are legal.
    pub most: Option<(Expr, Option<Quoted>)>,
    /// `merge`: choices that lead to the same position are one move.
    pub merge: bool,
    /// The sentence of `merge`.
    pub merge_sentence: Option<Quoted>,
    /// Where it stands.
    pub span: Span,
}

/// A piece of a header such as `a -> b, r -> s`.
#[derive(Clone, Debug, PartialEq)]
pub enum HeaderItem {
    /// A parameter, with its domain if `of` says it.
    Parameter(Name, Option<Expr>),
    /// `a -> b`: both are parameters, and what stands on the first goes to the second.
    Goes(Name, Name),
    /// A sign or a word between them, as it is written in a move.
    Sign(Name),
}

/// One of the conditions of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// What must hold; `x in …` and `x = …` with a new word `x` introduce it.
    pub formula: Expr,
    /// Its own sentence, if it has one.
    pub sentence: Option<Quoted>,
}

/// `repeat a = b, … while …`.
#[derive(Clone, Debug, PartialEq)]
pub struct Repeat {
    /// The parameters of the next round and their values, in terms of this round.
    pub bindings: Vec<(Name, Expr)>,
    /// What must hold after a round for the next to begin.
    pub condition: Option<Expr>,
    /// `may repeat`: the move may also end after each round.
    pub at_will: bool,
    /// Its sentence.
    pub sentence: Option<Quoted>,
    /// Where it stands.
    pub span: Span,
}

/// `then …`: a further part of the same move, whose conditions look at the board as the part before left it.
#[derive(Clone, Debug, PartialEq)]
pub struct Then {
    /// The part, like a move.
    pub part: Move,
    /// The moves it follows; none said: the move above it.
    pub after: Vec<Name>,
    /// `if formula`: it happens only then.
    pub condition: Option<Expr>,
    /// The index of the last move above it.
    pub above: usize,
}

/// `after every move do …`, `after place, step do …`, `every move do …`.
#[derive(Clone, Debug, PartialEq)]
pub struct After {
    /// `every move do`: together with the move, in terms of the position before it.
    pub together: bool,
    /// The moves it follows; none: every move.
    pub moves: Vec<Name>,
    /// Its sentence.
    pub sentence: Option<Quoted>,
    /// What changes.
    pub effects: Vec<Effect>,
}

/// A change.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// What it does.
    pub kind: EffectKind,
    /// Where it stands.
    pub span: Span,
}

/// What an effect does.
#[derive(Clone, Debug, PartialEq)]
pub enum EffectKind {
    /// `place := value`: a cell, all cells of a set, or a state.
    Assign(Expr, Expr),
    /// `if formula: effect`.
    If(Expr, Vec<Effect>),
    /// `all c in S: effect`.
    All(Vec<Binder>, Vec<Effect>),
    /// `top k of a -> b`: the topmost pieces of a stack go on top of another.
    Stack {
        /// How many.
        count: Expr,
        /// From where.
        from: Expr,
        /// To where.
        to: Expr,
    },
    /// `a -> b` among the effects: what stands on one cell goes to another.
    Goes(Expr, Expr),
    /// `a <-> b` written as `swap a, b`.
    Swap(Expr, Expr),
}

/// A formula with its sentence: a law, a goal, an invariant.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    /// What it says in words.
    pub sentence: Option<Quoted>,
    /// What it says.
    pub formula: Expr,
    /// Where the statement stands.
    pub span: Span,
}

/// How a game ends. `me` is who has just moved.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// Who wins.
    pub result: Result,
    /// Why, in words.
    pub sentence: Option<Quoted>,
    /// When.
    pub condition: Option<Expr>,
    /// Where it stands.
    pub span: Span,
}

/// How an end counts.
#[derive(Clone, Debug, PartialEq)]
pub enum Result {
    /// `me wins`, `other wins`, `white wins`.
    Wins(Expr),
    /// `draw`.
    Draw,
    /// `score e`: `me` wins where it is positive, `other` where it is negative.
    Score(Expr),
}

/// `repetition 3 "…"`.
#[derive(Clone, Debug, PartialEq)]
pub struct Repetition {
    /// At which occurrence the game is drawn.
    pub times: Expr,
    /// Its sentence.
    pub sentence: Option<Quoted>,
}

/// A statement whose words are for somebody else: how a puzzle is written, how a board looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Directive {
    /// `format` or `look`.
    pub word: Name,
    /// The tokens after it.
    pub tokens: Vec<crate::lexer::Token>,
    /// The text after it, lines joined.
    pub text: String,
}

/// An expression: a formula, a number, a cell, a direction, a set.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A whole number.
    Number(i64),
    /// A word: a variable, a constant, a cell such as `a1`, a function without arguments.
    Name(String),
    /// `f(x, y)`; also `row 1` and `column 2` without brackets.
    Call(Name, Vec<Expr>),
    /// `(1, 2)`: a direction by columns and rows.
    Vector(Box<Expr>, Box<Expr>),
    /// `own pawn`, `white king`, `king of p`: owner and kind.
    Owned(Box<Expr>, Box<Expr>),
    /// `not f`; of a set, all cells but those.
    Not(Box<Expr>),
    /// `-x`.
    Minus(Box<Expr>),
    /// Two operands.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `x in S`, `x is S`: membership; equality where the right side is no set.
    In(Box<Expr>, Box<Expr>),
    /// `x is not S`, `x not in S`: there is such an `x`, and it is no member.
    NotIn(Box<Expr>, Box<Expr>),
    /// `S on x`, `S meets x`: something of `S` stands on the cell, or on one of the cells, `x`.
    On(Box<Expr>, Box<Expr>),
    /// `no S`, `no f`: the set is empty, the formula is false.
    No(Box<Expr>),
    /// `some S`: the set is not empty.
    Some(Box<Expr>),
    /// `c has clue`: the map is defined there.
    Has(Box<Expr>, Name),
    /// `all a, b next to a: f`, `count c in S: f`, `sum d of sides: e`.
    Quantified(Quantifier, Vec<Binder>, Box<Expr>),
    /// `{a, b, c}`.
    Set(Vec<Expr>),
    /// `{c in S: f}`.
    Comprehension(Box<Binder>, Box<Expr>),
    /// `if f then x else y`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// What stands between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `or`; of sets, the union.
    Or,
    /// `and`; of sets, what both have.
    And,
    /// `implies`, `=>`.
    Implies,
    /// `without`: set difference.
    Without,
    /// `=`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`.
    AtMost,
    /// `>`.
    Greater,
    /// `>=`.
    AtLeast,
    /// `+`.
    Plus,
    /// `-`.
    Minus,
    /// `*`.
    Times,
    /// `/`, rounded down.
    Divide,
    /// `mod`.
    Modulo,
    /// `1..9`.
    Range,
}

/// How a quantified expression puts its instances together.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantifier {
    /// `all`.
    All,
    /// `some`.
    Some,
    /// `no`.
    No,
    /// `exactly n`.
    Exactly(Box<Expr>),
    /// `at least n`.
    AtLeast(Box<Expr>),
    /// `at most n`.
    AtMost(Box<Expr>),
    /// `count`: a number.
    Count,
    /// `sum`: a number.
    Sum,
    /// `min`, the least value.
    Min,
    /// `max`, the greatest value.
    Max,
}

/// A variable and the set it runs through; cells where none is said.
#[derive(Clone, Debug, PartialEq)]
pub struct Binder {
    /// The variable.
    pub name: Name,
    /// `in S`, `of S`, `next to a`.
    pub domain: Option<Expr>,
    /// `with clue`, `where f`.
    pub condition: Option<Expr>,
}
