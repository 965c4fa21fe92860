//! `patchbay-cli mcp` as an assistant's program talks to it: lines of JSON over standard input and
//! output.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use patchbay_test_support::TestDir;
use serde_json::{Value, json};

/// The other program.
struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Client {
    /// Starts the server and begins as the protocol has it.
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_patchbay-cli"))
            .args(["mcp", "--folder"])
            .arg(folder)
            .env("PATCHBAY_MODELS", folder.join("no-models"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut client = Self {
            child,
            input,
            output: BufReader::new(output),
            asked: 0,
        };
        let begun = client.ask(
            "initialize",
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}),
        );
        assert_eq!(begun["serverInfo"]["name"], "patchbay", "{begun}");
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
    }

    /// What the server answers to a request.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).unwrap() > 0,
                "the server ended"
            );
            let reply: Value = serde_json::from_str(&line).unwrap();
            if reply["id"] == id {
                assert!(reply["error"].is_null(), "{reply}");
                return reply["result"].clone();
            }
        }
    }

    /// A tool's content, and whether it says that it failed.
    fn call(&mut self, tool: &str, arguments: Value) -> (Vec<Value>, bool) {
        let result = self.ask("tools/call", json!({"name": tool, "arguments": arguments}));
        let content = result["content"].as_array().unwrap().clone();
        (content, result["isError"] == true)
    }

    /// What a tool says as JSON.
    fn told(&mut self, tool: &str, arguments: Value) -> Value {
        let (content, failed) = self.call(tool, arguments);
        assert!(!failed, "{content:?}");
        serde_json::from_str(content[0]["text"].as_str().unwrap()).unwrap()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A test that failed leaves no server behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn an_assistant_lists_tools_plans_runs_and_fetches_results() {
    let folder = TestDir::new();
    folder.sample("photo.jpg");
    let mut client = Client::start(folder.path());
    let tools = client.ask("tools/list", json!({}));
    let names: Vec<&str> = (tools["tools"].as_array().unwrap().iter())
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    for name in ["list_tools", "plan", "run", "fetch"] {
        assert!(names.contains(&name), "{names:?}");
    }
    let listed = client.told("list_tools", json!({"query": "crop image"}));
    assert!(
        listed.to_string().contains("image_cropping") || !listed.as_array().unwrap().is_empty(),
        "{listed}"
    );

    let asked = json!({"request": "make photo.jpg black and white", "files": ["photo.jpg"]});
    let plan = client.told("plan", asked.clone());
    assert_eq!(plan["steps"].as_array().unwrap().len(), 1, "{plan}");
    assert_eq!(
        plan["steps"][0]["ways"][0][0], "text_image_editing",
        "{plan}"
    );
    assert!(
        !folder
            .path()
            .join("results")
            .join("photo_black-and-white.jpg")
            .exists()
    );

    let done = client.told("run", asked);
    assert_eq!(done["status"], "done", "{done}");
    let path = done["results"][0]["path"].as_str().unwrap();
    let image = image::open(path).unwrap().into_rgb8();
    assert!(image.pixels().step_by(97).all(|pixel| {
        let [least, most] = [pixel.0.iter().min(), pixel.0.iter().max()];
        most.unwrap() - least.unwrap() < 8
    }));
    let (content, failed) = client.call("fetch", json!({"path": path}));
    assert!(
        !failed && content[0]["type"] == "image" && content[0]["mimeType"] == "image/jpeg",
        "{failed}"
    );
}

#[test]
fn what_was_not_granted_is_not_read_and_what_cannot_be_done_is_said() {
    let (folder, other) = (TestDir::new(), TestDir::new());
    other.sample("photo.jpg");
    let mut client = Client::start(folder.path());
    let outside = other.path().join("photo.jpg");
    for tool in ["plan", "run"] {
        let asked = json!({"request": "make it black and white", "files": [outside]});
        let (content, failed) = client.call(tool, asked);
        let said = content[0]["text"].as_str().unwrap();
        assert!(failed && said.contains("is no file in"), "{said}");
    }
    let (content, failed) = client.call("fetch", json!({"path": outside}));
    assert!(failed, "{content:?}");
    let (content, failed) = client.call("run", json!({"request": "book me a flight to Oslo"}));
    assert!(failed, "{content:?}");
    let (content, failed) = client.call(
        "run",
        json!({"request": "write a title for this text: the tide was out", "way": 99}),
    );
    let said = content[0]["text"].as_str().unwrap();
    assert!(failed && said.contains("There is no way 99"), "{said}");
}
