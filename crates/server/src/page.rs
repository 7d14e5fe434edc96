//! The page, embedded in the program.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use std::borrow::Cow;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

const MISSING: &str = "<!doctype html><html lang=\"en\"><title>Zugwerk</title><h1>Zugwerk</h1>\
    <p>This program was built without its page. Run <code>tools/build-page</code> and build again; \
    the API under <a href=\"/api/v1/openapi.json\">/api/v1</a> works all the same.</p></html>";

/// For people who followed a wrong link, by their language; programs get the error as JSON.
const NOT_FOUND: [(&str, &str); 2] = [
    (
        "en",
        "<!doctype html><html lang=\"en\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Not found – Zugwerk</title><h1>There is nothing here</h1>\
         <p>Everything is on <a href=\"/\">the one page of the workbench</a>.</p></html>",
    ),
    (
        "de",
        "<!doctype html><html lang=\"de\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Nicht gefunden – Zugwerk</title><h1>Hier ist nichts</h1>\
         <p>Alles steht auf <a href=\"/\">der einen Seite der Werkbank</a>.</p></html>",
    ),
];

/// The page for a wrong link in the first language of `wanted` (`accept-language`) that is known.
fn not_found(wanted: &str) -> &'static str {
    let spoken = |language: &str| {
        let language = language.trim_start();
        NOT_FOUND.iter().find(|(known, _)| language.starts_with(known)).map(|(_, page)| *page)
    };
    wanted.split(',').find_map(spoken).unwrap_or(NOT_FOUND[0].1)
}

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
        let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
        return match name {
            "index.html" => Html(MISSING).into_response(),
            _ if accepts.is_some_and(|kinds| kinds.contains("text/html")) => {
                let wanted =
                    headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
                (StatusCode::NOT_FOUND, Html(not_found(wanted.unwrap_or_default()))).into_response()
            }
            _ => crate::api::not_found().into_response(),
        };
    };
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let takes_gzip = accepts.is_some_and(|value| value.contains("gzip"));
    let compressed = find(&format!("{name}.gz")).filter(|_| takes_gzip);
    let tag = format!("\"{:016x}\"", hash(&plain));
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let is_compressed = compressed.is_some();
    let mut response = Response::new(Body::from(compressed.unwrap_or(plain)));
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    out.extend(HeaderValue::from_str(&tag).ok().map(|tag| (header::ETAG, tag)));
    if is_compressed {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

fn find(name: &str) -> Option<Cow<'static, [u8]>> {
    // For those who work on the page: a debug build takes it from a folder, without being built again.
    if cfg!(debug_assertions)
        && let Some(folder) = std::env::var_os("ZUGWERK_PAGE")
    {
        let plain = !name.contains(['/', '\\']) && !name.starts_with('.');
        return plain
            .then(|| std::fs::read(std::path::Path::new(&folder).join(name)).ok())?
            .map(Cow::Owned);
    }
    FILES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| Cow::Borrowed(*bytes))
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// FNV-1a: enough to tell one build of a file from another.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_wrong_link_is_told_in_the_language_of_the_browser() {
        for (wanted, language) in [
            ("de-AT,de;q=0.9,en;q=0.8", "de"),
            ("fr, de;q=0.5", "de"),
            ("en-GB,de;q=0.9", "en"),
            ("", "en"),
            ("ja", "en"),
        ] {
            let page = super::not_found(wanted);
            assert!(page.contains(&format!("lang=\"{language}\"")), "{wanted}: {page}");
        }
    }
}
