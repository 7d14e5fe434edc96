//! What is wrong with a JSON text, in words for people: the reader's own messages name types of the
//! program, which nobody outside of it knows.

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
