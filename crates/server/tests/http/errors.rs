//! What is not answered, and how that is said; the page and the description of the API.

use crate::ask::{get, json, post, send, server, text};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::Value;

#[tokio::test]
async fn every_described_endpoint_refuses_nonsense_in_json() {
    let server = server();
    let (status, document) = json(&server, get("/api/v1/openapi.json")).await;
    assert_eq!(status, StatusCode::OK);
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() >= 15);
    for (path, entry) in paths {
        if entry.get("post").is_none() {
            continue;
        }
        for (body, code) in [
            ("", "bad_json"),
            ("{\"", "bad_json"),
            ("[1]", "bad_json"),
            ("\u{0}\u{fffd}", "bad_json"),
        ] {
            let (status, answer) = json(&server, post(path, body)).await;
            assert_eq!(
                (status.as_u16(), answer["error"]["code"].as_str()),
                (400, Some(code)),
                "{path}"
            );
            assert!(answer["error"]["place"].as_str().unwrap().starts_with("line "), "{path}");
        }
        let (status, answer) = json(&server, get(&format!("/api/v1{path}"))).await;
        assert_eq!(
            (status.as_u16(), answer["error"]["code"].as_str()),
            (405, Some("wrong_method"))
        );
        let mut form = post(path, "a=b");
        let kind = header::HeaderValue::from_static("application/x-www-form-urlencoded");
        form.headers_mut().insert(header::CONTENT_TYPE, kind);
        assert_eq!(send(&server, form).await.status(), 415, "{path}");
        let (status, answer) = json(&server, post(path, "x".repeat(2 << 20))).await;
        assert_eq!((status.as_u16(), answer["error"]["code"].as_str()), (413, Some("too_large")));
    }
}

#[tokio::test]
async fn the_description_names_only_schemas_that_exist() {
    let document = text(send(&server(), get("/api/v1/openapi.json")).await).await;
    let value: Value = serde_json::from_str(&document).unwrap();
    for reference in document.split("\"$ref\":\"").skip(1) {
        let pointer = reference.split('"').next().unwrap().trim_start_matches('#');
        assert!(value.pointer(pointer).is_some(), "{pointer}");
    }
}

#[tokio::test]
async fn schemas_have_names_and_no_numbers() {
    let (_, document) = json(&server(), get("/api/v1/openapi.json")).await;
    let schemas = document["components"]["schemas"].as_object().unwrap();
    assert!(schemas.len() > 30);
    for name in schemas.keys() {
        assert!(!name.ends_with(|last: char| last.is_ascii_digit()), "{name}");
        assert!(!["Wanted", "Event", "Text"].contains(&name.as_str()), "{name}");
    }
}

/// The types of the page are made from `web/openapi.json`. `UPDATE_DESCRIPTION=1` writes it anew.
#[tokio::test]
async fn what_the_page_knows_of_the_description_is_so() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi.json");
    let (_, document) = json(&server(), get("/api/v1/openapi.json")).await;
    if std::env::var_os("UPDATE_DESCRIPTION").is_some() {
        std::fs::write(path, document.to_string()).unwrap();
    }
    let known: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for (name, schema) in known["components"]["schemas"].as_object().unwrap() {
        let now = &document["components"]["schemas"][name];
        assert_eq!(now, schema, "{name}; run this test once with UPDATE_DESCRIPTION=1");
    }
}

#[tokio::test]
async fn the_type_of_a_body_is_read_without_regard_to_case() {
    for kind in ["Application/JSON", "application/json; charset=utf-8", "APPLICATION/JSON;x=y"] {
        let mut request = post("/chess/position", "{}");
        let kind = header::HeaderValue::from_static(kind);
        request.headers_mut().insert(header::CONTENT_TYPE, kind.clone());
        assert_eq!(send(&server(), request).await.status(), 200, "{kind:?}");
    }
}

#[tokio::test]
async fn unknown_addresses_and_methods() {
    let server = server();
    for path in ["/api/v1/nothing", "/nothing", "/index.html.gz", "/../Cargo.toml", "/api"] {
        let (status, answer) = json(&server, get(path)).await;
        assert_eq!(
            (status.as_u16(), answer["error"]["code"].as_str()),
            (404, Some("not_found")),
            "{path}"
        );
    }
    for path in ["/", "/healthz", "/page.js", "/api/v1/openapi.json"] {
        let mut request = get(path);
        *request.method_mut() = Method::DELETE;
        let (status, answer) = json(&server, request).await;
        let code = answer["error"]["code"].as_str();
        assert_eq!((status.as_u16(), code), (405, Some("wrong_method")), "{path}");
    }
}

#[tokio::test]
async fn only_our_own_names_and_pages_are_answered() {
    let server = server();
    let with = |name: header::HeaderName, value: &'static str| {
        let mut request = get("/healthz");
        request.headers_mut().insert(name, header::HeaderValue::from_static(value));
        request
    };
    for host in ["evil.example", "localhost.evil.example:80", "", "a b"] {
        let (status, answer) = json(&server, with(header::HOST, host)).await;
        assert_eq!(
            (status.as_u16(), answer["error"]["code"].as_str()),
            (421, Some("foreign_host"))
        );
    }
    for origin in
        ["https://evil.example", "null", "http://localhost.evil.example", "http://localhost:1"]
    {
        assert_eq!(send(&server, with(header::ORIGIN, origin)).await.status(), 403, "{origin}");
    }
    assert_eq!(send(&server, with(header::ORIGIN, "http://localhost")).await.status(), 200);
    let bare = Request::builder().uri("/healthz").body(Body::empty()).unwrap();
    assert_eq!(send(&server, bare).await.status(), 421);
}

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let server = server();
    for path in ["/", "/healthz", "/nothing", "/api/v1/openapi.json"] {
        let response = send(&server, get(path)).await;
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
        assert_eq!(response.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert_eq!(response.headers()[header::X_FRAME_OPTIONS], "DENY");
    }
}

#[tokio::test]
async fn there_is_a_page_or_it_is_said_that_there_is_none() {
    let server = server();
    let response = send(&server, get("/")).await;
    assert_eq!(response.status(), StatusCode::OK);
    let tag = response.headers().get(header::ETAG).cloned();
    let body = text(response).await;
    if !zugwerk_server::is_built() {
        assert!(body.contains("built without its page"));
        return;
    }
    assert!(body.contains("<script type=\"module\" src=\"page.js\">"));
    let mut again = get("/");
    again.headers_mut().insert(header::IF_NONE_MATCH, tag.unwrap());
    assert_eq!(send(&server, again).await.status(), StatusCode::NOT_MODIFIED);
    let mut packed = get("/page.js");
    let gzip = header::HeaderValue::from_static("gzip, br");
    packed.headers_mut().insert(header::ACCEPT_ENCODING, gzip);
    assert_eq!(send(&server, packed).await.headers()[header::CONTENT_ENCODING], "gzip");
}
