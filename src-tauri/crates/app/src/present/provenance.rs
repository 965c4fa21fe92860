//! How an artifact came about, as fronts see it.

use std::collections::BTreeMap;

use patchbay_domain::{Tool, Toolbox};
use patchbay_store::{self as store, OriginInput, OriginValue};

use super::{artifact, tool};
use crate::api::{ModelUse, ProvenanceInput, ProvenanceStep};

/// The link of a chain at which an artifact came to be. `run`: the run of the step that made it,
/// where one did.
pub(crate) fn step(
    artifact: &store::Artifact,
    chain: &[store::Artifact],
    run: Option<&store::Run>,
    toolbox: &Toolbox,
) -> ProvenanceStep {
    let given = ProvenanceStep {
        artifact: artifact::reference(artifact),
        tool: None,
        label: "Given".to_owned(),
        implementation: String::new(),
        model: None,
        inputs: [].into(),
        seconds: 0.0,
        created_at: artifact.created_at as u64,
    };
    match (&artifact.origin, &artifact.parent) {
        (
            store::Origin::Made {
                step,
                tool,
                inputs: taken,
                ..
            },
            _,
        ) => {
            let step = run.and_then(|run| run.steps.get(*step));
            ProvenanceStep {
                tool: Some(tool.clone()),
                label: tool::label(toolbox, tool),
                implementation: step
                    .map(|step| step.implementation.clone())
                    .unwrap_or_default(),
                model: step
                    .and_then(|step| step.model.as_deref().cloned())
                    .map(ModelUse::from),
                inputs: inputs(taken, chain, toolbox.tool(tool)),
                seconds: step.map_or(0.0, |step| step.seconds),
                ..given
            }
        }
        (store::Origin::Given, Some(parent)) => {
            let image = ProvenanceInput {
                value: named(parent, chain),
                artifact: Some(parent.clone()),
            };
            ProvenanceStep {
                tool: Some(artifact::pointing_tool(toolbox).to_owned()),
                label: "Pointed at".to_owned(),
                inputs: [("image".to_owned(), image)].into(),
                ..given
            }
        }
        (store::Origin::Given, None) => given,
    }
}

fn named(id: &str, chain: &[store::Artifact]) -> String {
    chain
        .iter()
        .find(|artifact| artifact.id == id)
        .map_or(id.to_owned(), |artifact| artifact.name.clone())
}

/// What an artifact was made of, without edits that the fields beside them say.
fn inputs(
    taken: &[OriginInput],
    chain: &[store::Artifact],
    tool: Option<&Tool>,
) -> BTreeMap<String, ProvenanceInput> {
    let edits = tool.and_then(Tool::edits).map(|edits| edits.name.as_str());
    let mut values = BTreeMap::new();
    for input in taken {
        if edits == Some(input.argument.as_str()) {
            continue;
        }
        let value = match &input.value {
            OriginValue::Artifact(id) => ProvenanceInput {
                value: named(id, chain),
                artifact: Some(id.clone()),
            },
            OriginValue::Words(words) => ProvenanceInput {
                value: words.clone(),
                artifact: None,
            },
        };
        // Of several values under one argument, all are named and the first can be followed.
        let entry = values.entry(input.argument.clone());
        entry
            .and_modify(|known: &mut ProvenanceInput| known.value.extend([", ", &value.value]))
            .or_insert(value);
    }
    values
}
