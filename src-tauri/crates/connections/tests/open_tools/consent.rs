//! Nothing happens before a person agreed.

use patchbay_connections::open_tools::{OpenToolError, Reach, Server};

#[test]
fn a_new_server_may_do_nothing() {
    let reach = Reach::McpAddress {
        address: "https://example.org/mcp".to_owned(),
    };
    let mut server = Server::new("s", reach);
    assert!(!server.allowed && !server.files_allowed);
    assert!(matches!(
        server.granted(),
        Err(OpenToolError::NotAllowed { .. })
    ));
    server.files_allowed = true;
    assert!(server.granted().is_err(), "files alone allow nothing");
    server.allowed = true;
    assert_eq!(server.granted().unwrap().server(), &server);
}

#[test]
fn a_record_that_says_nothing_of_consent_has_none() {
    let server: Server =
        serde_json::from_str(r#"{"name": "s", "reach": {"kind": "mcp_program", "program": "p"}}"#)
            .unwrap();
    assert!(server.granted().is_err());
    let unknown =
        r#"{"name": "s", "reach": {"kind": "mcp_program", "program": "p"}, "alowed": true}"#;
    assert!(serde_json::from_str::<Server>(unknown).is_err());
    let kept = serde_json::to_string(&server).unwrap();
    assert_eq!(serde_json::from_str::<Server>(&kept).unwrap(), server);
}
