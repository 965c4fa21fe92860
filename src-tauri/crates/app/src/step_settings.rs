//! What a person sets of a plan's steps beside their inputs.

use patchbay_domain::{StepSetting, Subtask};

use crate::api::SetAction;
use crate::application::App;
use crate::error::Error;

impl App {
    /// What can be set of a tool as it is done on this computer now.
    pub fn step_settings(&self, tool: &str) -> Vec<StepSetting> {
        self.0.engine.settings(tool)
    }

    /// Sets what is wanted in a plan's actions. What cannot be set of a tool as it is done here now, because its model went or
    /// came, is left out.
    ///
    /// # Errors
    /// The plan has no such action, or a setting cannot be that.
    pub(crate) fn set(&self, subtasks: &mut [Subtask], settings: &[SetAction]) -> Result<(), Error> {
        for SetAction { action: place, values } in settings {
            let subtask = subtasks.iter_mut().find(|subtask| subtask.goal.id == place.subtask);
            let action =
                subtask.and_then(|subtask| subtask.solutions.get_mut(place.way)?.actions.get_mut(place.action));
            let Some(action) = action else {
                return Err(Error::unsuitable("The plan has no step of which that could be set.", ""));
            };
            action.settings.clear();
            for setting in self.step_settings(&action.tool) {
                if let Some(value) = values.get(&setting.name) {
                    let value = setting.read(value).map_err(|error| Error::unsuitable(error, ""))?;
                    action.settings.insert(setting.name, value);
                }
            }
        }
        Ok(())
    }
}
