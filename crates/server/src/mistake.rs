//! What is wrong with a text that somebody wrote.

use schemars::JsonSchema;
use serde::Serialize;
use zugwerk_query::sketch::Diagnostic;

/// Where a sketch or a rulebook is wrong.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Mistake {
    message: String,
    expected: String,
    help: Option<String>,
    /// The place, in bytes from the start of the text.
    from: usize,
    to: usize,
    /// The line with a mark under the word.
    drawing: String,
}

impl Mistake {
    /// A mistake in the text `source`, which is called `name`.
    pub fn new(diagnostic: &Diagnostic, name: &str, source: &str) -> Mistake {
        Mistake {
            message: diagnostic.message.clone(),
            expected: diagnostic.expected.clone(),
            help: diagnostic.help.clone(),
            from: diagnostic.span.start,
            to: diagnostic.span.end,
            drawing: diagnostic.draw(name, source, false),
        }
    }
}
