//! The kinds as formats see them, in the words of rulebooks.

use zugwerk_puzzle::Site;
use zugwerk_puzzle::format::{Codec, Schema};

/// Each kind: its name, what is given and unknown, its parameters, and its format lines.
const KINDS: &str = "
kuromasu
given clue cell
unknown black cell
format pzpr kurodoko or kuromasu: clue as number16
format pzprv3 kurodoko: clue as number, black as shading
format sgt range: clue as numbers

hitori
given number cell
unknown black cell
format pzpr hitori: number as base36
format pzprv3 hitori: number as number, black as shading
format sgt singles: ignored d, number as base36

nurikabe
given clue cell
unknown black cell
format pzpr nurikabe: clue as number16
format pzprv3 nurikabe: clue as number or black as shading

heyawake
given room cell
given clue region
unknown black cell
format pzpr heyawake or heyawacky: room as borders, clue as number16
format pzprv3 heyawake or heyawacky: room as rooms, clue as number, black as shading

nonogram
given top column
given left row
unknown black cell
format pzpr nonogram: top and left as runs
format pzprv3 nonogram: black as shading inside top and left lists
format sgt pattern: top and left as runs

akari
given wall cell
given clue cell
unknown lamp cell
format pzpr akari or lightup or bijutsukan: clue on wall as number4
format pzprv3 lightup: clue on wall as number or lamp as shading
format sgt lightup: ignored bsd, clue on wall as walls

sudoku
given room cell
given clue cell
unknown digit cell
parameter diagonals 0
format pzpr sudoku: diagonals as 0, room as boxes, clue as number16
format pzprv3 sudoku: board as square, diagonals as 0, room as boxes, clue as number, digit as number
format sgt solo: board as boxes, diagonals as flag x, ignored jdmrab, clue as numbers, room as jigsaw

takuzu
given clue cell
unknown digit cell
parameter distinct 0
format sgt unruly: distinct as flag u, ignored d, clue as bits

starbattle
given room cell
unknown star cell
parameter stars 1
format pzpr starbattle: stars as count / room as borders
format pzprv3 starbattle: stars as count, room as rooms, star as shading

tents
given tree cell
given top column
given left row
unknown tent cell
format pzpr tents: top and left as number16, tree as spots
format pzprv3 tents: tree as one or tent as tent inside top and left, unused links
format sgt tents: ignored d, tree as spots, top and left as commas

skyscrapers
given clue cell
given top column
given bottom column
given left row
given right row
unknown digit cell
format pzpr skyscrapers or building or skyscraper: top and bottom and left and right as number16, clue as number16 or nothing
format pzprv3 skyscrapers: clue as question or digit as number inside top and bottom and left and right
format sgt towers: board as square, ignored d, top and bottom and left and right as slashes, clue as numbers or nothing

futoshiki
given clue cell
given less link
unknown digit cell
format sgt unequal: board as square, ignored d, clue and less as inequalities

keen
given room cell
given op region
given target region
unknown digit cell
format sgt keen: board as square, ignored dm, room as blocks, op and target as cages

slitherlink
given clue cell
unknown line edge
parameter full 0
format pzpr slither or slitherlink: full as flag f, clue as number4
format pzprv3 slither: full as flag f, clue as number, colours, line as line
format sgt loopy: full as 0, fixed t0, ignored d, clue as digits

masyu
given pearl cell
unknown line link
format pzpr masyu or mashu or pearl: pearl as circles
format pzprv3 mashu: pearl as number, line as line
format sgt pearl: ignored dn, pearl as pearls

yajilin
given arrow cell
given clue cell
unknown black cell
unknown line link
format pzpr yajilin or yajirin: arrow and clue as arrows
format pzprv3 yajilin: arrow and clue as arrows, black as shading, line as line

hashi
given clue cell
unknown bridge link
parameter most 2
format pzpr hashi or hashikake or bridges: most as 2, clue as number16
format pzprv3 hashikake: most as 2, clue as number, bridge as line
format sgt bridges: most as letter m, ignored ied, clue as islands

fillomino
given clue cell
unknown digit cell
format pzpr fillomino: clue as number16
format pzprv3 fillomino: clue as number, digit as number, unused links
format sgt filling: clue as digits

kakuro
given wall cell
given across cell
given down cell
given top column
given left row
unknown digit cell
format pzpr kakuro: wall and across and down and top and left as sums
format pzprv3 kakuro: wall and across and down and top and left as sums, digit as number

norinori
given room cell
unknown black cell
format pzpr norinori: room as borders
format pzprv3 norinori: room as rooms, black as shading

tapa
given clue cell
unknown black cell
format pzpr tapa: clue as tapa
format pzprv3 tapa: clue as list or black as shading

lits
given room cell
unknown black cell
format pzpr lits: room as borders
format pzprv3 lits: room as rooms, black as shading

ripple
given room cell
given clue cell
unknown digit cell
format pzpr ripple or hakyukoka: room as borders, clue as number16
format pzprv3 ripple: room as rooms, clue as number, digit as number

shikaku
given clue cell
unknown border link
format pzpr shikaku: clue as number16
format pzprv3 shikaku: clue as number, border as border
format sgt rect: ignored ea, clue as numbers

slant
given clue vertex
unknown slash cell
format pzpr gokigen or slant: clue as number4
format pzprv3 gokigen: clue as number, slash as number
format sgt slant: ignored d, clue as digits

mosaic
given clue cell
unknown black cell
format sgt mosaic: ignored h, clue as digits

dominosa
given number cell
unknown domino link
format sgt dominosa: board as dominoes, ignored d, number as brackets

aquarium
given room cell
given top column
given left row
unknown water cell
parameter regions 0
format pzpr aquarium: regions as flag r, room as borders / top and left as number16
format pzprv3 aquarium: regions as flag r, room as borders, water as shading inside top and left

cave
given clue cell
unknown black cell
format pzpr cave or bag: clue as number16
format pzprv3 cave: clue as number, black as shading

galaxies
given dot half
unknown border link
format pzpr tentaisho: dot as dots
format pzprv3 tentaisho: dot as dots, border as border
format sgt galaxies: ignored d, dot as dots

palisade
given clue cell
unknown border link
parameter size 5
format pzpr fivecells: size as 5, clue as number10
format pzpr fourcells: size as 4, clue as number10
format sgt palisade: size as letter n, clue as trimmed
";

/// The codecs of all kinds.
pub fn codecs() -> Vec<Codec> {
    let mut codecs = Vec::new();
    for kind in KINDS.trim().split("\n\n") {
        let mut lines = kind.lines();
        let mut schema = Schema::new(lines.next().unwrap());
        for line in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["given", name, at] => schema = schema.given(name, site(at)),
                ["unknown", name, at] => schema = schema.unknown(name, site(at)),
                ["parameter", name, value] => {
                    schema = schema.parameter(name, value.parse().unwrap());
                }
                ["format", ..] => {
                    codecs.push(Codec::parse(&schema, &line["format".len()..]).unwrap());
                }
                _ => panic!("{line}"),
            }
        }
    }
    codecs
}

fn site(word: &str) -> Site {
    match word {
        "cell" => Site::Cell,
        "vertex" => Site::Vertex,
        "edge" => Site::Edge,
        "link" => Site::Link,
        "row" => Site::Row,
        "column" => Site::Column,
        "region" => Site::Region,
        "half" => Site::Half,
        _ => panic!("{word}"),
    }
}
