//! `segment_by_points` by Segment Anything: the mask of what was clicked on.

use patchbay_domain::Resource;
use patchbay_inference::Models;
use patchbay_inference::networks::segment_anything::Prompt;

use super::{lacks, outlining, seen};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SegmentByPoints;
inventory::submit!(Registered(&SegmentByPoints));

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

    fn missing(&self, models: &Models) -> Option<String> {
        lacks(models, self.tool())
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let asked = inputs.points("point")?;
        let picture = seen(&file)?;
        context.check()?;
        let (width, height) = (picture.width() as f32, picture.height() as f32);
        let inside = |x: f32, y: f32| (0.0..width).contains(&x) && (0.0..height).contains(&y);
        if let Some(outside) = asked.points.iter().find(|point| !inside(point.x, point.y)) {
            return Err(ToolError::Input(format!(
                "The point ({}, {}) is outside “{}”, which is {width} x {height} pixels.",
                outside.x, outside.y, file.name
            )));
        }
        let points = asked.points.iter().map(|point| (point.x, point.y, point.include)).collect();
        let bounding_box = asked.bounding_box.map(|b| [b.x, b.y, b.x + b.width, b.y + b.height]);
        let prompt = Prompt { points, bounding_box, mask: None };
        let found = outlining::outline(context, self.tool(), &picture, &[prompt])?.into_iter().next();
        let mask = found.ok_or_else(|| ToolError::Failed("Nothing was found at the points.".to_owned()))?;
        Ok(Resource::Masks(vec![outlining::written(context, &file, mask, None)?]))
    }
}
