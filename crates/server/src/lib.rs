//! The workbench in the browser: an API over the other rooms, and the page that uses it.
//!
//! The endpoints are one list ([`api`]). With the feature `http` they are served over the network, and what
//! a client may cost is bounded in [`Settings`]; questions that take time are answered as server-sent
//! events, and whoever stops listening cancels the work. Without a network, [`Inside`] answers the same
//! questions in the program that asks. See `docs/server.md` for the API.

#![cfg_attr(not(feature = "http"), allow(dead_code, reason = "a page of its own has one client"))]

mod api;
mod chess;
mod engines;
mod error;
mod games;
mod inside;
mod json;
mod kuromasu;
mod mistake;
mod problems;
mod progress;
mod puzzles;
mod settings;
mod sketches;

#[cfg(feature = "http")]
mod guard;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "http")]
mod listen;
#[cfg(feature = "http")]
mod memory;
#[cfg(feature = "http")]
mod openapi;
#[cfg(feature = "http")]
mod page;
#[cfg(feature = "http")]
mod short_tasks;
#[cfg(feature = "http")]
mod work;

#[cfg(feature = "http")]
pub use http::router;
pub use inside::Inside;
#[cfg(feature = "http")]
pub use listen::{bind, serve};
#[cfg(feature = "http")]
pub use page::is_built;
pub use settings::Settings;

use api::Api;
use engines::Engines;
use std::sync::Arc;

/// What all questions share.
pub(crate) struct Server {
    settings: Settings,
    engines: Engines,
}

pub(crate) type Shared = Arc<Server>;

fn share(settings: Settings) -> Shared {
    Arc::new(Server { engines: Engines::new(&settings), settings })
}

/// Every endpoint of every room.
fn endpoints() -> Api {
    let rooms = [
        chess::endpoints,
        problems::endpoints,
        sketches::endpoints,
        games::endpoints,
        puzzles::endpoints,
    ];
    rooms.into_iter().fold(Api::new(), |api, endpoints| endpoints(api))
}
