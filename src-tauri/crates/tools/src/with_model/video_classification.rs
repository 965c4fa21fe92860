//! `video_classification` by CLIP: which of the actions of Kinetics-400 fit the key frames of a film best, on the mean.

use patchbay_domain::Resource;
use patchbay_inference::Models;
use patchbay_media::video::{find_scenes, frame_at};

use super::classifier::Classifier;
use super::{follow, lacks, model};
use crate::video::video_to_image::key_times;
use crate::video::watching::watched;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct VideoClassification;
inventory::submit!(Registered(&VideoClassification));

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

    fn missing(&self, models: &Models) -> Option<String> {
        lacks(models, self.tool())
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let model = model(context, self.tool())?;
        let scenes = watched(context, (0.0, 0.3), |watch| find_scenes(&video.path, &video.name, watch))?;
        let times = key_times(scenes);
        let mut frames = Vec::with_capacity(times.len());
        for (index, seconds) in times.iter().enumerate() {
            context.check()?;
            frames.push(frame_at(&video.path, &video.name, *seconds)?);
            context.progress.set(0.3 + 0.2 * (index + 1) as f64 / times.len() as f64);
        }
        let classify =
            |classifier: &Classifier| follow(context, (0.5, 1.0), |watch| classifier.actions(&frames, watch));
        Ok(Resource::Category(context.models.with(model, Classifier::open, classify)?))
    }
}
