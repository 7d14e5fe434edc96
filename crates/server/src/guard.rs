//! What every request passes: only our own names as Host (a foreign page that lets its name point to
//! this machine gets nothing), only our own pages as Origin, a time limit, and the security headers.

use crate::error::ApiError;
use crate::http::Net;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

/// Nothing but our own files, no inline script, in nobody's frame. Pieces are drawn from `data:`.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const HEADERS: [(header::HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The middleware around the whole router.
pub(crate) async fn guard(State(net): State<Net>, request: Request, next: Next) -> Response {
    let (headers, settings) = (request.headers(), &net.shared.settings);
    let checked = check(headers, request.uri().host(), &settings.hosts)
        .and_then(|()| check_length(headers, settings.body_limit));
    let mut response = match checked {
        Ok(()) => match tokio::time::timeout(settings.request_time, next.run(request)).await {
            Ok(response) => response,
            Err(_) => late().into_response(),
        },
        Err(error) => error.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn late() -> ApiError {
    ApiError::new(StatusCode::REQUEST_TIMEOUT, "timeout", "the request took too long to arrive")
}

/// A body that is announced as too large need not arrive first.
fn check_length(headers: &HeaderMap, most: usize) -> Result<(), ApiError> {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    match length.and_then(|length| length.parse::<u64>().ok()) {
        Some(length) if length > most as u64 => Err(ApiError::too_large(most)),
        _ => Ok(()),
    }
}

fn check(headers: &HeaderMap, target: Option<&str>, names: &[String]) -> Result<(), ApiError> {
    let text =
        |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("\u{fffd}"));
    let hosts: Vec<&str> = headers
        .get_all(header::HOST)
        .iter()
        .map(|value| value.to_str().unwrap_or("\u{fffd}"))
        .collect();
    let host = match hosts[..] {
        [host] => host,
        _ => target.unwrap_or(""),
    };
    if !is_ours(host, names) || target.is_some_and(|target| !is_ours(target, names)) {
        return Err(ApiError::new(
            StatusCode::MISDIRECTED_REQUEST,
            "foreign_host",
            format!("this server does not answer to the name {host:?}; name it with --host"),
        ));
    }
    match text(header::ORIGIN) {
        Some(origin) if origin.split_once("://").is_none_or(|(_, from)| from != host) => {
            Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "foreign_origin",
                "requests from other pages are not answered",
            ))
        }
        _ => Ok(()),
    }
}

/// Whether a Host header names this machine: an address, `localhost`, or a name that was allowed.
/// A foreign page can only come with a name, so that addresses are safe.
fn is_ours(host: &str, names: &[String]) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    bare.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok()
        || names.iter().any(|allowed| allowed.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_answered() {
        let names = ["board.example".to_string()];
        for ours in [
            "127.0.0.1:8080",
            "localhost",
            "LOCALHOST:1",
            "[::1]:8080",
            "192.168.1.7:80",
            "board.example:8080",
        ] {
            assert!(is_ours(ours, &names), "{ours}");
        }
        for foreign in [
            "",
            "evil.example",
            "127.0.0.1.evil.example:8080",
            "localhost.evil",
            ":80",
            "[::1",
            "1",
        ] {
            assert!(!is_ours(foreign, &names), "{foreign}");
        }
    }
}
