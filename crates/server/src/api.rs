//! The API as one list of endpoints, from which the router, the OpenAPI description and the answers without a
//! network are made.

use crate::Shared;
use crate::error::ApiError;
use crate::json;
use crate::progress::{Length, Work};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// The version in every path.
#[cfg(feature = "http")]
pub(crate) const PREFIX: &str = "/api/v1";

/// A question, and the name in its path.
pub(crate) struct Named<Q>(pub String, pub Q);

/// Names and values behind the `?` of an address.
pub(crate) type Pairs = [(String, String)];

/// An address and what answers there.
pub(crate) struct Endpoint {
    /// With `{name}` where one of several things is asked about.
    pub path: String,
    pub way: Way,
}

/// How an endpoint answers.
#[derive(Clone)]
pub(crate) enum Way {
    /// A GET: the type of the answer, and how it is made.
    Get(&'static str, fn(&Pairs) -> Result<String, ApiError>),
    /// A POST with an answer in one piece, from the name in the path and the body.
    Answer(Answering<Vec<u8>>),
    /// A POST with an answer that takes time.
    Stream(Length, Answering<Work>),
}

pub(crate) type Answering<A> =
    Arc<dyn Fn(&Shared, &str, &[u8]) -> Result<A, ApiError> + Send + Sync>;

/// Endpoints, collected.
#[derive(Default)]
pub(crate) struct Api {
    pub endpoints: Vec<Endpoint>,
    #[cfg(feature = "http")]
    pub description: crate::openapi::Description,
}

impl Api {
    pub fn new() -> Api {
        Api::default()
    }

    /// A question that is answered at once.
    pub fn answers<Q, A>(
        self,
        path: &str,
        summary: &str,
        handler: fn(&Shared, Q) -> Result<A, ApiError>,
    ) -> Api
    where
        Q: DeserializeOwned + JsonSchema + 'static,
        A: Serialize + JsonSchema + 'static,
    {
        let answer: Answering<Vec<u8>> =
            Arc::new(move |shared, _, body| written(&handler(shared, json::read(body)?)?));
        self.describe::<Q, A>(path, summary, "application/json").with(path, Way::Answer(answer))
    }

    /// A question that takes time: the answer is a stream of events of type `E`.
    pub fn streams<Q, E>(
        self,
        path: &str,
        length: Length,
        summary: &str,
        handler: fn(&Shared, Q) -> Result<Work, ApiError>,
    ) -> Api
    where
        Q: DeserializeOwned + JsonSchema + 'static,
        E: JsonSchema,
    {
        let answer: Answering<Work> =
            Arc::new(move |shared, _, body| handler(shared, json::read(body)?));
        self.describe::<Q, E>(path, summary, "text/event-stream")
            .with(path, Way::Stream(length, answer))
    }

    /// A question about one of several things, named in the path as `{name}`, that is answered at once.
    pub fn answers_about<Q, A>(
        self,
        path: &str,
        summary: &str,
        handler: fn(&Shared, Named<Q>) -> Result<A, ApiError>,
    ) -> Api
    where
        Q: DeserializeOwned + JsonSchema + 'static,
        A: Serialize + JsonSchema + 'static,
    {
        let answer: Answering<Vec<u8>> = Arc::new(move |shared, name, body| {
            written(&handler(shared, Named(name.to_string(), json::read(body)?))?)
        });
        self.describe::<Q, A>(path, summary, "application/json").with(path, Way::Answer(answer))
    }

    /// A question about one of several things, named in the path as `{name}`, that takes time.
    pub fn streams_about<Q, E>(
        self,
        path: &str,
        length: Length,
        summary: &str,
        handler: fn(&Shared, Named<Q>) -> Result<Work, ApiError>,
    ) -> Api
    where
        Q: DeserializeOwned + JsonSchema + 'static,
        E: JsonSchema,
    {
        let answer: Answering<Work> = Arc::new(move |shared, name, body| {
            handler(shared, Named(name.to_string(), json::read(body)?))
        });
        self.describe::<Q, E>(path, summary, "text/event-stream")
            .with(path, Way::Stream(length, answer))
    }

    /// A GET, answered from what stands behind the `?`.
    pub fn gets(
        self,
        path: &str,
        summary: &str,
        kind: &'static str,
        handler: fn(&Pairs) -> Result<String, ApiError>,
    ) -> Api {
        #[cfg(feature = "http")]
        let api = Api { description: self.description.get(path, summary, kind), ..self };
        #[cfg(not(feature = "http"))]
        let (api, _) = (self, summary);
        api.with(path, Way::Get(kind, handler))
    }

    fn with(mut self, path: &str, way: Way) -> Api {
        self.endpoints.push(Endpoint { path: path.to_string(), way });
        self
    }

    #[cfg(feature = "http")]
    fn describe<Q: JsonSchema, A: JsonSchema>(self, path: &str, summary: &str, kind: &str) -> Api {
        Api { description: self.description.post::<Q, A>(path, summary, kind), ..self }
    }

    #[cfg(not(feature = "http"))]
    fn describe<Q: JsonSchema, A: JsonSchema>(self, _: &str, _: &str, _: &str) -> Api {
        self
    }
}

/// An answer as JSON. A large one takes a while to write, so this happens where it was worked out.
fn written(answer: &impl Serialize) -> Result<Vec<u8>, ApiError> {
    serde_json::to_vec(answer).map_err(|_| ApiError::internal())
}

/// There is no such address.
pub(crate) fn not_found() -> ApiError {
    ApiError::new(404_u16, "not_found", "there is nothing at this address")
}
