//! The tools that make an image of a sentence along an image of another kind, by a `ControlNet`
//! beside Stable Diffusion: each takes both models. They differ in what they follow only.

use image::{DynamicImage, RgbImage};
use patchbay_domain::{Resource, StepSetting};
use patchbay_inference::Models;
use patchbay_inference::registry::Model;
use patchbay_media::image as media_image;
use patchbay_tool_api::missing::{lacks_parts, parts_to_get};

use super::painting::{self, NETWORK, Painting, sized};
use crate::shared::models::{part, seen};
use crate::{Context, Implementation, Inputs, ToolError};

/// The networks that each takes, by their names in the registry.
const NETWORKS: [&str; 2] = [NETWORK, "control_net"];

/// A tool that follows the image in its input `followed`.
pub(crate) struct Following {
    /// Its name in the toolbox.
    pub(crate) tool: &'static str,
    /// The input that is followed.
    pub(crate) followed: &'static str,
    /// Whether that is light strokes on black: a drawing in dark ones on white is turned into such.
    pub(crate) strokes: bool,
}

impl Implementation for Following {
    fn tool(&self) -> &'static str {
        self.tool
    }

    fn label(&self) -> &'static str {
        "ControlNet and Stable Diffusion"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn missing(&self, models: &Models) -> Option<String> {
        lacks_parts(models, self.tool, &NETWORKS)
    }

    fn models_to_get<'a>(&self, models: &'a Models) -> Vec<&'a Model> {
        parts_to_get(models, self.tool, &NETWORKS)
    }

    fn settings(&self, models: &Models) -> Vec<StepSetting> {
        painting::settings(models.installed_part(self.tool, NETWORK), &["control"])
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (text, file) = (inputs.text("text")?, inputs.image(self.followed)?);
        let [model, control] = NETWORKS.map(|network| part(context, self.tool, network));
        let (model, control) = (model?, control?);
        let painting = Painting::of(model, context)?;
        context.check()?;
        let followed = seen(&file)?;
        let followed = sized(&followed, painting.fitted(followed.dimensions()));
        let followed = if self.strokes {
            light_on_dark(followed)
        } else {
            followed
        };
        let painted = painting.paint_along(context, (model, control), &text, &followed)?;
        let output = context.output("painted", Some(&file.name), "png");
        media_image::write_png(
            &output.path,
            &DynamicImage::ImageRgb8(painted),
            &output.name,
        )?;
        context.progress.set(1.0);
        Ok(Resource::image(output))
    }
}

/// Strokes as light ones on black, whichever way they were drawn.
fn light_on_dark(mut strokes: RgbImage) -> RgbImage {
    let sum: u64 = strokes.as_raw().iter().map(|level| u64::from(*level)).sum();
    if sum > strokes.as_raw().len() as u64 * 128 {
        image::imageops::invert(&mut strokes);
    }
    strokes
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::light_on_dark;

    #[test]
    fn a_drawing_on_paper_is_turned_and_one_on_black_is_not() {
        let drawn = |paper: u8, pen: u8| {
            RgbImage::from_fn(9, 9, |x, _| Rgb([if x == 4 { pen } else { paper }; 3]))
        };
        assert_eq!(light_on_dark(drawn(255, 0)), drawn(0, 255));
        assert_eq!(light_on_dark(drawn(0, 255)), drawn(0, 255));
    }
}
