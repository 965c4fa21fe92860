//! `select_bbox` by CLIP: the boxes that hold what a description says, each looked at.

use patchbay_domain::Resource;

use super::{candidates, kept};
use crate::selection::shared::choosing;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct SelectBbox;

impl Implementation for SelectBbox {
    fn tool(&self) -> &'static str {
        "select_bbox"
    }

    fn label(&self) -> &'static str {
        "CLIP"
    }

    fn has_model(&self) -> bool {
        true
    }

    /// Labels that tell all need no look.
    fn suits(&self, inputs: &Inputs) -> bool {
        let Ok(boxes) = inputs.boxes("bbox") else {
            return false;
        };
        choosing::is_open(
            inputs,
            "bbox",
            boxes
                .iter()
                .map(|found| found.label.as_ref().map(|label| label.name.as_str())),
        )
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let boxes = inputs.boxes("bbox")?;
        let chosen = choosing::choose(
            inputs,
            context,
            (self.tool(), "bbox", "boxes"),
            &candidates(boxes),
            0.0,
        )?;
        Ok(kept(boxes, chosen))
    }
}
