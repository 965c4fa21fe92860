//! `select_category`: the labels that match a description.

use patchbay_domain::Resource;

use super::shared::choice::Candidate;
use super::shared::wish::Wish;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SelectCategory;

impl Implementation for SelectCategory {
    fn tool(&self) -> &'static str {
        "select_category"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        context.check()?;
        let Resource::Category(labels) = inputs.get("category")? else {
            return Err(ToolError::Input(
                "There are no labels to choose from.".to_owned(),
            ));
        };
        let candidates: Vec<Candidate> = labels
            .iter()
            .map(|label| Candidate {
                label: Some(label.name.clone()),
                extent: None,
            })
            .collect();
        let chosen = Wish::new(&inputs.text("condition")?).choose(&candidates, "labels", None)?;
        Ok(Resource::Category(
            chosen
                .into_iter()
                .map(|index| labels[index].clone())
                .collect(),
        ))
    }
}

inventory::submit!(Registered(&SelectCategory));
