//! An application in a folder of the test's own, called as fronts call it.

use std::path::Path;
use std::time::Duration;

use patchbay_app::api::{AppError, Event, Run};
use patchbay_app::{App, AppOptions};
use patchbay_test_support::TestDir;
use serde_json::{Value, json};

/// Longer than any run in these tests takes; only a test that hangs gets here.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

pub(crate) struct Opened {
    pub(crate) folder: TestDir,
    pub(crate) app: App,
}

impl Opened {
    pub(crate) fn new() -> Self {
        let folder = TestDir::new();
        let app = open(&folder);
        Self { folder, app }
    }

    /// The same with a registry of models of the person's own.
    pub(crate) fn with_models(registry: &str) -> Self {
        let folder = TestDir::new();
        folder.write("data/models/registry.toml", registry);
        let app = open(&folder);
        Self { folder, app }
    }

    /// Ends the application and opens the same folder again.
    pub(crate) async fn reopen(self) -> Self {
        let Self { folder, app } = self;
        app.close().await;
        drop(app);
        // Images may still be prepared in the background; the folder is free when that has ended.
        let free = folder.file("data");
        let app = loop {
            let options = AppOptions {
                seed: Some(7),
                tool_servers: true,
                ..AppOptions::default()
            };
            match App::open(&free, options) {
                Ok(app) => break app,
                Err(_) => tokio::task::yield_now().await,
            }
        };
        Self { folder, app }
    }

    pub(crate) async fn try_call(
        &self,
        operation: &str,
        arguments: Value,
    ) -> Result<Value, AppError> {
        self.app.call(operation, arguments).await
    }

    #[track_caller]
    pub(crate) fn call(
        &self,
        operation: &'static str,
        arguments: Value,
    ) -> impl Future<Output = Value> {
        let caller = std::panic::Location::caller();
        async move {
            let reply = self.try_call(operation, arguments).await;
            reply.unwrap_or_else(|error| panic!("{operation} at {caller}: {error}"))
        }
    }

    pub(crate) async fn conversation(&self) -> String {
        text(&self.call("create_conversation", json!({})).await["id"])
    }

    pub(crate) async fn import(&self, conversation: &str, path: &Path) -> Value {
        self.call(
            "import_file",
            json!({ "conversation": conversation, "path": path }),
        )
        .await
    }

    pub(crate) async fn refused(&self, conversation: &str, path: &Path) -> AppError {
        let reply = self
            .try_call(
                "import_file",
                json!({ "conversation": conversation, "path": path }),
            )
            .await;
        reply.expect_err("the file is of no use")
    }

    /// Plans a request over artifacts and runs the best solutions to their end: the turn, and the
    /// run as it ended.
    pub(crate) async fn ask(
        &self,
        conversation: &str,
        instruction: &str,
        artifacts: &[&Value],
    ) -> (Value, Run) {
        let ids: Vec<&Value> = artifacts.iter().map(|artifact| &artifact["id"]).collect();
        let arguments =
            json!({ "conversation": conversation, "instruction": instruction, "artifacts": ids });
        let turn = self.call("plan", arguments).await;
        assert_ne!(
            turn["plan"]["subtasks"],
            json!([]),
            "understood: {}",
            turn["plan"]
        );
        let run = self.run(&turn, &[]).await;
        (turn, run)
    }

    pub(crate) async fn run(&self, turn: &Value, solutions: &[usize]) -> Run {
        self.run_to_its_end(json!({ "turn": turn["id"], "solutions": solutions }))
            .await
    }

    pub(crate) async fn run_to_its_end(&self, arguments: Value) -> Run {
        let mut events = self.app.subscribe();
        let run = self.call("run", arguments).await;
        let ended = async {
            loop {
                match events.recv().await.expect("the application tells") {
                    Event::Run { run: now } if now.id == run["id"] && now.finished_at.is_some() => {
                        return now;
                    }
                    _ => {}
                }
            }
        };
        tokio::time::timeout(PATIENCE, ended)
            .await
            .expect("the run ends")
    }

    pub(crate) async fn artifacts(&self, conversation: &str) -> Vec<Value> {
        let opened = self
            .call("open_conversation", json!({ "id": conversation }))
            .await;
        opened["artifacts"].as_array().expect("a list").clone()
    }

    pub(crate) async fn artifact(&self, conversation: &str, id: &str) -> Value {
        let artifacts = self.artifacts(conversation).await;
        artifacts
            .into_iter()
            .find(|artifact| artifact["id"] == id)
            .expect("the artifact is in its conversation")
    }
}

fn open(folder: &TestDir) -> App {
    let options = AppOptions {
        seed: Some(7),
        tool_servers: true,
        ..AppOptions::default()
    };
    App::open(&folder.file("data"), options).expect("the folder opens")
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
