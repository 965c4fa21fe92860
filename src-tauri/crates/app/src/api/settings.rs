//! Settings that a person has chosen.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Light or dark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What a person has set. A field that an older version did not know has its default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Settings {
    /// Whether the solutions are shown and nothing runs until one is chosen.
    pub ask_first: bool,
    /// Light or dark.
    pub theme: Theme,
    /// Whether results are saved with the steps that made them. One that metadata were taken out of
    /// never is.
    pub keep_recipes: bool,
    /// Whether nothing is asked over the network: no model is got.
    pub offline: bool,
    /// The address of a mirror that models come from; none: the hub, or what `PATCHBAY_HUB` names.
    pub mirror: Option<String>,
    /// The language of the window as a BCP 47 tag; none: the system's.
    pub language: Option<String>,
    /// The id of the device that the desktop window plays sound on; none: the system's choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub sound_device: Option<String>,
    /// The pattern by which results that are saved together are named (see
    /// [`NameArtifacts`](super::NameArtifacts)); none: each by its own name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name_pattern: Option<String>,
    /// The id of the server that writes texts; none: this computer does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub texts_by: Option<String>,
    /// Who says requests that were not understood in other words: the id of a server, or `here` for a
    /// model on this computer; none: nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub read_again_by: Option<String>,
    /// Who writes answers in the person's own language: the id of a server, or `here` for a model on
    /// this computer; none: they stay as the program writes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub answers_by: Option<String>,
    /// Who decides how a run goes on where a step failed: the id of a server, or `here` for a model on
    /// this computer; none: rules do.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub recovery_by: Option<String>,
    /// The id of the server that makes and edits images; none: this computer does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub images_by: Option<String>,
    /// The id of the server that writes down speech; none: this computer does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub transcription_by: Option<String>,
    /// The id of the server that reads texts aloud; none: this computer does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub speech_by: Option<String>,
    /// Who takes requests apart where a person asks for another plan: the id of a server, or `here` for
    /// a model on this computer; none: the embedded model.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub decomposition_by: Option<String>,
    /// Who judges tools then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub assessment_by: Option<String>,
    /// Who ranks solutions then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub solutions_by: Option<String>,
    /// Who fills arguments then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub resources_by: Option<String>,
}

impl Settings {
    /// Who is chosen for each part that a server can do.
    pub(crate) fn chosen_servers_mut(&mut self) -> [&mut Option<String>; 11] {
        [
            &mut self.texts_by,
            &mut self.read_again_by,
            &mut self.answers_by,
            &mut self.recovery_by,
            &mut self.images_by,
            &mut self.transcription_by,
            &mut self.speech_by,
            &mut self.decomposition_by,
            &mut self.assessment_by,
            &mut self.solutions_by,
            &mut self.resources_by,
        ]
    }
}
