//! Previews of requests, to be shown before anything is sent: their pieces and their destination.

use std::fmt;

use patchbay_inference::chat::{ChatRequest, Role};
use serde::Serialize;

use super::{
    Endpoint, EndpointError, ImageEdit, ImageRequest, SpeechRequest, TranscriptionRequest,
};

/// Content and destination of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sent {
    /// The server's host, with its port where it is not the usual one.
    pub to: String,
    /// Whether nobody on the way can read it.
    pub encrypted: bool,
    /// Whether that is this computer, so that nothing leaves it.
    pub here: bool,
    /// The pieces, in the order of the request.
    pub what: Vec<Piece>,
    /// The bytes of all pieces together. A retry, or a correction of an answer, sends them again.
    pub bytes: u64,
}

/// A piece of what is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Its kind. `Display` says it in words.
    pub kind: Kind,
    /// Its bytes.
    pub bytes: u64,
}

/// Kind of a piece that is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Patchbay's instructions to the model.
    Instructions,
    /// The person's words.
    Words,
    /// Earlier answers of the model.
    Answers,
    /// The form that the answer has to have.
    Schema,
    /// The description of a picture.
    Prompt,
    /// A picture.
    Picture,
    /// The area of a picture that may change.
    Mask,
    /// A file with sound.
    Sound,
    /// A text to be spoken.
    Text,
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Instructions => "Patchbay's instructions to the model",
            Self::Words => "what you wrote",
            Self::Answers => "what the model answered before",
            Self::Schema => "the form that the answer has to have",
            Self::Prompt => "what the picture is to show",
            Self::Picture => "the picture",
            Self::Mask => "the mask of where the picture may change",
            Self::Sound => "the sound, as the whole file",
            Self::Text => "the text to be spoken",
        })
    }
}

impl Sent {
    fn new(endpoint: &Endpoint, pieces: impl IntoIterator<Item = (Kind, u64)>) -> Self {
        let mut what: Vec<Piece> = Vec::new();
        for (kind, bytes) in pieces.into_iter().filter(|(_, bytes)| *bytes > 0) {
            match what.iter_mut().find(|piece| piece.kind == kind) {
                Some(piece) => piece.bytes += bytes,
                None => what.push(Piece { kind, bytes }),
            }
        }
        Self {
            to: endpoint.host(),
            encrypted: endpoint.is_encrypted(),
            here: endpoint.is_here(),
            bytes: what.iter().map(|piece| piece.bytes).sum(),
            what,
        }
    }

    /// Describes what [`super::Client::chat`] would send.
    pub fn by_chat(endpoint: &Endpoint, request: &ChatRequest<'_>) -> Self {
        let messages = request.messages.iter().map(|message| {
            let kind = match message.role {
                Role::System => Kind::Instructions,
                Role::User => Kind::Words,
                Role::Assistant => Kind::Answers,
            };
            (kind, size(&message.content))
        });
        let schema = request
            .schema
            .map(|schema| (Kind::Schema, size(&schema.to_string())));
        Self::new(endpoint, messages.chain(schema))
    }

    /// Describes what [`super::Client::image`] would send.
    pub fn by_image(endpoint: &Endpoint, request: &ImageRequest<'_>) -> Self {
        Self::new(endpoint, [(Kind::Prompt, size(request.prompt))])
    }

    /// Describes what [`super::Client::edit_image`] would send.
    pub fn by_edit(endpoint: &Endpoint, edit: &ImageEdit<'_>) -> Self {
        let pieces = [
            (Kind::Prompt, size(edit.prompt)),
            (Kind::Picture, edit.image.len() as u64),
            (Kind::Mask, edit.mask.map_or(0, |mask| mask.len() as u64)),
        ];
        Self::new(endpoint, pieces)
    }

    /// Describes what [`super::Client::transcribe`] would send. An error if the file cannot be
    /// looked at.
    pub fn by_transcription(
        endpoint: &Endpoint,
        request: &TranscriptionRequest<'_>,
    ) -> Result<Self, EndpointError> {
        let file = std::fs::metadata(request.path).map_err(|error| EndpointError::File {
            path: request.path.to_owned(),
            reason: error.to_string(),
        })?;
        Ok(Self::new(endpoint, [(Kind::Sound, file.len())]))
    }

    /// Describes what [`super::Client::speak`] would send.
    pub fn by_speech(endpoint: &Endpoint, request: &SpeechRequest<'_>) -> Self {
        Self::new(endpoint, [(Kind::Text, size(request.text))])
    }
}

fn size(text: &str) -> u64 {
    text.len() as u64
}
