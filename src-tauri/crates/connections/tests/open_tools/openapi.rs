//! Documents, requests, and attempts to be led elsewhere.

use std::collections::HashSet;

use patchbay_connections::open_tools::json_schema::{FileValue, Values};
use patchbay_connections::open_tools::openapi::{Body, Operation, Request, Service};
use patchbay_connections::open_tools::{OpenToolError, Reach, Server};
use serde_json::{Value, json};

fn server() -> Server {
    let address = "https://api.example.org/base".to_owned();
    Server {
        allowed: true,
        ..Server::new("shop", Reach::OpenApi { address })
    }
}

fn service(document: &Value) -> Result<Service, OpenToolError> {
    Service::read(&server(), &document.to_string(), &mut HashSet::new())
}

/// A document with these paths.
fn document(paths: Value) -> Value {
    json!({
        "openapi": "3.0.3", "info": {"title": "Shop", "description": "Sells\u{0} things."},
        "paths": paths,
        "components": {
            "parameters": {"Limit": {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 100}}},
            "schemas": {"Item": {"type": "object", "required": ["name"], "properties": {
                "name": {"type": "string"}, "price": {"type": "number", "minimum": 0},
                "parent": {"$ref": "#/components/schemas/Item"}}}},
        },
    })
}

fn asked(
    service: &Service,
    operation: &Operation,
    given: &[(&str, &str)],
) -> Result<Request, OpenToolError> {
    let parameters = given
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let values = Values {
        parameters: parameters.collect(),
        ..Values::default()
    };
    service.request(operation, &operation.tool.arguments(&values)?)
}

#[test]
fn operations_are_tools_with_names_words_and_inputs() {
    let service = service(&document(json!({
        "/items": {
            "parameters": [{"$ref": "#/components/parameters/Limit"}],
            "get": {"summary": "Lists items.", "description": "All of them."},
            "post": {"operationId": "createItem", "requestBody": {"required": true, "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/Item"}}}}},
        },
        "/items/{id}": {"delete": {"operationId": "createItem"}},
    })))
    .unwrap();
    assert_eq!(service.description, "Sells things.");
    let names: Vec<&str> = service
        .operations
        .iter()
        .map(|one| one.tool.tool.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "shop__get_items",
            "shop__create_item",
            "shop__create_item_2"
        ]
    );
    let list = &service.operations[0].tool;
    assert_eq!(list.tool.description, "Lists items. All of them.");
    assert_eq!(list.tool.parameters[0].name, "limit");
    let create = &service.operations[1];
    let names: Vec<&str> = create
        .tool
        .tool
        .parameters
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(names[..3], ["limit", "name", "price"]);
    assert!(create.tool.tool.parameters[1].needed);
    let request = asked(
        &service,
        create,
        &[("name", "Cup"), ("price", "3"), ("limit", "5")],
    )
    .unwrap();
    assert_eq!(request.method, "POST");
    assert_eq!(
        request.url.as_str(),
        "https://api.example.org/base/items?limit=5"
    );
    assert_eq!(
        request.body,
        Body::Json(json!({"name": "Cup", "price": 3.0}))
    );
    let delete = &service.operations[2].tool;
    let reason = delete
        .arguments(&Values::default())
        .unwrap_err()
        .to_string();
    assert!(
        reason.contains("cannot be called") && reason.contains("\"id\""),
        "{reason}"
    );
}

#[test]
fn values_in_a_path_stay_one_part_of_it() {
    let parameter =
        json!({"name": "id", "in": "path", "required": true, "schema": {"type": "string"}});
    let service = service(&document(
        json!({"/items/{id}/parts": {"get": {"parameters": [parameter]}}}),
    ))
    .unwrap();
    let operation = &service.operations[0];
    for (value, part) in [
        ("a b", "a%20b"),
        ("../../admin", "..%2F..%2Fadmin"),
        ("x?admin=1#y", "x%3Fadmin%3D1%23y"),
        ("https://evil.example/", "https%3A%2F%2Fevil.example%2F"),
        ("@evil.example", "%40evil.example"),
        ("..\\..", "..%5C.."),
        ("{id}", "%7Bid%7D"),
        ("%2e%2e", "%252e%252e"),
        ("é\r\nHost: evil", "%C3%A9%0D%0AHost%3A%20evil"),
    ] {
        let request = asked(&service, operation, &[("id", value)]).unwrap();
        let wanted = format!("https://api.example.org/base/items/{part}/parts");
        assert_eq!(request.url.as_str(), wanted, "{value}");
    }
    for value in ["..", ".", "", " .. "] {
        assert!(
            asked(&service, operation, &[("id", value)]).is_err(),
            "{value:?}"
        );
    }
    assert!(asked(&service, operation, &[]).is_err());
}

#[test]
fn a_document_cannot_lead_to_another_server() {
    for elsewhere in [
        "https://evil.example/",
        "//evil.example/x",
        "http://api.example.org/base",
        "https://api.example.org:8443/",
        "https://api.example.org@evil.example/",
        "http://169.254.169.254/latest",
        "file:///etc",
        "https://{host}/",
    ] {
        let mut document = document(json!({}));
        document["servers"] = json!([{"url": elsewhere}]);
        let refused = service(&document).expect_err(elsewhere);
        assert!(
            matches!(refused, OpenToolError::Document { .. }),
            "{refused}"
        );
    }
    for (declared, base) in [
        ("/v2/", "/v2"),
        ("https://api.example.org/v3", "/v3"),
        ("v4", "/v4"),
    ] {
        let mut document = document(json!({"/x": {"get": {}}}));
        document["servers"] = json!([{"url": declared}, {"url": "https://evil.example"}]);
        let service = service(&document).unwrap();
        let request = asked(&service, &service.operations[0], &[]).unwrap();
        assert_eq!(
            request.url.as_str(),
            format!("https://api.example.org{base}/x")
        );
    }
    for path in [
        "//evil.example/x",
        "/../x",
        "/a/../../x",
        "/%2e%2E/x",
        "/a\\b",
        "x",
        "@evil.example/",
        "/x?y=1",
        "/x#y",
        "/.",
    ] {
        let mut paths = json!({});
        paths[path] = json!({"get": {}});
        let service = service(&document(paths)).unwrap();
        match asked(&service, &service.operations[0], &[]) {
            Err(refused) => assert!(refused.to_string().contains("leave"), "{path}: {refused}"),
            Ok(request) => {
                let url = request.url.as_str();
                assert!(
                    url.starts_with("https://api.example.org/base/"),
                    "{path}: {url}"
                );
                assert!(!url.contains(".."), "{path}: {url}");
            }
        }
    }
}

#[test]
fn headers_that_say_who_asks_are_not_a_documents_to_set() {
    for name in [
        "Authorization",
        "host",
        "Cookie",
        "Proxy-Foo",
        "Sec-Fetch-Site",
        "X Y",
        "X:\r\nA",
        "",
    ] {
        let parameter = json!({"name": name, "in": "header", "schema": {"type": "string"}});
        let service = service(&document(
            json!({"/x": {"get": {"parameters": [parameter]}}}),
        ))
        .unwrap();
        assert!(
            service.operations[0].tool.tool.parameters.is_empty(),
            "{name}"
        );
    }
    let parameter = json!({"name": "X-Mode", "in": "header", "schema": {"type": "string"}});
    let service = service(&document(
        json!({"/x": {"get": {"parameters": [parameter]}}}),
    ))
    .unwrap();
    let operation = &service.operations[0];
    let request = asked(&service, operation, &[("x_mode", "fast")]).unwrap();
    assert_eq!(request.headers, [("X-Mode".to_owned(), "fast".to_owned())]);
    assert!(asked(&service, operation, &[("x_mode", "a\r\nHost: evil")]).is_err());
}

#[test]
fn files_go_into_forms_and_bodies() {
    let service = service(&document(json!({
        "/upload": {"post": {"requestBody": {"content": {"multipart/form-data": {"schema": {
            "type": "object", "required": ["image"], "properties": {
                "image": {"type": "string", "format": "binary"}, "title": {"type": "string"}}}}}}}},
        "/raw": {"post": {"requestBody": {"required": true, "content": {"audio/wav": {}}}}},
        "/form": {"post": {"requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {
            "type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "boolean"}}}}}}}},
        "/v": {"post": {"requestBody": {"required": true, "content": {"multipart/form-data": {"schema": {
            "type": "object", "required": ["photo"], "properties": {
                "photo": {"type": "string", "contentMediaType": "application/octet-stream"}}}}}}}},
    })))
    .unwrap();
    let file = FileValue {
        name: "a.png".to_owned(),
        media_type: "image/png".to_owned(),
        bytes: vec![9],
        ..FileValue::default()
    };
    let sent = |operation: usize, input: &str| {
        let operation = &service.operations[operation];
        let files = [(input.to_owned(), vec![file.clone()])].into();
        let parameters = operation
            .tool
            .tool
            .parameters
            .iter()
            .map(|one| (one.name.clone(), "t".to_owned()));
        let values = Values {
            parameters: parameters.collect(),
            files,
        };
        let arguments = operation.tool.arguments(&values).unwrap();
        assert!(arguments.sends_files());
        service.request(operation, &arguments).unwrap().body
    };
    let title = ("title".to_owned(), "t".to_owned());
    assert_eq!(
        sent(0, "image"),
        Body::Multipart(vec![title], vec![("image".to_owned(), file.clone())])
    );
    assert_eq!(sent(1, "body"), Body::Bytes(file.clone()));
    // As FastAPI writes it.
    assert_eq!(
        sent(3, "photo"),
        Body::Multipart(Vec::new(), vec![("photo".to_owned(), file.clone())])
    );
    let request = asked(
        &service,
        &service.operations[2],
        &[("a", "x&y"), ("b", "yes")],
    )
    .unwrap();
    let pairs =
        [("a", "x&y"), ("b", "true")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(request.body, Body::Form(pairs.to_vec()));
}

#[test]
fn what_is_no_document_is_refused_with_a_reason() {
    for (json, reason) in [
        ("openapi: 3.0.0", "not JSON"),
        ("[]", "OpenAPI \"\""),
        (r#"{"swagger": "2.0", "paths": {}}"#, "OpenAPI \"\""),
        (r#"{"openapi": "3.0.0"}"#, "no paths"),
    ] {
        let refused = Service::read(&server(), json, &mut HashSet::new())
            .unwrap_err()
            .to_string();
        assert!(refused.contains(reason), "{refused}");
    }
    let insecure = Reach::OpenApi {
        address: "http://api.example.org".to_owned(),
    };
    let insecure = Server {
        reach: insecure,
        ..server()
    };
    assert!(
        Service::read(
            &insecure,
            &document(json!({})).to_string(),
            &mut HashSet::new()
        )
        .is_err()
    );
}
