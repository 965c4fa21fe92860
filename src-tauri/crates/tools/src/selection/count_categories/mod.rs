//! `count_categories`: how many labels there are.

use patchbay_domain::Resource;

use super::shared::counting::sentence;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct CountCategories;

impl Implementation for CountCategories {
    fn tool(&self) -> &'static str {
        "count_categories"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        context.check()?;
        let Resource::Category(labels) = inputs.get("category")? else {
            return Err(ToolError::Input("There are no labels to count.".to_owned()));
        };
        Ok(Resource::Text(sentence(
            "label",
            labels.iter().map(|label| Some(label.name.as_str())),
        )))
    }
}

inventory::submit!(Registered(&CountCategories));
