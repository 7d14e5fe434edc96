//! The YAML in which Olive keeps problems and YACPDB exports them.

use super::{Entry, EntryError, Wishes};
use crate::letters::pieces;
use crate::stipulation::{Stipulation, corner};
use crate::twin::Twin;
use yaml_rust2::{Yaml, YamlLoader};
use zugwerk_chess::{Color, ExclusiveCastling, Position, Role, Setup};

/// Whether a text looks like a collection of Olive's.
pub fn is_olive(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().trim_start_matches("- ").starts_with("algebraic:"))
}

/// Every problem of a text, or why it cannot be read. Documents follow each other, or stand in one list.
///
/// ```
/// use zugwerk_problems::files::olive;
/// let text = "---\nalgebraic:\n  white: [Ka3, Ra8]\n  black: [Kb1]\nstipulation: \"#2\"\n";
/// let entries = olive::read(text);
/// assert_eq!(entries[0].as_ref().unwrap().problem.stipulation.to_string(), "#2");
/// ```
pub fn read(text: &str) -> Vec<Result<Entry, EntryError>> {
    documents(text)
        .into_iter()
        .flat_map(|(line, text)| match YamlLoader::load_from_str(&text) {
            Ok(documents) => documents.iter().flat_map(|yaml| list(yaml, line)).collect(),
            Err(error) => {
                let line = line + error.marker().line().saturating_sub(1);
                vec![Err(EntryError { line, problem: format!("YAML: {}", error.info()) })]
            }
        })
        .collect()
}

/// The documents of a text with the lines on which they begin, so that a bad one does not spoil the others.
fn documents(text: &str) -> Vec<(usize, String)> {
    let mut documents: Vec<(usize, String)> = vec![(1, String::new())];
    for (at, line) in text.lines().enumerate() {
        if line.trim_end() == "---" {
            documents.push((at + 2, String::new()));
        } else if let Some((_, document)) = documents.last_mut() {
            document.push_str(line);
            document.push('\n');
        }
    }
    documents.retain(|(_, document)| !document.trim().is_empty());
    documents
}

/// The problems of a document: one, or a list.
fn list(yaml: &Yaml, line: usize) -> Vec<Result<Entry, EntryError>> {
    let read = |yaml: &Yaml| entry(yaml, line).map_err(|problem| EntryError { line, problem });
    match yaml {
        Yaml::Array(all) => all.iter().map(read).collect(),
        _ => vec![read(yaml)],
    }
}

fn entry(yaml: &Yaml, line: usize) -> Result<Entry, String> {
    let mut setup = Setup::empty();
    for (name, color) in [("white", Color::White), ("black", Color::Black)] {
        for word in strings(&yaml["algebraic"][name]) {
            let placed = pieces(None, color, &word, || None)
                .ok_or_else(|| format!("{word:?} is no piece of chess; expected one like Ke1"))?;
            for (piece, square) in placed {
                if setup.pieces[square.index()].replace(piece).is_some() {
                    return Err(format!("two pieces stand on {square}"));
                }
            }
        }
    }
    match &yaml["algebraic"]["neutral"] {
        Yaml::BadValue | Yaml::Null => {}
        Yaml::Array(none) if none.is_empty() => {}
        _ => return Err("neutral pieces are not known".to_string()),
    }
    if let Some(condition) = strings(&yaml["conditions"]).first() {
        return Err(format!("the condition {condition} is not known"));
    }
    let mut wishes = Wishes::default();
    let stipulation = strings(&yaml["stipulation"]).join(" ");
    if !stipulation.is_empty() {
        wishes.stipulation =
            Some(stipulation.parse::<Stipulation>().map_err(|error| error.to_string())?);
    }
    for option in strings(&yaml["options"]) {
        add_option(&mut wishes, &option)?;
    }
    let mut twins = Vec::new();
    let mut zero_position = false;
    let mut twin = |changes: &Yaml| {
        let text = strings(changes).join(" ");
        twins.push(text.parse::<Twin>().map_err(|error| error.to_string())?);
        Ok::<(), String>(())
    };
    match &yaml["twins"] {
        Yaml::Hash(all) => {
            for (letter, changes) in all {
                // A twin a) stands for a diagram that is not solved itself.
                zero_position |= letter.as_str() == Some("a");
                twin(changes)?;
            }
        }
        Yaml::Array(all) => all.iter().try_for_each(twin)?,
        Yaml::BadValue | Yaml::Null => {}
        _ => return Err("twins: expected letters with their changes, like b: Move a1 b1".into()),
    }
    let name = strings(&yaml["id"]).into_iter().next();
    let source: Vec<String> =
        ["source", "source-id", "date"].iter().flat_map(|field| parts(&yaml[*field])).collect();
    Ok(Entry {
        line,
        name,
        authors: strings(&yaml["authors"]),
        source: (!source.is_empty()).then(|| source.join(", ")),
        problem: wishes.problem(setup, None)?,
        twins,
        zero_position,
        refutations: wishes.refutations,
        max_solutions: wishes.max_solutions,
        max_seconds: wishes.max_seconds,
        any_position: true,
    })
}

fn add_option(wishes: &mut Wishes, option: &str) -> Result<(), String> {
    let mut words = option.split_whitespace();
    let name = words.next().unwrap_or_default();
    let name = super::popeye::option(name)
        .ok_or_else(|| format!("{name:?} is no option that is known"))?;
    let numbers: Vec<u32> = words.clone().map_while(|word| word.parse().ok()).collect();
    let squares = words.filter_map(crate::twin::squares_in).flatten().collect();
    wishes.add(name, &numbers, squares)
}

/// What is told of a source: strings, or those of its parts, such as a name and a year.
fn parts(yaml: &Yaml) -> Vec<String> {
    match yaml {
        Yaml::Hash(all) => all.values().flat_map(parts).collect(),
        yaml => strings(yaml),
    }
}

/// A value as strings: one, or those of a list.
fn strings(yaml: &Yaml) -> Vec<String> {
    match yaml {
        Yaml::String(text) | Yaml::Real(text) => vec![text.clone()],
        Yaml::Integer(number) => vec![number.to_string()],
        Yaml::Array(all) => all.iter().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}

/// The problems as a text that Olive reads, a document each.
pub fn write(entries: &[Entry]) -> String {
    entries.iter().map(write_entry).collect()
}

fn write_entry(entry: &Entry) -> String {
    let quote = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut text = String::from("---\n");
    if let Some(name) = &entry.name {
        text.push_str(&format!("id: {}\n", quote(name)));
    }
    if !entry.authors.is_empty() {
        text.push_str("authors:\n");
        for author in &entry.authors {
            text.push_str(&format!("  - {}\n", quote(author)));
        }
    }
    if let Some(source) = &entry.source {
        text.push_str(&format!("source: {}\n", quote(source)));
    }
    text.push_str("algebraic:\n");
    let position = &entry.problem.position;
    for (side, color) in [("white", Color::White), ("black", Color::Black)] {
        let names = piece_names(position, color).join(", ");
        text.push_str(&format!("  {side}: [{names}]\n"));
    }
    let plain = plain(&entry.problem.stipulation);
    text.push_str(&format!("stipulation: {}\n", quote(&plain.to_string())));
    let options = options(entry);
    if !options.is_empty() {
        text.push_str("options:\n");
        for option in options {
            text.push_str(&format!("  - {option}\n"));
        }
    }
    if !entry.twins.is_empty() {
        text.push_str("twins:\n");
        for (letter, twin) in entry.twins() {
            text.push_str(&format!("  {letter}: {}\n", quote(&super::popeye::twin_text(twin))));
        }
    }
    text
}

/// What is asked, without what options say.
pub(super) fn plain(stipulation: &Stipulation) -> Stipulation {
    Stipulation {
        set_play: false,
        duplex: false,
        half_duplex: false,
        exclusive: ExclusiveCastling::NONE,
        rules: crate::FightRules::default(),
        ..stipulation.clone()
    }
}

/// The options of an entry by Popeye's names, which Olive shares.
pub(super) fn options(entry: &Entry) -> Vec<String> {
    let stipulation = &entry.problem.stipulation;
    let position = &entry.problem.position;
    let flags = [
        (stipulation.set_play, "SetPlay"),
        (stipulation.set_play && stipulation.is_battle(), "Try"),
        (stipulation.duplex, "Duplex"),
        (position.turn() != super::natural_turn(stipulation), "HalfDuplex"),
        (stipulation.rules.post_key, "PostKeyPlay"),
        (stipulation.rules.quodlibet, "Quodlibet"),
        (stipulation.rules.goal_is_end, "GoalIsEnd"),
    ];
    let set = flags.iter().filter(|(is_set, _)| *is_set);
    let mut options: Vec<String> = set.map(|(_, name)| name.to_string()).collect();
    options.extend(stipulation.rules.max_flights.map(|most| format!("MaxFlightsquares {most}")));
    for (white, black) in stipulation.exclusive.pairs() {
        let (white, black) = (corner(Color::White, white), corner(Color::Black, black));
        options.push(format!("CastlingMutuallyExclusive {white}{black}"));
    }
    let non_trivial = stipulation.rules.non_trivial;
    options.extend(non_trivial.map(|rule| format!("NonTrivial {} {}", rule.more, rule.trivial)));
    options.extend(entry.refutations.map(|most| format!("Defence {most}")));
    options.extend(entry.max_solutions.map(|most| format!("MaxSolutions {most}")));
    options.extend(entry.max_seconds.map(|most| format!("MaxTime {most}")));
    let missing = Setup::from(position).castling_at_home().rooks() & !position.castling().rooks();
    if missing.any() {
        let squares: Vec<String> = missing.into_iter().map(|square| square.to_string()).collect();
        options.push(format!("NoCastling {}", squares.join(" ")));
    }
    options.extend(position.double_push_square().map(|square| format!("EnPassant {square}")));
    options
}

/// The pieces of a side as problemists list them, from the king to the pawns.
pub(super) fn piece_names(position: &Position, color: Color) -> Vec<String> {
    let roles = Role::ALL.into_iter().rev();
    roles
        .flat_map(|role| {
            let squares = position.pieces(color, role).into_iter();
            squares.map(move |square| format!("{}{square}", letter(role)))
        })
        .collect()
}

/// The letter of a piece as English problemists write it.
pub(super) fn letter(role: Role) -> char {
    ['P', 'S', 'B', 'R', 'Q', 'K'][role.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "---\nauthors:\n  - Somebody, A.\nsource: A magazine\nsource-id: 16/593\ndate: 1970-05\n\
        algebraic:\n  white: [Ke2, Bb8, Sa7, Pf3]\n  black: [Kf5, Ra5, Bf4]\nstipulation: \"h#3\"\n\
        options:\n  - SetPlay\ntwins:\n  b: Remove a7\n  c: Continued Move f3 g3\nsolution: |\n  a) 1.Bc7 ...\n\
        ---\nalgebraic:\n  white: [Ke2, Gb8]\n  black: [Kf5]\nstipulation: \"#2\"\n\
        ---\nalgebraic: {white: [Ke1, Ra1, Rh1], black: [Ke8]}\nstipulation: \"#2\"\noptions: [NoCastling a1]\n";

    #[test]
    fn reads_documents_and_goes_on_after_a_bad_one() {
        let entries = read(TEXT);
        assert_eq!(entries.len(), 3);
        let first = entries[0].as_ref().unwrap();
        assert!(first.problem.position.to_string().starts_with("1B6/N7/8/r4k2/5b2/5P2/4K3/8 b"));
        assert_eq!(first.problems().len(), 3);
        assert_eq!(first.source.as_deref(), Some("A magazine, 16/593, 1970-05"));
        let second = entries[1].as_ref().unwrap_err();
        assert!(second.line == 19 && second.problem.contains("Gb8"), "{second:?}");
        let third = entries[2].as_ref().unwrap();
        assert!(third.problem.position.to_string().contains(" w K "));
        assert!(read("algebraic: [").remove(0).is_err());
        assert!(read("a: b").remove(0).is_err());
    }

    #[test]
    fn what_is_unknown_is_not_left_out_in_silence() {
        let document = |more: &str| {
            let text = "algebraic: {white: [Ke2, Pa2], black: [Kf5]}\nstipulation: h#3\n";
            read(&format!("{text}{more}\n")).remove(0)
        };
        let wrong = |more: &str| document(more).unwrap_err().problem;
        assert!(wrong("options: [Foo]").contains("\"Foo\" is no option"));
        assert!(wrong("twins: Foo").contains("expected letters"));
        let doubled = "algebraic: {white: [Ra1, Rh1, Ra1], black: [Kf5]}\nstipulation: h#3\n";
        assert_eq!(read(doubled).remove(0).unwrap_err().problem, "two pieces stand on a1");
        let none = "algebraic: {white: [Ke2], black: [Kf5], neutral: []}\nstipulation: h#3\n";
        assert!(read(none).remove(0).is_ok());
        assert!(wrong("twins: [Foo]").contains("expected one of continued, move"));
        let listed =
            document("twins: [Move a2 a3, Continued Remove a3]\noptions: [Vari, Try]").unwrap();
        assert_eq!((listed.problems().len(), listed.problem.stipulation.set_play), (3, true));
        let source = "source: {name: A magazine, date: {year: 1859}}";
        assert_eq!(document(source).unwrap().source.as_deref(), Some("A magazine, 1859"));
        let none = read("algebraic: {white: [Ke2], black: [Kf5]}").remove(0).unwrap_err();
        assert_eq!(none.problem, "it has no stipulation");
    }

    #[test]
    fn reads_what_it_writes() {
        let entries: Vec<Entry> = read(TEXT).into_iter().flatten().collect();
        let again: Vec<Entry> = read(&write(&entries)).into_iter().flatten().collect();
        assert_eq!(again.len(), 2);
        for (one, other) in entries.iter().zip(&again) {
            assert_eq!((&one.problem, &one.twins), (&other.problem, &other.twins));
            assert_eq!((&one.authors, &one.source), (&other.authors, &other.source));
        }
    }
}
