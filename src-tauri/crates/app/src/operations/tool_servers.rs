//! The operations on servers whose tools a person has connected.

use std::collections::{BTreeSet, HashSet};

use patchbay_connections::keys::{Key, KeyError};
use patchbay_connections::open_tools::address::address;
use patchbay_connections::open_tools::comfyui::Workflow;
use patchbay_connections::open_tools::naming::snake;
use patchbay_connections::open_tools::openapi::Service;
use patchbay_connections::open_tools::{OpenToolError, Reach, Server};

use crate::api::{
    AllowServerTool, AllowToolServer, Event, KeyKept, Nothing, SaveToolServer, ToolServer,
    ToolServerKey, ToolServerList, ToolServerName,
};
use crate::app::App;
use crate::connected::connections::SavedServer;
use crate::connected::shown;
use crate::error::Error;
use crate::operations::servers::unknown;
use crate::present::tool;

/// The name under which the store keeps them.
const NAME: &str = "tool_servers";
/// The longest name, in characters.
const LONGEST_NAME: usize = 40;

impl App {
    /// The servers whose tools are connected.
    pub async fn tool_servers(&self, _: Nothing) -> Result<ToolServerList, Error> {
        let saved = self.blocking(Self::saved_tool_servers).await?;
        let standing = self.connections().standing();
        let shown = |saved: &SavedServer| shown::view(saved, standing.get(&saved.server.name));
        Ok(ToolServerList {
            servers: saved.iter().map(shown).collect(),
        })
    }

    /// Keeps a server of tools. Of a new or a changed one nothing is allowed.
    pub async fn save_tool_server(&self, arguments: SaveToolServer) -> Result<ToolServer, Error> {
        let saved = self
            .blocking(move |app| {
                let mut saved = checked(arguments)?;
                let mut all = app.saved_tool_servers()?;
                let alike = |other: &SavedServer| {
                    snake(&other.server.name, LONGEST_NAME, "")
                        == snake(&saved.server.name, LONGEST_NAME, "")
                };
                match all.iter_mut().find(|other| alike(other)) {
                    Some(known) if known.server.name == saved.server.name => {
                        // Values of variables that it is still given stay with it.
                        for variable in &known.variables {
                            if saved.is_given(variable) {
                                saved.variables.insert(variable.clone());
                            } else {
                                app.keep_key(&known.variable_id(variable), None)?;
                            }
                        }
                        *known = saved.clone();
                    }
                    Some(known) => {
                        return Err(Error::unsuitable(
                            format!("“{}” is called nearly the same.", known.server.name),
                            "Give it another name.",
                        ));
                    }
                    None => all.push(saved.clone()),
                }
                app.keep_tool_servers(&all)?;
                Ok(saved)
            })
            .await?;
        self.connections().forget(&saved.server.name).await;
        self.connect_tool_servers().await?;
        Ok(shown::view(&saved, None))
    }

    /// Allows a server of tools what the person allows, connects it, and answers how it stands.
    pub async fn allow_tool_server(&self, arguments: AllowToolServer) -> Result<ToolServer, Error> {
        let name = arguments.name.clone();
        self.changed_tool_server(&name, move |_, known| {
            known.server.allowed = arguments.allowed;
            known.server.files_allowed = arguments.allowed && arguments.files_allowed;
            Ok(())
        })
        .await?;
        self.connect_tool_servers().await?;
        self.tool_server(&name).await
    }

    /// Allows or forbids a single tool of a server, and answers how the server stands.
    pub async fn allow_server_tool(&self, arguments: AllowServerTool) -> Result<ToolServer, Error> {
        let name = arguments.server.clone();
        self.changed_tool_server(&name, move |_, known| {
            known.server.tools.insert(arguments.tool, arguments.allowed);
            Ok(())
        })
        .await?;
        self.connect_tool_servers().await?;
        self.tool_server(&name).await
    }

    /// Connects a server of tools anew.
    pub async fn reconnect_tool_server(
        &self,
        arguments: ToolServerName,
    ) -> Result<ToolServer, Error> {
        self.connections().forget(&arguments.name).await;
        self.connect_tool_servers().await?;
        self.tool_server(&arguments.name).await
    }

    /// Takes a server of tools out, with its key.
    pub async fn remove_tool_server(&self, arguments: ToolServerName) -> Result<Nothing, Error> {
        self.blocking(move |app| {
            let mut all = app.saved_tool_servers()?;
            let place = all.iter().position(|one| one.server.name == arguments.name);
            let removed = all.remove(place.ok_or_else(unknown)?);
            let variables = removed.variables.iter();
            let ids = variables.map(|variable| removed.variable_id(variable));
            for id in ids.chain([removed.key_id()]) {
                let forgotten = app.server_keys().remove(&id);
                forgotten.map_err(|error| Error::unsuitable(error.to_string(), ""))?;
            }
            app.keep_tool_servers(&all)
        })
        .await?;
        self.connect_tool_servers().await?;
        Ok(Nothing {})
    }

    /// Keeps the key to a server of tools or the value of one of its variables, or forgets it.
    pub async fn set_tool_server_key(&self, arguments: ToolServerKey) -> Result<KeyKept, Error> {
        let name = arguments.name.clone();
        let kept = self
            .changed_tool_server(&name, move |app, known| {
                let key = arguments.key.as_deref();
                let refused = |error: KeyError| Error::unsuitable(error.to_string(), "");
                let Some(variable) = arguments.variable else {
                    let key = key.map(Key::new).transpose().map_err(refused)?;
                    return app.keep_key(&known.key_id(), key.as_ref());
                };
                if key.is_some() && !known.is_given(&variable) {
                    return Err(Error::unsuitable(
                        format!("“{}” is given no variable “{variable}”.", known.server.name),
                        "Name it among the variables first.",
                    ));
                }
                let key = key.map(Key::variable).transpose().map_err(refused)?;
                let kept = app.keep_key(&known.variable_id(&variable), key.as_ref())?;
                if key.is_some() {
                    known.variables.insert(variable);
                } else {
                    known.variables.remove(&variable);
                }
                Ok(kept)
            })
            .await?;
        self.connections().forget(&name).await;
        self.connect_tool_servers().await?;
        Ok(kept)
    }

    /// Connects the servers of tools that are allowed with the first call, and waits a while for it.
    pub(crate) async fn begin_tool_servers(&self) {
        let connect = || {
            let app = self.clone();
            async move {
                let connecting = tokio::spawn(async move { app.connect_tool_servers().await });
                match connecting.await {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => tracing::warn!(%error, "servers of tools are not connected"),
                    Err(error) => tracing::error!(%error, "servers of tools are not connected"),
                }
            }
        };
        self.connections().begin(connect).await;
    }

    /// Connects the servers of tools that are allowed, ends those that are not any more, and tells
    /// fronts of their tools where that changed any.
    pub(crate) async fn connect_tool_servers(&self) -> Result<(), Error> {
        let wanted = self.blocking(Self::wanted_tool_servers).await?;
        if self.connections().apply(wanted).await {
            let tools = tool::all(&self.toolbox(), self.engine().availability());
            self.events().send(Event::Tools { tools });
        }
        Ok(())
    }

    async fn tool_server(&self, name: &str) -> Result<ToolServer, Error> {
        let mut all = self.tool_servers(Nothing {}).await?.servers.into_iter();
        all.find(|server| server.name == name).ok_or_else(unknown)
    }

    /// Changes a server as it is kept.
    async fn changed_tool_server<T: Send + 'static>(
        &self,
        name: &str,
        change: impl FnOnce(&Self, &mut SavedServer) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let name = name.to_owned();
        self.blocking(move |app| {
            let mut all = app.saved_tool_servers()?;
            let known = all.iter_mut().find(|one| one.server.name == name);
            let changed = change(app, known.ok_or_else(unknown)?)?;
            app.keep_tool_servers(&all)?;
            Ok(changed)
        })
        .await
    }

    /// Keeps a key under an id, or forgets it.
    pub(crate) fn keep_key(&self, id: &str, key: Option<&Key>) -> Result<KeyKept, Error> {
        let refused = |error: &dyn std::fmt::Display| Error::unsuitable(error.to_string(), "");
        let Some(key) = key else {
            let forgotten = self.server_keys().remove(id);
            forgotten.map_err(|error| refused(&error))?;
            return Ok(KeyKept { lasts: false });
        };
        let lasts = self.server_keys().set(id, key);
        Ok(KeyKept {
            lasts: lasts.map_err(|error| refused(&error))?,
        })
    }

    fn saved_tool_servers(&self) -> Result<Vec<SavedServer>, Error> {
        Ok(self.store().setting(NAME)?.unwrap_or_default())
    }

    fn keep_tool_servers(&self, all: &[SavedServer]) -> Result<(), Error> {
        Ok(self.store().set_setting(NAME, &all)?)
    }

    /// Those that may be connected to now.
    fn wanted_tool_servers(&self) -> Result<Vec<SavedServer>, Error> {
        if !self.options().tool_servers {
            return Ok(Vec::new());
        }
        let offline = self.settings()?.offline;
        let mut all = self.saved_tool_servers()?;
        all.retain(|one| one.server.allowed && (one.is_here() || !offline));
        Ok(all)
    }
}

/// A server as it is kept, once nothing is wrong with it.
fn checked(arguments: SaveToolServer) -> Result<SavedServer, Error> {
    let refused = |message: String, hint: &'static str| Err(Error::unsuitable(message, hint));
    let name = arguments.name.trim().to_owned();
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control)
    {
        let message = format!("A server is called by 1 to {LONGEST_NAME} characters.");
        return refused(message, "Give it such a name.");
    }
    let reach: Reach = arguments.reach.into();
    let document = arguments.document.filter(|text| !text.trim().is_empty());
    match &reach {
        Reach::McpProgram { program, .. } if program.trim().is_empty() => {
            return refused("There is no program to start.".to_owned(), "Name it.");
        }
        Reach::McpProgram { .. } => {}
        Reach::McpAddress { address: text }
        | Reach::OpenApi { address: text }
        | Reach::ComfyUi { address: text } => {
            address(&name, text).map_err(|error| spoken(&error))?;
        }
    }
    let server = Server::new(name, reach);
    let json = document.as_deref().unwrap_or_default();
    let mut taken = HashSet::new();
    let read = match &server.reach {
        Reach::OpenApi { .. } => Service::read(&server, json, &mut taken).map(drop),
        Reach::ComfyUi { .. } => Workflow::read(&server, json, &mut taken).map(drop),
        Reach::McpProgram { .. } | Reach::McpAddress { .. } => Ok(()),
    };
    read.map_err(|error| spoken(&error))?;
    Ok(SavedServer {
        server,
        needs_key: arguments.needs_key,
        variables: BTreeSet::new(),
        document,
    })
}

fn spoken(error: &OpenToolError) -> Error {
    Error::unsuitable(error.to_string(), "")
}
