//! Errors as the API tells them: a status, a code for programs, a sentence for people, and the place.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// What went wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// The HTTP status.
    pub status: StatusCode,
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
    pub fn new(status: StatusCode, code: &'static str, message: impl ToString) -> ApiError {
        let problem = Problem { code, message: message.to_string(), place: None };
        ApiError { status, problem }
    }

    /// The request cannot be understood.
    pub fn bad(code: &'static str, message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// The same error, with the place where it is.
    pub fn at(mut self, place: impl ToString) -> ApiError {
        self.problem.place = Some(place.to_string());
        self
    }

    /// There is more to do than can be done; try again.
    pub fn busy() -> ApiError {
        ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy",
            "too many questions are waiting already; try again in a few seconds",
        )
    }

    /// The body has more bytes than are taken.
    pub fn too_large(most: usize) -> ApiError {
        ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_large",
            format!("the body has more than {most} bytes"),
        )
    }

    /// A mistake of ours.
    pub fn internal() -> ApiError {
        ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "the program broke down over this request; please report it",
        )
    }
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

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let busy = self.status == StatusCode::SERVICE_UNAVAILABLE;
        let mut response = (self.status, Json(ErrorBody { error: self.problem })).into_response();
        if busy {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}
