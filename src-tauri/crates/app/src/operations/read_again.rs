//! Another reading of a request that was not understood whole, by a chat model.

use patchbay_inference::Watch;
use patchbay_language::rewording::reword;
use patchbay_planner::{Options, is_whole};

use crate::api::{PlanRequest, Reading, TurnId};
use crate::app::App;
use crate::error::Error;
use crate::ingest::request::{self, asked};

/// Number of tools that a model is told of.
const TOOLS: usize = 24;

impl App {
    /// Has the chat model that was chosen for it say a turn's request in other words. What it says
    /// is planned as a person's words are and offered only where the plan takes up all of it; it
    /// runs nothing and replaces nothing.
    pub async fn read_again(&self, arguments: TurnId) -> Result<Reading, Error> {
        self.blocking(move |app| {
            let Some(chat) = app.reader()? else {
                return Err(Error::unsuitable(
                    "Nobody is chosen to read requests again, or its model is not on this computer.",
                    "Choose one in the settings.",
                ));
            };
            let turn = app.store().turn(&arguments.turn)?;
            let resolve = |instruction| {
                let again = PlanRequest {
                    instruction,
                    ..asked(&turn)
                };
                request::resolve(app.store(), &again)
            };
            let resolved = resolve(turn.instruction.clone())?.request;
            let tools = app.planner().own().likely_tools(&resolved, TOOLS);
            let names: Vec<&str> = turn.names.keys().map(String::as_str).collect();
            let words = reword(&*chat, &turn.instruction, &names, &tools, Watch::nobody());
            let words = words.map_err(|error| Error::unsuitable(error.to_string(), ""))?;
            let is_understood = |words: &String| -> Result<bool, Error> {
                let request = resolve(words.clone())?.request;
                Ok(is_whole(&app.planner().own().plan(&request, &Options::default())))
            };
            let words = match words {
                Some(words) if is_understood(&words)? => Some(words),
                _ => None,
            };
            Ok(Reading {
                by: chat.name(),
                words,
            })
        })
        .await
    }
}
