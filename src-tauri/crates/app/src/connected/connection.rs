//! The live connection to one server, and calls of its tools.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use patchbay_connections::open_tools::comfyui::{self, Workflow};
use patchbay_connections::open_tools::json_schema::Arguments;
use patchbay_connections::open_tools::mcp::McpClient;
use patchbay_connections::open_tools::openapi::{Operation, Service, call};
use patchbay_connections::open_tools::{
    Content, Limits, OpenTool, OpenToolError, Reach, Secrets, Server,
};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

/// How often a call looks whether its step is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// How long a workflow may take.
const WORKFLOW: Duration = Duration::from_hours(1);

enum Link {
    Mcp(Box<McpClient>),
    OpenApi(Box<Service>),
    ComfyUi(Box<Workflow>),
}

/// A connection to a server that the person allowed.
pub(crate) struct Connection {
    /// The server, with what is allowed of it.
    pub(crate) server: Server,
    link: Link,
    secrets: Secrets,
    /// Runtime on which calls are made: steps run on threads of their own.
    runtime: Handle,
}

/// A server's tool with what calling it takes.
#[derive(Clone)]
pub(crate) struct Callable {
    /// The tool.
    pub(crate) tool: OpenTool,
    operation: Option<Operation>,
}

impl Connection {
    /// Connects and lists the server's tools. `document`: what describes a service by OpenAPI.
    /// `taken`: the names of tools that are there, to which theirs are added.
    pub(crate) async fn open(
        server: Server,
        document: Option<&str>,
        secrets: Secrets,
        taken: &mut HashSet<String>,
    ) -> Result<(Arc<Self>, Vec<Callable>), OpenToolError> {
        let stop = CancellationToken::new();
        let limits = Limits::default();
        let granted = server.granted()?;
        let (link, tools) = if let Reach::ComfyUi { .. } = &server.reach {
            let workflow = Workflow::read(&server, document.unwrap_or_default(), taken)?;
            let callable = Callable {
                tool: workflow.tool.clone(),
                operation: None,
            };
            (Link::ComfyUi(Box::new(workflow)), vec![callable])
        } else if let Reach::OpenApi { .. } = &server.reach {
            let service = Service::read(&server, document.unwrap_or_default(), taken)?;
            let callable = |operation: &Operation| Callable {
                tool: operation.tool.clone(),
                operation: Some(operation.clone()),
            };
            let tools = service.operations.iter().map(callable).collect();
            (Link::OpenApi(Box::new(service)), tools)
        } else {
            let client = McpClient::connect(granted, &secrets, limits, &stop).await?;
            let tools = listed(&client, taken).await?;
            (Link::Mcp(Box::new(client)), tools)
        };
        let connection = Self {
            server,
            link,
            secrets,
            runtime: Handle::current(),
        };
        Ok((Arc::new(connection), tools))
    }

    /// Returns the server's own description of itself.
    pub(crate) fn description(&self) -> String {
        match &self.link {
            Link::Mcp(client) => client.description(),
            Link::OpenApi(service) => service.description.clone(),
            Link::ComfyUi(workflow) => workflow.tool.tool.description.clone(),
        }
    }

    /// Whether the server is not there any more. Services that are asked anew each time never end.
    pub(crate) fn has_ended(&self) -> bool {
        matches!(&self.link, Link::Mcp(client) if client.has_ended())
    }

    /// Whether its server said that its tools are others now.
    pub(crate) fn has_other_tools(&self) -> bool {
        matches!(&self.link, Link::Mcp(client) if client.has_other_tools())
    }

    /// The tools that its server has now; none where it has those of before.
    pub(crate) async fn other_tools(
        &self,
        taken: &mut HashSet<String>,
    ) -> Option<Result<Vec<Callable>, OpenToolError>> {
        match &self.link {
            Link::Mcp(client) if client.has_other_tools() => Some(listed(client, taken).await),
            _ => None,
        }
    }

    /// Calls a tool and waits for its answer. `seed`: of what is random. `is_stopped`: whether nobody
    /// waits any more.
    pub(crate) fn call(
        &self,
        callable: &Callable,
        (arguments, seed): (&Arguments, u64),
        is_stopped: impl Fn() -> bool,
    ) -> Result<Vec<Content>, OpenToolError> {
        let stop = CancellationToken::new();
        self.runtime.block_on(async {
            let answered = self.answered(callable, (arguments, seed), &stop);
            tokio::pin!(answered);
            loop {
                tokio::select! {
                    answer = &mut answered => return answer,
                    () = tokio::time::sleep(LOOK) => {
                        if is_stopped() {
                            stop.cancel();
                        }
                    }
                }
            }
        })
    }

    async fn answered(
        &self,
        callable: &Callable,
        (arguments, seed): (&Arguments, u64),
        stop: &CancellationToken,
    ) -> Result<Vec<Content>, OpenToolError> {
        let granted = self.server.granted()?;
        match (&self.link, &callable.operation) {
            (Link::OpenApi(service), Some(operation)) => {
                let key = self.secrets.key.as_ref();
                let limits = Limits::default();
                call(granted, service, operation, arguments, key, &limits, stop).await
            }
            (Link::Mcp(client), None) => {
                client.call(granted, &callable.tool, arguments, stop).await
            }
            (Link::ComfyUi(workflow), None) => {
                let limits = Limits {
                    call: WORKFLOW,
                    ..Limits::default()
                };
                comfyui::run(granted, workflow, (arguments, seed), &limits, stop).await
            }
            _ => Err(OpenToolError::OtherServer {
                server: self.server.name.clone(),
                tool: callable.tool.tool.name.clone(),
            }),
        }
    }
}

/// The tools of an MCP server.
async fn listed(
    client: &McpClient,
    taken: &mut HashSet<String>,
) -> Result<Vec<Callable>, OpenToolError> {
    let tools = client.tools(taken, &CancellationToken::new()).await?;
    let callable = |tool| Callable {
        tool,
        operation: None,
    };
    Ok(tools.into_iter().map(callable).collect())
}
