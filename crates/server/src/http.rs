//! The API over the network: each endpoint a route, bodies and answers counted, work queued.

use crate::api::{Endpoint, PREFIX, Way, not_found};
use crate::error::{ApiError, ErrorBody};
use crate::memory::{InFlight, Share};
use crate::progress::{Length, Work};
use crate::settings::Settings;
use crate::short_tasks::ShortTasks;
use crate::work::JobQueue;
use crate::{Shared, endpoints, guard, page, share};
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use serde::Serialize;
use std::sync::Arc;

/// What all requests share.
pub(crate) struct Network {
    pub shared: Shared,
    pub jobs: JobQueue,
    short_tasks: ShortTasks,
    in_flight: InFlight,
}

pub(crate) type Net = Arc<Network>;

impl Network {
    pub fn new(settings: Settings) -> Net {
        Arc::new(Network {
            jobs: JobQueue::new(settings.searches, settings.waiting),
            short_tasks: ShortTasks::new(settings.answers, settings.waiting_answers),
            in_flight: InFlight::new(settings.in_flight),
            shared: share(settings),
        })
    }

    /// Runs `work` as soon as there is room for it, and answers with its news.
    fn stream(self: &Arc<Network>, length: Length, work: Work) -> Result<Response, ApiError> {
        let net = self.clone();
        self.jobs.stream(
            length,
            Box::new(move |progress| {
                // An idle engine gives way to a search that needs its memory.
                net.shared.engines.make_room(net.jobs.running());
                work(progress)
            }),
        )
    }
}

/// The server as something that answers requests, without the network around it.
pub fn router(settings: Settings) -> Router {
    routes(Network::new(settings))
}

pub(crate) fn routes(net: Net) -> Router {
    let api = endpoints();
    let document = api.description.document();
    let add = |router: Router<Net>, endpoint: Endpoint| {
        router.route(&endpoint.path, route(endpoint.way).fallback(wrong_method))
    };
    let api = api.endpoints.into_iter().fold(Router::new(), add);
    let description = get(move || async move { Json(document) });
    let api = api
        .route("/openapi.json", description.fallback(wrong_method))
        .fallback(|| async { not_found() });
    Router::new()
        .nest(PREFIX, api)
        .route("/healthz", get(health).fallback(wrong_method))
        .fallback(get(page::file).fallback(wrong_method))
        .layer(axum::middleware::from_fn_with_state(net.clone(), guard::guard))
        .with_state(net)
}

type Name = Option<Path<String>>;

fn name_of(name: Name) -> String {
    name.map_or(String::new(), |Path(name)| name)
}

fn route(way: Way) -> MethodRouter<Net> {
    match way {
        Way::Get(kind, handler) => {
            get(move |query: Result<Query<Vec<(String, String)>>, QueryRejection>| async move {
                let bad = |error: QueryRejection| ApiError::bad("bad_query", error.body_text());
                let Query(pairs) = query.map_err(bad)?;
                let answer = handler(&pairs)?;
                Ok::<_, ApiError>(([(header::CONTENT_TYPE, kind)], answer))
            })
        }
        Way::Answer(answering) => {
            post(move |State(net): State<Net>, name: Name, unread: Unread| async move {
                let answer = {
                    let (net, name) = (net.clone(), name_of(name));
                    move || {
                        let json = answering(&net.shared, &name, &unread.bytes)?;
                        drop(unread);
                        let body = net.in_flight.answer(json)?;
                        let kind = [(header::CONTENT_TYPE, "application/json")];
                        Ok((kind, body).into_response())
                    }
                };
                net.short_tasks.run(answer).await
            })
        }
        Way::Stream(length, answering) => {
            post(move |State(net): State<Net>, name: Name, unread: Unread| async move {
                let prepared = {
                    let (shared, name) = (net.shared.clone(), name_of(name));
                    move || answering(&shared, &name, &unread.bytes)
                };
                let work = net.short_tasks.run(prepared).await?;
                net.stream(length, work)
            })
        }
    }
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

impl FromRequest<Net> for Unread {
    type Rejection = ApiError;

    async fn from_request(request: Request, net: &Net) -> Result<Unread, ApiError> {
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
        let (body, most) = (request.into_body(), net.shared.settings.body_limit);
        let (bytes, share) = net.in_flight.read(body, most).await?;
        Ok(Unread { bytes, _share: share })
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

async fn health(State(net): State<Net>) -> impl IntoResponse {
    Json(Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        searches: net.jobs.running(),
        sessions: net.shared.engines.len(),
    })
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(ErrorBody { error: self.problem })).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}
