//! The operations on servers that a person has connected.

use std::sync::Arc;

use patchbay_connections::endpoint::{Endpoint, Limits};
use patchbay_connections::keys::{Key, KeysError};
use patchbay_inference::chat::Chat;
use patchbay_inference::{LocalChat, Watch};

use crate::api::{
    KeyKept, Nothing, SaveServer, Server, ServerId, ServerKey, ServerList, ServerModels, Settings,
};
use crate::app::App;
use crate::connected::served::Chosen;
use crate::connected::servers::{ServerChat, ServerLink};
use crate::error::Error;
use crate::sessions::runs::RunChats;

/// The name under which the store keeps them.
const NAME: &str = "servers";
/// Value in the settings that stands for a model on this computer.
pub(crate) const HERE: &str = "here";
/// The tool whose local model reads requests again and writes answers.
const READER: &str = "text_to_text_generation";

impl App {
    /// The servers that are connected.
    pub async fn servers(&self, _: Nothing) -> Result<ServerList, Error> {
        self.blocking(|app| {
            let servers = app.endpoints()?.into_iter().map(view).collect();
            Ok(ServerList { servers })
        })
        .await
    }

    /// Connects a server, or changes one. Nothing is sent to it.
    pub async fn save_server(&self, arguments: SaveServer) -> Result<Server, Error> {
        self.blocking(move |app| {
            let mut all = app.endpoints()?;
            let id = arguments.server.clone();
            let endpoint = Endpoint {
                id: id.unwrap_or_else(|| free_id(&arguments.name, &all)),
                name: arguments.name.trim().to_owned(),
                address: arguments.address.trim().trim_end_matches('/').to_owned(),
                model: arguments.model.trim().to_owned(),
                needs_key: arguments.needs_key,
                limits: Limits::default(),
            };
            endpoint
                .check()
                .map_err(|error| Error::unsuitable(error.to_string(), ""))?;
            match all.iter_mut().find(|known| known.id == endpoint.id) {
                // A key belongs to the place that it was given for.
                Some(known) => {
                    if known.host() != endpoint.host() {
                        app.server_keys().remove(&known.id).map_err(keys)?;
                    }
                    *known = endpoint.clone();
                }
                None if arguments.server.is_some() => return Err(unknown()),
                None => all.push(endpoint.clone()),
            }
            app.store().set_setting(NAME, &all)?;
            app.apply_servers()?;
            Ok(view(endpoint))
        })
        .await
    }

    /// Takes a server out, with its key and all that it was chosen for.
    pub async fn remove_server(&self, arguments: ServerId) -> Result<Nothing, Error> {
        self.blocking(move |app| {
            let mut all = app.endpoints()?;
            all.retain(|endpoint| endpoint.id != arguments.server);
            app.server_keys().remove(&arguments.server).map_err(keys)?;
            let mut settings = app.settings()?;
            for by in settings.chosen_servers_mut() {
                by.take_if(|id| *id == arguments.server);
            }
            app.keep_settings(&settings)?;
            app.store().set_setting(NAME, &all)?;
            app.apply_servers()?;
            Ok(Nothing {})
        })
        .await
    }

    /// Keeps the key to a server, or forgets it.
    pub async fn set_server_key(&self, arguments: ServerKey) -> Result<KeyKept, Error> {
        self.blocking(move |app| {
            let id = app.endpoint(&arguments.server)?.id;
            let key = arguments.key.as_deref().map(Key::new).transpose();
            let key = key.map_err(|error| Error::unsuitable(error.to_string(), ""))?;
            app.keep_key(&id, key.as_ref())
        })
        .await
    }

    /// Asks a server which models it has: whether address and key are right.
    pub async fn check_server(&self, arguments: ServerId) -> Result<ServerModels, Error> {
        self.blocking(move |app| {
            let endpoint = app.endpoint(&arguments.server)?;
            let link = ServerLink::new(endpoint, app.server_keys().clone());
            let failed = |sentence: String| Error::unsuitable(sentence, "");
            let client = link.client().map_err(failed)?;
            let models = client.models(Watch::nobody());
            let models = models.map_err(|error| failed(error.to_string()))?;
            Ok(ServerModels { models })
        })
        .await
    }

    /// Has texts, images and speech made by the servers that are chosen for them.
    pub(crate) fn apply_servers(&self) -> Result<(), Error> {
        let settings = self.settings()?;
        let chat = match &settings.texts_by {
            Some(id) => self.server_chat(id)?,
            None => None,
        };
        self.models_on_disk().set_remote_chat(chat);
        let link = |id: &Option<String>| match id {
            Some(id) => self.server_link(id),
            None => Ok(None),
        };
        self.catalog().serve(&Chosen {
            images: link(&settings.images_by)?,
            transcription: link(&settings.transcription_by)?,
            speech: link(&settings.speech_by)?,
        });
        self.runs().set_chats(RunChats {
            answers: self.chosen(settings.answers_by.as_deref())?,
            recovery: self.chosen(settings.recovery_by.as_deref())?,
        });
        Ok(())
    }

    /// Who reads requests again: a server, or a model on this computer.
    pub(crate) fn reader(&self) -> Result<Option<Arc<dyn Chat>>, Error> {
        self.chosen(self.settings()?.read_again_by.as_deref())
    }

    /// A model on this computer or a server, as settings name it.
    pub(super) fn chosen(&self, by: Option<&str>) -> Result<Option<Arc<dyn Chat>>, Error> {
        match by {
            None => Ok(None),
            Some(HERE) => {
                let chat = LocalChat::installed(self.models_on_disk(), READER);
                Ok(chat.map(|chat| Arc::new(chat) as Arc<dyn Chat>))
            }
            Some(id) => self.server_chat(id),
        }
    }

    /// Checks that the servers that settings name are there.
    pub(crate) fn check_servers(&self, settings: &Settings) -> Result<(), Error> {
        let mut settings = settings.clone();
        let named = settings.chosen_servers_mut();
        for id in named.into_iter().flatten().filter(|id| *id != HERE) {
            self.endpoint(id)?;
        }
        Ok(())
    }

    /// The language model on a server; none where nothing may be sent to it now.
    fn server_chat(&self, id: &str) -> Result<Option<Arc<dyn Chat>>, Error> {
        let link = self.server_link(id)?;
        Ok(link.map(|link| Arc::new(ServerChat(link)) as Arc<dyn Chat>))
    }

    /// The model on a server; none where nothing may be sent to it now.
    fn server_link(&self, id: &str) -> Result<Option<ServerLink>, Error> {
        let offline = self.settings()?.offline;
        let mut all = self.endpoints()?.into_iter();
        let found = all.find(|one| one.id == id && (one.is_here() || !offline));
        Ok(found.map(|endpoint| ServerLink::new(endpoint, self.server_keys().clone())))
    }

    fn endpoint(&self, id: &str) -> Result<Endpoint, Error> {
        let mut all = self.endpoints()?.into_iter();
        all.find(|endpoint| endpoint.id == id).ok_or_else(unknown)
    }

    fn endpoints(&self) -> Result<Vec<Endpoint>, Error> {
        Ok(self.store().setting(NAME)?.unwrap_or_default())
    }
}

pub(super) fn unknown() -> Error {
    Error::unsuitable(
        "This server is not connected any more.",
        "Connect it again.",
    )
}

fn keys(error: KeysError) -> Error {
    Error::unsuitable(error.to_string(), "")
}

/// An id made of a server's name that no other has.
fn free_id(name: &str, all: &[Endpoint]) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric).take(40);
    let base: String = letters.flat_map(char::to_lowercase).collect();
    let base = if base.is_empty() {
        "server".to_owned()
    } else {
        base
    };
    let is_free = |id: &String| id != HERE && all.iter().all(|endpoint| endpoint.id != *id);
    let numbered = (2..).map(|number| format!("{base}-{number}"));
    let mut ids = std::iter::once(base.clone()).chain(numbered);
    ids.find(is_free).unwrap_or(base)
}

fn view(endpoint: Endpoint) -> Server {
    Server {
        host: endpoint.host(),
        is_here: endpoint.is_here(),
        is_encrypted: endpoint.is_encrypted(),
        id: endpoint.id,
        name: endpoint.name,
        address: endpoint.address,
        model: endpoint.model,
        needs_key: endpoint.needs_key,
    }
}
