//! The description of the API in the form of OpenAPI 3.1.

use crate::api::PREFIX;
use crate::error::ErrorBody;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// The description so far.
pub(crate) struct Description {
    paths: Map<String, Value>,
    schemas: SchemaGenerator,
}

impl Default for Description {
    fn default() -> Description {
        let settings = SchemaSettings::draft2020_12()
            .with(|settings| settings.definitions_path = "/components/schemas".into());
        Description { paths: Map::new(), schemas: settings.into_generator() }
    }
}

impl Description {
    /// One more GET.
    pub fn get(mut self, path: &str, summary: &str, kind: &str) -> Description {
        let entry = json!({ "get": {
            "summary": summary,
            "responses": { "200": { "description": "The answer", "content": { kind: {} } } },
        }});
        self.paths.insert(path.to_string(), entry);
        self
    }

    /// One more POST.
    pub fn post<Q: JsonSchema, A: JsonSchema>(
        mut self,
        path: &str,
        summary: &str,
        kind: &str,
    ) -> Description {
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

    /// The whole document.
    pub fn document(mut self) -> Value {
        let definitions = self.schemas.take_definitions(true);
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Zugwerk",
                "version": env!("CARGO_PKG_VERSION"),
                "license": { "name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later" },
            },
            "servers": [{ "url": PREFIX }],
            "paths": self.paths,
            "components": { "schemas": definitions },
        })
    }
}
