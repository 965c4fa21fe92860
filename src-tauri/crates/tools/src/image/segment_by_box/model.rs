//! `segment_by_box` by Segment Anything: the mask of the thing inside each box, with the box's
//! label.

use patchbay_domain::{BoundingBox, Resource};
use patchbay_inference::networks::segment_anything::Prompt;

use crate::image::shared::outlining;
use crate::shared::models::seen;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct SegmentByBox;

impl Implementation for SegmentByBox {
    fn tool(&self) -> &'static str {
        "segment_by_box"
    }

    fn label(&self) -> &'static str {
        "Segment Anything"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let boxes = inputs.boxes("bbox")?;
        let image = seen(&file)?;
        context.check()?;
        let (width, height) = image.dimensions();
        let within: Vec<_> = boxes
            .iter()
            .filter(|wanted| wanted.bounding_box.clamp_to(width, height).is_some())
            .collect();
        if within.is_empty() {
            return Err(ToolError::Input(format!(
                "There is no box inside “{}” to look for an object in.",
                file.name
            )));
        }
        let corners = |b: &BoundingBox| Some([b.x, b.y, b.x + b.width, b.y + b.height]);
        let prompts: Vec<Prompt> = within
            .iter()
            .map(|wanted| Prompt {
                bounding_box: corners(&wanted.bounding_box),
                ..Prompt::default()
            })
            .collect();
        let masks = outlining::outline(context, self.tool(), &image, &prompts)?;
        let written = masks
            .into_iter()
            .zip(within)
            .map(|(mask, of)| outlining::written(context, &file, mask, of.label.clone()));
        Ok(Resource::Masks(written.collect::<Result<_, _>>()?))
    }
}
