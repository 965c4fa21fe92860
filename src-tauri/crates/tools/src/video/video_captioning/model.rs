//! `video_captioning` by BLIP: what the key frames of a video show, with their times.

use patchbay_domain::Resource;
use patchbay_values::times::clock;

use crate::image::shared::looking::{caption, piece};
use crate::shared::models::model;
use crate::video::shared::key_frames::key_frames;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct VideoCaptioning;

impl Implementation for VideoCaptioning {
    fn tool(&self) -> &'static str {
        "video_captioning"
    }

    fn label(&self) -> &'static str {
        "BLIP"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let frames = key_frames(context, video, (0.0, 0.3))?;
        let model = model(context, self.tool())?;
        let mut captions = Vec::with_capacity(frames.len());
        for (index, frame) in frames.iter().enumerate() {
            let part = piece(index, frames.len(), (0.3, 1.0));
            captions.push((
                frame.seconds,
                caption(context, model, (&frame.image, &video.name), part)?,
            ));
        }
        Ok(Resource::Text(story(&captions)))
    }
}

/// The captions of key frames at their seconds as one description. What stays the same is said
/// once.
fn story(captions: &[(f64, String)]) -> String {
    let stretches: Vec<&[(f64, String)]> = captions.chunk_by(|a, b| a.1 == b.1).collect();
    let sentence = |stretch: &&[(f64, String)]| match stretch {
        [] => String::new(),
        [(_, caption), ..] if stretches.len() == 1 => format!("{caption}."),
        [(at, caption)] => format!("At {}: {caption}.", clock(*at)),
        [(first, caption), .., (last, _)] => {
            format!("From {} to {}: {caption}.", clock(*first), clock(*last))
        }
    };
    stretches.iter().map(sentence).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::story;

    #[test]
    fn what_stays_the_same_is_said_once() {
        let told = |captions: &[(f64, &str)]| {
            story(
                &captions
                    .iter()
                    .map(|(at, caption)| (*at, (*caption).to_owned()))
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(
            told(&[(0.5, "A dog runs"), (4.0, "A dog runs")]),
            "A dog runs."
        );
        assert_eq!(
            told(&[
                (0.5, "A dog runs"),
                (4.0, "A dog runs"),
                (61.0, "A red car"),
                (70.0, "A dog runs")
            ]),
            "From 0.5 s to 4 s: A dog runs. At 1:01: A red car. At 1:10: A dog runs."
        );
    }
}
