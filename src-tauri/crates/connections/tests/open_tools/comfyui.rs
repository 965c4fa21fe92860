//! Workflows of `ComfyUI` servers.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use patchbay_connections::open_tools::comfyui::{Workflow, run};
use patchbay_connections::open_tools::json_schema::{FileValue, Values};
use patchbay_connections::open_tools::{Content, Limits, OpenToolError, Reach, Server};
use patchbay_domain::{ResourceType, TextRole};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use wiremock::matchers::{method, path, path_regex, query_param};
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

fn at(address: &str) -> Server {
    let address = address.to_owned();
    Server {
        allowed: true,
        files_allowed: true,
        ..Server::new("Comic style", Reach::ComfyUi { address })
    }
}

/// A picture from words; with `image`, made out of another one.
fn workflow(image: bool) -> Value {
    let mut nodes = json!({
        "3": {"class_type": "KSampler", "inputs": {"seed": 5, "steps": 20, "positive": ["9", 0],
              "negative": ["7", 0], "model": ["4", 0], "latent_image": ["5", 0]}},
        "4": {"class_type": "CheckpointLoaderSimple", "inputs": {"ckpt_name": "comic.safetensors"}},
        "5": {"class_type": "EmptyLatentImage", "inputs": {"width": 512, "height": 512}},
        "6": {"class_type": "CLIPTextEncode", "inputs": {"text": "a cat", "clip": ["4", 1]},
              "_meta": {"title": "What is drawn"}},
        "7": {"class_type": "CLIPTextEncode", "inputs": {"text": "blurry", "clip": ["4", 1]}},
        "8": {"class_type": "SaveImage", "inputs": {"images": ["3", 0]}},
        "9": {"class_type": "FluxGuidance", "inputs": {"conditioning": ["6", 0], "guidance": 3.5}},
    });
    if image {
        nodes["10"] = json!({"class_type": "LoadImage", "inputs": {"image": "example.png"}});
    }
    nodes
}

fn read(server: &Server, nodes: &Value) -> Result<Workflow, OpenToolError> {
    Workflow::read(server, &nodes.to_string(), &mut HashSet::new())
}

fn values(prompt: &str) -> Values {
    Values {
        parameters: BTreeMap::from([("prompt".to_owned(), prompt.to_owned())]),
        ..Values::default()
    }
}

#[test]
fn a_workflow_takes_its_prompts_and_images() {
    let server = at("http://127.0.0.1:8188");
    let words = read(&server, &workflow(false)).unwrap();
    let tool = &words.tool.tool;
    assert_eq!(tool.name, "comic_style__run_workflow");
    assert_eq!(tool.returns, ResourceType::IMAGE);
    assert!(tool.description.contains("What is drawn"));
    let argument = &tool.args[0];
    assert_eq!(
        (&*argument.name, argument.role),
        ("prompt", Some(TextRole::Content))
    );
    let parameters: Vec<&str> = tool.parameters.iter().map(|one| &*one.name).collect();
    assert_eq!(parameters, ["negative_prompt"]);

    let image = read(&server, &workflow(true)).unwrap().tool.tool;
    assert_eq!(image.args[0].resource_type, ResourceType::IMAGE);
    let parameters: Vec<&str> = image.parameters.iter().map(|one| &*one.name).collect();
    assert_eq!(
        parameters,
        ["prompt", "negative_prompt"],
        "its own words will do"
    );
    assert!(image.parameters.iter().all(|one| !one.needed));
}

#[test]
fn what_is_no_workflow_for_programs_is_refused_with_what_to_do() {
    let server = at("http://127.0.0.1:8188");
    for wrong in [
        json!([]),
        json!({}),
        json!({"nodes": [], "links": []}),
        json!({"1": {"inputs": {}}}),
    ] {
        let refused = read(&server, &wrong).unwrap_err().to_string();
        assert!(refused.contains("export"), "{refused}");
    }
    // Links that lead nowhere or in a circle.
    let odd = json!({
        "1": {"class_type": "A", "inputs": {"negative": ["2", 0]}},
        "2": {"class_type": "B", "inputs": {"x": ["1", 0], "y": ["99", 0], "text": "no"}},
    });
    assert!(read(&server, &odd).is_ok());
}

/// A server that runs whatever it is given, and what it was given.
async fn obliging() -> (MockServer, Arc<Mutex<Value>>) {
    let posted: Arc<Mutex<Value>> = Arc::default();
    let server = MockServer::start().await;
    let uploaded = json!({"name": "leaf.png", "subfolder": "in", "type": "input"});
    Mock::given(method("POST"))
        .and(path("/upload/image"))
        .respond_with(ResponseTemplate::new(200).set_body_json(uploaded))
        .mount(&server)
        .await;
    let kept = posted.clone();
    Mock::given(method("POST"))
        .and(path("/prompt"))
        .respond_with(move |request: &Request| {
            *kept.lock().unwrap() = serde_json::from_slice(&request.body).unwrap();
            ResponseTemplate::new(200).set_body_json(json!({"prompt_id": "p/1", "number": 1}))
        })
        .mount(&server)
        .await;
    Mock::given(method("GET"))
        .and(path_regex("^/history/.*"))
        .respond_with(ResponseTemplate::new(200).set_body_json(json!({})))
        .up_to_n_times(1)
        .mount(&server)
        .await;
    let outputs = json!({"8": {"images": [{"filename": "a b.png", "subfolder": "", "type": "output"}]},
                         "9": {"images": [{"filename": "t.png", "subfolder": "", "type": "temp"}]}});
    let done = json!({"p/1": {"outputs": outputs, "status": {"status_str": "success", "completed": true}}});
    Mock::given(method("GET"))
        .and(path_regex("^/history/.*"))
        .respond_with(ResponseTemplate::new(200).set_body_json(done))
        .mount(&server)
        .await;
    Mock::given(method("GET"))
        .and(path("/view"))
        .and(query_param("filename", "a b.png"))
        .respond_with(ResponseTemplate::new(200).set_body_raw(vec![1, 2, 3], "image/png"))
        .mount(&server)
        .await;
    (server, posted)
}

#[tokio::test]
async fn a_workflow_is_run_with_the_values_and_its_result_is_fetched() {
    let (server, posted) = obliging().await;
    let reached = at(&server.uri());
    let read = read(&reached, &workflow(true)).unwrap();
    let file = FileValue {
        name: "leaf.png".to_owned(),
        media_type: "image/png".to_owned(),
        bytes: vec![7; 9],
        ..FileValue::default()
    };
    let given = Values {
        files: BTreeMap::from([("image".to_owned(), vec![file])]),
        ..values("a dog")
    };
    let arguments = read.tool.arguments(&given).unwrap();
    let stop = CancellationToken::new();
    let made = run(
        reached.granted().unwrap(),
        &read,
        (&arguments, u64::MAX),
        &Limits::default(),
        &stop,
    )
    .await
    .unwrap();
    let image = Content::File {
        kind: Some(ResourceType::IMAGE),
        media_type: "image/png".to_owned(),
        bytes: vec![1, 2, 3],
    };
    assert_eq!(made, [image]);
    let nodes = posted.lock().unwrap()["prompt"].clone();
    assert_eq!(nodes["6"]["inputs"]["text"], "a dog");
    assert_eq!(nodes["7"]["inputs"]["text"], "blurry", "not changed");
    assert_eq!(nodes["10"]["inputs"]["image"], "in/leaf.png");
    assert_eq!(nodes["3"]["inputs"]["seed"], (1_u64 << 53) - 1);

    let kept_files = Server {
        files_allowed: false,
        ..reached
    };
    let refused = run(
        kept_files.granted().unwrap(),
        &read,
        (&arguments, 1),
        &Limits::default(),
        &stop,
    )
    .await
    .unwrap_err();
    assert!(
        matches!(refused, OpenToolError::FilesNotAllowed { .. }),
        "{refused}"
    );
}

#[tokio::test]
async fn failures_are_told_and_a_run_that_is_stopped_leaves_the_queue() {
    let server = MockServer::start().await;
    let queued = json!({"prompt_id": "1"});
    Mock::given(method("POST"))
        .and(path("/prompt"))
        .respond_with(ResponseTemplate::new(200).set_body_json(queued))
        .mount(&server)
        .await;
    let messages = json!([["execution_error", {"node_type": "KSampler", "exception_message": "out of \u{1b}memory"}]]);
    let failed =
        json!({"1": {"outputs": {}, "status": {"status_str": "error", "messages": messages}}});
    Mock::given(method("GET"))
        .and(path("/history/1"))
        .respond_with(ResponseTemplate::new(200).set_body_json(failed))
        .up_to_n_times(1)
        .mount(&server)
        .await;
    Mock::given(method("GET"))
        .and(path("/history/1"))
        .respond_with(ResponseTemplate::new(200).set_body_json(json!({})))
        .mount(&server)
        .await;
    for path_of in ["/queue", "/interrupt"] {
        Mock::given(method("POST"))
            .and(path(path_of))
            .respond_with(ResponseTemplate::new(200))
            .mount(&server)
            .await;
    }
    let reached = at(&server.uri());
    let read = read(&reached, &workflow(false)).unwrap();
    let arguments = read.tool.arguments(&values("a dog")).unwrap();
    let stop = CancellationToken::new();
    let granted = reached.granted().unwrap();
    let limits = Limits {
        call: Duration::from_millis(300),
        ..Limits::default()
    };
    let told = run(granted, &read, (&arguments, 1), &limits, &stop)
        .await
        .unwrap_err()
        .to_string();
    assert!(told.contains("KSampler: out of memory"), "{told}");
    let slow = run(granted, &read, (&arguments, 1), &limits, &stop)
        .await
        .unwrap_err();
    assert!(matches!(slow, OpenToolError::TimedOut { .. }), "{slow}");
    let requests = server.received_requests().await.unwrap();
    let left = requests
        .iter()
        .filter(|request| matches!(request.url.path(), "/queue" | "/interrupt"));
    assert_eq!(
        left.count(),
        4,
        "told after the failure and after the time was over"
    );
    stop.cancel();
    let stopped = run(granted, &read, (&arguments, 1), &limits, &stop)
        .await
        .unwrap_err();
    assert!(
        matches!(stopped, OpenToolError::Stopped { .. }),
        "{stopped}"
    );
}
