//! Errors as the API tells them: a status, a code for programs, a sentence for people, and the place.

use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// What went wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// What the body says.
    pub problem: Problem,
}

/// An error in an answer's body, under `error`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// A word for programs, such as `bad_fen`.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// The member of the request that is wrong, such as `moves/3`, or a line of a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ErrorBody {
    pub error: Problem,
}

impl ApiError {
    /// An error with this status.
    pub fn new(status: impl Into<u16>, code: &'static str, message: impl ToString) -> ApiError {
        let problem = Problem { code, message: message.to_string(), place: None };
        ApiError { status: status.into(), problem }
    }

    /// The request cannot be understood.
    pub fn bad(code: &'static str, message: impl ToString) -> ApiError {
        ApiError::new(400_u16, code, message)
    }

    /// The same error, with the place where it is.
    pub fn at(mut self, place: impl ToString) -> ApiError {
        self.problem.place = Some(place.to_string());
        self
    }

    /// There is more to do than can be done; try again.
    #[cfg(feature = "http")]
    pub fn busy() -> ApiError {
        ApiError::new(
            503_u16,
            "busy",
            "too many questions are waiting already; try again in a few seconds",
        )
    }

    /// The body has more bytes than are taken.
    #[cfg(feature = "http")]
    pub fn too_large(most: usize) -> ApiError {
        ApiError::new(413_u16, "too_large", format!("the body has more than {most} bytes"))
    }

    /// A mistake of ours.
    pub fn internal() -> ApiError {
        ApiError::new(
            500_u16,
            "internal",
            "the program broke down over this request; please report it",
        )
    }
}

/// The option of this name, if one is named.
pub(crate) fn chosen<T: Copy>(
    member: &str,
    name: Option<&str>,
    options: &[(&str, T)],
) -> Result<Option<T>, ApiError> {
    let Some(name) = name else { return Ok(None) };
    let found = options.iter().find(|(known, _)| *known == name).map(|(_, option)| *option);
    let names: Vec<&str> = options.iter().map(|(name, _)| *name).collect();
    let message = format!("{name:?} is not one of {}", names.join(", "));
    found.map(Some).ok_or_else(|| ApiError::bad("bad_option", message).at(member))
}

/// A number of a question, if it is given and within its bounds.
pub(crate) fn within<T: PartialOrd + Display>(
    member: &str,
    value: Option<T>,
    bounds: RangeInclusive<T>,
) -> Result<Option<T>, ApiError> {
    match value {
        Some(value) if !bounds.contains(&value) => {
            let message = format!("expected {} to {}, found {value}", bounds.start(), bounds.end());
            Err(ApiError::bad("bad_limit", message).at(member))
        }
        value => Ok(value),
    }
}
