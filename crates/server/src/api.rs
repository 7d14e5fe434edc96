//! The API as one list of endpoints, from which both the router and its OpenAPI description are made.

use crate::Shared;
use crate::error::{ApiError, ErrorBody};
use crate::memory::Share;
use crate::plain;
use crate::work::{Length, Work};
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// The version in every path.
pub(crate) const PREFIX: &str = "/api/v1";

/// A question, and the name in its path.
pub(crate) struct Named<Q>(pub String, pub Q);

/// Endpoints, collected.
pub(crate) struct Api {
    router: Router<Shared>,
    paths: Map<String, Value>,
    schemas: SchemaGenerator,
}

impl Api {
    pub fn new() -> Api {
        let settings = SchemaSettings::draft2020_12()
            .with(|settings| settings.definitions_path = "/components/schemas".into());
        Api { router: Router::new(), paths: Map::new(), schemas: settings.into_generator() }
    }

    /// A question that is answered at once.
    pub fn answers<Q, A>(
        self,
        path: &str,
        summary: &str,
        handler: fn(&Shared, Q) -> Result<A, ApiError>,
    ) -> Api
    where
        Q: DeserializeOwned + JsonSchema + Send + 'static,
        A: Serialize + JsonSchema + 'static,
    {
        let route = post(move |State(shared): State<Shared>, unread: Unread| async move {
            let answer = {
                let shared = shared.clone();
                move || written(&shared, &handler(&shared, unread.question()?)?)
            };
            shared.counter.run(answer).await
        });
        self.describe::<Q, A>(path, summary, "application/json").route(path, route)
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
        Q: DeserializeOwned + JsonSchema + Send + 'static,
        E: JsonSchema,
    {
        let route = post(move |State(shared): State<Shared>, unread: Unread| async move {
            let prepared = {
                let shared = shared.clone();
                move || handler(&shared, unread.question()?)
            };
            let work = shared.counter.run(prepared).await?;
            shared.stream(length, work)
        });
        self.describe::<Q, E>(path, summary, "text/event-stream").route(path, route)
    }

    /// A question about one of several things, named in the path as `{name}`, that is answered at once.
    pub fn answers_about<Q, A>(
        self,
        path: &str,
        summary: &str,
        handler: fn(&Shared, Named<Q>) -> Result<A, ApiError>,
    ) -> Api
    where
        Q: DeserializeOwned + JsonSchema + Send + 'static,
        A: Serialize + JsonSchema + 'static,
    {
        let route = post(
            move |State(shared): State<Shared>, Path(name): Path<String>, unread: Unread| async move {
                let answer = {
                    let shared = shared.clone();
                    move || written(&shared, &handler(&shared, Named(name, unread.question()?))?)
                };
                shared.counter.run(answer).await
            },
        );
        self.describe::<Q, A>(path, summary, "application/json").route(path, route)
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
        Q: DeserializeOwned + JsonSchema + Send + 'static,
        E: JsonSchema,
    {
        let route = post(
            move |State(shared): State<Shared>, Path(name): Path<String>, unread: Unread| async move {
                let prepared = {
                    let shared = shared.clone();
                    move || handler(&shared, Named(name, unread.question()?))
                };
                let work = shared.counter.run(prepared).await?;
                shared.stream(length, work)
            },
        );
        self.describe::<Q, E>(path, summary, "text/event-stream").route(path, route)
    }

    /// A GET whose handler does everything itself.
    pub fn gets(self, path: &str, summary: &str, kind: &str, route: MethodRouter<Shared>) -> Api {
        let mut api = self.route(path, route);
        let entry = json!({ "get": {
            "summary": summary,
            "responses": { "200": { "description": "The answer", "content": { kind: {} } } },
        }});
        api.paths.insert(path.to_string(), entry);
        api
    }

    fn route(mut self, path: &str, route: MethodRouter<Shared>) -> Api {
        self.router = self.router.route(path, route.fallback(wrong_method));
        self
    }

    fn describe<Q: JsonSchema, A: JsonSchema>(
        mut self,
        path: &str,
        summary: &str,
        kind: &str,
    ) -> Api {
        let question = self.schemas.subschema_for::<Q>();
        let answer = self.schemas.subschema_for::<A>();
        let error = self.schemas.subschema_for::<ErrorBody>();
        let entry = json!({ "post": {
            "summary": summary,
            "requestBody": {
                "required": true,
                "content": { "application/json": { "schema": question } },
            },
            "responses": {
                "200": { "description": "The answer", "content": { kind: { "schema": answer } } },
                "default": {
                    "description": "What is wrong",
                    "content": { "application/json": { "schema": error } },
                },
            },
        }});
        self.paths.insert(path.to_string(), entry);
        self
    }

    /// The router of all endpoints, with their description at `openapi.json`.
    pub fn finish(mut self) -> Router<Shared> {
        let definitions = self.schemas.take_definitions(true);
        let document = json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Zugwerk",
                "version": env!("CARGO_PKG_VERSION"),
                "license": { "name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later" },
            },
            "servers": [{ "url": PREFIX }],
            "paths": self.paths,
            "components": { "schemas": definitions },
        });
        let route = get(move || async move { Json(document) });
        let router = self.router.route("/openapi.json", route.fallback(wrong_method));
        router.fallback(|| async { not_found() })
    }
}

/// An answer as JSON. A large one takes a while to write, so this happens where it was worked out.
fn written(shared: &Shared, answer: &impl Serialize) -> Result<Response, ApiError> {
    let json = serde_json::to_vec(answer).map_err(|_| ApiError::internal())?;
    let body = shared.in_flight.answer(json)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

pub(crate) fn not_found() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "not_found", "there is nothing at this address")
}

pub(crate) async fn wrong_method() -> ApiError {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "wrong_method",
        "this address does not take that method; see /api/v1/openapi.json",
    )
}

/// A request's body that has arrived but is not read yet. What it says may take many times its room, so
/// that it is read when its turn has come, not while it waits.
struct Unread {
    bytes: Vec<u8>,
    _share: Share,
}

impl FromRequest<Shared> for Unread {
    type Rejection = ApiError;

    async fn from_request(request: Request, shared: &Shared) -> Result<Unread, ApiError> {
        // A form or an image on a foreign page cannot send this type without asking first.
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default();
        if !kind.trim().eq_ignore_ascii_case("application/json") {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not_json",
                "expected a body of the type application/json",
            ));
        }
        let (body, most) = (request.into_body(), shared.settings.body_limit);
        let (bytes, share) = shared.in_flight.read(body, most).await?;
        Ok(Unread { bytes, _share: share })
    }
}

impl Unread {
    /// The body, read as JSON and then forgotten.
    fn question<Q: DeserializeOwned>(self) -> Result<Q, ApiError> {
        plain::read(&self.bytes)
    }
}

/// What `GET /healthz` says.
#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
    searches: usize,
    sessions: usize,
}

pub(crate) async fn health(State(shared): State<Shared>) -> impl IntoResponse {
    Json(Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        searches: shared.desk.running(),
        sessions: shared.engines.len(),
    })
}
