//! `segment_by_points` by Segment Anything: the mask of what was clicked on.

use patchbay_domain::Resource;
use patchbay_media::image as media_image;

use crate::image::shared::embedded::{self, Embedded};
use crate::image::shared::outlining;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct SegmentByPoints;

impl Implementation for SegmentByPoints {
    fn tool(&self) -> &'static str {
        "segment_by_points"
    }

    fn label(&self) -> &'static str {
        "Segment Anything"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let asked = inputs.points("point")?;
        let image = media_image::read(&file.path, &file.name)?;
        context.check()?;
        let outliner = outlining::outliner(context, self.tool())?;
        let embedded = Embedded::new(&outliner, &image.pixels, &context.progress)?;
        let outlines = embedded.segment(asked, None)?;
        let found = embedded::best(&outlines).map(|outline| outline.candidate.mask.clone());
        let mask = found
            .ok_or_else(|| ToolError::Nothing("Nothing was found at the points.".to_owned()))?;
        Ok(Resource::Masks(vec![outlining::written(
            context, &file, mask, None,
        )?]))
    }
}
