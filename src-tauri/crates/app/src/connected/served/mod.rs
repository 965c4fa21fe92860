//! Patchbay's own tools as servers that speak as OpenAI's do carry them out: the server that a person
//! chose for images, for writing down speech, or for speaking.
//!
//! - [`images`]: does `text_to_image` and `text_image_editing`
//! - [`transcription`]: does `speech_to_text`
//! - [`speech`]: does `text_to_speech`

mod images;
mod speech;
mod transcription;

use std::ops::ControlFlow;
use std::sync::Arc;

use patchbay_connections::endpoint::{Client, EndpointError};
use patchbay_inference::Watch;
use patchbay_tool_api::{Context, Implementation, ToolError};

use super::servers::ServerLink;

/// The servers that are chosen, each for what it makes.
#[derive(Clone, Default)]
pub(crate) struct Chosen {
    /// For images.
    pub(crate) images: Option<ServerLink>,
    /// For writing down speech.
    pub(crate) transcription: Option<ServerLink>,
    /// For speaking.
    pub(crate) speech: Option<ServerLink>,
}

/// The implementations by the chosen servers.
pub(crate) fn implementations(chosen: &Chosen) -> Vec<Arc<dyn Implementation>> {
    let mut all: Vec<Arc<dyn Implementation>> = Vec::new();
    if let Some(link) = &chosen.images {
        all.push(Arc::new(images::MakesImages(link.clone())));
        all.push(Arc::new(images::EditsImages(link.clone())));
    }
    if let Some(link) = &chosen.transcription {
        all.push(Arc::new(transcription::WritesDown(link.clone())));
    }
    if let Some(link) = &chosen.speech {
        all.push(Arc::new(speech::Speaks(link.clone())));
    }
    all
}

/// Returns a sentence that says what would leave this computer; none if the server is on it.
fn sends(what: &str, link: &ServerLink) -> Option<String> {
    let host = link.host_elsewhere()?;
    Some(format!("{what} goes to {} ({host}).", link.title()))
}

/// Asks the server, and stops where the step is to stop.
fn ask<T>(
    link: &ServerLink,
    context: &Context,
    work: impl FnOnce(&Client, Watch<'_>) -> Result<T, EndpointError>,
) -> Result<T, ToolError> {
    let client = link.client().map_err(ToolError::Failed)?;
    let goes_on = |_: f64| {
        if context.progress.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let answer = work(&client, Watch::new(&goes_on));
    context.progress.set(1.0);
    let answer = answer.map_err(|error| match error {
        EndpointError::Cancelled => ToolError::Cancelled,
        other => ToolError::Failed(other.to_string()),
    })?;
    context.progress.say(format!("Made by {}.", link.title()));
    Ok(answer)
}
