//! All formats together: the kind and the format are recognised from the text.

use super::codec::{Codec, Family, address_name};
use super::part::WriteError;
use super::reader::{Fault, ReadError, excerpt};
use super::typed::typed_kind;
use super::{DefinitionError, Document, Schema, save};
use crate::ground::site_of;
use crate::kind::Kind;
use crate::{Answer, Puzzle};
use std::sync::OnceLock;
use zugwerk_rulebook::ast::{Declaration, ExprKind, Type};

/// The formats of many kinds.
#[derive(Clone, Debug, Default)]
pub struct Formats {
    codecs: Vec<Codec>,
}

impl Formats {
    /// These formats.
    pub fn new(codecs: Vec<Codec>) -> Formats {
        Formats { codecs }
    }

    /// The formats of all kinds that come with the program.
    pub fn known() -> &'static Formats {
        static KNOWN: OnceLock<Formats> = OnceLock::new();
        KNOWN.get_or_init(|| {
            let codecs = Kind::all().flat_map(|kind| kind.codecs().unwrap_or_default());
            Formats::new(codecs.collect())
        })
    }

    /// All of them.
    pub fn codecs(&self) -> &[Codec] {
        &self.codecs
    }

    /// Reads a text in whichever format it is. The kind need only be said where the text could be of several.
    pub fn read(&self, text: &str, kind: Option<&str>) -> Result<Document, ReadError> {
        let text = text.trim_start_matches('\u{feff}');
        let start = text.len() - text.trim_start().len();
        let fault = |what: String| ReadError::new(text, Fault::new(start, what));
        if text.trim().is_empty() {
            return Err(fault("there is no puzzle here: the text is empty".to_string()));
        }
        match Family::of(text) {
            Family::File => {
                let name = text[start..].split(['/', '\n']).nth(1).unwrap_or_default().trim();
                return self.named(Family::File, name, kind).map_err(fault)?.read(text);
            }
            Family::Address => {
                let (name, _) = address_name(text).unwrap_or_default();
                return self.named(Family::Address, name, kind).map_err(fault)?.read(text);
            }
            Family::GameId if text[start..].starts_with(save::START) => {
                return self.read_save(text, kind);
            }
            Family::GameId => return self.read_game_id(text, kind),
            Family::Grid => {}
        }
        let named = kind.or_else(|| if is_line(text) { Some(LINE) } else { typed_kind(text) });
        let typed = |codec: &&Codec| codec.family() == Family::Grid && Some(codec.kind()) == named;
        match self.codecs.iter().find(typed) {
            Some(codec) => codec.read(text),
            None => {
                let what = "expected an address of puzz.link, a pzprv3 file, a game ID, or the name of a kind and rows";
                Err(fault(format!("{what}, found {}", excerpt(&text[start..]))))
            }
        }
    }

    /// Writes a puzzle in a format of the family.
    pub fn write(
        &self,
        family: Family,
        puzzle: &Puzzle,
        answer: Option<&Answer>,
    ) -> Result<String, WriteError> {
        let kind = &puzzle.kind;
        let mut error = WriteError::new(match family {
            Family::Address => format!("puzz.link has no {kind}"),
            Family::File => format!("there are no pzprv3 files of {kind}"),
            Family::GameId => format!("there are no game IDs of {kind}"),
            Family::Grid => format!("{kind} has no grid of its own"),
        });
        for codec in self.codecs.iter().filter(|codec| codec.family() == family) {
            if codec.kind() == puzzle.kind {
                match codec.write(puzzle, answer) {
                    Ok(text) => return Ok(text),
                    Err(other) => error = other,
                }
            }
        }
        Err(error)
    }

    /// The codec that a name belongs to.
    pub(super) fn named(
        &self,
        family: Family,
        name: &str,
        kind: Option<&str>,
    ) -> Result<&Codec, String> {
        let mut named = self.codecs.iter().filter(|codec| {
            codec.family() == family && codec.names().iter().any(|known| known == name)
        });
        let Some(first) = named.next() else {
            return Err(match kind {
                Some(kind) => {
                    format!("expected a puzzle of the kind {kind}, found {}", excerpt(name))
                }
                None => format!("{} is no kind that is known here", excerpt(name)),
            });
        };
        match kind {
            Some(kind) if kind != first.kind() => named
                .find(|codec| codec.kind() == kind)
                .ok_or_else(|| format!("expected a puzzle of the kind {kind}, found {name}")),
            _ => Ok(first),
        }
    }

    /// Game IDs do not tell their kind: whichever can read it is meant, if there is only one.
    fn read_game_id(&self, text: &str, kind: Option<&str>) -> Result<Document, ReadError> {
        let end = text.trim_end();
        if end.ends_with(':') {
            let what = "expected the description of a puzzle after the colon".to_string();
            return Err(ReadError::new(text, Fault::new(end.len(), what)));
        }
        let codecs = self.codecs.iter().filter(|codec| {
            codec.family() == Family::GameId && kind.is_none_or(|kind| kind == codec.kind())
        });
        let mut found: Vec<(u8, Document)> = Vec::new();
        let mut furthest: Option<ReadError> = None;
        for codec in codecs {
            match codec.read(text) {
                Ok(document) if kind.is_some() => return Ok(document),
                Ok(document) => {
                    found.extend(
                        codec.likelihood(&document.puzzle).map(|likely| (likely, document)),
                    );
                }
                Err(error) if furthest.as_ref().is_none_or(|other| other.column < error.column) => {
                    furthest = Some(error);
                }
                Err(_) => {}
            }
        }
        let best = found.iter().map(|(likely, _)| *likely).max();
        found.retain(|(likely, _)| Some(*likely) == best);
        if found.len() > 1 {
            let kinds = found.iter().map(|(_, found)| found.puzzle.kind.as_str());
            let kinds = kinds.collect::<Vec<_>>().join(" or ");
            let what = format!("this can be {kinds}: say which kind it is");
            return Err(ReadError::new(text, Fault::new(0, what)));
        }
        let nothing = || {
            let kind = kind.unwrap_or("puzzle");
            ReadError::new(text, Fault::new(0, format!("no format of {kind} is a game ID")))
        };
        found.pop().map(|(_, found)| found).ok_or_else(|| furthest.unwrap_or_else(nothing))
    }

    /// A save file names its game.
    fn read_save(&self, text: &str, kind: Option<&str>) -> Result<Document, ReadError> {
        let saved = save::parse(text).map_err(|fault| ReadError::new(text, fault))?;
        let fault = |what| ReadError::new(text, Fault::new(saved.at, what));
        let codec = self.named(Family::GameId, &saved.game, kind).map_err(fault)?;
        codec.read_saved(&saved).map_err(|fault| ReadError::new(text, fault))
    }
}

impl Kind {
    /// What the kind tells formats about itself.
    pub fn schema(&self) -> Schema {
        let mut schema = Schema::new(self.name());
        let layer = |declaration: &Declaration| {
            let (Type::SetOf(site) | Type::Map(site, _)) = &declaration.range else { return None };
            Some((declaration.name.text.clone(), site_of(&site.text)?))
        };
        schema.given = self.book().given.iter().filter_map(layer).collect();
        let from_one = self.book().given.iter().filter(|given| is_from_one(given));
        schema.from_one = from_one.map(|given| given.name.text.clone()).collect();
        schema.unknown = self.book().unknown.iter().filter_map(layer).collect();
        for parameter in &self.book().parameters {
            if let ExprKind::Number(value) = parameter.value.kind
                && let Ok(value) = i32::try_from(value)
            {
                schema = schema.parameter(&parameter.name.text, value);
            }
        }
        schema
    }

    /// The formats that its rulebook names.
    pub fn codecs(&self) -> Result<Vec<Codec>, DefinitionError> {
        let schema = self.schema();
        let formats = self.book().directives.iter().filter(|line| line.word.text == "format");
        formats.map(|line| Codec::parse(&schema, &line.text)).collect()
    }
}

/// Whether the values of a layer begin with 1.
pub(crate) fn is_from_one(declaration: &Declaration) -> bool {
    let Type::Map(_, range) = &declaration.range else { return false };
    matches!(&**range, Type::Range(least, _) if matches!(least.kind, ExprKind::Number(1)))
}

impl Family {
    /// The family that a text seems to be written in.
    ///
    /// ```
    /// use zugwerk_puzzle::format::Family;
    /// assert_eq!(Family::of("3x3:c5e"), Family::GameId);
    /// assert_eq!(Family::of(". 2\n3 ."), Family::Grid);
    /// ```
    pub fn of(text: &str) -> Family {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if text.starts_with("pzprv3") {
            Family::File
        } else if address_name(text).is_some() {
            Family::Address
        } else if text.starts_with(save::START) || is_game_id(text) {
            Family::GameId
        } else {
            Family::Grid
        }
    }
}

/// The kind whose puzzles stand in one line.
const LINE: &str = "sudoku";

/// Whether the text is a sudoku in one line, as collections have them: 81 digits, with 0 or a dot for an empty cell.
pub(crate) fn is_line(text: &str) -> bool {
    let text = text.trim();
    text.len() == 81
        && text.bytes().all(|letter| letter.is_ascii_digit() || b"._-".contains(&letter))
}

/// Whether the text begins like a game ID: a size, perhaps letters, a colon (or the mark of a random seed, or nothing).
fn is_game_id(text: &str) -> bool {
    let Some((size, _)) = text.split_once([':', '#']) else {
        let is_side = |side: &str| side.parse::<u32>().is_ok();
        return text.trim_end().split_once('x').is_some_and(|(w, h)| is_side(w) && is_side(h));
    };
    size.starts_with(|c: char| c.is_ascii_digit())
        && size.chars().all(|c| c.is_ascii_alphanumeric() || c == '.')
}
