//! The models that a tool lacks on this computer, in sentences for people.

use patchbay_inference::registry::Model;
use patchbay_inference::{Models, size};

/// What a tool lacks whose work only a model does: the model, with its size and how to get it.
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

/// What is said where a model lacks.
pub fn needs(model: &Model) -> String {
    format!("Needs the model {} ({}).", model.name, size(model.bytes))
}

/// What a tool lacks that takes several networks, each a model of its own.
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
