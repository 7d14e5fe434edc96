//! The grammar of sketches, a function for each of its lines.

use super::lexer::{KEYWORDS, Kind, Token, tokens};
use super::{
    Atom, Comparison, Diagnostic, Formula, Sketch, Span, Start, Step, Word, is_pass, wording,
};
use zugwerk_rulebook::nearest;

/// Parentheses and `not` inside each other; more would only exhaust the stack.
const DEEPEST: usize = 64;

/// Reads a sketch, whatever its game.
///
/// ```
/// let sketch = zugwerk_query::sketch::parse("game chess\nplay ? *\nexpect mate").unwrap();
/// assert_eq!(sketch.play.len(), 2);
/// let mistake = zugwerk_query::sketch::parse("game chess\nplay ?\nexpct mate").unwrap_err();
/// assert_eq!(mistake.help.as_deref(), Some("did you mean expect?"));
/// ```
pub fn parse(text: &str) -> Result<Sketch, Diagnostic> {
    let tokens = tokens(text);
    // Games of rulebooks have formulas of their own, whichever line comes first.
    let game = tokens.iter().position(|token| token.kind == Kind::Keyword && token.text == "game");
    let game = game.and_then(|at| tokens.get(at + 1));
    let rulebook = game.is_some_and(|name| {
        name.kind == Kind::Quoted
            || name.kind == Kind::Word && !ROOMS.contains(&game_name(text, name))
    });
    Parser { text, tokens: &tokens, at: 0, depth: 0, rulebook }.sketch()
}

/// The games with a language of their own.
pub const ROOMS: [&str; 2] = ["chess", "deathstacks"];

/// The name of a game that begins with a token: unlike other words it may have dashes.
fn game_name<'a>(text: &'a str, first: &Token) -> &'a str {
    let rest = &text[first.span.start..];
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'));
    &rest[..end.unwrap_or(rest.len())]
}

struct Parser<'a> {
    text: &'a str,
    /// Formulas are those of a rulebook.
    rulebook: bool,
    tokens: &'a [Token<'a>],
    at: usize,
    depth: usize,
}

/// The lines of a sketch that have been read.
#[derive(Default)]
struct Lines {
    game: Option<(Word, bool)>,
    settings: Vec<(Word, i64)>,
    from: Option<Start>,
    condition: Option<Formula<Atom>>,
    play: Option<Vec<Step>>,
    expect: Option<Formula<Atom>>,
    always: Option<(Formula<Atom>, Span)>,
    finds: bool,
    for_all: Option<Span>,
    without: Vec<Word>,
    with_only: Vec<Word>,
}

/// The word among the moves that was meant to begin the next line.
fn misspelt(play: &[Step]) -> Option<&Word> {
    play.iter().find_map(|step| match step {
        Step::Exists(word) if word.text.len() > 2 => {
            nearest(&word.text, KEYWORDS).is_some().then_some(word)
        }
        _ => None,
    })
}

impl<'a> Parser<'a> {
    fn peek(&self) -> &'a Token<'a> {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn next(&mut self) -> &'a Token<'a> {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn is_sign(&self, sign: &str) -> bool {
        self.peek().kind == Kind::Sign && self.peek().text == sign
    }

    /// The next token is not what the grammar needs.
    fn wrong(&self, expected: &str) -> Diagnostic {
        let token = self.peek();
        match token.kind {
            Kind::End => Diagnostic::new(token.span.clone(), "the sketch ends too early", expected),
            Kind::Unknown => self.unknown(expected),
            _ => {
                let found: String = token.text.chars().take(40).collect();
                Diagnostic::new(
                    token.span.clone(),
                    format!("{found:?} cannot stand here"),
                    expected,
                )
            }
        }
    }

    /// The next token is none at all.
    fn unknown(&self, expected: &str) -> Diagnostic {
        let token = self.peek();
        let text: String = token.text.chars().take(20).collect();
        let message = format!("{text:?} means nothing here");
        let found = Diagnostic::new(token.span.clone(), message, expected);
        match text.chars().next() {
            Some('"') => found.with_help("a text begins and ends with \" on one line"),
            Some('{') => found.with_help("how often is written {2} or {1..6}"),
            _ => found,
        }
    }

    fn sign(&mut self, sign: &str) -> Result<Span, Diagnostic> {
        if self.is_sign(sign) {
            Ok(self.next().span.clone())
        } else {
            Err(self.wrong(&format!("{sign:?}")))
        }
    }

    fn word(&mut self, expected: &str) -> Result<Word, Diagnostic> {
        match self.peek().kind {
            Kind::Word | Kind::Move => Ok(self.take()),
            _ => Err(self.wrong(expected)),
        }
    }

    fn take(&mut self) -> Word {
        let token = self.next();
        Word { text: token.text.to_string(), span: token.span.clone() }
    }

    /// sketch = { line } with one line `game` and one `expect`.
    fn sketch(mut self) -> Result<Sketch, Diagnostic> {
        let mut lines = Lines::default();
        while self.peek().kind != Kind::End {
            let keyword = self.peek();
            if keyword.kind != Kind::Keyword {
                return Err(self.no_line());
            }
            self.next();
            let again = match keyword.text {
                "game" => {
                    let game = self.game()?;
                    lines.settings = self.settings()?;
                    lines.game.replace(game).is_some()
                }
                "from" => lines.from.replace(self.start()?).is_some(),
                "where" => lines.condition.replace(self.formula()?).is_some(),
                "without" => {
                    lines.without.push(self.law()?);
                    false
                }
                "with" => {
                    lines.with_only.push(self.only_law()?);
                    false
                }
                "for" => lines.for_all.replace(self.all(keyword)?).is_some(),
                "play" => lines.play.replace(self.steps()?).is_some(),
                "always" => {
                    let formula = self.formula()?;
                    lines.always.replace((formula, keyword.span.clone())).is_some()
                }
                // What can be found is that of which the contrary does not hold always.
                "find" => {
                    let contrary = Formula::Not(Box::new(self.formula()?));
                    lines.finds = true;
                    lines.always.replace((contrary, keyword.span.clone())).is_some()
                }
                _ => lines.expect.replace(self.formula()?).is_some(),
            };
            if again {
                let message = format!("there are two lines {}", keyword.text);
                let found = Diagnostic::new(keyword.span.clone(), message, "one of each");
                return Err(match keyword.text {
                    "where" | "expect" | "always" | "find" => found.with_help("join both with and"),
                    _ => found,
                });
            }
        }
        if let Some((_, span)) = &lines.always
            && (lines.play.is_some() || lines.expect.is_some())
        {
            let message = "what holds always is asked of every position, and not of one line";
            return Err(Diagnostic::new(span.clone(), message, "no line play and no line expect"));
        }
        if lines.expect.is_none()
            && lines.always.is_none()
            && let Some(word) = misspelt(lines.play.as_deref().unwrap_or_default())
        {
            let message = format!("{:?} is not a move", word.text);
            let expected = "a move, a hole ?, a reply *, or a line expect";
            return Err(
                Diagnostic::new(word.span.clone(), message, expected).suggest(&word.text, KEYWORDS)
            );
        }
        let end = self.peek().span.clone();
        let missing = |line: &str, example: &str| {
            let message = format!("the sketch has no line {line}");
            Diagnostic::new(end.clone(), message, line).with_help(format!("add: {example}"))
        };
        let (game, file) = lines.game.ok_or_else(|| missing("game", "game chess"))?;
        Ok(Sketch {
            game,
            file,
            settings: lines.settings,
            from: lines.from.unwrap_or(Start::Usual),
            condition: lines.condition,
            play: lines.play.unwrap_or_default(),
            expect: match (lines.expect, &lines.always) {
                (Some(expect), _) => expect,
                (None, Some(_)) => Formula::And(Vec::new()),
                (None, None) => return Err(missing("expect", "expect legal")),
            },
            always: lines.always,
            finds: lines.finds,
            for_all: lines.for_all,
            without: lines.without,
            with_only: lines.with_only,
        })
    }

    fn no_line(&self) -> Diagnostic {
        self.wrong("a line that begins with game, from, where, play, expect, always, find, for all, without or with only")
            .suggest(self.peek().text, KEYWORDS)
    }

    fn law(&mut self) -> Result<Word, Diagnostic> {
        match self.peek().kind {
            Kind::Quoted => Ok(self.take()),
            _ => Err(self.wrong("a law in quotes, as debug tells it")),
        }
    }

    /// `with` is followed by `only`.
    fn only_law(&mut self) -> Result<Word, Diagnostic> {
        if self.peek().kind == Kind::Word && self.peek().text == "only" {
            self.next();
            return self.law();
        }
        Err(self.wrong("only, and a law in quotes"))
    }

    /// The word after `for`.
    fn all(&mut self, keyword: &Token) -> Result<Span, Diagnostic> {
        if self.peek().kind == Kind::Word && self.peek().text == "all" {
            return Ok(keyword.span.start..self.next().span.end);
        }
        Err(self.wrong("all: one plan for all fillings of the start"))
    }

    /// game = name | text
    fn game(&mut self) -> Result<(Word, bool), Diagnostic> {
        let first = self.peek();
        if first.kind == Kind::Quoted {
            return Ok((self.take(), true));
        }
        self.word("the name of a game, or of a file in quotes")?;
        let name = game_name(self.text, first);
        let end = first.span.start + name.len();
        let whole = self.text[first.span.start..].split_whitespace().next().unwrap_or(name);
        if whole.len() > name.len() && whole[name.len()..].starts_with(['.', '/', '\\', ':']) {
            let span = first.span.start..first.span.start + whole.len();
            let shown: String = whole.chars().take(60).collect();
            let message = format!("{shown} is no name of a game");
            let expected = "the name of a game, or of a file in quotes";
            return Err(Diagnostic::new(span, message, expected)
                .with_help(format!("write game \"{shown}\"")));
        }
        while self.peek().kind != Kind::End && self.peek().span.start < end {
            self.next();
        }
        Ok((Word { text: name.to_string(), span: first.span.start..end }, false))
    }

    /// settings = [ "with" word "=" number { "," word "=" number } ]
    fn settings(&mut self) -> Result<Vec<(Word, i64)>, Diagnostic> {
        let mut settings = Vec::new();
        // A line `with only` says something else.
        let next = self.tokens.get(self.at + 1).map_or("", |token| token.text);
        if self.peek().text != "with" || next == "only" {
            return Ok(settings);
        }
        loop {
            self.next();
            let name = self.word("the name of a parameter")?;
            self.sign("=")?;
            let value = self.word("a number")?;
            let number = value.text.parse().map_err(|_| {
                let message = format!("{:?} is not a number", value.text);
                Diagnostic::new(value.span.clone(), message, "a number such as 6")
            })?;
            settings.push((name, number));
            if !self.is_sign(",") {
                return Ok(settings);
            }
        }
    }

    /// start = "start" | text
    fn start(&mut self) -> Result<Start, Diagnostic> {
        match self.peek().kind {
            Kind::Quoted => Ok(Start::Position(self.take())),
            Kind::Word if self.peek().text == "start" => {
                self.next();
                Ok(Start::Usual)
            }
            _ => Err(self.wrong("start, or a position in quotes")),
        }
    }

    /// steps = { step [ times ] }
    fn steps(&mut self) -> Result<Vec<Step>, Diagnostic> {
        let mut steps = Vec::new();
        loop {
            let token = self.peek();
            match (token.kind, token.text) {
                (Kind::Move, "or") if self.depth > 0 => return Ok(steps),
                (Kind::Move, "or") => {
                    return Err(self
                        .wrong("a move, a hole ?, a reply *, or the next line")
                        .with_help("a choice stands in parentheses: (e4 or d4)"));
                }
                (Kind::Move, "*") => {
                    self.next();
                    steps.push(Step::ForAll(token.span.clone()));
                }
                (Kind::Move, "series") => {
                    self.next();
                    let (moves, span) = self.series(&token.span)?;
                    steps.push(Step::Series(moves, span));
                    continue;
                }
                (Kind::Move | Kind::Quoted, _) => steps.push(Step::Exists(self.take())),
                (Kind::Sign, "[") => {
                    self.next();
                    let formula = self.formula()?;
                    let end = self.sign("]")?.end;
                    steps.push(Step::Condition(formula, token.span.start..end));
                }
                (Kind::Sign, "(") => {
                    self.next();
                    let inner = self.deeper(|parser| parser.steps())?;
                    let inner = self.choice(inner, token)?;
                    self.sign(")")?;
                    let (least, most, span) = match self.times()? {
                        Some(times) => times,
                        None => (1, 1, token.span.clone()),
                    };
                    steps.push(Step::Repeat { steps: inner, least, most, span });
                    continue;
                }
                (Kind::Sign, text) if text.starts_with('{') => {
                    return Err(self.wrong("a move, a hole ? or a reply * before it"));
                }
                (Kind::Keyword | Kind::End, _) | (Kind::Sign, ")") => return Ok(steps),
                _ => return Err(self.wrong("a move, a hole ?, a reply *, or the next line")),
            }
            if let Some((least, most, span)) = self.times()? {
                let steps_before = steps.pop().into_iter().collect();
                steps.push(Step::Repeat { steps: steps_before, least, most, span });
            }
        }
    }

    /// series = "series" ( "(" steps ")" | move | "*" ) [ times ], of which the word has been read
    fn series(&mut self, word: &Span) -> Result<(Vec<Step>, Span), Diagnostic> {
        let token = self.peek();
        let moves = match (token.kind, token.text) {
            (Kind::Sign, "(") => {
                self.next();
                let inner = self.deeper(|parser| parser.steps())?;
                let inner = self.choice(inner, token)?;
                self.sign(")")?;
                inner
            }
            (Kind::Move, "*") => {
                self.next();
                vec![Step::ForAll(token.span.clone())]
            }
            (Kind::Move | Kind::Quoted, _) => vec![Step::Exists(self.take())],
            _ => return Err(self.wrong("the moves of a series: series ?{3} or series (Qh5 ? ?#)")),
        };
        let moves = match self.times()? {
            Some((least, most, span)) => vec![Step::Repeat { steps: moves, least, most, span }],
            None => moves,
        };
        Ok((moves, word.start..self.tokens[self.at - 1].span.end))
    }

    /// choice = move { "or" move }, of which the first has been read
    fn choice(&mut self, first: Vec<Step>, open: &Token) -> Result<Vec<Step>, Diagnostic> {
        let is_or = |parser: &Self| parser.peek().kind == Kind::Move && parser.peek().text == "or";
        if !is_or(self) {
            return Ok(first);
        }
        let (mut words, mut next) = (Vec::new(), first);
        loop {
            match &mut next[..] {
                [Step::Exists(word)] if is_pass(word) => {
                    let message = "a pass is no move among others";
                    return Err(Diagnostic::new(word.span.clone(), message, "a move or a hole"));
                }
                [Step::Exists(word)] => words.push(word.clone()),
                _ => {
                    let message = "a choice is between single moves";
                    let found =
                        Diagnostic::new(open.span.clone(), message, "(e4 or d4), (N? or ?x)");
                    return Err(
                        found.with_help("write lines of several moves as sketches of their own")
                    );
                }
            }
            if !is_or(self) {
                break;
            }
            self.next();
            next = self.deeper(|parser| parser.steps())?;
        }
        let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let text = format!("({})", texts.join(" or "));
        let whole = Word { text, span: open.span.start..self.peek().span.end };
        Ok(vec![Step::Choice(words, whole)])
    }

    /// times = "{" number [ ".." number ] "}"
    fn times(&mut self) -> Result<Option<(usize, usize, Span)>, Diagnostic> {
        let token = self.peek();
        if token.kind != Kind::Sign || !token.text.starts_with('{') {
            return Ok(None);
        }
        self.next();
        let mut numbers = token.text.trim_matches(['{', '}']).split("..").map(|number| {
            number.trim().parse::<usize>().map_err(|_| {
                let message = format!("{} is too large", number.trim());
                Diagnostic::new(token.span.clone(), message, "how often, like {2} or {1..6}")
            })
        });
        let least = numbers.next().unwrap_or(Ok(1))?;
        let most = numbers.next().unwrap_or(Ok(least))?;
        if least > most {
            let message = format!("{least} is more than {most}");
            return Err(Diagnostic::new(token.span.clone(), message, "the smaller number first"));
        }
        Ok(Some((least, most, token.span.clone())))
    }

    fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        if self.depth >= DEEPEST {
            return Err(self.wrong("fewer things inside each other"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// formula = conjunction { "or" conjunction }, or one of a rulebook
    fn formula(&mut self) -> Result<Formula<Atom>, Diagnostic> {
        if self.rulebook {
            return self.wording();
        }
        let mut parts = vec![self.conjunction()?];
        while self.peek().kind == Kind::Word && self.peek().text == "or" {
            self.next();
            parts.push(self.conjunction()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Formula::Or(parts) })
    }

    /// A formula of a rulebook, up to the end of its line or bracket.
    fn wording(&mut self) -> Result<Formula<Atom>, Diagnostic> {
        let (start, mut end) = (self.peek().span.start, self.peek().span.start);
        loop {
            let token = self.peek();
            let inside = match token.kind {
                Kind::End => false,
                // A formula may have these words, too.
                Kind::Keyword => {
                    !token.first && ["where", "with", "without", "for"].contains(&token.text)
                }
                _ => !self.is_sign("]"),
            };
            if !inside {
                break;
            }
            end = self.next().span.end;
        }
        if start == end {
            return Err(self.wrong("a formula such as count(white) <= 5"));
        }
        wording::formula(self.text, start..end)
    }

    /// conjunction = factor { "and" factor }
    fn conjunction(&mut self) -> Result<Formula<Atom>, Diagnostic> {
        let mut parts = vec![self.factor()?];
        while self.peek().kind == Kind::Word && self.peek().text == "and" {
            self.next();
            parts.push(self.factor()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Formula::And(parts) })
    }

    /// factor = "not" factor | "(" formula ")" | atom
    fn factor(&mut self) -> Result<Formula<Atom>, Diagnostic> {
        if self.peek().kind == Kind::Word && self.peek().text == "not" {
            self.next();
            return Ok(Formula::Not(Box::new(self.deeper(|parser| parser.factor())?)));
        }
        if self.is_sign("(") {
            self.next();
            let inner = self.deeper(|parser| parser.formula())?;
            self.sign(")")?;
            return Ok(inner);
        }
        self.atom().map(Formula::Atom)
    }

    /// atom = word [ "(" word { "," word } ")" | text | word ] [ comparison word [ "(" word { "," word } ")" ] ]
    fn atom(&mut self) -> Result<Atom, Diagnostic> {
        const EXPECTED: &str = "a statement such as mate, check, e4 = P or count(white) <= 5";
        let joins = |text: &str| ["and", "or", "not"].contains(&text);
        let token = self.peek();
        if token.kind != Kind::Word || joins(token.text) {
            return Err(self.wrong(EXPECTED));
        }
        let name = self.take();
        let (mut arguments, mut quoted) = (Vec::new(), None);
        if self.is_sign("(") {
            arguments = self.words_in_parentheses()?;
        } else if self.peek().kind == Kind::Quoted {
            quoted = Some(self.take());
        } else if self.peek().kind == Kind::Word && !self.peek().first && !joins(self.peek().text) {
            arguments.push(self.take());
        }
        let comparison = match self.comparison() {
            Some(comparison) => Some((comparison, self.word("a number or a word")?)),
            None => None,
        };
        let compared = match comparison.is_some() && self.is_sign("(") {
            true => self.words_in_parentheses()?,
            false => Vec::new(),
        };
        let span = name.span.start..self.tokens[self.at - 1].span.end;
        Ok(Atom { name, arguments, quoted, comparison, compared, span, expr: None })
    }

    fn words_in_parentheses(&mut self) -> Result<Vec<Word>, Diagnostic> {
        self.sign("(")?;
        let mut words = vec![self.word("a word")?];
        while self.is_sign(",") {
            self.next();
            words.push(self.word("a word")?);
        }
        self.sign(")")?;
        Ok(words)
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let token = self.peek();
        let comparison = match token.text {
            "=" => Comparison::Equal,
            "!=" => Comparison::Different,
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            ">" => Comparison::More,
            ">=" => Comparison::AtLeast,
            _ => return None,
        };
        self.next();
        Some(comparison)
    }
}
