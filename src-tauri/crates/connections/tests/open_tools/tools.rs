//! Tools of a program's server: which may be called, and that they change.

use std::collections::HashSet;

use patchbay_connections::open_tools::{Effect, Limits, OpenToolError};

use super::program::Connected;
use super::until;

#[tokio::test]
async fn what_deletes_is_called_only_where_it_is_allowed_by_name() {
    let mut connected = Connected::new(Limits::default()).await;
    for (name, effect) in [
        ("count", Effect::Reads),
        ("grow", Effect::Writes),
        ("delete_all", Effect::Deletes),
        ("echo", Effect::Unknown),
    ] {
        assert_eq!(connected.tool(name).effect, effect, "{name}");
    }
    let refused = connected.call("delete_all", &[]).await.unwrap_err();
    assert!(
        matches!(refused, OpenToolError::ToolNotAllowed { .. }),
        "{refused}"
    );
    connected.server.tools.insert("delete_all".to_owned(), true);
    connected.server.tools.insert("count".to_owned(), false);
    assert_eq!(connected.text("delete_all", &[]).await, "never");
    let refused = connected.call("count", &[]).await.unwrap_err();
    assert!(refused.to_string().contains("settings"), "{refused}");
}

#[tokio::test]
async fn a_server_that_gets_other_tools_is_heard() {
    let connected = Connected::new(Limits::default()).await;
    assert!(!connected.client.has_other_tools());
    connected.text("grow", &[]).await;
    until(|| connected.client.has_other_tools()).await;
    let mut taken = HashSet::new();
    let listed = connected.client.tools(&mut taken, &connected.stop);
    let listed = listed.await.unwrap();
    assert!(listed.iter().any(|tool| tool.original == "later"));
    assert!(!connected.client.has_other_tools());
}
