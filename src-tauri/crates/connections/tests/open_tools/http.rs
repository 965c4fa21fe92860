//! Servers at addresses.

use std::collections::HashSet;
use std::time::Duration;

use patchbay_connections::keys::Key;
use patchbay_connections::open_tools::json_schema::Values;
use patchbay_connections::open_tools::mcp::McpClient;
use patchbay_connections::open_tools::openapi::{Service, call};
use patchbay_connections::open_tools::{Content, Limits, OpenToolError, Reach, Secrets, Server};
use patchbay_domain::ResourceType;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use wiremock::matchers::{body_json, header, method, path, query_param};
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

use super::server::answer;

fn at(address: String, openapi: bool) -> Server {
    let reach = if openapi {
        Reach::OpenApi { address }
    } else {
        Reach::McpAddress { address }
    };
    Server {
        allowed: true,
        ..Server::new("s", reach)
    }
}

fn secrets(key: Option<&str>) -> Secrets {
    Secrets {
        key: key.map(|key| Key::new(key).unwrap()),
        ..Secrets::default()
    }
}

async fn mcp() -> MockServer {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .and(header("authorization", "Bearer the-key"))
        .respond_with(|request: &Request| {
            let message: Value = serde_json::from_slice(&request.body).unwrap();
            match answer(&message, 0) {
                Some(answer) => ResponseTemplate::new(200).set_body_json(answer),
                None => ResponseTemplate::new(202),
            }
        })
        .mount(&server)
        .await;
    Mock::given(method("GET"))
        .respond_with(ResponseTemplate::new(405))
        .mount(&server)
        .await;
    Mock::given(method("DELETE"))
        .respond_with(ResponseTemplate::new(200))
        .mount(&server)
        .await;
    server
}

#[tokio::test]
async fn an_mcp_server_at_an_address_is_called_with_its_key() {
    let mock = mcp().await;
    let (server, stop) = (
        at(format!("{}/mcp", mock.uri()), false),
        CancellationToken::new(),
    );
    let granted = server.granted().unwrap();
    let limits = Limits {
        connecting: Duration::from_secs(5),
        ..Limits::default()
    };
    let client = McpClient::connect(granted, &secrets(Some("the-key")), limits, &stop)
        .await
        .unwrap();
    let tools = client.tools(&mut HashSet::new(), &stop).await.unwrap();
    assert_eq!(tools.len(), 17);
    let see = tools.iter().find(|tool| tool.original == "see").unwrap();
    assert!(
        see.tool.args.is_empty(),
        "a server elsewhere is told of no paths of this computer"
    );
    let parameters = [("text".to_owned(), "over HTTP".to_owned())].into();
    let arguments = tools[0]
        .arguments(&Values {
            parameters,
            ..Values::default()
        })
        .unwrap();
    let said = client
        .call(granted, &tools[0], &arguments, &stop)
        .await
        .unwrap();
    assert_eq!(said, [Content::Text("over HTTP".to_owned())]);
    client.close().await;
    let keyless = McpClient::connect(granted, &secrets(None), limits, &stop)
        .await
        .err()
        .unwrap();
    assert!(matches!(keyless, OpenToolError::Broken { .. }), "{keyless}");
    assert!(!keyless.to_string().contains("the-key"));
}

#[tokio::test]
async fn an_mcp_server_that_leads_elsewhere_is_not_followed() {
    let (mock, elsewhere) = (MockServer::start().await, mcp().await);
    let redirect = ResponseTemplate::new(307).insert_header("location", elsewhere.uri());
    Mock::given(method("POST"))
        .respond_with(redirect)
        .mount(&mock)
        .await;
    let (server, stop) = (at(mock.uri(), false), CancellationToken::new());
    let granted = server.granted().unwrap();
    let secrets = secrets(Some("the-key"));
    let connected = McpClient::connect(granted, &secrets, Limits::default(), &stop).await;
    assert!(connected.is_err());
    assert!(elsewhere.received_requests().await.unwrap().is_empty());
}

fn document() -> String {
    json!({
        "openapi": "3.1.0", "info": {"title": "Pets"}, "servers": [{"url": "/v1"}],
        "paths": {
            "/pets/{id}": {"put": {
                "operationId": "updatePet",
                "parameters": [
                    {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}},
                    {"name": "tags", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
                    {"name": "X-Trace", "in": "header", "schema": {"type": "string"}},
                ],
                "requestBody": {"required": true, "content": {"application/json": {"schema": {
                    "type": "object", "required": ["name"],
                    "properties": {"name": {"type": "string"}, "age": {"type": "number"}}}}}},
            }},
            "/picture": {"get": {"responses": {"200": {"content": {"image/png": {}}}}}},
            "/gone": {"get": {}}, "/away": {"get": {}}, "/slow": {"get": {}},
        },
    })
    .to_string()
}

/// A service whose operations succeed, fail, lead elsewhere and keep silent.
async fn pets() -> MockServer {
    let mock = MockServer::start().await;
    Mock::given(method("PUT"))
        .and(path("/v1/pets/7"))
        .and(query_param("tags", "a b"))
        .and(header("x-trace", "t"))
        .and(header("authorization", "Bearer k"))
        .and(body_json(json!({"name": "Rex", "age": 2.5})))
        .respond_with(ResponseTemplate::new(200).set_body_json(json!({"ok": true})))
        .mount(&mock)
        .await;
    let picture = ResponseTemplate::new(200).set_body_raw([1, 2, 0xff], "image/png");
    Mock::given(path("/v1/picture"))
        .respond_with(picture)
        .mount(&mock)
        .await;
    let gone = ResponseTemplate::new(404).set_body_string("no\u{1b} such page");
    Mock::given(path("/v1/gone"))
        .respond_with(gone)
        .mount(&mock)
        .await;
    let away = ResponseTemplate::new(302).insert_header("location", "/v1/picture");
    Mock::given(path("/v1/away"))
        .respond_with(away)
        .mount(&mock)
        .await;
    let slow = ResponseTemplate::new(200).set_delay(Duration::from_secs(5));
    Mock::given(path("/v1/slow"))
        .respond_with(slow)
        .mount(&mock)
        .await;
    mock
}

#[tokio::test]
async fn an_operation_is_called_and_its_answer_read() {
    let mock = pets().await;
    let server = at(mock.uri(), true);
    let granted = server.granted().unwrap();
    let service = Service::read(&server, &document(), &mut HashSet::new()).unwrap();
    let limits = Limits {
        call: Duration::from_millis(500),
        ..Limits::default()
    };
    let stop = CancellationToken::new();
    let asked = async |operation: usize, given: &[(&str, &str)]| {
        let parameters = given
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        let values = Values {
            parameters: parameters.collect(),
            ..Values::default()
        };
        let operation = &service.operations[operation];
        let arguments = operation.tool.arguments(&values)?;
        call(
            granted,
            &service,
            operation,
            &arguments,
            Some(&Key::new("k").unwrap()),
            &limits,
            &stop,
        )
        .await
    };
    let given = [
        ("id", "7"),
        ("tags", "a b"),
        ("x_trace", "t"),
        ("name", "Rex"),
        ("age", "2.5"),
    ];
    assert_eq!(
        asked(0, &given).await.unwrap(),
        [Content::Text("{\"ok\":true}".to_owned())]
    );
    assert_eq!(service.operations[1].tool.tool.returns, ResourceType::IMAGE);
    let picture = Content::File {
        kind: Some(ResourceType::IMAGE),
        media_type: "image/png".to_owned(),
        bytes: vec![1, 2, 0xff],
    };
    assert_eq!(asked(1, &[]).await.unwrap(), [picture]);
    let gone = asked(2, &[]).await.unwrap_err().to_string();
    assert!(
        gone.contains("404") && gone.ends_with("no such page"),
        "{gone}"
    );
    let away = asked(3, &[]).await.unwrap_err();
    assert!(
        matches!(away, OpenToolError::Failed { .. }),
        "no redirect is followed: {away}"
    );
    let slow = asked(4, &[]).await.unwrap_err();
    assert!(matches!(slow, OpenToolError::TimedOut { .. }), "{slow}");
}
