//! Reading JSON, with what is wrong in words for people: the reader's own messages name types of the
//! program, which nobody outside of it knows.

use crate::error::ApiError;
use serde::de::DeserializeOwned;

/// How deep lists and objects may lie in each other: a PGN game of as many variations in each other as are
/// read has four for each.
const DEEPEST: usize = 450;

/// Reads a body.
pub(crate) fn read<Q: DeserializeOwned>(bytes: &[u8]) -> Result<Q, ApiError> {
    if let Some((line, column)) = too_deep(bytes) {
        let message = format!("the body: more than {DEEPEST} lists and objects inside each other");
        return Err(ApiError::bad("bad_json", message).at(format!("line {line} column {column}")));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    // The depth was looked at already, and the reader's own bound is lower.
    reader.disable_recursion_limit();
    let read = Q::deserialize(&mut reader).and_then(|question| reader.end().map(|()| question));
    read.map_err(|error| {
        let place = format!("line {} column {}", error.line(), error.column());
        ApiError::bad("bad_json", words(&error)).at(place)
    })
}

/// Where the text lies deeper than it may, by line and column.
fn too_deep(bytes: &[u8]) -> Option<(usize, usize)> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    let at = bytes.iter().position(|byte| {
        match (in_string, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => in_string = !in_string,
            (false, b'[' | b'{') => depth += 1,
            (false, b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEEPEST
    })?;
    let before = &bytes[..at];
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    let column = 1 + before.iter().rev().take_while(|byte| **byte != b'\n').count();
    Some((line, column))
}

/// The error as a sentence.
pub(crate) fn words(error: &serde_json::Error) -> String {
    let message = error.to_string();
    // What follows the last ", expected " comes from the program, what is before it may quote the client.
    let Some((before, after)) = message.rsplit_once(", expected ") else {
        return format!("the body: {}", message.replace("missing field", "missing member"));
    };
    let (kind, place) = after.split_once(" at line ").unwrap_or((after, ""));
    let found = match before {
        // The length that is told for an object written as a list is not the list's.
        before if before.starts_with("invalid length ") && kind.starts_with("struct ") => {
            "found a list"
        }
        before => before,
    };
    let found = found
        .replacen("invalid type: map", "found an object", 1)
        .replacen("invalid type: sequence", "found a list", 1)
        .replacen("invalid type: ", "found ", 1)
        .replacen("invalid value: ", "found ", 1)
        .replacen("invalid length ", "found a list of length ", 1)
        .replacen("unknown field ", "unknown member ", 1);
    let place = if place.is_empty() { String::new() } else { format!(" at line {place}") };
    format!("the body: {found}, expected {}{place}", expected(kind))
}

fn expected(kind: &str) -> &str {
    match kind {
        "usize" | "u64" | "u32" | "u16" => "a whole number that is not negative",
        "u8" => "a whole number from 0 to 255",
        "i64" | "i32" | "i16" => "a whole number",
        "f64" | "f32" => "a number",
        "a sequence" => "a list",
        "a map" => "an object",
        kind if kind.starts_with("struct ") => "an object",
        kind if kind.contains("tuple of ") || kind.starts_with("a tuple") => "a list of two texts",
        kind => kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Asked {
        count: usize,
        #[serde(default)]
        names: Vec<String>,
        tags: Option<Vec<(String, String)>>,
    }

    #[test]
    fn depth_is_bounded_and_brackets_in_texts_are_no_depth() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(read::<serde_json::Value>(nested(DEEPEST).as_bytes()).is_ok());
        let error = read::<serde_json::Value>(nested(100_000).as_bytes()).unwrap_err();
        assert_eq!(error.problem.place.as_deref(), Some("line 1 column 451"));
        let text = format!("\n[\"\\\"{}\"]", "[".repeat(5000));
        assert!(read::<serde_json::Value>(text.as_bytes()).is_ok());
        assert!(read::<serde_json::Value>(b"[1] 2").is_err(), "nothing may follow");
    }

    #[test]
    fn no_type_of_the_program_is_named() {
        for (text, sentence) in [
            ("[1]", "the body: found a list, expected an object"),
            ("7", "the body: found integer `7`, expected an object"),
            (
                r#"{"count": -5}"#,
                "the body: found integer `-5`, expected a whole number that is not negative",
            ),
            (r#"{"count": 1, "names": {}}"#, "the body: found an object, expected a list"),
            (
                r#"{"count": "x, expected usize"}"#,
                "the body: found string \"x, expected usize\", expected a whole number that is not negative",
            ),
            (
                r#"{"count": 1, "tags": [["a"]]}"#,
                "the body: found a list of length 1, expected a list of two texts",
            ),
            ("{}", "the body: missing member `count`"),
            (
                r#"{"counts": 1}"#,
                "the body: unknown member `counts`, expected one of `count`, `names`, `tags`",
            ),
        ] {
            let error = serde_json::from_str::<Asked>(text).unwrap_err();
            let place = format!(" at line 1 column {}", error.column());
            assert_eq!(words(&error), format!("{sentence}{place}"));
        }
    }
}
