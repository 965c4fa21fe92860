//! `select_mask` by CLIP: the masks that cover what a description says, each looked at.

use patchbay_domain::Resource;

use super::{candidates, kept};
use crate::selection::shared::choosing;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct SelectMask;

impl Implementation for SelectMask {
    fn tool(&self) -> &'static str {
        "select_mask"
    }

    fn label(&self) -> &'static str {
        "CLIP"
    }

    fn has_model(&self) -> bool {
        true
    }

    /// Labels that tell all need no look.
    fn suits(&self, inputs: &Inputs) -> bool {
        let Ok(masks) = inputs.masks("mask") else {
            return false;
        };
        choosing::is_open(
            inputs,
            "mask",
            masks
                .iter()
                .map(|found| found.label.as_ref().map(|label| label.name.as_str())),
        )
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let masks = inputs.masks("mask")?;
        let candidates = candidates(&masks, context, (0.0, 0.1))?;
        let chosen = choosing::choose(
            inputs,
            context,
            (self.tool(), "mask", "masks"),
            &candidates,
            0.1,
        )?;
        Ok(kept(&masks, chosen))
    }
}
