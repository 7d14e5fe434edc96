//! Diagrams for LaTeX, for the package `diagram`, whose pieces have German letters.

use super::Entry;
use zugwerk_chess::{Color, Role};

/// The problems as a document that LaTeX can set.
///
/// ```
/// use zugwerk_problems::files::{Entry, latex};
/// use zugwerk_problems::Problem;
/// let problem = Problem::new("R7/8/8/8/8/K7/8/1k6 w - -", "#2", false).unwrap();
/// let text = latex::write(&[Entry::of(problem)]);
/// assert!(text.contains("\\pieces[2+1]{wKa3, wTa8, sKb1}"));
/// assert!(text.contains("\\stipulation{\\#2}"));
/// ```
pub fn write(entries: &[Entry]) -> String {
    let mut text =
        String::from("\\documentclass{article}\n\\usepackage{diagram}\n\\begin{document}\n");
    for entry in entries {
        write_entry(entry, &mut text);
    }
    text.push_str("\\end{document}\n");
    text
}

fn write_entry(entry: &Entry, text: &mut String) {
    let position = &entry.problem.position;
    let mut add = |command: &str, rest: &str| text.push_str(&format!("{command}{{{rest}}}\n"));
    add("\\begin", "diagram");
    for author in &entry.authors {
        add("\\author", &escape(author));
    }
    if let Some(source) = &entry.source {
        add("\\source", &escape(source));
    }
    let mut pieces: Vec<String> = Vec::new();
    for (side, color) in [('w', Color::White), ('s', Color::Black)] {
        for role in Role::ALL.into_iter().rev() {
            let letter = ['B', 'S', 'L', 'T', 'D', 'K'][role.index()];
            for square in position.pieces(color, role) {
                pieces.push(format!("{side}{letter}{square}"));
            }
        }
    }
    let count = |color: Color| position.color(color).len();
    let counts = format!("\\pieces[{}+{}]", count(Color::White), count(Color::Black));
    add(&counts, &pieces.join(", "));
    add("\\stipulation", &escape(&super::olive::plain(&entry.problem.stipulation).to_string()));
    // What the diagram cannot show.
    let mut remarks = super::olive::options(entry);
    let twins = entry.twins();
    remarks.extend(
        twins.map(|(letter, twin)| format!("{letter}) {}", super::popeye::twin_text(twin))),
    );
    if !remarks.is_empty() {
        add("\\remark", &escape(&remarks.join("; ")));
    }
    add("\\end", "diagram");
}

/// A text without the signs that mean something to LaTeX.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for sign in text.chars() {
        match sign {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => escaped.extend(['\\', sign]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("$<$"),
            '>' => escaped.push_str("$>$"),
            _ => escaped.push(sign),
        }
    }
    escaped
}
