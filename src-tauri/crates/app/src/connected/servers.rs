//! Servers that a person has connected, and the keys to them.

use std::sync::Arc;

use patchbay_connections::endpoint::{Client, Endpoint, EndpointError};
use patchbay_connections::keys::{Key, Keys, KeysError};
use patchbay_inference::chat::{Answer, Chat, ChatRequest};
use patchbay_inference::{InferenceError, Watch};

/// The keys to servers: in the system's key store, and where that cannot be reached in memory.
pub(crate) struct ServerKeys {
    system: Option<Keys>,
    until_program_ends: Keys,
}

impl ServerKeys {
    /// `system`: whether the system's key store is used.
    pub(crate) fn new(system: bool) -> Self {
        Self {
            system: system.then_some(Keys::System),
            until_program_ends: Keys::until_program_ends(),
        }
    }

    /// The key to a server.
    pub(crate) fn get(&self, id: &str) -> Result<Option<Key>, KeysError> {
        match (self.until_program_ends.get(id)?, &self.system) {
            (Some(key), _) => Ok(Some(key)),
            (None, Some(system)) => system.get(id),
            (None, None) => Ok(None),
        }
    }

    /// Keeps a key; whether it lasts beyond the end of the program.
    pub(crate) fn set(&self, id: &str, key: &Key) -> Result<bool, KeysError> {
        match self.system.as_ref().map(|system| system.set(id, key)) {
            Some(Ok(())) => {
                self.until_program_ends.remove(id)?;
                return Ok(true);
            }
            Some(Err(error @ KeysError::Locked { .. })) => return Err(error),
            Some(Err(error)) => tracing::warn!(%error, "a key is kept until the program ends"),
            None => {}
        }
        self.until_program_ends.set(id, key)?;
        Ok(false)
    }

    /// Forgets a key.
    pub(crate) fn remove(&self, id: &str) -> Result<(), KeysError> {
        self.until_program_ends.remove(id)?;
        match self.system.as_ref().map(|system| system.remove(id)) {
            // Where there is no key store, none is in it.
            Some(Err(KeysError::Unreachable { .. })) | None => Ok(()),
            Some(removed) => removed,
        }
    }
}

/// A model on a server, and how it is reached. Its key is read when it is asked.
#[derive(Clone)]
pub(crate) struct ServerLink {
    endpoint: Endpoint,
    keys: Arc<ServerKeys>,
}

impl ServerLink {
    pub(crate) fn new(endpoint: Endpoint, keys: Arc<ServerKeys>) -> Self {
        Self { endpoint, keys }
    }

    /// Returns its name for people: the model and the server.
    pub(crate) fn title(&self) -> String {
        let Endpoint { name, model, .. } = &self.endpoint;
        if model.is_empty() {
            name.clone()
        } else {
            format!("{model} on {name}")
        }
    }

    /// Host and port of a server that is not on this computer.
    pub(crate) fn host_elsewhere(&self) -> Option<String> {
        (!self.endpoint.is_here()).then(|| self.endpoint.host())
    }

    /// The way to the server.
    pub(crate) fn client(&self) -> Result<Client, String> {
        let key = if self.endpoint.needs_key {
            self.keys
                .get(&self.endpoint.id)
                .map_err(|error| error.to_string())?
        } else {
            None
        };
        Client::new(self.endpoint.clone(), key).map_err(|error| error.to_string())
    }
}

/// The language model on a server.
pub(crate) struct ServerChat(pub(crate) ServerLink);

impl Chat for ServerChat {
    fn name(&self) -> String {
        self.0.title()
    }

    fn sent_to(&self) -> Option<String> {
        self.0.host_elsewhere()
    }

    fn answer(
        &self,
        request: &ChatRequest<'_>,
        on_text: &mut dyn FnMut(&str),
        watch: Watch<'_>,
    ) -> Result<Answer, InferenceError> {
        let client = self.0.client().map_err(InferenceError::Remote)?;
        client
            .chat(request, on_text, watch)
            .map(|answer| answer.said(request))
            .map_err(|error| match error {
                EndpointError::Cancelled => InferenceError::Cancelled,
                other => InferenceError::Remote(other.to_string()),
            })
    }
}
