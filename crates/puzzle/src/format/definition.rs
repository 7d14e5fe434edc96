//! Format lines: what a rulebook says of the ways to write its puzzles.

use super::cages::{Blocks, Cages, Inequalities};
use super::codec::{Codec, Extra, Family, Form};
use super::draft::Slot;
use super::file::{BorderLines, Colours, CountLine, DotLines, Rooms, Unused};
use super::grid::Grid;
use super::kakuro::{SumLines, Sums};
use super::moves::{How, Moves};
use super::outside::{Runs, Separated};
use super::part::{Borders, Boxes, Count, Fixed, Literal, Pairs, Part, Values};
use super::symbol::Sequence;
use super::typed::{Block, Sign, Words};
use super::word::Word;
use super::{Schema, encoding};
use crate::Site;
use std::ops::Range;
use std::sync::Arc;
use thiserror::Error;

/// Why a format line makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what} (in the format {line:?})")]
pub struct DefinitionError {
    /// The format line.
    pub line: String,
    /// Where in the line.
    pub place: Range<usize>,
    /// What is wrong there.
    pub what: String,
}

impl Codec {
    /// The codec that a format line describes; `line` is what follows the word `format` in a rulebook.
    ///
    /// ```
    /// use zugwerk_puzzle::Site;
    /// use zugwerk_puzzle::format::{Codec, Schema};
    ///
    /// let schema = Schema::new("nurikabe").given("clue", Site::Cell).unknown("black", Site::Cell);
    /// let codec = Codec::parse(&schema, "pzpr nurikabe: clue as number16").unwrap();
    /// let text = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g";
    /// let document = codec.read(text).unwrap();
    /// assert_eq!(document.puzzle.number("clue", 1), Some(5));
    /// assert_eq!(codec.write(&document.puzzle, None).unwrap(), text);
    /// ```
    pub fn parse(schema: &Schema, line: &str) -> Result<Codec, DefinitionError> {
        let error = |(part, what): (&str, String)| {
            let start = part.as_ptr() as usize - line.as_ptr() as usize;
            let place = start..start + part.len();
            DefinitionError { line: line.trim().to_string(), place, what }
        };
        parse(schema, line).map_err(error)
    }
}

/// The part of a line that is wrong, and what is wrong with it.
type Wrong<'a> = (&'a str, String);

fn parse<'a>(schema: &Schema, line: &'a str) -> Result<Codec, Wrong<'a>> {
    let (head, body) =
        line.split_once(':').ok_or((line, "expected a colon after the name".to_string()))?;
    let whole = head;
    let mut head = head.split_whitespace();
    let family = head.next().unwrap_or_default();
    let family = Family::ALL.into_iter().find(|known| known.word() == family).ok_or_else(|| {
        (whole, format!("expected pzpr, pzprv3, sgt or grid at the start, found {family:?}"))
    })?;
    let names: Vec<String> = head.filter(|&word| word != "or").map(str::to_string).collect();
    if family == Family::Grid {
        return grid(schema, body);
    }
    if names.is_empty() {
        return Err((whole, format!("expected the name of the kind after {}", family.word())));
    }
    let mut codec = empty(schema, family, names);
    for (at, piece) in body.split('/').enumerate() {
        if at > 0 {
            codec.parts.push(Arc::new(Literal('/')));
        }
        for clause in piece.split([',', '\n']).map(str::trim).filter(|clause| !clause.is_empty()) {
            let words: Vec<&str> = clause.split_whitespace().collect();
            let what = format!("{clause:?} means nothing in the format {}", family.word());
            let read = codec.clause(&words).and_then(|read| read.ok_or(what));
            read.map_err(|what| (clause, what))?;
        }
    }
    Ok(codec)
}

/// A codec without parts.
fn empty(schema: &Schema, family: Family, names: Vec<String>) -> Codec {
    let (extras, parts, blocks, moves) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (schema, form, total) = (schema.clone(), Form::Sides, None);
    Codec { schema, family, names, form, extras, parts, blocks, moves, total }
}

/// The codec for grids as people type them.
fn grid<'a>(schema: &Schema, body: &'a str) -> Result<Codec, Wrong<'a>> {
    let mut codec = empty(schema, Family::Grid, vec![schema.kind.clone()]);
    for clause in body.split([',', '\n']).map(str::trim).filter(|clause| !clause.is_empty()) {
        let words: Vec<&str> = clause.split_whitespace().collect();
        let nothing = || format!("{clause:?} means nothing in a grid");
        let block = codec.block(&words).and_then(|block| block.ok_or_else(nothing));
        codec.blocks.push(block.map_err(|what| (clause, what))?);
    }
    Ok(codec)
}

impl Codec {
    /// A part of a typed grid.
    fn block(&self, words: &[&str]) -> Result<Option<Block>, String> {
        let inside = words.iter().position(|&word| word == "inside").unwrap_or(words.len());
        let frame = words.get(inside + 1..).unwrap_or(&[]);
        let frame = if frame.is_empty() { Vec::new() } else { self.slots(frame)? };
        let (mut layers, mut optional) = (Vec::new(), false);
        for choice in words[..inside].split(|&word| word == "or") {
            match choice {
                ["nothing"] => continue,
                ["boxes"] => {
                    optional = true;
                    continue;
                }
                [layers @ .., "as", "signs"] => {
                    let [clue, less] = two(self.slots(layers)?)?;
                    return Ok(Some(Block::Signs { clue, less }));
                }
                [layer, "as", "dots"] => return Ok(Some(Block::Dots(self.slot(&[layer])?))),
                _ => {}
            }
            let (slots, name) = self.split(choice)?;
            let sign = if let [name] = name { Sign::named(name) } else { None };
            let Some(sign) = sign else { return Ok(None) };
            layers.push((slots, sign));
        }
        Ok(Some(Block::Words(Words { layers, frame, optional })))
    }

    /// Adds what a clause says; none where the words mean nothing.
    fn clause(&mut self, words: &[&str]) -> Result<Option<()>, String> {
        let part: Arc<dyn Part> = match words {
            ["board", "as", form] => {
                self.form = match *form {
                    "square" => Form::Square,
                    "boxes" => Form::Boxes,
                    "dominoes" => Form::Dominoes,
                    _ => return Ok(None),
                };
                return Ok(Some(()));
            }
            ["moves", layer, "as", how @ ..] if self.family == Family::GameId => {
                let slot = self.slot(&[layer])?;
                let how = How::named(how).filter(|how| how.site() == slot.site && slot.answer);
                let Some(how) = how else { return Ok(None) };
                self.moves.push(Moves { slot, how });
                return Ok(Some(()));
            }
            ["total", layer] => {
                self.total = Some(self.slot(&[layer])?.layer);
                return Ok(Some(()));
            }
            ["ignored", letters] => {
                return self.extra(Extra::Ignored(letters.to_string()));
            }
            ["fixed", text] => return self.extra(Extra::Fixed(text.to_string())),
            [parameter, "as", "flag", letter] => {
                let flag = Extra::Flag(letter.to_string(), self.parameter(parameter)?);
                return self.extra(flag);
            }
            [parameter, "as", "letter", letter] => {
                let letter = Extra::Letter(letter.to_string(), self.parameter(parameter)?);
                return self.extra(letter);
            }
            [parameter, "as", "count"] if self.family == Family::File => {
                Arc::new(CountLine(self.parameter(parameter)?))
            }
            [parameter, "as", "count"] => Arc::new(Count { parameter: self.parameter(parameter)? }),
            [parameter, "as", number] if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                let value = number.parse().map_err(|_| format!("{number} is too large"))?;
                Arc::new(Fixed { parameter: self.parameter(parameter)?, value })
            }
            ["colours"] if self.family == Family::File => Arc::new(Colours),
            ["unused", "links"] if self.family == Family::File => Arc::new(Unused::new(Site::Link)),
            [layers @ .., "as", "boxes"] => Arc::new(Boxes { room: self.slot(layers)? }),
            _ => {
                let part = match self.family {
                    Family::Address => self.address_part(words)?,
                    Family::File => self.file_part(words)?,
                    Family::GameId => self.game_id_part(words)?,
                    Family::Grid => None,
                };
                let Some(part) = part else { return Ok(None) };
                part
            }
        };
        self.parts.push(part);
        Ok(Some(()))
    }

    fn extra(&mut self, extra: Extra) -> Result<Option<()>, String> {
        self.extras.push(extra);
        Ok(Some(()))
    }

    fn parameter(&self, name: &str) -> Result<String, String> {
        match self.schema.parameters.iter().any(|(known, _)| known == name) {
            true => Ok(name.to_string()),
            false => Err(format!("{} has no parameter {name}", self.schema.kind)),
        }
    }

    /// The layers `a and b and c on d`.
    fn slots(&self, words: &[&str]) -> Result<Vec<Slot>, String> {
        let layers = words.split(|&word| word == "and");
        layers.map(|words| self.slot(words)).collect()
    }

    /// The layer `a` or `a on b`.
    fn slot(&self, words: &[&str]) -> Result<Slot, String> {
        let (name, on) = match words {
            [name] => (name, None),
            [name, "on", mask] => (name, Some(mask.to_string())),
            _ => return Err(format!("expected the name of a layer, found {:?}", words.join(" "))),
        };
        let find = |layers: &[(String, Site)], wanted: &str| {
            layers.iter().find(|(layer, _)| layer == wanted).map(|(_, site)| *site)
        };
        let unknown = || format!("{} has no layer {name}", self.schema.kind);
        let given = find(&self.schema.given, name);
        let site = given.or_else(|| find(&self.schema.unknown, name)).ok_or_else(unknown)?;
        if let Some(mask) = &on
            && (given.is_none() || find(&self.schema.given, mask) != given)
        {
            return Err(format!("{name} cannot lie on {mask}"));
        }
        Ok(Slot { layer: name.to_string(), site, answer: given.is_none(), on })
    }

    /// Layers and the words that say how they are written.
    fn split<'w>(&self, words: &'w [&'w str]) -> Result<(Vec<Slot>, &'w [&'w str]), String> {
        let at = words.iter().position(|&word| word == "as");
        let at = at.ok_or_else(|| format!("expected \"as\" in {:?}", words.join(" ")))?;
        Ok((self.slots(&words[..at])?, &words[at + 1..]))
    }

    fn address_part(&self, words: &[&str]) -> Result<Option<Arc<dyn Part>>, String> {
        let (slots, words) = self.split(words)?;
        Ok(match words {
            ["borders"] => Some(Arc::new(Borders { room: only(slots)? })),
            ["runs"] => Some(Arc::new(Runs { slots })),
            ["sums"] => Some(Arc::new(sums(slots)?)),
            ["arrows"] => pairs(slots, encoding::address("arrows"))?,
            [word, optional @ ..] => values(slots, encoding::address(word), optional),
            [] => None,
        })
    }

    fn game_id_part(&self, words: &[&str]) -> Result<Option<Arc<dyn Part>>, String> {
        let (slots, words) = self.split(words)?;
        let separated = |separator, inner| -> Option<Arc<dyn Part>> {
            Some(Arc::new(Separated { slots: slots.clone(), separator, inner }))
        };
        Ok(match words {
            ["slashes"] => separated('/', None),
            ["commas"] => separated(',', None),
            ["runs"] => separated('/', Some('.')),
            ["blocks"] => {
                let room = only(slots)?;
                Some(Arc::new(Blocks { room, counted: true, unless_boxes: false }))
            }
            ["jigsaw"] => {
                let room = only(slots)?;
                Some(Arc::new(Blocks { room, counted: false, unless_boxes: true }))
            }
            ["cages"] => {
                let [op, target] = two(slots)?;
                Some(Arc::new(Cages { op, target }))
            }
            ["inequalities"] => {
                let [clue, less] = two(slots)?;
                Some(Arc::new(Inequalities { clue, less }))
            }
            [word, optional @ ..] => values(slots, encoding::game_id(word), optional),
            [] => None,
        })
    }

    fn file_part(&self, words: &[&str]) -> Result<Option<Arc<dyn Part>>, String> {
        if let [layers @ .., "as", word] = words {
            let part: Option<Arc<dyn Part>> = match *word {
                "rooms" => Some(Arc::new(Rooms { room: self.slot(layers)? })),
                "borders" => Some(Arc::new(BorderLines { room: self.slot(layers)? })),
                "dots" => Some(Arc::new(DotLines { dot: self.slot(layers)? })),
                "sums" => Some(Arc::new(SumLines(sums(self.slots(layers)?)?))),
                _ => None,
            };
            if part.is_some() {
                return Ok(part);
            }
        }
        let inside = words.iter().position(|&word| word == "inside").unwrap_or(words.len());
        let mut layers = Vec::new();
        let mut framed = false;
        for choice in words[..inside].split(|&word| word == "or") {
            let (slots, name) = self.split(choice)?;
            let word = match name {
                ["arrows"] => Some(Word::List),
                [name] => Word::named(name),
                [name, "framed"] if slots[0].site == Site::Link => {
                    framed = true;
                    Word::named(name)
                }
                _ => None,
            };
            let Some(word) = word else { return Ok(None) };
            layers.push((slots, word));
        }
        let frame = words.get(inside + 1..).unwrap_or(&[]);
        let (frame, lists) = match frame {
            [frame @ .., "lists"] => (frame, true),
            frame => (frame, false),
        };
        let frame = if frame.is_empty() { Vec::new() } else { self.slots(frame)? };
        Ok(Some(Arc::new(Grid { layers, frame, lists, framed })))
    }
}

fn only(slots: Vec<Slot>) -> Result<Slot, String> {
    let [slot] = <[Slot; 1]>::try_from(slots).map_err(|_| "expected one layer")?;
    Ok(slot)
}

fn two(slots: Vec<Slot>) -> Result<[Slot; 2], String> {
    <[Slot; 2]>::try_from(slots).map_err(|_| "expected two layers".to_string())
}

fn sums(slots: Vec<Slot>) -> Result<Sums, String> {
    Sums::new(slots).ok_or_else(|| "expected wall and across and down and top and left".to_string())
}

fn pairs(
    slots: Vec<Slot>,
    sequence: Option<&'static Sequence>,
) -> Result<Option<Arc<dyn Part>>, String> {
    let [first, second] = two(slots)?;
    Ok(sequence.map(|sequence| Arc::new(Pairs { first, second, sequence }) as Arc<dyn Part>))
}

fn values(
    slots: Vec<Slot>,
    sequence: Option<&'static Sequence>,
    optional: &[&str],
) -> Option<Arc<dyn Part>> {
    let optional = match optional {
        [] => false,
        ["or", "nothing"] => true,
        _ => return None,
    };
    Some(Arc::new(Values { slots, sequence: sequence?, optional }))
}
