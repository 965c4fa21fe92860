//! Connects to a server, lists its tools and calls them.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use patchbay_domain::ResourceType;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig,
    ClientRequest, Implementation, PaginatedRequestParams, ServerResult, Tool,
};
use rmcp::service::{NotificationContext, PeerRequestOptions, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{ClientHandler, RoleClient, ServiceError, ServiceExt};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::answer;
use super::child::Running;
use crate::open_tools::address::address;
use crate::open_tools::content::Content;
use crate::open_tools::effect::Effect;
use crate::open_tools::error::OpenToolError;
use crate::open_tools::json_schema::{Arguments, fields, kind_made};
use crate::open_tools::limits::{self, Limits};
use crate::open_tools::server::{Granted, Reach, Secrets};
use crate::open_tools::tool::OpenTool;
use crate::open_tools::untrusted;

/// Maximum number of pages of a list of tools.
const MOST_PAGES: usize = 1_000;

/// A connection to an MCP server. Dropped, it is closed, and a program is killed with all that it
/// started.
pub struct McpClient {
    server: String,
    limits: Limits,
    /// Whether it is a program on this computer, which can be told where files lie.
    is_local: bool,
    service: RunningService<RoleClient, Told>,
    /// Whether the server said that its tools are others now.
    has_other_tools: Arc<AtomicBool>,
    running: Option<Running>,
}

impl McpClient {
    /// Connects to a server that the person allowed.
    pub async fn connect(
        granted: Granted<'_>,
        secrets: &Secrets,
        limits: Limits,
        stop: &CancellationToken,
    ) -> Result<Self, OpenToolError> {
        let server = granted.server();
        let name = server.name.as_str();
        let broken = |error: &dyn std::fmt::Display| OpenToolError::Broken {
            server: name.to_owned(),
            reason: untrusted::line(&error.to_string(), untrusted::MESSAGE),
        };
        let has_other_tools = Arc::new(AtomicBool::new(false));
        let (service, running) = limits::within(
            name,
            limits.connecting,
            stop,
            Box::pin(async {
                match &server.reach {
                    Reach::McpProgram {
                        program,
                        arguments,
                        environment,
                    } => {
                        let kept = &secrets.environment;
                        let started = Running::start(program, arguments, environment, kept);
                        let (running, output, input) =
                            started.map_err(|e| OpenToolError::NotStarted {
                                server: name.to_owned(),
                                program: program.clone(),
                                reason: e.to_string(),
                            })?;
                        let service = told(&has_other_tools)
                            .serve((output, input))
                            .await
                            .map_err(|e| broken(&e))?;
                        Ok((service, Some(running)))
                    }
                    Reach::McpAddress { address: text } => {
                        let url = address(name, text)?;
                        let mut config =
                            StreamableHttpClientTransportConfig::with_uri(url.as_str())
                                .max_json_response_size(limits.answer)
                                .max_sse_event_size(limits.answer);
                        if let Some(key) = &secrets.key {
                            config = config.auth_header(key.reveal());
                        }
                        let client = limits::http(name)?;
                        let transport = StreamableHttpClientTransport::with_client(client, config);
                        let service = told(&has_other_tools).serve(transport).await;
                        Ok((service.map_err(|e| broken(&e))?, None))
                    }
                    Reach::OpenApi { .. } | Reach::ComfyUi { .. } => {
                        Err(broken(&"it is no MCP server"))
                    }
                }
            }),
        )
        .await?;
        Ok(Self {
            server: server.name.clone(),
            limits,
            is_local: running.is_some(),
            has_other_tools,
            service,
            running,
        })
    }

    /// Whether the server said since the last list that its tools are others now.
    pub fn has_other_tools(&self) -> bool {
        self.has_other_tools.load(Ordering::Acquire)
    }

    /// Returns the server's description of itself, made harmless.
    pub fn description(&self) -> String {
        let info = self.service.peer_info();
        let said = info.as_ref().and_then(|info| info.instructions.as_deref());
        untrusted::line(said.unwrap_or_default(), untrusted::DESCRIPTION)
    }

    /// The server's tools. `taken`: names of the toolbox, to which theirs are added.
    pub async fn tools(
        &self,
        taken: &mut HashSet<String>,
        stop: &CancellationToken,
    ) -> Result<Vec<OpenTool>, OpenToolError> {
        self.has_other_tools.store(false, Ordering::Release);
        let listed = self.listed();
        let listed = limits::within(&self.server, self.limits.connecting, stop, listed).await?;
        let open = |tool: Tool| {
            let schema = Value::Object(tool.input_schema.as_ref().clone());
            let inputs = fields(&schema, &schema, self.is_local);
            let description = tool.description.as_deref().or(tool.title.as_deref());
            let said = (
                self.server.as_str(),
                tool.name.as_ref(),
                description.unwrap_or_default(),
            );
            let made = kind_made(&tool.name).unwrap_or(ResourceType::TEXT);
            let effect = Effect::of_hints(tool.annotations.as_ref());
            OpenTool::new(said, inputs, made, taken).with_effect(effect)
        };
        Ok(listed.into_iter().map(open).collect())
    }

    async fn listed(&self) -> Result<Vec<Tool>, OpenToolError> {
        let mut tools = Vec::new();
        let mut cursor = None;
        for _ in 0..MOST_PAGES {
            let page = PaginatedRequestParams::default().with_cursor(cursor.clone());
            let page = self.service.peer().list_tools(Some(page)).await;
            let page = page.map_err(|error| self.unanswered(&error))?;
            tools.extend(page.tools);
            if tools.len() > self.limits.tools {
                let reason = format!("it lists more than {} tools", self.limits.tools);
                return Err(self.broken(&reason));
            }
            if page.next_cursor.is_none() {
                return Ok(tools);
            }
            if page.next_cursor == cursor {
                break;
            }
            cursor = page.next_cursor;
        }
        Err(self.broken(&"its list of tools has no end"))
    }

    /// Calls one of the server's tools. Stopped or too slow, the server is told that nobody waits
    /// any more.
    pub async fn call(
        &self,
        granted: Granted<'_>,
        tool: &OpenTool,
        arguments: &Arguments,
        stop: &CancellationToken,
    ) -> Result<Vec<Content>, OpenToolError> {
        let name = tool.tool.name.as_str();
        granted.covers(&self.server, tool, arguments.sends_files())?;
        if let Some((path, _)) = arguments.bytes().first() {
            return Err(OpenToolError::Argument {
                tool: name.to_owned(),
                argument: path.join("."),
                reason: "an MCP server cannot be sent a file as it is".to_owned(),
            });
        }
        let result = self.answered(tool, arguments, stop).await?;
        if result.is_error == Some(true) {
            return Err(OpenToolError::Failed {
                server: self.server.clone(),
                tool: name.to_owned(),
                message: answer::failure(&result),
            });
        }
        answer::contents(&result, self.limits.answer).map_err(|reason| self.broken(&reason))
    }

    async fn answered(
        &self,
        tool: &OpenTool,
        arguments: &Arguments,
        stop: &CancellationToken,
    ) -> Result<CallToolResult, OpenToolError> {
        let asked = CallToolRequestParams::new(tool.original.clone())
            .with_arguments(arguments.json().clone());
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(asked));
        let options = PeerRequestOptions::with_timeout(self.limits.call);
        let sent = self
            .service
            .peer()
            .send_cancellable_request(request, options)
            .await;
        let mut sent = sent.map_err(|error| self.unanswered(&error))?;
        let server = self.server.clone();
        let answer = tokio::select! {
            biased;
            () = stop.cancelled() => None,
            answer = tokio::time::timeout(self.limits.call, &mut sent.rx) => Some(answer),
        };
        match answer {
            None => {
                // Where the server is gone there is nobody to tell.
                let _ = sent.cancel(Some("the person stopped it".to_owned())).await;
                Err(OpenToolError::Stopped { server })
            }
            Some(Err(_)) => {
                let _ = sent.cancel(Some("it took too long".to_owned())).await;
                Err(OpenToolError::TimedOut {
                    server,
                    limit: self.limits.call,
                })
            }
            Some(Ok(Ok(Ok(ServerResult::CallToolResult(result))))) => Ok(result),
            Some(Ok(Ok(Ok(_)))) => Err(self.broken(&"it asks for more than can be given here")),
            Some(Ok(Ok(Err(ServiceError::McpError(error))))) => Err(OpenToolError::Failed {
                server,
                tool: tool.tool.name.clone(),
                message: untrusted::line(&error.message, untrusted::MESSAGE),
            }),
            Some(Ok(Ok(Err(error)))) => Err(self.unanswered(&error)),
            Some(Ok(Err(_))) => Err(OpenToolError::Ended { server }),
        }
    }

    /// Closes the connection, and gives a program a moment to end by itself.
    pub async fn close(self) {
        // It is over, whether or not the other side agreed.
        let _ = self.service.cancel().await;
        if let Some(running) = self.running {
            running.ended().await;
        }
    }

    /// Whether the server is not there any more.
    pub fn has_ended(&self) -> bool {
        self.service.peer().is_transport_closed()
    }

    fn unanswered(&self, error: &ServiceError) -> OpenToolError {
        let server = self.server.clone();
        match error {
            ServiceError::TransportSend(_) | ServiceError::TransportClosed => {
                OpenToolError::Ended { server }
            }
            _ => self.broken(error),
        }
    }

    fn broken(&self, error: &dyn std::fmt::Display) -> OpenToolError {
        OpenToolError::Broken {
            server: self.server.clone(),
            reason: untrusted::line(&error.to_string(), untrusted::MESSAGE),
        }
    }
}

/// Introduction of this program to a server: its name, and that it offers nothing in return; it hears
/// when the server's tools change.
struct Told {
    config: ClientConfig,
    has_other_tools: Arc<AtomicBool>,
}

impl ClientHandler for Told {
    fn get_info(&self) -> ClientConfig {
        self.config.clone()
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.has_other_tools.store(true, Ordering::Release);
    }
}

fn told(has_other_tools: &Arc<AtomicBool>) -> Told {
    let program = Implementation::new("patchbay", env!("CARGO_PKG_VERSION"));
    Told {
        config: ClientConfig::new(ClientCapabilities::default(), program),
        has_other_tools: has_other_tools.clone(),
    }
}
