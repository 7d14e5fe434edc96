//! The workbench in the browser: an HTTP API over the other rooms, and the page that uses it.
//!
//! Questions that take time are answered as server-sent events; whoever stops listening cancels the
//! work. What a client may cost is bounded in [`Settings`]. See `docs/server.md` for the API.

mod api;
mod chess;
mod counter;
mod deathstacks;
mod engines;
mod error;
mod games;
mod guard;
mod kuromasu;
mod listen;
mod memory;
mod page;
mod plain;
mod problems;
mod settings;
mod sketches;
mod work;

pub use listen::{bind, serve};
pub use page::is_built;
pub use settings::Settings;

use api::{Api, PREFIX};
use axum::Router;
use axum::response::Response;
use axum::routing::get;
use counter::Counter;
use engines::Engines;
use error::ApiError;
use memory::InFlight;
use std::sync::Arc;
use work::{Desk, Length, Work};

/// What all requests share.
pub(crate) struct Server {
    settings: Settings,
    desk: Desk,
    counter: Counter,
    engines: Engines,
    in_flight: InFlight,
}

pub(crate) type Shared = Arc<Server>;

/// The server as something that answers requests, without the network around it.
pub fn router(settings: Settings) -> Router {
    routes(share(settings))
}

fn share(settings: Settings) -> Shared {
    Arc::new(Server {
        desk: Desk::new(settings.searches, settings.waiting),
        counter: Counter::new(settings.answers, settings.waiting_answers),
        engines: Engines::new(&settings),
        in_flight: InFlight::new(settings.in_flight),
        settings,
    })
}

impl Server {
    /// Runs `work` as soon as there is room for it, and answers with its news.
    fn stream(self: &Arc<Server>, length: Length, work: Work) -> Result<Response, ApiError> {
        let shared = self.clone();
        self.desk.stream(
            length,
            Box::new(move |progress| {
                // An idle engine gives way to a search that needs its memory.
                shared.engines.make_room(shared.desk.running());
                work(progress)
            }),
        )
    }
}

fn routes(shared: Shared) -> Router {
    let rooms = [
        chess::endpoints,
        problems::endpoints,
        sketches::endpoints,
        deathstacks::endpoints,
        games::endpoints,
        kuromasu::endpoints,
    ];
    let api = rooms.into_iter().fold(Api::new(), |api, endpoints| endpoints(api));
    Router::new()
        .nest(PREFIX, api.finish())
        .route("/healthz", get(api::health).fallback(api::wrong_method))
        .fallback(get(page::file).fallback(api::wrong_method))
        .layer(axum::middleware::from_fn_with_state(shared.clone(), guard::guard))
        .with_state(shared)
}
