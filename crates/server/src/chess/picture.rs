//! A position as a picture, for sharing.

use crate::error::ApiError;
use axum::extract::Query;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;
use zugwerk_chess::{Color, Diagram};

#[derive(Deserialize)]
pub(crate) struct Wanted {
    fen: Option<String>,
    /// Black at the bottom.
    #[serde(default)]
    flip: bool,
}

pub(crate) async fn diagram(
    wanted: Result<Query<Wanted>, axum::extract::rejection::QueryRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let Query(wanted) = wanted.map_err(|error| ApiError::bad("bad_query", error.body_text()))?;
    let position = super::position(wanted.fen.as_deref())?;
    let mut diagram = Diagram::new(&position);
    if wanted.flip {
        diagram.bottom = Color::Black;
    }
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], diagram.svg()))
}
