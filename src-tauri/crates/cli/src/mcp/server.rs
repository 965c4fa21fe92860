//! Requests that an assistant can make.

use std::path::PathBuf;
use std::sync::Arc;

use patchbay_app::App;
use patchbay_app::api::{
    ConversationId, Event, Nothing, PlanRequest, Run, RunId, RunRequest, RunStatus, Subtask, Turn,
};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, Implementation, ServerCapabilities, ServerConfig};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, schemars, tool, tool_handler, tool_router};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::broadcast;

use super::granted::Granted;
use super::told::{Outcome, content, link, listed, plan_of, result_of, said, steps, text};
use crate::report;

/// Answers an assistant.
#[derive(Clone)]
pub(super) struct Server {
    app: App,
    granted: Arc<Granted>,
    tool_router: ToolRouter<Self>,
}

/// Which tools are asked for.
#[derive(Deserialize, schemars::JsonSchema)]
struct ListTools {
    /// Words that the tool's name or description has to have; all tools without it.
    query: Option<String>,
}

/// What is to be done, with what.
#[derive(Deserialize, schemars::JsonSchema)]
struct Asked {
    /// What is to be done, in a person's words. Files are called by their names.
    request: String,
    /// Paths of the files that it is about, relative to the granted folder.
    #[serde(default)]
    files: Vec<String>,
}

/// What is to be run.
#[derive(Deserialize, schemars::JsonSchema)]
struct RunAsked {
    /// What is to be done, in a person's words. Files are called by their names.
    request: String,
    /// Paths of the files that it is about, relative to the granted folder.
    #[serde(default)]
    files: Vec<String>,
    /// Which way of each step is taken, counted from 1 as `plan` lists them; without it, the first
    /// that can run here.
    way: Option<usize>,
}

/// Which result is asked for.
#[derive(Deserialize, schemars::JsonSchema)]
struct Fetch {
    /// The path of a result, as `run` told it, or of a file of the granted folder.
    path: String,
}

#[tool_router]
impl Server {
    pub(super) fn new(app: App, granted: Granted) -> Self {
        Self {
            app,
            granted: Arc::new(granted),
            tool_router: Self::tool_router(),
        }
    }

    /// Lists the tools that plans are made of, each with what it takes, makes and can be set.
    #[tool(annotations(read_only_hint = true))]
    async fn list_tools(&self, Parameters(asked): Parameters<ListTools>) -> CallToolResult {
        answered(listed(asked.query.as_deref()))
    }

    /// Plans a request without running it: what was understood, the ways to do each part, and what
    /// cannot be done here.
    #[tool(annotations(read_only_hint = true))]
    async fn plan(&self, Parameters(asked): Parameters<Asked>) -> CallToolResult {
        let planned = self.planned(&asked.request, &asked.files).await;
        answered(planned.and_then(|turn| Ok(vec![text(&plan_of(&self.app, &turn))?])))
    }

    /// Plans a request, runs it on this computer, and writes the results into the folder for them.
    #[tool]
    async fn run(
        &self,
        Parameters(asked): Parameters<RunAsked>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        answered(self.done(asked, context).await)
    }

    /// Gives a result: its words, or its picture or sound where that is not too long.
    #[tool(annotations(read_only_hint = true))]
    async fn fetch(&self, Parameters(asked): Parameters<Fetch>) -> CallToolResult {
        let fetched = self.granted.file(&asked.path);
        answered(fetched.and_then(|file| Ok(vec![content(&file)?])))
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("patchbay", env!("CARGO_PKG_VERSION")))
            .with_instructions(
                "Patchbay edits pictures, sound and video on this computer from requests in words. Ask `plan` first where \
                 there may be several ways; `run` says what was done and what was not.",
            )
    }
}

impl Server {
    async fn planned(&self, request: &str, files: &[String]) -> Result<Turn, String> {
        self.app.check_count(files.len()).map_err(said)?;
        let files: Vec<PathBuf> = (files.iter())
            .map(|file| self.granted.file(file))
            .collect::<Result<_, _>>()?;
        let conversation = self.app.create_conversation(Nothing {}).await;
        let conversation = conversation.map_err(said)?.id;
        let mut artifacts = Vec::new();
        for file in files {
            let artifact = self.app.import_path(conversation.clone(), file).await;
            artifacts.push(artifact.map_err(said)?.id);
        }
        let request = PlanRequest {
            conversation,
            instruction: request.to_owned(),
            artifacts,
            name: None,
        };
        self.app.plan_surest(request).await.map_err(said)
    }

    async fn done(&self, asked: RunAsked, context: RequestContext<RoleServer>) -> Outcome {
        let turn = self.planned(&asked.request, &asked.files).await?;
        if turn.plan.subtasks.is_empty() {
            return Err(serde_json::to_string(&plan_of(&self.app, &turn)).map_err(said)?);
        }
        let solutions = match asked.way {
            None => Vec::new(),
            Some(way) => chosen(&self.app, &turn, way)?,
        };
        let run = self.ended(&turn, solutions, &context).await?;
        let artifacts = (self.app)
            .open_conversation(ConversationId {
                id: turn.conversation.clone(),
            })
            .await
            .map_err(said)?
            .artifacts;
        let mut blocks = Vec::new();
        let mut results = Vec::new();
        for result in &run.results {
            let Some(artifact) = artifacts.iter().find(|one| one.id == result.artifact) else {
                continue;
            };
            let path =
                report::write_result(&self.app, artifact, self.granted.results(), None).await;
            let path = path.map_err(said)?;
            results.push(result_of(artifact, &path));
            blocks.push(link(artifact, &path));
        }
        let told = json!({
            "status": run.status,
            "answer": run.answer,
            "steps": steps(&run),
            "results": results,
        });
        blocks.insert(0, text(&told)?);
        match run.status {
            RunStatus::Done => Ok(blocks),
            _ if !results.is_empty() => Ok(blocks),
            _ => Err(told.to_string()),
        }
    }

    /// A run when it has ended; it is stopped where the other program asks for no answer any more.
    async fn ended(
        &self,
        turn: &Turn,
        solutions: Vec<usize>,
        context: &RequestContext<RoleServer>,
    ) -> Result<Run, String> {
        let mut events = self.app.subscribe();
        let request = RunRequest {
            turn: turn.id.clone(),
            solutions,
            another_take: false,
            goes_on_from: None,
            settings: Vec::new(),
            written: Vec::new(),
        };
        let mut run = self.app.run(request).await.map_err(said)?;
        let mut stopping = false;
        while run.finished_at.is_none() {
            tokio::select! {
                event = events.recv() => match event {
                    Ok(Event::Run { run: now }) if now.id == run.id => run = now,
                    Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => break,
                },
                () = context.ct.cancelled(), if !stopping => {
                    stopping = true;
                    self.app.cancel(RunId { run: run.id.clone() }).await.map_err(said)?;
                }
            }
        }
        Ok(run)
    }
}

fn answered(outcome: Outcome) -> CallToolResult {
    match outcome {
        Ok(blocks) => CallToolResult::success(blocks),
        Err(sentence) => CallToolResult::error(vec![ContentBlock::text(sentence)]),
    }
}

/// Returns for each step the index of its way number `way`, counted from 1, or where it has fewer,
/// of its first that can run here.
fn chosen(app: &App, turn: &Turn, way: usize) -> Result<Vec<usize>, String> {
    let ways = turn
        .plan
        .subtasks
        .iter()
        .map(|subtask| subtask.solutions.len());
    let most = ways.max().unwrap_or_default();
    if way == 0 || way > most {
        return Err(format!("There is no way {way}: {most} were found."));
    }
    let of = |subtask: &Subtask| {
        if way <= subtask.solutions.len() {
            way - 1
        } else {
            app.first_runnable(subtask)
        }
    };
    Ok(turn.plan.subtasks.iter().map(of).collect())
}
