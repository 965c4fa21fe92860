//! `count_objects`: how many boxes there are, by label.

use patchbay_domain::Resource;

use super::shared::counting::sentence;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct CountObjects;

impl Implementation for CountObjects {
    fn tool(&self) -> &'static str {
        "count_objects"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        context.check()?;
        let boxes = inputs.boxes("bbox")?;
        let labels = boxes
            .iter()
            .map(|labelled| labelled.label.as_ref().map(|label| label.name.as_str()));
        Ok(Resource::Text(sentence("object", labels)))
    }
}

inventory::submit!(Registered(&CountObjects));
