//! The operation that plans one tool straight, without words to read.

use patchbay_domain::{NamedResource, SubtaskId, Tool, direct_calls};
use patchbay_store as store;

use super::recipe::subtask;
use crate::api::Turn;
use crate::app::App;
use crate::error::Error;
use crate::present::resource::named;

impl App {
    /// Makes a turn that calls a tool with artifacts, bound to its arguments by their types, and with
    /// words where it has an argument for them. Its parameters are set as those of any step. Nothing
    /// runs yet.
    pub async fn plan_tool(
        &self,
        conversation: String,
        (tool, words): (String, Option<String>),
        artifacts: Vec<String>,
    ) -> Result<Turn, Error> {
        self.blocking(move |app| {
            let store = app.store();
            let files: Vec<store::Artifact> = artifacts
                .iter()
                .map(|artifact| store.artifact(artifact))
                .collect::<Result<_, _>>()?;
            let resources: Vec<NamedResource> = files.iter().map(named).collect();
            let toolbox = app.toolbox();
            let calls = direct_calls(&toolbox, &tool, &resources, words.as_deref())
                .map_err(|error| Error::unsuitable(error.to_string(), ""))?;
            let title = toolbox.tool(&tool).map(Tool::title).unwrap_or_default();
            let subtasks = calls
                .into_iter()
                .enumerate()
                .map(|(position, call)| {
                    subtask(
                        (SubtaskId(position), &title),
                        &call.files,
                        vec![call.action],
                    )
                })
                .collect();
            app.add_planned_turn((conversation, &title), (artifacts, files), subtasks)
        })
        .await
    }
}
