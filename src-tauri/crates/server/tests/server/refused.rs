//! Operations that a browser is refused: paths and programs are for the window alone.

use serde_json::json;

use crate::Server;

#[test]
fn a_browser_reaches_no_paths_and_starts_no_programs() {
    let server = Server::start();
    let conversation = server.conversation();
    let secret = server.folder.file("secret.txt");
    std::fs::write(&secret, "mine").unwrap();
    let target = server.folder.file("written.txt");
    let upload = server.upload(&conversation, "note.txt", b"a note").json();
    let artifact = upload["id"].as_str().unwrap();
    let program = json!({"kind": "mcp_program", "program": "sh", "arguments": ["-c", "id"], "environment": []});
    for (operation, arguments) in [
        (
            "import_file",
            json!({"conversation": conversation, "path": secret}),
        ),
        ("list_files", json!({"paths": [server.folder.path()]})),
        (
            "save_artifact",
            json!({"artifact": artifact, "path": target}),
        ),
        ("hand_over", json!({"artifact": artifact, "path": target})),
        (
            "import_model",
            json!({"model": "any", "folder": server.folder.path()}),
        ),
        ("add_model", json!({"file": secret})),
        (
            "save_tool_server",
            json!({"name": "x", "reach": program, "needs_key": false}),
        ),
        (
            "set_tool_server_key",
            json!({"name": "x", "variable": "LD_PRELOAD", "key": "x.so"}),
        ),
    ] {
        let refused = server.call(operation, arguments);
        assert_eq!(refused.status, 422, "{operation}");
        let message = refused.json()["message"].as_str().unwrap().to_owned();
        assert!(message.contains("window"), "{operation}: {message}");
    }
    assert!(!target.exists());
    let servers = server.call("tool_servers", json!({})).json();
    assert_eq!(servers["servers"], json!([]));
    let address = json!({"kind": "mcp_address", "address": "http://127.0.0.1:9/mcp"});
    let saved = json!({"name": "y", "reach": address, "needs_key": false});
    assert_eq!(server.call("save_tool_server", saved).status, 200);
}
