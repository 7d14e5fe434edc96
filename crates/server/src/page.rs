//! The page, embedded in the program.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};

include!(concat!(env!("OUT_DIR"), "/page.rs"));

const MISSING: &str = "<!doctype html><html lang=\"en\"><title>Zugwerk</title><h1>Zugwerk</h1>\
    <p>This program was built without its page. Run <code>tools/build-page</code> and build again; \
    the API under <a href=\"/api/v1/openapi.json\">/api/v1</a> works all the same.</p></html>";

/// Whether there is a page.
pub fn is_built() -> bool {
    find("index.html").is_some()
}

/// A file of the page, compressed where the browser takes that.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let Some(plain) = find(name).filter(|_| !name.ends_with(".gz")) else {
        return if name == "index.html" {
            Html(MISSING).into_response()
        } else {
            crate::api::not_found().into_response()
        };
    };
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let takes_gzip = accepts.is_some_and(|value| value.contains("gzip"));
    let compressed = find(&format!("{name}.gz")).filter(|_| takes_gzip);
    let tag = format!("\"{:016x}\"", hash(plain));
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let mut response = Response::new(Body::from(compressed.unwrap_or(plain)));
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    out.extend(HeaderValue::from_str(&tag).ok().map(|tag| (header::ETAG, tag)));
    if compressed.is_some() {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

fn find(name: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// FNV-1a: enough to tell one build of a file from another.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
