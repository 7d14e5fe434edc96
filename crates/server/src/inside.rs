//! The API without a network: questions answered in the program that asks, one after the other.

use crate::api::{Api, Endpoint, Way, not_found};
use crate::error::{ApiError, ErrorBody};
use crate::progress::{Cancel, Listener, Progress, Taken};
use crate::{Settings, Shared, chess, endpoints, json, share};
use std::sync::Arc;

/// Every endpoint, ready to be asked.
///
/// ```
/// let inside = zugwerk_server::Inside::new(zugwerk_server::Settings::default());
/// let answer = inside.ask("/chess/why", br#"{"move": "e2e5"}"#, |_| ()).unwrap();
/// assert!(answer.contains("\"legal\":false"));
/// ```
pub struct Inside {
    shared: Shared,
    endpoints: Vec<Endpoint>,
}

impl Inside {
    /// Ready for questions.
    pub fn new(settings: Settings) -> Inside {
        Inside { shared: share(settings), endpoints: endpoints().endpoints }
    }

    /// Ready for the questions under `/chess` alone: a program that asks no others need not have the rest in it.
    pub fn chess(settings: Settings) -> Inside {
        Inside { shared: share(settings), endpoints: chess::endpoints(Api::new()).endpoints }
    }

    /// Answers the question at `path`, its address without `/api/v1`. `tell` hears the news of work that
    /// takes time, each as JSON; the answer is empty then. The body of a GET is a list of its pairs. What is
    /// wrong is told as the body of an answer over the network.
    pub fn ask(
        &self,
        path: &str,
        body: &[u8],
        tell: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<String, String> {
        self.answer(path, body, tell).map_err(|error| {
            serde_json::to_string(&ErrorBody { error: error.problem }).unwrap_or_default()
        })
    }

    fn answer(
        &self,
        path: &str,
        body: &[u8],
        tell: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<String, ApiError> {
        let find =
            |endpoint: &Endpoint| Some((name_in(&endpoint.path, path)?, endpoint.way.clone()));
        let (name, way) = self.endpoints.iter().find_map(find).ok_or_else(not_found)?;
        match way {
            Way::Get(_, handler) => handler(&json::read::<Vec<(String, String)>>(body)?),
            Way::Answer(answering) => {
                let json = answering(&self.shared, name, body)?;
                String::from_utf8(json).map_err(|_| ApiError::internal())
            }
            Way::Stream(_, answering) => {
                let work = answering(&self.shared, name, body)?;
                let progress = Progress::new(Arc::new(Teller(tell)), Arc::new(Cancel::default()));
                if let Err(error) = work(&progress) {
                    progress.fail(error);
                }
                Ok(String::new())
            }
        }
    }
}

/// The name that `path` has where `pattern` says `{name}`; empty where it says nothing of the kind.
fn name_in<'a>(pattern: &str, path: &'a str) -> Option<&'a str> {
    let Some((before, after)) = pattern.split_once("{name}") else {
        return (pattern == path).then_some("");
    };
    let name = path.strip_prefix(before)?.strip_suffix(after)?;
    (!name.is_empty() && !name.contains('/')).then_some(name)
}

/// A listener that is always there.
struct Teller<F>(F);

impl<F: Fn(&str) + Send + Sync> Listener for Teller<F> {
    fn has_room(&self) -> bool {
        true
    }

    fn take(&self, news: &str) -> Taken {
        (self.0)(news);
        Taken::Heard
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    fn inside() -> Inside {
        Inside::new(Settings { hash: 1, ..Settings::default() })
    }

    #[test]
    fn a_question_a_stream_a_list_and_an_error() {
        let inside = inside();
        let silent = |news: &str| panic!("no news expected, found {news}");
        let standing = inside.ask("/games/hex/position", b"{}", silent).unwrap();
        assert!(standing.contains("\"players\""));
        assert!(inside.ask("/games", b"[]", silent).unwrap().contains("breakthrough"));
        let picture = br#"[["fen", "8/8/8/8/8/8/8/K1k5 w - - 0 1"], ["flip", "true"]]"#;
        assert!(inside.ask("/chess/diagram.svg", picture, silent).unwrap().starts_with("<svg"));
        let error = inside.ask("/chess/position", br#"{"fen": "x"}"#, silent).unwrap_err();
        assert!(error.contains("\"bad_fen\""), "{error}");
        let chess = Inside::chess(Settings { hash: 1, ..Settings::default() });
        assert!(chess.ask("/chess/position", b"{}", silent).unwrap().contains("\"fen\""));
        assert!(chess.ask("/games", b"[]", silent).unwrap_err().contains("not_found"));
        let error = inside.ask("/games//position", b"{}", silent).unwrap_err();
        assert!(error.contains("not_found"), "{error}");
        let news = Arc::new(Mutex::new(Vec::new()));
        let heard = news.clone();
        let tell = move |text: &str| heard.lock().unwrap().push(text.to_string());
        let answer = inside.ask("/chess/move", br#"{"millis": 20}"#, tell).unwrap();
        assert_eq!(answer, "");
        assert!(news.lock().unwrap().last().unwrap().contains("\"type\":\"done\""));
    }
}
