//! `video_classification` by CLIP: which of the actions of Kinetics-400 fit the key frames of a
//! video best, on the mean.

use image::RgbImage;
use patchbay_domain::Resource;

use crate::shared::classifier::Classifier;
use crate::shared::models::{follow, model};
use crate::video::shared::key_frames::key_frames;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct VideoClassification;

impl Implementation for VideoClassification {
    fn tool(&self) -> &'static str {
        "video_classification"
    }

    fn label(&self) -> &'static str {
        "CLIP"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let model = model(context, self.tool())?;
        let frames = key_frames(context, video, (0.0, 0.5))?
            .into_iter()
            .map(|frame| frame.image);
        let frames: Vec<RgbImage> = frames.collect();
        let classify = |classifier: &Classifier| {
            follow(context, (0.5, 1.0), |watch| {
                classifier.actions(&frames, watch)
            })
        };
        Ok(Resource::Category(context.models.with(
            model,
            Classifier::open,
            classify,
        )?))
    }
}
