//! A position as a picture, for sharing.

use crate::api::Pairs;
use crate::error::ApiError;
use zugwerk_chess::{Color, Diagram};

/// The picture of `fen`; Black is at the bottom with `flip=true`.
pub(crate) fn diagram(pairs: &Pairs) -> Result<String, ApiError> {
    let value =
        |name: &str| pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let position = super::position(value("fen"))?;
    let mut diagram = Diagram::new(&position);
    match value("flip") {
        None | Some("false") => {}
        Some("true") => diagram.bottom = Color::Black,
        Some(other) => {
            let message = format!("expected true or false, found {other:?}");
            return Err(ApiError::bad("bad_query", message).at("flip"));
        }
    }
    Ok(diagram.svg())
}
