//! Puzzles and answers as text: addresses of puzz.link, `pzprv3` files, game IDs of Simon Tatham's collection, plain grids.
//!
//! A rulebook says how its puzzles are written in lines such as
//!
//! ```text
//! format pzpr nurikabe: clue as number16
//! format pzprv3 nurikabe: clue as number or black as shading
//! format sgt range: clue as numbers
//! ```
//!
//! which is `format FAMILY NAME or NAME …: CLAUSE, CLAUSE …`; the first name is written, all are read. From such a line
//! comes a [`Codec`] that reads and writes. In a clause, `a and b` are layers one after the other, and `a on b` is a layer
//! that says something exactly where the layer `b` is 1 (a clue on a wall: without number it is unknown).
//!
//! Clauses for all families, where `p` is a parameter:
//!
//! | clause | means |
//! |---|---|
//! | `p as 2` | the format does not tell p, which is 2 |
//! | `p as count` | p as a number (in a file a line) |
//! | `p as flag x` | p is 1 where the variant x is said |
//! | `p as letter m` | `sgt`: p after the letter m beside the size |
//! | `fixed t0`, `ignored de` | `sgt`: what always stands beside the size; letters about how the puzzle was made |
//! | `board as square`, `boxes`, `dominoes` | how the size is told, where not by width and height |
//! | `room as boxes` | the boxes of a sudoku, which are not told |
//!
//! Encodings of addresses (`pzpr`), with `/` between clauses where the address has one:
//!
//! | word | values |
//! |---|---|
//! | `number16` | hexadecimal; `.` unknown; `g` to `z` empty places |
//! | `number10` | a digit; `.` unknown; `a` to `z` empty places |
//! | `number4` | 0 to 4 with up to two empty places after it; `.` unknown; `g` to `z` |
//! | `base36` | a place each, `.` empty |
//! | `circles` | 1 or 2, three places a digit |
//! | `spots` | 1 with up to 17 empty places after it |
//! | `dots` | 1 or 2 with up to 7 empty places after it |
//! | `tapa` | lists of a Tapa clue |
//! | `arrows` | two layers: a direction, a number |
//! | `borders` | regions by their borders |
//! | `runs` | lists outside the board, padded |
//! | `sums` | the five layers `wall and across and down and top and left` of kakuro |
//!
//! `or nothing` after an encoding: it is missing at the end of the text where nothing is to be said.
//!
//! Game IDs (`sgt`), with a comma between the clauses: `numbers` (decimal, `_` between neighbours, letters for empty
//! places), `digits` (one each), `trimmed` (the same without empty places at the end), `islands` (up to 16), `walls` (`B`
//! unknown), `pearls` (`W` 1, `B` 2), `bits` (0 and 1), `spots`, `dots`, `base36`, `brackets` (`[12]`), `slashes` and
//! `commas` (numbers or nothing between them), `runs` (lists), `jigsaw` (regions, nothing where they are boxes), `blocks`
//! and `cages` (Keen), `inequalities` (Unequal). `moves black as marks B 1 W 0 E nothing` and the like (`cells`,
//! `rectangles`, `bits`, `slashes`, `edges`, `bridges`, `dominoes`, `borders`, `sides`, `lattice`, `track`) say how the
//! moves of a save file fill in a layer; `total clue` says that its numbers add up to the board, by which an ID that
//! several kinds could read is recognised.
//!
//! Files (`pzprv3`), one grid of words for each clause: `number`, `question` (`q3`), `shading` (`#` 1, `+` 0), `one`,
//! `tent` (`A` 1, `-` 0), `list`, `arrows` (two layers), `line` (0 nothing, -1 no line), `border` (`border framed`
//! where pzpr tells the frame too); several in one grid as
//! `clue as number or black as shading`; `inside top and left` where clues stand around the board, `inside top and left
//! lists` where these are lists; `rooms` and `borders` (regions), `dots`, `sums`; `unused links` and `colours` for what
//! pzpr keeps beside.
//!
//! Grids as people type them (`grid`, without a name), one block of rows for each clause: `number` (`?` unknown), `list`,
//! `rooms` (any words), `walls` (`#` or a number), `trees` (`T`), `pearls` (`W`, `B`), `arrows` (`3^`), `cages` (`12*`),
//! `sums` (`16\3`), `signs` (`<`, `>`, `^`, `v` between numbers), `dots`; `inside top and left` for clues around the board,
//! which are lists in `nothing inside top and left`; `room as rooms or boxes` may be left out.

mod cages;
mod codec;
mod definition;
mod draft;
mod encoding;
mod file;
mod formats;
mod grid;
mod kakuro;
mod moves;
mod outside;
mod part;
mod reader;
pub(crate) mod rooms;
mod save;
mod symbol;
mod typed;
mod word;

pub use codec::{Codec, Family};
pub use definition::DefinitionError;
pub use formats::Formats;
pub(crate) use formats::{is_from_one, is_line};
pub use part::WriteError;
pub use reader::ReadError;

use crate::{Answer, Puzzle, Site};

/// What a text holds: a puzzle, and an answer to it where one is written in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// What is given.
    pub puzzle: Puzzle,
    /// What is filled in.
    pub answer: Option<Answer>,
}

/// What a kind of puzzle tells formats about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    /// The name of the kind.
    pub kind: String,
    /// The given layers.
    pub given: Vec<(String, Site)>,
    /// The layers of the answer.
    pub unknown: Vec<(String, Site)>,
    /// The given layers whose values begin with 1: there people write 0 for nothing.
    pub from_one: Vec<String>,
    /// The parameters, with the values that they have where nobody says otherwise.
    pub parameters: Vec<(String, i32)>,
}

impl Schema {
    /// A kind without layers.
    pub fn new(kind: &str) -> Schema {
        Schema { kind: kind.to_string(), ..Schema::default() }
    }

    /// With one more given layer.
    pub fn given(mut self, name: &str, site: Site) -> Schema {
        self.given.push((name.to_string(), site));
        self
    }

    /// With one more layer of the answer.
    pub fn unknown(mut self, name: &str, site: Site) -> Schema {
        self.unknown.push((name.to_string(), site));
        self
    }

    /// With one more parameter.
    pub fn parameter(mut self, name: &str, value: i32) -> Schema {
        self.parameters.push((name.to_string(), value));
        self
    }
}
