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
    /// What the server told of its own accord.
    notified: Vec<Value>,
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
            notified: Vec::new(),
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
            self.notified.push(reply);
        }
    }

    /// A tool's answer whole; it is asked to tell its progress.
    fn result(&mut self, tool: &str, arguments: Value) -> Value {
        let asked =
            json!({"name": tool, "arguments": arguments, "_meta": {"progressToken": "run 1"}});
        self.ask("tools/call", asked)
    }

    /// A tool's content, and whether it says that it failed.
    fn call(&mut self, tool: &str, arguments: Value) -> (Vec<Value>, bool) {
        let result = self.result(tool, arguments);
        let content = result["content"].as_array().unwrap().clone();
        (content, result["isError"] == true)
    }

    /// What a tool says, which stands as text too.
    fn told(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.result(tool, arguments);
        assert!(result["isError"] != true, "{result}");
        let text = result["content"][0]["text"].as_str().unwrap();
        let told = result["structuredContent"].clone();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), told);
        told
    }

    /// Why a tool failed.
    fn refused(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.result(tool, arguments);
        assert!(result["isError"] == true, "{result}");
        result["structuredContent"].clone()
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
        listed["tools"].to_string().contains("image_cropping"),
        "{listed}"
    );

    let asked = json!({"request": "make photo.jpg black and white", "files": ["photo.jpg"]});
    let plan = client.told("plan", asked.clone());
    assert_eq!(plan["steps"].as_array().unwrap().len(), 1, "{plan}");
    let used = &plan["steps"][0]["ways"][0][0];
    assert_eq!(used["tool"], "text_image_editing", "{plan}");
    assert_eq!(used["values"]["look"], "black and white", "{plan}");
    assert_eq!(used["inputs"]["image"], "photo.jpg", "{plan}");
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
        let refused = client.refused(tool, asked);
        assert_eq!(refused["code"], "not_found", "{refused}");
        let said = refused["message"].as_str().unwrap();
        assert!(said.contains("is no file in"), "{said}");
    }
    let (content, failed) = client.call("fetch", json!({"path": outside}));
    assert!(failed, "{content:?}");
    let refused = client.refused("run", json!({"request": "book me a flight to Oslo"}));
    assert_eq!(refused["code"], "nothing_to_do", "{refused}");
    let asked = json!({"request": "write a title for this text: the tide was out", "way": 99});
    let refused = client.refused("run", asked);
    let said = refused["message"].as_str().unwrap();
    assert!(said.contains("There is no way 99"), "{said}");
    assert_eq!(refused["code"], "bad_arguments", "{refused}");
}

#[test]
fn values_of_a_plan_are_changed_and_results_are_found_under_their_names() {
    let folder = TestDir::new();
    let photo = folder.sample("photo.jpg");
    let name = "50% off #1 ä.jpg";
    std::fs::rename(&photo, folder.path().join(name)).unwrap();
    let (width, height) = image::image_dimensions(folder.path().join(name)).unwrap();
    assert_ne!(width, height);
    let mut client = Client::start(folder.path());
    let asked = |values: Value| json!({"request": "rotate this 90 degrees", "files": [name], "values": values});
    let plan = client.told("plan", asked(json!({})));
    let angle = &plan["can_be_set"]["text_image_editing"]["properties"]["angle"];
    assert_eq!(angle["type"], "number", "{plan}");
    assert_eq!(
        plan["steps"][0]["ways"][0][0]["values"]["angle"], "90",
        "{plan}"
    );

    let mut seen = Vec::new();
    for (values, size) in [
        (json!({}), (height, width)),
        (json!({"angle": 180}), (width, height)),
        (json!({"text_image_editing.angle": "180"}), (width, height)),
    ] {
        let result = client.result("run", asked(values));
        let told = &result["structuredContent"];
        let made = &told["results"][0];
        let path = Path::new(made["path"].as_str().unwrap());
        assert_eq!(image::image_dimensions(path).unwrap(), size, "{told}");
        assert_eq!(made["name"], path.file_name().unwrap().to_str().unwrap());
        let answer = told["answer"].as_str().unwrap();
        assert!(answer.contains(made["name"].as_str().unwrap()), "{told}");
        let link = &result["content"][1];
        assert_eq!(
            (&link["type"], &link["name"]),
            (&json!("resource_link"), &made["name"])
        );
        let address = url::Url::parse(link["uri"].as_str().unwrap()).unwrap();
        assert_eq!(address.to_file_path().unwrap(), path, "{address}");
        seen.push(path.to_owned());
    }
    seen.dedup();
    assert_eq!(seen.len(), 3, "nothing is overwritten: {seen:?}");
    let told: Vec<f64> = (client.notified.iter())
        .filter(|one| one["method"] == "notifications/progress")
        .map(|one| one["params"]["progress"].as_f64().unwrap())
        .collect();
    assert!(!told.is_empty(), "{:?}", client.notified);
    let refused = client.refused("run", asked(json!({"angles": 3})));
    assert_eq!(refused["code"], "bad_arguments", "{refused}");
}
