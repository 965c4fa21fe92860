//! Requests that an assistant can make.

use std::path::PathBuf;
use std::sync::Arc;

use patchbay_app::App;
use patchbay_app::api::{Nothing, PlanRequest, Turn};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, Implementation, ServerCapabilities, ServerConfig};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};

use super::asked::{Asked, Fetch, ListTools, RunAsked};
use super::failure::Failure;
use super::granted::Granted;
use super::running::done;
use super::told::{Answer, answered, content, listed, plan_of};

/// Answers an assistant.
#[derive(Clone)]
pub(super) struct Server {
    app: App,
    granted: Arc<Granted>,
    tool_router: ToolRouter<Self>,
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
        answered(planned.map(|turn| Answer::of(plan_of(&self.app, &turn))))
    }

    /// Plans a request, runs it on this computer, and writes the results into the folder for them.
    #[tool]
    async fn run(
        &self,
        Parameters(asked): Parameters<RunAsked>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        answered(match self.planned(&asked.request, &asked.files).await {
            Ok(turn) => done((&self.app, &self.granted), &turn, &asked, &context).await,
            Err(failure) => Err(failure),
        })
    }

    /// Gives a result: its words, or its picture or sound where that is not too long.
    #[tool(annotations(read_only_hint = true))]
    async fn fetch(&self, Parameters(asked): Parameters<Fetch>) -> CallToolResult {
        let fetched = self
            .granted
            .file(&asked.path)
            .and_then(|file| content(&file));
        answered(fetched.map(|block| Answer {
            told: None,
            blocks: vec![block],
        }))
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
    async fn planned(&self, request: &str, files: &[String]) -> Result<Turn, Failure> {
        self.app.check_count(files.len())?;
        let files: Vec<PathBuf> = (files.iter())
            .map(|file| self.granted.file(file))
            .collect::<Result<_, _>>()?;
        let conversation = self.app.create_conversation(Nothing {}).await?.id;
        let mut artifacts = Vec::new();
        for file in files {
            let artifact = self.app.import_path(conversation.clone(), file).await;
            artifacts.push(artifact?.id);
        }
        let request = PlanRequest {
            conversation,
            instruction: request.to_owned(),
            artifacts,
            name: None,
        };
        Ok(self.app.plan_surest(request).await?)
    }
}
