//! All connections to servers of tools, made and ended as the person sets them.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use patchbay_connections::keys::KeysError;
use patchbay_connections::open_tools::address::is_on_this_computer;
use patchbay_connections::open_tools::naming::snake;
use patchbay_connections::open_tools::{Reach, Secrets, Server};
use patchbay_domain::Tool;
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, OnceCell};
use tokio::task::JoinSet;

use super::catalog::{Catalog, Connected};
use super::connection::{Callable, Connection};
use super::implementation::ServerTool;
use crate::blocking::blocking;
use crate::connected::servers::ServerKeys;

/// How long a plan waits for servers that are being connected.
const PATIENCE: Duration = Duration::from_secs(5);

/// A server of tools as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SavedServer {
    /// How it is reached, and what is allowed of it.
    pub(crate) server: Server,
    /// Whether it answers only to who has a key.
    #[serde(default)]
    pub(crate) needs_key: bool,
    /// Variables of the environment whose values are kept with the keys.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) variables: BTreeSet<String>,
    /// Document that describes an OpenAPI service, or the workflow, as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) document: Option<String>,
}

impl SavedServer {
    /// Returns the id under which its key is kept.
    pub(crate) fn key_id(&self) -> String {
        format!("tools.{}", snake(&self.server.name, 40, "server"))
    }

    /// Returns the id under which the value of a variable is kept.
    pub(crate) fn variable_id(&self, variable: &str) -> String {
        format!("{}.{variable}", self.key_id())
    }

    /// Whether it is a program that is given a variable of the environment.
    pub(crate) fn is_given(&self, variable: &str) -> bool {
        match &self.server.reach {
            Reach::McpProgram { environment, .. } => environment.iter().any(|one| one == variable),
            _ => false,
        }
    }

    /// Whether nothing that it is given leaves this computer before it is there.
    pub(crate) fn is_here(&self) -> bool {
        match &self.server.reach {
            Reach::McpProgram { .. } => true,
            Reach::McpAddress { address }
            | Reach::OpenApi { address }
            | Reach::ComfyUi { address } => is_on_this_computer(address),
        }
    }
}

/// How a server stands.
#[derive(Clone)]
pub(crate) enum Standing {
    /// Connected, with its tools.
    Connected(Arc<Connection>, Vec<Callable>),
    /// Not to be reached: why, in a sentence.
    Failed(String),
}

impl Standing {
    /// Whether it is connected, and there.
    pub(crate) fn is_connected(&self) -> bool {
        matches!(self, Self::Connected(connection, _) if !connection.has_ended())
    }
}

/// The connections that are there.
pub(crate) struct Connections {
    catalog: Arc<Catalog>,
    keys: Arc<ServerKeys>,
    live: Mutex<BTreeMap<String, (SavedServer, Standing)>>,
    /// How they stood last: known also while others are being connected.
    seen: RwLock<BTreeMap<String, Standing>>,
    begun: OnceCell<()>,
}

impl Connections {
    /// None yet.
    pub(crate) fn new(catalog: Arc<Catalog>, keys: Arc<ServerKeys>) -> Self {
        Self {
            catalog,
            keys,
            live: Mutex::default(),
            seen: RwLock::default(),
            begun: OnceCell::new(),
        }
    }

    /// Has `connect` connect once, and again where a server ended; waits for that a while. What takes
    /// longer has to go on by itself: the waiting is given up, not the work.
    pub(crate) async fn begin<F: Future<Output = ()>>(&self, connect: impl Fn() -> F) {
        let made = async {
            self.begun.get_or_init(&connect).await;
            if self.has_changed() {
                connect().await;
            }
        };
        if tokio::time::timeout(PATIENCE, made).await.is_err() {
            tracing::warn!("a server of tools is not connected yet");
        }
    }

    /// Whether a server that was connected ended, or has other tools.
    fn has_changed(&self) -> bool {
        let seen = self.seen.read().unwrap_or_else(PoisonError::into_inner);
        seen.values().any(|standing| match standing {
            Standing::Connected(connection, _) => {
                connection.has_ended() || connection.has_other_tools()
            }
            Standing::Failed(_) => false,
        })
    }

    /// How the servers stand, by their names.
    pub(crate) fn standing(&self) -> BTreeMap<String, Standing> {
        let seen = self.seen.read().unwrap_or_else(PoisonError::into_inner);
        seen.clone()
    }

    /// Connects what is wanted and not connected yet, and ends what is wanted no more or otherwise.
    /// Whether anything changed.
    pub(crate) async fn apply(&self, wanted: Vec<SavedServer>) -> bool {
        let mut live = self.live.lock().await;
        let before = live.len();
        live.retain(|_, (known, standing)| wanted.contains(known) && standing.is_connected());
        let mut changed = live.len() < before;
        for (_, standing) in live.values_mut() {
            changed |= self.listed_again(standing).await;
        }
        let mut opening = JoinSet::new();
        for saved in wanted {
            if live.contains_key(&saved.server.name) {
                continue;
            }
            let (keys, mut taken) = (self.keys.clone(), self.names());
            opening.spawn(async move {
                let standing = opened(&saved, &keys, &mut taken).await;
                (saved, standing)
            });
        }
        if opening.is_empty() && !changed {
            return false;
        }
        while let Some(opened) = opening.join_next().await {
            if let Ok((saved, standing)) = opened {
                live.insert(saved.server.name.clone(), (saved, standing));
            }
        }
        let standing = |(name, (_, standing)): (&String, &(SavedServer, Standing))| {
            (name.clone(), standing.clone())
        };
        *self.seen.write().unwrap_or_else(PoisonError::into_inner) =
            live.iter().map(standing).collect();
        let tools = live.values().flat_map(|(_, standing)| connected(standing));
        let (tools, catalog) = (tools.collect(), self.catalog.clone());
        let connected = blocking(move || Ok(catalog.connect(tools))).await;
        if let Ok(Err(reason)) = connected {
            tracing::error!(reason, "the tools of connected servers cannot be used");
        }
        true
    }

    /// Ends the connection to a server; the next [`apply`](Self::apply) makes it anew.
    pub(crate) async fn forget(&self, name: &str) {
        if let Some((_, standing)) = self.live.lock().await.get_mut(name) {
            *standing = Standing::Failed(String::new());
        }
    }

    /// Puts the tools that a server has now in the place of those of before; whether they are others.
    async fn listed_again(&self, standing: &mut Standing) -> bool {
        let Standing::Connected(connection, tools) = standing else {
            return false;
        };
        match connection.other_tools(&mut self.names()).await {
            Some(Ok(other)) => *tools = other,
            Some(Err(error)) => *standing = Standing::Failed(error.to_string()),
            None => return false,
        }
        true
    }

    fn names(&self) -> HashSet<String> {
        self.catalog.own_names().collect()
    }
}

async fn opened(saved: &SavedServer, keys: &ServerKeys, taken: &mut HashSet<String>) -> Standing {
    let secrets = match secrets(saved, keys) {
        Ok(secrets) => secrets,
        Err(error) => return Standing::Failed(error.to_string()),
    };
    let document = saved.document.as_deref();
    match Connection::open(saved.server.clone(), document, secrets, taken).await {
        Ok((connection, tools)) => Standing::Connected(connection, tools),
        Err(error) => Standing::Failed(error.to_string()),
    }
}

fn secrets(saved: &SavedServer, keys: &ServerKeys) -> Result<Secrets, KeysError> {
    let mut secrets = Secrets::default();
    if saved.needs_key {
        secrets.key = keys.get(&saved.key_id())?;
    }
    for variable in &saved.variables {
        let value = keys.get(&saved.variable_id(variable))?;
        secrets
            .environment
            .extend(value.map(|value| (variable.clone(), value)));
    }
    Ok(secrets)
}

/// The tools of a server that may and can be called.
fn connected(standing: &Standing) -> Vec<Connected> {
    let Standing::Connected(connection, tools) = standing else {
        return Vec::new();
    };
    let description = connection.description();
    let server = &connection.server;
    let callable = tools
        .iter()
        .filter(|one| one.tool.inputs.is_ok() && server.allows(&one.tool));
    let of = |one: &Callable| Connected {
        tool: Tool::clone(&one.tool.tool),
        described: one.tool.described(&description),
        implementation: Arc::new(ServerTool::new(connection.clone(), one.clone())),
    };
    callable.map(of).collect()
}
