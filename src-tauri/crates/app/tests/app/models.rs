//! Local models: getting them, pausing, looking after them, and what results say of them.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use patchbay_app::api::{Event, ModelDisk, ModelInfo, ModelNote, RunStatus, ToolInfo};
use patchbay_test_support::TestDir;
use patchbay_test_support::web::{WebServer, safetensors};
use serde_json::{Value, json};

use crate::support::Opened;

/// Longer than anything here takes; only a test that hangs gets here.
const PATIENCE: Duration = Duration::from_mins(1);
const CONFIG: &[u8] = br#"{"layers": 2}"#;

fn weights() -> Vec<u8> {
    safetensors(300_000, 1)
}

/// An application whose registry has one model more, for a tool that nothing built in does, which
/// is got from `server`.
async fn with_model(server: &WebServer) -> Opened {
    let opened = Opened::with_models(
        "[[model]]\nid = \"tiny\"\nname = \"Tiny\"\nnetwork = \"depth_anything\"\ntools = [\"image_to_depth\"]\n\
         repository = \"someone/tiny\"\nrevision = \"main\"\n\
         files = [{ path = \"config.json\" }, { path = \"model.safetensors\" }]\n\
         bytes = 300_000\nmemory = 1000\ndevices = [\"cpu\"]\nlicence = \"MIT\"\nsettings = { least_score = 0.5 }\n",
    );
    let mut settings = opened.call("get_settings", json!({})).await;
    settings["mirror"] = json!(server.address());
    opened.call("set_settings", settings).await;
    opened
}

fn good() -> WebServer {
    WebServer::start(|asked, answering| match asked.path.rsplit('/').next() {
        Some("config.json") => answering.serve(asked, CONFIG, "\"c\""),
        _ => answering.serve(asked, &weights(), "\"w\""),
    })
}

async fn tiny(opened: &Opened) -> ModelInfo {
    let list = opened.call("models", json!({})).await;
    let models: Vec<ModelInfo> = serde_json::from_value(list["models"].clone()).unwrap();
    models
        .into_iter()
        .find(|model| model.id == "tiny")
        .expect("it is in the list")
}

/// Calls an operation on the model and waits until what it began has ended: the model as it is
/// then, and the tools.
async fn done(
    opened: &Opened,
    operation: &'static str,
    arguments: Value,
) -> (ModelInfo, Vec<ToolInfo>) {
    let mut events = opened.app.subscribe();
    opened.call(operation, arguments).await;
    let ended = async {
        let mut last = None;
        loop {
            match events.recv().await.expect("the application tells") {
                Event::Model { model } if model.id == "tiny" => last = Some(model),
                Event::Tools { tools } => {
                    return (last.expect("the model is told before the tools"), tools);
                }
                _ => {}
            }
        }
    };
    let (model, tools) = tokio::time::timeout(PATIENCE, ended)
        .await
        .expect("the work ends");
    assert_eq!(model.work, None);
    (model, tools)
}

fn has_depth(tools: &[ToolInfo]) -> bool {
    tools
        .iter()
        .any(|tool| tool.name == "image_to_depth" && tool.available)
}

#[tokio::test]
async fn a_model_is_got_verified_and_removed_and_tools_follow() {
    let server = good();
    let opened = with_model(&server).await;
    let start = opened.call("start", json!({})).await;
    let depth = |tools: &Value| {
        let tool = tools
            .as_array()
            .unwrap()
            .iter()
            .find(|tool| tool["name"] == "image_to_depth")
            .unwrap()
            .clone();
        (tool["available"].clone(), tool["models"].clone())
    };
    assert_eq!(
        depth(&start["tools"]),
        (json!(false), json!(["tiny"])),
        "a person's own model comes first"
    );
    assert_eq!(tiny(&opened).await.disk, ModelDisk::Absent);

    let (model, tools) = done(&opened, "get_model", json!({ "model": "tiny" })).await;
    let whole = ModelDisk::Installed {
        bytes: (weights().len() + CONFIG.len()) as u64,
    };
    assert_eq!((&model.disk, &model.note), (&whole, &None));
    assert!(has_depth(&tools));
    assert_eq!(model.settings["least_score"], "0.5");

    let (model, _) = done(&opened, "verify_model", json!({ "model": "tiny" })).await;
    assert_eq!(model.note, Some(ModelNote::Verified));
    let path = opened.folder.file("data/models/tiny/model.safetensors");
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let (model, _) = done(&opened, "verify_model", json!({ "model": "tiny" })).await;
    let Some(ModelNote::Failed { reason }) = model.note else {
        panic!("{model:?}")
    };
    assert!(reason.contains("model.safetensors"), "{reason}");
    let (model, _) = done(&opened, "get_model", json!({ "model": "tiny" })).await;
    assert_eq!((model.disk, model.note), (whole, None));
    assert_eq!(std::fs::read(&path).unwrap(), weights());

    let (model, tools) = done(&opened, "remove_model", json!({ "model": "tiny" })).await;
    assert_eq!(model.disk, ModelDisk::Absent);
    assert!(!has_depth(&tools) && !path.exists());
}

#[tokio::test]
async fn what_is_paused_is_kept_and_gone_on_from() {
    let held = Arc::new((Mutex::new(true), Condvar::new()));
    let gate = held.clone();
    let server = WebServer::start(move |asked, answering| {
        if asked.path.ends_with("config.json") {
            return answering.serve(asked, CONFIG, "\"c\"");
        }
        let bytes = weights();
        let from = answering.serve_head(asked, &bytes, "\"w\"", &[])?;
        if from == 0 {
            answering.body(&bytes[..1000])?;
            let mut closed = gate.0.lock().unwrap();
            while *closed {
                closed = gate.1.wait(closed).unwrap();
            }
            return Ok(());
        }
        answering.body(&bytes[from..])
    });
    let opened = with_model(&server).await;
    let mut events = opened.app.subscribe();
    opened.call("get_model", json!({ "model": "tiny" })).await;
    let came = async {
        loop {
            if let Event::Model { model } = events.recv().await.unwrap()
                && model.work.is_some_and(|work| work.bytes >= 1000)
            {
                return;
            }
        }
    };
    tokio::time::timeout(PATIENCE, came)
        .await
        .expect("the first bytes come");
    let (model, _) = done(&opened, "stop_model", json!({ "model": "tiny" })).await;
    assert!(
        matches!(model.disk, ModelDisk::Partial { bytes } if bytes >= 1000),
        "{model:?}"
    );
    assert_eq!(model.note, None, "who pauses needs no sentence about it");
    *held.0.lock().unwrap() = false;
    held.1.notify_all();
    let (model, _) = done(&opened, "get_model", json!({ "model": "tiny" })).await;
    assert!(
        matches!(model.disk, ModelDisk::Installed { .. }),
        "{model:?}"
    );
    assert!(
        server.asked().iter().any(|asked| asked.from() == 1000),
        "it went on from what was there"
    );
}

#[tokio::test]
async fn what_cannot_be_got_says_why() {
    let server = WebServer::start(|_, answering| answering.say(404, &[]));
    let opened = with_model(&server).await;
    let reason = async |opened: &Opened| match done(opened, "get_model", json!({ "model": "tiny" }))
        .await
        .0
        .note
    {
        Some(ModelNote::Failed { reason }) => reason,
        other => panic!("{other:?}"),
    };
    let said = reason(&opened).await;
    assert!(
        said.contains("404") && said.contains("config.json") || said.contains("model.safetensors"),
        "{said}"
    );
    let mut settings = opened.call("get_settings", json!({})).await;
    settings["offline"] = json!(true);
    opened.call("set_settings", settings.clone()).await;
    let asked = server.asked().len();
    let said = reason(&opened).await;
    assert!(said.contains("offline"), "{said}");
    assert_eq!(
        server.asked().len(),
        asked,
        "nothing is asked over the network"
    );
    for (mirror, word) in [
        ("ftp://mirror.example", "https://"),
        ("https://me:word@mirror.example", "PATCHBAY_HUB"),
    ] {
        settings["mirror"] = json!(mirror);
        let error = opened
            .try_call("set_settings", settings.clone())
            .await
            .expect_err("it is refused")
            .to_string();
        assert!(error.contains(word), "{error}");
    }
    let error = opened
        .try_call("get_model", json!({ "model": "none" }))
        .await
        .expect_err("there is none")
        .to_string();
    assert!(error.contains("“none”"), "{error}");
}

#[tokio::test]
async fn a_model_is_imported_from_a_folder() {
    let server = WebServer::start(|_, answering| answering.say(404, &[]));
    let opened = with_model(&server).await;
    let fixture =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/parity/fixtures/depth_anything");
    let from = TestDir::new();
    from.write(
        "config.json",
        std::fs::read(fixture.join("config.json")).unwrap(),
    );
    let import = json!({ "model": "tiny", "folder": from.path() });
    let (model, _) = done(&opened, "import_model", import.clone()).await;
    let Some(ModelNote::Failed { reason }) = model.note else {
        panic!("{model:?}")
    };
    assert!(reason.contains("model.safetensors"), "{reason}");
    from.write(
        "model.safetensors",
        std::fs::read(fixture.join("model.safetensors")).unwrap(),
    );
    let (model, tools) = done(&opened, "import_model", import).await;
    assert!(
        matches!(model.disk, ModelDisk::Installed { .. }) && has_depth(&tools),
        "{model:?}"
    );
    assert_eq!(server.asked().len(), 0);
}

#[tokio::test]
async fn a_language_model_of_one_s_own_is_added_and_left_out_again() {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../tests/parity/fixtures/decoder_qwen3/model.gguf");
    let own = TestDir::new();
    own.write("helper.gguf", std::fs::read(fixture).unwrap());
    let opened = Opened::with_models("");
    let file = own.path().join("helper.gguf");
    let added = opened.call("add_model", json!({ "file": file })).await;
    assert_eq!(added["id"], "helper", "{added}");
    assert_eq!(added["disk"]["state"], "installed", "{added}");
    let ids = async || {
        let list = opened.call("models", json!({})).await;
        let models = list["models"].as_array().unwrap().clone();
        let ids = models
            .iter()
            .map(|model| model["id"].as_str().unwrap().to_owned());
        ids.collect::<Vec<_>>()
    };
    assert!(ids().await.contains(&"helper".to_owned()));
    opened
        .call("remove_model", json!({ "model": "helper" }))
        .await;
    assert!(!ids().await.contains(&"helper".to_owned()));
    assert!(file.exists());
}

#[tokio::test]
async fn a_result_says_which_model_made_it_and_how() {
    let fixture =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/parity/fixtures/depth_anything");
    let opened = Opened::with_models(&format!(
        "[[model]]\nid = \"tiny-depth\"\nname = \"Tiny depth\"\nnetwork = \"depth_anything\"\n\
         tools = [\"image_to_depth\"]\nfolder = '{}'\n\
         files = [{{ path = \"config.json\" }}, {{ path = \"model.safetensors\" }}]\n\
         bytes = 1\nmemory = 1000\ndevices = [\"cpu\"]\nlicence = \"MIT\"\nsettings = {{ shades = 256 }}\n",
        fixture.canonicalize().unwrap().display()
    ));
    let conversation = opened.conversation().await;
    let photo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets/samples/photo.jpg");
    let photo = opened.import(&conversation, &photo).await;
    let (_, run) = opened
        .ask(&conversation, "make a depth map of this photo", &[&photo])
        .await;
    assert_eq!(run.status, RunStatus::Done, "{run:?}");
    let model = run.steps[0].model.clone().expect("a model did it");
    assert_eq!(
        (model.id.as_str(), model.name.as_str()),
        ("tiny-depth", "Tiny depth")
    );
    assert_eq!(
        (model.device.as_str(), model.settings["shades"].as_str()),
        ("cpu, f32", "256")
    );
    assert!(model.source.ends_with("depth_anything"), "{}", model.source);
    let chain = opened
        .call("provenance", json!({ "artifact": run.results[0].artifact }))
        .await;
    assert_eq!(chain[1]["model"]["id"], "tiny-depth", "{chain}");
    assert_eq!(chain[0]["model"], Value::Null);
}
