//! The models that a tool lacks on this computer, in sentences for people.

use patchbay_inference::registry::Model;
use patchbay_inference::{Models, size};

/// Sentence that names the model which a tool lacks, with its size or how to add one; none where it
/// is installed.
pub fn lacks(models: &Models, tool: &str) -> Option<String> {
    if models.installed(tool).is_some() {
        return None;
    }
    Some(match models.offered(tool) {
        Some(model) => needs(model),
        None => {
            "Needs a model, and none that does it is known: docs/models.md says how to add one."
                .to_owned()
        }
    })
}

/// Sentence that says that a model is needed, with its size.
pub fn needs(model: &Model) -> String {
    format!("Needs the model {} ({}).", model.name, size(model.bytes))
}

/// Sentence that names the models which a tool lacks that takes several networks, each a model of
/// its own; none where all are installed.
pub fn lacks_parts(models: &Models, tool: &str, networks: &[&str]) -> Option<String> {
    if networks
        .iter()
        .all(|network| models.installed_part(tool, network).is_some())
    {
        return None;
    }
    let offered = parts_to_get(models, tool, networks);
    if offered.is_empty() {
        let several =
            "Needs two models, and none that do it are known: docs/models.md says how to add them.";
        return Some(several.to_owned());
    }
    let told: Vec<String> = offered
        .iter()
        .map(|model| format!("{} ({})", model.name, size(model.bytes)))
        .collect();
    Some(format!("Needs {}.", told.join(" and ")))
}

/// The models that would have to be got for those networks; none where one of them has none.
pub fn parts_to_get<'a>(models: &'a Models, tool: &str, networks: &[&str]) -> Vec<&'a Model> {
    let lacking = networks
        .iter()
        .filter(|network| models.installed_part(tool, network).is_none());
    let offered: Option<Vec<&Model>> = lacking
        .map(|network| models.offered_part(tool, network))
        .collect();
    offered.unwrap_or_default()
}
