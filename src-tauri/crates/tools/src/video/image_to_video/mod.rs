//! `image_to_video`: brings images to life by a camera that moves over them; an image that moves by
//! itself keeps its own frames, and a motion photo gives the film that is in it.

mod animated;
mod model;
mod motion;

use patchbay_domain::Resource;
use patchbay_media::image::Animation;

use self::animated::animated_video;
use super::shared::ken_burns;
use crate::{Context, Implementation, Inputs, PartsRead, Registered, ToolError};

struct ImageToVideo;
inventory::submit!(Registered(&ImageToVideo));
inventory::submit!(Registered(&model::ImageToVideo));

impl Implementation for ImageToVideo {
    fn tool(&self) -> &'static str {
        "image_to_video"
    }

    fn reads(&self, inputs: &Inputs) -> PartsRead {
        let is_alone = inputs.pictures().count() == 1;
        PartsRead {
            pages: false,
            frames: is_alone,
            film: is_alone,
        }
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = inputs.images("image")?;
        let wanted = context.target_seconds.or(inputs.seconds("length")?);
        if let [only] = images.as_slice()
            && let Some(animation) = Animation::open(&only.file.path, &only.file.name)?
        {
            return animated_video(&animation, &only.file.name, wanted, context);
        }
        if let [only] = images.as_slice()
            && let Some(film) = motion::film(&only.file, context)?
        {
            return Ok(film);
        }
        ken_burns::video(&images, &[], wanted, context, 0.0)
    }
}
