//! `count_masks`: how many masks there are, by label.

use patchbay_domain::Resource;

use super::shared::counting::sentence;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct CountMasks;

impl Implementation for CountMasks {
    fn tool(&self) -> &'static str {
        "count_masks"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        context.check()?;
        let labels: Vec<Option<String>> = match inputs.get("mask")? {
            // No mask is a count too.
            Resource::Masks(masks) => masks
                .iter()
                .map(|mask| mask.label.as_ref().map(|l| l.name.clone()))
                .collect(),
            _ => inputs
                .masks("mask")?
                .into_iter()
                .map(|mask| mask.label.map(|label| label.name))
                .collect(),
        };
        Ok(Resource::Text(sentence(
            "region",
            labels.iter().map(Option::as_deref),
        )))
    }
}

inventory::submit!(Registered(&CountMasks));
